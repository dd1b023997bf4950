/* Which stretches of a question are values of the database. */
#include "facts/question_reader.h"

#include <string.h>

#include "base/string.h"
#include "facts/demonyms.h"
#include "facts/stated_words.h"
#include "schema/words.h"

/* Pieces of the longest value that is looked for. */
#define LONGEST_VALUE 6

/* A piece of the question, and where its normal form stands. */
typedef struct piece {
    uint32_t begin, end; /* bytes of the question */
    size_t at, length;   /* of the normal form of the whole question */
    bool is_taken, is_capital, is_quoted;
    bool is_first; /* of a sentence */
} piece;

typedef struct pieces {
    T2S_VECTOR(piece) list;
    t2s_string normal;
} pieces;

/* Whether a sentence begins at a byte of the question. */
static bool begins_sentence(const char *text, size_t begin)
{
    while (begin > 0 && text[begin - 1] == ' ')
        begin--;
    return begin == 0 || strchr(".?!", text[begin - 1]);
}

static bool split(pieces *all, const t2s_question_facts *question,
                  const char *original)
{
    size_t at = 0, begin, end, quote = 0;
    while (t2s_value_next_piece(question->text, question->length, &at, &begin,
                                &end)) {
        piece made = {.begin = (uint32_t)begin, .end = (uint32_t)end};
        made.is_quoted = t2s_question_is_quoted(question, &quote, begin);
        made.is_first = begins_sentence(original, begin);
        made.is_capital =
            !made.is_first && original[begin] >= 'A' && original[begin] <= 'Z';
        if (all->normal.length)
            t2s_string_append_char(&all->normal, ' ');
        made.at = all->normal.length;
        made.length = end - begin;
        t2s_string_append_n(&all->normal, question->text + begin, end - begin);
        if (!t2s_vector_push(&all->list, made))
            return false;
    }
    return !all->normal.failed;
}

/* Words that begin a request, and are no value there. */
#define REQUESTS                                                               \
    "show list give find get name names count compute calculate determine "    \
    "provide display state return tell identify report print output select "   \
    "fetch retrieve rank sort order group compare describe check total sum "   \
    "average number amount top all please help i draw track forward open "     \
    "transfer train pick choose make take extract filter locate create only "  \
    "exclude include both right yes now current overall"

/* Words that are hardly ever a value by themselves. */
#define PLAIN_WORDS                                                            \
    "per out after before off over under up had has via year month week day "  \
    "hour minute quarter percent pct never none nobody nothing"

/* A value as the index has it. */
#define LONGEST_FORM 128
typedef struct form {
    char text[LONGEST_FORM];
    size_t length;
} form;

/* Whether a value is one of few of a column: a kind, no title. */
#define MOST_KINDS 24
static bool is_of_kinds(const t2s_value_index *values, const form *value)
{
    size_t count;
    const int32_t *columns =
        t2s_value_index_columns(values, value->text, value->length, &count);
    for (size_t i = 0; i < count; i++)
        if (t2s_value_index_count(values, columns[i]) <= MOST_KINDS)
            return true;
    return false;
}

/* "Day stays", "year passes" of a table with such a kind; not "each day". */
static bool is_kind_of_time(const t2s_question_facts *question,
                            const t2s_value_index *values, const pieces *all,
                            size_t i, const form *found)
{
    const piece *word = &all->list.at[i], *next = word + 1;
    const char *text = question->text + word->begin;
    int32_t noun;
    if (i == 0 || i + 1 >= all->list.count ||
        !t2s_is_one_of(text, word->end - word->begin,
                       "year month week day hour") ||
        t2s_is_one_of(question->text + word[-1].begin,
                      word[-1].end - word[-1].begin,
                      "per each every by a an last past next this current "
                      "previous same one") ||
        t2s_is_digit(question->text[word[-1].end - 1]))
        return false;
    noun = t2s_question_find_stem(question, question->text + next->begin,
                                  next->end - next->begin);
    return noun >= 0 && question->stems.at[noun].tables > 0 &&
           is_of_kinds(values, found);
}

