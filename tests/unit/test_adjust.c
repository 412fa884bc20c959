/* Adjustment sets against brute force: the generalised adjustment criterion by its definition, for all sets of nodes of random graphs
 * of each kind; for CPDAGs also in every member of the class. */
#include "adjustment.h"

static size_t graphs; /* of each kind */

/* The MAG of a DAG whose nodes from `shown` on are latent: two nodes are adjacent if their joint ancestors do not separate them. */
static mixmi_graph *mag_of(const dag *d, size_t shown)
{
	const char *names[MOST];
	uint32_t above[MOST];
	mixmi_graph *graph;
	for (size_t v = 0; v < d->nodes; v++) {
		uint32_t before = 0;
		above[v] = 1u << v;
		while (above[v] != before) {
			before = above[v];
			for (size_t w = 0; w < d->nodes; w++)
				above[v] |= (before >> w & 1) != 0 ? d->parents[w] : 0;
		}
		names[v] = d->names[v];
	}
	assert_ok(mixmi_graph_new(&graph, names, shown));
	uint32_t seen = (1u << shown) - 1;
	for (size_t a = 0; a < shown; a++)
		for (size_t b = a + 1; b < shown; b++) {
			uint32_t set = (above[a] | above[b]) & seen & ~(1u << a | 1u << b);
			if (!dag_separated(d, a, b, set))
				assert_ok(mixmi_graph_join(graph, a, b, (above[b] >> a & 1) != 0 ? MIXMI_MARK_TAIL : MIXMI_MARK_ARROW,
				                           (above[a] >> b & 1) != 0 ? MIXMI_MARK_TAIL : MIXMI_MARK_ARROW));
		}
	return graph;
}

static uint32_t set_at(const mixmi_adjustment *found, mixmi_set_kind kind, size_t index)
{
	const size_t *nodes;
	size_t count;
	uint32_t set = 0;
	assert_ok(mixmi_adjustment_set(&nodes, &count, found, kind, index));
	for (size_t i = 0; i < count; i++)
		set |= 1u << nodes[i];
	return set;
}

static bool holds(const mixmi_graph *graph, size_t x, size_t y, uint32_t set, const mixmi_options *options)
{
	size_t nodes[MOST], count = 0;
	bool out;
	for (size_t v = 0; v < graph->nodes; v++)
		if ((set >> v & 1) != 0)
			nodes[count++] = v;
	assert_ok(mixmi_graph_adjusts(&out, graph, x, y, nodes, count, options));
	return out;
}

/* All sets for one x and y: the same verdict as by the definition; minimal sets have no valid proper subset. */
static void compare_pair(const mixmi_graph *graph, bool hidden, size_t x, size_t y, uint32_t unmeasured,
                         const mixmi_options *options)
{
	mixed m = mixed_of(graph, hidden);
	uint32_t forbidden, all = (1u << graph->nodes) - 1, minimal[256], count = 0;
	size_t missing[MOST], missing_count = 0;
	bool right[1 << 8], any = false, amenable = find_forbidden(&forbidden, &m, x, y);
	assert_true(graph->nodes <= 8);
	for (size_t v = 0; v < graph->nodes; v++)
		if ((unmeasured >> v & 1) != 0)
			missing[missing_count++] = v;
	for (uint32_t set = 0; set <= all; set++) {
		right[set] = amenable && (set & forbidden) == 0 && !is_open_path(&m, x, y, set);
		assert_int_equal(holds(graph, x, y, set, options), right[set]);
		bool usable = right[set] && (set & unmeasured) == 0, least = usable;
		for (uint32_t part = set; least && part != 0;) {
			part = (part - 1) & set;
			least = !right[part];
		}
		if (least)
			minimal[count++] = set;
		any = any || usable;
	}
	mixmi_adjustment *found;
	mixmi_adjustment_info info;
	assert_ok(mixmi_graph_adjust(&found, graph, x, y, missing, missing_count, 1000, options));
	mixmi_adjustment_describe(&info, sizeof info, found);
	assert_int_equal(info.identified, any);
	assert_int_equal(info.sets[MIXMI_SET_MINIMAL], count);
	assert_true((*info.reason == '\0') == any);
	for (size_t i = 0; i < count; i++) {
		uint32_t set = set_at(found, MIXMI_SET_MINIMAL, i);
		bool known = false;
		for (size_t k = 0; k < count; k++)
			known = known || minimal[k] == set;
		assert_true(known);
		assert_true(i == 0 || set != set_at(found, MIXMI_SET_MINIMAL, i - 1));
	}
	assert_int_equal(info.sets[MIXMI_SET_LARGEST], any);
	for (size_t i = 0; i < info.sets[MIXMI_SET_LARGEST]; i++)
		assert_true(right[set_at(found, MIXMI_SET_LARGEST, i)]);
	if (!hidden && any && info.affects && unmeasured == 0)
		assert_int_equal(info.sets[MIXMI_SET_OPTIMAL], 1);
	for (size_t i = 0; i < info.sets[MIXMI_SET_OPTIMAL]; i++)
		assert_true(right[set_at(found, MIXMI_SET_OPTIMAL, i)]);
	mixmi_adjustment_free(found);
}

