/* The regressions behind freed columns: splines against their recursion, the normal equations against elimination, predictions against
 * leaving each row out in turn, entropies from spacings against closed forms, and what a freed column keeps. */
#include <float.h>

#include "unit.h"

#include "dependence/equations.h"
#include "dependence/freeing.h"
#include "dependence/spacing.h"

enum { ROWS = 400 };

/* -------------------------------------------------------------------------------------------------- splines */

/* Cox and de Boor, as the definition has it. The last interval holds its right end. */
static double spline(const double *knots, size_t k, size_t order, double x, double end)
{
	if (order == 1)
		return (x >= knots[k] && x < knots[k + 1]) || (x >= end && knots[k] < end && knots[k + 1] >= end);
	double left = knots[k + order - 1] - knots[k], right = knots[k + order] - knots[k + 1], value = 0;
	if (left > 0)
		value += (x - knots[k]) / left * spline(knots, k, order - 1, x, end);
	if (right > 0)
		value += (knots[k + order] - x) / right * spline(knots, k + 1, order - 1, x, end);
	return value;
}

static void splines_are_those_of_the_recursion(void **state)
{
	(void)state;
	double scores[ROWS];
	uint64_t seed = 4;
	for (size_t i = 0; i < ROWS; i++)
		scores[i] = test_normal(&seed);
	for (size_t intervals = 1; intervals <= 9; intervals += 4)
		for (int evenly = 0; evenly < 2; evenly++) {
			dependence_predictor p = { scores, NULL, 0, evenly };
			dependence_basis basis;
			assert_true(dependence_basis_init(&basis, &p, ROWS, intervals));
			assert_true(basis.functions == intervals + 3);
			double end = basis.knots[basis.splines];
			for (size_t i = 0; i < ROWS; i++) {
				uint32_t numbers[DEPENDENCE_ORDER];
				double values[DEPENDENCE_ORDER], sum = 0;
				assert_true(dependence_basis_at(numbers, values, &basis, &p, i) == DEPENDENCE_ORDER);
				for (size_t k = 0; k < DEPENDENCE_ORDER; k++) {
					assert_close(values[k], spline(basis.knots, numbers[k], DEPENDENCE_ORDER, scores[i], end), 1e-9);
					sum += values[k];
				}
				assert_close(sum, 1, 1e-9);
			}
			dependence_basis_clear(&basis);
		}
}

/* Coefficients that lie on a line at the knots' means make a line, which has no roughness. */
static void straight_lines_have_no_roughness(void **state)
{
	(void)state;
	double scores[ROWS];
	uint64_t seed = 5;
	for (size_t i = 0; i < ROWS; i++)
		scores[i] = test_normal(&seed);
	dependence_predictor p = { scores, NULL, 0, false };
	dependence_basis basis;
	assert_true(dependence_basis_init(&basis, &p, ROWS, 7));
	size_t n = basis.splines;
	double *matrix = calloc(n * n, sizeof *matrix), rough = 0, other = 0;
	dependence_basis_roughness(matrix, n, 0, &basis, 1);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			double a = basis.knots[i + 1] + basis.knots[i + 2] + basis.knots[i + 3];
			double b = basis.knots[j + 1] + basis.knots[j + 2] + basis.knots[j + 3];
			rough += (1 + 2 * a) * matrix[i * n + j] * (1 + 2 * b);
			other += a * a * matrix[i * n + j] * b * b;
		}
	assert_close(rough, 0, 1e-9);
	assert_true(other > 1e-3);
	free(matrix);
	dependence_basis_clear(&basis);
}

/* ------------------------------------------------------------------------------------------------- equations */

enum { SIZE = 5, FEW = 30 };

static void add_row(dependence_equations *e, const double *row, double y)
{
	uint32_t numbers[SIZE] = { 0, 1, 2, 3, 4 };
	dependence_equations_add(e, numbers, row, SIZE, y);
}

static void set_penalty(dependence_equations *e)
{
	for (size_t k = 0; k < SIZE; k++)
		e->penalty[k * (SIZE + 1)] = 1;
}

