/* Functions of dialects that SQLite has by another name or as an expression. */
#include <string.h>

#include "sql/dialect_call.h"
#include "sql/dialect_match.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ALL          T2S_OTHER

/* ------------------------------------------------ functions by a template */

static const t2s_function plain[] = {
    {"len char_length character_length lengthb", ALL, 1, 1, "length($1)", 0},
    {"isnull", T2S_MS, 2, 2, "ifnull($1, $2)", 0},
    {"nvl", ALL, 2, 2, "ifnull($1, $2)", 0},
    {"isnull", T2S_MY, 1, 1, "(@1 IS NULL)", 0},
    {"nvl2", ALL, 3, 3, "CASE WHEN @1 IS NOT NULL THEN $2 ELSE $3 END", 0},
    {"if iff", ALL, 3, 3, "iif($1, $2, $3)", 0},
    {"zeroifnull", ALL, 1, 1, "ifnull($1, 0)", 0},
    {"nullifzero", ALL, 1, 1, "nullif($1, 0)", 0},
    {"div0", T2S_SNOW, 2, 2,
     "CASE WHEN @2 = 0 THEN 0 ELSE CAST($1 AS REAL) / @2 END", 0},
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
    {"right", ALL, 2, 2, "substr($1, -@2)", 0},
    {"mid", T2S_MY, 2, 3, "substr($*)", 0},
    {"charindex locate", ALL, 2, 2, "instr($2, $1)", 0},
    {"strpos", ALL, 2, 2, "instr($1, $2)", 0},
    {"lcase", ALL, 1, 1, "lower($1)", 0},
    {"ucase", ALL, 1, 1, "upper($1)", 0},
    {"mod", ALL, 2, 2, "(@1 % @2)", 0},
    {"pow", ALL, 2, 2, "power($1, $2)", T2S_RUN_REAL},
    {"log", T2S_MY | T2S_BQ | T2S_MS | T2S_CLICK, 1, 1, "ln($1)", T2S_RUN_REAL},
    {"log", T2S_BQ | T2S_MS, 2, 2, "log($2, $1)", T2S_RUN_REAL},
    {"ascii", ALL, 1, 1, "unicode($1)", 0},
    {"chr", ALL, 1, 1, "char($1)", 0},
    {"truncate", ALL, 2, 2, "round($1, $2)", T2S_RUN_REAL},
    {"contains", T2S_SNOW | T2S_DUCK, 2, 2, "instr($1, $2) > 0", 0},
    {"contains_substr", T2S_BQ, 2, 2, "@1 LIKE '%' || @2 || '%'", 0},
    {"starts_with startswith", ALL, 2, 2, "@1 LIKE @2 || '%'", 0},
    {"ends_with endswith", ALL, 2, 2, "@1 LIKE '%' || @2", 0},
    {"try_to_number try_to_decimal try_to_numeric try_to_double", ALL, 1, 4,
     "iif($1 GLOB '*[^0-9.+-]*' OR $1 = '', NULL, CAST($1 AS REAL))",
     T2S_RUN_REAL},
    {"to_number to_decimal to_numeric to_double", ALL, 1, 3, "CAST($1 AS REAL)",
     T2S_RUN_REAL},
    {"to_varchar to_char", ALL, 1, 2, "CAST($1 AS TEXT)", 0},
    {"array_agg json_agg jsonb_agg array_agg_distinct list json_arrayagg", ALL,
     1, 1, "json_group_array($1)", 0},
    {"array_length cardinality array_size", ALL, 1, 2, "json_array_length($1)",
     0},
    {"array_contains list_contains", ALL, 2, 2,
     "@2 IN (SELECT value FROM json_each($1))", 0},
    {"json_value json_extract_scalar", ALL, 2, 2, "json_extract($1, $2)", 0},
    {"json_extract_path_text", ALL, 2, 2, "json_extract($1, '$.' || @2)", 0},
    {"json_unquote parse_json to_json safe_cast", ALL, 1, 1, "$1", 0},
    {"array_construct list_value", ALL, 0, 99, "json_array($*)", 0},
    {"object_construct json_build_object jsonb_build_object", ALL, 0, 99,
     "json_object($*)", 0},
    {"make_date datefromparts date_from_parts", ALL, 3, 3,
     "printf('%04d-%02d-%02d', $*)", T2S_RUN_DATE},
    {"to_days", T2S_MY, 1, 1,
     "CAST(julianday(date($1)) - 1721059.5 AS INTEGER)", 0},
    {"makedate", T2S_MY, 2, 2,
     "date(printf('%04d-01-01', $1), (@2 - 1) || ' days')", T2S_RUN_DATE},
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
    {"weekday", T2S_MY, 1, 1, "((strftime('%w', $1) + 6) % 7)", 0},
    {"dayofweek", T2S_MY, 1, 1, "(strftime('%w', $1) + 1)", 0},
    {"period_diff", T2S_MY, 2, 2, "@1 - @2", 0}};

