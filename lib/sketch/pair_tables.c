/* The features of a question and a table. docs/internals/sketch.md says what
 * each means. */
#include <math.h>

#include "sketch/pair_work.h"

#define FEATURES(X)                                                            \
    X(score)                                                                   \
    X(whole)                                                                   \
    X(first)                                                                   \
    X(name_words)                                                              \
    X(named_words)                                                             \
    X(rank)                                                                    \
    X(best_other)                                                              \
    X(odds)                                                                    \
    X(head)                                                                    \
    X(before)                                                                  \
    X(behind)                                                                  \
    X(columns)                                                                 \
    X(named_columns)                                                           \
    X(best_column)                                                             \
    X(second_column)                                                           \
    X(own_column)                                                              \
    X(own_whole)                                                               \
    X(best_here)                                                               \
    X(column_odds)                                                             \
    X(own_odds)                                                                \
    X(value_hits)                                                              \
    X(value_marked)                                                            \
    X(value_share)                                                             \
    X(refers)                                                                  \
    X(referred)                                                                \
    X(neighbours)                                                              \
    X(named_neighbours)                                                        \
    X(best_neighbour)                                                          \
    X(named_tables)                                                            \
    X(schema_tables)                                                           \
    X(schema_columns)                                                          \
    X(question_words)                                                          \
    X(numbers)                                                                 \
    X(values)                                                                  \
    X(cue_count)                                                               \
    X(cue_each)                                                                \
    X(cue_superlative)                                                         \
    X(cue_negation)                                                            \
    X(cue_common)                                                              \
    X(cue_name)                                                                \
    X(cue_their)                                                               \
    X(earlier)                                                                 \
    X(earlier_score)                                                           \
    X(earlier_column)                                                          \
    X(earliest_score)                                                          \
    X(wrong)                                                                   \
    X(wrong_columns)                                                           \
    X(wrong_ties)                                                              \
    X(wrong_tables)                                                            \
    X(wrong_neighbours)                                                        \
    X(feedback_score)                                                          \
    X(feedback_whole)                                                          \
    X(feedback_column)                                                         \
    X(feedback_own)                                                            \
    X(feedback_best)                                                           \
    X(feedback_words)

typedef enum table_feature {
#define X(name) F_##name,
    FEATURES(X)
#undef X
        F_COUNT
} table_feature;

const char *const t2s_pair_table_names[] = {
#define X(name) #name,
    FEATURES(X)
#undef X
};
const size_t t2s_pair_table_count = F_COUNT;

static void fill_name(float *row, const t2s_pair_work *work, size_t table)
{
    const t2s_question_facts *question = work->sources->question;
    const t2s_name_match *match = &question->tables[table];
    const float *ranked = work->ranked_tables;
    t2s_mention mention = t2s_mention_of(question, match);
    t2s_pair_text head = {"", 0};
    float around[2], odds = 0, named = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        int32_t stem = question->name_stems.at[match->stems + i];
        named += question->stems.at[stem].first >= 0;
        if (work->table_odds[stem] > odds)
            odds = work->table_odds[stem];
        head = t2s_pair_stem(question, stem);
    }
    t2s_pair_around(around, work, question, mention, T2S_PAIR_TABLE_AROUND, 0,
                    work->table_base);
    row[F_score] = match->score;
    row[F_whole] = match->is_whole;
    row[F_first] = mention.begin < 0
                       ? NAN
                       : (float)mention.begin / (float)question->words.count;
    row[F_name_words] = (float)match->count;
    row[F_named_words] = named;
    row[F_rank] = t2s_pair_rank(ranked, question->table_count, match->score);
    row[F_best_other] = match->score < ranked[0]    ? ranked[0]
                        : question->table_count > 1 ? ranked[1]
                                                    : 0;
    row[F_odds] = odds;
    row[F_head] = (float)t2s_pair_odds(
        work,
        t2s_association_key(T2S_PAIR_TABLE_STEM, 0, head.text, head.length,
                            NULL, 0),
        work->table_base, 10);
    row[F_before] = around[0];
    row[F_behind] = around[1];
}

static float column_odds(const t2s_pair_work *work, const t2s_name_match *match)
{
    const t2s_question_facts *question = work->sources->question;
    float most = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        float odds = work->odds[question->name_stems.at[match->stems + i]];
        most = odds > most ? odds : most;
    }
    return most;
}

/* What the table's columns say; "own" ones have a name that no other table's
 * column has. */
static void fill_columns(float *row, const t2s_pair_work *work, size_t table)
{
    const t2s_question_facts *question = work->sources->question;
    const t2s_table *of = &work->sources->schema->tables[table];
    for (int f = F_columns; f <= F_value_share; f++)
        row[f] = 0;
    row[F_columns] = (float)of->column_count;
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++) {
        const t2s_name_match *match = &question->columns[c];
        const t2s_pair_hits *hits = &work->hits[c];
        bool is_own = match->name >= 0 && work->same[match->name] == 1;
        float odds = column_odds(work, match);
        row[F_named_columns] += match->is_whole;
        if (match->score > row[F_best_column]) {
            row[F_second_column] = row[F_best_column];
            row[F_best_column] = match->score;
        } else if (match->score > row[F_second_column])
            row[F_second_column] = match->score;
        if (is_own && match->score > row[F_own_column])
            row[F_own_column] = match->score;
        row[F_own_whole] += is_own && match->is_whole;
        row[F_best_here] += match->score > 0 && match->score >= work->ranked[0];
        if (odds > row[F_column_odds])
            row[F_column_odds] = odds;
        if (is_own && odds > row[F_own_odds])
            row[F_own_odds] = odds;
        if (hits->count > row[F_value_hits])
            row[F_value_hits] = hits->count;
        if (hits->marked > row[F_value_marked])
            row[F_value_marked] = hits->marked;
        if (hits->share > row[F_value_share])
            row[F_value_share] = hits->share;
    }
    if (!work->sources->values)
        row[F_value_hits] = row[F_value_marked] = row[F_value_share] = NAN;
}

