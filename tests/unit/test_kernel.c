/* Kernel tests: the null distribution against closed forms, linear algebra against definitions, invariance,
 * and degenerate input. Error rates: tests/long. */
#include "base/special.h"
#include "peers/kernel/null.h"
#include "peers/kernel/small_systems.h"
#include "tables.h"

static const size_t first = 0, second = 1, third = 2;
static const mixmi_question pair = { &first, 1, &second, 1, NULL, 0 };
static const mixmi_question given_third = { &first, 1, &second, 1, &third, 1 };

/* ------------------------------------------------------------------------------------------------- mixtures */

static kernel_mixture mixture_of(const double *weights, size_t count, size_t parts)
{
	double powers[KERNEL_POWERS] = { 0 };
	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < KERNEL_POWERS; k++)
			powers[k] += pow(weights[i], k + 1);
	kernel_mixture mixture;
	kernel_mixture_init(&mixture, powers, parts);
	return mixture;
}

static void equal_weights_give_a_chi_squared_tail(void **state)
{
	(void)state;
	double weights[25];
	for (size_t i = 0; i < 25; i++)
		weights[i] = 0.3;
	for (size_t count = 1; count <= 25; count += 4) {
		kernel_mixture mixture = mixture_of(weights, count, KERNEL_PARTS);
		for (double x = 0.1; x < 100; x *= 2)
			assert_close(kernel_mixture_tail(&mixture, 0.3 * x), base_chi2_tail(x, (double)count), 1e-9);
	}
}

/* Weights in two pairs: a sum of two exponential variables. */
static void pairs_of_weights_give_a_hypoexponential_tail(void **state)
{
	(void)state;
	for (double b = 0.9; b > 0.1; b -= 0.1) {
		const double weights[] = { 1.5, 1.5, b, b };
		kernel_mixture mixture = mixture_of(weights, 4, KERNEL_PARTS);
		assert_true(mixture.parts > 1);
		for (double x = 0.5; x < 60; x *= 1.5) {
			double exact = (1.5 * exp(-x / 3) - b * exp(-x / (2 * b))) / (1.5 - b);
			assert_close(kernel_mixture_tail(&mixture, x), exact, 2e-3);
		}
	}
	/* the example of momentchi2's manual, from Johnson, Kotz and Balakrishnan */
	const double weights[] = { 1.5, 1.5, 0.5, 0.5 };
	kernel_mixture lpb = mixture_of(weights, 4, KERNEL_PARTS), gamma = mixture_of(weights, 4, 1);
	assert_close(kernel_mixture_tail(&lpb, 10.203), 0.05, 1e-4);
	assert_close(kernel_mixture_tail(&gamma, 10.203), 1 - 0.95008, 5e-6);
	assert_close(kernel_mixture_tail(&gamma, 0.627), 1 - 0.0657, 5e-5);
}

/* E (sum of w X^2)^k, one weight at a time. */
static void moments_of_sum(double moments[KERNEL_POWERS + 1], const double *weights, size_t count)
{
	for (int k = 0; k <= KERNEL_POWERS; k++)
		moments[k] = k == 0;
	for (size_t i = 0; i < count; i++)
		for (int k = KERNEL_POWERS; k > 0; k--) {
			double sum = 0, term = 1; /* term: binom(k, j) w^j 1 3 5 ... (2j-1) */
			for (int j = 0; j <= k; j++) {
				sum += term * moments[k - j];
				term *= (double)(k - j) / (j + 1) * weights[i] * (2 * j + 1);
			}
			moments[k] = sum;
		}
}

static void mixtures_have_the_moments_of_the_sum(void **state)
{
	(void)state;
	uint64_t seed = 5;
	for (int repeat = 0; repeat < 50; repeat++) {
		double weights[25], moments[KERNEL_POWERS + 1];
		size_t count = 4 + test_below(&seed, 22);
		for (size_t i = 0; i < count; i++)
			weights[i] = exp(2 * test_normal(&seed));
		moments_of_sum(moments, weights, count);
		for (size_t parts = 1; parts <= KERNEL_PARTS; parts++) {
			kernel_mixture m = mixture_of(weights, count, parts);
			assert_int_equal(m.parts, parts);
			for (size_t k = 0; k <= 2 * parts; k++) {
				double moment = 0, factor = 1;
				for (size_t i = 0; i < k; i++)
					factor *= 1 + (double)i / m.shape;
				for (size_t j = 0; j < parts; j++)
					moment += m.weights[j] * pow(m.unit * m.means[j], (double)k) * factor;
				assert_close(moment / moments[k], 1, 1e-6);
			}
		}
	}
}

