#include "facts/other_owner.h"

#include "facts/units.h"

/* Uses of columns that are looked at. */
#define MOST_USES 128

typedef struct reader {
    const t2s_query *query;
    const t2s_question_facts *question;
    const t2sed_schema *schema;
} reader;

/* The column of the same name in a table that the question names by all words
 * of its name, and that the query does not use; or T2S_NO_ITEM. */
static int32_t named_column(const reader *r, int32_t column)
{
    const t2s_question_facts *question = r->question;
    const int32_t name = question->columns[column].name;
    for (size_t t = 0; t < r->schema->table_count; t++) {
        const t2s_table *of = &r->schema->tables[t];
        if (!question->tables[t].is_whole)
            continue;
        for (int32_t c = of->first_column;
             c < of->first_column + of->column_count; c++)
            if (c != column && question->columns[c].name == name)
                return t2s_query_names_column(r->query, c) ? T2S_NO_ITEM : c;
    }
    return T2S_NO_ITEM;
}

/* Whether a column is compared with a text, which says whose it is. */
static bool is_text_compared(const t2s_query *query, const t2s_query_use *use)
{
    for (size_t i = 0; i < query->conditions.count && i < MOST_USES; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (of->slot.name != T2S_NO_NODE &&
            query->tree->nodes[of->slot.name].begin == use->begin &&
            of->value.operand == T2S_OPERAND_TEXT)
            return true;
    }
    return false;
}

static bool may_be_wrong(const reader *r, const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN && use->index != T2S_NO_ITEM &&
           use->begin < use->end && use->clause != T2S_CLAUSE_ON &&
           use->clause != T2S_CLAUSE_GROUP && !use->is_joined &&
           !use->only_ties &&
           r->question->tables[r->schema->columns[use->index].table].first < 0;
}

static void add(t2s_other_owner *out, const reader *r, const t2s_query_use *use,
                int32_t named)
{
    const bool is_condition =
        use->clause == T2S_CLAUSE_WHERE || use->clause == T2S_CLAUSE_HAVING;
    if (r->question->columns[use->index].first < 0) {
        out->unnamed++;
        return;
    }
    if (is_condition)
        out->compared++;
    else if (use->function >= 0)
        out->aggregated++;
    else
        out->shown++;
    if ((is_condition || use->function >= 0) && out->column == T2S_NO_ITEM) {
        out->place = (t2sed_span){use->begin, use->end};
        out->column = use->index;
        out->named = named;
    }
}

t2s_other_owner t2s_other_owner_read(const t2s_query *query,
                                     const t2s_question_facts *question,
                                     const t2sed_schema *schema)
{
    t2s_other_owner out = {.column = T2S_NO_ITEM, .named = T2S_NO_ITEM};
    const reader r = {query, question, schema};
    int left = MOST_USES;
    t2s_for_each_use (query, use) {
        int32_t named;
        if (!may_be_wrong(&r, use) || left-- <= 0)
            continue;
        named = named_column(&r, use->index);
        if (named != T2S_NO_ITEM && !t2s_may_be_key(schema, use->index) &&
            !is_text_compared(query, use))
            add(&out, &r, use, named);
    }
    return out;
}
