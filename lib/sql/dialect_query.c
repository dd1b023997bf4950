/* Statements of a dialect: SELECT with its clauses. */
#include <string.h>

#include "sql/dialect.h"

/* What is selected: "$1 AS name". */
typedef struct item {
    t2s_run value, alias;
    const t2s_word *name; /* of the result, if there is one */
    bool star;
} item;

typedef struct term {
    t2s_run value, direction;
} term;

typedef T2S_VECTOR(term) terms;

/* A SELECT without ORDER BY and LIMIT; its clauses. */
typedef struct core {
    t2s_run select, distinct, from, where, group, having, windows;
    t2s_run qualify, limit;
    T2S_VECTOR(item) items;
    terms partition; /* DISTINCT ON */
    size_t first_window;
} core;

static const char not_aliases[] =
    "FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT "
    "MINUS WINDOW QUALIFY INTO FOR ON USING JOIN LEFT RIGHT INNER FULL CROSS "
    "NATURAL OUTER LATERAL STRAIGHT_JOIN AS AND OR NOT IN IS LIKE ILIKE "
    "BETWEEN "
    "WITH TABLESAMPLE PIVOT UNPIVOT OPTION SELECT WHEN THEN ELSE END ASC DESC "
    "NULLS ROWS RANGE SEMI ANTI ASOF USE FORCE IGNORE COLLATE SEPARATOR ESCAPE "
    "SAMPLE";

bool t2s_sees_alias(const t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    return word->kind == T2S_WORD_NAME || word->kind == T2S_WORD_STRING ||
           (word->kind == T2S_WORD_WORD && !t2s_is_word(word, not_aliases));
}

t2s_run t2s_dialect_rest(t2s_reader *r)
{
    t2s_run run = t2s_no_run();
    for (size_t depth = 0; t2s_peek(r, 0)->kind != T2S_WORD_END;) {
        if (t2s_sees(r, ")") && depth-- == 0)
            break;
        depth += t2s_sees(r, "(");
        t2s_append(&run, t2s_take(r));
    }
    return run;
}

/* Whether SELECT or the like is behind `ahead` words. */
static bool begins_query(const t2s_reader *r, size_t ahead)
{
    const t2s_word *word = t2s_peek(r, ahead);
    return t2s_is_word(word, "SELECT VALUES") ||
           (t2s_is_word(word, "WITH") &&
            !t2s_is_word(t2s_peek(r, ahead + 1), "ORDINALITY OFFSET TIES")) ||
           (t2s_is_word(word, "FROM") && r->bit & T2S_DUCK);
}

bool t2s_sees_query(const t2s_reader *r)
{
    size_t ahead = 0, depth = 0;
    if (!t2s_sees(r, "("))
        return begins_query(r, 0);
    if (!begins_query(r, 1))
        return false;
    /* (SELECT...) UNION ..., but not (SELECT...) + 1 */
    do {
        depth += t2s_is_word(t2s_peek(r, ahead), "(");
        depth -= t2s_is_word(t2s_peek(r, ahead), ")");
    } while (t2s_peek(r, ahead++)->kind != T2S_WORD_END && depth > 0);
    return t2s_is_word(t2s_peek(r, ahead),
                       "UNION EXCEPT INTERSECT MINUS ORDER LIMIT");
}

/* -------------------------------------------------------------- ORDER BY */

static term ordering_term(t2s_reader *r)
{
    term made = {t2s_dialect_expression(r), t2s_no_run()};
    const bool descending = t2s_sees(r, "DESC");
    if (t2s_sees_one(r, "ASC DESC"))
        made.direction = t2s_take(r);
    /* SQLite's nulls come first, and last where it descends. */
    if (t2s_sees(r, descending ? "NULLS LAST" : "NULLS FIRST"))
        r->at += 2;
    else if (t2s_sees(r, "NULLS"))
        t2s_append(&made.direction, t2s_take_words(r, 2));
    return made;
}

static void ordering_terms(t2s_reader *r, terms *out)
{
    do {
        if (!t2s_vector_push(out, ordering_term(r)))
            r->status = T2SED_ENOMEM;
    } while (t2s_skips(r, ","));
}

