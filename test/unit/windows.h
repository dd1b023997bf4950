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
 * not remove while they are open: they are named by another number each time.
 */
static inline int next_process(void)
{
    static int count;
    return (int)(_getpid() % 100000 * 1000 + ++count);
}
#define getpid() next_process()

static inline char *mkdtemp(char *pattern)
{
    const size_t n = strlen(pattern);
    if (n >= 6 && strcmp(pattern + n - 6, "XXXXXX") == 0 && !_mktemp(pattern))
        return NULL;
    return _mkdir(pattern) == 0 ? pattern : NULL;
}

/* "rm -rf 'PATH'" is all that is asked for. */
static inline int remove_tree(const char *command)
{
    char ours[1024];
    const char *from = strchr(command, '\''), *to = strrchr(command, '\'');
    if (strncmp(command, "rm -rf ", 7) != 0 || to == from)
        return 1;
    snprintf(ours, sizeof ours, "rmdir /s /q \"%.*s\"", (int)(to - from) - 1,
             from + 1);
    for (char *at = ours + strlen("rmdir /s /q "); *at; at++)
        if (*at == '/')
            *at = '\\';
    return system(ours);
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
