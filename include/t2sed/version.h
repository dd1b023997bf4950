/*
 * t2sed/version.h - version of the headers and of the library, visibility.
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

#if defined(__GNUC__) || defined(__clang__)
#define T2SED_API __attribute__((visibility("default")))
#else
#define T2SED_API
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
 * The version of the library that is running, "MAJOR.MINOR.PATCH"; compare it
 * with T2SED_VERSION to find a mismatch between headers and library.
 *
 * Returns: static text, never NULL. Errors: none. Threads: any.
 * Since: 0.1.
 */
T2SED_API const char *t2sed_version(void);

T2SED_END_DECLS

#endif
