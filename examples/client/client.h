/*
 * client.h - the parts of the client: reading (input.c, edit.c), what is known
 * of a query (show.c), running it (rows.c).
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stdio.h>

#include <sqlite3.h>

#include <t2sed.h>
#include <t2sed/parts.h>

#include "../shared/print.h"

/* --- input.c --- */

/* Questions and queries longer than this are refused. */
#define CLIENT_MOST_BYTES ((size_t)1 << 20)

/* Standard input, with prompts where it is a terminal. */
typedef struct client_input {
    char *line; /* the last one, without its newline */
    size_t capacity;
    bool is_terminal;
} client_input;

/* The next line, which goes to the history where it `is_remembered`; false at
 * the end. */
bool input_line(client_input *input, const char *prompt, bool is_remembered);
/* Lines up to a semicolon that ends a statement, an empty line or the end, or a
 * command, in *out, which the caller frees. False where there was none. */
bool input_query(char **out, client_input *input);

/* --- edit.c --- */

/* What .help, .quit and so on are called, without the dot; ended by NULL. */
extern const char *const client_commands[];

/* Reads the history; Tab completes names of the schema, which must stay. */
void edit_start(const t2sed_schema *schema);
/* The next line, which the caller frees; NULL at the end. */
char *edit_line(const char *prompt, bool is_remembered);

/* --- show.c --- */

/* Prints findings, each place underlined. */
void show_findings(const t2sed_findings *findings, const char *question,
                   const char *sql, FILE *file);

/* --- rows.c --- */

/* Opens a database that queries may only read. False, with a message on
 * stderr, where that can't be. */
bool rows_open(sqlite3 **out, const char *path);
/* Runs a query and prints its rows, on a terminal in columns; false, with a
 * message, where it fails or takes longer than `seconds`. ^C ends it, too. */
bool rows_print(sqlite3 *db, const char *sql, long most_rows, double seconds,
                FILE *file);

#endif
