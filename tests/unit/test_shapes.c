/* Names of shapes against known truth: mechanisms x 20 draws of 500 rows. The rules of explain/shapes.c were developed on the
 * first list; the second was written after they were frozen. */
#include "shape_truths.h"

enum { DRAWS = 20, ROWS = 500 };

static shape_row linear(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, 0.75 * x + test_normal(s), 0 };
}

static shape_row weak_linear(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, 0.3 * x + test_normal(s), 0 };
}

static shape_row saturating(uint64_t *s)
{
	double x = uniform_in(s, 0, 4);
	return (shape_row){ x, 1 - exp(-x) + 0.2 * test_normal(s), 0 };
}

static shape_row exponential_growth(uint64_t *s)
{
	double x = uniform_in(s, 0, 3);
	return (shape_row){ x, exp(x) + 2 * test_normal(s), 0 };
}

static shape_row falling(uint64_t *s)
{
	double x = test_uniform(s);
	return (shape_row){ x, -x + 0.3 * test_normal(s), 0 };
}

static shape_row hockey_stick(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, fmax(0, x) + 0.4 * test_normal(s), 0 };
}

static shape_row step(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, (x > 0.5) + 0.5 * test_normal(s), 0 };
}

static shape_row step_down(uint64_t *s)
{
	double x = uniform_in(s, 0, 100);
	return (shape_row){ x, -2 * (x > 37.2) + test_normal(s), 0 };
}

static shape_row parabola_down(uint64_t *s)
{
	double x = uniform_in(s, -1, 1);
	return (shape_row){ x, -2 * x * x + 0.3 * test_normal(s), 0 };
}

static shape_row parabola_up(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, x * x + 0.7 * test_normal(s), 0 };
}

static shape_row uneven_valley(uint64_t *s)
{
	double x = test_uniform(s);
	return (shape_row){ x, 6 * (x - 0.3) * (x - 0.3) + 0.25 * test_normal(s), 0 };
}

static shape_row valley_with_zeros(uint64_t *s)
{
	double x = test_uniform(s) < 0.3 ? 0 : uniform_in(s, -1, 1);
	return (shape_row){ x, 2 * x * x + 0.3 * test_normal(s), 0 };
}

static shape_row zeros_only(uint64_t *s)
{
	double x = test_uniform(s) < 0.4 ? 0 : shape_exponential(s);
	return (shape_row){ x, (x == 0) + 0.7 * test_normal(s), 0 };
}

static double poisson(uint64_t *s, double mean)
{
	double count = 0;
	for (double time = shape_exponential(s); time < mean; time += shape_exponential(s))
		count++;
	return count;
}

static shape_row zero_counts_only(uint64_t *s)
{
	double x = test_uniform(s) < 0.3 ? 0 : poisson(s, 4);
	return (shape_row){ x, (x == 0) + 0.6 * test_normal(s), 0 };
}

static shape_row zeros_and_rise(uint64_t *s)
{
	double x = test_uniform(s) < 0.4 ? 0 : shape_exponential(s);
	return (shape_row){ x, x + 0.6 * test_normal(s), 0 };
}

static shape_row checkerboard(uint64_t *s)
{
	double x = 4 * test_uniform(s), y = 4 * test_uniform(s);
	if (((int)x + (int)y) % 2 == 1)
		y = fmod(y + 1, 4);
	return (shape_row){ x, y, 0 };
}

static shape_row three_waves(uint64_t *s)
{
	double x = test_uniform(s);
	return (shape_row){ x, sin(6 * shape_pi * x) + 0.3 * test_normal(s), 0 };
}

static shape_row one_wave(uint64_t *s)
{
	double x = test_uniform(s);
	return (shape_row){ x, sin(2 * shape_pi * x) + 0.3 * test_normal(s), 0 };
}

