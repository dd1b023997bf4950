#include "constraint/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "base/vector.h"
#include "grammar.h"
#include "schema/schema.h"
#include "sql/sql.h"
#include "sql/token.h"

#define MOST_WORDS 30000

/* Those of SQLite that the sandbox allows and that need no constant argument,
 * with the numbers of arguments with which SQLite prepares them. */
const t2s_word_function t2s_word_functions[] = {
    {"abs", 1, 1, T2S_SCALAR},
    {"avg", 1, 1, T2S_AGGREGATE},
    {"ceil", 1, 1, T2S_SCALAR},
    {"ceiling", 1, 1, T2S_SCALAR},
    {"char", 1, -1, T2S_SCALAR},
    {"coalesce", 2, -1, T2S_SCALAR},
    {"count", 0, 1, T2S_AGGREGATE},
    {"cume_dist", 0, 0, T2S_WINDOW},
    {"date", 0, -1, T2S_SCALAR},
    {"datetime", 0, -1, T2S_SCALAR},
    {"dense_rank", 0, 0, T2S_WINDOW},
    {"exp", 1, 1, T2S_SCALAR},
    {"first_value", 1, 1, T2S_WINDOW},
    {"floor", 1, 1, T2S_SCALAR},
    {"format", 1, -1, T2S_SCALAR},
    {"group_concat", 1, 2, T2S_AGGREGATE},
    {"hex", 1, 1, T2S_SCALAR},
    {"ifnull", 2, 2, T2S_SCALAR},
    {"iif", 3, 3, T2S_SCALAR},
    {"instr", 2, 2, T2S_SCALAR},
    {"json_array_length", 1, 2, T2S_SCALAR},
    {"json_extract", 2, -1, T2S_SCALAR},
    {"julianday", 0, -1, T2S_SCALAR},
    {"lag", 1, 3, T2S_WINDOW},
    {"last_value", 1, 1, T2S_WINDOW},
    {"lead", 1, 3, T2S_WINDOW},
    {"length", 1, 1, T2S_SCALAR},
    {"ln", 1, 1, T2S_SCALAR},
    {"log", 1, 2, T2S_SCALAR},
    {"log10", 1, 1, T2S_SCALAR},
    {"log2", 1, 1, T2S_SCALAR},
    {"lower", 1, 1, T2S_SCALAR},
    {"ltrim", 1, 2, T2S_SCALAR},
    {"max", 1, -1, T2S_EXTREME},
    {"min", 1, -1, T2S_EXTREME},
    {"mod", 2, 2, T2S_SCALAR},
    {"nth_value", 2, 2, T2S_WINDOW},
    {"ntile", 1, 1, T2S_WINDOW},
    {"nullif", 2, 2, T2S_SCALAR},
    {"percent_rank", 0, 0, T2S_WINDOW},
    {"pow", 2, 2, T2S_SCALAR},
    {"power", 2, 2, T2S_SCALAR},
    {"printf", 1, -1, T2S_SCALAR},
    {"random", 0, 0, T2S_SCALAR},
    {"rank", 0, 0, T2S_WINDOW},
    {"replace", 3, 3, T2S_SCALAR},
    {"round", 1, 2, T2S_SCALAR},
    {"row_number", 0, 0, T2S_WINDOW},
    {"rtrim", 1, 2, T2S_SCALAR},
    {"sign", 1, 1, T2S_SCALAR},
    {"sqrt", 1, 1, T2S_SCALAR},
    {"strftime", 1, -1, T2S_SCALAR},
    {"substr", 2, 3, T2S_SCALAR},
    {"substring", 2, 3, T2S_SCALAR},
    {"sum", 1, 1, T2S_AGGREGATE},
    {"time", 0, -1, T2S_SCALAR},
    {"total", 1, 1, T2S_AGGREGATE},
    {"trim", 1, 2, T2S_SCALAR},
    {"typeof", 1, 1, T2S_SCALAR},
    {"unixepoch", 0, -1, T2S_SCALAR},
    {"upper", 1, 1, T2S_SCALAR},
};

#define FUNCTIONS (sizeof t2s_word_functions / sizeof *t2s_word_functions)

/* Keywords that share a kind with others, literals, collations. */
static const char *const other_words[] = {
    "CROSS", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
    "FULL",  "GLOB",         "INNER",        "LEFT",
    "LIKE",  "NATURAL",      "OUTER",        "RIGHT",
    "TRUE",  "FALSE",        "BINARY",       "NOCASE",
    "RTRIM"};

typedef T2S_VECTOR(t2s_word) word_list;

