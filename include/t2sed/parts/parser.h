/*
 * t2sed/parts/parser.h - the library's own parser of questions.
 *
 * A t2sed_parser is a small neural network that predicts parts of speech,
 * dependency heads and relations (Universal Dependencies 2) of a question's
 * words; constituents are derived from these by rule. It is a directory:
 * config.json, words.txt, model.safetensors (docs/model-format.md). It needs
 * libtorch.
 */
#ifndef T2SED_PARSER_H
#define T2SED_PARSER_H

#include <stddef.h>

#include "../model.h"
#include "../question.h"
#include "../status.h"
#include "tree.h"

T2SED_BEGIN_DECLS

/* Immutable; may be shared by threads. */
typedef struct t2sed_parser t2sed_parser;

typedef struct t2sed_parser_options {
    size_t struct_size;  /* sizeof(t2sed_parser_options) */
    int precision;       /* T2SED_FP32, T2SED_BF16; T2SED_AUTO: bf16 where the
                            processor multiplies it in hardware, else fp32 */
    int threads;         /* of the engine, as in t2sed_model_options */
    const char *backend; /* as in t2sed_model_options */
} t2sed_parser_options;

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_parser_options_init(t2sed_parser_options *options,
                                         size_t size);

/*
 * Opens a parser; it runs on the CPU.
 *
 * out      the new parser, freed with t2sed_parser_free.
 * path     its directory. NULL: the first of the environment variable
 *          T2SED_QUESTION_PARSER, ../share/t2sed/models/question-parser beside
 *          the library, and the same under the installation prefix.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_ENOTFOUND (no parser: the message lists where it looked; or a
 * file is missing), T2SED_EIO, T2SED_EFORMAT (a malformed file; the
 * message names it), T2SED_EMISMATCH (weights, words and labels do not fit),
 * T2SED_EUNSUPPORTED (a newer format), T2SED_ENOBACKEND, T2SED_EBACKEND,
 * T2SED_EINVAL (options), T2SED_ELIMIT, T2SED_ENOMEM. Threads: any.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_parser_open(t2sed_parser **out, const char *path,
                                         const t2sed_parser_options *options,
                                         t2sed_error *err);

T2SED_API void t2sed_parser_free(t2sed_parser *parser);

/*
 * Parses the question: its words get parts of speech, heads and relations, and
 * constituents are derived as by t2sed_question_derive_constituents. Parses
 * that it had, imported ones too, are replaced. Sentences are parsed each by
 * itself, and each has its own root; those of more than 200 words are cut.
 * Whatever the words are, every sentence gets a tree: one root, no cycle.
 * Takes time in proportion to the words.
 *
 * Errors: T2SED_EBACKEND, T2SED_ENOMEM; the question stays as it was.
 * Threads: any, with a question of their own each. Source: Dozat & Manning
 * 2017 (deep biaffine attention). Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_parse(t2sed_question *question,
                                            const t2sed_parser *parser,
                                            t2sed_error *err);

/*
 * Parses what the question lacks: parses that were imported stay, a dependency
 * parse that is missing is made as by t2sed_question_parse, and missing
 * constituents are derived from the dependency parse. Scorers and trainers do
 * this for models that read parses (t2sed_model_info.reads_parses), on a copy;
 * a program that uses a question again, or builds graphs itself, calls it once.
 *
 * Errors: as t2sed_question_parse. Threads: as there. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_question_complete(t2sed_question *question,
                                               const t2sed_parser *parser,
                                               t2sed_error *err);

/*
 * What scorers and trainers do with questions that lack a parse which the
 * model's graphs read.
 */
#define T2SED_PARSE_MISSING 0 /* parse them: t2sed_question_complete */
#define T2SED_PARSE_NEVER   1 /* take them as they are */

T2SED_END_DECLS

#endif
