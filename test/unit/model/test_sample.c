#include "t2s_test.h"

#include "model/sample.h"
#include "t2sed/parts/evidence.h"
#include "t2sed/sql.h"

/* A caller who scored with a source of evidence goes on to ask it for
 * findings: they are about the question that was scored, whatever the model
 * reads. */
START_TEST(question_is_set_for_models_without_evidence)
{
    const t2s_config config = {0};
    t2s_preparer preparer;
    t2sed_evidence *source = NULL;
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    float *numbers = calloc(t2sed_evidence_count(), sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
    ck_assert_int_eq(t2s_preparer_open(&preparer, &config, NULL, 0, NULL), 0);
    ck_assert_int_eq(t2sed_evidence_new(&source, NULL, NULL), 0);
    ck_assert_int_eq(t2sed_question_new(&question, "How many?", NULL), 0);
    ck_assert_int_eq(t2sed_sql_parse(&sql, "SELECT 1", NULL), 0);
    ck_assert_int_eq(t2sed_evidence_compute(source, sql, numbers, NULL),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2s_gatherer_set(&preparer.gatherer, source, NULL,
                                      question, NULL, NULL),
                     0);
    ck_assert_int_eq(t2sed_evidence_compute(source, sql, numbers, NULL), 0);
    ck_assert_int_eq(
        t2s_gatherer_set(&preparer.gatherer, NULL, NULL, question, NULL, NULL),
        0);
    t2s_preparer_free(&preparer);
    t2sed_evidence_free(source);
    t2sed_question_free(question);
    t2sed_sql_free(sql);
    free(numbers);
}
END_TEST

int main(void)
{
    TCase *gathering = tcase_create("gathering");
    tcase_add_test(gathering, question_is_set_for_models_without_evidence);
    return t2s_test_run("model/sample", &gathering, 1);
}
