/* mixmi graph: the causal graph of the columns. A search may take hours, so all checks come before it, and its result
 * is not lost if it is interrupted or an output cannot be written. */
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "csv.h"
#include "graph_report.h"
#include "input.h"
#include "knowledge.h"
#include "methods.h"
#include "output.h"
#include "progress.h"
#include "ranks.h"
#include "report.h"
#include "truth.h"

/* Data of one run. */
typedef struct job {
	cli_args *args;
	mixmi_table *table;
	size_t *columns;
	size_t count;
	mixmi_knowledge *knowledge;
	mixmi_graph *truth;
	mixmi_graph *graph;
	cli_graph_report report;
} job;

static void clear(job *j)
{
	mixmi_graph_free(j->graph);
	mixmi_graph_free(j->truth);
	mixmi_knowledge_free(j->knowledge);
	free(j->columns);
	mixmi_table_free(j->table);
}

/* --------------------------------------------------------------------------------------------- outputs */

static const char formats[] = "text,json,dot,graphml,csv,lines";

enum { LONGEST_FORMAT = 16 };

static bool is_shard(const cli_args *args)
{
	return *cli_args_option(args, "shard") != '\0';
}

/* With shards the checkpoint is a folder, which the library checks. */
static bool in_rounds(const cli_args *args)
{
	return is_shard(args) || strcmp(cli_args_option(args, "gather"), "yes") == 0;
}

/* The format of standard output or --output. */
static const char *main_format(const cli_args *args)
{
	const char *format = cli_args_value(args, "format");
	if (format != NULL)
		return format;
	if (cli_args_value(args, "json") != NULL || cli_args_value(args, "csv") != NULL)
		return cli_args_value(args, "json") != NULL ? "json" : "csv";
	return cli_args_value(args, "all") != NULL ? "text-all" : "text";
}

/* Splits FORMAT:FILE. */
static int split_target(char format[LONGEST_FORMAT], const char **path, const char *target)
{
	size_t size = strcspn(target, ":");
	bool split = target[size] == ':' && size < LONGEST_FORMAT;
	snprintf(format, LONGEST_FORMAT, "%.*s", split ? (int)size : 0, target);
	*path = split ? target + size + 1 : "";
	if (!split || !cli_word_in(formats, format))
		return cli_fail_usage("graph", "--write: '%s' is not FORMAT:FILE, with a format of: %s", target, formats);
	if (**path == '\0' || strcmp(*path, "-") == 0)
		return cli_fail_usage("graph", "--write: '%s' names no file", target);
	return CLI_OK;
}

/* File number `index` that the run writes: --output, --plot, --checkpoint, then each --write. NULL after the last; ""
 * if that one is not requested. */
static const char *written(const cli_args *args, size_t index)
{
	const char *const fixed[] = { cli_args_value(args, "output"), cli_args_value(args, "plot"),
		                          cli_args_option(args, "checkpoint") };
	enum { FIXED = sizeof fixed / sizeof fixed[0] };
	if (index < FIXED)
		return fixed[index] == NULL || strcmp(fixed[index], "-") == 0 ? "" : fixed[index];
	const char *target = cli_args_each(args, "write", index - FIXED);
	return target == NULL ? NULL : target + strcspn(target, ":") + 1;
}

static int check_different(const cli_args *args)
{
	const char *a, *b;
	for (size_t i = 0; (a = written(args, i)) != NULL; i++)
		for (size_t k = 0; k < i; k++) {
			b = written(args, k);
			if (*a != '\0' && *b != '\0' && cli_output_is_same(a, b))
				return cli_fail_usage("graph", "two outputs would go to '%s'", a);
		}
	return CLI_OK;
}

