/* pickle_machine.h - the stack machine of pickles, for what PyTorch's names
 * mean in them. */
#ifndef T2S_MODEL_PICKLE_MACHINE_H
#define T2S_MODEL_PICKLE_MACHINE_H

#include "base/vector.h"
#include "lab/import/unpickle.h"

enum t2s_pickle_kind {
    T2S_PICKLE_NONE,
    T2S_PICKLE_MARK,
    T2S_PICKLE_NUMBER, /* bool, int or float; only ints are ever looked at */
    T2S_PICKLE_STRING,
    T2S_PICKLE_TUPLE,
    T2S_PICKLE_LIST,
    T2S_PICKLE_DICT,
    T2S_PICKLE_NAME, /* what a GLOBAL names: an index of its names */
    T2S_PICKLE_STORAGE,
    T2S_PICKLE_TENSOR
};

typedef struct t2s_pickle_value t2s_pickle_value;

/* What lists, tuples and dictionaries hold; a dictionary's keys and values
 * take turns. Shared by all copies of the value. */
typedef struct t2s_pickle_items {
    t2s_pickle_value *at;
    size_t count, capacity;
} t2s_pickle_items;

typedef struct t2s_pickle_storage {
    const char *key;
    int32_t dtype;
    int64_t elements;
} t2s_pickle_storage;

struct t2s_pickle_value {
    enum t2s_pickle_kind kind;
    union {
        int64_t number;
        struct {
            const char *at; /* NUL-terminated, in the arena */
            size_t length;
        } string;
        t2s_pickle_items *items;
        size_t name;
        t2s_pickle_storage *storage;
        t2s_pickled_tensor *tensor;
    } is;
};

typedef struct t2s_pickle {
    const unsigned char *data;
    size_t size, at;
    T2S_VECTOR(t2s_pickle_value) stack;
    T2S_VECTOR(t2s_pickle_value) memo;
    T2S_VECTOR(t2s_pickle_items *) made; /* whose arrays are freed at the end */
    t2s_arena *arena;
    t2sed_error *err;
} t2s_pickle;

/* --- unpickle.c --- */

/* Failures at the machine's place. */
t2sed_status t2s_pickle_malformed(t2s_pickle *m, const char *what);
t2sed_status t2s_pickle_refused(t2s_pickle *m, const char *what);
t2sed_status t2s_pickle_push(t2s_pickle *m, t2s_pickle_value v);
/* Pushes a container of the `count` topmost values, which it takes. */
t2sed_status t2s_pickle_push_items(t2s_pickle *m, enum t2s_pickle_kind kind,
                                   size_t count);
/* The topmost value if it is of that kind, or NULL. */
t2s_pickle_value *t2s_pickle_top(t2s_pickle *m, enum t2s_pickle_kind kind);

/* --- pickle_torch.c --- */

/* Pushes a name; T2SED_EUNSUPPORTED for one that no dictionary of tensors
 * needs. */
t2sed_status t2s_pickle_push_name(t2s_pickle *m, const char *module, size_t n,
                                  const char *name, size_t name_n);
/* BINPERSID: ("storage", type, key, device, elements). */
t2sed_status t2s_pickle_storage_of(t2s_pickle *m);
/* REDUCE. Calls nothing: it recognises what the call would give. */
t2sed_status t2s_pickle_reduce(t2s_pickle *m);

#endif
