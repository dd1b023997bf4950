/* A SELECT as text; QUALIFY and DISTINCT ON, which SQLite lacks, become a
 * condition on a derived table. */
#include <string.h>

#include "sql/dialect_query.h"

/* Results and terms that names are looked for in: more than a person writes. */
#define MOST_NAMED 200

static size_t named_items(const t2s_core *c)
{
    return c->items.count < MOST_NAMED ? c->items.count : MOST_NAMED;
}

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

static t2s_run select_of(t2s_reader *r, const t2s_core *c, const t2s_run *items)
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

static t2s_run item_run(t2s_reader *r, const t2s_item *at)
{
    t2s_run run = at->value;
    if (at->alias.first) {
        if (!at->bare)
            t2s_append(&run, t2s_write(r, "AS", &at->alias));
        t2s_append(&run, at->alias);
    }
    return run;
}

/* The name of a result column for the query around it. */
static t2s_run outer_name(t2s_reader *r, t2s_item *at, size_t place)
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
static void outer_term(t2s_reader *r, t2s_term *at, const t2s_core *c,
                       const t2s_run *names, t2s_run *inner)
{
    char name[] = ", $1 AS order_a";
    bool star = false;
    for (size_t i = 0; i < named_items(c); i++) {
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
    t2s_append(inner, t2s_dialect_fill(r, name, &at->value, 1, &at->value));
    at->value = t2s_write(r, name + 8, &at->value);
}

/* ------------------------------------------------------ ranks as limits */

bool t2s_can_rank(const t2s_core *c)
{
    return c->select.first && !c->distinct.first && !c->qualify.first &&
           !c->partition.count;
}

/* What a term stands for where names of results can't stand: "2" and "n" of
 * SELECT a, COUNT(*) AS n. */
static t2s_run term_value(t2s_reader *r, const t2s_core *c,
                          const t2s_run *value)
{
    long place;
    size_t n;
    const char *text = t2s_run_text(value, &n);
    if (t2s_run_number(value, &place) && place >= 1 &&
        (size_t)place <= c->items.count)
        return t2s_copy(r, &c->items.at[place - 1].value);
    for (size_t i = 0; value->kind == T2S_RUN_COLUMN && i < named_items(c);
         i++) {
        const t2s_piece *alias = c->items.at[i].alias.first;
        if (alias && t2s_casecmp_n(text, n, alias->text, alias->n) == 0)
            return t2s_copy(r, &c->items.at[i].value);
    }
    return t2s_copy(r, value);
}

/* The same for all terms of a list. */
static t2s_run term_values(t2s_reader *r, const t2s_core *c,
                           const t2s_terms *list, size_t from,
                           const t2s_run *like)
{
    t2s_run run = t2s_no_run();
    for (size_t i = from; i < list->count; i++) {
        if (run.first)
            t2s_append(&run, t2s_write(r, ",", like));
        t2s_append(&run, term_value(r, c, &list->at[i].value));
        t2s_append(&run, t2s_copy(r, &list->at[i].direction));
    }
    return run;
}

/* A window that the condition of the query around it names, qualify_1... */
static void add_window(t2s_reader *r, t2s_run window)
{
    if (!t2s_vector_push(&r->windows, window))
        r->status = T2SED_ENOMEM;
}

/* DISTINCT ON: the first row of each. */
static void first_rows(t2s_reader *r, t2s_core *c, t2s_terms *order)
{
    const t2s_run like = c->select;
    t2s_run runs[2] = {term_values(r, c, &c->partition, 0, &like)};
    size_t same = 0;
    while (same < c->partition.count && same < order->count &&
           same_text(&c->partition.at[same].value, &order->at[same].value))
        same++;
    runs[1] = term_values(r, c, order, same, &like);
    order->count = same; /* no two rows are the same up to there */
    c->first_window = r->windows.count;
    add_window(r, t2s_dialect_fill(
                      r,
                      runs[1].first
                          ? "ROW_NUMBER() OVER (PARTITION BY $1 ORDER BY $2)"
                          : "ROW_NUMBER() OVER (PARTITION BY $1)",
                      runs, 2, &like));
    c->qualify = t2s_write(r, "qualify_1 = 1", &like);
}

/* TOP n WITH TIES: as many rows as rank among the first n; PERCENT: of a
 * hundred. */
static void ranked_rows(t2s_reader *r, t2s_core *c, const t2s_terms *order)
{
    t2s_run by = term_values(r, c, order, 0, &c->select);
    c->first_window = r->windows.count;
    add_window(r,
               t2s_dialect_fill(r,
                                !by.first ? "ROW_NUMBER() OVER ()"
                                : c->ties ? "RANK() OVER (ORDER BY $1)"
                                          : "ROW_NUMBER() OVER (ORDER BY $1)",
                                &by, 1, &c->limit));
    if (c->percent)
        add_window(r, t2s_write(r, "COUNT(*) OVER ()", &c->limit));
    c->qualify =
        t2s_dialect_fill(r,
                         c->percent ? "(qualify_1 - 1) * 100 < @1 * qualify_2"
                                    : "qualify_1 <= @1",
                         &c->limit, 1, &c->limit);
}

/* SELECT ... FROM (SELECT ..., window AS qualify_1 FROM ...) WHERE qualify_1 =
 * 1: what QUALIFY, DISTINCT ON and TOP WITH TIES mean. */
static t2s_run wrapped(t2s_reader *r, t2s_core *c, t2s_terms *order)
{
    t2s_run inner = t2s_no_run(), outer = t2s_no_run(), run;
    t2s_run *names =
        t2s_arena_alloc_array(&r->arena, c->items.count + 1, sizeof *names);
    t2s_run like = c->select;
    if (!names) {
        r->status = T2SED_ENOMEM;
        return like;
    }
    if (c->partition.count)
        first_rows(r, c, order);
    else if (!c->qualify.first)
        ranked_rows(r, c, order);
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
        t2s_append(&inner,
                   t2s_dialect_fill(r, name, &r->windows.at[i], 1, &like));
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

/* Medians: the table is a derived one with each row's place in its group, by
 * which the aggregates in SELECT choose rows. */
static void rank_rows(t2s_reader *r, t2s_core *c)
{
    const t2s_run like = c->from;
    t2s_run keys = term_values(r, c, &c->keys, 0, &like);
    t2s_run part = t2s_no_run(), columns = t2s_no_run(), runs[4];
    if (c->tables != 1 || !c->table) {
        t2s_unsupported(r, r->ranked_word, r->ranked_word);
        return;
    }
    if (keys.first)
        part = t2s_dialect_fill(r, "PARTITION BY $1", &keys, 1, &like);
    for (size_t i = c->first_ranked; i < r->ranked.count; i++) {
        char format[] = ", ROW_NUMBER() OVER ($1) AS rank_1, COUNT($2) OVER "
                        "($3) AS count_1";
        const char digit = (char)('1' + (i - c->first_ranked) % 9);
        const char *direction = r->ranked.at[i].unit;
        *(strstr(format, "rank_1") + 5) = format[sizeof format - 2] = digit;
        if (direction) /* no count is needed */
            *strstr(format, ", COUNT") = '\0';
        runs[1] = r->ranked.at[i];
        runs[2] = part;
        runs[0] = t2s_copy(r, &part);
        t2s_append(&runs[0], t2s_dialect_fill(r,
                                              direction && *direction == 'D'
                                                  ? "ORDER BY $1 DESC"
                                                  : "ORDER BY @1 IS NULL, $1",
                                              &runs[1], 1, &like));
        t2s_append(&columns, t2s_dialect_fill(r, format, runs, 3, &like));
    }
    runs[0] = columns;
    runs[1] = c->from;
    runs[2] = c->where;
    runs[3] = t2s_write_n(r, c->table->text, c->table->n, &like);
    c->from = t2s_dialect_fill(r,
                               c->where.first ? "FROM (SELECT *$1 $2 $3) AS $4"
                                              : "FROM (SELECT *$1 $2) AS $4",
                               runs, 4, &like);
    c->where = t2s_no_run();
    r->ranked.count = c->first_ranked;
}

/* ClickHouse lets results use the names of others: a AS b, b + 1. */
static void spell_results(t2s_reader *r, t2s_core *c)
{
    if (!(r->bit & T2S_CLICK) || c->items.count > MOST_NAMED)
        return;
    for (size_t i = 0; i < c->items.count; i++) {
        const t2s_item *at = &c->items.at[i];
        t2s_named named;
        if (!at->alias.first || at->value.kind == T2S_RUN_COLUMN || r->status)
            continue;
        named = t2s_name_run(r, at->alias.first, &at->value);
        for (size_t k = i + 1; k < c->items.count; k++)
            t2s_replace_name(&c->items.at[k].value, &named);
    }
}

/* The core as text; `order` may change with it. */
t2s_run t2s_core_run(t2s_reader *r, t2s_core *c, t2s_terms *order)
{
    t2s_run items = t2s_no_run();
    spell_results(r, c);
    if (r->ranked.count > c->first_ranked)
        rank_rows(r, c);
    if (c->qualify.first || c->partition.count ||
        ((c->ties || c->percent) && t2s_can_rank(c)))
        return wrapped(r, c, order);
    for (size_t i = 0; i < c->items.count; i++) {
        if (i > 0)
            t2s_append(&items, t2s_write(r, ",", &c->select));
        t2s_append(&items, item_run(r, &c->items.at[i]));
    }
    return select_of(r, c, &items);
}
