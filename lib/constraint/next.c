/* What may come next: the grammar's tokens, less those that could not bind. */
#include <string.h>

#include "base/string.h"
#include "constraint/binding.h"
#include "grammar.h"

/* Nearer to the end of its stack, an expression opens nothing more. */
#define STACK_MARGIN 40

static const t2s_select *innermost(const t2s_binding *b)
{
    return b->select_count ? &b->selects[b->select_count - 1] : NULL;
}

/* Whether no parenthesis is open within the innermost SELECT. */
static bool is_at_select(const t2s_binding *b)
{
    const t2s_select *in = innermost(b);
    return in && in->level == b->level_count;
}

static const t2s_level *top(const t2s_binding *b)
{
    return b->level_count ? &b->levels[b->level_count - 1] : NULL;
}

static bool is_in(const t2s_binding *b, t2s_level_kind kind)
{
    return top(b) && top(b)->kind == kind;
}

/* Whether a table comes next. */
static bool is_table_place(const t2s_binding *b)
{
    return is_at_select(b) && innermost(b)->clause == T2S_FROM &&
           (b->last == TK_FROM || b->last == TK_COMMA || b->last == TK_JOIN);
}

/* Whether the last word was of a join operator. */
static bool is_join_word(const t2s_binding *b)
{
    return b->last == TK_JOIN_KW && b->is_join;
}

/* Whether a term of ORDER BY or GROUP BY comes next. */
static bool is_term_place(const t2s_binding *b)
{
    return is_at_select(b) &&
           (innermost(b)->clause == T2S_ORDER ||
            innermost(b)->clause == T2S_GROUP) &&
           (b->last == TK_BY || b->last == TK_COMMA);
}

/* The calls that the end of the query is an argument of, the FILTER and OVER
 * that it is in: a bit for each kind, t2s_function_kind or these. */
enum { IN_FILTER = 8, IN_OVER = 16 };

static unsigned calls_around(const t2s_binding *b)
{
    unsigned found = 0;
    for (int i = b->level_count; i-- > innermost(b)->level;) {
        const t2s_level *level = &b->levels[i];
        if (level->kind == T2S_IN_CALL && level->function >= 0)
            found |= 1u << t2s_word_functions[level->function].kind;
        else if (level->kind == T2S_IN_FILTER)
            found |= IN_FILTER;
        else if (level->kind == T2S_IN_OVER)
            found |= IN_OVER;
    }
    return found;
}

bool t2s_binding_aggregates(const t2s_binding *b)
{
    const t2s_select *in = innermost(b);
    bool is_nested = false;
    for (int i = b->level_count; i-- > in->level;) {
        const t2s_level *level = &b->levels[i];
        bool is_call = level->kind == T2S_IN_CALL && level->function >= 0;
        if (level->kind == T2S_IN_FILTER)
            return false;
        if (!is_call ||
            t2s_word_functions[level->function].kind != T2S_AGGREGATE)
            continue;
        /* sum(count(*)) OVER () */
        if (is_nested || level->is_distinct || !level->may_window)
            return false;
        is_nested = true;
    }
    return (in->clause == T2S_RESULT && !in->is_recursive) ||
           in->clause == T2S_HAVING ||
           (in->clause == T2S_ORDER && !in->is_compound &&
            (in->has_aggregate || in->is_grouped));
}

bool t2s_binding_windows(const t2s_binding *b)
{
    const t2s_select *in = innermost(b);
    return !(calls_around(b) & ~(1u << T2S_SCALAR)) &&
           ((in->clause == T2S_RESULT && !in->is_recursive) ||
            (in->clause == T2S_ORDER && !in->is_compound));
}

/* -------------------------------------------------------- kinds of tokens */

/* Whether the result columns are as many as they must be, the one at hand the
 * last of them. */
static bool has_columns(const t2s_select *in)
{
    return in->expected <= 0 || in->columns < 0 ||
           in->columns + 1 == in->expected;
}

