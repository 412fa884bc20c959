/* mixmi check: tests whether a graph fits the data. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "json.h"
#include "layout.h"
#include "methods.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "text.h"

typedef struct job {
	cli_args *args;
	const char *path; /* of the graph */
	mixmi_graph *graph;
	mixmi_table *table;
	mixmi_check *check;
	mixmi_check_info info;
} job;

/* ------------------------------------------------------------------------------------------------------- asking */

static int take_permuted(size_t *out, const cli_args *args)
{
	const char *value = cli_args_value(args, "permuted");
	*out = 20; /* gives a quantile in steps of 0.05 */
	if (value == NULL)
		return CLI_OK;
	if (*value == '\0' || strspn(value, "0123456789") != strlen(value) || strlen(value) > 6)
		return cli_fail_usage("check", "--permuted: '%s' is not a whole number from 0 to 999999", value);
	*out = (size_t)strtoul(value, NULL, 10);
	return CLI_OK;
}

static int ask(job *j, size_t permuted)
{
	bool all = cli_args_value(j->args, "all") != NULL;
	mixmi_options_set_progress(j->args->options, cli_progress, NULL);
	mixmi_status status = mixmi_graph_check(&j->check, j->table, j->graph, all, permuted, j->args->options);
	if (status != MIXMI_OK)
		return cli_input_fail_graph(j->args, j->path, status);
	mixmi_check_describe(&j->info, sizeof j->info, j->check);
	return CLI_OK;
}

/* Graphs of series have edges into the present only, and without the others they imply independences that do not hold. */
static void note_lags(const job *j)
{
	size_t earlier = 0;
	const char *name;
	for (size_t i = 0; (name = mixmi_graph_node(j->graph, i, NULL)) != NULL; i++)
		earlier += strchr(name, '@') != NULL;
	if (earlier > 1 && *cli_args_option(j->args, "time") != '\0')
		cli_note(
			"edges between earlier values are tested too: 'mixmi graph' leaves them out, so add them to its graphs");
}

static int answer(void *context)
{
	job *j = context;
	size_t permuted;
	int code = take_permuted(&permuted, j->args);
	if (code != CLI_OK)
		return code;
	mixmi_status status = mixmi_graph_read(&j->graph, j->path);
	code = status == MIXMI_OK ? CLI_OK : cli_fail_library("check", NULL, status);
	if (code == CLI_OK)
		code = cli_input_table(&j->table, j->args, NULL);
	if (code == CLI_OK && mixmi_table_rows(j->table) < 2)
		code = cli_fail(CLI_DATA, "%s: %s; at least 2 are needed", cli_input_name(j->args),
		                mixmi_table_rows(j->table) == 0 ? "there is no row" : "there is 1 row");
	if (code == CLI_OK)
		note_lags(j);
	return code == CLI_OK ? ask(j, permuted) : code;
}

static const char *name_of(const job *j, size_t node)
{
	const char *name = mixmi_graph_node(j->graph, node, NULL);
	return name != NULL ? name : "";
}

static mixmi_claim row_of(const job *j, mixmi_check_list list, size_t index)
{
	mixmi_claim claim;
	(void)mixmi_check_at(&claim, sizeof claim, j->check, list, index); /* callers pass valid indices */
	return claim;
}

/* ----------------------------------------------------------------------------------------------------------- text */

static void add_names(cli_text *text, const job *j, const size_t *nodes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		cli_text_add(text, i > 0 ? ", " : "");
		cli_text_add_shown(text, name_of(j, nodes[i]));
	}
}

/* "a -> b", "a -- b", "a o-o b". */
static void add_edge(cli_text *text, const job *j, const mixmi_claim *claim)
{
	static const char left[] = { ' ', '-', '<', 'o' }, right[] = { ' ', '-', '>', 'o' };
	cli_text_add_shown(text, name_of(j, claim->a));
	bool plain = claim->mark_a == MIXMI_MARK_TAIL; /* -> and --, not --> and --- */
	cli_text_addf(text, plain ? " %c%c " : " %c-%c ", left[claim->mark_a], right[claim->mark_b]);
	cli_text_add_shown(text, name_of(j, claim->b[0]));
}

/* Adds `text` as a cell, and clears it. */
static void add_cell(cli_layout *layout, cli_text *text)
{
	layout->failed |= text->failed;
	cli_layout_addf(layout, "%s", text->bytes != NULL && *text->bytes != '\0' ? text->bytes : "-");
	cli_text_clear(text);
}

