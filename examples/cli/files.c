/* files.c - opening files that others name, without waiting for them. */
#include <errno.h>

#include "../shared/system.h"
#include "cli.h"

/* The descriptor that /dev/stdin or /dev/fd/N names, as shells do for <(...):
 * it is open, so that no other process is waited for; -1 for another path. */
static int descriptor_of(const char *path)
{
    char *end;
    long number;
    if (strcmp(path, "/dev/stdin") == 0)
        return STDIN_FILENO;
    if (strncmp(path, "/dev/fd/", 8) != 0 || path[8] < '0' || path[8] > '9')
        return -1;
    number = strtol(path + 8, &end, 10);
    return *end || number > 65535 ? -1 : (int)number;
}

int cli_open_file(const char *path, bool is_stream, long long *size)
{
    struct stat status = {0};
    const int given = is_stream ? descriptor_of(path) : -1;
    int file = -1;
    errno = 0;
    if (given >= 0) {
        file = system_duplicate(given);
        if (file >= 0 && fstat(file, &status) != 0)
            status.st_mode = 0;
    } else if (system_stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        file = system_open(path);
        /* Something else may have come in its place. */
        if (file >= 0 &&
            (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
            close(file);
            file = -1;
        }
    }
    if (file < 0)
        print_to(stderr, "t2sed: %s: %s\n", path,
                 S_ISDIR(status.st_mode) ? "is a directory, expected a file"
                 : errno                 ? strerror(errno)
                                         : "is not a regular file");
    *size = S_ISREG(status.st_mode) ? (long long)status.st_size : -1;
    return file;
}

char *cli_read_file(const char *path, size_t limit)
{
    long long size;
    int file = cli_open_file(path, false, &size);
    char *text = NULL;
    size_t n = 0;
    ssize_t got = 1;
    if (file < 0)
        return NULL;
    if (size >= 0 && (unsigned long long)size <= limit)
        text = malloc((size_t)size + 1);
    /* A file that grows meanwhile is read as long as it was. */
    while (text && got > 0 && n < (size_t)size) {
        got = system_read(file, text + n, (size_t)size - n);
        n += got > 0 ? (size_t)got : 0;
    }
    close(file);
    if (text && got >= 0) {
        text[n] = '\0';
        return text;
    }
    print_to(stderr, "t2sed: %s: %s\n", path,
             text                               ? strerror(errno)
             : (unsigned long long)size > limit ? "is larger than the limit"
                                                : "out of memory");
    free(text);
    return NULL;
}
