#include "facts/question.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "schema/words.h"

/* Words of names and questions, parted by blanks; `short_words` are units in
 * names, and in questions behind "in". */
static const struct {
    t2s_dimension dimension;
    double scale;
    const char *words, *short_words;
} units[] = {
    {T2S_DIMENSION_TIME, 0.001, "milliseconds millisecond millis", "ms"},
    {T2S_DIMENSION_TIME, 1, T2S_SECONDS, "sec second"},
    {T2S_DIMENSION_TIME, 60, T2S_MINUTES, "min"},
    {T2S_DIMENSION_TIME, 3600, T2S_HOURS, "h hr"},
    {T2S_DIMENSION_TIME, 86400, "days", ""},
    {T2S_DIMENSION_TIME, 604800, T2S_WEEKS, ""},
    {T2S_DIMENSION_TIME, 2629800, T2S_MONTHS, ""},
    {T2S_DIMENSION_TIME, 31557600, T2S_YEARS, ""},
    {T2S_DIMENSION_MONEY, 0.01, "cents cent pence", "ct cts minor"},
    {T2S_DIMENSION_MONEY, 1,
     "euro euros eur dollar dollars bucks usd gbp pound pounds quid chf franc "
     "francs "
     "kroner kronor dkk sek nok",
     ""},
    {T2S_DIMENSION_MASS, 1e-6, "milligrams", "mg"},
    {T2S_DIMENSION_MASS, 0.001, "gram grams grammes", "g"},
    {T2S_DIMENSION_MASS, 1, "kg kgs kilo kilos kilogram kilograms", ""},
    {T2S_DIMENSION_MASS, 1000, "ton tons tonne tonnes", "t"},
    {T2S_DIMENSION_LENGTH, 0.001, "millimetres millimeters", "mm"},
    {T2S_DIMENSION_LENGTH, 0.01, "centimetres centimeters cm", ""},
    {T2S_DIMENSION_LENGTH, 1, "metres meters", "m"},
    {T2S_DIMENSION_LENGTH, 0.3048, "feet", "ft foot"},
    {T2S_DIMENSION_LENGTH, 1000,
     "km kms kilometre kilometres kilometer kilometers", ""},
    {T2S_DIMENSION_VOLUME, 0.001, "millilitres milliliters", "ml"},
    {T2S_DIMENSION_VOLUME, 1, "litre litres liter liters", "l"},
    {T2S_DIMENSION_VOLUME, 100, "hectolitres", "hl"},
    {T2S_DIMENSION_ENERGY, 0.001, "", "wh"},
    {T2S_DIMENSION_ENERGY, 1, "kwh", ""},
    {T2S_DIMENSION_ENERGY, 1000, "mwh", ""},
    {T2S_DIMENSION_POWER, 1, "watts watt", "w"},
    {T2S_DIMENSION_POWER, 1000, "kilowatts kilowatt kw", ""},
    {T2S_DIMENSION_POWER, 1e6, "megawatts megawatt mw", ""},
    {T2S_DIMENSION_SHARE, 0.01, "percent percentage percentages pct", ""},
};
#define UNITS        (sizeof units / sizeof *units)
#define LONGEST_UNIT 16

#define MONEY_NAMES                                                            \
    "amount amt price prc cost fee revenue total value salary wage rent "      \
    "discount deposit balance charge premium turnover budget"

static t2s_unit unit_of(const char *word, size_t n, bool takes_short)
{
    for (size_t i = 0; i < UNITS; i++)
        if (t2s_is_one_of(word, n, units[i].words) ||
            (takes_short && t2s_is_one_of(word, n, units[i].short_words)))
            return (t2s_unit){units[i].dimension, units[i].scale};
    return (t2s_unit){T2S_NO_DIMENSION, 0};
}

/* Blanks and brackets part the words of a name: "dist (m)". */
#define PARTING " ()[]"

t2s_unit t2s_unit_of_name(const char *readable)
{
    t2s_unit found = {T2S_NO_DIMENSION, 0};
    bool is_money = false, is_kilo = false; /* "k w": kW, parted by its case */
    while (*readable) {
        const size_t n = strcspn(readable, PARTING);
        const size_t parting = strspn(readable + n, PARTING);
        /* Of "min players" it is no minute. */
        t2s_unit unit =
            unit_of(readable, n,
                    readable[n] != ' ' || readable[n + parting] == 0 ||
                        strchr("([", readable[n + 1]));
        /* "cents per hour" is money. */
        if (t2s_is_one_of(readable, n, "per"))
            break;
        unit.scale *= is_kilo ? 1000 : 1;
        is_kilo = n == 1 && *readable == 'k';
        is_money |= t2s_is_one_of(readable, n, MONEY_NAMES);
        if (unit.dimension != T2S_NO_DIMENSION)
            found = unit;
        readable += n + parting;
    }
    if (found.dimension == T2S_NO_DIMENSION && is_money)
        found.dimension = T2S_DIMENSION_MONEY;
    return found;
}