/* Whether a table's term may end. */
static bool is_table_done(const t2s_binding *b, const t2sed_constraint *words)
{
    const t2s_relation_in *last = &b->relations[b->relation_count - 1];
    if (t2s_sight_conflicts(b, words, b->select_count - 1))
        return false;
    return last->name == T2S_NO_WORD ||
           t2s_sight_may_name(b, words, T2S_TABLE_ALIAS, last->name);
}

/* Where there is no FROM: whether the name that was read last is a column of
 * the selects around. */
static bool is_operand_outside(const t2s_binding *b,
                               const t2sed_constraint *words)
{
    const t2s_operand *read = &b->operand;
    t2s_words outside[T2S_MOST_BLOCKS];
    if (!read->is_open || read->is_bound || read->is_quoted)
        return true;
    t2s_sight_bare(outside, b, words, innermost(b)->outer);
    return read->word != T2S_NO_WORD && t2s_words_has(outside, read->word);
}

/* Whether the clause may end, and the SELECT if nothing is lacking. */
static bool may_leave(const t2s_binding *b, const t2sed_constraint *words)
{
    const t2s_select *in = innermost(b);
    switch (in->clause) {
    case T2S_WITH:
        return false;
    case T2S_RESULT:
        return has_columns(in) && is_operand_outside(b, words) &&
               t2s_sight_resolves(b, words, b->select_count - 1);
    case T2S_FROM:
    case T2S_ON:
        return is_table_done(b, words) &&
               t2s_sight_resolves(b, words, b->select_count - 1);
    default:
        return true;
    }
}

static bool takes_compound(const t2s_binding *b, const t2sed_constraint *words,
                           int kind)
{
    const t2s_select *in = innermost(b);
    if (in->was_ordered || in->is_recursive || !may_leave(b, words))
        return false;
    return in->purpose != T2S_IN_CTE || kind == TK_UNION || !in->is_compound;
}

static bool takes_using(const t2s_binding *b, const t2sed_constraint *words)
{
    t2s_words columns[T2S_MOST_BLOCKS];
    t2s_sight_shared(columns, b, words, b->select_count - 1);
    for (size_t i = 0; i < words->blocks; i++)
        if (columns[i])
            return true;
    return false;
}

static bool takes_comma(const t2s_binding *b, const t2sed_constraint *words)
{
    const t2s_select *in = innermost(b);
    const t2s_level *level = top(b);
    if (is_at_select(b))
        switch (in->clause) {
        case T2S_RESULT:
            return in->expected <= 0 || in->columns + 1 < in->expected;
        case T2S_FROM:
        case T2S_ON:
            return is_table_done(b, words) &&
                   b->relation_count < T2S_MOST_RELATIONS;
        case T2S_WITH:
            return b->cte_count < T2S_MOST_CTES;
        default:
            return true;
        }
    switch (level->kind) {
    case T2S_IN_CALL:
        return !level->is_distinct &&
               (t2s_word_functions[level->function].most < 0 ||
                level->arguments + 2 <=
                    t2s_word_functions[level->function].most);
    case T2S_IN_LIST:
    case T2S_IN_NAMES:
    case T2S_IN_TYPE:
    case T2S_IN_OVER:
        return true;
    case T2S_IN_USING:
        return takes_using(b, words);
    default:
        return false;
    }
}

static bool closes_call(const t2s_binding *b, const t2s_level *level)
{
    const t2s_word_function *called = &t2s_word_functions[level->function];
    int count = b->last == TK_LP ? 0 : level->arguments + 1;
    if (b->last == TK_STAR && level->is_star)
        return true;
    if (called->kind != T2S_EXTREME)
        return count >= called->least;
    if (count != 1)
        return count > 1;
    /* Then it is an aggregate, in whatever the call itself is in. */
    return level->may_aggregate && !level->has_aggregate &&
           !(b->called >= 0 && b->called_kind == T2S_AGGREGATE);
}

static bool closes(const t2s_binding *b, const t2sed_constraint *words)
{
    const t2s_level *level = top(b);
    if (is_at_select(b))
        return may_leave(b, words);
    switch (level->kind) {
    case T2S_IN_CALL:
        return closes_call(b, level);
    case T2S_IN_USING:
        return !t2s_sight_conflicts(b, words, b->select_count - 1);
    default:
        return true;
    }
}

