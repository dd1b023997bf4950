/* roles.c - the roles that references play, of a question and of a query. */
#include "facts/roles.h"

#include <string.h>

#include "base/string.h"
#include "facts/quantity.h"
#include "schema/words.h"

/* Foreign keys that are looked at. */
#define MOST_KEYS 256
/* Words of a question, likewise. */
#define MOST_WORDS 200

/* Words for one role. */
#define LEADING_WORDS                                                          \
    "manager|mgr|manages|managed|manage|boss|bosses|supervisor|sup|supv|"      \
    "supervises|supervised|supervise|superior|lead|leads|leader|head|chief|"   \
    "reports|report"
#define REPLACING_WORDS                                                        \
    "replaced|replaces|replacement|rplc|rpl|succeeded|succeeds|successor|"     \
    "succ|superseded|supersedes"
#define RECEIVING_WORDS                                                        \
    "consignee|cnsg|recipient|receiver|received|receives|payee"
static const char *const synonyms[] = {
    LEADING_WORDS,
    REPLACING_WORDS,
    RECEIVING_WORDS,
    "buyer|byr|bought|buys|purchaser",
    "approver|approved|approves|apr|apprv|approval",
    "donor|donated|gave|giver|given",
    "author|wrote|written|writer|writes",
    "shipper|shpr|sender"};

static bool share_role(const char *a, size_t a_length, const char *b,
                       size_t b_length)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
        if (t2s_word_is_of(synonyms[i], a, a_length) &&
            t2s_word_is_of(synonyms[i], b, b_length))
            return true;
    return false;
}

/* Whether a name's word has the first letter of a longer word, and all its
 * letters in their order there: supv of supervisor, byr of buyer. */
static bool is_short_for(const char *name, size_t n, const char *word,
                         size_t length)
{
    size_t k = 1;
    if (n < 3 || n >= length || t2s_casecmp_n(name, 1, word, 1) != 0)
        return false;
    for (size_t i = 1; i < length && k < n; i++)
        k += t2s_ascii_lower(name[k]) == t2s_ascii_lower(word[i]);
    return k == n;
}

/* "Reported by" and "who reported" name the one who reported, not whom somebody
 * reports to. */
static bool is_reported_by(const t2s_question_facts *question, int32_t i,
                           const char *word, size_t n)
{
    return t2s_word_is_of("reported", word, n) &&
           (t2s_question_says(question, (size_t)i + 1, "by") ||
            (i > 0 && t2s_question_says(question, (size_t)i - 1, "who")));
}

/* "Report" names one only as in "reports to", "reported by", "who reported". */
static bool is_plain(const t2s_question_facts *question, int32_t i,
                     const char *word, size_t n)
{
    return n < 3 || t2s_word_is_stop(word, n) || t2s_is_filler(word, n) ||
           (t2s_word_is_of("report|reports|reported", word, n) &&
            !t2s_question_says(question, (size_t)i + 1, "to") &&
            !is_reported_by(question, i, word, n));
}

/* The table that a reference leads to, or T2S_NO_ITEM. */
static int32_t target_of(const t2sed_schema *schema, int32_t reference)
{
    const int32_t to = t2s_schema_target(schema, reference);
    return to == T2S_NO_ITEM ? to : schema->columns[to].table;
}

bool t2s_name_has_akin(const char *name, const char *word, size_t n)
{
    size_t at = 0, begin;
    while (t2s_next_word(name, strlen(name), &at, &begin, true))
        if (t2s_words_are_akin(name + begin, at - begin, word, n) ||
            is_short_for(name + begin, at - begin, word, n))
            return true;
    return false;
}

/* Whether the query uses a column that a word of the question may be for. */
static bool is_taken(const t2s_query *query, const t2sed_schema *schema,
                     const t2s_question_facts *question, int32_t word)
{
    size_t n;
    const char *text = t2s_question_text_at(question, (size_t)word, &n);
    t2s_for_each_use (query, use)
        if (use->kind == T2S_USES_COLUMN &&
            t2s_name_has_akin(schema->columns[use->index].name, text, n))
            return true;
    return false;
}

/* Whether a word is of the name of a table. */
static bool names_table(const t2s_question_facts *question, int32_t table,
                        int32_t word)
{
    return t2s_match_has_stem(question, &question->tables[table],
                              question->words.at[word].stem);
}

