/* Clauses: subjects, auxiliaries, fronted question phrases, conjunctions. */
#include <string.h>

#include "question/phrases.h"

#define VERBAL   (T2S_IS(T2S_ROLE_AUXILIARY) | T2S_IS(T2S_ROLE_COPULA))
#define SUBJECTS (T2S_IS(T2S_ROLE_SUBJECT) | T2S_IS(T2S_ROLE_EXPLETIVE))
/* Stands before the predicate of a clause without being part of it. */
#define INNER_LEFT                                                             \
    (T2S_IS(T2S_ROLE_CASE) | T2S_IS(T2S_ROLE_DETERMINER) |                     \
     T2S_IS(T2S_ROLE_NUMBER) | T2S_IS(T2S_ROLE_ADJECTIVE) |                    \
     T2S_IS(T2S_ROLE_COMPOUND) | T2S_IS(T2S_ROLE_POSSESSOR) |                  \
     T2S_IS(T2S_ROLE_NOMINAL) | T2S_IS(T2S_ROLE_FIXED))
#define INNER_RIGHT                                                            \
    (INNER_LEFT | T2S_IS(T2S_ROLE_ADNOMINAL) | T2S_IS(T2S_ROLE_RELATIVE) |     \
     T2S_IS(T2S_ROLE_APPOSITION))
#define COMPLEMENTS (T2S_IS(T2S_ROLE_OBLIQUE) | T2S_IS(T2S_ROLE_COMPLEMENT))

typedef struct clause {
    t2s_phrases *p;
    int32_t word; /* the predicate */
    size_t first; /* the clause is row[first..] */
    size_t head;  /* the predicate, or the phrase it heads */
    size_t last;  /* the last item of verb phrase or sentence proper */
    bool verbal;  /* the predicate is a verb */
    bool main;    /* not subordinate */
    t2s_role role;
} clause;

static size_t row_end(const clause *c)
{
    return c->p->row.count;
}

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

static const char *label_of(const clause *c, size_t i)
{
    const t2s_row_item *at = &c->p->row.at[i];
    const char *label = c->p->phrases.at[at->phrase].label;
    return label ? label : "";
}

/* Whether row[i] is a conjunct that is a clause of its own or a verb phrase. */
static bool is_clausal_conjunct(const clause *c, size_t i)
{
    const char *label = label_of(c, i);
    return c->p->row.at[i].role == T2S_ROLE_CONJUNCT &&
           (strcmp(label, "VP") == 0 || label[0] == 'S');
}

/* A word of degree before an adjective is in its phrase: "very old", "how
 * old". */
static bool is_degree(const clause *c, size_t i)
{
    t2s_tag tag = c->p->tags[c->word];
    return c->p->row.at[i].role == T2S_ROLE_ADVERB &&
           (tag == T2S_TAG_ADJ || tag == T2S_TAG_ADV || tag == T2S_TAG_NUM);
}

/* Makes a phrase of a predicate that is no verb, with what belongs to it. */
static void build_predicate(clause *c)
{
    t2s_phrases *p = c->p;
    t2s_tag tag = p->tags[c->word];
    uint64_t right = INNER_RIGHT;
    size_t from = c->head, to = c->head;
    bool nominal = false;
    if (tag == T2S_TAG_ADJ || tag == T2S_TAG_ADV)
        right |= COMPLEMENTS | T2S_IS(T2S_ROLE_ADVERBIAL);
    while (from > c->first &&
           (t2s_phrases_in(p, from - 1, INNER_LEFT) || is_degree(c, from - 1)))
        from--;
    for (size_t i = to + 1; i < row_end(c); i++) {
        bool inner = t2s_phrases_in(p, i, right) ||
                     (p->row.at[i].role == T2S_ROLE_CONJUNCT &&
                      !is_clausal_conjunct(c, i));
        if (inner)
            to = i;
        else if (!t2s_phrases_in(p, i,
                                 T2S_IS(T2S_ROLE_PUNCTUATION) |
                                     T2S_IS(T2S_ROLE_CONJUNCTION)))
            break;
    }
    for (size_t i = from; i < to; i++)
        nominal = nominal || t2s_phrases_in(p, i,
                                            T2S_IS(T2S_ROLE_DETERMINER) |
                                                T2S_IS(T2S_ROLE_POSSESSOR));
    t2s_phrases_nominal(
        p, from, to,
        t2s_phrases_names(p, c->word, nominal || tag == T2S_TAG_NUM));
    c->head = from;
}

