/* Effects against models whose truth is known and against standardisation by hand. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 800 };

/* ------------------------------------------------------------------------------------------------------- data */

static uint64_t state = 1;

static double uniform(void)
{
	return test_uniform(&state);
}

static double normal(void)
{
	return test_normal(&state);
}

/* z1 confounds x and u = of_x x + z1 + noise; z1 and z2 confound t, 0 or 1, and y = of_t t + z1 + z2 + z2^2 + noise. */
typedef struct data {
	double z1[ROWS], z2[ROWS], x[ROWS], t[ROWS], y[ROWS], u[ROWS];
} data;

static void draw(data *d, double of_x, double of_t)
{
	for (size_t i = 0; i < ROWS; i++) {
		d->z1[i] = normal();
		d->z2[i] = normal();
		d->x[i] = 0.7 * d->z1[i] + normal();
		d->t[i] = uniform() < 1 / (1 + exp(-d->z1[i] - d->z2[i])) ? 1 : 0;
		d->u[i] = of_x * d->x[i] + d->z1[i] + normal();
		d->y[i] = of_t * d->t[i] + d->z1[i] + d->z2[i] + d->z2[i] * d->z2[i] + normal();
	}
}

static mixmi_table *table_of(const data *d, const size_t *order)
{
	static const char *const names[] = { "z1", "z2", "x", "t", "y", "u" };
	const double *const columns[] = { d->z1, d->z2, d->x, d->t, d->y, d->u };
	mixmi_table *table;
	double *values = malloc(ROWS * sizeof *values);
	assert_non_null(values);
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 6; j++) {
		size_t column = order != NULL ? 5 - j : j;
		for (size_t i = 0; i < ROWS; i++)
			values[i] = columns[column][order != NULL ? order[i] : i];
		assert_ok(mixmi_table_add_values(table, names[column], MIXMI_NUMERIC, values, NULL));
	}
	free(values);
	return table;
}

static size_t column(const mixmi_table *table, const char *name)
{
	size_t found;
	assert_ok(mixmi_table_find(&found, table, name));
	return found;
}

static mixmi_effect *adjusted(const mixmi_table *table, const char *x, const char *y, const char *a, const char *b)
{
	size_t set[2], count = 0;
	mixmi_effect *effect;
	if (a != NULL)
		set[count++] = column(table, a);
	if (b != NULL)
		set[count++] = column(table, b);
	assert_ok(mixmi_effect_adjusted(&effect, table, column(table, x), column(table, y), set, count, NULL, NULL));
	return effect;
}

static mixmi_effect_point point(const mixmi_effect *effect, size_t set, size_t outcome, size_t index)
{
	mixmi_effect_point out;
	assert_ok(mixmi_effect_point_at(&out, sizeof out, effect, set, outcome, index));
	return out;
}

static mixmi_effect_outcome outcome(const mixmi_effect *effect)
{
	mixmi_effect_outcome out;
	assert_ok(mixmi_effect_outcome_at(&out, sizeof out, effect, 0, 0));
	return out;
}

static mixmi_effect_info describe(const mixmi_effect *effect)
{
	mixmi_effect_info info;
	mixmi_effect_describe(&info, sizeof info, effect);
	return info;
}

static mixmi_effect_set set_at(const mixmi_effect *effect, size_t index)
{
	mixmi_effect_set out;
	assert_ok(mixmi_effect_set_at(&out, sizeof out, effect, index));
	return out;
}

/* ------------------------------------------------------------------------------------------------------- levels */

