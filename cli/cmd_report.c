/* mixmi report: a self-contained HTML page about a table: its columns, all pairs, the graph, a target. The command line
 * is checked here; page_make.c makes the page. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "columns.h"
#include "input.h"
#include "knowledge.h"
#include "output.h"
#include "page_request.h"
#include "report.h"

/* Data of one run. */
typedef struct job {
	cli_args *args;
	mixmi_table *table;
	size_t *columns;
	size_t effect[2]; /* treatment and outcome */
	mixmi_knowledge *knowledge;
	const char **given; /* options listed on the page */
	char *text;
	char *named; /* owned: the path derived from FILE; NULL: --output was given, or the data go to standard output */
	const char *path; /* path of the page; NULL: standard output */
	mixmi_page page;
} job;

static void clear(job *j)
{
	mixmi_free(j->text);
	free(j->named);
	free(j->given);
	mixmi_knowledge_free(j->knowledge);
	free(j->columns);
	mixmi_table_free(j->table);
}

/* --------------------------------------------------------------------------------------------- reading */

static int find_target(job *j)
{
	const char *name = cli_args_value(j->args, "target");
	size_t *targets, count;
	j->page.target = SIZE_MAX;
	if (name == NULL)
		return CLI_OK;
	mixmi_status status = mixmi_table_select(&targets, &count, j->table, name);
	if (status != MIXMI_OK)
		return cli_input_fail(j->args, status);
	j->page.target = count > 0 ? targets[0] : SIZE_MAX;
	mixmi_free(targets);
	return count == 1 ? CLI_OK : cli_fail_usage("report", "--target takes one column, not %zu", count);
}

/* One name of --effect. */
static mixmi_status find_name(size_t *out, const job *j, const char *name, size_t length)
{
	cli_text typed = { 0 };
	cli_text_add_bytes(&typed, name, length);
	mixmi_status status =
		typed.failed ? MIXMI_ERROR_MEMORY : mixmi_table_find(out, j->table, typed.bytes != NULL ? typed.bytes : "");
	cli_text_clear(&typed);
	return status;
}

/* X:Y, where names may contain colons: the first colon that splits the text into two columns. */
static int find_effect(job *j)
{
	const char *text = cli_args_value(j->args, "effect"), *graph = cli_args_value(j->args, "graph");
	mixmi_status status = MIXMI_ERROR_USAGE;
	if (text == NULL)
		return CLI_OK;
	if (strchr(text, ':') == NULL)
		return cli_fail_usage("report", "--effect takes a treatment and an outcome, as in --effect dose:pain");
	if (graph != NULL && strcmp(graph, "no") == 0)
		return cli_fail_usage("report", "--effect needs the graph: leave out --graph no");
	for (const char *colon = strchr(text, ':'); status != MIXMI_OK && colon != NULL; colon = strchr(colon + 1, ':')) {
		status = find_name(&j->effect[0], j, text, (size_t)(colon - text));
		if (status == MIXMI_OK)
			status = find_name(&j->effect[1], j, colon + 1, strlen(colon + 1));
	}
	j->page.effect = j->effect;
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(j->args, status);
}

static int choose_columns(job *j)
{
	enum { MOST = 300 };
	int code = cli_columns_choose(&j->columns, &j->page.column_count, j->args, j->table);
	size_t count = j->page.column_count + (j->page.target != SIZE_MAX);
	for (size_t i = 0; code == CLI_OK && i < j->page.column_count; i++)
		count -= j->columns[i] == j->page.target;
	j->page.columns = j->columns;
	if (code == CLI_OK && count > MOST)
		cli_note(j->page.target != SIZE_MAX
		             ? "a page compares at most 300 columns: those with the most information about the target are shown"
		             : "a page compares at most 300 columns: the first are shown; --columns selects others");
	return code;
}

static int read_knowledge(job *j)
{
	int code = cli_knowledge_read(&j->knowledge, j->args, j->table);
	j->page.knowledge = j->knowledge;
	return code;
}

