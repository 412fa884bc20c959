/* The search by score: code lengths against closed forms, and graphs under other names, orders of columns and rows, and threads. */
#include <math.h>
#include <unistd.h>

#include "bif.h"
#include "graph/search/code.h"
#include "network_score.h"
#include "random_network.h"
#include "share.h"
#include "unit.h"

/* ------------------------------------------------------------------------------------------------------------ codes */

static double length_of(const graph_code *code, size_t child, const size_t *parents, size_t count)
{
	code_work *work = graph_code_work_new(code);
	assert_non_null(work);
	double length = graph_code_length(code, work, &(code_family){ child, parents, count });
	graph_code_work_free(work);
	return length;
}

static mixmi_table *labels_of(const int64_t *x, const int64_t *y, const uint8_t *missing, size_t rows)
{
	static const char *const names[] = { "no", "yes" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	assert_ok(mixmi_table_add_codes(table, "x", x, names, 2, missing));
	assert_ok(mixmi_table_add_codes(table, "y", y, names, 2, NULL));
	return table;
}

/* -ln of the mean, over prior weights of 3, 10 and 30 rows, of the Dirichlet-multinomial of counts with these prior shares. */
static double mixed_length(const double *counts, const double *shares, size_t cells)
{
	static const double weights[] = { 3, 10, 30 };
	double mean = 0, first = 0;
	for (size_t w = 0; w < 3; w++) {
		double rows = 0, length = 0;
		for (size_t i = 0; i < cells; i++) {
			rows += counts[i];
			length += lgamma(weights[w] * shares[i]) - lgamma(weights[w] * shares[i] + counts[i]);
		}
		length += lgamma(weights[w] + rows) - lgamma(weights[w]);
		first = w == 0 ? length : first;
		mean += exp(first - length) / 3;
	}
	return first - log(mean);
}

/* Share of the prior weight of a binary column's level with `count` of the rows. */
static double root_share(double count, double rows)
{
	double one = sqrt(count + .5), other = sqrt(rows - count + .5);
	return one / (one + other);
}

static void labels_code_as_the_closed_form(void **state)
{
	(void)state;
	enum { ROWS = 60 };
	int64_t x[ROWS], y[ROWS];
	const size_t columns[2] = { 0, 1 }, given[1] = { 0 };
	double n[2][2] = { { 0 } };
	for (size_t i = 0; i < ROWS; i++) {
		x[i] = i % 3 == 0;
		y[i] = i % 3 == 0 ? i % 2 : i % 5 == 0;
		n[x[i]][y[i]]++;
	}
	mixmi_table *table = labels_of(x, y, NULL, ROWS);
	graph_code code;
	assert_true(graph_code_init(&code, table, columns, 2));
	double of_x = root_share(n[1][0] + n[1][1], ROWS), of_y = root_share(n[0][1] + n[1][1], ROWS);
	const double x_shares[2] = { 1 - of_x, of_x }, x_counts[2] = { n[0][0] + n[0][1], n[1][0] + n[1][1] };
	const double y_shares[2] = { 1 - of_y, of_y }, y_counts[2] = { n[0][0] + n[1][0], n[0][1] + n[1][1] };
	const double shares[4] = { (1 - of_x) * (1 - of_y), (1 - of_x) * of_y, of_x * (1 - of_y), of_x * of_y };
	const double counts[4] = { n[0][0], n[0][1], n[1][0], n[1][1] };
	double saved =
		mixed_length(counts, shares, 4) - mixed_length(x_counts, x_shares, 2) - mixed_length(y_counts, y_shares, 2);
	assert_true(fabs(length_of(&code, 1, given, 1) - code.prices[1] - saved) < 1e-5);
	assert_true(length_of(&code, 1, NULL, 0) == 0);
	graph_code_clear(&code);
	mixmi_table_free(table);
}

/* 100 and 200 of 10,000 rows: if independent, 2 of them are expected to be the same. With 8 of them p is .001. */
static void rare_levels_that_occur_together_save_more_than_an_edge_costs(void **state)
{
	(void)state;
	enum { ROWS = 10000, OF_X = 100, OF_Y = 200 };
	static int64_t x[ROWS], y[ROWS];
	const size_t columns[2] = { 0, 1 }, given[1] = { 0 };
	for (size_t both = 2; both <= 8; both += 6) {
		for (size_t i = 0; i < ROWS; i++) {
			x[i] = i < OF_X;
			y[i] = i >= OF_X - both && i < OF_X - both + OF_Y;
		}
		mixmi_table *table = labels_of(x, y, NULL, ROWS);
		graph_code code;
		assert_true(graph_code_init(&code, table, columns, 2));
		assert_true((length_of(&code, 1, given, 1) < length_of(&code, 1, NULL, 0)) == (both == 8));
		graph_code_clear(&code);
		mixmi_table_free(table);
	}
}

/* Six independent labels, some with rare levels: .4 of their pairs shall gain more than an edge costs. With 200 draws that is .53 at
 * most, at three standard errors. */
static void chance_joins_few_independent_labels(void **state)
{
	(void)state;
	enum { ROWS = 500, LABELS = 6, DRAWS = 200 };
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	static const double rare[LABELS] = { .01, .02, .04, .1, .3, .2 }; /* the share of each level but the first */
	static const int levels[LABELS] = { 2, 2, 2, 3, 3, 5 };
	const size_t columns[LABELS] = { 0, 1, 2, 3, 4, 5 };
	size_t joined = 0;
	uint64_t seed = 47;
	for (size_t number = 0; number < DRAWS; number++) {
		mixmi_table *table;
		graph_code code;
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t j = 0; j < LABELS; j++) {
			int64_t x[ROWS];
			for (size_t i = 0; i < ROWS; i++) {
				int level = (int)(test_uniform(&seed) / rare[j]);
				x[i] = level + 1 < levels[j] ? level + 1 : 0;
			}
			assert_ok(mixmi_table_add_codes(table, names[j], x, names, 6, NULL));
		}
		assert_true(graph_code_init(&code, table, columns, LABELS));
		for (size_t i = 0; i < LABELS; i++)
			for (size_t j = 0; j < i; j++)
				joined += length_of(&code, i, &j, 1) < length_of(&code, i, NULL, 0);
		graph_code_clear(&code);
		mixmi_table_free(table);
	}
	assert_true((double)joined <= .53 * DRAWS);
}

