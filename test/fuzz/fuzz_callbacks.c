/*
 * Databases of a hostile host, whose callbacks do what the input says. It is
 * text for `describe`, and parts: "@@h", what the host is (host_of); "@@r", a
 * script of what its queries do (step), each of which goes on where the one
 * before it ended; "@@q", the question; "@@s", a query, up to four times.
 *
 * Callbacks run one at a time, a query that was told to end stays so, and
 * whatever a host hands over, it is let go of once.
 */
#include <stdatomic.h>
#include <time.h>

#include "answers.h"
#include "t2sed/database.h"
#include "t2sed/parts/values.h"

#define MOST_QUERIES 4
#define MOST_CELLS   64
#define MOST_STEPS   300
#define MOST_WAITS   3
#define MILLISECONDS 5

/* What a host is, by letters. */
typedef struct host {
    fuzz_part what, schema, script;
    size_t at; /* in the script */
    int waits; /* that are left */
    t2sed_database *database;
    atomic_int running, cancelled;
    int freed;
} host;

static bool is(const host *h, char letter)
{
    return h->what.size && memchr(h->what.bytes, letter, h->what.size);
}

/* --- describe --- */

static t2sed_status describe(void *context, t2sed_schema **out,
                             t2sed_error *err)
{
    host *h = context;
    t2sed_status status = T2SED_OK;
    if (!is(h, 'n')) /* no schema, though all be well */
        status = t2sed_schema_parse_ddl_n(out, (const char *)h->schema.bytes,
                                          h->schema.size, err);
    if (is(h, 't')) /* an error without end */
        memset(err->text, '\xC3', sizeof err->text);
    if (is(h, 'f')) /* fails, with a schema */
        return T2SED_EDATABASE;
    return is(h, 'p') ? 12345 : status;
}

/* --- query --- */

/* A query of the host's that runs. */
typedef struct run {
    host *host;
    t2sed_rows *rows;
    t2sed_error *err;
    t2sed_cell cells[MOST_CELLS];
    size_t count;
    bool goes_on;        /* though told to end */
    t2sed_status status; /* what it was told */
} run;

static uint8_t next(host *h)
{
    uint8_t byte = h->script.bytes[h->at];
    h->at = (h->at + 1) % h->script.size;
    return byte;
}

/* Bytes of the script, up to '|'; in place, so that any that follow are not
 * the library's to read. */
static char *next_text(host *h, size_t *n)
{
    char *text = malloc(h->script.size + 1), *exact;
    require(text != NULL);
    for (*n = 0; *n < h->script.size; ++*n)
        if ((text[*n] = (char)next(h)) == '|')
            break;
    exact = malloc(*n ? *n : 1);
    require(exact != NULL);
    memcpy(exact, text, *n);
    free(text);
    return exact;
}

static void add(run *r, const t2sed_cell *cells, size_t count)
{
    t2sed_status status = t2sed_rows_add(r->rows, cells, count);
    require(r->status == T2SED_OK || status == r->status);
    r->status = status;
}

static void end_row(run *r)
{
    for (size_t i = 0; i < r->count; i++)
        free((char *)r->cells[i].text);
    r->count = 0;
}

static void wait_long(run *r)
{
    const struct timespec nap = {0, 100000};
    const bool asks = !is(r->host, 'c') || r->goes_on;
    if (r->host->waits-- <= 0)
        return;
    for (int i = 0; i < 20000 && !r->host->cancelled && r->status == T2SED_OK;
         i++) {
        if (!asks)
            add(r, NULL, 0);
        nanosleep(&nap, NULL);
    }
    if (!asks)
        require(r->status != T2SED_OK);
    else if (!is(r->host, 'c'))
        require(r->host->cancelled > 0);
}

static void ask_itself(const host *h)
{
    const t2sed_schema *schema = t2sed_database_schema(h->database);
    t2sed_values *values;
    int known;
    if (h->database && t2sed_schema_column_count(schema) > 0)
        require(t2sed_database_values_known(&known, h->database, 0, NULL) ==
                T2SED_ESTATE);
    if (h->database && t2sed_schema_column_count(schema) > 0)
        require(t2sed_database_sample(&values, h->database, 0, NULL, NULL) !=
                T2SED_OK);
}

