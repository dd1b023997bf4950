/* Labels while each call to the disk fails in turn: the label of a run without
 * failures, or none by reason of the database. */
#include "evaluator_test.h"
#include "faulty_vfs.h"

static const char gold[] =
    "SELECT name FROM item WHERE price > 1 ORDER BY price LIMIT 2";
static const char *const queries[] = {
    "SELECT name FROM item WHERE price > 1 ORDER BY price LIMIT 2",
    "SELECT name FROM item WHERE price >= 1 ORDER BY price LIMIT 2",
    "SELECT name FROM item WHERE price > 1000", "SELECT nothing FROM item",
    "SELECT T1.name FROM item AS T1 JOIN sale AS T2 ON T1.id = T2.item"};
enum { QUERIES = sizeof queries / sizeof queries[0] };
static int rule;

/* That the database can't be read is no label. */
static bool is_unknown(const char *line)
{
    char none[40];
    snprintf(none, sizeof none, "-1 %d\n", T2SED_REASON_DATABASE);
    return strncmp(line, none, strlen(none)) == 0;
}

static void append_labels(t2s_string *out, t2sed_evaluation *labels)
{
    ck_assert_uint_eq(labels->count, QUERIES);
    for (size_t i = 0; i < QUERIES; i++) {
        ck_assert(*labels->verdicts[i].message);
        t2s_string_append_format(out, "%d %d\n", labels->verdicts[i].label,
                                 labels->verdicts[i].reason);
    }
    t2sed_evaluation_free(labels);
}

static bool append_now(t2s_string *out, t2sed_evaluator *evaluator,
                       bool in_thread)
{
    t2sed_evaluator_item item = make_item(gold, queries, QUERIES);
    t2sed_evaluation *labels = NULL;
    t2sed_error err = {0};
    t2sed_status status =
        in_thread ? t2sed_evaluator_submit(evaluator, &item, &err)
                  : t2sed_evaluator_evaluate(&labels, evaluator, &item, &err);
    if (status == T2SED_OK && in_thread)
        status = t2sed_evaluator_next(&labels, evaluator, &err);
    if (status == T2SED_OK)
        append_labels(out, labels);
    ck_assert(status == T2SED_OK || *err.text);
    return status == T2SED_OK;
}

static void label(t2s_faulty_run *run, void *payload)
{
    t2sed_evaluator *evaluator = open_evaluator(rule);
    bool in_thread = payload != NULL;
    run->is_unknown = is_unknown;
    append_now(&run->answer, evaluator, in_thread);
    t2s_faulty_disarm();
    ck_assert(append_now(&run->again, evaluator, in_thread));
    t2sed_evaluator_free(evaluator);
}

START_TEST(labels_queries)
{
    static char threads;
    set_up();
    rule = _i;
    t2s_faulty_every_call(label, NULL, NULL, T2S_FAULT_ALL);
    t2s_faulty_every_call(label, NULL, &threads, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

int main(void)
{
    TCase *faults = tcase_create("faults");
    tcase_add_loop_test(faults, labels_queries, 0, T2SED_RULE_OFFICIAL + 1);
    return t2s_test_run("disk_faults", &faults, 1);
}
