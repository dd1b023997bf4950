/* What no text that is sent may say, though its tokens are plain: other
 * statements than SELECT, and functions that do more than compute. */
#include <string.h>

#include "sql/outgoing.h"

/* Statements that stand within or behind a WITH list, and clauses of SELECT
 * that write. They are reserved in most systems. */
static const char writing[] =
    "delete dumpfile insert into merge outfile replace returning update upsert";

/* Statements that T-SQL reads behind another without a ";", and what locks
 * there. */
static const char statements[] =
    "add alter backup begin bulk checkpoint commit conversation create dbcc "
    "declare deny disable drop enable exec execute grant holdlock kill paglock "
    "procedure raiserror receive reconfigure restore revert revoke rollback "
    "rowlock save send set setuser shutdown tablock tablockx truncate "
    "updatetext "
    "updlock use waitfor writetext xlock";

/*
 * Functions, "*" standing for the rest of a name or its beginning, that
 * - change what outlives the query: sequences, settings, locks, other sessions;
 * - run a text as SQL, here or elsewhere;
 * - read or write files, the network, or what the server's process knows;
 * - wait.
 * Beside them every system has functions of its users, whose names nobody
 * knows.
 */
static const struct {
    unsigned systems;
    const char *names;
} doing[] = {
    /* Of pg_*, see `harmless`. */
    {T2S_PG, "brin_* crosstab* connectby currtid* cursor_to_xml* "
             "database_to_xml* dblink* gin_clean_pending_list lo_* loread "
             "lowrite nextval pg_* postgres_fdw_* query_to_xml* "
             "schema_to_xml* set_config setval setseed table_to_xml* "
             "ts_rewrite ts_stat txid_current xpath_table http http_* "
             "invoke query_export_* run_command_on_* schedule "
             "schedule_in_database table_import_* unschedule"},
    /* And MariaDB. */
    {T2S_MY,
     "asynchronous_connection_failover_* audit_* benchmark "
     "gen_dictionary* get_lock group_replication_* innodb_redo_log_* "
     "is_free_lock is_used_lock keyring_* last_insert_id load_file "
     "load_rewrite_rules masking_dictionar* master_gtid_wait "
     "master_pos_wait mysql_firewall_* nextval read_firewall_* "
     "release_all_locks release_lock service_* set_firewall_mode "
     "setval sleep source_pos_wait spider_* sys_eval sys_exec sys_get sys_set "
     "version_tokens_* wait_for_executed_gtid_set "
     "wait_until_sql_thread_after_gtids wsrep_*"},
    {T2S_DUCK, "*_external_resource *_grammar_extension *_scan "
               "add_parquet_key arrow_scan_dumb bigquery_* checkpoint "
               "copy_database dbgen disable_* dsdgen ducklake_* enable_* "
               "force_checkpoint from_substrait* getenv glob http_* iceberg_* "
               "import_database json_execute_serialized_sql "
               "json_serialize_plan load_aws_credentials mysql_* nextval "
               "parquet_* postgres_* pragma_* python_map_function query "
               "query_table read_* register_external_resource_type scan_* "
               "setseed setval sleep_ms sniff_csv sqlite_attach sqlite_query "
               "st_read* start_ui* stop_ui* truncate_duckdb_logs which_secret "
               "write_log"},
    {T2S_MS, "ai_* dm_os_enumerate_filesystem dm_os_file_exists fn_dump_dblog "
             "fn_get_audit_file fn_trace_gettable "
             "fn_xe_file_target_read_file opendatasource openquery openrowset "
             "sp_* xp_*"},
    {T2S_BQ, "ai_* external_query get_access_url"},
    {T2S_SNOW, "ai_* build_scoped_file_url build_stage_file_url "
               "get_presigned_url getnextval infer_schema system$* to_query"},
    /* And its shell, and sqlean. */
    {T2S_LITE, "edit eval fileio_* fsdir fts3_tokenizer load_extension lsdir "
               "readfile writefile zipfile"},
    /* Systems that have no dialect here: ClickHouse, Spark and Hive, Oracle,
     * H2, Firebird. */
    {T2S_ANY, "apex_* azureblobstorage* bfilename cluster* csvread csvwrite "
              "dburitype deltalake* executable file file_read file_write "
              "filecluster gcs gen_id hdfs* httpuritype hudi* iceberg* input "
              "java_method jdbc link_schema mongodb mysql odbc postgresql "
              "rdb$set_context redis reflect* remote* s3* sleepeachrow sqlite "
              "try_reflect url*"},
};

