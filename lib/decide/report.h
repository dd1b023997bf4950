/* report.h - what a checker found of one question's candidates. */
#ifndef T2S_DECIDE_REPORT_H
#define T2S_DECIDE_REPORT_H

#include "base/arena.h"
#include "decide/answers.h"
#include "decide/ask.h"
#include "decide/translated.h"
#include "t2sed/checker.h"
#include "t2sed/parts/reasons.h"
#include "t2sed/parts/reranker.h"

typedef struct t2s_text {
    const char *text; /* NULL: there is none */
    size_t length;
} t2s_text;

struct t2sed_report {
    size_t count;
    t2sed_scores *scores;
    t2sed_agreement *agreement;
    t2sed_ranking *ranking;
    double *probabilities;     /* [count] by candidate, given the others */
    t2s_translated translated; /* the queries */
    t2sed_findings **findings; /* [count] by candidate; NULL: none asked for */
    t2sed_reasons **reasons;   /* likewise */
    int decision;
    double threshold; /* of an answer */
    const char *note; /* on the threshold, or NULL; static */
    double abstain;   /* none is given below it */
    size_t topic;
    t2s_ask ask;

    /* What was asked, in the arena: */
    t2s_text question, knowledge;
    t2s_text *given;   /* [count] the queries */
    const char *model; /* the last part of its path */
    const char *known; /* static: "rows", "schema", "none" */
    int dialect;
    t2s_arena arena;
};

void t2s_report_drop_reasons(t2sed_report *report);

/* Whether candidate i is known not to run: it is no query, or it is refused. */
bool t2s_report_is_refused(const t2sed_report *report, size_t i);
/* Whether all are, of one or more. */
bool t2s_report_all_refused(const t2sed_report *report);

#endif
