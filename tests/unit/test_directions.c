/* Certainty of directions: an oracle is certain of its CPDAG; arrows below the threshold become possible ones and survive JSON;
 * a proven tail makes a genuine cause; shares explained by edges. */
#include "brute.h"

#include <math.h>
#include <string.h>

static double noise(uint64_t *seed)
{
	double sum = 0;
	for (int i = 0; i < 12; i++)
		sum += test_uniform(seed);
	return sum - 6;
}

/* a -> c <- b, c -> d, numeric; d depends on c with slope `slope`. */
static mixmi_table *collider(size_t rows, double slope, uint64_t seed)
{
	mixmi_table *table;
	double *v = malloc(4 * rows * sizeof *v);
	assert_non_null(v);
	for (size_t i = 0; i < rows; i++) {
		double a = noise(&seed), b = noise(&seed), c = a + b + noise(&seed);
		v[i] = a;
		v[rows + i] = b;
		v[2 * rows + i] = c;
		v[3 * rows + i] = slope * c + noise(&seed);
	}
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t k = 0; k < 4; k++)
		assert_ok(mixmi_table_add_values(table, (const char *const[]){ "a", "b", "c", "d" }[k], MIXMI_NUMERIC,
		                                 v + k * rows, NULL));
	free(v);
	return table;
}

static mixmi_graph *learn(const mixmi_table *table, const mixmi_knowledge *knowledge, const char *option,
                          const char *value)
{
	mixmi_options *options;
	mixmi_graph *graph;
	assert_ok(mixmi_options_new(&options));
	if (option != NULL)
		assert_ok(mixmi_options_set(options, option, value));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, options));
	mixmi_options_free(options);
	return graph;
}

/* The edge between two nodes. */
static mixmi_edge edge_of(const mixmi_graph *graph, const char *from, const char *to)
{
	mixmi_graph_info info;
	mixmi_edge e;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
		if (strcmp(mixmi_graph_node(graph, e.from, NULL), from) == 0 &&
		    strcmp(mixmi_graph_node(graph, e.to, NULL), to) == 0)
			return e;
	}
	fail_msg("no edge from %s to %s", from, to);
	return e;
}

static void an_oracle_is_certain_of_its_cpdag(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(100); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed);
		mixmi_graph *truth = dag_graph(&d), *cpdag, *graph;
		assert_ok(mixmi_graph_cpdag(&cpdag, truth));
		oracle o;
		oracle_init(&o, &d, 0);
		o.certain = true;
		mixmi_table *table = dag_table(&o, NULL);
		mixmi_options options = oracle_options(&o, MIXMI_V_MAX_P, 1);
		options.direction_threshold = 1;
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
		marks expected = marks_of(cpdag, &d), found = marks_of(graph, &d);
		assert_true(same_marks(&found, &expected));
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		assert_int_equal(info.possible, 0);
		for (size_t i = 0; i < info.edges; i++) {
			mixmi_edge e;
			assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
			assert_true(e.certainty == 1 || (!e.directed && isnan(e.certainty)));
			assert_int_equal(e.cause != MIXMI_CAUSE_NONE, e.directed);
		}
		mixmi_graph_free(graph);
		mixmi_table_free(table);
		oracle_clear(&o);
		mixmi_graph_free(cpdag);
		mixmi_graph_free(truth);
	}
}

static void a_proven_tail_makes_a_genuine_cause(void **state)
{
	(void)state;
	mixmi_table *table = collider(1000, 1, 5);
	mixmi_graph *graph = learn(table, NULL, NULL, NULL);
	mixmi_edge ac = edge_of(graph, "a", "c"), bc = edge_of(graph, "b", "c"), cd = edge_of(graph, "c", "d");
	assert_true(ac.directed && bc.directed && cd.directed);
	assert_true(ac.certainty > 0.7 && bc.certainty > 0.7 && cd.certainty > 0.7);
	assert_int_equal(ac.cause, MIXMI_CAUSE_PUTATIVE);
	assert_int_equal(bc.cause, MIXMI_CAUSE_PUTATIVE);
	assert_int_equal(cd.cause, MIXMI_CAUSE_GENUINE);
	mixmi_graph_free(graph);
	mixmi_knowledge *knowledge;
	assert_ok(mixmi_knowledge_parse(&knowledge, "require a -> c", "known", table));
	graph = learn(table, knowledge, NULL, NULL);
	ac = edge_of(graph, "a", "c");
	assert_int_equal(ac.cause, MIXMI_CAUSE_GENUINE);
	assert_true(ac.certainty == 1 && ac.probability_from == 1 && ac.probability_to == 1);
	mixmi_graph_free(graph);
	mixmi_knowledge_free(knowledge);
	mixmi_table_free(table);
}

