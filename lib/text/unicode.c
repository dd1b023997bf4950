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
    uint32_t first, last;
} t2s_range;

/* Nonspacing marks (Mn) that BERT's tables do not have yet. */
static const t2s_range late_marks[] = {
    {0x07FD, 0x07FD},   {0x0897, 0x089F},   {0x08CA, 0x08E1},
    {0x09FE, 0x09FE},   {0x0AFA, 0x0AFF},   {0x0B55, 0x0B55},
    {0x0C04, 0x0C04},   {0x0C3C, 0x0C3C},   {0x0D00, 0x0D00},
    {0x0D3B, 0x0D3C},   {0x0D81, 0x0D81},   {0x0EBA, 0x0EBA},
    {0x0ECE, 0x0ECE},   {0x180F, 0x180F},   {0x1885, 0x1886},
    {0x1ABF, 0x1ACE},   {0x1DF6, 0x1DFB},   {0xA82C, 0xA82C},
    {0xA8C5, 0xA8C5},   {0xA8FF, 0xA8FF},   {0xA9BD, 0xA9BD},
    {0x10D24, 0x10D27}, {0x10D69, 0x10D6D}, {0x10EAB, 0x10EAC},
    {0x10EFC, 0x10EFF}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85},
    {0x11070, 0x11070}, {0x11073, 0x11074}, {0x110C2, 0x110C2},
    {0x111C9, 0x111C9}, {0x111CF, 0x111CF}, {0x1123E, 0x1123E},
    {0x11241, 0x11241}, {0x1133B, 0x1133B}, {0x113BB, 0x113C0},
    {0x113CE, 0x113CE}, {0x113D0, 0x113D0}, {0x113D2, 0x113D2},
    {0x113E1, 0x113E2}, {0x11438, 0x1143F}, {0x11442, 0x11444},
    {0x11446, 0x11446}, {0x1145E, 0x1145E}, {0x1182F, 0x11837},
    {0x11839, 0x1183A}, {0x1193B, 0x1193C}, {0x1193E, 0x1193E},
    {0x11943, 0x11943}, {0x119D4, 0x119D7}, {0x119DA, 0x119DB},
    {0x119E0, 0x119E0}, {0x11A01, 0x11A0A}, {0x11A33, 0x11A38},
    {0x11A3B, 0x11A3E}, {0x11A47, 0x11A47}, {0x11A51, 0x11A56},
    {0x11A59, 0x11A5B}, {0x11A8A, 0x11A96}, {0x11A98, 0x11A99},
    {0x11C30, 0x11C36}, {0x11C38, 0x11C3D}, {0x11C3F, 0x11C3F},
    {0x11C92, 0x11CA7}, {0x11CAA, 0x11CB0}, {0x11CB2, 0x11CB3},
    {0x11CB5, 0x11CB6}, {0x11D31, 0x11D36}, {0x11D3A, 0x11D3A},
    {0x11D3C, 0x11D3D}, {0x11D3F, 0x11D45}, {0x11D47, 0x11D47},
    {0x11D90, 0x11D91}, {0x11D95, 0x11D95}, {0x11D97, 0x11D97},
    {0x11EF3, 0x11EF4}, {0x11F00, 0x11F01}, {0x11F36, 0x11F3A},
    {0x11F40, 0x11F40}, {0x11F42, 0x11F42}, {0x11F5A, 0x11F5A},
    {0x13440, 0x13440}, {0x13447, 0x13455}, {0x1611E, 0x16129},
    {0x1612D, 0x1612F}, {0x16F4F, 0x16F4F}, {0x16FE4, 0x16FE4},
    {0x1CF00, 0x1CF2D}, {0x1CF30, 0x1CF46}, {0x1E000, 0x1E006},
    {0x1E008, 0x1E018}, {0x1E01B, 0x1E021}, {0x1E023, 0x1E024},
    {0x1E026, 0x1E02A}, {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136},
    {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF}, {0x1E4EC, 0x1E4EF},
    {0x1E5EE, 0x1E5EF}, {0x1E944, 0x1E94A}};

