/* The default estimate depends on the data alone, not on directions of scales, names, spelling of labels, the order of rows and
 * columns, which side is called X, or a column of Z that is listed twice. All to the last bit. */
#include "tables.h"

enum { ROWS = 400, MANY_ROWS = 13000, COLUMNS = 5, LABELS = 7 };

/* A question in one of its equivalent forms. Column 0 is X, column 1 is Y, the others are Z. */
typedef struct form {
	size_t rows;
	bool negated[COLUMNS];
	bool reversed_rows, reversed_columns, swapped, twice, other_labels;
} form;

/* Gaussian, count, zero-inflated and heavy-tailed columns that depend on each other, and labels; `first` chooses the kind of X. */
static double *draw_columns(size_t first, uint64_t seed, size_t rows)
{
	double *values = malloc(rows * COLUMNS * sizeof *values);
	for (size_t i = 0; i < rows; i++) {
		double common = test_normal(&seed);
		for (size_t j = 0; j < COLUMNS; j++) {
			double x = 0.8 * common + 0.6 * test_normal(&seed);
			size_t kind = (j + first) % COLUMNS;
			values[j * rows + i] = kind == 0   ? x
			                       : kind == 1 ? floor(2 * fabs(x))
			                       : kind == 2 ? (x < 0 ? 0 : x)
			                       : kind == 3 ? exp(1.5 * x)
			                                   : fmin(LABELS - 1, floor(2 * fabs(x)));
		}
	}
	return values;
}

static void add_column(mixmi_table *table, const form *f, const double *values, size_t j, bool labels, const char *name)
{
	static const char *const usual[LABELS] = { "a", "b", "c", "d", "e", "f", "g" };
	static const char *const others[LABELS] = { "oak", "birch", "elm", "ash", "beech", "alder", "yew" };
	double *column = malloc(f->rows * sizeof *column);
	int64_t *codes = malloc(f->rows * sizeof *codes);
	for (size_t i = 0; i < f->rows; i++) {
		double value = values[j * f->rows + (f->reversed_rows ? f->rows - 1 - i : i)];
		column[i] = f->negated[j] ? -value : value;
		codes[i] = f->other_labels ? LABELS - 1 - (int64_t)value : (int64_t)value;
	}
	if (labels)
		assert_ok(mixmi_table_add_codes(table, name, codes, f->other_labels ? others : usual, LABELS, NULL));
	else
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, column, NULL));
	free(column);
	free(codes);
}

/* The answer to I(X;Y|Z) with the first `z_count` columns of Z. */
static mixmi_answer ask_form(const form *f, const double *values, size_t first, size_t z_count)
{
	mixmi_table *table;
	size_t places[COLUMNS + 1], added = 0;
	assert_ok(mixmi_table_new(&table, f->rows));
	for (size_t k = 0; k < COLUMNS; k++) {
		size_t j = f->reversed_columns ? COLUMNS - 1 - k : k;
		char name[] = { (char)(f->reversed_columns ? 'p' + k : 'a' + k), '\0' };
		add_column(table, f, values, j, (j + first) % COLUMNS == 4, name);
		places[j] = added++;
	}
	if (f->twice) {
		add_column(table, f, values, 2, (2 + first) % COLUMNS == 4, "again");
		places[2 + z_count] = added;
	}
	mixmi_options options = options_of("default");
	options.confidence = 0.9;
	mixmi_answer cmi;
	const size_t *x = &places[f->swapped ? 1 : 0], *y = &places[f->swapped ? 0 : 1];
	assert_ok(estimate_cmi(&cmi, NULL, table, x, 1, y, 1, places + 2, z_count + f->twice, &options));
	mixmi_table_free(table);
	return cmi;
}