static shape_row ring(uint64_t *s)
{
	double angle = uniform_in(s, 0, 2 * shape_pi);
	return (shape_row){ cos(angle) + 0.1 * test_normal(s), sin(angle) + 0.1 * test_normal(s), 0 };
}

static shape_row binary_response(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, test_uniform(s) < 1 / (1 + exp(-1.5 * x)), 0 };
}

static shape_row grades(uint64_t *s)
{
	double x = floor(5 * test_uniform(s));
	return (shape_row){ x, 0.5 * x + test_normal(s), 0 };
}

static shape_row against_z(uint64_t *s)
{
	double z = test_normal(s), x = z + test_normal(s);
	return (shape_row){ x, -x + 2.5 * z + 0.7 * test_normal(s), z };
}

static shape_row valley_in_groups(uint64_t *s)
{
	double z = floor(3 * test_uniform(s)), x = uniform_in(s, -1, 1);
	return (shape_row){ x, 2 * x * x + z + 0.3 * test_normal(s), z };
}

static shape_row step_given_z(uint64_t *s)
{
	double z = test_normal(s), x = 0.7 * z + test_normal(s);
	return (shape_row){ x, 2 * (x > 0) + z + 0.5 * test_normal(s), z };
}

static shape_row sign_of_z(uint64_t *s)
{
	double z = test_normal(s), x = test_normal(s);
	return (shape_row){ x, (z > 0 ? x : -x) + 0.3 * test_normal(s), z };
}

static shape_row cross(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, (test_uniform(s) < 0.5 ? x : -x) + 0.2 * test_normal(s), 0 };
}

static shape_row bow_tie(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, x * test_normal(s), 0 };
}

static shape_row sideways(uint64_t *s)
{
	shape_row row = parabola_down(s);
	return (shape_row){ row.y, row.x, 0 };
}

static const shape_truth known[] = {
	{ "linear", linear, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "weak linear", weak_linear, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "saturating", saturating, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "exponential", exponential_growth, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "falling", falling, NO_Z, MIXMI_SHAPE_DECREASING, 0 },
	{ "hockey stick", hockey_stick, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "step", step, NO_Z, MIXMI_SHAPE_THRESHOLD, 0 },
	{ "step down", step_down, NO_Z, MIXMI_SHAPE_THRESHOLD, 0 },
	{ "parabola down", parabola_down, NO_Z, MIXMI_SHAPE_PEAK, 0 },
	{ "parabola up", parabola_up, NO_Z, MIXMI_SHAPE_VALLEY, 0 },
	{ "uneven valley", uneven_valley, NO_Z, MIXMI_SHAPE_VALLEY, 0 },
	{ "valley with zeros", valley_with_zeros, NO_Z, MIXMI_SHAPE_VALLEY, 0 },
	{ "zeros only", zeros_only, NO_Z, MIXMI_SHAPE_POINT_MASS, 0 },
	{ "zero counts only", zero_counts_only, NO_Z, MIXMI_SHAPE_POINT_MASS, 0 },
	{ "zeros and rise", zeros_and_rise, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "checkerboard", checkerboard, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "three waves", three_waves, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "one wave", one_wave, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "ring", ring, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "binary response", binary_response, NO_Z, MIXMI_SHAPE_GROUPS, 1 },
	{ "grades", grades, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "against z", against_z, NUMERIC_Z, MIXMI_SHAPE_DECREASING, 0 },
	{ "valley in groups", valley_in_groups, DISCRETE_Z, MIXMI_SHAPE_VALLEY, 0 },
	{ "step given z", step_given_z, NUMERIC_Z, MIXMI_SHAPE_THRESHOLD, 0 },
	{ "sign of z", sign_of_z, NUMERIC_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "cross", cross, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "bow tie", bow_tie, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "sideways parabola", sideways, NO_Z, MIXMI_SHAPE_PEAK, 1 },
};

/* ------------------------------------------------------------------------------------------------ the second list */

