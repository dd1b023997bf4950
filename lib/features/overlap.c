/* Names of the question against names of the query: which columns and tables
 * the question names and which the query uses, and which words neither accounts
 * for. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "features/features.h"

/* Columns of a query that are compared with all others of the schema. */
#define MOST_COMPARED 64
/* How much better another column's match must be. */
#define BETTER 0.05f

/* Where nothing is said of the query's end, a match is 0 to 1, and -1 where
 * there is no such column or table. */
#define FEATURES(X)                                                            \
    X(used_min_match, -1, 1, SCHEMA,                                           \
      "least match of a column used but for joins")                            \
    X(used_mean_match, -1, 1, SCHEMA,                                          \
      "mean match of the columns used but for joins")                          \
    X(selected_min_match, -1, 1, SCHEMA, "least match of a selected column")   \
    X(selected_mean_match, -1, 1, SCHEMA,                                      \
      "mean match of the selected columns")                                    \
    X(where_min_match, -1, 1, SCHEMA, "least match of a column in WHERE")      \
    X(where_mean_match, -1, 1, SCHEMA, "mean match of the columns in WHERE")   \
    X(group_min_match, -1, 1, SCHEMA, "least match of a column in GROUP BY")   \
    X(group_mean_match, -1, 1, SCHEMA,                                         \
      "mean match of the columns in GROUP BY")                                 \
    X(having_min_match, -1, 1, SCHEMA, "least match of a column in HAVING")    \
    X(having_mean_match, -1, 1, SCHEMA, "mean match of the columns in HAVING") \
    X(order_min_match, -1, 1, SCHEMA, "least match of a column in ORDER BY")   \
    X(order_mean_match, -1, 1, SCHEMA,                                         \
      "mean match of the columns in ORDER BY")                                 \
    X(used_columns, 0, 10, SCHEMA, "columns used but for joins")               \
    X(unnamed_columns, 0, 10, SCHEMA,                                          \
      "such columns with no word in the question")                             \
    X(unknown_names, 0, 4, SCHEMA, "names that no table in sight has")         \
    X(unused_named_in_tables, 0, 5, SCHEMA,                                    \
      "names in the question of unused columns of used tables")                \
    X(unused_named, 0, 5, SCHEMA, "names in the question of unused columns")   \
    X(unused_named_words, 0, 5, SCHEMA, "words of them that no used name has") \
    X(unused_named_long, 0, 5, SCHEMA, "such names of several words")          \
    X(unused_named_position, 0, 1, SCHEMA,                                     \
      "where the first stands; 1 if none does")                                \
    X(better_gap, 0, 1, SCHEMA,                                                \
      "how much better an unused alike column matches")                        \
    X(better_columns, 0, 5, SCHEMA, "unused alike columns that match better")  \
    X(better_tables, 0, 4, SCHEMA, "columns of a used name in a better table") \
    X(ambiguity, 0, 10, SCHEMA,                                                \
      "most columns that share a used column's name")                          \
    X(selected_keys_unasked, 0, 4, SCHEMA,                                     \
      "selected keys and ids, none asked for")                                 \
    X(used_tables, 0, 8, SCHEMA, "tables used")                                \
    X(table_min_match, -1, 1, SCHEMA, "least match of a used table")           \
    X(table_mean_match, -1, 1, SCHEMA, "mean match of the used tables")        \
    X(unused_tables, 0, 5, SCHEMA, "tables named in the question, not used")   \
    X(unused_table_words, 0, 5, SCHEMA, "words of them that no used name has") \
    X(join_only_tables, 0, 5, SCHEMA,                                          \
      "tables without a column used but for joins")                            \
    X(join_only_unnamed, 0, 5, SCHEMA, "such tables that are not fully named") \
    X(schema_tables, 0, 100, SCHEMA, "tables of the schema")                   \
    X(schema_columns, 0, 500, SCHEMA, "columns of the schema")                 \
    X(named_columns, 0, 20, SCHEMA, "names of columns in the question")        \
    X(selected_columns, 0, 10, NOTHING, "result columns")                      \
    X(selected_beyond_list, -10, 10, NOTHING,                                  \
      "result columns less (1 + the commas and \"and\"s of the question)")     \
    X(selected_named, 0, 1, SCHEMA, "share of selected names in the question") \
    X(selected_first_position, -1, 1, SCHEMA,                                  \
      "first mention of a selected column")                                    \
    X(selected_last_position, -1, 1, SCHEMA, "last first mention of one")      \
    X(where_first_position, -1, 1, SCHEMA,                                     \
      "first mention of a column in WHERE")                                    \
    X(missed_schema_words, 0, 10, SCHEMA,                                      \
      "words of schema names, not accounted for")                              \
    X(missed_schema_share, 0, 1, SCHEMA, "share of them of all such words")    \
    X(missed_schema_weight, 0, 10, SCHEMA, "each by 1 / columns that have it") \
    X(missed_words, 0, 20, NOTHING,                                            \
      "content words that are not accounted for")                              \
    X(missed_share, 0, 1, NOTHING, "share of them of all content words")       \
    X(question_words, 0, 100, NOTHING, "words of the question")                \
    X(commas, 0, 5, NOTHING, "commas of the question")

