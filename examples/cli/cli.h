/*
 * cli.h - what the commands of the t2sed program share.
 *
 * The program uses the public headers of libt2sed and jansson, nothing else,
 * so that each command is also an example of how to call the library.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "../shared/errors.h"
#include "../shared/print.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"

/* Exit status, as the manual page states it. */
enum { CLI_OK = 0, CLI_BAD_INPUT = 1, CLI_USAGE = 2, CLI_FAILED = 2 };

/* A command: gets its own name in argv[0]. */
typedef int (*cli_command)(int argc, char **argv);

int cli_score(int argc, char **argv);
int cli_rerank(int argc, char **argv);
int cli_trigger(int argc, char **argv);
int cli_parse(int argc, char **argv);
int cli_parse_sketch(int argc, char **argv); /* parse --plan */
int cli_graph(int argc, char **argv);
int cli_link(int argc, char **argv);
int cli_explain(int argc, char **argv);
int cli_diff(int argc, char **argv);
int cli_correct(int argc, char **argv);
int cli_eval(int argc, char **argv);
int cli_eval_sketch(int argc, char **argv); /* eval --plan */
int cli_generate(int argc, char **argv);
int cli_collect(int argc, char **argv);
int cli_train(int argc, char **argv);
int cli_tune(int argc, char **argv);
int cli_train_parser(int argc, char **argv); /* --question-parser */
int cli_train_sketch(int argc, char **argv); /* train --plan */
int cli_import(int argc, char **argv);
int cli_export(int argc, char **argv);
int cli_info(int argc, char **argv);
int cli_check(int argc, char **argv);

/* --- options (options.c) --- */

typedef enum cli_kind {
    CLI_FLAG,   /* --name; target is bool * */
    CLI_STRING, /* --name VALUE; target is const char ** */
    CLI_INT,    /* --name N, at least 0; target is long * */
    CLI_COUNT,  /* likewise; target is int * */
    CLI_SEED,   /* likewise; target is uint64_t * */
    CLI_REAL    /* --name X; target is double * */
} cli_kind;

typedef struct cli_option {
    const char *name; /* without the dashes */
    cli_kind kind;
    void *target;
    const char *value; /* what the help calls the value, or NULL */
    const char *help;
} cli_option;

/*
 * Reads options (ended by one whose name is NULL) and moves the operands to
 * the front of argv[1..]; *operands is their count. --help prints the usage
 * and the options. Returns -1 to go on, or the exit status to stop with. Of a
 * repeated option the last wins.
 */
int cli_read_options(int *operands, char **argv, int argc,
                     const cli_option *options, const char *usage);

/* Whether an argument is --name. */
bool cli_has_flag(int argc, char **argv, const char *name);

/* "t2sed NAME: message" and a hint at --help on stderr; returns CLI_USAGE. */
int cli_usage_error(const char *command, const char *format, ...);

/* "t2sed: message" on stderr; returns CLI_FAILED. Nothing of what was
 * interrupted, which cli_exit_status tells. */
int cli_fail(const t2sed_error *err);

/* --- files (files.c) --- */

/*
 * Opens a file for reading: a regular one, or, where `is_stream`, /dev/stdin
 * and /dev/fd/N, too. All else would have to be waited for. *size is its size,
 * or -1 where it has none. -1, with a message on stderr, on failure.
 */
int cli_open_file(const char *path, bool is_stream, long long *size);

/* The text of a regular file of at most `limit` bytes, freed with free();
 * NULL, with a message on stderr, where it can't be read. */
char *cli_read_file(const char *path, size_t limit);

/* --- Ctrl-C (interrupt.c) --- */

/* From here on the first SIGINT or SIGTERM ends the library's long calls, and
 * reading lines; the second ends the program. */
void cli_heed_signals(void);
/* Whether one has come. */
bool cli_interrupted(void);
/* No call is interrupted any more: for storing what is done. */
void cli_store_in_peace(void);
/* `status`, or 128 + the signal's number, after a message. */
int cli_exit_status(int status);

/* --- progress and notes (progress.c) --- */

/* --quiet, which all commands take: errors alone go to standard error. */
extern bool cli_is_quiet;

typedef struct cli_progress {
    const char *what; /* NULL: nothing is shown */
    double started, shown;
} cli_progress;

/*
 * How far the work is, on standard error: on a terminal one line that is drawn
 * again, once the work has lasted a second; elsewhere a line after 5 seconds
 * and one every 30; with --quiet nothing. What is printed meanwhile, to
 * whichever stream, takes the line's place. fraction is 0 to 1, or negative
 * where the end is unknown; note may be NULL.
 */
