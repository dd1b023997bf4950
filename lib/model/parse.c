/* Parsing questions: features, scores, trees. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "model/parser.h"
#include "model/word_features.h"
#include "question/question.h"

/* What the words of one sentence are for the network, and its answers. */
typedef struct sentence {
    int32_t *fixed, *word, *shape, *start, *heads;
    int64_t *arcs_taken;
    float *tags, *arcs, *vectors, *relations;
    t2s_ngrams ngrams;
    t2s_string normal;
} sentence;

/* The question's words as they will be. */
typedef struct parse {
    bool keep_constituents;
    const t2sed_parser *parser;
    t2sed_question *question;
    t2s_word *words;
    sentence s;
} parse;

static bool make_room(sentence *s, const t2s_parser_sizes *sizes, size_t n)
{
    size_t label = (size_t)sizes->label;
    s->fixed = t2s_alloc_array(n, 5 * sizeof *s->fixed);
    s->arcs_taken = t2s_alloc_array(n, sizeof *s->arcs_taken);
    s->tags = t2s_alloc_array(n * (size_t)sizes->tags, sizeof *s->tags);
    s->arcs = t2s_alloc_array(n * (n + 1), sizeof *s->arcs);
    s->vectors = t2s_alloc_array((2 * n + 1) * label, sizeof *s->vectors);
    s->relations =
        t2s_alloc_array(n * (size_t)sizes->relations, sizeof *s->relations);
    if (!s->fixed || !s->arcs_taken || !s->tags || !s->arcs || !s->vectors ||
        !s->relations)
        return false;
    s->word = s->fixed + n;
    s->shape = s->fixed + 2 * n;
    s->start = s->fixed + 3 * n;
    s->heads = s->fixed + 4 * n;
    return true;
}

static void give_room(sentence *s)
{
    t2s_free(s->fixed);
    t2s_free(s->arcs_taken);
    t2s_free(s->tags);
    t2s_free(s->arcs);
    t2s_free(s->vectors);
    t2s_free(s->relations);
    t2s_vector_free(&s->ngrams);
    t2s_string_free(&s->normal);
}

/* The features of words [begin, end). */
static bool read_features(parse *p, size_t begin, size_t end)
{
    sentence *s = &p->s;
    const t2s_parser_sizes *sizes = &p->parser->sizes;
    s->ngrams.count = 0;
    for (size_t i = begin; i < end; i++) {
        const t2s_word *word = &p->question->words[i];
        t2s_word_rows rows;
        size_t at = i - begin;
        s->start[at] = (int32_t)s->ngrams.count;
        if (!t2s_word_rows_of(&rows, &s->ngrams,
                              p->question->text + word->begin,
                              word->end - word->begin, &p->parser->words,
                              sizes->words, sizes->ngrams, &s->normal))
            return false;
        s->fixed[at] = rows.fixed;
        s->word[at] = rows.word;
        s->shape[at] = rows.shape;
    }
    return true;
}

static size_t best_of(const float *scores, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (scores[i] > scores[best])
            best = i;
    return best;
}

/* The best relation but for "root", which only the root has. */
static const char *relation_of(const parse *p, size_t i)
{
    const t2s_names *names = &p->parser->relations;
    float *scores = p->s.relations + i * names->count;
    if (p->s.heads[i] == T2S_HEAD_ROOT)
        return "root";
    for (size_t k = 0; k < names->count && names->count > 1; k++)
        if (strcmp(names->at[k], "root") == 0)
            scores[k] = -INFINITY;
    return names->at[best_of(scores, names->count)];
}

