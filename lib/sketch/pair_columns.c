/* The features of a question and a column. docs/internals/sketch.md says
 * what each means. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "sketch/pair_work.h"

#define ROLES(X, of)                                                           \
    X(of##_selected)                                                           \
    X(of##_condition)                                                          \
    X(of##_grouped)                                                            \
    X(of##_ordered)                                                            \
    X(of##_joined)                                                             \
    X(of##_used)

#define FAMILIES(X, of)                                                        \
    X(of##_ask)                                                                \
    X(of##_where)                                                              \
    X(of##_each)                                                               \
    X(of##_order)                                                              \
    X(of##_most)                                                               \
    X(of##_compare)                                                            \
    X(of##_value)                                                              \
    X(of##_aggregate)

/* The question's cues in the order of t2s_cue, from "count" to "their". */
#define CUES(X)                                                                \
    X(cue_count)                                                               \
    X(cue_average)                                                             \
    X(cue_sum)                                                                 \
    X(cue_maximum)                                                             \
    X(cue_minimum)                                                             \
    X(cue_most)                                                                \
    X(cue_least)                                                               \
    X(cue_superlative)                                                         \
    X(cue_each)                                                                \
    X(cue_group)                                                               \
    X(cue_greater)                                                             \
    X(cue_less)                                                                \
    X(cue_at_least)                                                            \
    X(cue_at_most)                                                             \
    X(cue_between)                                                             \
    X(cue_negation)                                                            \
    X(cue_both)                                                                \
    X(cue_either)                                                              \
    X(cue_distinct)                                                            \
    X(cue_descending)                                                          \
    X(cue_ascending)                                                           \
    X(cue_order)                                                               \
    X(cue_like)                                                                \
    X(cue_comparison)                                                          \
    X(cue_common)                                                              \
    X(cue_id)                                                                  \
    X(cue_name)                                                                \
    X(cue_who)                                                                 \
    X(cue_where)                                                               \
    X(cue_when)                                                                \
    X(cue_which)                                                               \
    X(cue_and)                                                                 \
    X(cue_or)                                                                  \
    X(cue_with)                                                                \
    X(cue_also)                                                                \
    X(cue_all)                                                                 \
    X(cue_any)                                                                 \
    X(cue_only)                                                                \
    X(cue_their)

#define FEATURES(X)                                                            \
    /* The name. */                                                            \
    X(score)                                                                   \
    X(whole)                                                                   \
    X(first)                                                                   \
    X(name_words)                                                              \
    X(named_words)                                                             \
    X(own_words)                                                               \
    X(rank)                                                                    \
    X(best_other)                                                              \
    X(same_name)                                                               \
    X(same_name_gap)                                                           \
    X(covered)                                                                 \
    X(is_name)                                                                 \
    X(is_id)                                                                   \
    /* Its table. */                                                           \
    X(table_score)                                                             \
    X(table_whole)                                                             \
    X(table_first)                                                             \
    X(table_rank)                                                              \
    X(table_gap)                                                               \
    X(table_distance)                                                          \
    X(in_table_name)                                                           \
    X(named_tables)                                                            \
    X(neighbours)                                                              \
    X(named_neighbours)                                                        \
    X(best_neighbour)                                                          \
    /* The schema. */                                                          \
    X(type)                                                                    \
    X(primary)                                                                 \
    X(foreign)                                                                 \
    X(referenced)                                                              \
    X(table_refers)                                                            \
    X(table_referred)                                                          \
    X(position)                                                                \
    X(table_columns)                                                           \
    X(schema_columns)                                                          \
    X(schema_tables)                                                           \
    /* Values. */                                                              \
    X(value_hits)                                                              \
    X(value_marked)                                                            \
    X(value_share)                                                             \
    X(value_bytes)                                                             \
    X(value_table)                                                             \
    X(values)                                                                  \
    X(numbers)                                                                 \
    X(quotes)                                                                  \
    /* Words. */                                                               \
    X(question_words)                                                          \
    X(named_columns)                                                           \
    X(commas)                                                                  \
    X(odds)                                                                    \
    X(odds_sum)                                                                \
    X(odds_least)                                                              \
    ROLES(X, head)                                                             \
    ROLES(X, before)                                                           \
    ROLES(X, behind)                                                           \
    FAMILIES(X, before_family)                                                 \
    FAMILIES(X, behind_family)                                                 \
    CUES(X)                                                                    \
    /* Earlier questions. */                                                   \
    X(earlier)                                                                 \
    X(earlier_score)                                                           \
    X(earlier_whole)                                                           \
    X(earlier_table)                                                           \
    X(earliest_score)                                                          \
    X(earlier_turns)                                                           \
    /* The wrong query. */                                                     \
    ROLES(X, wrong)                                                            \
    X(wrong_table)                                                             \
    X(wrong_columns)                                                           \
    X(wrong_tables)                                                            \
    X(wrong_neighbours)                                                        \
    X(wrong_same_name)                                                         \
    /* Feedback. */                                                            \
    X(feedback_score)                                                          \
    X(feedback_whole)                                                          \
    X(feedback_first)                                                          \
    X(feedback_table)                                                          \
    X(feedback_odds)                                                           \
    X(feedback_before)                                                         \
    X(feedback_behind)                                                         \
    X(feedback_words)                                                          \
    X(feedback_named)                                                          \
    /* What the tables' forest says; filled in later. */                       \
    X(likely_table)                                                            \
    X(likely_gap)                                                              \
    X(likely_other_end)                                                        \
    X(likely_neighbour)                                                        \
    X(likely_tables)