static t2s_run join_terms(t2s_reader *r, const terms *list, size_t from,
                          const t2s_run *like)
{
    t2s_run run = t2s_no_run();
    for (size_t i = from; i < list->count; i++) {
        if (run.first)
            t2s_append(&run, t2s_write(r, ",", like));
        t2s_append(&run, t2s_copy(r, &list->at[i].value));
        t2s_append(&run, t2s_copy(r, &list->at[i].direction));
    }
    return run;
}

t2s_run t2s_dialect_ordering(t2s_reader *r)
{
    terms list = {0};
    t2s_run run = t2s_take_words(r, 2);
    ordering_terms(r, &list);
    t2s_append(&run, join_terms(r, &list, 0, &run));
    t2s_vector_free(&list);
    return run;
}

/* ---------------------------------------------------------------- SELECT */

static void select_item(t2s_reader *r, core *c)
{
    item made;
    memset(&made, 0, sizeof made);
    if (r->bit & T2S_MS && t2s_is_word(t2s_peek(r, 1), "=") &&
        t2s_sees_alias(r)) {
        made.name = t2s_peek(r, 0);
        made.alias = t2s_take_name(r);
        t2s_take(r);
    }
    made.value = t2s_dialect_expression(r);
    made.star = made.value.last && made.value.last->n == 1 &&
                made.value.last->text[0] == '*';
    while (made.star && t2s_sees_one(r, "EXCEPT EXCLUDE REPLACE RENAME") &&
           !t2s_is_word(t2s_peek(r, 1), "SELECT ALL")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_BQ | T2S_SNOW | T2S_DUCK);
        t2s_take(r);
        if (t2s_skips(r, "(")) {
            t2s_dialect_rest(r);
            t2s_skips(r, ")");
        } else {
            t2s_take(r);
        }
    }
    if (!made.name && made.value.kind == T2S_RUN_COLUMN && !made.star)
        made.name = made.value.name;
    if (t2s_skips(r, "AS") || (!made.star && t2s_sees_alias(r))) {
        made.name = t2s_peek(r, 0);
        made.alias = t2s_take_name(r);
    }
    if (!t2s_vector_push(&c->items, made))
        r->status = T2SED_ENOMEM;
}

static void select_list(t2s_reader *r, core *c)
{
    static const char ignored[] =
        "SQL_NO_CACHE SQL_CALC_FOUND_ROWS HIGH_PRIORITY STRAIGHT_JOIN";
    const t2s_word *word;
    c->select = t2s_take(r);
    while (t2s_sees_one(r, ignored))
        t2s_take(r);
    if (t2s_sees(r, "DISTINCT ON (")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_PG | T2S_DUCK);
        r->at += 3;
        ordering_terms(r, &c->partition);
        t2s_skips(r, ")");
    } else if (t2s_sees_one(r, "DISTINCT ALL")) {
        c->distinct = t2s_take(r);
    }
    word = t2s_peek(r, 0);
    if (t2s_sees(r, "TOP") && (t2s_is_word(t2s_peek(r, 1), "(") ||
                               t2s_peek(r, 1)->kind == T2S_WORD_NUMBER)) {
        t2s_mark(r, word, T2S_MS);
        t2s_take(r);
        if (t2s_skips(r, "(")) {
            c->limit = t2s_dialect_expression(r);
            t2s_skips(r, ")");
        } else {
            c->limit = t2s_take(r);
        }
        t2s_skips(r, "PERCENT");
        t2s_skips(r, "WITH TIES");
    }
    if (t2s_sees(r, "AS STRUCT") || t2s_sees(r, "AS VALUE"))
        r->at += 2;
    do
        select_item(r, c);
    while (t2s_skips(r, ",") && !t2s_sees(r, "FROM"));
}

/* ------------------------------------------------------------------ FROM */

static t2s_run from_list(t2s_reader *r);

