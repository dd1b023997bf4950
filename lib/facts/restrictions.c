#include "facts/restrictions.h"

#include <string.h>

#include "base/string.h"
#include "facts/late_words.h"
#include "facts/live_words.h"
#include "facts/roles.h"
#include "facts/stated_words.h"
#include "facts/unmet_words.h"
#include "schema/words.h"

/* ------------------------------------------------------------- links */

/* The word that a name or a value has a form of. */
static t2s_word_link find_name(const t2s_restricted_words *words,
                               const char *text, size_t n, bool is_name)
{
    size_t at = 0, begin;
    t2s_word_link found = {-1, false, 0};
    bool is_negated = false; /* no_show, not_paid */
    while (t2s_next_word(text, n, &at, &begin, is_name)) {
        t2s_word_link next;
        is_negated |=
            at < n && t2s_word_is_of("no|not|non", text + begin, at - begin);
        /* "Free" of gluten_free is for it; or else gluten is its opposite. */
        if (begin > 0 && t2s_word_is_of("free", text + begin, at - begin)) {
            next = t2s_restricted_words_find(words, "free", 4);
            if (next.word >= 0) {
                found = next;
                break;
            }
            is_negated ^= found.word >= 0;
            continue;
        }
        if (at - begin < 2 ||
            (is_name && t2s_is_filler(text + begin, at - begin)))
            continue;
        next = t2s_restricted_words_find(words, text + begin, at - begin);
        if (next.word >= 0 && next.common > found.common)
            found = next;
    }
    found.is_flipped ^= is_negated;
    return found;
}

static int direction(const t2s_restriction *of, const t2s_restricted_word *word,
                     bool is_flipped)
{
    return word->is_negated != is_flipped ? -of->sign : of->sign;
}

static void link_to(t2s_restrictions *in, t2s_restriction *of,
                    t2s_word_link found)
{
    if (found.word < 0)
        return;
    of->word = found.word;
    of->direction =
        direction(of, &in->question.at[found.word], found.is_flipped);
    in->negations += found.is_flipped;
}

/* Words that nearly always say that there are no such rows. */
static bool denies_rows(const t2s_restrictions *in)
{
    size_t related = 0;
    for (size_t i = 0; i < in->count; i++)
        related += in->at[i].kind == T2S_RESTRICTS_RELATED;
    for (size_t i = 0; related == 1 && i < in->question.count; i++)
        if (t2s_word_is_of("never|nobody|without|none|nothing|noone|anyone",
                           in->question.at[i].text, in->question.at[i].length))
            return true;
    return false;
}

/* Whether a relation of the query is that of an anti-join, or in a subquery. */
static bool is_inside(const t2s_restriction *of, const t2s_query *query,
                      size_t relation)
{
    const t2s_sql_relation *at = &query->in_sight.relations.at[relation];
    const t2s_node *node = &query->tree->nodes[at->node];
    return at->table >= 0 &&
           ((int32_t)relation == of->relation ||
            (node->begin >= of->begin && node->end <= of->end));
}

/* The tables of a subquery or of an anti-join; one with a negated word wins. */
static void link_tables(t2s_restrictions *in, t2s_restriction *of,
                        const t2s_query *query, const t2sed_schema *schema)
{
    const t2s_sql_scopes *scopes = &query->in_sight;
    for (size_t i = 0; i < scopes->relations.count && i < 64; i++) {
        const t2s_sql_relation *at = &scopes->relations.at[i];
        const char *name;
        size_t end = 0, begin;
        if (!is_inside(of, query, i))
            continue;
        name = schema->tables[at->table].name;
        while (t2s_next_word(name, strlen(name), &end, &begin, true)) {
            const t2s_word_link found = t2s_restricted_words_find(
                &in->question, name + begin, end - begin);
            if (found.word >= 0 &&
                (of->word < 0 || in->question.at[found.word].is_negated))
                link_to(in, of, found);
        }
    }
    if ((of->word < 0 || !in->question.at[of->word].is_negated) &&
        denies_rows(in))
        of->direction = -of->sign;
}

static bool says_empty(const t2s_restricted_words *words, size_t i);

