#include "facts/restriction_words.h"

#include <string.h>

#include "facts/demonyms.h"
#include "base/string.h"
#include "facts/similar.h"
#include "schema/words.h"

/* ------------------------------------------------------------- lists */

/* Whether a word is one of a list, whose words bars part. */
bool t2s_word_is_of(const char *list, const char *word, size_t n)
{
    const int first = n ? (word[0] | 0x20) : 0;
    while (n && *list) {
        if (*list == first) {
            const size_t m = strcspn(list, "|");
            if (m == n && t2s_casecmp_n(list, m, word, n) == 0)
                return true;
            list += m;
        }
        while (*list && *list != '|')
            list++;
        list += *list == '|';
    }
    return false;
}

static const char negations[] =
    "not|no|never|without|none|nobody|nor|neither|non|lack|lacking|lacks|"
    "missing|cannot|nothing|outside|dont|doesnt|didnt|isnt|arent|hasnt|"
    "havent|wasnt|sans";
/* What stands before what is left out, and behind it. */
static const char leaving_out[] =
    "except|excluding|exclude|excl|ignore|ignoring|skip|skipping|omit|"
    "drop";
static const char left_out[] =
    "excluded|ignored|skipped|aside|omitted|removed|out|excepted|unknown";
static const char live[] =
    "active|open|current|currently|still|running|live|ongoing|existing|"
    "present|remaining|outstanding|pending|employed|standing|mounted|valid|"
    "serving|unfinished|today|now|installed|available|operating|operational";
static const char ends[] =
    "close|closed|cls|left|leave|leaver|end|ended|exit|exited|term|"
    "terminated|termination|retired|removed|removal|rem|cancelled|canceled|"
    "cancel|can|expired|until|to|decommissioned|sold|deleted|inactive|"
    "discontinued|returned|return|ret|resolved|finished|completed|done|quit|"
    "departed|withdrawn|scrapped|rcv|received|paid|deactivated|churned|"
    "stopped|leaving|thru|through|dropped|fixed|repaired|solved|archived|"
    "settled|died|deceased|dead";
static const char narrowing[] =
    "repeat|repeated|returning|loyal|new|active|inactive|current|currently|"
    "former|past|open|closed|late|overdue|early|paid|unpaid|outstanding|"
    "pending|cancelled|canceled|completed|complete|finished|unfinished|"
    "lapsed|live|valid|invalid|expired|verified|unverified|available|"
    "unavailable|sold|unsold|rated|popular|own|internal|external|private|"
    "public|official|missing|lost|damaged|broken|failed|successful|missed|"
    "rejected|approved|confirmed|delivered|undelivered|shipped|unshipped|"
    "weekday|weekdays|weekend|weekends|online|abandoned|churned|banned|"
    "retired|discontinued|still|only|without|never|once|twice|several|"
    "multiple|repeatedly|regular|frequent|idle|unused|used|empty|full|free|"
    "billable|running|ongoing|upcoming|future|settled|unsettled|resolved|"
    "unresolved|answered|unanswered|assigned|unassigned|returned|unreturned|"
    "refunded|disputed|published|unpublished|hidden|visible|primary|main|"
    "recent|latest|working|employed|registered|unregistered|enrolled|dormant|"
    "frozen|blacklisted|blocked|certified|licensed|urgent|severe|critical|"
    "partial|duplicate|original|sent|unsent|draft|drafts|archived|deleted|"
    "opted|subscribed|unsubscribed|held|owned|leased|rented|occupied|vacant|"
    "listed|licenced|installed|scheduled|insured|uninsured|staffed|unstaffed";
/* Words that ask for a form, and no row less. */
static const char forms[] =
    "how|many|much|list|show|give|find|name|names|number|numbers|count|total|"
    "average|avg|mean|per|each|every|all|what|which|who|when|where|than|more|"
    "less|fewer|least|most|top|first|last|order|sorted|sort|year|years|month|"
    "months|week|weeks|day|days|percent|percentage|share|sum|highest|lowest|"
    "ids|only|also|including|incl|included|with|without|those|zero|decimals|"
    "decimal|rounded|round|one|two|three|please|over|under|above|below|since|"
    "before|after|between|during|together|both|them|their|own|ones|too|even|"
    "have|has|had|was|were|been|being|are|did|does|not|never|there|any|from|"
    "for|and|the|into|ever|yet|still|want|need|get|got|whose|same|other|"
    "different|distinct|compared|versus|difference|ascending|descending|"
    "alphabetical|alphabetically|newest|oldest|largest|smallest|biggest";

