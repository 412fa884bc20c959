/* The test and the read-out of the default method: deviates against all permutations, sums against closed forms, and
 * that p, estimate and interval cannot contradict each other. */
#include "answers.h"

#include "answer/read_off.h"
#include "answer/test_parts.h"
#include "base/special.h"

/* ------------------------------------------------------------------------------------------------------- products */

enum { FEW = 6 };

static void swap(size_t *a, size_t *b)
{
	size_t kept = *a;
	*a = *b;
	*b = kept;
}

/* Adds the squares of sum f[i] g[order[i]] over all orders of order[from], ... */
static void add_squares(double *sum, size_t *orders, const double *f, const double *g, size_t *order, size_t from)
{
	if (from == FEW) {
		double product = 0;
		for (size_t i = 0; i < FEW; i++)
			product += f[i] * g[order[i]];
		*sum += product * product;
		++*orders;
		return;
	}
	for (size_t i = from; i < FEW; i++) {
		swap(&order[from], &order[i]);
		add_squares(sum, orders, f, g, order, from + 1);
		swap(&order[from], &order[i]);
	}
}

static mixmi_status compare_with_permutations(void *context, base_arena *arena)
{
	(void)context;
	const double x[FEW] = { 1, 2, 2, 5, 7, 9 }, y[FEW] = { 3, 1, 4, 1, 5, 9 };
	const question_values *columns[] = { question_values_of(arena, x, FEW), question_values_of(arena, y, FEW) };
	residual_shared *shared = residual_shared_new(arena, FEW);
	residual_functions *none = residual_functions_of(shared, NULL, 0);
	residual_side a = residual_side_of(arena, &columns[0], 1, none), b = residual_side_of(arena, &columns[1], 1, none);
	answer_products p = answer_products_of(arena, &a, &b, 0);
	assert_true(p.x->count >= 1 && p.y->count >= 1);
	for (size_t i = 0; i < p.x->count; i++)
		for (size_t j = 0; j < p.y->count; j++) {
			const double *f = p.x->values + i * FEW, *g = p.y->values + j * FEW;
			size_t order[FEW] = { 0, 1, 2, 3, 4, 5 }, orders = 0;
			double product = 0, squares = 0;
			for (size_t r = 0; r < FEW; r++)
				product += f[r] * g[r];
			add_squares(&squares, &orders, f, g, order, 0);
			assert_close(p.deviate[i * p.y->count + j], product / sqrt(squares / (double)orders), 1e-9);
		}
	return MIXMI_OK;
}

static void deviates_without_z_have_variance_1_over_all_permutations(void **state)
{
	(void)state;
	in_arena(compare_with_permutations, NULL);
}

/* With a level of a label as weight, the sum is that of the rows of this level alone. */
static mixmi_status compare_levels(void *context, base_arena *arena)
{
	(void)context;
	enum { ROWS = 120, LEVELS = 3 };
	uint64_t seed = 3;
	double x[ROWS], y[ROWS];
	uint32_t z[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		z[i] = (uint32_t)(i % LEVELS);
		x[i] = test_normal(&seed);
		y[i] = test_normal(&seed) + (z[i] == 1 ? x[i] : 0);
	}
	const question_values *columns[] = { question_values_of(arena, x, ROWS), question_values_of(arena, y, ROWS) };
	const question_values *given[] = { column_of(arena, z, ROWS, true) };
	residual_functions *none = residual_functions_of(residual_shared_new(arena, ROWS), NULL, 0);
	residual_side a = residual_side_of(arena, &columns[0], 1, none), b = residual_side_of(arena, &columns[1], 1, none);
	answer_products p = answer_products_of(arena, &a, &b, 0);
	answer_weight_groups weights = answer_weights_of(arena, given, 1);
	assert_int_equal(weights.count, 2);
	assert_int_equal(weights.group[1].count, LEVELS);
	for (size_t w = 0; w < LEVELS; w++) {
		double first = 0, second = 0, n = 0;
		for (size_t i = 0; i < ROWS; i++)
			if (z[i] == weights.group[1].level[w]) {
				double product = p.x->values[i] * p.y->values[i];
				first += product;
				second += product * product;
				n++;
			}
		assert_close(weights.group[1].fourth[w], ROWS / n, 1e-12);
		/* the mean of products in the level over its standard error; the variance of a product is at least ROWS / n
		 * ... */
		double mean = first / ROWS * sqrt(ROWS / n), square = second / n;
		double variance = fmax(square - 2 * mean * mean, fmin(1, square));
		assert_close(answer_weighted_sum(arena, &p, 1, 1, &weights.group[1], w), mean * mean * (ROWS - 1) / variance,
		             1e-9 * ROWS);
	}
	return MIXMI_OK;
}

static void a_level_of_z_weights_its_own_rows(void **state)
{
	(void)state;
	in_arena(compare_levels, NULL);
}

