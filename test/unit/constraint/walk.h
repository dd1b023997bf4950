/* walk.h - random queries that masks alone guide, over a vocabulary of word
 * pieces and bytes; for the unit test and the fuzz target. */
#ifndef T2S_TEST_WALK_H
#define T2S_TEST_WALK_H

#include <stdint.h>
#include <string.h>

#include "constraint/state.h"

static const char *const walk_schemas[] = {
    "CREATE TABLE singer(Singer_ID, Name, Country, Age);"
    "CREATE TABLE concert(concert_ID, Name, Year, Stadium_ID);"
    "CREATE TABLE singer_in_concert(concert_ID, Singer_ID);"
    "CREATE TABLE stadium(Stadium_ID, Name, Capacity)",
    "CREATE TABLE \"free meals\"(CDSCode, \"Free Meal Count (K-12)\", year);"
    "CREATE TABLE schools(CDSCode, \"order\", \"select\", \"it's\", End, No);"
    "CREATE TABLE \"group\"(id, \"a\"\"b\", \"back`tick\", Caf\xc3\xa9)",
    ("CREATE TABLE t(a, b, c); CREATE TABLE u(a, b, d); CREATE TABLE v(c, d);"
     "CREATE TABLE count(max, date, name, true); CREATE TABLE w(a)")};

#define WALK_SCHEMAS (sizeof walk_schemas / sizeof *walk_schemas)

/* Pieces in the order in which a query that has to end prefers them. */
static const char *const walk_pieces[] = {
    ")", " FROM ", " 1 ", " AS T1 ", " AS T2 ", " AS T3 ", " THEN 1 ", " END ",
    ".", " OVER ()", " SELECT 1 ", " AND 1 ", " BY 1 ", "(", "*", " AS x",
    " JOIN ", " USING (", "1", "T1",
    /* these do not end anything */
    "'", "\"", "`", " FROM", " END", " THEN 1", "T2", " T1", " T2", " ON 1",
    " (", " OVER (", " BY", " SELECT", " NULL", " JOIN", " IS", " AND",
    "SELECT ", "WITH ", " WHERE", " GROUP BY", " ORDER BY", " HAVING", " LIMIT",
    " OFFSET", ",", ", ", "(", " ", " LEFT JOIN", " NATURAL", " FULL OUTER",
    " INNER", " CROSS JOIN", " USING (", " ON", " OR", " NOT", " IN (",
    " EXISTS (", " BETWEEN", " LIKE", " ESCAPE", " ISNULL", " NOT NULL",
    " DISTINCT", " ALL", " UNION", " UNION ALL", " EXCEPT", " INTERSECT",
    " CASE", " WHEN", " ELSE", " CAST(", " COLLATE NOCASE", " ASC", " DESC",
    " NULLS LAST", " RECURSIVE", " MATERIALIZED", " PARTITION BY", " ROWS",
    " RANGE", " GROUPS", " UNBOUNDED", " PRECEDING", " FOLLOWING",
    " CURRENT ROW", " EXCLUDE TIES", " FILTER (WHERE", " TRUE", " =", "=", "<",
    ">", "!=", "+", "-", "/", "||", "->>", "%", "2", "10", "0.5", "'a'",
    "\"b\"", "T1.", " T2.", " T3", "x", "count(*)", "sum(", " max(", "min(",
    "round(", " coalesce(", "iif(", "length(", "row_number() OVER (", "lag(",
    "date(", "replace", "group_concat(", " INTEGER", ";", "TRUE", " Name",
    "Name", "concert_ID", " concert_ID", "singer", " singer", " concert",
    " stadium", " Stadium_ID", " Singer_ID", "_in_concert", "Age", " CDSCode",
    "`Free Meal", " Count (K-12)`", " schools", " \"free meals\"", "\"order\"",
    " [select]", "\"it's\"", "`group`", " id", " `a\"b`", " End", " No",
    " Caf\xc3\xa9", " a", "a", " b", "b", " c", " d", " t", " u", " v", " w",
    " count", " date", " name", " x", "x AS (", " AS (SELECT", " year"};

#define WALK_PIECES (sizeof walk_pieces / sizeof *walk_pieces)
#define WALK_ENDING 20
#define WALK_TOKENS (WALK_PIECES + 255)
#define WALK_WORDS  ((WALK_TOKENS + 31) / 32)

