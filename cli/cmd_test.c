/* mixmi test: tests whether X is independent of Y given Z. One question with -x, -y and -z, or many from a file. */
#include <math.h>
#include <string.h>

#include "colour.h"
#include "csv.h"
#include "input.h"
#include "layout.h"
#include "many.h"
#include "methods.h"
#include "past.h"
#include "queries.h"
#include "question.h"
#include "ranks.h"
#include "report.h"
#include "size.h"
#include "verdict.h"

/* One question and its answer. */
typedef struct single {
	cli_question question;
	mixmi_answer answer;
} single;

static int ask(void *answered, cli_args *args)
{
	single *one = answered;
	cli_question *q = &one->question;
	const mixmi_question asked = cli_question_asked(q);
	mixmi_status status =
		mixmi_test(&one->answer, sizeof one->answer, &q->fit.histogram, q->fit.table, &asked, args->options);
	if (status != MIXMI_OK)
		return cli_input_fail(args, status);
	q->fit.estimate = one->answer.estimate;
	int code = cli_question_line_up(q, one->answer.rows, one->answer.rows_dropped);
	cli_fit_count_rows(&q->fit, &one->answer);
	return code;
}

static bool permutes(const single *one)
{
	return strcmp(one->answer.method, "perm") == 0 || one->answer.permutations > 0;
}

static bool uses(const single *one, const char *option)
{
	return mixmi_method_uses_option(cli_methods_chosen(one->question.fit.args), option);
}

/* ------------------------------------------------------------------------------------------------ text */

static int print_headline(const single *one, FILE *stream)
{
	const cli_question *q = &one->question;
	cli_text line = { 0 };
	cli_text_add(&line, cli_colour_start(stream, CLI_BOLD));
	cli_question_add_names(&line, q, 0);
	cli_text_add(&line, " and ");
	cli_question_add_names(&line, q, 1);
	cli_text_add(&line, q->counts[2] > 0 ? " given " : "");
	cli_question_add_names(&line, q, 2);
	cli_text_add(&line, ": ");
	cli_verdict_add(&line, &one->answer, q->fit.args->options, q->counts[2] > 0);
	cli_text_addf(&line, " (test %s", one->answer.method);
	if (isfinite(one->answer.p))
		cli_text_addf(&line, " at alpha %g", one->answer.alpha);
	cli_text_addf(&line, ")%s", cli_colour_end(stream, CLI_BOLD));
	if (!line.failed)
		fprintf(stream, "%s\n\n", line.bytes);
	int code = line.failed ? cli_fail_memory() : CLI_OK;
	cli_text_clear(&line);
	return code;
}

/* Adds nothing for a number that the answer does not have. */
static void add_fact(cli_layout *layout, const char *name, double value, const char *unit)
{
	char shown[CLI_NUMBER];
	if (isnan(value))
		return;
	cli_layout_add(layout, name);
	cli_layout_addf(layout, "%s%s%s", cli_text_short(shown, value), *unit == '\0' ? "" : " ", unit);
}

/* The interval of the estimate of a dependence. */
static void add_interval(cli_layout *layout, const cli_fit *fit, const mixmi_answer *a)
{
	char lower[CLI_NUMBER], upper[CLI_NUMBER];
	if (!isfinite(a->lower) || a->verdict != MIXMI_DETECTED)
		return;
	cli_layout_add(layout, "interval");
	cli_layout_addf(layout, "%s to %s at level %g", cli_text_short(lower, cli_fit_units(fit, a->lower)),
	                cli_text_short(upper, cli_fit_units(fit, a->upper)), a->confidence);
}

/* Details of the p-value. */
static void add_details(cli_layout *layout, const single *one)
{
	const cli_args *args = one->question.fit.args;
	add_fact(layout, "statistic", one->answer.statistic, "");
	add_fact(layout, "df", one->answer.df, "");
	if (uses(one, "features")) {
		cli_layout_add(layout, "features");
		cli_layout_addf(layout, "%s of X and of Y, %s of Z, seed %s", cli_args_option(args, "features-xy"),
		                one->question.counts[2] > 0 ? cli_args_option(args, "features") : "0",
		                cli_args_option(args, "seed"));
	}
	if (permutes(one)) {
		cli_layout_add(layout, "permutations");
		cli_layout_addf(layout, "%llu, seed %s", (unsigned long long)one->answer.permutations,
		                cli_args_option(args, "seed"));
	}
}

static void add_clusters(cli_layout *layout, const mixmi_answer *a)
{
	cli_text text = { 0 };
	if (a->clusters == 0)
		return;
	cli_verdict_add_clusters(&text, a);
	cli_layout_add(layout, "clusters");
	cli_layout_add(layout, text.failed ? "" : text.bytes);
	layout->failed |= text.failed;
	cli_text_clear(&text);
}

