/* config.c - numbers put into a model's config.json. */
#include "../shared/system.h"
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PATH  4096
#define MOST_BYTES ((size_t)4 << 20)

static json_t *inner(json_t *from, const char *key)
{
    json_t *to = json_object_get(from, key);
    if (json_is_object(to))
        return to;
    json_object_set_new(from, key, json_object());
    return json_object_get(from, key);
}

/* Writes beside the file and puts that in its place. */
static int replace(const json_t *json, const char *path)
{
    char temporary[MOST_PATH + 8];
    FILE *file;
    bool good;
    snprintf(temporary, sizeof temporary, "%s.part", path);
    file = system_fopen(temporary, "w");
    good =
        file &&
        json_dumpf(json, file, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 &&
        fputc('\n', file) != EOF;
    if (file && fclose(file) != 0)
        good = false;
    if (good && system_rename(temporary, path) == 0)
        return CLI_OK;
    print_to(stderr, "t2sed: %s: %s\n", path, strerror(errno));
    system_remove(temporary);
    return CLI_FAILED;
}

int cli_config_set(const char *directory, const char *key, json_t *value)
{
    char path[MOST_PATH];
    json_error_t why;
    json_t *json;
    char *text;
    int status;
    if (snprintf(path, sizeof path, "%s/config.json", directory) >=
        (int)sizeof path) {
        print_to(stderr, "t2sed: %.60s...: too long a path\n", directory);
        return CLI_FAILED;
    }
    text = cli_read_file(path, MOST_BYTES);
    if (!text)
        return CLI_FAILED;
    json = json_loads(text, 0, &why);
    free(text);
    if (!json || !json_is_object(json_object_get(json, "t2sed"))) {
        print_to(stderr, "t2sed: %s: %s\n", path,
                 json ? "\"t2sed\" is missing or no object" : why.text);
        json_decref(json);
        return CLI_FAILED;
    }
    json_object_update(inner(json_object_get(json, "t2sed"), key), value);
    status = replace(json, path);
    json_decref(json);
    return status;
}
