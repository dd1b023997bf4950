/* Which names are in sight of a query's end, and what names that came before
 * their FROM still want. */
#include "constraint/binding.h"

#include <string.h>

/* Tables that FROM may have once more while something is missing. */
#define MOST_REPEATS 2

uint16_t t2s_sight_set(t2s_binding *binding, const t2sed_constraint *words)
{
    if (binding->set_count == T2S_MOST_SETS) {
        binding->is_full = true;
        return T2S_MOST_SETS - 1;
    }
    memset(t2s_set(binding, words, binding->set_count), 0,
           words->blocks * sizeof(t2s_words));
    return binding->set_count++;
}

static const t2s_words *set_at(const t2s_binding *binding,
                               const t2sed_constraint *words, size_t set)
{
    return binding->sets + set * words->blocks;
}

static const t2s_words *columns_of(const t2s_binding *binding,
                                   const t2sed_constraint *words,
                                   const t2s_relation_in *relation)
{
    return relation->table >= 0
               ? words->tables + (size_t)relation->table * words->blocks
               : set_at(binding, words, relation->set);
}

/* The relations of a select: [first, end). */
static size_t sight_end(const t2s_binding *binding, int select)
{
    return select + 1 < binding->select_count
               ? binding->selects[select + 1].first_relation
               : binding->relation_count;
}

static size_t cte_end(const t2s_binding *binding, int select)
{
    return select + 1 < binding->select_count
               ? binding->selects[select + 1].first_cte
               : binding->cte_count;
}

static void count_relation(t2s_words *once, t2s_words *twice,
                           const t2s_binding *binding,
                           const t2sed_constraint *words,
                           const t2s_relation_in *relation)
{
    const t2s_words *has = columns_of(binding, words, relation);
    const t2s_words *hidden = relation->hidden == T2S_NO_SET
                                  ? NULL
                                  : set_at(binding, words, relation->hidden);
    for (size_t i = 0; i < words->blocks; i++) {
        t2s_words seen = hidden ? has[i] & ~hidden[i] : has[i];
        twice[i] |= once[i] & seen;
        once[i] |= seen;
    }
}

void t2s_sight_count(t2s_words *once, t2s_words *twice,
                     const t2s_binding *binding, const t2sed_constraint *words,
                     int select)
{
    memset(once, 0, words->blocks * sizeof *once);
    memset(twice, 0, words->blocks * sizeof *twice);
    for (size_t r = binding->selects[select].first_relation;
         r < sight_end(binding, select); r++)
        count_relation(once, twice, binding, words, &binding->relations[r]);
}

/* Whether a select sees a WITH table: one that is complete, or, in its own
 * second SELECT, itself. */
static bool sees_cte(const t2s_binding *binding, int select, size_t cte)
{
    const t2s_select *in = &binding->selects[select];
    return !binding->ctes[cte].is_open ||
           (in->purpose == T2S_IN_CTE && in->is_compound &&
            cte + 1 == in->first_cte);
}

static bool is_early(const t2s_binding *binding, int select)
{
    return binding->selects[select].clause == T2S_RESULT;
}

void t2s_sight_bare(t2s_words *out, const t2s_binding *binding,
                    const t2sed_constraint *words, int select)
{
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    t2s_words covered[T2S_MOST_BLOCKS];
    memset(out, 0, words->blocks * sizeof *out);
    memset(covered, 0, words->blocks * sizeof *covered);
    for (; select >= 0; select = binding->selects[select].outer) {
        t2s_sight_count(once, twice, binding, words, select);
        for (size_t i = 0; i < words->blocks; i++) {
            if (is_early(binding, select))
                once[i] |= words->all_columns[i];
            for (size_t c = 0;
                 is_early(binding, select) && c < cte_end(binding, select); c++)
                if (sees_cte(binding, select, c))
                    once[i] |= set_at(binding, words, binding->ctes[c].set)[i];
            out[i] |= once[i] & ~twice[i] & ~covered[i];
            covered[i] |= once[i];
        }
    }
}

