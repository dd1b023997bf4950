/*
 * Functions whose work may grow with the product of their arguments' lengths,
 * or with a number among them. Each is computed by SQLite's own code, once its
 * cost is known to be small. The costs of all calls add up; each time they
 * come to a share of a second, the watch is asked.
 */

#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "database/watch.h"

/* Steps between two looks at the clock. */
#define STEPS_BETWEEN_LOOKS (1 << 22)
/* Products of lengths that one call may have: a fraction of a second. The
 * second is of functions that compare whole runs of bytes; the third of LIKE,
 * whose patterns SQLite bounds to 250 bytes. */
#define MOST_STEPS    50000000
#define MOST_COMPARED 1000000000
#define MOST_MATCHED  300000000
/* Of one call of printf: its repetitions and widths together, and the bytes of
 * its format, each of which may be half a directive. */
#define MOST_REPEATED     1000000
#define MOST_FORMAT       1000000
#define STEPS_OF_A_REPEAT 8

/* How a call is computed. */
typedef enum how {
    BY_SQLITE, /* by SQLite's function, within `products` */
    BY_LIKE,   /* the same, the usual arguments by sqlite3_strlike */
    BY_GLOB,   /* the same by sqlite3_strglob */
    BY_FORMAT  /* by SQLite's function, within what the format repeats */
} how;

static const struct {
    const char *name;
    int arguments; /* or -1: any number */
    how how;
    int64_t products; /* of the lengths of the first two arguments */
} replaced[] = {{"like", 2, BY_LIKE, MOST_MATCHED},
                {"like", 3, BY_LIKE, MOST_MATCHED},
                {"glob", 2, BY_GLOB, MOST_STEPS},
                {"trim", 2, BY_SQLITE, MOST_STEPS},
                {"ltrim", 2, BY_SQLITE, MOST_STEPS},
                {"rtrim", 2, BY_SQLITE, MOST_STEPS},
                {"json_patch", 2, BY_SQLITE, MOST_STEPS},
                {"instr", 2, BY_SQLITE, MOST_COMPARED},
                {"replace", 3, BY_SQLITE, MOST_COMPARED},
                {"printf", -1, BY_FORMAT, 0},
                {"format", -1, BY_FORMAT, 0}};

#define FUNCTIONS (sizeof replaced / sizeof replaced[0])

/* One of them, as SQLite is given it. */
typedef struct function {
    t2s_functions *all;
    const char *name;
    how how;
    int64_t products;
    sqlite3_stmt *call; /* of SQLite's own, with so many arguments */
    int arguments;
} function;

