/* The shim's trainer: gradients, AdamW, determinism, resume. */
#include "shim_test.h"

#include <math.h>
#include <stdbool.h>

static const t2s_train_options plain = {0.9, 0.999, 1e-8, 0.01, 0.0, 7, 1, 0};

static t2s_trainer_handle *open_trainer(const shim_weights *w,
                                        const t2s_train_options *options)
{
    t2s_trainer_handle *trainer = NULL;
    SHIM_OK(engine->trainer_open(&trainer, &w->architecture, w->tensors,
                                 w->count, "cpu", options, err));
    return trainer;
}

static double run_step(t2s_trainer_handle *trainer, const shim_batch *batch,
                       double rate)
{
    double loss = -1.0;
    SHIM_OK(engine->trainer_step(trainer, &batch->train, 1, rate, &loss, err));
    return loss;
}

static size_t size_of(const t2s_tensor *t)
{
    size_t size = 1;
    for (int32_t i = 0; i < t->rank; i++)
        size *= (size_t)t->shape[i];
    return size;
}

/* Weight `index` (or its moments or gradient), of `*size` floats; free it. */
static float *read_weight(t2s_trainer_handle *trainer, int32_t index,
                          int32_t which, size_t *size, t2s_tensor *what)
{
    float *data;
    SHIM_OK(engine->trainer_describe(trainer, index, what, err));
    *size = size_of(what);
    data = malloc(*size * sizeof *data);
    SHIM_OK(engine->trainer_read(trainer, index, which, data, *size, err));
    return data;
}

static int32_t find_weight(t2s_trainer_handle *trainer, const char *name)
{
    int32_t count = engine->trainer_count(trainer);
    for (int32_t i = 0; i < count; i++) {
        t2s_tensor what;
        SHIM_OK(engine->trainer_describe(trainer, i, &what, err));
        if (strcmp(what.name, name) == 0)
            return i;
    }
    ck_abort_msg("no weight %s", name);
    return -1;
}

/* Bytes that stand for all weights and moments. */
static uint64_t fingerprint(t2s_trainer_handle *trainer)
{
    uint64_t hash = 1469598103934665603u;
    int32_t count = engine->trainer_count(trainer);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t which = 0; which < 3; which++) {
            t2s_tensor what;
            size_t size;
            float *data = read_weight(trainer, i, which, &size, &what);
            const unsigned char *bytes = (const unsigned char *)data;
            for (size_t b = 0; b < size * sizeof *data; b++)
                hash = (hash ^ bytes[b]) * 1099511628211u;
            free(data);
        }
    }
    return hash;
}

/* The slope of the loss at one element, by central differences in fp64. The
 * step is what fp32 storage makes of it. */
static double slope(t2s_trainer_handle *trainer, const shim_batch *batch,
                    int32_t index, float *data, size_t size, size_t element)
{
    const float value = data[element];
    const float up = value + 0x1p-18f, down = value - 0x1p-18f;
    double high, low;
    data[element] = up;
    SHIM_OK(engine->trainer_write(trainer, index, 0, data, size, err));
    high = run_step(trainer, batch, 0.0);
    data[element] = down;
    SHIM_OK(engine->trainer_write(trainer, index, 0, data, size, err));
    low = run_step(trainer, batch, 0.0);
    data[element] = value;
    SHIM_OK(engine->trainer_write(trainer, index, 0, data, size, err));
    return (high - low) / ((double)up - (double)down);
}

/* Every weight's gradient at its largest element and two others. */
static void check_gradients(const t2s_architecture *a)
{
    static const int32_t lengths[] = {7, 12, 5};
    shim_weights *w = shim_weights_new(a, 11, 0.5f);
    shim_batch *batch = shim_batch_new(a, lengths, 3, 5);
    t2s_train_options options = plain;
    t2s_trainer_handle *trainer;
    int32_t count;
    options.gradients_only = 2;
    trainer = open_trainer(w, &options);
    count = engine->trainer_count(trainer);
    ck_assert_int_eq(count, w->count);
    for (int32_t i = 0; i < count; i++) {
        t2s_tensor what;
        size_t size, largest = 0;
        float *data, *gradient;
        run_step(trainer, batch, 0.0);
        gradient = read_weight(trainer, i, 3, &size, &what);
        data = read_weight(trainer, i, 0, &size, &what);
        for (size_t e = 0; e < size; e++)
            if (fabsf(gradient[e]) > fabsf(gradient[largest]))
                largest = e;
        for (int k = 0; k < 3; k++) {
            size_t e = k == 0 ? largest : (size_t)(k * 37 + 5) % size;
            double numeric, tolerance;
            if (strstr(what.name, "_labels.") && e < (size_t)a->hidden)
                continue; /* row 0 stays zero */
            numeric = slope(trainer, batch, i, data, size, e);
            tolerance = 1e-7 + 1e-4 * fabs(numeric);
            ck_assert_msg(fabs(numeric - (double)gradient[e]) < tolerance,
                          "%s[%zu]: gradient %g, differences say %g", what.name,
                          e, (double)gradient[e], numeric);
        }
        free(gradient);
        free(data);
    }
    engine->trainer_close(trainer);
    free(batch);
    shim_weights_free(w);
}

