/*
 * Replaced are trim, ltrim, rtrim, instr and replace, written anew as SQLite
 * 3.40 has them; and printf, format, glob and json_patch, which SQLite's own
 * work out on a connection that has them, once their cost is known to be small.
 */
#include "database/functions.h"

#include <string.h>

#include "base/memory.h"

/* Bytes compared between two looks at the clock. */
#define BYTES_BETWEEN_LOOKS (1 << 22)
/* Products of lengths that a built-in function may be asked for: a fraction of
 * a second. */
#define MOST_PRODUCT 50000000
/* A character's repetitions, and a field's width, in printf. */
#define MOST_REPEATED 1000000

struct t2s_functions {
    sqlite3 *db;
    t2s_watch *watch;
    sqlite3 *plain;       /* has the built-in functions; opened when needed */
    sqlite3_stmt *call;   /* on it, the last one */
    const char *function; /* that it calls, with so many arguments */
    int arguments;
};

/* Work since the last look. */
typedef struct meter {
    t2s_watch *watch;
    int64_t bytes;
} meter;

/* Takes note of work; false when the statement is to end. */
static bool goes_on(meter *m, int64_t bytes)
{
    m->bytes += bytes + 1;
    if (m->bytes < BYTES_BETWEEN_LOOKS)
        return true;
    m->bytes = 0;
    return !t2s_watch_is_over(m->watch);
}

static void end(sqlite3_context *context)
{
    sqlite3_result_error_code(context, SQLITE_INTERRUPT);
}

static meter meter_of(sqlite3_context *context)
{
    const t2s_functions *functions = sqlite3_user_data(context);
    meter m = {functions->watch, 0};
    return m;
}

/* --- trim --- */

enum { LEFT = 1, RIGHT = 2 };

/* The bytes of the character at text[0..n): a first byte and what continues
 * it. */
static int character_length(const unsigned char *text, int n)
{
    int length = 1;
    if (text[0] >= 0xC0)
        while (length < n && (text[length] & 0xC0) == 0x80)
            length++;
    return length;
}

/* The length of the first character of `set` that text begins (or, from the
 * right, ends) with; 0: none; -1: no more time. */
static int trimmed(meter *m, const unsigned char *text, int n,
                   const unsigned char *set, int set_length, bool right)
{
    for (int i = 0, length; i < set_length; i += length) {
        length = character_length(set + i, set_length - i);
        if (!goes_on(m, length))
            return -1;
        if (length <= n && memcmp(right ? text + n - length : text, set + i,
                                  (size_t)length) == 0)
            return length;
    }
    return 0;
}

static void trim(sqlite3_context *context, int count, sqlite3_value **values,
                 int sides)
{
    meter m = meter_of(context);
    const unsigned char *text, *set = (const unsigned char *)" ";
    int n, set_length = 1, cut = 0;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    text = sqlite3_value_text(values[0]);
    n = sqlite3_value_bytes(values[0]);
    if (count > 1) {
        set = sqlite3_value_text(values[1]);
        set_length = set ? (int)strlen((const char *)set) : 0;
    }
    if (!text || !set)
        return; /* the set is NULL, or memory is short */
    while (sides & LEFT &&
           (cut = trimmed(&m, text, n, set, set_length, false)) > 0) {
        text += cut;
        n -= cut;
    }
    while (cut >= 0 && sides & RIGHT &&
           (cut = trimmed(&m, text, n, set, set_length, true)) > 0)
        n -= cut;
    if (cut < 0)
        end(context);
    else
        sqlite3_result_text(context, (const char *)text, n, SQLITE_TRANSIENT);
}

static void trim_both(sqlite3_context *c, int n, sqlite3_value **v)
{
    trim(c, n, v, LEFT | RIGHT);
}

static void trim_left(sqlite3_context *c, int n, sqlite3_value **v)
{
    trim(c, n, v, LEFT);
}

static void trim_right(sqlite3_context *c, int n, sqlite3_value **v)
{
    trim(c, n, v, RIGHT);
}

/* --- instr and replace --- */

/* Where `part` first stands in text[from..n), or -1; -2: no more time. Only
 * the beginnings of characters count where `characters` is set. */
static int find(meter *m, const unsigned char *text, int n, int from,
                const unsigned char *part, int part_length, bool characters)
{
    for (int i = from; i + part_length <= n; i++) {
        if (characters && i > from && (text[i] & 0xC0) == 0x80)
            continue;
        if (text[i] != part[0])
            continue;
        if (!goes_on(m, part_length))
            return -2;
        if (memcmp(text + i, part, (size_t)part_length) == 0)
            return i;
    }
    return -1;
}

