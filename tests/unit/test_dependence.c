/* Preset robust: what must not change an answer, its bounds, structures that it has to find, and extreme input. */
#include "tables.h"

static const size_t numbers[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };

static mixmi_answer ask(const mixmi_table *table, size_t x, size_t y, size_t z_count, const mixmi_options *options)
{
	mixmi_answer cmi;
	assert_ok(estimate_cmi(&cmi, NULL, table, &numbers[x], 1, &numbers[y], 1, numbers + 2, z_count, options));
	return cmi;
}

/* ----------------------------------------------------------------------------------------- the same bits */

static double increasing(double v, size_t which)
{
	return which == 0   ? exp(v)
	       : which == 1 ? v * v * v
	       : which == 2 ? log(v + 40)
	       : which == 3 ? v * 1e150
	                    : -1 / (v + 40);
}

/* Gaussian, count, zero-inflated and heavy-tailed columns; maps that keep distinct values distinct. */
static void increasing_maps_change_no_bit(void **state)
{
	(void)state;
	enum { ROWS = 500 };
	mixmi_options options = options_of("default");
	options.confidence = 0.95;
	for (uint64_t seed = 1; seed <= 5; seed++)
		for (size_t which = 0; which < 5; which++) {
			double *values = mixed_values(ROWS, 4, seed), *mapped = mixed_values(ROWS, 4, seed);
			for (size_t j = 0; j < 4; j++)
				for (size_t i = 0; i < ROWS; i++)
					if (j == which % 4 || which == 4) {
						double v = j == 3 ? log(mapped[j * ROWS + i]) : mapped[j * ROWS + i];
						mapped[j * ROWS + i] = increasing(v, which);
					}
			mixmi_table *a = numeric_table(values, ROWS, 4), *b = numeric_table(mapped, ROWS, 4);
			for (size_t z = 0; z <= 2; z++) {
				mixmi_answer p = ask(a, 0, 1, z, &options), q = ask(b, 0, 1, z, &options);
				assert_memory_equal(&p, &q,
				                    offsetof(mixmi_answer, profile)); /* which has sizes in the units of the data */
			}
			mixmi_table_free(a);
			mixmi_table_free(b);
			free(values);
			free(mapped);
		}
}

static void order_of_rows_and_threads_change_no_bit(void **state)
{
	(void)state;
	enum { ROWS = 9000, COLUMNS = 4 }; /* more than 4096 tuples, so that columns are divided in parallel */
	double *values = mixed_values(ROWS, COLUMNS, 5), *shuffled = malloc(ROWS * COLUMNS * sizeof *shuffled);
	for (size_t i = 0; i < ROWS; i++) /* 7919 is prime to the number of rows */
		for (size_t j = 0; j < COLUMNS; j++)
			shuffled[j * ROWS + i * 7919 % ROWS] = values[j * ROWS + i];
	mixmi_table *one = numeric_table(values, ROWS, COLUMNS), *two = numeric_table(shuffled, ROWS, COLUMNS);
	mixmi_options options = options_of("default");
	options.confidence = 0.9;
	options.threads = 1;
	mixmi_answer first = ask(one, 0, 1, 2, &options);
	assert_true(first.estimate > 0);
	for (int64_t threads = 1; threads <= 8; threads++) {
		options.threads = threads;
		mixmi_answer other = ask(threads % 2 == 0 ? one : two, 0, 1, 2, &options);
		assert_memory_equal(&first, &other, sizeof first);
	}
	mixmi_table_free(one);
	mixmi_table_free(two);
	free(values);
	free(shuffled);
}

