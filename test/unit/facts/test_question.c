/* What evidence knows of a question: words, numbers, quotes, cues, matches. */
#include "t2s_test.h"

#include <string.h>

#include "facts/asked_cues.h"
#include "facts/question.h"
#include "facts/restriction_words.h"

static const char ddl[] =
    "CREATE TABLE singer (singer_id INT PRIMARY KEY, name TEXT, birth_year "
    "INT, song_name TEXT);"
    "CREATE TABLE concert (concert_id INT PRIMARY KEY, name TEXT, "
    "stadiumName TEXT, singer_id INT REFERENCES singer(singer_id));";

static t2s_question_facts *ask(const char *text, const t2sed_schema *schema)
{
    t2sed_question *question;
    t2s_question_facts *made;
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2s_question_facts_new(&made, question, schema, NULL, NULL), T2SED_OK);
    t2sed_question_free(question);
    return made;
}

START_TEST(words)
{
    t2s_question_facts *q =
        ask("Show the Names of singers, don\xE2\x80\x99t ask. Why? Is it "
            "1,234.5 or three or the 1980s, \xE2\x80\x9CNew York\xE2\x80\x9D "
            "or 'Rock' twice? singers' and John's",
            NULL);
    ck_assert_str_eq(q->stemmed.text,
                     " show the name of singer don t ask why is it 1,234.5 or "
                     "three or the 1980 new york or rock twice singer and "
                     "john s ");
    ck_assert_uint_eq(q->commas, 2);
    ck_assert_uint_eq(q->numbers.count, 4);
    ck_assert_double_eq(q->numbers.at[0].value, 1234.5);
    ck_assert_double_eq(q->numbers.at[1].value, 3);
    ck_assert(q->numbers.at[1].is_spelled && !q->numbers.at[0].is_spelled);
    ck_assert_double_eq(q->numbers.at[2].value, 1980);
    ck_assert_double_eq(q->numbers.at[3].value, 2);
    ck_assert_uint_eq(q->quotes.count, 2);
    ck_assert_int_eq(strncmp(q->text + q->quotes.at[0].begin, "new york", 8),
                     0);
    ck_assert_uint_eq(q->quotes.at[1].end - q->quotes.at[1].begin, 4);
    ck_assert(!q->words.at[0].is_capital); /* the first */
    ck_assert(q->words.at[2].is_capital);  /* Names */
    ck_assert(!q->words.at[9].is_capital); /* Is, behind "?" */
    ck_assert(q->words.at[17].is_quoted);  /* New */
    ck_assert_ptr_null(q->columns);
    t2s_question_facts_free(q);
}
END_TEST

/* The numbers of a text, parted by blanks. */
static void check_numbers(const char *text, const char *expected)
{
    t2s_question_facts *q = ask(text, NULL);
    t2s_string made = {0};
    for (size_t i = 0; i < q->numbers.count; i++)
        t2s_string_append_format(&made, "%s%g", i ? " " : "",
                                 q->numbers.at[i].value);
    ck_assert_msg(strcmp(made.text ? made.text : "", expected) == 0,
                  "%s: %s, not %s", text, made.text ? made.text : "", expected);
    t2s_string_free(&made);
    t2s_question_facts_free(q);
}

START_TEST(amounts_of_several_words)
{
    check_numbers("longer than 2 1/2 hours, over 7", "2.5 7");
    check_numbers("runs of two and a half hours or 3", "2.5 3");
    check_numbers("more than an hour and a half or 4 hours", "1.5 4");
    check_numbers("at most 2 hours and a half", "2.5");
    check_numbers("5 of them lost half a litre", "5 0.5");
    check_numbers("shorter than 2 h 10 min", "130");
    check_numbers("over 2 hours and 10 minutes", "130");
    check_numbers("over 1 kg 200 g", "1200");
    check_numbers("longer than 1h30", "90");
    check_numbers("between two and a half and three hours", "2.5 3");
    check_numbers("more than 100k km or 1.5 million", "100000 1.5e+06");
    check_numbers("above 100 thousand, under \u00a31k", "100000 1000");
    check_numbers("over $2m", "2e+06");
    check_numbers("the 5k run, over 4k, over 5m", "5 4 5");
    /* no amounts of several words */
    check_numbers("between 2 and 3 hours", "2 3");
    check_numbers("between 1 hour and 30 minutes", "1 30");
    check_numbers("8 hours or 20 minutes", "8 20");
    check_numbers("30 minutes, 2 hours", "30 2");
    check_numbers("appointments after 8h30", "");
    check_numbers("rooms 2 and 3", "2 3");
    check_numbers("half of the 3 teams, on 1/2", "3 1 2");
    check_numbers("2 and a halfpenny", "2");
}
END_TEST

START_TEST(signs_are_no_words)
{
    t2s_question_facts *q = ask("Caf\u00e9s under \u20ac20, 30\u00a3 or "
                                "\u226540\u00a5",
                                NULL);
    ck_assert_str_eq(q->stemmed.text, " caf\u00e9 under 20 30 or 40 ");
    ck_assert_uint_eq(q->numbers.count, 3);
    t2s_question_facts_free(q);
}
END_TEST

