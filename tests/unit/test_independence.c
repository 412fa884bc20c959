/* Independence tests: answers by their definitions, invariance, strata, permutations, and many
 * questions at once. False-rejection rates are in tests/long/test_levels.c. */
#include <gsl/gsl_cdf.h>

#include "peers/perm/permutation.h"
#include "tables.h"

static const size_t first = 0, second = 1, third = 2;
static const mixmi_question pair = { &first, 1, &second, 1, NULL, 0 };
static const mixmi_question given_third = { &first, 1, &second, 1, &third, 1 };

static mixmi_answer ask(const mixmi_table *table, const mixmi_question *question, const char *test,
                        const mixmi_options *base)
{
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	if (base != NULL)
		options = *base;
	assert_ok(mixmi_options_set(&options, "test", test));
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, question, &options));
	assert_string_equal(answer.method, test);
	return answer;
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void assert_same_answer(const mixmi_answer *a, const mixmi_answer *b)
{
	assert_true(same(a->estimate, b->estimate) && same(a->corrected, b->corrected) && a->verdict == b->verdict);
	assert_true(a->rows == b->rows && a->permutations == b->permutations);
	assert_true(same(a->p, b->p) && same(a->statistic, b->statistic) && same(a->lower, b->lower));
}

static void corrections_are_those_of_the_estimate(void **state)
{
	(void)state;
	double *values = mixed_values(400, 3, 80);
	mixmi_table *table = numeric_table(values, 400, 3);
	mixmi_answer cmi;
	const mixmi_options paper = paper_options();
	assert_ok(estimate_cmi(&cmi, NULL, table, &first, 1, &second, 1, &third, 1, &paper));
	mixmi_answer chi2 = ask(table, &given_third, "chi2", &paper), sc = ask(table, &given_third, "sc", &paper);
	mixmi_answer fnml = ask(table, &given_third, "fnml", &paper), jic = ask(table, &given_third, "jic", &paper);
	assert_true(chi2.estimate == cmi.estimate && chi2.p == cmi.paper.chi2_p && chi2.df == cmi.paper.chi2_df);
	assert_true(chi2.statistic == 800 * cmi.fitted && chi2.corrected == cmi.paper.chi2);
	assert_true(chi2.bins_x == cmi.bins_x && chi2.bins_y == cmi.bins_y && chi2.bins_z == cmi.bins_z);
	assert_true(sc.corrected == cmi.paper.sc && fnml.corrected == cmi.paper.fnml && jic.corrected == cmi.paper.jic);
	assert_true(sc.statistic == cmi.fitted + cmi.paper.sc_correction &&
	            fnml.statistic == cmi.fitted + cmi.paper.fnml_correction);
	assert_true(jic.statistic == cmi.fitted + cmi.paper.jic_correction &&
	            cmi.paper.jic_correction != cmi.paper.sc_correction);
	assert_true(isnan(sc.p) && isnan(sc.df) && sc.verdict == base_verdict(cmi.paper.sc == 0));
	assert_true(chi2.verdict == base_verdict(chi2.p >= chi2.alpha) && chi2.rows == 400 && chi2.permutations == 0);
	mixmi_table_free(table);
	free(values);
}

/* The tail of the gamma distribution with the mean and the sample variance of the permutations. */
static void a_gamma_tail_has_the_moments_of_the_permutations(void **state)
{
	(void)state;
	const double values[] = { 0.02, 0.05, 0.03, 0.08, 0.04, 0.01 };
	double mean = 0, variance = 0;
	for (size_t i = 0; i < 6; i++)
		mean += values[i] / 6;
	for (size_t i = 0; i < 6; i++)
		variance += (values[i] - mean) * (values[i] - mean) / 5;
	for (double observed = 0.09; observed < 0.4; observed += 0.05) {
		perm_tally t = { 0 };
		for (size_t i = 0; i < 6; i++)
			perm_tally_add(&t, values[i], observed);
		double exact = gsl_cdf_gamma_Q(observed, mean * mean / variance, variance / mean);
		assert_close(log(perm_tally_p(&t, observed, MIXMI_TAIL_GAMMA) / exact), 0, 1e-9);
		assert_close(perm_tally_p(&t, observed, MIXMI_TAIL_COUNT), 1.0 / 7, 1e-12);
		perm_tally_add(&t, observed, observed); /* as large is large enough */
		assert_close(perm_tally_p(&t, observed, MIXMI_TAIL_COUNT), 2.0 / 8, 1e-12);
	}
}

