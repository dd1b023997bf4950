/* Values of conditions that their column has not, has otherwise, or that are
 * of another type: what schema linking says of them. */
#include "findings/meant_value.h"

/* Values are cut in messages. */
#define MOST_SHOWN 60

/* A condition of the query. */
typedef struct looked_at {
    t2s_checked *q;
    const t2sed_links *links;
    size_t i;
    t2sed_link_condition condition;
} looked_at;

/* "table.column" in a message. */
#define NAME                "%s.%s"
#define NAME_OF(of, column) table_name(of, column), column_name(of, column)

static const char *column_name(const looked_at *of, int32_t column)
{
    return column < 0 ? "" : of->q->from->schema->columns[column].name;
}

static const char *table_name(const looked_at *of, int32_t column)
{
    const t2sed_schema *schema = of->q->from->schema;
    return column < 0 ? "" : schema->tables[schema->columns[column].table].name;
}

/* Where the question has the value, or something like it. */
static t2sed_span question_place(const looked_at *of)
{
    return of->condition.value_turn == 0 ? of->condition.value_question
                                         : T2S_NOWHERE;
}

/* A value that the column has in no form, or in another one. */
static void report_missing(const looked_at *of, bool is_spelling)
{
    t2sed_link_repair repair;
    bool has_repair =
        t2s_meant_repair(&repair, of->links, of->i, T2SED_REPAIR_VALUE, of->q);
    t2s_report(of->q,
               is_spelling ? T2SED_FINDING_VALUE_SPELLING
                           : T2SED_FINDING_VALUE_NOT_IN_COLUMN,
               of->condition.value_sql, question_place(of),
               has_repair ? repair.text : NULL,
               NAME " has no value \"%.*s\"%s%.*s.",
               NAME_OF(of, t2s_item_in(of->condition.column)), MOST_SHOWN,
               of->condition.value, has_repair ? "; it has " : "", MOST_SHOWN,
               has_repair ? repair.text : "");
}

static void report_elsewhere(const looked_at *of)
{
    t2sed_link_repair repair;
    bool has_repair =
        t2s_meant_repair(&repair, of->links, of->i, T2SED_REPAIR_COLUMN, of->q);
    t2s_report(of->q, T2SED_FINDING_VALUE_ELSEWHERE,
               has_repair ? repair.sql : of->condition.value_sql,
               question_place(of), has_repair ? repair.text : NULL,
               NAME " has no value \"%.*s\"; " NAME " has it.",
               NAME_OF(of, t2s_item_in(of->condition.column)), MOST_SHOWN,
               of->condition.value,
               NAME_OF(of, t2s_item_in(of->condition.found_column)));
}

static void report_type(const looked_at *of)
{
    bool is_text = of->condition.operand == T2SED_OPERAND_TEXT;
    t2s_report(of->q, T2SED_FINDING_VALUE_TYPE, of->condition.value_sql,
               question_place(of), NULL,
               NAME " holds %s but is compared with %s \"%.*s\".",
               NAME_OF(of, t2s_item_in(of->condition.column)),
               is_text ? "numbers" : "text",
               is_text ? "the text" : "the number", MOST_SHOWN,
               of->condition.value);
}

static void look_at(const looked_at *of)
{
    if (of->condition.operand != T2SED_OPERAND_TEXT &&
        of->condition.operand != T2SED_OPERAND_NUMBER)
        return;
    if (of->condition.type_fits == 0)
        report_type(of);
    switch (of->condition.value_in_column) {
    case T2SED_MATCH_SPELLING:
        report_missing(of, true);
        break;
    case T2SED_MATCH_ELSEWHERE:
        report_elsewhere(of);
        break;
    case T2SED_MATCH_NONE:
    case T2SED_MATCH_ABBREVIATION:
    case T2SED_MATCH_PREFIX:
    case T2SED_MATCH_PARTIAL:
        report_missing(of, false);
        break;
    default:
        break;
    }
}

void t2s_check_values(t2s_checked *q)
{
    looked_at of = {.q = q};
    t2sed_links *links = NULL;
    t2sed_question *question = NULL;
    if (q->from->asked)
        q->status = t2sed_question_new_n(&question, q->from->asked,
                                         q->from->asked_length, q->err);
    if (q->status == T2SED_OK)
        q->status = t2s_linker_link(&links, q->from->linker, question, q->sql,
                                    q->query, q->from->earlier, q->err);
    of.links = links;
    for (; of.i < t2sed_links_condition_count(links); of.i++) {
        of.condition.struct_size = sizeof of.condition;
        q->status =
            t2sed_links_condition_get(links, of.i, &of.condition, q->err);
        look_at(&of);
    }
    t2sed_links_free(links);
    t2sed_question_free(question);
}
