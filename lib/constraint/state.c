#include "constraint/state.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "sql/sql.h"

/* Bytes before the refused one that a message shows. */
#define MOST_SHOWN 40

t2sed_status t2sed_constraint_state_new(t2sed_constraint_state **out,
                                        const t2sed_constraint *constraint,
                                        t2sed_error *err)
{
    t2sed_constraint_state *made;
    if (!out || !constraint)
        return t2s_fail_null(err, __func__, "out and constraint");
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->words = constraint;
    made->query = t2s_zalloc((size_t)constraint->options.max_bytes + 1);
    made->place = t2s_place_new(constraint);
    if (!made->query || !made->place) {
        t2sed_constraint_state_free(made);
        return t2s_fail_memory(err);
    }
    t2s_binding_begin(made->place->binding, constraint);
    *out = made;
    return T2SED_OK;
}

t2sed_status t2sed_constraint_state_copy(t2sed_constraint_state **out,
                                         const t2sed_constraint_state *state,
                                         t2sed_error *err)
{
    t2sed_constraint_state *made;
    t2sed_status status;
    if (!out || !state)
        return t2s_fail_null(err, __func__, "out and state");
    status = t2sed_constraint_state_new(&made, state->words, err);
    if (status)
        return status;
    memcpy(made->query, state->query, state->length);
    made->length = state->length;
    made->open = state->open;
    made->place->is_done = state->place->is_done;
    t2s_binding_copy(made->place->binding, state->place->binding, state->words);
    *out = made;
    return T2SED_OK;
}

void t2sed_constraint_state_free(t2sed_constraint_state *state)
{
    if (!state)
        return;
    t2s_free(state->query);
    t2s_free(state->place);
    t2s_free(state->spare[0]);
    t2s_free(state->spare[1]);
    t2s_free(state);
}

static bool make_spare(t2sed_constraint_state *state)
{
    for (int i = 0; i < 2; i++)
        if (!state->spare[i])
            state->spare[i] = t2s_place_new(state->words);
    return state->spare[0] && state->spare[1];
}

/*
 * Reads bytes behind those that were read. Returns how many it could: all, and
 * then they are kept if `keep` says so.
 */
static size_t walk(t2sed_constraint_state *state, const char *text, size_t n,
                   bool keep)
{
    const t2sed_constraint *words = state->words;
    t2s_open open = state->open;
    t2s_place *place = state->place;
    size_t i;
    for (i = 0; i < n; i++) {
        const size_t at = state->length + i;
        t2s_step step;
        state->query[at] = text[i];
        step = t2s_spelling_go_on(place, &open, words, state->query, at);
        if (step == T2S_REFUSED)
            break;
        if (step == T2S_GOES_ON)
            continue;
        if (open.kind != T2S_BETWEEN_TOKENS) {
            t2s_place *next = state->spare[place == state->spare[0]];
            if (!t2s_spelling_end(next, place, &open, words, state->query, at))
                break;
            place = next;
        }
        if (!t2s_spelling_begin(place, &open, words, state->query, at))
            break;
    }
    if (i == n && keep) {
        state->length += n;
        state->open = open;
        for (int s = 0; s < 2; s++)
            if (place == state->spare[s]) {
                state->spare[s] = state->place;
                state->place = place;
                break;
            }
    }
    return i;
}

t2sed_status t2sed_constraint_advance(t2sed_constraint_state *state,
                                      const char *text, size_t n,
                                      t2sed_error *err)
{
    size_t most, read, at, begin;
    if (!state || (!text && n > 0))
        return t2s_fail_null(err, __func__, "state and text");
    most = (size_t)state->words->options.max_bytes;
    if (n > most - state->length)
        return t2s_fail(err, T2SED_ELIMIT, (ptrdiff_t)most,
                        "constraint: a query of more than the %zu bytes that "
                        "are allowed",
                        most);
    if (!make_spare(state))
        return t2s_fail_memory(err);
    read = walk(state, text, n, true);
    if (read == n)
        return T2SED_OK;
    at = state->length + read;
    begin = at > MOST_SHOWN ? at - MOST_SHOWN : 0;
    return t2s_fail(err, T2SED_ESYNTAX, (ptrdiff_t)at,
                    "constraint, byte %zu: \"%.1s\" may not follow \"%.*s\"",
                    at, text + read, (int)(at - begin), state->query + begin);
}

int t2sed_constraint_allows(t2sed_constraint_state *state, const char *text,
                            size_t n)
{
    if (!state || (!text && n > 0) || !make_spare(state))
        return -1;
    return n <= (size_t)state->words->options.max_bytes - state->length &&
           walk(state, text, n, false) == n;
}

/* 1 or 0, or -1 when memory is short. */
static int parses(const char *query, size_t n)
{
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse_n(&sql, query, n, NULL);
    t2sed_sql_free(sql);
    return status == T2SED_OK ? 1 : status == T2SED_ENOMEM ? -1 : 0;
}

int t2sed_constraint_may_end(t2sed_constraint_state *state)
{
    t2s_place *place;
    int ok;
    if (!state || !make_spare(state))
        return -1;
    place = state->place;
    if (state->open.kind != T2S_BETWEEN_TOKENS) {
        if (!t2s_spelling_end(state->spare[0], place, &state->open,
                              state->words, state->query, state->length))
            return 0;
        place = state->spare[0];
    }
    if (!t2s_spelling_may_end(place, state->words))
        return 0;
    state->query[state->length] = '\0';
    ok = parses(state->query, state->length);
    if (ok == 1 && state->words->empty)
        ok = t2s_empty_prepares(state->words->empty, state->query,
                                state->length);
    return ok;
}

const char *t2sed_constraint_text(const t2sed_constraint_state *state,
                                  size_t *length)
{
    if (length)
        *length = state ? state->length : 0;
    if (!state)
        return NULL;
    state->query[state->length] = '\0';
    return state->query;
}