typedef enum column_feature {
#define X(name) F_##name,
    FEATURES(X)
#undef X
        F_COUNT
} column_feature;

const char *const t2s_pair_column_names[] = {
#define X(name) #name,
    FEATURES(X)
#undef X
};
const size_t t2s_pair_column_count = F_COUNT;

static const t2s_name_match *match_of(const t2s_pair_work *work, size_t column)
{
    return &work->sources->question->columns[column];
}

static int32_t stem_at(const t2s_question_facts *question,
                       const t2s_name_match *match, uint32_t i)
{
    return question->name_stems.at[match->stems + i];
}

static bool has_word(const t2s_question_facts *question,
                     const t2s_name_match *match, const char *const *words)
{
    for (uint32_t i = 0; i < match->count; i++) {
        t2s_pair_text stem =
            t2s_pair_stem(question, stem_at(question, match, i));
        for (size_t w = 0; words[w]; w++)
            if (strlen(words[w]) == stem.length &&
                memcmp(words[w], stem.text, stem.length) == 0)
                return true;
    }
    return false;
}

static void fill_name(float *row, const t2s_pair_work *work, size_t column,
                      t2s_mention mention)
{
    static const char *const names[] = {"name", "title", NULL};
    static const char *const ids[] = {"id", "code", "number", "key", NULL};
    const t2s_question_facts *question = work->sources->question;
    const t2s_name_match *match = match_of(work, column);
    float top = question->column_count ? work->ranked[0] : 0;
    float named = 0, own = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        const t2s_question_stem *stem =
            &question->stems.at[stem_at(question, match, i)];
        named += stem->first >= 0;
        own += stem->first >= 0 && stem->columns == 1;
    }
    row[F_score] = match->score;
    row[F_whole] = match->is_whole;
    row[F_first] = mention.begin < 0
                       ? NAN
                       : (float)mention.begin / (float)question->words.count;
    row[F_name_words] = (float)match->count;
    row[F_named_words] = named;
    row[F_own_words] = own;
    row[F_rank] =
        t2s_pair_rank(work->ranked, question->column_count, match->score);
    row[F_best_other] = match->score < top           ? top
                        : question->column_count > 1 ? work->ranked[1]
                                                     : 0;
    row[F_same_name] = match->name < 0 ? 0 : (float)work->same[match->name];
    row[F_covered] = mention.begin < 0
                         ? 0
                         : (float)work->cover[mention.begin] -
                               (match->is_whole ? (float)match->count : named);
    row[F_is_name] = has_word(question, match, names);
    row[F_is_id] = has_word(question, match, ids);
}