/* For mixed columns too: a shortens the code of b by as much as b that of a, given a third column. */
static void graphs_of_one_class_code_alike(void **state)
{
	(void)state;
	for (uint64_t number = 0; number < test_cases(10); number++) {
		random_network n;
		mixmi_table *table;
		const size_t columns[4] = { 0, 1, 2, 3 };
		network_random(&n, 4, NETWORK_KINDS, 21, number);
		assert_ok(network_sample(&table, &n, 300, 21, number));
		graph_code code;
		assert_true(graph_code_init(&code, table, columns, 4));
		const size_t first[2] = { 1, 2 }, second[2] = { 0, 2 }, third[1] = { 2 };
		double a = length_of(&code, 0, third, 1) - length_of(&code, 0, first, 2);
		double b = length_of(&code, 1, third, 1) - length_of(&code, 1, second, 2);
		assert_true(fabs(a - b) < 1e-4);
		graph_code_clear(&code);
		mixmi_table_free(table);
	}
}

/* Rows in which the parent is missing say something about the child alone, and the parent does not shorten their code. */
static void missing_values_of_a_parent_save_nothing(void **state)
{
	(void)state;
	enum { ROWS = 400 };
	int64_t x[ROWS], y[ROWS];
	uint8_t missing[ROWS];
	const size_t columns[2] = { 0, 1 }, given[1] = { 0 };
	uint64_t seed = 5;
	for (size_t i = 0; i < ROWS; i++) {
		missing[i] = i % 4 != 0;
		x[i] = test_uniform(&seed) < .5;
		y[i] = test_uniform(&seed) < .5;
	}
	mixmi_table *table = labels_of(x, y, missing, ROWS);
	graph_code code;
	assert_true(graph_code_init(&code, table, columns, 2));
	assert_true(length_of(&code, 1, given, 1) > length_of(&code, 1, NULL, 0));
	graph_code_clear(&code);
	mixmi_table_free(table);
}

enum { MANY = 4, LEVELS = 3, MANY_ROWS = 240, CELLS = 81 };

/* The closed form for a set of columns (bits), in the rows in which no column of `whole` is missing (-1). */
static double set_length(int levels[MANY][MANY_ROWS], unsigned set, unsigned whole)
{
	double counts[CELLS] = { 0 }, shares[CELLS], own[MANY][LEVELS] = { { 0 } }, roots[MANY] = { 0 };
	for (size_t i = 0; i < MANY_ROWS; i++) {
		size_t cell = 0;
		bool complete = true;
		for (size_t j = 0; j < MANY; j++) {
			complete = complete && (levels[j][i] >= 0 || !(whole >> j & 1));
			cell = cell * LEVELS + (size_t)(set >> j & 1 && levels[j][i] >= 0 ? levels[j][i] : 0);
			for (int l = 0; l < LEVELS; l++)
				own[j][l] += levels[j][i] == l;
		}
		counts[cell] += complete;
	}
	for (size_t j = 0; j < MANY; j++)
		for (int l = 0; l < LEVELS; l++)
			roots[j] += sqrt(own[j][l] + .5);
	for (size_t cell = 0; cell < CELLS; cell++) {
		size_t rest = cell;
		shares[cell] = 1;
		for (size_t j = MANY; j-- > 0; rest /= LEVELS)
			shares[cell] *= !(set >> j & 1) ? 1 : sqrt(own[j][rest % LEVELS] + .5) / roots[j];
	}
	return mixed_length(counts, shares, CELLS);
}

