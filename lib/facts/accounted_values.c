#include "facts/accounted_values.h"

#include <string.h>

#include "facts/asked_numbers.h"
#include "facts/asked_rows.h"
#include "facts/roles.h"
#include "facts/time_parts.h"
#include "schema/words.h"

/* Comparisons and columns of a value that are looked at, and queries for a row,
 * at most. */
#define MOST_COMPARED 64
#define MOST_COLUMNS  8
#define MOST_PROBES   6
/* A probe may take one of so many parts of a query's time. */
#define PROBE_PARTS 10

typedef struct accountant {
    const t2s_query *query;
    const t2sed_evidence *from;
    t2s_value_keys *keys;
    int probes; /* left */
    t2sed_status status;
    t2sed_error *err;
} accountant;

/* ------------------------------------------------------------ keys of rows */

/* Appends a text as a string of SQL. False for texts with a backslash or
 * a control character, which databases read differently, or a dollar sign. */
static bool quote(t2s_string *out, const char *text, size_t n)
{
    t2s_string_append_char(out, '\'');
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\\' || (unsigned char)text[i] < ' ' || text[i] == '$')
            return false;
        if (text[i] == '\'')
            t2s_string_append_char(out, '\'');
        t2s_string_append_char(out, text[i]);
    }
    t2s_string_append_char(out, '\'');
    return true;
}

/* Whether a row has in `key` what the query compares, and in `column`, which is
 * of the same table, the value ("= ") or another one ("<> "); or whether there
 * is none, `is_none`. False where the probe fails. */
static bool has_row(accountant *a, const t2s_question_value *value,
                    const char *sign, bool is_none, int32_t column, int32_t key,
                    const t2s_side *side)
{
    const t2sed_schema *schema = a->from->schema;
    const t2s_column *of = &schema->columns[column];
    const char *const names[] = {schema->tables[of->table].name, of->name,
                                 schema->columns[key].name};
    t2s_string text = {0};
    bool is_so = false, is_plain;
    if (a->probes <= 0)
        return false;
    if (is_none)
        t2s_string_append(&text, "SELECT 1 WHERE NOT EXISTS (");
    t2s_string_append(&text, "SELECT 1 FROM main.$1 AS t WHERE lower(t.$2) ");
    t2s_string_append(&text, sign);
    is_plain = quote(&text, value->normal, value->length);
    t2s_string_append(&text, " AND t.$3 = ");
    is_plain = quote(&text, side->text, side->length) && is_plain;
    t2s_string_append(&text, is_none ? ")" : " LIMIT 1");
    if (text.failed) {
        a->status = t2s_fail_memory(a->err);
    } else if (is_plain) {
        a->probes--;
        a->status = t2s_execution_has_rows(
            &is_so, a->from->execution, text.text, names, PROBE_PARTS, a->err);
    }
    t2s_string_free(&text);
    return is_so;
}

/* The key by which a comparison may stand for a value. */
typedef struct key_link {
    int32_t key;     /* of the value's table, or T2S_NO_ITEM */
    bool is_related; /* the compared column refers to it */
} key_link;

static int32_t lone_key(const t2sed_schema *schema, int32_t table)
{
    const t2s_table *of = &schema->tables[table];
    for (int32_t c = of->first_column; c < of->first_column + of->column_count;
         c++)
        if (t2s_schema_is_lone_key(schema, c))
            return c;
    return T2S_NO_ITEM;
}

/* The column of `column`'s table with which a comparison chooses a row: the
 * compared column itself, if it has at least as many values as `column`, or the
 * column that it refers to; for a text that refers to none, the table's key. */
static key_link key_beside(const t2sed_evidence *from, int32_t column,
                           const t2s_condition *of)
{
    const t2sed_schema *schema = from->schema;
    const int32_t table = schema->columns[column].table;
    key_link link = {of->slot.column,
                     t2s_schema_is_lone_key(schema, of->slot.column)};
    if (schema->columns[link.key].table != table) {
        link.key = t2s_schema_target(schema, of->slot.column);
        if (link.key == T2S_NO_ITEM || schema->columns[link.key].table != table)
            link.key = lone_key(schema, table);
        link.is_related = link.key != T2S_NO_ITEM &&
                          t2s_schema_relate(schema, of->slot.column,
                                            link.key) != T2S_RELATION_NONE;
        if (!link.is_related && of->value.operand != T2S_OPERAND_TEXT)
            link.key = T2S_NO_ITEM;
    } else if (!link.is_related &&
               t2s_value_index_count(from->values, link.key) <
                   t2s_value_index_count(from->values, column)) {
        link.key = T2S_NO_ITEM;
    }
    if (link.key == column)
        link.key = T2S_NO_ITEM;
    return link;
}

