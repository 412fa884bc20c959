/* mixmi effect: the effect of setting a treatment on an outcome. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "effect_json.h"
#include "effect_text.h"
#include "input.h"
#include "json.h"
#include "output.h"
#include "report.h"
#include "text.h"

typedef struct job {
	cli_args *args;
	const char *path; /* of the graph; NULL: none */
	mixmi_graph *graph;
	mixmi_table *table;
	mixmi_effect *effect;
	mixmi_effect_info info;
	int32_t unit; /* mixmi_unit of the treatment */
} job;

/* ------------------------------------------------------------------------------------------------------- asking */

static bool is_randomised(const job *j)
{
	return strcmp(mixmi_options_get(j->args->options, "randomised"), "yes") == 0;
}

static int need_column(size_t *out, const job *j, const char *flag)
{
	const char *name;
	int code = cli_args_need(&name, j->args, flag);
	mixmi_status status = code == CLI_OK ? mixmi_table_find(out, j->table, name) : MIXMI_OK;
	return status == MIXMI_OK ? code : cli_input_fail(j->args, status);
}

/* The columns of --adjust; an empty text is the empty set. */
static int take_set(size_t **set, size_t *count, const job *j)
{
	const char *list = cli_args_value(j->args, "adjust");
	*set = NULL;
	*count = 0;
	if (list == NULL || *list == '\0')
		return CLI_OK;
	mixmi_status status = mixmi_table_select(set, count, j->table, list);
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(j->args, status);
}

/* The node with the name of a column. */
static mixmi_status node_of(size_t *out, const job *j, size_t column)
{
	const char *name = cli_columns_name(j->table, column), *node;
	for (size_t i = 0; (node = mixmi_graph_node(j->graph, i, NULL)) != NULL; i++)
		if (strcmp(node, name) == 0) {
			*out = i;
			return MIXMI_OK;
		}
	cli_text text = { 0 };
	cli_text_add(&text, "the graph has no node '");
	cli_text_add_shown(&text, name);
	cli_text_add(&text, "'");
	mixmi_error_set(text.failed ? "out of memory" : text.bytes);
	cli_text_clear(&text);
	return text.failed ? MIXMI_ERROR_MEMORY : MIXMI_ERROR_DATA;
}

/* Refuses a set of --adjust that the graph does not allow. */
static int check_set(const job *j, size_t x, size_t y, const size_t *set, size_t count)
{
	bool allowed = false;
	size_t ends[2] = { 0 }, *nodes = calloc(count + 1, sizeof *nodes);
	if (nodes == NULL)
		return cli_fail_memory();
	mixmi_status status = node_of(&ends[0], j, x);
	if (status == MIXMI_OK)
		status = node_of(&ends[1], j, y);
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = node_of(&nodes[i], j, set[i]);
	if (status == MIXMI_OK)
		status = mixmi_graph_adjusts(&allowed, j->graph, ends[0], ends[1], nodes, count, j->args->options);
	free(nodes);
	if (status != MIXMI_OK)
		return cli_input_fail_graph(j->args, j->path, status);
	return allowed
	           ? CLI_OK
	           : cli_fail_usage("effect", "--adjust: not an adjustment set in %s: %s", j->path, mixmi_error_message());
}

static int ask(job *j, size_t x, size_t y, const size_t *set, size_t count)
{
	const char *reference = cli_args_value(j->args, "reference");
	mixmi_status status;
	if (cli_args_value(j->args, "adjust") != NULL || j->path == NULL)
		status = mixmi_effect_adjusted(&j->effect, j->table, x, y, set, count, reference, j->args->options);
	else
		status = mixmi_graph_effect(&j->effect, j->table, j->graph, x, y, cli_args_count(j->args, "number", 20),
		                            reference, j->args->options);
	if (status != MIXMI_OK)
		return cli_input_fail_graph(j->args, j->path, status);
	mixmi_effect_describe(&j->info, sizeof j->info, j->effect);
	mixmi_column column;
	status = mixmi_table_column(&column, sizeof column, j->table, j->info.x, NULL);
	j->unit = column.unit;
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(j->args, status);
}