static int read_inputs(job *j)
{
	const char *const further[2] = { cli_args_value(j->args, "target"), NULL };
	bool whole = cli_args_value(j->args, "knowledge") != NULL || cli_args_value(j->args, "roots") != NULL ||
	             cli_args_value(j->args, "effect") != NULL; /* these may refer to columns not in --columns */
	int code = whole ? cli_input_table(&j->table, j->args, NULL) : cli_columns_read(&j->table, j->args, further);
	if (code == CLI_OK && mixmi_table_rows(j->table) == 0)
		code = cli_fail(CLI_DATA, "%s has no rows: there is nothing to report", cli_input_name(j->args));
	if (code == CLI_OK)
		code = find_target(j);
	if (code == CLI_OK)
		code = find_effect(j);
	if (code == CLI_OK)
		code = choose_columns(j);
	return code == CLI_OK ? read_knowledge(j) : code;
}

/* --------------------------------------------------------------------------------------------- building */

/* Options that were given and can change the answer. */
static int list_given(job *j)
{
	j->given = calloc(2 * j->args->given_count + 1, sizeof *j->given);
	if (j->given == NULL)
		return cli_fail_memory();
	for (size_t i = 0; i < j->args->given_count; i++) {
		const cli_given *given = &j->args->given[i];
		if (given->option == NULL || strcmp(given->option->group, "running") == 0)
			continue;
		j->given[2 * j->page.given_count] = given->name;
		j->given[2 * j->page.given_count++ + 1] = given->value;
	}
	j->page.given = j->given;
	return CLI_OK;
}

static int build(job *j)
{
	const char *graph = cli_args_value(j->args, "graph");
	j->page.title = cli_args_value(j->args, "title");
	j->page.file = cli_input_name(j->args);
	j->page.graph = graph == NULL ? 0 : strcmp(graph, "no") == 0 ? -1 : 1;
	j->page.data_only = cli_args_value(j->args, "json") != NULL;
	j->page.chosen = cli_args_count(j->args, "number", 0);
	j->page.no_rows = cli_args_value(j->args, "no-rows") != NULL;
	j->page.points = cli_args_count(j->args, "max-points", 0);
	j->page.pairs = cli_args_count(j->args, "max-pairs", 0);
	mixmi_status status = mixmi_page_make(&j->text, j->table, &j->page, j->args->options);
	if (status == MIXMI_ERROR_CANCELLED)
		return cli_fail(CLI_LIMIT, "interrupted: no report is written");
	if (status == MIXMI_ERROR_MEMORY)
		return cli_fail_memory();
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(j->args, status);
}

static int write_page(const job *j)
{
	cli_output output = { 0 };
	int code = cli_output_open(&output, j->path);
	if (code == CLI_OK)
		fputs(j->text, output.stream);
	return cli_output_end(&output, code);
}

/* --------------------------------------------------------------------------------------------- where to */

/* Without -o the page is written next to the table. Its name includes the whole name of the table, so that data.csv and
 * data.parquet have different pages. */
static int name_page(job *j)
{
	const char *file = cli_input_name(j->args);
	if (strcmp(file, "-") == 0)
		return cli_fail_usage("report",
		                      "the table comes from standard input and has no name: name the page with -o FILE");
	cli_text path = { 0 };
	cli_text_add(&path, file);
	cli_text_add(&path, "-report.html");
	j->path = j->named = path.bytes;
	return path.failed ? cli_fail_memory() : CLI_OK;
}

static int choose_path(job *j)
{
	const char *output = cli_args_value(j->args, "output");
	bool page = cli_args_value(j->args, "json") == NULL, asked = output != NULL && strcmp(output, "-") != 0;
	if (page && output != NULL && !asked && isatty(STDOUT_FILENO) == 1)
		return cli_fail_usage("report",
		                      "the report is an HTML page and is not written to a terminal: name a file with -o");
	j->path = asked ? output : NULL;
	int code = page && output == NULL ? name_page(j) : CLI_OK;
	return code == CLI_OK ? cli_output_check(j->path) : code;
}

/* Prints the path of the page unless the command line contains it. */
static int print_path(const job *j)
{
	cli_output output = { 0 };
	cli_text line = { 0 };
	if (j->named == NULL)
		return CLI_OK;
	cli_text_add_shown(&line, j->named);
	int code = line.failed ? cli_fail_memory() : cli_output_open(&output, NULL);
	if (code == CLI_OK)
		fprintf(output.stream, "%s\n", line.bytes);
	cli_text_clear(&line);
	return cli_output_end(&output, code);
}

