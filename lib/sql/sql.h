/* sql.h - a parsed query as the rest of the library sees it. */
#ifndef T2S_SQL_SQL_H
#define T2S_SQL_SQL_H

#include "base/tree.h"
#include "t2sed/sql.h"

#define T2S_SQL_MAX_NESTING T2SED_SQL_MAX_NESTING

struct t2sed_sql {
    char *text; /* as given, NUL-terminated */
    size_t length;
    t2s_tree full; /* the whole parse tree; its root is a select_stmt */
};

/*
 * The tree that a model reads, in *out (t2s_tree_free ends it): nodes stand in
 * pre-order, labels are static, terminals have the bytes of the source that
 * they come from (begin == end for what alias resolution added). `view` NULL
 * stands for the defaults, `schema` may be NULL.
 *
 * Errors: T2SED_EINVAL (struct_size), T2SED_ELIMIT (names of a hostile query
 * need too much work to resolve), T2SED_ENOMEM.
 */
t2sed_status t2s_sql_view(t2s_tree *out, const t2sed_sql *sql,
                          const t2sed_sql_view_options *view,
                          const t2sed_schema *schema, t2sed_error *err);

#endif
