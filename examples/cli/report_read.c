/* report_read.c - scored and labelled lines as arrays. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

static void *there(void *memory)
{
    if (!memory) {
        print_to(stderr, "t2sed: out of memory\n");
        exit(CLI_FAILED);
    }
    return memory;
}

void *report_array(size_t count, size_t size)
{
    return there(calloc(count ? count : 1, size));
}

void *report_grow(void *memory, size_t count, size_t size)
{
    return there(count > SIZE_MAX / size ? NULL
                                         : realloc(memory, count * size));
}

static char *copy(const char *text, size_t n)
{
    char *made = report_array(n + 1, 1);
    memcpy(made, text, n);
    return made;
}

/* "smbop" of "some/where/smbop.jsonl". */
static char *name_of(const char *path)
{
    const char *slash, *dot;
    if (!path || strcmp(path, "-") == 0)
        return copy("input", 5);
    slash = strrchr(path, '/');
    path = slash ? slash + 1 : path;
    dot = strrchr(path, '.');
    return copy(path, dot && dot > path ? (size_t)(dot - path) : strlen(path));
}

static void reserve(report_file *f, size_t candidates)
{
    if (f->lines + 2 > f->room_lines) {
        size_t n = f->room_lines = f->room_lines * 2 + 256;
        f->begin = report_grow(f->begin, n, sizeof *f->begin);
        f->db_ids = report_grow(f->db_ids, n, sizeof *f->db_ids);
        f->groups = report_grow(f->groups, n, sizeof *f->groups);
        f->hardness = report_grow(f->hardness, n, sizeof *f->hardness);
        f->turns = report_grow(f->turns, n, sizeof *f->turns);
        f->opens = report_grow(f->opens, n, sizeof *f->opens);
        f->kept = report_grow(f->kept, n, sizeof(json_t *));
    }
    if (f->candidates + candidates > f->room_candidates) {
        size_t n = f->room_candidates =
            f->room_candidates * 2 + candidates + 256;
        f->probability = report_grow(f->probability, n, sizeof(double));
        f->score = report_grow(f->score, n, sizeof(double));
        f->dropout = report_grow(f->dropout, n, sizeof(double));
        f->length = report_grow(f->length, n, sizeof(double));
        f->label = report_grow(f->label, n, sizeof(int));
        f->same = report_grow(f->same, n, sizeof(int));
    }
}