START_TEST(short_forms_end_no_sentence)
{
    static const struct {
        const char *text;
        bool is_negated; /* the last word */
    } cases[] = {
        {"orders excl. cancelled", true},
        {"Orders that do not. Show cancelled", false},
        {"Orders without a max. Show cancelled", false},
        {"Orders without a max. cancelled", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static t2s_restricted_words w;
        t2s_restricted_words_read(&w, cases[i].text, strlen(cases[i].text));
        ck_assert_msg(w.at[w.count - 1].is_negated == cases[i].is_negated, "%s",
                      cases[i].text);
    }
}
END_TEST

START_TEST(cues)
{
    static const struct {
        const char *text;
        t2s_cue cue;
        unsigned count;
    } cases[] = {
        {"How many singers are there?", T2S_CUE_COUNT, 1},
        {"the total number of singers", T2S_CUE_COUNT, 1},
        {"the singer with at least 3 songs", T2S_CUE_LEAST, 0},
        {"the singer with at least 3 songs", T2S_CUE_AT_LEAST, 1},
        {"the singer with at least 3 songs", T2S_CUE_SUPERLATIVE, 0},
        {"the least popular song", T2S_CUE_LEAST, 1},
        {"the silliest song of interest", T2S_CUE_SUPERLATIVE, 1},
        {"the first name and last name", T2S_CUE_LEAST, 0},
        {"the first name and last name", T2S_CUE_MOST, 0},
        {"no more than 5", T2S_CUE_GREATER, 0},
        {"no more than 5", T2S_CUE_AT_MOST, 1},
        {"more than 5 and above 3", T2S_CUE_GREATER, 2},
        {"from 3 to 5", T2S_CUE_BETWEEN, 1},
        {"those that don't sing", T2S_CUE_NEGATION, 1},
        {"songs called \"Not Over\"", T2S_CUE_NEGATION, 0},
        {"songs excl. those of Joe", T2S_CUE_NEGATION, 1},
        {"in alphabetical order", T2S_CUE_ASCENDING, 1},
        {"older than the average", T2S_CUE_COMPARISON, 1},
        {"each of them, per country", T2S_CUE_EACH, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_question_facts *q = ask(cases[i].text, NULL);
        ck_assert_msg(q->cues[cases[i].cue] == cases[i].count, "%s: %u",
                      cases[i].text, (unsigned)q->cues[cases[i].cue]);
        t2s_question_facts_free(q);
    }
}
END_TEST

START_TEST(ends_in_names)
{
    static const struct {
        const char *text;
        uint32_t superlatives;
    } cases[] = {
        {"who won \"Best Director\" in 2023?", 0},
        {"who won the 'Most Valuable Player' award?", 0},
        {"who is the oldest winner of \"Best Director\"?", 1},
        {"who is the best director of \"Heat\"?", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2s_question_facts *q = ask(cases[i].text, NULL);
        uint32_t counts[T2S_CUES];
        t2s_asked_cues_count(counts, q);
        ck_assert_msg(counts[T2S_CUE_SUPERLATIVE] == cases[i].superlatives,
                      "%s: %u", cases[i].text, counts[T2S_CUE_SUPERLATIVE]);
        t2s_question_facts_free(q);
    }
}
END_TEST

START_TEST(matches)
{
    t2sed_schema *schema;
    t2s_question_facts *q;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    q = ask("Which singers have a song with the name of the stadium?", schema);
    ck_assert(q->tables[0].is_whole && q->tables[0].first == 1);
    ck_assert(!q->tables[1].is_whole && q->tables[1].score == 0);
    ck_assert(q->columns[1].is_whole && q->columns[1].first == 7);
    ck_assert_int_eq(q->columns[1].name, q->columns[5].name);
    ck_assert(q->columns[1].name != q->columns[2].name);
    ck_assert_float_eq(q->columns[2].score, 0); /* birth year */
    ck_assert_int_eq(q->columns[2].first, -1);
    ck_assert_float_eq(q->columns[3].score, 1); /* song ... name */
    ck_assert(!q->columns[3].is_whole && q->columns[3].first == 4);
    ck_assert(q->columns[0].score > 0 && q->columns[0].score < 1);
    ck_assert_uint_eq(q->named_columns.count, 6);
    t2s_question_facts_free(q);
    q = ask("Birth yrs of singers", schema); /* a short form */
    ck_assert_float_eq(q->columns[2].score, 1);
    t2s_question_facts_free(q);
    q = ask("The singer's birth in hrs", schema);
    ck_assert_float_lt(q->columns[2].score, 1);
    t2s_question_facts_free(q);
    t2sed_schema_free(schema);
}
END_TEST

static t2sed_status make(void *payload)
{
    t2sed_question *question;
    t2s_question_facts *made;
    t2sed_status status = t2sed_question_new(
        &question, "the names of 3 singers \"and\" Songs", NULL);
    if (status != T2SED_OK)
        return status;
    status = t2s_question_facts_new(&made, question, payload, NULL, NULL);
    t2sed_question_free(question);
    if (status == T2SED_OK)
        t2s_question_facts_free(made);
    return status;
}

START_TEST(memory)
{
    t2sed_schema *schema;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    t2s_test_every_allocation(make, schema);
    t2s_question_facts_free(NULL);
    t2sed_schema_free(schema);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("question");
    tcase_add_test(cases, words);
    tcase_add_test(cases, signs_are_no_words);
    tcase_add_test(cases, amounts_of_several_words);
    tcase_add_test(cases, short_forms_end_no_sentence);
    tcase_add_test(cases, cues);
    tcase_add_test(cases, ends_in_names);
    tcase_add_test(cases, matches);
    tcase_add_test(cases, memory);
    return t2s_test_run("evidence of questions", &cases, 1);
}