void t2sed_constraint_options_init(t2sed_constraint_options *options,
                                   size_t size)
{
    static const t2sed_constraint_options defaults = {sizeof defaults, 4096,
                                                      256, 3, 0};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_constraint_options *to,
                                 const t2sed_constraint_options *given,
                                 t2sed_error *err)
{
    t2sed_constraint_options defaults;
    t2sed_status status;
    t2sed_constraint_options_init(&defaults, sizeof defaults);
    *to = defaults;
    status =
        t2s_sized_read(to, sizeof *to, given, "t2sed_constraint_options", err);
    if (status)
        return status;
    if (to->max_bytes < 0 || to->max_bytes > 65536 || to->max_text < -1 ||
        to->max_early_alias < -1 || (to->early_names & ~1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_constraint_options: max_bytes must be from 0 to "
                        "65536, max_text and max_early_alias -1 or more, "
                        "early_names 0 or 1");
    if (to->max_bytes == 0)
        to->max_bytes = defaults.max_bytes;
    if (to->max_text == 0)
        to->max_text = defaults.max_text;
    if (to->max_early_alias == 0)
        to->max_early_alias = defaults.max_early_alias;
    return T2SED_OK;
}

/* ------------------------------------------------------------------ words */

static int compare(const void *a, const void *b)
{
    const t2s_word *one = a, *other = b;
    return t2s_casecmp_n(one->text, one->length, other->text, other->length);
}

/* The kind of a word without quotes; 0 where it needs them. */
static uint16_t bare_kind(const char *text, size_t n)
{
    int kind;
    if (n == 0 || (text[0] >= '0' && text[0] <= '9') || text[0] == '$')
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!t2s_sql_is_name_char(text[i]))
            return 0;
    kind = t2s_sql_keyword(text, n);
    return kind == TK_RESERVED || kind == TK_WINDOW ? 0 : (uint16_t)kind;
}

static bool add_word(word_list *list, const char *text, int32_t table,
                     int function)
{
    size_t n = strlen(text);
    t2s_word word = {text, (uint16_t)n, 0, table, (int16_t)function};
    if (n == 0 || n > 1000)
        return true; /* can't be written, so is not offered */
    word.kind = bare_kind(text, n);
    return t2s_vector_push(list, word);
}

static bool is_system(const char *table)
{
    return strlen(table) >= 7 && t2s_casecmp_n(table, 7, "sqlite_", 7) == 0;
}

static bool add_words(word_list *list, const t2sed_schema *schema)
{
    bool ok = true;
    for (int kind = TK_ABORT; kind <= TK_WITH; kind++)
        ok &= add_word(list, t2s_sql_keyword_name(kind), -1, -1);
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        ok &= add_word(list, other_words[i], -1, -1);
    if (!schema)
        return ok;
    for (size_t i = 0; i < FUNCTIONS; i++)
        ok &= add_word(list, t2s_word_functions[i].name, -1, (int)i);
    for (size_t i = 0; i < schema->table_count; i++)
        if (!is_system(schema->tables[i].name))
            ok &= add_word(list, schema->tables[i].name, (int32_t)i, -1);
    for (size_t i = 0; i < schema->column_count; i++)
        ok &= add_word(list, schema->columns[i].name, -1, -1);
    return ok;
}

/* Sorts the words, makes one of those that are equal, and copies them. */
static bool keep_words(t2sed_constraint *to, word_list *list)
{
    size_t bytes = 0, count = 0;
    char *at;
    qsort(list->at, list->count, sizeof *list->at, compare);
    for (size_t i = 0; i < list->count; i++) {
        t2s_word *last = count ? &list->at[count - 1] : NULL;
        const t2s_word *word = &list->at[i];
        if (!last || compare(last, word) != 0) {
            list->at[count++] = *word;
            bytes += word->length;
            continue;
        }
        if (last->table < 0)
            last->table = word->table;
        if (last->function < 0)
            last->function = word->function;
    }
    list->count = count;
    to->text = at = t2s_alloc(bytes);
    to->words = t2s_alloc_array(count, sizeof *to->words);
    if (!to->text || !to->words)
        return false;
    for (size_t i = 0; i < count; i++) {
        to->words[i] = list->at[i];
        memcpy(at, list->at[i].text, list->at[i].length);
        to->words[i].text = at;
        at += list->at[i].length;
        if (to->words[i].kind && to->words[i].kind != TK_ID)
            to->keyword_lengths[t2s_ascii_lower(*to->words[i].text) - 'a'] |=
                (uint32_t)1 << to->words[i].length;
    }
    to->count = count;
    to->blocks = (count + T2S_NEW_WORDS + 63) / 64;
    return true;
}