START_TEST(gradients_of_separate_typed_graphs)
{
    t2s_architecture a = shim_architecture();
    check_gradients(&a);
}
END_TEST

START_TEST(gradients_of_a_joint_untyped_graph)
{
    t2s_architecture a = shim_architecture();
    a.layout = T2S_GRAPH_JOINT;
    a.readout = T2S_READ_GLOBAL;
    a.edge_types = 0;
    a.residual = 1;
    a.gat_heads = 1;
    a.family = T2S_ROBERTA;
    a.position_offset = 2;
    a.token_types = 1;
    check_gradients(&a);
}
END_TEST

/* Training computes in fp32, with other products than the fp64 that the
 * differences above have checked. */
START_TEST(gradients_in_fp32_are_those_in_fp64)
{
    static const int32_t lengths[] = {7, 12, 5};
    t2s_architecture a = shim_architecture();
    shim_weights *w = shim_weights_new(&a, 11, 0.5f);
    shim_batch *batch = shim_batch_new(&a, lengths, 3, 5);
    t2s_trainer_handle *trainers[2];
    for (int i = 0; i < 2; i++) {
        t2s_train_options options = plain;
        options.gradients_only = i + 1;
        trainers[i] = open_trainer(w, &options);
        run_step(trainers[i], batch, 0.0);
    }
    for (int32_t i = 0; i < w->count; i++) {
        t2s_tensor what;
        size_t size;
        float *narrow = read_weight(trainers[0], i, 3, &size, &what);
        float *wide = read_weight(trainers[1], i, 3, &size, &what);
        float largest = 0.0f;
        for (size_t e = 0; e < size; e++)
            largest = fmaxf(largest, fabsf(wide[e]));
        for (size_t e = 0; e < size; e++)
            ck_assert_msg(fabsf(narrow[e] - wide[e]) <= 1e-6f + 1e-4f * largest,
                          "%s[%zu]: %g in fp32, %g in fp64", what.name, e,
                          (double)narrow[e], (double)wide[e]);
        free(narrow);
        free(wide);
    }
    engine->trainer_close(trainers[0]);
    engine->trainer_close(trainers[1]);
    free(batch);
    shim_weights_free(w);
}
END_TEST

/* Trains some steps with dropout and returns the fingerprint. */
static uint64_t train(uint64_t seed, int steps, int break_at)
{
    static const int32_t lengths[] = {7, 12, 5, 20};
    t2s_architecture a = shim_architecture();
    shim_weights *w;
    shim_batch *batch;
    t2s_train_options options = plain;
    t2s_trainer_handle *trainer;
    uint64_t print;
    a.encoder_dropout = 0.1;
    a.head_dropout = 0.1;
    w = shim_weights_new(&a, 3, 0.3f);
    batch = shim_batch_new(&a, lengths, 4, 5);
    options.seed = seed;
    options.max_gradient_norm = 1.0;
    trainer = open_trainer(w, &options);
    for (int i = 0; i < steps; i++) {
        run_step(trainer, batch, 1e-3);
        if (i + 1 == break_at) { /* into a new trainer, as a resume does */
            t2s_trainer_handle *other = open_trainer(w, &plain);
            int32_t count = engine->trainer_count(trainer);
            unsigned char random[8192];
            size_t random_size = sizeof random;
            int64_t step;
            engine->trainer_close(other);
            options.seed = 999;
            other = open_trainer(w, &options);
            for (int32_t k = 0; k < count; k++) {
                for (int32_t which = 0; which < 3; which++) {
                    t2s_tensor what;
                    size_t size;
                    float *data = read_weight(trainer, k, which, &size, &what);
                    SHIM_OK(engine->trainer_write(other, k, which, data, size,
                                                  err));
                    free(data);
                }
            }
            SHIM_OK(engine->trainer_get_state(trainer, &step, random,
                                              &random_size, err));
            ck_assert_int_eq(step, break_at);
            SHIM_OK(engine->trainer_set_state(other, step, random, random_size,
                                              err));
            engine->trainer_close(trainer);
            trainer = other;
        }
    }
    print = fingerprint(trainer);
    engine->trainer_close(trainer);
    free(batch);
    shim_weights_free(w);
    return print;
}

