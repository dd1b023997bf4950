/* Language models in front of a fake engine: opening, prompts, likelihoods,
 * hidden states and generation. */
#include "t2s_test.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "interrupt_test.h"
#include "sketch_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "tiny_language_model.h"

static char dir[T2S_TINY_PATH];
static t2sed_language_model *model;
static t2sed_language_session *session;
static t2sed_schema *schema;
static t2sed_database *database;
static t2sed_error err;

static t2sed_status open_model(t2sed_language_model **out)
{
    t2sed_language_model_options options;
    t2sed_language_model_options_init(&options, sizeof options);
    options.backend = T2S_FAKE_BACKEND_PATH;
    return t2sed_language_model_open(out, dir, &options, &err);
}

static void setup_directory(void)
{
    unsetenv("T2S_FAKE_BACKEND");
    t2s_tiny_directory(dir);
    t2s_tiny_language_model(dir, 4096);
}

static void teardown_directory(void)
{
    t2s_tiny_remove(dir);
}

static void setup(void)
{
    setup_directory();
    ck_assert_msg(open_model(&model) == T2SED_OK, "%s", err.text);
    ck_assert_int_eq(t2sed_language_session_new(&session, model, NULL, &err),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_schema_parse_ddl(
            &schema,
            "CREATE TABLE singer (id INTEGER PRIMARY KEY, \"full name\" TEXT, "
            "age INT); CREATE TABLE song (singer INT REFERENCES singer(id), "
            "place INT, title, PRIMARY KEY (singer, place));",
            &err),
        T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, &err),
                     T2SED_OK);
}

static void teardown(void)
{
    t2sed_database_free(database);
    t2sed_schema_free(schema);
    t2sed_language_session_free(session);
    t2sed_language_model_free(model);
    teardown_directory();
}

static t2sed_prompt_options asked(const char *question)
{
    t2sed_prompt_options options;
    t2sed_prompt_options_init(&options, sizeof options);
    options.question = question;
    options.database = database;
    return options;
}

static t2sed_prompt *prompt_of(const t2sed_prompt_options *options)
{
    t2sed_prompt *prompt = NULL;
    ck_assert_msg(t2sed_prompt_new(&prompt, options, &err) == T2SED_OK, "%s",
                  err.text);
    return prompt;
}

