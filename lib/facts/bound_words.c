/* Comparisons of a question: phrases, and the number that each is about. */
#include "facts/bound_words.h"

#include <string.h>

#include "facts/question.h"
#include "facts/restriction_words.h"
#include "facts/time_reader.h"
#include "schema/words.h"

/* Words between a phrase and its number: over the age of 30. */
#define MOST_BETWEEN 3

#define MORE                                                                   \
    "-no more than|-not more than|-no longer than|-no later than|"             \
    "-no older than|-no higher than|-no greater than|-no larger than|"         \
    "-not longer than|-not over|-not above|-fewer than|-lower than|"           \
    "-smaller than|-shorter than|-younger than|-lighter than|-cheaper than|"   \
    "-earlier than|-sooner than|-slower than|-under than|-weaker than|"        \
    "-rather than|-other than|-over time|more than|greater than|"              \
    "higher than|larger than|bigger than|longer than|older than|taller than|"  \
    "heavier than|later than|wider than|deeper than|thicker than|"             \
    "richer than|stronger than|warmer than|hotter than|steeper than|"          \
    "dearer than|farther than|further than|louder than|busier than|above|"     \
    "over|exceed*|surpass*|beyond|upwards of|greater"
#define LESS                                                                   \
    "-no less than|-no fewer than|-not less than|-not fewer than|"             \
    "-no lower than|-no younger than|-not under|-not below|-no smaller than|"  \
    "-no shorter than|-no earlier than|less than|fewer than|lower than|"       \
    "smaller than|shorter than|younger than|lighter than|cheaper than|"        \
    "earlier than|sooner than|under|below|beneath"
#define AT_LEAST                                                               \
    "at least|no less than|no fewer than|not less than|not fewer than|"        \
    "no lower than|no younger than|no smaller than|no shorter than|"           \
    "minimum of|min|not under|not below|starting from|starting at|"            \
    "from age|aged from|as many as"
#define AT_MOST                                                                \
    "-within the first|-within their first|-within its first|at most|"         \
    "no more than|not more than|no longer than|no later than|"                 \
    "no older than|no higher than|no greater than|no larger than|"             \
    "not longer than|not over|not above|not exceed*|up to|maximum of|max|"     \
    "within|not later than|as few as"
#define OR_MORE                                                                \
    "or more|or above|or greater|or higher|or later|or older|or longer|"       \
    "or over|or better|or larger|or bigger|and over|and above|and more|"       \
    "and up|and older|plus|upwards|onwards|up"
#define OR_LESS                                                                \
    "or less|or fewer|or below|or lower|or earlier|or younger|or under|"       \
    "or shorter|or smaller|and below|and under|and less|and fewer|"            \
    "at most|or cheaper"
#define STRICT_ALONE                                                           \
    "-no more than|-no later than|-no longer than|-rather than|-other than|"   \
    "-less than or equal|-not more than|-not later than|-on or after|"         \
    "-not after|-not before|-not over|-not above|-not below|-not under|"       \
    "-on or before|-as of|than|above|below|exceed*|after|before|over|past|"    \
    "under"
#define INCLUSIVE_ALONE                                                        \
    "at least as|as many as|as much as|or equal|no later than|no more than|"   \
    "no longer than|at the latest|on or before|on or after|not after|"         \
    "not before|not later than|not more than|by the|up to|at most|not over|"   \
    "at or below|at or above|at or over|at or under|or below|or above|"        \
    "before or on|after or on|both ends|both included|on time|in time|"        \
    "inclusive|or exactly|exactly"
/* What says more or less by itself. */
#define STRICT_IMPLIED                                                         \
    "late|overdue|expired|fell|dropped|went down|went up|rose|raised|"         \
    "increased|decreased|grew|improved|declined|overbooked|overran|exceeded"

bool t2s_is_in_time(const t2s_question_facts *question, int32_t word)
{
    const t2s_question_word *at = &question->words.at[word];
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *time = &question->times.list.at[i];
        if ((time->kind == T2S_TIME_WINDOW || time->kind == T2S_TIME_TODAY ||
             time->kind == T2S_TIME_HOURS) &&
            at->begin >= time->place.begin && at->end <= time->place.end)
            return true;
    }
    return false;
}