static int check_outputs(const cli_args *args)
{
	const char *plot = cli_args_value(args, "plot"), *target, *path;
	char format[LONGEST_FORMAT];
	static const char *const forms[] = { "json", "csv" };
	int code = cli_args_one_form(args);
	if (code != CLI_OK)
		return code;
	for (int i = 0; i < 2; i++)
		if (cli_args_value(args, forms[i]) != NULL && strcmp(main_format(args), forms[i]) != 0)
			return cli_fail_usage("graph", "--%s and --format %s are mutually exclusive", forms[i], main_format(args));
	if (cli_args_value(args, "all") != NULL && strncmp(main_format(args), "text", 4) != 0)
		return cli_fail_usage("graph", "--all applies to text only: %s always has all pairs that its format allows",
		                      main_format(args));
	code = cli_output_check(cli_args_value(args, "output"));
	if (code == CLI_OK && plot != NULL)
		code = cli_output_check_picture("graph", plot);
	if (code == CLI_OK && plot != NULL)
		code = cli_output_check(plot);
	for (size_t i = 0; code == CLI_OK && (target = cli_args_each(args, "write", i)) != NULL; i++) {
		code = split_target(format, &path, target);
		if (code == CLI_OK)
			code = cli_output_check(path);
	}
	if (code == CLI_OK && *cli_args_option(args, "checkpoint") != '\0' && !in_rounds(args))
		code = cli_output_check(cli_args_option(args, "checkpoint"));
	return code == CLI_OK ? check_different(args) : code;
}

static int write_to(const job *j, const char *format, const char *path)
{
	cli_output output = { 0 };
	int code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = cli_graph_report_print(&j->report, format, output.stream);
	if (code == CLI_OK)
		code = cli_output_close(&output);
	cli_output_abandon(&output);
	return code;
}

static int plot(const job *j, const char *path)
{
	mixmi_options_set_progress(j->args->options, cli_progress, NULL);
	mixmi_status status = mixmi_graph_plot(j->graph, j->args->options, path);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("graph", NULL, status);
}

/* Prints the comparison to standard error if no output format includes it. */
static void note_comparison(const job *j)
{
	bool has_place = cli_word_in("text,text-all,json", main_format(j->args));
	const char *target;
	for (size_t i = 0; (target = cli_args_each(j->args, "write", i)) != NULL; i++)
		has_place |= strncmp(target, "text:", 5) == 0 || strncmp(target, "json:", 5) == 0;
	cli_text note = { 0 };
	if (j->truth != NULL && !has_place)
		cli_graph_report_add_note(&note, &j->report);
	if (!note.failed && note.bytes != NULL)
		cli_note(note.bytes);
	cli_text_clear(&note);
}

/* Writes all outputs; the exit code is that of the first failure. */
static int write_all(const job *j)
{
	const char *target, *path, *picture = cli_args_value(j->args, "plot");
	char format[LONGEST_FORMAT];
	int code = CLI_OK;
	for (size_t i = 0; (target = cli_args_each(j->args, "write", i)) != NULL; i++) {
		int one = split_target(format, &path, target);
		one = one == CLI_OK ? write_to(j, format, path) : one;
		code = code == CLI_OK ? one : code;
	}
	int one = picture != NULL ? plot(j, picture) : CLI_OK;
	code = code == CLI_OK ? one : code;
	if (cli_progress_cancelled())
		return code;
	one = write_to(j, main_format(j->args), cli_args_value(j->args, "output"));
	note_comparison(j);
	return code == CLI_OK ? one : code;
}

/* ---------------------------------------------------------------------------------------------- searching */

static int check_stability(const cli_args *args)
{
	if (cli_args_number(args, "bootstrap") > 0 && cli_args_number(args, "stability") > 0)
		return cli_fail_usage("graph", "--bootstrap and --stability are the same option: give one of them");
	return CLI_OK;
}

/* Explains the number of subsamples if it differs from the requested one. */
static void note_stability(const job *j)
{
	enum { LEAST = 4 }; /* rows, so that each half has two */
	size_t bootstrap = (size_t)cli_args_number(j->args, "bootstrap");
	size_t asked = bootstrap > 0 ? bootstrap : (size_t)cli_args_number(j->args, "stability");
	size_t rows = mixmi_table_rows(j->table);
	char note[160];
	if (bootstrap > 0)
		cli_note(
			"--bootstrap is an alias of --stability: it draws halves of the rows without replacement, because rows "
			"that are drawn twice would look like dependence");
	snprintf(note, sizeof note, "--stability %zu: halves come in pairs, so %zu are searched", asked, asked + 1);
	if (asked % 2 == 1 && rows >= LEAST)
		cli_note(note);
	snprintf(note, sizeof note, "--stability: no frequencies: there are %zu rows, and at least %d are needed", rows,
	         LEAST);
	if (asked > 0 && rows < LEAST)
		cli_note(note);
}

