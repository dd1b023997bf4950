/* Parts of a query that words of the question ask for, and parts that nothing
 * asks for: the disagreements of facts/cues.h, where they are sure enough to be
 * told. */
#include "facts/units.h"
#include "findings/findings.h"

#include <string.h>

#include "base/string.h"
#include "facts/asked_cues.h"
#include "facts/cues.h"

/* Words of the question that ask for something. */
typedef struct cue_words {
    const t2s_checked *q;
    const t2s_question_facts *question;
    int32_t first, last; /* words [first, last], or -1, -1 */
} cue_words;

/* Whether word i of the question is one of those in `list`: "|a|b|". */
static bool is_word(const cue_words *w, int32_t i, const char *list)
{
    const t2s_question_facts *question = w->question;
    char word[32];
    size_t n;
    if (i < 0 || (size_t)i >= question->words.count)
        return false;
    n = question->words.at[i].end - question->words.at[i].begin;
    if (n > sizeof word - 3)
        return false;
    word[0] = '|';
    memcpy(word + 1, question->text + question->words.at[i].begin, n);
    memcpy(word + 1 + n, "|", 2);
    return strstr(list, word) != NULL;
}

#define PAIRS "pair|pairs"
/* Conditions of a query that are compared with each other. */
#define MOST_LISTED 64

/* ------------------------------------------- where a disagreement is told */

/* "How many" may ask for a number that a column has; "phone number" asks for
 * none. */
static bool selects_text_alone(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    bool any = false;
    if (!w->q->from->schema || w->first != 0 || !is_word(w, 0, "|how|"))
        return false;
    t2s_for_each_use (query, use) {
        if (use->clause != T2S_CLAUSE_SELECT || use->scope != query->main)
            continue;
        if (use->kind != T2S_USES_COLUMN ||
            w->q->from->schema->columns[use->index].kind != T2SED_TYPE_TEXT)
            return false;
        any = true;
    }
    return any;
}

/* Orders may be things, too; and a rank has an order of its own. */
static bool sorts_nothing(const cue_words *w)
{
    const t2s_question_stem *stem;
    if (w->q->query->parts.forms[T2S_FORM_rank])
        return false;
    if (w->first < 0)
        return true;
    stem = &w->question->stems.at[w->question->words.at[w->first].stem];
    return stem->tables == 0 && stem->columns == 0;
}

/* Two columns are compared by > or by <, as their order in the query has it. */
static bool compares_columns(const t2s_query *query)
{
    for (size_t i = 0; i < query->conditions.count && i < MOST_LISTED; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (of->value.operand == T2S_OPERAND_COLUMN &&
            of->operator>= T2S_OPERATOR_LESS && of->operator<=
            T2S_OPERATOR_GREATER_EQUAL)
            return true;
    }
    return false;
}

/* Whether a condition bounds a column so: 41 < age as age > 41 does. That
 * instr() is above 0 says that there is something. */
static bool has_bound(const t2s_query *query, t2s_query_operator strict,
                      t2s_query_operator inclusive)
{
    for (size_t i = 0; i < query->conditions.count && i < MOST_LISTED; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        const bool is_there = of->slot.is_computed &&
                              of->value.operand == T2S_OPERAND_NUMBER &&
                              of->value.number == 0;
        if (!is_there && of->value.operand != T2S_OPERAND_COLUMN &&
            (of->operator== strict || of->operator== inclusive))
            return true;
    }
    return false;
}

static bool has_lower_bound(const cue_words *w)
{
    return has_bound(w->q->query, T2S_OPERATOR_GREATER,
                     T2S_OPERATOR_GREATER_EQUAL);
}

static bool has_upper_bound(const cue_words *w)
{
    return has_bound(w->q->query, T2S_OPERATOR_LESS, T2S_OPERATOR_LESS_EQUAL);
}

/* What sum(age > 40) compares is no condition of the query. */
static bool is_never_more(const cue_words *w)
{
    const bool *has = w->q->query->parts.operators;
    return !has[T2S_OPERATOR_GREATER] && !has[T2S_OPERATOR_GREATER_EQUAL] &&
           !has_lower_bound(w) && !compares_columns(w->q->query);
}

