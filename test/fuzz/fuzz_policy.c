/* Reads the short text form of a re-ranker's steps, up to a NUL; the bytes
 * behind it are what is known of the candidates. */
#include <math.h>

#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

#define MOST 24

/* Each byte a number of 0 to 1, or what is refused or unknown. */
static double number(uint8_t byte)
{
    static const double odd[] = {NAN, -INFINITY, 2, -1};
    return byte > 251 ? odd[byte - 252] : byte / 251.0;
}

static void rank(const t2sed_reranker *reranker, const uint8_t *bytes,
                 size_t size)
{
    double probabilities[MOST], scores[MOST], shares[MOST];
    int groups[MOST];
    size_t count = size / 4 < MOST ? size / 4 : MOST;
    t2sed_signals signals;
    t2sed_ranking *ranking;
    for (size_t i = 0; i < count; i++) {
        probabilities[i] = number(bytes[4 * i]);
        scores[i] = number(bytes[4 * i + 1]);
        shares[i] = number(bytes[4 * i + 2]);
        groups[i] = bytes[4 * i + 3] % 8 - 1;
    }
    t2sed_signals_init(&signals, sizeof signals);
    signals.count = count;
    signals.probability = probabilities;
    signals.parser_score = size & 1 ? scores : NULL;
    signals.sketch = signals.link = size & 2 ? shares : NULL;
    signals.groups = groups;
    if (t2sed_reranker_apply(&ranking, reranker, &signals, NULL) == T2SED_OK) {
        unsigned seen = 0;
        for (size_t r = 0; r < count; r++) {
            size_t i = t2sed_ranking_candidate(ranking, r);
            require(i < count && !(seen & 1u << i));
            seen |= 1u << i;
        }
        require(seen == (1u << count) - 1);
        t2sed_ranking_free(ranking);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    fuzz_part first = {'\0', data, end ? (size_t)(end - data) : size};
    char *text = fuzz_text(first);
    t2sed_reranker *reranker;
    if (t2sed_reranker_parse(&reranker, text, NULL, NULL) == T2SED_OK) {
        t2sed_reranker *again;
        require(t2sed_reranker_parse(&again, t2sed_reranker_policy(reranker),
                                     NULL, NULL) == T2SED_OK);
        t2sed_reranker_free(again);
        if (end)
            rank(reranker, end + 1, size - first.size - 1);
        t2sed_reranker_free(reranker);
    }
    free(text);
    return 0;
}
