/* mixmi compare: compares a learnt graph with another one, usually the true one. */
#include <string.h>

#include "comparison.h"
#include "json.h"
#include "output.h"
#include "report.h"
#include "text.h"

typedef struct job {
	const cli_args *args;
	mixmi_graph *learnt, *truth;
	mixmi_comparison comparison;
	size_t sid_lower, sid_upper;
	cli_text no_sid; /* reason why there is none; empty if there is one */
} job;

static int read_graph(mixmi_graph **out, const char *path)
{
	mixmi_status status = mixmi_graph_read(out, path);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("compare", NULL, status);
}

/* Replaces a DAG by its CPDAG. */
static int take_class(mixmi_graph **graph)
{
	mixmi_graph *found;
	mixmi_status status = mixmi_graph_cpdag(&found, *graph);
	if (status == MIXMI_ERROR_DATA) /* not a DAG: compared unchanged */
		return CLI_OK;
	if (status != MIXMI_OK)
		return cli_fail_library("compare", NULL, status);
	mixmi_graph_free(*graph);
	*graph = found;
	return CLI_OK;
}

static int find_sid(job *j)
{
	mixmi_status status = mixmi_graph_sid(&j->sid_lower, &j->sid_upper, j->learnt, j->truth);
	if (status == MIXMI_ERROR_DATA || status == MIXMI_ERROR_LIMIT) {
		cli_text_add(&j->no_sid, mixmi_error_message());
		return j->no_sid.failed ? cli_fail_memory() : CLI_OK;
	}
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("compare", NULL, status);
}

static int compare(void *context)
{
	job *j = context;
	bool classes = cli_args_value(j->args, "cpdag") != NULL;
	int code = read_graph(&j->learnt, j->args->operand);
	if (code == CLI_OK)
		code = read_graph(&j->truth, j->args->second);
	if (code == CLI_OK)
		code = find_sid(j); /* uses the original graphs, because the true one must be a DAG */
	if (code == CLI_OK && classes)
		code = take_class(&j->learnt);
	if (code == CLI_OK && classes)
		code = take_class(&j->truth);
	if (code != CLI_OK)
		return code;
	mixmi_status status = mixmi_graph_compare(&j->comparison, sizeof j->comparison, j->learnt, j->truth);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("compare", NULL, status);
}

/* ------------------------------------------------------------------------------------------------- showing */

static int print_text(const void *context, FILE *stream)
{
	const job *j = context;
	const mixmi_comparison *c = &j->comparison;
	cli_text names = { 0 };
	cli_text_add_shown(&names, j->args->operand);
	cli_text_add(&names, " (learnt) and ");
	cli_text_add_shown(&names, j->args->second);
	if (names.failed)
		return cli_fail_memory();
	fprintf(stream, "%s (true)\n\nstructural Hamming distance         %zu\n", names.bytes, c->hamming);
	cli_text_clear(&names);
	if (j->no_sid.length > 0)
		fprintf(stream, "structural intervention distance    - (%s)\n", j->no_sid.bytes);
	else if (j->sid_lower == j->sid_upper)
		fprintf(stream, "structural intervention distance    %zu\n", j->sid_lower);
	else
		fprintf(stream, "structural intervention distance    %zu to %zu, over the members of the CPDAG\n", j->sid_lower,
		        j->sid_upper);
	fprintf(stream, "marks of common edges that agree    %zu of %zu\n\n", c->common_marks, c->marks);
	return cli_comparison_print(c, stream);
}

static int print_json(const void *context, FILE *stream)
{
	const job *j = context;
	cli_json json;
	bool has_sid = j->no_sid.length == 0;
	cli_json_begin(&json, j->args, NULL);
	cli_json_put(&json, json.root, "truth", cli_json_text(j->args->second));
	cli_json_put(&json, json.root, "cpdag", json_boolean(cli_args_value(j->args, "cpdag") != NULL));
	cli_comparison_put(&json, json.root, &j->comparison);
	cli_json_put(&json, json.root, "sid_lower", has_sid ? cli_json_count(j->sid_lower) : json_null());
	cli_json_put(&json, json.root, "sid_upper", has_sid ? cli_json_count(j->sid_upper) : json_null());
	return cli_json_print(&json, stream);
}

static int run(cli_args *args)
{
	static const cli_steps steps = { compare, print_text, print_json };
	job j = { .args = args };
	int code = args->second != NULL ? CLI_OK : cli_fail_usage("compare", "two graphs are needed: LEARNT and TRUE");
	if (code == CLI_OK)
		code = cli_output_run(args, &steps, &j);
	mixmi_graph_free(j.learnt);
	mixmi_graph_free(j.truth);
	cli_text_clear(&j.no_sid);
	return code;
}

static const cli_flag flags[] = {
	{ "cpdag", 0, CLI_SWITCH, NULL, NULL, "compare DAGs by their CPDAGs, which is what independences can identify" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi compare learnt.csv truth.txt", "Distance of the learnt graph from the true one." },
	{ "mixmi compare learnt.csv truth.txt --cpdag --json", "The same for the equivalence classes, as JSON." },
	{ NULL, NULL },
};

const cli_command cli_compare = {
	.name = "compare",
	.summary = "compare two graphs",
	.synopsis = "LEARNT TRUE [OPTIONS]",
	.description =
		"Compares a learnt graph with the true one, or any graph with another, over the same nodes: structural Hamming "
		"distance, structural intervention distance, precision and recall of edges, directions and arrowheads.\n"
		"A graph is a file in any format of 'mixmi graph' except text, or lines such as 'A -> B' and 'A -- B'.\n"
		"The structural Hamming distance counts pairs of nodes whose edge, or a mark of it, differs. The structural "
		"intervention distance (Peters and Buehlmann 2015) counts ordered pairs of nodes for which adjusting for the "
		"learnt parents of the first gives a wrong effect on the second; the true graph must be a DAG, and for a "
		"learnt CPDAG the result is the range over its DAGs. Arrowheads are ends of edges of any kind with an arrow, "
		"directions are edges with a tail and an arrow.\n"
		"--cpdag first replaces each DAG by its CPDAG. This does not affect the structural intervention distance, "
		"which always uses the original graphs.",
	.groups = "",
	.flags = flags,
	.examples = examples,
	.two = true,
	.run = run,
};
