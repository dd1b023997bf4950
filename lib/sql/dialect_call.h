/* dialect_call.h - a call of a function of a dialect. */
#ifndef T2S_SQL_DIALECT_CALL_H
#define T2S_SQL_DIALECT_CALL_H

#include "sql/dialect.h"

#define T2S_MOST_ARGUMENTS 24

typedef struct t2s_call {
    const t2s_word *word;
    t2s_run name; /* as written */
    t2s_run arguments[T2S_MOST_ARGUMENTS];
    size_t count;
    bool distinct;
} t2s_call;

/* A function that a template writes. */
typedef struct t2s_function {
    const char *names;
    unsigned dialects;
    int least, most; /* arguments */
    const char *format;
    t2s_run_kind kind;
} t2s_function;

bool t2s_fill_function(t2s_reader *r, t2s_call *c, t2s_run *out,
                       const t2s_function *list, size_t count);
/* Each writes calls that it knows to *out; false: it does not know this one. */
bool t2s_call_of_time(t2s_reader *r, t2s_call *c, t2s_run *out);
bool t2s_call_of_text(t2s_reader *r, t2s_call *c, t2s_run *out);
bool t2s_call_of_clickhouse(t2s_reader *r, t2s_call *c, t2s_run *out);
bool t2s_call_by_template(t2s_reader *r, t2s_call *c, t2s_run *out);
/* Where SQLite has no such function, t2s_lacks; dialect_known.c. */
void t2s_need_function(t2s_reader *r, const t2s_call *c);

#endif
