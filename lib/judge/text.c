#include "judge/text.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/cells.h"

#define ALL_COLUMNS  10 /* a table of so many is told whole */
#define MOST_COLUMNS 20 /* of a wider one */
#define FIRST_TABLES 4  /* told where the queries name none */
#define OTHER_TABLES 12 /* told by their name alone */
#define LONG_WORD    4  /* bytes of a question's word that columns may share */
#define SHOWN_ROWS   2
#define SHOWN_CELLS  5
#define SHOWN_BYTES  20   /* of a text, in characters */
#define MOST_ROWS    1000 /* that are counted */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static void append_lower(t2s_string *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(out, t2s_ascii_lower(text[i]));
}

void t2s_judge_append_line(t2s_string *out, const char *text, size_t n)
{
    bool apart = false, begun = false;
    for (size_t i = 0; i < n; i++) {
        if (t2s_is_space(text[i])) {
            apart = begun;
            continue;
        }
        if (apart)
            t2s_string_append_char(out, ' ');
        t2s_string_append_char(out, text[i]);
        apart = false;
        begun = true;
    }
}

void t2s_judge_append_reasons(t2s_string *out, const char *text)
{
    if (!*text)
        return;
    t2s_string_append(out, "\n-- Reasons: ");
    t2s_judge_append_line(out, text, strlen(text));
}

/* --- the tables --- */

/* What decides which tables and columns are told: lower case. */
typedef struct telling {
    const t2sed_schema *schema;
    t2s_string queries, asked;
    bool *is_told; /* of each table */
    t2s_string scratch;
    bool failed; /* memory was short */
} telling;

/* Whether `name`, in lower case, stands in the text; as a word of its own, with
 * underlines taken for letters, where `whole` says so. */
static bool names(const t2s_string *text, const t2s_string *name, bool whole)
{
    const char *at = text->length ? text->text : "";
    if (name->failed || name->length == 0)
        return false;
    for (; (at = strstr(at, name->text)); at++) {
        const char after = at[name->length];
        const char before = at > text->text ? at[-1] : ' ';
        if (!whole || (!is_word(before) && before != '_' && !is_word(after) &&
                       after != '_'))
            return true;
    }
    return false;
}

static const t2s_string *in_lower(telling *t, const char *name)
{
    t2s_string_clear(&t->scratch);
    append_lower(&t->scratch, name, strlen(name));
    t->failed = t->failed || t->scratch.failed;
    return &t->scratch;
}

/* Whether the name shares a word of some length with the question. */
static bool shares_word(telling *t, const t2s_string *name)
{
    t2s_string word = {0};
    bool found = false;
    for (size_t i = 0, n; i < name->length && !found; i += n ? n : 1) {
        n = 0;
        while (i + n < name->length && is_word(name->text[i + n]))
            n++;
        if (n < LONG_WORD)
            continue;
        t2s_string_clear(&word);
        t2s_string_append_n(&word, name->text + i, n);
        for (const char *at = t->asked.text;
             !word.failed && !found && (at = strstr(at, word.text)); at++)
            found = (at == t->asked.text || !is_word(at[-1])) &&
                    !is_word(at[word.length]);
    }
    t->failed = t->failed || word.failed;
    t2s_string_free(&word);
    return found;
}

static bool is_told_column(telling *t, size_t column)
{
    const t2sed_schema *schema = t->schema;
    const t2s_string *name = in_lower(t, schema->columns[column].name);
    if (names(&t->queries, name, false) || shares_word(t, name))
        return true;
    for (size_t k = 0; k < schema->foreign_key_count; k++)
        if ((size_t)schema->foreign_keys[k].from == column)
            return true;
    return false;
}

static void append_keys(t2s_string *out, const telling *t, int32_t table)
{
    const t2sed_schema *schema = t->schema;
    const char *before = "; ";
    for (size_t k = 0; k < schema->foreign_key_count; k++) {
        const t2s_foreign_key *key = &schema->foreign_keys[k];
        const int32_t to = schema->columns[key->to].table;
        if (schema->columns[key->from].table != table || !t->is_told[to])
            continue;
        t2s_string_append_format(
            out, "%s%s -> %s.%s", before, schema->columns[key->from].name,
            schema->tables[to].name, schema->columns[key->to].name);
        before = ", ";
    }
}

static void append_table(t2s_string *out, telling *t, size_t i)
{
    const t2s_table *table = &t->schema->tables[i];
    const size_t first = (size_t)table->first_column;
    const size_t count = (size_t)table->column_count;
    size_t told = 0;
    t2s_string_append(out, table->name);
    t2s_string_append_char(out, '(');
    for (size_t c = first; c < first + count; c++) {
        if (count > ALL_COLUMNS &&
            (told == MOST_COLUMNS || !is_told_column(t, c)))
            continue;
        if (told++ > 0)
            t2s_string_append(out, ", ");
        t2s_string_append(out, t->schema->columns[c].name);
    }
    if (told < count)
        t2s_string_append(out, told > 0 ? ", ..." : "...");
    append_keys(out, t, (int32_t)i);
    t2s_string_append_char(out, ')');
}

static void append_others(t2s_string *out, const telling *t)
{
    size_t told = 0;
    for (size_t i = 0; i < t->schema->table_count && told < OTHER_TABLES; i++)
        if (!t->is_told[i])
            t2s_string_append_format(out, "%s%s",
                                     told++ > 0 ? ", " : "\n-- Other tables: ",
                                     t->schema->tables[i].name);
}

