/*
 * Lines of JSON as a collector takes them, one a line. An even first byte: with
 * labels of their own; an odd one: run on a small database. What went into the
 * dataset comes out again as JSON.
 */
#include <jansson.h>
#include <sqlite3.h>

#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static char root[FUZZ_PATH];

/* root/d/d.sqlite, as collectors look for databases. */
static void make_database(void)
{
    static const char sql[] = "CREATE TABLE t (a INT, b TEXT);"
                              "INSERT INTO t VALUES (1, 'x'), (2, NULL);";
    char path[FUZZ_PATH + 20];
    sqlite3 *db;
    fuzz_path(root, ".root");
    require(mkdir(root, 0700) == 0);
    snprintf(path, sizeof path, "%s/d", root);
    require(mkdir(path, 0700) == 0);
    strcat(path, "/d.sqlite");
    require(sqlite3_open(path, &db) == SQLITE_OK);
    require(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

static void remove_database(void)
{
    static const char *const names[] = {".root/d/d.sqlite", ".root/d", ".root"};
    char path[FUZZ_PATH];
    for (size_t i = 0; i < 3; i++)
        remove(fuzz_path(path, names[i]));
}

static void collect(t2sed_dataset *dataset, int run, const char *text,
                    size_t size)
{
    t2sed_collector_options options;
    t2sed_collector *collector;
    const char *stop = text + size;
    t2sed_collector_options_init(&options, sizeof options);
    options.db_root = root;
    options.keep_labels = !run;
    options.threads = 1;
    options.max_milliseconds = 50;
    require(t2sed_collector_new(&collector, dataset, "fuzz", &options, NULL) ==
            T2SED_OK);
    for (int lines = 0; text < stop && lines < 8; lines++) {
        const char *line = memchr(text, '\n', (size_t)(stop - text));
        line = line ? line : stop;
        t2sed_collector_add(collector, text, (size_t)(line - text), NULL);
        text = line + 1;
    }
    require(t2sed_collector_finish(collector, NULL) == T2SED_OK);
    t2sed_collector_free(collector);
}

static void read_back(t2sed_dataset *dataset)
{
    const char *line;
    size_t n;
    char *text;
    require(t2sed_dataset_describe(&text, dataset, NULL) == T2SED_OK);
    t2sed_free(text);
    require(t2sed_dataset_select(dataset, NULL, NULL) == T2SED_OK);
    while (t2sed_dataset_next(dataset, &line, &n, NULL) == T2SED_OK && line) {
        json_t *object = json_loadb(line, n, JSON_ALLOW_NUL, NULL);
        require(json_is_object(object));
        json_decref(object);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    t2sed_dataset *dataset;
    if (!*root) {
        make_database();
        atexit(remove_database);
    }
    if (size < 1 || size > 20000)
        return 0;
    fuzz_clear();
    require(t2sed_dataset_open(&dataset, fuzz_path(path, "made.db"),
                               T2SED_DATASET_WRITE, NULL) == T2SED_OK);
    collect(dataset, data[0] & 1, (const char *)data + 1, size - 1);
    read_back(dataset);
    t2sed_dataset_free(dataset);
    return 0;
}
