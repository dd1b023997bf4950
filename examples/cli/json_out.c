/* json_out.c - JSON on one line. jansson prints 0.1 as 0.10000000000000001;
 * fields that pass through should look as they did. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static void write_real(double number, FILE *file)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    fputs(text, file);
    if (!strpbrk(text, ".en"))
        fputs(".0", file);
}

/* Writes a character; what could steer a terminal as JSON escapes it, which
 * means the same to all who read JSON. */
static void write_character(const char *text, size_t n, FILE *file)
{
    char shown[16];
    size_t length = t2sed_printable(shown, sizeof shown, text, n);
    unsigned long c;
    if (length == n && memcmp(shown, text, n) == 0) {
        fwrite(text, 1, n, file);
        return;
    }
    /* \n, \t and \r are JSON's, too; the others give the number. */
    c = length > 2 ? strtoul(shown + 2, NULL, 16) : 0;
    if (!c && length == 2)
        fputs(shown, file);
    else if (c < 0x10000)
        fprintf(file, "\\u%04lx", c);
    else
        fprintf(file, "\\u%04lx\\u%04lx", 0xD7C0 + (c >> 10),
                0xDC00 + (c & 0x3FF));
}

/* The length of the character at text[0..n), which is UTF-8. */
static size_t character(const char *text, size_t n)
{
    size_t length = 1;
    while (length < n && ((unsigned char)text[length] & 0xC0) == 0x80)
        length++;
    return length;
}

static void write_string(const char *text, size_t n, FILE *file)
{
    fputc('"', file);
    for (size_t i = 0, length; i < n; i += length) {
        length = character(text + i, n - i);
        if (text[i] == '"' || text[i] == '\\')
            fputc('\\', file);
        if (length == 1 && text[i] >= ' ' && text[i] < 0x7F)
            fputc(text[i], file);
        else
            write_character(text + i, length, file);
    }
    fputc('"', file);
}

void cli_write_json_text(const char *text, FILE *file)
{
    if (print_before)
        print_before(file);
    for (size_t n = strlen(text), length; n; text += length, n -= length) {
        length = character(text, n);
        if (*text == '\n')
            fputc('\n', file);
        else
            write_character(text, length, file);
    }
    fputc('\n', file);
}

/* jansson's reader limits the depth, so recursion is bounded. */
static void write_value(const json_t *value, FILE *file)
{
    const char *key;
    json_t *member;
    size_t i;
    switch (json_typeof(value)) {
    case JSON_OBJECT: {
        const char *between = "";
        fputc('{', file);
        json_object_foreach((json_t *)(size_t)value, key, member)
        {
            fputs(between, file);
            between = ", ";
            write_string(key, strlen(key), file);
            fputs(": ", file);
            write_value(member, file);
        }
        fputc('}', file);
        break;
    }
    case JSON_ARRAY:
        fputc('[', file);
        json_array_foreach(value, i, member)
        {
            if (i)
                fputs(", ", file);
            write_value(member, file);
        }
        fputc(']', file);
        break;
    case JSON_STRING:
        write_string(json_string_value(value), json_string_length(value), file);
        break;
    case JSON_INTEGER:
        fprintf(file, "%lld", (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        write_real(json_real_value(value), file);
        break;
    case JSON_TRUE:
        fputs("true", file);
        break;
    case JSON_FALSE:
        fputs("false", file);
        break;
    default:
        fputs("null", file);
    }
}

void cli_write_json(const json_t *value, FILE *file)
{
    if (print_before)
        print_before(file);
    write_value(value, file);
    fputc('\n', file);
}

json_t *cli_error_json(const t2sed_error *err)
{
    json_t *object =
        json_pack("{s:s, s:s}", "code", t2sed_status_name(err->code), "message",
                  err->text);
    if (object && err->offset >= 0)
        json_object_set_new(object, "offset",
                            json_integer((json_int_t)err->offset));
    return object;
}

json_t *cli_probability_json(double probability)
{
    return json_real(round(probability * 1e6) / 1e6);
}