/* Over many draws the difference of two levels is the model's, its intervals cover it, and the unadjusted one is confounded. */
static void levels_have_the_effect_of_the_model(void **unused)
{
	(void)unused;
	enum { DRAWS = 20 };
	double mean = 0, crude = 0;
	size_t covered = 0;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	for (size_t k = 0; k < DRAWS; k++) {
		draw(d, 0, 1);
		mixmi_table *table = table_of(d, NULL);
		mixmi_effect *effect = adjusted(table, "t", "y", "z1", "z2");
		mixmi_effect_point one = point(effect, 0, 0, 1), none = point(effect, 0, 0, 0);
		assert_int_equal(describe(effect).curve, 0);
		assert_true(none.difference == 0 && one.value == 1);
		assert_close(one.difference, one.mean - none.mean, 1e-12);
		assert_true(one.lower < one.mean && one.mean < one.upper);
		assert_true(one.band_lower <= one.lower && one.upper <= one.band_upper);
		assert_true(one.size <= (double)one.rows && one.support > 0.5 && one.support <= 1);
		mean += one.difference / DRAWS;
		crude += (one.crude - none.crude) / DRAWS;
		covered += one.difference_lower <= 1 && 1 <= one.difference_upper;
		mixmi_effect_free(effect);
		mixmi_table_free(table);
	}
	free(d);
	assert_close(mean, 1, 0.1);
	assert_true(crude > 2);
	assert_true(covered >= 17);
}

/* One of 50 is treated where z1 < 0, and one of 8 elsewhere: few because the treatment is rare, not because z1 excludes it. */
static void a_rare_level_has_support(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 0, 0);
	size_t low = 0, high = 0;
	for (size_t i = 0; i < ROWS; i++) {
		d->z1[i] = d->z1[i] < 0 ? 0 : 1;
		d->t[i] = (d->z1[i] < 1 ? low++ % 50 : high++ % 8) == 0 ? 1 : 0;
	}
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = adjusted(table, "t", "y", "z1", NULL);
	assert_true(point(effect, 0, 0, 0).support > 0.9 && point(effect, 0, 0, 1).support > 0.9);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
}

enum { STRATA = 3, PEOPLE = 1200 };

/* A treatment and an outcome, given the risks of controls and treated and the share of controls. */
static double information_of(const double risk[2], double share)
{
	const double shares[] = { share, 1 - share };
	double all = share * risk[0] + (1 - share) * risk[1], sum = 0;
	for (size_t t = 0; t < 2; t++)
		sum += shares[t] * (risk[t] * log(risk[t] / all) + (1 - risk[t]) * log((1 - risk[t]) / (1 - all)));
	return sum;
}

/* Risks within strata, averaged over the strata by hand: the treatment helps in each and harms overall (Simpson's paradox). */
static void strata_are_averaged_by_their_rows(void **unused)
{
	(void)unused;
	static const int64_t rows[STRATA][2] = { { 300, 60 }, { 200, 200 }, { 40, 400 } };
	static const double risk[STRATA][2] = { { 0.8, 0.9 }, { 0.4, 0.5 }, { 0.1, 0.2 } };
	static const char *const strata[] = { "a", "b", "c" }, *const arms[] = { "control", "treated" },
							 *const ends[] = { "died", "lived" };
	int64_t *codes[3];
	size_t n = 0;
	double by_hand[2] = { 0, 0 },
		   effective[2] = { 0, 0 }; /* sums of the weights of the treated, and of their squares */
	for (size_t s = 0; s < STRATA; s++) {
		double weight = (double)(rows[s][0] + rows[s][1]) / (double)rows[s][1];
		effective[0] += weight * (double)rows[s][1];
		effective[1] += weight * weight * (double)rows[s][1];
	}
	for (size_t j = 0; j < 3; j++)
		assert_non_null(codes[j] = malloc(PEOPLE * sizeof *codes[j]));
	for (size_t s = 0; s < STRATA; s++)
		for (size_t t = 0; t < 2; t++) {
			by_hand[t] += risk[s][t] * (double)(rows[s][0] + rows[s][1]) / PEOPLE;
			for (int64_t i = 0; i < rows[s][t]; i++, n++) {
				codes[0][n] = (int64_t)s;
				codes[1][n] = (int64_t)t;
				codes[2][n] = (double)i < risk[s][t] * (double)rows[s][t] - 1e-9 ? 1 : 0;
			}
		}
	assert_int_equal(n, PEOPLE);
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, PEOPLE));
	assert_ok(mixmi_table_add_codes(table, "stratum", codes[0], strata, 3, NULL));
	assert_ok(mixmi_table_add_codes(table, "arm", codes[1], arms, 2, NULL));
	assert_ok(mixmi_table_add_codes(table, "end", codes[2], ends, 2, NULL));
	mixmi_effect *effect = adjusted(table, "arm", "end", "stratum", NULL);
	assert_int_equal(describe(effect).outcomes, 2);
	mixmi_effect_point control = point(effect, 0, 1, 0), treated = point(effect, 0, 1, 1);
	assert_string_equal(treated.label, "treated");
	assert_close(control.mean, by_hand[0], 0.001);
	assert_close(treated.mean, by_hand[1], 0.001);
	assert_close(treated.size, effective[0] * effective[0] / effective[1], 5);
	assert_true(treated.difference > 0 && treated.crude < control.crude);
	assert_close(point(effect, 0, 0, 1).mean + treated.mean, 1, 1e-6);
	assert_close(set_at(effect, 0).information, information_of(by_hand, 540.0 / PEOPLE), 0.0005);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	for (size_t j = 0; j < 3; j++)
		free(codes[j]);
}

