/* reasons.h - the groups of features and the summands that make reasons, each
 * with its sentences. */
#ifndef T2S_DECIDE_REASONS_H
#define T2S_DECIDE_REASONS_H

#include <stdbool.h>

#include "t2sed/parts/reasons.h"

/* X(ID, name, beginnings of the names of its features, with a space between, or
 * NULL, the sentence where it raises the probability, and where it lowers it).
 * A group with a longer beginning stands before one with a shorter. */
/* clang-format off */
#define T2S_REASON_TABLE(X)                                                    \
    X(BASE, "base_rate", "source.",                                            \
      "Queries are more often right than wrong, on average.",                  \
      "Queries are more often wrong than right, on average.")                  \
    X(CALIBRATION, "calibration", NULL,                                        \
      "Calibration raises what the model says.",                               \
      "Calibration lowers what the model says.")                               \
    X(TEXT, "text", NULL,                                                      \
      "The text of the query fits the question.",                              \
      "The text of the query does not fit the question.")                      \
    X(FORM, "form", "shape.",                                                  \
      "Queries of this form are often right.",                                 \
      "Queries of this form are often wrong.")                                 \
    X(SCHEMA, "schema", "join.schema_",                                        \
      "Queries on such schemas are often right.",                              \
      "Queries on such schemas are often wrong.")                              \
    X(JOINS, "joins", "join.",                                                 \
      "Its joins and groups follow the keys of the schema.",                   \
      "Its joins or groups do not follow the keys of the schema.")             \
    X(QUESTION, "question", "cue.words_",                                      \
      "Queries for questions in such words are often right.",                  \
      "Queries for questions in such words are often wrong.")                  \
    X(WORDS, "words", "cue.",                                                  \
      "Its clauses agree with the words of the question.",                     \
      "Its clauses disagree with words of the question.")                      \
    X(VALUES, "values", "value.",                                              \
      "Its values and numbers fit the question and the database.",             \
      "Its values or numbers do not fit the question or the database.")        \
    X(RESULT, "result", "execution.",                                          \
      "Its result looks like an answer to the question.",                      \
      "Its result does not look like an answer to the question.")              \
    X(CLAUSES, "clauses", "plan.",                                             \
      "Its clauses are those predicted for the question.",                     \
      "Its clauses are not those predicted for the question.")                 \
    X(SELECTED, "selected_columns", "column.selected_",                        \
      "The selected columns are those predicted for the question.",            \
      "The selected columns are not those predicted for the question.")        \
    X(CONDITIONS, "condition_columns", "column.condition_",                    \
      "The columns in conditions are those predicted for the question.",       \
      "The columns in conditions are not those predicted for the question.")   \
    X(COLUMNS, "columns", "column.",                                           \
      "Its tables and columns are those predicted for the question.",          \
      "Its tables and columns are not those predicted for the question.")      \
    X(CHECKS, "checks", "check.",                                              \
      "Checks of its joins, groups and conditions speak for it.",              \
      "Checks of its joins, groups and conditions speak against it.")          \
    X(KNOWLEDGE, "knowledge", "knowledge.",                                    \
      "It follows the knowledge beside the question.",                         \
      "It does not follow the knowledge beside the question.")                 \
    X(IMPLIED, "implied", "implied.",                                          \
      "Its conditions are those that the question implies.",                   \
      "Its conditions are not those that the question implies.")               \
    X(BOUNDS, "bounds", "bound.",                                              \
      "Its comparisons with numbers are those of the question.",               \
      "Its comparisons with numbers are not those of the question.")           \
    X(ORDER, "order", "window.",                                               \
      "Its order and windows of rows are those of the question.",              \
      "Its order or windows of rows are not those of the question.")           \
    X(MEASURE, "measure", "measure.",                                          \
      "It computes what the question measures.",                               \
      "It does not compute what the question measures.")                       \
    X(EFFECTS, "effects", "effect.",                                           \
      "On small databases made for it, its results look right.",               \
      "On small databases made for it, its results look wrong.")               \
    X(TIMES, "times", "time. today.",                                          \
      "Its times fit those of the question.",                                  \
      "Its times do not fit those of the question.")                           \
    X(REFUSED, "refused", NULL,                                                \
      "The database does not refuse it.",                                      \
      "The database refuses it, or lacks a name that it uses.")                \
    X(AGREEMENT, "agreement", NULL,                                            \
      "The other queries speak for it.",                                       \
      "The other queries speak against it.")                                   \
    X(JUDGE, "judge", NULL,                                                    \
      "The judge finds it right.",                                             \
      "The judge finds it wrong.")                                             \
    X(THRESHOLD, "threshold", NULL,                                            \
      "Too little speaks for it.",                                             \
      "Too little speaks for it.")
/* clang-format on */

typedef enum t2s_reason {
#define REASON(id, name, begins, raises, lowers) T2S_REASON_##id,
    T2S_REASON_TABLE(REASON)
#undef REASON
        T2S_REASONS
} t2s_reason;

/* The group of a feature; T2S_REASONS: none, which no feature has. */
t2s_reason t2s_reason_of(const char *feature);

/* Whether a reason says what is against this query, rather than what is so of
 * all queries or that nothing is. */
bool t2s_reason_is_against(const t2sed_reason *reason);

#endif
