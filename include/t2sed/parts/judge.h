/*
 * t2sed/parts/judge.h - a judge: a language model of code that was trained to
 * rate queries, as a second opinion beside the model.
 *
 *     t2sed_judge_open(&judge, NULL, "qwen2.5-coder-0.5b", NULL, &err);
 *     options.judge = judge;
 *     t2sed_scorer_new(&scorer, model, &options, &err);
 *
 * A judge is a directory with low-rank adapters of a language model and a
 * linear head (docs/model-format.md). It reads the tables that the queries
 * name, the knowledge, the question, a query and, where there are rows, the
 * query's result, and gives one number. A scorer that has a judge adds it to
 * its model's logit. It takes seconds where the model alone takes milliseconds.
 */
#ifndef T2SED_JUDGE_H
#define T2SED_JUDGE_H

#include <stddef.h>

#include "../status.h"
#include "language_model.h"
#include "scorer.h"

T2SED_BEGIN_DECLS

/*
 * Opens a judge. (t2sed_judge itself is declared in t2sed/parts/scorer.h.)
 *
 * out             freed with t2sed_judge_free, after the scorers that use it.
 * path            the judge's directory; NULL: "judge", which ships.
 * language_model  the directory of the language model that it was trained on;
 *                 NULL: $T2SED_LANGUAGE_MODEL.
 * options         of the language model, without an adapter; NULL for the
 *                 defaults.
 *
 * Errors: those of t2sed_language_model_open for both directories;
 * T2SED_EINVAL (options with an adapter, no language model is named);
 * T2SED_EMISMATCH (the head is of another size than the model's states).
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_judge_open(
    t2sed_judge **out, const char *path, const char *language_model,
    const t2sed_language_model_options *options, t2sed_error *err);
/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_judge_free(t2sed_judge *judge);

/*
 * What a judge says of each candidate of a beam.
 *
 * out   [beam->count] a logit each, above 0 where the query is rather right;
 *       NaN where it has none: a text that is empty, no UTF-8 or too long, and
 *       all of a beam that has neither a database nor evidence with a schema.
 * beam  as t2sed_scorer_score takes it; features and conversation are not
 *       read. Candidates are read together, and which tables are told depends
 *       on all of them. A query is run where the database has rows and allows
 *       it.
 *
 * Errors: T2SED_EINVAL, T2SED_ETOOLONG (the question and its tables do not fit
 * the model), T2SED_EBACKEND, T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: one
 * at a time. Since: 0.9. Source: docs/research/language-model-study.md; Hu et
 * al. 2022 (LoRA).
 */
T2SED_API t2sed_status t2sed_judge_logits(double *out, t2sed_judge *judge,
                                          const t2sed_beam *beam,
                                          t2sed_error *err);

/*
 * A judge without a language model, which says nothing and keeps what a judge
 * would read: what judges are trained on is the text that they will be asked
 * with. A scorer or checker that has it gives the probabilities of its model.
 *
 * out            freed with t2sed_judge_free.
 * reads_reasons  not 0: a checker's findings and reasons are part of the text,
 *                as for a judge whose config.json says so.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_judge_new_recorder(t2sed_judge **out,
                                                int reads_reasons,
                                                t2sed_error *err);
/*
 * The last beam as a recorder has read it, one line of JSON: {"prompt",
 * "right", "candidates": [{"query", "reasons", "result"}]}. A candidate is
 * query, reasons, right, and where there is a result that and right again; an
 * empty query is not asked about. NULL where there is none. Borrowed until the
 * next beam. Errors: none. Threads: one at a time. Since: 0.10.
 */
T2SED_API const char *t2sed_judge_recorded(const t2sed_judge *judge);

T2SED_END_DECLS

#endif