static void sums_of_nothing_are_zero(void **state)
{
	(void)state;
	const double powers[KERNEL_POWERS] = { 0 };
	kernel_mixture mixture;
	kernel_mixture_init(&mixture, powers, KERNEL_PARTS);
	assert_true(kernel_mixture_tail(&mixture, 0) == 1 && kernel_mixture_tail(&mixture, 1) == 0);
}

/* ------------------------------------------------------------------------------------------- small systems */

/* A = B'B + I for a random B, packed, and the sides A x for known x. */
static void solutions_solve_their_systems(void **state)
{
	(void)state;
	enum { LARGEST = 37, SIDES = 3 };
	uint64_t seed = 5;
	for (size_t size = 1; size <= LARGEST; size++) {
		double b[LARGEST][LARGEST], a[LARGEST][LARGEST], packed[LARGEST * (LARGEST + 1) / 2], *next = packed;
		double x[SIDES * LARGEST], sides[SIDES * LARGEST];
		for (size_t i = 0; i < size * size; i++)
			b[i / size][i % size] = test_normal(&seed);
		for (size_t j = 0; j < size; j++)
			for (size_t i = 0; i < size; i++) {
				a[i][j] = i == j;
				for (size_t k = 0; k < size; k++)
					a[i][j] += b[k][i] * b[k][j];
				if (i <= j)
					*next++ = a[i][j];
			}
		for (size_t s = 0; s < SIDES; s++)
			for (size_t i = 0; i < size; i++)
				x[s * size + i] = test_normal(&seed);
		for (size_t s = 0; s < SIDES; s++)
			for (size_t i = 0; i < size; i++) {
				sides[s * size + i] = 0;
				for (size_t j = 0; j < size; j++)
					sides[s * size + i] += a[i][j] * x[s * size + j];
			}
		assert_true(kernel_cholesky(packed, size));
		kernel_solve(sides, SIDES, packed, size);
		for (size_t i = 0; i < SIDES * size; i++)
			assert_close(sides[i], x[i], 1e-10);
	}
}

static void what_is_not_positive_definite_has_no_factor(void **state)
{
	(void)state;
	double negative[] = { 1, 2, 1 }, singular[] = { 4, 2, 1 }, unknown[] = { 1, NAN, 1 };
	assert_false(kernel_cholesky(negative, 2));
	assert_false(kernel_cholesky(singular, 2));
	assert_false(kernel_cholesky(unknown, 2));
}

/* d on the diagonal, e beside it: d + 2 e cos(k pi / (n + 1)), and sin(k pi / (n + 1)) first in the eigenvector, which has the
 * squared length (n + 1) / 2. */
static void eigenvalues_of_a_chain_are_those_of_the_closed_form(void **state)
{
	(void)state;
	const double diagonals[] = { 2, 1e-3, 1e6 };
	for (size_t size = 1; size <= KERNEL_LARGEST; size++)
		for (size_t c = 0; c < 3; c++) {
			double values[KERNEL_LARGEST], beside[KERNEL_LARGEST], found[KERNEL_LARGEST];
			for (size_t i = 0; i < size; i++) {
				values[i] = diagonals[c];
				beside[i] = -0.5;
			}
			assert_true(kernel_eigen(values, beside, found, size));
			for (size_t k = 1; k <= size; k++) {
				double angle = acos(-1) * (double)k / (double)(size + 1), length = (double)(size + 1) / 2;
				assert_close(values[k - 1], diagonals[c] - cos(angle), 1e-9);
				assert_close(found[k - 1] * found[k - 1], sin(angle) * sin(angle) / length, 1e-7);
			}
		}
}

/* ------------------------------------------------------------------------------------------- linear algebra */

static kernel_matrix random_matrix(size_t rows, size_t columns, uint64_t seed)
{
	kernel_matrix matrix;
	assert_true(kernel_matrix_init(&matrix, rows, columns));
	for (size_t i = 0; i < rows * columns; i++)
		matrix.values[i] = test_normal(&seed);
	kernel_standardise(&matrix, NULL);
	return matrix;
}

