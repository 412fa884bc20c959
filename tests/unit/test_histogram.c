/* The fitted histogram: its invariants for any data, and extreme input. */
#include "tables.h"

/* ---------------------------------------------------------------------------------- the model and its score */

/* L(D, M) from the bins and cells that the histogram shows. */
static void score_follows_from_bins_and_cells(void **state)
{
	(void)state;
	double *values = mixed_values(500, 4, 3);
	mixmi_table *table = numeric_table(values, 500, 4);
	mixmi_options options = paper_options();
	mixmi_histogram *histogram = fit_all(table, &options);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	double data = 0, cuts = 0, grid = 1;
	uint64_t rows = 0;
	for (size_t i = 0; i < info.cells; i++) {
		mixmi_cell cell;
		assert_ok(mixmi_histogram_get_cell(&cell, sizeof cell, histogram, i));
		data -= (double)cell.count * log2((double)cell.count / (500 * cell.volume));
		assert_close(cell.log_volume, log(cell.volume), 1e-12);
		rows += cell.count;
	}
	for (size_t j = 0; j < 4; j++) {
		mixmi_histogram_column column;
		assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, j));
		grid *= (double)column.bins;
		if (column.intervals > 0) {
			assert_int_equal(column.k_init, 125); /* ceil(20 ln 500) */
			assert_int_equal(column.k_max, 32);
			double n = (double)column.k_init, k = (double)column.intervals;
			cuts += (lgamma(n) - lgamma(k) - lgamma(n - k + 1)) / log(2);
		}
	}
	assert_int_equal(rows, 500);
	assert_close(info.score_data, data, 1e-8);
	assert_close(info.score_cuts, cuts, 1e-8);
	assert_true(info.grid_cells == grid && info.score_complexity == mixmi_parametric_complexity(500, grid));
	assert_close(info.score, data + cuts + info.score_complexity, 1e-8);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
	free(values);
}

/* Unrounded numbers are never cut at a value: a cut by frequencies is halfway between two neighbours. */
static void cuts_lie_between_numbers(void **state)
{
	(void)state;
	enum { MANY = 600 };
	uint64_t seed = 17;
	double *values = malloc(MANY * sizeof *values);
	assert_non_null(values);
	for (size_t i = 0; i < MANY; i++) /* dense parts apart from each other */
		values[i] = (double)(i % 3) * 5 + pow(test_uniform(&seed), 3);
	mixmi_table *table = numeric_table(values, MANY, 1);
	mixmi_histogram *histogram = fit_all(table, NULL);
	mixmi_histogram_column column;
	assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
	assert_true(column.intervals > 5);
	for (size_t b = 0; b + 1 < column.intervals; b++) {
		mixmi_bin bin;
		assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, b));
		for (size_t i = 0; i < MANY; i++)
			assert_true(values[i] != bin.upper);
	}
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
	free(values);
}

/* Bins tile the range, and every row lies in the bin of its cell. */
static void every_row_lies_in_its_bins(void **state)
{
	(void)state;
	double *values = mixed_values(400, 3, 4);
	mixmi_table *table = numeric_table(values, 400, 3);
	mixmi_histogram *histogram = fit_all(table, NULL);
	uint32_t *bins;
	assert_ok(mixmi_histogram_assign(&bins, histogram, table, NULL));
	for (size_t j = 0; j < 3; j++) {
		mixmi_histogram_column column;
		assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, j));
		uint64_t counts[400] = { 0 };
		for (size_t i = 0; i < 400; i++) {
			uint32_t bin = bins[3 * i + j];
			assert_true(bin < column.bins);
			counts[bin]++;
			mixmi_bin b;
			assert_ok(mixmi_histogram_get_bin(&b, sizeof b, histogram, j, bin));
			double v = values[400 * j + i];
			assert_true(b.is_atom ? v == b.lower : v >= b.lower && (v < b.upper || bin + 1 == column.intervals));
		}
		double last = NAN;
		for (size_t b = 0; b < column.bins; b++) {
			mixmi_bin bin;
			assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, j, b));
			assert_int_equal(bin.count, counts[b]);
			if (b < column.intervals) {
				assert_true(b == 0 || bin.lower == last);
				assert_close(bin.volume, bin.upper - bin.lower, 1e-12 * bin.volume);
				last = bin.upper;
			}
		}
	}
	mixmi_free(bins);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
	free(values);
}

