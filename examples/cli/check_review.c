/* check_review.c - findings as tools of code review read them: SARIF 2.1.0,
 * GitHub's workflow commands, GitLab's code quality. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

/* --- places --- */

/* Columns are characters, as SARIF's columnKind says below. */
cli_position cli_position_of(const char *text, size_t at)
{
    cli_position p = {1, 1};
    for (size_t i = 0; i < at; i++) {
        if (text[i] == '\n') {
            p.line++;
            p.column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            p.column++;
        }
    }
    return p;
}

size_t cli_line_of(const cli_check_item *item)
{
    return item->source
               ? cli_position_of(item->source,
                                 (size_t)(item->queries[0].text - item->source))
                     .line
               : item->line;
}

/* Where a finding is in its file. */
typedef struct region {
    cli_position begin, end;
    bool has_columns; /* else it is a line alone */
} region;

static region region_of(const cli_check_item *item, const cli_check_query *q,
                        t2sed_span span)
{
    region made = {{item->line, 1}, {item->line, 1}, false};
    size_t at;
    if (!item->source)
        return made;
    at = (size_t)(q->text - item->source);
    /* What is said of the whole query is marked at its first line. */
    if (span.begin == T2SED_NONE || span.end > q->length) {
        made.begin = made.end = cli_position_of(item->source, at);
        return made;
    }
    made.begin = cli_position_of(item->source, at + span.begin);
    made.end = cli_position_of(item->source, at + span.end);
    made.has_columns = true;
    return made;
}

/* A finding, with what all formats say of it. */
typedef struct reviewed {
    const cli_check_item *item;
    const cli_check_query *query;
    t2sed_finding finding;
    region at;
    double probability; /* NaN: unknown */
} reviewed;

static const char *file_of(const reviewed *r)
{
    return r->item->file && strcmp(r->item->file, "-") != 0 ? r->item->file
                                                            : "stdin";
}

/* Whether it stands in a file, or in what was read. */
static bool has_place(const reviewed *r)
{
    return r->item->file || r->item->source;
}

/* --- SARIF --- */

/* A path as a relative reference of a URI. */
static json_t *uri_json(const char *path)
{
    const char *const kept = "-._~/";
    char text[4096 * 3 + 8];
    size_t n = 0;
    if (*path == '/')
        n = (size_t)snprintf(text, sizeof text, "file://");
    for (; *path && n + 4 < sizeof text; path++) {
        const unsigned char c = (unsigned char)*path;
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
            (c >= '0' && c <= '9') || strchr(kept, c))
            text[n++] = (char)c;
        else
            n += (size_t)snprintf(text + n, sizeof text - n, "%%%02X", c);
    }
    return json_stringn(text, n);
}

static json_t *region_json(const region *at)
{
    json_t *made = json_pack("{s:I}", "startLine", (json_int_t)at->begin.line);
    if (at->has_columns) {
        json_object_set_new(made, "startColumn",
                            json_integer((json_int_t)at->begin.column));
        json_object_set_new(made, "endLine",
                            json_integer((json_int_t)at->end.line));
        json_object_set_new(made, "endColumn",
                            json_integer((json_int_t)at->end.column));
    }
    return made;
}

static const char *level_of(int severity)
{
    return severity == T2SED_SEVERITY_ERROR     ? "error"
           : severity == T2SED_SEVERITY_WARNING ? "warning"
                                                : "note";
}

/* The place of the rule in the list, which gets it the first time. */
static size_t rule_of(json_t *rules, const t2sed_finding *finding)
{
    t2sed_finding_kind kind = T2SED_FINDING_KIND_INIT;
    size_t i;
    json_t *rule;
    json_array_foreach(rules, i, rule)
    {
        if (strcmp(json_string_value(json_object_get(rule, "id")),
                   finding->name) == 0)
            return i;
    }
    t2sed_finding_kind_find(&kind, finding->name, strlen(finding->name), NULL);
    json_array_append_new(rules,
                          json_pack("{s:s, s:{s:s}, s:{s:s}}", "id",
                                    finding->name, "shortDescription", "text",
                                    kind.meaning ? kind.meaning : finding->name,
                                    "defaultConfiguration", "level",
                                    level_of(finding->severity)));
    return json_array_size(rules) - 1;
}

static json_t *fix_json(const reviewed *r)
{
    return json_pack(
        "{s:{s:s}, s:[{s:{s:o}, s:[{s:o, s:{s:s}}]}]}", "description", "text",
        "What may be meant.", "artifactChanges", "artifactLocation", "uri",
        uri_json(file_of(r)), "replacements", "deletedRegion",
        region_json(&r->at), "insertedContent", "text", r->finding.suggestion);
}

