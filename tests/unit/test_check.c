/* Checks of graphs, with d-separation as the test: the true graph fits in every form, a removed edge is named, and an added edge has
 * no support. Separating sets are minimal by brute force, p-values are combined as the formulas say, and bad input is explained. */
#include "dags.h"

/* The DAG's node of each column, and the oracle: independent if every x is d-separated from every y. */
typedef struct world {
	const dag *dag;
	size_t node_of[MOST]; /* by column */
	size_t columns;
} world;

static mixmi_status judge(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                          const mixmi_options *options)
{
	const world *w = context;
	uint32_t set = 0;
	bool apart = true;
	(void)table;
	(void)options;
	for (size_t i = 0; i < q->z_count; i++)
		set |= 1u << w->node_of[q->z[i]];
	for (size_t i = 0; i < q->x_count; i++)
		for (size_t j = 0; j < q->y_count; j++)
			apart = apart && dag_separated(w->dag, w->node_of[q->x[i]], w->node_of[q->y[j]], set);
	out->verdict = apart ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->p = apart ? 0.5 : 1e-9;
	out->rows = 100;
	return MIXMI_OK;
}

enum { ROWS = 24 };

/* A table with a column for each observed node; values matter only for the estimates of rejected claims. */
static mixmi_table *make_table(world *w, const dag *d, uint32_t hidden, uint64_t *seed)
{
	mixmi_table *table;
	*w = (world){ .dag = d };
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t v = 0; v < d->nodes; v++) {
		double values[ROWS];
		if ((hidden >> v & 1) != 0)
			continue;
		for (size_t i = 0; i < ROWS; i++)
			values[i] = test_uniform(seed);
		assert_ok(mixmi_table_add_values(table, d->names[v], MIXMI_NUMERIC, values, NULL));
		w->node_of[w->columns++] = v;
	}
	return table;
}

static mixmi_check *check(mixmi_check_info *info, world *w, const mixmi_table *table, const mixmi_graph *graph,
                          bool all, size_t permuted)
{
	mixmi_options *options;
	mixmi_check *out;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_test(options, judge, w, "oracle"));
	assert_ok(mixmi_options_set(options, "threads", "1"));
	assert_ok(mixmi_graph_check(&out, table, graph, all, permuted, options));
	mixmi_check_describe(info, sizeof *info, out);
	mixmi_options_free(options);
	return out;
}

static void assert_fits(world *w, const mixmi_table *table, const mixmi_graph *graph, const char *kind)
{
	for (int all = 0; all < 2; all++) {
		mixmi_check_info info;
		mixmi_check *found = check(&info, w, table, graph, all == 1, 0);
		assert_string_equal(info.kind, kind);
		assert_true(info.rejected == 0 && info.rejected_fdr == 0 && info.missing == 0 && info.undecided == 0);
		assert_true(info.unsupported == 0);
		assert_true(info.claims == 0 ? isnan(info.p) : info.p > 0.4);
		assert_true(isnan(info.quantile) && info.violations == 0);
		mixmi_check_free(found);
	}
}

static void the_true_graph_fits_as_dag_as_cpdag_and_as_pag(void **state)
{
	(void)state;
	uint64_t seed = 5;
	for (size_t k = 0; k < test_cases(60); k++) {
		dag d = random_dag(3 + k % 7, 0.35, &seed);
		world w;
		mixmi_table *table = make_table(&w, &d, 0, &seed);
		mixmi_graph *graph = dag_graph(&d), *class, *pag;
		bool directed = true;
		assert_fits(&w, table, graph, "dag");
		assert_ok(mixmi_graph_cpdag(&class, graph));
		for (size_t a = 0; a < d.nodes; a++)
			for (size_t b = 0; b < a; b++)
				directed = directed &&
				           (!graph_adjacent(class, a, b) || graph_directed(class, a, b) || graph_directed(class, b, a));
		assert_fits(&w, table, class, directed ? "dag" : "cpdag");
		mixmi_table_free(table);
		const char *names[MOST];
		table = make_table(&w, &d, 1, &seed); /* node 0 hidden */
		for (size_t v = 1; v < d.nodes; v++)
			names[v - 1] = d.names[v];
		assert_ok(mixmi_graph_pag(&pag, graph, names, d.nodes - 1, NULL));
		mixmi_check_info info;
		mixmi_check *found = check(&info, &w, table, pag, false, 0);
		assert_true(info.rejected == 0 && info.missing == 0 && info.undecided == 0);
		assert_true(strcmp(info.kind, "pag") == 0 || strcmp(info.kind, "mag") == 0);
		mixmi_check_free(found);
		mixmi_graph_free(graph);
		mixmi_graph_free(class);
		mixmi_graph_free(pag);
		mixmi_table_free(table);
	}
}