/* Makes a value; false where the letter stands for none. */
static bool make_cell(t2sed_cell *cell, host *h, uint8_t letter)
{
    uint8_t bytes[8];
    *cell = (t2sed_cell){0};
    switch (letter) {
    case 'n': /* NULL */
        return true;
    case 'i': /* a small integer */
        cell->type = T2SED_CELL_INTEGER;
        cell->integer = (int8_t)next(h);
        return true;
    case 'I': /* any integer or real */
    case 'R':
        for (int i = 0; i < 8; i++)
            bytes[i] = next(h);
        cell->type = bytes[0] & 1 ? T2SED_CELL_INTEGER : T2SED_CELL_REAL;
        memcpy(&cell->integer, bytes, 8);
        memcpy(&cell->real, bytes, 8);
        return true;
    case 't':
    case 'b':
        cell->type = letter == 't' ? T2SED_CELL_TEXT : T2SED_CELL_BLOB;
        cell->text = next_text(h, &cell->length);
        return true;
    case 'u': /* of any type, without a text */
        cell->type = (int8_t)next(h);
        return true;
    case 'z': /* a text of no bytes; one that can't be had */
    case 'Z':
        cell->type = T2SED_CELL_TEXT;
        cell->length = letter == 'z' ? 0 : SIZE_MAX - next(h);
        return true;
    default:
        return false;
    }
}

/* One step of the script; whether the query goes on. *given: what it returns
 * otherwise. */
static bool step(run *r, t2sed_status *given)
{
    host *h = r->host;
    const uint8_t letter = next(h);
    char *text;
    size_t n;
    if (r->count < MOST_CELLS && make_cell(&r->cells[r->count], h, letter)) {
        r->count++;
        return true;
    }
    switch (letter) {
    case ';': /* a row, or many */
    case '*':
        for (int i = letter == ';' ? 1 : next(h);
             i > 0 && (r->status == T2SED_OK || r->goes_on); i--)
            add(r, r->cells, r->count);
        end_row(r);
        break;
    case '#': /* the number of columns */
        n = next(h);
        add(r, NULL, n == 255 ? SIZE_MAX / 8 : n);
        break;
    case 'w':
        wait_long(r);
        break;
    case 'g':
        r->goes_on = true;
        break;
    case 'a':
        ask_itself(h);
        break;
    case 'T': /* says why it fails */
        text = next_text(h, &n);
        memcpy(r->err->text, text,
               n < sizeof r->err->text ? n : sizeof r->err->text);
        free(text);
        break;
    case 'o': /* and where */
        r->err->offset = (ptrdiff_t)(int8_t)next(h) * (next(h) & 1 ? 1 : 9999);
        break;
    case 'e':
        *given = -(t2sed_status)next(h);
        return false;
    case '.':
        return false;
    default:
        break;
    }
    *given = r->status;
    return r->status == T2SED_OK || r->goes_on;
}

static t2sed_status query(void *context, const t2sed_query *asked,
                          t2sed_rows *rows, t2sed_error *err)
{
    host *h = context;
    run r = {.host = h, .rows = rows, .err = err};
    t2sed_status given = T2SED_OK;
    require(h->running++ == 0);
    require(asked->struct_size == sizeof *asked &&
            strlen(asked->sql) == asked->length &&
            asked->max_milliseconds >= 0 && asked->max_value_bytes > 0);
    h->cancelled = 0;
    for (int i = 0; h->script.size && i < MOST_STEPS && step(&r, &given); i++)
        ;
    end_row(&r);
    require(--h->running == 0);
    return given;
}

static void cancel(void *context)
{
    ((host *)context)->cancelled = 1;
}

static void end(void *context)
{
    host *h = context;
    h->freed++;
}

/* --- use --- */

