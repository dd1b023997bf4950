/* links.c - what was found of a query, to be read. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "link/linker.h"

static const t2s_linked *linked(const t2sed_links *links, size_t i)
{
    return links && i < links->list.count ? &links->list.at[i] : NULL;
}

static void set_range(ptrdiff_t *begin, ptrdiff_t *end, bool is_there,
                      uint32_t from, uint32_t to)
{
    if (begin)
        *begin = is_there ? (ptrdiff_t)from : -1;
    if (end)
        *end = is_there ? (ptrdiff_t)to : -1;
}

double t2sed_links_score(const t2sed_links *links)
{
    return links ? links->score : (double)NAN;
}

/* Conditions */

size_t t2sed_links_count(const t2sed_links *links)
{
    return links ? links->list.count : 0;
}

_Static_assert((int)T2SED_OPERATOR_IS == (int)T2S_OPERATOR_IS &&
                   (int)T2SED_OPERAND_OTHER == (int)T2S_OPERAND_OTHER,
               "conditions are numbered as in t2sed/link.h");

int t2sed_links_clause(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    if (!l)
        return -1;
    return l->condition.clause == T2S_CLAUSE_WHERE    ? T2SED_CONDITION_WHERE
           : l->condition.clause == T2S_CLAUSE_HAVING ? T2SED_CONDITION_HAVING
                                                      : T2SED_CONDITION_JOIN;
}

int t2sed_links_operator(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? (int)l->condition.operator: - 1;
}

int t2sed_links_negated(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->condition.is_negated : -1;
}

int32_t t2sed_links_column(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->condition.column : -1;
}

int t2sed_links_computed(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->condition.is_computed : -1;
}

void t2sed_links_slot_range(const t2sed_links *links, size_t i,
                            ptrdiff_t *begin, ptrdiff_t *end)
{
    const t2s_linked *l = linked(links, i);
    set_range(begin, end, l != NULL, l ? l->condition.begin : 0,
              l ? l->condition.end : 0);
}

int t2sed_links_operand(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? (int)l->condition.operand : -1;
}

const char *t2sed_links_value(const t2sed_links *links, size_t i,
                              size_t *length)
{
    const t2s_linked *l = linked(links, i);
    if (length)
        *length = l && l->condition.text ? l->condition.length : 0;
    return l ? l->condition.text : NULL;
}

void t2sed_links_value_range(const t2sed_links *links, size_t i,
                             ptrdiff_t *begin, ptrdiff_t *end)
{
    const t2s_linked *l = linked(links, i);
    bool is_there = l && l->condition.value_begin < l->condition.value_end;
    set_range(begin, end, is_there, l ? l->condition.value_begin : 0,
              l ? l->condition.value_end : 0);
}

int32_t t2sed_links_other_column(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l && (l->condition.operand == T2SED_OPERAND_COLUMN ||
                 l->condition.operand == T2SED_OPERAND_QUERY)
               ? l->condition.other
               : -1;
}

static void set_named(const t2s_named_at *at, ptrdiff_t *begin, ptrdiff_t *end,
                      size_t *turn)
{
    bool is_there = at && at->match > T2SED_MATCH_NONE;
    set_range(begin, end, is_there, at ? at->begin : 0, at ? at->end : 0);
    if (turn)
        *turn = is_there ? at->turn : 0;
}

int t2sed_links_slot_match(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->slot.match : T2SED_MATCH_UNKNOWN;
}

void t2sed_links_slot_question(const t2sed_links *links, size_t i,
                               ptrdiff_t *begin, ptrdiff_t *end, size_t *turn)
{
    const t2s_linked *l = linked(links, i);
    set_named(l ? &l->slot : NULL, begin, end, turn);
}

int t2sed_links_said_match(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->said.match : T2SED_MATCH_UNKNOWN;
}

void t2sed_links_said_question(const t2sed_links *links, size_t i,
                               ptrdiff_t *begin, ptrdiff_t *end, size_t *turn)
{
    const t2s_linked *l = linked(links, i);
    set_named(l ? &l->said : NULL, begin, end, turn);
}

int t2sed_links_value_match(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->value_match : T2SED_MATCH_UNKNOWN;
}

int32_t t2sed_links_found_column(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->found : -1;
}

int t2sed_links_type_fits(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->type_fits : -1;
}

double t2sed_links_condition_score(const t2sed_links *links, size_t i)
{
    const t2s_linked *l = linked(links, i);
    return l ? l->score : (double)NAN;
}

/* What the question names */

