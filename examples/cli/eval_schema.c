/* eval_schema.c - t2sed eval --schema-prediction: how well the tables and
 * columns of right queries are predicted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "schema_lines.h"

static const char usage[] =
    "eval --schema-prediction [OPTION]... FILE...\n\n"
    "Measures the model that predicts which tables and columns the right "
    "query\n"
    "uses, on lines as t2sed train --schema-prediction reads them: the AUC of\n"
    "each role, and precision, recall and F1 of the items named, as means "
    "over\n"
    "questions (Glenn et al. 2023, Table 1; an item is a table or a column).";

/* Sets of items that are compared with the right one. */
enum { NAMED, TOP, WRONG, SETS };

/* As many as a byte of roles has. */
#define MOST_ROLES  8
#define TOP_TABLES  4
#define TOP_COLUMNS 5

/* Pairs of one role: probabilities and labels. */
typedef struct scores {
    double *at;
    int *labels;
    size_t count, capacity, hits;
    double loss;
} scores;

typedef struct measuring {
    const t2sed_schema_predictor *predictor;
    bool alone; /* question and schema alone, whatever the line brings */
    scores roles[MOST_ROLES + 1]; /* the one behind the last: tables */
    double precision[SETS], recall[SETS], f1[SETS];
    size_t examples, with_wrong;
} measuring;

static bool add_score(scores *to, double p, int label)
{
    double kept = p < 1e-6 ? 1e-6 : p > 1 - 1e-6 ? 1 - 1e-6 : p;
    if (to->count == to->capacity) {
        size_t more = to->capacity ? 2 * to->capacity : 4096;
        double *at = realloc(to->at, more * sizeof *at);
        int *labels;
        if (!at)
            return false;
        to->at = at;
        labels = realloc(to->labels, more * sizeof *labels);
        if (!labels)
            return false;
        to->labels = labels;
        to->capacity = more;
    }
    to->at[to->count] = p;
    to->labels[to->count++] = label;
    to->hits += label > 0;
    to->loss -= log(label ? kept : 1 - kept);
    return true;
}

/* Both sets are the columns, then the tables, as roles. */
static void compare(measuring *to, int set, const unsigned char *given,
                    const unsigned char *right, size_t count)
{
    double both = 0, named = 0, wanted = 0, precision, recall;
    for (size_t i = 0; i < count; i++) {
        named += given[i] != 0;
        wanted += right[i] != 0;
        both += given[i] && right[i];
    }
    precision = named > 0 ? both / named : 0;
    recall = wanted > 0 ? both / wanted : 1;
    to->precision[set] += precision;
    to->recall[set] += recall;
    to->f1[set] += named + wanted > 0 ? 2 * both / (named + wanted) : 1;
}

/* Item i of a prediction: its columns come first, then its tables. */
static t2sed_predicted_item item_of(const t2sed_schema_prediction *of, size_t i)
{
    const size_t columns = t2sed_schema_prediction_column_count(of);
    t2sed_predicted_item item = T2SED_PREDICTED_ITEM_INIT;
    if (i < columns)
        t2sed_schema_prediction_column(of, i, &item, NULL);
    else
        t2sed_schema_prediction_table(of, i - columns, &item, NULL);
    return item;
}

static void take_named(unsigned char *set, const t2sed_schema_prediction *of,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        set[i] = item_of(of, i).named != 0;
}

static void take_top(unsigned char *set, const t2sed_schema_prediction *of)
{
    size_t tables[TOP_TABLES], columns[TOP_COLUMNS];
    size_t count = t2sed_schema_prediction_column_count(of);
    size_t some = t2sed_schema_prediction_top_tables(of, tables, TOP_TABLES);
    memset(set, 0, count + t2sed_schema_prediction_table_count(of));
    for (size_t i = 0; i < some; i++) {
        size_t few = t2sed_schema_prediction_top_columns(
            of, tables[i], T2SED_ROLE_USED, columns, TOP_COLUMNS);
        set[count + tables[i]] = 1;
        for (size_t c = 0; c < few; c++)
            set[columns[c]] = 1;
    }
}

static bool add_all(measuring *to, const t2sed_schema_prediction *prediction,
                    const unsigned char *right, size_t count)
{
    const size_t roles = t2sed_role_count();
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        const t2sed_predicted_item item = item_of(prediction, i);
        for (size_t role = 0; item.roles && role < roles && ok; role++)
            ok = add_score(&to->roles[role], item.roles[role],
                           right[i] >> role & 1);
        if (!item.roles)
            ok = add_score(&to->roles[roles], item.used, right[i] != 0);
    }
    return ok;
}

