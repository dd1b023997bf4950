/*
 * What a condition probably meant: values of its column that are like the one
 * it has, and columns of the tables in use that have that value.
 */
#include "link/linker.h"

#include <string.h>

#include "base/string.h"
#include "facts/similar.h"
#include "schema/words.h"
#include "sql/token.h"

/* Repairs of one condition, of each kind. */
#define MOST_REPAIRS 3
/* A column's values are all looked at up to so many; of more, those that begin
 * alike or share a word. */
#define MOST_SCANNED 5000
#define MOST_ALIKE   200
/* Columns that have a value, of those that are looked at. */
#define MOST_COLUMNS 64
/* Longer texts are like nothing. */
#define LONGEST_TEXT 512

typedef struct candidate {
    const char *text; /* in the arena of the links */
    size_t length;
    double score;
    int match; /* T2SED_MATCH_* of the condition's text with it */
} candidate;

/* Values of a column that are like the text of at->normal. */
typedef struct candidates {
    candidate at[MOST_REPAIRS];
    size_t count;
    int match; /* the best of all */
    int32_t column;
    bool is_category; /* the column is one */
} candidates;

/* The share of the words of `a` that `b` has, both in normal form. */
static double shared_words(const char *a, size_t a_length, const char *b,
                           size_t b_length)
{
    size_t words = 0, shared = 0;
    for (size_t i = 0; i < a_length && words < 16; words++) {
        const char *blank = memchr(a + i, ' ', a_length - i);
        size_t n = blank ? (size_t)(blank - a) - i : a_length - i;
        bool found = false;
        for (size_t k = 0; k + n <= b_length && !found && n > 1; k++)
            found = (k == 0 || b[k - 1] == ' ') &&
                    (k + n == b_length || b[k + n] == ' ') &&
                    memcmp(a + i, b + k, n) == 0 && !t2s_word_is_stop(a + i, n);
        shared += found;
        i += n + 1;
    }
    return words ? (double)shared / (double)words : 0;
}

static double better(double score, double other, int match, int *best)
{
    if (other <= score)
        return score;
    *best = match;
    return other;
}

/* How like the text a value is, both in normal form, 0 to 1; how goes to
 * *match. */
static double compare(const t2s_string *text, const char *normal, size_t length,
                      bool is_category, int *match)
{
    const char *want = text->text;
    const size_t n = text->length;
    double ratio =
        n < length ? (double)n / (double)length : (double)length / (double)n;
    double score = 0, share;
    *match = T2SED_MATCH_NONE;
    if (t2s_is_prefix(want, n, normal, length) &&
        ((n >= 3 && length >= 3) || is_category))
        score = better(score, is_category ? 0.75 : 0.45 + 0.4 * ratio,
                       T2SED_MATCH_PREFIX, match);
    if (t2s_is_abbreviation(want, n, normal, length) ||
        t2s_is_abbreviation(normal, length, want, n) ||
        (is_category && t2s_is_same_answer(want, n, normal, length)))
        score = better(score, 0.65, T2SED_MATCH_ABBREVIATION, match);
    if (shared_words(want, n, normal, length) == 1)
        score = better(score, 0.5 + 0.35 * ratio, T2SED_MATCH_PARTIAL, match);
    else if (shared_words(normal, length, want, n) == 1)
        score = better(score, 0.45 + 0.35 * ratio, T2SED_MATCH_PARTIAL, match);
    /* A misspelling is no match, but says what was meant. */
    share = t2s_similarity(want, n, normal, length);
    return share > 0 && 0.25 + 0.6 * share > score ? 0.25 + 0.6 * share : score;
}

/* How the question mentions a value of a column. */
static int mentioned(const t2s_linking *at, int32_t column, const char *text,
                     size_t n)
{
    int match = T2SED_MATCH_NONE;
    for (size_t i = 0; at->mentions && i < at->mentions->list.count; i++) {
        const t2sed_link_mention *mention = &at->mentions->list.at[i].shown;
        if (mention->kind == T2SED_MENTION_VALUE &&
            mention->item == t2s_item_out(column) && mention->match > match &&
            mention->value_length == n && memcmp(mention->value, text, n) == 0)
            match = mention->match;
    }
    return match;
}

static void keep(t2s_linking *at, candidates *all, const char *text, size_t n,
                 double score, int match)
{
    size_t place;
    if (match > all->match)
        all->match = match;
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].length == n && memcmp(all->at[i].text, text, n) == 0)
            return;
    for (place = all->count; place > 0 && all->at[place - 1].score < score;)
        place--;
    if (place == MOST_REPAIRS)
        return;
    text = t2s_arena_strndup(&at->out->arena, text, n);
    if (!text) {
        at->failed = true;
        return;
    }
    if (all->count == MOST_REPAIRS)
        all->count--;
    memmove(all->at + place + 1, all->at + place,
            (all->count - place) * sizeof all->at[0]);
    all->at[place] = (candidate){text, n, score, match};
    all->count++;
}