bool t2s_is_unit(t2s_dimension dimension, double scale)
{
    for (size_t i = 0; i < UNITS; i++)
        if (units[i].dimension == dimension &&
            fabs(units[i].scale - scale) < 1e-9 * scale)
            return true;
    return false;
}

bool t2s_name_says(const char *readable, const char *list)
{
    while (*readable) {
        const size_t n = strcspn(readable, PARTING);
        if (t2s_is_one_of(readable, n, list))
            return true;
        readable += n + strspn(readable + n, PARTING);
    }
    return false;
}

/* ------------------------------------------------------------- questions */

#define MONEY                                                                  \
    "revenue|revenues|sales|turnover|spend|spent|spending|income|takings|"     \
    "earn|earned|earnings|worth|value|amount|billed|paid|order value|profit|"  \
    "margin|cost|costs|money"

double t2s_question_number_at(const t2s_question_facts *question, int32_t word)
{
    for (size_t k = 0; k < question->numbers.count; k++)
        if (question->numbers.at[k].word == word)
            return question->numbers.at[k].value;
    return 0;
}

/* The number whose unit stands at a word, or NULL; *is_inside: the word is
 * within an amount of several words, and not its unit. */
static const t2s_question_number *
number_of_unit(bool *is_inside, const t2s_question_facts *question,
               int32_t word)
{
    const t2s_question_number *found = NULL;
    *is_inside = false;
    for (size_t k = 0; k < question->numbers.count; k++) {
        const t2s_question_number *at = &question->numbers.at[k];
        if (at->unit == word)
            found = at;
        else if (at->last > at->word && at->word <= word && word <= at->last)
            *is_inside = true;
    }
    return found;
}

bool t2s_question_clock(double *minutes, const t2s_question_facts *question,
                        int32_t word)
{
    size_t n, hours = 0;
    const char *text = t2s_question_text_at(question, (size_t)word, &n);
    double of, more;
    while (hours < n && t2s_is_digit(text[hours]))
        hours++;
    if (hours < 1 || hours > 2 || n != hours + 3 || text[hours] != 'h' ||
        !t2s_word_number(text, hours, &of) ||
        !t2s_word_number(text + hours + 1, 2, &more) ||
        !t2s_is_digit(text[hours + 1]) || more >= 60)
        return false;
    *minutes = 60 * of + more;
    return true;
}

t2s_unit t2s_unit_of_word(const t2s_question_facts *question, int32_t word)
{
    char plural[LONGEST_UNIT + 2];
    size_t n;
    const char *text;
    t2s_unit unit;
    double minutes;
    if (word < 0 || (size_t)word >= question->words.count)
        return (t2s_unit){T2S_NO_DIMENSION, 0};
    if (t2s_question_clock(&minutes, question, word))
        return (t2s_unit){T2S_DIMENSION_TIME, 60};
    text = t2s_question_text_at(question, (size_t)word, &n);
    unit = unit_of(text, n, true);
    if (unit.dimension != T2S_NO_DIMENSION || n < 4 || n > LONGEST_UNIT)
        return unit;
    memcpy(plural, text, n); /* "an hour and a half" */
    plural[n] = 's';
    return unit_of(plural, n + 1, false);
}

/* Whether a unit at word i is what the answer is in: no window of time, no rate
 * and no group. */
static bool is_asked(const t2s_question_facts *question, size_t i,
                     const t2s_unit *unit)
{
    if (i == 0)
        return unit->dimension != T2S_DIMENSION_TIME;
    if (t2s_question_says(
            question, i - 1,
            "per each every by last past next first previous these those "
            "opening business working peak rush office few several"))
        return false;
    if (i > 1 && t2s_question_says(question, i - 1, "in") &&
        t2s_question_says(question, i - 2, "pay pays paid sell sells sold"))
        return false;
    if (unit->dimension != T2S_DIMENSION_TIME ||
        t2s_question_says(question, i - 1, "in"))
        return true;
    if (t2s_question_says(question, i - 1, "many") ||
        (i > 1 && t2s_question_says(question, i - 1, "of") &&
         t2s_question_says(question, i - 2, "number length sum total")))
        return true;
    return unit->scale < 604800 &&
           !t2s_question_says(question, i - 1, "of on the all");
}

