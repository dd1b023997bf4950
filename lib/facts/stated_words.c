#include "facts/stated_words.h"

#include "base/string.h"
#include "facts/units.h"

/* Says what word i asks for: 1, its opposite: -1, or 0. */
typedef int (*reader)(const t2s_restricted_words *words, size_t i);

/* 1: "in stock", -1: "out of stock", "sold out". */
static int stock_of(const t2s_restricted_words *words, size_t i)
{
    const int is_denied = words->at[i].is_negated ? -1 : 1;
    if (i == 0)
        return 0;
    if (t2s_restricted_words_say(words, i, "out") &&
        t2s_restricted_words_say(words, i - 1, "sold|sell|selling"))
        return -is_denied;
    if (t2s_restricted_words_say(words, i, "hand") &&
        t2s_restricted_words_say(words, i - 1, "on"))
        return is_denied;
    if (!t2s_restricted_words_say(words, i, "stock"))
        return 0;
    if (t2s_restricted_words_say(words, i - 1, "in"))
        return is_denied;
    if (t2s_restricted_words_say(words, i - 1, "no"))
        return -1;
    return i > 1 && t2s_restricted_words_say(words, i - 1, "of") &&
                   t2s_restricted_words_say(words, i - 2, "out")
               ? -is_denied
               : 0;
}

/* Words of another person's sex: "mothers of boys". */
#define KIN                                                                    \
    "mother|mothers|father|fathers|parent|parents|son|sons|daughter|"          \
    "daughters|wife|wives|husband|husbands|brother|brothers|sister|sisters|"   \
    "spouse|spouses|child|children|partner|partners"

static bool names_kin(const t2s_restricted_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (t2s_restricted_words_say(words, i, KIN))
            return true;
    return false;
}

int t2s_sex_of(const char *word, size_t n)
{
    return t2s_word_is_of("girl|girls|woman|women|female|females|lady|ladies",
                          word, n) -
           t2s_word_is_of("boy|boys|man|men|male|males|gentleman|gentlemen",
                          word, n);
}

static int sex_of(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *at = &words->at[i];
    const int sex = t2s_sex_of(at->text, at->length);
    return at->is_negated ? -sex : sex;
}

bool t2s_says_no_longer(const t2s_restricted_words *words, size_t i)
{
    for (size_t k = i; k-- > 1 && k + 2 >= i;)
        if (t2s_restricted_words_say(words, k, "longer") &&
            t2s_restricted_words_say(words, k - 1, "no"))
            return true;
    return false;
}

/* 1: what has ended, "former", "no longer here". */
static int end_of(const t2s_restricted_words *words, size_t i)
{
    if (t2s_restricted_words_say(words, i, "former|ex"))
        return words->at[i].is_negated ? -1 : 1;
    return i > 0 && t2s_restricted_words_say(words, i, "longer") &&
           t2s_restricted_words_say(words, i - 1, "no") &&
           !t2s_restricted_words_say(words, i + 1, "than") &&
           !(i + 1 < words->count && words->at[i + 1].is_live) &&
           !(i + 2 < words->count && words->at[i + 2].is_live);
}

/* What all of these words ask for, and the last of them; 0: none does, or they
 * differ. */
static int asked_by(size_t *word, const t2s_restricted_words *words,
                    reader read)
{
    int asked = 0;
    for (size_t i = 0; i < words->count; i++) {
        const int one = read(words, i);
        if (one && asked && one != asked)
            return 0;
        if (one) {
            asked = one;
            *word = i;
        }
    }
    return asked;
}

/* 1: a condition keeps amounts above 0, -1: those of 0; 0: another one. */
static int amount_kept(const t2s_restriction *of)
{
    if (of->kind == T2S_RESTRICTS_FLAG)
        return of->sign;
    if (of->kind != T2S_RESTRICTS_AMOUNT || of->length != 1)
        return 0;
    return of->text[0] == '0' || of->text[0] == '1' ? of->order * of->sign : 0;
}

static int sex_kept(const t2s_restriction *of)
{
    const char *text = of->text;
    if (of->kind != T2S_RESTRICTS_VALUE || !text)
        return 0;
    if (t2s_word_is_of("f|female|woman|women|lady|ladies", text, of->length))
        return of->sign;
    return t2s_word_is_of("m|male|man|men|gentleman|gentlemen", text,
                          of->length)
               ? -of->sign
               : 0;
}

/* Whether a word is part of a longer value: "Men" of 'Mad Men'. */
static bool is_in_value(const t2s_question_facts *question,
                        const t2s_restricted_word *word)
{
    const size_t begin = (size_t)(word->text - question->text);
    for (size_t i = 0; i < question->values.count; i++) {
        const t2s_question_value *at = &question->values.at[i];
        if (at->begin <= begin && at->end >= begin + word->length &&
            at->end - at->begin > word->length)
            return true;
    }
    return false;
}

static void link(t2s_restriction *of, const t2s_restrictions *in, reader read,
                 int kept, const t2s_question_facts *question)
{
    size_t word;
    const int asked = kept ? asked_by(&word, &in->question, read) : 0;
    if (!asked || is_in_value(question, &in->question.at[word]))
        return;
    of->word = (int32_t)word;
    of->direction = asked * kept;
}

void t2s_link_stated_words(t2s_restriction *of, const t2s_restrictions *in,
                           const t2sed_schema *schema,
                           const t2s_question_facts *question)
{
    const t2s_column *column;
    if (of->column < 0)
        return;
    column = &schema->columns[of->column];
    if (t2s_name_says(column->readable, "stock stocks inventory") ||
        (of->word < 0 && t2s_name_says(column->readable, "quantity qty hand")))
        link(of, in, stock_of, amount_kept(of), question);
    else if (of->word < 0 && t2s_name_says(column->readable, T2S_SEX_WORDS) &&
             !names_kin(&in->question))
        link(of, in, sex_of, sex_kept(of), question);
    else if (of->word < 0 && of->kind == T2S_RESTRICTS_NULL &&
             t2s_names_end(column->name)) {
        link(of, in, end_of, of->sign, question);
        of->negations =
            of->word >= 0 &&
            t2s_restricted_words_say(&in->question, (size_t)of->word, "longer");
    }
}
