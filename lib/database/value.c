#include "database/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/system.h"
#include "base/utf8.h"

/* What goes before the value, so that kinds differ. */
enum { KIND_NULL = 1, KIND_INTEGER, KIND_REAL, KIND_TEXT, KIND_BLOB };

void t2s_value_key_init(t2s_value_key *key)
{
    struct timespec now;
    if (t2s_system_random(key, sizeof *key))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    key->low = t2s_mix((uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)key);
    key->high = t2s_mix((uint64_t)now.tv_nsec ^ key->low);
}

uint64_t t2s_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* One round of SipHash (Aumasson and Bernstein 2012). */
static void round_of(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

static void take_word(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    round_of(v);
    v[0] ^= word;
}

/* SipHash-1-3 of bytes[0..n), the kind mixed into the key. */
static uint64_t hash_bytes(const t2s_value_key *key, int kind,
                           const unsigned char *bytes, size_t n)
{
    uint64_t low = key->low ^ (uint64_t)kind, high = key->high;
    uint64_t v[4] = {low ^ 0x736F6D6570736575u, high ^ 0x646F72616E646F6Du,
                     low ^ 0x6C7967656E657261u, high ^ 0x7465646279746573u};
    uint64_t last = (uint64_t)n << 56, word;
    for (; n >= 8; n -= 8, bytes += 8) {
        memcpy(&word, bytes, 8);
        take_word(v, word);
    }
    for (size_t i = 0; i < n; i++)
        last |= (uint64_t)bytes[i] << 8 * i;
    take_word(v, last);
    v[2] ^= 0xFF;
    for (int i = 0; i < 3; i++)
        round_of(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static uint64_t hash_word(const t2s_value_key *key, int kind, uint64_t word)
{
    return t2s_mix(t2s_mix(word ^ key->low) ^ key->high ^ (uint64_t)kind << 56);
}

/* Six decimals, as the nearest decimal fraction is written; ties are those of
 * the exact binary value. */
static double round_decimals(double x)
{
    char text[400];
    if (x == floor(x) || !isfinite(x))
        return x;
    snprintf(text, sizeof text, "%.6f", x);
    return strtod(text, NULL);
}

static uint64_t hash_real(const t2s_value_key *key, double x, bool rounded)
{
    uint64_t bits;
    if (rounded)
        x = round_decimals(x);
    if (x == floor(x) && x >= -9223372036854775808.0 &&
        x < 9223372036854775808.0)
        return hash_word(key, KIND_INTEGER, (uint64_t)(int64_t)x);
    memcpy(&bits, &x, sizeof bits);
    return hash_word(key, KIND_REAL, bits);
}

static bool hash_text(uint64_t *out, const t2s_value_key *key, const char *text,
                      size_t n, t2s_string *scratch)
{
    size_t good = 0, length;
    while (good < n && (length = t2s_utf8_length(text + good, n - good)))
        good += length;
    if (good < n) {
        t2s_string_clear(scratch);
        t2s_string_append_n(scratch, text, good);
        for (size_t i = good; i < n; i += length ? length : 1) {
            length = t2s_utf8_length(text + i, n - i);
            t2s_string_append_n(scratch, text + i, length);
        }
        if (scratch->failed)
            return false;
        text = scratch->text;
        n = scratch->length;
    }
    *out = hash_bytes(key, KIND_TEXT, (const unsigned char *)text, n);
    return true;
}

bool t2s_value_read(uint64_t *out, const t2s_value_key *key,
                    const t2s_rows *row, int column, bool rounded,
                    t2s_string *scratch)
{
    const char *bytes;
    size_t n;
    switch (t2s_rows_type(row, column)) {
    case T2SED_CELL_INTEGER:
        *out = hash_word(key, KIND_INTEGER,
                         (uint64_t)t2s_rows_integer(row, column));
        return true;
    case T2SED_CELL_REAL:
        *out = hash_real(key, t2s_rows_real(row, column), rounded);
        return true;
    case T2SED_CELL_TEXT:
        bytes = t2s_rows_text(row, column, &n);
        return bytes && hash_text(out, key, bytes, n, scratch);
    case T2SED_CELL_BLOB:
        bytes = t2s_rows_text(row, column, &n);
        if (!bytes && n)
            return false;
        *out = hash_bytes(key, KIND_BLOB, (const unsigned char *)bytes, n);
        return true;
    default:
        *out = hash_word(key, KIND_NULL, 0);
        return true;
    }
}