bool t2s_names_role(const t2sed_schema *schema, int32_t reference,
                    const t2s_question_facts *question, int32_t i)
{
    const t2s_column *of = &schema->columns[reference];
    int32_t target;
    size_t n, at = 0, begin;
    const char *word;
    if (i < 0 || (size_t)i >= question->words.count)
        return false;
    word = t2s_question_text_at(question, (size_t)i, &n);
    if (is_plain(question, i, word, n) || names_table(question, of->table, i))
        return false;
    target = target_of(schema, reference);
    if (target != T2S_NO_ITEM &&
        t2s_name_has_akin(schema->tables[target].name, word, n))
        return false;
    while (t2s_next_word(of->name, strlen(of->name), &at, &begin, true)) {
        const char *own = of->name + begin;
        const size_t length = at - begin;
        if (t2s_is_filler(own, length) ||
            (target != T2S_NO_ITEM &&
             t2s_name_has_akin(schema->tables[target].name, own, length)))
            continue;
        if (t2s_words_are_akin(own, length, word, n) ||
            is_short_for(own, length, word, n) ||
            (share_role(own, length, word, n) &&
             !is_reported_by(question, i, word, n)))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------- references */

typedef struct reference {
    int32_t from, table, target;
    int32_t group; /* of the foreign key, which may have several columns */
    int32_t word;  /* that names it, or -1 */
    int words;
    bool is_used;
    bool is_alone; /* no other one leads from its table to the same */
} reference;

static int32_t list_references(reference *out, const t2s_query *query,
                               const t2sed_schema *schema,
                               const t2s_question_facts *question)
{
    int32_t count = 0;
    for (size_t k = 0; k < schema->foreign_key_count && k < MOST_KEYS; k++) {
        const t2s_foreign_key *key = &schema->foreign_keys[k];
        reference made = {key->from,
                          schema->columns[key->from].table,
                          schema->columns[key->to].table,
                          key->group,
                          -1,
                          0,
                          false,
                          schema->columns[key->from].table !=
                              schema->columns[key->to].table};
        if (!t2s_query_reads_table(query, made.table))
            continue;
        for (size_t o = 0; o < schema->foreign_key_count && made.is_alone;
             o++) {
            const t2s_foreign_key *other = &schema->foreign_keys[o];
            made.is_alone = other->group == key->group ||
                            other->from == key->from ||
                            schema->columns[other->from].table != made.table ||
                            schema->columns[other->to].table != made.target;
        }
        made.is_used = t2s_query_names_column(query, key->from);
        for (size_t i = 0; i < question->words.count && i < MOST_WORDS; i++)
            if (t2s_names_role(schema, key->from, question, (int32_t)i)) {
                made.word = made.word < 0 ? (int32_t)i : made.word;
                made.words++;
            }
        out[count++] = made;
    }
    return count;
}

/* Whether a reference leads where another one does that the query uses in its
 * place, which the question does not name: those on duty for "who reported". */
static bool is_rival(const reference *at, const reference *other)
{
    return other->group != at->group && other->is_used &&
           other->target == at->target && other->word < 0 &&
           (other->table == at->table || at->is_alone);
}

/* "The crew beside the driver" is without the driver. */
static bool is_set_aside(const t2s_question_facts *question, int32_t word)
{
    for (int32_t i = word - 1; i >= 0 && i > word - 3; i--)
        if (t2s_question_says(question, (size_t)i,
                              "beside besides except than excluding without"))
            return true;
    return false;
}

static bool has_rival(const reference *at, const reference *all, int32_t count,
                      const t2s_question_facts *question)
{
    if (is_set_aside(question, at->word))
        return false;
    for (int32_t k = 0; k < count; k++)
        if (is_rival(at, &all[k]))
            return true;
    return false;
}

static void compare_references(t2s_roles *out, const reference *all,
                               int32_t count, const t2s_query *query,
                               const t2sed_schema *schema,
                               const t2s_question_facts *question)
{
    for (int32_t i = 0; i < count; i++) {
        const reference *at = &all[i];
        int32_t rival = T2S_NO_ITEM;
        int rivals = 0;
        bool is_said;
        if (at->word < 0 ||
            (at->is_alone &&
             (at->is_used || !has_rival(at, all, count, question))))
            continue;
        out->asked++;
        out->used += at->is_used;
        if (at->table == at->target)
            out->steps_asked += at->words;
        if (at->is_used)
            continue;
        is_said = is_taken(query, schema, question, at->word);
        for (int32_t k = 0; k < count && !is_said; k++) {
            const reference *other = &all[k];
            is_said = other->group != at->group && other->is_used &&
                      other->table == at->table &&
                      other->target == at->target && other->word == at->word;
            if (is_rival(at, other)) {
                rivals++;
                rival = other->from;
            }
        }
        if (is_said)
            continue;
        out->unused++;
        out->column = at->from;
        out->word = at->word;
        out->rivals += rivals;
        out->rival = rival;
    }
}

/* ------------------------------------------------------------- steps */

static bool is_self_reference(const t2sed_schema *schema, int32_t column)
{
    return column >= 0 &&
           target_of(schema, column) == schema->columns[column].table;
}

static int count_steps(const t2s_query *query, const t2sed_schema *schema)
{
    int steps = 0;
    t2s_for_each_use (query, use)
        steps += use->kind == T2S_USES_COLUMN && use->begin < use->end &&
                 is_self_reference(schema, use->index);
    for (size_t i = 0; i < query->conditions.count; i++)
        steps -= query->conditions.at[i].value.operand == T2S_OPERAND_NULL &&
                 is_self_reference(schema, query->conditions.at[i].slot.column);
    return steps < 0 ? 0 : steps;
}

/* "Those who have the same boss", for "Kim's boss". */
static int count_siblings(const t2s_query *query, const t2sed_schema *schema,
                          const t2s_question_facts *question)
{
    int count = 0;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        count += (at->operator== T2S_OPERATOR_EQUAL || at->operator==
                  T2S_OPERATOR_IN) &&
                 at->slot.column == at->value.column &&
                 is_self_reference(schema, at->slot.column);
    }
    return count > 0 && t2s_question_asks(
                            question, "same|sister|sisters|sibling|siblings|"
                                      "colleague|colleagues|peer|peers|share|"
                                      "shares|fellow|other|others|another|also")
               ? 0
               : count;
}

/* ------------------------------------------------------------- without */

/* "Vets without a mentor", "parts that have not been replaced". */
static bool asks_without(const t2s_question_facts *question, int32_t word)
{
    const bool is_passive =
        word > 0 && t2s_question_says(question, (size_t)word - 1, "been");
    for (int32_t i = word - 1; i >= 0 && i > word - 4; i--)
        if (t2s_question_says(question, (size_t)i,
                              is_passive ? "not never t"
                                         : "without no lack lacks lacking"))
            return true;
    return false;
}

static int compare_without(const t2s_query *query, int32_t column,
                           const t2s_self_join *join)
{
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (at->slot.column == column &&
            at->value.operand == T2S_OPERAND_NULL && !at->is_negated)
            return 2;
    }
    if (!join || join->reference != column)
        return 1;
    /* What IN (SELECT ...) selects from is no relation. */
    return join->counted == T2S_SIDE_PARENT || join->parent < 0 ? 2
           : join->counted == T2S_SIDE_CHILD || join->child < 0 ? -1
                                                                : 1;
}

