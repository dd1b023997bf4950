/* syntax.h - a query that does not parse, repaired. */
#ifndef T2S_CORRECT_SYNTAX_H
#define T2S_CORRECT_SYNTAX_H

#include "sql/sql.h"

/*
 * Parses a query; where it does not parse, up to three of its tokens, one of
 * four at most, are exchanged for keywords like them, put in or taken out at
 * the place where the parser stopped, so that it does.
 *
 * text  [n] and a NUL.
 *
 * Errors: those of t2sed_sql_parse_n, of the text as it was given: also where
 * nothing repairs it.
 */
t2sed_status t2s_parse_or_repair(t2sed_sql **out, const char *text, size_t n,
                                 t2sed_error *err);

#endif
