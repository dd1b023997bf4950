/* links.c - what was found of a query, to be read. */
#include "link/linker.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"

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
