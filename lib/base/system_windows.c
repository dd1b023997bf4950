#include "base/system.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <wchar.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
/* Needs the one before. */
#include <ntsecapi.h>

/* Parts of a path that Windows would look up. */
#define PATH_ROOM 4096

/* --- texts and failures --- */

static void set_errno(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_BAD_PATHNAME:
        errno = ENOENT;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
        errno = EACCES;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    default:
        errno = EIO;
    }
}

static bool failed(void)
{
    set_errno();
    return false;
}

/* A text as Windows has it; false where it is no UTF-8, or too long. */
static bool widen(wchar_t out[PATH_ROOM], const char *text)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out,
                            PATH_ROOM) > 0)
        return true;
    errno = ENOENT;
    return false;
}

static bool narrow(char *out, size_t room, const wchar_t *text)
{
    return WideCharToMultiByte(CP_UTF8, 0, text, -1, out, (int)room, NULL,
                               NULL) > 0;
}

/* --- files --- */

/* FILETIME counts tenths of a microsecond from 1601. */
#define TICKS       INT64_C(10000000)
#define UNIX_SECOND INT64_C(11644473600)

static int64_t ticks_of(FILETIME time)
{
    return (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

static bool describe(t2s_file_info *out, HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION info;
    memset(out, 0, sizeof *out);
    if (GetFileType(file) != FILE_TYPE_DISK)
        return true; /* a device or a pipe */
    if (!GetFileInformationByHandle(file, &info))
        return failed();
    out->is_directory = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    out->is_link = info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT;
    out->is_file = !out->is_directory && !out->is_link;
    out->is_own = true; /* what may be removed is for its list of access */
    out->device = info.dwVolumeSerialNumber;
    out->inode = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    out->size =
        (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow);
    out->seconds = ticks_of(info.ftLastWriteTime) / TICKS - UNIX_SECOND;
    out->nanoseconds = ticks_of(info.ftLastWriteTime) % TICKS * 100;
    return true;
}

/* Others may read, write, rename and remove it meanwhile, as elsewhere. */
static HANDLE open_handle(const char *path, DWORD access, DWORD how,
                          DWORD flags)
{
    wchar_t wide[PATH_ROOM];
    HANDLE file;
    if (!widen(wide, path))
        return INVALID_HANDLE_VALUE;
    file = CreateFileW(wide, access,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                       NULL, how, flags, NULL);
    if (file == INVALID_HANDLE_VALUE)
        set_errno();
    return file;
}

static bool look(t2s_file_info *out, const char *path, DWORD flags)
{
    const HANDLE file = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS | flags);
    bool ok;
    if (file == INVALID_HANDLE_VALUE)
        return false;
    ok = describe(out, file);
    CloseHandle(file);
    return ok;
}

bool t2s_system_look(t2s_file_info *out, const char *path)
{
    return look(out, path, 0);
}

bool t2s_system_look_at_link(t2s_file_info *out, const char *path)
{
    return look(out, path, FILE_FLAG_OPEN_REPARSE_POINT);
}

bool t2s_system_look_at_open(t2s_file_info *out, int file)
{
    return describe(out, (HANDLE)_get_osfhandle(file));
}

bool t2s_system_may_read(const char *path)
{
    const HANDLE file = open_handle(path, GENERIC_READ, OPEN_EXISTING, 0);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    CloseHandle(file);
    return true;
}

static int descriptor(HANDLE file, int flags)
{
    int number;
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    number = _open_osfhandle((intptr_t)file, flags | _O_BINARY | _O_NOINHERIT);
    if (number < 0)
        CloseHandle(file);
    return number;
}

int t2s_system_open(const char *path)
{
    return descriptor(open_handle(path, GENERIC_READ, OPEN_EXISTING, 0),
                      _O_RDONLY);
}

int t2s_system_create(const char *path)
{
    return descriptor(
        open_handle(path, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL),
        _O_WRONLY);
}

int t2s_system_append(const char *path)
{
    return descriptor(
        open_handle(path, FILE_APPEND_DATA, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL),
        _O_WRONLY | _O_APPEND);
}

bool t2s_system_close(int file)
{
    return _close(file) == 0;
}

ptrdiff_t t2s_system_read(int file, void *out, size_t n)
{
    return _read(file, out, n < (1u << 30) ? (unsigned)n : 1u << 30);
}

bool t2s_system_write(int file, const void *data, size_t n)
{
    const char *at = data;
    while (n > 0) {
        const int wrote =
            _write(file, at, n < (1u << 30) ? (unsigned)n : 1u << 30);
        if (wrote < 0)
            return false;
        at += wrote;
        n -= (size_t)wrote;
    }
    return true;
}

bool t2s_system_sync(int file)
{
    return FlushFileBuffers((HANDLE)_get_osfhandle(file)) ||
           GetLastError() == ERROR_INVALID_FUNCTION || failed();
}

/* MOVEFILE_WRITE_THROUGH does that. */
void t2s_system_sync_name(const char *path)
{
    (void)path;
}

void *t2s_system_map(int file, size_t n)
{
    const HANDLE mapping =
        CreateFileMappingW((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY,
                           (DWORD)((uint64_t)n >> 32), (DWORD)n, NULL);
    void *data = NULL;
    if (mapping) {
        data = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, n);
        CloseHandle(mapping);
    }
    if (!data)
        set_errno();
    return data;
}

void t2s_system_unmap(void *data, size_t n)
{
    (void)n;
    UnmapViewOfFile(data);
}

bool t2s_system_rename(const char *from, const char *to)
{
    wchar_t wide_from[PATH_ROOM], wide_to[PATH_ROOM];
    if (!widen(wide_from, from) || !widen(wide_to, to))
        return false;
    return MoveFileExW(wide_from, wide_to,
                       MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ||
           failed();
}

bool t2s_system_remove(const char *path)
{
    wchar_t wide[PATH_ROOM];
    return widen(wide, path) && (DeleteFileW(wide) || failed());
}

bool t2s_system_make_directory(const char *path)
{
    wchar_t wide[PATH_ROOM];
    return widen(wide, path) && (CreateDirectoryW(wide, NULL) || failed());
}

bool t2s_system_remove_directory(const char *path)
{
    wchar_t wide[PATH_ROOM];
    return widen(wide, path) && (RemoveDirectoryW(wide) || failed());
}

void t2s_system_list(const char *directory,
                     void (*show)(void *payload, const char *name),
                     void *payload)
{
    wchar_t wide[PATH_ROOM];
    WIN32_FIND_DATAW entry;
    char name[sizeof entry.cFileName * 2];
    HANDLE search;
    size_t n;
    if (!widen(wide, directory) || (n = wcslen(wide)) > PATH_ROOM - 3)
        return;
    if (n > 0 && wide[n - 1] != L'/' && wide[n - 1] != L'\\')
        wide[n++] = L'/';
    wcscpy(wide + n, L"*");
    search = FindFirstFileW(wide, &entry);
    if (search == INVALID_HANDLE_VALUE)
        return;
    do
        if (narrow(name, sizeof name, entry.cFileName))
            show(payload, name);
    while (FindNextFileW(search, &entry));
    FindClose(search);
}

char *t2s_system_last_slash(const char *path)
{
    const char *last = path[0] && path[1] == ':' ? path + 1 : NULL;
    for (; *path; path++)
        if (*path == '/' || *path == '\\')
            last = path;
    return (char *)(uintptr_t)last;
}

/* --- the process --- */

const char *t2s_system_variable(char room[T2S_VARIABLE_ROOM], const char *name)
{
    wchar_t wide[PATH_ROOM];
    const wchar_t *found = widen(wide, name) ? _wgetenv(wide) : NULL;
    return found && narrow(room, T2S_VARIABLE_ROOM, found) ? room : NULL;
}

bool t2s_system_own_path(char *out, size_t room)
{
    wchar_t wide[PATH_ROOM];
    HMODULE own;
    DWORD n;
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            (LPCWSTR)(uintptr_t)t2s_system_own_path, &own))
        return false;
    n = GetModuleFileNameW(own, wide, PATH_ROOM);
    return n > 0 && n < PATH_ROOM && narrow(out, room, wide);
}

