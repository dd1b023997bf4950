/* LIKE and regular expressions. SQLite's LIKE heeds no case; it has no regular
 * expressions, so those that LIKE can say become that. */
#include "sql/dialect_match.h"

#include <string.h>

#define MOST_CHOICES 16

/* A pattern as LIKE has it, appended; false: LIKE can't say it. */
static bool say(t2s_string *out, const char *text, size_t n, bool is_similar)
{
    size_t i = 0;
    bool open = true;
    if (!is_similar) {
        if (n > 0 && text[0] == '^')
            i++;
        else
            t2s_string_append_char(out, '%');
        open = !(n > i && text[n - 1] == '$');
        n -= !open;
    }
    for (; i < n; i++) {
        char c = text[i];
        if (!is_similar && c == '.') {
            if (i + 1 < n && text[i + 1] == '*')
                i++, c = '%';
            else
                c = '_';
        } else if (c == '\\' && i + 1 < n && strchr(".-+()/&", text[i + 1])) {
            c = text[++i];
        } else if (strchr("[]{}+?*()^$|\\", c) ||
                   (!is_similar && (c == '%' || c == '_'))) {
            return false;
        }
        t2s_string_append_char(out, c);
    }
    if (!is_similar && open)
        t2s_string_append_char(out, '%');
    return true;
}

/* Spells out the first group (a|b), or choices without parentheses, into
 * choices[0..*count). False: there are too many. */
static bool spell_choices(t2s_string *choices, size_t *count, const char *text)
{
    const char *open = strchr(text, '('), *close = strchr(text, ')');
    const bool grouped = open && close && close > open;
    const char *at = grouped ? open + 1 : text;
    if (!grouped)
        close = text + strlen(text);
    for (*count = 0; *count < MOST_CHOICES;) {
        const char *bar = memchr(at, '|', (size_t)(close - at));
        const char *end = bar ? bar : close;
        t2s_string *to = &choices[(*count)++];
        if (grouped)
            t2s_string_append_n(to, text, (size_t)(open - text));
        t2s_string_append_n(to, at, (size_t)(end - at));
        t2s_string_append(to, grouped ? close + 1 : "");
        if (!bar)
            return true;
        at = bar + 1;
    }
    return false;
}

/* LIKE '...' for each choice; no run where LIKE can't say it. */
static t2s_run by_like(t2s_reader *r, const t2s_run *left, const char *text,
                       const t2s_run *pattern, bool is_similar, size_t *count)
{
    t2s_string choices[MOST_CHOICES] = {{0}};
    t2s_run out = t2s_no_run();
    bool fits = spell_choices(choices, count, text);
    for (size_t i = 0; i < *count; i++) {
        const char *choice = t2s_settle(r, &choices[i]);
        t2s_string like = {0}, quoted = {0};
        t2s_run runs[2] = {*left};
        fits = fits && say(&like, choice, strlen(choice), is_similar);
        t2s_string_append(&like, "");
        choice = t2s_settle(r, &like);
        t2s_string_append_quoted(&quoted, choice, strlen(choice), '\'');
        runs[1] = t2s_write(r, t2s_settle(r, &quoted), pattern);
        t2s_append(&out, t2s_dialect_fill(r, i ? "OR $1 LIKE $2" : "$1 LIKE $2",
                                          runs, 2, pattern));
    }
    return fits ? out : t2s_no_run();
}

t2s_run t2s_match(t2s_reader *r, const t2s_word *word, const t2s_run *left,
                  const t2s_run *pattern, bool is_similar, bool negated)
{
    const char *text = t2s_run_string(r, pattern);
    t2s_run runs[2] = {*left, *pattern}, found = t2s_no_run();
    size_t count = 0;
    if (text && strncmp(text, "(?i)", 4) == 0)
        text += 4;
    if (text)
        found = by_like(r, left, text, pattern, is_similar, &count);
    if (!found.first) {
        t2s_lacks(r, word, word);
        return t2s_dialect_fill(
            r, negated ? "$1 NOT REGEXP $2" : "$1 REGEXP $2", runs, 2, pattern);
    }
    if (count == 1 && !negated)
        return found;
    return t2s_dialect_fill(r, negated ? "NOT ($1)" : "($1)", &found, 1,
                            pattern);
}

/* LIKE ANY ('a%', 'b%') */
static t2s_run like_any(t2s_reader *r, const t2s_run *left, bool negated)
{
    const bool all = t2s_sees(r, "ALL");
    t2s_run out = t2s_no_run(), runs[2] = {*left};
    size_t count = 0;
    bool array;
    t2s_mark(r, t2s_peek(r, 0), T2S_PG | T2S_SNOW | T2S_DUCK | T2S_BQ);
    t2s_take(r);
    t2s_skips(r, "(");
    array = t2s_skips(r, "ARRAY [");
    do {
        runs[1] = t2s_dialect_expression(r);
        t2s_append(&out, t2s_dialect_fill(r,
                                          count++ == 0 ? "$1 LIKE $2"
                                          : all        ? "AND $1 LIKE $2"
                                                       : "OR $1 LIKE $2",
                                          runs, 2, &runs[1]));
    } while (t2s_skips(r, ","));
    if (array)
        t2s_skips(r, "]");
    t2s_skips(r, ")");
    return t2s_dialect_fill(r, negated ? "NOT ($1)" : "($1)", &out, 1,
                            &runs[1]);
}

static void like(t2s_reader *r, t2s_run *left, bool negated)
{
    const t2s_word *word = t2s_peek(r, 0);
    t2s_run sign = t2s_take(r);
    if (!t2s_is_word(word, "LIKE GLOB")) {
        t2s_mark(r, word,
                 t2s_is_word(word, "ILIKE") ? T2S_PG | T2S_DUCK | T2S_SNOW
                                            : T2S_PG | T2S_DUCK);
        sign = t2s_write(r, "LIKE", &sign);
    }
    if (t2s_sees_one(r, "ANY ALL SOME")) {
        *left = like_any(r, left, negated);
        return;
    }
    if (negated)
        t2s_append(left, t2s_write(r, "NOT", &sign));
    t2s_append(left, sign);
    t2s_append(left, t2s_dialect_compared(r));
    if (t2s_sees(r, "ESCAPE")) {
        t2s_append(left, t2s_take(r));
        t2s_append(left, t2s_dialect_compared(r));
    }
}

bool t2s_dialect_match(t2s_reader *r, t2s_run *left, bool negated)
{
    const t2s_word *word = t2s_peek(r, negated ? 1 : 0);
    const bool is_similar = t2s_is_word(word, "SIMILAR");
    const bool is_not = word->n > 0 && word->text[0] == '!';
    t2s_run pattern;
    if (t2s_is_word(word, "LIKE ILIKE GLOB ~~ ~~* !~~ !~~*")) {
        r->at += negated;
        like(r, left, negated || is_not);
        return true;
    }
    if (!t2s_is_word(word, "RLIKE REGEXP SIMILAR ~ ~* !~ !~*") ||
        (r->bit & T2S_MS))
        return false;
    t2s_mark(r, word,
             t2s_is_word(word, "RLIKE REGEXP") ? T2S_MY | T2S_SNOW
                                               : T2S_PG | T2S_DUCK);
    r->at += negated + 1;
    if (is_similar)
        t2s_skips(r, "TO");
    pattern = t2s_dialect_compared(r);
    *left = t2s_match(r, word, left, &pattern, is_similar, negated || is_not);
    return true;
}
