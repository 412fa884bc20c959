/* Nearest-neighbour search, counting and estimators against a search through all pairs of rows, on random tables with
 * ties, atoms, texts, missing values and several columns; and properties that hold for every method. */
#include "peers/neighbour/space.h"
#include "unit.h"

#include <gsl/gsl_sf_psi.h>

enum { MAX_COLUMNS = 6, MAX_ROWS = 160, METHODS = 6 };

/* The seed of the sample under test; 0 after success. */
static uint64_t current_seed;

static int show_seed(void **state)
{
	(void)state;
	if (current_seed != 0)
		print_message("seed %d\n", (int)current_seed);
	current_seed = 0;
	return 0;
}

/* ------------------------------------------------------------------------------------------ random tables */

/* A random table, and each column's kind for distances. */
typedef struct sample {
	mixmi_table *table;
	size_t rows, columns;
	double *values; /* column by column; NaN: missing */
	bool zero_one[MAX_COLUMNS];
	size_t x[MAX_COLUMNS], y[MAX_COLUMNS], z[MAX_COLUMNS];
	mixmi_question question;
} sample;

/* Kinds of columns: smooth, few numbers, zero-inflated, coarse, discrete numbers, texts. */
static double draw_value(size_t kind, double common, uint64_t *state)
{
	double smooth = 0.7 * common + test_normal(state);
	switch (kind) {
	case 1:
		return (double)test_below(state, 3);
	case 2:
		return test_uniform(state) < 0.5 ? 0 : smooth;
	case 3:
		return floor(4 * smooth) / 4;
	case 4:
		return floor(smooth);
	case 5:
		return (double)test_below(state, 4);
	default:
		return smooth;
	}
}

static void add_column(sample *s, size_t j, size_t kind, bool holes, uint64_t *state)
{
	static const char *const labels[] = { "red", "green", "blue", "black" };
	char name[] = { (char)('a' + j), '\0' };
	double *values = s->values + j * s->rows;
	int64_t codes[2000];
	uint8_t missing[2000];
	for (size_t i = 0; i < s->rows; i++) {
		missing[i] = holes && test_below(state, 10) == 0;
		codes[i] = kind == 5 ? (int64_t)values[i] : 0;
	}
	if (kind == 5)
		assert_ok(mixmi_table_add_codes(s->table, name, codes, labels, 4, missing));
	else
		assert_ok(mixmi_table_add_values(s->table, name, kind == 4 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values, missing));
	for (size_t i = 0; i < s->rows; i++)
		values[i] = missing[i] ? (double)NAN : values[i];
	s->zero_one[j] = kind >= 4;
}

static sample draw_sample(size_t rows, size_t x_count, size_t y_count, size_t z_count, uint64_t *state)
{
	sample s = { .rows = rows, .columns = x_count + y_count + z_count };
	s.values = malloc(rows * s.columns * sizeof *s.values);
	assert_ok(mixmi_table_new(&s.table, rows));
	size_t kinds[MAX_COLUMNS];
	for (size_t j = 0; j < s.columns; j++)
		kinds[j] = test_below(state, 6);
	for (size_t i = 0; i < rows; i++) {
		double common = test_normal(state);
		for (size_t j = 0; j < s.columns; j++)
			s.values[j * rows + i] = draw_value(kinds[j], common, state);
	}
	bool holes = test_below(state, 2) == 0;
	for (size_t j = 0; j < s.columns; j++)
		add_column(&s, j, kinds[j], holes, state);
	for (size_t j = 0; j < s.columns; j++) {
		s.x[j] = j;
		s.y[j] = x_count + j;
		s.z[j] = x_count + y_count + j;
	}
	s.question = (mixmi_question){ NULL, x_count, NULL, y_count, NULL, z_count };
	return s;
}

static mixmi_question question_of(const sample *s)
{
	mixmi_question q = s->question;
	q.x = s->x;
	q.y = s->y;
	q.z = s->z;
	return q;
}

static void free_sample(sample *s)
{
	mixmi_table_free(s->table);
	free(s->values);
}

