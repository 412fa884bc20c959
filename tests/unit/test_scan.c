/* The scanning test: its pieces against their definitions, exactness on cases small enough to count, the same answer however
 * it is asked, and data that leave nothing to test. Rates of false rejections over many draws are in tests/long. */
#include "independence/regress.h"
#include "independence/statistic.h"
#include "tables.h"

static const size_t first = 0, second = 1, third = 2;
static const mixmi_question pair = { &first, 1, &second, 1, NULL, 0 };
static const mixmi_question given_third = { &first, 1, &second, 1, &third, 1 };

static mixmi_options scan_options(void)
{
	mixmi_options options;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "test", "scan"));
	return options;
}

static mixmi_answer ask(const mixmi_table *table, const mixmi_question *question, const mixmi_options *options)
{
	mixmi_answer answer;
	mixmi_options plain = scan_options();
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, question, options != NULL ? options : &plain));
	assert_string_equal(answer.method, "scan");
	assert_true(answer.p > 0 && answer.p <= 1 && answer.verdict == base_verdict(answer.p > answer.alpha));
	return answer;
}

static void assert_same(const mixmi_answer *a, const mixmi_answer *b)
{
	assert_true(a->p == b->p && a->statistic == b->statistic && a->permutations == b->permutations);
	assert_true(a->rows == b->rows && a->verdict == b->verdict);
}

/* --------------------------------------------------------------------------------------------------------- cells */

static void cells_of(uint32_t *cells, size_t *count, const uint32_t *codes, size_t rows, size_t distinct, bool discrete,
                     size_t resolution)
{
	independence_column column;
	assert_true(independence_column_init(&column, codes, rows, distinct, discrete));
	assert_true(independence_cells(cells, count, &column, rows, resolution));
	independence_column_clear(&column);
}

static void cells_hold_equal_numbers_of_rows(void **state)
{
	(void)state;
	enum { ROWS = 120 };
	uint32_t codes[ROWS], cells[ROWS];
	for (uint32_t i = 0; i < ROWS; i++)
		codes[i] = (i * 77) % ROWS; /* a permutation */
	const size_t resolutions[] = { 2, 3, 4, 6, 8, 12 };
	for (size_t r = 0; r < 6; r++) {
		size_t count, sizes[12] = { 0 };
		cells_of(cells, &count, codes, ROWS, ROWS, false, resolutions[r]);
		assert_int_equal(count, resolutions[r]);
		for (size_t i = 0; i < ROWS; i++) {
			sizes[cells[i]]++;
			assert_int_equal(cells[i], codes[i] * count / ROWS); /* ascending with the values */
		}
		for (size_t c = 0; c < count; c++)
			assert_int_equal(sizes[c], ROWS / count);
	}
}

static void ties_stay_together_and_spikes_apart(void **state)
{
	(void)state;
	enum { ROWS = 100 };
	uint32_t codes[ROWS], cells[ROWS];
	size_t count;
	for (uint32_t i = 0; i < ROWS; i++)
		codes[i] = i < 40 ? 30 : i - 40 < 30 ? i - 40 : i - 39; /* 40 rows of value 30 among 60 single ones */
	cells_of(cells, &count, codes, ROWS, 61, false, 4);
	assert_int_equal(count, 3); /* the spike, and two for 60 rows */
	for (size_t i = 0; i < ROWS; i++)
		assert_int_equal(cells[i] == cells[0], i < 40);
	for (size_t i = 41; i < ROWS; i++)
		assert_int_equal(cells[i] == cells[40], codes[i] < 30);
	for (uint32_t i = 0; i < ROWS; i++)
		codes[i] = i % 3;
	cells_of(cells, &count, codes, ROWS, 3, false, 8);
	assert_int_equal(count, 3); /* not more values than cells: a cell each */
	cells_of(cells, &count, codes, ROWS, 3, true, INDEPENDENCE_ALL_VALUES);
	assert_int_equal(count, 3);
	for (uint32_t i = 0; i < ROWS; i++)
		codes[i] = i < 98 ? 0 : i - 97;
	cells_of(cells, &count, codes, ROWS, 3, false, 2);
	assert_true(count >= 1 && count <= 2 && cells[98] == cells[99]);
}