static void text_is(const t2sed_prompt_options *options, const char *due)
{
    t2sed_prompt *prompt = prompt_of(options);
    char *text = NULL;
    ck_assert_msg(t2sed_prompt_text(&text, NULL, prompt, model, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_str_eq(text, due);
    t2sed_free(text);
    t2sed_prompt_free(prompt);
}

/* --- opening --- */

static void refused(t2sed_status due, const char *text)
{
    t2sed_language_model *none = NULL;
    ck_assert_int_eq(open_model(&none), due);
    ck_assert_msg(strstr(err.text, text), "%s", err.text);
}

START_TEST(what_a_model_is)
{
    t2sed_language_model_info info = {.struct_size = sizeof info};
    ck_assert_int_eq(t2sed_language_model_describe(model, &info, &err),
                     T2SED_OK);
    ck_assert_str_eq(info.family, "qwen2");
    ck_assert_str_eq(info.path, dir);
    ck_assert_str_eq(info.device, "cpu");
    ck_assert_int_eq(info.layers, 2);
    ck_assert_int_eq(info.vocabulary, T2S_TINY_LANGUAGE_TOKENS);
    ck_assert_int_eq(info.context, 4096);
    ck_assert_int_eq(info.precision, T2SED_FP32);
    ck_assert_uint_eq(
        t2sed_tokenizer_size(t2sed_language_model_tokenizer(model)),
        T2S_TINY_LANGUAGE_TOKENS);
}
END_TEST

START_TEST(the_fastest_precision_is_taken)
{
    static const struct {
        const char *engine;
        int due;
    } cases[] = {{"int8", T2SED_INT8}, {"bf16", T2SED_BF16}, {"", T2SED_FP32}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2sed_language_model_info info = T2SED_LANGUAGE_MODEL_INFO_INIT;
        setenv("T2S_FAKE_BACKEND", cases[i].engine, 1);
        ck_assert_int_eq(open_model(&model), T2SED_OK);
        ck_assert_int_eq(t2sed_language_model_describe(model, &info, &err),
                         T2SED_OK);
        ck_assert_int_eq(info.precision, cases[i].due);
        t2sed_language_model_free(model);
    }
    unsetenv("T2S_FAKE_BACKEND");
}
END_TEST

static void count_warnings(int level, const char *text, void *payload)
{
    ck_assert_int_eq(level, T2SED_LOG_WARNING);
    ck_assert_str_eq(text, "language model: fake 1.0 is slow; `make "
                           "models-large` installs a faster one");
    ++*(int *)payload;
}

START_TEST(a_slow_engine_is_warned_of_once)
{
    int warnings = 0;
    t2sed_set_log(count_warnings, T2SED_LOG_WARNING, &warnings);
    ck_assert_int_eq(open_model(&model), T2SED_OK);
    t2sed_language_model_free(model);
    ck_assert_int_eq(warnings, 0);
    setenv("T2S_FAKE_BACKEND", "slow", 1);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(open_model(&model), T2SED_OK);
        t2sed_language_model_free(model);
    }
    ck_assert_int_eq(warnings, 1);
    t2sed_set_log(NULL, 0, NULL);
    unsetenv("T2S_FAKE_BACKEND");
}
END_TEST

START_TEST(configurations_that_are_refused)
{
    static const struct {
        const char *more, *text;
        t2sed_status status;
    } cases[] = {
        {", \"hidden_act\": \"gelu\"", "gelu", T2SED_EUNSUPPORTED},
        {", \"use_sliding_window\": true", "sliding", T2SED_EUNSUPPORTED},
        {", \"rope_scaling\": {\"rope_type\": \"yarn\"}", "yarn",
         T2SED_EUNSUPPORTED},
        {", \"rope_scaling\": {\"type\": \"linear\"}", "rotary", T2SED_EFORMAT},
        {", \"quantization_config\": {}", "quantization", T2SED_EUNSUPPORTED},
        {", \"num_key_value_heads\": 3", "do not fit", T2SED_EFORMAT},
        {", \"head_dim\": 3", "do not fit", T2SED_EFORMAT},
        {", \"head_dim\": \"a\"", "head_dim", T2SED_EFORMAT},
        {", \"rms_norm_eps\": -1", "rms_norm_eps", T2SED_EFORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2s_tiny_language_config(dir, 64, cases[i].more);
        refused(cases[i].status, cases[i].text);
    }
    t2s_tiny_language_text(dir, "config.json", "{\"model_type\": \"gpt2\"}");
    refused(T2SED_EUNSUPPORTED, "gpt2");
    t2s_tiny_language_text(dir, "config.json", "[]");
    refused(T2SED_EFORMAT, "config.json");
    t2s_tiny_language_config(dir, 64, "");
    t2s_tiny_language_text(dir, "generation_config.json",
                           "{\"eos_token_id\": [1, 259]}");
    refused(T2SED_EFORMAT, "eos_token_id");
    t2s_tiny_language_text(dir, "generation_config.json",
                           "{\"eos_token_id\": [1, 257]}");
    ck_assert_int_eq(open_model(&model), T2SED_OK);
    t2sed_language_model_free(model);
}
END_TEST

START_TEST(parts_that_do_not_fit)
{
    t2s_tiny_language_weights(dir, "model.safetensors",
                              T2S_TINY_LANGUAGE_TOKENS + 1);
    refused(T2SED_EMISMATCH, dir);
    t2s_tiny_language_text(dir, "config.json",
                           "{\"model_type\": \"llama\", \"vocab_size\": 200, "
                           "\"hidden_size\": 8, \"num_hidden_layers\": 2, "
                           "\"num_attention_heads\": 2, "
                           "\"intermediate_size\": 8, "
                           "\"max_position_embeddings\": 64}");
    refused(T2SED_EMISMATCH, "tokenizer has 259 tokens");
}
END_TEST

START_TEST(shards)
{
    char path[T2S_TINY_PATH * 2];
    snprintf(path, sizeof path, "%s/model.safetensors", dir);
    remove(path);
    refused(T2SED_ENOTFOUND, "model.safetensors");
    t2s_tiny_language_weights(dir, "model-1-of-1.safetensors",
                              T2S_TINY_LANGUAGE_TOKENS);
    static const struct {
        const char *text, *message;
        t2sed_status status;
    } cases[] = {
        {"{\"weight_map\": {\"model.embed_tokens.weight\": "
         "\"model-1-of-1.safetensors\", \"model.norm.weight\": "
         "\"model-1-of-1.safetensors\"}}",
         "", T2SED_OK},
        {"{\"weight_map\": {\"a\": \"model-1-of-1.safetensors\"}}",
         "\"a\" is not in", T2SED_EMISMATCH},
        {"{\"weight_map\": {\"a\": \"../x\"}}", "is not in a file",
         T2SED_EFORMAT},
        {"{\"weight_map\": {\"a\": 3}}", "is not in a file", T2SED_EFORMAT},
        {"{\"weight_map\": {}}", "empty", T2SED_EFORMAT},
        {"{\"weight_map\": {\"a\": \"x\"}}", "/x", T2SED_ENOTFOUND},
        {"[]", "object", T2SED_EFORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t2s_tiny_language_text(dir, "model.safetensors.index.json",
                               cases[i].text);
        if (cases[i].status != T2SED_OK) {
            refused(cases[i].status, cases[i].message);
            continue;
        }
        ck_assert_msg(open_model(&model) == T2SED_OK, "%s", err.text);
        t2sed_language_model_free(model);
    }
}
END_TEST

/* --- prompts --- */

START_TEST(prompts_as_texts)
{
    t2sed_prompt_options o = asked("How many?");
    t2sed_conversation *talk;
    text_is(&o,
            "<|im_start|>system\nYou write SQLite queries. Answer the question "
            "with one query.<|im_end|>\n<|im_start|>user\n"
            "CREATE TABLE singer (\n  id INTEGER PRIMARY KEY,\n"
            "  \"full name\" TEXT,\n  age INT\n);\n"
            "CREATE TABLE song (\n  singer INT,\n  place INT,\n  title,\n"
            "  PRIMARY KEY (singer, place),\n"
            "  FOREIGN KEY (singer) REFERENCES singer(id)\n);\n\n"
            "-- Question: How many?<|im_end|>\n<|im_start|>assistant\n"
            "```sql\n");
    o.schema_style = T2SED_SCHEMA_COMPACT;
    o.chat = T2SED_CHAT_PLAIN;
    o.system = "";
    o.without_types = 1;
    o.knowledge = "old is\nage > 60";
    o.answer = "SELECT";
    ck_assert_int_eq(t2sed_conversation_new(&talk, &err), T2SED_OK);
    ck_assert_int_eq(
        t2sed_conversation_add(talk, "Who?", "SELECT id FROM singer", &err),
        T2SED_OK);
    o.conversation = talk;
    text_is(&o, "singer(id PRIMARY KEY, \"full name\", age)\n"
                "song(singer PRIMARY KEY, place PRIMARY KEY, title)\n"
                "song.singer = singer.id\n\n"
                "-- Knowledge: old is\n-- age > 60\n"
                "-- Question: Who?\nSELECT id FROM singer\n"
                "-- Question: How many?\nSELECT");
    t2sed_conversation_free(talk);
    o = asked("<|im_end|> is text");
    o.database = NULL;
    o.system = "";
    o.chat = T2SED_CHAT_PLAIN;
    text_is(&o, "-- Question: <|im_end|> is text\n");
}
END_TEST

static void reopen(const char *const added[3])
{
    t2sed_language_model_free(model);
    t2s_tiny_language_tokenizer(dir, added);
    ck_assert_msg(open_model(&model) == T2SED_OK, "%s", err.text);
}

START_TEST(chats_of_other_models)
{
    static const char *const llama[] = {"<|start_header_id|>",
                                        "<|end_header_id|>", "<|eot_id|>"};
    static const char *const base[] = {"<|begin_of_text|>", "<|eot_id|>",
                                       "<|endoftext|>"};
    t2sed_prompt_options o = asked("How many?");
    t2sed_prompt *prompt;
    char *text = NULL;
    o.database = NULL;
    o.system = "Be brief.";
    reopen(llama);
    text_is(&o, "<|start_header_id|>system<|end_header_id|>\n\nBe brief."
                "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n"
                "-- Question: How many?<|eot_id|>"
                "<|start_header_id|>assistant<|end_header_id|>\n\n```sql\n");
    o.chat = T2SED_CHAT_CHATML;
    prompt = prompt_of(&o);
    ck_assert_int_eq(t2sed_prompt_text(&text, NULL, prompt, model, &err),
                     T2SED_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "lacks ChatML's tokens"));
    t2sed_prompt_free(prompt);
    reopen(base);
    o.chat = T2SED_CHAT_AUTO;
    text_is(&o, "<|begin_of_text|>Be brief.\n\n-- Question: How many?\n");
    o.chat = T2SED_CHAT_LLAMA3;
    prompt = prompt_of(&o);
    ck_assert_int_eq(t2sed_prompt_text(&text, NULL, prompt, model, &err),
                     T2SED_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "lacks Llama 3's tokens"));
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(roles_can_not_be_forged)
{
    t2sed_prompt_options o = asked("<|im_end|>");
    t2sed_prompt *prompt;
    char *text;
    size_t tokens;
    o.database = NULL;
    o.system = "";
    prompt = prompt_of(&o);
    ck_assert_int_eq(t2sed_prompt_text(&text, &tokens, prompt, model, &err),
                     T2SED_OK);
    /* Three roles are one token each, the rest are bytes. */
    ck_assert_uint_eq(tokens, strlen(text) - 2 * 11 - 9);
    t2sed_free(text);
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(prompts_that_are_too_long)
{
    const double columns[6 * 6] = {0, 0, 0, 0, 0, .1, 0, 0, 0, 0, 0, .9,
                                   0, 0, 0, 0, 0, .2, 0, 0, 0, 0, 0, .1,
                                   0, 0, 0, 0, 0, .1, 0, 0, 0, 0, 0, .1};
    const double tables[2] = {.9, .1};
    t2sed_prompt_options o = asked("How many?");
    t2sed_schema_prediction *prediction;
    t2sed_prompt *prompt;
    char *text;
    ck_assert_uint_eq(t2sed_role_count(), 6);
    prediction =
        t2s_prediction_of(columns, tables, t2sed_database_schema(database));
    o.prediction = prediction;
    o.system = "";
    o.chat = T2SED_CHAT_PLAIN;
    o.schema_style = T2SED_SCHEMA_COMPACT;
    o.max_tokens = 90;
    text_is(&o, "singer(id INTEGER PRIMARY KEY, \"full name\" TEXT, age INT)\n"
                "\n-- Question: How many?\n");
    o.max_tokens = 75;
    text_is(&o, "singer(id INTEGER PRIMARY KEY, \"full name\" TEXT)\n"
                "\n-- Question: How many?\n");
    o.max_tokens = 30;
    text_is(&o, "-- Question: How many?\n");
    o.max_tokens = 20;
    prompt = prompt_of(&o);
    ck_assert_int_eq(t2sed_prompt_text(&text, NULL, prompt, model, &err),
                     T2SED_ELIMIT);
    ck_assert_ptr_nonnull(strstr(err.text, "room for 20"));
    t2sed_prompt_free(prompt);
    t2sed_schema_prediction_free(prediction);
}
END_TEST

START_TEST(prompts_that_are_refused)
{
    t2sed_prompt *prompt;
    t2sed_prompt_options o = asked(" \n");
    ck_assert_int_eq(t2sed_prompt_new(&prompt, &o, &err), T2SED_EEMPTY);
    o = asked("a\xff");
    ck_assert_int_eq(t2sed_prompt_new(&prompt, &o, &err), T2SED_EUTF8);
    ck_assert_int_eq((int)err.offset, 1);
    o = asked("a");
    o.schema_style = 2;
    ck_assert_int_eq(t2sed_prompt_new(&prompt, &o, &err), T2SED_EINVAL);
    o = asked("a");
    o.chat = -1;
    ck_assert_int_eq(t2sed_prompt_new(&prompt, &o, &err), T2SED_EINVAL);
    o = asked("a");
    o.max_values = 101;
    ck_assert_int_eq(t2sed_prompt_new(&prompt, &o, &err), T2SED_EINVAL);
    o = asked("a");
    o.max_tokens = -1;
    ck_assert_int_eq(t2sed_prompt_new(&prompt, &o, &err), T2SED_EINVAL);
}
END_TEST

/* --- likelihoods and states --- */

static double sum_of(t2sed_language_session *of, const t2sed_prompt *prompt,
                     const char *text)
{
    t2sed_likelihoods *made;
    t2sed_likelihood one = {.struct_size = sizeof one};
    ck_assert_int_eq(t2sed_language_session_likelihoods(&made, of, prompt,
                                                        &text, NULL, 1, &err),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_likelihoods_get(made, 0, &one, &err), T2SED_OK);
    ck_assert_int_eq(one.status, T2SED_OK);
    t2sed_likelihoods_free(made);
    return one.sum;
}

START_TEST(texts_together_and_alone)
{
    static char longest[700];
    const char *texts[] = {"SELECT 1", "", longest, "\xff", "SELECT 1", "x"};
    static const t2sed_status due[] = {T2SED_OK,    T2SED_EEMPTY, T2SED_OK,
                                       T2SED_EUTF8, T2SED_OK,     T2SED_OK};
    const t2sed_prompt_options o = asked("How many?");
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_likelihoods *made;
    memset(longest, 'y', sizeof longest - 1);
    ck_assert_int_eq(t2sed_language_session_likelihoods(&made, session, prompt,
                                                        texts, NULL, 6, &err),
                     T2SED_OK);
    ck_assert_uint_eq(t2sed_likelihoods_count(made), 6);
    for (size_t i = 0; i < 6; i++) {
        t2sed_likelihood one = {.struct_size = sizeof one};
        double sum = 0;
        ck_assert_int_eq(t2sed_likelihoods_get(made, i, &one, &err), T2SED_OK);
        ck_assert_int_eq(one.status, due[i]);
        if (one.status != T2SED_OK) {
            ck_assert(isnan(one.sum) && one.tokens == 0);
            continue;
        }
        ck_assert_uint_eq(one.tokens, strlen(texts[i]));
        for (size_t t = 0; t < one.tokens; t++) {
            ck_assert_uint_eq(one.bytes[t].begin, t);
            ck_assert_uint_eq(one.bytes[t].end, t + 1);
            ck_assert(one.logs[t] < 0);
            sum += (double)one.logs[t];
        }
        ck_assert_double_eq_tol(one.sum, sum, 1e-9);
        ck_assert_double_eq_tol(one.sum, sum_of(session, prompt, texts[i]),
                                1e-6);
    }
    t2sed_likelihoods_free(made);
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(questions_share_what_was_read)
{
    t2sed_language_session *fresh;
    t2sed_language_session_options one = {sizeof one, 1};
    t2sed_prompt *prompts[3];
    static const char *const questions[] = {"How many?", "How old?",
                                            "Who is it?"};
    ck_assert_int_eq(t2sed_language_session_new(&fresh, model, &one, &err),
                     T2SED_OK);
    for (int i = 0; i < 3; i++) {
        t2sed_prompt_options o = asked(questions[i]);
        if (i == 2)
            o.system = "another";
        prompts[i] = prompt_of(&o);
    }
    for (int i = 0; i < 12; i++) {
        const t2sed_prompt *prompt = prompts[i * i % 3];
        ck_assert_double_eq_tol(sum_of(session, prompt, "SELECT"),
                                sum_of(fresh, prompt, "SELECT"), 1e-6);
    }
    for (int i = 0; i < 3; i++)
        t2sed_prompt_free(prompts[i]);
    t2sed_language_session_free(fresh);
}
END_TEST

START_TEST(states_of_spans)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_prompt *prompt = prompt_of(&o);
    static char text[600];
    const t2sed_span spans[] = {{0, 1}, {1, 3}, {4, 4}, {300, 600}};
    const int32_t layers[] = {0, 2};
    const int32_t wrong = 3;
    const t2sed_span beyond = {0, 601};
    float out[4][2][8];
    memset(text, 'b', sizeof text);
    text[0] = 'a';
    ck_assert_int_eq(t2sed_language_session_states(out[0][0], session, prompt,
                                                   text, sizeof text, spans, 4,
                                                   layers, 2, &err),
                     T2SED_OK);
    for (int h = 0; h < 8; h++) {
        ck_assert_float_eq(out[0][0][h], (float)('a' + h));
        ck_assert_float_eq(out[1][1][h], (float)('b' + 2000 + h));
        ck_assert_float_eq(out[2][0][h], 0);
        ck_assert_float_eq_tol(out[3][0][h], (float)('b' + h), 1e-3f);
    }
    ck_assert_int_eq(t2sed_language_session_states(out[0][0], session, prompt,
                                                   text, 5, spans, 1, &wrong, 1,
                                                   &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_language_session_states(out[0][0], session, prompt,
                                                   text, 600, &beyond, 1,
                                                   layers, 1, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_language_session_states(out[0][0], session, prompt,
                                                   "", 0, NULL, 0, layers, 1,
                                                   &err),
                     T2SED_EEMPTY);
    t2sed_prompt_free(prompt);
}
END_TEST

/* --- generation --- */

static t2sed_generation_options decoding(int method, int count)
{
    t2sed_generation_options options;
    t2sed_generation_options_init(&options, sizeof options);
    options.method = method;
    options.count = count;
    options.max_tokens = 12;
    return options;
}

static t2sed_generations *generate(const t2sed_prompt *prompt,
                                   const t2sed_generation_options *options)
{
    t2sed_generations *made = NULL;
    ck_assert_msg(t2sed_language_session_generate(&made, session, prompt,
                                                  options, &err) == T2SED_OK,
                  "%s", err.text);
    return made;
}

static t2sed_generation nth(const t2sed_generations *made, size_t i)
{
    t2sed_generation one = {.struct_size = sizeof one};
    ck_assert_int_eq(t2sed_generations_get(made, i, &one, &err), T2SED_OK);
    return one;
}

/* Letters only, and an end after four of them or more. */
static t2sed_status letters(void *context, const char *text, size_t n,
                            uint32_t *mask, size_t tokens, int *may_end,
                            t2sed_error *error)
{
    (void)error;
    ++*(int *)context;
    ck_assert_uint_eq(strlen(text), n);
    ck_assert_uint_eq(tokens, T2S_TINY_LANGUAGE_TOKENS);
    memset(mask, 0, (tokens + 31) / 32 * sizeof *mask);
    for (int c = 'a'; c <= 'd'; c++)
        mask[c / 32] |= 1u << c % 32;
    *may_end = n >= 4;
    return T2SED_OK;
}

START_TEST(greedy_is_a_beam_of_one)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_GREEDY, 3);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_generations *made, *again;
    int calls = 0;
    how.allow = letters;
    how.context = &calls;
    made = generate(prompt, &how);
    ck_assert_uint_eq(t2sed_generations_count(made), 1);
    ck_assert_int_ge(calls, 4);
    ck_assert_uint_ge(nth(made, 0).length, 4);
    ck_assert_uint_eq(strspn(nth(made, 0).text, "abcd"), nth(made, 0).length);
    how = decoding(T2SED_DECODE_BEAM, 1);
    how.allow = letters;
    how.context = &calls;
    again = generate(prompt, &how);
    ck_assert_str_eq(nth(made, 0).text, nth(again, 0).text);
    ck_assert_double_eq_tol(nth(made, 0).log_probability,
                            nth(again, 0).log_probability, 1e-9);
    if (!nth(made, 0).ended)
        ck_assert_double_eq_tol(nth(made, 0).log_probability,
                                sum_of(session, prompt, nth(made, 0).text),
                                1e-4);
    t2sed_generations_free(made);
    t2sed_generations_free(again);
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(beams_find_likelier_texts)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_BEAM, 5);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_generations *one, *many;
    int calls = 0;
    how.beams = 32;
    how.max_tokens = 100; /* so that the cache is compacted */
    how.allow = letters;
    how.context = &calls;
    many = generate(prompt, &how);
    how.method = T2SED_DECODE_GREEDY;
    one = generate(prompt, &how);
    ck_assert_uint_eq(t2sed_generations_count(many), 5);
    for (size_t i = 1; i < 5; i++) {
        const t2sed_generation a = nth(many, i - 1), b = nth(many, i);
        ck_assert(a.ended > b.ended || a.log_probability >= b.log_probability);
        ck_assert_str_ne(a.text, b.text);
    }
    ck_assert(!nth(one, 0).ended || nth(many, 0).log_probability >=
                                        nth(one, 0).log_probability - 1e-9);
    t2sed_generations_free(one);
    t2sed_generations_free(many);
    t2sed_prompt_free(prompt);
}
END_TEST

/* What is alive for long, with much that died: the engine's numbers stay those
 * of the text. */
static t2sed_status never_ends(void *context, const char *text, size_t n,
                               uint32_t *mask, size_t tokens, int *may_end,
                               t2sed_error *error)
{
    const t2sed_status status =
        letters(context, text, n, mask, tokens, may_end, error);
    *may_end = 0;
    return status;
}

START_TEST(caches_are_compacted)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_BEAM, 4);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_generations *made;
    int calls = 0;
    how.beams = 64;
    how.max_tokens = 120;
    how.allow = never_ends;
    how.context = &calls;
    made = generate(prompt, &how);
    for (size_t i = 0; i < 4; i++) {
        const t2sed_generation one = nth(made, i);
        ck_assert_uint_eq(one.tokens, 120);
        ck_assert_int_eq(one.ended, 0);
        ck_assert_double_eq_tol(one.log_probability,
                                sum_of(session, prompt, one.text), 1e-3);
    }
    t2sed_generations_free(made);
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(samples_by_their_seed)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_SAMPLE, 6);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_generations *first, *same, *other;
    int calls = 0;
    how.allow = letters;
    how.context = &calls;
    how.seed = 3;
    first = generate(prompt, &how);
    same = generate(prompt, &how);
    how.seed = 4;
    other = generate(prompt, &how);
    ck_assert_uint_gt(t2sed_generations_count(first), 1);
    ck_assert_uint_eq(t2sed_generations_count(first),
                      t2sed_generations_count(same));
    for (size_t i = 0; i < t2sed_generations_count(first); i++)
        ck_assert_str_eq(nth(first, i).text, nth(same, i).text);
    ck_assert_str_ne(nth(first, 0).text, nth(other, 0).text);
    t2sed_generations_free(first);
    t2sed_generations_free(same);
    t2sed_generations_free(other);
    /* With next to no mass, sampling is greedy. */
    how.top_p = 1e-9;
    first = generate(prompt, &how);
    how.method = T2SED_DECODE_GREEDY;
    same = generate(prompt, &how);
    ck_assert_uint_eq(t2sed_generations_count(first), 1);
    ck_assert_str_eq(nth(first, 0).text, nth(same, 0).text);
    t2sed_generations_free(first);
    t2sed_generations_free(same);
    t2sed_prompt_free(prompt);
}
END_TEST

