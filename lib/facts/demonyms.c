#include "facts/demonyms.h"

#include "facts/restriction_words.h"

static const struct {
    const char *words, *countries;
} list[] = {
    {"afghan", "afghanistan"},
    {"american|americans", "usa|united states|us|united states of america"},
    {"argentine|argentinian", "argentina"},
    {"australian|australians", "australia"},
    {"austrian|austrians", "austria"},
    {"belgian|belgians", "belgium"},
    {"brazilian|brazilians", "brazil"},
    {"british|britons", "uk|united kingdom|great britain|britain|gb"},
    {"bulgarian|bulgarians", "bulgaria"},
    {"canadian|canadians", "canada"},
    {"chilean|chileans", "chile"},
    {"chinese", "china"},
    {"colombian|colombians", "colombia"},
    {"croatian|croatians", "croatia"},
    {"czech|czechs", "czech republic|czechia"},
    {"danish|danes", "denmark"},
    {"dutch", "netherlands|the netherlands|holland"},
    {"egyptian|egyptians", "egypt"},
    {"english", "england"},
    {"estonian|estonians", "estonia"},
    {"finnish|finns", "finland"},
    {"french", "france"},
    {"german|germans", "germany"},
    {"greek|greeks", "greece"},
    {"hungarian|hungarians", "hungary"},
    {"icelandic", "iceland"},
    {"indian|indians", "india"},
    {"indonesian|indonesians", "indonesia"},
    {"irish", "ireland"},
    {"israeli|israelis", "israel"},
    {"italian|italians", "italy"},
    {"japanese", "japan"},
    {"kenyan|kenyans", "kenya"},
    {"korean|koreans", "south korea|korea"},
    {"latvian|latvians", "latvia"},
    {"lithuanian|lithuanians", "lithuania"},
    {"mexican|mexicans", "mexico"},
    {"moroccan|moroccans", "morocco"},
    {"nigerian|nigerians", "nigeria"},
    {"norwegian|norwegians", "norway"},
    {"pakistani|pakistanis", "pakistan"},
    {"peruvian|peruvians", "peru"},
    {"polish|poles", "poland"},
    {"portuguese", "portugal"},
    {"romanian|romanians", "romania"},
    {"russian|russians", "russia"},
    {"scottish", "scotland"},
    {"serbian|serbians", "serbia"},
    {"slovak|slovaks", "slovakia"},
    {"slovenian|slovenians", "slovenia"},
    {"spanish|spaniards", "spain"},
    {"swedish|swedes", "sweden"},
    {"swiss", "switzerland"},
    {"thai", "thailand"},
    {"turkish|turks", "turkey"},
    {"ukrainian|ukrainians", "ukraine"},
    {"vietnamese", "vietnam"},
    {"welsh", "wales"},
};

const char *t2s_countries_of(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (t2s_word_is_of(list[i].words, word, n))
            return list[i].countries;
    return NULL;
}

const char *t2s_demonyms_of(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (t2s_word_is_of(list[i].countries, text, n))
            return list[i].words;
    return NULL;
}
