/* train.c - t2sed train: trains or fine-tunes a model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/system.h"
#include "cli.h"
#include "train.h"
#include "schema_lines.h"

static const char usage[] =
    "train --model DIR --out DIR [OPTION]... FILE[=WEIGHT]...\n\n"
    "Trains the model in --model on beams and writes it to --out. A line of a\n"
    "FILE is {\"question\", \"db_id\", \"candidates\": [{\"sql\", \"label\"}]} "
    "(label 1\nright, 0 wrong, null left out) or SPLASH's {\"question\", "
    "\"db_id\",\n\"wrong_sql\", \"label\"}. WEIGHT is what the file's examples "
    "count for\n(default 1). The same query for the same question counts once. "
    "With\n--paired, later FILEs add queries only to questions for which the "
    "first has a\nright one, so that no question's source gives its label "
    "away. With --dev-part, that part of the first FILE's "
    "databases\nchooses the best epoch; none of the files' beams on them are "
    "trained on. If all\nFILEs are of one database, that part of its "
    "questions does.\n\nt2sed train --question-parser --help tells of training "
    "question parsers.";

typedef struct train_command {
    t2sed_train_options options;
    const char *model, *out, *precision;
    cli_database_options from;
    long dev_seed, max_candidates;
    const char *branch, *add_evidence;
    double dev_part;
    bool resume, freeze, paired, refit;
    const char *sketch_folds, *schema_folds, *unseen;
    cli_parser parser;
} train_command;

static train_command command;

static const cli_option options[] = {
    {"model", CLI_STRING, &command.model, "DIR", "where to start from"},
    {"out", CLI_STRING, &command.out, "DIR", "where the model goes"},
    CLI_DATABASES_OPTIONS(command.from),
    {"epochs", CLI_COUNT, &command.options.epochs, "N", "passes (10)"},
    {"batch", CLI_COUNT, &command.options.batch_beams, "N",
     "beams a step (16)"},
    {"learning-rate", CLI_REAL, &command.options.learning_rate, "X",
     "highest (3e-5)"},
    {"warmup", CLI_REAL, &command.options.warmup, "X",
     "part of the steps (0.1)"},
    {"weight-decay", CLI_REAL, &command.options.weight_decay, "X",
     "AdamW's (0.01)"},
    {"clip", CLI_REAL, &command.options.max_gradient_norm, "X",
     "gradient norm (1; 0: none)"},
    {"label-smoothing", CLI_REAL, &command.options.label_smoothing, "X", "0"},
    {"seed", CLI_SEED, &command.options.seed, "N", "order and dropout (1)"},
    {"patience", CLI_COUNT, &command.options.patience, "N",
     "epochs without a better dev AUC before stopping (0: never)"},
    {"freeze-encoder", CLI_FLAG, &command.freeze, NULL,
     "train graph layers and head alone"},
    {"branch", CLI_STRING, &command.branch, "B",
     "what to train: text, evidence or all (all that there is)"},
    {"add-evidence", CLI_STRING, &command.add_evidence, "LIST",
     "new forests that read these features: all, or NAME,NAME"},
    {"trees", CLI_COUNT, &command.options.trees, "N",
     "boosted trees of a forest, at most (1000)"},
    {"forests", CLI_COUNT, &command.options.forests, "N",
     "forests whose mean is taken (5)"},
    {"refit", CLI_FLAG, &command.refit, NULL,
     "grow the trees again on all beams in the end"},
    {"unseen", CLI_STRING, &command.unseen, "DIR",
     "with --dev-part, where the model goes as it is before --refit"},
    {"plan-folds", CLI_STRING, &command.sketch_folds, "DIR",
     "sketchers of 'train --plan --folds', for evidence plan.*"},
    {"schema-prediction-folds", CLI_STRING, &command.schema_folds, "DIR",
     "likewise, of 'train --schema-prediction', for column.*"},
    {"paired", CLI_FLAG, &command.paired, NULL,
     "later FILEs: only questions that file 1 has a right query for"},
    {"dev-part", CLI_REAL, &command.dev_part, "X",
     "part of the databases (or of the one's questions) to choose by (0)"},
    {"dev-seed", CLI_INT, &command.dev_seed, "N", "which ones (0)"},
    {"max-candidates", CLI_INT, &command.max_candidates, "N",
     "of a beam (5, as in the paper; at most 64)"},
    {"precision", CLI_STRING, &command.precision, "P",
     "of the saved weights: fp32, fp16, bf16"},
    {"device", CLI_STRING, &command.options.device, "D", "cpu, cuda, cuda:1"},
    CLI_PARSER_OPTION(command.parser),
    CLI_RUN_OPTIONS(command.options, command.resume),
    {NULL, CLI_FLAG, NULL, NULL, NULL},
};

/* What reading the files came to. */
typedef struct totals {
    size_t lines, bad_lines, beams[3], examples[3], left_out, dropped;
    json_t *seen;      /* "db_id, question, SQL" of every query so far */
    json_t *has_right; /* "db_id, question" with a right query in file 1 */
    bool has_one_database;
    cli_baseline baseline;
    cli_databases schemas;
    cli_folds folds;
    t2sed_trainer *trainer;
    const train_command *command;
} totals;

