/*
 * Reads a query as Spider's published evaluation does: words from left to
 * right, one clause after the other, and nothing behind the last one. Where
 * that evaluation gives up, or takes something for what it is not, the query is
 * "beyond" its SQL. docs/internals/evaluate.md has the list.
 */
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "lab/evaluate/spider.h"

/* Spider's evaluation has no such limits, but its language does; they bound
 * what comparing takes. */
#define MOST_IN_LIST 1000
#define MOST_TABLES  64
#define MOST_NESTING 200

typedef struct reader {
    const char *text;
    t2s_spider_words words;
    size_t next; /* the word to be read */
    const t2sed_schema *schema;
    const int32_t *keys;         /* or NULL */
    const t2s_spider_query *top; /* the first query, not a nested one */
    t2s_arena *arena;
    t2s_map aliases; /* of the whole query: alias -> table */
    int nesting;
    t2sed_status status;
    t2sed_error *err;
} reader;

/* Both note the failure, unless there is one already, and return false. */
static bool beyond(reader *r, size_t at, const char *what)
{
    ptrdiff_t offset =
        at < r->words.count ? (ptrdiff_t)r->words.at[at].begin : -1;
    if (r->status == T2SED_OK)
        r->status =
            t2s_fail(r->err, T2SED_EUNSUPPORTED, offset,
                     "SQL: beyond what Spider's evaluation reads: %s", what);
    return false;
}

static bool no_memory(reader *r)
{
    r->status = t2s_fail_memory(r->err);
    return false;
}

/* ----------------------------------------------------------------- words */

static size_t length_of(const t2s_spider_word *w)
{
    return w->end - w->begin;
}

/* Whether word `at` is that, without regard to case; none is, past the end. */
static bool word_is(const reader *r, size_t at, const char *text)
{
    const t2s_spider_word *w = &r->words.at[at];
    return at < r->words.count &&
           t2s_casecmp_n(r->text + w->begin, length_of(w), text,
                         strlen(text)) == 0;
}

static bool is(const reader *r, const char *text)
{
    return word_is(r, r->next, text);
}

/* The place of word `at` in a list that NULL ends, or -1. */
static int find_word(const reader *r, size_t at, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (word_is(r, at, list[i]))
            return i;
    return -1;
}

/* Passes over a word if it is that. */
static bool take(reader *r, const char *text)
{
    bool found = is(r, text);
    r->next += found;
    return found;
}

static bool expect(reader *r, const char *text)
{
    char what[40] = "no ";
    return take(r, text) ||
           beyond(r, r->next, strncat(what, text, sizeof what - 20));
}

static bool is_quoted(const reader *r, const t2s_spider_word *w)
{
    return strchr("\"'`[", r->text[w->begin]) != NULL;
}

/* Whether what was read is as Spider would part it. A comment in the midst of
 * the query must not be what ended the reading. */
static bool check_words(reader *r)
{
    for (size_t i = 0; i <= r->next && i < r->words.count; i++) {
        const char *flaw = r->words.at[i].flaw;
        if (flaw && (i < r->next ||
                     (flaw == t2s_spider_comment && i + 1 < r->words.count)))
            return beyond(r, i, flaw);
    }
    return true;
}

/* ----------------------------------------------------------------- names */

/* A table of the schema by name; views are none to Spider. */
static int32_t schema_table(const reader *r, uint32_t begin, uint32_t end)
{
    int32_t table =
        t2s_schema_find_table(r->schema, r->text + begin, end - begin);
    return table != T2S_NO_ITEM && r->schema->tables[table].is_view
               ? T2S_NO_ITEM
               : table;
}

/* The table that a name or an alias stands for; T2S_NO_ITEM if none. */
static int32_t find_table(const reader *r, uint32_t begin, uint32_t end)
{
    const char *name = r->text + begin;
    t2s_map_entry *alias = t2s_map_find(&r->aliases, name, end - begin);
    return alias ? (int32_t)alias->value : schema_table(r, begin, end);
}