static void compare_graph(const mixmi_graph *graph, bool hidden, uint64_t *seed)
{
	mixmi_options *options;
	size_t x = test_below(seed, graph->nodes), y = test_below(seed, graph->nodes - 1);
	y += y >= x;
	uint32_t unmeasured = test_below(seed, 3) == 0 ? 1u << test_below(seed, graph->nodes) : 0;
	unmeasured &= ~(1u << x | 1u << y);
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "latent", hidden ? "yes" : "no"));
	compare_pair(graph, hidden, x, y, unmeasured, options);
	compare_pair(graph, hidden, y, x, 0, options);
	mixmi_options_free(options);
}

static dag draw(size_t k, uint64_t *seed)
{
	return random_dag(4 + k % 4, 0.25 + 0.4 * test_uniform(seed), seed);
}

static void sets_of_dags_are_those_of_the_definition(void **state)
{
	(void)state;
	uint64_t seed = 21;
	for (size_t k = 0; k < graphs; k++) {
		dag d = draw(k, &seed);
		mixmi_graph *graph = dag_graph(&d);
		compare_graph(graph, false, &seed);
		mixmi_graph_free(graph);
	}
}

static void sets_of_cpdags_are_those_of_the_definition(void **state)
{
	(void)state;
	uint64_t seed = 22;
	for (size_t k = 0; k < graphs; k++) {
		dag d = draw(k, &seed);
		mixmi_graph *graph = dag_graph(&d), *class;
		assert_ok(mixmi_graph_cpdag(&class, graph));
		compare_graph(class, false, &seed);
		mixmi_graph_free(graph);
		mixmi_graph_free(class);
	}
}

static void sets_of_mags_are_those_of_the_definition(void **state)
{
	(void)state;
	uint64_t seed = 23;
	for (size_t k = 0; k < graphs; k++) {
		dag d = random_dag(6 + k % 4, 0.3 + 0.2 * test_uniform(&seed), &seed);
		mixmi_graph *graph = mag_of(&d, d.nodes - 2);
		compare_graph(graph, true, &seed);
		mixmi_graph_free(graph);
	}
}

static void sets_of_pags_are_those_of_the_definition(void **state)
{
	(void)state;
	uint64_t seed = 24;
	for (size_t k = 0; k < graphs; k++) {
		dag d = random_dag(6 + k % 4, 0.3 + 0.2 * test_uniform(&seed), &seed);
		const char *names[MOST];
		mixmi_graph *graph = dag_graph(&d), *pag;
		for (size_t v = 0; v + 2 < d.nodes; v++)
			names[v] = d.names[v];
		assert_ok(mixmi_graph_pag(&pag, graph, names, d.nodes - 2, NULL));
		compare_graph(pag, true, &seed);
		mixmi_graph_free(graph);
		mixmi_graph_free(pag);
	}
}

/* The listed parent sets of x are those that occur in the members of the class. */
static void assert_parents(const mixmi_graph *class, size_t x, const bool *parents)
{
	mixmi_adjustment *found;
	mixmi_adjustment_info info;
	size_t count = 0;
	assert_ok(mixmi_graph_adjust(&found, class, x, x == 0 ? 1 : 0, NULL, 0, 1000, NULL));
	mixmi_adjustment_describe(&info, sizeof info, found);
	for (uint32_t set = 0; set < 1u << class->nodes; set++)
		count += parents[set] && (set >> x & 1) == 0 ? 1 : 0;
	assert_int_equal(info.sets[MIXMI_SET_PARENTS], count);
	for (size_t i = 0; i < count; i++)
		assert_true(parents[set_at(found, MIXMI_SET_PARENTS, i)]);
	mixmi_adjustment_free(found);
}

