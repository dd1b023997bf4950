/* meant_value.h - what a condition whose value is not in its column meant. */
#ifndef T2S_FINDINGS_MEANT_VALUE_H
#define T2S_FINDINGS_MEANT_VALUE_H

#include "findings/findings.h"
#include "link/linker.h"

/*
 * The one repair of condition i, of a kind (T2SED_REPAIR_*), that is offered as
 * a suggestion; false where none is sure enough. The rules, each of which
 * removed wrong suggestions and few right ones (docs/research/suggestions.py):
 *
 * - a value of the column that the question names, and the query does not use,
 *   is meant, if there is one alone, whatever else is like the given text;
 * - else the most like one is, unless the query compares the column with it
 *   already, or the column stands in an expression (lower(city));
 * - a value of which the given text is a part, unless others have it, too;
 * - one that is only spelled alike, if it is very much so, and not behind NOT;
 * - a column that has the value, unless it is a key or the query compares it
 *   with that already.
 */
bool t2s_meant_repair(t2sed_link_repair *out, const t2sed_links *links,
                      size_t i, int kind, const t2s_checked *q);

#endif
