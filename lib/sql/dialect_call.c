/* Calls of a dialect's functions, and casts. */
#include <string.h>

#include "sql/dialect.h"
#include "sql/dialect_match.h"

#define COUNT(array)   (sizeof(array) / sizeof *(array))
#define MOST_ARGUMENTS 24
#define ALL            T2S_OTHER

typedef struct call {
    const t2s_word *word;
    t2s_run name; /* as written */
    t2s_run arguments[MOST_ARGUMENTS];
    size_t count;
    bool distinct;
} call;

/* ------------------------------------------------ functions by a template */

static const struct {
    const char *names;
    unsigned dialects;
    int least, most;
    const char *format;
    t2s_run_kind kind;
} plain[] = {
    {"len char_length character_length lengthb", ALL, 1, 1, "length($1)", 0},
    {"isnull", T2S_MS, 2, 2, "ifnull($1, $2)", 0},
    {"nvl", ALL, 2, 2, "ifnull($1, $2)", 0},
    {"nvl2", ALL, 3, 3, "CASE WHEN $1 IS NOT NULL THEN $2 ELSE $3 END", 0},
    {"if iff", ALL, 3, 3, "iif($1, $2, $3)", 0},
    {"zeroifnull", ALL, 1, 1, "ifnull($1, 0)", 0},
    {"nullifzero", ALL, 1, 1, "nullif($1, 0)", 0},
    {"div0", T2S_SNOW, 2, 2,
     "CASE WHEN $2 = 0 THEN 0 ELSE CAST($1 AS REAL) / $2 END", 0},
    {"safe_divide", T2S_BQ, 2, 2, "CAST($1 AS REAL) / nullif($2, 0)",
     T2S_RUN_REAL},
    {"countif count_if", T2S_BQ | T2S_SNOW | T2S_DUCK, 1, 1,
     "SUM(CASE WHEN $1 THEN 1 ELSE 0 END)", 0},
    {"approx_count_distinct approx_distinct", ALL, 1, 1, "COUNT(DISTINCT $1)",
     0},
    {"bool_or logical_or max_if booland_agg", ALL, 1, 1, "max($1)", 0},
    {"bool_and every logical_and", ALL, 1, 1, "min($1)", 0},
    {"any_value arbitrary", ALL, 1, 1, "max($1)", 0},
    {"greatest", ALL, 2, 99, "max($*)", 0},
    {"least", ALL, 2, 99, "min($*)", 0},
    {"left", ALL, 2, 2, "substr($1, 1, $2)", 0},
    {"right", ALL, 2, 2, "substr($1, -$2)", 0},
    {"mid", T2S_MY, 2, 3, "substr($*)", 0},
    {"charindex locate", ALL, 2, 2, "instr($2, $1)", 0},
    {"strpos", ALL, 2, 2, "instr($1, $2)", 0},
    {"lcase", ALL, 1, 1, "lower($1)", 0},
    {"ucase", ALL, 1, 1, "upper($1)", 0},
    {"mod", ALL, 2, 2, "($1 % $2)", 0},
    {"pow", ALL, 2, 2, "power($1, $2)", T2S_RUN_REAL},
    {"truncate", ALL, 2, 2, "round($1, $2)", T2S_RUN_REAL},
    {"contains", T2S_SNOW | T2S_DUCK, 2, 2, "instr($1, $2) > 0", 0},
    {"contains_substr", T2S_BQ, 2, 2, "$1 LIKE '%' || $2 || '%'", 0},
    {"starts_with startswith", ALL, 2, 2, "$1 LIKE $2 || '%'", 0},
    {"ends_with endswith", ALL, 2, 2, "$1 LIKE '%' || $2", 0},
    {"to_number to_decimal to_numeric", ALL, 1, 3, "CAST($1 AS REAL)",
     T2S_RUN_REAL},
    {"to_varchar to_char", ALL, 1, 2, "CAST($1 AS TEXT)", 0},
    {"array_agg json_agg jsonb_agg array_agg_distinct list json_arrayagg", ALL,
     1, 1, "json_group_array($1)", 0},
    {"array_length cardinality array_size", ALL, 1, 2, "json_array_length($1)",
     0},
    {"array_contains list_contains", ALL, 2, 2,
     "$2 IN (SELECT value FROM json_each($1))", 0},
    {"json_value json_extract_scalar", ALL, 2, 2, "json_extract($1, $2)", 0},
    {"json_extract_path_text", ALL, 2, 2, "json_extract($1, '$.' || $2)", 0},
    {"json_unquote parse_json to_json safe_cast", ALL, 1, 1, "$1", 0},
    {"array_construct list_value", ALL, 0, 99, "json_array($*)", 0},
    {"object_construct json_build_object jsonb_build_object", ALL, 0, 99,
     "json_object($*)", 0},
    {"make_date datefromparts date_from_parts", ALL, 3, 3,
     "printf('%04d-%02d-%02d', $*)", T2S_RUN_LITERAL},
    {"last_day eomonth", ALL, 1, 1,
     "date($1, 'start of month', '+1 month', '-1 day')", T2S_RUN_DATE},
    {"now getdate sysdatetime getutcdate current_datetime utc_timestamp "
     "transaction_timestamp statement_timestamp clock_timestamp sysdate "
     "localtimestamp get_current_timestamp sysutcdatetime",
     ALL, 0, 1, "datetime('now')", T2S_RUN_MOMENT},
    {"curdate today utc_date", ALL, 0, 1, "date('now')", T2S_RUN_DATE},
    {"curtime localtime utc_time", ALL, 0, 1, "time('now')", 0},
    {"to_timestamp from_unixtime timestamp_seconds to_timestamp_ntz", ALL, 1, 1,
     "datetime($1, 'unixepoch')", T2S_RUN_MOMENT},
    {"unix_timestamp unix_seconds epoch", ALL, 1, 1,
     "CAST(strftime('%s', $1) AS INTEGER)", 0},
    {"unix_timestamp", ALL, 0, 0, "CAST(strftime('%s', 'now') AS INTEGER)", 0},
    {"monthname", ALL, 1, 1, "strftime('%m', $1)", 0},
    {"dayname", ALL, 1, 1, "strftime('%w', $1)", 0},
    {"weekday", T2S_MY, 1, 1, "((strftime('%w', $1) + 6) % 7)", 0},
    {"dayofweek", T2S_MY, 1, 1, "(strftime('%w', $1) + 1)", 0},
    {"period_diff", T2S_MY, 2, 2, "$1 - $2", 0}};