/* Spells a text, then allows nothing. */
static t2sed_status spells(void *context, const char *text, size_t n,
                           uint32_t *mask, size_t tokens, int *may_end,
                           t2sed_error *error)
{
    const char *due = context;
    (void)text;
    (void)error;
    memset(mask, 0, (tokens + 31) / 32 * sizeof *mask);
    *may_end = 0;
    if (n < strlen(due)) {
        const unsigned char c = (unsigned char)due[n];
        mask[c / 32] |= 1u << c % 32;
    }
    return T2SED_OK;
}

static t2sed_status refuses(void *context, const char *text, size_t n,
                            uint32_t *mask, size_t tokens, int *may_end,
                            t2sed_error *error)
{
    (void)context;
    (void)text;
    (void)n;
    (void)mask;
    (void)tokens;
    (void)may_end;
    error->code = T2SED_ELIMIT;
    return T2SED_ELIMIT;
}

static void spelled(const t2sed_prompt *prompt, char *text,
                    const char *const *stops, const char *due, int ended)
{
    t2sed_generation_options how = decoding(T2SED_DECODE_GREEDY, 1);
    t2sed_generations *made;
    how.max_tokens = 100;
    how.allow = spells;
    how.context = text;
    how.stops = stops;
    how.stop_count = stops ? 1 : 0;
    made = generate(prompt, &how);
    ck_assert_str_eq(nth(made, 0).text, due);
    ck_assert_int_eq(nth(made, 0).ended, ended);
    t2sed_generations_free(made);
}

