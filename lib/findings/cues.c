/* Parts of a query that words of the question ask for, and parts that nothing
 * asks for: the disagreements of facts/cues.h that are sure enough to be
 * reported. */
#include "facts/units.h"
#include "findings/findings.h"

#include <string.h>

#include "base/string.h"
#include "facts/asked_cues.h"
#include "facts/cues.h"
#include "schema/words.h"

/* Words of the question that ask for something. */
typedef struct cue_words {
    const t2s_inspected *q;
    const t2s_question_facts *question;
    int32_t first, last; /* words [first, last], or -1, -1 */
} cue_words;

/* Whether word i of the question is one of those in `list`. */
static bool is_word(const cue_words *w, int32_t i, const char *list)
{
    return t2s_question_says(w->question, (size_t)i, list);
}

/* Conditions of a query that are compared with each other. */
#define MOST_LISTED 64

/* -------------------------------------- when a disagreement is reported */

/* "How many" may ask for a number that a column has; "phone number" asks for
 * none. */
static bool selects_text_alone(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    bool any = false;
    if (!w->q->from->schema || w->first != 0 || !is_word(w, 0, "how"))
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
    const t2s_query_windows *windows = &w->q->match->windows;
    for (size_t i = 0; i < windows->beside_count; i++)
        if (windows->beside[i].kind == T2S_BESIDE_RANK ||
            windows->beside[i].kind == T2S_BESIDE_SUM)
            return false;
    if (w->q->query->parts.forms[T2S_FORM_rank] ||
        w->q->query->parts.forms[T2S_FORM_window])
        return false;
    if (w->first < 0)
        return true;
    stem = &w->question->stems.at[w->question->words.at[w->first].stem];
    return stem->tables == 0 && stem->columns == 0;
}

static bool is_as_asked(const t2s_inspected *q, int32_t bound)
{
    for (size_t i = 0; i < q->from->question->history->bounds.count; i++)
        if (q->match->bound[i].bound == bound &&
            q->match->bound[i].fit == T2S_BOUND_EXACT)
            return true;
    return false;
}

/* Whether a number bounds what is compared from that side. Not counted are
 * bounds that are as asked, such as that of the others in "1 - ...", and those
 * that ask for something else: above 0 is existence, a count above 1 is
 * others of the kind, and a small rank is an end. */
static bool has_bound(const cue_words *w, bool is_lower)
{
    const t2s_query_bounds *has = &w->q->match->bounds;
    for (size_t i = 0; i < has->count; i++) {
        const t2s_query_bound *at = &has->bounds[i];
        if (!at->is_equality && !is_as_asked(w->q, (int32_t)i) &&
            (at->is_lower != at->is_negated) == is_lower &&
            at->number > (at->is_whole ? 2 : 1))
            return true;
    }
    return false;
}

static bool is_equality(const t2s_condition *of)
{
    return of->operator== T2S_OPERATOR_EQUAL && of->slot.column != T2S_NO_ITEM;
}

/* Whether two equalities compare one column: with the same text but for its
 * case, or, of a list, with any. */
static bool lists_values(const t2s_query *query, bool is_list)
{
    for (size_t i = 0; i < query->conditions.count && i < MOST_LISTED; i++)
        for (size_t k = 0; k < i; k++) {
            const t2s_condition *a = &query->conditions.at[i];
            const t2s_condition *b = &query->conditions.at[k];
            if (is_equality(a) && is_equality(b) &&
                a->slot.column == b->slot.column &&
                (is_list || (a->value.text && b->value.text &&
                             t2s_casecmp(a->value.text, b->value.text) == 0)))
                return true;
        }
    return false;
}

/* A range of years may be a list of them. */
static bool lists_nothing(const cue_words *w)
{
    return !w->q->query->parts.operators[T2S_OPERATOR_IN] &&
           !lists_values(w->q->query, true);
}

/* Whether the query has no comparison in either direction: "older" is a lower
 * year of birth, and order.c finds wrong directions. "More than one" may be
 * written as another one by <>. */
static bool compares_never(const cue_words *w)
{
    const bool *has = w->q->query->parts.operators;
    return !has[T2S_OPERATOR_GREATER] && !has[T2S_OPERATOR_GREATER_EQUAL] &&
           !has[T2S_OPERATOR_LESS] && !has[T2S_OPERATOR_LESS_EQUAL] &&
           !has[T2S_OPERATOR_BETWEEN] && !has[T2S_OPERATOR_NOT_EQUAL] &&
           !lists_values(w->q->query, true);
}

