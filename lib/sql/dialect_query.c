/* Statements of a dialect: SELECT with its clauses. */
#include <string.h>

#include "sql/dialect_query.h"

static const char not_aliases[] =
    "FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH UNION EXCEPT INTERSECT "
    "MINUS WINDOW QUALIFY INTO FOR ON USING JOIN LEFT RIGHT INNER FULL CROSS "
    "NATURAL OUTER LATERAL STRAIGHT_JOIN AS AND OR NOT IN IS LIKE ILIKE "
    "BETWEEN "
    "WITH TABLESAMPLE PIVOT UNPIVOT OPTION SELECT WHEN THEN ELSE END ASC DESC "
    "NULLS ROWS RANGE SEMI ANTI ASOF USE FORCE IGNORE COLLATE SEPARATOR ESCAPE "
    "SAMPLE";
static const char not_aliases_of_clickhouse[] =
    "FINAL PREWHERE SETTINGS FORMAT GLOBAL ANY ALL ARRAY BY PASTE";

bool t2s_sees_alias(const t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    return word->kind == T2S_WORD_NAME || word->kind == T2S_WORD_STRING ||
           (word->kind == T2S_WORD_WORD && !t2s_is_word(word, not_aliases) &&
            !(r->bit & T2S_CLICK &&
              t2s_is_word(word, not_aliases_of_clickhouse)) &&
            !t2s_sees(r, "LOCK IN SHARE") && !t2s_sees(r, "POSITIONAL JOIN"));
}

t2s_run t2s_dialect_rest(t2s_reader *r)
{
    t2s_run run = t2s_no_run();
    t2s_check_rest(r);
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

static t2s_term ordering_term(t2s_reader *r)
{
    t2s_term made = {t2s_dialect_expression(r), t2s_no_run()};
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

static void ordering_terms(t2s_reader *r, t2s_terms *out)
{
    do {
        if (!t2s_vector_push(out, ordering_term(r)))
            r->status = T2SED_ENOMEM;
    } while (t2s_skips(r, ","));
}

/* The terms from a place on, with commas. */
static t2s_run join_terms(t2s_reader *r, const t2s_terms *list, size_t from,
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
    t2s_terms list = {0};
    t2s_run run = t2s_take_words(r, 2);
    ordering_terms(r, &list);
    t2s_append(&run, join_terms(r, &list, 0, &run));
    t2s_vector_free(&list);
    return run;
}

/* ---------------------------------------------------------------- SELECT */

static void select_item(t2s_reader *r, t2s_core *c)
{
    t2s_item made;
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
        if (t2s_sees(r, "REPLACE"))
            t2s_lacks(r, t2s_peek(r, 0), t2s_peek(r, 0));
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
    if (t2s_sees(r, "AS") || (!made.star && t2s_sees_alias(r))) {
        made.bare = !t2s_skips(r, "AS");
        made.name = t2s_peek(r, 0);
        made.alias = t2s_take_name(r);
    }
    if (!t2s_vector_push(&c->items, made))
        r->status = T2SED_ENOMEM;
}

static void select_list(t2s_reader *r, t2s_core *c)
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
        c->percent = t2s_skips(r, "PERCENT");
        c->ties = t2s_skips(r, "WITH TIES");
    }
    if (t2s_sees(r, "AS STRUCT") || t2s_sees(r, "AS VALUE"))
        r->at += 2;
    do
        select_item(r, c);
    while (t2s_skips(r, ",") && !t2s_sees(r, "FROM"));
}

/* --------------------------------------------------------- other clauses */