START_TEST(texts_end_at_stops)
{
    static const char *const stop[] = {"ST"};
    const t2sed_prompt_options o = asked("How many?");
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_generation_options how = decoding(T2SED_DECODE_GREEDY, 1);
    t2sed_generations *made;
    char a[] = " SELECT 1 ; SELECT 2", b[] = "SELECT ';' , \"a;\" ;x",
         c[] = "x\n```\ny", d[] = "aST", e[] = "no end", f[] = "\xe2\x82",
         g[] = "\xe2\x82\xac";
    spelled(prompt, a, NULL, "SELECT 1", 1);
    spelled(prompt, b, NULL, "SELECT ';' , \"a;\"", 1);
    spelled(prompt, c, NULL, "x", 1);
    spelled(prompt, d, stop, "a", 1);
    spelled(prompt, e, NULL, "no end", 0);
    spelled(prompt, f, NULL, "", 0);
    spelled(prompt, g, NULL, "\xe2\x82\xac", 0);
    how.allow = refuses;
    ck_assert_int_eq(
        t2sed_language_session_generate(&made, session, prompt, &how, &err),
        T2SED_ELIMIT);
    t2sed_prompt_free(prompt);
}
END_TEST

/* The text that comes out where one is spelled under a constraint. */
static void constrained(const t2sed_prompt *prompt,
                        const t2sed_constraint *constraint, char *text,
                        const char *due, int ended)
{
    t2sed_generation_options how = decoding(T2SED_DECODE_BEAM, 1);
    t2sed_generations *made;
    how.max_tokens = 100;
    how.allow = spells;
    how.context = text;
    how.constraint = constraint;
    made = generate(prompt, &how);
    ck_assert_str_eq(nth(made, 0).text, due);
    ck_assert_int_eq(nth(made, 0).ended, ended);
    t2sed_generations_free(made);
}