static void fill_rest(float *row, const t2s_pair_work *work, size_t table)
{
    const t2s_question_facts *question = work->sources->question;
    const t2s_pair_table *of = &work->tables[table];
    const uint32_t *cues = question->cues;
    row[F_refers] = of->refers;
    row[F_referred] = of->referred;
    row[F_neighbours] = of->neighbours;
    row[F_named_neighbours] = of->named_neighbours;
    row[F_best_neighbour] = of->best_neighbour;
    row[F_named_tables] = (float)work->named_tables;
    row[F_schema_tables] = (float)question->table_count;
    row[F_schema_columns] = (float)question->column_count;
    row[F_question_words] = (float)question->words.count;
    row[F_numbers] = (float)question->numbers.count;
    row[F_values] = work->sources->values ? (float)question->values.count : NAN;
    row[F_cue_count] = (float)cues[T2S_CUE_COUNT];
    row[F_cue_each] = (float)cues[T2S_CUE_EACH];
    row[F_cue_superlative] = (float)cues[T2S_CUE_SUPERLATIVE];
    row[F_cue_negation] = (float)cues[T2S_CUE_NEGATION];
    row[F_cue_common] = (float)cues[T2S_CUE_COMMON];
    row[F_cue_name] = (float)cues[T2S_CUE_NAME];
    row[F_cue_their] = (float)cues[T2S_CUE_THEIR];
}

/* The best match of a column of the table; `own` ones alone if asked. */
static float best_of(const t2s_pair_work *work,
                     const t2s_question_facts *question, size_t table, bool own)
{
    const t2s_table *of = &work->sources->schema->tables[table];
    float best = 0;
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++) {
        const t2s_name_match *match = &question->columns[c];
        if (own && (match->name < 0 || work->same[match->name] != 1))
            continue;
        if (match->score > best)
            best = match->score;
    }
    return best;
}

static void fill_earlier(float *row, const t2s_pair_work *work, size_t table)
{
    const t2s_pair_sources *from = work->sources;
    for (int f = F_earlier; f <= F_earliest_score; f++)
        row[f] = NAN;
    for (int i = 0; i < T2S_PAIR_EARLIER && from->earlier[i]; i++) {
        const t2s_question_facts *earlier = from->earlier[i];
        float score = earlier->tables[table].score;
        row[F_earlier] = (float)(i + 1);
        if (i == 0) {
            row[F_earlier_score] = score;
            row[F_earlier_column] = best_of(work, earlier, table, true);
            row[F_earliest_score] = 0;
        } else if (score > row[F_earliest_score])
            row[F_earliest_score] = score;
    }
}

static void fill_wrong(float *row, const t2s_pair_work *work, size_t table)
{
    const t2s_table *of = &work->sources->schema->tables[table];
    const uint8_t ties = 1u << T2S_ITEM_USED | 1u << T2S_ITEM_JOINED;
    float columns = 0, tied = 0;
    for (int f = F_wrong; f <= F_wrong_neighbours; f++)
        row[f] = NAN;
    if (!work->wrong_tables)
        return;
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++) {
        columns += (work->wrong_columns[c] & ~ties) != 0;
        tied += work->wrong_columns[c] >> T2S_ITEM_JOINED & 1;
    }
    row[F_wrong] = work->wrong_tables[table] != 0;
    row[F_wrong_columns] = columns;
    row[F_wrong_ties] = tied;
    row[F_wrong_tables] = (float)work->wrong_table_count;
    row[F_wrong_neighbours] = work->tables[table].wrong_neighbours;
}

static void fill_feedback(float *row, const t2s_pair_work *work, size_t table)
{
    const t2s_question_facts *feedback = work->sources->feedback;
    float best = 0;
    for (int f = F_feedback_score; f <= F_feedback_words; f++)
        row[f] = NAN;
    if (!feedback)
        return;
    for (size_t i = 0; i < feedback->table_count; i++)
        if (feedback->tables[i].score > best)
            best = feedback->tables[i].score;
    row[F_feedback_score] = feedback->tables[table].score;
    row[F_feedback_whole] = feedback->tables[table].is_whole;
    row[F_feedback_column] = best_of(work, feedback, table, false);
    row[F_feedback_own] = best_of(work, feedback, table, true);
    row[F_feedback_best] = best;
    row[F_feedback_words] = (float)feedback->words.count;
}

void t2s_pair_fill_table(float *row, const t2s_pair_work *work, size_t table)
{
    fill_name(row, work, table);
    fill_columns(row, work, table);
    fill_rest(row, work, table);
    fill_earlier(row, work, table);
    fill_wrong(row, work, table);
    fill_feedback(row, work, table);
}
