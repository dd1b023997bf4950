#include "text/unicode.h"

#include <utf8proc.h>

/*
 * utf8proc knows the Unicode of its release; `tokenizers` answers from tables
 * of several: BERT's normaliser and pre-tokenizer from one of 2015, GPT-2's
 * expression and lower-casing from recent ones. Models were trained on those
 * answers, so the differences are kept here. They were measured over all code
 * points, and test/python/test_tokenizer_parity.py measures them again.
 */
typedef struct t2s_range {
    uint32_t first, count;
} t2s_range;

/* Nonspacing marks (Mn) that BERT's tables do not have yet. */
static const t2s_range late_marks[] = {
    {0x07FD, 1},   {0x0897, 9},  {0x08CA, 24},  {0x09FE, 1},   {0x0AFA, 6},
    {0x0B55, 1},   {0x0C04, 1},  {0x0C3C, 1},   {0x0D00, 1},   {0x0D3B, 2},
    {0x0D81, 1},   {0x0EBA, 1},  {0x0ECE, 1},   {0x180F, 1},   {0x1885, 2},
    {0x1ABF, 16},  {0x1DF6, 6},  {0xA82C, 1},   {0xA8C5, 1},   {0xA8FF, 1},
    {0xA9BD, 1},   {0x10D24, 4}, {0x10D69, 5},  {0x10EAB, 2},  {0x10EFC, 4},
    {0x10F46, 11}, {0x10F82, 4}, {0x11070, 1},  {0x11073, 2},  {0x110C2, 1},
    {0x111C9, 1},  {0x111CF, 1}, {0x1123E, 1},  {0x11241, 1},  {0x1133B, 1},
    {0x113BB, 6},  {0x113CE, 1}, {0x113D0, 1},  {0x113D2, 1},  {0x113E1, 2},
    {0x11438, 8},  {0x11442, 3}, {0x11446, 1},  {0x1145E, 1},  {0x1182F, 9},
    {0x11839, 2},  {0x1193B, 2}, {0x1193E, 1},  {0x11943, 1},  {0x119D4, 4},
    {0x119DA, 2},  {0x119E0, 1}, {0x11A01, 10}, {0x11A33, 6},  {0x11A3B, 4},
    {0x11A47, 1},  {0x11A51, 6}, {0x11A59, 3},  {0x11A8A, 13}, {0x11A98, 2},
    {0x11C30, 7},  {0x11C38, 6}, {0x11C3F, 1},  {0x11C92, 22}, {0x11CAA, 7},
    {0x11CB2, 2},  {0x11CB5, 2}, {0x11D31, 6},  {0x11D3A, 1},  {0x11D3C, 2},
    {0x11D3F, 7},  {0x11D47, 1}, {0x11D90, 2},  {0x11D95, 1},  {0x11D97, 1},
    {0x11EF3, 2},  {0x11F00, 2}, {0x11F36, 5},  {0x11F40, 1},  {0x11F42, 1},
    {0x11F5A, 1},  {0x13440, 1}, {0x13447, 15}, {0x1611E, 12}, {0x1612D, 3},
    {0x16F4F, 1},  {0x16FE4, 1}, {0x1CF00, 46}, {0x1CF30, 23}, {0x1E000, 7},
    {0x1E008, 17}, {0x1E01B, 7}, {0x1E023, 2},  {0x1E026, 5},  {0x1E08F, 1},
    {0x1E130, 7},  {0x1E2AE, 1}, {0x1E2EC, 4},  {0x1E4EC, 4},  {0x1E5EE, 2},
    {0x1E944, 7}};

/* Punctuation (P*) that they do not have yet. */
static const t2s_range late_punctuation[] = {
    {0x061D, 1},  {0x09FD, 1},   {0x0A76, 1},  {0x0C77, 1},   {0x0C84, 1},
    {0x1B4E, 2},  {0x1B7D, 3},   {0x2E43, 13}, {0x2E52, 12},  {0x10D6E, 1},
    {0x10EAD, 1}, {0x10F55, 5},  {0x10F86, 4}, {0x113D4, 2},  {0x113D7, 2},
    {0x1144B, 5}, {0x1145A, 2},  {0x1145D, 1}, {0x11660, 13}, {0x116B9, 1},
    {0x1183B, 1}, {0x11944, 3},  {0x119E2, 1}, {0x11A3F, 8},  {0x11A9A, 3},
    {0x11A9E, 5}, {0x11B00, 10}, {0x11BE1, 1}, {0x11C41, 5},  {0x11C70, 2},
    {0x11EF7, 2}, {0x11F43, 13}, {0x11FFF, 1}, {0x12FF1, 2},  {0x16D6D, 3},
    {0x16E97, 4}, {0x16FE2, 1},  {0x1E5FF, 1}, {0x1E95E, 2}};

