/* unpickle.c - the machine, as Python's Lib/pickletools.py describes it. */
#include "lab/import/unpickle.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "lab/import/pickle_machine.h"

t2sed_status t2s_pickle_malformed(t2s_pickle *m, const char *what)
{
    return t2s_fail(m->err, T2SED_EFORMAT, (ptrdiff_t)m->at,
                    "pickle: byte %zu: %s", m->at, what);
}

t2sed_status t2s_pickle_refused(t2s_pickle *m, const char *what)
{
    return t2s_fail(m->err, T2SED_EUNSUPPORTED, (ptrdiff_t)m->at,
                    "pickle: byte %zu: %s, expected a dictionary of tensors "
                    "and nothing else",
                    m->at, what);
}

t2sed_status t2s_pickle_push(t2s_pickle *m, t2s_pickle_value v)
{
    return t2s_vector_push(&m->stack, v) ? T2SED_OK : t2s_fail_memory(m->err);
}

static t2sed_status push_number(t2s_pickle *m, int64_t number)
{
    t2s_pickle_value v = {.kind = T2S_PICKLE_NUMBER, .is.number = number};
    return t2s_pickle_push(m, v);
}

static t2sed_status push_kind(t2s_pickle *m, enum t2s_pickle_kind kind)
{
    t2s_pickle_value v = {.kind = kind};
    return t2s_pickle_push(m, v);
}

/* The next n bytes, or NULL where the pickle ends before. */
static const unsigned char *take(t2s_pickle *m, size_t n)
{
    const unsigned char *at = m->data + m->at;
    if (n > m->size - m->at)
        return NULL;
    m->at += n;
    return at;
}

static bool take_number(t2s_pickle *m, int n, uint64_t *out)
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
t2sed_status t2s_pickle_push_items(t2s_pickle *m, enum t2s_pickle_kind kind,
                                   size_t count)
{
    t2s_pickle_value v = {.kind = kind};
    t2s_pickle_items *made = t2s_arena_alloc(m->arena, sizeof *made);
    if (!made)
        return t2s_fail_memory(m->err);
    *made = (t2s_pickle_items){NULL, 0, 0};
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
    return t2s_pickle_push(m, v);
}

/* How many values lie above the topmost mark. */
static bool above_mark(const t2s_pickle *m, size_t *count)
{
    for (size_t i = m->stack.count; i-- > 0;)
        if (m->stack.at[i].kind == T2S_PICKLE_MARK) {
            *count = m->stack.count - i - 1;
            return true;
        }
    return false;
}

static t2sed_status make_tuple(t2s_pickle *m, size_t count, bool marked)
{
    t2sed_status status;
    t2s_pickle_value tuple;
    if (marked ? !above_mark(m, &count) : count > m->stack.count)
        return t2s_pickle_malformed(m, "the stack is too short");
    status = t2s_pickle_push_items(m, T2S_PICKLE_TUPLE, count);
    if (status == T2SED_OK && marked) {
        tuple = m->stack.at[m->stack.count - 1];
        m->stack.at[m->stack.count - 2] = tuple; /* in the mark's place */
        m->stack.count--;
    }
    return status;
}

static t2sed_status push_string(t2s_pickle *m, uint64_t n)
{
    t2s_pickle_value v = {.kind = T2S_PICKLE_STRING};
    const unsigned char *at = n <= m->size ? take(m, (size_t)n) : NULL;
    if (!at)
        return t2s_pickle_malformed(m, "a string breaks off");
    if (memchr(at, 0, (size_t)n) ||
        t2s_utf8_check((const char *)at, (size_t)n, "string", NULL) != T2SED_OK)
        return t2s_pickle_malformed(m, "a string is no text");
    v.is.string.at = t2s_arena_strndup(m->arena, (const char *)at, (size_t)n);
    v.is.string.length = (size_t)n;
    return v.is.string.at ? t2s_pickle_push(m, v) : t2s_fail_memory(m->err);
}

