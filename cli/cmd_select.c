/* mixmi select: forward selection of columns with the most information about a target. */
#include "choice.h"

enum { USUAL = 10 };

static mixmi_status ask(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                        size_t count, const cli_args *args)
{
	return mixmi_select(out, table, target, columns, count, cli_args_count(args, "number", USUAL), args->options);
}

static int run(cli_args *args)
{
	return cli_choice_run(args, ask);
}

static const cli_flag flags[] = {
	CLI_CHOICE_FLAGS,
	{ "number", 'k', CLI_COUNT, "N", NULL, "choose at most N columns; default: 10" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi select penguins.csv --target species -k 3",
	  "The three columns with the most joint information about the species." },
	{ "mixmi select penguins.csv --target body_mass_g --test sc --csv",
	  "Columns for the mass, selected with test sc, as CSV." },
	{ NULL, NULL },
};

const cli_command cli_select = {
	.name = "select",
	.summary = "select the columns with the most information about a target",
	.synopsis = "[FILE...] --target COLUMN [-k N] [OPTIONS]",
	.description =
		"Forward selection: each step adds the column with the largest conditional mutual information with the target "
		"given those selected before, so columns that repeat others are skipped. It ends after -k columns, or when the "
		"test finds no further dependence. 'total' is the sum of the estimates so far.\n"
		"The first step estimates every column, later steps at most the 1000 with the largest estimates.",
	.groups = "model,estimator,kernel,test,graph,reading,parts,running",
	.without = "survival,max-pairs,only,shard,gather,estimator,neighbours,ksg-variant,metric,confidence,max-cond,"
			   "search,v-rule,latent,"
			   "latent-search,selection-bias,contemporaneous,direction-threshold,"
			   "stability,bootstrap",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.several = true,
	.run = run,
};
