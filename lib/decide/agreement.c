/* agreement.c - groups of candidates that give, or say, the same. */
#include "t2sed/parts/agreement.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "decide/answers.h"
#include "base/vector.h"
#include "database/runner.h"
#include "case/candidate.h"
#include "sql/rules.h"
#include "witness/witness.h"

/*
 * Candidates are read one after another; of each stays what it agrees by: the
 * fingerprint of its result, or the number of its text (in `groups`, until
 * these are known). Once all are read it is known how results compare, and
 * groups get their numbers in the order of their first candidates.
 */
typedef struct grouping {
    t2sed_agreement *out;
    t2s_fingerprint *fingerprints; /* [count] of those that gave rows */
    t2s_map texts; /* normal forms of queries that agree by text -> number */
    bool ran, unordered; /* some query did; one of those has no ORDER BY */
    int32_t *alike; /* [count] of queries that can't run, on instances of the
                       schema; -1: unknown */
} grouping;

/* Instances on which queries that can't run are compared where there is a
 * schema, and candidates that are; of more it would take too long. */
#define INSTANCES     3
#define MOST_COMPARED 100

const char *t2sed_outcome_name(int outcome)
{
    static const char *const names[] = {"ran",     "failed", "cut",
                                        "not_run", "syntax", "unsupported"};
    return outcome >= 0 && outcome <= T2SED_OUTCOME_UNSUPPORTED ? names[outcome]
                                                                : NULL;
}

int t2s_outcome_of(t2s_run how)
{
    switch (how) {
    case T2S_RUN_DONE:
        return T2SED_OUTCOME_RAN;
    case T2S_RUN_REFUSED:
        return T2SED_OUTCOME_FAILED;
    case T2S_RUN_DATABASE:
        return T2SED_OUTCOME_NOT_RUN;
    default:
        return T2SED_OUTCOME_CUT;
    }
}

/*
 * The normal form of a query that gave no rows to compare, in which queries
 * that say the same are one text: for each SELECT its clauses, in each of them
 * what it uses with names resolved. Tables, selected and grouped columns, and
 * conditions that AND connects stand in the order of their texts, as exact
 * match compares them; what only joins tables is left out. What facts do not
 * tell apart stands at the end, as it is spelled.
 */
typedef struct normal_form {
    t2s_string text;
    t2s_string part; /* a column with its functions, a condition */
    T2S_VECTOR(const char *) parts; /* of the present clause */
    t2s_arena arena;                /* what these are */
    const char *source;             /* the query's text */
    /* Of each clause of each SELECT its first use, of each use the next in the
     * same clause; T2S_NO_ITEM behind the last. */
    int32_t *first, *next;
} normal_form;

static int compare_parts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void end_part(normal_form *form)
{
    const char *part;
    if (!form->part.length)
        return;
    part = t2s_arena_strdup(&form->arena, form->part.text);
    if (form->part.failed || !part || !t2s_vector_push(&form->parts, part))
        form->text.failed = true;
    t2s_string_clear(&form->part);
}

static void end_clause(normal_form *form, bool sorts)
{
    end_part(form);
    if (sorts && form->parts.count > 1)
        qsort(form->parts.at, form->parts.count, sizeof *form->parts.at,
              compare_parts);
    for (size_t i = 0; i < form->parts.count; i++) {
        t2s_string_append(&form->text, form->parts.at[i]);
        t2s_string_append_char(&form->text, ',');
    }
    form->parts.count = 0;
}

/* Whether the spelling of a use says more than its kind and index: which
 * function, which operation. */
static bool is_spelled(const t2s_query_use *use)
{
    return (use->kind == T2S_USES_FUNCTION &&
            use->index == T2S_FUNCTION_OTHER) ||
           (use->kind == T2S_USES_OPERATOR &&
            (use->index == T2S_OPERATOR_ARITHMETIC ||
             use->index == T2S_OPERATOR_LIKE));
}

static void write_use(t2s_string *out, const t2s_query_use *use,
                      const char *source)
{
    const bool is_name =
        use->kind == T2S_USES_UNKNOWN ||
        (use->kind == T2S_USES_TABLE && use->index == T2S_NO_ITEM);
    t2s_string_append_format(out, "%d:%d", (int)use->kind, (int)use->index);
    if (use->kind == T2S_USES_NUMBER)
        t2s_string_append_format(out, "=%.17g", use->number);
    for (size_t i = 0; use->text && i < use->length &&
                       (is_name || use->kind == T2S_USES_TEXT);
         i++)
        t2s_string_append_char(out, is_name ? t2s_ascii_lower(use->text[i])
                                            : use->text[i]);
    for (uint32_t i = use->begin; is_spelled(use) && i < use->end; i++)
        t2s_string_append_char(out, t2s_ascii_lower(source[i]));
    t2s_string_append_char(out, ' ');
}