static t2sed_database *open_host(host *h)
{
    t2sed_database_callbacks callbacks;
    t2sed_database_options options;
    t2sed_database *database = NULL;
    t2sed_error err;
    t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
    callbacks.context = h;
    callbacks.describe = is(h, 'd') ? NULL : describe;
    callbacks.query = is(h, 'q') ? NULL : query;
    callbacks.cancel = is(h, 'c') ? NULL : cancel;
    callbacks.free = end;
    callbacks.dialect = is(h, 'm')   ? "MySQL"
                        : is(h, 'k') ? "postgresql"
                        : is(h, 'x') ? "\xFF\n"
                                     : NULL;
    t2sed_database_options_init(&options, sizeof options);
    options.max_milliseconds = MILLISECONDS;
    options.values_milliseconds = MILLISECONDS;
    options.max_rows = 50;
    if (t2sed_database_new(&database, &callbacks, &options, &err) == T2SED_OK)
        return database;
    require(strlen(err.text) > 0 && strlen(err.text) < sizeof err.text);
    require(database == NULL && h->freed == 1);
    return NULL;
}

/* What a host says ends the call that reads values; no more does. */
static bool may_fail(t2sed_status status)
{
    return status == T2SED_OK || status == T2SED_ECANCELLED ||
           status == T2SED_EINTERRUPTED || status == T2SED_ENOMEM;
}

static void look_at_values(t2sed_database *database)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    const size_t count = t2sed_schema_column_count(schema);
    int known = T2SED_VALUES_UNKNOWN;
    if (count > 0)
        require(may_fail(
            t2sed_database_values_known(&known, database, count - 1, NULL)));
    require(known >= T2SED_VALUES_UNKNOWN && known <= T2SED_VALUES_ALL);
    require(t2sed_database_values_known(&known, database, count, NULL) ==
            T2SED_EINVAL);
}

static void use(host *h, const t2sed_question *question, size_t asked,
                const char *const *queries, const size_t *lengths, size_t count,
                int rule)
{
    t2sed_evaluator *evaluator = answers_evaluator(rule, MILLISECONDS);
    t2sed_evidence *evidence = NULL;
    require(may_fail(t2sed_evidence_new(&evidence, h->database, NULL)));
    look_at_values(h->database);
    answers_sample(h->database);
    if (evidence &&
        t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK)
        for (size_t i = 0; i < count; i++) {
            t2sed_sql *sql = NULL;
            if (t2sed_sql_parse_n(&sql, queries[i], lengths[i], NULL) ==
                T2SED_OK) {
                answers_compute(evidence, sql);
                answers_link(h->database, question, sql);
            }
            t2sed_sql_free(sql);
            answers_find(evidence, queries[i], lengths[i], asked);
        }
    if (evidence && count > 0)
        answers_agree(evidence, queries, lengths, count);
    if (count > 0)
        answers_evaluate(evaluator, h->database, queries, lengths, count);
    t2sed_evidence_free(evidence);
    t2sed_evaluator_free(evaluator);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t part_count = fuzz_parts(parts, data, size), count = 0;
    fuzz_part asked = fuzz_find(parts, part_count, 'q');
    const char *queries[MOST_QUERIES];
    size_t lengths[MOST_QUERIES];
    t2sed_question *question;
    host h = {.schema = parts[0],
              .what = fuzz_find(parts, part_count, 'h'),
              .script = fuzz_find(parts, part_count, 'r'),
              .waits = MOST_WAITS};
    if (size > 10000 ||
        t2sed_question_new_n(&question, (const char *)asked.bytes, asked.size,
                             NULL) != T2SED_OK)
        return 0;
    for (size_t i = 0; i < part_count && count < MOST_QUERIES; i++)
        if (parts[i].kind == 's') {
            queries[count] = (const char *)parts[i].bytes;
            lengths[count++] = parts[i].size;
        }
    h.database = open_host(&h);
    if (h.database) {
        use(&h, question, asked.size, queries, lengths, count, (int)(size % 3));
        t2sed_database_free(h.database);
    }
    require(h.freed == 1);
    t2sed_question_free(question);
    return 0;
}
