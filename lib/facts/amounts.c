#include "facts/amounts.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/question.h"
#include "facts/restriction_words.h"
#include "schema/words.h"

/* Amounts of a question that are joined, at most: so that the work does not
 * grow with the square of its length. */
#define MOST_JOINED 16
/* "3/16" is the finest part of a whole. */
#define MOST_PARTS 16

typedef t2s_question_number number_t;

static bool says(const t2s_question_facts *question, int32_t i,
                 const char *list)
{
    return i >= 0 && t2s_question_says(question, (size_t)i, list);
}

static const number_t *number_at(const t2s_question_facts *question, int32_t i)
{
    for (size_t k = 0; k < question->numbers.count; k++)
        if (question->numbers.at[k].word == i)
            return question->words.at[i].is_quoted ? NULL
                                                   : &question->numbers.at[k];
    return NULL;
}

static bool is_whole(const number_t *number)
{
    return number && number->value >= 1 && number->value < 1000 &&
           floor(number->value) >= number->value;
}

/* Of an amount that is measured; times of a day and more are read as such. */
static bool is_measure(t2s_unit *out, const t2s_question_facts *question,
                       int32_t i)
{
    *out = t2s_unit_of_word(question, i);
    return out->dimension != T2S_NO_DIMENSION &&
           out->dimension != T2S_DIMENSION_MONEY &&
           out->dimension != T2S_DIMENSION_SHARE &&
           !(out->dimension == T2S_DIMENSION_TIME && out->scale >= 86400);
}

static bool is_and_a_half(const t2s_question_facts *question, int32_t i)
{
    return says(question, i, "and") && says(question, i + 1, "a") &&
           says(question, i + 2, "half");
}

/* The character between two words, if it is the only one. */
static char between(const t2s_question_facts *question, int32_t i)
{
    const uint32_t end = question->words.at[i].end;
    return end + 1 == question->words.at[i + 1].begin ? question->text[end]
                                                      : '\0';
}

/* "Two and a half", "2 1/2 hours" */
static bool read_mixed(number_t *out, const t2s_question_facts *question,
                       const number_t *whole)
{
    const int32_t i = whole->word;
    const number_t *part, *of;
    t2s_unit unit;
    *out = *whole;
    out->last = i + 3;
    out->unit = i + 4;
    if (is_and_a_half(question, i + 1)) {
        out->value += 0.5;
        return true;
    }
    out->last = i + 2;
    out->unit = i + 3;
    if ((size_t)i + 3 >= question->words.count || between(question, i) != ' ' ||
        between(question, i + 1) != '/' || !is_measure(&unit, question, i + 3))
        return false;
    part = number_at(question, i + 1);
    of = number_at(question, i + 2);
    if (!is_whole(part) || !is_whole(of) || part->value >= of->value ||
        of->value > MOST_PARTS)
        return false;
    out->value += part->value / of->value;
    return true;
}

/* "An hour and a half", "half an hour" */
static bool read_half(number_t *out, const t2s_question_facts *question,
                      int32_t i)
{
    const number_t *whole = number_at(question, i);
    t2s_unit unit;
    if ((is_whole(whole) || says(question, i, "a an")) &&
        is_measure(&unit, question, i + 1) && is_and_a_half(question, i + 2)) {
        *out = (number_t){.value = 0.5 + (whole ? whole->value : 1),
                          .is_spelled = !whole || whole->is_spelled,
                          .word = i,
                          .times = 1,
                          .last = i + 4,
                          .unit = i + 1};
        return true;
    }
    if (!says(question, i, "half") || !says(question, i + 1, "a an") ||
        !is_measure(&unit, question, i + 2))
        return false;
    *out = (number_t){.value = 0.5,
                      .is_spelled = true,
                      .word = i,
                      .times = 1,
                      .last = i + 1,
                      .unit = i + 2};
    return true;
}

/* "2 h 10 min", "2 hours and 10 minutes"; not "between 1 hour and 30 minutes".
 */
static bool read_sum(number_t *out, const t2s_question_facts *question,
                     const number_t *first)
{
    const int32_t i = first->word;
    const bool has_and = says(question, i + 2, "and");
    const int32_t k = i + 2 + has_and;
    const number_t *second;
    t2s_unit large, small;
    if (!is_whole(first) || (size_t)k + 1 >= question->words.count ||
        !is_measure(&large, question, i + 1) ||
        !is_measure(&small, question, k + 1) ||
        large.dimension != small.dimension || large.scale <= small.scale ||
        t2s_is_parted(question, i, k) ||
        (has_and && (says(question, i - 1, "between from") ||
                     says(question, i - 2, "between from"))))
        return false;
    second = number_at(question, k);
    if (!second || second->value <= 0 ||
        second->value * small.scale >= large.scale)
        return false;
    *out = *first;
    out->value = first->value * (large.scale / small.scale) + second->value;
    out->last = out->unit = k + 1;
    return true;
}

