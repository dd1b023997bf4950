/*
 * Constituents from dependencies: t2sed_question_derive_constituents. The
 * rules are in docs/internals/question.md. Nothing recurses: words are taken
 * in an order in which dependents come before heads.
 */
#include <string.h>

#include "base/error.h"
#include "question/phrases.h"

/* What is left of a row when its head is done. */
typedef struct part {
    t2s_row_item *at;
    size_t count;
} part;

typedef struct deriver {
    t2s_phrases p;
    size_t count;
    int32_t *heads; /* of which no arc crosses another, once they are lifted */
    int32_t *order; /* the words, heads before their dependents */
    int32_t *first, *next; /* dependents in text order: first[head], next[..] */
    part *parts;
    t2s_arena arena; /* of all arrays but the row */
} deriver;

typedef struct named {
    const char *name;
    uint32_t value;
} named;

static const named roles[] = {{"root", R_ROOT},
                              {"nsubj", R_SUBJECT},
                              {"csubj", R_SUBJECT},
                              {"expl", R_EXPLETIVE},
                              {"obj", R_OBJECT},
                              {"iobj", R_OBJECT},
                              {"obl", R_OBLIQUE},
                              {"xcomp", R_COMPLEMENT},
                              {"ccomp", R_COMPLEMENT},
                              {"advcl:relcl", R_RELATIVE},
                              {"advcl", R_ADVERBIAL},
                              {"acl:relcl", R_RELATIVE},
                              {"acl", R_ADNOMINAL},
                              {"aux", R_AUXILIARY},
                              {"cop", R_COPULA},
                              {"mark", R_MARK},
                              {"case", R_CASE},
                              {"det", R_DETERMINER},
                              {"nummod", R_NUMBER},
                              {"amod", R_ADJECTIVE},
                              {"advmod", R_ADVERB},
                              {"nmod:poss", R_POSSESSOR},
                              {"nmod", R_NOMINAL},
                              {"appos", R_APPOSITION},
                              {"compound:prt", R_PARTICLE},
                              {"compound", R_COMPOUND},
                              {"flat", R_COMPOUND},
                              {"fixed", R_FIXED},
                              {"goeswith", R_FIXED},
                              {"cc", R_CONJUNCTION},
                              {"conj", R_CONJUNCT},
                              {"punct", R_PUNCTUATION},
                              {"parataxis", R_LOOSE},
                              {"discourse", R_LOOSE},
                              {"vocative", R_LOOSE},
                              {"dislocated", R_LOOSE},
                              {"reparandum", R_LOOSE},
                              {"list", R_LOOSE}};

static const named tags[] = {
    {"ADJ", T_ADJ},     {"ADP", T_ADP},     {"ADV", T_ADV},   {"AUX", T_AUX},
    {"CCONJ", T_CCONJ}, {"DET", T_DET},     {"INTJ", T_INTJ}, {"NOUN", T_NOUN},
    {"PROPN", T_NOUN},  {"NUM", T_NUM},     {"PART", T_PART}, {"PRON", T_PRON},
    {"PUNCT", T_PUNCT}, {"SCONJ", T_SCONJ}, {"VERB", T_VERB}, {"SYM", T_NOUN},
    {"X", T_NOUN}};

/* The value of the name, or of the longest entry that is `text` up to a ':'. */
static uint32_t look_up(const named *table, size_t count, const char *text,
                        uint32_t otherwise)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(table[i].name);
        if (strncmp(text, table[i].name, n) == 0 &&
            (text[n] == '\0' || text[n] == ':'))
            return table[i].value;
    }
    return otherwise;
}

/* Words that ask; "that" where it stands in a relative clause. */
static bool asks(const t2s_phrases *p, int32_t word)
{
    const t2s_phrase_word *at = &p->words[word];
    if (t2s_phrases_spelled(p, word,
                            "what which who whom whose when where why how "
                            "whatever whichever whoever"))
        return at->role != R_MARK;
    return at->tag == T_PRON && at->head >= 0 &&
           p->words[at->head].role == R_RELATIVE &&
           t2s_phrases_spelled(p, word, "that");
}

