/* Expressions of a dialect, by precedence. */
#include <string.h>

#include "sql/dialect.h"
#include "sql/dialect_match.h"

enum level {
    LEVEL_OR = 1,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_BITS,
    LEVEL_ADD,
    LEVEL_MULTIPLY,
    LEVEL_JOIN
};

static t2s_run expression(t2s_reader *r, int level);

t2s_run t2s_dialect_expression(t2s_reader *r)
{
    return expression(r, LEVEL_OR);
}

t2s_run t2s_dialect_compared(t2s_reader *r)
{
    return expression(r, LEVEL_COMPARE + 1);
}

t2s_run t2s_dialect_expressions(t2s_reader *r)
{
    t2s_run all = t2s_dialect_expression(r);
    while (t2s_sees(r, ",")) {
        t2s_append(&all, t2s_take(r));
        t2s_append(&all, t2s_dialect_expression(r));
    }
    return all;
}

static t2s_run prefix(t2s_reader *r)
{
    t2s_run run;
    if (t2s_sees(r, "NOT") || (t2s_sees(r, "!") && r->bit & T2S_MY)) {
        run = t2s_take(r);
        if (run.first && run.first->n == 1)
            run = t2s_write(r, "NOT", &run);
        t2s_append(&run, expression(r, LEVEL_NOT));
        return run;
    }
    if (t2s_sees_one(r, "+ - ~")) {
        const bool minus = t2s_sees(r, "-");
        t2s_run value;
        run = t2s_take(r);
        if (!t2s_enter(r))
            return run;
        value = prefix(r);
        t2s_leave(r);
        if (value.kind == T2S_RUN_INTERVAL && minus) {
            value = t2s_interval_of(
                r, t2s_dialect_fill(r, "-$1", value.amount, 1, &run),
                value.unit);
            return value;
        }
        t2s_append(&run, t2s_tight(r, value));
        run.kind = value.kind == T2S_RUN_INTEGER || value.kind == T2S_RUN_REAL
                       ? value.kind
                       : T2S_RUN_OTHER;
        return run;
    }
    return t2s_dialect_operand(r);
}

/* ------------------------------------------------------------- operators */

/* left OP right, the operator spelled `as`, or as it stands. */
static void binary(t2s_reader *r, t2s_run *left, const char *as, int level)
{
    t2s_run sign = t2s_take(r), right;
    const bool real = left->kind == T2S_RUN_REAL;
    if (as)
        sign = t2s_write(r, as, &sign);
    right = expression(r, level + 1);
    if (level >= LEVEL_BITS) {
        *left = t2s_tight(r, *left);
        right = t2s_tight(r, right);
    }
    t2s_append(left, sign);
    t2s_append(left, right);
    if (real || right.kind == T2S_RUN_REAL)
        left->kind = T2S_RUN_REAL;
}

/* '05' for 5, where a part of a time has two digits. */
static t2s_run as_text(t2s_reader *r, const t2s_run *number, int width)
{
    size_t n;
    const char *text = t2s_run_text(number, &n);
    t2s_string out = {0};
    t2s_run run;
    t2s_string_append_char(&out, '\'');
    for (size_t i = n; i < (size_t)width; i++)
        t2s_string_append_char(&out, '0');
    t2s_string_append_n(&out, text, n);
    t2s_string_append_char(&out, '\'');
    run = t2s_write(r, t2s_settle(r, &out), number);
    return run;
}

/* EXTRACT(YEAR FROM a) beside 2024 is strftime's text beside '2024', and
 * MONTHNAME(a) beside 'May' beside '05'. */
static void level_parts(t2s_reader *r, t2s_run *a, t2s_run *b)
{
    if (a->kind == T2S_RUN_NAMED && b->kind == T2S_RUN_LITERAL) {
        const t2s_run number = t2s_number_of_name(r, a->unit, b);
        if (!number.first)
            return;
        *b = number;
        *a = t2s_copy(r, a->inner);
    } else if (b->kind == T2S_RUN_NAMED && a->kind == T2S_RUN_LITERAL) {
        level_parts(r, b, a);
    } else if (a->kind == T2S_RUN_PART && a->width > 0) {
        if (b->kind == T2S_RUN_INTEGER && b->first == b->last)
            *b = as_text(r, b, a->width);
        else if (b->kind == T2S_RUN_PART && b->width == a->width)
            *b = t2s_copy(r, b->inner);
        else if (b->kind != T2S_RUN_LITERAL)
            return;
        *a = t2s_copy(r, a->inner);
    } else if (b->kind == T2S_RUN_PART && b->width > 0) {
        level_parts(r, b, a);
    }
}