static int read_truth(job *j, const char *path)
{
	const cli_truth_nodes nodes = { j->args, j->table, j->columns, j->count, j->knowledge };
	int code = cli_truth_read(&j->truth, &j->report.against, path, &nodes);
	j->report.truth = j->truth;
	j->report.truth_file = path;
	return code;
}

static int read_inputs(job *j)
{
	cli_args *args = j->args;
	const char *knowledge = cli_args_value(args, "knowledge"), *truth = cli_args_value(args, "truth");
	/* knowledge may refer to columns not in --columns, so it is read with the whole table */
	int code = knowledge != NULL || cli_args_value(args, "roots") != NULL ? cli_input_table(&j->table, args, NULL)
	                                                                      : cli_columns_read(&j->table, args, NULL);
	if (code == CLI_OK)
		code = cli_columns_choose(&j->columns, &j->count, args, j->table);
	if (code == CLI_OK && *cli_args_option(args, "time") != '\0' && cli_args_number(args, "lags") == 0)
		cli_note("without --lags, only values at the same time are compared; tests allow for the dependence of "
		         "rows on earlier ones");
	if (code == CLI_OK && j->count < 2)
		code = cli_fail(CLI_DATA, "a graph needs at least two columns, and there is %s",
		                j->count == 1 ? "only one" : "none");
	if (code == CLI_OK && knowledge != NULL && strcmp(knowledge, "-") == 0 && cli_ranks_count() > 1)
		code = cli_fail_usage("graph", "--knowledge -: only the first rank can read standard input; use a file");
	if (code == CLI_OK)
		code = cli_knowledge_read(&j->knowledge, args, j->table);
	if (code == CLI_OK)
		note_stability(j);
	if (code == CLI_OK && truth != NULL && cli_ranks_first())
		code = read_truth(j, truth);
	return cli_ranks_agree(code);
}

/* Replaces the graph of a time series by its summary. */
static int summarise(job *j)
{
	mixmi_graph *summary;
	mixmi_status status = mixmi_graph_summary(&summary, j->graph);
	if (status != MIXMI_OK)
		return cli_fail_library("graph", NULL, status);
	mixmi_graph_free(j->graph);
	j->graph = summary;
	return CLI_OK;
}

static int learn(job *j)
{
	cli_pace pace = { 0 };
	mixmi_options_set_progress(j->args->options, cli_progress_search, &pace);
	cli_progress_wait(true); /* after an interrupt, the search returns partial results */
	cli_ranks_share(j->args->options);
	mixmi_status status = mixmi_graph_learn(&j->graph, j->table, j->columns, j->count, j->knowledge, j->args->options);
	cli_progress_wait(false);
	mixmi_options_set_progress(j->args->options, NULL, NULL);
	int code = status == MIXMI_OK ? CLI_OK : cli_fail_library("graph", NULL, status);
	cli_ranks_done(code);
	if (code != CLI_OK)
		return code;
	cli_progress_forgive();
	if (cli_args_value(j->args, "summary") != NULL)
		code = summarise(j);
	if (code != CLI_OK)
		return code;
	mixmi_graph_describe(&j->report.info, sizeof j->report.info, j->graph);
	j->report.graph = j->graph;
	if (j->truth != NULL)
		status = mixmi_graph_compare(&j->report.comparison, sizeof j->report.comparison, j->graph, j->truth);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library("graph", NULL, status);
}

static int tell_interrupted(const job *j)
{
	unsigned long long tests = j->report.info.tests;
	const char *checkpoint = cli_args_option(j->args, "checkpoint");
	if (*checkpoint == '\0')
		return cli_fail(
			CLI_LIMIT,
			"interrupted after %llu tests: the graph is not complete; with --checkpoint FILE the search could "
			"be resumed",
			tests);
	return cli_fail(
		CLI_LIMIT,
		"interrupted after %llu tests: the graph is not complete; the same command resumes the search from %s", tests,
		checkpoint);
}