/* Whether a use ends the part that it stands in. */
static bool ends_part(const t2s_query_use *use)
{
    if (use->clause == T2S_CLAUSE_WHERE || use->clause == T2S_CLAUSE_HAVING ||
        use->clause == T2S_CLAUSE_ON)
        return use->kind == T2S_USES_AND;
    return use->kind != T2S_USES_FUNCTION && use->kind != T2S_USES_DISTINCT;
}

static bool sort_uses(normal_form *form, const t2s_query *query)
{
    const size_t clauses = query->scopes.count * T2S_CLAUSE_NONE;
    form->first = t2s_alloc_array(clauses + 1, sizeof *form->first);
    form->next = t2s_alloc_array(query->uses.count + 1, sizeof *form->next);
    if (!form->first || !form->next)
        return false;
    for (size_t k = 0; k < clauses; k++)
        form->first[k] = T2S_NO_ITEM;
    for (size_t i = query->uses.count; i-- > 0;) {
        const t2s_query_use *use = &query->uses.at[i];
        int32_t *first;
        if (use->scope < 0 || use->clause >= T2S_CLAUSE_NONE)
            continue;
        first = &form->first[(size_t)use->scope * T2S_CLAUSE_NONE +
                             (size_t)use->clause];
        form->next[i] = *first;
        *first = (int32_t)i;
    }
    return true;
}

static void write_clause(normal_form *form, const t2s_query *query,
                         size_t scope, t2s_query_clause clause)
{
    bool sorts = clause != T2S_CLAUSE_ORDER && clause != T2S_CLAUSE_LIMIT;
    size_t behind_join = 0;
    t2s_string_append_format(&form->text, ";%d ", (int)clause);
    for (int32_t k = form->first[scope * T2S_CLAUSE_NONE + (size_t)clause];
         k != T2S_NO_ITEM; k = form->next[k]) {
        const t2s_query_use *use = &query->uses.at[k];
        const size_t i = (size_t)k;
        if (i < behind_join)
            continue;
        if (i + 1 < query->uses.count && query->uses.at[i + 1].is_join) {
            behind_join = i + 3;
            continue;
        }
        sorts = sorts && use->kind != T2S_USES_OR;
        if (use->kind != T2S_USES_AND)
            write_use(&form->part, use, form->source);
        if (ends_part(use))
            end_part(form);
    }
    end_clause(form, sorts);
}

/* Whether facts leave out something of a node: ALL, OFFSET, how CASE and
 * windows put things together. */
static bool is_left_out(const t2s_tree *tree, int32_t i)
{
    const char *label = tree->nodes[i].label;
    const int32_t first = tree->nodes[i].first_child;
    if (label == T2S_SQL_LABEL(expr))
        return t2s_tree_is_terminal(tree, first) &&
               t2s_casecmp(tree->nodes[first].text, "case") == 0;
    return label == T2S_SQL_LABEL(compound_operator) ||
           label == T2S_SQL_LABEL(limit_stmt) ||
           label == T2S_SQL_LABEL(over_clause) ||
           label == T2S_SQL_LABEL(filter_clause) ||
           label == T2S_SQL_LABEL(window_clause);
}

/* Whether a terminal spells a table's name. */
static bool is_table(const t2s_tree *tree, int32_t terminal)
{
    const int32_t name = tree->nodes[terminal].parent;
    return name != T2S_NO_NODE && tree->nodes[name].parent != T2S_NO_NODE &&
           tree->nodes[tree->nodes[name].parent].label ==
               T2S_SQL_LABEL(table_name);
}

/* The tokens of such nodes, in lower case but for strings, without the tables
 * that may or may not stand before columns. */