bool t2s_fill_function(t2s_reader *r, t2s_call *c, t2s_run *out,
                       const t2s_function *list, size_t count)
{
    const int given = (int)c->count;
    for (size_t i = 0; i < count; i++) {
        const t2s_function *at = &list[i];
        if (!(at->dialects & r->bit) || given < at->least || given > at->most ||
            !t2s_is_word(c->word, at->names))
            continue;
        if (!t2s_is_word(c->word, "mod pow log")) /* SQLite may have these */
            t2s_mark(r, c->word, at->dialects);
        if (strstr(at->format, "'%"))
            for (size_t k = 0; k < c->count; k++)
                c->arguments[k] = *t2s_time_raw(&c->arguments[k]);
        *out =
            t2s_dialect_fill(r, at->format, c->arguments, c->count, &c->name);
        out->kind = at->kind;
        if (strstr(at->format, "('now')"))
            out->inner = t2s_keep(r, t2s_write(r, "'now'", &c->name));
        return true;
    }
    return false;
}

bool t2s_call_by_template(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    return t2s_fill_function(r, c, out, plain, COUNT(plain));
}

/* ------------------------------------------------------- other functions */

/* a || b, with text between them or without. */
static bool joined(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool apart = t2s_is_word(c->word, "concat_ws");
    if (!t2s_is_word(c->word, "concat concat_ws") || c->count < 2)
        return false;
    t2s_mark(r, c->word, ALL);
    *out = t2s_no_run();
    for (size_t i = apart; i < c->count; i++) {
        if (i > apart)
            t2s_append(out, t2s_dialect_fill(r, apart ? "|| @1 ||" : "||",
                                             c->arguments, 1, &c->name));
        t2s_append(out, t2s_dialect_fill(r, "@1", &c->arguments[i], 1,
                                         &c->arguments[i]));
    }
    *out = t2s_dialect_fill(r, "($1)", out, 1, &c->name);
    return true;
}

static bool listed(t2s_reader *r, t2s_call *c, t2s_run *out)
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

/* An aggregate of one row of each group: t2s_core_run ranks rows by `by`, in
 * the order of `direction` ("ASC", "DESC", or NULL: of a median, which also
 * has their number); "rank_1" and "count_1" in `format` get its number. */
static void ranked_call(t2s_reader *r, t2s_call *c, t2s_run *out,
                        const char *format, const t2s_run *by,
                        const char *direction)
{
    const size_t number = (r->ranked.count - r->first_ranked) % 9;
    t2s_string text = {0};
    t2s_run ordered = t2s_copy(r, by);
    for (; *format; format++)
        t2s_string_append_char(&text, format[0] == '1' && format[-1] == '_'
                                          ? (char)('1' + number)
                                          : format[0]);
    t2s_mark(r, c->word, ALL);
    *out = t2s_dialect_fill(r, t2s_settle(r, &text), c->arguments, c->count,
                            &c->name);
    r->ranked_word = c->word;
    ordered.unit = direction;
    if (!t2s_vector_push(&r->ranked, ordered))
        r->status = T2SED_ENOMEM;
    if (c->distinct || t2s_sees(r, "OVER") || t2s_sees(r, "FILTER"))
        t2s_unsupported(r, c->word, c->word);
}

