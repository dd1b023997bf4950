/* Names, values and numbers of the question that the query does not use, and
 * columns whose names fit the question better than those that it uses. */
#include "facts/asked_numbers.h"
#include "facts/knowledge_fit.h"
#include "findings/findings.h"

#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "schema/words.h"

/* A column is better where its match is so much better. */
#define BETTER 0.3F
/* Columns of the query that are compared with all others. */
#define MOST_COMPARED 64

/* Values are cut in messages. */
#define MOST_SHOWN 60

/* What of the question's names the query uses. */
typedef struct used {
    const bool *stems; /* of words: in some name of the query */
    bool *columns;     /* of the schema */
    bool *tables;
    bool *names; /* of columns: used, or reported already */
} used;

static void read_uses(used *u, const t2s_inspected *q)
{
    t2s_for_each_use (q->query, use) {
        int32_t name;
        if (use->index < 0)
            continue;
        if (use->kind == T2S_USES_TABLE)
            u->tables[use->index] = true;
        if (use->kind != T2S_USES_COLUMN)
            continue;
        u->columns[use->index] = true;
        name = q->from->question->columns[use->index].name;
        if (name >= 0)
            u->names[name] = true;
    }
}

/* Whether a name has a word of its own: it is none of `stems`, which the query
 * has, and no stop word. */
static bool has_new_word(const bool *stems, const t2s_question_facts *question,
                         const t2s_name_match *match)
{
    for (uint32_t i = 0; i < match->count; i++) {
        int32_t stem = question->name_stems.at[match->stems + i];
        if (!stems[stem] && !question->stems.at[stem].is_stop)
            return true;
    }
    return false;
}

/* Whether a name is part of a value of the question: "City Gate" names no city.
 */
static bool is_in_value(const t2s_question_facts *question,
                        const t2s_name_match *match)
{
    return t2s_question_is_in_value(question, (size_t)match->first,
                                    (size_t)match->first + 1);
}

/* Whether the words of a name say that it does not matter: "cancelled ones
 * included", "in any status". */
static bool is_waived(const t2s_question_facts *question,
                      const t2s_name_match *match)
{
    const size_t first = (size_t)match->first, end = first + match->count;
    size_t behind = end;
    if (first > 0 && t2s_question_says(question, first - 1,
                                       "any including incl also whatever"))
        return true;
    while (behind < end + 2 &&
           t2s_question_says(question, behind,
                             "ones bookings are is also orders rows"))
        behind++;
    return t2s_question_says(question, behind, "included include incl too");
}

/* "Since september", "over 30": no name before a time or a number. */
static bool is_preposition(const t2s_question_facts *question,
                           const t2s_name_match *match)
{
    const size_t next = (size_t)match->first + 1;
    if (match->count != 1 || match->first < 0 ||
        next >= question->words.count ||
        !t2s_question_says(question, next - 1,
                           "since until till from to by on before after over "
                           "under for at per"))
        return false;
    for (size_t i = 0; i < question->numbers.count; i++)
        if (question->numbers.at[i].word == (int32_t)next)
            return true;
    for (size_t i = 0; i < question->times.list.count; i++)
        if (question->times.list.at[i].place.begin <=
                question->words.at[next].begin &&
            question->times.list.at[i].place.end >=
                question->words.at[next].end)
            return true;
    return false;
}

/* Whether the knowledge has all words of a place in the question. */
static bool is_explained(const t2s_inspected *q, t2sed_span place)
{
    const t2s_restrictions *of = &q->match->restrictions;
    const char *text = q->from->question->text;
    size_t at = place.begin, begin;
    while (t2s_next_word(text, place.end, &at, &begin, false)) {
        bool is_there = false;
        for (size_t k = 0; k < of->knowledge.count && !is_there; k++)
            is_there = t2s_words_are_akin(text + begin, at - begin,
                                          of->knowledge.at[k].text,
                                          of->knowledge.at[k].length);
        if (!is_there)
            return false;
    }
    return true;
}

/* Whether the knowledge names a column. */
static bool is_hint(const t2s_inspected *q, int32_t column)
{
    const t2s_knowledge *knowledge = q->from->knowledge;
    for (size_t i = 0; knowledge && i < knowledge->columns.count; i++)
        if (t2s_hint_names(&knowledge->columns.at[i], q->from->schema, column))
            return true;
    return false;
}

/* Whether a lone word stands where verbs do: "plots that nobody rents". */
static bool is_verb(const t2s_question_facts *question,
                    const t2s_name_match *match)
{
    return match->count == 1 && match->first > 0 &&
           t2s_question_says(question, (size_t)match->first - 1,
                             "who that nobody we they i you has have had been "
                             "never not ever to can must");
}

