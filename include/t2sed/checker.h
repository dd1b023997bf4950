/*
 * t2sed/checker.h - checks the candidate queries of a question in one call: the
 * order, the probability of each, what looks wrong with it, and whether to
 * answer with the best.
 *
 *     t2sed_checked best = T2SED_CHECKED_INIT;
 *     t2sed_database_open(&database, "shop.sqlite", NULL, &err);
 *     t2sed_checker_open(&checker, NULL, database, NULL, &err);
 *     t2sed_checker_check(&report, checker, question, queries, NULL, count,
 *                         &err);
 *     t2sed_report_get(report, 0, &best, &err);
 *     if (t2sed_report_decision(report) == T2SED_DECISION_ANSWER)
 *         run(queries[best.candidate]);
 *
 * A checker combines the scorer, agreement, re-ranker, trigger and findings of
 * t2sed/parts.h; composing them by hand gives the same numbers.
 */
#ifndef T2SED_CHECKER_H
#define T2SED_CHECKER_H

#include <stddef.h>

#include "conversation.h"
#include "database.h"
#include "finding.h"
#include "model.h"
#include "question.h"
#include "status.h"

struct t2sed_scorer_options;

T2SED_BEGIN_DECLS

/* Used by one thread at a time. */
typedef struct t2sed_checker t2sed_checker;
/* What was found of one question's candidates. Immutable; may be shared by
 * threads. */
typedef struct t2sed_report t2sed_report;

/* What to do with the best candidate. It is ABSTAIN if its probability is below
 * the threshold for asking, or if no candidate can run. */
#define T2SED_DECISION_ABSTAIN 0 /* give no answer */
#define T2SED_DECISION_ASK     1 /* ask before the query is run */
#define T2SED_DECISION_ANSWER  2 /* run it */

/* "abstain", "ask", "answer"; NULL for another number. Static text. Errors:
 * none. Threads: any. Since: 0.1. */
T2SED_API const char *t2sed_decision_name(int decision);

/* What became of a candidate. */
#define T2SED_OUTCOME_RAN     0 /* it gave a result */
#define T2SED_OUTCOME_FAILED  1 /* the database, or its schema, refuses it */
#define T2SED_OUTCOME_CUT     2 /* a limit on time, rows or memory ended it */
#define T2SED_OUTCOME_NOT_RUN 3 /* there was no database to run it on */
#define T2SED_OUTCOME_SYNTAX  4 /* it is no query that parses */
#define T2SED_OUTCOME_UNSUPPORTED                                              \
    5 /* it can't be judged, and did not run (T2SED_EUNSUPPORTED). Since 0.10  \
       */

/* "ran", "failed", "cut", "not_run", "syntax", "unsupported"; NULL for another
 * number. Static text. Errors: none. Threads: any. Since: 0.1. */
T2SED_API const char *t2sed_outcome_name(int outcome);

