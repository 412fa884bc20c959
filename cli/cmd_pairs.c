/* mixmi pairs: all pairs of columns, or all columns with targets, ranked by dependence. */
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "csv.h"
#include "input.h"
#include "many.h"
#include "methods.h"
#include "output.h"
#include "ranks.h"
#include "report.h"

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

/* -------------------------------------------------------------------------------------------- ranking */

/* A test without estimates ranks by p-value. */
static const char *sort_key(const cli_many *many, const char *sort)
{
	bool by_estimate = cli_word_in("estimate,corrected,strength", sort);
	bool has_p = cli_methods_chosen(many->args)->has_p;
	return by_estimate && has_p && !cli_many_estimates(many) ? "p" : sort;
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
	int code = cli_many_sort(many, sort);
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
	const char *typed = cli_args_value(args, "sort"), *sort = typed == NULL ? "evidence" : typed;
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
	{ "sort", 0, CLI_CHOICE, "KEY", CLI_MANY_SORT,
	  "sort by evidence (the default: detected dependences by the lower end of the interval, then the others by p), "
	  "estimate, strength, corrected (largest first), p, name, or file (order of the columns in the file)" },
	{ "top", 0, CLI_COUNT, "N", NULL, "print only the first N pairs" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one pair per line, instead of a table" },
	CLI_CSV_SAFE,
	{ "plot", 0, CLI_FILE, "FILE", NULL,
	  "draw a heat map of the strengths to FILE (.svg, .png, .pdf), with dependent columns next to each other" },
	{ "adjust", 0, CLI_OPTIONAL, "[HOW]", "bh,holm",
	  "decide by p adjusted for many pairs: bh (Benjamini-Hochberg) or holm" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi pairs penguins.csv", "Every pair of columns, those with the most evidence first." },
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
	.synopsis = "[FILE...] [--target COLUMNS] [-z COLUMNS] [OPTIONS]",
	.description =
		"Tests every pair of columns, or every column against each target, given the columns of -z if there are any, "
		"and "
		"ranks them by evidence: pairs with a detected dependence by the lower end of the interval of their mutual "
		"information, then, below a line, the others by p. The strength is the "
		"estimate on a scale from 0 to 1, for columns of all types: |r| of a Gaussian pair with the same mutual "
		"information. For dependent pairs, sign is the correlation of normal scores given Z, size the difference or "
		"slope in the units of the data, and shape describes how y changes with x, or x with y if only that has a "
		"simple shape.\n"
		"If the chosen test gives p-values, they are also shown adjusted for the number of pairs, which controls the "
		"family-wise error rate (Holm) or the false discovery rate (Benjamini-Hochberg); --adjust decides by them. See "
		"'mixmi test --help' for the tests.\n"
		"A column with one value carries no information: the estimates of its pairs are 0. A pair with fewer than two "
		"complete rows has a remark instead of an answer, and comes last.\n"
		"Rows with a missing value are left out only of the pairs of that column, so different pairs may use different "
		"rows.",
	.groups = "model,estimator,kernel,test,reading,showing,parts,running",
	.without = "only,estimator,neighbours,ksg-variant,metric",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.shares = true,
	.several = true,
	.run = run,
};
