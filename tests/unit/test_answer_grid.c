/* Grids of the default method: code lengths and the dynamic programme against brute force, entropies against closed
 * forms, and what a search finds in columns whose dependence is known. */
#include "answers.h"

#include "answer/bin_grid.h"
#include "answer/bin_search.h"
#include "answer/cells.h"
#include "answer/information.h"
#include "answer/runs.h"

static double factorial(size_t n)
{
	return n < 2 ? 1 : (double)n * factorial(n - 1);
}

/* ----------------------------------------------------------------------------------------------------- code lengths */

/* The sum over all counts of n rows in `cells` cells of n! / prod c! prod (c / n)^c. */
static double multinomials(size_t left, size_t cells, size_t n)
{
	if (cells == 1)
		return pow((double)left / (double)n, (double)left) / factorial(left);
	double sum = 0;
	for (size_t c = 0; c <= left; c++)
		sum += pow((double)c / (double)n, (double)c) / factorial(c) * multinomials(left - c, cells - 1, n);
	return sum;
}

static mixmi_status compare_penalties(void *context, base_arena *arena)
{
	(void)context;
	for (size_t n = 4; n <= 9; n++) {
		answer_bits *bits = answer_bits_new(arena, n);
		for (size_t x = 1; x <= 3; x++)
			for (size_t y = 1; x * y <= n; y++) {
				double cells = (double)(x * y), sides[3] = { (double)x, (double)y, 1 };
				double whole = log2(factorial(n) * multinomials(n, x * y, n));
				double share = cells > 1 ? (cells - (double)x - (double)y + 1) / (cells - 1) : 0;
				assert_close(answer_penalty(bits, sides), whole * share, 1e-12 * (1 + whole));
			}
	}
	return MIXMI_OK;
}

static void penalties_are_those_of_all_counts_in_all_cells(void **state)
{
	(void)state;
	in_arena(compare_penalties, NULL);
}

static mixmi_status compare_with_public(void *context, base_arena *arena)
{
	(void)context;
	for (size_t n = 100; n <= 1000000; n *= 100) {
		answer_bits *bits = answer_bits_new(arena, n);
		for (double k = 2; 2 * k <= (double)n && k <= 64;
		     k *= 2) /* with two bins of Y: 2 k cells, of which k - 1 are of the dependence */
			assert_close(answer_penalty(bits, (double[3]){ k, 2, 1 }),
			             mixmi_parametric_complexity(n, 2 * k) * (k - 1) / (2 * k - 1), 1e-5);
		assert_true(isinf(answer_penalty(bits, (double[3]){ (double)n, 2, 1 })));
	}
	return MIXMI_OK;
}

static void penalties_of_many_rows_are_those_of_histograms(void **state)
{
	(void)state;
	in_arena(compare_with_public, NULL);
}

static void cuts_cost_the_logarithm_of_their_number(void **state)
{
	(void)state;
	assert_close(answer_bits_of_runs(48, 2), log2(47), 1e-12);
	assert_close(answer_bits_of_runs(6, 3), log2(10), 1e-12);
	assert_close(answer_bits_of_runs(48, 24), log2(16123801841550), 1e-12);
	assert_close(answer_bits_of_runs(5, 5), 0, 0);
	assert_close(answer_bits_of_groups(10, 2), 10 - 1, 1e-12);
	assert_close(answer_bits_of_groups(10, 10), 0, 0);
}

/* ----------------------------------------------------------------------------------------------------------- runs */

enum { UNITS = 7, CELLS = 4 };

/* A spread of random counts, of which some are 0. */
typedef struct random_spread {
	size_t start[UNITS + 1];
	uint32_t cell[UNITS * CELLS], count[UNITS * CELLS];
} random_spread;

static answer_spread draw(random_spread *s, uint64_t *seed)
{
	size_t pairs = 0;
	for (size_t u = 0; u < UNITS; u++) {
		s->start[u] = pairs;
		for (uint32_t c = 0; c < CELLS; c++)
			if (test_uniform(seed) < 0.7) {
				s->cell[pairs] = c;
				s->count[pairs++] = 1 + (uint32_t)(9 * test_uniform(seed));
			}
	}
	s->start[UNITS] = pairs;
	return (answer_spread){ UNITS, CELLS, s->start, s->cell, s->count };
}

/* All cells as one. */
static answer_spread merge(random_spread *to, const answer_spread *from)
{
	size_t pairs = 0;
	for (size_t u = 0; u < UNITS; u++) {
		uint32_t rows = 0;
		to->start[u] = pairs;
		for (size_t i = from->start[u]; i < from->start[u + 1]; i++)
			rows += from->count[i];
		if (rows > 0) {
			to->cell[pairs] = 0;
			to->count[pairs++] = rows;
		}
	}
	to->start[UNITS] = pairs;
	return (answer_spread){ UNITS, 1, to->start, to->cell, to->count };
}

