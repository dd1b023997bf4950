/* input.c - lines from a terminal or a pipe. */
#include <stdlib.h>
#include <string.h>

#include "client.h"

bool input_line(client_input *input, const char *prompt, bool is_remembered)
{
    ssize_t n;
#ifdef T2S_LIBEDIT
    if (input->is_terminal) {
        fflush(stdout);
        free(input->line);
        input->line = edit_line(prompt, is_remembered);
        if (!input->line)
            putchar('\n');
        return input->line != NULL;
    }
#endif
    (void)is_remembered;
    if (input->is_terminal) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    n = getline(&input->line, &input->capacity, stdin);
    if (n < 0) {
        if (input->is_terminal)
            putchar('\n');
        return false;
    }
    if (n > 0 && input->line[n - 1] == '\n')
        input->line[--n] = '\0';
    if (n > 0 && input->line[n - 1] == '\r')
        input->line[--n] = '\0';
    return true;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

bool input_query(char **out, client_input *input)
{
    char *text = NULL;
    size_t length = 0;
    while (input_line(input, length ? "   ...> " : "query> ", true)) {
        size_t n = strlen(input->line);
        char *longer;
        if (is_blank(input->line))
            break;
        if (n > CLIENT_MOST_BYTES || length > CLIENT_MOST_BYTES) {
            print_to(stderr, "t2sed-client: a query of more than %zu bytes\n",
                     CLIENT_MOST_BYTES);
            break;
        }
        longer = realloc(text, length + n + 2);
        if (!longer) {
            print_to(stderr, "t2sed-client: out of memory\n");
            break;
        }
        text = longer;
        if (length)
            text[length++] = '\n';
        memcpy(text + length, input->line, n + 1);
        length += n;
        if (sqlite3_complete(text) || *text == '.')
            break;
    }
    *out = text;
    return text != NULL;
}