/* Values that occur only in incomplete rows have no influence, also on the detection of point masses. */
static void incomplete_rows_are_as_if_deleted(void **state)
{
	(void)state;
	enum { ROWS = 600 };
	for (uint64_t seed = 1; seed <= 6; seed++) {
		double *values = mixed_values(ROWS, 3, seed), kept[3 * ROWS];
		size_t count = 0, next = 0;
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = floor(3 * values[i]); /* counts, of which every second one goes with its rows */
			if (fmod(fabs(values[i]), 2) == 1)
				values[2 * ROWS + i] = NAN;
			else
				count++;
		}
		for (size_t i = 0; i < ROWS; i++) {
			if (isnan(values[2 * ROWS + i]))
				continue;
			for (size_t j = 0; j < 3; j++)
				kept[j * count + next] = values[j * ROWS + i];
			next++;
		}
		mixmi_table *holes = numeric_table(values, ROWS, 3), *whole = numeric_table(kept, count, 3);
		mixmi_answer a = ask(holes, 0, 1, 1, NULL), b = ask(whole, 0, 1, 1, NULL);
		assert_int_equal(a.rows_dropped, ROWS - count);
		a.rows_dropped = 0;
		assert_memory_equal(&a, &b, sizeof a);
		mixmi_table_free(holes);
		mixmi_table_free(whole);
		free(values);
	}
}

/* The size of the outlier does not matter; replacing one row may move a cut. */
static void one_outlier_changes_little(void **state)
{
	(void)state;
	enum { DRAWS = 20 };
	static const size_t rows[] = { 300, 1000 };
	for (size_t r = 0; r < 2; r++) {
		double mean = 0, worst = 0;
		for (uint64_t draw = 1; draw <= DRAWS; draw++) {
			size_t n = rows[r], row;
			uint64_t seed = draw;
			double *values = malloc(2 * n * sizeof *values);
			for (size_t i = 0; i < n; i++) {
				values[i] = test_normal(&seed);
				values[n + i] = 0.6 * values[i] + 0.8 * test_normal(&seed);
			}
			mixmi_table *clean = numeric_table(values, n, 2);
			row = test_below(&seed, n);
			values[row] = 1e6;
			mixmi_table *dirty = numeric_table(values, n, 2);
			values[row] = 10;
			mixmi_table *near = numeric_table(values, n, 2);
			mixmi_answer a = ask(clean, 0, 1, 0, NULL), b = ask(dirty, 0, 1, 0, NULL), c = ask(near, 0, 1, 0, NULL);
			assert_memory_equal(&b, &c,
			                    offsetof(mixmi_answer, profile)); /* which has the size in the units of the data */
			mean += fabs(b.estimate - a.estimate) / DRAWS;
			worst = fmax(worst, fabs(b.estimate - a.estimate));
			mixmi_table_free(clean);
			mixmi_table_free(dirty);
			mixmi_table_free(near);
			free(values);
		}
		print_message("n = %zu: mean change %.4f, worst %.4f\n", rows[r], mean, worst);
		assert_true(mean < 0.02 && worst < 0.15);
	}
}

/* ------------------------------------------------------------------------------------ structure to be found */

/* X and Y uniform on the squares of one colour of a chessboard with squares of unequal size. */
static void checkerboards_are_seen(void **state)
{
	(void)state;
	enum { ROWS = 300, DRAWS = 20 };
	for (size_t size = 3; size <= 5; size++) {
		double edges[6] = { 0 }, total = 0, black = 0, worst = 0, mean = 0;
		for (size_t i = 0; i < size; i++)
			edges[i + 1] = total += 1 + 0.25 * (double)(i % 3);
		for (size_t i = 0; i <= size; i++)
			edges[i] /= total;
		double truth = 0, by_x[5] = { 0 }, by_y[5] = { 0 };
		for (int pass = 0; pass < 2; pass++)
			for (size_t i = 0; i < size; i++)
				for (size_t j = i % 2; j < size; j += 2) {
					double area = (edges[i + 1] - edges[i]) * (edges[j + 1] - edges[j]);
					if (pass == 0) {
						black += area;
						by_x[i] += area;
						by_y[j] += area;
					} else {
						truth += area / black * log(area * black / (by_x[i] * by_y[j]));
					}
				}
		for (uint64_t draw = 0; draw < DRAWS; draw++) {
			double values[2 * ROWS];
			uint64_t seed = 50 * size + draw;
			for (size_t n = 0; n < ROWS;) {
				double p[2] = { test_uniform(&seed), test_uniform(&seed) };
				size_t field[2] = { 0, 0 };
				for (size_t k = 0; k < 2; k++)
					while (p[k] >= edges[field[k] + 1])
						field[k]++;
				if ((field[0] + field[1]) % 2 == 1)
					continue;
				values[n] = p[0];
				values[ROWS + n++] = p[1];
			}
			mixmi_table *table = numeric_table(values, ROWS, 2);
			double error = ask(table, 0, 1, 0, NULL).estimate - truth;
			mean += error / DRAWS;
			worst = fmax(worst, fabs(error));
			mixmi_table_free(table);
		}
		print_message("board of %zu: truth %.4f, mean error %.4f, worst %.4f\n", size, truth, mean, worst);
		assert_true(fabs(mean) < 0.08);
	}
}

