/* ClickHouse's functions. Those that work on arrays have no counterpart. */
#include <stdio.h>
#include <string.h>

#include "sql/dialect_call.h"
#include "sql/dialect_match.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CLICK        T2S_CLICK

static const t2s_function functions[] = {
    {"count", CLICK, 0, 0, "COUNT(*)", 0},
    {"countif", CLICK, 1, 1, "COUNT(CASE WHEN $1 THEN 1 END)", 0},
    {"sumif", CLICK, 2, 2, "SUM(CASE WHEN $2 THEN $1 ELSE 0 END)", 0},
    {"avgif", CLICK, 2, 2, "AVG(CASE WHEN $2 THEN $1 END)", T2S_RUN_REAL},
    {"minif", CLICK, 2, 2, "MIN(CASE WHEN $2 THEN $1 END)", 0},
    {"maxif anyif", CLICK, 2, 2, "MAX(CASE WHEN $2 THEN $1 END)", 0},
    {"uniq uniqexact uniqcombined uniqcombined64 uniqhll12 uniqtheta "
     "countdistinct",
     CLICK, 1, 1, "COUNT(DISTINCT $1)", 0},
    {"uniq uniqexact", CLICK, 2, 2, "COUNT(DISTINCT @1 || ',' || @2)", 0},
    {"uniqif uniqexactif", CLICK, 2, 2,
     "COUNT(DISTINCT CASE WHEN $2 THEN $1 END)", 0},
    {"any anylast anyheavy", CLICK, 1, 1, "max($1)", 0},
    {"sumornull", CLICK, 1, 1, "SUM($1)", 0},
    {"avgornull", CLICK, 1, 1, "AVG($1)", T2S_RUN_REAL},
    {"minornull", CLICK, 1, 1, "MIN($1)", 0},
    {"maxornull", CLICK, 1, 1, "MAX($1)", 0},
    {"max2", CLICK, 2, 2, "max($*)", 0},
    {"min2", CLICK, 2, 2, "min($*)", 0},
    {"truncate", CLICK, 1, 1, "trunc($1)", 0},
    {"grouparray", CLICK, 1, 1, "json_group_array($1)", 0},
    {"groupuniqarray", CLICK, 1, 1, "json_group_array(DISTINCT $1)", 0},
    {"isnull", CLICK, 1, 1, "(@1 IS NULL)", 0},
    {"isnotnull", CLICK, 1, 1, "(@1 IS NOT NULL)", 0},
    {"assumenotnull tonullable materialize identity tolowcardinality", CLICK, 1,
     1, "$1", 0},
    {"empty", CLICK, 1, 1, "(@1 = '')", 0},
    {"notempty", CLICK, 1, 1, "(@1 <> '')", 0},
    {"equals", CLICK, 2, 2, "(@1 = @2)", 0},
    {"notequals", CLICK, 2, 2, "(@1 <> @2)", 0},
    {"greater", CLICK, 2, 2, "(@1 > @2)", 0},
    {"less", CLICK, 2, 2, "(@1 < @2)", 0},
    {"greaterorequals", CLICK, 2, 2, "(@1 >= @2)", 0},
    {"lessorequals", CLICK, 2, 2, "(@1 <= @2)", 0},
    {"and", CLICK, 2, 2, "(@1 AND @2)", 0},
    {"or", CLICK, 2, 2, "(@1 OR @2)", 0},
    {"not", CLICK, 1, 1, "(NOT @1)", 0},
    {"plus", CLICK, 2, 2, "(@1 + @2)", 0},
    {"minus", CLICK, 2, 2, "(@1 - @2)", 0},
    {"multiply", CLICK, 2, 2, "(@1 * @2)", 0},
    {"divide", CLICK, 2, 2, "(CAST($1 AS REAL) / @2)", T2S_RUN_REAL},
    {"intdiv", CLICK, 2, 2, "CAST(@1 / @2 AS INTEGER)", 0},
    {"intdivorzero", CLICK, 2, 2, "ifnull(CAST(@1 / @2 AS INTEGER), 0)", 0},
    {"modulo", CLICK, 2, 2, "(@1 % @2)", 0},
    {"negate", CLICK, 1, 1, "-@1", 0},
    {"lowerutf8", CLICK, 1, 1, "lower($1)", 0},
    {"upperutf8", CLICK, 1, 1, "upper($1)", 0},
    {"lengthutf8", CLICK, 1, 1, "length($1)", 0},
    {"substringutf8 mid", CLICK, 2, 3, "substr($*)", 0},
    {"position positionutf8 strpos", CLICK, 2, 2, "instr($1, $2)", 0},
    {"positioncaseinsensitive positioncaseinsensitiveutf8", CLICK, 2, 2,
     "instr(lower($1), lower($2))", 0},
    {"like", CLICK, 2, 2, "(@1 LIKE @2)", 0},
    {"ilike", CLICK, 2, 2, "(@1 LIKE @2)", 0},
    {"notlike notilike", CLICK, 2, 2, "(@1 NOT LIKE @2)", 0},
    {"replaceall", CLICK, 3, 3, "replace($*)", 0},
    {"repeat", CLICK, 2, 2, "replace(hex(zeroblob($2)), '00', $1)", 0},
    {"leftpad leftpadutf8", CLICK, 3, 3,
     "(substr(replace(hex(zeroblob($2)), '00', $3), 1, max(@2 - length($1), "
     "0)) || substr($1, 1, $2))",
     0},
    {"rightpad rightpadutf8", CLICK, 3, 3,
     "(substr($1, 1, $2) || substr(replace(hex(zeroblob($2)), '00', $3), 1, "
     "max(@2 - length($1), 0)))",
     0},
    {"countsubstrings", CLICK, 2, 2,
     "((length($1) - length(replace($1, $2, ''))) / length($2))", 0},
    {"trimboth", CLICK, 1, 1, "trim($1)", 0},
    {"trimleft", CLICK, 1, 1, "ltrim($1)", 0},
    {"trimright", CLICK, 1, 1, "rtrim($1)", 0},
    {"tostring", CLICK, 1, 1, "CAST($1 AS TEXT)", 0},
    {"toint8 toint16 toint32 toint64 toint128 toint256 touint8 touint16 "
     "touint32 touint64 touint128 touint256 toint32orzero toint64orzero "
     "touint8orzero touint32orzero touint64orzero toint32ornull toint64ornull "
     "touint32ornull touint64ornull tobool",
     CLICK, 1, 1, "CAST($1 AS INTEGER)", 0},
    {"tofloat32 tofloat64 tofloat32orzero tofloat64orzero tofloat32ornull "
     "tofloat64ornull todecimal32 todecimal64 todecimal128",
     CLICK, 1, 2, "CAST($1 AS REAL)", T2S_RUN_REAL},
    {"jsonextractstring jsonextractint jsonextractuint jsonextractfloat "
     "jsonextractbool jsonextractraw visitparamextractstring "
     "visitparamextractint simplejsonextractstring simplejsonextractint",
     CLICK, 2, 2, "json_extract($1, '$.' || @2)", 0},
    {"jsonhas visitparamhas", CLICK, 2, 2,
     "(json_type($1, '$.' || @2) IS NOT NULL)", 0},
    {"jsonlength", CLICK, 1, 1, "json_array_length($1)", 0},
    {"has", CLICK, 2, 2, "(@2 IN (SELECT value FROM json_each($1)))", 0},
    {"laginframe", CLICK, 1, 3, "lag($*)", 0},
    {"leadinframe", CLICK, 1, 3, "lead($*)", 0},
    {"now64", CLICK, 0, 1, "datetime('now')", T2S_RUN_MOMENT},
    {"tounixtimestamp", CLICK, 1, 2, "CAST(strftime('%s', $1) AS INTEGER)", 0},
    {"fromunixtimestamp", CLICK, 1, 1, "datetime($1, 'unixepoch')",
     T2S_RUN_MOMENT},
    {"toyyyymm", CLICK, 1, 1, "CAST(strftime('%Y%m', $1) AS INTEGER)", 0},
    {"toyyyymmdd", CLICK, 1, 1, "CAST(strftime('%Y%m%d', $1) AS INTEGER)", 0},
    {"totimezone", CLICK, 2, 2, "$1", T2S_RUN_MOMENT},
    {"rand rand32 rand64", CLICK, 0, 0, "abs(random())", 0}};