bool t2s_is_parted(const t2s_question_facts *question, int32_t a, int32_t b)
{
    for (uint32_t at = question->words.at[a].end;
         at < question->words.at[b].begin; at++)
        if (strchr(",;:.?!()", question->text[at]) &&
            !t2s_is_abbreviated(question->text, at))
            return true;
    return false;
}

static const t2s_question_number *number_at(const t2s_question_facts *question,
                                            int32_t word)
{
    size_t low = 0, high = question->numbers.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (question->numbers.at[middle].last < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low < question->numbers.count &&
                   question->numbers.at[low].word <= word &&
                   !t2s_is_in_time(question, word)
               ? &question->numbers.at[low]
               : NULL;
}

/* The first number from a word on, or back from it, that is near. */
static const t2s_question_number *
number_near(const t2s_question_facts *question, int32_t from, int32_t step)
{
    const int32_t count = (int32_t)question->words.count;
    for (int32_t i = 1, at = from + step; i <= MOST_BETWEEN; i++, at += step) {
        const t2s_question_number *found;
        if (at < 0 || at >= count ||
            t2s_is_parted(question, step > 0 ? at - 1 : at,
                          step > 0 ? at : at + 1))
            return NULL;
        found = number_at(question, at);
        if (found)
            return found;
    }
    return NULL;
}

static void add(t2s_bound_words *out, const t2s_question_number *number,
                t2s_asked_bound made)
{
    for (size_t i = 0; i < out->count; i++)
        if (out->bounds[i].word == number->word)
            return;
    made.number = number->value;
    made.in_days = number->in_days;
    made.times = number->times;
    made.word = number->word;
    if (out->count < T2S_MOST_ASKED_BOUNDS)
        out->bounds[out->count++] = made;
}

/* A bound that is said as it is. */
static void add_plain(t2s_bound_words *out, const t2s_question_number *number,
                      bool is_lower, bool is_inclusive)
{
    const t2s_asked_bound made = {.is_lower = is_lower,
                                  .is_inclusive = is_inclusive};
    add(out, number, made);
}

static bool says(const t2s_question_facts *question, int32_t word,
                 const char *list)
{
    return word >= 0 && t2s_question_says(question, (size_t)word, list);
}

/* Words between a negation and what it may negate. */
#define MOST_NEGATED 4

typedef enum negation { NO_NEGATION, NEGATION, PERHAPS_NEGATION } negation;

static bool is_not(const t2s_question_facts *question, int32_t word)
{
    return says(question, word,
                "not never cannot dont doesnt didnt isnt arent wasnt "
                "werent") ||
           (says(question, word, "t") &&
            says(question, word - 1,
                 "don doesn didn isn aren wasn weren haven hasn hadn can "
                 "couldn won wouldn"));
}

/* Whether the verb behind a negation is the one that it negates: "did not come
 * back", and not "those not sent back". */
static bool has_auxiliary(const t2s_question_facts *question, int32_t word)
{
    return says(question, word, "never cannot dont doesnt didnt") ||
           says(question, word - 1,
                "do does did have has had can could will would don doesn didn "
                "haven hasn hadn couldn won wouldn");
}

/* Whether what begins at a word is negated: "not above", "did not cost more
 * than". With a comparative, the verb before it is what compares; of "not paid
 * over 100" it may be the payment that is negated. */
static negation negation_of(const t2s_question_facts *question, int32_t first,
                            bool is_comparative)
{
    if (is_comparative && says(question, first - 1, "no without") &&
        !says(question, first - 2, "or"))
        return NEGATION;
    for (int32_t i = first - 1; i >= 0 && i >= first - 1 - MOST_NEGATED; i--) {
        const int32_t between = first - 1 - i;
        if (t2s_is_parted(question, i, i + 1) ||
            says(question, i, "and or but who which that with whose than"))
            return NO_NEGATION;
        if (!is_not(question, i))
            continue;
        if (says(question, i - 1, "or") || says(question, i + 1, "only just"))
            return NO_NEGATION;
        return between == 0 || (between == 1 && is_comparative) ||
                       (between <= (is_comparative ? 3 : 1) &&
                        has_auxiliary(question, i))
                   ? NEGATION
                   : PERHAPS_NEGATION;
    }
    return NO_NEGATION;
}

/* Whether the other direction is asked for of the same number: "more or less
 * than 5", "how many above and how many below 500"; words [first, last] ask for
 * this one. */
static bool is_of_either(const t2s_question_facts *question, int32_t first,
                         int32_t last, int32_t number, bool is_lower)
{
    const char *const others =
        is_lower ? "less fewer below under lower shorter younger cheaper "
                   "smaller"
                 : "more above over higher longer older larger bigger greater "
                   "exceeding";
    for (int32_t i = last + 1; i < number; i++)
        if (says(question, i, others))
            return true;
    for (int32_t i = first - 1; i >= 0 && i >= first - 6; i--) {
        if (says(question, i, others))
            return i < first - 1;
        if (!says(question, i,
                  "and or how many much versus vs those the number of are "
                  "is were was than"))
            return false;
    }
    return false;
}

static void read_phrases(t2s_bound_words *out,
                         const t2s_question_facts *question)
{
    static const struct {
        const char *phrases;
        int32_t step; /* towards the number */
        bool is_lower, is_inclusive;
    } kinds[] = {{OR_MORE, -1, true, true}, {OR_LESS, -1, false, true},
                 {AT_LEAST, 1, true, true}, {AT_MOST, 1, false, true},
                 {MORE, 1, true, false},    {LESS, 1, false, false}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int32_t first, last = -1;
        while (t2s_phrases_find(&first, &last, kinds[k].phrases, question,
                                (size_t)last + 1)) {
            const int32_t step = kinds[k].step;
            const t2s_question_number *number =
                number_near(question, step > 0 ? last : first, step);
            const bool is_strict = !kinds[k].is_inclusive;
            const negation negated =
                is_strict || says(question, first, "within")
                    ? negation_of(question, first, says(question, last, "than"))
                    : NO_NEGATION;
            const bool is_negated = is_strict && negated == NEGATION;
            if (number)
                add(out, number,
                    (t2s_asked_bound){
                        .is_lower = kinds[k].is_lower != is_negated,
                        .is_inclusive = !is_strict || is_negated,
                        .is_either =
                            is_strict &&
                            is_of_either(question, first, last, number->word,
                                         kinds[k].is_lower),
                        .is_unsure = negated != NO_NEGATION && !is_negated});
        }
    }
}

/* The start of the currency signs and blanks that end at a byte. */
static size_t before_blanks(const char *text, size_t at)
{
    size_t n = 1;
    while (n > 0) {
        n = at > 0 && text[at - 1] == ' ' ? 1 : t2s_currency_before(text, at);
        at -= n;
    }
    return at;
}

/* The comparison whose sign stands before a number: "price >= 60". An arrow, a
 * bracket of a name and "<>" are none. */
static void read_sign(t2s_bound_words *out, const t2s_question_facts *question,
                      const t2s_question_number *number)
{
    static const struct {
        const char *sign;
        bool is_lower, is_inclusive;
    } signs[] = {{">=", true, true},     {"<=", false, true},
                 {"\u2265", true, true}, {"\u2264", false, true},
                 {">", true, false},     {"<", false, false}};
    const char *text = question->text;
    const size_t end =
        before_blanks(text, question->words.at[number->word].begin);
    const char *behind = text + question->words.at[number->word].end;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t n = strlen(signs[i].sign);
        if (end < n || memcmp(text + end - n, signs[i].sign, n) != 0)
            continue;
        if (!(end > n && strchr("-=<>", text[end - n - 1])) && *behind != '>')
            add_plain(out, number, signs[i].is_lower, signs[i].is_inclusive);
        return;
    }
}

