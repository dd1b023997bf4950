/* facts.h - counts that a sketcher reads beside the n-grams. */
#ifndef T2S_SKETCH_FACTS_H
#define T2S_SKETCH_FACTS_H

#include "facts/question.h"

/* The number that stands for a text, the same everywhere. */
uint64_t t2s_sketch_symbol(const char *text, size_t n);

/* Calls `tell` for each fact, about 0 to 1 in size; false ends it, and is
 * returned. `schema` is the one that the question was read with, or NULL. */
bool t2s_sketch_facts(
    const t2s_question_facts *asked, const t2sed_schema *schema,
    bool (*tell)(void *payload, const char *name, double value), void *payload);

#endif