/* Takes in what was asked for. */
static void take_all(t2s_linking *at, candidates *all)
{
    t2s_stored_value value;
    while (at->work > 0 && !at->failed &&
           t2s_value_store_next(at->linker->store, &value)) {
        int match, said;
        double score = compare(&at->normal, value.normal, value.normal_length,
                               all->is_category, &match);
        at->work--;
        if (score == 0)
            continue;
        said = mentioned(at, all->column, value.text, value.text_length);
        score += said >= T2SED_MATCH_SPELLING  ? 0.15
                 : said >= T2SED_MATCH_PARTIAL ? 0.05
                                               : 0;
        keep(at, all, value.text, value.text_length, score, match);
    }
}

static bool is_in_query(const t2s_linking *at, const char *text, size_t n)
{
    for (size_t i = 0; i < at->query->uses.count; i++) {
        const t2s_query_use *use = &at->query->uses.at[i];
        /* A name in double quotes may be meant as one. */
        if (use->kind == T2S_USES_TEXT && at->out->sql[use->begin] == '\'' &&
            t2s_casecmp_n(use->text, use->length, text, n) == 0)
            return true;
    }
    return false;
}

/* Values of the column that the question mentions, and the query does not use:
 * what is like none of them may still be meant. */
static void take_mentioned(t2s_linking *at, candidates *all)
{
    for (size_t i = 0; at->mentions && i < at->mentions->list.count; i++) {
        const t2sed_link_mention *mention = &at->mentions->list.at[i].shown;
        if (mention->kind == T2SED_MENTION_VALUE &&
            mention->item == t2s_item_out(all->column) &&
            !is_in_query(at, mention->value, mention->value_length))
            keep(at, all, mention->value, mention->value_length,
                 mention->match >= T2SED_MATCH_SPELLING ? 0.6 : 0.3,
                 T2SED_MATCH_NONE);
    }
}

static void search(t2s_linking *at, candidates *all)
{
    t2s_value_store *store = at->linker->store;
    const char *want = at->normal.text;
    const size_t length = at->normal.length;
    const bool are_few =
        t2s_value_store_column(store, all->column)->texts <= MOST_SCANNED;
    t2s_value_store_ask(store, T2S_VALUES_BEGINNING_IN, all->column,
                        are_few ? "" : want,
                        are_few      ? 0
                        : length < 4 ? length
                                     : 4,
                        are_few ? MOST_SCANNED : MOST_ALIKE);
    take_all(at, all);
    for (size_t i = 0, words = 0; !are_few && i < length && words < 8;
         words++) {
        const char *blank = memchr(want + i, ' ', length - i);
        size_t n = blank ? (size_t)(blank - want) - i : length - i;
        t2s_value_store_ask(store, T2S_VALUES_WORD_IN, all->column, want + i, n,
                            MOST_ALIKE);
        take_all(at, all);
        i += n + 1;
    }
    take_mentioned(at, all);
}

static void propose(t2s_linking *at, t2sed_link_repair repair,
                    const t2s_linked *of, t2s_string *text)
{
    repair.struct_size = sizeof repair;
    repair.condition = (size_t)(of->found - at->out->conditions.at);
    repair.text = text->failed ? NULL
                               : t2s_arena_strndup(&at->out->arena, text->text,
                                                   text->length);
    repair.text_length = text->length;
    if (!repair.text || !t2s_vector_push(&at->out->repairs, repair))
        at->failed = true;
    t2s_string_free(text);
}

static void propose_value(t2s_linking *at, const t2s_linked *of,
                          const candidate *new, double confidence)
{
    t2sed_link_repair repair = {.kind = T2SED_REPAIR_VALUE,
                                .sql = of->found->value_sql,
                                .column = of->found->column,
                                .confidence = confidence};
    t2s_string text = {0};
    t2s_string_append_quoted(&text, new->text, new->length, '\'');
    propose(at, repair, of, &text);
}

