/* facts.c - cues, numbers, and how many tables the names that the
 * question has must come from. */
#include "sketch/facts.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/string.h"

/* Different names of columns that are looked at. */
#define MOST_NAMES 16

typedef struct teller {
    bool (*tell)(void *payload, const char *name, double value);
    void *payload;
    bool ok;
} teller;

static void tell(teller *to, const char *name, double value)
{
    if (to->ok && value != 0)
        to->ok = to->tell(to->payload, name, value);
}

/* A count as a fact for each step that it reaches, up to `most`. */
static void tell_count(teller *to, const char *name, size_t count, size_t most)
{
    for (size_t i = 1; i <= most && i <= count; i++) {
        char text[48];
        snprintf(text, sizeof text, "%s >= %zu", name, i);
        tell(to, text, 1);
    }
}

/* The different names of columns that stand whole in the question, and which
 * tables have each. */
typedef struct names {
    int32_t name[MOST_NAMES];
    uint64_t *tables[MOST_NAMES]; /* bit per table */
    size_t count, words;          /* words: of a bit set */
    t2s_arena arena;
} names;

static size_t find_name(names *found, int32_t name, size_t table_count)
{
    size_t i = 0;
    while (i < found->count && found->name[i] != name)
        i++;
    if (i < found->count || i == MOST_NAMES)
        return i;
    found->words = table_count / 64 + 1;
    found->tables[i] = t2s_arena_alloc_array(&found->arena, found->words,
                                             sizeof *found->tables[i]);
    if (!found->tables[i])
        return MOST_NAMES;
    memset(found->tables[i], 0, found->words * sizeof *found->tables[i]);
    found->name[i] = name;
    found->count++;
    return i;
}

/* How many tables it takes to have all names: the one with the most of what is
 * left first. */
static size_t cover(const names *found, size_t table_count)
{
    bool covered[MOST_NAMES] = {false};
    size_t left = found->count, taken = 0;
    while (left > 0) {
        size_t best = 0, most = 0;
        for (size_t t = 0; t < table_count; t++) {
            size_t has = 0;
            for (size_t i = 0; i < found->count; i++)
                has += !covered[i] &&
                       (found->tables[i][t / 64] >> (t % 64) & 1) != 0;
            if (has > most) {
                most = has;
                best = t;
            }
        }
        if (most == 0)
            break;
        for (size_t i = 0; i < found->count; i++)
            covered[i] |= (found->tables[i][best / 64] >> (best % 64) & 1) != 0;
        left -= most;
        taken++;
    }
    return taken;
}

static void tell_names(teller *to, const t2s_question_facts *asked,
                       const t2sed_schema *schema)
{
    names found = {0};
    size_t tables = 0, keys = 0;
    for (size_t i = 0; i < asked->named_columns.count; i++) {
        int32_t column = asked->named_columns.at[i];
        const t2s_name_match *match = &asked->columns[column];
        size_t at, table = (size_t)schema->columns[column].table;
        if (!match->is_whole)
            continue;
        at = find_name(&found, match->name, asked->table_count);
        if (at < found.count)
            found.tables[at][table / 64] |= (uint64_t)1 << (table % 64);
    }
    for (size_t t = 0; t < asked->table_count; t++)
        tables += asked->tables[t].is_whole;
    tell_count(to, "named columns", found.count, 6);
    tell_count(to, "named tables", tables, 4);
    tell_count(to, "tables of names", cover(&found, asked->table_count), 3);
    for (size_t i = 0; i < found.count; i++) {
        bool in_named = false;
        for (size_t t = 0; t < asked->table_count; t++)
            in_named |= asked->tables[t].is_whole &&
                        (found.tables[i][t / 64] >> (t % 64) & 1) != 0;
        keys += !in_named;
    }
    tell_count(to, "names beside named tables", keys, 3);
    tell_count(to, "schema tables", asked->table_count, 3);
    t2s_arena_free(&found.arena);
}

bool t2s_sketch_facts(
    const t2s_question_facts *asked, const t2sed_schema *schema,
    bool (*call)(void *payload, const char *name, double value), void *payload)
{
    teller to = {call, payload, true};
    size_t capitals = 0, digits = 0;
    for (size_t i = 0; i < T2S_CUES; i++) {
        char name[32];
        snprintf(name, sizeof name, "cue %zu", i);
        tell_count(&to, name, asked->cues[i], 2);
    }
    for (size_t i = 0; i < asked->words.count; i++)
        capitals += asked->words.at[i].is_capital;
    for (size_t i = 0; i < asked->numbers.count; i++)
        digits += !asked->numbers.at[i].is_spelled;
    tell_count(&to, "capitals", capitals, 3);
    tell_count(&to, "digits", digits, 3);
    tell_count(&to, "spelled", asked->numbers.count - digits, 2);
    tell_count(&to, "quotes", asked->quotes.count, 3);
    tell_count(&to, "commas", asked->commas, 4);
    tell_count(&to, "words / 4", asked->words.count / 4, 8);
    if (schema)
        tell_names(&to, asked, schema);
    return to.ok;
}
