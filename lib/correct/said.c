/* said.c - reading a question or feedback. */
#include "correct/said.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "schema/words.h"

static const char *const hint_words[T2S_HINTS] = {
    [T2S_HINT_REPLACE] = "replace change swap substitute exchange supersede "
                         "interchange switch replaced changed swapped "
                         "substituted update modify",
    [T2S_HINT_INSTEAD] = "instead rather place alternative",
    [T2S_HINT_REMOVE] = "remove drop delete exclude eliminate discard omit "
                        "removed dropped deleted skip ignore unnecessary",
    [T2S_HINT_ALSO] = "also add include additionally plus along addition "
                      "included added",
    [T2S_HINT_NOT] = "not don't dont no never without n't doesn't isn't avoid "
                     "except wrong incorrect shouldn't neither nor",
    [T2S_HINT_ONLY] = "only just",
    [T2S_HINT_ORDER] = "order sort ordered sorted arrange arranged ordering "
                       "sorting",
    [T2S_HINT_DESCENDING] = "descending desc decreasing reverse",
    [T2S_HINT_ASCENDING] = "ascending asc increasing alphabetical "
                           "alphabetically lexicographical",
    [T2S_HINT_MOST] = "most highest largest greatest biggest longest oldest "
                      "latest recent best top",
    [T2S_HINT_LEAST] = "lowest smallest fewest shortest youngest earliest "
                       "worst cheapest",
    [T2S_HINT_MAXIMUM] = "maximum max",
    [T2S_HINT_MINIMUM] = "minimum min",
    [T2S_HINT_AVERAGE] = "average avg mean",
    [T2S_HINT_SUM] = "sum total summation add",
    [T2S_HINT_COUNT] = "count number many rows counting",
    [T2S_HINT_DISTINCT] = "distinct different unique various repeated "
                          "duplicate duplicates repetition uniquely",
    [T2S_HINT_EACH] = "each every per group grouped grouping respective",
    [T2S_HINT_MORE] = "more greater above over after exceed exceeds larger "
                      "higher older bigger later",
    [T2S_HINT_LESS] = "less below under fewer before smaller lower younger "
                      "earlier",
    [T2S_HINT_EQUAL] = "equal equals is same exactly equivalent",
    [T2S_HINT_BETWEEN] = "between range from",
    [T2S_HINT_OR] = "or either",
    [T2S_HINT_AND] = "and",
    [T2S_HINT_BOTH] = "both common intersection",
    [T2S_HINT_FIRST] = "first top limit",
    [T2S_HINT_ONE] = "one single once 1",
    [T2S_HINT_ALL] = "all everything information details",
    [T2S_HINT_STEP] = "step steps",
    [T2S_HINT_TABLE] = "table tables",
    [T2S_HINT_ID] = "id ids code codes identifier",
    [T2S_HINT_NAME] = "name names",
    [T2S_HINT_LIKE] = "like contain contains containing start starts substring "
                      "letter begins begin includes end ends",
    [T2S_HINT_WHOSE] = "whose where which having have has who",
    [T2S_HINT_CORRESPONDING] = "corresponding correspond matching match "
                               "respectively",
    [T2S_HINT_LEAST_OF] = "least atleast atmost minimum maximum"};

#define MOST_WORDS 400

typedef struct reader {
    const t2sed_question *text;
    t2s_link_words *words;
    t2s_desk *desk;
    t2s_said *said;
    size_t count;              /* words that are looked at */
    int8_t wish[MOST_WORDS];   /* -1: named as wrong, 1: as wanted */
    uint8_t cover[MOST_WORDS]; /* words of the longest name that is there */
} reader;

static uint64_t word_bit(size_t i)
{
    return i < 64 ? (uint64_t)1 << i : 0;
}

/* Whether a word is a number ("7", "two"; its spelling is said), and no step's.
 */
static bool is_number(const reader *r, size_t i, double *number, bool *spelled)
{
    const t2s_word *word = &r->text->words[i];
    const size_t n = word->end - word->begin;
    char low[24];
    if (n >= sizeof low ||
        (i > 0 && t2s_question_word_is(r->text, i - 1, "step steps")))
        return false;
    for (size_t c = 0; c < n; c++)
        low[c] = t2s_ascii_lower(r->text->text[word->begin + c]);
    return t2s_word_says_number(low, n, number, spelled);
}

