/* statements.c - cuts a text into statements and reads the comments above them.
 */
#include "statements.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where a quoted text or a comment that begins at `at` ends; `at`, where none
 * does. */
static size_t skip(const char *text, size_t at, size_t n)
{
    const char *const begins = "'\"`[", *const ends = "'\"`]";
    const char *which = text[at] ? strchr(begins, text[at]) : NULL;
    const char *end;
    if (which)
        end = memchr(text + at + 1, ends[which - begins], n - at - 1);
    else if (n - at > 1 && memcmp(text + at, "--", 2) == 0)
        end = memchr(text + at, '\n', n - at);
    else if (n - at > 1 && memcmp(text + at, "/*", 2) == 0)
        for (end = text + at + 3; end < text + n; end++) {
            if (end[-1] == '*' && *end == '/')
                break;
        }
    else
        return at;
    return end && end < text + n ? (size_t)(end - text) + 1 : n;
}

static bool is_blank(char c)
{
    return c && strchr(" \t\r\n", c);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* --- comments --- */

/* A text in the room of the comments that it is of. */
typedef struct said {
    char *text;
    size_t length;
} said;

/* What the comments above one statement say. */
typedef struct comments {
    said question, knowledge, plain;
    said *to; /* what the next line belongs to */
} comments;

static bool begins_with(const char *line, size_t n, const char *word)
{
    return n >= strlen(word) && strncasecmp(line, word, strlen(word)) == 0;
}

/* "name:", with which tools have their own lines in comments. */
static bool is_directive(const char *line, size_t n)
{
    size_t at = 0;
    while (at < n && (is_letter(line[at]) || strchr("-_", line[at])))
        at++;
    return at > 0 && at < n && line[at] == ':';
}

static bool has_words(const char *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_letter(line[i]))
            return true;
    return false;
}

static void add_line(comments *c, const char *line, size_t n)
{
    static const char *const keys[] = {"question:", "knowledge:"};
    said *const targets[] = {&c->question, &c->knowledge};
    bool is_key = false;
    for (size_t k = 0; k < 2; k++)
        if (begins_with(line, n, keys[k])) {
            c->to = targets[k];
            c->to->length = 0;
            line += strlen(keys[k]);
            n -= strlen(keys[k]);
            is_key = true;
        }
    while (n > 0 && is_blank(*line)) {
        line++;
        n--;
    }
    if (!has_words(line, n) || (!is_key && is_directive(line, n)))
        return;
    if (c->to->length > 0)
        c->to->text[c->to->length++] = ' ';
    memcpy(c->to->text + c->to->length, line, n);
    c->to->length += n;
}

/* The lines of one comment, without its marks. */
static void add_comment(comments *c, const char *text, size_t n)
{
    const bool is_block = *text == '/';
    if (is_block && n >= 4 && memcmp(text + n - 2, "*/", 2) == 0)
        n -= 2;
    for (size_t i = 0, end; i < n; i = end + 1) {
        const char *newline = memchr(text + i, '\n', n - i);
        size_t last;
        end = newline ? (size_t)(newline - text) : n;
        while (i < end &&
               (is_blank(text[i]) || strchr(is_block ? "/*" : "-", text[i])))
            i++;
        for (last = end; last > i && is_blank(text[last - 1]);)
            last--;
        add_line(c, text + i, last - i);
    }
}

static char *taken(said *from)
{
    char *text = from->text;
    if (from->length > 0) {
        text[from->length] = '\0';
        from->text = NULL;
        return text;
    }
    return NULL;
}

/* Reads text[0..n), what stands before a statement; `is_first`: nor does
 * another statement end there, which a comment on the same line would be of. */
static bool read_comments(cli_statement *of, const char *text, size_t n,
                          bool is_first)
{
    comments c = {.to = &c.plain};
    size_t lines = is_first ? 1 : 0, at, end;
    c.question.text = malloc(n + 1);
    c.knowledge.text = malloc(n + 1);
    c.plain.text = malloc(n + 1);
    for (at = 0; c.question.text && c.knowledge.text && c.plain.text &&
                         at<n; at = end> at
                     ? end
                     : at + 1) {
        end = skip(text, at, n);
        if (end == at) {
            lines += text[at] == '\n';
            if (lines > 1 && text[at] == '\n') { /* a block has ended */
                c.plain.length = 0;
                c.to = &c.plain;
            }
            continue;
        }
        if (lines > 0 || memchr(text, '\n', at))
            add_comment(&c, text + at, end - at);
        lines = text[end - 1] == '\n' ? 1 : 0;
    }
    if (c.question.text && c.knowledge.text && c.plain.text) {
        of->question = taken(&c.question);
        of->is_asked = of->question != NULL;
        of->knowledge = taken(&c.knowledge);
        if (!of->question)
            of->question = taken(&c.plain);
    }
    free(c.question.text);
    free(c.knowledge.text);
    free(c.plain.text);
    return at >= n;
}

/* --- statements --- */

static bool begins_query(const char *text, size_t n)
{
    static const char *const words[] = {"(", "select", "with", "values"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(text, n, words[i]))
            return true;
    return false;
}

/* What stands in text[begin, end), a statement or not. */
static bool add(cli_statements *out, const char *text, size_t begin, size_t end)
{
    size_t first = begin;
    cli_statement *one = &out->list[out->count];
    while (first < end) {
        const size_t after = skip(text, first, end);
        if (!is_blank(text[first]) &&
            !(after > first && (text[first] == '-' || text[first] == '/')))
            break;
        first = after > first ? after : first + 1;
    }
    if (first >= end)
        return true;
    out->count++;
    one->text = text + first;
    one->length = end - first;
    while (is_blank(one->text[one->length - 1]))
        one->length--;
    one->is_query = begins_query(one->text, one->length);
    return read_comments(one, text + begin, first - begin, out->count == 1);
}

bool cli_statements_read(cli_statements *out, const char *text, size_t n)
{
    size_t begin = 0, most = 1;
    bool fits;
    *out = (cli_statements){NULL, 0};
    if (n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        begin = 3;
    for (size_t i = 0; i < n; i++)
        most += text[i] == ';';
    out->list = calloc(most, sizeof *out->list);
    fits = out->list != NULL;
    for (size_t at = begin, end; fits && at <= n; at = end) {
        end = at < n ? skip(text, at, n) : at;
        if (end > at)
            continue;
        end = at + 1;
        if (at < n && text[at] != ';')
            continue;
        fits = add(out, text, begin, at);
        begin = at + 1;
    }
    return fits;
}

void cli_statements_free(cli_statements *statements)
{
    for (size_t i = 0; i < statements->count; i++) {
        free(statements->list[i].question);
        free(statements->list[i].knowledge);
    }
    free(statements->list);
    *statements = (cli_statements){NULL, 0};
}

/* --- reading --- */

bool cli_read_text(cli_text *out, const char *path)
{
    cli_lines lines;
    bool fits = true;
    *out = (cli_text){NULL, 0};
    if (!cli_lines_open(&lines, path))
        return false;
    while (fits && cli_lines_next(&lines)) {
        char *longer = realloc(out->text, out->length + lines.length + 2);
        fits = longer && !lines.too_long && out->length <= CLI_LINE_LIMIT;
        if (!longer)
            break;
        out->text = longer;
        memcpy(out->text + out->length, lines.text, lines.length);
        out->length += lines.length;
        out->text[out->length++] = '\n';
        out->text[out->length] = '\0';
    }
    if (!fits)
        print_to(stderr, "t2sed: %s: more than 16 MiB, or out of memory\n",
                 lines.name);
    return cli_lines_close(&lines) && fits && !cli_interrupted();
}