/* Differences too weak for the regression remain in its residuals: the means are still close to those by hand. */
static void weak_differences_are_not_lost(void **unused)
{
	(void)unused;
	enum { FEW = 4, IN_ALL = 42, DRAWS = 40 };
	static const char *const strata[] = { "a", "b", "c", "d" }, *const arms[] = { "control", "treated" };
	double distance = 0;
	for (size_t k = 0; k < DRAWS; k++) {
		int64_t stratum[IN_ALL], arm[IN_ALL];
		double y[IN_ALL], sums[FEW][2] = { { 0 } }, rows[FEW][2] = { { 0 } };
		for (size_t i = 0; i < IN_ALL; i++) {
			stratum[i] = (int64_t)(i % FEW);
			arm[i] = (int64_t)(i * 5 / 7 % 2);
			y[i] = normal();
			sums[stratum[i]][arm[i]] += y[i];
			rows[stratum[i]][arm[i]]++;
		}
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, IN_ALL));
		assert_ok(mixmi_table_add_codes(table, "stratum", stratum, strata, FEW, NULL));
		assert_ok(mixmi_table_add_codes(table, "arm", arm, arms, 2, NULL));
		assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
		mixmi_effect *effect = adjusted(table, "arm", "y", "stratum", NULL);
		for (size_t t = 0; t < 2; t++) {
			double by_hand = 0;
			for (size_t s = 0; s < FEW; s++)
				by_hand += sums[s][t] / rows[s][t] * (rows[s][0] + rows[s][1]) / IN_ALL;
			distance += fabs(point(effect, 0, 0, t).mean - by_hand) / (2 * DRAWS);
		}
		mixmi_effect_free(effect);
		mixmi_table_free(table);
	}
	print_message("%.4f from the means by hand\n", distance);
	assert_true(distance < 0.04); /* .06 without what the regression leaves */
}