/* Words of names that say nothing of what a column is about. */
static const char fillers[] =
    "is|has|date|dt|on|at|no|nr|id|flag|flg|fl|ind|time|ts|status|sts|stat|"
    "cd|code|by|state|day|tm|name|nm|num|number|of|the|type|typ|kind|yn|was";

#define ALL_WORDS                                                              \
    "all|every|any|everything|everyone|everybody|everywhere|anything|anyone|"  \
    "anybody|anywhere"
#define PREPOSITIONS                                                           \
    "at|in|on|from|by|for|with|to|during|before|after|since|between|until|"    \
    "within|under|into|through|via"

/* ------------------------------------------------------------- words */

static size_t common_prefix(const char *a, size_t n, const char *b, size_t m)
{
    size_t i = 0;
    while (i < n && i < m && t2s_casecmp_n(a + i, 1, b + i, 1) == 0)
        i++;
    return i;
}

bool t2s_words_are_akin(const char *a, size_t a_length, const char *b,
                        size_t b_length)
{
    const size_t shorter = a_length < b_length ? a_length : b_length;
    const size_t common = common_prefix(a, a_length, b, b_length);
    if (common == 0 || shorter < 2)
        return false;
    if (common == a_length && common == b_length)
        return true;
    if (common >= 3 && common == shorter)
        return true;
    return common >= 4 && 3 * common >= 2 * shorter &&
           2 * common >= (a_length > b_length ? a_length : b_length);
}

size_t t2s_negating_prefix(const char *word, size_t n)
{
    static const char *const prefixes[] = {"un", "in", "non", "dis", "ir"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t m = strlen(prefixes[i]);
        if (n >= m + 3 && t2s_casecmp_n(word, m, prefixes[i], m) == 0)
            return m;
    }
    return 0;
}

bool t2s_restricted_words_say(const t2s_restricted_words *words, size_t i,
                              const char *list)
{
    return i < words->count &&
           t2s_word_is_of(list, words->at[i].text, words->at[i].length);
}

/* Whether a word of a list is among the last ones before word i, in its part of
 * the sentence. */
static bool has_before(const t2s_restricted_words *words, size_t i, size_t most,
                       const char *list)
{
    for (size_t k = i; k-- > 0 && k + most >= i &&
                       words->at[k].segment == words->at[i].segment;)
        if (t2s_restricted_words_say(words, k, list))
            return true;
    return false;
}

/* Whether word i ends what leaves out a list behind it: "other than", "all
 * but", "apart from". */