/* The texts with a newline between, for a set of what was seen; the caller
 * frees it. */
static char *join(const char *a, const char *b, const char *c)
{
    size_t n = strlen(a) + strlen(b) + strlen(c) + 3;
    char *text = malloc(n);
    if (text)
        snprintf(text, n, "%s\n%s\n%s", a, b, c);
    return text;
}

/* Puts a text into a set; true where it was not there. Frees the text. */
static bool is_new(json_t *set, char *text)
{
    bool fresh = text && !json_object_get(set, text);
    if (fresh)
        json_object_set_new(set, text, json_true());
    free(text);
    return fresh;
}

/* Leaves out queries that the question had before, and with --paired all
 * queries of later files whose question has no right one; returns how many
 * are left. */
static size_t sift(totals *to, const json_t *line, bool first_file,
                   const char **queries, int *labels, size_t count)
{
    const char *db_id = json_string_value(json_object_get(line, "db_id"));
    const char *asked = json_string_value(json_object_get(line, "question"));
    size_t kept = 0;
    char *key;
    if (!asked)
        return count; /* its error is told later */
    key = join(db_id ? db_id : "", asked, "");
    if (to->command->paired && !first_file &&
        (!key || !json_object_get(to->has_right, key)))
        count = 0;
    for (size_t i = 0; i < count; i++) {
        if (first_file && labels[i] > 0 && key)
            json_object_set_new(to->has_right, key, json_true());
        if (!is_new(to->seen, join(db_id ? db_id : "", asked, queries[i])))
            continue;
        queries[kept] = queries[i];
        labels[kept++] = labels[i];
    }
    free(key);
    return kept;
}

/* The candidates of a line that have a label; returns how many. */
static size_t collect(const json_t *line, const char **queries, int *labels,
                      size_t most)
{
    const json_t *list = json_object_get(line, "candidates");
    const json_t *wrong = json_object_get(line, "wrong_sql");
    const json_t *label = json_object_get(line, "label");
    size_t count = 0, i;
    json_t *candidate;
    if (json_is_string(wrong) && json_is_integer(label) && most > 0) {
        queries[0] = json_string_value(wrong);
        labels[0] = json_integer_value(label) ? 1 : 0;
        return 1;
    }
    json_array_foreach(list, i, candidate)
    {
        const json_t *sql = json_object_get(candidate, "sql");
        label = json_object_get(candidate, "label");
        if (count == most)
            break;
        if (!json_is_string(sql) || cli_has_nul(sql) || !json_is_integer(label))
            continue;
        queries[count] = json_string_value(sql);
        labels[count++] = json_integer_value(label) ? 1 : 0;
    }
    return count;
}

/* A question with more candidates than this counts for no more than it would
 * with so many: a few questions that many systems answered must not decide. */
#define FULL_BEAM 5

/* What a question's beam is for. */
static int purpose_of(const totals *to, const char *db_id, const json_t *line,
                      bool first_file)
{
    const char *asked = json_string_value(json_object_get(line, "question"));
    const char *drawn = to->has_one_database ? asked : db_id;
    if (!drawn || t2sed_dataset_lot(drawn, (uint64_t)to->command->dev_seed) >=
                      to->command->dev_part)
        return T2SED_TRAIN;
    return first_file ? T2SED_DEV : T2SED_REFIT;
}