static void instr(sqlite3_context *context, int count, sqlite3_value **values)
{
    meter m = meter_of(context);
    bool blobs = sqlite3_value_type(values[0]) == SQLITE_BLOB &&
                 sqlite3_value_type(values[1]) == SQLITE_BLOB;
    const unsigned char *text, *part;
    int n, part_length, at, place = 1;
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL ||
        sqlite3_value_type(values[1]) == SQLITE_NULL)
        return;
    text =
        blobs ? sqlite3_value_blob(values[0]) : sqlite3_value_text(values[0]);
    n = sqlite3_value_bytes(values[0]);
    part =
        blobs ? sqlite3_value_blob(values[1]) : sqlite3_value_text(values[1]);
    part_length = sqlite3_value_bytes(values[1]);
    if (part_length == 0) {
        sqlite3_result_int(context, 1);
        return;
    }
    if (n == 0) {
        sqlite3_result_int(context, 0);
        return;
    }
    if (!text || !part) {
        sqlite3_result_error_nomem(context);
        return;
    }
    at = find(&m, text, n, 0, part, part_length, !blobs);
    if (at == -2) {
        end(context);
        return;
    }
    for (int i = 1; i <= at; i++) /* in characters */
        place += blobs || (text[i] & 0xC0) != 0x80;
    sqlite3_result_int(context, at < 0 ? 0 : place);
}

/* Puts text, with `by` for each part, into `out`; false: no more time. */
static bool replace_all(meter *m, sqlite3_str *out, sqlite3_value **values)
{
    const unsigned char *text = sqlite3_value_text(values[0]);
    const unsigned char *part = sqlite3_value_text(values[1]);
    const char *by = (const char *)sqlite3_value_text(values[2]);
    int n = sqlite3_value_bytes(values[0]), from = 0, at;
    int part_length = sqlite3_value_bytes(values[1]);
    int by_length = sqlite3_value_bytes(values[2]);
    while ((at = find(m, text, n, from, part, part_length, false)) >= 0) {
        sqlite3_str_append(out, (const char *)text + from, at - from);
        sqlite3_str_append(out, by, by_length);
        from = at + part_length;
        if (sqlite3_str_errcode(out) != SQLITE_OK)
            return true;
        if (!goes_on(m, by_length))
            return false;
    }
    sqlite3_str_append(out, (const char *)text + from, n - from);
    return at != -2;
}

static void replace(sqlite3_context *context, int count, sqlite3_value **values)
{
    meter m = meter_of(context);
    const unsigned char *part;
    sqlite3_str *out;
    bool in_time;
    int code, n;
    char *made;
    (void)count;
    if (!sqlite3_value_text(values[0]) ||
        !(part = sqlite3_value_text(values[1])))
        return;
    if (part[0] == '\0') {
        sqlite3_result_value(context, values[0]);
        return;
    }
    if (!sqlite3_value_text(values[2]))
        return;
    out = sqlite3_str_new(sqlite3_context_db_handle(context));
    in_time = replace_all(&m, out, values);
    code = sqlite3_str_errcode(out);
    n = sqlite3_str_length(out);
    made = sqlite3_str_finish(out);
    if (!in_time || code != SQLITE_OK) {
        sqlite3_free(made);
        sqlite3_result_error_code(context, in_time ? code : SQLITE_INTERRUPT);
    } else if (made) {
        sqlite3_result_text(context, made, n, sqlite3_free);
    } else {
        sqlite3_result_text(context, "", 0, SQLITE_STATIC);
    }
}

/* --- functions that SQLite's own work out --- */

/* Makes `call` a statement that calls the function. */
static bool prepare_call(t2s_functions *f, const char *function, int arguments)
{
    sqlite3_str *sql;
    char *text;
    int code;
    if (f->call && f->arguments == arguments &&
        strcmp(f->function, function) == 0)
        return true;
    sqlite3_finalize(f->call);
    f->call = NULL;
    if (!f->plain && sqlite3_open(":memory:", &f->plain) != SQLITE_OK)
        return false;
    sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "SELECT %s(", function);
    for (int i = 0; i < arguments; i++)
        sqlite3_str_appendf(sql, "%s?", i ? "," : "");
    sqlite3_str_appendall(sql, ")");
    text = sqlite3_str_finish(sql);
    code = text ? sqlite3_prepare_v2(f->plain, text, -1, &f->call, NULL)
                : SQLITE_NOMEM;
    sqlite3_free(text);
    f->function = function;
    f->arguments = arguments;
    return code == SQLITE_OK;
}

