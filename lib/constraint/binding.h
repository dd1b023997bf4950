/*
 * binding.h - what whole tokens of a query's beginning say: the parser's
 * states, the SELECTs that are open, their tables, and which tokens and names
 * may come next.
 */
#ifndef T2S_CONSTRAINT_BINDING_H
#define T2S_CONSTRAINT_BINDING_H

#include "constraint/words.h"
#include "sql/build.h"

/* More of any of these is refused. */
enum {
    T2S_MOST_LEVELS = 16,    /* open parentheses */
    T2S_MOST_SELECTS = 8,    /* open SELECTs */
    T2S_MOST_RELATIONS = 24, /* tables in sight */
    T2S_MOST_CTES = 12,
    T2S_MOST_EARLY = 24, /* aliases used before FROM makes them */
    T2S_MOST_SETS = 96
};

/* What a parenthesis that is open belongs to. */
typedef enum t2s_level_kind {
    T2S_IN_GROUP,
    T2S_IN_CALL,
    T2S_IN_LIST, /* IN (...) */
    T2S_IN_EXISTS,
    T2S_IN_FROM,
    T2S_IN_CTE,
    T2S_IN_NAMES, /* the columns of a WITH table */
    T2S_IN_USING,
    T2S_IN_CAST,
    T2S_IN_TYPE,
    T2S_IN_OVER,
    T2S_IN_FILTER
} t2s_level_kind;

/* What of a window's frame has been read. */
enum {
    T2S_FRAME_ANY = 1,
    T2S_FRAME_ROWS = 2,
    T2S_FRAME_BETWEEN = 4,
    T2S_FRAME_END = 8 /* the second bound */
};

typedef struct t2s_level {
    uint8_t kind;
    /* Of a call: DISTINCT and "*" that were read; whether aggregates stand in
     * it, and may stand where it does. */
    bool is_distinct, is_star, has_aggregate, may_aggregate, may_window;
    uint8_t frame; /* of OVER: T2S_FRAME_* */
    int16_t function;
    uint16_t arguments; /* behind the commas so far */
} t2s_level;

typedef enum t2s_clause {
    T2S_WITH,
    T2S_RESULT, /* FROM is still to come */
    T2S_FROM,
    T2S_ON,
    T2S_WHERE,
    T2S_GROUP,
    T2S_HAVING,
    T2S_ORDER,
    T2S_LIMIT
} t2s_clause;

/* A SELECT that is open; after UNION, its last one. Sets are numbers. */
typedef struct t2s_select {
    uint8_t level;   /* parentheses around it */
    uint8_t purpose; /* t2s_level_kind of the last of these */
    uint8_t clause;
    int8_t outer; /* the one whose names it sees, or -1 */
    uint8_t first_relation, first_cte;
    bool is_compound, was_ordered, is_grouped, has_aggregate, is_recursive;
    bool has_star;           /* "*" is among the results */
    int16_t columns;         /* result columns so far, or -1: not known */
    int16_t expected;        /* 0: any number */
    uint16_t bare;           /* columns used before FROM, without a table */
    uint16_t quoted;         /* the same in "...", which may be strings */
    uint16_t results;        /* names of results: plain ones, */
    uint16_t summed;         /* of expressions with aggregates, */
    uint16_t ranked;         /* and with window functions */
    uint64_t summed_columns; /* the same by place */
    /* The result column at hand. */
    bool sums, ranks;
    uint8_t tokens;
    uint16_t name; /* of its alias, or of the column that it is alone */
} t2s_select;

typedef struct t2s_relation_in {
    uint16_t name;   /* T2S_NO_WORD: a subquery without one */
    int32_t table;   /* in the schema, or -1 */
    uint16_t set;    /* its columns, where it is no table */
    uint16_t hidden; /* those that USING or NATURAL merged; T2S_NO_SET */
} t2s_relation_in;

typedef struct t2s_cte {
    uint16_t name, set;
    int16_t width; /* -1: not known */
    bool is_open, has_names;
} t2s_cte;

/* T1 of SELECT T1.name FROM ...; set i has the columns that it must have. */
typedef struct t2s_early {
    uint16_t name;
    int8_t owner; /* the select, or -1: free */
    bool has_star;
} t2s_early;

