/*
 * accounted_values.h - values of a question that a query does not have and
 * stands for otherwise: "Germany" by the key of its row ('DEU'), "card, cash,
 * voucher" by groups of their column, "1850" by a number.
 */
#ifndef T2S_FACTS_ACCOUNTED_VALUES_H
#define T2S_FACTS_ACCOUNTED_VALUES_H

#include "case/case.h"
#include "facts/coverage.h"

/* Whether the question leaves a value out: "not from Riga", "void ones aside".
 */
bool t2s_is_left_out(const t2sed_evidence *from,
                     const t2s_question_value *value);

/*
 * Removes them from `unused`, of a query that was read with the schema of
 * `from`. Rows are asked for where queries can run, a few at most. Where a
 * comparison is with the key of another row than a value's, it goes into
 * other[T2S_MOST_VALUES], which are NULL before.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_values_account(t2s_unused_values *unused,
                                const t2s_condition **other,
                                const t2s_query *query,
                                const t2sed_evidence *from, t2sed_error *err);

#endif
