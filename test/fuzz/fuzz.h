/*
 * fuzz.h - what fuzz targets share: a folder for the files that an input
 * becomes, and inputs of several parts.
 */
#ifndef T2S_FUZZ_H
#define T2S_FUZZ_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FUZZ_PATH 256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the fuzzer: the input is a finding. */
static inline void require(int holds)
{
    if (!holds)
        abort();
}

/* --- files --- */

static char fuzz_folder_name[FUZZ_PATH / 2];

static inline void fuzz_empty(const char *folder)
{
    DIR *list = opendir(folder);
    struct dirent *entry;
    char path[2 * FUZZ_PATH + 1];
    while (list && (entry = readdir(list))) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (list)
        closedir(list);
}

/* Removes what is in the folder; the folder itself stays. */
static inline void fuzz_clear(void)
{
    fuzz_empty(fuzz_folder_name);
}

/* Removes the directory ".made" of the folder, which a target makes. */
static inline void fuzz_remove_made(void)
{
    char path[FUZZ_PATH];
    snprintf(path, sizeof path, "%s/.made", fuzz_folder_name);
    fuzz_empty(path);
    rmdir(path);
}

static inline void fuzz_remove_folder(void)
{
    fuzz_clear();
    rmdir(fuzz_folder_name);
}

/* A folder of this process, in memory where the system has such a place:
 * removed at exit. A fuzzer that is killed leaves it; campaign.sh names a place
 * that it empties itself. */
static inline const char *fuzz_folder(void)
{
    const char *place = getenv("T2S_FUZZ_FOLDER");
    if (!place)
        place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    if (!*fuzz_folder_name) {
        snprintf(fuzz_folder_name, sizeof fuzz_folder_name,
                 "%.80s/t2s-fuzz-XXXXXX", place);
        require(mkdtemp(fuzz_folder_name) != NULL);
        atexit(fuzz_remove_folder);
    }
    return fuzz_folder_name;
}

/* The path of a file of the folder; `path` has FUZZ_PATH bytes. */
static inline const char *fuzz_path(char *path, const char *name)
{
    snprintf(path, FUZZ_PATH, "%s/%s", fuzz_folder(), name);
    return path;
}

static inline void fuzz_write(const char *name, const void *bytes, size_t n)
{
    char path[FUZZ_PATH];
    FILE *file = fopen(fuzz_path(path, name), "wb");
    require(file != NULL);
    require(n == 0 || fwrite(bytes, 1, n, file) == n);
    require(fclose(file) == 0);
}

/* The engine that stands beside the target (test/unit/fake_backend.c), for
 * `backend` of the options. */
static inline const char *fuzz_backend(void)
{
    static char path[4096];
    ssize_t n;
    char *slash;
    if (*path)
        return path;
    n = readlink("/proc/self/exe", path, sizeof path - 32);
    require(n > 0);
    path[n] = '\0';
    slash = strrchr(path, '/');
    require(slash != NULL);
    strcpy(slash + 1, "fake_backend.so");
    return path;
}

/* --- parts --- */

/*
 * An input of several parts: a part begins with "@@" and a letter, which says
 * what it is. What stands before the first one is the part '\0'.
 */
typedef struct fuzz_part {
    char kind;
    const uint8_t *bytes;
    size_t size;
} fuzz_part;

#define FUZZ_MAX_PARTS 16

static inline const uint8_t *fuzz_next_mark(const uint8_t *at,
                                            const uint8_t *end)
{
    while (
        (at = at < end ? memchr(at, '@', (size_t)(end - at)) : NULL) &&
        !(end - at >= 3 && at[1] == '@' &&
          ((at[2] >= 'a' && at[2] <= 'z') || (at[2] >= 'A' && at[2] <= 'Z'))))
        at++;
    return at;
}

/* Returns their number, at least 1. */
static inline size_t fuzz_parts(fuzz_part parts[FUZZ_MAX_PARTS],
                                const uint8_t *data, size_t size)
{
    const uint8_t *end = data + size, *at = data, *mark;
    size_t count = 0;
    char kind = '\0';
    for (;;) {
        mark = count + 1 < FUZZ_MAX_PARTS ? fuzz_next_mark(at, end) : NULL;
        parts[count++] =
            (fuzz_part){kind, at, (size_t)((mark ? mark : end) - at)};
        if (!mark)
            return count;
        kind = (char)mark[2];
        at = mark + 3;
    }
}

/* The last part of that kind, or one of no bytes. */
static inline fuzz_part fuzz_find(const fuzz_part *parts, size_t count,
                                  char kind)
{
    while (count-- > 0)
        if (parts[count].kind == kind)
            return parts[count];
    return (fuzz_part){kind, (const uint8_t *)"", 0};
}

/* A part as NUL-terminated text; freed with free(). */
static inline char *fuzz_text(fuzz_part part)
{
    char *text = malloc(part.size + 1);
    require(text != NULL);
    memcpy(text, part.bytes, part.size);
    text[part.size] = '\0';
    return text;
}

/*
 * Writes a part as a safetensors file. The length that such a file begins with
 * is put there, so that changes to the header keep it whole: the part is the
 * header, a NUL, and the data. One without NUL is written as it is.
 */
static inline void fuzz_write_safetensors(const char *name, fuzz_part part)
{
    const uint8_t *stop = part.size ? memchr(part.bytes, 0, part.size) : NULL;
    size_t header, data;
    uint8_t *file;
    if (!stop) {
        fuzz_write(name, part.bytes, part.size);
        return;
    }
    header = (size_t)(stop - part.bytes);
    data = part.size - header - 1;
    file = malloc(8 + header + data);
    require(file != NULL);
    for (int i = 0; i < 8; i++)
        file[i] = (uint8_t)((uint64_t)header >> (8 * i));
    memcpy(file + 8, part.bytes, header);
    memcpy(file + 8 + header, stop + 1, data);
    fuzz_write(name, file, 8 + header + data);
    free(file);
}

/* Writes the parts whose letters are in `names` under those names; empties the
 * folder first. A name that ends in ".safetensors" is written as one. */
typedef struct fuzz_name {
    char kind;
    const char *name;
} fuzz_name;

static inline void fuzz_write_parts(const fuzz_part *parts, size_t count,
                                    const fuzz_name *names, size_t name_count)
{
    fuzz_clear();
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < name_count; k++) {
            const char *name = names[k].name;
            size_t n = strlen(name);
            if (names[k].kind != parts[i].kind)
                continue;
            if (n > 12 && strcmp(name + n - 12, ".safetensors") == 0)
                fuzz_write_safetensors(name, parts[i]);
            else
                fuzz_write(name, parts[i].bytes, parts[i].size);
        }
}

/* The bytes of a file of at most a megabyte, from malloc. */
static inline char *fuzz_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    if (!file || !bytes)
        abort();
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

#endif
