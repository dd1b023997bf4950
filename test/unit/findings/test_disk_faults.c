/* Evidence, findings and links while each call to the disk fails in turn: an
 * error or the same as ever, and the same again afterwards, by the same object
 * and by another that finds what the first one left. */
#include "records.h"
#include "faulty_vfs.h"

#include "database_test.h"
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "features/features.h"

static const char tables[] =
    "PRAGMA page_size = 512;"
    "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, "
    "team INT REFERENCES team (id));"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
    "WHERE i < 12) INSERT INTO team SELECT i, 'team number ' || i, "
    "'City ' || i % 7 FROM n;"
    "INSERT INTO player VALUES (1, 'Ann', 1), (2, 'Bob', 2);";

static const char *const sqls[] = {
    "SELECT name FROM team WHERE city = 'City 3'",
    "SELECT T2.name FROM player AS T1 JOIN team AS T2 ON T1.team = T2.id "
    "WHERE T1.name = 'Anne' AND T2.name = 'team number 7'"};
enum { SQLS = sizeof sqls / sizeof sqls[0] };

static char folder[] = "/tmp/t2sed-disk-faults-XXXXXX";
static char path[80], cache[80];
static t2sed_schema *schema;
static t2sed_question *question;
static t2sed_sql *queries[SQLS];

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/club.sqlite", folder);
    snprintf(cache, sizeof cache, "%s/club.index", folder);
    t2s_test_run_sql(path, tables);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "Which team of City 3 has Ann?", NULL),
        T2SED_OK);
    for (int i = 0; i < SQLS; i++)
        ck_assert_int_eq(t2sed_sql_parse(&queries[i], sqls[i], NULL), T2SED_OK);
}