START_TEST(equal_seeds_are_bit_equal)
{
    SHIM_OK(engine->set_threads(1, err));
    ck_assert(train(1, 4, 0) == train(1, 4, 0));
    ck_assert(train(1, 4, 0) != train(2, 4, 0));
}
END_TEST

START_TEST(resume_is_exact)
{
    SHIM_OK(engine->set_threads(1, err));
    ck_assert(train(1, 5, 0) == train(1, 5, 2));
}
END_TEST

START_TEST(the_loss_falls)
{
    static const int32_t lengths[] = {7, 12, 5, 20};
    t2s_architecture a = shim_architecture();
    shim_weights *w = shim_weights_new(&a, 3, 0.3f);
    shim_batch *batch = shim_batch_new(&a, lengths, 4, 5);
    t2s_trainer_handle *trainer = open_trainer(w, &plain);
    float logits[4];
    double first = run_step(trainer, batch, 3e-3), last = first;
    for (int i = 0; i < 60; i++)
        last = run_step(trainer, batch, 3e-3);
    ck_assert_msg(last < 0.1 * first, "from %g to %g", first, last);
    SHIM_OK(
        engine->trainer_forward(trainer, &batch->train.inputs, logits, err));
    for (int s = 0; s < 4; s++)
        ck_assert(batch->labels[s] > 0.5f ? logits[s] > 0.0f
                                          : logits[s] < 0.0f);
    engine->trainer_close(trainer);
    free(batch);
    shim_weights_free(w);
}
END_TEST

/* Without dropout, two batches of a step are one batch of both. */
START_TEST(batches_of_a_step_add_up)
{
    static const int32_t lengths[] = {7, 12, 5, 20};
    t2s_architecture a = shim_architecture();
    shim_weights *w = shim_weights_new(&a, 3, 0.3f);
    shim_batch *parts[2];
    t2s_train_batch both[2];
    t2s_train_options options = plain;
    t2s_trainer_handle *trainer;
    double separate[2], together, sum[2] = {0.0, 0.0};
    options.gradients_only = 1;
    trainer = open_trainer(w, &options);
    for (int i = 0; i < 2; i++) {
        parts[i] = shim_batch_new(&a, lengths + 2 * i, 2, 5u + (uint32_t)i);
        parts[i]->weights[i] = 3.0f;
        for (int s = 0; s < 2; s++)
            sum[i] += (double)parts[i]->weights[s];
        separate[i] = run_step(trainer, parts[i], 0.0);
        both[i] = parts[i]->train;
    }
    SHIM_OK(engine->trainer_step(trainer, both, 2, 0.0, &together, err));
    ck_assert_double_eq_tol(together,
                            (separate[0] * sum[0] + separate[1] * sum[1]) /
                                (sum[0] + sum[1]),
                            1e-6);
    engine->trainer_close(trainer);
    free(parts[0]);
    free(parts[1]);
    shim_weights_free(w);
}
END_TEST

START_TEST(a_frozen_encoder_stays)
{
    static const int32_t lengths[] = {7, 12};
    t2s_architecture a = shim_architecture();
    shim_weights *w = shim_weights_new(&a, 3, 0.3f);
    shim_batch *batch = shim_batch_new(&a, lengths, 2, 5);
    t2s_train_options options = plain;
    t2s_trainer_handle *trainer;
    options.train_encoder = 0;
    trainer = open_trainer(w, &options);
    run_step(trainer, batch, 1e-2);
    for (int32_t i = 0; i < w->count; i++) {
        t2s_tensor what;
        size_t size;
        float *data = read_weight(trainer, i, 0, &size, &what);
        int same;
        ck_assert_str_eq(what.name, w->tensors[i].name);
        same = memcmp(data, w->tensors[i].data, size * sizeof *data) == 0;
        ck_assert_msg(same == (strncmp(what.name, "encoder.", 8) == 0), "%s %s",
                      what.name, same ? "stayed" : "changed");
        free(data);
    }
    engine->trainer_close(trainer);
    free(batch);
    shim_weights_free(w);
}
END_TEST

