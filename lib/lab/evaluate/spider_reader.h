/* spider_reader.h - what the parts of the reader of spider_query.h share. */
#ifndef T2S_EVALUATE_SPIDER_READER_H
#define T2S_EVALUATE_SPIDER_READER_H

#include "base/error.h"
#include "base/map.h"
#include "lab/evaluate/spider_query.h"
#include "sql/scope.h"

/* What Spider's evaluation reads has no such limits, but its language does;
 * they bound what comparing takes. */
#define T2S_SPIDER_MOST_IN_LIST 1000
#define T2S_SPIDER_MOST_TABLES  64
#define T2S_SPIDER_MOST_NESTING 200

typedef struct t2s_spider_reader {
    const char *text;
    const t2s_tree *tree;
    const t2s_spider_keys *keys;
    t2s_arena *arena;
    t2s_map aliases; /* of the whole query: lower-cased alias -> table */
    /* Spider's evaluation reads no further than this byte: what follows a
     * query that is complete is passed over. */
    size_t end;
    bool ended;
    int32_t nesting;
    t2sed_status status;
    t2sed_error *err;
} t2s_spider_reader;

/* Both note the failure, unless there is one already, and return false. */
bool t2s_spider_beyond(t2s_spider_reader *r, int32_t node, const char *what);
bool t2s_spider_no_memory(t2s_spider_reader *r);

/* A zeroed array in the arena, or NULL: then the failure is noted. */
void *t2s_spider_array(t2s_spider_reader *r, size_t count, size_t size);

/* The rest of the query is passed over, from `node` on. */
void t2s_spider_end_at(t2s_spider_reader *r, int32_t node);

/* Whether a terminal is that word, without regard to case. */
bool t2s_spider_is_word(const t2s_tree *tree, int32_t node, const char *word);
bool t2s_spider_is_quoted(const t2s_tree *tree, int32_t node);

/* Collects the aliases of all tables: Spider has one list for a query and
 * everything in it. */
bool t2s_spider_find_aliases(t2s_spider_reader *r);
/* The table that a name or alias stands for; T2S_NO_ITEM if none. */
int32_t t2s_spider_find_table(const t2s_spider_reader *r, int32_t terminal);

/* Whether Spider's tokenizer parts the query where ours does, up to r->end. */
bool t2s_spider_check_tokens(t2s_spider_reader *r,
                             const t2s_spider_query *query);

/*
 * An operand of a chain such as a + b - c, in the order of writing. first()
 * begins it; next() returns the following one and the operator before it, or
 * T2S_NO_NODE. A chain of one is the expression itself.
 */
typedef struct t2s_spider_chain {
    const t2s_tree *tree;
    int32_t top, at;
    bool logical; /* of AND and OR; else of + - * / */
} t2s_spider_chain;

int32_t t2s_spider_chain_first(t2s_spider_chain *chain, const t2s_tree *tree,
                               int32_t top, bool logical);
int32_t t2s_spider_chain_next(t2s_spider_chain *chain, int32_t *sign);

/* Reads a column by its name alone, in the tables of `from`. */
bool t2s_spider_read_name(t2s_spider_reader *r, int32_t terminal,
                          const t2s_spider_query *from, int32_t *column);
/* Reads a column, maybe in an aggregate or parentheses. */
bool t2s_spider_read_column(t2s_spider_reader *r, int32_t expr,
                            const t2s_spider_query *from,
                            t2s_spider_column *column);
/* Reads a unit from a chain whose first operand is `operand`. What follows it
 * comes back in *operand, T2S_NO_NODE where nothing does, with *sign. */
bool t2s_spider_read_unit(t2s_spider_reader *r, t2s_spider_chain *chain,
                          int32_t *operand, int32_t *sign,
                          const t2s_spider_query *from, t2s_spider_unit *unit);
/* An aggregate's number, T2S_SPIDER_NO_AGGREGATE if `expr` is none; *inner is
 * what stands in its parentheses. */
t2s_spider_aggregate t2s_spider_aggregate_of(const t2s_tree *tree, int32_t expr,
                                             int32_t *inner, bool *distinct);
/* Reads what stands in an aggregate's parentheses as a unit. */
bool t2s_spider_read_aggregated(t2s_spider_reader *r, int32_t inner,
                                bool distinct, const t2s_spider_query *from,
                                t2s_spider_unit *unit);
/* What stands within parentheses around one expression, or T2S_NO_NODE. */
int32_t t2s_spider_parenthesised(const t2s_tree *tree, int32_t expr);

/* Adds the conditions of ON, WHERE or HAVING. *open is whether the last value
 * was a column: then Spider passes over all words up to the next clause. */
bool t2s_spider_read_conditions(t2s_spider_reader *r, int32_t expr,
                                const t2s_spider_query *from,
                                t2s_spider_conditions *conditions, bool *open);

/* Reads the query of a select_stmt within another. */
t2s_spider_query *t2s_spider_read_nested(t2s_spider_reader *r, int32_t stmt);

#endif