/* Without an adjustment set the means are those of the levels, with the standard errors of two samples. */
static void nothing_is_adjusted_without_a_set(void **unused)
{
	(void)unused;
	enum { FEW = 60 };
	double t[FEW], y[FEW], sums[2] = { 0 }, squares[2] = { 0 }, counts[2] = { 0 };
	mixmi_table *table;
	for (size_t i = 0; i < FEW; i++) {
		t[i] = i % 3 == 0;
		y[i] = 0.2 * t[i] + normal();
		sums[(size_t)t[i]] += y[i];
		squares[(size_t)t[i]] += y[i] * y[i];
		counts[(size_t)t[i]]++;
	}
	assert_ok(mixmi_table_new(&table, FEW));
	assert_ok(mixmi_table_add_values(table, "t", MIXMI_NUMERIC, t, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
	mixmi_effect *effect = adjusted(table, "t", "y", NULL, NULL);
	for (size_t g = 0; g < 2; g++)
		assert_close(point(effect, 0, 0, g).mean, point(effect, 0, 0, g).crude, 0.02);
	double square = 0;
	for (size_t g = 0; g < 2; g++) {
		double mean = sums[g] / counts[g];
		double own = (squares[g] / counts[g] - mean * mean) / counts[g];
		assert_close(point(effect, 0, 0, g).error, sqrt(own), 0.1 * sqrt(own));
		square += own;
	}
	assert_close(point(effect, 0, 0, 1).difference_error, sqrt(square), 0.1 * sqrt(square));
	mixmi_effect_free(effect);
	mixmi_table_free(table);
}

/* -------------------------------------------------------------------------------------------------------- curves */

static void curves_have_the_slope_of_the_model(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 2, 0);
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = adjusted(table, "x", "u", "z1", NULL);
	mixmi_effect_outcome o = outcome(effect);
	mixmi_effect_info info = describe(effect);
	assert_true(info.curve && info.points == 20 && info.reference == 10);
	assert_close(o.slope, 2, 0.12);
	assert_true(o.slope_lower < 2 && 2 < o.slope_upper && o.p < 1e-10);
	assert_true(o.crude_slope > 2.3);
	for (size_t g = 0; g < info.points; g++) {
		mixmi_effect_point p = point(effect, 0, 0, g);
		if (!isnan(p.mean))
			assert_close(p.mean, 2 * p.value, 0.4);
	}
	mixmi_effect_point same = point(effect, 0, 0, info.reference); /* differs from itself by nothing, for certain */
	assert_true(same.error > 0 && same.difference == 0 && same.difference_error == 0);
	mixmi_effect_free(effect);
	effect = adjusted(table, "x", "y", "z1", NULL); /* x does nothing to y */
	o = outcome(effect);
	assert_true(o.slope_lower < 0 && 0 < o.slope_upper && o.p > 1e-3 && o.crude_slope > 0.3);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* A curve is evaluated at the middle of 20 groups of equal size; its ends rest on fewer rows, and slopes do not depend on the origin of x. */
static void points_of_a_curve_are_quantiles(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	double *sorted = malloc(ROWS * sizeof *sorted);
	assert_true(d != NULL && sorted != NULL);
	draw(d, 1, 1);
	memcpy(sorted, d->x, ROWS * sizeof *sorted);
	qsort(sorted, ROWS, sizeof *sorted, compare_numbers);
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = adjusted(table, "x", "u", NULL, NULL);
	for (size_t g = 0; g < 20; g++) {
		size_t at = ROWS / 40 * (2 * g + 1) - 1; /* or the next row: places are rounded */
		assert_true(point(effect, 0, 0, g).value == sorted[at] || point(effect, 0, 0, g).value == sorted[at + 1]);
	}
	double middle = point(effect, 0, 0, 10).size, first = point(effect, 0, 0, 0).size;
	assert_true(first > 5 && first < ROWS / 4 && middle > 1.5 * first && middle < ROWS);
	double slope = outcome(effect).slope;
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	for (size_t i = 0; i < ROWS; i++)
		d->x[i] += 100;
	table = table_of(d, NULL);
	effect = adjusted(table, "x", "u", NULL, NULL);
	assert_close(outcome(effect).slope, slope, 1e-3);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
	free(sorted);
}

/* A row supports a value that is no farther from its prediction than those of 99 of 100 rows: here by the model itself. */
static void support_is_the_share_of_rows_near_a_value(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	double *errors = malloc(ROWS * sizeof *errors);
	assert_true(d != NULL && errors != NULL);
	draw(d, 1, 1);
	for (size_t i = 0; i < ROWS; i++) {
		d->x[i] = d->z1[i] + 0.5 * normal();
		errors[i] = fabs(d->x[i] - d->z1[i]);
	}
	qsort(errors, ROWS, sizeof *errors, compare_numbers);
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = adjusted(table, "x", "y", "z1", NULL);
	for (size_t g = 0; g < describe(effect).points; g++) {
		mixmi_effect_point p = point(effect, 0, 0, g);
		double near = 0;
		for (size_t i = 0; i < ROWS; i++)
			near += fabs(p.value - d->z1[i]) <= errors[ROWS / 100 * 99];
		assert_close(p.support, near / ROWS, 0.1);
	}
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
	free(errors);
}

/* For y = x z1 + noise, where z1 also affects x, the mean is 0 at every x: products are averaged over the set. */
static void products_are_averaged_over_the_set(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 1, 1);
	for (size_t i = 0; i < ROWS; i++)
		d->y[i] = d->x[i] * d->z1[i] + 0.3 * normal();
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = adjusted(table, "x", "y", "z1", NULL);
	for (size_t g = 0; g < describe(effect).points; g++) {
		mixmi_effect_point p = point(effect, 0, 0, g);
		if (!isnan(p.mean))
			assert_close(p.mean, 0, 0.25);
	}
	assert_true(point(effect, 0, 0, 10).crude < 0.25 && point(effect, 0, 0, 19).crude > 0.5);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
}

/* The coefficient of x in the linear regression of u on x and z1. */
static double linear_slope(const data *d)
{
	double mean[3] = { 0 }, xx = 0, xz = 0, zz = 0, xu = 0, zu = 0;
	for (size_t i = 0; i < ROWS; i++) {
		mean[0] += d->x[i] / ROWS;
		mean[1] += d->z1[i] / ROWS;
		mean[2] += d->u[i] / ROWS;
	}
	for (size_t i = 0; i < ROWS; i++) {
		double x = d->x[i] - mean[0], z = d->z1[i] - mean[1], u = d->u[i] - mean[2];
		xx += x * x;
		xz += x * z;
		zz += z * z;
		xu += x * u;
		zu += z * u;
	}
	return (xu * zz - zu * xz) / (xx * zz - xz * xz);
}

/* If the model is linear, the curve equals linear regression up to a part of that line's standard error. */
static void linear_models_cost_nothing(void **unused)
{
	(void)unused;
	enum { DRAWS = 12 };
	double from_line = 0, of_line = 0;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	for (size_t k = 0; k < DRAWS; k++) {
		draw(d, 1, 0);
		mixmi_table *table = table_of(d, NULL);
		mixmi_effect *effect = adjusted(table, "x", "u", "z1", NULL);
		mixmi_effect_info info = describe(effect);
		double slope = linear_slope(d), from = point(effect, 0, 0, info.reference).value;
		for (size_t g = 0; g < info.points; g++) {
			mixmi_effect_point p = point(effect, 0, 0, g);
			if (isnan(p.difference))
				continue;
			from_line += fabs(p.difference - slope * (p.value - from));
			of_line += fabs((slope - 1) * (p.value - from));
		}
		mixmi_effect_free(effect);
		mixmi_table_free(table);
	}
	free(d);
	assert_true(from_line < 0.3 * of_line);
}

static double kink(double x)
{
	return 1.5 * fmax(x, 0);
}

static double jump(double x)
{
	return x > 0.5 ? 1.5 : 0;
}

/* Share of the differences of a curve from its reference that their intervals cover, in the mean over draws. */
static double share_covered(double curve(double), size_t draws)
{
	double covered = 0, points = 0;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	for (size_t k = 0; k < draws; k++) {
		draw(d, 0, 0);
		for (size_t i = 0; i < ROWS; i++)
			d->u[i] += curve(d->x[i]);
		mixmi_table *table = table_of(d, NULL);
		mixmi_effect *effect = adjusted(table, "x", "u", "z1", NULL);
		mixmi_effect_info info = describe(effect);
		double from = curve(point(effect, 0, 0, info.reference).value);
		for (size_t g = 0; g < info.points; g++) {
			mixmi_effect_point p = point(effect, 0, 0, g);
			if (g == info.reference || isnan(p.difference))
				continue;
			double truth = curve(p.value) - from;
			covered += p.difference_lower <= truth && truth <= p.difference_upper;
			points++;
		}
		mixmi_effect_free(effect);
		mixmi_table_free(table);
	}
	free(d);
	print_message("%.3f covered\n", covered / points);
	return covered / points;
}

/* The interval allows for curves that are less smooth than the fit. */
static void intervals_cover_curves_that_are_not_smooth(void **unused)
{
	(void)unused;
	assert_true(share_covered(kink, 30) >= 0.85);
	assert_true(share_covered(jump, 30) >= 0.85);
}

/* If the set almost determines the treatment, most rows do not support most values. */
static void no_support_no_mean(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 1, 1);
	for (size_t i = 0; i < ROWS; i++) {
		d->x[i] = d->z1[i] + 0.05 * normal();
		d->t[i] = d->z1[i] > 0 ? 1 : 0;
	}
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = adjusted(table, "x", "y", "z1", NULL);
	mixmi_effect_point first = point(effect, 0, 0, 0);
	assert_true(isnan(first.mean) && isnan(first.lower) && isnan(first.difference) && first.support < 0.5);
	assert_true(!isnan(first.crude));
	for (size_t i = 0; i < ROWS; i++)
		d->x[i] = d->z1[i];
	mixmi_table *copy = table_of(d, NULL);
	mixmi_effect *none = adjusted(copy, "x", "y", "z1", NULL);
	assert_true(isnan(outcome(none).p) && isnan(set_at(none, 0).information));
	mixmi_effect_free(none);
	mixmi_table_free(copy);
	mixmi_effect_free(effect);
	effect = adjusted(table, "t", "y", "z1", NULL);
	assert_true(point(effect, 0, 0, 0).support < 0.6 && point(effect, 0, 0, 1).support < 0.6);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
}