/* (a, b) behind an alias: the columns of what comes before, renamed. */
static t2s_run renamed(t2s_reader *r, t2s_run table, t2s_run alias)
{
    t2s_run list = t2s_no_run(), runs[3];
    t2s_take(r);
    for (unsigned i = 1; !t2s_sees(r, ")") && !r->status; i++) {
        char column[16] = "column";
        for (unsigned k = i, at = k > 9 ? 7 : 6; k; k /= 10)
            column[at--] = (char)('0' + k % 10);
        if (i > 99)
            break;
        if (i > 1)
            t2s_append(&list, t2s_write(r, ",", &alias));
        t2s_append(&list, t2s_write(r, column, &alias));
        t2s_append(&list, t2s_write(r, "AS", &alias));
        t2s_append(&list, t2s_take_name(r));
        while (!t2s_sees_one(r, ", )") && t2s_peek(r, 0)->kind != T2S_WORD_END)
            t2s_take(r); /* a type */
        if (!t2s_skips(r, ","))
            break;
    }
    t2s_skips(r, ")");
    runs[0] = list;
    runs[1] = table;
    runs[2] = alias;
    return t2s_fill(r, "(SELECT $1 FROM $2) AS $3", runs, 3, &alias);
}

/* UNNEST(list) AS x: json_each, whose column `value` is x. */
static t2s_run unnest(t2s_reader *r)
{
    t2s_run list, alias, run;
    t2s_mark(r, t2s_peek(r, 0), T2S_PG | T2S_BQ | T2S_DUCK);
    run = t2s_take(r);
    t2s_take(r);
    list = t2s_dialect_expressions(r);
    t2s_skips(r, ")");
    t2s_skips(r, "WITH ORDINALITY");
    run = t2s_fill(r, "json_each($1)", &list, 1, &run);
    t2s_skips(r, "AS");
    if (!t2s_sees_alias(r))
        return run;
    alias = t2s_take_name(r);
    t2s_append(&run, t2s_copy(r, &alias));
    if (t2s_skips(r, "(")) {
        alias = t2s_take_name(r);
        t2s_dialect_rest(r);
        t2s_skips(r, ")");
    }
    if (t2s_skips(r, "WITH OFFSET")) {
        t2s_skips(r, "AS");
        if (t2s_sees_alias(r))
            t2s_take(r);
    }
    if (alias.first && !t2s_vector_push(&r->unnested, alias.first))
        r->status = T2SED_ENOMEM;
    return run;
}

/* A table's name; of schema.table, the table. */
static t2s_run table_name(t2s_reader *r)
{
    t2s_run run;
    const t2s_word *first = t2s_peek(r, 0);
    if (first->kind == T2S_WORD_STRING)
        return t2s_take(r);
    run = t2s_take_name(r);
    if (t2s_sees(r, "."))
        t2s_mark(r, first, T2S_OTHER);
    while (t2s_skips(r, "."))
        if (!t2s_sees(r, "."))
            run = t2s_take_name(r);
    if (t2s_sees(r, "(")) {
        t2s_append(&run, t2s_take(r));
        t2s_append(&run, t2s_sees(r, ")") ? t2s_no_run()
                                          : t2s_dialect_expressions(r));
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_append(&run, t2s_take(r));
    }
    return run;
}

/* What is behind a table and SQLite lacks: samples, hints. */
static void skip_hints(t2s_reader *r)
{
    while (t2s_sees_one(r, "TABLESAMPLE SAMPLE USE FORCE IGNORE FOR") ||
           t2s_sees(r, "WITH (")) {
        if (t2s_sees(r, "FOR") && !t2s_sees(r, "FOR SYSTEM_TIME"))
            return;
        t2s_mark(r, t2s_peek(r, 0), T2S_OTHER);
        while (!t2s_sees(r, "(") && t2s_peek(r, 0)->kind == T2S_WORD_WORD)
            t2s_take(r);
        if (t2s_skips(r, "(")) {
            t2s_dialect_rest(r);
            t2s_skips(r, ")");
        }
    }
}

