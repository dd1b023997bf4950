/* The public objects: a linker, which puts the parts of schema linking
 * together, and the links that it makes. */
#include "link/linker.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"

/* Values and words that one call looks at, and conditions whose value it looks
 * for among others: what is beyond is unknown. */
#define MOST_WORK     200000
#define MOST_SEARCHES 64
/* Conditions of one query that are looked at. */
#define MOST_CONDITIONS 1000

static const t2sed_link_options link_defaults = {
    .struct_size = sizeof(t2sed_link_options)};

void t2sed_link_options_init(t2sed_link_options *options, size_t size)
{
    t2s_sized_init(options, size, &link_defaults, sizeof link_defaults);
}

/* Opens what tells of the values, where they are to be read and are not. */
static t2sed_status open_store(t2sed_linker *linker, t2sed_error *err)
{
    if (linker->store || !linker->database ||
        !t2s_database_has_values(linker->database))
        return T2SED_OK;
    return t2s_value_store_open(&linker->store, linker->database, err);
}

static t2sed_status fill(t2sed_linker *linker, t2sed_database *database,
                         t2sed_error *err)
{
    linker->database = t2s_database_retain(database);
    linker->schema = t2sed_database_schema(database);
    return open_store(linker, err);
}

t2sed_status t2sed_linker_new(t2sed_linker **out, t2sed_database *database,
                              t2sed_error *err)
{
    t2sed_linker *linker;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    linker = t2s_zalloc(sizeof *linker);
    if (!linker)
        return t2s_fail_memory(err);
    status = fill(linker, database, err);
    if (status != T2SED_OK) {
        t2sed_linker_free(linker);
        return status;
    }
    *out = linker;
    return T2SED_OK;
}

void t2sed_linker_free(t2sed_linker *linker)
{
    if (!linker)
        return;
    t2s_mentions_free(linker->mentions);
    t2s_value_store_free(linker->store);
    t2sed_database_free(linker->database);
    t2s_free(linker);
}

static void forget_question(t2sed_linker *linker)
{
    t2s_mentions_free(linker->mentions);
    linker->mentions = NULL;
}

static t2sed_status set_question(t2sed_linker *linker,
                                 const t2sed_question *question,
                                 const t2sed_conversation *earlier,
                                 t2sed_error *err)
{
    if (!question || (linker->mentions &&
                      t2s_mentions_are_of(linker->mentions, question, earlier)))
        return T2SED_OK;
    forget_question(linker);
    return t2s_mentions_new(&linker->mentions, question, earlier,
                            linker->schema, linker->store, err);
}

/* Copies the mentions, with their texts. */
static bool copy_mentions(t2sed_links *out, const t2s_mentions *mentions)
{
    for (size_t i = 0; i < mentions->list.count; i++) {
        const char *value = mentions->list.at[i].shown.value;
        t2sed_link_mention copy = mentions->list.at[i].shown;
        if (value)
            copy.value =
                t2s_arena_strndup(&out->arena, value, copy.value_length);
        if ((value && !copy.value) || !t2s_vector_push(&out->mentions, copy))
            return false;
    }
    return true;
}

_Static_assert((int)T2SED_OPERATOR_IS == (int)T2S_OPERATOR_IS &&
                   (int)T2SED_OPERAND_OTHER == (int)T2S_OPERAND_OTHER,
               "conditions are numbered as in t2sed/parts/link.h");

/* A condition of which nothing is found yet. */
static t2sed_link_condition make_condition(const t2s_condition *c)
{
    bool has_column = c->value.operand == T2S_OPERAND_COLUMN ||
                      c->value.operand == T2S_OPERAND_QUERY;
    t2sed_link_condition made = {
        .struct_size = sizeof made,
        .clause = c->clause == T2S_CLAUSE_WHERE    ? T2SED_CONDITION_WHERE
                  : c->clause == T2S_CLAUSE_HAVING ? T2SED_CONDITION_HAVING
                                                   : T2SED_CONDITION_JOIN,
        .op = (int)c->operator,
        .negated = c->is_negated,
        .computed = c->slot.is_computed,
        .column = t2s_item_out(c->slot.column),
        .operand = (int)c->value.operand,
        .other_column = has_column ? t2s_item_out(c->value.column) : T2SED_NONE,
        .value_length = c->value.text ? c->value.length : 0,
        .slot_sql = {c->slot.begin, c->slot.end},
        .value_sql = T2S_NO_SPAN,
        .slot_question = T2S_NO_SPAN,
        .value_question = T2S_NO_SPAN,
        .found_column = T2SED_NONE,
        .type_fits = -1,
        .score = (double)NAN};
    if (c->value.begin < c->value.end)
        made.value_sql = (t2sed_span){c->value.begin, c->value.end};
    return made;
}