static shape_row logarithm(uint64_t *s)
{
	double x = exp(2 * test_normal(s));
	return (shape_row){ x, log1p(x) + 0.5 * test_normal(s), 0 };
}

static shape_row root_times_noise(uint64_t *s)
{
	double x = uniform_in(s, 0, 10);
	return (shape_row){ x, sqrt(x) * exp(0.3 * test_normal(s)), 0 };
}

static shape_row reciprocal(uint64_t *s)
{
	double x = uniform_in(s, 0.2, 5);
	return (shape_row){ x, 1 / x + 0.2 * test_normal(s), 0 };
}

static shape_row s_curve(uint64_t *s)
{
	double x = uniform_in(s, -3, 3);
	return (shape_row){ x, 1 / (1 + exp(-2 * x)) + 0.2 * test_normal(s), 0 };
}

static shape_row growing_counts(uint64_t *s)
{
	double x = uniform_in(s, 0, 2);
	return (shape_row){ x, poisson(s, exp(x)), 0 };
}

static shape_row bump(uint64_t *s)
{
	double x = uniform_in(s, 0, 10);
	return (shape_row){ x, exp(-(x - 6) * (x - 6) / 4) + 0.25 * test_normal(s), 0 };
}

static shape_row distance_heavy_tails(uint64_t *s)
{
	double x = test_normal(s) / sqrt(test_uniform(s) + 1e-3);
	return (shape_row){ x, fabs(x) + 0.5 * test_normal(s), 0 };
}

static shape_row rise_then_drop(uint64_t *s)
{
	double x = uniform_in(s, 0, 10);
	return (shape_row){ x, (x < 7.5 ? x / 7.5 : (10 - x) / 2.5) + 0.2 * test_normal(s), 0 };
}

static shape_row late_step(uint64_t *s)
{
	double x = uniform_in(s, 0, 50);
	return (shape_row){ x, 3 * (x > 42) + test_normal(s), 0 };
}

static shape_row step_of_odds(uint64_t *s)
{
	double x = test_normal(s);
	return (shape_row){ x, test_uniform(s) < (x > 0 ? 0.65 : 0.1), 0 };
}

static shape_row detection_limit(uint64_t *s)
{
	double x = fmax(-0.5, test_normal(s));
	return (shape_row){ x, 1.2 * (x == -0.5) + 0.7 * test_normal(s), 0 };
}

static shape_row zeros_given_z(uint64_t *s)
{
	double x = test_uniform(s) < 0.35 ? 0 : shape_exponential(s) + shape_exponential(s), z = test_normal(s);
	return (shape_row){ x, -(x == 0) + 0.8 * z + 0.5 * test_normal(s), z };
}

static shape_row two_rings(uint64_t *s)
{
	double angle = uniform_in(s, 0, 2 * shape_pi), radius = test_uniform(s) < 0.5 ? 1 : 2;
	return (shape_row){ radius * cos(angle) + 0.1 * test_normal(s), radius * sin(angle) + 0.1 * test_normal(s), 0 };
}

static shape_row two_waves(uint64_t *s)
{
	double x = uniform_in(s, -1, 1);
	return (shape_row){ x, cos(4 * shape_pi * x) + 0.4 * test_normal(s), 0 };
}

static shape_row square_wave(uint64_t *s)
{
	double x = uniform_in(s, 0, 4);
	return (shape_row){ x, (int)x % 2 + 0.4 * test_normal(s), 0 };
}

static shape_row product_with_z(uint64_t *s)
{
	double x = test_normal(s), z = test_normal(s);
	return (shape_row){ x, x * z + 0.3 * test_normal(s), z };
}

static shape_row peak_across_groups(uint64_t *s)
{
	double z = floor(4 * test_uniform(s)), x = 0.7 * z + uniform_in(s, -1, 1);
	return (shape_row){ x, -(x - 1) * (x - 1) + 2 * z + 0.4 * test_normal(s), z };
}