/* What may be in the frame of a window. */
static bool fits_frame(const t2s_binding *b, int kind)
{
    const int frame = top(b)->frame;
    switch (kind) {
    case TK_BETWEEN:
        return b->last == TK_ROWS || b->last == TK_RANGE ||
               b->last == TK_GROUPS;
    case TK_PRECEDING:
        return !(frame & T2S_FRAME_END);
    case TK_FOLLOWING:
        return (frame & T2S_FRAME_END) != 0;
    case TK_INTEGER:
        return (frame & T2S_FRAME_ROWS) != 0;
    case TK_UNBOUNDED:
    case TK_CURRENT:
    case TK_ROW:
    case TK_AND:
    case TK_RP:
        return true;
    default:
        return false;
    }
}

static bool ends_term(int kind)
{
    switch (kind) {
    case T2S_TK_END:
    case TK_ASC:
    case TK_DESC:
    case TK_NULLS:
    case TK_FIRST:
    case TK_LAST:
    case TK_COLLATE:
    case TK_COMMA:
    case TK_LIMIT:
    case TK_RP:
        return true;
    default:
        return false;
    }
}

/* Whether a call that has just begun takes no argument. */
static bool is_bare_call(const t2s_binding *b)
{
    return is_in(b, T2S_IN_CALL) && b->last == TK_LP &&
           t2s_word_functions[top(b)->function].most == 0;
}

/* Where an expression begins. */
static bool begins(const t2s_binding *b, int kind)
{
    const t2s_select *in = innermost(b);
    if (is_bare_call(b))
        return kind == TK_RP;
    if (is_at_select(b) && in->clause == T2S_ORDER && in->is_compound)
        return kind == TK_INTEGER || kind == TK_ID;
    if (b->stack.count > T2S_SQL_STACK - STACK_MARGIN)
        return kind == TK_INTEGER || kind == TK_FLOAT || kind == TK_STRING ||
               kind == TK_NULL || kind == TK_ID || kind == TK_RP;
    switch (kind) {
    case TK_JOIN_KW: /* as a name; see t2s_next.columns */
        return false;
    case TK_STAR:
        if (is_at_select(b))
            return in->expected <= 0;
        return is_in(b, T2S_IN_CALL) &&
               strcmp(t2s_word_functions[top(b)->function].name, "count") == 0;
    case TK_DISTINCT:
    case TK_ALL:
        if (!is_in(b, T2S_IN_CALL))
            return true;
        return kind == TK_DISTINCT &&
               t2s_word_functions[top(b)->function].most != 0 &&
               (t2s_word_functions[top(b)->function].kind == T2S_AGGREGATE ||
                (t2s_word_functions[top(b)->function].kind == T2S_EXTREME &&
                 top(b)->may_aggregate));
    case TK_LP:
        return b->level_count < T2S_MOST_LEVELS - 2;
    default:
        return true;
    }
}

/* Whether the name that was read last may be followed so. */
static bool follows_operand(const t2s_binding *b, int kind)
{
    if (kind == TK_LP)
        return b->operand.is_function && b->level_count < T2S_MOST_LEVELS - 1;
    if (kind == TK_DOT)
        return b->operand.is_table;
    return b->operand.is_column &&
           (!b->operand.must_stand_alone || ends_term(kind));
}

static bool follows_call(const t2s_binding *b, int kind)
{
    if (kind == TK_FILTER)
        return b->called_kind == T2S_AGGREGATE && !b->is_filtered;
    if (kind == TK_OVER)
        return b->called_kind != T2S_SCALAR && t2s_binding_windows(b);
    return b->called_kind != T2S_WINDOW;
}