/* = ANY (ARRAY[...]), > ALL (SELECT...): SQLite has only IN; of others the
 * greatest or the least decides. */
static void quantified(t2s_reader *r, t2s_run *left, const t2s_run *sign)
{
    const bool all = t2s_sees(r, "ALL");
    size_t n;
    const char *text = t2s_run_text(sign, &n);
    const char *format = all ? "NOT IN ($1)" : "IN ($1)";
    t2s_run set;
    t2s_mark(r, t2s_peek(r, 0), T2S_OTHER);
    t2s_take(r);
    t2s_skips(r, "(");
    set = t2s_sees_query(r) ? t2s_dialect_query(r) : t2s_dialect_expression(r);
    t2s_skips(r, ")");
    if (set.kind == T2S_RUN_COLUMN) /* of an array */
        set = t2s_dialect_fill(r, "SELECT value FROM json_each($1)", &set, 1,
                               &set);
    if (set.kind == T2S_RUN_ARRAY)
        set = t2s_copy(r, set.inner);
    if (!t2s_is_one_of(text, n, all ? "<> !=" : "= ==")) {
        format = (text[0] == '>') == all
                     ? "(SELECT * FROM ($1) ORDER BY 1 DESC LIMIT 1)"
                     : "(SELECT * FROM ($1) ORDER BY 1 LIMIT 1)";
        t2s_append(left, *sign);
    }
    t2s_append(left, t2s_dialect_fill(r, format, &set, 1, sign));
}

static void compare(t2s_reader *r, t2s_run *left)
{
    t2s_run sign = t2s_take(r), right;
    size_t n;
    const char *text = t2s_run_text(&sign, &n);
    if (t2s_is_one_of(text, n, "<=>")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_MY);
        sign = t2s_write(r, "IS", &sign);
    }
    if (t2s_sees_one(r, "ANY SOME ALL")) {
        quantified(r, left, &sign);
        return;
    }
    right = expression(r, LEVEL_COMPARE + 1);
    if (left->kind == T2S_RUN_MINUS && right.kind == T2S_RUN_INTERVAL) {
        const t2s_run minus = left->enclosed ? *left->inner : *left;
        *left = t2s_time_subtract(r, *minus.inner, *minus.amount);
    }
    level_parts(r, left, &right);
    t2s_append(left, sign);
    t2s_append(left, right);
}

static void within(t2s_reader *r, t2s_run *left, t2s_run not )
{
    t2s_run in = t2s_take(r), list;
    t2s_append(&not, in);
    if (t2s_sees(r, "UNNEST (")) {
        t2s_mark(r, t2s_peek(r, 0), T2S_BQ | T2S_DUCK);
        r->at += 2;
        list = t2s_dialect_expression(r);
        t2s_skips(r, ")");
        if (list.kind == T2S_RUN_ARRAY)
            list = t2s_dialect_fill(r, "($1)", list.inner, 1, &list);
        else
            list = t2s_dialect_fill(r, "(SELECT value FROM json_each($1))",
                                    &list, 1, &list);
    } else if (t2s_sees(r, "(") &&
               (left->kind == T2S_RUN_NAMED ||
                (left->kind == T2S_RUN_PART && left->width > 0))) {
        list = t2s_take(r);
        do {
            t2s_run part = *left, value = t2s_dialect_expression(r);
            level_parts(r, &part, &value);
            t2s_append(&list, value);
            if (t2s_sees(r, ","))
                t2s_append(&list, t2s_take(r));
        } while (!t2s_sees(r, ")") && t2s_peek(r, 0)->kind != T2S_WORD_END &&
                 !t2s_ends_expression(t2s_peek(r, 0)));
        t2s_append(&list, t2s_take(r));
        *left = t2s_copy(r, left->inner);
    } else {
        list = t2s_dialect_operand(r);
        if (list.kind == T2S_RUN_ARRAY)
            list = t2s_dialect_fill(r, "($1)", list.inner, 1, &list);
    }
    t2s_append(left, not );
    t2s_append(left, list);
}

static void between(t2s_reader *r, t2s_run *left, t2s_run not )
{
    t2s_run low, high, and, part = *left;
    t2s_append(&not, t2s_take(r));
    t2s_skips(r, "SYMMETRIC");
    low = expression(r, LEVEL_COMPARE + 1);
    and = t2s_take(r);
    high = expression(r, LEVEL_COMPARE + 1);
    level_parts(r, left, &low);
    if (left->kind != part.kind)
        level_parts(r, &part, &high);
    t2s_append(left, not );
    t2s_append(left, low);
    t2s_append(left, and);
    t2s_append(left, high);
}

