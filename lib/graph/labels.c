#include "graph/labels.h"

#include <string.h>

#include "base/error.h"

const char *const t2s_paper_question_labels[] = {
    "FRAG", "SBAR", "WHNP",   "WHADJP", "PP",    "NP", "VP",
    "ADJP", "S",    "NML",    "SBARQ",  "SINV",  "SQ", "QP",
    "ADVP", "WHPP", "WHADVP", "UCP",    "CONJP", "PRN"};
const size_t t2s_paper_question_label_count =
    sizeof t2s_paper_question_labels / sizeof t2s_paper_question_labels[0];

const char *const t2s_paper_sql_labels[] = {
    "select_core",     "expr",          "from_clause",   "where_clause",
    "select_stmt",     "result_clause", "order_by_stmt", "ordering_term",
    "group_by_clause", "join_clause",   "limit_stmt"};
const size_t t2s_paper_sql_label_count =
    sizeof t2s_paper_sql_labels / sizeof t2s_paper_sql_labels[0];

t2sed_status t2s_labels_add(t2s_map *labels, const char *const *names,
                            size_t count, const char *what, t2sed_error *err)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = names[i] ? strlen(names[i]) : 0;
        if (n == 0)
            return t2s_fail(err, T2SED_EINVAL, -1, "%s: label %zu is empty",
                            what, i);
        if (t2s_map_find(labels, names[i], n))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: label %zu, \"%s\", stands there twice", what,
                            i, names[i]);
        if (labels->count >= INT32_MAX - 1)
            return t2s_fail(err, T2SED_ELIMIT, -1, "%s: too many labels", what);
        if (!t2s_map_set(labels, names[i], n, (int64_t)labels->count + 1))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

int32_t t2s_labels_find(const t2s_map *labels, const char *name)
{
    return (int32_t)t2s_map_get(labels, name, strlen(name), T2S_LABEL_UNKNOWN);
}
