/* Answers of the default test: the same bits however it is asked, from memory or not, levels and tails on draws with fixed seeds, and
 * data that leave nothing to compare. Rates over many mechanisms are in tests/long and in experiments. */
#include <gsl/gsl_cdf.h>

#include "base/memory.h"
#include "share.h"
#include "tables.h"
#include "test/scan.h"

static const size_t first = 0, second = 1;
static const size_t others[] = { 2, 3, 4 };
static const mixmi_question pair = { &first, 1, &second, 1, NULL, 0 };

static test_verdict judge(const mixmi_table *table, const mixmi_question *question)
{
	test_verdict verdict;
	assert_ok(test_judge(&verdict, NULL, table, question, false));
	return verdict;
}

static double p_of(const mixmi_table *table, const mixmi_question *question)
{
	test_verdict verdict = judge(table, question);
	assert_true(!verdict.undecided && verdict.p > 0 && verdict.p <= 1);
	return verdict.p;
}

/* ----------------------------------------------------------------------------------------------- however it is asked */

enum { ROWS = 260, COLUMNS = 5 };

/* Five mixed columns, the last one of labels. */
static void draw(double *values, uint64_t seed)
{
	double *mixed = mixed_values(ROWS, COLUMNS, seed);
	memcpy(values, mixed, ROWS * COLUMNS * sizeof *values);
	for (size_t i = 0; i < ROWS; i++)
		values[4 * ROWS + i] = (double)test_below(&seed, 3) + (values[i] > 1);
	free(mixed);
}

/* How the same data may be written down. */
typedef struct writing {
	const char *names[COLUMNS];
	size_t order[COLUMNS]; /* the place of each column */
	double sign[COLUMNS];
	const char *labels[4]; /* of the last column, in any order of spelling */
	bool shuffled;
} writing;

static mixmi_table *write_down(const double *values, const writing *w)
{
	double column[ROWS];
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t place = 0; place < COLUMNS; place++)
		for (size_t j = 0; j < COLUMNS; j++) {
			if (w->order[j] != place)
				continue;
			int64_t codes[ROWS];
			for (size_t i = 0; i < ROWS; i++) {
				size_t row = w->shuffled ? (i * 77 + 31) % ROWS : i;
				column[i] = w->sign[j] * values[j * ROWS + row];
				codes[i] = (int64_t)values[j * ROWS + row];
			}
			if (j + 1 < COLUMNS)
				assert_ok(mixmi_table_add_values(table, w->names[j], MIXMI_NUMERIC, column, NULL));
			else
				assert_ok(mixmi_table_add_codes(table, w->names[j], codes, w->labels, 4, NULL));
		}
	return table;
}

/* One question about the columns wherever they are. */
static double ask(const mixmi_table *table, const writing *w, const size_t *x, const size_t *y, const size_t *z,
                  size_t z_count, bool exchanged)
{
	size_t given[3];
	for (size_t k = 0; k < z_count; k++)
		given[exchanged ? z_count - 1 - k : k] = w->order[z[k]];
	const mixmi_question q = { &w->order[*x], 1, &w->order[*y], 1, given, z_count };
	const mixmi_question turned = { &w->order[*y], 1, &w->order[*x], 1, given, z_count };
	return p_of(table, exchanged ? &turned : &q);
}

static void names_order_direction_and_spelling_change_no_bit(void **state)
{
	(void)state;
	const writing plain = {
		{ "a", "b", "c", "d", "e" }, { 0, 1, 2, 3, 4 }, { 1, 1, 1, 1, 1 }, { "p", "q", "r", "s" }, false
	};
	const writing other = {
		{ "z", "t", "m", "k", "c" }, { 3, 0, 4, 1, 2 }, { -1, 1, -1, -1, 1 }, { "delta", "beta", "zeta", "alpha" }, true
	};
	for (uint64_t seed = 20; seed < 20 + test_cases(10); seed++) {
		double values[ROWS * COLUMNS];
		draw(values, seed);
		mixmi_table *a = write_down(values, &plain), *b = write_down(values, &other);
		for (size_t z_count = 0; z_count <= 3; z_count++)
			for (size_t exchanged = 0; exchanged < 2; exchanged++) {
				double one = ask(a, &plain, &first, &second, others, z_count, false);
				double two = ask(b, &other, &first, &second, others, z_count, exchanged);
				if (one != two)
					print_error("seed %d, %d in Z: %.17g and %.17g\n", (int)seed, (int)z_count, one, two);
				assert_true(one == two);
			}
		const size_t label = 4, numbers[] = { 0, 2 };
		assert_true(ask(a, &plain, &label, &second, numbers, 2, false) ==
		            ask(b, &other, &label, &second, numbers, 2, true));
		mixmi_table_free(a);
		mixmi_table_free(b);
	}
}