/* With --adjust only the columns of the question are read, which keeps remarks about others out. */
static int read_table(job *j)
{
	const char *set = cli_args_value(j->args, "adjust");
	if (set == NULL || cli_args_value(j->args, "x") == NULL || cli_args_value(j->args, "y") == NULL)
		return cli_input_table(&j->table, j->args, NULL);
	cli_text only = { 0 };
	cli_text_add(&only, cli_args_value(j->args, "x"));
	cli_text_add(&only, ",");
	cli_text_add(&only, cli_args_value(j->args, "y"));
	cli_text_add(&only, *set != '\0' ? "," : "");
	cli_text_add(&only, set);
	int code = only.failed ? cli_fail_memory() : cli_input_table(&j->table, j->args, only.bytes);
	cli_text_clear(&only);
	return code;
}

static int answer(void *context)
{
	job *j = context;
	size_t x = 0, y = 0, count = 0, *set = NULL;
	mixmi_status status = j->path != NULL ? mixmi_graph_read(&j->graph, j->path) : MIXMI_OK;
	int code = status == MIXMI_OK ? CLI_OK : cli_fail_library("effect", NULL, status);
	if (code == CLI_OK && cli_args_value(j->args, "latent") != NULL)
		(void)mixmi_options_set(j->args->options, "latent", "yes"); /* can fail only for lack of memory, and then
		                                                             * changes nothing */
	if (code == CLI_OK)
		code = read_table(j);
	if (code == CLI_OK)
		code = need_column(&x, j, "x");
	if (code == CLI_OK)
		code = need_column(&y, j, "y");
	if (code == CLI_OK)
		code = take_set(&set, &count, j);
	if (code == CLI_OK && j->path != NULL && cli_args_value(j->args, "adjust") != NULL)
		code = check_set(j, x, y, set, count);
	if (code == CLI_OK)
		code = ask(j, x, y, set, count);
	mixmi_free(set);
	return code;
}

/* ------------------------------------------------------------------------------------------------------ printing */

static int print_text(const void *context, FILE *stream)
{
	const job *j = context;
	const cli_effect_shown effect = { j->table, j->effect, &j->info, j->unit };
	return cli_effect_print(&effect, stream);
}

static int print_json(const void *context, FILE *stream)
{
	const job *j = context;
	cli_json json;
	cli_json_begin(&json, j->args, NULL);
	cli_json_put(&json, json.root, "graph", j->path != NULL ? cli_json_text(j->path) : json_null());
	cli_effect_json(&json, json.root, j->effect, j->table, j->args->options);
	cli_json_notes(&json, "remarks", j->table);
	return cli_json_print(&json, stream);
}

/* -------------------------------------------------------------------------------------------------------- the run */

static int check_flags(const job *j)
{
	if (j->path == NULL && cli_args_value(j->args, "adjust") == NULL && !is_randomised(j))
		return cli_fail_usage("effect", "--graph or --adjust is needed; --randomised if the treatment was assigned at "
		                                "random");
	if (j->path != NULL && strcmp(j->path, "-") == 0 && strcmp(cli_input_name(j->args), "-") == 0)
		return cli_fail_usage("effect", "the graph and the table cannot both come from standard input");
	return CLI_OK;
}

/* Draws a picture if requested. */
static int draw(const job *j)
{
	const char *path = cli_args_value(j->args, "plot");
	mixmi_status status = path != NULL ? mixmi_effect_plot(j->effect, j->table, j->args->options, path) : MIXMI_OK;
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("effect", NULL, status);
}

static int run(cli_args *args)
{
	static const cli_steps steps = { answer, print_text, print_json };
	job j = { .args = args, .path = cli_args_value(args, "graph") };
	int code = check_flags(&j);
	if (code == CLI_OK)
		code = cli_output_check_plot(args);
	if (code == CLI_OK)
		code = cli_output_run(args, &steps, &j);
	if (code == CLI_OK)
		code = draw(&j);
	mixmi_effect_free(j.effect);
	mixmi_graph_free(j.graph);
	mixmi_table_free(j.table);
	return code;
}