static bool lists(const mixmi_check *found, mixmi_check_list list, size_t a, size_t b, mixmi_claim *claim)
{
	for (size_t i = 0; mixmi_check_at(claim, sizeof *claim, found, list, i) == MIXMI_OK; i++)
		if ((claim->a == a && claim->b[0] == b) || (claim->a == b && claim->b[0] == a))
			return true;
	return false;
}

static void an_edge_that_is_taken_out_is_named_and_one_that_is_put_in_has_no_support(void **state)
{
	(void)state;
	uint64_t seed = 6;
	for (size_t k = 0; k < test_cases(40); k++) {
		dag d = random_dag(4 + k % 6, 0.4, &seed);
		world w;
		mixmi_claim claim;
		mixmi_check_info info;
		mixmi_table *table = make_table(&w, &d, 0, &seed);
		for (size_t from = 0; from < d.nodes; from++)
			for (size_t to = 0; to < d.nodes; to++) {
				bool there = dag_edge(&d, from, to);
				uint32_t set = 0;
				if (from == to || (!there && (dag_edge(&d, to, from) || k % 4 != 0)))
					continue;
				mixmi_graph *graph = dag_graph(&d);
				if (mixmi_graph_join(graph, from, to, there ? MIXMI_MARK_NONE : MIXMI_MARK_TAIL,
				                     there ? MIXMI_MARK_NONE : MIXMI_MARK_ARROW) != MIXMI_OK ||
				    graph_check_dag(graph) != MIXMI_OK) {
					mixmi_graph_free(graph);
					continue;
				}
				mixmi_check *found = check(&info, &w, table, graph, k % 2 == 0, 0);
				if (there) {
					assert_true(info.p < 1e-6 && info.rejected > 0);
					assert_true(lists(found, MIXMI_MISSING, from, to, &claim));
				} else {
					assert_true(info.rejected == 0);
					assert_true(lists(found, MIXMI_EDGES, from, to, &claim));
					for (size_t i = 0; i < claim.given_count; i++)
						set |= 1u << claim.given[i];
					assert_true((claim.p > 0.1) == dag_separated(&d, from, to, set));
					assert_true(claim.p > 0.1 && claim.rejected == 0);
				}
				mixmi_check_free(found);
				mixmi_graph_free(graph);
			}
		mixmi_table_free(table);
	}
}

/* The set is minimal: no proper subset separates. */
static void pairs_are_tested_given_minimal_separating_sets(void **state)
{
	(void)state;
	uint64_t seed = 9;
	for (size_t k = 0; k < test_cases(60); k++) {
		dag d = random_dag(4 + k % 6, 0.3, &seed);
		world w;
		mixmi_check_info info;
		mixmi_claim claim;
		mixmi_table *table = make_table(&w, &d, 0, &seed);
		mixmi_graph *graph = dag_graph(&d);
		mixmi_check *found = check(&info, &w, table, graph, true, 0);
		size_t apart = 0;
		for (size_t a = 0; a < d.nodes; a++)
			for (size_t b = 0; b < a; b++)
				apart += !dag_adjacent(&d, a, b);
		assert_int_equal(info.claims, apart);
		for (size_t i = 0; mixmi_check_at(&claim, sizeof claim, found, MIXMI_CLAIMS, i) == MIXMI_OK; i++) {
			uint32_t set = 0;
			assert_int_equal(claim.b_count, 1);
			for (size_t j = 0; j < claim.given_count; j++)
				set |= 1u << claim.given[j];
			assert_true(dag_separated(&d, claim.a, claim.b[0], set));
			for (uint32_t part = set; part != 0; part = (part - 1) & set)
				assert_true(part == set || !dag_separated(&d, claim.a, claim.b[0], part));
			assert_true(set == 0 || !dag_separated(&d, claim.a, claim.b[0], 0));
		}
		mixmi_check_free(found);
		mixmi_graph_free(graph);
		mixmi_table_free(table);
	}
}

/* --------------------------------------------------------------------------------------------------- many p-values */

static mixmi_status count_up(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                             const mixmi_options *options)
{
	const double *p = context;
	(void)table;
	(void)options;
	out->p = p[q->x[0]];
	out->verdict = out->p > 0.01 ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->rows = 7;
	return MIXMI_OK;
}