/* A monotone pair of few rows has a small p, but none below 2 / n!, which is what two of all orders show. */
static void p_of_few_rows_is_at_least_that_of_two_orders(void **state)
{
	(void)state;
	for (size_t rows = 4; rows <= 12; rows++) {
		double values[24], orders = tgamma((double)rows + 1);
		for (size_t i = 0; i < rows; i++) {
			values[i] = (double)i;
			values[rows + i] = (double)i * 1.5;
		}
		mixmi_table *table = numeric_table(values, rows, 2);
		double p = ask(table, &pair, "residual", NULL).p * orders;
		assert_true(p >= 2 - 1e-9 && (rows > 4 || p < orders / 2));
		mixmi_table_free(table);
	}
}

/* Rows shuffled, columns reordered, X and Y exchanged, any threads: the same bits from every test. */
static void the_same_answer_however_it_is_asked(void **state)
{
	(void)state;
	enum { ROWS = 150 };
	static const char *const names[] = { "u", "v", "w" }, *const tests[] = { "chi2", "sc",   "fnml",
		                                                                     "jic",  "perm", "residual" };
	double *values = mixed_values(ROWS, 3, 81), shuffled[3 * ROWS];
	uint64_t seed = 82;
	size_t order[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		size_t other = test_below(&seed, i + 1);
		order[i] = i;
		order[i] = order[other];
		order[other] = i;
	}
	for (size_t j = 0; j < 3; j++)
		for (size_t i = 0; i < ROWS; i++)
			shuffled[j * ROWS + i] = values[j * ROWS + order[i]];
	mixmi_table *plain, *other;
	assert_ok(mixmi_table_new(&plain, ROWS));
	assert_ok(mixmi_table_new(&other, ROWS));
	for (size_t j = 0; j < 3; j++) {
		assert_ok(mixmi_table_add_values(plain, names[j], MIXMI_NUMERIC, values + j * ROWS, NULL));
		assert_ok(mixmi_table_add_values(other, names[2 - j], MIXMI_NUMERIC, shuffled + (2 - j) * ROWS, NULL));
	}
	const mixmi_question mirrored = { &second, 1, &third, 1, &first, 1 }; /* v, u given w in the other table */
	mixmi_options options;
	init_options(&options);
	for (size_t t = 0; t < 6; t++) {
		options.threads = 1;
		mixmi_answer a = ask(plain, &given_third, tests[t], &options);
		options.threads = 7;
		mixmi_answer b = ask(other, &mirrored, tests[t], &options);
		assert_same_answer(&a, &b);
	}
	mixmi_table_free(plain);
	mixmi_table_free(other);
	free(values);
}

/* Names and the order in which Z is listed have no influence. */
static void permutations_depend_on_the_data_only(void **state)
{
	(void)state;
	enum { ROWS = 120 };
	static const char *const names[2][4] = { { "a", "b", "c", "d" }, { "q", "c", "z", "b" } };
	const size_t z[] = { 2, 3 }, turned[] = { 3, 2 };
	double *values = mixed_values(ROWS, 4, 83);
	double p[2][2];
	for (size_t k = 0; k < 2; k++) {
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t j = 0; j < 4; j++)
			assert_ok(mixmi_table_add_values(table, names[k][j], MIXMI_NUMERIC, values + j * ROWS, NULL));
		const mixmi_question one = { &first, 1, &second, 1, z, 2 }, other = { &first, 1, &second, 1, turned, 2 };
		p[k][0] = ask(table, &one, "perm", NULL).p;
		p[k][1] = ask(table, &other, "perm", NULL).p;
		mixmi_table_free(table);
	}
	assert_true(p[0][0] == p[0][1] && p[1][0] == p[1][1]);
	free(values);
}