static void joint_cells_are_bounded(void **state)
{
	(void)state;
	enum { ROWS = 300, COLUMNS = 9 };
	uint32_t *codes = malloc(COLUMNS * ROWS * sizeof *codes), cells[ROWS];
	independence_column columns[COLUMNS];
	const independence_column *set[COLUMNS];
	uint64_t seed = 5;
	size_t count;
	for (size_t j = 0; j < COLUMNS; j++) {
		for (size_t i = 0; i < ROWS; i++)
			codes[j * ROWS + i] = (uint32_t)test_below(&seed, j == 0 ? 200 : 4);
		assert_true(independence_column_init(&columns[j], codes + j * ROWS, ROWS, 200, true));
		set[j] = &columns[j];
	}
	assert_true(independence_joint_cells(cells, &count, set, COLUMNS, ROWS, 8, 64));
	assert_true(count >= 1 && count <= 64);
	for (size_t i = 0; i < ROWS; i++)
		assert_true(cells[i] < count);
	assert_true(independence_joint_cells(cells, &count, set, 1, ROWS, INDEPENDENCE_ALL_VALUES, 16));
	assert_true(count <= 16);
	assert_true(independence_joint_cells(cells, &count, set + 1, 2, ROWS, 16, 64));
	assert_int_equal(count, 16);
	for (size_t i = 0; i < ROWS; i++)
		assert_int_equal(cells[i], 4 * codes[ROWS + i] + codes[2 * ROWS + i]);
	for (size_t j = 0; j < COLUMNS; j++)
		independence_column_clear(&columns[j]);
	free(codes);
}

/* -------------------------------------------------------------------------------------------------- regression */

static void regression_removes_what_z_says_and_no_more(void **state)
{
	(void)state;
	enum { ROWS = 400 };
	double response[ROWS], fitted[ROWS], share, z[ROWS];
	uint32_t codes[ROWS];
	uint64_t seed = 6;
	size_t distinct;
	for (size_t i = 0; i < ROWS; i++)
		z[i] = test_normal(&seed);
	assert_true(independence_codes(codes, &distinct, z, ROWS));
	assert_int_equal(distinct, ROWS);
	independence_column column;
	const independence_column *set[1] = { &column };
	independence_basis basis;
	assert_true(independence_column_init(&column, codes, ROWS, distinct, false));
	assert_true(independence_basis_init(&basis, set, 1, ROWS));
	for (size_t i = 0; i < ROWS; i++)
		response[i] = 3 + basis.terms[0][i] - 0.5 * basis.terms[0][i] * basis.terms[0][i]; /* score and square */
	assert_true(independence_regress(response, fitted, &share, &basis));
	assert_close(share, 1, 1e-9);
	for (size_t i = 0; i < ROWS; i++)
		assert_close(response[i], 0, 1e-6);
	double rest = 0, total = 0;
	for (size_t i = 0; i < ROWS; i++)
		response[i] = test_normal(&seed);
	assert_true(independence_regress(response, fitted, &share, &basis));
	for (size_t i = 0; i < ROWS; i++) {
		rest += response[i] * response[i];
		total += fitted[i] * response[i];
	}
	assert_true(share < 0.1);            /* at most a few terms by chance */
	assert_close(total, 0, 1e-8 * rest); /* what is predicted and what is left are orthogonal */
	independence_basis_clear(&basis);
	independence_column_clear(&column);
}

/* ------------------------------------------------------------------------------------------- neighbourhoods */

static mixmi_table *fork_table(size_t rows, double noise, size_t extra, uint64_t seed)
{
	double *values = malloc((3 + extra) * rows * sizeof *values);
	for (size_t i = 0; i < rows; i++) {
		double z = test_normal(&seed);
		values[2 * rows + i] = z;
		values[i] = z + noise * test_normal(&seed);
		values[rows + i] = z + noise * test_normal(&seed);
		for (size_t k = 0; k < extra; k++)
			values[(3 + k) * rows + i] = k % 2 == 0 ? test_normal(&seed) : (double)test_below(&seed, 3);
	}
	mixmi_table *table = numeric_table(values, rows, 3 + extra);
	free(values);
	return table;
}

