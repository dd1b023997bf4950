/* parsers.c - the question parser that --parser names. */
#include <string.h>

#include "cli.h"

bool cli_parser_open(cli_parser *p, bool needed, int precision, int threads)
{
    t2sed_parser_options options;
    t2sed_error err;
    const bool none = p->where && strcmp(p->where, "none") == 0;
    t2sed_parser_options_init(&options, sizeof options);
    p->parse = none ? T2SED_PARSE_NEVER : T2SED_PARSE_MISSING;
    if (none || (!needed && !p->where))
        return true;
    options.precision = precision;
    options.threads = threads;
    if (t2sed_parser_open(&p->parser, p->where, &options, &err) == T2SED_OK)
        return true;
    cli_fail(&err);
    print_to(stderr, "Questions are to be parsed: --parser DIR names a parser, "
                     "--parser none leaves\nout what lines do not bring.\n");
    return false;
}

void cli_parser_close(cli_parser *p)
{
    t2sed_parser_free(p->parser);
    p->parser = NULL;
}

bool cli_parser_open_for(cli_parser *p, const t2sed_model *model)
{
    const t2sed_model_info info = cli_model_info(model);
    return cli_parser_open(
        p, info.reads_parses,
        info.precision == T2SED_BF16 ? T2SED_BF16 : T2SED_FP32, 0);
}

t2sed_status cli_parser_complete(const cli_parser *p, t2sed_question *question,
                                 t2sed_error *err)
{
    return p->parser ? t2sed_question_complete(question, p->parser, err)
                     : T2SED_OK;
}