/* 5+, > 5, and between 3 and 8. */
static void read_numbers(t2s_bound_words *out,
                         const t2s_question_facts *question)
{
    int32_t first, last = -1;
    for (size_t i = 0; i < question->numbers.count; i++) {
        const t2s_question_number *at = &question->numbers.at[i];
        if (!number_at(question, at->word))
            continue;
        if (question->text[question->words.at[at->word].end] == '+')
            add_plain(out, at, true, true);
        read_sign(out, question, at);
    }
    while (t2s_phrases_find(&first, &last, "between", question,
                            (size_t)last + 1)) {
        const t2s_question_number *low = number_near(question, last, 1);
        const t2s_question_number *high =
            low ? number_near(question, low->last, 1) : NULL;
        if (!high || high->value < low->value)
            continue;
        add_plain(out, low, true, true);
        add_plain(out, high, false, true);
    }
}

/* The stem of a word, or NULL behind the last one. */
static const t2s_question_stem *stem_at(const t2s_question_facts *question,
                                        int32_t word)
{
    return (size_t)word < question->words.count
               ? &question->stems.at[question->words.at[word].stem]
               : NULL;
}

/* "Donors with several gifts", "has multiple sites": more than one, where a
 * word of a table's name follows. */
static void read_several(t2s_bound_words *out,
                         const t2s_question_facts *question)
{
    for (int32_t i = 1; (size_t)i + 1 < question->words.count; i++) {
        const t2s_question_number one = {
            .value = 1, .in_days = 1, .times = 1, .word = i, .last = i};
        if (says(question, i, "several multiple") &&
            says(question, i - 1, "with have has had having") &&
            negation_of(question, i, false) == NO_NEGATION &&
            stem_at(question, i + 1)->tables > 0)
            add_plain(out, &one, true, false);
    }
}

