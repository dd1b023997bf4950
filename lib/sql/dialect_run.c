/* Reading the words of a dialect and writing runs of pieces. */
#include <string.h>

#include "sql/dialect.h"
#include "sql/token.h"

#include "grammar.h"
#include "sql/build.h"

/* Pieces of one translation: copied arguments can grow without bound. */
#define MOST_PIECES 1000000
/* Deeper queries are refused by SQLite's grammar too. */
#define MOST_DEPTH 300
/* Names that are replaced, and the bytes of what they stand for: each is looked
 * for in a whole query. */
#define MOST_NAMES       500
#define MOST_NAMED_BYTES (4 * T2SED_SQL_MAX_BYTES)

/* -------------------------------------------------------------- reading */

const t2s_word *t2s_peek(const t2s_reader *r, size_t ahead)
{
    static const t2s_word nothing = {"", 0, 0, 0, T2S_WORD_END};
    const size_t last = r->words.count - 1;
    if (r->status)
        return &nothing;
    return &r->words.at[r->at + ahead < last ? r->at + ahead : last];
}

bool t2s_is_word(const t2s_word *word, const char *list)
{
    return (word->kind == T2S_WORD_WORD || word->kind == T2S_WORD_OTHER) &&
           t2s_is_one_of(word->text, word->n, list);
}

bool t2s_sees(const t2s_reader *r, const char *words)
{
    for (size_t ahead = 0; *words; ahead++) {
        const t2s_word *word = t2s_peek(r, ahead);
        const size_t n = strcspn(words, " ");
        if ((word->kind != T2S_WORD_WORD && word->kind != T2S_WORD_OTHER) ||
            t2s_casecmp_n(word->text, word->n, words, n) != 0)
            return false;
        words += n + (words[n] == ' ');
    }
    return true;
}

bool t2s_sees_one(const t2s_reader *r, const char *list)
{
    return t2s_is_word(t2s_peek(r, 0), list);
}

bool t2s_skips(t2s_reader *r, const char *words)
{
    if (!t2s_sees(r, words))
        return false;
    for (r->at++; (words = strchr(words, ' ')); words++)
        r->at++;
    return true;
}

void t2s_mark(t2s_reader *r, const t2s_word *from, unsigned dialects)
{
    if (!(dialects & r->bit)) {
        r->foreign++;
        return;
    }
    r->own++;
    /* What fewer dialects have says more. */
    if (r->marked == 0 || (r->marked == T2S_OTHER && dialects != T2S_OTHER)) {
        r->marked = dialects;
        r->mark_begin = from->begin;
        r->mark_end = from->end;
    }
}

void t2s_unsupported(t2s_reader *r, const t2s_word *from, const t2s_word *to)
{
    if (r->status)
        return;
    r->status = T2SED_EUNSUPPORTED;
    r->unsupported_begin = from->begin;
    r->unsupported_end = to->end;
}

bool t2s_enter(t2s_reader *r)
{
    if (!r->status && ++r->depth > MOST_DEPTH)
        r->status = T2SED_ELIMIT;
    return !r->status;
}

void t2s_leave(t2s_reader *r)
{
    r->depth--;
}

/* -------------------------------------------------------------- writing */

const char *t2s_settle(t2s_reader *r, t2s_string *string)
{
    const char *text =
        string->failed || !string->text
            ? NULL
            : t2s_arena_strndup(&r->arena, string->text, string->length);
    if (!text && !r->status)
        r->status = T2SED_ENOMEM;
    t2s_string_free(string);
    return text ? text : "";
}

t2s_run t2s_no_run(void)
{
    t2s_run none;
    memset(&none, 0, sizeof none);
    return none;
}

static t2s_run piece(t2s_reader *r, const char *text, size_t n, uint32_t begin,
                     uint32_t end)
{
    t2s_run run = t2s_no_run();
    t2s_piece *made = NULL;
    if (r->status)
        return run;
    if (r->pieces++ >= MOST_PIECES)
        r->status = T2SED_ELIMIT;
    else if (!(made = t2s_arena_alloc(&r->arena, sizeof *made)))
        r->status = T2SED_ENOMEM;
    if (!made)
        return run;
    *made = (t2s_piece){text, n, begin, end, true, false, NULL};
    run.first = run.last = made;
    return run;
}

static bool touches(const t2s_reader *r, const t2s_word *word)
{
    return word > r->words.at && word[-1].end == word->begin;
}

t2s_run t2s_take(t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    t2s_run run;
    if (word->kind == T2S_WORD_END)
        return t2s_no_run();
    run = piece(r, word->text, word->n, word->begin, word->end);
    if (run.first)
        run.first->apart = !touches(r, word);
    if (word->kind == T2S_WORD_STRING)
        run.kind = T2S_RUN_LITERAL;
    else if (word->kind == T2S_WORD_NUMBER)
        run.kind =
            memchr(word->text, '.', word->n) ? T2S_RUN_REAL : T2S_RUN_INTEGER;
    r->at++;
    return run;
}

