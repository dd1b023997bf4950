#include "fail.h"

#include <cstdarg>
#include <cstdio>
#include <exception>
#include <new>

#include <c10/util/Exception.h>

extern "C" {
#include "base/error.h"
}

namespace t2s
{

namespace
{

/*
 * libtorch's messages carry C++ and TorchScript stack traces around one line
 * that says what was wrong: the last that begins with a Python-like error
 * name, else the first that is not empty.
 */
std::string essence(const std::string &text)
{
    size_t at = text.rfind("Error: ");
    if (at != std::string::npos) {
        at += 7;
    } else {
        at = text.find_first_not_of(" \n");
        if (at == std::string::npos)
            return "no message";
    }
    size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    const size_t source = line.find("Exception raised from ");
    if (source != std::string::npos)
        line.resize(source);
    return line;
}

t2sed_status engine_failed(t2sed_error *err, const char *what)
{
    const std::string line = essence(what);
    if (line.find("can't allocate memory") != std::string::npos ||
        line.find("out of memory") != std::string::npos)
        return t2s_fail_memory(err);
    return t2s_fail(err, T2SED_EBACKEND, -1, "libtorch: %s", line.c_str());
}

} // namespace

void fail(t2sed_status status, const char *format, ...)
{
    char text[T2SED_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throw failure{status, text};
}

std::string exception_text()
{
    try {
        throw;
    } catch (const c10::Error &e) {
        return essence(e.what_without_backtrace());
    } catch (const std::exception &e) {
        return essence(e.what());
    } catch (...) {
        return "an exception of unknown type";
    }
}

t2sed_status describe_exception(t2sed_error *err) noexcept
{
    try {
        throw;
    } catch (const failure &e) {
        return t2s_fail(err, e.status, -1, "%s", e.text.c_str());
    } catch (const std::bad_alloc &) {
        return t2s_fail_memory(err);
    } catch (const c10::Error &e) {
        try {
            return engine_failed(err, e.what_without_backtrace());
        } catch (...) {
            return t2s_fail_memory(err);
        }
    } catch (const std::exception &e) {
        try {
            return engine_failed(err, e.what());
        } catch (...) {
            return t2s_fail_memory(err);
        }
    } catch (...) {
        return t2s_fail(err, T2SED_EBACKEND, -1,
                        "libtorch: an exception of unknown type");
    }
}

} // namespace t2s