static void leaves_are_small_and_cells_of_z_are_made_of_leaves(void **state)
{
	(void)state;
	enum { ROWS = 500 };
	mixmi_table *table = fork_table(ROWS, 1, 3, 7);
	const size_t z[] = { 2, 3, 4, 5 };
	const mixmi_question question = { &first, 1, &second, 1, z, 4 };
	mixmi_options options = scan_options();
	independence_sample sample;
	assert_ok(independence_sample_init(&sample, table, &question, &options));
	bool seen[ROWS] = { false };
	uint32_t coarse[ROWS], fine[ROWS];
	for (size_t leaf = 0; leaf < sample.tree.count; leaf++) {
		size_t count = sample.tree.starts[leaf + 1] - sample.tree.starts[leaf];
		assert_true(count >= 1 && count <= 24);
		for (size_t i = sample.tree.starts[leaf]; i < sample.tree.starts[leaf + 1]; i++) {
			assert_false(seen[sample.tree.order[i]]);
			seen[sample.tree.order[i]] = true;
		}
	}
	assert_int_equal(sample.tree.starts[sample.tree.count], ROWS);
	assert_int_equal(independence_tree_cells(coarse, &sample.tree, 0), 1);
	for (size_t level = 1; level <= sample.tree.depth; level++) {
		size_t more = independence_tree_cells(fine, &sample.tree, level);
		assert_true(more > coarse[ROWS - 1] && more <= ((size_t)1 << level));
		for (size_t i = 1; i < ROWS; i++)
			assert_true(fine[i] >= fine[i - 1] && (coarse[i] == coarse[i - 1] || fine[i] != fine[i - 1]));
		memcpy(coarse, fine, sizeof coarse);
	}
	assert_int_equal(coarse[ROWS - 1] + 1, sample.tree.count);
	independence_sample_clear(&sample);
	mixmi_table_free(table);
}

/* With a Z that is a name in every row, rows of different names never meet. */
static void rows_of_different_names_are_not_exchanged(void **state)
{
	(void)state;
	enum { ROWS = 200 };
	double values[3 * ROWS];
	uint64_t seed = 8;
	for (size_t i = 0; i < ROWS; i++) {
		values[2 * ROWS + i] = (double)test_below(&seed, 30);
		values[i] = test_normal(&seed) + values[2 * ROWS + i];
		values[ROWS + i] = test_normal(&seed) - values[2 * ROWS + i];
	}
	mixmi_table *table;
	const char *const names[] = { "x", "y", "z" };
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 3; j++)
		assert_ok(
			mixmi_table_add_values(table, names[j], j == 2 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values + j * ROWS, NULL));
	mixmi_options options = scan_options();
	independence_sample sample;
	assert_ok(independence_sample_init(&sample, table, &given_third, &options));
	for (size_t leaf = 0; leaf < sample.tree.count; leaf++)
		for (size_t i = sample.tree.starts[leaf]; i < sample.tree.starts[leaf + 1]; i++)
			assert_int_equal(sample.given[0].column->codes[sample.tree.order[i]],
			                 sample.given[0].column->codes[sample.tree.order[sample.tree.starts[leaf]]]);
	assert_int_equal(sample.tree.count, sample.given[0].column->values); /* and those of one name all do */
	independence_sample_clear(&sample);
	mixmi_table_free(table);
}