static void an_alpha_that_no_counting_reaches_is_refused_at_once(void **state)
{
	(void)state;
	double *values = mixed_values(50, 2, 84);
	mixmi_table *table = numeric_table(values, 50, 2);
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "test", "perm"));
	options.alpha = 1e-300;
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options), MIXMI_ERROR_LIMIT, "too small");
	mixmi_table_free(table);
	free(values);
}

/* 5 rows have 120 permutations: the p-value estimates the share whose estimate reaches the observed one. */
static void permutations_estimate_the_exact_p_value(void **state)
{
	(void)state;
	const double values[] = { 0, 0, 0, 1, 1, 0, 0, 0, 1, 1 };
	mixmi_table *table = numeric_table(values, 5, 2);
	mixmi_options options;
	init_options(&options);
	options.atom_threshold = 1;
	options.permutations = 1000000; /* stops at the 10th that reaches it: about 100 of them */
	double mean = 0;
	enum { REPEATS = 200 };
	for (int64_t seed = 1; seed <= REPEATS; seed++) {
		options.seed = seed;
		mixmi_answer answer = ask(table, &pair, "perm", &options);
		mean += 9.0 / (double)(answer.permutations - 1) / REPEATS; /* unbiased for negative binomial sampling */
	}
	assert_close(mean, 0.1, 0.01); /* only the 12 of 120 that map {4, 5} to itself; standard error 0.0023 */
	mixmi_table_free(table);
}

static void permutations_find_dependence_and_report_it(void **state)
{
	(void)state;
	enum { ROWS = 300 };
	double values[3 * ROWS];
	uint64_t seed = 83;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = test_normal(&seed);
		values[ROWS + i] = 0.8 * values[i] + 0.6 * test_normal(&seed);
		values[2 * ROWS + i] = test_normal(&seed);
	}
	mixmi_table *table = numeric_table(values, ROWS, 3);
	mixmi_options options;
	init_options(&options);
	mixmi_answer dependent = ask(table, &pair, "perm", &options);
	assert_true(dependent.verdict != MIXMI_NOT_DETECTED && dependent.permutations == 99 && dependent.p == 1.0 / 100);
	assert_true(dependent.corrected > 0.3 && dependent.corrected < dependent.estimate);
	const mixmi_question unrelated = { &first, 1, &third, 1, NULL, 0 };
	mixmi_answer independent = ask(table, &unrelated, "perm", &options);
	assert_true(independent.verdict == MIXMI_NOT_DETECTED && independent.corrected == 0 &&
	            independent.permutations < 99);
	options.tail = MIXMI_TAIL_GAMMA;
	mixmi_answer gamma = ask(table, &pair, "perm", &options);
	assert_true(gamma.permutations == 100 && gamma.p < 1e-6 && gamma.p > 0);
	assert_true(ask(table, &unrelated, "perm", &options).verdict == MIXMI_NOT_DETECTED);
	options.permutations = 7;
	assert_int_equal(ask(table, &pair, "perm", &options).permutations, 7);
	mixmi_table_free(table);
}

/* 1 / (1 + permutations) is the smallest p-value: if it exceeded alpha, every pair would silently be independent. */
static void too_few_permutations_for_alpha_are_refused(void **state)
{
	(void)state;
	double *values = mixed_values(50, 2, 84);
	mixmi_table *table = numeric_table(values, 50, 2);
	mixmi_options options;
	mixmi_answer answer;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "test", "perm"));
	options.permutations = 18;
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options), MIXMI_ERROR_USAGE,
	             "18 permutations cannot give a p-value of alpha = 0.05; 19 can, or fewer with a gamma tail");
	options.permutations = 19;
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options));
	options.tail = MIXMI_TAIL_GAMMA;
	options.permutations = 2;
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options));
	options.permutations = 1;
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options), MIXMI_ERROR_USAGE, "2 can");
	mixmi_table_free(table);
	free(values);
}

