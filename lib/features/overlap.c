/* Names of the question against names of the query. */
#include "features/overlap.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/covered_words.h"

/* Columns of a query that are compared with all others of the schema. */
#define MOST_COMPARED 64
/* How much better another column's match must be. */
#define BETTER 0.05f

/* Where nothing is said of the query's end, a match is 0 to 1, and -1 where
 * there is no such column or table. */
#define FEATURES(X)                                                            \
    X(used_min_match, -1, 1, "least match of a column used but for joins")     \
    X(used_mean_match, -1, 1, "mean match of the columns used but for joins")  \
    X(selected_min_match, -1, 1, "least match of a selected column")           \
    X(selected_mean_match, -1, 1, "mean match of the selected columns")        \
    X(where_min_match, -1, 1, "least match of a column in WHERE")              \
    X(where_mean_match, -1, 1, "mean match of the columns in WHERE")           \
    X(group_min_match, -1, 1, "least match of a column in GROUP BY")           \
    X(group_mean_match, -1, 1, "mean match of the columns in GROUP BY")        \
    X(having_min_match, -1, 1, "least match of a column in HAVING")            \
    X(having_mean_match, -1, 1, "mean match of the columns in HAVING")         \
    X(order_min_match, -1, 1, "least match of a column in ORDER BY")           \
    X(order_mean_match, -1, 1, "mean match of the columns in ORDER BY")        \
    X(used_columns, 0, 10, "columns used but for joins")                       \
    X(unnamed_columns, 0, 10, "such columns with no word in the question")     \
    X(unknown_names, 0, 4, "names that no table in sight has")                 \
    X(unused_named_in_tables, 0, 5,                                            \
      "names in the question of unused columns of used tables")                \
    X(unused_named, 0, 5, "names in the question of unused columns")           \
    X(unused_named_words, 0, 5, "words of them that no used name has")         \
    X(unused_named_long, 0, 5, "such names of several words")                  \
    X(unused_named_position, 0, 1, "where the first stands; 1 if none does")   \
    X(better_gap, 0, 1, "how much better an unused alike column matches")      \
    X(better_columns, 0, 5, "unused alike columns that match better")          \
    X(better_tables, 0, 4, "columns of a used name in a better table")         \
    X(ambiguity, 0, 10, "most columns that share a used column's name")        \
    X(selected_keys_unasked, 0, 4, "selected keys and ids, none asked for")    \
    X(used_tables, 0, 8, "tables used")                                        \
    X(table_min_match, -1, 1, "least match of a used table")                   \
    X(table_mean_match, -1, 1, "mean match of the used tables")                \
    X(unused_tables, 0, 5, "tables named in the question, not used")           \
    X(unused_table_words, 0, 5, "words of them that no used name has")         \
    X(join_only_tables, 0, 5, "tables without a column used but for joins")    \
    X(join_only_unnamed, 0, 5, "such tables that are not fully named")         \
    X(schema_tables, 0, 100, "tables of the schema")                           \
    X(schema_columns, 0, 500, "columns of the schema")                         \
    X(named_columns, 0, 20, "names of columns in the question")                \
    X(selected_columns, 0, 10, "result columns")                               \
    X(selected_beyond_list, -10, 10,                                           \
      "result columns less (1 + the commas and \"and\"s of the question)")     \
    X(selected_named, 0, 1, "share of selected names in the question")         \
    X(selected_first_position, -1, 1, "first mention of a selected column")    \
    X(selected_last_position, -1, 1, "last first mention of one")              \
    X(where_first_position, -1, 1, "first mention of a column in WHERE")       \
    X(missed_schema_words, 0, 10, "words of schema names, not accounted for")  \
    X(missed_schema_share, 0, 1, "share of them of all such words")            \
    X(missed_schema_weight, 0, 10, "each by 1 / columns that have it")         \
    X(missed_words, 0, 20, "content words that are not accounted for")         \
    X(missed_share, 0, 1, "share of them of all content words")                \
    X(question_words, 0, 100, "words of the question")                         \
    X(commas, 0, 5, "commas of the question")

