/* The machine is described in Python's Lib/pickletools.py; the shape of a
 * state_dict in PyTorch's torch/serialization.py and torch/_utils.py. */
#include "model/unpickle.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "base/vector.h"

enum kind {
    KIND_NONE,
    KIND_MARK,
    KIND_NUMBER, /* bool, int or float; only ints are ever looked at */
    KIND_STRING,
    KIND_TUPLE,
    KIND_LIST,
    KIND_DICT,
    KIND_NAME, /* what a GLOBAL names: an index of `names` */
    KIND_STORAGE,
    KIND_TENSOR
};

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

typedef struct value value;

/* What lists, tuples and dictionaries hold; a dictionary's keys and values
 * take turns. Shared by all copies of the value. */
typedef struct items {
    value *at;
    size_t count, capacity;
} items;

typedef struct storage {
    const char *key;
    int32_t dtype;
    int64_t elements;
} storage;

struct value {
    enum kind kind;
    union {
        int64_t number;
        struct {
            const char *at; /* NUL-terminated, in the arena */
            size_t length;
        } string;
        items *items;
        size_t name;
        storage *storage;
        t2s_pickled_tensor *tensor;
    } is;
};

typedef struct machine {
    const unsigned char *data;
    size_t size, at;
    T2S_VECTOR(value) stack;
    T2S_VECTOR(value) memo;
    T2S_VECTOR(items *) made; /* whose arrays are freed at the end */
    t2s_arena *arena;
    t2sed_error *err;
} machine;

static t2sed_status malformed(machine *m, const char *what)
{
    return t2s_fail(m->err, T2SED_EFORMAT, (ptrdiff_t)m->at,
                    "pickle: byte %zu: %s", m->at, what);
}

static t2sed_status refused(machine *m, const char *what)
{
    return t2s_fail(m->err, T2SED_EUNSUPPORTED, (ptrdiff_t)m->at,
                    "pickle: byte %zu: %s, expected a dictionary of tensors "
                    "and nothing else",
                    m->at, what);
}

static t2sed_status push(machine *m, value v)
{
    return t2s_vector_push(&m->stack, v) ? T2SED_OK : t2s_fail_memory(m->err);
}

static t2sed_status push_number(machine *m, int64_t number)
{
    value v = {.kind = KIND_NUMBER, .is.number = number};
    return push(m, v);
}

static t2sed_status push_kind(machine *m, enum kind kind)
{
    value v = {.kind = kind};
    return push(m, v);
}

/* The next n bytes, or NULL where the pickle ends before. */
static const unsigned char *take(machine *m, size_t n)
{
    const unsigned char *at = m->data + m->at;
    if (n > m->size - m->at)
        return NULL;
    m->at += n;
    return at;
}

static bool take_number(machine *m, int n, uint64_t *out)
{
    const unsigned char *at = take(m, (size_t)n);
    if (!at)
        return false;
    *out = 0;
    while (n-- > 0)
        *out = *out << 8 | at[n];
    return true;
}

/* A container with the `count` topmost values of the stack, which it takes. */
static t2sed_status push_items(machine *m, enum kind kind, size_t count)
{
    value v = {.kind = kind};
    items *made = t2s_arena_alloc(m->arena, sizeof *made);
    if (!made)
        return t2s_fail_memory(m->err);
    *made = (items){NULL, 0, 0};
    if (!t2s_vector_push(&m->made, made))
        return t2s_fail_memory(m->err);
    /* Exactly what is needed: a hostile pickle makes millions of these. */
    if (count && !(made->at = t2s_alloc_array(count, sizeof *made->at)))
        return t2s_fail_memory(m->err);
    made->capacity = count;
    m->stack.count -= count;
    if (count)
        memcpy(made->at, m->stack.at + m->stack.count,
               count * sizeof *made->at);
    made->count = count;
    v.is.items = made;
    return push(m, v);
}

/* How many values lie above the topmost mark. */
static bool above_mark(const machine *m, size_t *count)
{
    for (size_t i = m->stack.count; i-- > 0;)
        if (m->stack.at[i].kind == KIND_MARK) {
            *count = m->stack.count - i - 1;
            return true;
        }
    return false;
}