/* ------------------------------------------------------------------------------------------ all pairs of rows */

static double column_distance(const sample *s, size_t column, size_t a, size_t b)
{
	double d = fabs(s->values[column * s->rows + a] - s->values[column * s->rows + b]);
	return s->zero_one[column] ? (d > 0 ? 1 : 0) : d;
}

static double set_distance(const sample *s, const size_t *set, size_t count, size_t a, size_t b)
{
	double most = 0;
	for (size_t i = 0; i < count; i++)
		most = fmax(most, column_distance(s, set[i], a, b));
	return most;
}

/* Distances from row i to every row, in X, Y and Z; infinite to rows with a missing value. */
typedef struct distances {
	double *x, *y, *z, *all;
	size_t used;
} distances;

static bool is_whole(const sample *s, size_t row)
{
	for (size_t j = 0; j < s->columns; j++)
		if (isnan(s->values[j * s->rows + row]))
			return false;
	return true;
}

static distances measure(const sample *s, size_t i)
{
	distances d = { malloc(4 * s->rows * sizeof *d.x), NULL, NULL, NULL, 0 };
	d.y = d.x + s->rows;
	d.z = d.y + s->rows;
	d.all = d.z + s->rows;
	for (size_t k = 0; k < s->rows; k++) {
		bool whole = is_whole(s, k);
		d.used += whole;
		d.x[k] = whole ? set_distance(s, s->x, s->question.x_count, i, k) : (double)INFINITY;
		d.y[k] = whole ? set_distance(s, s->y, s->question.y_count, i, k) : (double)INFINITY;
		d.z[k] = whole ? set_distance(s, s->z, s->question.z_count, i, k) : (double)INFINITY;
		d.all[k] = fmax(d.x[k], fmax(d.y[k], d.z[k]));
	}
	return d;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The k-th nearest after the row itself. */
static double kth(const distances *d, size_t rows, size_t k)
{
	double *sorted = malloc(rows * sizeof *sorted);
	memcpy(sorted, d->all, rows * sizeof *sorted);
	qsort(sorted, rows, sizeof *sorted, compare_doubles);
	double result = sorted[k];
	free(sorted);
	return result;
}

/* Rows whose distances a and b are both below, or at most, the radius; b may be NULL. */
static int count(const double *a, const double *b, size_t rows, double radius, bool closed)
{
	int result = 0;
	for (size_t k = 0; k < rows; k++) {
		double d = b == NULL ? a[k] : fmax(a[k], b[k]);
		result += closed ? d <= radius : d < radius;
	}
	return result;
}

/* ---------------------------------------------------------------------------------- search and counting */

/* The row of the sample that belongs to a point of the tree. */
static size_t row_of(const sample *s, const neighbour_space *space, const double *point)
{
	const neighbour_rows *r = &space->rows;
	uint32_t codes[MAX_ROWS];
	bool same[MAX_ROWS];
	size_t found = 0;
	for (size_t row = 0; row < s->rows; row++)
		same[row] = is_whole(s, row);
	for (size_t j = 0; j < r->column_count; j++) {
		assert_ok(mixmi_table_codes(codes, s->table, r->columns[j]->column));
		for (size_t row = 0; row < s->rows; row++)
			same[row] = same[row] && neighbour_rows_coordinate(r, j, codes[row]) == point[j];
	}
	while (found < s->rows && !same[found])
		found++;
	assert_true(found < s->rows);
	return found;
}

static void check_point(const sample *s, const neighbour_space *space, neighbour_query *query, size_t k, double radius,
                        uint32_t within)
{
	const neighbour_tree *tree = &space->parts[NEIGHBOUR_XYZ].tree;
	distances d = measure(s, row_of(s, space, query->point));
	assert_true(radius == kth(&d, s->rows, k));
	for (int closed = 0; closed < 2; closed++) {
		double r = closed ? radius : nextafter(radius, -(double)INFINITY);
		int joint = count(d.all, NULL, s->rows, radius, closed), z = count(d.z, NULL, s->rows, radius, closed);
		assert_int_equal(neighbour_space_within(space, NEIGHBOUR_XYZ, query, r), joint);
		assert_int_equal(neighbour_space_within(space, NEIGHBOUR_XZ, query, r),
		                 count(d.x, d.z, s->rows, radius, closed));
		assert_int_equal(neighbour_space_within(space, NEIGHBOUR_YZ, query, r),
		                 count(d.y, d.z, s->rows, radius, closed));
		assert_int_equal(neighbour_space_within(space, NEIGHBOUR_Z, query, r),
		                 space->rows.z_count > 0 ? z : (int)d.used);
		assert_true(!closed || within == 0 || within == (uint32_t)joint);
	}
	double extent[2], expected[2] = { 0, 0 };
	neighbour_tree_extent(extent, tree, query->point, radius, space->rows.x_count);
	for (size_t i = 0; i < s->rows; i++)
		if (d.all[i] <= radius) {
			expected[0] = fmax(expected[0], d.x[i]);
			expected[1] = fmax(expected[1], fmax(d.y[i], d.z[i]));
		}
	assert_true(extent[0] == expected[0] && extent[1] == expected[1]);
	free(d.x);
}

static void check_space(const sample *s, const neighbour_space *space, size_t k)
{
	const neighbour_tree *tree = &space->parts[NEIGHBOUR_XYZ].tree;
	double point[MAX_COLUMNS], radii[MAX_COLUMNS], found_radii[NEIGHBOUR_LEAF];
	neighbour_range ranges[MAX_COLUMNS];
	uint32_t within[NEIGHBOUR_LEAF];
	neighbour_query query = { point, radii, ranges };
	neighbour_found *room = malloc((k + 2) * sizeof *room);
	for (size_t leaf = 0; leaf < tree->leaves; leaf++) {
		neighbour_tree_radii(found_radii, within, tree, leaf, k, point, room);
		size_t begin = tree->starts[leaf], end = tree->starts[leaf + 1];
		assert_true(end > begin && end - begin <= NEIGHBOUR_LEAF);
		for (size_t i = begin; i < end; i++) {
			neighbour_query_move(&query, space, leaf, i);
			check_point(s, space, &query, k, found_radii[i - begin], within[i - begin]);
		}
	}
	free(room);
}

static void search_and_counts_equal_all_pairs(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 150; seed++) {
		uint64_t random = seed;
		size_t x = 1 + test_below(&random, 2), y = 1 + test_below(&random, 2), z = test_below(&random, 3);
		sample s = draw_sample(40 + test_below(&random, 120), x, y, z, &random);
		mixmi_question q = question_of(&s);
		mixmi_options options;
		init_options(&options);
		options.neighbours = 1 + (int64_t)test_below(&random, 12);
		neighbour_space space;
		if (neighbour_space_init(&space, s.table, &q, &options) == MIXMI_OK && !neighbour_space_is_flat(&space)) {
			current_seed = seed;
			check_space(&s, &space, (size_t)options.neighbours);
		}
		neighbour_space_clear(&space);
		free_sample(&s);
	}
	current_seed = 0;
}

