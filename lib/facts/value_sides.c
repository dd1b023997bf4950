#include "facts/value_sides.h"

#include <string.h>

#include "base/string.h"
#include "facts/restriction_words.h"
#include "schema/words.h"

/* Words of a column's name that say which end of a movement it is. */
#define TO_NAMES                                                               \
    "to|dest|destination|arrival|arrivals|arr|arrives|target|receiver|"        \
    "recipient|payee|dropoff|end|ends|landing|finish|into|dst"
#define FROM_NAMES                                                             \
    "from|fr|frm|source|src|orig|origin|departure|departures|dep|departs|"     \
    "sender|"                                                                  \
    "payer|pickup|start|starts|begin"
/* Words of the question for either end, without a value behind them. */
#define TO_WORDS                                                               \
    "arriv*|incoming|inbound|landing*|lands|destination|destinations|"         \
    "receive*|receiving|recipient*"
#define FROM_WORDS                                                             \
    "depart*|outgoing|outbound|origin|origins|originat*|take off|takes off|"   \
    "leaving|sent|sender|senders"
/* Words of the question right before a value, for the list notation of
 * t2s_question_says. */
#define TO   "to into towards toward reach reaches reaching"
#define FROM "from leave leaves leaving left exiting"
/* Behind these, "in" and "at" are of an end. */
#define TO_AT                                                                  \
    "arrive arrives arrived arriving arrival arrivals land lands landed "      \
    "landing end ends ended ending finish finishes finished"
#define FROM_AT                                                                \
    "depart departs departed departing departure departures start starts "     \
    "started starting begin begins began originate originates originating "    \
    "off origin"
/* What may stand between such a word and the value. */
#define BETWEEN                                                                \
    "the a an city town airport station port country state warehouse account " \
    "user customer mr ms mrs dr stop of called named"
#define MOST_BETWEEN 3

/* ------------------------------------------------------------- values */

/* The words [*first, *last] of the question that are a value's text. */
static bool find_value(int32_t *first, int32_t *last,
                       const t2s_question_facts *question,
                       const t2s_side *value)
{
    const size_t n = value->length;
    for (size_t i = 0; n > 0 && i < question->words.count; i++) {
        const uint32_t begin = question->words.at[i].begin;
        size_t k = i;
        if (question->length - begin < n ||
            t2s_casecmp_n(question->text + begin, n, value->text, n) != 0)
            continue;
        while (k < question->words.count &&
               question->words.at[k].end < begin + n)
            k++;
        if (k < question->words.count &&
            question->words.at[k].end == begin + n) {
            *first = (int32_t)i;
            *last = (int32_t)k;
            return true;
        }
    }
    return false;
}

static bool is_chosen_by(const t2s_condition *at)
{
    return (at->operator== T2S_OPERATOR_EQUAL ||
            at->
            operator== T2S_OPERATOR_LIKE || at->
            operator== T2S_OPERATOR_IN) &&
           (at->value.operand == T2S_OPERAND_TEXT ||
            at->value.operand == T2S_OPERAND_NUMBER) &&
           at->slot.column != T2S_NO_ITEM;
}

/* ------------------------------------------------------------- ends */

typedef enum value_end { END_FROM = -1, END_NONE, END_TO } value_end;

static value_end end_of_name(const char *name)
{
    const size_t length = strlen(name);
    size_t at = 0, begin;
    bool is_to = false, is_from = false;
    while (t2s_next_word(name, length, &at, &begin, true)) {
        is_to |= t2s_word_is_of(TO_NAMES, name + begin, at - begin);
        is_from |= t2s_word_is_of(FROM_NAMES, name + begin, at - begin);
    }
    return is_to == is_from ? END_NONE : is_to ? END_TO : END_FROM;
}

/* The end of a column whose table has one of the other end, too. */
static value_end end_of(const t2sed_schema *schema, int32_t column)
{
    const value_end end = column == T2S_NO_ITEM
                              ? END_NONE
                              : end_of_name(schema->columns[column].readable);
    const t2s_table *table =
        end == END_NONE ? NULL : &schema->tables[schema->columns[column].table];
    for (int32_t i = 0; table && i < table->column_count; i++) {
        const value_end other =
            end_of_name(schema->columns[table->first_column + i].readable);
        if (other != END_NONE && other != end)
            return end;
    }
    return END_NONE;
}

static value_end join_ends(value_end a, value_end b)
{
    return a == b || b == END_NONE ? a : a == END_NONE ? b : END_NONE;
}

