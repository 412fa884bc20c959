/* mixmi pairs: all pairs of columns, or all columns with targets, ranked by dependence. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "input.h"
#include "many.h"
#include "methods.h"
#include "output.h"
#include "ranks.h"
#include "report.h"

/* Sort key of a pair. */
typedef struct rank {
	size_t question;
	bool answered;     /* pairs without an answer come last */
	double value;      /* ascending */
	const char *x, *y; /* for ties */
} rank;

/* The columns of the pairs. */
typedef struct choice {
	size_t *columns, count;
	size_t *targets, target_count;
	size_t *given, given_count;
} choice;

/* ------------------------------------------------------------------------------------------- questions */

static bool holds(const size_t *set, size_t count, size_t column)
{
	for (size_t i = 0; i < count; i++)
		if (set[i] == column)
			return true;
	return false;
}

static int select_list(size_t **columns, size_t *count, const cli_many *many, const char *flag)
{
	const char *list = cli_args_value(many->args, flag), *command = many->args->command->name;
	if (list == NULL)
		return CLI_OK;
	int code = cli_args_need(&list, many->args, flag);
	if (code != CLI_OK)
		return code;
	mixmi_status status = mixmi_table_select(columns, count, many->table, list);
	if (status != MIXMI_OK)
		return cli_input_fail(many->args, status);
	for (size_t i = 1; i < *count; i++)
		if (holds(*columns, i, (*columns)[i]))
			return cli_fail_usage(command, "%s%s names '%s' twice", flag[1] == '\0' ? "-" : "--", flag,
			                      many->names[(*columns)[i]]);
	return CLI_OK;
}

static int choose(choice *c, const cli_many *many)
{
	int code = cli_columns_choose(&c->columns, &c->count, many->args, many->table);
	if (code == CLI_OK)
		code = select_list(&c->targets, &c->target_count, many, "target");
	if (code == CLI_OK)
		code = select_list(&c->given, &c->given_count, many, "z");
	for (size_t i = 0; code == CLI_OK && i < c->target_count; i++)
		if (holds(c->given, c->given_count, c->targets[i]))
			code = cli_fail_usage("pairs", "'%s' is in both --target and -z", many->names[c->targets[i]]);
	return code;
}

static void clear_choice(choice *c)
{
	free(c->columns);
	mixmi_free(c->targets);
	mixmi_free(c->given);
}

/* Removes the columns of Z, which are in no pair. */
static void drop_given(choice *c)
{
	size_t kept = 0;
	for (size_t i = 0; i < c->count; i++)
		if (!holds(c->given, c->given_count, c->columns[i]))
			c->columns[kept++] = c->columns[i];
	c->count = kept;
}

static int ask(cli_many *many, choice *c)
{
	drop_given(c);
	cli_ranks_share(many->args->options);
	const mixmi_pair_set pairs = { c->columns, c->count, c->targets, c->target_count, c->given, c->given_count };
	int code = cli_many_settle(many, mixmi_pairs(&many->answers, many->table, &pairs, many->args->options));
	cli_ranks_done(code);
	if (code != CLI_OK || many->count > 0)
		return code;
	return cli_fail(CLI_DATA, "no pairs: at least two columns are needed, and %zu %s left", c->count,
	                c->count == 1 ? "is" : "are");
}

/* --------------------------------------------------------------------------------------------- ranking */

/* A test without estimates ranks by p-value. */
static const char *sort_key(const cli_many *many, const char *sort)
{
	bool by_estimate = cli_word_in("estimate,corrected,strength", sort);
	bool has_p = cli_methods_chosen(many->args)->has_p;
	return by_estimate && has_p && !cli_many_estimates(many) ? "p" : sort;
}

/* NaN, the value of an undecided question in some tests, comes after every number. */
static double last_if_nan(double value)
{
	return isnan(value) ? INFINITY : value;
}

static int compare_ranks(const void *left, const void *right)
{
	const rank *a = left, *b = right;
	if (a->answered != b->answered)
		return a->answered ? -1 : 1;
	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	int names = strcmp(a->x, b->x);
	return names != 0 ? names : strcmp(a->y, b->y);
}

