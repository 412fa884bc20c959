/* mixmi adjust: adjustment sets, from a graph alone. */
#include <stdlib.h>
#include <string.h>

#include "effect_json.h"
#include "json.h"
#include "output.h"
#include "report.h"
#include "text.h"

typedef struct job {
	const cli_args *args;
	mixmi_graph *graph;
	size_t x, y;
	size_t *unmeasured;
	size_t unmeasured_count;
	mixmi_adjustment *found;
	mixmi_adjustment_info info;
} job;

static const char *name_of(const job *j, size_t node)
{
	const char *name = mixmi_graph_node(j->graph, node, NULL);
	return name != NULL ? name : "";
}

/* ------------------------------------------------------------------------------------------------------- nodes */

/* The node whose name consists of these bytes. */
static int find_node(size_t *out, const job *j, const char *name, size_t length)
{
	const char *node;
	cli_text typed = { 0 };
	cli_text_add_bytes(&typed, name, length);
	if (typed.failed)
		return cli_fail_memory();
	const char *wanted = typed.bytes != NULL ? typed.bytes : "";
	cli_nearest nearest = { wanted, NULL, 0 };
	int code = CLI_USAGE;
	for (size_t i = 0; code != CLI_OK && (node = mixmi_graph_node(j->graph, i, NULL)) != NULL; i++) {
		cli_nearest_try(&nearest, node);
		if (strcmp(node, wanted) == 0) {
			*out = i;
			code = CLI_OK;
		}
	}
	if (code != CLI_OK && nearest.name != NULL)
		code = cli_fail_usage("adjust", "the graph has no node '%s'; did you mean '%s'?", wanted, nearest.name);
	else if (code != CLI_OK)
		code = cli_fail_usage("adjust", "the graph has no node '%s'", wanted);
	cli_text_clear(&typed);
	return code;
}

static int need_node(size_t *out, const job *j, const char *flag)
{
	const char *name = cli_args_value(j->args, flag);
	if (name == NULL)
		return cli_fail_usage("adjust", "-%s is needed", flag);
	return find_node(out, j, name, strlen(name));
}

/* The nodes of --unmeasured: a comma-separated list. */
static int take_unmeasured(job *j)
{
	const char *list = cli_args_value(j->args, "unmeasured");
	int code = CLI_OK;
	if (list == NULL)
		return CLI_OK;
	j->unmeasured = calloc(strlen(list) + 1, sizeof *j->unmeasured);
	if (j->unmeasured == NULL)
		return cli_fail_memory();
	while (code == CLI_OK && *list != '\0') {
		size_t length = strcspn(list, ",");
		code = find_node(&j->unmeasured[j->unmeasured_count++], j, list, length);
		list += length + (list[length] == ',');
	}
	return code;
}

static int answer(void *context)
{
	job *j = context;
	size_t most = cli_args_count(j->args, "number", 20);
	mixmi_status status = mixmi_graph_read(&j->graph, j->args->operand != NULL ? j->args->operand : "-");
	int code = status == MIXMI_OK ? CLI_OK : cli_fail_library("adjust", NULL, status);
	if (code == CLI_OK && cli_args_value(j->args, "latent") != NULL)
		(void)mixmi_options_set(j->args->options, "latent", "yes"); /* can fail only for lack of memory, and then
		                                                             * changes nothing */
	if (code == CLI_OK)
		code = need_node(&j->x, j, "x");
	if (code == CLI_OK)
		code = need_node(&j->y, j, "y");
	if (code == CLI_OK)
		code = take_unmeasured(j);
	if (code != CLI_OK)
		return code;
	status =
		mixmi_graph_adjust(&j->found, j->graph, j->x, j->y, j->unmeasured, j->unmeasured_count, most, j->args->options);
	if (status != MIXMI_OK)
		return cli_fail_library("adjust",
		                        status != MIXMI_ERROR_DATA ? NULL
		                        : j->args->operand != NULL ? j->args->operand
		                                                   : "standard input",
		                        status);
	mixmi_adjustment_describe(&j->info, sizeof j->info, j->found);
	return CLI_OK;
}