static t2s_run group_by(t2s_reader *r, t2s_core *c)
{
    t2s_run run = t2s_take_words(r, 2), list = t2s_no_run();
    if (t2s_sees(r, "ALL")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_DUCK | T2S_SNOW | T2S_BQ);
        t2s_take(r);
        for (size_t i = 0; i < c->items.count; i++) {
            const t2s_item *at = &c->items.at[i];
            if (at->value.aggregate || at->star)
                continue;
            if (list.first)
                t2s_append(&list, t2s_write(r, ",", &run));
            t2s_append(&list, t2s_copy(r, &at->value));
        }
        t2s_append(&run, list);
        return list.first ? run : list;
    }
    if (t2s_sees(r, "ROLLUP (") || t2s_sees(r, "CUBE (") ||
        t2s_sees(r, "GROUPING SETS (")) {
        const size_t words = t2s_sees(r, "GROUPING") ? 2 : 1;
        t2s_mark(r, t2s_peek(r, 0), T2S_OTHER);
        t2s_lacks(r, t2s_peek(r, 0), t2s_peek(r, words - 1));
        r->at += words + 1;
        t2s_append(&run, t2s_dialect_expressions(r));
        t2s_skips(r, ")");
        return run;
    }
    do {
        t2s_term key = {t2s_dialect_expression(r), t2s_no_run()};
        if (!t2s_vector_push(&c->keys, key))
            r->status = T2SED_ENOMEM;
    } while (t2s_skips(r, ","));
    t2s_append(&run, join_terms(r, &c->keys, 0, &run));
    if (t2s_sees(r, "WITH ROLLUP") || t2s_sees(r, "WITH CUBE")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_MY | T2S_MS | T2S_CLICK);
        t2s_lacks(r, t2s_peek(r, 0), t2s_peek(r, 1));
        r->at += 2;
    }
    if (r->bit & T2S_CLICK)
        t2s_skips(r, "WITH TOTALS");
    return run;
}

static void take_from(t2s_reader *r, t2s_core *c)
{
    c->from = t2s_take(r);
    t2s_append(&c->from, t2s_dialect_from(r));
    c->tables = r->tables;
    c->table = r->table;
}

static bool has_or(const t2s_run *run)
{
    bool found = false;
    for (const t2s_piece *at = run->first; at && !found;
         at = at == run->last ? NULL : at->next)
        found = t2s_is_one_of(at->text, at->n, "OR");
    return found;
}

/* WHERE, HAVING and ClickHouse's PREWHERE, which WHERE may follow; false: a
 * second one. */
static bool condition(t2s_reader *r, t2s_core *c)
{
    const t2s_word *word = t2s_peek(r, 0);
    t2s_run *to = t2s_is_word(word, "HAVING") ? &c->having : &c->where;
    t2s_run sign, both[2];
    if (to->first && (to == &c->having || !c->prewhere.first))
        return false;
    sign = t2s_take(r);
    if (t2s_is_word(word, "PREWHERE")) {
        t2s_mark(r, word, T2S_CLICK);
        sign = t2s_write(r, "WHERE", &sign);
    }
    both[1] = t2s_dialect_expression(r);
    both[0] = c->prewhere;
    if (t2s_is_word(word, "PREWHERE"))
        c->prewhere = t2s_copy(r, &both[1]);
    else if (to == &c->where && both[0].first) {
        for (int i = 0; i < 2; i++)
            if (has_or(&both[i]))
                both[i] = t2s_dialect_fill(r, "($1)", &both[i], 1, &both[i]);
        both[1] = t2s_dialect_fill(r, "$1 AND $2", both, 2, &both[1]);
        c->prewhere = t2s_no_run();
    }
    *to = sign;
    t2s_append(to, both[1]);
    return true;
}