static void add_end(double *list, size_t *count, double number)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i] >= number && list[i] <= number)
            return;
    if (*count < T2S_MOST_ASKED_ENDS && number >= 1)
        list[(*count)++] = number;
}

#define SUPERLATIVES                                                           \
    "-interest|-request|-forest|-contest|-harvest|-guest|-invest|-west|"       \
    "-rest|-test|-est|-quest|-digest|*est|top|best|most|least|worst|last"

/* Whether a number is a place, in digits: "2nd". */
static bool is_ordinal(const t2s_question_facts *question, int32_t word)
{
    size_t n;
    const char *text = t2s_question_text_at(question, (size_t)word, &n);
    return n > 2 && t2s_is_digit(text[n - 3]) &&
           t2s_is_one_of(text + n - 2, 2, "st nd rd th");
}

/* top 3, the first five; the two longest; not the 2nd longest. */
static void read_rows(t2s_bound_words *out, const t2s_question_facts *question)
{
    for (size_t i = 0; i < question->numbers.count; i++) {
        const t2s_question_number *at = &question->numbers.at[i];
        const int32_t word = at->word;
        if (number_at(question, word) && !is_ordinal(question, word) &&
            !t2s_time_unit(question, (size_t)word + 1) &&
            (t2s_phrases_begin("top|bottom|first|last|best|worst", question,
                               word - 1) ||
             t2s_phrases_begin(SUPERLATIVES, question, word + 1)))
            add_end(out->rows, &out->row_count, at->value);
    }
}

/* All that tie for the third place. */
static bool is_of_ties(const t2s_question_facts *question, int32_t word)
{
    for (int32_t i = word - 4; i < word; i++)
        if (t2s_phrases_begin("tie|ties|tied|beyond", question, i))
            return true;
    return false;
}

/* "2nd campaign by goal": a row's name, "by" and a column's name. */
static bool is_by_column(const t2s_question_facts *question, int32_t word)
{
    const t2s_question_stem *row = stem_at(question, word);
    const t2s_question_stem *column = stem_at(question, word + 2);
    return row && column && row->tables > 0 && says(question, word + 1, "by") &&
           column->columns > 0 && !column->is_stop;
}

