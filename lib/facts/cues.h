/*
 * cues.h - words and short phrases of a question that ask for a part of a
 * query ("how many", "at least", "each"), and where a query disagrees with
 * them.
 */
#ifndef T2S_FACTS_CUES_H
#define T2S_FACTS_CUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t2s_query;
struct t2s_question_facts;

/*
 * The families of cues: name, the same for the feature cue.words_*, phrases.
 * MAXIMUM and MINIMUM are the words themselves, MOST and LEAST whatever asks
 * for that end, SUPERLATIVE for either; GROUP is weaker than EACH, and
 * COMPARISON is with an average, a maximum, all or any.
 *
 * Phrases are parted by "|", their words by blanks; clitics are words of their
 * own. "x*" stands for any word that begins with x, "*x" for any of three
 * letters or more and x, "#" for any that begins with a digit. A phrase behind
 * "-" is passed over: "at least" asks for no superlative. Where phrases of a
 * family overlap, the first wins.
 */
#define T2S_CUE_FAMILIES(X)                                                    \
    X(COUNT, count,                                                            \
      "how many|total number|number of|numbers of|no of|nr of|amount of|"      \
      "count|counts|numbers")                                                  \
    X(AVERAGE, average,                                                        \
      "-i mean|-we mean|-you mean|average|averages|mean|avg")                  \
    X(SUM, sum, "total|totals|sum|altogether|overall|combined|in all")         \
    X(MAXIMUM, maximum, "maximum|maximal|max|highest|largest|greatest")        \
    X(MINIMUM, minimum, "minimum|minimal|min|lowest|smallest")                 \
    X(MOST, most,                                                              \
      "-at most|-last name|-last names|most|highest|largest|biggest|"          \
      "greatest|longest|latest|oldest|top|best|maximum|maximal|max|"           \
      "heaviest|tallest|last|newest|richest|fastest|strongest|furthest|"       \
      "farthest|deepest|widest|busiest")                                       \
    X(LEAST, least,                                                            \
      "-at least|-first name|-first names|least|fewest|lowest|smallest|"       \
      "shortest|earliest|youngest|minimum|minimal|min|cheapest|first|worst|"   \
      "lightest|slowest|weakest|nearest|closest|poorest")                      \
    X(SUPERLATIVE, superlative,                                                \
      "-at most|-at least|-interest|-request|-forest|-contest|-harvest|"       \
      "-invest|-suggest|-digest|-protest|-arrest|-quest|-at the latest|"       \
      "most|least|*est|top|best|worst")                                        \
    X(EACH, each, "each|every|per")                                            \
    X(GROUP, group, "for all|different|by")                                    \
    X(GREATER, greater,                                                        \
      "-no more than|-not more than|or more|more than|greater than|"           \
      "larger than|higher than|above|over|older than|longer than|"             \
      "later than|bigger than|heavier than|after|exceed*|surpass*|greater|"    \
      "larger|higher|older|later|bigger|outnumber*|since|beyond")              \
    X(LESS, less,                                                              \
      "-no less than|-not less than|-no fewer than|or less|or fewer|"          \
      "less than|fewer than|lower than|below|under|younger than|"              \
      "shorter than|earlier than|before|smaller than|lighter than|fewer|"      \
      "lower|younger|smaller|earlier|less|cheaper")                            \
    X(AT_LEAST, at_least,                                                      \
      "at least|or more|or above|or greater|or higher|or later|or older|"      \
      "no less than|no fewer than|not less than|minimum of|starting from")     \
    X(AT_MOST, at_most,                                                        \
      "at most|or less|or fewer|or below|or lower|or earlier|or younger|"      \
      "no more than|not more than|up to|maximum of")                           \
    X(BETWEEN, between,                                                        \
      "between|from # to|in the range|within the range|ranging")               \
    X(NEGATION, negation,                                                      \
      "-no of|not|never|without|no|nor|neither|none|don t|doesn t|didn "       \
      "t|haven t|"                                                             \
      "hasn t|hadn t|isn t|aren t|wasn t|weren t|can t|won t|dont|doesnt|"     \
      "didnt|except|excl|excluding|exclude*|other than|apart "                 \
      "from|lack*|nobody|"                                                     \
      "cannot")                                                                \
    X(BOTH, both, "both|as well as|and also|also")                             \
    X(EITHER, either, "either|or")                                             \
    X(DISTINCT, distinct,                                                      \
      "distinct|different|unique|various|differing|distinctive")               \
    X(DESCENDING, descending,                                                  \
      "descending|decreasing|desc|highest to|most to|largest to|"              \
      "biggest to|greatest to|longest to|latest to|in reverse|"                \
      "reverse order|newest to|high to low|large to small|z to a")             \
    X(ASCENDING, ascending,                                                    \
      "ascending|increasing|ascend|asc|alphabet*|lexicograph*|lowest to|"      \
      "least to|smallest to|fewest to|shortest to|earliest to|youngest to|"    \
      "low to high|small to large|a to z|chronological*")                      \
    X(ORDER, order,                                                            \
      "order|orders|ordered|ordering|sort|sorted|sorting|ascending|"           \
      "descending|alphabet*|rank|ranked|ranking|arranged|arrange|"             \
      "lexicograph*|increasing|decreasing|chronological*|listed by")           \
    X(LIKE, like,                                                              \
      "contain|contains|containing|contained|start with|starts with|"          \
      "starting with|begin with|begins with|beginning with|end with|"          \
      "ends with|ending with|start|starts|starting|end|ends|ending|begin*|"    \
      "include|includes|including|substring|letter|letters|prefix|suffix|"     \
      "the word|like|phrase|somewhere in")                                     \
    X(COMPARISON, comparison,                                                  \
      "than the average|than average|than all|than any|than some|"             \
      "than the maximum|than the minimum|than the lowest|than the highest|"    \
      "than every|than the mean|than that of|than those|than the oldest|"      \
      "than the youngest|above the average|above average|below the average|"   \
      "below average|over the average|under the average|above all|"            \
      "exceeds the average|exceed the average|than an average|"                \
      "above an average|below the mean|above the mean|than its average|"       \
      "than their average|than the overall|than the total")                    \
    X(COMMON, common, "common|commonly|popular|frequent*|popularity")          \
    X(ID, id, "id|ids|code|codes|identifier|identifiers|identification")       \
    X(NAME, name, "name|names|title|titles|named")                             \
    X(WHO, who, "who|whose|whom")                                              \
    X(WHERE, where, "where")                                                   \
    X(WHEN, when, "when")                                                      \
    X(WHICH, which, "which")                                                   \
    X(AND, and, "and")                                                         \
    X(OR, or, "or")                                                            \
    X(WITH, with, "with")                                                      \
    X(ALSO, also, "also")                                                      \
    X(ALL, all, "all")                                                         \
    X(ANY, any, "any")                                                         \
    X(ONLY, only, "only|exactly|just")                                         \
    X(THEIR, their, "them|their|its|they")