/* The relation that is called so, or -1. */
static int find_relation(const t2s_binding *binding, int select, uint16_t name)
{
    for (size_t r = binding->selects[select].first_relation;
         r < sight_end(binding, select); r++)
        if (binding->relations[r].name == name)
            return (int)r;
    return -1;
}

/* The WITH table that is called so, the last first; or -1. */
static int find_cte(const t2s_binding *binding, int select, uint16_t name)
{
    for (size_t c = cte_end(binding, select); c-- > 0;)
        if (binding->ctes[c].name == name && sees_cte(binding, select, c))
            return (int)c;
    return -1;
}

static int find_early(const t2s_binding *binding, int select, uint16_t name)
{
    for (int e = 0; e < T2S_MOST_EARLY; e++)
        if (binding->early[e].owner == select && binding->early[e].name == name)
            return e;
    return -1;
}

static bool is_empty(const t2s_words *set, size_t blocks)
{
    for (size_t i = 0; i < blocks; i++)
        if (set[i])
            return false;
    return true;
}

bool t2s_sight_tables(t2s_words *out, const t2s_binding *binding,
                      const t2sed_constraint *words, int select)
{
    bool any = false, room = false;
    memset(out, 0, words->blocks * sizeof *out);
    for (; select >= 0; select = binding->selects[select].outer) {
        for (size_t r = binding->selects[select].first_relation;
             r < sight_end(binding, select); r++)
            if (binding->relations[r].name != T2S_NO_WORD &&
                !is_empty(columns_of(binding, words, &binding->relations[r]),
                          words->blocks))
                t2s_words_add(out, binding->relations[r].name);
        if (!is_early(binding, select))
            continue;
        any = true;
        for (int e = 0; e < T2S_MOST_EARLY; e++) {
            if (binding->early[e].owner == select)
                t2s_words_add(out, binding->early[e].name);
            room |= binding->early[e].owner < 0;
        }
        if (!room)
            return false;
        for (size_t i = 0; i < words->blocks; i++)
            out[i] |= words->all_tables[i];
        for (size_t c = 0; c < cte_end(binding, select); c++)
            if (sees_cte(binding, select, c) &&
                !is_empty(set_at(binding, words, binding->ctes[c].set),
                          words->blocks))
                t2s_words_add(out, binding->ctes[c].name);
    }
    return any;
}

/* Adds `columns` to `out` if they have all of `wanted` (NULL: nothing is). */
static bool add_if(t2s_words *out, const t2s_words *columns,
                   const t2s_words *wanted, size_t blocks)
{
    for (size_t i = 0; wanted && i < blocks; i++)
        if (wanted[i] & ~columns[i])
            return false;
    for (size_t i = 0; out && i < blocks; i++)
        out[i] |= columns[i];
    return true;
}

/* The same with the columns of whatever `name` can come to be in FROM. */
static void add_early(t2s_words *out, const t2s_binding *binding,
                      const t2sed_constraint *words, int select, uint16_t name,
                      const t2s_words *wanted)
{
    int cte = find_cte(binding, select, name);
    if (cte >= 0) {
        add_if(out, set_at(binding, words, binding->ctes[cte].set), wanted,
               words->blocks);
        return;
    }
    if (name < words->count && t2s_words_has(words->all_tables, name)) {
        add_if(out,
               words->tables + (size_t)words->words[name].table * words->blocks,
               wanted, words->blocks);
        return;
    }
    for (size_t t = 0; t < words->table_count; t++)
        add_if(out, words->tables + t * words->blocks, wanted, words->blocks);
    for (size_t c = 0; c < cte_end(binding, select); c++)
        if (sees_cte(binding, select, c))
            add_if(out, set_at(binding, words, binding->ctes[c].set), wanted,
                   words->blocks);
}

