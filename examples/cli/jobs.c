/* jobs.c - --jobs N: lines answered by several processes, printed in order.
 *
 * Each process reads all files, so that errors name file and line as ever, and
 * answers the blocks of lines that it is given; it prints into a socket, with
 * a NUL at the end of a block, and gets the number of its next one from there.
 * This process gives out the numbers and prints the blocks in their order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#if !defined(_WIN32)
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_JOBS 256
/* Blocks that may be answered before an earlier one is, for each job. */
#define AHEAD 4
#define NONE  SIZE_MAX

typedef struct block {
    char *text;
    size_t length, capacity;
    bool is_done;
} block;

typedef struct job {
    pid_t pid;
    int socket;   /* -1: it has ended */
    size_t block; /* that it answers, or NONE */
} job;

typedef struct jobs {
    job list[MOST_JOBS];
    size_t count, running;
    block blocks[MOST_JOBS * AHEAD]; /* block k at k % (count * AHEAD) */
    size_t given, printed;           /* blocks */
    size_t end;       /* print none from this one on, after a failure */
    int status;       /* the worst that a job ended with */
    bool has_message; /* a job has told why it failed */
} jobs;

/* --- in a job --- */

static bool is_job;
static pid_t starter;
static size_t own = NONE; /* the block that it answers */

bool cli_jobs_has(size_t number)
{
    while (is_job && (own == NONE || own < number)) {
        if (own != NONE)
            putchar('\0');
        if (fflush(stdout) != 0 ||
            recv(STDOUT_FILENO, &own, sizeof own, MSG_WAITALL) != sizeof own)
            exit(CLI_FAILED); /* nobody is there to answer to */
    }
    return !is_job || own == number;
}

bool cli_is_job(void)
{
    return is_job;
}

bool cli_job_is_orphan(void)
{
    return is_job && getppid() != starter;
}

/* Makes the present process a job. What all jobs have to say the first one
 * says. */
static void become_job(const jobs *all, int socket)
{
    is_job = true;
    for (size_t i = 0; i < all->count; i++)
        close(all->list[i].socket);
    if (dup2(socket, STDOUT_FILENO) < 0 ||
        (all->count > 0 && !freopen("/dev/null", "w", stderr)))
        _exit(CLI_FAILED);
    close(socket);
}

/* --- in the process that prints --- */

static block *block_of(jobs *all, size_t number)
{
    return &all->blocks[number % (all->count * AHEAD)];
}

static void give_block(jobs *all, job *j)
{
    if (all->given >= all->printed + all->count * AHEAD)
        return;
    j->block = all->given++;
    /* One that has ended is noticed where it is read from. */
    send(j->socket, &j->block, sizeof j->block, MSG_NOSIGNAL);
}

static void end_at(jobs *all, size_t number)
{
    if (number < all->end)
        all->end = number;
}

/* A job has closed its socket. */
static void end_job(jobs *all, job *j)
{
    int how = 0;
    close(j->socket);
    j->socket = -1;
    all->running--;
    while (waitpid(j->pid, &how, 0) < 0 && errno == EINTR) {
    }
    if (j->block == NONE) /* it had nothing to do: others do the rest */
        return;
    if (!WIFEXITED(how)) {
        print_to(stderr,
                 "t2sed: a job was ended by signal %d: lines from number %zu "
                 "on are not answered\n",
                 WTERMSIG(how), j->block * CLI_BLOCK_LINES + 1);
        all->has_message = true;
        all->status = CLI_FAILED;
        end_at(all, j->block);
    } else {
        const int status = WEXITSTATUS(how);
        block_of(all, j->block)->is_done = true;
        if (status >= CLI_FAILED)
            end_at(all, j->block + 1);
        if (status >= CLI_FAILED && j == all->list)
            all->has_message = true;
        if (status > all->status)
            all->status = status;
    }
}

/* Takes what a job has printed. */
static void receive(jobs *all, job *j)
{
    char bytes[1 << 16];
    const ssize_t got = recv(j->socket, bytes, sizeof bytes, 0);
    size_t n = got > 0 ? (size_t)got : 0;
    block *b = block_of(all, j->block);
    if (got < 0 && errno == EINTR)
        return;
    if (n == 0) {
        end_job(all, j);
        return;
    }
    if (b->length + n > b->capacity) {
        char *more = realloc(b->text, (b->length + n) * 2);
        if (!more) {
            print_to(stderr, "t2sed: out of memory\n");
            all->has_message = true;
            all->status = CLI_FAILED;
            end_at(all, j->block);
            return;
        }
        b->text = more;
        b->capacity = (b->length + n) * 2;
    }
    memcpy(b->text + b->length, bytes, n);
    b->length += n;
    if (b->text[b->length - 1] == '\0') {
        b->length--;
        b->is_done = true;
        j->block = NONE;
    }
}