/* Collects what stands around each AS: Spider has one list for a query and
 * everything in it. */
static bool find_aliases(reader *r)
{
    r->aliases.folds_case = true;
    for (size_t i = 1; i + 1 < r->words.count; i++) {
        const t2s_spider_word *table = &r->words.at[i - 1],
                              *alias = &r->words.at[i + 1];
        int32_t number = is_quoted(r, table)
                             ? T2S_NO_ITEM
                             : schema_table(r, table->begin, table->end);
        if (!word_is(r, i, "as") || is_quoted(r, alias))
            continue; /* nothing can refer to a name in quotes */
        if (schema_table(r, alias->begin, alias->end) != T2S_NO_ITEM)
            return beyond(r, i + 1, "an alias that is a table's name");
        if (!t2s_map_set(&r->aliases, r->text + alias->begin, length_of(alias),
                         number))
            return no_memory(r);
    }
    return true;
}

/* table.column: the table need not be in FROM. */
static bool read_qualified(reader *r, const t2s_spider_word *w, uint32_t dot,
                           int32_t *column)
{
    int32_t table = find_table(r, w->begin, dot);
    if (table == T2S_NO_ITEM)
        return beyond(r, r->next, "an unknown table or alias");
    *column = t2s_schema_find_column(r->schema, table, r->text + dot + 1,
                                     w->end - dot - 1, NULL);
    return *column != T2S_NO_ITEM || beyond(r, r->next, "an unknown column");
}

static bool find_column(reader *r, const t2s_spider_word *w,
                        const t2s_spider_query *from, int32_t *column)
{
    const char *name = r->text + w->begin;
    const char *dot = memchr(name, '.', length_of(w));
    if (is_quoted(r, w))
        return beyond(r, r->next, "a column in quotes");
    if (dot)
        return read_qualified(r, w, (uint32_t)(dot - r->text), column);
    for (size_t i = 0; i < from->table_count; i++) {
        int32_t table = from->tables[i].table;
        if (table == T2S_NO_ITEM)
            continue;
        *column =
            t2s_schema_find_column(r->schema, table, name, length_of(w), NULL);
        if (*column != T2S_NO_ITEM)
            return true;
    }
    return beyond(r, r->next, "what is no column of this FROM");
}

/* ----------------------------------------------------------------- units */

/* By t2s_spider_aggregate. */
static const char *const aggregates[] = {"none", "max", "min", "count",
                                         "sum",  "avg", NULL};

/* The column that stands for another, or that itself. */
static int32_t key_of(const reader *r, int32_t column)
{
    for (size_t i = 0;
         column >= 0 && r->keys && r->nesting == 0 && i < r->top->table_count;
         i++)
        if (r->top->tables[i].table == r->schema->columns[column].table)
            return r->keys[column];
    return column;
}

/* A column or "*", with nothing around it. */
static bool read_name(reader *r, const t2s_spider_query *from,
                      t2s_spider_column *column)
{
    if (r->next >= r->words.count)
        return beyond(r, r->next, "its end here");
    if (find_word(r, r->next, aggregates) >= 0)
        return beyond(r, r->next, "a column called as a function is");
    if (is(r, "*"))
        column->column = T2S_SPIDER_STAR;
    else if (!find_column(r, &r->words.at[r->next], from, &column->column))
        return false;
    column->key = key_of(r, column->column);
    r->next++;
    return true;
}

/* Passes over an aggregate's name, where one stands before a parenthesis. */
static t2s_spider_aggregate take_aggregate(reader *r)
{
    int found = find_word(r, r->next, aggregates);
    if (found <= 0 || !word_is(r, r->next + 1, "("))
        return T2S_SPIDER_NO_AGGREGATE;
    r->next++;
    return (t2s_spider_aggregate)found;
}

/* A column, maybe in an aggregate or in parentheses; not in both, for Spider
 * then forgets the second parenthesis. */
