/* consult.h - whether a judge (model/opinion.h) is worth asking. */
#ifndef T2S_DECIDE_CONSULT_H
#define T2S_DECIDE_CONSULT_H

#include "decide/report.h"
#include "t2sed/parts/scorer.h"

/* What the order and the decision are by, of candidate i: its confidence, or
 * its probability where there is none. */
double t2s_report_confidence(const t2sed_report *report, size_t i);

/* Whether the judge may change the order or the decision of a ranked report:
 * the log odds of the best two answers, or of the best and the threshold of an
 * answer, differ by less than the margin; below 0: the judge's own. */
bool t2s_consult_is_due(const t2sed_report *report, const t2sed_judge *judge,
                        double margin);

bool t2s_reads_reasons(const t2sed_judge *judge);

/*
 * Asks the judge of all candidates in one call, and adds its logits to the
 * report's scores. If the report has reasons and the judge reads them, they are
 * part of its text: findings first, then what else raises or lowers the
 * probability.
 *
 * Errors: those of t2sed_judge_logits.
 */
t2sed_status t2s_consult(t2sed_report *report, const t2sed_model *model,
                         t2sed_judge *judge, const t2sed_beam *beam,
                         t2sed_error *err);

#endif
