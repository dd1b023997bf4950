/* functions.c - t2sed_check, t2sed_findings and t2sed_explain. */
#include "../shared/errors.h"
#include "../shared/turns.h"
#include "t2sed_duckdb.h"

#include <stdio.h>
#include <string.h>

DUCKDB_EXTENSION_EXTERN

#define MOST_ARGUMENTS 4

/* The arguments of one row; NULL: SQL's NULL, or not given. */
typedef struct row {
    const char *text[MOST_ARGUMENTS];
    size_t length[MOST_ARGUMENTS];
} row;

/* Where the result of a row goes. */
typedef struct place {
    duckdb_vector vector;
    idx_t i;
} place;

typedef t2sed_status (*answer)(const place *out, const lease *by,
                               const row *given, t2sed_error *err);

static void set_null(const place *out)
{
    duckdb_vector_ensure_validity_writable(out->vector);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(out->vector),
                                    out->i);
}

static row row_of(duckdb_data_chunk input, idx_t i)
{
    const idx_t count = duckdb_data_chunk_get_column_count(input);
    row given = {{NULL}, {0}};
    for (idx_t k = 0; k < count && k < MOST_ARGUMENTS; k++) {
        duckdb_vector vector = duckdb_data_chunk_get_vector(input, k);
        uint64_t *validity = duckdb_vector_get_validity(vector);
        duckdb_string_t *text = duckdb_vector_get_data(vector);
        if (validity && !duckdb_validity_row_is_valid(validity, i))
            continue;
        given.text[k] = duckdb_string_t_data(&text[i]);
        given.length[k] = duckdb_string_t_length(text[i]);
    }
    return given;
}

/* ------------------------------------------------------------ the checker */

/* The query may be right: it is beyond what can be judged. */
static bool is_beyond(t2sed_status status)
{
    return status == T2SED_ELIMIT || status == T2SED_ETOOLONG ||
           status == T2SED_EUNSUPPORTED;
}

/* The query's own fault or size, or anything else. */
static bool is_of_query(t2sed_status status)
{
    return status == T2SED_ESYNTAX || status == T2SED_EEMPTY ||
           status == T2SED_ENOTSELECT || status == T2SED_EMANY ||
           status == T2SED_EUTF8 || is_beyond(status);
}

static t2sed_status parse(t2sed_sql **out, const char *text, size_t n,
                          t2sed_error *err)
{
    t2sed_sql_options options;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = T2SED_DIALECT_DUCKDB;
    options.answer = 1;
    return t2sed_sql_parse_as(out, text, n, &options, err);
}

/* What is found of the only query; it is the report's. */
static t2sed_status check(t2sed_report **out, t2sed_checked *found,
                          const lease *by, const row *given, t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_conversation *earlier = NULL;
    t2sed_check_input input;
    t2sed_status status = T2SED_OK;
    t2sed_check_input_init(&input, sizeof input);
    if (given->text[0]) {
        status = t2sed_question_new_n(&question, given->text[0],
                                      given->length[0], err);
        if (status == T2SED_OK && given->text[2])
            status = turns_from_text(&earlier, given->text[2], given->length[2],
                                     err);
        if (status == T2SED_OK && given->text[3])
            status = t2sed_question_set_knowledge_n(question, given->text[3],
                                                    given->length[3], err);
    }
    input.question = question;
    input.conversation = earlier;
    input.queries = &given->text[1];
    input.lengths = &given->length[1];
    input.count = 1;
    if (status == T2SED_OK)
        status = t2sed_checker_check_input(out, by->checker, &input, err);
    if (status == T2SED_OK)
        status = t2sed_report_get(*out, 0, found, err);
    t2sed_conversation_free(earlier);
    t2sed_question_free(question);
    return status;
}