static const char harmless[] =
    "pg_backend_pid pg_char_to_encoding pg_client_encoding pg_column_size "
    "pg_database_size pg_encoding_to_char pg_get_* pg_indexes_size "
    "pg_is_in_recovery pg_my_temp_schema pg_relation_size pg_size_bytes "
    "pg_size_pretty pg_table_is_visible pg_table_size pg_total_relation_size "
    "pg_type_is_visible pg_typeof";

/* Packages of functions that are called without parentheses, too. */
static const char packages[] = "dbms_* utl_*";

/* DuckDB's: what ends a file's name, and what stands before tables. */
static const char file_types[] =
    "arrow avro csv db duckdb feather geojson gz ipc json jsonl ndjson parquet "
    "shp sqlite tsv txt vortex xlsx zst";
static const char before_tables[] =
    "describe join pivot pivot_longer pivot_wider show summarize table unpivot";
/* Clauses that end FROM. */
static const char behind_from[] =
    "except group having intersect limit order qualify select union where "
    "window";

/* Whether a name is one of a list with stars. */
static bool matches(const t2s_token *name, const char *list)
{
    while (*list) {
        const size_t n = strcspn(list, " ");
        const bool is_begin = list[n - 1] == '*', is_end = list[0] == '*';
        const size_t wanted = n - is_begin - is_end;
        const char *from = name->text;
        if (is_end && name->n > wanted)
            from += name->n - wanted;
        if ((is_begin || is_end ? name->n >= wanted : name->n == wanted) &&
            t2s_casecmp_n(from, wanted, list + is_end, wanted) == 0)
            return true;
        list += n + (list[n] == ' ');
    }
    return false;
}

static bool is_name(const t2s_token *token)
{
    return token->kind == T2S_TOKEN_WORD || token->kind == T2S_TOKEN_NAME;
}

/* Checks a word or name by the sign behind it. */
static bool check_name(t2s_outgoing *o, const t2s_token *name,
                       const t2s_token *next)
{
    const bool is_unknown =
        t2s_outgoing_has(o, T2S_PG) && t2s_outgoing_has(o, T2S_MS);
    bool does =
        (t2s_outgoing_has(o, T2S_MY | T2S_SNOW) && matches(name, "nextval")) ||
        (t2s_outgoing_has(o, T2S_LITE) && matches(name, "pragma_optimize")) ||
        (is_unknown && next && t2s_token_is(next, ".") &&
         matches(name, packages));
    if (next && t2s_token_is(next, "("))
        for (size_t i = 0; i < sizeof doing / sizeof *doing && !does; i++)
            does = (doing[i].systems == T2S_ANY
                        ? is_unknown
                        : t2s_outgoing_has(o, doing[i].systems)) &&
                   matches(name, doing[i].names) && !matches(name, harmless);
    return !does ||
           t2s_outgoing_refuse(o, name->begin,
                               "a function with side effects or access to "
                               "files, network or locks");
}

/* REPLACE(...), and MySQL's INSERT(...). */
static bool is_function(const t2s_outgoing *o, const t2s_token *word,
                        const t2s_token *next)
{
    return next && t2s_token_is(next, "(") &&
           t2s_token_is(word, t2s_outgoing_only(o, T2S_MY | T2S_LITE)
                                  ? "insert replace"
                                  : "replace");
}

/* Checks a word by that behind it; `next` is NULL at the end. */
static bool check_word(t2s_outgoing *o, const t2s_token *word,
                       const t2s_token *next)
{
    const char *why = NULL;
    if (t2s_token_is(word, writing) && !is_function(o, word, next))
        why = "a keyword of statements or clauses that write";
    else if ((t2s_outgoing_has(o, T2S_MS) && t2s_token_is(word, statements)) ||
             (t2s_outgoing_has(o, T2S_MY | T2S_SNOW) &&
              t2s_token_is(word, "call procedure")))
        why = "a keyword of other statements than SELECT";
    else if (!next)
        return true;
    else if ((t2s_token_is(word, "for") &&
              t2s_token_is(next, "key no share update")) ||
             (t2s_token_is(word, "lock") && t2s_token_is(next, "in")))
        why = "a clause that locks rows";
    else if (t2s_token_is(word, "next previous") && t2s_token_is(next, "value"))
        why = "the next value of a sequence";
    return !why || t2s_outgoing_refuse(o, word->begin, why);
}

/* A pair of parentheses, or the whole. */
typedef struct level {
    bool in_call; /* of a function whose arguments FROM parts */
    bool in_from;
} level;

