/* log.h - messages to the caller's log callback. */
#ifndef T2S_BASE_LOG_H
#define T2S_BASE_LOG_H

#include "base/error.h"
#include "t2sed/log.h"

void t2s_log(int level, const char *format, ...) T2S_PRINTF(2, 3);

#endif
