/*
 * t2sed/lab/dataset.h - labelled predictions, kept in one file.
 *
 * A t2sed_dataset is a SQLite file of questions, the queries that parsers gave
 * for them, and whether each is right (docs/dataset-format.md). A
 * t2sed_collector fills it from lines of JSON: it runs every query, drops what
 * cannot run, labels the rest, and keeps all of it in transactions, so that a
 * run that is killed loses a moment's work and the next one goes on from there.
 *
 *     t2sed_dataset_open(&dataset, "beams.db", T2SED_DATASET_WRITE, &err);
 *     t2sed_collector_new(&collector, dataset, "beams.jsonl", &options, &err);
 *     while (...)
 *         t2sed_collector_add(collector, line, length, &err);
 *     t2sed_collector_finish(collector, &err);
 */
#ifndef T2SED_DATASET_H
#define T2SED_DATASET_H

#include <stddef.h>
#include <stdint.h>

#include "evaluate.h"
#include "../schema.h"
#include "../status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_dataset t2sed_dataset;
typedef struct t2sed_collector t2sed_collector;

/* The version of the file's schema (SQLite's user_version). */
#define T2SED_DATASET_FORMAT 1

/* --- the file --- */

#define T2SED_DATASET_READ  0
#define T2SED_DATASET_WRITE 1 /* made where there is none */

/*
 * Whether a file begins like a SQLite database, and so is no JSON Lines; 0 also
 * where it cannot be read.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_LAB_API int t2sed_dataset_detect(const char *path);

/*
 * Opens a dataset.
 *
 * out   freed with t2sed_dataset_free.
 * path  the file. With T2SED_DATASET_WRITE, one that is missing or empty
 *       becomes a dataset; another SQLite database is never touched.
 * mode  T2SED_DATASET_READ or T2SED_DATASET_WRITE.
 *
 * After a run that was killed, or a full disk, the file holds what was
 * committed. What was not is undone by the next that opens it, for which also
 * T2SED_DATASET_READ must be able to write the file and its directory.
 *
 * Errors: T2SED_EINVAL (mode), T2SED_ENOTFOUND, T2SED_EFORMAT (no dataset),
 * T2SED_EUNSUPPORTED (a format of another version), T2SED_EDATABASE (corrupt,
 * locked...), T2SED_EIO (can't be written), T2SED_ENOMEM; messages name the
 * file. Threads: a dataset is used by one thread at a time; several may have
 * the same file open, one of which writes, and not while another stands between
 * two beams for longer than ten seconds. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_dataset_open(t2sed_dataset **out,
                                              const char *path, int mode,
                                              t2sed_error *err);
T2SED_LAB_API void t2sed_dataset_free(t2sed_dataset *dataset);

/*
 * What is in the dataset and where it came from, as a JSON object: format,
 * rule, counts of questions, beams and candidates by label, the sources with
 * what was dropped and why, and the splits.
 *
 * out  NUL-terminated; free it with t2sed_free.
 *
 * Errors: T2SED_EDATABASE, T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_dataset_describe(char **out,
                                                  t2sed_dataset *dataset,
                                                  t2sed_error *err);

/* --- reading --- */

/* Which beams are read. */
typedef struct t2sed_dataset_filter {
    size_t struct_size; /* sizeof(t2sed_dataset_filter) */
    const char *parser; /* of this one alone; NULL: of all */
    int side;           /* T2SED_SIDE_*; ALL: of all databases */
    double part;        /* with a side: which split, as it was made by */
    uint64_t seed;      /* t2sed_dataset_split */
} t2sed_dataset_filter;

#define T2SED_SIDE_ALL  0
#define T2SED_SIDE_PART 1 /* the `part` of the databases (for training) */
#define T2SED_SIDE_REST 2 /* the others (for testing) */

/* Fills the `size` bytes of *filter with the defaults (all beams; part 0.8) and
 * sets struct_size. Errors: none. Threads: any. Since: 0.9. */
T2SED_LAB_API void t2sed_dataset_filter_init(t2sed_dataset_filter *filter,
                                             size_t size);

