#include "facts/asked_keys.h"

#include <string.h>

/* Words before a key, and words between two keys. */
#define DIVIDES "each every per"
#define BETWEEN "and each every per by the a"
/* If the question has one of them, "by" names an order, not a key. */
#define RANKS                                                                  \
    "top|most|least|highest|lowest|rank|ranked|ranking|sorted|sort|ordered|"   \
    "order by|first|last"
/* Columns that are parts of a date: queries compute these. */
#define TIMES                                                                  \
    "year month week day quarter hour weekday date time years months weeks "   \
    "days quarters hours dates times season period term night"

/* Words of a question that are looked at. */
#define MOST_WORDS 256

typedef struct reader {
    t2s_asked_keys *out;
    const t2s_query *query;
    const t2s_question_facts *question;
    const t2sed_schema *schema;
    const bool *named;
} reader;

/* Whether the words from one on are a whole name. */
static bool stands_at(const t2s_question_facts *question, size_t word,
                      const t2s_name_match *name)
{
    if (name->count == 0 || word + name->count > question->words.count)
        return false;
    for (uint32_t i = 0; i < name->count; i++)
        if (question->words.at[word + i].stem !=
            question->name_stems.at[name->stems + i])
            return false;
    return true;
}

/* The column of a table of the query whose whole name begins at a word, the
 * longest of several, or T2S_NO_ITEM. */
static int32_t column_at(const reader *r, size_t word)
{
    const t2s_question_facts *question = r->question;
    int32_t found = T2S_NO_ITEM;
    for (size_t i = 0; i < question->named_columns.count; i++) {
        const int32_t column = question->named_columns.at[i];
        const t2s_name_match *name = &question->columns[column];
        if (stands_at(question, word, name) &&
            (found == T2S_NO_ITEM ||
             name->count > question->columns[found].count) &&
            t2s_query_reads_table(r->query, r->schema->columns[column].table))
            found = column;
    }
    return found;
}

static bool is_named(const reader *r, const t2s_name_match *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (!r->named[r->question->name_stems.at[name->stems + i]])
            return false;
    return true;
}

/* The table whose whole name begins at a word, or T2S_NO_ITEM. */
static int32_t table_at(const reader *r, size_t word)
{
    for (size_t i = 0; i < r->question->table_count; i++)
        if (r->question->tables[i].first >= 0 &&
            stands_at(r->question, word, &r->question->tables[i]))
            return (int32_t)i;
    return T2S_NO_ITEM;
}

/* Whether the query uses a column that references a table's key, or that has
 * the key's name. */
static bool refers_to(const reader *r, int32_t table)
{
    const t2s_table *of = &r->schema->tables[table];
    t2s_for_each_use (r->query, use) {
        if (use->kind != T2S_USES_COLUMN || use->index == T2S_NO_ITEM)
            continue;
        for (int32_t c = of->first_column;
             c < of->first_column + of->column_count; c++)
            if (r->schema->columns[c].primary &&
                t2s_schema_relate(r->schema, use->index, c) !=
                    T2S_RELATION_NONE)
                return true;
    }
    return false;
}

/* Whether the words of a name are a key: not "number of", no time. */
static bool is_key(const reader *r, size_t word, uint32_t count)
{
    return !t2s_question_says(r->question, word + count, "of") &&
           !(count == 1 && t2s_question_says(r->question, word, TIMES));
}

/* Counts the key that begins at a word, a column or else a table. Returns its
 * name, or NULL. */
static const t2s_name_match *read_key(const reader *r, size_t word)
{
    t2s_asked_keys *out = r->out;
    const int32_t column = column_at(r, word);
    const int32_t table =
        column == T2S_NO_ITEM ? table_at(r, word) : T2S_NO_ITEM;
    const t2s_name_match *name =
        column != T2S_NO_ITEM  ? &r->question->columns[column]
        : table != T2S_NO_ITEM ? &r->question->tables[table]
                               : NULL;
    if (!name || !is_key(r, word, name->count))
        return NULL;
    if (table != T2S_NO_ITEM) {
        out->tables++;
        out->tables_unused += !is_named(r, name) &&
                              !t2s_query_reads_table(r->query, table) &&
                              !refers_to(r, table);
        return name;
    }
    out->count++;
    if (!is_named(r, name) && out->unused++ == 0) {
        out->column = column;
        out->first = (int32_t)word;
        out->last = (int32_t)(word + name->count - 1);
    }
    return name;
}

/* The keys in a row from a word on: "farm and day". Returns the word behind
 * them. */
static size_t read_row(const reader *r, size_t word)
{
    for (;;) {
        const t2s_name_match *name;
        while (t2s_question_says(r->question, word, BETWEEN))
            word++;
        name = read_key(r, word);
        if (!name)
            return word;
        word += name->count;
        if (!t2s_question_says(r->question, word, "and"))
            return word;
    }
}

/* "Paid by card": what was done by whom. */
static bool is_passive(const t2s_question_facts *question, size_t by)
{
    size_t n;
    const char *word = by ? t2s_question_text_at(question, by - 1, &n) : NULL;
    return word &&
           ((n > 3 && memcmp(word + n - 2, "ed", 2) == 0 &&
             !t2s_question_says(question, by - 1, "grouped")) ||
            t2s_question_says(question, by - 1,
                              "paid sold sent made done written bought"));
}

/* Whether the word at `i` begins the keys; "per" does not where the question
 * has other keys: "points per game for each player". */
static bool divides(const reader *r, size_t i, bool ranks, bool has_each)
{
    if (t2s_question_says(r->question, i + 1, DIVIDES))
        return false;
    if (t2s_question_says(r->question, i, "per"))
        return !has_each;
    return t2s_question_says(r->question, i, DIVIDES) ||
           (!ranks && t2s_question_says(r->question, i, "by") &&
            !is_passive(r->question, i));
}

void t2s_asked_keys_read(t2s_asked_keys *out, const t2s_query *query,
                         const t2s_question_facts *question,
                         const t2sed_schema *schema, const bool *named)
{
    const reader r = {out, query, question, schema, named};
    bool ranks, has_each;
    *out = (t2s_asked_keys){.column = T2S_NO_ITEM};
    if (!question->cues[T2S_CUE_EACH] && !question->cues[T2S_CUE_GROUP])
        return;
    ranks = t2s_question_asks(question, RANKS);
    has_each = t2s_question_asks(question, "each|every|by|average|avg|mean");
    for (size_t i = 0; i + 1 < question->words.count && i < MOST_WORDS;)
        if (divides(&r, i, ranks, has_each))
            i = read_row(&r, i + 1);
        else
            i++;
}
