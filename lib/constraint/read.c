/* Reading whole tokens. What the grammar and t2s_binding_next have let through
 * is taken for granted here. */
#include <string.h>

#include "base/string.h"
#include "constraint/binding.h"
#include "grammar.h"

size_t t2s_binding_size(const t2sed_constraint *words)
{
    return sizeof(t2s_binding) +
           T2S_MOST_SETS * words->blocks * sizeof(t2s_words);
}

void t2s_binding_begin(t2s_binding *out, const t2sed_constraint *words)
{
    memset(out, 0, sizeof *out);
    out->stack.count = 1;
    out->set_count = T2S_MOST_EARLY;
    memset(out->sets, 0, T2S_MOST_EARLY * words->blocks * sizeof(t2s_words));
    out->called = -1;
    for (int e = 0; e < T2S_MOST_EARLY; e++)
        out->early[e].owner = -1;
}

void t2s_binding_copy(t2s_binding *out, const t2s_binding *from,
                      const t2sed_constraint *words)
{
    memcpy(out, from,
           sizeof *from + from->set_count * words->blocks * sizeof(t2s_words));
}

uint16_t t2s_binding_find(const t2s_binding *binding,
                          const t2sed_constraint *words, const char *query,
                          const char *text, size_t n)
{
    uint16_t word = t2s_words_find(words, text, n);
    for (size_t i = 0; word == T2S_NO_WORD && i < binding->word_count; i++)
        if (t2s_casecmp_n(query + binding->words[i].begin,
                          binding->words[i].length, text, n) == 0)
            word = (uint16_t)(words->count + i);
    return word;
}

/* ---------------------------------------------------------------- helpers */

static t2s_select *innermost(t2s_binding *b)
{
    return &b->selects[b->select_count - 1];
}

static bool is_at_select(const t2s_binding *b)
{
    return b->select_count &&
           b->selects[b->select_count - 1].level == b->level_count;
}

static t2s_level *top(t2s_binding *b)
{
    return &b->levels[b->level_count - 1];
}

static void add_all(t2s_words *out, const t2s_words *set, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        out[i] |= set[i];
}

/* The result column at hand is complete. */
static void end_column(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select *in = innermost(b);
    if (!in->is_compound && in->name != T2S_NO_WORD)
        t2s_words_add(t2s_set(b, words,
                              in->ranks  ? in->ranked
                              : in->sums ? in->summed
                                         : in->results),
                      in->name);
    if (in->columns >= 0) {
        if (in->sums && in->columns < 64)
            in->summed_columns |= (uint64_t)1 << in->columns;
        in->columns++;
    }
    in->has_aggregate |= in->sums;
    in->sums = in->ranks = false;
    in->tokens = 0;
    in->name = T2S_NO_WORD;
}

/* The clause at hand is complete: result columns, or FROM. */
static void leave(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select *in = innermost(b);
    if (in->clause == T2S_RESULT)
        end_column(b, words);
    if (in->clause <= T2S_ON)
        t2s_sight_resolve(b, words, b->select_count - 1);
    b->is_alone = false;
}

/* A call that may be an aggregate is one. */
static void note_aggregate(t2s_binding *b)
{
    t2s_select *in = innermost(b);
    for (int i = b->level_count; i-- > in->level;)
        b->levels[i].has_aggregate = true;
    in->sums |= in->clause == T2S_RESULT;
}

/* ---------------------------------------------------------------- SELECTs */

static void begin_arm(t2s_binding *b)
{
    t2s_select *in = innermost(b);
    in->clause = T2S_RESULT;
    in->columns = 0;
    in->has_star = in->is_grouped = in->has_aggregate = false;
    in->sums = in->ranks = false;
    in->tokens = 0;
    in->name = T2S_NO_WORD;
    b->relation_count = in->first_relation;
}

static void push_select(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select *in = &b->selects[b->select_count], *around = in - 1;
    memset(in, 0, sizeof *in);
    in->level = b->level_count;
    in->purpose = b->level_count ? top(b)->kind : T2S_IN_GROUP;
    in->outer = -1;
    if (b->select_count)
        in->outer = in->purpose == T2S_IN_FROM || in->purpose == T2S_IN_CTE
                        ? around->outer
                    : around->clause == T2S_LIMIT
                        ? -1
                        : (int8_t)(b->select_count - 1);
    if (b->level_count &&
        (in->purpose == T2S_IN_GROUP || in->purpose == T2S_IN_LIST))
        in->expected = 1;
    else if (in->purpose == T2S_IN_CTE && b->ctes[b->cte_count - 1].has_names)
        in->expected = b->ctes[b->cte_count - 1].width;
    in->first_relation = b->relation_count;
    in->first_cte = b->cte_count;
    b->select_count++;
    in->bare = t2s_sight_set(b, words);
    in->quoted = t2s_sight_set(b, words);
    in->results = t2s_sight_set(b, words);
    in->summed = t2s_sight_set(b, words);
    in->ranked = t2s_sight_set(b, words);
}