static t2s_run table(t2s_reader *r)
{
    t2s_run run;
    if (t2s_sees(r, "LATERAL")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_OTHER);
        t2s_take(r);
    }
    if (t2s_sees(r, "UNNEST ("))
        return unnest(r);
    if (t2s_sees(r, "(")) {
        run = t2s_take(r);
        t2s_append(&run,
                   t2s_sees_query(r) ? t2s_dialect_query(r) : from_list(r));
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_append(&run, t2s_take(r));
    } else {
        run = table_name(r);
    }
    skip_hints(r);
    if (t2s_sees(r, "AS") || t2s_sees_alias(r)) {
        t2s_run as = t2s_no_run(), alias;
        if (t2s_sees(r, "AS"))
            as = t2s_take(r);
        alias = t2s_take_name(r);
        if (t2s_sees(r, "("))
            return renamed(r, run, alias);
        t2s_append(&run, as);
        t2s_append(&run, alias);
    }
    skip_hints(r);
    return run;
}

/* JOIN with what is before it; no run where there is none. */
static t2s_run join_operator(t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    t2s_run run = t2s_no_run();
    if (t2s_sees(r, ","))
        return t2s_take(r);
    if (t2s_sees_one(r, "STRAIGHT_JOIN")) {
        t2s_mark(r, word, T2S_MY);
        run = t2s_take(r);
        return t2s_write(r, "JOIN", &run);
    }
    if (t2s_sees(r, "CROSS APPLY") || t2s_sees(r, "OUTER APPLY")) {
        t2s_mark(r, word, T2S_MS);
        run = t2s_take_words(r, 2);
        return t2s_write(r, t2s_is_word(word, "CROSS") ? "JOIN" : "LEFT JOIN",
                         &run);
    }
    while (t2s_sees_one(r,
                        "NATURAL LEFT RIGHT FULL INNER OUTER CROSS JOIN ANTI "
                        "SEMI ASOF POSITIONAL ANY ALL")) {
        const bool last = t2s_sees(r, "JOIN");
        if (t2s_sees_one(r, "ANTI SEMI ASOF POSITIONAL ANY ALL"))
            t2s_take(r);
        else
            t2s_append(&run, t2s_take(r));
        if (last)
            break;
    }
    return run;
}

static t2s_run from_list(t2s_reader *r)
{
    t2s_run run = t2s_no_run(), by;
    if (!t2s_enter(r))
        return run;
    run = table(r);
    for (;;) {
        if (t2s_sees(r, "ON")) {
            t2s_append(&run, t2s_take(r));
            t2s_append(&run, t2s_dialect_expression(r));
            continue;
        }
        if (t2s_sees(r, "USING (")) {
            t2s_append(&run, t2s_take_words(r, 2));
            t2s_append(&run, t2s_dialect_expressions(r));
            t2s_append(&run, t2s_take(r));
            continue;
        }
        by = join_operator(r);
        if (!by.first || r->status)
            break;
        t2s_append(&run, by);
        t2s_append(&run, table(r));
    }
    t2s_leave(r);
    return run;
}

/* --------------------------------------------------------- other clauses */

static t2s_run group_by(t2s_reader *r, core *c)
{
    t2s_run run = t2s_take_words(r, 2), list = t2s_no_run();
    if (t2s_sees(r, "ALL")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_DUCK | T2S_SNOW | T2S_BQ);
        t2s_take(r);
        for (size_t i = 0; i < c->items.count; i++) {
            const item *at = &c->items.at[i];
            if (at->value.aggregate || at->star)
                continue;
            if (list.first)
                t2s_append(&list, t2s_write(r, ",", &run));
            t2s_append(&list, t2s_copy(r, &at->value));
        }
        t2s_append(&run, list);
        return list.first ? run : list;
    }
    if (t2s_sees(r, "ROLLUP (") || t2s_sees(r, "CUBE (")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_OTHER);
        r->at += 2;
        t2s_append(&run, t2s_dialect_expressions(r));
        t2s_skips(r, ")");
        return run;
    }
    t2s_append(&run, t2s_dialect_expressions(r));
    if (t2s_sees(r, "WITH ROLLUP")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_MY | T2S_MS);
        r->at += 2;
    }
    return run;
}