/* Where Z fixes both X and Y there is nothing to exchange, and nothing is found. */
static void a_copy_of_z_is_left_alone(void **state)
{
	(void)state;
	mixmi_table *table = fork_table(300, 1e-6, 0, 9);
	mixmi_options options = scan_options();
	independence_sample sample;
	assert_ok(independence_sample_init(&sample, table, &given_third, &options));
	for (size_t leaf = 0; leaf < sample.tree.count; leaf++)
		assert_true(sample.fixed[leaf]);
	independence_sample_clear(&sample);
	assert_true(ask(table, &given_third, NULL).p == 1);
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------------- statistic */

/* 2 n I(X;Y|Z) of integer cells straight from its definition. */
static double plain_g(const independence_statistic *t, const independence_scale *scale, const uint32_t *order)
{
	size_t rows = t->sample->count, ny = t->y[scale->view].count, nx = t->x[scale->view].count;
	double sum = 0;
	for (size_t i = 0; i < rows; i++) {
		double xyz = 0, xz = 0, yz = 0, z = 0;
		size_t cell_x = scale->base[i] / ny, cell_z = cell_x / nx;
		uint8_t y = t->y[scale->view].cells[order[i]];
		for (size_t k = 0; k < rows; k++) {
			bool same_x = scale->base[k] / ny == cell_x, same_z = scale->base[k] / ny / nx == cell_z;
			bool same_y = t->y[scale->view].cells[order[k]] == y;
			xyz += same_x && same_y;
			xz += same_x;
			yz += same_z && same_y;
			z += same_z;
		}
		sum += 2 * log(xyz * z / (xz * yz));
	}
	return sum;
}

static void parts_are_what_they_are_defined_to_be(void **state)
{
	(void)state;
	enum { ROWS = 200 };
	mixmi_table *table = fork_table(ROWS, 1, 0, 10);
	mixmi_options options = scan_options();
	independence_sample sample;
	independence_statistic t;
	independence_work work = { 0 };
	double parts[INDEPENDENCE_PARTS];
	assert_ok(independence_sample_init(&sample, table, &given_third, &options));
	assert_true(independence_statistic_init(&t, &sample) && independence_work_init(&work, &t));
	assert_true(t.scale_count > 8 && t.scores.x_count == 4 && t.scores.y_count == 4);
	for (size_t turn = 0; turn < 2; turn++) { /* as they are, and with the rows of each leaf turned round */
		for (size_t leaf = 0; leaf < sample.tree.count; leaf++)
			for (size_t i = sample.tree.starts[leaf], k = sample.tree.starts[leaf + 1];
			     i < sample.tree.starts[leaf + 1]; i++)
				work.order[i] = (uint32_t)(turn == 0 ? i : --k);
		independence_parts(parts, &t, &work);
		for (size_t k = 0; k < t.scale_count; k++)
			assert_close(parts[k], plain_g(&t, &t.scales[k], work.order), 1e-4);
		double sum = 0, variance = 0;
		for (size_t i = 0; i < ROWS; i++)
			sum += t.scores.x[0][i] * t.scores.y[0][work.order[i]];
		for (size_t leaf = 0; leaf < sample.tree.count; leaf++) {
			double xx = 0, yy = 0;
			for (size_t i = sample.tree.starts[leaf]; i < sample.tree.starts[leaf + 1]; i++) {
				xx += t.scores.x[0][i] * t.scores.x[0][i];
				yy += t.scores.y[0][i] * t.scores.y[0][i];
			}
			variance += xx * yy / (double)(sample.tree.starts[leaf + 1] - sample.tree.starts[leaf] - 1);
		}
		assert_close(parts[t.scale_count], sum * sum / variance, 1e-9);
	}
	independence_work_clear(&work);
	independence_statistic_clear(&t);
	independence_sample_clear(&sample);
	mixmi_table_free(table);
}

/* With 5 rows there are 120 permutations, of which the 12 that map {4, 5} to itself reach the observed value. */
static void permutations_estimate_the_exact_p_value(void **state)
{
	(void)state;
	const double values[] = { 0, 0, 0, 1, 1, 0, 0, 0, 1, 1 };
	mixmi_table *table = numeric_table(values, 5, 2);
	mixmi_options options = scan_options();
	options.permutations = 1000000; /* stops at the 10th that reaches it */
	double mean = 0;
	enum { REPEATS = 200 };
	for (int64_t seed = 1; seed <= REPEATS; seed++) {
		options.seed = seed;
		mean += 9.0 / (double)(ask(table, &pair, &options).permutations - 1) / REPEATS;
	}
	assert_close(mean, 0.1, 0.01); /* standard error 0.0023 */
	mixmi_table_free(table);
}

/* P(p <= a) <= a for independent columns, counted over draws; three standard errors are allowed. */
static void p_values_of_independent_columns_are_not_too_small(void **state)
{
	(void)state;
	enum { DRAWS = 300, ROWS = 40 };
	const double levels[] = { 0.05, 0.1, 0.2, 0.5 };
	int below[4] = { 0 };
	uint64_t seed = 11;
	for (int draw = 0; draw < DRAWS; draw++) {
		double values[2 * ROWS];
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = draw % 2 == 0 ? test_normal(&seed) : (double)test_below(&seed, 3);
			values[ROWS + i] = draw % 3 == 0 ? test_normal(&seed) : (double)test_below(&seed, 2);
		}
		mixmi_table *table = numeric_table(values, ROWS, 2);
		double p = ask(table, &pair, NULL).p;
		for (size_t k = 0; k < 4; k++)
			below[k] += p <= levels[k];
		mixmi_table_free(table);
	}
	for (size_t k = 0; k < 4; k++)
		assert_true(below[k] <= DRAWS * levels[k] + 3 * sqrt(DRAWS * levels[k] * (1 - levels[k])));
	assert_true(below[3] > DRAWS / 4); /* nor is everything 1 */
}

/* ------------------------------------------------------------------------------------------------------- answers */