/* Whether a column is the only one of its table for an end of that kind. */
static bool is_lone_completion(const t2sed_schema *schema, int32_t column)
{
    const t2s_table *of = &schema->tables[schema->columns[column].table];
    int count = 0;
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++)
        count += t2s_names_completion(schema->columns[c].name);
    return count == 1 && t2s_names_completion(schema->columns[column].name);
}

/* "Done" of a query that tests completed_on for NULL. */
static void link_completion(t2s_restrictions *in, t2s_restriction *of,
                            const t2sed_schema *schema)
{
    if (of->kind != T2S_RESTRICTS_NULL || of->word >= 0 ||
        !is_lone_completion(schema, of->column))
        return;
    for (size_t i = 0; i < in->question.count; i++)
        if (t2s_says_completion(in->question.at[i].text,
                                in->question.at[i].length)) {
            link_to(in, of, (t2s_word_link){(int32_t)i, false, 0});
            return;
        }
}

#define OFF "off|disabled|deactivated|inactive"

/* Whether the words behind those of a name say that it does not hold: "ssl
 * turned off", "with ssl disabled"; but not "paid off", "not switched off". */
static bool is_off(const t2s_restricted_words *words, size_t i,
                   const char *name)
{
    const int32_t segment = words->at[i].segment;
    const t2s_restricted_word *last;
    size_t first = i, k = i + 1, at = 0, begin;
    bool is_switched = false;
    while (t2s_next_word(name, strlen(name), &at, &begin, true))
        if (t2s_word_is_of(OFF, name + begin, at - begin))
            return false;
    while (
        first > 0 && words->at[first - 1].segment == segment &&
        (t2s_name_has_akin(name, words->at[first - 1].text,
                           words->at[first - 1].length) ||
         t2s_restricted_words_say(words, first - 1, "the|their|its|his|her")))
        first--;
    while (k < words->count && words->at[k].is_content &&
           t2s_name_has_akin(name, words->at[k].text, words->at[k].length))
        k++;
    last = &words->at[k - 1];
    for (; t2s_restricted_words_say(
             words, k, "is|are|was|were|been|being|turned|switched|set|to");
         k++)
        is_switched |=
            t2s_restricted_words_say(words, k, "turned|switched|set") ||
            ((first == 0 || words->at[first - 1].segment != segment) &&
             t2s_restricted_words_say(words, k, "is|was"));
    return t2s_restricted_words_say(words, k, OFF) && k < i + 5 &&
           words->at[k].segment == segment && !last->is_narrowing &&
           last->length > 2 &&
           t2s_casecmp_n(last->text + last->length - 2, 2, "ed", 2) != 0 &&
           (is_switched ||
            (first > 0 && words->at[first - 1].segment == segment &&
             t2s_restricted_words_say(words, first - 1,
                                      "with|where|have|has|had|having|whose|if|"
                                      "when")));
}

static void link_column(t2s_restrictions *in, t2s_restriction *of,
                        const char *name)
{
    const t2s_word_link found =
        find_name(&in->question, name, strlen(name), true);
    if (found.word >= 0 &&
        (of->kind == T2S_RESTRICTS_NULL || of->kind == T2S_RESTRICTS_FLAG))
        link_to(in, of, found);
    of->word = found.word;
    if (found.word >= 0 && of->kind == T2S_RESTRICTS_FLAG &&
        is_off(&in->question, (size_t)found.word, name)) {
        of->direction = -of->direction;
        in->negations++;
    }
    /* "Unknown counts ignored", "skip those without an end" */
    if (found.word >= 0 && of->kind == T2S_RESTRICTS_NULL &&
        in->question.at[found.word].is_excluded &&
        says_empty(&in->question, (size_t)found.word))
        of->direction = 0;
    in->negations += t2s_link_live_words(of, &in->question, name);
}

/* The hours of a time of day, '18:30:00'; false for another text. */
static bool read_clock(int64_t *seconds, const char *text)
{
    int64_t hour = 0, minute = 0;
    size_t n = 0;
    for (; n < 3 && t2s_is_digit(text[n]); n++)
        hour = hour * 10 + (text[n] - '0');
    if (n == 0 || n > 2 || text[n] != ':' || !t2s_is_digit(text[n + 1]) ||
        !t2s_is_digit(text[n + 2]))
        return false;
    minute = (text[n + 1] - '0') * 10 + (text[n + 2] - '0');
    *seconds = hour * 3600 + minute * 60;
    return true;
}

