#include "schema/words.h"

#include <math.h>
#include <string.h>

#include "base/string.h"

bool t2s_word_is_stop(const char *text, size_t n)
{
    return t2s_is_one_of(
        text, n,
        "a an the of in on at to by for and or is are be wa ha have do doe "
        "did what which who how many much with from all each that this there "
        "it as not than me my i we you s t n m d re ve ll their where when "
        "find show list give");
}

/* Forms that the rules below do not bring together, in order. A stem is no
 * longer than its form. */
static const struct {
    const char *form, *stem;
} irregular[] = {
    {"alibis", "alibi"},
    {"analyses", "analysis"},
    {"bikinis", "bikini"},
    {"brownies", "brownie"},
    {"buses", "bus"},
    {"calories", "calorie"},
    {"calves", "calf"},
    {"children", "child"},
    {"cookies", "cookie"},
    {"cpus", "cpu"},
    {"crises", "crisis"},
    {"criterion", "criteria"},
    {"diagnoses", "diagnosis"},
    {"echoes", "echo"},
    {"emojis", "emoji"},
    {"emus", "emu"},
    {"feet", "foot"},
    {"gas", "gas"},
    {"gases", "gas"},
    {"geese", "goose"},
    {"gpus", "gpu"},
    {"gurus", "guru"},
    {"halves", "half"},
    {"heroes", "hero"},
    {"hoodies", "hoodie"},
    {"indices", "index"},
    {"jacuzzis", "jacuzzi"},
    {"kiwis", "kiwi"},
    {"knives", "knife"},
    {"lens", "lens"},
    {"lenses", "lens"},
    {"loaves", "loaf"},
    {"matrices", "matrix"},
    {"men", "man"},
    {"menus", "menu"},
    {"mouse", "mice"},
    {"movies", "movie"},
    {"news", "news"},
    {"people", "person"},
    {"persons", "person"},
    {"potatoes", "potato"},
    {"quizzes", "quiz"},
    {"rookies", "rookie"},
    {"safaris", "safari"},
    {"selfies", "selfie"},
    {"semis", "semi"},
    {"series", "series"},
    {"shelves", "shelf"},
    {"skis", "ski"},
    {"skus", "sku"},
    {"smoothies", "smoothie"},
    {"species", "species"},
    {"taxis", "taxi"},
    {"teeth", "tooth"},
    {"thieves", "thief"},
    {"tomatoes", "tomato"},
    {"tornadoes", "tornado"},
    {"tsunamis", "tsunami"},
    {"vertices", "vertex"},
    {"volcanoes", "volcano"},
    {"wives", "wife"},
    {"wolves", "wolf"},
    {"women", "woman"},
    {"zombies", "zombie"},
};

static const char *irregular_stem(const char *text, size_t n)
{
    size_t low = 0, high = sizeof irregular / sizeof irregular[0];
    while (low < high) {
        const size_t at = (low + high) / 2;
        const int order = strncmp(irregular[at].form, text, n);
        if (order == 0 && irregular[at].form[n] == '\0')
            return irregular[at].stem;
        if (order < 0)
            low = at + 1;
        else
            high = at;
    }
    return NULL;
}

/* "Statuses", "bonuses"; not "houses", "causes". */
static bool ends_in_us(const char *text, size_t n)
{
    return n > 5 && memcmp(text + n - 4, "uses", 4) == 0 &&
           strchr("nprst", text[n - 5]);
}

size_t t2s_word_stem(char *text, size_t n)
{
    const char *stem = irregular_stem(text, n);
    if (stem) {
        const size_t length = strlen(stem);
        memcpy(text, stem, length);
        return length;
    }
    if (n > 4 && memcmp(text + n - 3, "ies", 3) == 0) {
        text[n - 3] = 'y';
        return n - 2;
    }
    if (n > 4 && (memcmp(text + n - 4, "sses", 4) == 0 ||
                  memcmp(text + n - 4, "shes", 4) == 0 ||
                  memcmp(text + n - 4, "ches", 4) == 0 ||
                  memcmp(text + n - 3, "xes", 3) == 0 || ends_in_us(text, n)))
        return n - 2;
    if (n > 2 && text[n - 1] == 's' && text[n - 2] != 's' &&
        text[n - 2] != 'u' && text[n - 2] != 'i')
        return n - 1;
    return n;
}

bool t2s_word_number(const char *text, size_t n, double *out)
{
    double value = 0, scale = 1;
    bool negative = n > 1 && text[0] == '-', point = false, digit = false;
    for (size_t i = negative; i < n; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            value = value * 10 + (text[i] - '0');
            scale *= point ? 10 : 1;
            digit = true;
        } else if (text[i] == '.' && !point) {
            point = true;
        } else if (text[i] != ',' || point || !digit) {
            return false;
        }
    }
    value /= scale;
    *out = negative ? -value : value;
    return digit && isfinite(value);
}

