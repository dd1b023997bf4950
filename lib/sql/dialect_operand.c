/* Operands of a dialect: names, literals, lists, and what binds to them. */
#include <string.h>

#include "sql/dialect.h"

/* Words that end an expression, or begin a clause. */
bool t2s_ends_expression(const t2s_word *word)
{
    return word->kind == T2S_WORD_END ||
           t2s_is_word(word, "FROM WHERE GROUP HAVING ORDER LIMIT UNION EXCEPT "
                             "INTERSECT QUALIFY ON USING JOIN WHEN THEN ELSE "
                             "END AS AND OR SELECT ) ] } , ;");
}

static t2s_run parenthesised(t2s_reader *r)
{
    t2s_run run = t2s_take(r), value;
    bool list;
    if (t2s_sees_query(r)) {
        t2s_append(&run, t2s_dialect_query(r));
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_append(&run, t2s_take(r));
        run.aggregate = false;
        return run;
    }
    value = t2s_dialect_expression(r);
    list = t2s_sees(r, ",");
    while (t2s_sees(r, ",")) {
        t2s_append(&value, t2s_take(r));
        t2s_append(&value, t2s_dialect_expression(r));
    }
    t2s_append(&run, value);
    t2s_append(&run, t2s_dialect_rest(r));
    t2s_append(&run, t2s_take(r));
    if (!list) {
        run.inner = t2s_keep(r, value);
        run.enclosed = true;
    }
    if (!list &&
        (value.kind == T2S_RUN_REAL || value.kind == T2S_RUN_INTERVAL ||
         value.kind == T2S_RUN_DIFFERENCE || value.kind == T2S_RUN_MINUS)) {
        run.kind = value.kind;
        run.amount = value.amount;
        run.more = value.more;
        run.unit = value.unit;
        run.whole = value.whole;
    }
    return run;
}

static t2s_run case_expression(t2s_reader *r)
{
    t2s_run run = t2s_take(r);
    const t2s_word *before;
    do {
        before = t2s_peek(r, 0);
        if (t2s_sees_one(r, "WHEN THEN ELSE"))
            t2s_append(&run, t2s_take(r));
        t2s_append(&run, t2s_dialect_expression(r));
    } while (t2s_peek(r, 0) != before && !t2s_sees(r, "END"));
    if (t2s_sees(r, "END"))
        t2s_append(&run, t2s_take(r));
    return run;
}

/* Of a list in brackets, or of a struct, at what opens it; "$1" in `format` is
 * what it lists. */
static t2s_run listed(t2s_reader *r, const char *format, const char *close)
{
    t2s_run open = t2s_take(r), list, run;
    if (t2s_sees_query(r))
        list = t2s_dialect_query(r);
    else
        list = t2s_sees(r, close) ? t2s_no_run() : t2s_dialect_expressions(r);
    t2s_skips(r, close);
    run = t2s_dialect_fill(r, format, &list, 1, &open);
    run.kind = T2S_RUN_ARRAY;
    run.inner = t2s_keep(r, list);
    return run;
}

/* STRUCT(a AS x, b) and {'x': a}: json_object. */
static t2s_run structure(t2s_reader *r, const char *close)
{
    t2s_run open = t2s_take(r), all = t2s_no_run();
    for (unsigned place = 1; !t2s_sees(r, close) && !r->status; place++) {
        t2s_run pair[2];
        pair[1] = t2s_dialect_expression(r);
        if (t2s_skips(r, ":")) {
            pair[0] = pair[1];
            pair[1] = t2s_dialect_expression(r);
        } else {
            t2s_string quoted = {0};
            const t2s_word *word = pair[1].name;
            if (t2s_skips(r, "AS")) {
                word = t2s_peek(r, 0);
                t2s_take(r);
            }
            t2s_string_append_format(&quoted, "_%u", place);
            if (word && word->kind == T2S_WORD_WORD) {
                t2s_string_clear(&quoted);
                t2s_string_append_n(&quoted, word->text, word->n);
            }
            pair[0] = t2s_dialect_fill(
                r, "'$1'",
                (t2s_run[]){t2s_write(r, t2s_settle(r, &quoted), &open)}, 1,
                &open);
        }
        if (all.first)
            t2s_append(&all, t2s_write(r, ",", &open));
        t2s_append(&all, t2s_dialect_fill(r, "$1, $2", pair, 2, &open));
        if (!t2s_skips(r, ","))
            break;
    }
    t2s_skips(r, close);
    return t2s_dialect_fill(r, "json_object($1)", &all, 1, &open);
}