#define FEATURE_ROW(name, low, high, meaning)                                  \
    {"overlap." #name, meaning, low, high},
#define FEATURE_NAME(name, low, high, meaning) F_##name,

const t2s_feature t2s_overlap_features[] = {FEATURES(FEATURE_ROW)};
const size_t t2s_overlap_feature_count =
    sizeof t2s_overlap_features / sizeof t2s_overlap_features[0];

enum feature { FEATURES(FEATURE_NAME) F_COUNT };

/* What is known of a column's use. */
enum { USED = 1, USED_BEYOND_JOINS = 2 };

typedef struct overlap {
    const t2s_question_facts *question;
    const t2s_query *query;
    const t2sed_schema *schema; /* NULL: nothing of the next six is there */
    uint8_t *columns, *tables;  /* USED... */
    bool *used_names;           /* by t2s_name_match.name */
    bool *near_names;           /* of the columns of used tables */
    bool *seen_names;           /* scratch, by name too */
    int32_t compared[MOST_COMPARED]; /* columns used beyond joins */
    size_t compared_count;
    bool *names, *all; /* stems accounted for by names; by values too */
    double v[F_COUNT];
} overlap;

static bool is_column(const overlap *at, const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN && use->index >= 0 &&
           (size_t)use->index < at->schema->column_count;
}

static void read_uses(overlap *at)
{
    const t2s_query *query = at->query;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->kind == T2S_USES_TABLE && use->index >= 0 &&
            (size_t)use->index < at->schema->table_count)
            at->tables[use->index] |= USED;
        if (!is_column(at, use))
            continue;
        int32_t table = at->schema->columns[use->index].table;
        int32_t name = at->question->columns[use->index].name;
        bool is_new = !(at->columns[use->index] & USED_BEYOND_JOINS);
        at->columns[use->index] |= USED;
        if (name >= 0)
            at->used_names[name] = true;
        if (use->clause != T2S_CLAUSE_ON)
            at->tables[table] |= USED_BEYOND_JOINS;
        if (use->only_ties)
            continue;
        at->columns[use->index] |= USED_BEYOND_JOINS;
        if (is_new && at->compared_count < MOST_COMPARED)
            at->compared[at->compared_count++] = use->index;
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

static void put(const summary *of, double *least, double *mean)
{
    *least = of->count ? of->least : -1;
    *mean = of->count ? of->sum / (double)of->count : -1;
}

/* An end of a foreign key. */
static bool is_key(const overlap *at, int32_t column)
{
    return at->schema->columns[column].is_foreign ||
           at->schema->columns[column].is_referenced;
}

static void match_columns(overlap *at)
{
    summary used = {0};
    double unnamed = 0;
    for (size_t i = 0; i < at->compared_count; i++) {
        int32_t column = at->compared[i];
        double score = at->question->history->columns[column].score;
        unnamed += score <= 0;
        if (!is_key(at, column))
            take(&used, score);
    }
    put(&used, &at->v[F_used_min_match], &at->v[F_used_mean_match]);
    at->v[F_used_columns] = (double)at->compared_count;
    at->v[F_unnamed_columns] = unnamed;
}

/* Which summary a column use goes to, or -1. */
static int place_of(const t2s_query *query, const t2s_query_use *use)
{
    switch (use->clause) {
    case T2S_CLAUSE_SELECT:
        return use->scope >= 0 &&
                       query->scopes.at[use->scope].role == T2S_ROLE_MAIN
                   ? 0
                   : -1;
    case T2S_CLAUSE_WHERE:
        return 1;
    case T2S_CLAUSE_GROUP:
        return 2;
    case T2S_CLAUSE_HAVING:
        return 3;
    case T2S_CLAUSE_ORDER:
        return 4;
    default:
        return -1;
    }
}

static double position_of(const overlap *at, int32_t word)
{
    return (double)word / (double)at->question->words.count;
}

static bool is_id(const overlap *at, int32_t column)
{
    const t2s_name_match *match = &at->question->columns[column];
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
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        const t2s_name_match *match;
        int place;
        if (!is_column(at, use) || (place = place_of(at->query, use)) < 0)
            continue;
        match = &at->question->columns[use->index];
        take(&places[place], at->question->history->columns[use->index].score);
        if (place == 0)
            keys += is_id(at, use->index);
        if (match->first < 0)
            continue;
        double position = position_of(at, match->first);
        if (place == 0 && (first < 0 || position < first))
            first = position;
        if (place == 0 && position > last)
            last = position;
        if (place == 1 && (where < 0 || position < where))
            where = position;
    }
    for (size_t i = 0; i < 5; i++) /* the features stand in pairs */
        put(&places[i], &at->v[F_selected_min_match + 2 * i],
            &at->v[F_selected_mean_match + 2 * i]);
    at->v[F_selected_keys_unasked] =
        at->question->cues[T2S_CUE_ID] ||
                at->question->history->cues[T2S_CUE_ID]
            ? 0
            : keys;
    at->v[F_selected_first_position] = first;
    at->v[F_selected_last_position] = last;
    at->v[F_where_first_position] = where;
}

/* Sets the stems that were not set and returns how many they are. */
static double add_stems(const overlap *at, const t2s_name_match *match,
                        bool *stems)
{
    double added = 0;
    for (uint32_t i = 0; i < match->count; i++) {
        int32_t stem = at->question->name_stems.at[match->stems + i];
        if (!stems[stem] && !at->question->stems.at[stem].is_stop) {
            stems[stem] = true;
            added++;
        }
    }
    return added;
}