static int run(cli_args *args)
{
	job j = { .args = args };
	int code = choose_path(&j);
	if (code == CLI_OK)
		code = read_inputs(&j);
	if (code == CLI_OK)
		code = list_given(&j);
	if (code == CLI_OK)
		code = build(&j);
	if (code == CLI_OK)
		code = write_page(&j);
	if (code == CLI_OK)
		code = print_path(&j);
	clear(&j);
	return code;
}

static const cli_flag flags[] = {
	{ "target", 't', CLI_COLUMNS, "COLUMN", NULL, "also rank the other columns, by their information about this one" },
	{ "effect", 0, CLI_WORDS, "X:Y", NULL,
	  "also estimate the effect of X on Y, adjusted according to the graph, and mark the adjustment set in it" },
	{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "show only these columns" },
	{ "exclude", 0, CLI_COLUMNS, "COLUMNS", NULL, "leave these columns out" },
	{ "knowledge", 'k', CLI_FILE, "FILE", NULL, "background knowledge for the graph (see 'mixmi graph --help')" },
	{ "roots", 0, CLI_COLUMNS, "COLUMNS", NULL, "no other column causes these, such as age and sex" },
	{ "graph", 0, CLI_OPTIONAL, "[yes|no]", "yes,no",
	  "learn the graph for any number of columns, or not at all; default: up to 60 columns" },
	{ "number", 'n', CLI_COUNT, "N", NULL, "choose at most N columns for the target; default: 10" },
	{ "max-points", 0, CLI_COUNT, "N", NULL, "draw at most N rows as points; default: 2000" },
	{ "no-rows", 0, CLI_SWITCH, NULL, NULL,
	  "draw bins of at least three rows instead of points; ranges and labels stay" },
	{ "max-pairs", 0, CLI_COUNT, "N", NULL, "keep the grids of at most N pairs; default: 400" },
	{ "title", 0, CLI_WORDS, "TEXT", NULL, "title of the page; default: the name of the file" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi report penguins.csv",
	  "All columns, all pairs and the graph on one page, penguins.csv-report.html, whose path is printed." },
	{ "mixmi report penguins.csv --target species --stability 10 --title 'Palmer penguins' -o penguins.html",
	  "Also the columns with the most information about the species, and the stability of edges." },
	{ "mixmi report penguins.csv --knowledge known.txt --effect species:body_mass_g",
	  "Also the mean mass if the species were set, according to the learnt graph." },
	{ NULL, NULL },
};

const cli_command cli_report = {
	.name = "report",
	.summary = "write an HTML report of all columns, pairs and the graph",
	.synopsis = "[FILE] [--target COLUMN] [--effect X:Y] [-o FILE] [OPTIONS]",
	.description =
		"Writes a single HTML file that works in any browser without a network: an overview of the columns, "
		"all pairs as a heat map, each pair with its grid, the graph with the test behind every edge and every missing "
		"edge, with --target the columns with the most information about it, and with --effect the effect of setting "
		"one column on another (see 'mixmi effect --help'). The page makes no network requests and has at most 2 MB of "
		"data: points are a sample of the rows, and grids "
		"are kept for the pairs with the target, the edges and the strongest others. The page lists what was left out. "
		"Without -o the page of FILE is written to FILE-report.html, and the path is "
		"printed; -o - writes it to standard output.\n"
		"At most 300 columns are compared. The graph is learnt automatically up to 60 columns, and always with "
		"--graph, --knowledge, --effect or --stability. See 'mixmi graph --help' for its options and 'mixmi test "
		"--help' "
		"for the tests.\n"
		"The same input and options give the same file, byte by byte, with any number of threads. --json writes the "
		"data "
		"of the page alone.",
	.groups = "model,estimator,kernel,test,graph,reading,showing,running",
	.without = "survival,only,estimator,neighbours,ksg-variant,metric,checkpoint,shard,gather",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.run = run,
};
