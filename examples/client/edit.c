/* edit.c - lines from a terminal: editing, history and completion are
 * libedit's. Without T2S_LIBEDIT nothing is here, and input.c reads lines. */
#include "client.h"

#ifdef T2S_LIBEDIT

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include <editline/readline.h>

#define MOST_REMEMBERED 1000

static const char *const *words;      /* of the schema, ended by NULL */
static const char *const *candidates; /* words, or the commands */
static char path[4096]; /* of the history; "": it is kept nowhere */

/* Makes the directories of `path` above its last part, which others can't
 * read. */
static void make_directories(void)
{
    for (char *slash = strchr(path + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

/* $XDG_STATE_HOME/t2sed/client_history, by default in ~/.local/state. */
static void find_history(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const bool is_given = state && *state == '/';
    int n;
    if (!is_given && (!home || *home != '/'))
        return;
    n = snprintf(path, sizeof path, "%s%s/t2sed/client_history",
                 is_given ? state : home, is_given ? "" : "/.local/state");
    if (n >= (int)sizeof path) {
        *path = '\0';
        return;
    }
    make_directories();
    read_history(path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds a name, unless it would steer the terminal. */
static void add_name(const char **names, size_t *count, const char *name)
{
    char shown[256];
    const size_t n = strlen(name);
    if (t2sed_printable(shown, sizeof shown, name, n) < sizeof shown &&
        strcmp(shown, name) == 0)
        names[(*count)++] = name;
}

/* The names of tables and columns in order, each once, ended by NULL; NULL
 * where memory is short. */
static const char **find_names(const t2sed_schema *schema)
{
    const size_t tables = t2sed_schema_table_count(schema);
    const size_t columns = t2sed_schema_column_count(schema);
    const char **names = calloc(tables + columns + 1, sizeof *names);
    size_t count = 0, kept = 0;
    if (!names)
        return NULL;
    for (size_t i = 0; i < tables; i++)
        add_name(names, &count, t2sed_schema_table_name(schema, i));
    for (size_t i = 0; i < columns; i++)
        add_name(names, &count, t2sed_schema_column_name(schema, i));
    if (count)
        qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(names[i], names[kept - 1]) != 0)
            names[kept++] = names[i];
    names[kept] = NULL;
    return names;
}

static int (*differs)(const char *, const char *, size_t);

/* The next of the candidates that begin with a text. */
static char *next_candidate(const char *text, int state)
{
    static const char *const *at;
    if (state == 0)
        at = candidates;
    while (at && *at) {
        const char *word = *at++;
        if (differs(word, text, strlen(text)) == 0)
            return strdup(word);
    }
    return NULL;
}

/* Commands at the beginning of a line, names elsewhere, never files; without
 * regard to case where none is as typed. */
static char **complete(const char *text, int begin, int end)
{
    const bool is_command = begin == 1 && rl_line_buffer[0] == '.';
    char **found;
    (void)end;
    rl_attempted_completion_over = 1;
    candidates = is_command ? client_commands : words;
    differs = strncmp;
    found = rl_completion_matches(text, next_candidate);
    differs = strncasecmp;
    return found ? found : rl_completion_matches(text, next_candidate);
}

void edit_start(const t2sed_schema *schema)
{
    words = find_names(schema);
    setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1) /* libedit would drop all but ASCII */
        setlocale(LC_CTYPE, "C.UTF-8");
    rl_readline_name = "t2sed-client";
    rl_basic_word_break_characters = " \t\n\"\\'`@$><=;|&{}()[],.+-*/%!";
    rl_attempted_completion_function = complete;
    using_history();
    stifle_history(MOST_REMEMBERED);
    find_history();
}

char *edit_line(const char *prompt, bool is_remembered)
{
    char *line = readline(prompt);
    if (line && *line && is_remembered) {
        add_history(line);
        /* At once: an end by a signal loses nothing. Mode 0600. */
        if (*path)
            write_history(path);
    }
    return line;
}

#endif
