/* draft_read.c - taking a query apart. */
#include <string.h>

#include "base/error.h"
#include "correct/draft.h"

typedef struct reader {
    t2s_draft *draft;
    t2s_desk *desk;
    const t2s_tree *tree;
    t2s_sql_scopes scopes;
    int core;                           /* being read */
    int32_t relations[T2S_DRAFT_CORES]; /* the first of each core's scope */
    int depth;
    bool beyond; /* more than a draft holds */
} reader;

#define MOST_CHILDREN 40

static const t2s_node *at(const reader *r, int32_t node)
{
    return &r->tree->nodes[node];
}

static t2s_core *core_of(reader *r)
{
    return &r->draft->cores[r->core];
}

/* The first children of a node: nothing that is looked for has more. */
static int children(const reader *r, int32_t out[MOST_CHILDREN], int32_t node)
{
    int count = 0;
    t2s_tree_for_each_child (r->tree, node, child) {
        if (count == MOST_CHILDREN)
            break;
        out[count++] = child;
    }
    return count;
}

static t2s_ref opaque(const reader *r, int32_t node)
{
    return (t2s_ref){.column = T2S_OPAQUE,
                     .relation = -1,
                     .function = T2S_NO_FUNCTION,
                     .begin = at(r, node)->begin,
                     .end = at(r, node)->end};
}

/* Bytes may refer to any relation. */
static void pin(reader *r, int32_t node)
{
    t2s_tree_for_each (r->tree, node, inner) {
        if (!t2s_sql_is(r->tree, inner, T2S_RULE_expr) ||
            !t2s_sql_is_column(r->tree, inner))
            continue;
        t2s_sql_name name = t2s_sql_find_name(&r->scopes, inner);
        for (int c = 0; c < r->draft->core_count; c++) {
            t2s_core *core = &r->draft->cores[c];
            int place = 0;
            for (int32_t i = r->relations[c]; i >= 0 && name.relation >= 0;
                 i = r->scopes.relations.at[i].next, place++)
                if (i == name.relation && place < core->relation_count)
                    core->relations[place].is_pinned = true;
        }
    }
}

static bool read_column(reader *r, t2s_ref *ref, int32_t expr)
{
    t2s_sql_name name;
    int place = 0;
    if (!t2s_sql_is(r->tree, expr, T2S_RULE_expr) ||
        !t2s_sql_is_column(r->tree, expr))
        return false;
    name = t2s_sql_find_name(&r->scopes, expr);
    if (name.column == T2S_NO_ITEM || name.relation < 0)
        return false;
    for (int32_t i = r->relations[r->core]; i >= 0;
         i = r->scopes.relations.at[i].next, place++) {
        if (i != name.relation || place >= core_of(r)->relation_count ||
            core_of(r)->relations[place].table == T2S_NO_ITEM)
            continue;
        ref->column = name.column;
        ref->relation = (int8_t)place;
        ref->is_qualified = at(r, expr)->first_child != at(r, expr)->last_child;
        return true;
    }
    return false;
}

static int number_of(const char *text, const char *const *names, int count)
{
    for (int i = 0; text && i < count; i++)
        if (t2s_casecmp(text, names[i]) == 0)
            return i;
    return -1;
}

/* A column, "*" or an aggregate of one; otherwise opaque. */
static t2s_ref read_ref(reader *r, int32_t expr)
{
    t2s_ref ref = opaque(r, expr);
    int32_t child[MOST_CHILDREN];
    int count = children(r, child, expr), next = 2;
    int function =
        number_of(t2s_sql_function(r->tree, expr), t2s_draft_functions, 5);
    if (read_column(r, &ref, expr))
        return ref;
    if (function != T2S_NO_FUNCTION && count >= 4 && count <= 5) {
        ref.distinct = t2s_sql_says(r->tree, child[2], "DISTINCT");
        next += ref.distinct;
        if (next == count - 2 && t2s_sql_says(r->tree, child[next], "*")) {
            ref.column = T2S_STAR;
            ref.function = (int8_t)function;
            return ref;
        }
        if (next == count - 2 && read_column(r, &ref, child[next])) {
            ref.function = (int8_t)function;
            return ref;
        }
    }
    ref = opaque(r, expr);
    pin(r, expr);
    return ref;
}

