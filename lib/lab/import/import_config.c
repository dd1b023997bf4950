#include "lab/import/import_config.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "graph/labels.h"
#include "sql/rules.h"
#include "t2sed/graph.h"

#define MAX_CONFIG (4u << 20)

static int append_names(json_t *to, const char *const *names, size_t count)
{
    int failed = 0;
    for (size_t i = 0; i < count; i++)
        failed |= json_array_append_new(to, json_string(names[i])) != 0;
    return failed;
}

static bool member_is(const json_t *object, const char *outer,
                      const char *inner, const char *text)
{
    const char *is = json_string_value(
        json_object_get(json_object_get(object, outer), inner));
    return is && strcmp(is, text) == 0;
}

/* "labels" for the layout that `ours` asks for. */
static json_t *default_labels(const json_t *ours)
{
    json_t *labels = json_object();
    json_t *question = json_array(), *sql = json_array();
    bool joint = member_is(ours, "graph", "layout", "joint");
    bool none = member_is(ours, "graph", "layout", "none");
    int failed = !labels || !question || !sql;
    if (!failed && !none) {
        failed |= append_names(question, t2s_paper_question_labels,
                               t2s_paper_question_label_count);
        failed |= append_names(joint ? question : sql, t2s_sql_rule_names,
                               T2S_RULE_COUNT);
    }
    if (!failed && member_is(ours, "graph", "readout", "global")) {
        static const char *const global[] = {T2SED_GRAPH_GLOBAL_LABEL};
        failed |= append_names(question, global, 1);
        failed |= joint ? 0 : append_names(sql, global, 1);
    }
    failed |= json_object_set_new(labels, "question", question) != 0;
    failed |= json_object_set_new(labels, "sql", sql) != 0;
    if (failed) {
        json_decref(labels);
        return NULL;
    }
    return labels;
}

/* Puts the defaults that differ from a config that says nothing. */
static int put_defaults(json_t *ours)
{
    int failed = 0;
    if (!json_object_get(ours, "format"))
        failed |= json_object_set_new(ours, "format",
                                      json_integer(T2S_FORMAT_NEWEST)) != 0;
    if (!json_object_get(ours, "graph"))
        failed |= json_object_set_new(ours, "graph", json_object()) != 0;
    if (!json_object_get(ours, "labels"))
        failed |=
            json_object_set_new(ours, "labels", default_labels(ours)) != 0;
    return failed;
}

static t2sed_status parse_ours(json_t **out, const char *ours, t2sed_error *err)
{
    t2sed_status status;
    json_t *json = NULL;
    if (!ours) {
        *out = json_object();
        return *out ? T2SED_OK : t2s_fail_memory(err);
    }
    status = t2s_json_parse(&json, ours, strlen(ours), "import options", err);
    if (status != T2SED_OK)
        return status;
    if (!json_is_object(json)) {
        json_decref(json);
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "import options: config is no JSON object");
    }
    *out = json;
    return T2SED_OK;
}

/* Joins both parts and lets the reader of configs judge the whole. */
static t2sed_status join(t2s_config *out, json_t *theirs, json_t *ours,
                         const char *what, t2sed_error *err)
{
    t2sed_status status;
    char *text = NULL;
    if (!put_defaults(ours) && json_object_set(theirs, "t2sed", ours) == 0 &&
        json_object_set_new(theirs, "architectures",
                            json_pack("[s]", "T2sedModel")) == 0)
        text = json_dumps(theirs, JSON_COMPACT);
    if (!text)
        return t2s_fail_memory(err);
    status = t2s_config_parse(out, text, strlen(text), what, err);
    t2s_json_free_text(text);
    return status;
}

t2sed_status t2s_import_config(t2s_config *out, const char *directory,
                               const char *ours, t2sed_error *err)
{
    json_t *theirs = NULL, *members = NULL;
    char *path = t2s_path_join(directory, T2S_CONFIG_FILE);
    t2sed_status status;
    if (!path)
        return t2s_fail_memory(err);
    status = t2s_json_read(&theirs, path, MAX_CONFIG, err);
    if (status == T2SED_OK && !json_is_object(theirs))
        status =
            t2s_fail(err, T2SED_EFORMAT, -1, "%s: is no JSON object", path);
    if (status == T2SED_OK)
        status = parse_ours(&members, ours, err);
    if (status == T2SED_OK)
        status = join(out, theirs, members, path, err);
    json_decref(theirs);
    json_decref(members);
    t2s_free(path);
    return status;
}