static bool by_template(t2s_reader *r, call *c, t2s_run *out)
{
    for (size_t i = 0; i < COUNT(plain); i++) {
        const int count = (int)c->count;
        if (!(plain[i].dialects & r->bit) || count < plain[i].least ||
            count > plain[i].most || !t2s_is_word(c->word, plain[i].names))
            continue;
        if (!t2s_is_word(c->word, "mod pow")) /* SQLite may have these */
            t2s_mark(r, c->word, plain[i].dialects);
        if (strstr(plain[i].format, "'%"))
            for (size_t k = 0; k < c->count; k++)
                c->arguments[k] = *t2s_time_raw(&c->arguments[k]);
        *out = t2s_dialect_fill(r, plain[i].format, c->arguments, c->count,
                                &c->name);
        out->kind = plain[i].kind;
        if (strstr(plain[i].format, "('now')"))
            out->inner = t2s_keep(r, t2s_write(r, "'now'", &c->name));
        return true;
    }
    return false;
}

/* ---------------------------------------------------- functions of times */

/* The unit among the first three arguments goes away; NULL: there is none. */
static const char *take_unit(call *c, size_t at)
{
    const char *unit = at < c->count ? t2s_unit_of(&c->arguments[at]) : NULL;
    if (!unit)
        return NULL;
    for (c->count--; at < c->count; at++)
        c->arguments[at] = c->arguments[at + 1];
    return unit;
}