/* A literal as one of the desk's values, or T2S_NO_VALUE. */
static int16_t read_value(reader *r, int32_t expr)
{
    const t2s_node *node = at(r, expr);
    const char *text = r->desk->text + node->begin;
    size_t n = node->end - node->begin;
    t2s_literal value = {.column = T2S_NO_ITEM,
                         .sources = T2S_IN_QUERY,
                         .is_number = true,
                         .text = text,
                         .size = (uint32_t)n};
    if (n >= 2 && (text[0] == '\'' || text[0] == '"')) {
        if (text[0] == '"' && t2s_sql_find_name(&r->scopes, expr).has)
            return T2S_NO_VALUE;
        if (memchr(text + 1, text[0], n - 2))
            return T2S_NO_VALUE; /* doubled quotes stay as they are */
        value.is_number = false;
        value.quote = text[0];
        value.text++;
        value.size -= 2;
    } else if (!t2s_is_digit(text[0]) &&
               !(n > 1 && text[0] == '-' && t2s_is_digit(text[1]))) {
        return T2S_NO_VALUE;
    }
    for (size_t i = 0; i < n; i++)
        if (value.is_number && !t2s_is_digit(text[i]) && text[i] != '.' &&
            !(i == 0 && text[i] == '-'))
            return T2S_NO_VALUE;
    if (r->desk->values.count > 1000)
        r->beyond = true;
    else if (!t2s_vector_push(&r->desk->values, value))
        r->desk->failed = true;
    else
        return (int16_t)(r->desk->values.count - 1);
    return T2S_NO_VALUE;
}

static int read_statement(reader *r, int32_t stmt, int parent);

/* "(" select_stmt ")" as a core, or -1. */
static int read_query(reader *r, int32_t expr)
{
    int32_t child[MOST_CHILDREN];
    int count = children(r, child, expr), core = r->core, made;
    if (count != 3 || !t2s_sql_is(r->tree, child[1], T2S_RULE_select_stmt))
        return -1;
    made = read_statement(r, child[1], core);
    r->core = core;
    return made;
}

static int operator_number(const char *text)
{
    return t2s_casecmp(text, "<>") == 0 ? T2S_OPERATOR_NOT_EQUAL
           : t2s_casecmp(text, "==") == 0
               ? T2S_OPERATOR_EQUAL
               : number_of(text, t2s_draft_operators, 9);
}

/* A comparison of a column with a literal or a SELECT; false: it is another
 * expression. */
static bool understand_test(reader *r, t2s_test *made, int32_t expr)
{
    int32_t child[MOST_CHILDREN];
    int count = children(r, child, expr), next = 1;
    if (count < 3 || !t2s_sql_is(r->tree, child[0], T2S_RULE_expr))
        return false;
    made->is_negated = t2s_sql_says(r->tree, child[1], "NOT");
    next += made->is_negated;
    if (!t2s_tree_is_terminal(r->tree, child[next]) || next + 1 >= count)
        return false;
    made->op = (int8_t)operator_number(at(r, child[next])->text);
    made->left = read_ref(r, child[0]);
    if (made->op < 0 || made->left.column == T2S_OPAQUE)
        return false;
    if (made->op == T2S_OPERATOR_BETWEEN) {
        if (count != next + 4)
            return false;
        made->values[1] = read_value(r, child[next + 3]);
        if (made->values[1] == T2S_NO_VALUE)
            return false;
    } else if (count != next + 2) {
        return false;
    }
    made->core = (int8_t)read_query(r, child[next + 1]);
    if (made->core < 0 && made->op != T2S_OPERATOR_IN)
        made->values[0] = read_value(r, child[next + 1]);
    return made->core >= 0 || made->values[0] != T2S_NO_VALUE;
}

static t2s_test read_test(reader *r, int32_t expr)
{
    const t2s_test opaque_test = {.left = opaque(r, expr),
                                  .op = -1,
                                  .core = -1,
                                  .values = {T2S_NO_VALUE, T2S_NO_VALUE},
                                  .begin = at(r, expr)->begin,
                                  .end = at(r, expr)->end};
    t2s_test made = opaque_test;
    if (understand_test(r, &made, expr))
        return made;
    pin(r, expr);
    return opaque_test;
}

/* The operands of AND and OR in the order of the text. */
static void read_tests(reader *r, t2s_test *list, uint8_t *count, int most,
                       int32_t expr, bool after_or)
{
    int32_t child[MOST_CHILDREN];
    int n = children(r, child, expr);
    if (n == 3 && t2s_sql_is(r->tree, child[0], T2S_RULE_expr) &&
        (t2s_sql_says(r->tree, child[1], "AND") ||
         t2s_sql_says(r->tree, child[1], "OR")) &&
        r->depth < 50) {
        r->depth++;
        read_tests(r, list, count, most, child[0], after_or);
        read_tests(r, list, count, most, child[2],
                   t2s_sql_says(r->tree, child[1], "OR"));
        r->depth--;
        return;
    }
    if (*count == most) {
        r->beyond = true;
        return;
    }
    list[*count] = read_test(r, expr);
    list[(*count)++].after_or = after_or;
}

