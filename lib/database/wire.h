/*
 * wire.h - messages between the library and its worker: a length of four bytes
 * and as many bytes. Numbers are as the machine has them, for both ends run on
 * it. Neither end trusts the other: what does not fit fails the reading.
 */
#ifndef T2S_DATABASE_WIRE_H
#define T2S_DATABASE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/string.h"

#if !defined(_WIN32)
/* A longer message is refused. */
#define T2S_WIRE_MOST ((size_t)64 << 20)

/* What the library asks, in a message's first byte. */
enum {
    T2S_WIRE_OPEN = 1, /* whether it is a file, its path, statements for a
                          database in memory: t2s_wire_put_error, a byte for
                          each statement */
    T2S_WIRE_QUERY,    /* a t2s_statement: how it starts */
    T2S_WIRE_NEXT,     /* nothing: rows, and how it ends */
    T2S_WIRE_CLOSE     /* nothing; no answer */
};

/* What stands before a row, and after the last of a message. */
enum { T2S_WIRE_END, T2S_WIRE_ROW, T2S_WIRE_MORE };

/* Appending; a failure shows in the string. */
void t2s_wire_put_byte(t2s_string *out, unsigned value);
void t2s_wire_put_integer(t2s_string *out, int64_t value);
void t2s_wire_put_real(t2s_string *out, double value);
void t2s_wire_put_text(t2s_string *out, const char *text, size_t n);
/* T2SED_OK as 0 and no text. */
void t2s_wire_put_error(t2s_string *out, t2sed_status status,
                        const t2sed_error *err);

/* Reading what is left of a message; after its end 0, and `failed`. */
typedef struct t2s_wire {
    const char *at, *end;
    bool failed;
} t2s_wire;

unsigned t2s_wire_byte(t2s_wire *in);
int64_t t2s_wire_integer(t2s_wire *in);
double t2s_wire_real(t2s_wire *in);
const char *t2s_wire_text(t2s_wire *in, size_t *n);
/* Fills in err (which may be NULL) and returns the status. */
t2sed_status t2s_wire_error(t2s_wire *in, t2sed_error *err);

/* Empties a string for a message. */
void t2s_wire_begin(t2s_string *message);

/* How sending and receiving ask, every 50 ms, whether to go on waiting; NULL:
 * for ever. */
typedef bool (*t2s_wire_wait)(void *payload);

/* Sends a string that t2s_wire_begin began as one message; false when the other
 * end is gone, or does not read and `goes_on` says no. */
bool t2s_wire_send(int socket, t2s_string *message, t2s_wire_wait goes_on,
                   void *payload);

/* Receives a message into the string; false when the other end is gone, the
 * message is too long, memory is short (string->failed), or `goes_on` says
 * no. */
bool t2s_wire_receive(int socket, t2s_string *message, t2s_wire_wait goes_on,
                      void *payload);

#endif

#endif
