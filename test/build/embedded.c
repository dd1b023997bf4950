/* embedded.c - the probabilities of the queries that are given, by the default
 * model: the one that the program is linked with, or (-DINSTALLED) the one that
 * the library finds.
 *
 *     embedded DATABASE QUESTION SQL...
 */
#include <stdio.h>

#include "t2sed.h"

static t2sed_status open_model(t2sed_model **out, t2sed_error *err)
{
#ifdef INSTALLED
    return t2sed_model_open(out, NULL, NULL, err);
#else
    return t2sed_default_model_open(out, NULL, err);
#endif
}

int main(int argc, char **argv)
{
    t2sed_error err;
    t2sed_model *model = NULL;
    t2sed_database *database = NULL;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    t2sed_checked one = T2SED_CHECKED_INIT;
    size_t i;
    int failed;
    if (argc < 4)
        return 2;
    failed = open_model(&model, &err) ||
             t2sed_database_open(&database, argv[1], NULL, &err) ||
             t2sed_checker_new(&checker, model, database, NULL, &err) ||
             t2sed_checker_check(&report, checker, argv[2],
                                 (const char *const *)&argv[3], NULL,
                                 (size_t)argc - 3, &err);
    for (i = 0; !failed && i < t2sed_report_count(report); i++) {
        failed = t2sed_report_get(report, i, &one, &err) != T2SED_OK;
        if (!failed)
            printf("%d %.12f %.12f\n", (int)one.candidate, one.probability,
                   one.alone);
    }
    if (failed)
        fprintf(stderr, "%s\n", err.text);
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    t2sed_database_free(database);
    t2sed_model_free(model);
    return failed;
}