static t2sed_span span_of_match(const t2s_inspected *q,
                                const t2s_name_match *match)
{
    return t2s_span_of_words(q, match->first,
                             match->first + (int32_t)match->count - 1);
}

/* Columns of the query's tables that the question names and nothing uses. */
static void find_unused(t2s_inspected *q, used *u)
{
    const t2s_question_facts *question = q->from->question;
    const t2sed_schema *schema = q->from->schema;
    /* Which t2s_check_cues reports. */
    const t2s_name_match *key =
        q->match->keys.unused && q->query->parts.clauses[T2S_CLAUSE_GROUP]
            ? &question->columns[q->match->keys.column]
            : NULL;
    for (size_t i = 0; i < question->named_columns.count; i++) {
        int32_t column = question->named_columns.at[i];
        const t2s_name_match *match = &question->columns[column];
        const t2s_column *of = &schema->columns[column];
        /* Ids in place of names are reported by themselves. */
        if ((q->match->shown_keys.by_name > 0 &&
             column == q->match->shown_keys.name) ||
            (key && match->name == key->name) || !match->is_whole ||
            match->name < 0 || u->names[match->name] || !u->tables[of->table] ||
            !has_new_word(u->stems, question, match) ||
            is_in_value(question, match) || is_waived(question, match) ||
            is_verb(question, match) || is_preposition(question, match) ||
            (!is_hint(q, column) && is_explained(q, span_of_match(q, match))))
            continue;
        u->names[match->name] = true;
        t2s_report(q, T2SED_FINDING_NAME_UNUSED, T2S_NOWHERE,
                   span_of_match(q, match), NULL,
                   "The question names the column %s of %s; the query does not "
                   "use it.",
                   of->name, schema->tables[of->table].name);
    }
}

/* The column of the same table, not used, that the question names better. */
static int32_t better_column(const t2s_inspected *q, const used *u,
                             int32_t column)
{
    const t2s_question_facts *question = q->from->question;
    const t2sed_schema *schema = q->from->schema;
    const t2s_table *of = &schema->tables[schema->columns[column].table];
    const float score = question->history->columns[column].score;
    int32_t best = T2S_NO_ITEM;
    for (int32_t k = of->first_column; k < of->first_column + of->column_count;
         k++) {
        const t2s_name_match *other = &question->columns[k];
        if (!u->columns[k] && other->score > score + BETTER &&
            other->is_whole &&
            t2s_question_share_stem(question, other,
                                    &question->columns[column]) &&
            (best == T2S_NO_ITEM ||
             other->score > question->columns[best].score))
            best = k;
    }
    return best;
}

/* "Notes with a rating above 45" of a query that compares the rating of the
 * sightings. */
static void find_better_owner(t2s_inspected *q)
{
    const t2s_other_owner *of = &q->match->other_owner;
    const t2sed_schema *schema = q->from->schema;
    if (of->column == T2S_NO_ITEM)
        return;
    t2s_report(q, T2SED_FINDING_BETTER_COLUMN, of->place,
               span_of_match(q, &q->from->question->columns[of->column]), NULL,
               "The question names %.60s, not %.60s; both have the column "
               "%.60s.",
               schema->tables[schema->columns[of->named].table].name,
               schema->tables[schema->columns[of->column].table].name,
               schema->columns[of->column].name);
}

static void find_better(t2s_inspected *q, const used *u)
{
    const t2sed_schema *schema = q->from->schema;
    size_t compared = 0;
    t2s_for_each_use (q->query, use) {
        int32_t better;
        if (use->kind != T2S_USES_COLUMN || use->clause == T2S_CLAUSE_ON ||
            use->begin == use->end || compared++ >= MOST_COMPARED)
            continue;
        better = better_column(q, u, use->index);
        if (better != T2S_NO_ITEM)
            t2s_report(q, T2SED_FINDING_BETTER_COLUMN, t2s_span_of_use(use),
                       span_of_match(q, &q->from->question->columns[better]),
                       NULL, "The question names the column %s, not %s.",
                       schema->columns[better].name,
                       schema->columns[use->index].name);
    }
}

/* Whether a column refers to another one, by a declared key, or as a column
 * that has the name of a primary key and is none itself. */
static bool refers(const t2sed_schema *schema, int32_t from, int32_t to)
{
    return t2s_schema_refers(schema, from, to) ||
           (t2s_schema_is_lone_key(schema, to) &&
            !t2s_schema_is_lone_key(schema, from) &&
            t2s_schema_relate(schema, from, to) == T2S_RELATION_NAME);
}

static bool refers_to_table(const t2sed_schema *schema, const t2s_table *user,
                            const t2s_table *of)
{
    for (int32_t from = 0; from < user->column_count; from++)
        for (int32_t to = 0; to < of->column_count; to++)
            if (refers(schema, user->first_column + from,
                       of->first_column + to))
                return true;
    return false;
}

