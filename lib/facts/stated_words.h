/*
 * stated_words.h - words that state a condition without a word of its column:
 * "out of stock" of a quantity, "girls" of a code for the sex, "former" of the
 * date of an end.
 */
#ifndef T2S_FACTS_STATED_WORDS_H
#define T2S_FACTS_STATED_WORDS_H

#include "facts/restrictions.h"

/* Of names of columns for the sex of a person. */
#define T2S_SEX_WORDS "sex gender"

/* Sets word and direction of a condition that such words are for; keeps those
 * that are there otherwise. */
void t2s_link_stated_words(t2s_restriction *of, const t2s_restrictions *in,
                           const t2sed_schema *schema,
                           const t2s_question_facts *question);

/* Whether "no longer" stands right before word i, or one word before that. */
bool t2s_says_no_longer(const t2s_restricted_words *words, size_t i);

/* 1: a word for those who are female, "girls"; -1: male; 0: for neither. */
int t2s_sex_of(const char *word, size_t n);

#endif
