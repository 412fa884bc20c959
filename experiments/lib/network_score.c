/* Calls of the library that learn and compare; see network_table.c for tables of the figures. */
#include "network_score.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	snprintf(out->text, sizeof out->text, "%s", text);
	without_commas(out->name);
	mixmi_options_init(&out->options);
	mixmi_status status = ask_set_options(&out->options, out->text, ",");
	return status == MIXMI_OK ? mixmi_options_set(&out->options, "threads", "1") : status;
}

/* Through a file, which is what the library reads. */
mixmi_status score_graph(mixmi_graph **out, const char *lines)
{
	char path[] = "/tmp/mixmi-network-XXXXXX";
	int descriptor = mkstemp(path);
	*out = NULL;
	if (descriptor < 0)
		return MIXMI_ERROR_IO;
	FILE *file = fdopen(descriptor, "w");
	bool written = file != NULL && fputs(lines, file) >= 0;
	written = file != NULL && fclose(file) == 0 && written;
	mixmi_status status = written ? mixmi_graph_read(out, path) : MIXMI_ERROR_IO;
	unlink(path);
	return status;
}

mixmi_status score_compare(score *out, const mixmi_graph *learnt, const mixmi_graph *truth)
{
	mixmi_graph *class;
	mixmi_comparison c;
	mixmi_status status = mixmi_graph_cpdag(&class, truth);
	if (status != MIXMI_OK)
		return status;
	status = mixmi_graph_compare(&c, learnt, class);
	mixmi_graph_free(class);
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

mixmi_status score_learn(score *out, const mixmi_table *table, const mixmi_graph *truth,
                         const score_configuration *configuration)
{
	mixmi_graph *graph;
	mixmi_graph_info info;
	double start = lines_seconds();
	mixmi_status status = mixmi_graph_learn(&graph, table, NULL, 0, NULL, &configuration->options);
	if (status != MIXMI_OK)
		return status;
	out->seconds = lines_seconds() - start;
	mixmi_graph_describe(&info, graph);
	out->tests = (double)info.tests;
	snprintf(out->configuration, sizeof out->configuration, "%s", configuration->name);
	status = score_compare(out, graph, truth);
	mixmi_graph_free(graph);
	return status;
}
