/* mixmi blanket: the columns next to a target in the graph of causes, without the graph of all. */
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
	  "Causes and effects of the species, and other causes of its effects." },
	{ "mixmi blanket penguins.csv --target body_mass_g --exclude year --test mdl --json",
	  "The same for the mass by description length, with the set that separated each other column." },
	{ NULL, NULL },
};

const cli_command cli_blanket = {
	.name = "blanket",
	.summary = "find the Markov blanket of a target",
	.synopsis = "[FILE] --target COLUMN [OPTIONS]",
	.description =
		"Finds the neighbours of a column in the graph of causes, which are its causes and effects, and the other "
		"causes "
		"of its effects (spouses). Together they are its Markov blanket: once these are known, no other column tells "
		"anything more about the target.\n"
		"The search is local and asks far fewer questions than the graph of all columns, so there may be tens of "
		"thousands of them. The column whose weakest dependence is clearest joins first (max-min, Tsamardinos et al. "
		"2003); "
		"a column goes when some set of up to two of those that have joined (--max-cond) separates it from the target, "
		"and "
		"the set is shown. The same search is made around each neighbour: what is not next to the target from there "
		"goes "
		"too, and what is next to the neighbour is a spouse if sets without the neighbour separate it from the target "
		"clearly better than the same sets with it. That is a matter of structure: the dependence of a spouse itself, "
		"which is "
		"shown, may be too weak to tell from chance. P-values are compared with a level that "
		"falls with the rows (--alpha is the level at 1000 rows) and, in tests given nothing, with the number of "
		"columns; with more than a hundred columns a false discovery rate of five times --alpha also holds. A remark "
		"says what decided wherever --alpha alone would have decided otherwise.\n"
		"With --checkpoint an interrupted search goes on where it was.",
	.groups = "model,estimator,kernel,test,graph,reading,running",
	.without = "max-pairs,only,shard,gather,estimator,neighbours,ksg-variant,metric,confidence,search,v-rule,latent,"
			   "latent-search,selection-bias,stability,"
			   "bootstrap",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.run = run,
};