/* The name that was read last, where an expression begins. */
typedef struct t2s_operand {
    bool is_open;
    bool is_column, is_function, is_table;
    bool is_quoted; /* "...": a string where it is no column */
    bool is_bound;  /* a constant: nothing to note */
    bool must_stand_alone;
    uint16_t word;
} t2s_operand;

/* A name that the query made: bytes of the query. */
typedef struct t2s_new_word {
    uint16_t begin, length;
} t2s_new_word;

typedef struct t2s_binding {
    t2s_sql_stack stack;
    uint8_t last; /* kind of the last token */
    uint8_t level_count, select_count, relation_count, cte_count, word_count;
    uint16_t set_count;
    uint8_t join;        /* T2S_JOIN_* of the join operator so far */
    bool is_join;        /* the last token is such a word, not a name */
    bool is_alone;       /* the term of ORDER BY is complete */
    bool is_star;        /* "*" is no product */
    bool is_full;        /* of sets, names or tables: the token is refused */
    int16_t called;      /* the function whose ")" was last, or -1 */
    uint8_t called_kind; /* of that call: min(a) is an aggregate */
    bool is_filtered;    /* it has FILTER */
    uint16_t qualifier;  /* before the last dot */
    t2s_operand operand;
    t2s_level levels[T2S_MOST_LEVELS];
    t2s_select selects[T2S_MOST_SELECTS];
    t2s_relation_in relations[T2S_MOST_RELATIONS];
    t2s_cte ctes[T2S_MOST_CTES];
    t2s_early early[T2S_MOST_EARLY];
    t2s_new_word words[T2S_NEW_WORDS];
    t2s_words sets[]; /* [set_count][blocks], with room for T2S_MOST_SETS;
                         the first T2S_MOST_EARLY are those of `early` */
} t2s_binding;

#define T2S_NO_SET 0xFFFF

/* Words of a join operator. */
enum {
    T2S_JOIN_NATURAL = 1,
    T2S_JOIN_SIDE = 2, /* LEFT, RIGHT, FULL */
    T2S_JOIN_OUTER = 4,
    T2S_JOIN_OTHER = 8, /* INNER, CROSS */
    T2S_JOIN_NO_NATURAL = 16
};

/* What a name that comes next would be. */
typedef enum t2s_role {
    T2S_NO_NAME,
    T2S_ANY_NAME, /* there is no schema */
    T2S_OPERAND,  /* an expression begins */
    T2S_COLUMN,   /* after a dot */
    T2S_TABLE,
    T2S_RESULT_ALIAS,
    T2S_TABLE_ALIAS,
    T2S_CTE_NAME,
    T2S_CTE_COLUMN,
    T2S_USING_COLUMN,
    T2S_TYPE,
    T2S_COLLATION
} t2s_role;

/* What may come next. */
typedef struct t2s_next {
    bool is_known;
    uint8_t role;         /* t2s_role */
    uint8_t join;         /* T2S_JOIN_* that were read */
    bool takes_new;       /* any name, in any quotes */
    bool takes_early;     /* any short name, without quotes */
    bool takes_constants; /* TRUE and FALSE */
    bool takes_text;      /* any text in double quotes */
    bool is_place;        /* an integer must be the number of a result column */
    uint64_t kinds[2];    /* tokens of these kinds; bit 0: the end */
    uint32_t others, own; /* of t2s_sight_aliases, where an alias comes, */
    bool is_own;          /* and what it returned */
    t2s_words *columns;   /* names: [blocks] each; as columns or what the role
                             says, */
    t2s_words *tables;    /* as what a dot follows, */
    t2s_words *calls;     /* and as functions */
} t2s_next;

static inline bool t2s_next_has(const t2s_next *next, int kind)
{
    return next->kinds[kind / 64] >> (kind % 64) & 1;
}

/* Whether the word may go on a join operator. */
bool t2s_join_takes(uint8_t join, const char *word);

/* Bytes that a binding takes. */
size_t t2s_binding_size(const t2sed_constraint *words);
void t2s_binding_begin(t2s_binding *out, const t2sed_constraint *words);
void t2s_binding_copy(t2s_binding *out, const t2s_binding *from,
                      const t2sed_constraint *words);

/* Finds out what may come next. The three sets are given, of any content. */
void t2s_binding_next(t2s_next *out, const t2s_binding *binding,
                      const t2sed_constraint *words);

/* Whether the digits begin the number of a result column that ORDER BY or GROUP
 * BY may have. */
