/* value_normal.h - the form in which values of databases, questions and queries
 * are compared. */
#ifndef T2S_DATABASE_VALUE_NORMAL_H
#define T2S_DATABASE_VALUE_NORMAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/string.h"

/*
 * The normal form under which values are kept and asked for: lower-case
 * pieces parted by single blanks. Pieces are runs of letters, digits and
 * - _ ' . & : / + #, without such marks and 's at their ends. Appended to
 * `out`; a text without pieces gives nothing.
 */
void t2s_value_normal(t2s_string *out, const char *text, size_t n);
/* The same of a number: at most 15 digits; returns its length. */
size_t t2s_value_normal_number(char out[32], double number);

/* The next piece of text[*at..n): true, with its bytes in *begin and *end and
 * *at behind it, or false where there is none. */
bool t2s_value_next_piece(const char *text, size_t n, size_t *at, size_t *begin,
                          size_t *end);

/* Whether SQLite's LIKE, as it is by default, matches a text with a pattern. */
bool t2s_value_is_like(const char *text, const char *pattern);

#endif
