/* places.c - see places.h. */
#include "places.h"

#include <stdbool.h>
#include <string.h>

#include "print.h"

/* A part of a line: text[begin, end). */
typedef struct row {
    size_t begin, end;
    bool is_last; /* of its line */
} row;

void print_colour(FILE *file, const char *colour)
{
    if (colour)
        fprintf(file, "\033[%sm", colour);
}

void print_plain(FILE *file, const char *colour)
{
    print_colour(file, colour ? "0" : NULL);
}

/* Where a row that begins at `at` ends, in a line that ends at `end`. */
static size_t end_of_row(const char *text, size_t at, size_t end, size_t room)
{
    const size_t begin = at;
    size_t width = 0, blank = 0;
    while (at < end) {
        size_t length = 1;
        while (at + length < end &&
               ((unsigned char)text[at + length] & 0xC0) == 0x80)
            length++;
        width += print_width(text + at, length);
        if (room && width > room && at > begin)
            return blank ? blank : at;
        at += length;
        if (text[at - 1] == ' ')
            blank = at;
    }
    return end;
}

static void print_marks(FILE *file, const char *text, const row *r,
                        const place *p, int indent)
{
    size_t from = p->begin > r->begin ? p->begin : r->begin;
    const size_t to = p->end < r->end ? p->end : r->end;
    const bool is_point =
        p->begin == r->end
            ? r->is_last
            : p->end <= p->begin && p->begin >= r->begin && p->begin < r->end;
    size_t marks;
    /* Where it goes on, the indentation is no part of it. */
    while (p->begin < r->begin && from < to && text[from] == ' ')
        from++;
    if (from >= to && !is_point)
        return;
    marks = from < to ? print_width(text + from, to - from) : 1;
    if (p->number)
        print_to(file, "%*d ", indent - 1, p->number);
    else
        print_to(file, "%*s", indent, "");
    print_to(file, "%*s", (int)print_width(text + r->begin, from - r->begin),
             "");
    print_colour(file, p->colour);
    do
        print_to(file, "^");
    while (marks-- > 1);
    print_plain(file, p->colour);
    print_to(file, "\n");
}

void print_places(FILE *file, const char *text, size_t n, const place *places,
                  size_t count, int indent, size_t columns)
{
    /* A mark behind the last character has room, too. */
    const size_t used = (size_t)indent + 1;
    const size_t room = !columns ? 0 : columns > used + 8 ? columns - used : 8;
    row r = {0, 0, false};
    while (r.begin <= n) {
        const char *newline = memchr(text + r.begin, '\n', n - r.begin);
        const size_t end = newline ? (size_t)(newline - text) : n;
        r.end = end_of_row(text, r.begin, end, room);
        r.is_last = r.end == end;
        print_to(file, "%*s", indent, "");
        print_text(file, text + r.begin, r.end - r.begin);
        print_to(file, "\n");
        for (size_t i = 0; i < count; i++)
            print_marks(file, text, &r, &places[i], indent);
        r.begin = r.end + r.is_last; /* behind the newline */
    }
}
