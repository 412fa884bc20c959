/* mixmi cmi: how much X tells about Y once Z is known, with the corrected values and verdicts. */
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "input.h"
#include "layout.h"
#include "report.h"
#include "text.h"

/* The question and its answer. Columns are shown X first, then Y, then Z. */
typedef struct question {
	cli_fit fit;
	const char *lists[3];
	size_t *sets[3];
	size_t counts[3];
	char *roles;
	mixmi_cmi cmi;
} question;

static const char letters[] = "xyz";

static int take_lists(question *q, const cli_args *args)
{
	int code = cli_args_need(&q->lists[0], args, "x");
	if (code == CLI_OK)
		code = cli_args_need(&q->lists[1], args, "y");
	if (code == CLI_OK && cli_args_value(args, "z") != NULL)
		code = cli_args_need(&q->lists[2], args, "z");
	return code;
}

static int read_table(question *q, cli_args *args)
{
	cli_text only = { 0 };
	for (int s = 0; s < 3 && q->lists[s] != NULL; s++) {
		cli_text_add(&only, s == 0 ? "" : ",");
		cli_text_add(&only, q->lists[s]);
	}
	int code = only.failed ? cli_fail_memory() : cli_input_table(&q->fit.table, args, only.bytes);
	args->options.only = NULL;
	cli_text_clear(&only);
	return code;
}

/* fit.columns and roles: the sets one after the other. */
static int line_up(question *q)
{
	size_t total = q->counts[0] + q->counts[1] + q->counts[2], j = 0;
	q->fit.columns = calloc(total, sizeof *q->fit.columns);
	q->roles = calloc(total + 1, 1);
	if (q->fit.columns == NULL || q->roles == NULL)
		return cli_fail_memory();
	for (int s = 0; s < 3; s++)
		for (size_t i = 0; i < q->counts[s]; i++, j++) {
			q->fit.columns[j] = q->sets[s][i];
			q->roles[j] = letters[s];
		}
	q->fit.roles = q->roles;
	return CLI_OK;
}

static int estimate(question *q, cli_args *args)
{
	mixmi_status status = MIXMI_OK;
	for (int s = 0; status == MIXMI_OK && s < 3; s++)
		if (q->lists[s] != NULL)
			status = mixmi_table_select(&q->sets[s], &q->counts[s], q->fit.table, q->lists[s]);
	if (status == MIXMI_OK)
		status = mixmi_estimate_cmi(&q->cmi, &q->fit.histogram, q->fit.table, q->sets[0], q->counts[0], q->sets[1],
		                            q->counts[1], q->sets[2], q->counts[2], &args->options);
	if (status != MIXMI_OK)
		return cli_input_fail(args, status);
	q->fit.estimate = q->cmi.estimate;
	int code = line_up(q);
	return code == CLI_OK ? cli_fit_describe(&q->fit) : code;
}

/* ------------------------------------------------------------------------------------------------ text */

static int print_headline(const question *q, FILE *stream)
{
	cli_text line = { 0 };
	cli_text_add(&line, "I(");
	cli_fit_add_names(&line, &q->fit, 0, q->counts[0]);
	cli_text_add(&line, "; ");
	cli_fit_add_names(&line, &q->fit, q->counts[0], q->counts[1]);
	if (q->counts[2] > 0) {
		cli_text_add(&line, " | ");
		cli_fit_add_names(&line, &q->fit, q->counts[0] + q->counts[1], q->counts[2]);
	}
	if (!line.failed)
		fprintf(stream, "%s) = %.6g %s\n\n", line.bytes, cli_fit_units(&q->fit, q->cmi.estimate),
		        cli_fit_units_name(&q->fit));
	int code = line.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&line);
	return code;
}

static void add_correction(cli_layout *layout, const question *q, const char *name, const mixmi_correction *c)
{
	bool is_chi2 = c == &q->cmi.chi2, dependent = c->value > 0;
	cli_layout_add(layout, name);
	cli_layout_number(layout, cli_fit_units(&q->fit, c->value));
	if (is_chi2) {
		cli_layout_number(layout, q->cmi.df);
		cli_layout_number(layout, q->cmi.p);
		cli_layout_addf(layout, "%s at alpha %g", dependent ? "dependent" : "independent", q->fit.args->options.alpha);
	} else {
		cli_layout_words(layout, dependent ? "-,-,dependent" : "-,-,independent");
	}
}

