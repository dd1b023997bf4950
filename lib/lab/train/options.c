#include "lab/train/options.h"

#include <stdalign.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sized.h"

#define MOST_BYTES 1024 /* of a struct */

static const void *field(const void *options, const t2s_option *o)
{
    return (const char *)options + o->offset;
}

static size_t size_of(const t2s_option *o)
{
    static const size_t sizes[] = {
        [T2S_OPTION_INT] = sizeof(int),
        [T2S_OPTION_REAL] = sizeof(double),
        [T2S_OPTION_SEED] = sizeof(uint64_t),
        [T2S_OPTION_TEXT] = sizeof(const char *),
    };
    return sizes[o->type];
}

static double number(const void *options, const t2s_option *o)
{
    const void *at = field(options, o);
    return o->type == T2S_OPTION_INT ? *(const int *)at : *(const double *)at;
}

static const char *text(const void *options, const t2s_option *o)
{
    return *(const char *const *)field(options, o);
}

static void set_default(void *options, const t2s_option *o)
{
    const int whole = (int)o->initial;
    const uint64_t first_seed = (uint64_t)o->initial;
    const void *from = o->type == T2S_OPTION_INT    ? (const void *)&whole
                       : o->type == T2S_OPTION_SEED ? (const void *)&first_seed
                                                    : &o->initial;
    if (o->type != T2S_OPTION_TEXT)
        memcpy((char *)options + o->offset, from, size_of(o));
}

static void set_defaults(void *options, const t2s_options *table)
{
    memset(options, 0, table->size);
    memcpy(options, &table->size, sizeof table->size);
    for (size_t i = 0; i < table->count; i++)
        set_default(options, &table->at[i]);
}

void t2s_options_init(void *to, size_t given, const t2s_options *table)
{
    alignas(max_align_t) unsigned char defaults[MOST_BYTES];
    set_defaults(defaults, table);
    t2s_sized_init(to, given, defaults, table->size);
}

static t2sed_status check(const void *options, const t2s_options *table,
                          t2sed_error *err)
{
    for (size_t i = 0; i < table->count; i++) {
        const t2s_option *o = &table->at[i];
        double value;
        if (o->type != T2S_OPTION_INT && o->type != T2S_OPTION_REAL)
            continue;
        value = number(options, o);
        if (!(value >= o->low && value <= o->high))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: %s is %g, expected %g to %g", table->what,
                            o->name, value, o->low, o->high);
    }
    return T2SED_OK;
}

/* Texts become copies; where memory is short, what is left is NULL. */
static bool own_texts(void *options, const t2s_options *table)
{
    bool good = true;
    for (size_t i = 0; i < table->count; i++) {
        const t2s_option *o = &table->at[i];
        const char *given, *copy = NULL;
        if (o->type != T2S_OPTION_TEXT || !(given = text(options, o)))
            continue;
        if (good)
            copy = t2s_strdup(given);
        good = copy != NULL;
        memcpy((char *)options + o->offset, &copy, sizeof copy);
    }
    return good;
}

t2sed_status t2s_options_read(void *out, const void *given,
                              const t2s_options *table, t2sed_error *err)
{
    t2sed_status status;
    set_defaults(out, table);
    status = t2s_sized_read(out, table->size, given, table->type, err);
    if (status == T2SED_OK)
        status = check(out, table, err);
    if (status == T2SED_OK && !own_texts(out, table)) {
        t2s_options_free(out, table);
        status = t2s_fail_memory(err);
    }
    if (status != T2SED_OK)
        memset(out, 0, table->size);
    return status;
}

void t2s_options_free(void *options, const t2s_options *table)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->at[i].type == T2S_OPTION_TEXT)
            t2s_free((void *)(uintptr_t)text(options, &table->at[i]));
}

uint64_t t2s_options_hash(const void *options, const t2s_options *table)
{
    uint64_t hash = T2S_HASH_START;
    for (size_t i = 0; i < table->count; i++) {
        const t2s_option *o = &table->at[i];
        if (o->makes_run)
            hash = t2s_hash_bytes(hash, field(options, o), size_of(o));
    }
    return hash;
}

json_t *t2s_options_describe(const void *options, const t2s_options *table)
{
    json_t *all = json_object();
    for (size_t i = 0; all && i < table->count; i++) {
        const t2s_option *o = &table->at[i];
        json_t *value = NULL;
        if (o->type == T2S_OPTION_TEXT)
            continue;
        if (o->type == T2S_OPTION_SEED)
            value = json_integer((json_int_t) *
                                 (const uint64_t *)field(options, o));
        else if (o->type == T2S_OPTION_INT)
            value = json_integer((json_int_t)number(options, o));
        else
            value = json_real(number(options, o));
        if (json_object_set_new(all, o->name, value) != 0) {
            json_decref(all);
            return NULL;
        }
    }
    return all;
}