/* Up to ORDER BY; the order of clauses is left to SQLite's grammar. */
static void clauses(t2s_reader *r, t2s_core *c)
{
    for (;;) {
        if (t2s_sees(r, "FROM DUAL") && r->bit & (T2S_MY | T2S_SNOW)) {
            r->at += 2; /* a table of one row, for a FROM that need not be */
        } else if (t2s_sees(r, "FROM") && !c->from.first) {
            take_from(r, c);
        } else if (t2s_sees_one(r, "WHERE HAVING") ||
                   (t2s_sees(r, "PREWHERE") && r->bit & T2S_CLICK)) {
            if (!condition(r, c))
                return;
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

/* ----------------------------------------------------- ORDER BY and LIMIT */

/* ClickHouse's SETTINGS a = 1, b = 'x' and FORMAT name. */
static void skip_settings(t2s_reader *r)
{
    const bool is_format = t2s_sees(r, "FORMAT");
    t2s_mark(r, t2s_peek(r, 0), T2S_CLICK);
    do
        r->at += is_format || !t2s_is_word(t2s_peek(r, 2), "=") ? 2 : 4;
    while (!is_format && t2s_sees(r, ","));
}

/* ORDER BY, LIMIT, OFFSET, FETCH and what SQLite lacks behind them. */
static t2s_run endings(t2s_reader *r, t2s_core *c)
{
    t2s_run run = t2s_no_run(), offset = t2s_no_run(), limit = c->limit;
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
            while (t2s_sees_one(r, "ROW ROWS ONLY PERCENT WITH TIES")) {
                c->percent |= t2s_sees(r, "PERCENT");
                c->ties |= t2s_sees(r, "TIES");
                t2s_take(r);
            }
        } else if (r->bit & T2S_CLICK && t2s_sees(r, "WITH TIES")) {
            c->ties = true;
            r->at += 2;
        } else if (r->bit & T2S_CLICK &&
                   (t2s_sees(r, "BY") || t2s_sees(r, "WITH FILL"))) {
            t2s_unsupported(r, before, t2s_peek(r, t2s_sees(r, "WITH")));
        } else if (r->bit & T2S_CLICK && t2s_sees_one(r, "SETTINGS FORMAT")) {
            skip_settings(r);
        } else if (t2s_sees(r, "FOR XML") || t2s_sees(r, "FOR JSON")) {
            t2s_unsupported(r, before, t2s_peek(r, 1));
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
    if ((c->ties || c->percent) && t2s_can_rank(c)) {
        c->limit = limit;
        return run;
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
static t2s_run query_term(t2s_reader *r, t2s_core *c, bool *plain)
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
        take_from(r, c);
        c->select = t2s_write(r, "SELECT", &c->from);
    }
    if ((t2s_sees_one(r, "PIVOT UNPIVOT PIVOT_WIDER PIVOT_LONGER") &&
         r->bit & T2S_DUCK) ||
        (t2s_sees(r, "FROM") && r->bit & T2S_BQ)) /* a pipe */
        t2s_unsupported(r, t2s_peek(r, 0), t2s_peek(r, 0));
    if (t2s_sees(r, "SELECT")) {
        select_list(r, c);
    } else if (c->from.first) {
        t2s_item all = {.value = t2s_write(r, "*", &c->from), .star = true};
        if (!t2s_vector_push(&c->items, all))
            r->status = T2SED_ENOMEM;
    } else {
        return run;
    }
    clauses(r, c);
    return run;
}

static void free_core(t2s_core *c)
{
    t2s_vector_free(&c->items);
    t2s_vector_free(&c->partition);
    t2s_vector_free(&c->keys);
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
    return plain ? run
                 : t2s_dialect_fill(r, "SELECT * FROM ($1)", &run, 1, &run);
}

static void order_all(t2s_reader *r, t2s_terms *order, const t2s_core *c)
{
    t2s_run word;
    t2s_mark(r, t2s_peek(r, 0), T2S_DUCK);
    word = t2s_take(r);
    for (size_t i = 0; i < c->items.count; i++) {
        t2s_string place = {0};
        t2s_term made = {t2s_no_run(), t2s_no_run()};
        t2s_string_append_format(&place, "%zu", i + 1);
        made.value = t2s_write(r, t2s_settle(r, &place), &word);
        if (!t2s_vector_push(order, made))
            r->status = T2SED_ENOMEM;
    }
}

/* What is behind WITH. */
static t2s_run body(t2s_reader *r)
{
    t2s_core c;
    t2s_terms order = {0};
    t2s_run run = t2s_no_run(), by = t2s_no_run(), all = t2s_no_run(), limit;
    bool plain, ordered, compound = false;
    const size_t first_ranked = r->first_ranked;
    for (;;) {
        memset(&c, 0, sizeof c);
        c.first_window = r->windows.count;
        c.first_ranked = r->first_ranked = r->ranked.count;
        run = query_term(r, &c, &plain);
        if (!t2s_sees_one(r, "UNION EXCEPT INTERSECT MINUS") || r->status)
            break;
        if (c.select.first)
            run = t2s_core_run(r, &c, &order);
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
    limit = endings(r, &c);
    if (c.select.first)
        run = t2s_core_run(r, &c, &order);
    t2s_append(&all, compound ? closed(r, run, plain) : run);
    t2s_append(&by, join_terms(r, &order, 0, &by));
    r->was_plain = plain && !compound && !by.first && !limit.first;
    if (!compound && !plain && (by.first || limit.first))
        all = closed(r, all, plain);
    t2s_append(&all, by);
    t2s_append(&all, limit);
    r->first_ranked = first_ranked;
    t2s_vector_free(&order);
    free_core(&c);
    return all;
}

/* name [(columns)] AS (query) */
static t2s_run common_table(t2s_reader *r)
{
    t2s_run run = t2s_take_name(r);
    if (t2s_sees(r, "(")) {
        t2s_append(&run, t2s_take(r));
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_append(&run, t2s_take(r));
    }
    while (t2s_sees_one(r, "AS NOT MATERIALIZED"))
        t2s_append(&run, t2s_take(r));
    if (!t2s_sees(r, "("))
        return run;
    t2s_append(&run, t2s_take(r));
    t2s_append(&run, t2s_dialect_query(r));
    t2s_append(&run, t2s_dialect_rest(r));
    t2s_append(&run, t2s_take(r));
    return run;
}

/* ClickHouse's WITH expression AS name: the name is replaced. */
static void scalar(t2s_reader *r, size_t first)
{
    t2s_run value = t2s_dialect_expression(r), name;
    t2s_skips(r, "AS");
    name = t2s_take_name(r);
    for (size_t i = first; i < r->named.count; i++)
        t2s_replace_name(&value, &r->named.at[i]);
    if (name.first)
        t2s_add_name(r, t2s_name_run(r, name.first, &value));
}

/* WITH and its list; no run where it has scalars alone. */
static t2s_run with_list(t2s_reader *r)
{
    t2s_run run = t2s_take(r), comma = t2s_no_run();
    const size_t first = r->named.count;
    bool tables = false;
    if (t2s_sees(r, "RECURSIVE"))
        t2s_append(&run, t2s_take(r));
    do {
        if (t2s_sees(r, ","))
            comma = t2s_take(r);
        if (r->bit & T2S_CLICK && !(t2s_is_word(t2s_peek(r, 1), "AS") &&
                                    t2s_is_word(t2s_peek(r, 2), "("))) {
            t2s_mark(r, t2s_peek(r, 0), T2S_CLICK);
            scalar(r, first);
            continue;
        }
        if (tables)
            t2s_append(&run, comma);
        t2s_append(&run, common_table(r));
        tables = true;
    } while (t2s_sees(r, ",") && !r->status);
    return tables ? run : t2s_no_run();
}

t2s_run t2s_dialect_query(t2s_reader *r)
{
    t2s_run run = t2s_no_run();
    const size_t first = r->named.count;
    bool with;
    if (!t2s_enter(r))
        return run;
    if (t2s_sees(r, "WITH"))
        run = with_list(r);
    with = run.first != NULL;
    t2s_append(&run, body(r));
    for (size_t i = first; i < r->named.count; i++)
        t2s_replace_name(&run, &r->named.at[i]);
    r->named.count = first;
    r->was_plain = r->was_plain && !with;
    t2s_leave(r);
    return run;
}