static double inner(const double *a, const double *b, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += a[i] * b[i];
	return sum;
}

static void columns_are_standardised_whatever_their_scale(void **state)
{
	(void)state;
	double values[] = { 1, 2, 4, 1e300, -1e300, 1.5e308, 4e-320, 0, 4e-320, 0.1, 0.1, 0.1 };
	kernel_matrix matrix = { 3, 4, values };
	kernel_standardise(&matrix, NULL);
	for (size_t j = 0; j < 3; j++) {
		assert_close(values[3 * j] + values[3 * j + 1] + values[3 * j + 2], 0, 1e-14);
		assert_close(inner(values + 3 * j, values + 3 * j, 3), 2, 1e-14);
	}
	assert_true(values[9] == 0 && values[10] == 0 && values[11] == 0);
}

static void residuals_are_orthogonal_to_what_they_are_given(void **state)
{
	(void)state;
	enum { ROWS = 1500, Z = 40 };
	kernel_matrix z = random_matrix(ROWS, Z, 1), x = random_matrix(ROWS, 3, 2);
	memcpy(kernel_column(&z, 1), kernel_column(&z, 0), ROWS * sizeof(double)); /* a singular system */
	memcpy(kernel_column(&x, 2), kernel_column(&z, 7), ROWS * sizeof(double)); /* nothing left of this one */
	double before = inner(kernel_column(&x, 0), kernel_column(&x, 0), ROWS);
	double freedom;
	assert_true(kernel_residuals(&x, &freedom, &z, NULL));
	for (size_t j = 0; j < Z; j++)
		for (size_t k = 0; k < 3; k++)
			assert_close(inner(kernel_column(&z, j), kernel_column(&x, k), ROWS) / ROWS, 0, 1e-8);
	double after = inner(kernel_column(&x, 0), kernel_column(&x, 0), ROWS);
	assert_true(after < before && after > 0.9 * before);
	assert_close(inner(kernel_column(&x, 2), kernel_column(&x, 2), ROWS), 0, 1e-12);
	kernel_matrix_clear(&z);
	kernel_matrix_clear(&x);
}

/* Traces of powers of the mean of v v', by plain multiplication. */
static void powers_of_weights_are_traces(void **state)
{
	(void)state;
	enum { ROWS = 5000, X = 2, Y = 3, SIZE = X * Y };
	kernel_matrix x = random_matrix(ROWS, X, 3), y = random_matrix(ROWS, Y, 4);
	double c[SIZE][SIZE] = { { 0 } }, power[SIZE][SIZE], powers[KERNEL_POWERS], statistic, expected = 0;
	for (size_t r = 0; r < ROWS; r++)
		for (size_t i = 0; i < SIZE; i++)
			for (size_t j = 0; j < SIZE; j++)
				c[i][j] += kernel_column(&x, i / Y)[r] * kernel_column(&y, i % Y)[r] * kernel_column(&x, j / Y)[r] *
				           kernel_column(&y, j % Y)[r] / ROWS;
	assert_true(kernel_weight_powers(powers, &x, &y, NULL));
	memcpy(power, c, sizeof c);
	for (size_t k = 0; k < KERNEL_POWERS; k++) {
		double trace = 0, next[SIZE][SIZE] = { { 0 } };
		for (size_t i = 0; i < SIZE; i++) {
			trace += power[i][i];
			for (size_t j = 0; j < SIZE; j++)
				for (size_t m = 0; m < SIZE; m++)
					next[i][j] += power[i][m] * c[m][j];
		}
		assert_close(powers[k] / trace, 1, 1e-10);
		memcpy(power, next, sizeof next);
	}
	for (size_t i = 0; i < SIZE; i++)
		expected += ROWS * pow(inner(kernel_column(&x, i / Y), kernel_column(&y, i % Y), ROWS) / (ROWS - 1), 2);
	assert_true(kernel_statistic(&statistic, &x, &y, NULL, NULL));
	assert_close(statistic / expected, 1, 1e-10);
	kernel_matrix_clear(&x);
	kernel_matrix_clear(&y);
}

/* ---------------------------------------------------------------------------------------------- the same bits */

static const char *const kernel_tests[] = { "rcit", "rcot" };