static void call(sqlite3_context *context, const char *function, int count,
                 sqlite3_value **values)
{
    t2s_functions *f = sqlite3_user_data(context);
    bool ok = prepare_call(f, function, count);
    int code;
    if (!ok) {
        sqlite3_result_error(
            context, f->plain ? sqlite3_errmsg(f->plain) : "out of memory", -1);
        return;
    }
    sqlite3_limit(f->plain, SQLITE_LIMIT_LENGTH,
                  sqlite3_limit(f->db, SQLITE_LIMIT_LENGTH, -1));
    for (int i = 0; i < count; i++)
        sqlite3_bind_value(f->call, i + 1, values[i]);
    code = sqlite3_step(f->call);
    if (code == SQLITE_ROW) {
        sqlite3_result_value(context, sqlite3_column_value(f->call, 0));
    } else {
        sqlite3_result_error(context, sqlite3_errmsg(f->plain), -1);
        if (code == SQLITE_TOOBIG || code == SQLITE_NOMEM)
            sqlite3_result_error_code(context, code);
    }
    sqlite3_reset(f->call);
    sqlite3_clear_bindings(f->call);
}

/* Whether a format repeats a character (%.Nc) more often than is quick: SQLite
 * before 3.45 goes on to the last, even past its limit on lengths. */
static bool repeats_too_often(const char *format, int count,
                              sqlite3_value **values)
{
    for (; *format; format += *format != '\0') {
        bool precision = false, starred = false;
        double number = 0;
        if (*format != '%')
            continue;
        for (format++; *format && strchr("+-# 0!,.*123456789l", *format);
             format++) {
            precision |= *format == '.';
            starred |= *format == '*';
            number = *format >= '0' && *format <= '9'
                         ? number * 10 + (*format - '0')
                         : 0;
            if (precision && number > MOST_REPEATED)
                return true;
        }
        if (*format != 'c' || !precision || !starred)
            continue;
        for (int i = 1; i < count; i++)
            if (sqlite3_value_int64(values[i]) > MOST_REPEATED ||
                sqlite3_value_int64(values[i]) < -MOST_REPEATED)
                return true;
    }
    return false;
}

static void format(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text =
        count > 0 ? (const char *)sqlite3_value_text(values[0]) : NULL;
    if (text && repeats_too_often(text, count, values))
        sqlite3_result_error_toobig(context);
    else
        call(context, "printf", count, values);
}

static bool is_large(sqlite3_value **values)
{
    return (int64_t)sqlite3_value_bytes(values[0]) *
               sqlite3_value_bytes(values[1]) >
           MOST_PRODUCT;
}

static void glob(sqlite3_context *context, int count, sqlite3_value **values)
{
    if (is_large(values))
        end(context);
    else
        call(context, "glob", count, values);
}

static void json_patch(sqlite3_context *context, int count,
                       sqlite3_value **values)
{
    if (is_large(values))
        end(context);
    else
        call(context, "json_patch", count, values);
}

/* --- on a connection --- */

t2s_functions *t2s_functions_new(sqlite3 *db, t2s_watch *watch)
{
    static const struct {
        const char *name;
        int arguments;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } all[] = {{"trim", 1, trim_both},   {"trim", 2, trim_both},
               {"ltrim", 1, trim_left},  {"ltrim", 2, trim_left},
               {"rtrim", 1, trim_right}, {"rtrim", 2, trim_right},
               {"instr", 2, instr},      {"replace", 3, replace},
               {"printf", -1, format},   {"format", -1, format},
               {"glob", 2, glob},        {"json_patch", 2, json_patch}};
    t2s_functions *f = t2s_zalloc(sizeof *f);
    bool ok = f != NULL;
    for (size_t i = 0; ok && i < sizeof all / sizeof all[0]; i++)
        ok = sqlite3_create_function_v2(
                 db, all[i].name, all[i].arguments,
                 SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, f,
                 all[i].function, NULL, NULL, NULL) == SQLITE_OK;
    if (!ok) {
        t2s_free(f);
        return NULL;
    }
    f->db = db;
    f->watch = watch;
    return f;
}

void t2s_functions_free(t2s_functions *f)
{
    if (!f)
        return;
    sqlite3_finalize(f->call);
    sqlite3_close(f->plain);
    t2s_free(f);
}
