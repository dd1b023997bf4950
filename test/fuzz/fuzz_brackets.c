/* Imports any bytes as bracketed trees into a question. The first line is the
 * question's text, so that words can be made to match. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "t2sed.h"
#include "t2sed/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *end = size ? memchr(text, '\n', size) : NULL;
    size_t n = end ? (size_t)(end - text) : 0;
    t2sed_question *question;
    char *printed;
    if (t2sed_question_new_n(&question, text, n, NULL) != T2SED_OK)
        return 0;
    if (t2sed_question_set_brackets_n(question, text + n, size - n, NULL) ==
        T2SED_OK)
        for (int format = 0; format < 4; format++)
            if (t2sed_question_print(&printed, &n, question, format, NULL) ==
                T2SED_OK)
                t2sed_free(printed);
    t2sed_question_free(question);
    return 0;
}