static mixmi_answer ask(const mixmi_table *table, const mixmi_question *question, const char *method,
                        const mixmi_options *options)
{
	mixmi_answer answer = base_no_answer(MIXMI_OK, "", 0);
	mixmi_options defaults;
	init_options(&defaults);
	assert_ok(test_by(&answer, method, table, question, options != NULL ? options : &defaults));
	assert_true(isnan(answer.estimate) && isnan(answer.corrected) && isnan(answer.df));
	assert_true(answer.p >= 0 && answer.p <= 1 && answer.statistic >= 0);
	assert_true(answer.verdict == MIXMI_UNDECIDED ||
	            answer.verdict == base_verdict(answer.p > (options != NULL ? options : &defaults)->alpha));
	return answer;
}

static void assert_same(mixmi_answer a, mixmi_answer b)
{
	assert_true(a.p == b.p && a.statistic == b.statistic && a.permutations == b.permutations && a.rows == b.rows);
}

static void the_same_answer_however_it_is_asked(void **state)
{
	(void)state;
	enum { ROWS = 700, COLUMNS = 5 };
	static const char *const names[COLUMNS] = { "u", "v", "w", "s", "t" };
	static const size_t places[COLUMNS] = { 3, 0, 4, 1, 2 }; /* of the columns in the other table */
	double *values = mixed_values(ROWS, COLUMNS, 17), *shuffled = malloc(ROWS * COLUMNS * sizeof *shuffled);
	size_t order[ROWS];
	uint64_t seed = 18;
	for (size_t i = 0; i < ROWS; i++) {
		size_t k = test_below(&seed, i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	mixmi_table *a, *b;
	assert_ok(mixmi_table_new(&a, ROWS));
	assert_ok(mixmi_table_new(&b, ROWS));
	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t i = 0; i < ROWS; i++)
			shuffled[places[j] * ROWS + i] = values[j * ROWS + order[i]];
	for (size_t j = 0; j < COLUMNS; j++) {
		size_t source = 0;
		while (places[source] != j)
			source++;
		assert_ok(mixmi_table_add_values(a, names[j], MIXMI_NUMERIC, values + j * ROWS, NULL));
		assert_ok(mixmi_table_add_values(b, names[source], MIXMI_NUMERIC, shuffled + j * ROWS, NULL));
	}
	const size_t x[] = { 0, 4 }, y[] = { 1 }, z[] = { 2, 3 };
	const size_t x2[] = { places[4], places[0] }, y2[] = { places[1] }, z2[] = { places[3], places[2] };
	for (int null = MIXMI_NULL_LPB; null <= MIXMI_NULL_PERM; null++)
		for (size_t m = 0; m < 2; m++)
			for (size_t z_count = 0; z_count <= 2; z_count += 2) {
				mixmi_options options;
				init_options(&options);
				options.null = null;
				options.threads = 1;
				const mixmi_question forth = { x, 2, y, 1, z, z_count }, back = { y2, 1, x2, 2, z2, z_count };
				mixmi_answer one = ask(a, &forth, kernel_tests[m], &options);
				assert_same(one, ask(b, &back, kernel_tests[m], &options));
				options.threads = 3;
				assert_same(one, ask(a, &forth, kernel_tests[m], &options));
				options.seed = 2;
				assert_true(ask(a, &forth, kernel_tests[m], &options).statistic != one.statistic);
			}
	mixmi_table_free(a);
	mixmi_table_free(b);
	free(values);
	free(shuffled);
}

/* -------------------------------------------------------------------------------------------------- decisions */

static double share_rejected(bool collider, const char *method, int null)
{
	enum { ROWS = 200 };
	size_t rejected = 0, draws = test_cases(60);
	for (size_t draw = 0; draw < draws; draw++) {
		uint64_t seed = 1000 + draw;
		double values[3 * ROWS];
		for (size_t i = 0; i < ROWS; i++) {
			double a = test_normal(&seed), b = test_normal(&seed), c = test_normal(&seed);
			values[i] = collider ? a : a + c;
			values[ROWS + i] = collider ? b : b + c;
			values[2 * ROWS + i] = collider ? a + b + c : c;
		}
		mixmi_table *table = numeric_table(values, ROWS, 3);
		mixmi_options options;
		init_options(&options);
		options.alpha = 0.05;
		options.features = 25;
		options.null = null;
		rejected += ask(table, &given_third, method, &options).verdict == MIXMI_DETECTED;
		mixmi_table_free(table);
	}
	return (double)rejected / (double)draws;
}

static void forks_are_let_pass_and_colliders_found(void **state)
{
	(void)state;
	for (size_t m = 0; m < 2; m++)
		for (int null = MIXMI_NULL_LPB; null <= MIXMI_NULL_PERM; null++) {
			double forks = share_rejected(false, kernel_tests[m], null);
			double colliders = share_rejected(true, kernel_tests[m], null);
			assert_true(test_share() < 100 || (forks <= 0.15 && colliders >= 0.95)); /* few draws say little */
		}
}

/* A discrete column is represented by its numbers, and labels by their codes; one-hot by its levels. */
static void discrete_columns_are_numbers_or_one_hot(void **state)
{
	(void)state;
	enum { ROWS = 300 };
	static const char *const labels[] = { "p", "q", "r" };
	double values[ROWS], y[ROWS];
	int64_t codes[ROWS];
	uint64_t seed = 3;
	for (size_t i = 0; i < ROWS; i++) {
		codes[i] = (int64_t)test_below(&seed, 3);
		values[i] = (double)codes[i];
		y[i] = test_normal(&seed) + (codes[i] == 1);
	}
	mixmi_table *tables[3];
	mixmi_answer answers[3][2];
	for (size_t k = 0; k < 3; k++) {
		assert_ok(mixmi_table_new(&tables[k], ROWS));
		if (k < 2)
			assert_ok(mixmi_table_add_values(tables[k], "a", k == 0 ? MIXMI_NUMERIC : MIXMI_DISCRETE, values, NULL));
		else
			assert_ok(mixmi_table_add_codes(tables[k], "a", codes, labels, 3, NULL));
		assert_ok(mixmi_table_add_values(tables[k], "b", MIXMI_NUMERIC, y, NULL));
		mixmi_options options;
		init_options(&options);
		options.preset = MIXMI_PRESET_PAPER; /* which draws by names: other types of the same values draw the same */
		answers[k][0] = ask(tables[k], &pair, "rcit", &options);
		options.one_hot = 1;
		answers[k][1] = ask(tables[k], &pair, "rcit", &options);
		assert_true(answers[k][0].p < 0.01 && answers[k][1].p < 0.01);
		mixmi_table_free(tables[k]);
	}
	assert_same(answers[0][0], answers[1][0]);
	assert_same(answers[0][0], answers[2][0]);
	assert_same(answers[0][0], answers[0][1]); /* a numeric column has no levels */
	assert_same(answers[1][1], answers[2][1]);
	assert_true(answers[1][0].statistic != answers[1][1].statistic);
}

static bool never(void *context, const mixmi_progress *progress)
{
	(void)context;
	assert_string_equal(progress->stage, "permuting");
	return false;
}

static void permutations_are_counted_and_can_be_cancelled(void **state)
{
	(void)state;
	double *values = mixed_values(200, 3, 40);
	mixmi_table *table = numeric_table(values, 200, 3);
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	options.preset = MIXMI_PRESET_PAPER;
	options.null = MIXMI_NULL_PERM;
	options.permutations = 37;
	answer = ask(table, &pair, "rcot", &options); /* as dependent as can be */
	assert_true(answer.permutations == 37 && answer.p == 1.0 / 38);
	options.progress = never;
	assert_fails(test_by(&answer, "rcot", table, &pair, &options), MIXMI_ERROR_CANCELLED, "cancelled");
	mixmi_table_free(table);
	free(values);
}

/* -------------------------------------------------------------------------------------------------- bad input */

static void what_does_not_vary_is_independent(void **state)
{
	(void)state;
	enum { ROWS = 120 };
	double values[3 * ROWS];
	int64_t same[ROWS];
	uint64_t seed = 9;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = 3;
		values[ROWS + i] = test_normal(&seed);
		values[2 * ROWS + i] = test_normal(&seed);
		same[i] = 7;
	}
	mixmi_table *table = numeric_table(values, ROWS, 3);
	assert_ok(mixmi_table_add_codes(table, "one", same, NULL, 0, NULL));
	static const size_t constants[] = { 0, 3 };
	const mixmi_question exchanged = { &second, 1, &first, 1, &third, 1 };
	const mixmi_question category = { &constants[1], 1, &second, 1, NULL, 0 };
	const mixmi_question nothing_given = { &second, 1, &third, 1, constants, 2 };
	for (int one_hot = 0; one_hot <= 1; one_hot++)
		for (size_t m = 0; m < 2; m++) {
			mixmi_options options;
			init_options(&options);
			options.one_hot = one_hot;
			const mixmi_question *const questions[] = { &pair, &given_third, &exchanged, &category };
			for (size_t k = 0; k < 4; k++) {
				mixmi_answer answer = ask(table, questions[k], kernel_tests[m], &options);
				assert_true(answer.p == 1 && answer.statistic == 0 && answer.verdict == MIXMI_NOT_DETECTED &&
				            answer.rows == ROWS);
			}
			assert_true(ask(table, &nothing_given, kernel_tests[m], &options).statistic > 0);
		}
	mixmi_table_free(table);
}

