/* The query within an answer of a language model: behind its label, in its
 * fence or tags, without what the model, or the tool around it, adds. */
#include <stdbool.h>
#include <string.h>

#include "base/string.h"
#include "sql/sql.h"

/* A part of a text, [at, end). */
typedef struct part {
    const char *text;
    size_t at, end;
} part;

static const char blanks[] = " \t\r\n";
/* Words that end the label of a query, and of what is around it. */
static const char query_labels[] =
    "sql query sqlquery sqlite answer code statement";
static const char other_labels[] = "question thought input";
static const char result_labels[] =
    "sqlresult result answer explanation question";
static const char query_tags[] = "sql query sqlquery sql_query answer";
static const char thought_tags[] = "think thinking thought reasoning";
static const char *const end_marks[] = {"</s>", "<|im_end|>", "<|endoftext|>",
                                        "<|eot_id|>", "```"};

static bool sees(const part *p, size_t at, const char *text)
{
    const size_t n = strlen(text);
    return p->end - at >= n && t2s_casecmp_n(p->text + at, n, text, n) == 0;
}

static bool is_one(char c, const char *bytes)
{
    return c && strchr(bytes, c);
}

static size_t skip(const part *p, size_t at, const char *bytes)
{
    while (at < p->end && is_one(p->text[at], bytes))
        at++;
    return at;
}

/* Names of tags and words of labels are shorter. */
#define LONGEST 60
/* Labels, tags and thoughts before a query; each may cost a look at the whole
 * text. */
#define MOST_FRONTS 8

/* The length of what stands at `at` before one of the bytes. */
static size_t span(const part *p, size_t at, const char *bytes)
{
    size_t n = 0;
    while (at + n < p->end && n < LONGEST && !is_one(p->text[at + n], bytes))
        n++;
    return n;
}

static void trim(part *p)
{
    p->at = skip(p, p->at, blanks);
    while (p->end > p->at && is_one(p->text[p->end - 1], blanks))
        p->end--;
}

/* Prose may begin with "With", too. */
static bool begins_query(const part *p)
{
    size_t at = p->at + 4;
    if (sees(p, p->at, "SELECT"))
        return true;
    if (!sees(p, p->at, "WITH"))
        return false;
    at = skip(p, at, blanks);
    at += span(p, at, " \t\r\n(");
    at = skip(p, at, blanks);
    return sees(p, at, "AS") || sees(p, at, "(") ||
           sees(p, skip(p, p->at + 4, blanks), "RECURSIVE");
}

/* The byte behind a label such as "SQL Query:" at `at`, whose last word is one
 * of `words`; `at` where there is none. */
static size_t behind_label(const part *p, size_t at, const char *words)
{
    size_t end = skip(p, at, "*#"), word = end;
    const size_t n = span(p, at, ":\r\n");
    for (; end < at + n; end++)
        if (p->text[end] == ' ')
            word = end + 1;
    if (at + n >= p->end || p->text[at + n] != ':')
        return at;
    word = skip(p, word, "*");
    return t2s_is_one_of(p->text + word, span(p, word, ":*"), words)
               ? skip(p, at + n + 1, "*")
               : at;
}

/* The byte behind <name> or [name] at `at`, if the name, which goes to *name
 * and *n, is one of `names`; `at` where it is not. */
static size_t behind_tag(const part *p, size_t at, const char *names,
                         const char **name, size_t *n)
{
    if (at >= p->end || !is_one(p->text[at], "<["))
        return at;
    *name = p->text + at + 1;
    *n = span(p, at + 1, p->text[at] == '[' ? "]\n" : ">\n");
    return at + 1 + *n < p->end && is_one((*name)[*n], "]>") &&
                   t2s_is_one_of(*name, *n, names)
               ? at + *n + 2
               : at;
}

/* Where </name> or [/name] is; the end where it is nowhere. */
static size_t find_closing(const part *p, size_t at, const char *name, size_t n)
{
    for (; at + n + 3 <= p->end; at++)
        if (is_one(p->text[at], "<[") && p->text[at + 1] == '/' &&
            t2s_casecmp_n(p->text + at + 2, n, name, n) == 0)
            return at;
    return p->end;
}

/* ``` from `at` on, or the end; what opens is behind a blank. */
static size_t find_fence(const part *p, size_t at, bool opens)
{
    for (; at + 3 <= p->end; at++)
        if (memcmp(p->text + at, "```", 3) == 0 &&
            (!opens || at == p->at || is_one(p->text[at - 1], "\n \t")))
            return at;
    return p->end;
}

