/* What SQLite refuses, said so that people see where and why: names that are
 * not there above all. */
#include <string.h>

#include "base/string.h"
#include "findings/findings.h"
#include "sql/token.h"

/* Bytes of names that are compared, and told. */
#define LONGEST_NAME 64
/* Of 100 bytes so many may differ in a name that is meant. */
#define MOST_DIFFERENT 34

typedef struct word {
    const char *at;
    size_t n;
} word;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How far a name is from what is written, or SIZE_MAX: too far. A name that
 * only has words more or fewer (name, singer_name) is near. */
static size_t farness(word written, const char *name)
{
    size_t n = strlen(name), longer = n > written.n ? n : written.n;
    size_t far = t2s_edit_distance(written.at, written.n, name, n);
    const char *large = n > written.n ? name : written.at;
    const char *small = n > written.n ? written.at : name;
    size_t small_length = least(n, written.n);
    if (small_length >= 3 &&
        (t2s_casecmp_n(large, small_length, small, small_length) == 0 ||
         t2s_casecmp_n(large + longer - small_length, small_length, small,
                       small_length) == 0))
        return least(far, 1 + longer * MOST_DIFFERENT / 100);
    return far * 100 <= longer * MOST_DIFFERENT ? far : SIZE_MAX;
}

static int32_t nearest_table(const t2sed_schema *schema, word written)
{
    size_t best = SIZE_MAX;
    int32_t found = T2S_NO_ITEM;
    for (size_t i = 0; i < schema->table_count; i++) {
        size_t far = farness(written, schema->tables[i].name);
        if (far < best) {
            best = far;
            found = (int32_t)i;
        }
    }
    return found;
}

/* Whether the query has the table in some FROM. */
static bool uses_table(const t2s_query *query, int32_t table)
{
    for (size_t i = 0; i < query->uses.count; i++)
        if (query->uses.at[i].kind == T2S_USES_TABLE &&
            query->uses.at[i].index == table)
            return true;
    return false;
}

/* The column of the query's tables that is called so, or most nearly so. */
static int32_t nearest_column(const t2s_find *at, word written, bool *is_same)
{
    size_t best = SIZE_MAX;
    int32_t found = T2S_NO_ITEM;
    for (size_t t = 0; t < at->from.schema->table_count; t++) {
        const t2s_table *table = &at->from.schema->tables[t];
        if (!uses_table(at->query, (int32_t)t))
            continue;
        for (int32_t c = table->first_column;
             c < table->first_column + table->column_count; c++) {
            size_t far = farness(written, at->from.schema->columns[c].name);
            if (far < best) {
                best = far;
                found = c;
            }
        }
    }
    *is_same = best == 0;
    return found;
}

/* What columns of a table are called by: the alias in the SELECT of `use`, or
 * the table's name. */
static word relation_name(const t2s_find *at, int32_t table)
{
    const char *name = at->from.schema->tables[table].name;
    for (size_t i = 0; i < at->scopes->relations.count; i++) {
        const t2s_sql_relation *relation = &at->scopes->relations.at[i];
        if (relation->origin == T2S_FROM_TABLE && relation->table == table)
            return (word){relation->name.at, relation->name.n};
    }
    return (word){name, strlen(name)};
}

/* The part of "t.c" behind the last point. */
static word unqualified(word name)
{
    for (size_t i = name.n; i > 0; i--)
        if (name.at[i - 1] == '.')
            return (word){name.at + i, name.n - i};
    return name;
}

static bool is_named(const t2s_query_use *use, word name)
{
    return use->text &&
           t2s_casecmp_n(use->text, use->length, name.at, name.n) == 0;
}

/* The use that SQLite's message is about: the one at the byte that it names, or
 * the first that is unknown and called so. */
static const t2s_query_use *find_use(const t2s_find *at, t2s_query_kind kind,
                                     word name, ptrdiff_t offset)
{
    const t2s_query_use *found = NULL;
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        bool is_kind = use->kind == kind;
        if (use->begin == use->end)
            continue;
        if (offset >= (ptrdiff_t)use->begin && offset < (ptrdiff_t)use->end &&
            is_named(use, name))
            return use;
        if (kind == T2S_USES_TABLE)
            is_kind = is_kind && use->index == T2S_NO_ITEM;
        if (is_kind && !found && is_named(use, name))
            found = use;
    }
    return found;
}

static t2s_place place_of(const t2s_find *at, const t2s_query_use *use,
                          ptrdiff_t offset)
{
    return use ? t2s_place_of_use(use)
               : t2s_place_of_token(at->sql->text, at->sql->length, offset);
}

/* ------------------------------------------------------------- tables */

