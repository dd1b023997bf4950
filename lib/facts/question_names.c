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

/* Numbers equal names, of tables or of columns. */
typedef struct naming {
    t2s_question_facts *question;
    t2s_map names;
    int32_t *next; /* the next word of the same stem, or -1 */
} naming;

/* Splits a name into stems, each once counted in the stem's columns (or
 * tables), and gives it its number. */
static bool read_name(naming *at, t2s_name_match *match, const char *name,
                      bool is_table)
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
        if (is_table)
            question->stems.at[stems[i]].tables += !seen;
        else
            question->stems.at[stems[i]].columns += !seen;
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
static void score_name(const naming *at, t2s_name_match *match, bool is_table)
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
        double weight = (stem->is_stop ? STOP_WEIGHT : 1) /
                        sqrt(is_table ? stem->tables : stem->columns);
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

static t2s_name_match *new_matches(t2s_question_facts *question, size_t count)
{
    t2s_name_match *matches =
        t2s_arena_alloc_array(&question->arena, count, sizeof *matches);
    if (matches)
        memset(matches, 0, count * sizeof *matches);
    return matches;
}

static bool match_tables(naming *at, const t2sed_schema *schema)
{
    t2s_question_facts *question = at->question;
    size_t count = schema->table_count;
    question->tables = new_matches(question, count ? count : 1);
    if (!question->tables)
        return false;
    question->table_count = count;
    for (size_t i = 0; i < count; i++)
        if (!read_name(at, &question->tables[i], schema->tables[i].readable,
                       true))
            return false;
    for (size_t i = 0; i < count; i++)
        score_name(at, &question->tables[i], true);
    return true;
}

static bool match_columns(naming *at, const t2sed_schema *schema)
{
    t2s_question_facts *question = at->question;
    size_t count = schema->column_count;
    question->columns = new_matches(question, count ? count : 1);
    if (!question->columns)
        return false;
    question->column_count = count;
    for (size_t i = 0; i < count; i++)
        if (!read_name(at, &question->columns[i], schema->columns[i].readable,
                       false))
            return false;
    for (size_t i = 0; i < count; i++) {
        score_name(at, &question->columns[i], false);
        if (question->columns[i].score > 0 &&
            !t2s_vector_push(&question->named_columns, (int32_t)i))
            return false;
    }
    return true;
}

bool t2s_question_match_names(t2s_question_facts *question,
                              const t2sed_schema *schema)
{
    naming at = {.question = question};
    bool ok = link_words(&at) && match_tables(&at, schema);
    t2s_map_free(&at.names);
    ok = ok && match_columns(&at, schema);
    t2s_map_free(&at.names);
    t2s_free(at.next);
    return ok;
}