/* Columns that the question names in full and the query leaves out. Those of a
 * name that the query uses in another table are not counted. `stems` is a copy
 * of those that used names account for. */
static void find_unused_columns(overlap *at, bool *stems)
{
    double in_tables = 0, all = 0, words = 0, several = 0, named = 0;
    double position = 1;
    memset(at->seen_names, 0, at->schema->column_count);
    for (size_t i = 0; i < at->question->named_columns.count; i++) {
        int32_t column = at->question->named_columns.at[i];
        if (at->tables[at->schema->columns[column].table] & USED)
            at->near_names[at->question->columns[column].name] = true;
    }
    for (size_t i = 0; i < at->question->named_columns.count; i++) {
        int32_t column = at->question->named_columns.at[i];
        const t2s_name_match *match = &at->question->columns[column];
        double added;
        if (!match->is_whole || at->seen_names[match->name])
            continue;
        if (at->used_names[match->name]) {
            at->seen_names[match->name] = true;
            named++;
            continue;
        }
        at->seen_names[match->name] = true;
        named++;
        added = add_stems(at, match, stems);
        in_tables += at->near_names[match->name];
        all++;
        words += added;
        several += match->count > 1 && added > 0;
        if (position_of(at, match->first) < position)
            position = position_of(at, match->first);
    }
    at->v[F_unused_named_in_tables] = in_tables;
    at->v[F_unused_named] = all;
    at->v[F_unused_named_words] = words;
    at->v[F_unused_named_long] = several;
    at->v[F_unused_named_position] = position;
    at->v[F_named_columns] = named;
}

/* Other columns that the question fits better than a used one. */
static void find_better(overlap *at)
{
    const t2s_name_match *columns = at->question->columns;
    const t2s_name_match *tables = at->question->tables;
    const t2s_question_facts *history = at->question->history;
    double gap = 0, better = 0, better_tables = 0, ambiguity = 0;
    for (size_t i = 0; i < at->compared_count; i++) {
        const t2s_name_match *used = &columns[at->compared[i]];
        float score = history->columns[at->compared[i]].score;
        float table_score =
            history->tables[at->schema->columns[at->compared[i]].table].score;
        double same = 0;
        for (size_t k = 0; k < at->schema->column_count; k++) {
            if (columns[k].name == used->name) {
                same++;
                better_tables +=
                    tables[at->schema->columns[k].table].score > table_score;
            } else if (columns[k].score > score + BETTER &&
                       !(at->columns[k] & USED) &&
                       t2s_question_share_stem(at->question, &columns[k],
                                               used)) {
                better++;
                gap = fmax(gap, (double)(columns[k].score - score));
            }
        }
        ambiguity = fmax(ambiguity, same);
    }
    at->v[F_better_gap] = gap;
    at->v[F_better_columns] = better;
    at->v[F_better_tables] = better_tables;
    at->v[F_ambiguity] = ambiguity;
}

static void match_tables(overlap *at, bool *stems)
{
    summary used = {0};
    double unused = 0, words = 0, join_only = 0, unnamed = 0;
    for (size_t i = 0; i < at->schema->table_count; i++) {
        const t2s_name_match *match = &at->question->tables[i];
        if (!(at->tables[i] & USED)) {
            unused += match->is_whole;
            words += match->is_whole ? add_stems(at, match, stems) : 0;
            continue;
        }
        match = &at->question->history->tables[i];
        take(&used, match->score);
        if (!(at->tables[i] & USED_BEYOND_JOINS)) {
            join_only++;
            unnamed += match->score < 1;
        }
    }
    put(&used, &at->v[F_table_min_match], &at->v[F_table_mean_match]);
    at->v[F_used_tables] = (double)used.count;
    at->v[F_unused_tables] = unused;
    at->v[F_unused_table_words] = words;
    at->v[F_join_only_tables] = join_only;
    at->v[F_join_only_unnamed] = unnamed;
    at->v[F_schema_tables] = (double)at->schema->table_count;
    at->v[F_schema_columns] = (double)at->schema->column_count;
}

/* The share of the selected names that the question has in full. */
static void match_selected(overlap *at)
{
    double names = 0, named = 0;
    memset(at->seen_names, 0, at->schema->column_count);
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        const t2s_name_match *match;
        if (!is_column(at, use) || place_of(at->query, use) != 0)
            continue;
        match = &at->question->columns[use->index];
        if (match->name < 0 || at->seen_names[match->name])
            continue;
        at->seen_names[match->name] = true;
        names++;
        named += at->question->history->columns[use->index].is_whole;
    }
    at->v[F_selected_named] = names > 0 ? named / names : 0;
}