/* The end that a relation is by the columns that refer to its rows. */
static value_end end_of_relation(const t2s_query *query,
                                 const t2sed_schema *schema, int32_t relation)
{
    bool to = false, from = false;
    for (size_t i = 0; i < query->conditions.count && relation >= 0; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        const t2s_side *other =
            at->value.operand != T2S_OPERAND_COLUMN                ? NULL
            : t2s_query_relation_of(query, &at->slot) == relation  ? &at->value
            : t2s_query_relation_of(query, &at->value) == relation ? &at->slot
                                                                   : NULL;
        if (!other)
            continue;
        to |= end_of(schema, other->column) == END_TO;
        from |= end_of(schema, other->column) == END_FROM;
    }
    return to == from ? END_NONE : to ? END_TO : END_FROM;
}

/* The end of a subquery's value, by the column that is compared with it. */
static value_end end_of_subquery(const t2s_query *query,
                                 const t2sed_schema *schema,
                                 const t2s_condition *of)
{
    value_end end = END_NONE;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (at->value.operand == T2S_OPERAND_QUERY &&
            at->value.begin <= of->slot.begin && of->slot.end <= at->value.end)
            end = join_ends(end, end_of(schema, at->slot.column));
    }
    return end;
}

static value_end end_of_condition(const t2s_query *query,
                                  const t2sed_schema *schema,
                                  const t2s_condition *at)
{
    value_end end = end_of(schema, at->slot.column);
    if (end == END_NONE)
        end = end_of_relation(query, schema,
                              t2s_query_relation_of(query, &at->slot));
    return end == END_NONE ? end_of_subquery(query, schema, at) : end;
}

/* The end that the words before a value name. */
static value_end asked_end(const t2s_question_facts *question, int32_t value)
{
    int32_t i = value - 1;
    for (int left = MOST_BETWEEN;
         i >= 0 && left > 0 && t2s_question_says(question, (size_t)i, BETWEEN);
         left--)
        i--;
    if (i < 0)
        return END_NONE;
    if (t2s_question_says(question, (size_t)i, TO))
        return END_TO;
    if (t2s_question_says(question, (size_t)i, FROM))
        return END_FROM;
    if (i > 0 && t2s_question_says(question, (size_t)i, "in at from"))
        i--;
    if (i > 0 && t2s_question_says(question, (size_t)i - 1, "or and"))
        return END_NONE; /* "start or end at" */
    return t2s_question_says(question, (size_t)i, TO_AT)     ? END_TO
           : t2s_question_says(question, (size_t)i, FROM_AT) ? END_FROM
                                                             : END_NONE;
}

/* The only end of which the query uses references, or none. */
static value_end used_end(const t2s_query *query, const t2sed_schema *schema)
{
    bool to = false, from = false;
    t2s_for_each_use (query, use) {
        if (use->kind != T2S_USES_COLUMN || use->index == T2S_NO_ITEM ||
            !schema->columns[use->index].is_foreign)
            continue;
        to |= end_of(schema, use->index) == END_TO;
        from |= end_of(schema, use->index) == END_FROM;
    }
    return to == from ? END_NONE : to ? END_TO : END_FROM;
}

void t2s_value_ends_read(t2s_value_ends *out, const t2s_query *query,
                         const t2sed_schema *schema,
                         const t2s_question_facts *question)
{
    const value_end used = used_end(query, schema);
    const bool to = t2s_question_asks(question, TO_WORDS);
    const bool from = t2s_question_asks(question, FROM_WORDS);
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        int32_t first, last;
        value_end end, asked;
        if (!is_chosen_by(at) ||
            !find_value(&first, &last, question, &at->value))
            continue;
        end = end_of_condition(query, schema, at);
        asked = asked_end(question, first);
        if (end == END_NONE || asked == END_NONE)
            continue;
        out->asked++;
        out->fits += end == asked;
        if (end != asked && out->opposite++ == 0) {
            out->other = at;
            out->goes_to = asked == END_TO;
            out->first = first;
            out->last = last;
        }
    }
    if (out->asked == 0 && to != from && used != END_NONE)
        out->words = (used == END_TO) == to ? 1 : -1;
}

/* ------------------------------------------------------------- self-joins */

#define PARENT_NOUNS                                                           \
    "manager|managers|boss|bosses|supervisor|supervisors|superior|superiors|"  \
    "mentor|mentors|parent|parents|leader|lead|head|referrer|predecessor"
#define CHILD_NOUNS                                                            \
    "report|reports|subordinate|subordinates|mentee|mentees|child|children|"   \
    "team|staff|employees|people|successor|successors|subcategories|direct"
#define UNDER "under below beneath by to for"

typedef struct self_reader {
    const t2s_self_join *join;
    const t2sed_schema *schema;
    const t2s_question_facts *question;
} self_reader;