static bool is_never_less(const cue_words *w)
{
    const bool *has = w->q->query->parts.operators;
    return !has[T2S_OPERATOR_LESS] && !has[T2S_OPERATOR_LESS_EQUAL] &&
           !has_upper_bound(w) && !compares_columns(w->q->query);
}

static bool keeps_repeats(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    return !has->compounds[T2S_COMPOUND_INTERSECT] &&
           !has->compounds[T2S_COMPOUND_EXCEPT] &&
           (!has->compounds[T2S_COMPOUND_UNION] ||
            has->forms[T2S_FORM_union_all]);
}

/* An average may come from a subquery in FROM, or a WITH table. */
static bool reads_tables(const cue_words *w)
{
    return !w->q->query->parts.roles[T2S_ROLE_FROM];
}

/* What order.c reports, which reads more than words. */
static bool is_elsewhere(const cue_words *w)
{
    (void)w;
    return false;
}

/* instr and substr search texts as LIKE does. */
static bool is_part_of_text(const cue_words *w)
{
    t2s_for_each_use (w->q->query, use)
        if (use->kind == T2S_USES_FUNCTION && use->text &&
            t2s_is_one_of(use->text, use->length, "instr substr substring"))
            return false;
    return w->last > w->first ||
           is_word(w, w->first,
                   "|substring|prefix|suffix|contain|contains|containing|"
                   "contained|");
}

/* Of an aggregate that is taken at all, one for each is wanted, by GROUP BY or
 * a window. */
static bool aggregates(const cue_words *w)
{
    for (int i = 0; i < T2S_FUNCTION_OTHER; i++)
        if (w->q->query->parts.selected_functions[i])
            return !w->q->query->parts.forms[T2S_FORM_partition];
    return false;
}

/* Both of two conditions: neither OR nor IN asks for that. */
static bool takes_either(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    return is_word(w, w->first, "|both|") && query->scopes.count == 1 &&
           !query->scopes.at[0].has[T2S_CLAUSE_HAVING] &&
           (query->parts.uses[T2S_USES_OR] ||
            query->parts.operators[T2S_OPERATOR_IN]);
}

/* Tests for NULL, 0 and 'no' negate as well; an outer join or a subquery in
 * SELECT keeps "those without", and COALESCE has a value for them. */
static bool never_negates(const cue_words *w)
{
    const t2s_query_parts *parts = &w->q->query->parts;
    const bool *has = parts->operators;
    if (parts->forms[T2S_FORM_outer_join] || parts->forms[T2S_FORM_fallback] ||
        parts->roles[T2S_ROLE_OTHER])
        return false;
    t2s_for_each_use (w->q->query, use) {
        if ((use->kind == T2S_USES_NUMBER && use->number == 0) ||
            (use->kind == T2S_USES_TEXT && use->length < 6))
            return false;
    }
    return !has[T2S_OPERATOR_IS] && !has[T2S_OPERATOR_LESS] &&
           !has[T2S_OPERATOR_LESS_EQUAL];
}

static bool is_null_test(const t2s_query_use *use)
{
    return use && use->kind == T2S_USES_OPERATOR &&
           use->index == T2S_OPERATOR_IS;
}

/* Whether a text stands for a value that is missing. */
static bool is_placeholder(const t2s_side *value)
{
    return value->operand == T2S_OPERAND_TEXT && value->text &&
           (value->length == 0 ||
            t2s_is_one_of(value->text, value->length,
                          "n/a na nan null none nil - -- ? . unknown missing"));
}

/* Whether <> excludes nothing but such values, and compares columns. */
static bool excludes_missing(const t2s_query *query)
{
    bool any = false;
    for (size_t i = 0; i < query->conditions.count && i < MOST_LISTED; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (of->operator!= T2S_OPERATOR_NOT_EQUAL)
            continue;
        if (of->value.operand != T2S_OPERAND_COLUMN &&
            !is_placeholder(&of->value))
            return false;
        any = true;
    }
    return any;
}