bool t2s_sight_qualified(t2s_words *out, const t2s_binding *binding,
                         const t2sed_constraint *words, int select,
                         uint16_t qualifier)
{
    const t2s_words *wanted = NULL;
    bool any = false;
    memset(out, 0, words->blocks * sizeof *out);
    for (; select >= 0; select = binding->selects[select].outer) {
        int relation = find_relation(binding, select, qualifier);
        if (relation >= 0) {
            add_if(out,
                   columns_of(binding, words, &binding->relations[relation]),
                   wanted, words->blocks);
            break;
        }
        if (is_early(binding, select)) {
            int early = find_early(binding, select, qualifier);
            if (early >= 0)
                wanted = set_at(binding, words, (size_t)early);
            any = true;
            add_early(out, binding, words, select, qualifier, wanted);
        }
    }
    return any;
}

void t2s_sight_bind(t2s_binding *binding, const t2sed_constraint *words,
                    int select, uint16_t word, bool is_quoted)
{
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    for (; select >= 0; select = binding->selects[select].outer) {
        const t2s_select *in = &binding->selects[select];
        const bool early = is_early(binding, select);
        t2s_sight_count(once, twice, binding, words, select);
        /* Of a name in ON, a later table must not have the column. */
        if (early ||
            (in->clause == T2S_ON && (is_quoted || t2s_words_has(once, word))))
            t2s_words_add(
                t2s_set(binding, words, is_quoted ? in->quoted : in->bare),
                word);
        if (early || t2s_words_has(once, word))
            return;
    }
}

void t2s_sight_bind_qualified(t2s_binding *binding,
                              const t2sed_constraint *words, int select,
                              uint16_t qualifier, uint16_t word)
{
    int early;
    while (select >= 0 && find_relation(binding, select, qualifier) < 0 &&
           !is_early(binding, select))
        select = binding->selects[select].outer;
    if (select < 0 || find_relation(binding, select, qualifier) >= 0)
        return;
    early = find_early(binding, select, qualifier);
    for (int e = 0; early < 0 && e < T2S_MOST_EARLY; e++)
        if (binding->early[e].owner < 0) {
            early = e;
            binding->early[e] = (t2s_early){qualifier, (int8_t)select, false};
            memset(t2s_set(binding, words, (size_t)e), 0,
                   words->blocks * sizeof(t2s_words));
        }
    if (early < 0)
        binding->is_full = true;
    else if (word == T2S_NO_WORD)
        binding->early[early].has_star = true;
    else
        t2s_words_add(t2s_set(binding, words, (size_t)early), word);
}

bool t2s_sight_is_ambiguous(const t2s_binding *binding,
                            const t2sed_constraint *words, int select,
                            uint16_t word)
{
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    for (; select >= 0; select = binding->selects[select].outer) {
        t2s_sight_count(once, twice, binding, words, select);
        if (t2s_words_has(once, word))
            return t2s_words_has(twice, word);
    }
    return false;
}

bool t2s_sight_conflicts(const t2s_binding *binding,
                         const t2sed_constraint *words, int select)
{
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    const t2s_words *bare =
        set_at(binding, words, binding->selects[select].bare);
    const t2s_words *quoted =
        set_at(binding, words, binding->selects[select].quoted);
    t2s_sight_count(once, twice, binding, words, select);
    for (size_t i = 0; i < words->blocks; i++)
        if ((bare[i] | quoted[i]) & twice[i])
            return true;
    return false;
}

