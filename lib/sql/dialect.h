/*
 * dialect.h - SQL of other databases, written as SQLite has it.
 *
 * A tolerant reader goes through the tokens of a dialect and writes SQLite's
 * text as it goes; what it does not know stays as it is, so that SQLite's
 * grammar is what objects. Every piece of what is written remembers the bytes
 * that it comes from.
 */
#ifndef T2S_SQL_DIALECT_H
#define T2S_SQL_DIALECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/tree.h"
#include "base/vector.h"
#include "sql/systems.h"

typedef enum t2s_word_kind {
    T2S_WORD_END,
    T2S_WORD_WORD, /* a keyword or a name without quotes */
    T2S_WORD_NAME, /* a name in quotes */
    T2S_WORD_STRING,
    T2S_WORD_NUMBER,
    T2S_WORD_OTHER /* operators, parameters */
} t2s_word_kind;

/* A token; `text` is as SQLite spells it. */
typedef struct t2s_word {
    const char *text;
    size_t n;
    uint32_t begin, end; /* bytes of the source */
    t2s_word_kind kind;
} t2s_word;

/* A stretch of what is written. */
typedef struct t2s_piece {
    const char *text;
    size_t n;
    uint32_t begin, end; /* bytes of the source that it stands for */
    bool apart;          /* a blank stands before it */
    bool lone;           /* a column without a table */
    struct t2s_piece *next;
} t2s_piece;

/* What a run of pieces is, as far as another spelling depends on it. */
typedef enum t2s_run_kind {
    T2S_RUN_OTHER,
    T2S_RUN_LITERAL,  /* a string */
    T2S_RUN_INTEGER,  /* a number without a point */
    T2S_RUN_REAL,     /* divides without cutting */
    T2S_RUN_COLUMN,   /* a name; `name` is its last part */
    T2S_RUN_DATE,     /* a day */
    T2S_RUN_MOMENT,   /* a day and a time */
    T2S_RUN_PART,     /* EXTRACT: a number, the `unit` of a time, `amount`;
                         `inner` is strftime's text */
    T2S_RUN_NAMED,    /* a month's or weekday's name, by `unit`; `inner` is
                         strftime's text of its number */
    T2S_RUN_SINCE,    /* T-SQL: `unit`s since day 0 of `inner`, and `amount` */
    T2S_RUN_INTERVAL, /* `amount` of `unit`s; the text is it in days */
    T2S_RUN_DIFFERENCE, /* of two times, in days */
    T2S_RUN_MINUS,      /* `inner` - `amount` of columns: of times, perhaps */
    T2S_RUN_ARRAY       /* `inner` is what it lists */
} t2s_run_kind;

typedef struct t2s_run {
    t2s_piece *first, *last;
    t2s_run_kind kind;
    bool enclosed;  /* in parentheses; `inner` is without */
    bool aggregate; /* there is an aggregate in it */
    bool loose;     /* a call that is written with operators */
    bool starts;    /* DATE: the first of a month */
    bool whole;     /* DIFFERENCE: without a part of a day */
    const t2s_word *name;
    struct t2s_run *inner;  /* DATE and MOMENT: what was cast, or NULL */
    t2s_piece *tail;        /* DATE and MOMENT: modifiers go behind it */
    struct t2s_run *amount; /* INTERVAL; `more` is a second one, or NULL; see
                               PART, SINCE */
    struct t2s_run *more;
    struct t2s_run *month; /* DATE and MOMENT: a day of the same month that is
                              written without a choice of days, or NULL */
    const char *unit;      /* of t2s_dialect_unit */
    int width;             /* PART: digits of its text, or 0 */
} t2s_run;

/* What a name stands for, where SQLite has no such name. */
typedef struct t2s_named {
    const t2s_piece *name;
    const char *text;
    size_t n;
} t2s_named;

