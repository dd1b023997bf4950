/* parser.h - what grammar.y defines around the parser that Lemon writes. */
#ifndef T2S_SQL_PARSER_H
#define T2S_SQL_PARSER_H

#include <stdbool.h>

#include "sql/token.h"

struct t2s_sql_build;

/* NULL when memory is short. */
void *t2s_sql_grammar_new(struct t2s_sql_build *build);
void t2s_sql_grammar_end(void *parser);

/* Hands over the next token, at the end T2S_TK_END; what came of it stands in
 * the build. */
void t2s_sql_grammar_feed(void *parser, int kind, t2s_sql_token token);

/* The kind that a keyword may stand for, TK_ID, or 0. */
int t2s_sql_grammar_fallback(int kind);

/* Whether the parser could take a token of that kind next, without regard to
 * keywords that may stand for names. */
bool t2s_sql_grammar_takes(void *parser, int kind);

#endif
