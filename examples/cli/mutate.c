/* mutate.c - t2sed collect --mutate: wrong queries from right ones, labelled by
 * running them. */
#include <stdlib.h>
#include <string.h>

#include "collect.h"

/* More mutants are made than asked for, since some turn out to be right, or
 * not to run. */
enum { SPARE = 3, MADE_MAX = 2 * CLI_MUTANTS_MAX + SPARE, TRIES = 3 };

/* A mutant whose result is empty where the right one is not is seldom what a
 * parser would give; so many of them stay. */
static const double empty_share = 0.4;

/* Lines that are being run for each thread. */
enum { AHEAD = 8, OPERATIONS_MAX = 64 };

typedef struct mutant {
    char *sql;
    int operations[2];
} mutant;

/* A line whose mutants are being run. */
typedef struct job {
    struct job *next;
    json_t *line;
    json_t *base; /* its query; a string */
    mutant made[MADE_MAX];
    size_t count;
} job;

/* What came of the mutants. */
enum {
    KEPT,
    RIGHT,
    NOT_EXECUTABLE,
    CUT_OFF,
    UNDECIDED,
    EMPTY,
    SURPLUS,
    OUTCOMES
};

static const char *const outcome_names[OUTCOMES] = {
    "kept",      "right", "not executable", "cut off",
    "undecided", "empty", "more than K"};

/* ... and of the lines. */
enum {
    WRITTEN,
    INVALID,
    NO_BASE,
    NO_DATABASE,
    NOT_SQL,
    NO_MUTANT,
    BASE_FAILS,
    FATES
};

static const char *const fate_names[FATES] = {"written",
                                              "no JSON object",
                                              "without a right query",
                                              "without a database",
                                              "with SQL that does not parse",
                                              "without a mutant that is wrong",
                                              "whose right query does not run"};

typedef struct mutate_command {
    const cli_mutate *how;
    cli_databases databases;
    t2sed_evaluator *evaluator;
    json_t *places; /* db_id -> place in mutators */
    t2sed_mutator **mutators;
    size_t mutator_count;
    t2sed_mutator_options options; /* of each */
    double weights[OPERATIONS_MAX];
    job *first, *last;
    size_t pending, ahead;
    size_t fates[FATES];
    size_t outcomes[OPERATIONS_MAX][OUTCOMES]; /* by operation; double ones
                                                  stand last */
    size_t names;                              /* of operations */
    bool failed;
} mutate_command;

/* ------------------------------------------------------------- one line */

static void free_job(job *j)
{
    for (size_t i = 0; i < j->count; i++)
        t2sed_free(j->made[i].sql);
    json_decref(j->line);
    free(j);
}

/* The query that is changed, borrowed from the line; or NULL. */
static json_t *find_base(const mutate_command *c, const json_t *line)
{
    const json_t *candidates = json_object_get(line, "candidates");
    json_t *gold = json_object_get(line, "gold"), *candidate;
    size_t i;
    if (!json_is_string(gold))
        gold = json_object_get(line, "query");
    if (strcmp(c->how->of, "gold") == 0)
        return json_is_string(gold) ? gold : NULL;
    json_array_foreach((json_t *)(size_t)candidates, i, candidate)
    {
        json_t *sql = json_object_get(candidate, "sql");
        const json_t *label = json_object_get(candidate, "label");
        if (json_is_string(sql) && json_is_integer(label) &&
            json_integer_value(label) == 1)
            return sql;
    }
    return NULL;
}

