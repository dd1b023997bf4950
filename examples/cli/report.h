/*
 * report.h - what the parts of t2sed eval's reports share.
 *
 * report_read.c makes arrays of files, report_measure.c numbers of arrays,
 * report_people.c sentences, report_tables.c and report_charts.c tables and
 * curves of numbers, and report_text.c, report_html.c, report_json.c something
 * to look at.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cli.h"

typedef struct report_options {
    const char *html;   /* where the page goes, or NULL */
    const char *format; /* "text" or "json" */
    cli_database_options from;
    const char *only; /* names of tables with commas between, or NULL: all */
    long folds, seed, bins;
    long rounds; /* of the bootstrap; 0: no intervals */
    long limit;  /* candidates of a beam that are re-ranked; 0: all */
} report_options;

#define REPORT_OPTIONS_INIT                                                    \
    {                                                                          \
        NULL, "text", {NULL, NULL, NULL, NULL}, NULL, 5, 0, 10, 0, 0           \
    }

/* Reads scored and labelled files (none: standard input), prints tables or
 * JSON, and writes a page; the exit status. */
int eval_report(const report_options *how, char *const *files, int count);

/* --- what a file holds (report_read.c) --- */

enum { HARDNESS_COUNT = 4, TURN_COUNT = 5 }; /* the last turn is "5 and up" */

typedef struct report_file {
    char *name;      /* of the file, without folders and ending */
    size_t lines;    /* with a beam */
    size_t refused;  /* lines that were none */
    size_t *begin;   /* [lines + 1] a beam's first candidate */
    char **db_ids;   /* [lines]; NULL where there is none */
    int *groups;     /* [lines] the db_ids as numbers, by name */
    int *hardness;   /* [lines] T2SED_HARDNESS_*, or -1 */
    int *turns;      /* [lines] from 0, TURN_COUNT - 1 at most; or -1 */
    bool *opens;     /* [lines] its turn begins an interaction: it is not
                        behind that of the line before */
    json_t **kept;   /* [lines] what a page shows of the line and its first
                        candidate; NULL where it shows none */
    json_t *sources; /* how many lines each {"scored_by"}, as text, has */
    size_t candidates;
    /* [candidates]; numbers are NaN where the file has none */
    double *probability; /* "probability": what is reported on */
    double *score;       /* "score": the parser's logit or log-probability */
    double *dropout;     /* "dropout": deviation over passes, or the passes */
    double *length;      /* bytes of "sql" */
    int *label;          /* 1, 0, -1 */
    int *same;           /* equal numbers in a beam: the same query but for
                            blanks and case */
    size_t room_lines, room_candidates;
    bool has_db_ids, has_hardness, has_turns;
    bool keeps;           /* a page is to be written */
    json_int_t last_turn; /* of the line read last; below 1: it has none */
} report_file;

/* Reads a file into *file; false, with a message on stderr, where that can't
 * be. Lines that are no beams are told of on stderr and counted. */
bool report_read(report_file *file, const char *path, bool keeps,
                 cli_databases *databases);
/* Numbers the groups of all files alike. */
void report_number_groups(report_file *files, int count);
void report_file_free(report_file *file);

/* --- numbers (report_measure.c) --- */

enum { ORACLE_COUNT = 4, LEVEL_COUNT = 3 };
extern const size_t report_oracle_n[ORACLE_COUNT]; /* 1, 5, 10, 20 */
extern const double report_levels[LEVEL_COUNT];    /* 0.9, 0.95, 0.99 */
#define LEVEL_95 1
extern const char *const report_turn_names[TURN_COUNT];

/* A number, and where it may lie; both NaN without a bootstrap. */
typedef struct interval {
    double low, high;
} interval;

/* One way to tell right first candidates from wrong ones, in one file. */
typedef struct report_detector {
    const char *name; /* what tables call it */
    const char *id;   /* what JSON calls it */
    int kind;         /* place among all kinds, for its colour */
    bool is_probability;
    double *scores; /* [lines] */
    t2sed_detection *detection;
    t2sed_detection_summary folds, all; /* means of folds, all items */
    t2sed_detection_summary by_hardness[HARDNESS_COUNT]; /* all items */
    t2sed_detection_summary by_turn[TURN_COUNT];
    t2sed_calibration *calibration; /* NULL unless is_probability */
    t2sed_curve *answers, *interactions, *risk;
    double best_area; /* the AURC of an order without mistakes */
    interval accuracy, auc, ece, aurc;
    /* For each level: questions that can be answered, and the threshold */
    interval reach[LEVEL_COUNT], thresholds[LEVEL_COUNT];
} report_detector;

enum { DETECTOR_COUNT = 5 };

typedef struct report_measures {
    const report_file *file;
    report_detector detectors[DETECTOR_COUNT];
    int count;                      /* of detectors */
    size_t labelled, scored, right; /* first candidates */
    double first;                   /* accuracy over all questions */
    double oracle[ORACLE_COUNT];    /* likewise */
    double oracle_by_hardness[HARDNESS_COUNT][ORACLE_COUNT];
    size_t questions_by_hardness[HARDNESS_COUNT];
    size_t questions_by_turn[TURN_COUNT];
    double first_by_turn[TURN_COUNT];
    size_t turns, interactions;
    double turns_right, interactions_right; /* shares of these: QM, IM */
    bool has_rerank; /* a beam has several candidates, and probabilities */
    t2sed_rerank_summary at_half, at_chosen; /* thresholds of ED+RR */
} report_measures;

/* False, with a message on stderr, where memory is short. */
bool report_measure(report_measures *out, const report_file *file,
                    const report_options *how);
void report_measures_free(report_measures *measures);

/* --- tables and charts, as JSON values --- */

/*
 * [{"id", "title", "caption", "left": columns of text at the left, "head":
 * [...], "rows": [[...]]}, ...], all cells strings. `only` picks tables by id.
 * False, with a message on stderr, where it names one that isn't there.
 */
bool report_tables(json_t **out, const report_measures *measures, int count,
                   const report_options *how);
/* What was left out and why, one sentence each. */
json_t *report_notes(const report_measures *measures, int count,
                     const report_options *how);

void report_print_text(const json_t *tables, const json_t *notes, FILE *out);
json_t *report_json(const report_measures *measures, int count,
                    const json_t *notes, const report_options *how);
/* False, with a message on stderr, where the page can't be written. */
bool report_write_html(const char *path, const json_t *tables,
                       const json_t *notes, const report_measures *measures,
                       int count, cli_databases *databases);

/* What a page says of one file first: sentences, and the queries that are taken
 * wrongly, with their findings (report_people.c). */
void report_write_people(const report_measures *measures, bool is_open,
                         cli_databases *databases, FILE *out);
/* One file's charts, as SVG inside figures (report_charts.c). */
void report_write_charts(const report_measures *measures, FILE *out);
/* Text with &, <, > and quotes escaped. */
void report_write_escaped(const char *text, FILE *out);

/* Memory that is there; ends the program where it can't be had. */
void *report_array(size_t count, size_t size);
void *report_grow(void *memory, size_t count, size_t size);

#endif
