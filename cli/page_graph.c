/* The graph of the page: edges with the weakest test that kept each, non-adjacent pairs with their separating sets, and
 * positions of nodes. The p-value of a pair separated by the empty set is already in the heat map. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

enum { SEPARATION_BYTES = 250000, CONFLICTS = 50 };

static double in_units(const page *p, double nats)
{
	return cli_in_units(nats, p->options);
}

/* The shape of the dependence given the conditioning set of the weakest test. */
static void add_shape(page *p, json_t *object, const mixmi_edge *edge)
{
	mixmi_profile profile;
	size_t *given = malloc((edge->given_count + 1) * sizeof *given);
	size_t count = 0;
	for (size_t i = 0; given != NULL && i < edge->given_count; i++)
		if (edge->given[i] < p->count)
			given[count++] = p->used[edge->given[i]];
	const mixmi_question question = { &p->used[edge->from], 1, &p->used[edge->to], 1, given, count };
	mixmi_status status =
		given == NULL ? MIXMI_ERROR_MEMORY : mixmi_profile_of(&profile, sizeof profile, p->table, &question);
	if (status == MIXMI_OK)
		page_shape(p, object, &profile, &question);
	p->json.failed |= status == MIXMI_ERROR_MEMORY;
	free(given);
}

/* A conditioning set. In a time series it may have larger lags than the columns of the page. */
static json_t *given_json(page *p, const size_t *given, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		if (given[i] < p->count)
			cli_json_push(&p->json, array, cli_json_count(given[i]));
	return array;
}

/* In a PAG possible arrowheads, and the tails opposite to them, are shown as circles. */
static int shown_mark(bool pag, int32_t mark, int32_t kind, int32_t opposite)
{
	bool circle = kind == MIXMI_ARROW_POSSIBLE || (mark == MIXMI_MARK_TAIL && opposite == MIXMI_ARROW_POSSIBLE);
	return pag && circle ? MIXMI_MARK_CIRCLE : mark;
}

static json_t *marks_json(const mixmi_edge *edge, bool pag)
{
	const int same = 4; /* not a mixmi_mark: the page has one mark for both ends */
	return json_pack("[ii]", edge->same ? same : shown_mark(pag, edge->mark_from, edge->kind_from, edge->kind),
	                 edge->same ? same : shown_mark(pag, edge->mark_to, edge->kind, edge->kind_from));
}

static json_t *edge_json(page *p, const mixmi_edge *edge, bool pag)
{
	cli_json *json = &p->json;
	json_t *object = json_object();
	cli_json_put(json, object, "from", cli_json_count(edge->from));
	cli_json_put(json, object, "to", cli_json_count(edge->to));
	cli_json_put(json, object, "marks", marks_json(edge, pag));
	cli_json_put(json, object, "required", json_boolean(edge->required));
	cli_json_put(json, object, "ofSum", json_boolean(edge->of_sum));
	cli_json_put(json, object, "estimate", page_number(in_units(p, edge->estimate), 3));
	cli_json_put(json, object, "strength", page_number(edge->strength, 3));
	cli_json_put(json, object, "p", page_number(edge->p, 3));
	cli_json_put(json, object, "given", given_json(p, edge->given, edge->given_count));
	cli_json_put(json, object, "rows", cli_json_count(edge->rows));
	cli_json_put(json, object, "frequency", page_number(edge->frequency, 3));
	cli_json_put(json, object, "forward", page_number(edge->frequency_forward, 3));
	cli_json_put(json, object, "backward", page_number(edge->frequency_backward, 3));
	cli_json_put(json, object, "sign", page_number(edge->sign, 3));
	cli_json_put(json, object, "share", page_number(edge->share, 3));
	cli_json_put(json, object, "certainty", page_number(edge->certainty, 3));
	cli_json_put(json, object, "markProbability", page_number(edge->mark_probability, 3));
	cli_json_put(json, object, "kinds", json_pack("[ii]", edge->kind_from, edge->kind));
	add_shape(p, object, edge);
	cli_json_put(json, object, "fewRows", json_boolean(edge->few_rows));
	cli_json_put(json, object, "doubtful", json_boolean(edge->doubtful));
	cli_json_put(json, object, "aboveAlpha", json_boolean(edge->doubtful == 2));
	return object;
}

static json_t *edges_json(page *p)
{
	json_t *array = json_array();
	mixmi_edge edge;
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, p->graph);
	for (size_t i = 0; mixmi_graph_edge(&edge, sizeof edge, p->graph, i) == MIXMI_OK; i++)
		cli_json_push(&p->json, array, edge_json(p, &edge, strcmp(info.kind, "pag") == 0));
	return array;
}

/* Pairs that no test could decide. */
static json_t *undecided_json(page *p)
{
	json_t *array = json_array();
	mixmi_edge pair;
	for (size_t i = 0; mixmi_graph_undecided(&pair, sizeof pair, p->graph, i) == MIXMI_OK; i++)
		if (pair.from < p->count && pair.to < p->count)
			cli_json_push(&p->json, array, json_pack("[ii]", (int)pair.from, (int)pair.to));
	return array;
}

