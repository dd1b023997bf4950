/* mention.c - the words of each turn, and what of the schema and the database
 * they name. Finding a given name or value is mention_find.c's. */
#include "link/mention.h"

#include <string.h>

#include "question/conversation.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "schema/words.h"

/* Pieces of the longest value that is looked for. */
#define LONGEST_VALUE 6
/* Values, and columns of a value, that one stretch of a question may name. */
#define MOST_OF_STRETCH 16
#define MOST_OF_WORD    8
/* Words of names compared with words of a question, in all. */
#define MOST_WORK (20u << 20)

static uint8_t make_stem(char out[31], const char *text, size_t n)
{
    char word[64];
    if (n > sizeof word)
        n = sizeof word;
    for (size_t i = 0; i < n; i++)
        word[i] = t2s_ascii_lower(text[i]);
    n = t2s_word_stem(word, n);
    if (n > 30)
        n = 30;
    memcpy(out, word, n);
    out[n] = '\0';
    return (uint8_t)n;
}

/* The words */

static bool is_capital_at(const char *text, uint32_t i)
{
    return text[i] >= 'A' && text[i] <= 'Z';
}

/* Whether quotes stand right before and behind, or behind a quoted stretch of
 * a few words. */
static void mark_quotes(t2s_said *said)
{
    const char *text = said->text;
    for (size_t i = 0; i < said->pieces.count; i++) {
        t2s_said_piece *piece = &said->pieces.at[i];
        char quote = piece->begin > 0 ? text[piece->begin - 1] : ' ';
        if (piece->is_quoted || (quote != '"' && quote != '\''))
            continue;
        if (quote == '\'' && piece->begin > 1 && text[piece->begin - 2] != ' ')
            continue;
        for (size_t k = i; k < said->pieces.count && k < i + 12; k++) {
            uint32_t end = said->pieces.at[k].end;
            if (end < said->length && text[end] == '.')
                end++;
            if (end < said->length && text[end] == quote) {
                for (size_t q = i; q <= k; q++)
                    said->pieces.at[q].is_quoted = true;
                break;
            }
        }
    }
}

static bool split(t2s_said *said)
{
    size_t at = 0, begin, end;
    while (said->pieces.count < T2S_MOST_PIECES &&
           t2s_value_next_piece(said->text, said->length, &at, &begin, &end)) {
        t2s_said_piece piece = {.begin = (uint32_t)begin, .end = (uint32_t)end};
        piece.stem_length =
            make_stem(piece.stem, said->text + begin, end - begin);
        piece.is_capital =
            said->pieces.count > 0 && is_capital_at(said->text, piece.begin);
        piece.is_stop = t2s_word_is_stop(piece.stem, piece.stem_length);
        if (!t2s_vector_push(&said->pieces, piece))
            return false;
    }
    mark_quotes(said);
    return true;
}

static bool add_turn(t2s_mentions *all, const t2sed_question *question)
{
    t2s_said *said = &all->turns[all->turn_count++];
    char *lower =
        t2s_arena_strndup(&all->arena, question->text, question->length);
    said->text =
        t2s_arena_strndup(&all->arena, question->text, question->length);
    said->length = question->length;
    said->ranges = t2s_arena_alloc_array(&all->arena, question->word_count + 1,
                                         sizeof *said->ranges);
    if (!lower || !said->text || !said->ranges ||
        t2s_link_words_new(&said->words, question, NULL) != T2SED_OK)
        return false;
    for (size_t i = 0; i < said->length; i++)
        lower[i] = t2s_ascii_lower(lower[i]);
    said->lower = lower;
    said->word_count = question->word_count;
    for (size_t i = 0; i < question->word_count; i++) {
        said->ranges[i][0] = question->words[i].begin;
        said->ranges[i][1] = question->words[i].end;
    }
    return split(said);
}

static bool add_empty(t2s_mentions *all)
{
    t2s_said *said = &all->turns[all->turn_count++];
    said->text = said->lower = t2s_arena_strdup(&all->arena, "");
    return said->text;
}

/* Turns of a conversation that are looked at, and the text of one: 1 is the
 * last. */
static size_t turns_of(const t2sed_conversation *earlier)
{
    size_t count = earlier ? t2sed_conversation_count(earlier) : 0;
    return count < T2S_MOST_TURNS - 1 ? count : T2S_MOST_TURNS - 1;
}

