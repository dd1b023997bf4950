/* end_match.c - the direction that a question asks of an end or an order that a
 * query has. */
#include "facts/end_match.h"

#include <string.h>

#include "base/string.h"
#include "facts/same_column.h"

bool t2s_match_has_word(const t2s_question_facts *question,
                        const t2s_name_match *match, int32_t from,
                        int32_t count)
{
    for (int32_t w = from; w < from + count; w++) {
        int32_t stem;
        if (w < 0 || (size_t)w >= question->words.count)
            return false;
        stem = question->words.at[w].stem;
        if (!question->stems.at[stem].is_stop &&
            t2s_match_has_stem(question, match, stem))
            return true;
    }
    return false;
}

/* What the values of a column are, for its ends. */
typedef struct scale_of {
    bool is_time, is_length, is_place, is_speed;
    bool is_rank, is_key, is_name; /* no scale */
    bool is_sequence;              /* of the rows of a table */
    int32_t table;
    bool is_grade;  /* the best may be the greatest or the least */
    int32_t column; /* or T2S_NO_ITEM */
} scale_of;

/* Whether an expr subtracts, or turns a number round (-x), and whether it is
 * made by a date's function. */
static bool subtracts(const t2s_query *query, int32_t top, bool *is_date,
                      bool *is_turned)
{
    const t2s_tree *tree = query->tree;
    t2s_same_column same; /* a subquery that counts greater ones */
    int32_t node = top;
    for (int i = 0; i < 64 && node != T2S_NO_NODE; i++) {
        if (t2s_sql_operates(tree, node, "-"))
            return true;
        *is_turned |= t2s_query_compares_same(&same, query, node) ||
                      t2s_sql_is(tree, node, T2S_RULE_unary_operator);
        *is_date |=
            t2s_sql_calls(tree, node, "DATE DATETIME STRFTIME JULIANDAY");
        node = t2s_tree_next(tree, top, node);
    }
    return false;
}

/* The largest drop is the least difference. */
#define FALLS "drop|drops|fall|falls|decrease|decline|loss|losses|dip"

static scale_of read_scale(const t2s_end_match *m, int32_t expr)
{
    const t2s_query *query = m->query;
    const t2sed_schema *schema = m->schema;
    const t2s_node *of = &query->tree->nodes[expr];
    scale_of out = {.column = T2S_NO_ITEM};
    const char *name;
    t2s_grain grain;
    bool is_one = true, is_date = false, is_turned = false, is_difference;
    for (size_t i = 0; i < query->columns.count; i++) {
        const t2s_named_column *at = &query->columns.at[i];
        if (query->tree->nodes[at->expr].begin >= of->end)
            break;
        if (query->tree->nodes[at->expr].begin < of->begin)
            continue;
        is_one &= out.column == T2S_NO_ITEM || out.column == at->column;
        out.column = at->column;
    }
    if (!is_one || t2s_sql_calls(query->tree, expr, "COUNT SUM TOTAL"))
        out.column = T2S_NO_ITEM;
    is_difference = subtracts(query, expr, &is_date, &is_turned);
    out.is_rank =
        is_turned || (is_difference && t2s_question_asks(m->question, FALLS)) ||
        t2s_sql_calls(query->tree, expr, "ROW_NUMBER RANK DENSE_RANK NTILE");
    out.is_time = is_date && !is_difference;
    if (!schema || out.column == T2S_NO_ITEM || is_difference)
        return out;
    name = schema->columns[out.column].readable;
    out.is_time |=
        schema->columns[out.column].kind == T2SED_TYPE_TIME ||
        (m->values && t2s_value_index_times(m->values, out.column, &grain) !=
                          T2S_LAYOUT_NONE) ||
        t2s_name_says(name,
                      "date dt on at since born birthday datetime timestamp "
                      "epoch year yr month mth day until joined hired "
                      "founded established built opened");
    out.is_place = t2s_name_says(
        name, "rank rnk ranking place position pos standing plc seq");
    out.is_sequence =
        !out.is_time && t2s_name_says(name, "position pos seq sequence");
    out.table = schema->columns[out.column].table;
    out.is_grade = t2s_name_says(name, "grade mark level class category tier "
                                       "skill skl price cost fee");
    out.is_key = !out.is_time && (schema->columns[out.column].primary ||
                                  schema->columns[out.column].is_foreign);
    out.is_name = !out.is_time &&
                  schema->columns[out.column].kind == T2SED_TYPE_TEXT &&
                  t2s_query_column_at(query, t2s_sql_bare(query->tree, expr));
    out.is_length = t2s_name_says(name, "seconds secs sec minutes mins time ms "
                                        "duration delay wait hours");
    out.is_speed = t2s_name_says(name, "speed velocity kmh mph kph knots pace");
    return out;
}

