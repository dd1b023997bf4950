/* lines.c - reading lines of untrusted length. */
#include <errno.h>

#include "../shared/system.h"
#include "cli.h"

#define BUFFER_SIZE ((size_t)1 << 16)

static bool open_dataset(cli_lines *lines, const char *path)
{
    t2sed_error err;
    lines->name = path;
    if (t2sed_dataset_open(&lines->dataset, path, T2SED_DATASET_READ, &err) !=
        T2SED_OK) {
        cli_fail(&err);
        return false;
    }
    return true;
}

static bool open_file(cli_lines *lines, const char *path)
{
    lines->file = -1;
    lines->size = -1;
    if (t2sed_dataset_detect(path))
        return open_dataset(lines, path);
    if (!lines->buffer)
        lines->buffer = malloc(BUFFER_SIZE);
    if (!lines->buffer) {
        print_to(stderr, "t2sed: out of memory\n");
        return false;
    }
    if (!path || strcmp(path, "-") == 0) {
        lines->file = STDIN_FILENO;
        lines->name = "standard input";
        return true;
    }
    lines->name = path;
    lines->file = cli_open_file(path, true, &lines->size);
    return lines->file >= 0;
}

static void close_file(cli_lines *lines)
{
    if (lines->size == 0 && lines->file > STDIN_FILENO && !lines->dataset &&
        !lines->failed && !cli_is_job())
        cli_note("t2sed: %s: the file is empty\n", lines->name);
    if (lines->file > STDIN_FILENO)
        close(lines->file);
    t2sed_dataset_free(lines->dataset);
    lines->dataset = NULL;
}

/* Of the file at hand. Jobs would all draw on one terminal. */
static void start_progress(cli_lines *lines)
{
    const char *slash = system_last_slash(lines->name);
    cli_progress_start(&lines->progress, isatty(lines->file) || cli_is_job()
                                             ? NULL
                                         : slash ? slash + 1
                                                 : lines->name);
}

bool cli_lines_open(cli_lines *lines, const char *path)
{
    memset(lines, 0, sizeof *lines);
    if (open_file(lines, path)) {
        start_progress(lines);
        return true;
    }
    free(lines->buffer);
    return false;
}

bool cli_lines_open_all(cli_lines *lines, char **paths, int count)
{
    if (!cli_lines_open(lines, count > 0 ? paths[0] : NULL))
        return false;
    lines->rest = paths + 1;
    lines->rest_count = count > 0 ? count - 1 : 0;
    return true;
}

/* Goes on to the next file; false where there is none. */
static bool open_next(cli_lines *lines)
{
    if (lines->rest_count == 0 || lines->failed || cli_interrupted())
        return false;
    close_file(lines);
    lines->number = lines->from = lines->to = 0;
    lines->bytes = 0;
    lines->ended = false;
    lines->rest_count--;
    lines->failed = !open_file(lines, *lines->rest++);
    if (lines->failed)
        lines->name = NULL; /* it has been told */
    else
        start_progress(lines);
    return !lines->failed;
}

/* How much of the file is read, 0 to 1, or -1 where that is unknown. */
static double fraction_of(const cli_lines *lines)
{
    if (lines->dataset && t2sed_dataset_count(lines->dataset) > 0)
        return (double)t2sed_dataset_place(lines->dataset) /
               (double)t2sed_dataset_count(lines->dataset);
    return lines->size > 0 ? (double)lines->bytes / (double)lines->size : -1;
}

/* Waits until there is something to read, or a signal came. */
static void wait_for_input(const cli_lines *lines)
{
    while (!cli_interrupted() && !system_is_readable(lines->file, 100)) {
    }
}

/* Reads once, behind what was read ahead; waits where nothing has come. */
static void read_ahead(cli_lines *lines)
{
    ssize_t n;
    wait_for_input(lines);
    if (cli_interrupted()) {
        lines->ended = true;
        return;
    }
    if (lines->from > 0) {
        memmove(lines->buffer, lines->buffer + lines->from,
                lines->to - lines->from);
        lines->to -= lines->from;
        lines->from = 0;
    }
    do
        n = system_read(lines->file, lines->buffer + lines->to,
                        BUFFER_SIZE - lines->to);
    while (n < 0 && errno == EINTR);
    lines->failed = n < 0;
    lines->ended = n <= 0;
    if (n > 0)
        lines->to += (size_t)n;
}

bool cli_lines_ready(cli_lines *lines)
{
    if (lines->dataset)
        return !lines->ended;
    for (;;) {
        const size_t held = lines->to - lines->from;
        if (memchr(lines->buffer + lines->from, '\n', held))
            return true;
        if (lines->ended)
            return held > 0;
        if (held == BUFFER_SIZE || !system_is_readable(lines->file, 0))
            return false;
        read_ahead(lines);
    }
}

/* Room for n more bytes and a NUL. */
static bool reserve(cli_lines *lines, size_t n)
{
    size_t capacity = lines->capacity ? lines->capacity : 4096;
    char *text;
    while (capacity < lines->length + n + 1)
        capacity *= 2;
    if (capacity == lines->capacity)
        return true;
    text = realloc(lines->text, capacity);
    if (!text)
        return false;
    lines->text = text;
    lines->capacity = capacity;
    return true;
}

static void append(cli_lines *lines, const char *bytes, size_t n)
{
    if (n > CLI_LINE_LIMIT - lines->length) {
        n = CLI_LINE_LIMIT - lines->length;
        lines->too_long = true;
    }
    if (!reserve(lines, n)) {
        lines->too_long = true;
        return;
    }
    memcpy(lines->text + lines->length, bytes, n);
    lines->length += n;
}

