/* The table of findings, and the loop that runs its checks. */
#include <math.h>

#include "base/interrupt.h"
#include "base/sized.h"
#include "findings/findings.h"

/* What a check needs to be there. */
enum needs {
    NOTHING = 0,
    SCHEMA = 1,
    VALUES = 2, /* the index of the database's values */
    ROWS = 4,   /* the query is run */
    SKETCH = 8, /* the clauses that the question's query should have */
    QUESTION = 16,
    REFUSAL = 32,  /* SQLite refuses the query: no other check is run */
    KNOWLEDGE = 64 /* beside the question */
};

typedef struct kind {
    t2sed_finding_code code;
    const char *name;
    t2sed_severity severity;
    unsigned needs;
    /* NULL: reported before the checks. A check that reports findings of
     * several codes stands at each of them, and is run once. */
    t2s_check *check;
    const char *meaning;
} kind;

#define ERROR   T2SED_SEVERITY_ERROR
#define WARNING T2SED_SEVERITY_WARNING
#define HINT    T2SED_SEVERITY_HINT
#define WEAK    T2SED_SEVERITY_HINT

static const kind kinds[] = {
#define FINDING(code, name, severity, needs, check, features, meaning,         \
                example)                                                       \
    {T2SED_FINDING_##code, #name, severity, needs, check, meaning},
#include "findings/findings.def"
};
#define KINDS (sizeof kinds / sizeof kinds[0])

enum place {
#define FINDING(code, name, severity, needs, check, features, meaning,         \
                example)                                                       \
    PLACE_##code,
#include "findings/findings.def"
};

/* The compiler says which code of t2sed/finding.h has no entry. */
size_t t2s_finding_place(t2sed_finding_code code)
{
    switch (code) {
#define FINDING(code, name, severity, needs, check, features, meaning,         \
                example)                                                       \
    case T2SED_FINDING_##code:                                                 \
        return PLACE_##code;
#include "findings/findings.def"
    }
    return KINDS;
}

/* What there is of what checks need. */
static unsigned available(const t2s_inspected *q)
{
    return (q->from->schema ? SCHEMA : 0U) | (q->from->linker ? VALUES : 0U) |
           (q->from->execution ? ROWS : 0U) | (q->from->sketch ? SKETCH : 0U) |
           (q->from->question ? QUESTION : 0U) |
           (q->from->knowledge ? KNOWLEDGE : 0U) |
           (q->refusal.is_refused ? REFUSAL : 0U);
}

static bool can_run(const kind *of, unsigned there)
{
    return of->check && (of->needs & ~there) == 0 &&
           (of->needs & REFUSAL) == (there & REFUSAL);
}

/* Whether a check that kind i shares was run for a kind before it. */
static bool was_run(size_t i, unsigned there)
{
    for (size_t k = 0; k < i; k++)
        if (kinds[k].check == kinds[i].check && can_run(&kinds[k], there))
            return true;
    return false;
}

void t2s_run_checks(t2s_inspected *q)
{
    const unsigned there = available(q);
    for (size_t i = 0; i < KINDS && q->status == T2SED_OK; i++) {
        if (!can_run(&kinds[i], there) || was_run(i, there))
            continue;
        kinds[i].check(q);
        if (q->status == T2SED_OK)
            q->status = t2s_check_interrupt(q->err);
    }
}

/* ------------------------------------------------------------- asking */

t2sed_finding t2s_finding_of(t2sed_finding_code code)
{
    const size_t i = t2s_finding_place(code);
    return (t2sed_finding){.struct_size = sizeof(t2sed_finding),
                           .code = (int)code,
                           .name = kinds[i].name,
                           .weight = (double)NAN,
                           .severity = (int)kinds[i].severity};
}

size_t t2sed_finding_kind_count(void)
{
    return KINDS;
}

t2sed_status t2sed_finding_kind_get(size_t i, t2sed_finding_kind *out,
                                    t2sed_error *err)
{
    t2sed_finding_kind made = {.struct_size = sizeof made};
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    if (i >= KINDS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "findings: no kind %zu, there are %zu", i, KINDS);
    made.code = (int)kinds[i].code;
    made.severity = (int)kinds[i].severity;
    made.name = kinds[i].name;
    made.meaning = kinds[i].meaning;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_finding_kind", err);
}

const char *t2sed_severity_name(int severity)
{
    static const char *const names[] = {NULL, "hint", "warning", "error"};
    return severity > 0 && severity < 4 ? names[severity] : NULL;
}