/* Labels of equally many rows, which only their spelling or the other columns can put in order. */
static mixmi_table *balanced(size_t labels, const size_t *spelling, uint64_t seed)
{
	enum { BALANCED = 240 };
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
	double x[BALANCED], z[BALANCED];
	int64_t label[BALANCED], other[BALANCED];
	for (size_t i = 0; i < BALANCED; i++) {
		size_t own = i % labels;
		z[i] = test_normal(&seed);
		x[i] = 0.3 * (double)own + z[i] + test_normal(&seed);
		label[i] = (int64_t)spelling[own];
		other[i] = (int64_t)spelling[(own + (x[i] > 1)) % labels];
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, BALANCED));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, x, NULL));
	assert_ok(mixmi_table_add_codes(table, "other", other, names, 8, NULL));
	assert_ok(mixmi_table_add_values(table, "z", MIXMI_NUMERIC, z, NULL));
	assert_ok(mixmi_table_add_codes(table, "label", label, names, 8, NULL));
	return table;
}

static void labels_of_equally_many_rows_change_no_bit_with_their_spelling(void **state)
{
	(void)state;
	static const size_t plain[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	static const size_t spellings[][8] = { { 1, 0, 3, 2, 5, 4, 7, 6 },
		                                   { 7, 6, 5, 4, 3, 2, 1, 0 },
		                                   { 2, 5, 1, 7, 0, 3, 6, 4 } };
	static const size_t columns[] = { 0, 1, 2, 3 }, z_and_label[] = { 2, 3 };
	const mixmi_question questions[] = { { columns, 1, columns + 1, 1, columns + 3, 1 },
		                                 { columns, 1, columns + 2, 1, columns + 3, 1 },
		                                 { columns, 1, columns + 1, 1, z_and_label, 2 },
		                                 { columns, 1, columns + 3, 1, columns + 2, 1 },
		                                 { columns, 1, columns + 3, 1, NULL, 0 } };
	for (size_t labels = 2; labels <= 8; labels += labels == 2 ? 1 : labels == 3 ? 2 : 3)
		for (size_t s = 0; s < 3 * 5; s++) {
			mixmi_table *a = balanced(labels, plain, labels), *b = balanced(labels, spellings[s / 5], labels);
			assert_true(judge(a, &questions[s % 5]).p == judge(b, &questions[s % 5]).p);
			mixmi_table_free(a);
			mixmi_table_free(b);
		}
}

static void sets_of_columns_change_no_bit_with_their_order(void **state)
{
	(void)state;
	double *values = mixed_values(ROWS, COLUMNS, 31);
	mixmi_table *table = numeric_table(values, ROWS, COLUMNS);
	const size_t ab[] = { 0, 1 }, ba[] = { 1, 0 }, cd[] = { 2, 3 }, dc[] = { 3, 2 }, e = 4;
	const mixmi_question q = { ab, 2, cd, 2, &e, 1 }, turned = { dc, 2, ba, 2, &e, 1 };
	assert_true(p_of(table, &q) == p_of(table, &turned));
	mixmi_table_free(table);
	free(values);
}

/* A copy in the other direction changed the order of the columns of Z in some tables. */
static void columns_of_z_that_repeat_another_change_no_bit(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		uint64_t draws = seed;
		double values[ROWS * COLUMNS];
		for (size_t i = 0; i < ROWS; i++) {
			double *z1 = values + 2 * ROWS, *z2 = values + 3 * ROWS;
			z1[i] = test_normal(&draws);
			z2[i] = test_normal(&draws);
			values[4 * ROWS + i] = seed % 2 == 0 ? z1[i] : -z1[i];
			values[i] = z1[i] + z2[i] + test_normal(&draws);
			values[ROWS + i] = z1[i] + test_normal(&draws);
		}
		mixmi_table *table = numeric_table(values, ROWS, COLUMNS);
		const mixmi_question q = { &first, 1, &second, 1, others, 2 }, repeated = { &first, 1, &second, 1, others, 3 };
		assert_true(p_of(table, &q) == p_of(table, &repeated));
		mixmi_table_free(table);
	}
}