static bool is_literal(const t2s_condition *of)
{
    return (of->operator== T2S_OPERATOR_EQUAL ||
            of->
            operator== T2S_OPERATOR_NOT_EQUAL || of->
            operator== T2S_OPERATOR_IN) &&
           (of->value.operand == T2S_OPERAND_TEXT ||
            of->value.operand == T2S_OPERAND_NUMBER) &&
           of->slot.column != T2S_NO_ITEM && !of->slot.is_computed &&
           of->value.text;
}

/* Whether what a comparison has is the key of a value's row; of a column that
 * is no key, all of its rows must have the value. */
static bool has_key(accountant *a, const t2s_question_value *value,
                    int32_t column, const key_link *link,
                    const t2s_condition *of)
{
    if (!has_row(a, value, "= ", false, column, link->key, &of->value))
        return false;
    return link->is_related || link->key != of->slot.column ||
           has_row(a, value, "<> ", true, column, link->key, &of->value);
}

/* Whether a comparison has the key of the row of a value. */
static bool is_by_key(accountant *a, size_t number,
                      const t2s_condition *conditions, size_t count)
{
    const t2s_question_value *value = &a->from->question->values.at[number];
    size_t columns;
    const int32_t *column = t2s_value_index_columns(
        a->from->values, value->normal, value->length, &columns);
    for (size_t i = 0; i < count && i < MOST_COMPARED; i++) {
        const t2s_condition *of = &conditions[i];
        if (!is_literal(of))
            continue;
        for (size_t c = 0;
             c < columns && c < MOST_COLUMNS && a->status == T2SED_OK; c++) {
            const key_link link = key_beside(a->from, column[c], of);
            if (link.key == T2S_NO_ITEM)
                continue;
            if (has_key(a, value, column[c], &link, of)) {
                a->keys->own[number] = of;
                return true;
            }
            /* A probe that fails gives no row: the other row is asked for. */
            if (columns == 1 && link.is_related &&
                of->value.operand == T2S_OPERAND_TEXT && !of->slot.folds_case &&
                of->operator== T2S_OPERATOR_EQUAL && !of->is_negated && has_row(
                    a, value, "<> ", false, column[c], link.key, &of->value))
                a->keys->other[number] = of;
        }
    }
    return false;
}

/* ------------------------------------------------------------ the rest */

static bool is_number(const t2s_query *query, const t2s_question_value *value)
{
    double number;
    return t2s_word_number(value->normal, value->length, &number) &&
           t2s_uses_number(query, number);
}

/* "Closed" of a query that uses clsd_dt. */
static bool is_column_word(const accountant *a, const t2s_question_value *value)
{
    if (value->is_marked || strchr(value->normal, ' '))
        return false;
    t2s_for_each_use (a->query, use)
        if (use->kind == T2S_USES_COLUMN && use->index != T2S_NO_ITEM &&
            t2s_name_has_akin(a->from->schema->columns[use->index].name,
                              value->normal, value->length))
            return true;
    return false;
}

/* Whether a query reads a table whose name is a form of a value. */
static bool is_table_word(const accountant *a, const t2s_question_value *value)
{
    t2s_for_each_use (a->query, use)
        if (use->kind == T2S_USES_TABLE && use->index != T2S_NO_ITEM &&
            t2s_name_has_akin(a->from->schema->tables[use->index].name,
                              value->normal, value->length))
            return true;
    return false;
}

/* Whether a time that the question has stands at word i or at the next one. */
static bool is_time(const t2s_question_facts *question,
                    const t2s_restricted_words *words, size_t i)
{
    const size_t last = i + 1 < words->count ? i + 1 : i;
    const size_t begin = (size_t)(words->at[i].text - question->text);
    const size_t end = (size_t)(words->at[last].text - question->text);
    for (size_t k = 0; k < question->times.list.count; k++) {
        const t2sed_span at = question->times.list.at[k].place;
        if (at.begin <= end && at.end > begin)
            return true;
    }
    return false;
}