typedef struct t2sed_checker_options {
    size_t struct_size;               /* sizeof(t2sed_checker_options) */
    const t2sed_model_options *model; /* device, threads...; NULL: defaults;
                                         for t2sed_checker_open */
    const struct t2sed_scorer_options *scorer; /* t2sed/parts/scorer.h; NULL:
                                                  the defaults */
    const char *policy;  /* of the re-ranker (t2sed_reranker_parse); NULL:
                            "default" */
    double precision;    /* 0 to 1: of the answers, by the model's threshold for
                            what is known (database, schema, neither; see
                            t2sed_trigger_options_of); default 0.95, and 0.5 is
                            the threshold of a model that has none for it */
    double answer;       /* answer from this probability on instead; 0 (the
                            default): as `precision` says */
    double abstain;      /* abstain under this one; default 0.05, or the
                            threshold for answers where that is less; 0: only
                            where no candidate can run */
    int findings;        /* 0: findings are not looked for; default 1 */
    int alone;           /* not 0: each query's probability is its own, whatever
                            the others give, and "default" orders by answers
                            (t2sed_reranker_weights); default 0 */
    int dialect;         /* T2SED_DIALECT_* of the queries (t2sed/sql.h). They
                            run as SQLite has them, but on a database of the
                            host's of this dialect (t2sed_database_callbacks) as
                            they were written, those that can't be translated
                            too. Default SQLite */
    int ask;             /* whether what tells the best answers apart is looked
                            for (t2sed_report_ask): 0: never; 1 (the default):
                            where the decision is to ask; 2: always. Since 0.10 */
    const char *ignore;  /* codes of findings that reports leave out, by name,
                            between commas or blanks; NULL (the default): none */
    int severity;        /* the least that findings of reports have,
                            T2SED_SEVERITY_*; default 0: any */
    int all_findings;    /* not 0: findings that hardly lower the probability
                            (t2sed_checked.findings) and all reasons are listed;
                            default 0. Since: 0.10 */
    double judge_margin; /* the judge of `scorer` is asked only where the log
                           odds of the best two answers differ by less, or
                           those of the best from the threshold of an answer.
                           INFINITY: always; below 0: the judge's own margin;
                           default -1. Since: 0.10 */
} t2sed_checker_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_checker_options_init(t2sed_checker_options *options,
                                          size_t size);

/*
 * Opens a model and makes a checker of it.
 *
 * out       freed with t2sed_checker_free.
 * model     a name or a directory, as for t2sed_model_open; NULL: the default
 *           model.
 * database  what the questions are asked of; NULL: nothing is known of schema
 *           or rows, the weakest way. It may be freed while the checker lives.
 * options   NULL for the defaults.
 *
 * Errors: those of t2sed_model_open and t2sed_checker_new. Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_checker_open(t2sed_checker **out,
                                          const char *model,
                                          t2sed_database *database,
                                          const t2sed_checker_options *options,
                                          t2sed_error *err);

/*
 * The same of an open model, which may be freed while the checker lives and
 * serve others.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND (a name of `ignore` is no code; the
 * model has no threshold for a precision other than the default; a parser or a
 * model of clauses that it reads is not there), T2SED_ENOMEM, those of
 * t2sed_scorer_new, t2sed_evidence_new, t2sed_reranker_parse. Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_checker_new(t2sed_checker **out,
                                         const t2sed_model *model,
                                         t2sed_database *database,
                                         const t2sed_checker_options *options,
                                         t2sed_error *err);
T2SED_API void t2sed_checker_free(t2sed_checker *checker);

/*
 * Checks the candidate queries of one question.
 *
 * out       freed with t2sed_report_free; may outlive the checker.
 * question  UTF-8 text.
 * queries   [count] SQL texts in the parser's order, best first.
 * lengths   [count] in bytes; NULL: all are NUL-terminated.
 *
 * Queries may stand in Markdown fences, as language models write them. A
 * candidate that can't be scored does not spoil the others. Places of findings
 * are bytes of the queries as given.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (count is 0, or the question has no
 * words), T2SED_EUTF8, those of t2sed_scorer_score_beams. Threads: one at a
 * time. Since: 0.9.
 * Source: Chen et al. 2023, sections 3.3 and 4.2; Zeng et al. 2022.
 */
T2SED_API t2sed_status t2sed_checker_check(t2sed_report **out,
                                           t2sed_checker *checker,
                                           const char *question,
                                           const char *const *queries,
                                           const size_t *lengths, size_t count,
                                           t2sed_error *err);

/* A question and its candidates. What is NULL is not known. */
typedef struct t2sed_check_input {
    size_t struct_size;                     /* sizeof(t2sed_check_input) */
    const t2sed_question *question;         /* with its knowledge, if any */
    const t2sed_conversation *conversation; /* the turns before it */
    const char *const *queries; /* [count] SQL texts in the parser's order, best
                                   first */
    const size_t *lengths;      /* [count] in bytes; NULL: NUL-terminated */
    size_t count;
    const double *scores; /* [count] the parser's logits or log-probabilities;
                             NaN: unknown */
    const int *sources;   /* [count] equal numbers: of one parser; NULL: all
                             are */
} t2sed_check_input;

