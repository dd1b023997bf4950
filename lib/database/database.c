/*
 * The object that is a database: where its rows come from, the connections that
 * are open, and what was read once for all who use it.
 */
#include "database/database.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/fork.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "database/connection.h"
#include "database/host.h"
#include "database/kept_values.h"
#include "database/read_sqlite.h"
#include "schema/schema.h"
#include "sql/outgoing.h"

/* Connections that are kept open while nobody uses them: of one database, and
 * databases that keep some. */
#define MOST_IDLE 16
#define MOST_KEPT 64
/* How often one who waits for a connection asks whether to go on. */
#define LOOK_MS 50
/* Of a database in memory that is copied. */
#define MOST_COPIED ((int64_t)256 << 20)

/* A connection of one thread's. */
typedef struct lease {
    t2s_sandbox *sandbox;
    size_t state;  /* of the file that it was opened on */
    bool is_stale; /* the file is no more what it was */
} lease;

struct t2sed_database {
    atomic_int references;
    t2sed_database_options options;
    char *path, *index; /* or NULL */
    t2sed_schema *own;  /* the schema, where it is the database's */
    t2s_host host;      /* without a query callback: there is none */
    bool is_copy;       /* in memory: its one connection can't be had again */
    pthread_mutex_t lock;
    pthread_cond_t returned;
    /* Under the lock: */
    lease idle[MOST_IDLE];
    size_t idle_count;
    bool is_lent; /* the only connection */
    bool is_lost; /* it was lent when this process was forked */
    pthread_t borrower;
    t2s_file_state file;
    size_t state; /* counts the states of the file */
    t2s_kept_values values;
    t2s_forked forked;
    /* Under the shelf's lock: */
    t2sed_database *before, *after;
    bool is_kept;
};

/* --- options --- */

static const t2sed_database_options defaults = {.struct_size = sizeof defaults,
                                                .max_milliseconds = 500,
                                                .max_rows = 2000,
                                                .values_milliseconds = 1000,
                                                .index_milliseconds = 30000,
                                                .max_table_rows = 2000000,
                                                .max_column_values = 200000,
                                                .max_value_bytes = 200,
                                                .max_values_bytes = (int64_t)256
                                                                    << 20};

void t2sed_database_options_init(t2sed_database_options *options, size_t size)
{
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

void t2sed_database_callbacks_init(t2sed_database_callbacks *callbacks,
                                   size_t size)
{
    static const t2sed_database_callbacks none = {.struct_size = sizeof none};
    t2s_sized_init(callbacks, size, &none, sizeof none);
}

#define NUMBER(name, least, most)                                              \
    {                                                                          \
#name, offsetof(t2sed_database_options, name),                         \
            sizeof defaults.name == sizeof(int64_t), least, most               \
    }

static const struct {
    const char *name;
    size_t offset;
    bool is_wide; /* int64_t; else int */
    int64_t least, most;
} numbers[] = {NUMBER(isolation, 0, T2SED_ISOLATION_WORKER),
               NUMBER(max_milliseconds, -1, INT_MAX),
               NUMBER(max_rows, 1, INT_MAX),
               NUMBER(values_milliseconds, -1, INT_MAX),
               NUMBER(index_milliseconds, 1, INT_MAX),
               NUMBER(max_table_rows, 1, INT64_MAX),
               NUMBER(max_column_values, 1, INT64_MAX),
               NUMBER(max_value_bytes, 1, 1000000),
               NUMBER(max_values_bytes, 1, INT64_MAX)};

/* Puts the default of a number where it is 0, and checks it. */
static t2sed_status check_number(t2sed_database_options *o, size_t i,
                                 t2sed_error *err)
{
    void *at = (char *)o + numbers[i].offset;
    const void *usual = (const char *)&defaults + numbers[i].offset;
    const size_t size = numbers[i].is_wide ? sizeof(int64_t) : sizeof(int);
    int64_t value = numbers[i].is_wide ? *(int64_t *)at : *(int *)at;
    if (value == 0)
        memcpy(at, usual, size);
    else if (value < numbers[i].least || value > numbers[i].most)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_database_options: %s is %lld: expected %lld to "
                        "%lld, or 0 for the default",
                        numbers[i].name, (long long)value,
                        (long long)numbers[i].least,
                        (long long)numbers[i].most);
    return T2SED_OK;
}