static const char *text_of(const t2sed_conversation *earlier, size_t turn,
                           size_t *n)
{
    return t2s_conversation_question(
        earlier, t2sed_conversation_count(earlier) - turn, n);
}

/* Names */

static bool add(t2s_mentions *all, t2s_mention mention)
{
    return all->list.count >= T2S_MOST_MENTIONS ||
           t2s_vector_push(&all->list, mention);
}

/* What the stems of all turns are, and which of them names have: bit 0 of the
 * map's value. */
static bool collect_stems(t2s_map *stems, const t2s_mentions *all)
{
    for (size_t t = 0; t < all->turn_count; t++)
        for (size_t i = 0; i < all->turns[t].word_count; i++) {
            const char *text = all->turns[t].text;
            uint32_t at = all->turns[t].ranges[i][0];
            uint32_t end = all->turns[t].ranges[i][1];
            while (at < end) {
                size_t to = at + 1;
                char stem[31];
                if (t2s_is_word_part(text, end, at)) {
                    to = t2s_word_part_end(text, end, at, false);
                    if (!t2s_map_set(stems, stem,
                                     make_stem(stem, text + at, to - at), 0))
                        return false;
                }
                at = (uint32_t)to;
            }
        }
    return true;
}

/* Whether the question has a word of the name, all of which are marked. */
static bool has_word_of(t2s_map *stems, const char *name, bool by_case)
{
    size_t n = strlen(name);
    bool found = false;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        if (t2s_is_word_part(name, n, i)) {
            char stem[31];
            uint8_t length;
            t2s_map_entry *entry;
            end = t2s_word_part_end(name, n, i, by_case);
            length = make_stem(stem, name + i, end - i);
            entry = t2s_map_find(stems, stem, length);
            if (entry) {
                entry->value = 1;
                found |= !t2s_word_is_stop(stem, length);
            }
        }
        i = end;
    }
    return found;
}

/* As parts by case and as a whole; both are marked. */
static bool has_name_word(t2s_map *stems, const char *name)
{
    bool parts = has_word_of(stems, name, true);
    return has_word_of(stems, name, false) || parts;
}

static bool add_names(t2s_mentions *all, int kind, int32_t item,
                      const char *name)
{
    t2s_links links = {0};
    bool ok = true;
    for (size_t t = 0; ok && t < all->turn_count; t++) {
        t2s_said *said = &all->turns[t];
        if (all->work < said->word_count * 4)
            break;
        all->work -= said->word_count * 4;
        links.count = 0;
        ok = t2s_link_name(&links, said->words, name, strlen(name));
        for (size_t i = 0; ok && i < links.count; i++) {
            t2s_mention made = {.kind = kind, .item = item};
            made.match = links.at[i].kind == T2S_LINK_EXACT
                             ? T2SED_MATCH_EXACT
                             : T2SED_MATCH_PARTIAL;
            made.begin = said->ranges[links.at[i].word_begin][0];
            made.end = said->ranges[links.at[i].word_end - 1][1];
            made.turn = (uint32_t)t;
            ok = add(all, made);
        }
    }
    t2s_vector_free(&links);
    return ok;
}

static bool find_names(t2s_mentions *all, t2s_map *stems,
                       const t2sed_schema *schema)
{
    bool ok = true;
    for (size_t i = 0; ok && i < schema->table_count; i++) {
        const char *name = schema->tables[i].name;
        if (has_name_word(stems, name))
            ok = add_names(all, T2SED_NAMED_TABLE, (int32_t)i, name);
    }
    for (size_t i = 0; ok && i < schema->column_count; i++) {
        const char *name = schema->columns[i].name;
        if (has_name_word(stems, name))
            ok = add_names(all, T2SED_NAMED_COLUMN, (int32_t)i, name);
    }
    for (size_t t = 0; t < all->turn_count; t++)
        for (size_t i = 0; i < all->turns[t].pieces.count; i++) {
            t2s_said_piece *piece = &all->turns[t].pieces.at[i];
            piece->is_in_schema =
                t2s_map_get(stems, piece->stem, piece->stem_length, 0) != 0;
        }
    return ok;
}

/* Values */

