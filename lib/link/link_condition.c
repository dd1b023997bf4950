/* One condition against the database and the question. */
#include <string.h>

#include "base/memory.h"
#include "link/linker.h"
#include "schema/words.h"

/* Values of a column that a pattern is tried on. */
#define MOST_PATTERN_VALUES 5000
/* A category has so many values at most, of so many bytes. */
#define CATEGORY_VALUES 30
#define CATEGORY_BYTES  24

bool t2s_link_is_category(const t2s_linking *at, int32_t column)
{
    const t2s_stored_column *known =
        at->linker->store ? t2s_value_store_column(at->linker->store, column)
                          : NULL;
    return known && known->is_complete && known->count <= CATEGORY_VALUES &&
           known->longest <= CATEGORY_BYTES;
}

bool t2s_link_is_in_use(const t2s_linking *at, int32_t column)
{
    int32_t table = at->linker->schema->columns[column].table;
    for (size_t i = 0; i < at->query.in_sight.relations.count; i++)
        if (at->query.in_sight.relations.at[i].table == table)
            return true;
    return false;
}

static bool is_column(const t2s_linking *at, int32_t column)
{
    return at->linker->schema && column >= 0 &&
           (size_t)column < at->linker->schema->column_count;
}

/* The question */

static void find_slot(t2s_linking *at, t2s_linked *linked)
{
    t2sed_linker *linker = at->linker;
    int32_t column = linked->condition.column;
    if (!at->mentions || !is_column(at, column))
        return;
    if (linker->slots[column].question != linker->question) {
        if (!t2s_mentions_find_name(&linker->slots[column].at, at->mentions,
                                    linker->schema->columns[column].name)) {
            at->failed = true;
            return;
        }
        linker->slots[column].question = linker->question;
    }
    linked->slot = linker->slots[column].at;
}

static long words_of(const t2s_mentions *mentions)
{
    size_t count = 0;
    for (size_t t = 0; t < mentions->turn_count; t++)
        count += mentions->turns[t].pieces.count;
    return (long)count;
}

static void find_said(t2s_linking *at, t2s_linked *linked)
{
    const t2s_condition *c = &linked->condition;
    double number;
    t2s_named_at as_number;
    if (!at->mentions || at->work <= 0)
        return;
    at->work -= words_of(at->mentions);
    if (c->operand == T2SED_OPERAND_NUMBER) {
        linked->said = t2s_mentions_find_number(at->mentions, c->number);
    } else if (c->operand == T2SED_OPERAND_TEXT) {
        linked->said =
            t2s_mentions_find_text(at->mentions, c->text, c->length,
                                   t2s_link_is_category(at, c->column));
        if (linked->said.match < T2SED_MATCH_SPELLING &&
            t2s_word_number(c->text, c->length, &number)) {
            as_number = t2s_mentions_find_number(at->mentions, number);
            if (as_number.match > linked->said.match)
                linked->said = as_number;
        }
    }
}

/* The database */

static bool is_equality(const t2s_condition *c)
{
    return c->operator== T2SED_OPERATOR_EQUAL ||
        c->
        operator== T2SED_OPERATOR_NOT_EQUAL ||
        c->
        operator== T2SED_OPERATOR_IN || c->
        operator== T2SED_OPERATOR_IS;
}

/* LIKE as SQLite has it by default: without regard to ASCII case. A star is
 * tried again from the last one only, so that this takes no more than length
 * times length. */
static bool is_like(const char *pattern, size_t p_length, const char *text,
                    size_t n)
{
    size_t p = 0, t = 0, star = (size_t)-1, back = 0;
    while (t < n) {
        if (p < p_length && pattern[p] == '%') {
            star = p++;
            back = t;
        } else if (p < p_length && pattern[p] == '_') {
            p++;
            t++;
            while (t < n && ((unsigned char)text[t] & 0xC0) == 0x80)
                t++;
        } else if (p < p_length &&
                   t2s_ascii_lower(pattern[p]) == t2s_ascii_lower(text[t])) {
            p++;
            t++;
        } else if (star != (size_t)-1) {
            p = star + 1;
            t = ++back;
        } else {
            return false;
        }
    }
    while (p < p_length && pattern[p] == '%')
        p++;
    return p == p_length;
}

static int match_pattern(t2s_linking *at, const t2s_condition *c,
                         const t2s_stored_column *known)
{
    t2s_stored_value value;
    bool found = false;
    if (known->count > MOST_PATTERN_VALUES || at->work <= 0 ||
        !known->is_complete || c->length > 200)
        return T2SED_MATCH_UNKNOWN;
    t2s_value_store_ask(at->linker->store, T2S_VALUES_ALL_IN, c->column, "", 0,
                        MOST_PATTERN_VALUES);
    while (!found && t2s_value_store_next(at->linker->store, &value)) {
        found = is_like(c->text, c->length, value.text, value.text_length);
        at->work--;
    }
    return found ? T2SED_MATCH_EXACT : T2SED_MATCH_NONE;
}