bool t2s_binding_place(const t2s_binding *binding, const char *digits,
                       size_t n);

/* A whole token. */
typedef struct t2s_token_read {
    int kind;
    uint16_t word;        /* of a name: its number, or T2S_NO_WORD: new */
    bool is_quoted;       /* a name in "..." */
    t2s_new_word spelled; /* where it stands, without quotes */
} t2s_token_read;

/* Reads a token, which `next` allows. False where it is refused after all; then
 * the binding is spoilt. */
bool t2s_binding_read(t2s_binding *binding, const t2sed_constraint *words,
                      const t2s_next *next, const t2s_token_read *token);

/* Whether aggregates, and window functions, may stand at the end. */
bool t2s_binding_aggregates(const t2s_binding *binding);
bool t2s_binding_windows(const t2s_binding *binding);

/* The number of a name of the words, or that the query made; or T2S_NO_WORD. */
uint16_t t2s_binding_find(const t2s_binding *binding,
                          const t2sed_constraint *words, const char *query,
                          const char *text, size_t n);

/* ----------------------------------------------- sight.c: names and tables */

static inline t2s_words *t2s_set(t2s_binding *binding,
                                 const t2sed_constraint *words, size_t set)
{
    return binding->sets + set * words->blocks;
}

/* A new, empty set. Where there is no room, is_full, and some set. */
uint16_t t2s_sight_set(t2s_binding *binding, const t2sed_constraint *words);
/* Columns that its tables have, and those that several of them have. */
void t2s_sight_count(t2s_words *once, t2s_words *twice,
                     const t2s_binding *binding, const t2sed_constraint *words,
                     int select);
/* Columns that a name without a table can stand for, and qualifiers. */
void t2s_sight_bare(t2s_words *out, const t2s_binding *binding,
                    const t2sed_constraint *words, int select);
bool t2s_sight_tables(t2s_words *out, const t2s_binding *binding,
                      const t2sed_constraint *words, int select);
/* The same behind qualifier and dot; true where any name will do. */
bool t2s_sight_qualified(t2s_words *out, const t2s_binding *binding,
                         const t2sed_constraint *words, int select,
                         uint16_t qualifier);
/* Notes a name where FROM has yet to bring its table. */
void t2s_sight_bind(t2s_binding *binding, const t2sed_constraint *words,
                    int select, uint16_t word, bool is_quoted);
void t2s_sight_bind_qualified(t2s_binding *binding,
                              const t2sed_constraint *words, int select,
                              uint16_t qualifier, uint16_t word);
/* Columns by which the last relation can be joined to those before it. */
void t2s_sight_shared(t2s_words *out, const t2s_binding *binding,
                      const t2sed_constraint *words, int select);
/* Whether a name without a table is that of columns of several. */
bool t2s_sight_is_ambiguous(const t2s_binding *binding,
                            const t2sed_constraint *words, int select,
                            uint16_t word);
/* Whether columns used before FROM are several tables' by now. */
bool t2s_sight_conflicts(const t2s_binding *binding,
                         const t2sed_constraint *words, int select);
/* Whether a select's tables have all that was used before FROM. */
bool t2s_sight_resolves(const t2s_binding *binding,
                        const t2sed_constraint *words, int select);
/* Where FROM has two tables more than once, or one three times, and something
 * that was used before FROM is missing: takes away the tables that stand in
 * FROM and bring none of it. A text that may not leave FROM would join them
 * again and again. */
void t2s_sight_no_repeats(t2s_words *tables, const t2s_binding *binding,
                          const t2sed_constraint *words);
/* Then: hands over what the selects around it have to bring. */
void t2s_sight_resolve(t2s_binding *binding, const t2sed_constraint *words,
                       int select);
/* Of the names used before FROM that no table has yet, as bits: those that the
 * last table can't have, since it lacks a column, and those that it can.
 * Returns whether the table must have one of the latter: it stands there once
 * more for their sake. */
bool t2s_sight_aliases(uint32_t *others, uint32_t *own,
                       const t2s_binding *binding,
                       const t2sed_constraint *words);
/* Whether a name, of an alias or in WITH, is not in use there already. */
bool t2s_sight_may_name(const t2s_binding *binding,
                        const t2sed_constraint *words, t2s_role role,
                        uint16_t name);

#endif
