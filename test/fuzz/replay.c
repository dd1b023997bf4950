/*
 * replay.c - a main for fuzz targets: runs LLVMFuzzerTestOneInput over every
 * file of the corpus, and over mutations of each that are the same in every
 * run, and prints TAP.
 *
 *     fuzz_NAME              the corpus named when it was compiled
 *     fuzz_NAME FILE...      these files (a crash that a fuzzer found)
 *
 * The environment's T2S_FUZZ_MUTATIONS says how many mutations of each file are
 * run (200, or what test.mk gives a slow target). Files named known_* are
 * attacks that use up all of a limit: they are run as they are.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

#ifndef T2S_FUZZ_CORPUS
#define T2S_FUZZ_CORPUS "test/fuzz/corpus"
#endif
#ifndef T2S_FUZZ_MUTATIONS
#define T2S_FUZZ_MUTATIONS 200
#endif
#define FILE_LIMIT ((size_t)16 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t random_state;

static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

/* Changes a copy of the input in a few places; the copy has the exact size,
 * so that a sanitizer sees a read past its end. */
static void run_mutation(const char *text, size_t size)
{
    size_t length = size, cut;
    char *copy = t2s_alloc(size);
    uint32_t changes = 1 + next_random() % 4;
    if (!copy)
        exit(2);
    memcpy(copy, text, size);
    while (changes-- > 0 && length > 0) {
        size_t at = next_random() % length;
        switch (next_random() % 4) {
        case 0:
            copy[at] = (char)(copy[at] ^ (1 << next_random() % 8));
            break;
        case 1:
            copy[at] = (char)next_random();
            break;
        case 2:
            copy[at] = copy[next_random() % length];
            break;
        default:
            cut = 1 + next_random() % 8;
            cut = cut < length - at ? cut : length - at;
            memmove(copy + at, copy + at + cut, length - at - cut);
            length -= cut;
        }
    }
    if (length < size) {
        char *exact = t2s_strndup(copy, length);
        if (!exact)
            exit(2);
        LLVMFuzzerTestOneInput((const uint8_t *)exact, length);
        t2s_free(exact);
    } else {
        LLVMFuzzerTestOneInput((const uint8_t *)copy, length);
    }
    t2s_free(copy);
}

static void run_file(const char *path, long mutations)
{
    char *text;
    size_t size;
    t2sed_error err;
    if (t2s_file_read(&text, &size, path, FILE_LIMIT, &err) != T2SED_OK) {
        printf("Bail out! %s\n", err.text);
        exit(2);
    }
    LLVMFuzzerTestOneInput((const uint8_t *)text, size);
    random_state = 2463534242u;
    for (long i = 0; i < mutations && size > 0; i++)
        run_mutation(text, size);
    t2s_free(text);
}

static long run_directory(const char *path, long mutations)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    long files = 0;
    if (!directory)
        return 0;
    while ((entry = readdir(directory)) != NULL) {
        char *file;
        if (entry->d_name[0] == '.')
            continue;
        file = t2s_path_join(path, entry->d_name);
        if (!file)
            exit(2);
        run_file(file,
                 strncmp(entry->d_name, "known_", 6) == 0 ? 0 : mutations);
        t2s_free(file);
        files++;
    }
    closedir(directory);
    return files;
}

int main(int argc, char **argv)
{
    const char *wish = getenv("T2S_FUZZ_MUTATIONS");
    const char *name = strrchr(argv[0], '/');
    long mutations = wish ? strtol(wish, NULL, 10) : T2S_FUZZ_MUTATIONS;
    long files = argc - 1;
    name = name ? name + 1 : argv[0];
    printf("1..1\n");
    fflush(stdout);
    for (int i = 1; i < argc; i++)
        run_file(argv[i], 0);
    if (argc == 1)
        files = run_directory(T2S_FUZZ_CORPUS, mutations);
    else
        mutations = 0;
    printf("%s 1 - %s: %ld inputs, %ld mutations of each\n",
           files > 0 ? "ok" : "not ok", name, files, mutations);
    return files > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
