/* Words of a question that narrow, for which a query does nothing. */
#include "facts/unmet_words.h"

#include <string.h>

#include "base/string.h"
#include "facts/live_words.h"
#include "facts/roles.h"
#include "facts/units.h"
#include "schema/words.h"

/* ------------------------------------------------------- bare queries */

/* Whether a column says what state a row is in, or since when it is over. */
static bool is_state(const t2sed_schema *schema, int32_t column)
{
    static const char states[] =
        "status|sts|stat|state|active|inactive|valid|current|closed|open|"
        "deleted|archived|live|held|occupied";
    const char *name = schema->columns[column].name;
    return t2s_name_has_of(states, name) || t2s_names_end(name);
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

int32_t t2s_find_bare_noun(const t2s_restrictions *of, const t2s_query *query,
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

/* "Unsolved" beside a table with solved_at that the query does not use. */
static bool is_undone(const t2s_restricted_word *word, const t2s_query *query,
                      const t2sed_schema *schema, const t2s_table *table)
{
    bool is_there = false;
    const size_t prefix = t2s_negating_prefix(word->text, word->length);
    if (!prefix || t2s_casecmp_n(word->text, prefix, "un", 2) != 0 ||
        !word->is_content || word->is_met || word->is_used ||
        t2s_casecmp_n(word->text + word->length - 2, 2, "ed", 2) != 0)
        return false;
    for (int32_t c = 0; c < table->column_count; c++) {
        const int32_t column = table->first_column + c;
        if (!t2s_name_has_akin(schema->columns[column].name,
                               word->text + prefix, word->length - prefix))
            continue;
        if (t2s_query_names_column(query, column))
            return false;
        is_there = true;
    }
    return is_there;
}

/* Whether word i asks for what is so at present, "right now", "currently", or
 * for what is not paid. */
static bool asks_for_present(const t2s_restricted_words *words, size_t i,
                             bool has_payment)
{
    const t2s_restricted_word *at = &words->at[i];
    return !at->is_met && !at->is_used &&
           (t2s_word_is_of("currently|presently|nowadays|current", at->text,
                           at->length) ||
            /* "Still owe" is said of a balance, too. */
            (t2s_restricted_words_say(words, i, "still") &&
             !t2s_restricted_words_say(words, i + 1, "owe|owes|owing")) ||
            (has_payment && t2s_says_owed(words, i)) ||
            (i > 0 &&
             ((t2s_word_is_of("now", at->text, at->length) &&
               t2s_word_is_of("right|of", at[-1].text, at[-1].length)) ||
              (t2s_word_is_of("moment|present", at->text, at->length) &&
               t2s_word_is_of("the|at", at[-1].text, at[-1].length)))));
}

/* Whether a query uses a state, an end or a time of its rows. */
static bool uses_state(const t2s_restrictions *of, const t2s_query *query,
                       const t2sed_schema *schema)
{
    for (size_t i = 0; i < of->count; i++)
        if (of->at[i].column >= 0 && is_state(schema, of->at[i].column))
            return true;
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_COLUMN && !use->only_ties &&
            use->index != T2S_NO_ITEM &&
            (schema->columns[use->index].kind == T2SED_TYPE_TIME ||
             is_state(schema, use->index)))
            return true;
    return false;
}

void t2s_find_forgotten_present(t2s_restrictions *of, const t2s_query *query,
                                const t2sed_schema *schema,
                                const t2s_question_facts *question)
{
    bool has_state = false, has_payment = false, reads_payments = false;
    int32_t undone = -1;
    of->present = -1;
    of->is_present_sure = true;
    if (query->parts.clauses[T2S_CLAUSE_LIMIT] || uses_state(of, query, schema))
        return;
    t2s_for_each_use (query, use) {
        const t2s_table *table;
        if (use->kind != T2S_USES_TABLE || use->index == T2S_NO_ITEM)
            continue;
        table = &schema->tables[use->index];
        for (size_t i = 0; i < of->question.count && undone < 0; i++)
            if (is_undone(&of->question.at[i], query, schema, table))
                undone = (int32_t)i;
        reads_payments |= t2s_name_says(table->readable, "payment payments");
        for (int32_t c = 0; c < table->column_count; c++) {
            const int32_t column = table->first_column + c;
            has_state |= is_state(schema, column);
            has_payment |= t2s_names_payment(schema->columns[column].name);
        }
    }
    for (size_t i = 0; i < of->question.count && has_state && of->present < 0;
         i++)
        if (asks_for_present(&of->question, i, has_payment && !reads_payments))
            of->present = (int32_t)i;
    if (of->present < 0)
        of->present = undone;
    else if (t2s_restricted_words_say(&of->question, (size_t)of->present,
                                      "current"))
        /* "Current members", not "current prices". */
        of->is_present_sure =
            (size_t)of->present + 1 < of->question.count &&
            names_table(query, question, &of->question.at[of->present + 1]);
}