/* A lone word is likely to be just a word. */
static bool is_common(const t2s_question_facts *question,
                      const t2s_value_index *values, const pieces *all,
                      size_t i, const form *found)
{
    const piece *word = &all->list.at[i];
    const char *text = question->text + word->begin;
    size_t n = word->end - word->begin;
    bool is_marked = word->is_capital || word->is_quoted, is_letters = true;
    int32_t number = t2s_question_find_stem(question, text, n);
    const t2s_question_stem *stem =
        number >= 0 ? &question->stems.at[number] : NULL;
    double value;
    for (size_t c = 0; c < n; c++)
        is_letters &= (text[c] >= 'a' && text[c] <= 'z') ||
                      (unsigned char)text[c] >= 0x80;
    if (word->is_quoted || is_kind_of_time(question, values, all, i, found))
        return false;
    if ((stem && stem->is_stop) || t2s_word_spelled_number(text, n, &value))
        return true;
    if (!is_marked && ((stem && (stem->columns || stem->tables)) ||
                       t2s_is_one_of(text, n, PLAIN_WORDS)))
        return true;
    return (n < 3 && !is_marked) ||
           (is_letters && word->is_first &&
            (t2s_is_one_of(text, n, REQUESTS) || !is_of_kinds(values, found)));
}

static bool take(t2s_question_facts *question, pieces *all, size_t i,
                 size_t count, const char *normal, size_t length)
{
    const piece *first = &all->list.at[i];
    t2s_question_value value = {.begin = first->begin,
                                .end = all->list.at[i + count - 1].end,
                                .length = length};
    value.normal = t2s_arena_strndup(&question->arena, normal, length);
    value.is_marked =
        first->is_capital || first->is_quoted || t2s_is_digit(normal[0]);
    for (size_t k = i; k < i + count; k++)
        all->list.at[k].is_taken = true;
    return value.normal && t2s_vector_push(&question->values, value);
}

/* A stretch with its last word in the singular, or in the plural. */
static bool other_number(form *out, const char *normal, size_t length,
                         size_t last)
{
    if (last < 3 || length + 1 >= LONGEST_FORM)
        return false;
    memcpy(out->text, normal, length);
    out->length =
        length - last + t2s_word_stem(out->text + length - last, last);
    if (out->length == length)
        out->text[out->length++] = 's';
    return true;
}

static bool is_value(const t2s_value_index *values, const form *is)
{
    size_t columns;
    return t2s_value_index_columns(values, is->text, is->length, &columns);
}

/* "Spanish" is Spain. */
static bool find_country(form *out, const t2s_value_index *values,
                         const char *normal, size_t length)
{
    const char *names = t2s_countries_of(normal, length);
    size_t n;
    for (; names && *names; names += n + (names[n] == '|')) {
        n = strcspn(names, "|");
        if (n >= LONGEST_FORM)
            continue;
        memcpy(out->text, names, n);
        out->length = n;
        if (is_value(values, out))
            return true;
    }
    return false;
}

/* A stretch without the end of "volcanoes", or without what is joined to its
 * last word by a hyphen: "floating-rate". */
static bool cut_short(form *out, const char *normal, size_t length, size_t last)
{
    const char *hyphen = memchr(normal + length - last, '-', last);
    if (last > 4 && memcmp(normal + length - 3, "oes", 3) == 0)
        out->length = length - 2;
    else if (hyphen && hyphen >= normal + length - last + 3 &&
             t2s_is_one_of(hyphen + 1, (size_t)(normal + length - hyphen - 1),
                           "based rate powered driven bound born coloured "
                           "colored type priced"))
        out->length = (size_t)(hyphen - normal);
    else
        return false;
    memcpy(out->text, normal, length);
    return true;
}

/* Codes of a column for the sex: both, and few other values. */
#define MOST_SEXES 5

static bool are_sexes(const t2s_value_index *values, const char *one,
                      const char *other)
{
    size_t count;
    const int32_t *columns =
        t2s_value_index_columns(values, one, strlen(one), &count);
    for (size_t i = 0; i < count; i++)
        if (t2s_value_index_count(values, columns[i]) <= MOST_SEXES &&
            t2s_value_index_holds(values, columns[i], other, strlen(other)))
            return true;
    return false;
}

