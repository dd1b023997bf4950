#include "system.h"

#if defined(_WIN32)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <wchar.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>

#define ROOM PATH_MAX

static bool widen(wchar_t out[ROOM], const char *text)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out,
                            ROOM) > 0)
        return true;
    errno = ENOENT;
    return false;
}

static char *narrow(const wchar_t *text)
{
    const int n =
        WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = n > 0 ? malloc((size_t)n) : NULL;
    if (out)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, out, n, NULL, NULL);
    return out;
}

/* --- files --- */

int system_stat(const char *path, struct stat *out)
{
    wchar_t wide[ROOM];
    struct _stat64 info;
    memset(out, 0, sizeof *out);
    if (!widen(wide, path) || _wstat64(wide, &info) != 0)
        return -1;
    out->st_mode = info.st_mode;
    out->st_size = info.st_size;
    out->st_mtime = info.st_mtime;
    return 0;
}

int system_open(const char *path)
{
    wchar_t wide[ROOM];
    return widen(wide, path)
               ? _wopen(wide, _O_RDONLY | _O_BINARY | _O_NOINHERIT)
               : -1;
}

int system_duplicate(int file)
{
    return _dup(file);
}

ssize_t system_read(int file, void *out, size_t n)
{
    return _read(file, out, n < (1u << 30) ? (unsigned)n : 1u << 30);
}

FILE *system_fopen(const char *path, const char *mode)
{
    wchar_t wide[ROOM], how[ROOM];
    FILE *file =
        widen(wide, path) && widen(how, mode) ? _wfopen(wide, how) : NULL;
    if (file)
        _setmode(_fileno(file), _O_BINARY);
    return file;
}

int system_rename(const char *from, const char *to)
{
    wchar_t wide_from[ROOM], wide_to[ROOM];
    if (widen(wide_from, from) && widen(wide_to, to) &&
        MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING))
        return 0;
    errno = EACCES;
    return -1;
}

int system_remove(const char *path)
{
    wchar_t wide[ROOM];
    return widen(wide, path) ? _wremove(wide) : -1;
}

int system_mkdir(const char *path)
{
    wchar_t wide[ROOM];
    return widen(wide, path) ? _wmkdir(wide) : -1;
}

char *system_realpath(const char *path)
{
    wchar_t wide[ROOM], whole[ROOM];
    char *out;
    if (!widen(wide, path) || !_wfullpath(whole, wide, ROOM))
        return NULL;
    out = narrow(whole);
    for (char *at = out; at && *at; at++)
        if (*at == '\\')
            *at = '/';
    return out;
}

char *system_last_slash(const char *path)
{
    const char *last = path[0] && path[1] == ':' ? path + 1 : NULL;
    for (; *path; path++)
        if (*path == '/' || *path == '\\')
            last = path;
    return (char *)(uintptr_t)last;
}

/* --- standard streams --- */

bool system_is_readable(int file, int milliseconds)
{
    const HANDLE handle = (HANDLE)_get_osfhandle(file);
    DWORD held = 0;
    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return true;
    for (;;) {
        if (!PeekNamedPipe(handle, NULL, 0, NULL, &held, NULL) || held > 0)
            return true;
        if (milliseconds <= 0)
            return false;
        Sleep(10);
        milliseconds -= 10;
    }
}

size_t system_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)
               ? (size_t)info.dwSize.X
               : 0;
}

bool system_has_no_reader(void)
{
    return GetLastError() == ERROR_NO_DATA ||
           GetLastError() == ERROR_BROKEN_PIPE;
}

void system_start(void)
{
    const DWORD colours = 4; /* ENABLE_VIRTUAL_TERMINAL_PROCESSING */
    for (int number = 0; number < 3; number++) {
        const HANDLE handle = (HANDLE)_get_osfhandle(number);
        DWORD mode;
        _setmode(number, _O_BINARY);
        if (number > 0 && GetConsoleMode(handle, &mode))
            SetConsoleMode(handle, mode | colours);
    }
    SetConsoleOutputCP(CP_UTF8);
}

/* --- the process --- */

const char *system_getenv(const char *name)
{
    static char *value;
    wchar_t wide[ROOM];
    const wchar_t *found = widen(wide, name) ? _wgetenv(wide) : NULL;
    free(value);
    value = found ? narrow(found) : NULL;
    return value;
}

char **system_arguments(int argc, char **argv)
{
    int count = 0;
    wchar_t **given = CommandLineToArgvW(GetCommandLineW(), &count);
    char **out = calloc((size_t)argc + 1, sizeof *out);
    bool good = given && out && count == argc;
    for (int i = 0; good && i < argc; i++)
        good = (out[i] = narrow(given[i])) != NULL;
    return good ? out : argv;
}

void system_heed(int number, void (*handler)(int))
{
    signal(number, handler);
}

char *strndup(const char *text, size_t n)
{
    const char *end = memchr(text, '\0', n);
    const size_t length = end ? (size_t)(end - text) : n;
    char *out = malloc(length + 1);
    if (out) {
        memcpy(out, text, length);
        out[length] = '\0';
    }
    return out;
}
#endif