static void fill_table(float *row, const t2s_pair_work *work, size_t column,
                       t2s_mention mention)
{
    const t2s_question_facts *question = work->sources->question;
    const t2s_name_match *match = match_of(work, column);
    int32_t number = work->sources->schema->columns[column].table;
    const t2s_name_match *table = &question->tables[number];
    const t2s_pair_table *of = &work->tables[number];
    float common = 0;
    for (uint32_t i = 0; i < match->count; i++)
        for (uint32_t j = 0; j < table->count; j++)
            common +=
                stem_at(question, match, i) == stem_at(question, table, j);
    row[F_table_score] = table->score;
    row[F_table_whole] = table->is_whole;
    row[F_table_first] =
        table->first < 0 ? NAN
                         : (float)table->first / (float)question->words.count;
    row[F_table_rank] =
        t2s_pair_rank(work->ranked_tables, question->table_count, table->score);
    row[F_table_gap] = table->score - work->ranked_tables[0];
    row[F_same_name_gap] =
        match->name < 0 ? 0 : table->score - work->same_table[match->name];
    row[F_table_distance] = mention.begin < 0 || table->first < 0
                                ? NAN
                                : (float)(table->first - mention.begin);
    row[F_in_table_name] = common;
    row[F_named_tables] = (float)work->named_tables;
    row[F_neighbours] = of->neighbours;
    row[F_named_neighbours] = of->named_neighbours;
    row[F_best_neighbour] = of->best_neighbour;
    row[F_table_refers] = of->refers;
    row[F_table_referred] = of->referred;
}

static void fill_schema(float *row, const t2s_pair_work *work, size_t column)
{
    const t2sed_schema *schema = work->sources->schema;
    const t2s_column *of = &schema->columns[column];
    const t2s_table *table = &schema->tables[of->table];
    row[F_type] = (float)of->kind;
    row[F_primary] = (float)of->primary;
    row[F_foreign] = work->keys[column].is_foreign;
    row[F_referenced] = work->keys[column].is_referenced;
    row[F_position] = (float)((int32_t)column - table->first_column);
    row[F_table_columns] = (float)table->column_count;
    row[F_schema_columns] = (float)schema->column_count;
    row[F_schema_tables] = (float)schema->table_count;
}

static void fill_values(float *row, const t2s_pair_work *work, size_t column)
{
    const t2s_question_facts *question = work->sources->question;
    const t2s_pair_hits *hits = &work->hits[column];
    bool known = work->sources->values != NULL;
    int32_t table = work->sources->schema->columns[column].table;
    row[F_value_hits] = known ? (float)hits->count : NAN;
    row[F_value_marked] = known ? (float)hits->marked : NAN;
    row[F_value_share] = known ? hits->share : NAN;
    row[F_value_bytes] = known ? (float)hits->longest : NAN;
    row[F_value_table] = known ? (float)work->tables[table].hits : NAN;
    row[F_values] = known ? (float)question->values.count : NAN;
    row[F_numbers] = (float)question->numbers.count;
    row[F_quotes] = (float)question->quotes.count;
}

static void fill_odds(float *row, const t2s_pair_work *work, size_t column)
{
    const t2s_question_facts *question = work->sources->question;
    const t2s_name_match *match = match_of(work, column);
    float most = 0, sum = 0, least = match->count ? 99 : 0;
    t2s_pair_text head = {"", 0};
    for (uint32_t i = 0; i < match->count; i++) {
        int32_t stem = stem_at(question, match, i);
        float odds = work->odds[stem];
        if (question->stems.at[stem].first >= 0)
            odds = odds > 3 ? odds : 3; /* the word itself is there */
        if (work->odds[stem] > most)
            most = work->odds[stem];
        if (odds < least)
            least = odds;
        sum += work->sums[stem];
        head = t2s_pair_stem(question, stem);
    }
    row[F_odds] = most;
    row[F_odds_sum] = match->count ? sum / (float)match->count : 0;
    row[F_odds_least] = least;
    for (int role = 0; role < T2S_ITEM_ROLES; role++)
        row[F_head_selected + role] = (float)t2s_pair_odds(
            work,
            t2s_association_key(T2S_PAIR_HEAD, role, head.text, head.length,
                                NULL, 0),
            work->base[role], 20);
}

