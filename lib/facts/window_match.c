/* window_match.c - the order of rows that a query has, against what its
 * question asks for. */
#include "facts/window_match.h"

#include "facts/end_match.h"

static int sign(int64_t number)
{
    return (number > 0) - (number < 0);
}

static void match_looks(t2s_window_match *out, const t2s_window_words *asked,
                        const t2s_query_windows *has)
{
    /* From one to the next, the gap is that from the one before. */
    const int wanted =
        asked->next > 0 && asked->changes > 0
            ? 0
            : sign((int64_t)asked->next - (int64_t)asked->previous);
    int found = 0;
    for (size_t i = 0; i < has->count; i++) {
        const t2s_query_window *at = &has->windows[i];
        if (at->kind == T2S_WINDOW_LOOK)
            found += at->is_lead == at->is_descending ? -1 : 1;
    }
    for (size_t i = 0; i < has->beside_count; i++)
        if (has->beside[i].kind == T2S_BESIDE_LOOK)
            found += has->beside[i].of.is_above ? 1 : -1;
    out->look = sign(found);
    out->look_agrees = sign(found) * wanted;
}

static void match_ties(t2s_window_match *out, const t2s_window_words *asked,
                       const t2s_query_windows *has)
{
    int kept = 0;
    for (size_t i = 0; i < has->count; i++) {
        const t2s_query_window *at = &has->windows[i];
        if (at->kind == T2S_WINDOW_RANK)
            kept += at->keeps_ties && at->order_count < 2 ? 1 : -1;
    }
    kept += has->has_extreme && !asked->breaks_ties;
    kept -= has->has_limit;
    out->ties_kept = sign(kept);
    if (asked->keeps_ties != asked->breaks_ties)
        out->ties = asked->keeps_ties ? sign(kept) : -sign(kept);
}

/* ------------------------------------------------------------- totals */

/* Against the order of times; the greatest first is an order for shares. */
static bool runs_back(const t2s_end_match *match, int32_t expr)
{
    return expr != T2S_NO_NODE && t2s_end_is_time(match, expr);
}

static t2s_total_flaw flaw_of(const t2s_end_match *match,
                              const t2s_query_window *at)
{
    if (at->is_descending && runs_back(match, at->order))
        return T2S_TOTAL_BACKWARDS;
    if (at->has_frame || !at->reaches_current)
        return T2S_TOTAL_CUT;
    return at->is_ordered_by_partition || at->is_single ? T2S_TOTAL_SINGLE
                                                        : T2S_TOTAL_SOUND;
}

static void add_total(t2s_window_match *out, t2s_total_flaw flaw, int32_t node)
{
    if (flaw == T2S_TOTAL_SOUND) {
        out->sound++;
        return;
    }
    if (out->flawed++ == 0) {
        out->flaw = flaw;
        out->flawed_at = node;
    }
}

static void match_totals(t2s_window_match *out, const t2s_end_match *match,
                         const t2s_window_words *asked,
                         const t2s_query_windows *has)
{
    out->rows = has->moving;
    for (size_t i = 0; i < has->count; i++) {
        const t2s_query_window *at = &has->windows[i];
        if (at->is_last && at->reaches_current && at->order_count > 0) {
            out->cut++;
            out->cut_at = at->node;
        }
        if (at->rows > out->rows) {
            out->rows = at->rows;
            out->rows_at = at->node;
        }
        if (at->kind == T2S_WINDOW_WHOLE && asked->running > 0)
            add_total(out, T2S_TOTAL_WHOLE, at->node);
        if (at->kind == T2S_WINDOW_SUM)
            add_total(out, flaw_of(match, at), at->node);
    }
    for (size_t i = 0; i < has->beside_count; i++) {
        const t2s_same_column *of = &has->beside[i].of;
        if (has->beside[i].kind == T2S_BESIDE_SUM)
            add_total(out,
                      !of->is_inclusive ? T2S_TOTAL_CUT
                      : of->is_above && runs_back(match, has->beside[i].expr)
                          ? T2S_TOTAL_BACKWARDS
                          : T2S_TOTAL_SOUND,
                      T2S_NO_NODE);
    }
    out->running = asked->running == 0 ? 0 : out->sound > 0 ? 1 : -1;
}

t2s_window_match t2s_windows_match(const t2s_query_windows *has,
                                   const t2s_query *query,
                                   const t2sed_evidence *of)
{
    const t2s_question_facts *question = of->question;
    const t2s_end_match match = {question, query, of->schema, of->values};
    t2s_window_match made = {.flawed_at = T2S_NO_NODE,
                             .rows_at = T2S_NO_NODE,
                             .cut_at = T2S_NO_NODE};
    match_looks(&made, &question->windows, has);
    match_totals(&made, &match, &question->history->windows, has);
    match_ties(&made, &question->history->windows, has);
    return made;
}