static bool read_column(reader *r, const t2s_spider_query *from,
                        t2s_spider_column *column)
{
    bool in_parentheses = take(r, "(");
    column->aggregate = take_aggregate(r);
    if (column->aggregate)
        in_parentheses = take(r, "(");
    column->distinct = take(r, "distinct");
    return read_name(r, from, column) && (!in_parentheses || expect(r, ")"));
}

/* One column, or two with an operator between them; maybe in parentheses. */
static bool read_unit(reader *r, const t2s_spider_query *from,
                      t2s_spider_unit *unit)
{
    static const char *const signs[] = {"+", "-", "*", "/", NULL};
    bool in_parentheses = take(r, "(");
    int sign;
    if (!read_column(r, from, &unit->left))
        return false;
    sign = find_word(r, r->next, signs);
    if (sign >= 0) {
        unit->arithmetic = signs[sign][0];
        r->next++;
        if (!read_column(r, from, &unit->right))
            return false;
    }
    return !in_parentheses || expect(r, ")");
}

/* ------------------------------------------------------------ conditions */

static t2s_spider_query *read_nested(reader *r);

/* What begins or ends a clause, and what joins tables. */
static bool at_clause(const reader *r)
{
    static const char *const words[] = {"select", "from",  "where",     "group",
                                        "order",  "limit", "intersect", "union",
                                        "except", NULL};
    return find_word(r, r->next, words) >= 0;
}

static bool at_end(const reader *r)
{
    return at_clause(r) || is(r, ")") || is(r, ";");
}

static bool at_join(const reader *r)
{
    return is(r, "join") || is(r, "on") || is(r, "as");
}

/* Behind a column that is a value, Spider passes over all words up to the next
 * condition or clause. Where these would be taken out of parentheses, we give
 * up. */
static bool pass_over(reader *r)
{
    for (; r->next < r->words.count && !is(r, ",") && !is(r, ")") &&
           !is(r, "and") && !at_clause(r) && !at_join(r);
         r->next++)
        if (is(r, "(") || is(r, "having") || is(r, "window"))
            return beyond(r, r->next,
                          "this behind a column that is compared with");
    return true;
}

static bool read_value(reader *r, const t2s_spider_query *from,
                       t2s_spider_value *value)
{
    bool in_parentheses = take(r, "(");
    const t2s_spider_word *w = &r->words.at[r->next];
    if (r->next >= r->words.count)
        return beyond(r, r->next, "a condition without a value");
    if (is(r, "select")) {
        value->kind = T2S_SPIDER_QUERY;
        value->query = read_nested(r);
        if (!value->query)
            return false;
    } else if (is_quoted(r, w) && r->text[w->end - 1] == r->text[w->begin]) {
        value->kind = T2S_SPIDER_TEXT;
        value->text = r->text + w->begin + 1;
        value->length = length_of(w) - 2;
        r->next++;
    } else if (t2s_spider_number(r->text + w->begin, r->text + w->end,
                                 &value->number)) {
        value->kind = T2S_SPIDER_NUMBER;
        r->next++;
    } else {
        value->kind = T2S_SPIDER_COLUMN;
        if (in_parentheses)
            return beyond(r, r->next, "a column in parentheses as a value");
        return read_name(r, from, &value->column) && pass_over(r);
    }
    return !in_parentheses || expect(r, ")");
}

/* unit [NOT] operator value, or unit [NOT] BETWEEN value AND value. */
static bool read_condition(reader *r, const t2s_spider_query *from,
                           t2s_spider_condition *condition)
{
    /* By t2s_spider_comparison. */
    static const char *const operators[] = {
        "between", "=", ">", "<", ">=", "<=", "!=", "in", "like", "is", NULL};
    int found;
    if (!read_unit(r, from, &condition->unit))
        return false;
    condition->negated = take(r, "not");
    found = find_word(r, r->next, operators);
    if (found < 0)
        return beyond(r, r->next, "this operator in a condition");
    condition->comparison = (t2s_spider_comparison)found;
    r->next++;
    if (!read_value(r, from, &condition->first))
        return false;
    return condition->comparison != T2S_SPIDER_BETWEEN ||
           (expect(r, "and") && read_value(r, from, &condition->second));
}

