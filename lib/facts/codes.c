#include "facts/codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "facts/similar.h"

#define LONGEST_CODE 4
#define MOST_CODES   16
/* Two codes of one list are at most so many parts of a sentence apart. */
#define WIDEST_LIST 8

typedef struct code {
    const char *text;
    size_t length;
    const t2s_condition *of;
} code;

static bool is_short(const char *text, size_t n)
{
    if (n == 0 || n > LONGEST_CODE)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!((text[i] >= 'A' && text[i] <= 'Z') ||
              (text[i] >= '0' && text[i] <= '9')))
            return false;
    return true;
}

/* A short word that can be told from others: capitals, or one or two digits. */
static bool is_code(const t2s_restricted_word *word)
{
    return is_short(word->text, word->length) &&
           (word->text[0] > '9' || word->length <= 2);
}

static size_t list_codes(code codes[MOST_CODES], const t2s_query *query)
{
    size_t count = 0;
    for (int k = 0; k < 2; k++) {
        const size_t n = k ? query->tests.count : query->conditions.count;
        for (size_t i = 0; i < n; i++) {
            const t2s_condition *at =
                k ? &query->tests.at[i] : &query->conditions.at[i];
            const bool is_text = at->value.operand == T2S_OPERAND_TEXT;
            bool is_listed = at->clause == T2S_CLAUSE_HAVING;
            if ((!is_text && at->value.operand != T2S_OPERAND_NUMBER) ||
                at->slot.column == T2S_NO_ITEM || at->slot.is_computed ||
                !(is_text ? at->value.length <= LONGEST_CODE
                          : is_short(at->value.text, at->value.length)))
                continue;
            for (size_t c = 0; c < count; c++)
                is_listed |= codes[c].length == at->value.length &&
                             memcmp(codes[c].text, at->value.text,
                                    at->value.length) == 0;
            if (!is_listed && count < MOST_CODES)
                codes[count++] = (code){at->value.text, at->value.length, at};
        }
    }
    return count;
}

/* ------------------------------------------------------------- knowledge */

/* Whether a word is part of a name (STA_CD) or of a call (COUNT(ID)): no code.
 */
static bool is_of_formula(const t2s_restricted_words *in, size_t i)
{
    const t2s_restricted_word *at = &in->at[i];
    const char behind = at->text[at->length];
    return behind == '_' || behind == '(' ||
           (i > 0 && at[-1].text + at[-1].length + 1 == at->text &&
            (at->text[-1] == '_' || at->text[-1] == '('));
}

/* Whether the question has a form of a word. */
static bool is_in_question(const t2s_restrictions *words,
                           const t2s_restricted_word *word)
{
    for (size_t i = 0; i < words->question.count; i++) {
        const t2s_restricted_word *at = &words->question.at[i];
        if (at->is_content &&
            t2s_words_are_akin(at->text, at->length, word->text, word->length))
            return true;
    }
    return false;
}

/* What the words beside the one at i say, which stand for it: those of its part
 * of the sentence or, where it is alone there, of the one before. 1: the
 * question has one of them; -1: it has none; 0: there are none. */
static int explain(const t2s_restrictions *words, size_t i)
{
    const t2s_restricted_words *in = &words->knowledge;
    for (int32_t back = 0; back < 3; back++) {
        int found = 0;
        for (size_t k = 0; k < in->count; k++) {
            const t2s_restricted_word *at = &in->at[k];
            if (k == i || at->segment != in->at[i].segment - back ||
                !at->is_content || is_code(at))
                continue;
            if (is_in_question(words, at))
                return 1;
            found = -1;
        }
        if (found)
            return found;
    }
    return 0;
}

/* Whether two codes may be of one list: "1 active, 0 on leave". */
static bool are_of_list(const t2s_restricted_word *a,
                        const t2s_restricted_word *b)
{
    return (a->text[0] > '9') == (b->text[0] > '9') &&
           labs((long)a->segment - b->segment) <= WIDEST_LIST;
}

/* Whether a code stands behind a comparison: level >= 3. */
static bool is_bound(const t2s_restricted_words *in, size_t i)
{
    const char *from =
        i > 0 ? in->at[i - 1].text + in->at[i - 1].length : in->at[i].text;
    for (; from < in->at[i].text; from++)
        if (*from == '<' || *from == '>')
            return true;
    return false;
}

/* Which words of the knowledge stand in a part of a sentence with a code. */
static void mark_beside_codes(bool *beside, const t2s_restricted_words *in)
{
    for (size_t i = 0; i < in->count; i++)
        for (size_t k = 0; k < in->count && !beside[i]; k++)
            beside[i] =
                in->at[k].segment == in->at[i].segment && is_code(&in->at[k]);
}

/* Whether a word stands beside two codes, or more: it says what all of them are
 * ("1 current staff, 9 former staff"). */
static bool is_general(const t2s_restricted_words *in, const bool *beside,
                       const t2s_restricted_word *word)
{
    size_t parts = 0;
    for (size_t i = 0; i < in->count; i++)
        parts +=
            beside[i] && t2s_words_are_akin(in->at[i].text, in->at[i].length,
                                            word->text, word->length);
    return parts > 1;
}