/* Sums: the total, then its parts. */
static json_t *totals_json(page *p)
{
	json_t *array = json_array();
	mixmi_total total;
	for (size_t i = 0; mixmi_graph_total(&total, sizeof total, p->graph, i) == MIXMI_OK; i++) {
		json_t *one = json_array();
		cli_json_push(&p->json, one, cli_json_count(total.total));
		for (size_t k = 0; k < total.count; k++)
			cli_json_push(&p->json, one, cli_json_count(total.parts[k]));
		cli_json_push(&p->json, array, one);
	}
	return array;
}

static json_t *roots_json(page *p)
{
	json_t *array = json_array();
	for (size_t i = 0, node; mixmi_graph_suggested_root(&node, NULL, p->graph, i) == MIXMI_OK; i++)
		cli_json_push(&p->json, array, cli_json_count(node));
	return array;
}

/* [pair, given, p, estimate, upper, rows, flags], with flags 1: forbidden, 2: few rows, 4: doubtful. */
static json_t *separation_json(page *p, const mixmi_separation *s)
{
	json_t *array = json_array();
	cli_json_push(&p->json, array, cli_json_count(page_pair(p, s->a, s->b)));
	cli_json_push(&p->json, array, given_json(p, s->given, s->given_count));
	cli_json_push(&p->json, array, page_number(s->p, 3));
	cli_json_push(&p->json, array, page_number(in_units(p, s->estimate), 3));
	cli_json_push(&p->json, array, page_number(in_units(p, s->upper), 3));
	cli_json_push(&p->json, array, cli_json_count(s->rows));
	cli_json_push(&p->json, array,
	              json_integer((s->forbidden ? 1 : 0) + (s->few_rows ? 2 : 0) + (s->doubtful ? 4 : 0)));
	if (isfinite(s->frequency))
		cli_json_push(&p->json, array, page_number(s->frequency, 3));
	return array;
}

/* Separations with a set first, because the others are nearly in the heat map, until the space is used up. */
static json_t *separations_json(page *p, size_t *kept)
{
	json_t *array = json_array();
	size_t room = SEPARATION_BYTES;
	for (int empty = 0; empty < 2; empty++) {
		mixmi_separation s;
		for (size_t i = 0; mixmi_graph_separation(&s, sizeof s, p->graph, i) == MIXMI_OK; i++) {
			if ((s.given_count == 0) != empty)
				continue;
			json_t *one = separation_json(p, &s);
			size_t size = page_size(one) + 1;
			if (size > room) {
				json_decref(one);
				return array;
			}
			room -= size;
			++*kept;
			cli_json_push(&p->json, array, one);
		}
	}
	return array;
}

static json_t *conflicts_json(page *p)
{
	json_t *array = json_array();
	const char *line;
	for (size_t i = 0; i < CONFLICTS && (line = mixmi_graph_conflict(p->graph, i)) != NULL; i++)
		cli_json_push(&p->json, array, page_text(line, 4 * PAGE_LABEL));
	return array;
}

/* Returns the number of edges. */
static size_t add_facts(page *p, json_t *object)
{
	cli_json *json = &p->json;
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, p->graph);
	cli_json_put(json, object, "kind", json_string(info.kind));
	cli_json_put(json, object, "search", json_string(info.search));
	cli_json_put(json, object, "test", json_string(info.test));
	cli_json_put(json, object, "alpha", page_number(info.alpha, 6));
	cli_json_put(json, object, "tests", cli_json_count(info.tests));
	cli_json_put(json, object, "levels", cli_json_count(info.levels));
	cli_json_put(json, object, "subsamples", cli_json_count(info.subsamples));
	cli_json_put(json, object, "falseEdges", page_number(info.false_edges, 3));
	cli_json_put(json, object, "separated", cli_json_count(info.separated));
	return info.edges;
}

static mixmi_status learn(page *p)
{
	mixmi_status status = mixmi_graph_learn(&p->graph, p->table, p->used, p->count, p->knowledge, p->options);
	mixmi_graph_info info = { 0 };
	if (status == MIXMI_OK)
		mixmi_graph_describe(&info, sizeof info, p->graph);
	return status == MIXMI_OK && !info.complete ? MIXMI_ERROR_CANCELLED : status;
}

mixmi_status page_graph(page *p)
{
	mixmi_status status = learn(p);
	if (status != MIXMI_OK)
		return status;
	json_t *object = json_object();
	size_t kept = 0;
	page_layout(p, object, add_facts(p, object));
	cli_json_put(&p->json, object, "edges", edges_json(p));
	cli_json_put(&p->json, object, "undecided", undecided_json(p));
	cli_json_put(&p->json, object, "roots", roots_json(p));
	cli_json_put(&p->json, object, "totals", totals_json(p));
	cli_json_put(&p->json, object, "separations", separations_json(p, &kept));
	cli_json_put(&p->json, object, "kept", cli_json_count(kept));
	cli_json_put(&p->json, object, "conflicts", conflicts_json(p));
	cli_json_put(&p->json, p->json.root, "graph", object);
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