static int print_missing(const job *j, FILE *stream)
{
	cli_layout layout = { .align = "lrlrl" };
	cli_text text = { 0 };
	if (j->info.missing == 0)
		return CLI_OK;
	cli_layout_heads(&layout, "edge to add,estimate,interval,p,given");
	for (size_t i = 0; i < j->info.missing; i++) {
		mixmi_claim claim = row_of(j, MIXMI_MISSING, i);
		char lower[CLI_NUMBER], upper[CLI_NUMBER];
		add_edge(&text, j, &claim);
		add_cell(&layout, &text);
		cli_layout_number(&layout, cli_in_units(claim.estimate, j->args->options));
		cli_text_short(lower, cli_in_units(claim.lower, j->args->options));
		cli_text_short(upper, cli_in_units(claim.upper, j->args->options));
		cli_text_addf(&text, isnan(claim.lower) ? "-" : "%s to %s", lower, upper);
		add_cell(&layout, &text);
		cli_layout_p(&layout, claim.p);
		add_names(&text, j, claim.given, claim.given_count);
		add_cell(&layout, &text);
	}
	fputc('\n', stream);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

/* Edges without support in the data. */
static int print_unsupported(const job *j, FILE *stream)
{
	cli_layout layout = { .align = "lrl" };
	cli_text text = { 0 };
	if (j->info.unsupported == 0)
		return CLI_OK;
	cli_layout_heads(&layout, "edge without support,p,given");
	for (size_t i = 0; i < j->info.edges; i++) {
		mixmi_claim claim = row_of(j, MIXMI_EDGES, i);
		if (!(claim.p > j->info.alpha))
			continue;
		add_edge(&text, j, &claim);
		add_cell(&layout, &text);
		cli_layout_p(&layout, claim.p);
		add_names(&text, j, claim.given, claim.given_count);
		add_cell(&layout, &text);
	}
	fputc('\n', stream);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

/* The implied independences: rejected ones or, with --verbose, all. */
static int print_claims(const job *j, FILE *stream)
{
	cli_layout layout = { .align = "lrrrl" };
	cli_text text = { 0 };
	bool verbose = cli_args_value(j->args, "verbose") != NULL;
	if (j->info.claims == 0 || (j->info.rejected == 0 && !verbose))
		return CLI_OK;
	cli_layout_heads(&layout,
	                 verbose ? "implied independence,p,Holm,BH,given" : "rejected independence,p,Holm,BH,given");
	for (size_t i = 0; i < j->info.claims; i++) {
		mixmi_claim claim = row_of(j, MIXMI_CLAIMS, i);
		if (!claim.rejected && !verbose)
			continue;
		add_names(&text, j, &claim.a, 1);
		cli_text_add(&text, " | ");
		add_names(&text, j, claim.b, claim.b_count);
		add_cell(&layout, &text);
		cli_layout_p(&layout, claim.p);
		cli_layout_p(&layout, claim.p_holm);
		cli_layout_p(&layout, claim.p_bh);
		add_names(&text, j, claim.given, claim.given_count);
		add_cell(&layout, &text);
	}
	fputc('\n', stream);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

static const char *kind_shown(const char *kind)
{
	return strcmp(kind, "dag") == 0     ? "DAG"
	       : strcmp(kind, "cpdag") == 0 ? "CPDAG"
	       : strcmp(kind, "mag") == 0   ? "MAG"
	                                    : "PAG";
}

static int print_headline(const job *j, FILE *stream)
{
	const mixmi_check_info *info = &j->info;
	char p[CLI_NUMBER];
	cli_text file = { 0 };
	mixmi_graph_info graph;
	mixmi_graph_describe(&graph, sizeof graph, j->graph);
	cli_text_add_shown(&file, j->path);
	if (file.failed)
		return cli_fail_memory();
	fprintf(stream, "%s %s: %zu node%s, %zu edge%s\n\n", kind_shown(info->kind), file.bytes, info->nodes,
	        info->nodes == 1 ? "" : "s", graph.edges, graph.edges == 1 ? "" : "s");
	cli_text_clear(&file);
	if (isnan(info->p))
		fputs("no p-value: the graph implies no independence that could be tested\n", stream);
	else
		fprintf(stream, "p = %s: the data %s at alpha = %g\n", cli_text_p(p, info->p),
		        info->p <= info->alpha ? "reject the graph" : "do not reject the graph", info->alpha);
	fprintf(stream, "implied independencies   %zu tested by %s: %zu rejected (Holm), %zu (false discovery rate)",
	        info->claims, info->test, info->rejected, info->rejected_fdr);
	fprintf(stream, info->undecided > 0 ? ", %zu undecided\n" : "\n", info->undecided);
	fprintf(stream, "edges                    %zu tested: %zu without support\n", info->edges, info->unsupported);
	if (info->permuted > 0)
		fprintf(
			stream,
			"permuted node names      %g%% of %zu graphs have no larger share of tests rejected than this one (%g%%)\n",
			100 * info->quantile, info->permuted, round(1000 * info->violations) / 10);
	return CLI_OK;
}

static int print_text(const void *context, FILE *stream)
{
	const job *j = context;
	int code = print_headline(j, stream);
	if (code == CLI_OK)
		code = print_missing(j, stream);
	if (code == CLI_OK)
		code = print_unsupported(j, stream);
	return code == CLI_OK ? print_claims(j, stream) : code;
}

/* ----------------------------------------------------------------------------------------------------------- JSON */

static json_t *names_json(cli_json *json, const job *j, const size_t *nodes, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		cli_json_push(json, array, cli_json_text(name_of(j, nodes[i])));
	return array;
}

/* A pair has its ends and marks, an independence its sets. */
static json_t *claim_json(cli_json *json, const job *j, mixmi_check_list list, const mixmi_claim *claim)
{
	static const char *const marks[] = { "none", "tail", "arrow", "circle" };
	json_t *object = json_object();
	if (list == MIXMI_CLAIMS) {
		cli_json_put(json, object, "a", cli_json_text(name_of(j, claim->a)));
		cli_json_put(json, object, "b", names_json(json, j, claim->b, claim->b_count));
		cli_json_put(json, object, "rejected", json_boolean(claim->rejected));
	} else {
		cli_json_put(json, object, "from", cli_json_text(name_of(j, claim->a)));
		cli_json_put(json, object, "to", cli_json_text(name_of(j, claim->b[0])));
		cli_json_put(json, object, "mark_from", json_string(marks[claim->mark_a]));
		cli_json_put(json, object, "mark_to", json_string(marks[claim->mark_b]));
	}
	if (list == MIXMI_EDGES)
		cli_json_put(json, object, "supported",
		             claim->verdict == MIXMI_UNDECIDED ? json_null() : json_boolean(claim->rejected));
	cli_json_put(json, object, "given", names_json(json, j, claim->given, claim->given_count));
	cli_json_put(json, object, "p", cli_json_number(claim->p));
	cli_json_put(json, object, "p_holm", cli_json_number(claim->p_holm));
	cli_json_put(json, object, "p_bh", cli_json_number(claim->p_bh));
	cli_json_put(json, object, "rows", cli_json_count(claim->rows));
	if (list == MIXMI_MISSING) {
		const mixmi_options *options = j->args->options;
		cli_json_put(json, object, "estimate", cli_json_number(cli_in_units(claim->estimate, options)));
		cli_json_put(json, object, "lower", cli_json_number(cli_in_units(claim->lower, options)));
		cli_json_put(json, object, "upper", cli_json_number(cli_in_units(claim->upper, options)));
	}
	return object;
}

static void put_list(cli_json *json, const job *j, const char *key, mixmi_check_list list, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++) {
		mixmi_claim claim = row_of(j, list, i);
		cli_json_push(json, array, claim_json(json, j, list, &claim));
	}
	cli_json_put(json, json->root, key, array);
}

static int print_json(const void *context, FILE *stream)
{
	const job *j = context;
	const mixmi_check_info *info = &j->info;
	cli_json json;
	cli_json_begin(&json, j->args, cli_methods_fits(j->args) ? cli_args_option(j->args, "preset") : NULL);
	cli_json_put(&json, json.root, "graph", cli_json_text(j->path));
	cli_json_put(&json, json.root, "kind", json_string(info->kind));
	cli_json_put(&json, json.root, "rows", cli_json_count(mixmi_table_rows(j->table)));
	cli_json_put(&json, json.root, "units", json_string(cli_args_option(j->args, "units")));
	cli_json_put(&json, json.root, "test", json_string(info->test));
	cli_json_put(&json, json.root, "alpha", cli_json_number(info->alpha));
	cli_json_put(&json, json.root, "seed", cli_json_option(j->args, "seed"));
	cli_json_put(&json, json.root, "all_pairs", json_boolean(cli_args_value(j->args, "all") != NULL));
	cli_json_put(&json, json.root, "p", cli_json_number(info->p));
	cli_json_put(&json, json.root, "rejected", cli_json_count(info->rejected));
	cli_json_put(&json, json.root, "rejected_fdr", cli_json_count(info->rejected_fdr));
	cli_json_put(&json, json.root, "undecided", cli_json_count(info->undecided));
	cli_json_put(&json, json.root, "unsupported", cli_json_count(info->unsupported));
	cli_json_put(&json, json.root, "violations", cli_json_number(info->violations));
	cli_json_put(&json, json.root, "permuted", cli_json_count(info->permuted));
	cli_json_put(&json, json.root, "quantile", cli_json_number(info->quantile));
	put_list(&json, j, "claims", MIXMI_CLAIMS, info->claims);
	put_list(&json, j, "missing", MIXMI_MISSING, info->missing);
	put_list(&json, j, "edges", MIXMI_EDGES, info->edges);
	cli_json_notes(&json, "remarks", j->table);
	return cli_json_print(&json, stream);
}

/* -------------------------------------------------------------------------------------------------------- the run */

static int run(cli_args *args)
{
	static const cli_steps steps = { answer, print_text, print_json };
	job j = { .args = args, .path = cli_args_value(args, "graph") };
	int code = j.path != NULL ? CLI_OK : cli_fail_usage("check", "--graph is needed");
	if (code == CLI_OK && strcmp(j.path, "-") == 0 && strcmp(cli_input_name(args), "-") == 0)
		code = cli_fail_usage("check", "the graph and the table cannot both come from standard input");
	if (code == CLI_OK)
		code = cli_output_run(args, &steps, &j);
	mixmi_check_free(j.check);
	mixmi_graph_free(j.graph);
	mixmi_table_free(j.table);
	return code;
}

static const cli_flag flags[] = {
	{ "graph", 'g', CLI_FILE, "FILE", NULL, "the graph, in a format that 'mixmi graph' writes, except text" },
	{ "all", 'a', CLI_SWITCH, NULL, NULL, "test every pair of nodes without an edge, given a smallest separating set" },
	{ "permuted", 0, CLI_WORDS, "N", NULL, "compare with N graphs of permuted node names; default: 20" },
	{ "verbose", 'v', CLI_SWITCH, NULL, NULL, "list every implied independence, not only those rejected" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "printf 'species -> body_mass_g\\nsex -> body_mass_g\\n' | mixmi check penguins.csv --graph -",
	  "Does body mass depend on species and sex, and are these independent of each other?" },
	{ "printf 'species -> bill_length_mm\\nspecies -> bill_depth_mm\\n' | mixmi check penguins.csv -g - --json",
	  "Are bill length and depth independent given the species? Output as JSON." },
	{ NULL, NULL },
};

const cli_command cli_check = {
	.name = "check",
	.summary = "check whether a graph fits the data",
	.synopsis = "[FILE] --graph FILE [OPTIONS]",
	.description =
		"Tests the independencies that a causal graph implies, and its edges. The graph is a DAG, CPDAG, MAG or PAG "
		"over "
		"columns of the table, in any format of 'mixmi graph' except text, or lines such as 'A -> B'.\n"
		"By the local Markov property of a DAG or CPDAG each node is tested against all its non-descendants together "
		"given its "
		"parents, one test per node; if a test rejects, single columns are tested too. For a MAG or PAG, or with "
		"--all, "
		"every pair of "
		"nodes without an edge is tested given a smallest separating set.\n"
		"The p-value of the graph combines all these tests: twice the smaller of Bonferroni's p-value and e ln(tests) "
		"times the harmonic mean of the p-values. It is valid for any dependence between the tests, provided that each "
		"test is valid (Vovk and Wang 2020). Single independencies are rejected by Holm's procedure, which bounds the "
		"chance of any "
		"false "
		"rejection, or by that of Benjamini and Hochberg (false discovery rate), both at --alpha.\n"
		"'edge to add' lists pairs of columns that depend on each other although the graph says otherwise, the "
		"strongest evidence first, with the mutual information and its interval; an edge between them would remove the "
		"contradiction. It is undirected if the graph does not determine its direction. 'edge without support' lists "
		"edges whose ends are not found "
		"dependent "
		"given the smallest set that would separate them without the edge. With few rows, such an edge may just be "
		"weak.\n"
		"For comparison the same independencies are tested for graphs with permuted node names: a graph that does not "
		"violate fewer independencies than most of these says little about the data.\n"
		"A node that is not a column, a directed cycle, or a constant column is an error (exit status 2). "
		"Rows with a "
		"missing "
		"value in a column of a test are left out of that test.",
	.groups = "model,estimator,kernel,test,reading,showing,running",
	.without = "max-pairs,only,estimator,neighbours,ksg-variant,metric",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.run = run,
};
