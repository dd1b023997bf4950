/* Reads any bytes as a pickle and as a PyTorch checkpoint. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/import/checkpoint.h"
#include "lab/import/unpickle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_checkpoint(const uint8_t *data, size_t size)
{
    t2s_safetensors file;
    volatile unsigned sum = 0;
    if (t2s_checkpoint_parse(&file, data, size, "fuzz", NULL) != T2SED_OK)
        return;
    for (int32_t i = 0; i < file.count; i++) {
        const t2s_tensor *tensor = &file.tensors[i];
        size_t element = t2s_dtype_size(tensor->dtype);
        const unsigned char *at = tensor->data;
        size_t bytes =
            element ? element * (size_t)t2s_tensor_elements(tensor) : 0;
        for (size_t k = 0; k < bytes; k++)
            sum += at[k];
    }
    t2s_safetensors_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2s_pickled pickled;
    /* Data must be aligned, as a mapping is. */
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (t2s_unpickle(&pickled, copy, size, NULL) == T2SED_OK)
        t2s_pickled_free(&pickled);
    read_checkpoint(copy, size);
    free(copy);
    return 0;
}