/* Format characters (Cf) that they do not have yet. */
static const t2s_range late_formats[] = {
    {0x0890, 2}, {0x08E2, 1}, {0x110CD, 1}, {0x13430, 16}};

/* Characters without canonical class or decomposition in the tables of the
 * normaliser. */
static const t2s_range late_compositions[] = {
    {0x07FD, 1},  {0x0897, 9},   {0x08CA, 10},  {0x09FE, 1},  {0x0C3C, 1},
    {0x0D3B, 2},  {0x0EBA, 1},   {0x1715, 1},   {0x1ABF, 16}, {0x1DF6, 5},
    {0xA82C, 1},  {0x105C9, 1},  {0x105E4, 1},  {0x10D24, 4}, {0x10D69, 5},
    {0x10EAB, 2}, {0x10EFC, 4},  {0x10F46, 11}, {0x10F82, 4}, {0x11070, 1},
    {0x1133B, 1}, {0x11383, 1},  {0x11385, 1},  {0x1138E, 1}, {0x11391, 1},
    {0x113BB, 6}, {0x113C5, 1},  {0x113C7, 2},  {0x113CE, 1}, {0x113D0, 1},
    {0x113D2, 1}, {0x113E1, 2},  {0x1145E, 1},  {0x11839, 2}, {0x11938, 1},
    {0x1193D, 2}, {0x11943, 1},  {0x119E0, 1},  {0x11A34, 1}, {0x11A47, 1},
    {0x11A99, 1}, {0x11D42, 1},  {0x11D44, 2},  {0x11D97, 1}, {0x11F41, 2},
    {0x11F5A, 1}, {0x1611E, 12}, {0x1612D, 3},  {0x16D68, 3}, {0x16FF0, 2},
    {0x1E08F, 1}, {0x1E130, 7},  {0x1E2AE, 1},  {0x1E2EC, 4}, {0x1E4EC, 4},
    {0x1E5EE, 2}};

/* Letters that Unicode 15.1 and 16 added. */
static const t2s_range new_letters[] = {
    {0x1C89, 2},     {0xA7CB, 3},   {0xA7DA, 3},   {0x105C0, 52}, {0x10D4A, 28},
    {0x10D6F, 23},   {0x10EC2, 3},  {0x11380, 10}, {0x1138B, 1},  {0x1138E, 1},
    {0x11390, 38},   {0x113B7, 1},  {0x113D1, 1},  {0x113D3, 1},  {0x11BC0, 33},
    {0x13460, 3995}, {0x16100, 30}, {0x16D40, 45}, {0x18CFF, 1},  {0x1E5D0, 30},
    {0x1E5F0, 1},    {0x2EBF0, 622}};

/* Numbers that Unicode 16 added. */
static const t2s_range new_numbers[] = {
    {0x10D40, 10}, {0x116D0, 20}, {0x11BF0, 10}, {0x16130, 10},
    {0x16D70, 10}, {0x1CCF0, 10}, {0x1E5F1, 10}};

#define COUNT(array)        (sizeof(array) / sizeof *(array))
#define CONTAINS(ranges, c) contains(ranges, COUNT(ranges), c)

static bool contains(const t2s_range *ranges, size_t count, uint32_t c)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c < ranges[middle].first)
            high = middle;
        else if (c - ranges[middle].first < ranges[middle].count)
            return true;
        else
            low = middle + 1;
    }
    return false;
}

/* Sets of general categories. */
#define ONE(name) (1u << UTF8PROC_CATEGORY_##name)
#define LETTERS   (ONE(LU) | ONE(LL) | ONE(LT) | ONE(LM) | ONE(LO))
#define NUMBERS   (ONE(ND) | ONE(NL) | ONE(NO))
#define PUNCTUATION                                                            \
    (ONE(PC) | ONE(PD) | ONE(PS) | ONE(PE) | ONE(PI) | ONE(PF) | ONE(PO))

static bool is_in(uint32_t c, unsigned categories)
{
    return categories >> utf8proc_category((utf8proc_int32_t)c) & 1;
}