static double length_of(base_arena *arena, const answer_bits *bits, const answer_spread *same,
                        const answer_spread *other, const uint32_t *bin, size_t k, const double *price)
{
	return answer_spread_sum(arena, bits, same, bin, k) - answer_spread_sum(arena, bits, other, bin, k) + price[k - 1];
}

static mixmi_status compare_divisions(void *context, base_arena *arena)
{
	(void)context;
	uint64_t seed = 5;
	answer_bits *bits = answer_bits_new(arena, 1000);
	size_t several = 0;
	for (int repeat = 0; repeat < 200; repeat++) {
		random_spread a, b;
		answer_spread other = draw(&a, &seed), same = merge(&b, &other);
		double price[UNITS], step = 6 * test_uniform(&seed), least = INFINITY;
		uint32_t order[UNITS] = { 3, 1, 0, 6, 5, 2, 4 }, bin[UNITS];
		for (size_t k = 0; k < UNITS; k++)
			price[k] = step * (double)k;
		for (unsigned cuts = 0; cuts < 1u << (UNITS - 1); cuts++) { /* bit i: a cut after unit order[i] */
			uint32_t run = 0;
			for (size_t i = 0; i < UNITS; i++) {
				bin[order[i]] = run;
				run += cuts >> i & 1;
			}
			least = fmin(least, length_of(arena, bits, &same, &other, bin, bin[order[UNITS - 1]] + 1u, price));
		}
		answer_runs best = answer_runs_best(arena, bits, &same, &other, order, price, UNITS);
		assert_close(best.length, least, 1e-9);
		assert_close(length_of(arena, bits, &same, &other, best.bin, best.k, price), least, 1e-9);
		several += best.k > 1 && best.k < UNITS;
	}
	assert_true(several > 50);
	return MIXMI_OK;
}

static void runs_are_the_best_of_all_divisions(void **state)
{
	(void)state;
	in_arena(compare_divisions, NULL);
}

/* ------------------------------------------------------------------------------------------------ cells and entropy */

static mixmi_status count_cells(void *context, base_arena *arena)
{
	(void)context;
	enum { ROWS = 300 };
	uint64_t seed = 8;
	uint32_t a[ROWS], b[ROWS], expected[7 * 11] = { 0 };
	for (size_t i = 0; i < ROWS; i++) {
		a[i] = (uint32_t)(7 * test_uniform(&seed));
		b[i] = (uint32_t)(11 * test_uniform(&seed) * test_uniform(&seed));
		expected[a[i] * 11 + b[i]]++;
	}
	size_t occupied = 0;
	for (size_t c = 0; c < 7 * 11; c++)
		occupied += expected[c] > 0;
	const answer_codes codes[] = { { a, NULL }, { b, NULL } };
	answer_cells cells = answer_cells_of(arena, codes, 2, ROWS, NULL, ROWS);
	assert_int_equal(cells.count, occupied);
	for (size_t c = 0; c < cells.count; c++)
		assert_int_equal(cells.rows[c], expected[a[cells.row[c]] * 11 + b[cells.row[c]]]);
	assert_int_equal(answer_cells_of(arena, codes, 2, ROWS, NULL, 5).count, 6); /* stops once there are more */
	assert_int_equal(answer_cells_of(arena, codes, 0, ROWS, NULL, ROWS).count, 1);
	return MIXMI_OK;
}

static void occupied_cells_are_counted(void **state)
{
	(void)state;
	in_arena(count_cells, NULL);
}

/* The terms of the estimator as sums: sum c / n sum_{k=c}^{n-1} 1 / k, and for values seen once the rest of -ln q. */
static double entropy_by_sums(const uint32_t *rows, size_t cells)
{
	double n = 0, once = 0, twice = 0, sum = 0;
	for (size_t i = 0; i < cells; i++) {
		n += rows[i];
		once += rows[i] == 1;
		twice += rows[i] == 2;
	}
	for (size_t i = 0; i < cells; i++)
		for (double k = rows[i]; k < n; k++)
			sum += rows[i] / n / k;
	if (once == 0)
		return sum;
	double a = twice > 0 ? 2 * twice / ((n - 1) * once + 2 * twice) : 2 / ((n - 1) * (once - 1) + 2), rest = -log(a);
	for (double r = 1; r < n; r++)
		rest -= pow(1 - a, r) / r;
	return sum + once / n * pow(1 - a, 1 - n) * rest;
}