static const char unsupported[] =
    "arrayjoin arraymap arrayfilter arraycount arrayexists arrayall arraysum "
    "arrayavg arraymin arraymax arraysort arrayreversesort arrayreduce "
    "arrayzip arrayfirst arrayconcat arrayslice arraydistinct arrayenumerate "
    "arrayuniq arraydifference arraycumsum arrayintersect arraystringconcat "
    "splitbychar splitbystring hasany hasall topk toptk topkweighted "
    "runningdifference neighbor windowfunnel retention sequencematch "
    "sequencecount summap summerge countmerge uniqmerge avgmerge dictget "
    "dictgetstring grouparraysorted grouparraymovingsum grouparraymovingavg "
    "sumwithoverflow boundingratio simplelinearregression";

/* ----------------------------------------------------------------- times */

typedef struct unit_row {
    const char *names, *unit;
} unit_row;

/* What toStartOfMonth(x), toYear(x) and addDays(x, n) ask of a time. */
static const unit_row starts[] = {{"tostartofyear", "year"},
                                  {"tostartofquarter", "quarter"},
                                  {"tostartofmonth", "month"},
                                  {"tomonday", "isoweek"},
                                  {"tostartofday", "day"},
                                  {"tostartofhour", "hour"},
                                  {"tostartofminute", "minute"},
                                  {"tostartofsecond", "second"},
                                  {NULL, NULL}};