/* Whether SQLite takes the word for a name wherever the grammar has one. */
static bool is_name_for_sqlite(const t2s_word *word)
{
    const int kind = t2s_sql_keyword(word->text, word->n);
    return word->text[0] != '#' &&
           (kind == TK_ID || kind == TK_WINDOW || kind == TK_OVER ||
            kind == TK_FILTER || t2s_sql_grammar_fallback(kind) == TK_ID);
}

t2s_run t2s_take_name(t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    const bool quote = word->kind == T2S_WORD_WORD && !is_name_for_sqlite(word);
    t2s_run run = t2s_take(r);
    t2s_string quoted = {0};
    if (!quote || !run.first)
        return run;
    t2s_string_append_quoted(&quoted, word->text, word->n, '"');
    run.first->text = t2s_settle(r, &quoted);
    run.first->n = strlen(run.first->text);
    return run;
}

t2s_run t2s_take_words(t2s_reader *r, size_t count)
{
    t2s_run run = t2s_no_run();
    while (count-- > 0)
        t2s_append(&run, t2s_take(r));
    return run;
}

t2s_run t2s_write_n(t2s_reader *r, const char *text, size_t n,
                    const t2s_run *like)
{
    t2s_run run;
    if (!r->status && !(text = t2s_arena_strndup(&r->arena, text, n)))
        r->status = T2SED_ENOMEM;
    run = piece(r, text, n, like && like->first ? like->first->begin : 0,
                like && like->first ? like->last->end : 0);
    return run;
}

t2s_run t2s_write(t2s_reader *r, const char *text, const t2s_run *like)
{
    return t2s_write_n(r, text, strlen(text), like);
}

void t2s_append(t2s_run *a, t2s_run b)
{
    const bool aggregate = a->aggregate || b.aggregate;
    if (!b.first)
        return;
    if (!a->first) {
        *a = b;
    } else {
        t2s_piece *first = a->first, *last = a->last;
        *a = t2s_no_run();
        last->next = b.first;
        a->first = first;
        a->last = b.last;
    }
    a->aggregate = aggregate;
}

t2s_run t2s_copy(t2s_reader *r, const t2s_run *run)
{
    t2s_run out = t2s_no_run();
    t2s_piece *first, *last;
    for (const t2s_piece *at = run->first; at && !r->status;
         at = at == run->last ? NULL : at->next) {
        t2s_run one = piece(r, at->text, at->n, at->begin, at->end);
        if (one.first) {
            one.first->apart = at->apart;
            one.first->lone = at->lone;
        }
        t2s_append(&out, one);
    }
    first = out.first;
    last = out.last;
    out = *run;
    out.first = first;
    out.last = last;
    out.tail = NULL;
    return out;
}

t2s_run *t2s_keep(t2s_reader *r, t2s_run run)
{
    static t2s_run nothing;
    t2s_run *kept = t2s_arena_alloc(&r->arena, sizeof *kept);
    if (!kept) {
        r->status = T2SED_ENOMEM;
        return &nothing;
    }
    *kept = run;
    return kept;
}

/* A run in a template: it begins where the text before it ends. */
static void put_in(t2s_reader *r, t2s_run *out, const t2s_run *run, bool apart)
{
    t2s_run copy = t2s_copy(r, run);
    if (copy.first)
        copy.first->apart = apart;
    t2s_append(out, copy);
}

bool t2s_is_operand(const t2s_run *run)
{
    char quote = '\0';
    int depth = 0;
    for (const t2s_piece *at = run->first; at;
         at = at == run->last ? NULL : at->next) {
        if (at != run->first && at->apart && depth == 0)
            return false;
        for (size_t i = 0; i < at->n; i++) {
            const char c = at->text[i];
            if (quote)
                quote = c == quote ? '\0' : quote;
            else if (strchr("'\"`", c))
                quote = c;
            else if (c == '(' || c == ')')
                depth += c == '(' ? 1 : -1;
            else if (depth == 0 && c != '.' && !t2s_sql_is_name_char(c))
                return false;
        }
    }
    return true;
}

t2s_run t2s_tight(t2s_reader *r, t2s_run run)
{
    return run.loose ? t2s_dialect_fill(r, "($1)", &run, 1, &run) : run;
}

/* Where the next "$1", "@1" or "$*" of a template is, or its end. */
static size_t next_place(const char *format)
{
    size_t n = 0;
    while (format[n] && !(strchr("$@", format[n]) &&
                          (t2s_is_digit(format[n + 1]) ||
                           (format[n] == '$' && format[n + 1] == '*'))))
        n++;
    return n;
}

