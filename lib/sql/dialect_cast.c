/* Casts of a dialect, and the names of types. */
#include <string.h>

#include "sql/dialect.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *names, *as;
} types[] = {
    {"int integer bigint smallint tinyint mediumint int2 int4 int8 int64 "
     "hugeint ubigint uinteger signed unsigned byteint serial bit",
     "INTEGER"},
    {"real float double numeric decimal dec float4 float8 float64 number "
     "bignumeric money smallmoney",
     "REAL"},
    {"text varchar char character nvarchar nchar string bpchar citext ntext "
     "name clob",
     "TEXT"},
    {"date", "date"},
    {"timestamp datetime timestamptz timestamp_ntz timestamp_tz timestamp_ltz "
     "datetime2 smalldatetime datetimeoffset",
     "datetime"},
    {"time timetz", "time"},
    {"interval", "interval"}};

/* Reads a type's name; what SQLite calls it, or NULL: values stay as they are.
 */
static const char *type_name(t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    const char *found = NULL;
    for (size_t i = 0; i < COUNT(types) && !found; i++)
        if (t2s_is_one_of(word->text, word->n, types[i].names))
            found = types[i].as;
    t2s_take(r);
    while (t2s_sees_one(r,
                        "PRECISION VARYING UNSIGNED SIGNED INTEGER CHARACTER "
                        "SET LARGE OBJECT utf8 utf8mb4 ."))
        t2s_take(r);
    if (t2s_skips(r, "(")) {
        t2s_dialect_rest(r);
        t2s_skips(r, ")");
    }
    if (t2s_skips(r, "WITH LOCAL TIME ZONE") ||
        t2s_skips(r, "WITH TIME ZONE") || t2s_skips(r, "WITHOUT TIME ZONE"))
        return found;
    while (t2s_sees(r, "[ ]")) {
        r->at += 2;
        found = NULL;
    }
    return found;
}

t2s_run t2s_dialect_cast(t2s_reader *r, t2s_run value)
{
    const char *type = type_name(r);
    t2s_string format = {0};
    t2s_run run;
    if (!type)
        return value;
    if (strcmp(type, "date") == 0 || strcmp(type, "datetime") == 0)
        return t2s_time_cast(r, value, type[4] ? T2S_RUN_MOMENT : T2S_RUN_DATE);
    if (strcmp(type, "time") == 0)
        return value.kind == T2S_RUN_LITERAL
                   ? value
                   : t2s_fill(r, "time($1)", t2s_time_raw(&value), 1, &value);
    if (strcmp(type, "interval") == 0) {
        run = t2s_interval_of_text(r, &value);
        return run.kind == T2S_RUN_INTERVAL ? run : value;
    }
    if (value.kind == T2S_RUN_PART)
        return *type == 'T' ? t2s_copy(r, value.inner) : value;
    if (value.enclosed)
        value = *value.inner;
    t2s_string_append_format(&format, "CAST($1 AS %s)", type);
    run = t2s_fill(r, t2s_settle(r, &format), &value, 1, &value);
    if (*type == 'R')
        run.kind = T2S_RUN_REAL;
    return run;
}

/* CAST(x AS type), TRY_CAST, and MySQL's and T-SQL's CONVERT, at "(". */
t2s_run t2s_dialect_cast_call(t2s_reader *r, const t2s_word *word)
{
    t2s_run value, target;
    t2s_take(r);
    if (t2s_is_word(word, "CONVERT TRY_CONVERT") && r->bit & T2S_MS) {
        /* CONVERT(type, x [, style]): the type is read last. */
        const size_t type = r->at;
        size_t end;
        type_name(r);
        t2s_skips(r, ",");
        value = t2s_dialect_expression(r);
        t2s_dialect_rest(r);
        end = r->at;
        r->at = type;
        target = t2s_dialect_cast(r, value);
        r->at = end;
    } else {
        value = t2s_dialect_expression(r);
        if (t2s_skips(r, "USING")) {
            t2s_take(r);
            target = value;
        } else if (t2s_skips(r, "AS") || t2s_skips(r, ",")) {
            target = t2s_dialect_cast(r, value);
            t2s_dialect_rest(r);
        } else {
            target = value;
        }
    }
    if (!t2s_is_word(word, "CAST"))
        t2s_mark(r, word, T2S_OTHER);
    t2s_skips(r, ")");
    return target;
}
