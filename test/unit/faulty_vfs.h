/*
 * faulty_vfs.h - a SQLite file system (VFS) whose n-th call fails: it passes
 * everything on to the usual one and counts. As the default of its process it
 * also serves the connections that the library opens for itself.
 */
#ifndef FAULTY_VFS_H
#define FAULTY_VFS_H

#include "t2s_test.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "base/string.h"

/* How the n-th call fails. */
typedef enum t2s_fault {
    T2S_FAULT_ERROR,  /* the disk reports an error (SQLITE_IOERR_*) */
    T2S_FAULT_SOFT,   /* full, busy or no file handle left; of a write, half of
                         it is done */
    T2S_FAULT_SHORT,  /* half of what is read is there, as of a file that is
                         cut off; all but reads go well */
    T2S_FAULT_LASTING /* that call and all after it report an error */
} t2s_fault;

enum { T2S_FAULT_KINDS = T2S_FAULT_LASTING + 1 };
/* As sets of bits. */
#define T2S_FAULT_ALL       15u
#define T2S_FAULT_NOT_SHORT (T2S_FAULT_ALL & ~(1u << T2S_FAULT_SHORT))

typedef struct t2s_faulty_disk {
    sqlite3_vfs vfs, *real;
    t2s_fault fault;
    const char *only; /* calls on files whose paths have this; NULL: on all */
    atomic_long calls, fail_at; /* fail_at 0: nothing fails */
    atomic_bool hit;
} t2s_faulty_disk;

static t2s_faulty_disk t2s_disk;

typedef struct t2s_faulty_file {
    sqlite3_file base, *real; /* which follows in memory */
    const char *name;
} t2s_faulty_file;

/* Counts a call; whether it is to fail. Of T2S_FAULT_SHORT only reads count. */
static inline bool t2s_faulty_call(const char *name, bool is_read)
{
    long at = atomic_load(&t2s_disk.fail_at), call;
    if (at == 0 || (t2s_disk.fault == T2S_FAULT_SHORT && !is_read) ||
        (t2s_disk.only && (!name || !strstr(name, t2s_disk.only))))
        return false;
    call = atomic_fetch_add(&t2s_disk.calls, 1) + 1;
    if (call != at && !(t2s_disk.fault == T2S_FAULT_LASTING && call > at))
        return false;
    atomic_store(&t2s_disk.hit, true);
    return true;
}

static inline bool t2s_faulty_now(const sqlite3_file *file, bool is_read)
{
    return t2s_faulty_call(((const t2s_faulty_file *)file)->name, is_read);
}

static inline int t2s_faulty_code(int error, int soft)
{
    return t2s_disk.fault == T2S_FAULT_SOFT ? soft : error;
}

#define T2S_REAL(file) (((t2s_faulty_file *)(file))->real)
#define T2S_CALL(file, method, ...)                                            \
    T2S_REAL(file)->pMethods->method(T2S_REAL(file), __VA_ARGS__)

/* --- methods of files --- */

static int faulty_close(sqlite3_file *file)
{
    return T2S_REAL(file)->pMethods
               ? T2S_REAL(file)->pMethods->xClose(T2S_REAL(file))
               : SQLITE_OK;
}

static int faulty_read(sqlite3_file *file, void *out, int n, sqlite3_int64 at)
{
    int code;
    if (!t2s_faulty_now(file, true))
        return T2S_CALL(file, xRead, out, n, at);
    if (t2s_disk.fault != T2S_FAULT_SHORT)
        return SQLITE_IOERR_READ;
    code = T2S_CALL(file, xRead, out, n, at);
    memset((char *)out + n / 2, 0, (size_t)(n - n / 2));
    return code == SQLITE_OK ? SQLITE_IOERR_SHORT_READ : code;
}

static int faulty_write(sqlite3_file *file, const void *data, int n,
                        sqlite3_int64 at)
{
    if (!t2s_faulty_now(file, false))
        return T2S_CALL(file, xWrite, data, n, at);
    if (t2s_disk.fault == T2S_FAULT_SOFT)
        (void)T2S_CALL(file, xWrite, data, n / 2, at);
    return t2s_faulty_code(SQLITE_IOERR_WRITE, SQLITE_FULL);
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return t2s_faulty_now(file, false) ? SQLITE_IOERR_TRUNCATE
                                       : T2S_CALL(file, xTruncate, size);
}

/* No power fails here: nothing waits for a real disk. */
static int faulty_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    return t2s_faulty_now(file, false) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return t2s_faulty_now(file, false) ? SQLITE_IOERR_FSTAT
                                       : T2S_CALL(file, xFileSize, size);
}

static int faulty_lock(sqlite3_file *file, int lock)
{
    return t2s_faulty_now(file, false)
               ? t2s_faulty_code(SQLITE_IOERR_LOCK, SQLITE_BUSY)
               : T2S_CALL(file, xLock, lock);
}

