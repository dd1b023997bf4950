/* statements.h - the statements of a text, and the question that a comment
 * above each has. */
#ifndef CLI_STATEMENTS_H
#define CLI_STATEMENTS_H

#include "cli.h"

/* A text of n bytes, and a NUL; freed with free(). */
typedef struct cli_text {
    char *text; /* NULL: nothing was read */
    size_t length;
} cli_text;

/* All of a file (NULL or "-": standard input), of CLI_LINE_LIMIT bytes at most.
 * False, and told, where it can't be read. */
bool cli_read_text(cli_text *out, const char *path);

typedef struct cli_statement {
    const char *text; /* from its first word on, a piece of the whole text */
    size_t length;
    char *question, *knowledge; /* of the comments above it; NULL: none */
    bool is_asked;              /* "question:" says so */
    bool is_query;              /* SELECT, WITH or VALUES begins it */
} cli_statement;

typedef struct cli_statements {
    cli_statement *list;
    size_t count;
} cli_statements;

/*
 * Cuts a text at the semicolons outside of quotes and comments; what has blanks
 * and comments alone is no statement. False where memory is short.
 *
 * The question is what follows "question:" in a comment above the statement, up
 * to the end of that block of comments or the next such word ("knowledge:");
 * else the block of comments right above the statement, without lines that
 * begin with a word and a colon ("name:", "noqa:").
 */
bool cli_statements_read(cli_statements *out, const char *text, size_t n);
void cli_statements_free(cli_statements *statements);

#endif
