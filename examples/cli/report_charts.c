/* report_charts.c - curves as SVG that stands in the page itself. */
#include <math.h>
#include <string.h>

#include "report.h"

/* The drawing's size, and where the plot lies in it. */
enum {
    WIDTH = 440,
    HEIGHT = 310,
    LEFT = 56,
    RIGHT = 416,
    TOP = 14,
    BOTTOM = 262
};

/* What the axes span. */
typedef struct frame {
    double x0, x1, y0, y1;
    bool percent_x, percent_y;
} frame;

static double place_x(const frame *f, double x)
{
    return LEFT + (x - f->x0) / (f->x1 - f->x0) * (RIGHT - LEFT);
}

static double place_y(const frame *f, double y)
{
    y = y < f->y0 ? f->y0 : y > f->y1 ? f->y1 : y;
    return BOTTOM - (y - f->y0) / (f->y1 - f->y0) * (BOTTOM - TOP);
}

/* 1, 2 or 5 times a power of ten, about a fifth of a span. */
static double tick_step(double span)
{
    double power = pow(10, floor(log10(span / 5)));
    double rest = span / 5 / power;
    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

static void write_tick(double value, bool is_percent, FILE *out)
{
    /* Adding 0 makes 0 of -0. */
    if (is_percent)
        fprintf(out, "%g%%", round(value * 1000) / 10 + 0.0);
    else
        fprintf(out, "%g", value + 0.0);
}

static void write_axes(const frame *f, const char *x_name, const char *y_name,
                       FILE *out)
{
    double step = tick_step(f->y1 - f->y0);
    for (double y = ceil(f->y0 / step - 1e-9) * step; y <= f->y1 + 1e-9;
         y += step) {
        fprintf(out,
                "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" "
                "y2=\"%.1f\"/><text class=\"tick\" x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">",
                LEFT, RIGHT, place_y(f, y), place_y(f, y), LEFT - 7,
                place_y(f, y) + 4);
        write_tick(y, f->percent_y, out);
        fputs("</text>\n", out);
    }
    step = tick_step(f->x1 - f->x0);
    for (double x = ceil(f->x0 / step - 1e-9) * step; x <= f->x1 + 1e-9;
         x += step) {
        fprintf(out,
                "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" "
                "y2=\"%d\"/><text class=\"tick\" x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">",
                place_x(f, x), place_x(f, x), BOTTOM, BOTTOM + 4, place_x(f, x),
                BOTTOM + 18);
        write_tick(x, f->percent_x, out);
        fputs("</text>\n", out);
    }
    fprintf(out,
            "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n"
            "<text class=\"name\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s"
            "</text>\n"
            "<text class=\"name\" transform=\"translate(13 %d) rotate(-90)\" "
            "text-anchor=\"middle\">%s</text>\n",
            LEFT, TOP, BOTTOM, RIGHT, (LEFT + RIGHT) / 2, HEIGHT - 10, x_name,
            (TOP + BOTTOM) / 2, y_name);
}

static void begin_chart(const char *file, const char *title,
                        const char *description, FILE *out)
{
    fprintf(out,
            "<figure><figcaption>%s</figcaption>\n"
            "<svg viewBox=\"0 0 %d %d\" role=\"img\"><title>",
            title, WIDTH, HEIGHT);
    report_write_escaped(file, out);
    fprintf(out, ": %s</title><desc>%s</desc>\n", title, description);
}

static void end_chart(FILE *out)
{
    fputs("</svg></figure>\n", out);
}

/* A line through points; those that would fall on the last are left out. */
static void write_curve(const frame *f, const report_detector *d,
                        const t2sed_curve *curve, FILE *out)
{
    double last_x = -1e9, last_y = -1e9;
    size_t count = curve->count;
    fprintf(out, "<polyline class=\"line s%d\" points=\"", d->kind);
    for (size_t i = 0; i < count; i++) {
        double x = place_x(f, curve->points[i].x);
        double y = place_y(f, curve->points[i].y);
        if (i + 1 < count && fabs(x - last_x) < 0.7 && fabs(y - last_y) < 0.7)
            continue;
        fprintf(out, "%.1f,%.1f ", x, y);
        last_x = x;
        last_y = y;
    }
    fprintf(out, "\"><title>%s</title></polyline>\n", d->name);
}

static const t2sed_curve *curve_of(const report_detector *d, int kind)
{
    return kind == T2SED_CURVE_ANSWERS        ? d->answers
           : kind == T2SED_CURVE_INTERACTIONS ? d->interactions
                                              : d->risk;
}

/* The lowest and highest y of a curve; the first twentieth of an answer curve
 * jumps about and is let run out of the picture. */
static void find_range(double *low, double *high, const report_measures *m,
                       int kind)
{
    *low = 1;
    *high = 0;
    for (int k = 0; k < m->count; k++) {
        const t2sed_curve *curve = curve_of(&m->detectors[k], kind);
        size_t count = curve->count;
        double from = count ? curve->points[count - 1].x / 20 : 0;
        for (size_t i = 0; i < count; i++) {
            double y = curve->points[i].y;
            if (kind != T2SED_CURVE_INTERACTIONS && curve->points[i].x < from)
                continue;
            *low = y < *low ? y : *low;
            *high = y > *high ? y : *high;
        }
    }
}

static void write_curves(const report_measures *m, int kind, const char *title,
                         const char *description, const char *x_name,
                         const char *y_name, FILE *out)
{
    frame f = {0, 1, 0, 1, kind == T2SED_CURVE_RISK, true};
    double low, high;
    find_range(&low, &high, m, kind);
    if (kind == T2SED_CURVE_RISK)
        f.y1 = high > 0 ? ceil(high * 20 - 1e-9) / 20 : 0.05;
    else
        f.y0 = low < 1 ? floor(low * 20 + 1e-9) / 20 : 0.95;
    for (int k = 0; kind != T2SED_CURVE_RISK && k < m->count; k++) {
        double items = (double)curve_of(&m->detectors[k], kind)->items;
        f.x1 = items > f.x1 ? items : f.x1;
    }
    begin_chart(m->file->name, title, description, out);
    write_axes(&f, x_name, y_name, out);
    if (kind != T2SED_CURVE_RISK)
        fprintf(out,
                "<line class=\"goal\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" "
                "y2=\"%.1f\"><title>95%%</title></line>\n",
                LEFT, RIGHT, place_y(&f, 0.95), place_y(&f, 0.95));
    for (int k = m->count - 1; k >= 0; k--)
        write_curve(&f, &m->detectors[k], curve_of(&m->detectors[k], kind),
                    out);
    end_chart(out);
}

static void write_bins(const frame *f, const report_detector *d, FILE *out)
{
    const t2sed_calibration_bin *bin = d->calibration->bins;
    const t2sed_calibration_bin *end = bin + d->calibration->count;
    fprintf(out, "<polyline class=\"line s%d\" points=\"", d->kind);
    for (; bin < end; bin++)
        if (bin->count)
            fprintf(out, "%.1f,%.1f ", place_x(f, bin->probability),
                    place_y(f, bin->accuracy));
    fputs("\"/>\n", out);
    for (bin = d->calibration->bins; bin < end; bin++) {
        if (!bin->count)
            continue;
        fprintf(out,
                "<circle class=\"dot s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">"
                "<title>%s, %g to %g: %zu queries, probability %.1f%% on "
                "average, %.1f%% right</title></circle>\n",
                d->kind, place_x(f, bin->probability),
                place_y(f, bin->accuracy),
                2 + 10 * sqrt((double)bin->count / (double)d->all.count),
                d->name, bin->low, bin->high, bin->count,
                100 * bin->probability, 100 * bin->accuracy);
    }
}

static void write_reliability(const report_measures *m, FILE *out)
{
    const frame f = {0, 1, 0, 1, true, true};
    bool any = false;
    for (int k = 0; k < m->count; k++)
        any |= m->detectors[k].calibration != NULL;
    if (!any)
        return;
    begin_chart(m->file->name, "Reliability",
                "For bins of probability, the share of queries that is right "
                "against their mean probability. On the diagonal both agree. "
                "Larger dots hold more queries.",
                out);
    write_axes(&f, "mean probability", "share right", out);
    fprintf(out,
            "<line class=\"goal\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
            LEFT, BOTTOM, RIGHT, TOP);
    for (int k = m->count - 1; k >= 0; k--)
        if (m->detectors[k].calibration)
            write_bins(&f, &m->detectors[k], out);
    end_chart(out);
}

static void write_legend(const report_measures *m, FILE *out)
{
    fputs("<ul class=\"legend\">\n", out);
    for (int k = 0; k < m->count; k++)
        fprintf(out,
                "<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\"><line "
                "class=\"line s%d\" x1=\"1\" x2=\"33\" y1=\"5\" y2=\"5\"/>"
                "</svg>%s</li>\n",
                m->detectors[k].kind, m->detectors[k].name);
    fputs("</ul>\n", out);
}

void report_write_charts(const report_measures *measures, FILE *out)
{
    write_legend(measures, out);
    fputs("<div class=\"charts\">\n", out);
    write_curves(measures, T2SED_CURVE_ANSWERS, "Answer triggering",
                 "Precision of the answers against the number of questions "
                 "answered, the surest first. Dashed: 95 percent.",
                 "questions answered", "precision", out);
    write_curves(measures, T2SED_CURVE_INTERACTIONS, "Interaction triggering",
                 "Accuracy of the system against the number of questions that "
                 "it asks about, the least sure first; those are put right. "
                 "Dashed: 95 percent.",
                 "interactions", "accuracy", out);
    write_reliability(measures, out);
    write_curves(measures, T2SED_CURVE_RISK, "Risk and coverage",
                 "Share of wrong answers against the share of questions "
                 "answered, the surest first. Lower is better.",
                 "coverage", "risk", out);
    fputs("</div>\n", out);
}
