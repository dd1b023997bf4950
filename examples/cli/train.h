/* train.h - what t2sed train needs for evidence. */
#ifndef CLI_TRAIN_H
#define CLI_TRAIN_H

#include "cli.h"

#define CLI_MAX_FOLDS 16

/* Models of which number K has not seen the databases of fold K. */
typedef struct cli_folds {
    t2sed_planner *planners[CLI_MAX_FOLDS];
    t2sed_schema_predictor *schemas[CLI_MAX_FOLDS];
    int planner_count, schema_count;
} cli_folds;

/* Opens DIR/fold-0, fold-1 and so on as far as there are any; a NULL directory
 * gives none. False after a message. cli_folds_close in any case. */
bool cli_folds_open(cli_folds *folds, const char *plans, const char *schemas);
void cli_folds_close(cli_folds *folds);
/* The trainer's next beam is of database `db_id`. */
t2sed_status cli_folds_use(const cli_folds *folds, t2sed_trainer *trainer,
                           const char *db_id, t2sed_error *err);

const char **cli_split_features(char *list, size_t *count);

#endif
