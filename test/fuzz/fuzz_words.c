/* Splits any bytes into words and links them to themselves; words must be in
 * order, not empty, and must leave nothing but blanks out. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "question/words.h"
#include "facts/name_links.h"
#include "t2sed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_words(const t2sed_question *question)
{
    size_t at = 0, begin = 0, end = 0;
    for (size_t i = 0; i < question->word_count; i++) {
        begin = question->words[i].begin;
        end = question->words[i].end;
        if (begin < at || end <= begin ||
            t2s_blanks_length(question->text + at, begin - at) != begin - at)
            abort();
        at = end;
    }
    if (t2s_blanks_length(question->text + at, question->length - at) !=
        question->length - at)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    t2sed_question *question;
    t2s_link_words *words;
    t2s_links links = {0};
    if (t2sed_question_new_n(&question, text, size, NULL) != T2SED_OK)
        return 0;
    check_words(question);
    if (t2s_link_words_new(&words, question, NULL) == T2SED_OK) {
        t2s_link_name(&links, words, text, size);
        t2s_link_value(&links, words, text, size);
        t2s_vector_free(&links);
        t2s_link_words_free(words);
    }
    t2sed_question_free(question);
    return 0;
}
