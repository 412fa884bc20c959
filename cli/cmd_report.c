/* mixmi report: one page that shows a table to people - its columns, all pairs, the graph, a target - in a file that needs
 * nothing else. The same input gives the same bytes: the page has no date, and nothing depends on threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "columns.h"
#include "input.h"
#include "methods.h"
#include "output.h"
#include "page.h"
#include "report.h"

static void clear(page *p)
{
	json_decref(p->json.root);
	free(p->rows);
	mixmi_choice_free(p->choice);
	mixmi_graph_free(p->graph);
	mixmi_answers_free(p->values);
	mixmi_answers_free(p->answers);
	mixmi_knowledge_free(p->knowledge);
	free(p->used);
	mixmi_table_free(p->table);
}

/* --------------------------------------------------------------------------------------------- reading */

static int find_target(page *p)
{
	const char *name = cli_args_value(p->args, "target");
	size_t *targets, count;
	if (name == NULL)
		return CLI_OK;
	mixmi_status status = mixmi_table_select(&targets, &count, p->table, name);
	if (status != MIXMI_OK)
		return cli_input_fail(p->args, status);
	p->target = count > 0 ? targets[0] : PAGE_NO_COLUMN;
	mixmi_free(targets);
	return count == 1 ? CLI_OK : cli_fail_usage("report", "--target takes one column, not %zu", count);
}

static int compare_columns(const void *left, const void *right)
{
	size_t a = *(const size_t *)left, b = *(const size_t *)right;
	return a < b ? -1 : a > b;
}

/* The target is compared even if --columns does not name it. */
static int add_target(page *p)
{
	if (p->target == PAGE_NO_COLUMN || page_place(p, p->target) != PAGE_NO_COLUMN)
		return CLI_OK;
	size_t *more = realloc(p->used, (p->count + 1) * sizeof *more);
	if (more == NULL)
		return cli_fail_memory();
	p->used = more;
	p->used[p->count++] = p->target;
	return CLI_OK;
}

/* What a column goes by when there are too many. */
typedef struct rank {
	size_t column;
	double strength; /* with the target; -1: unknown */
} rank;

static int compare_ranks(const void *left, const void *right)
{
	const rank *a = left, *b = right;
	if (a->strength != b->strength)
		return a->strength > b->strength ? -1 : 1;
	return a->column < b->column ? -1 : a->column > b->column;
}

/* Puts the columns that tell most about the target first. */
static int rank_by_target(page *p)
{
	mixmi_answers *answers = NULL;
	rank *ranks = calloc(p->count, sizeof *ranks);
	mixmi_status status =
		ranks == NULL ? MIXMI_ERROR_MEMORY
					  : mixmi_pairs(&answers, p->table, p->used, p->count, &p->target, 1, NULL, 0, p->args->options);
	for (size_t i = 0; status == MIXMI_OK && i < p->count; i++)
		ranks[i] = (rank){ p->used[i], p->used[i] == p->target ? INFINITY : -1 };
	for (size_t i = 0; status == MIXMI_OK && i < mixmi_answers_count(answers); i++) {
		mixmi_question question;
		mixmi_answer answer;
		mixmi_answers_question(&question, answers, i);
		if (mixmi_answers_get(&answer, sizeof answer, answers, i) == MIXMI_OK && isfinite(answer.strength))
			ranks[page_place(p, question.x[0])].strength = answer.strength;
	}
	if (status == MIXMI_OK)
		qsort(ranks, p->count, sizeof *ranks, compare_ranks);
	for (size_t i = 0; status == MIXMI_OK && i < p->count; i++)
		p->used[i] = ranks[i].column;
	mixmi_answers_free(answers);
	free(ranks);
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(p->args, status);
}

/* Of more columns than a page can compare: those that tell most about the target, or the first. */
static int limit_columns(page *p)
{
	int code = CLI_OK;
	if (p->count > PAGE_COLUMNS) {
		if (p->target != PAGE_NO_COLUMN)
			code = rank_by_target(p);
		p->left_out = p->count - PAGE_COLUMNS;
		p->count = PAGE_COLUMNS;
		cli_note(p->target != PAGE_NO_COLUMN
		             ? "a page compares at most 300 columns: those that tell most about the target are on it"
		             : "a page compares at most 300 columns: the first are on it; --columns chooses others");
	}
	qsort(p->used, p->count, sizeof *p->used, compare_columns);
	return code;
}

static int read_knowledge(page *p)
{
	const char *path = cli_args_value(p->args, "knowledge");
	if (path == NULL)
		return CLI_OK;
	mixmi_status status = mixmi_knowledge_read(&p->knowledge, path, p->table);
	if (status != MIXMI_OK)
		return cli_fail_library("report", NULL, status);
	if (mixmi_knowledge_note(p->knowledge, 0) != NULL)
		cli_note(mixmi_knowledge_note(p->knowledge, 0));
	return CLI_OK;
}

