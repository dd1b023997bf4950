/* pair_work.c - what the features of columns and of tables share, and rows of
 * both. */
#include "sketch/pair_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

#define MOST_RANK 30
/* Hits, or eight times as many cases, from which on a count is looked at; of a
 * word with a word of a name, hits alone. */
#define LEAST      3
#define LEAST_WORD 5

bool t2s_pair_counts(const t2s_association_entry *entry)
{
    switch (entry->key >> 60) {
    case T2S_PAIR_WORD:
    case T2S_PAIR_TABLE_WORD:
        return entry->hits >= LEAST_WORD;
    case T2S_PAIR_STEM:
    case T2S_PAIR_TABLE_STEM:
        return true;
    default:
        return entry->hits >= LEAST || entry->cases >= 8 * LEAST;
    }
}

static double odds_of(const t2s_pair_work *work, uint64_t key, double base,
                      double weight)
{
    t2s_association_entry counts =
        t2s_association_get(work->sources->association, key);
    return counts.key && t2s_pair_counts(&counts)
               ? t2s_association_odds(counts, base, weight)
               : 0;
}

float t2s_pair_odds(const t2s_pair_work *work, uint64_t key, double base,
                    double weight)
{
    return (float)odds_of(work, key, base, weight);
}

/* Whether a table counts as named. */
static bool is_named(const t2s_name_match *match)
{
    return match->is_whole || match->score > 0.99F;
}

