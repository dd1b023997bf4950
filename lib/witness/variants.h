/* variants.h - a query with one part taken out or put in, as edits of its
 * text: what its result shows of the part when both run on one instance. */
#ifndef T2S_WITNESS_VARIANTS_H
#define T2S_WITNESS_VARIANTS_H

#include "base/string.h"
#include "facts/query.h"

/*
 * The kinds: name, what is edited. "Without" takes the part out.
 */
#define T2S_VARIANTS(X)                                                        \
    X(condition, "without one of the conditions that AND connects in WHERE, "  \
                 "or a condition in ON that ties no tables")                   \
    X(having, "without one of the conditions that AND connects in HAVING")     \
    X(distinct, "without DISTINCT behind SELECT")                              \
    X(inner_distinct, "without DISTINCT in an aggregate")                      \
    X(repeats, "with DISTINCT behind a SELECT that has none")                  \
    X(count_repeats, "with DISTINCT in COUNT of an expression")                \
    X(count_nulls, "COUNT(*) for COUNT of an expression")                      \
    X(outer, "JOIN for LEFT JOIN")                                             \
    X(inner, "LEFT JOIN for JOIN")                                             \
    X(inner_right, "LEFT JOIN the other way round, for JOIN")                  \
    X(join, "without a joined table that nothing else names")                  \
    X(group_key, "without one of several keys of GROUP BY")                    \
    X(order, "without ORDER BY of the whole query")                            \
    X(limit, "without LIMIT of the whole query")                               \
    X(ties,                                                                    \
      "with more columns to sort rows that ORDER BY leaves tied, either "      \
      "way")                                                                   \
    X(ties_cut, "the same before LIMIT")                                       \
    X(union_distinct, "UNION ALL for UNION")                                   \
    X(union_repeats, "UNION for UNION ALL")                                    \
    X(truncates, "a division in floating point")                               \
    X(coalesce, "without COALESCE or IFNULL")                                  \
    X(negated_nulls, "a negated condition that is met by NULL, too")           \
    X(not_in_nulls, "NOT IN that passes over NULLs of its subquery")

typedef enum t2s_variant_kind {
#define T2S_VARIANT_ENUM(name, meaning) T2S_VARIANT_##name,
    T2S_VARIANTS(T2S_VARIANT_ENUM)
#undef T2S_VARIANT_ENUM
        T2S_VARIANT_KINDS
} t2s_variant_kind;

/* Bytes of the query's text, and what replaces them: other bytes of it, and a
 * text behind these. */
typedef struct t2s_text_edit {
    uint32_t begin, end;
    uint32_t copy_begin, copy_end;
    const char *text;
} t2s_text_edit;

/* One or two edits, in the order of the text. */
typedef struct t2s_variant {
    t2s_variant_kind kind;
    t2s_text_edit edits[2];
    int edit_count;
} t2s_variant;

/* Variants of a query, and SELECTs whose parts are varied. */
#define T2S_MOST_VARIANTS 32

typedef struct t2s_variants {
    t2s_variant at[T2S_MOST_VARIANTS];
    size_t count;
    bool are_all; /* false: there would be more */
} t2s_variants;

/* The variants of a query, of every SELECT in it. */
void t2s_variants_find(t2s_variants *out, const t2s_query *query);

/* Appends the query's text as a variant has it. */
void t2s_variant_write(t2s_string *out, const t2sed_sql *sql,
                       const t2s_variant *variant);

#endif
