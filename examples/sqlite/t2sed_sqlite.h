/*
 * t2sed_sqlite.h - what the parts of the extension share: the model and what
 * is known of the connected database, once for each connection.
 */
#ifndef T2SED_SQLITE_H
#define T2SED_SQLITE_H

#include <sqlite3ext.h>
#include <stdbool.h>

#include <t2sed.h>
#include <t2sed/parts.h>

typedef struct t2sed_connection t2sed_connection;

/* One for each use; the last release ends it. NULL: memory is short. */
t2sed_connection *connection_new(sqlite3 *db);
t2sed_connection *connection_retain(t2sed_connection *connection);
void connection_release(void *connection);

/*
 * What gathers evidence on the connected database, with this question set
 * (NULL: none), borrowed until the next call. *schema becomes its schema, or
 * NULL. The schema is that of the connection; rows are read from its file,
 * through a read-only connection of the library's own. There are none for a
 * database in memory, and while the connection has uncommitted changes, which
 * the file has not.
 */
t2sed_status connection_evidence(t2sed_evidence **out,
                                 const t2sed_schema **schema,
                                 t2sed_connection *connection,
                                 const t2sed_question *question,
                                 t2sed_error *err);

/* The sketcher that findings ask, or NULL where none is shipped or named by
 * $T2SED_SKETCH: findings then come without it. */
t2sed_sketcher *connection_sketcher(t2sed_connection *connection);

/* The scorer; its model is opened when it is first asked for, with the sketcher
 * and the schema predictor that it reads. */
t2sed_status connection_scorer(t2sed_scorer **out, t2sed_connection *connection,
                               t2sed_error *err);

/* What is asked. */
typedef struct asked {
    t2sed_question *question;    /* NULL: nothing */
    t2sed_conversation *earlier; /* the turns before it; NULL: none */
} asked;

/*
 * Reads arguments: the question's text; the turns before it, the oldest first,
 * a JSON array of questions or of {"question", "sql"}; knowledge beside it. The
 * last two may be absent (NULL), and each may be SQL's NULL, which is none. The
 * caller frees what it reads with asked_free, on failure, too. Errors:
 * T2SED_EFORMAT, those of t2sed_question_new_n, t2sed_conversation_add_n and
 * t2sed_question_set_knowledge_n.
 */
t2sed_status asked_read(asked *out, sqlite3_value *question,
                        sqlite3_value *turns, sqlite3_value *knowledge,
                        t2sed_error *err);
void asked_free(asked *of);

/* Registers t2sed_findings(question, sql, turns,
 * knowledge). An SQLite code. */
int findings_register(sqlite3 *db, t2sed_connection *connection);

#endif
