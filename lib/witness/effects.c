/* What a query does on instances: it runs there beside its variants. */
#include "witness/effects.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "witness/duel.h"
#include "witness/fill.h"
#include "witness/grain.h"
#include "witness/witness.h"

#define SEED        29
#define MOST_LENGTH 20000 /* bytes of a query that is varied */
/* Steps of SQLite's machine that one query on one instance may take; and
 * what all may, as t2s_store_limit counts it. */
#define QUERY_STEPS       100000
#define MOST_MILLISECONDS 20
/* Columns of which more is known than how many. */
#define MOST_COLUMNS 32
/* Rows that have the same value before it is called constant; instances on
 * which a variant is the same before it has no effect. */
#define FEWEST_ROWS      3
#define FEWEST_INSTANCES 2

/* A variant on the instances so far. */
typedef struct varied {
    bool is_out, is_unknown, differs;
    int same; /* instances on which both gave something, and the same */
} varied;

/* What one run gave. */
typedef struct given {
    t2s_run how;
    t2s_fingerprint print;
    size_t rows, columns;
    bool tells;
    uint32_t nulls, values; /* bits of columns that have some */
    uint32_t constant;      /* bits of columns of one value */
    bool first_null;        /* the first column has one */
} given;

typedef struct effecting {
    t2sed_witness *w;
    const t2sed_sql *sql;
    const t2s_query *query;
    t2s_effects *out;
    t2s_plan plan;
    t2s_variants variants;
    varied varied[T2S_MOST_VARIANTS];
    t2s_probes probes;
    t2s_string text;
    uint32_t nulls, values, constant;
    int many; /* instances with FEWEST_ROWS rows or more */
} effecting;

/* --- one run --- */

/* A t2s_show_row. */
static void note(void *context, const t2s_rows *rows, size_t row)
{
    given *g = context;
    t2s_note_telling(&g->tells, rows, row);
    for (int i = 0; row != T2S_BEFORE_ROWS && i < t2s_rows_columns(rows) &&
                    i < MOST_COLUMNS;
         i++) {
        const bool is_null = t2s_rows_type(rows, i) == T2SED_CELL_NULL;
        *(is_null ? &g->nulls : &g->values) |= (uint32_t)1 << i;
    }
}

static uint32_t constants(const t2s_result *result)
{
    uint32_t found = 0;
    for (size_t i = 0; i < result->columns && i < MOST_COLUMNS; i++) {
        size_t row = 1;
        while (row < result->rows &&
               result->cells[row * result->columns + i] == result->cells[i])
            row++;
        if (row >= FEWEST_ROWS && row == result->rows)
            found |= (uint32_t)1 << i;
    }
    return found;
}

static t2sed_status run(given *out, effecting *e, const char *text, size_t n,
                        t2sed_error *err)
{
    t2s_store *store = e->w->store;
    t2s_result result = {0};
    t2sed_status status;
    *out = (given){.how = T2S_RUN_TIME};
    if (t2s_store_is_over(store))
        return T2SED_OK;
    status =
        t2s_store_run_text(&out->how, &result, store, text, n, note, out, err);
    if (!status && out->how == T2S_RUN_DONE &&
        !t2s_fingerprint_make(&out->print, &result))
        status = t2s_fail_memory(err);
    out->rows = result.rows;
    out->columns = result.columns;
    out->constant = constants(&result);
    t2s_result_free(&result);
    return status;
}

/* --- one instance --- */

/* Whether a variant gives what the query gives in neither direction. */
static bool differs(const t2s_variant *variant, const given *v,
                    const given base[2])
{
    if (variant->kind == T2S_VARIANT_order || variant->kind == T2S_VARIANT_ties)
        return v->print.list != base[0].print.list;
    return v->print.bag != base[0].print.bag &&
           v->print.bag != base[1].print.bag;
}

static t2sed_status run_variant(effecting *e, size_t i, const given base[2],
                                t2sed_error *err)
{
    const t2s_variant *variant = &e->variants.at[i];
    varied *at = &e->varied[i];
    given v;
    t2sed_status status;
    t2s_string_clear(&e->text);
    t2s_variant_write(&e->text, e->sql, variant);
    if (e->text.failed)
        return t2s_fail_memory(err);
    status = run(&v, e, e->text.text, e->text.length, err);
    if (v.how == T2S_RUN_DONE) {
        at->differs = differs(variant, &v, base);
        at->same += !at->differs && base[0].tells;
    } else if (v.how == T2S_RUN_ROWS) {
        at->differs = true; /* the query gave fewer */
    } else if (v.how == T2S_RUN_REFUSED && variant->kind == T2S_VARIANT_join) {
        at->is_out = true; /* the table is needed */
    } else {
        at->is_unknown = true;
    }
    return status;
}

