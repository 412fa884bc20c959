/* mixmi describe: the recognised type of each column, and why. */
#include <math.h>
#include <string.h>

#include "csv.h"
#include "input.h"
#include "json.h"
#include "layout.h"
#include "output.h"
#include "report.h"
#include "shape.h"
#include "text.h"

/* Writes one of the texts of shape.h to a cell. */
typedef void shape(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about);

static void add_shape(cli_layout *layout, shape *write, const mixmi_table *table, size_t column,
                      const mixmi_column *about)
{
	cli_text text = { 0 };
	write(&text, table, column, about);
	layout->failed |= text.failed;
	cli_layout_add(layout, text.bytes != NULL ? text.bytes : "");
	cli_text_clear(&text);
}

static void kind_shape(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	(void)table, (void)column;
	cli_shape_kind(text, about);
}

/* The description of the column in the file, how it was read if that is not obvious, and the remark. */
static void remark_shape(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	(void)table, (void)column;
	const char *plain[] = { "every value is a number", "no values", "texts", "declared numeric", "text '" };
	bool is_plain = false;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		is_plain |= strncmp(about->why, plain[i], strlen(plain[i])) == 0;
	const char *parts[] = { about->label, is_plain ? NULL : about->why, about->remark };
	for (int i = 0; i < 3; i++)
		if (parts[i] != NULL)
			cli_text_addf(text, "%s%s", text->length > 0 ? "; " : "", parts[i]);
}

static bool has_remark(const mixmi_column *about)
{
	cli_text text = { 0 };
	remark_shape(&text, NULL, 0, about);
	bool has = text.length > 0 || text.failed;
	cli_text_clear(&text);
	return has;
}

static void add_column(cli_layout *layout, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	cli_layout_add(layout, about->name);
	add_shape(layout, kind_shape, table, column, about);
	cli_layout_addf(layout, "%zu", about->distinct);
	cli_layout_addf(layout, "%zu", about->missing);
	add_shape(layout, cli_shape_values, table, column, about);
	add_shape(layout, cli_shape_blocks, table, column, about);
}

/* Remarks of all columns, wrapped, below the table. */
static int print_remarks(const cli_args *args, const mixmi_table *table, FILE *stream)
{
	bool failed = false, any = false;
	for (size_t j = 0; j < mixmi_table_columns(table) && !failed; j++) {
		mixmi_column about;
		cli_text text = { 0 }, typed = { 0 }, shown = { 0 };
		failed = mixmi_table_column(&about, sizeof about, table, j, args->options) != MIXMI_OK;
		if (!failed && has_remark(&about)) {
			remark_shape(&text, table, j, &about);
			cli_text_add(&typed, about.name);
			cli_text_add(&typed, ": ");
			cli_text_add_typed(&typed, text.failed ? "" : text.bytes);
			cli_text_add_shown(&shown, typed.failed ? "" : typed.bytes);
			failed = text.failed || typed.failed || shown.failed;
			if (!failed && !any)
				fputc('\n', stream);
			if (!failed)
				cli_text_wrap(stream, shown.bytes, 4, 0);
			any = true;
		}
		cli_text_clear(&text);
		cli_text_clear(&typed);
		cli_text_clear(&shown);
	}
	return failed ? cli_fail_memory() : CLI_OK;
}

static int print_text(const cli_args *args, const mixmi_table *table, FILE *stream)
{
	cli_layout layout = { .align = "clrrcl", .most = cli_layout_width(stream) };
	size_t count = mixmi_table_columns(table);
	cli_layout_heads(&layout, "column,what it is,distinct,missing,values,histogram");
	for (size_t j = 0; j < count; j++) {
		mixmi_column about;
		if (mixmi_table_column(&about, sizeof about, table, j, args->options) == MIXMI_OK)
			add_column(&layout, table, j, &about);
		else
			layout.failed = true;
	}
	if (!layout.failed)
		fprintf(stream, "%zu row%s, %zu column%s\n\n", mixmi_table_rows(table), mixmi_table_rows(table) == 1 ? "" : "s",
		        count, count == 1 ? "" : "s");
	if (!cli_layout_print(&layout, stream, 0))
		return cli_fail_memory();
	return print_remarks(args, table, stream);
}

/* A CSV field with one of the texts of shape.h. */
static bool csv_shape(FILE *stream, shape *write, const mixmi_table *table, size_t column, const mixmi_column *about)
{
	cli_text text = { 0 };
	write(&text, table, column, about);
	fputc(',', stream);
	cli_csv_field(text.bytes != NULL ? text.bytes : "", stream);
	bool done = !text.failed;
	cli_text_clear(&text);
	return done;
}

