/* t2sed/question.h - questions: words and parse trees. */
#ifndef T2SED_QUESTION_H
#define T2SED_QUESTION_H
#include "status.h"
T2SED_BEGIN_DECLS
typedef struct t2sed_question t2sed_question;
T2SED_END_DECLS
#endif