static bool copy_conditions(t2s_linking *at)
{
    for (size_t i = 0; i < at->query->conditions.count; i++) {
        const t2s_condition *read = &at->query->conditions.at[i];
        t2sed_link_condition made = make_condition(read);
        if (read->value.text)
            made.value = t2s_arena_strndup(&at->out->arena, read->value.text,
                                           read->value.length);
        if ((read->value.text && !made.value) ||
            !t2s_vector_push(&at->out->conditions, made))
            return false;
    }
    return true;
}

static t2sed_status link_all(t2s_linking *at, const t2sed_sql *sql,
                             t2sed_error *err)
{
    t2sed_links *out = at->out;
    out->sql_length = sql ? sql->length : 0;
    out->sql =
        t2s_arena_strndup(&out->arena, sql ? sql->text : "", out->sql_length);
    if (!out->sql || !copy_conditions(at) ||
        (at->mentions && !copy_mentions(out, at->mentions)))
        return t2s_fail_memory(err);
    for (size_t i = 0;
         i < out->conditions.count && i < MOST_CONDITIONS && !at->failed; i++) {
        at->failed = t2s_interrupted();
        t2s_match_condition(at, i);
    }
    out->score = (double)NAN;
    if (sql)
        t2s_score_links(at);
    return at->failed || at->normal.failed ? t2s_fail_early(err) : T2SED_OK;
}

static t2sed_status link_once(t2sed_links **out, t2sed_linker *linker,
                              const t2sed_question *question,
                              const t2sed_sql *sql, const t2s_query *query,
                              const t2sed_conversation *earlier,
                              t2sed_error *err)
{
    t2s_linking at = {.linker = linker,
                      .query = query,
                      .work = MOST_WORK,
                      .searches = MOST_SEARCHES};
    t2sed_status status = set_question(linker, question, earlier, err);
    if (status != T2SED_OK)
        return status;
    at.mentions = question ? linker->mentions : NULL;
    at.out = t2s_zalloc(sizeof *at.out);
    status = at.out ? link_all(&at, sql, err) : t2s_fail_memory(err);
    t2s_string_free(&at.normal);
    if (status == T2SED_OK)
        *out = at.out;
    else
        t2sed_links_free(at.out);
    return status;
}

static bool is_broken(const t2sed_linker *linker)
{
    return linker->store && t2s_value_store_is_broken(linker->store);
}

/* A cache that broke is gone by now: the index is made again, in memory where
 * that fails too. */
static t2sed_status renew_store(t2sed_linker *linker, t2sed_error *err)
{
    t2s_value_store_free(linker->store);
    linker->store = NULL;
    forget_question(linker);
    return open_store(linker, err);
}

t2sed_status t2s_linker_link(t2sed_links **out, t2sed_linker *linker,
                             const t2sed_question *question,
                             const t2sed_sql *sql, const t2s_query *query,
                             const t2sed_conversation *earlier,
                             t2sed_error *err)
{
    t2sed_links *made = NULL;
    /* It is missing where making it again failed in an earlier call. */
    t2sed_status status = open_store(linker, err);
    for (int tries = 0; status == T2SED_OK; tries++) {
        status = link_once(&made, linker, question, sql, query, earlier, err);
        if (t2s_interrupted()) {
            /* Searches of the index that were broken off look as if they found
             * nothing: the next call does them again. */
            t2sed_links_free(made);
            forget_question(linker);
            return t2s_check_interrupt(err);
        }
        if (!is_broken(linker))
            break;
        t2sed_links_free(made);
        made = NULL;
        status = tries == 0
                     ? renew_store(linker, err)
                     : t2s_fail(err, T2SED_EDATABASE, -1,
                                "%s: the index of its values can't be read, "
                                "nor a new one",
                                t2s_database_path(linker->database)
                                    ? t2s_database_path(linker->database)
                                    : "database");
    }
    if (status == T2SED_OK)
        *out = made;
    return status;
}