static void compare_with_default(totals *to, const t2sed_question *question,
                                 t2sed_evidence *source, cli_database *database,
                                 const char *const *queries, const int *labels,
                                 size_t count)
{
    t2sed_beam beam;
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.database = database ? database->database : NULL;
    beam.evidence = source;
    beam.queries = queries;
    beam.count = count;
    cli_baseline_add(&to->baseline, &beam, labels);
}

static t2sed_status add_line(totals *to, const json_t *line, double weight,
                             bool first_file, t2sed_error *err)
{
    enum { MOST = 64 };
    const char *queries[MOST];
    int labels[MOST];
    size_t most = (size_t)to->command->max_candidates;
    size_t count = collect(line, queries, labels, most > MOST ? MOST : most);
    size_t added = 0;
    const json_t *id = json_object_get(line, "db_id");
    const char *db_id = json_is_string(id) ? json_string_value(id) : NULL;
    cli_database *database = NULL;
    t2sed_question *question = NULL;
    t2sed_evidence *source = NULL;
    t2sed_status status = T2SED_OK;
    const int purpose = purpose_of(to, db_id, line, first_file);
    count = sift(to, line, first_file, queries, labels, count);
    if (count == 0 || (purpose == T2SED_REFIT && !to->command->refit)) {
        to->dropped++;
        return T2SED_OK;
    }
    if (count > FULL_BEAM)
        weight *= (double)FULL_BEAM / (double)count;
    if (db_id)
        status = cli_databases_find(&to->schemas, db_id, &database, err);
    if (status == T2SED_OK)
        status = cli_database_evidence(database, &source, err);
    if (status == T2SED_OK)
        status = t2sed_trainer_set_evidence(to->trainer, source, err);
    if (status == T2SED_OK)
        status = cli_folds_use(&to->folds, to->trainer, db_id, err);
    if (status == T2SED_OK)
        status = cli_question(&question, line, err);
    if (status == T2SED_OK)
        status = t2sed_trainer_add(
            to->trainer, purpose, question, queries, labels, count, weight,
            database ? database->schema : NULL, &added, err);
    if (status == T2SED_OK && purpose == T2SED_DEV)
        compare_with_default(to, question, source, database, queries, labels,
                             count);
    t2sed_question_free(question);
    if (status != T2SED_OK)
        return status;
    to->beams[purpose] += added > 0;
    to->examples[purpose] += added;
    to->left_out += count - added;
    return T2SED_OK;
}

static int read_file(totals *to, const char *path, double weight,
                     bool first_file)
{
    cli_lines lines;
    t2sed_error err;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        json_t *line = cli_lines_object(&lines, &err);
        t2sed_status status =
            line ? add_line(to, line, weight, first_file, &err) : err.code;
        const bool is_object = line != NULL;
        to->lines++;
        json_decref(line);
        if (status == T2SED_ENOMEM || status == T2SED_ESTATE)
            return cli_fail(&err); /* no other line would fare better */
        if (status != T2SED_OK) {
            to->bad_lines++;
            cli_lines_tell_left_out(&lines, is_object, &err);
        }
    }
    return cli_lines_close(&lines) ? CLI_OK : CLI_FAILED;
}

/* Whether all lines are of one database, so that none can be held out; false
 * where a file can be read only once. */
static int look_at_databases(totals *to, char **files, int count)
{
    char *first = NULL;
    bool others = false;
    for (int i = 0; i < count && !others; i++) {
        cli_lines lines;
        struct stat info;
        others = system_stat(files[i], &info) != 0 || !S_ISREG(info.st_mode);
        if (others)
            break;
        if (!cli_lines_open(&lines, files[i])) {
            free(first);
            return CLI_FAILED;
        }
        while (!others && cli_lines_next(&lines)) {
            json_t *line = cli_lines_object(&lines, NULL);
            const char *id = json_string_value(json_object_get(line, "db_id"));
            if (id && !first)
                first = strdup(id);
            others = id && (!first || strcmp(first, id) != 0);
            json_decref(line);
        }
        cli_lines_close(&lines);
    }
    to->has_one_database = first && !others;
    free(first);
    return CLI_OK;
}

/* Leaves out empty files, and says so: the first of those that are left decides
 * what the others may add. Returns how many are left. */
static int skip_empty(char **files, double *weights, int count)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        struct stat info;
        if (stat(files[i], &info) == 0 && S_ISREG(info.st_mode) &&
            info.st_size == 0) {
            cli_note("t2sed: %s: the file is empty, skipped\n", files[i]);
            continue;
        }
        files[left] = files[i];
        weights[left++] = weights[i];
    }
    return left;
}

