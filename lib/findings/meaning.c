/* What facts/checks.h finds, as sentences. */
#include "facts/checks.h"
#include "findings/findings.h"

/* The finding and the sentence of a kind. */
typedef struct sentence {
    t2s_check_kind kind;
    t2sed_finding_code code;
    const char *text;
} sentence;

static const sentence sentences[] = {
#define CHECK(code, kind, name, needs, measures, sentence)                     \
    {T2S_CHECK_##kind, T2SED_FINDING_##code, sentence},
#include "findings/findings.def"
};

/* The whole query is no place. */
static t2sed_span span_of(const t2s_inspected *q, int32_t node)
{
    return node == q->tree->root ? T2S_NOWHERE : t2s_span_of_node(q, node);
}

/* Whether the query was run, and no row of its whole result repeats another:
 * then no join repeats rows. Counts, sums and averages hide it. */
static bool repeats_nothing(const t2s_inspected *q)
{
    const t2s_query_parts *parts = &q->query->parts;
    return q->outcome.how == T2S_RUN_DONE && q->outcome.rows > 0 &&
           !(q->outcome.repeated > 0) && !parts->clauses[T2S_CLAUSE_GROUP] &&
           !parts->clauses[T2S_CLAUSE_LIMIT] &&
           !parts->uses[T2S_USES_DISTINCT] &&
           !parts->selected_functions[T2S_FUNCTION_COUNT] &&
           !parts->selected_functions[T2S_FUNCTION_SUM] &&
           !parts->selected_functions[T2S_FUNCTION_AVG];
}

void t2s_check_meaning(t2s_inspected *q)
{
    const t2s_checks *found;
    q->status = t2s_candidate_checks(&found, q->candidate, q->err);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const sentence *of = &sentences[i];
        const t2s_check_hits *hits = &found->of[of->kind];
        if (of->code == T2SED_FINDING_ROWS_REPEATED && repeats_nothing(q))
            continue;
        for (int32_t k = 0; k < hits->count && k < T2S_MOST_HITS; k++)
            t2s_report(q, of->code, span_of(q, hits->nodes[k]),
                       t2s_span_of_words(q, hits->first, hits->last), NULL,
                       "%s", of->text);
    }
}
