/* Reads any bytes as a safetensors file. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "weights/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2s_safetensors file;
    volatile unsigned sum = 0;
    if (t2s_safetensors_parse(&file, data, size, "fuzz", NULL) != T2SED_OK)
        return 0;
    for (int32_t i = 0; i < file.count; i++) {
        const t2s_tensor *tensor = &file.tensors[i];
        size_t bytes =
            t2s_dtype_size(tensor->dtype) * (size_t)t2s_tensor_elements(tensor);
        const unsigned char *at = tensor->data;
        for (size_t k = 0; k < bytes; k++)
            sum += at[k];
    }
    (void)sum; /* clang takes sums that are not used for unused */
    t2s_safetensors_close(&file);
    return 0;
}