/* The sign of Z decides whether Y increases or decreases with X. */
static void exclusive_or_of_signs_is_seen_given_z(void **state)
{
	(void)state;
	enum { ROWS = 300 };
	for (uint64_t draw = 1; draw <= 10; draw++) {
		double values[3 * ROWS];
		uint64_t seed = draw;
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = test_normal(&seed);
			values[2 * ROWS + i] = test_normal(&seed);
			values[ROWS + i] = fabs(test_normal(&seed)) * (values[i] * values[2 * ROWS + i] > 0 ? 1 : -1);
		}
		mixmi_table *table = numeric_table(values, ROWS, 3);
		assert_close(ask(table, 0, 1, 1, NULL).estimate, log(2), 0.1);
		assert_true(ask(table, 0, 1, 0, NULL).estimate < 0.05);
		mixmi_table_free(table);
	}
}

/* Labels that represent three classes. With two values of Y the classes can be ordered, and are found; with three they cannot,
 * and the test is that many labels do not distort the estimate. */
static void many_labels_are_few_classes(void **state)
{
	(void)state;
	enum { ROWS = 1000, LABELS = 50, DRAWS = 10 };
	char texts[LABELS][8];
	const char *labels[LABELS];
	for (size_t k = 0; k < LABELS; k++) {
		snprintf(texts[k], sizeof texts[k], "k%02zu", k);
		labels[k] = texts[k];
	}
	double truths[] = { log(2) + (2 * 0.1 * log(0.1) + 2 * 0.9 * log(0.9) + log(0.5)) / 3,
		                log(3) + 0.9 * log(0.9) + 0.1 * log(0.05) };
	for (size_t kind = 0; kind < 2; kind++) {
		double mean = 0;
		size_t grouped = 0;
		for (uint64_t draw = 1; draw <= DRAWS; draw++) {
			int64_t x[ROWS], y[ROWS];
			uint64_t seed = draw;
			for (size_t i = 0; i < ROWS; i++) {
				size_t class = test_below(&seed, 3), other = test_below(&seed, 10) == 0 ? 1 + test_below(&seed, 2) : 0;
				x[i] = (int64_t)(class + 3 * test_below(&seed, 16));
				y[i] = kind == 1 ? (int64_t)(class + other) % 3 : test_uniform(&seed) < 0.1 + 0.4 * (double)class;
			}
			mixmi_table *table;
			assert_ok(mixmi_table_new(&table, ROWS));
			assert_ok(mixmi_table_add_codes(table, "x", x, labels, LABELS, NULL));
			assert_ok(mixmi_table_add_codes(table, "y", y, NULL, 0, NULL));
			mixmi_answer cmi = ask(table, 0, 1, 0, NULL);
			mean += cmi.estimate / DRAWS;
			grouped += cmi.bins_x <= 4;
			mixmi_table_free(table);
		}
		print_message("%zu values of Y: mean %.4f, truth %.4f, in groups %zu of %d times\n", 2 + kind, mean,
		              truths[kind], grouped, (int)DRAWS);
		assert_close(mean, truths[kind], 0.03);
		assert_true(kind == 1 || grouped >= 7);
	}
}

