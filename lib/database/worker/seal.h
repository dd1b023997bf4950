/* seal.h - giving up all system calls but those for reading files. */
#ifndef T2S_DATABASE_WORKER_SEAL_H
#define T2S_DATABASE_WORKER_SEAL_H

#include <stdbool.h>

/* From here on the process opens files for reading alone, and starts no
 * program. False where the system has no filter for system calls (not Linux on
 * x86-64 or AArch64); then the limits on resources have to do. */
bool t2s_seal(void);

#endif
