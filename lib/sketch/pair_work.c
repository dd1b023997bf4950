/* What the features of columns and of tables share. */
#include "sketch/pair_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define MOST_RANK 30

bool t2s_pair_counts(const t2s_association_entry *entry)
{
    const float least = T2S_PAIR_LEAST;
    switch (entry->key >> 60) {
    case T2S_PAIR_WORD:
    case T2S_PAIR_TABLE_WORD:
        return entry->hits >= T2S_PAIR_LEAST_WORD;
    case T2S_PAIR_STEM:
    case T2S_PAIR_TABLE_STEM:
        return true;
    default:
        return entry->hits >= least || entry->cases >= 8 * least;
    }
}

double t2s_pair_odds(const t2s_pair_work *work, uint64_t key, double base,
                     double weight)
{
    t2s_association_entry counts =
        t2s_association_get(work->sources->association, key);
    return counts.key && t2s_pair_counts(&counts)
               ? t2s_association_odds(counts, base, weight)
               : 0;
}

bool t2s_pair_is_named(const t2s_name_match *match)
{
    return match->is_whole || match->score > 0.99F;
}

static int falling(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

float t2s_pair_rank(const float *ranked, size_t count, float score)
{
    size_t rank = 0;
    while (rank < count && rank < MOST_RANK && ranked[rank] > score)
        rank++;
    return (float)rank;
}

static void *zeros(t2s_pair_work *work, size_t count, size_t size)
{
    void *memory = t2s_arena_alloc_array(&work->arena, count + 1, size);
    if (memory)
        memset(memory, 0, (count + 1) * size);
    return memory;
}

static float *rank_all(t2s_pair_work *work, const t2s_name_match *matches,
                       size_t count)
{
    float *scores = zeros(work, count, sizeof *scores);
    if (!scores)
        return NULL;
    for (size_t i = 0; i < count; i++)
        scores[i] = matches[i].score;
    qsort(scores, count, sizeof *scores, falling);
    return scores;
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
        if (work->wrong_columns && work->wrong_columns[i])
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
    t2s_association_view view = work->sources->association;
    int stem_kind = is_table ? T2S_PAIR_TABLE_STEM : T2S_PAIR_STEM;
    int word_kind = is_table ? T2S_PAIR_TABLE_WORD : T2S_PAIR_WORD;
    for (size_t s = 0; s < question->stems.count; s++) {
        const t2s_question_stem *stem = &question->stems.at[s];
        t2s_pair_text name = t2s_pair_stem(question, (int32_t)s);
        double base, most = 0, sum = 0;
        if (!(is_table ? stem->tables : stem->columns))
            continue;
        base = t2s_association_share(
            view,
            t2s_association_key(stem_kind, 0, name.text, name.length, NULL, 0),
            0.1);
        for (size_t t = 0; t < term_count; t++) {
            double found;
            if (terms[t].stem == (int32_t)s)
                continue;
            found = t2s_pair_odds(
                work,
                t2s_association_key(word_kind, 0, terms[t].text,
                                    terms[t].length, name.text, name.length),
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
    if (t2s_pair_is_named(match))
        of->named_neighbours++;
    if (work->wrong_tables && work->wrong_tables[other])
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
        work->named_tables += t2s_pair_is_named(&question->tables[i]);
    return true;
}

static void read_wrong(t2s_pair_work *work)
{
    const t2sed_schema *schema = work->sources->schema;
    work->wrong_columns = work->sources->wrong_columns;
    work->wrong_tables = work->sources->wrong_tables;
    if (!work->wrong_columns)
        return;
    for (size_t i = 0; i < schema->column_count; i++)
        work->wrong_column_count += work->wrong_columns[i] != 0;
    for (size_t i = 0; i < schema->table_count; i++)
        work->wrong_table_count += work->wrong_tables[i] != 0;
}

bool t2s_pair_work_make(t2s_pair_work *work, const t2s_pair_sources *sources)
{
    const t2s_question_facts *question = sources->question;
    *work = (t2s_pair_work){.sources = sources};
    read_wrong(work);
    for (int role = 0; role < T2S_ITEM_ROLES; role++)
        work->base[role] = t2s_association_share(
            sources->association,
            t2s_association_key(T2S_PAIR_BASE, role, NULL, 0, NULL, 0), 0.05);
    work->table_base = t2s_association_share(
        sources->association,
        t2s_association_key(T2S_PAIR_TABLE_BASE, 0, NULL, 0, NULL, 0), 0.3);
    work->families = t2s_pair_families(&work->arena, question);
    work->ranked = rank_all(work, question->columns, question->column_count);
    work->ranked_tables =
        rank_all(work, question->tables, question->table_count);
    return work->families && work->ranked && work->ranked_tables &&
           read_schema(work) && read_names(work) && read_words(work) &&
           read_values(work);
}

void t2s_pair_work_free(t2s_pair_work *work)
{
    t2s_arena_free(&work->arena);
}

void t2s_pair_around(float out[2], const t2s_pair_work *work,
                     const t2s_question_facts *question, t2s_mention mention,
                     int kind, int number, double base)
{
    out[0] = out[1] = NAN;
    if (mention.begin < 0)
        return;
    out[0] = out[1] = 0;
    for (int place = 0; place < T2S_PAIR_PLACES; place++) {
        t2s_pair_text word = t2s_pair_beside(question, mention, place);
        uint64_t key = t2s_association_key(kind, number | place << 3, word.text,
                                           word.length, NULL, 0);
        out[place / 2] += (float)t2s_pair_odds(work, key, base, 10);
    }
}
