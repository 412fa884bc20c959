/* mixmi cmi: conditional mutual information I(X;Y|Z), with its interval and verdict. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "colour.h"
#include "columns.h"
#include "csv.h"
#include "explain.h"
#include "input.h"
#include "keep.h"
#include "layout.h"
#include "methods.h"
#include "past.h"
#include "question.h"
#include "report.h"
#include "size.h"
#include "value.h"
#include "verdict.h"

/* The question and its answer. */
typedef struct answer {
	cli_question question;
	mixmi_answer found;
	mixmi_profile profile;          /* of a dependence: its size is shown */
	mixmi_explanation *explanation; /* NULL: neither --explain nor --by-z */
} answer;

static bool is_given(const answer *a, const char *flag)
{
	return cli_args_value(a->question.fit.args, flag) != NULL;
}

/* The same answer with its explanation, which owns the histogram. */
static mixmi_status explain(answer *a, const mixmi_question *asked, const cli_args *args)
{
	cli_fit *fit = &a->question.fit;
	mixmi_status status = mixmi_explain(&a->explanation, fit->table, asked, is_given(a, "by-z"), args->options);
	if (status != MIXMI_OK)
		return status;
	a->found = *mixmi_explanation_answer(a->explanation);
	fit->histogram = (mixmi_histogram *)(uintptr_t)mixmi_explanation_histogram(a->explanation);
	fit->borrowed = true;
	return MIXMI_OK;
}

static int estimate(void *answered, cli_args *args)
{
	answer *a = answered;
	cli_question *q = &a->question;
	const mixmi_question asked = cli_question_asked(q);
	mixmi_status status;
	if (is_given(a, "explain") || is_given(a, "by-z"))
		status = explain(a, &asked, args);
	else
		status = mixmi_estimate(&a->found, sizeof a->found, &q->fit.histogram, q->fit.table, &asked, args->options);
	a->profile = a->explanation != NULL ? *mixmi_explanation_profile(a->explanation) : a->found.profile;
	if (status != MIXMI_OK)
		return cli_input_fail(args, status);
	q->fit.estimate = a->found.estimate;
	int code = cli_question_line_up(q, 0, 0); /* the histogram has the number of rows */
	cli_fit_count_rows(&q->fit, &a->found);
	return code == CLI_OK ? cli_keep_write(&q->fit, &asked, "cmi") : code;
}

/* ------------------------------------------------------------------------------------------------ text */

/* With the estimate, unless nothing was detected or decided: then the bound or the reason takes its place. */
static int print_headline(const answer *a, FILE *stream)
{
	const cli_question *q = &a->question;
	const mixmi_options *options = q->fit.args->options;
	cli_text line = { 0 };
	char value[CLI_NUMBER];
	cli_text_add(&line, cli_colour_start(stream, CLI_BOLD));
	cli_question_add_information(&line, q);
	if (cli_verdict_found(&a->found) || a->found.verdict == MIXMI_NO_VERDICT)
		cli_text_addf(&line, " = %s %s", cli_text_short(value, cli_fit_units(&q->fit, a->found.estimate)),
		              cli_fit_units_name(&q->fit));
	cli_text_add(&line, a->found.verdict == MIXMI_NO_VERDICT ? "" : ": ");
	cli_verdict_add(&line, &a->found, options, q->counts[2] > 0);
	cli_text_addf(&line, "%s\n\n", cli_colour_end(stream, CLI_BOLD));
	if (!line.failed)
		fputs(line.bytes, stream);
	int code = line.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&line);
	return code;
}

/* The interval of the estimate and its strength; or an estimate that the headline does not have. */
static void print_estimate(const answer *a, FILE *stream)
{
	const cli_fit *fit = &a->question.fit;
	const mixmi_answer *cmi = &a->found;
	char number[CLI_NUMBER], lower[CLI_NUMBER], upper[CLI_NUMBER], strength[CLI_NUMBER], most[CLI_NUMBER];
	if (cmi->verdict == MIXMI_NOT_DETECTED && isfinite(cmi->estimate))
		fprintf(stream, "estimate  %s %s\n", cli_text_short(number, cli_fit_units(fit, cmi->estimate)),
		        cli_fit_units_name(fit));
	if (isfinite(cmi->lower) && cli_verdict_found(cmi))
		fprintf(stream, "interval  %s to %s at level %g, standard error %.2g\n",
		        cli_text_short(lower, cli_fit_units(fit, cmi->lower)),
		        cli_text_short(upper, cli_fit_units(fit, cmi->upper)), cmi->confidence,
		        cli_fit_units(fit, cmi->standard_error));
	if (cli_verdict_found(cmi) && isfinite(cmi->strength)) {
		fprintf(stream, "strength  %s, %s (|r| of a Gaussian pair with the same information",
		        cli_text_short(strength, cmi->strength), cli_strength_word(cmi->strength));
		if (cmi->strength_max < 0.995) /* otherwise it would be displayed as 1 */
			fprintf(stream, "; discrete columns like these reach at most %s", cli_text_short(most, cmi->strength_max));
		fputs(")\n", stream);
	}
	if (isfinite(cmi->p))
		fprintf(stream, "p         %s\n", cli_text_p(number, cmi->p));
}

