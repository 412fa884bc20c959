/* Latent variables: with d-separation as the test, the PAG of the search is what all ancestral graphs of the equivalence class
 * have in common, found by trying every one; and published examples come out as they were published. */
#include "worlds.h"

/* ------------------------------------------------------------------------------------------- brute force */

static bool points(const mixed *g, size_t a, size_t b)
{
	return g->mark[a][b] == MIXMI_MARK_ARROW && g->mark[b][a] == MIXMI_MARK_TAIL;
}

/* Ancestors of a set, itself included. */
static uint32_t ancestors(const mixed *g, uint32_t set)
{
	for (uint32_t before = 0; before != set;) {
		before = set;
		for (size_t a = 0; a < g->nodes; a++)
			for (size_t b = 0; b < g->nodes; b++)
				if ((set >> b & 1) && a != b && points(g, a, b))
					set |= 1u << a;
	}
	return set;
}

/* No cycle, no arrow at both ends between ancestor and descendant, nothing pointing to an undirected edge. */
static bool is_ancestral(const mixed *g)
{
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++) {
			if (a == b || g->mark[a][b] == 0)
				continue;
			bool undirected = g->mark[a][b] == MIXMI_MARK_TAIL && g->mark[b][a] == MIXMI_MARK_TAIL;
			if (g->mark[a][b] == MIXMI_MARK_ARROW && (ancestors(g, 1u << a) >> b & 1))
				return false;
			for (size_t c = 0; c < g->nodes && undirected; c++)
				if (c != a && g->mark[c][a] == MIXMI_MARK_ARROW)
					return false;
		}
	return true;
}

/* Walks from edge to edge: a node with two arrows at it lets through if it is an ancestor of the set, any other one if it is
 * not in the set. */
static bool is_m_separated(const mixed *g, size_t a, size_t b, uint32_t set)
{
	uint32_t open = ancestors(g, set), reached[SEEN] = { 0 }; /* reached[v]: bits of u where the walk came u - v */
	for (size_t v = 0; v < g->nodes; v++)
		if (v != a && g->mark[a][v] != 0)
			reached[v] |= 1u << a;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t v = 0; v < g->nodes; v++)
			for (size_t u = 0; u < g->nodes; u++)
				for (size_t w = 0; (reached[v] >> u & 1) && w < g->nodes; w++) {
					if (w == u || w == v || g->mark[v][w] == 0 || (reached[w] >> v & 1) || v == b || v == a)
						continue;
					bool collider = g->mark[u][v] == MIXMI_MARK_ARROW && g->mark[w][v] == MIXMI_MARK_ARROW;
					bool blocked = collider ? (open >> v & 1) == 0 : (set >> v & 1) != 0;
					if (blocked)
						continue;
					reached[w] |= 1u << v;
					changed = true;
				}
	}
	return reached[b] == 0;
}

static bool says_the_same(const mixed *g, const world *w)
{
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = a + 1; b < g->nodes; b++)
			for (uint32_t set = 0; set < 1u << g->nodes; set++)
				if (!(set >> a & 1) && !(set >> b & 1) && is_m_separated(g, a, b, set) != apart(w, a, b, set))
					return false;
	return true;
}

static void decode(mixed *g, size_t ends[][2], size_t edges, size_t code, size_t kinds)
{
	static const uint8_t both[4][2] = { { MIXMI_MARK_TAIL, MIXMI_MARK_ARROW },
		                                { MIXMI_MARK_ARROW, MIXMI_MARK_TAIL },
		                                { MIXMI_MARK_ARROW, MIXMI_MARK_ARROW },
		                                { MIXMI_MARK_TAIL, MIXMI_MARK_TAIL } };
	for (size_t i = 0; i < edges; i++, code /= kinds) {
		g->mark[ends[i][1]][ends[i][0]] = both[code % kinds][0];
		g->mark[ends[i][0]][ends[i][1]] = both[code % kinds][1];
	}
}

/* What all ancestral graphs with the same separations have in common; false where they are too many to try. */
static bool brute_pag(mixed *out, const world *w)
{
	size_t ends[SEEN * SEEN][2], edges = list_edges(ends, w), kinds = w->selected != 0 ? 4 : 3, codes = 1, members = 0;
	if (edges > (w->selected != 0 ? 6u : 8u))
		return false;
	for (size_t i = 0; i < edges; i++)
		codes *= kinds;
	*out = (mixed){ .nodes = w->seen };
	for (size_t code = 0; code < codes; code++) {
		mixed g = { .nodes = w->seen };
		decode(&g, ends, edges, code, kinds);
		if (!is_ancestral(&g) || !says_the_same(&g, w))
			continue;
		for (size_t a = 0; a < w->seen; a++)
			for (size_t b = 0; b < w->seen; b++)
				if (members == 0 || out->mark[a][b] == g.mark[a][b])
					out->mark[a][b] = g.mark[a][b];
				else
					out->mark[a][b] = MIXMI_MARK_CIRCLE;
		members++;
	}
	assert_true(members > 0);
	return true;
}

