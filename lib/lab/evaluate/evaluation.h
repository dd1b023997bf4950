/* evaluation.h - the labels of one question. */
#ifndef T2S_EVALUATE_EVALUATION_H
#define T2S_EVALUATE_EVALUATION_H

#include <stdbool.h>

#include "base/arena.h"
#include "t2sed/lab/evaluate.h"

typedef struct t2s_verdict {
    int label, reason;
    bool limit_removed;
    size_t rows;
    double milliseconds;
    const char *message; /* in the arena or static */
} t2s_verdict;

struct t2sed_evaluation {
    int rule;
    size_t count;
    t2s_verdict *verdicts;
    size_t gold_rows;
    double gold_milliseconds;
    t2s_arena arena;
};

/* The label that goes with a reason. */
int t2s_reason_label(int reason);

#endif
