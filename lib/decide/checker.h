/* checker.h - what a checker has from its opening on; check.c uses it. */
#ifndef T2S_DECIDE_CHECKER_H
#define T2S_DECIDE_CHECKER_H

#include "case/candidate.h"
#include "findings/findings.h"
#include "t2sed/checker.h"
#include "t2sed/parts/link.h"
#include "t2sed/parts/reranker.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/parts/sketch.h"
#include "t2sed/parts/trigger.h"
#include "t2sed/parts/witness.h"

struct t2sed_checker {
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_evidence *evidence; /* of the database */
    t2sed_linker *linker;     /* NULL where no verdict of it is needed */
    t2sed_sketcher *sketcher; /* borrowed from the model, or `own_sketcher` */
    t2sed_sketcher *own_sketcher;
    t2sed_reranker *reranker;
    t2sed_trigger *triggers[2]; /* 1: of queries that cover their question */
    t2sed_witness *witness;     /* NULL until there is a question to ask */
    t2sed_judge *judge;         /* borrowed; NULL: none. The scorer has none */
    double judge_margin;
    double thresholds[2]; /* of the triggers' answers */
    double abstain[2];    /* of these: no answer below */
    bool findings, all_findings, alone;
    const char *note; /* on the thresholds, or NULL; static */
    int dialect, ask;
    t2s_finding_rules rules;
};

#endif