static void append_tables(t2s_string *out, telling *t)
{
    const size_t count = t->schema->table_count;
    size_t told = 0;
    for (size_t i = 0; i < count; i++)
        t->is_told[i] =
            names(&t->queries, in_lower(t, t->schema->tables[i].name), true);
    for (size_t i = 0; i < count; i++)
        told += t->is_told[i];
    for (size_t i = 0; told == 0 && i < count && i < FIRST_TABLES; i++)
        t->is_told[i] = true;
    told = 0;
    for (size_t i = 0; i < count; i++) {
        if (!t->is_told[i])
            continue;
        if (told++ > 0)
            t2s_string_append_char(out, '\n');
        append_table(out, t, i);
    }
    append_others(out, t);
}

static void append_asked(t2s_string *out, const char *what, const char *text,
                         size_t n)
{
    t2s_string_append_format(out, "-- %s: ", what);
    t2s_judge_append_line(out, text, n);
    t2s_string_append_char(out, '\n');
}

t2sed_status t2s_judge_prompt(t2s_string *out, const t2sed_schema *schema,
                              const t2sed_beam *beam, t2sed_error *err)
{
    telling t = {.schema = schema};
    size_t question_length = 0, knowledge_length = 0;
    const char *question =
        t2sed_question_text(beam->question, &question_length);
    const char *knowledge =
        t2sed_question_knowledge(beam->question, &knowledge_length);
    bool failed;
    for (size_t i = 0; i < beam->count; i++) {
        append_lower(&t.queries, beam->queries[i],
                     beam->lengths ? beam->lengths[i]
                                   : strlen(beam->queries[i]));
        t2s_string_append_char(&t.queries, ' ');
    }
    append_lower(&t.asked, question, question_length);
    t2s_string_append_char(&t.asked, ' ');
    append_lower(&t.asked, knowledge ? knowledge : "", knowledge_length);
    t.is_told = t2s_zalloc_array(schema->table_count, sizeof *t.is_told);
    failed = !t.is_told || t.queries.failed || t.asked.failed;
    if (!failed) {
        t2s_string_append(out, "-- SQLite schema\n");
        append_tables(out, &t);
        t2s_string_append_char(out, '\n');
        if (knowledge_length > 0)
            append_asked(out, "Knowledge", knowledge, knowledge_length);
        append_asked(out, "Question", question, question_length);
        t2s_string_append(out, "-- Query:\n");
    }
    failed = failed || out->failed || t.failed;
    t2s_string_free(&t.queries);
    t2s_string_free(&t.asked);
    t2s_string_free(&t.scratch);
    t2s_free(t.is_told);
    return failed ? t2s_fail_memory(err) : T2SED_OK;
}

/* --- results --- */

/* A text in quotes, its first characters where it is long. */
static void append_text(t2s_string *out, const char *text, size_t n)
{
    size_t end = 0, characters = 0;
    while (end < n && characters < SHOWN_BYTES) {
        end++;
        while (end < n && ((unsigned char)text[end] & 0xC0) == 0x80)
            end++;
        characters++;
    }
    t2s_string_append_char(out, '\'');
    t2s_append_clean(out, text, end);
    t2s_string_append(out, end < n ? "...'" : "'");
}

static void append_cell(t2s_string *out, const t2s_rows *rows, int i)
{
    size_t n = 0;
    const char *text;
    switch (t2s_rows_type(rows, i)) {
    case T2SED_CELL_NULL:
        t2s_string_append(out, "NULL");
        break;
    case T2SED_CELL_INTEGER:
        t2s_string_append_format(out, "%" PRId64, t2s_rows_integer(rows, i));
        break;
    case T2SED_CELL_REAL:
        t2s_string_append_format(out, "%.6g", t2s_rows_real(rows, i));
        break;
    case T2SED_CELL_TEXT:
        text = t2s_rows_text(rows, i, &n);
        append_text(out, text ? text : "", text ? n : 0);
        break;
    default:
        t2s_string_append(out, "x''");
    }
}

static void look(void *payload, const t2s_rows *rows, size_t row)
{
    t2s_string *shown = payload;
    const int columns = t2s_rows_columns(rows);
    if (row >= SHOWN_ROWS)
        return;
    t2s_string_append(shown, row > 0 ? ", (" : "(");
    for (int i = 0; i < columns && i < SHOWN_CELLS; i++) {
        if (i > 0)
            t2s_string_append(shown, ", ");
        append_cell(shown, rows, i);
    }
    t2s_string_append(shown, columns > SHOWN_CELLS ? ", ...)" : ")");
}

t2sed_status t2s_judge_result(t2s_string *out, t2s_execution *execution,
                              const char *query, size_t n, t2sed_error *err)
{
    t2s_string shown = {0};
    t2s_run how = T2S_RUN_DATABASE;
    size_t rows = 0;
    t2sed_status status =
        t2s_execution_look(&how, &rows, execution, query, n, look, &shown, err);
    const bool many = how == T2S_RUN_ROWS || rows >= MOST_ROWS;
    if (status == T2SED_OK && (how == T2S_RUN_DONE || many)) {
        t2s_string_append(out, "\n-- Result: ");
        if (many)
            t2s_string_append_format(out, "%d rows or more: ", MOST_ROWS);
        else if (rows > 0)
            t2s_string_append_format(out, "%zu row%s: ", rows,
                                     rows == 1 ? "" : "s");
        t2s_string_append_n(out, rows > 0 ? shown.text : "no rows",
                            rows > 0 ? shown.length : 7);
    }
    if (status == T2SED_OK && (out->failed || shown.failed))
        status = t2s_fail_memory(err);
    t2s_string_free(&shown);
    return status;
}
