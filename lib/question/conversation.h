/* conversation.h - reading the turns of a conversation. */
#ifndef T2S_QUESTION_CONVERSATION_H
#define T2S_QUESTION_CONVERSATION_H

#include "t2sed/conversation.h"

/* The question of a turn, from 0, the oldest that is kept, and its query. Texts
 * are borrowed until the next change and NUL-terminated; *length (may be NULL)
 * is their bytes. NULL: no such turn, or its query is not known. */
const char *t2s_conversation_question(const t2sed_conversation *conversation,
                                      size_t turn, size_t *length);
const char *t2s_conversation_sql(const t2sed_conversation *conversation,
                                 size_t turn, size_t *length);

#endif
