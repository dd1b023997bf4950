/* Which findings a user wants: codes that are ignored, and a least severity. */
#include "findings/findings.h"

#include <string.h>

#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"

#define SEPARATORS ", \t\r\n"

/* The kind whose name is nearest to a text. */
static t2sed_finding_kind nearest_kind(const char *name, size_t n)
{
    t2sed_finding_kind kind = T2SED_FINDING_KIND_INIT, nearest = kind;
    size_t least = (size_t)-1;
    for (size_t i = 0; t2sed_finding_kind_get(i, &kind, NULL) == T2SED_OK;
         i++) {
        const size_t far =
            t2s_edit_distance(name, n, kind.name, strlen(kind.name));
        if (far < least) {
            least = far;
            nearest = kind;
        }
    }
    return nearest;
}

t2sed_status t2sed_finding_kind_find(t2sed_finding_kind *out, const char *name,
                                     size_t n, t2sed_error *err)
{
    t2sed_finding_kind kind;
    if (!out || !name)
        return t2s_fail_null(err, __func__, "out and name");
    /* No name is as long as a text that costs time to compare. */
    kind = nearest_kind(name, n < 64 ? n : 64);
    if (strlen(kind.name) == n && memcmp(kind.name, name, n) == 0)
        return t2s_sized_write(out, &kind, sizeof kind, "t2sed_finding_kind",
                               err);
    return t2s_fail(err, T2SED_ENOTFOUND, -1,
                    "findings: no code \"%.*s\", expected one of "
                    "docs/findings.md (the nearest is \"%s\")",
                    (int)(n < 64 ? n : 64), name, kind.name);
}

static t2sed_status read_codes(t2s_finding_rules *out, const char *codes,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t n; *codes && status == T2SED_OK; codes += n) {
        t2sed_finding_kind kind = T2SED_FINDING_KIND_INIT;
        codes += strspn(codes, SEPARATORS);
        n = strcspn(codes, SEPARATORS);
        if (n == 0)
            break;
        status = t2sed_finding_kind_find(&kind, codes, n, err);
        if (status == T2SED_OK)
            out->ignored[t2s_finding_place((t2sed_finding_code)kind.code)] =
                true;
    }
    return status;
}

t2sed_status t2s_finding_rules_read(t2s_finding_rules *out, const char *ignore,
                                    int severity, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *out = (t2s_finding_rules){.severity = severity};
    if (severity != 0 && !t2sed_severity_name(severity))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "findings: %d is no severity, expected 0 or one of "
                        "T2SED_SEVERITY_*",
                        severity);
    if (!ignore)
        return T2SED_OK;
    out->ignored =
        t2s_zalloc_array(t2sed_finding_kind_count(), sizeof *out->ignored);
    status = out->ignored ? read_codes(out, ignore, err) : t2s_fail_memory(err);
    if (status != T2SED_OK)
        t2s_finding_rules_free(out);
    return status;
}

void t2s_finding_rules_free(t2s_finding_rules *rules)
{
    t2s_free(rules->ignored);
    rules->ignored = NULL;
}

bool t2s_finding_is_wanted(const t2s_finding_rules *rules,
                           const t2sed_finding *finding)
{
    return finding->severity >= rules->severity &&
           !(rules->ignored && rules->ignored[t2s_finding_place(
                                   (t2sed_finding_code)finding->code)]);
}
