/* findings.c - what looks wrong with a query, each place underlined:
 *
 *     findings QUESTION SQL [DATABASE.sqlite]
 */
#include <stdio.h>
#include <string.h>

#include <t2sed.h>
#include <t2sed/parts.h>

/* A line of the text and, below it, marks under the bytes of the span; one
 * where nothing stands there. Other bytes of a character take no room. */
static void underline(const char *text, t2sed_span span)
{
    size_t line = span.begin, at;
    if (span.begin == T2SED_NONE)
        return;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    printf("    %.*s\n    ", (int)strcspn(text + line, "\n"), text + line);
    for (at = line; at < span.end || at == span.begin; at++) {
        if (text[at] == '\n' && at > span.begin)
            break;
        if (((unsigned char)text[at] & 0xC0) != 0x80)
            putchar(at < span.begin ? text[at] == '\t' ? '\t' : ' ' : '^');
    }
    putchar('\n');
}

static void print(const t2sed_findings *findings, const char *question,
                  const char *sql)
{
    t2sed_finding finding = T2SED_FINDING_INIT;
    size_t i;
    for (i = 0; i < t2sed_findings_count(findings); i++) {
        t2sed_findings_get(findings, i, &finding, NULL);
        printf("%s: %s\n", t2sed_severity_name(finding.severity),
               finding.message);
        underline(sql, finding.sql);
        underline(question, finding.question);
        if (finding.suggestion)
            printf("    %s?\n", finding.suggestion);
    }
}

int main(int argc, char **argv)
{
    t2sed_error err;
    t2sed_question *question = NULL;
    t2sed_database *database = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_findings *findings = NULL;
    int failed;
    if (argc < 3) {
        fprintf(stderr, "usage: findings QUESTION SQL [DATABASE.sqlite]\n");
        return 2;
    }
    failed =
        t2sed_question_new(&question, argv[1], &err) ||
        /* It is never changed. */
        (argc > 3 && t2sed_database_open(&database, argv[3], NULL, &err)) ||
        t2sed_evidence_new(&evidence, database, &err) ||
        t2sed_evidence_set_question(evidence, question, &err) ||
        t2sed_findings_parse(&findings, evidence, argv[2], &err);
    if (failed)
        fprintf(stderr, "findings: %s\n", err.text);
    else
        print(findings, argv[1], argv[2]);
    t2sed_findings_free(findings);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
    t2sed_question_free(question);
    return failed ? 1 : 0;
}