static bool is_content(const t2s_question_facts *question,
                       const t2s_question_word *word)
{
    return !question->stems.at[word->stem].is_stop &&
           word->end - word->begin > 2;
}

/* Words of the question that neither names nor values account for. */
static void find_missed(overlap *at)
{
    const t2s_question_facts *question = at->question;
    double words = 0, schema_words = 0, missed = 0, missed_schema = 0;
    double distinct = 0, distinct_schema = 0, weight = 0;
    for (size_t i = 0; i < question->words.count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        const t2s_question_stem *stem = &question->stems.at[word->stem];
        bool in_schema = stem->columns || stem->tables;
        bool is_first = stem->first == (int32_t)i;
        if (!is_content(question, word))
            continue;
        words++;
        schema_words += in_schema;
        if (at->all[word->stem])
            continue;
        missed++;
        missed_schema += in_schema;
        distinct += is_first;
        distinct_schema += is_first && in_schema;
        if (is_first && in_schema)
            weight += 1.0 / (stem->columns ? stem->columns : 1);
    }
    at->v[F_missed_words] = distinct;
    at->v[F_missed_share] = words > 0 ? missed / words : 0;
    if (!at->schema)
        return;
    at->v[F_missed_schema_words] = distinct_schema;
    at->v[F_missed_schema_share] =
        schema_words > 0 ? missed_schema / schema_words : 0;
    at->v[F_missed_schema_weight] = weight;
}

static void count_simple(overlap *at)
{
    const t2s_question_facts *question = at->question;
    double selected = 0, unknown = 0;
    for (size_t i = 0; i < at->query->scopes.count; i++)
        if (at->query->scopes.at[i].role == T2S_ROLE_MAIN) {
            selected = at->query->scopes.at[i].selected;
            break;
        }
    for (size_t i = 0; i < at->query->uses.count; i++)
        unknown += at->query->uses.at[i].kind == T2S_USES_UNKNOWN;
    at->v[F_selected_columns] = selected;
    at->v[F_selected_beyond_list] =
        selected -
        (1 + (double)question->commas + (double)question->cues[T2S_CUE_AND]);
    at->v[F_question_words] = (double)question->words.count;
    at->v[F_commas] = question->commas;
    if (at->schema)
        at->v[F_unknown_names] = unknown;
}

/* All that fill needs; freed as one. */
static bool make_room(overlap *at, t2s_arena *arena, bool **names, bool **all)
{
    size_t stems = at->question->stems.count;
    size_t columns = at->schema ? at->schema->column_count : 0;
    size_t tables = at->schema ? at->schema->table_count : 0;
    char *room = t2s_arena_alloc(arena, 4 * stems + 4 * columns + tables + 1);
    if (!room)
        return false;
    memset(room, 0, 4 * stems + 4 * columns + tables + 1);
    at->names = (bool *)room;
    at->all = at->names + stems;
    *names = at->all + stems;
    *all = *names + stems;
    at->used_names = *all + stems;
    at->near_names = at->used_names + columns;
    at->seen_names = at->near_names + columns;
    at->columns = (uint8_t *)(at->seen_names + columns);
    at->tables = at->columns + columns;
    return true;
}

static void compare_names(overlap *at, bool *column_stems, bool *table_stems)
{
    read_uses(at);
    match_columns(at);
    match_clauses(at);
    find_unused_columns(at, column_stems);
    find_better(at);
    match_tables(at, table_stems);
    match_selected(at);
}

t2sed_status t2s_overlap_fill(float *out, const t2s_question_facts *question,
                              const t2s_query *query,
                              const t2sed_schema *schema, t2sed_error *err)
{
    overlap at = {.question = question,
                  .query = query,
                  .schema = question->columns ? schema : NULL};
    t2s_arena arena = {0};
    bool *column_stems, *table_stems;
    if (!make_room(&at, &arena, &column_stems, &table_stems))
        return t2s_fail_memory(err);
    for (int i = 0; i < F_COUNT; i++)
        at.v[i] = NAN;
    t2s_cover_names(at.names, question, query);
    memcpy(at.all, at.names, question->stems.count);
    memcpy(column_stems, at.names, question->stems.count);
    memcpy(table_stems, at.names, question->stems.count);
    t2s_cover_values(at.all, question, query);
    count_simple(&at);
    find_missed(&at);
    if (at.schema)
        compare_names(&at, column_stems, table_stems);
    for (int i = 0; i < F_COUNT; i++)
        out[i] = t2s_feature_clip(&t2s_overlap_features[i], at.v[i]);
    t2s_arena_free(&arena);
    return T2SED_OK;
}