/* Sets all to nothing, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.10. */
T2SED_API void t2sed_check_input_init(t2sed_check_input *input, size_t size);

/*
 * The same with a question of the caller's and what else is known.
 *
 * Errors: as above, and T2SED_EINVAL (an infinite score). Threads: one at a
 * time. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_checker_check_input(t2sed_report **out,
                                                 t2sed_checker *checker,
                                                 const t2sed_check_input *input,
                                                 t2sed_error *err);

/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_report_free(t2sed_report *report);

/* What was found of one candidate. Pointers are borrowed from the report. */
typedef struct t2sed_checked {
    size_t struct_size;       /* sizeof(t2sed_checked) */
    size_t candidate;         /* its place in `queries` */
    t2sed_status status;      /* T2SED_OK, or why it could not be scored:
                                 T2SED_EUNSUPPORTED of one that may be right and
                                 can't be judged, whether or not it ran on a
                                 database of the host's; T2SED_ESYNTAX of one
                                 that was refused there, in the words of its
                                 system */
    const t2sed_error *error; /* the same in words; NULL where there is none */
    double probability; /* 0 to 1 that it is right; NaN: unknown. Where the
                           model has weights for it, given the other candidates
                           (t2sed_reranker_probabilities), else by itself */
    double confidence;  /* what the order is by, where the policy is "default":
                           the probability given all candidates; else NaN */
    int group;          /* of those that agree (t2sed_agreement_get); -1: it
                           agrees with none */
    int outcome;        /* T2SED_OUTCOME_* */
    size_t rows;        /* of its result */
    const t2sed_findings *findings; /* what looks wrong; NULL: not looked for,
                                       or the query can't be read. Errors come
                                       first, then what lowers the probability
                                       most; what says too little of a query
                                       of this probability is left out
                                       (t2sed/parts/reasons.h), unless the
                                       options say all_findings */
    double alone;       /* the probability by itself; NaN: unknown */
    const char *sqlite; /* the query as SQLite has it, which is what was scored;
                           NULL: it is as it was given */
} t2sed_checked;
#define T2SED_CHECKED_INIT                                                     \
    {                                                                          \
        sizeof(t2sed_checked), 0, 0, NULL, 0, 0, 0, 0, 0, NULL, 0, NULL        \
    }

/*
 * What is in a report.
 *
 * count     candidates.
 * decision  T2SED_DECISION_* for the best candidate: by its confidence, or its
 *           probability where there is none; T2SED_DECISION_ASK where that is
 *           not known. T2SED_DECISION_ABSTAIN where no candidate can run (the
 *           outcome of each is FAILED or SYNTAX), and without a report.
 * topic     what to ask about, as an index of the best candidate's findings:
 *           the first; T2SED_NONE: nothing.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_report_count(const t2sed_report *report);
T2SED_API int t2sed_report_decision(const t2sed_report *report);
T2SED_API size_t t2sed_report_topic(const t2sed_report *report);

/* The probability from which on the decision is T2SED_DECISION_ANSWER; NaN
 * without a report. In some models it is lower if t2sed_score.words_left of the
 * best query is at most 1. Errors: none. Threads: any. Since: 0.10. */
T2SED_API double t2sed_report_threshold(const t2sed_report *report);

/*
 * The candidate at a rank, 0 the best.
 *
 * out  filled in as far as its struct_size goes, which the caller sets.
 *
 * Errors: T2SED_EINVAL (out of range, struct_size not set). Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_report_get(const t2sed_report *report, size_t rank,
                                        t2sed_checked *out, t2sed_error *err);

/* What raises or lowers the probability of a candidate, beside its findings. */
typedef struct t2sed_reason {
    size_t struct_size; /* sizeof(t2sed_reason), set by the caller */
    const char *name;   /* "selected_columns"; lasting, new ones may be added */
    const char *text;   /* one sentence for people, in English */
    double weight;      /* what it adds to the log odds of the probability:
                           below 0, it lowers the probability */
} t2sed_reason;
#define T2SED_REASON_INIT                                                      \
    {                                                                          \
        sizeof(t2sed_reason), NULL, NULL, 0                                    \
    }