static t2sed_status make_tuple(machine *m, size_t count, bool marked)
{
    t2sed_status status;
    value tuple;
    if (marked ? !above_mark(m, &count) : count > m->stack.count)
        return malformed(m, "the stack is too short");
    status = push_items(m, KIND_TUPLE, count);
    if (status == T2SED_OK && marked) {
        tuple = m->stack.at[m->stack.count - 1];
        m->stack.at[m->stack.count - 2] = tuple; /* in the mark's place */
        m->stack.count--;
    }
    return status;
}

static t2sed_status push_string(machine *m, uint64_t n)
{
    value v = {.kind = KIND_STRING};
    const unsigned char *at = n <= m->size ? take(m, (size_t)n) : NULL;
    if (!at)
        return malformed(m, "a string breaks off");
    if (memchr(at, 0, (size_t)n) ||
        t2s_utf8_check((const char *)at, (size_t)n, "string", NULL) != T2SED_OK)
        return malformed(m, "a string is no text");
    v.is.string.at = t2s_arena_strndup(m->arena, (const char *)at, (size_t)n);
    v.is.string.length = (size_t)n;
    return v.is.string.at ? push(m, v) : t2s_fail_memory(m->err);
}

static t2sed_status push_name(machine *m, const char *module, size_t n,
                              const char *name, size_t name_n)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strlen(names[i].module) == n && strlen(names[i].name) == name_n &&
            memcmp(names[i].module, module, n) == 0 &&
            memcmp(names[i].name, name, name_n) == 0) {
            value v = {.kind = KIND_NAME, .is.name = i};
            return push(m, v);
        }
    return t2s_fail(m->err, T2SED_EUNSUPPORTED, (ptrdiff_t)m->at,
                    "pickle: byte %zu: it names %.*s.%.*s, which is neither a "
                    "dictionary nor a tensor; nothing in it was run",
                    m->at, (int)(n < 100 ? n : 100), module,
                    (int)(name_n < 100 ? name_n : 100), name);
}

/* GLOBAL: two lines of text. */
static t2sed_status global(machine *m)
{
    const char *lines[2];
    size_t lengths[2];
    for (int i = 0; i < 2; i++) {
        const unsigned char *begin = m->data + m->at;
        const unsigned char *end = memchr(begin, '\n', m->size - m->at);
        if (!end)
            return malformed(m, "a name breaks off");
        lines[i] = (const char *)begin;
        lengths[i] = (size_t)(end - begin);
        m->at += lengths[i] + 1;
    }
    return push_name(m, lines[0], lengths[0], lines[1], lengths[1]);
}

static value *top(machine *m, enum kind kind)
{
    value *v = m->stack.count ? &m->stack.at[m->stack.count - 1] : NULL;
    return v && v->kind == kind ? v : NULL;
}

static t2sed_status stack_global(machine *m)
{
    value *name = top(m, KIND_STRING);
    value *module = name && m->stack.count > 1 ? name - 1 : NULL;
    if (!module || module->kind != KIND_STRING)
        return malformed(m, "a name is no text");
    m->stack.count -= 2;
    return push_name(m, module->is.string.at, module->is.string.length,
                     name->is.string.at, name->is.string.length);
}

/* BINPERSID: ("storage", type, key, device, elements). */
static t2sed_status storage_of(machine *m)
{
    const value *tuple = top(m, KIND_TUPLE), *at;
    value v = {.kind = KIND_STORAGE};
    storage *made;
    if (!tuple || tuple->is.items->count != 5)
        return refused(m, "a reference to something outside");
    at = tuple->is.items->at;
    if (at[0].kind != KIND_STRING || at[1].kind != KIND_NAME ||
        names[at[1].is.name].meaning != MEANS_STORAGE ||
        at[2].kind != KIND_STRING || at[4].kind != KIND_NUMBER ||
        strcmp(at[0].is.string.at, "storage") != 0)
        return refused(m, "a reference to something outside");
    made = t2s_arena_alloc(m->arena, sizeof *made);
    if (!made)
        return t2s_fail_memory(m->err);
    *made = (storage){at[2].is.string.at, names[at[1].is.name].dtype,
                      at[4].is.number};
    m->stack.count--;
    v.is.storage = made;
    return push(m, v);
}

