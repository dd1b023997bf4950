/*
 * print.h - what programs print for people. Text that comes from outside
 * (questions, queries, values, names, messages) reaches a terminal only through
 * here, as t2sed_printable has it, so that it can't steer the terminal.
 */
#ifndef SHARED_PRINT_H
#define SHARED_PRINT_H

#include <stdarg.h>
#include <stdio.h>

#if defined(__MINGW32__) && !defined(__clang__)
#define PRINT_FORMAT(at, first) __attribute__((format(gnu_printf, at, first)))
#elif defined(__GNUC__) || defined(__clang__)
#define PRINT_FORMAT(at, first) __attribute__((format(printf, at, first)))
#else
#define PRINT_FORMAT(at, first)
#endif

/*
 * As fprintf, of which it knows the conversions d, i, u, x, X, o, c, e, f, g, s
 * and %, with flags, widths, precisions and the lengths l, ll and z. What %s
 * and %c put in becomes one printable line; what stands in the format stays as
 * it is. The width of %s is in columns, its precision in bytes. A message to
 * stderr is written at once and whole.
 */
void print_to(FILE *file, const char *format, ...) PRINT_FORMAT(2, 3);
void print_to_v(FILE *file, const char *format, va_list arguments)
    PRINT_FORMAT(2, 0);

/* text[0..n) as %s prints it, but for NUL, at which %s ends. */
void print_text(FILE *file, const char *text, size_t n);

/* Called, unless NULL, before anything is printed to `file`: who has drawn on
 * the terminal wipes it away. */
extern void (*print_before)(FILE *file);

/* Text in a format that programs read, too (a tree, CoNLL-U, DOT): to a
 * terminal printable but for its newlines and tabs, elsewhere as it is. */
void print_data(FILE *file, const char *text);

/* The columns that text[0..n) takes when it is printed on a terminal. */
size_t print_width(const char *text, size_t n);

/* First thing in main: gives the standard streams that were closed a file that
 * fails, so that no other file gets their numbers and what is printed. */
void print_start(void);

/*
 * Last thing in main, and the only place that looks whether standard output was
 * written: the exit status, which is `failed`, after a message on stderr,
 * where it was not (a full disk, a closed stream), else `status`. There is no
 * message where it is a pipe that no one reads any more.
 */
int print_end(const char *program, int status, int failed);

#endif
