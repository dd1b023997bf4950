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

/* Names of a table's own rows: patient_name may be of another table's. */
#define OWN_NAMES                                                              \
    "name|first name|last name|full name|family name|given name|surname|title"

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

/* The relation whose rows, or groups by its key, the rows of the main SELECT
 * are; or -1. */
static int32_t relation_of_rows(const t2s_query *query,
                                const t2sed_schema *schema)
{
    const t2s_tree *tree = query->tree;
    const t2s_sql_scopes *scopes = &query->in_sight;
    const int32_t core = t2s_sql_child(tree, tree->root, T2S_RULE_select_core);
    const int32_t scope = core == T2S_NO_NODE ? -1 : scopes->scope_of[core];
    int32_t group, relation = -1;
    bool has_key = false;
    if (scope < 0 || t2s_sql_child(tree, tree->root,
                                   T2S_RULE_compound_operator) != T2S_NO_NODE)
        return -1;
    group = t2s_sql_child(tree, core, T2S_RULE_group_by_clause);
    if (group == T2S_NO_NODE) {
        relation = scopes->scopes.at[scope].first;
        return relation >= 0 && scopes->relations.at[relation].next < 0
                   ? relation
                   : -1;
    }
    t2s_tree_for_each_child (tree, group, term) {
        const t2s_named_column *by = t2s_query_column_at(query, term);
        if (!t2s_sql_is(tree, term, T2S_RULE_expr))
            continue;
        if (!by || by->from != T2S_FROM_RELATION || by->column == T2S_NO_ITEM ||
            (relation >= 0 && by->relation != relation))
            return -1;
        relation = by->relation;
        has_key |= t2s_schema_is_lone_key(schema, by->column);
    }
    return has_key ? relation : -1;
}

/* Whether a result of the main SELECT is a column of a relation. */
static bool shows_column(const t2s_query *query, int32_t relation,
                         int32_t column)
{
    t2s_for_each_result (query->tree, query->tree->root, expr) {
        const t2s_named_column *named = t2s_query_column_at(query, expr);
        if (named && named->from == T2S_FROM_RELATION &&
            named->relation == relation && named->column == column)
            return true;
    }
    return false;
}

bool t2s_shows_namesakes(const t2s_query *query, const t2sed_schema *schema)
{
    const int32_t relation = relation_of_rows(query, schema);
    const t2s_sql_relation *of;
    const t2s_table *table;
    bool has_key = false, has_name = false;
    if (relation < 0)
        return false;
    of = &query->in_sight.relations.at[relation];
    if (of->origin != T2S_FROM_TABLE || of->table == T2S_NO_ITEM)
        return false;
    table = &schema->tables[of->table];
    for (int32_t i = 0, c = table->first_column; i < table->column_count;
         i++, c++) {
        const char *name = schema->columns[c].readable;
        has_key |= t2s_schema_is_lone_key(schema, c);
        if (!is_name(schema, c))
            continue;
        if (!shows_column(query, relation, c))
            return false;
        has_name |= t2s_word_is_of(OWN_NAMES, name, strlen(name));
    }
    return has_key && has_name;
}
