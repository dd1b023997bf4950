/* Values of conditions that their column has not, has otherwise, or that are
 * of another type: what schema linking says of them. */
#include <string.h>

#include "findings/findings.h"
#include "t2sed/link.h"

/* Values are cut in messages. */
#define MOST_SHOWN 60

typedef struct found_in {
    t2s_find *at;
    const t2sed_links *links;
    size_t i; /* the condition */
} found_in;

static t2s_place value_place(const found_in *in)
{
    t2s_place place;
    t2sed_links_value_range(in->links, in->i, &place.begin, &place.end);
    return place;
}

/* Where the question says the value, or something like it. */
static t2s_place said_place(const found_in *in)
{
    t2s_place place;
    size_t turn;
    t2sed_links_said_question(in->links, in->i, &place.begin, &place.end,
                              &turn);
    return turn == 0 ? place : T2S_NOWHERE;
}

/* The best repair of that kind, or -1. */
static ptrdiff_t best_repair(const found_in *in, int kind)
{
    ptrdiff_t best = -1;
    for (size_t r = 0; r < t2sed_links_repair_count(in->links); r++) {
        if (t2sed_links_repair_condition(in->links, r) != in->i ||
            t2sed_links_repair_kind(in->links, r) != kind)
            continue;
        if (best < 0 ||
            t2sed_links_repair_confidence(in->links, r) >
                t2sed_links_repair_confidence(in->links, (size_t)best))
            best = (ptrdiff_t)r;
    }
    return best;
}

static const char *column_name(const found_in *in, int32_t column)
{
    return column < 0 ? "" : in->at->from.schema->columns[column].name;
}

static const char *table_name(const found_in *in, int32_t column)
{
    const t2sed_schema *schema = in->at->from.schema;
    return column < 0 ? "" : schema->tables[schema->columns[column].table].name;
}

/* A value that the column has in no form, or in another one. */
static void add_missing(const found_in *in, bool is_spelling)
{
    int32_t column = t2sed_links_column(in->links, in->i);
    const char *value = t2sed_links_value(in->links, in->i, NULL);
    ptrdiff_t repair = best_repair(in, T2SED_REPAIR_VALUE);
    const char *by =
        repair < 0 ? NULL
                   : t2sed_links_repair_text(in->links, (size_t)repair, NULL);
    t2s_findings_add(in->at->out,
                     is_spelling ? T2SED_FINDING_VALUE_SPELLING
                                 : T2SED_FINDING_VALUE_NOT_IN_COLUMN,
                     value_place(in), said_place(in), by,
                     "%s.%s has no value \"%.*s\"%s%.*s.",
                     table_name(in, column), column_name(in, column),
                     MOST_SHOWN, value,
                     !by           ? ""
                     : is_spelling ? ", but "
                                   : "; it has ",
                     MOST_SHOWN, by ? by : "");
}

static void add_elsewhere(const found_in *in)
{
    int32_t column = t2sed_links_column(in->links, in->i);
    int32_t other = t2sed_links_found_column(in->links, in->i);
    const char *value = t2sed_links_value(in->links, in->i, NULL);
    ptrdiff_t repair = best_repair(in, T2SED_REPAIR_COLUMN);
    t2s_place place = value_place(in);
    if (repair >= 0)
        t2sed_links_repair_range(in->links, (size_t)repair, &place.begin,
                                 &place.end);
    t2s_findings_add(
        in->at->out, T2SED_FINDING_VALUE_ELSEWHERE, place, said_place(in),
        repair < 0 ? NULL
                   : t2sed_links_repair_text(in->links, (size_t)repair, NULL),
        "%s.%s has no value \"%.*s\"; %s.%s has it.", table_name(in, column),
        column_name(in, column), MOST_SHOWN, value, table_name(in, other),
        column_name(in, other));
}

static void add_type(const found_in *in)
{
    int32_t column = t2sed_links_column(in->links, in->i);
    bool is_text = t2sed_links_operand(in->links, in->i) == T2SED_OPERAND_TEXT;
    t2s_findings_add(
        in->at->out, T2SED_FINDING_VALUE_TYPE, value_place(in), said_place(in),
        NULL, "%s.%s holds %s, and is compared with %s \"%.*s\".",
        table_name(in, column), column_name(in, column),
        is_text ? "numbers" : "text", is_text ? "the text" : "the number",
        MOST_SHOWN, t2sed_links_value(in->links, in->i, NULL));
}

static void look_at(const found_in *in)
{
    int operand = t2sed_links_operand(in->links, in->i);
    if (operand != T2SED_OPERAND_TEXT && operand != T2SED_OPERAND_NUMBER)
        return;
    if (t2sed_links_type_fits(in->links, in->i) == 0)
        add_type(in);
    switch (t2sed_links_value_match(in->links, in->i)) {
    case T2SED_MATCH_SPELLING:
        add_missing(in, true);
        break;
    case T2SED_MATCH_ELSEWHERE:
        add_elsewhere(in);
        break;
    case T2SED_MATCH_NONE:
    case T2SED_MATCH_ABBREVIATION:
    case T2SED_MATCH_PREFIX:
    case T2SED_MATCH_PARTIAL:
        add_missing(in, false);
        break;
    default:
        break;
    }
}

t2sed_status t2s_find_values(t2s_find *at, t2sed_error *err)
{
    t2sed_links *links = NULL;
    t2sed_question *question = NULL;
    t2sed_link_options options = T2SED_LINK_OPTIONS_INIT;
    t2sed_status status = T2SED_OK;
    options.conversation = at->from.earlier;
    if (!at->from.linker)
        return T2SED_OK;
    if (at->from.asked)
        status = t2sed_question_new(&question, at->from.asked, err);
    if (status == T2SED_OK)
        status = t2sed_linker_link(&links, at->from.linker, question, at->sql,
                                   &options, err);
    for (size_t i = 0; i < t2sed_links_count(links); i++) {
        found_in in = {at, links, i};
        look_at(&in);
    }
    t2sed_links_free(links);
    t2sed_question_free(question);
    return status;
}
