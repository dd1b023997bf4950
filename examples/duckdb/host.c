/* host.c - what is known of the database, and the checkers made for it. */
#include "../shared/errors.h"
#include "t2sed_duckdb.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

DUCKDB_EXTENSION_EXTERN

/* Values of the columns are read again no sooner than that after rows were
 * added or removed; queries always run on what is committed. */
#define MOST_AGE_SECONDS 2

/* A checker that nobody uses. */
typedef struct idle {
    t2sed_checker *checker;
    struct idle *next;
} idle;

struct view {
    int references;
    t2sed_database *database;
    char *ddl, *sizes;
    struct timespec read_at;
    idle *idle;
};

struct host {
    pthread_mutex_t lock; /* of all below, and of views */
    int references;
    duckdb_connection catalog;
    runner *runner;
    t2sed_model *model; /* NULL: not yet opened */
    view *now;          /* NULL: not yet read */
};

host *host_new(duckdb_connection catalog_of, duckdb_connection asked)
{
    host *h = calloc(1, sizeof *h);
    runner *r = runner_new(asked);
    if (!h || !r) {
        duckdb_disconnect(&catalog_of);
        runner_free(r);
        free(h);
        return NULL;
    }
    pthread_mutex_init(&h->lock, NULL);
    h->references = 1;
    h->catalog = catalog_of;
    h->runner = r;
    return h;
}

host *host_retain(host *h)
{
    pthread_mutex_lock(&h->lock);
    h->references++;
    pthread_mutex_unlock(&h->lock);
    return h;
}

/* With the lock. */
static void view_release(view *v)
{
    if (!v || --v->references > 0)
        return;
    while (v->idle) {
        idle *first = v->idle;
        v->idle = first->next;
        t2sed_checker_free(first->checker);
        free(first);
    }
    t2sed_database_free(v->database);
    free(v->ddl);
    free(v->sizes);
    free(v);
}

void host_release(void *of)
{
    host *h = of;
    int left;
    pthread_mutex_lock(&h->lock);
    left = --h->references;
    pthread_mutex_unlock(&h->lock);
    if (left > 0)
        return;
    view_release(h->now);
    t2sed_model_free(h->model);
    runner_free(h->runner);
    duckdb_disconnect(&h->catalog);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

/* The default of what reading the values may take is twice that of a query. */
static t2sed_status read_limits(t2sed_database_options *out, t2sed_error *err)
{
    const char *text = getenv("T2SED_MAX_MILLISECONDS");
    char *end;
    long most;
    t2sed_database_options_init(out, sizeof *out);
    if (!text || !*text)
        return T2SED_OK;
    most = strtol(text, &end, 10);
    if (*end || most < 1 || most > INT_MAX / 2)
        return fill_error(err, T2SED_EINVAL,
                          "$T2SED_MAX_MILLISECONDS: expected a number from 1 "
                          "to %d",
                          INT_MAX / 2);
    out->max_milliseconds = (int)most;
    out->values_milliseconds = 2 * (int)most;
    return T2SED_OK;
}

static t2sed_status view_new(view **out, host *h, catalog *known,
                             t2sed_error *err)
{
    t2sed_database_options options;
    t2sed_status status = read_limits(&options, err);
    view *v = status == T2SED_OK ? calloc(1, sizeof *v) : NULL;
    if (status != T2SED_OK)
        return status;
    if (!v)
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    v->references = 1;
    v->ddl = strdup(known->ddl);
    v->sizes = strdup(known->sizes);
    clock_gettime(CLOCK_MONOTONIC, &v->read_at);
    if (!v->ddl || !v->sizes)
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    else if (!*v->ddl)
        status = t2sed_database_new_schema(&v->database, NULL, NULL, err);
    else
        status = source_database(&v->database, h->runner, known, &options, err);
    if (status != T2SED_OK) {
        view_release(v);
        return status;
    }
    *out = v;
    return T2SED_OK;
}

static bool is_old(const view *v, const catalog *known)
{
    struct timespec now;
    if (!v || strcmp(v->ddl, known->ddl) != 0)
        return true;
    if (strcmp(v->sizes, known->sizes) == 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - v->read_at.tv_sec > MOST_AGE_SECONDS;
}

static t2sed_status refresh(host *h, t2sed_error *err)
{
    catalog known;
    view *made = NULL;
    t2sed_status status = catalog_read(&known, h->catalog, err);
    if (status != T2SED_OK)
        return status;
    if (is_old(h->now, &known)) {
        status = catalog_complete(&known, h->catalog, err);
        if (status == T2SED_OK)
            status = view_new(&made, h, &known, err);
        if (status == T2SED_OK) {
            view_release(h->now);
            h->now = made;
        }
    }
    catalog_free(&known);
    return status;
}

static t2sed_status find_checker(lease *out, host *h, t2sed_error *err)
{
    t2sed_checker_options options;
    t2sed_status status = T2SED_OK;
    idle *first = out->view->idle;
    if (first) {
        out->view->idle = first->next;
        out->checker = first->checker;
        free(first);
        return T2SED_OK;
    }
    /* NULL: $T2SED_MODEL, or the default model. */
    if (!h->model)
        status = t2sed_model_open(&h->model, NULL, NULL, err);
    t2sed_checker_options_init(&options, sizeof options);
    options.dialect = T2SED_DIALECT_DUCKDB;
    options.ask = 0;
    if (status == T2SED_OK)
        status = t2sed_checker_new(&out->checker, h->model, out->view->database,
                                   &options, err);
    return status;
}

t2sed_status host_take(lease *out, host *h, bool with_checker, t2sed_error *err)
{
    t2sed_status status;
    *out = (lease){NULL, NULL};
    pthread_mutex_lock(&h->lock);
    status = refresh(h, err);
    if (status == T2SED_OK) {
        out->view = h->now;
        out->view->references++;
        if (with_checker)
            status = find_checker(out, h, err);
    }
    pthread_mutex_unlock(&h->lock);
    if (status != T2SED_OK)
        host_give(h, out);
    return status;
}

void host_give(host *h, lease *taken)
{
    idle *kept = taken->checker ? calloc(1, sizeof *kept) : NULL;
    pthread_mutex_lock(&h->lock);
    if (kept) {
        kept->checker = taken->checker;
        kept->next = taken->view->idle;
        taken->view->idle = kept;
    } else {
        t2sed_checker_free(taken->checker);
    }
    view_release(taken->view);
    pthread_mutex_unlock(&h->lock);
    *taken = (lease){NULL, NULL};
}

t2sed_database *view_database(const view *v)
{
    return v->database;
}