t2sed_status t2sed_linker_link(t2sed_links **out, t2sed_linker *linker,
                               const t2sed_question *question,
                               const t2sed_sql *sql,
                               const t2sed_link_options *given,
                               t2sed_error *err)
{
    t2sed_link_options options = link_defaults;
    t2s_query query = {0};
    t2sed_status status;
    if (!out || !linker)
        return t2s_fail_null(err, __func__, "out and linker");
    if (!question && !sql)
        return t2s_fail_null(err, __func__, "one of question and sql");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_link_options", err);
    if (status == T2SED_OK && sql)
        status = t2s_query_read(&query, sql, linker->schema, err);
    if (status == T2SED_OK)
        status = t2s_linker_link(out, linker, question, sql, &query,
                                 options.conversation, err);
    t2s_query_free(&query);
    return status;
}

/* ------------------------------------------------------------- links */

void t2sed_links_free(t2sed_links *links)
{
    if (!links)
        return;
    t2s_vector_free(&links->conditions);
    t2s_vector_free(&links->mentions);
    t2s_vector_free(&links->repairs);
    t2s_arena_free(&links->arena);
    t2s_free(links);
}

double t2sed_links_score(const t2sed_links *links)
{
    return links ? links->score : (double)NAN;
}

size_t t2sed_links_condition_count(const t2sed_links *links)
{
    return links ? links->conditions.count : 0;
}

size_t t2sed_links_mention_count(const t2sed_links *links)
{
    return links ? links->mentions.count : 0;
}

size_t t2sed_links_repair_count(const t2sed_links *links)
{
    return links ? links->repairs.count : 0;
}

/* Writes record i of so many of `size` bytes. `name` is their type's. */
static t2sed_status get(void *out, size_t i, const void *records, size_t count,
                        size_t size, const char *name, t2sed_error *err)
{
    if (i >= count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "links: no %s %zu, there are %zu",
                        name + strlen("t2sed_link_"), i, count);
    return t2s_sized_write(out, (const char *)records + i * size, size, name,
                           err);
}

t2sed_status t2sed_links_condition_get(const t2sed_links *links, size_t i,
                                       t2sed_link_condition *out,
                                       t2sed_error *err)
{
    if (!links || !out)
        return t2s_fail_null(err, __func__, "links and out");
    return get(out, i, links->conditions.at, links->conditions.count,
               sizeof *out, "t2sed_link_condition", err);
}

t2sed_status t2sed_links_mention_get(const t2sed_links *links, size_t i,
                                     t2sed_link_mention *out, t2sed_error *err)
{
    if (!links || !out)
        return t2s_fail_null(err, __func__, "links and out");
    return get(out, i, links->mentions.at, links->mentions.count, sizeof *out,
               "t2sed_link_mention", err);
}

t2sed_status t2sed_links_repair_get(const t2sed_links *links, size_t i,
                                    t2sed_link_repair *out, t2sed_error *err)
{
    if (!links || !out)
        return t2s_fail_null(err, __func__, "links and out");
    return get(out, i, links->repairs.at, links->repairs.count, sizeof *out,
               "t2sed_link_repair", err);
}

t2sed_status t2sed_links_repaired(char **out, size_t *length,
                                  const t2sed_links *links, size_t i,
                                  t2sed_error *err)
{
    t2sed_link_repair repair = {.struct_size = sizeof repair};
    t2s_string text = {0};
    t2sed_status status;
    char *made;
    if (!out || !links)
        return t2s_fail_null(err, __func__, "out and links");
    status = t2sed_links_repair_get(links, i, &repair, err);
    if (status != T2SED_OK)
        return status;
    t2s_string_append_n(&text, links->sql, repair.sql.begin);
    t2s_string_append_n(&text, repair.text, repair.text_length);
    t2s_string_append_n(&text, links->sql + repair.sql.end,
                        links->sql_length - repair.sql.end);
    made = t2s_string_take(&text, length);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    return T2SED_OK;
}

const char *t2sed_match_name(int match)
{
    static const char *const names[] = {"unknown",      "none",   "elsewhere",
                                        "abbreviation", "prefix", "partial",
                                        "spelling",     "exact"};
    return match >= 0 && match <= T2SED_MATCH_EXACT ? names[match] : NULL;
}

const char *t2sed_operator_name(int op)
{
    static const char *const names[] = {"=",  "!=",   "<",  "<=",      ">",
                                        ">=", "like", "in", "between", "is"};
    return op >= 0 && op <= T2SED_OPERATOR_IS ? names[op] : NULL;
}

const char *t2sed_condition_name(int clause)
{
    static const char *const names[] = {"where", "having", "join"};
    return clause >= 0 && clause < 3 ? names[clause] : NULL;
}