static int read_files(totals *to, char **files, int count)
{
    double *weights = calloc((size_t)count, sizeof *weights);
    int status = weights ? CLI_OK : CLI_FAILED;
    for (int i = 0; i < count && status == CLI_OK; i++)
        if (!cli_train_weight(files[i], &weights[i]))
            status = cli_usage_error(
                "train", "%s: a weight is a number above 0", files[i]);
    if (status == CLI_OK)
        count = skip_empty(files, weights, count);
    if (status == CLI_OK && to->command->dev_part > 0)
        status = look_at_databases(to, files, count);
    for (int i = 0; i < count && status == CLI_OK; i++)
        status = read_file(to, files[i], weights[i], i == 0);
    free(weights);
    return status;
}

typedef struct watch {
    cli_progress bar;
    t2sed_trainer *trainer;
    const char *unseen; /* where what has not seen dev beams goes; or NULL */
    int precision, forests;
    double auc;          /* of the model on the dev beams; NaN: not known */
    t2sed_status status; /* of writing that */
    t2sed_error err;
} watch;

/* ", AUC 0.8123"; nothing where it is not known. */
static const char *metric(char *out, size_t size, const char *name,
                          double number)
{
    *out = '\0';
    if (!isnan(number))
        snprintf(out, size, ", %s %.4f", name, number);
    return out;
}

static void note_epoch(watch *to, const t2sed_train_progress *p)
{
    char loss[32], auc[32], accuracy[32];
    metric(auc, sizeof auc, "AUC", p->dev_auc);
    if (p->branch == T2SED_BRANCH_EVIDENCE) {
        /* Those that read rows come first, then those for schemas alone. */
        const int number = (p->epoch - 1) % to->forests + 1;
        cli_note("forest %d/%d for %s: %lld trees%s, %.0f s\n", number,
                 to->forests, p->epoch > to->forests ? "schemas" : "databases",
                 (long long)p->step, auc, p->seconds);
        return;
    }
    cli_note("epoch %d/%d: loss %.4f%s%s%s, %.0f s%s\n", p->epoch, p->epochs,
             p->loss, metric(loss, sizeof loss, "dev loss", p->dev_loss), auc,
             metric(accuracy, sizeof accuracy, "accuracy", p->dev_accuracy),
             p->seconds, p->best ? " (best)" : "");
    if (p->best)
        to->auc = p->dev_auc;
}

static int show(const t2sed_train_progress *p, void *payload)
{
    watch *to = payload;
    char note[120];
    if (p->fused) {
        cli_note("text %.3f, evidence %.3f: together AUC %.4f\n",
                 p->text_weight, p->evidence_weight, p->fused_auc);
        to->auc = p->fused_auc;
        if (to->unseen)
            to->status = t2sed_trainer_save(to->trainer, to->unseen,
                                            to->precision, &to->err);
    } else if (p->epoch_done) {
        note_epoch(to, p);
    } else {
        snprintf(note, sizeof note, "epoch %d/%d loss %.4f", p->epoch,
                 p->epochs, p->loss);
        cli_progress_show(&to->bar, p->done, note);
    }
    return cli_interrupted();
}