/* a, t.a, schema.t.a, f(...), t.* */
static t2s_run name(t2s_reader *r)
{
    const t2s_word *last = t2s_peek(r, 0), *words[8] = {last};
    const size_t first = r->at;
    size_t count = 1, from;
    t2s_run run = t2s_no_run();
    while (count < 8 && t2s_peek(r, count * 2 - 1)->kind == T2S_WORD_OTHER &&
           t2s_is_word(t2s_peek(r, count * 2 - 1), ".") &&
           t2s_peek(r, count * 2)->kind != T2S_WORD_END) {
        last = t2s_peek(r, count * 2);
        words[count++] = last;
    }
    if (t2s_is_word(t2s_peek(r, count * 2 - 1), "(") &&
        last->kind != T2S_WORD_STRING) {
        r->at += (count - 1) * 2;
        if (count > 1)
            t2s_mark(r, words[0], T2S_OTHER);
        run = t2s_take(r);
        return t2s_dialect_call(r, last, run);
    }
    /* SQLite has no schemas within a database. */
    from = count > 2 ? count - 2 : 0;
    if (from > 0)
        t2s_mark(r, words[0], T2S_OTHER);
    r->at = first + from * 2;
    for (; from < count; from++) {
        t2s_append(&run, t2s_is_word(t2s_peek(r, 0), "*") ? t2s_take(r)
                                                          : t2s_take_name(r));
        if (from + 1 < count)
            t2s_append(&run, t2s_take(r));
    }
    run.kind = T2S_RUN_COLUMN;
    run.name = last;
    if (run.first)
        run.first->lone = count == 1;
    return run;
}

/* DATE '2024-01-01' */
static bool sees_typed_literal(const t2s_reader *r)
{
    return t2s_sees_one(r, "DATE TIME TIMESTAMP DATETIME TIMESTAMPTZ") &&
           t2s_peek(r, 1)->kind == T2S_WORD_STRING;
}

/* NOW and the like without parentheses, and arrays. */
static bool keyword(t2s_reader *r, t2s_run *out)
{
    const t2s_word *word = t2s_peek(r, 0);
    if (t2s_sees(r, "ARRAY [") ||
        (t2s_sees(r, "[") &&
         r->bit & (T2S_DUCK | T2S_BQ | T2S_SNOW | T2S_CLICK))) {
        t2s_mark(r, word, T2S_PG | T2S_DUCK | T2S_BQ | T2S_SNOW | T2S_CLICK);
        t2s_skips(r, "ARRAY");
        *out = listed(r, "json_array($1)", "]");
    } else if (t2s_sees(r, "ARRAY (") &&
               r->bit & (T2S_PG | T2S_BQ | T2S_DUCK)) {
        t2s_mark(r, word, T2S_PG | T2S_BQ | T2S_DUCK);
        t2s_skips(r, "ARRAY");
        *out = listed(r, "($1)", ")");
    } else if (t2s_sees(r, "STRUCT (") && r->bit & T2S_BQ) {
        t2s_mark(r, word, T2S_BQ);
        t2s_skips(r, "STRUCT");
        *out = structure(r, ")");
    } else if (t2s_sees(r, "{") && r->bit & T2S_DUCK) {
        t2s_mark(r, word, T2S_DUCK);
        *out = structure(r, "}");
    } else if (sees_typed_literal(r)) {
        t2s_mark(r, word, T2S_OTHER & ~T2S_MS);
        t2s_take(r);
        *out = t2s_take(r);
        if (!t2s_is_word(word, "TIME"))
            *out = t2s_time_cast(r, *out,
                                 t2s_is_word(word, "DATE") ? T2S_RUN_DATE
                                                           : T2S_RUN_MOMENT);
    } else if (t2s_sees(r, "INTERVAL") &&
               t2s_peek(r, 1)->kind != T2S_WORD_OTHER) {
        *out = t2s_take(r);
        *out = t2s_dialect_interval(r, *out);
    } else if (t2s_sees(r, "INTERVAL (") || t2s_sees(r, "INTERVAL -")) {
        *out = t2s_take(r);
        *out = t2s_dialect_interval(r, *out);
    } else if (t2s_sees_one(r, "CURRENT_DATE CURRENT_TIMESTAMP")) {
        *out = t2s_take(r);
        if (t2s_skips(r, "("))
            t2s_skips(r, ")");
        out->kind =
            t2s_is_word(word, "CURRENT_DATE") ? T2S_RUN_DATE : T2S_RUN_MOMENT;
        out->inner = t2s_keep(r, t2s_write(r, "'now'", out));
    } else if (t2s_sees_one(r, "LOCALTIMESTAMP SYSDATE") &&
               !t2s_is_word(t2s_peek(r, 1), "(")) {
        t2s_mark(r, word, T2S_OTHER);
        *out = t2s_take(r);
        *out = t2s_dialect_fill(r, "CURRENT_TIMESTAMP", NULL, 0, out);
        out->kind = T2S_RUN_MOMENT;
        out->inner = t2s_keep(r, t2s_write(r, "'now'", out));
    } else {
        return false;
    }
    return true;
}

