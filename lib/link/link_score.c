/*
 * How far a query's conditions are borne out, as one number. The numbers here
 * are how often queries with such a condition were right among GPT-4o-mini's
 * on Spider's train databases, over how often all were, cut at 1.
 */
#include <math.h>
#include <string.h>

#include "link/linker.h"

/* A value, by what the column says, or else the question. */
static double score_value(const t2s_linked *l)
{
    int said = l->said.match;
    switch (l->value_match) {
    case T2SED_MATCH_EXACT:
        return 1;
    case T2SED_MATCH_SPELLING:
        return 0.2;
    case T2SED_MATCH_NONE:
        return l->condition.operand == T2SED_OPERAND_NUMBER ? 0.7 : 0.2;
    case T2SED_MATCH_PARTIAL:
    case T2SED_MATCH_PREFIX:
    case T2SED_MATCH_ABBREVIATION:
    case T2SED_MATCH_ELSEWHERE:
        return 0.1;
    default:
        break;
    }
    if (said == T2SED_MATCH_UNKNOWN)
        return NAN;
    return said >= T2SED_MATCH_SPELLING  ? 1
           : said >= T2SED_MATCH_PARTIAL ? 0.95
           : said >= T2SED_MATCH_PREFIX  ? 0.9
                                         : 0.8;
}

/* Two columns that are compared, or one and those that a query selects. */
static double score_columns(const t2s_linked *l)
{
    if (l->value_match == T2SED_MATCH_UNKNOWN)
        return NAN;
    if (l->value_match != T2SED_MATCH_NONE)
        return 1;
    return l->type_fits == 0 ? 0.2 : 0.55;
}

static double score_of(const t2s_linked *l)
{
    double score;
    switch (l->condition.operand) {
    case T2SED_OPERAND_COLUMN:
    case T2SED_OPERAND_QUERY:
        return score_columns(l);
    case T2SED_OPERAND_TEXT:
    case T2SED_OPERAND_NUMBER:
        score = score_value(l);
        return l->type_fits == 0 && !(score < 0.75) ? 0.75 : score;
    default:
        return NAN;
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* Whether the query has the mentioned value, or what says it. */
static bool is_used(const t2s_linking *at, const t2s_mention *mention)
{
    for (size_t i = 0; i < at->out->list.count; i++) {
        const t2s_linked *l = &at->out->list.at[i];
        if (l->said.match > T2SED_MATCH_NONE && l->said.turn == mention->turn &&
            l->said.begin < mention->end && l->said.end > mention->begin)
            return true;
        if (l->condition.operand == T2SED_OPERAND_TEXT &&
            t2s_casecmp_n(l->condition.text, l->condition.length,
                          mention->value, mention->length) == 0)
            return true;
    }
    return false;
}

/* Whether words of the question that are a value of the database, marked as
 * such, are nowhere in the query. */
static bool misses_value(const t2s_linking *at)
{
    for (size_t i = 0; at->mentions && i < at->mentions->list.count; i++) {
        const t2s_mention *mention = &at->mentions->list.at[i];
        bool has_letter = false, is_name = false;
        if (mention->kind != T2SED_NAMED_VALUE || mention->turn > 0 ||
            mention->match < T2SED_MATCH_SPELLING || !mention->is_marked)
            continue;
        for (size_t c = 0; c < mention->length; c++)
            has_letter |= is_letter(mention->value[c]);
        for (size_t k = 0; k < at->mentions->list.count; k++) {
            const t2s_mention *other = &at->mentions->list.at[k];
            is_name |= other->kind != T2SED_NAMED_VALUE && other->turn == 0 &&
                       other->begin < mention->end &&
                       other->end > mention->begin;
        }
        if (has_letter && !is_name && !is_used(at, mention))
            return true;
    }
    return false;
}

void t2s_link_score(t2s_linking *at)
{
    t2sed_links *out = at->out;
    bool is_known = out->list.count == 0;
    double least = 1;
    for (size_t i = 0; i < out->list.count; i++) {
        double score = score_of(&out->list.at[i]);
        out->list.at[i].score = score;
        if (isnan(score))
            continue;
        is_known = true;
        if (score < least)
            least = score;
    }
    if (misses_value(at)) {
        is_known = true;
        least *= 0.8;
    }
    out->score = is_known ? least : NAN;
}