/*
 * How many reasons the candidate at a rank has, and reason i of them; texts are
 * static.
 *
 * Reasons are sums of what the model's features contribute, by groups of
 * features (docs/internals/decide.md#reasons), and what else the probability
 * is made of: "base_rate", "calibration", "text", "refused" (the bound on
 * queries that can't run), "agreement" (of the other candidates) and "judge".
 * What findings count is no reason of its own. With the option all_findings,
 * all are listed, and the weights of findings and reasons add up to the log
 * odds of the probability. Without, those are listed that lower or raise it
 * most: at most three each, of 0.1 or more, without "base_rate" and
 * "calibration". A candidate below the threshold with neither a finding nor a
 * reason that lowers its probability has the reason "threshold": too little
 * speaks for it; its weight is what is lacking. There are none where the
 * options say no findings, and for what was not scored. Those that count most
 * come first.
 *
 * Errors: T2SED_EINVAL (rank or i is out of range; out->struct_size is not
 * set). Threads: any. Since: 0.10.
 */
T2SED_API size_t t2sed_report_reason_count(const t2sed_report *report,
                                           size_t rank);
T2SED_API t2sed_status t2sed_report_reason_get(const t2sed_report *report,
                                               size_t rank, size_t i,
                                               t2sed_reason *out,
                                               t2sed_error *err);

/*
 * What tells the two best different answers apart: the best candidate, and the
 * best of those that do not agree with it and return other rows on a small
 * database that was made for them (t2sed/parts/witness.h); none that can't run,
 * or whose probability is less than a quarter of the best one's. It is looked
 * for where the decision is to ask (the option `ask`), a schema is known and no
 * worker is to run SQLite; that takes about 30 ms at most. Rows of the real
 * database are neither read for it nor shown.
 */
typedef struct t2sed_ask {
    size_t struct_size;   /* sizeof(t2sed_ask) */
    const char *question; /* in plain English, for a person ("Should a customer
                             without orders be included?"); NULL: there is
                             none */
    const char *answers;  /* what each gives ("Query 1 gives (Olga, 0), query 2
                             gives no rows."); their numbers are the places in
                             `queries`, from 1 */
    const char *when;  /* when they differ, as a sentence, in which queries[0]
                          is the first query; "" where no single cause was
                          found */
    size_t queries[2]; /* their places in `queries`, from 0 */
    size_t tables;     /* of the small database */
} t2sed_ask;
#define T2SED_ASK_INIT                                                         \
    {                                                                          \
        sizeof(t2sed_ask), NULL, NULL, NULL, {0, 0}, 0                         \
    }

