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
    size_t first, count; /* in `done` */
} part;

typedef struct deriver {
    t2s_phrases p;
    size_t count;
    int32_t *heads, *first, *next, *order;
    part *parts;
    T2S_VECTOR(t2s_row_item) done, tail;
} deriver;

typedef struct named {
    const char *name;
    uint8_t value;
} named;

static const named roles[] = {{"root", T2S_ROLE_ROOT},
                              {"nsubj", T2S_ROLE_SUBJECT},
                              {"csubj", T2S_ROLE_SUBJECT},
                              {"expl", T2S_ROLE_EXPLETIVE},
                              {"obj", T2S_ROLE_OBJECT},
                              {"iobj", T2S_ROLE_OBJECT},
                              {"obl", T2S_ROLE_OBLIQUE},
                              {"xcomp", T2S_ROLE_COMPLEMENT},
                              {"ccomp", T2S_ROLE_COMPLEMENT},
                              {"advcl:relcl", T2S_ROLE_RELATIVE},
                              {"advcl", T2S_ROLE_ADVERBIAL},
                              {"acl:relcl", T2S_ROLE_RELATIVE},
                              {"acl", T2S_ROLE_ADNOMINAL},
                              {"aux", T2S_ROLE_AUXILIARY},
                              {"cop", T2S_ROLE_COPULA},
                              {"mark", T2S_ROLE_MARK},
                              {"case", T2S_ROLE_CASE},
                              {"det", T2S_ROLE_DETERMINER},
                              {"nummod", T2S_ROLE_NUMBER},
                              {"amod", T2S_ROLE_ADJECTIVE},
                              {"advmod", T2S_ROLE_ADVERB},
                              {"nmod:poss", T2S_ROLE_POSSESSOR},
                              {"nmod", T2S_ROLE_NOMINAL},
                              {"appos", T2S_ROLE_APPOSITION},
                              {"compound:prt", T2S_ROLE_PARTICLE},
                              {"compound", T2S_ROLE_COMPOUND},
                              {"flat", T2S_ROLE_COMPOUND},
                              {"fixed", T2S_ROLE_FIXED},
                              {"goeswith", T2S_ROLE_FIXED},
                              {"cc", T2S_ROLE_CONJUNCTION},
                              {"conj", T2S_ROLE_CONJUNCT},
                              {"punct", T2S_ROLE_PUNCTUATION},
                              {"parataxis", T2S_ROLE_LOOSE},
                              {"discourse", T2S_ROLE_LOOSE},
                              {"vocative", T2S_ROLE_LOOSE},
                              {"dislocated", T2S_ROLE_LOOSE},
                              {"reparandum", T2S_ROLE_LOOSE},
                              {"list", T2S_ROLE_LOOSE}};

static const named tags[] = {
    {"ADJ", T2S_TAG_ADJ},     {"ADP", T2S_TAG_ADP},     {"ADV", T2S_TAG_ADV},
    {"AUX", T2S_TAG_AUX},     {"CCONJ", T2S_TAG_CCONJ}, {"DET", T2S_TAG_DET},
    {"INTJ", T2S_TAG_INTJ},   {"NOUN", T2S_TAG_NOUN},   {"PROPN", T2S_TAG_NOUN},
    {"NUM", T2S_TAG_NUM},     {"PART", T2S_TAG_PART},   {"PRON", T2S_TAG_PRON},
    {"PUNCT", T2S_TAG_PUNCT}, {"SCONJ", T2S_TAG_SCONJ}, {"VERB", T2S_TAG_VERB},
    {"SYM", T2S_TAG_NOUN},    {"X", T2S_TAG_NOUN}};

/* The value of the name, or of the longest entry that is `text` up to a ':'. */
static uint8_t look_up(const named *table, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(table[i].name);
        if (strncmp(text, table[i].name, n) == 0 &&
            (text[n] == '\0' || text[n] == ':'))
            return table[i].value;
    }
    return 0;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool t2s_phrases_spelled(const t2s_phrases *p, int32_t word, const char *text)
{
    const t2s_word *at = &p->question->words[word];
    const char *spelled = p->question->text + at->begin;
    size_t n = at->end - at->begin;
    for (size_t i = 0; i < n; i++)
        if (lower(spelled[i]) != text[i])
            return false;
    return text[n] == '\0';
}