/* Prints what is next, and gives blocks to jobs that wait. */
static void print_blocks(jobs *all)
{
    for (block *b = block_of(all, all->printed);
         b->is_done && all->printed < all->end;
         b = block_of(all, ++all->printed)) {
        fwrite(b->text, 1, b->length, stdout);
        fflush(stdout);
        free(b->text);
        memset(b, 0, sizeof *b);
    }
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].socket >= 0 && all->list[i].block == NONE)
            give_block(all, &all->list[i]);
}

static void wait_for_jobs(jobs *all)
{
    struct pollfd waits[MOST_JOBS];
    for (size_t i = 0; i < all->count; i++)
        waits[i] = (struct pollfd){.fd = all->list[i].socket, .events = POLLIN};
    if (poll(waits, (nfds_t)all->count, -1) < 0)
        return;
    for (size_t i = 0; i < all->count; i++)
        if (waits[i].revents)
            receive(all, &all->list[i]);
}

/* Ends jobs that still run, and frees what was not printed. */
static void end_all(jobs *all)
{
    for (size_t i = 0; i < all->count; i++) {
        job *j = &all->list[i];
        if (j->socket < 0)
            continue;
        kill(j->pid, SIGTERM);
        close(j->socket);
        while (waitpid(j->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    for (size_t i = 0; i < all->count * AHEAD; i++)
        free(all->blocks[i].text);
}

/* True in the new job. */
static bool start_job(jobs *all)
{
    int sockets[2];
    pid_t pid = -1;
    starter = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0) {
        pid = fork();
        if (pid == 0) {
            close(sockets[0]);
            become_job(all, sockets[1]);
            return true;
        }
        close(sockets[1]);
        if (pid < 0)
            close(sockets[0]);
    }
    if (pid < 0) {
        print_to(stderr, "t2sed: a job can't be started: %s\n",
                 strerror(errno));
        all->has_message = true;
        all->status = CLI_FAILED;
        all->end = 0;
        return false;
    }
    all->list[all->count++] = (job){pid, sockets[0], NONE};
    all->running++;
    return false;
}

int cli_jobs_start(const char *command, long count, char **files,
                   int file_count)
{
    static jobs all;                 /* large */
    bool all_again = file_count > 0; /* they can be read more than once */
    if (count == 0)
        count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count == 1)
        return -1;
    if (count < 1 || count > MOST_JOBS)
        return cli_usage_error(command, "--jobs %ld: expected 0 to %d", count,
                               MOST_JOBS);
    for (int i = 0; i < file_count; i++)
        all_again = all_again && strcmp(files[i], "-") != 0 &&
                    strncmp(files[i], "/dev/", 5) != 0;
    if (!all_again)
        return cli_usage_error(command, "--jobs needs FILEs: each job reads "
                                        "them, and standard input can be read "
                                        "once");
    all.end = NONE;
    while (all.count < (size_t)count && all.end > 0)
        if (start_job(&all))
            return -1;
    while (all.running > 0 && all.printed < all.end && !cli_interrupted() &&
           !ferror(stdout)) {
        print_blocks(&all);
        wait_for_jobs(&all);
    }
    print_blocks(&all);
    end_all(&all);
    if (all.status >= CLI_FAILED && !all.has_message && !cli_interrupted())
        print_to(stderr, "t2sed: a job failed; without --jobs it says why\n");
    return all.status > CLI_FAILED ? CLI_FAILED : all.status;
}
#else
/* Windows has no fork(). */
bool cli_jobs_has(size_t number)
{
    (void)number;
    return true;
}

bool cli_is_job(void)
{
    return false;
}

bool cli_job_is_orphan(void)
{
    return false;
}

int cli_jobs_start(const char *command, long count, char **files,
                   int file_count)
{
    (void)files;
    (void)file_count;
    return count <= 1 ? -1
                      : cli_usage_error(command,
                                        "--jobs %ld: on Windows one process "
                                        "answers all lines",
                                        count);
}
#endif