/* The last item that belongs to the predicate: before what is loosely joined,
 * other clauses, and the punctuation at the end. */
static void find_last(clause *c)
{
    const uint64_t joins =
        T2S_IS(T2S_ROLE_PUNCTUATION) | T2S_IS(T2S_ROLE_CONJUNCTION);
    size_t last = row_end(c) - 1;
    for (size_t i = c->head + 1; i < row_end(c); i++)
        if (c->p->row.at[i].role == T2S_ROLE_LOOSE ||
            (is_clausal_conjunct(c, i) && label_of(c, i)[0] == 'S')) {
            last = i - 1;
            break;
        }
    while (last > c->head && t2s_phrases_in(c->p, last, joins))
        last--;
    c->last = last;
}

static size_t find_in(const clause *c, size_t from, size_t to, uint64_t roles)
{
    for (size_t i = from; i <= to && i < row_end(c); i++)
        if (t2s_phrases_in(c->p, i, roles))
            return i;
    return T2S_NOWHERE;
}

static bool is_to(const clause *c, size_t i)
{
    const t2s_row_item *at = &c->p->row.at[i];
    return at->role == T2S_ROLE_MARK && c->p->tags[at->word] == T2S_TAG_PART;
}

static bool is_verbal(const clause *c, size_t i)
{
    return t2s_phrases_in(c->p, i, VERBAL) || is_to(c, i) ||
           (i == c->head && c->verbal);
}

static size_t first_verbal(const clause *c, size_t from)
{
    for (size_t i = from; i <= c->last; i++)
        if (is_verbal(c, i))
            return i;
    return T2S_NOWHERE;
}

/*
 * The fronted question phrase: the first item that asks, if it stands before
 * all verbs (and is no marker), or T2S_NOWHERE.
 */
static size_t find_fronted(const clause *c)
{
    for (size_t i = c->first; i <= c->last && !is_verbal(c, i); i++)
        if (t2s_phrases_asks(c->p, i) && c->p->row.at[i].role != T2S_ROLE_MARK)
            return i;
    return T2S_NOWHERE;
}

/* Joins verb phrases: from `first` on one is open, and others follow it as
 * conjuncts. */
static void join_verb_phrases(clause *c, size_t first)
{
    const uint64_t joins =
        T2S_IS(T2S_ROLE_PUNCTUATION) | T2S_IS(T2S_ROLE_CONJUNCTION);
    size_t before;
    for (size_t i = c->head + 1; i <= c->last; i++) {
        if (!is_clausal_conjunct(c, i))
            continue;
        before = i - 1;
        while (before > c->head && t2s_phrases_in(c->p, before, joins))
            before--;
        wrap(c, first, before, "VP");
        return;
    }
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
    if (!joined && !c->p->failed) /* a copula behind its predicate */
        wrap(c, first, c->last, "VP");
}

/* Whether the subject of row[from..] stands behind the first verb, and that is
 * an auxiliary, a copula, or "be" itself (are there...). */
static bool is_inverted(const clause *c, size_t verb, size_t subject)
{
    if (verb == T2S_NOWHERE || subject == T2S_NOWHERE || subject < verb)
        return false;
    return verb != c->head || !c->verbal ||
           (subject == verb + 1 && c->p->tags[c->word] != T2S_TAG_NOUN &&
            t2s_phrases_in(c->p, subject, SUBJECTS));
}

/* Brackets what is behind the fronted phrase, or all. Returns its label, not
 * yet put around it; "VP" where it is one verb phrase already. */
static const char *build_sentence(clause *c, size_t from)
{
    size_t verb = first_verbal(c, from);
    size_t subject = find_in(c, from, c->last, SUBJECTS);
    bool inverted;
    if (subject != T2S_NOWHERE && verb != T2S_NOWHERE && subject > verb &&
        subject > c->head && c->verbal && verb < c->head)
        subject = T2S_NOWHERE; /* a subject at the end: a complement */
    inverted = is_inverted(c, verb, subject);
    if (inverted)
        verb = first_verbal(c, subject);
    if (verb != T2S_NOWHERE)
        nest_verb_phrases(c, verb);
    return inverted ? "SQ" : "S";
}

