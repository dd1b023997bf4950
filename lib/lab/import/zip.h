/* zip.h - finding the entries of a zip archive whose entries are stored as
 * they are, which is how PyTorch writes its files. */
#ifndef T2S_MODEL_ZIP_H
#define T2S_MODEL_ZIP_H

#include <stddef.h>
#include <stdint.h>

#include "t2sed/status.h"

typedef struct t2s_zip_entry {
    const char *name; /* not NUL-terminated */
    size_t name_length;
    const unsigned char *data;
    size_t size;
} t2s_zip_entry;

/* Entries point into the archive's bytes, which must outlive it. */
typedef struct t2s_zip {
    t2s_zip_entry *entries;
    size_t count;
} t2s_zip;

/*
 * Reads the central directory, also in the zip64 form. Errors: T2SED_EFORMAT
 * (no zip archive, or offsets and sizes that lie outside of it),
 * T2SED_EUNSUPPORTED (compressed or encrypted entries, several disks),
 * T2SED_ENOMEM. Checksums are not looked at.
 */
t2sed_status t2s_zip_open(t2s_zip *out, const unsigned char *data, size_t size,
                          t2sed_error *err);
void t2s_zip_close(t2s_zip *zip);

/* The entry of that name, or NULL. */
const t2s_zip_entry *t2s_zip_find(const t2s_zip *zip, const char *name,
                                  size_t n);

#endif