static void add_size(cli_layout *layout, const single *one)
{
	const mixmi_question asked = cli_question_asked(&one->question);
	cli_text text = { 0 };
	cli_size_add(&text, &one->answer.profile, one->question.fit.table, &asked);
	if (text.bytes != NULL) {
		cli_layout_add(layout, "size");
		cli_layout_add(layout, text.failed ? "" : text.bytes);
	}
	layout->failed |= text.failed;
	cli_text_clear(&text);
}

static int print_facts(const single *one, bool verbose, FILE *stream)
{
	const cli_fit *fit = &one->question.fit;
	const mixmi_answer *a = &one->answer;
	const char *units = cli_fit_units_name(fit);
	cli_layout layout = { .align = "ll" };
	cli_text rows = { 0 };
	int code = cli_fit_add_rows(&rows, fit);
	add_fact(&layout, "estimate", cli_fit_units(fit, a->estimate), units);
	add_interval(&layout, fit, a);
	bool judged_by_p = !isnan(a->p) && a->corrected == 0; /* no more informative than p */
	if (a->corrected != a->estimate && !judged_by_p)
		add_fact(&layout, "corrected", cli_fit_units(fit, a->corrected), units);
	if (!isnan(a->p)) {
		cli_layout_add(&layout, "p");
		cli_layout_p(&layout, a->p);
	}
	add_size(&layout, one);
	if (verbose)
		add_details(&layout, one);
	cli_layout_add(&layout, "rows");
	cli_layout_add(&layout, code == CLI_OK ? rows.bytes : "");
	cli_text_clear(&rows);
	add_clusters(&layout, a);
	layout.failed |= code != CLI_OK; /* print nothing, only free */
	if (!cli_layout_print(&layout, stream, 0) && code == CLI_OK)
		code = cli_fail_memory();
	return code;
}

static int print_text(const void *answered, FILE *stream)
{
	const single *one = answered;
	bool verbose = cli_args_value(one->question.fit.args, "verbose") != NULL;
	int code = print_headline(one, stream);
	if (code == CLI_OK)
		code = print_facts(one, verbose, stream);
	return code == CLI_OK && verbose ? cli_fit_print_columns(&one->question.fit, stream) : code;
}

/* ------------------------------------------------------------------------------------------------ JSON */

/* The options of the test, which are needed to reproduce the answer. */
static void put_options(cli_json *json, const single *one)
{
	const cli_args *args = one->question.fit.args;
	if (uses(one, "miic-bins"))
		cli_json_put(json, json->root, "miic_bins", cli_json_option(args, "miic-bins"));
	if (!uses(one, "features"))
		return;
	cli_json_put(json, json->root, "features", cli_json_option(args, "features"));
	cli_json_put(json, json->root, "features_xy", cli_json_option(args, "features-xy"));
	cli_json_put(json, json->root, "null", json_string(cli_args_option(args, "null")));
	cli_json_put(json, json->root, "one_hot", json_boolean(cli_args_number(args, "one-hot") != 0));
}

static int print_json(const void *answered, FILE *stream)
{
	const single *one = answered;
	const cli_fit *fit = &one->question.fit;
	const mixmi_answer *a = &one->answer;
	cli_json json;
	cli_fit_json_begin(&json, fit);
	cli_json_put(&json, json.root, "method", json_string(a->method));
	cli_verdict_put(&json, json.root, fit->args->options, a);
	const mixmi_question asked = cli_question_asked(&one->question);
	cli_json_put(&json, json.root, "size", cli_size_json(&json, &one->answer.profile, fit->table, &asked));
	cli_json_put(&json, json.root, "seed", cli_json_option(fit->args, "seed"));
	put_options(&json, one);
	cli_question_json(&json, &one->question);
	cli_fit_json_columns(&json, fit, false);
	return cli_json_print(&json, stream);
}

/* The same format as with --queries. */
static int print_csv(const void *answered, FILE *stream)
{
	const single *one = answered;
	cli_many many = { .args = one->question.fit.args, .table = one->question.fit.table };
	const mixmi_question q = cli_question_asked(&one->question);
	const size_t ends[] = { q.x_count, q.x_count + q.y_count, q.x_count + q.y_count + q.z_count };
	const mixmi_questions asked = { 1, one->question.fit.columns, ends };
	int code = cli_many_names(&many);
	if (code == CLI_OK)
		code = cli_many_settle(&many, mixmi_test_many(&many.answers, many.table, &asked, many.args->options));
	if (code == CLI_OK)
		code = cli_many_print_csv(&many, stream);
	many.table = NULL; /* owned by the question */
	cli_many_clear(&many);
	return code;
}

/* CSV output runs the test itself. */
static int ask_later(void *answered, cli_args *args)
{
	single *one = answered;
	(void)args;
	return cli_question_line_up(&one->question, 0, 0);
}

