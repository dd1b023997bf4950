/* pair_tables.c - the features of a question and a table.
 * docs/internals/sketch.md says what each means. */
#include <math.h>

#include "sketch/pair.h"

/* What the features of a table are computed from. */
typedef struct table_view {
    size_t number;
    const t2s_pair_work *work;
    const t2s_pair_sources *from;
    const t2s_pair_inputs *in;
    const t2s_question_facts *question;
    const t2s_name_match *match;
    const t2s_table *is;
    const t2s_pair_table *of;
    t2s_mention mention;
    float around[2]; /* t2s_pair_around */
    float named;     /* words of its name that the question has */
    float odds;      /* most of these words */
    /* Earlier questions, the best but the last's score. */
    float turns, earliest;
    /* What its columns say; "own" ones have a name that no other table's column
     * has. */
    float columns, best, second, own, own_whole, best_here, column_odds,
        own_odds;
    float hits, marked, share; /* most of values */
    float wrong, ties;         /* that the wrong query uses, or joins by */
} table_view;

#define IF_VALUES(number)   T2S_PAIR_IF(t->in->values, number)
#define IF_EARLIER(number)  T2S_PAIR_IF(t->from->earlier[0], number)
#define IF_WRONG(number)    T2S_PAIR_IF(t->in->wrong_tables, number)
#define IF_FEEDBACK(number) T2S_PAIR_IF(t->from->feedback, number)
#define CUE(NAME)           t->question->cues[T2S_CUE_##NAME]

/* Name and value, of the table t. */
#define FEATURES                                                               \
    FEATURE(score, t->match->score)                                            \
    FEATURE(whole, t->match->is_whole)                                         \
    FEATURE(first, t2s_pair_place(t->question, t->mention.begin))              \
    FEATURE(name_words, t->match->count)                                       \
    FEATURE(named_words, t->named)                                             \
    FEATURE(rank, t2s_pair_rank(t->work->ranked_tables, t->match->score))      \
    FEATURE(best_other,                                                        \
            t2s_pair_best_other(t->work->ranked_tables, t->match->score))      \
    FEATURE(odds, t->odds)                                                     \
    FEATURE(head, head_odds(t))                                                \
    FEATURE(before, t->around[0])                                              \
    FEATURE(behind, t->around[1])                                              \
    FEATURE(columns, t->is->column_count)                                      \
    FEATURE(named_columns, t->columns)                                         \
    FEATURE(best_column, t->best)                                              \
    FEATURE(second_column, t->second)                                          \
    FEATURE(own_column, t->own)                                                \
    FEATURE(own_whole, t->own_whole)                                           \
    FEATURE(best_here, t->best_here)                                           \
    FEATURE(column_odds, t->column_odds)                                       \
    FEATURE(own_odds, t->own_odds)                                             \
    FEATURE(value_hits, IF_VALUES(t->hits))                                    \
    FEATURE(value_marked, IF_VALUES(t->marked))                                \
    FEATURE(value_share, IF_VALUES(t->share))                                  \
    FEATURE(refers, t->of->refers)                                             \
    FEATURE(referred, t->of->referred)                                         \
    FEATURE(neighbours, t->of->neighbours)                                     \
    FEATURE(named_neighbours, t->of->named_neighbours)                         \
    FEATURE(best_neighbour, t->of->best_neighbour)                             \
    FEATURE(named_tables, t->work->named_tables)                               \
    FEATURE(schema_tables, t->question->table_count)                           \
    FEATURE(schema_columns, t->question->column_count)                         \
    FEATURE(question_words, t->question->words.count)                          \
    FEATURE(numbers, t->question->numbers.count)                               \
    FEATURE(values, IF_VALUES(t->question->values.count))                      \
    FEATURE(cue_count, CUE(COUNT))                                             \
    FEATURE(cue_each, CUE(EACH))                                               \
    FEATURE(cue_superlative, CUE(SUPERLATIVE))                                 \
    FEATURE(cue_negation, CUE(NEGATION))                                       \
    FEATURE(cue_common, CUE(COMMON))                                           \
    FEATURE(cue_name, CUE(NAME))                                               \
    FEATURE(cue_their, CUE(THEIR))                                             \
    FEATURE(earlier, IF_EARLIER(t->turns))                                     \
    FEATURE(earlier_score,                                                     \
            IF_EARLIER(t->from->earlier[0]->tables[t->number].score))          \
    FEATURE(earlier_column, IF_EARLIER(best_of(t, t->from->earlier[0], true))) \
    FEATURE(earliest_score, IF_EARLIER(t->earliest))                           \
    FEATURE(wrong, IF_WRONG(t->in->wrong_tables[t->number] != 0))              \
    FEATURE(wrong_columns, IF_WRONG(t->wrong))                                 \
    FEATURE(wrong_ties, IF_WRONG(t->ties))                                     \
    FEATURE(wrong_tables, IF_WRONG(t->work->wrong_table_count))                \
    FEATURE(wrong_neighbours, IF_WRONG(t->of->wrong_neighbours))               \
    FEATURE(feedback_score,                                                    \
            IF_FEEDBACK(t->from->feedback->tables[t->number].score))           \
    FEATURE(feedback_whole,                                                    \
            IF_FEEDBACK(t->from->feedback->tables[t->number].is_whole))        \
    FEATURE(feedback_column,                                                   \
            IF_FEEDBACK(best_of(t, t->from->feedback, false)))                 \
    FEATURE(feedback_own, IF_FEEDBACK(best_of(t, t->from->feedback, true)))    \
    FEATURE(feedback_best, IF_FEEDBACK(best_table(t->from->feedback)))         \
    FEATURE(feedback_words, IF_FEEDBACK(t->from->feedback->words.count))