bool t2s_phrases_in(const t2s_phrases *p, size_t i, uint64_t mask)
{
    return (mask >> p->row.at[i].role & 1) != 0;
}

bool t2s_phrases_is_stop(const t2s_phrases *p, size_t i)
{
    const t2s_word *word = &p->question->words[p->row.at[i].word];
    return p->row.at[i].role == T2S_ROLE_PUNCTUATION &&
           strchr(",.;:?!-", p->question->text[word->begin]) != NULL;
}

bool t2s_phrases_asks(const t2s_phrases *p, size_t i)
{
    return p->phrases.at[p->row.at[i].phrase].asks;
}

size_t t2s_phrases_find_head(const t2s_phrases *p, size_t first, size_t last)
{
    for (size_t i = first; i <= last; i++)
        if (p->row.at[i].role == T2S_ROLE_HEAD)
            return i;
    return first;
}

void t2s_phrases_wrap(t2s_phrases *p, size_t first, size_t last,
                      const char *label)
{
    t2s_row_item *row = p->row.at;
    t2s_phrase phrase = {label,
                         row[first].word,
                         row[first].phrase,
                         row[last].phrase,
                         T2S_NO_NODE,
                         label[0] == 'W' && label[1] == 'H'};
    t2s_row_item made = {(int32_t)p->phrases.count, row[first].word,
                         T2S_ROLE_OTHER};
    if (p->failed || !t2s_vector_push(&p->phrases, phrase)) {
        p->failed = true;
        return;
    }
    for (size_t i = first; i <= last; i++) {
        p->phrases.at[row[i].phrase].next =
            i < last ? row[i + 1].phrase : T2S_NO_NODE;
        if (row[i].role == T2S_ROLE_HEAD) {
            made.role = T2S_ROLE_HEAD;
            made.word = row[i].word;
        }
    }
    row[first] = made;
    memmove(row + first + 1, row + last + 1,
            (p->row.count - last - 1) * sizeof *row);
    p->row.count -= last - first;
}

/* Words that ask; "that" where it stands in a relative clause. */
static bool asks(const t2s_phrases *p, int32_t word)
{
    static const char *const words[] = {
        "what",  "which", "who", "whom",     "whose",     "when",
        "where", "why",   "how", "whatever", "whichever", "whoever"};
    int32_t head = p->heads[word];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (t2s_phrases_spelled(p, word, words[i]))
            return p->roles[word] != T2S_ROLE_MARK;
    return p->tags[word] == T2S_TAG_PRON && head >= 0 &&
           p->roles[head] == T2S_ROLE_RELATIVE &&
           t2s_phrases_spelled(p, word, "that");
}

typedef enum kind { WORD, SPLICE, NOMINAL, PHRASE, CLAUSE } kind;

#define SMALL                                                                  \
    (T2S_IS(T2S_ROLE_DETERMINER) | T2S_IS(T2S_ROLE_CASE) |                     \
     T2S_IS(T2S_ROLE_MARK) | T2S_IS(T2S_ROLE_AUXILIARY) |                      \
     T2S_IS(T2S_ROLE_COPULA) | T2S_IS(T2S_ROLE_CONJUNCTION) |                  \
     T2S_IS(T2S_ROLE_PUNCTUATION) | T2S_IS(T2S_ROLE_FIXED) |                   \
     T2S_IS(T2S_ROLE_COMPOUND) | T2S_IS(T2S_ROLE_NUMBER) |                     \
     T2S_IS(T2S_ROLE_ADJECTIVE))
#define FUNCTIONAL                                                             \
    (T2S_IS(T2S_ROLE_CASE) | T2S_IS(T2S_ROLE_MARK) |                           \
     T2S_IS(T2S_ROLE_CONJUNCTION))
/* Dependents that only a clause has. */
#define CLAUSAL                                                                \
    (T2S_IS(T2S_ROLE_SUBJECT) | T2S_IS(T2S_ROLE_EXPLETIVE) |                   \
     T2S_IS(T2S_ROLE_COPULA) | T2S_IS(T2S_ROLE_AUXILIARY) |                    \
     T2S_IS(T2S_ROLE_MARK))
