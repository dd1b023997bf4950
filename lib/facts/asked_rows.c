#include "facts/asked_rows.h"

#include "base/error.h"
#include "base/memory.h"

#define ALL                                                                    \
    "those without|those with no|those with none|those with 0|those w|"        \
    "those who never|those never|those that never|even if|even those|"         \
    "even when|also those|also the ones|ones without|counting also|"           \
    "with none|none too|as 0|as zero|zeros|with 0|with zero|0 too|zero too|"   \
    "0 included|0 if|0 when|0 for|0 where|zero where|zero for|zero if|"        \
    "zero when|zero included|show 0|or 0|empty if|empty for|empty where|"      \
    "empty when|empty too|blank if|blank for|blank where|blank when|null if|"  \
    "null for|null when|nothing if|should show|stay in|stay on|if any|"        \
    "if there is|if there s|regardless of|if one is|everybody|everyone|"       \
    "may be missing|may be unknown|can be missing|whether or not"
/* "Buildings that have no caretaker" are those without one. */
#define MATCHED                                                                \
    "-who have no|-who have not|-who have never|-that have no|-that have not|" \
    "-that have never|-which have no|-which have not|-which have never|"       \
    "-that has no|-that has not|-that has never|-who has no|-who has not|"     \
    "-who has never|-who had no|-who had not|-who had never|-that had no|"     \
    "-that had not|-that had never|"                                           \
    "leave out those|leave out ones|only those with|only ones with|"           \
    "only those that|only those who|those with at least|who have|that have|"   \
    "which have|that has|who has|with at least|at least one|having|"           \
    "where known|with a|skip those|with any|with some|if both|both known|"     \
    "who had|that had|are known|is known|only where|only with|only if|"        \
    "nobody without|none without"
#define EACH "every|each|all|per|by"

/* Words between one of two lists and one of the other, at most. */
#define MOST_BETWEEN 6

static bool has_near(const t2s_restricted_words *words, size_t i,
                     const char *list)
{
    for (size_t k = i > MOST_BETWEEN ? i - MOST_BETWEEN : 0;
         k < words->count && k <= i + MOST_BETWEEN; k++)
        if (k != i &&
            t2s_word_is_of(list, words->at[k].text, words->at[k].length))
            return true;
    return false;
}

/* "sponsors without any included", "leave out branches that have none". */
static t2s_keeping read_near(const t2s_restricted_words *words)
{
    static const char lacking[] =
        "without|none|never|zero|zeros|0|empty|unused|nothing|no|blank|null|o|"
        "nobody|unknown";
    static const char included[] =
        "included|include|includes|including|incl|too|also|even|stay|keep|kept|"
        "listed|remain|counting|counts";
    static const char left_out[] =
        "skip|skipped|out|omit|omitted|exclude|excluded|excluding|ignore|"
        "ignored|drop|dropped|aside";
    for (size_t i = 0; i < words->count; i++) {
        if (!t2s_word_is_of(lacking, words->at[i].text, words->at[i].length))
            continue;
        if (has_near(words, i, left_out))
            return T2S_KEEPS_MATCHED;
        if (has_near(words, i, included))
            return T2S_KEEPS_ALL;
    }
    return T2S_KEEPS_NOT_KNOWN;
}

static t2s_keeping read_keeping(const t2s_asked_rows *rows,
                                const t2s_question_facts *question)
{
    int32_t first, last;
    t2s_keeping near = read_near(&rows->question);
    if (near == T2S_KEEPS_NOT_KNOWN)
        near = read_near(&rows->knowledge);
    if (near != T2S_KEEPS_NOT_KNOWN)
        return near;
    if (t2s_phrases_find(&first, &last, ALL, question, 0))
        return T2S_KEEPS_ALL;
    if (t2s_phrases_find(&first, &last, MATCHED, question, 0))
        return T2S_KEEPS_MATCHED;
    return t2s_phrases_find(&first, &last, EACH, question, 0)
               ? T2S_KEEPS_EACH
               : T2S_KEEPS_NOT_KNOWN;
}

t2sed_status t2s_asked_rows_new(t2s_asked_rows **out,
                                const t2s_question_facts *question,
                                const char *knowledge, size_t n,
                                t2sed_error *err)
{
    static const char different[] =
        "another|different|differs|differ|else|elsewhere";
    t2s_asked_rows *rows = t2s_alloc(sizeof *rows);
    if (!rows)
        return t2s_fail_memory(err);
    rows->knowledge.count = 0;
    rows->is_different = false;
    t2s_restricted_words_read(&rows->question, question->text,
                              question->length);
    if (knowledge)
        t2s_restricted_words_read(&rows->knowledge, knowledge, n);
    rows->negations = t2s_restricted_words_negations(&rows->question);
    for (size_t i = 0; i < rows->question.count; i++) {
        const t2s_restricted_word *at = &rows->question.at[i];
        rows->is_different |= t2s_word_is_of(different, at->text, at->length);
    }
    rows->keeping = read_keeping(rows, question);
    *out = rows;
    return T2SED_OK;
}