/* The mutator of a line's database; NULL where there is none. */
static t2sed_mutator *find_mutator(mutate_command *c, const json_t *line,
                                   cli_database **database)
{
    const json_t *place;
    t2sed_mutator **list, *mutator = NULL;
    t2sed_error err;
    if (cli_databases_of_line(&c->databases, line, database, &err) != T2SED_OK)
        return NULL;
    place = json_object_get(c->places, (*database)->db_id);
    if (place)
        return c->mutators[json_integer_value(place)];
    list = realloc(c->mutators, (c->mutator_count + 1) * sizeof *list);
    if (list)
        c->mutators = list;
    if (!list || t2sed_mutator_new(&mutator, (*database)->database, &c->options,
                                   &err) != T2SED_OK)
        return NULL;
    json_object_set_new(c->places, (*database)->db_id,
                        json_integer((json_int_t)c->mutator_count));
    list[c->mutator_count++] = mutator;
    return mutator;
}

/* FNV-1a, for random choices that depend on their subject alone. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

static uint64_t seed_of(const mutate_command *c, const char *text)
{
    return mix(mix(14695981039346656037u ^ (uint64_t)c->how->seed, "t2sed"),
               text);
}

static bool is_known(const job *j, const char *sql)
{
    for (size_t i = 0; i < j->count; i++)
        if (strcmp(j->made[i].sql, sql) == 0)
            return true;
    return false;
}

/* Fills in the job's mutants; false where the base does not parse. */
static bool make_mutants(const mutate_command *c, job *j,
                         t2sed_mutator *mutator)
{
    size_t wanted = (size_t)c->how->count * 3 / 2 + SPARE;
    t2sed_sql *sql = NULL;
    if (t2sed_sql_parse_n(&sql, json_string_value(j->base),
                          json_string_length(j->base), NULL) != T2SED_OK)
        return false;
    t2sed_mutator_reseed(mutator, seed_of(c, json_string_value(j->base)));
    for (size_t i = 0; i < TRIES * wanted && j->count < wanted; i++) {
        mutant *made = &j->made[j->count];
        if (t2sed_mutator_mutate(&made->sql, made->operations, mutator, sql,
                                 NULL) != T2SED_OK)
            break;
        if (is_known(j, made->sql))
            t2sed_free(made->sql);
        else
            j->count++;
    }
    t2sed_sql_free(sql);
    return true;
}

static bool submit(mutate_command *c, job *j, t2sed_database *database)
{
    const char *queries[MADE_MAX];
    t2sed_evaluator_item item = T2SED_EVALUATOR_ITEM_INIT;
    t2sed_error err;
    for (size_t i = 0; i < j->count; i++)
        queries[i] = j->made[i].sql;
    item.database = database;
    item.gold = json_string_value(j->base);
    item.gold_length = json_string_length(j->base);
    item.queries = queries;
    item.query_count = j->count;
    if (t2sed_evaluator_submit(c->evaluator, &item, &err) != T2SED_OK) {
        cli_fail(&err);
        c->failed = true;
        free_job(j);
        return false;
    }
    if (c->last)
        c->last->next = j;
    else
        c->first = j;
    c->last = j;
    c->pending++;
    return true;
}

/* Hands in a line's mutants, or says in `fates` why there are none. Takes the
 * line over. */
static void take_line(mutate_command *c, json_t *line)
{
    cli_database *database = NULL;
    t2sed_mutator *mutator;
    job *j = calloc(1, sizeof *j);
    if (!j) {
        json_decref(line);
        c->failed = true;
        return;
    }
    j->line = line;
    j->base = find_base(c, line);
    mutator = j->base ? find_mutator(c, line, &database) : NULL;
    if (!j->base)
        c->fates[NO_BASE]++;
    else if (!mutator)
        c->fates[NO_DATABASE]++;
    else if (!make_mutants(c, j, mutator))
        c->fates[NOT_SQL]++;
    else if (j->count == 0)
        c->fates[NO_MUTANT]++;
    else {
        submit(c, j, database->database);
        return;
    }
    free_job(j);
}

/* ---------------------------------------------------------- its results */

