/* pickle_torch.c - what PyTorch's names mean in a pickle: the shape of a
 * state_dict in PyTorch's torch/serialization.py and torch/_utils.py. */
#include <string.h>

#include "base/error.h"
#include "lab/import/pickle_machine.h"

enum meaning { MEANS_DICT, MEANS_TENSOR, MEANS_PARAMETER, MEANS_STORAGE };

static const struct {
    const char *module, *name;
    enum meaning meaning;
    int32_t dtype;
} names[] = {
    {"collections", "OrderedDict", MEANS_DICT, 0},
    {"torch._utils", "_rebuild_tensor_v2", MEANS_TENSOR, 0},
    {"torch._utils", "_rebuild_parameter", MEANS_PARAMETER, 0},
    {"torch", "FloatStorage", MEANS_STORAGE, T2S_F32},
    {"torch", "HalfStorage", MEANS_STORAGE, T2S_F16},
    {"torch", "BFloat16Storage", MEANS_STORAGE, T2S_BF16},
    {"torch", "LongStorage", MEANS_STORAGE, T2S_I64},
    {"torch", "DoubleStorage", MEANS_STORAGE, T2S_DTYPE_OTHER},
    {"torch", "IntStorage", MEANS_STORAGE, T2S_DTYPE_OTHER},
    {"torch", "ShortStorage", MEANS_STORAGE, T2S_DTYPE_OTHER},
    {"torch", "CharStorage", MEANS_STORAGE, T2S_DTYPE_OTHER},
    {"torch", "ByteStorage", MEANS_STORAGE, T2S_DTYPE_OTHER},
    {"torch", "BoolStorage", MEANS_STORAGE, T2S_DTYPE_OTHER},
};

#define NAME_COUNT (sizeof names / sizeof names[0])

t2sed_status t2s_pickle_push_name(t2s_pickle *m, const char *module, size_t n,
                                  const char *name, size_t name_n)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strlen(names[i].module) == n && strlen(names[i].name) == name_n &&
            memcmp(names[i].module, module, n) == 0 &&
            memcmp(names[i].name, name, name_n) == 0) {
            t2s_pickle_value v = {.kind = T2S_PICKLE_NAME, .is.name = i};
            return t2s_pickle_push(m, v);
        }
    return t2s_fail(m->err, T2SED_EUNSUPPORTED, (ptrdiff_t)m->at,
                    "pickle: byte %zu: it names %.*s.%.*s, which is neither a "
                    "dictionary nor a tensor; nothing in it was run",
                    m->at, (int)(n < 100 ? n : 100), module,
                    (int)(name_n < 100 ? name_n : 100), name);
}

/* BINPERSID: ("storage", type, key, device, elements). */
t2sed_status t2s_pickle_storage_of(t2s_pickle *m)
{
    const t2s_pickle_value *tuple = t2s_pickle_top(m, T2S_PICKLE_TUPLE), *at;
    t2s_pickle_value v = {.kind = T2S_PICKLE_STORAGE};
    t2s_pickle_storage *made;
    if (!tuple || tuple->is.items->count != 5)
        return t2s_pickle_refused(m, "a reference to something outside");
    at = tuple->is.items->at;
    if (at[0].kind != T2S_PICKLE_STRING || at[1].kind != T2S_PICKLE_NAME ||
        names[at[1].is.name].meaning != MEANS_STORAGE ||
        at[2].kind != T2S_PICKLE_STRING || at[4].kind != T2S_PICKLE_NUMBER ||
        strcmp(at[0].is.string.at, "storage") != 0)
        return t2s_pickle_refused(m, "a reference to something outside");
    made = t2s_arena_alloc(m->arena, sizeof *made);
    if (!made)
        return t2s_fail_memory(m->err);
    *made = (t2s_pickle_storage){at[2].is.string.at, names[at[1].is.name].dtype,
                                 at[4].is.number};
    m->stack.count--;
    v.is.storage = made;
    return t2s_pickle_push(m, v);
}

static bool read_sizes(int64_t *out, const t2s_pickle_value *tuple,
                       int32_t *rank)
{
    if (tuple->kind != T2S_PICKLE_TUPLE ||
        tuple->is.items->count > T2S_MAX_RANK)
        return false;
    *rank = (int32_t)tuple->is.items->count;
    for (int32_t i = 0; i < *rank; i++) {
        const t2s_pickle_value *v = &tuple->is.items->at[i];
        if (v->kind != T2S_PICKLE_NUMBER || v->is.number < 0)
            return false;
        out[i] = v->is.number;
    }
    return true;
}

/* _rebuild_tensor_v2(storage, offset, shape, strides, ...) */
static t2sed_status rebuild_tensor(t2s_pickle *m,
                                   const t2s_pickle_items *arguments,
                                   t2s_pickle_value *out)
{
    const t2s_pickle_value *at = arguments->at;
    t2s_pickled_tensor *tensor;
    int32_t strides;
    if (arguments->count < 4 || at[0].kind != T2S_PICKLE_STORAGE ||
        at[1].kind != T2S_PICKLE_NUMBER || at[1].is.number < 0)
        return t2s_pickle_refused(m, "a tensor of an unknown form");
    tensor = t2s_arena_alloc(m->arena, sizeof *tensor);
    if (!tensor)
        return t2s_fail_memory(m->err);
    memset(tensor, 0, sizeof *tensor);
    if (!read_sizes(tensor->shape, &at[2], &tensor->rank) ||
        !read_sizes(tensor->strides, &at[3], &strides) ||
        strides != tensor->rank)
        return t2s_pickle_refused(
            m, "a tensor of an unknown form or of more than 4 "
               "dimensions");
    tensor->dtype = at[0].is.storage->dtype;
    tensor->storage = at[0].is.storage->key;
    tensor->storage_elements = at[0].is.storage->elements;
    tensor->offset = at[1].is.number;
    *out = (t2s_pickle_value){.kind = T2S_PICKLE_TENSOR, .is.tensor = tensor};
    return T2SED_OK;
}

/* Calls nothing: it recognises what the call would give. */
t2sed_status t2s_pickle_reduce(t2s_pickle *m)
{
    t2s_pickle_value arguments, called, result = {.kind = T2S_PICKLE_NONE};
    t2sed_status status = T2SED_OK;
    if (m->stack.count < 2)
        return t2s_pickle_malformed(m, "the stack is too short");
    arguments = m->stack.at[m->stack.count - 1];
    called = m->stack.at[m->stack.count - 2];
    if (called.kind != T2S_PICKLE_NAME || arguments.kind != T2S_PICKLE_TUPLE)
        return t2s_pickle_refused(m, "a call of something unknown");
    m->stack.count -= 2;
    switch (names[called.is.name].meaning) {
    case MEANS_DICT:
        if (arguments.is.items->count != 0)
            return t2s_pickle_refused(m, "a dictionary of an unknown form");
        return t2s_pickle_push_items(m, T2S_PICKLE_DICT, 0);
    case MEANS_TENSOR:
        status = rebuild_tensor(m, arguments.is.items, &result);
        break;
    case MEANS_PARAMETER: /* (tensor, requires_grad, hooks) */
        if (arguments.is.items->count < 1 ||
            arguments.is.items->at[0].kind != T2S_PICKLE_TENSOR)
            return t2s_pickle_refused(m, "a parameter of an unknown form");
        result = arguments.is.items->at[0];
        break;
    default:
        return t2s_pickle_refused(m, "a call of a storage type");
    }
    return status == T2SED_OK ? t2s_pickle_push(m, result) : status;
}
