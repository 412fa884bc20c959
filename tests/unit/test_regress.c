/* The regression on Z against its definition: equations by plain elimination, effective parameters as a trace, and residuals of
 * columns whose noise is known. */
#include "base/exact.h"
#include "regress/cholesky.h"
#include "regress/components.h"
#include "regress/constants.h"
#include "regress/regress.h"
#include "regress/tree.h"
#include "tables.h"

enum { MOST_Z = 20 };

/* Prepared columns of Z on all rows. */
typedef struct setting {
	mixmi_table *table;
	question_complete complete;
	question_sample rows;
	question_column columns[MOST_Z];
	size_t count;
	uint64_t *keys;
	regress_regressors given;
} setting;

/* z: [count][rows]; types: 'n' numbers, 'd' labels. */
static void setting_init(setting *s, const double *z, const char *types, size_t rows)
{
	size_t all[MOST_Z];
	char name[2] = "a";
	s->count = strlen(types);
	s->keys = malloc(rows * sizeof *s->keys);
	assert_ok(mixmi_table_new(&s->table, rows));
	for (size_t j = 0; j < MOST_Z; j++)
		all[j] = j;
	for (size_t j = 0; j < s->count; j++, name[0]++)
		assert_ok(mixmi_table_add_values(s->table, name, types[j] == 'd' ? MIXMI_DISCRETE : MIXMI_NUMERIC, z + j * rows,
		                                 NULL));
	assert_ok(question_complete_init(&s->complete, s->table, all, s->count));
	s->rows = question_sample_unmerged(&s->complete);
	for (size_t j = 0; j < s->count; j++)
		assert_true(question_column_init(&s->columns[j], &s->table->columns[j], &s->rows));
	for (size_t i = 0; i < rows; i++)
		s->keys[i] = i * UINT64_C(0x9E3779B97F4A7C15);
	assert_true(regress_regressors_init(&s->given, s->columns, s->count, s->keys, 1));
}

static void setting_clear(setting *s)
{
	regress_regressors_clear(&s->given);
	for (size_t j = 0; j < s->count; j++)
		question_column_clear(&s->columns[j]);
	question_complete_clear(&s->complete);
	mixmi_table_free(s->table);
	free(s->keys);
}

/* Inverse by elimination with pivoting. */
static void invert_plainly(double *out, const double *matrix, size_t n)
{
	double *a = malloc(n * 2 * n * sizeof *a);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < 2 * n; j++)
			a[i * 2 * n + j] = j < n ? matrix[i * n + j] : j - n == i;
	for (size_t p = 0; p < n; p++) {
		size_t best = p;
		for (size_t i = p; i < n; i++)
			best = fabs(a[i * 2 * n + p]) > fabs(a[best * 2 * n + p]) ? i : best;
		for (size_t j = 0; j < 2 * n; j++) {
			double kept = a[p * 2 * n + j];
			a[p * 2 * n + j] = a[best * 2 * n + j];
			a[best * 2 * n + j] = kept;
		}
		double pivot = a[p * 2 * n + p];
		for (size_t j = 0; j < 2 * n; j++)
			a[p * 2 * n + j] /= pivot;
		for (size_t i = 0; i < n; i++) {
			double times = a[i * 2 * n + p];
			for (size_t j = 0; i != p && j < 2 * n; j++)
				a[i * 2 * n + j] -= times * a[p * 2 * n + j];
		}
	}
	for (size_t i = 0; i < n; i++)
		memcpy(out + i * n, a + i * 2 * n + n, n * sizeof *out);
	free(a);
}

