/* The shim's trainer of parsers: gradients, steps, averages, resume. */
#include "shim_test.h"

#include <math.h>
#include <stdbool.h>

#define FIXED     7
#define WORDS     5
#define NGRAMS    11
#define TAGS      4
#define RELATIONS 5
#define HIDDEN    6
#define ARC       5
#define LABEL     4
#define SENTENCES 3
#define LENGTH    4
#define ALL       (SENTENCES * LENGTH)

static const t2s_parser_train_options plain = {.beta1 = 0.9,
                                               .beta2 = 0.95,
                                               .epsilon = 1e-8,
                                               .weight_decay = 0.01,
                                               .seed = 3};

static t2s_tensor tensors[64];
static char names[64][64];
static float numbers[20000];
static int32_t tensor_count;
static size_t used;

static void add(const char *name, int32_t a, int32_t b, int32_t c)
{
    t2s_tensor *t = &tensors[tensor_count];
    uint32_t state = 77u + (uint32_t)tensor_count;
    size_t size = (size_t)a * (size_t)(b ? b : 1) * (size_t)(c ? c : 1);
    snprintf(names[tensor_count], sizeof names[0], "%s", name);
    t->name = names[tensor_count++];
    t->dtype = T2S_F32;
    t->rank = c ? 3 : b ? 2 : 1;
    t->shape[0] = a;
    t->shape[1] = b;
    t->shape[2] = c;
    t->data = numbers + used;
    for (size_t i = 0; i < size; i++)
        numbers[used++] = 0.5f * shim_random(&state);
}

static void make_tensors(void)
{
    static const char *const ends[] = {"", "_reverse"};
    static const struct {
        const char *name;
        int32_t rows;
    } linear[] = {{"tag", TAGS},
                  {"arc_head", ARC},
                  {"arc_dependent", ARC},
                  {"label_head", LABEL},
                  {"label_dependent", LABEL}};
    char name[64];
    tensor_count = 0;
    used = 0;
    add("fixed.weight", FIXED, 3, 0);
    add("words.weight", WORDS, 3, 0);
    add("ngrams.weight", NGRAMS, 2, 0);
    add("shapes.weight", 16, 2, 0);
    for (int layer = 0; layer < 2; layer++)
        for (int i = 0; i < 2; i++) {
            snprintf(name, sizeof name, "lstm.%d.weight_ih_l0%s", layer,
                     ends[i]);
            add(name, 4 * HIDDEN, layer ? 2 * HIDDEN : 10, 0);
            snprintf(name, sizeof name, "lstm.%d.weight_hh_l0%s", layer,
                     ends[i]);
            add(name, 4 * HIDDEN, HIDDEN, 0);
            snprintf(name, sizeof name, "lstm.%d.bias_ih_l0%s", layer, ends[i]);
            add(name, 4 * HIDDEN, 0, 0);
            snprintf(name, sizeof name, "lstm.%d.bias_hh_l0%s", layer, ends[i]);
            add(name, 4 * HIDDEN, 0, 0);
        }
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "%s.weight", linear[i].name);
        add(name, linear[i].rows, 2 * HIDDEN, 0);
        snprintf(name, sizeof name, "%s.bias", linear[i].name);
        add(name, linear[i].rows, 0, 0);
    }
    add("root", 2 * HIDDEN, 0, 0);
    add("arc", ARC + 1, ARC, 0);
    add("label", RELATIONS, LABEL + 1, LABEL + 1);
}

static int32_t inputs[6][ALL], ngrams[2 * ALL], starts[ALL];

static t2s_parser_batch make_batch(void)
{
    uint32_t state = 5;
    t2s_parser_batch batch = {
        {ALL, 2 * ALL, inputs[0], inputs[1], inputs[2], ngrams, starts},
        SENTENCES,
        LENGTH,
        inputs[3],
        inputs[4],
        inputs[5]};
    for (int i = 0; i < ALL; i++) {
        inputs[0][i] = shim_below(&state, FIXED);
        inputs[1][i] = shim_below(&state, WORDS);
        inputs[2][i] = shim_below(&state, 16);
        inputs[3][i] = shim_below(&state, TAGS);
        inputs[4][i] = i % LENGTH; /* each on the one before; the root first */
        inputs[5][i] = shim_below(&state, RELATIONS);
        starts[i] = 2 * i;
        ngrams[2 * i] = shim_below(&state, NGRAMS);
        ngrams[2 * i + 1] = shim_below(&state, NGRAMS);
    }
    return batch;
}

static t2s_trainer_handle *open_trainer(const t2s_parser_train_options *options)
{
    t2s_trainer_handle *trainer = NULL;
    make_tensors();
    SHIM_OK(engine->parser_trainer_open(&trainer, tensors, tensor_count,
                                        options, err));
    return trainer;
}

static double run_step(t2s_trainer_handle *trainer, double rate)
{
    const t2s_parser_batch batch = make_batch();
    double loss = -1;
    SHIM_OK(engine->parser_trainer_step(trainer, &batch, rate, &loss, err));
    return loss;
}