static int falling(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

float t2s_pair_rank(t2s_pair_ranks ranks, float score)
{
    size_t rank = 0;
    while (rank < ranks.count && rank < MOST_RANK && ranks.at[rank] > score)
        rank++;
    return (float)rank;
}

float t2s_pair_best_other(t2s_pair_ranks ranks, float score)
{
    return score < ranks.at[0] ? ranks.at[0]
           : ranks.count > 1   ? ranks.at[1]
                               : 0;
}

float t2s_pair_place(const t2s_question_facts *question, int32_t word)
{
    return word < 0 ? NAN : (float)word / (float)question->words.count;
}

static void *zeros(t2s_pair_work *work, size_t count, size_t size)
{
    void *memory = t2s_arena_alloc_array(&work->arena, count + 1, size);
    if (memory)
        memset(memory, 0, (count + 1) * size);
    return memory;
}

static t2s_pair_ranks rank_all(t2s_pair_work *work,
                               const t2s_name_match *matches, size_t count)
{
    const t2s_pair_ranks ranks = {zeros(work, count, sizeof(float)), count};
    for (size_t i = 0; ranks.at && i < count; i++)
        ranks.at[i] = matches[i].score;
    if (ranks.at)
        qsort(ranks.at, count, sizeof *ranks.at, falling);
    return ranks;
}

static bool read_names(t2s_pair_work *work)
{
    const t2s_question_facts *q = work->sources->question;
    const t2sed_schema *schema = work->sources->schema;
    work->same = zeros(work, q->column_count, sizeof *work->same);
    work->same_table = zeros(work, q->column_count, sizeof *work->same_table);
    work->cover = zeros(work, q->words.count, sizeof *work->cover);
    work->wrong_names = zeros(work, q->column_count, sizeof *work->wrong_names);
    if (!work->same || !work->same_table || !work->cover || !work->wrong_names)
        return false;
    for (size_t i = 0; i < q->column_count; i++) {
        const t2s_name_match *match = &q->columns[i];
        float table = q->tables[schema->columns[i].table].score;
        if (match->name < 0)
            continue;
        work->same[match->name]++;
        if (work->sources->wrong_columns && work->sources->wrong_columns[i])
            work->wrong_names[match->name]++;
        if (table > work->same_table[match->name])
            work->same_table[match->name] = table;
    }
    for (size_t i = 0; i < q->column_count; i++) {
        const t2s_name_match *match = &q->columns[i];
        t2s_mention mention = t2s_mention_of(q, match);
        if (!match->is_whole)
            continue;
        for (int32_t w = mention.begin; w < mention.end; w++)
            if (match->count > work->cover[w])
                work->cover[w] = (uint16_t)match->count;
    }
    return true;
}

/* What the terms of a question say of each stem of the schema's names: most
 * and, in `sums` (may be NULL), the sum of what speaks for it. */
static void read_odds(const t2s_pair_work *work,
                      const t2s_question_facts *question,
                      const t2s_pair_term *terms, size_t term_count,
                      bool is_table, float *odds, float *sums)
{
    int stem_kind = is_table ? T2S_PAIR_TABLE_STEM : T2S_PAIR_STEM;
    int word_kind = is_table ? T2S_PAIR_TABLE_WORD : T2S_PAIR_WORD;
    for (size_t s = 0; s < question->stems.count; s++) {
        const t2s_question_stem *stem = &question->stems.at[s];
        t2s_pair_text name = t2s_pair_stem(question, (int32_t)s);
        double base, most = 0, sum = 0;
        if (!(is_table ? stem->tables : stem->columns))
            continue;
        base = t2s_association_share(
            work->sources->association,
            t2s_association_key(stem_kind, 0, name, T2S_NO_TEXT), 0.1);
        for (size_t t = 0; t < term_count; t++) {
            const t2s_pair_text term = {terms[t].text, terms[t].length};
            double found;
            if (terms[t].stem == (int32_t)s)
                continue;
            found = odds_of(work, t2s_association_key(word_kind, 0, term, name),
                            base, 4);
            if (found > most)
                most = found;
            if (found > 0)
                sum += found;
        }
        odds[s] = (float)most;
        if (sums)
            sums[s] = (float)sum;
    }
}

static bool read_words(t2s_pair_work *work)
{
    const t2s_pair_sources *from = work->sources;
    size_t stems = from->question->stems.count, count;
    t2s_pair_term *terms = t2s_alloc_array(T2S_PAIR_TERMS, sizeof *terms);
    work->odds = zeros(work, stems, sizeof *work->odds);
    work->sums = zeros(work, stems, sizeof *work->sums);
    work->table_odds = zeros(work, stems, sizeof *work->table_odds);
    if (from->feedback)
        work->feedback_odds = zeros(work, from->feedback->stems.count,
                                    sizeof *work->feedback_odds);
    if (!terms || !work->odds || !work->sums || !work->table_odds ||
        (from->feedback && !work->feedback_odds)) {
        t2s_free(terms);
        return false;
    }
    count = t2s_pair_terms(terms, from->question);
    read_odds(work, from->question, terms, count, false, work->odds,
              work->sums);
    read_odds(work, from->question, terms, count, true, work->table_odds, NULL);
    if (from->feedback) {
        count = t2s_pair_terms(terms, from->feedback);
        read_odds(work, from->feedback, terms, count, false,
                  work->feedback_odds, NULL);
    }
    t2s_free(terms);
    return true;
}

static bool read_values(t2s_pair_work *work)
{
    const t2s_pair_sources *from = work->sources;
    const t2sed_schema *schema = from->schema;
    work->hits = zeros(work, schema->column_count, sizeof *work->hits);
    if (!work->hits)
        return false;
    for (size_t i = 0; from->values && i < from->question->values.count; i++) {
        const t2s_question_value *value = &from->question->values.at[i];
        size_t count = 0;
        const int32_t *columns = t2s_value_index_columns(
            from->values, value->normal, value->length, &count);
        for (size_t c = 0; c < count; c++) {
            t2s_pair_hits *hits = &work->hits[columns[c]];
            t2s_pair_table *table =
                &work->tables[schema->columns[columns[c]].table];
            hits->count++;
            if (value->is_marked)
                hits->marked++;
            if (value->length > hits->longest)
                hits->longest =
                    (uint16_t)(value->length < 99 ? value->length : 99);
            if (1 / (float)count > hits->share)
                hits->share = 1 / (float)count;
            if (hits->count > table->hits)
                table->hits = hits->count;
        }
    }
    return true;
}

static void see_neighbour(t2s_pair_work *work, int32_t table, int32_t other)
{
    const t2s_name_match *match = &work->sources->question->tables[other];
    t2s_pair_table *of = &work->tables[table];
    if (table == other)
        return;
    of->neighbours++;
    if (is_named(match))
        of->named_neighbours++;
    if (work->sources->wrong_tables && work->sources->wrong_tables[other])
        of->wrong_neighbours++;
    if (match->score > of->best_neighbour)
        of->best_neighbour = match->score;
}

static bool read_schema(t2s_pair_work *work)
{
    const t2s_question_facts *question = work->sources->question;
    const t2sed_schema *schema = work->sources->schema;
    work->keys = zeros(work, schema->column_count, sizeof *work->keys);
    work->tables = zeros(work, schema->table_count, sizeof *work->tables);
    if (!work->keys || !work->tables)
        return false;
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        int32_t from = schema->columns[key->from].table;
        int32_t to = schema->columns[key->to].table;
        work->keys[key->from].is_foreign = true;
        work->keys[key->to].is_referenced = true;
        work->tables[from].refers++;
        work->tables[to].referred++;
        see_neighbour(work, from, to);
        see_neighbour(work, to, from);
    }
    for (size_t i = 0; i < schema->table_count; i++)
        work->named_tables += is_named(&question->tables[i]);
    return true;
}

