/*
 * t2sed/version.h - the version of headers and library, macros of declarations.
 */
#ifndef T2SED_VERSION_H
#define T2SED_VERSION_H

/* The version of these headers. 1.0 freezes what t2sed.h declares: from then on
 * the soname is libt2sed.so.MAJOR, and within one MAJOR the ABI of t2sed.h only
 * grows. Until then the soname is libt2sed.so.0.MINOR. What t2sed/parts.h adds
 * has no promise before 1.1 (docs/api-conventions.md). */
#define T2SED_VERSION_MAJOR 0
#define T2SED_VERSION_MINOR 10
#define T2SED_VERSION_PATCH 0
#define T2SED_VERSION       "0.10.0"
/* The same as a number that grows with each version: 1000 for 0.10.0. */
#define T2SED_VERSION_NUMBER                                                   \
    (T2SED_VERSION_MAJOR * 10000 + T2SED_VERSION_MINOR * 100 +                 \
     T2SED_VERSION_PATCH)

/*
 * T2SED_API and T2SED_LAB_API mark what libt2sed and libt2sed-lab export.
 *
 * On Windows a program that links a DLL needs no definition; one that links the
 * static libraries defines T2SED_STATIC before it includes these headers. Who
 * builds the libraries as DLLs defines T2SED_BUILDING for the sources of
 * libt2sed, and T2SED_BUILDING_LAB for those of libt2sed-lab.
 */
#if defined(_WIN32) || defined(__CYGWIN__)
#define T2SED_EXPORT __declspec(dllexport)
#define T2SED_IMPORT __declspec(dllimport)
#elif defined(__GNUC__) || defined(__clang__)
#define T2SED_EXPORT __attribute__((visibility("default")))
#define T2SED_IMPORT T2SED_EXPORT
#else
#define T2SED_EXPORT
#define T2SED_IMPORT
#endif

#if defined(T2SED_STATIC) && (defined(_WIN32) || defined(__CYGWIN__))
#define T2SED_API
#define T2SED_LAB_API
#else
#ifdef T2SED_BUILDING
#define T2SED_API T2SED_EXPORT
#else
#define T2SED_API T2SED_IMPORT
#endif
#ifdef T2SED_BUILDING_LAB
#define T2SED_LAB_API T2SED_EXPORT
#else
#define T2SED_LAB_API T2SED_IMPORT
#endif
#endif

/*
 * Marks a function that should not be used any more: since which version, and
 * what to use instead, both string literals. It is empty, so that programs that
 * are built with -Werror build with newer headers; define
 * T2SED_WARN_DEPRECATED to have compilers warn.
 */
#if !defined(T2SED_WARN_DEPRECATED)
#define T2SED_DEPRECATED(since, instead)
#elif defined(__GNUC__) || defined(__clang__)
#define T2SED_DEPRECATED(since, instead)                                       \
    __attribute__((deprecated("since " since ", use " instead)))
#elif defined(_MSC_VER)
#define T2SED_DEPRECATED(since, instead)                                       \
    __declspec(deprecated("since " since ", use " instead))
#else
#define T2SED_DEPRECATED(since, instead)
#endif

#ifdef __cplusplus
#define T2SED_BEGIN_DECLS extern "C" {
#define T2SED_END_DECLS   }
#else
#define T2SED_BEGIN_DECLS
#define T2SED_END_DECLS
#endif

T2SED_BEGIN_DECLS

/*
 * The version of the library that is running: "MAJOR.MINOR.PATCH", to compare
 * with T2SED_VERSION, and the number of T2SED_VERSION_NUMBER.
 *
 * Returns: static text, never NULL; a number. Errors: none. Threads: any.
 * Since: 0.1; the number 0.10.
 */
T2SED_API const char *t2sed_version(void);
T2SED_API int t2sed_version_number(void);

T2SED_END_DECLS

#endif