/* A translation in progress. */
typedef struct t2s_reader {
    const char *text;
    size_t length;
    int dialect;
    unsigned bit; /* of the dialect */
    T2S_VECTOR(t2s_word) words;
    size_t at, depth, pieces;
    bool was_plain; /* the last query had neither WITH, ORDER BY nor LIMIT and
                       was no compound */
    bool collects;  /* windows are of QUALIFY: they get names */
    T2S_VECTOR(t2s_run) windows;
    size_t first_window;         /* of the QUALIFY that is read */
    unsigned orders;             /* terms of ORDER BY that got names */
    T2S_VECTOR(t2s_named) named; /* names of unnested lists and of scalars */
    size_t named_bytes;          /* that names were found to stand for */
    t2s_arena arena;
    t2sed_status status;
    /* What of it SQLite lacks: the first such construct, and how many there
     * are that the dialect has, and has not. */
    uint32_t mark_begin, mark_end;
    unsigned marked; /* the dialects that have it */
    unsigned own, foreign;
    /* Of T2SED_EUNSUPPORTED: what SQLite can't say. */
    uint32_t unsupported_begin, unsupported_end;
    bool is_function; /* that is a function */
    bool keeps;       /* goes on where it can, of what SQLite lacks: the system
                         that has it is asked */
    size_t lacks;     /* how often that was so */
    T2S_VECTOR(t2s_run) ranked;  /* what medians are of */
    size_t first_ranked;         /* of the SELECT that is read */
    const t2s_word *ranked_word; /* the last such function */
    size_t tables;               /* of the last FROM; its last table's name */
    const t2s_piece *table;
} t2s_reader;

/* --- dialect_known.c --- */

/* The name of the first function that a query of SQLite's grammar calls and
 * SQLite lacks; NULL: there is none. */
const t2s_node *t2s_find_foreign_function(const t2s_tree *tree);

/* --- dialect_token.c --- */

/* Fills in r->words. */
void t2s_dialect_scan(t2s_reader *r);

/* --- dialect_run.c: reading words, writing pieces --- */

/* The word so far ahead; at the end one of kind END. */
const t2s_word *t2s_peek(const t2s_reader *r, size_t ahead);
/* Whether the words ahead are these, which blanks part. */
bool t2s_sees(const t2s_reader *r, const char *words);
/* Whether the next word is one of `list`. */
bool t2s_sees_one(const t2s_reader *r, const char *list);
bool t2s_is_word(const t2s_word *word, const char *list);
/* Goes on behind them where they are there; one blank parts them. */
bool t2s_skips(t2s_reader *r, const char *words);
/* Notes that a construct is one of these dialects, and not of SQLite. */
void t2s_mark(t2s_reader *r, const t2s_word *from, unsigned dialects);
/* Ends the reading: what is between the words SQLite can't say. */
void t2s_unsupported(t2s_reader *r, const t2s_word *from, const t2s_word *to);
/* The same of what can stay as it is: a reader that keeps such things goes on.
 * dialect_known.c */
void t2s_lacks(t2s_reader *r, const t2s_word *from, const t2s_word *to);
void t2s_lacks_run(t2s_reader *r, const t2s_run *run);
/* Ends the reading where the next word begins a clause, or is an operator, that
 * the grammar of a dialect may have there and SQLite's has not. */
void t2s_check_rest(t2s_reader *r);
/* False: something failed, or the nesting is too deep. */
bool t2s_enter(t2s_reader *r);
void t2s_leave(t2s_reader *r);

/* The string's text, which the reader keeps; empties the string. "" where
 * memory was short. */
const char *t2s_settle(t2s_reader *r, t2s_string *string);
t2s_run t2s_no_run(void);
/* The next word, as it is; names that SQLite reserves get quotes. */
t2s_run t2s_take(t2s_reader *r);
t2s_run t2s_take_name(t2s_reader *r);
/* The next `count` words. */
t2s_run t2s_take_words(t2s_reader *r, size_t count);
/* Text that stands for what `like` stands for. */
t2s_run t2s_write(t2s_reader *r, const char *text, const t2s_run *like);
t2s_run t2s_write_n(t2s_reader *r, const char *text, size_t n,
                    const t2s_run *like);