static bool begins_left_out(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *before = i ? &words->at[i - 1] : NULL;
    if (!before)
        return t2s_restricted_words_say(
            words, i, "except|excluding|besides|barring|remove");
    if (t2s_restricted_words_say(words, i, "than"))
        return t2s_restricted_words_say(words, i - 1,
                                        "other|others|else|elsewhere") ||
               (has_before(words, i, 3, "other|another") &&
                !t2s_restricted_words_say(words, i - 1, "more|less|rather") &&
                !t2s_restricted_words_say(
                    words, i + 1,
                    "the|that|those|one|their|its|his|her|they|it|where|"
                    "what|when|in|on|at") &&
                before->length > 2 &&
                t2s_casecmp_n(before->text + before->length - 2, 2, "er", 2));
    if (t2s_restricted_words_say(words, i, "but"))
        return has_before(words, i, 4, ALL_WORDS) &&
               !t2s_restricted_words_say(
                   words, i + 1,
                   "not|never|no|only|is|are|was|were|has|have|had|do|does|"
                   "did|without|with|still|also|then|list|show|give|sort|"
                   "sorted|order|ordered|exclude|leave|keep|include|count|"
                   "skip|ignore|where|when|if|how|which|what|who|i|we|they|"
                   "it|drop|omit|please|just|can|may|should|must");
    if (t2s_restricted_words_say(words, i, "bar"))
        return has_before(words, i, 4, ALL_WORDS) &&
               !t2s_restricted_words_say(
                   words, i - 1,
                   "the|a|of|at|in|for|by|to|from|and|or|with|on|all|every|"
                   "any") &&
               i + 1 < words->count &&
               words->at[i + 1].segment == words->at[i].segment &&
               !t2s_restricted_words_say(
                   words, i + 1,
                   "in|at|on|of|by|for|from|near|with|without|to|that|which|"
                   "who|has|have|had|is|are|was|were|and|or");
    if (t2s_restricted_words_say(words, i, "from"))
        return t2s_restricted_words_say(words, i - 1, "apart|aside");
    if (t2s_restricted_words_say(words, i, "out"))
        return t2s_restricted_words_say(
            words, i - 1, "filter|filtering|leave|rule|ruling|weed");
    if (t2s_restricted_words_say(words, i, "minus"))
        return t2s_restricted_words_say(words, i + 1, "the|those|all|any");
    if (t2s_restricted_words_say(words, i, "save"))
        return t2s_restricted_words_say(words, i + 1, "for|those") &&
               has_before(words, i, 4, ALL_WORDS);
    if (t2s_restricted_words_say(words, i, "remove"))
        return before->segment != words->at[i].segment;
    return t2s_restricted_words_say(words, i,
                                    "except|excluding|besides|barring") ||
           (t2s_restricted_words_say(words, i, "of") &&
            t2s_restricted_words_say(words, i - 1, "net"));
}

/* Whether a list goes on behind the comma before word i: "rock, folk or jazz".
 */
static bool goes_on(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *at = &words->at[i];
    return at[-1].text[at[-1].length] == ',' && at->is_content &&
           (i + 1 == words->count || at[1].segment != at->segment ||
            t2s_restricted_words_say(words, i + 1, "and|or"));
}

/* Whether the list behind word k goes on to word i. */
static bool is_listed(const t2s_restricted_words *words, size_t k, size_t i)
{
    bool has_content = false;
    for (size_t at = k + 1; at < i; at++) {
        if (has_content &&
            t2s_restricted_words_say(
                words, at,
                PREPOSITIONS "|are|is|was|were|have|has|had|do|does|did|who|"
                             "that|which|per|whose|where|when|can|will"))
            return false;
        if (words->at[at].segment != words->at[at + 1].segment &&
            !goes_on(words, at + 1))
            return false;
        has_content |= words->at[at].is_content;
    }
    return words->at[k].segment == words->at[k + 1].segment;
}

static bool is_exclusion(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *at = &words->at[i];
    if (t2s_word_is_of("count|counted|wanted|included|needed", at->text,
                       at->length))
        for (size_t k = i; k-- > 0 && k + 3 > i;)
            if (t2s_word_is_of("t|not|never", words->at[k].text,
                               words->at[k].length))
                return true;
    if (t2s_word_is_of("out", at->text, at->length)) {
        for (size_t k = i; k-- > 0 && k + 6 > i;)
            if (t2s_word_is_of("left|leave|leaving", words->at[k].text,
                               words->at[k].length))
                return true;
        if (t2s_restricted_words_say(words, i - 1, "taken|filtered|thrown") &&
            has_before(words, i, 6, "once|when|if|with|after"))
            return true;
        return i > 0 && at[-1].text[at[-1].length - 1] == 's' &&
               (i + 1 == words->count || at[1].segment != at->segment);
    }
    return t2s_word_is_of(left_out, at->text, at->length) &&
           !t2s_restricted_words_say(words, i + 1, "from");
}

/* "Excluding", but not the drop of "drop-off", and "leaving" only beside "out"
 * or "aside". */
static bool is_leaving_out(const t2s_restricted_words *words, size_t i)
{
    if (t2s_restricted_words_say(words, i, "leaving")) {
        for (size_t k = i + 1; k < words->count && k < i + 6 &&
                               words->at[k].segment == words->at[i].segment;
             k++)
            if (t2s_restricted_words_say(words, k, "out|aside|off"))
                return true;
        return false;
    }
    return t2s_restricted_words_say(words, i, leaving_out) &&
           !(t2s_restricted_words_say(words, i, "drop") &&
             t2s_restricted_words_say(words, i + 1,
                                      "off|offs|in|ins|out|outs"));
}

