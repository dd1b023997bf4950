/* Calls of a dialect: what stands between the parentheses and behind them. */
#include <string.h>

#include "sql/dialect_call.h"

#define ALL T2S_OTHER

static bool is_aggregate(const t2s_word *word)
{
    return t2s_is_word(word, "count sum avg min max total group_concat "
                             "string_agg listagg array_agg countif count_if "
                             "any_value median stddev variance mode list "
                             "approx_count_distinct bool_or bool_and every "
                             "percentile_cont stddev_samp stddev_pop corr "
                             "sumif avgif minif maxif uniq uniqexact any "
                             "anylast argmax argmin argmaxif argminif "
                             "sumornull avgornull minornull maxornull "
                             "uniqif grouparray "
                             "groupuniqarray quantile max_by min_by");
}

/* WEEK(MONDAY), which is a unit. */
static bool sees_week(const t2s_reader *r)
{
    return t2s_sees(r, "WEEK (") &&
           t2s_is_word(t2s_peek(r, 2), "sunday monday tuesday wednesday "
                                       "thursday friday saturday");
}

static t2s_run take_week(t2s_reader *r)
{
    t2s_string text = {0};
    const t2s_word *day = t2s_peek(r, 2);
    const t2s_run word = t2s_take_words(r, 3);
    t2s_skips(r, ")");
    t2s_string_append(&text, "week(");
    t2s_string_append_n(&text, day->text, day->n);
    t2s_string_append(&text, ")");
    return t2s_write(r, t2s_settle(r, &text), &word);
}

/* EXTRACT(f FROM x), SUBSTRING(x FROM a FOR b), POSITION(a IN x), TRIM(... FROM
 * x), at "("; false: the arguments are as usual. */
static bool worded(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const size_t start = r->at;
    t2s_run runs[3] = {t2s_no_run()};
    const char *unit, *format = NULL;
    size_t count = 1;
    if (!t2s_is_word(c->word, "extract substring substr position trim"))
        return false;
    t2s_take(r);
    if (t2s_is_word(c->word, "extract")) {
        runs[0] = sees_week(r) ? take_week(r) : t2s_take(r);
        unit = t2s_unit_of(&runs[0]);
        t2s_mark(r, c->word, ALL & ~T2S_MS);
        if (t2s_is_word(t2s_peek(r, 0), "FROM") &&
            t2s_is_one_of(runs[0].first ? runs[0].first->text : "",
                          runs[0].first ? runs[0].first->n : 0, "DATE")) {
            t2s_skips(r, "FROM");
            *out = t2s_time_cast(r, t2s_dialect_expression(r), T2S_RUN_DATE);
            t2s_skips(r, ")");
            return true;
        }
        if (!unit && t2s_sees(r, "FROM"))
            t2s_unsupported(r, t2s_peek(r, 0) - 1, t2s_peek(r, 0) - 1);
        if (unit && t2s_skips(r, "FROM")) {
            *out = t2s_time_extract(r, unit, t2s_dialect_expression(r));
            t2s_skips(r, ")");
            return true;
        }
    } else if (t2s_is_word(c->word, "trim")) {
        const bool both = t2s_skips(r, "BOTH");
        format = t2s_sees(r, "LEADING")    ? "ltrim($*)"
                 : t2s_sees(r, "TRAILING") ? "rtrim($*)"
                                           : "trim($*)";
        if (!both && t2s_sees_one(r, "LEADING TRAILING"))
            t2s_take(r);
        if (!t2s_sees(r, "FROM"))
            runs[1] = t2s_dialect_expression(r);
        if (t2s_skips(r, "FROM")) {
            runs[0] = t2s_dialect_expression(r);
            count = 1 + (runs[1].first != NULL);
        } else {
            format = NULL;
        }
    } else {
        const bool position = t2s_is_word(c->word, "position");
        runs[0] =
            position ? t2s_dialect_compared(r) : t2s_dialect_expression(r);
        if (t2s_skips(r, position ? "IN" : "FROM")) {
            format = position ? "instr($2, $1)" : "substr($*)";
            runs[count++] = t2s_dialect_expression(r);
        }
        if (format && t2s_skips(r, "FOR"))
            runs[count++] = t2s_dialect_expression(r);
    }
    if (format && t2s_skips(r, ")")) {
        t2s_mark(r, c->word, ALL);
        *out = t2s_dialect_fill(r, format, runs, count, &c->name);
        return true;
    }
    r->at = start;
    return false;
}