/* "Women" are 'f' beside 'm', or 'female' beside 'male'; but not those of
 * "women's shoes". */
static bool find_sex(form *out, const t2s_value_index *values, const char *word,
                     size_t n, char behind)
{
    static const char *const codes[][2] = {
        {"f", "m"}, {"w", "m"}, {"female", "male"}};
    const int sex = t2s_sex_of(word, n);
    if (behind == '\'' || sex == 0)
        return false;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (are_sexes(values, codes[i][0], codes[i][1])) {
            const char *code = codes[i][sex < 0];
            out->length = strlen(code);
            memcpy(out->text, code, out->length);
            return true;
        }
    return false;
}

/* Whether a word without `cut` letters, and with `more` behind, is a kind. */
static bool is_kind(form *out, const t2s_value_index *values, size_t cut,
                    const char *more)
{
    const size_t whole = out->length, n = strlen(more);
    out->length = whole - cut;
    memcpy(out->text + out->length, more, n);
    out->length += n;
    if (is_value(values, out) && is_of_kinds(values, out))
        return true;
    out->length = whole;
    return false;
}

/* "Sailing boats" are of the kind "sail", "weekly" ones of "week". */
static bool find_inflected(form *out, const t2s_value_index *values,
                           const char *normal, size_t length, size_t last)
{
    static const char *const endings[] = {"ing", "ed", "ly", "ations", "ation"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t n = strlen(endings[i]);
        if (last < n + 3 || memcmp(normal + length - n, endings[i], n) != 0)
            continue;
        memcpy(out->text, normal, length);
        out->length = length;
        return is_kind(out, values, n, "") || is_kind(out, values, n, "e") ||
               (normal[length - n - 1] == normal[length - n - 2] &&
                is_kind(out, values, n + 1, ""));
    }
    return false;
}

/* Whether a stretch is a value: as it is, in the other number ("how many dogs",
 * "book orders": books), cut short, inflected, as a country or as a sex. What
 * is quoted is a value as it is. */
static bool find_form(form *out, const t2s_value_index *values,
                      const char *normal, size_t length, const piece *last,
                      char behind)
{
    if (length >= LONGEST_FORM)
        return false;
    memcpy(out->text, normal, length);
    out->length = length;
    if (is_value(values, out))
        return true;
    if (last->is_quoted)
        return false;
    return (other_number(out, normal, length, last->length) &&
            is_value(values, out)) ||
           (cut_short(out, normal, length, last->length) &&
            is_value(values, out)) ||
           find_inflected(out, values, normal, length, last->length) ||
           find_country(out, values, normal, length) ||
           find_sex(out, values, normal, length, behind);
}

/* Looks up the values of `count` pieces among those not yet taken. */
static bool find_length(t2s_question_facts *question, pieces *all,
                        const t2s_value_index *values, size_t count)
{
    for (size_t i = 0; i + count <= all->list.count; i++) {
        const piece *first = &all->list.at[i];
        const piece *last = &all->list.at[i + count - 1];
        const char *normal = all->normal.text + first->at;
        bool is_taken = false;
        form found;
        for (size_t k = i; k < i + count; k++)
            is_taken |= all->list.at[k].is_taken;
        if (is_taken ||
            !find_form(&found, values, normal,
                       last->at + last->length - first->at, last,
                       question->text[last->end]) ||
            (count == 1 && is_common(question, values, all, i, &found)))
            continue;
        if (!take(question, all, i, count, found.text, found.length))
            return false;
    }
    return true;
}

bool t2s_question_find_values(t2s_question_facts *question,
                              const char *original,
                              const t2s_value_index *values)
{
    pieces all = {0};
    bool ok = split(&all, question, original);
    for (size_t count = LONGEST_VALUE; ok && count > 0; count--)
        ok = find_length(question, &all, values, count);
    t2s_vector_free(&all.list);
    t2s_string_free(&all.normal);
    return ok;
}