/* DATE_ADD(x, INTERVAL n DAY), DATEADD(day, n, x), ADD_MONTHS(x, n) */
static bool moved(t2s_reader *r, call *c, t2s_run *out)
{
    const bool back = t2s_is_word(c->word, "date_sub subdate timestamp_sub "
                                           "datetime_sub");
    t2s_run interval;
    const char *unit;
    if (t2s_is_word(c->word, "add_months") && c->count == 2) {
        interval = t2s_interval_of(r, c->arguments[1], "month");
    } else if (t2s_is_word(c->word, "dateadd timestampadd date_add "
                                    "timestamp_add datetime_add") &&
               c->count == 3 && (unit = take_unit(c, 0))) {
        interval = t2s_interval_of(r, c->arguments[0], unit);
        c->arguments[0] = c->arguments[1];
    } else if (t2s_is_word(c->word,
                           "date_add date_sub adddate subdate timestamp_add "
                           "timestamp_sub datetime_add datetime_sub") &&
               c->count == 2) {
        interval = c->arguments[1];
        if (interval.kind != T2S_RUN_INTERVAL)
            interval = t2s_interval_of(r, interval, "day");
    } else {
        return false;
    }
    t2s_mark(r, c->word, ALL);
    *out = t2s_time_move(r, c->arguments[0], &interval, back);
    return true;
}

/* DATEDIFF of MySQL (days a - b), with a unit before (b - a) or behind (a - b).
 */
static bool difference(t2s_reader *r, call *c, t2s_run *out)
{
    const char *unit;
    int later = 1; /* the argument that the other is taken from */
    if (t2s_is_word(c->word, "age") && (c->count == 1 || c->count == 2)) {
        if (c->count == 1) {
            c->arguments[1] = c->arguments[0];
            c->arguments[0] = t2s_write(r, "'now'", &c->name);
        }
        t2s_mark(r, c->word, T2S_PG | T2S_DUCK);
        *out = t2s_time_subtract(r, c->arguments[0], c->arguments[1]);
        return true;
    }
    if (!t2s_is_word(c->word, "datediff date_diff timestampdiff timestamp_diff "
                              "datetime_diff datediff_big"))
        return false;
    if (c->count == 2) {
        unit = "day";
        later = 0;
    } else if (c->count == 3 && !(r->bit & T2S_BQ) &&
               (unit = take_unit(c, 0))) {
        later = 1;
    } else if (c->count == 3 && (unit = take_unit(c, 2))) {
        later = 0;
    } else {
        return false;
    }
    t2s_mark(r, c->word, ALL);
    *out = t2s_time_difference(r, c->arguments[later], c->arguments[1 - later],
                               unit);
    return true;
}

/* EXTRACT in its other spellings: DATE_PART('year', x), YEAR(x). */
static bool extracted(t2s_reader *r, call *c, t2s_run *out)
{
    const char *unit;
    if (c->count == 2 && t2s_is_word(c->word, "date_part datepart datename") &&
        (unit = take_unit(c, 0))) {
        t2s_mark(r, c->word, ALL);
    } else if (c->count == 1 &&
               t2s_is_word(c->word,
                           "year month day dayofmonth hour minute second "
                           "quarter dayofyear week weekofyear dayofweek "
                           "dayofweekiso dayofweek_iso isodow")) {
        unit = t2s_unit_of(&c->name);
        if (r->bit & T2S_MY && t2s_is_word(c->word, "dayofweek"))
            return false;
        t2s_mark(r, c->word, ALL);
    } else {
        return false;
    }
    *out = unit ? t2s_time_extract(r, unit, c->arguments[0]) : c->name;
    return unit != NULL;
}

