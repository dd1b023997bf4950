/* The order of rows that the question asks for, against that of the query:
 * window functions, ranks, ends of scales. */
#include "features/features.h"

#include "facts/end_match.h"

#define FEATURES(X)                                                            \
    X(look_asked, "words for the row before, less those for the next", -3, 3)  \
    X(look, "the query looks at the next row: 1, or at the one before: -1",    \
      -1, 1)                                                                   \
    X(look_agrees, "both are the same: 1, or opposite: -1", -1, 1)             \
    X(look_whole, "LAG or LEAD without PARTITION BY", 0, 2)                    \
    X(change, "the later row less the earlier one: 1, or the opposite: -1",    \
      -1, 1)                                                                   \
    X(running, "a running total is asked for and there: 1, or not: -1", -1, 1) \
    X(running_extra, "a running total that is not asked for", 0, 1)            \
    X(running_flawed,                                                          \
      "running totals that leave out rows, the own one or the order", 0, 3)    \
    X(moving, "a window of n rows is asked for and there: 1, or another: -1",  \
      -1, 1)                                                                   \
    X(moving_off, "rows by which it is too long", -3, 3)                       \
    X(last_cut, "LAST_VALUE of a frame that ends with the current row", 0, 2)  \
    X(ties, "ties are kept, or broken, as asked: 1, or not: -1", -1, 1)        \
    X(ties_kept, "the query keeps ties: 1, breaks them: -1, or neither", -1,   \
      1)                                                                       \
    X(single, "windows each partition of which is one row", 0, 3)              \
    X(own_order, "windows ordered by what they are partitioned by", 0, 3)      \
    X(partitions, "columns of PARTITION BY", 0, 6)                             \
    X(partition_unnamed,                                                       \
      "of these: neither they nor their table are in the question", 0, 4)      \
    X(partition_each,                                                          \
      "one has the word behind each or per: 1, or none has: -1", -1, 1)        \
    X(per_group, "ends are taken of each group, as asked: 1, or not: -1", -1,  \
      1)                                                                       \
    X(group_extra, "they are, and nothing asks for it", 0, 1)                  \
    X(after_look, "conditions on rows behind LAG or LEAD", 0, 3)               \
    X(after_sum, "conditions on rows behind a running or other total", 0, 3)   \
    X(after_rank, "conditions on rows behind a rank", 0, 3)                    \
    X(before, "conditions on rows before a window function", 0, 3)             \
    X(lookback,                                                                \
      "rows before the first are left, as asked, or not, as asked: 1; else "   \
      "-1",                                                                    \
      -1, 1)                                                                   \
    X(ends, "ends of scales in the question", 0, 4)                            \
    X(end_agrees, "ends of the query that are asked for", 0, 4)                \
    X(end_differs, "ends of the query of which the other one is asked for", 0, \
      4)                                                                       \
    X(end_unasked, "ends of the query that nothing asks for", 0, 4)            \
    X(sort_agrees, "orders of the query by an end that is asked for", 0, 2)    \
    X(sort_differs, "orders of which the other end is asked for", 0, 2)        \
    X(right, "what the query has as asked, of all above", 0, 6)                \
    X(wrong, "what the query has in another way than asked", 0, 6)

#define ROW(name, meaning, low, high)  {"window." #name, meaning, low, high, 0},
#define NAME(name, meaning, low, high) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum { FEATURES(NAME) F_COUNT };

/* ------------------------------------------------- before, behind, so far */

static void compare_looks(double *out, const t2s_window_words *asked,
                          const t2s_query_windows *has,
                          const t2s_window_match *match)
{
    for (size_t i = 0; i < has->count; i++)
        out[F_look_whole] += has->windows[i].kind == T2S_WINDOW_LOOK &&
                             has->windows[i].partition_count == 0;
    out[F_look_asked] = (double)asked->previous - (double)asked->next;
    out[F_look] = match->look;
    out[F_look_agrees] = match->look_agrees;
    out[F_change] =
        (has->forward > has->backward) - (has->forward < has->backward);
}

/* ------------------------------------------------------------- groups */

typedef struct partition_fit {
    bool is_named, is_each;
} partition_fit;

static void fit_column(partition_fit *out, const t2s_question_facts *question,
                       const t2sed_schema *schema, int32_t column)
{
    const t2s_column *of = &schema->columns[column];
    const t2s_name_match *names[3] = {&question->columns[column],
                                      &question->tables[of->table], NULL};
    const t2s_window_words *asked = &question->windows;
    const int32_t target = t2s_schema_target(schema, column);
    /* A foreign key is its table's. */
    if (target != T2S_NO_ITEM)
        names[2] = &question->tables[schema->columns[target].table];
    for (int n = 0; n < 3; n++) {
        if (!names[n] || (n == 1 && !of->primary))
            continue;
        out->is_named |= names[n]->score > 0;
        for (size_t i = 0; i < asked->each && i < T2S_MOST_EACH; i++)
            out->is_each |=
                t2s_match_has_word(question, names[n], asked->each_words[i], 3);
    }
}

/* How the columns within an expr fit the question. */
static partition_fit fit_expr(const t2s_feature_input *in, int32_t expr)
{
    const t2s_query *query = in->query;
    const t2s_node *of = &query->tree->nodes[expr];
    partition_fit fit = {false, false};
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        const t2s_node *name = &query->tree->nodes[at->expr];
        if (name->begin >= of->end)
            break;
        if (name->begin >= of->begin && at->column != T2S_NO_ITEM)
            fit_column(&fit, in->from->question, in->from->schema, at->column);
    }
    return fit;
}