static inline uint32_t walk_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static inline const char *walk_token(size_t i, size_t *n)
{
    static char bytes[256][1];
    if (i < WALK_PIECES) {
        *n = strlen(walk_pieces[i]);
        return walk_pieces[i];
    }
    *n = 1;
    bytes[i - WALK_PIECES][0] = (char)(i - WALK_PIECES + 1);
    return bytes[i - WALK_PIECES];
}

static inline t2sed_constraint_vocabulary *walk_vocabulary(void)
{
    const char *tokens[WALK_TOKENS];
    size_t lengths[WALK_TOKENS];
    t2sed_constraint_vocabulary *made = NULL;
    for (size_t i = 0; i < WALK_TOKENS; i++)
        tokens[i] = walk_token(i, &lengths[i]);
    t2sed_constraint_vocabulary_new(&made, tokens, lengths, WALK_TOKENS, NULL);
    return made;
}

/* How a walk ended. */
typedef enum walk_end {
    WALK_ENDED,   /* in a query that SQLite prepares */
    WALK_REFUSED, /* SQLite refuses what the binding would have let end */
    WALK_STUCK,   /* no token is allowed */
    WALK_LONG,    /* too many steps, or the limits on a query were reached */
    WALK_ENDS     /* how many there are */
} walk_end;

static inline bool walk_has(const uint32_t *mask, size_t i)
{
    return mask[i / 32] >> (i % 32) & 1;
}

/* A random one of the allowed tokens from `first` up to `end`, or `end`. */
static inline size_t walk_choose(const uint32_t *mask, size_t first, size_t end,
                                 uint64_t *seed)
{
    size_t chosen = end, count = 0;
    for (size_t i = first; i < end; i++)
        if (walk_has(mask, i) && walk_random(seed) % ++count == 0)
            chosen = i;
    return chosen;
}

static inline bool walk_at_limit(const t2sed_constraint_state *state)
{
    const t2s_binding *b = state->place->binding;
    return state->length + 80 > (size_t)state->words->options.max_bytes ||
           b->relation_count > T2S_MOST_RELATIONS - 2 ||
           b->set_count > T2S_MOST_SETS - 10 ||
           b->word_count > T2S_NEW_WORDS - 4 ||
           b->select_count > T2S_MOST_SELECTS - 2 ||
           b->level_count > T2S_MOST_LEVELS - 2;
}

/* Whether the binding would let the query end. */
static inline bool walk_may_end(t2sed_constraint_state *state)
{
    return state->open.kind == T2S_BETWEEN_TOKENS &&
           t2s_spelling_may_end(state->place, state->words);
}

static inline size_t walk_next(const uint32_t *mask, bool is_ending, char quote,
                               uint64_t *seed)
{
    size_t token;
    if (quote && walk_random(seed) % 4 != 0 &&
        walk_has(mask, WALK_PIECES + (size_t)quote - 1))
        return WALK_PIECES + (size_t)quote - 1;
    if (is_ending && !quote && walk_random(seed) % 16 != 0)
        for (size_t i = 0; i < WALK_ENDING; i++)
            if (walk_has(mask, i) && walk_random(seed) % 64 != 0)
                return i;
    if (walk_random(seed) % 32 == 0)
        return walk_choose(mask, 0, WALK_TOKENS, seed);
    token = walk_choose(mask, 0, WALK_PIECES, seed);
    return token < WALK_PIECES ? token
                               : walk_choose(mask, 0, WALK_TOKENS, seed);
}

static inline walk_end walk(t2sed_constraint_state *state,
                            const t2sed_constraint_vocabulary *vocabulary,
                            uint64_t *seed, size_t steps)
{
    uint32_t mask[WALK_WORDS];
    for (size_t step = 0; step < 20 * steps; step++) {
        size_t token, n;
        const char *text;
        if (walk_may_end(state)) {
            int ends = t2sed_constraint_may_end(state);
            if (!ends)
                return WALK_REFUSED;
            if (step > steps || walk_random(seed) % 16 == 0)
                return WALK_ENDED;
        }
        if (t2sed_constraint_mask(state, vocabulary, mask, NULL) != T2SED_OK)
            return WALK_ENDS;
        token = walk_next(mask, step > steps,
                          state->open.kind == T2S_OPEN_QUOTED &&
                                  !state->open.is_closed
                              ? state->open.quote
                              : '\0',
                          seed);
        if (token == WALK_TOKENS)
            return walk_at_limit(state) ? WALK_LONG : WALK_STUCK;
        text = walk_token(token, &n);
        if (t2sed_constraint_advance(state, text, n, NULL) != T2SED_OK)
            return WALK_ENDS;
    }
    return WALK_LONG;
}

#endif
