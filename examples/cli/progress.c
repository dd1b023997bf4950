/* progress.c - how far the work is, and what --quiet silences. */
#include <string.h>
#include <time.h>

#include "../shared/system.h"
#include "cli.h"

bool cli_is_quiet;

/* A line is on the terminal. */
static bool is_drawn;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Other text for the same terminal begins where the line stood. */
static void wipe(FILE *file)
{
    if (!is_drawn || !isatty(fileno(file)))
        return;
    is_drawn = false; /* first: printing comes here again */
    print_to(stderr, "\r\033[K");
}

void cli_progress_start(cli_progress *progress, const char *what)
{
    memset(progress, 0, sizeof *progress);
    progress->what = what;
    progress->started = now();
    print_before = wipe;
}

/* Thirty columns of # and dots. */
static void print_bar(double fraction)
{
    static const char full[] = "##############################";
    static const char none[] = "..............................";
    const int done = (int)(fraction * (int)(sizeof full - 1));
    print_to(stderr, "[%.*s%s] ", done, full, none + done);
}

void cli_progress_show(cli_progress *progress, double fraction,
                       const char *note)
{
    const bool is_terminal = isatty(STDERR_FILENO);
    const double time = now(), lasted = time - progress->started;
    if (cli_is_quiet || !progress->what || lasted < (is_terminal ? 1 : 5) ||
        time - progress->shown < (is_terminal ? 0.2 : 30))
        return;
    progress->shown = time;
    wipe(stderr);
    fraction = fraction > 1 ? 1 : fraction;
    print_to(stderr, is_terminal ? "%s " : "t2sed: %s: ", progress->what);
    if (is_terminal && fraction >= 0)
        print_bar(fraction);
    if (fraction >= 0)
        print_to(stderr, "%.0f %%, ", fraction * 100);
    if (note)
        print_to(stderr, "%s, ", note);
    if (fraction > 0.01)
        print_to(stderr, "%.0f s left", lasted * (1 - fraction) / fraction);
    else
        print_to(stderr, "%.0f s", lasted);
    print_to(stderr, is_terminal ? "\033[K" : "\n");
    is_drawn = is_terminal;
}

void cli_progress_end(void)
{
    wipe(stderr);
}

void cli_note(const char *format, ...)
{
    va_list arguments;
    if (cli_is_quiet)
        return;
    va_start(arguments, format);
    print_to_v(stderr, format, arguments);
    va_end(arguments);
}
