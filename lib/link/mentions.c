/* The words of each turn, and what of the schema and the database they name.
 * Finding a given name or value is find.c's. */
#include "link/linker.h"

#include <string.h>

#include "question/conversation.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/string.h"
#include "schema/words.h"

/* Pieces of the longest value that is looked for. */
#define LONGEST_VALUE 6
/* Values, and columns of a value, that one stretch of a question may name. */
#define MOST_OF_STRETCH 16
#define MOST_OF_WORD    8
/* Words of names compared with words of a question, in all. */
#define MOST_WORK (20u << 20)

/* ------------------------------------------------------------- turns */

/* Whether quotes stand right before and behind, or behind a quoted stretch of
 * a few words. */
static void mark_quotes(t2s_turn *turn)
{
    const char *text = turn->question->text;
    const size_t n = turn->question->length;
    for (size_t i = 0; i < turn->pieces.count; i++) {
        t2s_piece *piece = &turn->pieces.at[i];
        char quote = piece->begin > 0 ? text[piece->begin - 1] : ' ';
        if (piece->is_quoted || (quote != '"' && quote != '\''))
            continue;
        if (quote == '\'' && piece->begin > 1 && text[piece->begin - 2] != ' ')
            continue;
        for (size_t k = i; k < turn->pieces.count && k < i + 12; k++) {
            uint32_t end = turn->pieces.at[k].end;
            if (end < n && text[end] == '.')
                end++;
            if (end < n && text[end] == quote) {
                for (size_t q = i; q <= k; q++)
                    turn->pieces.at[q].is_quoted = true;
                break;
            }
        }
    }
}

static bool split(t2s_turn *turn)
{
    const char *text = turn->question->text;
    size_t at = 0, begin, end;
    while (
        turn->pieces.count < T2S_MOST_PIECES &&
        t2s_value_next_piece(text, turn->question->length, &at, &begin, &end)) {
        t2s_piece piece = {.begin = (uint32_t)begin, .end = (uint32_t)end};
        piece.key = t2s_word_key_of(text + begin, end - begin);
        piece.is_stop = t2s_word_is_stop(piece.key.text, piece.key.length);
        piece.is_capital =
            turn->pieces.count > 0 && text[begin] >= 'A' && text[begin] <= 'Z';
        if (!t2s_vector_push(&turn->pieces, piece))
            return false;
    }
    mark_quotes(turn);
    return true;
}

/* Takes the question over, which is NULL when memory is short. */
static bool add_turn(t2s_mentions *all, t2sed_question *question)
{
    t2s_turn *turn = &all->turns[all->turn_count++];
    turn->question = question;
    if (!question ||
        t2s_link_words_new(&turn->words, question, NULL) != T2SED_OK)
        return false;
    turn->lower =
        t2s_arena_strndup(&all->arena, question->text, question->length);
    for (size_t i = 0; turn->lower && i < question->length; i++)
        turn->lower[i] = t2s_ascii_lower(turn->lower[i]);
    if (!turn->lower || !split(turn))
        return false;
    all->piece_count += turn->pieces.count;
    return true;
}

/* Turns of a conversation that are looked at, and one of them: 1 is the
 * last. */
static size_t turns_of(const t2sed_conversation *earlier)
{
    size_t count = earlier ? t2sed_conversation_count(earlier) : 0;
    return count < T2S_MOST_TURNS - 1 ? count : T2S_MOST_TURNS - 1;
}

static t2s_conversation_turn turn_of(const t2sed_conversation *earlier,
                                     size_t turn)
{
    return t2s_conversation_get(earlier,
                                t2sed_conversation_count(earlier) - turn);
}

/* A turn of blanks, or far too long, names nothing, as a full stop does. */
static bool add_text(t2s_mentions *all, const t2s_conversation_turn *turn)
{
    t2sed_question *question = NULL;
    t2sed_status status = t2sed_question_new_n(&question, turn->question,
                                               turn->question_length, NULL);
    if (status != T2SED_OK && status != T2SED_ENOMEM)
        (void)t2sed_question_new(&question, ".", NULL);
    return add_turn(all, question);
}

/* ------------------------------------------------------------- names */

static bool add(t2s_mentions *all, t2s_mention mention)
{
    mention.shown.struct_size = sizeof mention.shown;
    return all->list.count >= T2S_MOST_MENTIONS ||
           t2s_vector_push(&all->list, mention);
}

/* The stems of all turns, each with 0; those that names have get 1. */
static bool collect_stems(t2s_map *stems, const t2s_mentions *all)
{
    for (size_t t = 0; t < all->turn_count; t++)
        for (size_t i = 0; i < all->turns[t].words->count; i++) {
            const t2s_word_key *key = &all->turns[t].words->at[i].key;
            if (!t2s_map_set(stems, key->text, key->length, 0))
                return false;
        }
    return true;
}

/* Whether the question has a word of the name, split by case or not, that is no
 * stop word; all its words of the name are marked. */