/* Up to ORDER BY; the order of clauses is left to SQLite's grammar. */
static void clauses(t2s_reader *r, core *c)
{
    for (;;) {
        if (t2s_sees(r, "FROM DUAL") && r->bit & (T2S_MY | T2S_SNOW)) {
            r->at += 2; /* a table of one row, for a FROM that need not be */
        } else if (t2s_sees(r, "FROM") && !c->from.first) {
            c->from = t2s_take(r);
            t2s_append(&c->from, from_list(r));
        } else if (t2s_sees_one(r, "WHERE HAVING")) {
            t2s_run *to = t2s_sees(r, "WHERE") ? &c->where : &c->having;
            if (to->first)
                return;
            *to = t2s_take(r);
            t2s_append(to, t2s_dialect_expression(r));
        } else if (t2s_sees(r, "GROUP BY") && !c->group.first) {
            c->group = group_by(r, c);
        } else if (t2s_sees(r, "QUALIFY")) {
            t2s_mark(r, t2s_peek(r, 0), T2S_BQ | T2S_SNOW | T2S_DUCK);
            t2s_take(r);
            r->collects = true;
            r->first_window = c->first_window;
            c->qualify = t2s_dialect_expression(r);
            r->collects = false;
        } else if (t2s_sees(r, "WINDOW")) {
            c->windows = t2s_take(r);
            while (!t2s_sees_one(r, "ORDER LIMIT QUALIFY UNION ) ;") &&
                   t2s_peek(r, 0)->kind != T2S_WORD_END) {
                if (t2s_sees(r, "(")) {
                    t2s_append(&c->windows, t2s_take(r));
                    t2s_append(&c->windows, t2s_dialect_rest(r));
                }
                t2s_append(&c->windows, t2s_take(r));
            }
        } else {
            return;
        }
    }
}

/* Names of unnested lists become their values. */
static void resolve_unnested(t2s_reader *r, t2s_run *run)
{
    for (t2s_piece *at = r->unnested.count ? run->first : NULL; at;
         at = at->next)
        for (size_t i = 0; i < r->unnested.count && at->lone; i++) {
            const t2s_piece *name = r->unnested.at[i];
            if (t2s_casecmp_n(name->text, name->n, at->text, at->n) != 0)
                continue;
            at->text = "value";
            at->n = 5;
            at->lone = false;
        }
    r->unnested.count = 0;
}

/* ------------------------------------------------- QUALIFY, DISTINCT ON */

static bool same_text(const t2s_run *a, const t2s_run *b)
{
    const t2s_piece *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next) {
        if (t2s_casecmp_n(x->text, x->n, y->text, y->n) != 0)
            return false;
        if (x == a->last || y == b->last)
            return x == a->last && y == b->last;
    }
    return false;
}

static t2s_run select_of(t2s_reader *r, const core *c, const t2s_run *items)
{
    t2s_run run = c->select;
    (void)r;
    t2s_append(&run, c->distinct);
    t2s_append(&run, *items);
    t2s_append(&run, c->from);
    t2s_append(&run, c->where);
    t2s_append(&run, c->group);
    t2s_append(&run, c->having);
    t2s_append(&run, c->windows);
    return run;
}

static t2s_run item_run(t2s_reader *r, const item *at)
{
    t2s_run run = at->value;
    if (at->alias.first) {
        t2s_append(&run, t2s_write(r, "AS", &at->alias));
        t2s_append(&run, at->alias);
    }
    return run;
}

/* The name of a result column for the query around it. */
static t2s_run outer_name(t2s_reader *r, item *at, size_t place)
{
    char name[24] = "column_a";
    if (at->star)
        return t2s_write(r, "*", &at->value);
    if (at->alias.first)
        return t2s_copy(r, &at->alias);
    if (at->value.kind == T2S_RUN_COLUMN)
        return t2s_write_n(r, at->value.last->text, at->value.last->n,
                           &at->value);
    name[7] = (char)('a' + place % 26);
    at->alias = t2s_write(r, name, &at->value);
    return t2s_copy(r, &at->alias);
}

/* A term of ORDER BY, for the query around it; what is not selected gets a name
 * in *inner. */