static void add_sarif(cli_review *review, const reviewed *r)
{
    const size_t rule = rule_of(review->rules, &r->finding);
    json_t *result = json_pack(
        "{s:s, s:I, s:s, s:{s:s}, s:[]}", "ruleId", r->finding.name,
        "ruleIndex", (json_int_t)rule, "level", level_of(r->finding.severity),
        "message", "text", r->finding.message, "locations");
    if (has_place(r)) {
        json_array_append_new(json_object_get(result, "locations"),
                              json_pack("{s:{s:{s:o}, s:o}}",
                                        "physicalLocation", "artifactLocation",
                                        "uri", uri_json(file_of(r)), "region",
                                        region_json(&r->at)));
        if (r->finding.suggestion && r->at.has_columns)
            json_object_set_new(result, "fixes", json_pack("[o]", fix_json(r)));
    }
    if (!isnan(r->probability))
        json_object_set_new(result, "properties",
                            json_pack("{s:o}", "probability",
                                      cli_probability_json(r->probability)));
    json_array_append_new(review->results, result);
}

static void end_sarif(const cli_review *review, bool is_whole)
{
    json_t *log = json_pack(
        "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:O}}, s:s, s:[{s:b}], s:O}]}",
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
        "sarif-schema-2.1.0.json",
        "version", "2.1.0", "runs", "tool", "driver", "name", "t2sed",
        "version", t2sed_version(), "rules", review->rules, "columnKind",
        "unicodeCodePoints", "invocations", "executionSuccessful",
        (int)is_whole, "results", review->results);
    cli_write_json(log, stdout);
    json_decref(log);
}

/* --- GitHub --- */

/* A value of a workflow command; of a property, or the message. */
static void print_escaped(const char *text, bool is_property)
{
    for (; *text; text++)
        if (strchr("%\r\n", *text) || (is_property && strchr(":,", *text)))
            print_to(stdout, "%%%02X", (unsigned)*text);
        else
            print_to(stdout, "%c", *text);
}

static void print_github(const reviewed *r)
{
    const int severity = r->finding.severity;
    print_to(stdout, "::%s ",
             severity == T2SED_SEVERITY_HINT ? "notice" : level_of(severity));
    if (has_place(r)) {
        print_to(stdout, "file=");
        print_escaped(file_of(r), true);
        print_to(stdout, ",line=%zu", r->at.begin.line);
        if (r->at.has_columns)
            print_to(stdout, ",endLine=%zu", r->at.end.line);
        /* Columns of a place on several lines are not allowed. */
        if (r->at.has_columns && r->at.begin.line == r->at.end.line)
            print_to(stdout, ",col=%zu,endColumn=%zu", r->at.begin.column,
                     r->at.end.column);
        print_to(stdout, ",");
    }
    print_to(stdout, "title=%s::", r->finding.name);
    print_escaped(r->finding.message, false);
    if (r->finding.suggestion) {
        print_to(stdout, " (");
        print_escaped(r->finding.suggestion, false);
        print_to(stdout, "?)");
    }
    print_to(stdout, "\n");
}

/* --- GitLab --- */

/* FNV-1a, which is enough to know a finding again. */
static uint64_t hashed(uint64_t hash, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3U;
    return (hash ^ 0xFF) * 0x100000001B3U;
}

static void add_gitlab(cli_review *review, const reviewed *r)
{
    const t2sed_finding *f = &r->finding;
    const char *severity = f->severity == T2SED_SEVERITY_ERROR     ? "critical"
                           : f->severity == T2SED_SEVERITY_WARNING ? "major"
                                                                   : "info";
    char fingerprint[32], place[64];
    uint64_t hash = hashed(0xCBF29CE484222325U, file_of(r), strlen(file_of(r)));
    const int n =
        snprintf(place, sizeof place, "%zu %zu", f->sql.begin, f->sql.end);
    hash = hashed(hash, f->name, strlen(f->name));
    hash = hashed(hash, r->query->text, r->query->length);
    hash = hashed(hash, place, (size_t)n);
    snprintf(fingerprint, sizeof fingerprint, "%016llx",
             (unsigned long long)hash);
    json_array_append_new(
        review->results,
        json_pack("{s:s, s:s, s:s, s:s, s:{s:s, s:{s:I}}}", "description",
                  f->message, "check_name", f->name, "fingerprint", fingerprint,
                  "severity", severity, "location", "path", file_of(r), "lines",
                  "begin",
                  (json_int_t)(r->at.begin.line ? r->at.begin.line : 1)));
}

/* --- all --- */

void cli_review_add(cli_review *review, cli_check_format format,
                    const cli_checked *c)
{
    const t2sed_checked best = cli_checked_at(c, 0);
    reviewed r = {.item = &c->item,
                  .query = &c->item.queries[best.candidate],
                  .probability = best.probability};
    for (size_t i = 0; cli_checked_finding(&r.finding, c, &best, i); i++) {
        r.at = region_of(r.item, r.query, r.finding.sql);
        if (!review->results) {
            review->results = json_array();
            review->rules = json_array();
        }
        if (format == CLI_CHECK_SARIF)
            add_sarif(review, &r);
        else if (format == CLI_CHECK_GITLAB)
            add_gitlab(review, &r);
        else
            print_github(&r);
    }
}

void cli_review_end(cli_review *review, cli_check_format format, bool is_whole)
{
    if (!review->results) {
        review->results = json_array();
        review->rules = json_array();
    }
    if (format == CLI_CHECK_SARIF)
        end_sarif(review, is_whole);
    else if (format == CLI_CHECK_GITLAB)
        cli_write_json(review->results, stdout);
    json_decref(review->results);
    json_decref(review->rules);
    review->results = review->rules = NULL;
}