/* --branch; -1: unknown. */
static int branch_of(const char *name)
{
    static const char *const names[] = {"default", "text", "evidence", "all"};
    for (int i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static t2sed_status open_trainer(t2sed_trainer **out, train_command *c,
                                 t2sed_error *err)
{
    char *list = NULL;
    const char **features = NULL;
    t2sed_status status;
    if (c->add_evidence) {
        list = strdup(c->add_evidence);
        if (list)
            features = cli_split_features(list, &c->options.add_evidence_count);
        c->options.add_evidence = features;
        if (!features) {
            free(list);
            print_to(stderr, "t2sed: out of memory\n");
            exit(CLI_FAILED);
        }
    }
    c->options.branch = branch_of(c->branch);
    c->options.refit = c->refit;
    c->options.train_encoder = !c->freeze;
    c->options.parse = c->parser.parse;
    c->options.parser = c->parser.parser;
    status = t2sed_trainer_open(out, c->model, &c->options, err);
    free(features);
    free(list);
    return status;
}

static int train_and_save(totals *to, int precision)
{
    const train_command *c = to->command;
    watch watching = {.trainer = to->trainer,
                      .unseen = c->unseen,
                      .precision = precision,
                      .forests = c->options.forests,
                      .auc = NAN};
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    const char *checkpoint = c->options.checkpoint;
    if (c->resume)
        status = t2sed_trainer_resume(to->trainer, checkpoint, &err);
    if (status == T2SED_ENOTFOUND)
        status = T2SED_OK; /* the first run of a command that always resumes */
    cli_progress_start(&watching.bar, "training");
    if (status == T2SED_OK)
        status = t2sed_trainer_run(to->trainer, show, &watching, &err);
    cli_progress_end();
    if (status == T2SED_ECANCELLED || status == T2SED_EINTERRUPTED)
        return cli_train_stopped(checkpoint);
    if (watching.status != T2SED_OK)
        return cli_fail(&watching.err);
    if (status == T2SED_OK)
        status = t2sed_trainer_save(to->trainer, c->out, precision, &err);
    if (status != T2SED_OK)
        return cli_fail(&err);
    cli_baseline_warn(&to->baseline, watching.auc);
    return CLI_OK;
}

static int run(train_command *c, char **files, int count, int precision)
{
    totals to = {.command = c};
    t2sed_error err;
    int status = CLI_OK;
    to.seen = json_object();
    to.has_right = json_object();
    if (!cli_databases_open(&to.schemas, &c->from)) {
        json_decref(to.seen);
        json_decref(to.has_right);
        return CLI_FAILED;
    }
    if (!cli_folds_open(&to.folds, c->sketch_folds, c->schema_folds))
        status = CLI_FAILED;
    else if (open_trainer(&to.trainer, c, &err) != T2SED_OK)
        status = cli_fail(&err);
    if (status == CLI_OK)
        status = read_files(&to, files, count);
    json_decref(to.seen);
    json_decref(to.has_right);
    if (status == CLI_OK)
        cli_note("%zu lines: %zu beams (%zu examples) to train on, %zu (%zu) "
                 "to choose by%s; %zu examples and %zu lines left out, %zu "
                 "lines bad\n",
                 to.lines, to.beams[T2SED_TRAIN], to.examples[T2SED_TRAIN],
                 to.beams[T2SED_DEV], to.examples[T2SED_DEV],
                 to.has_one_database ? ", of one database" : "", to.left_out,
                 to.dropped, to.bad_lines);
    if (status == CLI_OK)
        status = train_and_save(&to, precision);
    t2sed_trainer_free(to.trainer);
    cli_baseline_free(&to.baseline);
    cli_folds_close(&to.folds);
    cli_databases_close(&to.schemas);
    return status == CLI_OK && to.bad_lines ? CLI_BAD_INPUT : status;
}

static int check(const train_command *c, int operands)
{
    if (!c->model && !c->add_evidence)
        return cli_usage_error("train", "--model is needed, or --add-evidence "
                                        "for forests alone");
    if (!c->out || operands == 0)
        return cli_usage_error("train", "--out and a FILE are needed");
    if (c->resume && !c->options.checkpoint)
        return cli_usage_error("train", "--resume needs --checkpoint");
    if (branch_of(c->branch) < 0)
        return cli_usage_error("train", "--branch %s: not text, evidence, all",
                               c->branch);
    if (cli_precision(c->precision) < 0)
        return cli_usage_error("train", "--precision %s: not fp32, fp16, bf16",
                               c->precision);
    return CLI_OK;
}

int cli_train(int argc, char **argv)
{
    train_command *c = &command;
    int operands = 0, status;
    if (cli_has_flag(argc, argv, "schema-prediction"))
        return cli_train_schema(argc, argv);
    if (cli_has_flag(argc, argv, "question-parser"))
        return cli_train_parser(argc, argv);
    if (cli_has_flag(argc, argv, "plan"))
        return cli_train_sketch(argc, argv);
    t2sed_train_options_init(&c->options, sizeof c->options);
    c->precision = "fp32";
    c->max_candidates = 5;
    c->branch = "default";
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    status = check(c, operands);
    if (status != CLI_OK)
        return status;
    /* Without --parser the trainer opens one if the model reads parses. */
    if (!cli_parser_open(&c->parser, false, T2SED_FP32, c->options.threads))
        return CLI_FAILED;
    status = run(c, argv + 1, operands, cli_precision(c->precision));
    cli_parser_close(&c->parser);
    return status;
}
