/* mutation.h - one query on its way to become another: what is known of it, and
 * the edits of its text. */
#ifndef T2S_COLLECT_MUTATION_H
#define T2S_COLLECT_MUTATION_H

#include "base/random.h"
#include "schema/schema.h"
#include "sql/scope.h"
#include "t2sed/lab/mutator.h"
#include "t2sed/parts/values.h"

/* The clause that a node lies in, up to the nearest SELECT around it. */
enum {
    T2S_IN_NONE = 1,
    T2S_IN_SELECT = 2,
    T2S_IN_FROM = 4,
    T2S_IN_WHERE = 8,
    T2S_IN_GROUP = 16,
    T2S_IN_HAVING = 32,
    T2S_IN_ORDER = 64,
    T2S_IN_LIMIT = 128,
    T2S_IN_CONDITION = T2S_IN_WHERE | T2S_IN_HAVING
};

/* A column of the schema that the query names. */
typedef struct t2s_use {
    int32_t expr;     /* the node */
    int32_t column;   /* in the schema */
    int32_t relation; /* which of the scopes' it belongs to */
    int32_t scope;    /* of that relation */
    bool qualified;   /* written with a table's name */
} t2s_use;

/* text[begin..end) of the query is replaced; begin == end inserts. */
typedef struct t2s_edit {
    uint32_t begin, end;
    const char *text; /* in the arena */
} t2s_edit;

/* The values of columns, sampled when first asked for. */
typedef struct t2s_column_values {
    t2sed_database *database;
    t2sed_values **sampled; /* of each column, NULL until asked for */
    char *asked;            /* of each column: 1 once it was */
} t2s_column_values;

typedef struct t2s_mutation {
    const t2sed_sql *sql;
    const t2s_tree *tree;  /* sql's */
    const t2s_node *nodes; /* the tree's */
    const t2sed_schema *schema;
    t2s_random *random;
    t2s_column_values *values;
    t2s_sql_scopes scopes;
    unsigned char *place; /* of each node: T2S_IN_* */
    int32_t *use_of;      /* of each node: an index of uses, or -1 */
    T2S_VECTOR(t2s_use) uses;
    bool lower_keywords, lower_names;
    T2S_VECTOR(t2s_edit) edits;
    t2s_arena arena; /* texts of edits */
    bool failed;     /* memory was short */
} t2s_mutation;

/* ---------------------------------------------------------- operations */

/* What an operation is done to. */
typedef enum t2s_operands {
    T2S_OVER_QUERY, /* the whole; the operand is 0 */
    T2S_OVER_NODES, /* a node, of the rule `which` or T2S_RULE_COUNT: of any */
    T2S_OVER_USES   /* an index of uses, in the clauses `which` */
} t2s_operands;

/*
 * One way to change a query. The mutator draws an operand, by the weights of
 * `suits`, and has the operation applied to it: that adds edits and returns
 * true, or returns false where it leads nowhere (the edits are then dropped).
 */
typedef struct t2s_operation {
    const char *name; /* NULL ends a list */
    int number;       /* T2SED_MUTATION_* */
    double weight;    /* how often it is tried */
    t2s_operands over;
    int which;
    double (*suits)(t2s_mutation *m, int32_t operand); /* NULL: 1 for all */
    bool (*apply)(t2s_mutation *m, int32_t operand);
} t2s_operation;

extern const t2s_operation t2s_aggregate_operations[];
extern const t2s_operation t2s_condition_operations[];
extern const t2s_operation t2s_clause_operations[];
extern const t2s_operation t2s_table_operations[];

/* ------------------------------------------------ analysis (mutation.c) */

/* `m` is all zeros but for schema, random and values; t2s_mutation_end ends it,
 * after a failure too. */
t2sed_status t2s_mutation_begin(t2s_mutation *m, const t2sed_sql *sql,
                                t2sed_error *err);
void t2s_mutation_end(t2s_mutation *m);

#define t2s_for_each_node(m, node)                                             \
    for (int32_t node = (m)->tree->root; node != T2S_NO_NODE;                  \
         node = t2s_tree_next((m)->tree, (m)->tree->root, node))

#define t2s_for_each_column(m, table, column)                                  \
    for (int32_t column = (m)->schema->tables[table].first_column;             \
         column < (m)->schema->tables[table].first_column +                    \
                      (m)->schema->tables[table].column_count;                 \
         column++)

/* Whether a node is of a rule, or is a terminal of that text, in any case. */
bool t2s_is(const t2s_mutation *m, int32_t node, t2s_sql_rule rule);
bool t2s_reads(const t2s_mutation *m, int32_t node, const char *word);
/* The first child that is such; T2S_NO_NODE where there is none. */
int32_t t2s_child(const t2s_mutation *m, int32_t node, t2s_sql_rule rule);
int32_t t2s_child_word(const t2s_mutation *m, int32_t node, const char *word);
bool t2s_has_word(const t2s_mutation *m, int32_t node, const char *word);

