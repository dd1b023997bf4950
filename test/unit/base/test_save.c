/* What saving leaves behind, and what it leaves alone; files of other kinds. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/save.h"
#include "t2s_test.h"

static char folder[64], path[128];

static void set_up(void)
{
    strcpy(folder, "/tmp/t2s-save-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
}

static void tear_down(void)
{
    DIR *files = opendir(folder);
    const struct dirent *entry;
    while (files && (entry = readdir(files)) != NULL)
        (void)unlinkat(dirfd(files), entry->d_name, 0);
    if (files)
        closedir(files);
    rmdir(folder);
}

static bool is_there(const char *name)
{
    struct stat info;
    return lstat(name, &info) == 0;
}

static void touch(const char *name)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ck_assert_int_ge(file, 0);
    close(file);
}

/* Begins to write in another process: its id, and what it writes, in `name`. */
static pid_t start_writer(char *name, size_t size)
{
    int pipes[2];
    pid_t child;
    ck_assert_int_eq(pipe(pipes), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        t2s_save save;
        if (t2s_save_open(&save, path, NULL) != T2SED_OK ||
            t2s_save_write(&save, "half", 4, NULL) != T2SED_OK ||
            write(pipes[1], save.temporary, strlen(save.temporary) + 1) < 0)
            _exit(1);
        for (;;)
            pause();
    }
    close(pipes[1]);
    ck_assert_int_gt(read(pipes[0], name, size), 0);
    close(pipes[0]);
    ck_assert(is_there(name));
    return child;
}

static void kill_writer(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void save_it(void)
{
    ck_assert_int_eq(t2s_save_file(path, "whole", 5, NULL), T2SED_OK);
}

START_TEST(what_a_killed_process_left_is_removed)
{
    char left[200], beside[220], living[200];
    pid_t child = start_writer(left, sizeof left), other;
    kill_writer(child);
    snprintf(beside, sizeof beside, "%s-journal", left);
    touch(beside);
    other = start_writer(living, sizeof living);
    ck_assert(!is_there(left));
    ck_assert(!is_there(beside));
    save_it();
    ck_assert(is_there(living));
    kill_writer(other);
    save_it();
    ck_assert(!is_there(living));
    ck_assert(is_there(path));
}
END_TEST

/* What looks like it, but is not, or is not ours to remove. */
START_TEST(all_else_is_left_alone)
{
    static const struct {
        const char *before, *after; /* HOST-PID-N between them */
    } names[] = {{"file.", ".tmpx"},          {"file.", ".tmp-wals"},
                 {"file2.", ".tmp"},          {"xfile.", ".tmp"},
                 {"file.", ".tmp.x"},         {"file.", ""},
                 {"file.0", ".tmp"},          {"file.", "0.tmp "},
                 {"file.0x00001-9-0.tmp", ""}};
    char left[200], name[400], host[40];
    pid_t child = start_writer(left, sizeof left);
    const char *rest = left + strlen(path) + 1;
    kill_writer(child);
    snprintf(host, sizeof host, "%.*s", (int)(strlen(rest) - 4), rest);
    unlink(left);
    /* a link and a directory of the very name */
    ck_assert_int_eq(symlink("elsewhere", left), 0);
    save_it();
    ck_assert(is_there(left));
    unlink(left);
    ck_assert_int_eq(mkdir(left, 0777), 0);
    save_it();
    ck_assert(is_there(left));
    rmdir(left);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "%s/%s%s%s", folder, names[i].before, host,
                 names[i].after);
        touch(name);
        save_it();
        ck_assert_msg(is_there(name), "%s", name);
        unlink(name);
    }
}
END_TEST