static bool same(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static void assert_same_answer(const mixmi_answer *a, const mixmi_answer *b)
{
	if (!same(a->estimate, b->estimate))
		print_error("%.17g and %.17g\n", a->estimate, b->estimate);
	assert_true(same(a->p, b->p) && same(a->estimate, b->estimate));
	assert_true(same(a->standard_error, b->standard_error) && same(a->lower, b->lower) && same(a->upper, b->upper));
	assert_true(same(a->strength, b->strength));
}

/* Ties between equally good functions of Z are broken by codes, which spelling and rows that are left out can change. */
static void assert_near_answer(const mixmi_answer *a, const mixmi_answer *b)
{
	const double share = 0.1; /* of the width of the interval */
	double most = share * (a->upper - a->lower);
	assert_true(fabs(a->estimate - b->estimate) <= most && fabs(a->lower - b->lower) <= most &&
	            fabs(a->upper - b->upper) <= most);
}

/* Compares a question with an equivalent form; true if the answer is above 0. */
static bool check_question(const form *f, size_t first, size_t z_count, uint64_t seed, size_t rows)
{
	form asked = *f;
	const form plain = { .rows = rows };
	asked.rows = rows;
	double *values = draw_columns(first, seed, rows);
	mixmi_answer a = ask_form(&plain, values, first, z_count), b = ask_form(&asked, values, first, z_count);
	(f->other_labels && rows == ROWS ? assert_near_answer : assert_same_answer)(&a, &b);
	free(values);
	return a.estimate > 0;
}

/* Every kind of column as X, with 0 to 3 columns of Z. */
static void check_form(const form *f, size_t least_z)
{
	size_t above_zero = 0;
	for (size_t first = 0; first < test_cases(COLUMNS); first++)
		for (size_t z_count = least_z; z_count <= 3; z_count++)
			above_zero += check_question(f, first, z_count, 1, ROWS);
	print_message("above 0: %zu answers\n", above_zero);
	assert_true(test_enough(above_zero, 3)); /* else little would have been compared */
}

/* Enough rows that a part of them chooses the representation and another part confirms it: the choice depends on the data alone. */
static void nothing_changes_on_many_rows_either(void **state)
{
	(void)state;
	size_t above_zero = 0;
	const form f = { .reversed_rows = true,
		             .reversed_columns = true,
		             .swapped = true,
		             .other_labels = true,
		             .negated = { true, false, true, false, true } };
	for (size_t first = 0; first < test_cases(COLUMNS); first += 2)
		for (size_t z_count = 0; z_count < 2; z_count++)
			above_zero += check_question(&f, first, z_count, 5, MANY_ROWS);
	assert_true(test_enough(above_zero, 4));
}

static void negating_columns_changes_no_bit(void **state)
{
	(void)state;
	for (size_t j = 0; j < test_cases(COLUMNS); j++) {
		form f = { .swapped = false };
		f.negated[j] = f.negated[(j + 1) % COLUMNS] = true;
		check_form(&f, 0);
	}
	check_form(&(form){ .negated = { true, true, true, true, true } }, 0);
}

static void order_and_names_change_no_bit(void **state)
{
	(void)state;
	check_form(&(form){ .reversed_rows = true }, 0);
	check_form(&(form){ .reversed_columns = true }, 0);
	check_form(&(form){ .swapped = true }, 0);
	check_form(&(form){ .reversed_rows = true, .reversed_columns = true, .swapped = true, .negated = { true } }, 0);
}

static void spelling_of_labels_changes_little(void **state)
{
	(void)state;
	check_form(&(form){ .other_labels = true }, 0);
}

static void a_column_given_twice_changes_no_bit(void **state)
{
	(void)state;
	check_form(&(form){ .twice = true }, 1);
}

static void a_constant_column_given_changes_no_bit(void **state)
{
	(void)state;
	static const size_t columns[] = { 0, 1, 2, 3, 4, 5 };
	size_t above_zero = 0;
	for (size_t first = 0; first < COLUMNS; first++) {
		double *values = draw_columns(first, 9, ROWS), same[ROWS];
		mixmi_table *table = numeric_table(values, ROWS, COLUMNS);
		mixmi_options options = options_of("default");
		options.confidence = 0.9;
		for (size_t i = 0; i < ROWS; i++)
			same[i] = 7;
		assert_ok(mixmi_table_add_values(table, "same", MIXMI_NUMERIC, same, NULL));
		for (size_t given = 0; given < 2; given++) {
			mixmi_answer without, with;
			mixmi_histogram *histogram;
			mixmi_histogram_column column;
			const size_t z[] = { given > 0 ? 2 : COLUMNS, COLUMNS };
			assert_ok(estimate_cmi(&without, NULL, table, columns, 1, columns + 1, 1, z, given, &options));
			assert_ok(estimate_cmi(&with, &histogram, table, columns, 1, columns + 1, 1, z, given + 1, &options));
			assert_true(without.estimate == with.estimate);
			assert_true(without.lower == with.lower && without.upper == with.upper);
			assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, given + 2));
			assert_true(column.bins == 1);
			above_zero += with.estimate > 0;
			mixmi_histogram_free(histogram);
		}
		mixmi_table_free(table);
		free(values);
	}
	assert_true(above_zero > 0);
}

