/* mixmi blanket: the Markov blanket of a target, without learning the graph of all columns. */
#include "choice.h"

static mixmi_status ask(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                        size_t count, const cli_args *args)
{
	return mixmi_blanket(out, table, target, columns, count, args->options);
}

static int run(cli_args *args)
{
	return cli_choice_run(args, ask);
}

static const cli_flag flags[] = {
	CLI_CHOICE_FLAGS,
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi blanket penguins.csv --target species",
	  "Causes and effects of the species, and the other causes of its effects." },
	{ "mixmi blanket penguins.csv --target body_mass_g --exclude year --test sc --json",
	  "The same for the mass with test sc, with the set that separates each other column." },
	{ NULL, NULL },
};

const cli_command cli_blanket = {
	.name = "blanket",
	.summary = "find the Markov blanket of a target",
	.synopsis = "[FILE...] --target COLUMN [OPTIONS]",
	.description =
		"Finds the neighbours of the target in the causal graph, which are its causes and effects, and the other "
		"causes "
		"of its effects (spouses). Together they are its Markov blanket: given these columns, the target is "
		"independent "
		"of all others.\n"
		"The search is local and needs far fewer tests than a graph of all columns, so tables may have tens of "
		"thousands of columns. The column whose weakest dependence is strongest is added first (max-min, Tsamardinos "
		"et al. 2003); a column is removed if a set of up to two added columns (--max-cond) separates it from the "
		"target, and the set is shown. The search is repeated around each neighbour: a column that does not have the "
		"target as a neighbour is removed too, and a neighbour of a neighbour is a spouse if sets without that "
		"neighbour separate it from the target clearly better than the same sets with it. The dependence of a spouse "
		"itself, which is shown, may therefore not be significant. P-values are compared with a level that decreases "
		"with the number of rows (--alpha is the level at 1000 rows) and, in tests without a conditioning set, with "
		"the number of columns. With more than a hundred columns, the false discovery rate is also limited to five "
		"times --alpha. A remark explains each decision that differs from one by --alpha alone.\n"
		"With --checkpoint an interrupted search can be resumed.",
	.groups = "model,estimator,kernel,test,graph,reading,parts,running",
	.without =
		"survival,max-pairs,only,shard,gather,estimator,neighbours,ksg-variant,metric,confidence,search,v-rule,latent,"
		"latent-search,selection-bias,contemporaneous,direction-threshold,stability,"
		"bootstrap",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.several = true,
	.run = run,
};