/* A set is valid in a CPDAG if and only if it is valid in every DAG of the class. */
static void a_set_for_a_cpdag_is_one_for_every_member(void **state)
{
	(void)state;
	uint64_t seed = 25;
	for (size_t k = 0; k < graphs / 20; k++) {
		dag d = random_dag(4 + k % 2, 0.5, &seed);
		mixmi_graph *graph = dag_graph(&d), *class;
		bool every[1 << 8][MOST], parents[1 << 8] = { false };
		size_t x = 0, edges = 0, ends[MOST * MOST][2];
		memset(every, 1, sizeof every);
		assert_ok(mixmi_graph_cpdag(&class, graph));
		for (size_t a = 0; a < d.nodes; a++)
			for (size_t b = 0; b < a; b++)
				if (dag_adjacent(&d, a, b)) {
					ends[edges][0] = a;
					ends[edges++][1] = b;
				}
		for (size_t way = 0; way < (size_t)1 << edges; way++) {
			dag member = { .nodes = d.nodes };
			mixmi_graph *one, *its;
			mixmi_comparison c;
			memcpy(member.names, d.names, sizeof member.names);
			for (size_t e = 0; e < edges; e++)
				member.parents[ends[e][way >> e & 1]] |= 1u << ends[e][1 - (way >> e & 1)];
			one = dag_graph(&member);
			if (mixmi_graph_cpdag(&its, one) == MIXMI_OK) {
				assert_ok(mixmi_graph_compare(&c, sizeof c, its, class));
				parents[c.hamming == 0 ? member.parents[x] : 1u << x] = true; /* x is no parent of its own */
				for (uint32_t set = 0; c.hamming == 0 && set < 1u << d.nodes; set++)
					for (size_t y = 1; y < d.nodes; y++)
						every[set][y] = every[set][y] && holds(one, x, y, set, NULL);
				mixmi_graph_free(its);
			}
			mixmi_graph_free(one);
		}
		for (uint32_t set = 0; set < 1u << d.nodes; set++)
			for (size_t y = 1; y < d.nodes; y++)
				assert_int_equal(holds(class, x, y, set, NULL), every[set][y]);
		assert_parents(class, x, parents);
		mixmi_graph_free(graph);
		mixmi_graph_free(class);
	}
}

/* ------------------------------------------------------------------------------------------------ known examples */

typedef struct answer {
	mixmi_adjustment *found;
	mixmi_adjustment_info info;
	mixmi_graph *graph;
} answer;

static size_t node_of(const mixmi_graph *graph, const char *name)
{
	size_t v = 0;
	while (strcmp(mixmi_graph_node(graph, v, NULL), name) != 0)
		v++;
	return v;
}

static answer ask(const char *lines, const char *unmeasured)
{
	answer a;
	assert_ok(mixmi_graph_parse(&a.graph, lines, strlen(lines)));
	size_t hidden = unmeasured != NULL ? node_of(a.graph, unmeasured) : 0;
	assert_ok(mixmi_graph_adjust(&a.found, a.graph, node_of(a.graph, "x"), node_of(a.graph, "y"), &hidden,
	                             unmeasured != NULL, 100, NULL));
	mixmi_adjustment_describe(&a.info, sizeof a.info, a.found);
	return a;
}

static void clear(answer *a)
{
	mixmi_adjustment_free(a->found);
	mixmi_graph_free(a->graph);
}

static void assert_set(const answer *a, mixmi_set_kind kind, const char *names)
{
	char text[80] = "";
	const size_t *nodes;
	size_t count;
	assert_ok(mixmi_adjustment_set(&nodes, &count, a->found, kind, 0));
	for (size_t i = 0; i < count; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? " " : "",
		         mixmi_graph_node(a->graph, nodes[i], NULL));
	assert_string_equal(text, names);
}

static void the_optimal_set_has_the_causes_of_the_outcome(void **state)
{
	(void)state;
	answer a = ask("z -> x\nx -> y\nz -> w\nw -> y\nv -> y\nu -> x", NULL);
	assert_true(a.info.identified && a.info.affects && a.info.sets[MIXMI_SET_OPTIMAL] == 1);
	assert_set(&a, MIXMI_SET_OPTIMAL, "w v");
	assert_set(&a, MIXMI_SET_MINIMAL, "z");
	assert_int_equal(a.info.sets[MIXMI_SET_MINIMAL], 2);
	clear(&a);
}