/* --------------------------------------------------------------------------------------- the same answer */

static void shuffled_rows_give_the_same_bits(void **state)
{
	(void)state;
	enum { ROWS = 700, COLUMNS = 4 };
	double *values = mixed_values(ROWS, COLUMNS, 5), *shuffled = mixed_values(ROWS, COLUMNS, 5);
	uint64_t seed = 99;
	for (size_t i = ROWS - 1; i > 0; i--) {
		size_t other = test_below(&seed, i + 1);
		for (size_t j = 0; j < COLUMNS; j++) {
			double swap = shuffled[j * ROWS + i];
			shuffled[j * ROWS + i] = shuffled[j * ROWS + other];
			shuffled[j * ROWS + other] = swap;
		}
	}
	mixmi_table *one = numeric_table(values, ROWS, COLUMNS), *two = numeric_table(shuffled, ROWS, COLUMNS);
	mixmi_histogram *a = fit_all(one, NULL), *b = fit_all(two, NULL);
	assert_same_histogram(a, b, 1);
	mixmi_answer p, q;
	const size_t columns[] = { 0, 1, 2, 3 };
	assert_ok(estimate_cmi(&p, NULL, one, columns, 1, columns + 1, 1, columns + 2, 2, NULL));
	assert_ok(estimate_cmi(&q, NULL, two, columns, 1, columns + 1, 1, columns + 2, 2, NULL));
	assert_memory_equal(&p, &q, sizeof p);
	mixmi_histogram_free(a);
	mixmi_histogram_free(b);
	mixmi_table_free(one);
	mixmi_table_free(two);
	free(values);
	free(shuffled);
}

static void scaling_by_a_power_of_two_gives_the_same_bins(void **state)
{
	(void)state;
	const double scales[] = { 0x1p-700, 0x1p-3, 4, 0x1p600 };
	double *values = mixed_values(600, 3, 6);
	mixmi_table *plain = numeric_table(values, 600, 3);
	mixmi_histogram *a = fit_all(plain, NULL);
	for (size_t s = 0; s < 4; s++) {
		double *scaled = malloc(1800 * sizeof *scaled);
		for (size_t i = 0; i < 1800; i++)
			scaled[i] = scales[s] * values[i];
		mixmi_table *table = numeric_table(scaled, 600, 3);
		mixmi_histogram *b = fit_all(table, NULL);
		assert_same_histogram(a, b, scales[s]);
		mixmi_answer p, q;
		const size_t x = 0, y = 1, z = 2;
		assert_ok(histogram_cmi(&p, a, &x, 1, &y, 1, &z, 1, NULL));
		assert_ok(histogram_cmi(&q, b, &x, 1, &y, 1, &z, 1, NULL));
		assert_memory_equal(&p, &q, sizeof p);
		mixmi_histogram_free(b);
		mixmi_table_free(table);
		free(scaled);
	}
	mixmi_histogram_free(a);
	mixmi_table_free(plain);
	free(values);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
	(void)state;
	/* enough rows for the columns to be segmented in parallel */
	double *values = mixed_values(8000, 5, 7);
	mixmi_table *table = numeric_table(values, 8000, 5);
	mixmi_options options;
	init_options(&options);
	options.threads = 1;
	mixmi_histogram *one = fit_all(table, &options);
	for (int64_t threads = 2; threads <= 64; threads *= 4) {
		options.threads = threads;
		mixmi_histogram *many = fit_all(table, &options);
		assert_same_histogram(one, many, 1);
		mixmi_histogram_free(many);
	}
	mixmi_histogram_free(one);
	mixmi_table_free(table);
	free(values);
}