/* Columns of Z that do not vary, or repeat another one, change neither the rules nor the order of two columns of X. */
static void columns_of_z_that_say_nothing_change_no_bit(void **state)
{
	(void)state;
	static const size_t x[] = { 0, 1 }, y = 2, labels[] = { 3 }, with_constant[] = { 3, 4 }, with_copy[] = { 3, 5 };
	for (uint64_t seed = 1; seed <= 40; seed++) {
		uint64_t draws = seed;
		double values[6 * ROWS];
		for (size_t i = 0; i < ROWS; i++) {
			for (size_t j = 0; j < 3; j++)
				values[j * ROWS + i] = test_normal(&draws);
			values[3 * ROWS + i] = values[5 * ROWS + i] = (double)test_below(&draws, 12);
			values[4 * ROWS + i] = 7;
		}
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t j = 0; j < 6; j++)
			assert_ok(mixmi_table_add_values(table, (const char[]){ (char)('a' + j), '\0' },
			                                 j == 3 || j == 5 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values + j * ROWS,
			                                 NULL));
		const mixmi_question given = { x, 2, &y, 1, labels, 1 }, constant = { x, 2, &y, 1, with_constant, 2 },
							 copied = { x, 2, &y, 1, with_copy, 2 }, alone = { x, 2, &y, 1, NULL, 0 },
							 only = { x, 2, &y, 1, with_constant + 1, 1 };
		assert_true(p_of(table, &given) == p_of(table, &constant));
		assert_true(p_of(table, &given) == p_of(table, &copied));
		assert_true(p_of(table, &alone) == p_of(table, &only));
		mixmi_table_free(table);
	}
}

/* Two columns of Z that agree where all columns have a value, numbers or labels; elsewhere one has values that the other lacks. */
static void columns_that_agree_in_the_rows_of_a_question_count_once(void **state)
{
	(void)state;
	enum { HOLES = 20, ALL = ROWS + HOLES };
	static const char *const usual[] = { "a", "b", "c", "d" }, *const spelled[] = { "oak", "elm", "ash", "fir" };
	static const size_t once[] = { 2, 4 }, twice[] = { 2, 3, 4, 5 };
	for (uint64_t seed = 1; seed <= 20; seed++) {
		uint64_t draws = seed;
		double values[4][ALL];
		int64_t codes[2][ALL];
		mixmi_table *table;
		for (size_t i = 0; i < ALL; i++) {
			bool left_out = i >= ROWS;
			for (size_t j = 0; j < 3; j++)
				values[j][i] = test_normal(&draws);
			values[3][i] = left_out ? test_normal(&draws) : -values[2][i];
			values[0][i] = left_out ? NAN : values[0][i];
			codes[0][i] = (int64_t)test_below(&draws, 4);
			codes[1][i] = left_out ? (int64_t)test_below(&draws, 4) : (codes[0][i] * 3 + 1) % 4;
		}
		assert_ok(mixmi_table_new(&table, ALL));
		for (size_t j = 0; j < 4; j++)
			assert_ok(
				mixmi_table_add_values(table, (const char[]){ (char)('a' + j), '\0' }, MIXMI_NUMERIC, values[j], NULL));
		assert_ok(mixmi_table_add_codes(table, "e", codes[0], usual, 4, NULL));
		assert_ok(mixmi_table_add_codes(table, "f", codes[1], spelled, 4, NULL));
		const mixmi_question q = { &first, 1, &second, 1, once, 2 }, repeated = { &first, 1, &second, 1, twice, 4 };
		assert_true(p_of(table, &q) == p_of(table, &repeated));
		mixmi_table_free(table);
	}
}