static void fill_words(float *row, const t2s_pair_work *work,
                       t2s_mention mention)
{
    const t2s_question_facts *question = work->sources->question;
    row[F_question_words] = (float)question->words.count;
    row[F_named_columns] = (float)question->named_columns.count;
    row[F_commas] = (float)question->commas;
    for (int role = 0; role < T2S_ITEM_ROLES; role++) {
        float around[2];
        t2s_pair_around(around, work, question, mention, T2S_PAIR_AROUND, role,
                        work->base[role]);
        row[F_before_selected + role] = around[0];
        row[F_behind_selected + role] = around[1];
    }
    for (int family = 0; family < T2S_FAMILIES; family++) {
        row[F_before_family_ask + family] =
            t2s_pair_before(work->families, mention, (t2s_pair_family)family);
        row[F_behind_family_ask + family] =
            t2s_pair_behind(work->families, question->words.count, mention,
                            (t2s_pair_family)family);
    }
    for (int cue = T2S_CUE_COUNT; cue <= T2S_CUE_THEIR; cue++)
        row[F_cue_count + cue] = (float)question->cues[cue];
}

static void fill_earlier(float *row, const t2s_pair_work *work, size_t column)
{
    const t2s_pair_sources *from = work->sources;
    int32_t table = from->schema->columns[column].table;
    float turns = 0;
    for (int f = F_earlier; f <= F_earlier_turns; f++)
        row[f] = NAN;
    for (int i = 0; i < T2S_PAIR_EARLIER && from->earlier[i]; i++) {
        const t2s_question_facts *earlier = from->earlier[i];
        const t2s_name_match *match = &earlier->columns[column];
        turns++;
        if (i == 0) {
            row[F_earlier_score] = match->score;
            row[F_earlier_whole] = match->is_whole;
            row[F_earlier_table] = earlier->tables[table].score;
            row[F_earliest_score] = 0;
        } else if (match->score > row[F_earliest_score])
            row[F_earliest_score] = match->score;
        if (match->is_whole && isnan(row[F_earlier_turns]))
            row[F_earlier_turns] = turns;
    }
    if (turns > 0)
        row[F_earlier] = turns;
}

/* Whether the wrong query uses another column of the same name. */
static bool uses_same_name(const t2s_pair_work *work, size_t column)
{
    int32_t name = match_of(work, column)->name;
    uint32_t own = work->wrong_columns[column] != 0;
    return name >= 0 && work->wrong_names[name] > own;
}

static void fill_wrong(float *row, const t2s_pair_work *work, size_t column)
{
    int32_t table = work->sources->schema->columns[column].table;
    for (int f = F_wrong_selected; f <= F_wrong_same_name; f++)
        row[f] = NAN;
    if (!work->wrong_columns)
        return;
    for (int role = 0; role < T2S_ITEM_ROLES; role++)
        row[F_wrong_selected + role] =
            (float)(work->wrong_columns[column] >> role & 1);
    row[F_wrong_table] = work->wrong_tables[table] != 0;
    row[F_wrong_columns] = (float)work->wrong_column_count;
    row[F_wrong_tables] = (float)work->wrong_table_count;
    row[F_wrong_neighbours] = work->tables[table].wrong_neighbours;
    row[F_wrong_same_name] = uses_same_name(work, column);
}

static void fill_feedback(float *row, const t2s_pair_work *work, size_t column)
{
    const t2s_question_facts *feedback = work->sources->feedback;
    t2s_association_view view = work->sources->association;
    const t2s_name_match *match;
    t2s_mention mention;
    int number = T2S_ITEM_USED;
    float around[2], most = 0;
    for (int f = F_feedback_score; f <= F_feedback_named; f++)
        row[f] = NAN;
    if (!feedback)
        return;
    match = &feedback->columns[column];
    mention = t2s_mention_of(feedback, match);
    if (work->wrong_columns && work->wrong_columns[column])
        number |= 1 << 5;
    t2s_pair_around(
        around, work, feedback, mention, T2S_PAIR_FEEDBACK, number,
        t2s_association_share(view,
                              t2s_association_key(T2S_PAIR_FEEDBACK_BASE,
                                                  number, NULL, 0, NULL, 0),
                              0.3));
    for (uint32_t i = 0; i < match->count; i++)
        if (work->feedback_odds[stem_at(feedback, match, i)] > most)
            most = work->feedback_odds[stem_at(feedback, match, i)];
    row[F_feedback_score] = match->score;
    row[F_feedback_whole] = match->is_whole;
    row[F_feedback_first] =
        mention.begin < 0 ? NAN
                          : (float)mention.begin / (float)feedback->words.count;
    row[F_feedback_table] =
        feedback->tables[work->sources->schema->columns[column].table].score;
    row[F_feedback_odds] = most;
    row[F_feedback_before] = around[0];
    row[F_feedback_behind] = around[1];
    row[F_feedback_words] = (float)feedback->words.count;
    row[F_feedback_named] = (float)feedback->named_columns.count;
}