/* ------------------------------------------------------------------------------------------- estimators */

static double psi(int n)
{
	return gsl_sf_psi_int(n);
}

static double larger_of_one(int n)
{
	return psi(n > 1 ? n : 1);
}

/* One row's contribution to each estimate, as in the papers. */
static void add_terms(double sums[METHODS], const sample *s, size_t i, int k)
{
	distances d = measure(s, i);
	size_t n = s->rows;
	int used = (int)d.used, with_z = s->question.z_count > 0;
	double r = kth(&d, n, (size_t)k), wide_x = 0, wide_y = 0;
	int xz = count(d.x, d.z, n, r, true), yz = count(d.y, d.z, n, r, true), z = count(d.z, NULL, n, r, true);
	int xz_open = count(d.x, d.z, n, r, false), yz_open = count(d.y, d.z, n, r, false);
	int all = count(d.all, NULL, n, r, true), z_open = count(d.z, NULL, n, r, false);
	for (size_t j = 0; j < n; j++)
		if (d.all[j] <= r) {
			wide_x = fmax(wide_x, d.x[j]);
			wide_y = fmax(wide_y, d.y[j]);
		}
	sums[0] += psi(k) - larger_of_one(xz_open) - larger_of_one(yz_open) + psi(used);
	sums[1] += psi(k) - 1.0 / k - psi(count(d.x, NULL, n, wide_x, true) - 1) -
	           psi(count(d.y, NULL, n, wide_y, true) - 1) + psi(used);
	sums[2] += psi(k) - larger_of_one(xz_open) - larger_of_one(yz_open) + (with_z ? larger_of_one(z_open) : psi(used));
	sums[3] += r > 0 ? psi(k) - psi(xz_open) - psi(yz_open) + log(used) : psi(all) - psi(xz) - psi(yz) + log(used);
	sums[4] += psi(r > 0 ? k : all - 1) - log(xz) - log(yz) + log(with_z ? z : used);
	sums[5] += psi(all - 1) - psi(xz - 1) - psi(yz - 1) + (with_z ? psi(z - 1) : psi(used));
	free(d.x);
}

