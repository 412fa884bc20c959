/* mixmi histogram: the fitted joint histogram, as text, JSON, a picture, or a model for `mixmi assign`. */
#include <math.h>
#include <string.h>

#include "csv.h"
#include "keep.h"
#include "layout.h"
#include "report.h"
#include "text.h"

/* ------------------------------------------------------------------------------------------------ text */

enum { MOST_BINS = 60 }; /* maximum listed in text; JSON has all */

static int add_bin(cli_layout *layout, const cli_fit *fit, size_t j, size_t b, const mixmi_histogram_column *column)
{
	mixmi_bin bin;
	mixmi_status status = mixmi_histogram_get_bin(&bin, sizeof bin, fit->histogram, j, b);
	if (status != MIXMI_OK)
		return cli_fail_library(fit->args->command->name, NULL, status);
	double share = (double)bin.count / (double)fit->info.rows;
	cli_text name = { 0 };
	cli_fit_add_bin(&name, fit->histogram, j, &bin, b + 1 == column->intervals, 6);
	layout->failed |= name.failed;
	cli_layout_add(layout, name.failed ? "" : name.bytes);
	cli_layout_add(layout, !bin.is_atom ? "interval" : bin.atoms > 1 ? "group" : "atom");
	cli_layout_addf(layout, "%llu", (unsigned long long)bin.count);
	cli_layout_number(layout, share);
	if (bin.is_atom)
		cli_layout_add(layout, "-");
	else
		cli_layout_number(layout, share / bin.volume);
	cli_text_clear(&name);
	return CLI_OK;
}

static int print_bins(const cli_fit *fit, size_t j, FILE *stream)
{
	mixmi_histogram_column column;
	mixmi_status status = mixmi_histogram_get_column(&column, sizeof column, fit->histogram, j);
	if (status != MIXMI_OK)
		return cli_fail_library(fit->args->command->name, NULL, status);
	cli_layout layout = { .align = "llrrr" };
	cli_text name = { 0 };
	cli_text_add(&name, "bins of ");
	cli_text_add(&name, column.name);
	layout.failed = name.failed;
	cli_layout_add(&layout, name.failed ? "" : name.bytes);
	cli_text_clear(&name);
	cli_layout_words(&layout, "kind,rows,share,density");
	size_t shown = column.bins > MOST_BINS ? MOST_BINS : column.bins;
	int code = CLI_OK;
	for (size_t b = 0; code == CLI_OK && b < shown; b++)
		code = add_bin(&layout, fit, j, b, &column);
	if (code == CLI_OK)
		fputc('\n', stream);
	layout.failed |= code != CLI_OK; /* print nothing, only free */
	if (!cli_layout_print(&layout, stream, 0) && code == CLI_OK)
		code = cli_fail_memory();
	if (code == CLI_OK && shown < column.bins)
		fprintf(stream, "... and %zu more bins: --csv and --json list them all\n", column.bins - shown);
	return code;
}

static int print_text(const cli_fit *fit, double discretised, FILE *stream)
{
	cli_text names = { 0 };
	cli_fit_add_names(&names, fit, 0, fit->info.columns);
	if (names.failed)
		return cli_fail_memory();
	fprintf(stream, "histogram of %s\n\n", names.bytes);
	cli_text_clear(&names);
	int code = cli_fit_print_facts(fit, stream);
	const char *units = cli_fit_units_name(fit);
	if (code == CLI_OK) {
		char entropy[CLI_NUMBER], of_bins[CLI_NUMBER];
		fprintf(stream, "entropy   %s %s", cli_text_short(entropy, cli_fit_units(fit, fit->estimate)), units);
		if (discretised != fit->estimate)
			fprintf(stream, ", of the bins alone %s %s", cli_text_short(of_bins, cli_fit_units(fit, discretised)),
			        units);
		fputc('\n', stream);
		code = cli_fit_print_columns(fit, stream);
	}
	for (size_t j = 0; code == CLI_OK && j < fit->info.columns; j++)
		code = print_bins(fit, j, stream);
	return code;
}

/* ------------------------------------------------------------------------------------------------ CSV */

static int csv_bin(const cli_fit *fit, size_t j, size_t b, const mixmi_histogram_column *column, FILE *stream)
{
	mixmi_bin bin;
	cli_text name = { 0 };
	mixmi_status status = mixmi_histogram_get_bin(&bin, sizeof bin, fit->histogram, j, b);
	if (status != MIXMI_OK)
		return cli_fail_library("histogram", NULL, status);
	cli_fit_add_bin(&name, fit->histogram, j, &bin, b + 1 == column->intervals, 0);
	if (name.failed)
		return cli_fail_memory();
	cli_csv_field(column->name, stream);
	fprintf(stream, ",%zu,%s,", b, !bin.is_atom ? "interval" : bin.atoms > 1 ? "group" : "atom");
	cli_csv_field(name.bytes != NULL ? name.bytes : "", stream);
	cli_text_clear(&name);
	cli_csv_number(bin.lower, stream);
	cli_csv_number(bin.upper, stream);
	double share = (double)bin.count / (double)fit->info.rows;
	fprintf(stream, ",%llu", (unsigned long long)bin.count);
	cli_csv_number(share, stream);
	cli_csv_number(bin.is_atom ? (double)NAN : share / bin.volume, stream);
	fputc('\n', stream);
	return CLI_OK;
}

