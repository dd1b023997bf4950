/* report_html.c - one page with everything in it: no scripts, nothing fetched,
 * light and dark, on screen and on paper. */
#include <errno.h>
#include <string.h>

#include "../shared/system.h"
#include "report.h"

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c2126;--soft:#5b6570;--paper:#fff;"
    "--line:#d5dae0;--band:#f5f7f9;--s0:#0b63b5;--s1:#b3430f;--s2:#6a3fb0;"
    "--s3:#0d7a53;--s4:#80666f}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#a3adb7;"
    "--paper:#14181c;--line:#39414a;--band:#1d2329;--s0:#6db3f8;--s1:#f39a66;"
    "--s2:#bb9bf2;--s3:#5fcf9f;--s4:#c0a3ad}}\n"
    "*{box-sizing:border-box}\n"
    "body{overflow-wrap:anywhere;margin:0 auto;padding:1.5rem 1rem "
    "4rem;max-width:84rem;"
    "font:16px/1.5 system-ui,sans-serif;color:var(--ink);"
    "background:var(--paper)}\n"
    "h1{font-size:1.6rem;margin:0 0 .3rem;text-wrap:balance}\n"
    "h2{font-size:1.2rem;margin:2.5rem 0 .3rem}\n"
    "p{margin:.3rem 0;max-width:60rem}\n"
    ".lead{font-size:1.15rem;margin:0}\n"
    ".leads,.tables{display:grid;gap:.6rem 3rem;grid-template-columns:"
    "repeat(auto-fit,minmax(min(30rem,100%),1fr))}"
    ".leads{margin:.6rem 0}.tables>*{min-width:0}"
    ".tables>.all,.tables>:first-child{grid-column:1/-1}.tables "
    "h2{margin-top:1.5rem}\n"
    ".soft,.about,figcaption+p{color:var(--soft);font-size:.9rem}\n"
    "section>.about{max-width:none}\n"
    ".legend{list-style:none;margin:.8rem 0;padding:0;display:flex;"
    "flex-wrap:wrap;gap:.3rem 1.1rem}\n"
    ".queries{padding-left:1.8rem;display:grid;gap:1.2rem 3rem;"
    "grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr))}"
    ".queries>li{min-width:0}\n"
    ".queries ul{margin:.3rem 0;padding-left:1.1rem;font-size:.95rem}\n"
    "pre{margin:.4rem 0;padding:.5rem .7rem;background:var(--band);"
    "border-left:3px solid var(--line);white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:.9rem}\n"
    "main>details,section>details{margin:1rem 0}\n"
    ".wide{overflow-x:auto;margin:.8rem 0}\n"
    "table{border-collapse:collapse;min-width:100%;font-size:.88rem;"
    "font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .6rem;text-align:right;white-space:nowrap;"
    "border-bottom:1px solid var(--line)}\n"
    "thead th{border-bottom:2px solid var(--soft);vertical-align:bottom}\n"
    ".text{text-align:left}\n"
    "tbody th{font-weight:400;vertical-align:top}\n"
    "tbody tr.first>th:first-child{font-weight:600}\n"
    "tbody:nth-of-type(even),tbody:only-of-type tr:nth-child(even)"
    "{background:var(--band)}\n"
    "summary{cursor:pointer;color:var(--s0)}\n"
    ".charts{display:grid;gap:1.2rem;grid-template-columns:"
    "repeat(auto-fit,minmax(min(24rem,100%),1fr))}\n"
    "figure{margin:0;break-inside:avoid}\n"
    "figcaption{font-weight:600;font-size:.95rem}\n"
    "figure svg{width:100%;height:auto;display:block}\n"
    ".legend li{display:flex;align-items:center;gap:.4rem;font-size:.9rem}\n"
    ".legend svg{width:2.2rem;height:.7rem}\n"
    ".grid{stroke:var(--line);stroke-width:1}\n"
    ".axis{fill:none;stroke:var(--soft);stroke-width:1.2}\n"
    ".goal{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:4 4}\n"
    ".tick{font-size:12px;fill:var(--soft)}\n"
    ".name{font-size:13px;fill:var(--ink)}\n"
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}\n"
    ".dot{fill-opacity:.55;stroke-width:1}\n"
    ".s0{stroke:var(--s0)}.dot.s0{fill:var(--s0)}.line.s0{stroke-width:2.6}\n"
    ".s1{stroke:var(--s1);}.line.s1{stroke-dasharray:9 3}"
    ".dot.s1{fill:var(--s1)}\n"
    ".s2{stroke:var(--s2)}.line.s2{stroke-dasharray:2 3}\n"
    ".s3{stroke:var(--s3)}.line.s3{stroke-dasharray:9 3 2 3}\n"
    ".s4{stroke:var(--s4)}.line.s4{stroke-dasharray:5 3}\n"
    "@media print{:root{--ink:#000;--soft:#444;--paper:#fff;--line:#bbb;"
    "--band:#fff;--s0:#0b63b5;--s1:#b3430f;--s2:#6a3fb0;--s3:#0d7a53;"
    "--s4:#80666f}body{max-width:none;padding:0;font-size:11pt}"
    ".about{break-after:avoid}details::details-content"
    "{content-visibility:visible}.wide{overflow:visible}table{font-size:8pt}"
    "th,td{padding:.15rem .35rem}"
    ".tables{display:block}"
    ".charts{grid-template-columns:1fr 1fr}tr{break-inside:avoid}"
    "h2{break-after:avoid}}\n";