static void read_wrong(t2s_pair_work *work)
{
    const t2s_pair_sources *from = work->sources;
    if (!from->wrong_columns)
        return;
    for (size_t i = 0; i < from->schema->column_count; i++)
        work->wrong_column_count += from->wrong_columns[i] != 0;
    for (size_t i = 0; i < from->schema->table_count; i++)
        work->wrong_table_count += from->wrong_tables[i] != 0;
}

static bool make_work(t2s_pair_work *work, const t2s_pair_sources *sources)
{
    const t2s_question_facts *question = sources->question;
    *work = (t2s_pair_work){.sources = sources};
    read_wrong(work);
    for (int role = 0; role < T2S_ITEM_ROLES; role++)
        work->base[role] = t2s_association_share(
            sources->association,
            t2s_association_key(T2S_PAIR_BASE, role, T2S_NO_TEXT, T2S_NO_TEXT),
            0.05);
    work->table_base = t2s_association_share(
        sources->association,
        t2s_association_key(T2S_PAIR_TABLE_BASE, 0, T2S_NO_TEXT, T2S_NO_TEXT),
        0.3);
    work->families = t2s_pair_families(&work->arena, question);
    work->ranked = rank_all(work, question->columns, question->column_count);
    work->ranked_tables =
        rank_all(work, question->tables, question->table_count);
    return work->families && work->ranked.at && work->ranked_tables.at &&
           read_schema(work) && read_names(work) && read_words(work) &&
           read_values(work);
}

void t2s_pair_around(float out[2], const t2s_pair_work *work,
                     const t2s_question_facts *question, t2s_mention mention,
                     int kind, int number, double base)
{
    out[0] = out[1] = mention.begin < 0 ? NAN : 0;
    for (int place = 0; place < T2S_PAIR_PLACES && mention.begin >= 0; place++)
        out[place / 2] += t2s_pair_odds(
            work, t2s_pair_beside(question, mention, place, kind, number), base,
            10);
}

t2sed_status t2s_pairs_fill(float *columns, float *tables,
                            const t2s_pair_sources *sources, t2sed_error *err)
{
    t2s_pair_work work;
    const bool ok = make_work(&work, sources);
    for (size_t i = 0; ok && i < sources->schema->column_count; i++)
        t2s_pair_fill_column(columns + i * t2s_pair_column_count, &work, i);
    for (size_t i = 0; ok && i < sources->schema->table_count; i++)
        t2s_pair_fill_table(tables + i * t2s_pair_table_count, &work, i);
    t2s_arena_free(&work.arena);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}

/* --- sources --- */

/* Nothing but the text of a question is read. */
static t2sed_status read_text(t2s_question_facts **out, t2s_pair_text from,
                              const t2sed_schema *schema,
                              const t2s_value_index *values, t2sed_error *err)
{
    t2sed_question question = {.length = from.length};
    if (!from.text)
        return T2SED_OK;
    question.text = (char *)(uintptr_t)from.text;
    return t2s_question_facts_new(out, &question, schema, values, err);
}

t2sed_status
t2s_pair_sources_read(t2s_pair_sources *out, const t2s_pair_texts *texts,
                      const t2sed_schema *schema, const t2s_value_index *values,
                      t2s_association_view association, t2sed_error *err)
{
    t2sed_status status;
    *out = (t2s_pair_sources){.schema = schema,
                              .values = values,
                              .association = association,
                              .wrong_columns = texts->wrong_columns,
                              .wrong_tables = texts->wrong_tables};
    status = read_text(&out->question, texts->question, schema, values, err);
    if (status == T2SED_OK)
        status = read_text(&out->feedback, texts->feedback, schema, NULL, err);
    for (int i = 0; i < T2S_PAIR_EARLIER && status == T2SED_OK; i++)
        status =
            read_text(&out->earlier[i], texts->earlier[i], schema, NULL, err);
    return status;
}

void t2s_pair_sources_free(t2s_pair_sources *sources)
{
    t2s_question_facts_free(sources->question);
    t2s_question_facts_free(sources->feedback);
    for (int i = 0; i < T2S_PAIR_EARLIER; i++)
        t2s_question_facts_free(sources->earlier[i]);
    *sources = (t2s_pair_sources){0};
}
