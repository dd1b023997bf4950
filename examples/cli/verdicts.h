/* verdicts.h - how queries agree with a question's sketch and with schema
 * linking, for re-ranking. */
#ifndef CLI_VERDICTS_H
#define CLI_VERDICTS_H

#include "score.h"

/* Gives each query without a number "plan" (or "link") one, where it can be
 * known. What can't be found out is left out. */
void cli_verdicts_sketch(const cli_scored *line);
void cli_verdicts_link(const cli_scored *line);

#endif
