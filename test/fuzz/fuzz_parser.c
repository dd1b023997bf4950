/*
 * Opens any bytes as the directory of a question parser, behind the fake
 * engine, and parses with what can be opened: every word gets a head.
 *
 *     @@cconfig.json @@wwords.txt @@smodel.safetensors (fuzz.h)
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

static void parse(const t2sed_parser *parser)
{
    t2sed_question *question;
    char *text;
    require(t2sed_question_new(&question, "How many singers sang? And who?",
                               NULL) == T2SED_OK);
    require(t2sed_question_parse(question, parser, NULL) == T2SED_OK);
    require(t2sed_question_print(&text, NULL, question, T2SED_QUESTION_CONLLU,
                                 NULL) == T2SED_OK);
    t2sed_free(text);
    t2sed_question_free(question);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_name names[] = {
        {'c', "config.json"}, {'w', "words.txt"}, {'s', "model.safetensors"}};
    fuzz_part parts[FUZZ_MAX_PARTS];
    t2sed_parser_options options;
    t2sed_parser *parser;
    t2sed_parser_options_init(&options, sizeof options);
    options.backend = fuzz_backend();
    options.precision = T2SED_FP32;
    fuzz_write_parts(parts, fuzz_parts(parts, data, size), names,
                     sizeof names / sizeof *names);
    if (t2sed_parser_open(&parser, fuzz_folder(), &options, NULL) == T2SED_OK) {
        parse(parser);
        t2sed_parser_free(parser);
    }
    return 0;
}