void cli_progress_start(cli_progress *progress, const char *what);
void cli_progress_show(cli_progress *progress, double fraction,
                       const char *note);
void cli_progress_end(void);

/* A message that is no error: to standard error, but with --quiet nowhere. */
void cli_note(const char *format, ...) PRINT_FORMAT(1, 2);

/* --- several processes (jobs.c) --- */

/* Lines that a job answers at a time. */
#define CLI_BLOCK_LINES 128
#define CLI_JOBS_OPTION(target)                                                \
    {                                                                          \
        "jobs", CLI_INT, &(target), "N",                                       \
            "processes that answer lines of FILEs; 0: one a processor"         \
    }

/* Starts `count` jobs and prints what they answer, in the order of the lines:
 * the exit status. -1 in a job, and where there is one alone: the command goes
 * on. Called before anything is opened. A failure ends the output after the
 * last line before it. */
int cli_jobs_start(const char *command, long count, char **files,
                   int file_count);
/* In a job: whether the block of lines is its own, after a wait for one; where
 * there are no jobs, true. */
bool cli_jobs_has(size_t block);
bool cli_is_job(void);
/* Whether the process that started this job is gone. */
bool cli_job_is_orphan(void);

/* --- lines (lines.c) --- */

/* Reads lines of any length from a file, with the memory of one bounded line;
 * of a dataset of t2sed collect, its beams as lines of JSON. Shows how far it
 * is, unless someone types the lines. */
typedef struct cli_lines {
    int file;         /* its descriptor */
    const char *name; /* for messages: the path, or "standard input" */
    char *text;       /* the present line, NUL-terminated, without newline */
    size_t length, capacity;
    size_t number;   /* of the present line, from 1 */
    bool too_long;   /* the present line was longer than the limit; text
                        holds its beginning */
    long long bytes; /* read so far */
    long long size;  /* of the file, or -1 */
    char *buffer;    /* what was read ahead: [from, to) */
    size_t from, to;
    bool ended, failed;     /* no more to read; because of an error */
    t2sed_dataset *dataset; /* NULL: `file` is read */
    cli_progress progress;
    const char *note; /* shown with it, or NULL */
    char **rest;      /* files that come after this one */
    int rest_count;
    size_t total; /* lines of all files so far */
} cli_lines;

/* Lines longer than this are refused (the rest of the line is skipped). */
#define CLI_LINE_LIMIT ((size_t)16 << 20)

/* NULL or "-" is standard input; see cli_open_file for others. False, with a
 * message on stderr, where the file can't be opened. */
bool cli_lines_open(cli_lines *lines, const char *path);
/* Several files, one after another; none: standard input. The first is opened,
 * the others when they are reached. */
bool cli_lines_open_all(cli_lines *lines, char **paths, int count);
/* The next line, of a job (jobs.c) the next that is its own; false at the end.
 */
bool cli_lines_next(cli_lines *lines);
/* Whether the next line is here already, so that cli_lines_next would not wait
 * for whoever writes the other end of a pipe. */
bool cli_lines_ready(cli_lines *lines);
/* Whether a block of lines ends with the present one: what is common to lines
 * (a window) ends there, so that it is the same with and without --jobs. */
bool cli_lines_block_ends(const cli_lines *lines);
/* False, with a message on stderr, where reading failed. */
bool cli_lines_close(cli_lines *lines);
/* Says on stderr why the present line is left out; what is wrong with one that
 * is no object names its place by itself. */
void cli_lines_tell_left_out(const cli_lines *lines, bool is_object,
                             const t2sed_error *err);
/* Calls a function for each line of the files (none: of standard input):
 * CLI_BAD_INPUT where it said false of one, CLI_FAILED where a file can't be
 * read, else CLI_OK. */
int cli_lines_each(char **files, int count,
                   bool (*show)(void *payload, const cli_lines *line),
                   void *payload);
/* A query with "! =", "> =" and "< =", as some data sets write them, joined
 * outside of quotes; freed with free(). */
char *cli_join_operators(const char *sql);

/* Whether a string has a NUL in it, behind which C does not read. */
bool cli_has_nul(const json_t *text);

/* Parses the present line as a JSON object; NULL fills in err. */
json_t *cli_lines_object(const cli_lines *lines, t2sed_error *err);

/* --- databases (databases.c) --- */

