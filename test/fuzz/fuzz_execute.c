/*
 * Runs hostile SQL on a small database, as evaluator, evidence, findings and
 * agreement run it: a question, the gold query and predictions, one a line.
 * Nothing is written, and all of it ends soon.
 */
#include "answers.h"
#include "small_database.h"

#define MOST_QUERIES 4

static t2sed_evaluator *evaluators[3];
static t2sed_database *database;
static t2sed_evidence *evidence;

static void end(void)
{
    for (int rule = 0; rule < 3; rule++)
        t2sed_evaluator_free(evaluators[rule]);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
}

static void begin(void)
{
    t2sed_database_options limits;
    small_open();
    t2sed_database_options_init(&limits, sizeof limits);
    limits.max_milliseconds = 50;
    limits.max_rows = 100;
    for (int rule = 0; rule < 3; rule++)
        evaluators[rule] = answers_evaluator(rule, 50);
    require(t2sed_database_open(&database, small.path, &limits, NULL) ==
            T2SED_OK);
    require(t2sed_evidence_new(&evidence, database, NULL) == T2SED_OK);
    atexit(end);
}

static void gather(const char *text, size_t n, size_t question)
{
    t2sed_sql *sql = NULL;
    if (t2sed_sql_parse_n(&sql, text, n, NULL) == T2SED_OK)
        answers_compute(evidence, sql);
    t2sed_sql_free(sql);
    answers_find(evidence, text, n, question);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *stop = at + size, *line;
    const char *queries[MOST_QUERIES];
    size_t lengths[MOST_QUERIES], count = 0, asked;
    t2sed_question *question;
    if (!evidence)
        begin();
    line = size ? memchr(at, '\n', size) : NULL;
    if (!line || size > 10000)
        return 0;
    asked = (size_t)(line - at);
    if (t2sed_question_new_n(&question, at, asked, NULL) != T2SED_OK)
        return 0;
    require(t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK);
    t2sed_question_free(question);
    for (at = line + 1; at < stop && count < MOST_QUERIES; at = line + 1) {
        line = memchr(at, '\n', (size_t)(stop - at));
        line = line && count + 1 < MOST_QUERIES ? line : stop;
        queries[count] = at;
        lengths[count++] = (size_t)(line - at);
    }
    if (count > 0) {
        answers_evaluate(evaluators[size % 3], small.database, queries, lengths,
                         count);
        answers_agree(evidence, queries, lengths, count);
    }
    for (size_t i = 0; i < count; i++)
        gather(queries[i], lengths[i], asked);
    small_check();
    return 0;
}