/* Whether an end of such a scale is the greater value: 1 or -1; 0 where it is
 * not of the scale. */
static int expected(const t2s_asked_end *asked, const scale_of *of)
{
    const int upper = asked->is_upper ? 1 : -1;
    switch (asked->scale) {
    case T2S_SCALE_TIME:
        return upper;
    case T2S_SCALE_AGE:
        return of->is_time ? -upper : upper;
    case T2S_SCALE_SIZE:
        return of->is_time || of->is_place ? 0 : upper;
    case T2S_SCALE_LENGTH:
        return of->is_time ? -upper : upper;
    case T2S_SCALE_SPEED:
        return of->is_speed ? upper : of->is_length ? -upper : 0;
    case T2S_SCALE_WORTH:
        /* The worst may be most delays, or least points. */
        return of->is_time || of->is_length || of->is_grade ? 0
               : of->is_place                               ? -upper
               : asked->is_upper                            ? 1
                                                            : 0;
    default:
        return 0;
    }
}

/* "The last stop" of stops with a position; not "the last race" of results. */
static bool is_of_sequence(const t2s_question_facts *question,
                           const scale_of *of, const t2s_asked_end *end)
{
    return of->is_sequence && question->tables &&
           t2s_phrases_begin("first|last", question, end->word) &&
           t2s_match_has_word(question, &question->tables[of->table],
                              end->word + 1, 1);
}

/* The direction that the question asks of a scale: the ends that agree, or else
 * those beside the column's name. */
static int asked_direction(const t2s_question_facts *question,
                           const scale_of *of, bool is_sort)
{
    const t2s_window_words *asked = &question->windows;
    const t2s_name_match *match = of->column != T2S_NO_ITEM && question->columns
                                      ? &question->columns[of->column]
                                      : NULL;
    int upper = 0, lower = 0;
    bool is_near[2] = {false, false};
    size_t times[2] = {0, 0}; /* first and last: both ends are asked for */
    if (of->is_rank || of->is_key || of->is_name || asked->is_moving ||
        t2s_question_asks(question, "median|medians"))
        return 0;
    for (size_t i = 0; i < asked->end_count; i++) {
        const t2s_asked_end *at = &asked->ends[i];
        const int made = at->scale == T2S_SCALE_WORTH && asked->low_is_good
                             ? -expected(at, of)
                             : expected(at, of);
        if ((!of->is_time && at->scale == T2S_SCALE_TIME &&
             !is_of_sequence(question, of, at)) ||
            (is_sort && !at->is_order))
            continue; /* the latest is one of times */
        upper += made > 0;
        lower += made < 0;
        times[at->is_upper] += at->scale == T2S_SCALE_TIME;
        if (match && made &&
            t2s_match_has_word(question, match, at->word + 1, 4))
            is_near[made > 0] = true;
    }
    if (upper > 0 && lower > 0 && times[0] > 0 && times[1] > 0)
        return 0;
    if (upper > 0 && lower > 0)
        return (int)is_near[1] - (int)is_near[0];
    return (upper > 0) - (lower > 0);
}

#define IN_ORDER                                                               \
    "alphabet*|chronolog*|in order|ordered by|sorted by|sort by|order by|"     \
    "by date|by month|by day|by year|by week|by time|by name"

/* Names and times go up where only an order is asked for. */
static int default_order(const t2s_question_facts *question, const scale_of *of)
{
    int32_t first, last;
    if ((!of->is_name && !of->is_time) || question->cues[T2S_CUE_DESCENDING])
        return 0;
    for (size_t i = 0; i < question->windows.end_count; i++)
        if (question->windows.ends[i].is_order)
            return 0;
    return t2s_phrases_find(&first, &last, IN_ORDER, question, 0) ? -1 : 0;
}

int t2s_end_wanted(const t2s_end_match *m, const t2s_query_end *end)
{
    const scale_of of = read_scale(m, end->expr);
    const int asked = asked_direction(m->question, &of, end->is_sort);
    return asked == 0 && end->is_sort ? default_order(m->question, &of) : asked;
}

bool t2s_end_is_time(const t2s_end_match *m, int32_t expr)
{
    return read_scale(m, expr).is_time;
}