/*
 * out    filled in as far as its struct_size goes, which the caller sets.
 *        Pointers are borrowed from the report. Lines are printable.
 *
 * Errors: T2SED_EINVAL (NULL, struct_size not set). Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_report_ask(const t2sed_report *report,
                                        t2sed_ask *out, t2sed_error *err);
/*
 * Table i of the small database; what query `which` of the two gives on it, 0
 * or 1.
 *
 * Errors: T2SED_EINVAL (NULL, out of range, there is no question, struct_size
 * not set). Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_report_ask_table(const t2sed_report *report,
                                              size_t i, t2sed_witness_rows *out,
                                              t2sed_error *err);
T2SED_API t2sed_status t2sed_report_ask_result(const t2sed_report *report,
                                               int which,
                                               t2sed_witness_rows *out,
                                               t2sed_error *err);

/*
 * Writes a report as one JSON object on one line, as `t2sed check --json`
 * prints it:
 *
 *   {"question": TEXT, "knowledge": TEXT, "decision": "answer",
 *    "threshold": NUMBER, "candidates": [CANDIDATE, ...], "scored_by":
 *    {"model": NAME, "version": TEXT, "database": "rows"}, "kept": TEXT,
 *    "ask": {"question": TEXT, "answers": TEXT, "when": TEXT, "queries":
 *    [NUMBER, NUMBER], "tables": [ROWS, ...], "results": [ROWS, ROWS]}}
 *
 * Candidates are in the order of the report, each
 *
 *   {"sql": TEXT, "dialect": NAME, "sqlite": TEXT, "findings": [FINDING, ...],
 *    "reasons": [{"name": NAME, "weight": NUMBER, "text": TEXT}, ...],
 *    "probability": NUMBER, "error": {"code": NAME, "message": TEXT,
 *    "offset": NUMBER}, "agreement": {"group": NUMBER, "share": NUMBER,
 *    "outcome": NAME, "rows": NUMBER}, "alone": NUMBER, "words_left": NUMBER,
 *    "confidence": NUMBER, "rank_before": NUMBER, "moves": [{"policy": NAME,
 * "from": NUMBER, "to": NUMBER, "why": TEXT}, ...]}
 *
 * and a finding is {"code": NAME, "severity": NAME, "message": TEXT, "sql":
 * [BEGIN, END], "question": [BEGIN, END], "weight": NUMBER, "suggestion":
 * TEXT}, with places in bytes, or null. ROWS are {"name": TEXT, "columns":
 * [TEXT, ...], "rows": [[VALUE, ...], ...], "left_out": NUMBER}, as
 * t2sed_witness_rows has them; results have no name, bytes are "(bytes)" and
 * infinite numbers texts. Names and numbers mean what t2sed_checked,
 * t2sed_finding and t2sed/parts/reranker.h say, but that ranks, and "queries",
 * count from 1. Probabilities and weights have six decimals; null is an unknown
 * one, or the group of a candidate that agrees with none. "database" is what
 * was known of it: "rows", "schema" or "none". Absent are "knowledge", "error",
 * "offset", "suggestion", "confidence", "ask", "kept" (why steps of the policy
 * were left out) and "note" (on the threshold of a model that has none) where
 * there is none; "dialect" unless the checker's is
 * T2SED_DIALECT_AUTO and it found another than SQLite's; "sqlite" where it
 * equals "sql"; "findings" and "reasons" where they were not looked for;
 * "weight" where it is unknown; "alone" of a candidate that was not scored;
 * "words_left" (t2sed_score) where it is not known.
 * Later versions may add members.
 *
 * out     NUL-terminated UTF-8, freed with t2sed_free. Bytes of a query that
 *         are not UTF-8 are written as U+FFFD.
 * length  its bytes without the NUL; may be NULL.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_report_to_json(char **out, size_t *length,
                                            const t2sed_report *report,
                                            t2sed_error *err);

/*
 * The best candidate of a report as advice for a language model, in lines of
 * text: how probable it is and whether to run it; where it is not to be run,
 * what is wrong, how sure that is, where, and what should stand there
 * (t2sed_findings_advice); without a finding, what lowers the probability most,
 * three reasons at most (t2sed_report_reason_get).
 *
 *   The query is right with probability 0.31, below the threshold 0.62. Compare
 *   it with the question.
 *   - warning (some evidence): supplier.country has no value "DE"; it has
 *     'Germany'. In the query: 'DE' Instead: 'Germany'
 *
 * (each in one line.) Of a query that can be run nothing else is said. If
 * there are several and none can run, the advice says that there is no answer.
 * Then comes "Ask the user: " and the question of t2sed_report_ask, if there is
 * one; and that the model has no thresholds, with the command that chooses
 * them, if it has none and none was given.
 *
 * out     NUL-terminated UTF-8, freed with t2sed_free.
 * length  its bytes without the NUL; may be NULL.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_report_advice(char **out, size_t *length,
                                           const t2sed_report *report,
                                           t2sed_error *err);

T2SED_END_DECLS

#endif
