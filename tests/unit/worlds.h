/* DAGs of which only some nodes are columns: d-separation given those and what was selected on as a test, searches with it,
 * and what of the DAG such a search can be held against. */
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "dags.h"

enum { SEEN = 8 }; /* nodes that are columns, at most */

/* A DAG of which the first `seen` nodes are columns, some of the others are selected on and the rest is hidden. */
typedef struct world {
	dag dag;
	size_t seen;
	uint32_t selected;
	bool varies;          /* p of independences goes from .5 to 1, else it is 1 */
	size_t node_of[SEEN]; /* by column */
} world;

/* mark[a][b]: how the edge between a and b ends at b; 0: there is none. */
typedef struct mixed {
	size_t nodes;
	uint8_t mark[SEEN][SEEN];
} mixed;

static inline bool apart(const world *w, size_t a, size_t b, uint32_t set)
{
	return dag_separated(&w->dag, a, b, set | w->selected);
}

static inline mixmi_status ask_world(mixmi_answer *out, void *context, const mixmi_table *table,
                                     const mixmi_question *q, const mixmi_options *options)
{
	const world *w = context;
	uint32_t set = 0;
	size_t x = w->node_of[q->x[0]], y = w->node_of[q->y[0]];
	uint64_t state = hash_name(w->dag.names[x]) ^ hash_name(w->dag.names[y]);
	for (size_t i = 0; i < q->z_count; i++) {
		set |= 1u << w->node_of[q->z[i]];
		state += hash_name(w->dag.names[w->node_of[q->z[i]]]);
	}
	bool independent = apart(w, x, y, set);
	(void)table;
	(void)options;
	out->verdict = independent ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->p = !independent ? 0 : w->varies ? 0.5 + 0.5 * test_uniform(&state) : 1;
	out->estimate = out->corrected = independent ? 0 : 1;
	out->rows = 1000;
	return MIXMI_OK;
}

/* Pairs of columns that no set of columns separates. */
static inline size_t list_edges(size_t ends[][2], const world *w)
{
	size_t edges = 0;
	for (size_t a = 0; a < w->seen; a++)
		for (size_t b = a + 1; b < w->seen; b++) {
			bool joined = true;
			for (uint32_t set = 0; set < 1u << w->seen && joined; set++)
				joined = (set >> a & 1) || (set >> b & 1) || !apart(w, a, b, set);
			if (joined) {
				ends[edges][0] = a;
				ends[edges++][1] = b;
			}
		}
	return edges;
}

/* A table with a column for each node that is seen, in random order if `seed` is given. */
static inline mixmi_table *world_table(world *w, uint64_t *seed)
{
	static const double values[] = { 1, 2, 3, 4 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 4));
	for (size_t i = 0; i < w->seen; i++) {
		size_t j = seed != NULL ? test_below(seed, i + 1) : i;
		w->node_of[i] = w->node_of[j];
		w->node_of[j] = i;
	}
	for (size_t i = 0; i < w->seen; i++)
		assert_ok(mixmi_table_add_values(table, w->dag.names[w->node_of[i]], MIXMI_NUMERIC, values, NULL));
	return table;
}

/* Options for a search of this world; "name value" pairs, ending with NULL, come on top. */
static inline mixmi_options *world_options(world *w, const char *const *more)
{
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "latent", "yes"));
	assert_ok(mixmi_options_set(options, "selection-bias", w->selected != 0 ? "yes" : "no"));
	assert_ok(mixmi_options_set_test(options, ask_world, w, "d-separation"));
	for (; *more != NULL; more += 2)
		assert_ok(mixmi_options_set(options, more[0], more[1]));
	return options;
}

/* The graph of a table by what is known (NULL: nothing); all but the graph is released. */
static inline mixmi_graph *learn_and_free(mixmi_table *table, mixmi_knowledge *knowledge, mixmi_options *options)
{
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, options));
	mixmi_knowledge_free(knowledge);
	mixmi_options_free(options);
	mixmi_table_free(table);
	return graph;
}

/* The graph of the world by options that have been said; the columns are in random order if `seed` is given. */
static inline mixmi_graph *world_learn(world *w, const char *const *more, uint64_t *seed)
{
	mixmi_table *table = world_table(w, seed);
	mixmi_options *options = world_options(w, more);
	return learn_and_free(table, NULL, options);
}

static inline mixed mixed_of(const mixmi_graph *graph, const world *w)
{
	mixed m = { .nodes = w->seen };
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e;
		assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
		size_t from = w->node_of[e.from], to = w->node_of[e.to];
		m.mark[from][to] = (uint8_t)e.mark_to;
		m.mark[to][from] = (uint8_t)e.mark_from;
	}
	return m;
}

static inline void show_mixed(const char *what, const mixed *m)
{
	static const char letters[] = ".->o";
	print_message("%s\n", what);
	for (size_t a = 0; a < m->nodes; a++) {
		for (size_t b = 0; b < m->nodes; b++)
			print_message(" %c", letters[m->mark[a][b]]);
		print_message("\n");
	}
}

static inline void show_world(const world *w)
{
	for (size_t i = 0; i < w->dag.nodes; i++)
		print_message("node %zu has parents %x\n", i, w->dag.parents[i]);
	print_message("%zu seen, selected %x\n", w->seen, w->selected);
}

static inline void assert_pag(const mixmi_graph *graph, const world *w, const mixed *expected)
{
	mixed found = mixed_of(graph, w);
	if (memcmp(found.mark, expected->mark, sizeof found.mark) == 0)
		return;
	show_world(w);
	show_mixed("expected, rows from, marks at columns:", expected);
	show_mixed("found:", &found);
	fail();
}

#endif