static void write_entities(const char *text, FILE *out)
{
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else
            fputc(*text, out);
}

void report_write_escaped(const char *text, FILE *out)
{
    const size_t n = strlen(text), size = t2sed_printable(NULL, 0, text, n) + 1;
    char *line = report_array(size, 1);
    t2sed_printable(line, size, text, n);
    write_entities(line, out);
    free(line);
}

static const char *member(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void write_head(const json_t *table, size_t left, FILE *out)
{
    const json_t *text;
    size_t i;
    fputs("<thead><tr>", out);
    json_array_foreach(json_object_get(table, "head"), i, text)
    {
        fprintf(out, "<th scope=\"col\"%s>", i < left ? " class=\"text\"" : "");
        report_write_escaped(json_string_value(text), out);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n", out);
}

/* How many rows from `i` on begin with the same cell. */
static size_t run_of(json_t *rows, size_t i)
{
    const char *first =
        json_string_value(json_array_get(json_array_get(rows, i), 0));
    size_t end = i + 1;
    while (
        end < json_array_size(rows) &&
        strcmp(json_string_value(json_array_get(json_array_get(rows, end), 0)),
               first) == 0)
        end++;
    return end - i;
}

/* A row; its first cell spans `run` rows, or was there before (0). */
static void write_row(const json_t *row, size_t left, size_t run, FILE *out)
{
    const json_t *text;
    size_t i;
    fputs(run ? "<tr class=\"first\">" : "<tr>", out);
    json_array_foreach((json_t *)(size_t)row, i, text)
    {
        const char *tag = i < left ? "th" : "td";
        if (i == 0 && !run)
            continue;
        fprintf(out, "<%s", tag);
        if (i == 0 && run > 1)
            fprintf(out, " rowspan=\"%zu\"", run);
        fprintf(out, "%s>",
                i >= left           ? ""
                : i == 0 && run > 1 ? " scope=\"rowgroup\" class=\"text\""
                                    : " scope=\"row\" class=\"text\"");
        report_write_escaped(json_string_value(text), out);
        fprintf(out, "</%s>", tag);
    }
    fputs("</tr>\n", out);
}

/* Rows of one file are a body of their own, which shares its name. */
static void write_rows(json_t *rows, size_t left, FILE *out)
{
    for (size_t i = 0; i < json_array_size(rows);) {
        size_t run = left > 1 ? run_of(rows, i) : 1;
        if (left > 1 || i == 0)
            fputs("<tbody>\n", out);
        for (size_t k = 0; k < run; k++)
            write_row(json_array_get(rows, i + k), left, k ? 0 : run, out);
        i += run;
        if (left > 1 || i == json_array_size(rows))
            fputs("</tbody>\n", out);
    }
}

/* The most characters in a line of a table that is shown beside another one; a
 * gap between columns counts as GAP. */
#define MOST_BESIDE 76
#define GAP         2.5

static bool is_wide(const json_t *table)
{
    const json_t *head = json_object_get(table, "head"), *row;
    double width = 0;
    for (size_t column = 0; column < json_array_size(head); column++) {
        size_t i, most = json_string_length(json_array_get(head, column));
        json_array_foreach(json_object_get(table, "rows"), i, row)
        {
            size_t n = json_string_length(json_array_get(row, column));
            most = n > most ? n : most;
        }
        width += (double)most + GAP;
    }
    return width > MOST_BESIDE;
}

static void write_table(const json_t *table, FILE *out)
{
    size_t left = (size_t)json_integer_value(json_object_get(table, "left"));
    const char *id = member(table, "id");
    fprintf(out,
            "<section%s aria-labelledby=\"h-%s\"><h2 id=\"h-%s\">%s</h2>\n"
            "<p class=\"about\" id=\"p-%s\">",
            is_wide(table) ? " class=\"all\"" : "", id, id,
            member(table, "title"), id);
    report_write_escaped(member(table, "caption"), out);
    fputs("</p>\n", out);
    fprintf(out,
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" "
            "aria-labelledby=\"h-%s\"><table aria-labelledby=\"h-%s\" "
            "aria-describedby=\"p-%s\">\n",
            id, id, id);
    write_head(table, left, out);
    write_rows(json_object_get(table, "rows"), left, out);
    fputs("</table></div></section>\n", out);
}

static void write_notes(const json_t *notes, FILE *out)
{
    const json_t *one;
    size_t i;
    if (json_array_size(notes) == 0)
        return;
    fputs("<section aria-label=\"Notes\"><ul class=\"about\">\n", out);
    json_array_foreach((json_t *)(size_t)notes, i, one)
    {
        fputs("<li>", out);
        report_write_escaped(json_string_value(one), out);
        fputs("</li>\n", out);
    }
    fputs("</ul></section>\n", out);
}

static void write_page(const json_t *tables, const json_t *notes,
                       const report_measures *measures, int count,
                       cli_databases *databases, FILE *out)
{
    const json_t *one;
    size_t i;
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
            "<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, "
            "initial-scale=1\">\n"
            "<title>How good the detector is</title>\n<style>\n%s</style>\n"
            "</head>\n<body>\n<header><h1>How good the detector is</h1>\n"
            "</header>\n<main>\n",
            style);
    for (int k = 0; k < count; k++)
        report_write_people(&measures[k], count == 1, databases, out);
    write_notes(notes, out);
    fputs("<details><summary>The tables of the papers</summary>\n"
          "<div class=\"tables\">\n",
          out);
    json_array_foreach((json_t *)(size_t)tables, i, one) write_table(one, out);
    fputs("</div></details>\n<details><summary>Curves</summary>\n"
          "<p class=\"about\">After Figure 2 of Chen et al. 2023, with "
          "reliability and risk.</p>\n",
          out);
    for (int k = 0; k < count; k++) {
        if (!measures[k].count)
            continue;
        fputs("<section><h2>", out);
        report_write_escaped(measures[k].file->name, out);
        fputs("</h2>\n", out);
        report_write_charts(&measures[k], out);
        fputs("</section>\n", out);
    }
    fprintf(out,
            "</details>\n</main>\n<footer class=\"soft\">Written by t2sed "
            "%s.</footer>\n</body>\n</html>\n",
            t2sed_version());
}

bool report_write_html(const char *path, const json_t *tables,
                       const json_t *notes, const report_measures *measures,
                       int count, cli_databases *databases)
{
    FILE *out = system_fopen(path, "wb");
    bool good;
    if (out) {
        write_page(tables, notes, measures, count, databases, out);
        good = !ferror(out);
        if (fclose(out) == 0 && good)
            return true;
    }
    print_to(stderr, "t2sed: %s: %s\n", path, strerror(errno));
    return false;
}
