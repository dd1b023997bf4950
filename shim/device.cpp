#include "device.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <c10/util/Exception.h>
#include <torch/version.h>

#include "fail.h"

namespace t2s
{

namespace
{

std::atomic<int> wanted_threads{0}; /* 0: not chosen yet */
std::atomic<bool> forked{false};

#if TORCH_VERSION_MAJOR >= 2
namespace warnings = c10::WarningUtils;
struct silent_handler : c10::WarningHandler {
    void process(const c10::Warning &) override
    {
    }
};
#else
namespace warnings = c10::Warning;
struct silent_handler : c10::WarningHandler {
    void process(const c10::SourceLocation &, const std::string &,
                 bool) override
    {
    }
};
#endif

int available_cores()
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? static_cast<int>(n) : 1;
}

/* OpenBLAS, where libtorch uses it, has a pool of threads of its own. */
void set_openblas_threads(int threads)
{
    void *symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (symbol)
        reinterpret_cast<void (*)(int)>(symbol)(threads);
}

/* The number of threads is libtorch's, which counts physical cores and may
 * find one: unless someone chose, every core that the process may use. */
int default_threads()
{
    if (std::getenv("OMP_NUM_THREADS"))
        return at::get_num_threads();
    return available_cores();
}

void mark_forked()
{
    forked.store(true);
}

} // namespace

void set_threads(int32_t threads)
{
    if (threads < 0)
        fail(T2SED_EINVAL, "%d threads: 0 (all cores) or more are possible",
             threads);
    wanted_threads.store(threads == 0 ? available_cores() : threads);
}

call_scope::call_scope()
{
    /* OpenMP keeps the number of threads for each thread by itself. */
    static thread_local int applied = 0;
    static std::once_flag once;
    static silent_handler silent;
    std::call_once(once, [] { pthread_atfork(nullptr, nullptr, mark_forked); });
    int wanted = wanted_threads.load();
    if (wanted == 0) {
        int expected = 0;
        wanted = default_threads();
        if (!wanted_threads.compare_exchange_strong(expected, wanted))
            wanted = expected;
    }
    if (forked.load() && wanted != 1)
        fail(T2SED_ESTATE, "the process was forked after the engine was "
                           "loaded: its threads are gone; fork first, or set "
                           "the number of threads to 1");
    if (applied != wanted) {
        at::set_num_threads(wanted);
        set_openblas_threads(wanted);
        applied = wanted;
    }
    previous_ = warnings::get_warning_handler();
    warnings::set_warning_handler(&silent);
}

call_scope::~call_scope()
{
    warnings::set_warning_handler(
        static_cast<c10::WarningHandler *>(previous_));
}

c10::Device find_device(const char *name)
{
    if (!name)
        fail(T2SED_EINVAL, "no device given; cpu and cuda are known");
    const std::string text = name;
    const bool cuda = text == "cuda" || text.rfind("cuda:", 0) == 0;
    if (text == "cpu")
        return c10::Device(c10::kCPU);
    if (!cuda)
        fail(T2SED_EINVAL, "'%.60s' is no device; cpu, cuda and cuda:N are",
             name);
    int index = 0;
    if (text.size() > 4) {
        const std::string digits = text.substr(5);
        if (digits.empty() || digits.size() > 3 ||
            digits.find_first_not_of("0123456789") != std::string::npos)
            fail(T2SED_EINVAL, "'%.60s' is no device; cpu, cuda and cuda:N are",
                 name);
        index = std::atoi(digits.c_str());
    }
    if (!at::hasCUDA())
        fail(T2SED_ENODEVICE,
             at::detail::getCUDAHooks().hasCUDART()
                 ? "device '%.60s': libtorch finds no GPU with a driver that "
                   "serves its CUDA"
                 : "device '%.60s': this libtorch has no CUDA, or not the "
                   "libraries that it needs",
             name);
    const auto count =
        static_cast<int>(at::detail::getCUDAHooks().getNumGPUs());
    if (index >= count)
        fail(T2SED_ENODEVICE, "device '%.60s': there are %d CUDA devices", name,
             count);
    return c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(index));
}

#if defined(__x86_64__)
/* Products of AVX-512 and AMX, where the system saves their registers. */
struct wide_products {
    bool bf16 = false, int8 = false, amx = false;
};

static wide_products find_wide_products() noexcept
{
    wide_products found;
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1U << 27)))
        return found; /* no XGETBV: the system saves no wide registers */
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 0xE6U) != 0xE6U || !__get_cpuid_count(7, 0, &a, &b, &c, &d) ||
        !(b & (1U << 16)))
        return found; /* no AVX-512 */
    found.amx = (d & (1U << 22)) != 0;
    found.int8 = (c & (1U << 11)) != 0;
    found.bf16 =
        found.amx || (a > 0 && __get_cpuid_count(7, 1, &a, &b, &c, &d) &&
                      (a & (1U << 5)) != 0);
    return found;
}
#endif

bool has_fast_bf16() noexcept
{
#if defined(__x86_64__)
    return find_wide_products().bf16;
#elif defined(__aarch64__)
    return (getauxval(AT_HWCAP2) & (1UL << 14)) != 0; /* HWCAP2_BF16 */
#else
    return false;
#endif
}

bool has_int8_before_bf16() noexcept
{
#if defined(__x86_64__)
    const wide_products found = find_wide_products();
    return found.int8 && !found.amx;
#else
    return false;
#endif
}

} // namespace t2s
