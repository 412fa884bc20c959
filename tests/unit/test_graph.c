/* The search with d-separation as its test: the result is the CPDAG of the DAG, for any order of columns and any number of
 * threads; with a test that errs, still a graph without cycles. */
#include "brute.h"

static mixmi_graph *learn(oracle *o, int rule, int64_t threads, uint64_t *shuffle)
{
	mixmi_table *table = dag_table(o, shuffle);
	mixmi_options options = oracle_options(o, rule, threads);
	mixmi_graph *graph;
	o->calls = 0;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	mixmi_table_free(table);
	return graph;
}

static void check_oracle_graph(const mixmi_graph *graph, oracle *o, const marks *expected)
{
	marks found = marks_of(graph, o->dag);
	assert_true(same_marks(&found, expected));
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_true(info.complete);
	assert_int_equal(info.conflicts, 0);
	assert_int_equal(info.tests, o->calls);
	assert_int_equal(info.tests_reused, 0);
	assert_int_equal(info.edges + info.separated, o->dag->nodes * (o->dag->nodes - 1) / 2);
	assert_each_once(o);
}

/* The separating set of every separated pair separates it, and the evidence for every edge is a test that found dependence. */
static void check_evidence(const mixmi_graph *graph, const oracle *o)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.separated; i++) {
		mixmi_separation s;
		assert_ok(mixmi_graph_separation(&s, sizeof s, graph, i));
		uint32_t set = 0;
		for (size_t j = 0; j < s.given_count; j++)
			set |= 1u << s.given[j];
		assert_true(s.a < s.b && s.p > info.alpha && !s.forbidden);
		assert_true(dag_separated(o->dag, s.a, s.b, set));
	}
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e;
		assert_ok(mixmi_graph_edge(&e, sizeof e, graph, i));
		assert_true(e.p <= info.alpha && !e.required && e.rows == 1000 && (e.directed || e.from < e.to));
		for (size_t j = 1; j < e.given_count; j++)
			assert_true(e.given[j - 1] < e.given[j]);
	}
}

static void an_oracle_gives_the_cpdag(void **state)
{
	(void)state;
	size_t compared = 0;
	bool allowed[MOST][MOST];
	memset(allowed, 1, sizeof allowed);
	for (size_t number = 0; number < test_cases(250); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed);
		mixmi_graph *truth = dag_graph(&d), *cpdag;
		assert_ok(mixmi_graph_cpdag(&cpdag, truth));
		marks expected = marks_of(cpdag, &d), brute;
		if (d.nodes <= 7 && brute_force(&brute, &d, allowed)) {
			assert_true(same_marks(&expected, &brute));
			compared++;
		}
		for (int rule = 0; rule <= MIXMI_V_MAX_P; rule++) {
			oracle o;
			oracle_init(&o, &d, 0);
			mixmi_graph *graph = learn(&o, rule, 1, NULL);
			check_oracle_graph(graph, &o, &expected);
			check_evidence(graph, &o);
			mixmi_graph_free(graph);
			oracle_clear(&o);
		}
		mixmi_graph_free(cpdag);
		mixmi_graph_free(truth);
	}
	assert_true(test_enough(compared, 75));
}

static void the_order_of_columns_does_not_matter(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(60); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed);
		oracle o;
		oracle_init(&o, &d, number % 2 == 0 ? 0 : 0.1);
		int rule = (int)(number % 4);
		mixmi_graph *graph = learn(&o, rule, 1, NULL), *shuffled = learn(&o, rule, 1, &seed);
		marks a = marks_of(graph, &d), b = marks_of(shuffled, &d);
		assert_true(same_marks(&a, &b));
		mixmi_graph_info of_a, of_b;
		mixmi_graph_describe(&of_a, sizeof of_a, graph);
		mixmi_graph_describe(&of_b, sizeof of_b, shuffled);
		assert_true(of_a.tests == of_b.tests && of_a.conflicts == of_b.conflicts && of_a.levels == of_b.levels);
		for (size_t i = 0; i < of_a.conflicts; i++)
			assert_string_equal(mixmi_graph_conflict(graph, i), mixmi_graph_conflict(shuffled, i));
		mixmi_graph_free(graph);
		mixmi_graph_free(shuffled);
		oracle_clear(&o);
	}
}

