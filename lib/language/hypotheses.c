#include "language/hypotheses.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/utf8.h"

/* Bytes of a repetition; a shorter one may be meant. */
#define LEAST_REPEATED 60

void t2s_hypothesis_free(t2s_hypothesis *h)
{
    t2s_string_free(&h->text);
    t2sed_constraint_state_free(h->state);
    h->state = NULL;
}

void t2s_hypotheses_free(t2s_hypotheses *list)
{
    for (size_t i = 0; i < list->count; i++)
        t2s_hypothesis_free(&list->at[i]);
    t2s_vector_free(list);
}

/* Where `stop` begins in a text, or its length. One that is a semicolon counts
 * outside of quotes only. */
static size_t find_stop(const t2s_string *text, const char *stop)
{
    const size_t n = strlen(stop);
    const bool is_semicolon = strcmp(stop, ";") == 0;
    char quote = 0;
    for (size_t i = 0; n > 0 && i + n <= text->length; i++) {
        const char c = text->text[i];
        if (is_semicolon && quote)
            quote = c == quote ? 0 : quote;
        else if (is_semicolon && (c == '\'' || c == '"' || c == '`'))
            quote = c;
        else if (memcmp(text->text + i, stop, n) == 0)
            return i;
    }
    return text->length;
}

/* Ends a text before the first of the stops that it has. */
static void stop(t2s_hypothesis *h, const char *const *stops, size_t stop_count)
{
    size_t end = h->text.length;
    for (size_t i = 0; i < stop_count; i++) {
        const size_t at = find_stop(&h->text, stops[i]);
        end = at < end ? at : end;
    }
    if (end < h->text.length) {
        h->text.length = end;
        h->text.text[end] = '\0';
        h->ended = true;
    }
}

/* The state that has read n bytes more. A text with its semicolon has ended, if
 * it may end. */
static t2sed_status constrain(t2s_hypothesis *h,
                              const t2sed_constraint_state *before,
                              const char *bytes, size_t n, t2sed_error *err)
{
    static const char *const semicolon[] = {";"};
    t2sed_status status = t2sed_constraint_state_copy(&h->state, before, err);
    int may_end = 0;
    if (status == T2SED_OK)
        status = t2sed_constraint_advance(h->state, bytes, n, err);
    if (status == T2SED_OK)
        may_end = t2sed_constraint_may_end(h->state);
    if (may_end < 0)
        status = t2s_fail_memory(err);
    if (may_end > 0)
        stop(h, semicolon, 1);
    return status;
}

t2sed_status t2s_hypothesis_extend(t2s_hypothesis *out,
                                   const t2s_hypothesis *from,
                                   const t2sed_language_model *model,
                                   t2s_choice choice, bool ends,
                                   const char *const *stops, size_t stop_count,
                                   t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    char bytes[256];
    size_t n = 0;
    *out = (t2s_hypothesis){.log = from->log + choice.log,
                            .tokens = from->tokens + 1,
                            .ended = ends};
    t2s_string_append_n(&out->text, from->text.text ? from->text.text : "",
                        from->text.length);
    if (!ends) {
        n = t2sed_tokenizer_bytes(model->tokenizer, choice.token, bytes,
                                  sizeof bytes);
        n = n < sizeof bytes ? n : sizeof bytes;
        t2s_string_append_n(&out->text, bytes, n);
    }
    if (out->text.failed)
        status = t2s_fail_memory(err);
    else if (!ends && from->state)
        status = constrain(out, from->state, bytes, n, err);
    else if (!ends)
        stop(out, stops, stop_count);
    if (status != T2SED_OK)
        t2s_hypothesis_free(out);
    return status;
}