/* Of processes elsewhere nothing is known: time decides. */
START_TEST(another_hosts_is_left_for_a_day)
{
    char left[200], name[400];
    struct timespec times[2] = {{0, UTIME_NOW}, {0, 0}};
    pid_t child = start_writer(left, sizeof left);
    kill_writer(child);
    snprintf(name, sizeof name, "%s", left);
    name[strlen(path) + 1] = name[strlen(path) + 1] == '0' ? '1' : '0';
    touch(name);
    save_it();
    ck_assert(is_there(name));
    times[1].tv_sec = time(NULL) - 2 * 86400;
    ck_assert_int_eq(utimensat(AT_FDCWD, name, times, 0), 0);
    save_it();
    ck_assert(!is_there(name));
}
END_TEST

/* In the working directory, without a slash in the path. */
START_TEST(a_plain_name_works)
{
    char left[200], plain[8] = "file", before[400];
    pid_t child;
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(folder), 0);
    child = start_writer(left, sizeof left);
    kill_writer(child);
    ck_assert_int_eq(t2s_save_file(plain, "x", 1, NULL), T2SED_OK);
    ck_assert(!is_there(left));
    ck_assert_int_eq(chdir(before), 0);
}
END_TEST

/* A device, a pipe or a directory is neither replaced nor read nor waited
 * for. */
START_TEST(other_kinds_of_file_are_errors_at_once)
{
    t2sed_error err;
    t2s_mapping mapping;
    t2s_save save;
    char *text;
    size_t n;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat info;
    char link[128];
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    const char *paths[] = {NULL, "/dev/zero", "/dev/null", NULL, NULL};
    char other[128];
    paths[0] = path;
    paths[3] = other;
    paths[4] = link;
    snprintf(other, sizeof other, "%s/socket", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    snprintf(address.sun_path, sizeof address.sun_path, "%.90s", other);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    ck_assert_int_eq(symlink("file", link), 0);
    ck_assert_int_eq(
        bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    alarm(20); /* a wait would be endless */
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ck_assert_int_eq(t2s_file_read(&text, &n, paths[i], 100, &err),
                         T2SED_EIO);
        ck_assert_msg(strstr(err.text, "regular file") != NULL, "%s", err.text);
        ck_assert_int_eq(t2s_file_map(&mapping, paths[i], &err), T2SED_EIO);
        if (paths[i] == link)
            continue;
        ck_assert_int_eq(t2s_save_open(&save, paths[i], &err), T2SED_EIO);
        ck_assert_ptr_null(save.path);
        ck_assert_int_eq(stat(paths[i], &info), 0);
        ck_assert(!S_ISREG(info.st_mode));
    }
    alarm(0);
    ck_assert_int_eq(t2s_file_read(&text, &n, folder, 100, &err), T2SED_EIO);
    ck_assert_int_eq(t2s_save_open(&save, folder, &err), T2SED_EIO);
    close(listener);
}
END_TEST

/* A terabyte of nothing is refused before memory is taken. */
START_TEST(sizes_are_looked_at_first)
{
    t2s_test_heap heap = {0};
    t2sed_error err;
    char *text;
    size_t n;
    touch(path);
    if (truncate(path, (off_t)1 << 40) != 0)
        return; /* no sparse files here */
    t2s_test_use_heap(&heap);
    ck_assert_int_eq(t2s_file_read(&text, &n, path, 1 << 20, &err),
                     T2SED_ELIMIT);
    t2s_test_use_heap(NULL);
    ck_assert_int_eq(heap.asked, 0);
}
END_TEST

int main(void)
{
    TCase *save = tcase_create("save");
    tcase_add_checked_fixture(save, set_up, tear_down);
    tcase_add_test(save, what_a_killed_process_left_is_removed);
    tcase_add_test(save, all_else_is_left_alone);
    tcase_add_test(save, another_hosts_is_left_for_a_day);
    tcase_add_test(save, a_plain_name_works);
    tcase_add_test(save, other_kinds_of_file_are_errors_at_once);
    tcase_add_test(save, sizes_are_looked_at_first);
    return t2s_test_run("save", &save, 1);
}
