/* What SQLite refuses, explained: where it is, and for a name that is not there
 * the nearest one that is. */
#include "findings/findings.h"

#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "sql/token.h"

/* Bytes of names that are told. */
#define LONGEST_NAME 64
/* Of 100 bytes so many may differ in a name that is meant. */
#define MOST_DIFFERENT 34

typedef t2s_sql_word word;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int shown(word name, size_t most)
{
    return (int)least(name.n, most);
}

/* How far a name is from what is written, or SIZE_MAX: too far. A name that
 * only has words more or fewer (name, singer_name) is near. */
static size_t farness(word written, const char *name)
{
    size_t n = strlen(name), longer = n > written.n ? n : written.n;
    size_t far = t2s_edit_distance(written.at, written.n, name, n);
    const char *large = n > written.n ? name : written.at;
    const char *small = n > written.n ? written.at : name;
    size_t shorter = least(n, written.n);
    if (shorter >= 3 &&
        (t2s_casecmp_n(large, shorter, small, shorter) == 0 ||
         t2s_casecmp_n(large + longer - shorter, shorter, small, shorter) == 0))
        return least(far, 1 + longer * MOST_DIFFERENT / 100);
    return far * 100 <= longer * MOST_DIFFERENT ? far : SIZE_MAX;
}

/* The name that is nearest so far. */
typedef struct nearest {
    int32_t item;
    size_t far;
    bool is_tied; /* another is as near */
} nearest;

static const nearest none_yet = {T2S_NO_ITEM, SIZE_MAX, false};

static void compare(nearest *of, word written, const char *name, size_t item)
{
    size_t far = farness(written, name);
    if (far < of->far)
        *of = (nearest){(int32_t)item, far, false};
    else if (far != SIZE_MAX && far == of->far)
        of->is_tied = true;
}

static int32_t nearest_table(const t2sed_schema *schema, word written)
{
    nearest found = none_yet;
    for (size_t i = 0; schema && i < schema->table_count; i++)
        compare(&found, written, schema->tables[i].name, i);
    return found.is_tied ? T2S_NO_ITEM : found.item;
}

/* The relation of a table that a byte of the query sees: of the SELECT that it
 * stands in, or of one around it; or NULL. */
static const t2s_sql_relation *relation_at(const t2s_inspected *q,
                                           int32_t table, size_t byte)
{
    for (size_t i = 0; i < q->scopes->relations.count; i++) {
        const t2s_sql_relation *relation = &q->scopes->relations.at[i];
        const int32_t core = q->scopes->scopes.at[relation->scope].core;
        if (relation->origin == T2S_FROM_TABLE && relation->table == table &&
            (core == T2S_NO_NODE || (byte >= q->tree->nodes[core].begin &&
                                     byte < q->tree->nodes[core].end)))
            return relation;
    }
    return NULL;
}

/* The column of the tables in sight of a byte that is called so, or most nearly
 * so; none, where several are. */
static nearest nearest_column(const t2s_inspected *q, word written, size_t byte)
{
    const t2sed_schema *schema = q->from->schema;
    nearest found = none_yet;
    for (size_t t = 0; schema && t < schema->table_count; t++) {
        const t2s_table *table = &schema->tables[t];
        if (!relation_at(q, (int32_t)t, byte))
            continue;
        for (int32_t c = table->first_column;
             c < table->first_column + table->column_count; c++)
            compare(&found, written, schema->columns[c].name, (size_t)c);
    }
    return found;
}

/* The part of "t.c" behind the last point. */
static word unqualified(word name)
{
    for (size_t i = name.n; i > 0; i--)
        if (name.at[i - 1] == '.')
            return (word){name.at + i, name.n - i};
    return name;
}

/* The use that SQLite's message is about: the one at the byte that it names, or
 * the first that is unknown and called so. */
static const t2s_query_use *find_use(const t2s_inspected *q,
                                     t2s_query_kind kind, word name)
{
    const ptrdiff_t offset = q->refusal.offset;
    const t2s_query_use *found = NULL;
    t2s_for_each_use (q->query, use) {
        if (use->begin == use->end || !use->text ||
            t2s_casecmp_n(use->text, use->length, name.at, name.n) != 0)
            continue;
        if (offset >= (ptrdiff_t)use->begin && offset < (ptrdiff_t)use->end)
            return use;
        if (!found && use->kind == kind &&
            (kind != T2S_USES_TABLE || use->index == T2S_NO_ITEM))
            found = use;
    }
    return found;
}

