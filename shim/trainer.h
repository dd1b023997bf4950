/* trainer.h - training steps on an engine of its own. */
#ifndef T2S_SHIM_TRAINER_H
#define T2S_SHIM_TRAINER_H
#endif