static void find_hints(reader *r)
{
    double number;
    bool spelled;
    for (size_t i = 0; i < r->count; i++) {
        for (int h = 0; h < T2S_HINTS; h++)
            if (hint_words[h] &&
                t2s_question_word_is(r->text, i, hint_words[h]))
                r->said->hints |= (uint64_t)1 << h;
        if (is_number(r, i, &number, &spelled))
            r->said->hints |= (uint64_t)1 << T2S_HINT_NUMBER;
    }
}

/* Whether the words from i on say that what was named before is wanted, not
 * what comes: "in place of", "instead of", "rather than". */
static bool turns(const reader *r, size_t i)
{
    return t2s_question_word_is(r->text, i, "instead") ||
           (t2s_question_word_is(r->text, i, "rather") && i + 1 < r->count &&
            t2s_question_word_is(r->text, i + 1, "than")) ||
           (t2s_question_word_is(r->text, i, "in") && i + 1 < r->count &&
            t2s_question_word_is(r->text, i + 1, "place"));
}

static void wish_back(reader *r, size_t from, size_t to, int8_t wish)
{
    for (size_t i = from; i < to; i++)
        if (r->wish[i] == 0)
            r->wish[i] = wish;
}

/* "replace X with Y", "use Y instead of X", "X should be replaced by Y",
 * "remove X": of each word whether what it names is wrong or wanted. */
static void find_wishes(reader *r)
{
    int8_t state = 0;
    bool replaces = false;
    size_t clause = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (t2s_question_word_is(r->text, i, ". ; !") ||
            t2s_question_word_is(r->text, i, "but also then")) {
            state = 0;
            replaces = false;
            clause = i;
        } else if (t2s_question_word_is(r->text, i,
                                        "replaced changed swapped substituted "
                                        "exchanged superseded")) {
            wish_back(r, clause, i, -1);
            replaces = true;
            state = -1;
        } else if (t2s_question_word_is(
                       r->text, i,
                       "removed dropped deleted excluded wrong "
                       "incorrect unnecessary irrelevant")) {
            wish_back(r, clause, i, -1);
        } else if (t2s_question_word_is(
                       r->text, i,
                       "replace change swap substitute exchange "
                       "supersede interchange switch modify")) {
            replaces = true;
            state = -1;
        } else if (turns(r, i)) {
            wish_back(r, clause, i, 1);
            state = -1;
            replaces = true;
        } else if (t2s_question_word_is(
                       r->text, i,
                       "remove drop delete exclude eliminate discard "
                       "omit avoid skip not n't without dont don't "
                       "no")) {
            state = -1;
        } else if (replaces &&
                   t2s_question_word_is(r->text, i, "with by to into for")) {
            state = 1;
        } else if (t2s_question_word_is(
                       r->text, i,
                       "use find show add include want need consider "
                       "give provide list ensure sure should must "
                       "using get display look")) {
            if (!(state < 0 &&
                  t2s_question_word_is(r->text, i,
                                       "need want use show include") &&
                  i > 0 &&
                  t2s_question_word_is(r->text, i - 1, "n't not don't dont")))
                state = 1;
        } else if (t2s_question_word_is(r->text, i, ",") && !replaces) {
            state = 0;
            clause = i;
        }
        r->wish[i] = state;
    }
}

/* --- names --- */

static float strength_of(const reader *r, const t2s_link *link, size_t words)
{
    size_t n = (size_t)(link->word_end - link->word_begin);
    if (link->kind != T2S_LINK_EXACT)
        return 0.5f * (float)n / (float)(n > words ? n : words);
    for (int32_t i = link->word_begin; i < link->word_end; i++)
        if ((size_t)i < r->count && r->cover[i] > n)
            return 0.45f;
    return 1;
}

static size_t words_of(const char *name)
{
    size_t count = 1;
    for (; *name; name++)
        count += *name == ' ';
    return count;
}

static void cover(reader *r, const t2s_links *links)
{
    for (size_t i = 0; i < links->count; i++) {
        const t2s_link *link = &links->at[i];
        size_t n = (size_t)(link->word_end - link->word_begin);
        for (int32_t w = link->word_begin;
             link->kind == T2S_LINK_EXACT && w < link->word_end; w++)
            if ((size_t)w < r->count && r->cover[w] < n)
                r->cover[w] = (uint8_t)(n < 255 ? n : 255);
    }
}

