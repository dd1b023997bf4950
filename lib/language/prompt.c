#include "language/prompt.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "question/conversation.h"

#define MAX_TEXT    ((size_t)1 << 20)
#define RESERVED    512 /* tokens of the context, for what is continued */
#define MAX_SAMPLES 100

static const char system_text[] =
    "You write SQLite queries. Answer the question with one query.";

void t2sed_prompt_options_init(t2sed_prompt_options *options, size_t size)
{
    const t2sed_prompt_options defaults = {.struct_size = sizeof defaults};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

/* --- making --- */

static t2sed_status check_options(const t2sed_prompt_options *o,
                                  t2sed_error *err)
{
    const struct {
        const char *what, *text;
    } texts[] = {{"system", o->system},
                 {"knowledge", o->knowledge},
                 {"question", o->question},
                 {"answer", o->answer}};
    t2sed_status status = T2SED_OK;
    if (o->schema_style < T2SED_SCHEMA_DDL ||
        o->schema_style > T2SED_SCHEMA_COMPACT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "prompt options: schema_style is %d", o->schema_style);
    if (o->chat < T2SED_CHAT_AUTO || o->chat > T2SED_CHAT_LLAMA3)
        return t2s_fail(err, T2SED_EINVAL, -1, "prompt options: chat is %d",
                        o->chat);
    if (o->max_values < 0 || o->max_values > MAX_SAMPLES)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "prompt options: max_values is %d, expected 0 to %d",
                        o->max_values, MAX_SAMPLES);
    if (o->max_tokens < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "prompt options: max_tokens is %d", o->max_tokens);
    if (!o->question || strspn(o->question, " \t\r\n") == strlen(o->question))
        return t2s_fail(err, T2SED_EEMPTY, -1, "prompt: there is no question");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const size_t n = texts[i].text ? strlen(texts[i].text) : 0;
        if (n > MAX_TEXT)
            return t2s_fail(err, T2SED_ELIMIT, -1,
                            "prompt: %s has %zu bytes, at most %zu are read",
                            texts[i].what, n, MAX_TEXT);
        if (n > 0)
            status = t2s_utf8_check(texts[i].text, n, texts[i].what, err);
        if (status != T2SED_OK)
            return status;
    }
    return status;
}

/* A text as comments of SQL, one a line. */
static void append_comment(t2s_string *out, const char *what, const char *text,
                           size_t n)
{
    t2s_string_append_format(out, "-- %s: ", what);
    for (size_t i = 0; i < n; i++) {
        t2s_string_append_char(out, text[i]);
        if (text[i] == '\n' && i + 1 < n)
            t2s_string_append(out, "-- ");
    }
    if (n == 0 || text[n - 1] != '\n')
        t2s_string_append_char(out, '\n');
}

static void append_rest(t2s_string *out, const t2sed_prompt_options *o)
{
    if (o->knowledge && *o->knowledge)
        append_comment(out, "Knowledge", o->knowledge, strlen(o->knowledge));
    for (size_t i = 0; i < t2sed_conversation_count(o->conversation); i++) {
        const t2s_conversation_turn turn =
            t2s_conversation_get(o->conversation, i);
        append_comment(out, "Question", turn.question, turn.question_length);
        if (turn.sql) {
            t2s_string_append_n(out, turn.sql, turn.sql_length);
            t2s_string_append_char(out, '\n');
        }
    }
    append_comment(out, "Question", o->question, strlen(o->question));
}

static t2sed_status fill(t2sed_prompt *prompt, const t2sed_prompt_options *o,
                         t2sed_error *err)
{
    t2s_arena *arena = &prompt->arena;
    t2s_string rest = {0};
    t2sed_status status = T2SED_OK;
    append_rest(&rest, o);
    if (!rest.failed)
        prompt->rest = t2s_arena_strndup(arena, rest.text, rest.length);
    t2s_string_free(&rest);
    if (o->system)
        prompt->system = t2s_arena_strdup(arena, o->system);
    if (o->answer)
        prompt->answer = t2s_arena_strdup(arena, o->answer);
    if (!prompt->rest || (o->system && !prompt->system) ||
        (o->answer && !prompt->answer))
        return t2s_fail_memory(err);
    prompt->chat = o->chat;
    prompt->max_tokens = o->max_tokens;
    if (o->database)
        status = t2s_text_schema_read(&prompt->schema, arena, o, err);
    return status;
}

