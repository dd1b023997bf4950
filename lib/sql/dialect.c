/* Parsing by a dialect: which one a text is of, its text as SQLite has it, and
 * the map from that to the source. */
#include "sql/dialect.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "sql/kept.h"
#include "sql/sql.h"

static const struct {
    const char *name, *title;
} dialects[] = {
    [T2SED_DIALECT_SQLITE] = {"sqlite", "SQLite"},
    [T2SED_DIALECT_POSTGRESQL] = {"postgresql", "PostgreSQL"},
    [T2SED_DIALECT_MYSQL] = {"mysql", "MySQL"},
    [T2SED_DIALECT_DUCKDB] = {"duckdb", "DuckDB"},
    [T2SED_DIALECT_BIGQUERY] = {"bigquery", "BigQuery"},
    [T2SED_DIALECT_SNOWFLAKE] = {"snowflake", "Snowflake"},
    [T2SED_DIALECT_TSQL] = {"tsql", "T-SQL"},
    [T2SED_DIALECT_AUTO] = {"auto", "any"},
    [T2SED_DIALECT_CLICKHOUSE] = {"clickhouse", "ClickHouse"},
};

#define DIALECTS ((int)(sizeof dialects / sizeof dialects[0]))

const char *t2sed_dialect_name(int dialect)
{
    return dialect >= 0 && dialect < DIALECTS ? dialects[dialect].name : NULL;
}

int t2sed_dialect_of_name(const char *name)
{
    for (int i = 0; name && i < DIALECTS; i++)
        if (t2s_casecmp(name, dialects[i].name) == 0)
            return i;
    return -1;
}

void t2sed_sql_options_init(t2sed_sql_options *options, size_t size)
{
    static const t2sed_sql_options usual = {.struct_size = sizeof usual};
    t2s_sized_init(options, size, &usual, sizeof usual);
}

/* ------------------------------------------------------------ translation */

static void note(void *payload, size_t begin, const t2s_piece *piece)
{
    t2sed_sql *sql = payload;
    t2s_sql_stretch stretch = {begin, piece->n, piece->begin, piece->end};
    if (!sql->failed && !t2s_vector_push(&sql->map, stretch))
        sql->failed = true;
}

/* What a translation found of its dialect. */
typedef struct signs {
    unsigned own, foreign;
    size_t begin, end; /* of the first that is its own */
    size_t lacks;      /* what SQLite lacks and was kept */
} signs;

/* Makes sql->text of the source, which the map's offsets are bytes of. */
static t2sed_status translate(t2sed_sql *sql, signs *found, bool keeps,
                              const char *source, size_t n, t2sed_error *err)
{
    t2s_reader r;
    t2s_string out = {0};
    t2s_run run;
    memset(&r, 0, sizeof r);
    r.text = source;
    r.length = n;
    r.dialect = sql->dialect;
    r.bit = 1u << sql->dialect;
    r.keeps = keeps;
    t2s_dialect_scan(&r);
    if (!r.status) {
        run = t2s_dialect_query(&r);
        t2s_check_rest(&r);
        while (!r.status && t2s_peek(&r, 0)->kind != T2S_WORD_END)
            t2s_append(&run, t2s_take(&r));
        if (!r.status)
            t2s_run_print(&out, &run, note, sql);
        if (out.failed || sql->failed)
            r.status = T2SED_ENOMEM;
        if (out.length > T2SED_SQL_MAX_BYTES)
            r.status = T2SED_ELIMIT;
    }
    if (!r.status && !(sql->text = t2s_string_take(&out, &sql->length)))
        r.status = T2SED_ENOMEM;
    t2s_string_free(&out);
    *found = (signs){r.own, r.foreign, r.mark_begin, r.mark_end, r.lacks};
    t2s_vector_free(&r.words);
    t2s_vector_free(&r.windows);
    t2s_vector_free(&r.named);
    t2s_vector_free(&r.ranked);
    t2s_arena_free(&r.arena);
    if (r.status == T2SED_ELIMIT)
        return t2s_fail(err, r.status, -1,
                        "SQL: too long or too deeply nested, written for "
                        "SQLite");
    if (r.status == T2SED_EUNSUPPORTED)
        return t2s_fail(
            err, r.status, (ptrdiff_t)(sql->shift + r.unsupported_begin),
            r.is_function
                ? "SQL, byte %zu: the function \"%.*s\" of %s is not known or "
                  "has no counterpart in SQLite, so the query cannot be judged"
                : "SQL, byte %zu: \"%.*s\" of %s has no counterpart in "
                  "SQLite, so the query cannot be judged",
            sql->shift + r.unsupported_begin,
            (int)(r.unsupported_end - r.unsupported_begin),
            source + r.unsupported_begin, dialects[sql->dialect].title);
    return r.status ? t2s_fail_memory(err) : T2SED_OK;
}