static bool has_name_word(t2s_map *stems, const char *name)
{
    bool found = false;
    for (int by_case = 0; by_case < 2; by_case++) {
        size_t at = 0, begin, n = strlen(name);
        while (t2s_next_word(name, n, &at, &begin, by_case)) {
            const t2s_word_key key = t2s_word_key_of(name + begin, at - begin);
            t2s_map_entry *entry = t2s_map_find(stems, key.text, key.length);
            if (entry) {
                entry->value = 1;
                found |= !t2s_word_is_stop(key.text, key.length);
            }
        }
    }
    return found;
}

t2s_found t2s_found_link(const t2s_mentions *mentions, size_t turn,
                         const t2s_link *link)
{
    const t2s_word *words = mentions->turns[turn].question->words;
    return (t2s_found){
        link->kind == T2S_LINK_EXACT ? T2SED_MATCH_EXACT : T2SED_MATCH_PARTIAL,
        {words[link->word_begin].begin, words[link->word_end - 1].end},
        turn};
}

/* What each turn says of one name. */
static bool add_name(t2s_mentions *all, t2s_map *stems, int kind, int32_t item,
                     const char *name)
{
    t2s_links links = {0};
    bool ok = true;
    if (!has_name_word(stems, name))
        return true;
    for (size_t t = 0; ok && t < all->turn_count; t++) {
        const t2s_turn *turn = &all->turns[t];
        if (all->work < turn->question->word_count * 4)
            break;
        all->work -= turn->question->word_count * 4;
        links.count = 0;
        ok = t2s_link_name(&links, turn->words, name, strlen(name));
        for (size_t i = 0; ok && i < links.count; i++) {
            const t2s_found found = t2s_found_link(all, t, &links.at[i]);
            const t2s_mention made = {.shown = {.kind = kind,
                                                .item = t2s_item_out(item),
                                                .match = found.match,
                                                .question = found.at,
                                                .turn = t}};
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
    for (size_t i = 0; ok && i < schema->table_count; i++)
        ok = add_name(all, stems, T2SED_MENTION_TABLE, (int32_t)i,
                      schema->tables[i].name);
    for (size_t i = 0; ok && i < schema->column_count; i++)
        ok = add_name(all, stems, T2SED_MENTION_COLUMN, (int32_t)i,
                      schema->columns[i].name);
    for (size_t t = 0; t < all->turn_count; t++)
        for (size_t i = 0; i < all->turns[t].pieces.count; i++) {
            t2s_piece *piece = &all->turns[t].pieces.at[i];
            piece->is_in_schema =
                t2s_map_get(stems, piece->key.text, piece->key.length, 0);
        }
    return ok;
}

/* ------------------------------------------------------------- values */

/* A lone word is likely to be just a word. */
static bool is_common(const t2s_turn *turn, size_t i)
{
    const t2s_piece *piece = &turn->pieces.at[i];
    size_t n = piece->end - piece->begin;
    bool has_digit = false;
    double value;
    if (piece->is_quoted)
        return false;
    for (uint32_t c = piece->begin; c < piece->end; c++)
        has_digit |= t2s_is_digit(turn->lower[c]);
    if (piece->is_stop ||
        t2s_word_spelled_number(piece->key.text, piece->key.length, &value))
        return true;
    return (!piece->is_capital && (piece->is_in_schema || n < 3)) ||
           (!has_digit && i == 0);
}

/* Mentions, at pieces [i, i + count), of each value that the store gives;
 * *found: there are some. */
static bool add_values(t2s_mentions *all, size_t number, size_t i, size_t count,
                       bool whole, t2s_value_store *store, bool *found)
{
    const t2s_turn *turn = &all->turns[number];
    const t2s_piece *from = &turn->pieces.at[i];
    const t2s_piece *to = &turn->pieces.at[i + count - 1];
    const char *text = turn->question->text + from->begin;
    t2s_stored_value value;
    while (t2s_value_store_next(store, &value)) {
        bool same = value.text_length == to->end - from->begin &&
                    memcmp(value.text, text, value.text_length) == 0;
        t2s_mention made = {
            .shown = {.kind = T2SED_MENTION_VALUE,
                      .item = t2s_item_out(value.column),
                      .match = !whole ? T2SED_MATCH_PARTIAL
                               : same ? T2SED_MATCH_EXACT
                                      : T2SED_MATCH_SPELLING,
                      .question = {from->begin, to->end},
                      .turn = number,
                      .value = t2s_arena_strndup(&all->arena, value.text,
                                                 value.text_length),
                      .value_length = value.text_length},
            .is_marked =
                from->is_capital || from->is_quoted || t2s_is_digit(text[0])};
        if (!made.shown.value || !add(all, made))
            return false;
        *found = true;
    }
    return true;
}

static bool is_taken(const t2s_turn *turn, size_t i, size_t count)
{
    for (size_t k = i; k < i + count; k++)
        if (turn->pieces.at[k].is_taken)
            return true;
    return false;
}

/* Stretches of `count` pieces that are a value. */
static bool find_whole_values(t2s_mentions *all, size_t number, size_t count,
                              t2s_value_store *store, t2s_string *normal)
{
    t2s_turn *turn = &all->turns[number];
    for (size_t i = 0; i + count <= turn->pieces.count; i++) {
        bool found = false;
        if (is_taken(turn, i, count) || (count == 1 && is_common(turn, i)))
            continue;
        t2s_string_clear(normal);
        t2s_value_normal(normal, turn->lower + turn->pieces.at[i].begin,
                         turn->pieces.at[i + count - 1].end -
                             turn->pieces.at[i].begin);
        if (normal->failed)
            return false;
        t2s_value_store_ask(store, T2S_VALUES_EQUAL, T2S_NO_ITEM, normal->text,
                            normal->length, MOST_OF_STRETCH);
        if (!add_values(all, number, i, count, true, store, &found))
            return false;
        for (size_t k = i; found && k < i + count; k++)
            turn->pieces.at[k].is_taken = true;
    }
    return true;
}

/* Words of longer values, not short. */
static bool find_partial_values(t2s_mentions *all, size_t number,
                                t2s_value_store *store)
{
    const t2s_turn *turn = &all->turns[number];
    for (size_t i = 0; i < turn->pieces.count; i++) {
        const t2s_piece *piece = &turn->pieces.at[i];
        size_t n = piece->end - piece->begin;
        bool found = false;
        if (piece->is_taken || n < 4 || is_common(turn, i))
            continue;
        t2s_value_store_ask(store, T2S_VALUES_WORD, T2S_NO_ITEM,
                            turn->lower + piece->begin, n, MOST_OF_WORD);
        if (!add_values(all, number, i, 1, false, store, &found))
            return false;
    }
    return true;
}

static bool find_values(t2s_mentions *all, t2s_value_store *store)
{
    t2s_string normal = {0};
    bool ok = true;
    for (size_t t = 0; ok && t < all->turn_count; t++) {
        for (size_t count = LONGEST_VALUE; ok && count > 0; count--)
            ok = find_whole_values(all, t, count, store, &normal);
        ok = ok && find_partial_values(all, t, store);
    }
    t2s_string_free(&normal);
    return ok;
}

/* ------------------------------------------------------------- the whole */

/* In the order of the text, the present turn first. */
static int compare(const void *a, const void *b, const void *context)
{
    const t2sed_link_mention *x = &((const t2s_mention *)a)->shown;
    const t2sed_link_mention *y = &((const t2s_mention *)b)->shown;
    (void)context;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    if (x->question.begin != y->question.begin)
        return x->question.begin < y->question.begin ? -1 : 1;
    return (x->question.end < y->question.end) -
           (x->question.end > y->question.end);
}

static bool fill(t2s_mentions *all, const t2sed_question *question,
                 const t2sed_conversation *earlier, const t2sed_schema *schema,
                 t2s_value_store *store)
{
    t2s_map stems = {0};
    bool ok;
    all->work = MOST_WORK;
    ok = add_turn(all, t2s_question_copy(t2s_question_informed(question)));
    for (size_t turn = 1; ok && turn <= turns_of(earlier); turn++) {
        const t2s_conversation_turn said = turn_of(earlier, turn);
        ok = add_text(all, &said);
    }
    ok = ok && collect_stems(&stems, all) &&
         (!schema || find_names(all, &stems, schema)) &&
         (!store || find_values(all, store)) &&
         t2s_sort(all->list.at, all->list.count, sizeof *all->list.at, compare,
                  NULL);
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
    if (made)
        made->columns = t2s_zalloc_array(schema ? schema->column_count : 0,
                                         sizeof *made->columns);
    if (!made || !made->columns ||
        !fill(made, question, earlier, schema, store)) {
        t2s_mentions_free(made);
        return t2s_fail_early(err);
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
        t2sed_question_free(mentions->turns[t].question);
    }
    t2s_free(mentions->columns);
    t2s_vector_free(&mentions->list);
    t2s_arena_free(&mentions->arena);
    t2s_free(mentions);
}

static bool is_same(const t2s_turn *turn, const char *text, size_t n)
{
    return turn->question->length == n &&
           memcmp(turn->question->text, text, n) == 0;
}

bool t2s_mentions_are_of(const t2s_mentions *mentions,
                         const t2sed_question *question,
                         const t2sed_conversation *earlier)
{
    const t2s_turn *now = &mentions->turns[0];
    question = t2s_question_informed(question);
    if (mentions->turn_count != turns_of(earlier) + 1 ||
        now->question->word_count != question->word_count ||
        !is_same(now, question->text, question->length))
        return false;
    for (size_t turn = 1; turn < mentions->turn_count; turn++) {
        const t2s_conversation_turn said = turn_of(earlier, turn);
        if (!is_same(&mentions->turns[turn], said.question,
                     said.question_length))
            return false;
    }
    return true;
}
