#include "database/wire.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/vector.h"

#if !defined(_WIN32)
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#define ROOM    sizeof(uint32_t) /* of the length */
#define LOOK_MS 50

/* --- writing --- */

void t2s_wire_put_byte(t2s_string *out, unsigned value)
{
    t2s_string_append_char(out, (char)value);
}

void t2s_wire_put_integer(t2s_string *out, int64_t value)
{
    t2s_string_append_n(out, (const char *)&value, sizeof value);
}

void t2s_wire_put_real(t2s_string *out, double value)
{
    t2s_string_append_n(out, (const char *)&value, sizeof value);
}

void t2s_wire_put_text(t2s_string *out, const char *text, size_t n)
{
    t2s_wire_put_integer(out, (int64_t)n);
    t2s_string_append_n(out, text, n);
}

void t2s_wire_put_error(t2s_string *out, t2sed_status status,
                        const t2sed_error *err)
{
    t2s_wire_put_integer(out, status);
    t2s_wire_put_text(out, status ? err->text : "",
                      status ? strlen(err->text) : 0);
}

void t2s_wire_begin(t2s_string *message)
{
    t2s_string_clear(message);
    t2s_string_append_n(message, "\0\0\0\0", ROOM);
}

/* Waits until there is something to read, or room to write. */
static bool wait_for(int socket, short what, t2s_wire_wait goes_on,
                     void *payload)
{
    struct pollfd ready = {.fd = socket, .events = what};
    for (;;) {
        int code = poll(&ready, 1, goes_on ? LOOK_MS : -1);
        if (code > 0)
            return true;
        if (code < 0 && errno != EINTR)
            return false;
        if (goes_on && !goes_on(payload))
            return false;
    }
}

bool t2s_wire_send(int socket, t2s_string *message, t2s_wire_wait goes_on,
                   void *payload)
{
    size_t sent = 0;
    uint32_t n;
    if (message->failed || message->length > T2S_WIRE_MOST)
        return false;
    n = (uint32_t)(message->length - ROOM);
    memcpy(message->text, &n, sizeof n);
    while (sent < message->length) {
        ssize_t wrote =
            send(socket, message->text + sent, message->length - sent,
                 MSG_NOSIGNAL | MSG_DONTWAIT);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) &&
            wait_for(socket, POLLOUT, goes_on, payload))
            continue;
        if (wrote <= 0)
            return false;
        sent += (size_t)wrote;
    }
    return true;
}

/* --- reading --- */

static const char *take(t2s_wire *in, size_t n)
{
    const char *at = in->at;
    if (in->failed || (size_t)(in->end - in->at) < n) {
        in->failed = true;
        return NULL;
    }
    in->at += n;
    return at;
}

unsigned t2s_wire_byte(t2s_wire *in)
{
    const char *at = take(in, 1);
    return at ? (unsigned char)*at : 0;
}

int64_t t2s_wire_integer(t2s_wire *in)
{
    int64_t value = 0;
    const char *at = take(in, sizeof value);
    if (at)
        memcpy(&value, at, sizeof value);
    return value;
}

double t2s_wire_real(t2s_wire *in)
{
    double value = 0;
    const char *at = take(in, sizeof value);
    if (at)
        memcpy(&value, at, sizeof value);
    return value;
}

const char *t2s_wire_text(t2s_wire *in, size_t *n)
{
    int64_t length = t2s_wire_integer(in);
    const char *text = length < 0 ? NULL : take(in, (size_t)length);
    in->failed |= !text;
    *n = text ? (size_t)length : 0;
    return text ? text : "";
}

t2sed_status t2s_wire_error(t2s_wire *in, t2sed_error *err)
{
    int64_t status = t2s_wire_integer(in);
    size_t n;
    const char *text = t2s_wire_text(in, &n);
    if (in->failed || status > 0 || status < -1000)
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "the worker process answers nonsense");
    if (status == T2SED_OK)
        return T2SED_OK;
    return t2s_fail(err, (t2sed_status)status, -1, "%.*s",
                    n < T2SED_ERROR_TEXT_SIZE ? (int)n : T2SED_ERROR_TEXT_SIZE,
                    text);
}

static bool receive(int socket, char *to, size_t n, t2s_wire_wait goes_on,
                    void *payload)
{
    while (n > 0) {
        ssize_t got;
        if (!wait_for(socket, POLLIN, goes_on, payload))
            return false;
        got = recv(socket, to, n, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        n -= (size_t)got;
    }
    return true;
}

bool t2s_wire_receive(int socket, t2s_string *message, t2s_wire_wait goes_on,
                      void *payload)
{
    uint32_t n;
    t2s_string_clear(message);
    if (!receive(socket, (char *)&n, sizeof n, goes_on, payload) ||
        n > T2S_WIRE_MOST)
        return false;
    if (n >= message->capacity &&
        !t2s_vector_grow(&message->text, &message->capacity, n + 1, 1)) {
        message->failed = true;
        return false;
    }
    message->length = n;
    return receive(socket, message->text, n, goes_on, payload);
}
#endif