static void functions_of_z_are_independent_of_everything(void **state)
{
	(void)state;
	enum { ROWS = 400 };
	double values[3 * ROWS];
	uint64_t seed = 10;
	for (size_t i = 0; i < ROWS; i++) {
		double z = test_normal(&seed);
		values[i] = 5 * z;
		values[ROWS + i] = z + 1;
		values[2 * ROWS + i] = z;
	}
	mixmi_table *table = numeric_table(values, ROWS, 3);
	mixmi_answer answer = ask(table, &given_third, "rcot", NULL);
	assert_true(answer.p == 1 && answer.statistic == 0);
	mixmi_table_free(table);
}

static void too_little_or_too_much_is_said(void **state)
{
	(void)state;
	static const size_t four[] = { 2, 3, 4, 5 };
	const mixmi_question given_four = { &first, 1, &second, 1, four, 4 };
	const mixmi_question overlap = { &first, 1, &first, 1, NULL, 0 };
	uint64_t seed = 30;
	double values[60 * 6];
	for (size_t i = 0; i < 60 * 6; i++)
		values[i] = test_normal(&seed);
	mixmi_table *two = numeric_table(values, 2, 3), *sixty = numeric_table(values, 60, 6);
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	assert_fails(test_by(&answer, "rcit", two, &pair, &options), MIXMI_ERROR_DATA, "2 rows are too few");
	assert_int_equal(ask(sixty, &given_four, "rcot", &options).verdict, MIXMI_UNDECIDED);
	assert_fails(test_by(&answer, "rcot", sixty, &overlap, &options), MIXMI_ERROR_USAGE, "twice");
	assert_true(ask(sixty, &given_third, "rcit", &options).p > 0.001); /* one column of Z leaves something over */
	options.features_xy = 60;
	assert_fails(test_by(&answer, "rcit", sixty, &pair, &options), MIXMI_ERROR_LIMIT, "features-xy");
	options.null = MIXMI_NULL_PERM;
	ask(sixty, &pair, "rcit", &options);
	assert_true(ask(two, &pair, "rcit", &options).p == 1); /* both orders of two rows are as good */
	options.features = options.features_xy = 1;
	options.null = MIXMI_NULL_LPB;
	ask(sixty, &given_four, "rcit", &options);
	mixmi_table_free(two);
	mixmi_table_free(sixty);
}

