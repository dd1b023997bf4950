/* lines.c - reading lines of untrusted length. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

bool cli_lines_open(cli_lines *lines, const char *path)
{
    struct stat status;
    memset(lines, 0, sizeof *lines);
    lines->size = -1;
    if (!path || strcmp(path, "-") == 0) {
        lines->file = stdin;
        lines->name = "standard input";
        return true;
    }
    lines->name = path;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode)) {
            fprintf(stderr, "t2sed: %s: is a directory, expected a file\n",
                    path);
            return false;
        }
        if (S_ISREG(status.st_mode))
            lines->size = (long long)status.st_size;
    }
    lines->file = fopen(path, "rb");
    if (!lines->file)
        fprintf(stderr, "t2sed: %s: %s\n", path, strerror(errno));
    return lines->file != NULL;
}

static void append(cli_lines *lines, int c)
{
    if (lines->length >= CLI_LINE_LIMIT) {
        lines->too_long = true;
        return;
    }
    if (lines->length + 2 > lines->capacity) {
        size_t capacity = lines->capacity ? lines->capacity * 2 : 4096;
        char *text = realloc(lines->text, capacity);
        if (!text) {
            lines->too_long = true;
            return;
        }
        lines->text = text;
        lines->capacity = capacity;
    }
    lines->text[lines->length++] = (char)c;
}

bool cli_lines_next(cli_lines *lines)
{
    int c = getc(lines->file);
    lines->length = 0;
    lines->too_long = false;
    if (c == EOF)
        return false;
    for (; c != EOF; c = getc(lines->file)) {
        lines->bytes++;
        if (c == '\n')
            break;
        append(lines, c);
    }
    if (lines->length && lines->text[lines->length - 1] == '\r')
        lines->length--;
    if (!lines->text) {
        append(lines, 0);
        lines->length = 0;
    }
    if (!lines->text)
        return false;
    lines->text[lines->length] = '\0';
    lines->number++;
    return true;
}

bool cli_lines_close(cli_lines *lines)
{
    bool good = !ferror(lines->file);
    if (!good)
        fprintf(stderr, "t2sed: %s: reading failed after line %zu\n",
                lines->name, lines->number);
    if (lines->file != stdin)
        fclose(lines->file);
    free(lines->text);
    lines->text = NULL;
    return good;
}

static void describe(t2sed_error *err, t2sed_status code, ptrdiff_t offset,
                     const cli_lines *lines, const char *text)
{
    memset(err, 0, sizeof *err);
    err->code = code;
    err->offset = offset;
    snprintf(err->text, sizeof err->text, "%s, line %zu: %s", lines->name,
             lines->number, text);
}

json_t *cli_lines_object(const cli_lines *lines, t2sed_error *err)
{
    json_error_t why;
    json_t *value;
    char text[300];
    if (lines->too_long) {
        describe(err, T2SED_ELIMIT, -1, lines,
                 "longer than the limit of 16 MiB");
        return NULL;
    }
    if (strspn(lines->text, " \t") == lines->length) {
        describe(err, T2SED_EEMPTY, -1, lines, "empty, expected a JSON object");
        return NULL;
    }
    value = json_loadb(lines->text, lines->length,
                       JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
    if (!value) {
        bool utf8 = json_error_code(&why) != json_error_invalid_utf8;
        snprintf(text, sizeof text, "not %s: byte %d: %s",
                 utf8 ? "JSON" : "UTF-8", why.position, why.text);
        describe(err, utf8 ? T2SED_EFORMAT : T2SED_EUTF8, why.position, lines,
                 text);
        return NULL;
    }
    if (!json_is_object(value)) {
        describe(err, T2SED_EFORMAT, -1, lines,
                 "JSON, but not an object like {\"question\": ...}");
        json_decref(value);
        return NULL;
    }
    return value;
}

double cli_lines_fraction(const cli_lines *lines)
{
    return lines->size > 0 ? (double)lines->bytes / (double)lines->size : -1;
}
