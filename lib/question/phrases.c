/* The rules that put brackets around parts of a row: noun phrases and other
 * phrases that are no clauses; then clauses, with their subjects, auxiliaries,
 * fronted question phrases and conjunctions. */
#include "question/phrases.h"

#include <string.h>

#include "base/string.h"

#define NOWHERE SIZE_MAX

static bool is_in(const t2s_phrases *p, size_t i, t2s_roles roles)
{
    return (p->row.at[i].role & roles) != 0;
}

static const char *label_of(const t2s_phrases *p, size_t i)
{
    const char *label = p->tree.nodes[p->row.at[i].phrase].label;
    return label ? label : "";
}

/* Whether row[i] is a question word or a phrase that is labelled WH... */
static bool is_asking(const t2s_phrases *p, size_t i)
{
    const int32_t phrase = p->row.at[i].phrase;
    return p->tree.nodes[phrase].label ? strncmp(label_of(p, i), "WH", 2) == 0
                                       : p->words[phrase].asks;
}

static size_t find_in(const t2s_phrases *p, size_t from, size_t to,
                      t2s_roles roles)
{
    for (size_t i = from; i <= to && i < p->row.count; i++)
        if (is_in(p, i, roles))
            return i;
    return NOWHERE;
}

bool t2s_phrases_spelled(const t2s_phrases *p, int32_t word, const char *list)
{
    return t2s_question_word_is(p->question, (size_t)word, list);
}

void t2s_phrases_wrap(t2s_phrases *p, size_t first, size_t last,
                      const char *label)
{
    t2s_row_item *row = p->row.at;
    t2s_row_item made = {T2S_NO_NODE, row[first].word, R_OTHER};
    if (!p->failed)
        made.phrase = t2s_tree_add_nonterminal(&p->tree, label, 0, 0);
    if (made.phrase == T2S_NO_NODE) {
        p->failed = true;
        return;
    }
    for (size_t i = first; i <= last; i++) {
        t2s_tree_append(&p->tree, made.phrase, row[i].phrase);
        if (row[i].role == R_HEAD) {
            made.role = R_HEAD;
            made.word = row[i].word;
        }
    }
    row[first] = made;
    memmove(row + first + 1, row + last + 1,
            (p->row.count - last - 1) * sizeof *row);
    p->row.count -= last - first;
}

/* ------------------------------------------------- phrases that are no clause
 */

/* How a phrase is called, when it asks and when not. */
typedef struct names {
    const char *plain, *asking;
    bool nests; /* post-modifiers stand beside a bracket around the rest */
} names;

/* The names of the phrase that a word heads. */
static names names_of(const t2s_phrase_word *word, bool nominal)
{
    static const names noun = {"NP", "WHNP", true}, part = {"NML", "NML", true},
                       particle = {"PRT", "PRT", false};
    static const names by_tag[T_COUNT] = {[T_ADJ] = {"ADJP", "WHADJP", false},
                                          [T_VERB] = {"ADJP", "WHADJP", false},
                                          [T_DET] = {"ADJP", "WHADJP", false},
                                          [T_NUM] = {"QP", "WHADJP", false},
                                          [T_ADV] = {"ADVP", "WHADVP", false},
                                          [T_SCONJ] = {"ADVP", "WHADVP", false},
                                          [T_PART] = {"ADVP", "WHADVP", false},
                                          [T_ADP] = {"PP", "WHPP", false},
                                          [T_CCONJ] = {"CONJP", "CONJP", false},
                                          [T_INTJ] = {"INTJ", "INTJ", false}};
    const t2s_tag tag = word->tag;
    if (!by_tag[tag].plain)
        return word->role == R_COMPOUND ? part : noun;
    if (nominal &&
        (tag == T_ADJ || tag == T_VERB || tag == T_DET || tag == T_NUM))
        return noun;
    if (tag == T_ADP && word->role == R_PARTICLE)
        return particle;
    return by_tag[tag == T_ADP && word->role == R_ADVERB ? T_ADV : tag];
}

static bool is_quote(const t2s_phrases *p, size_t i)
{
    return is_in(p, i, R_PUNCTUATION) &&
           t2s_phrases_spelled(p, p->row.at[i].word,
                               "\" ' '' `` \xe2\x80\x9d \xe2\x80\x99");
}

