/* train_run.c - what all kinds of t2sed train share: signals that stop a run
 * after its checkpoint, and files with weights. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train.h"

int cli_train_stopped(const char *checkpoint)
{
    if (checkpoint)
        print_to(stderr,
                 "t2sed: stopped; the same command with --resume goes "
                 "on from %s\n",
                 checkpoint);
    return CLI_FAILED;
}

bool cli_train_weight(char *operand, double *weight)
{
    char *equals = strrchr(operand, '='), *end;
    *weight = 1;
    if (!equals)
        return true;
    *weight = strtod(equals + 1, &end);
    if (end == equals + 1)
        return strchr(equals, '/') != NULL; /* a path, such as a=b/c */
    if (*end || !(*weight > 0))
        return false;
    *equals = '\0';
    return true;
}