static bool next_beam(cli_lines *lines)
{
    t2sed_error err;
    const char *text;
    size_t length;
    if (t2sed_dataset_next(lines->dataset, &text, &length, &err) != T2SED_OK) {
        cli_fail(&err);
        lines->failed = !cli_interrupted();
        text = NULL;
    }
    lines->ended = !text;
    if (!text || !reserve(lines, 0))
        return false;
    append(lines, text, length);
    lines->text[lines->length] = '\0';
    lines->number++;
    return true;
}

/* How far reading is: in lines, where the end is unknown. */
static void show_progress(cli_lines *lines)
{
    const double fraction = fraction_of(lines);
    char count[40];
    snprintf(count, sizeof count, "%zu line%s", lines->number,
             lines->number == 1 ? "" : "s");
    cli_progress_show(&lines->progress, fraction,
                      lines->note || fraction >= 0 ? lines->note : count);
}

static bool next_line(cli_lines *lines)
{
    bool complete = false;
    lines->length = 0;
    lines->too_long = false;
    show_progress(lines);
    if (cli_interrupted())
        return false;
    if (lines->dataset)
        return next_beam(lines);
    if (lines->from == lines->to && !lines->ended)
        read_ahead(lines);
    if (cli_interrupted())
        return false;
    if (lines->from == lines->to || !reserve(lines, 0))
        return false;
    while (!complete && lines->from < lines->to) {
        const char *begin = lines->buffer + lines->from;
        const char *newline = memchr(begin, '\n', lines->to - lines->from);
        size_t n =
            newline ? (size_t)(newline - begin) : lines->to - lines->from;
        complete = newline != NULL;
        append(lines, begin, n);
        lines->from += n + complete;
        lines->bytes += (long long)(n + complete);
        if (!complete && !lines->ended)
            read_ahead(lines);
    }
    if (lines->length && lines->text[lines->length - 1] == '\r')
        lines->length--;
    lines->text[lines->length] = '\0';
    lines->number++;
    return true;
}

bool cli_lines_next(cli_lines *lines)
{
    do {
        while (!next_line(lines))
            if (!open_next(lines))
                return false;
    } while (!cli_jobs_has(lines->total++ / CLI_BLOCK_LINES));
    return true;
}

bool cli_lines_block_ends(const cli_lines *lines)
{
    return lines->total % CLI_BLOCK_LINES == 0;
}

void cli_lines_tell_left_out(const cli_lines *lines, bool is_object,
                             const t2sed_error *err)
{
    if (is_object)
        print_to(stderr, "t2sed: %s, line %zu: left out: %s\n", lines->name,
                 lines->number, err->text);
    else
        print_to(stderr, "t2sed: %s: left out\n", err->text);
}

bool cli_lines_close(cli_lines *lines)
{
    cli_progress_end();
    if (lines->failed && lines->name)
        print_to(stderr, "t2sed: %s: reading failed after line %zu\n",
                 lines->name, lines->number);
    close_file(lines);
    free(lines->text);
    free(lines->buffer);
    lines->text = lines->buffer = NULL;
    return !lines->failed;
}

static void describe(t2sed_error *err, t2sed_status code, ptrdiff_t offset,
                     const cli_lines *lines, const char *text)
{
    fill_error(err, code, "%s, line %zu: %s", lines->name, lines->number, text);
    err->offset = offset;
}

bool cli_has_nul(const json_t *text)
{
    return json_is_string(text) &&
           strlen(json_string_value(text)) != json_string_length(text);
}

/* A member of the object that is read as a name, or to the first NUL, and has
 * one; or NULL. */
static const char *find_nul(const json_t *object)
{
    static const char *const names[] = {"db_id",      "dialect",   "parser",
                                        "feedback",   "wrong_sql", "utterance",
                                        "sql_novalue"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (cli_has_nul(json_object_get(object, names[i])))
            return names[i];
    return NULL;
}

/* The same of the line, its candidates and its turns. */
static const char *find_nul_in_line(const json_t *line)
{
    static const char *const lists[] = {"candidates", "turns"};
    const char *name = find_nul(line);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const json_t *list = json_object_get(line, lists[i]), *one;
        size_t k;
        json_array_foreach(list, k, one)
        {
            if (!name)
                name = find_nul(one);
        }
    }
    return name;
}

json_t *cli_lines_object(const cli_lines *lines, t2sed_error *err)
{
    json_error_t why;
    json_t *value;
    const char *name;
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
    name = find_nul_in_line(value);
    if (name) {
        snprintf(text, sizeof text, "\"%s\" has a NUL (\\u0000) in it", name);
        describe(err, T2SED_EFORMAT, -1, lines, text);
        json_decref(value);
        return NULL;
    }
    return value;
}

int cli_lines_each(char **files, int count,
                   bool (*show)(void *payload, const cli_lines *line),
                   void *payload)
{
    cli_lines lines;
    int status = CLI_OK;
    if (!cli_lines_open_all(&lines, files, count))
        return CLI_FAILED;
    while (cli_lines_next(&lines))
        if (!show(payload, &lines))
            status = CLI_BAD_INPUT;
    return cli_lines_close(&lines) ? status : CLI_FAILED;
}

char *cli_join_operators(const char *sql)
{
    char *text = strdup(sql), *to = text;
    char quote = 0;
    for (const char *at = sql; text && *at; at++) {
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? 0 : *at;
        *to++ = *at;
        if (!quote && strchr("!<>", *at) && at[1] == ' ' && at[2] == '=')
            at++;
    }
    if (text)
        *to = '\0';
    return text;
}
