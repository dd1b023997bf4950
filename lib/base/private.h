/*
 * private.h - T2S_PRIVATE marks what libt2sed-lab.so uses of libt2sed.so beside
 * its public API. Such names are exported under the version T2SED_PRIVATE,
 * listed in test/abi/private.txt, and may change with every version: both
 * libraries are always built and installed together.
 */
#ifndef T2S_BASE_PRIVATE_H
#define T2S_BASE_PRIVATE_H

/* The Windows build has no library of the lab: programs hold both. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(_WIN32)
#define T2S_PRIVATE __attribute__((visibility("default")))
#else
#define T2S_PRIVATE
#endif

#endif