/* One room for all families, so that lengths of sets are used again; the last column has missing values. */
static void families_code_as_the_closed_form(void **state)
{
	(void)state;
	static const char *const names[] = { "a", "b", "c" };
	static int levels[MANY][MANY_ROWS];
	const size_t columns[MANY] = { 0, 1, 2, 3 };
	uint64_t seed = 8;
	mixmi_table *table;
	graph_code code;
	assert_ok(mixmi_table_new(&table, MANY_ROWS));
	for (size_t j = 0; j < MANY; j++) {
		int64_t x[MANY_ROWS];
		uint8_t missing[MANY_ROWS] = { 0 };
		for (size_t i = 0; i < MANY_ROWS; i++) {
			x[i] = levels[j][i] = j > 0 && test_uniform(&seed) < .5 ? levels[j - 1][i] : (int)(3 * test_uniform(&seed));
			missing[i] = j + 1 == MANY && i % 7 == 0;
		}
		for (size_t i = 0; i < MANY_ROWS; i++)
			levels[j][i] = missing[i] ? -1 : levels[j][i];
		assert_ok(mixmi_table_add_codes(table, (const char[]){ (char)('w' + j), 0 }, x, names, 3, missing));
	}
	assert_true(graph_code_init(&code, table, columns, MANY));
	code_work *work = graph_code_work_new(&code);
	for (unsigned set = 0; set < 1u << MANY; set++)
		for (size_t child = 0; child < MANY; child++) {
			size_t parents[MANY], count = 0;
			bool wanted[MANY];
			double lengths[MANY];
			for (size_t j = 0; j < MANY; j++) {
				wanted[j] = !(set >> j & 1) && j != child;
				if (set >> j & 1)
					parents[count++] = j;
			}
			if (set >> child & 1)
				continue;
			const code_family family = { child, parents, count };
			graph_code_lengths(lengths, &code, work, &family, wanted);
			for (size_t j = 0; j <= MANY; j++) {
				unsigned own = 1u << child, more = set | (j < MANY ? 1u << j : 0);
				if (j < MANY && !wanted[j])
					continue;
				double found = j < MANY ? lengths[j] : graph_code_length(&code, work, &family);
				double expected = set_length(levels, more | own, more | own) - set_length(levels, more, more | own) -
				                  set_length(levels, own, more | own);
				for (size_t k = 0; k < MANY; k++)
					expected += set >> k & 1 || k == j ? code.prices[child * MANY + k] : 0;
				assert_true(fabs(found - expected) < 1e-5);
			}
		}
	graph_code_work_free(work);
	graph_code_clear(&code);
	mixmi_table_free(table);
}

/* ----------------------------------------------------------------------------------------------------------- graphs */

static mixmi_graph *learn(const mixmi_table *table, const size_t *columns, size_t count, const char *threads)
{
	mixmi_options *options;
	mixmi_graph *graph;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "search", "score"));
	assert_ok(mixmi_options_set(options, "threads", threads));
	assert_ok(mixmi_graph_learn(&graph, table, columns, count, NULL, options));
	mixmi_options_free(options);
	return graph;
}

/* Both graphs have an edge with the same p, or none, between these columns. */
static void assert_same(const mixmi_graph *one, const mixmi_graph *other, size_t count)
{
	mixmi_comparison c;
	mixmi_graph_info a, b;
	assert_ok(mixmi_graph_compare(&c, sizeof c, one, other));
	assert_int_equal(c.hamming, 0);
	mixmi_graph_describe(&a, sizeof a, one);
	mixmi_graph_describe(&b, sizeof b, other);
	assert_int_equal(a.edges, b.edges);
	assert_int_equal(a.tests, b.tests);
	assert_true(a.edges < count * count);
}

