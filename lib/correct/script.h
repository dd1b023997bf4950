/* script.h - two spellings of a query as an edit script. */
#ifndef T2S_CORRECT_SCRIPT_H
#define T2S_CORRECT_SCRIPT_H

#include "base/arena.h"
#include "base/string.h"
#include "base/vector.h"
#include "t2sed/corrector.h"

typedef T2S_VECTOR(t2sed_correction_edit) t2s_script;

/*
 * What turns text a into one of the same tokens as b, which is appended to
 * *out. Texts of the edits are in `arena`. False when memory is short.
 */
bool t2s_script_make(t2s_script *script, t2s_string *out, t2s_arena *arena,
                     const char *a, size_t a_size, const char *b,
                     size_t b_size);

#endif