static int run_single(cli_args *args)
{
	static const cli_question_steps steps = { ask, print_text, print_json, NULL };
	static const cli_question_steps csv_steps = { ask_later, print_text, print_json, print_csv };
	single one = { 0 };
	return cli_question_run(&one, cli_args_value(args, "csv") != NULL ? &csv_steps : &steps, args);
}

/* ---------------------------------------------------------------------------------------------- queries */

static int print_queries(const cli_many *many, const char *path, FILE *stream)
{
	if (cli_args_value(many->args, "csv") != NULL)
		return cli_many_print_csv(many, stream);
	if (cli_args_value(many->args, "json") != NULL) {
		cli_json json;
		cli_many_json_begin(&json, many);
		cli_json_put(&json, json.root, "queries", cli_json_text(path));
		cli_many_json_end(&json, many);
		return cli_json_print(&json, stream);
	}
	cli_text line = { 0 };
	cli_text_addf(&line, "%zu question%s", many->count, many->count == 1 ? "" : "s");
	cli_many_add_facts(&line, many);
	if (line.failed)
		return cli_fail_memory();
	fprintf(stream, "%s\n\n", line.bytes);
	cli_text_clear(&line);
	return cli_many_print_table(many, false, stream);
}

static int ask_all(cli_many *many, const mixmi_questions *asked)
{
	cli_ranks_share(many->args->options);
	int code = cli_many_settle(many, mixmi_test_many(&many->answers, many->table, asked, many->args->options));
	cli_ranks_done(code);
	return code;
}

static int answer_queries(cli_many *many, const cli_queries *queries, const char *path)
{
	cli_output output = { 0 };
	const char *target = cli_args_value(many->args, "output");
	const mixmi_questions asked = { queries->count, queries->columns, queries->ends };
	int code = ask_all(many, &asked);
	if (!cli_ranks_first())
		return code;
	const char *sort = cli_args_value(many->args, "sort");
	many->numbered = true;
	if (code == CLI_OK)
		code = cli_many_sort(many, sort == NULL ? "evidence" : sort);
	if (code == CLI_OK) {
		cli_many_remark(many);
		code = cli_output_open(&output, target);
	}
	if (code == CLI_OK)
		code = print_queries(many, path, output.stream);
	if (code == CLI_OK)
		code = cli_output_close(&output);
	cli_output_abandon(&output);
	return code;
}

static int run_queries(cli_args *args, const char *path)
{
	cli_many many = { .args = args };
	cli_queries queries = { 0 };
	int code = cli_many_check(args);
	if (code == CLI_OK)
		code = cli_output_check(cli_args_value(args, "output"));
	code = cli_ranks_agree(code);
	if (code == CLI_OK)
		code = cli_queries_read(&queries, path);
	if (code == CLI_OK)
		code = cli_input_table(&many.table, args, NULL);
	if (code == CLI_OK)
		code = cli_many_names(&many);
	if (code == CLI_OK)
		code = cli_queries_find(&many, &queries);
	code = cli_ranks_agree(code);
	if (code == CLI_OK)
		code = answer_queries(&many, &queries, path);
	cli_many_clear(&many);
	cli_queries_clear(&queries);
	return code;
}

static int run(cli_args *args)
{
	static const char *const alone[] = { "x", "y", "z" };
	const char *queries = cli_args_value(args, "queries");
	for (int i = 0; queries != NULL && i < 3; i++)
		if (cli_args_value(args, alone[i]) != NULL)
			return cli_fail_usage("test", "--queries and -%s are mutually exclusive", alone[i]);
	if (queries == NULL && cli_args_value(args, "adjust") != NULL)
		return cli_fail_usage("test", "--adjust is for many questions: it needs --queries");
	if (queries == NULL && cli_args_value(args, "sort") != NULL)
		return cli_fail_usage("test", "--sort is for many questions: it needs --queries");
	if (queries != NULL && strcmp(queries, "-") == 0 && strcmp(cli_input_name(args), "-") == 0)
		return cli_fail_usage("test", "the questions and the table cannot both come from standard input");
	if (queries != NULL)
		return run_queries(args, queries);
	int code = cli_past(args);
	return code == CLI_OK ? run_single(args) : code;
}

