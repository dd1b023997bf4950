#include "facts/late_words.h"

#include "facts/roles.h"
#include "schema/words.h"

#define PLANNED                                                                \
    "due promised expected planned scheduled deadline target estimated eta "   \
    "wanted required needed requested"
/* Behind "late" and "early", which then say no lateness: "late fee". */
#define OTHERS                                                                 \
    "fee|fees|charge|charges|penalty|penalties|morning|mornings|evening|"      \
    "evenings|night|nights|afternoon|shift|shifts|bird|birds|spring|summer|"   \
    "autumn|winter|booking|bookings|access"

/* 1: word i says late, -1: on time; 0: neither. */
static int lateness_of(const t2s_restricted_words *words, size_t i)
{
    if (t2s_restricted_words_say(words, i + 1, OTHERS))
        return 0;
    if (t2s_restricted_words_say(words, i, "late|overdue|delayed|belated"))
        return 1;
    return t2s_restricted_words_say(words, i, "early|punctual|punctually") ||
                   (i > 0 && t2s_restricted_words_say(words, i, "time") &&
                    t2s_restricted_words_say(words, i - 1, "on"))
               ? -1
               : 0;
}

static bool is_planned(const t2sed_schema *schema, int32_t column)
{
    return t2s_name_says(schema->columns[column].readable, PLANNED);
}

/* 1: a condition keeps what is late, -1: what is on time; 0: not known. */
static int lateness_kept(const t2s_restriction *of, const t2sed_schema *schema)
{
    const bool is_first = is_planned(schema, of->column);
    /* Not "late ones that cost less than estimated". */
    if (!t2s_may_be_time(schema, of->column) &&
        !t2s_may_be_time(schema, of->other))
        return 0;
    if (is_first == is_planned(schema, of->other))
        return 0;
    return (is_first ? -of->order : of->order) * of->sign;
}

static void link_lateness(t2s_restriction *of, const t2s_restrictions *in,
                          int kept)
{
    int asked = 0;
    bool is_told = true;
    for (size_t i = 0; i < in->question.count; i++) {
        const int says_late = lateness_of(&in->question, i) *
                              (in->question.at[i].is_negated ? -1 : 1);
        if (!says_late)
            continue;
        is_told &= asked == 0 || asked == says_late;
        asked = says_late;
        of->word = (int32_t)i;
    }
    if (asked)
        of->direction = is_told ? asked * kept : 0;
}

/* "Their own country", "in the same city" of a query that compares countries or
 * cities. */
static void link_same(t2s_restriction *of, const t2s_restrictions *in,
                      const t2sed_schema *schema)
{
    const char *left = schema->columns[of->column].name;
    const char *right = schema->columns[of->other].name;
    for (size_t i = 1; i < in->question.count; i++) {
        const t2s_restricted_word *word = &in->question.at[i];
        if (!t2s_restricted_words_say(&in->question, i - 1, "own|same") ||
            word->is_negated || word[-1].segment != word->segment ||
            (!t2s_name_has_akin(left, word->text, word->length) &&
             !t2s_name_has_akin(right, word->text, word->length)))
            continue;
        of->word = (int32_t)i;
        of->direction = of->sign;
        return;
    }
}

void t2s_link_late_words(t2s_restriction *of, const t2s_restrictions *in,
                         const t2sed_schema *schema)
{
    if (of->kind != T2S_RESTRICTS_COLUMNS || of->column < 0 || of->other < 0)
        return;
    if (of->order) {
        const int kept = lateness_kept(of, schema);
        if (kept)
            link_lateness(of, in, kept);
    } else if (!in->asks_different) {
        link_same(of, in, schema);
    }
}