/*
 * Goes back to the first beam and says which ones t2sed_dataset_next gives.
 *
 * filter  copied; NULL: all.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND (no such split), T2SED_EDATABASE,
 * T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_dataset_select(t2sed_dataset *dataset, const t2sed_dataset_filter *filter,
                     t2sed_error *err);

/*
 * The next beam, in the order of collecting, as one line of JSON: the line that
 * was collected, with "parser", "source": {"file", "line"}, and "candidates" as
 * they are kept: {"sql", "score", "label", "label_reason": {"code",
 * "message"}}, with "written" where values were filled in (the query as the
 * parser wrote it) and "guessed": true where one of them was made up.
 *
 * line    set to the line, without a newline, NUL-terminated, borrowed until
 *         the next call; NULL at the end.
 * length  in bytes; may be NULL.
 *
 * Errors: T2SED_EFORMAT (a field is no JSON), T2SED_EDATABASE, T2SED_ENOMEM.
 * Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_dataset_next(t2sed_dataset *dataset,
                                              const char **line, size_t *length,
                                              t2sed_error *err);
/* How many beams the filter lets through, and the place of the present one
 * from 1. Errors: none. Since: 0.1. */
T2SED_LAB_API size_t t2sed_dataset_count(const t2sed_dataset *dataset);
T2SED_LAB_API size_t t2sed_dataset_place(const t2sed_dataset *dataset);

/* --- splits --- */

/*
 * Parts names by chance: sorted, shuffled by `seed`, and the first
 * round(part * count) taken. With one seed, a smaller part lies within a larger
 * one.
 *
 * chosen  [count] 1 for the names in the part, 0 for the rest.
 * names   [count] all different, in any order.
 * part    0 to 1.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Chen et al. 2023, section 4.1: a base parser is trained on one half
 * of the databases and makes its errors on the other.
 */
T2SED_LAB_API t2sed_status t2sed_dataset_choose(unsigned char *chosen,
                                                const char *const *names,
                                                size_t count, double part,
                                                uint64_t seed,
                                                t2sed_error *err);

/*
 * A name's lot, from 0 to below 1: a hash of name and seed, which does not
 * depend on what other names there are.
 *
 * Errors: none; NULL has the lot 0. Threads: any. Since: 0.1.
 */
T2SED_LAB_API double t2sed_dataset_lot(const char *name, uint64_t seed);

/*
 * The fold that a database belongs to, floor(lot * folds): what models that
 * others learn from are trained without, `t2sed train --folds`.
 *
 * folds  at least 1. Programs of ours use 5.
 * seed   programs of ours use 0.
 *
 * Returns: 0 to folds - 1, or -1 for NULL or no folds. Errors: none. Threads:
 * any. Since: 0.1.
 */
T2SED_LAB_API int t2sed_dataset_fold(const char *name, int folds,
                                     uint64_t seed);

/*
 * Splits the dataset's databases in two and remembers it. Databases that were
 * split before, with the same part and seed, stay on their side: only new ones
 * are shared out, so that the part is met as nearly as can be.
 *
 * dataset  open for writing.
 *
 * Errors: T2SED_EINVAL, T2SED_ESTATE (open for reading alone), T2SED_EIO,
 * T2SED_ENOMEM. Since: 0.1. Source: Chen et al. 2023, section 4.1 (80:20).
 */
T2SED_LAB_API t2sed_status t2sed_dataset_split(t2sed_dataset *dataset,
                                               double part, uint64_t seed,
                                               t2sed_error *err);

/* --- collecting --- */

typedef struct t2sed_collector_options {
    size_t struct_size;  /* sizeof(t2sed_collector_options) */
    const char *db_root; /* databases, as db_root/<db_id>/<db_id>.sqlite;
                            needed unless keep_labels */
    const t2sed_schemas *schemas; /* for exact match; NULL: the databases' */
    const char *parser;    /* who made the predictions; NULL: a line's "parser",
                              or else the source's name without its folder and
                              ending */
    int rule;              /* T2SED_RULE_*; a dataset has one */
    int threads;           /* that run queries; 0: all cores */
    size_t max_candidates; /* kept of a beam; 0: all. Default 5 */
    int fill;              /* 1: values for the bare word `value`, which some
                              parsers write in place of every value, are taken
                              from the gold query. Default 1 */
    int keep_labels;       /* 1: labels are taken from the lines, nothing runs,
                              and the rule is "given". Default 0 */
    int max_milliseconds;  /* a query may run; default 5000 */
    int isolation;         /* T2SED_ISOLATION_*: where databases are read */
} t2sed_collector_options;