/* ----------------------------------------------------------------------------------------------------- invariance */

static void orders_change_no_bit(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	size_t *order = malloc(ROWS * sizeof *order);
	assert_true(d != NULL && order != NULL);
	draw(d, 1, 1);
	for (size_t i = 0; i < ROWS; i++)
		order[i] = (i * 7 + 3) % ROWS; /* 7 does not divide the number of rows */
	mixmi_table *table = table_of(d, NULL), *turned = table_of(d, order);
	static const char *const treatments[] = { "t", "x" };
	for (size_t k = 0; k < 2; k++) {
		mixmi_effect *a = adjusted(table, treatments[k], "y", "z1", "z2");
		mixmi_effect *b = adjusted(turned, treatments[k], "y", "z2", "z1");
		for (size_t g = 0; g < describe(a).points; g++) {
			mixmi_effect_point p = point(a, 0, 0, g), q = point(b, 0, 0, g);
			assert_memory_equal(&p.mean, &q.mean, sizeof p.mean);
			assert_memory_equal(&p.band_upper, &q.band_upper, sizeof p.band_upper);
			assert_memory_equal(&p.difference_error, &q.difference_error, sizeof p.mean);
		}
		mixmi_effect_set s = set_at(a, 0), t = set_at(b, 0);
		assert_memory_equal(&s.information, &t.information, sizeof s.information);
		mixmi_effect_free(a);
		mixmi_effect_free(b);
	}
	mixmi_table_free(table);
	mixmi_table_free(turned);
	free(d);
	free(order);
}

