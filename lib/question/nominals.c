/* Noun phrases, and the other phrases that are no clauses. */
#include <string.h>

#include "question/phrases.h"

t2s_phrase_names t2s_phrases_names(const t2s_phrases *p, int32_t word,
                                   bool nominal)
{
    static const t2s_phrase_names noun = {"NP", "WHNP", true},
                                  part = {"NML", "NML", true},
                                  adjective = {"ADJP", "WHADJP", false},
                                  adverb = {"ADVP", "WHADVP", false},
                                  number = {"QP", "WHADJP", false},
                                  adposition = {"PP", "WHPP", false},
                                  particle = {"PRT", "PRT", false},
                                  conjunction = {"CONJP", "CONJP", false},
                                  interjection = {"INTJ", "INTJ", false};
    switch (p->tags[word]) {
    case T2S_TAG_ADJ:
    case T2S_TAG_VERB:
        return nominal ? noun : adjective;
    case T2S_TAG_DET:
        return nominal ? noun : adjective;
    case T2S_TAG_NUM:
        return nominal ? noun : number;
    case T2S_TAG_ADV:
    case T2S_TAG_SCONJ:
    case T2S_TAG_PART:
        return adverb;
    case T2S_TAG_ADP:
        if (p->roles[word] == T2S_ROLE_PARTICLE)
            return particle;
        return p->roles[word] == T2S_ROLE_ADVERB ? adverb : adposition;
    case T2S_TAG_CCONJ:
        return conjunction;
    case T2S_TAG_INTJ:
        return interjection;
    default:
        return p->roles[word] == T2S_ROLE_COMPOUND ? part : noun;
    }
}

static bool is_quote(const t2s_phrases *p, size_t i)
{
    static const char *const quotes[] = {
        "\"", "'", "''", "``", "\xe2\x80\x9d", "\xe2\x80\x99"};
    const t2s_row_item *at = &p->row.at[i];
    if (at->role != T2S_ROLE_PUNCTUATION)
        return false;
    for (size_t k = 0; k < sizeof quotes / sizeof quotes[0]; k++)
        if (t2s_phrases_spelled(p, at->word, quotes[k]))
            return true;
    return false;
}

/* What belongs to the name or noun itself when it stands behind it. */
static bool is_tight(const t2s_phrases *p, size_t i)
{
    return t2s_phrases_in(p, i,
                          T2S_IS(T2S_ROLE_COMPOUND) | T2S_IS(T2S_ROLE_NUMBER) |
                              T2S_IS(T2S_ROLE_FIXED) | T2S_IS(T2S_ROLE_CASE)) ||
           is_quote(p, i);
}

/* The only word of the phrase at row[i], or T2S_NO_NODE. */
static int32_t only_word(const t2s_phrases *p, size_t i)
{
    int32_t at = p->row.at[i].phrase;
    while (p->phrases.at[at].label) {
        if (p->phrases.at[at].first != p->phrases.at[at].last)
            return T2S_NO_NODE;
        at = p->phrases.at[at].first;
    }
    return at;
}

/* A phrase that grows to the right: row[first..last] is in it. */
typedef struct growth {
    size_t first, last, end; /* `end`: the last item that it may take */
    bool bare;               /* no bracket is around it yet */
    bool joined;             /* conjuncts stand in it, side by side */
    const char *label;
} growth;

/* Puts a bracket around what has grown; returns how far the row shrank. */
static size_t close_growth(t2s_phrases *p, growth *g)
{
    size_t shrunk = g->last - g->first;
    t2s_phrases_wrap(p, g->first, g->last, g->label);
    if (p->failed)
        return 0;
    g->last = g->first;
    g->end -= shrunk;
    g->bare = g->joined = false;
    return shrunk;
}

/* A conjunct at row[i]: words join the words before, phrases stand beside the
 * phrase before. */
static void take_conjunct(t2s_phrases *p, growth *g, size_t i, bool nests)
{
    int32_t word = only_word(p, i);
    if (word != T2S_NO_NODE && (g->bare || !nests)) {
        p->row.at[i].phrase = word;
    } else if (!g->joined) {
        if (g->bare || g->last > g->first)
            i -= close_growth(p, g);
        g->joined = true;
    }
    g->last = i;
}

static void take_modifier(t2s_phrases *p, growth *g, size_t i, bool nests)
{
    if (nests && (g->bare || g->joined))
        i -= close_growth(p, g);
    g->last = i;
}

static void grow(t2s_phrases *p, growth *g, bool nests)
{
    const uint64_t between =
        T2S_IS(T2S_ROLE_CONJUNCTION) | T2S_IS(T2S_ROLE_PUNCTUATION);
    while (g->last < g->end && !p->failed) {
        size_t i = g->last + 1;
        while (i <= g->end && t2s_phrases_in(p, i, between))
            i++;
        if (i > g->end)
            g->last = g->end;
        else if (p->row.at[i].role == T2S_ROLE_CONJUNCT)
            take_conjunct(p, g, i, nests);
        else
            take_modifier(p, g, i, nests);
    }
}

void t2s_phrases_nominal(t2s_phrases *p, size_t first, size_t last,
                         t2s_phrase_names names)
{
    size_t head = t2s_phrases_find_head(p, first, last);
    growth g = {first, head, last, true, false, NULL};
    bool asks = false;
    for (size_t i = first; i < head; i++)
        if (p->row.at[i].role == T2S_ROLE_CASE)
            g.first = i + 1;
    for (size_t i = g.first; i <= head; i++)
        asks = asks || t2s_phrases_asks(p, i);
    g.label = asks ? names.asking : names.plain;
    while (g.last < last && is_tight(p, g.last + 1))
        g.last++;
    grow(p, &g, names.nests);
    if (g.bare || g.last > g.first)
        close_growth(p, &g);
    if (g.first > first)
        t2s_phrases_wrap(p, first, g.first, asks ? "WHPP" : "PP");
}