/* A zeroed array in the arena, or NULL: then the failure is noted. */
static void *array(reader *r, size_t count, size_t size)
{
    void *made = t2s_arena_alloc_array(r->arena, count, size);
    if (made)
        memset(made, 0, count * size);
    else
        no_memory(r);
    return made;
}

/* A list with room for one element more, or NULL: then the failure is noted. */
static void *grown(reader *r, void *list, size_t count, size_t size)
{
    void *larger;
    if (count == MOST_IN_LIST) {
        beyond(r, r->next, "so long a list");
        return NULL;
    }
    if (count & (count - 1)) /* there is room up to a power of two */
        return list;
    larger = array(r, count ? 2 * count : 1, size);
    if (larger && count)
        memcpy(larger, list, count * size);
    return larger;
}

/* Appends a zeroed element to a list; NULL where it can't. */
#define APPEND(r, list, count)                                                 \
    ((list) = grown(r, list, count, sizeof *(list)),                           \
     (list) ? &(list)[(count)++] : NULL)

/* The conditions of ON, WHERE or HAVING, behind those that are there. */
static bool read_conditions(reader *r, const t2s_spider_query *from,
                            t2s_spider_conditions *to)
{
    bool after_or = false;
    do {
        t2s_spider_condition *condition = APPEND(r, to->at, to->count);
        if (!condition || !read_condition(r, from, condition))
            return false;
        condition->after_or = after_or;
        if (at_end(r) || at_join(r))
            break;
        after_or = is(r, "or");
        r->next += after_or || is(r, "and");
    } while (r->next < r->words.count);
    return true;
}

/* --------------------------------------------------------------- clauses */

/*
 * What is selected. Neighbours without a comma between them are two items:
 * `max(a) * b` is max(a), * and b; `a b`, a column with a name, is a and b.
 */
static bool read_select(reader *r, t2s_spider_query *query)
{
    query->distinct = take(r, "distinct");
    while (r->next < r->words.count && !at_clause(r)) {
        t2s_spider_item *item = APPEND(r, query->items, query->item_count);
        if (!item)
            return false;
        item->aggregate = take_aggregate(r);
        if (!read_unit(r, query, &item->unit))
            return false;
        take(r, ",");
    }
    return true;
}

/* table [AS alias]; without AS Spider takes the alias for the next table. */
static bool read_table(reader *r, t2s_spider_table *table)
{
    const t2s_spider_word *w = &r->words.at[r->next];
    table->table = r->next >= r->words.count || is_quoted(r, w)
                       ? T2S_NO_ITEM
                       : find_table(r, w->begin, w->end);
    if (table->table == T2S_NO_ITEM)
        return beyond(r, r->next, "an unknown table, or an alias without AS");
    r->next += word_is(r, r->next + 1, "as") ? 3 : 1;
    return true;
}

/* Tables with JOIN between them, and the conditions of ON. */
static bool read_from(reader *r, t2s_spider_query *query)
{
    do {
        bool in_parentheses = take(r, "(");
        t2s_spider_table *table = APPEND(r, query->tables, query->table_count);
        if (!table)
            return false;
        if (query->table_count > MOST_TABLES)
            return beyond(r, r->next, "so many tables");
        table->table = T2S_NO_ITEM;
        if (is(r, "select")) {
            table->query = read_nested(r);
            if (!table->query)
                return false;
        } else {
            take(r, "join");
            if (!read_table(r, table))
                return false;
        }
        if (take(r, "on") && !read_conditions(r, query, &query->joins))
            return false;
        if (in_parentheses && !expect(r, ")"))
            return false;
    } while (r->next < r->words.count && !at_end(r));
    return true;
}