bool t2s_is_number_sign(const char *word, size_t n)
{
    const char *behind = word + n + 1;
    return t2s_word_is_of("no", word, n) && word[n] == '.' &&
           t2s_is_digit(behind[strspn(behind, " ")]);
}

bool t2s_is_abbreviated(const char *text, size_t stop)
{
    size_t begin = stop, next = stop + 1;
    while (begin > 0 && (text[begin - 1] | 0x20) >= 'a' &&
           (text[begin - 1] | 0x20) <= 'z')
        begin--;
    if (text[stop] != '.' || text[next] != ' ')
        return false;
    if (t2s_word_is_of("excl|approx", text + begin, stop - begin))
        return true;
    while (text[next] == ' ')
        next++;
    return t2s_word_is_of("min|max|avg|incl|no|nr|qty|resp", text + begin,
                          stop - begin) &&
           ((text[next] >= 'a' && text[next] <= 'z') ||
            t2s_is_digit(text[next]));
}

/* "Allergen free ones", "allergen-free"; but not "is Ada free on Monday". */
static bool is_free_of_noun(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *at = &words->at[i];
    const t2s_restricted_word *noun = i ? at - 1 : at;
    if (i == 0 || !t2s_restricted_words_say(words, i, "free") ||
        !noun->is_content || noun->segment != at->segment ||
        noun->text + noun->length + 1 != at->text ||
        (noun->text[0] >= 'A' && noun->text[0] <= 'Z' && i > 1) ||
        noun->text[noun->length - 1] == 's')
        return false;
    return noun->text[noun->length] == '-' ||
           (i + 1 < words->count && at[1].segment == at->segment &&
            at[1].is_content &&
            !t2s_restricted_words_say(words, i - 2, "is|are|was|were"));
}

static bool is_negation(const t2s_restricted_words *words, size_t i)
{
    const t2s_restricted_word *at = &words->at[i];
    const t2s_restricted_word *before = i ? at - 1 : at;
    if (t2s_restricted_words_say(words, i, "free"))
        return t2s_restricted_words_say(words, i + 1, "of|from") &&
               words->at[i + 1].segment == at->segment;
    if (t2s_restricted_words_say(words, i, "out") && i)
        return before->length == 1 && (before->text[0] | 0x20) == 'w' &&
               before->text[1] == '/' && before->text + 2 == at->text;
    if (at->length == 1 && i && before->text + before->length + 1 == at->text)
        return (at->text[0] == 't' &&
                before->text[before->length - 1] == 'n') ||
               ((at->text[0] == 'o' || at->text[0] == 'O') &&
                before->length == 1 && before->text[1] == '/');
    if (t2s_restricted_words_say(words, i, "no") &&
        t2s_restricted_words_say(words, i + 1, "of"))
        return false; /* no. of orders */
    return t2s_word_is_of(negations, at->text, at->length) &&
           !t2s_is_number_sign(at->text, at->length);
}

/* Whether a verb stands between a negation and a preposition: "not paid by",
 * but not "not living in". */
static bool has_verb(const t2s_restricted_words *words, size_t negation,
                     size_t preposition)
{
    if (t2s_restricted_words_say(words, negation,
                                 "no|without|none|nobody|neither|nor|nothing|"
                                 "free|sans"))
        return false;
    for (size_t k = negation + 1; k < preposition; k++)
        if (words->at[k].is_content &&
            !t2s_restricted_words_say(
                words, k,
                "live|lives|living|come|comes|coming|located|based|born|"
                "situated|reside|residing|belong|belonging|part"))
            return true;
    return false;
}

/* Whether a negation is of the noun behind it alone: "non-vegetarian mains",
 * and "no email in Germany" where word i is behind the preposition. */
