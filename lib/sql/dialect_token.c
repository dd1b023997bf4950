/* Cuts the text of a dialect into words. */
#include <string.h>

#include "sql/dialect.h"
#include "sql/token.h"

#define BACKSLASHES  (T2S_MY | T2S_BQ | T2S_SNOW | T2S_CLICK)
#define TEXT_QUOTES  (T2S_MY | T2S_BQ) /* "x" is a string */
#define HASH_COMMENT (T2S_MY | T2S_BQ)

/* A longer one before what it begins with. */
static const char *const operators[] = {
    "!~~*", "!~~", "!~*", "~~*", "<=>", "->>", "#>>", "::", "->", "#>",
    "@>",   "<@",  "!~",  "~~",  "~*",  "||",  "&&",  "<>", "!=", "<=",
    ">=",   "<<",  ">>",  "==",  "**",  ":=",  "=>",  "//"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool at_text(const t2s_reader *r, size_t at, const char *text)
{
    return strncmp(r->text + at, text, strlen(text)) == 0;
}

static size_t skip_blanks(const t2s_reader *r, size_t at)
{
    while (at < r->length) {
        const char c = r->text[at];
        if (t2s_is_space(c)) {
            at++;
        } else if (at_text(r, at, "--") ||
                   (c == '#' && r->bit & HASH_COMMENT) ||
                   (at_text(r, at, "//") && r->bit & T2S_SNOW)) {
            while (at < r->length && r->text[at] != '\n')
                at++;
        } else if (at_text(r, at, "/*")) {
            const char *end = strstr(r->text + at + 2, "*/");
            at = end ? (size_t)(end - r->text) + 2 : r->length;
        } else if (at_text(r, at, "\xEF\xBB\xBF")) {
            at += 3;
        } else {
            break;
        }
    }
    return at;
}

static char unescaped(char c)
{
    static const char codes[] = "n\nt\tr\rb\bf\f";
    for (size_t i = 0; codes[i]; i += 2)
        if (codes[i] == c)
            return codes[i + 1];
    return c;
}

static void keep_text(t2s_reader *r, t2s_word *word, t2s_string *text)
{
    word->text = t2s_settle(r, text);
    word->n = strlen(word->text);
}

/* A string from its opening quote at `at` on, whose quote is `n` characters;
 * false: it is never closed. */
static bool scan_string(t2s_reader *r, t2s_word *word, size_t at, size_t n,
                        bool escapes)
{
    const char *text = r->text, quote = text[at];
    t2s_string content = {0}, spelled = {0};
    size_t end = at + n;
    for (;; end++) {
        if (end >= r->length) {
            t2s_string_free(&content);
            return false;
        }
        if (escapes && text[end] == '\\' && end + 1 < r->length) {
            end++;
            /* In LIKE, MySQL keeps \% and \_. */
            if (text[end] == '%' || text[end] == '_')
                t2s_string_append_char(&content, '\\');
            t2s_string_append_char(&content, unescaped(text[end]));
        } else if (text[end] != quote ||
                   (n == 3 && strncmp(text + end, text + at, 3) != 0)) {
            t2s_string_append_char(&content, text[end]);
        } else if (n == 1 && text[end + 1] == quote) {
            t2s_string_append_char(&content, text[end++]);
        } else {
            break;
        }
    }
    word->end = (uint32_t)(end + n);
    word->kind = T2S_WORD_STRING;
    t2s_string_append_quoted(&spelled, content.text ? content.text : "",
                             content.length, '\'');
    spelled.failed |= content.failed;
    t2s_string_free(&content);
    keep_text(r, word, &spelled);
    return true;
}

/* $$x$$ and $tag$x$tag$ */
static bool scan_dollars(t2s_reader *r, t2s_word *word, size_t at)
{
    size_t n = 1;
    const char *tag = r->text + at, *end;
    t2s_string spelled = {0};
    while (t2s_sql_is_name_char(tag[n]) && tag[n] != '$')
        n++;
    if (tag[n++] != '$' || t2s_is_digit(tag[1]))
        return false;
    for (end = tag + n; (end = strchr(end, '$')); end++)
        if (strncmp(end, tag, n) == 0)
            break;
    if (!end)
        return false;
    word->end = (uint32_t)(end + n - r->text);
    word->kind = T2S_WORD_STRING;
    t2s_string_append_quoted(&spelled, tag + n, (size_t)(end - tag) - n, '\'');
    keep_text(r, word, &spelled);
    return true;
}

/* "x", `x` and [x]; of BigQuery's `a.b.c` the last part is left. */
static bool scan_name(t2s_reader *r, t2s_word *word, size_t at)
{
    const char quote = r->text[at] == '[' ? ']' : r->text[at];
    size_t end = at + 1, dot = at;
    t2s_string name = {0};
    for (;; end++) {
        if (end >= r->length)
            return false;
        if (r->text[end] == '.' && r->bit & T2S_BQ)
            dot = end;
        if (r->text[end] != quote)
            continue;
        if (r->text[end + 1] != quote)
            break;
        end++;
    }
    word->end = (uint32_t)end + 1;
    word->kind = T2S_WORD_NAME;
    if (quote == '`' && !(r->bit & (T2S_MY | T2S_BQ | T2S_CLICK)))
        r->foreign++;
    if (dot > at) {
        t2s_string_append_char(&name, quote);
        t2s_string_append_n(&name, r->text + dot + 1, end - dot);
        keep_text(r, word, &name);
    }
    return true;
}

/* A string or name in quotes, or a prefixed string. */
static bool scan_quoted(t2s_reader *r, t2s_word *word, size_t at)
{
    const char c = r->text[at], next = at + 1 < r->length ? r->text[at + 1] : 0;
    const char lower = t2s_ascii_lower(c);
    const bool escapes = (r->bit & BACKSLASHES) != 0;
    if (c == '\'' || (c == '"' && r->bit & TEXT_QUOTES)) {
        const char triple[] = {c, c, c, '\0'};
        return scan_string(r, word, at,
                           r->bit & T2S_BQ && at_text(r, at, triple) ? 3 : 1,
                           escapes);
    }
    if (c == '"' || c == '`' || (c == '[' && r->bit & T2S_MS))
        return scan_name(r, word, at);
    if (c == '$' && r->bit & (T2S_PG | T2S_DUCK | T2S_SNOW | T2S_CLICK))
        return scan_dollars(r, word, at);
    if (next == '\'' && strchr("enrb", lower))
        return scan_string(r, word, at + 1, 1, lower == 'e');
    if (next == '"' && lower == 'r' && r->bit & T2S_BQ)
        return scan_string(r, word, at + 1, 1, false);
    return false;
}

static size_t scan_number(const t2s_reader *r, size_t at)
{
    bool point = false;
    for (;; at++) {
        const char c = r->text[at];
        if (t2s_is_digit(c) || (c == '_' && t2s_is_digit(r->text[at + 1])))
            continue;
        if (c == '.' && !point) {
            point = true;
        } else if ((c == 'e' || c == 'E') &&
                   strchr("+-0123456789", r->text[at + 1]) && r->text[at + 1]) {
            at++;
        } else {
            return at;
        }
    }
}

static size_t scan_operator(const t2s_reader *r, size_t at)
{
    for (size_t i = 0; i < COUNT(operators); i++)
        if (at_text(r, at, operators[i]))
            return at + strlen(operators[i]);
    return at + 1;
}

static void scan_one(t2s_reader *r, t2s_word *word, size_t at)
{
    const char c = r->text[at], next = r->text[at + 1];
    size_t end = at;
    word->begin = (uint32_t)at;
    word->text = NULL;
    word->kind = T2S_WORD_OTHER;
    if (!scan_quoted(r, word, at)) {
        if (strchr("'\"`", c)) {
            end = r->length; /* never closed: SQLite's scanner says so */
        } else if (t2s_is_digit(c) || (c == '.' && t2s_is_digit(next))) {
            end = scan_number(r, at);
            word->kind = T2S_WORD_NUMBER;
        } else if ((t2s_sql_is_name_char(c) && c != '$') ||
                   (c == '#' && r->bit & T2S_MS)) {
            for (end++; t2s_sql_is_name_char(r->text[end]);)
                end++;
            word->kind = T2S_WORD_WORD;
        } else if (strchr("@$:", c) && t2s_sql_is_name_char(next) &&
                   !(c == ':' && r->bit & (T2S_SNOW | T2S_CLICK))) {
            for (end++; t2s_sql_is_name_char(r->text[end]);)
                end++;
        } else {
            end = scan_operator(r, at);
        }
        word->end = (uint32_t)end;
    }
    if (!word->text && !r->status) {
        word->text = r->text + word->begin;
        word->n = word->end - word->begin;
    }
}

void t2s_dialect_scan(t2s_reader *r)
{
    t2s_word word;
    for (size_t at = skip_blanks(r, 0); at < r->length && !r->status;
         at = skip_blanks(r, word.end)) {
        scan_one(r, &word, at);
        if (!r->status && !t2s_vector_push(&r->words, word))
            r->status = T2SED_ENOMEM;
    }
    word = (t2s_word){"", 0, (uint32_t)r->length, (uint32_t)r->length,
                      T2S_WORD_END};
    if (!r->status && !t2s_vector_push(&r->words, word))
        r->status = T2SED_ENOMEM;
}