/* A graph without edges tests each node once: the p-value of node i is p[i]. */
static void p_values_are_combined_as_the_formulas_say(void **state)
{
	(void)state;
	static const double p[] = { 0.2, 0.004, 0.0125, 0.9 }, holm[] = { 0.4, 0.016, 0.0375, 0.9 },
						bh[] = { 0.2 * 4 / 3, 0.016, 0.025, 0.9 };
	static const char lines[] = "from,to\nn0,\nn1,\nn2,\nn3,\n";
	mixmi_table *table;
	mixmi_graph *graph;
	mixmi_options *options;
	mixmi_check *found;
	mixmi_check_info info;
	mixmi_claim claim;
	uint64_t seed = 3;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 4; j++) {
		double values[ROWS];
		char name[] = { 'n', (char)('0' + j), '\0' };
		for (size_t i = 0; i < ROWS; i++)
			values[i] = test_uniform(&seed);
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	}
	assert_ok(mixmi_graph_parse(&graph, lines, strlen(lines)));
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_test(options, count_up, (void *)p, "own"));
	assert_ok(mixmi_graph_check(&found, table, graph, false, 0, options));
	mixmi_check_describe(&info, sizeof info, found);
	assert_int_equal(info.claims, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_ok(mixmi_check_at(&claim, sizeof claim, found, MIXMI_CLAIMS, i));
		assert_close(claim.p, p[claim.a], 0);
		assert_close(claim.p_holm, holm[claim.a], 1e-15);
		assert_close(claim.p_bh, bh[claim.a], 1e-15);
		assert_true(claim.b_count == 3 && claim.given_count == 0 && claim.rows == 7);
	}
	double harmonic = 4 / (1 / 0.2 + 1 / 0.004 + 1 / 0.0125 + 1 / 0.9), merged = exp(1) * log(4) * harmonic;
	assert_close(info.p, 2 * fmin(0.016, merged), 1e-12);
	assert_true(info.rejected == 0 && info.rejected_fdr == 0);
	assert_close(info.violations, 0.25, 0);
	assert_string_equal(info.test, "own");
	assert_int_equal(mixmi_check_at(&claim, sizeof claim, found, MIXMI_CLAIMS, 4), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_check_at(&claim, sizeof claim, found, MIXMI_EDGES, 0), MIXMI_ERROR_USAGE);
	mixmi_check_free(found);
	mixmi_options_free(options);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------- what decides nothing */

static void neither_the_order_of_nodes_nor_threads_decide_anything(void **state)
{
	(void)state;
	static const char *const lines[] = { "a -> b\nc -> b\nb -> d\ne", "e\nb -> d\nc -> b\na -> b" };
	uint64_t seed = 4;
	double numbers[2][40];
	size_t used[2] = { 0, 0 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 200));
	double a[200], values[200];
	for (size_t j = 0; j < 5; j++) {
		char name[] = { (char)('a' + j), '\0' };
		for (size_t i = 0; i < 200; i++) {
			values[i] = test_uniform(&seed) + (j > 0 ? 0.7 * a[i] : 0);
			a[i] = j == 0 ? values[i] : a[i];
		}
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	}
	for (int turn = 0; turn < 2; turn++) {
		mixmi_graph *graph;
		mixmi_options *options;
		mixmi_check *found;
		mixmi_check_info info;
		mixmi_claim claim;
		assert_ok(mixmi_options_new(&options));
		assert_ok(mixmi_options_set(options, "threads", turn == 0 ? "1" : "3"));
		assert_ok(mixmi_graph_parse(&graph, lines[turn], strlen(lines[turn])));
		assert_ok(mixmi_graph_check(&found, table, graph, false, 5, options));
		mixmi_check_describe(&info, sizeof info, found);
		assert_true(info.rejected > 0 && info.missing > 0);
		numbers[turn][used[turn]++] = info.p;
		numbers[turn][used[turn]++] = info.quantile;
		for (int list = 0; list < 3; list++)
			for (size_t i = 0; mixmi_check_at(&claim, sizeof claim, found, (mixmi_check_list)list, i) == MIXMI_OK;
			     i++) {
				numbers[turn][used[turn]++] = claim.p;
				numbers[turn][used[turn]++] = *mixmi_graph_node(graph, claim.a, NULL);
			}
		mixmi_check_free(found);
		mixmi_graph_free(graph);
		mixmi_options_free(options);
	}
	assert_int_equal(used[0], used[1]);
	assert_memory_equal(numbers[0], numbers[1], used[0] * sizeof numbers[0][0]);
	mixmi_table_free(table);
}

/* ----------------------------------------------------------------------------------------------------- bad input */

static void assert_refused(const mixmi_table *table, const char *lines, const char *test, mixmi_status wanted,
                           const char *message)
{
	mixmi_graph *graph;
	mixmi_options *options;
	mixmi_check *found = (mixmi_check *)&graph;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "test", test));
	assert_ok(mixmi_graph_parse(&graph, lines, strlen(lines)));
	assert_int_equal(mixmi_graph_check(&found, table, graph, false, 0, options), wanted);
	assert_null(found);
	assert_non_null(strstr(mixmi_error_message(), message));
	mixmi_graph_free(graph);
	mixmi_options_free(options);
}

