/* The default method's answers agree with themselves: whatever the question, p, verdict, estimate and interval say the same at
 * every level. Tables are drawn with columns of all types, from 20 to 20,000 rows, with and without dependence. MIXMI_SEED
 * draws others. */
#include "tables.h"

enum { QUESTIONS = 2000, COLUMNS = 5, KINDS = 8, MOST_ROWS = 20000 };

/* The levels at which answers must agree. */
static const double least_level = 1e-6, greatest_level = 0.3;

/* ------------------------------------------------------------------------------------------------ tables */

static double draw_value(size_t kind, double common, uint64_t *seed)
{
	double x = common + test_normal(seed);
	switch (kind) {
	case 0:
		return x;
	case 1:
		return floor(x); /* an integer with many ties */
	case 2:
		return x < 0 ? 0 : x; /* a point mass */
	case 3:
		return exp(3 * x);
	case 4:
		return floor(20 * x) / 20; /* rounded */
	case 5:
		return x > 0.5; /* two numbers */
	case 6:
		return floor(3 * fabs(x)); /* a label */
	default:
		return floor(25 * test_uniform(seed)); /* a label of many levels */
	}
}

static void add_column(mixmi_table *table, size_t j, size_t kind, const double *values, const int64_t *codes)
{
	char name[] = { (char)('a' + j), '\0' };
	if (kind < 6)
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	else
		assert_ok(mixmi_table_add_codes(table, name, codes, NULL, 0, NULL));
}

/* Columns of drawn kinds that share a cause with drawn strengths, often none; one value in fifty is missing in half of them. */
static mixmi_table *draw_table(size_t rows, uint64_t *seed)
{
	static double common[MOST_ROWS], values[MOST_ROWS];
	static int64_t codes[MOST_ROWS];
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t i = 0; i < rows; i++)
		common[i] = test_normal(seed);
	for (size_t j = 0; j < COLUMNS; j++) {
		static const double strengths[] = { 0, 0, 0.2, 0.5, 3 };
		size_t kind = test_below(seed, KINDS);
		double strength = strengths[test_below(seed, 5)], missing = test_below(seed, 2) == 0 ? 0 : 0.02;
		for (size_t i = 0; i < rows; i++) {
			bool gone = test_uniform(seed) < missing;
			values[i] = gone ? (double)NAN : draw_value(kind, strength * common[i], seed);
			codes[i] = gone ? -1 : (int64_t)values[i];
		}
		add_column(table, j, kind, values, codes);
	}
	return table;
}

/* Mostly few rows: large tables take seconds. */
static size_t draw_rows(size_t number, uint64_t *seed)
{
	if (number % 400 == 0)
		return MOST_ROWS;
	if (number % 40 == 0)
		return 2000 + test_below(seed, 2000);
	return (size_t)(20 * pow(25, pow(test_uniform(seed), 1.5)));
}

/* ------------------------------------------------------------------------------------------------ claims */

/* An answer at a level, whose interval has the level 1 - alpha or, where a confidence is given, that. */
static mixmi_answer ask_at(const mixmi_table *table, const mixmi_question *q, double alpha, double confidence)
{
	mixmi_options *options;
	mixmi_answer answer;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_number(options, "alpha", alpha));
	if (confidence > 0)
		assert_ok(mixmi_options_set_number(options, "confidence", confidence));
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, q, options));
	mixmi_options_free(options);
	return answer;
}

static void assert_undecided(const mixmi_answer *a)
{
	assert_true(isnan(a->p) && isnan(a->estimate) && isnan(a->lower) && isnan(a->upper) && isnan(a->standard_error) &&
	            isnan(a->strength) && isnan(a->confidence));
}

/* What holds at the level `level` of the interval. */
static void assert_agrees(const mixmi_answer *a, double level)
{
	assert_true(isfinite(a->p) && a->p > 0 && a->p <= 1);
	assert_true(isfinite(a->estimate) && isfinite(a->lower) && isfinite(a->upper) && isfinite(a->standard_error));
	assert_true(0 <= a->lower && a->lower <= a->estimate && a->estimate <= a->upper);
	assert_true((a->p < level) == (a->lower > 0));
	assert_true(a->estimate > 0 || a->p >= greatest_level);
	assert_true(a->strength >= 0 && a->strength <= a->strength_max + 1e-12 && a->strength_max <= 1);
	assert_true((a->verdict == MIXMI_DETECTED) == (a->p < a->alpha));
	assert_true(isnan(a->corrected) && isnan(a->plug_in) && isnan(a->bias));
}

