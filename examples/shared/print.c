/* print.c - see print.h. */
#include "print.h"

#include <errno.h>

#include <t2sed.h>

#include "../shared/system.h"
#include "width.h"

void (*print_before)(FILE *file);

/* Text of usual length needs no memory. */
#define USUAL_SIZE 512

/* --- text --- */

/* Text as it is printed: in `usual`, of USUAL_SIZE bytes, or in memory of its
 * own (as much as fits in `usual` where there is none); done() ends it. */
static char *printable(char *usual, const char *text, size_t n)
{
    const size_t size = t2sed_printable(usual, USUAL_SIZE, text, n);
    char *whole = size < USUAL_SIZE ? NULL : malloc(size + 1);
    if (!whole)
        return usual;
    t2sed_printable(whole, size + 1, text, n);
    return whole;
}

static void done(char *made, const char *usual)
{
    if (made != usual)
        free(made);
}

/* The columns of a line that is printable, and so UTF-8. */
static size_t width_of(const char *line)
{
    size_t width = 0;
    while (*line) {
        const unsigned char first = (unsigned char)*line++;
        uint32_t c = first < 0x80 ? first
                                  : first & (first < 0xE0   ? 0x1FU
                                             : first < 0xF0 ? 0x0FU
                                                            : 0x07U);
        while (((unsigned char)*line & 0xC0) == 0x80)
            c = c << 6 | ((unsigned char)*line++ & 0x3F);
        width += (size_t)width_of_character(c);
    }
    return width;
}

size_t print_width(const char *text, size_t n)
{
    char usual[USUAL_SIZE], *line = printable(usual, text, n);
    const size_t width = width_of(line);
    done(line, usual);
    return width;
}

static void print_padded(FILE *file, const char *text, size_t n, int width)
{
    char usual[USUAL_SIZE], *line = printable(usual, text, n);
    const size_t has = width_of(line);
    const size_t room = width < 0 ? 0 - (size_t)width : (size_t)width;
    const int blanks = has < room ? (int)(room - has) : 0;
    fprintf(file, "%*s%s%*s", width < 0 ? 0 : blanks, "", line,
            width < 0 ? blanks : 0, "");
    done(line, usual);
}

void print_text(FILE *file, const char *text, size_t n)
{
    print_padded(file, text, n, 0);
}

void print_data(FILE *file, const char *text)
{
    if (print_before)
        print_before(file);
    if (!isatty(fileno(file))) {
        fputs(text, file);
        return;
    }
    for (;;) {
        const size_t n = strcspn(text, "\n\t");
        print_text(file, text, n);
        if (!text[n])
            break;
        fputc(text[n], file);
        text += n + 1;
    }
}

/* --- formats --- */

/* A conversion: "%-*.*lld". */
typedef struct conversion {
    char flags[8], length[3];
    int width, precision; /* precision -1: none */
    char kind;
} conversion;

static int read_number(const char **at, va_list *arguments)
{
    int number = 0;
    if (**at == '*') {
        (*at)++;
        return va_arg(*arguments, int);
    }
    while (**at >= '0' && **at <= '9' && number < 100000)
        number = number * 10 + *(*at)++ - '0';
    return number;
}

/* Reads a conversion behind its %. */
static conversion read_conversion(const char **at, va_list *arguments)
{
    conversion c = {.precision = -1};
    size_t n = strspn(*at, "-+ #0");
    memcpy(c.flags, *at, n < sizeof c.flags ? n : sizeof c.flags - 1);
    *at += n;
    c.width = read_number(at, arguments);
    if (c.width < 0 && c.flags[0] != '-') {
        c.width = -c.width;
        memcpy(c.flags, "-", 2);
    }
    if (**at == '.') {
        (*at)++;
        c.precision = read_number(at, arguments);
    }
    n = strspn(*at, "lz");
    memcpy(c.length, *at, n < sizeof c.length ? n : sizeof c.length - 1);
    *at += n;
    if (**at)
        c.kind = *(*at)++;
    return c;
}

static void print_number(FILE *file, const conversion *c, va_list *arguments)
{
    char format[40];
    const bool is_real = strchr("efgEG", c->kind) != NULL;
    snprintf(format, sizeof format,
             c->precision < 0 ? "%%%s*%s%c" : "%%%s*.*%s%c", c->flags,
             is_real ? "" : c->length, c->kind);
    /* A signed and an unsigned argument are fetched alike where both have the
     * value, and else are the same bits. */
#define PRINT(type)                                                            \
    (c->precision < 0                                                          \
         ? fprintf(file, format, c->width, va_arg(*arguments, type))           \
         : fprintf(file, format, c->width, c->precision,                       \
                   va_arg(*arguments, type)))
    if (is_real)
        PRINT(double);
    else if (strcmp(c->length, "ll") == 0)
        PRINT(long long);
    else if (strcmp(c->length, "l") == 0)
        PRINT(long);
    else if (strcmp(c->length, "z") == 0)
        PRINT(size_t);
    else
        PRINT(int);
#undef PRINT
}

static void print_conversion(FILE *file, const conversion *c,
                             va_list *arguments)
{
    const int width = strchr(c->flags, '-') ? -c->width : c->width;
    if (c->kind == 's') {
        const char *text = va_arg(*arguments, const char *);
        if (!text)
            text = "(null)";
        print_padded(file, text,
                     c->precision < 0 ? strlen(text)
                                      : strnlen(text, (size_t)c->precision),
                     width);
    } else if (c->kind == 'c') {
        const char letter = (char)va_arg(*arguments, int);
        print_padded(file, &letter, 1, width);
    } else if (c->kind && strchr("diuxXoefgEG", c->kind)) {
        print_number(file, c, arguments);
    } else if (c->kind == '%') {
        fputc('%', file);
    } else {
        abort(); /* a fault of the program: print_to knows no such thing */
    }
}

void print_to_v(FILE *file, const char *format, va_list given)
{
    va_list arguments;
    if (print_before)
        print_before(file);
    va_copy(arguments, given);
    while (*format) {
        const size_t n = strcspn(format, "%");
        fwrite(format, 1, n, file);
        format += n;
        if (*format) {
            conversion c;
            format++;
            c = read_conversion(&format, &arguments);
            print_conversion(file, &c, &arguments);
        }
    }
    va_end(arguments);
    if (file == stderr)
        fflush(file);
}

void print_to(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_to_v(file, format, arguments);
    va_end(arguments);
}

/* --- standard streams --- */

void print_start(void)
{
    static char message[4096];
    system_start();
    setvbuf(stderr, message, _IOFBF, sizeof message);
}

int print_end(const char *program, int status, int failed)
{
    bool good;
    errno = 0;
    good = !ferror(stdout);
    good = fflush(stdout) == 0 && good;
    if (!good && !system_has_no_reader())
        print_to(stderr, "%s: standard output can't be written%s%s\n", program,
                 errno ? ": " : "", errno ? strerror(errno) : "");
    if (good && fclose(stdout) != 0 && errno != EBADF) {
        print_to(stderr, "%s: standard output can't be written: %s\n", program,
                 strerror(errno));
        good = false;
    }
    return good ? status : failed;
}
