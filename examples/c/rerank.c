/* rerank.c - the best of several queries for a question, what looks wrong with
 * each, and whether to answer with the best:
 *
 *     rerank DATABASE.sqlite QUESTION SQL SQL...
 */
#include <stdio.h>

#include <t2sed.h>

static void print(const t2sed_report *report, const char *const *queries)
{
    size_t rank, k;
    for (rank = 0; rank < t2sed_report_count(report); rank++) {
        t2sed_checked one = T2SED_CHECKED_INIT;
        t2sed_finding finding = T2SED_FINDING_INIT;
        if (t2sed_report_get(report, rank, &one, NULL) != T2SED_OK)
            break;
        printf("%.3f  %s\n", one.confidence, queries[one.candidate]);
        for (k = 0; k < t2sed_findings_count(one.findings); k++)
            if (t2sed_findings_get(one.findings, k, &finding, NULL) == T2SED_OK)
                printf("       %s\n", finding.message);
    }
    printf("%s\n", t2sed_decision_name(t2sed_report_decision(report)));
}

int main(int argc, char **argv)
{
    t2sed_error err;
    t2sed_database *database = NULL;
    t2sed_checker *checker = NULL;
    t2sed_report *report = NULL;
    const char *const *queries = (const char *const *)argv + 3;
    int failed;
    if (argc < 4) {
        fprintf(stderr, "usage: rerank DATABASE.sqlite QUESTION SQL...\n");
        return 2;
    }
    /* NULL: the default model, found beside the library. */
    failed = t2sed_database_open(&database, argv[1], NULL, &err) ||
             t2sed_checker_open(&checker, NULL, database, NULL, &err) ||
             t2sed_checker_check(&report, checker, argv[2], queries, NULL,
                                 (size_t)argc - 3, &err);
    if (failed)
        fprintf(stderr, "rerank: %s\n", err.text);
    else
        print(report, queries);
    t2sed_report_free(report);
    t2sed_checker_free(checker);
    t2sed_database_free(database);
    return failed ? 1 : 0;
}
