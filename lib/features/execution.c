/* Whether a query runs, and whether what it gives looks like an answer. */
#include <string.h>

#include "facts/result_filter.h"
#include "facts/shown_keys.h"
#include "features/features.h"

/* What a query that fails or is cut off can't tell is NAN, and what of its
 * result is set aside. */
#define FEATURES(X)                                                            \
    X(failed, 1, "SQLite refuses the query")                                   \
    X(cut, 1, "stopped by a limit on time, rows or memory")                    \
    X(empty, 1, "no row")                                                      \
    X(one_row, 1, "just one row")                                              \
    X(log_rows, 12, "log(1 + rows)")                                           \
    X(columns, 20, "columns of the result")                                    \
    X(has_null, 1, "a NULL in the first 50 rows")                              \
    X(first_null, 1, "the first row is all NULL")                              \
    X(zero, 1, "the whole result is one 0")                                    \
    X(text, 1, "the first value is text")                                      \
    X(duplicates, 1, "share of rows that repeat another")                      \
    X(has_duplicates, 1, "some row repeats another")                           \
    X(one_for_plural, 1, "one row where several are asked for")                \
    X(many_for_singular, 1, "several rows where one is asked for")             \
    X(many_for_extreme, 1, "several unordered rows for a superlative")         \
    X(count_not_one, 1, "\"how many\" answered by other than one value")       \
    X(count_is_text, 1, "a count is asked for, one text is given")             \
    X(negative, 1, "share of the first 50 rows with a number below 0")         \
    X(percent_over, 1, "a percentage is asked for, some value is above 100")   \
    X(percent_fraction, 1,                                                     \
      "a percentage is asked for, all values with a fraction are at most 1")   \
    X(set_aside, 1, "what it gives is the data's doing, and not looked at")

#define ROW(name, most, meaning)  {"execution." #name, meaning, 0, most, 0},
#define NAME(name, most, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

/* Whether the question begins with one of these, parted by "|". */
static bool begins(const t2s_question_facts *question, const char *phrases)
{
    while (*phrases) {
        size_t n = strcspn(phrases, "|");
        if (question->plain.length > n &&
            memcmp(question->plain.text, phrases, n) == 0)
            return true;
        phrases += n + (phrases[n] == '|');
    }
    return false;
}

/* Percentages, as they hardly are. */
static void describe_percent(double *out, const t2s_feature_input *in,
                             const t2s_outcome *result)
{
    const bool is_asked = in->from->question->ratio.is_percent;
    out[F_percent_over] = is_asked && result->largest > 100.5;
    out[F_percent_fraction] =
        is_asked && result->has_fraction && result->largest <= 1;
}

static void describe(double *out, const t2s_feature_input *in,
                     const t2s_outcome *result)
{
    const t2s_question_facts *question = in->from->question;
    const bool one_value = result->rows == 1 && result->columns == 1;
    const bool several = result->rows > 1;
    const bool repeats =
        result->repeated > 0 &&
        !(in->from->schema && t2s_shows_namesakes(in->query, in->from->schema));
    out[F_empty] = result->rows == 0;
    out[F_one_row] = result->rows == 1;
    out[F_log_rows] = (double)logf(1.0F + (float)result->rows);
    out[F_columns] = (double)result->columns;
    out[F_has_null] = result->has_null;
    out[F_negative] = result->rows == 0
                          ? 0
                          : (double)result->negative /
                                (double)(result->rows < 50 ? result->rows : 50);
    describe_percent(out, in, result);
    out[F_first_null] = result->first_is_null;
    out[F_zero] = one_value && result->first_is_zero;
    out[F_text] = result->first_is_text;
    out[F_duplicates] = repeats ? (double)result->repeated : 0;
    out[F_has_duplicates] = repeats;
    out[F_one_for_plural] =
        result->rows == 1 &&
        begins(question, " what are | list | show | find the names |"
                         " give the names ") &&
        !in->query->parts.selected_functions[T2S_FUNCTION_COUNT];
    out[F_many_for_singular] =
        several && begins(question, " what is | who is | when is | what s ");
    out[F_many_for_extreme] = several &&
                              question->cues[T2S_CUE_SUPERLATIVE] > 0 &&
                              !in->query->parts.clauses[T2S_CLAUSE_ORDER];
    out[F_count_not_one] = begins(question, " how many ") && !one_value;
    out[F_count_is_text] =
        one_value && result->first_is_text && question->cues[T2S_CUE_COUNT] > 0;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    const t2s_result_filter *filter;
    t2s_outcome result;
    t2sed_status status = t2s_candidate_filter(&filter, in->candidate, err);
    if (status == T2SED_OK)
        status = t2s_execution_run(&result, NULL, in->candidate->sql,
                                   in->from->execution, err);
    if (status != T2SED_OK || result.how == T2S_RUN_DATABASE)
        return status;
    out[F_failed] = result.how == T2S_RUN_REFUSED;
    out[F_cut] = result.how != T2S_RUN_REFUSED && result.how != T2S_RUN_DONE;
    if (result.how != T2S_RUN_DONE && result.how != T2S_RUN_ROWS)
        return T2SED_OK;
    out[F_set_aside] = t2s_result_filter_covers(filter, &result);
    if (out[F_set_aside] > 0)
        return T2SED_OK;
    if (result.how == T2S_RUN_DONE) {
        describe(out, in, &result);
    } else {
        out[F_empty] = out[F_one_row] = 0;
        out[F_log_rows] = (double)logf(1.0F + (float)result.rows_seen);
    }
    return T2SED_OK;
}

const t2s_feature_group t2s_execution_group = {features, F_COUNT,
                                               T2S_NEEDS_ROWS, compute, false};
