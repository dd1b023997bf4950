/* completer.h - gives questions the parses that a model's graphs read. */
#ifndef T2S_MODEL_COMPLETER_H
#define T2S_MODEL_COMPLETER_H

#include "base/map.h"
#include "base/private.h"
#include "base/vector.h"
#include "model/config.h"
#include "t2sed/parser.h"

/* One thread at a time. */
typedef struct t2s_completer {
    bool active;
    bool dependency, constituency; /* what is read */
    size_t keep; /* how many questions are remembered, at least 1 */
    const t2sed_parser *parser; /* borrowed; NULL: `open` gives it */
    t2sed_status (*open)(const t2sed_parser **out, void *payload,
                         t2sed_error *err);
    void *payload;
    T2S_VECTOR(t2sed_question *) questions;
    t2s_map texts; /* of those that had no parse at all: places in there */
} t2s_completer;

/* Sets T2SED_PARSE_... and where the parser comes from; without this call no
 * question lacks anything. */
T2S_PRIVATE
void t2s_completer_set(t2s_completer *completer, int parse,
                       const t2sed_parser *parser,
                       t2sed_status (*open)(const t2sed_parser **, void *,
                                            t2sed_error *),
                       void *payload);
T2S_PRIVATE
void t2s_completer_end(t2s_completer *completer);

/*
 * *out becomes the question itself where it lacks nothing, else one with the
 * same words and all that is read, which lives until the next call. A question
 * of the same text is not parsed again.
 *
 * Errors: T2SED_ESTATE (there is no parser: the message says where it was
 * looked for), those of t2sed_question_parse.
 */
t2sed_status t2s_completer_complete(const t2sed_question **out,
                                    t2s_completer *completer,
                                    const t2sed_question *question,
                                    t2sed_error *err);

#endif