static const unit_row parts[] = {
    {"toyear", "year"},       {"toquarter", "quarter"},  {"tomonth", "month"},
    {"todayofmonth", "day"},  {"todayofweek", "isodow"}, {"todayofyear", "doy"},
    {"tohour", "hour"},       {"tominute", "minute"},    {"tosecond", "second"},
    {"toisoweek", "isoweek"}, {"toisoyear", "isoyear"},  {NULL, NULL}};
static const unit_row moves[] = {
    {"addyears subtractyears tointervalyear", "year"},
    {"addquarters subtractquarters tointervalquarter", "quarter"},
    {"addmonths subtractmonths tointervalmonth", "month"},
    {"addweeks subtractweeks tointervalweek", "week"},
    {"adddays subtractdays tointervalday", "day"},
    {"addhours subtracthours tointervalhour", "hour"},
    {"addminutes subtractminutes tointervalminute", "minute"},
    {"addseconds subtractseconds tointervalsecond", "second"},
    {NULL, NULL}};

static const char *unit_of(const unit_row *rows, const t2s_word *word)
{
    for (; rows->names; rows++)
        if (t2s_is_word(word, rows->names))
            return rows->unit;
    return NULL;
}

/* toStartOfWeek(x [, mode]): from Sunday, or Monday. */
static t2s_run start_of_week(t2s_reader *r, t2s_call *c)
{
    long mode = 0;
    if (c->count > 1)
        (void)t2s_run_number(&c->arguments[1], &mode);
    return t2s_time_truncate(r, mode % 2 ? "isoweek" : "week(sunday)",
                             c->arguments[0]);
}

/* toStartOfInterval(x, INTERVAL 15 MINUTE) and its short names. */
static bool start_of_interval(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const t2s_run *interval = &c->arguments[1];
    long seconds = t2s_is_word(c->word, "tostartoffiveminutes "
                                        "tostartoffiveminute")
                       ? 300
                   : t2s_is_word(c->word, "tostartoftenminutes")     ? 600
                   : t2s_is_word(c->word, "tostartoffifteenminutes") ? 900
                                                                     : 0;
    char format[96];
    if (c->count >= 2 && t2s_is_word(c->word, "tostartofinterval") &&
        interval->kind == T2S_RUN_INTERVAL &&
        t2s_run_number(interval->amount, &seconds)) {
        const long length = strcmp(interval->unit, "minute") == 0   ? 60
                            : strcmp(interval->unit, "hour") == 0   ? 3600
                            : strcmp(interval->unit, "second") == 0 ? 1
                                                                    : 0;
        if (seconds == 1) {
            *out = t2s_time_truncate(r, interval->unit, c->arguments[0]);
            return true;
        }
        seconds *= length;
        if (seconds <= 0)
            t2s_unsupported(r, c->word, c->word);
    }
    if (seconds <= 0)
        return false;
    snprintf(format, sizeof format,
             "datetime(strftime('%%s', $1) / %ld * %ld, 'unixepoch')", seconds,
             seconds);
    *out = t2s_dialect_fill(r, format, t2s_time_raw(&c->arguments[0]), 1,
                            &c->name);
    out->kind = T2S_RUN_MOMENT;
    return true;
}

/* Text, or seconds, as a time: toDate(x), toDateTime(x). */
static bool read_time(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool is_day =
        t2s_is_word(c->word, "todate todate32 todateornull todateorzero");
    if (!is_day &&
        !t2s_is_word(c->word,
                     "todatetime todatetime64 todatetimeornull "
                     "todatetimeorzero parsedatetimebesteffort "
                     "parsedatetime64besteffort parsedatetimebesteffortornull"))
        return false;
    *out = t2s_time_cast(r, c->arguments[0],
                         is_day ? T2S_RUN_DATE : T2S_RUN_MOMENT);
    return true;
}

