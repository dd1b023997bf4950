"""Countries of the world, their cities and their languages; the figures are made up around the real ones."""
SCHEMA = """
CREATE TABLE countries (
  code TEXT PRIMARY KEY, name TEXT NOT NULL, continent TEXT NOT NULL, area_km2 INTEGER NOT NULL, population INTEGER NOT NULL,
  gdp_musd INTEGER, independence_year INTEGER, life_expectancy REAL NOT NULL);
CREATE TABLE cities (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, country_code TEXT NOT NULL REFERENCES countries(code), population INTEGER NOT NULL,
  elevation_m INTEGER, is_capital INTEGER NOT NULL, twin_city_id INTEGER REFERENCES cities(id));
CREATE TABLE languages (
  country_code TEXT NOT NULL REFERENCES countries(code), language TEXT NOT NULL, official TEXT NOT NULL, share_percent REAL NOT NULL,
  PRIMARY KEY (country_code, language));
"""
# code, name, continent, area in 1000 km2, millions of people, year of independence, languages, cities
WORLD = """FRA;France;Europe;551;66;;French;Paris,Lyon,Nantes,Lille,Nice
DEU;Germany;Europe;357;83;;German,Turkish;Berlin,Hamburg,Munich,Cologne,Bremen,Dresden
POL;Poland;Europe;312;38;1918;Polish,German;Warsaw,Krakow,Gdansk,Poznan
AUT;Austria;Europe;84;9;1955;German,Croatian;Vienna,Graz,Linz
CHE;Switzerland;Europe;41;8;;German,French,Italian;Bern,Zurich,Geneva
BEL;Belgium;Europe;31;11;1830;Dutch,French,German;Brussels,Ghent,Antwerp
PRT;Portugal;Europe;92;10;;Portuguese;Lisbon,Porto
NOR;Norway;Europe;385;5;1905;Norwegian,Sami;Oslo,Bergen
FIN;Finland;Europe;338;5;1917;Finnish,Swedish,Sami;Helsinki,Turku
ISL;Iceland;Europe;103;1;1944;Icelandic;Reykjavik
MCO;Monaco;Europe;1;1;;French;
LUX;Luxembourg;Europe;3;1;;French,German;Luxembourg
EGY;Egypt;Africa;1001;104;1922;Arabic;Cairo,Alexandria,Giza,Luxor
NGA;Nigeria;Africa;924;210;1960;English,Hausa,Yoruba;Abuja,Lagos,Kano,Ibadan
KEN;Kenya;Africa;580;53;1963;English,Swahili;Nairobi,Mombasa
GHA;Ghana;Africa;239;32;1957;English;Accra,Kumasi
SEN;Senegal;Africa;197;17;1960;French;Dakar,Thies
MLI;Mali;Africa;1240;22;1960;French;Bamako
TCD;Chad;Africa;1284;17;1960;French,Arabic;
BRA;Brazil;South America;8516;213;1822;Portuguese,German;Brasilia,Recife,Santos,Manaus,Curitiba
ARG;Argentina;South America;2780;45;1816;Spanish,Italian;Buenos Aires,Rosario,Cordoba
CHL;Chile;South America;756;19;1818;Spanish;Santiago,Valparaiso
PER;Peru;South America;1285;33;1821;Spanish,Quechua;Lima,Cusco
CAN;Canada;North America;9985;38;1867;English,French;Ottawa,Toronto,Montreal,Vancouver
MEX;Mexico;North America;1964;126;1821;Spanish;Mexico City,Puebla,Oaxaca
JAM;Jamaica;North America;11;3;1962;English;Kingston
IND;India;Asia;3287;1380;1947;Hindi,English,Bengali,Tamil;New Delhi,Mumbai,Chennai,Kolkata,Pune,Jaipur,Surat
JPN;Japan;Asia;378;126;;Japanese;Tokyo,Osaka,Kyoto,Nagoya,Sapporo
VNM;Vietnam;Asia;331;97;1945;Vietnamese;Hanoi,Hue
TUR;Turkey;Asia;784;84;1923;Turkish,Arabic;Ankara,Izmir,Bursa
LBN;Lebanon;Asia;10;7;1943;Arabic,French;Beirut
MDV;Maldives;Asia;1;1;1965;Dhivehi;
NPL;Nepal;Asia;147;29;;Nepali;Kathmandu"""


def fill(m):
    lands, towns, tongues = [], [], []
    for line in WORLD.splitlines():
        code, name, part, area, people, year, spoken, cities = line.split(";")
        people = int(int(people) * 1000000 * m.amount(.9, 1.04, 4)) + m.whole(0, 9000)
        lands.append((code, name, part, int(int(area) * 1000 * m.amount(.98, 1.02, 4)), people, m.whole(900, 3000000) if m.chance(.88) else None,
                      int(year) if year else None, m.amount(54, 85, 1)))
        left = 98.0
        for k, tongue in enumerate(spoken.split(",")):
            share = round(left * m.amount(.5, .96, 3), 1)
            left -= share
            tongues.append((code, tongue, "yes" if k == 0 or m.chance(.45) else "no", share))
        for k, city in enumerate(cities.split(",") if cities else []):
            towns.append([len(towns) + 1, city, code, int(min(people * .3, m.skewed(90000, 9000000, 0) * (1.8 if k == 0 else 1))) + m.whole(0, 999),
                          m.whole(2, 2600) if m.chance(.9) else None, int(k == 0), None])
    for town in towns:
        if town[1] in ("Berlin", "Porto") or m.chance(.35):
            town[6] = m.pick([2, 6, 13, m.whole(1, len(towns)), m.whole(1, len(towns))])
            town[6] = None if town[6] == town[0] else town[6]
    m.add("countries", lands)
    m.add("cities", towns)
    m.add("languages", tongues)
