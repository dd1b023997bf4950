/* train_run.c - what all kinds of t2sed train share: signals that stop a run
 * after its checkpoint, and files with weights. */
#include <math.h>
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

bool cli_train_weights(char *operand, double *weight, double *other)
{
    char *equals = strrchr(operand, '='), *end;
    *weight = 1;
    if (other)
        *other = NAN;
    if (!equals)
        return true;
    *weight = strtod(equals + 1, &end);
    if (end == equals + 1)
        return strchr(equals, '/') != NULL; /* a path, such as a=b/c */
    if (other && *end == '/') {
        const char *second = end + 1;
        *other = strtod(second, &end);
        if (end == second || !(*other >= 0))
            return false;
    }
    if (*end || !(*weight > 0 || (*weight == 0 && other && *other > 0)))
        return false;
    *equals = '\0';
    return true;
}
