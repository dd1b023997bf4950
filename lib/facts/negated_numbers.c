/* negated_numbers.c - numbers that a question leaves out, in a query. */
#include "facts/negated_numbers.h"

#include <string.h>

#include "base/string.h"

#include "facts/query_bounds.h"

/* Numbers of a question, and nodes of a query, that are looked at. */
#define MOST_NUMBERS 8
#define MOST_NODES   3000
/* Shorter ones are found within others. */
#define LEAST_DIGITS 4

/* "Not in 2025", "nothing in 2025", "but never in 2025". */
static bool is_behind_negation(const t2s_question_facts *question, int32_t word)
{
    for (int32_t i = word - 1; i >= 0 && i > word - 5; i--) {
        if (t2s_question_says(question, (size_t)i,
                              "not no nothing never none without didn t "
                              "nobody"))
            return true;
        if (t2s_question_says(question, (size_t)i, "but"))
            return false;
    }
    return false;
}

static bool has_number(const char *text, const char *digits, size_t n)
{
    for (const char *at = strstr(text, digits); at; at = strstr(at + 1, digits))
        if (!t2s_is_digit(at[n]) && (at == text || !t2s_is_digit(at[-1])))
            return true;
    return false;
}

/* Adds up the places of a number in the query: those that are left out, and the
 * others. */
static void find_places(const t2s_query *query, const char *digits, size_t n,
                        int *negated, int *plain, const t2s_node **first)
{
    const t2s_tree *tree = query->tree;
    int left = MOST_NODES;
    t2s_tree_for_each (tree, tree->root, node) {
        const t2s_node *at = &tree->nodes[node];
        if (left-- <= 0)
            return;
        if (!t2s_tree_is_terminal(tree, node) || !at->text ||
            (at->text[0] != '\'' && !t2s_is_digit(at->text[0])) ||
            !has_number(at->text, digits, n))
            continue;
        if (t2s_query_is_negated(query, tree->nodes[node].parent))
            ++*negated;
        else
            ++*plain;
        *first = *first ? *first : at;
    }
}

/* A number of the question, and where the query has it. */
typedef struct number {
    char digits[16];
    bool is_asked; /* behind a negation */
    int negated, plain;
    const t2s_node *first;
} number;

static bool read_number(number *out, const t2s_question_facts *question,
                        int32_t word)
{
    size_t n;
    const char *text = t2s_question_text_at(question, (size_t)word, &n);
    memset(out, 0, sizeof *out);
    if (n < LEAST_DIGITS || n >= sizeof out->digits ||
        strspn(text, "0123456789") < n)
        return false;
    memcpy(out->digits, text, n);
    out->is_asked = is_behind_negation(question, word);
    return true;
}

t2s_negated_numbers
t2s_negated_numbers_match(const t2s_query *query,
                          const t2s_question_facts *question)
{
    t2s_negated_numbers made = {0, 0, 0, 0, 0};
    number all[MOST_NUMBERS];
    size_t count = 0;
    bool leaves_out = false; /* the query, one of them */
    for (size_t i = 0; i < question->numbers.count && count < MOST_NUMBERS; i++)
        count +=
            read_number(&all[count], question, question->numbers.at[i].word);
    for (size_t i = 0; i < count; i++)
        made.asked += all[i].is_asked;
    for (size_t i = 0; i < count && made.asked > 0; i++) {
        find_places(query, all[i].digits, strlen(all[i].digits),
                    &all[i].negated, &all[i].plain, &all[i].first);
        leaves_out |= all[i].negated > 0;
    }
    for (size_t i = 0; i < count && leaves_out; i++) {
        if ((all[i].negated > 0) == (all[i].plain > 0))
            continue;
        if ((all[i].negated > 0) == all[i].is_asked) {
            made.fits++;
        } else if (made.swapped++ == 0) {
            made.begin = all[i].first->begin;
            made.end = all[i].first->end;
        }
    }
    return made;
}