static void threads_do_not_matter(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(24); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed);
		oracle o;
		oracle_init(&o, &d, 0.08);
		int rule = (int)(number % 4);
		mixmi_graph *one = learn(&o, rule, 1, NULL), *many = learn(&o, rule, 64, NULL);
		assert_each_once(&o);
		assert_same_graph(one, many);
		mixmi_graph_free(one);
		mixmi_graph_free(many);
		oracle_clear(&o);
	}
}

/* A test that errs gives v-structures that contradict each other; they are reported, and the graph stays valid. */
static void a_test_that_errs_gives_no_cycles(void **state)
{
	(void)state;
	size_t conflicts = 0;
	for (size_t number = 0; number < test_cases(150); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed);
		oracle o;
		oracle_init(&o, &d, 0.02 + 0.3 * test_uniform(&seed));
		mixmi_graph *graph = learn(&o, (int)(number % 4), 1, NULL);
		marks m = marks_of(graph, &d);
		assert_true(is_acyclic(&m, d.nodes));
		assert_each_once(&o);
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		conflicts += info.conflicts;
		mixmi_graph_free(graph);
		oracle_clear(&o);
	}
	assert_true(test_enough(conflicts, 25));
}

/* a -> b -> c -> d with a test that joins each neighbouring pair and separates the rest by the wrong sets. */
static mixmi_status contradictory(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                  const mixmi_options *options)
{
	(void)context;
	(void)options;
	size_t gap = q->x[0] > q->y[0] ? q->x[0] - q->y[0] : q->y[0] - q->x[0];
	out->verdict = base_verdict(gap > 1);
	out->corrected = out->estimate = gap > 1 ? 0 : 1;
	out->rows = mixmi_table_rows(table);
	return MIXMI_OK;
}

/* The same, with the largest p without the column in between: by the rule of the largest p, v-structures in both directions. */
static mixmi_status opposed(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                            const mixmi_options *options)
{
	mixmi_status status = contradictory(out, context, table, q, options);
	out->p = out->estimate > 0 ? 1e-9 : q->z_count == 0 ? 0.5 : 0.02;
	return status;
}

static void check_conflict(int rule, int at_b, const char *first, const char *second)
{
	dag d = { .nodes = 4, .names = { "a", "b", "c", "d" } };
	oracle o;
	oracle_init(&o, &d, 0);
	mixmi_table *table = dag_table(&o, NULL);
	mixmi_options options = oracle_options(&o, rule, 1);
	options.own_test.function = rule == MIXMI_V_MAX_P ? opposed : contradictory;
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	marks m = marks_of(graph, &d);
	assert_true(m.at[0][1] == at_b && m.at[2][1] == at_b && m.at[2][3] == 1);
	assert_string_equal(mixmi_graph_conflict(graph, 0), first);
	if (second == NULL)
		assert_null(mixmi_graph_conflict(graph, 1));
	else
		assert_string_equal(mixmi_graph_conflict(graph, 1), second);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	oracle_clear(&o);
}

/* The published rules keep the first; the rule of the largest p keeps neither. */
static void a_conflict_names_both_v_structures(void **state)
{
	(void)state;
	check_conflict(MIXMI_V_STANDARD, 2, "v-structure b -> c <- d not set: it contradicts c -> b <- a", NULL);
	check_conflict(MIXMI_V_MAX_P, 1, "v-structures a -> b <- c and b -> c <- d contradict each other: neither is set",
	               "v-structures b -> c <- d and c -> b <- a contradict each other: neither is set");
}