static size_t offset_at(const t2sed_sql *sql, size_t at, bool is_end)
{
    size_t low = 0, high = sql->map.count;
    const t2s_sql_stretch *stretch;
    if (high == 0)
        return at + sql->shift;
    /* The last stretch that begins at or before it. */
    while (low + 1 < high) {
        const size_t middle = (low + high) / 2;
        if (sql->map.at[middle].at < at ||
            (sql->map.at[middle].at == at && !is_end))
            low = middle;
        else
            high = middle;
    }
    stretch = &sql->map.at[low];
    if (stretch->end - stretch->begin == stretch->n && at >= stretch->at &&
        at <= stretch->at + stretch->n)
        return sql->shift + stretch->begin + (at - stretch->at);
    return sql->shift + (is_end || at >= stretch->at + stretch->n
                             ? stretch->end
                             : stretch->begin);
}

size_t t2s_sql_source_at(const t2sed_sql *sql, size_t at)
{
    return offset_at(sql, at, false);
}

void t2sed_sql_to_source(const t2sed_sql *sql, t2sed_span *span)
{
    t2sed_span out;
    if (!sql || !span || span->begin > span->end || span->end > sql->length)
        return;
    out.begin = offset_at(sql, span->begin, false);
    out.end = offset_at(sql, span->end, span->end > span->begin);
    for (size_t i = 0; i < sql->map.count; i++) {
        const t2s_sql_stretch *at = &sql->map.at[i];
        if (at->at <= span->begin || at->at + at->n >= span->end)
            continue;
        if (sql->shift + at->begin < out.begin)
            out.begin = sql->shift + at->begin;
        if (sql->shift + at->end > out.end)
            out.end = sql->shift + at->end;
    }
    if (out.end < out.begin)
        out.end = out.begin;
    *span = out;
}

/* ---------------------------------------------------------------- parsing */

static t2sed_sql *new_sql(int dialect, size_t shift)
{
    static const t2s_tree empty = T2S_TREE_EMPTY;
    t2sed_sql *sql = t2s_zalloc(sizeof *sql);
    if (sql) {
        sql->full = empty;
        sql->dialect = dialect;
        sql->shift = shift;
    }
    return sql;
}

/* text[begin..end) by one dialect; `keeps`: what SQLite lacks stays, where it
 * can. */
static t2sed_status parse_one(t2sed_sql **out, signs *found, int dialect,
                              bool keeps, const char *text, size_t begin,
                              size_t end, t2sed_error *err)
{
    t2sed_sql *sql = new_sql(dialect, begin);
    char *source = t2s_strndup(text + begin, end - begin);
    t2sed_status status = sql && source ? T2SED_OK : t2s_fail_memory(err);
    memset(found, 0, sizeof *found);
    if (status == T2SED_OK && dialect == T2SED_DIALECT_SQLITE) {
        sql->length = end - begin;
        sql->text = source;
        source = NULL;
    } else if (status == T2SED_OK) {
        status = translate(sql, found, keeps, source, end - begin, err);
        sql->source = source;
        source = NULL;
    }
    t2s_free(source);
    if (status == T2SED_OK)
        status = t2s_sql_parse_text(sql, err);
    if (status == T2SED_OK)
        *out = sql;
    else
        t2sed_sql_free(sql);
    return status;
}

/* The dialect that takes the text with the fewest constructs of others, of
 * these the one that knows most of its own.
 * T2SED_OK and NULL in *out: none has one of its own. *unsupported, all zeros
 * before, is the first error of that kind. */