/* Adds a relation to the innermost SELECT; `set` is copied to one that lasts
 * as long. */
static void add_relation(t2s_binding *b, const t2sed_constraint *words,
                         t2s_relation_in relation)
{
    const int select = b->select_count - 1;
    t2s_relation_in *last = &b->relations[b->relation_count];
    t2s_words shared[T2S_MOST_BLOCKS];
    if (b->relation_count == T2S_MOST_RELATIONS) {
        b->is_full = true;
        return;
    }
    relation.hidden = T2S_NO_SET;
    *last = relation;
    b->relation_count++;
    if (!(b->join & T2S_JOIN_NATURAL))
        return;
    t2s_sight_shared(shared, b, words, select);
    last->hidden = t2s_sight_set(b, words);
    add_all(t2s_set(b, words, last->hidden), shared, words->blocks);
}

static void read_compound(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select *in = innermost(b);
    t2s_cte *cte;
    leave(b, words);
    if (!in->is_compound && in->expected == 0)
        in->expected = in->columns;
    in->is_compound = true;
    if (in->purpose != T2S_IN_CTE)
        return;
    cte = &b->ctes[in->first_cte - 1];
    if (cte->has_names)
        return;
    cte->width = in->columns < 0 ? 1 : in->columns;
    add_all(t2s_set(b, words, cte->set), t2s_set(b, words, in->results),
            words->blocks);
    add_all(t2s_set(b, words, cte->set), t2s_set(b, words, in->summed),
            words->blocks);
    add_all(t2s_set(b, words, cte->set), t2s_set(b, words, in->ranked),
            words->blocks);
}

/* The ")" of a SELECT. */
static void pop_select(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select in;
    t2s_words *kept;
    leave(b, words);
    in = *innermost(b);
    /* Its sets go; the names of its results take the place of the first. */
    kept = t2s_set(b, words, in.bare);
    add_all(kept, t2s_set(b, words, in.results), words->blocks);
    add_all(kept, t2s_set(b, words, in.summed), words->blocks);
    add_all(kept, t2s_set(b, words, in.ranked), words->blocks);
    b->select_count--;
    b->relation_count = in.first_relation;
    b->cte_count = in.first_cte;
    b->set_count = in.bare;
    if (in.purpose == T2S_IN_FROM) {
        b->set_count = (uint16_t)(in.bare + 1);
        add_relation(b, words,
                     (t2s_relation_in){T2S_NO_WORD, -1, in.bare, T2S_NO_SET});
    } else if (in.purpose == T2S_IN_CTE) {
        t2s_cte *cte = &b->ctes[b->cte_count - 1];
        cte->is_open = false;
        if (!cte->has_names)
            add_all(t2s_set(b, words, cte->set), kept, words->blocks);
    }
}

/* ------------------------------------------------------------ parentheses */

static void open_level(t2s_binding *b)
{
    t2s_level *level = &b->levels[b->level_count];
    t2s_level_kind kind = T2S_IN_GROUP;
    const t2s_select *in = b->select_count ? innermost(b) : NULL;
    bool at_select = is_at_select(b);
    memset(level, 0, sizeof *level);
    level->function = -1;
    if (b->operand.is_open)
        kind = T2S_IN_CALL;
    else if (b->last == TK_EXISTS)
        kind = T2S_IN_EXISTS;
    else if (b->last == TK_IN)
        kind = T2S_IN_LIST;
    else if (b->last == TK_CAST)
        kind = T2S_IN_CAST;
    else if (b->last == TK_OVER)
        kind = T2S_IN_OVER;
    else if (b->last == TK_FILTER)
        kind = T2S_IN_FILTER;
    else if (b->last == TK_USING)
        kind = T2S_IN_USING;
    else if (at_select && in->clause == T2S_WITH)
        kind = b->last == TK_ID || b->last == TK_STRING ? T2S_IN_NAMES
                                                        : T2S_IN_CTE;
    else if (at_select && in->clause == T2S_FROM)
        kind = T2S_IN_FROM;
    else if (b->level_count && top(b)->kind == T2S_IN_CAST && b->last == TK_ID)
        kind = T2S_IN_TYPE;
    level->kind = (uint8_t)kind;
    if (kind == T2S_IN_FILTER)
        level->function = b->called;
    b->level_count++;
}