/* Whether the question has a word as it is, and not as the name of a table or
 * column of the query alone. */
static bool has_word(const t2s_restricted_words *question,
                     const t2s_restricted_word *word)
{
    for (size_t i = 0; i < question->count; i++) {
        const t2s_restricted_word *at = &question->at[i];
        if (at->is_content && !at->is_used && at->length == word->length &&
            t2s_casecmp_n(at->text, at->length, word->text, word->length) == 0)
            return true;
    }
    return false;
}

/* Which words say surely what the question asks for. */
static void mark_asked(bool *asked, const t2s_restrictions *words)
{
    const t2s_restricted_words *in = &words->knowledge;
    bool beside[T2S_MOST_RESTRICTED_WORDS] = {false};
    mark_beside_codes(beside, in);
    for (size_t i = 0; i < in->count; i++)
        asked[i] = in->at[i].is_content && !is_code(&in->at[i]) &&
                   has_word(&words->question, &in->at[i]) &&
                   !is_general(in, beside, &in->at[i]);
}

/* Words that turn what a question asks for, beside its negations. */
static bool turns(const t2s_restricted_words *question)
{
    for (size_t i = 0; i < question->count; i++)
        if (t2s_word_is_of("other|former|formerly|waiting|yet|longer|except|"
                           "neither|nor|excluding|but|ex|anymore",
                           question->at[i].text, question->at[i].length))
            return true;
    return t2s_restricted_words_negations(question) > 0;
}

/* Finds a code of the same list that the question asks for; the query has `has`
 * in its place. */
static void find_replaced(t2s_codes *out, const t2s_restrictions *words,
                          const code *has, const t2s_restricted_word *said)
{
    const t2s_restricted_words *in = &words->knowledge;
    const t2s_query_operator by = has->of->operator;
    bool asked[T2S_MOST_RESTRICTED_WORDS] = {false};
    if (has->of->is_negated || by != T2S_OPERATOR_EQUAL ||
        turns(&words->question))
        return;
    mark_asked(asked, words);
    for (size_t i = 0; i < in->count; i++) {
        bool is_asked = false;
        if (&in->at[i] == said || !is_code(&in->at[i]) ||
            is_of_formula(in, i) || is_bound(in, i) ||
            !are_of_list(said, &in->at[i]))
            continue;
        for (size_t k = 0; k < in->count; k++)
            is_asked |= asked[k] && in->at[k].segment == in->at[i].segment;
        if (is_asked) {
            out->other = has->of;
            out->lacking = &in->at[i];
            return;
        }
    }
}

static void read_knowledge(t2s_codes *out, const t2s_restrictions *words,
                           const code *codes, size_t count)
{
    const t2s_restricted_words *in = &words->knowledge;
    int said[MOST_CODES] = {0};
    const t2s_restricted_word *said_by[MOST_CODES] = {0};
    int asked = 0, unasked = 0; /* explained by the question's words; by others
                                 */
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restricted_word *at = &in->at[i];
        int meaning;
        if (is_of_formula(in, i) ||
            ((at->length > LONGEST_CODE || at->is_content) && !is_code(at)))
            continue;
        meaning = explain(words, i);
        for (size_t c = 0; c < count; c++)
            if (codes[c].length == at->length &&
                memcmp(codes[c].text, at->text, at->length) == 0 &&
                said[c] != 1 && meaning) {
                said[c] = meaning;
                said_by[c] = at;
            }
    }
    for (size_t c = 0; c < count; c++) {
        asked += said[c] > 0;
        unasked += said[c] < 0;
    }
    for (size_t c = 0; c < count && !asked && unasked == 1; c++)
        if (said[c] < 0)
            find_replaced(out, words, &codes[c], said_by[c]);
}

/* ------------------------------------------------------------- initials */

static bool begins_word(const t2s_restricted_words *in, const code *of)
{
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restricted_word *at = &in->at[i];
        if ((at->is_content || at->is_narrowing) &&
            (t2s_is_prefix(of->text, of->length, at->text, at->length) ||
             t2s_is_abbreviation(of->text, of->length, at->text, at->length)))
            return true;
    }
    return false;
}

void t2s_codes_read(t2s_codes *out, const t2s_query *query,
                    const t2s_restrictions *words, const t2s_value_keys *keys)
{
    code codes[MOST_CODES];
    const size_t count = list_codes(codes, query);
    memset(out, 0, sizeof *out);
    out->codes = (int)count;
    if (words->knowledge.count)
        read_knowledge(out, words, codes, count);
    for (size_t c = 0; c < count; c++) {
        const char first = codes[c].text[0];
        if (t2s_value_keys_have(keys, codes[c].of->value.begin) ||
            codes[c].length > 3 || (first >= '0' && first <= '9') ||
            t2s_is_same_answer(codes[c].text, codes[c].length, "yes", 3) ||
            t2s_is_same_answer(codes[c].text, codes[c].length, "no", 2))
            continue;
        if (begins_word(&words->question, &codes[c]))
            out->initials++;
        else
            out->strange++;
    }
}