/* Reads what is between the parentheses. */
static void read_arguments(t2s_reader *r, t2s_call *c)
{
    t2s_take(r);
    c->distinct = t2s_skips(r, "DISTINCT");
    t2s_skips(r, "ALL");
    while (!t2s_sees(r, ")") && t2s_peek(r, 0)->kind != T2S_WORD_END) {
        t2s_run one;
        if (t2s_is_word(t2s_peek(r, 1), "=> :="))
            r->at += 2; /* a name of the argument */
        one = t2s_sees(r, "*")    ? t2s_take(r)
              : sees_week(r)      ? take_week(r)
              : t2s_sees_query(r) ? t2s_dialect_query(r)
                                  : t2s_dialect_expression(r);
        if (c->count < T2S_MOST_ARGUMENTS) {
            c->arguments[c->count++] = one;
        } else {
            t2s_append(&c->arguments[c->count - 1],
                       t2s_write(r, ",", &c->name));
            t2s_append(&c->arguments[c->count - 1], one);
        }
        if (!t2s_skips(r, ","))
            break;
    }
    if (t2s_sees(r, "ORDER BY"))
        t2s_dialect_ordering(r); /* SQLite 3.40 has no order of an aggregate */
    if (t2s_skips(r, "SEPARATOR")) {
        t2s_mark(r, c->word, T2S_MY);
        if (c->count == 1)
            c->arguments[c->count++] = t2s_take(r);
    }
    if (t2s_sees(r, "IGNORE"))
        t2s_lacks(r, t2s_peek(r, 0), t2s_peek(r, 0));
    if (t2s_sees_one(r, "IGNORE RESPECT LIMIT"))
        t2s_dialect_rest(r);
    t2s_append(&c->arguments[c->count ? c->count - 1 : 0], t2s_dialect_rest(r));
    t2s_skips(r, ")");
    /* A lone order stands in WITHIN GROUP; it is what is looked at. */
    if (t2s_skips(r, "WITHIN GROUP (")) {
        t2s_mark(r, c->word, ALL & ~(T2S_MY | T2S_BQ));
        if (t2s_is_word(c->word, "percentile_cont percentile_disc mode") &&
            t2s_skips(r, "ORDER BY")) {
            c->arguments[1] = c->arguments[0];
            c->arguments[0] = t2s_dialect_expression(r);
            c->count++;
        }
        t2s_dialect_rest(r);
        t2s_skips(r, ")");
    }
}

/* ClickHouse's quantile(0.9)(x): what was read is behind the others. */
static void read_parameters(t2s_reader *r, t2s_call *c)
{
    const t2s_run parameter = c->arguments[0];
    const size_t count = c->count;
    memset(c->arguments, 0, sizeof c->arguments);
    c->count = 0;
    read_arguments(r, c);
    if (count != 1 || c->count != 1)
        t2s_unsupported(r, c->word, c->word);
    else
        c->arguments[c->count++] = parameter;
}

/* The call as it stands. */
static t2s_run as_written(t2s_reader *r, t2s_call *c)
{
    t2s_run all = t2s_no_run();
    const bool several = c->distinct && c->count > 1;
    for (size_t i = 0; i < c->count; i++) {
        if (i > 0)
            t2s_append(&all,
                       t2s_write(r, several ? "|| ',' ||" : ",", &c->name));
        t2s_append(&all, c->arguments[i]);
    }
    return t2s_dialect_fill(r, c->distinct ? "$1(DISTINCT $2)" : "$1($2)",
                            (t2s_run[]){c->name, all}, 2, &c->name);
}

