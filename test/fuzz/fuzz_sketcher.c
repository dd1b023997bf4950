/* Reads any bytes as the files of a sketcher and predicts with what can be
 * read: every probability is one, or NaN where the file has no such head. */
#include "two_parts.h"

#include "sketch/sketcher.h"
#include "t2sed.h"
#include "t2sed/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void predict(const t2sed_sketcher *sketcher)
{
    t2sed_question *question;
    t2sed_sketch *sketch;
    if (t2sed_question_new(&question, "How many singers are there?", NULL) !=
        T2SED_OK)
        abort();
    if (t2sed_sketcher_predict(&sketch, sketcher, question, NULL, NULL, NULL) !=
        T2SED_OK)
        abort();
    for (size_t i = 0; i < t2sed_sketch_head_count(); i++) {
        t2sed_sketch_head head = {.struct_size = sizeof head};
        if (t2sed_sketch_get(sketch, i, &head, NULL) != T2SED_OK ||
            head.probability < 0 || head.probability > 1)
            abort();
    }
    t2sed_sketch_free(sketch);
    t2sed_question_free(question);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    two_parts parts;
    t2sed_sketcher *sketcher;
    if (!two_parts_open(&parts, data, size))
        return 0;
    if (t2s_sketcher_read(&sketcher, &parts.files, NULL) == T2SED_OK) {
        predict(sketcher);
        t2sed_sketcher_free(sketcher);
    }
    two_parts_close(&parts);
    return 0;
}
