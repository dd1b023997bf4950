/*
 * Corrects a query: the input is the question, the feedback, and the query, a
 * line each; what comes behind is a query of another source. The database is
 * a small one. What comes back parses, its edits lie in the query in order and
 * turn it into the correction, and probabilities add up to at most 1.
 */
#include "fuzz.h"
#include "small_database.h"

#include <math.h>

#include "correct/weigh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static t2sed_corrector *corrector(void)
{
    static t2sed_corrector *made;
    t2sed_corrector_options options;
    if (made)
        return made;
    setenv("T2SED_CORRECTOR", "lib/models/correct", 0);
    setenv("T2SED_SCHEMA_PREDICTION", "lib/models/schema-prediction", 0);
    setenv("T2SED_SKETCH", "lib/models/sketch", 0);
    t2sed_corrector_options_init(&options, sizeof options);
    options.most = 64;
    options.features = 1;
    require(t2sed_corrector_new(&made, small_open()->database, &options,
                                NULL) == T2SED_OK);
    return made;
}

/* The next line of the input, as text that ends in a NUL. */
static char *line(const uint8_t **data, size_t *size)
{
    const uint8_t *end = *size ? memchr(*data, '\n', *size) : NULL;
    size_t n = end ? (size_t)(end - *data) : *size;
    char *text = malloc(n + 1);
    require(text != NULL);
    if (n)
        memcpy(text, *data, n);
    text[n] = '\0';
    *data += n + (end != NULL);
    *size -= n + (end != NULL);
    return text;
}

static void check_edits(const t2sed_correction *of, const char *sql)
{
    const size_t length = strlen(sql), made = strlen(of->sql);
    size_t done = 0, at = 0;
    for (size_t i = 0; i < of->edit_count; i++) {
        const t2sed_correction_edit *edit = &of->edits[i];
        const size_t n = strlen(edit->text);
        require(done <= edit->begin && edit->begin <= edit->end &&
                edit->end <= length);
        require(at + edit->begin - done + n <= made);
        require(!memcmp(of->sql + at, sql + done, edit->begin - done));
        at += edit->begin - done;
        require(!memcmp(of->sql + at, edit->text, n));
        at += n;
        done = edit->end;
    }
    require(strcmp(of->sql + at, sql + done) == 0);
}

static void check(const t2sed_corrections *made, const char *sql)
{
    double total = 0;
    require(t2sed_corrections_count(made) > 0);
    for (size_t i = 0; i < t2sed_corrections_count(made); i++) {
        t2sed_correction one = {.struct_size = sizeof one};
        t2sed_sql *parsed = NULL;
        require(t2sed_corrections_get(made, i, &one, NULL) == T2SED_OK);
        require(t2sed_sql_parse(&parsed, one.sql, NULL) == T2SED_OK);
        t2sed_sql_free(parsed);
        total += one.probability;
        require(one.probability >= 0 && isnan(one.detected));
        if (one.source != T2SED_CORRECTION_EXTRA)
            check_edits(&one, sql);
        for (size_t k = 0; k < one.feature_count; k++)
            require(isfinite(one.values[k]) && one.features[k] >= 0 &&
                    one.features[k] < T2S_FEATURES);
    }
    require(total <= 1.0001);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *question = line(&data, &size), *feedback = line(&data, &size);
    char *sql = line(&data, &size), *extra = line(&data, &size);
    const char *const extras[] = {extra};
    t2sed_correction_input input;
    t2sed_question *asked = NULL, *said = NULL;
    t2sed_corrections *made = NULL;
    t2sed_correction_input_init(&input, sizeof input);
    if (t2sed_question_new(&asked, question, NULL) == T2SED_OK) {
        (void)t2sed_question_new(&said, feedback, NULL);
        input.question = asked;
        input.feedback = said;
        input.sql = sql;
        input.extra = extras;
        input.extra_count = 1;
        if (t2sed_corrector_correct(&made, corrector(), &input, NULL) ==
            T2SED_OK)
            check(made, sql);
        small_check();
    }
    t2sed_corrections_free(made);
    t2sed_question_free(asked);
    t2sed_question_free(said);
    free(question);
    free(feedback);
    free(sql);
    free(extra);
    return 0;
}
