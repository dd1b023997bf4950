#include "facts/live_words.h"

#include "facts/stated_words.h"
#include "schema/words.h"

#define OWED "outstanding|pending|unsettled|owed|owing|owe|owes|arrears"

#define OVER                                                                   \
    "archived|closed|ended|exited|terminated|retired|removed|cancelled|"       \
    "canceled|expired|decommissioned|sold|deleted|discontinued|resolved|"      \
    "finished|completed|departed|withdrawn|scrapped|deactivated|churned|"      \
    "stopped|dropped|settled|died|deceased|dead"

/* "Closed projects with open issues": what is open is something else. */
static bool says_over(const t2s_restricted_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (t2s_restricted_words_say(words, i, OVER))
            return true;
    return false;
}

/* "Discontinued products still in stock": "still" is of the stock. */
static bool is_of_another(const t2s_restricted_words *words, size_t i)
{
    return t2s_restricted_words_say(words, i, "still") && i > 0 &&
           !t2s_restricted_words_say(words, i - 1, "but|yet") &&
           (t2s_restricted_words_say(words, i + 1,
                                     "without|have|has|having|owe|owes|owing|"
                                     "unpaid|unsold|unused") ||
            (t2s_restricted_words_say(words, i + 1, "in|on") &&
             t2s_restricted_words_say(words, i + 2, "stock|hand|inventory")));
}

bool t2s_names_payment(const char *name)
{
    return t2s_name_has_of("paid", name);
}

bool t2s_says_owed(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *at = &words->at[i];
    if (t2s_word_is_of(OWED, at->text, at->length))
        return true;
    if (t2s_word_is_of("payment|payments", at->text, at->length))
        return i > 0 &&
               t2s_restricted_words_say(words, i - 1, "awaiting|await");
    return t2s_word_is_of("due", at->text, at->length) && i > 0 &&
           at[-1].is_content &&
           (i + 1 == words->count || at[1].segment != at->segment);
}

/* Whether word i is for what has not ended as a column's name says. Flags of an
 * end are read with fewer words: they may be for a kind of thing. */
static bool is_live(const t2s_restriction *of,
                    const t2s_restricted_words *words, size_t i,
                    const char *name)
{
    const bool is_payment = t2s_names_payment(name);
    if (is_payment && t2s_says_owed(words, i))
        return true;
    if (of->kind == T2S_RESTRICTS_NULL)
        return words->at[i].is_live;
    if (is_payment)
        return false;
    if (!t2s_name_has_of(OVER, name) || says_over(words))
        return false;
    return t2s_restricted_words_say(
        words, i,
        "active|open|current|currently|still|running|live|ongoing|existing|"
        "remaining|outstanding|pending|unfinished");
}

bool t2s_link_live_words(t2s_restriction *of, const t2s_restricted_words *words,
                         const char *name)
{
    if (of->direction > 0 ||
        (of->kind != T2S_RESTRICTS_NULL &&
         (of->kind != T2S_RESTRICTS_FLAG || of->word >= 0)) ||
        !t2s_names_end(name))
        return false;
    for (size_t i = 0; i < words->count; i++) {
        int by_live;
        if (!is_live(of, words, i, name) ||
            (of->word >= 0 && is_of_another(words, i)))
            continue;
        by_live = words->at[i].is_negated ? of->sign : -of->sign;
        /* Where both words stand there, "fixed" and "open", either may be
         * meant. */
        of->direction = of->word < 0 || of->direction == by_live ? by_live : 0;
        of->word = (int32_t)i;
        of->negations = t2s_says_no_longer(words, i) ? 2 : 1;
        return true;
    }
    return false;
}