/* A token that the grammar takes. */
static bool permits(const t2s_binding *b, const t2sed_constraint *words,
                    int kind, bool is_operand)
{
    const t2s_select *in = innermost(b);
    switch (kind) {
    case TK_VARIABLE:
    case TK_BLOB:
    case TK_RAISE:
    case TK_INDEXED:
    case TK_MATCH:
    case TK_VALUES:
    case TK_WINDOW:
    case TK_RESERVED:
        return false;
    default:
        if (!words->has_schema)
            return true;
    }
    if (!in)
        return true;
    if (b->operand.is_open && !follows_operand(b, kind))
        return false;
    if (!b->operand.is_open && kind == TK_LP && !is_operand &&
        b->last != TK_IN && b->last != TK_EXISTS && b->last != TK_CAST &&
        b->last != TK_OVER && b->last != TK_FILTER && b->last != TK_USING &&
        !is_in(b, T2S_IN_CAST) && in->clause != T2S_WITH && !is_table_place(b))
        return false;
    if (b->is_alone && !ends_term(kind))
        return false;
    if (b->called >= 0 ? !follows_call(b, kind)
                       : kind == TK_OVER || kind == TK_FILTER)
        return false;
    if (is_in(b, T2S_IN_OVER) && (top(b)->frame & T2S_FRAME_ANY) &&
        !fits_frame(b, kind))
        return false;
    if ((b->last == TK_IN || b->last == TK_OVER) && kind != TK_LP)
        return false;
    if (is_join_word(b) && kind != TK_JOIN && kind != TK_JOIN_KW)
        return false;
    if (is_in(b, T2S_IN_FROM) && b->last == TK_LP && kind != TK_SELECT &&
        kind != TK_WITH)
        return false;
    if (is_operand && !begins(b, kind))
        return false;
    switch (kind) {
    case TK_STRING:
        return is_operand || (is_at_select(b) && !is_table_place(b) &&
                              in->clause != T2S_WITH && b->last != TK_DOT &&
                              b->last != TK_COLLATE);
    case TK_DOT:
        return b->operand.is_open;
    case TK_STAR:
        return b->last != TK_DOT || in->expected <= 0;
    case TK_EXISTS:
    case TK_SELECT:
        return (is_at_select(b) && kind == TK_SELECT) ||
               b->select_count < T2S_MOST_SELECTS;
    case TK_WITH:
        return b->select_count < T2S_MOST_SELECTS - 1;
    case TK_LP:
        return !is_table_place(b) || (b->select_count < T2S_MOST_SELECTS &&
                                      b->level_count < T2S_MOST_LEVELS);
    case TK_COMMA:
        return takes_comma(b, words);
    case TK_FROM:
        return b->last == TK_DISTINCT ||
               (has_columns(in) && b->relation_count < T2S_MOST_RELATIONS);
    case TK_JOIN_KW:
    case TK_JOIN:
        if (!is_at_select(b) || b->last == TK_AS || is_table_place(b) ||
            (in->clause != T2S_FROM && in->clause != T2S_ON))
            return false;
        return is_join_word(b) || (is_table_done(b, words) &&
                                   b->relation_count < T2S_MOST_RELATIONS);
    case TK_ON:
        return !(b->join & T2S_JOIN_NATURAL) && is_table_done(b, words) &&
               b->relation_count - in->first_relation > 1;
    case TK_USING:
        return !(b->join & T2S_JOIN_NATURAL) &&
               b->relation_count - in->first_relation > 1 &&
               takes_using(b, words);
    case TK_NOT: /* NOT INDEXED */
        return !(is_at_select(b) && in->clause == T2S_FROM);
    case TK_RP:
        return closes(b, words);
    case TK_UNION:
    case TK_EXCEPT:
    case TK_INTERSECT:
        return takes_compound(b, words, kind);
    case TK_HAVING:
        return (in->is_grouped || in->has_aggregate) && may_leave(b, words);
    case TK_GROUP:
        return !is_at_select(b) || (!in->is_recursive && may_leave(b, words));
    case TK_WHERE:
    case TK_ORDER:
    case TK_LIMIT:
    case T2S_TK_END:
        return !is_at_select(b) || may_leave(b, words);
    default:
        return true;
    }
}

/* Whether NATURAL may merge columns: no name is that of several. */
static bool is_merging(const t2s_binding *b, const t2sed_constraint *words)
{
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    t2s_sight_count(once, twice, b, words, b->select_count - 1);
    for (size_t i = 0; i < words->blocks; i++)
        if (twice[i])
            return false;
    return true;
}

/* ------------------------------------------------------------------ names */

