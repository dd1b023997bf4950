/* signals.c - what is known of the queries of a line. */
#include "signals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROBABILITY, SCORE, SKETCH, LINK, NUMBERS };
enum { GROUP, OUTCOME, SOURCE, EMPTY, LABEL, CODES };

static double *numbers_of(const cli_signals *s, int which)
{
    return s->numbers + (size_t)which * s->count;
}

static int *codes_of(const cli_signals *s, int which)
{
    return s->codes + (size_t)which * s->count;
}

double cli_number_of(const json_t *target, const char *key)
{
    const json_t *value = json_object_get(target, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* A share, or NaN for what is none: a line may hold anything. */
static double share_of(const json_t *target, const char *key)
{
    const double value = cli_number_of(target, key);
    return value >= 0 && value <= 1 ? value : (double)NAN;
}

/* T2SED_OUTCOME_* by name, or -1. */
static int outcome_of(const json_t *name)
{
    if (json_is_string(name))
        for (int i = 0; t2sed_outcome_name(i); i++)
            if (strcmp(t2sed_outcome_name(i), json_string_value(name)) == 0)
                return i;
    return -1;
}

/* The agreement that all queries of a line came with. */
static bool read_agreement(cli_signals *s, const cli_scored *line)
{
    for (size_t i = 0; i < s->count; i++) {
        const json_t *from = json_object_get(line->targets[i], "agreement");
        const json_t *group = json_object_get(from, "group");
        const int outcome = outcome_of(json_object_get(from, "outcome"));
        const json_t *rows = json_object_get(from, "rows");
        if (outcome < 0 || (!json_is_integer(group) && !json_is_null(group)))
            return false;
        codes_of(s, GROUP)[i] =
            json_is_integer(group) ? (int)json_integer_value(group) : -1;
        codes_of(s, OUTCOME)[i] = outcome;
        codes_of(s, EMPTY)[i] = outcome == T2SED_OUTCOME_RAN &&
                                json_is_integer(rows) &&
                                json_integer_value(rows) == 0;
    }
    return true;
}

void cli_agreement_put(json_t *target, const t2sed_agreed *from)
{
    json_t *to = json_object();
    json_object_set_new(
        to, "group", from->group < 0 ? json_null() : json_integer(from->group));
    json_object_set_new(to, "share", cli_probability_json(from->share));
    json_object_set_new(to, "outcome",
                        json_string(t2sed_outcome_name(from->outcome)));
    json_object_set_new(to, "rows", json_integer((json_int_t)from->rows));
    json_object_set_new(target, "agreement", to);
}

/* Finds out which queries agree; where the line has it already, nothing runs.
 */
static t2sed_status find_agreement(cli_signals *s, const cli_scored *line,
                                   t2sed_error *err)
{
    t2sed_agreement *agreement = NULL;
    t2sed_status status;
    s->grouped = true;
    if (read_agreement(s, line))
        return T2SED_OK;
    status = t2sed_agreement_new(&agreement, line->source, line->queries,
                                 line->lengths, s->count, NULL, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < s->count; i++) {
        t2sed_agreed agreed = T2SED_AGREED_INIT;
        t2sed_agreement_get(agreement, i, &agreed, NULL);
        codes_of(s, GROUP)[i] = agreed.group;
        codes_of(s, OUTCOME)[i] = agreed.outcome;
        codes_of(s, EMPTY)[i] =
            agreed.outcome == T2SED_OUTCOME_RAN && agreed.rows == 0;
        cli_agreement_put(line->targets[i], &agreed);
    }
    t2sed_agreement_free(agreement);
    return T2SED_OK;
}

/* Numbers the parsers by their first candidates. */
static void find_sources(cli_signals *s, const cli_scored *line)
{
    json_t *seen = json_object();
    for (size_t i = 0; i < s->count; i++) {
        const char *name =
            json_string_value(json_object_get(line->targets[i], "parser"));
        const json_t *known = name ? json_object_get(seen, name) : NULL;
        codes_of(s, SOURCE)[i] = known  ? (int)json_integer_value(known)
                                 : name ? (int)i
                                        : -1;
        if (name && !known)
            json_object_set_new(seen, name, json_integer((json_int_t)i));
    }
    json_decref(seen);
}

void cli_signals_free(cli_signals *s)
{
    free(s->numbers);
    free(s->codes);
}

const int *cli_signals_labels(const cli_signals *s)
{
    return codes_of(s, LABEL);
}

t2sed_status cli_signals_read(cli_signals *s, const cli_scored *line,
                              bool wants_agreement, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    memset(s, 0, sizeof *s);
    s->count = line->count;
    s->numbers = calloc(s->count * NUMBERS + 1, sizeof *s->numbers);
    s->codes = calloc(s->count * CODES + 1, sizeof *s->codes);
    if (!s->numbers || !s->codes) {
        cli_signals_free(s);
        return T2SED_ENOMEM;
    }
    for (size_t i = 0; i < s->count; i++) {
        const json_t *target = line->targets[i];
        const json_t *label = json_object_get(target, "label");
        numbers_of(s, PROBABILITY)[i] = share_of(
            target, json_object_get(target, "alone") ? "alone" : "probability");
        numbers_of(s, SCORE)[i] = cli_number_of(target, "score");
        numbers_of(s, SKETCH)[i] = share_of(target, "plan");
        numbers_of(s, LINK)[i] = share_of(target, "link");
        codes_of(s, LABEL)[i] =
            json_is_integer(label) ? json_integer_value(label) != 0 : -1;
    }
    find_sources(s, line);
    if (wants_agreement)
        status = find_agreement(s, line, err);
    t2sed_signals_init(&s->all, sizeof s->all);
    s->all.count = s->count;
    s->all.probability = numbers_of(s, PROBABILITY);
    s->all.parser_score = numbers_of(s, SCORE);
    s->all.sketch = numbers_of(s, SKETCH);
    s->all.link = numbers_of(s, LINK);
    s->all.groups = s->grouped ? codes_of(s, GROUP) : NULL;
    s->all.outcomes = s->grouped ? codes_of(s, OUTCOME) : NULL;
    s->all.sources = codes_of(s, SOURCE);
    s->all.empty = s->grouped ? codes_of(s, EMPTY) : NULL;
    if (status != T2SED_OK)
        cli_signals_free(s);
    return status;
}