static size_t size_of(int32_t index)
{
    size_t size = 1;
    for (int32_t i = 0; i < tensors[index].rank; i++)
        size *= (size_t)tensors[index].shape[i];
    return size;
}

static uint64_t fingerprint(t2s_trainer_handle *trainer)
{
    static float data[4000];
    uint64_t hash = 0xcbf29ce484222325u;
    for (int32_t i = 0; i < tensor_count; i++)
        for (int32_t part = 0; part < 5; part++) {
            const unsigned char *bytes = (const unsigned char *)data;
            size_t size = size_of(i);
            if (part == T2S_PART_GRADIENT)
                continue;
            SHIM_OK(engine->trainer_read(trainer, i, part, data, size, err));
            for (size_t k = 0; k < size * sizeof *data; k++)
                hash = (hash ^ bytes[k]) * 0x100000001b3u;
        }
    return hash;
}

/* Gradients against differences of the loss, a few of each weight. */
START_TEST(gradients_are_those_of_the_loss)
{
    static float gradient[4000], weight[4000];
    const float step = 2e-3f;
    t2s_parser_train_options options = plain;
    t2s_trainer_handle *trainer;
    options.gradients_only = 1;
    trainer = open_trainer(&options);
    for (int32_t i = 0; i < tensor_count; i++) {
        size_t size = size_of(i);
        bool fixed = strcmp(tensors[i].name, "fixed.weight") == 0;
        run_step(trainer, 0);
        SHIM_OK(engine->trainer_read(trainer, i, T2S_PART_GRADIENT, gradient,
                                     size, err));
        memcpy(weight, tensors[i].data, size * sizeof *weight);
        for (size_t k = 0; k < size; k += 1 + size / 5) {
            float was = weight[k];
            double more, less;
            weight[k] = was + step;
            SHIM_OK(engine->trainer_write(trainer, i, T2S_PART_WEIGHT, weight,
                                          size, err));
            more = run_step(trainer, 0);
            weight[k] = was - step;
            SHIM_OK(engine->trainer_write(trainer, i, T2S_PART_WEIGHT, weight,
                                          size, err));
            less = run_step(trainer, 0);
            weight[k] = was;
            SHIM_OK(engine->trainer_write(trainer, i, T2S_PART_WEIGHT, weight,
                                          size, err));
            if (fixed)
                ck_assert_float_eq(gradient[k], 0);
            else
                ck_assert_msg(fabs((more - less) / (2.0 * (double)step) -
                                   (double)gradient[k]) < 3e-3,
                              "%s[%zu]: %g, not %g", tensors[i].name, k,
                              (double)gradient[k],
                              (more - less) / (2.0 * (double)step));
        }
    }
    engine->trainer_close(trainer);
}
END_TEST

START_TEST(learns_a_batch_by_heart)
{
    t2s_parser_train_options options = plain;
    t2s_trainer_handle *trainer;
    const t2s_parser_batch batch = make_batch();
    int32_t tags[ALL], heads[ALL], relations[ALL], right = 0;
    double first, last = 0;
    options.max_gradient_norm = 2;
    trainer = open_trainer(&options);
    first = run_step(trainer, 1e-2);
    for (int i = 0; i < 200; i++)
        last = run_step(trainer, 1e-2);
    ck_assert_double_lt(last, first / 4);
    for (int i = 0; i < 100; i++) /* for the average */
        run_step(trainer, 1e-3);
    SHIM_OK(engine->parser_trainer_predict(trainer, &batch, tags, heads,
                                           relations, err));
    for (int i = 0; i < ALL; i++)
        right += tags[i] == batch.tags[i] && heads[i] == batch.heads[i] &&
                 relations[i] == batch.relations[i];
    /* Words may be alike but for their labels, in one place. */
    ck_assert_int_ge(right, ALL - 1);
    engine->trainer_close(trainer);
}
END_TEST

START_TEST(equal_seeds_give_equal_bits)
{
    t2s_parser_train_options options = plain;
    uint64_t prints[3];
    options.dropout = 0.3;
    options.fixed_dropout = options.word_dropout = options.ngram_dropout = 0.2;
    for (int i = 0; i < 3; i++) {
        t2s_trainer_handle *trainer;
        options.seed = i == 2 ? 4 : 3;
        trainer = open_trainer(&options);
        for (int k = 0; k < 15; k++)
            run_step(trainer, 1e-3);
        prints[i] = fingerprint(trainer);
        engine->trainer_close(trainer);
    }
    ck_assert(prints[0] == prints[1]);
    ck_assert(prints[0] != prints[2]);
}
END_TEST