/* Every pair of columns given every one or two others: the same with a memory, with one too small, and from several threads. */
static void a_memory_changes_no_bit(void **state)
{
	(void)state;
	enum { QUESTIONS = 60 };
	double *values = mixed_values(ROWS, COLUMNS, 32);
	for (size_t i = 0; i < ROWS; i += 9)
		values[2 * ROWS + i] = NAN; /* rows differ from question to question */
	mixmi_table *table = numeric_table(values, ROWS, COLUMNS);
	size_t sets[QUESTIONS][4];
	double expected[QUESTIONS];
	for (size_t k = 0, count = 0; count < QUESTIONS; k++) {
		size_t *s = sets[count], all[] = { k % 5, k / 5 % 5, k / 25 % 5, k / 125 % 5 };
		memcpy(s, all, sizeof all);
		count += s[0] < s[1] && s[2] != s[0] && s[2] != s[1] && s[3] != s[0] && s[3] != s[1] && s[2] != s[3];
	}
	for (size_t k = 0; k < QUESTIONS; k++)
		expected[k] = p_of(table, &(mixmi_question){ &sets[k][0], 1, &sets[k][1], 1, &sets[k][2], 1 + k % 2 });
	const size_t budgets[] = { (size_t)1 << 27, 60000, 0 };
	for (size_t b = 0; b < 3; b++) {
		test_memory *memory = test_memory_new(table, budgets[b]);
		int wrong = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : wrong) num_threads(3)
		for (size_t k = 0; k < 2 * QUESTIONS; k++) {
			const size_t *s = sets[k % QUESTIONS];
			const mixmi_question q = { &s[0], 1, &s[1], 1, &s[2], 1 + k % 2 };
			test_verdict v;
			wrong += test_judge(&v, memory, table, &q, false) != MIXMI_OK || v.p != expected[k % QUESTIONS];
		}
		assert_int_equal(wrong, 0);
		test_memory_free(memory);
	}
	mixmi_table_free(table);
	free(values);
}

/* ------------------------------------------------------------------------------------------------- levels and tails */

/* Rejections in draws of independent columns at several levels: at most the level and 3.5 standard errors above 1.3 of it. */
static void check_level(const char *what, size_t draws, const size_t *rejected, const double *levels, size_t count)
{
	for (size_t k = 0; k < count; k++) {
		double most = 1.3 * levels[k] * (double)draws;
		if ((double)rejected[k] > most + 3.5 * sqrt(most))
			print_error("%s: %zu of %zu draws at %g\n", what, rejected[k], draws, levels[k]);
		assert_true((double)rejected[k] <= most + 3.5 * sqrt(most));
	}
}

typedef double value_function(double z, uint64_t *seed);

static double plain_normal(double z, uint64_t *seed)
{
	(void)z;
	return test_normal(seed);
}

static double rare_event(double z, uint64_t *seed)
{
	(void)z;
	return test_uniform(seed) < 0.08;
}

static double zero_inflated(double z, uint64_t *seed)
{
	(void)z;
	double v = test_normal(seed);
	return v < 0.3 ? 0 : exp(v);
}

static double small_count(double z, uint64_t *seed)
{
	return floor(exp(0.4 * z + 0.7 * test_normal(seed)));
}

static double five_points(double z, uint64_t *seed)
{
	double v = z + test_normal(seed);
	return v < -1.2 ? 1 : v < -0.3 ? 2 : v < 0.5 ? 3 : v < 1.4 ? 4 : 5;
}

static double follows_curve(double z, uint64_t *seed)
{
	return z * z - z + 0.5 * test_normal(seed);
}

