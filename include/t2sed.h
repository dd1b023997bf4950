/*
 * t2sed.h - the stable core of libt2sed, which estimates whether a SQL query
 * answers the question that it was written for.
 *
 * Programs need this header alone: databases, schemas, questions and
 * conversations, queries, models, the checker and its reports, findings,
 * explanations and corrections. 1.0 freezes what it declares. Authors of
 * parsers who compose the parts themselves (encoder, scorer, re-ranker...)
 * include t2sed/parts.h as well; models are made and measured with t2sed/lab.h,
 * of libt2sed-lab.so. What no header declares is not API. Headers are C89 plus
 * <stddef.h> and <stdint.h>, and may be included from C++.
 *
 * Rules for every function, unless its own comment says otherwise:
 *
 *  - A function that can fail returns a t2sed_status: 0 (T2SED_OK) for
 *    success, a negative code otherwise, and describes the failure in the
 *    t2sed_error that its last argument points to (which may be NULL).
 *  - On failure outputs are left untouched and nothing leaks.
 *  - A pointer returned by value is borrowed from the object that it was asked
 *    of, and lives as long as that object. One written through an `out`
 *    argument belongs to the caller, who frees it with the matching *_free.
 *    Every *_free accepts NULL.
 *  - Text is UTF-8. Functions that end in _n take a length in bytes and need
 *    no terminating NUL; the others take NUL-terminated text.
 *  - A constructor in _open reads files, one in _new takes what is in memory,
 *    one in _parse reads text in a language or format.
 *  - Tables, columns and candidates are numbered from 0, as size_t; T2SED_NONE
 *    stands for no item.
 *  - A struct that begins with `struct_size` is set up before use: options and
 *    inputs by their function ..._init, records that a function fills in by
 *    their macro T2SED_..._INIT. The library reads and writes as much as
 *    struct_size says, so that programs and libraries of different versions
 *    understand each other: what an older program's struct lacks has its
 *    default, and what a newer one has more must be 0. Anything else is
 *    T2SED_EINVAL.
 *  - A t2sed_model, t2sed_tokenizer and t2sed_schema are immutable once made
 *    and may be shared by threads; any other object is used by one thread at
 *    a time.
 *  - A call that can take longer than 100 ms can be ended by the host, and
 *    then returns T2SED_EINTERRUPTED: see t2sed_interrupt_set.
 *  - The library never writes to stdout or stderr: see t2sed_set_log.
 *  - "Since" is the version that was in the works when a function was added;
 *    none before 0.10 was released.
 *
 * docs/api-conventions.md has the reasons.
 */
#ifndef T2SED_H
#define T2SED_H

#include "t2sed/version.h"
#include "t2sed/status.h"
#include "t2sed/memory.h"
#include "t2sed/log.h"
#include "t2sed/interrupt.h"
#include "t2sed/question.h"
#include "t2sed/conversation.h"
#include "t2sed/schema.h"
#include "t2sed/database.h"
#include "t2sed/sql.h"
#include "t2sed/finding.h"
#include "t2sed/model.h"
#include "t2sed/checker.h"
#include "t2sed/explain.h"
#include "t2sed/corrector.h"

#endif