static bool truncated(t2s_reader *r, call *c, t2s_run *out)
{
    const char *unit;
    if (c->count < 2 || !t2s_is_word(c->word, "date_trunc timestamp_trunc "
                                              "datetime_trunc datetrunc trunc"))
        return false;
    unit = t2s_is_word(c->word, "trunc") || r->bit & T2S_BQ ? NULL
                                                            : take_unit(c, 0);
    if (!unit)
        unit = take_unit(c, 1);
    if (!unit)
        return false;
    t2s_mark(r, c->word, ALL & ~T2S_MY);
    *out = t2s_time_truncate(r, unit, c->arguments[0]);
    return true;
}

static bool formatted(t2s_reader *r, call *c, t2s_run *out)
{
    static const struct {
        const char *names;
        unsigned dialects;
        char style;
        int time; /* which argument it is */
    } rows[] = {
        {"date_format from_unixtime", T2S_MY, 'm', 0},
        {"to_char to_varchar", ALL, 't', 0},
        {"format_date format_timestamp format_datetime", T2S_BQ, 's', 1},
        {"format", T2S_MS, 'n', 0},
        {"strftime", T2S_DUCK, 's', 0}};
    for (size_t i = 0; i < COUNT(rows) && c->count == 2; i++) {
        if (!t2s_is_word(c->word, rows[i].names) ||
            !(rows[i].dialects & r->bit))
            continue;
        if (strchr("sn", rows[i].style) && rows[i].time == 0 &&
            c->arguments[0].kind == T2S_RUN_LITERAL)
            return false; /* as SQLite has it */
        t2s_mark(r, c->word, rows[i].dialects);
        if (t2s_is_word(c->word, "from_unixtime"))
            c->arguments[0] = t2s_dialect_fill(r, "datetime($1, 'unixepoch')",
                                               c->arguments, 1, &c->name);
        *out = t2s_time_format(r, c->arguments[rows[i].time],
                               &c->arguments[1 - rows[i].time], rows[i].style);
        return out->first != NULL;
    }
    return false;
}

/* Text read as a time: DATE(x), TO_DATE(x, 'YYYY-MM-DD'). */
static bool read_time(t2s_reader *r, call *c, t2s_run *out)
{
    const bool day =
        t2s_is_word(c->word, "date to_date str_to_date parse_date try_to_date "
                             "date_parse");
    const bool moment = t2s_is_word(
        c->word, "timestamp datetime to_timestamp parse_timestamp "
                 "parse_datetime strptime try_to_timestamp to_timestamp_ntz");
    const bool format_first = t2s_is_word(c->word, "parse_date parse_timestamp "
                                                   "parse_datetime");
    if ((!day && !moment) || c->count < 1 || c->count > 2)
        return false;
    if (c->count == 2 && t2s_is_word(c->word, "date datetime")) {
        const char *zone = t2s_run_string(r, &c->arguments[1]);
        if (!zone || !strchr(zone, '/'))
            return false; /* a modifier, as SQLite has them */
    }
    if (c->count == 1 && t2s_is_word(c->word, "to_timestamp") &&
        (r->bit & T2S_PG || c->arguments[0].kind == T2S_RUN_INTEGER))
        return false; /* seconds */
    if (!t2s_is_word(c->word, "date datetime"))
        t2s_mark(r, c->word, ALL);
    *out = t2s_time_cast(r, c->arguments[format_first && c->count == 2],
                         day ? T2S_RUN_DATE : T2S_RUN_MOMENT);
    return true;
}

/* ------------------------------------------------------- other functions */

/* a || b, with text between them or without. */
static bool joined(t2s_reader *r, call *c, t2s_run *out)
{
    const bool apart = t2s_is_word(c->word, "concat_ws");
    if (!t2s_is_word(c->word, "concat concat_ws") || c->count < 2)
        return false;
    t2s_mark(r, c->word, ALL);
    *out = t2s_no_run();
    for (size_t i = apart; i < c->count; i++) {
        if (i > apart)
            t2s_append(out, t2s_dialect_fill(r, apart ? "|| $1 ||" : "||",
                                             c->arguments, 1, &c->name));
        t2s_append(out, c->arguments[i]);
    }
    *out = t2s_dialect_fill(r, "($1)", out, 1, &c->name);
    return true;
}

