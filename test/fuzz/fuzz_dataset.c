/*
 * Hostile datasets (sqlite_file.h): the input's SQL and bytes change a dataset
 * of a few beams, which is then described, read, split and added to.
 */
#include "sqlite_file.h"
#include "t2sed.h"
#include "t2sed/lab.h"

static char path[FUZZ_PATH];
static char *whole; /* a dataset as it was made */
static size_t whole_size;

static const char *const lines[] = {
    "{\"db_id\": \"d\", \"question\": \"How many?\", \"gold\": \"SELECT 1\", "
    "\"candidates\": [{\"sql\": \"SELECT 1\", \"score\": -0.5, \"label\": 1}, "
    "{\"sql\": \"SELECT 2\", \"label\": 0}], \"turns\": [\"Who?\"]}",
    "{\"db_id\": \"e\", \"question\": \"Which?\", \"gold\": \"SELECT a FROM "
    "t\", \"sql\": \"SELECT b FROM t\", \"label\": null}"};

static void collect(t2sed_dataset *dataset)
{
    t2sed_collector_options options;
    t2sed_collector *collector;
    t2sed_collector_options_init(&options, sizeof options);
    options.keep_labels = 1;
    options.threads = 1;
    options.parser = "p";
    if (t2sed_collector_new(&collector, dataset, "lines", &options, NULL) !=
        T2SED_OK)
        return;
    for (size_t i = 0; i < 2; i++)
        t2sed_collector_add(collector, lines[i], strlen(lines[i]), NULL);
    t2sed_collector_finish(collector, NULL);
    t2sed_collector_free(collector);
}

static void end(void)
{
    free(whole);
}

static void begin(void)
{
    t2sed_dataset *dataset;
    require(t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, NULL) ==
            T2SED_OK);
    collect(dataset);
    t2sed_dataset_free(dataset);
    whole = fuzz_read_file(path, &whole_size);
    require(whole_size > 512);
    atexit(end);
}

static void read_all(t2sed_dataset *dataset)
{
    t2sed_dataset_filter filter;
    const char *line;
    char *text;
    size_t n, most = 1000;
    t2sed_dataset_filter_init(&filter, sizeof filter);
    if (t2sed_dataset_describe(&text, dataset, NULL) == T2SED_OK)
        t2sed_free(text);
    for (filter.side = 0; filter.side < 3; filter.side++) {
        if (t2sed_dataset_select(dataset, &filter, NULL) != T2SED_OK)
            continue;
        while (most-- > 0 &&
               t2sed_dataset_next(dataset, &line, &n, NULL) == T2SED_OK && line)
            require(strlen(line) == n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    t2sed_dataset *dataset;
    if (size > 20000)
        return 0;
    fuzz_clear();
    fuzz_path(path, "dataset.db");
    if (!whole)
        begin();
    fuzz_write("dataset.db", whole, whole_size);
    sqlite_file_build(path, parts, count);
    if (t2sed_dataset_open(&dataset, path, T2SED_DATASET_READ, NULL) ==
        T2SED_OK) {
        read_all(dataset);
        t2sed_dataset_free(dataset);
    }
    if (t2sed_dataset_open(&dataset, path, T2SED_DATASET_WRITE, NULL) ==
        T2SED_OK) {
        t2sed_dataset_split(dataset, 0.8, 0, NULL);
        collect(dataset);
        read_all(dataset);
        t2sed_dataset_free(dataset);
    }
    return 0;
}
