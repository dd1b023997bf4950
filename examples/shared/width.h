/* width.h - how wide characters are on a terminal. */
#ifndef SHARED_WIDTH_H
#define SHARED_WIDTH_H

#include <stdint.h>

/* The columns that a character takes that t2sed_printable leaves as it is: 0, 1
 * or 2. */
int width_of_character(uint32_t c);

#endif