static int faulty_unlock(sqlite3_file *file, int lock)
{
    return T2S_CALL(file, xUnlock, lock);
}

static int faulty_reserved(sqlite3_file *file, int *out)
{
    return t2s_faulty_now(file, false)
               ? SQLITE_IOERR_CHECKRESERVEDLOCK
               : T2S_CALL(file, xCheckReservedLock, out);
}

static int faulty_control(sqlite3_file *file, int op, void *argument)
{
    return T2S_CALL(file, xFileControl, op, argument);
}

static int faulty_sector(sqlite3_file *file)
{
    return T2S_REAL(file)->pMethods->xSectorSize(T2S_REAL(file));
}

static int faulty_device(sqlite3_file *file)
{
    return T2S_REAL(file)->pMethods->xDeviceCharacteristics(T2S_REAL(file));
}

static int faulty_shm_map(sqlite3_file *file, int page, int size, int extend,
                          void volatile **out)
{
    return t2s_faulty_now(file, false)
               ? SQLITE_IOERR_SHMMAP
               : T2S_CALL(file, xShmMap, page, size, extend, out);
}

static int faulty_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return !(flags & SQLITE_SHM_UNLOCK) && t2s_faulty_now(file, false)
               ? t2s_faulty_code(SQLITE_IOERR_SHMLOCK, SQLITE_BUSY)
               : T2S_CALL(file, xShmLock, offset, n, flags);
}

static void faulty_shm_barrier(sqlite3_file *file)
{
    T2S_REAL(file)->pMethods->xShmBarrier(T2S_REAL(file));
}

static int faulty_shm_unmap(sqlite3_file *file, int remove)
{
    return T2S_CALL(file, xShmUnmap, remove);
}

/* --- methods of the file system --- */

/* Version 2: nothing is mapped into memory, so each read is a call. */
static const sqlite3_io_methods faulty_methods = {2,
                                                  faulty_close,
                                                  faulty_read,
                                                  faulty_write,
                                                  faulty_truncate,
                                                  faulty_sync,
                                                  faulty_size,
                                                  faulty_lock,
                                                  faulty_unlock,
                                                  faulty_reserved,
                                                  faulty_control,
                                                  faulty_sector,
                                                  faulty_device,
                                                  faulty_shm_map,
                                                  faulty_shm_lock,
                                                  faulty_shm_barrier,
                                                  faulty_shm_unmap,
                                                  NULL,
                                                  NULL};

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
                       int flags, int *out)
{
    t2s_faulty_file *made = (t2s_faulty_file *)file;
    int code;
    (void)vfs;
    made->base.pMethods = NULL;
    made->real = (sqlite3_file *)(made + 1);
    made->name = name; /* lives as long as the file is open */
    if (t2s_faulty_call(name, false))
        return SQLITE_CANTOPEN;
    code = t2s_disk.real->xOpen(t2s_disk.real, name, made->real, flags, out);
    if (made->real->pMethods)
        made->base.pMethods = &faulty_methods;
    return code;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    (void)sync;
    return t2s_faulty_call(name, false)
               ? SQLITE_IOERR_DELETE
               : t2s_disk.real->xDelete(t2s_disk.real, name, 0);
}

static int faulty_access(sqlite3_vfs *vfs, const char *name, int flags,
                         int *out)
{
    (void)vfs;
    return t2s_faulty_call(name, false)
               ? SQLITE_IOERR_ACCESS
               : t2s_disk.real->xAccess(t2s_disk.real, name, flags, out);
}

/* Makes the faulty file system the process's default; once. */
static inline void t2s_faulty_install(void)
{
    if (t2s_disk.real)
        return;
    t2s_disk.real = sqlite3_vfs_find(NULL);
    ck_assert_ptr_nonnull(t2s_disk.real);
    t2s_disk.vfs = *t2s_disk.real;
    t2s_disk.vfs.pNext = NULL;
    t2s_disk.vfs.zName = "t2s-faulty";
    t2s_disk.vfs.szOsFile =
        (int)sizeof(t2s_faulty_file) + t2s_disk.real->szOsFile;
    t2s_disk.vfs.xOpen = faulty_open;
    t2s_disk.vfs.xDelete = faulty_delete;
    t2s_disk.vfs.xAccess = faulty_access;
    ck_assert_int_eq(sqlite3_vfs_register(&t2s_disk.vfs, 1), SQLITE_OK);
}

/* From now on call number `n` fails, from 1. */
static inline void t2s_faulty_arm(t2s_fault fault, long n)
{
    t2s_disk.fault = fault;
    atomic_store(&t2s_disk.calls, 0);
    atomic_store(&t2s_disk.hit, false);
    atomic_store(&t2s_disk.fail_at, n);
}

/* From now on nothing fails. */
static inline void t2s_faulty_disarm(void)
{
    atomic_store(&t2s_disk.fail_at, 0);
}

/* --- running something with each call failing in turn --- */