static int print_corrections(const question *q, FILE *stream)
{
	cli_layout layout = { .align = "lrrrl" };
	cli_layout_words(&layout, "correction,value,df,p,verdict");
	add_correction(&layout, q, "chi2", &q->cmi.chi2);
	add_correction(&layout, q, "sc", &q->cmi.sc);
	add_correction(&layout, q, "fnml", &q->cmi.fnml);
	add_correction(&layout, q, "jic", &q->cmi.jic);
	fputc('\n', stream);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

static int print_text(const question *q, FILE *stream)
{
	int code = print_headline(q, stream);
	if (code == CLI_OK)
		code = cli_fit_print_facts(&q->fit, stream);
	if (code == CLI_OK)
		code = print_corrections(q, stream);
	return code == CLI_OK ? cli_fit_print_columns(&q->fit, stream) : code;
}

/* ------------------------------------------------------------------------------------------------ JSON */

static json_t *names_json(cli_json *json, const question *q, int set)
{
	json_t *names = json_array();
	size_t first = set == 0 ? 0 : set == 1 ? q->counts[0] : q->counts[0] + q->counts[1];
	for (size_t j = first; j < first + q->counts[set]; j++) {
		mixmi_histogram_column column;
		bool known = mixmi_histogram_get_column(&column, q->fit.histogram, q->fit.places[j]) == MIXMI_OK;
		cli_json_push(json, names, known ? cli_json_text(column.name) : NULL);
	}
	return names;
}

static json_t *correction_json(cli_json *json, const question *q, const mixmi_correction *c)
{
	json_t *object = json_object();
	cli_json_put(json, object, "value", cli_json_number(cli_fit_units(&q->fit, c->value)));
	cli_json_put(json, object, "correction", cli_json_number(cli_fit_units(&q->fit, c->correction)));
	if (c == &q->cmi.chi2) {
		cli_json_put(json, object, "df", cli_json_number(q->cmi.df));
		cli_json_put(json, object, "p", cli_json_number(q->cmi.p));
	}
	return object;
}

static int print_json(const question *q, FILE *stream)
{
	cli_json json;
	cli_fit_json_begin(&json, &q->fit);
	cli_json_put(&json, json.root, "x", names_json(&json, q, 0));
	cli_json_put(&json, json.root, "y", names_json(&json, q, 1));
	cli_json_put(&json, json.root, "z", names_json(&json, q, 2));
	cli_json_put(&json, json.root, "alpha", cli_json_number(q->fit.args->options.alpha));
	json_t *corrected = json_object();
	cli_json_put(&json, corrected, "chi2", correction_json(&json, q, &q->cmi.chi2));
	cli_json_put(&json, corrected, "sc", correction_json(&json, q, &q->cmi.sc));
	cli_json_put(&json, corrected, "fnml", correction_json(&json, q, &q->cmi.fnml));
	cli_json_put(&json, corrected, "jic", correction_json(&json, q, &q->cmi.jic));
	cli_json_put(&json, json.root, "corrected", corrected);
	cli_fit_json_end(&json, &q->fit, false);
	return cli_json_print(&json, stream);
}

static int run(cli_args *args)
{
	question q = { .fit = { .args = args } };
	cli_output output = { 0 };
	const char *path = cli_args_value(args, "output");
	int code = take_lists(&q, args);
	if (code == CLI_OK)
		code = cli_output_check(path);
	if (code == CLI_OK)
		code = read_table(&q, args);
	if (code == CLI_OK)
		code = estimate(&q, args);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = cli_args_value(args, "json") != NULL ? print_json(&q, output.stream) : print_text(&q, output.stream);
	if (code == CLI_OK)
		code = cli_output_close(&output);
	cli_output_abandon(&output);
	for (int s = 0; s < 3; s++)
		mixmi_free(q.sets[s]);
	free(q.roles);
	free(q.fit.columns);
	q.fit.columns = NULL;
	cli_fit_clear(&q.fit);
	return code;
}

static const cli_flag flags[] = {
	{ "x", 'x', CLI_COLUMNS, "COLUMNS", "the columns of X" },
	{ "y", 'y', CLI_COLUMNS, "COLUMNS", "the columns of Y" },
	{ "z", 'z', CLI_COLUMNS, "COLUMNS", "the columns of Z, that are known already; without it: mutual information" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi cmi penguins.csv -x bill_length_mm -y bill_depth_mm -z species",
	  "How much bill length tells about bill depth once the species is known." },
	{ "mixmi cmi penguins.csv -x bill_length_mm,bill_depth_mm -y species --units bits",
	  "How much both measures together tell about the species, in bits." },
	{ "mixmi cmi -x 3 -y 4 -z sex --json < penguins.csv",
	  "Columns by number, the file from standard input, the answer as JSON." },
	{ "mixmi cmi penguins.csv -x year -y flipper_length_mm --discrete year --alpha 0.05",
	  "Take the year as a name rather than a number, and test at the level 0.05." },
	{ NULL, NULL },
};

const cli_command cli_cmi = {
	.name = "cmi",
	.summary = "estimate (conditional) mutual information I(X;Y|Z)",
	.synopsis = "[FILE] -x COLUMNS -y COLUMNS [-z COLUMNS] [OPTIONS]",
	.description = "Fits one adaptive histogram to the joint data of X, Y and Z and prints the mutual information "
				   "I(X;Y|Z) of the fit "
				   "with the histogram's columns.\n"
				   "The estimate is never negative, so independent columns give a small positive value too. The "
				   "corrected values take "
				   "off what chance alone would bring: chi2 (by a quantile of the chi-squared distribution, at the "
				   "level alpha), sc "
				   "(quotient NML), fnml (factorised NML) and jic. X and Y are judged independent given Z where the "
				   "corrected value "
				   "is 0.\n"
				   "Rows with a missing value in a column of X, Y or Z are left out.",
	.groups = "model,test,reading,showing,running",
	.without = "only",
	.flags = flags,
	.examples = examples,
	.run = run,
};
