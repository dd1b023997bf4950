/* Words of a question that ask for rows in an order. */
#include "facts/window_words.h"

#include <string.h>

#include "facts/question.h"

/* Words between "moving" and its number. */
#define MOST_BETWEEN 5

#define PREVIOUS                                                               \
    "previous|previously|prior|preceding|month before|year before|"            \
    "quarter before|week before|day before|season before|one before|"          \
    "just before|edition before|attempt before|last one|last time|"            \
    "since their last|since its last|since the last|month over month|"         \
    "year over year|month on month|year on year|"                              \
    "compared to last|against last|predecessor*"
#define NEXT                                                                   \
    "next|following|until the|subsequent|successor*|follow up|afterwards|"     \
    "one after|day after|month after"
#define RUNNING                                                                \
    "running total|running totals|running sum|running count|running balance|"  \
    "running score|running tons|running percent*|cumul*|"                      \
    "accumulat*|total so far|totals so far|rolling total"
#define MOVING "moving|rolling|trailing|sliding"
#define CHANGES                                                                \
    "change|changes|changed|growth|grew|difference|differ|gap|days between|"   \
    "hours between|minutes between|days since|hours since|increase|rise|"      \
    "rose|drop|fell|compared"
#define KEEPS_TIES                                                             \
    "-ties by|-tie by|-ties broken|-without ties|-ties are broken|-ties go|"   \
    "-ties on|-tie the|-ties the|-ties beyond|-ties to|ties|tie|tied|"         \
    "if equal|several if|all if|both if|same rank|same place|"                 \
    "share a place|share the|share a rank|all of them if|everybody who|"       \
    "everyone who|list all|show all|several equal|joint|all shown|"            \
    "all that tie|show both"
#define BREAKS_TIES                                                            \
    "-without ties broken|ties by|tie by|ties broken|ties are broken|ties "    \
    "go|ties beyond|"                                                          \
    "ties to|tie the|ties the|ties are decided|ties decided|then by|then "     \
    "the|one row per|"                                                         \
    "ties lower|tie lower|ties smaller|ties earlier|ties lowest|"              \
    "ties earliest|ties first"
#define SHARES_PLACES                                                          \
    "share|shares|show ties|show all|all shown|all tied|ties all|"             \
    "ties included|ties too|ties are shown|ties are listed|show both|"         \
    "keep ties|all if|both if|all on ties|all on a tie|ties are all"
#define TIES       "tie|ties|tied"
#define LOWER_ONES "lower|lowest|smaller|smallest|earlier|earliest"
/* Words between the two. */
#define MOST_OF_TIES 6
#define FIRST_EMPTY                                                            \
    "stays empty|stay empty|empty for the first|first one empty|left out|"     \
    "leave out|first stays|empty for|null for|is null|is empty|no previous|"   \
    "without a previous|that have a previous|has no"
#define EARLIER                                                                \
    "compared with december|against december|compared to december|"            \
    "compared with q4|may be used|even if before|including earlier|"           \
    "earlier rows|of any date"
#define EACH                                                                   \
    "for each|for every|of each|of every|in each|in every|by each|each|"       \
    "every|per|within|separately for"

/* The ends of scales: the upper one, and the lower. */
static const struct {
    t2s_scale scale;
    bool is_upper;
    const char *phrases;
} scales[] = {
    {T2S_SCALE_TIME, true,
     "-last name|-last names|-last year|-last month|-last week|-last quarter|"
     "-last day|-at last|-last digits|most recent|most recently|latest|"
     "newest|last|final"},
    {T2S_SCALE_TIME, false,
     "-first name|-first names|-first class|-first half|-first quarter|"
     "-first of all|-at first|least recent|least recently|earliest|first|"
     "initial"},
    {T2S_SCALE_AGE, true,
     "oldest|eldest|longest serving|longest standing|most senior|"
     "most experienced|longest overdue"},
    {T2S_SCALE_AGE, false, "youngest|most junior"},
    {T2S_SCALE_SIZE, true,
     "-at most|-most recent|-most recently|-most rarely|-most senior|"
     "-most junior|-most "
     "experienced|highest|largest|biggest|greatest|most|top|maximum|max|"
     "heaviest|tallest|richest|busiest|widest|deepest|dearest|priciest|"
     "strongest|warmest|hottest|farthest|furthest|steepest|peak|maximal"},
    {T2S_SCALE_SIZE, false,
     "-at least|-least recent|-least recently|lowest|smallest|least|fewest|"
     "minimum|min|cheapest|lightest|weakest|coldest|coolest|nearest|closest|"
     "poorest|minimal|narrowest"},
    {T2S_SCALE_LENGTH, true,
     "-longest serving|-longest standing|-longest overdue|longest"},
    {T2S_SCALE_LENGTH, false, "shortest"},
    {T2S_SCALE_SPEED, true, "fastest|quickest"},
    {T2S_SCALE_SPEED, false, "slowest"},
    {T2S_SCALE_WORTH, true, "best"},
    {T2S_SCALE_WORTH, false, "worst"},
};

/* Whether a comma stands between two words: "contracts still running, total".
 */
