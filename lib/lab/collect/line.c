#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "lab/collect/collector.h"
#include "sql/token.h"

/* --- reading --- */

/* A required text. */
static void read_text(t2s_members *in, const char *key, bool may_be_empty,
                      const char **out)
{
    if (!t2s_member_string(in, key, true, out))
        return;
    if (!**out && !may_be_empty)
        in->status =
            t2s_fail(in->err, T2SED_EFORMAT, -1, "line: \"%s\" is empty", key);
    else if (strlen(*out) !=
             json_string_length(json_object_get(in->object, key)))
        in->status = t2s_fail(in->err, T2SED_EFORMAT, -1,
                              "line: \"%s\" has a character U+0000", key);
}

static t2sed_status take_candidate(t2s_line *line, const json_t *object,
                                   t2sed_error *err)
{
    const json_t *sql = json_object_get(object, "sql");
    t2s_line_candidate *candidate = &line->candidates[line->count];
    if (!json_is_string(sql))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "line: candidate %zu is no object with a string "
                        "\"sql\"",
                        line->count + 1);
    candidate->object = object;
    candidate->sql = json_string_value(sql);
    candidate->length = json_string_length(sql);
    candidate->written = json_string_value(json_object_get(object, "written"));
    candidate->guessed = json_is_true(json_object_get(object, "guessed"));
    line->count++;
    return T2SED_OK;
}

static t2sed_status take_candidates(t2s_line *line, t2sed_error *err)
{
    const json_t *list = json_object_get(line->object, "candidates");
    size_t count = list ? json_array_size(list) : 1;
    t2sed_status status = T2SED_OK;
    if (list && !json_is_array(list))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "line: \"candidates\" is no array");
    if (count > T2S_MOST_CANDIDATES)
        return t2s_fail(err, T2SED_ELIMIT, -1, "line: more than %d candidates",
                        T2S_MOST_CANDIDATES);
    line->candidates = t2s_zalloc_array(count, sizeof *line->candidates);
    if (!line->candidates)
        return t2s_fail_memory(err);
    if (!list && !json_is_string(json_object_get(line->object, "sql")))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "line: neither \"candidates\" nor a string \"sql\" is "
                        "there");
    if (!list)
        return take_candidate(line, line->object, err);
    for (size_t i = 0; i < count && !status; i++)
        status = take_candidate(line, json_array_get(list, i), err);
    return status;
}

t2sed_status t2s_line_read(t2s_line *line, const char *text, size_t n,
                           t2sed_error *err)
{
    t2s_members in;
    t2sed_status status;
    if (n == 0 || strspn(text, " \t") >= n)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "line: empty, expected a JSON object");
    status = t2s_utf8_check(text, n, "line", err);
    if (!status)
        status = t2s_json_parse(&line->object, text, n, "line", err);
    if (!status && !json_is_object(line->object))
        status =
            t2s_fail(err, T2SED_EFORMAT, -1, "line: JSON, but not an object");
    in = (t2s_members){line->object, "line", err, status};
    read_text(&in, "db_id", false, &line->db_id);
    read_text(&in, "question", true, &line->question);
    read_text(&in, "gold", false, &line->gold);
    t2s_member_string(&in, "parser", false, &line->parser);
    if (line->parser && !*line->parser)
        line->parser = NULL;
    return in.status ? in.status : take_candidates(line, err);
}

void t2s_line_free(t2s_line *line)
{
    for (size_t i = 0; i < line->count; i++)
        t2s_free(line->candidates[i].filled);
    t2s_free(line->candidates);
    t2s_map_free(&line->keys);
    json_decref(line->object);
    memset(line, 0, sizeof *line);
}

/* --- values --- */

static t2sed_status fill(t2s_line_candidate *candidate, const t2sed_sql *gold,
                         const t2sed_schema *schema, t2sed_error *err)
{
    size_t filled, guessed, length;
    char *text;
    t2sed_status status = t2s_fill(&text, &filled, &guessed, candidate->sql,
                                   candidate->length, gold, schema, err);
    if (status)
        return status == T2SED_ENOMEM ? status : T2SED_OK;
    length = strlen(text);
    if (length == candidate->length &&
        memcmp(text, candidate->sql, length) == 0) {
        t2s_free(text);
        return T2SED_OK;
    }
    candidate->filled = text;
    candidate->written = candidate->sql;
    candidate->sql = text;
    candidate->length = length;
    candidate->guessed = guessed > 0;
    return T2SED_OK;
}