/* ---------------------------------------------------------------------------------------------------------- parts */

static answer_part part(double weight, double p)
{
	return (answer_part){ .weight = weight, .p = p };
}

static void equal_p_values_combine_to_themselves(void **state)
{
	(void)state;
	for (double p = 0.98; p > 1e-250; p *= 0.3) {
		answer_part three[] = { part(1, p), part(0.5, p), part(0.25, p) };
		assert_close(answer_combined(&(answer_parts){ .count = 3, .part = three }) / p, 1, 1e-7);
	}
}

static void one_small_p_value_among_many_costs_its_share(void **state)
{
	(void)state;
	answer_part two[] = { part(1, 1e-9), part(3, 0.5) }; /* cot(pi / 2) = 0 */
	assert_close(answer_combined(&(answer_parts){ .count = 2, .part = two }), 4e-9, 1e-14);
	two[1].p = 1; /* counts as 0.99, so that it cannot hide the other */
	double p = answer_combined(&(answer_parts){ .count = 2, .part = two });
	assert_true(p > 0 && p < 4.1e-9);
}

/* ------------------------------------------------------------------------------------------------------- read-out */

/* One deviate z of a pair, worth m rows. */
static answer_values read(double p, double z, double m, double density, double level)
{
	answer_part one = { 1, p, z * z, 1, 2, m };
	answer_parts parts = { 1, &one, { 0, 1, 40, 30, 60, m }, m };
	return answer_read_off(&(answer_evidence){ (size_t)m + 1, p, &parts, density, INFINITY, INFINITY }, level);
}

static void one_deviate_gives_the_information_of_a_normal_pair(void **state)
{
	(void)state;
	for (double z = 2; z < 30; z += 0.7) {
		answer_values v = read(erfc(z / sqrt(2)), z, 500, 0, 0.05);
		assert_close(v.products, log(1 + (z * z - 1) / 500) / 2, 1e-9);
		assert_close(v.deviate, z, 1e-7 * z);
		assert_close(v.lower, v.estimate * pow(fmax(0, 1 - 1.959963984540054 / z), 2), 1e-9);
		assert_true(v.estimate <= v.products && v.estimate >= 0.7 * v.products * (z > 3));
	}
}

static void the_interval_starts_above_0_exactly_if_p_is_below_the_level(void **state)
{
	(void)state;
	uint64_t seed = 17;
	for (int i = 0; i < 20000; i++) {
		double p = pow(test_uniform(&seed), 3), z = 6 * test_uniform(&seed), level = 0.3 * test_uniform(&seed);
		p = i % 50 == 0   ? level
		    : i % 50 == 1 ? nextafter(level, 0)
		    : i % 50 == 2 ? pow(10, -300 * test_uniform(&seed))
		                  : p;
		answer_values v = read(p, z, 30, test_uniform(&seed) - 0.5, level);
		assert_true(v.lower >= 0 && v.lower <= v.estimate && v.estimate <= v.upper);
		if (v.estimate > 0)
			assert_true((v.lower > 0) == answer_detects(p, level));
		else
			assert_true(v.lower == 0);
		assert_true(p < 1 / exp(1) || v.estimate == 0);
	}
}

static void densities_count_where_they_say_much_more(void **state)
{
	(void)state;
	double p = 1e-9, z = 6.1, m = 1000, products = read(p, z, m, 0, 0.05).products;
	assert_close(read(p, z, m, products, 0.05).estimate, read(p, z, m, 0, 0.05).estimate, 0);
	assert_close(read(p, z, m, products + 1, 0.05).estimate, products + 1, 1e-3);
	double one_error = pow(m + 1, -2.0 / 3), half = read(p, z, m, products + one_error, 0.05).estimate;
	assert_close(half, products + one_error / 2, 1e-6);
}

static void shrinking_follows_the_least_bayes_factor(void **state)
{
	(void)state;
	assert_close(answer_shrinks(0.05), 0.4072, 1e-4); /* Sellke, Bayarri and Berger 2001, table 1 */
	assert_close(answer_shrinks(0.01), 0.1252, 1e-4);
	assert_close(answer_shrinks(0.001), 0.0188, 1e-4);
	assert_close(answer_shrinks(0.5), 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deviates_without_z_have_variance_1_over_all_permutations),
		cmocka_unit_test(a_level_of_z_weights_its_own_rows),
		cmocka_unit_test(equal_p_values_combine_to_themselves),
		cmocka_unit_test(one_small_p_value_among_many_costs_its_share),
		cmocka_unit_test(one_deviate_gives_the_information_of_a_normal_pair),
		cmocka_unit_test(the_interval_starts_above_0_exactly_if_p_is_below_the_level),
		cmocka_unit_test(densities_count_where_they_say_much_more),
		cmocka_unit_test(shrinking_follows_the_least_bayes_factor),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