/* NULL for what can't be scored for what it says. */
static t2sed_status answer_check(const place *out, const lease *by,
                                 const row *given, t2sed_error *err)
{
    t2sed_report *report = NULL;
    t2sed_checked found = T2SED_CHECKED_INIT;
    t2sed_status status;
    if (!given->text[0] || !given->text[1]) {
        set_null(out);
        return T2SED_OK;
    }
    status = check(&report, &found, by, given, err);
    if (status == T2SED_OK && found.status == T2SED_OK)
        ((double *)duckdb_vector_get_data(out->vector))[out->i] =
            found.probability;
    else if (status == T2SED_OK && is_of_query(found.status))
        set_null(out);
    else if (status == T2SED_OK)
        status = fill_error(err, found.status, "%s", found.error->text);
    t2sed_report_free(report);
    return status;
}

/* --------------------------------------------------------------- findings */

static void set_place(json_t *object, const char *key, size_t at)
{
    json_object_set_new(object, key,
                        at == T2SED_NONE ? json_null()
                                         : json_integer((json_int_t)at));
}

static json_t *finding_json(const t2sed_finding *f)
{
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "code", f->name, "severity",
                  t2sed_severity_name(f->severity), "message", f->message);
    set_place(object, "sql_begin", f->sql.begin);
    set_place(object, "sql_end", f->sql.end);
    set_place(object, "question_begin", f->question.begin);
    set_place(object, "question_end", f->question.end);
    json_object_set_new(object, "suggestion",
                        f->suggestion ? json_string(f->suggestion)
                                      : json_null());
    return object;
}

/* What can't be read has no list of its own. */
static json_t *unread_json(t2sed_status status, const t2sed_error *why)
{
    t2sed_finding f = T2SED_FINDING_INIT;
    f.name = is_beyond(status) ? "not_judged"
             : status == T2SED_ENOTSELECT || status == T2SED_EMANY
                 ? "not_a_query"
                 : "syntax_error";
    f.severity = is_beyond(status) ? T2SED_SEVERITY_HINT : T2SED_SEVERITY_ERROR;
    f.message = why->text;
    f.sql.begin = f.sql.end =
        why->offset < 0 ? T2SED_NONE : (size_t)why->offset;
    f.question.begin = f.question.end = T2SED_NONE;
    return json_pack("[o]", finding_json(&f));
}

/* The places are of the query as given, or by `sql` of its SQLite text. */
static json_t *list_json(const t2sed_findings *findings, const t2sed_sql *sql)
{
    json_t *list = json_array();
    t2sed_finding f = T2SED_FINDING_INIT;
    for (size_t i = 0; t2sed_findings_get(findings, i, &f, NULL) == T2SED_OK;
         i++) {
        if (sql && f.sql.begin != T2SED_NONE)
            t2sed_sql_to_source(sql, &f.sql);
        json_array_append_new(list, finding_json(&f));
    }
    return list;
}

static t2sed_status check_findings(json_t **out, const lease *by,
                                   const row *given, t2sed_error *err)
{
    t2sed_report *report = NULL;
    t2sed_checked found = T2SED_CHECKED_INIT;
    t2sed_status status = check(&report, &found, by, given, err);
    if (status == T2SED_OK && found.findings && !is_beyond(found.status))
        *out = list_json(found.findings, NULL);
    else if (status == T2SED_OK && is_of_query(found.status))
        *out = unread_json(found.status, found.error);
    else if (status == T2SED_OK)
        status = fill_error(err, found.status, "%s", found.error->text);
    t2sed_report_free(report);
    return status;
}

/* Of the query and the database alone, where there is no question. */
static t2sed_status query_findings(json_t **out, const lease *by,
                                   const row *given, t2sed_error *err)
{
    t2sed_evidence *evidence = NULL;
    t2sed_findings *findings = NULL;
    t2sed_sql *sql = NULL;
    t2sed_status status = parse(&sql, given->text[1], given->length[1], err);
    if (status != T2SED_OK && is_of_query(status)) {
        *out = unread_json(status, err);
        return T2SED_OK;
    }
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&evidence, view_database(by->view), err);
    if (status == T2SED_OK)
        status = t2sed_findings_new(&findings, evidence, sql, err);
    if (status == T2SED_OK)
        *out = list_json(findings, sql);
    t2sed_findings_free(findings);
    t2sed_evidence_free(evidence);
    t2sed_sql_free(sql);
    return status;
}

