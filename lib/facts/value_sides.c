#include "facts/value_sides.h"

#include "facts/roles.h"

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
    "sender|payer|pickup|start|starts|begin"
/* Words of the question for either end, without a value behind them. */
#define TO_WORDS                                                               \
    "arriv*|incoming|inbound|landing*|lands|destination|destinations|"         \
    "receive*|receiving|recipient*"
#define FROM_WORDS                                                             \
    "depart*|outgoing|outbound|origin|origins|originat*|take off|takes off|"   \
    "leaving|sent|sender|senders"
/* Words that always name this end; "sent" and "received" may be of what a
 * message is, and count behind an auxiliary or before "by". */
#define SURE_TO                                                                \
    "incoming|inbound|receive|receives|recipient|recipients|received by|"      \
    "has received|have received|never received"
#define SURE_FROM                                                              \
    "outgoing|outbound|sender|senders|sent by|has sent|have sent|never sent"
/* With which they may mean the other end. */
#define UNSURE_TO "from|out of|sending"
#define UNSURE_FROM                                                            \
    "to|into|towards|was sent|were sent|is sent|are sent|be sent|been sent|"   \
    "being sent|get sent|got sent|gets sent|sent off|sent out|sent back|"      \
    "sent home|sent away|were never sent|was never sent|read|unread|got|get"
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
    "origin"
/* Before "to": no movement. */
#define NO_MOVE                                                                \
    "connected closest close next near nearest due compared related similar "  \
    "belong belongs equal relative thanks according"
/* What may stand between such a word and the value. */
#define BETWEEN                                                                \
    "the a an city town airport station port country state warehouse account " \
    "user customer mr ms mrs dr stop of called named"
#define MOST_BETWEEN 3
/* Conditions of a query, and columns beside one, that are looked at. */
#define MOST_CONDITIONS 64
#define MOST_BESIDE     8
/* Words of a name, to be told apart from that of its end. */
#define LONGEST_REST 64

/* ------------------------------------------------------------- values */

/* The words [*first, *last] of the question behind word `after` that are a
 * value's text. */
