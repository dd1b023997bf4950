/* completer.c - gives questions the parses that a model's graphs read. */
#include "model/sample.h"

#include "base/error.h"
#include "question/question.h"

void t2s_completer_set(t2s_completer *completer, int parse,
                       const t2sed_parser *parser,
                       t2sed_status (*open)(const t2sed_parser **, void *,
                                            t2sed_error *),
                       void *payload)
{
    completer->active = parse != T2SED_PARSE_NEVER;
    completer->parser = parser;
    completer->open = open;
    completer->payload = payload;
}

static void forget(t2s_completer *completer)
{
    for (size_t i = 0; i < completer->questions.count; i++)
        t2sed_question_free(completer->questions.at[i]);
    completer->questions.count = 0;
    t2s_map_free(&completer->texts);
}

void t2s_completer_end(t2s_completer *completer)
{
    forget(completer);
    t2s_vector_free(&completer->questions);
}

static t2sed_status find_parser(t2s_completer *completer, t2sed_error *err)
{
    t2sed_error why;
    t2sed_status status;
    if (completer->parser)
        return T2SED_OK;
    status = completer->open(&completer->parser, completer->payload, &why);
    if (status == T2SED_OK)
        return T2SED_OK;
    /* A fault of the machine's, not of the question. */
    return t2s_fail(err, t2s_is_sample_failure(status) ? T2SED_ESTATE : status,
                    -1,
                    "the model reads question parses, and this question has "
                    "none: %s",
                    why.text);
}

static t2sed_status parse_copy(t2sed_question **out, t2s_completer *completer,
                               const t2sed_question *question, t2sed_error *err)
{
    t2sed_question *copy;
    t2sed_status status;
    if (!question->has_dependencies) {
        status = find_parser(completer, err);
        if (status != T2SED_OK)
            return status;
    }
    copy = t2s_question_copy(question);
    if (!copy)
        return t2s_fail_memory(err);
    status = question->has_dependencies
                 ? t2sed_question_derive_constituents(copy, err)
                 : t2sed_question_complete(copy, completer->parser, err);
    if (status == T2SED_OK)
        *out = copy;
    else
        t2sed_question_free(copy);
    return status;
}

/* Nothing but the text decides on its parse. */
static bool is_plain(const t2sed_question *question)
{
    return !question->has_dependencies && !question->has_constituents &&
           !question->words_are_given;
}

static t2sed_status remember(t2s_completer *completer, t2sed_question *made,
                             bool by_text, t2sed_error *err)
{
    if (completer->questions.count >= completer->keep)
        forget(completer);
    if (!t2s_vector_push(&completer->questions, made)) {
        t2sed_question_free(made);
        return t2s_fail_memory(err);
    }
    return !by_text || t2s_map_set(&completer->texts, made->text, made->length,
                                   (int64_t)completer->questions.count - 1)
               ? T2SED_OK
               : t2s_fail_memory(err);
}

static bool lacks(const t2s_completer *completer,
                  const t2sed_question *question)
{
    return (completer->dependency && !question->has_dependencies) ||
           (completer->constituency && !question->has_constituents);
}

t2sed_status t2s_completer_complete(const t2sed_question **out,
                                    t2s_completer *completer,
                                    const t2sed_question *question,
                                    t2sed_error *err)
{
    t2sed_question *made = NULL;
    t2sed_status status;
    int64_t at;
    if (!completer->active || !lacks(completer, question)) {
        *out = question;
        return T2SED_OK;
    }
    at = t2s_map_get(&completer->texts, question->text, question->length, -1);
    if (is_plain(question) && at >= 0) {
        *out = completer->questions.at[at];
        return T2SED_OK;
    }
    status = parse_copy(&made, completer, question, err);
    if (status == T2SED_OK)
        status = remember(completer, made, is_plain(question), err);
    if (status == T2SED_OK)
        *out = made;
    return status;
}
