/* sketch_trainer.h - what the parts of a sketcher's training share. */
#ifndef T2S_TRAIN_SKETCH_TRAINER_H
#define T2S_TRAIN_SKETCH_TRAINER_H

#include "sketch/sketcher.h"
#include "t2sed/lab/sketch_trainer.h"

/* Terms of all examples stand in one vector. */
typedef struct sketch_example {
    size_t first_term, term_count;
    float heads[T2S_SKETCH_COUNT]; /* 1, 0, or NAN: not known */
    float weight;
    bool is_alone; /* of the first task: no conversation's */
    int32_t fold;
} sketch_example;

struct t2sed_sketch_trainer {
    t2sed_sketch_trainer_options options;
    T2S_VECTOR(t2s_sketch_term) terms;
    T2S_VECTOR(sketch_example) examples;
};

/* Examples as sparse rows of a vocabulary. */
typedef struct sketch_rows {
    T2S_VECTOR(t2s_sketch_item) items;
    size_t *begin;          /* [count + 1] in items */
    const uint32_t *source; /* [count] examples */
    size_t count;
} sketch_rows;

/*
 * Fits weights and bias to the rows; they begin at zero. Logistic regression
 * with a squared penalty, per head. False when memory is short.
 */
bool t2s_sketch_fit(t2sed_sketcher *sketcher,
                    const t2sed_sketch_trainer *trainer,
                    const sketch_rows *rows, int passes);

/* Sets slope, shift and threshold of each head by logits [examples]
 * [T2S_SKETCH_STRIDE], each of a model that has not seen the example, but for
 * those of `fold`, which the sketcher has not seen. False when memory is
 * short. */
bool t2s_sketch_calibrate(t2sed_sketcher *sketcher,
                          const t2sed_sketch_trainer *trainer,
                          const float *logits, int fold);

#endif