/* Whether the question has a time of day at one of whose ends a time is: of
 * "after 6pm" 18:00. *has_hours: whether it has any. */
static bool is_asked_hour(bool *has_hours, int64_t seconds,
                          const t2s_question_facts *question)
{
    *has_hours = false;
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind != T2S_TIME_HOURS)
            continue;
        *has_hours = true;
        if (at->window.from == seconds || at->window.to == seconds)
            return true;
    }
    return false;
}

/* Whether the question has the number of a value, the year of a date, or a time
 * of day. */
static bool is_asked_number(const t2s_restriction *of,
                            const t2s_question_facts *question)
{
    size_t at = 0, begin;
    double number;
    int64_t seconds;
    bool has_hours = false;
    if (of->text && read_clock(&seconds, of->text)) {
        if (is_asked_hour(&has_hours, seconds, question))
            return true;
        if (has_hours)
            return false;
    }
    if (!of->text || !t2s_next_word(of->text, of->length, &at, &begin, false) ||
        !t2s_word_number(of->text + begin, at - begin, &number))
        return false;
    for (size_t i = 0; i < question->numbers.count; i++)
        if (question->numbers.at[i].value == number ||
            question->numbers.at[i].in_days == number)
            return true;
    return false;
}

/* ------------------------------------------------------------- knowledge */

static const char empties[] =
    "empty|null|no|not|without|blank|missing|none|lacks|unset|nobody|unknown";

/* Whether the words right around one say that it is empty. */
static bool says_empty(const t2s_restricted_words *words, size_t i)
{
    for (size_t k = i > 3 ? i - 3 : 0; k < words->count && k < i + 5; k++)
        if (words->at[k].segment == words->at[i].segment &&
            t2s_word_is_of(empties, words->at[k].text, words->at[k].length))
            return true;
    return false;
}

/* Words of the question that the knowledge has around one of its own: the
 * condition is for them. */
static void meet_terms(t2s_restrictions *in, const t2s_restricted_word *around)
{
    for (size_t k = 0; k < in->knowledge.count; k++) {
        const t2s_restricted_word *at = &in->knowledge.at[k];
        t2s_word_link found;
        if ((!at->is_content && !at->is_narrowing) ||
            at->segment > around->segment || at->segment + 1 < around->segment)
            continue;
        found = t2s_restricted_words_find(&in->question, at->text, at->length);
        if (found.word >= 0)
            in->question.at[found.word].is_met = true;
    }
}

static void explain(t2s_restrictions *in, t2s_restriction *of,
                    const t2sed_schema *schema)
{
    t2s_word_link found = {-1, false, 0};
    if (of->column >= 0) {
        const char *name = schema->columns[of->column].name;
        found = find_name(&in->knowledge, name, strlen(name), true);
    }
    if (found.word >= 0 && of->kind == T2S_RESTRICTS_NULL && !of->direction)
        of->explained = says_empty(&in->knowledge, (size_t)found.word) ||
                                in->knowledge.at[found.word].is_negated
                            ? -of->sign
                            : of->sign;
    if (found.word < 0 && of->text && of->kind == T2S_RESTRICTS_VALUE)
        found = find_name(&in->knowledge, of->text, of->length, false);
    if (found.word < 0)
        return;
    of->is_free = false;
    meet_terms(in, &in->knowledge.at[found.word]);
}

/* ------------------------------------------------------------- the whole */

/* Whether two conditions are for rows of other tables: of those with a loan
 * that have no account. */
static bool are_of_others(const t2s_restriction *a, const t2s_restriction *b,
                          const t2s_query *query)
{
    const t2s_sql_scopes *scopes = &query->in_sight;
    size_t count = 0;
    if (a->kind != T2S_RESTRICTS_RELATED)
        return false;
    for (size_t i = 0; i < scopes->relations.count && i < 64; i++) {
        if (!is_inside(a, query, i))
            continue;
        count++;
        for (size_t k = 0; k < scopes->relations.count && k < 64; k++)
            if (is_inside(b, query, k) &&
                scopes->relations.at[k].table == scopes->relations.at[i].table)
                return false;
    }
    return count > 0;
}

