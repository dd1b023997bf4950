/*
 * schema_columns.c - how long a schema prediction takes on schemas of many
 * columns: processor time of one thread, the median of some runs.
 *
 *     schema_columns [MODEL]
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "t2sed.h"
#include "t2sed/parts.h"

#define TABLE_COLUMNS 20
#define REPEAT        9

/* Tables of 20 columns, named with words that questions have, each referring
 * to the one before. */
static t2sed_schema *make_schema(int columns)
{
    static const char *const words[] = {"name", "city",  "year",  "age",
                                        "type", "price", "title", "singer"};
    size_t size = (size_t)columns * 64 + 4096, at = 0;
    char *text = malloc(size);
    t2sed_schema *made = NULL;
    for (int t = 0; text && t < columns / TABLE_COLUMNS; t++) {
        at += (size_t)snprintf(text + at, size - at,
                               "CREATE TABLE %s_%d (id INT PRIMARY KEY",
                               words[t % 8], t);
        for (int c = 2; c < TABLE_COLUMNS; c++)
            at += (size_t)snprintf(text + at, size - at, ", %s_%s_%d TEXT",
                                   words[(t + c) % 8], words[c % 8], c);
        at += (size_t)snprintf(text + at, size - at,
                               ", up INT REFERENCES %s_%d(id));",
                               words[(t ? t - 1 : 0) % 8], t ? t - 1 : 0);
    }
    if (!text || t2sed_schema_parse_ddl(&made, text, NULL) != T2SED_OK)
        made = NULL;
    free(text);
    return made;
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int measure(const t2sed_schema_predictor *predictor, int columns)
{
    static const char asked[] =
        "What are the names and ages of the singers from each city whose price "
        "is above the average, ordered by year?";
    t2sed_schema *schema = make_schema(columns);
    t2sed_question *question = NULL;
    double times[REPEAT];
    if (!schema || t2sed_question_new(&question, asked, NULL) != T2SED_OK)
        return EXIT_FAILURE;
    for (int i = 0; i < REPEAT; i++) {
        t2sed_schema_prediction *made = NULL;
        double begun = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID);
        if (t2sed_schema_predictor_predict(&made, predictor, question, schema,
                                           NULL, NULL) != T2SED_OK)
            return EXIT_FAILURE;
        times[i] = t2s_clock_ms(CLOCK_THREAD_CPUTIME_ID) - begun;
        t2sed_schema_prediction_free(made);
    }
    qsort(times, REPEAT, sizeof *times, rising);
    printf("| %d | %zu | %.1f | %.1f |\n", columns,
           t2sed_schema_table_count(schema), times[REPEAT / 2],
           1e3 * times[REPEAT / 2] / columns);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    static const int columns[] = {20, 100, 300, 1000, 3000};
    t2sed_schema_predictor *predictor = NULL;
    t2sed_error err;
    int status = EXIT_SUCCESS;
    if (t2sed_schema_predictor_open(&predictor, argc > 1 ? argv[1] : NULL,
                                    &err) != T2SED_OK) {
        fprintf(stderr, "schema_columns: %s\n", err.text);
        return EXIT_FAILURE;
    }
    printf("| columns | tables | ms | us a column |\n|---|---|---|---|\n");
    for (size_t i = 0; i < 5 && status == EXIT_SUCCESS; i++)
        status = measure(predictor, columns[i]);
    t2sed_schema_predictor_free(predictor);
    return status;
}