/* Draws a row; returns its response. */
static double draw_row(double row[SIZE], uint64_t *seed)
{
	double y = test_normal(seed);
	for (size_t k = 0; k < SIZE; k++)
		row[k] = test_normal(seed);
	return y;
}

/* Solves A x = b in place, A being symmetric and positive definite. */
static void eliminate(double a[SIZE][SIZE], double b[SIZE])
{
	for (size_t k = 0; k < SIZE; k++)
		for (size_t i = k + 1; i < SIZE; i++) {
			double f = a[i][k] / a[k][k];
			for (size_t j = k; j < SIZE; j++)
				a[i][j] -= f * a[k][j];
			b[i] -= f * b[k];
		}
	for (size_t i = SIZE; i-- > 0;) {
		for (size_t j = i + 1; j < SIZE; j++)
			b[i] -= a[i][j] * b[j];
		b[i] /= a[i][i];
	}
}

static void solutions_are_those_of_elimination(void **state)
{
	(void)state;
	for (uint64_t number = 1; number <= 20; number++) {
		uint64_t seed = number;
		double a[SIZE][SIZE] = { { 0 } }, b[SIZE] = { 0 }, lambda = exp(test_normal(&seed));
		dependence_equations e;
		assert_true(dependence_equations_init(&e, SIZE));
		for (size_t i = 0; i < FEW; i++) {
			double row[SIZE], y = draw_row(row, &seed);
			add_row(&e, row, y);
			for (size_t k = 0; k < SIZE; k++) {
				b[k] += row[k] * y;
				for (size_t j = 0; j < SIZE; j++)
					a[k][j] += row[k] * row[j];
			}
		}
		set_penalty(&e);
		for (size_t k = 0; k < SIZE; k++)
			a[k][k] += lambda;
		double gcv = dependence_equations_solve(&e, lambda);
		eliminate(a, b);
		for (size_t k = 0; k < SIZE; k++)
			assert_close(e.solution[k], b[k], 1e-5); /* a little is added to the diagonal */
		assert_true(gcv > 0 && e.freedom > 0 && e.freedom < SIZE);
		dependence_equations_clear(&e);
	}
}

/* A penalty whose multiples overflow leaves no number in the factor. Such equations predict nothing and are never the best. */
/* Functions that follow each other in runs of four, of fewer, and alone. */
static void products_of_runs_are_those_of_each_pair(void **state)
{
	(void)state;
	enum { FUNCTIONS = 16, MOST = 9 };
	static const uint32_t rows[][MOST] = { { 0, 1, 2, 3, 6, 7, 8, 9, 12 },
		                                   { 2, 3, 4, 5, 6, 7, 8, 9, 10 },
		                                   { 0, 2, 3, 5, 6, 7, 11, 13, 15 },
		                                   { 1, 2, 3, 4, 5, 12, 13, 14, 15 } };
	double plain[FUNCTIONS][FUNCTIONS] = { { 0 } }, moments[FUNCTIONS] = { 0 };
	uint64_t seed = 5;
	dependence_equations e;
	assert_true(dependence_equations_init(&e, FUNCTIONS));
	for (size_t i = 0; i < 200; i++) {
		const uint32_t *numbers = rows[i % 4];
		size_t count = 1 + i % MOST;
		double values[MOST], response = test_normal(&seed);
		for (size_t k = 0; k < count; k++)
			values[k] = test_normal(&seed);
		dependence_equations_add(&e, numbers, values, count, response);
		for (size_t a = 0; a < count; a++) {
			moments[numbers[a]] += values[a] * response;
			for (size_t b = 0; b <= a; b++)
				plain[numbers[a]][numbers[b]] += values[a] * values[b];
		}
	}
	assert_memory_equal(e.moments, moments, sizeof moments);
	for (size_t a = 0; a < FUNCTIONS; a++)
		assert_memory_equal(e.gram + a * FUNCTIONS, plain[a], (a + 1) * sizeof plain[a][0]);
	dependence_equations_clear(&e);
}