static int print_size(const answer *a, FILE *stream)
{
	const mixmi_question asked = cli_question_asked(&a->question);
	cli_text line = { 0 };
	cli_size_add(&line, &a->profile, a->question.fit.table, &asked);
	if (!line.failed && line.bytes != NULL)
		fprintf(stream, "size      %s\n", line.bytes);
	int code = line.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&line);
	return code;
}

/* The parts of a histogram's estimate. */
static void print_parts(const answer *a, FILE *stream)
{
	const cli_fit *fit = &a->question.fit;
	const mixmi_answer *cmi = &a->found;
	if (isfinite(cmi->plug_in) && strcmp(cli_args_option(fit->args, "bias"), "none") != 0)
		fprintf(stream, "plug-in   %.6g, bias correction %.6g%s\n", cli_fit_units(fit, cmi->plug_in),
		        cmi->bias == 0 ? 0 : -cli_fit_units(fit, cmi->bias),
		        cmi->estimate < cmi->plug_in - cmi->bias - 1e-9 ? "; bounded by the entropy of X or Y given Z" : "");
}

/* A row of the table of corrections, without the verdict. */
static void add_correction(cli_layout *layout, const answer *a, const char *name, double value)
{
	cli_layout_add(layout, name);
	cli_layout_number(layout, cli_fit_units(&a->question.fit, value));
}

static void add_verdict(cli_layout *layout, double value)
{
	cli_layout_words(layout, value > 0 ? "-,-,detected" : "-,-,not detected");
}

static int print_corrections(const answer *a, FILE *stream)
{
	cli_layout layout = { .align = "lrrrl" };
	const mixmi_answer *f = &a->found;
	cli_layout_heads(&layout, "correction,value,df,p,dependence");
	add_correction(&layout, a, "chi2", f->paper.chi2);
	cli_layout_number(&layout, f->paper.chi2_df);
	cli_layout_p(&layout, f->paper.chi2_p);
	cli_layout_addf(&layout, "%s at alpha %g", f->paper.chi2 > 0 ? "detected" : "not detected", f->alpha);
	add_correction(&layout, a, "sc", f->paper.sc);
	add_verdict(&layout, f->paper.sc);
	add_correction(&layout, a, "fnml", f->paper.fnml);
	add_verdict(&layout, f->paper.fnml);
	add_correction(&layout, a, "jic", f->paper.jic);
	add_verdict(&layout, f->paper.jic);
	fputc('\n', stream);
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

static int print_clusters(const answer *a, FILE *stream)
{
	cli_text text = { 0 };
	if (a->found.clusters == 0)
		return CLI_OK;
	cli_verdict_add_clusters(&text, &a->found);
	if (!text.failed)
		fprintf(stream, "clusters  %s\n", text.bytes);
	int code = text.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&text);
	return code;
}

/* Rows and, with --verbose, details of the histogram search. */
static int print_facts(const answer *a, FILE *stream)
{
	const cli_fit *fit = &a->question.fit;
	if (!is_given(a, "verbose"))
		return cli_fit_print_rows(fit, stream);
	print_parts(a, stream);
	return cli_fit_print_facts(fit, stream);
}

static int print_explanation(const answer *a, FILE *stream)
{
	int code = CLI_OK;
	if (is_given(a, "explain") && cli_verdict_found(&a->found))
		code = cli_explain_print_cells(&a->question, a->explanation, stream);
	if (code == CLI_OK && is_given(a, "by-z"))
		code = cli_explain_print_groups(&a->question, a->explanation, stream);
	return code;
}