static void entropies_follow_chao_wang_and_jost(void **state)
{
	(void)state;
	const uint32_t many[] = { 400, 300, 200, 100, 60, 30, 10, 5, 2, 2, 1, 1, 1 }, even[] = { 50, 50, 50, 50 };
	/* psi(n) is taken as ln n, which is larger by 1 / 2n */
	assert_close(answer_entropy(many, 13), entropy_by_sums(many, 13) + 1 / (2 * 1114.0), 1e-5);
	assert_close(answer_entropy(even, 4), entropy_by_sums(even, 4) + 1 / 400.0, 1e-5);
	assert_close(answer_entropy(even, 4), log(4), 0.011);
}

/* ---------------------------------------------------------------------------------------------------------- grids */

enum { ROWS = 2000 };

/* A question about columns of numbers: rows of x, y and up to two z. */
typedef struct asked {
	size_t columns;
	double values[4][ROWS];
	double information;
	size_t k[4];
} asked;

static mixmi_status search(void *context, base_arena *arena)
{
	static const int side[] = { 0, 1, 2, 2 };
	asked *q = context;
	const question_values *column[4];
	for (size_t j = 0; j < q->columns; j++)
		column[j] = question_values_of(arena, q->values[j], ROWS);
	answer_bits *bits = answer_bits_new(arena, ROWS);
	answer_grid grid = answer_grid_of(arena, bits, column, side, q->columns, false);
	q->information = answer_grid_information(arena, &grid);
	answer_grid_measure(&grid, arena, bits);
	assert_true(q->columns > 2 || grid.data + grid.penalty + grid.cuts <= 1e-9); /* no longer than without bins */
	for (size_t j = 0; j < q->columns; j++)
		q->k[j] = grid.k[j];
	return MIXMI_OK;
}

static void independent_columns_have_no_bins(void **state)
{
	(void)state;
	static asked q;
	uint64_t seed = 11;
	size_t found = 0;
	for (int repeat = 0; repeat < 20; repeat++) {
		q.columns = 2;
		for (size_t i = 0; i < ROWS; i++) {
			q.values[0][i] = test_normal(&seed);
			q.values[1][i] = exp(test_normal(&seed));
		}
		in_arena(search, &q);
		found += q.k[0] > 1;
	}
	assert_true(found <= 1);
}

static void information_of_normal_pairs_is_close(void **state)
{
	(void)state;
	static asked q;
	static const double correlations[] = { 0.3, 0.6, 0.9, 0.99 };
	uint64_t seed = 12;
	for (size_t r = 0; r < sizeof correlations / sizeof *correlations; r++) {
		double rho = correlations[r], truth = -log(1 - rho * rho) / 2;
		q.columns = 2;
		for (size_t i = 0; i < ROWS; i++) {
			q.values[0][i] = test_normal(&seed);
			q.values[1][i] = rho * q.values[0][i] + sqrt(1 - rho * rho) * test_normal(&seed);
		}
		in_arena(search, &q);
		assert_close(q.information, truth, 0.02 + 0.15 * truth);
	}
}

/* y is 1 if an odd number of x, z and w are: only all of them together show it. */
static void parity_of_three_columns_is_found(void **state)
{
	(void)state;
	static asked q;
	uint64_t seed = 13;
	q.columns = 4;
	for (size_t i = 0; i < ROWS; i++) {
		for (size_t j = 0; j < 4; j++)
			q.values[j][i] = test_uniform(&seed) < 0.5;
		q.values[1][i] = fmod(q.values[0][i] + q.values[2][i] + q.values[3][i], 2);
	}
	in_arena(search, &q);
	assert_close(q.information, log(2), 0.01);
}

/* x and y are the same multiple of z: independent given z, and far from it without z. */
static void a_common_cause_explains_the_dependence(void **state)
{
	(void)state;
	static asked q;
	uint64_t seed = 14;
	for (size_t i = 0; i < ROWS; i++) {
		q.values[2][i] = floor(4 * test_uniform(&seed));
		q.values[0][i] = q.values[2][i] + 0.3 * test_normal(&seed);
		q.values[1][i] = q.values[2][i] + 0.3 * test_normal(&seed);
	}
	q.columns = 2;
	in_arena(search, &q);
	assert_true(q.information > 0.5);
	q.columns = 3;
	in_arena(search, &q);
	assert_true(fabs(q.information) < 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(penalties_are_those_of_all_counts_in_all_cells),
		cmocka_unit_test(penalties_of_many_rows_are_those_of_histograms),
		cmocka_unit_test(cuts_cost_the_logarithm_of_their_number),
		cmocka_unit_test(runs_are_the_best_of_all_divisions),
		cmocka_unit_test(occupied_cells_are_counted),
		cmocka_unit_test(entropies_follow_chao_wang_and_jost),
		cmocka_unit_test(independent_columns_have_no_bins),
		cmocka_unit_test(information_of_normal_pairs_is_close),
		cmocka_unit_test(parity_of_three_columns_is_found),
		cmocka_unit_test(a_common_cause_explains_the_dependence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
