/* options.h - options of training as tables: defaults, ranges, copies, what a
 * log tells and what makes two runs the same. */
#ifndef T2S_TRAIN_OPTIONS_H
#define T2S_TRAIN_OPTIONS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "t2sed/status.h"

enum t2s_option_type {
    T2S_OPTION_INT,
    T2S_OPTION_REAL,
    T2S_OPTION_SEED, /* uint64_t, of any value */
    T2S_OPTION_TEXT  /* const char *, NULL at first */
};

typedef struct t2s_option {
    const char *name; /* the field's */
    size_t offset;
    enum t2s_option_type type;
    int makes_run; /* 1: with another value, a run is another one */
    double initial, low, high;
} t2s_option;

/* The options of a struct that begins with struct_size. Fields that are not in
 * the table are the trainer's own business, and 0 at first. */
typedef struct t2s_options {
    const char *what; /* "training options", in messages */
    const char *type; /* the struct's name */
    size_t size;      /* the struct's */
    const t2s_option *at;
    size_t count;
} t2s_options;

/* Rows of the table of struct OF. Numbers: 1 or 0, whether they make the run;
 * the default; the least and greatest value. */
#define T2S_INT(OF, FIELD, ...)                                                \
    {                                                                          \
#FIELD, offsetof(OF, FIELD), T2S_OPTION_INT, __VA_ARGS__               \
    }
#define T2S_REAL(OF, FIELD, ...)                                               \
    {                                                                          \
#FIELD, offsetof(OF, FIELD), T2S_OPTION_REAL, __VA_ARGS__              \
    }
#define T2S_SEED(OF, FIELD)                                                    \
    {                                                                          \
#FIELD, offsetof(OF, FIELD), T2S_OPTION_SEED, 1, 1, 0, 0               \
    }
#define T2S_TEXT(OF, FIELD)                                                    \
    {                                                                          \
#FIELD, offsetof(OF, FIELD), T2S_OPTION_TEXT, 0, 0, 0, 0               \
    }

/* What t2sed_X_options_init does. */
void t2s_options_init(void *to, size_t given, const t2s_options *table);

/* Copies the caller's options (NULL: the defaults) to a struct of the table's,
 * texts too. Errors: T2SED_EINVAL (struct_size, a number out of range),
 * T2SED_ENOMEM; then nothing is to be freed. */
t2sed_status t2s_options_read(void *out, const void *given,
                              const t2s_options *table, t2sed_error *err);
/* Frees the texts. */
void t2s_options_free(void *options, const t2s_options *table);

/* A hash of the options that make the run. */
uint64_t t2s_options_hash(const void *options, const t2s_options *table);
/* The numbers by their names; NULL when memory is short. */
json_t *t2s_options_describe(const void *options, const t2s_options *table);

#endif