/* However inconsistent the test, by the rule of the largest p nothing depends on the order of names. */
static void names_decide_nothing(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(60); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed), renamed = dag_renamed(&d, &seed);
		double noise = 0.02 + 0.3 * test_uniform(&seed);
		oracle o, other;
		oracle_init(&o, &d, noise);
		oracle_init(&other, &renamed, noise);
		other.answers_for = &d;
		mixmi_graph *one = learn(&o, MIXMI_V_MAX_P, 1, NULL), *two = learn(&other, MIXMI_V_MAX_P, 1, NULL);
		marks m = marks_of(one, &d), n = marks_of(two, &renamed);
		assert_true(same_marks(&m, &n));
		assert_int_equal(o.calls, other.calls);
		mixmi_graph_free(one);
		mixmi_graph_free(two);
		oracle_clear(&o);
		oracle_clear(&other);
	}
}

/* a - b - c - d and e - b; every other pair is independent, most clearly given nothing. */
static mixmi_status opposed_with_e(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                   const mixmi_options *options)
{
	size_t low = q->x[0] < q->y[0] ? q->x[0] : q->y[0], high = q->x[0] + q->y[0] - low;
	bool joined = high == 4 ? low == 1 : high - low == 1;
	(void)context;
	(void)options;
	out->verdict = base_verdict(!joined);
	out->corrected = out->estimate = joined;
	out->p = joined ? 1e-9 : q->z_count == 0 ? 0.5 : 0.02;
	out->rows = mixmi_table_rows(table);
	return MIXMI_OK;
}

/* a -> b <- c and e -> b <- c contradict b -> c <- d, and none is set. a -> b <- e is; it does not imply b -> c, because b may be
 * a collider of a and c. */
static void what_contradicts_itself_directs_no_other_edge(void **state)
{
	(void)state;
	dag d = { .nodes = 5, .names = { "a", "b", "c", "d", "e" } };
	oracle o;
	oracle_init(&o, &d, 0);
	mixmi_table *table = dag_table(&o, NULL);
	mixmi_options options = oracle_options(&o, MIXMI_V_MAX_P, 1);
	options.own_test.function = opposed_with_e;
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	marks m = marks_of(graph, &d);
	assert_true(m.at[0][1] == 2 && m.at[4][1] == 2);
	assert_true(m.at[1][2] == 1 && m.at[2][1] == 1 && m.at[2][3] == 1 && m.at[3][2] == 1);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	oracle_clear(&o);
}

/* a and c are independent with and without b. */
static void an_ambiguous_triple_is_reported(void **state)
{
	(void)state;
	dag d = { .nodes = 3, .names = { "a", "b", "c" } };
	for (int rule = MIXMI_V_CONSERVATIVE; rule <= MIXMI_V_MAX_P; rule++) {
		oracle o;
		oracle_init(&o, &d, 0);
		mixmi_table *table = dag_table(&o, NULL);
		mixmi_options options = oracle_options(&o, rule, 1);
		options.own_test.function = contradictory;
		mixmi_graph *graph;
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
		marks m = marks_of(graph, &d);
		assert_true(m.at[0][1] == 1 && m.at[1][2] == 1);
		assert_string_equal(mixmi_graph_conflict(graph, 0),
		                    "a - b - c is ambiguous: only some of the sets that separate a and c contain b");
		assert_null(mixmi_graph_conflict(graph, 1));
		mixmi_graph_free(graph);
		mixmi_table_free(table);
		oracle_clear(&o);
	}
}

/* ---------------------------------------------------------------------------------------------- evidence */

/* The chain a - b - c, and d, which cannot be compared with anything. */
static mixmi_status ask_beside_identifier(mixmi_answer *out, void *context, const mixmi_table *table,
                                          const mixmi_question *q, const mixmi_options *options)
{
	bool with_b = false, with_d = q->x[0] == 3 || q->y[0] == 3;
	(void)context;
	(void)table;
	(void)options;
	for (size_t i = 0; i < q->z_count; i++) {
		with_b = with_b || q->z[i] == 1;
		with_d = with_d || q->z[i] == 3;
	}
	bool apart = with_b && q->x[0] + q->y[0] == 2;
	out->verdict = with_d ? MIXMI_UNDECIDED : apart ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->p = with_d ? NAN : apart ? 1 : 1e-9;
	out->estimate = out->corrected = with_d ? NAN : 1 - out->p;
	out->rows = 1000;
	return MIXMI_OK;
}