static bool is_parted(const t2s_question_facts *question, int32_t first,
                      int32_t last)
{
    const uint32_t begin = question->words.at[first].end;
    return last > first &&
           memchr(question->text + begin, ',',
                  question->words.at[last].begin - begin) != NULL;
}

static size_t count(const char *phrases, const t2s_question_facts *question)
{
    int32_t first, last = -1;
    size_t found = 0;
    while (t2s_phrases_find(&first, &last, phrases, question, (size_t)last + 1))
        found += !t2s_is_in_time(question, first) &&
                 !is_parted(question, first, last);
    return found;
}

/* Whether "first" says what comes first: highest level first. */
static bool says_order(const t2s_window_words *words, int32_t at)
{
    for (size_t i = 0; i < words->end_count; i++)
        if (words->ends[i].word < at && words->ends[i].word > at - 5 &&
            words->ends[i].scale != T2S_SCALE_TIME)
            return true;
    return false;
}

static void read_ends(t2s_window_words *out, const t2s_question_facts *question)
{
    /* "first" at last, when the others are known. */
    for (size_t k = sizeof scales / sizeof *scales; k-- > 0;) {
        int32_t first, last = -1;
        while (t2s_phrases_find(&first, &last, scales[k].phrases, question,
                                (size_t)last + 1))
            if (out->end_count < T2S_MOST_ASKED_SCALES &&
                !t2s_is_in_time(question, first) &&
                !(scales[k].scale == T2S_SCALE_TIME &&
                  t2s_phrases_begin("first", question, first) &&
                  says_order(out, first)))
                out->ends[out->end_count++] = (t2s_asked_end){
                    scales[k].scale, scales[k].is_upper,
                    t2s_phrases_begin("first", question, last + 1) ||
                        t2s_phrases_begin("first", question, last + 2) ||
                        t2s_phrases_begin("first", question, last + 3),
                    first};
    }
}

static void read_moving(t2s_window_words *out,
                        const t2s_question_facts *question)
{
    int32_t first, last, nearest = MOST_BETWEEN + 1;
    out->is_moving = t2s_phrases_find(&first, &last, MOVING, question, 0);
    for (size_t i = 0; out->is_moving && i < question->numbers.count; i++) {
        const t2s_question_number *at = &question->numbers.at[i];
        const int32_t off =
            at->word < first ? first - at->word : at->word - last;
        if (off >= nearest || at->value < 2 ||
            t2s_is_in_time(question, at->word))
            continue;
        nearest = off;
        out->moving = at->value;
    }
}

/* On a tie the lower one. */
static bool breaks_ties(const t2s_question_facts *question)
{
    int32_t first, last = -1;
    if (count(BREAKS_TIES, question) > 0)
        return true;
    if (count(SHARES_PLACES, question) > 0)
        return false;
    if (count("on equal", question) > 0)
        return true;
    while (t2s_phrases_find(&first, &last, TIES, question, (size_t)last + 1))
        for (int32_t i = first - MOST_OF_TIES; i < last + MOST_OF_TIES; i++)
            if (t2s_phrases_begin(LOWER_ONES, question, i))
                return true;
    return false;
}

/* Whether an end stands before: the best of each, and not the sum per week of
 * the best. */
static bool has_end_before(const t2s_window_words *words, int32_t word)
{
    for (size_t i = 0; i < words->end_count; i++)
        if (words->ends[i].word < word)
            return true;
    return false;
}

/* Whether a word is one of the schema's names: per shop, and not per litre. */
static bool is_of_schema(const t2s_question_facts *question, int32_t word)
{
    const t2s_question_stem *stem;
    if ((size_t)word >= question->words.count)
        return false;
    stem = &question->stems.at[question->words.at[word].stem];
    return stem->columns + stem->tables > 0;
}

static void read_each(t2s_window_words *out, const t2s_question_facts *question)
{
    int32_t first, last = -1;
    while (t2s_phrases_find(&first, &last, EACH, question, (size_t)last + 1)) {
        if (out->each < T2S_MOST_EACH)
            out->each_words[out->each] = last + 1;
        out->each++;
        out->each_end |=
            !t2s_phrases_begin("per", question, first) ||
            (has_end_before(out, first) && is_of_schema(question, last + 1));
    }
}

void t2s_window_words_read(t2s_window_words *out,
                           const t2s_question_facts *question)
{
    memset(out, 0, sizeof *out);
    read_ends(out, question);
    read_moving(out, question);
    read_each(out, question);
    out->previous = count(PREVIOUS, question);
    out->next = count(NEXT, question);
    out->running = count(RUNNING, question);
    out->low_is_good = count("lower is better|lower are better|"
                             "lower grades are better|smaller is better",
                             question) > 0;
    out->changes = count(CHANGES, question);
    out->breaks_ties = breaks_ties(question);
    out->keeps_ties = !out->breaks_ties && count(KEEPS_TIES, question) > 0;
    out->first_is_empty = count(FIRST_EMPTY, question) > 0;
    out->has_earlier = count(EARLIER, question) > 0;
}