static t2sed_status read_options(t2sed_database *db,
                                 const t2sed_database_options *given,
                                 t2sed_error *err)
{
    t2sed_database_options *o = &db->options;
    t2sed_status status;
    *o = defaults;
    status = t2s_sized_read(o, sizeof *o, given, "t2sed_database_options", err);
    for (size_t i = 0;
         i < sizeof numbers / sizeof numbers[0] && status == T2SED_OK; i++)
        status = check_number(o, i, err);
    if (status == T2SED_OK && o->index && !(db->index = t2s_strdup(o->index)))
        return t2s_fail_memory(err);
    o->index = db->index;
    return status;
}

/* --- connections --- */

static bool has_queries(const t2sed_database *db)
{
    return db->path || db->is_copy || db->host.callbacks.query;
}

static bool is_single(const t2sed_database *db)
{
    return !db->path;
}

static void close_idle(t2sed_database *db)
{
    while (db->idle_count > 0)
        t2s_sandbox_close(db->idle[--db->idle_count].sandbox);
}

/* Closes what is open on another state of the file. Under the lock. */
static void look_at_file(t2sed_database *db)
{
    t2s_file_state now;
    if (!db->path)
        return;
    t2s_file_state_read(&now, db->path);
    if (memcmp(&now, &db->file, sizeof now) == 0)
        return;
    db->file = now;
    db->state++;
    close_idle(db);
}

/* Whether this thread has the only connection. Under the lock. */
static t2sed_status check_turn(const t2sed_database *db, t2sed_error *err)
{
    if (db->is_lent && is_single(db) &&
        pthread_equal(db->borrower, pthread_self()))
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "a callback of a database used that database");
    return T2SED_OK;
}

/* Waits until the only connection is free, and takes it. Under the lock. */
static t2sed_status wait_for_turn(t2sed_database *db, t2sed_error *err)
{
    if (db->is_lost)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "another thread used the database when this process "
                        "was forked, so it can't be used here");
    while (db->is_lent) {
        struct timespec until;
        t2sed_status status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = check_turn(db, err);
        if (status != T2SED_OK)
            return status;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&db->returned, &db->lock, &until);
    }
    db->is_lent = true;
    db->borrower = pthread_self();
    return T2SED_OK;
}

/*
 * The databases that keep connections which nobody uses, the last used first: a
 * host may have opened hundreds, and files that a process can open are few. The
 * shelf's lock is taken before a database's.
 */
static struct shelf {
    pthread_mutex_t lock;
    t2sed_database *first, *last;
    size_t count;
} shelf = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What other threads of the parent held, nobody gives back in a child. */
static void start_anew(void *object)
{
    t2sed_database *db = object;
    db->values.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    db->returned = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    db->is_lost |= db->is_lent && !pthread_equal(db->borrower, pthread_self());
}

static void watch_forks_of_shelf(void)
{
    static t2s_forked of_shelf = {.lock = &shelf.lock};
    t2s_forked_begin(&of_shelf);
}

/* The shelf's lock is the first of all that a fork waits for. */
static void watch_forks(t2sed_database *db)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks_of_shelf);
    db->forked = (t2s_forked){&db->lock, start_anew, db, NULL, NULL};
    t2s_forked_begin(&db->forked);
}

static void take_off_shelf(t2sed_database *db)
{
    if (!db->is_kept)
        return;
    *(db->before ? &db->before->after : &shelf.first) = db->after;
    *(db->after ? &db->after->before : &shelf.last) = db->before;
    db->before = db->after = NULL;
    db->is_kept = false;
    shelf.count--;
}

/* Puts a database in front; the last one closes what it keeps where there are
 * too many. */
