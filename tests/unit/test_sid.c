/* The structural intervention distance against brute force: adjustment by its definition, on all paths of small graphs, and the members
 * of a CPDAG as all DAGs with the same CPDAG. Arrowheads are checked by hand. */
#include "share.h"
#include "unit.h"

#include "mixmi.h"

enum { MOST = 6, MOST_NODES = 5 };

typedef struct dag {
	size_t nodes;
	bool edge[MOST][MOST];
} dag;

static const char *const names[] = { "a", "b", "c", "d", "e", "f" };

static mixmi_graph *make(const dag *d)
{
	mixmi_graph *graph;
	assert_ok(mixmi_graph_new(&graph, names, d->nodes));
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++)
			if (d->edge[a][b])
				assert_ok(mixmi_graph_join(graph, a, b, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	return graph;
}

static bool descends(const dag *d, size_t from, size_t to)
{
	if (from == to)
		return true;
	for (size_t v = 0; v < d->nodes; v++)
		if (d->edge[from][v] && descends(d, v, to))
			return true;
	return false;
}

/* Extends a path from its end: is every non-causal path to y blocked? */
typedef struct walker {
	const dag *d;
	size_t y;
	const bool *set;
	size_t path[MOST], length;
	bool used[MOST];
} walker;

static bool passes(const walker *w, size_t before, size_t v, size_t next)
{
	if (!w->d->edge[before][v] || !w->d->edge[next][v])
		return !w->set[v];
	for (size_t z = 0; z < w->d->nodes; z++)
		if (w->set[z] && descends(w->d, v, z))
			return true;
	return false;
}

static bool is_directed(const walker *w)
{
	for (size_t i = 1; i < w->length; i++)
		if (!w->d->edge[w->path[i - 1]][w->path[i]])
			return false;
	return true;
}

static bool finds_open(walker *w)
{
	size_t v = w->path[w->length - 1];
	if (v == w->y)
		return !is_directed(w);
	for (size_t next = 0; next < w->d->nodes; next++) {
		if (w->used[next] || !(w->d->edge[v][next] || w->d->edge[next][v]))
			continue;
		if (w->length > 1 && !passes(w, w->path[w->length - 2], v, next))
			continue;
		w->used[next] = true;
		w->path[w->length++] = next;
		bool found = finds_open(w);
		w->length--;
		w->used[next] = false;
		if (found)
			return true;
	}
	return false;
}

static bool adjusts(const dag *d, size_t x, size_t y, const bool *set)
{
	for (size_t v = 0; v < d->nodes; v++)
		for (size_t z = 0; z < d->nodes; z++)
			if (v != x && set[z] && descends(d, x, v) && descends(d, v, y) && descends(d, v, z))
				return false;
	walker w = { .d = d, .y = y, .set = set, .path = { x }, .length = 1 };
	w.used[x] = true;
	return !finds_open(&w);
}

static size_t distance(const dag *learnt, const dag *truth)
{
	size_t wrong = 0;
	for (size_t i = 0; i < truth->nodes; i++)
		for (size_t j = 0; j < truth->nodes; j++) {
			bool parents[MOST] = { false };
			for (size_t v = 0; v < truth->nodes; v++)
				parents[v] = learnt->edge[v][i];
			if (i != j)
				wrong += parents[j] ? descends(truth, i, j) : !adjusts(truth, i, j, parents);
		}
	return wrong;
}

static dag draw(size_t nodes, double density, uint64_t *seed)
{
	dag d = { .nodes = nodes };
	size_t order[MOST] = { 0 };
	for (size_t i = 0; i < nodes; i++) {
		size_t j = test_below(seed, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < i; j++)
			d.edge[order[j]][order[i]] = test_uniform(seed) < density;
	return d;
}

static void the_distance_of_a_dag_is_that_of_its_definition(void **state)
{
	(void)state;
	uint64_t seed = 7;
	for (size_t k = 0; k < test_cases(1000); k++) {
		dag truth = draw(2 + k % 5, 0.1 + 0.6 * test_uniform(&seed), &seed);
		dag learnt = draw(truth.nodes, 0.1 + 0.6 * test_uniform(&seed), &seed);
		mixmi_graph *one = make(&learnt), *other = make(&truth);
		size_t lower, upper, right = distance(&learnt, &truth);
		assert_ok(mixmi_graph_sid(&lower, &upper, one, other));
		assert_true(lower == right && upper == right);
		assert_ok(mixmi_graph_sid(&lower, &upper, other, other));
		assert_true(lower == 0 && upper == 0);
		mixmi_graph_free(one);
		mixmi_graph_free(other);
	}
}

/* All DAGs over the nodes that have this CPDAG. */
static void bounds_by_all_dags(size_t *lower, size_t *upper, const mixmi_graph *cpdag, const dag *truth)
{
	size_t pairs = truth->nodes * (truth->nodes - 1) / 2, count = 1;
	for (size_t k = 0; k < pairs; k++)
		count *= 3;
	*lower = SIZE_MAX;
	*upper = 0;
	for (size_t number = 0; number < count; number++) {
		dag d = { .nodes = truth->nodes };
		mixmi_graph *class;
		mixmi_comparison c;
		size_t rest = number;
		for (size_t a = 0; a < d.nodes; a++)
			for (size_t b = a + 1; b < d.nodes; b++, rest /= 3)
				d.edge[rest % 3 == 1 ? a : b][rest % 3 == 1 ? b : a] = rest % 3 != 0;
		mixmi_graph *graph = make(&d);
		if (mixmi_graph_cpdag(&class, graph) == MIXMI_OK) {
			assert_ok(mixmi_graph_compare(&c, sizeof c, class, cpdag));
			size_t found = c.hamming == 0 ? distance(&d, truth) : 0;
			if (c.hamming == 0 && found < *lower)
				*lower = found;
			if (c.hamming == 0 && found > *upper)
				*upper = found;
			mixmi_graph_free(class);
		}
		mixmi_graph_free(graph);
	}
}

static void the_bounds_of_a_cpdag_are_those_of_all_its_members(void **state)
{
	(void)state;
	uint64_t seed = 8;
	for (size_t k = 0; k < test_cases(40); k++) {
		dag truth = draw(3 + k % (MOST_NODES - 2), 0.6, &seed), other = draw(truth.nodes, 0.6, &seed);
		mixmi_graph *graph = make(&other), *right = make(&truth), *class;
		size_t lower, upper, least, largest;
		assert_ok(mixmi_graph_cpdag(&class, graph));
		assert_ok(mixmi_graph_sid(&lower, &upper, class, right));
		bounds_by_all_dags(&least, &largest, class, &truth);
		assert_int_equal(lower, least);
		assert_int_equal(upper, largest);
		mixmi_graph_free(graph);
		mixmi_graph_free(right);
		mixmi_graph_free(class);
	}
}

static mixmi_status distance_of(const char *learnt, const char *truth, size_t *upper)
{
	mixmi_graph *one, *other;
	size_t lower;
	assert_ok(mixmi_graph_parse(&one, learnt, strlen(learnt)));
	assert_ok(mixmi_graph_parse(&other, truth, strlen(truth)));
	mixmi_status status = mixmi_graph_sid(&lower, upper, one, other);
	assert_true((lower == SIZE_MAX) == (status != MIXMI_OK));
	mixmi_graph_free(one);
	mixmi_graph_free(other);
	return status;
}

static void the_distance_takes_a_true_dag_and_a_learnt_dag_or_cpdag(void **state)
{
	(void)state;
	size_t upper;
	assert_ok(distance_of("a -> b", "a -> b", &upper));
	assert_ok(distance_of("a -> b", "b -> a", &upper));
	assert_int_equal(upper, 2);
	assert_int_equal(distance_of("a -> b", "a -- b", &upper), MIXMI_ERROR_DATA);
	assert_int_equal(distance_of("a -> b\nb -> c\nc -> a", "a -> b\nb -> c", &upper), MIXMI_ERROR_DATA);
	assert_int_equal(distance_of("a -> b\nb -> c", "a -> b\nb -> c\nc -> a", &upper), MIXMI_ERROR_DATA);
	assert_int_equal(distance_of("a o-> b", "a -> b", &upper), MIXMI_ERROR_DATA);
	assert_int_equal(distance_of("a -> b\nc", "a -> b", &upper), MIXMI_ERROR_DATA);
	/* a ring without chords is no CPDAG */
	assert_int_equal(distance_of("a -- b\nb -- c\nc -- d\nd -- a", "a -> b\nc -> d", &upper), MIXMI_ERROR_DATA);
}

static void arrowheads_are_ends_with_an_arrow_of_edges_of_any_kind(void **state)
{
	(void)state;
	static const char learnt[] = "a <-> b\nb o-> c\nc -> d\na -- d", truth[] = "a -> b\nb -> c\nd -> c\na -- d";
	mixmi_graph *one, *other;
	mixmi_comparison c;
	assert_ok(mixmi_graph_parse(&one, learnt, strlen(learnt)));
	assert_ok(mixmi_graph_parse(&other, truth, strlen(truth)));
	assert_ok(mixmi_graph_compare(&c, sizeof c, one, other));
	assert_true(c.true_heads == 3 && c.learnt_heads == 4 && c.common_heads == 2);
	assert_close(c.head_precision, 0.5, 0);
	assert_close(c.head_recall, 2.0 / 3, 1e-15);
	mixmi_graph_free(one);
	mixmi_graph_free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_distance_of_a_dag_is_that_of_its_definition),
		cmocka_unit_test(the_bounds_of_a_cpdag_are_those_of_all_its_members),
		cmocka_unit_test(the_distance_takes_a_true_dag_and_a_learnt_dag_or_cpdag),
		cmocka_unit_test(arrowheads_are_ends_with_an_arrow_of_edges_of_any_kind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