/* ---------------------------------------------------------------------------------------------------------- text */

/* "a, b", or "(nothing)", starting with node number `first`. */
static void add_set(cli_text *text, const job *j, mixmi_set_kind kind, size_t index, size_t first)
{
	const size_t *nodes;
	size_t count;
	(void)mixmi_adjustment_set(&nodes, &count, j->found, kind, index); /* callers pass valid indices */
	if (count == first)
		cli_text_add(text, "(nothing)");
	for (size_t i = first; i < count; i++) {
		cli_text_add(text, i > first ? ", " : "");
		cli_text_add_shown(text, name_of(j, nodes[i]));
	}
}

static void add_sets(cli_text *text, const job *j, mixmi_set_kind kind, const char *label)
{
	for (size_t i = 0; i < j->info.sets[kind]; i++) {
		cli_text_addf(text, "%-16s", i == 0 ? label : "");
		add_set(text, j, kind, i, 0);
		cli_text_add(text, "\n");
	}
}

static void add_instruments(cli_text *text, const job *j)
{
	const size_t *nodes;
	size_t count;
	for (size_t i = 0; i < j->info.sets[MIXMI_SET_INSTRUMENT]; i++) {
		(void)mixmi_adjustment_set(&nodes, &count, j->found, MIXMI_SET_INSTRUMENT, i);
		cli_text_addf(text, "%-16s", i == 0 ? "instruments" : "");
		cli_text_add_shown(text, name_of(j, nodes[0]));
		if (count > 1) {
			cli_text_add(text, " given ");
			add_set(text, j, MIXMI_SET_INSTRUMENT, i, 1);
		}
		cli_text_add(text, "\n");
	}
}

static const char *kind_shown(const char *kind)
{
	return strcmp(kind, "dag") == 0     ? "DAG"
	       : strcmp(kind, "cpdag") == 0 ? "CPDAG"
	       : strcmp(kind, "mag") == 0   ? "MAG"
	                                    : "PAG";
}

static int print_text(const void *context, FILE *stream)
{
	const job *j = context;
	const mixmi_adjustment_info *info = &j->info;
	cli_text text = { 0 };
	cli_text_add_shown(&text, name_of(j, j->x));
	cli_text_add(&text, " -> ");
	cli_text_add_shown(&text, name_of(j, j->y));
	cli_text_addf(&text, " in the %s: %s\n", kind_shown(info->kind),
	              !info->affects && info->possible > 0
	                  ? "no effect if possible arrows are right: there is no directed path from treatment to outcome"
	              : !info->affects   ? "no effect: there is no directed path from treatment to outcome"
	              : info->identified ? "the effect is identified by adjustment"
	                                 : "the effect is not identified by adjustment");
	if (info->possible > 0)
		cli_text_addf(&text, CLI_RESTS_ON, info->rests_on);
	if (!info->identified)
		cli_text_addf(&text, "No set can be adjusted for: %s.\n", info->reason);
	cli_text_add(&text, info->identified || info->sets[MIXMI_SET_INSTRUMENT] + info->sets[MIXMI_SET_FRONT_DOOR] +
	                                                info->sets[MIXMI_SET_PARENTS] >
	                                            1
	                        ? "\n"
	                        : "");
	add_sets(&text, j, MIXMI_SET_OPTIMAL, "optimal set");
	add_sets(&text, j, MIXMI_SET_MINIMAL, "minimal sets");
	if (info->more)
		cli_text_addf(&text, "%-16s... (-k for more)\n", "");
	add_sets(&text, j, MIXMI_SET_LARGEST, "largest set");
	add_instruments(&text, j);
	add_sets(&text, j, MIXMI_SET_FRONT_DOOR, "front door");
	if (!info->identified && strcmp(info->kind, "cpdag") == 0)
		add_sets(&text, j, MIXMI_SET_PARENTS, "parents in DAGs");
	int code = text.failed ? cli_fail_memory() : CLI_OK;
	if (code == CLI_OK)
		fputs(text.bytes, stream);
	cli_text_clear(&text);
	return code;
}