static void put_on_shelf(t2sed_database *db)
{
    pthread_mutex_lock(&shelf.lock);
    take_off_shelf(db);
    db->after = shelf.first;
    *(shelf.first ? &shelf.first->before : &shelf.last) = db;
    shelf.first = db;
    db->is_kept = true;
    if (++shelf.count > MOST_KEPT) {
        t2sed_database *last = shelf.last;
        take_off_shelf(last);
        pthread_mutex_lock(&last->lock);
        close_idle(last);
        pthread_mutex_unlock(&last->lock);
    }
    pthread_mutex_unlock(&shelf.lock);
}

/* Takes a connection; only where that succeeds is it to be given back. */
static t2sed_status borrow(lease *out, t2sed_database *db, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *out = (lease){0};
    pthread_mutex_lock(&db->lock);
    if (is_single(db))
        status = wait_for_turn(db, err);
    look_at_file(db);
    out->state = db->state;
    if (status == T2SED_OK && db->idle_count > 0)
        *out = db->idle[--db->idle_count];
    pthread_mutex_unlock(&db->lock);
    if (status == T2SED_OK && !out->sandbox && db->path)
        status = t2s_sandbox_open(&out->sandbox, db->path,
                                  db->options.isolation, err);
    return status;
}

static void give_back(t2sed_database *db, lease *taken)
{
    if (taken->is_stale) {
        t2s_sandbox_close(taken->sandbox);
        taken->sandbox = NULL;
    }
    pthread_mutex_lock(&db->lock);
    if (taken->sandbox && db->idle_count < MOST_IDLE &&
        (is_single(db) || taken->state == db->state)) {
        db->idle[db->idle_count++] = *taken;
        taken->sandbox = NULL;
    }
    db->is_lent = false;
    pthread_cond_signal(&db->returned);
    pthread_mutex_unlock(&db->lock);
    t2s_sandbox_close(taken->sandbox);
    if (!is_single(db))
        put_on_shelf(db);
}

/* --- queries --- */

static t2sed_status run_in_sandbox(t2s_ended *out, t2s_sandbox *sandbox,
                                   const t2s_statement *query,
                                   t2s_take_row take, void *context,
                                   t2sed_error *err)
{
    t2s_rows *rows = NULL;
    t2sed_status status = t2s_rows_open(&out->how, &rows, sandbox, query, err);
    out->has_begun = rows != NULL;
    out->columns = rows ? (size_t)t2s_rows_columns(rows) : 0;
    while (rows && (out->how = t2s_rows_next(rows, err)) == T2S_RUN_ROW &&
           (out->how = take(context, rows, err)) == T2S_RUN_ROW)
        ;
    t2s_rows_close(rows);
    out->fault = t2s_sandbox_fault(sandbox);
    out->met_memory = t2s_sandbox_met_memory(sandbox);
    if (status != T2SED_OK)
        return status;
    if (out->how == T2S_RUN_INTERRUPTED)
        return T2SED_EINTERRUPTED;
    out->has_changed = t2s_sandbox_has_changed(sandbox, err);
    if (out->has_changed)
        out->how = T2S_RUN_DATABASE;
    return T2SED_OK;
}

bool t2s_database_is_mysql(const t2sed_database *db)
{
    return t2s_outgoing_systems(db->host.callbacks.dialect) == T2S_MY;
}

bool t2s_database_is_tsql(const t2sed_database *db)
{
    return t2s_outgoing_systems(db->host.callbacks.dialect) == T2S_MS;
}

int t2s_database_system(const t2sed_database *db)
{
    const unsigned systems =
        db ? t2s_outgoing_systems(db->host.callbacks.dialect) : 0;
    for (int i = T2SED_DIALECT_POSTGRESQL; t2sed_dialect_name(i); i++)
        if (systems == 1u << i)
            return i;
    return T2SED_DIALECT_SQLITE;
}

bool t2s_database_runs_as_written(const t2sed_database *db,
                                  const t2sed_sql *sql)
{
    const int of = sql ? t2sed_sql_dialect(sql) : T2SED_DIALECT_SQLITE;
    return of != T2SED_DIALECT_SQLITE && of == t2s_database_system(db);
}

