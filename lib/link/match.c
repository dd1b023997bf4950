/* One condition against the database and the question. */
#include "link/linker.h"

#include <string.h>

#include "base/string.h"
#include "schema/words.h"

/* Values of a column that a pattern is tried on. */
#define MOST_PATTERN_VALUES 5000
/* A category has so many values at most, of so many bytes. */
#define CATEGORY_VALUES 30
#define CATEGORY_BYTES  24

bool t2s_is_category(const t2s_linking *at, int32_t column)
{
    const t2s_stored_column *known =
        at->linker->store ? t2s_value_store_column(at->linker->store, column)
                          : NULL;
    return known && known->is_complete && known->count <= CATEGORY_VALUES &&
           known->longest <= CATEGORY_BYTES;
}

bool t2s_is_in_use(const t2s_linking *at, int32_t column)
{
    const t2s_sql_scopes *scopes = &at->query->in_sight;
    int32_t table = at->linker->schema->columns[column].table;
    for (size_t i = 0; i < scopes->relations.count; i++)
        if (scopes->relations.at[i].origin == T2S_FROM_TABLE &&
            scopes->relations.at[i].table == table)
            return true;
    return false;
}

static bool is_column(const t2s_linking *at, size_t column)
{
    return at->linker->schema && column < at->linker->schema->column_count;
}

/* ------------------------------------------------------------- question */

static void find_slot(t2s_linking *at, t2sed_link_condition *c)
{
    t2s_found *found;
    if (!at->mentions || !is_column(at, c->column))
        return;
    found = &at->mentions->columns[c->column];
    if (found->match == T2SED_MATCH_UNKNOWN &&
        !t2s_find_name(found, at->mentions,
                       at->linker->schema->columns[c->column].name)) {
        at->failed = true;
        return;
    }
    c->slot_in_question = found->match;
    c->slot_question = found->at;
    c->slot_turn = found->turn;
}

static void find_value(t2s_linking *at, const t2s_linked *of)
{
    t2sed_link_condition *c = of->found;
    t2s_found found, as_number;
    double number;
    if (!at->mentions || at->work <= 0)
        return;
    at->work -= (long)at->mentions->piece_count;
    if (c->operand == T2SED_OPERAND_NUMBER) {
        found = t2s_find_number(at->mentions, of->read->value.number);
    } else if (c->operand == T2SED_OPERAND_TEXT) {
        found = t2s_find_text(at->mentions, c->value, c->value_length,
                              t2s_is_category(at, t2s_item_in(c->column)));
        if (found.match < T2SED_MATCH_SPELLING &&
            t2s_word_number(c->value, c->value_length, &number)) {
            as_number = t2s_find_number(at->mentions, number);
            if (as_number.match > found.match)
                found = as_number;
        }
    } else {
        return;
    }
    c->value_in_question = found.match;
    c->value_question = found.at;
    c->value_turn = found.turn;
}

/* ------------------------------------------------------------- database */

static bool is_equality(int op)
{
    return op == T2SED_OPERATOR_EQUAL || op == T2SED_OPERATOR_NOT_EQUAL ||
           op == T2SED_OPERATOR_IN || op == T2SED_OPERATOR_IS;
}

static int match_pattern(t2s_linking *at, const t2sed_link_condition *c,
                         const t2s_stored_column *known)
{
    t2s_stored_value value;
    bool found = false;
    if (known->count > MOST_PATTERN_VALUES || at->work <= 0 ||
        !known->is_complete || c->value_length > 200)
        return T2SED_MATCH_UNKNOWN;
    t2s_value_store_ask(at->linker->store, T2S_VALUES_BEGINNING_IN,
                        t2s_item_in(c->column), "", 0, MOST_PATTERN_VALUES);
    while (!found && t2s_value_store_next(at->linker->store, &value)) {
        found = t2s_value_is_like(value.text, c->value);
        at->work--;
    }
    return found ? T2SED_MATCH_EXACT : T2SED_MATCH_NONE;
}

/* What the column says of a value that it has not as it stands. */
static int match_otherwise(t2s_linking *at, const t2s_linked *of,
                           const t2s_stored_column *known)
{
    t2sed_link_condition *c = of->found;
    double number;
    int32_t found;
    int alike;
    if (c->operand == T2SED_OPERAND_NUMBER ||
        (known->texts == 0 &&
         t2s_word_number(c->value, c->value_length, &number)))
        return known->is_complete ? T2SED_MATCH_NONE : T2SED_MATCH_UNKNOWN;
    if ((int64_t)c->value_length >
        t2s_database_options(at->linker->database)->max_value_bytes)
        return T2SED_MATCH_UNKNOWN;
    found = t2s_propose_columns(at, of);
    c->found_column = t2s_item_out(found);
    if (!known->is_complete && found == T2S_NO_ITEM)
        return T2SED_MATCH_UNKNOWN;
    alike = t2s_propose_values(at, of);
    if (found != T2S_NO_ITEM &&
        (alike == T2SED_MATCH_NONE || t2s_is_in_use(at, found)))
        return T2SED_MATCH_ELSEWHERE;
    return alike;
}

/* The value's normal form, in at->normal; false where it has none. */
static bool normalise(t2s_linking *at, const t2s_side *c)
{
    char number[32];
    t2s_string_clear(&at->normal);
    t2s_string_append(&at->normal, "");
    if (c->operand == T2S_OPERAND_NUMBER)
        t2s_string_append_n(&at->normal, number,
                            t2s_value_normal_number(number, c->number));
    else
        t2s_value_normal(&at->normal, c->text, c->length);
    at->failed |= at->normal.failed;
    return !at->failed && at->normal.length > 0;
}