/* A copy of Z has no information given Z: nothing can be exchanged, so nothing is found. */
static void nothing_is_found_where_nothing_can_be_exchanged(void **state)
{
	(void)state;
	double values[3 * 60];
	uint64_t seed = 84;
	for (size_t i = 0; i < 60; i++) {
		values[i] = test_normal(&seed);
		values[60 + i] = test_normal(&seed);
		values[120 + i] = (double)i;
	}
	mixmi_table *table;
	const char *const names[] = { "x", "y", "z" };
	assert_ok(mixmi_table_new(&table, 60));
	for (size_t j = 0; j < 3; j++)
		assert_ok(
			mixmi_table_add_values(table, names[j], j == 2 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values + 60 * j, NULL));
	assert_true(ask(table, &given_third, "perm", NULL).p == 1);
	mixmi_table_free(table);
}

/* -------------------------------------------------------------------------------------------------- strata */

static void strata_agree_in_atoms_and_are_small_neighbourhoods(void **state)
{
	(void)state;
	enum { ROWS = 700 };
	double values[4 * ROWS];
	uint64_t seed = 85;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = test_normal(&seed);
		values[ROWS + i] = test_normal(&seed);
		values[2 * ROWS + i] = (double)test_below(&seed, 3);
		values[3 * ROWS + i] = test_below(&seed, 2) == 0 ? 0 : test_normal(&seed);
	}
	mixmi_table *table = numeric_table(values, ROWS, 4);
	mixmi_options options;
	init_options(&options);
	const size_t columns[] = { 0, 1, 2, 3 };
	hist_grid grid;
	perm_strata strata;
	assert_ok(hist_grid_prepare(&grid, table, columns, 4, &options));
	assert_true(perm_strata_init(&strata, &grid, columns + 2, 2));
	bool seen[ROWS] = { false };
	for (size_t k = 0; k < strata.count; k++) {
		const uint32_t *rows = strata.order + strata.starts[k];
		size_t size = strata.starts[k + 1] - strata.starts[k];
		bool continuous = values[3 * ROWS + rows[0]] != 0;
		assert_true(size > 0 && (!continuous || size <= 9));
		double low = INFINITY, high = -INFINITY;
		for (size_t i = 0; i < size; i++) {
			assert_false(seen[rows[i]]);
			seen[rows[i]] = true;
			assert_true(values[2 * ROWS + rows[i]] == values[2 * ROWS + rows[0]]);
			assert_true((values[3 * ROWS + rows[i]] != 0) == continuous);
			low = fmin(low, values[3 * ROWS + rows[i]]);
			high = fmax(high, values[3 * ROWS + rows[i]]);
		}
		for (size_t i = 0; continuous && i < ROWS; i++) { /* nobody of the same class lies in between */
			bool same = values[2 * ROWS + i] == values[2 * ROWS + rows[0]], inside = false;
			for (size_t m = 0; m < size; m++)
				inside = inside || rows[m] == i;
			assert_true(!same || inside || values[3 * ROWS + i] <= low || values[3 * ROWS + i] >= high ||
			            values[3 * ROWS + i] == 0);
		}
	}
	assert_int_equal(strata.starts[strata.count], ROWS);
	perm_strata_clear(&strata);
	assert_true(perm_strata_init(&strata, &grid, NULL, 0));
	assert_int_equal(strata.count, 1);
	perm_strata_clear(&strata);
	hist_grid_clear(&grid);
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------- many at once */

/* Columns of Z count by the share of their values that a class covers, not by their number of values: 36 rows of two columns, one
 * with 36 values and one with 18, are halved once along each. */