static t2sed_status measure(void *payload, const schema_example *example,
                            t2sed_error *err)
{
    measuring *to = payload;
    size_t columns = t2sed_schema_column_count(example->schema);
    size_t count = columns + t2sed_schema_table_count(example->schema);
    t2sed_schema_prediction_options options = example->options;
    t2sed_schema_prediction *made = NULL;
    unsigned char *right = calloc(2 * count + 1, 1), *given = right + count;
    t2sed_status status =
        right ? T2SED_OK : fill_error(err, T2SED_ENOMEM, "out of memory");
    if (to->alone) {
        options.wrong = NULL;
        options.feedback = NULL;
        options.conversation = NULL;
    }
    if (status == T2SED_OK)
        status = t2sed_roles_read(right, right + columns, example->right,
                                  example->schema, err);
    if (status == T2SED_OK)
        status = t2sed_schema_predictor_predict(&made, to->predictor,
                                                example->question,
                                                example->schema, &options, err);
    if (status == T2SED_OK && example->options.wrong) {
        status = t2sed_roles_read(given, given + columns,
                                  example->options.wrong, example->schema, err);
        if (status == T2SED_OK) {
            compare(to, WRONG, given, right, count);
            to->with_wrong++;
        }
    }
    if (status == T2SED_OK && !add_all(to, made, right, count))
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    if (status == T2SED_OK) {
        to->examples++;
        take_named(given, made, count);
        compare(to, NAMED, given, right, count);
        take_top(given, made);
        compare(to, TOP, given, right, count);
    }
    t2sed_schema_prediction_free(made);
    free(right);
    return status;
}

static void print_set(const measuring *of, const char *name, int set,
                      size_t count)
{
    if (count)
        print_to(stdout, "%-28s %9.1f %6.1f %6.1f\n", name,
                 100 * of->precision[set] / (double)count,
                 100 * of->recall[set] / (double)count,
                 100 * of->f1[set] / (double)count);
}

static t2sed_status print_all(const measuring *of, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    print_to(stdout, "%-10s %8s %7s %7s %8s\n", "role", "pairs", "used", "AUC",
             "log loss");
    for (size_t role = 0; role <= t2sed_role_count() && status == T2SED_OK;
         role++) {
        const scores *in = &of->roles[role];
        t2sed_items items = T2SED_ITEMS_INIT;
        double auc = 0;
        items.count = in->count;
        items.scores = in->at;
        items.labels = in->labels;
        if (in->count == 0)
            continue;
        status = t2sed_metrics_auc(&auc, &items, err);
        if (status == T2SED_OK)
            print_to(stdout, "%-10s %8zu %7zu %7.4f %8.4f\n",
                     role < t2sed_role_count() ? t2sed_role_name((int)role)
                                               : "table",
                     in->count, in->hits, auc, in->loss / (double)in->count);
    }
    print_to(stdout, "\n%zu questions\n%-28s %9s %6s %6s\n", of->examples,
             "items", "precision", "recall", "F1");
    print_set(of, "likeliest set", NAMED, of->examples);
    print_set(of, "top 4 tables, 5 columns each", TOP, of->examples);
    print_set(of, "those of the wrong query", WRONG, of->with_wrong);
    return status;
}

int cli_eval_schema(int argc, char **argv)
{
    const char *model = NULL;
    cli_database_options from = {0};
    bool is_schema, without_values = false;
    measuring to = {0};
    schema_sources sources;
    schema_counts counts = {0, 0};
    t2sed_schema_predictor *predictor = NULL;
    t2sed_error err;
    int operands = 0;
    const cli_option options[] = {
        {"schema-prediction", CLI_FLAG, &is_schema, NULL, "this model"},
        {"model", CLI_STRING, &model, "DIR", "the model (the shipped one)"},
        CLI_DATABASE_OPTIONS(from),
        {"without-values", CLI_FLAG, &without_values, NULL,
         "do not look into the databases"},
        {"question-alone", CLI_FLAG, &to.alone, NULL,
         "leave out feedback, wrong queries and earlier turns"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    int code = cli_read_options(&operands, argv, argc, options, usage);
    if (code >= 0)
        return code;
    if (operands == 0 || (!from.root && !from.file && !from.tables))
        return cli_usage_error("eval", "a FILE, and --db-root or --tables are "
                                       "needed");
    if (t2sed_schema_predictor_open(&predictor, model, &err) != T2SED_OK)
        return cli_fail(&err);
    to.predictor = predictor;
    code = schema_sources_open(&sources, &from) ? CLI_OK : CLI_FAILED;
    sources.without_values = without_values;
    for (int i = 1; i <= operands && code == CLI_OK; i++)
        code = schema_lines_visit(&sources, argv[i], measure, &to, &counts);
    if (code == CLI_OK && print_all(&to, &err) != T2SED_OK)
        code = cli_fail(&err);
    schema_sources_close(&sources);
    t2sed_schema_predictor_free(predictor);
    for (size_t role = 0; role <= t2sed_role_count(); role++) {
        free(to.roles[role].at);
        free(to.roles[role].labels);
    }
    return code == CLI_OK && counts.left_out ? CLI_BAD_INPUT : code;
}