/* Punctuation (P*) that they do not have yet. */
static const t2s_range late_punctuation[] = {
    {0x061D, 0x061D},   {0x09FD, 0x09FD},   {0x0A76, 0x0A76},
    {0x0C77, 0x0C77},   {0x0C84, 0x0C84},   {0x1B4E, 0x1B4F},
    {0x1B7D, 0x1B7F},   {0x2E43, 0x2E4F},   {0x2E52, 0x2E5D},
    {0x10D6E, 0x10D6E}, {0x10EAD, 0x10EAD}, {0x10F55, 0x10F59},
    {0x10F86, 0x10F89}, {0x113D4, 0x113D5}, {0x113D7, 0x113D8},
    {0x1144B, 0x1144F}, {0x1145A, 0x1145B}, {0x1145D, 0x1145D},
    {0x11660, 0x1166C}, {0x116B9, 0x116B9}, {0x1183B, 0x1183B},
    {0x11944, 0x11946}, {0x119E2, 0x119E2}, {0x11A3F, 0x11A46},
    {0x11A9A, 0x11A9C}, {0x11A9E, 0x11AA2}, {0x11B00, 0x11B09},
    {0x11BE1, 0x11BE1}, {0x11C41, 0x11C45}, {0x11C70, 0x11C71},
    {0x11EF7, 0x11EF8}, {0x11F43, 0x11F4F}, {0x11FFF, 0x11FFF},
    {0x12FF1, 0x12FF2}, {0x16D6D, 0x16D6F}, {0x16E97, 0x16E9A},
    {0x16FE2, 0x16FE2}, {0x1E5FF, 0x1E5FF}, {0x1E95E, 0x1E95F}};

/* Format characters (Cf) that they do not have yet. */
static const t2s_range late_formats[] = {
    {0x0890, 0x0891}, {0x08E2, 0x08E2}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}};

/* Characters without canonical class or decomposition in the tables of the
 * normaliser. */
static const t2s_range late_compositions[] = {
    {0x07FD, 0x07FD},   {0x0897, 0x089F},   {0x08CA, 0x08D3},
    {0x09FE, 0x09FE},   {0x0C3C, 0x0C3C},   {0x0D3B, 0x0D3C},
    {0x0EBA, 0x0EBA},   {0x1715, 0x1715},   {0x1ABF, 0x1ACE},
    {0x1DF6, 0x1DFA},   {0xA82C, 0xA82C},   {0x105C9, 0x105C9},
    {0x105E4, 0x105E4}, {0x10D24, 0x10D27}, {0x10D69, 0x10D6D},
    {0x10EAB, 0x10EAC}, {0x10EFC, 0x10EFF}, {0x10F46, 0x10F50},
    {0x10F82, 0x10F85}, {0x11070, 0x11070}, {0x1133B, 0x1133B},
    {0x11383, 0x11383}, {0x11385, 0x11385}, {0x1138E, 0x1138E},
    {0x11391, 0x11391}, {0x113BB, 0x113C0}, {0x113C5, 0x113C5},
    {0x113C7, 0x113C8}, {0x113CE, 0x113CE}, {0x113D0, 0x113D0},
    {0x113D2, 0x113D2}, {0x113E1, 0x113E2}, {0x1145E, 0x1145E},
    {0x11839, 0x1183A}, {0x11938, 0x11938}, {0x1193D, 0x1193E},
    {0x11943, 0x11943}, {0x119E0, 0x119E0}, {0x11A34, 0x11A34},
    {0x11A47, 0x11A47}, {0x11A99, 0x11A99}, {0x11D42, 0x11D42},
    {0x11D44, 0x11D45}, {0x11D97, 0x11D97}, {0x11F41, 0x11F42},
    {0x11F5A, 0x11F5A}, {0x1611E, 0x16129}, {0x1612D, 0x1612F},
    {0x16D68, 0x16D6A}, {0x16FF0, 0x16FF1}, {0x1E08F, 0x1E08F},
    {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF},
    {0x1E4EC, 0x1E4EF}, {0x1E5EE, 0x1E5EF}};

/* Letters that Unicode 15.1 and 16 added. */
static const t2s_range new_letters[] = {
    {0x1C89, 0x1C8A},   {0xA7CB, 0xA7CD},   {0xA7DA, 0xA7DC},
    {0x105C0, 0x105F3}, {0x10D4A, 0x10D65}, {0x10D6F, 0x10D85},
    {0x10EC2, 0x10EC4}, {0x11380, 0x11389}, {0x1138B, 0x1138B},
    {0x1138E, 0x1138E}, {0x11390, 0x113B5}, {0x113B7, 0x113B7},
    {0x113D1, 0x113D1}, {0x113D3, 0x113D3}, {0x11BC0, 0x11BE0},
    {0x13460, 0x143FA}, {0x16100, 0x1611D}, {0x16D40, 0x16D6C},
    {0x18CFF, 0x18CFF}, {0x1E5D0, 0x1E5ED}, {0x1E5F0, 0x1E5F0},
    {0x2EBF0, 0x2EE5D}};