static t2sed_span place_of(const t2s_inspected *q, const t2s_query_use *use)
{
    return use ? t2s_span_of_use(use)
               : t2s_span_of_token(q->sql->text, q->sql->length,
                                   q->refusal.offset);
}

/* Reports what a message says, with a suggestion, which is freed. */
static void report_with(t2s_inspected *q, t2sed_finding_code code,
                        t2sed_span place, t2s_string *suggestion,
                        const char *message)
{
    if (suggestion->failed)
        t2s_check_failed(q);
    else
        t2s_report(q, code, place, T2S_NOWHERE, suggestion->text, "%s",
                   message);
    t2s_string_free(suggestion);
}

/* ------------------------------------------------------------- tables */

/* said: what the database says of it; NULL: in our words. */
static void report_table(t2s_inspected *q, word name, t2sed_span place,
                         const char *said)
{
    const t2sed_schema *schema = q->from->schema;
    int32_t near = nearest_table(schema, name);
    const char *meant = near < 0 ? NULL : schema->tables[near].name;
    char message[T2SED_ERROR_TEXT_SIZE];
    t2s_string suggestion = {0};
    int n =
        snprintf(message, sizeof message, "The database has no table \"%.*s\"",
                 shown(name, LONGEST_NAME), name.at);
    if (meant)
        t2s_sql_append_name(&suggestion, meant, strlen(meant));
    snprintf(message + n, sizeof message - (size_t)n,
             meant ? "; did you mean \"%s\"?" : ".%s", meant ? meant : "");
    report_with(q, T2SED_FINDING_UNKNOWN_TABLE, place, &suggestion,
                said ? said : message);
}

static void explain_table(t2s_inspected *q, word full)
{
    word name = unqualified(full);
    const t2s_query_use *use = find_use(q, T2S_USES_TABLE, name);
    report_table(q, name, place_of(q, use), NULL);
    /* The others: SQLite stops at the first. */
    for (size_t i = 0; use && q->from->schema && i < q->query->uses.count;
         i++) {
        const t2s_query_use *other = &q->query->uses.at[i];
        if (t2s_is_unknown_table(other))
            report_table(q, (word){other->text, other->length},
                         t2s_span_of_use(other), NULL);
    }
}

/* ------------------------------------------------------------- columns */

/* The column as a byte of the query calls it: its table by the alias, or the
 * name. */
static void append_column(t2s_string *out, const t2s_inspected *q,
                          int32_t column, size_t byte, bool is_qualified)
{
    const t2s_column *of = &q->from->schema->columns[column];
    const t2s_sql_relation *relation = relation_at(q, of->table, byte);
    if (is_qualified && relation) {
        const word table = relation->name;
        t2s_sql_append_name(out, table.at, table.n);
        t2s_string_append_char(out, '.');
    }
    t2s_sql_append_name(out, of->name, strlen(of->name));
}

/* A table that is not in the query and has such a column, or NULL. */
static const char *table_elsewhere(const t2s_inspected *q, word name)
{
    const t2sed_schema *schema = q->from->schema;
    int32_t column = schema ? t2s_schema_find_column(schema, T2S_NO_ITEM,
                                                     name.at, name.n, NULL)
                            : T2S_NO_ITEM;
    for (; column != T2S_NO_ITEM; column = schema->columns[column].next_same)
        if (!t2s_query_reads_table(q->query, schema->columns[column].table))
            return schema->tables[schema->columns[column].table].name;
    return NULL;
}

/* said: as of report_table. */
static void report_column(t2s_inspected *q, word full, t2sed_span place,
                          const char *said)
{
    word name = unqualified(full);
    const int n = shown(name, LONGEST_NAME);
    const int full_length = shown(full, 2 * LONGEST_NAME);
    const nearest near = nearest_column(q, name, place.begin);
    const bool is_same = near.far == 0;
    const char *elsewhere = is_same ? NULL : table_elsewhere(q, name);
    const t2s_column *meant = near.item == T2S_NO_ITEM || near.is_tied
                                  ? NULL
                                  : &q->from->schema->columns[near.item];
    const char *table =
        meant ? q->from->schema->tables[meant->table].name : NULL;
    char message[T2SED_ERROR_TEXT_SIZE];
    t2s_string suggestion = {0};
    /* A column of that very name in another table may be it as well. */
    if (meant && !elsewhere)
        append_column(&suggestion, q, near.item, place.begin, full.n > name.n);
    if (is_same && meant)
        snprintf(message, sizeof message,
                 "There is no column \"%.*s\" here; %.*s is a column of %s.",
                 full_length, full.at, n, name.at, table);
    else if (elsewhere)
        snprintf(message, sizeof message,
                 "No table of the query has a column \"%.*s\"; the table %s, "
                 "which the query does not use, has one.",
                 n, name.at, elsewhere);
    else if (meant)
        snprintf(message, sizeof message,
                 "No table of the query has a column \"%.*s\"; %s has "
                 "\"%s\".",
                 n, name.at, table, meant->name);
    else
        snprintf(message, sizeof message,
                 "No table of the query has a column \"%.*s\".", full_length,
                 full.at);
    report_with(q, T2SED_FINDING_UNKNOWN_COLUMN, place, &suggestion,
                said ? said : message);
}

