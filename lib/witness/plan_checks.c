/* What CHECK constraints want of single columns: the constants that they
 * compare them with, read from the tokens of a table's definition. SQLite has
 * the last word on each row, so that what is misread costs a try. */
#include <string.h>

#include "base/string.h"
#include "sql/token.h"
#include "witness/plan.h"

typedef struct reader {
    t2s_plan *plan;
    const t2s_filled *table;
    t2s_sql_scanner scanner;
    size_t depth;   /* of parentheses; 0: no CHECK */
    int32_t slot;   /* the column that was named last, or -1 */
    t2s_want want;  /* what the next literal becomes */
    bool is_double; /* BETWEEN: so does the one behind it */
    bool failed;
} reader;

static bool is_word(const char *token, size_t n, const char *word)
{
    return t2s_casecmp_n(token, n, word, strlen(word)) == 0;
}

/* Starts the comparison of another column. */
static void name_column(reader *r, const char *token, size_t n)
{
    const bool is_quoted = n > 1 && strchr("\"`[", *token);
    const int32_t column =
        t2s_schema_find_column(r->plan->schema, r->table->table,
                               token + is_quoted, n - 2 * is_quoted, NULL);
    if (column == T2S_NO_ITEM)
        return;
    r->slot = t2s_plan_slot(r->plan, column);
    r->want = (t2s_want){.operator= T2S_OPERATOR_EQUAL, .queries = UINT32_MAX};
}

static void read_operator(reader *r, const char *token, size_t n)
{
    static const struct {
        const char *text;
        t2s_query_operator operator;
    } operators[] = {
        {"<", T2S_OPERATOR_LESS},          {"<=", T2S_OPERATOR_LESS_EQUAL},
        {">", T2S_OPERATOR_GREATER},       {">=", T2S_OPERATOR_GREATER_EQUAL},
        {"<>", T2S_OPERATOR_NOT_EQUAL},    {"!=", T2S_OPERATOR_NOT_EQUAL},
        {"LIKE", T2S_OPERATOR_LIKE},       {"GLOB", T2S_OPERATOR_LIKE},
        {"BETWEEN", T2S_OPERATOR_BETWEEN},
    };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (is_word(token, n, operators[i].text))
            r->want.operator= operators[i].operator;
    r->want.is_glob |= is_word(token, n, "GLOB");
    r->want.is_negated |= is_word(token, n, "NOT");
    if (r->want.operator== T2S_OPERATOR_BETWEEN) {
        r->want.operator= T2S_OPERATOR_GREATER_EQUAL;
        r->is_double = true;
    }
}

static void read_literal(reader *r, const char *token, size_t n)
{
    t2s_string text = {0};
    if (*token == '\'') {
        for (size_t i = 1; i + 1 < n; i++) {
            t2s_string_append_char(&text, token[i]);
            i += token[i] == '\'';
        }
        r->want.value = t2s_cell_text(&r->plan->arena,
                                      text.text ? text.text : "", text.length);
    } else {
        t2s_string_append_n(&text, token, n);
        r->want.value =
            t2s_cell_number(text.failed ? 0 : t2s_query_number(text.text));
    }
    r->failed |= text.failed || (*token == '\'' && !r->want.value.text) ||
                 !t2s_plan_add_want(r->plan, r->slot, &r->want);
    t2s_string_free(&text);
    if (r->is_double)
        r->want.operator= T2S_OPERATOR_LESS_EQUAL;
    r->is_double = false;
}

/* A token within CHECK. */
static void read_token(reader *r, const char *token, size_t n)
{
    r->depth += *token == '(';
    r->depth -= *token == ')';
    if (*token == '\'' || t2s_is_digit(*token)) {
        if (r->slot >= 0)
            read_literal(r, token, n);
        return;
    }
    if (r->slot >= 0)
        read_operator(r, token, n);
    name_column(r, token, n);
}

bool t2s_plan_read_checks(t2s_plan *plan, const t2s_filled *table)
{
    const char *text = plan->schema->tables[table->table].definition;
    reader r = {.plan = plan, .table = table, .slot = -1};
    t2s_sql_token token;
    bool was_check = false;
    if (!text)
        return true;
    r.scanner = (t2s_sql_scanner){text, strlen(text), 0, 0};
    while (!r.failed && t2s_sql_next_token(&r.scanner, &token) != T2S_TK_END) {
        const char *at = text + token.begin;
        const size_t n = token.end - token.begin;
        if (r.depth) {
            read_token(&r, at, n);
        } else if (was_check && *at == '(') {
            r.depth = 1;
            r.slot = -1;
        }
        was_check = is_word(at, n, "CHECK");
    }
    return !r.failed;
}