static void an_instrument_and_the_front_door_are_named(void **state)
{
	(void)state;
	answer a = ask("z -> x\nx -> y\nu -> x\nu -> y\nidle", "u");
	assert_true(!a.info.identified && a.info.sets[MIXMI_SET_INSTRUMENT] == 1 && a.info.sets[MIXMI_SET_FRONT_DOOR] == 0);
	assert_set(&a, MIXMI_SET_INSTRUMENT, "z");
	assert_non_null(strstr(a.info.reason, "x <- u -> y"));
	clear(&a);
	a = ask("w -> z\nw -> y\nz -> x\nx -> y\nu -> x\nu -> y", "u");
	assert_set(&a, MIXMI_SET_INSTRUMENT, "z w");
	clear(&a);
	a = ask("x -> m\nm -> y\nu -> x\nu -> y", "u");
	assert_true(!a.info.identified && a.info.sets[MIXMI_SET_INSTRUMENT] == 0);
	assert_set(&a, MIXMI_SET_FRONT_DOOR, "m");
	clear(&a);
	a = ask("x -> m\nm -> y\nx -> y\nu -> x\nu -> y", "u");
	assert_true(!a.info.identified && a.info.sets[MIXMI_SET_FRONT_DOOR] == 0);
	clear(&a);
	a = ask("x -> m\nm -> y\nu -> x\nu -> y\nw -> m\nw -> y", "u"); /* w joins m and y */
	assert_true(!a.info.identified && a.info.sets[MIXMI_SET_FRONT_DOOR] == 0);
	clear(&a);
}

static void it_is_said_why_no_set_will_do(void **state)
{
	(void)state;
	answer a = ask("x -- y", NULL);
	assert_true(!a.info.identified && a.info.affects && strstr(a.info.reason, "direction of the edge x -- y") != NULL);
	clear(&a);
	a = ask("x <-> y\nz -> x", NULL);
	assert_true(!a.info.identified && !a.info.affects && strstr(a.info.reason, "x <-> y") != NULL);
	clear(&a);
	a = ask("x -> y\nx <-> z\nz -> y", NULL);
	assert_true(!a.info.identified && strstr(a.info.reason, "not visible") != NULL);
	clear(&a);
	a = ask("x o-> y", NULL);
	assert_true(!a.info.identified && strstr(a.info.reason, "x o-> y") != NULL);
	clear(&a);
	a = ask("y -> x\nz", NULL); /* y causes x: no effect, and no set says so */
	assert_true(!a.info.identified && !a.info.affects && strstr(a.info.reason, "x <- y") != NULL);
	clear(&a);
}

static void bad_input_says_what_is_wrong(void **state)
{
	(void)state;
	mixmi_graph *graph;
	mixmi_adjustment *found = (mixmi_adjustment *)&graph;
	size_t none = 9, zero = 0;
	bool out = true;
	assert_ok(mixmi_graph_parse(&graph, "a -> b\nb -> c", 13));
	assert_int_equal(mixmi_graph_adjust(&found, graph, 0, 0, NULL, 0, 10, NULL), MIXMI_ERROR_USAGE);
	assert_null(found);
	assert_non_null(strstr(mixmi_error_message(), "same node"));
	assert_int_equal(mixmi_graph_adjust(&found, graph, 0, 3, NULL, 0, 10, NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_graph_adjust(&found, graph, 0, 1, &none, 1, 10, NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_graph_adjust(&found, graph, 0, 1, &zero, 1, 10, NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_graph_adjusts(&out, graph, 0, 1, &none, 1, NULL), MIXMI_ERROR_USAGE);
	assert_false(out);
	assert_ok(mixmi_graph_join(graph, 2, 0, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_int_equal(mixmi_graph_adjust(&found, graph, 0, 1, NULL, 0, 10, NULL), MIXMI_ERROR_DATA);
	assert_non_null(strstr(mixmi_error_message(), "cycle"));
	mixmi_graph_free(graph);
}

int main(void)
{
	graphs = test_cases(1000);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_of_dags_are_those_of_the_definition),
		cmocka_unit_test(sets_of_cpdags_are_those_of_the_definition),
		cmocka_unit_test(sets_of_mags_are_those_of_the_definition),
		cmocka_unit_test(sets_of_pags_are_those_of_the_definition),
		cmocka_unit_test(a_set_for_a_cpdag_is_one_for_every_member),
		cmocka_unit_test(the_optimal_set_has_the_causes_of_the_outcome),
		cmocka_unit_test(an_instrument_and_the_front_door_are_named),
		cmocka_unit_test(it_is_said_why_no_set_will_do),
		cmocka_unit_test(bad_input_says_what_is_wrong),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
