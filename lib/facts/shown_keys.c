#include "facts/shown_keys.h"

#include <string.h>

#include "facts/membership.h"
#include "schema/words.h"

/* Beside those of T2S_CUE_ID. */
#define ASKS_FOR_KEYS                                                          \
    "-number of|-numbers of|number|numbers|key|keys|nr|reference|"             \
    "references|abbreviation|abbreviations|symbol|symbols"
/* What asks for names, if the question does not begin with "who". */
#define ASKS_FOR_NAMES                                                         \
    "-whose name|-whose names|-whose title|-with name|-with the name|"         \
    "-in their name|-in its name|-in the name|-in their names|-by name|"       \
    "-name contains|-names contain|-name has|-name is|-name starts|"           \
    "-name begins|-name ends|-names start|-names "                             \
    "begin|name|names|title|titles"
/* Words of names of columns, beside those that end with "name". */
#define NAMES "title titles label nm caption surname"

/* Columns of the main SELECT that are looked at. */
#define MOST_SHOWN 32

typedef struct reader {
    const t2s_question_facts *question;
    const t2sed_schema *schema;
    int32_t shown[MOST_SHOWN];
    size_t count;
    bool has_query; /* a result is a SELECT, which may give a name */
} reader;

/* Whether a column has names of its table's rows. */
static bool is_name(const t2sed_schema *schema, int32_t column)
{
    const t2s_column *of = &schema->columns[column];
    const size_t n = strlen(of->readable);
    if (of->kind != T2SED_TYPE_TEXT || t2s_schema_is_key(schema, column))
        return false;
    return (n >= 4 && memcmp(of->readable + n - 4, "name", 4) == 0) ||
           t2s_name_says(of->readable, NAMES);
}

static int32_t name_of(const t2sed_schema *schema, int32_t table)
{
    const t2s_table *of = &schema->tables[table];
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++)
        if (is_name(schema, c))
            return c;
    return T2S_NO_ITEM;
}

/* The table whose row a key is for, or T2S_NO_ITEM. */
static int32_t table_of(const t2sed_schema *schema, int32_t column)
{
    int32_t target;
    if (t2s_schema_is_lone_key(schema, column))
        return schema->columns[column].table;
    target = t2s_schema_target(schema, column);
    return target == T2S_NO_ITEM ? T2S_NO_ITEM : schema->columns[target].table;
}

/* Whether the question has a word of a key's name that is of no name of its
 * tables. */
static bool is_asked(const reader *r, int32_t key, int32_t table)
{
    const t2s_question_facts *question = r->question;
    const t2s_name_match *name = &question->columns[key];
    for (uint32_t i = 0; i < name->count; i++) {
        const int32_t stem = question->name_stems.at[name->stems + i];
        if (question->stems.at[stem].first >= 0 &&
            !question->stems.at[stem].is_stop &&
            !t2s_match_has_stem(question, &question->tables[table], stem) &&
            !t2s_match_has_stem(
                question, &question->tables[r->schema->columns[key].table],
                stem))
            return true;
    }
    return false;
}

static bool shows_name(const reader *r, int32_t table)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->schema->columns[r->shown[i]].table == table &&
            is_name(r->schema, r->shown[i]))
            return true;
    return false;
}

/* Lists the columns that the results of the first SELECT are. */
static void list_shown(reader *r, const t2s_query *query)
{
    t2s_for_each_result (query->tree, query->tree->root, expr) {
        const t2s_named_column *named = t2s_query_column_at(query, expr);
        if (r->count == MOST_SHOWN)
            return;
        if (named && named->column != T2S_NO_ITEM)
            r->shown[r->count++] = named->column;
        r->has_query |= t2s_is_subquery(query->tree, expr);
    }
}

static bool shows_any_name(const reader *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (is_name(r->schema, r->shown[i]))
            return true;
    return r->has_query;
}

static bool knows_keys(const t2s_restricted_words *knowledge)
{
    for (size_t i = 0; i < knowledge->count; i++)
        if (t2s_word_is_of("id|ids|number|numbers|code|codes",
                           knowledge->at[i].text, knowledge->at[i].length))
            return true;
    return false;
}

t2s_shown_keys t2s_shown_keys_read(const t2s_query *query,
                                   const t2s_question_facts *question,
                                   const t2s_restricted_words *knowledge,
                                   const t2sed_schema *schema)
{
    t2s_shown_keys out = {.key = T2S_NO_ITEM, .name = T2S_NO_ITEM};
    reader r = {.question = question, .schema = schema};
    bool asks_for_names = t2s_question_says(question, 0, "who whose") ||
                          t2s_question_asks(question, ASKS_FOR_NAMES);
    if (query->parts.selects_star || question->cues[T2S_CUE_ID] > 0 ||
        t2s_question_asks(question, ASKS_FOR_KEYS) || knows_keys(knowledge))
        return out;
    list_shown(&r, query);
    asks_for_names = asks_for_names && !shows_any_name(&r);
    for (size_t i = 0; i < r.count; i++) {
        const int32_t key = r.shown[i], table = table_of(schema, key);
        const int32_t name =
            table == T2S_NO_ITEM ? T2S_NO_ITEM : name_of(schema, table);
        if (name == T2S_NO_ITEM || is_asked(&r, key, table))
            continue;
        out.count++;
        if (shows_name(&r, table))
            continue;
        if (out.alone++ == 0) {
            out.key = key;
            out.name = name;
        }
        out.named += question->tables[table].first >= 0;
        out.by_name += asks_for_names;
    }
    return out;
}