/* ------------------------------------------------------------- results */

static bool echoes(const t2s_query *query, int32_t result)
{
    const t2s_named_column *name =
        t2s_query_column_at(query, t2s_sql_bare(query->tree, result));
    if (!name || name->column == T2S_NO_ITEM || name->from != T2S_FROM_RELATION)
        return false;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (at->slot.column == name->column && !at->is_negated &&
            at->value.operand == T2S_OPERAND_TEXT &&
            (at->operator==
             T2S_OPERATOR_EQUAL ||(at->operator== T2S_OPERATOR_LIKE && !strpbrk(
                 at->value.text, "%_"))) &&
            t2s_query_relation_of(query, &at->slot) == name->relation)
            return true;
    }
    return false;
}

t2s_roles t2s_roles_match(const t2s_query *query, const t2sed_schema *schema,
                          const t2s_question_facts *question,
                          const t2s_self_join *join)
{
    reference all[MOST_KEYS];
    t2s_roles made = {.column = T2S_NO_ITEM, .rival = T2S_NO_ITEM, .word = -1};
    const int32_t count = list_references(all, query, schema, question);
    const int32_t result = t2s_sql_only_result(query->tree, query->tree->root);
    compare_references(&made, all, count, query, schema, question);
    /* "Those who report to Kim's boss" is said with two words. */
    if (made.steps_asked < 2)
        made.siblings = count_siblings(query, schema, question);
    made.steps = made.steps_asked ? count_steps(query, schema) : 0;
    for (int32_t i = 0; i < count; i++)
        if (all[i].word >= 0 && all[i].table == all[i].target &&
            asks_without(question, all[i].word))
            made.without = compare_without(query, all[i].from, join);
    made.is_yes_no = t2s_question_says(
        question, 0, "is are was were does do did has have had can");
    if (result == T2S_NO_NODE)
        return made;
    made.echoes = echoes(query, result) &&
                  !t2s_question_asks(
                      question, "is there|are there|do we have|exist|exists");
    made.truth =
        t2s_is_truth(query->tree, t2s_sql_bare(query->tree, result)) ||
                t2s_sql_says(query->tree, t2s_sql_first(query->tree, result),
                             "CASE") ||
                t2s_sql_calls(query->tree, result, "IIF")
            ? 1
            : -1;
    return made;
}
