/* windows.h - what unit tests call of POSIX beside the library, for the Windows
 * build, which includes it before everything else. */
#ifndef T2S_TEST_WINDOWS_H
#define T2S_TEST_WINDOWS_H

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define mkdir(path, mode) _mkdir(path)
#define truncate          truncate64

static inline int setenv(const char *name, const char *value, int replace)
{
    return !replace && getenv(name) ? 0 : _putenv_s(name, value);
}

static inline int unsetenv(const char *name)
{
    return _putenv_s(name, "");
}

/* Without fork() a test finds the files of the one before, which Windows does
 * not remove while they are open: they are named by another number each time,
 * and by others in the next process, which often has the same id under Wine.
 */
static inline int next_process(void)
{
    static unsigned count;
    struct timespec now;
    if (count == 0 && clock_gettime(CLOCK_REALTIME, &now) == 0)
        count = (unsigned)now.tv_sec * 1000 + (unsigned)now.tv_nsec / 1000000;
    return (int)(++count & 0x7FFFFFFF);
}
#define getpid() next_process()

static inline char *mkdtemp(char *pattern)
{
    const size_t n = strlen(pattern);
    if (n >= 6 && strcmp(pattern + n - 6, "XXXXXX") == 0 && !_mktemp(pattern))
        return NULL;
    return _mkdir(pattern) == 0 ? pattern : NULL;
}

/* What was still open when it should go, which goes at the end. */
static char *windows_left[1024];
static int windows_left_count;

static inline void windows_leave(const char *what)
{
    if (windows_left_count < 1024 &&
        (windows_left[windows_left_count] = strdup(what)) != NULL)
        windows_left_count++;
}

static inline int remove_file(const char *path)
{
    const int failed = remove(path);
    if (failed && errno == EACCES)
        windows_leave(path);
    return failed;
}
#define unlink(path) remove_file(path)
#define remove(path) remove_file(path)

static inline int remove_directory(const char *path)
{
    const int failed = _rmdir(path);
    if (failed && errno != ENOENT)
        windows_leave(path);
    return failed;
}
#define rmdir(path) remove_directory(path)

/* "rm -rf 'PATH'" is all that is asked for. Wine's rmdir fails by no status. */
static inline int remove_tree(const char *command)
{
    char ours[1024], path[1000];
    const char *from = strchr(command, '\''), *to = strrchr(command, '\'');
    if (strncmp(command, "rm -rf ", 7) != 0 || to == from)
        return 1;
    snprintf(path, sizeof path, "%.*s", (int)(to - from) - 1, from + 1);
    for (char *at = path; *at; at++)
        if (*at == '/')
            *at = '\\';
    snprintf(ours, sizeof ours, "rmdir /s /q \"%s\"", path);
    (void)system(ours);
    if (_access(path, 0) == 0)
        windows_leave(ours);
    return 0;
}

/* After what atexit() has closed. */
__attribute__((destructor)) static void windows_remove_left(void)
{
    for (int i = 0; i < windows_left_count; i++) {
        if (strncmp(windows_left[i], "rmdir ", 6) == 0)
            (void)(system)(windows_left[i]);
        else if ((_unlink)(windows_left[i]) != 0)
            (void)(_rmdir)(windows_left[i]);
        free(windows_left[i]);
    }
}
#define system(command) remove_tree(command)

/* Links need rights that tests have not: a copy. */
static inline int symlink(const char *from, const char *to)
{
    char bytes[1 << 14];
    size_t n;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    while (in && out && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, n, out);
    if (in)
        fclose(in);
    return out && fclose(out) == 0 && in ? 0 : -1;
}

/* Files are what they are elsewhere. */
__attribute__((constructor)) static void keep_line_ends(void)
{
    _fmode = _O_BINARY;
}

#endif