static void put_links(reader *r, t2s_named *to, const t2s_links *links,
                      const char *name)
{
    for (size_t i = 0; i < links->count; i++) {
        const t2s_link *link = &links->at[i];
        float strength = strength_of(r, link, words_of(name));
        int8_t wish =
            (size_t)link->word_begin < r->count ? r->wish[link->word_begin] : 0;
        to->any = fmaxf(to->any, strength);
        if (wish < 0)
            to->old = fmaxf(to->old, strength);
        if (wish > 0)
            to->new = fmaxf(to->new, strength);
    }
}

static void put_bag(reader *r, t2s_named *to, const char *name)
{
    const size_t n = strlen(name);
    size_t at = 0, begin, words = 0, there = 0;
    while (words < 12 && t2s_next_word(name, n, &at, &begin, false)) {
        const t2s_word_key key = t2s_word_key_of(name + begin, at - begin);
        bool found = false;
        for (size_t i = 0; i < r->words->count && i < MOST_WORDS; i++) {
            if (!t2s_word_keys_match(&key, &r->words->at[i].key))
                continue;
            found = true;
            to->words |= word_bit(i);
        }
        there += found;
        words++;
    }
    to->bag = words ? (float)there / (float)words : 0;
    r->said->words |= to->words;
}

/* Looks a list of names up: first how long the names are that stand there, then
 * how each is named. */
static t2sed_status find_names(reader *r, bool tables, t2sed_error *err)
{
    const t2sed_schema *schema = r->desk->schema;
    const size_t count = tables ? schema->table_count : schema->column_count;
    t2s_links links = {0};
    bool fits = true;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count && fits; i++) {
            const char *name = tables ? schema->tables[i].readable
                                      : schema->columns[i].readable;
            links.count = 0;
            fits = t2s_link_name(&links, r->words, name, strlen(name));
            if (pass == 0) {
                cover(r, &links);
            } else {
                t2s_named *to =
                    tables ? &r->said->tables[i] : &r->said->columns[i];
                put_links(r, to, &links, name);
                put_bag(r, to, name);
            }
        }
    t2s_vector_free(&links);
    memset(r->cover, 0, sizeof r->cover);
    return fits ? T2SED_OK : t2s_fail_memory(err);
}

/* --- values --- */

static uint8_t wish_at(const reader *r, size_t byte)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->text->words[i].begin <= byte && byte < r->text->words[i].end)
            return r->wish[i] < 0   ? T2S_IN_OLD
                   : r->wish[i] > 0 ? T2S_IN_NEW
                                    : 0;
    return 0;
}

#define MOST_LITERALS 60

/* Adds a literal, or a source to one that is there. */
static void add_literal(reader *r, t2s_literal literal)
{
    t2s_literals *list = &r->desk->values;
    size_t added = 0;
    for (size_t i = 0; i < list->count; i++) {
        t2s_literal *old = &list->at[i];
        added += !(old->sources & T2S_IN_QUERY);
        if (t2s_casecmp_n(old->text, old->size, literal.text, literal.size))
            continue;
        old->sources |= literal.sources;
        old->match = fmax(old->match, literal.match);
        if (old->column == T2S_NO_ITEM && !old->is_number)
            old->column = literal.column;
        if (old->column == literal.column || old->is_number ||
            literal.column == T2S_NO_ITEM)
            return;
    }
    if (added >= MOST_LITERALS)
        return;
    literal.text =
        t2s_arena_strndup(&r->desk->arena, literal.text, literal.size);
    literal.quote = '\'';
    if (!literal.text || !t2s_vector_push(list, literal))
        r->desk->failed = true;
}

static t2sed_status find_values(reader *r, t2sed_linker *linker, uint8_t source,
                                t2sed_error *err)
{
    t2sed_links *links = NULL;
    t2sed_status status =
        t2sed_linker_link(&links, linker, r->text, NULL, NULL, err);
    for (size_t i = 0; i < (links ? t2sed_links_mention_count(links) : 0);
         i++) {
        t2sed_link_mention mention = {.struct_size = sizeof mention};
        t2sed_links_mention_get(links, i, &mention, NULL);
        if (mention.kind != T2SED_MENTION_VALUE || !mention.value ||
            mention.match < T2SED_MATCH_PARTIAL || mention.value_length > 80)
            continue;
        double number;
        const bool is_number =
            r->desk->schema->columns[mention.item].kind != T2SED_TYPE_TEXT &&
            t2s_word_number(mention.value, mention.value_length, &number);
        add_literal(
            r, (t2s_literal){
                   .text = mention.value,
                   .is_number = is_number,
                   .size = (uint32_t)mention.value_length,
                   .column = t2s_item_in(mention.item),
                   .match = mention.match == T2SED_MATCH_PARTIAL ? 0.4 : 1,
                   .sources =
                       (uint8_t)(source | wish_at(r, mention.question.begin))});
    }
    t2sed_links_free(links);
    return status;
}

