/*
 * How far a query's conditions are borne out, as one number. The numbers here
 * are how often queries with such a condition were right among GPT-4o-mini's
 * on Spider's train databases, over how often all were, cut at 1.
 */
#include "link/linker.h"

#include <math.h>

#include "base/string.h"

/* A value, by what the column says, or else the question. */
static double score_value(const t2sed_link_condition *c)
{
    if (c->value_in_column == T2SED_MATCH_NONE)
        return c->operand == T2SED_OPERAND_NUMBER ? 0.7 : 0.2;
    if (c->value_in_column != T2SED_MATCH_UNKNOWN)
        return c->value_in_column == T2SED_MATCH_EXACT      ? 1
               : c->value_in_column == T2SED_MATCH_SPELLING ? 0.2
                                                            : 0.1;
    return c->value_in_question == T2SED_MATCH_UNKNOWN    ? NAN
           : c->value_in_question >= T2SED_MATCH_SPELLING ? 1
           : c->value_in_question >= T2SED_MATCH_PARTIAL  ? 0.95
           : c->value_in_question >= T2SED_MATCH_PREFIX   ? 0.9
                                                          : 0.8;
}

/* Two columns that are compared, or one and those that a query selects. */
static double score_columns(const t2sed_link_condition *c)
{
    if (c->value_in_column == T2SED_MATCH_UNKNOWN)
        return NAN;
    if (c->value_in_column != T2SED_MATCH_NONE)
        return 1;
    return c->type_fits == 0 ? 0.2 : 0.55;
}

static double score_of(const t2sed_link_condition *c)
{
    double score;
    switch (c->operand) {
    case T2SED_OPERAND_COLUMN:
    case T2SED_OPERAND_QUERY:
        return score_columns(c);
    case T2SED_OPERAND_TEXT:
    case T2SED_OPERAND_NUMBER:
        score = score_value(c);
        return c->type_fits == 0 && !(score < 0.75) ? 0.75 : score;
    default:
        return NAN;
    }
}

static bool overlap(t2sed_span a, t2sed_span b)
{
    return a.begin < b.end && a.end > b.begin;
}

/* Whether the query has the mentioned value, or what says it. */
static bool is_used(const t2s_linking *at, const t2sed_link_mention *mention)
{
    for (size_t i = 0; i < at->out->conditions.count; i++) {
        const t2sed_link_condition *c = &at->out->conditions.at[i];
        if (c->value_in_question > T2SED_MATCH_NONE &&
            c->value_turn == mention->turn &&
            overlap(c->value_question, mention->question))
            return true;
        if (c->operand == T2SED_OPERAND_TEXT &&
            t2s_casecmp_n(c->value, c->value_length, mention->value,
                          mention->value_length) == 0)
            return true;
    }
    return false;
}

static bool has_letter(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((t2s_ascii_lower(text[i]) >= 'a' &&
             t2s_ascii_lower(text[i]) <= 'z') ||
            (unsigned char)text[i] >= 0x80)
            return true;
    return false;
}

/* Whether a stretch of the question names a table or a column as well. */
static bool is_name(const t2s_mentions *mentions, t2sed_span question)
{
    for (size_t i = 0; i < mentions->list.count; i++) {
        const t2sed_link_mention *other = &mentions->list.at[i].shown;
        if (other->kind != T2SED_MENTION_VALUE && other->turn == 0 &&
            overlap(other->question, question))
            return true;
    }
    return false;
}

/* Whether words of the question that are a value of the database, marked as
 * such, are nowhere in the query. */
static bool misses_value(const t2s_linking *at)
{
    for (size_t i = 0; at->mentions && i < at->mentions->list.count; i++) {
        const t2s_mention *of = &at->mentions->list.at[i];
        const t2sed_link_mention *mention = &of->shown;
        if (mention->kind == T2SED_MENTION_VALUE && mention->turn == 0 &&
            mention->match >= T2SED_MATCH_SPELLING && of->is_marked &&
            has_letter(mention->value, mention->value_length) &&
            !is_name(at->mentions, mention->question) && !is_used(at, mention))
            return true;
    }
    return false;
}

void t2s_score_links(t2s_linking *at)
{
    t2sed_links *out = at->out;
    bool is_known = out->conditions.count == 0;
    double least = 1;
    for (size_t i = 0; i < out->conditions.count; i++) {
        double score = score_of(&out->conditions.at[i]);
        out->conditions.at[i].score = score;
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
