/* The graph in its formats. The library writes them; text and JSON get additions here that only the command knows. */
#include "graph_report.h"
#include "csv.h"

#include <stdlib.h>
#include <string.h>

#include "colour.h"
#include "columns.h"
#include "comparison.h"
#include "json.h"
#include "methods.h"
#include "report.h"

/* ------------------------------------------------------------------------------------------------ text */

static const char *against(const cli_graph_report *report)
{
	return strcmp(report->against, "cpdag") == 0 ? "the CPDAG of the graph in"
	       : strcmp(report->against, "pag") == 0 ? "the PAG of the graph in"
	                                             : "the graph in";
}

static int print_comparison(const cli_graph_report *report, FILE *stream)
{
	const mixmi_comparison *c = &report->comparison;
	cli_text file = { 0 };
	cli_text_add_shown(&file, report->truth_file);
	if (file.failed)
		return cli_fail_memory();
	fprintf(stream, "\nCompared with %s %s: structural Hamming distance %zu; %zu of %zu marks of common edges agree\n",
	        against(report), file.bytes, c->hamming, c->common_marks, c->marks);
	cli_text_clear(&file);
	return cli_comparison_print(c, stream);
}

void cli_graph_report_add_note(cli_text *out, const cli_graph_report *report)
{
	const mixmi_comparison *c = &report->comparison;
	cli_text_addf(out, "compared with %s ", against(report));
	cli_text_add_shown(out, report->truth_file);
	cli_text_addf(out,
	              ": skeleton precision %.3g, recall %.3g, F1 %.3g; directions precision %.3g, recall %.3g; structural "
	              "Hamming distance %zu",
	              c->precision, c->recall, c->f1, c->arrow_precision, c->arrow_recall, c->hamming);
}

/* ------------------------------------------------------------------------------------------------ JSON */

static json_t *comparison_json(cli_json *json, const cli_graph_report *report)
{
	json_t *object = json_object();
	cli_json_put(json, object, "truth", cli_json_text(report->truth_file));
	cli_json_put(json, object, "against", json_string(report->against));
	cli_comparison_put(json, object, &report->comparison);
	return object;
}

/* Settings of the search, besides the keys written by the library. */
static void put_settings(cli_json *json, const cli_graph_report *report)
{
	const char *knowledge = cli_args_value(report->args, "knowledge");
	cli_json_put(json, json->root, "rows", cli_json_count(mixmi_table_rows(report->table)));
	cli_json_put(json, json->root, "units", json_string("nats"));
	cli_json_put(json, json->root, "seed", cli_json_option(report->args, "seed"));
	cli_json_put(json, json->root, "max_cond", cli_json_option(report->args, "max-cond"));
	cli_json_put(json, json->root, "latent", json_boolean(strcmp(cli_args_option(report->args, "latent"), "yes") == 0));
	cli_json_put(json, json->root, "v_rule", json_string(cli_args_option(report->args, "v-rule")));
	const char *roots = cli_args_value(report->args, "roots");
	cli_json_put(json, json->root, "roots", roots == NULL ? json_null() : cli_json_text(roots));
	cli_json_put(json, json->root, "knowledge", knowledge == NULL ? json_null() : cli_json_text(knowledge));
}

/* The library's object, extended by keys of the command. */
static int print_json(const char *text, const cli_graph_report *report, FILE *stream)
{
	cli_json json;
	const mixmi_options *options = report->args->options;
	bool fits = cli_methods_fits(report->args);
	cli_json_begin(&json, report->args, fits ? cli_args_option(report->args, "preset") : NULL);
	put_settings(&json, report);
	json_t *graph = json_loads(text, 0, NULL); /* the library wrote it, so this fails only if memory runs out */
	json.failed |= graph == NULL || json_object_update(json.root, graph) != 0;
	json_decref(graph);
	if (report->truth != NULL)
		cli_json_put(&json, json.root, "comparison", comparison_json(&json, report));
	cli_json_notes(&json, "remarks", report->table);
	cli_columns_left_out(report->table, report->args, cli_remark_json, &json);
	if (fits)
		cli_columns_remarks(report->table, report->columns, report->count, options, cli_remark_json, &json);
	return cli_json_print(&json, stream);
}

/* -------------------------------------------------------------------------------------------------- all */

/* With colour, headings are bold: the first line, and the first line of a table after an empty line. */
static bool is_heading(const char *line, bool first, bool after_empty)
{
	return first || (after_empty && (strncmp(line, "edge ", 5) == 0 || strncmp(line, "separated ", 10) == 0));
}

/* "28 pairs separated, ..." */
static bool counts_pairs(const char *line)
{
	size_t digits = strspn(line, "0123456789");
	return digits > 0 &&
	       (strncmp(line + digits, " pairs separated", 16) == 0 || strncmp(line + digits, " pair separated", 15) == 0);
}

/* The library's text, and a hint how to list what it omits. */
static void print_text(const char *text, bool all, FILE *stream)
{
	bool first = true, after_empty = false;
	while (*text != '\0') {
		size_t size = strcspn(text, "\n");
		cli_style style = is_heading(text, first, after_empty) ? CLI_BOLD : CLI_PLAIN;
		bool hint = !all && after_empty && counts_pairs(text);
		fprintf(stream, "%s%.*s%s%s\n", cli_colour_start(stream, style), (int)size, text,
		        hint ? " (--all lists them)" : "", cli_colour_end(stream, style));
		after_empty = size == 0;
		first = false;
		text += size + (text[size] == '\n');
	}
}

static int print_format(char *text, const cli_graph_report *report, const char *format, FILE *stream)
{
	if (strcmp(format, "json") == 0)
		return print_json(text, report, stream);
	if (strcmp(format, "csv") == 0 && cli_csv_is_safe())
		return cli_csv_copy(text, stream);
	if (strncmp(format, "text", 4) != 0) {
		fputs(text, stream);
		return CLI_OK;
	}
	print_text(text, strcmp(format, "text-all") == 0, stream);
	return report->truth != NULL ? print_comparison(report, stream) : CLI_OK;
}

int cli_graph_report_print(const cli_graph_report *report, const char *format, FILE *stream)
{
	char *text;
	mixmi_status status = mixmi_graph_write(&text, report->graph, format);
	if (status != MIXMI_OK)
		return cli_fail_library("graph", NULL, status);
	int code = print_format(text, report, format, stream);
	mixmi_free(text);
	return code;
}