static bool is_of_noun(const t2s_restricted_words *words, size_t negation,
                       size_t preposition, size_t i)
{
    if (t2s_restricted_words_say(words, negation, "non"))
        return negation + 1 < i;
    if (preposition >= i ||
        !t2s_restricted_words_say(words, negation, "no|without|free|sans"))
        return false;
    /* "No longer in the club", "no longer in stock" */
    if (t2s_restricted_words_say(words, negation + 1, "longer"))
        return !t2s_restricted_words_say(
            words, i, "stock|use|service|sale|production|business|operation");
    for (size_t k = negation + 1; k < preposition; k++)
        if (words->at[k].is_content || words->at[k].is_narrowing)
            return true;
    return false;
}

/* "Customers who live in Detroit": a verb, and no state as in "live listings"
 * and "are live on the site". */
static bool is_verb(const t2s_restricted_words *words, size_t i)
{
    return t2s_restricted_words_say(words, i, "live") && i + 1 < words->count &&
           i > 0 && words->at[i].segment == words->at[i + 1].segment &&
           t2s_restricted_words_say(words, i + 1, "in|at|near|on") &&
           !t2s_restricted_words_say(
               words, i - 1,
               "is|are|was|were|be|been|go|goes|went|gone|now|currently|"
               "still|s|re");
}

/* "Visits to be paid", "yet to be paid" are not paid; but not "seem to be
 * paid", "the first one to be paid". */
static bool is_to_come(const t2s_restricted_words *words, size_t i)
{
    const size_t be =
        has_before(words, i, 1, "fully|completely") ? i - 2 : i - 1;
    const t2s_restricted_word *before;
    if (i < 3 || be < 2 || words->at[be - 2].segment != words->at[i].segment ||
        !t2s_restricted_words_say(words, be, "be") ||
        !t2s_restricted_words_say(words, be - 1, "to") ||
        has_before(words, be, 5, "first|last|only|latest|earliest|ever"))
        return false;
    if (t2s_restricted_words_say(words, be - 2,
                                 "yet|still|waiting|due|left|remain|remains|"
                                 "remaining|awaiting|need|needs|has|have"))
        return true;
    /* the plural of a noun */
    before = &words->at[be - 2];
    return before->is_content && before->length > 3 &&
           before->text[before->length - 1] == 's' &&
           before->text[before->length - 2] != 's' &&
           !t2s_restricted_words_say(
               words, be - 2,
               "seems|appears|happens|claims|proves|tends|turns|wants|wishes|"
               "likes|loves|prefers|asks|agrees|refuses|hopes|chooses|opts|"
               "consents|pretends|intends|expects|aims|deserves|fails|comes|"
               "starts|begins|ceases|ought");
}

/* "not returned", and "returned ones left out"; both is neither. */
static void read_negation(t2s_restricted_words *words, size_t i)
{
    t2s_restricted_word *at = &words->at[i];
    bool is_near = true;
    size_t preposition = i;
    for (size_t k = i, steps = 0; k-- > 0 && steps < 5 && k + 10 > i;) {
        const t2s_restricted_word *before = &words->at[k];
        if (before->segment != at->segment ||
            t2s_restricted_words_say(words, k, "but|though|although|whereas") ||
            (t2s_restricted_words_say(words, k, "than") &&
             !begins_left_out(words, k)))
            break;
        is_near &= steps < 3 && !t2s_word_is_of("and|with|who|that|which",
                                                before->text, before->length);
        if (is_near && is_negation(words, k) &&
            !is_of_noun(words, k, preposition, i)) {
            at->is_negated ^= true;
            at->is_far |= preposition < i && has_verb(words, k, preposition);
        }
        if (t2s_restricted_words_say(words, k, PREPOSITIONS))
            preposition = k;
        at->is_excluded |= is_leaving_out(words, k);
        steps += before->is_content;
    }
    at->is_negated ^= is_free_of_noun(words, i + 1);
    at->is_negated |= is_to_come(words, i);
    for (size_t k = i + 1; k < words->count && k < i + 5; k++) {
        if (words->at[k].segment != at->segment)
            break;
        at->is_excluded |= is_exclusion(words, k);
    }
    for (size_t k = i; k-- > 0 && k + 12 > i;)
        if (begins_left_out(words, k)) {
            at->is_excluded |= is_listed(words, k, i);
            break;
        }
    at->is_negated ^= at->is_excluded;
}

