/* eval_witness.c - labels without rows: whether a query and the gold query give
 * the same on small databases made for both. */
#include "cli.h"
#include "eval.h"

enum { PLAIN_INSTANCES = 12, LEAST_DIFFERENT = 3, LEAST_SAME = 2 };

static t2sed_status compare(t2sed_difference_counts *counts,
                            t2sed_difference **found,
                            const t2sed_schema *schema, const t2sed_sql *gold,
                            const t2sed_sql *sql, bool plain, t2sed_error *err)
{
    t2sed_witness_options options;
    t2sed_witness *witness = NULL;
    t2sed_status status;
    t2sed_witness_options_init(&options, sizeof options);
    options.ordered = 1;
    options.plain = options.exhaustive = plain;
    if (plain)
        options.instances = PLAIN_INSTANCES;
    status = t2sed_witness_new(&witness, schema, &options, err);
    if (status == T2SED_OK)
        status = t2sed_witness_compare(found, witness, gold, sql, err);
    if (status == T2SED_OK)
        status = t2sed_difference_counts_get(*found, counts, err);
    t2sed_witness_free(witness);
    return status;
}

/* What plain databases say: most show a query that is wrong. Where they do not,
 * it is right only if no other database does, either. */
static t2sed_status decide(eval_witness *out, const t2sed_schema *schema,
                           const t2sed_sql *gold, const t2sed_sql *sql,
                           t2sed_difference **found, t2sed_error *err)
{
    t2sed_difference_counts counts = T2SED_DIFFERENCE_COUNTS_INIT;
    t2sed_status status = compare(&counts, found, schema, gold, sql, true, err);
    const bool shows = counts.same >= LEAST_SAME;
    out->label = T2SED_LABEL_NONE;
    out->code = "undecided";
    if (status != T2SED_OK)
        return status;
    if (t2sed_difference_outcome(*found) == T2SED_WITNESS_UNKNOWN) {
        out->code = "not_executable";
        return T2SED_OK;
    }
    if (counts.different >= LEAST_DIFFERENT) {
        out->label = T2SED_LABEL_WRONG;
        out->code = "witness";
    }
    if (counts.different > 0)
        return T2SED_OK;
    t2sed_difference_free(*found);
    *found = NULL;
    status = compare(&counts, found, schema, gold, sql, false, err);
    if (status == T2SED_OK && shows &&
        t2sed_difference_outcome(*found) == T2SED_WITNESS_NONE) {
        out->label = T2SED_LABEL_RIGHT;
        out->code = "no_witness";
    }
    return status;
}

t2sed_status eval_witness_label(eval_witness *out, const t2sed_schema *schema,
                                const t2sed_sql *gold, const t2sed_sql *sql,
                                t2sed_error *err)
{
    t2sed_difference *found = NULL;
    t2sed_status status = decide(out, schema, gold, sql, &found, err);
    if (status == T2SED_OK) {
        const char *cause = t2sed_difference_cause(found);
        snprintf(out->message, sizeof out->message, "%s",
                 *cause ? cause
                 : out->label == T2SED_LABEL_RIGHT
                     ? "no small database shows a difference"
                 : out->label == T2SED_LABEL_WRONG
                     ? "small databases show a difference"
                     : "small databases show too little");
    }
    t2sed_difference_free(found);
    return status;
}