static void tear_down(void)
{
    char command[120];
    for (int i = 0; i < SQLS; i++)
        t2sed_sql_free(queries[i]);
    t2sed_question_free(question);
    t2sed_schema_free(schema);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* A message says something, in one line. */
static void check_message(const t2sed_error *err)
{
    ck_assert(err->text[0] != '\0');
    ck_assert_ptr_null(strchr(err->text, '\n'));
}

/* Nothing lies in the folder but the database and, maybe, its index. */
static void check_folder(void)
{
    DIR *files = opendir(folder);
    const struct dirent *file;
    ck_assert_ptr_nonnull(files);
    while ((file = readdir(files)))
        ck_assert_msg(file->d_name[0] == '.' ||
                          strcmp(file->d_name, "club.sqlite") == 0 ||
                          strcmp(file->d_name, "club.index") == 0,
                      "%s was left behind", file->d_name);
    closedir(files);
}

/* --- evidence --- */

/* What running a query tells is not known where it could not be run. */
static bool is_unknown(const char *line)
{
    size_t n = strcspn(line, "\n");
    return (n > 4 && strncmp(line + n - 4, " nan", 4) == 0) ||
           strncmp(line, "source.execution 0", 18) == 0;
}

static bool append_evidence(t2s_string *out, t2sed_evidence *evidence)
{
    t2sed_error err = {0};
    float numbers[1000];
    size_t count = t2sed_evidence_count();
    ck_assert_uint_le(count, 1000);
    if (t2sed_evidence_set_question(evidence, question, &err) != T2SED_OK) {
        check_message(&err);
        return false;
    }
    for (int k = 0; k < SQLS; k++) {
        if (t2sed_evidence_compute(evidence, queries[k], numbers, &err) !=
            T2SED_OK) {
            check_message(&err);
            t2s_string_clear(out);
            return false;
        }
        for (size_t i = 0; i < count; i++)
            t2s_string_append_format(out, "%s %.9g\n", t2s_feature_at(i)->name,
                                     (double)numbers[i]);
    }
    return true;
}

static void gather(t2s_faulty_run *run, void *payload)
{
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_error err = {0};
    (void)payload;
    if (t2sed_database_open(&database, path, &options, &err) != T2SED_OK ||
        t2sed_evidence_new(&evidence, database, &err) != T2SED_OK) {
        check_message(&err);
        t2sed_database_free(database);
        return;
    }
    run->is_unknown = is_unknown;
    append_evidence(&run->answer, evidence);
    t2s_faulty_disarm();
    ck_assert(append_evidence(&run->again, evidence));
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
}

START_TEST(gathers_evidence)
{
    set_up();
    t2s_faulty_every_call(gather, NULL, NULL, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

/* Computing alone, of evidence that was opened without a failure. */
static void compute(t2s_faulty_run *run, void *payload)
{
    const t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database;
    t2sed_evidence *evidence;
    long at = atomic_load(&t2s_disk.fail_at);
    (void)payload;
    t2s_faulty_disarm();
    ck_assert_int_eq(t2sed_database_open(&database, path, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_new(&evidence, database, NULL), T2SED_OK);
    t2s_faulty_arm(t2s_disk.fault, at);
    run->is_unknown = is_unknown;
    append_evidence(&run->answer, evidence);
    t2s_faulty_disarm();
    ck_assert(append_evidence(&run->again, evidence));
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
}

START_TEST(computes_evidence)
{
    set_up();
    t2s_faulty_every_call(compute, NULL, NULL, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

/* --- findings --- */

static bool append_findings(t2s_string *out, t2sed_evidence *evidence)
{
    t2sed_error err = {0};
    if (t2sed_evidence_set_question(evidence, question, &err) != T2SED_OK) {
        check_message(&err);
        return false;
    }
    for (int k = 0; k < SQLS; k++) {
        t2sed_findings *found = NULL;
        if (t2sed_findings_new(&found, evidence, queries[k], &err) !=
            T2SED_OK) {
            check_message(&err);
            t2s_string_clear(out);
            return false;
        }
        for (size_t i = 0; i < t2sed_findings_count(found); i++)
            t2s_string_append_format(out, "%d %s\n",
                                     (int)finding_at(found, i).code,
                                     finding_at(found, i).message);
        t2sed_findings_free(found);
    }
    t2s_string_append(out, "end\n");
    return true;
}

static void find(t2s_faulty_run *run, void *payload)
{
    t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_error err = {0};
    options.index = payload;
    if (t2sed_database_open(&database, path, &options, &err) != T2SED_OK ||
        t2sed_evidence_new(&evidence, database, &err) != T2SED_OK) {
        check_message(&err);
        t2sed_database_free(database);
        return;
    }
    /* What can't be looked up is not looked for. */
    run->may_lack = true;
    append_findings(&run->answer, evidence);
    t2s_faulty_disarm();
    ck_assert(append_findings(&run->again, evidence));
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
    check_folder();
}

START_TEST(makes_findings)
{
    set_up();
    t2s_faulty_every_call(find, NULL, _i ? cache : NULL, T2S_FAULT_ALL);
    tear_down();
}
END_TEST

/* --- links --- */

static bool append_links(t2s_string *out, t2sed_linker *linker)
{
    t2sed_error err = {0};
    for (int k = 0; k < SQLS; k++) {
        t2sed_links *links = NULL;
        if (t2sed_linker_link(&links, linker, question, queries[k], NULL,
                              &err) != T2SED_OK) {
            check_message(&err);
            t2s_string_clear(out);
            return false;
        }
        t2s_string_append_format(out, "%.9g\n", t2sed_links_score(links));
        for (size_t i = 0; i < t2sed_links_condition_count(links); i++)
            t2s_string_append_format(
                out, "%d %d %d\n", link_condition_at(links, i).value_in_column,
                link_condition_at(links, i).value_in_question,
                (int)link_condition_at(links, i).found_column);
        for (size_t i = 0; i < t2sed_links_repair_count(links); i++)
            t2s_string_append_format(out, "%s\n",
                                     link_repair_at(links, i).text);
        t2sed_links_free(links);
    }
    return true;
}

static void link_queries(t2s_faulty_run *run, void *payload)
{
    t2sed_database_options options = t2s_test_options(schema);
    t2sed_database *database = NULL;
    t2sed_linker *linker = NULL;
    t2sed_error err = {0};
    options.index = payload;
    if (t2sed_database_open(&database, path, &options, &err) != T2SED_OK ||
        t2sed_linker_new(&linker, database, &err) != T2SED_OK) {
        check_message(&err);
        t2sed_database_free(database);
        check_folder();
        return;
    }
    append_links(&run->answer, linker);
    t2s_faulty_disarm();
    ck_assert(append_links(&run->again, linker));
    t2sed_linker_free(linker);
    t2sed_database_free(database);
    check_folder();
}

static void remove_cache(void *payload)
{
    (void)payload;
    unlink(cache);
}

/* An index in memory; one whose file is made; one whose file is there. */
START_TEST(links_queries)
{
    set_up();
    t2s_faulty_every_call(link_queries, _i == 1 ? remove_cache : NULL,
                          _i ? cache : NULL,
                          _i == 1 ? T2S_FAULT_NOT_SHORT : T2S_FAULT_ALL);
    tear_down();
}
END_TEST

/* --- a file of somebody else's where the index should be --- */

static char *others;
static size_t others_size;

static void check_others(void)
{
    char *text = NULL;
    size_t size = 0;
    ck_assert_int_eq(t2s_file_read(&text, &size, cache, 1 << 20, NULL),
                     T2SED_OK);
    ck_assert_msg(size == others_size && memcmp(text, others, size) == 0,
                  "a database that is no index was overwritten");
    t2sed_free(text);
}

static void link_beside(t2s_faulty_run *run, void *payload)
{
    link_queries(run, payload);
    check_others();
}

START_TEST(a_database_of_others_stays)
{
    set_up();
    t2s_test_run_sql(cache, "CREATE TABLE precious (a);"
                            "INSERT INTO precious VALUES (1), (2)");
    ck_assert_int_eq(t2s_file_read(&others, &others_size, cache, 1 << 20, NULL),
                     T2SED_OK);
    t2s_faulty_every_call(link_beside, NULL, cache, T2S_FAULT_NOT_SHORT);
    t2sed_free(others);
    tear_down();
}
END_TEST

int main(void)
{
    TCase *faults = tcase_create("faults");
    tcase_add_test(faults, gathers_evidence);
    tcase_add_test(faults, computes_evidence);
    tcase_add_loop_test(faults, makes_findings, 0, 2);
    tcase_add_loop_test(faults, links_queries, 0, 3);
    tcase_add_test(faults, a_database_of_others_stays);
    return t2s_test_run("disk_faults", &faults, 1);
}