static void add_table(t2s_find *at, word name, t2s_place place)
{
    int32_t near =
        at->from.schema ? nearest_table(at->from.schema, name) : T2S_NO_ITEM;
    t2s_string suggestion = {0};
    if (near == T2S_NO_ITEM) {
        t2s_findings_add(at->out, T2SED_FINDING_UNKNOWN_TABLE, place,
                         T2S_NOWHERE, NULL,
                         "The database has no table \"%.*s\".",
                         (int)least(name.n, LONGEST_NAME), name.at);
        return;
    }
    t2s_sql_append_name(&suggestion, at->from.schema->tables[near].name,
                        strlen(at->from.schema->tables[near].name));
    at->out->failed |= suggestion.failed;
    if (!suggestion.failed)
        t2s_findings_add(at->out, T2SED_FINDING_UNKNOWN_TABLE, place,
                         T2S_NOWHERE, suggestion.text,
                         "The database has no table \"%.*s\"; it has \"%s\".",
                         (int)least(name.n, LONGEST_NAME), name.at,
                         at->from.schema->tables[near].name);
    t2s_string_free(&suggestion);
}

/* The others: SQLite stops at the first. */
static void add_other_tables(t2s_find *at)
{
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        if (at->from.schema && t2s_is_unknown_table(use))
            add_table(at, (word){use->text, use->length},
                      t2s_place_of_use(use));
    }
}

static void find_table(t2s_find *at, word full, ptrdiff_t offset)
{
    word name = unqualified(full);
    const t2s_query_use *use = find_use(at, T2S_USES_TABLE, name, offset);
    add_table(at, name, place_of(at, use, offset));
    if (use)
        add_other_tables(at);
}

/* ------------------------------------------------------------- columns */

/* The suggestion for a column: as it is called in sight. */
static bool suggest(const t2s_find *at, t2s_string *out, int32_t column,
                    bool is_qualified)
{
    const t2s_column *of = &at->from.schema->columns[column];
    if (is_qualified) {
        word table = relation_name(at, of->table);
        t2s_sql_append_name(out, table.at, table.n);
        t2s_string_append_char(out, '.');
    }
    t2s_sql_append_name(out, of->name, strlen(of->name));
    return !out->failed;
}

/* A table that is not in the query and has such a column, or T2S_NO_ITEM. */
static int32_t table_elsewhere(const t2s_find *at, word name)
{
    int32_t column = t2s_schema_find_column(at->from.schema, T2S_NO_ITEM,
                                            name.at, name.n, NULL);
    for (; column != T2S_NO_ITEM;
         column = at->from.schema->columns[column].next_same)
        if (!uses_table(at->query, at->from.schema->columns[column].table))
            return at->from.schema->columns[column].table;
    return T2S_NO_ITEM;
}

static void add_column(t2s_find *at, word full, t2s_place place)
{
    word name = unqualified(full);
    const int n = (int)least(name.n, LONGEST_NAME);
    const int full_length = (int)least(full.n, 2 * LONGEST_NAME);
    bool is_same = false, is_qualified = full.n > name.n;
    int32_t near =
        at->from.schema ? nearest_column(at, name, &is_same) : T2S_NO_ITEM;
    int32_t elsewhere =
        at->from.schema && !is_same ? table_elsewhere(at, name) : T2S_NO_ITEM;
    t2s_string suggestion = {0};
    if (near != T2S_NO_ITEM && !suggest(at, &suggestion, near, is_qualified)) {
        at->out->failed = true;
    } else if (near != T2S_NO_ITEM && is_same) {
        t2s_findings_add(
            at->out, T2SED_FINDING_UNKNOWN_COLUMN, place, T2S_NOWHERE,
            suggestion.text, "\"%.*s\" is no column here: %.*s is one of %s.",
            full_length, full.at, n, name.at,
            at->from.schema->tables[at->from.schema->columns[near].table].name);
    } else if (elsewhere != T2S_NO_ITEM) {
        t2s_findings_add(at->out, T2SED_FINDING_UNKNOWN_COLUMN, place,
                         T2S_NOWHERE, suggestion.text,
                         "No table of the query has a column \"%.*s\"; %s, "
                         "which is not in it, has one.",
                         n, name.at, at->from.schema->tables[elsewhere].name);
    } else if (near != T2S_NO_ITEM) {
        t2s_findings_add(
            at->out, T2SED_FINDING_UNKNOWN_COLUMN, place, T2S_NOWHERE,
            suggestion.text,
            "No table of the query has a column \"%.*s\"; %s has \"%s\".", n,
            name.at,
            at->from.schema->tables[at->from.schema->columns[near].table].name,
            at->from.schema->columns[near].name);
    } else {
        t2s_findings_add(at->out, T2SED_FINDING_UNKNOWN_COLUMN, place,
                         T2S_NOWHERE, NULL,
                         "No table of the query has a column \"%.*s\".",
                         full_length, full.at);
    }
    t2s_string_free(&suggestion);
}

static void add_other_columns(t2s_find *at)
{
    bool known = at->from.schema && t2s_query_knows_columns(at->query);
    for (size_t i = 0; known && i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        const char *text = at->sql->text + use->begin;
        if (use->begin == use->end || !t2s_is_unknown_column(use))
            continue;
        add_column(at, (word){text, use->end - use->begin},
                   t2s_place_of_use(use));
    }
}