static const cli_flag flags[] = {
	{ "x", 'x', CLI_COLUMNS, "COLUMNS", NULL, "the columns of X" },
	{ "y", 'y', CLI_COLUMNS, "COLUMNS", NULL, "the columns of Y" },
	{ "z", 'z', CLI_COLUMNS, "COLUMNS", NULL, "the columns of Z, the conditioning set; default: none" },
	{ "queries", 'q', CLI_FILE, "FILE", NULL,
	  "test the questions of a CSV file, which has the columns x, y and z (- for standard input)" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one answer per line, instead of text" },
	CLI_CSV_SAFE,
	{ "verbose", 'v', CLI_SWITCH, NULL, NULL,
	  "also show the statistic, how it was computed, and the types of the columns" },
	{ "adjust", 0, CLI_OPTIONAL, "[HOW]", "bh,holm",
	  "decide by p adjusted for many questions: bh (Benjamini-Hochberg) or holm" },
	{ "sort", 0, CLI_CHOICE, "KEY", CLI_MANY_SORT,
	  "sort the answers of --queries by evidence (the default: detected dependences by the lower end of the interval, "
	  "then the "
	  "others by p), estimate, strength, corrected (largest first), p, name, or file (order of the questions)" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi test penguins.csv -x bill_length_mm -y bill_depth_mm -z species",
	  "Are bill length and depth independent given the species? With the default test." },
	{ "mixmi test penguins.csv -x island -y bill_depth_mm -z species,sex --test perm --alpha 0.05",
	  "The permutation test within neighbourhoods of Z, at level 0.05." },
	{ "printf 'x,y,z\\nisland,sex,\\nisland,body_mass_g,species;sex\\n' | mixmi test penguins.csv --queries - --adjust",
	  "Two questions at once, with adjusted p-values." },
	{ "mixmi test penguins.csv -x bill_length_mm -y bill_depth_mm -z species --test rcot --seed 7",
	  "Another test: random Fourier features with seed 7." },
	{ NULL, NULL },
};

const cli_command cli_test = {
	.name = "test",
	.summary = "test whether X and Y are independent given Z",
	.synopsis = "[FILE...] -x COLUMNS -y COLUMNS [-z COLUMNS] | --queries FILE",
	.description =
		"Tests whether X and Y are independent given Z. The default test is residual; --test chooses another. 'mixmi "
		"help "
		"tests' lists the assumptions, cost and limitations of each test.\n"
		"residual regresses features of X and of Y on Z, or subtracts their means within cells of Z, and tests whether "
		"the "
		"products of the residuals are larger than expected under independence. It uses neither random numbers nor "
		"permutations, so p-values can be arbitrarily small. It holds its level if the rows suffice to estimate E[X "
		"given Z] and E[Y given Z]. Estimate and interval are those "
		"of 'mixmi cmi': if no dependence is detected, the headline says how large it can be at most. If no rows can "
		"be "
		"compared, for example because Z is an identifier, the result is \"undecided\": neither dependent nor "
		"independent, without a p-value.\n"
		"If rows are not independent, such as several visits per patient, --cluster names the column that identifies "
		"the clusters. The null distribution is then over whole clusters, of which at least 6 are needed. --within "
		"tests the dependence within clusters. Only residual supports clusters.\n"
		"If times are censored, --survival TIME:STATUS names the time and the column that indicates whether the event "
		"was observed; the time column then represents both. It is compared by log-rank scores given Z, so censoring "
		"may "
		"depend on X and Z. There is no estimate, and only residual supports such a column, as X or Y.\n"
		"Tests by the fitted histogram: chi2 compares 2 n I with the chi-squared distribution at the level alpha; it "
		"is "
		"fast but rejects too often, because the bins are chosen on the same data (selection bias). sc, fnml "
		"and "
		"jic subtract a penalty from the estimate and have no p-value: X and Y are dependent if the result is "
		"positive. perm permutes Y within neighbourhoods of Z and refits each "
		"time: it holds its level without Z and given discrete Z, and rejects too often if X and Y depend on several "
		"continuous columns of Z. It stops early if the result is clear; --tail gamma gives small p-values with few "
		"permutations.\n"
		"Published tests for comparison: miic and suzuki discretise and subtract a penalty; rcit and rcot compare "
		"random "
		"features and give a p-value but no estimate. Random numbers depend on --seed. An option "
		"that has no effect on the chosen test is an error, except --preset, --atom-threshold, --alpha and --seed.\n"
		"A file of questions has a header with the columns x, y and optionally z, separated by commas or tabs; other "
		"columns are ignored. A field has one or more columns of the table, separated by semicolons; names with "
		"semicolons need double quotes inside the field. Answers are in the order of evidence and numbered as the "
		"questions; --sort file keeps their order. A question that "
		"the data cannot answer has a line with a remark.\n"
		"With --time and --lags K the question is about the past: -x A -y B asks about A@1, ..., A@K and B given B@1, "
		"..., "
		"B@K, the transfer entropy from A to B (Schreiber 2000), with -z also given the past of its columns. A name "
		"with "
		"a lag, such as A@2, in any list asks about the columns as they are named.\n"
		"Rows with a missing value in a column of X, Y or Z are left out of that question.",
	.groups = "model,estimator,kernel,test,reading,showing,parts,running",
	.without = "max-pairs,only,estimator,neighbours,ksg-variant,metric",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.shares = true,
	.shares_with = "queries",
	.several = true,
	.run = run,
};
