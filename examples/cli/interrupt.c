/* interrupt.c - Ctrl-C: what is running ends in order, the second one at once.
 * A job ends so where the process that started it is gone. */
#include <signal.h>
#include <stdio.h>

#include "../shared/system.h"
#include "cli.h"

static volatile sig_atomic_t caught; /* the signal's number; 0: none yet */

static void on_signal(int number)
{
    caught = number;
}

bool cli_interrupted(void)
{
    if (!caught && cli_job_is_orphan())
        caught = SIGTERM;
    return caught != 0;
}

static int stop(void *payload, size_t done, size_t total)
{
    (void)payload;
    (void)done;
    (void)total;
    return cli_interrupted();
}

void cli_heed_signals(void)
{
    system_heed(SIGINT, on_signal);
    system_heed(SIGTERM, on_signal);
    t2sed_interrupt_set(stop, NULL);
}

void cli_store_in_peace(void)
{
    t2sed_interrupt_set(NULL, NULL);
}

int cli_exit_status(int status)
{
    if (!caught)
        return status;
    if (!cli_is_job()) /* of several, who started them tells */
        fputs("t2sed: interrupted\n", stderr);
    return 128 + caught;
}
