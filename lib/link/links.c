/* links.c - what was found of a query, to be read. */
#include "link/linker.h"

#include <math.h>

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

static t2sed_status check(size_t i, size_t count, const char *what,
                          t2sed_error *err)
{
    return i < count
               ? T2SED_OK
               : t2s_fail(err, T2SED_EINVAL, -1,
                          "links: no %s %zu, there are %zu", what, i, count);
}

t2sed_status t2sed_links_condition_get(const t2sed_links *links, size_t i,
                                       t2sed_link_condition *out,
                                       t2sed_error *err)
{
    t2sed_status status;
    if (!links || !out)
        return t2s_fail_null(err, __func__, "links and out");
    status = check(i, links->conditions.count, "condition", err);
    return status == T2SED_OK
               ? t2s_sized_write(out, &links->conditions.at[i], sizeof *out,
                                 "t2sed_link_condition", err)
               : status;
}

t2sed_status t2sed_links_mention_get(const t2sed_links *links, size_t i,
                                     t2sed_link_mention *out, t2sed_error *err)
{
    t2sed_status status;
    if (!links || !out)
        return t2s_fail_null(err, __func__, "links and out");
    status = check(i, links->mentions.count, "mention", err);
    return status == T2SED_OK
               ? t2s_sized_write(out, &links->mentions.at[i].shown, sizeof *out,
                                 "t2sed_link_mention", err)
               : status;
}

t2sed_status t2sed_links_repair_get(const t2sed_links *links, size_t i,
                                    t2sed_link_repair *out, t2sed_error *err)
{
    t2sed_status status;
    if (!links || !out)
        return t2s_fail_null(err, __func__, "links and out");
    status = check(i, links->repairs.count, "repair", err);
    return status == T2SED_OK
               ? t2s_sized_write(out, &links->repairs.at[i], sizeof *out,
                                 "t2sed_link_repair", err)
               : status;
}

t2sed_status t2sed_links_repaired(char **out, size_t *length,
                                  const t2sed_links *links, size_t i,
                                  t2sed_error *err)
{
    const t2sed_link_repair *r;
    t2s_string text = {0};
    t2sed_status status;
    char *made;
    size_t n;
    if (!out || !links)
        return t2s_fail_null(err, __func__, "out and links");
    status = check(i, links->repairs.count, "repair", err);
    if (status != T2SED_OK)
        return status;
    r = &links->repairs.at[i];
    t2s_string_append_n(&text, links->sql, r->sql.begin);
    t2s_string_append_n(&text, r->text, r->text_length);
    t2s_string_append_n(&text, links->sql + r->sql.end,
                        links->sql_length - r->sql.end);
    made = t2s_string_take(&text, &n);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    if (length)
        *length = n;
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
