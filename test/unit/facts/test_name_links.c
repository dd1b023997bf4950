/* The first linker: names and values in a question's words. */
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "facts/name_links.h"

/* "begin-end kind" of each link, such as "2-3E 5-6P". */
static const char *links_of(const char *text, const char *item, bool is_value)
{
    static char line[256];
    static const char kinds[] = "EPV";
    t2sed_question *question;
    t2s_link_words *words;
    t2s_links links = {0};
    size_t length = 0;
    line[0] = '\0';
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_link_words_new(&words, question, NULL), T2SED_OK);
    ck_assert(is_value ? t2s_link_value(&links, words, item, strlen(item))
                       : t2s_link_name(&links, words, item, strlen(item)));
    for (size_t i = 0; i < links.count; i++)
        length += (size_t)snprintf(
            line + length, sizeof line - length, "%s%d-%d%c", i ? " " : "",
            (int)links.at[i].word_begin, (int)links.at[i].word_end,
            kinds[links.at[i].kind]);
    t2s_vector_free(&links);
    t2s_link_words_free(words);
    t2sed_question_free(question);
    return line;
}

START_TEST(names)
{
    static const struct {
        const char *text, *name, *links;
    } cases[] = {
        {"How many singers are there?", "singer", "2-3E"},
        {"How many singers are there?", "Singers", "2-3E"},
        {"the home town of people", "Home_Town", "1-3E"},
        {"the home town of people", "homeTown", "1-3E"},
        {"the Home_Towns of people", "home town", "1-2E"},
        {"the hometown", "homeTown", "1-2E"},
        {"names of cities and classes", "city", "2-3E"},
        {"names of cities and classes", "class", "4-5E"},
        /* Plurals that no rule forms. */
        {"people and their children", "Person_Child", "0-1P 3-4P"},
        {"statuses of movies on menus", "menu", "4-5E"},
        {"statuses of movies on menus", "movie", "2-3E"},
        {"statuses of movies on menus", "status", "0-1E"},
        {"causes of bonuses for women", "Woman", "4-5E"},
        {"causes of bonuses for women", "cause", "0-1E"},
        {"causes of bonuses for women", "bonus", "2-3E"},
        {"semis and taxis on this basis", "semi", "0-1E"},
        {"semis and taxis on this basis", "taxi", "2-3E"},
        {"semis and taxis on this basis", "basis", "5-6E"},
        {"show the town", "Home_Town", "2-3P"},
        {"show the id", "StudentID", "2-3P"},
        {"how many of the", "number_of_heads", ""}, /* a stop word alone */
        {"the name of each singer's name", "name", "1-2E 6-7E"},
        {"anything", "", ""},
        {"anything", "___", ""},
        {"\xD0\xBF\xD0\xB5\xD1\x81\xD0\xBD\xD1\x8F x",
         "\xD0\xBF\xD0\xB5\xD1\x81\xD0\xBD\xD1\x8F", "0-1E"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(links_of(cases[i].text, cases[i].name, false),
                         cases[i].links);
}
END_TEST

START_TEST(values)
{
    static const struct {
        const char *text, *value, *links;
    } cases[] = {
        {"singers from New York, born 1990", "new york", "2-4V"},
        {"singers from New York", "%York%", "3-4V"},
        {"singers from New York", "New Jersey", ""},
        {"singers from New York", "", ""},
        {"singers from New York", "%", ""},
        {"older than three", "3", "2-3V"},
        {"older than 3.0 or 1,000", "1000", "4-5V"},
        {"older than 3.0", "3", "2-3V"},
        {"below -5", "-5", "1-2V"},
        {"below -5", "5", ""},
        {"on 2014-03-05", "2014-03-05", "1-2V"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_str_eq(links_of(cases[i].text, cases[i].value, true),
                         cases[i].links);
}
END_TEST

static t2sed_status link_all(void *payload)
{
    t2sed_question *question;
    t2s_link_words *words;
    t2s_links links = {0};
    t2sed_status status =
        t2sed_question_new(&question, "names of singers", NULL);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2s_link_words_new(&words, question, NULL);
    if (status == T2SED_OK) {
        if (!t2s_link_name(&links, words, "singer", 6))
            status = T2SED_ENOMEM;
        t2s_vector_free(&links);
        t2s_link_words_free(words);
    }
    t2sed_question_free(question);
    return status;
}

START_TEST(links_without_memory)
{
    t2s_test_every_allocation(link_all, NULL);
}
END_TEST

int main(void)
{
    TCase *links = tcase_create("links");
    tcase_add_test(links, names);
    tcase_add_test(links, values);
    tcase_add_test(links, links_without_memory);
    return t2s_test_run("links", &links, 1);
}
