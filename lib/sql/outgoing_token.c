/* Cuts a text into tokens that all of several systems cut it into. */
#include <string.h>

#include "base/string.h"
#include "sql/outgoing.h"
#include "sql/token.h"

/* Systems that read a backslash in a string as an escape; MySQL by default. */
#define ESCAPES (T2S_MY | T2S_BQ | T2S_SNOW)
/* Those where "x" is a string. */
#define TEXTS (T2S_MY | T2S_BQ)
/* Those where brackets hold names, and those where they hold positions. */
#define BRACKETS  (T2S_LITE | T2S_MS)
#define POSITIONS (T2S_PG | T2S_DUCK | T2S_BQ | T2S_SNOW)
#define POSTGRES  (T2S_PG | T2S_DUCK)

static char at(const t2s_outgoing *o, size_t i)
{
    return i < o->length ? o->text[i] : '\0';
}

static bool sees(const t2s_outgoing *o, size_t i, const char *text)
{
    return strncmp(o->text + i, text, strlen(text)) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && !is_blank(c)) || c == 0x7F;
}

/* --- blanks and comments --- */

/* To the end of the line. Systems have different ideas of what else ends it. */
static bool skip_line(t2s_outgoing *o, size_t *i)
{
    for (; *i < o->length && o->text[*i] != '\n'; ++*i)
        if ((at(o, *i) == '\r' && at(o, *i + 1) != '\n') ||
            sees(o, *i, "\xC2\x85") || sees(o, *i, "\xE2\x80\xA8") ||
            sees(o, *i, "\xE2\x80\xA9"))
            return t2s_outgoing_refuse(
                o, *i, "an end of a line other than \"\\n\" in a comment");
    return true;
}

static bool skip_comment(t2s_outgoing *o, size_t *i)
{
    const size_t begin = *i;
    if (t2s_outgoing_has(o, T2S_MY) &&
        (at(o, begin + 2) == '!' || sees(o, begin, "/*M!")))
        return t2s_outgoing_refuse(o, begin, "a comment that MySQL runs");
    for (*i += 2; *i < o->length; ++*i) {
        if (sees(o, *i, "*/")) {
            *i += 2;
            return true;
        }
        if (sees(o, *i, "/*"))
            return t2s_outgoing_refuse(o, *i, "a comment within a comment");
    }
    return t2s_outgoing_refuse(o, begin, "a comment that is never closed");
}

/* Whether a mark begins a comment to the end of the line: to `systems`. */
static bool is_line_comment(t2s_outgoing *o, size_t i, unsigned systems)
{
    if (!t2s_outgoing_has(o, systems))
        return false;
    if (!t2s_outgoing_only(o, systems))
        (void)t2s_outgoing_refuse(
            o, i, "a sign that begins a comment in some systems");
    return true;
}

static bool skip_blanks(t2s_outgoing *o, size_t *i)
{
    while (*i < o->length && !o->status) {
        const char c = at(o, *i);
        if (is_blank(c)) {
            ++*i;
        } else if (sees(o, *i, "/*")) {
            (void)skip_comment(o, i);
        } else if (sees(o, *i, "--")) {
            if (t2s_outgoing_has(o, T2S_MY) && *i + 2 < o->length &&
                !is_blank(at(o, *i + 2)))
                (void)t2s_outgoing_refuse(o, *i,
                                          "\"--\" without a blank behind it");
            (void)skip_line(o, i);
        } else if ((c == '#' && is_line_comment(o, *i, T2S_MY | T2S_BQ)) ||
                   (sees(o, *i, "//") && is_line_comment(o, *i, T2S_SNOW))) {
            (void)skip_line(o, i);
        } else {
            break;
        }
    }
    return !o->status;
}

/* --- strings and names in quotes --- */

static bool keep(t2s_outgoing *o, t2s_token *token, t2s_string *content)
{
    const char *text = content->text ? content->text : "";
    token->n = content->length;
    for (size_t i = 0; i < token->n; i++)
        if (is_control(text[i]))
            (void)t2s_outgoing_refuse(o, token->begin,
                                      "a control character in quotes");
    token->text =
        content->failed ? NULL : t2s_arena_strndup(&o->arena, text, token->n);
    if (!token->text && !o->status)
        o->status = T2SED_ENOMEM;
    t2s_string_free(content);
    return !o->status;
}

