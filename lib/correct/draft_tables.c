/* draft_tables.c - which tables join which, and the FROM of a draft. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "correct/draft.h"

/* --- routes --- */

static void join(t2s_routes *r, int32_t a, int32_t b, int32_t cost)
{
    const t2s_column *columns = r->schema->columns;
    int32_t s = columns[a].table, t = columns[b].table;
    int32_t there = s * r->count + t, back = t * r->count + s;
    if (s == t || (r->from[there] >= 0 && r->length[there] <= cost))
        return;
    r->from[there] = r->to[back] = a;
    r->to[there] = r->from[back] = b;
    r->length[there] = r->length[back] = cost;
    r->step[there] = t;
    r->step[back] = s;
}

#define DECLARED 2
#define RELATED  5 /* a declared way of two steps is better */
#define FAR      1000

/* Whether a foreign key of the table, or to it, is declared. */
static bool has_key(const t2sed_schema *schema, int32_t table)
{
    const t2s_table *t = &schema->tables[table];
    for (int32_t c = t->first_column; c < t->first_column + t->column_count;
         c++)
        if (schema->columns[c].is_foreign || schema->columns[c].is_referenced)
            return true;
    return false;
}

static bool are_related(const t2sed_schema *schema, int32_t a, int32_t b)
{
    t2s_relation how = t2s_schema_relate(schema, a, b);
    return how == T2S_RELATION_SHARED ||
           (how != T2S_RELATION_NONE &&
            !(has_key(schema, schema->columns[a].table) &&
              has_key(schema, schema->columns[b].table)));
}

static void find_joins(t2s_routes *r)
{
    const t2sed_schema *schema = r->schema;
    for (size_t i = 0; i < schema->foreign_key_count; i++)
        join(r, schema->foreign_keys[i].from, schema->foreign_keys[i].to,
             DECLARED);
    for (size_t a = 0; a < schema->column_count; a++) {
        for (int32_t b = schema->columns[a].next_same; b != T2S_NO_ITEM;
             b = schema->columns[b].next_same)
            if (are_related(schema, (int32_t)a, b))
                join(r, (int32_t)a, b, RELATED);
    }
}

static void find_routes(t2s_routes *r)
{
    const int32_t n = r->count;
    for (int32_t k = 0; k < n; k++)
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < n && r->length[i * n + k] < FAR; j++) {
                int32_t way = r->length[i * n + k] + r->length[k * n + j];
                if (way >= r->length[i * n + j])
                    continue;
                r->length[i * n + j] = way;
                r->step[i * n + j] = r->step[i * n + k];
            }
}

t2sed_status t2s_routes_make(t2s_routes *r, const t2sed_schema *schema,
                             t2sed_error *err)
{
    size_t n = schema->table_count, cells = n * n;
    memset(r, 0, sizeof *r);
    r->schema = schema;
    if (n == 0 || n > T2S_ROUTE_TABLES)
        return T2SED_OK;
    r->from = t2s_alloc_array(cells * 4, sizeof *r->from);
    if (!r->from)
        return t2s_fail_memory(err);
    r->to = r->from + cells;
    r->step = r->to + cells;
    r->length = r->step + cells;
    for (size_t i = 0; i < cells; i++) {
        r->from[i] = r->to[i] = r->step[i] = -1;
        r->length[i] = i % (n + 1) == 0 ? 0 : FAR;
    }
    r->count = (int32_t)n;
    find_joins(r);
    find_routes(r);
    return T2SED_OK;
}

void t2s_routes_free(t2s_routes *routes)
{
    t2s_free(routes->from);
    routes->from = NULL;
}

/* --- the FROM of a draft --- */

static bool calls(const t2s_core *core, const char *name)
{
    for (int i = 0; i < core->relation_count; i++)
        if (core->relations[i].name &&
            t2s_casecmp(core->relations[i].name, name) == 0)
            return true;
    return false;
}

/* An alias as another SELECT calls the table, or one that is nowhere used. */
static const char *new_alias(t2s_desk *desk, const t2s_draft *draft,
                             const t2s_core *core, int32_t table)
{
    char name[16];
    for (int c = 0; c < draft->core_count; c++)
        for (int i = 0; i < draft->cores[c].relation_count; i++) {
            const t2s_placed *other = &draft->cores[c].relations[i];
            if (other->table == table && other->is_aliased &&
                !calls(core, other->name))
                return other->name;
        }
    for (int n = 1;; n++) {
        bool used = false;
        snprintf(name, sizeof name, "T%d", n);
        for (int c = 0; c < draft->core_count; c++)
            used |= calls(&draft->cores[c], name);
        if (!used)
            break;
    }
    return t2s_arena_strdup(&desk->arena, name);
}

