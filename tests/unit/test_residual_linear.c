/* The dense products and the inverse of the core against loops that are plainly right. */
#include "arenas.h"
#include "residual/linear.h"
#include "residual/waves.h"

enum { ROWS = 1003, FUNCTIONS = 11, RESPONSES = 3 };

static const double **pointers_to(base_arena *arena, const double *values, size_t count)
{
	const double **out = base_arena_take(arena, count, sizeof *out);
	for (size_t k = 0; k < count; k++)
		out[k] = values + k * ROWS;
	return out;
}

static double plain_product(const double *a, const double *b)
{
	long double sum = 0;
	for (size_t i = 0; i < ROWS; i++)
		sum += (long double)a[i] * b[i];
	return (double)sum;
}

static void check_products(base_arena *arena)
{
	double *values = draw_normal(arena, FUNCTIONS * ROWS, 1), out[FUNCTIONS * FUNCTIONS];
	const double **f = pointers_to(arena, values, FUNCTIONS);
	residual_products(out, FUNCTIONS, f, FUNCTIONS, f, RESPONSES, ROWS);
	for (size_t i = 0; i < FUNCTIONS; i++)
		for (size_t j = 0; j < RESPONSES; j++)
			assert_close(out[i * FUNCTIONS + j], plain_product(f[i], f[j]), 1e-10);
	residual_gram_matrix(out, FUNCTIONS, f, FUNCTIONS, ROWS);
	for (size_t i = 0; i < FUNCTIONS; i++)
		for (size_t j = 0; j < FUNCTIONS; j++)
			assert_close(out[i * FUNCTIONS + j], plain_product(f[i], f[j]), 1e-10);
}

static void test_products_are_sums_over_rows(void **state)
{
	(void)state;
	in_arena(check_products);
}

/* The bits of a product do not depend on what is multiplied with it. */
static void check_order(base_arena *arena)
{
	double *values = draw_normal(arena, FUNCTIONS * ROWS, 2), together[FUNCTIONS * FUNCTIONS], alone;
	const double **f = pointers_to(arena, values, FUNCTIONS);
	residual_products(together, FUNCTIONS, f, FUNCTIONS, f, FUNCTIONS, ROWS);
	for (size_t i = 0; i < FUNCTIONS; i++)
		for (size_t j = 0; j < FUNCTIONS; j++) {
			residual_products(&alone, 1, f + i, 1, f + j, 1, ROWS);
			assert_true(alone == together[i * FUNCTIONS + j]);
		}
}

static void test_a_product_has_the_same_bits_alone_and_among_others(void **state)
{
	(void)state;
	in_arena(check_order);
}

static void check_single(base_arena *arena)
{
	double *values = draw_normal(arena, FUNCTIONS * ROWS, 3), out[FUNCTIONS];
	const double **f = pointers_to(arena, values, FUNCTIONS);
	float *single = base_arena_take(arena, FUNCTIONS * ROWS, sizeof *single);
	const float *functions[FUNCTIONS];
	for (size_t i = 0; i < FUNCTIONS * ROWS; i++)
		single[i] = (float)values[i];
	for (size_t k = 0; k < FUNCTIONS; k++)
		functions[k] = single + k * ROWS;
	residual_products_single(out, functions, FUNCTIONS, single, 1, ROWS);
	for (size_t k = 0; k < FUNCTIONS; k++) {
		double lengths = sqrt(plain_product(f[k], f[k]) * plain_product(f[0], f[0]));
		assert_close(out[k], plain_product(f[k], f[0]), RESIDUAL_SINGLE_ERROR * lengths);
	}
}

static void test_products_in_single_precision_keep_their_bound(void **state)
{
	(void)state;
	in_arena(check_single);
}