/* ------------------------------------------------------------------------------------------------- bounds */

/* Two columns of labels that make more cells than there are rows: columns of Z that say nothing must not hide their dependence. */
static void labels_without_room_are_seen_given_z(void **state)
{
	(void)state;
	enum { ROWS = 83, LABELS = 12, DRAWS = 20 };
	uint64_t seed = 1;
	double alone = 0, given = 0;
	for (size_t draw = 0; draw < DRAWS; draw++) {
		int64_t codes[4][ROWS];
		mixmi_table *table;
		for (size_t i = 0; i < ROWS; i++) {
			codes[0][i] = (int64_t)test_below(&seed, LABELS);
			codes[1][i] = test_below(&seed, 10) < 6 ? codes[0][i] : (int64_t)test_below(&seed, LABELS + 5);
			codes[2][i] = test_below(&seed, 10) == 0;
			codes[3][i] = test_below(&seed, 10) < 3;
		}
		assert_ok(mixmi_table_new(&table, ROWS));
		for (size_t j = 0; j < 4; j++)
			assert_ok(mixmi_table_add_codes(table, (const char[]){ (char)('a' + j), '\0' }, codes[j], NULL, 0, NULL));
		alone += ask(table, 0, 1, 0, NULL).estimate / DRAWS;
		given += ask(table, 0, 1, 2, NULL).estimate / DRAWS;
		mixmi_table_free(table);
	}
	print_message("labels: %.4f, given two columns %.4f\n", alone, given);
	assert_true(alone > 0.5 && given > 0.05); /* given Z densities of so many labels take more rows */
}

/* H(a) or H(a|b) of codes below 64, in nats. */
static double entropy_given(const int64_t *a, const int64_t *b, size_t rows)
{
	double joint[64][64] = { { 0 } }, alone[64] = { 0 }, entropy = 0;
	for (size_t i = 0; i < rows; i++) {
		joint[a[i]][b != NULL ? b[i] : 0]++;
		alone[b != NULL ? b[i] : 0]++;
	}
	for (size_t i = 0; i < 64; i++)
		for (size_t k = 0; k < 64; k++)
			entropy -= joint[i][k] > 0 ? joint[i][k] / (double)rows * log(joint[i][k] / alone[k]) : 0;
	return entropy;
}

static double distinct_of(const int64_t *codes, size_t rows)
{
	double distinct = 0;
	for (size_t i = 0; i < rows; i++) {
		bool new = true;
		for (size_t k = 0; new &&k < i; k++)
			new = codes[k] != codes[i];
		distinct += new;
	}
	return distinct;
}

/* If no rows can be compared there is no interval. */
static void assert_in_its_interval(const mixmi_answer *cmi)
{
	if (cmi->verdict == MIXMI_UNDECIDED)
		assert_true(isnan(cmi->lower) && isnan(cmi->upper));
	else
		assert_true(cmi->lower <= cmi->estimate && cmi->estimate <= cmi->upper);
}