static t2sed_status answer_findings(const place *out, const lease *by,
                                    const row *given, t2sed_error *err)
{
    t2sed_status status;
    json_t *list = NULL;
    char *text;
    if (!given->text[1]) {
        set_null(out);
        return T2SED_OK;
    }
    status = given->text[0] ? check_findings(&list, by, given, err)
                            : query_findings(&list, by, given, err);
    if (status != T2SED_OK)
        return status;
    text = json_dumps(list, JSON_COMPACT);
    if (text)
        duckdb_vector_assign_string_element(out->vector, out->i, text);
    else
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    free(text);
    json_decref(list);
    return status;
}

/* ---------------------------------------------------------------- explain */

/* "Step 1: ...", a line for each; the caller's. NULL: memory is short. */
static char *steps_text(const t2sed_explanation *steps)
{
    t2sed_step step = T2SED_STEP_INIT;
    size_t room = 1, used = 0;
    char *text;
    for (size_t i = 0; t2sed_explanation_get(steps, i, &step, NULL) == T2SED_OK;
         i++)
        room += strlen(step.text) + 32;
    text = calloc(room, 1);
    for (size_t i = 0;
         text && t2sed_explanation_get(steps, i, &step, NULL) == T2SED_OK; i++)
        used += (size_t)snprintf(text + used, room - used, "%sStep %zu: %s",
                                 i ? "\n" : "", i + 1, step.text);
    return text;
}

static t2sed_status answer_explain(const place *out, const lease *by,
                                   const row *given, t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2sed_explanation *steps = NULL;
    char *text = NULL;
    t2sed_status status =
        given->text[0] ? parse(&sql, given->text[0], given->length[0], err)
                       : T2SED_EEMPTY;
    if (status == T2SED_OK)
        status = t2sed_sql_explain(
            &steps, sql, t2sed_database_schema(view_database(by->view)), NULL,
            err);
    if (status == T2SED_OK) {
        text = steps_text(steps);
        if (text)
            duckdb_vector_assign_string_element(out->vector, out->i, text);
        else
            status = fill_error(err, T2SED_ENOMEM, "out of memory");
    } else if (is_of_query(status)) {
        set_null(out);
        status = T2SED_OK;
    }
    free(text);
    t2sed_explanation_free(steps);
    t2sed_sql_free(sql);
    return status;
}

/* ------------------------------------------------------- what DuckDB calls */

static void fail(duckdb_function_info info, const char *name,
                 const t2sed_error *err)
{
    char text[T2SED_ERROR_TEXT_SIZE + 32];
    snprintf(text, sizeof text, "%s: %s", name, err->text);
    duckdb_scalar_function_set_error(info, text);
}

/* The rows of a vector by their arguments: equal ones are answered once. */
#define SLOTS 1024

static size_t slot_of(const row *given)
{
    size_t hash = 5381;
    for (int k = 0; k < MOST_ARGUMENTS; k++)
        for (size_t i = 0; given->text[k] && i < given->length[k]; i++)
            hash = hash * 33 + (unsigned char)given->text[k][i];
    return hash % SLOTS;
}

static bool is_equal(const row *a, const row *b)
{
    for (int k = 0; k < MOST_ARGUMENTS; k++)
        if (!a->text[k] != !b->text[k] || a->length[k] != b->length[k] ||
            (a->text[k] && memcmp(a->text[k], b->text[k], a->length[k]) != 0))
            return false;
    return true;
}

static void copy(const place *out, idx_t from, bool is_text)
{
    uint64_t *validity = duckdb_vector_get_validity(out->vector);
    void *data = duckdb_vector_get_data(out->vector);
    duckdb_string_t *text = (duckdb_string_t *)data + from;
    if (validity && !duckdb_validity_row_is_valid(validity, from))
        set_null(out);
    else if (is_text)
        duckdb_vector_assign_string_element_len(out->vector, out->i,
                                                duckdb_string_t_data(text),
                                                duckdb_string_t_length(*text));
    else
        ((double *)data)[out->i] = ((double *)data)[from];
}