typedef enum kind { WORD, SPLICE, NOMINAL, PHRASE, CLAUSE } kind;

#define SMALL                                                                  \
    (R_DETERMINER | R_CASE | R_MARK | R_AUXILIARY | R_COPULA | R_CONJUNCTION | \
     R_PUNCTUATION | R_FIXED | R_COMPOUND | R_NUMBER | R_ADJECTIVE)
#define FUNCTIONAL (R_CASE | R_MARK | R_CONJUNCTION)
/* Dependents that only a clause has. */
#define CLAUSAL (R_SUBJECTS | R_COPULA | R_AUXILIARY | R_MARK)
/* A verb in one of these roles is none: "the listed price". */
#define NO_VERB   (SMALL | R_ADVERB)
#define ARGUMENT  (R_SUBJECT | R_OBJECT)
#define NOUN_ONLY (R_DETERMINER | R_POSSESSOR)

static kind kind_of(const t2s_phrases *p, int32_t word)
{
    const t2s_phrase_word *at = &p->words[word];
    const t2s_roles role = at->role;
    const t2s_tag tag = at->tag;
    t2s_roles has = 0; /* of the row's items but its head */
    for (size_t i = 0; i < p->row.count; i++)
        has |= p->row.at[i].role & ~(t2s_roles)R_HEAD;
    if (p->row.count == 1 &&
        (role & (SMALL | R_POSSESSOR) || tag == T_PUNCT || tag == T_PART))
        return WORD;
    if (!(has & ~(t2s_roles)R_FIXED)) {
        if (role & FUNCTIONAL)
            return tag == T_CCONJ ? PHRASE : SPLICE;
        if (role == R_ADVERB && has && at->head >= 0 &&
            p->words[at->head].tag == T_NUM)
            return SPLICE; /* "more than 200" */
    }
    if (has & CLAUSAL)
        return CLAUSE;
    switch (tag) {
    case T_VERB:
    case T_AUX:
        return has & NOUN_ONLY ? NOMINAL : role & NO_VERB ? PHRASE : CLAUSE;
    case T_ADJ:
        return has & NOUN_ONLY || role & ARGUMENT ? NOMINAL : PHRASE;
    case T_NUM:
        return role & (R_NUMBER | R_COMPOUND | R_ADVERB) ? PHRASE : NOMINAL;
    case T_DET:
        return role & (R_DETERMINER | R_ADVERB) ? PHRASE : NOMINAL;
    default:
        return PHRASE;
    }
}

/* A phrase that is no clause. At the top of a sentence, what does not belong
 * to it stands beside it in a FRAG. */
static void build_phrase(t2s_phrases *p, size_t first, int32_t word,
                         bool nominal)
{
    const t2s_roles outside =
        p->words[word].role & (R_ROOT | R_LOOSE) ? R_JOINS | R_LOOSE : 0;
    size_t last = p->row.count - 1, from = first;
    while (p->row.at[from].role & outside)
        from++;
    while (p->row.at[last].role & outside)
        last--;
    t2s_phrases_nominal(p, from, last, word, nominal);
    if (!p->failed && p->row.count > first + 1)
        t2s_phrases_wrap(p, first, p->row.count - 1, "FRAG");
}

/* The row has room for all words. */
static void push_part(deriver *d, int32_t word)
{
    const part *of = &d->parts[word];
    memcpy(d->p.row.at + d->p.row.count, of->at, of->count * sizeof *of->at);
    d->p.row.count += of->count;
}

/* Lays out the row: the phrases of the dependents around the word. */
static void lay_row(deriver *d, int32_t word)
{
    const t2s_row_item self = {word, word, R_HEAD};
    int32_t at = d->first[word];
    d->p.row.count = 0;
    for (; at != T2S_NO_NODE && at < word; at = d->next[at])
        push_part(d, at);
    d->p.row.at[d->p.row.count++] = self;
    for (; at != T2S_NO_NODE; at = d->next[at])
        push_part(d, at);
}

/* Whether row[i], at an edge of the word's phrase, is left to the word's head:
 * commas and the like (quotes and brackets enclose a phrase), and the
 * conjunction before a conjunct. */
