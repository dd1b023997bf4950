/*
 * soak.c - many beams through everything that a host calls for each, to see
 * that memory stays where it is:
 *
 *     soak [BEAMS [MODEL_DIR]]      (100000, lib/models/default)
 *
 * Databases are made by script in a temporary directory, 20 at a time, each
 * with tables and rows of its own, opened again every so many beams. Each beam
 * is scored, its candidates' agreement found, re-ranked, decided on and looked
 * through for findings. Memory is printed every 1,000 beams; the exit status is
 * 1 where the second half of the run took over 1 % more than it began with.
 */
#include <malloc.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <t2sed.h>
#include <t2sed/parts.h>

#define DATABASES  20
#define BEAMS_EACH 50 /* before the next database's turn */
#define CANDIDATES 8
#define EVERY      1000

static uint32_t seed = 7;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static void give_up(const char *what, const t2sed_error *err)
{
    fprintf(stderr, "soak: %s: %s\n", what, err ? err->text : "");
    exit(2);
}

/* ------------------------------------------------------------- databases */

static const char *const nouns[] = {"singer", "concert", "stadium", "ship",
                                    "pupil",  "river",   "museum",  "player"};
#define NOUNS 8

static void run(sqlite3 *db, const char *format, ...)
{
    va_list arguments;
    char *sql;
    va_start(arguments, format);
    sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    if (!sql || sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        give_up(sqlite3_errmsg(db), NULL);
    sqlite3_free(sql);
}

/* Two tables, the second of which refers to the first. */
static void make_database(const char *path, int number)
{
    const char *one = nouns[number % NOUNS];
    const char *other = nouns[(number + 3) % NOUNS];
    const int rows = 5 + number * 7;
    sqlite3 *db = NULL;
    if (sqlite3_open(path, &db) != SQLITE_OK)
        give_up(path, NULL);
    run(db,
        "BEGIN; CREATE TABLE %s (id INTEGER PRIMARY KEY, name TEXT, age INT, "
        "country TEXT); CREATE TABLE %s (id INTEGER PRIMARY KEY, %s_id INT "
        "REFERENCES %s (id), year INT, price REAL);",
        one, other, one, one);
    for (int i = 0; i < rows; i++) {
        run(db, "INSERT INTO %s VALUES (%d, 'name %d', %d, 'country %d')", one,
            i, i * 37 % 101, i * 13 % 60, i % 7);
        run(db, "INSERT INTO %s VALUES (%d, %d, %d, %g)", other, i, i / 2,
            1990 + i % 30, i * 1.5);
    }
    run(db, "COMMIT");
    sqlite3_close(db);
}

/* ----------------------------------------------------------------- beams */

/* '@' is the first table's name, '#' the second's, '%' a number. */
static const char *const templates[] = {
    "SELECT name FROM @ WHERE age > %",
    "SELECT count(*) FROM @ WHERE age > %",
    "SELECT T1.name FROM @ AS T1 JOIN # AS T2 ON T1.id = T2.@_id "
    "WHERE T2.year > 1990 + %",
    "SELECT country, avg(age) FROM @ GROUP BY country HAVING count(*) > "
    "%",
    "SELECT name FROM @ WHERE country = 'country %' ORDER BY age DESC "
    "LIMIT 3",
    "SELECT name FROM @ WHERE id NOT IN (SELECT @_id FROM #)",
    "SELECT nome FROM @ WHERE age = %",
    "SELECT max(price), min(price FROM # -- %",
    "SELECT year FROM # WHERE price < % UNION SELECT age FROM @",
};
#define TEMPLATES ((uint32_t)(sizeof templates / sizeof *templates))

static const char *const questions[] = {
    "Which @ are older than %?",
    "How many @ of country % are there?",
    "What are the names of the @ with a # after 2001 + %?",
    "Show the average age of the @ of each country.",
};

static void fill(char *out, size_t size, const char *pattern, const char *one,
                 const char *other)
{
    size_t n = 0;
    for (; *pattern && n + 1 < size; pattern++) {
        const char *name = *pattern == '@'   ? one
                           : *pattern == '#' ? other
                                             : NULL;
        if (name)
            n += (size_t)snprintf(out + n, size - n, "%s", name);
        else if (*pattern == '%')
            n += (size_t)snprintf(out + n, size - n, "%u", below(60));
        else
            out[n++] = *pattern;
    }
    out[n < size ? n : size - 1] = '\0';
}

/* What is open for the present database. */
typedef struct at {
    int number;
    char path[300];
    t2sed_database *database;
    t2sed_evidence *evidence;
} at;

static void open_database(at *a, const char *directory, int number)
{
    t2sed_error err;
    a->number = number;
    snprintf(a->path, sizeof a->path, "%s/%d.sqlite", directory, number);
    if (t2sed_database_open(&a->database, a->path, NULL, &err) ||
        t2sed_evidence_new(&a->evidence, a->database, &err))
        give_up(a->path, &err);
}

static void close_database(at *a)
{
    t2sed_evidence_free(a->evidence);
    t2sed_database_free(a->database);
    a->evidence = NULL;
    a->database = NULL;
}

typedef struct tools {
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_reranker *reranker;
    t2sed_trigger *trigger;
} tools;

static void open_tools(tools *t, const char *directory)
{
    t2sed_reranker_weights weights;
    t2sed_trigger_options thresholds;
    t2sed_trigger_options_init(&thresholds, sizeof thresholds);
    t2sed_error err;
    t2sed_reranker_weights_init(&weights, sizeof weights);
    if (t2sed_model_open(&t->model, directory, NULL, &err) ||
        t2sed_scorer_new(&t->scorer, t->model, NULL, &err) ||
        t2sed_reranker_weights_of(&weights, t->model, &err) ||
        t2sed_reranker_parse(&t->reranker, "default+margin", &weights, &err) ||
        t2sed_trigger_options_of(&thresholds, t->model, 0.95, &err) ||
        t2sed_trigger_new(&t->trigger, &thresholds, &err))
        give_up(directory, &err);
}

static void close_tools(tools *t)
{
    t2sed_trigger_free(t->trigger);
    t2sed_reranker_free(t->reranker);
    t2sed_scorer_free(t->scorer);
    t2sed_model_free(t->model);
}

/* Order and findings of what was scored; sums up something of each, so that
 * nothing is left out. */
static double decide(const tools *t, at *a, const char *const *queries,
                     const t2sed_scores *scores)
{
    double probabilities[CANDIDATES], sum;
    int groups[CANDIDATES];
    t2sed_agreement *agreement = NULL;
    t2sed_ranking *ranking = NULL;
    t2sed_signals signals;
    t2sed_error err;
    if (t2sed_agreement_new(&agreement, a->evidence, queries, NULL, CANDIDATES,
                            NULL, &err))
        give_up("agreement", &err);
    for (size_t i = 0; i < CANDIDATES; i++) {
        probabilities[i] = t2sed_scores_probability(scores, i);
        t2sed_agreed agreed = T2SED_AGREED_INIT;
        t2sed_agreement_get(agreement, i, &agreed, NULL);
        groups[i] = agreed.group;
    }
    t2sed_signals_init(&signals, sizeof signals);
    signals.count = CANDIDATES;
    signals.probability = probabilities;
    signals.groups = groups;
    if (t2sed_reranker_apply(&ranking, t->reranker, &signals, &err))
        give_up("ranking", &err);
    sum = t2sed_trigger_decide(
        t->trigger,
        t2sed_ranking_confidence(ranking, t2sed_ranking_candidate(ranking, 0)));
    for (size_t i = 0; i < CANDIDATES; i++) {
        t2sed_findings *findings = NULL;
        if (t2sed_findings_parse(&findings, a->evidence, queries[i], &err))
            give_up("findings", &err);
        sum += (double)t2sed_findings_count(findings);
        t2sed_findings_free(findings);
    }
    t2sed_ranking_free(ranking);
    t2sed_agreement_free(agreement);
    return sum;
}

static double one_beam(const tools *t, at *a)
{
    char texts[CANDIDATES][300], text[300];
    const char *queries[CANDIDATES];
    const char *one = nouns[a->number % NOUNS];
    const char *other = nouns[(a->number + 3) % NOUNS];
    t2sed_question *question = NULL;
    t2sed_scores *scores = NULL;
    t2sed_beam beam;
    t2sed_error err;
    double sum;
    for (size_t i = 0; i < CANDIDATES; i++) {
        fill(texts[i], sizeof texts[i], templates[below(TEMPLATES)], one,
             other);
        queries[i] = texts[i];
    }
    fill(text, sizeof text, questions[below(4)], one, other);
    if (t2sed_question_new(&question, text, &err))
        give_up(text, &err);
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.evidence = a->evidence;
    beam.queries = queries;
    beam.count = CANDIDATES;
    if (t2sed_scorer_score_beams(&scores, t->scorer, &beam, 1, &err) ||
        t2sed_evidence_set_question(a->evidence, question, &err))
        give_up("scoring", &err);
    sum = decide(t, a, queries, scores);
    t2sed_scores_free(scores);
    t2sed_question_free(question);
    return sum;
}

/* ---------------------------------------------------------------- memory */

/* Of the process, and of malloc what is in use, in KiB. */
typedef struct memory {
    double resident, used;
} memory;

static memory measure(void)
{
    memory m = {0, 0};
    const struct mallinfo2 info = mallinfo2();
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        give_up("/proc/self/statm", NULL);
    fclose(file);
    m.resident = (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
    m.used = (double)(info.uordblks + info.hblkhd) / 1024;
    return m;
}

/* The most of a part of the run. */
static memory most(const memory *list, long from, long to)
{
    memory m = {0, 0};
    for (long i = from; i < to; i++) {
        m.resident = fmax(m.resident, list[i].resident);
        m.used = fmax(m.used, list[i].used);
    }
    return m;
}

/* The third quarter beside the last. */
static int judge(const memory *list, long count)
{
    const memory before = most(list, count / 2, count / 2 + count / 4);
    const memory after = most(list, count / 2 + count / 4, count);
    const double resident = after.resident / before.resident - 1;
    const double used = after.used / before.used - 1;
    printf("second half: RSS %+.2f %%, in use %+.2f %%: %s\n", 100 * resident,
           100 * used, resident > 0.01 || used > 0.01 ? "grows" : "flat");
    return resident > 0.01 || used > 0.01;
}

int main(int argc, char **argv)
{
    const long beams = argc > 1 ? atol(argv[1]) : 100000;
    char directory[] = "/tmp/t2sed-soak-XXXXXX";
    memory *list = calloc((size_t)(beams / EVERY + 1), sizeof *list);
    tools t = {0};
    at a = {0};
    double sum = 0;
    int grows;
    if (beams < 4 * EVERY || !list || !mkdtemp(directory))
        give_up("expected 4000 beams or more, and room in /tmp", NULL);
    for (int i = 0; i < DATABASES; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%d.sqlite", directory, i);
        make_database(path, i);
    }
    open_tools(&t, argc > 2 ? argv[2] : "lib/models/default");
    printf("beams  RSS KiB  in use KiB\n");
    for (long i = 0; i < beams; i++) {
        if (i % BEAMS_EACH == 0) {
            close_database(&a);
            open_database(&a, directory, (int)(i / BEAMS_EACH % DATABASES));
        }
        sum += one_beam(&t, &a);
        if ((i + 1) % EVERY == 0) {
            list[i / EVERY] = measure();
            printf("%ld  %.0f  %.0f\n", i + 1, list[i / EVERY].resident,
                   list[i / EVERY].used);
            fflush(stdout);
        }
    }
    close_database(&a);
    close_tools(&t);
    grows = judge(list, beams / EVERY);
    printf("(%.0f findings and decisions)\n", sum);
    for (int i = 0; i < DATABASES; i++) {
        snprintf(a.path, sizeof a.path, "%s/%d.sqlite", directory, i);
        unlink(a.path);
    }
    rmdir(directory);
    free(list);
    return grows;
}