#define ROW(name, low, high, needs, meaning)                                   \
    {"overlap." #name, meaning, low, high, T2S_NEEDS_##needs},
#define NAME(name, low, high, needs, meaning) F_##name,

static const t2s_feature features[] = {FEATURES(ROW)};
enum feature { FEATURES(NAME) F_COUNT };

/* How a column or a table is used, as bits. */
enum { USED = 1, USED_BEYOND_JOINS = 2 };

typedef struct overlap {
    double *out;
    const t2s_query *query;
    const t2sed_schema *schema;
    const t2s_question_facts *question;
    /* How the question names columns and tables; the same with the turns
     * before it. */
    const t2s_name_match *columns, *tables, *known_columns, *known_tables;
    const bool *named;                 /* stems, by names of the query */
    uint8_t *column_uses, *table_uses; /* USED... */
    bool *used_names;                  /* by t2s_name_match.name */
    bool *near_names;                  /* of the columns of used tables */
    bool *seen_names;                  /* scratch, by name too */
    bool *stems;                       /* scratch */
    int32_t compared[MOST_COMPARED];   /* columns used beyond joins */
    size_t compared_count;
} overlap;

static void read_uses(overlap *at)
{
    t2s_for_each_use (at->query, use) {
        uint8_t *uses;
        if (use->kind == T2S_USES_TABLE && use->index >= 0)
            at->table_uses[use->index] |= USED;
        if (use->kind != T2S_USES_COLUMN)
            continue;
        if (at->columns[use->index].name >= 0)
            at->used_names[at->columns[use->index].name] = true;
        if (use->clause != T2S_CLAUSE_ON)
            at->table_uses[at->schema->columns[use->index].table] |=
                USED_BEYOND_JOINS;
        uses = &at->column_uses[use->index];
        if (!use->only_ties && !(*uses & USED_BEYOND_JOINS) &&
            at->compared_count < MOST_COMPARED)
            at->compared[at->compared_count++] = use->index;
        *uses |= use->only_ties ? USED : USED | USED_BEYOND_JOINS;
    }
}

/* Least and mean of what is taken in. */
typedef struct summary {
    double least, sum;
    size_t count;
} summary;

static void take(summary *of, double value)
{
    if (of->count == 0 || value < of->least)
        of->least = value;
    of->sum += value;
    of->count++;
}

/* The features of least and mean stand in pairs. */
static void put(double *out, const summary *of)
{
    out[0] = of->count ? of->least : -1;
    out[1] = of->count ? of->sum / (double)of->count : -1;
}

static void match_columns(overlap *at)
{
    summary used = {0};
    at->out[F_used_columns] = (double)at->compared_count;
    for (size_t i = 0; i < at->compared_count; i++) {
        const t2s_column *column = &at->schema->columns[at->compared[i]];
        double score = at->known_columns[at->compared[i]].score;
        at->out[F_unnamed_columns] += score <= 0;
        if (!column->is_foreign && !column->is_referenced)
            take(&used, score);
    }
    put(&at->out[F_used_min_match], &used);
}

/* Which summary a column use goes to, or -1. */
static int place_of(const t2s_query *query, const t2s_query_use *use)
{
    static const int places[] = {
        [T2S_CLAUSE_FROM] = -1,  [T2S_CLAUSE_ON] = -1,
        [T2S_CLAUSE_WHERE] = 1,  [T2S_CLAUSE_GROUP] = 2,
        [T2S_CLAUSE_HAVING] = 3, [T2S_CLAUSE_ORDER] = 4,
        [T2S_CLAUSE_LIMIT] = -1, [T2S_CLAUSE_NONE] = -1};
    if (use->clause == T2S_CLAUSE_SELECT &&
        (use->scope < 0 || query->scopes.at[use->scope].role != T2S_ROLE_MAIN))
        return -1;
    return places[use->clause];
}

static double position_of(const overlap *at, int32_t word)
{
    return (double)word / (double)at->question->words.count;
}

static bool is_id(const overlap *at, int32_t column)
{
    const t2s_name_match *match = &at->columns[column];
    int32_t id = t2s_question_find_stem(at->question, "id", 2);
    if (t2s_schema_is_key(at->schema, column))
        return true;
    for (uint32_t i = 0; i < match->count; i++)
        if (at->question->name_stems.at[match->stems + i] == id)
            return true;
    return false;
}

static void match_clauses(overlap *at)
{
    summary places[5] = {{0}};
    double first = -1, last = -1, where = -1, keys = 0;
    t2s_for_each_use (at->query, use) {
        int place = place_of(at->query, use);
        double position;
        if (use->kind != T2S_USES_COLUMN || place < 0)
            continue;
        take(&places[place], at->known_columns[use->index].score);
        if (place == 0)
            keys += is_id(at, use->index);
        if (at->columns[use->index].first < 0)
            continue;
        position = position_of(at, at->columns[use->index].first);
        if (place == 0 && (first < 0 || position < first))
            first = position;
        if (place == 0 && position > last)
            last = position;
        if (place == 1 && (where < 0 || position < where))
            where = position;
    }
    for (size_t i = 0; i < 5; i++)
        put(&at->out[F_selected_min_match + 2 * i], &places[i]);
    if (!at->question->cues[T2S_CUE_ID] &&
        !at->question->history->cues[T2S_CUE_ID])
        at->out[F_selected_keys_unasked] = keys;
    at->out[F_selected_first_position] = first;
    at->out[F_selected_last_position] = last;
    at->out[F_where_first_position] = where;
}

/* Sets the stems that were not set and returns how many they are. */
static double add_stems(overlap *at, const t2s_name_match *match)
{
    double added = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        int32_t stem = at->question->name_stems.at[match->stems + i];
        if (!at->stems[stem] && !at->question->stems.at[stem].is_stop) {
            at->stems[stem] = true;
            added++;
        }
    }
    return added;
}