/* How a pattern matches a column. The text of '%Lyon%' may be a value of
 * another column if no value of this one matches. */
static int match_text_within(t2s_linking *at, const t2s_linked *of,
                             const t2s_stored_column *known)
{
    t2sed_link_condition *c = of->found;
    const char *text = c->value;
    size_t n = c->value_length;
    t2s_side within = of->read->value;
    int32_t found;
    const int match = match_pattern(at, c, known);
    while (n > 0 && text[0] == '%') {
        text++;
        n--;
    }
    while (n > 0 && text[n - 1] == '%')
        n--;
    if (match != T2SED_MATCH_NONE || c->negated || n == c->value_length ||
        memchr(text, '%', n) || memchr(text, '_', n))
        return match;
    within.text = text;
    within.length = n;
    if (!normalise(at, &within))
        return match;
    found = t2s_propose_columns(at, of);
    c->found_column = t2s_item_out(found);
    return found == T2S_NO_ITEM ? match : T2SED_MATCH_ELSEWHERE;
}

static int match_value(t2s_linking *at, const t2s_linked *of)
{
    const t2sed_link_condition *c = of->found;
    bool is_number = c->operand == T2SED_OPERAND_NUMBER;
    const t2s_stored_column *known;
    int has;
    if (!at->linker->store || !is_column(at, c->column) || c->computed ||
        (!is_number && c->operand != T2SED_OPERAND_TEXT))
        return T2SED_MATCH_UNKNOWN;
    known = t2s_value_store_column(at->linker->store, t2s_item_in(c->column));
    if (!known || known->count == 0)
        return T2SED_MATCH_UNKNOWN;
    if (c->op == T2SED_OPERATOR_LIKE)
        return !is_number && !of->read->is_glob
                   ? match_text_within(at, of, known)
                   : T2SED_MATCH_UNKNOWN;
    if (!is_equality(c->op) || !normalise(at, &of->read->value))
        return T2SED_MATCH_UNKNOWN;
    has = t2s_value_store_has(at->linker->store, t2s_item_in(c->column),
                              at->normal.text, at->normal.length, c->value,
                              c->value_length);
    if (has == 2 || (has == 1 && (of->read->slot.folds_case || is_number)))
        return T2SED_MATCH_EXACT;
    if (has == 1) {
        (void)t2s_propose_values(at, of);
        return T2SED_MATCH_SPELLING;
    }
    return match_otherwise(at, of, known);
}

/* ------------------------------------------------------------- joins */

/* How two columns that are compared are related. */
static int match_columns(const t2sed_schema *schema, int32_t a, int32_t b)
{
    static const int matches[] = {
        [T2S_RELATION_NONE] = T2SED_MATCH_NONE,
        [T2S_RELATION_NAME] = T2SED_MATCH_PARTIAL,
        [T2S_RELATION_SHARED] = T2SED_MATCH_SPELLING,
        [T2S_RELATION_DECLARED] = T2SED_MATCH_EXACT,
    };
    t2s_relation relation = t2s_schema_relate(schema, a, b);
    return a == b && relation == T2S_RELATION_NONE ? T2SED_MATCH_PARTIAL
                                                   : matches[relation];
}

/* ------------------------------------------------------------- types */

static int fit_type(const t2s_linking *at, const t2sed_link_condition *c)
{
    const t2s_column *columns;
    int32_t kind, other;
    double number;
    if (!is_column(at, c->column) || c->computed)
        return -1;
    columns = at->linker->schema->columns;
    kind = columns[c->column].kind;
    if (c->value_in_column >= T2SED_MATCH_SPELLING &&
        c->operand != T2SED_OPERAND_COLUMN)
        return 1;
    switch (c->operand) {
    case T2SED_OPERAND_TEXT:
        return kind != T2SED_TYPE_NUMBER || c->op == T2SED_OPERATOR_LIKE ||
               t2s_word_number(c->value, c->value_length, &number);
    case T2SED_OPERAND_NUMBER:
        return kind != T2SED_TYPE_TEXT;
    case T2SED_OPERAND_COLUMN:
    case T2SED_OPERAND_QUERY:
        if (!is_column(at, c->other_column))
            return -1;
        other = columns[c->other_column].kind;
        return !(kind == T2SED_TYPE_TEXT && other == T2SED_TYPE_NUMBER) &&
               !(kind == T2SED_TYPE_NUMBER && other == T2SED_TYPE_TEXT);
    default:
        return -1;
    }
}

void t2s_match_condition(t2s_linking *at, size_t i)
{
    const t2s_linked of = {&at->query->conditions.at[i],
                           &at->out->conditions.at[i]};
    t2sed_link_condition *c = of.found;
    bool is_join =
        is_column(at, c->column) && is_column(at, c->other_column) &&
        (c->op == T2SED_OPERATOR_EQUAL || c->op == T2SED_OPERATOR_IN);
    find_slot(at, c);
    find_value(at, &of);
    c->value_in_column =
        is_join ? match_columns(at->linker->schema, t2s_item_in(c->column),
                                t2s_item_in(c->other_column))
                : match_value(at, &of);
    c->type_fits = fit_type(at, c);
}