/* Rows that a question leaves out have values of their own, which must not shift the numbers of others. */
static void rows_that_are_left_out_change_little(void **state)
{
	(void)state;
	enum { HOLES = 100, ALL = ROWS + HOLES };
	static const size_t columns[] = { 0, 1, 2, 3, 4 };
	size_t above_zero = 0;
	for (size_t first = 0; first < COLUMNS; first++) {
		uint64_t seed = 7;
		mixmi_answer answers[2];
		double *values = draw_columns(first, 9, ALL);
		for (size_t k = 0; k < HOLES; k++)
			values[test_below(&seed, COLUMNS) * ALL + ROWS + k] = NAN;
		for (size_t part = 0; part < 2; part++) {
			mixmi_table *table;
			assert_ok(mixmi_table_new(&table, part ? ROWS : ALL));
			for (size_t j = 0; j < COLUMNS; j++)
				assert_ok(mixmi_table_add_values(table, (const char[]){ (char)('a' + j), '\0' }, MIXMI_NUMERIC,
				                                 values + j * ALL, NULL));
			mixmi_options options = options_of("default");
			options.confidence = 0.9;
			assert_ok(estimate_cmi(&answers[part], NULL, table, columns, 1, columns + 1, 1, columns + 2, 3, &options));
			mixmi_table_free(table);
		}
		above_zero += answers[0].estimate > 0;
		assert_near_answer(&answers[0], &answers[1]);
		free(values);
	}
	assert_true(above_zero > 0);
}

/* A part of the rows lacks rare labels, and has other point masses among rounded numbers than all rows. */
static void a_part_may_have_other_point_masses(void **state)
{
	(void)state;
	enum { KINDS = 400 };
	static const size_t columns[] = { 0, 1 };
	double *values = malloc(2 * MANY_ROWS * sizeof *values);
	int64_t *codes = malloc(MANY_ROWS * sizeof *codes);
	for (int labels = 0; labels < 2; labels++) {
		double estimates[2];
		for (int back = 0; back < 2; back++) {
			uint64_t seed = 4;
			mixmi_table *table;
			for (size_t k = 0; k < MANY_ROWS; k++) {
				size_t i = back ? MANY_ROWS - 1 - k : k;
				double u = (double)test_below(&seed, 1 << 20) / (1 << 20), rare = floor(exp(8 * u));
				codes[i] = (int64_t)fmin(rare, KINDS - 1);
				values[i] = floor(u * u * 9000) / 9000;
				values[MANY_ROWS + i] = floor((u + 0.3 * test_normal(&seed)) * 9000) / 9000;
			}
			assert_ok(mixmi_table_new(&table, MANY_ROWS));
			if (labels)
				assert_ok(mixmi_table_add_codes(table, "x", codes, NULL, 0, NULL));
			else
				assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, values, NULL));
			assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, values + MANY_ROWS, NULL));
			mixmi_options options = options_of("default");
			mixmi_answer cmi;
			assert_ok(estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, NULL, 0, &options));
			estimates[back] = cmi.estimate;
			mixmi_table_free(table);
		}
		print_message("%s: %.4f\n", labels ? "labels" : "rounded", estimates[0]);
		assert_true(same(estimates[0], estimates[1]) && estimates[0] > 0.3 && estimates[0] < 1.2);
	}
	free(values);
	free(codes);
}