static void write_left_out(t2s_string *out, const t2s_tree *tree)
{
    for (int32_t i = tree->root; i != T2S_NO_NODE;
         i = t2s_tree_next(tree, tree->root, i))
        for (int32_t k = is_left_out(tree, i) ? i : T2S_NO_NODE;
             k != T2S_NO_NODE; k = t2s_tree_next(tree, i, k)) {
            const t2s_node *node = &tree->nodes[k];
            if (!node->text || strcmp(node->text, ".") == 0 ||
                is_table(tree, k))
                continue;
            for (uint32_t c = 0; c < node->text_length; c++)
                t2s_string_append_char(out,
                                       node->text[0] == '\''
                                           ? node->text[c]
                                           : t2s_ascii_lower(node->text[c]));
            t2s_string_append_char(out, ' ');
        }
}

static t2sed_status
write_normal_form(normal_form *form, t2s_candidate *candidate, t2sed_error *err)
{
    t2s_query *query;
    t2sed_status status = t2s_candidate_query(&query, candidate, err);
    if (status == T2SED_OK && !sort_uses(form, query))
        status = t2s_fail_memory(err);
    for (size_t s = 0; status == T2SED_OK && s < query->scopes.count; s++) {
        const t2s_query_scope *scope = &query->scopes.at[s];
        t2s_string_append_format(&form->text, "(%d %d %d %d %d %d",
                                 (int)scope->role, (int)scope->compound,
                                 (int)scope->parent, (int)scope->natural,
                                 scope->distinct, scope->has_limit_number);
        for (int c = 0; c < T2S_CLAUSE_NONE; c++)
            write_clause(form, query, s, (t2s_query_clause)c);
    }
    write_left_out(&form->text, &candidate->sql->full);
    if (status == T2SED_OK && (form->text.failed || form->part.failed))
        status = t2s_fail_memory(err);
    return status;
}

/* The number of a query's normal form, by which it agrees with others. */
static t2sed_status number_text(int *out, grouping *g, t2s_candidate *candidate,
                                t2sed_error *err)
{
    const t2sed_sql *sql = candidate->sql;
    normal_form form = {.source = sql->text};
    t2sed_status status = write_normal_form(&form, candidate, err);
    if (status == T2SED_ELIMIT) { /* its names can't be followed */
        t2s_string_clear(&form.text);
        t2s_string_append_n(&form.text, sql->text, sql->length);
        status = form.text.failed ? t2s_fail_memory(err) : T2SED_OK;
    }
    if (status == T2SED_OK) {
        const char *key = form.text.text ? form.text.text : "";
        const int64_t number = t2s_map_get(&g->texts, key, form.text.length,
                                           (int64_t)g->texts.count);
        *out = (int)number;
        if (!t2s_map_set(&g->texts, key, form.text.length, number))
            status = t2s_fail_memory(err);
    }
    t2s_string_free(&form.text);
    t2s_string_free(&form.part);
    t2s_vector_free(&form.parts);
    t2s_arena_free(&form.arena);
    t2s_free(form.first);
    t2s_free(form.next);
    return status;
}

/* Without rows a query is refused that no database of the schema would run.
 * Where SQLite can't be asked, that is not known. */
static t2sed_status ask_schema(t2s_run *how, t2s_candidate *candidate,
                               t2sed_error *err)
{
    const t2s_refusal *refusal;
    t2sed_error why;
    const t2sed_status status =
        t2s_candidate_refusal(&refusal, candidate, &why);
    if (status == T2SED_OK && refusal->is_refused)
        *how = T2S_RUN_REFUSED;
    if (status != T2SED_ENOMEM && status != T2SED_EINTERRUPTED)
        return T2SED_OK;
    if (err)
        *err = why;
    return status;
}

/* Reads candidate i, as far as it goes without the others. */
static t2sed_status add_candidate(grouping *g, size_t i, t2sed_evidence *source,
                                  const char *text, size_t n, t2sed_error *err)
{
    t2sed_agreement *out = g->out;
    t2s_outcome run = {.how = T2S_RUN_DATABASE};
    t2s_candidate *candidate;
    const t2sed_sql *sql;
    t2sed_status status = t2s_case_candidate(&candidate, source, text, n, err);
    out->groups[i] = -1;
    out->outcomes[i] = T2SED_OUTCOME_SYNTAX;
    if (status != T2SED_OK || !candidate->sql)
        return status;
    sql = candidate->sql;
    status = t2s_execution_run(&run, NULL, sql, source->execution, err);
    if (status == T2SED_OK)
        status = ask_schema(&run.how, candidate, err);
    if (status == T2SED_OK) {
        out->outcomes[i] = t2s_outcome_of(run.how);
        out->rows[i] = run.rows;
        if (run.how == T2S_RUN_DONE) {
            g->ran = true;
            g->unordered = g->unordered || !t2s_sql_is_ordered(sql);
            g->fingerprints[i] = run.fingerprint;
        }
        if (run.how != T2S_RUN_REFUSED &&
            (run.how != T2S_RUN_DONE || run.rows == 0))
            status = number_text(&out->groups[i], g, candidate, err);
    }
    return status;
}