bool t2s_system_is_static(void)
{
    return false;
}

void *t2s_system_load(const char *path, const char **why)
{
    wchar_t wide[PATH_ROOM];
    void *library = widen(wide, path) ? (void *)LoadLibraryW(wide) : NULL;
    *why = library ? NULL
           : GetLastError() == ERROR_BAD_EXE_FORMAT
               ? "it is no library for this program's processor"
           : GetLastError() == ERROR_MOD_NOT_FOUND
               ? "there is no such library, or one that it needs is missing"
               : "Windows refuses it";
    return library;
}

void *t2s_system_symbol(void *library, const char *name)
{
    return (void *)(uintptr_t)GetProcAddress(library, name);
}

void t2s_system_unload(void *library)
{
    FreeLibrary(library);
}

long t2s_system_process(void)
{
    return (long)GetCurrentProcessId();
}

bool t2s_system_is_gone(long process)
{
    const HANDLE found = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)process);
    bool gone;
    if (!found)
        return GetLastError() == ERROR_INVALID_PARAMETER;
    gone = WaitForSingleObject(found, 0) == WAIT_OBJECT_0;
    CloseHandle(found);
    return gone;
}

/* The host's name: an id that is in use again keeps a file, no more. */
unsigned long t2s_system_host(void)
{
    wchar_t name[MAX_COMPUTERNAME_LENGTH + 1] = L"";
    DWORD n = MAX_COMPUTERNAME_LENGTH + 1;
    uint64_t hash = T2S_HASH_START;
    if (GetComputerNameW(name, &n))
        hash = t2s_hash_bytes(hash, (const char *)name, n * sizeof *name);
    return (unsigned long)(t2s_hash_mix(hash) & 0xFFFFFFFF);
}