/* Whether a column is compared otherwise, too: x IN (0, 1), x IS NULL OR x > 5.
 */
static bool is_compared_again(const t2s_restrictions *in,
                              const t2s_query *query, const t2s_restriction *of)
{
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restriction *at = &in->at[i];
        if (at != of && at->column == of->column && of->column >= 0 &&
            (at->kind == T2S_RESTRICTS_AMOUNT ||
             (at->kind == T2S_RESTRICTS_COLUMNS && of->direction < 0 &&
              of->kind == T2S_RESTRICTS_NULL && of->sign > 0) ||
             (at->kind == of->kind && at->sign != of->sign &&
              !are_of_others(at, of, query))))
            return true;
    }
    return false;
}

/* Whether IS NOT NULL only protects a computation: the column is summed or
 * averaged (SUM(eggs - hatched) beside hatched IS NOT NULL), or its word is
 * excluded by the question and another condition compares the column with a
 * column. */
static bool guards(const t2s_restrictions *in, const t2s_query *query,
                   const t2s_restriction *of)
{
    if (of->kind != T2S_RESTRICTS_NULL || of->sign < 0)
        return false;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (of->word >= 0 && in->question.at[of->word].is_excluded &&
            at->value.operand == T2S_OPERAND_COLUMN &&
            (at->slot.column == of->column || at->value.column == of->column))
            return true;
    }
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        int32_t node = at->expr;
        if (at->column != of->column ||
            query->tree->nodes[node].begin == of->place)
            continue;
        for (; node != T2S_NO_NODE &&
               !t2s_sql_is(query->tree, node, T2S_RULE_select_core);
             node = query->tree->nodes[node].parent)
            if (t2s_sql_calls(query->tree, node, "SUM TOTAL AVG"))
                return true;
    }
    return false;
}

/* Whether a negation is for another condition than that for a value behind its
 * verb: "not paid by members in Graz". */
static bool negates_another(const t2s_restrictions *in,
                            const t2s_restriction *of)
{
    if (of->kind != T2S_RESTRICTS_VALUE || of->sign < 0 || of->word < 0 ||
        !in->question.at[of->word].is_far)
        return false;
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restriction *at = &in->at[i];
        if (at != of && at->sign < 0 && at->direction >= 0 &&
            (at->column != of->column || of->column < 0))
            return true;
    }
    return false;
}

static bool is_in_negated(const t2s_restrictions *in, const t2s_restriction *of)
{
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restriction *at = &in->at[i];
        if (at != of && at->sign < 0 && at->begin < at->end &&
            of->place >= at->begin && of->place < at->end)
            return true;
    }
    return false;
}

/* Takes back directions that are less sure than they look. */
static void settle(t2s_restrictions *in, const t2s_query *query,
                   const t2s_question_facts *question)
{
    const bool asks_no = in->negations > 0 || question->cues[T2S_CUE_EACH] ||
                         question->cues[T2S_CUE_ALL] || in->asks_different ||
                         question->cues[T2S_CUE_ONLY];
    for (size_t i = 0; i < in->count; i++) {
        t2s_restriction *at = &in->at[i];
        at->guards = guards(in, query, at);
        at->is_free &= !at->guards;
        if (at->direction < 0 && negates_another(in, at))
            at->direction = 1;
        if (at->is_undirected || is_compared_again(in, query, at) ||
            (at->direction < 0 && at->guards))
            at->direction = at->explained = 0;
        else if ((at->direction < 0 || at->explained < 0) &&
                 (is_in_negated(in, at) || (at->is_attached && asks_no) ||
                  (at->kind == T2S_RESTRICTS_RELATED && at->sign < 0 &&
                   asks_no)))
            at->direction = at->explained = 0;
    }
}

/* The word of the value for whose row a condition has the key. */
static void link_key(t2s_restrictions *in, t2s_restriction *of,
                     const t2s_question_facts *question,
                     const t2s_value_keys *keys)
{
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        if (!keys->own[i] || keys->own[i]->value.text != of->text)
            continue;
        for (size_t w = 0; w < in->question.count; w++)
            if (in->question.at[w].text == question->text + value->begin)
                link_to(in, of, (t2s_word_link){(int32_t)w, false, 0});
    }
}