/* Effects are equivariant under a change of units, also to very large and very small ones. */
static void units_change_no_digit(void **unused)
{
	(void)unused;
	static const int exponents[] = { -1000, -500, 200, 1010 };
	static const char *const treatments[] = { "t", "x" };
	data *d = malloc(sizeof *d), *other = malloc(sizeof *other);
	assert_true(d != NULL && other != NULL);
	draw(d, 1, 1);
	mixmi_table *table = table_of(d, NULL);
	for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
		memcpy(other, d, sizeof *other);
		for (size_t i = 0; i < ROWS; i++) {
			other->x[i] = ldexp(d->x[i], exponents[e]);
			other->y[i] = ldexp(d->y[i], exponents[e]);
			other->z1[i] = ldexp(d->z1[i], exponents[e]);
		}
		mixmi_table *scaled = table_of(other, NULL);
		for (size_t k = 0; k < 2; k++) {
			mixmi_effect *a = adjusted(table, treatments[k], "y", "z1", NULL);
			mixmi_effect *b = adjusted(scaled, treatments[k], "y", "z1", NULL);
			for (size_t g = 0; g < describe(a).points; g++) {
				mixmi_effect_point p = point(a, 0, 0, g), q = point(b, 0, 0, g);
				assert_true(q.mean == ldexp(p.mean, exponents[e]) || (isnan(p.mean) && isnan(q.mean)));
				assert_true(q.crude == ldexp(p.crude, exponents[e]) && q.size == p.size);
				assert_true(q.error == ldexp(p.error, exponents[e]) || (isnan(p.error) && isnan(q.error)));
			}
			assert_true(outcome(b).p == outcome(a).p && set_at(b, 0).information == set_at(a, 0).information);
			if (k == 1)
				assert_true(outcome(b).slope == outcome(a).slope);
			mixmi_effect_free(a);
			mixmi_effect_free(b);
		}
		mixmi_table_free(scaled);
	}
	mixmi_table_free(table);
	free(d);
	free(other);
}

