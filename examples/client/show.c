/* show.c - findings for people. */
#include <string.h>

#include "../shared/places.h"
#include "client.h"

/* The line that a place begins in, underlined. Nothing where there is no
 * place. */
static void underline(const char *text, t2sed_span span, FILE *file)
{
    size_t line = span.begin;
    place within = {.end = 0};
    if (span.begin == T2SED_NONE)
        return;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    within.begin = span.begin - line;
    within.end = span.end - line;
    print_places(file, text + line, strcspn(text + line, "\n"), &within, 1, 4,
                 0);
}

void show_findings(const t2sed_findings *findings, const char *question,
                   const char *sql, FILE *file)
{
    t2sed_finding finding = T2SED_FINDING_INIT;
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        t2sed_findings_get(findings, i, &finding, NULL);
        print_to(file, "  %s: %s\n", t2sed_severity_name(finding.severity),
                 finding.message);
        underline(sql, finding.sql, file);
        underline(question, finding.question, file);
        if (finding.suggestion)
            print_to(file, "    perhaps: %s\n", finding.suggestion);
    }
}