/* Gives words [begin, end) what the network says of them. */
static t2sed_status parse_sentence(parse *p, size_t begin, size_t end,
                                   t2sed_error *err)
{
    sentence *s = &p->s;
    const t2sed_parser *parser = p->parser;
    size_t n = end - begin;
    t2s_parser_words input = {(int32_t)n, 0,    s->fixed, s->word,
                              s->shape,   NULL, s->start};
    t2sed_status status;
    if (!read_features(p, begin, end))
        return t2s_fail_memory(err);
    input.ngrams = (int32_t)s->ngrams.count;
    input.ngram = s->ngrams.at;
    status = parser->backend->parser_score(parser->handle, &input, s->tags,
                                           s->arcs, s->vectors, err);
    if (status != T2SED_OK)
        return status;
    if (!t2s_decode_tree(s->heads, s->arcs, n))
        return t2s_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        s->arcs_taken[i] = s->heads[i] + 1; /* the root's is 0 */
    status =
        parser->backend->parser_label(parser->handle, (int32_t)n, s->vectors,
                                      s->arcs_taken, s->relations, err);
    for (size_t i = 0; i < n && status == T2SED_OK; i++) {
        t2s_word *word = &p->words[begin + i];
        size_t tags = parser->tags.count;
        word->tag = parser->tags.at[best_of(s->tags + i * tags, tags)];
        word->relation = relation_of(p, i);
        word->head = s->heads[i] == T2S_HEAD_ROOT
                         ? T2S_HEAD_ROOT
                         : s->heads[i] + (int32_t)begin;
    }
    return status;
}

static t2sed_status parse_words(parse *p, t2sed_error *err)
{
    size_t count = p->question->word_count, longest = 0;
    t2sed_status status = T2SED_OK;
    for (size_t at = 0, end; at < count; at = end) {
        end = t2s_sentence_end(p->question, at);
        longest = end - at > longest ? end - at : longest;
    }
    if (!make_room(&p->s, &p->parser->sizes, longest))
        return t2s_fail_memory(err);
    for (size_t at = 0, end; at < count && status == T2SED_OK; at = end) {
        end = t2s_sentence_end(p->question, at);
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = parse_sentence(p, at, end, err);
    }
    return status;
}

/* Labels outlive the parser: they go to the question's arena. */
static bool own_labels(t2s_word *words, size_t count, t2s_arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        words[i].tag = t2s_arena_strdup(arena, words[i].tag);
        words[i].relation = t2s_arena_strdup(arena, words[i].relation);
        if (!words[i].tag || !words[i].relation)
            return false;
    }
    return true;
}

/* Puts the new words in and derives constituents, unless those that are there
 * stay, or puts the old words back. */
static t2sed_status settle(parse *p, t2sed_error *err)
{
    t2sed_question *question = p->question;
    t2s_word *before = question->words;
    t2s_arena arena = {0}, kept = question->arena;
    bool had = question->has_dependencies;
    t2sed_status status;
    if (!own_labels(p->words, question->word_count, &arena)) {
        t2s_arena_free(&arena);
        return t2s_fail_memory(err);
    }
    question->words = p->words;
    question->arena = arena;
    question->has_dependencies = true;
    status = p->keep_constituents
                 ? T2SED_OK
                 : t2sed_question_derive_constituents(question, err);
    if (status != T2SED_OK) {
        question->words = before;
        question->arena = kept;
        question->has_dependencies = had;
        t2s_arena_free(&arena);
        return status;
    }
    p->words = before; /* what is freed */
    t2s_arena_free(&kept);
    return T2SED_OK;
}

static t2sed_status parse_question(t2sed_question *question,
                                   const t2sed_parser *parser,
                                   bool keep_constituents, t2sed_error *err)
{
    parse p = {keep_constituents, .parser = parser, .question = question};
    t2sed_status status;
    p.words = t2s_alloc_array(question->word_count, sizeof *p.words);
    if (!p.words)
        return t2s_fail_memory(err);
    memcpy(p.words, question->words, question->word_count * sizeof *p.words);
    status = parse_words(&p, err);
    give_room(&p.s);
    if (status == T2SED_OK)
        status = settle(&p, err);
    t2s_free(p.words);
    return status;
}

t2sed_status t2sed_question_parse(t2sed_question *question,
                                  const t2sed_parser *parser, t2sed_error *err)
{
    if (!question || !parser)
        return t2s_fail_null(err, __func__, "question and parser");
    return parse_question(question, parser, false, err);
}

t2sed_status t2sed_question_complete(t2sed_question *question,
                                     const t2sed_parser *parser,
                                     t2sed_error *err)
{
    if (!question || !parser)
        return t2s_fail_null(err, __func__, "question and parser");
    if (!question->has_dependencies)
        return parse_question(question, parser, question->has_constituents,
                              err);
    return question->has_constituents
               ? T2SED_OK
               : t2sed_question_derive_constituents(question, err);
}
