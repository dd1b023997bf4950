/* eval_sketch.c - t2sed eval --plan: how well sketchers tell what right queries
 * have. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sketches.h"

static const char usage[] =
    "eval --plan [OPTION]... [TASK:]FILE...\n\n"
    "Predicts sketches for questions with right queries (the lines of 't2sed "
    "train\n--plan') and prints how well each head is told: how many queries "
    "have it, F1,\nrecall and precision, the area under the ROC curve and the "
    "mean log-likelihood.";

/* Most folds, and heads. */
enum { MOST_FOLDS = 100, MOST_HEADS = 256 };

typedef struct sketch_command {
    const char *model, *only;
    cli_database_options from;
    long folds;
    bool sketch, queries;
} sketch_command;

typedef struct told {
    float probability;
    bool has, predicted;
} told;

typedef struct head {
    told *list;
    size_t count, capacity;
} head;

typedef struct measuring {
    const sketch_command *command;
    t2sed_sketcher *sketchers[MOST_FOLDS]; /* one without --folds */
    head heads[MOST_HEADS];
} measuring;

static bool push(head *to, told one)
{
    if (to->count == to->capacity) {
        size_t capacity = to->capacity ? 2 * to->capacity : 1024;
        told *list = realloc(to->list, capacity * sizeof *list);
        if (!list)
            return false;
        to->list = list;
        to->capacity = capacity;
    }
    to->list[to->count++] = one;
    return true;
}

static t2sed_status measure(const sketch_question *q, void *payload,
                            t2sed_error *err)
{
    measuring *to = payload;
    const sketch_command *c = to->command;
    t2sed_sketch_options options;
    float has[MOST_HEADS];
    t2sed_sketch *sketch = NULL;
    int fold = c->folds ? t2sed_dataset_fold(q->db_id, (int)c->folds, 0) : 0;
    t2sed_status status = t2sed_sketch_read(has, q->sql, q->schema, err);
    t2sed_sketch_options_init(&options, sizeof options);
    options.task = q->task;
    options.conversation = c->queries ? q->answered : q->asked;
    if (status == T2SED_OK)
        status = t2sed_sketcher_predict(&sketch, to->sketchers[fold],
                                        q->question, q->schema, &options, err);
    for (size_t i = 0; i < t2sed_sketch_head_count() && status == T2SED_OK;
         i++) {
        t2sed_sketch_head is = T2SED_SKETCH_HEAD_INIT;
        told one;
        status = t2sed_sketch_get(sketch, i, &is, err);
        one = (told){(float)is.probability, has[i] > 0, is.expected != 0};
        if (!isnan(has[i]) && !isnan(is.probability) &&
            !push(&to->heads[i], one)) {
            memset(err, 0, sizeof *err);
            status = err->code = T2SED_ENOMEM;
            strcpy(err->text, "out of memory");
        }
    }
    t2sed_sketch_free(sketch);
    return status;
}

static int compare(const void *a, const void *b)
{
    float x = ((const told *)a)->probability;
    float y = ((const told *)b)->probability;
    return x < y ? -1 : x > y;
}

/* The area under the ROC curve; ties count half. NaN with one class alone. */
static double area(head *of)
{
    double right = 0, wrong = 0, pairs = 0;
    qsort(of->list, of->count, sizeof *of->list, compare);
    for (size_t i = 0, end; i < of->count; i = end) {
        double ties[2] = {0, 0};
        for (end = i; end < of->count &&
                      of->list[end].probability == of->list[i].probability;
             end++)
            ties[of->list[end].has]++;
        pairs += ties[1] * (wrong + ties[0] / 2);
        right += ties[1];
        wrong += ties[0];
    }
    return right > 0 && wrong > 0 ? pairs / (right * wrong) : NAN;
}

typedef struct figures {
    double f1, recall, precision, auc, likelihood, has;
} figures;

