/*
 * t2sed.h - libt2sed: does this SQL query answer the question it was written
 * for?
 *
 * This header includes every public header of libt2sed.so. What is not here
 * is not API; what makes and measures models is libt2sed-lab.so, and its
 * headers are in t2sed/lab.h. Headers are C89 plus <stddef.h> and <stdint.h>,
 * and may be included from C++.
 *
 * The rules that hold for every function, unless its own comment says
 * otherwise:
 *
 *  - A function that can fail returns a t2sed_status: 0 (T2SED_OK) for
 *    success, a negative code otherwise, and describes the failure in the
 *    t2sed_error that its last argument points to (which may be NULL).
 *  - On failure outputs are left untouched and nothing leaks.
 *  - A pointer returned by value is borrowed from the object it was asked of,
 *    and lives as long as that object; one written through an `out` argument
 *    belongs to the caller, who ends it with the matching *_free. Every
 *    *_free accepts NULL.
 *  - Text is UTF-8. Functions that end in _n take a length in bytes and need
 *    no terminating NUL; the others take NUL-terminated text.
 *  - A struct that begins with `struct_size` is set up with its initialiser
 *    (..._init), which sets that. The library reads and
 *    writes as much as it says, so that programs and libraries of different
 *    versions understand each other: what an older program's struct lacks has
 *    its default, and what a newer one has more must be 0. Anything else is
 *    T2SED_EINVAL.
 *  - A t2sed_model, t2sed_tokenizer and t2sed_schema are immutable once made
 *    and may be shared by threads; any other object is used by one thread at
 *    a time.
 *  - A call that can take longer than 100 ms can be ended by the host, and
 *    then returns T2SED_EINTERRUPTED: see t2sed_interrupt_set.
 *  - The library never writes to stdout or stderr: see t2sed_set_log.
 *
 * See docs/api-conventions.md for the reasons.
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