/* A hundred features of two columns of Z explain any column of twenty rows up to a share of 1e-7 or less, which is penalty and
 * rounding: it must not give a p-value. */
static void rounding_errors_are_not_information(void **state)
{
	(void)state;
	enum { ROWS = 20 };
	static const size_t two[] = { 2, 3 };
	const mixmi_question given_two = { &first, 1, &second, 1, two, 2 };
	for (uint64_t draw = 1; draw <= test_cases(40); draw++) {
		uint64_t seed = draw;
		double values[ROWS * 4];
		for (size_t i = 0; i < ROWS * 4; i++)
			values[i] = test_normal(&seed);
		mixmi_table *table = numeric_table(values, ROWS, 4);
		for (size_t m = 0; m < 2; m++) {
			mixmi_answer answer = ask(table, &given_two, kernel_tests[m], NULL);
			assert_true(answer.verdict == MIXMI_UNDECIDED && answer.p == 1 && answer.statistic == 0);
			answer = ask(table, &given_third, kernel_tests[m], NULL);
			assert_true(answer.verdict != MIXMI_UNDECIDED && answer.statistic > 1e-6);
		}
		mixmi_table_free(table);
	}
}

/* Against the definition: rows - 1 less the sum over what the regression makes of each unit vector. */
static void freedom_is_what_the_regression_leaves(void **state)
{
	(void)state;
	enum { ROWS = 12 };
	uint64_t seed = 77;
	for (size_t columns = 3; columns <= 15; columns += 3) {
		kernel_matrix z, units;
		double freedom, left = 0, sum = 0;
		assert_true(kernel_matrix_init(&z, ROWS, columns) && kernel_matrix_init(&units, ROWS, ROWS));
		for (size_t i = 0; i < ROWS * columns; i++)
			z.values[i] = test_normal(&seed);
		kernel_standardise(&z, NULL);
		for (size_t i = 0; i < ROWS * ROWS; i++)
			units.values[i] = (i % (ROWS + 1) == 0) - 1.0 / ROWS;
		assert_true(kernel_residuals(&units, &freedom, &z, NULL));
		for (size_t i = 0; i < ROWS; i++)
			left += kernel_column(&units, i)[i];
		sum = columns < ROWS - 1 ? (double)(ROWS - 1 - columns) : 0;
		assert_close(left, sum, 1e-6);
		assert_close(freedom, sum, 1e-4);
		kernel_matrix_clear(&z);
		kernel_matrix_clear(&units);
	}
}