static double number(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* A deviation, or that of a list of scores; NaN for neither. */
static double deviation(const json_t *value)
{
    double sum = 0, squares = 0, n = 0;
    size_t i;
    const json_t *pass;
    if (!json_is_array(value))
        return number(value);
    json_array_foreach((json_t *)(size_t)value, i, pass)
    {
        sum += number(pass);
        n++;
    }
    json_array_foreach((json_t *)(size_t)value, i, pass)
    {
        double distance = number(pass) - sum / n;
        squares += distance * distance;
    }
    return n > 0 ? sqrt(squares / n) : NAN;
}

static int label_of(const json_t *value)
{
    if (json_is_boolean(value))
        return json_is_true(value);
    if (json_is_number(value)) {
        double label = json_number_value(value);
        return label == 1 ? 1 : label == 0 ? 0 : -1;
    }
    return -1;
}

/* A query without blanks, and in lower case outside quotes. */
static char *plain(const char *sql)
{
    char *made = report_array(strlen(sql) + 1, 1), *to = made, quote = 0;
    for (; *sql; sql++) {
        if (quote)
            quote = *sql == quote ? 0 : quote;
        else if (*sql == '\'' || *sql == '"' || *sql == '`')
            quote = *sql;
        else if (isspace((unsigned char)*sql))
            continue;
        *to++ = quote ? *sql : (char)tolower((unsigned char)*sql);
    }
    return made;
}

/* Gives the candidates from `first` on their numbers in `same`. */
static void find_equal(report_file *f, size_t first, json_t *const *list)
{
    json_t *seen = json_object();
    for (size_t i = first; i < f->candidates; i++) {
        const char *sql =
            json_string_value(json_object_get(list[i - first], "sql"));
        char *key = plain(sql ? sql : "");
        json_t *place = json_object_get(seen, key);
        f->same[i] = place ? (int)json_integer_value(place) : (int)(i - first);
        if (!place)
            json_object_set_new(seen, key, json_integer(f->same[i]));
        free(key);
    }
    json_decref(seen);
}

static void add_candidate(report_file *f, const json_t *candidate)
{
    size_t i = f->candidates++;
    const json_t *sql = json_object_get(candidate, "sql");
    f->probability[i] = number(json_object_get(candidate, "probability"));
    if (!(f->probability[i] >= 0 && f->probability[i] <= 1))
        f->probability[i] = NAN;
    f->score[i] = number(json_object_get(candidate, "score"));
    f->dropout[i] = deviation(json_object_get(candidate, "dropout"));
    f->length[i] = json_is_string(sql) ? (double)json_string_length(sql) : NAN;
    f->label[i] = label_of(json_object_get(candidate, "label"));
}

/* The hardness that the line names, or its gold query has; -1 for neither. */
static int hardness_of(const json_t *line, const char *db_id,
                       cli_databases *databases)
{
    const json_t *named = json_object_get(line, "hardness");
    const json_t *gold = json_object_get(line, "gold");
    cli_database *database = NULL;
    t2sed_sql *sql = NULL;
    t2sed_error err;
    int hardness = -1;
    for (int i = 0; json_is_string(named) && i < HARDNESS_COUNT; i++)
        if (strcmp(json_string_value(named), t2sed_hardness_name(i)) == 0)
            return i;
    if (!json_is_string(gold) ||
        cli_databases_find(databases, db_id, &database, &err) != T2SED_OK ||
        !database || !database->schema ||
        t2sed_sql_parse_n(&sql, json_string_value(gold),
                          json_string_length(gold), &err) != T2SED_OK)
        return -1;
    if (t2sed_hardness(&hardness, sql, database->schema, &err) != T2SED_OK)
        hardness = -1;
    t2sed_sql_free(sql);
    return hardness;
}

/* What a page may show of a line; NULL where its first query can't be among
 * those taken wrongly. Both objects are the same for a lone "sql". */
static json_t *keep(const report_file *f, size_t line, const json_t *object,
                    const json_t *query)
{
    static const char *const names[] = {"question", "knowledge", "parse",
                                        "context",  "db_id",     "gold",
                                        "dialect",  "sql",       "findings"};
    json_t *made;
    if (!f->keeps || !query || f->label[f->begin[line]] < 0)
        return NULL;
    made = json_object();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        json_t *member = json_object_get(i < 7 ? object : query, names[i]);
        if (member)
            json_object_set(made, names[i], member);
    }
    return made;
}

/* Counts {"model", "version", "database"}. */
static void count_source(report_file *f, const json_t *source)
{
    const char *model, *version, *database;
    char text[300];
    if (json_unpack((json_t *)(size_t)source, "{s:s, s:s, s:s}", "model",
                    &model, "version", &version, "database", &database) != 0)
        return;
    snprintf(text, sizeof text, "the model %.100s of t2sed %.40s, which %s",
             model, version,
             strcmp(database, "rows") == 0 ? "looked at the databases' rows"
             : strcmp(database, "schema") == 0
                 ? "knew the databases' schemas and no rows"
                 : "read the text alone and no database");
    json_object_set_new(
        f->sources, text,
        json_integer(json_integer_value(json_object_get(f->sources, text)) +
                     1));
}

/* `turn`: from 1; another number is none. */
static void set_turn(report_file *f, size_t at, json_int_t turn)
{
    f->turns[at] = turn < 1            ? -1
                   : turn < TURN_COUNT ? (int)turn - 1
                                       : TURN_COUNT - 1;
    f->opens[at] = turn >= 1 && (f->last_turn < 1 || turn <= f->last_turn);
    f->last_turn = turn;
}