/* Reports the result of a shard, which has no graph. */
static int tell_shard(const job *j)
{
	const mixmi_graph_info *info = &j->report.info;
	char note[200];
	if (info->round == 0 && !info->complete)
		return tell_interrupted(j);
	if (info->round > 0)
		snprintf(note, sizeof note, "shard %s of round %zu is done%s%s", cli_args_option(j->args, "shard"), info->round,
		         *info->stage != '\0' ? ": " : " already", info->stage);
	else
		snprintf(note, sizeof note, "shard %s: no tests are left; run --gather", cli_args_option(j->args, "shard"));
	cli_note(note);
	return CLI_OK;
}

static int tell_round(const mixmi_graph_info *info)
{
	return cli_fail(CLI_ROUND, "round %zu of shards is needed: %s, %zu %s; run all of them, then gather again",
	                info->round, info->stage, info->open,
	                strcmp(info->stage, "stability") == 0 ? "subsamples" : "pairs");
}

/* Writes the result, or explains why there is none yet. */
static int conclude(const job *j)
{
	if (is_shard(j->args))
		return tell_shard(j);
	if (j->report.info.round > 0)
		return tell_round(&j->report.info);
	int code = write_all(j), interrupted = j->report.info.complete ? CLI_OK : tell_interrupted(j);
	return code == CLI_OK ? interrupted : code;
}

static int run(cli_args *args)
{
	job j = { .args = args };
	int code = check_outputs(args);
	if (code == CLI_OK)
		code = check_stability(args);
	code = cli_ranks_agree(code);
	if (code == CLI_OK)
		code = read_inputs(&j);
	if (code == CLI_OK) {
		j.report.args = args;
		j.report.table = j.table;
		j.report.columns = j.columns;
		j.report.count = j.count;
		if (cli_methods_fits(args))
			cli_columns_remarks(j.table, j.columns, j.count, args->options, cli_remark_note, NULL);
		code = learn(&j);
	}
	if (code == CLI_OK && cli_ranks_first())
		code = conclude(&j);
	clear(&j);
	return code;
}

static const cli_flag flags[] = {
	{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "the nodes; default: all columns" },
	{ "exclude", 0, CLI_COLUMNS, "COLUMNS", NULL, "leave these columns out" },
	{ "knowledge", 'k', CLI_FILE, "FILE", NULL,
	  "background knowledge: required and forbidden edges, tiers, roots, sinks" },
	{ "roots", 0, CLI_COLUMNS, "COLUMNS", NULL, "no other column causes these, such as age and sex" },
	{ "truth", 0, CLI_FILE, "FILE", NULL, "compare with a known graph, in any format of --format except text" },
	{ "format", 'f', CLI_CHOICE, "FORMAT", formats,
	  "text (the default), json, dot, graphml, csv (edge list) or lines (A -> B)" },
	{ "write", 'w', CLI_FILES, "FORMAT:FILE", NULL, "also write the graph in another format to FILE; may be repeated" },
	{ "csv", 0, CLI_SWITCH, NULL, NULL, "same as --format csv: one edge per line" },
	CLI_CSV_SAFE,
	{ "all", 0, CLI_SWITCH, NULL, NULL, "list all separated pairs, including those that were never dependent" },
	{ "summary", 0, CLI_SWITCH, NULL, NULL, "one node per column, and one edge for all --lags" },
	{ "plot", 0, CLI_FILE, "FILE", NULL, "draw the graph with Graphviz to FILE (.svg, .png, .pdf)" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi graph penguins.csv -c species,island,sex,body_mass_g --test perm",
	  "The graph of four columns, with the permutation test." },
	{ "mixmi graph penguins.csv --exclude year --test sc --format dot --plot penguins.svg",
	  "Another test; the graph as DOT and as a picture." },
	{ "printf 'root: species, sex\\norder: species, sex < island < rest\\n' >known.txt; "
	  "mixmi graph penguins.csv -c species,sex,island,body_mass_g --knowledge known.txt --json",
	  "With background knowledge from a file: nothing causes the species or the sex." },
	{ "mixmi graph penguins.csv --test sc --stability 6 --checkpoint answers.txt --write graphml:penguins.graphml",
	  "How often each edge is found in halves of the rows. If interrupted, the same command resumes." },
	{ NULL, NULL },
};