START_TEST(resumes_exactly)
{
    static float data[4000];
    static char random[8192];
    size_t random_size = sizeof random;
    int64_t at;
    t2s_parser_train_options options = plain;
    t2s_trainer_handle *a, *b;
    options.dropout = 0.3;
    a = open_trainer(&options);
    for (int k = 0; k < 7; k++)
        run_step(a, 1e-3);
    options.seed = 99;
    b = open_trainer(&options);
    for (int32_t i = 0; i < tensor_count; i++)
        for (int32_t part = 0; part < 5; part++) {
            if (part == T2S_PART_GRADIENT)
                continue;
            SHIM_OK(engine->trainer_read(a, i, part, data, size_of(i), err));
            SHIM_OK(engine->trainer_write(b, i, part, data, size_of(i), err));
        }
    SHIM_OK(engine->trainer_get_state(a, &at, random, &random_size, err));
    ck_assert_int_eq(at, 7);
    SHIM_OK(engine->trainer_set_state(b, at, random, random_size, err));
    for (int k = 0; k < 7; k++) {
        run_step(a, 1e-3);
        run_step(b, 1e-3);
    }
    ck_assert(fingerprint(a) == fingerprint(b));
    engine->trainer_close(a);
    engine->trainer_close(b);
}
END_TEST

/* Layers in bf16 come out near those in fp32. */
START_TEST(narrow_products_are_near)
{
    t2s_parser_train_options options = plain;
    t2s_trainer_handle *trainer = open_trainer(&options);
    double wide = run_step(trainer, 0), narrow;
    engine->trainer_close(trainer);
    options.precision = T2S_BFLOAT16;
    trainer = open_trainer(&options);
    narrow = run_step(trainer, 0);
    ck_assert_double_eq_tol(wide, narrow, 0.02 * wide);
    engine->trainer_close(trainer);
}
END_TEST

static void refuse(t2s_trainer_handle *trainer, const t2s_parser_batch *batch,
                   double rate)
{
    t2sed_error err;
    double loss = -7;
    ck_assert_int_eq(
        engine->parser_trainer_step(trainer, batch, rate, &loss, &err),
        T2SED_EINVAL);
    ck_assert_double_eq(loss, -7);
}

START_TEST(refuses_what_is_out_of_range)
{
    t2s_trainer_handle *trainer = open_trainer(&plain);
    t2s_parser_batch batch = make_batch();
    t2sed_error err;
    float x = 0;
    int32_t *const places[] = {&inputs[0][3], &inputs[1][3], &inputs[2][3],
                               &inputs[3][3], &inputs[4][3], &inputs[5][3],
                               &ngrams[3],    &starts[3]};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        batch = make_batch();
        *places[i] = 1000;
        refuse(trainer, &batch, 1e-3);
        *places[i] = -1;
        refuse(trainer, &batch, 1e-3);
    }
    batch = make_batch();
    starts[0] = 1;
    refuse(trainer, &batch, 1e-3);
    batch = make_batch();
    refuse(trainer, &batch, -1);
    refuse(trainer, &batch, (double)NAN);
    batch.length = LENGTH + 1;
    refuse(trainer, &batch, 1e-3);
    batch = make_batch();
    batch.heads = NULL;
    refuse(trainer, &batch, 1e-3);
    ck_assert_int_eq(engine->trainer_read(trainer, 999, 0, &x, 1, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(engine->trainer_read(trainer, 0, 0, &x, 1, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(engine->trainer_set_state(trainer, 1, "x", 1, &err),
                     T2SED_EFORMAT);
    run_step(trainer, 1e-3);
    engine->trainer_close(trainer);
}
END_TEST

START_TEST(refuses_bad_weights_and_options)
{
    t2s_trainer_handle *trainer = NULL;
    t2s_parser_train_options options = plain;
    t2sed_error err;
    make_tensors();
    ck_assert_int_eq(engine->parser_trainer_open(
                         &trainer, tensors, tensor_count - 1, &options, &err),
                     T2SED_EMISMATCH);
    options.dropout = 1;
    ck_assert_int_eq(engine->parser_trainer_open(&trainer, tensors,
                                                 tensor_count, &options, &err),
                     T2SED_EINVAL);
    options = plain;
    options.precision = T2S_FP16;
    ck_assert_int_eq(engine->parser_trainer_open(&trainer, tensors,
                                                 tensor_count, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(trainer);
}
END_TEST

int main(void)
{
    TCase *cases[1];
    if (!shim_open("parser trainer"))
        return EXIT_SUCCESS;
    cases[0] = tcase_create("training parsers");
    tcase_set_timeout(cases[0], 120);
    tcase_add_test(cases[0], gradients_are_those_of_the_loss);
    tcase_add_test(cases[0], learns_a_batch_by_heart);
    tcase_add_test(cases[0], equal_seeds_give_equal_bits);
    tcase_add_test(cases[0], resumes_exactly);
    tcase_add_test(cases[0], narrow_products_are_near);
    tcase_add_test(cases[0], refuses_what_is_out_of_range);
    tcase_add_test(cases[0], refuses_bad_weights_and_options);
    return t2s_test_run("shim: parser trainer", cases, 1);
}