/* "Biggest first, then alphabetically" asks for either order. */
static bool has_one_order(const cue_words *w)
{
    return !t2s_question_asks(w->question,
                              "first|then|equal|equals|tie|ties|tied|same");
}

/* "A different city" and "different from" compare. A subquery in WHERE repeats
 * no row. */
static bool keeps_repeats(const cue_words *w)
{
    return !w->q->query->parts.senses[T2S_SENSE_once] &&
           !is_word(w, w->first - 1, "a an another") &&
           !is_word(w, w->last + 1, "from than to");
}

/* An average may come from a subquery in FROM, or a WITH table. */
static bool reads_tables(const cue_words *w)
{
    return !w->q->query->parts.roles[T2S_ROLE_FROM];
}

/* Never: order.c reports it from more than words. */
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
                   "substring prefix suffix contain contains containing "
                   "contained");
}

/* Whether a query computes a mean or a share, of which "per" is the base. */
static bool divides(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    return has->forms[T2S_FORM_ratio] || has->senses[T2S_SENSE_averages] ||
           has->senses[T2S_SENSE_shares];
}

/* Whether the query aggregates all rows at once: without GROUP BY, a window, a
 * SELECT for each row or one for each group. "Each person once" and "than
 * every" ask for no groups. */
static bool aggregates(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    if (is_word(w, w->last + 1, "once other") ||
        is_word(w, w->last + 2, "once") || is_word(w, w->first - 1, "than"))
        return false;
    for (int i = 0; i < T2S_FUNCTION_OTHER; i++)
        if (has->selected_functions[i])
            return !has->senses[T2S_SENSE_groups] &&
                   !has->forms[T2S_FORM_window] &&
                   !has->forms[T2S_FORM_conditional_aggregate] &&
                   !has->forms[T2S_FORM_union_all] && !divides(w);
    return false;
}

/* Both of two conditions: neither OR nor IN asks for that. */
static bool takes_either(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    return is_word(w, w->first, "both") && query->scopes.count == 1 &&
           !query->scopes.at[0].has[T2S_CLAUSE_HAVING] &&
           (query->parts.uses[T2S_USES_OR] ||
            query->parts.operators[T2S_OPERATOR_IN]);
}

/* Whether "those without" are left out, as by any join, or kept, as where
 * nothing is joined. */
static bool speaks_of_unmatched(const cue_words *w)
{
    const t2s_asked_rows *rows = w->q->from->rows;
    return rows &&
           (rows->keeping == T2S_KEEPS_MATCHED ||
            (rows->keeping == T2S_KEEPS_ALL && w->q->query->parts.tables < 2));
}

static bool is_recursive(const t2s_inspected *q)
{
    t2s_tree_for_each (q->tree, q->tree->root, node)
        if (t2s_sql_says(q->tree, node, "RECURSIVE"))
            return true;
    return false;
}

/* Whether something is to be left out: "void ones aside". */
static bool leaves_out(const t2s_restricted_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (words->at[i].is_excluded)
            return true;
    return false;
}

/* Whether nothing in the query may stand for a negation. Tests for NULL, 0 and
 * 'no' negate as well; an outer join or a subquery in SELECT keeps "those
 * without", COALESCE has a value for them, and a difference of counts or sums
 * gives their number. */
static bool never_negates(const cue_words *w)
{
    const t2s_query_parts *parts = &w->q->query->parts;
    const bool *has = parts->operators;
    if (parts->forms[T2S_FORM_outer_join] || parts->forms[T2S_FORM_fallback] ||
        parts->roles[T2S_ROLE_OTHER] || speaks_of_unmatched(w) ||
        is_recursive(w->q) ||
        (parts->forms[T2S_FORM_difference] &&
         (parts->functions[T2S_FUNCTION_COUNT] ||
          parts->functions[T2S_FUNCTION_SUM])))
        return false;
    t2s_for_each_use (w->q->query, use) {
        if ((use->kind == T2S_USES_NUMBER && use->number == 0) ||
            (use->kind == T2S_USES_TEXT && use->length < 6))
            return false;
    }
    return !has[T2S_OPERATOR_IS] && !has[T2S_OPERATOR_LESS] &&
           !has[T2S_OPERATOR_LESS_EQUAL];
}

