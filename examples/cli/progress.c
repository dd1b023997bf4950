/* progress.c - a bar for people who wait. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void cli_progress_start(cli_progress *progress, const char *what)
{
    memset(progress, 0, sizeof *progress);
    progress->what = what;
    progress->started = now();
}

void cli_progress_show(cli_progress *progress, double fraction,
                       const char *note)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    double time = now();
    if (time - progress->started < 1 || time - progress->drawn < 0.2 ||
        !isatty(STDERR_FILENO))
        return;
    progress->drawn = time;
    progress->shown = true;
    if (fraction < 0) {
        print_to(stderr, "\r%s %s %.0f s\033[K", progress->what,
                 note ? note : "", time - progress->started);
        return;
    }
    if (fraction > 1)
        fraction = 1;
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)(fraction * WIDTH));
    bar[WIDTH] = '\0';
    print_to(stderr, "\r%s [%s] %3.0f %% %s", progress->what, bar,
             fraction * 100, note ? note : "");
    if (fraction > 0.01)
        print_to(stderr, " %.0f s left",
                 (time - progress->started) * (1 - fraction) / fraction);
    print_to(stderr, "\033[K");
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown)
        print_to(stderr, "\r\033[K");
    progress->shown = false;
}
