/* mutation.h - one query on its way to become another: what is known of it, and
 * the edits of its text. */
#ifndef T2S_COLLECT_MUTATION_H
#define T2S_COLLECT_MUTATION_H

#include "base/random.h"
#include "lab/collect/values.h"
#include "schema/schema.h"
#include "sql/scope.h"

/* The clause that a node lies in, up to the nearest SELECT around it. */
typedef enum t2s_place {
    T2S_IN_NONE,
    T2S_IN_SELECT,
    T2S_IN_FROM,
    T2S_IN_WHERE,
    T2S_IN_GROUP,
    T2S_IN_HAVING,
    T2S_IN_ORDER,
    T2S_IN_LIMIT
} t2s_place;

#define T2S_PLACE(place) (1u << (place))

/* A column of the schema that the query names. */
typedef struct t2s_use {
    int32_t expr;     /* the node */
    int32_t column;   /* in the schema */
    int32_t relation; /* which of the scopes' it belongs to */
    bool qualified;   /* written with a table's name */
} t2s_use;

/* One in FROM: where it stands in the tree, and whose it is. */
typedef struct t2s_source {
    int32_t node; /* table_or_subquery */
    int32_t scope;
} t2s_source;

/* text[begin..end) of the query is replaced; begin == end inserts. */
typedef struct t2s_edit {
    uint32_t begin, end;
    const char *text; /* in the arena */
} t2s_edit;

typedef struct t2s_mutation {
    const t2sed_sql *sql;
    const t2s_tree *tree; /* sql's */
    const t2sed_schema *schema;
    t2s_random *random;
    t2s_column_values *values;
    t2s_sql_scopes scopes;
    unsigned char *place; /* of each node: t2s_place */
    int32_t *use_of;      /* of each node: an index of uses, or -1 */
    T2S_VECTOR(t2s_use) uses;
    T2S_VECTOR(t2s_source) sources; /* of each of the scopes' relations */
    bool lower_keywords, lower_names;
    T2S_VECTOR(t2s_edit) edits;
    t2s_arena arena; /* texts of edits */
    bool failed;     /* memory was short */
} t2s_mutation;

/* What is done to a query: adds edits and returns true, or returns false where
 * it does not apply (edits are then dropped by the caller). */
typedef bool (*t2s_operation)(t2s_mutation *m);

/* ------------------------------------------------ analysis (mutation.c) */

/* `m` is all zeros but for schema, random and values; t2s_mutation_end ends it,
 * after a failure too. */
t2sed_status t2s_mutation_begin(t2s_mutation *m, const t2sed_sql *sql,
                                t2sed_error *err);
void t2s_mutation_end(t2s_mutation *m);

#define t2s_for_each_node(m, node)                                             \
    for (int32_t node = (m)->tree->root; node != T2S_NO_NODE;                  \
         node = t2s_tree_next((m)->tree, (m)->tree->root, node))

#define t2s_for_each_relation(m, scope, relation)                              \
    for (int32_t relation = (m)->scopes.scopes.at[scope].first; relation >= 0; \
         relation = (m)->scopes.relations.at[relation].next)

bool t2s_node_is(const t2s_mutation *m, int32_t node, t2s_sql_rule rule);
/* Whether a node is a terminal of that text, in any case. */
bool t2s_node_reads(const t2s_mutation *m, int32_t node, const char *word);
/* The first child that is such a terminal, or such a rule; or T2S_NO_NODE. */
int32_t t2s_child_word(const t2s_mutation *m, int32_t node, const char *word);
int32_t t2s_child_rule(const t2s_mutation *m, int32_t node, t2s_sql_rule rule);
/* The table of the schema that a relation is, or T2S_NO_ITEM. */
int32_t t2s_relation_table(const t2s_mutation *m, int32_t relation);
/* How many relations a scope has; one that is a table of the schema, drawn
 * evenly, or -1. */
int32_t t2s_relation_count(const t2s_mutation *m, int32_t scope);
int32_t t2s_pick_relation(t2s_mutation *m, int32_t scope);
/* The scope of a lone SELECT that is the whole query, or T2S_NO_SCOPE where it
 * is compound: only there may SELECT have another number of items. */
