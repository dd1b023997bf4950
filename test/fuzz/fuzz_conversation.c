/*
 * Reads turns of a conversation from JSON, as the program and the extension of
 * SQLite do, and links and judges a query in their light:
 *
 *     [turns] @@qquestion @@ssql
 */
#include <jansson.h>

#include "../../examples/shared/turns.h"
#include "small_database.h"

static t2sed_linker *linker;
static t2sed_evidence *evidence;
static t2sed_database *unasked; /* whose queries do not run */

static void end(void)
{
    t2sed_linker_free(linker);
    t2sed_evidence_free(evidence);
    t2sed_database_free(unasked);
}

static void begin(void)
{
    t2sed_database_options options;
    small_open();
    t2sed_database_options_init(&options, sizeof options);
    options.max_milliseconds = -1;
    require(t2sed_database_open(&unasked, small.path, &options, NULL) ==
            T2SED_OK);
    require(t2sed_linker_new(&linker, unasked, NULL) == T2SED_OK);
    require(t2sed_evidence_new(&evidence, unasked, NULL) == T2SED_OK);
    atexit(end);
}

static void judge(const t2sed_conversation *turns,
                  const t2sed_question *question, const t2sed_sql *sql)
{
    t2sed_link_options options;
    t2sed_link_mention mention = {.struct_size = sizeof mention};
    t2sed_links *links;
    float numbers[1024];
    t2sed_link_options_init(&options, sizeof options);
    options.conversation = turns;
    if (t2sed_linker_link(&links, linker, question, sql, &options, NULL) ==
        T2SED_OK) {
        for (size_t i = 0; i < t2sed_links_mention_count(links); i++)
            require(t2sed_links_mention_get(links, i, &mention, NULL) ==
                        T2SED_OK &&
                    mention.question.begin < mention.question.end &&
                    mention.turn <= t2sed_conversation_count(turns));
        t2sed_links_free(links);
    }
    require(t2sed_evidence_set_question(evidence, question, NULL) == T2SED_OK);
    t2sed_evidence_set_conversation(evidence, turns, NULL);
    t2sed_evidence_compute(evidence, sql, numbers, NULL);
    require(t2sed_evidence_set_conversation(evidence, NULL, NULL) == T2SED_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    fuzz_part asked = fuzz_find(parts, count, 'q');
    fuzz_part query = fuzz_find(parts, count, 's');
    json_t *list = size > 20000
                       ? NULL
                       : json_loadb((const char *)parts[0].bytes, parts[0].size,
                                    JSON_ALLOW_NUL, NULL);
    t2sed_conversation *turns = NULL;
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    if (!linker)
        begin();
    if (list && turns_from_json(&turns, list, "", NULL) == T2SED_OK &&
        t2sed_question_new_n(&question, (const char *)asked.bytes, asked.size,
                             NULL) == T2SED_OK &&
        t2sed_sql_parse_n(&sql, (const char *)query.bytes, query.size, NULL) ==
            T2SED_OK)
        judge(turns, question, sql);
    json_decref(list);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
    t2sed_conversation_free(turns);
    return 0;
}