typedef enum table_feature {
#define FEATURE(name, value) F_##name,
    FEATURES
#undef FEATURE
        F_COUNT
} table_feature;

const char *const t2s_pair_table_names[] = {
#define FEATURE(name, value) #name,
    FEATURES
#undef FEATURE
};
const size_t t2s_pair_table_count = F_COUNT;

static float larger(float a, float b)
{
    return b > a ? b : a;
}

/* What questions say of tables whose names end so. */
static double head_odds(const table_view *t)
{
    return t2s_association_odds(
        t->from->association,
        t2s_association_key(T2S_PAIR_TABLE_STEM, 0,
                            t2s_pair_head(t->question, t->match), T2S_NO_TEXT),
        t->work->table_base, 10);
}

/* Whether no other table has a column of that name. */
static bool is_own(const t2s_pair_work *work, const t2s_name_match *match)
{
    return match->name >= 0 && work->names[match->name].columns == 1;
}

/* The best match of a column of the table; `own` ones alone if asked. */
static float best_of(const table_view *t, const t2s_question_facts *question,
                     bool own)
{
    const int32_t end = t->is->first_column + t->is->column_count;
    float best = 0;
    for (int32_t c = t->is->first_column; c < end; c++)
        if (!own || is_own(t->work, &question->columns[c]))
            best = larger(best, question->columns[c].score);
    return best;
}

static float best_table(const t2s_question_facts *question)
{
    float best = 0;
    for (size_t i = 0; i < question->table_count; i++)
        best = larger(best, question->tables[i].score);
    return best;
}

static void see_name(table_view *t)
{
    for (uint32_t i = 0; i < t->match->count; i++) {
        const int32_t stem = t->question->name_stems.at[t->match->stems + i];
        t->named += t->question->stems.at[stem].first >= 0;
        t->odds = larger(t->odds, t->work->said[stem].table_odds);
    }
    t2s_pair_around(t->around, t->work, t->question, t->mention,
                    T2S_PAIR_TABLE_AROUND, 0, t->work->table_base);
}

static void see_column(table_view *t, int32_t column)
{
    const uint8_t ties = 1u << T2S_ITEM_USED | 1u << T2S_ITEM_JOINED;
    const uint8_t *wrong = t->in->wrong_columns;
    const t2s_name_match *match = &t->question->columns[column];
    const t2s_pair_column *seen = &t->work->columns[column];
    const float score = match->score;
    float odds = 0;
    for (uint32_t i = 0; i < match->count; i++)
        odds = larger(
            odds,
            t->work->said[t->question->name_stems.at[match->stems + i]].odds);
    t->columns += match->is_whole;
    t->second = larger(t->second, score < t->best ? score : t->best);
    t->best = larger(t->best, score);
    t->best_here += score > 0 && score >= t->work->ranked.at[0];
    t->column_odds = larger(t->column_odds, odds);
    if (is_own(t->work, match)) {
        t->own = larger(t->own, score);
        t->own_whole += match->is_whole;
        t->own_odds = larger(t->own_odds, odds);
    }
    t->hits = larger(t->hits, seen->hits);
    t->marked = larger(t->marked, seen->marked);
    t->share = larger(t->share, seen->share);
    if (wrong) {
        t->wrong += (wrong[column] & ~ties) != 0;
        t->ties += wrong[column] >> T2S_ITEM_JOINED & 1;
    }
}

static void see_earlier(table_view *t)
{
    for (int i = 0; i < T2S_PAIR_EARLIER && t->from->earlier[i]; i++) {
        t->turns++;
        if (i > 0)
            t->earliest = larger(t->earliest,
                                 t->from->earlier[i]->tables[t->number].score);
    }
}

void t2s_pair_fill_table(float *row, const t2s_pair_work *work, size_t number)
{
    const t2s_pair_sources *from = work->sources;
    table_view seen = {.number = number,
                       .work = work,
                       .from = from,
                       .in = from->in,
                       .question = from->question,
                       .match = &from->question->tables[number],
                       .is = &from->in->schema->tables[number],
                       .of = &work->tables[number]};
    table_view *t = &seen;
    t->mention = t2s_mention_of(t->question, t->match);
    see_name(t);
    for (int32_t c = 0; c < t->is->column_count; c++)
        see_column(t, t->is->first_column + c);
    see_earlier(t);
#define FEATURE(name, value) row[F_##name] = (float)(value);
    FEATURES
#undef FEATURE
}