static void estimates_keep_their_bounds(void **state)
{
	(void)state;
	enum { MOST = 60 };
	for (uint64_t number = 1; number <= 600; number++) {
		uint64_t seed = number;
		int64_t codes[3][MOST];
		size_t rows = 5 + test_below(&seed, number % 3 == 0 ? 55 : 20), values = 1 + test_below(&seed, 1 + rows / 2);
		size_t shape = number % 5;
		bool with_z = number % 2 == 0;
		static const char *const texts[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k",
			                                 "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v",
			                                 "w", "x", "y", "z", "0", "1", "2", "3", "4", "5" };
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, rows));
		for (size_t i = 0; i < rows; i++) {
			codes[0][i] = (int64_t)test_below(&seed, values);
			codes[2][i] = (int64_t)test_below(&seed, 3);
			codes[1][i] = shape == 0   ? codes[0][i]
			              : shape == 1 ? codes[0][i] / 2
			              : shape == 2 ? (int64_t)test_below(&seed, values)
			              : shape == 3 ? (codes[0][i] + codes[2][i]) % (int64_t)values
			                           : (test_below(&seed, 3) > 0 ? codes[0][i] : 0);
		}
		for (size_t j = 0; j < 3; j++)
			assert_ok(mixmi_table_add_codes(table, (const char *[]){ "x", "y", "z" }[j], codes[j],
			                                number % 4 < 2 ? texts : NULL, number % 4 < 2 ? 32 : 0, NULL));
		mixmi_options options = options_of("default");
		options.confidence = 0.95;
		mixmi_answer cmi = ask(table, 0, 1, with_z, &options);
		const int64_t *z = with_z ? codes[2] : NULL;
		/* plug-in entropies of few rows are too small, which the bound corrects */
		double bound = fmin(log(distinct_of(codes[0], rows)), log(distinct_of(codes[1], rows)));
		double counted = fmin(entropy_given(codes[0], z, rows), entropy_given(codes[1], z, rows));
		if (cmi.verdict != MIXMI_UNDECIDED) {
			assert_true(cmi.estimate >= 0 && cmi.estimate <= bound + 1e-12);
			assert_true(counted > 0 || cmi.estimate == 0);
			assert_true(cmi.strength >= 0 && cmi.strength <= 1);
			assert_true((cmi.strength == 0) == (cmi.estimate == 0));
			assert_true(cmi.lower >= 0);
		}
		assert_in_its_interval(&cmi);
		options = options_of("paper");
		options.confidence = 0.95;
		cmi = ask(table, 0, 1, with_z, &options);
		assert_true(cmi.lower <= cmi.estimate && cmi.estimate <= cmi.upper && cmi.strength <= 1 && cmi.strength >= 0);
		mixmi_table_free(table);
	}
}

static void score_is_1_for_a_copy_and_0_for_nothing(void **state)
{
	(void)state;
	enum { ROWS = 300 };
	for (int64_t values = 2; values <= 20; values += 3) {
		int64_t x[ROWS], z[ROWS];
		mixmi_table *table;
		for (size_t i = 0; i < ROWS; i++) {
			x[i] = (int64_t)(i % (size_t)values);
			z[i] = (int64_t)(i / (size_t)values % 2);
		}
		assert_ok(mixmi_table_new(&table, ROWS));
		assert_ok(mixmi_table_add_codes(table, "x", x, NULL, 0, NULL));
		assert_ok(mixmi_table_add_codes(table, "y", x, NULL, 0, NULL));
		assert_ok(mixmi_table_add_codes(table, "z", z, NULL, 0, NULL));
		mixmi_answer cmi = ask(table, 0, 1, 0, NULL);
		print_message("%lld values: score %.17g\n", (long long)values, cmi.strength);
		assert_close(cmi.strength, cmi.strength_max, 5e-3);
		/* a grid has no more cells than rows */
		assert_close(cmi.estimate, entropy_given(x, NULL, ROWS), values * values <= ROWS ? 2e-3 : 0.4);
		assert_true(cmi.estimate <= log((double)values) + 1e-12);
		cmi = ask(table, 0, 2, 0, NULL);
		assert_true(cmi.strength == 0 && cmi.estimate == 0);
		mixmi_table_free(table);
	}
}

/* ----------------------------------------------------------------------------------- the edges of the input */