static void strata_are_halved_along_every_column_of_z(void **state)
{
	(void)state;
	enum { ROWS = 36 };
	double values[4 * ROWS];
	uint64_t seed = 4;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = test_normal(&seed);
		values[ROWS + i] = test_normal(&seed);
		values[2 * ROWS + i] = (double)i;
		values[3 * ROWS + i] = (double)(i * 7 % ROWS / 2);
	}
	mixmi_table *table = numeric_table(values, ROWS, 4);
	mixmi_options options;
	init_options(&options);
	const size_t columns[] = { 0, 1, 2, 3 };
	hist_grid grid;
	perm_strata strata;
	assert_ok(hist_grid_prepare(&grid, table, columns, 4, &options));
	assert_true(perm_strata_init(&strata, &grid, columns + 2, 2));
	assert_int_equal(strata.count, 4);
	for (size_t k = 0; k < strata.count; k++)
		for (size_t j = 2; j < 4; j++) {
			double low = INFINITY, high = -INFINITY;
			for (size_t i = strata.starts[k]; i < strata.starts[k + 1]; i++) {
				low = fmin(low, values[j * ROWS + strata.order[i]]);
				high = fmax(high, values[j * ROWS + strata.order[i]]);
			}
			assert_true(high - low <= (j == 2 ? 18 : 10));
		}
	perm_strata_clear(&strata);
	hist_grid_clear(&grid);
	mixmi_table_free(table);
}

static void many_questions_have_the_answers_of_single_ones(void **state)
{
	(void)state;
	enum { COLUMNS = 6, QUESTIONS = COLUMNS * (COLUMNS - 1) };
	static const size_t places[COLUMNS] = { 0, 1, 2, 3, 4, 5 };
	double *values = mixed_values(200, COLUMNS, 86);
	for (size_t i = 0; i < 199; i++)
		values[5 * 200 + i] = NAN; /* one column without enough rows */
	mixmi_table *table = numeric_table(values, 200, COLUMNS);
	mixmi_question questions[QUESTIONS];
	mixmi_answer single, among;
	size_t columns[2 * QUESTIONS], ends[3 * QUESTIONS];
	mixmi_answers *answers;
	size_t count = 0, failed = 0;
	for (size_t a = 0; a < COLUMNS; a++)
		for (size_t b = 0; b < COLUMNS; b++)
			if (a != b) {
				columns[2 * count] = a;
				columns[2 * count + 1] = b;
				ends[3 * count] = 2 * count + 1;
				ends[3 * count + 1] = ends[3 * count + 2] = 2 * count + 2;
				questions[count++] = (mixmi_question){ &places[a], 1, &places[b], 1, NULL, 0 };
			}
	mixmi_options options;
	init_options(&options);
	for (options.threads = 1; options.threads <= 64; options.threads *= 8) {
		failed = 0;
		assert_ok(mixmi_test_many(&answers, table, &(mixmi_questions){ count, columns, ends }, &options));
		assert_int_equal(mixmi_answers_count(answers), count);
		for (size_t i = 0; i < count; i++) {
			assert_ok(mixmi_answers_get(&among, sizeof among, answers, i));
			mixmi_status status = mixmi_test(&single, sizeof single, NULL, table, &questions[i], &options);
			if (status == MIXMI_OK) {
				assert_same_answer(&single, &among);
				assert_null(mixmi_answers_message(answers, i));
				continue;
			}
			failed++;
			assert_true(among.status == MIXMI_ERROR_DATA && isnan(among.p) && among.rows == 0);
			assert_string_equal(mixmi_answers_message(answers, i), mixmi_error_message());
		}
		assert_int_equal(failed, 10);
		mixmi_answers_free(answers);
	}
	ends[3] = ends[4]; /* the second question has no Y */
	assert_ok(mixmi_test_many(&answers, table, &(mixmi_questions){ count, columns, ends }, &options));
	assert_ok(mixmi_answers_get(&among, sizeof among, answers, 1));
	assert_int_equal(among.status, MIXMI_ERROR_USAGE);
	assert_string_equal(mixmi_answers_message(answers, 1), "Y has no column");
	assert_ok(mixmi_answers_get(&among, sizeof among, answers, 2));
	assert_int_equal(among.status, MIXMI_OK);
	mixmi_answers_free(answers);
	ends[7] = 0;
	assert_fails(mixmi_test_many(&answers, table, &(mixmi_questions){ count, columns, ends }, &options),
	             MIXMI_ERROR_USAGE, "must ascend");
	assert_null(answers);
	mixmi_table_free(table);
	free(values);
}