/* Queries that are compared on instances. */
typedef struct unrun {
    const char *const *texts; /* of all candidates */
    const size_t *lengths;    /* of those, or NULL */
    size_t at[MOST_COMPARED]; /* which of them */
    t2s_candidate *candidates[MOST_COMPARED];
    const t2sed_sql *sql[MOST_COMPARED];
    const t2s_query *queries[MOST_COMPARED]; /* NULL: it can't be read */
    size_t count;
} unrun;

/* Finds them; false if there are none to compare, or too many. What SQLite
 * refuses is left out: it would be wanted of the instances, and of how results
 * are compared. */
static bool find_unrun(unrun *out, const t2sed_agreement *all,
                       const t2sed_evidence *source)
{
    if (!source->schema || source->execution)
        return false;
    for (size_t i = 0; i < all->count; i++) {
        if (all->outcomes[i] != T2SED_OUTCOME_NOT_RUN)
            continue;
        if (out->count == MOST_COMPARED)
            return false;
        out->at[out->count++] = i;
    }
    return out->count > 1;
}

static t2sed_status look_up(unrun *these, t2sed_evidence *source,
                            t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t k = 0; k < these->count && status == T2SED_OK; k++) {
        const size_t i = these->at[k];
        const char *text = these->texts[i];
        status = t2s_case_candidate(
            &these->candidates[k], source, text,
            these->lengths ? these->lengths[i] : strlen(text), err);
    }
    return status;
}

static t2sed_status read_unrun(unrun *these, t2sed_evidence *source,
                               t2sed_error *err)
{
    /* Among many candidates some have ended since add_candidates. To look them
     * up parses those again, and may thereby end others, once; after that there
     * is room for all, and none ends the second time. */
    static_assert(2 * MOST_COMPARED <= T2S_MOST_CANDIDATES, "all are kept");
    t2sed_status status = look_up(these, source, err);
    if (status == T2SED_OK)
        status = look_up(these, source, err);
    for (size_t k = 0; k < these->count && status == T2SED_OK; k++) {
        t2s_candidate *candidate = these->candidates[k];
        t2s_query *query;
        these->sql[k] = candidate->sql;
        if (!candidate->sql)
            continue; /* it parsed in its dialect alone, and has ended */
        status = t2s_candidate_query(&query, candidate, err);
        if (status == T2SED_OK)
            these->queries[k] = query;
        else if (status == T2SED_ELIMIT)
            status = T2SED_OK;
    }
    return status;
}

/* Finds which queries give the same on instances that the schema allows. Where
 * the host does not let SQLite count its memory there are none, and that is not
 * known. */
static t2sed_status compare_unrun(int32_t *alike, unrun *these,
                                  t2sed_evidence *source, t2sed_error *err)
{
    int32_t groups[MOST_COMPARED];
    t2sed_witness *witness;
    t2sed_status status = t2s_case_witness(&witness, source, err);
    if (status != T2SED_OK || !witness)
        return status;
    status = read_unrun(these, source, err);
    if (status == T2SED_OK)
        status = t2s_witness_group(groups, witness, these->sql, these->queries,
                                   these->count, INSTANCES, err);
    for (size_t k = 0; k < these->count && status == T2SED_OK; k++)
        alike[these->at[k]] = groups[k];
    return status;
}

/* Gives the groups their numbers. */
static t2sed_status number_groups(grouping *g, t2sed_error *err)
{
    t2sed_agreement *out = g->out;
    const bool ordered = g->ran && !g->unordered;
    t2s_map groups = {0};
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < out->count && status == T2SED_OK; i++) {
        const t2s_fingerprint *f = &g->fingerprints[i];
        const bool by_text = out->groups[i] >= 0;
        uint64_t key[2] = {by_text, by_text   ? (uint64_t)out->groups[i]
                                    : ordered ? f->list
                                              : f->bag};
        if (g->alike[i] >= 0) {
            key[0] = 2;
            key[1] = (uint64_t)g->alike[i];
        }
        status = t2s_check_interrupt(err);
        if (!by_text && out->outcomes[i] != T2SED_OUTCOME_RAN)
            continue;
        out->groups[i] = (int)t2s_map_get(&groups, (const char *)key,
                                          sizeof key, (int64_t)groups.count);
        if (!t2s_map_set(&groups, (const char *)key, sizeof key,
                         out->groups[i]))
            status = t2s_fail_memory(err);
    }
    t2s_map_free(&groups);
    return status;
}

