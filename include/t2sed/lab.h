/*
 * t2sed/lab.h - making and measuring models: every public header of
 * libt2sed-lab.so, which is installed beside libt2sed.so and linked before it
 * (pkg-config t2sed-lab).
 *
 * The rules of t2sed.h hold. There is no promise for the lab's API and ABI:
 * both may change with any version, and a program works with the version of the
 * lab that it was compiled for alone.
 */
#ifndef T2SED_LAB_H
#define T2SED_LAB_H

#include "lab/metrics.h"
#include "lab/dataset.h"
#include "lab/mutator.h"
#include "lab/exact.h"
#include "lab/evaluate.h"
#include "lab/fit.h"
#include "lab/trainer.h"
#include "lab/tuner.h"
#include "lab/parser_trainer.h"
#include "lab/sketch_trainer.h"
#include "lab/schema_trainer.h"
#include "lab/import.h"

#endif