static int add(t2s_desk *desk, t2s_draft *draft, int number, int32_t table)
{
    t2s_core *core = &draft->cores[number];
    t2s_placed *placed = &core->relations[core->relation_count];
    bool aliased = false;
    if (core->relation_count == T2S_DRAFT_RELATIONS)
        return -1;
    for (int i = 0; i < core->relation_count; i++)
        aliased |= core->relations[i].is_aliased;
    *placed = (t2s_placed){.table = table, .is_new = true};
    placed->is_aliased = aliased;
    if (aliased) {
        placed->name = new_alias(desk, draft, core, table);
        desk->failed |= !placed->name;
        if (!placed->name)
            return -1;
    }
    core->from_changed = true;
    return core->relation_count++;
}

int t2s_draft_find(const t2s_core *core, int32_t table)
{
    for (int i = 0; i < core->relation_count; i++)
        if (core->relations[i].table == table)
            return i;
    return -1;
}

int t2s_draft_place(t2s_desk *desk, t2s_draft *draft, int number, int32_t table)
{
    const t2s_routes *routes = desk->routes;
    t2s_core *core = &draft->cores[number];
    int place = t2s_draft_find(core, table);
    int32_t best = -1, length = FAR;
    if (place >= 0 || routes->count == 0)
        return place;
    for (int i = 0; i < core->relation_count; i++) {
        int32_t from = core->relations[i].table;
        if (from >= 0 &&
            routes->length[from * routes->count + table] < length) {
            best = from;
            length = routes->length[from * routes->count + table];
        }
    }
    while (best >= 0 && best != table) {
        best = routes->step[best * routes->count + table];
        place = t2s_draft_find(core, best);
        if (place < 0)
            place = add(desk, draft, number, best);
        if (place < 0)
            return -1;
    }
    return best < 0 ? -1 : place;
}

int t2s_draft_uses(const t2s_core *core, int relation)
{
    int uses = 0;
    for (int i = 0; i < core->item_count; i++)
        uses += core->items[i].relation == relation;
    for (int i = 0; i < core->test_count; i++)
        uses += core->tests[i].left.relation == relation;
    for (int i = 0; i < core->group_count; i++)
        uses += core->groups[i].relation == relation;
    for (int i = 0; i < core->having_count; i++)
        uses += core->havings[i].left.relation == relation;
    for (int i = 0; i < core->order_count; i++)
        uses += core->orders[i].relation == relation;
    return uses;
}

/* Whether the relations but one hang together. */
static bool hangs_without(const t2s_desk *desk, const t2s_core *core, int but)
{
    const t2s_routes *routes = desk->routes;
    unsigned all = (1u << core->relation_count) - 1, seen = 0, next;
    all &= ~(1u << but);
    next = all & (~all + 1);
    while (next != seen) {
        seen = next;
        for (int i = 0; i < core->relation_count; i++)
            for (int j = 0; j < core->relation_count && seen >> i & 1; j++) {
                int32_t s = core->relations[i].table,
                        t = core->relations[j].table;
                if (s >= 0 && t >= 0 && all >> j & 1 &&
                    (s == t || routes->from[s * routes->count + t] >= 0))
                    next |= 1u << j;
            }
    }
    return seen == all;
}

static void shift(t2s_ref *ref, int gone)
{
    ref->relation = (int8_t)(ref->relation - (ref->relation > gone));
}

static void take_out(t2s_core *core, int gone)
{
    core->relation_count--;
    memmove(&core->relations[gone], &core->relations[gone + 1],
            (size_t)(core->relation_count - gone) * sizeof core->relations[0]);
    core->from_changed = true;
    for (int i = 0; i < core->item_count; i++)
        shift(&core->items[i], gone);
    for (int i = 0; i < core->test_count; i++)
        shift(&core->tests[i].left, gone);
    for (int i = 0; i < core->group_count; i++)
        shift(&core->groups[i], gone);
    for (int i = 0; i < core->having_count; i++)
        shift(&core->havings[i].left, gone);
    for (int i = 0; i < core->order_count; i++)
        shift(&core->orders[i], gone);
}

void t2s_draft_prune(const t2s_desk *desk, t2s_draft *draft, int number)
{
    t2s_core *core = &draft->cores[number];
    if (desk->routes->count == 0)
        return;
    for (int i = 0; i < core->relation_count; i++)
        if (core->relations[i].table == T2S_NO_ITEM)
            return;
    for (int i = core->relation_count - 1; i >= 0; i--) {
        if (core->relation_count == 1 || core->relations[i].is_pinned ||
            t2s_draft_uses(core, i) || !hangs_without(desk, core, i))
            continue;
        take_out(core, i);
        i = core->relation_count;
    }
}
