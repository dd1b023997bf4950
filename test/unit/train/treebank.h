/* treebank.h - a treebank of a few questions and an encoder's directory, for
 * tests of the parser's trainer. */
#ifndef T2S_TEST_TREEBANK_H
#define T2S_TEST_TREEBANK_H

#include "lab/write/write.h"
#include "weights/safetensors.h"
#include "t2sed/lab/parser_trainer.h"
#include "tiny_model.h"

static const char bank_text[] =
    "# text = How many singers are there?\n"
    "1\tHow\thow\tADV\tWRB\t_\t2\tadvmod\t_\t_\n"
    "2\tmany\tmany\tADJ\tJJ\t_\t3\tamod\t_\t_\n"
    "3\tsingers\tsinger\tNOUN\tNNS\t_\t4\tnsubj\t_\t_\n"
    "4\tare\tbe\tVERB\tVBP\t_\t0\troot\t_\t_\n"
    "5\tthere\tthere\tPRON\tEX\t_\t4\texpl\t_\t_\n"
    "6\t?\t?\tPUNCT\t.\t_\t4\tpunct\t_\t_\n"
    "\n"
    "# a multiword token and an empty node\n"
    "1\tShow\tshow\tVERB\tVB\t_\t0\troot\t_\t_\n"
    "2-3\tsinger's\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tsinger\tsinger\tNOUN\tNN\t_\t4\tnmod:poss\t_\t_\n"
    "3\t's\t's\tPART\tPOS\t_\t2\tcase\t_\t_\n"
    "3.1\tx\tx\tX\tX\t_\t_\t_\t_\t_\n"
    "4\tname\tname\tNOUN\tNN\t_\t1\tobj\t_\t_\n"
    "\n"
    "1\tList\tlist\tVERB\tVB\t_\t0\troot\t_\t_\n"
    "2\tthe\tthe\tDET\tDT\t_\t3\tdet\t_\t_\n"
    "3\tsingers\tsinger\tNOUN\tNNS\t_\t1\tobj\t_\t_\n"
    "4\tfrom\tfrom\tADP\tIN\t_\t5\tcase\t_\t_\n"
    "5\tParis\tParis\tPROPN\tNNP\t_\t3\tnmod\t_\t_\n"
    "6\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\t_\n"
    "\n"
    "1\tWhich\twhich\tDET\tWDT\t_\t2\tdet\t_\t_\n"
    "2\tname\tname\tNOUN\tNN\t_\t4\tobj\t_\t_\n"
    "3\tdid\tdo\tAUX\tVBD\t_\t4\taux\t_\t_\n"
    "4\tList\tlist\tVERB\tVB\t_\t0\troot\t_\t_\n"
    "5\tthe\tthe\tDET\tDT\t_\t6\tdet\t_\t_\n"
    "6\tsingers\tsinger\tNOUN\tNNS\t_\t4\tobj\t_\t_\n"
    "\n"
    "1\tShow\tshow\tVERB\tVB\t_\t0\troot\t_\t_\n"
    "2\tsingers\tsinger\tNOUN\tNNS\t_\t1\tobj\t_\t_\n"
    "3\tfrom\tfrom\tADP\tIN\t_\t4\tcase\t_\t_\n"
    "4\t1990\t1990\tNUM\tCD\t_\t2\tnmod\t_\t_\n"
    "\n"
    "1\tfrom\tfrom\tADP\tIN\t_\t2\tcase\t_\t_\n"
    "2\t2001\t2001\tNUM\tCD\t_\t0\troot\t_\t_\n"
    "\n";

#define BANK_SENTENCES 6
#define BANK_WORDS     28

/* A label and a relation that bank_text has not. */
static const char bank_dev_text[] =
    "1\tHow\thow\tADV\tWRB\t_\t2\tadvmod\t_\t_\n"
    "2\tmany\tmany\tADJ\tJJ\t_\t3\tamod\t_\t_\n"
    "3\tsingers\tsinger\tNOUN\tNNS\t_\t0\troot\t_\t_\n"
    "4\toh\toh\tINTJ\tUH\t_\t3\tdiscourse\t_\t_\n"
    "\n";

static const char *const bank_tokens[] = {
    "[PAD]",   "[UNK]",  "[CLS]", "[SEP]", "[MASK]", "s",    "##s",  "a",
    "the",     "singer", "name",  "how",   "many",   "list", "show", "stadium",
    "concert", "##er",   "sing",  "0",     "'",      "?",    ".",    "i"};
#define BANK_TOKENS    (sizeof bank_tokens / sizeof bank_tokens[0])
#define BANK_EMBEDDING 8

/* Writes vocab.txt and model.safetensors into a directory. */
static inline void bank_encoder(const char *dir)
{
    static float rows[BANK_TOKENS * BANK_EMBEDDING];
    t2s_tensor tensor = {"bert.embeddings.word_embeddings.weight",
                         T2S_F32,
                         2,
                         {BANK_TOKENS, BANK_EMBEDDING},
                         rows};
    t2s_random random = {5};
    char path[T2S_TINY_PATH + 32];
    t2sed_error err;
    FILE *file = t2s_tiny_file(dir, "vocab.txt");
    for (size_t i = 0; i < BANK_TOKENS; i++)
        fprintf(file, "%s\n", bank_tokens[i]);
    fclose(file);
    for (size_t i = 0; i < BANK_TOKENS * BANK_EMBEDDING; i++)
        rows[i] = (float)t2s_random_normal(&random);
    snprintf(path, sizeof path, "%s/model.safetensors", dir);
    if (t2s_safetensors_write(path, &tensor, 1, T2S_DTYPE_KEEP, &err))
        t2s_tiny_die("model.safetensors", &err);
}

static inline void bank_options(t2sed_parser_train_options *options)
{
    t2sed_parser_train_options_init(options, sizeof *options);
    options->threads = 1;
    options->precision = T2SED_FP32;
    options->epochs = 2;
    options->batch_words = 6;
    options->warmup_steps = 4;
    options->checkpoint_steps = 0;
    options->vocabulary = 24;
    options->fixed_size = 4;
    options->word_size = 6;
    options->ngram_size = 5;
    options->shape_size = 3;
    options->ngrams = 61;
    options->hidden = 8;
    options->layers = 2;
    options->arc_size = 7;
    options->label_size = 6;
}

#endif
