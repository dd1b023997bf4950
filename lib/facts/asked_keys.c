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

static bool says(const reader *r, size_t word, const char *list)
{
    return t2s_question_says(r->question, word, list);
}

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

/* Whether the words of a name are a key: not "number of", no time. */
static bool is_key(const reader *r, size_t word, uint32_t count)
{
    return !says(r, word + count, "of") &&
           !(count == 1 && says(r, word, TIMES));
}

/* The keys in a row from a word on: "farm and day". Returns the word behind
 * them. */
static size_t read_row(const reader *r, size_t word)
{
    t2s_asked_keys *out = r->out;
    for (;;) {
        const t2s_name_match *name;
        int32_t column;
        while (says(r, word, BETWEEN))
            word++;
        column = column_at(r, word);
        if (column == T2S_NO_ITEM)
            return word;
        name = &r->question->columns[column];
        if (!is_key(r, word, name->count))
            return word;
        out->count++;
        if (!is_named(r, name) && out->unused++ == 0) {
            out->column = column;
            out->first = (int32_t)word;
            out->last = (int32_t)(word + name->count - 1);
        }
        word += name->count;
        if (!says(r, word, "and"))
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
    if (says(r, i + 1, DIVIDES))
        return false;
    if (says(r, i, "per"))
        return !has_each;
    return says(r, i, DIVIDES) ||
           (!ranks && says(r, i, "by") && !is_passive(r->question, i));
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