static void read_from(reader *r, int32_t node)
{
    t2s_core *core = core_of(r);
    int32_t from = t2s_sql_child(r->tree, node, T2S_RULE_from_clause);
    int32_t scope = T2S_NO_SCOPE;
    r->relations[r->core] = -1;
    if (from == T2S_NO_NODE)
        return;
    core->from_begin = at(r, from)->begin;
    core->from_end = at(r, from)->end;
    for (size_t i = 0; i < r->scopes.scopes.count; i++)
        if (r->scopes.scopes.at[i].core == node)
            scope = (int32_t)i;
    if (scope == T2S_NO_SCOPE)
        return;
    r->relations[r->core] = r->scopes.scopes.at[scope].first;
    t2s_for_each_relation (&r->scopes, scope, i) {
        const t2s_sql_relation *relation = &r->scopes.relations.at[i];
        const bool is_table = relation->origin == T2S_FROM_TABLE;
        if (core->relation_count == T2S_DRAFT_RELATIONS) {
            r->beyond = true;
            break;
        }
        core->relations[core->relation_count++] = (t2s_placed){
            .table = is_table ? relation->table : T2S_NO_ITEM,
            .name = relation->name.at,
            .name_size = (uint32_t)relation->name.n,
            .is_aliased = relation->aliased,
            .is_pinned = !is_table || relation->table == T2S_NO_ITEM};
    }
    core->given_relations = core->relation_count;
}

static void add_ref(reader *r, t2s_ref *list, uint8_t *count, int most,
                    t2s_ref ref)
{
    if (*count == most)
        r->beyond = true;
    else
        list[(*count)++] = ref;
}

static void read_items(reader *r, int32_t node)
{
    t2s_core *core = core_of(r);
    int32_t result = t2s_sql_child(r->tree, node, T2S_RULE_result_clause);
    r->beyond |= result == T2S_NO_NODE;
    if (r->beyond)
        return;
    core->is_distinct =
        t2s_sql_child_word(r->tree, node, "DISTINCT") != T2S_NO_NODE;
    t2s_tree_for_each_child (r->tree, result, item) {
        int32_t child[MOST_CHILDREN];
        t2s_ref ref;
        int count;
        if (!t2s_sql_is(r->tree, item, T2S_RULE_result_column))
            continue;
        count = children(r, child, item);
        ref = opaque(r, item);
        if (count == 1 && t2s_sql_says(r->tree, child[0], "*"))
            ref.column = T2S_STAR;
        else if (count == 1 && t2s_sql_is(r->tree, child[0], T2S_RULE_expr))
            ref = read_ref(r, child[0]);
        else
            pin(r, item);
        add_ref(r, core->items, &core->item_count, T2S_DRAFT_LIST, ref);
    }
}

static void read_groups(reader *r, int32_t node)
{
    t2s_core *core = core_of(r);
    int32_t clause = t2s_sql_child(r->tree, node, T2S_RULE_group_by_clause);
    bool having = false;
    if (clause == T2S_NO_NODE)
        return;
    t2s_tree_for_each_child (r->tree, clause, child) {
        having |= t2s_sql_says(r->tree, child, "HAVING");
        if (!t2s_sql_is(r->tree, child, T2S_RULE_expr))
            continue;
        if (having)
            read_tests(r, core->havings, &core->having_count, T2S_DRAFT_SHORT,
                       child, false);
        else
            add_ref(r, core->groups, &core->group_count, T2S_DRAFT_SHORT,
                    read_ref(r, child));
    }
}

static void read_order(reader *r, int32_t node)
{
    t2s_core *core = core_of(r);
    t2s_tree_for_each_child (r->tree, node, term) {
        int32_t child[MOST_CHILDREN];
        t2s_ref ref;
        int count;
        if (!t2s_sql_is(r->tree, term, T2S_RULE_ordering_term))
            continue;
        count = children(r, child, term);
        if (count < 1 || count > 2 ||
            !t2s_sql_is(r->tree, child[0], T2S_RULE_expr)) {
            ref = opaque(r, term);
            pin(r, term);
        } else {
            ref = read_ref(r, child[0]);
            if (count == 2)
                ref.way = t2s_casecmp(
                              at(r, t2s_sql_terminal(r->tree, child[1]))->text,
                              "DESC") == 0
                              ? T2S_WAY_DESC
                              : T2S_WAY_ASC;
        }
        add_ref(r, core->orders, &core->order_count, T2S_DRAFT_SHORT, ref);
    }
}