/* b goes behind *a. */
void t2s_append(t2s_run *a, t2s_run b);
t2s_run t2s_copy(t2s_reader *r, const t2s_run *run);
t2s_run *t2s_keep(t2s_reader *r, t2s_run run);
/*
 * A template: "$1" to "$9" stand for the runs, "@1" to "@9" for them in
 * parentheses where operators need them, "$*" for all, with commas. The other
 * text comes from `like`.
 */
t2s_run t2s_dialect_fill(t2s_reader *r, const char *format, const t2s_run *runs,
                         size_t count, const t2s_run *like);
/* Whether any operator may stand beside it. */
bool t2s_is_operand(const t2s_run *run);
/* The run, in parentheses where it is loose. */
t2s_run t2s_tight(t2s_reader *r, t2s_run run);
/* Its text, for a look: of a run of one piece; else "". */
const char *t2s_run_text(const t2s_run *run, size_t *n);
/* The content of a string literal, or NULL. */
char *t2s_run_string(t2s_reader *r, const t2s_run *run);
/* Columns without a table, of that name, become its text. */
void t2s_replace_name(const t2s_run *run, const t2s_named *named);
/* Keeps one until its query ends. */
void t2s_add_name(t2s_reader *r, t2s_named named);
/* The text of a run in parentheses, for that. */
t2s_named t2s_name_run(t2s_reader *r, const t2s_piece *name,
                       const t2s_run *run);
/* Writes all pieces, with blanks where they need them; not much more than
 * T2SED_SQL_MAX_BYTES. `tell` may be NULL. */
void t2s_run_print(t2s_string *out, const t2s_run *run,
                   void (*tell)(void *payload, size_t begin,
                                const t2s_piece *piece),
                   void *payload);

/* --- dialect_query.c, dialect_from.c, dialect_expression.c,
 * dialect_operand.c --- */

/* WITH, SELECT... and what is behind it. */
t2s_run t2s_dialect_query(t2s_reader *r);
bool t2s_sees_query(const t2s_reader *r);
t2s_run t2s_dialect_expression(t2s_reader *r);
t2s_run t2s_dialect_expressions(t2s_reader *r);
/* A name, a literal, a call... with what binds to it from behind. */
t2s_run t2s_dialect_operand(t2s_reader *r);
/* Whether a word ends an expression, or begins a clause. */
bool t2s_ends_expression(const t2s_word *word);
/* Tables and joins, behind FROM. */
t2s_run t2s_dialect_from(t2s_reader *r);
/* What stands beside a comparison. */
t2s_run t2s_dialect_compared(t2s_reader *r);
t2s_run t2s_dialect_ordering(t2s_reader *r);
/* Whether the next word can be an alias. */
bool t2s_sees_alias(const t2s_reader *r);
/* Everything up to the `)` that is not opened in it, as it is. */
t2s_run t2s_dialect_rest(t2s_reader *r);

/* --- dialect_call.c, dialect_cast.c --- */

/* A call, whose name is read, at its "(". */
t2s_run t2s_dialect_call(t2s_reader *r, const t2s_word *name, t2s_run written);
/* CAST(x AS type), TRY_CAST, CONVERT, at "(". */
t2s_run t2s_dialect_cast_call(t2s_reader *r, const t2s_word *word);
/* A cast to the type that comes next. */
t2s_run t2s_dialect_cast(t2s_reader *r, t2s_run value);

/* --- dialect_time.c: intervals --- */

