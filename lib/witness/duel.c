#include "witness/duel.h"

#include <string.h>

#include "base/error.h"

void t2s_note_telling(void *context, const t2s_rows *rows, size_t row)
{
    bool *is_telling = context;
    for (int i = 0; row != T2S_BEFORE_ROWS && i < t2s_rows_columns(rows); i++) {
        const int type = t2s_rows_type(rows, i);
        *is_telling |=
            type == T2SED_CELL_TEXT || type == T2SED_CELL_BLOB ||
            (type == T2SED_CELL_INTEGER && t2s_rows_integer(rows, i) != 0) ||
            (type == T2SED_CELL_REAL && t2s_rows_real(rows, i) != 0.0);
    }
}

/* What both give, with the tables read in one direction. */
static t2sed_status run_both(t2s_verdict *out, t2s_result results[2],
                             t2s_duel *duel, t2sed_error *err)
{
    *out = T2S_VERDICT_SAME;
    for (int i = 0; i < 2; i++) {
        t2s_run how = T2S_RUN_DONE;
        t2sed_error why;
        t2sed_status status =
            t2s_store_run(&how, &results[i], duel->store, duel->sql[i],
                          t2s_note_telling, &duel->is_telling, &why);
        if (status) {
            if (err)
                *err = why;
            return status;
        }
        duel->columns[i] = results[i].columns;
        if (how == T2S_RUN_DONE)
            continue;
        *out = how == T2S_RUN_REFUSED || how == T2S_RUN_DATABASE
                   ? T2S_VERDICT_REFUSED
                   : T2S_VERDICT_NOT_RUN;
        t2s_fail(&duel->why, why.code, -1, "the %s query can't be run: %s",
                 i ? "second" : "first", why.text);
        return T2SED_OK;
    }
    return T2SED_OK;
}

static t2sed_status compare(t2s_verdict *out, t2s_duel *duel,
                            const t2s_result *a, const t2s_result *b,
                            t2sed_error *err)
{
    t2s_difference found = T2S_SAME;
    t2sed_status status =
        t2s_result_compare(&found, a, b, duel->is_ordered, err);
    *out = found == T2S_SAME      ? T2S_VERDICT_SAME
           : found == T2S_UNKNOWN ? T2S_VERDICT_NOT_RUN
                                  : T2S_VERDICT_DIFFERENT;
    if (*out == T2S_VERDICT_NOT_RUN)
        t2s_fail(&duel->why, T2SED_ELIMIT, -1,
                 "the results have too many columns to be compared");
    return status;
}

/* Whether the queries give the same at least where one of them reads its tables
 * in the other direction: what differs is a choice that SQL leaves open. */
static t2sed_status look_again(t2s_verdict *out, t2s_duel *duel,
                               const t2s_result first[2], t2sed_error *err)
{
    t2s_result second[2] = {{0}, {0}};
    t2sed_status status;
    t2s_store_reverse(duel->store, true);
    status = run_both(out, second, duel, err);
    t2s_store_reverse(duel->store, false);
    if (!status && *out == T2S_VERDICT_SAME)
        status = compare(out, duel, &second[0], &second[1], err);
    if (!status && *out == T2S_VERDICT_DIFFERENT)
        status = compare(out, duel, &first[0], &second[1], err);
    if (!status && *out == T2S_VERDICT_DIFFERENT)
        status = compare(out, duel, &second[0], &first[1], err);
    t2s_result_free(&second[0]);
    t2s_result_free(&second[1]);
    return status;
}

t2sed_status t2s_duel_run(t2s_verdict *out, t2s_duel *duel, t2sed_error *err)
{
    t2s_result results[2] = {{0}, {0}};
    t2sed_status status;
    duel->is_telling = false;
    status = run_both(out, results, duel, err);
    if (!status && *out == T2S_VERDICT_SAME)
        status = compare(out, duel, &results[0], &results[1], err);
    if (!status && *out == T2S_VERDICT_DIFFERENT)
        status = look_again(out, duel, results, err);
    t2s_result_free(&results[0]);
    t2s_result_free(&results[1]);
    return status;
}

t2sed_status t2s_duel_try(t2s_verdict *out, t2s_duel *duel,
                          t2s_instance *instance, t2sed_error *err)
{
    t2s_instance_load(instance, duel->store);
    return t2s_duel_run(out, duel, err);
}