START_TEST(texts_are_held_to_a_constraint)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_SAMPLE, 8);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_constraint *constraint = NULL;
    t2sed_generations *made;
    char a[] = " SELECT age FROM singer; x", b[] = "SELECT agent FROM singer",
         c[] = "SELECT age FROM song;", d[] = "SELECT ';```' FROM song;";
    ck_assert_int_eq(t2sed_constraint_new(&constraint, database, NULL, &err),
                     T2SED_OK);
    constrained(prompt, constraint, a, "SELECT age FROM singer", 1);
    constrained(prompt, constraint, b, "SELECT age", 0);
    /* FROM must bring what is selected: JOIN may follow. */
    constrained(prompt, constraint, c, "SELECT age FROM song", 0);
    constrained(prompt, constraint, d, "SELECT ';```' FROM song", 1);
    how.max_tokens = 400;
    how.seed = 3;
    how.constraint = constraint;
    made = generate(prompt, &how);
    for (size_t i = 0; i < t2sed_generations_count(made); i++) {
        t2sed_sql *sql = NULL;
        if (nth(made, i).ended)
            ck_assert_msg(t2sed_sql_parse(&sql, nth(made, i).text, &err) ==
                              T2SED_OK,
                          "%s: %s", nth(made, i).text, err.text);
        t2sed_sql_free(sql);
    }
    t2sed_generations_free(made);
    t2sed_constraint_free(constraint);
    t2sed_prompt_free(prompt);
}
END_TEST