START_TEST(the_unknown_label_stays_zero)
{
    static const int32_t lengths[] = {7, 12};
    t2s_architecture a = shim_architecture();
    shim_weights *w = shim_weights_new(&a, 3, 0.3f);
    shim_batch *batch = shim_batch_new(&a, lengths, 2, 5);
    t2s_trainer_handle *trainer = open_trainer(w, &plain);
    int32_t index = find_weight(trainer, "sql_labels.weight");
    t2s_tensor what;
    size_t size;
    float *data;
    for (int32_t n = 0; n < batch->train.inputs.graphs[1].nodes; n++)
        if (batch->graphs[1].label[n] >= 0)
            batch->graphs[1].label[n] = 0;
    run_step(trainer, batch, 1e-2);
    data = read_weight(trainer, index, 0, &size, &what);
    for (int32_t i = 0; i < a.hidden; i++)
        ck_assert(data[i] == 0.0f);
    data[0] = 1.0f;
    SHIM_OK(engine->trainer_write(trainer, index, 0, data, size, err));
    free(data);
    data = read_weight(trainer, index, 0, &size, &what);
    ck_assert(data[0] == 0.0f);
    free(data);
    engine->trainer_close(trainer);
    free(batch);
    shim_weights_free(w);
}
END_TEST

START_TEST(bad_steps_are_refused)
{
    static const int32_t lengths[] = {7, 12};
    t2s_architecture a = shim_architecture();
    shim_weights *w = shim_weights_new(&a, 3, 0.3f);
    shim_batch *batch = shim_batch_new(&a, lengths, 2, 5);
    t2s_train_batch broken;
    t2s_train_options options = plain;
    t2s_trainer_handle *trainer = open_trainer(w, &plain), *other = NULL;
    uint64_t before = fingerprint(trainer);
    float value;
    SHIM_FAILS(engine->trainer_step(trainer, &batch->train, 0, 1e-3, NULL, err),
               T2SED_EEMPTY, "0 batches");
    SHIM_FAILS(engine->trainer_step(trainer, &batch->train, 1, -1.0, NULL, err),
               T2SED_EINVAL, "learning rate");
    batch->labels[1] = 1.5f;
    SHIM_FAILS(engine->trainer_step(trainer, &batch->train, 1, 1e-3, NULL, err),
               T2SED_EINVAL, "label 1 is 1.5");
    batch->labels[1] = 1.0f;
    batch->weights[0] = -1.0f;
    SHIM_FAILS(engine->trainer_step(trainer, &batch->train, 1, 1e-3, NULL, err),
               T2SED_EINVAL, "weight 0 is -1");
    batch->weights[0] = 1.0f;
    broken = batch->train;
    broken.labels = NULL;
    SHIM_FAILS(engine->trainer_step(trainer, &broken, 1, 1e-3, NULL, err),
               T2SED_EINVAL, "lacks labels");
    batch->ids[3] = 1000;
    SHIM_FAILS(engine->trainer_step(trainer, &batch->train, 1, 1e-3, NULL, err),
               T2SED_EINVAL, "token 3 has id 1000");
    SHIM_FAILS(engine->trainer_read(trainer, 0, 0, &value, 1, err),
               T2SED_EINVAL, "values, not 1");
    SHIM_FAILS(engine->trainer_read(trainer, -1, 0, &value, 1, err),
               T2SED_EINVAL, "weight");
    SHIM_FAILS(engine->trainer_set_state(trainer, 1, "abc", 3, err),
               T2SED_EFORMAT, "3 bytes");
    ck_assert(fingerprint(trainer) == before);
    options.beta2 = 1.5;
    SHIM_FAILS(engine->trainer_open(&other, &a, w->tensors, w->count, "cpu",
                                    &options, err),
               T2SED_EINVAL, "beta2 1.5");
    ck_assert_ptr_null(other);
    engine->trainer_close(trainer);
    engine->trainer_close(NULL);
    free(batch);
    shim_weights_free(w);
}
END_TEST

int main(void)
{
    TCase *trainer = tcase_create("trainer");
    if (!shim_open("trainer"))
        return EXIT_SUCCESS;
    tcase_set_timeout(trainer, 120);
    tcase_add_test(trainer, gradients_of_separate_typed_graphs);
    tcase_add_test(trainer, gradients_of_a_joint_untyped_graph);
    tcase_add_test(trainer, gradients_in_fp32_are_those_in_fp64);
    tcase_add_test(trainer, equal_seeds_are_bit_equal);
    tcase_add_test(trainer, resume_is_exact);
    tcase_add_test(trainer, the_loss_falls);
    tcase_add_test(trainer, batches_of_a_step_add_up);
    tcase_add_test(trainer, a_frozen_encoder_stays);
    tcase_add_test(trainer, the_unknown_label_stays_zero);
    tcase_add_test(trainer, bad_steps_are_refused);
    return t2s_test_run("trainer", &trainer, 1);
}
