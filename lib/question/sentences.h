/* sentences.h - where the sentences of a question end. */
#ifndef T2S_QUESTION_SENTENCES_H
#define T2S_QUESTION_SENTENCES_H

#include "question/question.h"

/* Longer ones are cut, for a parser's time is the square of a sentence. */
#define T2S_SENTENCE_MAX_WORDS 200

/*
 * The word after the last one of the sentence that begins at word `begin`.
 * Sentences end after . ? ! and runs of them (and the quotes and brackets that
 * close behind), at blank lines, and at T2S_SENTENCE_MAX_WORDS words, or
 * after the last comma or its like in the second half of those.
 */
size_t t2s_sentence_end(const t2sed_question *question, size_t begin);

#endif