/* Excluding rows with missing values is the same as never having had them. */
static void missing_rows_are_as_if_deleted(void **state)
{
	(void)state;
	enum { ROWS = 500 };
	double *values = mixed_values(ROWS, 3, 8), kept[3 * ROWS];
	uint64_t seed = 8;
	bool drop[ROWS];
	size_t count = 0;
	for (size_t i = 0; i < ROWS; i++) {
		drop[i] = test_below(&seed, 4) == 0;
		count += !drop[i];
	}
	for (size_t j = 0; j < 3; j++) {
		size_t next = 0;
		for (size_t i = 0; i < ROWS; i++)
			if (!drop[i])
				kept[j * count + next++] = values[j * ROWS + i];
	}
	for (size_t i = 0; i < ROWS; i++)
		if (drop[i])
			values[test_below(&seed, 3) * ROWS + i] = NAN;
	mixmi_table *holes = numeric_table(values, ROWS, 3), *whole = numeric_table(kept, count, 3);
	mixmi_histogram *a = fit_all(holes, NULL), *b = fit_all(whole, NULL);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, a);
	assert_int_equal(info.rows, count);
	assert_int_equal(info.rows_dropped, ROWS - count);
	mixmi_histogram_describe(&info, sizeof info, b);
	assert_int_equal(info.rows_dropped, 0);
	assert_same_histogram(a, b, 1);
	mixmi_histogram_free(a);
	mixmi_histogram_free(b);
	mixmi_table_free(holes);
	mixmi_table_free(whole);
	free(values);
}

/* ------------------------------------------------------------------------------------ the edges of the input */