static void compare_partitions(double *out, const t2s_feature_input *in,
                               const t2s_query_windows *has)
{
    const t2s_question_facts *question = in->from->question;
    bool is_each = false;
    for (size_t i = 0; i < has->count; i++) {
        const t2s_query_window *at = &has->windows[i];
        out[F_single] += at->is_single;
        out[F_own_order] += at->is_ordered_by_partition;
        for (size_t k = 0; k < at->partition_count; k++) {
            partition_fit fit;
            out[F_partitions]++;
            if (!in->from->schema || !question->columns)
                continue;
            fit = fit_expr(in, at->partitions[k]);
            out[F_partition_unnamed] += !fit.is_named && !fit.is_each;
            is_each |= fit.is_each;
        }
    }
    if (question->windows.each > 0 && out[F_partitions] > 0)
        out[F_partition_each] = is_each ? 1 : -1;
    if (!in->from->schema)
        out[F_partition_unnamed] = out[F_partition_each] = (double)NAN;
}

static void compare_groups(double *out, const t2s_window_words *asked,
                           const t2s_query_windows *has)
{
    int grouped = 0, whole = 0;
    for (size_t i = 0; i < has->end_count; i++) {
        grouped += has->ends[i].is_known_grouped && has->ends[i].is_grouped;
        whole += has->ends[i].is_known_grouped && !has->ends[i].is_grouped;
    }
    if (asked->each_end && asked->end_count > 0 && grouped + whole > 0)
        out[F_per_group] = grouped > 0 ? 1 : -1;
    out[F_group_extra] = asked->each == 0 && grouped > 0 && !whole;
}

/* ------------------------------------------------------------- filters */

static void compare_filters(double *out, const t2s_window_words *asked,
                            const t2s_query_windows *has)
{
    const size_t *after = has->filters_after;
    const bool is_late = after[T2S_WINDOW_LOOK] + after[T2S_WINDOW_SUM] > 0;
    bool is_ordered = false;
    for (size_t i = 0; i < has->count; i++)
        is_ordered |= has->windows[i].kind == T2S_WINDOW_LOOK ||
                      has->windows[i].kind == T2S_WINDOW_SUM;
    out[F_after_look] = (double)after[T2S_WINDOW_LOOK];
    out[F_after_sum] =
        (double)(after[T2S_WINDOW_SUM] + after[T2S_WINDOW_WHOLE]);
    out[F_after_rank] =
        (double)(after[T2S_WINDOW_RANK] + after[T2S_WINDOW_END]);
    out[F_before] = (double)has->filters_before;
    if (is_ordered && asked->has_earlier != asked->first_is_empty)
        out[F_lookback] = is_late == asked->has_earlier ? 1 : -1;
}

/* ------------------------------------------------------------- ends */

static void compare_ends(double *out, const t2s_feature_input *in,
                         const t2s_query_windows *has)
{
    const t2s_end_match match = {in->from->question, in->query,
                                 in->from->schema, in->from->values};
    out[F_ends] = (double)match.question->windows.end_count;
    for (size_t i = 0; i < has->end_count; i++) {
        const t2s_query_end *at = &has->ends[i];
        const int wanted = t2s_end_wanted(&match, at);
        const int made = at->is_upper ? 1 : -1;
        if (at->is_sort) {
            out[F_sort_agrees] += wanted == made;
            out[F_sort_differs] += wanted == -made;
        } else {
            out[F_end_agrees] += wanted == made;
            out[F_end_differs] += wanted == -made;
            out[F_end_unasked] += wanted == 0;
        }
    }
}

/* ------------------------------------------------------------- totals */

static void compare_totals(double *out, const t2s_window_words *asked,
                           const t2s_window_match *match)
{
    out[F_last_cut] = (double)match->cut;
    out[F_running] = match->running;
    out[F_running_extra] = !asked->running && !asked->is_moving &&
                           match->sound + match->flawed > 0;
    out[F_running_flawed] = asked->is_moving ? 0 : (double)match->flawed;
    if (asked->moving > 0 && match->rows > 0) {
        const double off = match->rows - asked->moving;
        out[F_moving] = off > -0.5 && off < 0.5 ? 1 : -1;
        out[F_moving_off] = off;
    }
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_question_facts *question = in->from->question;
    const t2s_query_windows *has = &in->match->windows;
    (void)err;
    compare_looks(out, &question->windows, has, &in->match->window);
    compare_totals(out, &question->history->windows, &in->match->window);
    out[F_ties_kept] = in->match->window.ties_kept;
    out[F_ties] = in->match->window.ties;
    compare_partitions(out, in, has);
    compare_groups(out, &question->windows, has);
    compare_filters(out, &question->history->windows, has);
    compare_ends(out, in, has);
    out[F_right] = (out[F_look_agrees] > 0) + (out[F_running] > 0) +
                   (out[F_moving] > 0) + (out[F_ties] > 0) +
                   (out[F_per_group] > 0) + (out[F_lookback] > 0) +
                   out[F_end_agrees] + out[F_sort_agrees];
    out[F_wrong] = (out[F_look_agrees] < 0) + (out[F_running] < 0) +
                   (out[F_moving] < 0) + out[F_last_cut] + (out[F_ties] < 0) +
                   out[F_single] + (out[F_per_group] < 0) +
                   (out[F_lookback] < 0) + out[F_end_differs] +
                   out[F_sort_differs];
    return T2SED_OK;
}

const t2s_feature_group t2s_windows_group = {features, F_COUNT, 0, compute,
                                             true};