/* Where databases come from; all may be NULL. */
typedef struct cli_database_options {
    const char *root;   /* --db-root */
    const char *file;   /* --db: the database of all lines */
    const char *tables; /* --tables */
    const char *index;  /* --index */
} cli_database_options;

/* A database, and what was made with it. */
typedef struct cli_database {
    char *db_id;
    t2sed_database *database;
    const t2sed_schema *schema; /* the database's, or NULL */
    t2sed_evidence *evidence;   /* cli_database_evidence */
    t2sed_linker *linker;       /* cli_database_linker */
    t2sed_corrector *corrector; /* t2sed correct's, freed with it; or NULL */
    unsigned long used;         /* when it was last asked for */
} cli_database;

typedef struct cli_databases {
    cli_database_options from;
    /* Set after cli_databases_open, before the first database: */
    t2sed_database_options options;
    size_t most; /* that are open at a time; 0: any number */
    bool without_rows;
    bool has_warned;        /* cli_databases_warn */
    t2sed_schemas *schemas; /* NULL: --tables not given */
    cli_database **list;
    size_t count;
    unsigned long uses;
    t2sed_sketcher
        *sketcher; /* for findings; NULL: none is there, or not yet */
    bool has_no_sketcher;
} cli_databases;

/* More than a window of lines can ask for, for `most`. */
#define CLI_MANY_DATABASES 96

/* --hostile: SQLite runs in worker processes. */
extern bool cli_is_hostile;
#define CLI_ROOT_OPTION(target)                                                \
    {"db-root", CLI_STRING, &(target), "DIR",                                  \
     "databases, as DIR/<db_id>/<db_id>.sqlite"},                              \
    {                                                                          \
        "hostile", CLI_FLAG, &cli_is_hostile, NULL,                            \
            "read the databases in worker processes"                           \
    }
#define CLI_TABLES_OPTION(target)                                              \
    {                                                                          \
        "tables", CLI_STRING, &(target), "FILE",                               \
            "schemas, in Spider's tables.json format"                          \
    }
/* Of commands whose lines have a db_id. */
#define CLI_DATABASES_OPTIONS(from)                                            \
    CLI_ROOT_OPTION((from).root), CLI_TABLES_OPTION((from).tables)
#define CLI_DATABASE_OPTIONS(from)                                             \
    {"db", CLI_STRING, &(from).file, "FILE", "the database of all lines"},     \
        CLI_ROOT_OPTION((from).root), CLI_TABLES_OPTION((from).tables)
#define CLI_INDEX_OPTION(target)                                               \
    {                                                                          \
        "index", CLI_STRING, &(target), "DIR",                                 \
            "keep the indexes of values, as DIR/<db_id>.index.sqlite"          \
    }

/* The schema of a file of CREATE TABLE statements; NULL, with a message on
 * stderr, where it can't be read. */
t2sed_schema *cli_schema_read(const char *path);

/* False, with a message on stderr, where --tables can't be read, a directory is
 * none, or options exclude each other. */
bool cli_databases_open(cli_databases *databases,
                        const cli_database_options *from);
void cli_databases_close(cli_databases *databases);

/* Whether there are databases at all. */
bool cli_databases_given(const cli_databases *databases);
/* Says once, where there are none, that text alone is read. */
void cli_databases_warn(cli_databases *databases);

/*
 * The database of a db_id (NULL: a line has none), borrowed until `most` others
 * were asked for; *out becomes NULL where no option was given. A db_id that a
 * given option does not know is T2SED_ENOTFOUND; one that is missing, and is
 * needed, T2SED_EFORMAT.
 */
t2sed_status cli_databases_find(cli_databases *databases, const char *db_id,
                                cli_database **out, t2sed_error *err);
/* The same for the db_id of a line. */
t2sed_status cli_databases_of_line(cli_databases *databases, const json_t *line,
                                   cli_database **out, t2sed_error *err);

/* What gathers evidence on a database, and what links, made when first asked
 * for; borrowed from it. `d` NULL: no evidence. */
t2sed_status cli_database_evidence(cli_database *d, t2sed_evidence **out,
                                   t2sed_error *err);
t2sed_status cli_database_linker(cli_database *d, t2sed_linker **out,
                                 t2sed_error *err);

/* The question of a line, with the parse that the line brings ("parse":
 * {"conllu": ..., "brackets": ...}) and its "knowledge". The caller frees
 * it. */
t2sed_status cli_question(t2sed_question **out, const json_t *line,
                          t2sed_error *err);

/* Gives a question the "knowledge" of a line, a text; or none. */
t2sed_status cli_set_knowledge(t2sed_question *question, const json_t *line,
                               t2sed_error *err);

