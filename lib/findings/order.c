/* order.c - ends, orders and comparisons that go the other way than the
 * question asks, or miss by one. */
#include "facts/end_match.h"
#include "findings/findings.h"

/* ------------------------------------------------------------- ends */

/* The words that ask for an end, or an order. */
static t2sed_span span_of_end(const t2s_inspected *q, bool is_sort)
{
    const t2s_window_words *asked = &q->from->question->windows;
    for (size_t i = 0; i < asked->end_count; i++)
        if (asked->ends[i].is_order == is_sort)
            return t2s_span_of_words(q, asked->ends[i].word,
                                     asked->ends[i].word);
    return T2S_NOWHERE;
}

static void report_end(t2s_inspected *q, const t2s_query_end *end)
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
void t2s_check_ends(t2s_inspected *q)
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

/* ------------------------------------------------------------- windows */

static void report_window(t2s_inspected *q, int32_t node, const char *message)
{
    t2s_report(q, T2SED_FINDING_WRONG_WINDOW,
               node == T2S_NO_NODE ? T2S_NOWHERE : t2s_span_of_node(q, node),
               T2S_NOWHERE, NULL, "%s", message);
}

void t2s_check_windows(t2s_inspected *q)
{
    static const char *const flaws[] = {
        [T2S_TOTAL_SOUND] =
            "The question asks for a running total; the query has none.",
        [T2S_TOTAL_BACKWARDS] = "This running total begins with the latest row "
                                "instead of the earliest.",
        [T2S_TOTAL_CUT] = "This running total does not add up all rows up to "
                          "the current one.",
        [T2S_TOTAL_SINGLE] =
            "Each partition has one row, so this returns that row's own value.",
        [T2S_TOTAL_WHOLE] = "The question asks for a running total; without "
                            "ORDER BY this adds up all rows.",
    };
    const t2s_window_match *match = &q->match->window;
    const double moving = q->from->question->history->windows.moving;
    if (match->running < 0)
        report_window(q, match->flawed_at, flaws[match->flaw]);
    if (moving > 0 && match->rows > 0 && !t2s_bound_same(match->rows, moving))
        t2s_report(q, T2SED_FINDING_WRONG_WINDOW,
                   match->rows_at == T2S_NO_NODE
                       ? T2S_NOWHERE
                       : t2s_span_of_node(q, match->rows_at),
                   T2S_NOWHERE, NULL,
                   "The question asks for a window of %g rows; this one has "
                   "%g.",
                   moving, match->rows);
    if (match->cut > 0)
        report_window(q, match->cut_at,
                      "This LAST_VALUE ends with the current row, so it gives "
                      "that row's own value.");
    if (match->look_agrees < 0)
        report_window(q, T2S_NO_NODE,
                      match->look > 0
                          ? "The question asks for the previous row; the query "
                            "looks at the next one."
                          : "The question asks for the next row; the query "
                            "looks at the one before.");
    /* Of LIMIT, ties_dropped is found. */
    if (match->ties < 0 && !q->match->windows.has_limit)
        report_window(q, T2S_NO_NODE,
                      match->ties_kept < 0
                          ? "The question asks for all tied rows; the query "
                            "returns one of them."
                          : "The question asks for one row; the query returns "
                            "all tied rows.");
}

/* ------------------------------------------------------------- bounds */

static void report_bound(t2s_inspected *q, const t2s_asked_bound *asked,
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

/* "Redeemed after it expired" of redeemed_on <= expires_on. */
static void check_pairs(t2s_inspected *q)
{
    bool agrees = false; /* with one: the others are for something else */
    for (size_t k = 0; k < q->match->bounds.pair_count; k++)
        agrees |= q->match->pair[k].direction > 0;
    for (size_t k = 0; k < q->match->bounds.pair_count; k++) {
        const t2s_pair_match *match = &q->match->pair[k];
        if ((match->direction >= 0 || agrees) && !match->is_loose)
            continue;
        t2s_report(q, T2SED_FINDING_WRONG_COMPARISON,
                   t2s_span_of_node(q, q->match->bounds.pairs[k].node),
                   T2S_NOWHERE, NULL,
                   match->direction < 0
                       ? "This comparison is in the opposite direction to the "
                         "question."
                       : "The question does not say \"or equal\"; this "
                         "comparison includes equal values.");
    }
}

static void report_place(t2s_inspected *q, int32_t kept, const char *message,
                         double asked, double has)
{
    t2s_report(q, T2SED_FINDING_WRONG_LIMIT,
               t2s_span_of_node(q, q->match->bounds.kept[kept].node),
               T2S_NOWHERE, NULL, message, asked, has);
}

/* Whether the question may mean places that are not read: "places 4 to 6", "the
 * third customer", "the next ten". */
static bool may_name_places(const t2s_inspected *q)
{
    return q->from->question->bounds.place_count > 1 ||
           t2s_question_asks(q->from->question,
                             "page|next|skip|penultimate|but one|after|place|"
                             "places|position|positions|rank|ranks|second|"
                             "third|fourth|fifth|sixth|seventh|eighth|ninth|"
                             "tenth|to");
}

/* Rows of an end, and the place of one. */
static void check_places(t2s_inspected *q)
{
    const t2s_bound_words *asked = &q->from->question->bounds;
    const t2s_place_match *match = &q->match->place;
    const t2s_kept_places *kept = q->match->bounds.kept;
    if (match->place_at >= 0 && !t2s_bound_same(match->place_off, 0) &&
        asked->place_count == 1)
        report_place(q, match->place_at,
                     "The question asks for place %g of this order; the query "
                     "returns place %g.",
                     kept[match->place_at].first - match->place_off,
                     kept[match->place_at].first);
    else if (match->rows_at >= 0 && kept[match->rows_at].first <= 1 &&
             !may_name_places(q) && !t2s_bound_same(match->rows_off, 0) &&
             asked->place_count == 0)
        report_place(q, match->rows_at,
                     "The question asks for %g rows; the query returns %g.",
                     kept[match->rows_at].last - kept[match->rows_at].first +
                         1 - match->rows_off,
                     kept[match->rows_at].last - kept[match->rows_at].first +
                         1);
    for (size_t k = 0; k < q->match->bounds.kept_count && match->is_extra; k++)
        if (kept[k].first > 1 && !may_name_places(q) &&
            q->from->question->numbers.count == 0)
            report_place(q, (int32_t)k,
                         "The question asks for the first row (%g); the query "
                         "skips to row %g.",
                         1, kept[k].first);
}

void t2s_check_bounds(t2s_inspected *q)
{
    const t2s_bound_words *asked = &q->from->question->history->bounds;
    check_pairs(q);
    check_places(q);
    for (size_t i = 0; i < asked->count; i++) {
        const t2s_bound_match *match = &q->match->bound[i];
        if (asked->bounds[i].number == 1 &&
            t2s_question_asks(q->from->question, "other|another|changed"))
            continue; /* at least one other is more than one of all */
        if (match->fit == T2S_BOUND_STRICTNESS ||
            match->fit == T2S_BOUND_NEAR || match->fit == T2S_BOUND_REVERSED)
            report_bound(q, &asked->bounds[i], match,
                         q->match->bounds.bounds[match->bound].node);
    }
}