static void assert_sane(const mixmi_table *table, size_t x_count, size_t z_count)
{
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_options options = options_of(preset_names[p]);
		mixmi_histogram *histogram, *again;
		mixmi_histogram_info info;
		mixmi_answer cmi;
		char *json;
		uint32_t *bins;
		options.confidence = 0.9;
		assert_ok(estimate_cmi(&cmi, &histogram, table, numbers, x_count, numbers + x_count, 1, numbers + x_count + 1,
		                       z_count, &options));
		if (cmi.verdict != MIXMI_UNDECIDED) {
			assert_true(isfinite(cmi.estimate) && cmi.estimate >= 0 && isfinite(cmi.standard_error));
			assert_true(cmi.strength >= 0 && cmi.strength <= 1);
		}
		assert_true(options.preset != MIXMI_PRESET_PAPER || (cmi.paper.chi2_p >= 0 && cmi.paper.chi2_p <= 1));
		assert_in_its_interval(&cmi);
		mixmi_histogram_describe(&info, sizeof info, histogram);
		assert_true(isfinite(info.score));
		assert_ok(mixmi_histogram_to_json(&json, histogram));
		assert_ok(mixmi_histogram_from_json(&again, json, strlen(json)));
		assert_same_histogram(histogram, again, 1);
		assert_ok(mixmi_histogram_assign(&bins, histogram, table, NULL)); /* every row used lies in a cell */
		size_t whole = 0;
		for (size_t i = 0; i < mixmi_table_rows(table); i++) {
			bool all = true;
			for (size_t j = 0; j < info.columns; j++)
				all = all && bins[i * info.columns + j] != MIXMI_NO_BIN;
			whole += all;
		}
		assert_true(whole == info.rows);
		mixmi_free(bins);
		mixmi_free(json);
		mixmi_histogram_free(again);
		mixmi_histogram_free(histogram);
	}
}

static void few_rows_ties_and_constants(void **state)
{
	(void)state;
	for (size_t rows = 2; rows <= 6; rows++)
		for (uint64_t seed = 1; seed <= 30; seed++) {
			uint64_t s = seed;
			double values[3 * 6];
			for (size_t i = 0; i < 3 * rows; i++)
				values[i] =
					i / rows == seed % 4 ? 7 : floor(4 * test_uniform(&s)) + (seed % 3 == 0 ? test_uniform(&s) : 0);
			mixmi_table *table = numeric_table(values, rows, 3);
			assert_sane(table, 1, seed % 2);
			mixmi_table_free(table);
		}
	double values[3 * 400];
	uint64_t seed = 3;
	for (size_t i = 0; i < 400; i++) {
		values[i] = 5;
		values[400 + i] = test_normal(&seed);
		values[800 + i] = 5;
	}
	mixmi_table *table = numeric_table(values, 400, 3);
	mixmi_answer cmi = ask(table, 0, 1, 1, NULL);
	assert_true(cmi.estimate == 0 && cmi.p == 1 && cmi.strength == 0 && cmi.lower == 0 &&
	            cmi.verdict == MIXMI_NOT_DETECTED);
	assert_sane(table, 1, 1);
	mixmi_table_free(table);
}

static void extreme_numbers(void **state)
{
	(void)state;
	enum { ROWS = 200 };
	double values[4 * ROWS];
	uint64_t seed = 11;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = (i % 2 == 0 ? 1e308 : -1e308) * (1 - test_uniform(&seed) / 2);
		values[ROWS + i] = i % 2 == 0 ? 5e-324 * (double)(1 + i) : -5e-324 * (double)i;
		values[2 * ROWS + i] = 1 + 0x1p-52 * (double)(i % 60);
		values[3 * ROWS + i] = i % 4 == 0 ? NAN : (double)(i % 3);
	}
	mixmi_table *table = numeric_table(values, ROWS, 4);
	assert_sane(table, 1, 0);
	assert_sane(table, 1, 1);
	assert_sane(table, 2, 0);
	assert_sane(table, 2, 1);
	assert_true(ask(table, 0, 1, 0, NULL).estimate > 0.5); /* the signs agree */
	mixmi_table_free(table);
}