/* Given an identifier nothing can be tested about the other columns: that removes none of their edges. Its own pairs are undecided. */
static void what_no_test_can_tell_about_takes_no_edges_away(void **state)
{
	(void)state;
	dag d = { .nodes = 4, .names = { "a", "b", "c", "d" } };
	oracle o;
	oracle_init(&o, &d, 0);
	mixmi_table *table = dag_table(&o, NULL);
	mixmi_options options = oracle_options(&o, MIXMI_V_MAX_P, 1);
	options.own_test.function = ask_beside_identifier;
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	assert_true(graph_adjacent(graph, 0, 1) && graph_adjacent(graph, 1, 2) && !graph_adjacent(graph, 0, 2));
	for (size_t i = 0; i < 3; i++)
		assert_true(graph_is_undecided(graph, i, 3));
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	oracle_clear(&o);
}

/* Three columns that depend on each other, more weakly the larger the set; tests of the last one are undecided. */
static mixmi_status fading(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                           const mixmi_options *options)
{
	(void)options;
	size_t last = *(size_t *)context;
	if (q->x[0] == last || q->y[0] == last)
		return MIXMI_ERROR_DATA;
	out->verdict = MIXMI_DETECTED;
	out->p = q->z_count == 0 ? 0.001 : 0.004;
	out->estimate = out->corrected = q->z_count == 0 ? 1 : 0.5;
	out->rows = mixmi_table_rows(table) - q->z_count;
	return MIXMI_OK;
}

static void an_edge_shows_its_weakest_test(void **state)
{
	(void)state;
	dag d = { .nodes = 4, .names = { "a", "b", "c", "d" } };
	oracle o;
	oracle_init(&o, &d, 0);
	mixmi_table *table = dag_table(&o, NULL);
	size_t last = 3;
	mixmi_options options = oracle_options(&o, MIXMI_V_STANDARD, 1);
	options.own_test.function = fading;
	options.own_test.context = &last;
	options.min_rows = 4;
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.edges, 3);
	assert_int_equal(info.undecided, 3);
	assert_int_equal(info.levels, 3);
	assert_string_equal(info.test, "oracle");
	mixmi_edge e;
	assert_ok(mixmi_graph_edge(&e, sizeof e, graph, 0));
	assert_true(e.from == 0 && e.to == 1 && !e.directed && e.p == 0.004 && e.estimate == 0.5 && e.rows == 3);
	assert_true(e.few_rows && e.given_count == 1 && e.given[0] == 2 && isnan(e.frequency));
	assert_ok(mixmi_graph_undecided(&e, sizeof e, graph, 2));
	assert_true(e.from == 2 && e.to == 3 && e.undecided && isnan(e.p) && isnan(e.estimate) && e.rows == 0 &&
	            e.few_rows);
	assert_fails(mixmi_graph_edge(&e, sizeof e, graph, 3), MIXMI_ERROR_USAGE, "no edge 3");
	assert_fails(mixmi_graph_undecided(&e, sizeof e, graph, 3), MIXMI_ERROR_USAGE, "no undecided pair 3");
	mixmi_separation s;
	assert_fails(mixmi_graph_separation(&s, sizeof s, graph, 0), MIXMI_ERROR_USAGE, "no separated pair 0");
	mixmi_graph_free(graph);
	options.max_cond = 0;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.levels, 1);
	assert_int_equal(info.tests, 6);
	assert_ok(mixmi_graph_edge(&e, sizeof e, graph, 0));
	assert_true(e.p == 0.001 && !e.few_rows);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	oracle_clear(&o);
}

/* ------------------------------------------------------------------------------------------------ trouble */

static mixmi_status broken(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                           const mixmi_options *options)
{
	return q->z_count < 1 ? ask_oracle(out, context, table, q, options) : MIXMI_ERROR_LIMIT;
}