static bool is_left_out(const t2s_phrases *p, int32_t word, size_t i)
{
    const t2s_row_item *at = &p->row.at[i];
    const t2sed_question *question = p->question;
    if (p->words[word].role == R_ROOT || at->role == R_HEAD ||
        p->words[at->word].head != word)
        return false;
    return at->role == R_PUNCTUATION
               ? strchr(",.;:?!-",
                        question->text[question->words[at->word].begin]) != NULL
               : at->role == R_CONJUNCTION && p->words[word].role == R_CONJUNCT;
}

/* Puts brackets around row[first..last) and leaves the rest beside them. */
static void bracket(t2s_phrases *p, int32_t word, kind what)
{
    const size_t count = p->row.count;
    size_t first = 0, last = count;
    while (is_left_out(p, word, first))
        first++;
    while (is_left_out(p, word, last - 1))
        last--;
    p->row.count = last;
    if (what == CLAUSE)
        t2s_phrases_clause(p, first, word);
    else
        build_phrase(p, first, word, what == NOMINAL);
    p->row.at[first].role = p->words[word].role;
    p->row.at[first].word = word;
    memmove(p->row.at + p->row.count, p->row.at + last,
            (count - last) * sizeof *p->row.at);
    p->row.count += count - last;
}

/* Makes the word's phrase of the row and puts it away. Function words of
 * several words ("because of") stay words, each in the role of the first. */
static bool build(deriver *d, int32_t word)
{
    t2s_phrases *p = &d->p;
    const kind what = kind_of(p, word);
    part *made = &d->parts[word];
    if (what != SPLICE && what != WORD) {
        bracket(p, word, what);
    } else {
        for (size_t i = 0; i < p->row.count; i++) {
            p->row.at[i].role = p->words[word].role;
            p->row.at[i].word = word;
        }
    }
    made->count = p->row.count;
    made->at = t2s_arena_alloc_array(&d->arena, made->count, sizeof *made->at);
    if (!made->at || p->failed)
        return false;
    memcpy(made->at, p->row.at, made->count * sizeof *made->at);
    return true;
}

static void order_words(deriver *d)
{
    size_t end = 0;
    for (size_t i = 0; i < d->count; i++)
        d->first[i] = T2S_NO_NODE;
    for (size_t i = d->count; i-- > 0;) {
        const int32_t head = d->heads[i];
        d->next[i] = head < 0 ? T2S_NO_NODE : d->first[head];
        if (head >= 0)
            d->first[head] = (int32_t)i;
    }
    for (size_t i = 0; i < d->count; i++)
        if (d->heads[i] < 0)
            d->order[end++] = (int32_t)i;
    for (size_t i = 0; i < end; i++)
        for (int32_t at = d->first[d->order[i]]; at != T2S_NO_NODE;
             at = d->next[at])
            d->order[end++] = at;
}

/* A word as its subtree is numbered in pre-order, and the run of words around
 * it that its subtree holds. */
typedef struct reach {
    int32_t enter, size, next; /* next: the number of its next dependent */
    int32_t from, to;
} reach;

static bool holds(const reach *above, const reach *word)
{
    return word->enter >= above->enter &&
           word->enter < above->enter + above->size;
}

/*
 * Lifts arcs until none crosses another: each word hangs on the lowest of its
 * ancestors whose subtree holds all words between them. Subtrees are those of
 * the tree as given, and that is enough: a word between ends up under the same
 * ancestor, because this ancestor is good enough for it too. Source: Nivre &
 * Nilsson 2005.
 */