static void is_something(t2s_reader *r, t2s_run *left)
{
    t2s_append(left, t2s_take(r));
    if (t2s_sees(r, "NOT"))
        t2s_append(left, t2s_take(r));
    if (t2s_sees(r, "DISTINCT FROM"))
        t2s_append(left, t2s_take_words(r, 2));
    if (t2s_sees(r, "UNKNOWN")) {
        t2s_run unknown = t2s_take(r);
        t2s_append(left, t2s_write(r, "NULL", &unknown));
    } else {
        t2s_append(left, expression(r, LEVEL_COMPARE + 1));
    }
}

/* BETWEEN, IN, LIKE and their like, with NOT before it or without; false: there
 * is none. */
static bool worded(t2s_reader *r, t2s_run *left)
{
    const bool negated = t2s_sees(r, "NOT");
    const t2s_word *word = t2s_peek(r, negated ? 1 : 0);
    t2s_run not = t2s_no_run();
    if (negated && !t2s_is_word(word, "IN BETWEEN LIKE ILIKE RLIKE REGEXP GLOB "
                                      "SIMILAR"))
        return false;
    if (t2s_is_word(word, "IN BETWEEN")) {
        if (negated)
            not = t2s_take(r);
        if (t2s_sees(r, "IN"))
            within(r, left, not );
        else
            between(r, left, not );
        return true;
    }
    return t2s_dialect_match(r, left, negated);
}

static bool is_text(const t2s_run *run)
{
    return run->kind == T2S_RUN_LITERAL;
}

/* DATEDIFF(month, 0, x) - 1 */
static void add_units(t2s_reader *r, t2s_run *left, t2s_run sign, t2s_run right,
                      bool minus)
{
    t2s_run kept = *left;
    kept.amount = t2s_keep(
        r, minus ? t2s_dialect_fill(r, "-@1", &right, 1, &right) : right);
    right = t2s_copy(r, &right);
    t2s_append(left, sign);
    t2s_append(left, minus ? t2s_tight(r, right) : right);
    kept.last = left->last;
    *left = kept;
}

/* Whether it is days that are added to a date, or, in T-SQL, to any time. */
static bool counts_days(const t2s_reader *r, const t2s_run *left,
                        const t2s_run *right, bool minus)
{
    if (left->kind != T2S_RUN_DATE &&
        !(left->kind == T2S_RUN_MOMENT && r->bit & (T2S_MS | T2S_CLICK)))
        return false;
    return t2s_is_count(right) ||
           (right->kind == T2S_RUN_COLUMN && !minus && !t2s_is_time(right));
}

static void add(t2s_reader *r, t2s_run *left)
{
    const bool minus = t2s_sees(r, "-");
    t2s_run sign, right;
    const bool real = left->kind == T2S_RUN_REAL, text = is_text(left);
    sign = t2s_take(r);
    right = expression(r, LEVEL_ADD + 1);
    if (right.kind == T2S_RUN_INTERVAL) {
        *left = t2s_time_move(r, *left, &right, minus);
    } else if (left->kind == T2S_RUN_INTERVAL && !minus) {
        *left = t2s_time_move(r, right, left, false);
    } else if (left->kind == T2S_RUN_SINCE && !left->amount) {
        add_units(r, left, sign, right, minus);
    } else if (counts_days(r, left, &right, minus)) {
        right = t2s_interval_of(
            r, right,
            left->kind == T2S_RUN_MOMENT && r->bit & T2S_CLICK ? "second"
                                                               : "day");
        *left = t2s_time_move(r, *left, &right, minus);
    } else if (minus && t2s_can_subtract(left, &right)) {
        *left = t2s_time_subtract(r, *left, right);
    } else if (!minus && r->bit & T2S_MS && (text || is_text(&right))) {
        t2s_append(left, t2s_write(r, "||", &sign));
        t2s_append(left, right);
        left->kind = T2S_RUN_LITERAL; /* the next + joins too */
    } else {
        const bool columns = minus && left->kind == T2S_RUN_COLUMN &&
                             right.kind == T2S_RUN_COLUMN;
        t2s_run both[2] = {*left, right};
        if (left->kind == T2S_RUN_PART && right.kind == T2S_RUN_PART)
            level_parts(r, left, &right);
        if (columns)
            right = t2s_copy(r, &right);
        *left = columns ? t2s_copy(r, left) : *left;
        t2s_append(left, sign);
        t2s_append(left, minus ? t2s_tight(r, right) : right);
        if (real || right.kind == T2S_RUN_REAL)
            left->kind = T2S_RUN_REAL;
        if (columns) {
            left->kind = T2S_RUN_MINUS;
            left->inner = t2s_keep(r, both[0]);
            left->amount = t2s_keep(r, both[1]);
        }
    }
}