/* MEDIAN(x), PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY x), MAX_BY(x, y). */
static bool ranked(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    static const struct {
        const char *names;
        size_t count, by;
        const char *format, *direction;
    } rows[] = {
        {"median medianexact mediantdigest mediantiming quantile quantileexact "
         "quantiletdigest quantiletiming",
         1, 0,
         "AVG($1) FILTER (WHERE rank_1 IN ((count_1 + 1) / 2, (count_1 + 2) / "
         "2))",
         NULL},
        {"percentile_cont quantile_cont quantile approx_percentile "
         "quantiletdigest quantiletiming quantileexactinclusive",
         2, 0,
         "SUM(@1 * (1 - abs(@2 * (count_1 - 1) + 1 - rank_1))) FILTER (WHERE "
         "abs(@2 * (count_1 - 1) + 1 - rank_1) < 1)",
         NULL},
        {"percentile_disc quantile_disc quantileexact", 2, 0,
         "MIN($1) FILTER (WHERE rank_1 >= @2 * count_1)", NULL},
        {"max_by arg_max argmax", 2, 1, "MAX($1) FILTER (WHERE rank_1 = 1)",
         "DESC"},
        {"min_by arg_min argmin", 2, 1, "MAX($1) FILTER (WHERE rank_1 = 1)",
         "ASC"}};
    if (c->count == 3 && t2s_is_word(c->word, "argmaxif argminif")) {
        const t2s_run by = t2s_dialect_fill(r, "CASE WHEN $2 THEN $1 END",
                                            &c->arguments[1], 2, &c->name);
        ranked_call(r, c, out, "MAX($1) FILTER (WHERE rank_1 = 1 AND $3)", &by,
                    t2s_is_word(c->word, "argmaxif") ? "DESC NULLS LAST"
                                                     : "ASC NULLS LAST");
        return true;
    }
    for (size_t i = 0; i < COUNT(rows); i++)
        if (c->count == rows[i].count && t2s_is_word(c->word, rows[i].names)) {
            ranked_call(r, c, out, rows[i].format, &c->arguments[rows[i].by],
                        rows[i].direction);
            return true;
        }
    return false;
}

/* The part of a text before the first or second of what parts it, or behind the
 * last: SUBSTRING_INDEX and SPLIT_PART, with a constant number. */
static bool part_of_text(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    static const struct {
        const char *name;
        long number;
        const char *format;
    } rows[] = {
        {"substring_index split_part", 1,
         "substr($1, 1, instr(@1 || @2, $2) - 1)"},
        {"substring_index split_part", -1,
         "substr($1, length(rtrim($1, replace($1, $2, ''))) + 1)"},
        {"substring_index", 2,
         "substr($1, 1, instr(@1 || @2, $2) + instr(substr(@1 || @2, instr(@1 "
         "|| @2, $2) + 1) || @2, $2) - 1)"},
        {"split_part", 2,
         "substr(substr(@1 || @2, instr(@1 || @2, $2) + 1), 1, instr(substr(@1 "
         "|| @2, instr(@1 || @2, $2) + 1) || @2, $2) - 1)"}};
    long number;
    if (c->count != 3 || !t2s_run_number(&c->arguments[2], &number))
        return false;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (number != rows[i].number || !t2s_is_word(c->word, rows[i].name))
            continue;
        t2s_mark(r, c->word,
                 t2s_is_word(c->word, "split_part") ? ALL & ~T2S_MY : T2S_MY);
        *out = t2s_dialect_fill(r, rows[i].format, c->arguments, 2, &c->name);
        return true;
    }
    return false;
}

static bool matched(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    if (!t2s_is_word(c->word, "regexp_like regexp_contains regexp_matches") ||
        c->count < 2)
        return false;
    t2s_mark(r, c->word, ALL);
    *out =
        t2s_match(r, c->word, &c->arguments[0], &c->arguments[1], false, false);
    return true;
}

/* CHOOSE(n, a, b), ELT; FIELD(x, a, b), the place of x. */
static bool chosen(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool is_place = t2s_is_word(c->word, "field");
    const unsigned dialects = t2s_is_word(c->word, "choose") ? T2S_MS : T2S_MY;
    if (!t2s_is_word(c->word, "choose elt field") || c->count < 2 ||
        !(r->bit & dialects))
        return false;
    t2s_mark(r, c->word, dialects);
    *out = t2s_dialect_fill(r, "CASE $1", c->arguments, 1, &c->name);
    for (size_t i = 1; i < c->count; i++) {
        t2s_string number = {0};
        t2s_run runs[2] = {c->arguments[i]};
        t2s_string_append_format(&number, "%zu", i);
        runs[1] = t2s_write(r, t2s_settle(r, &number), &c->name);
        t2s_append(out, t2s_dialect_fill(
                            r, is_place ? "WHEN $1 THEN $2" : "WHEN $2 THEN $1",
                            runs, 2, &c->name));
    }
    t2s_append(out, t2s_write(r, is_place ? "ELSE 0 END" : "END", &c->name));
    return true;
}

bool t2s_call_of_text(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    return joined(r, c, out) || listed(r, c, out) || matched(r, c, out) ||
           part_of_text(r, c, out) || ranked(r, c, out) || chosen(r, c, out);
}
