/* kept.h - a query of which only its own system can say what is wrong. */
#ifndef T2S_SQL_KEPT_H
#define T2S_SQL_KEPT_H

#include <stdbool.h>

#include "sql/sql.h"
#include "t2sed/sql.h"

/*
 * t2sed_sql_parse_as, which with `keeps` leaves what SQLite lacks as it was
 * written where its grammar allows that: functions, formats, samples, groups
 * of CUBE and its like.
 */
t2sed_status t2s_sql_parse_as(t2sed_sql **out, const char *text, size_t n,
                              const t2sed_sql_options *options, bool keeps,
                              t2sed_error *err);

/*
 * A query that can't be read, of a system's dialect: its source is the given
 * text, without what t2sed_sql_options.answer leaves out, and its text one that
 * no other query has. *out is NULL if the text has bytes that no query may
 * have. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_sql_unread(t2sed_sql **out, const char *text, size_t n,
                            int dialect, t2sed_error *err);

#endif