/* Whether a negative condition is what a word asks for: "unpaid". */
static bool excludes_as_asked(const t2s_restrictions *of)
{
    for (size_t i = 0; i < of->count; i++)
        if (of->at[i].sign < 0 && of->at[i].direction > 0)
            return true;
    return false;
}

/* IS NOT NULL alone is what "have an e-mail" asks for, and <> 'n/a' too. */
static bool excludes(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    if (excludes_as_asked(&w->q->match->restrictions))
        return false;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *before = i > 0 ? &query->uses.at[i - 1] : NULL;
        if (query->uses.at[i].kind == T2S_USES_NOT && !is_null_test(before) &&
            !is_null_test(t2s_query_use_at(query, i + 1)))
            return true;
    }
    return (query->parts.operators[T2S_OPERATOR_NOT_EQUAL] &&
            !excludes_missing(query)) ||
           query->parts.compounds[T2S_COMPOUND_EXCEPT];
}

/* Whether two values of one column are asked for by OR. */
static bool lists_values(const t2s_query *query)
{
    int32_t columns[MOST_LISTED];
    size_t count = 0;
    for (size_t i = 0; i < query->conditions.count && i < MOST_LISTED; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        const int32_t column = of->slot.column;
        if (of->operator!= T2S_OPERATOR_EQUAL || column == T2S_NO_ITEM)
            continue;
        for (size_t k = 0; k < count; k++)
            if (columns[k] == column)
                return true;
        columns[count++] = column;
    }
    return false;
}

/* "Singers and stadiums" may be a UNION, "from France and Spain" an OR;
 * recursion has a UNION. */
static bool offers_either(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    const bool is_list = w->question->cues[T2S_CUE_AND] > 0;
    if (query->parts.uses[T2S_USES_OR])
        return !is_list || !lists_values(query);
    return !is_list && !query->parts.forms[T2S_FORM_union_all];
}

/* A sum by a count is an average. */
static bool divides_nothing(const cue_words *w)
{
    return !w->q->query->parts.forms[T2S_FORM_ratio];
}

/* The sum of a condition is a count, and that of a product a revenue. */
static bool is_plain(const cue_words *w)
{
    const bool *has = w->q->query->parts.forms;
    return !has[T2S_FORM_conditional_aggregate] && !has[T2S_FORM_product] &&
           (divides_nothing(w) || w->question->cues[T2S_CUE_AVERAGE] == 0);
}

/* "Orders per customer" asks for a count, too. */
static bool counts_no_groups(const cue_words *w)
{
    const uint32_t *cues = w->question->cues;
    return cues[T2S_CUE_AVERAGE] == 0 &&
           !(w->q->query->parts.clauses[T2S_CLAUSE_GROUP] &&
             (cues[T2S_CUE_EACH] || cues[T2S_CUE_GROUP]));
}

/* Of an end that is taken by its rank, no MAX, MIN or LIMIT is wanted, and none
 * where the rows are sorted "from the youngest to the oldest". */
static bool takes_no_end(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    const uint32_t *cues = w->question->cues;
    return !has->forms[T2S_FORM_rank] && !has->forms[T2S_FORM_neighbour] &&
           !(has->clauses[T2S_CLAUSE_ORDER] &&
             (cues[T2S_CUE_ASCENDING] || cues[T2S_CUE_DESCENDING]));
}

/* Windows of time, whose ends are compared too, have findings of their own; the
 * knowledge may compare ("old refers to age > 60"); and a pair is listed once
 * by a comparison of its keys. */
static bool compares_nothing(const cue_words *w)
{
    const t2sed_evidence *from = w->q->from;
    return w->question->times.list.count == 0 &&
           !memchr(from->asked, '<', from->asked_length) &&
           !memchr(from->asked, '>', from->asked_length) &&
           !(w->q->query->parts.forms[T2S_FORM_compared_columns] &&
             t2s_question_asks(w->question, PAIRS));
}

static bool asks_for_no_more(const cue_words *w)
{
    return compares_nothing(w) && has_lower_bound(w) &&
           !t2s_question_asks(w->question, "reach|reached|reaches|attain|"
                                           "attained|attains|" T2S_OFTEN_WORDS);
}