/* A lone word is likely to be just a word. */
static bool is_common(const t2s_said *said, size_t i)
{
    const t2s_said_piece *piece = &said->pieces.at[i];
    size_t n = piece->end - piece->begin;
    bool is_marked = piece->is_capital || piece->is_quoted, is_letters = true;
    double value;
    if (piece->is_quoted)
        return false;
    for (uint32_t c = piece->begin; c < piece->end; c++)
        is_letters &= said->lower[c] < '0' || said->lower[c] > '9';
    if (piece->is_stop ||
        t2s_word_spelled_number(piece->stem, piece->stem_length, &value))
        return true;
    if (piece->is_in_schema && !is_marked)
        return true;
    return (n < 3 && !is_marked) || (is_letters && i == 0);
}

/* The normal form of pieces [i, i + count) in `out`. */
static void append_pieces(t2s_string *out, const t2s_said *said, size_t i,
                          size_t count)
{
    t2s_string_clear(out);
    for (size_t k = i; k < i + count; k++) {
        const t2s_said_piece *piece = &said->pieces.at[k];
        t2s_string_append(out, k > i ? " " : "");
        t2s_string_append_n(out, said->lower + piece->begin,
                            piece->end - piece->begin);
    }
}

/* Mentions of each value that the store gives; *found counts them. */
static bool add_values(t2s_mentions *all, size_t turn, size_t i, size_t count,
                       bool whole, t2s_value_store *store, size_t *found)
{
    const t2s_said *said = &all->turns[turn];
    const t2s_said_piece *from = &said->pieces.at[i];
    const t2s_said_piece *to = &said->pieces.at[i + count - 1];
    t2s_stored_value value;
    while (t2s_value_store_next(store, &value)) {
        t2s_mention made = {.kind = T2SED_NAMED_VALUE,
                            .item = value.column,
                            .begin = from->begin,
                            .end = to->end,
                            .turn = (uint32_t)turn,
                            .length = value.text_length};
        bool same = value.text_length == to->end - from->begin &&
                    memcmp(value.text, said->text + from->begin,
                           value.text_length) == 0;
        made.match = !whole ? T2SED_MATCH_PARTIAL
                     : same ? T2SED_MATCH_EXACT
                            : T2SED_MATCH_SPELLING;
        made.is_marked =
            from->is_capital || from->is_quoted ||
            (said->text[from->begin] >= '0' && said->text[from->begin] <= '9');
        made.value =
            t2s_arena_strndup(&all->arena, value.text, value.text_length);
        if (!made.value || !add(all, made))
            return false;
        ++*found;
    }
    return true;
}

static bool find_whole_values(t2s_mentions *all, size_t turn, size_t count,
                              t2s_value_store *store, t2s_string *scratch)
{
    t2s_said *said = &all->turns[turn];
    for (size_t i = 0; i + count <= said->pieces.count; i++) {
        bool is_taken = false;
        size_t found = 0;
        for (size_t k = i; k < i + count; k++)
            is_taken |= said->pieces.at[k].is_taken;
        if (is_taken || (count == 1 && is_common(said, i)))
            continue;
        append_pieces(scratch, said, i, count);
        if (scratch->failed)
            return false;
        t2s_value_store_ask(store, T2S_VALUES_EQUAL, T2S_NO_ITEM, scratch->text,
                            scratch->length, MOST_OF_STRETCH);
        if (!add_values(all, turn, i, count, true, store, &found))
            return false;
        for (size_t k = i; found && k < i + count; k++)
            said->pieces.at[k].is_taken = true;
    }
    return true;
}

/* Words of longer values: of letters alone or marked, not short. */
static bool find_partial_values(t2s_mentions *all, size_t turn,
                                t2s_value_store *store)
{
    t2s_said *said = &all->turns[turn];
    for (size_t i = 0; i < said->pieces.count; i++) {
        const t2s_said_piece *piece = &said->pieces.at[i];
        size_t found = 0;
        if (piece->is_taken || piece->end - piece->begin < 4 ||
            is_common(said, i))
            continue;
        t2s_value_store_ask(store, T2S_VALUES_WORD, T2S_NO_ITEM,
                            said->lower + piece->begin,
                            piece->end - piece->begin, MOST_OF_WORD);
        if (!add_values(all, turn, i, 1, false, store, &found))
            return false;
    }
    return true;
}