static void neither_order_of_columns_nor_threads_show(void **state)
{
	(void)state;
	enum { NODES = 12 };
	for (uint64_t number = 0; number < test_cases(4); number++) {
		random_network n;
		mixmi_table *table;
		size_t columns[NODES];
		network_random(&n, NODES, NETWORK_KINDS, 22, number);
		assert_ok(network_sample(&table, &n, 400, 22, number));
		mixmi_graph *graph = learn(table, NULL, 0, "1"), *threaded = learn(table, NULL, 0, "3");
		for (size_t i = 0; i < NODES; i++)
			columns[i] = (i * 5 + 3) % NODES;
		mixmi_graph *turned = learn(table, columns, NODES, "1");
		assert_same(graph, threaded, NODES);
		assert_same(graph, turned, NODES);
		mixmi_graph_free(graph);
		mixmi_graph_free(threaded);
		mixmi_graph_free(turned);
		mixmi_table_free(table);
	}
}

/* The same columns with names that sort differently: as numbers, and rounded to few values, where codes and tests tie. */
static void assert_names_do_not_show(double step, size_t rows, uint64_t seed)
{
	enum { NODES = 8, MOST_ROWS = 500 };
	static double values[NODES][MOST_ROWS];
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < NODES; j++) {
			double sum = j >= 2 ? values[j - 1][i] - values[j - 2][i] : 0, value = .7 * sum + test_normal(&seed);
			values[j][i] = step > 0 ? step * round(value / step) : value;
		}
	mixmi_table *tables[2];
	mixmi_graph *graphs[2];
	mixmi_graph_info info[2];
	for (int k = 0; k < 2; k++) {
		assert_ok(mixmi_table_new(&tables[k], rows));
		for (size_t j = 0; j < NODES; j++) {
			char name[2] = { (char)('a' + (k == 0 ? j : (5 * j + 2) % NODES)), '\0' };
			assert_ok(
				mixmi_table_add_values(tables[k], name, step > 0 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values[j], NULL));
		}
		graphs[k] = learn(tables[k], NULL, 0, "1");
		mixmi_graph_describe(&info[k], sizeof info[k], graphs[k]);
	}
	assert_int_equal(info[0].edges, info[1].edges);
	assert_int_equal(info[0].tests, info[1].tests);
	for (size_t e = 0; e < info[0].edges; e++) {
		mixmi_edge edge, other;
		bool found = false;
		assert_ok(mixmi_graph_edge(&edge, sizeof edge, graphs[0], e));
		for (size_t f = 0; f < info[1].edges && !found; f++) {
			assert_ok(mixmi_graph_edge(&other, sizeof other, graphs[1], f));
			bool same = other.from == edge.from && other.to == edge.to;
			bool back = !edge.directed && other.from == edge.to && other.to == edge.from;
			found = (same || back) && other.directed == edge.directed &&
			        (other.p == edge.p || (isnan(other.p) && isnan(edge.p)));
		}
		assert_true(found);
	}
	for (int k = 0; k < 2; k++) {
		mixmi_graph_free(graphs[k]);
		mixmi_table_free(tables[k]);
	}
}

static void names_do_not_show(void **state)
{
	(void)state;
	assert_names_do_not_show(0, 500, 9);
	for (uint64_t number = 0; number < test_cases(40); number++)
		assert_names_do_not_show(1.5, 60, 100 + number);
}

static mixmi_status ask_v(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                          const mixmi_options *options)
{
	bool ends = q->x[0] + q->y[0] == 1;
	out->p = !ends ? 1e-9 : q->z_count == 0 ? 0.5 : *(const double *)context;
	out->verdict = out->p > options->alpha ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->estimate = out->corrected = 1 - out->p;
	out->rows = mixmi_table_rows(table);
	return MIXMI_OK;
}

/* The score finds a -> c <- b in both cases. */
static void a_v_structure_that_no_test_shows_is_only_possible(void **state)
{
	enum { ROWS = 400 };
	static double values[3][ROWS];
	uint64_t seed = 3;
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		values[0][i] = test_normal(&seed);
		values[1][i] = test_normal(&seed);
		values[2][i] = values[0][i] + values[1][i] + test_normal(&seed);
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 3; j++)
		assert_ok(
			mixmi_table_add_values(table, (const char *const[]){ "a", "b", "c" }[j], MIXMI_NUMERIC, values[j], NULL));
	for (int shown = 0; shown < 2; shown++) {
		double p = shown ? 0.001 : 0.3;
		mixmi_options *options;
		mixmi_graph *graph;
		mixmi_graph_info info;
		assert_ok(mixmi_options_new(&options));
		assert_ok(mixmi_options_set_test(options, ask_v, &p, "v"));
		assert_ok(mixmi_options_set(options, "search", "score"));
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
		mixmi_graph_describe(&info, sizeof info, graph);
		assert_int_equal(info.edges, 2);
		for (size_t e = 0; e < info.edges; e++) {
			mixmi_edge edge;
			assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, e));
			assert_true(edge.directed && edge.kind == MIXMI_ARROW_POSSIBLE);
		}
		assert_int_equal(info.conflicts, 0);
		mixmi_graph_free(graph);
		mixmi_options_free(options);
	}
	mixmi_table_free(table);
}

