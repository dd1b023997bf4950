#include "decide/trigger.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "model/model.h"

#define PREFIX "answer_"

struct t2sed_trigger {
    double answer, abstain;
};

const char *t2sed_decision_name(int decision)
{
    static const char *const names[] = {"abstain", "ask", "answer"};
    return decision >= 0 && decision <= T2SED_DECISION_ANSWER ? names[decision]
                                                              : NULL;
}

static const t2sed_trigger_options usual = {sizeof usual, 0.5, 0};

void t2sed_trigger_options_init(t2sed_trigger_options *options, size_t size)
{
    t2s_sized_init(options, size, &usual, sizeof usual);
}

/* ------------------------------------------------ thresholds of a model */

/* "90, 95", what there is in the object. */
static void list_known(t2s_string *out, json_t *thresholds)
{
    const char *key;
    json_t *value;
    json_object_foreach(thresholds, key, value)
    {
        if (strncmp(key, PREFIX, strlen(PREFIX)) != 0 ||
            strchr(key + strlen(PREFIX), '_') || !json_is_number(value))
            continue;
        t2s_string_append(out, out->length ? ", " : "");
        t2s_string_append(out, key + strlen(PREFIX));
    }
}

/* The threshold of the most specific key that the model has, or NULL. `key`
 * receives the last key tried, which errors name. */
static json_t *find_threshold(char key[64], json_t *thresholds, int percent,
                              enum t2s_known known, bool is_covered)
{
    const char *of = known == T2S_KNOWN_DATABASE ? "" : t2s_known_names[known];
    const char *bar = *of ? "_" : "";
    json_t *value = NULL;
    if (is_covered) {
        snprintf(key, 64, PREFIX "%d%s%s_covered", percent, bar, of);
        value = json_object_get(thresholds, key);
    }
    if (!value) {
        snprintf(key, 64, PREFIX "%d%s%s", percent, bar, of);
        value = json_object_get(thresholds, key);
    }
    if (!value) {
        snprintf(key, 64, PREFIX "%d", percent);
        value = json_object_get(thresholds, key);
    }
    return value;
}

static t2sed_status read_threshold(double *out, json_t *thresholds, int percent,
                                   enum t2s_known known, bool is_covered,
                                   t2sed_error *err)
{
    char key[64];
    json_t *value = find_threshold(key, thresholds, percent, known, is_covered);
    t2s_string others = {0};
    t2sed_status status;
    if (json_is_number(value)) {
        *out = json_number_value(value);
        return *out >= 0 ? T2SED_OK
                         : t2s_fail(err, T2SED_EFORMAT, -1,
                                    "config.json, t2sed, thresholds: %s is "
                                    "negative",
                                    key);
    }
    list_known(&others, thresholds);
    status =
        others.failed ? t2s_fail_memory(err)
        : others.length
            ? t2s_fail(err, T2SED_ENOTFOUND, -1,
                       "trigger: the model has no threshold for a "
                       "precision of %d %%; it has: %s",
                       percent, others.text)
            : t2s_fail(
                  err, T2SED_ENOTFOUND, -1,
                  "trigger: the model has no thresholds; " T2S_THRESHOLDS_BY);
    t2s_string_free(&others);
    return status;
}

bool t2s_trigger_has_thresholds(const t2sed_model *model)
{
    json_t *thresholds = json_object_get(
        json_object_get(model->config.json, "t2sed"), "thresholds");
    const char *key;
    json_t *value;
    json_object_foreach(thresholds, key,
                        value) if (strncmp(key, PREFIX, strlen(PREFIX)) ==
                                   0) return true;
    return false;
}

t2sed_status t2s_trigger_options_for(t2sed_trigger_options *options,
                                     const t2sed_model *model,
                                     enum t2s_known known, bool is_covered,
                                     double precision, t2sed_error *err)
{
    json_t *thresholds = NULL;
    t2s_members in = {NULL, "config.json", err, T2SED_OK};
    t2sed_trigger_options made = usual;
    if (!(precision >= 0 && precision <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trigger: a precision of %g, expected 0 to 1",
                        precision);
    in.object = json_object_get(model->config.json, "t2sed");
    t2s_member_object(&in, "thresholds", false, &thresholds);
    if (in.status == T2SED_OK)
        in.status = read_threshold(&made.answer, thresholds,
                                   (int)lround(precision * 100), known,
                                   is_covered, err);
    return in.status == T2SED_OK ? t2s_sized_write(options, &made, sizeof made,
                                                   "t2sed_trigger_options", err)
                                 : in.status;
}

t2sed_status t2sed_trigger_options_of(t2sed_trigger_options *options,
                                      const t2sed_model *model,
                                      double precision, t2sed_error *err)
{
    if (!options || !model)
        return t2s_fail_null(err, __func__, "options and model");
    return t2s_trigger_options_for(options, model, T2S_KNOWN_DATABASE, false,
                                   precision, err);
}

/* ------------------------------------------------------------ decisions */

t2sed_status t2sed_trigger_new(t2sed_trigger **out,
                               const t2sed_trigger_options *given,
                               t2sed_error *err)
{
    t2sed_trigger_options options = usual;
    t2sed_trigger *trigger;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_trigger_options", err);
    if (status != T2SED_OK)
        return status;
    if (!(options.abstain >= 0 && options.abstain <= options.answer))
        return t2s_fail(
            err, T2SED_EINVAL, -1,
            "trigger: answer from %g and abstain under %g: expected "
            "0 or more, and no more for abstain",
            options.answer, options.abstain);
    trigger = t2s_alloc(sizeof *trigger);
    if (!trigger)
        return t2s_fail_memory(err);
    trigger->answer = options.answer;
    trigger->abstain = options.abstain;
    *out = trigger;
    return T2SED_OK;
}

void t2sed_trigger_free(t2sed_trigger *trigger)
{
    t2s_free(trigger);
}

int t2sed_trigger_decide(const t2sed_trigger *trigger, double probability)
{
    const double p = isnan(probability) ? 0 : probability;
    return !trigger                ? T2SED_DECISION_ABSTAIN
           : p >= trigger->answer  ? T2SED_DECISION_ANSWER
           : p >= trigger->abstain ? T2SED_DECISION_ASK
                                   : T2SED_DECISION_ABSTAIN;
}