static bool listed(t2s_reader *r, call *c, t2s_run *out)
{
    if (!t2s_is_word(c->word, "string_agg listagg group_concat") ||
        c->count < 1)
        return false;
    if (!t2s_is_word(c->word, "group_concat"))
        t2s_mark(r, c->word, ALL & ~T2S_MY);
    *out = t2s_dialect_fill(r,
                            c->distinct     ? "group_concat(DISTINCT $1)"
                            : c->count == 1 ? "group_concat($1)"
                                            : "group_concat($1, $2)",
                            c->arguments, c->count, &c->name);
    return true;
}

static bool matched(t2s_reader *r, call *c, t2s_run *out)
{
    if (!t2s_is_word(c->word, "regexp_like regexp_contains regexp_matches") ||
        c->count < 2)
        return false;
    t2s_mark(r, c->word, ALL);
    *out = t2s_match(r, &c->arguments[0], &c->arguments[1], false, false);
    return true;
}

static bool (*const makers[])(t2s_reader *, call *, t2s_run *) = {
    moved,  difference, extracted, truncated,   formatted,
    joined, listed,     matched,   by_template, read_time};

/* ----------------------------------------------------------------- calls */

static bool is_aggregate(const t2s_word *word)
{
    return t2s_is_word(word, "count sum avg min max total group_concat "
                             "string_agg listagg array_agg countif count_if "
                             "any_value median stddev variance mode list "
                             "approx_count_distinct bool_or bool_and every "
                             "percentile_cont stddev_samp stddev_pop corr");
}

/* EXTRACT(f FROM x), SUBSTRING(x FROM a FOR b), POSITION(a IN x), TRIM(... FROM
 * x), at "("; false: the arguments are as usual. */
static bool worded(t2s_reader *r, call *c, t2s_run *out)
{
    const size_t start = r->at;
    t2s_run runs[3] = {t2s_no_run()};
    const char *unit, *format = NULL;
    size_t count = 1;
    if (!t2s_is_word(c->word, "extract substring substr position trim"))
        return false;
    t2s_take(r);
    if (t2s_is_word(c->word, "extract")) {
        runs[0] = t2s_take(r);
        unit = t2s_unit_of(&runs[0]);
        if (t2s_sees(r, "(")) { /* WEEK(MONDAY) */
            t2s_take(r);
            t2s_dialect_rest(r);
            t2s_skips(r, ")");
        }
        t2s_mark(r, c->word, ALL & ~T2S_MS);
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
static void read_arguments(t2s_reader *r, call *c)
{
    t2s_take(r);
    c->distinct = t2s_skips(r, "DISTINCT");
    t2s_skips(r, "ALL");
    while (!t2s_sees(r, ")") && t2s_peek(r, 0)->kind != T2S_WORD_END) {
        t2s_run one;
        if (t2s_is_word(t2s_peek(r, 1), "=> :="))
            r->at += 2; /* a name of the argument */
        one = t2s_sees(r, "*")    ? t2s_take(r)
              : t2s_sees_query(r) ? t2s_dialect_query(r)
                                  : t2s_dialect_expression(r);
        if (c->count < MOST_ARGUMENTS) {
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

/* The call as it stands. */
static t2s_run as_written(t2s_reader *r, call *c)
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
    call *c = t2s_arena_alloc(&r->arena, sizeof *c);
    t2s_run run = t2s_no_run();
    bool made = false;
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
        for (size_t i = 0; i < COUNT(makers) && !made; i++)
            made = makers[i](r, c, &run);
        if (!made)
            run = as_written(r, c);
        if (t2s_is_word(word, "avg"))
            run.kind = T2S_RUN_REAL;
    }
    run.aggregate |= is_aggregate(word);
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
