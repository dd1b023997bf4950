/*
 * Each is worked out by SQLite's own function, on a connection that has it,
 * once its cost is known to be small; between calls the watch is asked.
 */

#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "database/watch.h"

/* Bytes compared between two looks at the clock. */
#define BYTES_BETWEEN_LOOKS (1 << 22)
/* Products of lengths that a function may be asked for: a fraction of a second.
 * The second is of those that compare whole runs of bytes. */
#define MOST_STEPS    50000000
#define MOST_COMPARED 1000000000
/* A character's repetitions, and a field's width, in printf. */
#define MOST_REPEATED 1000000

static const struct {
    const char *name;
    int arguments;    /* or -1: any number */
    int64_t products; /* of the lengths of the first two; 0: a format */
} replaced[] = {{"trim", 2, MOST_STEPS},
                {"ltrim", 2, MOST_STEPS},
                {"rtrim", 2, MOST_STEPS},
                {"glob", 2, MOST_STEPS},
                {"json_patch", 2, MOST_STEPS},
                {"instr", 2, MOST_COMPARED},
                {"replace", 3, MOST_COMPARED},
                {"printf", -1, 0},
                {"format", -1, 0}};

#define FUNCTIONS (sizeof replaced / sizeof replaced[0])

/* One of them, as SQLite is given it. */
typedef struct function {
    t2s_functions *all;
    const char *name;
    int64_t products;
    sqlite3_stmt *call; /* of SQLite's own, with so many arguments */
    int arguments;
} function;

struct t2s_functions {
    sqlite3 *db, *plain; /* the latter opened when needed */
    t2s_watch *watch;
    int64_t work; /* since the last look at the watch */
    function functions[FUNCTIONS];
};

/* Makes f->call a statement that calls the function. */
static bool prepare_call(function *f, int arguments)
{
    sqlite3 **plain = &f->all->plain;
    sqlite3_str *sql;
    char *text;
    int code;
    if (f->call && f->arguments == arguments)
        return true;
    sqlite3_finalize(f->call);
    f->call = NULL;
    if (!*plain && sqlite3_open(":memory:", plain) != SQLITE_OK)
        return false;
    sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "SELECT %s(", f->name);
    for (int i = 0; i < arguments; i++)
        sqlite3_str_appendall(sql, i ? ",?" : "?");
    sqlite3_str_appendall(sql, ")");
    text = sqlite3_str_finish(sql);
    code = text ? sqlite3_prepare_v2(*plain, text, -1, &f->call, NULL)
                : SQLITE_NOMEM;
    sqlite3_free(text);
    f->arguments = arguments;
    return code == SQLITE_OK;
}

static void call(sqlite3_context *context, function *f, int count,
                 sqlite3_value **values)
{
    const bool ok = prepare_call(f, count);
    sqlite3 *plain = f->all->plain;
    int code;
    if (!ok) {
        sqlite3_result_error(
            context, plain ? sqlite3_errmsg(plain) : "out of memory", -1);
        return;
    }
    sqlite3_limit(plain, SQLITE_LIMIT_LENGTH,
                  sqlite3_limit(f->all->db, SQLITE_LIMIT_LENGTH, -1));
    for (int i = 0; i < count; i++)
        sqlite3_bind_value(f->call, i + 1, values[i]);
    code = sqlite3_step(f->call);
    if (code == SQLITE_ROW) {
        sqlite3_result_value(context, sqlite3_column_value(f->call, 0));
    } else {
        sqlite3_result_error(context, sqlite3_errmsg(plain), -1);
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
            number = t2s_is_digit(*format) ? number * 10 + (*format - '0') : 0;
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

/* Whether the work for two lengths is too much, or the time is over. */
static bool is_too_much(function *f, int64_t a, int64_t b)
{
    t2s_functions *all = f->all;
    all->work += a * b + 1;
    if (all->work < BYTES_BETWEEN_LOOKS)
        return false;
    all->work = 0;
    return a * b > f->products || t2s_watch_is_over(all->watch);
}

static void run(sqlite3_context *context, int count, sqlite3_value **values)
{
    function *f = sqlite3_user_data(context);
    const char *format = NULL;
    if (f->products == 0 && count > 0)
        format = (const char *)sqlite3_value_text(values[0]);
    if (format && repeats_too_often(format, count, values))
        sqlite3_result_error_toobig(context);
    else if (f->products > 0 && is_too_much(f, sqlite3_value_bytes(values[0]),
                                            sqlite3_value_bytes(values[1])))
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    else
        call(context, f, count, values);
}

t2s_functions *t2s_functions_new(sqlite3 *db, t2s_watch *watch)
{
    t2s_functions *all = t2s_zalloc(sizeof *all);
    bool ok = all != NULL;
    for (size_t i = 0; ok && i < FUNCTIONS; i++) {
        function *f = &all->functions[i];
        *f = (function){all, replaced[i].name, replaced[i].products, NULL, 0};
        ok = sqlite3_create_function_v2(db, f->name, replaced[i].arguments,
                                        SQLITE_UTF8 | SQLITE_DETERMINISTIC |
                                            SQLITE_INNOCUOUS,
                                        f, run, NULL, NULL, NULL) == SQLITE_OK;
    }
    if (!ok) {
        t2s_free(all);
        return NULL;
    }
    all->db = db;
    all->watch = watch;
    return all;
}

void t2s_functions_free(t2s_functions *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < FUNCTIONS; i++)
        sqlite3_finalize(all->functions[i].call);
    sqlite3_close(all->plain);
    t2s_free(all);
}
