/* roles.h - which tables and columns a query uses, and for what. */
#ifndef T2S_FACTS_ROLES_H
#define T2S_FACTS_ROLES_H

#include "facts/query.h"

/* In the order of t2sed/schema_prediction.h's T2SED_ROLE_*. */
typedef enum t2s_item_role {
    T2S_ITEM_SELECTED,  /* in the SELECT of the query itself */
    T2S_ITEM_CONDITION, /* in WHERE or HAVING, also of a subquery */
    T2S_ITEM_GROUPED,   /* in GROUP BY */
    T2S_ITEM_ORDERED,   /* in ORDER BY */
    T2S_ITEM_JOINED,    /* only ties tables or queries together */
    T2S_ITEM_USED,      /* anything of these; of a table: in FROM */
    T2S_ITEM_ROLES
} t2s_item_role;

/* Sets bit 1 << role of columns[i] and tables[i], which are as many as the
 * schema has and are cleared first. */
void t2s_roles_read(uint8_t *columns, uint8_t *tables, const t2s_query *query,
                    const t2sed_schema *schema);

#endif