static void close_level(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_level level;
    if (is_at_select(b))
        pop_select(b, words);
    level = b->levels[--b->level_count];
    if (level.kind == T2S_IN_FILTER) {
        b->called = level.function;
        b->called_kind = T2S_AGGREGATE;
        b->is_filtered = true;
    } else if (level.kind == T2S_IN_CALL) {
        const t2s_word_function *called = &t2s_word_functions[level.function];
        b->called = level.function;
        b->called_kind = called->kind;
        b->is_filtered = false;
        if (called->kind == T2S_EXTREME)
            b->called_kind =
                level.arguments ? T2S_SCALAR : (uint8_t)T2S_AGGREGATE;
        if (called->kind == T2S_AGGREGATE && level.has_aggregate)
            b->called_kind = T2S_WINDOW; /* sum(count(*)) OVER () */
    }
}

/* ------------------------------------------------------------------ names */

/* What was read as a name turns out to be a column, or is called. */
static void settle(t2s_binding *b, const t2sed_constraint *words, int kind)
{
    const t2s_operand operand = b->operand;
    t2s_select *in = innermost(b);
    b->operand.is_open = false;
    if (kind == TK_DOT) {
        b->qualifier = operand.word;
        return;
    }
    if (kind == TK_LP) {
        t2s_level *level = top(b);
        level->function = words->words[operand.word].function;
        return;
    }
    if (operand.word != T2S_NO_WORD && !operand.is_bound)
        t2s_sight_bind(b, words, b->select_count - 1, operand.word,
                       operand.is_quoted);
    if (in->clause == T2S_RESULT && in->tokens == 1 &&
        operand.word != T2S_NO_WORD && is_at_select(b))
        in->name = operand.word;
    b->is_alone = operand.must_stand_alone;
}

static bool has_bit(const t2s_words *set, uint16_t word)
{
    return word != T2S_NO_WORD && t2s_words_has(set, word);
}

static void read_operand(t2s_binding *b, const t2sed_constraint *words,
                         const t2s_next *next, const t2s_token_read *token)
{
    const uint16_t word = token->word;
    const t2s_select *in = innermost(b);
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    t2s_operand *read = &b->operand;
    memset(read, 0, sizeof *read);
    read->is_open = true;
    read->word = word;
    read->is_bound = !token->is_quoted && next->takes_constants &&
                     has_bit(words->constants, word) &&
                     !has_bit(next->columns, word);
    read->is_column = read->is_bound || has_bit(next->columns, word) ||
                      (token->is_quoted && next->takes_text) || next->takes_new;
    read->is_function = !token->is_quoted && has_bit(next->calls, word);
    read->is_table =
        has_bit(next->tables, word) ||
        (next->takes_early && word != T2S_NO_WORD && !token->is_quoted &&
         (words->options.max_early_alias < 0 ||
          token->spelled.length <= words->options.max_early_alias));
    read->is_quoted = token->is_quoted;
    if (in->clause == T2S_ORDER && is_at_select(b)) {
        t2s_sight_count(once, twice, b, words, b->select_count - 1);
        read->must_stand_alone =
            in->is_compound ||
            (has_bit(twice, word) && (b->last == TK_BY || b->last == TK_COMMA));
    }
}

static uint16_t new_word(t2s_binding *b, const t2sed_constraint *words,
                         const t2s_token_read *token)
{
    if (token->word != T2S_NO_WORD)
        return token->word;
    if (b->word_count == T2S_NEW_WORDS) {
        b->is_full = true;
        return 0;
    }
    b->words[b->word_count] = token->spelled;
    return (uint16_t)(words->count + b->word_count++);
}

static bool read_table(t2s_binding *b, const t2sed_constraint *words,
                       uint16_t word)
{
    t2s_relation_in relation = {word, -1, 0, T2S_NO_SET};
    int cte = -1;
    t2s_select *in = innermost(b);
    for (int c = b->cte_count; c-- > 0 && cte < 0;)
        if (b->ctes[c].name == word &&
            (!b->ctes[c].is_open || c + 1 == in->first_cte)) {
            cte = c;
            relation.set = b->ctes[c].set;
            in->is_recursive |= b->ctes[c].is_open;
        }
    if (cte < 0) {
        if (word >= words->count || words->words[word].table < 0)
            return false;
        relation.table = words->words[word].table;
    }
    add_relation(b, words, relation);
    return true;
}