static bool lift(deriver *d, const t2s_word *words)
{
    const int32_t n = (int32_t)d->count;
    reach *all = t2s_arena_alloc_array(&d->arena, d->count, sizeof *all);
    int32_t roots = 0;
    if (!all)
        return false;
    for (int32_t i = 0; i < n; i++)
        all[i] = (reach){.size = 1, .from = i, .to = i};
    for (int32_t k = n; k-- > 0;)
        if (d->heads[d->order[k]] >= 0)
            all[d->heads[d->order[k]]].size += all[d->order[k]].size;
    for (int32_t k = 0; k < n; k++) {
        reach *at = &all[d->order[k]];
        const int32_t head = d->heads[d->order[k]];
        int32_t *next = head < 0 ? &roots : &all[head].next;
        at->enter = *next;
        at->next = *next + 1;
        *next += at->size;
    }
    for (int32_t k = n; k-- > 0;) {
        reach *at = &all[d->order[k]];
        while (at->from > 0 && holds(at, &all[at->from - 1]))
            at->from = all[at->from - 1].from;
        while (at->to + 1 < n && holds(at, &all[at->to + 1]))
            at->to = all[at->to + 1].to;
    }
    for (int32_t i = 0; i < n; i++) {
        int32_t *head = &d->heads[i];
        while (*head >= 0 && words[*head].head >= 0 &&
               (i < all[*head].from || i > all[*head].to))
            *head = words[*head].head;
    }
    return true;
}

/* Node i of the tree is word i. */
static bool prepare(deriver *d, const t2sed_question *question)
{
    const size_t n = d->count = question->word_count;
    t2s_phrases *p = &d->p;
    d->heads = t2s_arena_alloc_array(&d->arena, n, 4 * sizeof *d->heads);
    d->parts = t2s_arena_alloc_array(&d->arena, n, sizeof *d->parts);
    p->words = t2s_arena_alloc_array(&d->arena, n, sizeof *p->words);
    if (!d->heads || !d->parts || !p->words || !t2s_vector_reserve(&p->row, n))
        return false;
    d->order = d->heads + n;
    d->first = d->heads + 2 * n;
    d->next = d->heads + 3 * n;
    p->question = question;
    for (size_t i = 0; i < n; i++)
        d->heads[i] = question->words[i].head;
    order_words(d);
    if (!lift(d, question->words))
        return false;
    order_words(d);
    for (size_t i = 0; i < n; i++) {
        const t2s_word *word = &question->words[i];
        p->words[i] = (t2s_phrase_word){
            .head = d->heads[i],
            .tag = (t2s_tag)look_up(tags, sizeof tags / sizeof *tags, word->tag,
                                    T_OTHER),
            .role = word->head < 0
                        ? R_ROOT
                        : look_up(roles, sizeof roles / sizeof *roles,
                                  word->relation, R_OTHER)};
        if (t2s_tree_add_terminal(&p->tree, "", 0, 0, 0) == T2S_NO_NODE)
            return false;
    }
    for (size_t i = 0; i < n; i++)
        p->words[i].asks = asks(p, (int32_t)i);
    return true;
}

/* Leaves one phrase in the row: the sentences, side by side. */
static bool join_roots(deriver *d)
{
    d->p.row.count = 0;
    for (size_t i = 0; i < d->count; i++)
        if (d->heads[i] < 0)
            push_part(d, (int32_t)i);
    t2s_phrases_wrap(&d->p, 0, d->p.row.count - 1, "ROOT");
    d->p.tree.root = d->p.row.at[0].phrase;
    return !d->p.failed;
}

static bool derive(deriver *d, t2s_tree *tree, const t2sed_question *question)
{
    if (!prepare(d, question))
        return false;
    for (size_t i = d->count; i-- > 0;) {
        lay_row(d, d->order[i]);
        if (!build(d, d->order[i]))
            return false;
    }
    return join_roots(d) &&
           t2s_question_simplify(tree, &d->p.tree, question->text,
                                 question->words);
}

t2sed_status t2sed_question_derive_constituents(t2sed_question *question,
                                                t2sed_error *err)
{
    deriver d = {.p = {.tree = T2S_TREE_EMPTY}};
    t2s_tree tree = T2S_TREE_EMPTY;
    bool done;
    if (!question)
        return t2s_fail_null(err, __func__, "question");
    if (!question->has_dependencies)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "question: there is no dependency parse to derive "
                        "constituents from");
    done = derive(&d, &tree, question);
    t2s_arena_free(&d.arena);
    t2s_tree_free(&d.p.tree);
    t2s_vector_free(&d.p.row);
    if (!done) {
        t2s_tree_free(&tree);
        return t2s_fail_memory(err);
    }
    t2s_tree_free(&question->constituents);
    question->constituents = tree;
    question->has_constituents = true;
    return T2SED_OK;
}
