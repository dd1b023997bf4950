/* verdicts.h - how queries agree with a question's sketch and with schema
 * linking, for re-ranking. */
#ifndef CLI_VERDICTS_H
#define CLI_VERDICTS_H

#include "score.h"

/* Keeps the linker of the present database. All zeros is ready. */
typedef struct cli_verdicts {
    char *db_id; /* of `linker`; NULL: none */
    t2sed_linker *linker;
} cli_verdicts;

void cli_verdicts_close(cli_verdicts *verdicts);

/* Gives each query without a number "plan" (or "link") one, where it can be
 * known. What can't be found out is left out. */
void cli_verdicts_plan(const cli_scored *line);
void cli_verdicts_link(cli_verdicts *verdicts, const cli_scored *line);

#endif
