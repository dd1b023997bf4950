/* judge.h - the labels of one question's predictions under a rule. */
#ifndef T2S_EVALUATE_JUDGE_H
#define T2S_EVALUATE_JUDGE_H

#include "database/runner.h"
#include "t2sed/lab/evaluate.h"

/* Fails with T2SED_ENOMEM or T2SED_EINTERRUPTED alone; all else is a reason in
 * the labels. */
t2sed_status t2s_judge(t2sed_evaluation **out, t2s_runner *runner, int rule,
                       const t2sed_evaluator_item *item, t2sed_error *err);

#endif