static t2sed_status run_rows(duckdb_data_chunk input, duckdb_vector output,
                             const lease *by, answer by_row, t2sed_error *err)
{
    const idx_t count = duckdb_data_chunk_get_size(input);
    idx_t seen[SLOTS]; /* a row's number plus 1; 0: none */
    t2sed_status status = T2SED_OK;
    memset(seen, 0, sizeof seen);
    for (idx_t i = 0; status == T2SED_OK && i < count; i++) {
        const place out = {output, i};
        const row given = row_of(input, i);
        idx_t *at = &seen[slot_of(&given)];
        const row before = *at ? row_of(input, *at - 1) : given;
        if (*at && is_equal(&given, &before)) {
            copy(&out, *at - 1, by_row != answer_check);
        } else {
            status = by_row(&out, by, &given, err);
            *at = i + 1;
        }
    }
    return status;
}

static void run(duckdb_function_info info, duckdb_data_chunk input,
                duckdb_vector output, const char *name, answer by_row)
{
    host *h = duckdb_scalar_function_get_extra_info(info);
    lease by;
    t2sed_error err;
    t2sed_status status = host_take(&by, h, by_row != answer_explain, &err);
    if (status == T2SED_OK)
        status = run_rows(input, output, &by, by_row, &err);
    if (status != T2SED_OK)
        fail(info, name, &err);
    if (by.view)
        host_give(h, &by);
}

static void check_function(duckdb_function_info info, duckdb_data_chunk input,
                           duckdb_vector output)
{
    run(info, input, output, "t2sed_check", answer_check);
}

static void findings_function(duckdb_function_info info,
                              duckdb_data_chunk input, duckdb_vector output)
{
    run(info, input, output, "t2sed_findings", answer_findings);
}

static void explain_function(duckdb_function_info info, duckdb_data_chunk input,
                             duckdb_vector output)
{
    run(info, input, output, "t2sed_explain", answer_explain);
}

typedef struct function {
    const char *name;
    duckdb_scalar_function_t run;
    duckdb_type type;
    int least, most; /* arguments */
} function;

/* t2sed_score is what the extension of SQLite calls t2sed_check. */
static const function functions[] = {
    {"t2sed_check", check_function, DUCKDB_TYPE_DOUBLE, 2, 4},
    {"t2sed_score", check_function, DUCKDB_TYPE_DOUBLE, 2, 4},
    {"t2sed_findings", findings_function, DUCKDB_TYPE_VARCHAR, 2, 4},
    {"t2sed_explain", explain_function, DUCKDB_TYPE_VARCHAR, 1, 1},
};

/* Volatile: the result depends on the database, and a call with constants must
 * not run while a statement is planned. */
static void add(duckdb_scalar_function_set set, const function *f,
                int arguments, host *h)
{
    duckdb_scalar_function made = duckdb_create_scalar_function();
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type type = duckdb_create_logical_type(f->type);
    duckdb_scalar_function_set_name(made, f->name);
    for (int i = 0; i < arguments; i++)
        duckdb_scalar_function_add_parameter(made, text);
    duckdb_scalar_function_set_return_type(made, type);
    duckdb_scalar_function_set_special_handling(made);
    duckdb_scalar_function_set_volatile(made);
    duckdb_scalar_function_set_extra_info(made, host_retain(h), host_release);
    duckdb_scalar_function_set_function(made, f->run);
    duckdb_add_scalar_function_to_set(set, made);
    duckdb_destroy_scalar_function(&made);
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_logical_type(&type);
}

bool functions_register(duckdb_connection connection, host *h)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];
        duckdb_scalar_function_set set =
            duckdb_create_scalar_function_set(f->name);
        for (int n = f->least; n <= f->most; n++)
            add(set, f, n, h);
        good = duckdb_register_scalar_function_set(connection, set) ==
               DuckDBSuccess;
        duckdb_destroy_scalar_function_set(&set);
    }
    return good;
}