static t2sed_status guess(t2sed_sql **out, signs *found, const char *text,
                          size_t begin, size_t end, t2sed_error *unsupported)
{
    t2sed_sql *best = NULL;
    signs of_best = {0};
    for (int i = T2SED_DIALECT_POSTGRESQL; i < DIALECTS; i++) {
        t2sed_sql *sql = NULL;
        signs of = {0};
        t2sed_error why;
        t2sed_status status;
        if (i == T2SED_DIALECT_AUTO)
            continue;
        status = parse_one(&sql, &of, i, true, text, begin, end, &why);
        if (status == T2SED_EUNSUPPORTED && unsupported->code == T2SED_OK)
            *unsupported = why;
        if (status == T2SED_ENOMEM) {
            t2sed_sql_free(best);
            return status;
        }
        if (sql && of.own > 0 &&
            (!best || of.foreign < of_best.foreign ||
             (of.foreign == of_best.foreign && of.own > of_best.own))) {
            t2sed_sql_free(best);
            best = sql;
            of_best = of;
        } else {
            t2sed_sql_free(sql);
        }
    }
    *out = best;
    *found = of_best;
    return T2SED_OK;
}

/* The text is no SQLite: says so, and what it looks like. */
static t2sed_status explain_failure(t2sed_status status, const char *text,
                                    size_t begin, size_t end, t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    signs found;
    t2sed_error unsupported = {0};
    if (!err || status != T2SED_ESYNTAX)
        return status;
    if (guess(&sql, &found, text, begin, end, &unsupported) != T2SED_OK)
        return t2s_fail_memory(err);
    if (!sql)
        return status;
    t2s_fail(err, status, err->offset,
             "%s; it looks like %s (\"%.*s\"): say dialect %s", err->text,
             dialects[sql->dialect].title,
             (int)(found.end - found.begin > 40 ? 40 : found.end - found.begin),
             text + begin + found.begin, dialects[sql->dialect].name);
    t2sed_sql_free(sql);
    return status;
}

/* Refuses a query that SQLite's grammar takes and that calls a function which
 * SQLite lacks: of which system it is is not known. */
static t2sed_status check_functions(const t2sed_sql *sql, t2sed_error *err)
{
    const t2s_node *lacks = t2s_find_foreign_function(&sql->full);
    if (!lacks)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EUNSUPPORTED,
                    (ptrdiff_t)(sql->shift + lacks->begin),
                    "SQL, byte %zu: the function \"%.*s\" is not SQLite's, and "
                    "the query is not known to be of another dialect, so it "
                    "cannot be judged; say its dialect",
                    sql->shift + lacks->begin, (int)(lacks->end - lacks->begin),
                    sql->text + lacks->begin);
}

/* The dialect is SQLite where its grammar takes the text, unless another has
 * constructs of the text and SQLite lacks what it calls. */
static t2sed_status parse_auto(t2sed_sql **out, bool keeps, const char *text,
                               size_t begin, size_t end, t2sed_error *err)
{
    t2sed_sql *plain = NULL, *other = NULL;
    signs found;
    t2sed_status status = parse_one(&plain, &found, T2SED_DIALECT_SQLITE, false,
                                    text, begin, end, err);
    t2sed_status guessed = status;
    t2sed_error unsupported = {0};
    if (status == T2SED_OK || status == T2SED_ESYNTAX)
        guessed = guess(&other, &found, text, begin, end, &unsupported);
    if (guessed == T2SED_ENOMEM) {
        t2sed_sql_free(plain);
        return t2s_fail_memory(err);
    }
    /* [a] is a name where SQLite takes the text, not a list of DuckDB's. */
    if (other &&
        (!plain || (found.foreign == 0 && text[begin + found.begin] != '['))) {
        const int dialect = other->dialect;
        t2sed_sql_free(plain);
        if (keeps || found.lacks == 0) {
            *out = other;
            return T2SED_OK;
        }
        t2sed_sql_free(other);
        return parse_one(out, &found, dialect, false, text, begin, end, err);
    }
    t2sed_sql_free(other);
    if (plain && !keeps)
        status = check_functions(plain, err);
    if (plain && status == T2SED_OK)
        *out = plain;
    else
        t2sed_sql_free(plain);
    if (status == T2SED_ESYNTAX && unsupported.code != T2SED_OK) {
        status = unsupported.code;
        if (err)
            *err = unsupported;
    }
    return status;
}

t2sed_status t2sed_sql_parse_as(t2sed_sql **out, const char *text, size_t n,
                                const t2sed_sql_options *options,
                                t2sed_error *err)
{
    return t2s_sql_parse_as(out, text, n, options, false, err);
}

