/* mixmi assign: assigns new rows to the bins of a histogram saved by `mixmi histogram --save`. */
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "fit.h"
#include "input.h"
#include "progress.h"
#include "report.h"
#include "text.h"

/* The saved histogram, the new rows and their bins. names[j][b] is the name of bin b of column j. */
typedef struct assignment {
	cli_args *args;
	mixmi_histogram *histogram;
	mixmi_histogram_info info;
	mixmi_table *table;
	uint32_t *bins;
	char ***names;
} assignment;

static int load_model(assignment *job, const char *path)
{
	const char *command = job->args->command->name;
	if (path == NULL)
		return cli_fail_usage(command, "--model is needed");
	bool both = strcmp(path, "-") == 0 && strcmp(cli_input_name(job->args), "-") == 0;
	if (both)
		return cli_fail_usage(command, "the model and the rows cannot both come from standard input");
	cli_text text = { 0 };
	int code = cli_input_file(&text, path);
	if (code == CLI_OK) {
		const char *bytes = text.bytes == NULL ? "" : text.bytes;
		mixmi_status status = mixmi_histogram_from_json(&job->histogram, bytes, text.length);
		if (status != MIXMI_OK)
			code = cli_fail_library(command, path, status);
	}
	cli_text_clear(&text);
	if (code == CLI_OK)
		mixmi_histogram_describe(&job->info, sizeof job->info, job->histogram);
	return code;
}

/* Columns keep the types of the model: a label that looks like a number must be read as text, and a text in a numeric
 * column is an error. */
static int read_rows(assignment *job)
{
	cli_text only = { 0 }, discrete = { 0 }, numeric = { 0 };
	mixmi_options *options = job->args->options;
	for (size_t j = 0; j < job->info.columns; j++) {
		mixmi_histogram_column column;
		if (mixmi_histogram_get_column(&column, sizeof column, job->histogram, j) != MIXMI_OK)
			continue; /* cannot happen: j counts the histogram's columns */
		cli_list_add(&only, column.name);
		cli_list_add(column.type == MIXMI_DISCRETE ? &discrete : &numeric, column.name);
	}
	bool failed = only.failed || discrete.failed || numeric.failed;
	failed = failed || (discrete.bytes != NULL && mixmi_options_set(options, "discrete", discrete.bytes) != MIXMI_OK);
	failed = failed || (numeric.bytes != NULL && mixmi_options_set(options, "numeric", numeric.bytes) != MIXMI_OK);
	int code = failed ? cli_fail_memory() : cli_input_table(&job->table, job->args, only.bytes);
	cli_text_clear(&only);
	cli_text_clear(&discrete);
	cli_text_clear(&numeric);
	if (code != CLI_OK)
		return code;
	mixmi_status status = mixmi_histogram_assign(&job->bins, job->histogram, job->table, NULL);
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(job->args, status);
}

/* Name of one bin as a new string, NULL on failure. */
static char *bin_name(const assignment *job, size_t j, size_t b, size_t intervals)
{
	mixmi_bin bin;
	cli_text name = { 0 };
	if (mixmi_histogram_get_bin(&bin, sizeof bin, job->histogram, j, b) != MIXMI_OK)
		return NULL;
	cli_fit_add_bin(&name, job->histogram, j, &bin, b + 1 == intervals, 0);
	if (name.failed)
		cli_text_clear(&name);
	return name.bytes;
}

static int name_bins(assignment *job)
{
	job->names = calloc(job->info.columns, sizeof *job->names);
	if (job->names == NULL)
		return cli_fail_memory();
	for (size_t j = 0; j < job->info.columns; j++) {
		mixmi_histogram_column column;
		mixmi_status status = mixmi_histogram_get_column(&column, sizeof column, job->histogram, j);
		if (status != MIXMI_OK)
			return cli_fail_library(job->args->command->name, NULL, status);
		job->names[j] = calloc(column.bins + 1, sizeof **job->names); /* terminated by NULL */
		for (size_t b = 0; job->names[j] != NULL && b < column.bins; b++)
			if ((job->names[j][b] = bin_name(job, j, b, column.intervals)) == NULL)
				return cli_fail_memory();
		if (job->names[j] == NULL)
			return cli_fail_memory();
	}
	return CLI_OK;
}

static void clear(assignment *job)
{
	for (size_t j = 0; job->names != NULL && j < job->info.columns; j++) {
		for (size_t b = 0; job->names[j] != NULL && job->names[j][b] != NULL; b++)
			free(job->names[j][b]);
		free(job->names[j]);
	}
	free(job->names);
	mixmi_free(job->bins);
	mixmi_table_free(job->table);
	mixmi_histogram_free(job->histogram);
}

/* ------------------------------------------------------------------------------------------------- CSV */

/* A row with one empty field is written as "", because readers skip empty lines. */
static void print_row(const assignment *job, size_t row, FILE *stream)
{
	const uint32_t *bins = job->bins + row * job->info.columns;
	for (size_t j = 0; j < job->info.columns; j++) {
		if (j > 0)
			fputc(',', stream);
		if (bins[j] != MIXMI_NO_BIN)
			cli_csv_field(job->names[j][bins[j]], stream);
		else if (job->info.columns == 1)
			fputs("\"\"", stream);
	}
	fputc('\n', stream);
}