static void equations_beyond_all_numbers_predict_nothing(void **state)
{
	(void)state;
	dependence_equations e;
	uint64_t seed = 5;
	assert_true(dependence_equations_init(&e, SIZE));
	for (size_t i = 0; i < FEW; i++) {
		double row[SIZE], y = draw_row(row, &seed);
		add_row(&e, row, y);
	}
	for (size_t k = 0; k < SIZE; k++)
		for (size_t j = k > DEPENDENCE_BAND ? k - DEPENDENCE_BAND : 0; j <= k; j++)
			e.penalty[k * SIZE + j] = e.penalty[j * SIZE + k] = 1e305;
	assert_true(dependence_equations_solve(&e, 1e5) > DBL_MAX);
	dependence_equations_invert(&e);
	for (size_t k = 0; k < SIZE; k++)
		assert_close(e.solution[k], 0, 0);
	for (size_t k = 0; k < SIZE * SIZE; k++)
		assert_close(e.inverse[k], 0, 0);
	assert_close(e.freedom, 0, 0);
	dependence_equations_clear(&e);
}

/* r / (1 - h) is the error of predicting a row from a fit without it, the penalty held. */
static void leverage_says_what_leaving_out_would(void **state)
{
	(void)state;
	uint64_t seed = 9;
	double rows[FEW][SIZE], y[FEW];
	for (size_t i = 0; i < FEW; i++) {
		y[i] = test_normal(&seed);
		for (size_t k = 0; k < SIZE; k++)
			rows[i][k] = test_normal(&seed);
	}
	for (size_t left = 0; left < FEW; left++) {
		dependence_equations all, less;
		assert_true(dependence_equations_init(&all, SIZE) && dependence_equations_init(&less, SIZE));
		for (size_t i = 0; i < FEW; i++) {
			add_row(&all, rows[i], y[i]);
			if (i != left)
				add_row(&less, rows[i], y[i]);
		}
		set_penalty(&all);
		set_penalty(&less);
		dependence_equations_solve(&all, 0.7);
		dependence_equations_solve(&less, 0.7);
		dependence_equations_invert(&all);
		double r = y[left], out = y[left], h = 0;
		for (size_t k = 0; k < SIZE; k++) {
			r -= all.solution[k] * rows[left][k];
			out -= less.solution[k] * rows[left][k];
			for (size_t j = 0; j < SIZE; j++)
				h += rows[left][k] * all.inverse[k * SIZE + j] * rows[left][j];
		}
		assert_close(r / (1 - h), out, 1e-5);
		dependence_equations_clear(&all);
		dependence_equations_clear(&less);
	}
}

/* --------------------------------------------------------------------------------------------------- spacings */

/* Mean of the logarithms of the densities of a sample, by way of a column. */
static double mean_log_density(double *values, size_t rows)
{
	data_column column;
	double *logs = malloc(rows * sizeof *logs), sum = 0;
	assert_ok(data_column_from_values(&column, "v", MIXMI_NUMERIC, "", values, rows));
	assert_true(dependence_log_densities(logs, column.codes, column.values, column.distinct, NULL, rows,
	                                     dependence_reach(rows), DEPENDENCE_SAMPLE));
	for (size_t i = 0; i < rows; i++)
		sum += logs[i];
	free(logs);
	data_column_clear(&column);
	return sum / (double)rows;
}

static void entropies_come_near_their_closed_forms(void **state)
{
	(void)state;
	enum { MANY = 4000 };
	static double values[MANY];
	uint64_t seed = 21;
	for (size_t i = 0; i < MANY; i++)
		values[i] = 3 * test_normal(&seed);
	assert_close(-mean_log_density(values, MANY), 0.5 * log(2 * 3.14159265358979 * exp(1) * 9), 0.05);
	for (size_t i = 0; i < MANY; i++)
		values[i] = 5 * test_uniform(&seed);
	assert_close(-mean_log_density(values, MANY), log(5), 0.03);
	for (size_t i = 0; i < MANY; i++)
		values[i] = -log(test_uniform(&seed));
	assert_close(-mean_log_density(values, MANY), 1, 0.06);
}

