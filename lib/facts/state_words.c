#include "facts/state_words.h"

/* A column of states has so many at most. */
#define MOST_STATES 24
/* Conditions and uses of a query, likewise. */
#define MOST_CONDITIONS 64
#define MOST_USES       256

/* Right before a state that is asked for. */
#define BEFORE                                                                 \
    "is are was were be been being got get still already currently not only "  \
    "all the which that"
/* Right behind a word that says when something was done. */
#define TIMES                                                                  \
    "in on at before after since between during by until till last this next " \
    "yesterday today within from over earlier later more less most first per " \
    "each every and or date dates day time when"
/* Not far before a word that is one end of a time. */
#define ENDS "until till since when after before once"

typedef struct reader {
    const t2s_query *query;
    const t2s_question_facts *question;
    const t2sed_schema *schema;
    const t2s_value_index *values;
} reader;

/* Whether the table of a column has a date whose name has the stem. */
static bool has_date(const reader *r, int32_t column, int32_t stem)
{
    const t2s_table *of = &r->schema->tables[r->schema->columns[column].table];
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++)
        if (c != column &&
            t2s_match_has_stem(r->question, &r->question->columns[c], stem) &&
            t2s_name_says(r->schema->columns[c].readable, T2S_DATE_WORDS))
            return true;
    return false;
}

/* The column whose state a word is, of a table that the query reads. */
static int32_t state_of(const reader *r, size_t word)
{
    const int32_t stem = r->question->words.at[word].stem;
    size_t n, count;
    const char *text = t2s_question_text_at(r->question, word, &n);
    const int32_t *columns =
        t2s_value_index_columns(r->values, text, n, &count);
    for (size_t i = 0; i < count; i++)
        if (t2s_value_index_count(r->values, columns[i]) <= MOST_STATES &&
            t2s_query_reads_table(r->query,
                                  r->schema->columns[columns[i]].table) &&
            has_date(r, columns[i], stem))
            return columns[i];
    return T2S_NO_ITEM;
}

/* Whether a word is of the name of a column's table. */
static bool names_table(const reader *r, size_t word, int32_t column)
{
    return word < r->question->words.count &&
           t2s_match_has_stem(
               r->question,
               &r->question->tables[r->schema->columns[column].table],
               r->question->words.at[word].stem);
}

/* "Were played", "played gigs"; not "played in May". */
static bool is_asked(const reader *r, size_t word, int32_t column)
{
    if (t2s_question_says(r->question, word + 1, TIMES))
        return false;
    for (size_t i = word > 3 ? word - 3 : 0; i < word; i++)
        if (t2s_question_says(r->question, i, ENDS))
            return false;
    return names_table(r, word + 1, column) ||
           (word > 0 && t2s_question_says(r->question, word - 1, BEFORE));
}

/* Whether a use of a column is compared with a constant. */
static bool is_compared(const t2s_query *query, const t2s_query_use *use)
{
    for (size_t i = 0; i < query->conditions.count && i < MOST_CONDITIONS;
         i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (of->slot.name != T2S_NO_NODE &&
            query->tree->nodes[of->slot.name].begin == use->begin &&
            of->operator!=
            T2S_OPERATOR_IS &&(of->value.operand == T2S_OPERAND_TEXT ||
                               of->value.operand == T2S_OPERAND_NUMBER))
            return true;
    }
    return false;
}

/* Whether the query uses the state, or a column of the word's stem otherwise
 * than by comparing it with a constant. */
static bool is_met(const reader *r, int32_t column, int32_t stem)
{
    int left = MOST_USES;
    t2s_for_each_use (r->query, use) {
        if (use->kind != T2S_USES_COLUMN || use->index == T2S_NO_ITEM)
            continue;
        if (use->index == column || left-- == 0 ||
            (t2s_match_has_stem(r->question, &r->question->columns[use->index],
                                stem) &&
             !is_compared(r->query, use)))
            return true;
    }
    return false;
}

t2s_state_words t2s_state_words_read(const t2s_query *query,
                                     const t2s_question_facts *question,
                                     const t2sed_schema *schema,
                                     const t2s_value_index *values)
{
    const reader r = {query, question, schema, values};
    t2s_state_words out = {0, 0, -1, T2S_NO_ITEM, {0}};
    for (size_t i = 0;
         values && i < question->words.count && i < T2S_STATE_WORDS; i++) {
        const t2s_question_word *word = &question->words.at[i];
        const t2s_question_stem *stem = &question->stems.at[word->stem];
        int32_t column;
        if (stem->is_stop || stem->columns == 0)
            continue;
        column = state_of(&r, i);
        if (column == T2S_NO_ITEM || !is_asked(&r, i, column))
            continue;
        out.asked++;
        out.words[i / 64] |= (uint64_t)1 << i % 64;
        if (!is_met(&r, column, word->stem) && out.unmet++ == 0) {
            out.word = (int32_t)i;
            out.column = column;
        }
    }
    return out;
}