static bool read_sizes(int64_t *out, const value *tuple, int32_t *rank)
{
    if (tuple->kind != KIND_TUPLE || tuple->is.items->count > T2S_MAX_RANK)
        return false;
    *rank = (int32_t)tuple->is.items->count;
    for (int32_t i = 0; i < *rank; i++) {
        const value *v = &tuple->is.items->at[i];
        if (v->kind != KIND_NUMBER || v->is.number < 0)
            return false;
        out[i] = v->is.number;
    }
    return true;
}

/* _rebuild_tensor_v2(storage, offset, shape, strides, ...) */
static t2sed_status rebuild_tensor(machine *m, const items *arguments,
                                   value *out)
{
    const value *at = arguments->at;
    t2s_pickled_tensor *tensor;
    int32_t strides;
    if (arguments->count < 4 || at[0].kind != KIND_STORAGE ||
        at[1].kind != KIND_NUMBER || at[1].is.number < 0)
        return refused(m, "a tensor of an unknown form");
    tensor = t2s_arena_alloc(m->arena, sizeof *tensor);
    if (!tensor)
        return t2s_fail_memory(m->err);
    memset(tensor, 0, sizeof *tensor);
    if (!read_sizes(tensor->shape, &at[2], &tensor->rank) ||
        !read_sizes(tensor->strides, &at[3], &strides) ||
        strides != tensor->rank)
        return refused(m, "a tensor of an unknown form or of more than 4 "
                          "dimensions");
    tensor->dtype = at[0].is.storage->dtype;
    tensor->storage = at[0].is.storage->key;
    tensor->storage_elements = at[0].is.storage->elements;
    tensor->offset = at[1].is.number;
    *out = (value){.kind = KIND_TENSOR, .is.tensor = tensor};
    return T2SED_OK;
}

/* Calls nothing: it recognises what the call would give. */
static t2sed_status reduce(machine *m)
{
    value arguments, called, result = {.kind = KIND_NONE};
    t2sed_status status = T2SED_OK;
    if (m->stack.count < 2)
        return malformed(m, "the stack is too short");
    arguments = m->stack.at[m->stack.count - 1];
    called = m->stack.at[m->stack.count - 2];
    if (called.kind != KIND_NAME || arguments.kind != KIND_TUPLE)
        return refused(m, "a call of something unknown");
    m->stack.count -= 2;
    switch (names[called.is.name].meaning) {
    case MEANS_DICT:
        if (arguments.is.items->count != 0)
            return refused(m, "a dictionary of an unknown form");
        return push_items(m, KIND_DICT, 0);
    case MEANS_TENSOR:
        status = rebuild_tensor(m, arguments.is.items, &result);
        break;
    case MEANS_PARAMETER: /* (tensor, requires_grad, hooks) */
        if (arguments.is.items->count < 1 ||
            arguments.is.items->at[0].kind != KIND_TENSOR)
            return refused(m, "a parameter of an unknown form");
        result = arguments.is.items->at[0];
        break;
    default:
        return refused(m, "a call of a storage type");
    }
    return status == T2SED_OK ? push(m, result) : status;
}

/* Moves the values above the topmost mark (or `count` of them) into the
 * container that lies below. */
static t2sed_status extend(machine *m, enum kind kind, size_t count,
                           bool marked)
{
    value *container;
    items *to;
    size_t below;
    if (marked && !above_mark(m, &count))
        return malformed(m, "there is no mark");
    below = count + (marked ? 1 : 0);
    if (m->stack.count <= below || (kind == KIND_DICT && count % 2 != 0))
        return malformed(m, "the stack is too short");
    container = &m->stack.at[m->stack.count - below - 1];
    if (container->kind != kind)
        return malformed(m, "items for something that takes none");
    to = container->is.items;
    if (!t2s_vector_reserve(to, to->count + count))
        return t2s_fail_memory(m->err);
    if (count)
        memcpy(to->at + to->count, m->stack.at + m->stack.count - count,
               count * sizeof *to->at);
    to->count += count;
    m->stack.count -= below;
    return T2SED_OK;
}