typedef enum escaping {
    BY_SYSTEM,
    ALWAYS, /* E'x' */
    RAW     /* r'x' */
} escaping;

/* A backslash and what is behind it, at *i; leaves *i at the last byte of it.
 */
static bool unescape(t2s_outgoing *o, t2s_string *content, size_t *i,
                     escaping how)
{
    static const char codes[] = "n\nt\tr\r";
    const char c = at(o, *i + 1);
    const bool is_mysql = how == BY_SYSTEM && t2s_outgoing_has(o, T2S_MY);
    if (how == RAW || (how == BY_SYSTEM && !t2s_outgoing_has(o, ESCAPES))) {
        if ((how == RAW && strchr("'\"", c)) ||
            (t2s_outgoing_has(o, T2S_MS) && strchr("\r\n", c)))
            return t2s_outgoing_refuse(
                o, *i, "a backslash before a quote or the end of a line");
        t2s_string_append_char(content, '\\');
        return true;
    }
    if (how == BY_SYSTEM && !t2s_outgoing_only(o, ESCAPES))
        return t2s_outgoing_refuse(
            o, *i,
            "a backslash in a string, which some systems read as an escape");
    ++*i;
    for (size_t k = 0; codes[k] && c; k += 2)
        if (codes[k] == c) {
            t2s_string_append_char(content, codes[k + 1]);
            return true;
        }
    if (!c || (!strchr("\\'\"`", c) && !(is_mysql && strchr("%_", c))))
        return t2s_outgoing_refuse(
            o, *i - 1, "an escape other than \\\\, \\', \\\", \\n, \\r, \\t");
    /* MySQL leaves both bytes of \% and \_ to LIKE. */
    if (strchr("%_", c))
        t2s_string_append_char(content, '\\');
    t2s_string_append_char(content, c);
    return true;
}

/* From its first quote at *i on, to behind the last. BigQuery and others know
 * no doubled quotes, and read three in a row as one. */
static bool scan_string(t2s_outgoing *o, t2s_token *token, size_t *i,
                        escaping how)
{
    const char quote = at(o, *i);
    const size_t open = *i;
    t2s_string content = {0};
    token->kind = T2S_TOKEN_STRING;
    for (++*i; !o->status; ++*i) {
        const char c = at(o, *i);
        if (*i >= o->length) {
            (void)t2s_outgoing_refuse(o, open, "a string that is never closed");
        } else if (c == '\\') {
            (void)unescape(o, &content, i, how);
        } else if (c != quote) {
            t2s_string_append_char(&content, c);
        } else if (at(o, *i + 1) != quote) {
            break;
        } else {
            if (t2s_outgoing_has(o, T2S_BQ))
                (void)t2s_outgoing_refuse(
                    o, *i,
                    "quotes in a row, which systems read in different ways");
            t2s_string_append_char(&content, c);
            ++*i;
        }
    }
    ++*i;
    return keep(o, token, &content);
}

/* X'1f' and B'01' */
static bool scan_digits(t2s_outgoing *o, t2s_token *token, size_t *i,
                        const char *digits)
{
    const size_t open = ++*i;
    token->kind = T2S_TOKEN_STRING;
    while (at(o, *i) && strchr(digits, at(o, *i)))
        ++*i;
    if (at(o, *i) != '\'' || at(o, *i + 1) == '\'')
        return t2s_outgoing_refuse(
            o, *i, "a binary string with other characters than digits");
    token->text = o->text + open;
    token->n = *i - open;
    ++*i;
    return true;
}

