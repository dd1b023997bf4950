/* FROM in words: which tables are put together, and by what. */
#include <string.h>

#include "explain/explain.h"

enum { LEFT = 1, RIGHT = 2, NATURAL = 4 };

/* A relation of FROM. */
typedef struct member {
    int32_t relation;
    unsigned how;       /* of the operator before it */
    int32_t constraint; /* ON or USING behind it */
    size_t group;       /* members with the same one are connected */
    size_t links;
} member;

typedef struct join {
    t2s_explainer *e;
    T2S_VECTOR(member) members;
    t2s_nodes conditions; /* that are spelled out */
    t2s_nodes names;      /* column_names of USING, likewise */
    bool has_natural, has_outer, is_odd;
} join;

static unsigned read_operator(const t2s_tree *tree, int32_t operator)
{
    unsigned how = 0;
    t2s_tree_for_each_child (tree, operator, word) {
        if (t2s_sql_says(tree, word, "LEFT"))
            how |= LEFT;
        else if (t2s_sql_says(tree, word, "RIGHT"))
            how |= RIGHT;
        else if (t2s_sql_says(tree, word, "FULL"))
            how |= LEFT | RIGHT;
        else if (t2s_sql_says(tree, word, "NATURAL"))
            how |= NATURAL;
    }
    return how;
}

static void read_members(join *j, int32_t from)
{
    const t2s_tree *tree = j->e->tree;
    unsigned how = 0;
    for (int32_t at = from, next; at != T2S_NO_NODE; at = next) {
        next = t2s_tree_next(tree, from, at);
        if (t2s_sql_is(tree, at, T2S_RULE_join_operator)) {
            how = read_operator(tree, at);
            j->has_outer |= (how & (LEFT | RIGHT)) != 0;
            j->has_natural |= (how & NATURAL) != 0;
        } else if (t2s_sql_is(tree, at, T2S_RULE_table_or_subquery)) {
            int32_t relation = j->e->relation_at[at] - 1;
            member m = {relation, how, T2S_NO_NODE, j->members.count, 0};
            how = 0;
            if (relation < 0) { /* parentheses */
                j->is_odd |=
                    at != t2s_sql_next(tree, t2s_sql_first(tree, from)) ||
                    t2s_sql_next(tree, at) != T2S_NO_NODE;
                how = m.how;
                continue;
            }
            if (!t2s_vector_push(&j->members, m))
                j->e->failed = true;
        } else if (t2s_sql_is(tree, at, T2S_RULE_join_constraint)) {
            if (j->members.count > 0)
                j->members.at[j->members.count - 1].constraint = at;
        } else if (at == from || t2s_sql_is(tree, at, T2S_RULE_join_clause)) {
            continue;
        }
        if (!t2s_sql_is(tree, at, T2S_RULE_join_operator))
            next = t2s_tree_after(tree, from, at);
    }
}

/* Connects the members of two relations. */
static void connect(join *j, int32_t a, int32_t b)
{
    member *one = NULL, *two = NULL;
    size_t from, to;
    for (size_t i = 0; i < j->members.count && t2s_sql_spend(&j->e->scopes);
         i++) {
        if (j->members.at[i].relation == a)
            one = &j->members.at[i];
        if (j->members.at[i].relation == b)
            two = &j->members.at[i];
    }
    if (!one || !two || one == two)
        return;
    one->links++;
    two->links++;
    from = one->group;
    to = two->group;
    for (size_t i = 0; i < j->members.count; i++)
        if (j->members.at[i].group == from)
            j->members.at[i].group = to;
}

/* Whether a condition is the equality of two columns that the schema relates,
 * which goes without saying. */
static bool is_related(join *j, int32_t condition)
{
    t2s_explainer *e = j->e;
    t2s_sql_comparison c;
    t2s_sql_name left, right;
    if (!t2s_sql_compares(&c, e->tree, t2s_sql_bare(e->tree, condition)) ||
        !c.is_equality || !t2s_sql_is_column(e->tree, c.left) ||
        !t2s_sql_is_column(e->tree, c.right))
        return false;
    left = t2s_sql_find_name(&e->scopes, c.left);
    right = t2s_sql_find_name(&e->scopes, c.right);
    return left.relation >= 0 && right.relation >= 0 &&
           left.relation != right.relation && left.column != T2S_NO_ITEM &&
           right.column != T2S_NO_ITEM &&
           t2s_schema_relate(e->schema, left.column, right.column) !=
               T2S_RELATION_NONE;
}

/* Connects what a condition has columns of. */
static void connect_condition(join *j, int32_t condition)
{
    int32_t first = -1;
    t2s_tree_for_each (j->e->tree, condition, node) {
        int32_t relation = t2s_sql_is_column(j->e->tree, node)
                               ? t2s_sql_find_name(&j->e->scopes, node).relation
                               : -1;
        if (relation >= 0 && first >= 0)
            connect(j, first, relation);
        else if (relation >= 0)
            first = relation;
    }
}

/* Reads the constraint behind member i. */
static void read_constraint(join *j, size_t i)
{
    t2s_explainer *e = j->e;
    int32_t at = j->members.at[i].constraint;
    int32_t on = t2s_sql_child(e->tree, at, T2S_RULE_expr);
    int32_t name = t2s_sql_child(e->tree, at, T2S_RULE_column_name);
    t2s_nodes list = {0};
    if (i > 0 && (name != T2S_NO_NODE || (j->members.at[i].how & NATURAL)))
        connect(j, j->members.at[i - 1].relation, j->members.at[i].relation);
    for (; name != T2S_NO_NODE; name = t2s_sql_next(e->tree, name))
        if (t2s_sql_is(e->tree, name, T2S_RULE_column_name))
            t2s_explain_push(e, &j->names, name);
    if (on != T2S_NO_NODE)
        t2s_explain_operands(e, &list, on, "AND");
    for (size_t k = 0; k < list.count; k++) {
        connect_condition(j, list.at[k]);
        if (!is_related(j, list.at[k]))
            t2s_explain_push(e, &j->conditions, list.at[k]);
    }
    t2s_vector_free(&list);
}