/* ---------------------------------------------------------------------------------------------------------- JSON */

static json_t *names_json(cli_json *json, const job *j, const size_t *nodes, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		cli_json_push(json, array, cli_json_text(name_of(j, nodes[i])));
	return array;
}

static json_t *set_json(cli_json *json, const job *j, mixmi_set_kind kind, size_t index)
{
	const size_t *nodes;
	size_t count;
	return mixmi_adjustment_set(&nodes, &count, j->found, kind, index) == MIXMI_OK ? names_json(json, j, nodes, count)
	                                                                               : json_null();
}

static void put_sets(cli_json *json, const job *j)
{
	json_t *minimal = json_array(), *instruments = json_array(), *parents = json_array();
	const size_t *nodes;
	size_t count;
	for (size_t i = 0; i < j->info.sets[MIXMI_SET_MINIMAL]; i++)
		cli_json_push(json, minimal, set_json(json, j, MIXMI_SET_MINIMAL, i));
	for (size_t i = 0; i < j->info.sets[MIXMI_SET_INSTRUMENT]; i++) {
		json_t *object = json_object();
		(void)mixmi_adjustment_set(&nodes, &count, j->found, MIXMI_SET_INSTRUMENT, i);
		cli_json_put(json, object, "instrument", cli_json_text(name_of(j, nodes[0])));
		cli_json_put(json, object, "given", names_json(json, j, nodes + 1, count - 1));
		cli_json_push(json, instruments, object);
	}
	for (size_t i = 0; i < j->info.sets[MIXMI_SET_PARENTS]; i++)
		cli_json_push(json, parents, set_json(json, j, MIXMI_SET_PARENTS, i));
	cli_json_put(json, json->root, "minimal", minimal);
	cli_json_put(json, json->root, "more", json_boolean(j->info.more));
	cli_json_put(json, json->root, "optimal", set_json(json, j, MIXMI_SET_OPTIMAL, 0));
	cli_json_put(json, json->root, "largest", set_json(json, j, MIXMI_SET_LARGEST, 0));
	cli_json_put(json, json->root, "instruments", instruments);
	cli_json_put(json, json->root, "front_door", set_json(json, j, MIXMI_SET_FRONT_DOOR, 0));
	cli_json_put(json, json->root, "parents", parents);
	cli_json_put(json, json->root, "more_parents", json_boolean(j->info.more_parents));
}

static int print_json(const void *context, FILE *stream)
{
	const job *j = context;
	const mixmi_adjustment_info *info = &j->info;
	cli_json json;
	cli_json_begin(&json, j->args, NULL);
	cli_json_put(&json, json.root, "kind", json_string(info->kind));
	cli_json_put(&json, json.root, "x", cli_json_text(name_of(j, j->x)));
	cli_json_put(&json, json.root, "y", cli_json_text(name_of(j, j->y)));
	cli_json_put(&json, json.root, "unmeasured", names_json(&json, j, j->unmeasured, j->unmeasured_count));
	cli_json_put(&json, json.root, "affects", json_boolean(info->affects));
	cli_json_put(&json, json.root, "possible_arrows", cli_json_count(info->possible));
	cli_json_put(&json, json.root, "rests_on", info->possible > 0 ? cli_json_text(info->rests_on) : json_null());
	cli_json_put(&json, json.root, "identified", json_boolean(info->identified));
	cli_json_put(&json, json.root, "reason", *info->reason != '\0' ? cli_json_text(info->reason) : json_null());
	put_sets(&json, j);
	return cli_json_print(&json, stream);
}

/* ------------------------------------------------------------------------------------------------------- the run */