static bool moved(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const char *unit = unit_of(moves, c->word);
    const bool back =
        t2s_ascii_lower(c->word->text[0]) == 's' ||
        t2s_is_word(c->word, "datesub date_sub timestampsub timestamp_sub");
    t2s_run interval;
    if (unit && c->count == 1) { /* toIntervalDay(n) */
        *out = t2s_interval_of(r, c->arguments[0], unit);
        return true;
    }
    if (unit && c->count == 2) {
        interval = t2s_interval_of(r, c->arguments[1], unit);
        *out = t2s_time_move(r, c->arguments[0], &interval, back);
        return true;
    }
    if (c->count == 2 && c->arguments[1].kind == T2S_RUN_INTERVAL &&
        t2s_is_word(c->word, "dateadd datesub timestampadd timestampsub")) {
        *out = t2s_time_move(r, c->arguments[0], &c->arguments[1], back);
        return true;
    }
    if (c->count != 3 || !(unit = t2s_unit_of(&c->arguments[0])) ||
        !t2s_is_word(c->word, "dateadd date_add datesub date_sub timestampadd "
                              "timestamp_add timestampsub timestamp_sub"))
        return false;
    interval = t2s_interval_of(r, c->arguments[1], unit);
    *out = t2s_time_move(r, c->arguments[2], &interval, back);
    return true;
}

static bool of_time(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const char *unit = unit_of(starts, c->word);
    if (c->count == 0) {
        if (!t2s_is_word(c->word, "yesterday"))
            return false;
        *out = t2s_dialect_fill(r, "date('now', '-1 day')", NULL, 0, &c->name);
        out->kind = T2S_RUN_DATE;
    } else if (unit) {
        *out = t2s_time_truncate(r, unit, c->arguments[0]);
    } else if ((unit = unit_of(parts, c->word))) {
        *out = t2s_time_extract(r, unit, c->arguments[0]);
    } else if (t2s_is_word(c->word, "tostartofweek")) {
        *out = start_of_week(r, c);
    } else if (t2s_is_word(c->word, "tolastdayofmonth")) {
        *out = t2s_time_last_day(r, c->arguments[0], "month", NULL);
    } else if (t2s_is_word(c->word, "formatdatetime") && c->count >= 2) {
        *out = t2s_time_format(r, c->arguments[0], &c->arguments[1], 'c');
    } else if (t2s_is_word(c->word, "age") && c->count >= 3 &&
               (unit = t2s_unit_of(&c->arguments[0]))) {
        *out = t2s_time_difference(r, c->arguments[2], c->arguments[1], unit,
                                   true);
    } else if (t2s_is_word(c->word, "datediff date_diff timestampdiff") &&
               c->count >= 3 && (unit = t2s_unit_of(&c->arguments[0]))) {
        *out = t2s_time_difference(r, c->arguments[2], c->arguments[1], unit,
                                   false);
    } else if (t2s_is_word(c->word, "datename") && c->count == 2 &&
               (unit = t2s_unit_of(&c->arguments[0]))) {
        *out = t2s_is_one_of(unit, strlen(unit), "month dow")
                   ? t2s_time_name(r, *unit == 'm' ? "month" : "day",
                                   c->arguments[1])
                   : t2s_time_extract(r, unit, c->arguments[1]);
    } else if (!read_time(r, c, out) && !moved(r, c, out) &&
               !start_of_interval(r, c, out)) {
        return false;
    }
    t2s_mark(r, c->word, CLICK);
    return out->first != NULL;
}

/* ------------------------------------------------------------------- all */

/* multiIf(c, a, d, b, e) */
static bool choice(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    if (!t2s_is_word(c->word, "multiif") || c->count < 3 || c->count % 2 == 0)
        return false;
    t2s_mark(r, c->word, CLICK);
    *out = t2s_write(r, "CASE", &c->name);
    for (size_t i = 0; i + 1 < c->count; i += 2)
        t2s_append(out, t2s_dialect_fill(r, "WHEN $1 THEN $2", &c->arguments[i],
                                         2, &c->name));
    t2s_append(out, t2s_dialect_fill(r, "ELSE $1 END",
                                     &c->arguments[c->count - 1], 1, &c->name));
    return true;
}

bool t2s_call_of_clickhouse(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    if (t2s_is_word(c->word, unsupported)) {
        t2s_unsupported(r, c->word, c->word);
        return false;
    }
    if (t2s_is_word(c->word, "match") && c->count == 2) {
        t2s_mark(r, c->word, CLICK);
        *out = t2s_match(r, c->word, &c->arguments[0], &c->arguments[1], false,
                         false);
        return true;
    }
    return choice(r, c, out) || of_time(r, c, out) ||
           t2s_fill_function(r, c, out, functions, COUNT(functions));
}