static bool says_creation(const char *word, size_t n)
{
    return t2s_word_is_of("created|opened|raised|logged|filed|reported|"
                          "submitted|entered",
                          word, n);
}

/* Whether a query has a condition on a time whose name has a word for the same
 * event. */
static bool bounds_event(const accountant *a,
                         bool (*says_event)(const char *word, size_t n))
{
    t2s_for_each_use (a->query, use) {
        size_t at = 0, begin;
        const char *name;
        if (use->kind != T2S_USES_COLUMN || use->index == T2S_NO_ITEM ||
            use->clause != T2S_CLAUSE_WHERE ||
            !t2s_may_be_time(a->from->schema, use->index))
            continue;
        name = a->from->schema->columns[use->index].name;
        while (t2s_next_word(name, strlen(name), &at, &begin, true))
            if (says_event(name + begin, at - begin))
                return true;
    }
    return false;
}

/* Whether a participle says what happened, and no state: "customers who rented
 * a van", "cars rented in May" of a query that reads rentals, "appointments
 * scheduled for May", "opened in May" of one that bounds created_at; but not
 * "cars that are rented", "cancelled in May". */
static bool is_event(const accountant *a, const t2s_question_value *value)
{
    const t2s_question_facts *question = a->from->question;
    const t2s_restricted_words *words = &a->from->rows->question;
    const char *text = question->text + value->begin;
    const size_t n = value->end - value->begin;
    size_t i = 0;
    bool is_dated;
    if (value->is_marked)
        return false;
    if (t2s_says_completion(text, n) && bounds_event(a, t2s_says_completion))
        return true;
    if (n < 5 || memcmp(text + n - 2, "ed", 2) != 0)
        return false;
    while (i < words->count && words->at[i].text != text)
        i++;
    if (i + 1 >= words->count || words->at[i].length != n ||
        words->at[i].segment != words->at[i + 1].segment ||
        words->at[i].is_negated)
        return false;
    is_dated = t2s_restricted_words_say(words, i + 1,
                                        "in|on|for|during|since|before|after|"
                                        "between|last|this|within") &&
               is_time(question, words, i + 1);
    if (is_dated &&
        (t2s_restricted_words_say(words, i + 1, "for") ||
         (says_creation(text, n) && bounds_event(a, says_creation))))
        return true;
    return (is_dated ||
            (i > 0 && t2s_restricted_words_say(words, i - 1, "who|that") &&
             !t2s_restricted_words_say(words, i + 1, "and|or|but")) ||
            t2s_restricted_words_say(words, i + 1, "a|an")) &&
           is_table_word(a, value);
}

/* Whether a use of a column makes a group for each of its values, or counts
 * the different ones. */
static bool tells_apart(const t2s_query *query, const t2s_query_use *use)
{
    return use->kind == T2S_USES_COLUMN && use->index != T2S_NO_ITEM &&
           (use->clause == T2S_CLAUSE_GROUP ||
            (use->function == T2S_FUNCTION_COUNT &&
             query->parts.count_distinct));
}

bool t2s_is_left_out(const t2sed_evidence *from,
                     const t2s_question_value *value)
{
    const char *text = from->question->text;
    const t2s_restricted_words *words = &from->rows->question;
    for (size_t i = 0; i < words->count; i++) {
        const t2s_restricted_word *word = &words->at[i];
        if (word->text < text + value->begin || word->text >= text + value->end)
            continue;
        /* "no-show" */
        if (t2s_word_is_of("no|not|non|without", word->text, word->length) &&
            word->text + word->length < text + value->end)
            return false;
        return word->is_negated || word->is_excluded;
    }
    return false;
}

/* Whether the question leaves a value out, and the query asks for other values
 * of its column: "not cancelled", status = 'held'. */
static bool has_the_others(const accountant *a, const t2s_question_value *value)
{
    for (size_t i = 0; i < a->query->conditions.count; i++) {
        const t2s_condition *of = &a->query->conditions.at[i];
        if (is_literal(of) &&
            of->operator!= T2S_OPERATOR_NOT_EQUAL && !of->is_negated &&
            t2s_value_index_holds(a->from->values, of->slot.column,
                                  value->normal, value->length))
            return t2s_is_left_out(a->from, value);
    }
    return false;
}