/* Columns that the question names in full and the query leaves out. Those of a
 * name that the query uses in another table are not counted. */
static void find_unused_columns(overlap *at)
{
    const t2s_question_facts *question = at->question;
    double position = 1, added;
    memcpy(at->stems, at->named, question->stems.count);
    for (size_t i = 0; i < question->named_columns.count; i++) {
        int32_t column = question->named_columns.at[i];
        if (at->table_uses[at->schema->columns[column].table] & USED)
            at->near_names[at->columns[column].name] = true;
    }
    for (size_t i = 0; i < question->named_columns.count; i++) {
        const t2s_name_match *match =
            &at->columns[question->named_columns.at[i]];
        if (!match->is_whole || at->seen_names[match->name])
            continue;
        at->seen_names[match->name] = true;
        at->out[F_named_columns]++;
        if (at->used_names[match->name])
            continue;
        added = add_stems(at, match);
        at->out[F_unused_named_in_tables] += at->near_names[match->name];
        at->out[F_unused_named]++;
        at->out[F_unused_named_words] += added;
        at->out[F_unused_named_long] += match->count > 1 && added > 0;
        position = fmin(position, position_of(at, match->first));
    }
    at->out[F_unused_named_position] = position;
}

/* Other columns that the question fits better than a used one. */
static void find_better(overlap *at)
{
    const t2s_column *columns = at->schema->columns;
    for (size_t i = 0; i < at->compared_count; i++) {
        const int32_t column = at->compared[i];
        const t2s_name_match *used = &at->columns[column];
        float score = at->known_columns[column].score;
        float table_score = at->known_tables[columns[column].table].score;
        double same = 0;
        for (size_t k = 0; k < at->schema->column_count; k++) {
            const t2s_name_match *other = &at->columns[k];
            if (other->name == used->name) {
                same++;
                at->out[F_better_tables] +=
                    at->tables[columns[k].table].score > table_score;
            } else if (other->score > score + BETTER && !at->column_uses[k] &&
                       t2s_question_share_stem(at->question, other, used)) {
                at->out[F_better_columns]++;
                at->out[F_better_gap] =
                    fmax(at->out[F_better_gap], (double)(other->score - score));
            }
        }
        at->out[F_ambiguity] = fmax(at->out[F_ambiguity], same);
    }
}

