#include "sql/rules.h"

const char *const t2s_sql_rule_names[T2S_RULE_COUNT] = {
#define T2S_SQL_RULE(name) #name,
    T2S_SQL_RULES(T2S_SQL_RULE)
#undef T2S_SQL_RULE
};