/* A verb in one of these roles is none: "the listed price". */
#define NO_VERB  (SMALL | T2S_IS(T2S_ROLE_ADVERB))
#define ARGUMENT (T2S_IS(T2S_ROLE_SUBJECT) | T2S_IS(T2S_ROLE_OBJECT))

/* The roles that the row's items but its head have. */
static uint64_t roles_in_row(const t2s_phrases *p)
{
    uint64_t found = 0;
    for (size_t i = 0; i < p->row.count; i++)
        if (p->row.at[i].role != T2S_ROLE_HEAD)
            found |= T2S_IS(p->row.at[i].role);
    return found;
}

static kind kind_of(const t2s_phrases *p, int32_t word)
{
    uint64_t has = roles_in_row(p), role = T2S_IS(p->roles[word]);
    const uint64_t noun_only = T2S_IS(T2S_ROLE_DETERMINER) |
                               T2S_IS(T2S_ROLE_POSSESSOR) |
                               T2S_IS(T2S_ROLE_CASE);
    t2s_tag tag = p->tags[word];
    if (p->row.count == 1 &&
        (role & SMALL || tag == T2S_TAG_PUNCT || tag == T2S_TAG_PART ||
         p->roles[word] == T2S_ROLE_POSSESSOR))
        return WORD;
    if ((role & FUNCTIONAL) && !(has & ~T2S_IS(T2S_ROLE_FIXED)))
        return tag == T2S_TAG_CCONJ ? PHRASE : SPLICE;
    if (p->roles[word] == T2S_ROLE_ADVERB && p->row.count > 1 &&
        !(has & ~T2S_IS(T2S_ROLE_FIXED)) && p->heads[word] >= 0 &&
        p->tags[p->heads[word]] == T2S_TAG_NUM)
        return SPLICE; /* "more than 200" */
    if (has & CLAUSAL)
        return CLAUSE;
    switch (tag) {
    case T2S_TAG_VERB:
    case T2S_TAG_AUX:
        if (has & (noun_only & ~T2S_IS(T2S_ROLE_CASE)))
            return NOMINAL;
        return role & NO_VERB ? PHRASE : CLAUSE;
    case T2S_TAG_ADJ:
        return has & noun_only & ~T2S_IS(T2S_ROLE_CASE) || role & ARGUMENT
                   ? NOMINAL
                   : PHRASE;
    case T2S_TAG_NUM:
        return role & (T2S_IS(T2S_ROLE_NUMBER) | T2S_IS(T2S_ROLE_COMPOUND) |
                       T2S_IS(T2S_ROLE_ADVERB))
                   ? PHRASE
                   : NOMINAL;
    case T2S_TAG_DET:
        return role & (T2S_IS(T2S_ROLE_DETERMINER) | T2S_IS(T2S_ROLE_ADVERB))
                   ? PHRASE
                   : NOMINAL;
    default:
        return PHRASE;
    }
}

/* A phrase that is no clause. At the top of a sentence, what does not belong
 * to it stands beside it in a FRAG. */
static void build_phrase(t2s_phrases *p, size_t first, int32_t word,
                         bool nominal)
{
    const uint64_t outside = T2S_IS(T2S_ROLE_PUNCTUATION) |
                             T2S_IS(T2S_ROLE_LOOSE) |
                             T2S_IS(T2S_ROLE_CONJUNCTION);
    size_t last = p->row.count - 1, from = first;
    if (p->roles[word] == T2S_ROLE_ROOT || p->roles[word] == T2S_ROLE_LOOSE) {
        while (p->row.at[from].role != T2S_ROLE_HEAD &&
               t2s_phrases_in(p, from, outside))
            from++;
        while (p->row.at[last].role != T2S_ROLE_HEAD &&
               t2s_phrases_in(p, last, outside))
            last--;
    }
    t2s_phrases_nominal(p, from, last, t2s_phrases_names(p, word, nominal));
    if (!p->failed && p->row.count > first + 1)
        t2s_phrases_wrap(p, first, p->row.count - 1, "FRAG");
}

/* Lays out the row: the phrases of the dependents around the word. */
static bool lay_row(deriver *d, int32_t word)
{
    t2s_row_item self = {word, word, T2S_ROLE_HEAD};
    bool placed = false;
    d->p.row.count = 0;
    for (int32_t at = d->first[word];; at = d->next[at]) {
        if (!placed && (at == T2S_NO_NODE || at > word)) {
            placed = true;
            if (!t2s_vector_push(&d->p.row, self))
                return false;
        }
        if (at == T2S_NO_NODE)
            return true;
        for (size_t i = 0; i < d->parts[at].count; i++)
            if (!t2s_vector_push(&d->p.row, d->done.at[d->parts[at].first + i]))
                return false;
    }
}