/* "x", `x` and [x] */
static bool scan_name(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    const char quote = at(o, *i) == '[' ? ']' : at(o, *i);
    t2s_string name = {0};
    token->kind = T2S_TOKEN_NAME;
    for (++*i; !o->status; ++*i) {
        const char c = at(o, *i);
        if (*i >= o->length) {
            (void)t2s_outgoing_refuse(o, token->begin,
                                      "a name that is never closed");
        } else if (c == quote) {
            if (at(o, *i + 1) != quote)
                break;
            /* SQLite has no ] in brackets, BigQuery no ` in a name. */
            if (quote == ']' ? t2s_outgoing_has(o, T2S_LITE)
                             : t2s_outgoing_has(o, T2S_BQ))
                (void)t2s_outgoing_refuse(
                    o, *i,
                    "quotes in a row, which systems read in different ways");
            t2s_string_append_char(&name, c);
            ++*i;
        } else if (c == '\\' && t2s_outgoing_has(o, T2S_BQ)) {
            (void)t2s_outgoing_refuse(o, *i, "a backslash in a name");
        } else {
            t2s_string_append_char(&name, c);
        }
    }
    ++*i;
    if (name.length == 0 && !name.failed)
        (void)t2s_outgoing_refuse(o, token->begin, "a name without letters");
    return keep(o, token, &name);
}

/* $$x$$ and $tag$x$tag$ */
static bool scan_dollars(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    size_t n = 1;
    const char *tag = o->text + *i, *end;
    t2s_string content = {0};
    while (t2s_sql_is_name_char(tag[n]) && tag[n] != '$')
        n++;
    if (tag[n] != '$' || t2s_is_digit(tag[1]) ||
        !(t2s_outgoing_only(o, POSTGRES) ||
          (t2s_outgoing_only(o, T2S_SNOW) && n == 1)))
        return t2s_outgoing_refuse(
            o, *i, "a dollar sign, which systems read in different ways");
    n++;
    for (end = tag + n; (end = strchr(end, '$')); end++)
        if (strncmp(end, tag, n) == 0)
            break;
    if (!end)
        return t2s_outgoing_refuse(o, *i, "a string that is never closed");
    t2s_string_append_n(&content, tag + n, (size_t)(end - tag) - n);
    *i = (size_t)(end - o->text) + n;
    token->kind = T2S_TOKEN_STRING;
    return keep(o, token, &content);
}

static bool scan_quoted(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    const char c = at(o, *i);
    if (*i > 1 && at(o, *i - 1) == '&' && t2s_ascii_lower(at(o, *i - 2)) == 'u')
        return t2s_outgoing_refuse(o, *i, "a string with Unicode escapes (U&)");
    if (c == '"' && t2s_outgoing_has(o, TEXTS) && !t2s_outgoing_only(o, TEXTS))
        return t2s_outgoing_refuse(o, *i,
                                   "double quotes, which some systems read as "
                                   "a name and others as a string");
    if (c == '\'' || (c == '"' && t2s_outgoing_has(o, TEXTS)))
        return scan_string(o, token, i, BY_SYSTEM);
    if (o->systems == T2S_ANY ||
        (c == '`' && !t2s_outgoing_has(o, T2S_LITE | T2S_MY | T2S_BQ)))
        return t2s_outgoing_refuse(
            o, *i, "a name in quotes that not all systems have");
    return scan_name(o, token, i);
}

/* --- words, numbers, signs --- */

/* A string whose prefix ends at its quote, *i. */
static bool scan_prefixed(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    const char letter =
        *i - token->begin == 1 ? t2s_ascii_lower(at(o, token->begin)) : '\0';
    if (letter == 'r' && at(o, *i) != '`' && t2s_outgoing_only(o, T2S_BQ))
        return scan_string(o, token, i, RAW);
    if (letter == 'e' && at(o, *i) == '\'' && t2s_outgoing_only(o, POSTGRES))
        return scan_string(o, token, i, ALWAYS);
    token->prefix = letter;
    if (at(o, *i) == '\'') {
        if (letter == 'n' && t2s_outgoing_only(o, POSTGRES | T2S_MY | T2S_MS))
            return scan_string(o, token, i, BY_SYSTEM);
        if (letter == 'x' && !t2s_outgoing_has(o, T2S_BQ | T2S_MS))
            return scan_digits(o, token, i, "0123456789abcdefABCDEF");
        if (letter == 'b' && t2s_outgoing_only(o, POSTGRES | T2S_MY))
            return scan_digits(o, token, i, "01");
    }
    return t2s_outgoing_refuse(o, *i, "a quote directly behind a word");
}

/* A name with other letters than ASCII's. Some character sets have blanks and
 * signs among their bytes, so it needs quotes, and the case that it has
 * without. */