/* BUILD gives an object attributes; a state_dict's `_metadata` is of no use
 * here. */
static t2sed_status build(machine *m)
{
    if (m->stack.count < 2 || m->stack.at[m->stack.count - 2].kind != KIND_DICT)
        return refused(m, "an object with attributes");
    m->stack.count--;
    return T2SED_OK;
}

static t2sed_status put(machine *m, uint64_t index)
{
    value none = {.kind = KIND_NONE};
    if (m->stack.count == 0)
        return malformed(m, "the stack is empty");
    /* Writers number what they remember; each takes at least a byte. */
    if (index >= m->size)
        return malformed(m, "the memo's index is too large");
    if (!t2s_vector_reserve(&m->memo, (size_t)index + 1))
        return t2s_fail_memory(m->err);
    while (m->memo.count <= index)
        m->memo.at[m->memo.count++] = none;
    m->memo.at[index] = m->stack.at[m->stack.count - 1];
    return T2SED_OK;
}

static t2sed_status get(machine *m, uint64_t index)
{
    if (index >= m->memo.count)
        return malformed(m, "nothing was remembered under that index");
    return push(m, m->memo.at[index]);
}

/* LONG1: little-endian, two's complement; only what fits. */
static t2sed_status long1(machine *m)
{
    uint64_t n, bits = 0;
    const unsigned char *at;
    if (!take_number(m, 1, &n) || n > 8 || !(at = take(m, (size_t)n)))
        return malformed(m, "an integer that is too long");
    for (size_t i = 0; i < n; i++)
        bits |= (uint64_t)at[i] << (8 * i);
    if (n > 0 && n < 8 && (at[n - 1] & 0x80))
        bits |= ~(uint64_t)0 << (8 * n);
    return push_number(m, (int64_t)bits);
}

/* Opcodes whose argument is a number of `bytes` bytes. */
static t2sed_status with_number(machine *m, unsigned char opcode, int bytes)
{
    uint64_t n;
    if (!take_number(m, bytes, &n))
        return malformed(m, "it breaks off");
    switch (opcode) {
    case 0x80: /* PROTO */
        return n >= 2 && n <= 5 ? T2SED_OK
                                : refused(m, "an unknown pickle protocol");
    case 'K': /* BININT1 */
    case 'M': /* BININT2 */
        return push_number(m, (int64_t)n);
    case 'J': /* BININT */
        return push_number(m, (int32_t)(uint32_t)n);
    case 'G': /* BINFLOAT; no tensor is described by one */
        return push_number(m, -1);
    case 'X':  /* BINUNICODE */
    case 0x8C: /* SHORT_BINUNICODE */
        return push_string(m, n);
    case 'q': /* BINPUT */
    case 'r': /* LONG_BINPUT */
        return put(m, n);
    case 'h': /* BINGET */
    case 'j': /* LONG_BINGET */
        return get(m, n);
    default: /* 0x95 FRAME */
        return T2SED_OK;
    }
}

