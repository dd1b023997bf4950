#include "model/gatherer.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

struct t2s_gatherer {
    size_t *places; /* [count] of the names in the library's vector */
    size_t count;
    const char *unknown;    /* the first name that the library can't gather */
    t2sed_evidence *source; /* of the present question, or NULL */
    t2sed_evidence *own;    /* without a database, for schema `own_schema` */
    const t2sed_schema *own_schema;
    float *all; /* [t2sed_evidence_count()] */
};

static void find_places(t2s_gatherer *gatherer, const t2s_names *names)
{
    const size_t known = t2sed_evidence_count();
    for (size_t i = 0; i < names->count; i++) {
        size_t at = 0;
        while (at < known && strcmp(t2sed_evidence_name(at), names->at[i]) != 0)
            at++;
        if (at == known && !gatherer->unknown)
            gatherer->unknown = names->at[i];
        gatherer->places[i] = at;
    }
    gatherer->count = names->count;
}

t2sed_status t2s_gatherer_open(t2s_gatherer **out, const t2s_names *names,
                               t2sed_error *err)
{
    t2s_gatherer *gatherer = t2s_zalloc(sizeof *gatherer);
    if (!gatherer)
        return t2s_fail_memory(err);
    gatherer->places = t2s_alloc_array(names->count, sizeof *gatherer->places);
    gatherer->all =
        t2s_alloc_array(t2sed_evidence_count(), sizeof *gatherer->all);
    if (!gatherer->places || !gatherer->all) {
        t2s_gatherer_free(gatherer);
        return t2s_fail_memory(err);
    }
    find_places(gatherer, names);
    *out = gatherer;
    return T2SED_OK;
}

void t2s_gatherer_free(t2s_gatherer *gatherer)
{
    if (!gatherer)
        return;
    t2sed_evidence_free(gatherer->own);
    t2s_free(gatherer->places);
    t2s_free(gatherer->all);
    t2s_free(gatherer);
}

void t2s_gatherer_clear(t2s_gatherer *gatherer)
{
    gatherer->source = NULL;
}

bool t2s_gatherer_is_set(const t2s_gatherer *gatherer)
{
    return gatherer->source != NULL;
}

/* Evidence without a database. */
static t2sed_status open_own(t2s_gatherer *gatherer, const t2sed_schema *schema,
                             t2sed_error *err)
{
    if (gatherer->own && gatherer->own_schema == schema)
        return T2SED_OK;
    t2sed_evidence_free(gatherer->own);
    gatherer->own = NULL;
    gatherer->own_schema = schema;
    return t2sed_evidence_open(&gatherer->own, schema, NULL, NULL, err);
}

t2sed_status t2s_gatherer_set(t2s_gatherer *gatherer, t2sed_evidence *source,
                              const t2sed_question *question,
                              const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    gatherer->source = NULL;
    if (gatherer->unknown)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the model reads evidence \"%.100s\", which this "
                        "version of the library does not gather: it has to "
                        "be given with the beam",
                        gatherer->unknown);
    if (!source)
        status = open_own(gatherer, schema, err);
    if (status == T2SED_OK) {
        source = source ? source : gatherer->own;
        status = t2sed_evidence_set_question(source, question, err);
    }
    if (status == T2SED_OK)
        gatherer->source = source;
    return status;
}

t2sed_status t2s_gatherer_compute(t2s_gatherer *gatherer, const t2sed_sql *sql,
                                  float *out, t2sed_error *err)
{
    t2sed_status status =
        t2sed_evidence_compute(gatherer->source, sql, gatherer->all, err);
    for (size_t i = 0; status == T2SED_OK && i < gatherer->count; i++)
        out[i] = gatherer->all[gatherer->places[i]];
    return status;
}
