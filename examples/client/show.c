/* show.c - findings for people. */
#include <string.h>

#include "client.h"

/* The length of the character at text[0..n), 0 where the bytes are none: what
 * is no UTF-8, and what lies past its end. */
static size_t character(const char *text, size_t n)
{
    unsigned char first = (unsigned char)text[0];
    size_t length = first < 0x80                    ? 1
                    : first >= 0xC2 && first < 0xE0 ? 2
                    : first >= 0xE0 && first < 0xF0 ? 3
                    : first >= 0xF0 && first < 0xF5 ? 4
                                                    : 0;
    if (length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

/* Control characters, of ASCII and of Latin-1. */
static bool is_control(const char *text, size_t length)
{
    unsigned char first = (unsigned char)text[0];
    return (length == 1 && (first < 0x20 || first == 0x7F)) ||
           (length == 2 && first == 0xC2 && (unsigned char)text[1] < 0xA0);
}

void show_text(const char *text, size_t n, FILE *file)
{
    for (size_t at = 0; at < n;) {
        size_t length = character(text + at, n - at);
        if (length == 0)
            fputc('?', file);
        else if (is_control(text + at, length))
            fputc(text[at] == '\t' || text[at] == '\n' ? ' ' : '?', file);
        else
            fwrite(text + at, 1, length, file);
        at += length ? length : 1;
    }
}

/* The line that a place begins in, and below it a mark under each of its
 * characters; one mark where it has none. */
static void underline(const char *text, ptrdiff_t begin, ptrdiff_t end,
                      FILE *file)
{
    size_t line = (size_t)begin, n, marks = 0, last = (size_t)end;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    n = strcspn(text + line, "\n");
    fputs("    ", file);
    show_text(text + line, n, file);
    fputs("\n    ", file);
    for (size_t at = line; at < line + n && at < last;) {
        size_t length = character(text + at, line + n - at);
        bool in_place = at >= (size_t)begin;
        fputc(in_place ? '^' : ' ', file);
        marks += in_place;
        at += length ? length : 1;
    }
    fputs(marks ? "\n" : "^\n", file);
}

void show_findings(const t2sed_findings *findings, const char *question,
                   const char *sql, FILE *file)
{
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        const char *suggestion = t2sed_findings_suggestion(findings, i);
        const char *message = t2sed_findings_message(findings, i);
        ptrdiff_t in_sql = t2sed_findings_sql_begin(findings, i);
        ptrdiff_t in_question = t2sed_findings_question_begin(findings, i);
        fprintf(file, "  %s: ",
                t2sed_severity_name(t2sed_findings_severity(findings, i)));
        show_text(message, strlen(message), file);
        fputc('\n', file);
        if (in_sql >= 0)
            underline(sql, in_sql, t2sed_findings_sql_end(findings, i), file);
        if (in_question >= 0)
            underline(question, in_question,
                      t2sed_findings_question_end(findings, i), file);
        if (suggestion) {
            fputs("    perhaps: ", file);
            show_text(suggestion, strlen(suggestion), file);
            fputc('\n', file);
        }
    }
}