static void multiply(t2s_reader *r, t2s_run *left)
{
    const t2s_word *word = t2s_peek(r, 0);
    const bool divides = t2s_is_word(word, "/");
    t2s_run runs[2], sign;
    const bool real = left->kind == T2S_RUN_REAL;
    if (t2s_is_word(word, "// DIV MOD")) {
        t2s_mark(r, word,
                 t2s_is_word(word, "//") ? T2S_DUCK : T2S_MY | T2S_CLICK);
        binary(r, left, t2s_is_word(word, "MOD") ? "%" : "/", LEVEL_MULTIPLY);
        return;
    }
    sign = t2s_take(r);
    *left = t2s_tight(r, *left);
    runs[0] = *left;
    runs[1] = t2s_tight(r, expression(r, LEVEL_MULTIPLY + 1));
    if (!divides &&
        (left->kind == T2S_RUN_INTERVAL || runs[1].kind == T2S_RUN_INTERVAL)) {
        /* n * INTERVAL '1 day' */
        const int at = left->kind != T2S_RUN_INTERVAL;
        t2s_run interval = runs[at];
        size_t n;
        const char *amount = t2s_run_text(interval.amount, &n);
        runs[at] = *interval.amount;
        *left = t2s_interval_of(
            r,
            n == 1 && *amount == '1'
                ? runs[1 - at]
                : t2s_dialect_fill(r, "@1 * @2", runs, 2, &sign),
            interval.unit);
        return;
    }
    /* Only these cut the quotient of whole numbers, as SQLite does. */
    if (divides && !real && runs[1].kind != T2S_RUN_REAL &&
        !(r->bit & (T2S_PG | T2S_MS)))
        *left = t2s_dialect_fill(r, "CAST($1 AS REAL)", left, 1, &sign);
    t2s_append(left, sign);
    t2s_append(left, runs[1]);
    if (real || runs[1].kind == T2S_RUN_REAL ||
        (divides && !(r->bit & (T2S_PG | T2S_MS))))
        left->kind = T2S_RUN_REAL;
}

/* data #>> '{a,0}', where the path is a constant. */
static void json_path(t2s_reader *r, t2s_run *left)
{
    const t2s_word *word = t2s_peek(r, 0);
    t2s_run runs[2] = {*left};
    t2s_string out = {0}, quoted = {0};
    const char *path;
    t2s_mark(r, word, T2S_PG);
    t2s_take(r);
    runs[1] = expression(r, LEVEL_JOIN + 1);
    path = t2s_run_string(r, &runs[1]);
    if (!path || *path != '{' || strpbrk(path, "\"\\")) {
        t2s_unsupported(r, word, word);
        return;
    }
    t2s_string_append(&out, "$");
    for (path++; *path && *path != '}';) {
        const size_t n = strcspn(path, ",}");
        const bool is_index = strspn(path, "0123456789") == n;
        t2s_string_append(&out, is_index ? "[" : ".");
        t2s_string_append_n(&out, path, n);
        t2s_string_append(&out, is_index ? "]" : "");
        path += n + (path[n] == ',');
    }
    path = t2s_settle(r, &out);
    t2s_string_append_quoted(&quoted, path, strlen(path), '\'');
    runs[1] = t2s_write(r, t2s_settle(r, &quoted), left);
    *left = t2s_dialect_fill(r, "json_extract($1, $2)", runs, 2, left);
}

/* Operators of arrays, of JSON and of texts that are searched. */
static bool sees_array_operator(const t2s_reader *r)
{
    if (!(r->bit & (T2S_PG | T2S_DUCK)))
        return false;
    return t2s_sees_one(r, "@> <@ &&") || t2s_sees(r, "@ @") ||
           t2s_sees(r, "? |") || t2s_sees(r, "? &") ||
           (t2s_sees(r, "?") && t2s_peek(r, 1)->kind == T2S_WORD_STRING);
}

/* SQLite's grammar has a call alone for such an operator. */
static void array_operator(t2s_reader *r, t2s_run *left)
{
    const t2s_word *word = t2s_peek(r, 0);
    const char *format = t2s_is_word(word, "@>")   ? "array_contains($1, $2)"
                         : t2s_is_word(word, "<@") ? "array_contains($2, $1)"
                         : t2s_is_word(word, "&&") ? "array_overlaps($1, $2)"
                         : t2s_is_word(word, "@")  ? "text_matches($1, $2)"
                                                   : "json_exists($1, $2)";
    t2s_run runs[2] = {*left};
    t2s_lacks(r, word, word);
    t2s_take(r);
    if (t2s_sees_one(r, "@ | &"))
        t2s_take(r);
    runs[1] = expression(r, LEVEL_JOIN + 1);
    *left = t2s_dialect_fill(r, format, runs, 2, left);
}

