/* mixmi cmi with mixmi_estimate(): the estimators besides residual and histogram. They fit no histogram, so the answer is the value, the
 * number of rows and the types of columns. */
#include "value.h"

#include <math.h>

#include "input.h"
#include "layout.h"
#include "methods.h"
#include "question.h"
#include "report.h"
#include "verdict.h"

/* The question and its answer. */
typedef struct answer {
	cli_question question;
	mixmi_answer value;
} answer;

/* The first column of X or Y with ties, if the method assumes that there are none. */
static int note_ties(const cli_fit *fit)
{
	const mixmi_method *method = cli_methods_chosen(fit->args);
	for (size_t j = 0; method->continuous && j < fit->info.columns; j++) {
		mixmi_column column;
		mixmi_histogram_column fitted;
		cli_text note = { 0 };
		if (cli_fit_column(&column, &fitted, fit, j) != MIXMI_OK)
			return cli_fail_memory();
		if (column.atom_rows == 0 || fit->roles[j] == 'z')
			continue;
		cli_text_add(&note, "'");
		cli_text_add_shown(&note, column.name);
		cli_text_addf(&note, "' has ties: estimator %s assumes continuous columns, and its value is too large here",
		              method->name);
		if (!note.failed)
			cli_note(note.bytes);
		bool failed = note.failed;
		cli_text_clear(&note);
		return failed ? cli_fail_memory() : CLI_OK;
	}
	return CLI_OK;
}

static int estimate(void *answered, cli_args *args)
{
	answer *a = answered;
	cli_question *q = &a->question;
	const mixmi_question asked = cli_question_asked(q);
	mixmi_status status = mixmi_estimate(&a->value, sizeof a->value, NULL, q->fit.table, &asked, args->options);
	if (status != MIXMI_OK)
		return cli_input_fail(args, status);
	q->fit.estimate = a->value.estimate;
	int code = cli_question_line_up(q, a->value.rows, a->value.rows_dropped);
	return code == CLI_OK ? note_ties(&q->fit) : code;
}

static bool uses(const answer *a, const char *option)
{
	return mixmi_method_uses_option(cli_methods_chosen(a->question.fit.args), option);
}

/* ------------------------------------------------------------------------------------------------ text */

static int print_headline(const answer *a, FILE *stream)
{
	const cli_fit *fit = &a->question.fit;
	cli_text line = { 0 };
	cli_question_add_information(&line, &a->question);
	char value[CLI_NUMBER];
	cli_text_addf(&line, " = %s %s  (estimator %s", cli_text_short(value, cli_fit_units(fit, a->value.estimate)),
	              cli_fit_units_name(fit), a->value.method);
	if (uses(a, "neighbours"))
		cli_text_addf(&line, ", k = %s", cli_args_option(fit->args, "neighbours"));
	if (uses(a, "ksg-variant"))
		cli_text_addf(&line, ", variant %s", cli_args_option(fit->args, "ksg-variant"));
	if (!line.failed)
		fprintf(stream, "%s)\n\n", line.bytes);
	int code = line.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&line);
	return code;
}

static int print_facts(const answer *a, FILE *stream)
{
	const cli_fit *fit = &a->question.fit;
	bool corrected = !isnan(a->value.corrected);
	cli_text rows = { 0 };
	char value[CLI_NUMBER];
	int code = cli_fit_add_rows(&rows, fit);
	if (code == CLI_OK)
		fprintf(stream, "%-*s  %s\n", corrected ? 9 : 4, "rows", rows.bytes);
	if (code == CLI_OK && corrected)
		fprintf(stream, "corrected  %s %s\n", cli_text_short(value, cli_fit_units(fit, a->value.corrected)),
		        cli_fit_units_name(fit));
	cli_text_clear(&rows);
	return code;
}

static int print_text(const void *answered, FILE *stream)
{
	const answer *a = answered;
	int code = print_headline(a, stream);
	if (code == CLI_OK)
		code = print_facts(a, stream);
	bool verbose = cli_args_value(a->question.fit.args, "verbose") != NULL;
	return code == CLI_OK && verbose ? cli_fit_print_columns(&a->question.fit, stream) : code;
}

/* ------------------------------------------------------------------------------------------------ CSV */

int cli_value_csv(const cli_question *q, const mixmi_answer *found, FILE *stream)
{
	fputs("x,y,z,method,", stream);
	cli_verdict_csv_header(stream);
	fputs(",units\n", stream);
	for (int set = 0; set < 3; set++) {
		fputs(set > 0 ? "," : "", stream);
		if (!cli_question_csv_names(q, set, stream))
			return cli_fail_memory();
	}
	fprintf(stream, ",%s,", found->method);
	cli_verdict_csv(found, q->fit.args->options, stream);
	fprintf(stream, ",%s\n", cli_fit_units_name(&q->fit));
	return CLI_OK;
}

static int print_csv(const void *answered, FILE *stream)
{
	const answer *a = answered;
	return cli_value_csv(&a->question, &a->value, stream);
}

/* ------------------------------------------------------------------------------------------------ JSON */

static int print_json(const void *answered, FILE *stream)
{
	const answer *a = answered;
	const cli_fit *fit = &a->question.fit;
	const cli_args *args = fit->args;
	cli_json json;
	cli_fit_json_begin(&json, fit);
	cli_json_put(&json, json.root, "method", json_string(a->value.method));
	cli_verdict_put(&json, json.root, args->options, &a->value);
	if (uses(a, "neighbours")) {
		cli_json_put(&json, json.root, "neighbours", cli_json_option(args, "neighbours"));
		cli_json_put(&json, json.root, "metric", json_string(cli_args_option(args, "metric")));
	}
	if (uses(a, "ksg-variant"))
		cli_json_put(&json, json.root, "ksg_variant",
		             json_integer(1 + (json_int_t)cli_args_number(args, "ksg-variant")));
	if (uses(a, "miic-bins"))
		cli_json_put(&json, json.root, "miic_bins", cli_json_option(args, "miic-bins"));
	cli_question_json(&json, &a->question);
	cli_fit_json_columns(&json, fit, false);
	return cli_json_print(&json, stream);
}

int cli_value_run(cli_args *args)
{
	static const cli_question_steps steps = { estimate, print_text, print_json, print_csv };
	answer a = { 0 };
	return cli_question_run(&a, &steps, args);
}