/* GROUP BY and HAVING. Behind a column, what is no comma ends the list. */
static bool read_groups(reader *r, t2s_spider_query *query)
{
    if (!take(r, "group"))
        return true;
    if (!expect(r, "by"))
        return false;
    do {
        t2s_spider_column *column =
            APPEND(r, query->groups, query->group_count);
        if (!column || !read_column(r, query, column))
            return false;
    } while (take(r, ","));
    if (is(r, "window"))
        return beyond(r, r->next, "WINDOW");
    return !take(r, "having") || read_conditions(r, query, &query->having);
}

static bool read_orders(reader *r, t2s_spider_query *query)
{
    if (!take(r, "order"))
        return true;
    if (!expect(r, "by"))
        return false;
    do {
        t2s_spider_unit *unit = APPEND(r, query->orders, query->order_count);
        if (!unit || !read_unit(r, query, unit))
            return false;
        if (take(r, "desc"))
            query->descending = true;
        else if (take(r, "asc"))
            query->descending = false;
    } while (take(r, ","));
    return true;
}

/* --------------------------------------------------------------- queries */

/* One SELECT with its clauses, FROM before what is selected. */
static bool read_select_core(reader *r, t2s_spider_query *query)
{
    size_t select, end;
    int depth = 0;
    if (!expect(r, "select"))
        return false;
    for (select = r->next; r->next < r->words.count; r->next++) {
        depth += is(r, "(") - is(r, ")");
        if (depth < 0 || (depth == 0 && at_clause(r)))
            break;
    }
    if (!take(r, "from"))
        return beyond(r, select, "a SELECT without FROM");
    if (!read_from(r, query))
        return false;
    end = r->next;
    r->next = select;
    if (!read_select(r, query))
        return false;
    r->next = end;
    if (take(r, "where") && !read_conditions(r, query, &query->where))
        return false;
    if (!read_groups(r, query) || !read_orders(r, query))
        return false;
    query->limited = take(r, "limit");
    r->next += query->limited; /* its number: one word */
    return true;
}

/* A query, and in a row those that INTERSECT... put behind it. */
static t2s_spider_query *read_query(reader *r)
{
    static const char *const compounds[] = {"", "intersect", "except", "union",
                                            NULL};
    t2s_spider_query *first = NULL, **link = &first;
    int compound;
    for (int chained = 0;; chained++) {
        t2s_spider_query *query = array(r, 1, sizeof *query);
        if (chained > MOST_NESTING)
            beyond(r, r->next, "so many queries in a row");
        if (!r->top)
            r->top = query;
        if (!query || r->status != T2SED_OK || !read_select_core(r, query))
            return NULL;
        *link = query;
        link = &query->next;
        while (take(r, ";"))
            continue;
        compound = find_word(r, r->next, compounds);
        if (compound <= 0)
            return first;
        query->compound = (t2s_spider_compound)compound;
        r->next++;
    }
}

static t2s_spider_query *read_nested(reader *r)
{
    t2s_spider_query *query;
    if (++r->nesting > MOST_NESTING) {
        beyond(r, r->next, "queries nested so deeply");
        return NULL;
    }
    query = read_query(r);
    r->nesting--;
    return query;
}

t2sed_status t2s_spider_query_read(t2s_spider_query **out, t2s_arena *arena,
                                   const t2sed_sql *sql,
                                   const t2sed_schema *schema,
                                   const int32_t *keys, t2sed_error *err)
{
    reader r = {.text = sql->text,
                .schema = schema,
                .keys = keys,
                .arena = arena,
                .err = err};
    t2s_spider_query *query = NULL;
    if (!t2s_spider_split(&r.words, sql->text, sql->length))
        no_memory(&r);
    else if (find_aliases(&r))
        query = read_query(&r);
    if (query)
        check_words(&r);
    t2s_map_free(&r.aliases);
    t2s_vector_free(&r.words);
    if (r.status == T2SED_OK)
        *out = query;
    return r.status;
}