static void add_line(report_file *f, const json_t *line,
                     cli_databases *databases)
{
    json_t *list = json_object_get(line, "candidates");
    size_t count = list ? json_array_size(list) : 1, at = f->lines;
    const json_t *db_id = json_object_get(line, "db_id");
    json_t **objects = report_array(count, sizeof *objects);
    reserve(f, count);
    f->begin[at] = f->candidates;
    for (size_t i = 0; i < count; i++) {
        objects[i] = list ? json_array_get(list, i) : (json_t *)(size_t)line;
        add_candidate(f, objects[i]);
    }
    find_equal(f, f->begin[at], objects);
    f->kept[at] = keep(f, at, line, count ? objects[0] : NULL);
    count_source(f, json_object_get(line, "scored_by"));
    free(objects);
    f->db_ids[at] = json_is_string(db_id) ? copy(json_string_value(db_id),
                                                 json_string_length(db_id))
                                          : NULL;
    f->hardness[at] = hardness_of(line, f->db_ids[at], databases);
    set_turn(f, at, json_integer_value(json_object_get(line, "turn")));
    f->has_db_ids |= f->db_ids[at] != NULL;
    f->has_hardness |= f->hardness[at] >= 0;
    f->has_turns |= f->turns[at] >= 0;
    f->begin[++f->lines] = f->candidates;
}

/* NULL, or why a line is no beam. */
static const char *refusal(const json_t *line)
{
    json_t *list = json_object_get(line, "candidates"), *candidate;
    size_t i;
    if (!list)
        return json_object_get(line, "sql")
                   ? NULL
                   : "neither \"candidates\" nor \"sql\" is there";
    if (!json_is_array(list))
        return "\"candidates\" is no array";
    json_array_foreach(list, i, candidate)
    {
        if (!json_is_object(candidate))
            return "a candidate is no object like {\"sql\": ...}";
    }
    return NULL;
}

static void refuse(report_file *f, const cli_lines *lines, const char *why)
{
    f->refused++;
    if (why)
        print_to(stderr, "t2sed: %s, line %zu: %s\n", lines->name,
                 lines->number, why);
}

bool report_read(report_file *file, const char *path, bool keeps,
                 cli_databases *databases)
{
    cli_lines lines;
    memset(file, 0, sizeof *file);
    if (!cli_lines_open(&lines, path))
        return false;
    file->name = name_of(path);
    file->keeps = keeps;
    file->sources = json_object();
    reserve(file, 0);
    file->begin[0] = 0;
    while (cli_lines_next(&lines)) {
        t2sed_error err;
        json_t *line = cli_lines_object(&lines, &err);
        const char *why = line ? refusal(line) : NULL;
        if (!line) {
            print_to(stderr, "t2sed: %s\n", err.text);
            refuse(file, &lines, NULL);
        } else if (why) {
            refuse(file, &lines, why);
        } else {
            add_line(file, line, databases);
        }
        json_decref(line);
    }
    return cli_lines_close(&lines);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lines without a db_id are one group, the last. */
static void number_file(report_file *f, char **names, size_t count)
{
    for (size_t i = 0; i < f->lines; i++) {
        char **found =
            f->db_ids[i] && count
                ? bsearch(&f->db_ids[i], names, count, sizeof *names, by_name)
                : NULL;
        f->groups[i] = (int)(found ? (size_t)(found - names) : count);
    }
}

void report_number_groups(report_file *files, int count)
{
    size_t all = 0, n = 0, different = 0;
    char **names;
    for (int f = 0; f < count; f++)
        all += files[f].lines;
    names = report_array(all, sizeof *names);
    for (int f = 0; f < count; f++)
        for (size_t i = 0; i < files[f].lines; i++)
            if (files[f].db_ids[i])
                names[n++] = files[f].db_ids[i];
    if (n)
        qsort(names, n, sizeof *names, by_name);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || strcmp(names[i], names[different - 1]) != 0)
            names[different++] = names[i];
    for (int f = 0; f < count; f++)
        number_file(&files[f], names, different);
    free(names);
}

void report_file_free(report_file *file)
{
    for (size_t i = 0; i < file->lines; i++) {
        free(file->db_ids[i]);
        json_decref(file->kept[i]);
    }
    json_decref(file->sources);
    free(file->kept);
    free(file->name);
    free(file->begin);
    free(file->db_ids);
    free(file->groups);
    free(file->hardness);
    free(file->turns);
    free(file->opens);
    free(file->probability);
    free(file->score);
    free(file->dropout);
    free(file->length);
    free(file->label);
    free(file->same);
}
