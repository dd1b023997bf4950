/* search.c - a beam search among the drafts that edits lead to. */
#include "correct/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"

void t2s_draft_copy(t2s_draft *to, const t2s_draft *from)
{
    memcpy(to, from,
           offsetof(t2s_draft, cores) +
               (size_t)from->core_count * sizeof from->cores[0]);
}

/* --- what was seen --- */

static bool grow_seen(t2s_search *s)
{
    size_t capacity = s->seen_capacity ? 2 * s->seen_capacity : 4096;
    uint64_t *seen = t2s_zalloc_array(capacity, sizeof *seen);
    if (!seen)
        return false;
    for (size_t i = 0; i < s->seen_capacity; i++) {
        size_t at = s->seen[i] & (capacity - 1);
        if (!s->seen[i])
            continue;
        while (seen[at])
            at = (at + 1) & (capacity - 1);
        seen[at] = s->seen[i];
    }
    t2s_free(s->seen);
    s->seen = seen;
    s->seen_capacity = capacity;
    return true;
}

/* Whether a hash is new; it is then no more. */
static bool is_new(t2s_search *s, uint64_t hash)
{
    size_t at;
    hash |= !hash;
    if (2 * (s->seen_count + 1) > s->seen_capacity && !grow_seen(s)) {
        s->failed = true;
        return false;
    }
    for (at = hash & (s->seen_capacity - 1); s->seen[at];
         at = (at + 1) & (s->seen_capacity - 1))
        if (s->seen[at] == hash)
            return false;
    s->seen[at] = hash;
    s->seen_count++;
    return true;
}

/* --- what can be a query --- */

/* Whether a list has the same twice; `given`: though the query had it so. */
static bool has_twice(const t2s_ref *list, int count, bool given)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (list[i].column == list[j].column &&
                list[i].function == list[j].function &&
                list[i].column != T2S_OPAQUE &&
                (given || !list[i].begin || !list[j].begin))
                return true;
    return false;
}

static bool is_sound_core(const t2s_draft *draft, int number, int items)
{
    const t2s_core *core = &draft->cores[number];
    if (core->item_count == 0 || (items && core->item_count != items) ||
        (core->having_count && !core->group_count) ||
        (core->next >= 0 && (core->order_count || core->limit != T2S_NO_VALUE)))
        return false;
    if (has_twice(core->items, core->item_count, false) ||
        has_twice(core->groups, core->group_count, true) ||
        has_twice(core->orders, core->order_count, true))
        return false;
    for (int i = 0; i < core->test_count; i++)
        for (int j = 0; j < i; j++)
            if (core->tests[i].left.column == core->tests[j].left.column &&
                core->tests[i].values[0] == core->tests[j].values[0] &&
                core->tests[i].op >= 0 && core->tests[j].op >= 0 &&
                (!core->tests[i].begin || !core->tests[j].begin))
                return false;
    for (int i = 0; i < core->test_count; i++)
        if (core->tests[i].core >= 0 &&
            !is_sound_core(draft, core->tests[i].core, 1))
            return false;
    return core->next < 0 || is_sound_core(draft, core->next, core->item_count);
}

/* --- keeping the best --- */

static bool is_worse(const t2s_found_draft *a, const t2s_found_draft *b)
{
    return a->score < b->score || (a->score <= b->score && a->hash > b->hash);
}

static void sift(t2s_search *s, size_t at)
{
    t2s_found_draft *kept = s->kept.at;
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2; child++)
            if (child < s->kept.count && is_worse(&kept[child], &kept[least]))
                least = child;
        if (least == at)
            return;
        t2s_found_draft swap = kept[at];
        kept[at] = kept[least];
        kept[least] = swap;
        at = least;
    }
}

static void keep(t2s_search *s, const t2s_draft *draft, uint64_t hash)
{
    const double score = t2s_weigh(s->of, draft, NULL);
    t2s_found_draft *to;
    size_t at;
    if (s->kept.count < T2S_SEARCH_KEPT) {
        at = s->kept.count++;
        while (at > 0 && score < s->kept.at[(at - 1) / 2].score) {
            s->kept.at[at] = s->kept.at[(at - 1) / 2];
            at = (at - 1) / 2;
        }
    } else if (score > s->kept.at[0].score) {
        at = 0;
    } else {
        return;
    }
    to = &s->kept.at[at];
    to->score = score;
    to->hash = hash;
    to->depth = s->depth;
    t2s_draft_copy(&to->draft, draft);
    if (at == 0)
        sift(s, 0);
}