static void link_one(t2s_restrictions *in, t2s_restriction *of,
                     const t2s_query *query, const t2sed_schema *schema,
                     const t2s_question_facts *question,
                     const t2s_coverage *coverage)
{
    if (of->text)
        link_key(in, of, question, &coverage->keys);
    if (of->text && of->word < 0 && of->kind == T2S_RESTRICTS_VALUE)
        link_to(in, of, find_name(&in->question, of->text, of->length, false));
    if (of->kind == T2S_RESTRICTS_RELATED)
        link_tables(in, of, query, schema);
    if (of->column >= 0 && of->word < 0)
        link_column(in, of, schema->columns[of->column].name);
    if (of->column >= 0)
        link_completion(in, of, schema);
    t2s_link_late_words(of, in, schema);
    t2s_link_stated_words(of, in, schema, question);
    of->is_free = of->word < 0 && !is_asked_number(of, question);
    if (of->word >= 0)
        in->question.at[of->word].is_met = true;
    if (in->knowledge.count)
        explain(in, of, schema);
}

static void copy_words(t2s_restricted_words *to, const t2s_restricted_words *of)
{
    to->count = of->count;
    memcpy(to->at, of->at, of->count * sizeof *of->at);
}

/* ------------------------------------------------------- the whole */

/* Whether a word of the question is written with a capital, and another one,
 * which is not the first, without. */
static bool is_capital(const t2s_question_facts *question, const char *text)
{
    bool is_so = false, is_told = false;
    for (size_t i = 0; i < question->words.count; i++) {
        const t2s_question_word *at = &question->words.at[i];
        if (question->text + at->begin == text)
            is_so = at->is_capital;
        is_told |= i > 0 && !at->is_capital;
    }
    return is_so && is_told;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Takes capitalised words of two letters for content where a condition compares
 * with them, as "CA". */
static void take_codes(t2s_restrictions *in, const t2s_question_facts *question)
{
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restriction *of = &in->at[i];
        if (of->kind != T2S_RESTRICTS_VALUE || of->length != 2 ||
            !is_upper(of->text[0]) || !is_upper(of->text[1]))
            continue;
        for (size_t w = 0; w < in->question.count; w++) {
            t2s_restricted_word *word = &in->question.at[w];
            word->is_content |=
                t2s_casecmp_n(word->text, word->length, of->text, 2) == 0 &&
                is_capital(question, word->text);
        }
    }
}

void t2s_restrictions_read(t2s_restrictions *out, const t2s_query *query,
                           const t2sed_schema *schema,
                           const t2s_question_facts *question,
                           const t2s_asked_rows *asked,
                           const t2s_coverage *coverage)
{
    copy_words(&out->question, &asked->question);
    copy_words(&out->knowledge, &asked->knowledge);
    out->negations = asked->negations;
    out->asks_different = asked->is_different;
    t2s_restrictions_list(out, query, schema);
    for (size_t i = 0; i < out->question.count; i++) {
        t2s_restricted_word *at = &out->question.at[i];
        const int32_t stem =
            t2s_question_find_stem(question, at->text, at->length);
        at->is_used = stem >= 0 && coverage->covered[stem];
    }
    take_codes(out, question);
    for (size_t i = 0; i < out->count; i++)
        link_one(out, &out->at[i], query, schema, question, coverage);
    settle(out, query, question);
    out->bare = t2s_find_bare_noun(out, query, schema, question);
    t2s_find_forgotten_present(out, query, schema, question);
}

void t2s_restrictions_take_times(t2s_restrictions *in,
                                 const t2s_time_match *times,
                                 const t2s_time_conditions *conditions)
{
    for (size_t i = 0; i < times->asked_count; i++) {
        const t2s_asked_window *asked = &times->asked[i];
        t2sed_span at;
        if (asked->fit < T2S_FIT_SPELLED || asked->nearest < 0)
            continue;
        at = conditions->windows[asked->nearest].place;
        for (size_t k = 0; k < in->count; k++)
            if (in->at[k].kind == T2S_RESTRICTS_AMOUNT &&
                in->at[k].place >= at.begin && in->at[k].place < at.end)
                in->at[k].is_free = false;
    }
}