/* Forks, strong ones too, with columns that do not matter besides: independent. A collider: dependent. */
static void tells_forks_from_colliders(void **state)
{
	(void)state;
	enum { ROWS = 300, DRAWS = 10 };
	const size_t z[] = { 2, 3, 4 };
	const mixmi_question given_all = { &first, 1, &second, 1, z, 3 };
	int rejected = 0, found = 0;
	for (uint64_t seed = 0; seed < DRAWS; seed++) {
		mixmi_table *fork = fork_table(ROWS, seed % 2 == 0 ? 1 : 0.1, 2, 100 + seed);
		rejected += (ask(fork, &given_third, NULL).verdict == MIXMI_DEPENDENT) +
		            (ask(fork, &given_all, NULL).verdict == MIXMI_DEPENDENT);
		mixmi_table_free(fork);
		double values[5 * ROWS];
		uint64_t state2 = 200 + seed;
		for (size_t i = 0; i < ROWS; i++) {
			for (size_t j = 0; j < 5; j++)
				values[j * ROWS + i] = test_normal(&state2);
			values[2 * ROWS + i] += values[i] + values[ROWS + i];
		}
		mixmi_table *collider = numeric_table(values, ROWS, 5);
		found += (ask(collider, &given_third, NULL).verdict == MIXMI_DEPENDENT) +
		         (ask(collider, &given_all, NULL).verdict == MIXMI_DEPENDENT);
		mixmi_table_free(collider);
	}
	assert_true(rejected <= 2 && found >= 2 * DRAWS - 2);
}

/* Rows shuffled, columns reordered, X and Y exchanged, any threads, monotone maps of the columns: the same bits. Missing
 * values and sets of columns included. */
static void the_same_answer_however_it_is_asked(void **state)
{
	(void)state;
	enum { ROWS = 180, COLUMNS = 5 };
	static const char *const names[] = { "a", "b", "c", "d", "e" };
	double *values = mixed_values(ROWS, COLUMNS, 12), mapped[COLUMNS * ROWS];
	for (size_t i = 0; i < ROWS; i += 20)
		values[3 * ROWS + i] = NAN;
	uint64_t seed = 13;
	size_t order[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		size_t other = test_below(&seed, i + 1);
		order[i] = i;
		order[i] = order[other];
		order[other] = i;
	}
	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t i = 0; i < ROWS; i++) {
			double value = values[j * ROWS + order[i]];
			mapped[j * ROWS + i] = j % 2 == 0 ? exp(value / 4) : value * value * value + value;
		}
	mixmi_table *plain, *other;
	assert_ok(mixmi_table_new(&plain, ROWS));
	assert_ok(mixmi_table_new(&other, ROWS));
	for (size_t j = 0; j < COLUMNS; j++) {
		size_t k = COLUMNS - 1 - j;
		assert_ok(mixmi_table_add_values(plain, names[j], MIXMI_NUMERIC, values + j * ROWS, NULL));
		assert_ok(mixmi_table_add_values(other, names[k], MIXMI_NUMERIC, mapped + k * ROWS, NULL));
	}
	const size_t x[] = { 0, 4 }, y[] = { 1 }, z[] = { 2, 3 };                   /* a e, b given c d */
	const size_t y_other[] = { 4, 0 }, x_other[] = { 3 }, z_other[] = { 1, 2 }; /* b, a e given d c */
	const mixmi_question question = { x, 2, y, 1, z, 2 }, mirrored = { x_other, 1, y_other, 2, z_other, 2 };
	mixmi_options options = scan_options();
	options.threads = 1;
	mixmi_answer one = ask(plain, &question, &options);
	assert_int_equal(one.rows, ROWS - ROWS / 20);
	for (options.threads = 1; options.threads <= 8; options.threads = 3 * options.threads + 1) {
		mixmi_answer a = ask(plain, &question, &options), b = ask(other, &mirrored, &options);
		assert_same(&one, &a);
		assert_same(&one, &b);
	}
	options.seed = 2;
	mixmi_answer reseeded = ask(plain, &question, &options);
	assert_true(reseeded.statistic != one.statistic || reseeded.permutations != one.permutations);
	mixmi_table_free(plain);
	mixmi_table_free(other);
	free(values);
}