static int print_text(const void *answered, FILE *stream)
{
	const answer *a = answered;
	int code = print_headline(a, stream);
	if (code == CLI_OK)
		print_estimate(a, stream);
	if (code == CLI_OK)
		code = print_size(a, stream);
	if (code == CLI_OK && is_given(a, "explain") && cli_verdict_found(&a->found))
		code = cli_explain_print_shape(&a->question, a->explanation, stream);
	if (code == CLI_OK)
		code = print_clusters(a, stream);
	if (code == CLI_OK)
		code = print_facts(a, stream);
	/* they are meaningless for bins that were fitted to the dependence; `mixmi test` keeps its level */
	if (code == CLI_OK && strcmp(a->question.fit.info.preset, "paper") == 0)
		code = print_corrections(a, stream);
	if (code == CLI_OK && a->explanation != NULL)
		code = print_explanation(a, stream);
	return code == CLI_OK && is_given(a, "verbose") ? cli_fit_print_columns(&a->question.fit, stream) : code;
}

/* ------------------------------------------------------------------------------------------------ CSV */

static int print_csv(const void *answered, FILE *stream)
{
	const answer *a = answered;
	if (is_given(a, "explain"))
		return cli_explain_csv_cells(&a->question, a->explanation, stream);
	if (is_given(a, "by-z"))
		return cli_explain_csv_groups(&a->question, a->explanation, stream);
	return cli_value_csv(&a->question, &a->found, stream);
}

/* ------------------------------------------------------------------------------------------------ JSON */

static int print_json(const void *answered, FILE *stream)
{
	const answer *a = answered;
	cli_json json;
	cli_fit_json_begin(&json, &a->question.fit);
	cli_question_json(&json, &a->question);
	cli_json_put(&json, json.root, "method", json_string(a->found.method));
	cli_verdict_put(&json, json.root, a->question.fit.args->options, &a->found);
	const mixmi_question asked = cli_question_asked(&a->question);
	cli_json_put(&json, json.root, "size", cli_size_json(&json, &a->profile, a->question.fit.table, &asked));
	if (is_given(a, "explain"))
		cli_json_put(&json, json.root, "explanation", cli_explain_json(&json, &a->question, a->explanation));
	if (is_given(a, "by-z"))
		cli_json_put(&json, json.root, "by_z", cli_explain_groups_json(&json, &a->question, a->explanation));
	cli_fit_json_end(&json, &a->question.fit, false);
	return cli_json_print(&json, stream);
}

/* Number of items in a list of columns; 0 for no list. */
static size_t items(const cli_args *args, const char *flag)
{
	const char *list = cli_args_value(args, flag);
	return list != NULL ? cli_list_items(list) : 0;
}

static int check_explaining(const cli_args *args)
{
	if (cli_args_value(args, "by-z") != NULL && cli_args_value(args, "z") == NULL)
		return cli_fail_usage("cmi", "--by-z needs a Z: -z COLUMNS");
	if (cli_args_value(args, "csv") != NULL && cli_args_value(args, "by-z") != NULL &&
	    cli_args_value(args, "explain") != NULL)
		return cli_fail_usage("cmi", "with --csv, --explain and --by-z are mutually exclusive");
	return CLI_OK;
}

static int run_histogram(cli_args *args)
{
	static const cli_question_steps steps = { estimate, print_text, print_json, print_csv };
	answer a = { 0 };
	int code = check_explaining(args);
	if (code == CLI_OK)
		code = cli_keep_check(args, "cmi", items(args, "x") + items(args, "y"));
	if (code == CLI_OK)
		code = cli_question_run(&a, &steps, args);
	mixmi_explanation_free(a.explanation);
	return code;
}

static int run(cli_args *args)
{
	int code = cli_past(args);
	if (code != CLI_OK)
		return code;
	if (cli_methods_fits(args))
		return run_histogram(args);
	if (cli_args_value(args, "plot") != NULL || cli_args_value(args, "save") != NULL)
		return cli_fail_usage("cmi", "only the estimators residual and histogram have a histogram to draw or save");
	if (cli_args_value(args, "explain") != NULL || cli_args_value(args, "by-z") != NULL)
		return cli_fail_usage("cmi", "only the estimators residual and histogram have a grid to explain");
	return cli_value_run(args);
}

