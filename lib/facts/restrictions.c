#include "facts/restrictions.h"

#include <string.h>

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

/* The tables of a subquery or of an anti-join; one with a negated word wins. */
static void link_tables(t2s_restrictions *in, t2s_restriction *of,
                        const t2s_query *query, const t2sed_schema *schema)
{
    const t2s_sql_scopes *scopes = &query->in_sight;
    for (size_t i = 0; i < scopes->relations.count && i < 64; i++) {
        const t2s_sql_relation *at = &scopes->relations.at[i];
        const t2s_node *node = &query->tree->nodes[at->node];
        const char *name;
        size_t end = 0, begin;
        if (at->table < 0 ||
            !((int32_t)i == of->relation ||
              (node->begin >= of->begin && node->end <= of->end)))
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

static void link_column(t2s_restrictions *in, t2s_restriction *of,
                        const char *name)
{
    const t2s_word_link found =
        find_name(&in->question, name, strlen(name), true);
    if (found.word >= 0 &&
        (of->kind == T2S_RESTRICTS_NULL || of->kind == T2S_RESTRICTS_FLAG))
        link_to(in, of, found);
    of->word = found.word;
    /* "Unknown counts ignored", "skip those without an end" */
    if (found.word >= 0 && of->kind == T2S_RESTRICTS_NULL &&
        in->question.at[found.word].is_excluded &&
        says_empty(&in->question, (size_t)found.word))
        of->direction = 0;
    if (of->direction > 0 || of->kind != T2S_RESTRICTS_NULL ||
        !t2s_names_end(name))
        return;
    for (size_t i = 0; i < in->question.count; i++)
        if (in->question.at[i].is_live) {
            const int by_live = -direction(of, &in->question.at[i], false);
            /* Where both words stand there, "fixed" and "open", either may be
             * meant. */
            of->direction = of->word < 0 ? by_live : 0;
            of->word = (int32_t)i;
            in->negations++;
            return;
        }
}

/* Whether the question has the number of a value, or the year of a date. */
static bool is_asked_number(const t2s_restriction *of,
                            const t2s_question_facts *question)
{
    size_t at = 0, begin;
    double number;
    if (!of->text || !t2s_next_word(of->text, of->length, &at, &begin, false) ||
        !t2s_word_number(of->text + begin, at - begin, &number))
        return false;
    for (size_t i = 0; i < question->numbers.count; i++)
        if (question->numbers.at[i].value == number)
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

/* Whether a column is compared otherwise, too: x IN (0, 1), x IS NULL OR x > 5.
 */
static bool is_compared_again(const t2s_restrictions *in,
                              const t2s_restriction *of)
{
    for (size_t i = 0; i < in->count; i++) {
        const t2s_restriction *at = &in->at[i];
        if (at != of && at->column == of->column && of->column >= 0 &&
            (at->kind == T2S_RESTRICTS_AMOUNT ||
             (at->kind == T2S_RESTRICTS_COLUMNS && of->direction < 0 &&
              of->kind == T2S_RESTRICTS_NULL && of->sign > 0) ||
             (at->kind == of->kind && at->sign != of->sign)))
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
        if (at->direction < 0 && negates_another(in, at))
            at->direction = 1;
        if (at->is_undirected || is_compared_again(in, at) ||
            (at->direction < 0 && guards(in, query, at)))
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

/* ------------------------------------------------------- bare queries */

/* Whether a column says what state a row is in, or since when it is over. */
static bool is_state(const t2sed_schema *schema, int32_t column)
{
    static const char states[] =
        "status|sts|stat|state|active|inactive|valid|current|closed|open|"
        "deleted|archived|live|held|occupied";
    const char *name = schema->columns[column].name;
    const size_t n = strlen(name);
    size_t at = 0, begin;
    while (t2s_next_word(name, n, &at, &begin, true))
        if (t2s_word_is_of(states, name + begin, at - begin))
            return true;
    return t2s_names_end(name);
}

/* Adjectives that do not choose rows as surely as the others that narrow. */
static const char loose[] =
    "only|without|never|once|twice|several|multiple|repeatedly|own|still|"
    "complete|public|published|scheduled|past|used|rated|listed|available|"
    "registered|missing|main|primary|full|new|latest|recent|popular|early|"
    "original|regular|frequent|working|free";
/* Before an adjective, rows of both kinds are asked for. */
static const char adding[] =
    "including|incl|include|also|even|plus|and|or|vs|versus|any|no|between|"
    "just|counting|of|to|with";
/* The same right behind the noun. */
static const char added[] =
    "included|include|too|also|as|listed|count|left|ignored|excluded|may|vs|"
    "versus|and|or";

/* Whether a word is of the name of a table that the query reads. */
static bool names_table(const t2s_query *query,
                        const t2s_question_facts *question,
                        const t2s_restricted_word *word)
{
    const int32_t stem =
        t2s_question_find_stem(question, word->text, word->length);
    t2s_for_each_use (query, use)
        if (stem >= 0 && use->kind == T2S_USES_TABLE &&
            use->index != T2S_NO_ITEM &&
            t2s_match_has_stem(question, &question->tables[use->index], stem))
            return true;
    return false;
}

/* Whether a query chooses no rows, and shows or counts no state of them. */
static bool is_bare(const t2s_query *query, const t2sed_schema *schema)
{
    const t2s_query_parts *parts = &query->parts;
    if (parts->conditions > 0 || query->tests.count > 0 ||
        parts->operators[T2S_OPERATOR_ARITHMETIC] ||
        parts->clauses[T2S_CLAUSE_HAVING] || parts->clauses[T2S_CLAUSE_LIMIT] ||
        parts->compounds[T2S_COMPOUND_EXCEPT] ||
        parts->compounds[T2S_COMPOUND_INTERSECT])
        return false;
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_COLUMN && use->index != T2S_NO_ITEM &&
            !use->only_ties &&
            (is_state(schema, use->index) ||
             (use->function == T2S_FUNCTION_COUNT &&
              !t2s_schema_is_key(schema, use->index))))
            return false;
    return true;
}

/* The word for t2s_restrictions.bare. */
static int32_t find_bare(const t2s_restrictions *of, const t2s_query *query,
                         const t2sed_schema *schema,
                         const t2s_question_facts *question)
{
    if (of->count > 0 || !is_bare(query, schema))
        return -1;
    for (size_t i = 0; i + 1 < of->question.count; i++) {
        const t2s_restricted_word *word = &of->question.at[i];
        /* A join chooses rows, too: "paid orders" are those with a payment. */
        const bool joins_choose =
            !t2s_word_is_of(T2S_OFTEN_WORDS, word->text, word->length);
        if (word->is_narrowing && !word->is_met && !word->is_used &&
            word[1].segment == word->segment &&
            (query->parts.tables < 2 || !joins_choose) &&
            !t2s_word_is_of(loose, word->text, word->length) &&
            (i == 0 ||
             !t2s_word_is_of(adding, word[-1].text, word[-1].length)) &&
            names_table(query, question, &word[1]) &&
            (i + 2 == of->question.count ||
             !t2s_word_is_of(added, word[2].text, word[2].length)))
            return (int32_t)i;
    }
    return -1;
}

/* ------------------------------------------------------- the whole */

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
    for (size_t i = 0; i < out->count; i++)
        link_one(out, &out->at[i], query, schema, question, coverage);
    settle(out, query, question);
    out->bare = find_bare(out, query, schema, question);
}

/* ------------------------------------------------------------- offers */

/* Whether a name has a form of a word. */
static bool has_form(const char *name, const t2s_restricted_word *word)
{
    const size_t prefix = t2s_negating_prefix(word->text, word->length);
    const size_t n = strlen(name);
    size_t at = 0, begin;
    while (t2s_next_word(name, n, &at, &begin, true))
        if (at - begin > 2 &&
            (t2s_words_are_akin(name + begin, at - begin, word->text,
                                word->length) ||
             (prefix &&
              t2s_words_are_akin(name + begin, at - begin, word->text + prefix,
                                 word->length - prefix))) &&
            !t2s_is_filler(name + begin, at - begin))
            return true;
    return false;
}

int t2s_restrictions_offered(const t2s_restrictions *of, const t2s_query *query,
                             const t2sed_schema *schema)
{
    int offered = 0;
    for (size_t i = 0; i < of->question.count; i++) {
        const t2s_restricted_word *word = &of->question.at[i];
        bool unused = false, used = false;
        if (!word->is_content || word->is_met || word->is_used)
            continue;
        for (size_t c = 0; c < schema->column_count && !used; c++)
            if (!t2s_schema_is_key(schema, (int32_t)c) &&
                has_form(schema->columns[c].name, word)) {
                used = t2s_query_names_column(query, (int32_t)c);
                unused = true;
            }
        offered += unused && !used;
    }
    return offered;
}

/* Whether words ask for what is so at present: "right now", "currently". */
static bool asks_for_present(const t2s_restricted_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const t2s_restricted_word *at = &words->at[i];
        if (at->is_met || at->is_used)
            continue;
        if (t2s_word_is_of("currently|presently|nowadays|still|current",
                           at->text, at->length) ||
            (i > 0 &&
             ((t2s_word_is_of("now", at->text, at->length) &&
               t2s_word_is_of("right|of", at[-1].text, at[-1].length)) ||
              (t2s_word_is_of("moment|present", at->text, at->length) &&
               t2s_word_is_of("the|at", at[-1].text, at[-1].length)))))
            return true;
    }
    return false;
}

bool t2s_restrictions_forget_present(const t2s_restrictions *of,
                                     const t2s_query *query,
                                     const t2sed_schema *schema)
{
    bool has_state = false;
    if (query->parts.clauses[T2S_CLAUSE_LIMIT] ||
        !asks_for_present(&of->question))
        return false;
    t2s_for_each_use (query, use) {
        const t2s_table *table;
        if (use->kind == T2S_USES_COLUMN && !use->only_ties &&
            use->index != T2S_NO_ITEM &&
            (schema->columns[use->index].kind == T2SED_TYPE_TIME ||
             is_state(schema, use->index)))
            return false;
        if (use->kind != T2S_USES_TABLE || use->index == T2S_NO_ITEM)
            continue;
        table = &schema->tables[use->index];
        for (int32_t c = 0; c < table->column_count; c++)
            has_state |= is_state(schema, table->first_column + c);
    }
    return has_state;
}