static t2s_role role_of(const t2s_binding *b, const t2sed_constraint *words,
                        bool is_operand, bool takes_name)
{
    const t2s_select *in = innermost(b);
    if (!takes_name)
        return T2S_NO_NAME;
    if (!words->has_schema)
        return T2S_ANY_NAME;
    if (b->last == TK_DOT)
        return T2S_COLUMN;
    if (b->last == TK_COLLATE)
        return T2S_COLLATION;
    if (is_operand)
        return is_bare_call(b) || (is_in(b, T2S_IN_OVER) &&
                                   (top(b)->frame & T2S_FRAME_ANY))
                   ? T2S_NO_NAME
                   : T2S_OPERAND;
    if (b->last == TK_IN || b->last == TK_OVER)
        return T2S_NO_NAME;
    if (b->level_count && !is_at_select(b))
        switch (top(b)->kind) {
        case T2S_IN_CAST:
            return T2S_TYPE;
        case T2S_IN_USING:
            return T2S_USING_COLUMN;
        case T2S_IN_NAMES:
            return T2S_CTE_COLUMN;
        default:
            return T2S_NO_NAME;
        }
    if (!in || is_join_word(b) ||
        (b->operand.is_open && !b->operand.is_column) || b->is_alone ||
        (b->called >= 0 && b->called_kind == T2S_WINDOW))
        return T2S_NO_NAME;
    switch (in->clause) {
    case T2S_WITH:
        return b->last == TK_ID ? T2S_NO_NAME : T2S_CTE_NAME;
    case T2S_RESULT:
        return T2S_RESULT_ALIAS;
    case T2S_FROM:
        return is_table_place(b) ? T2S_TABLE : T2S_TABLE_ALIAS;
    default:
        return T2S_NO_NAME;
    }
}

static void add(t2s_words *out, const t2s_words *set, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        out[i] |= set[i];
}

/* Adds the names of results, where a clause takes them. */
static void add_results(t2s_words *out, const t2s_binding *b,
                        const t2sed_constraint *words)
{
    const t2s_select *in = innermost(b);
    const t2s_words *sets[] = {b->sets + in->results * words->blocks,
                               b->sets + in->summed * words->blocks,
                               b->sets + in->ranked * words->blocks};
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    size_t count;
    switch (in->clause) {
    case T2S_WHERE:
    case T2S_GROUP:
        count = 1;
        break;
    case T2S_HAVING:
        count = t2s_binding_aggregates(b) ? 2 : 1;
        break;
    case T2S_ORDER:
        count = !in->is_compound && calls_around(b) ? 1 : 3;
        break;
    default:
        return;
    }
    t2s_sight_count(once, twice, b, words, b->select_count - 1);
    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < words->blocks; i++)
            out[i] |= in->clause == T2S_ORDER && is_term_place(b)
                          ? sets[s][i]
                          : sets[s][i] & ~twice[i];
}

static void find_operands(t2s_next *out, const t2s_binding *b,
                          const t2sed_constraint *words)
{
    const t2s_select *in = innermost(b);
    const int select = b->select_count - 1;
    const bool is_limit = in->clause == T2S_LIMIT;
    out->is_place = is_term_place(b);
    if (in->clause == T2S_ORDER && in->is_compound && is_at_select(b)) {
        add_results(out->columns, b, words);
        return;
    }
    out->takes_text = true;
    add(out->calls, words->scalars, words->blocks);
    if (!is_limit) {
        t2s_sight_bare(out->columns, b, words, select);
        add_results(out->columns, b, words);
        out->takes_early = t2s_sight_tables(out->tables, b, words, select);
        out->takes_new = out->takes_early && words->options.early_names;
    }
    out->takes_constants = true;
    if (t2s_binding_aggregates(b))
        add(out->calls, words->aggregates, words->blocks);
    if (t2s_binding_windows(b))
        add(out->calls, words->windows, words->blocks);
}

