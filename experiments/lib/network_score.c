/* Calls of the library that learn and compare; see network_table.c for tables of the figures. */
#include "network_score.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

static void without_commas(char *text)
{
	for (; *text != '\0'; text++)
		if (*text == ',')
			*text = ' ';
}

mixmi_status score_configure(score_configuration *out, const char *text)
{
	snprintf(out->name, sizeof out->name, "%s", *text != '\0' ? text : "default");
	char copy[sizeof out->name];
	snprintf(copy, sizeof copy, "%s", text);
	without_commas(out->name);
	mixmi_status status = mixmi_options_new(&out->options);
	if (status == MIXMI_OK)
		status = ask_set_options(out->options, copy, ",");
	return status == MIXMI_OK ? mixmi_options_set(out->options, "threads", "1") : status;
}

void score_configuration_clear(score_configuration *configuration)
{
	mixmi_options_free(configuration->options);
	configuration->options = NULL;
}

mixmi_status score_graph(mixmi_graph **out, const char *lines)
{
	return mixmi_graph_parse(out, lines, strlen(lines));
}

static mixmi_status compare_class(score *out, const mixmi_graph *learnt, const mixmi_graph *class)
{
	mixmi_comparison c;
	mixmi_status status = mixmi_graph_compare(&c, sizeof c, learnt, class);
	if (status != MIXMI_OK)
		return status;
	out->precision = c.precision;
	out->recall = c.recall;
	out->f1 = c.f1;
	out->arrow_precision = c.arrow_precision;
	out->arrow_recall = c.arrow_recall;
	out->hamming = (double)c.hamming;
	return MIXMI_OK;
}

mixmi_status score_compare(score *out, const mixmi_graph *learnt, const mixmi_graph *truth)
{
	mixmi_graph *class;
	mixmi_status status = mixmi_graph_cpdag(&class, truth);
	if (status == MIXMI_OK)
		status = compare_class(out, learnt, class);
	mixmi_graph_free(class);
	return status;
}

mixmi_status score_learn_class(score *out, const mixmi_table *table, const size_t *columns, size_t count,
                               const mixmi_graph *class, const score_configuration *configuration)
{
	mixmi_graph *graph;
	mixmi_graph_info info;
	double start = lines_seconds();
	mixmi_status status = mixmi_graph_learn(&graph, table, columns, count, NULL, configuration->options);
	if (status != MIXMI_OK)
		return status;
	out->seconds = lines_seconds() - start;
	mixmi_graph_describe(&info, sizeof info, graph);
	out->tests = (double)info.tests;
	snprintf(out->configuration, sizeof out->configuration, "%s", configuration->name);
	status = compare_class(out, graph, class);
	mixmi_graph_free(graph);
	return status;
}

mixmi_status score_learn(score *out, const mixmi_table *table, const mixmi_graph *truth,
                         const score_configuration *configuration)
{
	mixmi_graph *class;
	mixmi_status status = mixmi_graph_cpdag(&class, truth);
	if (status == MIXMI_OK)
		status = score_learn_class(out, table, NULL, 0, class, configuration);
	mixmi_graph_free(class);
	return status;
}