int32_t t2s_lone_scope(const t2s_mutation *m);
/* Whether the SELECT that a node belongs to has GROUP BY. */
bool t2s_is_grouped(const t2s_mutation *m, int32_t node);
/* If `expr` calls an aggregate: its name's node, or T2S_NO_NODE. */
int32_t t2s_aggregate(const t2s_mutation *m, int32_t expr);
/* Whether an expr is count(*). */
bool t2s_is_count_star(const t2s_mutation *m, int32_t expr);
/* The use that an expr is, or is the only argument of a call; or -1. */
int32_t t2s_use_within(const t2s_mutation *m, int32_t expr);
/* Whether a column is used in one of the places (bits) of a scope. */
bool t2s_is_used(const t2s_mutation *m, int32_t relation, int32_t column,
                 unsigned places);

/* ---------------------------------------------------- editing (edit.c) */

/* Bytes of the query as arguments of "%.*s". */
#define T2S_SPELLED(m, node)                                                   \
    (int)((m)->tree->nodes[node].end - (m)->tree->nodes[node].begin),          \
        (m)->sql->text + (m)->tree->nodes[node].begin

void t2s_replace(t2s_mutation *m, uint32_t begin, uint32_t end,
                 const char *format, ...) T2S_PRINTF(4, 5);
void t2s_replace_node(t2s_mutation *m, int32_t node, const char *format, ...)
    T2S_PRINTF(3, 4);
/* Puts text after a node, or before it. Blanks between words are added where
 * the edits are applied. */
void t2s_insert_after(t2s_mutation *m, int32_t node, const char *format, ...)
    T2S_PRINTF(3, 4);
void t2s_insert_before(t2s_mutation *m, int32_t node, const char *format, ...)
    T2S_PRINTF(3, 4);
/* Takes out bytes, or a node, with the blanks before. */
void t2s_drop(t2s_mutation *m, uint32_t begin, uint32_t end);
void t2s_drop_node(t2s_mutation *m, int32_t node);
/* A member of a list, with a comma beside it. */
void t2s_drop_member(t2s_mutation *m, int32_t node);

/* A keyword in the query's case; never NULL (memory: m->failed). */
const char *t2s_keyword(t2s_mutation *m, const char *upper);
/* Text in the arena; never NULL. */
const char *t2s_text(t2s_mutation *m, const char *format, ...) T2S_PRINTF(2, 3);
/* A name of the schema, in quotes where it needs them. */
const char *t2s_name_text(t2s_mutation *m, const char *name);
/* What the query calls a relation. */
const char *t2s_relation_text(t2s_mutation *m, int32_t relation);
/* A column as the query would name it: bare where that is its style and
 * says enough. */
const char *t2s_column_text(t2s_mutation *m, int32_t relation, int32_t column);
/* Value `i` of a sample as a literal. */
const char *t2s_value_text(t2s_mutation *m, const t2sed_values *values,
                           size_t i, char quote);

/* The new text, or NULL: memory was short, or edits overlap. */
char *t2s_edits_apply(t2s_mutation *m);

/* ---------------------------------------------------- drawing (edit.c) */

/* Draws one of the items offered, by weight, without a list. All zeros but for
 * random and item (what nothing offered gives) is ready. */
typedef struct t2s_draw {
    t2s_random *random;
    int32_t item;
    double total;
} t2s_draw;

#define T2S_DRAW(m)                                                            \
    {                                                                          \
        (m)->random, -1, 0                                                     \
    }

void t2s_draw_offer(t2s_draw *draw, int32_t item, double weight);
bool t2s_chance(t2s_mutation *m, double share);

/* Draws a column of the table of `relation` to stand for `column`: the same
 * kind and similar names first. `places`: where it must not be used yet.
 * T2S_NO_ITEM where there is none. */
int32_t t2s_draw_similar(t2s_mutation *m, int32_t relation, int32_t column,
                         unsigned places);

#endif
