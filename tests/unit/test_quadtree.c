/* Squares that are split where dependence is left: against closed forms, and what changes no bit of them; and columns of Z that have
 * nothing to do with a question. */
#include "dependence/quadtree.h"

#include "draw.h"
#include "tables.h"

static dependence_quadtree measure(const double *values, size_t rows)
{
	dependence_quadtree squares;
	mixmi_table *table = numeric_table(values, rows, 2);
	assert_true(dependence_quadtree_measure(&squares, table));
	mixmi_table_free(table);
	return squares;
}

/* X and Y always in the same half, on a lattice inside: one split shows all there is, and counting makes 1 of 2 n I. */
static void a_lattice_in_two_quarters_has_its_closed_form(void **state)
{
	(void)state;
	enum { SIDE = 32, ROWS = 2 * SIDE * SIDE };
	double *values = malloc(2 * ROWS * sizeof *values);
	for (size_t i = 0; i < ROWS; i++) {
		size_t half = i / (SIDE * SIDE), a = i % (SIDE * SIDE) / SIDE, b = i % SIDE;
		values[i] = (double)(half * SIDE + a);
		values[ROWS + i] = (double)(half * SIDE + b);
	}
	dependence_quadtree squares = measure(values, ROWS);
	assert_close(squares.value, log(2) - 0.5 / ROWS, 1e-12);
	free(values);
}

/* Of two columns of two values each it is the plug-in estimate less one degree of freedom for each further cell. */
static void repeated_values_are_kept_together(void **state)
{
	(void)state;
	enum { ROWS = 1000 };
	static const double cells[2][2] = { { 0.35, 0.15 }, { 0.1, 0.4 } };
	double values[2 * ROWS], expected = 0;
	size_t row = 0;
	for (size_t a = 0; a < 2; a++)
		for (size_t b = 0; b < 2; b++) {
			double mine = cells[a][0] + cells[a][1], other = cells[0][b] + cells[1][b];
			expected += cells[a][b] * log(cells[a][b] / (mine * other));
			for (size_t k = 0; k < (size_t)lround(cells[a][b] * ROWS); k++, row++) {
				values[row] = (double)a;
				values[ROWS + row] = (double)b;
			}
		}
	assert_int_equal(row, ROWS);
	assert_close(measure(values, ROWS).value, expected - 3.0 / (2 * ROWS), 1e-12);
}

static double *draw_band(size_t rows, double width, uint64_t seed)
{
	draw d;
	double *values = malloc(2 * rows * sizeof *values);
	draw_init(&d, seed, "band", rows);
	for (size_t i = 0; i < rows; i++) {
		values[i] = draw_uniform(&d);
		values[rows + i] = fmod(values[i] + width * draw_uniform(&d), 1);
	}
	return values;
}

/* Points of a disc, whose density ends at a sharp edge. */
static double *draw_disc(size_t rows)
{
	const double pi = 3.14159265358979323846;
	draw d;
	double *values = malloc(2 * rows * sizeof *values);
	draw_init(&d, 7, "disc", rows);
	for (size_t i = 0; i < rows; i++) {
		double radius = sqrt(draw_uniform(&d)), angle = 2 * pi * draw_uniform(&d);
		values[i] = radius * cos(angle);
		values[rows + i] = radius * sin(angle);
	}
	return values;
}

/* What squares miss falls with the root of the rows, and their growth tells how much. */
static void growth_tells_what_is_missed_at_sharp_edges(void **state)
{
	(void)state;
	const double truth = 0.14472988584940; /* ln pi - 1 */
	static const size_t sizes[] = { 10000, 40000, 160000 };
	double before = INFINITY;
	for (size_t k = 0; k < 3; k++) {
		double *values = draw_disc(sizes[k]);
		dependence_quadtree squares = measure(values, sizes[k]);
		double missed = truth - squares.value;
		assert_true(missed > 0 && missed < 0.75 * before);
		assert_true(fabs(missed - 2.2 * squares.growth) < 0.6 * missed);
		before = missed;
		free(values);
	}
	assert_true(before < 0.01);
}

/* 60 pairs: at most 3 show anything; a rate of .5% would exceed that once in 4000 runs, and the seeds are fixed. */
static void independent_columns_show_nothing(void **state)
{
	(void)state;
	enum { ROWS = 1500, PAIRS = 60 };
	double values[2 * ROWS];
	size_t shown = 0;
	for (uint64_t pair = 0; pair < PAIRS; pair++) {
		draw d;
		draw_init(&d, 3, "independent", pair);
		for (size_t i = 0; i < 2 * ROWS; i++)
			values[i] = draw_normal(&d);
		shown += measure(values, ROWS).value > 0;
	}
	assert_true(shown <= 3);
}

static void order_of_rows_changes_no_bit(void **state)
{
	(void)state;
	enum { ROWS = 5000 };
	double *values = draw_band(ROWS, 0.4, 11), *other = malloc(2 * ROWS * sizeof *other);
	for (size_t i = 0; i < ROWS; i++) /* 1999 is prime to the number of rows */
		for (size_t j = 0; j < 2; j++)
			other[j * ROWS + i * 1999 % ROWS] = values[j * ROWS + i];
	dependence_quadtree a = measure(values, ROWS), b = measure(other, ROWS);
	assert_memory_equal(&a, &b, sizeof a);
	free(values);
	free(other);
}

/* The estimate of columns 0 and 1 given the others. */
static double estimate_given(const double *values, size_t rows, size_t columns)
{
	static const size_t numbers[] = { 0, 1, 2, 3 };
	mixmi_options options = options_of("robust");
	mixmi_answer answer;
	mixmi_table *table = numeric_table(values, rows, columns);
	assert_ok(estimate_cmi(&answer, NULL, table, numbers, 1, numbers + 1, 1, numbers + 2, columns - 2, &options));
	mixmi_table_free(table);
	return answer.estimate;
}

/* Two columns that X and Y know nothing of leave every bit as it was, in at least 9 of 10 samples; one that makes X and Y dependent does
 * not. */
static void irrelevant_z_moves_nothing_and_relevant_z_counts(void **state)
{
	(void)state;
	enum { ROWS = 600, SAMPLES = 10 };
	double values[4 * ROWS];
	size_t same = 0, none = 0;
	for (uint64_t sample = 0; sample < SAMPLES; sample++) {
		draw d;
		draw_init(&d, 21, "irrelevant", sample);
		for (size_t i = 0; i < ROWS; i++) {
			values[2 * ROWS + i] = draw_normal(&d);
			values[3 * ROWS + i] = (double)draw_below(&d, 3);
			values[i] = draw_normal(&d);
			values[ROWS + i] = values[i] * values[i] + draw_normal(&d);
		}
		double alone = estimate_given(values, ROWS, 2), given = estimate_given(values, ROWS, 4);
		same += !(alone < given) && !(alone > given);
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = values[2 * ROWS + i] + draw_normal(&d);
			values[ROWS + i] = values[2 * ROWS + i] + draw_normal(&d);
		}
		assert_true(estimate_given(values, ROWS, 2) > 0.05);
		none += !(estimate_given(values, ROWS, 4) > 0);
	}
	assert_true(same >= 9);
	assert_true(none >= 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lattice_in_two_quarters_has_its_closed_form),
		cmocka_unit_test(repeated_values_are_kept_together),
		cmocka_unit_test(growth_tells_what_is_missed_at_sharp_edges),
		cmocka_unit_test(independent_columns_show_nothing),
		cmocka_unit_test(order_of_rows_changes_no_bit),
		cmocka_unit_test(irrelevant_z_moves_nothing_and_relevant_z_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
