/* order.c - ends, orders and comparisons that go the other way than the
 * question asks, or miss by one. */
#include "facts/end_match.h"
#include "findings/findings.h"

/* ------------------------------------------------------------- ends */

/* The words that ask for an end, or an order. */
static t2sed_span span_of_end(const t2s_checked *q, bool is_sort)
{
    const t2s_window_words *asked = &q->from->question->windows;
    for (size_t i = 0; i < asked->end_count; i++)
        if (asked->ends[i].is_order == is_sort)
            return t2s_span_of_words(q, asked->ends[i].word,
                                     asked->ends[i].word);
    return T2S_NOWHERE;
}

static void report_end(t2s_checked *q, const t2s_query_end *end)
{
    static const char *const ends[2] = {"lowest or earliest",
                                        "highest or latest"};
    static const char *const orders[2] = {"ascending", "descending"};
    const t2sed_span sql = t2s_span_of_node(q, end->node);
    const t2sed_span question = span_of_end(q, end->is_sort);
    if (end->is_sort)
        t2s_report(q, T2SED_FINDING_WRONG_DIRECTION, sql, question, NULL,
                   "The question asks for %s order; this is %s.",
                   orders[!end->is_upper], orders[end->is_upper]);
    else
        t2s_report(q, T2SED_FINDING_WRONG_DIRECTION, sql, question, NULL,
                   "The question asks for the %s; this gives the %s.",
                   ends[!end->is_upper], ends[end->is_upper]);
}

/* Ends, or orders, of which one is as asked leave open what the others are
 * for. */
void t2s_check_ends(t2s_checked *q)
{
    const t2s_end_match match = {q->from->question, q->query, q->from->schema,
                                 q->from->values};
    const t2s_query_windows *has = &q->match->windows;
    int wanted[T2S_MOST_ENDS];
    bool agrees[2] = {false, false};
    for (size_t i = 0; i < has->end_count; i++) {
        wanted[i] = t2s_end_wanted(&match, &has->ends[i]) *
                    (has->ends[i].is_upper ? 1 : -1);
        agrees[has->ends[i].is_sort] |= wanted[i] > 0;
    }
    for (size_t i = 0; i < has->end_count; i++)
        if (wanted[i] < 0 && !agrees[has->ends[i].is_sort])
            report_end(q, &has->ends[i]);
}

/* ------------------------------------------------------------- bounds */

static void report_bound(t2s_checked *q, const t2s_asked_bound *asked,
                         const t2s_bound_match *match, int32_t node)
{
    static const char *const says[2][2] = {{"less than", "at most"},
                                           {"more than", "at least"}};
    const bool is_own = q->from->question->history == q->from->question;
    t2s_report(q, T2SED_FINDING_WRONG_COMPARISON, t2s_span_of_node(q, node),
               is_own ? t2s_span_of_words(q, asked->word, asked->word)
                      : T2S_NOWHERE,
               NULL, "The question asks for %s %g; this comparison %s.",
               says[asked->is_lower][asked->is_inclusive], asked->number,
               match->fit == T2S_BOUND_REVERSED ? "goes the other way"
               : match->fit == T2S_BOUND_NEAR   ? "differs by one"
               : asked->is_inclusive            ? "excludes the number"
                                                : "includes the number");
}

void t2s_check_bounds(t2s_checked *q)
{
    const t2s_bound_words *asked = &q->from->question->history->bounds;
    for (size_t i = 0; i < asked->count; i++) {
        const t2s_bound_match *match = &q->match->bound[i];
        if (match->fit == T2S_BOUND_STRICTNESS ||
            match->fit == T2S_BOUND_NEAR || match->fit == T2S_BOUND_REVERSED)
            report_bound(q, &asked->bounds[i], match,
                         q->match->bounds.bounds[match->bound].node);
    }
}