static const struct {
	const char *method;
	int variant;
	bool conditional;
} methods[METHODS] = {
	{ "ksg", MIXMI_KSG_1, false },       { "ksg", MIXMI_KSG_2, false }, { "fp", MIXMI_KSG_1, true },
	{ "mixed-ksg", MIXMI_KSG_1, false }, { "ravk", MIXMI_KSG_1, true }, { "ms", MIXMI_KSG_1, true },
};

static void check_estimates(const sample *s, const mixmi_options *options)
{
	double sums[METHODS] = { 0 };
	size_t used = 0;
	for (size_t i = 0; i < s->rows; i++)
		if (is_whole(s, i)) {
			used++;
			add_terms(sums, s, i, (int)options->neighbours);
		}
	for (size_t m = 0; m < METHODS; m++) {
		mixmi_options o = *options;
		o.ksg_variant = methods[m].variant;
		mixmi_question q = question_of(s);
		mixmi_answer value = base_no_answer(MIXMI_OK, "", 0);
		if (!methods[m].conditional && q.z_count > 0) {
			assert_fails(estimate_by(&value, methods[m].method, s->table, &q, &o), MIXMI_ERROR_USAGE,
			             "does not condition on Z");
			continue;
		}
		assert_ok(estimate_by(&value, methods[m].method, s->table, &q, &o));
		double expected = sums[m] / (double)used;
		assert_close(value.estimate, strcmp(methods[m].method, "ms") == 0 ? fmax(0, expected) : expected, 1e-12);
		assert_true(value.rows == used && value.rows_dropped == s->rows - used && isnan(value.corrected));
	}
}

/* All of a sample's columns vary among the rows that are used. */
static bool varies(const sample *s)
{
	for (size_t j = 0; j < s->columns; j++) {
		double low = INFINITY, high = -INFINITY;
		for (size_t i = 0; i < s->rows; i++)
			if (is_whole(s, i)) {
				low = fmin(low, s->values[j * s->rows + i]);
				high = fmax(high, s->values[j * s->rows + i]);
			}
		if (!(low < high))
			return false;
	}
	return true;
}

static void estimates_equal_the_formulas(void **state)
{
	(void)state;
	for (uint64_t seed = 1000; seed < 1150; seed++) {
		uint64_t random = seed;
		size_t x = 1 + test_below(&random, 2), y = 1 + test_below(&random, 2), z = test_below(&random, 3);
		sample s = draw_sample(60 + test_below(&random, 100), x, y, z, &random);
		mixmi_options options;
		init_options(&options);
		options.neighbours = 1 + (int64_t)test_below(&random, 12);
		options.threads = 1 + (int64_t)test_below(&random, 3);
		current_seed = seed;
		if (varies(&s))
			check_estimates(&s, &options);
		free_sample(&s);
	}
	current_seed = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(search_and_counts_equal_all_pairs, show_seed),
		cmocka_unit_test_teardown(estimates_equal_the_formulas, show_seed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
