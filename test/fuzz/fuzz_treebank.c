/*
 * Trains a question parser, behind the fake engine, on any bytes as a treebank,
 * and goes on from a checkpoint whose numbers are the input's:
 *
 *     treebank @@k  position and state of chance, 8 bytes a number
 */
#include "fuzz.h"
#include "weights/safetensors.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"
#include "train/treebank.h"

static char encoder[FUZZ_PATH], checkpoint[FUZZ_PATH];
static char *whole; /* a checkpoint as it was written */
static size_t whole_size;

static int stop(const t2sed_train_progress *progress, void *payload)
{
    return !progress->epoch_done && ++*(int *)payload == 3;
}

static t2sed_parser_trainer *open_trainer(void)
{
    t2sed_parser_train_options options;
    t2sed_parser_trainer *trainer;
    bank_options(&options);
    options.backend = fuzz_backend();
    options.checkpoint = checkpoint;
    options.checkpoint_steps = 1;
    require(t2sed_parser_trainer_open(&trainer, encoder, &options, NULL) ==
            T2SED_OK);
    return trainer;
}

static t2sed_parser_trainer *open_with_bank(void)
{
    t2sed_parser_trainer *trainer = open_trainer();
    size_t added;
    require(t2sed_parser_trainer_add(trainer, T2SED_TRAIN, bank_text,
                                     sizeof bank_text - 1, &added,
                                     NULL) == T2SED_OK);
    return trainer;
}

static void end(void)
{
    static const char *const names[] = {
        ".encoder/vocab.txt", ".encoder/model.safetensors", ".encoder"};
    char path[FUZZ_PATH];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(fuzz_path(path, names[i]));
    free(whole);
}

static void begin(void)
{
    t2sed_parser_trainer *trainer;
    FILE *file;
    int steps = 0;
    require(mkdir(fuzz_path(encoder, ".encoder"), 0700) == 0);
    bank_encoder(encoder);
    fuzz_path(checkpoint, "checkpoint");
    trainer = open_with_bank();
    require(t2sed_parser_trainer_run(trainer, stop, &steps, NULL) ==
            T2SED_ECANCELLED);
    t2sed_parser_trainer_free(trainer);
    file = fopen(checkpoint, "rb");
    whole = malloc(1 << 20);
    require(file && whole);
    whole_size = fread(whole, 1, 1 << 20, file);
    require(whole_size > 1000);
    fclose(file);
    atexit(end);
}

/* Puts the numbers in place of those of the checkpoint. */
static void write_checkpoint(fuzz_part numbers)
{
    static const char *const names[] = {"position", "random"};
    char *copy = malloc(whole_size);
    t2s_safetensors file;
    require(copy != NULL);
    memcpy(copy, whole, whole_size);
    require(t2s_safetensors_parse(&file, copy, whole_size, "checkpoint",
                                  NULL) == T2SED_OK);
    for (size_t i = 0; i < 2; i++) {
        const t2s_tensor *tensor = t2s_safetensors_find(&file, names[i]);
        size_t n;
        require(tensor != NULL);
        n = (size_t)t2s_tensor_elements(tensor) * 8;
        n = n < numbers.size ? n : numbers.size;
        memcpy(copy + ((const char *)tensor->data - copy), numbers.bytes, n);
        numbers.bytes += n;
        numbers.size -= n;
    }
    t2s_safetensors_close(&file);
    fuzz_write("checkpoint", copy, whole_size);
    free(copy);
}

static void resume(fuzz_part numbers)
{
    t2sed_parser_trainer *trainer = open_with_bank();
    int steps = 0;
    write_checkpoint(numbers);
    if (t2sed_parser_trainer_resume(trainer, checkpoint, NULL) == T2SED_OK)
        t2sed_parser_trainer_run(trainer, stop, &steps, NULL);
    t2sed_parser_trainer_free(trainer);
}

static void train(fuzz_part bank)
{
    t2sed_parser_trainer *trainer = open_trainer();
    size_t added = 0;
    int steps = 0;
    if (t2sed_parser_trainer_add(trainer, T2SED_TRAIN, (const char *)bank.bytes,
                                 bank.size, &added, NULL) == T2SED_OK &&
        added > 0)
        t2sed_parser_trainer_run(trainer, stop, &steps, NULL);
    t2sed_parser_trainer_free(trainer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    fuzz_part numbers = fuzz_find(parts, count, 'k');
    if (size > 20000)
        return 0;
    if (!whole)
        begin();
    if (parts[0].size)
        train(parts[0]);
    if (numbers.size)
        resume(numbers);
    fuzz_clear();
    return 0;
}
