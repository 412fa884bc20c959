/* Makes a page from a request: its parts in order, then points and details in the remaining space. The same input gives
 * the same bytes: the page has no date, and nothing depends on threads. Uses only the public header and jansson. */
#include <stdlib.h>
#include <string.h>

#include "page.h"

static void clear(page *p)
{
	json_decref(p->json.root);
	free(p->rows);
	mixmi_choice_free(p->choice);
	mixmi_graph_free(p->graph);
	mixmi_answers_free(p->values);
	mixmi_answers_free(p->answers);
	page_axes_clear(p);
	free(p->used);
}

/* Options that were given and can change the answer, for reproduction. */
static json_t *given_json(page *p)
{
	json_t *array = json_array();
	for (size_t i = 0; i < p->request->given_count; i++) {
		json_t *pair = json_array();
		cli_json_push(&p->json, pair, json_string(p->request->given[2 * i]));
		cli_json_push(&p->json, pair, page_text(p->request->given[2 * i + 1], PAGE_LABEL));
		cli_json_push(&p->json, array, pair);
	}
	return array;
}

static const mixmi_method *chosen_test(const page *p)
{
	const mixmi_method *test;
	const char *name = mixmi_options_get(p->options, "test");
	for (size_t i = 0; (test = mixmi_test_at(i)) != NULL; i++)
		if (strcmp(test->name, name) == 0)
			return test;
	return mixmi_test_at(0);
}

static void begin(page *p)
{
	cli_json *json = &p->json;
	const char *file = p->request->file != NULL ? p->request->file : "";
	json->root = json_object();
	cli_json_put(json, json->root, "command", json_string("report"));
	cli_json_put(json, json->root, "version", json_string(mixmi_version()));
	cli_json_put(json, json->root, "file", cli_json_text(file));
	cli_json_put(json, json->root, "preset", cli_json_text(mixmi_options_get(p->options, "preset")));
}

static void add_facts(page *p)
{
	cli_json *json = &p->json;
	const char *title = p->request->title;
	double alpha = page_option(p, "alpha"), confidence = page_option(p, "confidence");
	const mixmi_method *test = chosen_test(p);
	cli_json_put(json, json->root, "title", page_text(title, 10 * PAGE_LABEL));
	cli_json_put(json, json->root, "rows", cli_json_count(mixmi_table_rows(p->table)));
	cli_json_put(json, json->root, "noRows", json_boolean(p->request->no_rows != 0));
	cli_json_put(json, json->root, "leftOut", cli_json_count(p->left_out));
	cli_json_put(json, json->root, "graphColumns", json_integer(PAGE_GRAPH_COLUMNS));
	cli_json_put(json, json->root, "test", json_string(test->name));
	cli_json_put(json, json->root, "testHelp", json_string(test->help));
	cli_json_put(json, json->root, "hasP", json_boolean(test->has_p));
	cli_json_put(json, json->root, "alpha", page_number(alpha, 6));
	cli_json_put(json, json->root, "units", json_string(mixmi_options_get(p->options, "units")));
	cli_json_put(json, json->root, "confidence", page_number(confidence > 0 ? confidence : 1 - alpha, 6));
	cli_json_put(json, json->root, "options", given_json(p));
	cli_json_notes(json, "notes", p->table);
}

/* Whether to learn a graph: if requested, or by default as long as it takes no longer than the pairs. */
static bool wants_graph(const page *p)
{
	int32_t graph = p->request->graph;
	bool asked = graph > 0 || p->request->effect != NULL || p->knowledge != NULL || page_option(p, "stability") > 0;
	bool lacks_copies = p->left_out > 0 && mixmi_table_lags(p->table) > 0; /* which would be nodes */
	if (p->count < 2 || graph < 0 || lacks_copies)
		return false;
	return asked || p->count <= PAGE_GRAPH_COLUMNS;
}

/* Points take at most half of the remaining space, and details of pairs the rest. */
static mixmi_status fill_up(page *p)
{
	size_t taken = page_size(p->json.root), room = taken < PAGE_BYTES ? PAGE_BYTES - taken : 0;
	mixmi_status status = p->request->no_rows ? MIXMI_OK : page_points(p, room / 2);
	if (status == MIXMI_OK)
		status = page_axes(p);
	taken = page_size(p->json.root);
	return status == MIXMI_OK ? page_details(p, taken < PAGE_BYTES ? PAGE_BYTES - taken : 0) : status;
}

/* If a table still takes too much space, as with many very long names, optional parts are removed, the least important
 * first. */
static mixmi_status shrink(page *p)
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
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}

static mixmi_status build(page *p)
{
	begin(p);
	add_facts(p);
	mixmi_status status = page_overview(p);
	if (status == MIXMI_OK && p->count > 1)
		status = page_pairs(p);
	if (status == MIXMI_OK && wants_graph(p))
		status = page_graph(p);
	if (status == MIXMI_OK && p->request->effect != NULL && p->graph != NULL)
		status = page_effect(p);
	if (status == MIXMI_OK && p->target != PAGE_NO_COLUMN && p->count > 1)
		status = page_target(p);
	if (status == MIXMI_OK && p->count > 1)
		status = fill_up(p);
	if (status == MIXMI_OK && p->cancelled)
		return MIXMI_ERROR_CANCELLED;
	return status == MIXMI_OK ? shrink(p) : status;
}

static size_t most_of(size_t given, size_t otherwise)
{
	return given > 0 ? given : otherwise;
}

mixmi_status mixmi_page_make(char **text, const mixmi_table *table, const mixmi_page *request,
                             const mixmi_options *options)
{
	enum { CHOSEN = 10, POINTS = 2000, PAIRS = 400 };
	page p = { .request = request,
		       .options = options,
		       .table = table,
		       .target = request->target,
		       .knowledge = request->knowledge,
		       .most = { most_of(request->chosen, CHOSEN), most_of(request->points, POINTS),
		                 most_of(request->pairs, PAIRS) } };
	*text = NULL;
	mixmi_status status = page_columns(&p);
	if (status == MIXMI_OK)
		status = build(&p);
	if (status == MIXMI_OK)
		status = page_write(text, &p, request->data_only != 0);
	clear(&p);
	return status;
}
