/* Words of the question that the query does not account for: names of columns
 * (those of tables tell nothing, being words for things), values of the
 * database, numbers; and columns whose names have more of its words than those
 * that the query takes. */
#include <string.h>

#include "base/memory.h"
#include "facts/covered_words.h"
#include "findings/findings.h"
#include "facts/used_values.h"

/* A column is better where its match is so much better. */
#define BETTER 0.3F
/* Columns of the query that are compared with all others. */
#define MOST_COMPARED 64

typedef struct asking {
    t2s_find *at;
    const t2s_question_facts *question;
    bool *stems;   /* accounted for by names of the query */
    bool *columns; /* of the schema: used */
    bool *tables;
    bool *names; /* of columns: told already, or used */
} asking;

static void read_uses(asking *a)
{
    const t2s_query *query = a->at->query;
    t2s_cover_names(a->stems, a->question, query);
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->index < 0)
            continue;
        if (use->kind == T2S_USES_TABLE)
            a->tables[use->index] = true;
        if (use->kind != T2S_USES_COLUMN)
            continue;
        a->columns[use->index] = true;
        if (a->question->columns[use->index].name >= 0)
            a->names[a->question->columns[use->index].name] = true;
    }
}

/* Whether a name has a word of its own: no name of the query has it, and it is
 * no word that tells nothing. */
static bool has_new_word(const asking *a, const t2s_name_match *match)
{
    for (uint32_t i = 0; i < match->count; i++) {
        int32_t stem = a->question->name_stems.at[match->stems + i];
        if (!a->stems[stem] && !a->question->stems.at[stem].is_stop)
            return true;
    }
    return false;
}

static t2s_place place_of_match(const asking *a, const t2s_name_match *match)
{
    return t2s_place_of_words(a->question, match->first,
                              match->first + (int32_t)match->count - 1);
}

static void find_columns(asking *a)
{
    const t2sed_schema *schema = a->at->from.schema;
    for (size_t i = 0; i < a->question->named_columns.count; i++) {
        int32_t column = a->question->named_columns.at[i];
        const t2s_name_match *match = &a->question->columns[column];
        const t2s_column *of = &schema->columns[column];
        /* What the tables of the query have is told first. */
        if (!match->is_whole || match->name < 0 || a->names[match->name] ||
            !a->tables[of->table] || !has_new_word(a, match))
            continue;
        a->names[match->name] = true;
        t2s_findings_add(a->at->out, T2SED_FINDING_NAME_UNUSED, T2S_NOWHERE,
                         place_of_match(a, match), NULL,
                         "The question names the column %s of %s, which the "
                         "query does not use.",
                         of->name, schema->tables[of->table].name);
    }
}

/* ------------------------------------------------------------- better */

static void find_better_than(asking *a, const t2s_query_use *use)
{
    const t2sed_schema *schema = a->at->from.schema;
    const t2s_name_match *used = &a->question->columns[use->index];
    const float said = a->question->history->columns[use->index].score;
    int32_t table = schema->columns[use->index].table, best = T2S_NO_ITEM;
    const t2s_table *of = &schema->tables[table];
    for (int32_t k = of->first_column; k < of->first_column + of->column_count;
         k++) {
        const t2s_name_match *other = &a->question->columns[k];
        if (a->columns[k] || other->score <= said + BETTER ||
            !other->is_whole ||
            !t2s_question_share_stem(a->question, other, used))
            continue;
        if (best == T2S_NO_ITEM ||
            other->score > a->question->columns[best].score)
            best = k;
    }
    if (best == T2S_NO_ITEM)
        return;
    t2s_findings_add(
        a->at->out, T2SED_FINDING_BETTER_COLUMN, t2s_place_of_use(use),
        place_of_match(a, &a->question->columns[best]), NULL,
        "The question names the column %s rather than %s.",
        schema->columns[best].name, schema->columns[use->index].name);
}

static void find_better(asking *a)
{
    size_t compared = 0;
    for (size_t i = 0; i < a->at->query->uses.count; i++) {
        const t2s_query_use *use = &a->at->query->uses.at[i];
        if (use->kind != T2S_USES_COLUMN || use->clause == T2S_CLAUSE_ON ||
            use->begin == use->end || compared++ >= MOST_COMPARED)
            continue;
        find_better_than(a, use);
    }
}

/* ------------------------------------------------------------- values */

static void add_value(asking *a, const t2s_question_value *value)
{
    t2s_findings_add(
        a->at->out, T2SED_FINDING_VALUE_UNUSED, T2S_NOWHERE,
        (t2s_place){(ptrdiff_t)value->begin, (ptrdiff_t)value->end}, NULL,
        "The question has the value \"%.*s\", which the query has "
        "not.",
        (int)(value->end - value->begin), a->question->text + value->begin);
}

static void add_number(asking *a, const t2s_question_number *number)
{
    if (!number->is_spelled)
        t2s_findings_add(
            a->at->out, T2SED_FINDING_NUMBER_UNUSED, T2S_NOWHERE,
            t2s_place_of_words(a->question, number->word, number->word), NULL,
            "The question has the number %.15g, which the query has not.",
            number->value);
}

static t2sed_status find_values(asking *a, t2sed_error *err)
{
    const t2s_question_facts *question = a->question;
    t2s_unused_values unused;
    t2sed_status status =
        t2s_unused_values_find(&unused, question, a->at->query, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++)
        if (unused.values[i] && question->values.at[i].is_marked)
            add_value(a, &question->values.at[i]);
    for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS; i++)
        if (unused.numbers[i])
            add_number(a, &question->numbers.at[i]);
    return T2SED_OK;
}

t2sed_status t2s_find_question(t2s_find *at, t2sed_error *err)
{
    asking a = {.at = at, .question = at->from.question};
    size_t stems, columns, tables;
    bool *room;
    t2sed_status status;
    if (!at->from.question)
        return T2SED_OK;
    stems = at->from.question->stems.count;
    columns = at->from.question->columns ? at->from.question->column_count : 0;
    tables = at->from.question->columns ? at->from.question->table_count : 0;
    room = t2s_zalloc_array(stems + 2 * columns + tables + 1, sizeof *room);
    if (!room)
        return t2s_fail_memory(err);
    a.stems = room;
    a.columns = a.stems + stems;
    a.names = a.columns + columns;
    a.tables = a.names + columns;
    if (columns > 0) {
        read_uses(&a);
        find_columns(&a);
        find_better(&a);
    }
    status = find_values(&a, err);
    t2s_free(room);
    return status;
}