static t2s_run primary(t2s_reader *r)
{
    t2s_run run = t2s_no_run();
    const t2s_word *word = t2s_peek(r, 0);
    if (word->kind == T2S_WORD_STRING || word->kind == T2S_WORD_NUMBER)
        return t2s_take(r);
    if (word->kind == T2S_WORD_NAME)
        return name(r);
    if (r->bit & T2S_CLICK && (t2s_sees(r, "AND (") || t2s_sees(r, "OR (")))
        return name(r); /* a function */
    if (t2s_ends_expression(word) || keyword(r, &run))
        return run;
    if (t2s_sees(r, "("))
        return parenthesised(r);
    if (t2s_sees(r, "CASE"))
        return case_expression(r);
    if (t2s_sees(r, "EXISTS (")) {
        run = t2s_take(r);
        t2s_append(&run, parenthesised(r));
        return run;
    }
    if (t2s_sees(r, "BINARY") && r->bit & T2S_MY) {
        t2s_take(r);
        return primary(r);
    }
    if (t2s_sees_one(r, "NULL TRUE FALSE"))
        return t2s_take(r);
    if (word->kind == T2S_WORD_OTHER)
        t2s_check_rest(r);
    return word->kind == T2S_WORD_WORD ? name(r) : t2s_take(r);
}

/* Snowflake's v:a.b */
static t2s_run path(t2s_reader *r, t2s_run value)
{
    t2s_string text = {0};
    const t2s_word *colon = t2s_peek(r, 0);
    t2s_run runs[2] = {value};
    t2s_mark(r, colon, T2S_SNOW);
    t2s_string_append(&text, "'$");
    do {
        const t2s_word *word;
        t2s_take(r);
        word = t2s_peek(r, 0);
        t2s_string_append_char(&text, '.');
        t2s_string_append_n(&text, word->text, word->n);
        t2s_take(r);
    } while (t2s_sees(r, "."));
    t2s_string_append_char(&text, '\'');
    runs[1] = t2s_write(r, t2s_settle(r, &text), &value);
    return t2s_dialect_fill(r, "json_extract($1, $2)", runs, 2, &value);
}

/* x[1], x[OFFSET(0)] */
static t2s_run element(t2s_reader *r, t2s_run value)
{
    t2s_run runs[2] = {value};
    bool from_zero = (r->bit & T2S_SNOW) != 0;
    t2s_mark(r, t2s_peek(r, 0), T2S_PG | T2S_DUCK | T2S_BQ | T2S_SNOW);
    t2s_take(r);
    if (t2s_sees_one(r, "OFFSET SAFE_OFFSET ORDINAL SAFE_ORDINAL")) {
        from_zero = t2s_sees_one(r, "OFFSET SAFE_OFFSET");
        t2s_take(r);
    }
    runs[1] = t2s_dialect_expression(r);
    t2s_skips(r, "]");
    return t2s_dialect_fill(r,
                            from_zero
                                ? "json_extract($1, '$[' || $2 || ']')"
                                : "json_extract($1, '$[' || ($2 - 1) || ']')",
                            runs, 2, &value);
}

/* A primary with what binds to it from behind. */
t2s_run t2s_dialect_operand(t2s_reader *r)
{
    t2s_run run = primary(r);
    while (run.first && !r->status) {
        const t2s_word *word = t2s_peek(r, 0);
        if (t2s_sees(r, "::")) {
            t2s_mark(r, word, T2S_PG | T2S_DUCK | T2S_SNOW | T2S_CLICK);
            t2s_take(r);
            run = t2s_dialect_cast(r, run);
        } else if (t2s_sees(r, "AT TIME ZONE")) {
            t2s_mark(r, word, T2S_PG | T2S_DUCK | T2S_MS);
            r->at += 3;
            primary(r);
        } else if (t2s_sees(r, "COLLATE")) {
            const bool known = t2s_is_one_of(
                t2s_peek(r, 1)->text, t2s_peek(r, 1)->n, "NOCASE BINARY RTRIM");
            t2s_run collate = t2s_take_words(r, 2);
            if (known)
                t2s_append(&run, collate);
        } else if (t2s_sees(r, "[") && !(r->bit & (T2S_MY | T2S_MS))) {
            run = element(r, run);
        } else if (t2s_sees(r, ":") && r->bit & T2S_SNOW) {
            run = path(r, run);
        } else {
            break;
        }
    }
    return run;
}
