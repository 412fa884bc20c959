/* mixmi describe: what each column of a file was taken for, and why. */
#include <math.h>

#include "input.h"
#include "json.h"
#include "layout.h"
#include "output.h"
#include "report.h"

static void add_range(cli_layout *layout, const mixmi_column *column)
{
	if (isfinite(column->minimum))
		cli_layout_addf(layout, "%.6g to %.6g", column->minimum, column->maximum);
	else
		cli_layout_add(layout, "-");
}

static void add_column(cli_layout *layout, const mixmi_column *column)
{
	cli_layout_addf(layout, "%zu", column->position);
	cli_layout_add(layout, column->name);
	cli_layout_add(layout, column->type == MIXMI_DISCRETE ? "discrete" : "numeric");
	cli_layout_addf(layout, "%zu", column->distinct);
	cli_layout_addf(layout, "%zu", column->atoms);
	cli_layout_addf(layout, "%zu", column->atom_rows);
	cli_layout_addf(layout, "%zu", column->missing);
	add_range(layout, column);
	cli_layout_add(layout, column->why);
}

static int print_text(const cli_args *args, const mixmi_table *table, FILE *stream)
{
	cli_layout layout = { .align = "rllrrrrll" };
	size_t count = mixmi_table_columns(table);
	cli_layout_words(&layout, "no,column,type,distinct,atoms,atom rows,missing,range,type because");
	for (size_t j = 0; j < count; j++) {
		mixmi_column column;
		if (mixmi_table_column(&column, sizeof column, table, j, args->options) == MIXMI_OK)
			add_column(&layout, &column);
		else
			layout.failed = true;
	}
	if (!layout.failed)
		fprintf(stream, "%zu rows, %zu column%s\n\n", mixmi_table_rows(table), count, count == 1 ? "" : "s");
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

static json_t *column_json(cli_json *json, const mixmi_column *column)
{
	json_t *object = json_object();
	cli_json_put(json, object, "name", cli_json_text(column->name));
	cli_json_put(json, object, "position", cli_json_count(column->position));
	cli_json_put(json, object, "type", json_string(column->type == MIXMI_DISCRETE ? "discrete" : "numeric"));
	cli_json_put(json, object, "why", cli_json_text(column->why));
	cli_json_put(json, object, "distinct", cli_json_count(column->distinct));
	cli_json_put(json, object, "atoms", cli_json_count(column->atoms));
	cli_json_put(json, object, "atom_rows", cli_json_count(column->atom_rows));
	cli_json_put(json, object, "missing", cli_json_count(column->missing));
	cli_json_put(json, object, "range", cli_json_range(column->minimum, column->maximum));
	return object;
}

static int print_json(const cli_args *args, const mixmi_table *table, FILE *stream)
{
	cli_json json;
	cli_json_begin(&json, args, cli_args_option(args, "preset"));
	cli_json_put(&json, json.root, "rows", cli_json_count(mixmi_table_rows(table)));
	json_t *columns = json_array();
	for (size_t j = 0; j < mixmi_table_columns(table); j++) {
		mixmi_column column;
		bool known = mixmi_table_column(&column, sizeof column, table, j, args->options) == MIXMI_OK;
		cli_json_push(&json, columns, known ? column_json(&json, &column) : NULL);
	}
	cli_json_put(&json, json.root, "columns", columns);
	cli_json_notes(&json, table);
	return cli_json_print(&json, stream);
}

static int run(cli_args *args)
{
	mixmi_table *table = NULL;
	cli_output output = { 0 };
	const char *path = cli_args_value(args, "output");
	int code = cli_output_check(path);
	if (code == CLI_OK)
		code = cli_input_table(&table, args, NULL);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = cli_args_value(args, "json") != NULL ? print_json(args, table, output.stream)
		                                            : print_text(args, table, output.stream);
	if (code == CLI_OK)
		code = cli_output_close(&output);
	cli_output_abandon(&output);
	mixmi_table_free(table);
	return code;
}

static const cli_example examples[] = {
	{ "mixmi describe penguins.csv", "Every column: its type and why, distinct values, atoms, missing values, range." },
	{ "gzip -c penguins.csv | mixmi describe --discrete year --json",
	  "Compressed data from standard input, one column taken as discrete, the answer as JSON." },
	{ NULL, NULL },
};

const cli_command cli_describe = {
	.name = "describe",
	.summary = "show what each column of a file is taken for, and why",
	.synopsis = "[FILE] [OPTIONS]",
	.description = "Reads the file and prints for each column its type and how it was decided, the number of distinct "
				   "values, of atoms "
				   "(all values of a discrete column; in a numeric one the values that occur at least --atom-threshold "
				   "times), of rows "
				   "that hold atoms and of missing values, and the range.",
	.groups = "model,reading,running",
	.without = "k-init,k-init-factor,k-max,k-max-factor,max-rounds",
	.examples = examples,
	.run = run,
};