/* The turns before the question of a line ("context": questions, or
 * {"question", "sql"}, the oldest first); *out stays as it is where there is no
 * such key. The caller frees it. Errors: T2SED_EFORMAT, those of
 * t2sed_conversation_add_n. */
t2sed_status cli_context(t2sed_conversation **out, const json_t *line,
                         t2sed_error *err);

/* --- findings (findings.c) --- */

/* What looks for findings, for one question at a time. */
typedef struct cli_findings {
    t2sed_evidence *evidence; /* of the database, or `own` */
    t2sed_evidence *own;      /* where there is no database; or NULL */
    t2sed_sketch *sketch;     /* of the question, or NULL */
} cli_findings;

/* Prepares for the queries of one question, on a database (NULL: none), after
 * the turns before it (NULL: none). cli_findings_end ends it before another
 * question is set. Errors: those of cli_database_evidence, T2SED_ENOMEM. */
t2sed_status cli_findings_start(cli_findings *f, cli_databases *databases,
                                cli_database *database,
                                const t2sed_question *question,
                                const t2sed_conversation *earlier,
                                t2sed_error *err);
void cli_findings_end(cli_findings *f);
/* By what findings are weighed. */
typedef struct cli_weighing {
    const t2sed_scores *scores; /* of the queries; NULL: no weight is known */
    bool all;                   /* light findings are listed, too */
    const char *ignore;         /* with `severity`: which are wanted, as */
    int severity;               /* t2sed_findings_select has it */
} cli_weighing;
/* The findings of query i, as an array: {"code", "severity", "message", "sql":
 * [begin, end] or null, "question": the same, "weight" where it is known,
 * "suggestion" where there is one}. */
t2sed_status cli_findings_json(json_t **out, const cli_findings *f,
                               const char *sql, size_t n,
                               const cli_weighing *by, size_t i,
                               t2sed_error *err);
/* One of them. */
/* [begin, end], or null. */
json_t *cli_span_json(t2sed_span span);
json_t *cli_finding_json(const t2sed_findings *list, size_t i);
/* Such an array for people, one line each. */
void cli_findings_print(const json_t *list, const char *indent, FILE *file);

/* --- dialects (dialect.c) --- */

#define CLI_DIALECT_OPTION(target)                                             \
    {                                                                          \
        "dialect", CLI_STRING, &(target), "D",                                 \
            "sqlite, postgresql, mysql, duckdb, bigquery, snowflake, tsql, "   \
            "clickhouse, auto"                                                 \
    }

/* The dialect that an option names, SQLite where it is NULL; the exit status.
 */
int cli_dialect_named(const char *command, const char *name, int *dialect);
/* That of a line's "dialect", or the usual one. */
t2sed_status cli_dialect_of_line(int *dialect, const json_t *line, int usual,
                                 t2sed_error *err);
/* Parses a query, or the answer of a language model that it stands in. */
t2sed_status cli_dialect_parse(t2sed_sql **out, const char *text, size_t n,
                               int dialect, t2sed_error *err);
/* Gives the object of a query "sqlite", where that differs from its "sql", and
 * "dialect" where that was guessed. */
void cli_dialect_show(json_t *target, const t2sed_sql *sql, int asked);
/* Makes places in the query's text for SQLite those of what was given. */
void cli_dialect_findings(json_t *findings, const t2sed_sql *sql);

/* --- explanations (explain.c) --- */

/* The steps of a query as an array of objects, and as a line of text each. */
json_t *cli_steps_json(const t2sed_explanation *steps, const t2sed_sql *sql);
void cli_steps_print(const t2sed_explanation *steps, const char *indent);

/* rows.c: a table or a result as columns of text, on standard output. */
void cli_rows_print(const t2sed_witness_rows *rows);

/* --- models (models.c) --- */

/* T2SED_AUTO, T2SED_FP32...; -1 for another name. */
int cli_precision(const char *name);
const char *cli_precision_name(int precision);

/* What the commands that open a model have in common. */
typedef struct cli_model_options {
    const char *model, *device, *precision;
    long threads;
    bool trust_archive;
} cli_model_options;

/* NULL, with a message on stderr and the exit status in *status, where the
 * model can't be opened. */
t2sed_model *cli_open_model(const char *command, const cli_model_options *how,
                            int *status);
/* The same for a command that can do without: NULL with CLI_OK in *status for
 * the name "none", or where none is named and the default is not installed. */
