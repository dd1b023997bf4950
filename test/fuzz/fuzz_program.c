/*
 * The program's own input: the first byte picks a command, and the rest is the
 * file that it reads (lines of JSON, or queries and questions). The commands
 * run within this process, on a small database, with a model of a tiny forest
 * and a tiny question parser behind the fake engine.
 */
#include "../../examples/cli/cli.h"
#include "fuzz.h"
#include "light_model.h"
#include "tiny_parser.h"

#include <sqlite3.h>

#define MOST_ARGUMENTS 16

/* ROOT, TABLES, OUT and FILE stand for paths. */
static const struct {
    cli_command run;
    const char *arguments[MOST_ARGUMENTS];
} commands[] = {
    {cli_score, {"score", "--db-root", "ROOT", "--findings", "FILE"}},
    {cli_score, {"score", "--tables", "TABLES", "--text", "FILE"}},
    {cli_rerank, {"rerank", "--db-root", "ROOT", "--text", "FILE"}},
    {cli_rerank, {"rerank", "--policy", "sl+qp+ed(0.4)+rr", "FILE"}},
    {cli_rerank, {"rerank", "--fit", "FILE"}},
    {cli_trigger, {"trigger", "--answer", "0.6", "--abstain", "0.1", "FILE"}},
    {cli_trigger, {"trigger", "--fit", "FILE"}},
    {cli_parse, {"parse", "--sql", "FILE"}},
    {cli_parse, {"parse", "--question", "--format", "conllu", "FILE"}},
    {cli_parse, {"parse", "--simplified", "--words", "FILE"}},
    {cli_graph, {"graph", "--db-root", "ROOT", "--format", "text", "FILE"}},
    {cli_graph, {"graph", "--format", "dot", "FILE"}},
    {cli_link, {"link", "--db-root", "ROOT", "FILE"}},
    {cli_link, {"link", "--tables", "TABLES", "--text", "FILE"}},
    {cli_eval,
     {"eval", "--label", "fixed", "--why", "--threads", "1", "--db-root",
      "ROOT", "FILE"}},
    {cli_eval, {"eval", "--format", "json", "--bootstrap", "3", "FILE"}},
    {cli_eval, {"eval", "--report", "OUT", "--folds", "2", "FILE"}},
    {cli_collect,
     {"collect", "--out", "OUT", "--label", "given", "--quiet", "FILE"}},
    {cli_collect,
     {"collect", "--out", "OUT", "--quiet", "--threads", "1",
      "--max-milliseconds", "50", "--db-root", "ROOT", "FILE"}},
    {cli_collect, {"collect", "--plan-split", "0.5", "FILE"}},
    {cli_link, {"link", "--schema-prediction", "--db-root", "ROOT", "FILE"}},
    {cli_parse, {"parse", "--plan", "FILE"}},
    {cli_explain, {"explain", "--db-root", "ROOT", "FILE"}},
    {cli_explain, {"explain", "--tables", "TABLES", "--text", "FILE"}},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static char root[FUZZ_PATH], parser[FUZZ_PATH];
static char file[FUZZ_PATH], out[FUZZ_PATH], tables[FUZZ_PATH];

static void make_database(void)
{
    static const char sql[] = "CREATE TABLE t (a INT PRIMARY KEY, b TEXT);"
                              "CREATE TABLE u (a INT REFERENCES t, c DATE);"
                              "INSERT INTO t VALUES (1, 'x'), (2, NULL);";
    char path[FUZZ_PATH + 20];
    sqlite3 *db;
    require(mkdir(root, 0700) == 0);
    snprintf(path, sizeof path, "%s/d", root);
    require(mkdir(path, 0700) == 0);
    strcat(path, "/d.sqlite");
    require(sqlite3_open(path, &db) == SQLITE_OK);
    require(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

static void make_schemas(void)
{
    static const char schemas[] =
        "[{\"db_id\": \"d\", \"table_names_original\": [\"t\"], "
        "\"column_names_original\": [[-1, \"*\"], [0, \"a\"], [0, \"b\"]], "
        "\"column_types\": [\"text\", \"number\", \"text\"], "
        "\"primary_keys\": [1], \"foreign_keys\": []}]";
    fuzz_write(".tables.json", schemas, sizeof schemas - 1);
}

static void end(void)
{
    static const char *const names[] = {".root/d/d.sqlite",
                                        ".root/d",
                                        ".root",
                                        ".parser/config.json",
                                        ".parser/words.txt",
                                        ".parser/model.safetensors",
                                        ".parser",
                                        ".tables.json"};
    char path[FUZZ_PATH];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(fuzz_path(path, names[i]));
}

static void begin(void)
{
    fuzz_path(root, ".root");
    fuzz_path(parser, ".parser");
    fuzz_path(tables, ".tables.json");
    fuzz_path(file, "lines.jsonl");
    fuzz_path(out, "out");
    make_database();
    make_schemas();
    light_model_make();
    t2s_tiny_parser(parser);
    atexit(end);
}

static void run(size_t command)
{
    static const struct {
        const char *name, *path;
    } paths[] = {
        {"ROOT", root}, {"FILE", file}, {"OUT", out}, {"TABLES", tables}};
    char words[MOST_ARGUMENTS][FUZZ_PATH], *arguments[MOST_ARGUMENTS + 1];
    int count = 0, status;
    for (; commands[command].arguments[count]; count++) {
        const char *word = commands[command].arguments[count];
        for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
            if (strcmp(word, paths[i].name) == 0)
                word = paths[i].path;
        snprintf(words[count], FUZZ_PATH, "%s", word);
        arguments[count] = words[count];
    }
    arguments[count] = NULL;
    status = commands[command].run(count, arguments);
    require(status >= CLI_OK && status <= CLI_FAILED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!*root)
        begin();
    if (size < 1 || size > 20000)
        return 0;
    fuzz_clear();
    fuzz_write("lines.jsonl", data + 1, size - 1);
    run((data[0] >= 'a' ? data[0] - (size_t)'a' : data[0]) % COMMANDS);
    return 0;
}
