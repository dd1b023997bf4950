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

/* Comparisons with keys, for each of question->values: NULL, or the one that
 * has the key of the value's row, or of another row. */
typedef struct t2s_value_keys {
    const t2s_condition *own[T2S_MOST_VALUES], *other[T2S_MOST_VALUES];
} t2s_value_keys;

/* Whether a comparison has the key of a value's row: its value begins at a byte
 * of the query. */
bool t2s_value_keys_have(const t2s_value_keys *keys, uint32_t begin);

/*
 * Removes them from `unused`, of a query that was read with the schema of
 * `from`. Rows are asked for where queries can run, a few at most. `keys` are
 * all NULL before.
 *
 * Errors: T2SED_EINTERRUPTED, T2SED_ENOMEM.
 */
t2sed_status t2s_values_account(t2s_unused_values *unused, t2s_value_keys *keys,
                                const t2s_query *query,
                                const t2sed_evidence *from, t2sed_error *err);

#endif