static void explain_column(t2s_inspected *q, word full)
{
    const t2s_query_use *use = find_use(q, T2S_USES_UNKNOWN, unqualified(full));
    bool tells_others =
        use && q->from->schema && t2s_query_knows_columns(q->query);
    report_column(q, full, place_of(q, use), NULL);
    for (size_t i = 0; tells_others && i < q->query->uses.count; i++) {
        const t2s_query_use *other = &q->query->uses.at[i];
        if (other->begin < other->end && t2s_is_unknown_column(other))
            report_column(
                q,
                (word){q->sql->text + other->begin, other->end - other->begin},
                t2s_span_of_use(other), NULL);
    }
}

/* Appends the tables of the query that have a column, as "a and b"; the column
 * of the first of them, or T2S_NO_ITEM. *are_related: keys relate all of them,
 * so that each means the same. */
static int32_t list_tables(const t2s_inspected *q, word name, t2s_string *out,
                           bool *are_related)
{
    const t2sed_schema *schema = q->from->schema;
    int32_t first = T2S_NO_ITEM;
    for (size_t t = 0; schema && t < schema->table_count; t++) {
        int32_t column =
            t2s_schema_find_column(schema, (int32_t)t, name.at, name.n, NULL);
        if (column == T2S_NO_ITEM ||
            !t2s_query_reads_table(q->query, (int32_t)t))
            continue;
        if (first == T2S_NO_ITEM) {
            first = column;
        } else {
            t2s_string_append(out, " and ");
            *are_related =
                *are_related && t2s_schema_relate(schema, first, column);
        }
        t2s_string_append(out, schema->tables[t].name);
    }
    return first;
}

static void explain_ambiguous(t2s_inspected *q, word full)
{
    t2s_string tables = {0}, suggestion = {0};
    bool are_related = true;
    int32_t first = list_tables(q, unqualified(full), &tables, &are_related);
    const t2sed_span place = place_of(q, NULL);
    char message[T2SED_ERROR_TEXT_SIZE];
    const int n = shown(full, 2 * LONGEST_NAME);
    if (first != T2S_NO_ITEM) {
        if (are_related)
            append_column(&suggestion, q, first, place.begin, true);
        snprintf(message, sizeof message,
                 "The column \"%.*s\" is ambiguous: it may belong to %s.", n,
                 full.at, tables.text);
    } else {
        snprintf(message, sizeof message,
                 "The column \"%.*s\" is ambiguous: several tables of the "
                 "query have it.",
                 n, full.at);
    }
    suggestion.failed |= tables.failed;
    report_with(q, T2SED_FINDING_AMBIGUOUS_COLUMN, place, &suggestion, message);
    t2s_string_free(&tables);
}

/* ------------------------------------------------------------- the rest */

static void explain_function(t2s_inspected *q, word name)
{
    const t2s_query_use *use = find_use(q, T2S_USES_FUNCTION, name);
    t2s_report(q, T2SED_FINDING_UNKNOWN_FUNCTION, place_of(q, use), T2S_NOWHERE,
               NULL, "SQLite has no function \"%.*s\".",
               shown(name, LONGEST_NAME), name.at);
}