/* The text `context`, each letter in either case, each blank of two kinds, and
 * its text in quotes of two kinds. */
static t2sed_status spells_freely(void *context, const char *text, size_t n,
                                  uint32_t *mask, size_t tokens, int *may_end,
                                  t2sed_error *error)
{
    const char *due = context;
    const unsigned char c = n < strlen(due) ? (unsigned char)due[n] : 0;
    const size_t quoted = (size_t)(strchr(due, '\'') - due);
    const int other = c == ' '                   ? '\n'
                      : c == '\'' && n == quoted ? '"'
                                                 : tolower(c);
    const int same = c == '\'' && n > quoted ? text[quoted] : c;
    const int allowed[] = {c == '\'' && n > quoted ? same : other,
                           c == '\'' ? same : toupper(c), same};
    (void)error;
    memset(mask, 0, (tokens + 31) / 32 * sizeof *mask);
    for (size_t i = 0; i < 3 && c; i++)
        mask[allowed[i] / 32] |= 1u << allowed[i] % 32;
    *may_end = c == 0;
    return T2SED_OK;
}

START_TEST(beams_hold_different_queries)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_BEAM, 8);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_constraint *constraint = NULL;
    t2sed_generations *made;
    char text[] = "SELECT 'a', age FROM singer;", quoted[2];
    ck_assert_int_eq(t2sed_constraint_new(&constraint, database, NULL, &err),
                     T2SED_OK);
    how.max_tokens = 100;
    how.allow = spells_freely;
    how.context = text;
    how.constraint = constraint;
    made = generate(prompt, &how);
    /* Case tells apart what stands in quotes alone. */
    ck_assert_uint_eq(t2sed_generations_count(made), 2);
    for (size_t i = 0; i < 2; i++)
        quoted[i] = strpbrk(nth(made, i).text, "'\"")[1];
    ck_assert_int_ne(quoted[0], quoted[1]);
    ck_assert(nth(made, 0).ended && nth(made, 1).ended);
    ck_assert_double_ge(nth(made, 0).log_probability,
                        nth(made, 1).log_probability);
    t2sed_generations_free(made);
    t2sed_constraint_free(constraint);
    t2sed_prompt_free(prompt);
}
END_TEST