static void find_tables(t2s_words *out, const t2s_binding *b,
                        const t2sed_constraint *words)
{
    const t2s_select *in = innermost(b);
    add(out, words->all_tables, words->blocks);
    for (size_t c = 0; c < b->cte_count; c++) {
        const t2s_cte *cte = &b->ctes[c];
        if (!cte->is_open)
            t2s_words_add(out, cte->name);
        else if (out[cte->name / 64] >> (cte->name % 64) & 1)
            out[cte->name / 64] &= ~((t2s_words)1 << (cte->name % 64));
    }
    /* Of a WITH table that is being made, its own second SELECT may read it. */
    if (in->purpose == T2S_IN_CTE && in->is_compound && !in->is_recursive &&
        !in->has_aggregate && b->cte_count == in->first_cte &&
        b->ctes[b->cte_count - 1].width > 0)
        t2s_words_add(out, b->ctes[b->cte_count - 1].name);
    t2s_sight_no_repeats(out, b, words);
}

static void find_names(t2s_next *out, const t2s_binding *b,
                       const t2sed_constraint *words)
{
    if (out->role == T2S_TABLE_ALIAS)
        out->is_own = t2s_sight_aliases(&out->others, &out->own, b, words);
    switch (out->role) {
    case T2S_OPERAND:
        find_operands(out, b, words);
        break;
    case T2S_COLUMN:
        out->takes_new =
            t2s_sight_qualified(out->columns, b, words, b->select_count - 1,
                                b->qualifier) &&
            words->options.early_names;
        break;
    case T2S_TABLE:
        find_tables(out->columns, b, words);
        break;
    case T2S_USING_COLUMN:
        t2s_sight_shared(out->columns, b, words, b->select_count - 1);
        break;
    case T2S_COLLATION:
        add(out->columns, words->collations, words->blocks);
        break;
    case T2S_NO_NAME:
        break;
    default:
        out->takes_new = b->word_count < T2S_NEW_WORDS;
    }
}

bool t2s_join_takes(uint8_t join, const char *word)
{
    if (join & (T2S_JOIN_OUTER | T2S_JOIN_OTHER))
        return false;
    switch (t2s_ascii_lower(*word)) {
    case 'n':
        return join == 0; /* neither after another nor where it may not */
    case 'o':
        return (join & T2S_JOIN_SIDE) != 0;
    default:
        return !(join & T2S_JOIN_SIDE);
    }
}

void t2s_binding_next(t2s_next *out, const t2s_binding *b,
                      const t2sed_constraint *words)
{
    const bool is_operand = t2s_sql_stack_takes(&b->stack, TK_VARIABLE);
    t2s_next next = {.columns = out->columns,
                     .tables = out->tables,
                     .calls = out->calls,
                     .is_known = true};
    memset(next.columns, 0, words->blocks * sizeof *next.columns);
    memset(next.tables, 0, words->blocks * sizeof *next.tables);
    memset(next.calls, 0, words->blocks * sizeof *next.calls);
    for (int kind = 0; kind < t2s_sql_grammar_kinds(); kind++)
        if (t2s_sql_stack_takes(&b->stack, kind) &&
            permits(b, words, kind, is_operand))
            next.kinds[kind / 64] |= (uint64_t)1 << (kind % 64);
    next.role = (uint8_t)role_of(b, words, is_operand,
                                 t2s_sql_stack_takes(&b->stack, TK_ID));
    next.join = is_join_word(b) ? b->join
                : words->has_schema && t2s_next_has(&next, TK_JOIN_KW) &&
                        !is_merging(b, words)
                    ? T2S_JOIN_NO_NATURAL
                    : 0;
    find_names(&next, b, words);
    *out = next;
}

bool t2s_binding_place(const t2s_binding *b, const char *digits, size_t n)
{
    const t2s_select *in = innermost(b);
    const int last = in->columns < 0 ? 9 : in->columns;
    for (int place = 1; place <= last; place++) {
        char text[8];
        size_t length = 0;
        if (in->clause == T2S_GROUP && place <= 64 &&
            in->summed_columns >> (place - 1) & 1)
            continue;
        for (int rest = place; rest > 0; rest /= 10)
            text[length++] = (char)('0' + rest % 10);
        for (size_t i = 0; i < n && i < length; i++)
            if (digits[i] != text[length - 1 - i])
                length = 0;
        if (length >= n)
            return true;
    }
    return false;
}