static level enter(const t2s_outgoing *o, size_t i, const level *around)
{
    const t2s_token *before = i > 0 ? &o->tokens.at[i - 1] : NULL;
    level inner = {false, false};
    inner.in_call =
        before &&
        t2s_token_is(before, "extract overlay position substring trim");
    inner.in_from =
        around->in_from && before && t2s_token_is(before, "from join , (");
    return inner;
}

/* DuckDB reads a file where its name stands for a table: a string, a name in
 * quotes or one with dots. Keeps `at` at whether the token is behind FROM. */
static bool check_from(t2s_outgoing *o, level *at, size_t i)
{
    const t2s_token *token = &o->tokens.at[i];
    const bool is_last =
        i + 1 == o->tokens.count || !t2s_token_is(token + 1, ".");
    size_t first = i;
    bool is_file = token->kind == T2S_TOKEN_STRING, is_table = false;
    while (is_last && first > 1 && t2s_token_is(&o->tokens.at[first - 1], "."))
        first -= 2;
    if (is_name(token))
        is_file =
            (token->kind == T2S_TOKEN_NAME &&
             strpbrk(token->text, "./\\:*?[")) ||
            (first < i && t2s_is_one_of(token->text, token->n, file_types));
    if (first > 0)
        is_table = (at->in_from && t2s_token_is(&o->tokens.at[first - 1],
                                                "from join , ( :")) ||
                   t2s_token_is(&o->tokens.at[first - 1], before_tables);
    if (is_file && is_table)
        return t2s_outgoing_refuse(o, token->begin,
                                   "a file's name in the place of a table's");
    if (i > 0 && t2s_token_is(token - 1, "."))
        return true; /* part of a name */
    if (t2s_token_is(token, "from") &&
        !(i > 0 && t2s_token_is(token - 1, "distinct")))
        at->in_from = !at->in_call;
    else if (t2s_token_is(token, behind_from))
        at->in_from = false;
    return true;
}

static bool check_tokens(t2s_outgoing *o)
{
    const bool has_files = t2s_outgoing_has(o, T2S_DUCK);
    T2S_VECTOR(level) levels = {0};
    level top = {false, false}, inner;
    for (size_t i = 0; i < o->tokens.count && !o->status; i++) {
        const t2s_token *token = &o->tokens.at[i];
        const t2s_token *next = i + 1 < o->tokens.count ? token + 1 : NULL;
        const bool is_part = i > 0 && t2s_token_is(token - 1, ".");
        if (token->kind == T2S_TOKEN_STRING && next &&
            next->kind == T2S_TOKEN_STRING)
            (void)t2s_outgoing_refuse(o, next->begin,
                                      "a string directly behind a string");
        if (is_name(token))
            (void)check_name(o, token, next);
        if (token->kind == T2S_TOKEN_WORD && !is_part)
            (void)check_word(o, token, next);
        if (has_files)
            (void)check_from(o, &top, i);
        if (t2s_token_is(token, ";")) {
            (void)t2s_outgoing_refuse(o, token->begin, "a second statement");
        } else if (t2s_token_is(token, "(")) {
            inner = enter(o, i, &top);
            if (!t2s_vector_push(&levels, top))
                o->status = T2SED_ENOMEM;
            top = inner;
        } else if (t2s_token_is(token, ")")) {
            if (levels.count == 0)
                (void)t2s_outgoing_refuse(o, token->begin,
                                          "a \")\" without its \"(\"");
            else
                top = levels.at[--levels.count];
        }
    }
    if (!o->status && levels.count > 0)
        (void)t2s_outgoing_refuse(o, o->length, "a \"(\" that is never closed");
    t2s_vector_free(&levels);
    return !o->status;
}

bool t2s_outgoing_check(t2s_outgoing *o)
{
    size_t first = 0;
    while (o->tokens.count > 0 &&
           t2s_token_is(&o->tokens.at[o->tokens.count - 1], ";"))
        o->tokens.count--;
    while (first < o->tokens.count && t2s_token_is(&o->tokens.at[first], "("))
        first++;
    if (first == o->tokens.count ||
        !t2s_token_is(&o->tokens.at[first], t2s_outgoing_only(o, T2S_DUCK)
                                                ? "select with values from"
                                                : "select with values"))
        return t2s_outgoing_refuse(
            o, first < o->tokens.count ? o->tokens.at[first].begin : 0,
            "a statement that is no SELECT");
    return check_tokens(o);
}