bool t2s_word_spelled_number(const char *text, size_t n, double *out)
{
    static const char *const words[] = {
        "zero",  "one",   "two",  "three", "four",   "five",  "six",
        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == n && memcmp(words[i], text, n) == 0) {
            *out = (double)i;
            return true;
        }
    return false;
}

bool t2s_word_says_number(const char *text, size_t n, double *out,
                          bool *is_spelled)
{
    *is_spelled = t2s_word_spelled_number(text, n, out);
    for (int i = 0; i < 2 && n > 1 && text[n - 1] >= 'a'; i++)
        n--;
    return *is_spelled || t2s_word_number(text, n, out);
}

/* The words that short forms stand for. */
static const struct {
    const char *form, *word;
} short_forms[] = {{"hrs", "hour"},    {"mins", "minute"}, {"mths", "month"},
                   {"secs", "second"}, {"wks", "week"},    {"yr", "year"},
                   {"yrs", "year"}};

static bool write_out(t2s_word_key *key)
{
    for (size_t i = 0; i < sizeof short_forms / sizeof *short_forms; i++)
        if (t2s_is_one_of(key->text, key->length, short_forms[i].form)) {
            key->length = strlen(short_forms[i].word);
            memcpy(key->text, short_forms[i].word, key->length);
            return true;
        }
    return false;
}

t2s_word_key t2s_word_key_of(const char *word, size_t n)
{
    t2s_word_key key = {.length = n < T2S_LONGEST_KEY ? n : T2S_LONGEST_KEY};
    for (size_t i = 0; i < key.length; i++)
        key.text[i] = t2s_ascii_lower(word[i]);
    key.is_number = t2s_word_number(key.text, key.length, &key.number) ||
                    t2s_word_spelled_number(key.text, key.length, &key.number);
    if (!key.is_number && !write_out(&key))
        key.length = t2s_word_stem(key.text, key.length);
    return key;
}

bool t2s_word_keys_match(const t2s_word_key *a, const t2s_word_key *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

size_t t2s_currency_before(const char *text, size_t at)
{
    static const char *const signs[] = {"$", "\u20ac", "\u00a3", "\u00a5"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t n = strlen(signs[i]);
        if (at >= n && memcmp(text + at - n, signs[i], n) == 0)
            return n;
    }
    return 0;
}

/* Whether byte i belongs to a sign of a currency or of a comparison, which
 * stands beside a number and is no letter. */
static bool is_of_sign(const char *text, size_t n, size_t i)
{
    static const char *const signs[] = {"\u20ac", "\u00a3", "\u00a5", "\u2264",
                                        "\u2265"};
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        const size_t m = strlen(signs[k]);
        for (size_t back = 0; back < m && back <= i; back++)
            if (m <= n - (i - back) &&
                memcmp(text + i - back, signs[k], m) == 0)
                return true;
    }
    return false;
}

bool t2s_is_word_part(const char *text, size_t n, size_t i)
{
    unsigned char c = (unsigned char)text[i];
    bool digits = i > 0 && i + 1 < n && text[i - 1] >= '0' &&
                  text[i - 1] <= '9' && text[i + 1] >= '0' &&
                  text[i + 1] <= '9';
    if (c >= 0x80)
        return !is_of_sign(text, n, i);
    if (c >= '0' && c <= '9')
        return true;
    if ((c == '.' || c == ',') && digits)
        return true;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Where the word that begins at i ends: at what is no part, or, where
 * `by_case`, where a capital follows a small letter. */
static size_t word_part_end(const char *text, size_t n, size_t i, bool by_case)
{
    size_t end = i + 1;
    while (end < n && t2s_is_word_part(text, n, end)) {
        bool capital = text[end] >= 'A' && text[end] <= 'Z';
        bool small = text[end - 1] >= 'a' && text[end - 1] <= 'z';
        bool next_small =
            end + 1 < n && text[end + 1] >= 'a' && text[end + 1] <= 'z';
        bool capitals = text[end - 1] >= 'A' && text[end - 1] <= 'Z';
        if (by_case && capital && (small || (capitals && next_small)))
            break;
        end++;
    }
    return end;
}

bool t2s_next_word(const char *text, size_t n, size_t *at, size_t *begin,
                   bool by_case)
{
    size_t i = *at;
    while (i < n && !t2s_is_word_part(text, n, i))
        i++;
    *begin = i;
    *at = i < n ? word_part_end(text, n, i, by_case) : n;
    return i < n;
}