static void match_tables(overlap *at)
{
    summary used = {0};
    memcpy(at->stems, at->named, at->question->stems.count);
    for (size_t i = 0; i < at->schema->table_count; i++) {
        const double score = at->known_tables[i].score;
        if (at->table_uses[i] & USED) {
            take(&used, score);
        } else if (at->tables[i].is_whole) {
            at->out[F_unused_tables]++;
            at->out[F_unused_table_words] += add_stems(at, &at->tables[i]);
        }
        if (at->table_uses[i] == USED) {
            at->out[F_join_only_tables]++;
            at->out[F_join_only_unnamed] += score < 1;
        }
    }
    put(&at->out[F_table_min_match], &used);
    at->out[F_used_tables] = (double)used.count;
    at->out[F_schema_tables] = (double)at->schema->table_count;
    at->out[F_schema_columns] = (double)at->schema->column_count;
}

/* The share of the selected names that the question has in full. */
static void match_selected(overlap *at)
{
    double names = 0, named = 0;
    memset(at->seen_names, 0, at->schema->column_count);
    t2s_for_each_use (at->query, use) {
        int32_t name;
        if (use->kind != T2S_USES_COLUMN || place_of(at->query, use) != 0)
            continue;
        name = at->columns[use->index].name;
        if (name < 0 || at->seen_names[name])
            continue;
        at->seen_names[name] = true;
        names++;
        named += at->known_columns[use->index].is_whole;
    }
    at->out[F_selected_named] = names > 0 ? named / names : 0;
}

/* Words of the question that neither names nor values account for. */
static void find_missed(double *out, const t2s_feature_input *in)
{
    const t2s_question_facts *question = in->from->question;
    double words = 0, schema_words = 0, missed = 0, missed_schema = 0;
    for (size_t i = 0; i < question->words.count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        const t2s_question_stem *stem = &question->stems.at[word->stem];
        bool in_schema = stem->columns || stem->tables;
        if (stem->is_stop || word->end - word->begin <= 2)
            continue;
        words++;
        schema_words += in_schema;
        if (in->covered[word->stem])
            continue;
        missed++;
        missed_schema += in_schema;
        if (stem->first != (int32_t)i)
            continue;
        out[F_missed_words]++;
        out[F_missed_schema_words] += in_schema;
        if (in_schema)
            out[F_missed_schema_weight] +=
                1.0 / (stem->columns ? stem->columns : 1);
    }
    out[F_missed_share] = words > 0 ? missed / words : 0;
    out[F_missed_schema_share] =
        schema_words > 0 ? missed_schema / schema_words : 0;
}

static void count_simple(double *out, const t2s_feature_input *in)
{
    const t2s_query *query = in->query;
    for (size_t i = 0; i < query->uses.count; i++)
        out[F_unknown_names] += query->uses.at[i].kind == T2S_USES_UNKNOWN;
    if (query->parts.roles[T2S_ROLE_MAIN])
        out[F_selected_columns] = query->scopes.at[query->main].selected;
    out[F_selected_beyond_list] = out[F_selected_columns] - 1 -
                                  in->from->question->commas -
                                  in->from->question->cues[T2S_CUE_AND];
    out[F_question_words] = (double)in->from->question->words.count;
    out[F_commas] = in->from->question->commas;
}

static t2sed_status compare_names(double *out, const t2s_feature_input *in,
                                  t2sed_error *err)
{
    const t2s_question_facts *question = in->from->question;
    size_t columns = in->from->schema->column_count;
    size_t tables = in->from->schema->table_count,
           stems = question->stems.count;
    overlap at = {.out = out,
                  .query = in->query,
                  .schema = in->from->schema,
                  .question = question,
                  .columns = question->columns,
                  .tables = question->tables,
                  .known_columns = question->history->columns,
                  .known_tables = question->history->tables,
                  .named = in->named};
    bool *room = t2s_zalloc_array(stems + 4 * columns + tables + 1, 1);
    if (!room)
        return t2s_fail_memory(err);
    at.stems = room;
    at.used_names = at.stems + stems;
    at.near_names = at.used_names + columns;
    at.seen_names = at.near_names + columns;
    at.column_uses = (uint8_t *)(at.seen_names + columns);
    at.table_uses = at.column_uses + columns;
    read_uses(&at);
    match_columns(&at);
    match_clauses(&at);
    find_unused_columns(&at);
    find_better(&at);
    match_tables(&at);
    match_selected(&at);
    t2s_free(room);
    return T2SED_OK;
}

static t2sed_status compute(double *out, const t2s_feature_input *in,
                            t2sed_error *err)
{
    for (int i = 0; i < F_COUNT; i++)
        out[i] = 0;
    count_simple(out, in);
    find_missed(out, in);
    return in->from->schema ? compare_names(out, in, err) : T2SED_OK;
}

const t2s_feature_group t2s_overlap_group = {features, F_COUNT, 0, compute};
