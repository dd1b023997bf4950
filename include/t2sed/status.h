/*
 * t2sed/status.h - status codes, the description of a failure, byte ranges.
 */
#ifndef T2SED_STATUS_H
#define T2SED_STATUS_H

#include <stddef.h>

#include "version.h"

T2SED_BEGIN_DECLS

/* What a call came to: 0, or one of the negative codes below. NULL for an
 * object, an output, a text or an array that a call needs is T2SED_EINVAL;
 * functions that return no status then give 0, NULL, or what their headers say
 * of the unknown (docs/api-conventions.md). */
typedef int t2sed_status;

/* The numbers are fixed for ever; new codes are added at the end. */
#define T2SED_OK           0   /* success */
#define T2SED_ENOMEM       -1  /* memory could not be allocated */
#define T2SED_EINVAL       -2  /* an argument is outside its contract */
#define T2SED_EIO          -3  /* a file could not be read or written */
#define T2SED_EFORMAT      -4  /* a file or text is malformed */
#define T2SED_ESYNTAX      -5  /* the SQL is no statement of SQLite's SELECT */
#define T2SED_EUTF8        -6  /* the text is not valid UTF-8 */
#define T2SED_ENOTFOUND    -7  /* a name, file or entry does not exist */
#define T2SED_ELIMIT       -8  /* a limit on size, depth or time was passed */
#define T2SED_EUNSUPPORTED -9  /* valid, but not something we can do */
#define T2SED_ENODEVICE    -10 /* the device asked for is not there */
#define T2SED_ENOBACKEND   -11 /* the shim (libt2sed-torch.so) can't be used */
#define T2SED_EBACKEND     -12 /* the engine behind the shim failed */
#define T2SED_ETOOLONG     -13 /* more tokens than the encoder has positions */
#define T2SED_EDATABASE    -14 /* SQLite could not open or read a database */
#define T2SED_EMISMATCH    -15 /* parts don't fit together: shapes, labels */
#define T2SED_EEMPTY       -16 /* an empty question, query or batch */
#define T2SED_ENOTSELECT   -17 /* a statement other than SELECT */
#define T2SED_EMANY        -18 /* more than one statement */
#define T2SED_ESTATE       -19 /* not allowed in the object's present state */
#define T2SED_ECANCELLED   -20 /* a callback asked to stop */
#define T2SED_EINTERNAL    -21 /* a fault of the library; please report it */
#define T2SED_EINTERRUPTED -22 /* the thread's handler ended the call */

/* Room for a message, with its terminating NUL. */
#define T2SED_ERROR_TEXT_SIZE 440

/*
 * The description of a failure. The caller owns it, typically on the stack;
 * its size (512 bytes on 64-bit systems) is fixed. It needs no initialising:
 * a failing call fills it in whole, a succeeding one leaves it alone.
 */
typedef struct t2sed_error {
    t2sed_status code;                /* what the call returned */
    int reserved_int;                 /* 0 */
    ptrdiff_t offset;                 /* byte offset in the input, or -1 */
    void *reserved[7];                /* NULL */
    char text[T2SED_ERROR_TEXT_SIZE]; /* one printable line (t2sed_printable)
                                         of UTF-8, NUL-terminated */
} t2sed_error;

/* Stands for no item where a number is one of a table, a column, a candidate, a
 * finding or a byte. */
#define T2SED_NONE ((size_t)-1)

/*
 * Bytes [begin, end) of a text. Both are T2SED_NONE where there are none: of a
 * finding without a place, of a name that was added.
 */
typedef struct t2sed_span {
    size_t begin, end;
} t2sed_span;

/*
 * The name of a status code without its prefix, as the command line prints
 * it: "OK", "ESYNTAX"...; "EUNKNOWN" for a number that is no code.
 *
 * Returns: static text, never NULL. Errors: none. Threads: any.
 * Since: 0.1.
 */
T2SED_API const char *t2sed_status_name(t2sed_status status);

/*
 * What a status code means, in a few words, such as "syntax error in SQL".
 *
 * Returns: static text, never NULL. Errors: none. Threads: any.
 * Since: 0.1.
 */
T2SED_API const char *t2sed_status_text(t2sed_status status);

/*
 * Writes text as one line that a terminal shows as it is: whatever could move
 * the cursor, change the terminal, reorder or hide other text becomes a visible
 * escape. These are control characters (C0, DEL, C1) as \n, \t, \r, \x1b,
 * \u009b, line and paragraph separators (\u2028), the bidirectional and other
 * invisible format controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2060
 * to U+206F, U+FEFF, U+FFF9 to U+FFFB, U+E0000 to U+E007F), and bytes that are
 * not UTF-8 as \xff. All other text stays. A backslash stays, too, so that the
 * result is for people and not to be read back; to write a printable line again
 * changes nothing.
 *
 * out   where to write, ended by NUL; NULL where size is 0.
 * size  the bytes there. What does not fit is left out, from the beginning of a
 *       character or an escape on.
 * text  its n bytes; may be NULL where n is 0, and may have NUL (\x00).
 *
 * Returns: the bytes that the whole line has without its NUL; it was cut where
 * this is size or more. Errors: none. Threads: any.
 * Since: 0.1.
 */
T2SED_API size_t t2sed_printable(char *out, size_t size, const char *text,
                                 size_t n);

T2SED_END_DECLS

#endif