static rank rank_of(const cli_many *many, size_t i, const char *sort)
{
	const mixmi_answer found = cli_many_answer(many, i), *a = &found;
	const mixmi_question q = cli_many_question(many, i);
	bool by_name = strcmp(sort, "name") == 0, answered = by_name || a->status == MIXMI_OK;
	double value = 0;
	if (answered && strcmp(sort, "estimate") == 0)
		value = last_if_nan(-a->estimate);
	else if (answered && strcmp(sort, "corrected") == 0)
		value = last_if_nan(-a->corrected);
	else if (answered && strcmp(sort, "strength") == 0)
		value = last_if_nan(-a->strength);
	else if (answered && strcmp(sort, "p") == 0)
		value = last_if_nan(a->p);
	return (rank){ i, answered, value, many->names[*q.x], many->names[*q.y] };
}

/* Sorts, and keeps the first --top. */
static int rank_pairs(cli_many *many, const char *sort)
{
	size_t top = cli_args_count(many->args, "top", many->count);
	many->shown = top < many->count ? top : many->count;
	if (strcmp(sort, "file") == 0)
		return CLI_OK;
	rank *ranks = calloc(many->count, sizeof *ranks);
	if (ranks == NULL)
		return cli_fail_memory();
	for (size_t i = 0; i < many->count; i++)
		ranks[i] = rank_of(many, i, sort);
	qsort(ranks, many->count, sizeof *ranks, compare_ranks);
	for (size_t i = 0; i < many->count; i++)
		many->order[i] = ranks[i].question;
	free(ranks);
	return CLI_OK;
}

/* -------------------------------------------------------------------------------------------- printing */

static int print_text(const cli_many *many, const choice *c, FILE *stream)
{
	cli_text line = { 0 };
	if (many->shown < many->count)
		cli_text_addf(&line, "the first %zu of ", many->shown);
	cli_text_addf(&line, "%zu pair%s of columns", many->count, many->count == 1 ? "" : "s");
	for (size_t i = 0; i < c->given_count; i++) {
		cli_text_add(&line, i == 0 ? " given " : ", ");
		cli_text_add_shown(&line, many->names[c->given[i]]);
	}
	cli_many_add_facts(&line, many);
	if (line.failed)
		return cli_fail_memory();
	fprintf(stream, "%s\n\n", line.bytes);
	cli_text_clear(&line);
	return cli_many_print_table(many, true, stream);
}

static int print_json(const cli_many *many, const choice *c, const char *sort, FILE *stream)
{
	cli_json json;
	cli_many_json_begin(&json, many);
	cli_json_put(&json, json.root, "target", cli_many_names_json(&json, many, c->targets, c->target_count));
	cli_json_put(&json, json.root, "z", cli_many_names_json(&json, many, c->given, c->given_count));
	cli_json_put(&json, json.root, "sort", json_string(sort));
	cli_json_put(&json, json.root, "pairs", cli_json_count(many->count));
	cli_many_json_end(&json, many);
	return cli_json_print(&json, stream);
}

static int print(const cli_many *many, const choice *c, const char *sort)
{
	cli_output output = { 0 };
	int code = cli_output_open(&output, cli_args_value(many->args, "output"));
	if (code == CLI_OK && cli_args_value(many->args, "csv") != NULL)
		code = cli_many_print_csv(many, output.stream);
	else if (code == CLI_OK)
		code = cli_args_value(many->args, "json") != NULL ? print_json(many, c, sort, output.stream)
		                                                  : print_text(many, c, output.stream);
	if (code == CLI_OK)
		code = cli_output_close(&output);
	cli_output_abandon(&output);
	return code;
}

/* ------------------------------------------------------------------------------------------------- run */

static int check(const cli_args *args, const char *sort)
{
	const mixmi_method *test = cli_methods_chosen(args);
	if (strcmp(sort, "p") == 0 && !test->has_p)
		return cli_fail_usage("pairs", "--sort p needs p-values, which the test %s does not give", test->name);
	int code = cli_many_check(args);
	if (code == CLI_OK)
		code = cli_output_check(cli_args_value(args, "output"));
	return code == CLI_OK ? cli_output_check_plot(args) : code;
}

static int plot(const cli_many *many)
{
	const char *path = cli_args_value(many->args, "plot");
	if (path == NULL)
		return CLI_OK;
	mixmi_status status = mixmi_answers_plot(many->answers, many->table, many->args->options, path);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("pairs", NULL, status);
}

