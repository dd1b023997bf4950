/* asked_ratio.h - what ratio a question asks for, and of what base. */
#ifndef T2S_FACTS_ASKED_RATIO_H
#define T2S_FACTS_ASKED_RATIO_H

#include <stdbool.h>
#include <stddef.h>

struct t2s_question_facts;

typedef struct t2s_asked_ratio {
    bool is_share;   /* "share of", "percentage", "rate" */
    bool is_percent; /* "percent", "%" */
    bool is_growth;  /* "change against the month before" */
    bool is_per;     /* "orders per customer", "average number of" */
    bool of_all;     /* "of all", "of the total", "overall" */
    bool within;     /* "for each", "per", "by": a ratio of each group */
    /* Words of the question that say the base: [base, base_end); equal where
     * nothing does. */
    size_t base, base_end;
} t2s_asked_ratio;

void t2s_asked_ratio_read(t2s_asked_ratio *out,
                          const struct t2s_question_facts *question);

#endif