/* The only word of the phrase at row[i], or T2S_NO_NODE. */
static int32_t only_word(const t2s_phrases *p, size_t i)
{
    int32_t at = p->row.at[i].phrase;
    while (p->tree.nodes[at].label) {
        if (p->tree.nodes[at].first_child != p->tree.nodes[at].last_child)
            return T2S_NO_NODE;
        at = p->tree.nodes[at].first_child;
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

/* Takes row[i]. Of conjuncts, words join the words before, phrases stand beside
 * the phrase before; modifiers stand beside a bracket, if the phrase nests. */
static void take(t2s_phrases *p, growth *g, size_t i, bool nests)
{
    const bool conjunct = is_in(p, i, R_CONJUNCT);
    const int32_t word = conjunct ? only_word(p, i) : T2S_NO_NODE;
    if (word != T2S_NO_NODE && (g->bare || !nests)) {
        p->row.at[i].phrase = word;
    } else if (conjunct && !g->joined) {
        if (g->bare || g->last > g->first)
            i -= close_growth(p, g);
        g->joined = true;
    } else if (!conjunct && nests && (g->bare || g->joined)) {
        i -= close_growth(p, g);
    }
    g->last = i;
}

/* The place of the head in row[first..last]. */
static size_t find_head(const t2s_phrases *p, size_t first, size_t last)
{
    const size_t head = find_in(p, first, last, R_HEAD);
    return head == NOWHERE ? first : head;
}

void t2s_phrases_nominal(t2s_phrases *p, size_t first, size_t last,
                         int32_t word, bool nominal)
{
    const names called = names_of(&p->words[word], nominal);
    const size_t head = find_head(p, first, last);
    growth g = {first, head, last, true, false, NULL};
    bool asks = false;
    for (size_t i = first; i < head; i++)
        if (is_in(p, i, R_CASE))
            g.first = i + 1;
    for (size_t i = g.first; i <= head; i++)
        asks = asks || is_asking(p, i);
    g.label = asks ? called.asking : called.plain;
    /* What belongs to the noun itself stands behind it. */
    while (g.last < last &&
           (is_in(p, g.last + 1, R_COMPOUND | R_NUMBER | R_FIXED | R_CASE) ||
            is_quote(p, g.last + 1)))
        g.last++;
    while (g.last < g.end && !p->failed) {
        size_t i = g.last + 1;
        while (i <= g.end && is_in(p, i, R_JOINS))
            i++;
        if (i > g.end)
            g.last = g.end;
        else
            take(p, &g, i, called.nests);
    }
    if (g.bare || g.last > g.first)
        close_growth(p, &g);
    if (g.first > first)
        t2s_phrases_wrap(p, first, g.first, asks ? "WHPP" : "PP");
}

/* ------------------------------------------------------------------ clauses */

/* Stands before the predicate of a clause without being part of it. */
#define INNER_LEFT                                                             \
    (R_CASE | R_DETERMINER | R_NUMBER | R_ADJECTIVE | R_COMPOUND |             \
     R_POSSESSOR | R_NOMINAL | R_FIXED)
#define INNER_RIGHT (INNER_LEFT | R_ADNOMINAL | R_RELATIVE | R_APPOSITION)
#define COMPLEMENTS (R_OBLIQUE | R_COMPLEMENT | R_ADVERBIAL)

typedef struct clause {
    t2s_phrases *p;
    int32_t word; /* the predicate */
    t2s_tag tag;  /* its part of speech */
    size_t first; /* the clause is row[first..] */
    size_t head;  /* the predicate, or the phrase it heads */
    size_t last;  /* the last item of verb phrase or sentence proper */
    bool verbal;  /* the predicate is a verb */
    bool main;    /* not subordinate */
    t2s_roles role;
} clause;

/* Wraps and keeps the clause's places true. */
static void wrap(clause *c, size_t first, size_t last, const char *label)
{
    size_t shrunk = last - first;
    if (c->p->failed)
        return;
    t2s_phrases_wrap(c->p, first, last, label);
    if (c->head >= first)
        c->head = c->head <= last ? first : c->head - shrunk;
    if (c->last >= first)
        c->last = c->last <= last ? first : c->last - shrunk;
}

/* Whether row[i] is a conjunct that is a clause of its own or a verb phrase. */
static bool is_clausal_conjunct(const clause *c, size_t i)
{
    const char *label = label_of(c->p, i);
    return is_in(c->p, i, R_CONJUNCT) &&
           (strcmp(label, "VP") == 0 || label[0] == 'S');
}

/* Makes a phrase of a predicate that is no verb, with what belongs to it. A
 * word of degree before an adjective does: "very old", "how old". */
static void build_predicate(clause *c)
{
    t2s_phrases *p = c->p;
    const bool graded = c->tag == T_ADJ || c->tag == T_ADV;
    const t2s_roles right = INNER_RIGHT | (graded ? COMPLEMENTS : 0);
    const t2s_roles left =
        INNER_LEFT | (graded || c->tag == T_NUM ? R_ADVERB : 0);
    size_t from = c->head, to = c->head;
    while (from > c->first && is_in(p, from - 1, left))
        from--;
    for (size_t i = to + 1; i < p->row.count; i++)
        if (is_in(p, i, right) ||
            (is_in(p, i, R_CONJUNCT) && !is_clausal_conjunct(c, i)))
            to = i;
        else if (!is_in(p, i, R_JOINS))
            break;
    t2s_phrases_nominal(
        p, from, to, c->word,
        c->tag == T_NUM ||
            (to > from &&
             find_in(p, from, to - 1, R_DETERMINER | R_POSSESSOR) != NOWHERE));
    c->head = from;
}

/* The last item that belongs to the predicate: before what is loosely joined,
 * other clauses, and the punctuation at the end. */
static void find_last(clause *c)
{
    size_t end = c->head + 1;
    while (end < c->p->row.count && !is_in(c->p, end, R_LOOSE) &&
           !(is_clausal_conjunct(c, end) && label_of(c->p, end)[0] == 'S'))
        end++;
    while (end - 1 > c->head && is_in(c->p, end - 1, R_JOINS))
        end--;
    c->last = end - 1;
}

static bool is_to(const clause *c, size_t i)
{
    return is_in(c->p, i, R_MARK) &&
           c->p->words[c->p->row.at[i].word].tag == T_PART;
}

static bool is_verbal(const clause *c, size_t i)
{
    return is_in(c->p, i, R_AUXILIARY | R_COPULA) || is_to(c, i) ||
           (i == c->head && c->verbal);
}

static size_t first_verbal(const clause *c, size_t from)
{
    for (size_t i = from; i <= c->last; i++)
        if (is_verbal(c, i))
            return i;
    return NOWHERE;
}

/* The fronted question phrase: the first item that asks, if it stands before
 * all verbs (and is no marker), or NOWHERE. */
static size_t find_fronted(const clause *c)
{
    for (size_t i = c->first; i <= c->last && !is_verbal(c, i); i++)
        if (is_asking(c->p, i) && !is_in(c->p, i, R_MARK))
            return i;
    return NOWHERE;
}

/* Joins verb phrases: from `first` on one is open, and others follow it as
 * conjuncts. */
static void join_verb_phrases(clause *c, size_t first)
{
    size_t i = c->head + 1;
    while (i <= c->last && !is_clausal_conjunct(c, i))
        i++;
    if (i > c->last)
        return;
    for (i--; i > c->head && is_in(c->p, i, R_JOINS);)
        i--;
    wrap(c, first, i, "VP");
}

/* Each verb from the last to row[first] opens a verb phrase that goes to the
 * end: (VP has (VP been (VP sold ...))). */
static void nest_verb_phrases(clause *c, size_t first)
{
    bool joined = false;
    for (size_t i = c->last + 1; i-- > first && !c->p->failed;) {
        if (!is_verbal(c, i) || i > c->head)
            continue;
        if (!joined)
            join_verb_phrases(c, i);
        joined = true;
        wrap(c, i, c->last, "VP");
    }
    if (!joined) /* a copula behind its predicate */
        wrap(c, first, c->last, "VP");
}

/* Brackets row[from..last], but for the sentence itself: its label is returned,
 * SQ where the subject stands behind the first verb, and that is an auxiliary,
 * a copula, or "be" itself (are there...). */
static const char *build_sentence(clause *c, size_t from)
{
    const size_t subject = find_in(c->p, from, c->last, R_SUBJECTS);
    size_t verb = first_verbal(c, from);
    bool inverted = verb != NOWHERE && subject != NOWHERE && subject > verb;
    if (inverted && c->verbal && verb < c->head && subject > c->head)
        inverted = false; /* a subject at the end: a complement */
    if (inverted && c->verbal && verb == c->head)
        inverted = subject == verb + 1 && c->tag != T_NOUN;
    if (inverted)
        verb = first_verbal(c, subject);
    if (verb != NOWHERE)
        nest_verb_phrases(c, verb);
    return inverted ? "SQ" : "S";
}

/* "by doing": a preposition with a gerund. */
static bool is_gerund(const clause *c)
{
    const t2s_word *word = &c->p->question->words[c->word];
    const char *end = c->p->question->text + word->end;
    return word->end - word->begin > 4 && memcmp(end - 3, "ing", 3) == 0 &&
           find_in(c->p, c->first, c->head, R_SUBJECTS) == NOWHERE;
}

/* The marker or preposition that the clause begins with, or NOWHERE. */
static size_t find_marker(const clause *c)
{
    size_t found = NOWHERE;
    for (size_t i = c->first; i < c->head; i++)
        if ((is_in(c->p, i, R_MARK) && !is_to(c, i)) ||
            (c->verbal && is_in(c->p, i, R_CASE)))
            found = i;
        else if (found != NOWHERE)
            break;
    return found;
}

/* Sentences that are conjuncts stand beside this one in one of its label. */
static void join_sentences(clause *c, const char *label)
{
    for (size_t i = c->last + 1; i < c->p->row.count; i++)
        if (is_clausal_conjunct(c, i)) {
            wrap(c, c->first, c->last, label);
            return;
        }
}

/* A clause that is nothing but a verb phrase where a phrase is wanted: reduced
 * relatives and conjuncts. */
static bool is_verb_phrase(const clause *c)
{
    return c->role & (R_ADNOMINAL | R_RELATIVE | R_CONJUNCT) &&
           c->p->row.count == c->first + 1 &&
           strcmp(label_of(c->p, c->first), "VP") == 0;
}

/* Brackets the sentence behind row[opens], the fronted phrase or marker, and
 * returns the label of the whole. */
static const char *build_opened(clause *c, size_t opens, bool fronted)
{
    const bool main = fronted && c->main;
    const bool phrase =
        !fronted && (is_in(c->p, opens, R_CASE) || is_gerund(c));
    const char *inner;
    /* The predicate itself asks: "what is ...", "how old is ...". */
    if (fronted && opens == c->head)
        c->verbal = false;
    inner = build_sentence(c, opens + 1);
    if (opens + 1 <= c->last)
        wrap(c, opens + 1, c->last, main ? "SQ" : inner);
    return phrase ? "PP" : main ? "SBARQ" : "SBAR";
}

void t2s_phrases_clause(t2s_phrases *p, size_t first, int32_t word)
{
    const t2s_tag tag = p->words[word].tag;
    const size_t last = p->row.count - 1;
    clause c = {.p = p,
                .word = word,
                .tag = tag,
                .first = first,
                .head = find_head(p, first, last),
                .role = p->words[word].role};
    size_t opens, fronted = NOWHERE;
    const char *label;
    c.main = (c.role & (R_ROOT | R_LOOSE | R_CONJUNCT)) != 0;
    c.verbal = (tag == T_VERB || tag == T_AUX) &&
               find_in(p, first, last, R_COPULA) == NOWHERE;
    if (!c.verbal)
        build_predicate(&c);
    find_last(&c);
    opens = find_marker(&c);
    if (opens == NOWHERE)
        opens = fronted = find_fronted(&c);
    if (p->failed)
        return;
    label = opens == NOWHERE ? build_sentence(&c, first)
                             : build_opened(&c, opens, fronted != NOWHERE);
    if (p->failed || is_verb_phrase(&c))
        return;
    join_sentences(&c, label);
    wrap(&c, first, p->row.count - 1, label);
}
