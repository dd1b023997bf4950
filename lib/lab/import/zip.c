/* After PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 to 4.3.16 and 4.5.3. */
#include "lab/import/zip.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"

#define LOCAL_SIZE    30
#define CENTRAL_SIZE  46
#define END_SIZE      22
#define LOCATOR_SIZE  20
#define END64_SIZE    56
#define MAX_COMMENT   65535
#define FOLLOWS_64    0xFFFFFFFFu
#define ENCRYPTED     1u
#define ZIP64_EXTRA   1
#define LOCAL_MAGIC   0x04034B50u
#define CENTRAL_MAGIC 0x02014B50u
#define END_MAGIC     0x06054B50u
#define LOCATOR_MAGIC 0x07064B50u
#define END64_MAGIC   0x06064B50u

typedef struct bytes {
    const unsigned char *at;
    size_t size;
} bytes;

/* The central directory. */
typedef struct central {
    uint64_t offset, size, count;
} central;

static uint64_t number(const unsigned char *at, int n)
{
    uint64_t value = 0;
    while (n-- > 0)
        value = value << 8 | at[n];
    return value;
}

/* Whether [offset, offset + n) lies within the archive. */
static bool holds(bytes archive, uint64_t offset, uint64_t n)
{
    return offset <= archive.size && n <= archive.size - offset;
}

static t2sed_status fail(t2sed_error *err, const char *what)
{
    return t2s_fail(err, T2SED_EFORMAT, -1, "zip archive: %s", what);
}

/* The record at the archive's end, behind which a comment may stand. */
static bool find_end(bytes archive, size_t *offset)
{
    size_t lowest, at;
    if (archive.size < END_SIZE)
        return false;
    at = archive.size - END_SIZE;
    lowest = at > MAX_COMMENT ? at - MAX_COMMENT : 0;
    for (;; at--) {
        if (number(archive.at + at, 4) == END_MAGIC) {
            *offset = at;
            return true;
        }
        if (at == lowest)
            return false;
    }
}

static t2sed_status read_end64(central *out, bytes archive, size_t end,
                               t2sed_error *err)
{
    const unsigned char *locator, *record;
    uint64_t at;
    if (end < LOCATOR_SIZE)
        return fail(err, "the zip64 locator is missing");
    locator = archive.at + end - LOCATOR_SIZE;
    at = number(locator + 8, 8);
    if (number(locator, 4) != LOCATOR_MAGIC || !holds(archive, at, END64_SIZE))
        return fail(err, "the zip64 locator is missing");
    record = archive.at + at;
    if (number(record, 4) != END64_MAGIC)
        return fail(err, "the zip64 end record is missing");
    out->count = number(record + 32, 8);
    out->size = number(record + 40, 8);
    out->offset = number(record + 48, 8);
    return T2SED_OK;
}

static t2sed_status read_directory(central *out, bytes archive,
                                   t2sed_error *err)
{
    const unsigned char *record;
    size_t end;
    t2sed_status status = T2SED_OK;
    if (!find_end(archive, &end))
        return fail(err, "it has no end record");
    record = archive.at + end;
    if (number(record + 4, 2) != number(record + 6, 2))
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "zip archive: it is spread over several disks");
    out->count = number(record + 10, 2);
    out->size = number(record + 12, 4);
    out->offset = number(record + 16, 4);
    if (out->count == 0xFFFF || out->size == FOLLOWS_64 ||
        out->offset == FOLLOWS_64)
        status = read_end64(out, archive, end, err);
    if (status != T2SED_OK)
        return status;
    if (!holds(archive, out->offset, out->size) ||
        out->count > out->size / CENTRAL_SIZE)
        return fail(err, "its directory lies outside of the file");
    return T2SED_OK;
}

/* Replaces the values that did not fit their 32 bits; they stand in the extra
 * field in this order, only those that are needed. */
