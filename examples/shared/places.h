/* places.h - texts with places in them underlined. */
#ifndef SHARED_PLACES_H
#define SHARED_PLACES_H

#include <stddef.h>
#include <stdio.h>

/* The bytes [begin, end) of a text. An empty place gets one mark; one that
 * begins behind the text, none. */
typedef struct place {
    size_t begin, end;
    int number;         /* stands before the marks; 0: nothing does */
    const char *colour; /* of the marks, "31"; NULL: the terminal's own */
} place;

/*
 * Prints text[0..n), line by line, `indent` blanks before each, and below each
 * line its marks: for each place in it a line of ^, as wide as the place is.
 * Lines that would be wider than `columns` are cut, at a blank where there is
 * one, so that marks stand below what they mark; 0: never.
 */
void print_places(FILE *file, const char *text, size_t n, const place *places,
                  size_t count, int indent, size_t columns);

/* Begins a colour ("1;31"), and ends it; nothing where it is NULL. */
void print_colour(FILE *file, const char *colour);
void print_plain(FILE *file, const char *colour);

#endif