static int print_csv(const cli_args *args, const mixmi_table *table, FILE *stream)
{
	bool done = true;
	fputs("position,column,type,kind,distinct,missing,atoms,atom_rows,step,suited,values,rows,why,remark\n", stream);
	for (size_t j = 0; j < mixmi_table_columns(table) && done; j++) {
		mixmi_column about;
		char step[CLI_NUMBER];
		done = mixmi_table_column(&about, sizeof about, table, j, args->options) == MIXMI_OK;
		if (!done)
			break;
		fprintf(stream, "%zu,", about.position);
		cli_csv_field(about.name, stream);
		fprintf(stream, ",%s,%s,%zu,%zu,%zu,%zu,%s,%d", about.type == MIXMI_DISCRETE ? "discrete" : "numeric",
		        about.kind, about.distinct, about.missing, about.atoms, about.atom_rows,
		        isnan(about.step) ? "" : cli_text_number(step, about.step), about.suited);
		done = csv_shape(stream, cli_shape_values, table, j, &about) &&
		       csv_shape(stream, cli_shape_blocks, table, j, &about);
		fputc(',', stream);
		cli_csv_field(about.why, stream);
		fputc(',', stream);
		cli_csv_field(about.remark != NULL ? about.remark : "", stream);
		fputc('\n', stream);
	}
	return done ? CLI_OK : cli_fail_memory();
}

/* Smallest and largest value as displayed; dates are texts. */
static json_t *shown_range(const mixmi_column *about)
{
	char low[MIXMI_SHOWN], high[MIXMI_SHOWN];
	if (about->unit == MIXMI_PLAIN || !isfinite(about->minimum))
		return cli_json_range(about->minimum, about->maximum);
	mixmi_show_value(low, about->minimum, about->unit);
	mixmi_show_value(high, about->maximum, about->unit);
	return json_pack("[ss]", low, high);
}

/* Labels of detection limits from code `from` on. */
static json_t *limits_json(cli_json *json, const mixmi_table *table, size_t column, size_t from, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		cli_json_push(json, array, cli_json_text(mixmi_table_label(table, column, from + i)));
	return array;
}

static json_t *column_json(cli_json *json, const mixmi_table *table, size_t index, const mixmi_column *column)
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
	cli_json_put(json, object, "range", shown_range(column));
	cli_json_put(json, object, "kind", json_string(column->kind));
	cli_json_put(json, object, "step", cli_json_number(column->step));
	cli_json_put(json, object, "ordered", json_boolean(column->ordered));
	cli_json_put(json, object, "suited", json_boolean(column->suited));
	cli_json_put(json, object, "below", limits_json(json, table, index, 0, column->below));
	cli_json_put(json, object, "above",
	             limits_json(json, table, index, column->distinct - column->above, column->above));
	cli_json_put(json, object, "label", column->label != NULL ? cli_json_text(column->label) : json_null());
	cli_json_put(json, object, "remark", column->remark != NULL ? cli_json_text(column->remark) : json_null());
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
		cli_json_push(&json, columns, known ? column_json(&json, table, j, &column) : NULL);
	}
	cli_json_put(&json, json.root, "columns", columns);
	cli_json_notes(&json, "remarks", table);
	return cli_json_print(&json, stream);
}

static int run(cli_args *args)
{
	mixmi_table *table = NULL;
	cli_output output = { 0 };
	const char *path = cli_args_value(args, "output");
	const char *picture = cli_args_value(args, "plot");
	int code = cli_output_check(path);
	if (code == CLI_OK)
		code = cli_output_check_plot(args);
	if (code == CLI_OK)
		code = cli_input_table(&table, args, NULL);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = cli_args_value(args, "json") != NULL  ? print_json(args, table, output.stream)
		       : cli_args_value(args, "csv") != NULL ? print_csv(args, table, output.stream)
		                                             : print_text(args, table, output.stream);
	code = cli_output_end(&output, code);
	if (code == CLI_OK && picture != NULL) {
		mixmi_status status = mixmi_table_plot(table, args->options, picture);
		code = status == MIXMI_OK ? CLI_OK : cli_fail_library(args->command->name, NULL, status);
	}
	mixmi_table_free(table);
	return code;
}

static const cli_flag flags[] = {
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one column per line, instead of a table" },
	CLI_CSV_SAFE,
	{ "plot", 0, CLI_FILE, "FILE", NULL, "draw all columns to FILE (.svg, .png, .pdf)" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi describe penguins.csv",
	  "Every column: type, distinct and missing values, range, a small histogram, remarks." },
	{ "gzip -c penguins.csv | mixmi describe --discrete year --json",
	  "Compressed data from standard input, one column treated as discrete, output as JSON." },
	{ NULL, NULL },
};

const cli_command cli_describe = {
	.name = "describe",
	.summary = "show the type of each column of a file, and why",
	.synopsis = "[FILE...] [OPTIONS]",
	.description = "Prints a line for each column: its type, the numbers of distinct values, missing values and atoms, "
				   "the range or the most frequent values, a small histogram, and remarks. Atoms are point masses: all "
				   "values of a discrete column; in a numeric column, detection limits and single values that are far "
				   "more frequent than their neighbours.\n"
				   "Columns that carry no information about others (constants, identifiers, row numbers, repetitions "
				   "of an earlier column) are left out of pairs and graph unless they are named.",
	.groups = "model,reading,parts,running",
	.without = "cluster,time,id,step,lags,max-pairs,k-init,k-init-factor,k-max,k-max-factor,max-rounds",
	.flags = flags,
	.examples = examples,
	.several = true,
	.run = run,
};