/* An aggregate where rows are not grouped yet. */
static void explain_misuse(t2s_inspected *q, const char *system)
{
    const t2s_query_use *found = NULL;
    for (size_t i = 0;
         q->refusal.offset < 0 && !found && i < q->query->uses.count; i++) {
        const t2s_query_use *use = &q->query->uses.at[i];
        if (use->kind == T2S_USES_FUNCTION &&
            use->index != T2S_FUNCTION_OTHER && use->begin < use->end &&
            (use->clause == T2S_CLAUSE_WHERE || use->clause == T2S_CLAUSE_ON ||
             use->clause == T2S_CLAUSE_GROUP))
            found = use;
    }
    t2s_report(q, T2SED_FINDING_AGGREGATE_MISUSED, place_of(q, found),
               T2S_NOWHERE, NULL,
               "An aggregate function is not allowed here (%s: %s); put "
               "conditions on groups into HAVING.",
               system, q->refusal.message);
}

static bool begins(const char *text, const char *prefix, word *rest)
{
    size_t n = strlen(prefix);
    if (strncmp(text, prefix, n) != 0)
        return false;
    *rest = (word){text + n, strlen(text + n)};
    return true;
}

/* ------------------------------------------------------- systems of hosts */

/* Whether a message has the use's name in it, as a word. */
static bool mentions(const char *message, const t2s_query_use *use)
{
    for (const char *at = message; strlen(at) >= use->length; at++)
        if (t2s_casecmp_n(at, use->length, use->text, use->length) == 0 &&
            (at == message || !t2s_sql_is_name_char(at[-1])) &&
            !t2s_sql_is_name_char(at[use->length]))
            return true;
    return false;
}

static bool is_unknown_name(const t2s_inspected *q, const t2s_query_use *use)
{
    return use->text && use->begin < use->end &&
           (t2s_is_unknown_table(use) ||
            (t2s_query_knows_columns(q->query) && t2s_is_unknown_column(use)));
}

static void report_name(t2s_inspected *q, const t2s_query_use *use,
                        const char *said)
{
    const t2sed_span place = t2s_span_of_use(use);
    if (t2s_is_unknown_table(use))
        report_table(q, (word){use->text, use->length}, place, said);
    else
        report_column(q,
                      (word){q->sql->text + use->begin, use->end - use->begin},
                      place, said);
}

void t2s_host_said(char *out, size_t size, const char *message)
{
    const size_t n = strlen(message);
    snprintf(out, size, "The database rejects the query: %s%s", message,
             n > 0 && strchr(".!?", message[n - 1]) ? "" : ".");
}

/* Each system has words of its own, which are kept. An unknown name in them is
 * told as one, and with it those that the system did not get to. */
static void explain_host(t2s_inspected *q)
{
    const t2s_query_use *found = NULL;
    const char *message = q->refusal.message;
    char said[T2SED_ERROR_TEXT_SIZE + 48];
    t2s_host_said(said, sizeof said, message);
    t2s_for_each_use (q->query, use)
        if (!found && is_unknown_name(q, use) && mentions(message, use))
            found = use;
    if (!found)
        t2s_report(q, T2SED_FINDING_REFUSED, place_of(q, NULL), T2S_NOWHERE,
                   NULL, "%s", said);
    t2s_for_each_use (q->query, use)
        if (found && is_unknown_name(q, use))
            report_name(q, use, use == found ? said : NULL);
}

void t2s_check_refusal(t2s_inspected *q)
{
    const char *message = q->refusal.message;
    const bool is_host =
        q->from->database && t2s_database_is_host(q->from->database);
    word name;
    if (begins(message, "misuse of aggregate", &name) ||
        begins(message, "aggregate functions are not allowed", &name))
        explain_misuse(q, is_host ? "the database" : "SQLite");
    else if (is_host && !t2s_was_not_sent(&q->refusal))
        explain_host(q);
    else if (begins(message, "no such table: ", &name))
        explain_table(q, name);
    else if (begins(message, "no such column: ", &name))
        explain_column(q, name);
    else if (begins(message, "ambiguous column name: ", &name))
        explain_ambiguous(q, name);
    else if (begins(message, "no such function: ", &name))
        explain_function(q, name);
    else if (t2s_was_not_sent(&q->refusal))
        t2s_report(q, T2SED_FINDING_REFUSED, place_of(q, NULL), T2S_NOWHERE,
                   NULL, "The query is %s.", message);
    else
        t2s_report(q,
                   begins(message, "sub-select returns ", &name) ||
                           begins(message, "row value misused", &name) ||
                           begins(message, "SELECTs to the left", &name)
                       ? T2SED_FINDING_COLUMN_COUNT
                       : T2SED_FINDING_REFUSED,
                   place_of(q, NULL), T2S_NOWHERE, NULL,
                   "SQLite rejects the query: %s.", message);
}