/* Draws a picture if requested: with the optimal set, or the first minimal one. */
static int draw(const job *j)
{
	const char *path = cli_args_value(j->args, "plot");
	const size_t *nodes = NULL;
	size_t count = 0;
	if (path == NULL)
		return CLI_OK;
	if (mixmi_adjustment_set(&nodes, &count, j->found, MIXMI_SET_OPTIMAL, 0) != MIXMI_OK)
		(void)mixmi_adjustment_set(&nodes, &count, j->found, MIXMI_SET_MINIMAL,
		                           0); /* if there is none, none is marked */
	mixmi_status status = mixmi_graph_plot_adjustment(j->graph, j->x, j->y, nodes, count, j->args->options, path);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("adjust", NULL, status);
}

static int run(cli_args *args)
{
	static const cli_steps steps = { answer, print_text, print_json };
	job j = { .args = args };
	int code = cli_output_check_plot(args);
	if (code == CLI_OK)
		code = cli_output_run(args, &steps, &j);
	if (code == CLI_OK)
		code = draw(&j);
	mixmi_adjustment_free(j.found);
	free(j.unmeasured);
	mixmi_graph_free(j.graph);
	return code;
}

static const cli_flag flags[] = {
	{ "x", 'x', CLI_WORDS, "NODE", NULL, "the treatment" },
	{ "y", 'y', CLI_WORDS, "NODE", NULL, "the outcome" },
	{ "unmeasured", 0, CLI_COLUMNS, "NODES", NULL, "nodes that cannot be adjusted for, comma-separated" },
	{ "latent", 0, CLI_SWITCH, NULL, NULL,
	  "there may be unmeasured common causes; a graph of arrows alone is a MAG, not a DAG" },
	{ "number", 'k', CLI_COUNT, "N", NULL, "list at most N minimal sets, and as many sets of parents; default: 20" },
	{ "plot", 0, CLI_FILE, "FILE", NULL,
	  "draw the graph to FILE (.svg, .png, .pdf) and mark the optimal set, or the first minimal one" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "printf 'z -> x\\nz -> y\\nx -> y\\n' | mixmi adjust -x x -y y", "A confounder must be adjusted for." },
	{ "printf 'u -> x\\nu -> y\\nx -> m\\nm -> y\\n' | mixmi adjust -x x -y y --unmeasured u --json",
	  "An unmeasured confounder, with a front-door set instead. Output as JSON." },
	{ NULL, NULL },
};

const cli_command cli_adjust = {
	.name = "adjust",
	.summary = "find adjustment sets in a graph",
	.synopsis = "[GRAPH] -x NODE -y NODE [OPTIONS]",
	.description =
		"Finds the sets of nodes to adjust for when estimating the effect of a treatment on an outcome, from a graph "
		"alone. "
		"The graph "
		"is a DAG, CPDAG, MAG or PAG in any format of 'mixmi graph' except text, or lines such as 'A -> B'; "
		"without a file it is read from "
		"standard input.\n"
		"The sets are those of the generalised adjustment criterion (Perkovic et al. 2018), which finds all that are "
		"valid in every graph of "
		"the class: every possible causal path begins with a visible edge out of the treatment, the set has no "
		"possible descendant of a node on such a path, and it blocks all other paths. A set is minimal if no proper "
		"subset is valid. The "
		"optimal set of a DAG or CPDAG has the smallest variance (Henckel, Perkovic and Maathuis 2022). The "
		"largest set "
		"has all ancestors of treatment and outcome that may be adjusted for.\n"
		"If a CPDAG does not identify the effect, the possible sets of parents of the treatment are listed: adjusting "
		"for each in turn gives the possible effects (IDA, Maathuis et al. 2009); if the outcome is among the parents, "
		"there is no effect.\n"
		"If there is no valid set, the reason is given. For a DAG with unmeasured nodes (--unmeasured), instruments "
		"and front-door sets are listed too, which identify the effect in other ways, instruments under further "
		"assumptions.\n"
		"A directed cycle, or undirected edges together with circles or bidirected edges, are bad data (exit status "
		"2); an "
		"unknown node, or the same "
		"node as treatment and outcome, is bad usage (exit status 1).",
	.groups = "",
	.flags = flags,
	.examples = examples,
	.run = run,
};