t2sed_status t2s_database_remember(t2sed_database *db, const t2sed_sql *sql,
                                   t2sed_error *err)
{
    bool done;
    if (!t2s_database_runs_as_written(db, sql))
        return T2SED_OK;
    pthread_mutex_lock(&db->lock);
    done = t2s_vector_push(&db->host.written, sql);
    pthread_mutex_unlock(&db->lock);
    return done ? T2SED_OK : t2s_fail_memory(err);
}

void t2s_database_forget(t2sed_database *db, const t2sed_sql *sql)
{
    if (!t2s_database_runs_as_written(db, sql))
        return;
    pthread_mutex_lock(&db->lock);
    for (size_t i = db->host.written.count; i-- > 0;)
        if (db->host.written.at[i] == sql) {
            db->host.written.at[i] =
                db->host.written.at[--db->host.written.count];
            break;
        }
    pthread_mutex_unlock(&db->lock);
}

static t2sed_status run_by_host(t2s_ended *out, t2sed_database *db,
                                const t2s_statement *query, t2s_take_row take,
                                void *context, t2sed_error *err)
{
    t2s_statement asked = *query;
    const char *source = NULL;
    char *copy = NULL; /* another thread's query may go meanwhile */
    t2sed_status status;
    if (!query->is_ours) {
        pthread_mutex_lock(&db->lock);
        source = t2s_host_source(&db->host, query);
        copy = source ? t2s_strdup(source) : NULL;
        pthread_mutex_unlock(&db->lock);
    }
    if (source && !copy)
        return t2s_fail_memory(err);
    asked.source = copy;
    status = t2s_host_run(out, &db->host, &asked, take, context, err);
    t2s_free(copy);
    return status;
}

t2sed_status t2s_database_run(t2s_ended *out, t2sed_database *db,
                              const t2s_statement *query, t2s_take_row take,
                              void *context, t2sed_error *err)
{
    lease taken;
    t2sed_error why = {0};
    t2sed_status status = T2SED_OK;
    *out = (t2s_ended){.how = T2S_RUN_DATABASE, .fault = -1};
    if (!has_queries(db)) {
        (void)t2s_fail(err, T2SED_EDATABASE, -1,
                       "there are no rows to ask for");
        return T2SED_OK;
    }
    status = borrow(&taken, db, &why);
    if (status == T2SED_OK) {
        if (taken.sandbox)
            status =
                run_in_sandbox(out, taken.sandbox, query, take, context, &why);
        else
            status = run_by_host(out, db, query, take, context, &why);
        taken.is_stale = out->has_changed;
        give_back(db, &taken);
    } else if (status != T2SED_ENOMEM && status != T2SED_EINTERRUPTED) {
        status = T2SED_OK;
    }
    if (err && out->how != T2S_RUN_DONE)
        *err = why;
    return status;
}

t2sed_status t2s_database_look(size_t *state, t2sed_database *db,
                               t2sed_error *err)
{
    lease taken;
    t2sed_status status;
    if (!db->path) {
        *state = 0;
        return T2SED_OK;
    }
    status = borrow(&taken, db, err);
    *state = taken.state;
    if (status == T2SED_OK)
        give_back(db, &taken);
    return status;
}

/* --- making and ending --- */

static t2sed_status new_database(t2sed_database **out,
                                 const t2sed_database_options *options,
                                 t2sed_error *err)
{
    t2sed_database *db = t2s_zalloc(sizeof *db);
    t2sed_status status;
    if (!db)
        return t2s_fail_memory(err);
    atomic_init(&db->references, 1);
    db->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    db->returned = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    t2s_kept_values_init(&db->values);
    watch_forks(db);
    status = read_options(db, options, err);
    if (status == T2SED_OK)
        *out = db;
    else
        t2sed_database_free(db);
    return status;
}

t2sed_database *t2s_database_retain(t2sed_database *db)
{
    if (db)
        atomic_fetch_add(&db->references, 1);
    return db;
}