/* "Longer than 1h30", in minutes; "at 8h30" and "after 8h30" are times. */
static bool read_clock(number_t *out, const t2s_question_facts *question,
                       int32_t i)
{
    double minutes;
    if (question->words.at[i].is_quoted ||
        !t2s_question_clock(&minutes, question, i) ||
        (!(says(question, i - 1, "over under") &&
           !says(question, i - 2, "left carried")) &&
         !(says(question, i - 1, "than") &&
           says(question, i - 2, "longer shorter more less")) &&
         !(says(question, i - 1, "least most") && says(question, i - 2, "at"))))
        return false;
    *out = (number_t){
        .value = minutes, .times = 1, .word = i, .last = i, .unit = i};
    return true;
}

/* What "k", "m" and "bn" behind the digits of a word multiply them by, or 1:
 * without a currency's sign only "over 100k" is a number, and "4k" and "8k" may
 * be resolutions, "over 5m" metres. */
static double times_of_suffix(const t2s_question_facts *question, int32_t i)
{
    size_t n, digits = 0;
    const char *text = t2s_question_text_at(question, (size_t)i, &n);
    const bool is_money =
        t2s_currency_before(question->text, question->words.at[i].begin) > 0;
    while (digits < n &&
           (t2s_is_digit(text[digits]) || strchr(".,", text[digits])))
        digits++;
    if (digits == 0 || digits == n)
        return 1;
    if (is_money && t2s_is_one_of(text + digits, n - digits, "m"))
        return 1e6;
    if (is_money && t2s_is_one_of(text + digits, n - digits, "bn"))
        return 1e9;
    return t2s_is_one_of(text + digits, n - digits, "k") &&
                   (is_money ||
                    (says(question, i - 1,
                          "than over above below under least most exceeding") &&
                     !says(question, i, "4k 8k") &&
                     !says(question, i + 1, "run runs race races walk")))
               ? 1000
               : 1;
}

/* "100 thousand", "over 100k", "1.5 million" */
static bool read_times(number_t *out, const t2s_question_facts *question,
                       const number_t *number)
{
    const int32_t i = number->word;
    const double times = says(question, i + 1, "thousand")  ? 1000
                         : says(question, i + 1, "million") ? 1e6
                         : says(question, i + 1, "billion") ? 1e9
                                                            : 1;
    *out = *number;
    out->times = times > 1 ? times : times_of_suffix(question, i);
    if (times > 1) {
        out->last = i + 1;
        out->unit = i + 2;
    }
    out->value *= out->times;
    return out->times > 1 && number->value > 0 &&
           !(times > 1 && t2s_is_parted(question, i, i + 1));
}

/* Puts a number in place of those that it is made of. */
static bool put(t2s_question_facts *question, number_t number)
{
    number_t *at;
    size_t first = 0, behind;
    while (first < question->numbers.count &&
           question->numbers.at[first].word < number.word)
        first++;
    behind = first;
    while (behind < question->numbers.count &&
           question->numbers.at[behind].word <= number.last)
        behind++;
    if (behind == first) { /* one more */
        if (!t2s_vector_push(&question->numbers, number))
            return false;
        behind++;
        at = question->numbers.at;
        memmove(at + first + 1, at + first,
                (question->numbers.count - 1 - first) * sizeof *at);
    } else {
        at = question->numbers.at;
        memmove(at + first + 1, at + behind,
                (question->numbers.count - behind) * sizeof *at);
        question->numbers.count -= behind - first - 1;
    }
    question->numbers.at[first] = number;
    return true;
}

static bool read_amount(number_t *out, const t2s_question_facts *question,
                        int32_t i)
{
    const number_t *number = number_at(question, i);
    return (number && read_times(out, question, number)) ||
           (is_whole(number) && (read_mixed(out, question, number) ||
                                 read_sum(out, question, number))) ||
           read_half(out, question, i) || read_clock(out, question, i);
}

bool t2s_amounts_join(t2s_question_facts *question)
{
    int left = MOST_JOINED;
    for (size_t k = 0; k < question->numbers.count; k++) {
        number_t *at = &question->numbers.at[k];
        at->times = 1;
        at->last = at->word;
        at->unit = at->word + 1;
    }
    for (size_t i = 0; left > 0 && i < question->words.count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        const char first = question->text[word->begin];
        number_t number;
        if (!(t2s_is_digit(first) ||
              t2s_question_says(question, i,
                                "a an half one two three four five six seven "
                                "eight nine ten eleven twelve")) ||
            !read_amount(&number, question, (int32_t)i))
            continue;
        if (!put(question, number))
            return false;
        i = (size_t)number.last;
        left--;
    }
    return true;
}
