/* operations.h - the changes that a mutator draws from: t2s_operation each. */
#ifndef T2S_COLLECT_OPERATIONS_H
#define T2S_COLLECT_OPERATIONS_H

#include "lab/collect/mutation.h"

/* mutate_columns.c */
bool t2s_mutate_column_select(t2s_mutation *m);
bool t2s_mutate_column_where(t2s_mutation *m);
bool t2s_mutate_column_order(t2s_mutation *m);
bool t2s_mutate_column_table(t2s_mutation *m);
bool t2s_mutate_key_swap(t2s_mutation *m);
bool t2s_mutate_group_key(t2s_mutation *m);

/* mutate_aggregates.c */
bool t2s_mutate_aggregate_swap(t2s_mutation *m);
bool t2s_mutate_aggregate_drop(t2s_mutation *m);
bool t2s_mutate_aggregate_add(t2s_mutation *m);
bool t2s_mutate_count(t2s_mutation *m);
bool t2s_mutate_superlative(t2s_mutation *m);

/* mutate_conditions.c */
bool t2s_mutate_comparison(t2s_mutation *m);
bool t2s_mutate_condition_drop(t2s_mutation *m);
bool t2s_mutate_condition_add(t2s_mutation *m);
bool t2s_mutate_connective(t2s_mutation *m);
bool t2s_mutate_negation(t2s_mutation *m);

/* mutate_values.c */
bool t2s_mutate_value(t2s_mutation *m);
bool t2s_mutate_limit(t2s_mutation *m);

/* mutate_clauses.c */
bool t2s_mutate_direction(t2s_mutation *m);
bool t2s_mutate_clause_drop(t2s_mutation *m);
bool t2s_mutate_distinct(t2s_mutation *m);
bool t2s_mutate_item_add(t2s_mutation *m);
bool t2s_mutate_item_drop(t2s_mutation *m);
bool t2s_mutate_item_extra(t2s_mutation *m);
bool t2s_mutate_set_operation(t2s_mutation *m);

/* mutate_joins.c */
bool t2s_mutate_join_add(t2s_mutation *m);
bool t2s_mutate_join_drop(t2s_mutation *m);
bool t2s_mutate_table_swap(t2s_mutation *m);

#endif