static mixmi_status own_test(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                             const mixmi_options *options)
{
	(void)table;
	out->p = question->z_count == 0 ? 0.001 : 0.5;
	out->verdict = base_verdict(out->p > options->alpha);
#pragma omp atomic
	++*(int *)context;
	return MIXMI_OK;
}

static void a_test_of_the_programs_own_is_called(void **state)
{
	(void)state;
	double *values = mixed_values(50, 3, 87);
	mixmi_table *table = numeric_table(values, 50, 3);
	mixmi_options *options;
	mixmi_answers *answers;
	mixmi_answer plain, given;
	static const size_t columns[] = { 0, 1, 0, 1, 2 }, ends[] = { 1, 2, 2, 3, 4, 5 };
	int calls = 0;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_test(options, own_test, &calls, "coin"));
	assert_ok(mixmi_test_many(&answers, table, &(mixmi_questions){ 2, columns, ends }, options));
	mixmi_options_free(options);
	assert_ok(mixmi_answers_get(&plain, sizeof plain, answers, 0));
	assert_ok(mixmi_answers_get(&given, sizeof given, answers, 1));
	assert_true(calls == 2 && plain.verdict == MIXMI_DETECTED && given.verdict == MIXMI_NOT_DETECTED);
	assert_string_equal(plain.method, "coin"); /* which outlives the options */
	mixmi_answers_free(answers);
	mixmi_table_free(table);
	free(values);
}

/* The program's value, plus one for each column of Z. */
static mixmi_status own_estimate(mixmi_answer *out, void *context, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options)
{
	(void)table;
	(void)options;
	out->estimate = *(const double *)context + (double)question->z_count;
	return MIXMI_OK;
}

static void an_estimator_of_the_programs_own_is_called(void **state)
{
	(void)state;
	double *values = mixed_values(50, 3, 87), offset = 0.25;
	mixmi_table *table = numeric_table(values, 50, 3);
	mixmi_options *options;
	mixmi_answers *answers;
	mixmi_answer plain, given, one, tested;
	mixmi_explanation *explanation;
	static const size_t columns[] = { 0, 1, 0, 1, 2 }, ends[] = { 1, 2, 2, 3, 4, 5 };
	const mixmi_question question = { columns, 1, columns + 1, 1, NULL, 0 };
	mixmi_histogram *histogram;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_estimator(options, own_estimate, &offset, "teller"));
	assert_ok(mixmi_estimate_many(&answers, table, &(mixmi_questions){ 2, columns, ends }, options));
	assert_ok(mixmi_answers_get(&plain, sizeof plain, answers, 0));
	assert_ok(mixmi_answers_get(&given, sizeof given, answers, 1));
	assert_true(plain.estimate == 0.25 && given.estimate == 1.25);
	assert_ok(mixmi_estimate(&one, sizeof one, &histogram, table, &question, options));
	assert_true(one.estimate == 0.25 && histogram == NULL);
	assert_fails(mixmi_explain(&explanation, table, &question, false, options), MIXMI_ERROR_USAGE,
	             "no grid to explain");
	assert_ok(mixmi_test(&tested, sizeof tested, NULL, table, &question, options));
	assert_string_equal(tested.method, "residual"); /* the test stays as it was */
	mixmi_options_free(options);
	assert_string_equal(plain.method, "teller"); /* which outlives the options */
	mixmi_answers_free(answers);
	mixmi_table_free(table);
	free(values);
}

/* Fails with a message of its own if Z is given, and without one otherwise. */
static mixmi_status failing_test(mixmi_answer *out, void *context, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options)
{
	(void)out;
	(void)context;
	(void)table;
	(void)options;
	if (question->z_count > 0)
		mixmi_error_set("the instrument was off");
	return MIXMI_ERROR_DATA;
}