/* Adjectives that ask how often something is there, without naming it. */
#define T2S_OFTEN_WORDS                                                        \
    "repeat|repeated|repeating|returning|recurring|loyal|regular|frequent|"    \
    "one time|first time|several times|more than once"
/* Adjectives by which things are ranked by the rows that refer to them. */
#define T2S_POPULAR_WORDS                                                      \
    "most popular|popular|busiest|most active|best attended|best selling|"     \
    "best sold|most used|most borrowed|most booked|most ordered|most rented|"  \
    "most visited|most sold|most wanted|favourite|favorite"

#define T2S_CUE_PLACE(family, name, phrases) T2S_CUE_##family,
typedef enum t2s_cue { T2S_CUE_FAMILIES(T2S_CUE_PLACE) T2S_CUES } t2s_cue;

/* Counts the cues of a question whose words are read: phrases of a family that
 * overlap count once, and a quoted word ends every phrase. */
void t2s_cues_count(uint32_t counts[T2S_CUES],
                    const struct t2s_question_facts *question);

/* The words [*first, *last] of the first of some phrases, in the notation
 * above, from a word on. */
bool t2s_phrases_find(int32_t *first, int32_t *last, const char *phrases,
                      const struct t2s_question_facts *question, size_t from);

/* Whether one of the phrases begins at a word. */
bool t2s_phrases_begin(const char *phrases,
                       const struct t2s_question_facts *question, int32_t word);