static bool read_extra64(const unsigned char *extra, size_t n, uint64_t *values,
                         int count)
{
    while (n >= 4) {
        size_t id = (size_t)number(extra, 2);
        size_t length = (size_t)number(extra + 2, 2);
        if (length > n - 4)
            return false;
        if (id == ZIP64_EXTRA) {
            const unsigned char *at = extra + 4;
            for (int i = 0; i < count; i++)
                if (values[i] == FOLLOWS_64) {
                    if (length < 8)
                        return false;
                    values[i] = number(at, 8);
                    at += 8;
                    length -= 8;
                }
            return true;
        }
        extra += 4 + length;
        n -= 4 + length;
    }
    return false;
}

/* Where an entry's bytes are: behind its local header. */
static t2sed_status locate(t2s_zip_entry *out, bytes archive, uint64_t local,
                           uint64_t size, t2sed_error *err)
{
    const unsigned char *header;
    uint64_t at;
    if (!holds(archive, local, LOCAL_SIZE))
        return fail(err, "an entry lies outside of the file");
    header = archive.at + local;
    at = local + LOCAL_SIZE + number(header + 26, 2) + number(header + 28, 2);
    if (number(header, 4) != LOCAL_MAGIC || !holds(archive, at, size))
        return fail(err, "an entry lies outside of the file");
    out->data = archive.at + at;
    out->size = (size_t)size;
    return T2SED_OK;
}

/* Reads the entry at `*at`, which has `left` bytes of directory behind it. */
static t2sed_status read_entry(t2s_zip_entry *out, bytes archive,
                               const unsigned char **at, size_t *left,
                               t2sed_error *err)
{
    const unsigned char *record = *at;
    uint64_t values[3]; /* size, stored size, offset of the local header */
    size_t name, extra, all;
    if (*left < CENTRAL_SIZE || number(record, 4) != CENTRAL_MAGIC)
        return fail(err, "its directory is malformed");
    name = (size_t)number(record + 28, 2);
    extra = (size_t)number(record + 30, 2);
    all = CENTRAL_SIZE + name + extra + (size_t)number(record + 32, 2);
    if (all > *left)
        return fail(err, "its directory is malformed");
    values[0] = number(record + 24, 4);
    values[1] = number(record + 20, 4);
    values[2] = number(record + 42, 4);
    if ((values[0] == FOLLOWS_64 || values[1] == FOLLOWS_64 ||
         values[2] == FOLLOWS_64) &&
        !read_extra64(record + CENTRAL_SIZE + name, extra, values, 3))
        return fail(err, "an entry's zip64 sizes are malformed");
    if (number(record + 10, 2) != 0 || values[0] != values[1] ||
        (number(record + 8, 2) & ENCRYPTED))
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "zip archive: an entry is compressed or encrypted, "
                        "which PyTorch does not write");
    out->name = (const char *)record + CENTRAL_SIZE;
    out->name_length = name;
    *at += all;
    *left -= all;
    return locate(out, archive, values[2], values[0], err);
}

t2sed_status t2s_zip_open(t2s_zip *out, const unsigned char *data, size_t size,
                          t2sed_error *err)
{
    bytes archive = {data, size};
    central directory = {0};
    const unsigned char *at;
    size_t left;
    t2s_zip zip = {0};
    t2sed_status status = read_directory(&directory, archive, err);
    if (status != T2SED_OK)
        return status;
    at = data + directory.offset;
    left = (size_t)directory.size;
    zip.count = (size_t)directory.count;
    zip.entries = t2s_alloc_array(zip.count, sizeof *zip.entries);
    if (!zip.entries)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < zip.count && status == T2SED_OK; i++) {
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = read_entry(&zip.entries[i], archive, &at, &left, err);
    }
    if (status != T2SED_OK) {
        t2s_zip_close(&zip);
        return status;
    }
    *out = zip;
    return T2SED_OK;
}

void t2s_zip_close(t2s_zip *zip)
{
    t2s_free(zip->entries);
    memset(zip, 0, sizeof *zip);
}

const t2s_zip_entry *t2s_zip_find(const t2s_zip *zip, const char *name,
                                  size_t n)
{
    for (size_t i = 0; i < zip->count; i++)
        if (zip->entries[i].name_length == n &&
            memcmp(zip->entries[i].name, name, n) == 0)
            return &zip->entries[i];
    return NULL;
}