int t2s_propose_values(t2s_linking *at, const t2s_linked *of)
{
    candidates all = {.match = T2SED_MATCH_NONE,
                      .column = t2s_item_in(of->found->column)};
    if (at->searches-- <= 0 || at->normal.length > LONGEST_TEXT)
        return T2SED_MATCH_NONE;
    all.is_category = t2s_is_category(at, all.column);
    search(at, &all);
    for (size_t k = 0; k < all.count && !at->failed; k++) {
        /* Of two that are as likely, neither is. */
        bool is_close =
            (k > 0 && all.at[k - 1].score - all.at[k].score < 0.05) ||
            (k + 1 < all.count && all.at[k].score - all.at[k + 1].score < 0.05);
        double score = all.at[k].score > 0.98 ? 0.98 : all.at[k].score;
        propose_value(at, of, &all.at[k], is_close ? 0.6 * score : score);
    }
    return all.match;
}

/* ------------------------------------------------------------- columns */

/* What columns of a table are called by in sight of a slot; *only tells
 * whether nothing else is in sight. NULL where the table is not. */
static const t2s_sql_relation *relation_of(const t2s_linking *at, int32_t slot,
                                           int32_t table, bool *only)
{
    const t2s_sql_scopes *scopes = &at->query->in_sight;
    int32_t scope = scopes->scope_of[slot];
    const t2s_sql_relation *found = NULL;
    int count = 0;
    for (int steps = 0; scope != T2S_NO_SCOPE && steps < 64; steps++) {
        for (int32_t i = scopes->scopes.at[scope].first; i >= 0 && count < 64;
             i = scopes->relations.at[i].next) {
            const t2s_sql_relation *relation = &scopes->relations.at[i];
            count++;
            if (!found && relation->origin == T2S_FROM_TABLE &&
                relation->table == table)
                found = relation;
        }
        scope = scopes->scopes.at[scope].parent;
    }
    *only = count == 1;
    return found;
}

static void propose_column(t2s_linking *at, const t2s_linked *of,
                           int32_t column, double confidence)
{
    const t2s_column *new = &at->linker->schema->columns[column];
    t2sed_link_repair repair = {.kind = T2SED_REPAIR_COLUMN,
                                .column = t2s_item_out(column),
                                .confidence = confidence};
    const t2s_node *slot;
    const t2s_sql_relation *relation;
    t2s_string text = {0};
    bool only;
    if (of->read->slot.name == T2S_NO_NODE)
        return;
    slot = &at->query->tree->nodes[of->read->slot.name];
    relation = relation_of(at, of->read->slot.name, new->table, &only);
    if (!relation)
        return;
    repair.sql = (t2sed_span){slot->begin, slot->end};
    if (slot->first_child != slot->last_child || !only) {
        t2s_sql_append_name(&text, relation->name.at, relation->name.n);
        t2s_string_append_char(&text, '.');
    }
    t2s_sql_append_name(&text, new->name, strlen(new->name));
    propose(at, repair, of, &text);
}

/* A column that has the text, and whether byte by byte. */
typedef struct holder {
    int32_t column;
    bool is_exact;
} holder;

/* The columns but the condition's own that have its text; values of one column
 * come in a row. */
static size_t find_holders(holder found[MOST_COLUMNS], t2s_linking *at,
                           const t2sed_link_condition *c)
{
    size_t count = 0;
    t2s_stored_value value;
    t2s_value_store_ask(at->linker->store, T2S_VALUES_EQUAL, T2S_NO_ITEM,
                        at->normal.text, at->normal.length, 4 * MOST_COLUMNS);
    while (count < MOST_COLUMNS &&
           t2s_value_store_next(at->linker->store, &value)) {
        bool same = value.text_length == c->value_length &&
                    memcmp(value.text, c->value, c->value_length) == 0;
        at->work--;
        if (t2s_item_out(value.column) == c->column)
            continue;
        if (count && found[count - 1].column == value.column)
            found[count - 1].is_exact |= same;
        else
            found[count++] = (holder){value.column, same};
    }
    return count;
}

int32_t t2s_propose_columns(t2s_linking *at, const t2s_linked *of)
{
    holder found[MOST_COLUMNS];
    size_t count, usable = 0, proposed = 0;
    int32_t first = T2S_NO_ITEM;
    if (at->work <= 0)
        return T2S_NO_ITEM;
    count = find_holders(found, at, of->found);
    for (size_t k = 0; k < count; k++)
        usable += t2s_is_in_use(at, found[k].column);
    for (size_t k = 0; k < count && !at->failed; k++) {
        if (!t2s_is_in_use(at, found[k].column))
            continue;
        if (first == T2S_NO_ITEM)
            first = found[k].column;
        if (proposed++ < MOST_REPAIRS)
            propose_column(at, of, found[k].column,
                           (found[k].is_exact ? 0.85 : 0.65) /
                               (usable > 1 ? 1.5 : 1));
    }
    return first != T2S_NO_ITEM || count == 0 ? first : found[0].column;
}