t2sed_model *cli_open_detector(const char *command,
                               const cli_model_options *how, int *status);
/* Defaults, with the device and threads of `how`. */
void cli_language_options(t2sed_language_model_options *out,
                          const cli_model_options *how);
/* As cli_open_model for a language model, how->model, with an adapter or
 * NULL. */
t2sed_language_model *cli_open_language_model(const char *command,
                                              const cli_model_options *how,
                                              const char *adapter, int *status);
t2sed_model_info cli_model_info(const t2sed_model *model);
/* "scored_by" of a line: {"model": its directory's name, "version": the
 * library's, "database": "rows", "schema" or "none", what was looked at of
 * `database`, which may be NULL}. */
json_t *cli_source_json(const t2sed_model *model,
                        const t2sed_database *database);

#define CLI_MODEL_OPTION(how)                                                  \
    {                                                                          \
        "model", CLI_STRING, &(how).model, "DIR",                              \
            "model directory or name ($T2SED_MODEL, or the default)"           \
    }
/* Of commands that open a model to score with it, or to tell of it. */
#define CLI_TRUST_OPTION(how)                                                  \
    {                                                                          \
        "trust-archive", CLI_FLAG, &(how).trust_archive, NULL,                 \
            "--model may be a TorchScript archive: runs its code"              \
    }
#define CLI_ENGINE_OPTIONS(how)                                                \
    {"device", CLI_STRING, &(how).device, "D", "cpu, cuda, cuda:1"},           \
        {"precision", CLI_STRING, &(how).precision, "P",                       \
         "auto, fp32, fp16, bf16"},                                            \
    {                                                                          \
        "threads", CLI_INT, &(how).threads, "N", "0: all cores"                \
    }

/* A judge beside the model. */
typedef struct cli_judge {
    const char *path, *language_model; /* both NULL: none is asked for */
    t2sed_judge *judge;                /* ended with t2sed_judge_free */
} cli_judge;

#define CLI_JUDGE_OPTIONS(j)                                                   \
    {"judge", CLI_STRING, &(j).path, "DIR",                                    \
     "ask a judge, too: a directory, or judge (the one that ships)"},          \
    {                                                                          \
        "language-model", CLI_STRING, &(j).language_model, "DIR",              \
            "what the judge reads with ($T2SED_LANGUAGE_MODEL)"                \
    }

/* Opens the judge, if one is asked for; false, with a message on stderr, where
 * that fails. */
bool cli_judge_open(cli_judge *j, const cli_model_options *how);

/* --- question parsers (parsers.c) --- */

/* The option --parser of all commands that read questions' parses. */
typedef struct cli_parser {
    const char *where;    /* a directory, "none", or NULL: the default one */
    t2sed_parser *parser; /* NULL: none is needed, or none is wanted */
    int parse;            /* T2SED_PARSE_*, for scorers and trainers */
} cli_parser;

#define CLI_PARSER_OPTION(p)                                                   \
    {                                                                          \
        "parser", CLI_STRING, &(p).where, "DIR",                               \
            "question parser ($T2SED_QUESTION_PARSER, or the default one); "   \
            "none: as questions are"                                           \
    }

/* Opens the parser if it is needed or --parser names one. False, with a message
 * on stderr, where there is none. `threads` is the engine's, 0 where a model
 * has set it; by itself a parser takes CLI_PARSER_THREADS, for a sentence is
 * too little work to share. */
#define CLI_PARSER_THREADS 1
bool cli_parser_open(cli_parser *p, bool needed, int precision, int threads);
void cli_parser_close(cli_parser *p);
/* For the questions of a model: where it reads parses, in bf16 where it
 * computes so. */
bool cli_parser_open_for(cli_parser *p, const t2sed_model *model);
/* Parses what the question lacks, if a parser is open. */
t2sed_status cli_parser_complete(const cli_parser *p, t2sed_question *question,
                                 t2sed_error *err);

/* --- JSON output (json_out.c) --- */

/* Writes a value on one line, reals in the fewest digits that read back as the
 * same number. Characters that could steer a terminal are written as JSON's
 * \u escapes, wherever the output goes. */
void cli_write_json(const json_t *value, FILE *file);
/* The same of JSON that is text already, whose newlines stay. */
void cli_write_json_text(const char *text, FILE *file);
/* {"code": "ESYNTAX", "message": ...} with "offset" where there is one. */
json_t *cli_error_json(const t2sed_error *err);
/* A real that is rounded to six decimals, as probabilities are printed. */
json_t *cli_probability_json(double probability);

#endif
