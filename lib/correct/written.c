/* written.c - queries that a language model writes for what was said. */
#include "correct/written.h"

#include "base/error.h"
#include "base/string.h"
#include "sql/sql.h"

/* As the shipped adapter was taught (docs/training/judge/adapter.py). */
#define SAID   "The query is wrong: "
#define VALUES 2
#define END    "\n```"

t2sed_status t2s_written_open(t2sed_corrector *c, t2sed_error *err)
{
    const t2sed_corrector_options *options = &c->options;
    t2sed_language_session_options session;
    t2sed_status status;
    if (options->max_milliseconds < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "corrector: %d milliseconds, expected 0 or more",
                        (int)options->max_milliseconds);
    if (options->written < 0 || options->written > T2S_WRITTEN_MOST ||
        options->likely < 1 || options->likely > T2S_WRITTEN_MOST)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "corrector: written is %d and likely %d, expected 0 to "
                        "%d and 1 to %d",
                        (int)options->written, (int)options->likely,
                        T2S_WRITTEN_MOST, T2S_WRITTEN_MOST);
    if (!options->language_model)
        return T2SED_OK;
    t2sed_language_session_options_init(&session, sizeof session);
    session.caches = 1; /* one database, whose schema all prompts share */
    status = t2sed_language_session_new(&c->session, options->language_model,
                                        &session, err);
    return status == T2SED_OK
               ? t2sed_constraint_new(&c->constraint, c->database, NULL, err)
               : status;
}

t2sed_status t2s_written_ask(t2sed_prompt **out, t2sed_corrector *c,
                             const t2sed_correction_input *input,
                             const t2sed_schema_prediction *prediction,
                             t2sed_error *err)
{
    t2sed_prompt_options options;
    t2sed_conversation *before = NULL;
    t2s_string said = {0};
    size_t length;
    const char *text = t2sed_question_text(input->question, &length);
    t2sed_status status = t2sed_conversation_new(&before, err);
    if (status == T2SED_OK)
        status = t2sed_conversation_add_n(before, text, length, input->sql,
                                          input->length, err);
    text = t2sed_question_text(input->feedback, &length);
    t2s_string_append(&said, SAID);
    t2s_string_append_n(&said, text, length);
    if (status == T2SED_OK && said.failed)
        status = t2s_fail_memory(err);
    t2sed_prompt_options_init(&options, sizeof options);
    options.database = c->database;
    options.max_values = VALUES;
    options.prediction = prediction;
    options.conversation = before;
    options.knowledge = t2sed_question_knowledge(input->question, NULL);
    options.question = said.text;
    if (status == T2SED_OK)
        status = t2sed_prompt_new(out, &options, err);
    t2s_string_free(&said);
    t2sed_conversation_free(before);
    return status;
}

t2sed_status t2s_written_make(t2sed_generations **out, t2sed_corrector *c,
                              const t2sed_prompt *prompt, t2sed_error *err)
{
    t2sed_generation_options how;
    if (c->options.written == 0)
        return T2SED_OK;
    t2sed_generation_options_init(&how, sizeof how);
    how.method = T2SED_DECODE_BEAM;
    how.count = c->options.written;
    how.constraint = c->constraint;
    how.max_milliseconds = c->options.max_milliseconds;
    return t2sed_language_session_generate(out, c->session, prompt, &how, err);
}

t2sed_status t2s_written_spell(const char **out, t2s_arena *arena,
                               const t2sed_schema *schema, const char *query,
                               t2sed_error *err)
{
    t2s_string text = {0};
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse(&sql, query, err);
    *out = NULL;
    if (status == T2SED_OK)
        status = t2s_sql_spell(&text, sql, schema, err);
    t2s_string_append(&text, END);
    if (status == T2SED_OK) {
        if (!text.failed)
            *out = t2s_arena_strndup(arena, text.text, text.length);
        status = *out ? T2SED_OK : t2s_fail_memory(err);
    }
    t2s_string_free(&text);
    t2sed_sql_free(sql);
    return status == T2SED_ENOMEM || status == T2SED_EINTERRUPTED ? status
                                                                  : T2SED_OK;
}

t2sed_status t2s_written_likelihoods(double *out, t2sed_corrector *c,
                                     const t2sed_prompt *prompt,
                                     const char *const *spelled, size_t count,
                                     t2sed_error *err)
{
    t2sed_likelihoods *made = NULL;
    t2sed_status status = t2sed_language_session_likelihoods(
        &made, c->session, prompt, spelled, NULL, count, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_likelihood one = {.struct_size = sizeof one};
        t2sed_likelihoods_get(made, i, &one, NULL);
        out[i] = one.sum;
    }
    t2sed_likelihoods_free(made);
    return status;
}
