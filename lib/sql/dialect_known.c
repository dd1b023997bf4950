/* What of a dialect is not known, or what SQLite lacks: such a query is not
 * judged. */
#include <string.h>

#include "sql/dialect_call.h"
#include "sql/token.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ANY          99

/* Functions of SQLite 3.40, by how many arguments they take. */
static const struct {
    const char *names;
    size_t least, most;
} functions[] = {
    {"changes cume_dist dense_rank last_insert_rowid percent_rank pi random "
     "rank row_number sqlite_version total_changes",
     0, 0},
    {"current_date current_time current_timestamp", 0, 0},
    {"count", 0, 1},
    {"abs acos acosh asin asinh atan atanh avg ceil ceiling cos cosh degrees "
     "exp first_value floor hex json json_group_array json_quote json_valid "
     "last_value length likely ln log10 log2 lower ntile quote radians "
     "randomblob sign sin sinh sqrt sum tan tanh total trunc typeof unicode "
     "unlikely upper zeroblob",
     1, 1},
    {"group_concat json_array_length json_type log ltrim round rtrim trim", 1,
     2},
    {"lag lead", 1, 3},
    {"atan2 glob ifnull instr json_group_object json_patch likelihood mod "
     "nth_value nullif pow power",
     2, 2},
    {"like substr substring", 2, 3},
    {"iif replace", 3, 3},
    {"char date datetime json_array json_object julianday time unixepoch", 0,
     ANY},
    {"json_extract json_insert json_remove json_replace json_set max min "
     "printf strftime",
     1, ANY},
    {"coalesce", 2, ANY}};

void t2s_lacks(t2s_reader *r, const t2s_word *from, const t2s_word *to)
{
    r->lacks++;
    if (!r->keeps)
        t2s_unsupported(r, from, to);
}

void t2s_lacks_run(t2s_reader *r, const t2s_run *run)
{
    t2s_word word = {"", 0, 0, 0, T2S_WORD_OTHER};
    if (!run->first)
        return;
    word.begin = run->first->begin;
    word.end = run->last->end;
    t2s_lacks(r, &word, &word);
}

/* FORMAT of some systems is that of SQLite, and what is written for it is. */
static bool is_function(const t2s_reader *r, const t2s_call *c)
{
    const size_t count = c->distinct ? 1 : c->count;
    if (t2s_is_word(c->word, "format"))
        return count > 0 && (r->bit & (T2S_PG | T2S_BQ) ||
                             (c->arguments[0].kind == T2S_RUN_LITERAL &&
                              memchr(c->arguments[0].first->text, '%',
                                     c->arguments[0].first->n)));
    for (size_t i = 0; i < COUNT(functions); i++)
        if (t2s_is_word(c->word, functions[i].names) &&
            count >= functions[i].least && count <= functions[i].most)
            return true;
    return false;
}

void t2s_need_function(t2s_reader *r, const t2s_call *c)
{
    if (r->status || is_function(r, c))
        return;
    if (!r->keeps)
        r->is_function = true;
    t2s_lacks(r, c->word, c->word);
}

/* Functions of newer versions, of extensions that are built in, and table
 * functions: where SQLite lacks one of these, it says so itself. */
static const char more_functions[] =
    "bm25 concat_ws fts5 highlight if json_array_insert json_each "
    "json_error_position json_pretty json_tree jsonb jsonb_array jsonb_each "
    "jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert "
    "jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set jsonb_tree "
    "load_extension match matchinfo octet_length offsets rtreecheck snippet "
    "soundex sqlite_compileoption_get sqlite_compileoption_used "
    "sqlite_offset sqlite_source_id subtype timediff unhex unistr format";

static bool sqlite_has(const char *name, size_t n)
{
    static const char pragma[] = "pragma_";
    const bool is_quoted = n >= 2 && strchr("\"`[", name[0]);
    name += is_quoted;
    n -= is_quoted ? 2 : 0;
    for (size_t i = 0; i < COUNT(functions); i++)
        if (t2s_is_one_of(name, n, functions[i].names))
            return true;
    return t2s_is_one_of(name, n, more_functions) ||
           (n > strlen(pragma) &&
            t2s_casecmp_n(name, strlen(pragma), pragma, strlen(pragma)) == 0);
}

/* The label of the node so many levels above; "": there is none. */
static const char *label_above(const t2s_tree *tree, const t2s_node *at,
                               int levels)
{
    for (; levels > 0 && at->parent != T2S_NO_NODE; levels--)
        at = &tree->nodes[at->parent];
    return levels == 0 ? at->label : "";
}

static bool is_lacked(const t2s_tree *tree, const t2s_node *at)
{
    const char *of = label_above(tree, at, 2); /* above any_name */
    return (strcmp(of, "function_name") == 0 ||
            strcmp(of, "table_function_name") == 0) &&
           !sqlite_has(at->text, at->text_length);
}

const t2s_node *t2s_find_foreign_function(const t2s_tree *tree)
{
    const t2s_node *found = NULL;
    for (size_t i = 0; i < tree->count; i++) {
        const t2s_node *at = &tree->nodes[i];
        if (!at->label && (!found || at->begin < found->begin) &&
            is_lacked(tree, at))
            found = at;
    }
    return found;
}

/* Clauses of dialects that stand where SQLite's grammar has none. */
static const char *const clauses[] = {
    "CONNECT BY",        "START WITH",    "PIVOT (",      "UNPIVOT (",
    "PIVOT XML",         "UNPIVOT",       "LATERAL VIEW", "MATCH_RECOGNIZE (",
    "USING SAMPLE",      "TABLESAMPLE",   "SAMPLE (",     "AT (",
    "BEFORE (",          "CHANGES (",     "FOR XML",      "FOR JSON",
    "FOR SYSTEM_TIME",   "WITH ROLLUP",   "WITH CUBE",    "WITH FILL",
    "WITH TOTALS",       "MEMBER OF",     "SOUNDS LIKE",  "OVERLAPS",
    "MATCH_CONDITION (", "INTERPOLATE (", "PASTE JOIN"};

/* Whether SQLite has the operator, or no system has it. */
static bool is_plain_sign(const t2s_word *word)
{
    return t2s_is_word(word, "( ) , ; . * / % + - & | << >> < <= > >= = == "
                             "<> != || -> ->> ~ [ ] { } \\ : =>") ||
           (strchr("?:@$", word->text[0]) && word->n > 1 &&
            t2s_sql_is_name_char(word->text[1])) ||
           !strchr("@#~!^&|?<>:=*/%+-", word->text[0]);
}

void t2s_check_rest(t2s_reader *r)
{
    const t2s_word *word = t2s_peek(r, 0);
    if (r->status || word->kind == T2S_WORD_END)
        return;
    for (size_t i = 0; i < COUNT(clauses); i++)
        if (t2s_sees(r, clauses[i])) {
            const char *second = strchr(clauses[i], ' ');
            t2s_unsupported(r, word,
                            second && second[1] != '(' ? t2s_peek(r, 1) : word);
            return;
        }
    if (t2s_sees(r, "| /") || t2s_sees(r, "|| /")) /* roots */
        t2s_unsupported(r, word, t2s_peek(r, 1));
    else if (word->kind == T2S_WORD_OTHER && !is_plain_sign(word))
        t2s_unsupported(r, word, word);
}