static void find_column(t2s_find *at, word full, ptrdiff_t offset)
{
    const t2s_query_use *use =
        find_use(at, T2S_USES_UNKNOWN, unqualified(full), offset);
    add_column(at, full, place_of(at, use, offset));
    if (use)
        add_other_columns(at);
}

/* Tables of the query that have a column, as "a and b", and the first of them
 * in *first. */
static bool list_tables(const t2s_find *at, word name, t2s_string *out,
                        int32_t *first)
{
    *first = T2S_NO_ITEM;
    for (size_t t = 0; at->from.schema && t < at->from.schema->table_count;
         t++) {
        int32_t column = t2s_schema_find_column(at->from.schema, (int32_t)t,
                                                name.at, name.n, NULL);
        if (column == T2S_NO_ITEM || !uses_table(at->query, (int32_t)t))
            continue;
        if (*first != T2S_NO_ITEM)
            t2s_string_append(out, " and ");
        else
            *first = column;
        t2s_string_append(out, at->from.schema->tables[t].name);
    }
    return !out->failed;
}

static void find_ambiguous(t2s_find *at, word full, ptrdiff_t offset)
{
    word name = unqualified(full);
    const int n = (int)least(full.n, 2 * LONGEST_NAME);
    t2s_place place =
        t2s_place_of_token(at->sql->text, at->sql->length, offset);
    t2s_string tables = {0}, suggestion = {0};
    int32_t first = T2S_NO_ITEM;
    if (!list_tables(at, name, &tables, &first) ||
        (first != T2S_NO_ITEM && !suggest(at, &suggestion, first, true)))
        at->out->failed = true;
    else if (tables.length > 0)
        t2s_findings_add(at->out, T2SED_FINDING_AMBIGUOUS_COLUMN, place,
                         T2S_NOWHERE, suggestion.text,
                         "\"%.*s\" may be a column of %s.", n, full.at,
                         tables.text);
    else
        t2s_findings_add(
            at->out, T2SED_FINDING_AMBIGUOUS_COLUMN, place, T2S_NOWHERE, NULL,
            "Several tables of the query have a column \"%.*s\".", n, full.at);
    t2s_string_free(&tables);
    t2s_string_free(&suggestion);
}

/* ------------------------------------------------------------- the rest */

static void find_function(t2s_find *at, word name, ptrdiff_t offset)
{
    const t2s_query_use *use = find_use(at, T2S_USES_FUNCTION, name, offset);
    t2s_findings_add(at->out, T2SED_FINDING_UNKNOWN_FUNCTION,
                     place_of(at, use, offset), T2S_NOWHERE, NULL,
                     "SQLite has no function \"%.*s\".",
                     (int)least(name.n, LONGEST_NAME), name.at);
}

/* An aggregate where rows are not grouped yet. */
static void find_misuse(t2s_find *at, const char *message, ptrdiff_t offset)
{
    t2s_place place =
        t2s_place_of_token(at->sql->text, at->sql->length, offset);
    for (size_t i = 0; place.begin < 0 && i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        if (use->kind == T2S_USES_FUNCTION &&
            use->index != T2S_FUNCTION_OTHER && use->begin < use->end &&
            (use->clause == T2S_CLAUSE_WHERE || use->clause == T2S_CLAUSE_ON ||
             use->clause == T2S_CLAUSE_GROUP))
            place = t2s_place_of_use(use);
    }
    t2s_findings_add(at->out, T2SED_FINDING_AGGREGATE_MISUSED, place,
                     T2S_NOWHERE, NULL,
                     "An aggregate can't stand here (SQLite: %s); conditions "
                     "on groups go into HAVING.",
                     message);
}

static bool begins(const char *text, const char *prefix, word *rest)
{
    size_t n = strlen(prefix);
    if (strncmp(text, prefix, n) != 0)
        return false;
    rest->at = text + n;
    rest->n = strlen(text + n);
    return true;
}

void t2s_find_refused(t2s_find *at, const char *message, ptrdiff_t offset)
{
    t2s_place place =
        t2s_place_of_token(at->sql->text, at->sql->length, offset);
    word name;
    if (begins(message, "no such table: ", &name))
        find_table(at, name, offset);
    else if (begins(message, "no such column: ", &name))
        find_column(at, name, offset);
    else if (begins(message, "ambiguous column name: ", &name))
        find_ambiguous(at, name, offset);
    else if (begins(message, "no such function: ", &name))
        find_function(at, name, offset);
    else if (begins(message, "misuse of aggregate", &name) ||
             begins(message, "aggregate functions are not allowed", &name))
        find_misuse(at, message, offset);
    else
        t2s_findings_add(at->out,
                         begins(message, "sub-select returns ", &name) ||
                                 begins(message, "row value misused", &name) ||
                                 begins(message, "SELECTs to the left", &name)
                             ? T2SED_FINDING_COLUMN_COUNT
                             : T2SED_FINDING_REFUSED,
                         place, T2S_NOWHERE, NULL,
                         "SQLite refuses the query: %s.", message);
}