const cli_command cli_graph = {
	.name = "graph",
	.summary = "learn the causal graph of the columns",
	.synopsis = "[FILE...] [-c COLUMNS] [--knowledge FILE] [OPTIONS]",
	.description =
		"Learns a causal graph (CPDAG). A -> B: A causes B. A -- B: adjacent, either direction is possible. "
		"A -?> B: possible direction. An arrow is clear (->) if knowledge gives it, or if A and another cause of B are "
		"independent and clearly dependent given B: on real tables 0.85 of clear arrows were right, half of the "
		"possible ones. Each edge is shown with the weakest test that kept it: estimate, p, rows and given (the "
		"conditioning set); share is the part of B that A explains beyond that set, sign the correlation of scores "
		"given it. --roots declares columns that nothing causes; likely ones are suggested. "
		"Pairs without an edge are counted; --all lists them, each with the set that separates it. A separation is "
		"weak "
		"if its p-value is 0.05 or less, or if only linear effects of more than 0.1 nats would be detected 90% of the "
		"time. See 'mixmi test --help' for the tests.\n"
		"--search score, the default, finds the order of the columns with the shortest code length of the table, where "
		"each column is coded given its parents (BOSS: best order score search). Tests correct the result: the ends of "
		"an edge between numeric columns must be dependent given the other parents, and a pair that is dependent given "
		"the parents gets an edge.\n"
		"If columns carry the same information (copies, other units, recodings), only one of them is searched, and the "
		"others are joined to it by ==. Columns that are functions of others are listed at the end.\n"
		"Pairs whose tests were all undecided are listed and direct nothing; an edge that the score keeps "
		"although its "
		"test is not significant is marked \"p above alpha\". --search pc-stable is the published algorithm.\n"

		"--latent allows for unmeasured common causes: the result is a PAG, in which o means an arrow or a tail, and "
		"<-> a common cause. Edges found by the score are removed if a set of at most three neighbours separates their "
		"ends, and marks are set by RFCI. "
		"--selection-bias also allows for rows selected by effects of the columns.\n"
		"--stability N splits the rows into two random halves N/2 times and searches each half (complementary pairs, "
		"Shah and Samworth 2013). The frequency of an edge is the share of pairs in which both halves have it. A true "
		"edge that is only detected with all rows can have a low frequency. The bound on "
		"false edges "
		"assumes that false edges are found no more often than random ones.\n"
		"--cluster COLUMNS: rows with the same values there may depend on each other. Tests then use clusters as "
		"units, the search is pc-stable, and --stability draws whole clusters.\n"
		"--survival TIME:STATUS: the time may be censored. Its edges point to it, and it is never in a conditioning "
		"set. The search is pc-stable.\n"
		"--time, --lags: time series, with PCMCI+ (docs/guide/series.md).\n"
		"A knowledge file has one statement per line; # starts a comment: 'require A -> B', 'require A -- "
		"B', 'forbid A -> B', 'forbid A -- B', 'tier 1: A, B' (nothing in a later tier causes anything in "
		"an earlier one), 'tier 2 closed: C, D' (and there are no edges within it), 'order: A < B, C < "
		"rest' (tiers in this order; rest: all other columns), 'root: A' (nothing causes it), 'context: A, B' (roots "
		"without edges between them: site, batch, condition), 'sink: B' (it "
		"causes nothing). Names with blanks or commas need double quotes.\n"
		"--truth compares with a known graph; without --knowledge a true DAG as its CPDAG, with --latent as its PAG. "
		"Columns that the search leaves out are ignored; those that the true graph does not name have no edges.\n"
		"Ctrl-C stops the search: the current skeleton is written, marked as incomplete, and the exit status is 4. "
		"With --checkpoint, the same command resumes the search and gives the same graph.\n"
		"On several machines: 'mixmi-mpi graph' shares the work between MPI ranks; --shard 3/16 with --checkpoint DIR "
		"runs one of 16 parts, --gather joins the shards and prints the graph or requests another round by exit status "
		"5 (docs/guide/clusters.md).\n"
		"Rows with a missing value in a column of a test are left out of that test; an edge whose test has fewer than "
		"--min-rows rows is marked.",
	.groups = "model,estimator,kernel,test,graph,reading,parts,running",
	.without = "max-pairs,only,estimator,neighbours,ksg-variant,metric,confidence",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.shares = true,
	.several = true,
	.run = run,
};
