/*
 * Hostile index files (sqlite_file.h): the input's SQL and bytes change the
 * index of a small database, which linker, evidence and links then read. "@@q"
 * is a question. An index that is somebody else's database stays.
 */
#include "small_database.h"
#include "sqlite_file.h"

static char path[FUZZ_PATH];
static char *whole; /* an index as it was made */
static size_t whole_size;

static void end(void)
{
    free(whole);
}

static t2sed_database *open_database(void)
{
    t2sed_database_options options;
    t2sed_database *database;
    t2sed_database_options_init(&options, sizeof options);
    options.index = path;
    options.index_milliseconds = 200;
    options.max_milliseconds = 50;
    require(t2sed_database_open(&database, small.path, &options, NULL) ==
            T2SED_OK);
    return database;
}

/* Makes the index once; later ones begin as copies of it. */
static void begin(void)
{
    t2sed_database *database;
    t2sed_linker *linker;
    small_open();
    fuzz_path(path, ".index");
    database = open_database();
    require(t2sed_linker_new(&linker, database, NULL) == T2SED_OK);
    t2sed_linker_free(linker);
    t2sed_database_free(database);
    whole = fuzz_read_file(path, &whole_size);
    require(whole_size > 512);
    atexit(end);
}

static void ask(const t2sed_question *question, const t2sed_sql *sql)
{
    t2sed_database *database = open_database();
    t2sed_linker *linker;
    t2sed_evidence *evidence;
    t2sed_links *links;
    t2sed_findings *findings;
    require(t2sed_linker_new(&linker, database, NULL) == T2SED_OK);
    if (t2sed_linker_link(&links, linker, question, sql, NULL, NULL) ==
        T2SED_OK)
        t2sed_links_free(links);
    t2sed_linker_free(linker);
    require(t2sed_evidence_new(&evidence, database, NULL) == T2SED_OK);
    require(t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK);
    if (t2sed_findings_new(&findings, evidence, sql, NULL) == T2SED_OK)
        t2sed_findings_free(findings);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    fuzz_part asked = fuzz_find(parts, count, 'q');
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    if (size > 20000)
        return 0;
    if (!whole)
        begin();
    fuzz_write(".index", whole, whole_size);
    sqlite_file_build(path, parts, count);
    if (t2sed_question_new_n(&question, (const char *)asked.bytes, asked.size,
                             NULL) != T2SED_OK)
        require(t2sed_question_new(&question, "Riders to arnhem or New York?",
                                   NULL) == T2SED_OK);
    require(t2sed_sql_parse(&sql,
                            "SELECT size FROM city WHERE name = 'Arnhm' AND "
                            "district LIKE 'Gel%' AND size > 5",
                            NULL) == T2SED_OK);
    ask(question, sql);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
    remove(path);
    small_check();
    return 0;
}