static int outcome_of(const mutate_command *c, const mutant *made,
                      const t2sed_evaluation *labels, size_t i)
{
    switch (labels->verdicts[i].reason) {
    case T2SED_REASON_NOT_EXECUTABLE:
        return NOT_EXECUTABLE;
    case T2SED_REASON_TIME:
    case T2SED_REASON_ROWS:
    case T2SED_REASON_MEMORY:
        return CUT_OFF;
    default:
        break;
    }
    if (labels->verdicts[i].label == T2SED_LABEL_RIGHT)
        return RIGHT;
    if (labels->verdicts[i].label != T2SED_LABEL_WRONG)
        return UNDECIDED;
    if (labels->verdicts[i].rows == 0 && labels->gold_rows > 0 &&
        (double)(seed_of(c, made->sql) >> 40) / (1 << 24) >= empty_share)
        return EMPTY;
    return KEPT;
}

static json_t *candidate_json(const mutant *made)
{
    const char *first = t2sed_mutation_name(made->operations[0]);
    const char *second = t2sed_mutation_name(made->operations[1]);
    char name[100];
    snprintf(name, sizeof name, "%s%s%s", first, second ? "+" : "",
             second ? second : "");
    return json_pack("{s:s, s:i, s:s}", "sql", made->sql, "label", 0,
                     "mutation", name);
}

static void write_line(job *j, json_t *candidates)
{
    json_t *gold = json_object_get(j->line, "gold");
    if (!json_is_string(gold))
        gold = json_object_get(j->line, "query");
    if (gold)
        json_object_set(j->line, "gold", gold);
    json_object_del(j->line, "query");
    json_object_set(j->line, "candidates", candidates);
    cli_write_json(j->line, stdout);
}

static void finish(mutate_command *c, job *j, const t2sed_evaluation *labels)
{
    json_t *candidates = json_array();
    long kept = 0;
    if (labels->verdicts[0].reason >= T2SED_REASON_GOLD) {
        c->fates[BASE_FAILS]++;
        json_decref(candidates);
        return;
    }
    json_array_append_new(candidates,
                          json_pack("{s:O, s:i}", "sql", j->base, "label", 1));
    for (size_t i = 0; i < j->count; i++) {
        const mutant *made = &j->made[i];
        int outcome = outcome_of(c, made, labels, i);
        size_t row =
            made->operations[1] >= 0 ? c->names : (size_t)made->operations[0];
        if (outcome == KEPT && kept == c->how->count)
            outcome = SURPLUS;
        c->outcomes[row][outcome]++;
        if (outcome != KEPT)
            continue;
        json_array_append_new(candidates, candidate_json(made));
        kept++;
    }
    if (kept > 0)
        write_line(j, candidates);
    c->fates[kept > 0 ? WRITTEN : NO_MUTANT]++;
    json_decref(candidates);
}

static void fetch(mutate_command *c)
{
    job *j = c->first;
    t2sed_evaluation *labels = NULL;
    t2sed_error err;
    c->first = j->next;
    if (!c->first)
        c->last = NULL;
    c->pending--;
    if (t2sed_evaluator_next(&labels, c->evaluator, &err) == T2SED_OK) {
        finish(c, j, labels);
    } else {
        cli_fail(&err);
        c->failed = true;
    }
    t2sed_evaluation_free(labels);
    free_job(j);
}

/* ------------------------------------------------------------ all lines */

static void run_lines(mutate_command *c, cli_lines *lines)
{
    while (!c->failed && cli_lines_next(lines)) {
        t2sed_error err;
        json_t *line = cli_lines_object(lines, &err);
        if (line) {
            take_line(c, line);
        } else {
            cli_fail(&err);
            c->fates[INVALID]++;
        }
        while (!c->failed && c->pending > c->ahead)
            fetch(c);
    }
    while (!c->failed && c->pending > 0)
        fetch(c);
}