/* ------------------------------------------------------------------------------------------------- learning */

static mixmi_graph *learn_world(world *w, const char *rule, const char *threads, uint64_t *seed)
{
	return world_learn(w, (const char *const[]){ "v-rule", rule, "threads", threads, NULL }, seed);
}

static world random_world(size_t number)
{
	uint64_t seed = 9000 + number;
	world w = { .seen = 3 + number % 3 };
	size_t hidden = 1 + test_below(&seed, 3), selected = number % 4 == 3;
	w.dag = random_dag(w.seen + hidden + selected, 0.2 + 0.4 * test_uniform(&seed), &seed);
	if (selected)
		w.selected = 1u << (w.seen + hidden);
	return w;
}

static void the_pag_is_what_the_equivalence_class_has_in_common(void **state)
{
	(void)state;
	static const char *const rules[] = { "standard", "conservative", "majority", "max-p" };
	size_t compared = 0, selected = 0;
	for (size_t number = 0; number < test_cases(700); number++) {
		world w = random_world(number);
		mixed expected;
		if (!brute_pag(&expected, &w))
			continue;
		mixmi_graph *graph = learn_world(&w, rules[number % 4], "1", NULL);
		assert_pag(graph, &w, &expected);
		mixmi_graph_free(graph);
		compared++;
		selected += w.selected != 0;
	}
	assert_true(test_enough(compared, 500) && test_enough(selected, 75));
}

static void order_of_columns_and_threads_do_not_matter(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(80); number++) {
		world w = random_world(number);
		uint64_t seed = number;
		mixmi_graph *one = learn_world(&w, "majority", "1", NULL);
		mixed first = mixed_of(one, &w);
		mixmi_graph *two = learn_world(&w, "majority", "3", &seed);
		mixed second = mixed_of(two, &w);
		assert_memory_equal(first.mark, second.mark, sizeof first.mark);
		mixmi_graph_free(one);
		mixmi_graph_free(two);
	}
}

/* The PAG of the world's DAG, and what it should be; the DAG's nodes beyond those seen are hidden. */
static void assert_pag_of_dag(world *w, const mixed *expected)
{
	const char *names[SEEN];
	mixmi_graph *whole = dag_graph(&w->dag), *pag;
	for (size_t i = 0; i < w->seen; i++) {
		names[i] = w->dag.names[i];
		w->node_of[i] = i;
	}
	assert_ok(mixmi_graph_pag(&pag, whole, names, w->seen, NULL));
	assert_pag(pag, w, expected);
	mixmi_graph_free(pag);
	mixmi_graph_free(whole);
}

static void the_pag_of_a_dag_is_that_of_its_separations(void **state)
{
	(void)state;
	size_t compared = 0;
	for (size_t number = 0; number < test_cases(700); number++) {
		world w = random_world(number);
		mixed expected;
		if (w.selected != 0 || !brute_pag(&expected, &w))
			continue;
		assert_pag_of_dag(&w, &expected);
		compared++;
	}
	assert_true(test_enough(compared, 400));
}

/* Too large for brute force: against RFCI with d-separation as its test, where that has as few edges. */
static void the_pag_of_a_larger_dag_is_that_of_a_search(void **state)
{
	(void)state;
	size_t compared = 0;
	for (size_t number = 0; number < test_cases(150); number++) {
		uint64_t seed = 70000 + number;
		world w = { .seen = SEEN };
		size_t ends[SEEN * SEEN][2];
		mixmi_graph_info info;
		w.dag = random_dag(SEEN + 1 + test_below(&seed, 6), 0.1 + 0.3 * test_uniform(&seed), &seed);
		mixmi_graph *graph = world_learn(&w, (const char *const[]){ "search", "pc-stable", NULL }, NULL);
		const mixed expected = mixed_of(graph, &w);
		mixmi_graph_describe(&info, sizeof info, graph);
		mixmi_graph_free(graph);
		if (info.edges > list_edges(ends, &w))
			continue;
		assert_pag_of_dag(&w, &expected);
		compared++;
	}
	assert_true(test_enough(compared, 100));
}