static void outer_term(t2s_reader *r, term *at, const core *c,
                       const t2s_run *names, t2s_run *inner)
{
    char name[] = ", $1 AS order_a";
    bool star = false;
    for (size_t i = 0; i < c->items.count; i++) {
        const t2s_run *value = &c->items.at[i].value;
        star |= c->items.at[i].star;
        if (!c->items.at[i].star && (same_text(&at->value, value) ||
                                     same_text(&at->value, &names[i]))) {
            at->value = t2s_copy(r, &names[i]);
            return;
        }
    }
    if (at->value.kind == T2S_RUN_INTEGER)
        return;
    if (star && at->value.kind == T2S_RUN_COLUMN) {
        at->value =
            t2s_write_n(r, at->value.last->text, at->value.last->n, &at->value);
        return;
    }
    name[sizeof name - 2] = (char)('a' + r->orders++ % 26);
    t2s_append(inner, t2s_fill(r, name, &at->value, 1, &at->value));
    at->value = t2s_write(r, name + 8, &at->value);
}

/* SELECT ... FROM (SELECT ..., window AS qualify_1 FROM ...) WHERE qualify_1 =
 * 1: what QUALIFY and DISTINCT ON mean. */
static t2s_run wrapped(t2s_reader *r, core *c, terms *order)
{
    t2s_run inner = t2s_no_run(), outer = t2s_no_run(), run;
    t2s_run *names =
        t2s_arena_alloc_array(&r->arena, c->items.count + 1, sizeof *names);
    t2s_run like = c->select;
    if (!names) {
        r->status = T2SED_ENOMEM;
        return like;
    }
    if (c->partition.count) {
        t2s_run runs[2] = {join_terms(r, &c->partition, 0, &like)};
        size_t same = 0;
        while (same < c->partition.count && same < order->count &&
               same_text(&c->partition.at[same].value, &order->at[same].value))
            same++;
        runs[1] = join_terms(r, order, same, &like);
        order->count = same; /* no two rows are the same up to there */
        run = t2s_fill(r,
                       runs[1].first
                           ? "ROW_NUMBER() OVER (PARTITION BY $1 ORDER BY $2)"
                           : "ROW_NUMBER() OVER (PARTITION BY $1)",
                       runs, 2, &like);
        c->first_window = r->windows.count;
        if (!t2s_vector_push(&r->windows, run))
            r->status = T2SED_ENOMEM;
        c->qualify = t2s_write(r, "qualify_1 = 1", &like);
    }
    for (size_t i = 0; i < c->items.count; i++) {
        names[i] = outer_name(r, &c->items.at[i], i);
        if (i > 0)
            t2s_append(&outer, t2s_write(r, ",", &like));
        t2s_append(&outer, t2s_copy(r, &names[i]));
    }
    for (size_t i = 0; i < c->items.count; i++) {
        if (i > 0)
            t2s_append(&inner, t2s_write(r, ",", &like));
        t2s_append(&inner, item_run(r, &c->items.at[i]));
    }
    for (size_t i = c->first_window; i < r->windows.count; i++) {
        char name[] = ", $1 AS qualify_1";
        name[sizeof name - 2] = (char)('1' + (i - c->first_window) % 9);
        t2s_append(&inner, t2s_fill(r, name, &r->windows.at[i], 1, &like));
    }
    r->windows.count = c->first_window;
    for (size_t i = 0; i < order->count; i++)
        outer_term(r, &order->at[i], c, names, &inner);
    like = t2s_copy(r, &like);
    run = t2s_copy(r, &like);
    t2s_append(&run, outer);
    inner = select_of(r, c, &inner);
    t2s_append(&run, t2s_write(r, "FROM (", &like));
    if (inner.first)
        inner.first->apart = false;
    t2s_append(&run, inner);
    t2s_append(&run, t2s_write(r, ") WHERE", &like));
    t2s_append(&run, c->qualify);
    return run;
}

/* The core as text; `order` may change with it. */
static t2s_run core_run(t2s_reader *r, core *c, terms *order)
{
    t2s_run items = t2s_no_run();
    if (c->qualify.first || c->partition.count)
        return wrapped(r, c, order);
    for (size_t i = 0; i < c->items.count; i++) {
        if (i > 0)
            t2s_append(&items, t2s_write(r, ",", &c->select));
        t2s_append(&items, item_run(r, &c->items.at[i]));
    }
    return select_of(r, c, &items);
}