/* A whole number, if the run is a constant one. */
bool t2s_run_number(const t2s_run *run, long *value);
/* INTERVAL, at what is behind the word. */
t2s_run t2s_dialect_interval(t2s_reader *r, t2s_run word);
/* An interval of a string such as '1 month'; of kind OTHER where it is none. */
t2s_run t2s_interval_of_text(t2s_reader *r, const t2s_run *text);
/* The unit that a run names: "year", "quarter", "month", "week", "isoweek",
 * "week(sunday)", "day", "hour", "minute", "second", "dow", "isodow", "doy",
 * "epoch"...; or NULL. */
const char *t2s_unit_of(const t2s_run *run);
t2s_run t2s_interval_of(t2s_reader *r, t2s_run amount, const char *unit);
t2s_run t2s_time_move(t2s_reader *r, t2s_run time, const t2s_run *interval,
                      bool back);
/* date(time, modifier), or datetime; modifiers of one call stand together. */
t2s_run t2s_time_modified(t2s_reader *r, t2s_run time, t2s_run_kind kind,
                          const t2s_run *modifier);

/* --- dialect_date.c: differences, parts, beginnings --- */

/* Whether it is a time, maybe by its name. */
bool t2s_is_time(const t2s_run *run);
/* Whether it is a number of days rather than a time, by its name. */
bool t2s_is_count(const t2s_run *run);
/* Whether a - b is one of times: of one that is known the other is one too,
 * unless its name is a number's. */
bool t2s_can_subtract(const t2s_run *a, const t2s_run *b);
/* `time`, or what was cast to it: what a function of SQLite reads as well. */
const t2s_run *t2s_time_raw(const t2s_run *time);
t2s_run t2s_time_subtract(t2s_reader *r, t2s_run a, t2s_run b);
/* The same, of which years and months are whole ones. */
t2s_run t2s_time_age(t2s_reader *r, t2s_run a, t2s_run b);
/* a - b in units, as DATEDIFF counts them: how many begin, or, `complete`, how
 * many are over. */
t2s_run t2s_time_difference(t2s_reader *r, t2s_run a, t2s_run b,
                            const char *unit, bool complete);
t2s_run t2s_time_extract(t2s_reader *r, const char *unit, t2s_run from);
t2s_run t2s_time_truncate(t2s_reader *r, const char *unit, t2s_run time);
/* The last day of a month (or another unit), `months` later; NULL: of the same.
 */
t2s_run t2s_time_last_day(t2s_reader *r, t2s_run time, const char *unit,
                          const t2s_run *months);
/* A number that stands for a day in T-SQL; other runs as they are. */
t2s_run t2s_time_of_number(t2s_reader *r, const t2s_run *run);
/* T-SQL's units since day 0, written as `counted`; and the time that is as many
 * units after day 0. */
t2s_run t2s_time_since(t2s_reader *r, const char *unit, t2s_run time,
                       t2s_run counted);
t2s_run t2s_time_begun(t2s_reader *r, const t2s_run *since);
/* date(x) or datetime(x). */
t2s_run t2s_time_cast(t2s_reader *r, t2s_run value, t2s_run_kind kind);

/* --- dialect_format.c: styles of formats are 's' (strftime's codes), 'm'
 * (MySQL's), 'c' (ClickHouse's), 't' (TO_CHAR's) and 'n' (.NET's) --- */

/* A time as text. No run: it is no format of a time. */
t2s_run t2s_time_format(t2s_reader *r, t2s_run time, const t2s_run *format,
                        char style);
/* Text as a time; no run where the format is none that is known. */
t2s_run t2s_time_parse(t2s_reader *r, t2s_run text, const t2s_run *format,
                       char style, t2s_run_kind kind);
/* The name of a time's "month", "mon", "day" or "dy". */
t2s_run t2s_time_name(t2s_reader *r, const char *unit, t2s_run time);
/* The number of such a name as strftime has it, as a literal; or no run. */
t2s_run t2s_number_of_name(t2s_reader *r, const char *unit,
                           const t2s_run *literal);

#endif