void t2s_sight_shared(t2s_words *out, const t2s_binding *binding,
                      const t2sed_constraint *words, int select)
{
    /* As if the last relation were not there yet. */
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    const t2s_relation_in *last =
        &binding->relations[binding->relation_count - 1];
    const t2s_words *columns = columns_of(binding, words, last);
    memset(once, 0, words->blocks * sizeof *once);
    memset(twice, 0, words->blocks * sizeof *twice);
    for (size_t r = binding->selects[select].first_relation;
         r + 1 < binding->relation_count; r++)
        count_relation(once, twice, binding, words, &binding->relations[r]);
    for (size_t i = 0; i < words->blocks; i++) {
        out[i] = columns[i] & once[i] & ~twice[i];
        if (last->hidden != T2S_NO_SET)
            out[i] &= ~set_at(binding, words, last->hidden)[i];
    }
}

bool t2s_sight_resolves(const t2s_binding *binding,
                        const t2sed_constraint *words, int select)
{
    t2s_words once[T2S_MOST_BLOCKS], other[T2S_MOST_BLOCKS];
    const t2s_select *in = &binding->selects[select];
    const t2s_words *bare = set_at(binding, words, in->bare);
    bool is_missing = false;
    if (t2s_sight_conflicts(binding, words, select) ||
        (in->has_star && sight_end(binding, select) == in->first_relation))
        return false;
    t2s_sight_count(once, other, binding, words, select);
    for (size_t i = 0; i < words->blocks; i++)
        is_missing |= (bare[i] & ~once[i]) != 0;
    if (is_missing) {
        t2s_sight_bare(other, binding, words, in->outer);
        for (size_t i = 0; i < words->blocks; i++)
            if (bare[i] & ~once[i] & ~other[i])
                return false;
    }
    for (int e = 0; e < T2S_MOST_EARLY; e++) {
        const t2s_early *early = &binding->early[e];
        int relation;
        bool any = false;
        if (early->owner != select)
            continue;
        relation = find_relation(binding, select, early->name);
        if (relation >= 0)
            memcpy(other,
                   columns_of(binding, words, &binding->relations[relation]),
                   words->blocks * sizeof *other);
        else if (early->has_star)
            return false;
        else
            any = t2s_sight_qualified(other, binding, words, in->outer,
                                      early->name) &&
                  words->options.early_names;
        if (!any && !add_if(NULL, other, set_at(binding, words, (size_t)e),
                            words->blocks))
            return false;
    }
    return true;
}

/* Of the names used before FROM that no table has yet, as bits: those of which
 * a table of these columns has all that was used; *others: the rest. */
static uint32_t names_for(uint32_t *others, const t2s_binding *binding,
                          const t2sed_constraint *words, int select,
                          const t2s_words *columns)
{
    uint32_t own = 0;
    *others = 0;
    for (int e = 0; e < T2S_MOST_EARLY; e++) {
        const t2s_words *wanted = set_at(binding, words, (size_t)e);
        if (binding->early[e].owner != select ||
            find_relation(binding, select, binding->early[e].name) >= 0)
            continue;
        if (add_if(NULL, columns, wanted, words->blocks))
            own |= (uint32_t)1 << e;
        else
            *others |= (uint32_t)1 << e;
    }
    return own;
}

/* Of a select's relations those whose table stands before them, too. */
static size_t repeats(const t2s_binding *binding, int select)
{
    const size_t first = binding->selects[select].first_relation;
    size_t found = 0;
    for (size_t r = first; r < sight_end(binding, select); r++)
        for (size_t k = first; k < r; k++)
            if (binding->relations[r].table >= 0 &&
                binding->relations[r].table == binding->relations[k].table) {
                found++;
                break;
            }
    return found;
}

void t2s_sight_no_repeats(t2s_words *tables, const t2s_binding *binding,
                          const t2sed_constraint *words)
{
    const int select = binding->select_count - 1;
    const size_t first = binding->selects[select].first_relation;
    const size_t end = sight_end(binding, select);
    uint32_t others;
    if (repeats(binding, select) < MOST_REPEATS ||
        t2s_sight_resolves(binding, words, select))
        return;
    /* No table in FROM has a column that is missing without a table. */
    for (size_t r = first; r < end; r++) {
        const t2s_relation_in *relation = &binding->relations[r];
        if (relation->table < 0 ||
            names_for(&others, binding, words, select,
                      columns_of(binding, words, relation)))
            continue;
        for (size_t word = 0; word < words->count; word++)
            if (words->words[word].table == relation->table)
                tables[word / 64] &= ~((t2s_words)1 << word % 64);
    }
}