static void what_cannot_be_searched_is_an_error(void **state)
{
	(void)state;
	uint64_t seed;
	dag d = dag_by_number(3, &seed);
	oracle o;
	oracle_init(&o, &d, 0.3);
	mixmi_table *table = dag_table(&o, NULL);
	mixmi_options options = oracle_options(&o, MIXMI_V_STANDARD, 2);
	mixmi_graph *graph = NULL;
	const size_t one[] = { 1 }, twice[] = { 0, 1, 0 }, none[] = { 0, 99 };
	assert_fails(mixmi_graph_learn(&graph, table, one, 1, NULL, &options), MIXMI_ERROR_DATA, "at least 2 columns");
	assert_fails(mixmi_graph_learn(&graph, table, twice, 3, NULL, &options), MIXMI_ERROR_USAGE, "given twice");
	assert_fails(mixmi_graph_learn(&graph, table, none, 2, NULL, &options), MIXMI_ERROR_USAGE, "index 99");
	options.own_test.function = broken;
	assert_int_equal(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options), MIXMI_ERROR_LIMIT);
	assert_null(graph);
	const double gone[] = { NAN, NAN, NAN, NAN };
	assert_ok(mixmi_table_add_values(table, "gone", MIXMI_NUMERIC, gone, NULL));
	assert_fails(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options), MIXMI_ERROR_DATA, "'gone' has no values");
	mixmi_table_free(table);
	oracle_clear(&o);
}

/* Cancels after some calls, and inspects the result. */
typedef struct brake {
	size_t left;
	size_t thread_calls;
	double share;
	char stage[128];
	int thread;
} brake;

static bool brake_after(void *context, const mixmi_progress *progress)
{
	brake *b = context;
	assert_true(progress->done <= progress->total);
	snprintf(b->stage, sizeof b->stage, "%s", progress->stage);
	return b->left > 0 && b->left-- > 0;
}

static void a_cancelled_search_hands_out_what_is_known(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(30); number++) {
		uint64_t seed;
		dag d = dag_by_number(number, &seed);
		oracle o;
		oracle_init(&o, &d, 0);
		mixmi_table *table = dag_table(&o, NULL);
		mixmi_options options = oracle_options(&o, (int)(number % 4), 1 + (int64_t)(number % 4));
		brake b = { .left = test_below(&seed, 40) };
		options.progress = brake_after;
		options.progress_context = &b;
		mixmi_graph *graph;
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		assert_true(info.complete || info.tests == o.calls);
		marks m = marks_of(graph, &d);
		for (size_t x = 0; x < d.nodes; x++)
			for (size_t y = 0; y < d.nodes; y++)
				assert_true(!dag_adjacent(&d, x, y) || m.at[x][y] != 0); /* nothing is lost */
		assert_true(is_acyclic(&m, d.nodes));
		if (!info.complete) { /* a partial graph says nothing about directions */
			assert_string_equal(info.kind, "skeleton");
			for (size_t i = 0; i < info.separated; i++) {
				mixmi_separation s;
				assert_ok(mixmi_graph_separation(&s, sizeof s, graph, i));
				assert_true(s.given_count < info.levels);
			}
			for (size_t x = 0; x < d.nodes; x++)
				for (size_t y = 0; y < d.nodes; y++)
					assert_true(m.at[x][y] < 2);
		}
		mixmi_graph_free(graph);
		mixmi_table_free(table);
		oracle_clear(&o);
	}
}

/* ---------------------------------------------------------------------------------------------- comparing */

static mixmi_graph *small_graph(const char *const *names)
{
	mixmi_graph *graph = graph_new(names, NULL, 4);
	assert_non_null(graph);
	return graph;
}