static const cli_flag flags[] = {
	{ "x", 'x', CLI_COLUMNS, "COLUMNS", NULL, "the columns of X" },
	{ "y", 'y', CLI_COLUMNS, "COLUMNS", NULL, "the columns of Y" },
	{ "z", 'z', CLI_COLUMNS, "COLUMNS", NULL,
	  "the columns of Z, the conditioning set; default: none (mutual information)" },
	{ "explain", 'e', CLI_SWITCH, NULL, NULL,
	  "describe the shape of the dependence, and list the cells that contribute most" },
	{ "by-z", 0, CLI_SWITCH, NULL, NULL, "give the answer for each value of Z, or for each bin if Z has many values" },
	CLI_KEEP_FLAGS("draw X and Y, given Z what it leaves of them, to FILE (.svg, .png, .pdf)"),
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV: the answer, with --explain the cells, with --by-z the groups" },
	CLI_CSV_SAFE,
	{ "verbose", 'v', CLI_SWITCH, NULL, NULL, "also show code lengths, search and columns" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi cmi penguins.csv -x bill_length_mm -y bill_depth_mm -z species",
	  "Mutual information of bill length and bill depth given the species." },
	{ "mixmi cmi penguins.csv -x bill_length_mm,bill_depth_mm -y species --units bits",
	  "Mutual information of both measurements and the species, in bits." },
	{ "mixmi cmi penguins.csv -x bill_length_mm -y bill_depth_mm -z species --explain --by-z",
	  "The shape of the dependence, its sources, and the estimate for each species." },
	{ "mixmi cmi penguins.csv -x bill_length_mm -y species --confidence 0.9",
	  "With a confidence interval of level 0.9." },
	{ "mixmi cmi -x 3 -y 4 -z sex --json < penguins.csv",
	  "Columns by number, data from standard input, output as JSON." },
	{ "mixmi cmi penguins.csv -x year -y flipper_length_mm --discrete year --preset paper --alpha 0.05",
	  "The published method, with the year as a discrete column and verdicts at level 0.05." },
	{ "mixmi cmi penguins.csv -x bill_length_mm -y bill_depth_mm -z species --estimator ms -k 7",
	  "The same question with another estimator: nearest neighbours (Mesner and Shalizi), k = 7." },
	{ NULL, NULL },
};

const cli_command cli_cmi = {
	.name = "cmi",
	.summary = "estimate (conditional) mutual information I(X;Y|Z)",
	.synopsis = "[FILE...] -x COLUMNS -y COLUMNS [-z COLUMNS] [OPTIONS]",
	.description =
		"Estimates the mutual information I(X;Y|Z) and prints it with its confidence interval (level 1 - alpha unless "
		"--confidence is given), its strength, the p-value of independence and the size of a dependence in the units "
		"of the data, which is an "
		"association adjusted for Z, not an effect; --verbose adds details of the grid.\n"
		"By default X and Y are residualised on Z. Products of the residuals give p, and they, a regression and an "
		"adaptive histogram of the residuals the estimate. Only ranks and labels are used, so increasing "
		"transformations of a column and outliers have no effect. Estimate and interval follow from p: p is below "
		"alpha if and only if the interval starts above 0. If no dependence is detected, the headline says how large "
		"it can be at most. If no rows can be compared, the result is \"undecided\", without a number. The strength is "
		"the estimate on a scale from 0 to 1 that is comparable between columns of all types: |r| of a Gaussian pair "
		"with the same mutual information, sqrt(1 - exp(-2 I)). A discrete column with little entropy cannot reach 1. "
		"'mixmi test' gives the same answer, also by other tests.\n"
		"--explain describes how Y changes with X (increasing, decreasing, peak, valley, threshold, point mass, "
		"groups, "
		"other), with the correlation of normal scores given Z, and which cells of the grid contribute most. "
		"--by-z gives the answer for each value of Z, or for each bin of a numeric column of Z with more than 10 "
		"values, which shows effects that exist in one group only. Groups of fewer than 40 rows are undecided.\n"
		"With --preset paper the method is the published one: the plug-in estimate, which is positive even for "
		"independent columns. The corrected values subtract what is expected by chance: chi2 (by a quantile of the "
		"chi-squared distribution, at the level alpha), sc (quotient NML), fnml (factorised NML) and jic. X and Y are "
		"judged independent given Z if the corrected value is 0.\n"
		"--estimator selects another method, which prints its value and, if it has one, its own correction. "
		"'mixmi help estimators' lists the assumptions, cost and limitations of each. An option that has no "
		"effect on the chosen estimator is an error, except --preset and --atom-threshold, which only affect residual "
		"and histogram.\n"
		"Rows with a missing value in a column of X, Y or Z are left out.",
	.groups = "model,estimator,test,reading,showing,parts,running",
	.without = "max-pairs,only,test,permutations,tail,within,seed",
	.letter = 'k',
	.letter_option = "neighbours",
	.methods = CLI_ESTIMATORS,
	.flags = flags,
	.examples = examples,
	.several = true,
	.run = run,
};