bool t2s_hypothesis_repeats(const t2s_hypothesis *h)
{
    const char *end = h->text.text + h->text.length;
    for (size_t period = 1; 3 * period <= h->text.length; period++) {
        const size_t least =
            3 * period < LEAST_REPEATED ? LEAST_REPEATED : 3 * period;
        if (least <= h->text.length &&
            memcmp(end - least, end - least + period, least - period) == 0)
            return true;
    }
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void trim(t2s_string *text)
{
    size_t begin = 0, end = text->length, valid = 0;
    /* A limit may have cut a character; the model may have written half of
     * one. */
    while (valid < end) {
        const size_t n = t2s_utf8_length(text->text + valid, end - valid);
        if (n == 0)
            break;
        valid += n;
    }
    end = valid;
    while (end > 0 && is_blank(text->text[end - 1]))
        end--;
    while (begin < end && is_blank(text->text[begin]))
        begin++;
    memmove(text->text, text->text + begin, end - begin);
    text->length = end - begin;
    text->text[text->length] = '\0';
}

/* --- texts that are the same query --- */

typedef struct spelling {
    const char *at;
    char quote, last;
} spelling;

static bool is_word(char c)
{
    const char lower = t2s_ascii_lower(c);
    return (lower >= 'a' && lower <= 'z') || t2s_is_digit(c) || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* The next byte that tells queries apart, 0 at the end: outside of quotes in
 * lower case, and a blank only between two words; "x" as 'x', since models
 * write texts both ways, and SQLite reads both where no column has the name. */
static char next_byte(spelling *s)
{
    const bool was_blank = !s->quote && is_blank(*s->at);
    char c;
    while (!s->quote && is_blank(*s->at))
        s->at++;
    c = *s->at;
    if (was_blank && is_word(s->last) && is_word(c)) {
        s->last = ' ';
        return ' ';
    }
    s->at += c != '\0';
    if (s->quote)
        s->quote = c == s->quote ? '\0' : s->quote;
    else if (c == '\'' || c == '"' || c == '`')
        s->quote = c;
    else
        c = t2s_ascii_lower(c);
    s->last = c;
    return c == '"' ? '\'' : c;
}

static bool same_query(const char *a, const char *b)
{
    spelling x = {.at = a}, y = {.at = b};
    char c;
    do {
        c = next_byte(&x);
        if (c != next_byte(&y))
            return false;
    } while (c);
    return true;
}

t2s_hypothesis *t2s_hypotheses_find(const t2s_hypotheses *list,
                                    const t2s_hypothesis *h)
{
    for (size_t i = 0; i < list->count; i++)
        if (same_query(list->at[i].text.text, h->text.text))
            return &list->at[i];
    return NULL;
}

static int likelier(const void *a, const void *b, const void *context)
{
    const t2s_hypothesis *x = a, *y = b;
    (void)context;
    if (x->ended != y->ended)
        return x->ended ? -1 : 1;
    return (x->log < y->log) - (x->log > y->log);
}

bool t2s_hypotheses_finish(t2s_hypotheses *list, size_t count, bool queries)
{
    size_t kept = 0;
    if (!t2s_sort(list->at, list->count, sizeof *list->at, likelier, NULL))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        t2s_hypothesis *h = &list->at[i];
        bool is_new = kept < count;
        trim(&h->text);
        for (size_t k = 0; k < kept && is_new; k++)
            is_new = queries ? !same_query(list->at[k].text.text, h->text.text)
                             : strcmp(list->at[k].text.text, h->text.text) != 0;
        if (!is_new) {
            t2s_hypothesis_free(h);
            continue;
        }
        list->at[kept++] = *h;
    }
    list->count = kept;
    return true;
}

size_t t2s_choices_best(t2s_choice *out, size_t most, const float *logs,
                        size_t vocabulary)
{
    size_t count = 0;
    for (size_t i = 0; i < vocabulary; i++) {
        const double log = (double)logs[i];
        size_t at;
        if (!(log > -INFINITY) || (count == most && log <= out[count - 1].log))
            continue;
        if (count < most)
            count++;
        for (at = count - 1; at > 0 && out[at - 1].log < log; at--)
            out[at] = out[at - 1];
        out[at] = (t2s_choice){log, (int32_t)i};
    }
    return count;
}

bool t2s_choice_draw(t2s_choice *out, const float *logs, size_t vocabulary,
                     double temperature, double top_p, double chance)
{
    double best = -INFINITY, sum = 0, floor = -INFINITY, at, drawn;
    for (size_t i = 0; i < vocabulary; i++)
        best = fmax(best, (double)logs[i]);
    if (!(best > -INFINITY))
        return false;
    for (size_t i = 0; i < vocabulary; i++)
        sum += exp(((double)logs[i] - best) / temperature);
    if (top_p < 1) {
        /* The least likely token that is still needed: halve the range of its
         * log-probability until it is known well enough. */
        double low = best - 100 * temperature, high = best;
        for (int i = 0; i < 40; i++) {
            const double middle = (low + high) / 2;
            double above = 0;
            for (size_t k = 0; k < vocabulary; k++)
                if ((double)logs[k] >= middle)
                    above += exp(((double)logs[k] - best) / temperature);
            if (above >= top_p * sum)
                low = middle;
            else
                high = middle;
        }
        floor = low;
        sum = 0;
        for (size_t i = 0; i < vocabulary; i++)
            if ((double)logs[i] >= floor)
                sum += exp(((double)logs[i] - best) / temperature);
    }
    drawn = chance * sum;
    at = 0;
    for (size_t i = 0; i < vocabulary; i++) {
        if (!((double)logs[i] > -INFINITY) || (double)logs[i] < floor)
            continue;
        at += exp(((double)logs[i] - best) / temperature);
        *out = (t2s_choice){(double)logs[i], (int32_t)i};
        if (at > drawn)
            break;
    }
    return true;
}
