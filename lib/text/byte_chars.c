#include "text/tokenizer.h"

/* Bytes that print as Latin-1 stand for themselves; the others were given the
 * characters from U+0100 on, in order. */
static bool prints(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
}

uint32_t t2s_byte_char(unsigned byte)
{
    uint32_t others = 0;
    if (prints(byte))
        return byte;
    for (unsigned i = 0; i < byte; i++)
        others += !prints(i);
    return 0x100 + others;
}