/*
 * What a body found, as text: `answer` while calls failed, or left empty after
 * a status that is no success; `again` of the same object after
 * t2s_faulty_disarm, or left empty where there was none to ask again.
 */
typedef struct t2s_faulty_run {
    t2s_string answer, again;
    bool cut; /* T2S_FAULT_SHORT: what was read is another file */
    /* Whether a line of `answer` says that something is not known, which calls
     * that fail may bring about; NULL: none does. */
    bool (*is_unknown)(const char *line);
    bool may_lack; /* lines may be missing from `answer` then */
} t2s_faulty_run;

typedef void (*t2s_faulty_body)(t2s_faulty_run *run, void *payload);

static inline void t2s_faulty_body_once(t2s_faulty_run *run,
                                        t2s_faulty_body body, void *payload,
                                        t2s_fault fault, long n)
{
    *run = (t2s_faulty_run){.cut = fault == T2S_FAULT_SHORT};
    t2s_faulty_arm(fault, n);
    body(run, payload);
    t2s_faulty_disarm();
    ck_assert(!run->answer.failed && !run->again.failed);
}

static inline void t2s_faulty_free(t2s_faulty_run *run)
{
    t2s_string_free(&run->answer);
    t2s_string_free(&run->again);
}

/* The length of the line at `text`. */
static inline size_t t2s_faulty_line(const char *text)
{
    return strcspn(text, "\n");
}

/* Answers are the same line by line, or there is none. `as` (or NULL) says what
 * they may leave open. */
static inline void t2s_faulty_same(const t2s_string *found,
                                   const t2s_string *expected,
                                   const t2s_faulty_run *as, const char *what,
                                   t2s_fault fault, long n)
{
    const char *a = found->text, *b = expected->text;
    if (found->length == 0)
        return;
    while (*a || *b) {
        size_t i = t2s_faulty_line(a), k = t2s_faulty_line(b);
        bool same = i == k && memcmp(a, b, i) == 0;
        if (!same && as && as->may_lack && *b) {
            b += k + (b[k] == '\n');
            continue;
        }
        ck_assert_msg(same || (as && as->is_unknown && as->is_unknown(a)),
                      "fault %d at call %ld, %s: \"%.*s\", expected \"%.*s\"",
                      (int)fault, n, what, (int)i, a, (int)k, b);
        a += i + (a[i] == '\n');
        b += k + (b[k] == '\n');
    }
}

/* The call that fails in the next run. Checkers of memory (test/run.sh) are too
 * slow for all of them: of later calls they see some. */
static inline long t2s_faulty_next(long n, t2s_fault fault)
{
    return n + 1 +
           (t2s_test_stride() > 1        ? n / 6
            : fault == T2S_FAULT_LASTING ? n / 12
                                         : 0);
}

/*
 * Runs `body` with every call failing in turn, in each way of the bit set
 * `faults`, until none is hit. `prepare` (or NULL) puts the files in order
 * before each run. Answers must be those of a run without failures, or none; a
 * file that is cut off may give others while it is, but not later. After each
 * run one without failures, on the files as they were left, must give the same
 * as ever.
 */
static inline void t2s_faulty_every_call(t2s_faulty_body body,
                                         void (*prepare)(void *), void *payload,
                                         unsigned faults)
{
    t2s_faulty_run plain, run, next;
    t2s_faulty_install();
    if (prepare)
        prepare(payload);
    t2s_faulty_body_once(&plain, body, payload, T2S_FAULT_ERROR, 0);
    ck_assert_msg(plain.answer.length > 0, "without a failure: no answer");
    t2s_faulty_same(&plain.again, &plain.answer, NULL, "asked again",
                    T2S_FAULT_ERROR, 0);
    for (int i = 0; i < T2S_FAULT_KINDS; i++) {
        t2s_fault fault = (t2s_fault)i;
        bool hit = (faults & 1u << i) != 0;
        for (long n = 1; hit; n = t2s_faulty_next(n, fault)) {
            if (prepare)
                prepare(payload);
            t2s_faulty_body_once(&run, body, payload, fault, n);
            hit = atomic_load(&t2s_disk.hit);
            if (!run.cut)
                t2s_faulty_same(&run.answer, &plain.answer, &run, "meanwhile",
                                fault, n);
            if (!run.cut)
                t2s_faulty_same(&run.again, &plain.answer, NULL, "then", fault,
                                n);
            t2s_faulty_body_once(&next, body, payload, T2S_FAULT_ERROR, 0);
            ck_assert_msg(next.answer.length > 0,
                          "fault %d at call %ld: no answer later", i, n);
            t2s_faulty_same(&next.answer, &plain.answer, NULL, "the next run",
                            fault, n);
            ck_assert_msg(hit || (n > 1 && run.answer.length > 0),
                          "no call failed, and there is no answer");
            t2s_faulty_free(&run);
            t2s_faulty_free(&next);
        }
    }
    t2s_faulty_free(&plain);
}

#endif