/* Whether a comparison's text is a value. */
static bool is_value(const t2s_side *side, const t2s_question_value *value)
{
    t2s_string text = {0};
    bool is_same;
    t2s_value_normal(&text, side->text, side->length);
    is_same =
        text.failed || (text.length == value->length &&
                        memcmp(text.text, value->normal, text.length) == 0);
    t2s_string_free(&text);
    return is_same;
}

/* Whether comparisons of a column keep only rows of other values. */
static bool is_lost(const t2s_query *query, int32_t column,
                    const t2s_question_value *value)
{
    bool chooses = false;
    if (query->conditions.count > MOST_COMPARED)
        return false;
    for (size_t i = 0; i < query->conditions.count; i++) {
        const t2s_condition *of = &query->conditions.at[i];
        if (!is_literal(of) || of->slot.column != column ||
            of->operator== T2S_OPERATOR_NOT_EQUAL || of->is_negated ||
            of->value.operand != T2S_OPERAND_TEXT)
            continue;
        if (is_value(&of->value, value))
            return false;
        chooses = true;
    }
    return chooses;
}

/* If the query makes groups of a column's values, all of two or more values of
 * it are accounted for, and a lone one that may be just a word. */
static void account_group(accountant *a, t2s_unused_values *unused,
                          int32_t column)
{
    const t2s_question_facts *question = a->from->question;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES;
             i++) {
            const t2s_question_value *value = &question->values.at[i];
            if (!t2s_value_index_holds(a->from->values, column, value->normal,
                                       value->length))
                continue;
            if (pass == 0)
                count++;
            else if ((count > 1 || !value->is_marked) &&
                     !is_lost(a->query, column, value))
                unused->values[i] = false;
        }
}

static void account_groups(accountant *a, t2s_unused_values *unused)
{
    int32_t last = T2S_NO_ITEM;
    t2s_for_each_use (a->query, use) {
        if (!tells_apart(a->query, use) || use->index == last)
            continue;
        last = use->index;
        account_group(a, unused, last);
    }
}

/* Whether a comparison has the value right before or behind another value of
 * its column, which then says the same of the rows: "crime novels" of genre =
 * 'Crime', where 'Novel' is another genre. */
static bool is_beside_own(const accountant *a, size_t number)
{
    const t2s_question_facts *question = a->from->question;
    const t2s_question_value *value = &question->values.at[number];
    for (size_t i = 0; i < a->query->conditions.count && i < MOST_COMPARED;
         i++) {
        const t2s_condition *of = &a->query->conditions.at[i];
        if (!is_literal(of) || value->is_marked ||
            of->operator== T2S_OPERATOR_NOT_EQUAL ||
            of->is_negated || !t2s_value_index_holds(
                a->from->values, of->slot.column, value->normal, value->length))
            continue;
        for (size_t k = 0; k < question->values.count; k++) {
            const t2s_question_value *own = &question->values.at[k];
            if ((own->end + 1 == value->begin ||
                 value->end + 1 == own->begin) &&
                question->text[own->end < value->begin ? own->end
                                                       : value->end] == ' ' &&
                is_value(&of->value, own))
                return true;
        }
    }
    return false;
}

bool t2s_value_keys_have(const t2s_value_keys *keys, uint32_t begin)
{
    for (size_t i = 0; i < T2S_MOST_VALUES; i++)
        if (keys->own[i] && keys->own[i]->value.begin == begin)
            return true;
    return false;
}

t2sed_status t2s_values_account(t2s_unused_values *unused, t2s_value_keys *keys,
                                const t2s_query *query,
                                const t2sed_evidence *from, t2sed_error *err)
{
    const t2s_question_facts *question = from->question;
    accountant a = {.query = query,
                    .from = from,
                    .keys = keys,
                    .probes = from->execution ? MOST_PROBES : 0,
                    .err = err};
    if (!from->schema || !from->values)
        return T2SED_OK;
    account_groups(&a, unused);
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES &&
                       a.status == T2SED_OK;
         i++) {
        const t2s_question_value *value = &question->values.at[i];
        if (unused->values[i] &&
            (is_number(query, value) || has_the_others(&a, value) ||
             is_column_word(&a, value) || is_event(&a, value) ||
             is_beside_own(&a, i) ||
             t2s_time_has_label(query, question, value->begin) ||
             is_by_key(&a, i, query->conditions.at, query->conditions.count) ||
             is_by_key(&a, i, query->tests.at, query->tests.count)))
            unused->values[i] = false;
    }
    return a.status;
}
