/*
 * system.h - what the programs call of POSIX's system, and what stands for it
 * on Windows, where arguments, paths and variables are UTF-8, too, and what is
 * printed and read keeps its line ends.
 */
#ifndef SHARED_SYSTEM_H
#define SHARED_SYSTEM_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if defined(_WIN32)
#include <io.h>

#define STDIN_FILENO  0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#undef PATH_MAX
#define PATH_MAX 4096

int system_stat(const char *path, struct stat *out);
int system_open(const char *path); /* to read */
int system_duplicate(int file);
ssize_t system_read(int file, void *out, size_t n);
FILE *system_fopen(const char *path, const char *mode);
int system_rename(const char *from, const char *to); /* over a file, too */
int system_remove(const char *path);
int system_mkdir(const char *path);
char *system_realpath(const char *path); /* with / */
/* Until the next call. */
const char *system_getenv(const char *name);
/* The separator before a path's last part, or NULL. */
char *system_last_slash(const char *path);
/* Whether something can be read, or nothing ever will, within a time. */
bool system_is_readable(int file, int milliseconds);
/* Columns of the terminal that is written to; 0: not known. */
size_t system_columns(void);
/* Whether nobody reads standard output any more. */
bool system_has_no_reader(void);
void system_start(void);
/* The arguments as UTF-8, or those given where memory is short. */
char **system_arguments(int argc, char **argv);
/* Calls a function at a signal, once. */
void system_heed(int number, void (*handler)(int));
char *strndup(const char *text, size_t n);
#else
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define system_stat                  stat
#define system_read                  read
#define system_duplicate(file)       fcntl(file, F_DUPFD_CLOEXEC, 3)
#define system_fopen                 fopen
#define system_rename                rename
#define system_remove                remove
#define system_mkdir(path)           mkdir(path, 0777)
#define system_realpath(path)        realpath(path, NULL)
#define system_getenv                getenv
#define system_last_slash(path)      strrchr(path, '/')
#define system_arguments(argc, argv) (argv)

static inline int system_open(const char *path)
{
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

static inline bool system_is_readable(int file, int milliseconds)
{
    struct pollfd wait = {.fd = file, .events = POLLIN};
    return poll(&wait, 1, milliseconds) != 0;
}

static inline size_t system_columns(void)
{
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    return size.ws_col;
}

static inline bool system_has_no_reader(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP));
}

static inline void system_start(void)
{
    for (int number = 0; number < 3; number++)
        /* The least free number is the one that is missing. Reading from the
         * first and writing to the second fail. */
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", number == 1 ? O_RDONLY : O_WRONLY) < 0)
            abort();
}

static inline void system_heed(int number, void (*handler)(int))
{
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    /* What is being written is written to its end. */
    action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
    /* What a shell started with & or nohup has it ignored: that stays. */
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}
#endif

#endif
