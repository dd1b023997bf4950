#include "witness/duel.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "witness/unstable.h"

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

/* Columns that are compared one by one. */
#define MOST_COLUMNS 64

/* Ways to break ties that are tried. */
#define MOST_UNTIED 3

/* What the queries may give beside what they gave: with the tables read in the
 * other direction, then with ties broken in some ways. */
typedef struct alternatives {
    t2s_result results[2][1 + MOST_UNTIED];
    int count[2];
} alternatives;

/* Runs the query with its ties broken. Where SQLite does not take that (a
 * compound SELECT) there is nothing. */
static t2sed_status run_untied(alternatives *found, t2s_duel *duel, int which,
                               t2sed_error *err)
{
    t2s_string text = {0};
    t2s_run how = T2S_RUN_DONE;
    t2sed_error why;
    t2sed_status status = T2SED_OK;
    if (t2s_append_untied(&text, duel->sql[which]))
        for (int i = 0; i < MOST_UNTIED && !status && how == T2S_RUN_DONE;
             i++) {
            status =
                text.failed
                    ? t2s_fail_memory(&why)
                    : t2s_store_run_untied(
                          &how, &found->results[which][found->count[which]],
                          duel->store, &text, i, &why);
            found->count[which] += !status && how == T2S_RUN_DONE;
        }
    if (status && err)
        *err = why;
    t2s_string_free(&text);
    return status;
}

/* Whether two results are known to be the same. */
static t2sed_status is_same(bool *out, t2s_duel *duel, const t2s_result *a,
                            const t2s_result *b, t2sed_error *err)
{
    t2s_verdict verdict = T2S_VERDICT_SAME;
    t2sed_status status = compare(&verdict, duel, a, b, err);
    *out = verdict == T2S_VERDICT_SAME;
    return status;
}

/* Whether a query leaves open what it returns; *matches: what it may return is
 * what the other query may return. */
static t2sed_status look_at(bool *is_open, bool *matches, t2s_duel *duel,
                            const t2s_result first[2],
                            const alternatives *found, int which,
                            t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < found->count[which] && !status; i++) {
        const t2s_result *other = &found->results[which][i];
        bool same = false;
        status = is_same(&same, duel, &first[which], other, err);
        if (status || same)
            continue;
        *is_open = true;
        status = is_same(&same, duel, &first[!which], other, err);
        *matches |= same;
        for (int k = 0; k < found->count[!which] && !status && !*matches; k++) {
            status =
                is_same(&same, duel, &found->results[!which][k], other, err);
            *matches |= same;
        }
    }
    return status;
}

/* The values of a column, whatever their order, as one number. */
static uint64_t column_print(const t2s_result *result, size_t column)
{
    uint64_t print = 0;
    for (size_t row = 0; row < result->rows; row++)
        print += t2s_hash_mix(result->cells[row * result->columns + column]);
    return print;
}

/* Whether a column has the same values whatever a query chooses. */
static bool is_settled(const t2s_result first[2], const alternatives *found,
                       int which, size_t column)
{
    const uint64_t print = column_print(&first[which], column);
    for (int i = 0; i < found->count[which]; i++)
        if (print != column_print(&found->results[which][i], column))
            return false;
    return true;
}

/* Whether a column has values, whatever is chosen, that no column of the other
 * result has or might have. */
static bool has_other_values(const t2s_result first[2],
                             const alternatives *found, int which)
{
    for (size_t i = 0; i < first[which].columns; i++) {
        bool may_be_same = !is_settled(first, found, which, i);
        for (size_t k = 0; k < first[!which].columns && !may_be_same; k++)
            may_be_same = !is_settled(first, found, !which, k) ||
                          column_print(&first[which], i) ==
                              column_print(&first[!which], k);
        if (!may_be_same)
            return true;
    }
    return false;
}

/* Whether queries of which one leaves a choice differ whatever is chosen. */
static bool differs_anyway(const t2s_result first[2], const alternatives *found)
{
    if (first[0].rows != first[1].rows || first[0].columns != first[1].columns)
        return true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < found->count[i]; k++)
            if (first[i].rows != found->results[i][k].rows)
                return false;
    return first[0].columns <= MOST_COLUMNS &&
           (has_other_values(first, found, 0) ||
            has_other_values(first, found, 1));
}

/* Whether what differs is a choice that SQL leaves open. */
static t2sed_status look_again(t2s_verdict *out, t2s_duel *duel,
                               const t2s_result first[2], t2sed_error *err)
{
    alternatives found = {.count = {1, 1}};
    t2s_result reversed[2] = {{0}, {0}};
    bool is_open = false, matches = false;
    t2sed_status status;
    t2s_store_reverse(duel->store, true);
    status = run_both(out, reversed, duel, err);
    t2s_store_reverse(duel->store, false);
    for (int i = 0; i < 2; i++)
        found.results[i][0] = reversed[i];
    if (!status && *out == T2S_VERDICT_SAME) {
        for (int i = 0; i < 2 && !status; i++)
            status = run_untied(&found, duel, i, err);
        for (int i = 0; i < 2 && !status; i++)
            status = look_at(&is_open, &matches, duel, first, &found, i, err);
        *out = matches ? T2S_VERDICT_SAME
               : is_open && !differs_anyway(first, &found)
                   ? T2S_VERDICT_OPEN
                   : T2S_VERDICT_DIFFERENT;
    }
    if (*out == T2S_VERDICT_OPEN)
        t2s_fail(&duel->why, T2SED_OK, -1,
                 "ties leave open which rows a query returns");
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < found.count[i]; k++)
            t2s_result_free(&found.results[i][k]);
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
    if (!status && *out == T2S_VERDICT_DIFFERENT && !duel->is_quick)
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