/* Whether a table of the query refers to one: its rows stand for that one's. */
static bool is_referred_to(const t2sed_schema *schema, const used *u,
                           int32_t table)
{
    for (size_t i = 0; i < schema->table_count; i++)
        if (u->tables[i] && (int32_t)i != table &&
            refers_to_table(schema, &schema->tables[i], &schema->tables[table]))
            return true;
    return false;
}

static void find_unused_tables(t2s_inspected *q, const used *u)
{
    const t2s_question_facts *question = q->from->question;
    const t2sed_schema *schema = q->from->schema;
    for (size_t i = 0; i < question->table_count; i++) {
        const t2s_name_match *match = &question->tables[i];
        if (match->is_whole && !u->tables[i] &&
            !is_referred_to(schema, u, (int32_t)i) &&
            has_new_word(q->match->coverage.covered, question, match) &&
            !is_in_value(question, match) && !is_verb(question, match) &&
            !is_explained(q, span_of_match(q, match)))
            t2s_report(q, T2SED_FINDING_TABLE_UNUSED, T2S_NOWHERE,
                       span_of_match(q, match), NULL,
                       "The question names the table %s; the query does not "
                       "read it.",
                       schema->tables[i].name);
    }
}

/* "Bills that were due in March" of a query that bounds paid_on. */
static void find_better_time(t2s_inspected *q)
{
    const t2s_time_column *of = &q->match->time_column;
    if (of->fit < 0 && of->is_own &&
        !t2s_query_names_column(q->query, of->rival))
        t2s_report(
            q, T2SED_FINDING_BETTER_COLUMN, T2S_NOWHERE, T2S_NOWHERE, NULL,
            "The question seems to mean %.60s; the query restricts %.60s.",
            q->from->schema->columns[of->rival].name,
            q->from->schema->columns[of->column].name);
}

void t2s_check_question_names(t2s_inspected *q)
{
    const t2s_question_facts *question = q->from->question;
    size_t columns = question->column_count;
    bool *room =
        t2s_zalloc_array(2 * columns + question->table_count + 1, sizeof *room);
    used u;
    if (!room) {
        t2s_check_failed(q);
        return;
    }
    u.stems = q->match->coverage.named;
    u.columns = room;
    u.names = u.columns + columns;
    u.tables = u.names + columns;
    read_uses(&u, q);
    find_unused(q, &u);
    find_better(q, &u);
    find_better_owner(q);
    find_better_time(q);
    find_unused_tables(q, &u);
    t2s_free(room);
}

/* Whether a string stands anywhere in the query: in the result, say, as in
 * avg(country = 'France'). */
static bool has_text(const t2s_inspected *q, t2sed_span place)
{
    const size_t n = place.end - place.begin;
    t2s_for_each_use (q->query, use)
        if (use->kind == T2S_USES_TEXT && use->length == n &&
            t2s_casecmp_n(use->text, n, q->from->question->text + place.begin,
                          n) == 0)
            return true;
    return false;
}

/* Whether a value that may be just a word is accounted for: by a condition or a
 * name of the query, or by the knowledge. */
static bool is_word_met(const t2s_inspected *q, t2sed_span place)
{
    const t2s_restrictions *of = &q->match->restrictions;
    const char *text = q->from->question->text;
    if (t2s_word_is_stop(text + place.begin, place.end - place.begin))
        return true;
    for (size_t i = 0; i < of->question.count; i++) {
        const t2s_restricted_word *word = &of->question.at[i];
        const size_t begin = (size_t)(word->text - text);
        if (begin < place.begin || begin >= place.end)
            continue;
        if (word->is_met || word->is_used || word->is_live)
            return true;
        for (size_t k = 0; k < of->knowledge.count; k++)
            if (t2s_words_are_akin(word->text, word->length,
                                   of->knowledge.at[k].text,
                                   of->knowledge.at[k].length))
                return true;
    }
    return false;
}

/* Whether a column of a table that the query reads holds a value. */
static bool is_in_reach(const t2s_inspected *q, const t2s_question_value *value)
{
    size_t count;
    const int32_t *columns = t2s_value_index_columns(
        q->from->values, value->normal, value->length, &count);
    for (size_t i = 0; i < count; i++)
        if (t2s_query_reads_table(q->query,
                                  q->from->schema->columns[columns[i]].table))
            return true;
    return count == 0;
}

/* Numbers and times have findings of their own. */
static bool is_figure(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!t2s_is_digit(text[i]) && !strchr(".,:-", text[i]))
            return false;
    return true;
}

