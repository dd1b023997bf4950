/* spider.h - where execution accuracy asks what the queries say: exact match of
 * two empty results, and the maps of the official rule. */
#ifndef T2S_EVALUATE_SPIDER_H
#define T2S_EVALUATE_SPIDER_H

#include "database/result.h"
#include "lab/evaluate/spider_query.h"

/* A gold query and a prediction of it, as Spider reads them. All zeros is
 * empty; the arena holds what is read. */
typedef struct t2s_spider_pair {
    t2s_arena arena;
    t2s_spider_query *gold, *query; /* NULL: beyond Spider's SQL */
} t2s_spider_pair;

/* Errors: T2SED_ENOMEM. */
t2sed_status t2s_spider_pair_read(t2s_spider_pair *pair, const t2sed_sql *gold,
                                  const t2sed_sql *query,
                                  const t2sed_schema *schema, t2sed_error *err);
void t2s_spider_pair_free(t2s_spider_pair *pair);

/*
 * Whether maps from the selected items to the lists of their values are equal.
 * Items of a query that are the same share an entry, the last one's; an item is
 * paired with the result's column of its number, so that a star stands for one
 * column. Both queries of the pair are read.
 */
bool t2s_spider_same_maps(const t2s_spider_pair *pair, const t2s_result *gold,
                          const t2s_result *result);

#endif
