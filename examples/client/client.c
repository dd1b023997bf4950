/*
 * client.c - a small SQL shell that asks before it runs a query that may not
 * answer the question:
 *
 *     t2sed-client [--answer P] [--rows N] [--seconds S] [--model DIR] DATABASE
 *
 * It takes a question, then a query, and shows the probability that the one
 * answers the other, and what looks wrong. Where that is sure enough it runs
 * the query, otherwise after a yes. The database is only read.
 */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../shared/corrections.h"
#include "client.h"

typedef struct client {
    const char *database, *model_path;
    double answer;  /* the probability from which no one is asked; NaN: the one
                       with which 95 % of the model's answers are right */
    double seconds; /* that a query may run */
    long most_rows;
    t2sed_model *model;
    t2sed_database *base;
    t2sed_checker *checker;
    sqlite3 *db;
    client_input input;
    char *question, *query; /* the last ones, or NULL */
} client;

static const char usage[] =
    "usage: t2sed-client [--answer P] [--rows N] [--seconds S] [--model DIR]\n"
    "                    DATABASE\n\n"
    "Takes a question and a query, says how likely the query answers the\n"
    "question and what looks wrong with it, and runs it: at once where that "
    "is\n"
    "at least P (by default so likely that 95 % of such answers are right; 2:\n"
    "never), else after a yes. It runs for S seconds (10) at most, and N rows\n"
    "(100) are printed. The database is only read. A query ends with a\n"
    "semicolon or an empty line; .help lists commands; .quit or ^D ends.\n";

const char *const client_commands[] = {"fix", "help", "quit", "tables", NULL};

static const char usage_of_commands[] =
    ".fix     what the last query may have to be; .fix TEXT: by what you say "
    "is wrong\n"
    ".help    this\n"
    ".tables  the tables and their columns\n"
    ".quit    ends, as ^D does\n\n"
    "Anything else is a question; the query that answers it comes next, over\n"
    "several lines or one, and ends with a semicolon or an empty line.\n";

/* ------------------------------------------------------------- commands */

static void print_tables(const t2sed_schema *schema)
{
    t2sed_schema_table table = T2SED_SCHEMA_TABLE_INIT;
    for (size_t i = 0; i < t2sed_schema_table_count(schema); i++) {
        t2sed_schema_table_get(schema, i, &table, NULL);
        print_to(stdout, "%s (", table.name);
        for (size_t k = 0; k < table.column_count; k++)
            print_to(stdout, "%s%s", k ? ", " : "",
                     t2sed_schema_column_name(schema, table.first_column + k));
        print_to(stdout, ")\n");
    }
}

static bool says_yes(client *c)
{
    return input_line(&c->input, "Run it? [y/N] ", false) &&
           (strcmp(c->input.line, "y") == 0 ||
            strcmp(c->input.line, "yes") == 0);
}

/* Proposes another query, which is then the last one, and runs it after a yes.
 * `said`: what is wrong, or "". */
static t2sed_status fix(client *c, const char *said, t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_corrections *made = NULL;
    t2sed_correction best;
    t2sed_corrector_options options;
    t2sed_status status = t2sed_question_new(&question, c->question, err);
    t2sed_corrector_options_init(&options, sizeof options);
    options.model = c->model;
    if (status == T2SED_OK)
        status = find_corrections(&made, &options, c->base, question, c->query,
                                  *said ? said : NULL, err);
    if (status == T2SED_OK && !best_correction(&best, made)) {
        print_to(stdout, "No edit is likelier to be right.\n");
    } else if (status == T2SED_OK) {
        char *query = strdup(best.sql);
        print_to(stdout, "%s\n  probability %.3f: %s\n", best.sql,
                 best.probability, best.reason);
        if (query && says_yes(c))
            rows_print(c->db, query, c->most_rows, c->seconds, stdout);
        if (query) {
            free(c->query);
            c->query = query;
        }
    }
    t2sed_corrections_free(made);
    t2sed_question_free(question);
    return status;
}

static void fix_last(client *c, const char *line)
{
    t2sed_error err;
    /* The next answer is read into the line. */
    char *said = strdup(line + strlen(".fix"));
    if (!c->query)
        print_to(stdout, "There is no query yet.\n");
    else if (said && fix(c, said + strspn(said, " \t"), &err) != T2SED_OK)
        print_to(stdout, "%s\n", err.text);
    free(said);
}

/* Whether a line is a command; does what it says. */
static bool is_command(client *c, const char *line, bool *ends)
{
    if (*line != '.')
        return false;
    if (strcmp(line, ".quit") == 0)
        *ends = true;
    else if (strncmp(line, ".fix", 4) == 0 && strchr(" \t", line[4]))
        fix_last(c, line);
    else if (strcmp(line, ".help") == 0)
        fputs(usage_of_commands, stdout);
    else if (strcmp(line, ".tables") == 0)
        print_tables(t2sed_database_schema(c->base));
    else
        print_to(stdout, "No command %s; .help lists them.\n", line);
    return true;
}

/* ------------------------------------------------------------- a query */