static bool asks_for_no_less(const cue_words *w)
{
    return compares_nothing(w) && has_upper_bound(w);
}

static bool asks_for_all(const cue_words *w)
{
    return w->question->cues[T2S_CUE_SUPERLATIVE] == 0 &&
           w->question->cues[T2S_CUE_COMMON] == 0;
}

/* ------------------------------------------------------ the disagreements */

#define T2S_CUE_NO_CUE T2S_CUES        /* no words to show */
#define T2S_USES_NONE  T2S_USES_COLUMN /* no place in the query */

static const struct {
    int disagreement; /* T2S_DISAGREES_* */
    t2sed_finding_code code;
    t2s_cue cue;         /* the words that ask */
    t2s_query_kind kind; /* the use of the query to show */
    int32_t index;
    bool (*is_sure)(const cue_words *); /* NULL: always */
    const char *message;
} rows[] = {
#define CUE(code, name, cue, use, item, is_sure, sentence)                     \
    {T2S_DISAGREES_##name,                                                     \
     T2SED_FINDING_##code,                                                     \
     T2S_CUE_##cue,                                                            \
     T2S_USES_##use,                                                           \
     item,                                                                     \
     is_sure,                                                                  \
     sentence},
#include "findings/findings.def"
};

/* The first use of that kind that the query spells out. */
static t2sed_span span_in_query(const t2s_query *query, t2s_query_kind kind,
                                int32_t index)
{
    for (size_t i = 0; kind != T2S_USES_NONE && i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->kind == kind && use->begin < use->end &&
            (index == T2S_NO_ITEM || use->index == index))
            return t2s_span_of_use(use);
    }
    return T2S_NOWHERE;
}

/* "Starting with Gold" of a query that compares with '%Gold%'. */
static void check_part(t2s_checked *q)
{
    static const char *const kinds[] = {
        [T2S_PLACE_WHOLE] = "equal it",
        [T2S_PLACE_BEGIN] = "begin with it",
        [T2S_PLACE_END] = "end with it",
        [T2S_PLACE_WITHIN] = "contain it",
    };
    const t2s_patterns *patterns = &q->match->patterns;
    const t2s_condition *of = patterns->elsewhere;
    /* LIKE without a wildcard is found as such. */
    if (of &&
        !(of->operator== T2S_OPERATOR_LIKE && patterns->has == T2S_PLACE_WHOLE))
        t2s_report(q, T2SED_FINDING_COMPARISON_UNEXPECTED,
                   (t2sed_span){of->value.begin, of->value.end}, T2S_NOWHERE,
                   NULL,
                   "Of this text, the question asks for values that %s; the "
                   "query finds those that %s.",
                   kinds[patterns->asked], kinds[patterns->has]);
}

static void check_exact(t2s_checked *q)
{
    const t2s_condition *pattern = q->match->patterns.exact;
    if (pattern)
        t2s_report(q, T2SED_FINDING_COMPARISON_UNEXPECTED,
                   (t2sed_span){pattern->value.begin, pattern->value.end},
                   T2S_NOWHERE, NULL,
                   "The question says \"exactly\"; this pattern matches longer "
                   "texts, too.");
}

/* "For each farm and day" of a query that groups by the farm alone. */
static void check_keys(t2s_checked *q)
{
    const t2s_asked_keys *keys = &q->match->keys;
    t2sed_span place;
    if (!keys->unused || !q->query->parts.clauses[T2S_CLAUSE_GROUP])
        return;
    place = t2s_span_of_words(q, keys->first, keys->last);
    t2s_report(q, T2SED_FINDING_GROUP_MISSING, T2S_NOWHERE, place, NULL,
               "The question asks for one value per \"%.*s\"; the query does "
               "not use the column %s.",
               (int)(place.end - place.begin), q->from->asked + place.begin,
               q->from->schema->columns[keys->column].name);
}

