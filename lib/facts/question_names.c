/* How well a question names each table and column of a schema. */
#include "facts/question_parts.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "schema/words.h"

/* Stems of a name that are looked at. */
#define LONGEST_NAME 32
/* What a stop word counts beside another word. */
#define STOP_WEIGHT 0.3

typedef struct naming {
    t2s_question_facts *question;
    const t2sed_schema *schema;
    bool is_tables; /* the names are those of tables, not of columns */
    t2s_map names;  /* numbers equal ones */
    int32_t *next;  /* the next word of the same stem, or -1 */
} naming;

/* How many tables, or columns, have a stem in their names. */
static uint32_t *names_with(const naming *at, int32_t stem)
{
    t2s_question_stem *of = &at->question->stems.at[stem];
    return at->is_tables ? &of->tables : &of->columns;
}

/* Splits a name into stems, each once counted in the stem's columns (or
 * tables), and gives it its number. */
static bool read_name(naming *at, t2s_name_match *match, const char *name)
{
    t2s_question_facts *question = at->question;
    size_t end = 0, begin, n = strlen(name);
    const int32_t *stems;
    match->stems = (uint32_t)question->name_stems.count;
    for (; match->count < LONGEST_NAME &&
           t2s_next_word(name, n, &end, &begin, true);
         match->count++) {
        int32_t stem =
            t2s_question_add_stem(question, name + begin, end - begin);
        if (stem < 0 || !t2s_vector_push(&question->name_stems, stem))
            return false;
    }
    match->name = T2S_NO_ITEM;
    if (match->count == 0)
        return true;
    stems = question->name_stems.at + match->stems;
    for (uint32_t i = 0; i < match->count; i++) {
        bool seen = false;
        for (uint32_t j = 0; j < i; j++)
            seen |= stems[j] == stems[i];
        *names_with(at, stems[i]) += !seen;
    }
    match->name = (int32_t)t2s_map_get(&at->names, (const char *)stems,
                                       match->count * sizeof *stems,
                                       (int64_t)at->names.count);
    return t2s_map_set(&at->names, (const char *)stems,
                       match->count * sizeof *stems, match->name);
}

/* Where the name stands whole in the question, or -1. */
static int32_t find_whole(const naming *at, const int32_t *stems, size_t count)
{
    const t2s_question_facts *question = at->question;
    int32_t word = question->stems.at[stems[0]].first;
    for (; word >= 0; word = at->next[word]) {
        size_t same = 1;
        while (same < count && (size_t)word + same < question->words.count &&
               question->words.at[(size_t)word + same].stem == stems[same])
            same++;
        if (same == count)
            return word;
    }
    return -1;
}

/* Once all names are read, for a stem is worth the less the more names have
 * it. */
static void score_name(const naming *at, t2s_name_match *match)
{
    const t2s_question_facts *question = at->question;
    const int32_t *stems;
    double found = 0, all = 0;
    match->first = -1;
    if (match->count == 0)
        return;
    stems = question->name_stems.at + match->stems;
    for (uint32_t i = 0; i < match->count; i++) {
        const t2s_question_stem *stem = &question->stems.at[stems[i]];
        double weight =
            (stem->is_stop ? STOP_WEIGHT : 1) / sqrt(*names_with(at, stems[i]));
        all += weight;
        if (stem->first < 0)
            continue;
        found += weight;
        if (!stem->is_stop && (match->first < 0 || stem->first < match->first))
            match->first = stem->first;
    }
    match->score = (float)(found / all);
    if (found == all) {
        int32_t word = find_whole(at, stems, match->count);
        match->is_whole = word >= 0;
        match->first = word >= 0 ? word : match->first;
    }
}

static bool link_words(naming *at)
{
    t2s_question_facts *question = at->question;
    size_t count = question->words.count;
    int32_t *last = t2s_alloc_array(question->stems.count, sizeof *last);
    at->next = t2s_alloc_array(count, sizeof *at->next);
    for (size_t i = 0; last && at->next && i < count; i++) {
        int32_t stem = question->words.at[i].stem;
        at->next[i] = -1;
        if (question->stems.at[stem].first != (int32_t)i)
            at->next[last[stem]] = (int32_t)i;
        last[stem] = (int32_t)i;
    }
    t2s_free(last);
    return last && at->next;
}

/* NULL when memory is short. */
static t2s_name_match *match_all(naming *at, size_t count)
{
    t2s_name_match *matches = t2s_arena_alloc_array(
        &at->question->arena, count ? count : 1, sizeof *matches);
    bool ok = matches != NULL;
    if (ok)
        memset(matches, 0, count * sizeof *matches);
    for (size_t i = 0; ok && i < count; i++)
        ok = read_name(at, &matches[i],
                       at->is_tables ? at->schema->tables[i].readable
                                     : at->schema->columns[i].readable);
    for (size_t i = 0; ok && i < count; i++)
        score_name(at, &matches[i]);
    t2s_map_free(&at->names);
    return ok ? matches : NULL;
}

bool t2s_question_match_names(t2s_question_facts *question,
                              const t2sed_schema *schema)
{
    naming at = {.question = question, .schema = schema, .is_tables = true};
    bool ok = link_words(&at);
    question->table_count = schema->table_count;
    question->column_count = schema->column_count;
    question->tables = ok ? match_all(&at, schema->table_count) : NULL;
    at.is_tables = false;
    question->columns =
        question->tables ? match_all(&at, schema->column_count) : NULL;
    ok = question->columns;
    for (size_t i = 0; ok && i < schema->column_count; i++)
        if (question->columns[i].score > 0)
            ok = t2s_vector_push(&question->named_columns, (int32_t)i);
    t2s_free(at.next);
    return ok;
}
