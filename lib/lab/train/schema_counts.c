/* schema_counts.c - what right queries tell about words and names. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/train/schema_trainer.h"

typedef struct learning {
    t2s_association *to;
    const t2s_pair_sources *sources;
    t2s_pair_term *terms;
    size_t term_count;
    bool *used; /* by stem: a name that has it is used, not only to join */
    bool ok;
} learning;

static void count(learning *at, uint64_t key, bool is_hit)
{
    at->ok = at->ok && t2s_association_add(at->to, key, is_hit, 1);
}

static void count_beside(learning *at, const t2s_question_facts *question,
                         const t2s_name_match *match, int kind, int number,
                         bool is_hit)
{
    t2s_mention mention = t2s_mention_of(question, match);
    if (mention.begin < 0)
        return;
    for (int place = 0; place < T2S_PAIR_PLACES; place++)
        count(at, t2s_pair_beside(question, mention, place, kind, number),
              is_hit);
}

static void learn_column(learning *at, size_t i, uint8_t roles)
{
    const t2s_question_facts *question = at->sources->question;
    const t2s_name_match *match = &question->columns[i];
    t2s_pair_text head = t2s_pair_head(question, match);
    for (int role = 0; role < T2S_ITEM_ROLES; role++) {
        bool is_hit = roles >> role & 1;
        count(
            at,
            t2s_association_key(T2S_PAIR_BASE, role, T2S_NO_TEXT, T2S_NO_TEXT),
            is_hit);
        count(at, t2s_association_key(T2S_PAIR_HEAD, role, head, T2S_NO_TEXT),
              is_hit);
        count_beside(at, question, match, T2S_PAIR_AROUND, role, is_hit);
    }
}

static void learn_feedback(learning *at, const uint8_t *columns)
{
    const t2s_question_facts *feedback = at->sources->feedback;
    const uint8_t *wrong = at->sources->in->wrong_columns;
    for (size_t i = 0; i < feedback->column_count; i++) {
        int number =
            T2S_ITEM_USED | (wrong && wrong[i] ? T2S_PAIR_IS_WRONG : 0);
        bool is_hit = columns[i] >> T2S_ITEM_USED & 1;
        if (feedback->columns[i].first >= 0)
            count(at,
                  t2s_association_key(T2S_PAIR_FEEDBACK_BASE, number,
                                      T2S_NO_TEXT, T2S_NO_TEXT),
                  is_hit);
        count_beside(at, feedback, &feedback->columns[i], T2S_PAIR_FEEDBACK,
                     number, is_hit);
    }
}

/* Counts each stem of the schema's names with each term of the question. */
static void learn_words(learning *at, bool is_table)
{
    const t2s_question_facts *question = at->sources->question;
    int stem_kind = is_table ? T2S_PAIR_TABLE_STEM : T2S_PAIR_STEM;
    int word_kind = is_table ? T2S_PAIR_TABLE_WORD : T2S_PAIR_WORD;
    for (size_t s = 0; s < question->stems.count && at->ok; s++) {
        const t2s_question_stem *stem = &question->stems.at[s];
        t2s_pair_text name = t2s_pair_stem(question, (int32_t)s);
        if (!(is_table ? stem->tables : stem->columns))
            continue;
        count(at, t2s_association_key(stem_kind, 0, name, T2S_NO_TEXT),
              at->used[s]);
        for (size_t t = 0; t < at->term_count && at->ok; t++)
            if (at->terms[t].stem != (int32_t)s)
                count(at,
                      t2s_association_key(word_kind, 0,
                                          (t2s_pair_text){at->terms[t].text,
                                                          at->terms[t].length},
                                          name),
                      at->used[s]);
    }
}

static void mark(bool *used, const t2s_question_facts *question,
                 const t2s_name_match *match)
{
    for (uint32_t i = 0; i < match->count; i++)
        used[question->name_stems.at[match->stems + i]] = true;
}

static void learn_columns(learning *at, const uint8_t *columns)
{
    const uint8_t ties = 1u << T2S_ITEM_USED | 1u << T2S_ITEM_JOINED;
    const t2s_question_facts *question = at->sources->question;
    for (size_t i = 0; i < question->column_count && at->ok; i++) {
        learn_column(at, i, columns[i]);
        if (columns[i] & ~ties)
            mark(at->used, question, &question->columns[i]);
    }
    learn_words(at, false);
}

static void learn_tables(learning *at, const uint8_t *tables)
{
    const t2s_question_facts *question = at->sources->question;
    for (size_t i = 0; i < question->table_count && at->ok; i++) {
        count(at,
              t2s_association_key(T2S_PAIR_TABLE_BASE, 0, T2S_NO_TEXT,
                                  T2S_NO_TEXT),
              tables[i] != 0);
        count_beside(at, question, &question->tables[i], T2S_PAIR_TABLE_AROUND,
                     0, tables[i] != 0);
        if (tables[i])
            mark(at->used, question, &question->tables[i]);
    }
    learn_words(at, true);
}

t2sed_status t2s_pairs_learn(t2s_association *to,
                             const t2s_pair_sources *sources,
                             const uint8_t *columns, const uint8_t *tables,
                             t2sed_error *err)
{
    const size_t stems = sources->question->stems.count;
    learning at = {.to = to, .sources = sources, .ok = true};
    at.terms = t2s_alloc_array(T2S_PAIR_TERMS, sizeof *at.terms);
    at.used = t2s_zalloc_array(stems + 1, sizeof *at.used);
    at.ok = at.terms && at.used;
    if (at.ok)
        at.term_count = t2s_pair_terms(at.terms, sources->question);
    if (at.ok && sources->feedback)
        learn_feedback(&at, columns);
    else if (at.ok) {
        learn_columns(&at, columns);
        memset(at.used, 0, stems * sizeof *at.used);
        learn_tables(&at, tables);
    }
    t2s_free(at.terms);
    t2s_free(at.used);
    return at.ok ? T2SED_OK : t2s_fail_memory(err);
}