/* The scope that a relation belongs to. */
int32_t t2s_scope_of(const t2s_mutation *m, int32_t relation);
/* The table of the schema that a relation is, or T2S_NO_ITEM. */
int32_t t2s_table_of(const t2s_mutation *m, int32_t relation);
/* How many relations a scope has. */
int32_t t2s_relation_count(const t2s_mutation *m, int32_t scope);
/* The column of a table with the same name as another; or T2S_NO_ITEM. */
int32_t t2s_namesake(const t2s_mutation *m, int32_t table, int32_t column);
/* The select_core of a query that is a lone SELECT; T2S_NO_NODE where it is
 * compound: only there may SELECT have another number of items. */
int32_t t2s_lone_core(const t2s_mutation *m);
/* Whether the SELECT that a node belongs to has GROUP BY. */
bool t2s_is_grouped(const t2s_mutation *m, int32_t node);
/* If `expr` calls an aggregate: its name's node, or T2S_NO_NODE. */
int32_t t2s_aggregate(const t2s_mutation *m, int32_t expr);
/* Whether an expr is count(*). */
bool t2s_is_count_star(const t2s_mutation *m, int32_t expr);
/* Whether a column is used in one of the places (T2S_IN_*, any of them). */
bool t2s_is_used(const t2s_mutation *m, int32_t relation, int32_t column,
                 int places);
/* The values of a column, borrowed; NULL where none are known. */
const t2sed_values *t2s_values_of(t2s_mutation *m, int32_t column);

/* ---------------------------------------------------- editing (edit.c) */

/* Bytes of the query as arguments of "%.*s". */
#define T2S_SPELLED(m, node)                                                   \
    (int)((m)->nodes[node].end - (m)->nodes[node].begin),                      \
        (m)->sql->text + (m)->nodes[node].begin

/* These return true, for operations that end with them. Blanks between words
 * are added where the edits are applied. */
bool t2s_replace(t2s_mutation *m, uint32_t begin, uint32_t end,
                 const char *format, ...) T2S_PRINTF(4, 5);
#define t2s_replace_node(m, node, ...)                                         \
    t2s_replace(m, (m)->nodes[node].begin, (m)->nodes[node].end, __VA_ARGS__)
#define t2s_insert_after(m, node, ...)                                         \
    t2s_replace(m, (m)->nodes[node].end, (m)->nodes[node].end, __VA_ARGS__)
#define t2s_insert_before(m, node, ...)                                        \
    t2s_replace(m, (m)->nodes[node].begin, (m)->nodes[node].begin, __VA_ARGS__)
/* Takes out bytes, or a node, with the blanks before. */
bool t2s_drop(t2s_mutation *m, uint32_t begin, uint32_t end);
bool t2s_drop_node(t2s_mutation *m, int32_t node);
/* A member of a list, with a comma beside it. */
bool t2s_drop_member(t2s_mutation *m, int32_t node);
/* Writes another column where one stands, qualified where that one is; false
 * for T2S_NO_ITEM. */
bool t2s_put_column(t2s_mutation *m, const t2s_use *use, int32_t relation,
                    int32_t column);

/* Texts in the arena, never NULL (memory: m->failed). A keyword in the query's
 * case; */
const char *t2s_keyword(t2s_mutation *m, const char *upper);
const char *t2s_text(t2s_mutation *m, const char *format, ...) T2S_PRINTF(2, 3);
/* the name of a table or a column, in quotes where it needs them; */
const char *t2s_name_text(t2s_mutation *m, const char *name);
const char *t2s_column_name(t2s_mutation *m, int32_t column);
/* what the query calls a relation; */
const char *t2s_relation_text(t2s_mutation *m, int32_t relation);
/* a column as the query would name it: bare where that is its style and says
 * enough; */
const char *t2s_column_text(t2s_mutation *m, int32_t relation, int32_t column);
/* value `i` of a sample as a literal, in quotes if `quote` is one. */
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

/* A relation of the scope (or T2S_NO_SCOPE) that is a table of the schema,
 * drawn evenly; -1 where there is none. */
int32_t t2s_draw_relation(t2s_mutation *m, int32_t scope);
/* A column of a relation's table, by weight; T2S_NO_ITEM where there is none,
 * or no relation (-1). */
typedef double (*t2s_column_weight)(const t2s_mutation *m, int32_t relation,
                                    int32_t column);
int32_t t2s_draw_column(t2s_mutation *m, int32_t relation,
                        t2s_column_weight weight_of);
/* A column of the table of `relation` to stand for a use, where that clause
 * does not use it yet: the same kind and similar names first. T2S_NO_ITEM where
 * there is none. */
int32_t t2s_draw_similar(t2s_mutation *m, int32_t relation, const t2s_use *use);

#endif