/* Whether row[i], at an edge of the word's phrase, is left to the word's head:
 * commas and the like, and the conjunction before a conjunct. */
static bool is_left_out(const t2s_phrases *p, int32_t word, size_t i)
{
    const t2s_row_item *at = &p->row.at[i];
    if (p->roles[word] == T2S_ROLE_ROOT || at->role == T2S_ROLE_HEAD ||
        p->heads[at->word] != word)
        return false;
    return t2s_phrases_is_stop(p, i) || (at->role == T2S_ROLE_CONJUNCTION &&
                                         p->roles[word] == T2S_ROLE_CONJUNCT);
}

static bool keep(deriver *d, const t2s_row_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!t2s_vector_push(&d->done, items[i]))
            return false;
    return true;
}

/* Puts away what is left of the row, and `tail` behind it. */
static bool keep_part(deriver *d, int32_t word)
{
    part *made = &d->parts[word];
    made->first = d->done.count;
    if (!keep(d, d->p.row.at, d->p.row.count) ||
        !keep(d, d->tail.at, d->tail.count))
        return false;
    made->count = d->done.count - made->first;
    return true;
}

/* Function words of several words ("because of") stay words, each in the role
 * of the first. */
static void splice(t2s_phrases *p, int32_t word)
{
    for (size_t i = 0; i < p->row.count; i++) {
        p->row.at[i].role = (t2s_role)p->roles[word];
        p->row.at[i].word = word;
    }
}

/* Makes the word's phrase of the row. */
static bool build(deriver *d, int32_t word)
{
    t2s_phrases *p = &d->p;
    kind what = kind_of(p, word);
    size_t first = 0, last = p->row.count;
    d->tail.count = 0;
    if (what == SPLICE || what == WORD) {
        splice(p, word);
        return keep_part(d, word);
    }
    while (is_left_out(p, word, first))
        first++;
    while (is_left_out(p, word, last - 1))
        last--;
    for (size_t i = last; i < p->row.count; i++)
        if (!t2s_vector_push(&d->tail, p->row.at[i]))
            return false;
    p->row.count = last;
    if (what == CLAUSE)
        t2s_phrases_clause(p, first, word);
    else
        build_phrase(p, first, word, what == NOMINAL);
    if (p->failed)
        return false;
    p->row.at[first].role = (t2s_role)p->roles[word];
    p->row.at[first].word = word;
    return keep_part(d, word);
}

/* Dependents of each word in text order, and the words in an order in which
 * heads come first. Returns how many words were reached. */