static bool find_values(t2s_mentions *all, t2s_value_store *store)
{
    t2s_string scratch = {0};
    bool ok = true;
    for (size_t t = 0; ok && t < all->turn_count; t++) {
        for (size_t count = LONGEST_VALUE; ok && count > 0; count--)
            ok = find_whole_values(all, t, count, store, &scratch);
        ok = ok && find_partial_values(all, t, store);
    }
    t2s_string_free(&scratch);
    return ok;
}

/* The whole */

/* In the order of the text, the present turn first; equal ones stay as they
 * were found: a merge sort from below. */
static bool is_before(const t2s_mention *a, const t2s_mention *b)
{
    if (a->turn != b->turn)
        return a->turn < b->turn;
    return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
}

static bool sort(t2s_mentions *all)
{
    size_t count = all->list.count;
    t2s_mention *from = all->list.at, *to, *spare;
    spare = to = t2s_alloc_array(count, sizeof *to);
    if (!to)
        return false;
    for (size_t width = 1; width < count; width *= 2) {
        t2s_mention *swap = from;
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t a = low, middle = low + width < count ? low + width : count;
            size_t b = middle,
                   high = low + 2 * width < count ? low + 2 * width : count;
            for (size_t i = low; i < high; i++)
                to[i] =
                    b >= high || (a < middle && !is_before(from + b, from + a))
                        ? from[a++]
                        : from[b++];
        }
        from = to;
        to = swap;
    }
    if (from != all->list.at)
        memcpy(all->list.at, from, count * sizeof *from);
    t2s_free(spare);
    return true;
}

static bool fill(t2s_mentions *all, const t2sed_question *question,
                 const t2sed_conversation *earlier, const t2sed_schema *schema,
                 t2s_value_store *store)
{
    t2s_map stems = {0};
    bool ok;
    all->work = MOST_WORK;
    ok = add_turn(all, question);
    for (size_t turn = 1; ok && turn <= turns_of(earlier); turn++) {
        size_t n;
        const char *text = text_of(earlier, turn, &n);
        t2sed_question *asked = NULL;
        /* A turn of blanks, or far too long, names nothing. */
        t2sed_status status = t2sed_question_new_n(&asked, text, n, NULL);
        ok = status == T2SED_OK ? add_turn(all, asked)
                                : status != T2SED_ENOMEM && add_empty(all);
        t2sed_question_free(asked);
    }
    ok = ok && collect_stems(&stems, all) &&
         (!schema || find_names(all, &stems, schema)) &&
         (!store || find_values(all, store)) && sort(all);
    t2s_map_free(&stems);
    return ok;
}

t2sed_status t2s_mentions_new(t2s_mentions **out,
                              const t2sed_question *question,
                              const t2sed_conversation *earlier,
                              const t2sed_schema *schema,
                              t2s_value_store *store, t2sed_error *err)
{
    t2s_mentions *made = t2s_zalloc(sizeof *made);
    if (!made || !fill(made, question, earlier, schema, store)) {
        t2s_mentions_free(made);
        return t2s_fail_memory(err);
    }
    *out = made;
    return T2SED_OK;
}

void t2s_mentions_free(t2s_mentions *mentions)
{
    if (!mentions)
        return;
    for (size_t t = 0; t < mentions->turn_count; t++) {
        t2s_vector_free(&mentions->turns[t].pieces);
        t2s_link_words_free(mentions->turns[t].words);
    }
    t2s_vector_free(&mentions->list);
    t2s_arena_free(&mentions->arena);
    t2s_free(mentions);
}

static bool is_same(const t2s_said *said, const char *text, size_t n)
{
    return said->length == n && memcmp(said->text, text, n) == 0;
}

bool t2s_mentions_are_of(const t2s_mentions *mentions,
                         const t2sed_question *question,
                         const t2sed_conversation *earlier)
{
    const t2s_said *now = &mentions->turns[0];
    if (mentions->turn_count != turns_of(earlier) + 1 ||
        now->word_count != question->word_count ||
        !is_same(now, question->text, question->length))
        return false;
    for (size_t turn = 1; turn < mentions->turn_count; turn++) {
        size_t n;
        const char *text = text_of(earlier, turn, &n);
        if (!is_same(&mentions->turns[turn], text, n))
            return false;
    }
    return true;
}
