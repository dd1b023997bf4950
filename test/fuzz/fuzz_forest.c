/* Reads any bytes as a file of a forest and walks what can be read. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/write/write.h"
#include "weights/forest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

/* What features add and the mean are the value, by the size of the leaves. */
static void check_sum(const t2s_forest *forest, const float *vector,
                      double *adds)
{
    double sum = t2s_forest_contributions(adds, forest, vector), size = 1;
    for (int32_t i = 0; i < forest->features; i++)
        sum += adds[i];
    for (int32_t t = 0; t < forest->trees; t++)
        for (int32_t i = forest->starts[t]; i <= forest->starts[t + 1]; i++)
            size += fabs((double)forest->leaves[i + t]);
    require(fabs(sum - t2s_forest_value(forest, vector)) <= 1e-9 * size);
}

/* A row has the same value among many, which are walked together. */
static void check_many(const t2s_forest *forest, const float *vector)
{
    enum { MANY = 9 };
    const float *rows[MANY];
    double values[MANY];
    for (int i = 0; i < MANY; i++)
        rows[i] = vector;
    t2s_forest_values(values, forest, rows, MANY);
    for (int i = 0; i < MANY; i++)
        require(values[i] == t2s_forest_value(forest, vector));
}

/* Every walk ends on a leaf, whatever is known. */
static void walk(const t2s_forest *forest)
{
    static const float values[] = {NAN, 0, -INFINITY, INFINITY, 0.75F};
    size_t count = (size_t)forest->features;
    float *vector = malloc((count + 1) * sizeof *vector);
    double *adds = malloc((count + 1) * sizeof *adds);
    require(vector && adds);
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        for (size_t i = 0; i < count; i++)
            vector[i] = i % 7 == 3 ? NAN : values[v];
        require(isfinite(t2s_forest_value(forest, vector)));
        check_sum(forest, vector, adds);
        check_many(forest, vector);
    }
    free(vector);
    free(adds);
}

/* The mean of a forest and itself is that forest. */
static void mean(const t2s_forest *forest)
{
    t2s_forest both[2], out;
    memcpy(&both[0], forest, sizeof *forest);
    memcpy(&both[1], forest, sizeof *forest);
    if (t2s_forest_mean(&out, both, 2, NULL) != T2SED_OK)
        return;
    require(out.trees == 2 * forest->trees && out.features == forest->features);
    walk(&out);
    t2s_forest_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2s_safetensors file;
    t2s_forest forest;
    void *copy = malloc(size + 1); /* aligned, as a mapped file is */
    require(copy != NULL);
    memcpy(copy, data, size);
    if (t2s_safetensors_parse(&file, copy, size, "fuzz", NULL) == T2SED_OK) {
        if (t2s_forest_read(&forest, &file, "", NULL) == T2SED_OK) {
            walk(&forest);
            mean(&forest);
            t2s_forest_free(&forest);
        }
        t2s_safetensors_close(&file);
    }
    free(copy);
    return 0;
}