static bool quote_word(t2s_outgoing *o, t2s_token *token)
{
    t2s_string name = {0};
    if (!t2s_outgoing_only(o, T2S_LITE | T2S_MY | T2S_BQ | T2S_MS | POSTGRES) ||
        o->systems == T2S_ANY)
        return t2s_outgoing_refuse(
            o, token->begin,
            "a name with characters beyond ASCII and no quotes");
    for (size_t k = 0; k < token->n; k++)
        t2s_string_append_char(&name, t2s_outgoing_has(o, T2S_PG)
                                          ? t2s_ascii_lower(token->text[k])
                                          : token->text[k]);
    token->kind = T2S_TOKEN_NAME;
    return keep(o, token, &name);
}

static bool scan_word(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    bool is_ascii = true;
    for (; *i < o->length && t2s_sql_is_name_char(at(o, *i)); ++*i) {
        is_ascii &= (unsigned char)at(o, *i) < 0x80;
        if (at(o, *i) == '$' && t2s_outgoing_has(o, T2S_BQ))
            return t2s_outgoing_refuse(
                o, *i, "a dollar sign, which systems read in different ways");
    }
    token->kind = T2S_TOKEN_WORD;
    token->n = *i - token->begin;
    if (at(o, *i) == '\'' || at(o, *i) == '"' || at(o, *i) == '`')
        return scan_prefixed(o, token, i);
    return is_ascii || quote_word(o, token);
}

static size_t skip_digits(const t2s_outgoing *o, size_t i)
{
    while (t2s_is_digit(at(o, i)))
        i++;
    return i;
}

static bool scan_number(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    const size_t begin = *i;
    token->kind = T2S_TOKEN_NUMBER;
    if (at(o, begin) == '0' && t2s_ascii_lower(at(o, begin + 1)) == 'x' &&
        t2s_outgoing_only(o, T2S_LITE | T2S_MY | T2S_BQ | T2S_MS)) {
        *i += 2 + strspn(o->text + begin + 2, "0123456789abcdefABCDEF");
    } else {
        *i = skip_digits(o, begin);
        if (at(o, *i) == '.')
            *i = skip_digits(o, *i + 1);
        if (t2s_ascii_lower(at(o, *i)) == 'e') {
            const size_t sign = strchr("+-", at(o, *i + 1)) ? 2 : 1;
            if (t2s_is_digit(at(o, *i + sign)))
                *i = skip_digits(o, *i + sign);
        }
    }
    if (*i < o->length &&
        (t2s_sql_is_name_char(at(o, *i)) || strchr(".'\"`", at(o, *i))))
        return t2s_outgoing_refuse(o, begin,
                                   "a number that runs into what is behind it");
    if (at(o, begin) == '.' && begin > 0 && o->tokens.count > 0 &&
        o->tokens.at[o->tokens.count - 1].end == begin &&
        !strchr("(,+-*/%<>=|&", at(o, begin - 1)))
        return t2s_outgoing_refuse(o, begin,
                                   "a number that runs into what is before it");
    return true;
}

/* Of an operator; PostgreSQL's are shorter. */
#define LONGEST 64

/* By PostgreSQL's rule: as many as there are, but no comment and, without
 * certain others, no sign of a number at the end. */
static size_t scan_operator(const t2s_outgoing *o, size_t i)
{
    size_t n = 0;
    bool is_free = false; /* one that may end in a sign */
    while (n < LONGEST && at(o, i + n) &&
           strchr("~!@#^&|?%+-*/<>=", at(o, i + n)))
        n++;
    for (size_t k = 1; k < n; k++)
        if (sees(o, i + k, "--") || sees(o, i + k, "/*"))
            n = k;
    for (size_t k = 0; k < n && !is_free; k++)
        is_free = strchr("~!@#^&|?%", at(o, i + k)) != NULL;
    while (n > 1 && !is_free && strchr("+-", at(o, i + n - 1)))
        n--;
    return i + n;
}