static void a_factor_and_its_inverse_are_what_they_say(void **state)
{
	(void)state;
	enum { N = 2 * REGRESS_STRIP + 5 };
	double a[N * N], factor[N * N], diagonal[N], room[N * REGRESS_STRIP], plain[N * N], b[N];
	uint64_t seed = 5;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j <= i; j++)
			a[i * N + j] = a[j * N + i] = test_normal(&seed) + (i == j ? 2 * N : 0);
	memcpy(factor, a, sizeof a);
	assert_true(regress_cholesky(factor, N));
	regress_inverse_diagonal(diagonal, factor, N, room);
	invert_plainly(plain, a, N);
	for (size_t i = 0; i < N; i++)
		assert_close(diagonal[i], plain[i * N + i], 1e-12);
	for (size_t i = 0; i < N; i++) {
		b[i] = 0;
		for (size_t j = 0; j < N; j++)
			b[i] += a[i * N + j] * ((double)j - 4);
	}
	regress_forward(b, factor, N);
	regress_backward(b, factor, N);
	for (size_t i = 0; i < N; i++)
		assert_close(b[i], (double)i - 4, 1e-11);
	double bad[4] = { 1, 2, 2, 1 }, singular[4] = { 4, 2, 2, 1 };
	assert_false(regress_cholesky(bad, 2));
	assert_false(regress_cholesky(singular, 2));
}

/* All active functions, including effects of levels, as columns of a matrix, with their precisions. */
typedef struct plain_design {
	size_t count, rows;
	double *values, *precision;
} plain_design;

static plain_design design_of(const regress_fit *f)
{
	const regress_regressors *g = f->given;
	size_t most = f->active + g->levels * g->slopes;
	plain_design d = { 0, f->rows, calloc(most * f->rows, sizeof(double)), calloc(most, sizeof(double)) };
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		for (size_t i = 0; c->active && i < c->count; i++, d.count++) {
			double *values = d.values + d.count * f->rows;
			d.precision[d.count] = 1 / c->variance;
			for (size_t r = 0; r < f->rows; r++)
				values[r] = c->by_level ? (g->level[r] == i ? (double)g->slope[c->slope * f->rows + r] : 0)
				            : c->leaves ? (f->leaf[r] == i ? f->high[i] : f->low[i])
				                        : (double)c->values[i * f->rows + r];
		}
	}
	return d;
}

/* The fitted values, leverages and effective parameters of a fit, by elimination of the whole system. */
static void assert_solves_its_equations(const regress_fit *f)
{
	plain_design d = design_of(f);
	size_t n = d.count;
	double *system = calloc(n * n, sizeof *system), *inverse = malloc(n * n * sizeof *inverse);
	double *fitted = malloc(f->rows * sizeof *fitted), *leverage = malloc(f->rows * sizeof *leverage), freedom = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			for (size_t r = 0; r < d.rows; r++)
				system[i * n + j] += d.values[i * d.rows + r] * d.values[j * d.rows + r];
	for (size_t i = 0; i < n; i++)
		system[i * n + i] += d.precision[i];
	invert_plainly(inverse, system, n);
	for (size_t i = 0; i < n; i++)
		freedom += 1 - inverse[i * n + i] * d.precision[i];
	assert_close(f->freedom, freedom, 1e-4 * freedom);
	regress_fit_predict(fitted, f, 0);
	assert_true(regress_fit_leverage(leverage, f, 3));
	double *right = calloc(n, sizeof *right);
	for (size_t i = 0; i < n; i++)
		for (size_t r = 0; r < d.rows; r++)
			right[i] += d.values[i * d.rows + r] * (double)f->y[r];
	for (size_t r = 0; r < d.rows; r++) {
		double plain = 0, own = 0;
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++) {
				plain += d.values[i * d.rows + r] * inverse[i * n + j] * right[j];
				own += d.values[i * d.rows + r] * inverse[i * n + j] * d.values[j * d.rows + r];
			}
		assert_close(fitted[r], plain, 1e-5);
		assert_close(leverage[r], 1 - pow(1 - own, 3), 1e-5);
	}
	free(right);
	free(system);
	free(inverse);
	free(fitted);
	free(leverage);
	free(d.values);
	free(d.precision);
}

enum { ROWS = 240 };