static void check_subtraction(base_arena *arena)
{
	double *values = draw_normal(arena, FUNCTIONS * ROWS, 4), *out = draw_normal(arena, RESPONSES * ROWS, 5);
	double *by = draw_normal(arena, RESPONSES * FUNCTIONS, 6), *before = base_arena_take(arena, RESPONSES * ROWS, 8);
	double *to[RESPONSES];
	memcpy(before, out, RESPONSES * ROWS * sizeof *out);
	for (size_t f = 0; f < RESPONSES; f++)
		to[f] = out + f * ROWS;
	residual_subtract(to, RESPONSES, pointers_to(arena, values, FUNCTIONS), by, FUNCTIONS, ROWS);
	for (size_t f = 0; f < RESPONSES; f++)
		for (size_t i = 0; i < ROWS; i++) {
			double left = before[f * ROWS + i];
			for (size_t k = 0; k < FUNCTIONS; k++)
				left -= by[f * FUNCTIONS + k] * values[k * ROWS + i];
			assert_close(out[f * ROWS + i], left, 1e-12);
		}
}

static void test_subtraction_takes_every_function_from_every_response(void **state)
{
	(void)state;
	in_arena(check_subtraction);
}

static void check_inverse(base_arena *arena)
{
	double *values = draw_normal(arena, FUNCTIONS * ROWS, 7), matrix[FUNCTIONS * FUNCTIONS],
		   kept[FUNCTIONS * FUNCTIONS];
	double factor[FUNCTIONS * FUNCTIONS], diagonal[FUNCTIONS], one[FUNCTIONS], column[FUNCTIONS], scratch[FUNCTIONS];
	residual_gram_matrix(matrix, FUNCTIONS, pointers_to(arena, values, FUNCTIONS), FUNCTIONS, ROWS);
	memcpy(kept, matrix, sizeof matrix);
	residual_inverse_factor(factor, matrix, FUNCTIONS);
	residual_inverse_diagonal(diagonal, factor, FUNCTIONS);
	for (size_t k = 0; k < FUNCTIONS; k++) {
		memset(one, 0, sizeof one);
		one[k] = 1;
		residual_solve(column, factor, one, FUNCTIONS, scratch);
		assert_close(column[k], diagonal[k], 1e-15);
		for (size_t i = 0; i < FUNCTIONS; i++) {
			double product = 0;
			for (size_t j = 0; j < FUNCTIONS; j++)
				product += kept[i * FUNCTIONS + j] * column[j];
			assert_close(product, i == k, 1e-12);
		}
	}
}

static void test_the_inverse_factor_solves_its_equations(void **state)
{
	(void)state;
	in_arena(check_inverse);
}

static void check_waves(base_arena *arena)
{
	enum { PLACES = 701, FIRST = 5, LAST = 128, STRIDE = 710 };
	const double pi = acos(-1);
	double *u = base_arena_take(arena, PLACES, sizeof *u), *c = base_arena_take(arena, 2 * PLACES, sizeof *c);
	double *out = base_arena_take(arena, LAST - FIRST + 1, STRIDE * sizeof *out);
	for (size_t i = 0; i < PLACES; i++)
		u[i] = (double)i / (PLACES - 1) - 0.5;
	residual_turns(c, c + PLACES, u, PLACES);
	residual_waves(out, STRIDE, arena, c, c + PLACES, PLACES, FIRST, LAST);
	for (size_t k = FIRST; k <= LAST; k++)
		for (size_t i = 0; i < PLACES; i++) {
			double angle = (double)k * pi * u[i];
			assert_close(out[(k - FIRST) * STRIDE + i], sqrt(2) * (k % 2 ? sin(angle) : cos(angle)), 2e-13);
		}
}

static void test_waves_are_sines_and_cosines(void **state)
{
	(void)state;
	in_arena(check_waves);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_products_are_sums_over_rows),
		cmocka_unit_test(test_a_product_has_the_same_bits_alone_and_among_others),
		cmocka_unit_test(test_products_in_single_precision_keep_their_bound),
		cmocka_unit_test(test_subtraction_takes_every_function_from_every_response),
		cmocka_unit_test(test_the_inverse_factor_solves_its_equations),
		cmocka_unit_test(test_waves_are_sines_and_cosines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