static void one_hot_has_a_limit(void **state)
{
	(void)state;
	enum { ROWS = 5100 };
	double *values = malloc(2 * ROWS * sizeof *values);
	for (size_t i = 0; i < 2 * ROWS; i++)
		values[i] = (double)i;
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_DISCRETE, values, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_NUMERIC, values + ROWS, NULL));
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	options.one_hot = 1;
	assert_fails(test_by(&answer, "rcit", table, &pair, &options), MIXMI_ERROR_LIMIT, "one-hot");
	mixmi_table_free(table);
	free(values);
}

static void rows_with_holes_are_left_out(void **state)
{
	(void)state;
	double *values = mixed_values(200, 2, 50);
	mixmi_table *whole = numeric_table(values, 150, 1), *holes;
	assert_ok(mixmi_table_add_values(whole, "b", MIXMI_NUMERIC, values + 200, NULL));
	for (size_t i = 150; i < 200; i++)
		values[(i % 2) * 200 + i] = NAN;
	holes = numeric_table(values, 200, 2);
	mixmi_answer a = ask(whole, &pair, "rcit", NULL), b = ask(holes, &pair, "rcit", NULL);
	assert_same(a, b);
	assert_true(a.rows_dropped == 0 && b.rows_dropped == 50);
	mixmi_table_free(whole);
	mixmi_table_free(holes);
	free(values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_weights_give_a_chi_squared_tail),
		cmocka_unit_test(pairs_of_weights_give_a_hypoexponential_tail),
		cmocka_unit_test(mixtures_have_the_moments_of_the_sum),
		cmocka_unit_test(sums_of_nothing_are_zero),
		cmocka_unit_test(solutions_solve_their_systems),
		cmocka_unit_test(what_is_not_positive_definite_has_no_factor),
		cmocka_unit_test(eigenvalues_of_a_chain_are_those_of_the_closed_form),
		cmocka_unit_test(columns_are_standardised_whatever_their_scale),
		cmocka_unit_test(residuals_are_orthogonal_to_what_they_are_given),
		cmocka_unit_test(powers_of_weights_are_traces),
		cmocka_unit_test(the_same_answer_however_it_is_asked),
		cmocka_unit_test(forks_are_let_pass_and_colliders_found),
		cmocka_unit_test(discrete_columns_are_numbers_or_one_hot),
		cmocka_unit_test(permutations_are_counted_and_can_be_cancelled),
		cmocka_unit_test(what_does_not_vary_is_independent),
		cmocka_unit_test(functions_of_z_are_independent_of_everything),
		cmocka_unit_test(too_little_or_too_much_is_said),
		cmocka_unit_test(rounding_errors_are_not_information),
		cmocka_unit_test(freedom_is_what_the_regression_leaves),
		cmocka_unit_test(one_hot_has_a_limit),
		cmocka_unit_test(rows_with_holes_are_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
