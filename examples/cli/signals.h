/* signals.h - what is known of the queries of a line, for re-ranking and for
 * probabilities in a beam. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include "score.h"

/* The signals of a line and the arrays behind them. */
typedef struct cli_signals {
    t2sed_signals all;
    double *numbers; /* probability, parser's score, sketch, link */
    int *codes;      /* group, outcome, source, empty, label */
    size_t count;
    bool grouped;
} cli_signals;

/* Of what the line says; a query's own probability is its "alone", or else its
 * "probability". With `wants_agreement`, which queries agree is found out where
 * the line does not say so, and then each gets an "agreement". */
t2sed_status cli_signals_read(cli_signals *s, const cli_scored *line,
                              bool wants_agreement, t2sed_error *err);
void cli_signals_free(cli_signals *s);

/* [count] 1, 0 or -1. */
const int *cli_signals_labels(const cli_signals *s);

/* Gives a query its "agreement". */
void cli_agreement_put(json_t *target, const t2sed_agreed *from);

/* A number of an object; NaN where there is none. */
double cli_number_of(const json_t *target, const char *key);

#endif
