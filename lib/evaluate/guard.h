/* guard.h - SQL that no limit of SQLite ends in time. */
#ifndef T2S_EVALUATE_GUARD_H
#define T2S_EVALUATE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether calls of printf and format end in time. '%.*c' repeats a character up
 * to two thousand million times before SQLite asks anyone, which takes seconds
 * in versions before 3.45. So literal formats must have no precision of %c, and
 * one format at most may be no literal (of none that SQLite may copy: with
 * allow_one false, or beside WITH). sql[n] is NUL.
 */
bool t2s_guard_formats(const char *sql, size_t n, bool allow_one);

/*
 * The bytes that one value may have, at most `bytes`. SQLite looks at clock and
 * memory only where its program jumps, and a row's expressions are one straight
 * run: the more a query calls and joins (counted by its parentheses and bars),
 * the less each may make; and its columns together may take `memory`.
 */
size_t t2s_guard_value_bytes(const char *sql, size_t n, size_t columns,
                             size_t bytes, size_t memory);

#endif