static void note_base(effecting *e, const given base[2])
{
    t2s_effects *out = e->out;
    const uint32_t all = base[0].columns < MOST_COLUMNS
                             ? ((uint32_t)1 << base[0].columns) - 1
                             : UINT32_MAX;
    const bool is_same = base[0].print.bag == base[1].print.bag;
    out->runs++;
    out->telling += base[0].tells;
    out->empty += base[0].rows == 0;
    out->single += base[0].rows <= 1;
    out->columns = (int32_t)base[0].columns;
    out->is_choice += !is_same;
    e->nulls |= base[0].nulls;
    e->values |= base[0].values;
    out->has_null |= base[0].nulls & base[0].values & 1;
    if (base[0].rows >= FEWEST_ROWS) {
        e->constant = (e->many++ ? e->constant : all) & base[0].constant;
    }
}

/* The query in both directions of reading, where there are ties. */
static t2sed_status run_base(given base[2], effecting *e, bool is_plain,
                             t2sed_error *err)
{
    t2sed_status status = run(&base[0], e, e->sql->text, e->sql->length, err);
    base[1] = base[0];
    if (status || base[0].how != T2S_RUN_DONE || is_plain)
        return status;
    t2s_store_reverse(e->w->store, true);
    status = run(&base[1], e, e->sql->text, e->sql->length, err);
    t2s_store_reverse(e->w->store, false);
    if (base[1].how != T2S_RUN_DONE)
        base[0].how = base[1].how;
    return status;
}

static t2sed_status run_all(effecting *e, bool is_plain, t2sed_error *err)
{
    given base[2];
    t2sed_status status = run_base(base, e, is_plain, err);
    if (status || base[0].how != T2S_RUN_DONE)
        return status;
    note_base(e, base);
    status = t2s_probes_run(&e->probes, e->w->store, is_plain, err);
    for (size_t i = 0; i < e->variants.count && !status; i++)
        if (!e->varied[i].is_out && !e->varied[i].is_unknown &&
            !e->varied[i].differs) {
            status = t2s_check_interrupt(err);
            if (!status)
                status = run_variant(e, i, base, err);
        }
    return status;
}

/* --- all of them --- */

static void conclude(effecting *e)
{
    t2s_effects *out = e->out;
    for (size_t i = 0; i < e->variants.count; i++) {
        const varied *at = &e->varied[i];
        t2s_tally *tally = &out->of[e->variants.at[i].kind];
        if (at->is_out)
            continue;
        ++*(at->differs ? &tally->yes
            : !at->is_unknown && at->same >= FEWEST_INSTANCES
                ? &tally->no
                : &tally->unknown);
    }
    for (uint32_t bits = e->constant; bits; bits &= bits - 1)
        out->constant++;
    for (uint32_t bits = e->nulls & ~e->values; bits; bits &= bits - 1)
        out->nulls++;
    t2s_probes_conclude(out, &e->probes);
}

/* A plain instance, where names are unique and there are no NULLs but where the
 * query asks for them; and one with NULLs, ties and dangling references. */
static t2sed_status run_instances(effecting *e, t2sed_error *err)
{
    t2s_random random = {SEED};
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < 2 && !status; i++) {
        t2s_instance instance = {0};
        t2s_recipe recipe = {.rows = i ? 8 : 10,
                             .queries = UINT32_MAX,
                             .focus = -1,
                             .group = e->plan.group,
                             .is_plain = i == 0,
                             .has_ties = i > 0};
        recipe.seed = t2s_random_bits(&random);
        status =
            t2s_instance_fill(&instance, &e->plan, e->w->store, &recipe, err);
        t2s_instance_free(&instance);
        if (!status && !e->w->store->is_spoilt)
            status = run_all(e, recipe.is_plain, err);
    }
    return status;
}

static t2sed_status find(effecting *e, t2sed_error *err)
{
    const char *missing = NULL;
    t2sed_status status =
        t2s_plan_make(&e->plan, e->w->schema, &e->query, 1, NULL, 0, err);
    if (!status)
        status = t2s_witness_make_tables(&missing, e->w, &e->plan, err);
    if (status || missing)
        return status == T2SED_ELIMIT ? T2SED_OK : status;
    t2s_variants_find(&e->variants, e->query);
    t2s_probes_find(&e->probes, e->sql, e->query);
    status = run_instances(e, err);
    if (!status && e->out->runs)
        conclude(e);
    return status;
}

t2sed_status t2s_effects_find(t2s_effects *out, t2sed_witness *w,
                              const t2sed_sql *sql, const t2s_query *query,
                              t2sed_error *err)
{
    effecting *e;
    t2sed_status status;
    *out = (t2s_effects){0};
    if (sql->length > MOST_LENGTH)
        return T2SED_OK;
    e = t2s_zalloc(sizeof *e);
    if (!e)
        return t2s_fail_memory(err);
    e->w = w;
    e->sql = sql;
    e->query = query;
    e->out = out;
    w->store->query_steps = QUERY_STEPS;
    t2s_store_limit(w->store, MOST_MILLISECONDS);
    status = find(e, err);
    w->store->query_steps = 0;
    t2s_plan_free(&e->plan);
    t2s_probes_free(&e->probes);
    t2s_string_free(&e->text);
    t2s_free(e);
    return status;
}