static bool take_fence(part *p)
{
    size_t at = find_fence(p, p->at, true);
    if (at == p->end)
        return false;
    at += 3;
    /* The name of a language, which ends at a blank. */
    while (at < p->end && !is_one(p->text[at], blanks) &&
           !sees(p, at, "SELECT"))
        at++;
    p->end = find_fence(p, at, false);
    p->at = at;
    return true;
}

/* Goes over one thing that stands before a query; false: there is none. */
static bool skip_front(part *p)
{
    static const char unopened[] = "think";
    const char *name = unopened;
    size_t n = strlen(unopened), at = find_closing(p, p->at, name, n);
    if (at < p->end) { /* what opens stood in the prompt, maybe */
        p->at = at + n + 3;
        return true;
    }
    at = behind_tag(p, p->at, thought_tags, &name, &n);
    if (at > p->at) {
        at = find_closing(p, at, name, n);
        p->at = at < p->end ? at + n + 3 : at;
        return true;
    }
    at = behind_tag(p, p->at, query_tags, &name, &n);
    if (at > p->at) {
        p->end = find_closing(p, at, name, n);
        p->at = at;
        return true;
    }
    at = behind_label(p, p->at, other_labels);
    if (at > p->at) {
        while (at < p->end && p->text[at] != '\n')
            at++;
        p->at = at;
        return true;
    }
    at = behind_label(p, p->at, query_labels);
    if (at == p->at)
        return false;
    p->at = at;
    return true;
}

/* Whether the line at `at` begins what is behind a query. */
static bool begins_tail(const part *p, size_t at)
{
    size_t behind = skip(p, at, " \t");
    const size_t label = behind_label(p, behind, result_labels);
    if (label > behind)
        return label == p->end || is_one(p->text[label], blanks);
    if (!sees(p, behind, "GO"))
        return false;
    behind = skip(p, behind + 2, "; \t\r");
    if (behind < p->end && p->text[behind] != '\n')
        return false;
    return skip(p, behind, blanks) == p->end;
}

/* Whether the text ends with a mark of its end at `at`. */
static bool is_end_mark(const part *p, size_t at)
{
    size_t n;
    for (size_t i = 0; i < sizeof end_marks / sizeof *end_marks; i++)
        if (sees(p, at, end_marks[i]))
            return skip(p, at + strlen(end_marks[i]), blanks) == p->end;
    if (!sees(p, at, "</") && !sees(p, at, "[/"))
        return false;
    n = span(p, at + 2, "]>");
    return at + n + 3 == p->end &&
           t2s_is_one_of(p->text + at + 2, n, query_tags);
}

/* The byte behind what is in quotes or a comment at `at`, or `at`. */
static size_t behind_quoted(const part *p, size_t at)
{
    const char quote = p->text[at];
    const char *end;
    if (sees(p, at, "--")) {
        end = memchr(p->text + at, '\n', p->end - at);
        return end ? (size_t)(end - p->text) : p->end;
    }
    if (sees(p, at, "/*")) {
        for (at += 2; at < p->end && !sees(p, at, "*/"); at++)
            ;
        return at + 2 < p->end ? at + 2 : p->end;
    }
    if (!is_one(quote, "'\"`") || is_end_mark(p, at))
        return at;
    end = memchr(p->text + at + 1, quote, p->end - at - 1);
    return end ? (size_t)(end - p->text) + 1 : p->end;
}

/* Leaves out what stands behind the query. */
static void cut_tail(part *p)
{
    for (size_t at = p->at; at < p->end; at++) {
        const size_t behind = behind_quoted(p, at);
        if (behind > at)
            at = behind - 1;
        else if (p->text[at] == '\n'
                     ? begins_tail(p, at + 1)
                     : is_one(p->text[at], "<[`") && is_end_mark(p, at))
            p->end = at;
    }
}

void t2s_sql_take_answer(const char *text, size_t *begin, size_t *end)
{
    part p = {text, *begin, *end};
    trim(&p);
    for (int i = 0; i < MOST_FRONTS && !begins_query(&p) && skip_front(&p); i++)
        trim(&p);
    /* A fence in a label's or a tag's text, or in prose. */
    if (!begins_query(&p) && take_fence(&p))
        trim(&p);
    else if (!begins_query(&p) && p.at == skip(&p, *begin, blanks))
        return; /* the text as it is: errors show all of it */
    cut_tail(&p);
    trim(&p);
    *begin = p.at;
    *end = p.end;
}
