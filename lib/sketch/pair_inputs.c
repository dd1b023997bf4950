#include "sketch/pair_inputs.h"

/* Nothing but the text of a question is read. */
static t2sed_status make(t2s_question_facts **out, t2s_pair_question from,
                         const t2sed_schema *schema,
                         const t2s_value_index *values, t2sed_error *err)
{
    t2sed_question question = {.length = from.length};
    if (!from.text)
        return T2SED_OK;
    question.text = (char *)(uintptr_t)from.text;
    return t2s_question_facts_new(out, &question, schema, values, err);
}

t2sed_status
t2s_pair_inputs_make(t2s_pair_inputs *inputs, const t2s_pair_texts *texts,
                     const t2sed_schema *schema, const t2s_value_index *values,
                     t2s_association_view association, t2sed_error *err)
{
    t2s_question_facts **made = inputs->made;
    t2sed_status status;
    *inputs =
        (t2s_pair_inputs){.sources = {.schema = schema,
                                      .values = values,
                                      .association = association,
                                      .wrong_columns = texts->wrong_columns,
                                      .wrong_tables = texts->wrong_tables}};
    status = make(&made[0], texts->question, schema, values, err);
    if (status == T2SED_OK)
        status = make(&made[1], texts->feedback, schema, NULL, err);
    for (int i = 0; i < T2S_PAIR_EARLIER && status == T2SED_OK; i++)
        status = make(&made[i + 2], texts->earlier[i], schema, NULL, err);
    inputs->sources.question = made[0];
    inputs->sources.feedback = made[1];
    for (int i = 0; i < T2S_PAIR_EARLIER; i++)
        inputs->sources.earlier[i] = made[i + 2];
    return status;
}

void t2s_pair_inputs_free(t2s_pair_inputs *inputs)
{
    for (size_t i = 0; i < sizeof inputs->made / sizeof inputs->made[0]; i++)
        t2s_question_facts_free(inputs->made[i]);
    *inputs = (t2s_pair_inputs){0};
}