static void add(t2s_unit *list, int32_t *at, size_t *count, t2s_unit unit,
                int32_t word)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i].dimension == unit.dimension && list[i].scale == unit.scale)
            return;
    if (*count == T2S_MOST_UNITS)
        return;
    at[*count] = word;
    list[(*count)++] = unit;
}

/* Whether a currency's sign stands beside a number: "$40", "5 \u20ac". */
static bool has_sign(const t2s_question_facts *question,
                     const t2s_question_number *number)
{
    size_t begin = question->words.at[number->word].begin;
    size_t end = question->words.at[number->last].end;
    begin -= begin > 0 && question->text[begin - 1] == ' ';
    if (t2s_currency_before(question->text, begin) > 0)
        return true;
    end += end < question->length && question->text[end] == ' ';
    for (size_t n = 1; n <= 3 && end + n <= question->length; n++)
        if (t2s_currency_before(question->text, end + n) == n)
            return true;
    return false;
}

/* "$40": amounts of money without a word for the unit. */
static void read_signs(t2s_asked_units *out, const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->numbers.count; i++) {
        const t2s_question_number *at = &question->numbers.at[i];
        if (at->value != 0 && has_sign(question, at))
            add(out->amounts, out->amounts_at, &out->amount_count,
                (t2s_unit){T2S_DIMENSION_MONEY, at->value}, at->word);
    }
}

void t2s_asked_units_read(t2s_asked_units *out,
                          const t2s_question_facts *question)
{
    int32_t first, last;
    memset(out, 0, sizeof *out);
    out->is_money = t2s_phrases_find(&first, &last, MONEY, question, 0);
    for (size_t i = 0; i < question->words.count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        bool is_inside;
        const t2s_question_number *of =
            number_of_unit(&is_inside, question, (int32_t)i);
        const double number = of ? of->value : 0;
        t2s_unit unit = unit_of(
            question->text + word->begin, word->end - word->begin,
            number != 0 || (i > 0 && t2s_question_says(question, i - 1, "in")));
        if (t2s_question_says(question, i, "fraction"))
            unit = (t2s_unit){T2S_DIMENSION_SHARE, 1};
        if (of && of->unit != of->word + 1) /* of several words, or 1h30 */
            unit = t2s_unit_of_word(question, (int32_t)i);
        if (unit.dimension == T2S_NO_DIMENSION || word->is_quoted || is_inside)
            continue;
        if (number != 0) {
            unit.scale *= number;
            add(out->amounts, out->amounts_at, &out->amount_count, unit,
                of->word);
        } else if (is_asked(question, i, &unit)) {
            add(out->asked, out->asked_at, &out->asked_count, unit, (int32_t)i);
        }
    }
    read_signs(out, question);
    for (size_t i = 0; i < question->length; i++) {
        const char *before = question->text + i;
        if (*before != '%')
            continue;
        while (before > question->text && before[-1] == ' ')
            before--;
        if (before == question->text || !t2s_is_digit(before[-1]))
            add(out->asked, out->asked_at, &out->asked_count,
                (t2s_unit){T2S_DIMENSION_SHARE, 0.01}, -1);
    }
}

bool t2s_says_minor_unit(const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t end = at;
        while (end < n && ((text[end] | 32) >= 'a' && (text[end] | 32) <= 'z'))
            end++;
        if (end > at &&
            t2s_is_one_of(text + at, end - at, "cents hundredths pence minor"))
            return true;
        at = end > at ? end : end + 1;
    }
    return false;
}

bool t2s_may_be_time(const t2sed_schema *schema, int32_t column)
{
    return schema->columns[column].kind == T2SED_TYPE_TIME ||
           t2s_name_says(schema->columns[column].readable, T2S_DATE_WORDS);
}

bool t2s_may_be_key(const t2sed_schema *schema, int32_t column)
{
    if (t2s_schema_is_key(schema, column) ||
        t2s_name_says(schema->columns[column].readable,
                      "id no nr number code cd key"))
        return true;
    /* It is no end of a foreign key, so only its name may relate it. */
    for (size_t i = 0; i < schema->column_count; i++)
        if (t2s_schema_is_lone_key(schema, (int32_t)i) &&
            t2s_casecmp(schema->columns[column].name,
                        schema->columns[i].name) == 0)
            return true;
    return false;
}
