/* build.h - the parser that Lemon makes of grammar.y, and what its actions
 * build trees with. */
#ifndef T2S_SQL_BUILD_H
#define T2S_SQL_BUILD_H

#include <stdbool.h>

#include "base/tree.h"
#include "sql/rules.h"
#include "sql/token.h"
#include "t2sed/status.h"

/*
 * What a symbol of the grammar stands for: a run of sibling nodes that have no
 * parent yet, possibly empty. A list of expressions is such a run, and so is
 * an optional clause; that keeps lists flat in the tree.
 */
typedef struct t2s_sql_part {
    int32_t first, last;
    uint16_t level;  /* how deeply expressions and queries nest in it */
    uint16_t joined; /* FROM: there is a join operator or a constraint */
} t2s_sql_part;

/* A parse in progress. */
typedef struct t2s_sql_build {
    t2s_tree *tree; /* NULL when only the grammar's verdict is wanted */
    const char *text;
    t2sed_status status; /* T2SED_ENOMEM, T2SED_ELIMIT or T2SED_ESYNTAX */
    bool accepted;
} t2s_sql_build;

t2s_sql_part t2s_sql_none(void);
/* A terminal for a token, and one for two tokens ("GROUP BY"). */
t2s_sql_part t2s_sql_leaf(t2s_sql_build *build, t2s_sql_token token);
t2s_sql_part t2s_sql_leaf_of_two(t2s_sql_build *build, t2s_sql_token a,
                                 t2s_sql_token b);
/* The parts one after another. */
t2s_sql_part t2s_sql_join(t2s_sql_build *build, const t2s_sql_part *parts,
                          size_t count);
/* A non-terminal over the parts. */
t2s_sql_part t2s_sql_node(t2s_sql_build *build, t2s_sql_rule rule,
                          const t2s_sql_part *parts, size_t count);
/* (rule (any_name token)) */
t2s_sql_part t2s_sql_name(t2s_sql_build *build, t2s_sql_rule rule,
                          t2s_sql_token token);
/* The expression that a lone name is: a column, or TRUE or FALSE. */
t2s_sql_part t2s_sql_lone_name(t2s_sql_build *build, t2s_sql_token token);

/* The parser. NULL when memory is short. */
void *t2s_sql_grammar_new(t2s_sql_build *build);
void t2s_sql_grammar_free(void *parser);
/* Hands over the next token, at the end T2S_TK_END; the outcome is in the
 * build. */
void t2s_sql_grammar_feed(void *parser, int kind, t2s_sql_token token);
/* The kind that a keyword may stand for, TK_ID, or 0. */
int t2s_sql_grammar_fallback(int kind);
/* Whether the parser could take a token of that kind next, without regard to
 * keywords that may stand for names. */
bool t2s_sql_grammar_takes(void *parser, int kind);
/* Kinds of the grammar's tokens are below this. */
int t2s_sql_grammar_kinds(void);

/*
 * A parse that only tells what may come next: the parser's states, without
 * trees or a parser. It begins as {{0}, 1}, and can be copied.
 */
#define T2S_SQL_STACK 128
typedef struct t2s_sql_stack {
    uint16_t states[T2S_SQL_STACK];
    uint16_t count;
} t2s_sql_stack;

/* As t2s_sql_grammar_takes. */
bool t2s_sql_stack_takes(const t2s_sql_stack *stack, int kind);
/* Reads a token; false, and the stack as it was, where it fits nowhere or the
 * stack is full. */
bool t2s_sql_stack_push(t2s_sql_stack *stack, int kind);

#endif
