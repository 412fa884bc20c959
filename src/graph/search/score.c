/* The search by score: the order search finds a directed graph, tests correct it (correct.h), and both are repeated until tests change
 * nothing. Only the equivalence class of the graph is used: its skeleton here, its v-structures in orient/. */
#include "graph/search/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/search/correct.h"

enum {
	STARTS = 50,       /* they share the codes of families, so many cost little */
	STARTS_AGAIN = 5,  /* after a correction, besides the best order so far */
	MOST_PARENTS = 10, /* of a column, unless max-cond allows fewer */
	MOST_ROUNDS = 100
};

typedef graph_scored scored;

static bool go_on(void *context)
{
	const graph_search *search = context;
	return !search->watch->cancelled;
}

static void find_limits(scored *s)
{
	const graph_search *search = s->search;
	size_t nodes = search->graph->nodes;
	int64_t largest = search->options->max_cond;
	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < nodes; j++) {
			bool may =
				i != j && !graph_rules_forbid(search->rules, j, i) && !graph_rules_forbid_edge(search->rules, i, j);
			s->allowed[i * nodes + j] = may;
			s->required[i * nodes + j] =
				may && graph_rules_require(search->rules, i, j) && graph_rules_forbid(search->rules, i, j);
		}
	s->limits = (order_limits){ s->allowed, s->required, MOST_PARENTS, go_on, s->search };
	if (largest >= 0 && largest + 1 < MOST_PARENTS)
		s->limits.most_parents = (size_t)largest + 1;
}

static mixmi_status begin(scored *s)
{
	graph_search *search = s->search;
	size_t nodes = search->graph->nodes, pairs = nodes * (nodes - 1) / 2;
	s->allowed = base_array(nodes * nodes, sizeof *s->allowed);
	s->required = base_array(nodes * nodes, sizeof *s->required);
	s->parents = base_array_zero(nodes * nodes, sizeof *s->parents);
	s->ancestors = base_array(nodes * nodes, sizeof *s->ancestors);
	s->closed = base_array_zero(pairs, sizeof *s->closed);
	s->joined = base_array_zero(pairs, sizeof *s->joined);
	s->dependent = base_array_zero(pairs, sizeof *s->dependent);
	s->passed = base_array_zero(pairs, sizeof *s->passed);
	s->touched = base_array_zero(nodes, sizeof *s->touched);
	s->pairs = base_array(pairs, sizeof *s->pairs);
	bool ready = s->allowed != NULL && s->required != NULL && s->parents != NULL && s->ancestors != NULL &&
	             s->closed != NULL && s->joined != NULL && s->dependent != NULL && s->passed != NULL &&
	             s->touched != NULL && s->pairs != NULL;
	if (ready) {
		find_limits(s);
		ready = graph_code_init(&s->code, search->table, search->columns, nodes);
	}
	s->order = ready ? graph_order_new(&s->code, &s->limits) : NULL;
	return s->order != NULL ? MIXMI_OK : base_error_memory();
}

static void end(scored *s)
{
	graph_order_free(s->order);
	graph_code_clear(&s->code);
	free(s->allowed);
	free(s->required);
	free(s->parents);
	free(s->ancestors);
	free(s->closed);
	free(s->joined);
	free(s->dependent);
	free(s->passed);
	free(s->touched);
	free(s->pairs);
}

static mixmi_status search_order(scored *s, bool first)
{
	bool done = graph_order_run(s->order, s->parents, first ? STARTS : STARTS_AGAIN, &s->stopped);
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status find_parents(scored *s)
{
	mixmi_status status = begin(s);
	bool again = true;
	if (!graph_correct_is_over(s, status))
		status = graph_correct_screen(s);
	for (int round = 0; again && round < MOST_ROUNDS && !graph_correct_is_over(s, status); round++) {
		status = search_order(s, round == 0);
		if (!graph_correct_is_over(s, status))
			status = graph_correct(s, &again);
		if (!graph_correct_is_over(s, status) && !again &&
		    !graph_order_improve(s->order, s->parents, &again, &s->stopped))
			status = base_error_memory();
	}
	return status;
}

static void make_skeleton(scored *s)
{
	mixmi_graph *graph = s->search->graph;
	size_t nodes = graph->nodes;
	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < nodes; j++)
			if (s->parents[i * nodes + j])
				graph_set_undirected(graph, j, i);
}

/* A cancelled search shows the best graph so far. Pairs that tests find dependent and that have no edge in it are not separated:
 * they have not been reached. */
static void show_so_far(scored *s)
{
	mixmi_graph *graph = s->search->graph;
	make_skeleton(s);
	for (size_t a = 0, pair = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++, pair++) {
			graph_evidence *e = &graph->evidence[pair];
			bool separates = isnan(e->p) ? !(e->corrected > 0) : e->p > s->search->options->alpha;
			e->known = e->known && (separates || e->by_knowledge || graph_adjacent(graph, a, b));
		}
}

mixmi_status graph_score_run(graph_search *search)
{
	scored *s = search->scored = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return base_error_memory();
	s->search = search;
	mixmi_status status = find_parents(s);
	bool complete = !graph_correct_is_over(s, status);
	if (complete) {
		make_skeleton(s);
		status = graph_correct_evidence(s);
	} else if (status == MIXMI_OK) {
		show_so_far(s);
	}
	if (!graph_correct_is_over(s, status)) {
		search->parents = s->parents;
		search->order = s->order;
	}
	return status;
}

void graph_score_clear(graph_search *search)
{
	if (search->scored != NULL)
		end(search->scored);
	free(search->scored);
	search->scored = NULL;
	search->parents = NULL;
	search->order = NULL;
}