t2sed_status t2s_line_fill(t2s_line *line, const t2sed_schema *schema,
                           t2sed_error *err)
{
    t2sed_sql *gold;
    t2sed_status status = t2sed_sql_parse(&gold, line->gold, err);
    if (status) /* its evaluation will say so */
        return status == T2SED_ENOMEM ? status : T2SED_OK;
    for (size_t i = 0; i < line->count && !status; i++)
        status = fill(&line->candidates[i], gold, schema, err);
    t2sed_sql_free(gold);
    return status;
}

/* --- duplicates --- */

void t2s_query_key(t2s_string *out, const char *sql, size_t n)
{
    t2s_sql_scanner scanner = {sql, n, 0, T2S_TK_END};
    t2s_sql_token token;
    int kind;
    t2s_string_clear(out);
    t2s_string_append(out, "");
    while ((kind = t2s_sql_next_token(&scanner, &token)) != T2S_TK_END) {
        bool quoted = strchr("'\"`[", sql[token.begin]) != NULL;
        if (kind == T2S_TK_SEMICOLON)
            continue;
        t2s_string_append_char(out, ' ');
        for (size_t i = token.begin; i < token.end; i++)
            t2s_string_append_char(out,
                                   quoted ? sql[i] : t2s_ascii_lower(sql[i]));
        if (token.end == token.begin)
            break;
    }
}

t2sed_status t2s_line_find_duplicates(t2s_line *line, t2sed_error *err)
{
    t2s_string key = {0};
    bool failed = false;
    for (size_t i = 0; i < line->count && !failed; i++) {
        t2s_line_candidate *candidate = &line->candidates[i];
        size_t known = line->keys.count;
        t2s_query_key(&key, candidate->sql, candidate->length);
        failed = key.failed ||
                 !t2s_map_set(&line->keys, key.text, key.length, (int64_t)i);
        if (failed)
            break;
        candidate->duplicate = line->keys.count == known;
        candidate->key = t2s_map_find(&line->keys, key.text, key.length)->key;
        candidate->key_length = key.length;
    }
    t2s_string_free(&key);
    return failed ? t2s_fail_memory(err) : T2SED_OK;
}

/* --- what else is in a line --- */

static void append_dump(t2s_string *out, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    out->failed |= !text;
    t2s_string_append(out, text ? text : "");
    t2s_json_free_text(text);
}

void t2s_line_item(t2s_string *out, const t2s_line *line)
{
    const json_t *item = json_object_get(line->object, "index");
    if (!item)
        item = json_object_get(line->object, "id");
    t2s_string_append(out, "");
    if (item)
        append_dump(out, item);
}

static bool is_known(const char *const *known, const char *name)
{
    while (*known && strcmp(*known, name) != 0)
        known++;
    return *known != NULL;
}

/* The members whose names are not in `known` (which NULL ends). Not by
 * json_copy, which passes over what it has no memory for. */
static void append_others(t2s_string *out, const json_t *object,
                          const char *const *known)
{
    json_t *members = (json_t *)(uintptr_t)object, *value;
    const char *name, *separator = "";
    t2s_string_append_char(out, '{');
    json_object_foreach(members, name, value)
    {
        if (is_known(known, name))
            continue;
        t2s_string_append(out, separator);
        t2s_string_append_json(out, name, strlen(name));
        t2s_string_append_char(out, ':');
        append_dump(out, value);
        separator = ",";
    }
    t2s_string_append_char(out, '}');
}

static const char *const line_members[] = {
    "db_id",   "question", "gold",  "candidates", "parser",
    "source",  "sql",      "score", "label",      "label_reason",
    "written", "guessed",  NULL};
static const char *const candidate_members[] = {
    "sql", "score", "label", "label_reason", "written", "guessed", NULL};

void t2s_line_fields(t2s_string *out, const t2s_line *line)
{
    append_others(out, line->object, line_members);
}

void t2s_candidate_fields(t2s_string *out, const t2s_line *line,
                          const t2s_line_candidate *candidate)
{
    if (candidate->object != line->object)
        append_others(out, candidate->object, candidate_members);
    else
        t2s_string_append(out, "{}"); /* a lone query: its line has them */
}
