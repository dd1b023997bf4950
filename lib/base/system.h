/*
 * system.h - what POSIX systems and Windows do differently. Everything else in
 * lib/ is C11 with POSIX threads, which Windows has as winpthreads. Paths and
 * variables of the environment are UTF-8 on both; Windows takes / and \ between
 * a path's parts. Where a function fails it sets errno.
 */
#ifndef T2S_BASE_SYSTEM_H
#define T2S_BASE_SYSTEM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- files --- */

typedef struct t2s_file_info {
    bool is_file, is_directory, is_link;
    bool is_own; /* its owner is who runs this process */
    uint64_t device, inode;
    int64_t size, seconds, nanoseconds; /* the time of the last change */
} t2s_file_info;

bool t2s_system_look(t2s_file_info *out, const char *path);
bool t2s_system_look_at_link(t2s_file_info *out, const char *path);
bool t2s_system_look_at_open(t2s_file_info *out, int file);
bool t2s_system_may_read(const char *path);

/* Descriptors, or -1. None is inherited by other programs, none changes line
 * ends, and opening does not wait for a pipe's other end. */
int t2s_system_open(const char *path);
int t2s_system_create(const char *path); /* to write; must not be there */
int t2s_system_append(const char *path);
bool t2s_system_close(int file);

/* Reads once, and writes all. Of a read 0 is the end and -1 a failure. */
ptrdiff_t t2s_system_read(int file, void *out, size_t n);
bool t2s_system_write(int file, const void *data, size_t n);

/* Waits until what was written, or a path's new name, would survive a loss of
 * power; a file system that can't is forgiven. */
bool t2s_system_sync(int file);
void t2s_system_sync_name(const char *path);

/* NULL where it can't be mapped. */
void *t2s_system_map(int file, size_t n);
void t2s_system_unmap(void *data, size_t n);

bool t2s_system_rename(const char *from, const char *to); /* over a file, too */
bool t2s_system_remove(const char *path);
bool t2s_system_make_directory(const char *path);
bool t2s_system_remove_directory(const char *path);

/* Shows the names in a directory ("": the working directory). */
void t2s_system_list(const char *directory,
                     void (*show)(void *payload, const char *name),
                     void *payload);

/* The separator before a path's last part, or NULL. */
char *t2s_system_last_slash(const char *path);

/* --- the process --- */

/* The variable's value, or NULL. Windows stores it in `room`; one that does not
 * fit counts as not set. */
#define T2S_VARIABLE_ROOM 4096
const char *t2s_system_variable(char room[T2S_VARIABLE_ROOM], const char *name);
#if !defined(_WIN32)
/* All of them, as NAME=VALUE. */
char **t2s_system_environment(void);
#endif

/* The file that this library is in, or the program that it is linked into. */
bool t2s_system_own_path(char *out, size_t room);
/* Whether it is linked into a program that can't load libraries. */
bool t2s_system_is_static(void);

/* NULL where it can't be loaded; *why, until the thread's next call, says
 * why not. */
void *t2s_system_load(const char *path, const char **why);
void *t2s_system_symbol(void *library, const char *name);
void t2s_system_unload(void *library);

long t2s_system_process(void);
bool t2s_system_is_gone(long process);
/* A number for what gives the ids of processes their meaning. */
unsigned long t2s_system_host(void);
long t2s_system_processors(void);

/* False where the system gives no random bytes. */
bool t2s_system_random(void *out, size_t n);

/* As pthread_atfork(); nothing to do where there is no fork(). */
void t2s_system_at_fork(void (*before)(void), void (*in_parent)(void),
                        void (*in_child)(void));

/* --- threads --- */

/* The calling thread's stack: its lowest address, and its size, 0 where that
 * is not known. */
void t2s_system_stack(uintptr_t *begin, size_t *size);

/* A thread that is given no signals. */
bool t2s_system_thread(pthread_t *out, size_t stack, void *(*run)(void *),
                       void *payload);

/* A condition for t2s_system_wait, whose deadline is of CLOCK_MONOTONIC, in
 * milliseconds. */
bool t2s_system_condition(pthread_cond_t *out);
void t2s_system_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                     int64_t deadline);

/* The calling thread, as every thread may ask for the processor time it has
 * taken in milliseconds; of T2S_NO_WORK, which some systems give, it is
 * CLOCK_MONOTONIC's time. */
#define T2S_NO_WORK INT64_MIN
int64_t t2s_system_work(void);
double t2s_system_work_ms(int64_t work);

#endif
