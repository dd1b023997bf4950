/* pair_columns.c - the features of a question and a column.
 * docs/internals/sketch.md says what each means. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "sketch/pair.h"

/* What the features of a column are computed from. */
typedef struct column_view {
    size_t number;
    const t2s_pair_work *work;
    const t2s_pair_sources *from;
    const t2s_pair_inputs *in;
    const t2s_question_facts *question;
    const t2s_name_match *match, *table; /* how it and its table are named */
    const t2s_column *is;
    const t2s_table *its_table;
    const t2s_pair_table *of;
    const t2s_pair_column *own;
    t2s_mention mention;
    float around[T2S_ITEM_ROLES][2]; /* t2s_pair_around of each role */
    /* Words of its name: that the question has, that no other column has too,
     * that its table's name has. */
    float named, alone, common;
    float odds, odds_sum, odds_least; /* of the words of its name */
    t2s_pair_text head;
    float turns, earliest, turn; /* earlier questions, the best score of all but
                                    the last, the first to name it whole */
    const t2s_name_match *asked; /* how the last of them names it */
    const t2s_name_match *said;  /* how the feedback names it */
    t2s_mention said_at;
    float said_around[2], said_odds;
} column_view;

#define ROLES(of, value)                                                       \
    FEATURE(of##_selected, value(T2S_ITEM_SELECTED))                           \
    FEATURE(of##_condition, value(T2S_ITEM_CONDITION))                         \
    FEATURE(of##_grouped, value(T2S_ITEM_GROUPED))                             \
    FEATURE(of##_ordered, value(T2S_ITEM_ORDERED))                             \
    FEATURE(of##_joined, value(T2S_ITEM_JOINED))                               \
    FEATURE(of##_used, value(T2S_ITEM_USED))

#define FAMILIES(of, value)                                                    \
    FEATURE(of##_ask, value(T2S_FAMILY_ASK))                                   \
    FEATURE(of##_where, value(T2S_FAMILY_WHERE))                               \
    FEATURE(of##_each, value(T2S_FAMILY_EACH))                                 \
    FEATURE(of##_order, value(T2S_FAMILY_ORDER))                               \
    FEATURE(of##_most, value(T2S_FAMILY_MOST))                                 \
    FEATURE(of##_compare, value(T2S_FAMILY_COMPARE))                           \
    FEATURE(of##_value, value(T2S_FAMILY_VALUE))                               \
    FEATURE(of##_aggregate, value(T2S_FAMILY_AGGREGATE))

#define HEAD(role)                                                             \
    t2s_association_odds(                                                      \
        c->from->association,                                                  \
        t2s_association_key(T2S_PAIR_HEAD, role, c->head, T2S_NO_TEXT),        \
        c->work->base[role], 20)
#define BEFORE(role)         c->around[role][0]
#define BEHIND(role)         c->around[role][1]
#define FAMILY_BEFORE(which) words_before(c, which)
#define FAMILY_BEHIND(which) words_behind(c, which)
#define CUE(NAME, name, phrases)                                               \
    FEATURE(cue_##name, c->question->cues[T2S_CUE_##NAME])
#define IF_VALUES(number)   T2S_PAIR_IF(c->in->values, number)
#define IF_EARLIER(number)  T2S_PAIR_IF(c->asked, number)
#define IF_WRONG(number)    T2S_PAIR_IF(c->in->wrong_columns, number)
#define IF_FEEDBACK(number) T2S_PAIR_IF(c->said, number)
#define WRONG(role)         IF_WRONG(c->in->wrong_columns[c->number] >> role & 1)

/* Name and value, of the column c. */
#define FEATURES                                                               \
    /* The name. */                                                            \
    FEATURE(score, c->match->score)                                            \
    FEATURE(whole, c->match->is_whole)                                         \
    FEATURE(first, t2s_pair_place(c->question, c->mention.begin))              \
    FEATURE(name_words, c->match->count)                                       \
    FEATURE(named_words, c->named)                                             \
    FEATURE(own_words, c->alone)                                               \
    FEATURE(rank, t2s_pair_rank(c->work->ranked, c->match->score))             \
    FEATURE(best_other, t2s_pair_best_other(c->work->ranked, c->match->score)) \
    FEATURE(same_name,                                                         \
            c->match->name < 0 ? 0 : c->work->names[c->match->name].columns)   \
    FEATURE(same_name_gap,                                                     \
            c->match->name < 0                                                 \
                ? 0                                                            \
                : c->table->score - c->work->names[c->match->name].table)      \
    FEATURE(covered, covered(c))                                               \
    FEATURE(is_name, has_word(c, names))                                       \
    FEATURE(is_id, has_word(c, ids))                                           \
    /* Its table. */                                                           \
    FEATURE(table_score, c->table->score)                                      \
    FEATURE(table_whole, c->table->is_whole)                                   \
    FEATURE(table_first, t2s_pair_place(c->question, c->table->first))         \
    FEATURE(table_rank,                                                        \
            t2s_pair_rank(c->work->ranked_tables, c->table->score))            \
    FEATURE(table_gap, c->table->score - c->work->ranked_tables.at[0])         \
    FEATURE(table_distance,                                                    \
            T2S_PAIR_IF(c->mention.begin >= 0 && c->table->first >= 0,         \
                        c->table->first - c->mention.begin))                   \
    FEATURE(in_table_name, c->common)                                          \
    FEATURE(named_tables, c->work->named_tables)                               \
    FEATURE(neighbours, c->of->neighbours)                                     \
    FEATURE(named_neighbours, c->of->named_neighbours)                         \
    FEATURE(best_neighbour, c->of->best_neighbour)                             \
    /* The schema. */                                                          \
    FEATURE(type, c->is->kind)                                                 \
    FEATURE(primary, c->is->primary)                                           \
    FEATURE(foreign, c->own->is_foreign)                                       \
    FEATURE(referenced, c->own->is_referenced)                                 \
    FEATURE(table_refers, c->of->refers)                                       \
    FEATURE(table_referred, c->of->referred)                                   \
    FEATURE(position, (int32_t)c->number - c->its_table->first_column)         \
    FEATURE(table_columns, c->its_table->column_count)                         \
    FEATURE(schema_columns, c->in->schema->column_count)                       \
    FEATURE(schema_tables, c->in->schema->table_count)                         \
    /* Values. */                                                              \
    FEATURE(value_hits, IF_VALUES(c->own->hits))                               \
    FEATURE(value_marked, IF_VALUES(c->own->marked))                           \
    FEATURE(value_share, IF_VALUES(c->own->share))                             \
    FEATURE(value_bytes, IF_VALUES(c->own->longest))                           \
    FEATURE(value_table, IF_VALUES(c->of->hits))                               \
    FEATURE(values, IF_VALUES(c->question->values.count))                      \
    FEATURE(numbers, c->question->numbers.count)                               \
    FEATURE(quotes, c->question->quotes.count)                                 \
    /* Words. */                                                               \
    FEATURE(question_words, c->question->words.count)                          \
    FEATURE(named_columns, c->question->named_columns.count)                   \
    FEATURE(commas, c->question->commas)                                       \
    FEATURE(odds, c->odds)                                                     \
    FEATURE(odds_sum, c->odds_sum)                                             \
    FEATURE(odds_least, c->odds_least)                                         \
    ROLES(head, HEAD)                                                          \
    ROLES(before, BEFORE)                                                      \
    ROLES(behind, BEHIND)                                                      \
    FAMILIES(before_family, FAMILY_BEFORE)                                     \
    FAMILIES(behind_family, FAMILY_BEHIND)                                     \
    T2S_CUE_FAMILIES(CUE)                                                      \
    /* Earlier questions. */                                                   \
    FEATURE(earlier, IF_EARLIER(c->turns))                                     \
    FEATURE(earlier_score, IF_EARLIER(c->asked->score))                        \
    FEATURE(earlier_whole, IF_EARLIER(c->asked->is_whole))                     \
    FEATURE(earlier_table,                                                     \
            IF_EARLIER(c->from->earlier[0]->tables[c->is->table].score))       \
    FEATURE(earliest_score, IF_EARLIER(c->earliest))                           \
    FEATURE(earlier_turns, c->turn)                                            \
    /* The wrong query. */                                                     \
    ROLES(wrong, WRONG)                                                        \
    FEATURE(wrong_table, IF_WRONG(c->in->wrong_tables[c->is->table] != 0))     \
    FEATURE(wrong_columns, IF_WRONG(c->work->wrong_column_count))              \
    FEATURE(wrong_tables, IF_WRONG(c->work->wrong_table_count))                \
    FEATURE(wrong_neighbours, IF_WRONG(c->of->wrong_neighbours))               \
    FEATURE(wrong_same_name, IF_WRONG(uses_same_name(c)))                      \
    /* Feedback. */                                                            \
    FEATURE(feedback_score, IF_FEEDBACK(c->said->score))                       \
    FEATURE(feedback_whole, IF_FEEDBACK(c->said->is_whole))                    \
    FEATURE(feedback_first,                                                    \
            IF_FEEDBACK(t2s_pair_place(c->from->feedback, c->said_at.begin)))  \
    FEATURE(feedback_table,                                                    \
            IF_FEEDBACK(c->from->feedback->tables[c->is->table].score))        \
    FEATURE(feedback_odds, IF_FEEDBACK(c->said_odds))                          \
    FEATURE(feedback_before, IF_FEEDBACK(c->said_around[0]))                   \
    FEATURE(feedback_behind, IF_FEEDBACK(c->said_around[1]))                   \
    FEATURE(feedback_words, IF_FEEDBACK(c->from->feedback->words.count))       \
    FEATURE(feedback_named,                                                    \
            IF_FEEDBACK(c->from->feedback->named_columns.count))               \
    /* What the tables' forest says; filled in later. */                       \
    FEATURE(likely_table, NAN)                                                 \
    FEATURE(likely_gap, NAN)                                                   \
    FEATURE(likely_other_end, NAN)                                             \
    FEATURE(likely_neighbour, NAN)                                             \
    FEATURE(likely_tables, NAN)

typedef enum column_feature {
#define FEATURE(name, value) F_##name,
    FEATURES
#undef FEATURE
        F_COUNT
} column_feature;

const char *const t2s_pair_column_names[] = {
#define FEATURE(name, value) #name,
    FEATURES
#undef FEATURE
};
const size_t t2s_pair_column_count = F_COUNT;

static const char *const names[] = {"name", "title", NULL};
static const char *const ids[] = {"id", "code", "number", "key", NULL};

static bool has_word(const column_view *c, const char *const *words)
{
    for (uint32_t i = 0; i < c->match->count; i++) {
        const t2s_pair_text stem = t2s_pair_stem(
            c->question, c->question->name_stems.at[c->match->stems + i]);
        for (size_t w = 0; words[w]; w++)
            if (strlen(words[w]) == stem.length &&
                memcmp(words[w], stem.text, stem.length) == 0)
                return true;
    }
    return false;
}

/* Words of a longer name that covers the mention. */
static float covered(const column_view *c)
{
    return c->mention.begin < 0
               ? 0
               : (float)c->work->cover[c->mention.begin] -
                     (c->match->is_whole ? (float)c->match->count : c->named);
}

/* Whether the wrong query uses another column of the same name. */
static bool uses_same_name(const column_view *c)
{
    const uint32_t own = c->in->wrong_columns[c->number] != 0;
    return c->match->name >= 0 && c->work->names[c->match->name].wrong > own;
}

/* How far a family's nearest word stands before the mention, or behind it. */
#define FARTHEST 15

static float words_before(const column_view *c, t2s_pair_family family)
{
    for (int32_t i = 1; i <= FARTHEST && c->mention.begin - i >= 0; i++)
        if (c->work->families[c->mention.begin - i] >> family & 1)
            return (float)i;
    return NAN;
}

static float words_behind(const column_view *c, t2s_pair_family family)
{
    const int32_t count = (int32_t)c->question->words.count;
    for (int32_t i = 0; i < FARTHEST && c->mention.begin >= 0; i++)
        if (c->mention.end + i < count &&
            c->work->families[c->mention.end + i] >> family & 1)
            return (float)(i + 1);
    return NAN;
}

static void see_name(column_view *c)
{
    const t2s_question_facts *q = c->question;
    c->odds_least = c->match->count ? 99 : 0;
    for (uint32_t i = 0; i < c->match->count; i++) {
        const int32_t stem = q->name_stems.at[c->match->stems + i];
        const bool is_there = q->stems.at[stem].first >= 0;
        const float odds = c->work->said[stem].odds;
        const float or_there = is_there && odds < 3 ? 3 : odds;
        c->named += is_there;
        c->alone += is_there && q->stems.at[stem].columns == 1;
        c->odds = odds > c->odds ? odds : c->odds;
        c->odds_least = or_there < c->odds_least ? or_there : c->odds_least;
        c->odds_sum += c->work->said[stem].sum;
        for (uint32_t j = 0; j < c->table->count; j++)
            c->common += stem == q->name_stems.at[c->table->stems + j];
    }
    if (c->match->count)
        c->odds_sum /= (float)c->match->count;
    c->head = t2s_pair_head(q, c->match);
    for (int role = 0; role < T2S_ITEM_ROLES; role++)
        t2s_pair_around(c->around[role], c->work, q, c->mention,
                        T2S_PAIR_AROUND, role, c->work->base[role]);
}

static void see_earlier(column_view *c)
{
    c->turn = NAN;
    for (int i = 0; i < T2S_PAIR_EARLIER && c->from->earlier[i]; i++) {
        const t2s_name_match *match = &c->from->earlier[i]->columns[c->number];
        c->turns++;
        if (i == 0)
            c->asked = match;
        else if (match->score > c->earliest)
            c->earliest = match->score;
        if (match->is_whole && isnan(c->turn))
            c->turn = c->turns;
    }
}

static void see_feedback(column_view *c)
{
    const t2s_question_facts *feedback = c->from->feedback;
    int number = T2S_ITEM_USED;
    double base;
    if (!feedback)
        return;
    if (c->in->wrong_columns && c->in->wrong_columns[c->number])
        number |= T2S_PAIR_IS_WRONG;
    c->said = &feedback->columns[c->number];
    c->said_at = t2s_mention_of(feedback, c->said);
    base = t2s_association_share(c->from->association,
                                 t2s_association_key(T2S_PAIR_FEEDBACK_BASE,
                                                     number, T2S_NO_TEXT,
                                                     T2S_NO_TEXT),
                                 0.3);
    t2s_pair_around(c->said_around, c->work, feedback, c->said_at,
                    T2S_PAIR_FEEDBACK, number, base);
    for (uint32_t i = 0; i < c->said->count; i++) {
        const int32_t stem = feedback->name_stems.at[c->said->stems + i];
        if (c->work->feedback[stem].odds > c->said_odds)
            c->said_odds = c->work->feedback[stem].odds;
    }
}

void t2s_pair_fill_column(float *row, const t2s_pair_work *work, size_t number)
{
    const t2s_pair_sources *from = work->sources;
    const t2s_column *is = &from->in->schema->columns[number];
    column_view seen = {.number = number,
                        .work = work,
                        .from = from,
                        .in = from->in,
                        .question = from->question,
                        .match = &from->question->columns[number],
                        .table = &from->question->tables[is->table],
                        .is = is,
                        .its_table = &from->in->schema->tables[is->table],
                        .of = &work->tables[is->table],
                        .own = &work->columns[number]};
    column_view *c = &seen;
    c->mention = t2s_mention_of(c->question, c->match);
    see_name(c);
    see_earlier(c);
    see_feedback(c);
#define FEATURE(name, value) row[F_##name] = (float)(value);
    FEATURES
#undef FEATURE
}

/* --- what the tables' forest says --- */

/* Of the columns of one name, the best table and the best but that. */
typedef struct rivals {
    double best, second;
    int32_t table;
} rivals;

static void find_rivals(rivals *of, const double *p,
                        const t2s_question_facts *question,
                        const t2sed_schema *schema)
{
    for (size_t i = 0; i < schema->column_count; i++)
        of[i] = (rivals){0, 0, -1};
    for (size_t i = 0; i < schema->column_count; i++) {
        const int32_t name = question->columns[i].name;
        const int32_t table = schema->columns[i].table;
        rivals *at = &of[name < 0 ? 0 : name];
        if (name < 0 || table == at->table)
            continue;
        if (p[table] > at->best || at->table < 0)
            *at = (rivals){p[table], at->best, table};
        else if (p[table] > at->second)
            at->second = p[table];
    }
}

static void raise(float *to, float value)
{
    if (!(*to >= value))
        *to = value;
}

/* A column's table, and the first column's row of it, see the other end of a
 * key. */
static void see_end(float *rows, const t2sed_schema *schema, int32_t column,
                    int32_t other, const double *p)
{
    const int32_t table = schema->columns[column].table;
    const int32_t first = schema->tables[table].first_column;
    const float likely = (float)p[schema->columns[other].table];
    if (schema->columns[other].table == table)
        return;
    raise(rows + (size_t)column * F_COUNT + F_likely_other_end, likely);
    raise(rows + (size_t)first * F_COUNT + F_likely_neighbour, likely);
}

bool t2s_pair_rows_add_tables(t2s_pair_rows *rows, const double *p)
{
    const t2sed_schema *schema = rows->sources.in->schema;
    const t2s_question_facts *question = rows->sources.question;
    rivals *of = t2s_alloc_array(schema->column_count, sizeof *of);
    double sum = 0;
    if (!of)
        return false;
    find_rivals(of, p, question, schema);
    for (size_t i = 0; i < schema->table_count; i++)
        sum += p[i];
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        see_end(rows->columns, schema, key->from, key->to, p);
        see_end(rows->columns, schema, key->to, key->from, p);
    }
    for (size_t i = 0; i < schema->column_count; i++) {
        const int32_t table = schema->columns[i].table;
        const int32_t name = question->columns[i].name;
        const size_t first = (size_t)schema->tables[table].first_column;
        float *row = rows->columns + i * F_COUNT;
        row[F_likely_table] = (float)p[table];
        row[F_likely_tables] = (float)sum;
        row[F_likely_neighbour] =
            rows->columns[first * F_COUNT + F_likely_neighbour];
        if (name >= 0)
            row[F_likely_gap] =
                (float)(p[table] - (of[name].table == table ? of[name].second
                                                            : of[name].best));
    }
    t2s_free(of);
    return true;
}
