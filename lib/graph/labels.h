/* labels.h - vocabularies of non-terminal labels. */
#ifndef T2S_GRAPH_LABELS_H
#define T2S_GRAPH_LABELS_H

#include <stdint.h>

#include "base/map.h"
#include "base/private.h"
#include "t2sed/status.h"

/* Labels have the numbers 1, 2, ... in the order of the vocabulary; 0 is the
 * number of every label that is not in it. */
#define T2S_LABEL_UNKNOWN 0
/* What stands in node_label for a terminal that has no label. */
#define T2S_LABEL_TERMINAL (-1)

/* The labels of the published model, in its order. */
T2S_PRIVATE
extern const char *const t2s_paper_question_labels[];
T2S_PRIVATE
extern const size_t t2s_paper_question_label_count;
extern const char *const t2s_paper_sql_labels[];
extern const size_t t2s_paper_sql_label_count;

/* Adds `count` labels after those that are there. A label that is NULL, empty
 * or there already is T2SED_EINVAL; `what` names the list in the message. */
t2sed_status t2s_labels_add(t2s_map *labels, const char *const *names,
                            size_t count, const char *what, t2sed_error *err);

int32_t t2s_labels_find(const t2s_map *labels, const char *name);

#endif