long t2s_system_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
}

bool t2s_system_random(void *out, size_t n)
{
    return n <= ULONG_MAX && RtlGenRandom(out, (ULONG)n);
}

void t2s_system_at_fork(void (*before)(void), void (*in_parent)(void),
                        void (*in_child)(void))
{
    (void)before;
    (void)in_parent;
    (void)in_child;
}

/* --- threads --- */

void t2s_system_stack(uintptr_t *begin, size_t *size)
{
    ULONG_PTR low, high;
    GetCurrentThreadStackLimits(&low, &high);
    *begin = low;
    *size = high - low;
}

bool t2s_system_thread(pthread_t *out, size_t stack, void *(*run)(void *),
                       void *payload)
{
    pthread_attr_t attributes;
    bool ok;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, stack);
    ok = pthread_create(out, &attributes, run, payload) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

bool t2s_system_condition(pthread_cond_t *out)
{
    return pthread_cond_init(out, NULL) == 0;
}

/* The deadlines of winpthreads are of CLOCK_REALTIME. */
void t2s_system_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                     int64_t deadline)
{
    const int64_t left = deadline - (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
    struct timespec at;
    if (left <= 0)
        return;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += left / 1000;
    at.tv_nsec += (long)(left % 1000) * 1000000;
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    pthread_cond_timedwait(condition, lock, &at);
}

int64_t t2s_system_work(void)
{
    return (int64_t)GetCurrentThreadId();
}

double t2s_system_work_ms(int64_t work)
{
    FILETIME begun, ended, kernel, user;
    HANDLE thread;
    double ms;
    if (work == T2S_NO_WORK)
        return t2s_clock_ms(CLOCK_MONOTONIC);
    thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, (DWORD)work);
    ms = thread && GetThreadTimes(thread, &begun, &ended, &kernel, &user)
             ? (double)(ticks_of(kernel) + ticks_of(user)) / (TICKS / 1000)
             : 0;
    if (thread)
        CloseHandle(thread);
    return ms;
}
#endif
