/*
 * features.c - prints the evidence of every query of a file as numbers, which
 * test_golden.py compares with those that are pinned.
 *
 *     features DATABASE|- LINES
 *
 * LINES is what `t2sed score` reads: {"question", "sql"} or {"question",
 * "candidates": [{"sql"}, ...]}, with "context", the turns before it. Without a
 * database (-) the schema is not known either. The first line of output lists
 * the names of the features, each other one is for a line of input: a list of
 * numbers for each query, null for what can't be known, or null for a query
 * that does not parse.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <t2sed.h>
#include <t2sed/parts.h>

static t2sed_error err;

static void check(t2sed_status status, const char *what)
{
    if (status == T2SED_OK)
        return;
    fprintf(stderr, "features: %s: %s\n", what, err.text);
    exit(1);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_t *number(float value)
{
    return isnan(value) ? json_null()
           : value == floorf(value) && fabsf(value) < 1e9F
               ? json_integer((json_int_t)value)
               : json_real((double)value);
}

static json_t *numbers_of(t2sed_evidence *evidence, const char *text)
{
    const size_t count = t2sed_evidence_count();
    float *numbers;
    json_t *list;
    t2sed_sql *sql;
    if (t2sed_sql_parse_n(&sql, text, strlen(text), NULL) != T2SED_OK)
        return json_null();
    numbers = malloc(count * sizeof *numbers);
    check(t2sed_evidence_compute(evidence, sql, numbers, &err), text);
    list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, number(numbers[i]));
    free(numbers);
    t2sed_sql_free(sql);
    return list;
}

static void set_question(t2sed_evidence *evidence,
                         t2sed_conversation **conversation, const json_t *line)
{
    t2sed_question *question;
    size_t i;
    json_t *turn;
    check(t2sed_question_new(&question, text_of(line, "question"), &err),
          "question");
    check(t2sed_evidence_set_question(evidence, question, &err), "question");
    t2sed_question_free(question);
    t2sed_conversation_free(*conversation);
    check(t2sed_conversation_new(conversation, &err), "conversation");
    json_array_foreach(json_object_get(line, "context"), i, turn)
        check(t2sed_conversation_add(*conversation, text_of(turn, "question"),
                                     text_of(turn, "sql"), &err),
              "context");
    if (i > 0)
        check(t2sed_evidence_set_conversation(evidence, *conversation, &err),
              "context");
}

static void print(json_t *value)
{
    json_dumpf(value, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
    putchar('\n');
    json_decref(value);
}

static void print_line(t2sed_evidence *evidence,
                       t2sed_conversation **conversation, const json_t *line)
{
    const json_t *candidates = json_object_get(line, "candidates");
    json_t *queries = json_array(), *candidate;
    size_t i;
    if (*text_of(line, "question")) {
        set_question(evidence, conversation, line);
        json_array_foreach(candidates, i, candidate) json_array_append_new(
            queries, numbers_of(evidence, text_of(candidate, "sql")));
        if (!candidates)
            json_array_append_new(queries,
                                  numbers_of(evidence, text_of(line, "sql")));
    }
    print(queries);
}

int main(int argc, char **argv)
{
    t2sed_database *database = NULL;
    t2sed_evidence *evidence;
    t2sed_conversation *conversation;
    t2sed_database_options options;
    const char *path = argc == 3 && strcmp(argv[1], "-") ? argv[1] : NULL;
    FILE *lines = argc == 3 ? fopen(argv[2], "r") : NULL;
    json_t *names = json_array(), *line;
    if (!lines) {
        fprintf(stderr, "usage: features DATABASE|- LINES\n");
        return 2;
    }
    t2sed_database_options_init(&options, sizeof options);
    /* However slow the machine: no limit decides a number. */
    options.max_milliseconds = 60000;
    options.values_milliseconds = 60000;
    if (path)
        check(t2sed_database_open(&database, path, &options, &err), path);
    check(t2sed_evidence_new(&evidence, database, &err), "evidence");
    check(t2sed_conversation_new(&conversation, &err), "conversation");
    for (size_t i = 0; i < t2sed_evidence_count(); i++) {
        t2sed_evidence_feature feature = T2SED_EVIDENCE_FEATURE_INIT;
        check(t2sed_evidence_feature_get(i, &feature, &err), "feature");
        json_array_append_new(names, json_string(feature.name));
    }
    print(names);
    while ((line = json_loadf(lines, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        print_line(evidence, &conversation, line);
        json_decref(line);
    }
    fclose(lines);
    t2sed_conversation_free(conversation);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
    return 0;
}