static void order_words(deriver *d)
{
    size_t end = 0;
    for (size_t i = 0; i < d->count; i++)
        d->first[i] = T2S_NO_NODE;
    for (size_t i = d->count; i-- > 0;) {
        int32_t head = d->heads[i];
        d->next[i] = T2S_NO_NODE;
        if (head < 0)
            continue;
        d->next[i] = d->first[head];
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

static bool prepare(deriver *d, const t2sed_question *question)
{
    size_t n = d->count = question->word_count;
    d->heads = t2s_alloc_array(n, 4 * sizeof *d->heads);
    d->parts = t2s_alloc_array(n, sizeof *d->parts);
    d->p.roles = t2s_zalloc_array(n, 2);
    if (!d->heads || !d->parts || !d->p.roles ||
        !t2s_vector_reserve(&d->p.phrases, 3 * n) ||
        !t2s_question_projective(d->heads, question->words, n))
        return false;
    d->first = d->heads + n;
    d->next = d->heads + 2 * n;
    d->order = d->heads + 3 * n;
    d->p.tags = d->p.roles + n;
    d->p.question = question;
    d->p.heads = d->heads;
    for (size_t i = 0; i < n; i++) {
        const t2s_word *word = &question->words[i];
        d->p.tags[i] = look_up(tags, sizeof tags / sizeof *tags, word->tag);
        d->p.roles[i] =
            word->head < 0
                ? T2S_ROLE_ROOT
                : look_up(roles, sizeof roles / sizeof *roles, word->relation);
    }
    for (size_t i = 0; i < n; i++) { /* phrase i is word i */
        t2s_phrase word = {NULL,        (int32_t)i,  T2S_NO_NODE,
                           T2S_NO_NODE, T2S_NO_NODE, asks(&d->p, (int32_t)i)};
        if (!t2s_vector_push(&d->p.phrases, word))
            return false;
    }
    order_words(d);
    return true;
}

/* Leaves one phrase in the row: the sentences, side by side. */
static bool join_roots(deriver *d)
{
    d->p.row.count = 0;
    for (size_t i = 0; i < d->count; i++)
        for (size_t k = 0; d->heads[i] < 0 && k < d->parts[i].count; k++)
            if (!t2s_vector_push(&d->p.row, d->done.at[d->parts[i].first + k]))
                return false;
    t2s_phrases_wrap(&d->p, 0, d->p.row.count - 1, "ROOT");
    return !d->p.failed;
}

/* Copies the phrase, or finds that its only child stands for it; *above is
 * the copy to which its children go. */
static bool copy_phrase(t2s_tree *to, const deriver *d, int32_t at,
                        int32_t parent, int32_t *above)
{
    const t2s_phrase *phrase = &d->p.phrases.at[at];
    const t2sed_question *question = d->p.question;
    const t2s_word *word = &question->words[phrase->word];
    *above = parent;
    if (phrase->label && phrase->first == phrase->last)
        return true;
    *above = phrase->label
                 ? t2s_tree_add_nonterminal(to, phrase->label, 0, 0)
                 : t2s_tree_add_terminal(to, question->text + word->begin,
                                         word->end - word->begin, word->begin,
                                         word->end);
    if (*above == T2S_NO_NODE)
        return false;
    t2s_tree_append(to, parent, *above);
    if (to->root == T2S_NO_NODE)
        to->root = *above;
    return true;
}

typedef struct visit {
    int32_t phrase, parent;
} visit;

/* Writes the simplified tree in pre-order. */
static bool copy_tree(t2s_tree *to, const deriver *d, int32_t root)
{
    T2S_VECTOR(visit) stack = {0};
    visit start = {root, T2S_NO_NODE};
    bool done = t2s_vector_push(&stack, start);
    while (done && stack.count) {
        visit at = stack.at[--stack.count];
        const t2s_phrase *phrase = &d->p.phrases.at[at.phrase];
        visit child = {phrase->first, T2S_NO_NODE};
        visit sister = {phrase->next, at.parent};
        if (at.phrase != root && sister.phrase != T2S_NO_NODE)
            done = t2s_vector_push(&stack, sister);
        done = done && copy_phrase(to, d, at.phrase, at.parent, &child.parent);
        if (done && child.phrase != T2S_NO_NODE)
            done = t2s_vector_push(&stack, child);
    }
    t2s_vector_free(&stack);
    return done;
}

static bool derive(deriver *d, t2s_tree *tree, const t2sed_question *question)
{
    if (!prepare(d, question))
        return false;
    for (size_t i = d->count; i-- > 0;)
        if (!lay_row(d, d->order[i]) || !build(d, d->order[i]))
            return false;
    return join_roots(d) && copy_tree(tree, d, d->p.row.at[0].phrase);
}

t2sed_status t2sed_question_derive_constituents(t2sed_question *question,
                                                t2sed_error *err)
{
    deriver d = {0};
    t2s_tree tree = T2S_TREE_EMPTY;
    bool done;
    if (!question)
        return t2s_fail_null(err, __func__, "question");
    if (!question->has_dependencies)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "question: there is no dependency parse to derive "
                        "constituents from");
    done = derive(&d, &tree, question);
    t2s_free(d.heads);
    t2s_free(d.parts);
    t2s_free(d.p.roles);
    t2s_vector_free(&d.p.phrases);
    t2s_vector_free(&d.p.row);
    t2s_vector_free(&d.done);
    t2s_vector_free(&d.tail);
    if (!done) {
        t2s_tree_free(&tree);
        return t2s_fail_memory(err);
    }
    t2s_tree_free(&question->constituents);
    question->constituents = tree;
    question->has_constituents = true;
    return T2SED_OK;
}