static void check_level(const mixmi_table *table, const mixmi_question *q, const mixmi_answer *first, double alpha)
{
	const mixmi_answer a = ask_at(table, q, alpha, 0);
	assert_true(a.p == first->p && a.estimate == first->estimate && a.alpha == alpha && a.confidence == 1 - alpha);
	assert_agrees(&a, alpha);
	assert_true((a.verdict == MIXMI_DETECTED) == (a.lower > 0));
}

/* Questions so far that are decided, and of these those with p between the levels: enough of both must occur. */
static size_t decided, between;

/* Asks at both ends of the levels, just below and just above p, and at a drawn level for the interval alone. */
static void check_question(const mixmi_table *table, const mixmi_question *q, uint64_t *seed)
{
	const mixmi_answer a = ask_at(table, q, 0.05, 0);
	if (a.verdict == MIXMI_UNDECIDED) {
		assert_undecided(&a);
		return;
	}
	assert_agrees(&a, 0.05);
	decided++;
	double level = least_level * pow(greatest_level / least_level, test_uniform(seed));
	const mixmi_answer apart = ask_at(table, q, 0.05, 1 - level);
	assert_true(apart.verdict == a.verdict && apart.confidence == 1 - (1 - (1 - level)));
	assert_agrees(&apart, 1 - (1 - level));
	check_level(table, q, &a, test_below(seed, 2) == 0 ? least_level : greatest_level);
	if (a.p >= least_level && a.p < greatest_level) {
		between++;
		check_level(table, q, &a, a.p);
		check_level(table, q, &a, a.p * (1 + 1e-12));
	}
	mixmi_answer estimated;
	assert_ok(mixmi_estimate(&estimated, sizeof estimated, NULL, table, q, NULL));
	assert_true(estimated.p == a.p && estimated.estimate == a.estimate && estimated.lower == a.lower &&
	            estimated.upper == a.upper && estimated.verdict == a.verdict);
}

static void answers_agree_at_every_level(void **state)
{
	(void)state;
	const char *text = getenv("MIXMI_SEED");
	uint64_t first = text != NULL ? strtoull(text, NULL, 10) : 1;
	size_t per_table = 4;
	for (size_t number = 0; number < test_cases(QUESTIONS / per_table); number++) {
		uint64_t seed = first * 100000 + number;
		mixmi_table *table = draw_table(draw_rows(number + 1, &seed), &seed);
		for (size_t k = 0; k < per_table; k++) {
			size_t columns[COLUMNS];
			for (size_t j = 0; j < COLUMNS; j++) {
				size_t at = test_below(&seed, j + 1);
				columns[j] = columns[at];
				columns[at] = j;
			}
			const mixmi_question q = { columns, 1, columns + 1, 1, columns + 2, k };
			check_question(table, &q, &seed);
		}
		mixmi_table_free(table);
	}
	assert_true(test_enough(decided, QUESTIONS / 2) && test_enough(between, QUESTIONS / 10));
}

/* Beyond the smallest double, p is 0 for all that its text says, and evidence still grows. */
static void evidence_grows_beyond_the_smallest_p(void **state)
{
	(void)state;
	double last = 0;
	for (size_t rows = 2000; rows <= 16000; rows *= 2) {
		double *values = malloc(2 * rows * sizeof *values);
		assert_non_null(values);
		for (size_t i = 0; i < rows; i++)
			values[i] = values[rows + i] = (double)i;
		mixmi_table *table = numeric_table(values, rows, 2);
		const size_t x = 0, y = 1;
		const mixmi_question q = { &x, 1, &y, 1, NULL, 0 };
		const mixmi_answer a = ask_at(table, &q, 0.05, 0);
		assert_agrees(&a, 0.05);
		assert_true(a.lower > last);
		last = a.lower;
		mixmi_table_free(table);
		free(values);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_agree_at_every_level),
		cmocka_unit_test(evidence_grows_beyond_the_smallest_p),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
