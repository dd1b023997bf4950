/* FROM of a dialect: tables, joins, lists that are unnested. */
#include "sql/dialect.h"

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
    return t2s_dialect_fill(r, "(SELECT $1 FROM $2) AS $3", runs, 3, &alias);
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
    run = t2s_dialect_fill(r, "json_each($1)", &list, 1, &run);
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
    if (alias.first)
        t2s_add_name(r, (t2s_named){alias.first, "value", 5});
    return run;
}

/* A table's name; of schema.table, the table. */
static t2s_run table_name(t2s_reader *r)
{
    t2s_run run;
    const t2s_word *first = t2s_peek(r, 0), *last = first;
    if (first->kind == T2S_WORD_STRING) {
        if (r->bit & T2S_DUCK) /* a file */
            t2s_lacks(r, first, first);
        return t2s_take(r);
    }
    run = t2s_take_name(r);
    if (t2s_sees(r, "."))
        t2s_mark(r, first, T2S_OTHER);
    while (t2s_skips(r, "."))
        if (!t2s_sees(r, ".")) {
            last = t2s_peek(r, 0);
            run = t2s_take_name(r);
        }
    if (t2s_sees(r, "(")) {
        if (t2s_is_word(last, "FLATTEN")) {
            t2s_mark(r, first, T2S_SNOW);
            run = t2s_write(r, "json_each", &run);
        }
        if (!t2s_is_word(last, "FLATTEN JSON_EACH JSON_TREE"))
            t2s_lacks(r, last, last);
        t2s_append(&run, t2s_take(r));
        if (t2s_is_word(t2s_peek(r, 1), "=>"))
            r->at += 2;
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
           t2s_sees(r, "WITH (") ||
           (t2s_sees(r, "FINAL") && r->bit & T2S_CLICK)) {
        if (t2s_sees_one(r, "TABLESAMPLE SAMPLE") ||
            t2s_sees(r, "FOR SYSTEM_TIME"))
            t2s_lacks(r, t2s_peek(r, 0),
                      t2s_peek(r, t2s_sees(r, "FOR SYSTEM_TIME")));
        if (r->bit & T2S_CLICK) { /* FINAL, SAMPLE 1 / 10 OFFSET 1 / 2 */
            t2s_mark(r, t2s_peek(r, 0), T2S_CLICK);
            t2s_take(r);
            while (t2s_peek(r, 0)->kind == T2S_WORD_NUMBER ||
                   t2s_sees_one(r, "/ OFFSET"))
                t2s_take(r);
            continue;
        }
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

/* Hints, and what makes another table of it. */
static void behind_table(t2s_reader *r)
{
    skip_hints(r);
    if (r->bit & T2S_SNOW &&
        (t2s_sees(r, "START WITH") || t2s_sees(r, "CONNECT BY")))
        t2s_unsupported(r, t2s_peek(r, 0), t2s_peek(r, 1));
    if (t2s_sees(r, "PIVOT (") || t2s_sees(r, "UNPIVOT (") ||
        t2s_sees(r, "MATCH_RECOGNIZE (") || t2s_sees(r, "UNPIVOT INCLUDE") ||
        t2s_sees(r, "UNPIVOT EXCLUDE") ||
        (r->bit & T2S_SNOW && (t2s_sees(r, "AT (") || t2s_sees(r, "BEFORE (") ||
                               t2s_sees(r, "CHANGES ("))))
        t2s_unsupported(r, t2s_peek(r, 0), t2s_peek(r, 0));
}

static t2s_run table(t2s_reader *r)
{
    t2s_run run;
    r->table = NULL;
    if (t2s_sees(r, "UNNEST ("))
        return unnest(r);
    if (t2s_sees(r, "(")) {
        if (r->bit & T2S_DUCK && t2s_is_word(t2s_peek(r, 1), "PIVOT UNPIVOT"))
            t2s_unsupported(r, t2s_peek(r, 1), t2s_peek(r, 1));
        run = t2s_take(r);
        t2s_append(&run, t2s_sees_query(r) ? t2s_dialect_query(r)
                                           : t2s_dialect_from(r));
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_append(&run, t2s_take(r));
    } else {
        run = table_name(r);
    }
    behind_table(r);
    r->table = run.last;
    if (t2s_sees(r, "AS") || t2s_sees_alias(r)) {
        t2s_run as = t2s_no_run(), alias;
        if (t2s_sees(r, "AS"))
            as = t2s_take(r);
        alias = t2s_take_name(r);
        r->table = alias.first;
        if (t2s_sees(r, "("))
            return renamed(r, run, alias);
        t2s_append(&run, as);
        t2s_append(&run, alias);
    }
    behind_table(r);
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
    if (t2s_sees(r, "ARRAY JOIN") || t2s_sees(r, "LEFT ARRAY JOIN"))
        t2s_unsupported(r, word, t2s_peek(r, t2s_sees(r, "LEFT") ? 2 : 1));
    while (t2s_sees_one(r,
                        "NATURAL LEFT RIGHT FULL INNER OUTER CROSS JOIN ANTI "
                        "SEMI ASOF POSITIONAL ANY ALL GLOBAL")) {
        const bool last = t2s_sees(r, "JOIN");
        if (t2s_sees_one(r, "ANTI SEMI ASOF POSITIONAL ANY"))
            t2s_unsupported(r, t2s_peek(r, 0), t2s_peek(r, 0));
        else if (t2s_sees_one(r, "ALL GLOBAL"))
            t2s_take(r);
        else
            t2s_append(&run, t2s_take(r));
        if (last)
            break;
    }
    return run;
}

/* Tables that are looked for; a query may have more. */
#define MOST_NAMED 100

/* Tables of a FROM, by the names that columns have before them. */
typedef T2S_VECTOR(const t2s_piece *) table_names;

/* Whether the query in parentheses ahead names a column of one of the tables:
 * a derived table of SQLite sees none that stand beside it. */
static bool is_correlated(const t2s_reader *r, const table_names *names)
{
    size_t depth = 0, ahead = 0;
    do {
        const t2s_word *word = t2s_peek(r, ahead);
        depth += t2s_is_word(word, "(");
        depth -= t2s_is_word(word, ")");
        for (size_t i = names->count > MOST_NAMED ? names->count - MOST_NAMED
                                                  : 0;
             i < names->count; i++)
            if (word->kind == T2S_WORD_WORD &&
                t2s_is_word(t2s_peek(r, ahead + 1), ".") &&
                t2s_casecmp_n(names->at[i]->text, names->at[i]->n, word->text,
                              word->n) == 0)
                return true;
    } while (t2s_peek(r, ahead++)->kind != T2S_WORD_END && depth > 0);
    return false;
}

/* A table that may be LATERAL; its name goes to the others. */
static t2s_run next_table(t2s_reader *r, table_names *names, bool is_lateral)
{
    const t2s_word *word = t2s_peek(r, 0) - is_lateral; /* APPLY */
    t2s_run run;
    if (t2s_sees(r, "LATERAL")) {
        t2s_mark(r, word, T2S_OTHER);
        t2s_take(r);
        is_lateral = true;
    }
    if (is_lateral && t2s_sees(r, "(") && is_correlated(r, names))
        t2s_unsupported(r, word, word);
    run = table(r);
    if (!r->status && r->table && !t2s_vector_push(names, r->table))
        r->status = T2SED_ENOMEM;
    return run;
}

t2s_run t2s_dialect_from(t2s_reader *r)
{
    t2s_run run = t2s_no_run(), by;
    table_names names = {0};
    bool is_apply;
    if (!t2s_enter(r))
        return run;
    run = next_table(r, &names, false);
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
        is_apply = t2s_is_word(t2s_peek(r, 1), "APPLY");
        by = join_operator(r);
        if (!by.first || r->status)
            break;
        t2s_append(&run, by);
        t2s_append(&run, next_table(r, &names, is_apply));
    }
    r->tables = names.count;
    r->table = names.count ? names.at[names.count - 1] : NULL;
    t2s_vector_free(&names);
    t2s_leave(r);
    return run;
}