/* Adding a large number to the outcome, such as a date, adds it to every mean and changes no difference. Outcomes are multiples of 1/1024, so
 * that the sum is exact. */
static void origins_change_no_difference(void **unused)
{
	(void)unused;
	static const double origin = 1e12;
	static const char *const treatments[] = { "t", "x" };
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 1, 1);
	for (size_t i = 0; i < ROWS; i++)
		d->y[i] = rint(d->y[i] * 1024) / 1024;
	mixmi_table *table = table_of(d, NULL);
	for (size_t i = 0; i < ROWS; i++)
		d->y[i] += origin;
	mixmi_table *moved = table_of(d, NULL);
	for (size_t k = 0; k < 2; k++) {
		mixmi_effect *a = adjusted(table, treatments[k], "y", "z1", NULL);
		mixmi_effect *b = adjusted(moved, treatments[k], "y", "z1", NULL);
		for (size_t g = 0; g < describe(a).points; g++) {
			mixmi_effect_point p = point(a, 0, 0, g), q = point(b, 0, 0, g);
			assert_true(isnan(p.mean) == isnan(q.mean));
			if (isnan(p.mean))
				continue;
			assert_close(q.mean - origin, p.mean, 1e-3);
			assert_close(q.difference, p.difference, 1e-3);
			assert_close(q.difference_upper, p.difference_upper, 1e-3);
		}
		mixmi_effect_free(a);
		mixmi_effect_free(b);
	}
	mixmi_table_free(table);
	mixmi_table_free(moved);
	free(d);
}

/* --------------------------------------------------------------------------------------------------------- graphs */

static mixmi_effect *by_graph(const mixmi_table *table, const char *lines, const char *x, const char *y)
{
	mixmi_graph *graph;
	mixmi_effect *effect;
	assert_ok(mixmi_graph_parse(&graph, lines, strlen(lines)));
	assert_ok(mixmi_graph_effect(&effect, table, graph, column(table, x), column(table, y), 20, NULL, NULL));
	mixmi_graph_free(graph);
	return effect;
}

static void graphs_choose_the_set(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 1, 1);
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = by_graph(table, "z1 -> t\nz2 -> t\nz1 -> y\nz2 -> y\nt -> y\nz1 -> x", "t", "y");
	mixmi_effect *same = adjusted(table, "t", "y", "z1", "z2");
	assert_true(describe(effect).sets == 1 && describe(effect).identified && set_at(effect, 0).count == 2);
	assert_true(point(effect, 0, 0, 1).mean == point(same, 0, 0, 1).mean);
	assert_string_equal(describe(effect).kind, "dag");
	mixmi_effect_free(effect);
	mixmi_effect_free(same);
	effect = by_graph(table, "y -> t\nz1 -> t", "t", "y");
	assert_true(describe(effect).sets == 0 && !describe(effect).affects);
	mixmi_effect_free(effect);
	effect = by_graph(table, "hidden -> t\nhidden -> y\nt -> y", "t", "y");
	assert_true(describe(effect).sets == 0 && !describe(effect).identified);
	assert_non_null(strstr(describe(effect).reason, "hidden"));
	assert_null(strstr(describe(effect).reason, "instrument"));
	mixmi_effect_free(effect);
	effect = by_graph(table, "hidden -> t\nhidden -> y\nt -> x\nx -> y\nz2 -> z1\nz1 -> t\nz2 -> y", "t", "y");
	assert_non_null(strstr(describe(effect).reason, "hidden -> y; instrument: z1 given z2; front-door set: x"));
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
}