static figures figures_of(head *of)
{
    figures f = {0};
    double found = 0, predicted = 0, has = 0;
    for (size_t i = 0; i < of->count; i++) {
        const told *one = &of->list[i];
        double p =
            one->has ? (double)one->probability : 1 - (double)one->probability;
        has += one->has;
        predicted += one->predicted;
        found += one->has && one->predicted;
        f.likelihood += log(p < 0.002 ? 0.002 : p > 0.998 ? 0.998 : p);
    }
    f.has = has;
    f.f1 = has + predicted > 0 ? 2 * found / (has + predicted) : NAN;
    f.recall = has > 0 ? found / has : NAN;
    f.precision = predicted > 0 ? found / predicted : NAN;
    f.likelihood /= (double)of->count;
    f.auc = area(of);
    return f;
}

static void print(measuring *m)
{
    double clauses = 0, auc = 0, likelihood = 0;
    size_t heads = t2sed_sketch_head_count(), known = 0;
    print_to(stdout, "%-18s %6s %6s %6s %6s %6s %8s\n", "head", "has", "F1",
             "R", "P", "AUC", "log p");
    for (size_t i = 0; i < heads; i++) {
        figures f;
        if (m->heads[i].count == 0)
            continue; /* the sketcher has no such head */
        f = figures_of(&m->heads[i]);
        print_to(stdout, "%-18s %6.0f %6.3f %6.3f %6.3f %6.3f %8.4f\n",
                 t2sed_sketch_head_name(i), f.has, f.f1, f.recall, f.precision,
                 f.auc, f.likelihood);
        if (i < T2SED_SKETCH_CLAUSES)
            clauses += f.f1;
        if (!isnan(f.auc)) {
            auc += f.auc;
            known++;
        }
        likelihood += f.likelihood;
        if (i + 1 == T2SED_SKETCH_CLAUSES)
            print_to(stdout, "%-18s %6s %6.3f\n", "(macro)", "",
                     clauses / T2SED_SKETCH_CLAUSES);
    }
    print_to(stdout,
             "%zu questions; mean AUC %.4f, log-likelihood of a query %.3f\n",
             m->heads[0].count, auc / (double)known, likelihood);
}

static bool open_sketchers(measuring *m)
{
    const sketch_command *c = m->command;
    t2sed_error err;
    for (long i = 0; i < (c->folds ? c->folds : 1); i++) {
        char path[4096];
        if (c->folds)
            snprintf(path, sizeof path, "%s/fold-%ld", c->model, i);
        if (t2sed_sketcher_open(&m->sketchers[i], c->folds ? path : c->model,
                                &err) != T2SED_OK) {
            cli_fail(&err);
            return false;
        }
    }
    return true;
}

int cli_eval_sketch(int argc, char **argv)
{
    sketch_command c = {0};
    measuring m = {.command = &c};
    cli_databases databases;
    sketch_totals totals = {0};
    int operands = 0, status;
    const cli_option options[] = {
        {"plan", CLI_FLAG, &c.sketch, NULL, "measure a sketcher"},
        {"plan-model", CLI_STRING, &c.model, "DIR",
         "the sketcher (the one that is shipped)"},
        {"folds", CLI_INT, &c.folds, "N",
         "use DIR/fold-0 ..., each on the databases that it has not seen"},
        {"queries", CLI_FLAG, &c.queries, NULL,
         "of earlier turns, the right queries are known"},
        CLI_TABLES_OPTION(c.from.tables),
        CLI_ROOT_OPTION(c.from.root),
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands == 0)
        return cli_usage_error("eval", "--plan needs a FILE");
    if (c.folds > MOST_FOLDS || (c.folds && !c.model))
        return cli_usage_error("eval",
                               "--folds is at most %d, and needs "
                               "--plan-model DIR",
                               (int)MOST_FOLDS);
    if (!cli_databases_open(&databases, &c.from))
        return CLI_FAILED;
    status = open_sketchers(&m) ? CLI_OK : CLI_FAILED;
    for (int i = 0; i < operands && status == CLI_OK; i++)
        status = sketch_read(argv[1 + i], &databases, &totals, measure, &m);
    if (status == CLI_OK)
        print(&m);
    for (size_t i = 0; i < MOST_FOLDS; i++)
        t2sed_sketcher_free(m.sketchers[i]);
    for (size_t i = 0; i < MOST_HEADS; i++)
        free(m.heads[i].list);
    cli_databases_close(&databases);
    return status == CLI_OK && totals.bad_lines ? CLI_BAD_INPUT : status;
}