/* second highest, 3rd place, 2nd campaign by goal. */
static void read_places(t2s_bound_words *out,
                        const t2s_question_facts *question)
{
    static const char *const ordinals[] = {
        "second|2nd|runner up|runners up|next", "third|3rd", "fourth|4th",
        "fifth|5th", "sixth|6th"};
    for (size_t k = 0; k < sizeof ordinals / sizeof *ordinals; k++) {
        int32_t first, last = -1;
        while (t2s_phrases_find(&first, &last, ordinals[k], question,
                                (size_t)last + 1))
            if ((t2s_phrases_begin(SUPERLATIVES, question, last + 1) ||
                 t2s_phrases_begin("place|rank|position", question, last + 1) ||
                 is_by_column(question, last + 1) || first < last) &&
                !is_of_ties(question, first))
                add_end(out->places, &out->place_count, (double)k + 2);
    }
}

/* "Not late" and "without being overdue" say nothing of what is equal. */
static bool is_denied(const t2s_question_facts *question, int32_t word)
{
    return negation_of(question, word, true) != NO_NEGATION ||
           says(question, word - 2, "without") ||
           t2s_phrases_begin("before it was|before it is|before they were|"
                             "before they are",
                             question, word - 3);
}

/* The first word of a comparison: of "than", its comparative. */
static int32_t comparative_of(const t2s_question_facts *question, int32_t word)
{
    if (!says(question, word, "than"))
        return word;
    for (int32_t i = 2; i <= 3; i++)
        if (says(question, word - i, "more less fewer") &&
            !t2s_is_parted(question, word - i, word))
            return word - i;
    return word - 1;
}

/* "Before it was late" is in time, and no order of two columns by itself. */
static bool is_before_late(const t2s_question_facts *question, int32_t word)
{
    return says(question, word, "before") &&
           says(question, word + 3, "late overdue expired");
}

/* "On the due date or before." */
static bool is_or_before(const t2s_question_facts *question, int32_t word)
{
    return says(question, word, "before after") &&
           says(question, word - 1, "or") &&
           ((size_t)word + 1 == question->words.count ||
            t2s_is_parted(question, word, word + 1));
}

/* What a comparison at words [first, last] without a number asks for. */
static void add_alone(t2s_bound_words *out, const t2s_question_facts *question,
                      int32_t first, int32_t last)
{
    const int32_t begin = comparative_of(question, first);
    const bool is_than = begin < first;
    negation made = negation_of(question, begin, is_than);
    if (made == NEGATION && says(question, first, "before after past"))
        made = PERHAPS_NEGATION; /* "not paid before", "not until after" */
    if (made == PERHAPS_NEGATION || is_before_late(question, first))
        return;
    if (made == NEGATION || is_or_before(question, first))
        out->inclusive++;
    else
        out->strict++;
    if (out->behind >= 0 || is_or_before(question, first))
        return;
    out->before = is_than && begin == first - 1 ? begin - 1 : first - 1;
    out->behind = last + 1;
    out->is_negated = made == NEGATION;
    out->is_lower =
        says(question, begin,
             "below before under fewer less lower smaller shorter earlier "
             "younger cheaper lighter") == out->is_negated;
}

static void read_alone(t2s_bound_words *out, const t2s_question_facts *question)
{
    int32_t first, last = -1;
    while (t2s_phrases_find(&first, &last, INCLUSIVE_ALONE, question,
                            (size_t)last + 1))
        out->inclusive += !number_near(question, last, 1);
    last = -1;
    while (t2s_phrases_find(&first, &last, STRICT_IMPLIED, question,
                            (size_t)last + 1))
        out->implied += !is_denied(question, first);
    last = out->behind = out->before = -1;
    while (t2s_phrases_find(&first, &last, STRICT_ALONE, question,
                            (size_t)last + 1))
        if (!t2s_is_in_time(question, first) &&
            !number_near(question, last, 1) &&
            !((size_t)last + 1 < question->words.count &&
              t2s_is_in_time(question, last + 1)))
            add_alone(out, question, first, last);
}

void t2s_bound_words_read(t2s_bound_words *out,
                          const t2s_question_facts *question)
{
    memset(out, 0, sizeof *out);
    read_rows(out, question);
    read_places(out, question);
    read_phrases(out, question);
    read_several(out, question);
    read_numbers(out, question);
    read_alone(out, question);
}
