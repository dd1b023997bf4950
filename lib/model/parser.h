/* parser.h - the question parser's parts. */
#ifndef T2S_MODEL_PARSER_H
#define T2S_MODEL_PARSER_H

#include "base/map.h"
#include "model/config.h"
#include "shim/backend.h"
#include "t2sed/parts/parser.h"

#define T2S_PARSER_FORMAT     1
#define T2S_PARSER_MAX_LABELS 1000
#define T2S_PARSER_MAX_WORDS  (8u << 20) /* bytes of words.txt */

struct t2sed_parser {
    const t2s_backend *backend;
    t2s_parser_handle *handle;
    t2s_parser_sizes sizes;
    t2s_map words; /* normal form to row of "fixed.weight" */
    t2s_names tags, relations;
    t2s_arena arena;
};

#endif
