/* The local search. Invariant: while a level runs, which nodes are kept does not change; a node's finding is touched by one
 * thread only. So neither threads nor the order of columns can show. */
#include "graph/neighbourhood.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/subsets.h"

enum { MANY = 100, USUAL_SIZE = 3, MOST_SETS = 1000 };

void graph_neighbourhood_clear(graph_neighbourhood *n)
{
	for (size_t i = 0; n->findings != NULL && i < n->aim->members.count; i++)
		free(n->findings[i].given);
	free(n->findings);
	free(n->kept);
	*n = (graph_neighbourhood){ 0 };
}

static bool decide(graph_finding *f, const graph_answer *answer, const size_t *given, size_t count)
{
	size_t *copy = count > 0 ? base_array_copy(given, count, sizeof *copy) : NULL;
	if (count > 0 && copy == NULL)
		return false;
	free(f->given);
	f->given = copy;
	f->given_count = count;
	f->answer = *answer;
	return true;
}

static void list_kept(graph_neighbourhood *n)
{
	n->kept_count = 0;
	for (size_t i = 0; i < n->aim->members.count; i++)
		if (n->findings[i].kept)
			n->kept[n->kept_count++] = i;
}

/* ---------------------------------------------------------------------------------------------- first level */

static mixmi_status ask_plain(void *context, size_t index, graph_worker *worker)
{
	graph_neighbourhood *n = context;
	graph_finding *f = &n->findings[index];
	if (index == n->centre)
		return MIXMI_OK;
	mixmi_status status = graph_aim_ask(&f->plain, n->aim, index, n->centre, NULL, 0, worker);
	f->answer = f->plain;
	f->kept =
		status == MIXMI_OK && f->plain.verdict != GRAPH_UNASKED && !graph_search_separates(&n->aim->search, &f->plain);
	return status;
}

/* Of very many columns some depend by chance. */
static mixmi_status hold_discoveries(graph_neighbourhood *n)
{
	size_t nodes = n->aim->members.count;
	if (nodes <= MANY)
		return MIXMI_OK;
	double *p = base_array(nodes, sizeof *p);
	if (p == NULL)
		return base_error_memory();
	for (size_t i = 0; i < nodes; i++)
		p[i] = i == n->centre ? NAN : n->findings[i].plain.p;
	mixmi_status status = mixmi_adjust_p(p, p, nodes);
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
		if (n->findings[i].kept && p[i] > 5 * n->aim->options.alpha)
			n->findings[i].kept = false;
	free(p);
	return status;
}

/* ------------------------------------------------------------------------------------------------ the levels */

/* Orders nodes by how clearly they depend on the centre. */
typedef struct ranked {
	size_t node;
	const graph_answer *plain;
} ranked;

static int compare_ranked(const void *x, const void *y)
{
	const ranked *r = x, *s = y;
	int order = graph_clearer(r->plain, s->plain);
	return order != 0 ? order : (r->node > s->node) - (r->node < s->node);
}

static int compare_nodes(const void *x, const void *y)
{
	size_t a = *(const size_t *)x, b = *(const size_t *)y;
	return (a > b) - (a < b);
}

static size_t most_for(size_t count, size_t size)
{
	for (; count > size; count--) {
		double sets = 1;
		for (size_t i = 0; i < size; i++)
			sets *= (double)(count - i) / (double)(i + 1);
		if (sets <= MOST_SETS)
			break;
	}
	return count;
}

/* The kept nodes but one, or as many of the clearest as there may be sets of. Returns how many. */
static size_t list_others(size_t *list, ranked *room, const graph_neighbourhood *n, size_t node)
{
	size_t count = 0, all = 0;
	for (size_t i = 0; i < n->kept_count; i++)
		if (n->kept[i] != node)
			room[all++] = (ranked){ n->kept[i], &n->findings[n->kept[i]].plain };
	qsort(room, all, sizeof *room, compare_ranked);
	for (size_t most = most_for(all, n->size); count < most; count++)
		list[count] = room[count].node;
	qsort(list, count, sizeof *list, compare_nodes);
	return count;
}

static mixmi_status try_sets(graph_neighbourhood *n, size_t node, graph_subsets *sets, bool *separated,
                             graph_worker *worker)
{
	graph_finding *f = &n->findings[node];
	graph_subsets_start(sets, n->size);
	while (!*separated && graph_subsets_next(sets)) {
		graph_answer answer;
		mixmi_status status = graph_aim_ask(&answer, n->aim, node, n->centre, sets->set, n->size, worker);
		if (status != MIXMI_OK || answer.verdict == GRAPH_UNASKED)
			return status;
		*separated = graph_search_separates(&n->aim->search, &answer);
		bool weaker = graph_clearer(&f->answer, &answer) < 0;
		if ((*separated || weaker) && !decide(f, &answer, sets->set, n->size))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* One level for one node; `gone` says which are to go at its end. */
typedef struct level {
	graph_neighbourhood *n;
	bool *gone; /* by place in n->kept */
} level;

static mixmi_status try_node(void *context, size_t index, graph_worker *worker)
{
	level *l = context;
	graph_neighbourhood *n = l->n;
	size_t *list = base_array(n->kept_count + 2 * n->size, sizeof *list);
	ranked *room = base_array(n->kept_count, sizeof *room);
	mixmi_status status = MIXMI_OK;
	if (list == NULL || room == NULL) {
		status = base_error_memory();
	} else {
		graph_subsets sets = { .lists = { list, list },
			                   .places = list + n->kept_count,
			                   .set = list + n->kept_count + n->size };
		sets.counts[0] = list_others(list, room, n, n->kept[index]);
		status = try_sets(n, n->kept[index], &sets, &l->gone[index], worker);
	}
	free(list);
	free(room);
	return status;
}

static mixmi_status run_level(graph_neighbourhood *n)
{
	level l = { n, base_array_zero(n->kept_count, sizeof *l.gone) };
	char stage[64];
	snprintf(stage, sizeof stage, "sets of %zu", n->size);
	mixmi_status status = l.gone != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_search_work(&n->aim->search, stage, n->kept_count, try_node, &l);
	for (size_t i = 0; status == MIXMI_OK && i < n->kept_count; i++)
		if (l.gone[i])
			n->findings[n->kept[i]].kept = false;
	free(l.gone);
	if (status == MIXMI_OK)
		list_kept(n);
	return status;
}

mixmi_status graph_neighbourhood_find(graph_neighbourhood *n, graph_aim *aim, size_t centre)
{
	size_t nodes = aim->members.count;
	*n = (graph_neighbourhood){ .aim = aim, .centre = centre };
	n->findings = base_array_zero(nodes, sizeof *n->findings);
	n->kept = base_array(nodes, sizeof *n->kept);
	if (n->findings == NULL || n->kept == NULL)
		return base_error_memory();
	size_t largest = aim->options.max_cond >= 0 ? (size_t)aim->options.max_cond : USUAL_SIZE;
	mixmi_status status = graph_search_work(&aim->search, "columns", nodes, ask_plain, n);
	if (status == MIXMI_OK)
		status = hold_discoveries(n);
	if (status == MIXMI_OK)
		list_kept(n);
	for (n->size = 1; n->size <= largest && status == MIXMI_OK; n->size++) {
		if (aim->watch.cancelled || n->kept_count <= n->size)
			break;
		status = run_level(n);
	}
	return status;
}