static void print_report(const mutate_command *c)
{
    print_to(stderr, "%-16s", "operation");
    for (size_t k = 0; k < OUTCOMES; k++)
        print_to(stderr, " %14s", outcome_names[k]);
    print_to(stderr, "\n");
    for (size_t i = 0; i <= c->names; i++) {
        const char *name = t2sed_mutation_name((int)i);
        print_to(stderr, "%-16s", name ? name : "(two)");
        for (size_t k = 0; k < OUTCOMES; k++)
            print_to(stderr, " %14zu", c->outcomes[i][k]);
        print_to(stderr, "\n");
    }
}

static void print_counts(const mutate_command *c)
{
    if (c->how->report)
        print_report(c);
    cli_note("t2sed: lines:");
    for (size_t k = 0; k < FATES; k++)
        if (c->fates[k] > 0 || k == WRITTEN)
            cli_note("%s %zu %s", k ? "," : "", c->fates[k], fate_names[k]);
    cli_note("\nt2sed: mutants:");
    for (size_t k = 0; k < OUTCOMES; k++) {
        size_t sum = 0;
        for (size_t i = 0; i <= c->names; i++)
            sum += c->outcomes[i][k];
        if (sum > 0 || k == KEPT)
            cli_note("%s %zu %s", k ? "," : "", sum, outcome_names[k]);
    }
    cli_note("\n");
}

static void close_all(mutate_command *c)
{
    while (c->first) {
        job *j = c->first;
        c->first = j->next;
        free_job(j);
    }
    t2sed_evaluator_free(c->evaluator);
    for (size_t i = 0; i < c->mutator_count; i++)
        t2sed_mutator_free(c->mutators[i]);
    free(c->mutators);
    json_decref(c->places);
    cli_databases_close(&c->databases);
}

/* Gives the operations of a list equal weights; false if a name is unknown. */
static bool read_operations(mutate_command *c, const char *list)
{
    t2sed_mutator_options_init(&c->options, sizeof c->options);
    while (list && *list) {
        const size_t n = strcspn(list, ",");
        size_t i = 0;
        while (i < c->names &&
               (strlen(t2sed_mutation_name((int)i)) != n ||
                strncmp(t2sed_mutation_name((int)i), list, n) != 0))
            i++;
        if (i == c->names) {
            cli_usage_error("collect",
                            "--operations: unknown operation \"%.*s\"; "
                            "\"man t2sed\" lists all",
                            (int)n, list);
            return false;
        }
        c->weights[i] = 1;
        c->options.weights = c->weights;
        c->options.weight_count = c->names;
        list += n + (list[n] == ',');
    }
    return true;
}

int cli_collect_mutate(const cli_mutate *how, const char *path)
{
    static mutate_command command;
    mutate_command *c = &command;
    t2sed_evaluator_options options;
    cli_lines lines;
    t2sed_error err;
    bool read_all;
    t2sed_evaluator_options_init(&options, sizeof options);
    c->how = how;
    c->ahead = AHEAD * (size_t)(how->threads > 0 ? how->threads : 8);
    while (c->names < OPERATIONS_MAX - 1 && t2sed_mutation_name((int)c->names))
        c->names++;
    if (!read_operations(c, how->operations))
        return CLI_USAGE;
    options.threads = (int)how->threads;
    /* A right query takes a few milliseconds; what takes this long is a mutant
     * that joins everything with everything. */
    options.max_milliseconds = 1000;
    if (!cli_databases_open(&c->databases, &how->from))
        return CLI_FAILED;
    if (t2sed_evaluator_new(&c->evaluator, &options, &err) != T2SED_OK) {
        cli_databases_close(&c->databases);
        return cli_fail(&err);
    }
    if (!cli_lines_open(&lines, path)) {
        close_all(c);
        return CLI_FAILED;
    }
    c->places = json_object();
    run_lines(c, &lines);
    read_all = cli_lines_close(&lines);
    print_counts(c);
    close_all(c);
    if (c->failed || !read_all)
        return CLI_FAILED;
    return c->fates[INVALID] > 0 ? CLI_BAD_INPUT : CLI_OK;
}
