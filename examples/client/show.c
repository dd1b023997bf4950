/* show.c - findings for people. */
#include <string.h>

#include "client.h"

/* The line that a place begins in, and below it a mark under each of its
 * characters; one mark where it has none. Nothing where there is no place. */
static void underline(const char *text, t2sed_span place, FILE *file)
{
    size_t line = place.begin, n, before, marks, last = place.end;
    if (place.begin == (size_t)-1)
        return;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    n = strcspn(text + line, "\n");
    if (last > line + n)
        last = line + n;
    before = print_width(text + line, place.begin - line);
    marks = last > place.begin
                ? print_width(text + place.begin, last - place.begin)
                : 0;
    print_to(file, "    %.*s\n    %*s", (int)n, text + line, (int)before, "");
    do
        print_to(file, "^");
    while (marks-- > 1);
    print_to(file, "\n");
}

void show_findings(const t2sed_findings *findings, const char *question,
                   const char *sql, FILE *file)
{
    t2sed_finding finding = {.struct_size = sizeof finding};
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