static void graphs_are_compared_by_name(void **state)
{
	(void)state;
	const char *forward[] = { "a", "b", "c", "d" }, *backward[] = { "d", "c", "b", "a" };
	const char *other[] = { "a", "b", "c", "e" };
	mixmi_graph *truth = small_graph(forward), *learnt = small_graph(backward), *odd = small_graph(other);
	graph_set_directed(truth, 0, 1);    /* a -> b */
	graph_set_directed(truth, 2, 1);    /* c -> b */
	graph_set_undirected(truth, 2, 3);  /* c -- d */
	graph_set_directed(learnt, 3, 2);   /* a -> b */
	graph_set_directed(learnt, 2, 1);   /* b -> c */
	graph_set_undirected(learnt, 3, 0); /* a -- d */
	mixmi_comparison c;
	assert_ok(mixmi_graph_compare(&c, sizeof c, learnt, truth));
	assert_true(c.true_edges == 3 && c.learnt_edges == 3 && c.common_edges == 2);
	assert_true(c.true_arrows == 2 && c.learnt_arrows == 2 && c.common_arrows == 1);
	assert_int_equal(c.hamming, 3);
	assert_close(c.precision, 2.0 / 3, 1e-15);
	assert_close(c.recall, 2.0 / 3, 1e-15);
	assert_close(c.f1, 2.0 / 3, 1e-15);
	assert_true(c.arrow_precision == 0.5 && c.arrow_recall == 0.5);
	assert_ok(mixmi_graph_compare(&c, sizeof c, truth, truth));
	assert_true(c.f1 == 1 && c.hamming == 0 && c.arrow_recall == 1);
	assert_ok(mixmi_graph_compare(&c, sizeof c, odd, odd));
	assert_true(c.precision == 1 && c.recall == 1 && c.f1 == 1);
	assert_fails(mixmi_graph_compare(&c, sizeof c, odd, truth), MIXMI_ERROR_DATA, "not in the true one: 'e'");
	assert_fails(mixmi_graph_compare(&c, sizeof c, odd, truth), MIXMI_ERROR_DATA, "not in the learnt one: 'd'");
	mixmi_graph_free(truth);
	mixmi_graph_free(learnt);
	mixmi_graph_free(odd);
}

static void only_a_dag_has_a_cpdag(void **state)
{
	(void)state;
	const char *names[] = { "a", "b", "c", "d" };
	mixmi_graph *graph = small_graph(names), *cpdag;
	graph_set_directed(graph, 0, 1);
	graph_set_directed(graph, 1, 2);
	graph_set_directed(graph, 2, 0);
	assert_fails(mixmi_graph_cpdag(&cpdag, graph), MIXMI_ERROR_DATA, "directed cycle");
	assert_null(cpdag);
	graph_set_undirected(graph, 2, 0);
	assert_fails(mixmi_graph_cpdag(&cpdag, graph), MIXMI_ERROR_DATA, "between 'a' and 'c' has no direction");
	graph_set_directed(graph, 0, 2);
	assert_ok(mixmi_graph_cpdag(&cpdag, graph));
	mixmi_graph_free(cpdag);
	mixmi_graph_free(graph);
}

static void pairs_are_numbered_one_by_one(void **state)
{
	(void)state;
	for (size_t nodes = 2; nodes < 40; nodes++) {
		mixmi_graph graph = { .nodes = nodes };
		size_t pair = 0;
		for (size_t a = 0; a < nodes; a++)
			for (size_t b = a + 1; b < nodes; b++, pair++) {
				size_t x, y;
				graph_pair_nodes(&graph, pair, &x, &y);
				assert_true(x == a && y == b && graph_pair(&graph, a, b) == pair && graph_pair(&graph, b, a) == pair);
			}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_oracle_gives_the_cpdag),
		cmocka_unit_test(the_order_of_columns_does_not_matter),
		cmocka_unit_test(threads_do_not_matter),
		cmocka_unit_test(a_test_that_errs_gives_no_cycles),
		cmocka_unit_test(a_conflict_names_both_v_structures),
		cmocka_unit_test(what_contradicts_itself_directs_no_other_edge),
		cmocka_unit_test(names_decide_nothing),
		cmocka_unit_test(an_ambiguous_triple_is_reported),
		cmocka_unit_test(what_no_test_can_tell_about_takes_no_edges_away),
		cmocka_unit_test(an_edge_shows_its_weakest_test),
		cmocka_unit_test(what_cannot_be_searched_is_an_error),
		cmocka_unit_test(a_cancelled_search_hands_out_what_is_known),
		cmocka_unit_test(graphs_are_compared_by_name),
		cmocka_unit_test(only_a_dag_has_a_cpdag),
		cmocka_unit_test(pairs_are_numbered_one_by_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