/* Whether a word is a form of one of the reference's name (manages,
 * manager_id). */
static bool is_of_reference(const self_reader *of, const char *word, size_t n)
{
    const char *name = of->schema->columns[of->join->reference].readable;
    const size_t length = strlen(name);
    size_t at = 0, begin;
    while (t2s_next_word(name, length, &at, &begin, true))
        if (at - begin > 2 && !t2s_word_is_stop(name + begin, at - begin) &&
            t2s_words_are_akin(word, n, name + begin, at - begin))
            return true;
    return false;
}

static bool is_of_table(const self_reader *of, int32_t i)
{
    const t2s_column *reference = &of->schema->columns[of->join->reference];
    const char *table = of->schema->tables[reference->table].readable;
    size_t n;
    const char *word;
    if (i < 0 || (size_t)i >= of->question->words.count)
        return false;
    word = t2s_question_text_at(of->question, (size_t)i, &n);
    return t2s_words_are_akin(word, n, table, strlen(table));
}

/* What a word stands for: the parent, a child or neither. */
static t2s_self_side side_of_word(const self_reader *of, int32_t i)
{
    size_t n;
    const char *word;
    if (i < 0 || (size_t)i >= of->question->words.count)
        return T2S_SIDE_NEITHER;
    word = t2s_question_text_at(of->question, (size_t)i, &n);
    if (t2s_word_is_of(CHILD_NOUNS, word, n) || is_of_table(of, i))
        return T2S_SIDE_CHILD;
    return t2s_word_is_of(PARENT_NOUNS, word, n) || is_of_reference(of, word, n)
               ? T2S_SIDE_PARENT
               : T2S_SIDE_NEITHER;
}

/* What the noun that ends at a word stands for ("parent department"). */
static t2s_self_side side_of_noun(const self_reader *of, int32_t last)
{
    return is_of_table(of, last) &&
                   side_of_word(of, last - 1) != T2S_SIDE_NEITHER
               ? side_of_word(of, last - 1)
               : side_of_word(of, last);
}

/* A value that stands for its children's parent, or the other way round. */
static t2s_self_side other_side(t2s_self_side side)
{
    return (t2s_self_side) - (int)side;
}

static t2s_self_side value_side(const self_reader *of, int32_t first,
                                int32_t last)
{
    const t2s_question_facts *question = of->question;
    t2s_self_side side;
    if (is_of_table(of, first - 1)) /* "manager of employee 3" */
        first--;
    /* "Bob's manager", "Ann's direct reports" */
    if (t2s_question_says(question, (size_t)last + 1, "s")) {
        side = side_of_word(of, last + 2);
        return other_side(
            side != T2S_SIDE_NEITHER ? side : side_of_word(of, last + 3));
    }
    /* "who does Bob report to" */
    if (t2s_question_says(question, (size_t)last + 1, "report work answer"))
        return T2S_SIDE_CHILD;
    if (first < 1)
        return T2S_SIDE_NEITHER;
    /* "manager of Bob", "reports of Ann" */
    side = t2s_question_says(question, (size_t)first - 1, "of for")
               ? side_of_noun(of, first - 2)
               : T2S_SIDE_NEITHER;
    if (side != T2S_SIDE_NEITHER)
        return other_side(side);
    /* "reports to Ann", "managed by Ann", "under Ann" */
    if (t2s_question_says(question, (size_t)first - 1, UNDER))
        return T2S_SIDE_PARENT;
    /* "who manages Bob" */
    if (side_of_word(of, first - 1) == T2S_SIDE_PARENT &&
        t2s_question_says(question, 0, "who which what"))
        return T2S_SIDE_CHILD;
    /* "employees that Ann manages" */
    return side_of_word(of, last + 1) == T2S_SIDE_PARENT ? T2S_SIDE_PARENT
                                                         : T2S_SIDE_NEITHER;
}

t2s_asked_value t2s_self_join_asked_value(const t2s_self_join *join,
                                          const t2s_query *query,
                                          const t2sed_schema *schema,
                                          const t2s_question_facts *question)
{
    const self_reader of = {join, schema, question};
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        int32_t first, last;
        t2s_self_side side;
        if (!is_chosen_by(at) ||
            t2s_self_join_side(join, query, schema, &at->slot) ==
                T2S_SIDE_NEITHER ||
            !find_value(&first, &last, question, &at->value))
            continue;
        side = value_side(&of, first, last);
        if (side != T2S_SIDE_NEITHER)
            return (t2s_asked_value){side, at, first, last};
    }
    return (t2s_asked_value){T2S_SIDE_NEITHER, NULL, -1, -1};
}