static shape_row ratings(uint64_t *s)
{
	double x = 1 + floor(7 * test_uniform(s));
	return (shape_row){ x, fmax(1, fmin(7, round(0.5 * x + 1.5 + test_normal(s)))), 0 };
}

static shape_row falls_against_curved_z(uint64_t *s)
{
	double z = test_normal(s), x = z * z + 0.7 * test_normal(s);
	return (shape_row){ x, -0.8 * x + 2 * z * z + 0.5 * test_normal(s), z };
}

static shape_row valley_of_ages(uint64_t *s)
{
	double x = floor(uniform_in(s, 20, 80)), off = (x - 50) / 30;
	return (shape_row){ x, off * off + 0.3 * test_normal(s), 0 };
}

static shape_row sideways_distance(uint64_t *s)
{
	double y = test_normal(s);
	return (shape_row){ fabs(y) + 0.3 * test_normal(s), y, 0 };
}

static shape_row faint_rise(uint64_t *s)
{
	double x = test_uniform(s);
	return (shape_row){ x, 0.9 * x + test_normal(s), 0 };
}

static const shape_truth fresh[] = {
	{ "logarithm", logarithm, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "root times noise", root_times_noise, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "reciprocal", reciprocal, NO_Z, MIXMI_SHAPE_DECREASING, 0 },
	{ "s curve", s_curve, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "growing counts", growing_counts, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "bump", bump, NO_Z, MIXMI_SHAPE_PEAK, 0 },
	{ "distance, heavy tails", distance_heavy_tails, NO_Z, MIXMI_SHAPE_VALLEY, 0 },
	{ "rise then drop", rise_then_drop, NO_Z, MIXMI_SHAPE_PEAK, 0 },
	{ "late step", late_step, NO_Z, MIXMI_SHAPE_THRESHOLD, 0 },
	{ "step of odds", step_of_odds, NO_Z, MIXMI_SHAPE_THRESHOLD, 0 },
	{ "detection limit", detection_limit, NO_Z, MIXMI_SHAPE_POINT_MASS, 0 },
	{ "zeros given z", zeros_given_z, NUMERIC_Z, MIXMI_SHAPE_POINT_MASS, 0 },
	{ "two rings", two_rings, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "two waves", two_waves, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "square wave", square_wave, NO_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "product with z", product_with_z, NUMERIC_Z, MIXMI_SHAPE_OTHER, 0 },
	{ "peak across groups", peak_across_groups, DISCRETE_Z, MIXMI_SHAPE_PEAK, 0 },
	{ "ratings", ratings, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
	{ "falls against curved z", falls_against_curved_z, NUMERIC_Z, MIXMI_SHAPE_DECREASING, 0 },
	{ "valley of ages", valley_of_ages, NO_Z, MIXMI_SHAPE_VALLEY, 0 },
	{ "sideways distance", sideways_distance, NO_Z, MIXMI_SHAPE_VALLEY, 1 },
	{ "faint rise", faint_rise, NO_Z, MIXMI_SHAPE_INCREASING, 0 },
};

/* ------------------------------------------------------------------------------------------------ tests */

static void check_words(const shape_truth *truths, size_t count, uint64_t seed)
{
	size_t hits = 0;
	for (size_t i = 0; i < count; i++)
		hits += shape_hits(&truths[i], DRAWS, ROWS, seed + i);
	print_message("%zu of %zu words are right\n", hits, count * DRAWS);
	assert_true((double)hits >= 0.95 * (double)(count * DRAWS));
}

static void words_are_right_where_the_rules_were_made(void **state)
{
	(void)state;
	check_words(known, sizeof known / sizeof *known, 18);
}

static void words_are_right_on_mechanisms_that_came_later(void **state)
{
	(void)state;
	check_words(fresh, sizeof fresh / sizeof *fresh, 1800);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_right_where_the_rules_were_made),
		cmocka_unit_test(words_are_right_on_mechanisms_that_came_later),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