t2sed_status t2s_sql_parse_as(t2sed_sql **out, const char *text, size_t n,
                              const t2sed_sql_options *given, bool keeps,
                              t2sed_error *err)
{
    t2sed_sql_options options;
    signs found;
    size_t begin = 0, end = n;
    t2sed_status status;
    if (!out || (!text && n > 0))
        return t2s_fail_null(err, "t2sed_sql_parse_as", "out and text");
    status = T2S_READ_SIZED(t2sed_sql_options, &options, given, err);
    if (status != T2SED_OK)
        return status;
    if (!t2sed_dialect_name(options.dialect))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_sql_parse_as: %d is no dialect; expected one of "
                        "T2SED_DIALECT_*",
                        options.dialect);
    status = t2s_sql_check_text(text, n, err);
    if (status != T2SED_OK)
        return status;
    text = n ? text : "";
    if (options.answer)
        t2s_sql_take_answer(text, &begin, &end);
    if (options.dialect == T2SED_DIALECT_AUTO)
        return parse_auto(out, keeps, text, begin, end, err);
    status =
        parse_one(out, &found, options.dialect, keeps, text, begin, end, err);
    return options.dialect == T2SED_DIALECT_SQLITE
               ? explain_failure(status, text, begin, end, err)
               : status;
}

t2sed_status t2s_sql_unread(t2sed_sql **out, const char *text, size_t n,
                            int dialect, t2sed_error *err)
{
    size_t begin = 0, end = n;
    t2sed_sql *sql;
    t2s_string own = {0};
    *out = NULL;
    if (t2s_sql_check_text(text, n, NULL) != T2SED_OK)
        return T2SED_OK;
    t2s_sql_take_answer(text, &begin, &end);
    sql = new_sql(dialect, begin);
    t2s_string_append_format(&own, "SELECT %" PRIuPTR, (uintptr_t)sql);
    if (sql) {
        sql->text = t2s_string_take(&own, &sql->length);
        sql->source = t2s_strndup(text + begin, end - begin);
    }
    t2s_string_free(&own);
    if (!sql || !sql->text || !sql->source) {
        t2sed_sql_free(sql);
        return t2s_fail_memory(err);
    }
    *out = sql;
    return T2SED_OK;
}

t2sed_status t2sed_sql_parse_n(t2sed_sql **out, const char *text, size_t n,
                               t2sed_error *err)
{
    signs found;
    t2sed_status status;
    if (!out || (!text && n > 0))
        return t2s_fail_null(err, __func__, "out and text");
    status = t2s_sql_check_text(text, n, err);
    return status ? status
                  : parse_one(out, &found, T2SED_DIALECT_SQLITE, false,
                              n ? text : "", 0, n, err);
}

t2sed_status t2sed_sql_parse(t2sed_sql **out, const char *text,
                             t2sed_error *err)
{
    return t2sed_sql_parse_n(out, text, t2s_text_length(text), err);
}

t2sed_sql *t2s_sql_retain(const t2sed_sql *sql)
{
    t2sed_sql *shared = (t2sed_sql *)(uintptr_t)sql;
    atomic_fetch_add(&shared->shared, 1);
    return shared;
}

bool t2s_sql_set_apart(t2sed_sql *sql)
{
    char *text = t2s_realloc_array(sql->text, sql->length + 2, 1);
    if (!text)
        return false;
    text[sql->length++] = ' ';
    text[sql->length] = '\0';
    sql->text = text;
    return true;
}

void t2sed_sql_free(t2sed_sql *sql)
{
    if (!sql || atomic_fetch_sub(&sql->shared, 1) > 0)
        return;
    t2s_tree_free(&sql->full);
    t2s_vector_free(&sql->map);
    t2s_free(sql->text);
    t2s_free(sql->source);
    t2s_free(sql);
}

const char *t2sed_sql_text(const t2sed_sql *sql)
{
    return sql ? sql->text : NULL;
}

const char *t2s_sql_source(const t2sed_sql *sql)
{
    return sql && sql->source ? sql->source : t2sed_sql_text(sql);
}

int t2sed_sql_dialect(const t2sed_sql *sql)
{
    return sql ? sql->dialect : T2SED_DIALECT_SQLITE;
}