void t2s_restricted_words_read(t2s_restricted_words *words, const char *text,
                               size_t n)
{
    size_t at = 0, begin, last = 0;
    int32_t segment = 0;
    double number;
    words->count = 0;
    while (words->count < T2S_MOST_RESTRICTED_WORDS &&
           t2s_next_word(text, n, &at, &begin, false)) {
        t2s_restricted_word *made = &words->at[words->count++];
        for (; last < begin; last++)
            segment += (strchr(",;.:()?!=", text[last]) != NULL &&
                        !t2s_is_abbreviated(text, last)) ||
                       (text[last] == '-' && last + 1 < begin &&
                        text[last + 1] == ' ');
        last = at;
        *made = (t2s_restricted_word){
            .text = text + begin, .length = at - begin, .segment = segment};
        made->is_content =
            made->length > 2 && !t2s_word_is_stop(made->text, made->length) &&
            !t2s_word_number(made->text, made->length, &number) &&
            !t2s_word_is_of(forms, made->text, made->length);
        made->is_narrowing =
            t2s_word_is_of(narrowing, made->text, made->length);
        made->is_live = t2s_word_is_of(live, made->text, made->length);
    }
    for (size_t i = 0; i < words->count; i++) {
        /* "at the moment" */
        words->at[i].is_live |=
            i > 1 && t2s_restricted_words_say(words, i, "moment") &&
            t2s_restricted_words_say(words, i - 1, "the|this") &&
            t2s_restricted_words_say(words, i - 2, "at");
        if (is_verb(words, i))
            words->at[i].is_narrowing = words->at[i].is_live = false;
        read_negation(words, i);
    }
}

int t2s_restricted_words_negations(const t2s_restricted_words *words)
{
    int count = 0;
    for (size_t i = 0; i < words->count; i++)
        count += is_negation(words, i) || is_free_of_noun(words, i) ||
                 is_exclusion(words, i) || begins_left_out(words, i) ||
                 is_leaving_out(words, i);
    return count;
}

/* ------------------------------------------------------------- links */

t2s_word_link t2s_restricted_words_find(const t2s_restricted_words *words,
                                        const char *text, size_t n)
{
    const size_t own = t2s_negating_prefix(text, n);
    const char *demonyms = t2s_demonyms_of(text, n);
    t2s_word_link found = {-1, false, 0};
    for (size_t i = 0; i < words->count; i++) {
        const t2s_restricted_word *at = &words->at[i];
        t2s_word_link made = {(int32_t)i, false,
                              common_prefix(at->text, at->length, text, n)};
        size_t prefix;
        if (!at->is_content && !at->is_narrowing && !at->is_live)
            continue;
        prefix = t2s_negating_prefix(at->text, at->length);
        if (demonyms && t2s_word_is_of(demonyms, at->text, at->length)) {
            made.common = n;
        } else if (!t2s_words_are_akin(at->text, at->length, text, n) &&
                   !t2s_is_abbreviation(text, n, at->text, at->length)) {
            made.is_flipped = true;
            if (prefix && t2s_words_are_akin(at->text + prefix,
                                             at->length - prefix, text, n))
                made.common = 1;
            else if (own && t2s_words_are_akin(at->text, at->length, text + own,
                                               n - own))
                made.common = 1;
            else
                continue;
        }
        if (found.word < 0 || made.common > found.common)
            found = made;
    }
    return found;
}

bool t2s_is_filler(const char *word, size_t n)
{
    return t2s_word_is_of(fillers, word, n);
}

bool t2s_name_has_of(const char *list, const char *name)
{
    const size_t n = strlen(name);
    size_t at = 0, begin;
    while (t2s_next_word(name, n, &at, &begin, true))
        if (t2s_word_is_of(list, name + begin, at - begin))
            return true;
    return false;
}

bool t2s_names_end(const char *name)
{
    return t2s_name_has_of(ends, name);
}

bool t2s_says_completion(const char *word, size_t n)
{
    return t2s_word_is_of("done|finished|completed|complete|resolved|closed|"
                          "solved|fixed|repaired|ended",
                          word, n);
}

bool t2s_names_completion(const char *name)
{
    size_t at = 0, begin;
    while (t2s_next_word(name, strlen(name), &at, &begin, true))
        if (t2s_says_completion(name + begin, at - begin))
            return true;
    return false;
}