static bool reserve(grouping *g, size_t count)
{
    t2sed_agreement *out = t2s_zalloc(sizeof *out);
    g->out = out;
    if (!out)
        return false;
    out->count = count;
    out->groups = t2s_alloc_array(count, sizeof *out->groups);
    out->shares = t2s_alloc_array(count, sizeof *out->shares);
    out->outcomes = t2s_alloc_array(count, sizeof *out->outcomes);
    out->rows = t2s_zalloc_array(count, sizeof *out->rows);
    g->fingerprints = t2s_zalloc_array(count, sizeof *g->fingerprints);
    g->alike = t2s_alloc_array(count, sizeof *g->alike);
    for (size_t i = 0; g->alike && i < count; i++)
        g->alike[i] = -1;
    return out->groups && out->shares && out->outcomes && out->rows &&
           g->fingerprints && g->alike;
}

static t2sed_status add_candidates(grouping *g, t2sed_evidence *source,
                                   const char *const *queries,
                                   const size_t *lengths, size_t count,
                                   t2sed_error *err)
{
    const t2s_progress progress = t2s_progress_begin(count);
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        status = t2s_check_progress(&progress, i, err);
        if (status == T2SED_OK)
            status =
                add_candidate(g, i, source, queries[i],
                              lengths ? lengths[i] : strlen(queries[i]), err);
    }
    t2s_progress_end(&progress);
    return status;
}

t2sed_status t2sed_agreement_new(t2sed_agreement **out, t2sed_evidence *source,
                                 const char *const *queries,
                                 const size_t *lengths, size_t count,
                                 const double *weights, t2sed_error *err)
{
    grouping g = {0};
    unrun these = {.texts = queries, .lengths = lengths};
    t2sed_evidence *none = NULL;
    t2sed_status status = T2SED_OK;
    if (!out || (!queries && count > 0))
        return t2s_fail_null(err, __func__, "out and queries");
    if (count > INT_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "agreement: %zu queries, expected up to %d", count,
                        INT_MAX);
    for (size_t i = 0; i < count; i++)
        if (!queries[i])
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "agreement: query %zu is NULL", i);
    if (!reserve(&g, count))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && !source) {
        status = t2sed_evidence_new(&none, NULL, err);
        source = none;
    }
    if (status == T2SED_OK)
        status = add_candidates(&g, source, queries, lengths, count, err);
    if (status == T2SED_OK && find_unrun(&these, g.out, source))
        status = compare_unrun(g.alike, &these, source, err);
    if (status == T2SED_OK)
        status = number_groups(&g, err);
    if (status == T2SED_OK)
        status = t2s_agreement_shares(g.out->shares, g.out->groups, weights,
                                      count, err);
    t2sed_evidence_free(none);
    t2s_map_free(&g.texts);
    t2s_free(g.fingerprints);
    t2s_free(g.alike);
    if (status != T2SED_OK) {
        t2sed_agreement_free(g.out);
        return status;
    }
    *out = g.out;
    return T2SED_OK;
}

void t2sed_agreement_free(t2sed_agreement *agreement)
{
    if (!agreement)
        return;
    t2s_free(agreement->groups);
    t2s_free(agreement->shares);
    t2s_free(agreement->outcomes);
    t2s_free(agreement->rows);
    t2s_free(agreement);
}

t2sed_status t2sed_agreement_get(const t2sed_agreement *agreement, size_t i,
                                 t2sed_agreed *out, t2sed_error *err)
{
    t2sed_agreed made;
    if (!out || !agreement)
        return t2s_fail_null(err, __func__, "out and agreement");
    if (i >= agreement->count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "agreement: there is no candidate %zu, expected 0 to "
                        "below %zu",
                        i, agreement->count);
    made = (t2sed_agreed){.group = agreement->groups[i],
                          .outcome = agreement->outcomes[i],
                          .share = agreement->shares[i],
                          .rows = agreement->rows[i]};
    return t2s_sized_write(out, &made, sizeof made, "t2sed_agreed", err);
}