static bool read_name(t2s_binding *b, const t2sed_constraint *words,
                      const t2s_next *next, const t2s_token_read *token)
{
    t2s_select *in = b->select_count ? innermost(b) : NULL;
    t2s_token_read named = *token;
    uint16_t word;
    if (next->role == T2S_NO_NAME)
        return false;
    if (next->role == T2S_OPERAND && token->word == T2S_NO_WORD &&
        token->is_quoted) {
        read_operand(b, words, next, &named); /* a string */
        return true;
    }
    if (next->role == T2S_TYPE)
        return true;
    word = named.word = new_word(b, words, token);
    if (!t2s_sight_may_name(b, words, next->role, word))
        return false;
    switch (next->role) {
    case T2S_OPERAND:
        read_operand(b, words, next, &named);
        break;
    case T2S_COLUMN:
        t2s_sight_bind_qualified(b, words, b->select_count - 1, b->qualifier,
                                 word);
        if (in->clause == T2S_RESULT && in->tokens == 3 && is_at_select(b))
            in->name = word;
        break;
    case T2S_TABLE:
        return read_table(b, words, word);
    case T2S_RESULT_ALIAS:
        in->name = word;
        break;
    case T2S_TABLE_ALIAS:
        b->relations[b->relation_count - 1].name = word;
        break;
    case T2S_CTE_NAME:
        b->ctes[b->cte_count] =
            (t2s_cte){word, t2s_sight_set(b, words), -1, true, false};
        b->cte_count++;
        break;
    case T2S_CTE_COLUMN: {
        t2s_cte *cte = &b->ctes[b->cte_count - 1];
        t2s_words_add(t2s_set(b, words, cte->set), word);
        cte->width = (int16_t)(cte->has_names ? cte->width + 1 : 1);
        cte->has_names = true;
        break;
    }
    case T2S_USING_COLUMN: {
        t2s_relation_in *last = &b->relations[b->relation_count - 1];
        if (last->hidden == T2S_NO_SET)
            last->hidden = t2s_sight_set(b, words);
        t2s_words_add(t2s_set(b, words, last->hidden), word);
        break;
    }
    default:
        break;
    }
    return true;
}

/* ----------------------------------------------------------------- tokens */

static void read_join_word(t2s_binding *b, const t2sed_constraint *words,
                           uint16_t word)
{
    if (!b->is_join)
        b->join = 0;
    switch (t2s_ascii_lower(words->words[word].text[0])) {
    case 'n':
        b->join |= T2S_JOIN_NATURAL;
        break;
    case 'o':
        b->join |= T2S_JOIN_OUTER;
        break;
    case 'i':
    case 'c':
        b->join |= T2S_JOIN_OTHER;
        break;
    default:
        b->join |= T2S_JOIN_SIDE;
    }
}

static void read_comma(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select *in = innermost(b);
    b->is_alone = false;
    if (!is_at_select(b)) {
        top(b)->arguments++;
    } else if (in->clause == T2S_RESULT) {
        end_column(b, words);
    } else if (in->clause == T2S_ON || in->clause == T2S_FROM) {
        in->clause = T2S_FROM;
        b->join = 0;
    }
}

static void read_star(t2s_binding *b, const t2sed_constraint *words)
{
    t2s_select *in = innermost(b);
    if (b->last == TK_DOT) {
        t2s_sight_bind_qualified(b, words, b->select_count - 1, b->qualifier,
                                 T2S_NO_WORD);
        in->columns = -1;
    } else if (b->is_star) {
        if (is_at_select(b)) {
            in->has_star = true;
            in->columns = -1;
        } else {
            top(b)->is_star = true;
        }
    }
}

/* Keywords that begin a clause of the innermost SELECT. */
static void read_clause(t2s_binding *b, const t2sed_constraint *words, int kind)
{
    t2s_select *in = innermost(b);
    if (kind == TK_FROM) {
        if (b->last == TK_DISTINCT)
            return;
        end_column(b, words);
        in->clause = T2S_FROM;
        b->join = 0;
        return;
    }
    leave(b, words);
    switch (kind) {
    case TK_WHERE:
        in->clause = T2S_WHERE;
        break;
    case TK_GROUP:
        in->clause = T2S_GROUP;
        in->is_grouped = true;
        break;
    case TK_HAVING:
        in->clause = T2S_HAVING;
        break;
    case TK_ORDER:
        in->clause = T2S_ORDER;
        in->was_ordered = true;
        break;
    default:
        in->clause = T2S_LIMIT;
        in->was_ordered = true;
    }
}