/* "by doing": a preposition with a gerund. */
static bool is_gerund(const clause *c)
{
    const t2s_word *word = &c->p->question->words[c->word];
    const char *end = c->p->question->text + word->end;
    return word->end - word->begin > 4 && memcmp(end - 3, "ing", 3) == 0 &&
           find_in(c, c->first, c->head, SUBJECTS) == T2S_NOWHERE;
}

/* The marker or preposition that the clause begins with, or T2S_NOWHERE. */
static size_t find_marker(const clause *c)
{
    size_t found = T2S_NOWHERE;
    for (size_t i = c->first; i < c->head; i++)
        if ((c->p->row.at[i].role == T2S_ROLE_MARK && !is_to(c, i)) ||
            (c->verbal && c->p->row.at[i].role == T2S_ROLE_CASE))
            found = i;
        else if (found != T2S_NOWHERE)
            break;
    return found;
}

/* Brackets row[from..last]: the sentence within SBAR or SBARQ. One phrase is
 * enough of a sentence. */
static void wrap_sentence(clause *c, size_t from, const char *label)
{
    if (from <= c->last)
        wrap(c, from, c->last, label);
}

/* Sentences that are conjuncts stand beside this one in one of its label. */
static void join_sentences(clause *c, const char *label)
{
    for (size_t i = c->last + 1; i < row_end(c); i++)
        if (is_clausal_conjunct(c, i)) {
            wrap(c, c->first, c->last, label);
            return;
        }
}

/* A clause that is nothing but a verb phrase where a phrase is wanted: reduced
 * relatives and conjuncts. */
static bool is_verb_phrase(const clause *c)
{
    bool wanted = c->role == T2S_ROLE_ADNOMINAL ||
                  c->role == T2S_ROLE_RELATIVE || c->role == T2S_ROLE_CONJUNCT;
    return wanted && row_end(c) == c->first + 1 &&
           strcmp(label_of(c, c->first), "VP") == 0;
}

static const char *build_fronted(clause *c, size_t fronted)
{
    const char *inner;
    bool main = c->main;
    /* The predicate itself asks: "what is ...", "how old is ...". */
    if (fronted == c->head)
        c->verbal = false;
    inner = build_sentence(c, fronted + 1);
    wrap_sentence(c, fronted + 1, main ? "SQ" : inner);
    return main ? "SBARQ" : "SBAR";
}

static const char *build_marked(clause *c, size_t marker)
{
    bool phrase = c->p->row.at[marker].role == T2S_ROLE_CASE || is_gerund(c);
    wrap_sentence(c, marker + 1, build_sentence(c, marker + 1));
    return phrase ? "PP" : "SBAR";
}

void t2s_phrases_clause(t2s_phrases *p, size_t first, int32_t word)
{
    clause c = {.p = p, .word = word, .first = first, .role = p->roles[word]};
    size_t fronted, marker;
    const char *label;
    c.main = c.role == T2S_ROLE_ROOT || c.role == T2S_ROLE_LOOSE ||
             c.role == T2S_ROLE_CONJUNCT;
    c.head = t2s_phrases_find_head(p, first, p->row.count - 1);
    c.verbal = p->tags[word] == T2S_TAG_VERB || p->tags[word] == T2S_TAG_AUX;
    if (c.verbal && find_in(&c, first, p->row.count - 1,
                            T2S_IS(T2S_ROLE_COPULA)) != T2S_NOWHERE)
        c.verbal = false;
    if (!c.verbal)
        build_predicate(&c);
    find_last(&c);
    marker = find_marker(&c);
    fronted = marker == T2S_NOWHERE ? find_fronted(&c) : T2S_NOWHERE;
    if (p->failed)
        return;
    if (fronted != T2S_NOWHERE)
        label = build_fronted(&c, fronted);
    else if (marker != T2S_NOWHERE)
        label = build_marked(&c, marker);
    else
        label = build_sentence(&c, first);
    if (p->failed || is_verb_phrase(&c))
        return;
    join_sentences(&c, label);
    wrap(&c, first, row_end(&c) - 1, label);
}