/* Fits two columns and checks that every figure is a number. */
static void assert_sane(const double *a, const double *b, size_t rows)
{
	double values[2000];
	memcpy(values, a, rows * sizeof *a);
	memcpy(values + rows, b, rows * sizeof *b);
	mixmi_table *table = numeric_table(values, rows, 2);
	mixmi_histogram *histogram;
	mixmi_answer cmi;
	const size_t x = 0, y = 1;
	assert_ok(estimate_cmi(&cmi, &histogram, table, &x, 1, &y, 1, NULL, 0, NULL));
	assert_true(cmi.verdict == MIXMI_UNDECIDED || (isfinite(cmi.estimate) && cmi.estimate >= 0));
	assert_ok(histogram_cmi(&cmi, histogram, &x, 1, &y, 1, NULL, 0, NULL));
	assert_true(isfinite(cmi.estimate) && cmi.paper.chi2_p >= 0 && cmi.paper.chi2_p <= 1);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	assert_true(isfinite(info.score));
	double entropy;
	assert_ok(mixmi_histogram_entropy(&entropy, histogram, &x, 1, false));
	assert_true(isfinite(entropy));
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

static void extreme_values_are_answered(void **state)
{
	(void)state;
	double plain[200], huge[200], tiny[200], wide[200], close[200];
	uint64_t seed = 11;
	for (size_t i = 0; i < 200; i++) {
		plain[i] = test_normal(&seed);
		huge[i] = (i % 2 == 0 ? 1e308 : -1e308) * (1 - test_uniform(&seed) / 2);
		tiny[i] = 5e-324 * (double)(1 + i);
		wide[i] = (i % 2 == 0 ? 1 : -1) * exp(1400 * test_uniform(&seed) - 700);
		close[i] = 1 + 0x1p-52 * (double)(i % 60);
	}
	assert_sane(plain, huge, 200);
	assert_sane(huge, tiny, 200);
	assert_sane(tiny, wide, 200);
	assert_sane(wide, close, 200);
	assert_sane(close, plain, 200);
	assert_sane(huge, huge + 1, 199);
}

static void two_rows_constant_columns_and_all_ties(void **state)
{
	(void)state;
	const double two[] = { 1, 2 }, same[] = { 7, 7 };
	double constant[100], ties[100], plain[100];
	uint64_t seed = 12;
	for (size_t i = 0; i < 100; i++) {
		constant[i] = 3;
		ties[i] = (double)(i / 10);
		plain[i] = test_uniform(&seed);
	}
	assert_sane(two, two, 2);
	assert_sane(two, same, 2);
	assert_sane(constant, plain, 100);
	assert_sane(ties, constant, 100);
	assert_sane(ties, ties, 100);
	/* a constant has exactly no information */
	double values[200];
	memcpy(values, constant, sizeof constant);
	memcpy(values + 100, plain, sizeof plain);
	mixmi_table *table = numeric_table(values, 100, 2);
	mixmi_answer cmi;
	const size_t x = 0, y = 1;
	assert_ok(estimate_cmi(&cmi, NULL, table, &x, 1, &y, 1, NULL, 0, NULL));
	assert_true(cmi.estimate == 0 && cmi.p == 1 && cmi.verdict == MIXMI_NOT_DETECTED);
	const mixmi_options paper = paper_options();
	assert_ok(estimate_cmi(&cmi, NULL, table, &x, 1, &y, 1, NULL, 0, &paper));
	assert_true(cmi.estimate == 0 && cmi.paper.chi2_df == 0 && cmi.paper.chi2_p == 1 && cmi.paper.chi2 == 0 &&
	            cmi.paper.sc == 0);
	mixmi_table_free(table);
}

static void a_leftover_value_is_an_atom(void **state)
{
	(void)state;
	const double values[] = { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2 };
	mixmi_table *table = numeric_table(values, 12, 1);
	mixmi_options options = options_of("paper");
	mixmi_histogram *histogram = fit_all(table, &options);
	mixmi_histogram_column column;
	assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
	assert_true(column.atoms == 3 && column.intervals == 0 && column.k_init == 0);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

/* Two clusters far apart: the run of empty candidate bins between them justifies two cuts, at its ends. */
static void a_gap_becomes_an_empty_bin(void **state)
{
	(void)state;
	double values[400];
	uint64_t seed = 13;
	for (size_t i = 0; i < 400; i++)
		values[i] = i < 200 ? test_uniform(&seed) : 100 + test_uniform(&seed);
	mixmi_table *table = numeric_table(values, 400, 1);
	mixmi_histogram *histogram = fit_all(table, NULL);
	mixmi_histogram_column column;
	assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
	size_t empty = 0;
	for (size_t i = 0; i < column.intervals; i++) {
		mixmi_bin bin;
		assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, i));
		empty += bin.count == 0;
		assert_true(bin.count > 0 || (bin.lower < 2 && bin.upper > 99));
	}
	assert_int_equal(empty, 1);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

static void bad_questions_are_refused(void **state)
{
	(void)state;
	double *values = mixed_values(50, 3, 14);
	for (size_t i = 0; i < 49; i++)
		values[100 + i] = NAN;
	mixmi_table *table = numeric_table(values, 50, 3);
	mixmi_histogram *histogram = NULL;
	mixmi_answer cmi;
	const size_t twice[] = { 0, 0 }, far = 3, empty_column = 2, x = 0;
	assert_fails(mixmi_histogram_fit(&histogram, table, twice, 2, NULL), MIXMI_ERROR_USAGE, "'a' is given twice");
	assert_fails(mixmi_histogram_fit(&histogram, table, &far, 1, NULL), MIXMI_ERROR_USAGE, "index 3");
	assert_fails(mixmi_histogram_fit(&histogram, table, &far, 0, NULL), MIXMI_ERROR_USAGE, "no column");
	assert_fails(mixmi_histogram_fit(&histogram, table, &empty_column, 1, NULL), MIXMI_ERROR_DATA, "1 of 50 rows");
	assert_fails(estimate_cmi(&cmi, &histogram, table, &x, 1, &x, 1, NULL, 0, NULL), MIXMI_ERROR_USAGE, "twice");
	assert_fails(estimate_cmi(&cmi, &histogram, table, &x, 1, NULL, 0, NULL, 0, NULL), MIXMI_ERROR_USAGE, "Y");
	assert_true(isnan(cmi.estimate) && isnan(cmi.paper.chi2_p) && cmi.rows == 0 && cmi.status == MIXMI_ERROR_USAGE);
	assert_null(histogram);
	mixmi_table_free(table);
	free(values);
}

static bool stop(void *context, const mixmi_progress *progress)
{
	assert_true(share_done(progress) >= 0 && share_done(progress) <= 1);
	return --*(int *)context > 0;
}

static void the_progress_callback_can_cancel(void **state)
{
	(void)state;
	double *values = mixed_values(500, 4, 15);
	mixmi_table *table = numeric_table(values, 500, 4);
	mixmi_options options;
	init_options(&options);
	int calls = 2;
	options.progress = stop;
	options.progress_context = &calls;
	options.threads = 1;
	const size_t columns[] = { 0, 1, 2, 3 };
	mixmi_histogram *histogram;
	assert_fails(mixmi_histogram_fit(&histogram, table, columns, 4, &options), MIXMI_ERROR_CANCELLED, "cancelled");
	assert_null(histogram);
	mixmi_table_free(table);
	free(values);
}

/* The smallest share above 0. */
static bool note_share(void *context, const mixmi_progress *progress)
{
	double *least = context, share = share_done(progress);
	*least = share > 0 ? fmin(*least, share) : *least;
	return true;
}

static void progress_follows_the_rounds(void **state)
{
	(void)state;
	double *values = mixed_values(500, 4, 15), least = 1;
	mixmi_table *table = numeric_table(values, 500, 4);
	mixmi_options options = options_of("paper");
	options.progress = note_share;
	options.progress_context = &least;
	options.threads = 1;
	const size_t columns[] = { 0, 1, 2, 3 };
	mixmi_answer answer;
	assert_ok(estimate_cmi(&answer, NULL, table, columns, 1, columns + 1, 1, columns + 2, 2, &options));
	assert_true(least < 0.5); /* before half of the rounds are done */
	mixmi_table_free(table);
	free(values);
}

static void options_reach_the_model(void **state)
{
	(void)state;
	double *values = mixed_values(1000, 1, 16);
	mixmi_table *table = numeric_table(values, 1000, 1);
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_options options = options_of(preset_names[p]);
		bool paper = options.preset == MIXMI_PRESET_PAPER;
		mixmi_histogram_column column;
		mixmi_histogram_info info;
		options.k_init = 10;
		options.k_max = 3;
		mixmi_histogram *histogram = fit_all(table, &options);
		assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
		assert_true((column.k_init == 10 || !paper) && column.k_max == 3 && column.intervals <= 3);
		mixmi_histogram_free(histogram);
		options = options_of(preset_names[p]);
		options.max_rounds = 0;
		histogram = fit_all(table, &options);
		mixmi_histogram_describe(&info, sizeof info, histogram);
		assert_true(info.rounds == 0 && !info.converged);
		assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
		assert_true(column.intervals == 1 || !paper);
		mixmi_histogram_free(histogram);
	}
	mixmi_table_free(table);
	free(values);
}

