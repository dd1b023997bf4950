/*
 * fail.h - failures inside the shim. They travel as a C++ exception of ours,
 * and become a status and a t2sed_error where a function of the table returns.
 */
#ifndef T2S_SHIM_FAIL_H
#define T2S_SHIM_FAIL_H

#include <string>

#include "t2sed/status.h"

namespace t2s
{

struct failure {
    t2sed_status status;
    std::string text;
};

[[noreturn]] void fail(t2sed_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Describes the exception in flight; call it in a catch block only. */
t2sed_status describe_exception(t2sed_error *err) noexcept;

/* What the exception in flight says, in one line; in a catch block only. */
std::string exception_text();

/* Around every call: refuses a forked child, gives the calling thread the
 * number of threads that set_threads asked for, keeps libtorch silent. */
class call_scope
{
  public:
    call_scope();
    ~call_scope();
    call_scope(const call_scope &) = delete;
    call_scope &operator=(const call_scope &) = delete;

  private:
    void *previous_; /* the warning handler of before */
};

/* Runs `body`, which may throw anything. */
template <typename body_t>
t2sed_status guarded(t2sed_error *err, body_t &&body) noexcept
{
    try {
        call_scope scope;
        body();
        return T2SED_OK;
    } catch (...) {
        return describe_exception(err);
    }
}

} // namespace t2s

#endif