/* ----------------------------------------------------- ORDER BY and LIMIT */

/* ORDER BY, LIMIT, OFFSET, FETCH and what SQLite lacks behind them. */
static t2s_run endings(t2s_reader *r, t2s_run limit)
{
    t2s_run run = t2s_no_run(), offset = t2s_no_run();
    for (const t2s_word *before = NULL; before != t2s_peek(r, 0);) {
        before = t2s_peek(r, 0);
        if (t2s_skips(r, "LIMIT ALL"))
            continue;
        if (t2s_skips(r, "LIMIT")) {
            limit = t2s_dialect_expression(r);
            if (t2s_skips(r, ",")) {
                offset = limit;
                limit = t2s_dialect_expression(r);
            }
        } else if (t2s_skips(r, "OFFSET")) {
            offset = t2s_dialect_expression(r);
            if (t2s_sees_one(r, "ROW ROWS"))
                t2s_take(r);
        } else if (t2s_sees(r, "FETCH")) {
            t2s_mark(r, before, T2S_PG | T2S_SNOW | T2S_MS | T2S_DUCK);
            t2s_take_words(r, 2);
            limit = t2s_sees_one(r, "ROW ROWS") ? t2s_write(r, "1", NULL)
                                                : t2s_dialect_expression(r);
            while (t2s_sees_one(r, "ROW ROWS ONLY PERCENT WITH TIES"))
                t2s_take(r);
        } else if (t2s_sees_one(r, "FOR OPTION LOCK")) {
            t2s_mark(r, before, T2S_OTHER);
            while (t2s_peek(r, 0)->kind == T2S_WORD_WORD)
                t2s_take(r);
            if (t2s_skips(r, "(")) {
                t2s_dialect_rest(r);
                t2s_skips(r, ")");
            }
        }
    }
    if (!limit.first && offset.first)
        limit = t2s_write(r, "-1", &offset);
    if (!limit.first)
        return run;
    run = t2s_write(r, "LIMIT", &limit);
    t2s_append(&run, limit);
    if (offset.first && (offset.first->n != 1 || *offset.first->text != '0')) {
        t2s_append(&run, t2s_write(r, "OFFSET", &offset));
        t2s_append(&run, offset);
    }
    return run;
}

/* SELECT, VALUES or a query in parentheses. `plain`: neither ORDER BY nor LIMIT
 * are in it, and no compound. */
static t2s_run query_term(t2s_reader *r, core *c, bool *plain)
{
    t2s_run run = t2s_no_run();
    *plain = true;
    if (t2s_sees(r, "(")) {
        run = t2s_take(r);
        run = t2s_dialect_query(r);
        *plain = r->was_plain;
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_skips(r, ")");
        return run;
    }
    if (t2s_sees(r, "VALUES")) {
        run = t2s_take(r);
        do {
            if (t2s_sees(r, ","))
                t2s_append(&run, t2s_take(r));
            t2s_skips(r, "ROW");
            t2s_append(&run, t2s_dialect_expression(r));
        } while (t2s_sees(r, ","));
        return run;
    }
    if (t2s_sees(r, "FROM") && r->bit & T2S_DUCK) {
        t2s_mark(r, t2s_peek(r, 0), T2S_DUCK);
        c->from = t2s_take(r);
        t2s_append(&c->from, from_list(r));
        c->select = t2s_write(r, "SELECT", &c->from);
    }
    if (t2s_sees(r, "SELECT")) {
        select_list(r, c);
    } else if (c->from.first) {
        item all = {.value = t2s_write(r, "*", &c->from), .star = true};
        if (!t2s_vector_push(&c->items, all))
            r->status = T2SED_ENOMEM;
    } else {
        return run;
    }
    clauses(r, c);
    return run;
}

static void free_core(core *c)
{
    t2s_vector_free(&c->items);
    t2s_vector_free(&c->partition);
    memset(c, 0, sizeof *c);
}