/* a ? b : c */
static void ternary(t2s_reader *r, t2s_run *left)
{
    t2s_run runs[3] = {*left};
    t2s_mark(r, t2s_peek(r, 0), T2S_CLICK);
    t2s_take(r);
    runs[1] = t2s_dialect_expression(r);
    t2s_skips(r, ":");
    runs[2] = t2s_dialect_expression(r);
    *left = t2s_dialect_fill(r, "iif($1, $2, $3)", runs, 3, left);
}

/* One more operator of that level or above; false: there is none. */
static bool infix(t2s_reader *r, t2s_run *left, int level)
{
    const bool mysql = (r->bit & T2S_MY) != 0;
    const bool powers = r->bit & (T2S_PG | T2S_DUCK);
    if (r->bit & T2S_CLICK && t2s_sees(r, "GLOBAL"))
        t2s_take(r); /* IN of several servers */
    if (level <= LEVEL_OR && r->bit & T2S_CLICK && t2s_sees(r, "?")) {
        ternary(r, left);
        return true;
    }
    if (level <= LEVEL_OR &&
        (t2s_sees(r, "OR") || (mysql && t2s_sees(r, "||"))))
        binary(r, left, "OR", LEVEL_OR);
    else if (level <= LEVEL_OR && mysql && t2s_sees(r, "XOR"))
        binary(r, left, "<>", LEVEL_OR);
    else if (level <= LEVEL_AND &&
             (t2s_sees(r, "AND") || (mysql && t2s_sees(r, "&&"))))
        binary(r, left, "AND", LEVEL_AND);
    else if (level <= LEVEL_COMPARE &&
             t2s_sees_one(r, "= == <> != < > <= >= <=>"))
        compare(r, left);
    else if (level <= LEVEL_COMPARE && t2s_sees(r, "IS"))
        is_something(r, left);
    else if (level <= LEVEL_COMPARE && t2s_sees_one(r, "ISNULL NOTNULL"))
        t2s_append(left, t2s_take(r));
    else if (level <= LEVEL_COMPARE && worded(r, left))
        return true;
    else if (level <= LEVEL_BITS && t2s_sees_one(r, "& | << >>"))
        binary(r, left, NULL, LEVEL_BITS);
    else if (level <= LEVEL_ADD && t2s_sees_one(r, "+ -"))
        add(r, left);
    else if (level <= LEVEL_MULTIPLY &&
             (t2s_sees_one(r, "* / %") ||
              (t2s_sees(r, "//") && r->bit & T2S_DUCK) ||
              (r->bit & (T2S_MY | T2S_CLICK) && t2s_sees_one(r, "DIV MOD"))))
        multiply(r, left);
    else if (level <= LEVEL_JOIN && powers && t2s_sees_one(r, "^ **")) {
        t2s_run runs[2] = {*left};
        t2s_mark(r, t2s_peek(r, 0), T2S_PG | T2S_DUCK);
        t2s_take(r);
        runs[1] = t2s_tight(r, expression(r, LEVEL_JOIN + 1));
        *left = t2s_dialect_fill(r, "power($1, $2)", runs, 2, left);
        left->kind = T2S_RUN_REAL;
    } else if (level <= LEVEL_JOIN && !mysql && t2s_sees(r, "||")) {
        binary(r, left, NULL, LEVEL_JOIN);
        left->kind = T2S_RUN_OTHER;
    } else if (level <= LEVEL_JOIN && t2s_sees_one(r, "-> ->>")) {
        binary(r, left, NULL, LEVEL_JOIN);
        left->kind = T2S_RUN_OTHER;
    } else if (level <= LEVEL_JOIN && t2s_sees_one(r, "#> #>>")) {
        json_path(r, left);
    } else if (level <= LEVEL_JOIN && sees_array_operator(r)) {
        array_operator(r, left);
    } else
        return false;
    return true;
}

static t2s_run expression(t2s_reader *r, int level)
{
    t2s_run left;
    if (!t2s_enter(r))
        return t2s_no_run();
    left = prefix(r);
    while (left.first && !r->status && infix(r, &left, level))
        continue;
    t2s_leave(r);
    return left;
}