/* Whether a negative condition is what a word asks for: "unpaid". */
static bool excludes_as_asked(const t2s_restrictions *of)
{
    for (size_t i = 0; i < of->count; i++)
        if (of->at[i].sign < 0 && of->at[i].direction > 0)
            return true;
    return false;
}

/* Whether columns are compared by > or <, or rows left out again, within a part
 * of the query: NOT EXISTS (a greater one) takes an end, and NOT EXISTS (...
 * NOT EXISTS) "all of them". */
static bool is_within(const t2s_query *query, const t2s_restrictions *all,
                      const t2s_restriction *of)
{
    for (size_t i = 0; i < query->conditions.count && i < MOST_LISTED; i++) {
        const t2s_condition *at = &query->conditions.at[i];
        if (at->value.operand == T2S_OPERAND_COLUMN &&
            at->operator>= T2S_OPERATOR_LESS &&
            at->
            operator<= T2S_OPERATOR_GREATER_EQUAL &&
            at->slot.begin >= of->begin && at->slot.end <= of->end)
            return true;
    }
    for (size_t i = 0; i < all->count; i++)
        if (&all->at[i] != of && all->at[i].sign < 0 &&
            all->at[i].kind == T2S_RESTRICTS_RELATED &&
            all->at[i].begin < all->at[i].end &&
            ((all->at[i].begin >= of->begin && all->at[i].end <= of->end) ||
             (of->begin >= all->at[i].begin && of->end <= all->at[i].end)))
            return true;
    return false;
}

/* Whether the question has a number that is left out. */
static bool names_number(const cue_words *w, const t2s_restriction *of)
{
    double number;
    if (of->is_bound || !of->text ||
        !t2s_word_number(of->text, of->length, &number))
        return false;
    for (size_t i = 0; i < w->question->numbers.count; i++)
        if (w->question->numbers.at[i].value == number)
            return true;
    return false;
}

/* Whether what has ended is left out, and the question asks for the rest:
 * "properties that we hold" of status <> 'Sold'. */
static bool leaves_live(const t2s_inspected *q, const t2s_restriction *of)
{
    const t2s_restricted_words *words = &q->match->restrictions.question;
    if (!t2s_names_end(of->text))
        return false;
    for (size_t i = 0; i < words->count; i++)
        if (words->at[i].is_live ||
            t2s_word_is_of("held|hold|holds|holding|holdings",
                           words->at[i].text, words->at[i].length))
            return true;
    return false;
}

/* Whether the query excludes values or rows for which the question has no word.
 * NOT x > 5 excludes none, being x <= 5; IS NOT NULL and <> 'n/a' are what
 * "have an e-mail" asks for. */
static bool excludes(const cue_words *w)
{
    const t2s_restrictions *all = &w->q->match->restrictions;
    bool is_same;
    if (excludes_as_asked(all) || all->asks_different ||
        leaves_out(&all->question) || leaves_out(&all->knowledge) ||
        is_recursive(w->q))
        return false;
    /* "The same mentor as Hugo": the query may exclude Hugo himself. */
    is_same = t2s_question_asks(w->question, "same as|same * as");
    for (size_t i = 0; i < all->count; i++) {
        const t2s_restriction *of = &all->at[i];
        if (of->sign < 0 && !of->is_undirected &&
            (of->kind == T2S_RESTRICTS_VALUE
                 ? !t2s_is_placeholder(of->text, of->length) && !is_same &&
                       !leaves_live(w->q, of)
             : of->kind == T2S_RESTRICTS_AMOUNT
                 ? names_number(w, of)
                 : of->kind == T2S_RESTRICTS_RELATED && of->begin < of->end &&
                       !is_within(w->q->query, all, of)))
            return true;
    }
    return false;
}

/* "Singers and stadiums" may be a UNION, "from France and Spain" an OR;
 * recursion has a UNION. What is NULL may belong to one side of a bound ("not
 * closed by May"), and ties are broken by OR. */
static bool offers_either(const cue_words *w)
{
    const t2s_query *query = w->q->query;
    const bool is_list = w->question->cues[T2S_CUE_AND] > 0 ||
                         t2s_question_asks(w->question, "vs|versus");
    if (query->parts.uses[T2S_USES_OR])
        return !query->parts.forms[T2S_FORM_is_null] &&
               !query->parts.forms[T2S_FORM_is_not_null] &&
               !query->parts.forms[T2S_FORM_compared_columns] &&
               !lists_values(query, is_list);
    return !is_list && !query->parts.forms[T2S_FORM_union_all] &&
           !is_recursive(w->q);
}