static const cli_flag flags[] = {
	{ "x", 'x', CLI_COLUMNS, "COLUMN", NULL, "the treatment" },
	{ "y", 'y', CLI_COLUMNS, "COLUMN", NULL, "the outcome" },
	{ "graph", 'g', CLI_FILE, "FILE", NULL, "use the adjustment set of this graph" },
	{ "adjust", 0, CLI_COLUMNS, "COLUMNS", NULL,
	  "adjust for these columns; '' for none; with --graph, only if it allows that" },
	{ "reference", 0, CLI_WORDS, "VALUE", NULL,
	  "compare the others with this value; default: the first level, the most frequent dose, or the "
	  "median of other numbers" },
	{ "latent", 0, CLI_SWITCH, NULL, NULL,
	  "there may be unmeasured common causes; a graph of arrows alone is a MAG, not a DAG" },
	{ "number", 'k', CLI_COUNT, "N", NULL, "estimate for at most N sets of parents in a CPDAG; default: 20" },
	{ "plot", 0, CLI_FILE, "FILE", NULL, "draw the means with their intervals to FILE (.svg, .png, .pdf)" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi effect penguins.csv -x sex -y body_mass_g --adjust species",
	  "How much heavier are males of the same species?" },
	{ "printf 'sex -> flipper_length_mm\\nsex -> body_mass_g\\nflipper_length_mm -> body_mass_g\\n' | mixmi effect "
	  "penguins.csv --graph - -x flipper_length_mm -y body_mass_g",
	  "A curve for a numeric treatment, adjusted according to the graph." },
	{ "mixmi effect penguins.csv -x sex -y body_mass_g --adjust species --population treated",
	  "The same difference for the males, as if they were females." },
	{ NULL, NULL },
};

const cli_command cli_effect = {
	.name = "effect",
	.summary = "estimate the effect of one column on another",
	.synopsis = "[FILE] --graph FILE -x COLUMN -y COLUMN [OPTIONS]",
	.description =
		"Estimates the effect of the treatment (-x) on the outcome (-y): the mean of the outcome, or the risk of each "
		"of its labels, if the treatment were set to each of its values, standardised over the adjustment set. This is "
		"the optimal set of the graph, or a minimal one if there is no optimal one (see 'mixmi adjust'); --adjust "
		"names the columns instead. Nodes that are not columns are unmeasured.\n"
		"A treatment with labels or two numbers has levels: their means are estimated by cross-fitted augmented "
		"inverse probability weighting, which is consistent if either the regression of the outcome or the "
		"model of the treatment is correct. Other numbers give a curve and a slope: the g-formula with a regression on "
		"the treatment, the columns adjusted for and the prediction of the treatment from them; at most 10 numbers are "
		"doses, each with its mean. Intervals are pointwise; those in JSON named band are simultaneous. --population "
		"says whom the effect is about. A value that fewer than half of the rows could have had, or that a label of "
		"the columns adjusted for excludes, has no support and no mean; where 5% or more could not have had it, the "
		"output says which rows these are, and the difference among rows that could have had any level. A small number "
		"of effective rows means that few rows determine the mean.\n"
		"Rows without an outcome take part by weighting. --cluster and --time name rows that depend on each other: "
		"they "
		"stay together in cross-fitting, and intervals allow for them. With --survival the outcomes are the mean time "
		"up to --horizon and the risk by then; censoring may depend on the treatment. With --randomised nothing needs "
		"to be adjusted for.\n"
		"Each mean is shown next to the one without adjustment, and with the strength that an unmeasured common cause "
		"would need to bring the difference to 0. 'mixmi test' asks whether anything about the outcome depends on the "
		"treatment in some part of the rows; the test here asks whether the means over all of them differ.\n"
		"If a CPDAG does not identify the effect, there is one estimate for each possible set of parents of the "
		"treatment (IDA, Maathuis et al. 2009), and the range of these.\n"
		"The means are causal effects if the graph is right and no confounder is unmeasured, which data alone cannot "
		"show. 'mixmi check' tests the parts of the graph that can be tested.",
	.groups = "estimator,test,effect,reading,showing,running",
	.without = "max-pairs,only,estimator,neighbours,ksg-variant,metric,miic-bins,bias,alpha,test,permutations,tail,"
			   "within,lags,threads",
	.flags = flags,
	.examples = examples,
	.run = run,
};