static void rejections_stay_at_the_level(const char *what, value_function *x, value_function *y, size_t rows,
                                         bool given, size_t all_draws)
{
	size_t draws = test_cases(all_draws);
	const double levels[] = { 0.05, 0.01, 0.001, 1e-4 };
	size_t rejected[4] = { 0 };
	double *values = malloc(3 * rows * sizeof *values);
	for (uint64_t number = 0; number < draws; number++) {
		uint64_t seed = 1000 + 7919 * number;
		for (size_t i = 0; i < rows; i++) {
			double z = values[2 * rows + i] = test_normal(&seed);
			values[i] = x(z, &seed);
			values[rows + i] = y(z, &seed);
		}
		mixmi_table *table = numeric_table(values, rows, 3);
		const mixmi_question q = { &first, 1, &second, 1, others, given };
		double p = p_of(table, &q);
		for (size_t k = 0; k < 4; k++)
			rejected[k] += p <= levels[k];
		mixmi_table_free(table);
	}
	check_level(what, draws, rejected, levels, 4);
	free(values);
}

static void levels_hold_without_z(void **state)
{
	(void)state;
	rejections_stay_at_the_level("normal", plain_normal, plain_normal, 60, false, 3000);
	rejections_stay_at_the_level("rare and rare", rare_event, rare_event, 150, false, 3000);
	rejections_stay_at_the_level("zeros and rare", zero_inflated, rare_event, 150, false, 2000);
	rejections_stay_at_the_level("zeros and normal", zero_inflated, plain_normal, 150, false, 1000);
}

static void levels_hold_given_z(void **state)
{
	(void)state;
	rejections_stay_at_the_level("counts", small_count, small_count, 200, true, 600);
	rejections_stay_at_the_level("five points", five_points, five_points, 200, true, 600);
	rejections_stay_at_the_level("a curve", follows_curve, five_points, 200, true, 600);
}

/* Labels of about two rows each, with effects of their own, and a number that acts on both sides. Rows that are alone in their level fit
 * themselves and say nothing: their small residuals on both sides must not look like a dependence. */
static void levels_hold_given_labels_of_few_rows(void **state)
{
	(void)state;
	enum { SAMPLE = 200, LABELS = 110 };
	const double levels[] = { 0.05, 0.01 };
	size_t draws = test_cases(100);
	size_t rejected[2] = { 0 };
	for (uint64_t number = 0; number < draws; number++) {
		uint64_t seed = 500 + 31 * number;
		double x[SAMPLE], y[SAMPLE], z[SAMPLE], effects[2][LABELS], own[SAMPLE];
		for (size_t l = 0; l < LABELS; l++) {
			effects[0][l] = test_normal(&seed);
			effects[1][l] = test_normal(&seed);
		}
		for (size_t i = 0; i < SAMPLE; i++) {
			size_t l = (size_t)(test_uniform(&seed) * LABELS);
			own[i] = (double)l;
			z[i] = test_normal(&seed);
			x[i] = effects[0][l] + 0.8 * z[i] + 0.7 * test_normal(&seed);
			y[i] = effects[1][l] - 0.6 * z[i] + 0.7 * test_normal(&seed);
		}
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, SAMPLE));
		assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, x, NULL));
		assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
		assert_ok(mixmi_table_add_values(table, "label", MIXMI_DISCRETE, own, NULL));
		assert_ok(mixmi_table_add_values(table, "z", MIXMI_NUMERIC, z, NULL));
		double p = p_of(table, &(mixmi_question){ &first, 1, &second, 1, others, 2 });
		for (size_t k = 0; k < 2; k++)
			rejected[k] += p <= levels[k];
		mixmi_table_free(table);
	}
	check_level("labels of few rows", draws, rejected, levels, 2);
}

/* A correlation whose exact p-value is near 1e-30 has a p of that order. */
/* Every label of Z has a wave of its own, which no function of Z in the regressions follows: rows with similar Z show what is left (leftover.c). Before
 * they did, 11 of these 20 draws were rejected. */