static int read_inputs(page *p)
{
	const char *const further[2] = { cli_args_value(p->args, "target"), NULL };
	bool whole = cli_args_value(p->args, "knowledge") != NULL; /* it may speak of columns beyond --columns */
	int code = whole ? cli_input_table(&p->table, p->args, NULL) : cli_columns_read(&p->table, p->args, further);
	if (code == CLI_OK && mixmi_table_rows(p->table) == 0)
		code = cli_fail(CLI_DATA, "%s has no rows: there is nothing to report", cli_input_name(p->args));
	if (code == CLI_OK)
		code = find_target(p);
	if (code == CLI_OK)
		code = cli_columns_choose(&p->used, &p->count, p->args, p->table);
	if (code == CLI_OK)
		code = add_target(p);
	if (code == CLI_OK)
		code = limit_columns(p);
	return code == CLI_OK ? read_knowledge(p) : code;
}

/* --------------------------------------------------------------------------------------------- building */

/* Options that were given and can change the answer, for whoever wants to do the same. */
static json_t *given_json(page *p)
{
	json_t *array = json_array();
	for (size_t i = 0; i < p->args->given_count; i++) {
		const cli_given *given = &p->args->given[i];
		if (given->option == NULL || strcmp(given->option->group, "running") == 0)
			continue;
		json_t *pair = json_array();
		cli_json_push(&p->json, pair, json_string(given->name));
		cli_json_push(&p->json, pair, page_text(given->value, PAGE_LABEL));
		cli_json_push(&p->json, array, pair);
	}
	return array;
}

static void add_facts(page *p)
{
	cli_json *json = &p->json;
	const char *title = cli_args_value(p->args, "title");
	double confidence = cli_args_number(p->args, "confidence");
	cli_json_put(json, json->root, "title", page_text(title, 10 * PAGE_LABEL));
	cli_json_put(json, json->root, "rows", cli_json_count(mixmi_table_rows(p->table)));
	cli_json_put(json, json->root, "leftOut", cli_json_count(p->left_out));
	cli_json_put(json, json->root, "graphColumns", json_integer(PAGE_GRAPH_COLUMNS));
	cli_json_put(json, json->root, "test", json_string(cli_methods_chosen(p->args)->name));
	cli_json_put(json, json->root, "testHelp", json_string(cli_methods_chosen(p->args)->help));
	cli_json_put(json, json->root, "hasP", json_boolean(cli_methods_chosen(p->args)->has_p));
	cli_json_put(json, json->root, "alpha", page_number(cli_args_number(p->args, "alpha"), 6));
	cli_json_put(json, json->root, "units", json_string(cli_args_option(p->args, "units")));
	cli_json_put(json, json->root, "confidence", page_number(confidence > 0 ? confidence : .95, 4));
	cli_json_put(json, json->root, "options", given_json(p));
	cli_json_notes(json, p->table);
}

/* Whether a graph is searched: when asked, or by itself while it takes no longer than the pairs do. */
static bool wants_graph(const page *p)
{
	const char *graph = cli_args_value(p->args, "graph");
	bool asked = graph != NULL || p->knowledge != NULL || cli_args_number(p->args, "stability") > 0;
	if (p->count < 2 || (graph != NULL && strcmp(graph, "no") == 0))
		return false;
	return asked || p->count <= PAGE_GRAPH_COLUMNS;
}

/* Points take at most half of the room that the rest leaves, and the details of pairs what is left then. */
static int fill_up(page *p)
{
	size_t taken = page_size(p->json.root), room = taken < PAGE_BYTES ? PAGE_BYTES - taken : 0;
	int code = page_points(p, room / 2);
	taken = page_size(p->json.root);
	return code == CLI_OK ? page_details(p, taken < PAGE_BYTES ? PAGE_BYTES - taken : 0) : code;
}

/* Should a table still take too much room, as with very many names that are very long, parts go that the page can do
 * without, the least important first. */
static int shrink(page *p)
{
	json_t *graph = json_object_get(p->json.root, "graph"), *column;
	json_t *const owners[] = { p->json.root, p->json.root, graph, graph };
	const char *const parts[] = { "details", "points", "separations", "routes" };
	size_t i;
	for (i = 0; i < sizeof parts / sizeof *parts && page_size(p->json.root) > PAGE_BYTES; i++)
		if (owners[i] != NULL)
			cli_json_put(&p->json, owners[i], parts[i], json_array());
	bool over = page_size(p->json.root) > PAGE_BYTES;
	json_array_foreach(json_object_get(p->json.root, "columns"), i, column)
	{
		if (over)
			cli_json_put(&p->json, column, "histogram", json_null());
	}
	return p->json.failed ? cli_fail_memory() : CLI_OK;
}