/* GLOBAL: two lines of text. */
static t2sed_status global(t2s_pickle *m)
{
    const char *lines[2];
    size_t lengths[2];
    for (int i = 0; i < 2; i++) {
        const unsigned char *begin = m->data + m->at;
        const unsigned char *end = memchr(begin, '\n', m->size - m->at);
        if (!end)
            return t2s_pickle_malformed(m, "a name breaks off");
        lines[i] = (const char *)begin;
        lengths[i] = (size_t)(end - begin);
        m->at += lengths[i] + 1;
    }
    return t2s_pickle_push_name(m, lines[0], lengths[0], lines[1], lengths[1]);
}

t2s_pickle_value *t2s_pickle_top(t2s_pickle *m, enum t2s_pickle_kind kind)
{
    t2s_pickle_value *v =
        m->stack.count ? &m->stack.at[m->stack.count - 1] : NULL;
    return v && v->kind == kind ? v : NULL;
}

static t2sed_status stack_global(t2s_pickle *m)
{
    t2s_pickle_value *name = t2s_pickle_top(m, T2S_PICKLE_STRING);
    t2s_pickle_value *module = name && m->stack.count > 1 ? name - 1 : NULL;
    if (!module || module->kind != T2S_PICKLE_STRING)
        return t2s_pickle_malformed(m, "a name is no text");
    m->stack.count -= 2;
    return t2s_pickle_push_name(m, module->is.string.at,
                                module->is.string.length, name->is.string.at,
                                name->is.string.length);
}

/* Moves the values above the topmost mark (or `count` of them) into the
 * container that lies below. */