static void assert_bin_counts_its_rows(const mixmi_histogram *histogram, size_t k, size_t b, bool last,
                                       const mixmi_table *table, size_t column)
{
	mixmi_bin bin;
	mixmi_histogram_column c;
	double ranks[ROWS];
	uint64_t inside = 0;
	assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, k, b));
	assert_ok(mixmi_histogram_get_column(&c, sizeof c, histogram, k));
	if (c.residual)
		assert_ok(mixmi_histogram_ranks(ranks, ROWS, histogram, k));
	assert_true(bin.lower <= bin.upper);
	for (size_t i = 0; i < ROWS; i++) {
		double value = c.residual ? ranks[i] : mixmi_table_value(table, column, i);
		inside += value >= bin.lower && (value < bin.upper || (last && value <= bin.upper));
	}
	assert_true(inside == bin.count);
}

/* The histogram's columns are sorted by name, which is not the order of the table. */
static size_t check_picture(const mixmi_histogram *histogram, const mixmi_table *table)
{
	static const char *const sorted[] = { "s", "t", "u" };
	size_t checked = 0;
	for (size_t k = 0; k < 3; k++) {
		mixmi_histogram_column c;
		assert_ok(mixmi_histogram_get_column(&c, sizeof c, histogram, k));
		assert_string_equal(c.name, sorted[k]);
		if (c.bins != c.intervals || c.bins < 2)
			continue; /* a column with atoms: its counts are not those of intervals alone */
		for (size_t b = 0; b < c.bins; b++, checked++)
			assert_bin_counts_its_rows(histogram, k, b, b + 1 == c.bins, table, 2 - k);
	}
	return checked;
}

/* The picture keeps the directions of the data: bins ascend, and hold the rows whose values are in them. */
static void the_picture_is_of_the_data_as_given(void **state)
{
	(void)state;
	static const char *const names[] = { "u", "t", "s" };
	static const size_t columns[] = { 0, 1, 2 };
	size_t checked = 0;
	for (size_t first = 0; first < COLUMNS; first++)
		for (int negated = 0; negated < 2; negated++) {
			double *values = draw_columns(first, 3, ROWS);
			form f = { .rows = ROWS, .negated = { negated, false, negated, negated, false } };
			mixmi_table *table;
			assert_ok(mixmi_table_new(&table, ROWS));
			for (size_t j = 0; j < 3; j++)
				add_column(table, &f, values, j, false, names[j]);
			mixmi_answer cmi;
			mixmi_histogram *histogram;
			mixmi_options options = options_of("default");
			assert_ok(estimate_cmi(&cmi, &histogram, table, columns, 1, columns + 1, 1, columns + 2, 1, &options));
			checked += check_picture(histogram, table);
			mixmi_histogram_free(histogram);
			mixmi_table_free(table);
			free(values);
		}
	assert_true(checked > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(negating_columns_changes_no_bit),
		cmocka_unit_test(order_and_names_change_no_bit),
		cmocka_unit_test(a_constant_column_given_changes_no_bit),
		cmocka_unit_test(spelling_of_labels_changes_little),
		cmocka_unit_test(a_column_given_twice_changes_no_bit),
		cmocka_unit_test(the_picture_is_of_the_data_as_given),
		cmocka_unit_test(nothing_changes_on_many_rows_either),
		cmocka_unit_test(rows_that_are_left_out_change_little),
		cmocka_unit_test(a_part_may_have_other_point_masses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