void t2sed_database_free(t2sed_database *db)
{
    if (!db || atomic_fetch_sub(&db->references, 1) > 1)
        return;
    t2s_forked_end(&db->forked);
    pthread_mutex_lock(&shelf.lock);
    take_off_shelf(db);
    pthread_mutex_unlock(&shelf.lock);
    close_idle(db);
    t2s_host_free(&db->host);
    t2s_kept_values_free(&db->values);
    t2sed_schema_free(db->own);
    pthread_cond_destroy(&db->returned);
    pthread_mutex_destroy(&db->lock);
    t2s_free(db->path);
    t2s_free(db->index);
    t2s_free(db);
}

/* Hands over what was made, or frees it. */
static t2sed_status finish(t2sed_database **out, t2sed_database *db,
                           t2sed_status status)
{
    if (status == T2SED_OK)
        *out = db;
    else
        t2sed_database_free(db);
    return status;
}

static t2sed_status open_once(t2sed_database *db, t2sed_error *err)
{
    lease taken;
    t2sed_status status = borrow(&taken, db, err);
    if (status != T2SED_OK)
        return status;
    if (!db->options.schema)
        status = t2s_schema_read_new(&db->own, taken.sandbox,
                                     db->path ? db->path : "", err);
    taken.is_stale = status == T2SED_EDATABASE;
    give_back(db, &taken);
    return status;
}

/* Opens a connection, and reads the schema where none is given. */
static t2sed_status open_first(t2sed_database *db, t2sed_error *err)
{
    t2s_again again = {0};
    t2sed_status status;
    do
        status = open_once(db, err);
    while (t2s_read_again(&again, status));
    return status;
}

t2sed_status t2sed_database_open(t2sed_database **out, const char *path,
                                 const t2sed_database_options *options,
                                 t2sed_error *err)
{
    t2sed_database *db = NULL;
    t2sed_status status;
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    status = new_database(&db, options, err);
    if (status != T2SED_OK)
        return status;
    db->path = t2s_strdup(path);
    status = db->path ? open_first(db, err) : t2s_fail_memory(err);
    return finish(out, db, status);
}

t2sed_status t2sed_database_new_schema(t2sed_database **out,
                                       const t2sed_schema *schema,
                                       const t2sed_database_options *options,
                                       t2sed_error *err)
{
    t2sed_database *db = NULL;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = new_database(&db, options, err);
    if (status == T2SED_OK && schema)
        db->options.schema = schema;
    return status == T2SED_OK ? finish(out, db, status) : status;
}

/* How large the connection's main database is. */
static int64_t size_in_memory(sqlite3 *from)
{
    sqlite3_stmt *ask = NULL;
    int64_t bytes = 0;
    if (sqlite3_prepare_v2(from,
                           "SELECT page_count * page_size FROM "
                           "pragma_page_count, pragma_page_size",
                           -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW)
        bytes = sqlite3_column_int64(ask, 0);
    sqlite3_finalize(ask);
    return bytes;
}

static t2sed_status wrap_copy(t2sed_database *db, sqlite3 *from,
                              t2sed_error *err)
{
    lease only = {0};
    sqlite3 *copy = NULL;
    t2sed_status status;
    if (size_in_memory(from) > MOST_COPIED)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "the database in memory has more than %lld bytes",
                        (long long)MOST_COPIED);
    status = t2s_connection_check_memory(err);
    if (status == T2SED_OK)
        status =
            t2s_connection_copy(&copy, from, "the database in memory", err);
    if (status == T2SED_OK)
        status = t2s_sandbox_wrap(&only.sandbox, copy, "in memory", err);
    if (status != T2SED_OK)
        return status;
    db->is_copy = true;
    db->idle[db->idle_count++] = only;
    return open_first(db, err);
}

t2sed_status t2sed_database_new_sqlite(t2sed_database **out,
                                       struct sqlite3 *connection,
                                       const t2sed_database_options *options,
                                       t2sed_error *err)
{
    t2sed_database *db = NULL;
    const char *path;
    t2sed_status status;
    if (!out || !connection)
        return t2s_fail_null(err, __func__, "out and connection");
    path = sqlite3_db_filename(connection, "main");
    if (path && *path)
        return t2sed_database_open(out, path, options, err);
    status = new_database(&db, options, err);
    if (status != T2SED_OK)
        return status;
    if (db->options.isolation != T2SED_ISOLATION_NONE)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "a database in memory can't be isolated");
    else
        status = wrap_copy(db, connection, err);
    return finish(out, db, status);
}