/* The first phrase of a family from word `from` on: words [*first, *last] of
 * the question. False where there is none. */
bool t2s_cues_find(int32_t *first, int32_t *last, t2s_cue cue,
                   const struct t2s_question_facts *question, size_t from);

/*
 * What the question asks for and the query has not (missing), what the query
 * has and the question does not ask for (extra), and what it has in another
 * way. Name, the same for the feature cue.*, condition (cues.c), meaning.
 */
#define T2S_CUE_DISAGREEMENTS(X)                                               \
    X(count_missing, CUE(COUNT) && !FUNCTION(COUNT),                           \
      "a count is asked for, no COUNT")                                        \
    X(count_extra, SELECTS(COUNT) && !CUE(COUNT),                              \
      "COUNT is selected, not asked for")                                      \
    X(average_missing, CUE(AVERAGE) && !FUNCTION(AVG),                         \
      "an average is asked for, no AVG")                                       \
    X(average_extra, FUNCTION(AVG) && !CUE(AVERAGE), "AVG, not asked for")     \
    X(sum_missing, CUE(SUM) && !FUNCTION(SUM) && !FUNCTION(COUNT),             \
      "a total is asked for, neither SUM nor COUNT")                           \
    X(sum_extra, FUNCTION(SUM) && !CUE(SUM), "SUM, not asked for")             \
    X(max_extra, FUNCTION(MAX) && !CUE(MOST), "MAX, no upper end asked for")   \
    X(min_extra, FUNCTION(MIN) && !CUE(LEAST), "MIN, no lower end asked for")  \
    X(superlative_missing, CUE(SUPERLATIVE) && !taken && !CLAUSE(ORDER),       \
      "a superlative, no MAX, MIN, ORDER BY or LIMIT")                         \
    X(superlative_extra,                                                       \
      taken && !CUE(SUPERLATIVE) && !CUE(COMMON) && !CUE(MAXIMUM) &&           \
          !CUE(MINIMUM),                                                       \
      "MAX, MIN or LIMIT, no superlative")                                     \
    X(limit_missing, CUE(SUPERLATIVE) && !taken,                               \
      "a superlative, neither MAX, MIN nor LIMIT")                             \
    X(wrong_end_most, CUE(MOST) && !CUE(LEAST) && lower && !upper,             \
      "the upper end is asked for, the lower taken")                           \
    X(wrong_end_least, CUE(LEAST) && !CUE(MOST) && upper && !lower,            \
      "the lower end is asked for, the upper taken")                           \
    X(descending_missing, CUE(DESCENDING) && !USES(DESCENDING),                \
      "descending order is asked for, not there")                              \
    X(ascending_missing,                                                       \
      CUE(ASCENDING) && USES(DESCENDING) && !CUE(DESCENDING),                  \
      "ascending order is asked for, DESC is there")                           \
    X(order_missing, CUE(ORDER) && !CLAUSE(ORDER),                             \
      "an order is asked for, no ORDER BY")                                    \
    X(order_extra, CLAUSE(ORDER) && !CUE(ORDER) && !CLAUSE(LIMIT),             \
      "ORDER BY without LIMIT, no order asked for")                            \
    X(group_missing, CUE(EACH) && !CLAUSE(GROUP),                              \
      "each, every or per, no GROUP BY")                                       \
    X(group_extra, CLAUSE(GROUP) && !groups,                                   \
      "GROUP BY, nothing asks for groups")                                     \
    X(common_missing, CUE(COMMON) && !CLAUSE(ORDER),                           \
      "the most common is asked for, no ORDER BY")                             \
    X(greater_missing,                                                         \
      (CUE(GREATER) || CUE(AT_LEAST)) && !greater && !between,                 \
      "more than, neither >, >= nor BETWEEN")                                  \
    X(greater_extra,                                                           \
      greater && !CUE(GREATER) && !CUE(AT_LEAST) && !CUE(BETWEEN) &&           \
          !CUE(COMPARISON),                                                    \
      "> or >=, not asked for")                                                \
    X(less_missing, (CUE(LESS) || CUE(AT_MOST)) && !less && !between,          \
      "less than, neither <, <= nor BETWEEN")                                  \
    X(less_extra,                                                              \
      less && !CUE(LESS) && !CUE(AT_MOST) && !CUE(BETWEEN) &&                  \
          !CUE(COMPARISON),                                                    \
      "< or <=, not asked for")                                                \
    X(at_least_strict,                                                         \
      CUE(AT_LEAST) && CONDITION(GREATER) && !CONDITION(GREATER_EQUAL),        \
      "at least, > and no >=")                                                 \
    X(at_most_strict,                                                          \
      CUE(AT_MOST) && CONDITION(LESS) && !CONDITION(LESS_EQUAL),               \
      "at most, < and no <=")                                                  \
    X(greater_inclusive,                                                       \
      CUE(GREATER) && !CUE(AT_LEAST) && CONDITION(GREATER_EQUAL),              \
      "more than, >=")                                                         \
    X(less_inclusive, CUE(LESS) && !CUE(AT_MOST) && CONDITION(LESS_EQUAL),     \
      "less than, <=")                                                         \
    X(between_missing, CUE(BETWEEN) && !between && !(greater && less),         \
      "between, no BETWEEN nor > with <")                                      \
    X(between_extra, between && !CUE(BETWEEN), "BETWEEN, not asked for")       \
    X(negation_missing, CUE(NEGATION) && !negated,                             \
      "a negation, no NOT, != or EXCEPT")                                      \
    X(negation_extra, negated && !CUE(NEGATION),                               \
      "NOT, != or EXCEPT, no negation")                                        \
    X(both_missing, CUE(BOTH) && !COMPOUND(INTERSECT), "both, no INTERSECT")   \
    X(both_extra, COMPOUND(INTERSECT) && !CUE(BOTH),                           \
      "INTERSECT, no both, also or as well as")                                \
    X(either_missing, CUE(EITHER) && !either && !CONDITION(IN),                \
      "or, neither OR, IN nor UNION")                                          \
    X(either_extra, either && !CUE(EITHER), "OR or UNION, no or")              \
    X(distinct_missing, CUE(DISTINCT) && !USES(DISTINCT) && !CLAUSE(GROUP),    \
      "distinct, neither DISTINCT nor GROUP BY")                               \
    X(distinct_extra, USES(DISTINCT) && !CUE(DISTINCT),                        \
      "DISTINCT, not asked for")                                               \
    X(like_missing, CUE(LIKE) && !CONDITION(LIKE),                             \
      "contains, starts or ends with; no LIKE")                                \
    X(like_extra, CONDITION(LIKE) && !CUE(LIKE), "LIKE, not asked for")        \
    X(comparison_missing, CUE(COMPARISON) && !ROLE(CONDITION),                 \
      "compared with an average or all, no subquery")                          \
    X(nesting_extra,                                                           \
      ROLE(CONDITION) && !CUE(NEGATION) && !CUE(COMPARISON) &&                 \
          !CUE(SUPERLATIVE),                                                   \
      "a subquery, nothing asks for one")

#define T2S_DISAGREES_PLACE(name, condition, meaning) T2S_DISAGREES_##name,
enum { T2S_CUE_DISAGREEMENTS(T2S_DISAGREES_PLACE) T2S_DISAGREEMENTS };

/* Where a query disagrees with a question. What an earlier turn asked for, or
 * its query has, is not extra. */
void t2s_cues_compare(bool disagrees[T2S_DISAGREEMENTS],
                      const struct t2s_question_facts *question,
                      const struct t2s_query *query);

#endif
