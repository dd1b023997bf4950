/* Reads any bytes as a model in LightGBM's text, of three features; what can be
 * read gives a number for any of them. */
#include <math.h>

#include "fuzz.h"
#include "lab/train/boost.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a", "b", "c"};
    static const float values[][3] = {
        {NAN, NAN, NAN}, {0, 0, 0}, {-1e30F, 0.5F, INFINITY}};
    fuzz_part whole = {'\0', data, size};
    char *text = fuzz_text(whole);
    t2s_forest forest;
    if (t2s_boost_read_model(&forest, text, names, 3, NULL) == T2SED_OK) {
        for (size_t i = 0; i < 3; i++)
            require(isfinite(t2s_forest_value(&forest, values[i])));
        t2s_forest_free(&forest);
    }
    free(text);
    return 0;
}