/* Fills the `size` bytes of *options with the defaults and sets struct_size.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_LAB_API void
t2sed_collector_options_init(t2sed_collector_options *options, size_t size);

/*
 * Begins to collect a source, or goes on with it: give it all its lines again,
 * from the first; those that the dataset has are only compared with what they
 * were. Lines that were added to a file since count as new.
 *
 * out      freed with t2sed_collector_free; uses the dataset until then.
 * dataset  open for writing.
 * source   a name for what is read, as a rule the path; provenance, and what
 *          resuming goes by.
 * options  copied, but for `schemas`; NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ESTATE (the dataset is open for reading alone, or
 * has labels by another rule), T2SED_EIO, T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_collector_new(
    t2sed_collector **out, t2sed_dataset *dataset, const char *source,
    const t2sed_collector_options *options, t2sed_error *err);

/*
 * Ends a collector. What was neither finished nor committed is dropped; the
 * dataset has all before that. NULL is allowed. Errors: none. Since: 0.1.
 */
T2SED_LAB_API void t2sed_collector_free(t2sed_collector *collector);

/*
 * Takes a line: {"db_id", "question", "gold", "candidates": [{"sql",
 * "score"}]}, or "sql" in place of "candidates". What else is in it is kept.
 * Lines of the same question, gold query and parser, and the same "index" or
 * "id" where they have one, are one beam. Of a beam, queries that differ in
 * blanks and in the case of names and keywords alone are one. Queries that fail
 * or are cut off are dropped and counted, as is all past the first
 * max_candidates that run.
 *
 * Queries run in the background; a later call stores what came of them.
 *
 * Errors: of the line, which is left out and counted, and the next may follow:
 * T2SED_EEMPTY, T2SED_EFORMAT, T2SED_EUTF8, T2SED_ELIMIT, T2SED_ENOTFOUND (no
 * such database), T2SED_EDATABASE (an unreadable one). Of the work, which
 * cannot go on: T2SED_EIO (the dataset can't be written), T2SED_ESTATE (the
 * source is not what it was when it was begun), T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_collector_add(t2sed_collector *collector,
                                               const char *line, size_t n,
                                               t2sed_error *err);

/* Waits for all queries and commits what came of them. Errors: T2SED_EIO,
 * T2SED_ESTATE, T2SED_ENOMEM. Since: 0.1. */
T2SED_LAB_API t2sed_status t2sed_collector_commit(t2sed_collector *collector,
                                                  t2sed_error *err);
/* Commits, and marks the source as collected to its end. Errors: the same.
 * Since: 0.1. */
T2SED_LAB_API t2sed_status t2sed_collector_finish(t2sed_collector *collector,
                                                  t2sed_error *err);

/* What this collector did. */
typedef struct t2sed_collector_counts {
    size_t struct_size; /* sizeof(t2sed_collector_counts) */
    size_t lines;       /* given so far */
    size_t known;       /* of these, that the dataset had */
    size_t bad_lines;   /* left out */
    size_t beams;       /* stored, or added to */
    size_t candidates;  /* seen in these and in beams left out */
    size_t kept, right, wrong, undecided; /* candidates; kept is their sum */
    size_t duplicates, not_executable, beyond_limit; /* dropped */
    size_t filled, guessed;  /* candidates in which values were filled in, and
                                those of them that have a made-up one */
    size_t unread_lines;     /* left out since their database could not be read
                                when their queries were to run */
    size_t unread_databases; /* on which no query could be run at all */
    const char *unread_reason; /* of the first such line; NULL: none. Borrowed
                                  from the collector */
} t2sed_collector_counts;
#define T2SED_COLLECTOR_COUNTS_INIT                                            \
    {                                                                          \
        sizeof(t2sed_collector_counts), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
            0, 0, 0, NULL                                                      \
    }

/*
 * out  its struct_size is set by the caller.
 *
 * Errors: T2SED_EINVAL. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_collector_count(t2sed_collector_counts *out,
                      const t2sed_collector *collector, t2sed_error *err);

T2SED_END_DECLS

#endif