static void read_keyword(t2s_binding *b, const t2sed_constraint *words,
                         const t2s_token_read *token)
{
    const int kind = token->kind;
    switch (kind) {
    case TK_WITH:
        push_select(b, words);
        break;
    case TK_SELECT:
        if (!is_at_select(b))
            push_select(b, words);
        begin_arm(b);
        break;
    case TK_UNION:
    case TK_EXCEPT:
    case TK_INTERSECT:
        read_compound(b, words);
        break;
    case TK_FROM:
    case TK_WHERE:
    case TK_GROUP:
    case TK_HAVING:
    case TK_ORDER:
    case TK_LIMIT:
        if (is_at_select(b))
            read_clause(b, words, kind);
        break;
    case TK_COMMA:
        read_comma(b, words);
        break;
    case TK_STAR:
        read_star(b, words);
        break;
    case TK_JOIN_KW:
        innermost(b)->clause = T2S_FROM;
        read_join_word(b, words, token->word);
        break;
    case TK_JOIN:
        innermost(b)->clause = T2S_FROM;
        if (!b->is_join)
            b->join = 0;
        break;
    case TK_ON:
        innermost(b)->clause = T2S_ON;
        break;
    case TK_DISTINCT:
        if (b->last == TK_LP)
            top(b)->is_distinct = true;
        break;
    case TK_ROWS:
    case TK_RANGE:
    case TK_GROUPS:
        top(b)->frame |= T2S_FRAME_ANY;
        if (kind == TK_ROWS)
            top(b)->frame |= T2S_FRAME_ROWS;
        break;
    case TK_BETWEEN:
        if (b->level_count && top(b)->frame)
            top(b)->frame |= T2S_FRAME_BETWEEN;
        break;
    case TK_AND:
        if (b->level_count && top(b)->frame)
            top(b)->frame |= T2S_FRAME_END;
        break;
    default:
        break;
    }
}

/* What a result column has beside a name. */
static void count_token(t2s_binding *b, int kind, t2s_role role)
{
    t2s_select *in = innermost(b);
    if (in->clause != T2S_RESULT)
        return;
    switch (kind) {
    case TK_AS:
    case TK_COMMA:
    case TK_FROM:
    case TK_SELECT:
    case T2S_TK_END:
        return;
    default:
        if (kind == TK_DISTINCT && in->tokens == 0)
            return;
        if (role == T2S_RESULT_ALIAS && (kind == TK_ID || kind == TK_STRING))
            return;
        if (in->tokens < 200)
            in->tokens++;
        if (kind != TK_DOT && in->tokens > 1)
            in->name = T2S_NO_WORD;
    }
}

bool t2s_binding_read(t2s_binding *b, const t2sed_constraint *words,
                      const t2s_next *next, const t2s_token_read *token)
{
    const int kind = token->kind;
    const bool is_name = kind == TK_ID ||
                         (kind == TK_JOIN_KW && !t2s_next_has(next, kind)) ||
                         (kind == TK_STRING && next->role > T2S_OPERAND);
    const bool may_aggregate =
        b->select_count && words->has_schema && t2s_binding_aggregates(b);
    const bool may_window = may_aggregate && t2s_binding_windows(b);
    const bool was_operand = b->operand.is_open;
    const int16_t called = b->called;
    if (!words->has_schema) {
        b->last = (uint8_t)kind;
        return t2s_sql_stack_push(&b->stack, kind);
    }
    b->is_star = next->role == T2S_OPERAND;
    if (called >= 0 && kind == TK_OVER)
        innermost(b)->ranks |= innermost(b)->clause == T2S_RESULT;
    else if (called >= 0 && kind != TK_FILTER &&
             b->called_kind == T2S_AGGREGATE)
        note_aggregate(b);
    if (kind != TK_FILTER)
        b->called = -1;
    if (kind == TK_LP) {
        open_level(b);
        top(b)->may_aggregate = may_aggregate;
        top(b)->may_window = may_window;
        b->called = -1;
    }
    if (kind == TK_INTEGER && next->is_place && innermost(b)->is_compound)
        b->is_alone = innermost(b)->clause == T2S_ORDER;
    if (was_operand)
        settle(b, words, kind);
    if (b->select_count)
        count_token(b, kind, next->role);
    if (is_name) {
        if (!read_name(b, words, next, token))
            return false;
    } else if (kind == TK_RP) {
        close_level(b, words);
    } else if (kind == T2S_TK_END) {
        leave(b, words);
    } else {
        read_keyword(b, words, token);
    }
    b->is_join = kind == TK_JOIN_KW && !is_name;
    b->last = (uint8_t)kind;
    return !b->is_full && t2s_sql_stack_push(&b->stack, kind);
}
