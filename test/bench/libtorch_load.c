/* How long opening a shared object takes, and what it brings: argv[1]. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static long resident_kb(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kb) == 1)
            break;
    if (file)
        fclose(file);
    return kb;
}

static int mapped_objects(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    char line[4096];
    int count = 0;
    while (file && fgets(line, sizeof line, file))
        if (strstr(line, ".so") && strstr(line, " 00000000 "))
            count++;
    if (file)
        fclose(file);
    return count;
}

int main(int argc, char **argv)
{
    double start = now_ms(), took;
    if (argc != 2 || !dlopen(argv[1], RTLD_NOW | RTLD_LOCAL)) {
        fprintf(stderr, "%s\n", argc == 2 ? dlerror() : "one argument");
        return 1;
    }
    took = now_ms() - start;
    printf("opened in %.0f ms, %ld MB resident, %d shared objects\n", took,
           resident_kb() / 1000, mapped_objects());
    return 0;
}