static t2s_run over(t2s_reader *r)
{
    t2s_run run = t2s_take(r);
    if (!t2s_sees(r, "(")) {
        t2s_append(&run, t2s_take_name(r));
        return run;
    }
    t2s_append(&run, t2s_take(r));
    if (!t2s_sees_one(r, "PARTITION ORDER ROWS RANGE GROUPS )"))
        t2s_append(&run, t2s_take_name(r));
    if (t2s_sees(r, "PARTITION BY")) {
        t2s_append(&run, t2s_take_words(r, 2));
        t2s_append(&run, t2s_dialect_expressions(r));
    }
    if (t2s_sees(r, "ORDER BY"))
        t2s_append(&run, t2s_dialect_ordering(r));
    t2s_append(&run, t2s_dialect_rest(r));
    t2s_append(&run, t2s_take(r));
    return run;
}

t2s_run t2s_dialect_call(t2s_reader *r, const t2s_word *word, t2s_run name)
{
    t2s_call *c = t2s_arena_alloc(&r->arena, sizeof *c);
    t2s_run run = t2s_no_run();
    if (!c || !t2s_enter(r)) {
        r->status = r->status ? r->status : T2SED_ENOMEM;
        return name;
    }
    memset(c, 0, sizeof *c);
    c->word = word;
    c->name = name;
    if (t2s_is_word(word, "cast try_cast safe_cast convert try_convert")) {
        run = t2s_dialect_cast_call(r, word);
        t2s_leave(r);
        return run;
    }
    if (!worded(r, c, &run)) {
        read_arguments(r, c);
        if (r->bit & T2S_CLICK && t2s_sees(r, "("))
            read_parameters(r, c);
        if (!(r->bit & T2S_CLICK && t2s_call_of_clickhouse(r, c, &run)) &&
            !t2s_call_of_time(r, c, &run) && !t2s_call_of_text(r, c, &run) &&
            !t2s_call_by_template(r, c, &run)) {
            t2s_need_function(r, c);
            run = as_written(r, c);
        }
        if (t2s_is_word(word, "avg"))
            run.kind = T2S_RUN_REAL;
    }
    run.aggregate |= is_aggregate(word);
    run.loose = !t2s_is_operand(&run);
    if (t2s_sees(r, "IGNORE NULLS"))
        t2s_lacks(r, t2s_peek(r, 0), t2s_peek(r, 1));
    if (t2s_skips(r, "IGNORE NULLS") || t2s_skips(r, "RESPECT NULLS"))
        t2s_mark(r, word, ALL);
    if (t2s_sees(r, "FILTER (")) {
        t2s_append(&run, t2s_take_words(r, 2));
        t2s_append(&run, t2s_sees(r, "WHERE") ? t2s_take(r)
                                              : t2s_write(r, "WHERE", &run));
        t2s_append(&run, t2s_dialect_expression(r));
        t2s_append(&run, t2s_dialect_rest(r));
        t2s_append(&run, t2s_take(r));
    }
    if (t2s_sees(r, "OVER")) {
        const t2s_run_kind kind = run.kind;
        t2s_append(&run, over(r));
        if (r->collects) {
            char label[] = "qualify_1";
            label[8] = (char)('1' + (r->windows.count - r->first_window) % 9);
            if (!t2s_vector_push(&r->windows, run))
                r->status = T2SED_ENOMEM;
            run = t2s_write(r, label, &run);
        }
        run.aggregate = true; /* GROUP BY ALL leaves it out, too */
        run.kind = kind == T2S_RUN_REAL ? kind : T2S_RUN_OTHER;
    }
    t2s_leave(r);
    return run;
}
