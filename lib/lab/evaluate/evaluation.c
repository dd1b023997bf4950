#include "lab/evaluate/evaluation.h"

#include "base/memory.h"

const char *t2sed_rule_name(int rule)
{
    static const char *const names[] = {"fixed", "strict", "official"};
    return rule >= 0 && rule < 3 ? names[rule] : NULL;
}

const char *t2sed_reason_name(int reason)
{
    static const struct {
        int reason;
        const char *name;
    } names[] = {{T2SED_REASON_SAME_ROWS, "same_rows"},
                 {T2SED_REASON_SAME_LIST, "same_list"},
                 {T2SED_REASON_BOTH_EMPTY, "both_empty"},
                 {T2SED_REASON_EMPTY_EXACT, "empty_exact"},
                 {T2SED_REASON_SAME_MAPS, "same_maps"},
                 {T2SED_REASON_ROW_COUNT, "row_count"},
                 {T2SED_REASON_COLUMN_COUNT, "column_count"},
                 {T2SED_REASON_VALUES, "values"},
                 {T2SED_REASON_ORDER, "order"},
                 {T2SED_REASON_ONE_EMPTY, "one_empty"},
                 {T2SED_REASON_EMPTY_DIFFERS, "empty_differs"},
                 {T2SED_REASON_MAPS, "maps"},
                 {T2SED_REASON_NOT_SPIDER, "not_spider"},
                 {T2SED_REASON_EMPTY_UNKNOWN, "empty_unknown"},
                 {T2SED_REASON_NOT_EXECUTABLE, "not_executable"},
                 {T2SED_REASON_TIME, "time"},
                 {T2SED_REASON_ROWS, "rows"},
                 {T2SED_REASON_MEMORY, "memory"},
                 {T2SED_REASON_COLUMNS, "columns"},
                 {T2SED_REASON_GOLD, "gold"},
                 {T2SED_REASON_DATABASE, "database"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].reason == reason)
            return names[i].name;
    return NULL;
}

int t2s_reason_label(int reason)
{
    return reason < T2SED_REASON_ROW_COUNT       ? T2SED_LABEL_RIGHT
           : reason < T2SED_REASON_EMPTY_UNKNOWN ? T2SED_LABEL_WRONG
                                                 : T2SED_LABEL_NONE;
}

void t2sed_evaluation_free(t2sed_evaluation *evaluation)
{
    if (!evaluation)
        return;
    t2s_free(evaluation->verdicts);
    t2s_arena_free(&evaluation->arena);
    t2s_free(evaluation);
}

size_t t2sed_evaluation_count(const t2sed_evaluation *evaluation)
{
    return evaluation ? evaluation->count : 0;
}

int t2sed_evaluation_rule(const t2sed_evaluation *evaluation)
{
    return evaluation ? evaluation->rule : 0;
}

int t2sed_evaluation_label(const t2sed_evaluation *evaluation, size_t i)
{
    return evaluation && i < evaluation->count ? evaluation->verdicts[i].label
                                               : T2SED_LABEL_NONE;
}

int t2sed_evaluation_reason(const t2sed_evaluation *evaluation, size_t i)
{
    return evaluation && i < evaluation->count ? evaluation->verdicts[i].reason
                                               : -1;
}

const char *t2sed_evaluation_message(const t2sed_evaluation *evaluation,
                                     size_t i)
{
    return evaluation && i < evaluation->count ? evaluation->verdicts[i].message
                                               : NULL;
}

int t2sed_evaluation_limit_removed(const t2sed_evaluation *evaluation, size_t i)
{
    return evaluation && i < evaluation->count &&
           evaluation->verdicts[i].limit_removed;
}

size_t t2sed_evaluation_rows(const t2sed_evaluation *evaluation, size_t i)
{
    return evaluation && i < evaluation->count ? evaluation->verdicts[i].rows
                                               : 0;
}

double t2sed_evaluation_milliseconds(const t2sed_evaluation *evaluation,
                                     size_t i)
{
    return evaluation && i < evaluation->count
               ? evaluation->verdicts[i].milliseconds
               : 0;
}

size_t t2sed_evaluation_gold_rows(const t2sed_evaluation *evaluation)
{
    return evaluation ? evaluation->gold_rows : 0;
}

double t2sed_evaluation_gold_milliseconds(const t2sed_evaluation *evaluation)
{
    return evaluation ? evaluation->gold_milliseconds : 0;
}