/* A number and 40 labels, with effects of both and slopes per label, or without labels. */
static void equations_are_solved_with_levels_and_without(void **state)
{
	(void)state;
	static double z[2 * ROWS], y[ROWS];
	for (int labels = 0; labels < 2; labels++) {
		uint64_t seed = 11;
		for (size_t i = 0; i < ROWS; i++) {
			z[i] = test_normal(&seed);
			z[ROWS + i] = labels ? (double)(i % 40) : test_normal(&seed);
			double slope = (double)((i % 40) * 7 % 5) - 2;
			y[i] = z[i] * (labels ? slope : 1) + (labels ? slope : z[ROWS + i]) + 0.5 * test_normal(&seed);
		}
		base_standardise(y, ROWS);
		setting s;
		regress_fit f;
		setting_init(&s, z, labels ? "nd" : "nn", ROWS);
		assert_int_equal(s.given.levels, labels ? 40 : 0);
		assert_true(regress_fit_init(&f, &s.given, y, 1, NULL));
		uint32_t *leaf = malloc(ROWS * sizeof *leaf); /* leaves take part like any other functions */
		for (size_t i = 0; i < ROWS; i++)
			leaf[i] = z[i] > 1 ? 2 : z[i] > 0;
		assert_true(regress_fit_add_leaves(&f, leaf, 3));
		f.components[f.component_count - 1].active = true;
		assert_true(regress_fit_settle(&f) && regress_fit_enter(&f, 3));
		assert_solves_its_equations(&f);
		regress_fit_clear(&f);
		setting_clear(&s);
	}
}

/* The residual of sqrt(1 - share) noise + sqrt(share) signal is about the noise, and irrelevant functions cost almost nothing. */
static double left_after(double signal(const double *z, size_t i), const char *types, double share, size_t rows,
                         double *freedom)
{
	size_t columns = strlen(types);
	double *z = malloc(columns * rows * sizeof *z), *y = malloc(rows * sizeof *y);
	uint64_t seed = 21;
	for (size_t i = 0; i < rows; i++) {
		double at[MOST_Z];
		for (size_t j = 0; j < columns; j++)
			at[j] = z[j * rows + i] = types[j] == 'd' ? (double)(i % (rows / 6)) : test_uniform(&seed);
		y[i] = sqrt(share) * signal(at, i) + sqrt(1 - share) * test_normal(&seed);
	}
	base_standardise(y, rows);
	setting s;
	regress_outcome out;
	setting_init(&s, z, types, rows);
	assert_true(regress_features(&out, NULL, NULL, y, 1, &s.given, true));
	*freedom = out.freedom;
	setting_clear(&s);
	free(z);
	free(y);
	return out.left;
}

static double no_signal(const double *z, size_t i)
{
	(void)z;
	(void)i;
	return 0;
}

static double wave(const double *z, size_t i)
{
	(void)i;
	return sqrt(2) * sin(2 * 3.14159265358979 * 5 * z[0]);
}

static double surface(const double *z, size_t i)
{
	(void)i;
	return 12 * (z[0] - 0.5) * (z[1] - 0.5);
}

static double step(const double *z, size_t i)
{
	(void)i;
	return z[0] > 0.3 && z[1] > 0.6 ? 2 : -0.78;
}

static double effect(const double *z, size_t i)
{
	(void)i;
	uint64_t seed = (uint64_t)z[0] + 1;
	return test_normal(&seed);
}

static void what_z_explains_is_taken_and_little_else(void **state)
{
	(void)state;
	double freedom, left = left_after(no_signal, "nnnn", 0.7, 600, &freedom);
	print_message("noise: %.3f left, %.1f parameters\n", left, freedom);
	assert_true(left > 0.95 && left < 1.1 && freedom < 30);
	static const struct {
		double (*signal)(const double *z, size_t i);
		const char *types;
	} cases[] = {
		{ wave, "nn" }, { surface, "nn" }, { step, "nn" }, { effect, "dn" }, { surface, "nnnnnnnnnnnnnnnnnnnn" }
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		left = left_after(cases[k].signal, cases[k].types, 0.7, 600, &freedom);
		print_message("case %zu: %.3f left, %.1f parameters\n", k, left, freedom);
		assert_true(left > 0.2 && left < 0.45 && freedom < 150);
	}
}