/* A sum by a count is an average. */
static bool divides_nothing(const cue_words *w)
{
    return !w->q->query->parts.forms[T2S_FORM_ratio];
}

/* The average of a condition is a share, the average of a product a mean price,
 * and the average of the one or two middle values the median. */
static bool averages_values(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    return !has->forms[T2S_FORM_conditional_aggregate] &&
           !has->forms[T2S_FORM_product] && !has->senses[T2S_SENSE_shares] &&
           !t2s_question_asks(w->question, "median|medians");
}

/* Amounts are added up without a word for it ("litres per month"), but not
 * where an average is asked for. */
static bool is_sum_for_average(const cue_words *w)
{
    return w->question->cues[T2S_CUE_AVERAGE] > 0 &&
           w->q->query->parts.senses[T2S_SENSE_totals] && !divides(w);
}

/* Groups are counted without a word for it ("orders per customer", "loyal
 * customers"), and so are both sides of a share or a difference, and what is
 * there or not. */
static bool counts_no_groups(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    const int32_t expr = t2s_sql_only_result(w->q->tree, w->q->tree->root);
    return w->question->cues[T2S_CUE_AVERAGE] == 0 &&
           !(expr != T2S_NO_NODE &&
             t2s_is_truth(w->q->tree, t2s_sql_bare(w->q->tree, expr))) &&
           !has->clauses[T2S_CLAUSE_GROUP] && !divides(w) &&
           !has->forms[T2S_FORM_difference] && !has->forms[T2S_FORM_union_all];
}

/* Whether the query lacks MAX, MIN or LIMIT. A rank takes an end as well, and
 * rows that are sorted "from the youngest to the oldest" need none. */
static bool takes_no_end(const cue_words *w)
{
    const t2s_query_parts *has = &w->q->query->parts;
    const uint32_t *cues = w->question->cues;
    const t2s_query_windows *windows = &w->q->match->windows;
    for (size_t i = 0; i < windows->end_count; i++)
        if (!windows->ends[i].is_sort)
            return false; /* by NOT EXISTS, or a count of greater ones */
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
             t2s_question_asks(w->question, "pair|pairs"));
}

/* Comparatives that are in no family: "harder than", "4 or better". */
#define OTHERWISE                                                              \
    "-more than|-less than|-fewer than|-higher than|-lower than|"              \
    "-greater than|-older than|-younger than|than|or better|or worse|"         \
    "and up|within|or taller|all of|"                                          \
    "reach|reached|reaches|attain|attained|attains"

static bool asks_for_no_more(const cue_words *w)
{
    return compares_nothing(w) && has_bound(w, true) &&
           !t2s_question_asks(w->question, OTHERWISE "|" T2S_OFTEN_WORDS);
}

static bool asks_for_no_less(const cue_words *w)
{
    return compares_nothing(w) && has_bound(w, false) &&
           !t2s_question_asks(w->question, OTHERWISE);
}

/* Whether rows are sorted by what they show: a usual courtesy, and no part of
 * the answer. */
static bool sorts_by_result(const t2s_inspected *q, int32_t by)
{
    const int32_t core =
        t2s_sql_child(q->tree, q->tree->root, T2S_RULE_select_core);
    const int32_t result = t2s_sql_child(q->tree, core, T2S_RULE_result_clause);
    const t2s_named_column *name = t2s_query_column_at(q->query, by);
    if (result == T2S_NO_NODE)
        return false;
    t2s_tree_for_each_child (q->tree, result, at) {
        const int32_t shown =
            t2s_query_resolved(q->query, t2s_sql_first(q->tree, at));
        const t2s_named_column *other = t2s_query_column_at(q->query, shown);
        if (shown == by || (name && other && name->column != T2S_NO_ITEM &&
                            name->column == other->column))
            return true;
    }
    return false;
}

static bool asks_for_all(const cue_words *w)
{
    const t2s_query_windows *windows = &w->q->match->windows;
    for (size_t i = 0; i < windows->end_count; i++)
        if (windows->ends[i].is_sort &&
            sorts_by_result(w->q, windows->ends[i].expr))
            return false;
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
static void check_part(t2s_inspected *q)
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

static void check_exact(t2s_inspected *q)
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
static void check_keys(t2s_inspected *q)
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

void t2s_check_cues(t2s_inspected *q)
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