/* "SELECT 1" or "SELECT 2"; behind the digit `context`, or behind both where it
 * is 0, a text may only go round in circles. */
static t2sed_status circles(void *context, const char *text, size_t n,
                            uint32_t *mask, size_t tokens, int *may_end,
                            t2sed_error *error)
{
    static const char begin[] = "SELECT ", round[] = " OR age";
    const size_t at = sizeof begin - 1;
    const char endless = *(const char *)context;
    const bool is_endless = n > at && (!endless || text[at] == endless);
    unsigned char c[2] = {0, 0};
    (void)error;
    memset(mask, 0, (tokens + 31) / 32 * sizeof *mask);
    if (n < at) {
        c[0] = (unsigned char)begin[n];
    } else if (n == at) {
        c[0] = '1';
        c[1] = '2';
    } else if (is_endless) {
        c[0] = (unsigned char)round[(n - at - 1) % (sizeof round - 1)];
    }
    for (size_t i = 0; i < 2; i++)
        if (c[i])
            mask[c[i] / 32] |= 1u << c[i] % 32;
    *may_end = n > at && !is_endless;
    return T2SED_OK;
}

START_TEST(greedy_texts_in_circles_are_searched_again)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_GREEDY, 1);
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_constraint *constraint = NULL;
    t2sed_generations *made;
    char none = 0;
    int ended = 0;
    ck_assert_int_eq(t2sed_constraint_new(&constraint, NULL, NULL, &err),
                     T2SED_OK);
    how.max_tokens = 400;
    how.allow = circles;
    for (char endless = '1'; endless <= '2'; endless++) {
        how.context = &endless;
        how.constraint = constraint;
        made = generate(prompt, &how);
        ck_assert_str_eq(nth(made, 0).text,
                         endless == '1' ? "SELECT 2" : "SELECT 1");
        ck_assert_int_eq(nth(made, 0).ended, 1);
        t2sed_generations_free(made);
    }
    /* Where a beam finds none either, what was written until then. */
    how.context = &none;
    made = generate(prompt, &how);
    ck_assert_int_eq(nth(made, 0).ended, 0);
    ck_assert_uint_eq(nth(made, 0).length, strlen("SELECT 1") + 60 - 1);
    t2sed_generations_free(made);
    /* Without a constraint greedy is greedy: one of the two has no end. */
    how.constraint = NULL;
    for (char endless = '1'; endless <= '2'; endless++) {
        how.context = &endless;
        made = generate(prompt, &how);
        ended += nth(made, 0).ended;
        t2sed_generations_free(made);
    }
    ck_assert_int_eq(ended, 1);
    t2sed_constraint_free(constraint);
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(options_out_of_range)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_prompt *prompt = prompt_of(&o);
    t2sed_generations *made;
    for (int i = 0; i < 8; i++) {
        t2sed_generation_options how = decoding(T2SED_DECODE_GREEDY, 1);
        how.method = i == 0 ? 3 : how.method;
        how.count = i == 1 ? 65 : how.count;
        how.beams = i == 2 ? -1 : how.beams;
        how.max_tokens = i == 3 ? -1 : how.max_tokens;
        how.temperature = i == 4 ? -1 : how.temperature;
        how.temperature = i == 5 ? (double)NAN : how.temperature;
        how.top_p = i == 6 ? 1.5 : how.top_p;
        how.max_milliseconds = i == 7 ? -1 : how.max_milliseconds;
        ck_assert_int_eq(
            t2sed_language_session_generate(&made, session, prompt, &how, &err),
            T2SED_EINVAL);
    }
    t2sed_prompt_free(prompt);
}
END_TEST