t2sed_status t2sed_prompt_new(t2sed_prompt **out,
                              const t2sed_prompt_options *given,
                              t2sed_error *err)
{
    t2sed_prompt_options options;
    t2sed_prompt *prompt;
    t2sed_status status;
    if (!out || !given)
        return t2s_fail_null(err, __func__, "out and options");
    status = T2S_READ_SIZED(t2sed_prompt_options, &options, given, err);
    if (status == T2SED_OK)
        status = check_options(&options, err);
    if (status != T2SED_OK)
        return status;
    prompt = t2s_zalloc(sizeof *prompt);
    if (!prompt)
        return t2s_fail_memory(err);
    status = fill(prompt, &options, err);
    if (status == T2SED_OK)
        *out = prompt;
    else
        t2sed_prompt_free(prompt);
    return status;
}

void t2sed_prompt_free(t2sed_prompt *prompt)
{
    if (!prompt)
        return;
    t2s_arena_free(&prompt->arena);
    t2s_free(prompt);
}

/* --- encoding --- */

typedef struct encoder {
    const t2sed_language_model *model;
    t2sed_tokens *scratch;
    t2s_ids *ids;
    t2s_string *text; /* of the whole */
    t2s_string plain; /* of what was not encoded yet */
    t2sed_error *err;
    t2sed_status status;
} encoder;

/* Encodes what stands since the last special token. */
static void flush(encoder *e)
{
    t2sed_token_arrays tokens = {.struct_size = sizeof tokens};
    if (e->status == T2SED_OK && e->plain.failed)
        e->status = t2s_fail_memory(e->err);
    if (e->status == T2SED_OK && e->plain.length > 0)
        e->status =
            t2sed_tokenizer_encode_n(e->model->tokenizer, e->scratch,
                                     e->plain.text, e->plain.length, 0, e->err);
    if (e->status != T2SED_OK || e->plain.length == 0)
        return;
    t2sed_tokens_get(e->scratch, &tokens, NULL);
    if (!t2s_vector_reserve(e->ids, e->ids->count + tokens.count)) {
        e->status = t2s_fail_memory(e->err);
        return;
    }
    memcpy(e->ids->at + e->ids->count, tokens.ids,
           tokens.count * sizeof *tokens.ids);
    e->ids->count += tokens.count;
    if (e->text)
        t2s_string_append_n(e->text, e->plain.text, e->plain.length);
    t2s_string_clear(&e->plain);
}

static void put(encoder *e, const char *text)
{
    t2s_string_append(&e->plain, text);
}

static void put_special(encoder *e, int32_t id)
{
    flush(e);
    if (e->status == T2SED_OK && !t2s_vector_push(e->ids, id))
        e->status = t2s_fail_memory(e->err);
    if (e->text)
        t2s_string_append(e->text,
                          t2sed_tokenizer_token(e->model->tokenizer, id));
}

static void begin_turn(encoder *e, const char *role)
{
    const t2s_chat_tokens *chat = &e->model->chat;
    put_special(e, chat->start);
    put(e, role);
    if (chat->role_end >= 0) {
        put_special(e, chat->role_end);
        put(e, "\n");
    }
    put(e, "\n");
}

static void end_turn(encoder *e)
{
    put_special(e, e->model->chat.end);
    if (e->model->chat.kind == T2SED_CHAT_CHATML)
        put(e, "\n");
}