static int print_csv(const assignment *job, FILE *stream)
{
	size_t rows = mixmi_table_rows(job->table);
	for (size_t j = 0; j < job->info.columns; j++) {
		mixmi_histogram_column column;
		if (mixmi_histogram_get_column(&column, sizeof column, job->histogram, j) != MIXMI_OK)
			continue;
		if (j > 0)
			fputc(',', stream);
		cli_csv_field(column.name, stream);
	}
	fputc('\n', stream);
	for (size_t row = 0; row < rows && !ferror(stream); row++) {
		if (cli_progress_cancelled())
			return cli_fail(CLI_LIMIT, "cancelled");
		print_row(job, row, stream);
	}
	return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------ JSON */

/* Bin numbers of all rows. Equal numbers share one value, so that a row costs only a pointer. */
static json_t *assigned_json(cli_json *json, const assignment *job, size_t j, size_t bins)
{
	size_t rows = mixmi_table_rows(job->table);
	json_t *list = json_array(), **numbers = calloc(bins + 1, sizeof *numbers);
	for (size_t b = 0; numbers != NULL && b < bins; b++)
		numbers[b] = json_integer((json_int_t)b);
	for (size_t row = 0; numbers != NULL && row < rows; row++) {
		uint32_t bin = job->bins[row * job->info.columns + j];
		cli_json_push(json, list, bin == MIXMI_NO_BIN ? json_null() : json_incref(numbers[bin]));
	}
	for (size_t b = 0; numbers != NULL && b < bins; b++)
		json_decref(numbers[b]);
	json->failed |= numbers == NULL;
	free(numbers);
	return list;
}

static json_t *column_json(cli_json *json, const assignment *job, size_t j)
{
	mixmi_histogram_column column;
	if (mixmi_histogram_get_column(&column, sizeof column, job->histogram, j) != MIXMI_OK)
		return NULL;
	json_t *object = json_object(), *names = json_array();
	for (size_t b = 0; b < column.bins; b++)
		cli_json_push(json, names, cli_json_text(job->names[j][b]));
	cli_json_put(json, object, "name", cli_json_text(column.name));
	cli_json_put(json, object, "type", json_string(column.type == MIXMI_DISCRETE ? "discrete" : "numeric"));
	cli_json_put(json, object, "bins", cli_json_count(column.bins));
	cli_json_put(json, object, "bin_names", names);
	cli_json_put(json, object, "assigned", assigned_json(json, job, j, column.bins));
	return object;
}

static int print_json(const assignment *job, FILE *stream)
{
	cli_json json;
	cli_json_begin(&json, job->args, job->info.preset);
	cli_json_put(&json, json.root, "model", cli_json_text(cli_args_value(job->args, "model")));
	cli_json_put(&json, json.root, "rows", cli_json_count(mixmi_table_rows(job->table)));
	json_t *columns = json_array();
	for (size_t j = 0; j < job->info.columns; j++)
		cli_json_push(&json, columns, column_json(&json, job, j));
	cli_json_put(&json, json.root, "columns", columns);
	cli_json_notes(&json, "remarks", job->table);
	return cli_json_print(&json, stream);
}

static int run(cli_args *args)
{
	assignment job = { .args = args };
	cli_output output = { 0 };
	const char *path = cli_args_value(args, "output");
	int code = cli_output_check(path);
	if (code == CLI_OK)
		code = load_model(&job, cli_args_value(args, "model"));
	if (code == CLI_OK)
		code = read_rows(&job);
	if (code == CLI_OK)
		code = name_bins(&job);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = cli_args_value(args, "json") != NULL ? print_json(&job, output.stream) : print_csv(&job, output.stream);
	code = cli_output_end(&output, code);
	clear(&job);
	return code;
}

static const cli_flag flags[] = {
	{ "model", 'm', CLI_FILE, "FILE", NULL, "the histogram, as saved by 'mixmi histogram --save'" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi assign penguins.csv --model model.json", "The bins of every row, as CSV." },
	{ "mixmi assign penguins.csv --model model.json --output bins.csv", "The same, written to a file." },
	{ NULL, NULL },
};

const cli_command cli_assign = {
	.name = "assign",
	.summary = "assign rows to the bins of a saved histogram",
	.synopsis = "[FILE] --model FILE [OPTIONS]",
	.description =
		"Prints as CSV, for every row of the file and every column of the saved histogram, the bin of the value: an "
		"interval such as [1.5,2.25), the value or label of an atom, or those of a group. The field is empty if there "
		"is no bin: the value is missing, outside the fitted range, or an atom that is not in the histogram.\n"
		"The file must have the histogram's columns, by name, in any order. They are read with the types "
		"they have in the "
		"histogram.",
	.groups = "reading,running",
	.without = "cluster,survival,time,id,step,lags,max-pairs,only,discrete,numeric",
	.flags = flags,
	.examples = examples,
	.run = run,
};