static void read_limit(reader *r, int32_t node)
{
    t2s_core *core = core_of(r);
    int32_t child[MOST_CHILDREN];
    int count = children(r, child, node);
    core->limit = count == 2 ? read_value(r, child[1]) : T2S_NO_VALUE;
    if (core->limit == T2S_NO_VALUE) {
        core->limit = T2S_OPAQUE;
        pin(r, node);
    }
    core->limit_begin = at(r, node)->begin;
    core->limit_end = at(r, node)->end;
}

static void read_core(reader *r, int32_t node)
{
    t2s_core *core = core_of(r);
    int32_t where = t2s_sql_child(r->tree, node, T2S_RULE_where_clause);
    core->begin = at(r, node)->begin;
    core->end = at(r, node)->end;
    read_from(r, node);
    read_items(r, node);
    if (where != T2S_NO_NODE)
        t2s_tree_for_each_child (r->tree, where, child)
            if (t2s_sql_is(r->tree, child, T2S_RULE_expr))
                read_tests(r, core->tests, &core->test_count, T2S_DRAFT_LIST,
                           child, false);
    if (!r->beyond)
        read_groups(r, node);
}

static int compound_number(const reader *r, int32_t node)
{
    const int32_t word = at(r, node)->first_child;
    return word == T2S_NO_NODE || at(r, node)->last_child != word
               ? -1 /* UNION ALL */
               : number_of(at(r, t2s_sql_terminal(r->tree, word))->text,
                           t2s_draft_compounds, 4);
}

static int new_core(reader *r, int parent)
{
    t2s_core *core = &r->draft->cores[r->draft->core_count];
    if (r->draft->core_count == T2S_DRAFT_CORES) {
        r->beyond = true;
        return -1;
    }
    memset(core, 0, sizeof *core);
    core->compound = core->next = -1;
    core->parent = (int8_t)parent;
    core->limit = T2S_NO_VALUE;
    return r->draft->core_count++;
}

/* Reads a statement, without what stands before its first SELECT, and returns
 * its first core. */
static int read_statement(reader *r, int32_t stmt, int parent)
{
    int first = -1, compound = -1;
    if (++r->depth > 50)
        r->beyond = true;
    t2s_tree_for_each_child (r->tree, stmt, child) {
        if (r->beyond)
            break;
        if (t2s_sql_is(r->tree, child, T2S_RULE_select_core)) {
            int made = new_core(r, parent);
            if (made < 0)
                break;
            if (first < 0) {
                first = made;
            } else {
                r->draft->cores[r->core].next = (int8_t)made;
                r->draft->cores[r->core].compound = (int8_t)compound;
                r->beyond |= compound < 0;
            }
            r->core = made;
            read_core(r, child);
            r->core = made;
        } else if (t2s_sql_is(r->tree, child, T2S_RULE_compound_operator)) {
            compound = compound_number(r, child);
        } else if (t2s_sql_is(r->tree, child, T2S_RULE_order_by_stmt)) {
            read_order(r, child);
        } else if (t2s_sql_is(r->tree, child, T2S_RULE_limit_stmt)) {
            read_limit(r, child);
        } else if (parent >= 0 || first >= 0) {
            r->beyond = true;
        }
    }
    r->depth--;
    return first;
}

/* Aliases are borrowed from the tree, which does not live as long. */
static void keep_names(reader *r)
{
    for (int c = 0; c < r->draft->core_count; c++) {
        t2s_core *core = &r->draft->cores[c];
        for (int i = 0; i < core->relation_count; i++) {
            t2s_placed *placed = &core->relations[i];
            if (!placed->is_aliased) {
                placed->name = NULL;
                continue;
            }
            placed->name = t2s_arena_strndup(&r->desk->arena, placed->name,
                                             placed->name_size);
            r->desk->failed |= !placed->name;
        }
    }
}

t2sed_status t2s_draft_read(t2s_draft *out, bool *understood, t2s_desk *desk,
                            const t2sed_sql *sql, t2sed_error *err)
{
    reader r = {.draft = out, .desk = desk, .tree = &sql->full};
    t2s_string again = {0};
    t2sed_status status =
        t2s_sql_scopes_find(&r.scopes, &sql->full, desk->schema, err);
    memset(out, 0, sizeof *out);
    *understood = false;
    if (status == T2SED_OK) {
        read_statement(&r, sql->full.root, -1);
        keep_names(&r);
    }
    if (status == T2SED_OK && !r.beyond && out->core_count && !desk->failed) {
        out->prefix = out->cores[0].begin;
        t2s_draft_print(&again, desk, out);
        *understood =
            !again.failed && again.text &&
            t2s_same_tokens(again.text, again.length, desk->text, desk->length);
        desk->failed |= again.failed;
    }
    t2s_string_free(&again);
    t2s_sql_scopes_free(&r.scopes);
    return status == T2SED_OK && desk->failed ? t2s_fail_memory(err) : status;
}