static const t2s_mention *named(const t2sed_links *links, size_t i)
{
    return links && i < links->named.count ? &links->named.at[i] : NULL;
}

size_t t2sed_links_named_count(const t2sed_links *links)
{
    return links ? links->named.count : 0;
}

int t2sed_links_named_kind(const t2sed_links *links, size_t i)
{
    const t2s_mention *m = named(links, i);
    return m ? m->kind : -1;
}

int32_t t2sed_links_named_item(const t2sed_links *links, size_t i)
{
    const t2s_mention *m = named(links, i);
    return m ? m->item : -1;
}

int t2sed_links_named_match(const t2sed_links *links, size_t i)
{
    const t2s_mention *m = named(links, i);
    return m ? m->match : T2SED_MATCH_UNKNOWN;
}

void t2sed_links_named_question(const t2sed_links *links, size_t i,
                                ptrdiff_t *begin, ptrdiff_t *end, size_t *turn)
{
    const t2s_mention *m = named(links, i);
    set_range(begin, end, m != NULL, m ? m->begin : 0, m ? m->end : 0);
    if (turn)
        *turn = m ? m->turn : 0;
}

const char *t2sed_links_named_value(const t2sed_links *links, size_t i,
                                    size_t *length)
{
    const t2s_mention *m = named(links, i);
    if (length)
        *length = m && m->value ? m->length : 0;
    return m ? m->value : NULL;
}

/* Repairs */

static const t2s_repair *repair(const t2sed_links *links, size_t i)
{
    return links && i < links->repairs.count ? &links->repairs.at[i] : NULL;
}

size_t t2sed_links_repair_count(const t2sed_links *links)
{
    return links ? links->repairs.count : 0;
}

size_t t2sed_links_repair_condition(const t2sed_links *links, size_t i)
{
    const t2s_repair *r = repair(links, i);
    return r ? r->condition : 0;
}

int t2sed_links_repair_kind(const t2sed_links *links, size_t i)
{
    const t2s_repair *r = repair(links, i);
    return r ? r->kind : -1;
}

void t2sed_links_repair_range(const t2sed_links *links, size_t i,
                              ptrdiff_t *begin, ptrdiff_t *end)
{
    const t2s_repair *r = repair(links, i);
    set_range(begin, end, r != NULL, r ? r->begin : 0, r ? r->end : 0);
}

const char *t2sed_links_repair_text(const t2sed_links *links, size_t i,
                                    size_t *length)
{
    const t2s_repair *r = repair(links, i);
    if (length)
        *length = r ? r->length : 0;
    return r ? r->text : NULL;
}

int32_t t2sed_links_repair_column(const t2sed_links *links, size_t i)
{
    const t2s_repair *r = repair(links, i);
    return r ? r->column : -1;
}

double t2sed_links_repair_confidence(const t2sed_links *links, size_t i)
{
    const t2s_repair *r = repair(links, i);
    return r ? r->confidence : (double)NAN;
}

t2sed_status t2sed_links_repaired(char **out, size_t *length,
                                  const t2sed_links *links, size_t i,
                                  t2sed_error *err)
{
    const t2s_repair *r = repair(links, i);
    t2s_string text = {0};
    char *made;
    size_t n;
    if (!out || !links)
        return t2s_fail_null(err, __func__, "out and links");
    if (!r)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "links: no repair %zu, there are %zu", i,
                        t2sed_links_repair_count(links));
    t2s_string_append_n(&text, links->sql, r->begin);
    t2s_string_append_n(&text, r->text, r->length);
    t2s_string_append_n(&text, links->sql + r->end, links->sql_length - r->end);
    made = t2s_string_take(&text, &n);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    if (length)
        *length = n;
    return T2SED_OK;
}

/* Names */

const char *t2sed_match_name(int match)
{
    static const char *const names[T2SED_MATCH_COUNT] = {
        "unknown", "none",    "elsewhere", "abbreviation",
        "prefix",  "partial", "spelling",  "exact"};
    return match >= 0 && match < T2SED_MATCH_COUNT ? names[match] : NULL;
}

const char *t2sed_operator_name(int op)
{
    static const char *const names[T2SED_OPERATOR_COUNT] = {
        "=", "!=", "<", "<=", ">", ">=", "like", "in", "between", "is"};
    return op >= 0 && op < T2SED_OPERATOR_COUNT ? names[op] : NULL;
}

const char *t2sed_condition_name(int clause)
{
    static const char *const names[] = {"where", "having", "join"};
    return clause >= 0 && clause < 3 ? names[clause] : NULL;
}