static int rank_and_print(cli_many *many, const choice *c, const char *sort)
{
	sort = sort_key(many, sort);
	int code = rank_pairs(many, sort);
	if (code == CLI_OK)
		code = cli_many_profile(many);
	if (code != CLI_OK)
		return code;
	cli_many_remark(many);
	code = plot(many);
	return code == CLI_OK ? print(many, c, sort) : code;
}

static int run(cli_args *args)
{
	cli_many many = { .args = args };
	choice c = { 0 };
	const char *typed = cli_args_value(args, "sort"), *sort = typed == NULL ? "estimate" : typed;
	const char *const further[] = { cli_args_value(args, "target"), cli_args_value(args, "z") };
	int code = cli_ranks_agree(check(args, sort));
	if (code == CLI_OK)
		code = cli_columns_read(&many.table, args, further);
	if (code == CLI_OK)
		code = cli_many_names(&many);
	if (code == CLI_OK)
		code = choose(&c, &many);
	code = cli_ranks_agree(code);
	if (code == CLI_OK)
		code = ask(&many, &c);
	if (code == CLI_OK && cli_ranks_first())
		code = rank_and_print(&many, &c, sort);
	cli_many_clear(&many);
	clear_choice(&c);
	return code;
}

static const cli_flag flags[] = {
	{ "target", 't', CLI_COLUMNS, "COLUMNS", NULL, "only pairs of one of these columns with another column" },
	{ "z", 'z', CLI_COLUMNS, "COLUMNS", NULL, "the conditioning set of every pair" },
	{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "use only these columns" },
	{ "exclude", 0, CLI_COLUMNS, "COLUMNS", NULL, "leave these columns out" },
	{ "sort", 0, CLI_CHOICE, "KEY", "estimate,strength,p,corrected,name,file",
	  "sort by estimate (largest first, the default), strength, corrected, p (smallest first, also for tests without "
	  "estimates), name, or file (order of the columns in the file)" },
	{ "top", 0, CLI_COUNT, "N", NULL, "print only the first N pairs" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one pair per line, instead of a table" },
	{ "plot", 0, CLI_FILE, "FILE", NULL,
	  "draw a heat map of the strengths to FILE (.svg, .png, .pdf), with dependent columns next to each other" },
	{ "adjust", 0, CLI_OPTIONAL, "[bh]", "bh",
	  "adjust p-values for the number of pairs (Benjamini-Hochberg) and decide by the adjusted ones" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi pairs penguins.csv", "Every pair of columns, the strongest first." },
	{ "mixmi pairs penguins.csv --target species --adjust --alpha 0.05",
	  "Columns by their information about the species, with adjusted p-values." },
	{ "mixmi pairs penguins.csv --target body_mass_g -z species --test sc --top 3 --csv",
	  "The three columns with the most information about the mass given the species, as CSV." },
	{ "mixmi pairs penguins.csv --plot heatmap.svg", "Also a heat map of the strengths." },
	{ NULL, NULL },
};

const cli_command cli_pairs = {
	.name = "pairs",
	.summary = "rank pairs of columns, or columns against a target",
	.synopsis = "[FILE] [--target COLUMNS] [-z COLUMNS] [OPTIONS]",
	.description =
		"Tests every pair of columns, or every column against each target, and ranks them by the estimated mutual "
		"information, given the columns of -z if there are any. The strength is the "
		"estimate on a scale from 0 to 1, for columns of all types: |r| of a Gaussian pair with the same mutual "
		"information. For dependent pairs, sign is Spearman's rank correlation given Z, and shape describes how y "
		"changes with x, or x with y if only that has a simple shape.\n"
		"If the chosen test gives p-values, --adjust controls the false discovery rate over all pairs. See "
		"'mixmi test --help' for the tests.\n"
		"A column with one value carries no information: the estimates of its pairs are 0. A pair with fewer than two "
		"complete rows has a remark instead of an answer, and comes last.\n"
		"Rows with a missing value are left out only of the pairs of that column, so different pairs may use different "
		"rows.",
	.groups = "model,estimator,kernel,test,reading,showing,running",
	.without = "only,estimator,neighbours,ksg-variant,metric",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.shares = true,
	.run = run,
};