/* Opcodes that stand alone. */
static t2sed_status alone(machine *m, unsigned char opcode)
{
    char text[48];
    switch (opcode) {
    case '(': /* MARK */
        return push_kind(m, KIND_MARK);
    case 'N': /* NONE */
        return push_kind(m, KIND_NONE);
    case 0x88: /* NEWTRUE */
        return push_number(m, 1);
    case 0x89: /* NEWFALSE */
        return push_number(m, 0);
    case 0x8A:
        return long1(m);
    case '}': /* EMPTY_DICT */
        return push_items(m, KIND_DICT, 0);
    case ']': /* EMPTY_LIST */
        return push_items(m, KIND_LIST, 0);
    case ')': /* EMPTY_TUPLE */
        return make_tuple(m, 0, false);
    case 0x85: /* TUPLE1 ... */
    case 0x86:
    case 0x87:
        return make_tuple(m, (size_t)(opcode - 0x84), false);
    case 't': /* TUPLE */
        return make_tuple(m, 0, true);
    case 'c':
        return global(m);
    case 0x93: /* STACK_GLOBAL */
        return stack_global(m);
    case 'Q': /* BINPERSID */
        return storage_of(m);
    case 'R': /* REDUCE */
        return reduce(m);
    case 's': /* SETITEM */
        return extend(m, KIND_DICT, 2, false);
    case 'u': /* SETITEMS */
        return extend(m, KIND_DICT, 0, true);
    case 'a': /* APPEND */
        return extend(m, KIND_LIST, 1, false);
    case 'e': /* APPENDS */
        return extend(m, KIND_LIST, 0, true);
    case 'b': /* BUILD */
        return build(m);
    case 0x94: /* MEMOIZE */
        return put(m, m->memo.count);
    default:
        snprintf(text, sizeof text, "the unknown opcode 0x%02x", opcode);
        return refused(m, text);
    }
}

/* Bytes of the number that follows an opcode, 0 for none. */
static int argument_size(unsigned char opcode)
{
    switch (opcode) {
    case 0x80:
    case 'K':
    case 0x8C:
    case 'q':
    case 'h':
        return 1;
    case 'M':
        return 2;
    case 'J':
    case 'X':
    case 'r':
    case 'j':
        return 4;
    case 'G':
    case 0x95:
        return 8;
    default:
        return 0;
    }
}

static t2sed_status run(machine *m)
{
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK) {
        unsigned char opcode;
        int bytes;
        if (m->at == m->size)
            return malformed(m, "it breaks off");
        opcode = m->data[m->at++];
        if (opcode == '.') /* STOP */
            return T2SED_OK;
        bytes = argument_size(opcode);
        status = bytes ? with_number(m, opcode, bytes) : alone(m, opcode);
    }
    return status;
}

/* The dictionary that is left on the stack. */
static t2sed_status collect(t2s_pickled *out, machine *m)
{
    const value *dictionary = top(m, KIND_DICT);
    const items *in;
    if (!dictionary || m->stack.count != 1)
        return refused(m, "the file holds something else");
    in = dictionary->is.items;
    out->tensors = t2s_alloc_array(in->count / 2, sizeof *out->tensors);
    if (!out->tensors)
        return t2s_fail_memory(m->err);
    for (size_t i = 0; i + 1 < in->count; i += 2) {
        const value *key = &in->at[i], *v = &in->at[i + 1];
        if (key->kind != KIND_STRING)
            return refused(m, "a key that is no string");
        if (v->kind != KIND_TENSOR)
            return t2s_fail(m->err, T2SED_EUNSUPPORTED, -1,
                            "pickle: \"%s\" is no tensor, expected a "
                            "dictionary of tensors and nothing else",
                            key->is.string.at);
        out->tensors[out->count] = *v->is.tensor;
        out->tensors[out->count++].name = key->is.string.at;
    }
    return T2SED_OK;
}

t2sed_status t2s_unpickle(t2s_pickled *out, const unsigned char *data, size_t n,
                          t2sed_error *err)
{
    t2s_pickled pickled = {0};
    machine m = {.data = data, .size = n, .arena = &pickled.arena, .err = err};
    t2sed_status status;
    if (n > T2S_PICKLE_LIMIT)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "pickle: %zu bytes, the limit is %u", n,
                        T2S_PICKLE_LIMIT);
    status = run(&m);
    if (status == T2SED_OK)
        status = collect(&pickled, &m);
    for (size_t i = 0; i < m.made.count; i++)
        t2s_free(m.made.at[i]->at);
    t2s_vector_free(&m.made);
    t2s_vector_free(&m.stack);
    t2s_vector_free(&m.memo);
    if (status != T2SED_OK) {
        t2s_pickled_free(&pickled);
        return status;
    }
    *out = pickled;
    return T2SED_OK;
}

void t2s_pickled_free(t2s_pickled *pickled)
{
    t2s_free(pickled->tensors);
    t2s_arena_free(&pickled->arena);
    memset(pickled, 0, sizeof *pickled);
}