/* Writes a prompt with the `most` likeliest columns of its schema. */
static t2sed_status write(encoder *e, const t2sed_prompt *p, bool is_chat,
                          size_t most, bool values)
{
    const char *system = p->system ? p->system : system_text;
    const char *answer = p->answer ? p->answer : is_chat ? "```sql\n" : "";
    e->ids->count = 0;
    e->status = T2SED_OK;
    t2s_string_clear(&e->plain);
    if (e->text)
        t2s_string_clear(e->text);
    if (e->model->chat.begin >= 0)
        put_special(e, e->model->chat.begin);
    if (is_chat && *system) {
        begin_turn(e, "system");
        put(e, system);
        end_turn(e);
    } else if (*system) {
        t2s_string_append_format(&e->plain, "%s\n\n", system);
    }
    if (is_chat)
        begin_turn(e, "user");
    if (most > 0) {
        t2s_text_schema_write(&e->plain, &p->schema, most, values);
        put(e, "\n");
    }
    t2s_string_append_n(&e->plain, p->rest,
                        strlen(p->rest) - (is_chat ? 1 : 0));
    if (is_chat) {
        end_turn(e);
        begin_turn(e, "assistant");
    }
    put(e, answer);
    flush(e);
    if (e->status == T2SED_OK && e->text && e->text->failed)
        e->status = t2s_fail_memory(e->err);
    return e->status;
}

static size_t limit_of(const t2sed_prompt *p, const t2sed_language_model *m)
{
    const int context = m->config.decoder.positions;
    const int room =
        context > 2 * RESERVED ? context - RESERVED : (context + 1) / 2;
    return (size_t)(p->max_tokens > 0 && p->max_tokens < context ? p->max_tokens
                                                                 : room);
}

/* Leaves columns out until the prompt fits. */
static t2sed_status cut(encoder *e, const t2sed_prompt *p, bool is_chat,
                        size_t limit)
{
    size_t fits = 0, too_many = p->schema.column_count + 1;
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK && too_many - fits > 1) {
        const size_t middle = fits + (too_many - fits) / 2;
        status = t2s_check_interrupt(e->err);
        if (status == T2SED_OK)
            status = write(e, p, is_chat, middle, false);
        if (e->ids->count <= limit)
            fits = middle;
        else
            too_many = middle;
    }
    if (status == T2SED_OK)
        status = write(e, p, is_chat, fits, false);
    if (status == T2SED_OK && e->ids->count > limit)
        status = t2s_fail(e->err, T2SED_ELIMIT, -1,
                          "prompt: %zu tokens without the schema, there is "
                          "room for %zu: shorten question, knowledge or turns",
                          e->ids->count, limit);
    return status;
}

t2sed_status t2s_prompt_encode(t2s_ids *out, t2s_string *text,
                               const t2sed_prompt *prompt,
                               const t2sed_language_model *model,
                               t2sed_tokens *scratch, t2sed_error *err)
{
    encoder e = {model, scratch, out, text, {0}, err, T2SED_OK};
    const int asked = prompt->chat;
    const bool is_chat =
        asked != T2SED_CHAT_PLAIN && model->chat.kind != T2SED_CHAT_PLAIN;
    const size_t limit = limit_of(prompt, model);
    t2sed_status status;
    if (asked > T2SED_CHAT_PLAIN && asked != model->chat.kind)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "prompt: the tokenizer of %s lacks %s's tokens",
                        model->path,
                        asked == T2SED_CHAT_CHATML ? "ChatML" : "Llama 3");
    status = write(&e, prompt, is_chat, prompt->schema.column_count, true);
    if (status == T2SED_OK && out->count > limit)
        status = cut(&e, prompt, is_chat, limit);
    t2s_string_free(&e.plain);
    return status;
}

t2sed_status t2sed_prompt_text(char **out, size_t *tokens,
                               const t2sed_prompt *prompt,
                               const t2sed_language_model *model,
                               t2sed_error *err)
{
    t2s_ids ids = {0};
    t2s_string text = {0};
    t2sed_tokens *scratch = NULL;
    t2sed_status status;
    if (!out || !prompt || !model)
        return t2s_fail_null(err, __func__, "out, prompt and model");
    status = t2sed_tokens_new(&scratch, err);
    if (status == T2SED_OK)
        status = t2s_prompt_encode(&ids, &text, prompt, model, scratch, err);
    if (status == T2SED_OK) {
        *out = t2s_string_take(&text, NULL);
        if (!*out)
            status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK && tokens)
        *tokens = ids.count;
    t2s_string_free(&text);
    t2s_vector_free(&ids);
    t2sed_tokens_free(scratch);
    return status;
}