void t2s_check_cues(t2s_checked *q)
{
    check_exact(q);
    check_part(q);
    check_keys(q);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cue_words words = {q, q->from->question, -1, -1};
        if (!q->match->disagrees[rows[i].disagreement])
            continue;
        if (rows[i].cue != T2S_CUE_NO_CUE)
            t2s_asked_cues_find(&words.first, &words.last, rows[i].cue,
                                q->from->question);
        if (!rows[i].is_sure || rows[i].is_sure(&words))
            t2s_report(q, rows[i].code,
                       span_in_query(q->query, rows[i].kind, rows[i].index),
                       t2s_span_of_words(q, words.first, words.last), NULL,
                       "%s", rows[i].message);
    }
}

/* ------------------------------------------------------------- lists */

/* "Monthly totals": a grain of time that no "per" or "by" says. */
static bool is_by_time(const t2s_question_facts *question)
{
    if (question->cues[T2S_CUE_EACH] > 0 || question->cues[T2S_CUE_GROUP] > 0)
        return false;
    for (size_t i = 0; i < question->times.list.count; i++)
        if (question->times.list.at[i].kind == T2S_TIME_GRAIN)
            return true;
    return false;
}

/* Whether a condition fixes a column's text. */
static bool is_fixed(const t2s_checked *q, int32_t column)
{
    for (size_t i = 0; i < q->query->conditions.count; i++) {
        const t2s_condition *at = &q->query->conditions.at[i];
        if (at->slot.column == column && !at->is_negated &&
            at->operator== T2S_OPERATOR_EQUAL &&
            at->value.operand == T2S_OPERAND_TEXT)
            return true;
    }
    return false;
}

/* Result columns that a question seldom names: keys and what a condition fixes
 * beside other columns, and the last name beside the first. */
static int32_t unnamed_columns(const t2s_checked *q)
{
    const t2sed_schema *schema = q->from->schema;
    const int32_t core =
        t2s_sql_child(q->tree, q->tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(q->tree, core, T2S_RULE_result_clause);
    int32_t keys = 0, others = 0, last_names = 0;
    bool has_first = false;
    if (!schema || result == T2S_NO_NODE)
        return 0;
    t2s_tree_for_each_child (q->tree, result, at) {
        const t2s_named_column *name =
            t2s_column_at(q, t2s_sql_first(q->tree, at));
        if (!name || name->column == T2S_NO_ITEM) {
            others +=
                t2s_sql_is(q->tree, t2s_sql_first(q->tree, at), T2S_RULE_expr);
            continue;
        }
        if (t2s_schema_is_key(schema, name->column) ||
            is_fixed(q, name->column)) {
            keys++;
            continue;
        }
        others++;
        has_first |= t2s_name_says(schema->columns[name->column].readable,
                                   "first forename given fname fnm fn");
        last_names += t2s_name_says(schema->columns[name->column].readable,
                                    "last surname family lname lnm ln");
    }
    return (others > 0 ? keys : 0) + (has_first ? last_names : 0);
}

/* A list of the question has commas and "and"s; "for each", "by" and "with
 * their" ask for one more. */
void t2s_check_column_count(t2s_checked *q)
{
    const cue_words words = {q, q->from->question, -1, -1};
    const uint32_t *cues = words.question->cues;
    int32_t asked =
        1 + (int32_t)words.question->commas + (int32_t)cues[T2S_CUE_AND] +
        (int32_t)cues[T2S_CUE_EACH] +
        (cues[T2S_CUE_WITH] > 0 && cues[T2S_CUE_THEIR] > 0) +
        (cues[T2S_CUE_GROUP] > 0 &&
         (q->query->parts.clauses[T2S_CLAUSE_GROUP] ||
          q->query->parts.forms[T2S_FORM_window])) +
        t2s_question_asks(words.question, PAIRS) + is_by_time(words.question) +
        t2s_question_asks(
            words.question,
            "next to|beside|alongside|along with|together with|plus");
    int32_t selected = q->query->scopes.count == 0
                           ? 0
                           : q->query->scopes.at[q->query->main].selected;
    if (selected - unnamed_columns(q) > asked)
        t2s_report(
            q, T2SED_FINDING_MANY_COLUMNS, T2S_NOWHERE, T2S_NOWHERE, NULL,
            "The query returns %d columns; the question seems to ask for %d.",
            selected, asked);
}