/* Whether the findings say that the query can't run. */
static bool is_broken(const t2sed_findings *findings)
{
    t2sed_finding worst = T2SED_FINDING_INIT;
    return t2sed_findings_get(findings, 0, &worst, NULL) == T2SED_OK &&
           worst.severity == T2SED_SEVERITY_ERROR;
}

/* Runs the query, or not. */
static void decide(client *c, int decision, bool broken, const char *sql)
{
    if (broken)
        print_to(stdout, "It can't run.\n");
    else if (decision != T2SED_DECISION_ANSWER && !says_yes(c))
        print_to(stdout, "Not run.\n");
    else
        rows_print(c->db, sql, c->most_rows, c->seconds, stdout);
}

static void take_query(client *c, const char *question, const char *sql)
{
    t2sed_checked found = T2SED_CHECKED_INIT;
    t2sed_report *report = NULL;
    t2sed_error err;
    if (t2sed_checker_check(&report, c->checker, question, &sql, NULL, 1,
                            &err) != T2SED_OK ||
        t2sed_report_get(report, 0, &found, &err) != T2SED_OK) {
        print_to(stdout, "%s\n", err.text);
        return;
    }
    if (found.status == T2SED_OK)
        print_to(stdout, "probability %.3f\n", found.probability);
    else
        print_to(stdout, "not scored: %s\n", found.error->text);
    if (found.findings)
        show_findings(found.findings, question, sql, stdout);
    decide(c, t2sed_report_decision(report), is_broken(found.findings), sql);
    t2sed_report_free(report);
}

/* Questions and queries until the end. */
static void talk(client *c)
{
    bool ends = false;
    while (!ends && input_line(&c->input, "question> ", true)) {
        char *question, *sql = NULL;
        if (c->input.line[strspn(c->input.line, " \t")] == '\0' ||
            is_command(c, c->input.line, &ends))
            continue;
        question = strdup(c->input.line);
        while (!ends && question && input_query(&sql, &c->input)) {
            const bool is_query = !is_command(c, sql, &ends);
            if (!is_query) {
                free(sql);
                continue;
            }
            take_query(c, question, sql);
            free(c->question);
            free(c->query);
            c->question = question;
            c->query = sql;
            question = NULL;
            break;
        }
        fflush(stdout);
        free(question);
    }
    free(c->question);
    free(c->query);
    free(c->input.line);
}

/* ------------------------------------------------------------- beginning */

/* What the library warns of: a model without thresholds, for one. */
static void warn(int level, const char *text, void *payload)
{
    (void)level;
    (void)payload;
    print_to(stderr, "t2sed-client: %s\n", text);
}

/* Decides by the model's threshold, where no other is given. */
static t2sed_status open_all(client *c, t2sed_error *err)
{
    t2sed_checker_options options;
    t2sed_status status = t2sed_database_open(&c->base, c->database, NULL, err);
    t2sed_set_log(warn, T2SED_LOG_WARNING, NULL);
    t2sed_checker_options_init(&options, sizeof options);
    options.policy = "rr";
    options.answer = isnan(c->answer) ? 0 : c->answer > 0 ? c->answer : DBL_MIN;
    if (status == T2SED_OK)
        status = t2sed_model_open(&c->model, c->model_path, NULL, err);
    if (status == T2SED_OK)
        status =
            t2sed_checker_new(&c->checker, c->model, c->base, &options, err);
    return status;
}

static void close_all(client *c)
{
    sqlite3_close(c->db);
    t2sed_checker_free(c->checker);
    t2sed_model_free(c->model);
    t2sed_database_free(c->base);
}

static bool read_number(double *out, const char *text, double least,
                        double most)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    return *text && !*end && errno == 0 && *out >= least && *out <= most;
}

/* False where the arguments are wrong. */
static bool read_arguments(client *c, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        double number;
        if (strcmp(argv[i], "--answer") == 0 && has_value) {
            if (!read_number(&c->answer, argv[++i], 0, 2))
                return false;
        } else if (strcmp(argv[i], "--rows") == 0 && has_value) {
            if (!read_number(&number, argv[++i], 0, 1e9))
                return false;
            c->most_rows = (long)number;
        } else if (strcmp(argv[i], "--seconds") == 0 && has_value) {
            if (!read_number(&c->seconds, argv[++i], 0, 1e6))
                return false;
        } else if (strcmp(argv[i], "--model") == 0 && has_value) {
            c->model_path = argv[++i];
        } else if (argv[i][0] == '-' || c->database) {
            return false;
        } else {
            c->database = argv[i];
        }
    }
    return c->database != NULL;
}

static int run(int argc, char **argv)
{
    client c = {.answer = NAN, .most_rows = 100, .seconds = 10};
    t2sed_error err;
    int status = 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (!read_arguments(&c, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    c.input.is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (open_all(&c, &err) != T2SED_OK) {
        print_to(stderr, "t2sed-client: %s\n", err.text);
        status = 1;
    } else if (!rows_open(&c.db, c.database)) {
        status = 1;
    } else {
#ifdef T2S_LIBEDIT
        if (c.input.is_terminal)
            edit_start(t2sed_database_schema(c.base));
#endif
        talk(&c);
    }
    close_all(&c);
    return status;
}

int main(int argc, char **argv)
{
    print_start();
    return print_end("t2sed-client", run(argc, argv), 1);
}
