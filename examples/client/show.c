/* show.c - findings for people. */
#include <string.h>

#include "client.h"

/* The line that a place begins in, and below it a mark under each of its
 * characters; one mark where it has none. */
static void underline(const char *text, ptrdiff_t begin, ptrdiff_t end,
                      FILE *file)
{
    size_t line = (size_t)begin, n, before, marks, last = (size_t)end;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    n = strcspn(text + line, "\n");
    if (last > line + n)
        last = line + n;
    before = print_width(text + line, (size_t)begin - line);
    marks = last > (size_t)begin
                ? print_width(text + begin, last - (size_t)begin)
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
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        const char *suggestion = t2sed_findings_suggestion(findings, i);
        const char *message = t2sed_findings_message(findings, i);
        ptrdiff_t in_sql = t2sed_findings_sql_begin(findings, i);
        ptrdiff_t in_question = t2sed_findings_question_begin(findings, i);
        print_to(file, "  %s: %s\n",
                 t2sed_severity_name(t2sed_findings_severity(findings, i)),
                 message);
        if (in_sql >= 0)
            underline(sql, in_sql, t2sed_findings_sql_end(findings, i), file);
        if (in_question >= 0)
            underline(question, in_question,
                      t2sed_findings_question_end(findings, i), file);
        if (suggestion)
            print_to(file, "    perhaps: %s\n", suggestion);
    }
}