static bool find_value(int32_t *first, int32_t *last,
                       const t2s_question_facts *question,
                       const t2s_side *value, int32_t after)
{
    const size_t n = value->length;
    for (size_t i = (size_t)(after + 1); n > 0 && i < question->words.count;
         i++) {
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
    const t2s_query_operator by = at->operator;
    return (by == T2S_OPERATOR_EQUAL || by == T2S_OPERATOR_LIKE ||
            by == T2S_OPERATOR_IN) &&
           (at->value.operand == T2S_OPERAND_TEXT ||
            at->value.operand == T2S_OPERAND_NUMBER) &&
           at->slot.column != T2S_NO_ITEM;
}

static size_t most_conditions(const t2s_query *query)
{
    return query->conditions.count < MOST_CONDITIONS ? query->conditions.count
                                                     : MOST_CONDITIONS;
}

/* ------------------------------------------------------------- ends */

typedef enum value_end { END_FROM = -1, END_NONE, END_TO } value_end;

/* The end that a name says, and in rest[LONGEST_REST] its other words. */
static value_end end_of_name(char *rest, const char *name)
{
    const size_t length = strlen(name);
    size_t at = 0, begin, n = 0;
    bool is_to = false, is_from = false;
    while (t2s_next_word(name, length, &at, &begin, true)) {
        const bool to = t2s_word_is_of(TO_NAMES, name + begin, at - begin);
        const bool from = t2s_word_is_of(FROM_NAMES, name + begin, at - begin);
        is_to |= to;
        is_from |= from;
        if (!to && !from && n + (at - begin) + 1 < LONGEST_REST) {
            memcpy(rest + n, name + begin, at - begin);
            n += at - begin;
            rest[n++] = ' ';
        }
    }
    rest[n] = '\0';
    return is_to == is_from ? END_NONE : is_to ? END_TO : END_FROM;
}

/* The end of a column beside which there is one of the other end, with the same
 * name but for that. */
static value_end end_of(const t2sed_schema *schema, int32_t column)
{
    char rest[LONGEST_REST], others[LONGEST_REST];
    const t2s_column *of =
        column == T2S_NO_ITEM ? NULL : &schema->columns[column];
    const value_end end = of && of->kind != T2SED_TYPE_TIME
                              ? end_of_name(rest, of->readable)
                              : END_NONE;
    if (end == END_NONE)
        return END_NONE;
    for (int32_t i = column - MOST_BESIDE; i <= column + MOST_BESIDE; i++) {
        value_end other;
        if (i < 0 || (size_t)i >= schema->column_count ||
            schema->columns[i].table != of->table)
            continue;
        other = end_of_name(others, schema->columns[i].readable);
        if (other != END_NONE && other != end && t2s_casecmp(rest, others) == 0)
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
    for (size_t i = 0; i < most_conditions(query) && relation >= 0; i++) {
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
    for (size_t i = 0; i < most_conditions(query); i++) {
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

/* Whether a word is of the name of a table. */
static bool names_table(const t2s_question_facts *question, int32_t word)
{
    for (size_t t = 0; t < question->table_count; t++) {
        const t2s_name_match *of = &question->tables[t];
        if (of->is_whole && word >= of->first &&
            word < of->first + (int32_t)of->count)
            return true;
    }
    return false;
}

/* The end that the words before a value name. */
static value_end asked_end(const t2s_question_facts *question, int32_t value)
{
    int32_t i = value - 1;
    for (int left = MOST_BETWEEN;
         i >= 0 && left > 0 &&
         (t2s_question_says(question, (size_t)i, BETWEEN) ||
          names_table(question, i));
         left--)
        i--;
    if (i < 0)
        return END_NONE;
    if (i > 0 && t2s_question_says(question, (size_t)i - 1, "or and"))
        return END_NONE; /* "to and from" */
    if (i > 0 && t2s_question_says(question, (size_t)i, "to") &&
        t2s_question_says(question, (size_t)i - 1, NO_MOVE))
        return END_NONE;
    /* "transfers out of Lyon", "referrals received by Lyon" */
    if (i > 0 && t2s_question_says(question, (size_t)i, "of"))
        return t2s_question_says(question, (size_t)i - 1, "out") ? END_FROM
                                                                 : END_NONE;
    if (i > 0 && t2s_question_says(question, (size_t)i, "by"))
        return t2s_question_says(question, (size_t)i - 1, "received") ? END_TO
               : t2s_question_says(question, (size_t)i - 1, "sent shipped")
                   ? END_FROM
                   : END_NONE;
    if (t2s_question_says(question, (size_t)i, TO))
        return END_TO;
    if (t2s_question_says(question, (size_t)i, FROM))
        return END_FROM;
    if (i > 0 && t2s_question_says(question, (size_t)i, "in at"))
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
    int left = MOST_CONDITIONS;
    t2s_for_each_use (query, use) {
        if (left == 0 || use->kind != T2S_USES_COLUMN ||
            use->index == T2S_NO_ITEM ||
            !schema->columns[use->index].is_foreign)
            continue;
        left--;
        to |= end_of(schema, use->index) == END_TO;
        from |= end_of(schema, use->index) == END_FROM;
    }
    return to == from ? END_NONE : to ? END_TO : END_FROM;
}

/* Whether the question has a value once, and the query at this end alone. */
static bool is_single(const t2s_query *query, const t2sed_schema *schema,
                      const t2s_question_facts *question,
                      const t2s_condition *of, value_end end)
{
    int32_t first = -1, last = -1;
    for (int count = 0; find_value(&first, &last, question, &of->value, last);)
        if (++count > 1)
            return false;
    for (size_t i = 0; i < most_conditions(query); i++) {
        const t2s_condition *at = &query->conditions.at[i];
        value_end other;
        if (!is_chosen_by(at) || at->value.length != of->value.length ||
            memcmp(at->value.text, of->value.text, of->value.length) != 0)
            continue;
        other = end_of_condition(query, schema, at);
        if (other != END_NONE && other != end)
            return false;
    }
    return true;
}

void t2s_value_ends_read(t2s_value_ends *out, const t2s_query *query,
                         const t2sed_schema *schema,
                         const t2s_question_facts *question)
{
    const bool to = t2s_question_asks(question, TO_WORDS);
    const bool from = t2s_question_asks(question, FROM_WORDS);
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < most_conditions(query); i++) {
        const t2s_condition *at = &query->conditions.at[i];
        int32_t first, last;
        value_end end, asked;
        if (!is_chosen_by(at) ||
            !find_value(&first, &last, question, &at->value, -1))
            continue;
        asked = asked_end(question, first);
        end =
            asked == END_NONE ? END_NONE : end_of_condition(query, schema, at);
        if (end == END_NONE || !is_single(query, schema, question, at, end))
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
    if (out->asked == 0 && to != from) {
        const value_end used = used_end(query, schema);
        if (used != END_NONE)
            out->words = (used == END_TO) == to ? 1 : -1;
        out->are_to = to;
        out->are_sure =
            t2s_question_asks(question, to ? SURE_TO : SURE_FROM) &&
            used != END_NONE &&
            !t2s_question_asks(question, to ? UNSURE_TO : UNSURE_FROM);
        if (out->are_sure) {
            out->asked = 1;
            out->fits = out->words > 0;
            out->opposite = out->words < 0;
        }
    }
}

/* ------------------------------------------------------------- self-joins */

#define PARENT_NOUNS                                                           \
    "manager|managers|boss|bosses|supervisor|supervisors|superior|superiors|"  \
    "mentor|mentors|parent|parents|leader|lead|head|referrer"
#define CHILD_NOUNS                                                            \
    "report|reports|subordinate|subordinates|mentee|mentees|child|children|"   \
    "team|staff|employees|people|subcategories|supervisee|supervisees|"        \
    "daughter|daughters|subsidiary|subsidiaries|branches|trainees"
/* Nouns for what comes later, and earlier. */
#define LATER_NOUNS   "successor|successors|replacement|replacements"
#define EARLIER_NOUNS "predecessor|predecessors"
/* Names of references to what comes later, and earlier. */
#define LATER_NAMES "by|succ|successor|next|replacement"
#define EARLIER_NAMES                                                          \
    "replaces|prev|previous|pred|predecessor|follows|supersedes|succeeds"
/* What a parent does, in the list notation of t2s_question_says. */
#define LEADS                                                                  \
    "manage manages managed supervise supervises supervised lead leads led "   \
    "mentor mentors mentored coach coaches coached"
#define IS_LED    "managed supervised led mentored coached headed referred"
#define AUXILIARY "been was were is are be got get "
/* Words of a name by which a row is called. */
#define CALLED                                                                 \
    "name title label nm fullname username no nr num number reg code serial "  \
    "sku tag plate ref"

typedef struct self_reader {
    const t2s_self_join *join;
    const t2sed_schema *schema;
    const t2s_question_facts *question;
} self_reader;

static bool is_of_table(const self_reader *of, int32_t i)
{
    const t2s_column *reference = &of->schema->columns[of->join->reference];
    const char *table = of->schema->tables[reference->table].readable;
    size_t n;
    const char *word;
    if (i < 0 || (size_t)i >= of->question->words.count)
        return false;
    word = t2s_question_text_at(of->question, (size_t)i, &n);
    return t2s_name_has_akin(table, word, n);
}

/* Whether a word names the role of the reference, or is a form of it:
 * "replaced" of replaced_by. */
static bool names(const self_reader *of, int32_t i)
{
    return t2s_names_role(of->schema, of->join->reference, of->question, i);
}

/* What the object of a verb is that the reference is called by: the child of
 * replaced_by, but the parent of replaces_id. */
static t2s_self_side object_of(const self_reader *of)
{
    const char *name = of->schema->columns[of->join->reference].readable;
    const size_t n = strcspn(name, " ");
    return n > 4 && name[n - 1] == 's' && name[n - 2] != 's' &&
                   strncmp(name, "reports", n) != 0
               ? T2S_SIDE_PARENT
               : T2S_SIDE_CHILD;
}

/* 1: the reference leads to what comes later (replaced_by), -1: earlier, 0:
 * neither. */
static int leads_later(const self_reader *of)
{
    const char *name = of->schema->columns[of->join->reference].name;
    size_t at = 0, begin;
    int later = 0;
    while (t2s_next_word(name, strlen(name), &at, &begin, true)) {
        if (t2s_word_is_of(EARLIER_NAMES, name + begin, at - begin))
            return -1;
        if (t2s_word_is_of(LATER_NAMES, name + begin, at - begin))
            later = 1;
    }
    return later;
}

/* What a word stands for: the parent, a child or neither. */
static t2s_self_side side_of_word(const self_reader *of, int32_t i)
{
    size_t n;
    const char *word;
    if (i < 0 || (size_t)i >= of->question->words.count)
        return T2S_SIDE_NEITHER;
    word = t2s_question_text_at(of->question, (size_t)i, &n);
    if (t2s_word_is_of(LATER_NOUNS, word, n))
        return leads_later(of) > 0   ? T2S_SIDE_PARENT
               : leads_later(of) < 0 ? T2S_SIDE_CHILD
                                     : T2S_SIDE_NEITHER;
    if (t2s_word_is_of(EARLIER_NOUNS, word, n))
        return leads_later(of) > 0 ? T2S_SIDE_CHILD : T2S_SIDE_PARENT;
    if (t2s_word_is_of(CHILD_NOUNS, word, n))
        return T2S_SIDE_CHILD;
    return t2s_word_is_of(PARENT_NOUNS, word, n) || names(of, i)
               ? T2S_SIDE_PARENT
               : T2S_SIDE_NEITHER;
}

/* What the noun that ends at a word stands for ("parent department"). */
static t2s_self_side side_of_noun(const self_reader *of, int32_t last)
{
    const t2s_self_side before = side_of_word(of, last - 1);
    const t2s_self_side own = side_of_word(of, last);
    if (is_of_table(of, last) && before != T2S_SIDE_NEITHER)
        return before;
    /* "parent company", of a table of suppliers */
    return own == T2S_SIDE_NEITHER && names(of, last - 1) ? before : own;
}

/* The same of the noun that begins there: "parent department". */
static t2s_self_side side_of_noun_from(const self_reader *of, int32_t first)
{
    return side_of_noun(of, first + is_of_table(of, first + 1));
}

/* A value that stands for its children's parent, or the other way round. */
static t2s_self_side other_side(t2s_self_side side)
{
    return (t2s_self_side) - (int)side;
}

static bool says(const self_reader *of, int32_t i, const char *list)
{
    return i >= 0 && t2s_question_says(of->question, (size_t)i, list);
}

/* The words before a value. */
static t2s_self_side side_before(const self_reader *of, int32_t first)
{
    t2s_self_side side = T2S_SIDE_NEITHER;
    if (is_of_table(of, first - 1)) /* "manager of employee 3" */
        first--;
    if (says(of, first - 1, "the"))
        first--;
    /* "manager of Bob", "reports of Ann" */
    if (says(of, first - 1, "of for"))
        side = side_of_noun(of, first - 2);
    if (side != T2S_SIDE_NEITHER)
        return other_side(side);
    /* "reports to Ann", "managed by Ann", "under Ann" */
    if (says(of, first - 1, "under below beneath") ||
        (says(of, first - 1, "to for under") &&
         says(of, first - 2, "report reports reporting work works working")) ||
        (says(of, first - 1, "by") && says(of, first - 2, IS_LED)))
        return T2S_SIDE_PARENT;
    if (says(of, first - 1, "by") && names(of, first - 2))
        return other_side(object_of(of));
    /* "who manages Bob", "the part that replaced PX-260" */
    if (says(of, first - 1, LEADS) && says(of, first - 2, "who which"))
        return T2S_SIDE_CHILD;
    return names(of, first - 1) && !says(of, first - 2, AUXILIARY "the a an")
               ? object_of(of)
               : T2S_SIDE_NEITHER;
}

/* "Replaced", and not "bosses". */
static bool is_participle(const self_reader *of, int32_t i)
{
    size_t n;
    const char *word = t2s_question_text_at(of->question, (size_t)i, &n);
    return n > 3 && word[n - 1] == 'd' && word[n - 2] == 'e';
}

/* "Was the Oak replaced", "by whom is Rita mentored": not by Rita. */
static bool is_object(const self_reader *of, int32_t first)
{
    int32_t i = first - 1;
    while (i > 0 && (says(of, i, "the a an") || is_of_table(of, i)))
        i--;
    return says(of, i, AUXILIARY) ||
           t2s_question_asks(of->question, "by whom|by which|by who|by what");
}

/* The words behind it. */
static t2s_self_side side_behind(const self_reader *of, int32_t first,
                                 int32_t last)
{
    /* "Bob's manager", "Ann's direct reports" */
    if (says(of, last + 1, "s")) {
        if (says(of, last + 2, "direct immediate current own"))
            last++;
        return other_side(side_of_word(of, last + 2));
    }
    /* "who does Bob report to", "who is Bob managed by" */
    if (says(of, last + 1, "report work answer") ||
        (says(of, last + 1, IS_LED) && says(of, last + 2, "by")))
        return T2S_SIDE_CHILD;
    /* "Which vets called Ana have a mentor" asks for these themselves. */
    if (says(of, first - 1, "called named"))
        return T2S_SIDE_NEITHER;
    if (says(of, last + 1, "have has got had")) {
        /* "Paul has referred" */
        if (names(of, last + 2) && is_participle(of, last + 2))
            return other_side(object_of(of));
        last += 1 + says(of, last + 2, "a an any no");
        return other_side(side_of_noun_from(of, last + 1));
    }
    /* "is Ann a mentor", "is Ann anyone's deputy"; but "is B a part of" */
    if (says(of, last + 1, "a an"))
        return says(of, last + 3, "of to") ? T2S_SIDE_NEITHER
                                           : side_of_noun_from(of, last + 2);
    if (says(of, last + 1, "anyone anybody someone somebody") &&
        says(of, last + 2, "s"))
        return side_of_noun_from(of, last + 3);
    /* "has part 7 been replaced" */
    if (says(of, last + 1, AUXILIARY))
        return !names(of, last + 2)          ? T2S_SIDE_NEITHER
               : is_participle(of, last + 2) ? object_of(of)
                                             : side_of_word(of, last + 2);
    /* "which message does message 12 reply to" */
    if (names(of, last + 1) && says(of, last + 2, "to"))
        return T2S_SIDE_CHILD;
    /* "which IT staff supervise others" asks for these themselves */
    if (says(of, first - 1, "which what who many"))
        return T2S_SIDE_NEITHER;
    if (is_object(of, first))
        return names(of, last + 1) ? object_of(of) : T2S_SIDE_NEITHER;
    /* "employees that Ann manages" */
    if (says(of, last + 1, LEADS))
        return T2S_SIDE_PARENT;
    return names(of, last + 1) && !says(of, last + 2, "by")
               ? other_side(object_of(of))
               : T2S_SIDE_NEITHER;
}

static t2s_self_side value_side(const self_reader *of, int32_t first,
                                int32_t last)
{
    const t2s_self_side side = side_behind(of, first, last);
    return side == T2S_SIDE_NEITHER ? side_before(of, first) : side;
}

/* Whether a column may call a row by its name, number or key. */
static bool calls(const t2sed_schema *schema, int32_t column)
{
    return schema->columns[column].primary ||
           t2s_name_says(schema->columns[column].readable, CALLED);
}

t2s_asked_value t2s_self_join_asked_value(const t2s_self_join *join,
                                          const t2s_query *query,
                                          const t2sed_schema *schema,
                                          const t2s_question_facts *question)
{
    const self_reader of = {join, schema, question};
    for (size_t i = 0; i < most_conditions(query); i++) {
        const t2s_condition *at = &query->conditions.at[i];
        int32_t first, last;
        t2s_self_side side;
        if (!is_chosen_by(at) || !calls(schema, at->slot.column) ||
            t2s_self_join_side(join, query, schema, &at->slot) ==
                T2S_SIDE_NEITHER ||
            !find_value(&first, &last, question, &at->value, -1))
            continue;
        side = value_side(&of, first, last);
        if (side != T2S_SIDE_NEITHER)
            return (t2s_asked_value){side, at, first, last};
    }
    return (t2s_asked_value){T2S_SIDE_NEITHER, NULL, -1, -1};
}