void t2s_words_range(const t2sed_constraint *words, const char *text, size_t n,
                     size_t *first, size_t *end)
{
    for (int upper = 0; upper < 2; upper++) {
        size_t low = 0, high = words->count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            const t2s_word *word = &words->words[middle];
            size_t length = word->length < n ? word->length : n;
            int order = t2s_casecmp_n(word->text, length, text, n);
            if (order < 0 || (upper && order == 0))
                low = middle + 1;
            else
                high = middle;
        }
        *(upper ? end : first) = low;
    }
}

uint16_t t2s_words_find(const t2sed_constraint *words, const char *text,
                        size_t n)
{
    size_t first, end;
    t2s_words_range(words, text, n, &first, &end);
    return first < end && words->words[first].length == n ? (uint16_t)first
                                                          : T2S_NO_WORD;
}

/* --------------------------------------------------------------- the sets */

static bool make_sets(t2sed_constraint *to, const t2sed_schema *schema)
{
    t2s_words **sets[] = {&to->all_tables, &to->all_columns, &to->scalars,
                          &to->aggregates, &to->windows,     &to->constants,
                          &to->collations};
    bool ok = true;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        *sets[i] = t2s_zalloc_array(to->blocks, sizeof(t2s_words));
        ok &= *sets[i] != NULL;
    }
    to->table_count = schema ? schema->table_count : 0;
    to->tables =
        t2s_zalloc_array(to->table_count * to->blocks, sizeof(t2s_words));
    to->widths = t2s_zalloc_array(to->table_count, sizeof *to->widths);
    return ok && to->tables && to->widths;
}

static void fill_sets(t2sed_constraint *to, const t2sed_schema *schema)
{
    for (size_t i = 0; schema && i < schema->column_count; i++) {
        const t2s_column *column = &schema->columns[i];
        t2s_words *set = to->tables + (size_t)column->table * to->blocks;
        uint16_t word = t2s_words_find(to, column->name, strlen(column->name));
        if (word == T2S_NO_WORD || t2s_words_has(set, word))
            continue;
        t2s_words_add(set, word);
        t2s_words_add(to->all_columns, word);
        to->widths[column->table]++;
    }
    for (size_t i = 0; i < to->count; i++) {
        const t2s_word *word = &to->words[i];
        if (t2s_is_one_of(word->text, word->length, "true false"))
            t2s_words_add(to->constants, i);
        if (t2s_is_one_of(word->text, word->length, "binary nocase rtrim"))
            t2s_words_add(to->collations, i);
        if (word->table >= 0 && to->widths[word->table] > 0)
            t2s_words_add(to->all_tables, i);
        if (word->function < 0)
            continue;
        switch (t2s_word_functions[word->function].kind) {
        case T2S_AGGREGATE:
            t2s_words_add(to->aggregates, i);
            break;
        case T2S_WINDOW:
            t2s_words_add(to->windows, i);
            break;
        default:
            t2s_words_add(to->scalars, i);
        }
    }
}

/* ------------------------------------------------------------- the object */

t2sed_status t2sed_constraint_new(t2sed_constraint **out,
                                  const t2sed_database *database,
                                  const t2sed_constraint_options *options,
                                  t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    t2sed_constraint *made;
    t2sed_status status;
    word_list list = {0};
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->has_schema = schema != NULL;
    status = read_options(&made->options, options, err);
    if (!status && !add_words(&list, schema))
        status = t2s_fail_memory(err);
    if (!status && !keep_words(made, &list))
        status = t2s_fail_memory(err);
    t2s_vector_free(&list);
    if (!status && made->count > MOST_WORDS)
        status = t2s_fail(err, T2SED_ELIMIT, -1,
                          "constraint: a schema of %zu names, more than the %d "
                          "that are allowed",
                          made->count, MOST_WORDS);
    if (!status && !make_sets(made, schema))
        status = t2s_fail_memory(err);
    if (!status)
        fill_sets(made, schema);
    if (!status && schema)
        status = t2s_empty_new(&made->empty, schema, err);
    if (status)
        t2sed_constraint_free(made);
    else
        *out = made;
    return status;
}

void t2sed_constraint_free(t2sed_constraint *constraint)
{
    if (!constraint)
        return;
    t2s_empty_free(constraint->empty);
    t2s_free(constraint->words);
    t2s_free(constraint->text);
    t2s_free(constraint->tables);
    t2s_free(constraint->widths);
    t2s_free(constraint->all_tables);
    t2s_free(constraint->all_columns);
    t2s_free(constraint->scalars);
    t2s_free(constraint->aggregates);
    t2s_free(constraint->windows);
    t2s_free(constraint->constants);
    t2s_free(constraint->collations);
    t2s_free(constraint);
}
