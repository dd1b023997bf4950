#include "lab/collect/fill.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "sql/token.h"
#include "t2sed/lab/dataset.h"

/* --- operators that were split --- */

/* Whether a token, `last`, and one behind it are an operator torn apart. */
static bool belong_together(const char *text, const t2s_sql_token *last,
                            const t2s_sql_token *token)
{
    static const char *const pairs[] = {">=", "<=", "<>", "!=", "=="};
    if (last->end - last->begin != 1 || token->end - token->begin != 1 ||
        last->end == token->begin)
        return false;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (text[last->begin] == pairs[i][0] &&
            text[token->begin] == pairs[i][1])
            return true;
    return false;
}

static char *glue(const char *text, size_t n, size_t *length)
{
    t2s_sql_scanner scanner = {text, n, 0, T2S_TK_END};
    t2s_sql_token last = {0, 0}, token;
    t2s_string out = {0};
    size_t copied = 0;
    while (t2s_sql_next_token(&scanner, &token) != T2S_TK_END) {
        if (last.end > 0 && belong_together(text, &last, &token)) {
            t2s_string_append_n(&out, text + copied, last.end - copied);
            copied = token.begin;
            last.end = 0;
        } else {
            last = token;
        }
    }
    t2s_string_append_n(&out, text + copied, n - copied);
    return t2s_string_take(&out, length);
}

/* --- which literal for which placeholder --- */

typedef struct pair {
    int score;
    uint16_t slot, literal;
} pair;

static int column_match(const t2s_slot *slot, const t2s_slot *literal)
{
    bool function = strcmp(slot->function, literal->function) == 0;
    bool column = slot->column[0] && strcmp(slot->column, literal->column) == 0;
    if (slot->role == T2S_ROLE_LIMIT || slot->role == T2S_ROLE_OFFSET)
        return slot->role == literal->role ? 4 : 0;
    if (function && column)
        return strcmp(slot->table, literal->table) == 0 ? 4 : 3;
    if (function && strcmp(slot->function, "count") == 0)
        return 3;
    return column ? 2 : 0;
}

/* Operators in groups: equality, from below, from above. */
static int role_group(t2s_slot_role role)
{
    if (role >= T2S_ROLE_EQUAL && role <= T2S_ROLE_IN)
        return 1;
    if (role >= T2S_ROLE_GREATER && role <= T2S_ROLE_BETWEEN_LOW)
        return 2;
    return role >= T2S_ROLE_LESS ? 3 : 0;
}

static int role_match(const t2s_slot *slot, const t2s_slot *literal)
{
    if (slot->role == literal->role)
        return 2;
    return role_group(slot->role) == role_group(literal->role) &&
           role_group(slot->role) > 0;
}

static int type_match(const t2s_slot *slot, const t2s_slot *literal)
{
    if (slot->type == T2S_SLOT_ANY || literal->type == T2S_SLOT_ANY)
        return 1;
    return slot->type == literal->type ? 2 : 0;
}

/* How well a literal suits, or -1: a LIMIT takes no other number, and lends its
 * own to nothing else. */
static int suits(const t2s_slot *slot, const t2s_slot *literal)
{
    bool slot_counts =
        slot->role == T2S_ROLE_LIMIT || slot->role == T2S_ROLE_OFFSET;
    bool literal_counts =
        literal->role == T2S_ROLE_LIMIT || literal->role == T2S_ROLE_OFFSET;
    if (slot_counts != literal_counts)
        return -1;
    return 9 * column_match(slot, literal) + 3 * role_match(slot, literal) +
           type_match(slot, literal);
}

static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    return (x->literal > y->literal) - (x->literal < y->literal);
}

/* Sets given[slot] to a literal or -1. Every literal is given once before any
 * is given a second time. */
