/*
 * string.h - a string that grows. A failed allocation is remembered, so that a
 * printer can append away and ask once, at the end.
 */
#ifndef T2S_BASE_STRING_H
#define T2S_BASE_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct t2s_string {
    char *text; /* NUL-terminated; NULL before the first append */
    size_t length, capacity;
    bool failed;
} t2s_string;

void t2s_string_append(t2s_string *string, const char *text);
void t2s_string_append_n(t2s_string *string, const char *text, size_t n);
void t2s_string_append_char(t2s_string *string, char c);
void t2s_string_append_format(t2s_string *string, const char *format, ...)
    T2S_PRINTF(2, 3);
/* Appends text[0..n) as a JSON string, quotes included; non-ASCII stays. */
void t2s_string_append_json(t2s_string *string, const char *text, size_t n);
/* Appends text[0..n) between quotes, those within doubled, as SQL has it. */
void t2s_string_append_quoted(t2s_string *string, const char *text, size_t n,
                              char quote);
/* Empties the string but keeps its room. */
void t2s_string_clear(t2s_string *string);
/* Gives the text away (never NULL unless an append failed) and leaves an empty
 * string behind; on failure frees it and returns NULL. */
char *t2s_string_take(t2s_string *string, size_t *length);
void t2s_string_free(t2s_string *string);

/* strlen, but 1 for NULL: the function that takes text and length then refuses
 * the text. */
size_t t2s_text_length(const char *text);

/* strcmp without regard to ASCII case, whatever the locale. */
int t2s_casecmp(const char *a, const char *b);
int t2s_casecmp_n(const char *a, size_t a_length, const char *b,
                  size_t b_length);
char t2s_ascii_lower(char c);
static inline bool t2s_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
/* A blank, or one of \t \n \v \f \r. */
static inline bool t2s_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
/* How many bits of a set are 1. */
static inline int t2s_count_bits(uint64_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}
/* Whether the text is one of the words of `list`, which single blanks part,
 * without regard to ASCII case. */
bool t2s_is_one_of(const char *text, size_t n, const char *list);

/* The edit distance of two texts without regard to ASCII case: how many bytes
 * have to be added, taken away, changed or swapped with a neighbour (optimal
 * string alignment; Damerau 1964). Texts are cut to T2S_EDIT_LONGEST bytes. */
#define T2S_EDIT_LONGEST 64
size_t t2s_edit_distance(const char *a, size_t a_length, const char *b,
                         size_t b_length);

#endif