static void levels_hold_where_waves_differ_by_label(void **state)
{
	(void)state;
	enum { MANY = 1000, DRAWS = 20 };
	size_t rejected = 0;
	static double values[4 * MANY];
	for (uint64_t seed = 1; seed <= DRAWS; seed++) {
		uint64_t draws = seed;
		for (size_t i = 0; i < MANY; i++) {
			double label = (double)test_below(&draws, 6), place = test_uniform(&draws);
			double wave = 1.6 * sin(6.283185307179586 * place * (1 + label));
			values[i] = wave + test_normal(&draws);
			values[MANY + i] = wave + test_normal(&draws);
			values[2 * MANY + i] = place;
			values[3 * MANY + i] = label;
		}
		const mixmi_question q = { &first, 1, &second, 1, others, 2 };
		mixmi_table *table = numeric_table(values, MANY, 3);
		assert_ok(mixmi_table_add_values(table, "label", MIXMI_DISCRETE, values + 3 * MANY, NULL));
		rejected += p_of(table, &q) <= 0.05;
		mixmi_table_free(table);
	}
	print_message("%zu of %d rejected\n", rejected, DRAWS);
	assert_true(rejected <= 3);
}

static void small_p_values_have_no_floor(void **state)
{
	(void)state;
	enum { MANY = 1000 };
	double *values = malloc(2 * MANY * sizeof *values);
	uint64_t seed = 41;
	for (size_t i = 0; i < MANY; i++) {
		values[i] = test_normal(&seed);
		values[MANY + i] = 0.4 * values[i] + 0.92 * test_normal(&seed);
	}
	mixmi_table *table = numeric_table(values, MANY, 2);
	double xy = 0, xx = 0, yy = 0;
	for (size_t i = 0; i < MANY; i++) {
		xy += values[i] * values[MANY + i];
		xx += values[i] * values[i];
		yy += values[MANY + i] * values[MANY + i];
	}
	double r = xy / sqrt(xx * yy), exact = 2 * gsl_cdf_tdist_Q(r * sqrt((MANY - 2) / (1 - r * r)), MANY - 2);
	assert_true(exact < 1e-25);
	assert_close(log10(p_of(table, &pair)), log10(exact), 0.1 * fabs(log10(exact)));
	mixmi_table_free(table);
	free(values);
}

/* One column against a thousand, of which ten follow it with a correlation of .67: what is left after Benjamini and Hochberg. False
 * ones would be among them in about 1 of 10 seeds. */
static void adjusted_p_values_over_many_columns_find_what_is_there(void **state)
{
	(void)state;
	enum { SAMPLE = 100, MANY = 1000 };
	uint64_t seed = 7;
	double *values = base_array(SAMPLE * (MANY + 1), sizeof *values), p[MANY], adjusted[MANY];
	assert_non_null(values);
	for (size_t i = 0; i < SAMPLE * (MANY + 1); i++)
		values[i] = test_normal(&seed) + (i / SAMPLE > 0 && i / SAMPLE % 100 == 0 ? 0.9 * values[i % SAMPLE] : 0);
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, SAMPLE));
	for (size_t j = 0; j <= MANY; j++) {
		char name[16];
		snprintf(name, sizeof name, "c%zu", j);
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values + j * SAMPLE, NULL));
	}
	test_memory *memory = test_memory_new(table, (size_t)1 << 27);
	for (size_t j = 0; j < MANY; j++) {
		const size_t other = j + 1;
		const mixmi_question q = { &first, 1, &other, 1, NULL, 0 };
		test_verdict verdict;
		assert_ok(test_judge(&verdict, memory, table, &q, false));
		p[j] = verdict.p;
	}
	assert_ok(mixmi_adjust_p(adjusted, p, MANY));
	for (size_t j = 0; j < MANY; j++)
		assert_true((adjusted[j] <= 0.01) == ((j + 1) % 100 == 0));
	test_memory_free(memory);
	mixmi_table_free(table);
	free(values);
}

/* X and Y that go with each other for one value of Z and against each other for the other. Of ten seeds p was 2e-4 (this one), 6e-6 and
 * below. */
static void estimate_that_turns_with_z_is_found(void **state)
{
	(void)state;
	enum { MANY = 300 };
	double values[3 * MANY];
	for (int kind = 0; kind < 2; kind++) {
		uint64_t seed = 42;
		for (size_t i = 0; i < MANY; i++) {
			double z = values[2 * MANY + i] = kind == 0 ? (double)test_below(&seed, 2) : test_normal(&seed);
			values[i] = test_normal(&seed);
			values[MANY + i] = (z > 0 ? 0.5 : -0.5) * values[i] + test_normal(&seed);
		}
		mixmi_table *table = numeric_table(values, MANY, 3);
		const mixmi_question q = { &first, 1, &second, 1, others, 1 };
		assert_true(p_of(table, &q) < 5e-4);
		mixmi_table_free(table);
	}
}

