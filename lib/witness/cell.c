/* Values of instances. A text that can't be kept is NULL with the type of a
 * text: whoever adds it says that memory is short. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "witness/plan.h"

t2sed_cell t2s_cell_integer(int64_t value)
{
    return (t2sed_cell){.type = T2SED_CELL_INTEGER, .integer = value};
}

t2sed_cell t2s_cell_number(double value)
{
    if (value == floor(value) && fabs(value) < 9e15)
        return t2s_cell_integer((int64_t)value);
    return (t2sed_cell){.type = T2SED_CELL_REAL, .real = value};
}

t2sed_cell t2s_cell_text(t2s_arena *arena, const char *text, size_t n)
{
    t2sed_cell cell = {.type = T2SED_CELL_TEXT};
    cell.text = t2s_arena_strndup(arena, text, n);
    cell.length = cell.text ? n : 0;
    return cell;
}

static double number_of(const t2sed_cell *cell)
{
    return cell->type == T2SED_CELL_REAL ? cell->real : (double)cell->integer;
}

int t2s_cells_compare(const t2sed_cell *a, const t2sed_cell *b, bool folds_case)
{
    const bool a_text = a->type == T2SED_CELL_TEXT,
               b_text = b->type == T2SED_CELL_TEXT;
    size_t n = a->length < b->length ? a->length : b->length;
    int order;
    if (a_text != b_text)
        return a_text - b_text;
    if (!a_text) {
        const double x = number_of(a), y = number_of(b);
        return (x > y) - (x < y);
    }
    if (folds_case)
        return t2s_casecmp_n(a->text, a->length, b->text, b->length);
    /* NULL is a text that could not be kept. */
    order = n ? memcmp(a->text, b->text, n) : 0;
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

bool t2s_cells_equal(const t2sed_cell *a, const t2sed_cell *b)
{
    if (a->type == T2SED_CELL_NULL || b->type == T2SED_CELL_NULL)
        return a->type == b->type;
    return t2s_cells_compare(a, b, false) == 0;
}

/* A day as a layout has it, down to a grain. */
static int spell_day(char *out, size_t size, int64_t year, int month, int day,
                     t2s_time_layout layout, t2s_grain grain)
{
    const int y = (int)year;
    switch (layout) {
    case T2S_LAYOUT_AMERICAN:
        return snprintf(out, size, "%02d/%02d/%04d", month, day, y);
    case T2S_LAYOUT_EUROPEAN:
        return snprintf(out, size, "%02d.%02d.%04d", day, month, y);
    case T2S_LAYOUT_SLASHED:
        return snprintf(out, size, "%04d/%d/%d", y, month, day);
    default:
        break;
    }
    if (grain >= T2S_GRAIN_YEAR)
        return snprintf(out, size, "%04d", y);
    if (grain >= T2S_GRAIN_MONTH)
        return snprintf(out, size,
                        layout == T2S_LAYOUT_COMPACT ? "%04d%02d" : "%04d-%02d",
                        y, month);
    return snprintf(out, size,
                    layout == T2S_LAYOUT_COMPACT ? "%04d%02d%02d"
                                                 : "%04d-%02d-%02d",
                    y, month, day);
}

t2sed_cell t2s_cell_time(t2s_arena *arena, int64_t at, t2s_time_layout layout,
                         t2s_grain grain)
{
    char text[64];
    int64_t days = at / T2S_DAY_SECONDS, year;
    int second = (int)(at % T2S_DAY_SECONDS), month, day, n;
    if (layout == T2S_LAYOUT_EPOCH)
        return t2s_cell_integer(at);
    if (layout == T2S_LAYOUT_EPOCH_MS)
        return t2s_cell_integer(at * 1000);
    if (second < 0) {
        second += T2S_DAY_SECONDS;
        days--;
    }
    t2s_date_of(days, &year, &month, &day);
    n = spell_day(text, sizeof text, year, month, day, layout, grain);
    if (grain < T2S_GRAIN_DAY && n > 0)
        n += snprintf(text + n, sizeof text - (size_t)n, " %02d:%02d:%02d",
                      second / 3600, second / 60 % 60, second % 60);
    return t2s_cell_text(arena, text, n > 0 ? (size_t)n : 0);
}
