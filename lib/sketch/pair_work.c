/* pair_work.c - what the features of columns and of tables share, and rows of
 * both. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "sketch/pair.h"

#define MOST_RANK 30

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

void t2s_pair_around(float out[2], const t2s_pair_work *work,
                     const t2s_question_facts *question, t2s_mention mention,
                     int kind, int number, double base)
{
    out[0] = out[1] = mention.begin < 0 ? NAN : 0;
    for (int place = 0; place < T2S_PAIR_PLACES && mention.begin >= 0; place++)
        out[place / 2] += (float)t2s_association_odds(
            work->sources->association,
            t2s_pair_beside(question, mention, place, kind, number), base, 10);
}

/* --- work --- */

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

/* Makes room, all zeros, and what needs no more than that. */
static bool begin_work(t2s_pair_work *work)
{
    const t2s_question_facts *q = work->sources->question;
    const t2s_question_facts *feedback = work->sources->feedback;
    work->families = t2s_pair_families(&work->arena, q);
    work->cover = zeros(work, q->words.count, sizeof *work->cover);
    work->ranked = rank_all(work, q->columns, q->column_count);
    work->ranked_tables = rank_all(work, q->tables, q->table_count);
    work->names = zeros(work, q->column_count, sizeof *work->names);
    work->said = zeros(work, q->stems.count, sizeof *work->said);
    work->feedback = zeros(work, feedback ? feedback->stems.count : 0,
                           sizeof *work->feedback);
    work->columns = zeros(work, q->column_count, sizeof *work->columns);
    work->tables = zeros(work, q->table_count, sizeof *work->tables);
    return work->families && work->cover && work->ranked.at &&
           work->ranked_tables.at && work->names && work->said &&
           work->feedback && work->columns && work->tables;
}

static void read_names(t2s_pair_work *work)
{
    const t2s_pair_inputs *in = work->sources->in;
    const t2s_question_facts *q = work->sources->question;
    for (size_t i = 0; i < q->column_count; i++) {
        const t2s_name_match *match = &q->columns[i];
        const float table = q->tables[in->schema->columns[i].table].score;
        const bool is_wrong = in->wrong_columns && in->wrong_columns[i];
        const t2s_mention mention = t2s_mention_of(q, match);
        work->wrong_column_count += is_wrong;
        if (match->name >= 0) {
            t2s_pair_name *name = &work->names[match->name];
            name->columns++;
            name->wrong += is_wrong;
            if (table > name->table)
                name->table = table;
        }
        for (int32_t w = mention.begin; match->is_whole && w < mention.end; w++)
            if (match->count > work->cover[w])
                work->cover[w] = (uint16_t)match->count;
    }
    for (size_t i = 0; i < q->table_count; i++) {
        work->named_tables += is_named(&q->tables[i]);
        work->wrong_table_count += in->wrong_tables && in->wrong_tables[i];
    }
}

/* What the terms of a question say of each stem of the schema's names. */
static void read_odds(t2s_pair_said *said, const t2s_question_facts *question,
                      const t2s_pair_term *terms, size_t term_count,
                      t2s_association_view view, bool is_table)
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
            view, t2s_association_key(stem_kind, 0, name, T2S_NO_TEXT), 0.1);
        for (size_t t = 0; t < term_count; t++) {
            const t2s_pair_text term = {terms[t].text, terms[t].length};
            const uint64_t key = t2s_association_key(word_kind, 0, term, name);
            const double odds = terms[t].stem == (int32_t)s
                                    ? 0
                                    : t2s_association_odds(view, key, base, 4);
            most = odds > most ? odds : most;
            sum += odds > 0 ? odds : 0;
        }
        if (is_table)
            said[s].table_odds = (float)most;
        else {
            said[s].odds = (float)most;
            said[s].sum = (float)sum;
        }
    }
}

static bool read_words(t2s_pair_work *work)
{
    const t2s_pair_sources *from = work->sources;
    t2s_pair_term *terms = t2s_alloc_array(T2S_PAIR_TERMS, sizeof *terms);
    size_t count;
    if (!terms)
        return false;
    count = t2s_pair_terms(terms, from->question);
    for (int is_table = 0; is_table < 2; is_table++)
        read_odds(work->said, from->question, terms, count, from->association,
                  is_table);
    if (from->feedback) {
        count = t2s_pair_terms(terms, from->feedback);
        read_odds(work->feedback, from->feedback, terms, count,
                  from->association, false);
    }
    t2s_free(terms);
    return true;
}