/* z -> x <- hidden -> y <- w: z o-> x <-> y <-o w. */
static void a_hidden_cause_is_a_double_arrow(void **state)
{
	(void)state;
	world w = { .seen = 4, .dag = { .nodes = 5, .names = { "z", "x", "y", "w", "hidden" } } };
	w.dag.parents[1] = 1u << 0 | 1u << 4;
	w.dag.parents[2] = 1u << 3 | 1u << 4;
	enum { A = MIXMI_MARK_ARROW, C = MIXMI_MARK_CIRCLE };
	const mixed expected = { .nodes = 4, .mark = { { 0, A, 0, 0 }, { C, 0, A, 0 }, { 0, A, 0, C }, { 0, 0, A, 0 } } };
	assert_pag_of_dag(&w, &expected);
}

static void only_a_dag_has_a_pag(void **state)
{
	(void)state;
	const char *const names[] = { "a", "b", "c" }, *const twice[] = { "a", "a" }, *const other[] = { "a", "d" };
	mixmi_graph *graph, *pag;
	assert_ok(mixmi_graph_new(&graph, names, 3));
	assert_ok(mixmi_graph_join(graph, 0, 1, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_int_equal(mixmi_graph_pag(&pag, graph, twice, 2, NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_graph_pag(&pag, graph, other, 2, NULL), MIXMI_ERROR_DATA);
	assert_null(pag);
	assert_ok(mixmi_graph_join(graph, 1, 2, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_ok(mixmi_graph_join(graph, 2, 0, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_int_equal(mixmi_graph_pag(&pag, graph, names, 3, NULL), MIXMI_ERROR_DATA);
	mixmi_graph_free(graph);
}

/* Zhang (2008), figure 6, node 1 hidden: 2 o-o 3 -> 4 <- 5 o-o 2, by rule 9. */
static void the_example_of_zhang_comes_out(void **state)
{
	(void)state;
	world w = { .seen = 4, .dag = { .nodes = 5, .names = { "2", "3", "4", "5", "1" } } };
	w.dag.parents[1] = 1u << 0;
	w.dag.parents[2] = 1u << 1 | 1u << 3;
	w.dag.parents[0] = w.dag.parents[3] = 1u << 4;
	enum { T = MIXMI_MARK_TAIL, A = MIXMI_MARK_ARROW, C = MIXMI_MARK_CIRCLE };
	const mixed expected = { .nodes = 4, .mark = { { 0, C, 0, C }, { C, 0, A, 0 }, { 0, T, 0, T }, { C, 0, A, 0 } } };
	mixmi_graph *graph = learn_world(&w, "majority", "1", NULL);
	assert_pag(graph, &w, &expected);
	mixmi_graph_free(graph);
	assert_pag_of_dag(&w, &expected);
}

/* a o-> c <-o b and c -> d: of the edge from c to d it is certain that no hidden cause is behind it. */
static void a_y_structure_has_a_cause_without_hidden_ones(void **state)
{
	(void)state;
	world w = { .seen = 4, .dag = { .nodes = 5, .names = { "a", "b", "c", "d", "hidden" } } };
	w.dag.parents[2] = 1u << 0 | 1u << 1; /* a -> c <- b, c -> d */
	w.dag.parents[3] = 1u << 2;
	enum { T = MIXMI_MARK_TAIL, A = MIXMI_MARK_ARROW, C = MIXMI_MARK_CIRCLE };
	const mixed expected = { .nodes = 4, .mark = { { 0, 0, A, 0 }, { 0, 0, A, 0 }, { C, C, 0, A }, { 0, 0, T, 0 } } };
	mixmi_graph *graph = learn_world(&w, "standard", "1", NULL);
	assert_pag(graph, &w, &expected);
	mixmi_graph_free(graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_pag_is_what_the_equivalence_class_has_in_common),
		cmocka_unit_test(order_of_columns_and_threads_do_not_matter),
		cmocka_unit_test(the_pag_of_a_dag_is_that_of_its_separations),
		cmocka_unit_test(the_pag_of_a_larger_dag_is_that_of_a_search),
		cmocka_unit_test(a_hidden_cause_is_a_double_arrow),
		cmocka_unit_test(only_a_dag_has_a_pag),
		cmocka_unit_test(the_example_of_zhang_comes_out),
		cmocka_unit_test(a_y_structure_has_a_cause_without_hidden_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