START_TEST(engines_that_fail)
{
    const t2sed_prompt_options o = asked("How many?");
    t2sed_prompt *prompt = prompt_of(&o);
    const char *text = "SELECT";
    const double due = sum_of(session, prompt, text);
    t2sed_likelihoods *made;
    t2sed_generations *texts;
    static const char *const modes[] = {"fail", "nan"};
    for (int i = 0; i < 2; i++) {
        setenv("T2S_FAKE_BACKEND", modes[i], 1);
        ck_assert_int_eq(t2sed_language_session_likelihoods(
                             &made, session, prompt, &text, NULL, 1, &err),
                         T2SED_EBACKEND);
        ck_assert_int_eq(t2sed_language_session_generate(&texts, session,
                                                         prompt, NULL, &err),
                         T2SED_EBACKEND);
        unsetenv("T2S_FAKE_BACKEND");
        ck_assert_double_eq_tol(sum_of(session, prompt, text), due, 1e-6);
    }
    t2sed_prompt_free(prompt);
}
END_TEST

/* --- memory and interruptions --- */

static t2sed_status everything(void *payload)
{
    const char *texts[] = {"SELECT 1", "SELECT 2 FROM x"};
    const t2sed_span span = {0, 6};
    const int32_t layer = 1;
    float state[8];
    t2sed_prompt_options o = asked("How many?");
    t2sed_generation_options how = decoding(T2SED_DECODE_BEAM, 3);
    t2sed_language_session *of = NULL;
    t2sed_prompt *prompt = NULL;
    t2sed_likelihoods *likely = NULL;
    t2sed_generations *made = NULL;
    t2sed_constraint *constraint = NULL;
    t2sed_status status = t2sed_language_session_new(&of, payload, NULL, &err);
    if (status == T2SED_OK)
        status = t2sed_prompt_new(&prompt, &o, &err);
    if (status == T2SED_OK)
        status = t2sed_language_session_likelihoods(&likely, of, prompt, texts,
                                                    NULL, 2, &err);
    if (status == T2SED_OK)
        status = t2sed_language_session_states(state, of, prompt, texts[0], 8,
                                               &span, 1, &layer, 1, &err);
    if (status == T2SED_OK)
        status = t2sed_language_session_generate(&made, of, prompt, &how, &err);
    if (status == T2SED_OK)
        status = t2sed_constraint_new(&constraint, NULL, NULL, &err);
    if (status == T2SED_OK) {
        how.constraint = constraint;
        how.method = T2SED_DECODE_SAMPLE;
        t2sed_generations_free(made);
        made = NULL;
        status = t2sed_language_session_generate(&made, of, prompt, &how, &err);
    }
    if (status == T2SED_OK) {
        how.method = T2SED_DECODE_GREEDY; /* and a beam behind it */
        how.max_tokens = 4;
        t2sed_generations_free(made);
        made = NULL;
        status = t2sed_language_session_generate(&made, of, prompt, &how, &err);
    }
    t2sed_constraint_free(constraint);
    t2sed_generations_free(made);
    t2sed_likelihoods_free(likely);
    t2sed_prompt_free(prompt);
    t2sed_language_session_free(of);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2s_test_every_allocation(everything, model);
}
END_TEST

static t2sed_status open_and_close(void *payload)
{
    t2sed_language_model *own = NULL;
    const t2sed_status status = open_model(&own);
    (void)payload;
    t2sed_language_model_free(own);
    return status;
}

START_TEST(every_allocation_of_opening_may_fail)
{
    t2s_test_every_allocation(open_and_close, NULL);
}
END_TEST

START_TEST(every_interruption)
{
    t2s_test_every_interrupt(everything, model, 10);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("models"), tcase_create("opening")};
    tcase_add_checked_fixture(cases[0], setup, teardown);
    tcase_add_checked_fixture(cases[1], setup_directory, teardown_directory);
    for (int i = 0; i < 2; i++)
        tcase_set_timeout(cases[i], 300);
    tcase_add_test(cases[0], what_a_model_is);
    tcase_add_test(cases[0], prompts_as_texts);
    tcase_add_test(cases[0], roles_can_not_be_forged);
    tcase_add_test(cases[0], chats_of_other_models);
    tcase_add_test(cases[0], prompts_that_are_too_long);
    tcase_add_test(cases[0], prompts_that_are_refused);
    tcase_add_test(cases[0], texts_together_and_alone);
    tcase_add_test(cases[0], questions_share_what_was_read);
    tcase_add_test(cases[0], states_of_spans);
    tcase_add_test(cases[0], greedy_is_a_beam_of_one);
    tcase_add_test(cases[0], beams_find_likelier_texts);
    tcase_add_test(cases[0], beams_hold_different_queries);
    tcase_add_test(cases[0], caches_are_compacted);
    tcase_add_test(cases[0], samples_by_their_seed);
    tcase_add_test(cases[0], texts_end_at_stops);
    tcase_add_test(cases[0], texts_are_held_to_a_constraint);
    tcase_add_test(cases[0], greedy_texts_in_circles_are_searched_again);
    tcase_add_test(cases[0], options_out_of_range);
    tcase_add_test(cases[0], engines_that_fail);
    tcase_add_test(cases[0], every_allocation_may_fail);
    tcase_add_test(cases[0], every_interruption);
    tcase_add_test(cases[1], the_fastest_precision_is_taken);
    tcase_add_test(cases[1], a_slow_engine_is_warned_of_once);
    tcase_add_test(cases[1], configurations_that_are_refused);
    tcase_add_test(cases[1], parts_that_do_not_fit);
    tcase_add_test(cases[1], shards);
    tcase_add_test(cases[1], every_allocation_of_opening_may_fail);
    return t2s_test_run("language models", cases, 2);
}