/* A column named "2" is not the second column of a table that has none of that name. */
static void rows_are_assigned_by_name_never_by_number(void **state)
{
	(void)state;
	const double values[] = { 1, 2, 3, 4 };
	mixmi_table *named, *other = numeric_table(values, 2, 2);
	assert_ok(mixmi_table_new(&named, 2));
	assert_ok(mixmi_table_add_values(named, "2", MIXMI_NUMERIC, values, NULL));
	mixmi_histogram *histogram = fit_all(named, NULL);
	uint32_t *bins;
	assert_ok(mixmi_histogram_assign(&bins, histogram, named, NULL));
	mixmi_free(bins);
	assert_fails(mixmi_histogram_assign(&bins, histogram, other, NULL), MIXMI_ERROR_USAGE, "no column '2'");
	assert_null(bins);
	mixmi_histogram_free(histogram);
	mixmi_table_free(named);
	mixmi_table_free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(score_follows_from_bins_and_cells),
		cmocka_unit_test(cuts_lie_between_numbers),
		cmocka_unit_test(every_row_lies_in_its_bins),
		cmocka_unit_test(rows_are_assigned_by_name_never_by_number),
		cmocka_unit_test(shuffled_rows_give_the_same_bits),
		cmocka_unit_test(scaling_by_a_power_of_two_gives_the_same_bins),
		cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
		cmocka_unit_test(missing_rows_are_as_if_deleted),
		cmocka_unit_test(extreme_values_are_answered),
		cmocka_unit_test(two_rows_constant_columns_and_all_ties),
		cmocka_unit_test(a_leftover_value_is_an_atom),
		cmocka_unit_test(a_gap_becomes_an_empty_bin),
		cmocka_unit_test(bad_questions_are_refused),
		cmocka_unit_test(the_progress_callback_can_cancel),
		cmocka_unit_test(progress_follows_the_rounds),
		cmocka_unit_test(options_reach_the_model),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