static t2sed_status assign(int *given, const t2s_slots *slots,
                           const t2s_slots *literals, t2sed_error *err)
{
    bool used[T2S_MOST_SLOTS] = {false};
    size_t count = 0;
    pair *pairs = t2s_alloc_array(slots->list.count * literals->list.count + 1,
                                  sizeof *pairs);
    if (!pairs)
        return t2s_fail_memory(err);
    for (size_t s = 0; s < slots->list.count; s++) {
        given[s] = -1;
        for (size_t l = 0; l < literals->list.count; l++) {
            int score = suits(&slots->list.at[s], &literals->list.at[l]);
            if (score >= 0)
                pairs[count++] = (pair){score, (uint16_t)s, (uint16_t)l};
        }
    }
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < count; i++)
            if (given[pairs[i].slot] < 0 &&
                (again || !used[pairs[i].literal])) {
                given[pairs[i].slot] = pairs[i].literal;
                used[pairs[i].literal] = true;
            }
    t2s_free(pairs);
    return T2SED_OK;
}

static t2sed_status splice(char **out, const char *text, size_t n,
                           const t2s_slots *slots, const int *given,
                           const t2s_slots *literals, t2sed_error *err)
{
    t2s_string filled = {0};
    size_t at = 0;
    char *taken;
    for (size_t s = 0; s < slots->list.count; s++) {
        const t2s_slot *slot = &slots->list.at[s];
        t2s_string_append_n(&filled, text + at, slot->begin - at);
        if (given[s] >= 0 && slot->begin > 0 && text[slot->begin - 1] == '-')
            t2s_string_append_char(&filled, ' '); /* "--3" is a comment */
        if (given[s] >= 0)
            t2s_string_append(&filled, literals->list.at[given[s]].text);
        else
            t2s_string_append(&filled,
                              slot->type == T2S_SLOT_TEXT ? "'value'" : "1");
        at = slot->end;
    }
    t2s_string_append_n(&filled, text + at, n - at);
    taken = t2s_string_take(&filled, NULL);
    if (!taken)
        return t2s_fail_memory(err);
    *out = taken;
    return T2SED_OK;
}

t2sed_status t2s_fill(char **out, size_t *filled, size_t *guessed,
                      const char *sql, size_t n, const t2s_slots *literals,
                      const t2sed_schema *schema, t2sed_error *err)
{
    int given[T2S_MOST_SLOTS];
    t2s_slots slots = {0};
    t2sed_sql *parsed = NULL;
    t2sed_status status;
    size_t length, from_gold = 0;
    char *text = NULL;
    if (n <= T2SED_SQL_MAX_BYTES) {
        /* The scanner wants a NUL behind the text. */
        char *copy = t2s_strndup(sql, n);
        text = copy ? glue(copy, n, &length) : NULL;
        t2s_free(copy);
        if (!text)
            return t2s_fail_memory(err);
    }
    status =
        t2sed_sql_parse_n(&parsed, text ? text : sql, text ? length : n, err);
    if (!status)
        status = t2s_slots_find_placeholders(&slots, parsed, schema, err);
    if (!status)
        status = assign(given, &slots, literals, err);
    if (!status)
        status = splice(out, text, length, &slots, given, literals, err);
    if (!status) {
        for (size_t s = 0; s < slots.list.count; s++)
            from_gold += given[s] >= 0;
        *filled = from_gold;
        *guessed = slots.list.count - from_gold;
    }
    t2s_slots_free(&slots);
    t2sed_sql_free(parsed);
    t2s_free(text);
    return status;
}

t2sed_status t2sed_placeholders_fill(char **out, size_t *filled,
                                     size_t *guessed, const char *sql, size_t n,
                                     const char *gold, size_t gold_length,
                                     const t2sed_schema *schema,
                                     t2sed_error *err)
{
    t2s_slots literals = {0};
    t2sed_sql *parsed;
    size_t from_gold, made_up;
    t2sed_status status;
    if (!out || (!sql && n > 0) || (!gold && gold_length > 0))
        return t2s_fail_null(err, __func__, "out, sql and gold");
    status = t2sed_sql_parse_n(&parsed, gold, gold_length, err);
    if (status)
        return t2s_fail_in(err, status, "gold query");
    status = t2s_slots_find_literals(&literals, parsed, schema, err);
    if (!status)
        status =
            t2s_fill(out, &from_gold, &made_up, sql, n, &literals, schema, err);
    if (!status && filled)
        *filled = from_gold;
    if (!status && guessed)
        *guessed = made_up;
    t2s_slots_free(&literals);
    t2sed_sql_free(parsed);
    return status;
}