static void bad_input_says_what_is_wrong(void **state)
{
	(void)state;
	mixmi_table *table;
	static const double a[] = { 1, 2, 3, 4 }, same[] = { 1, 1, 1, 1 };
	assert_ok(mixmi_table_new(&table, 4));
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "c", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "same", MIXMI_NUMERIC, same, NULL));
	assert_refused(table, "a -> x", "residual", MIXMI_ERROR_DATA, "node 'x' of the graph is not a column");
	assert_refused(table, "a -> same", "residual", MIXMI_ERROR_DATA, "'same' has fewer than two values");
	assert_refused(table, "a -> b\nb -> c\nc -> a", "residual", MIXMI_ERROR_DATA, "directed cycle");
	assert_refused(table, "a -> b\na <-> c\nb -> c", "residual", MIXMI_ERROR_DATA, "bidirected edge");
	assert_refused(table, "a -- b\na <-> c", "residual", MIXMI_ERROR_DATA, "selection");
	assert_refused(table, "a -> b", "sc", MIXMI_ERROR_USAGE, "no p-value");
	mixmi_table_free(table);
}

/* x and y are separated by the three parents of x and by the single parent of y: the smaller set is tested. */
static void the_smaller_of_two_separating_sets_is_asked_about(void **state)
{
	(void)state;
	static const char lines[] = "w -> p1\nw -> p2\nw -> p3\np1 -> x\np2 -> x\np3 -> x\nw -> y";
	static const char *const names[] = { "x", "y", "w", "p1", "p2", "p3" };
	uint64_t seed = 4;
	mixmi_table *table;
	mixmi_graph *graph;
	mixmi_check *found;
	mixmi_claim claim;
	size_t asked = 0;
	assert_ok(mixmi_table_new(&table, 200));
	for (size_t j = 0; j < 6; j++) {
		double values[200];
		for (size_t i = 0; i < 200; i++)
			values[i] = test_uniform(&seed);
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, values, NULL));
	}
	assert_ok(mixmi_graph_parse(&graph, lines, strlen(lines)));
	assert_ok(mixmi_graph_check(&found, table, graph, true, 0, NULL));
	for (size_t i = 0; mixmi_check_at(&claim, sizeof claim, found, MIXMI_CLAIMS, i) == MIXMI_OK; i++) {
		const char *a = mixmi_graph_node(graph, claim.a, NULL), *b = mixmi_graph_node(graph, claim.b[0], NULL);
		if (claim.b_count != 1 || strlen(a) != 1 || strlen(b) != 1 || *a == 'w' || *b == 'w')
			continue;
		asked++;
		assert_int_equal(claim.given_count, 1);
		assert_string_equal(mixmi_graph_node(graph, claim.given[0], NULL), "w");
	}
	assert_int_equal(asked, 1);
	mixmi_check_free(found);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

/* Permuted names cannot fit worse, so they are no comparison. */
static void a_graph_without_claims_has_no_quantile(void **state)
{
	(void)state;
	static const double a[] = { 1, 2, 3, 4, 5, 6 }, b[] = { 2, 1, 4, 3, 6, 5 };
	mixmi_table *table;
	mixmi_graph *graph;
	mixmi_check *found;
	mixmi_check_info info;
	assert_ok(mixmi_table_new(&table, 6));
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_NUMERIC, b, NULL));
	assert_ok(mixmi_graph_parse(&graph, "a -> b", 6));
	assert_ok(mixmi_graph_check(&found, table, graph, false, 5, NULL));
	mixmi_check_describe(&info, sizeof info, found);
	assert_true(info.claims == 0 && isnan(info.p) && info.permuted == 0 && isnan(info.quantile));
	mixmi_check_free(found);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_graph_without_claims_has_no_quantile),
		cmocka_unit_test(the_smaller_of_two_separating_sets_is_asked_about),
		cmocka_unit_test(the_true_graph_fits_as_dag_as_cpdag_and_as_pag),
		cmocka_unit_test(an_edge_that_is_taken_out_is_named_and_one_that_is_put_in_has_no_support),
		cmocka_unit_test(pairs_are_tested_given_minimal_separating_sets),
		cmocka_unit_test(p_values_are_combined_as_the_formulas_say),
		cmocka_unit_test(neither_the_order_of_nodes_nor_threads_decide_anything),
		cmocka_unit_test(bad_input_says_what_is_wrong),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
