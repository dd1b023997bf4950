/*
 * t2sed/parts.h - the parts of libt2sed that authors of parsers compose:
 * encoder, graphs, features, scorer, re-ranker, linker, language models...
 *
 * t2sed.h is the stable core; this header adds the rest of libt2sed.so. Parts
 * are exported under a symbol version of their own, and their API and ABI may
 * change with every minor version before 1.1 (docs/api-conventions.md). The
 * rules of t2sed.h hold for them as well.
 */
#ifndef T2SED_PARTS_H
#define T2SED_PARTS_H

#include "parts/tree.h"
#include "parts/values.h"
#include "parts/constraint.h"
#include "parts/tokenizer.h"
#include "parts/parser.h"
#include "parts/graph.h"
#include "parts/encoder.h"
#include "parts/sketch.h"
#include "parts/evidence.h"
#include "parts/schema_prediction.h"
#include "parts/scorer.h"
#include "parts/reasons.h"
#include "parts/agreement.h"
#include "parts/reranker.h"
#include "parts/trigger.h"
#include "parts/link.h"
#include "parts/witness.h"
#include "parts/language_model.h"
#include "parts/judge.h"

#endif