static t2s_run set_operator(t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    t2s_run run = t2s_take(r);
    if (t2s_is_word(word, "MINUS")) {
        t2s_mark(r, word, T2S_SNOW);
        run = t2s_write(r, "EXCEPT", &run);
    }
    if (t2s_sees(r, "ALL") && t2s_is_word(word, "UNION"))
        t2s_append(&run, t2s_take(r));
    else if (t2s_sees_one(r, "ALL DISTINCT"))
        t2s_take(r);
    t2s_skips(r, "BY NAME");
    return run;
}

/* A term among others, which can't have an order in SQLite. */
static t2s_run closed(t2s_reader *r, t2s_run run, bool plain)
{
    return plain ? run : t2s_fill(r, "SELECT * FROM ($1)", &run, 1, &run);
}

static void order_all(t2s_reader *r, terms *order, const core *c)
{
    t2s_run word;
    t2s_mark(r, t2s_peek(r, 0), T2S_DUCK);
    word = t2s_take(r);
    for (size_t i = 0; i < c->items.count; i++) {
        t2s_string place = {0};
        term made = {t2s_no_run(), t2s_no_run()};
        t2s_string_append_format(&place, "%zu", i + 1);
        made.value = t2s_write(r, place.text ? place.text : "1", &word);
        t2s_string_free(&place);
        if (!t2s_vector_push(order, made))
            r->status = T2SED_ENOMEM;
    }
}

/* What is behind WITH. */
static t2s_run body(t2s_reader *r)
{
    core c;
    terms order = {0};
    t2s_run run = t2s_no_run(), by = t2s_no_run(), all = t2s_no_run();
    bool plain, ordered, compound = false;
    for (;;) {
        memset(&c, 0, sizeof c);
        c.first_window = r->windows.count;
        run = query_term(r, &c, &plain);
        if (!t2s_sees_one(r, "UNION EXCEPT INTERSECT MINUS") || r->status)
            break;
        if (c.select.first)
            run = core_run(r, &c, &order);
        t2s_append(&all, closed(r, run, plain));
        t2s_append(&all, set_operator(r));
        compound = true;
        free_core(&c);
    }
    ordered = t2s_sees(r, "ORDER BY");
    if (ordered) {
        by = t2s_take_words(r, 2);
        if (t2s_sees(r, "ALL"))
            order_all(r, &order, &c);
        else
            ordering_terms(r, &order);
    }
    if (c.select.first)
        run = core_run(r, &c, &order);
    t2s_append(&all, compound ? closed(r, run, plain) : run);
    t2s_append(&by, join_terms(r, &order, 0, &by));
    run = endings(r, c.limit);
    r->was_plain = plain && !compound && !by.first && !run.first;
    if (!compound && !plain && (by.first || run.first))
        all = closed(r, all, plain);
    t2s_append(&all, by);
    t2s_append(&all, run);
    t2s_vector_free(&order);
    free_core(&c);
    return all;
}

t2s_run t2s_dialect_query(t2s_reader *r)
{
    t2s_run run = t2s_no_run();
    bool with;
    if (!t2s_enter(r))
        return run;
    with = t2s_sees(r, "WITH");
    if (with) {
        run = t2s_take(r);
        if (t2s_sees(r, "RECURSIVE"))
            t2s_append(&run, t2s_take(r));
        do {
            if (t2s_sees(r, ","))
                t2s_append(&run, t2s_take(r));
            t2s_append(&run, t2s_take_name(r));
            if (t2s_sees(r, "(")) {
                t2s_append(&run, t2s_take(r));
                t2s_append(&run, t2s_dialect_rest(r));
                t2s_append(&run, t2s_take(r));
            }
            while (t2s_sees_one(r, "AS NOT MATERIALIZED"))
                t2s_append(&run, t2s_take(r));
            if (!t2s_sees(r, "("))
                break;
            t2s_append(&run, t2s_take(r));
            t2s_append(&run, t2s_dialect_query(r));
            t2s_append(&run, t2s_dialect_rest(r));
            t2s_append(&run, t2s_take(r));
        } while (t2s_sees(r, ","));
    }
    t2s_append(&run, body(r));
    resolve_unnested(r, &run);
    r->was_plain = r->was_plain && !with;
    t2s_leave(r);
    return run;
}