/* How many bytes of a place in the question a message shows. */
static int shown(t2sed_span place)
{
    return place.end - place.begin < MOST_SHOWN ? (int)(place.end - place.begin)
                                                : MOST_SHOWN;
}

/* Whether what a query has instead of a value is the key of another row. */
static bool is_of_other_row(const t2s_inspected *q,
                            const t2s_replaced_value *at)
{
    const t2s_question_value *value = &q->from->question->values.at[at->value];
    return q->from->values &&
           !t2s_value_index_holds(q->from->values, at->by->slot.column,
                                  value->normal, value->length);
}

/* Reports values and numbers of the question that the query replaces by others,
 * and removes them from `unused`. */
static void report_replaced(t2s_inspected *q, t2s_unused_values *unused,
                            const t2s_replaced_values *replaced)
{
    for (size_t i = 0; i < replaced->count; i++) {
        const t2s_replaced_value *at = &replaced->at[i];
        const t2s_side *by = &at->by->value;
        const char *column = q->from->schema->columns[at->by->slot.column].name;
        const t2sed_span in_query = {by->begin, by->end},
                         asked = {at->begin, at->end};
        if (at->number >= 0) {
            unused->numbers[at->number] = false;
            t2s_report(q, T2SED_FINDING_VALUE_REPLACED, in_query, asked, NULL,
                       "The query compares %s with %.15g; the question names "
                       "%.*s for it.",
                       column, by->number, shown(asked),
                       q->from->asked + at->begin);
            continue;
        }
        if (at->value >= 0)
            unused->values[at->value] = false;
        if (at->value >= 0 && is_of_other_row(q, at)) {
            t2s_report(q, T2SED_FINDING_VALUE_REPLACED, in_query, asked, NULL,
                       "The query asks for %s = '%.*s'; the question names "
                       "'%.*s', which is in a row with another %s.",
                       column, MOST_SHOWN, by->text, shown(asked),
                       q->from->asked + at->begin, column);
            continue;
        }
        t2s_report(q, T2SED_FINDING_VALUE_REPLACED, in_query, asked, NULL,
                   "The query asks for %s = '%.*s'; the %s '%.*s', a value of "
                   "the same column.",
                   column, MOST_SHOWN, by->text,
                   at->value < 0 ? "knowledge asks for" : "question names",
                   shown(asked), q->from->asked + at->begin);
    }
}

/* Whether another finding suggests a value of the question for one that its
 * column does not have. */
static bool is_suggested(t2s_inspected *q, const t2s_question_value *value)
{
    t2s_string normal = {0};
    bool found = false;
    for (size_t i = 0; i < q->out->list.count && !found && !normal.failed;
         i++) {
        const char *suggestion = q->out->list.at[i].suggestion;
        t2s_string_clear(&normal);
        t2s_string_append(&normal, "");
        if (suggestion)
            t2s_value_normal(&normal, suggestion, strlen(suggestion));
        found = !normal.failed && normal.length == value->length &&
                memcmp(normal.text, value->normal, value->length) == 0;
    }
    if (normal.failed)
        t2s_check_failed(q);
    t2s_string_free(&normal);
    return found;
}

void t2s_check_question_values(t2s_inspected *q)
{
    const t2s_question_facts *question = q->from->question;
    t2s_unused_values unused = q->match->coverage.unused;
    report_replaced(q, &unused, &q->match->coverage.replaced);
    for (size_t i = 0; i < question->values.count && i < T2S_MOST_VALUES; i++) {
        const t2s_question_value *value = &question->values.at[i];
        const t2sed_span place = {value->begin, value->end};
        if (unused.values[i] && !has_text(q, place) &&
            !is_figure(value->normal, value->length) &&
            !is_explained(q, place) && !is_suggested(q, value) &&
            (value->is_marked ||
             (is_in_reach(q, value) && !is_word_met(q, place))))
            t2s_report(
                q, T2SED_FINDING_VALUE_UNUSED, T2S_NOWHERE, place, NULL,
                "The query does not use the value \"%.*s\" of the question.",
                (int)(value->end - value->begin),
                q->from->asked + value->begin); /* as it was written */
    }
    for (size_t i = 0; i < question->numbers.count && i < T2S_MOST_NUMBERS;
         i++) {
        const t2s_question_number *number = &question->numbers.at[i];
        t2sed_span place;
        if (!unused.numbers[i] || !q->match->coverage.forgotten[i])
            continue;
        place = t2s_span_of_words(q, number->word - 1, number->word);
        t2s_report(q, T2SED_FINDING_NUMBER_UNUSED, T2S_NOWHERE, place, NULL,
                   "The question says \"%.*s\"; the query does not use the "
                   "number %.15g.",
                   (int)(place.end - place.begin), q->from->asked + place.begin,
                   number->value);
    }
}