/* Asks the host for the schema, unless the options have one. */
static t2sed_status describe(t2sed_database *db, t2sed_error *err)
{
    const t2sed_database_callbacks *host = &db->host.callbacks;
    t2sed_error why = {.offset = -1};
    t2sed_status status;
    if (db->options.schema)
        return T2SED_OK;
    if (!host->describe)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_database_callbacks: neither a schema in the "
                        "options nor describe");
    status = host->describe(host->context, &db->own, &why);
    if (status == T2SED_OK && db->own)
        return T2SED_OK;
    why.text[T2SED_ERROR_TEXT_SIZE - 1] = '\0';
    return t2s_fail(err, status < 0 ? status : T2SED_EDATABASE, why.offset,
                    "%s", why.text[0] ? why.text : "describe gives no schema");
}

t2sed_status t2sed_database_new(t2sed_database **out,
                                const t2sed_database_callbacks *callbacks,
                                const t2sed_database_options *options,
                                t2sed_error *err)
{
    t2sed_database_callbacks host = {.struct_size = sizeof host};
    t2sed_database *db = NULL;
    t2sed_status status;
    if (!out || !callbacks)
        return t2s_fail_null(err, __func__, "out and callbacks");
    status = t2s_sized_read(&host, sizeof host, callbacks,
                            "t2sed_database_callbacks", err);
    if (status != T2SED_OK)
        return status;
    status = new_database(&db, options, err);
    if (status == T2SED_OK) {
        db->host.callbacks = host;
        db->host.callbacks.dialect = NULL;
        db->host.watch.cancel = host.cancel;
        db->host.watch.context = host.context;
        if (host.dialect &&
            !(db->host.callbacks.dialect = t2s_strdup(host.dialect)))
            status = t2s_fail_memory(err);
        if (status == T2SED_OK)
            status = describe(db, err);
        return finish(out, db, status);
    }
    if (host.free)
        host.free(host.context);
    return status;
}

/* --- what is known --- */

const t2sed_schema *t2sed_database_schema(const t2sed_database *db)
{
    if (!db)
        return NULL;
    return db->options.schema ? db->options.schema : db->own;
}

int t2sed_database_has_rows(const t2sed_database *db)
{
    return db && has_queries(db) && db->options.max_milliseconds > 0;
}

const t2sed_database_options *t2s_database_options(const t2sed_database *db)
{
    return &db->options;
}

const char *t2s_database_path(const t2sed_database *db)
{
    return db->path;
}

void t2s_database_append_name(t2s_string *out, const t2sed_database *db,
                              const char *name)
{
    t2s_string_append_quoted(out, name, strlen(name),
                             t2s_outgoing_name_quote(t2s_outgoing_systems(
                                 db->host.callbacks.dialect)));
}

void t2s_database_append_table(t2s_string *out, const t2sed_database *db,
                               int32_t table)
{
    if (!db->host.callbacks.query)
        t2s_string_append(out, "main.");
    t2s_database_append_name(out, db,
                             t2sed_database_schema(db)->tables[table].name);
}

bool t2s_database_is_host(const t2sed_database *db)
{
    return db->host.callbacks.query != NULL;
}

const char *t2s_database_dialect(const t2sed_database *db)
{
    return db->host.callbacks.dialect;
}

bool t2s_database_has_values(const t2sed_database *db)
{
    return has_queries(db) && t2sed_database_schema(db) &&
           db->options.values_milliseconds > 0;
}

t2sed_status t2s_database_check_turn(t2sed_database *db, t2sed_error *err)
{
    t2sed_status status;
    pthread_mutex_lock(&db->lock);
    status = check_turn(db, err);
    pthread_mutex_unlock(&db->lock);
    return status;
}

t2s_kept_values *t2s_database_kept_values(t2sed_database *db)
{
    return &db->values;
}
