/* rules.c - reads a user's rules from options, the environment and
 * .t2sed.json. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "../shared/system.h"
#include "rules.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES ((size_t)64 << 10)

/* --- values --- */

/* False, and told, where a code is unknown. */
static bool are_codes(const char *where, const char *codes)
{
    const char *const separators = ", \t\r\n";
    for (size_t n; *codes; codes += n) {
        t2sed_finding_kind kind = T2SED_FINDING_KIND_INIT;
        t2sed_error err;
        codes += strspn(codes, separators);
        n = strcspn(codes, separators);
        if (n && t2sed_finding_kind_find(&kind, codes, n, &err) != T2SED_OK) {
            print_to(stderr, "t2sed: %s: %s\n", where, err.text);
            return false;
        }
    }
    return true;
}

static bool set_codes(cli_rules *out, const char *where, const char *codes)
{
    if (!are_codes(where, codes))
        return false;
    free(out->ignore);
    out->ignore = strdup(codes);
    if (!out->ignore)
        print_to(stderr, "t2sed: out of memory\n");
    return out->ignore != NULL;
}

static bool set_level(int *out, const char *where, const char *name,
                      bool may_be_never)
{
    for (int level = T2SED_SEVERITY_HINT; level <= T2SED_SEVERITY_ERROR;
         level++)
        if (strcmp(name, t2sed_severity_name(level)) == 0) {
            *out = level;
            return true;
        }
    if (may_be_never && strcmp(name, "never") == 0) {
        *out = CLI_FAIL_NEVER;
        return true;
    }
    print_to(stderr, "t2sed: %s: \"%s\", expected error, warning%s\n", where,
             name, may_be_never ? ", hint or never" : " or hint");
    return false;
}

/* --- the file --- */

/* Text of an array of codes, between commas; NULL where it is none, or memory
 * is short. */
static char *joined(const json_t *list)
{
    const json_t *code;
    size_t i, n = 1;
    char *text;
    json_array_foreach(list, i, code)
    {
        if (!json_is_string(code))
            return NULL;
        n += json_string_length(code) + 1;
    }
    text = json_is_array(list) ? calloc(n, 1) : NULL;
    for (i = 0; text && i < json_array_size(list); i++) {
        strcat(text, i ? "," : "");
        strcat(text, json_string_value(json_array_get(list, i)));
    }
    return text;
}

static bool set_member(cli_rules *out, const char *path, const char *key,
                       const json_t *value)
{
    char where[PATH_MAX + 32];
    char *codes;
    bool good;
    snprintf(where, sizeof where, "%s: \"%s\"", path, key);
    if (strcmp(key, "ignore") == 0) {
        codes = joined(value);
        if (!codes)
            print_to(stderr, "t2sed: %s: expected an array of codes\n", where);
        good = codes && set_codes(out, where, codes);
        free(codes);
        return good;
    }
    if (strcmp(key, "severity") != 0 && strcmp(key, "fail_on") != 0) {
        print_to(stderr,
                 "t2sed: %s: no such rule, expected \"ignore\", \"severity\" "
                 "or \"fail_on\"\n",
                 where);
        return false;
    }
    if (!json_is_string(value)) {
        print_to(stderr, "t2sed: %s: expected a text\n", where);
        return false;
    }
    return strcmp(key, "severity") == 0
               ? set_level(&out->severity, where, json_string_value(value),
                           false)
               : set_level(&out->fail_on, where, json_string_value(value),
                           true);
}

static bool read_file(cli_rules *out, const char *path)
{
    char *text = cli_read_file(path, MOST_BYTES);
    json_error_t why;
    json_t *object = text ? json_loads(text, 0, &why) : NULL;
    const char *key;
    json_t *value;
    bool good = text != NULL;
    if (text && !json_is_object(object)) {
        if (object)
            print_to(stderr, "t2sed: %s: expected an object\n", path);
        else
            print_to(stderr, "t2sed: %s:%d: %s\n", path, why.line, why.text);
        good = false;
    }
    json_object_foreach(object, key, value)
    {
        good = good && set_member(out, path, key, value);
    }
    json_decref(object);
    free(text);
    return good;
}

/* The nearest .t2sed.json; an empty text, where there is none. */
static void find_file(char path[PATH_MAX], const char *file)
{
    const char *slash = file ? system_last_slash(file) : NULL;
    char *directory =
        slash ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
    char *real = directory ? system_realpath(directory) : NULL;
    struct stat found;
    free(directory);
    path[0] = '\0';
    while (real) {
        char *last;
        if (snprintf(path, PATH_MAX, "%s/%s", strcmp(real, "/") ? real : "",
                     CLI_RULES_FILE) < PATH_MAX &&
            system_stat(path, &found) == 0)
            break;
        path[0] = '\0';
        last = strrchr(real, '/');
        if (!last || real[1] == '\0')
            break;
        last[last == real] = '\0';
    }
    free(real);
}

bool cli_rules_read(cli_rules *out, const cli_rule_options *options,
                    const char *file)
{
    const char *codes = options->ignore, *level = options->severity;
    const char *codes_of = "--ignore", *level_of = "--severity";
    char path[PATH_MAX];
    bool good = true;
    *out = (cli_rules){NULL, 0, 0};
    find_file(path, file);
    if (path[0])
        good = read_file(out, path);
    if (!codes) {
        codes = getenv("T2SED_IGNORE");
        codes_of = "T2SED_IGNORE";
    }
    if (!level) {
        level = getenv("T2SED_SEVERITY");
        level_of = "T2SED_SEVERITY";
    }
    good = good && (!codes || set_codes(out, codes_of, codes)) &&
           (!level || !*level ||
            set_level(&out->severity, level_of, level, false)) &&
           (!options->fail_on ||
            set_level(&out->fail_on, "--fail-on", options->fail_on, true));
    if (!good)
        cli_rules_free(out);
    return good;
}

void cli_rules_free(cli_rules *rules)
{
    free(rules->ignore);
    rules->ignore = NULL;
}

cli_rules *cli_rules_read_all(const cli_rule_options *options, char **files,
                              int count)
{
    cli_rules *rules = calloc(count ? (size_t)count : 1, sizeof *rules);
    if (!rules)
        print_to(stderr, "t2sed: out of memory\n");
    for (int i = 0; rules && i < (count ? count : 1); i++)
        if (!cli_rules_read(&rules[i], options, count ? files[i] : NULL)) {
            cli_rules_free_all(rules, count);
            rules = NULL;
        }
    return rules;
}

void cli_rules_free_all(cli_rules *rules, int count)
{
    for (int i = 0; rules && i < (count ? count : 1); i++)
        cli_rules_free(&rules[i]);
    free(rules);
}

bool cli_rules_equal(const cli_rules *a, const cli_rules *b)
{
    return a->severity == b->severity &&
           strcmp(a->ignore ? a->ignore : "", b->ignore ? b->ignore : "") == 0;
}