struct t2s_functions {
    sqlite3 *db, *plain; /* the latter opened when needed */
    t2s_watch *watch;
    int64_t work; /* steps since the last look at the watch */
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
    static const int limits[] = {SQLITE_LIMIT_LENGTH,
                                 SQLITE_LIMIT_LIKE_PATTERN_LENGTH};
    const bool ok = prepare_call(f, count);
    sqlite3 *plain = f->all->plain;
    int code;
    if (!ok) {
        sqlite3_result_error(
            context, plain ? sqlite3_errmsg(plain) : "out of memory", -1);
        return;
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(plain, limits[i],
                      sqlite3_limit(f->all->db, limits[i], -1));
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

/* The size of the number that printf takes for a '*'. */
static int64_t starred(int *next, int count, sqlite3_value **values)
{
    const int64_t given =
        *next < count ? sqlite3_value_int64(values[*next]) : 0;
    ++*next;
    if (given < -MOST_REPEATED || given > MOST_REPEATED)
        return MOST_REPEATED + 1;
    return given < 0 ? -given : given;
}

/* The widths and precisions that a format asks for, in all, or more than are
 * allowed. (%.Nc repeats a character N times: SQLite before 3.45 goes on to the
 * last, even past its limit on lengths.) */
static int64_t repeats(const char *format, int count, sqlite3_value **values)
{
    int64_t all = 0;
    int next = 1; /* argument */
    while ((format = strchr(format, '%')) != NULL && all <= MOST_REPEATED) {
        int64_t number = 0;
        for (format++; *format && strchr("+-# 0!,.*123456789l", *format);
             format++) {
            const bool is_digit = t2s_is_digit(*format);
            if (!is_digit) {
                all += number;
                number = *format == '*' ? starred(&next, count, values) : 0;
            } else if (number <= MOST_REPEATED) {
                number = number * 10 + (*format - '0');
            }
        }
        all += number;
        next += *format != '%';
        format += *format != '\0';
    }
    return all;
}

/* Adds to the work that was done; true where the time is over. */
static bool spend(t2s_functions *all, int64_t steps)
{
    all->work += steps;
    if (all->work < STEPS_BETWEEN_LOOKS)
        return false;
    all->work = 0;
    return t2s_watch_is_over(all->watch);
}

static void run_format(sqlite3_context *context, function *f, int count,
                       sqlite3_value **values)
{
    const char *format =
        count > 0 ? (const char *)sqlite3_value_text(values[0]) : NULL;
    const int64_t length = format ? sqlite3_value_bytes(values[0]) : 0;
    const int64_t repeated = format ? repeats(format, count, values) : 0;
    if (repeated > MOST_REPEATED || length > MOST_FORMAT)
        sqlite3_result_error_toobig(context);
    else if (spend(f->all, (repeated + length) * STEPS_OF_A_REPEAT))
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    else
        call(context, f, count, values);
}

/* Whether the arguments of LIKE or GLOB are for sqlite3_strlike and
 * sqlite3_strglob: texts or numbers, no escape but an ASCII character that is
 * no wildcard, a pattern within SQLite's limit. */
static bool is_usual(const function *f, int count, sqlite3_value **values)
{
    const unsigned char *escape;
    for (int i = 0; i < count; i++)
        if (sqlite3_value_type(values[i]) == SQLITE_BLOB ||
            !sqlite3_value_text(values[i]))
            return false;
    if (sqlite3_value_bytes(values[0]) >
        sqlite3_limit(f->all->db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1))
        return false;
    escape =
        count > 2 ? sqlite3_value_text(values[2]) : (const unsigned char *)"\\";
    return escape[0] && !escape[1] && escape[0] < 0x80 &&
           !strchr("%_", escape[0]);
}

static bool matches(const function *f, int count, sqlite3_value **values)
{
    const char *pattern = (const char *)sqlite3_value_text(values[0]);
    const char *text = (const char *)sqlite3_value_text(values[1]);
    if (f->how == BY_GLOB)
        return sqlite3_strglob(pattern, text) == 0;
    return sqlite3_strlike(pattern, text,
                           count > 2 ? sqlite3_value_text(values[2])[0] : 0) ==
           0;
}

static void run(sqlite3_context *context, int count, sqlite3_value **values)
{
    function *f = sqlite3_user_data(context);
    int64_t product;
    if (f->how == BY_FORMAT) {
        run_format(context, f, count, values);
        return;
    }
    product = (int64_t)sqlite3_value_bytes(values[0]) *
              sqlite3_value_bytes(values[1]);
    if (product > f->products || spend(f->all, product + 1))
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    else if (f->how != BY_SQLITE && is_usual(f, count, values))
        sqlite3_result_int(context, matches(f, count, values));
    else
        call(context, f, count, values);
}

t2s_functions *t2s_functions_new(sqlite3 *db, t2s_watch *watch)
{
    t2s_functions *all = t2s_zalloc(sizeof *all);
    bool ok = all != NULL;
    for (size_t i = 0; ok && i < FUNCTIONS; i++) {
        function *f = &all->functions[i];
        *f = (function){.all = all,
                        .name = replaced[i].name,
                        .how = replaced[i].how,
                        .products = replaced[i].products};
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