static t2sed_status extend(t2s_pickle *m, enum t2s_pickle_kind kind,
                           size_t count, bool marked)
{
    t2s_pickle_value *container;
    t2s_pickle_items *to;
    size_t below;
    if (marked && !above_mark(m, &count))
        return t2s_pickle_malformed(m, "there is no mark");
    below = count + (marked ? 1 : 0);
    if (m->stack.count <= below || (kind == T2S_PICKLE_DICT && count % 2 != 0))
        return t2s_pickle_malformed(m, "the stack is too short");
    container = &m->stack.at[m->stack.count - below - 1];
    if (container->kind != kind)
        return t2s_pickle_malformed(m, "items for something that takes none");
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
static t2sed_status build(t2s_pickle *m)
{
    if (m->stack.count < 2 ||
        m->stack.at[m->stack.count - 2].kind != T2S_PICKLE_DICT)
        return t2s_pickle_refused(m, "an object with attributes");
    m->stack.count--;
    return T2SED_OK;
}

static t2sed_status put(t2s_pickle *m, uint64_t index)
{
    t2s_pickle_value none = {.kind = T2S_PICKLE_NONE};
    if (m->stack.count == 0)
        return t2s_pickle_malformed(m, "the stack is empty");
    /* Writers number what they remember; each takes at least a byte. */
    if (index >= m->size)
        return t2s_pickle_malformed(m, "the memo's index is too large");
    if (!t2s_vector_reserve(&m->memo, (size_t)index + 1))
        return t2s_fail_memory(m->err);
    while (m->memo.count <= index)
        m->memo.at[m->memo.count++] = none;
    m->memo.at[index] = m->stack.at[m->stack.count - 1];
    return T2SED_OK;
}

static t2sed_status get(t2s_pickle *m, uint64_t index)
{
    if (index >= m->memo.count)
        return t2s_pickle_malformed(m,
                                    "nothing was remembered under that index");
    return t2s_pickle_push(m, m->memo.at[index]);
}

/* LONG1: little-endian, two's complement; only what fits. */
static t2sed_status long1(t2s_pickle *m)
{
    uint64_t n, bits = 0;
    const unsigned char *at;
    if (!take_number(m, 1, &n) || n > 8 || !(at = take(m, (size_t)n)))
        return t2s_pickle_malformed(m, "an integer that is too long");
    for (size_t i = 0; i < n; i++)
        bits |= (uint64_t)at[i] << (8 * i);
    if (n > 0 && n < 8 && (at[n - 1] & 0x80))
        bits |= ~(uint64_t)0 << (8 * n);
    return push_number(m, (int64_t)bits);
}

/* Opcodes whose argument is a number of `bytes` bytes. */
static t2sed_status with_number(t2s_pickle *m, unsigned char opcode, int bytes)
{
    uint64_t n;
    if (!take_number(m, bytes, &n))
        return t2s_pickle_malformed(m, "it breaks off");
    switch (opcode) {
    case 0x80: /* PROTO */
        return n >= 2 && n <= 5
                   ? T2SED_OK
                   : t2s_pickle_refused(m, "an unknown pickle protocol");
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
static t2sed_status alone(t2s_pickle *m, unsigned char opcode)
{
    char text[48];
    switch (opcode) {
    case '(': /* MARK */
        return push_kind(m, T2S_PICKLE_MARK);
    case 'N': /* NONE */
        return push_kind(m, T2S_PICKLE_NONE);
    case 0x88: /* NEWTRUE */
        return push_number(m, 1);
    case 0x89: /* NEWFALSE */
        return push_number(m, 0);
    case 0x8A:
        return long1(m);
    case '}': /* EMPTY_DICT */
        return t2s_pickle_push_items(m, T2S_PICKLE_DICT, 0);
    case ']': /* EMPTY_LIST */
        return t2s_pickle_push_items(m, T2S_PICKLE_LIST, 0);
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
        return t2s_pickle_storage_of(m);
    case 'R': /* REDUCE */
        return t2s_pickle_reduce(m);
    case 's': /* SETITEM */
        return extend(m, T2S_PICKLE_DICT, 2, false);
    case 'u': /* SETITEMS */
        return extend(m, T2S_PICKLE_DICT, 0, true);
    case 'a': /* APPEND */
        return extend(m, T2S_PICKLE_LIST, 1, false);
    case 'e': /* APPENDS */
        return extend(m, T2S_PICKLE_LIST, 0, true);
    case 'b': /* BUILD */
        return build(m);
    case 0x94: /* MEMOIZE */
        return put(m, m->memo.count);
    default:
        snprintf(text, sizeof text, "the unknown opcode 0x%02x", opcode);
        return t2s_pickle_refused(m, text);
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

static t2sed_status run(t2s_pickle *m)
{
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK) {
        unsigned char opcode;
        int bytes;
        if (m->at % 256 == 0 && t2s_interrupted())
            return t2s_check_interrupt(m->err);
        if (m->at == m->size)
            return t2s_pickle_malformed(m, "it breaks off");
        opcode = m->data[m->at++];
        if (opcode == '.') /* STOP */
            return T2SED_OK;
        bytes = argument_size(opcode);
        status = bytes ? with_number(m, opcode, bytes) : alone(m, opcode);
    }
    return status;
}

/* The dictionary that is left on the stack. */
static t2sed_status collect(t2s_pickled *out, t2s_pickle *m)
{
    const t2s_pickle_value *dictionary = t2s_pickle_top(m, T2S_PICKLE_DICT);
    const t2s_pickle_items *in;
    if (!dictionary || m->stack.count != 1)
        return t2s_pickle_refused(m, "the file holds something else");
    in = dictionary->is.items;
    out->tensors = t2s_alloc_array(in->count / 2, sizeof *out->tensors);
    if (!out->tensors)
        return t2s_fail_memory(m->err);
    for (size_t i = 0; i + 1 < in->count; i += 2) {
        const t2s_pickle_value *key = &in->at[i], *v = &in->at[i + 1];
        if (key->kind != T2S_PICKLE_STRING)
            return t2s_pickle_refused(m, "a key that is no string");
        if (v->kind != T2S_PICKLE_TENSOR)
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
    t2s_pickle m = {
        .data = data, .size = n, .arena = &pickled.arena, .err = err};
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