void t2s_sight_resolve(t2s_binding *binding, const t2sed_constraint *words,
                       int select)
{
    t2s_words once[T2S_MOST_BLOCKS], twice[T2S_MOST_BLOCKS];
    t2s_select *in = &binding->selects[select];
    t2s_words *results = t2s_set(binding, words, in->results);
    t2s_sight_count(once, twice, binding, words, select);
    for (int quoted = 0; quoted < 2; quoted++) {
        t2s_words *bare =
            t2s_set(binding, words, quoted ? in->quoted : in->bare);
        for (size_t word = 0; word < words->blocks * 64; word++)
            if (bare[word / 64] && t2s_words_has(bare, word) &&
                !t2s_words_has(once, word))
                t2s_sight_bind(binding, words, in->outer, (uint16_t)word,
                               quoted);
        memset(bare, 0, words->blocks * sizeof *bare);
    }
    for (size_t i = 0; in->has_star && !in->is_compound && i < words->blocks;
         i++)
        results[i] |= once[i];
    for (int e = 0; e < T2S_MOST_EARLY; e++) {
        const t2s_early early = binding->early[e];
        const t2s_words *wanted = set_at(binding, words, (size_t)e);
        int relation;
        if (early.owner != select)
            continue;
        relation = find_relation(binding, select, early.name);
        if (relation >= 0 && early.has_star && !in->is_compound)
            add_if(results,
                   columns_of(binding, words, &binding->relations[relation]),
                   NULL, words->blocks);
        for (size_t word = 0; relation < 0 && word < words->blocks * 64; word++)
            if (wanted[word / 64] && t2s_words_has(wanted, word))
                t2s_sight_bind_qualified(binding, words, in->outer, early.name,
                                         (uint16_t)word);
        binding->early[e].owner = -1;
    }
}

/* Of the last relation: no other has the name, and its columns are those that
 * were used before FROM with it. */
static bool may_call(const t2s_binding *binding, const t2sed_constraint *words,
                     int select, uint16_t name)
{
    size_t end = sight_end(binding, select);
    int early = find_early(binding, select, name);
    for (size_t r = binding->selects[select].first_relation; r + 1 < end; r++)
        if (binding->relations[r].name == name)
            return false;
    return early < 0 ||
           add_if(NULL,
                  columns_of(binding, words, &binding->relations[end - 1]),
                  set_at(binding, words, (size_t)early), words->blocks);
}

bool t2s_sight_aliases(uint32_t *others, uint32_t *own,
                       const t2s_binding *binding,
                       const t2sed_constraint *words)
{
    const int select = binding->select_count - 1;
    const size_t last = sight_end(binding, select) - 1;
    *own = names_for(others, binding, words, select,
                     columns_of(binding, words, &binding->relations[last]));
    return *own && repeats(binding, select) > MOST_REPEATS;
}

bool t2s_sight_may_name(const t2s_binding *binding,
                        const t2sed_constraint *words, t2s_role role,
                        uint16_t name)
{
    const t2s_select *in = &binding->selects[binding->select_count - 1];
    switch (role) {
    case T2S_TABLE_ALIAS:
        return may_call(binding, words, binding->select_count - 1, name);
    case T2S_CTE_NAME:
        for (size_t c = in->first_cte; c < binding->cte_count; c++)
            if (binding->ctes[c].name == name)
                return false;
        return true;
    case T2S_CTE_COLUMN:
        return !t2s_words_has(
            set_at(binding, words, binding->ctes[binding->cte_count - 1].set),
            name);
    default:
        return true;
    }
}