/* -------------------------------------------------------------------------------------------------- public networks */

/* With few rows the code alone would keep edges between independent labels: each must pass the test at no more than five times alpha. */
static void few_rows_keep_no_edge_that_the_test_does_not_see(void **state)
{
	(void)state;
	static const char *const labels[] = { "p", "q", "r", "s", "t" };
	static const char *const names[] = { "a", "b", "c", "d", "e" };
	static const size_t columns[] = { 0, 1, 2, 3, 4 }, levels[] = { 5, 3, 2, 2, 4 };
	uint64_t seed = 3;
	for (size_t rows = 10; rows <= 45; rows += 5) {
		mixmi_table *table;
		int64_t values[45];
		assert_ok(mixmi_table_new(&table, rows));
		for (size_t k = 0; k < 5; k++) {
			for (size_t i = 0; i < rows; i++)
				values[i] = (int64_t)test_below(&seed, levels[k]);
			assert_ok(mixmi_table_add_codes(table, names[k], values, labels, levels[k], NULL));
		}
		mixmi_graph *graph = learn(table, columns, 5, "1");
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		for (size_t i = 0; i < info.edges; i++) {
			mixmi_edge edge;
			assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, i));
			assert_true(edge.undecided || edge.p <= 5 * info.alpha);
		}
		mixmi_graph_free(graph);
		mixmi_table_free(table);
	}
}

static const char network[] = "network small {\n}\n"
							  "variable a {\n  type discrete [ 2 ] { no, yes };\n}\n"
							  "variable b {\n  type discrete [ 3 ] { low, mid, high };\n}\n"
							  "probability ( a ) {\n  table 0.25, 0.75;\n}\n"
							  "probability ( b | a ) {\n  (no) 0.1, 0.2, 0.7;\n  (yes) 0.6, 0.3, 0.1;\n}\n";

static void a_network_is_read_and_drawn_by_its_tables(void **state)
{
	(void)state;
	enum { ROWS = 20000 };
	char path[] = "/tmp/mixmi_bif_XXXXXX";
	int handle = mkstemp(path);
	assert_true(handle >= 0 && write(handle, network, sizeof network - 1) == (ssize_t)sizeof network - 1);
	close(handle);
	bif_network b;
	assert_true(bif_read(&b, path));
	unlink(path);
	assert_int_equal(b.count, 2);
	assert_int_equal(b.nodes[1].parent_count, 1);
	mixmi_table *table, *again;
	assert_ok(bif_sample(&table, &b, BIF_OWN, ROWS, 1, 0));
	assert_ok(bif_sample(&again, &b, BIF_OWN, ROWS, 1, 0));
	double counts[2][3] = { { 0 } };
	for (size_t i = 0; i < ROWS; i++) {
		counts[(int)mixmi_table_value(table, 0, i)][(int)mixmi_table_value(table, 1, i)]++;
		assert_true(mixmi_table_value(table, 1, i) == mixmi_table_value(again, 1, i));
	}
	for (size_t k = 0; k < 2; k++)
		for (size_t l = 0; l < 3; l++) {
			double share = (k == 0 ? .25 : .75) * b.nodes[1].table[k * 3 + l];
			assert_true(fabs(counts[k][l] / ROWS - share) < 5 * sqrt(share / ROWS));
		}
	mixmi_table_free(table);
	mixmi_table_free(again);
	bif_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_code_as_the_closed_form),
		cmocka_unit_test(rare_levels_that_occur_together_save_more_than_an_edge_costs),
		cmocka_unit_test(chance_joins_few_independent_labels),
		cmocka_unit_test(graphs_of_one_class_code_alike),
		cmocka_unit_test(missing_values_of_a_parent_save_nothing),
		cmocka_unit_test(families_code_as_the_closed_form),
		cmocka_unit_test(neither_order_of_columns_nor_threads_show),
		cmocka_unit_test(names_do_not_show),
		cmocka_unit_test(few_rows_keep_no_edge_that_the_test_does_not_see),
		cmocka_unit_test(a_v_structure_that_no_test_shows_is_only_possible),
		cmocka_unit_test(a_network_is_read_and_drawn_by_its_tables),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