static int print_csv(const cli_fit *fit, FILE *stream)
{
	int code = CLI_OK;
	fputs("column,bin,kind,values,lower,upper,rows,share,density\n", stream);
	for (size_t j = 0; code == CLI_OK && j < fit->info.columns; j++) {
		mixmi_histogram_column column;
		mixmi_status status = mixmi_histogram_get_column(&column, sizeof column, fit->histogram, j);
		if (status != MIXMI_OK)
			return cli_fail_library("histogram", NULL, status);
		for (size_t b = 0; code == CLI_OK && b < column.bins; b++)
			code = csv_bin(fit, j, b, &column, stream);
	}
	return code;
}

/* ------------------------------------------------------------------------------------------------ JSON */

static json_t *cell_json(cli_json *json, const cli_fit *fit, const mixmi_cell *cell)
{
	json_t *object = json_object(), *bins = json_array();
	for (size_t j = 0; j < fit->info.columns; j++)
		cli_json_push(json, bins, json_integer(cell->bins[j]));
	cli_json_put(json, object, "bins", bins);
	cli_json_put(json, object, "count", json_integer((json_int_t)cell->count));
	cli_json_put(json, object, "volume", cell->volume > 0 ? cli_json_number(cell->volume) : json_null());
	return object;
}

static int print_json(const cli_fit *fit, double discretised, FILE *stream)
{
	cli_json json;
	cli_fit_json_begin(&json, fit);
	cli_json_put(&json, json.root, "discretised", cli_json_number(cli_fit_units(fit, discretised)));
	json_t *cells = json_array();
	for (size_t i = 0; i < fit->info.cells; i++) {
		mixmi_cell cell;
		bool known = mixmi_histogram_get_cell(&cell, sizeof cell, fit->histogram, i) == MIXMI_OK;
		cli_json_push(&json, cells, known ? cell_json(&json, fit, &cell) : NULL);
	}
	cli_fit_json_end(&json, fit, true);
	cli_json_put(&json, json.root, "cell_list", cells);
	return cli_json_print(&json, stream);
}

/* ------------------------------------------------------------------------------------------------- run */

static int answer(const cli_fit *fit, double discretised)
{
	cli_output output = { 0 };
	int code = cli_keep_write(fit, NULL, "histogram");
	if (code == CLI_OK)
		code = cli_output_open(&output, cli_args_value(fit->args, "output"));
	if (code == CLI_OK && cli_args_value(fit->args, "csv") != NULL)
		code = print_csv(fit, output.stream);
	else if (code == CLI_OK)
		code = cli_args_value(fit->args, "json") != NULL ? print_json(fit, discretised, output.stream)
		                                                 : print_text(fit, discretised, output.stream);
	return cli_output_end(&output, code);
}

static int run(cli_args *args)
{
	cli_fit fit = { 0 };
	const char *list;
	double discretised = 0;
	int code = cli_args_one_form(args);
	if (code == CLI_OK)
		code = cli_args_need(&list, args, "columns");
	if (code == CLI_OK)
		code = cli_keep_check(args, "histogram", cli_list_items(list));
	if (code == CLI_OK)
		code = cli_fit_columns(&fit, args, list);
	if (code == CLI_OK)
		code = cli_fit_entropy(&fit.estimate, &discretised, &fit);
	if (code == CLI_OK)
		code = answer(&fit, discretised);
	cli_fit_clear(&fit);
	return code;
}

static const cli_flag flags[] = {
	{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "the columns" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one bin per line, instead of tables" },
	CLI_CSV_SAFE,
	CLI_KEEP_FLAGS("draw one or two columns to FILE (.svg, .png, .pdf)"),
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi histogram penguins.csv -c bill_length_mm", "The bins of one column, with their densities." },
	{ "mixmi histogram penguins.csv -c bill_length_mm,bill_depth_mm --plot bills.svg",
	  "The joint histogram of two columns, as text and as a picture." },
	{ "mixmi histogram penguins.csv -c flipper_length_mm,species --save model.json",
	  "Save the fitted histogram, to assign new rows to its bins later." },
	{ NULL, NULL },
};

const cli_command cli_histogram = {
	.name = "histogram",
	.summary = "fit, show, draw or save the joint histogram of columns",
	.synopsis = "[FILE] -c COLUMNS [--plot FILE] [--save FILE] [OPTIONS]",
	.description =
		"Fits one adaptive histogram to the columns and prints their joint entropy, which for continuous columns "
		"depends on "
		"the unit of measurement and can be negative, the entropy of the bins alone, which has neither property, and "
		"the "
		"bins: intervals [lower,upper) of the continuous "
		"part, "
		"the last of them closed, and atoms: single values with positive probability, such as the zeros of a "
		"zero-inflated count.\n"
		"A picture of one column shows the density in steps and point masses as bars; area is probability. A picture "
		"of two columns shows the grid over the points, with cells coloured by observed versus expected rows.\n"
		"Rows with a missing value in one of the columns are left out.",
	.groups = "model,reading,showing,running",
	.without = "cluster,survival,time,id,step,lags,max-pairs,only",
	.flags = flags,
	.examples = examples,
	.run = run,
};