static void a_test_of_the_programs_own_says_why_it_failed(void **state)
{
	(void)state;
	double *values = mixed_values(50, 3, 87);
	mixmi_table *table = numeric_table(values, 50, 3);
	mixmi_options *options;
	mixmi_answers *answers;
	mixmi_answer answer;
	static const size_t columns[] = { 0, 1, 2, 0, 1 }, ends[] = { 1, 2, 3, 4, 5, 5 };
	static const char *const plain = "test 'meter' failed without a message (status 2)";
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_test(options, failing_test, NULL, "meter"));
	assert_ok(mixmi_test_many(&answers, table, &(mixmi_questions){ 2, columns, ends }, options));
	assert_string_equal(mixmi_answers_message(answers, 0), "the instrument was off");
	assert_string_equal(mixmi_answers_message(answers, 1), plain);
	mixmi_error_set("of an earlier failure");
	mixmi_question q = { columns, 1, columns + 1, 1, NULL, 0 };
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &q, options), MIXMI_ERROR_DATA, plain);
	mixmi_answers_free(answers);
	mixmi_options_free(options);
	mixmi_table_free(table);
	free(values);
}

/* A question that runs until it is cancelled. */
static mixmi_status endless_test(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                 const mixmi_options *options)
{
	(void)out;
	(void)context;
	(void)table;
	(void)q;
	const mixmi_progress waiting = { .stage = "waiting", .unit = "" };
	while (options->progress != NULL && options->progress(options->progress_context, &waiting))
		;
	return MIXMI_ERROR_CANCELLED;
}

static bool stop_at_tenth(void *context, const mixmi_progress *progress)
{
	assert_string_equal(progress->stage, "testing");
	assert_true(progress->done == 0 && progress->total == 4);
	return ++*(size_t *)context < 10;
}

static void a_long_question_among_many_can_be_cancelled(void **state)
{
	(void)state;
	double *values = mixed_values(50, 2, 89);
	mixmi_table *table = numeric_table(values, 50, 2);
	for (int64_t threads = 1; threads <= 3; threads++) {
		size_t calls = 0;
		mixmi_options options;
		init_options(&options);
		options.own_test.function = endless_test;
		options.own_test.name = "endless";
		options.progress = stop_at_tenth;
		options.progress_context = &calls;
		options.threads = threads;
		mixmi_answers *answers;
		mixmi_answer answer;
		static const size_t columns[] = { 0, 1, 0, 1, 0, 1, 0, 1 }, ends[] = { 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8 };
		assert_fails(mixmi_test_many(&answers, table, &(mixmi_questions){ 4, columns, ends }, &options),
		             MIXMI_ERROR_CANCELLED, "cancelled");
		assert_true(calls >= 10);
		for (size_t i = 0; i < 4; i++) {
			assert_ok(mixmi_answers_get(&answer, sizeof answer, answers, i));
			assert_true(answer.status == MIXMI_ERROR_CANCELLED && answer.verdict == MIXMI_NO_VERDICT);
			assert_true(isnan(answer.p) && isnan(answer.estimate) && answer.rows == 0);
			assert_non_null(mixmi_answers_message(answers, i));
		}
		mixmi_answers_free(answers);
	}
	mixmi_table_free(table);
	free(values);
}

static void adjusts_p_values_by_benjamini_and_hochberg(void **state)
{
	(void)state;
	const double p[] = { 0.04, NAN, 0.01, 0.03, 0.005, 0.9 };
	const double expected[] = { 0.05, NAN, 0.025, 0.05, 0.025, 0.9 };
	double adjusted[6];
	assert_ok(mixmi_adjust_p(adjusted, p, 6));
	for (size_t i = 0; i < 6; i++)
		assert_true(isnan(expected[i]) ? isnan(adjusted[i]) : fabs(adjusted[i] - expected[i]) < 1e-15);
	memcpy(adjusted, p, sizeof p);
	assert_ok(mixmi_adjust_p(adjusted, adjusted, 6)); /* in place */
	for (size_t i = 0; i < 6; i++)
		assert_true(isnan(expected[i]) ? isnan(adjusted[i]) : fabs(adjusted[i] - expected[i]) < 1e-15);
}

