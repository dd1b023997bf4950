/* Casts of a dialect, and the names of types. */
#include <string.h>

#include "sql/dialect.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *names, *as;
} types[] = {
    {"uint8 uint16 uint32 uint64 int16 int32 int128", "INTEGER"},
    {"int integer bigint smallint tinyint mediumint int2 int4 int8 int64 "
     "hugeint ubigint uinteger signed unsigned byteint serial bit",
     "INTEGER"},
    {"real float double numeric decimal dec float4 float8 float64 number "
     "bignumeric money smallmoney float32 decimal32 decimal64 decimal128",
     "REAL"},
    {"text varchar char character nvarchar nchar string bpchar citext ntext "
     "name clob fixedstring",
     "TEXT"},
    {"date date32", "date"},
    {"timestamp datetime timestamptz timestamp_ntz timestamp_tz timestamp_ltz "
     "datetime2 smalldatetime datetimeoffset datetime64",
     "datetime"},
    {"time timetz", "time"},
    {"interval", "interval"}};

/* Longer texts are not cut: such a length says that there is none. */
#define CUTS_BELOW 30

/* Reads a type's name; what SQLite calls it, or NULL: values stay as they are.
 * *length is that of a text which is cut, or 0. */
static const char *bare_type(t2s_reader *r, long *length)
{
    const t2s_word *word = t2s_peek(r, 0);
    const size_t quote = word->kind == T2S_WORD_STRING && word->n > 2;
    const char *found = NULL;
    for (size_t i = 0; i < COUNT(types) && !found; i++)
        if (t2s_is_one_of(word->text + quote, word->n - 2 * quote,
                          types[i].names))
            found = types[i].as;
    t2s_take(r);
    while (t2s_sees_one(r,
                        "PRECISION VARYING UNSIGNED SIGNED INTEGER CHARACTER "
                        "SET LARGE OBJECT utf8 utf8mb4 ."))
        t2s_take(r);
    *length = 0;
    if (t2s_skips(r, "(")) {
        const t2s_run size = t2s_dialect_rest(r);
        t2s_skips(r, ")");
        if (!found || *found != 'T' || r->bit & T2S_DUCK ||
            !t2s_run_number(&size, length) || *length >= CUTS_BELOW)
            *length = 0;
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

/* The same within ClickHouse's Nullable(...). */
static const char *type_name(t2s_reader *r, long *length)
{
    size_t around = 0;
    const char *found;
    for (; t2s_sees(r, "Nullable (") || t2s_sees(r, "LowCardinality (");
         around++)
        r->at += 2;
    for (found = bare_type(r, length); around > 0; around--)
        t2s_skips(r, ")");
    return found;
}

t2s_run t2s_dialect_cast(t2s_reader *r, t2s_run value)
{
    long length;
    const char *type = type_name(r, &length);
    t2s_string format = {0};
    t2s_run run;
    if (!type)
        return value;
    if (strcmp(type, "date") == 0 || strcmp(type, "datetime") == 0)
        return t2s_time_cast(r, value, type[4] ? T2S_RUN_MOMENT : T2S_RUN_DATE);
    if (strcmp(type, "time") == 0)
        return value.kind == T2S_RUN_LITERAL
                   ? value
                   : t2s_dialect_fill(r, "time($1)", t2s_time_raw(&value), 1,
                                      &value);
    if (strcmp(type, "interval") == 0) {
        run = t2s_interval_of_text(r, &value);
        return run.kind == T2S_RUN_INTERVAL ? run : value;
    }
    if (value.kind == T2S_RUN_PART)
        return *type == 'T' ? t2s_copy(r, value.inner) : value;
    if (value.enclosed)
        value = *value.inner;
    if (value.whole && *type == 'I')
        return t2s_copy(r, &value);
    if (length > 0)
        t2s_string_append_format(&format, "substr($1, 1, %ld)", length);
    else
        t2s_string_append_format(&format, "CAST($1 AS %s)", type);
    run = t2s_dialect_fill(r, t2s_settle(r, &format), &value, 1, &value);
    if (*type == 'R')
        run.kind = T2S_RUN_REAL;
    return run;
}

/* T-SQL's styles of CONVERT, as strftime has them. */
static const struct {
    const char *styles, *format;
} styles[] = {{"23", "%Y-%m-%d"},
              {"20 21 25 120 121", "%Y-%m-%d %H:%M:%S"},
              {"126 127", "%Y-%m-%dT%H:%M:%S"},
              {"112", "%Y%m%d"},
              {"12", "%y%m%d"},
              {"101", "%m/%d/%Y"},
              {"1", "%m/%d/%y"},
              {"102", "%Y.%m.%d"},
              {"103", "%d/%m/%Y"},
              {"3", "%d/%m/%y"},
              {"104", "%d.%m.%Y"},
              {"4", "%d.%m.%y"},
              {"105", "%d-%m-%Y"},
              {"106", "%d %b %Y"},
              {"107", "%b %d, %Y"},
              {"8 24 108", "%H:%M:%S"},
              {"110", "%m-%d-%Y"},
              {"111", "%Y/%m/%d"}};

/* The format of a style, of what a text of that length holds (0: of all), as a
 * literal; no run where the style is none of these or its parts are cut. */
static t2s_run style_format(t2s_reader *r, const t2s_run *style, long length)
{
    size_t n, row = 0;
    const char *text = t2s_run_text(style, &n), *at;
    t2s_string out = {0};
    t2s_run run;
    while (row < COUNT(styles) && !t2s_is_one_of(text, n, styles[row].styles))
        row++;
    if (row == COUNT(styles))
        return t2s_no_run();
    t2s_string_append_char(&out, '\'');
    for (at = styles[row].format; *at && length > 0; at++) {
        t2s_string_append_char(&out, *at);
        length -= *at != '%' ? 1 : at[1] == 'Y' ? 4 : at[1] == 'b' ? 3 : 2;
        if (*at == '%')
            t2s_string_append_char(&out, *++at);
    }
    t2s_string_append_char(&out, '\'');
    run = t2s_write(r, t2s_settle(r, &out), style);
    run.kind = T2S_RUN_LITERAL;
    return length < 0 ? t2s_no_run() : run;
}

/* CONVERT(type, x [, style]) of T-SQL, behind "(". */
static t2s_run convert(t2s_reader *r)
{
    const size_t type = r->at;
    long length;
    const char *name = type_name(r, &length);
    const bool is_text = name && *name == 'T', is_date = name && *name == 'd';
    t2s_run value, style, made = t2s_no_run();
    const char *text;
    size_t end, n;
    t2s_skips(r, ",");
    value = t2s_dialect_expression(r);
    if ((is_text || is_date) && t2s_skips(r, ",")) {
        const t2s_run given = t2s_dialect_expression(r);
        style = style_format(r, &given, is_text && length ? length : 99);
        if (style.first && is_text)
            made = t2s_time_format(r, value, &style, 's');
        else if (style.first)
            made = t2s_time_parse(r, value, &style, 's',
                                  name[4] ? T2S_RUN_MOMENT : T2S_RUN_DATE);
        text = t2s_run_text(&given, &n);
        /* The text of a time begins as these styles have it. */
        if (!made.first &&
            !(is_text && t2s_is_one_of(text, n, "20 21 23 25 120 121")))
            t2s_lacks_run(r, &given);
    }
    t2s_dialect_rest(r);
    if (made.first)
        return made;
    end = r->at;
    r->at = type; /* the type is read last */
    made = t2s_dialect_cast(r, value);
    r->at = end;
    return made;
}

/* CAST(x AS type), TRY_CAST, and MySQL's and T-SQL's CONVERT, at "(". */
t2s_run t2s_dialect_cast_call(t2s_reader *r, const t2s_word *word)
{
    t2s_run value, target;
    t2s_take(r);
    if (t2s_is_word(word, "CONVERT TRY_CONVERT") && r->bit & T2S_MS) {
        target = convert(r);
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