/* Signs, the longer ones first, of the systems that have them. */
static const struct {
    const char *text;
    unsigned systems;
} signs[] = {{"<=>", T2S_MY},
             {"->>", T2S_LITE | T2S_MY},
             {"->", T2S_LITE | T2S_MY | T2S_SNOW | T2S_BQ},
             {"=>", T2S_BQ | T2S_SNOW},
             {"::", T2S_SNOW},
             {"<>", T2S_ANY},
             {"!=", T2S_ANY},
             {"<=", T2S_ANY},
             {">=", T2S_ANY},
             {"||", T2S_ANY},
             {"==", T2S_LITE},
             {"<<", T2S_LITE | T2S_MY | T2S_BQ},
             {">>", T2S_LITE | T2S_MY | T2S_BQ},
             {"&&", T2S_MY},
             {"&", T2S_LITE | T2S_MY | T2S_BQ | T2S_MS},
             {"|", T2S_LITE | T2S_MY | T2S_BQ | T2S_MS},
             {"~", T2S_LITE | T2S_MY | T2S_BQ | T2S_MS},
             {"^", T2S_MY | T2S_BQ | T2S_MS},
             {"!", T2S_MY},
             {":", T2S_SNOW},
             {"{", T2S_DUCK | T2S_SNOW},
             {"}", T2S_DUCK | T2S_SNOW},
             {"[", POSITIONS},
             {"]", POSITIONS},
             {"<", T2S_ANY},
             {">", T2S_ANY},
             {"=", T2S_ANY},
             {"+", T2S_ANY},
             {"-", T2S_ANY},
             {"*", T2S_ANY},
             {"/", T2S_ANY},
             {"%", T2S_ANY},
             {"(", T2S_ANY},
             {")", T2S_ANY},
             {",", T2S_ANY},
             {".", T2S_ANY},
             {";", T2S_ANY}};

static bool scan_sign(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    const unsigned mine = t2s_outgoing_has(o, T2S_LITE) ? T2S_LITE : o->systems;
    token->kind = T2S_TOKEN_SIGN;
    if (sees(o, *i, ":="))
        return t2s_outgoing_refuse(o, *i, "an assignment");
    if (t2s_outgoing_only(o, POSTGRES)) {
        const size_t end = scan_operator(o, *i);
        if (end > *i) {
            *i = end;
            return true;
        }
        if (at(o, *i) == ':') {
            *i += at(o, *i + 1) == ':' ? 2 : 1;
            return true;
        }
    }
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        /* A text that is SQLite's is cut as SQLite does. */
        if (!(signs[k].systems & mine) || !sees(o, *i, signs[k].text))
            continue;
        if (!t2s_outgoing_only(o, signs[k].systems | POSTGRES))
            return t2s_outgoing_refuse(o, *i,
                                       "an operator that not all systems have");
        *i += strlen(signs[k].text);
        return true;
    }
    return t2s_outgoing_refuse(o, *i, "a character that begins no token");
}

static bool scan_token(t2s_outgoing *o, t2s_token *token, size_t *i)
{
    const char c = at(o, *i);
    if (c == '\'' || c == '"' || c == '`')
        return scan_quoted(o, token, i);
    if (c == '[' && t2s_outgoing_has(o, BRACKETS))
        return t2s_outgoing_has(o, POSITIONS)
                   ? t2s_outgoing_refuse(o, *i,
                                         "a bracket, which some systems read "
                                         "as a quote and others as an index")
                   : scan_name(o, token, i);
    if (c == '$')
        return scan_dollars(o, token, i);
    if (t2s_is_digit(c) || (c == '.' && t2s_is_digit(at(o, *i + 1))))
        return scan_number(o, token, i);
    return t2s_sql_is_name_char(c) ? scan_word(o, token, i)
                                   : scan_sign(o, token, i);
}

bool t2s_outgoing_read(t2s_outgoing *o)
{
    for (size_t i = 0; i < o->length; i++)
        if (is_control(o->text[i]))
            return t2s_outgoing_refuse(o, i, "a control character");
    for (size_t i = 0; skip_blanks(o, &i) && i < o->length;) {
        t2s_token token = {.text = o->text + i, .begin = (uint32_t)i};
        if (!scan_token(o, &token, &i))
            return false;
        token.end = (uint32_t)i;
        if (token.text == o->text + token.begin)
            token.n = i - token.begin;
        if (!t2s_vector_push(&o->tokens, token))
            o->status = T2SED_ENOMEM;
    }
    return !o->status;
}