/* ----------------------------------------------------------------------------------------------------- freeing */

/* y = 0.8 x + 0.6 noise, with `zeros` of the rows at 0 in y. */
static void make_pair(data_column *x, data_column *y, double zeros, double noise, uint64_t seed)
{
	double xs[ROWS], ys[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		xs[i] = test_normal(&seed);
		ys[i] = 10 + 0.8 * xs[i] + noise * test_normal(&seed);
		ys[i] = test_uniform(&seed) < zeros ? 0 : ys[i];
	}
	assert_ok(data_column_from_values(x, "x", MIXMI_NUMERIC, "", xs, ROWS));
	assert_ok(data_column_from_values(y, "y", MIXMI_NUMERIC, "", ys, ROWS));
}

static void free_y(dependence_freed *freed, dependence_numbers *numbers, const data_column *x, const data_column *y)
{
	dependence_numbers given;
	assert_true(dependence_numbers_init(&given, x, ROWS, 5) && dependence_numbers_init(numbers, y, ROWS, 5));
	dependence_terms terms = { .curves = { { &given.predictor, NULL } }, .curve_count = 1, .least = 4 };
	assert_true(dependence_free_column(freed, y, numbers, &terms, ROWS));
	dependence_numbers_clear(&given);
}

static void freeing_tells_what_was_predicted(void **state)
{
	(void)state;
	double sum = 0;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		data_column x, y;
		dependence_freed freed;
		dependence_numbers numbers;
		make_pair(&x, &y, 0, 0.6, seed);
		free_y(&freed, &numbers, &x, &y);
		assert_true(freed.freed && freed.saved > 0.2);
		sum += freed.told / 10;
		dependence_freed_clear(&freed);
		dependence_numbers_clear(&numbers);
		data_column_clear(&x);
		data_column_clear(&y);
	}
	print_message("told %.4f, truth 0.5108\n", sum);
	assert_close(sum, 0.5108, 0.05); /* the mean of ten has a standard error of 0.011 */
}

static void atoms_stay_atoms(void **state)
{
	(void)state;
	data_column x, y;
	dependence_freed freed;
	dependence_numbers numbers, after;
	make_pair(&x, &y, 0.3, 0.6, 3);
	free_y(&freed, &numbers, &x, &y);
	assert_true(freed.freed && numbers.atom_count == 1);
	assert_true(dependence_numbers_init(&after, &freed.column, ROWS, 5));
	assert_true(after.atom_count == 1 && after.ordered == numbers.ordered);
	for (size_t i = 0; i < ROWS; i++)
		assert_true(after.used[i] == numbers.used[i]);
	dependence_numbers_clear(&after);
	dependence_numbers_clear(&numbers);
	dependence_freed_clear(&freed);
	data_column_clear(&x);
	data_column_clear(&y);
}

/* Of ranks, no row can tell more than which of all it is. */
static void what_is_told_is_bounded_by_the_rows(void **state)
{
	(void)state;
	data_column x, y;
	dependence_freed freed;
	dependence_numbers numbers;
	make_pair(&x, &y, 0, 0, 3);
	free_y(&freed, &numbers, &x, &y);
	assert_true(freed.freed && freed.told > log(ROWS) - 1 && freed.told <= log(ROWS) + 1e-9);
	dependence_numbers_clear(&numbers);
	dependence_freed_clear(&freed);
	data_column_clear(&x);
	data_column_clear(&y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(splines_are_those_of_the_recursion),
		cmocka_unit_test(straight_lines_have_no_roughness),
		cmocka_unit_test(solutions_are_those_of_elimination),
		cmocka_unit_test(products_of_runs_are_those_of_each_pair),
		cmocka_unit_test(equations_beyond_all_numbers_predict_nothing),
		cmocka_unit_test(leverage_says_what_leaving_out_would),
		cmocka_unit_test(entropies_come_near_their_closed_forms),
		cmocka_unit_test(freeing_tells_what_was_predicted),
		cmocka_unit_test(atoms_stay_atoms),
		cmocka_unit_test(what_is_told_is_bounded_by_the_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