t2s_run t2s_dialect_fill(t2s_reader *r, const char *format, const t2s_run *runs,
                         size_t count, const t2s_run *like)
{
    t2s_run out = t2s_no_run();
    bool apart = true, aggregate = false;
    for (size_t i = 0; i < count; i++)
        aggregate |= runs[i].aggregate;
    while (*format && !r->status) {
        const size_t n = next_place(format);
        const size_t place = n ? 0 : (size_t)(format[1] - '1');
        if (n > 0) {
            t2s_run text = t2s_write_n(r, format, n, like);
            const size_t end = text.first ? text.first->n : 0;
            if (text.first)
                text.first->apart = apart;
            t2s_append(&out, text);
            apart = end > 0 && format[n - 1] == ' ';
            format += n;
            continue;
        }
        if (format[1] == '*') {
            for (size_t i = 0; i < count; i++) {
                if (i > 0)
                    t2s_append(&out, t2s_write(r, ",", like));
                put_in(r, &out, &runs[i], i > 0);
            }
        } else if (place < count && format[0] == '@' &&
                   !t2s_is_operand(&runs[place])) {
            t2s_run open = t2s_write(r, "(", like);
            if (open.first)
                open.first->apart = apart;
            t2s_append(&out, open);
            put_in(r, &out, &runs[place], false);
            t2s_append(&out, t2s_write(r, ")", like));
        } else if (place < count) {
            put_in(r, &out, &runs[place], apart);
        }
        format += 2;
        apart = false;
    }
    out.aggregate = aggregate;
    return out;
}

const char *t2s_run_text(const t2s_run *run, size_t *n)
{
    if (!run->first || run->first != run->last) {
        *n = 0;
        return "";
    }
    *n = run->first->n;
    return run->first->text;
}

char *t2s_run_string(t2s_reader *r, const t2s_run *run)
{
    size_t n, to = 0;
    const char *text = t2s_run_text(run, &n);
    char *out;
    if (run->kind != T2S_RUN_LITERAL || n < 2)
        return NULL;
    out = t2s_arena_alloc(&r->arena, n);
    if (!out) {
        r->status = T2SED_ENOMEM;
        return NULL;
    }
    for (size_t i = 1; i + 1 < n; i++) {
        if (text[i] == '\'')
            i++;
        out[to++] = text[i];
    }
    out[to] = '\0';
    return out;
}

/* Whether the two would be read as something else side by side. */
static bool must_part(char a, char b)
{
    static const char signs[] = "-<>|=!*/&+~:'\"";
    return (t2s_sql_is_name_char(a) || a == '.' || t2s_is_digit(a)
                ? t2s_sql_is_name_char(b) || t2s_is_digit(b)
                : strchr(signs, a) && strchr(signs, b)) ||
           a == ',';
}

void t2s_run_print(t2s_string *out, const t2s_run *run,
                   void (*tell)(void *payload, size_t begin,
                                const t2s_piece *piece),
                   void *payload)
{
    for (const t2s_piece *at = run->first; at;
         at = at == run->last ? NULL : at->next) {
        const char last = out->length ? out->text[out->length - 1] : '\0';
        const bool dotted = last == '.' || at->text[0] == '.';
        if (out->length > T2SED_SQL_MAX_BYTES)
            break;
        if (at->n == 0)
            continue;
        if (last && last != '(' && last != ' ' &&
            !strchr("),.;", at->text[0]) && !dotted &&
            (at->apart || must_part(last, at->text[0])))
            t2s_string_append_char(out, ' ');
        if (tell)
            tell(payload, out->length, at);
        t2s_string_append_n(out, at->text, at->n);
    }
}

void t2s_replace_name(const t2s_run *run, const t2s_named *named)
{
    for (t2s_piece *at = run->first; at;
         at = at == run->last ? NULL : at->next) {
        if (!at->lone || t2s_casecmp_n(named->name->text, named->name->n,
                                       at->text, at->n) != 0)
            continue;
        at->text = named->text;
        at->n = named->n;
        at->lone = false;
    }
}

void t2s_add_name(t2s_reader *r, t2s_named named)
{
    if (r->named.count >= MOST_NAMES && !r->status)
        r->status = T2SED_ELIMIT;
    if (!r->status && !t2s_vector_push(&r->named, named))
        r->status = T2SED_ENOMEM;
}

t2s_named t2s_name_run(t2s_reader *r, const t2s_piece *name, const t2s_run *run)
{
    t2s_string text = {0};
    const t2s_run whole = t2s_dialect_fill(r, "@1", run, 1, run);
    t2s_named named = {name, "", 0};
    t2s_string_append(&text, "");
    t2s_run_print(&text, &whole, NULL, NULL);
    r->named_bytes += text.length;
    if (!r->status && (text.length > T2SED_SQL_MAX_BYTES ||
                       r->named_bytes > MOST_NAMED_BYTES))
        r->status = T2SED_ELIMIT;
    named.text = t2s_settle(r, &text);
    named.n = strlen(named.text);
    return named;
}