/* Var(c) = 3; a and b explain 1 each, and 2 remain given either; c explains half of d. */
static void a_share_is_that_of_the_variance_left(void **state)
{
	(void)state;
	mixmi_table *table = collider(4000, 1 / sqrt(3), 9);
	mixmi_graph *graph = learn(table, NULL, NULL, NULL);
	mixmi_edge ac = edge_of(graph, "a", "c"), cd = edge_of(graph, "c", "d");
	assert_float_equal(ac.share, 0.5, 0.06);
	assert_float_equal(cd.share, 0.5, 0.06);
	assert_float_equal(ac.strength, sqrt(ac.share), 1e-12);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

/* A wrong mark is mostly due to an edge that was not found: no mark is more certain than 40 nats imply. */
static void marks_are_never_quite_certain(void **state)
{
	(void)state;
	enum { MANY = 3000 };
	uint64_t seed = 21;
	mixmi_table *table;
	double *v = malloc(3 * MANY * sizeof *v);
	assert_non_null(v);
	for (size_t i = 0; i < MANY; i++) {
		v[i] = noise(&seed);
		v[MANY + i] = v[i] + noise(&seed);
		v[2 * MANY + i] = v[MANY + i] + noise(&seed);
	}
	assert_ok(mixmi_table_new(&table, MANY));
	for (size_t k = 0; k < 3; k++)
		assert_ok(mixmi_table_add_values(table, (const char *const[]){ "a", "b", "c" }[k], MIXMI_NUMERIC, v + k * MANY,
		                                 NULL));
	free(v);
	mixmi_graph *graph = learn(table, NULL, NULL, NULL);
	mixmi_edge ab = edge_of(graph, "a", "b");
	assert_false(ab.directed);
	double odds = 2 * pow(41 / 3.0, 1.5);
	assert_true(fabs(ab.probability_from - odds / (1 + odds)) < 1e-12);
	assert_true(fabs(ab.probability_to - odds / (1 + odds)) < 1e-12);
	assert_true(ab.certainty == ab.probability_to);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

/* A graph without the tail of an arrow has no head either, and of equal evidence a tail has twice the odds. */
static void a_tail_has_at_least_twice_the_odds_of_its_head(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= test_cases(20); seed++) {
		mixmi_table *table = collider(100 + 20 * seed, 0.7, seed);
		mixmi_graph *graph = learn(table, NULL, "direction-threshold", "0");
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		for (size_t i = 0; i < info.edges; i++) {
			mixmi_edge e;
			assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
			double tail = e.probability_from / (1 - e.probability_from),
				   head = e.probability_to / (1 - e.probability_to);
			assert_true(!e.directed || tail >= 2 * head * (1 - 1e-12));
			assert_true(e.certainty == fmin(e.probability_from, e.probability_to));
		}
		mixmi_graph_free(graph);
		mixmi_table_free(table);
	}
}

/* The heads of a v-structure, which the score has too, are probable; nothing is known about the marks opposite to them. */
static void with_latent_variables_only_heads_have_a_probability(void **state)
{
	(void)state;
	mixmi_table *table = collider(1000, 1, 5);
	mixmi_graph *graph = learn(table, NULL, "latent", "yes");
	mixmi_edge ac = edge_of(graph, "a", "c"), cd = edge_of(graph, "c", "d");
	assert_int_equal(ac.mark_from, MIXMI_MARK_CIRCLE);
	assert_int_equal(ac.mark_to, MIXMI_MARK_ARROW);
	assert_true(isnan(ac.probability_from) && ac.probability_to > 0.7 && ac.certainty == ac.probability_to);
	assert_int_equal(cd.mark_from, MIXMI_MARK_TAIL);
	assert_true(isnan(cd.probability_from) && cd.probability_to > 0.7);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

static void more_rows_make_directions_more_certain(void **state)
{
	(void)state;
	double before = 0;
	for (size_t rows = 200; rows <= 3200; rows *= 4) {
		mixmi_table *table = collider(rows, 0.7, 11);
		mixmi_graph *graph = learn(table, NULL, "direction-threshold", "0");
		mixmi_edge ac = edge_of(graph, "a", "c");
		assert_true(ac.certainty > before && ac.certainty < 1);
		before = ac.certainty;
		mixmi_graph_free(graph);
		mixmi_table_free(table);
	}
}

static void what_is_below_the_threshold_is_possible(void **state)
{
	(void)state;
	mixmi_table *table = collider(1000, 1, 5);
	mixmi_graph *graph = learn(table, NULL, "direction-threshold", "1"), *again;
	char *text, *second;
	for (int round = 0; round < 2; round++) {
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		assert_int_equal(info.possible, 3);
		assert_true(info.direction_threshold == 1);
		mixmi_edge e = edge_of(graph, "c", "d");
		assert_true(e.possible && !e.directed && e.certainty < 1);
		assert_int_equal(e.mark_from, MIXMI_MARK_TAIL);
		assert_int_equal(e.mark_to, MIXMI_MARK_TAIL);
		assert_int_equal(e.cause, MIXMI_CAUSE_NONE);
		assert_ok(mixmi_graph_write(&text, graph, "json"));
		assert_ok(mixmi_graph_parse(&again, text, strlen(text)));
		mixmi_graph_free(graph);
		graph = again;
		assert_ok(mixmi_graph_write(&second, graph, "json"));
		assert_string_equal(text, second);
		mixmi_free(text);
		mixmi_free(second);
	}
	assert_ok(mixmi_graph_write(&text, graph, "text"));
	assert_non_null(strstr(text, "c -?> d"));
	assert_non_null(strstr(text, "possible direction"));
	mixmi_free(text);
	assert_ok(mixmi_graph_join(graph, 2, 3, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_true(isnan(edge_of(graph, "c", "d").certainty) && !edge_of(graph, "c", "d").possible);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

/* Two independent causes of c, both true in one of 20 rows. Whether they depend on each other the rows hardly show, and that is no
 * reason to doubt that c is their common effect. */
static void rare_causes_are_directed(void **state)
{
	(void)state;
	enum { ROWS = 1000, DRAWS = 20 };
	static const char *const truth[] = { "no", "yes" };
	size_t drawn = 0;
	for (uint64_t draw = 1; draw <= DRAWS; draw++) {
		static int64_t v[4][ROWS];
		uint64_t seed = draw;
		for (size_t i = 0; i < ROWS; i++) {
			v[0][i] = test_uniform(&seed) < 0.05;
			v[1][i] = test_uniform(&seed) < 0.05;
			v[2][i] = (v[0][i] | v[1][i]) ^ (test_uniform(&seed) < 0.01);
			v[3][i] = v[2][i] ^ (test_uniform(&seed) < 0.1);
		}
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t k = 0; k < 4; k++)
			assert_ok(
				mixmi_table_add_codes(table, (const char *const[]){ "a", "b", "c", "d" }[k], v[k], truth, 2, NULL));
		mixmi_graph *graph = learn(table, NULL, NULL, NULL);
		drawn += edge_of(graph, "a", "c").directed ? 1 : 0;
		mixmi_graph_free(graph);
		mixmi_table_free(table);
	}
	assert_true(drawn >= 17);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_oracle_is_certain_of_its_cpdag),
		cmocka_unit_test(a_proven_tail_makes_a_genuine_cause),
		cmocka_unit_test(a_share_is_that_of_the_variance_left),
		cmocka_unit_test(marks_are_never_quite_certain),
		cmocka_unit_test(a_tail_has_at_least_twice_the_odds_of_its_head),
		cmocka_unit_test(with_latent_variables_only_heads_have_a_probability),
		cmocka_unit_test(more_rows_make_directions_more_certain),
		cmocka_unit_test(what_is_below_the_threshold_is_possible),
		cmocka_unit_test(rare_causes_are_directed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