static void offer_one(t2s_search *s, const t2s_draft *draft)
{
    uint64_t hash;
    if (!is_sound_core(draft, 0, 0))
        return;
    hash = t2s_draft_hash(&s->of->desk, draft);
    if (is_new(s, hash))
        keep(s, draft, hash);
}

void t2s_search_offer(t2s_search *s, const t2s_draft *draft, int changed)
{
    t2s_draft pruned;
    offer_one(s, draft);
    if (changed < 0 || draft->cores[changed].relation_count < 2)
        return;
    t2s_draft_copy(&pruned, draft);
    t2s_draft_prune(&s->of->desk, &pruned, changed);
    if (pruned.cores[changed].relation_count !=
        draft->cores[changed].relation_count)
        offer_one(s, &pruned);
}

/* --- the search --- */

static int compare_found(const void *a, const void *b)
{
    return is_worse(a, b) ? 1 : is_worse(b, a) ? -1 : 0;
}

/* Whether one of the last edits led near enough to the best to go on. */
static bool is_worth_more(const t2s_search *s)
{
    double best = -1e30, last = -1e30;
    for (size_t i = 0; i < s->kept.count; i++) {
        const t2s_found_draft *found = &s->kept.at[i];
        best = found->score > best ? found->score : best;
        if (found->depth == s->depth && found->score > last)
            last = found->score;
    }
    return last > best - T2S_SEARCH_MARGIN;
}

/* Edits the best drafts of the depth before. */
static void deepen(t2s_search *s, t2s_found_draft *beam)
{
    size_t count = 0;
    for (size_t i = 0; i < s->kept.count; i++) {
        t2s_found_draft *found = &s->kept.at[i];
        size_t at = count;
        if (found->depth != s->depth)
            continue;
        while (at > 0 && is_worse(&beam[at - 1], found)) {
            if (at < T2S_SEARCH_WIDTH)
                beam[at] = beam[at - 1];
            at--;
        }
        if (at < T2S_SEARCH_WIDTH) {
            beam[at] = *found;
            count += count < T2S_SEARCH_WIDTH;
        }
    }
    s->depth++;
    for (size_t i = 0; i < count && !s->failed && !t2s_interrupted(); i++)
        t2s_offer_edits(s, &beam[i].draft);
}

/* The given query is always among the best: in the place of the worst. */
static void keep_given(t2s_search *s)
{
    t2s_found_draft *worst = &s->kept.at[0];
    for (size_t i = 0; i < s->kept.count; i++)
        if (s->kept.at[i].depth == 0)
            return;
    worst->score = t2s_weigh(s->of, &s->of->given, NULL);
    worst->hash = 0;
    worst->depth = 0;
    t2s_draft_copy(&worst->draft, &s->of->given);
}

t2sed_status t2s_search_run(t2s_search *s, t2s_case *of, t2sed_error *err)
{
    t2s_found_draft *beam = t2s_alloc_array(T2S_SEARCH_WIDTH, sizeof *beam);
    memset(s, 0, sizeof *s);
    s->of = of;
    s->failed = !beam || !t2s_vector_reserve(&s->kept, T2S_SEARCH_KEPT);
    /* However odd it is. */
    if (!s->failed && is_new(s, t2s_draft_hash(&of->desk, &of->given)))
        keep(s, &of->given, t2s_draft_hash(&of->desk, &of->given));
    while (!s->failed && s->depth < T2S_SEARCH_DEPTH && is_worth_more(s) &&
           !t2s_interrupted())
        deepen(s, beam);
    t2s_free(beam);
    if (s->failed || of->desk.failed)
        return t2s_fail_memory(err);
    if (t2s_interrupted())
        return t2s_fail(err, T2SED_EINTERRUPTED, -1, "corrector: interrupted");
    keep_given(s);
    qsort(s->kept.at, s->kept.count, sizeof *s->kept.at, compare_found);
    return T2SED_OK;
}

void t2s_search_free(t2s_search *s)
{
    t2s_vector_free(&s->kept);
    t2s_free(s->seen);
}