/* ------------------------------------------------------------------------------------------------------- undecided */

static void the_answer_is_undecided_given_an_identifier_or_what_fixes_a_column(void **state)
{
	(void)state;
	enum { MANY = 200 };
	double values[2 * MANY];
	int64_t names[MANY], groups[MANY];
	uint64_t seed = 43;
	for (size_t i = 0; i < MANY; i++) {
		names[i] = (int64_t)i;
		groups[i] = (int64_t)(i % 10);
		values[i] = test_normal(&seed);
		values[MANY + i] = (double)(i % 10 % 3); /* fixed by the group */
	}
	mixmi_table *table = numeric_table(values, MANY, 2);
	assert_ok(mixmi_table_add_codes(table, "name", names, NULL, 0, NULL));
	assert_ok(mixmi_table_add_codes(table, "group", groups, NULL, 0, NULL));
	const size_t name = 2, group = 3;
	for (int k = 0; k < 2; k++) {
		const mixmi_question q = { &first, 1, &second, 1, k == 0 ? &name : &group, 1 };
		test_verdict v = judge(table, &q);
		assert_true(v.undecided && isnan(v.p) && v.comparable == (k == 0 ? 0 : MANY) && v.rows == MANY);
		mixmi_answer answer;
		mixmi_options options;
		init_options(&options);
		assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &q, &options));
		assert_true(answer.verdict == MIXMI_UNDECIDED && isnan(answer.p) && answer.comparable == v.comparable);
	}
	mixmi_table_free(table);
}

/* The verdict is that of p, and a weak dependence of 400 rows is bounded (test_agreement.c has the rest). */
static void the_answer_agrees_with_itself(void **state)
{
	(void)state;
	enum { MANY = 400 };
	double values[2 * MANY];
	mixmi_options options;
	init_options(&options);
	for (uint64_t seed = 50; seed < 50 + test_cases(10); seed++) {
		uint64_t bits = seed;
		for (size_t i = 0; i < MANY; i++) {
			values[i] = test_normal(&bits);
			values[MANY + i] = (seed % 2 == 0 ? 0.2 : 0) * values[i] + test_normal(&bits);
		}
		mixmi_table *table = numeric_table(values, MANY, 2);
		mixmi_answer answer;
		assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options));
		assert_true(answer.p == p_of(table, &pair) && answer.permutations == 0);
		assert_true(answer.verdict == (answer.p < answer.alpha ? MIXMI_DETECTED : MIXMI_NOT_DETECTED));
		assert_true(answer.upper > 0 && answer.upper < 0.1);
		mixmi_table_free(table);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_order_direction_and_spelling_change_no_bit),
		cmocka_unit_test(labels_of_equally_many_rows_change_no_bit_with_their_spelling),
		cmocka_unit_test(sets_of_columns_change_no_bit_with_their_order),
		cmocka_unit_test(columns_of_z_that_repeat_another_change_no_bit),
		cmocka_unit_test(columns_of_z_that_say_nothing_change_no_bit),
		cmocka_unit_test(columns_that_agree_in_the_rows_of_a_question_count_once),
		cmocka_unit_test(a_memory_changes_no_bit),
		cmocka_unit_test(levels_hold_without_z),
		cmocka_unit_test(levels_hold_given_z),
		cmocka_unit_test(levels_hold_given_labels_of_few_rows),
		cmocka_unit_test(levels_hold_where_waves_differ_by_label),
		cmocka_unit_test(small_p_values_have_no_floor),
		cmocka_unit_test(adjusted_p_values_over_many_columns_find_what_is_there),
		cmocka_unit_test(estimate_that_turns_with_z_is_found),
		cmocka_unit_test(the_answer_is_undecided_given_an_identifier_or_what_fixes_a_column),
		cmocka_unit_test(the_answer_agrees_with_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