/* Numbers that Unicode 16 added. */
static const t2s_range new_numbers[] = {{0x10D40, 0x10D49}, {0x116D0, 0x116E3},
                                        {0x11BF0, 0x11BF9}, {0x16130, 0x16139},
                                        {0x16D70, 0x16D79}, {0x1CCF0, 0x1CCF9},
                                        {0x1E5F1, 0x1E5FA}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool contains(const t2s_range *ranges, size_t count, uint32_t c)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > ranges[middle].last)
            low = middle + 1;
        else if (c < ranges[middle].first)
            high = middle;
        else
            return true;
    }
    return false;
}

static utf8proc_category_t category(uint32_t c)
{
    return utf8proc_category((utf8proc_int32_t)c);
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
    switch (category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
        return T2S_CHAR_LETTER;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return T2S_CHAR_NUMBER;
    case UTF8PROC_CATEGORY_CN:
        if (contains(new_letters, COUNT(new_letters), c))
            return T2S_CHAR_LETTER;
        if (contains(new_numbers, COUNT(new_numbers), c))
            return T2S_CHAR_NUMBER;
        return T2S_CHAR_OTHER;
    default:
        return T2S_CHAR_OTHER;
    }
}

bool t2s_char_is_control(uint32_t c)
{
    if (c < 0x80)
        return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    switch (category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CO:
        return true;
    case UTF8PROC_CATEGORY_CF:
        return !contains(late_formats, COUNT(late_formats), c);
    default:
        return false;
    }
}

bool t2s_char_is_mark(uint32_t c)
{
    /* These two were nonspacing and are no longer. */
    if (c < 0x300 || c == 0x1734 || c == 0x1171E)
        return c >= 0x300;
    return category(c) == UTF8PROC_CATEGORY_MN &&
           !contains(late_marks, COUNT(late_marks), c);
}

bool t2s_char_is_punctuation(uint32_t c)
{
    if (c < 0x80)
        return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') ||
               (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    /* These two were punctuation and are no longer. */
    if (c == 0x166D || c == 0x111C9)
        return true;
    switch (category(c)) {
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return !contains(late_punctuation, COUNT(late_punctuation), c);
    default:
        return false;
    }
}

bool t2s_char_is_ideograph(uint32_t c)
{
    static const t2s_range blocks[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
                                       {0xF900, 0xFAFF},   {0x20000, 0x2A6DF},
                                       {0x2A700, 0x2B81F}, {0x2B920, 0x2CEAF},
                                       {0x2F800, 0x2FA1F}};
    return c >= 0x3400 && contains(blocks, COUNT(blocks), c);
}

size_t t2s_char_decompose(uint32_t c, uint32_t out[T2S_DECOMPOSITION_MAX])
{
    utf8proc_int32_t parts[T2S_DECOMPOSITION_MAX];
    utf8proc_ssize_t count;
    int boundary = 0;
    out[0] = c;
    if (c < 0xC0 || contains(late_compositions, COUNT(late_compositions), c))
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

unsigned t2s_char_combining_class(uint32_t c)
{
    unsigned found;
    if (c < 0x300)
        return 0;
    found =
        (unsigned)utf8proc_get_property((utf8proc_int32_t)c)->combining_class;
    if (found && contains(late_compositions, COUNT(late_compositions), c))
        return 0;
    return found;
}

/* Lower-case pairs that Unicode 16 and 17 added. */
static uint32_t new_lower(uint32_t c)
{
    if (c >= 0x10D50 && c <= 0x10D65)
        return c + 0x20;
    if (c >= 0x16EA0 && c <= 0x16EB8)
        return c + 0x1B;
    switch (c) {
    case 0x1C89:
    case 0xA7CC:
    case 0xA7CE:
    case 0xA7D2:
    case 0xA7D4:
    case 0xA7DA:
        return c + 1;
    case 0xA7CB:
        return 0x264;
    case 0xA7DC:
        return 0x19B;
    default:
        return c;
    }
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