bool t2s_char_is_space(uint32_t c)
{
    if (c < 0x80)
        return c == ' ' || (c >= 9 && c <= 13);
    return c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

enum t2s_char_class t2s_char_class(uint32_t c)
{
    if (c < 0x80) {
        if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
            return T2S_CHAR_LETTER;
        if (c >= '0' && c <= '9')
            return T2S_CHAR_NUMBER;
        return t2s_char_is_space(c) ? T2S_CHAR_SPACE : T2S_CHAR_OTHER;
    }
    if (t2s_char_is_space(c))
        return T2S_CHAR_SPACE;
    if (is_in(c, LETTERS) || (is_in(c, ONE(CN)) && CONTAINS(new_letters, c)))
        return T2S_CHAR_LETTER;
    if (is_in(c, NUMBERS) || (is_in(c, ONE(CN)) && CONTAINS(new_numbers, c)))
        return T2S_CHAR_NUMBER;
    return T2S_CHAR_OTHER;
}

bool t2s_char_is_control(uint32_t c)
{
    if (c < 0x80)
        return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    return is_in(c, ONE(CC) | ONE(CO)) ||
           (is_in(c, ONE(CF)) && !CONTAINS(late_formats, c));
}

bool t2s_char_is_mark(uint32_t c)
{
    /* These two were nonspacing and are no longer. */
    if (c < 0x300 || c == 0x1734 || c == 0x1171E)
        return c >= 0x300;
    return is_in(c, ONE(MN)) && !CONTAINS(late_marks, c);
}

bool t2s_char_is_punctuation(uint32_t c)
{
    if (c < 0x80)
        return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') ||
               (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    /* These two were punctuation and are no longer. */
    if (c == 0x166D || c == 0x111C9)
        return true;
    return is_in(c, PUNCTUATION) && !CONTAINS(late_punctuation, c);
}

bool t2s_char_is_ideograph(uint32_t c)
{
    static const t2s_range blocks[] = {
        {0x3400, 6592},  {0x4E00, 20992}, {0xF900, 512}, {0x20000, 42720},
        {0x2A700, 4384}, {0x2B920, 5520}, {0x2F800, 544}};
    return c >= 0x3400 && CONTAINS(blocks, c);
}

size_t t2s_char_decompose(uint32_t c, uint32_t out[T2S_DECOMPOSITION_MAX])
{
    utf8proc_int32_t parts[T2S_DECOMPOSITION_MAX];
    utf8proc_ssize_t count;
    int boundary = 0;
    out[0] = c;
    if (c < 0xC0 || CONTAINS(late_compositions, c))
        return 1;
    count = utf8proc_decompose_char((utf8proc_int32_t)c, parts,
                                    T2S_DECOMPOSITION_MAX, UTF8PROC_DECOMPOSE,
                                    &boundary);
    if (count < 1 || count > T2S_DECOMPOSITION_MAX)
        return 1;
    for (utf8proc_ssize_t i = 0; i < count; i++)
        out[i] = (uint32_t)parts[i];
    return (size_t)count;
}

bool t2s_char_compose(uint32_t first, uint32_t second, uint32_t *out)
{
    utf8proc_int32_t pair[2] = {(utf8proc_int32_t)first,
                                (utf8proc_int32_t)second};
    if (utf8proc_normalize_utf32(pair, 2, UTF8PROC_STABLE | UTF8PROC_COMPOSE) !=
            1 ||
        CONTAINS(late_compositions, (uint32_t)pair[0]))
        return false;
    *out = (uint32_t)pair[0];
    return true;
}

unsigned t2s_char_combining_class(uint32_t c)
{
    unsigned found;
    if (c < 0x300)
        return 0;
    found =
        (unsigned)utf8proc_get_property((utf8proc_int32_t)c)->combining_class;
    if (found && CONTAINS(late_compositions, c))
        return 0;
    return found;
}

/* Lower-case pairs that Unicode 16 and 17 added. */
static uint32_t new_lower(uint32_t c)
{
    static const uint32_t pairs[][2] = {
        {0x1C89, 0x1C8A}, {0xA7CB, 0x264},  {0xA7CC, 0xA7CD}, {0xA7CE, 0xA7CF},
        {0xA7D2, 0xA7D3}, {0xA7D4, 0xA7D5}, {0xA7DA, 0xA7DB}, {0xA7DC, 0x19B}};
    if (c >= 0x10D50 && c <= 0x10D65)
        return c + 0x20;
    if (c >= 0x16EA0 && c <= 0x16EB8)
        return c + 0x1B;
    for (size_t i = 0; i < COUNT(pairs); i++)
        if (pairs[i][0] == c)
            return pairs[i][1];
    return c;
}

size_t t2s_char_lower(uint32_t c, uint32_t out[T2S_LOWER_MAX])
{
    if (c < 0x80) {
        out[0] = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
        return 1;
    }
    if (c == 0x130) { /* I with dot: the only mapping to two characters */
        out[0] = 'i';
        out[1] = 0x307;
        return 2;
    }
    out[0] = (uint32_t)utf8proc_tolower((utf8proc_int32_t)c);
    if (out[0] == c)
        out[0] = new_lower(c);
    return 1;
}