static void many_columns_and_labels_that_never_repeat(void **state)
{
	(void)state;
	enum { ROWS = 150 };
	int64_t distinct[ROWS], coin[ROWS];
	char texts[ROWS][8];
	const char *labels[ROWS];
	double *values = mixed_values(ROWS, 12, 4);
	uint64_t seed = 4;
	for (size_t i = 0; i < ROWS; i++) {
		distinct[i] = (int64_t)i;
		coin[i] = (int64_t)test_below(&seed, 2);
		snprintf(texts[i], sizeof texts[i], "t%zu", i);
		labels[i] = texts[i];
	}
	mixmi_table *table = numeric_table(values, ROWS, 12), *texted;
	assert_sane(table, 1, 10);
	assert_sane(table, 6, 5);
	assert_ok(mixmi_table_new(&texted, ROWS));
	assert_ok(mixmi_table_add_codes(texted, "x", distinct, labels, ROWS, NULL));
	assert_ok(mixmi_table_add_codes(texted, "y", coin, NULL, 0, NULL));
	assert_ok(mixmi_table_add_values(texted, "z", MIXMI_NUMERIC, values, NULL));
	assert_sane(texted, 1, 0);
	assert_sane(texted, 1, 1);
	assert_int_equal(ask(texted, 0, 1, 0, NULL).verdict, MIXMI_UNDECIDED); /* no row shares its label with another */
	mixmi_table_free(table);
	mixmi_table_free(texted);
	free(values);
}

/* With many rows, a part of them chooses how the dependence is represented. Rare point masses and labels may be absent from that
 * part; those that occur keep their positions in the grid of all rows. */
static void rare_values_of_many_rows_move_nothing(void **state)
{
	(void)state;
	enum { ROWS = 30000, COMMON = 16, RARE = 200, COLUMNS = 3 };
	double *values = mixed_values(ROWS, COLUMNS, 77);
	int64_t *codes = malloc(ROWS * sizeof *codes), *common = malloc(ROWS * sizeof *common);
	char texts[RARE + COMMON][16];
	const char *labels[RARE + COMMON];
	for (size_t l = 0; l < RARE + COMMON; l++) {
		snprintf(texts[l], sizeof texts[l], "%04zu", l);
		labels[l] = texts[l];
	}
	for (size_t i = 0; i < ROWS; i++) {
		double noise = values[i];
		common[i] = (int64_t)(i * 7919 % COMMON);
		values[i] = noise + 0.25 * (double)common[i];
		codes[i] = i < 2 * RARE ? (int64_t)(i / 2) : RARE + common[i];
		values[ROWS + i] = round(15000 * noise) / 15000; /* some values repeat by chance */
		values[2 * ROWS + i] = round(15000 * (values[ROWS + i] + values[i])) / 15000;
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_codes(table, "rare", codes, labels, RARE + COMMON, NULL));
	assert_ok(mixmi_table_add_codes(table, "common", common, labels, COMMON, NULL));
	for (size_t j = 0; j < COLUMNS; j++)
		assert_ok(mixmi_table_add_values(table,
		                                 j == 0   ? "y"
		                                 : j == 1 ? "rounded"
		                                          : "sum",
		                                 MIXMI_NUMERIC, values + j * ROWS, NULL));
	double with = ask(table, 0, 2, 0, NULL).estimate, without = ask(table, 1, 2, 0, NULL).estimate;
	assert_true(without > 0.2 && fabs(with - without) < 0.03);
	assert_true(ask(table, 3, 4, 0, NULL).estimate > 0.5);
	mixmi_table_free(table);
	free(values);
	free(codes);
	free(common);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(increasing_maps_change_no_bit),
		cmocka_unit_test(order_of_rows_and_threads_change_no_bit),
		cmocka_unit_test(incomplete_rows_are_as_if_deleted),
		cmocka_unit_test(one_outlier_changes_little),
		cmocka_unit_test(checkerboards_are_seen),
		cmocka_unit_test(exclusive_or_of_signs_is_seen_given_z),
		cmocka_unit_test(many_labels_are_few_classes),
		cmocka_unit_test(labels_without_room_are_seen_given_z),
		cmocka_unit_test(estimates_keep_their_bounds),
		cmocka_unit_test(score_is_1_for_a_copy_and_0_for_nothing),
		cmocka_unit_test(few_rows_ties_and_constants),
		cmocka_unit_test(extreme_numbers),
		cmocka_unit_test(many_columns_and_labels_that_never_repeat),
		cmocka_unit_test(rare_values_of_many_rows_move_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