static int build(page *p)
{
	cli_json_begin(&p->json, p->args, cli_args_option(p->args, "preset"));
	add_facts(p);
	int code = page_overview(p);
	if (code == CLI_OK && p->count > 1)
		code = page_pairs(p);
	if (code == CLI_OK && wants_graph(p))
		code = page_graph(p);
	if (code == CLI_OK && p->target != PAGE_NO_COLUMN && p->count > 1)
		code = page_target(p);
	if (code == CLI_OK && p->count > 1)
		code = fill_up(p);
	return code == CLI_OK ? shrink(p) : code;
}

static int write_page(const page *p)
{
	cli_output output = { 0 };
	int code = cli_output_open(&output, cli_args_value(p->args, "output"));
	if (code == CLI_OK)
		code = page_write(p, output.stream);
	if (code == CLI_OK)
		code = cli_output_close(&output);
	cli_output_abandon(&output);
	return code;
}

static int run(cli_args *args)
{
	page p = { .args = args, .target = PAGE_NO_COLUMN };
	int code = CLI_OK;
	bool page_only = cli_args_value(args, "output") == NULL && cli_args_value(args, "json") == NULL;
	if (page_only && isatty(STDOUT_FILENO) == 1)
		code = cli_fail_usage("report", "a page is for a browser: name a file with -o report.html");
	if (code == CLI_OK)
		code = cli_output_check(cli_args_value(args, "output"));
	if (code == CLI_OK)
		code = read_inputs(&p);
	if (code == CLI_OK)
		code = build(&p);
	if (code == CLI_OK)
		code = write_page(&p);
	clear(&p);
	return code;
}

static const cli_flag flags[] = {
	{ "target", 't', CLI_COLUMNS, "COLUMN", NULL, "also rank the other columns by what they tell about this one" },
	{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "show these columns only" },
	{ "exclude", 0, CLI_COLUMNS, "COLUMNS", NULL, "compare all columns but these" },
	{ "knowledge", 'k', CLI_FILE, "FILE", NULL, "what is known beforehand about the graph (see 'mixmi graph --help')" },
	{ "graph", 0, CLI_OPTIONAL, "[yes|no]", "yes,no",
	  "search the graph however many columns there are, or not at all; without it: up to 60 columns" },
	{ "number", 'n', CLI_COUNT, "N", NULL, "choose at most N columns for the target; without it: 10" },
	{ "max-points", 0, CLI_COUNT, "N", NULL, "draw at most N rows as points; without it: 1000" },
	{ "max-pairs", 0, CLI_COUNT, "N", NULL, "keep the grids of at most N pairs; without it: 400" },
	{ "title", 0, CLI_WORDS, "TEXT", NULL, "what stands above the page; without it: the name of the file" },
	{ NULL, 0, CLI_SWITCH, NULL, NULL, NULL },
};

static const cli_example examples[] = {
	{ "mixmi report penguins.csv -o report.html", "All columns, all pairs and the graph on one page." },
	{ "mixmi report penguins.csv --target species --stability 10 --title 'Palmer penguins' -o penguins.html",
	  "Also what tells most about the species, and how stable the edges are." },
	{ NULL, NULL },
};

const cli_command cli_report = {
	.name = "report",
	.summary = "write one page for a browser that shows all of it",
	.synopsis = "[FILE] [--target COLUMN] [--knowledge FILE] [OPTIONS] -o report.html",
	.description =
		"Writes ONE file that any browser shows without a network, to be mailed or kept: an overview of the columns, "
		"all pairs as a heat map, each pair with its grid, the graph with the test behind every edge and every missing "
		"edge, and with --target what tells most about a column. Nothing on the page asks another computer for "
		"anything, and it carries at most 2 MB of data, whatever the table: points are a sample of the rows, and grids "
		"are kept for the pairs with the target, the edges and the strongest others. The page says what was left out.\n"
		"At most 300 columns are compared. The graph is searched by itself up to 60 columns; with --graph, --knowledge "
		"or --stability always. See 'mixmi graph --help' for its options and 'mixmi test --help' for the tests.\n"
		"The same input and options give the same file, byte by byte, with any number of threads. --json writes the "
		"data "
		"of the page alone.",
	.groups = "model,estimator,kernel,test,graph,reading,showing,running",
	.without = "only,estimator,neighbours,ksg-variant,metric,checkpoint",
	.methods = CLI_TESTS,
	.flags = flags,
	.examples = examples,
	.run = run,
};