/* What the column says of a value that it has not as it stands. */
static int match_otherwise(t2s_linking *at, size_t i,
                           const t2s_stored_column *known)
{
    t2s_linked *linked = &at->out->list.at[i];
    bool is_long =
        (int64_t)linked->condition.length > at->linker->options.max_value_bytes;
    double number;
    int alike;
    if (linked->condition.operand == T2SED_OPERAND_NUMBER ||
        (known->texts == 0 &&
         t2s_word_number(linked->condition.text, linked->condition.length,
                         &number)))
        return known->is_complete ? T2SED_MATCH_NONE : T2SED_MATCH_UNKNOWN;
    if (is_long)
        return T2SED_MATCH_UNKNOWN;
    linked->found = t2s_link_elsewhere(at, i);
    if (!known->is_complete && linked->found == T2S_NO_ITEM)
        return T2SED_MATCH_UNKNOWN;
    alike = t2s_link_alike(at, i);
    linked = &at->out->list.at[i];
    if (linked->found != T2S_NO_ITEM &&
        (alike == T2SED_MATCH_NONE || t2s_link_is_in_use(at, linked->found)))
        return T2SED_MATCH_ELSEWHERE;
    return alike;
}

static int match_value(t2s_linking *at, size_t i)
{
    const t2s_condition *c = &at->out->list.at[i].condition;
    const t2s_stored_column *known;
    int has;
    if (!at->linker->store || !is_column(at, c->column) ||
        (c->operand != T2SED_OPERAND_TEXT &&
         c->operand != T2SED_OPERAND_NUMBER))
        return T2SED_MATCH_UNKNOWN;
    known = t2s_value_store_column(at->linker->store, c->column);
    if (!known || known->count == 0 || c->is_computed)
        return T2SED_MATCH_UNKNOWN;
    if (c->operator== T2SED_OPERATOR_LIKE)
        return c->operand == T2SED_OPERAND_TEXT && !c->is_glob
                   ? match_pattern(at, c, known)
                   : T2SED_MATCH_UNKNOWN;
    if (!is_equality(c))
        return T2SED_MATCH_UNKNOWN;
    t2s_string_clear(&at->normal);
    t2s_string_append(&at->normal, "");
    if (c->operand == T2SED_OPERAND_NUMBER) {
        char number[32];
        t2s_string_append_n(&at->normal, number,
                            t2s_value_normal_number(number, c->number));
    } else {
        t2s_value_normal(&at->normal, c->text, c->length);
    }
    at->failed |= at->normal.failed;
    if (at->failed || at->normal.length == 0)
        return T2SED_MATCH_UNKNOWN;
    has = t2s_value_store_has(at->linker->store, c->column, at->normal.text,
                              at->normal.length, c->text, c->length);
    if (has == 2 ||
        (has == 1 && (c->folds_case || c->operand == T2SED_OPERAND_NUMBER)))
        return T2SED_MATCH_EXACT;
    if (has == 1) {
        (void)t2s_link_alike(at, i);
        return T2SED_MATCH_SPELLING;
    }
    return match_otherwise(at, i, known);
}

/* Joins */

/* How two columns that are compared are related. */
static int match_columns(const t2sed_schema *schema, int32_t a, int32_t b)
{
    switch (t2s_schema_relate(schema, a, b)) {
    case T2S_RELATION_DECLARED:
        return T2SED_MATCH_EXACT;
    case T2S_RELATION_SHARED:
        return T2SED_MATCH_SPELLING;
    case T2S_RELATION_NAME:
        return T2SED_MATCH_PARTIAL;
    default:
        return a == b ? T2SED_MATCH_PARTIAL : T2SED_MATCH_NONE;
    }
}

/* Types */

static int fit_type(const t2s_linking *at, const t2s_linked *linked)
{
    const t2s_condition *c = &linked->condition;
    const t2sed_schema *schema = at->linker->schema;
    int32_t kind;
    double number;
    if (!is_column(at, c->column) || c->is_computed)
        return -1;
    kind = schema->columns[c->column].kind;
    if (linked->value_match >= T2SED_MATCH_SPELLING &&
        c->operand != T2SED_OPERAND_COLUMN)
        return 1;
    switch (c->operand) {
    case T2SED_OPERAND_TEXT:
        return kind != T2SED_TYPE_NUMBER ||
               c->operator== T2SED_OPERATOR_LIKE ||
               t2s_word_number(c->text, c->length, &number);
    case T2SED_OPERAND_NUMBER:
        return kind != T2SED_TYPE_TEXT;
    case T2SED_OPERAND_COLUMN:
    case T2SED_OPERAND_QUERY:
        if (!is_column(at, c->other))
            return -1;
        kind = kind == T2SED_TYPE_TEXT ? 1 : kind == T2SED_TYPE_NUMBER ? 2 : 0;
        return !kind || schema->columns[c->other].kind !=
                            (kind == 1 ? T2SED_TYPE_NUMBER : T2SED_TYPE_TEXT);
    default:
        return -1;
    }
}

void t2s_link_condition(t2s_linking *at, size_t i)
{
    t2s_linked *linked = &at->out->list.at[i];
    const t2s_condition *c = &linked->condition;
    int match;
    find_slot(at, linked);
    find_said(at, linked);
    if ((c->operand == T2SED_OPERAND_COLUMN ||
         c->operand == T2SED_OPERAND_QUERY) &&
        is_column(at, c->column) && is_column(at, c->other) &&
        (c->operator== T2SED_OPERATOR_EQUAL || c->operator== T2SED_OPERATOR_IN))
        match = match_columns(at->linker->schema, c->column, c->other);
    else
        match = match_value(at, i);
    linked = &at->out->list.at[i];
    linked->value_match = match;
    linked->type_fits = fit_type(at, linked);
}