/* Whether a word is a mark that quotes what follows: no apostrophe. */
static bool opens_quotes(const reader *r, size_t i)
{
    const size_t at = r->text->words[i].begin;
    const char *text = r->text->text;
    return text[at] == '"' ||
           (text[at] == '\'' &&
            !(at > 0 && t2s_is_word_part(text, r->text->length, at - 1)));
}

/* Numbers, and what stands in quotes. What closes one text opens no other. */
static void find_literals(reader *r, uint8_t source)
{
    const char *text = r->text->text;
    size_t closed = 0; /* the byte behind the last quoted text */
    for (size_t i = 0; i < r->count; i++) {
        const t2s_word *word = &r->text->words[i];
        const char *start = text + word->begin;
        size_t n = word->end - word->begin;
        double number;
        bool spelled;
        char spelling[32];
        if (n == 1 && word->begin >= closed && opens_quotes(r, i)) {
            const size_t line = strcspn(start, "\n");
            const char *end = memchr(start + 1, *start, line - 1);
            if (end)
                closed = word->begin + (size_t)(end - start) + 1;
            if (end && end - start > 1 && end - start < 60)
                add_literal(r,
                            (t2s_literal){.text = start + 1,
                                          .size = (uint32_t)(end - start - 1),
                                          .column = T2S_NO_ITEM,
                                          .match = 1,
                                          .sources = source});
        }
        if (!is_number(r, i, &number, &spelled) || fabs(number) > 1e15)
            continue;
        snprintf(spelling, sizeof spelling, "%.15g", number);
        add_literal(
            r, (t2s_literal){.text = spelling,
                             .size = (uint32_t)strlen(spelling),
                             .is_number = true,
                             .column = T2S_NO_ITEM,
                             .match = spelled ? 0.5 : 1,
                             .sources =
                                 (uint8_t)(source | wish_at(r, word->begin))});
    }
}

/* Which words name which literals, those of the query too. */
static t2sed_status mark_literals(reader *r, uint8_t source, t2sed_error *err)
{
    t2s_links links = {0};
    bool fits = true;
    for (size_t v = 0; v < r->desk->values.count && fits; v++) {
        t2s_literal *value = &r->desk->values.at[v];
        uint64_t *words =
            source == T2S_IN_FEEDBACK ? &value->words : &value->asked;
        links.count = 0;
        fits = t2s_link_value(&links, r->words, value->text, value->size);
        for (size_t i = 0; i < links.count; i++)
            for (int32_t w = links.at[i].word_begin; w < links.at[i].word_end;
                 w++)
                *words |= word_bit((size_t)w);
        r->said->words |= *words;
    }
    t2s_vector_free(&links);
    return fits ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2s_said_read(t2s_said *said, t2s_desk *desk,
                           const t2sed_question *text, t2sed_linker *linker,
                           uint8_t source, t2sed_error *err)
{
    const t2sed_schema *schema = desk->schema;
    reader r = {.text = text, .desk = desk, .said = said};
    t2sed_status status = T2SED_OK;
    said->columns = t2s_arena_alloc_array(
        &said->arena, schema->column_count + schema->table_count + 1,
        sizeof *said->columns);
    if (!said->columns)
        return t2s_fail_memory(err);
    memset(said->columns, 0,
           (schema->column_count + schema->table_count + 1) *
               sizeof *said->columns);
    said->tables = said->columns + schema->column_count;
    if (!text)
        return T2SED_OK;
    r.count = text->word_count < MOST_WORDS ? text->word_count : MOST_WORDS;
    find_hints(&r);
    find_wishes(&r);
    status = t2s_link_words_new(&r.words, text, err);
    if (status == T2SED_OK)
        status = find_names(&r, false, err);
    if (status == T2SED_OK)
        status = find_names(&r, true, err);
    if (status == T2SED_OK)
        status = find_values(&r, linker, source, err);
    if (status == T2SED_OK) {
        find_literals(&r, source);
        status = mark_literals(&r, source, err);
    }
    t2s_link_words_free(r.words);
    return status;
}

void t2s_said_free(t2s_said *said)
{
    t2s_arena_free(&said->arena);
}