/* Of the two members of t -- y, one has an effect, unadjusted, and the other none. */
static void classes_have_an_estimate_per_set_of_parents(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 1, 1);
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = by_graph(table, "t -- y", "t", "y");
	size_t none = set_at(effect, 0).none ? 0 : 1;
	mixmi_effect_point p = point(effect, 1 - none, 0, 1);
	assert_true(describe(effect).sets == 2 && !describe(effect).identified && set_at(effect, none).none);
	assert_true(point(effect, none, 0, 1).difference == 0 && set_at(effect, none).information == 0);
	assert_close(p.mean, p.crude, 0.02);
	assert_true(p.difference > 1);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
}

/* --------------------------------------------------------------------------------------------------------- errors */

static void what_makes_no_sense_is_refused(void **unused)
{
	(void)unused;
	data *d = malloc(sizeof *d);
	assert_non_null(d);
	draw(d, 1, 1);
	mixmi_table *table = table_of(d, NULL);
	mixmi_effect *effect = (mixmi_effect *)d;
	size_t t = column(table, "t"), y = column(table, "y");
	mixmi_effect_point p;
	assert_int_equal(mixmi_effect_adjusted(&effect, table, t, t, NULL, 0, NULL, NULL), MIXMI_ERROR_USAGE);
	assert_null(effect);
	assert_int_equal(mixmi_effect_adjusted(&effect, table, t, 99, NULL, 0, NULL, NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_effect_adjusted(&effect, table, t, y, &y, 1, NULL, NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_effect_adjusted(&effect, table, t, y, NULL, 0, "2", NULL), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_effect_adjusted(&effect, table, t, y, NULL, 0, "1", NULL), MIXMI_OK);
	assert_true(describe(effect).reference == 1 && point(effect, 0, 0, 1).difference == 0);
	assert_int_equal(mixmi_effect_point_at(&p, sizeof p, effect, 0, 0, 2), MIXMI_ERROR_USAGE);
	assert_int_equal(mixmi_effect_point_at(&p, sizeof p, effect, 1, 0, 0), MIXMI_ERROR_USAGE);
	mixmi_effect_free(effect);
	mixmi_table_free(table);
	free(d);
	const double few[] = { 1, 2, 1, 2, 1, 2 };
	assert_ok(mixmi_table_new(&table, 6));
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_NUMERIC, few, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_NUMERIC, few, NULL));
	assert_int_equal(mixmi_effect_adjusted(&effect, table, 0, 1, NULL, 0, NULL, NULL), MIXMI_ERROR_DATA);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_have_the_effect_of_the_model),
		cmocka_unit_test(a_rare_level_has_support),
		cmocka_unit_test(strata_are_averaged_by_their_rows),
		cmocka_unit_test(weak_differences_are_not_lost),
		cmocka_unit_test(nothing_is_adjusted_without_a_set),
		cmocka_unit_test(curves_have_the_slope_of_the_model),
		cmocka_unit_test(points_of_a_curve_are_quantiles),
		cmocka_unit_test(support_is_the_share_of_rows_near_a_value),
		cmocka_unit_test(products_are_averaged_over_the_set),
		cmocka_unit_test(linear_models_cost_nothing),
		cmocka_unit_test(intervals_cover_curves_that_are_not_smooth),
		cmocka_unit_test(no_support_no_mean),
		cmocka_unit_test(orders_change_no_bit),
		cmocka_unit_test(units_change_no_digit),
		cmocka_unit_test(origins_change_no_difference),
		cmocka_unit_test(graphs_choose_the_set),
		cmocka_unit_test(classes_have_an_estimate_per_set_of_parents),
		cmocka_unit_test(what_makes_no_sense_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