/* " where a equals b and c equals d", of what was read so far. */
static void say_conditions(join *j)
{
    t2s_explainer *e = j->e;
    const char *before = " where ";
    for (size_t i = 0; i < j->conditions.count; i++) {
        int32_t expr = j->conditions.at[i];
        bool single =
            t2s_explain_is_possessive(e, expr) || j->conditions.count == 1;
        t2s_say(e, "%s%s%c%s", before, single ? "" : "(", expr,
                single ? "" : ")");
        before = " and ";
    }
    for (size_t i = 0; i < j->names.count; i++) {
        t2s_say(e, i == 0 ? " with the same " : ", ");
        t2s_say_column_name(e, j->names.at[i]);
    }
    if (j->has_natural)
        t2s_say(e, " with the same values in the columns that have the "
                   "same names");
    j->conditions.count = j->names.count = 0;
}

/* Whether some key of b's table refers to a's. */
static bool refers(const t2s_explainer *e, const member *b, const member *a)
{
    const t2sed_schema *schema = e->schema;
    int32_t from = e->scopes.relations.at[b->relation].table;
    int32_t to = e->scopes.relations.at[a->relation].table;
    for (size_t i = 0; schema && from != T2S_NO_ITEM && to != T2S_NO_ITEM &&
                       i < schema->foreign_key_count;
         i++)
        if (schema->columns[schema->foreign_keys[i].from].table == from &&
            schema->columns[schema->foreign_keys[i].to].table == to)
            return true;
    return false;
}

/* The member that the others are found for: of two, the one that is referred
 * to; of more, the one that most conditions join. */
static size_t find_hub(const join *j)
{
    const member *m = j->members.at;
    size_t hub = 0;
    if (j->members.count == 2)
        return refers(j->e, &m[0], &m[1]) && !refers(j->e, &m[1], &m[0]);
    for (size_t i = 1; i < j->members.count; i++)
        if (m[i].links > m[hub].links)
            hub = i;
    return hub;
}

/* Inner joins alone, whose order means nothing. */
static void say_inner(join *j)
{
    t2s_explainer *e = j->e;
    const char *both[] = {"corresponding rows in ", "all rows in "};
    size_t hub, said = 0;
    for (size_t i = 0; i < j->members.count; i++)
        read_constraint(j, i);
    hub = find_hub(j);
    t2s_say(e, "For each row in %r, find ", j->members.at[hub].relation);
    for (size_t part = 0; part < 2; part++) {
        size_t before = said;
        for (size_t i = 0; i < j->members.count; i++) {
            bool is_connected =
                j->members.at[i].group == j->members.at[hub].group;
            if (i == hub || is_connected != (part == 0))
                continue;
            t2s_say(e, said > before ? " and in " : said > 0 ? " and " : "");
            if (said == before) {
                t2s_say(e, "%s%s",
                        part == 0 && j->members.count == 2 ? "the " : "",
                        both[part]);
            }
            t2s_say_relation(e, j->members.at[i].relation);
            said++;
        }
    }
    say_conditions(j);
}

/* With LEFT, RIGHT or FULL, one after another. */
static void say_outer(join *j)
{
    t2s_explainer *e = j->e;
    t2s_say(e, "For each row in %r", j->members.at[0].relation);
    for (size_t i = 1; i < j->members.count; i++) {
        const member *m = &j->members.at[i];
        size_t links = m->links;
        j->has_natural = (m->how & NATURAL) != 0;
        read_constraint(j, i);
        t2s_say(e, "%s%s%r", i == 1 ? ", find " : ", then ",
                m->links > links || j->conditions.count > 0
                    ? "the corresponding rows in "
                    : "all rows in ",
                m->relation);
        say_conditions(j);
        if (m->how & LEFT) {
            t2s_say(e, ", and keep rows of ");
            if (i == 1)
                t2s_say_relation(e, j->members.at[0].relation);
            else
                t2s_say(e, "the tables before");
            t2s_say(e, " without a match");
        }
        if (m->how & RIGHT) {
            t2s_say(e, ", and keep rows of %r without a match", m->relation);
        }
    }
}

t2s_source t2s_explain_from(t2s_explainer *e, int32_t from)
{
    t2s_source source = {-1, 0, false};
    join j = {.e = e};
    if (from == T2S_NO_NODE)
        return source;
    read_members(&j, from);
    if (j.members.count == 1) {
        int32_t query = e->scopes.relations.at[j.members.at[0].relation].query;
        source.relation = j.members.at[0].relation;
        if (query != T2S_NO_NODE && e->result[query] > 0)
            source.step = e->result[query];
    } else if (j.members.count > 0) {
        if (j.is_odd && (j.has_outer || j.has_natural)) {
            t2s_say(e, "put together the rows of %q", from);
        } else if (j.has_outer) {
            say_outer(&j);
        } else {
            say_inner(&j);
        }
        t2s_explain_span(e, from);
        source.step = t2s_explain_finish(e, T2SED_STEP_JOIN, true);
        source.is_joined = true;
    }
    t2s_vector_free(&j.members);
    t2s_vector_free(&j.conditions);
    t2s_vector_free(&j.names);
    return source;
}