/* Holm: the r-th smallest of m is multiplied by m - r + 1, and none is below one that is smaller. */
static void holm_controls_the_family_wise_error(void **state)
{
	(void)state;
	double p[] = { 0.04, NAN, 0.01, 0.03, 0.9 }, expected[] = { 0.09, NAN, 0.04, 0.09, 0.9 };
	assert_ok(mixmi_adjust_p_holm(p, p, 5));
	for (size_t i = 0; i < 5; i++)
		assert_true(isnan(expected[i]) ? isnan(p[i]) : fabs(p[i] - expected[i]) < 1e-15);
	double large[] = { 0.6, 0.7 };
	assert_ok(mixmi_adjust_p_holm(large, large, 2));
	assert_true(large[0] == 1 && large[1] == 1);
}

static void the_registry_matches_the_option(void **state)
{
	(void)state;
	size_t index = 0;
	mixmi_options options;
	init_options(&options);
	for (; mixmi_test_at(index) != NULL; index++) {
		assert_ok(mixmi_options_set(&options, "test", mixmi_test_at(index)->name));
		assert_string_equal(options.test, mixmi_test_at(index)->name);
	}
	assert_int_equal(index, 10);
	assert_fails(mixmi_options_set(&options, "test", "magic"), MIXMI_ERROR_USAGE, "magic");
}

/* Even if the reason is found late, a failure must not read as "independent". */
static void a_failure_leaves_no_answer(void **state)
{
	(void)state;
	const double values[] = { 1, 2, 3, NAN, NAN, NAN, NAN, NAN, NAN, 1, 2, 3 };
	mixmi_table *table = numeric_table(values, 6, 2);
	const size_t x = 0, y = 1;
	const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	mixmi_options options;
	init_options(&options);
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++) {
		mixmi_answer answer;
		options.test = mixmi_test_at(i)->name;
		assert_int_equal(mixmi_test(&answer, sizeof answer, NULL, table, &question, &options), MIXMI_ERROR_DATA);
		assert_string_equal(answer.method, options.test);
		assert_int_equal(answer.status, MIXMI_ERROR_DATA);
		assert_true(isnan(answer.estimate) && isnan(answer.corrected) && isnan(answer.statistic) && isnan(answer.p));
		assert_int_equal(answer.verdict, MIXMI_NO_VERDICT);
		assert_int_equal(answer.rows, 0);
	}
	for (size_t i = 0; mixmi_estimator_at(i) != NULL; i++) {
		mixmi_answer value;
		options.estimator = mixmi_estimator_at(i)->name;
		assert_int_equal(mixmi_estimate(&value, sizeof value, NULL, table, &question, &options), MIXMI_ERROR_DATA);
		assert_true(isnan(value.estimate) && isnan(value.corrected));
		assert_int_equal(value.rows, 0);
	}
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(corrections_are_those_of_the_estimate),
		cmocka_unit_test(a_gamma_tail_has_the_moments_of_the_permutations),
		cmocka_unit_test(p_of_few_rows_is_at_least_that_of_two_orders),
		cmocka_unit_test(the_same_answer_however_it_is_asked),
		cmocka_unit_test(permutations_depend_on_the_data_only),
		cmocka_unit_test(an_alpha_that_no_counting_reaches_is_refused_at_once),
		cmocka_unit_test(permutations_estimate_the_exact_p_value),
		cmocka_unit_test(permutations_find_dependence_and_report_it),
		cmocka_unit_test(too_few_permutations_for_alpha_are_refused),
		cmocka_unit_test(nothing_is_found_where_nothing_can_be_exchanged),
		cmocka_unit_test(strata_agree_in_atoms_and_are_small_neighbourhoods),
		cmocka_unit_test(strata_are_halved_along_every_column_of_z),
		cmocka_unit_test(many_questions_have_the_answers_of_single_ones),
		cmocka_unit_test(a_test_of_the_programs_own_is_called),
		cmocka_unit_test(an_estimator_of_the_programs_own_is_called),
		cmocka_unit_test(a_test_of_the_programs_own_says_why_it_failed),
		cmocka_unit_test(a_long_question_among_many_can_be_cancelled),
		cmocka_unit_test(adjusts_p_values_by_benjamini_and_hochberg),
		cmocka_unit_test(holm_controls_the_family_wise_error),
		cmocka_unit_test(the_registry_matches_the_option),
		cmocka_unit_test(a_failure_leaves_no_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