static void a_tree_finds_the_places_of_steps(void **state)
{
	(void)state;
	static double z[2 * ROWS], y[ROWS];
	static uint32_t leaf[ROWS];
	uint64_t seed = 31;
	for (size_t i = 0; i < ROWS; i++) {
		z[i] = test_uniform(&seed);
		z[ROWS + i] = test_uniform(&seed);
		y[i] = base_fix((z[i] > 0.4) + 2 * (z[i] > 0.4 && z[ROWS + i] > 0.5) + 0.1 * test_normal(&seed));
	}
	setting s;
	setting_init(&s, z, "nn", ROWS);
	assert_int_equal(regress_tree(leaf, y, &s.given), 3);
	size_t wrong = 0, most[3][3] = { { 0 } };
	for (size_t i = 0; i < ROWS; i++)
		most[leaf[i]][z[i] <= 0.4 ? 0 : z[ROWS + i] <= 0.5 ? 1 : 2]++;
	for (size_t k = 0; k < 3; k++)
		for (size_t l = 0; l < 3; l++)
			wrong += most[k][l] < ROWS / 10 ? most[k][l] : 0;
	print_message("%zu rows in a wrong leaf\n", wrong);
	assert_true(wrong <= 3);
	setting_clear(&s);
}

/* For any values in a few rows at either end. */
static void no_leaf_of_a_tree_has_fewer_rows_than_it_may(void **state)
{
	(void)state;
	enum { SOME = 80 };
	double z[SOME], y[SOME];
	uint32_t leaf[SOME];
	for (int end = 0; end < 2; end++)
		for (size_t odd = 1; odd <= 9; odd += 2) {
			size_t sizes[SOME] = { 0 };
			for (size_t i = 0; i < SOME; i++) {
				z[i] = (double)i;
				y[i] = base_fix(((end == 0 ? i : SOME - 1 - i) < odd ? 9 : 0) + 0.01 * (double)(i % 3));
			}
			setting s;
			setting_init(&s, z, "n", SOME);
			size_t leaves = regress_tree(leaf, y, &s.given);
			for (size_t i = 0; i < SOME; i++)
				sizes[leaf[i]]++;
			for (size_t k = 0; k < leaves; k++)
				assert_true(sizes[k] >= QUESTION_LEAST_ROWS);
			assert_true(odd < QUESTION_LEAST_ROWS || leaves > 1);
			setting_clear(&s);
		}
}

/* With many rows, blocks are chosen on a part of them: the residual is about the same. */
static void many_rows_leave_what_few_rows_leave(void **state)
{
	(void)state;
	double freedom, few = left_after(surface, "nn", 0.7, 16000, &freedom),
					many = left_after(surface, "nn", 0.7, 17000, &freedom);
	print_message("%.4f and %.4f left\n", few, many);
	assert_close(few, many, 0.01);
}

/* A regression leaves the same whether or not others came before it. */
static void what_came_before_does_not_matter(void **state)
{
	(void)state;
	enum { LENGTH = 9000, RESPONSES = 6 };
	double *z = malloc(2 * LENGTH * sizeof *z), *y = malloc(LENGTH * sizeof *y),
		   *again = malloc(LENGTH * sizeof *again);
	uint64_t r = 11;
	for (size_t i = 0; i < 2 * LENGTH; i++)
		z[i] = test_normal(&r);
	for (size_t k = 0; k < RESPONSES; k++) {
		setting s;
		regress_outcome out;
		setting_init(&s, z, "nn", LENGTH);
		for (size_t i = 0; i < LENGTH; i++)
			again[i] = y[i] = 0.02 * (double)k * (z[i] + z[i] * z[LENGTH + i]) + test_normal(&r);
		base_standardise(y, LENGTH);
		base_standardise(again, LENGTH);
		assert_true(regress_features(&out, NULL, NULL, y, 1, &s.given, true));
		assert_true(regress_features(&out, NULL, NULL, again, 1, &s.given, true));
		assert_memory_equal(y, again, LENGTH * sizeof *y);
		setting_clear(&s);
	}
	free(z);
	free(y);
	free(again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_factor_and_its_inverse_are_what_they_say),
		cmocka_unit_test(equations_are_solved_with_levels_and_without),
		cmocka_unit_test(what_z_explains_is_taken_and_little_else),
		cmocka_unit_test(a_tree_finds_the_places_of_steps),
		cmocka_unit_test(no_leaf_of_a_tree_has_fewer_rows_than_it_may),
		cmocka_unit_test(many_rows_leave_what_few_rows_leave),
		cmocka_unit_test(what_came_before_does_not_matter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
