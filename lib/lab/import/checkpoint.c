#include "lab/import/checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/import/unpickle.h"
#include "lab/import/zip.h"

#define PICKLE "data.pkl"

/* The archive's one folder: the bytes before the pickle's name. */
typedef struct archive {
    t2s_zip zip;
    const char *folder;
    size_t folder_length;
} archive;

static const t2s_zip_entry *find_pickle(archive *in)
{
    size_t n = strlen(PICKLE);
    for (size_t i = 0; i < in->zip.count; i++) {
        const t2s_zip_entry *entry = &in->zip.entries[i];
        const char *tail = entry->name + entry->name_length - n;
        if (entry->name_length > n && tail[-1] == '/' &&
            memcmp(tail, PICKLE, n) == 0) {
            in->folder = entry->name;
            in->folder_length = entry->name_length - n;
            return entry;
        }
    }
    return NULL;
}

/* The entry FOLDER/name, or NULL. */
static const t2s_zip_entry *find_in_folder(const archive *in, const char *name)
{
    char full[512];
    int n = snprintf(full, sizeof full, "%.*s%s", (int)in->folder_length,
                     in->folder, name);
    if (in->folder_length > 200 || n < 0 || (size_t)n >= sizeof full)
        return NULL;
    return t2s_zip_find(&in->zip, full, (size_t)n);
}

/* Whether elements lie in memory in their usual order. */
static bool is_contiguous(const t2s_pickled_tensor *tensor)
{
    int64_t stride = 1;
    for (int32_t i = tensor->rank; i-- > 0;) {
        if (tensor->shape[i] != 1 && tensor->strides[i] != stride)
            return false;
        stride *= tensor->shape[i];
    }
    return true;
}

static t2sed_status fail(t2sed_error *err, t2sed_status status,
                         const t2s_pickled_tensor *tensor, const char *what)
{
    return t2s_fail(err, status, -1, "%s %s", tensor->name, what);
}

/* Points the tensor at its bytes in the archive. */
static t2sed_status place(t2s_tensor *out, const t2s_pickled_tensor *from,
                          const archive *in, t2sed_error *err)
{
    char name[256];
    size_t size = t2s_dtype_size(from->dtype);
    const t2s_zip_entry *entry;
    int64_t elements, room;
    *out = (t2s_tensor){
        .name = from->name, .dtype = from->dtype, .rank = from->rank};
    memcpy(out->shape, from->shape, sizeof out->shape);
    if (size == 0) /* a type that the library has no use for */
        return T2SED_OK;
    elements = t2s_tensor_elements(out);
    snprintf(name, sizeof name, "data/%s", from->storage);
    entry = find_in_folder(in, name);
    if (!entry)
        return fail(err, T2SED_EFORMAT, from, "has no data in the archive");
    room = (int64_t)(entry->size / size);
    if (elements < 0 || from->storage_elements > room || from->offset > room ||
        elements > room - from->offset)
        return fail(err, T2SED_EFORMAT, from, "lies outside of its data");
    if (elements > 0 && !is_contiguous(from))
        return fail(err, T2SED_EUNSUPPORTED, from,
                    "is a view whose elements are not in order; save the "
                    "model with safetensors");
    out->data = entry->data + (size_t)from->offset * size;
    if ((uintptr_t)out->data % size != 0)
        return fail(err, T2SED_EFORMAT, from, "is not aligned");
    return T2SED_OK;
}

static t2sed_status check_byte_order(const archive *in, t2sed_error *err)
{
    const t2s_zip_entry *entry = find_in_folder(in, "byteorder");
    if (!entry || (entry->size == 6 && memcmp(entry->data, "little", 6) == 0))
        return T2SED_OK;
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                    "its byte order is not little-endian");
}

static t2sed_status keep(t2s_safetensors *file, const t2s_pickled *pickled,
                         const archive *in, t2sed_error *err)
{
    file->tensors = t2s_alloc_array(pickled->count, sizeof *file->tensors);
    if (!file->tensors)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < pickled->count; i++) {
        const char *name =
            t2s_arena_strdup(&file->arena, pickled->tensors[i].name);
        t2sed_status status;
        if (!name)
            return t2s_fail_memory(err);
        status = place(&file->tensors[i], &pickled->tensors[i], in, err);
        if (status != T2SED_OK)
            return status;
        file->tensors[i].name = name;
        if (t2s_map_find(&file->names, name, strlen(name)))
            return fail(err, T2SED_EFORMAT, &pickled->tensors[i],
                        "is there twice");
        if (!t2s_map_set(&file->names, name, strlen(name), (int64_t)i))
            return t2s_fail_memory(err);
        file->count++;
    }
    return T2SED_OK;
}

static t2sed_status read(t2s_safetensors *file, archive *in, t2sed_error *err)
{
    const t2s_zip_entry *pickle = find_pickle(in);
    t2s_pickled pickled;
    t2sed_status status;
    if (!pickle)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "the archive has no " PICKLE
                        " (is it a file that PyTorch saved?)");
    status = check_byte_order(in, err);
    if (status == T2SED_OK)
        status = t2s_unpickle(&pickled, pickle->data, pickle->size, err);
    if (status != T2SED_OK)
        return status;
    status = keep(file, &pickled, in, err);
    t2s_pickled_free(&pickled);
    return status;
}

t2sed_status t2s_checkpoint_parse(t2s_safetensors *out,
                                  const unsigned char *data, size_t size,
                                  const char *what, t2sed_error *err)
{
    t2s_safetensors file = {0};
    archive in = {0};
    t2sed_status status;
    if (size > 1 && data[0] == 0x80)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: is in the format of PyTorch before 1.6; load it "
                        "with PyTorch and save it again",
                        what);
    status = t2s_zip_open(&in.zip, data, size, err);
    if (status == T2SED_OK)
        status = read(&file, &in, err);
    t2s_zip_close(&in.zip);
    if (status != T2SED_OK) {
        t2s_safetensors_close(&file);
        return status == T2SED_ENOMEM ? status
                                      : t2s_fail_in(err, status, "%s", what);
    }
    *out = file;
    return T2SED_OK;
}

t2sed_status t2s_checkpoint_open(t2s_safetensors *out, const char *path,
                                 t2sed_error *err)
{
    t2s_mapping mapping;
    t2sed_status status = t2s_file_map(&mapping, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_checkpoint_parse(out, mapping.data, mapping.size, path, err);
    if (status != T2SED_OK)
        t2s_file_unmap(&mapping);
    else
        out->mapping = mapping;
    return status;
}