static void data_that_say_nothing_give_p_1(void **state)
{
	(void)state;
	enum { ROWS = 60 };
	double values[3 * ROWS];
	uint64_t seed = 14;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = test_normal(&seed);
		values[ROWS + i] = 3;
		values[2 * ROWS + i] = (double)i;
	}
	mixmi_table *table;
	const char *const names[] = { "x", "constant", "name" };
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 3; j++)
		assert_ok(
			mixmi_table_add_values(table, names[j], j == 2 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values + j * ROWS, NULL));
	assert_true(ask(table, &pair, NULL).p == 1);
	assert_true(ask(table, &given_third, NULL).p == 1);
	const mixmi_question names_too = { &first, 1, &third, 1, NULL, 0 }; /* all different: no table can show anything */
	assert_true(ask(table, &names_too, NULL).p > 0.01);
	const mixmi_question given_constant = { &first, 1, &third, 1, &second, 1 };
	assert_true(ask(table, &given_constant, NULL).p > 0.01);
	mixmi_table_free(table);
}

static void few_rows_are_answered_or_refused(void **state)
{
	(void)state;
	for (size_t rows = 2; rows <= 14; rows++) {
		double *values = mixed_values(rows, 3, 15 + rows);
		mixmi_table *table = numeric_table(values, rows, 3);
		mixmi_answer without = ask(table, &pair, NULL), with = ask(table, &given_third, NULL);
		assert_true(without.rows == rows && with.rows == rows);
		if (rows < 5) /* at most 24 permutations */
			assert_true(without.verdict == MIXMI_INDEPENDENT && with.verdict == MIXMI_INDEPENDENT);
		mixmi_table_free(table);
		free(values);
	}
	const double missing[] = { 1, 2, NAN, 4, NAN, NAN, 3, NAN };
	mixmi_table *table = numeric_table(missing, 4, 2);
	mixmi_answer answer;
	mixmi_options options = scan_options();
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options), MIXMI_ERROR_DATA,
	             "at least 2 are needed");
	const mixmi_question twice = { &first, 1, &first, 1, NULL, 0 };
	assert_int_equal(mixmi_test(&answer, sizeof answer, NULL, table, &twice, &options), MIXMI_ERROR_USAGE);
	mixmi_table_free(table);
}

static bool stop_at_third(void *context, const mixmi_progress *progress)
{
	assert_true(strcmp(progress->stage, "permuting") != 0 || progress->done < progress->total);
	return ++*(size_t *)context < 3;
}

static void permutations_are_limited_and_can_be_cancelled(void **state)
{
	(void)state;
	double values[2 * 100];
	uint64_t seed = 16;
	for (size_t i = 0; i < 100; i++) {
		values[i] = test_normal(&seed);
		values[100 + i] = values[i] + 0.3 * test_normal(&seed);
	}
	mixmi_table *table = numeric_table(values, 100, 2);
	mixmi_options options = scan_options();
	mixmi_answer answer = ask(table, &pair, &options);
	assert_true(answer.permutations == 499 && answer.p == 1.0 / 500 && answer.corrected == answer.estimate);
	options.permutations = 98;
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options), MIXMI_ERROR_USAGE, "99 can");
	options.permutations = 99;
	assert_true(ask(table, &pair, &options).p == 0.01);
	options.permutations = 0;
	options.tail = MIXMI_TAIL_GAMMA;
	answer = ask(table, &pair, &options);
	assert_true(answer.permutations == 100 && answer.p < 1e-4);
	size_t calls = 0;
	options.progress = stop_at_third;
	options.progress_context = &calls;
	assert_fails(mixmi_test(&answer, sizeof answer, NULL, table, &pair, &options), MIXMI_ERROR_CANCELLED, "cancelled");
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_hold_equal_numbers_of_rows),
		cmocka_unit_test(ties_stay_together_and_spikes_apart),
		cmocka_unit_test(joint_cells_are_bounded),
		cmocka_unit_test(regression_removes_what_z_says_and_no_more),
		cmocka_unit_test(leaves_are_small_and_cells_of_z_are_made_of_leaves),
		cmocka_unit_test(rows_of_different_names_are_not_exchanged),
		cmocka_unit_test(a_copy_of_z_is_left_alone),
		cmocka_unit_test(parts_are_what_they_are_defined_to_be),
		cmocka_unit_test(permutations_estimate_the_exact_p_value),
		cmocka_unit_test(p_values_of_independent_columns_are_not_too_small),
		cmocka_unit_test(tells_forks_from_colliders),
		cmocka_unit_test(the_same_answer_however_it_is_asked),
		cmocka_unit_test(data_that_say_nothing_give_p_1),
		cmocka_unit_test(few_rows_are_answered_or_refused),
		cmocka_unit_test(permutations_are_limited_and_can_be_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
