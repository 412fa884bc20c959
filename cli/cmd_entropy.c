/* mixmi entropy: joint entropy of some columns, from their fitted histogram. */
#include "columns.h"
#include "csv.h"
#include "fit.h"
#include "report.h"
#include "text.h"

static int print_text(const cli_fit *fit, double discretised, FILE *stream)
{
	cli_text names = { 0 };
	cli_fit_add_names(&names, fit, 0, fit->info.columns);
	if (names.failed)
		return cli_fail_memory();
	const char *units = cli_fit_units_name(fit);
	char entropy[CLI_NUMBER], of_bins[CLI_NUMBER];
	cli_text_short(entropy, cli_fit_units(fit, fit->estimate));
	cli_text_short(of_bins, cli_fit_units(fit, discretised));
	fprintf(stream, "H(%s) = %s %s\n\n", names.bytes, entropy, units);
	if (discretised != fit->estimate)
		fprintf(stream, "bins      %s %s, the entropy of the bins alone\n", of_bins, units);
	cli_text_clear(&names);
	int code = cli_fit_print_facts(fit, stream);
	return code == CLI_OK ? cli_fit_print_columns(fit, stream) : code;
}

static int print_json(const cli_fit *fit, double discretised, FILE *stream)
{
	cli_json json;
	cli_fit_json_begin(&json, fit);
	cli_json_put(&json, json.root, "discretised", cli_json_number(cli_fit_units(fit, discretised)));
	cli_fit_json_end(&json, fit, false);
	return cli_json_print(&json, stream);
}

static int print_csv(const cli_fit *fit, double discretised, FILE *stream)
{
	char entropy[CLI_NUMBER], of_bins[CLI_NUMBER];
	cli_text names = { 0 };
	for (size_t j = 0; j < fit->info.columns; j++) {
		cli_text_add(&names, j > 0 ? ";" : "");
		cli_text_add(&names, cli_columns_name(fit->table, fit->columns[j]));
	}
	if (names.failed)
		return cli_fail_memory();
	fputs("columns,entropy,discretised,units,rows,rows_dropped\n", stream);
	cli_csv_field(names.bytes, stream);
	cli_text_clear(&names);
	fprintf(stream, ",%s,%s,%s,%zu,%zu\n", cli_text_number(entropy, cli_fit_units(fit, fit->estimate)),
	        cli_text_number(of_bins, cli_fit_units(fit, discretised)), cli_fit_units_name(fit), fit->info.rows,
	        fit->info.rows_dropped);
	return CLI_OK;
}

static int print(const cli_fit *fit, double discretised, FILE *stream)
{
	if (cli_args_value(fit->args, "csv") != NULL)
		return print_csv(fit, discretised, stream);
	return cli_args_value(fit->args, "json") != NULL ? print_json(fit, discretised, stream)
	                                                 : print_text(fit, discretised, stream);
}

static int run(cli_args *args)
{
	cli_fit fit = { 0 };
	cli_output output = { 0 };
	const char *list, *path = cli_args_value(args, "output");
	double discretised = 0;
	int code = cli_args_one_form(args);
	if (code == CLI_OK)
		code = cli_args_need(&list, args, "columns");
	if (code == CLI_OK)
		code = cli_output_check(path);
	if (code == CLI_OK)
		code = cli_fit_columns(&fit, args, list);
	if (code == CLI_OK)
		code = cli_fit_entropy(&fit.estimate, &discretised, &fit);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = print(&fit, discretised, output.stream);
	code = cli_output_end(&output, code);
	cli_fit_clear(&fit);
	return code;
}

static const cli_flag flags[] = {
	{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "the columns" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one line, instead of text" },
	CLI_CSV_SAFE,
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi entropy penguins.csv -c species", "Entropy of a discrete column." },
	{ "mixmi entropy penguins.csv -c bill_length_mm,species --units bits", "Joint entropy of a mixed pair, in bits." },
	{ NULL, NULL },
};

const cli_command cli_entropy = {
	.name = "entropy",
	.summary = "estimate the joint entropy of columns",
	.synopsis = "[FILE] -c COLUMNS [OPTIONS]",
	.description = "Fits one adaptive histogram to the columns and prints their joint entropy. For continuous columns "
				   "this is the differential entropy: it depends on the unit of measurement and can be negative. The "
				   "entropy of the bins alone, which has neither property, is printed as well.\n"
				   "Rows with a missing value in one of the columns are left out.",
	.groups = "model,reading,showing,running",
	.without = "cluster,survival,time,id,step,lags,max-pairs,only",
	.flags = flags,
	.examples = examples,
	.run = run,
};