/* Of the columns of one name, the best table and the best but that. */
typedef struct rivals {
    double best, second;
    int32_t table;
} rivals;

static void find_rivals(rivals *of, const double *p,
                        const t2s_pair_sources *sources)
{
    for (size_t i = 0; i < sources->schema->column_count; i++)
        of[i] = (rivals){0, 0, -1};
    for (size_t i = 0; i < sources->schema->column_count; i++) {
        int32_t name = sources->question->columns[i].name;
        int32_t table = sources->schema->columns[i].table;
        rivals *at = &of[name < 0 ? 0 : name];
        if (name < 0 || table == at->table)
            continue;
        if (p[table] > at->best || at->table < 0) {
            at->second = at->best;
            at->best = p[table];
            at->table = table;
        } else if (p[table] > at->second)
            at->second = p[table];
    }
}

static void see_end(float *rows, const t2sed_schema *schema, int32_t column,
                    int32_t other, const double *p)
{
    int32_t table = schema->columns[column].table;
    const t2s_table *of = &schema->tables[table];
    float likely = (float)p[schema->columns[other].table];
    float *row = rows + (size_t)column * F_COUNT;
    if (schema->columns[other].table == table)
        return;
    if (!(row[F_likely_other_end] >= likely))
        row[F_likely_other_end] = likely;
    row = rows + (size_t)of->first_column * F_COUNT;
    if (!(row[F_likely_neighbour] >= likely))
        row[F_likely_neighbour] = likely;
}

bool t2s_pairs_add_tables(float *rows, const double *p,
                          const t2s_pair_sources *sources)
{
    const t2sed_schema *schema = sources->schema;
    rivals *of = t2s_alloc_array(schema->column_count, sizeof *of);
    double sum = 0;
    if (!of)
        return false;
    find_rivals(of, p, sources);
    for (size_t i = 0; i < schema->table_count; i++)
        sum += p[i];
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        see_end(rows, schema, key->from, key->to, p);
        see_end(rows, schema, key->to, key->from, p);
    }
    for (size_t i = 0; i < schema->column_count; i++) {
        int32_t table = schema->columns[i].table;
        int32_t name = sources->question->columns[i].name;
        const rivals *at = name < 0 ? NULL : &of[name];
        size_t first = (size_t)schema->tables[table].first_column;
        float *row = rows + i * F_COUNT;
        row[F_likely_table] = (float)p[table];
        row[F_likely_tables] = (float)sum;
        row[F_likely_neighbour] = rows[first * F_COUNT + F_likely_neighbour];
        if (at)
            row[F_likely_gap] =
                (float)(p[table] -
                        (at->table == table ? at->second : at->best));
    }
    t2s_free(of);
    return true;
}

void t2s_pair_fill_column(float *row, const t2s_pair_work *work, size_t column)
{
    t2s_mention mention =
        t2s_mention_of(work->sources->question, match_of(work, column));
    fill_name(row, work, column, mention);
    fill_table(row, work, column, mention);
    fill_schema(row, work, column);
    fill_values(row, work, column);
    fill_odds(row, work, column);
    fill_words(row, work, mention);
    fill_earlier(row, work, column);
    fill_wrong(row, work, column);
    fill_feedback(row, work, column);
    for (int f = F_likely_table; f <= F_likely_tables; f++)
        row[f] = NAN;
}