static void read_values(t2s_pair_work *work)
{
    const t2s_pair_inputs *in = work->sources->in;
    const t2s_question_facts *question = work->sources->question;
    for (size_t i = 0; in->values && i < question->values.count; i++) {
        const t2s_question_value *value = &question->values.at[i];
        const size_t bytes = value->length < 99 ? value->length : 99;
        size_t count = 0;
        const int32_t *columns = t2s_value_index_columns(
            in->values, value->normal, value->length, &count);
        for (size_t c = 0; c < count; c++) {
            t2s_pair_column *column = &work->columns[columns[c]];
            t2s_pair_table *table =
                &work->tables[in->schema->columns[columns[c]].table];
            column->hits++;
            if (value->is_marked)
                column->marked++;
            if (bytes > column->longest)
                column->longest = (uint16_t)bytes;
            if (1 / (float)count > column->share)
                column->share = 1 / (float)count;
            if (column->hits > table->hits)
                table->hits = column->hits;
        }
    }
}

static void see_neighbour(t2s_pair_work *work, int32_t table, int32_t other)
{
    const uint8_t *wrong = work->sources->in->wrong_tables;
    const t2s_name_match *match = &work->sources->question->tables[other];
    t2s_pair_table *of = &work->tables[table];
    if (table == other)
        return;
    of->neighbours++;
    if (is_named(match))
        of->named_neighbours++;
    if (wrong && wrong[other])
        of->wrong_neighbours++;
    if (match->score > of->best_neighbour)
        of->best_neighbour = match->score;
}

static void read_keys(t2s_pair_work *work)
{
    const t2sed_schema *schema = work->sources->in->schema;
    for (size_t i = 0; i < schema->foreign_key_count; i++) {
        const t2s_foreign_key *key = &schema->foreign_keys[i];
        int32_t from = schema->columns[key->from].table;
        int32_t to = schema->columns[key->to].table;
        work->columns[key->from].is_foreign = true;
        work->columns[key->to].is_referenced = true;
        work->tables[from].refers++;
        work->tables[to].referred++;
        see_neighbour(work, from, to);
        see_neighbour(work, to, from);
    }
}

static double base_of(const t2s_pair_work *work, int kind, int number,
                      double otherwise)
{
    return t2s_association_share(
        work->sources->association,
        t2s_association_key(kind, number, T2S_NO_TEXT, T2S_NO_TEXT), otherwise);
}

static bool make_work(t2s_pair_work *work, const t2s_pair_sources *sources)
{
    *work = (t2s_pair_work){.sources = sources};
    if (!begin_work(work) || !read_words(work))
        return false;
    for (int role = 0; role < T2S_ITEM_ROLES; role++)
        work->base[role] = base_of(work, T2S_PAIR_BASE, role, 0.05);
    work->table_base = base_of(work, T2S_PAIR_TABLE_BASE, 0, 0.3);
    read_names(work);
    read_values(work);
    read_keys(work);
    return true;
}

/* --- sources and rows --- */

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

t2sed_status t2s_pair_sources_read(t2s_pair_sources *out,
                                   const t2s_pair_inputs *in,
                                   t2s_association_view association,
                                   t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *out = (t2s_pair_sources){.in = in, .association = association};
    if (!in->asked)
        status =
            read_text(&out->own, in->question, in->schema, in->values, err);
    out->question = in->asked ? in->asked : out->own;
    if (status == T2SED_OK)
        status = read_text(&out->feedback, in->feedback, in->schema, NULL, err);
    for (int i = 0; i < T2S_PAIR_EARLIER && status == T2SED_OK; i++)
        status =
            read_text(&out->earlier[i], in->earlier[i], in->schema, NULL, err);
    return status;
}

void t2s_pair_sources_free(t2s_pair_sources *sources)
{
    t2s_question_facts_free(sources->own);
    t2s_question_facts_free(sources->feedback);
    for (int i = 0; i < T2S_PAIR_EARLIER; i++)
        t2s_question_facts_free(sources->earlier[i]);
}

t2sed_status t2s_pair_rows_make(t2s_pair_rows *out, const t2s_pair_inputs *in,
                                t2s_association_view association,
                                t2sed_error *err)
{
    const size_t columns = in->schema->column_count;
    const size_t tables = in->schema->table_count;
    t2s_pair_work work;
    t2sed_status status =
        t2s_pair_sources_read(&out->sources, in, association, err);
    out->columns =
        t2s_alloc_array(columns * t2s_pair_column_count, sizeof *out->columns);
    out->tables =
        t2s_alloc_array(tables * t2s_pair_table_count, sizeof *out->tables);
    if (status != T2SED_OK)
        return status;
    if (!out->columns || !out->tables)
        return t2s_fail_memory(err);
    if (!make_work(&work, &out->sources))
        status = t2s_fail_memory(err);
    for (size_t i = 0; status == T2SED_OK && i < columns; i++)
        t2s_pair_fill_column(out->columns + i * t2s_pair_column_count, &work,
                             i);
    for (size_t i = 0; status == T2SED_OK && i < tables; i++)
        t2s_pair_fill_table(out->tables + i * t2s_pair_table_count, &work, i);
    t2s_arena_free(&work.arena);
    return status;
}

void t2s_pair_rows_free(t2s_pair_rows *rows)
{
    t2s_pair_sources_free(&rows->sources);
    t2s_free(rows->columns);
    t2s_free(rows->tables);
}
