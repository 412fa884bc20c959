/* Tables from memory: coding, missing values, names, and what is refused. */
#include "data/atoms.h"
#include "data/table.h"

#include "unit.h"

static void values_are_coded_in_order_and_come_back(void **state)
{
	(void)state;
	const size_t sizes[] = { 1, 5, 100, 3000 };
	for (size_t s = 0; s < 4; s++)
		for (unsigned kind = 0; kind < 3; kind++) {
			uint64_t seed = s + 10 * kind;
			size_t rows = sizes[s];
			double *values = malloc(rows * sizeof *values);
			uint8_t *missing = calloc(rows, 1);
			for (size_t i = 0; i < rows; i++) {
				values[i] = kind == 0 ? test_normal(&seed) : kind == 1 ? (double)test_below(&seed, 7) - 3 : -0.0;
				missing[i] = test_below(&seed, 10) == 0;
			}
			mixmi_table *table;
			assert_ok(mixmi_table_new(&table, rows));
			assert_ok(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, values, missing));
			const data_column *c = &table->columns[0];
			size_t total = 0;
			for (size_t i = 1; i < c->distinct; i++)
				assert_true(c->values[i - 1] < c->values[i]);
			for (size_t i = 0; i < c->distinct; i++)
				total += c->counts[i];
			assert_int_equal(total, rows - c->missing);
			for (size_t i = 0; i < rows; i++) {
				double value = mixmi_table_value(table, 0, i);
				assert_true(missing[i] ? isnan(value) : value == values[i] && !signbit(value) == !(value < 0));
			}
			mixmi_table_free(table);
			free(values);
			free(missing);
		}
}

static void extreme_numbers_keep_their_order(void **state)
{
	(void)state;
	const double values[] = { 1e308, -1e308, 5e-324, -5e-324, 0, -0.0, 1, -1 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 8));
	assert_ok(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, values, NULL));
	mixmi_column column;
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL));
	assert_int_equal(column.distinct, 7); /* -0 is 0 */
	assert_true(column.minimum == -1e308 && column.maximum == 1e308);
	mixmi_table_free(table);
}

static void codes_with_and_without_labels(void **state)
{
	(void)state;
	const int64_t codes[] = { 2, 0, 2, 9 };
	const uint8_t missing[] = { 0, 0, 0, 1 };
	const char *const labels[] = { "low", "never", "high" };
	mixmi_table *table;
	mixmi_column column;
	assert_ok(mixmi_table_new(&table, 4));
	assert_ok(mixmi_table_add_codes(table, "level", codes, labels, 3, missing));
	assert_ok(mixmi_table_add_codes(table, "plain", codes, NULL, 0, NULL));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL));
	assert_true(column.has_labels && column.distinct == 2 && column.missing == 1 && column.atoms == 2);
	assert_string_equal(mixmi_table_label(table, 0, 0), "low");
	assert_string_equal(mixmi_table_label(table, 0, 1), "high");
	assert_null(mixmi_table_label(table, 0, 2));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 1, NULL));
	assert_true(!column.has_labels && column.distinct == 3 && column.maximum == 9);
	assert_fails(mixmi_table_add_codes(table, "bad", codes, labels, 3, NULL), MIXMI_ERROR_DATA, "row 4");
	mixmi_table_free(table);
}

static void describes_atoms_by_the_threshold(void **state)
{
	(void)state;
	const double values[] = { 0, 0, 0, 0, 0, 1, 1, 2.5, 3.5, 4.5 };
	mixmi_table *table;
	mixmi_options options;
	mixmi_column column;
	init_options(&options);
	assert_ok(mixmi_table_new(&table, 10));
	assert_ok(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL)); /* not four times as frequent as 1 */
	assert_true(column.atoms == 0 && column.atom_rows == 0);
	options.preset = MIXMI_PRESET_PAPER;
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, &options));
	assert_true(column.atoms == 1 && column.atom_rows == 5);
	options.atom_threshold = 2;
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, &options));
	assert_true(column.atoms == 2 && column.atom_rows == 7);
	options.atom_threshold = 1;
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, &options));
	assert_true(column.atoms == 5 && column.atom_rows == 10);
	mixmi_table_free(table);
}

static void finds_columns_by_name_number_and_list(void **state)
{
	(void)state;
	const double values[] = { 1, 2 };
	mixmi_table *table;
	size_t column, count, *columns;
	assert_ok(mixmi_table_new(&table, 2));
	assert_ok(mixmi_table_add_values(table, "height", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_add_values(table, "a, \"b\"", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_add_values(table, "1", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_find(&column, table, "1"));
	assert_int_equal(column, 2); /* a name goes before a number */
	assert_ok(mixmi_table_find(&column, table, "2"));
	assert_int_equal(column, 1);
	assert_ok(mixmi_table_select(&columns, &count, table, "height, \"a, \"\"b\"\"\" ,1"));
	assert_true(count == 3 && columns[0] == 0 && columns[1] == 1 && columns[2] == 2);
	mixmi_free(columns);
	assert_ok(mixmi_table_select(&columns, &count, table, "a, \"b\"")); /* a name goes before a list */
	assert_true(count == 1 && columns[0] == 1);
	mixmi_free(columns);
	assert_fails(mixmi_table_find(&column, table, "hei"), MIXMI_ERROR_USAGE, "did you mean 'height'");
	assert_fails(mixmi_table_find(&column, table, "h"), MIXMI_ERROR_USAGE, "no column 'h' among");
	assert_fails(mixmi_table_find(&column, table, "hieght"), MIXMI_ERROR_USAGE, "did you mean 'height'");
	assert_fails(mixmi_table_find(&column, table, "weight and age"), MIXMI_ERROR_USAGE, "no column 'weight and age'");
	assert_fails(mixmi_table_find(&column, table, "0"), MIXMI_ERROR_USAGE, "no column '0' among"); /* '1' is not near */
	assert_fails(mixmi_table_select(&columns, &count, table, "height,nothing"), MIXMI_ERROR_USAGE, "nothing");
	assert_null(columns);
	assert_fails(mixmi_table_select(&columns, &count, table, " , "), MIXMI_ERROR_USAGE, "");
	mixmi_table_free(table);
}

static void refuses_bad_columns(void **state)
{
	(void)state;
	const double values[] = { 1, INFINITY }, fine[] = { 1, 2 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 2));
	assert_fails(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, values, NULL), MIXMI_ERROR_DATA, "row 2");
	assert_fails(mixmi_table_add_values(table, "", MIXMI_NUMERIC, fine, NULL), MIXMI_ERROR_DATA, "name");
	assert_fails(mixmi_table_add_values(table, "caf\xe9", MIXMI_NUMERIC, fine, NULL), MIXMI_ERROR_DATA, "caf\\xe9");
	assert_ok(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, fine, NULL));
	assert_fails(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, fine, NULL), MIXMI_ERROR_DATA, "two columns");
	assert_int_equal(mixmi_table_columns(table), 1);
	const int64_t codes[] = { 0, INT64_MAX };
	const char *const labels[] = { "only" };
	assert_fails(mixmi_table_add_codes(table, "a\nb", codes, NULL, 0, NULL), MIXMI_ERROR_LIMIT, "'a\\nb', row 2");
	assert_fails(mixmi_table_add_codes(table, "a\nb", codes, labels, 1, NULL), MIXMI_ERROR_DATA, "'a\\nb', row 2");
	mixmi_table_free(table);
	assert_fails(mixmi_table_new(&table, (size_t)1 << 33), MIXMI_ERROR_LIMIT, "rows");
	assert_null(table);
}

static void a_million_labels(void **state)
{
	(void)state;
	enum { ROWS = 1000000 };
	int64_t *codes = malloc(ROWS * sizeof *codes);
	for (int64_t i = 0; i < ROWS; i++)
		codes[i] = (i * 7919) % ROWS;
	mixmi_table *table;
	mixmi_column column;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_codes(table, "id", codes, NULL, 0, NULL));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL));
	assert_int_equal(column.distinct, ROWS);
	mixmi_table_free(table);
	free(codes);
}

/* The longest lookup of a text: the longest run of occupied slots. */
static size_t longest_run(const data_labels *labels)
{
	size_t longest = 0, run = 0;
	for (size_t i = 0; i < 2 * labels->slot_count; i++) { /* twice around: a run may go over the end */
		run = labels->slots[i % labels->slot_count] != 0 ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

/* Names are found by hashing, not by comparison with all others. */
static void a_hundred_thousand_columns(void **state)
{
	(void)state;
	enum { COLUMNS = 100000 };
	const double values[] = { 1, 2 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 2));
	for (size_t j = 0; j < COLUMNS; j++) {
		char name[32];
		snprintf(name, sizeof name, "column %zu", j);
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	}
	size_t column;
	assert_ok(mixmi_table_find(&column, table, "column 99999"));
	assert_int_equal(column, 99999);
	assert_fails(mixmi_table_add_values(table, "column 7", MIXMI_NUMERIC, values, NULL), MIXMI_ERROR_DATA,
	             "two columns");
	assert_int_equal(table->names.count, COLUMNS);
	assert_in_range(longest_run(&table->names), 1, 100);
	mixmi_table_free(table);
}

/* A value is a point mass if it is more frequent than both of its neighbours that occur. */
static void a_value_beside_one_as_frequent_is_no_point_mass(void **state)
{
	(void)state;
	const data_atom_rule rule = data_atoms_above_neighbours(5);
	double values[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const data_column column = { .type = MIXMI_NUMERIC, .values = values, .distinct = 8, .step = NAN };
	const data_column three = { .type = MIXMI_NUMERIC, .values = values, .distinct = 3, .step = NAN };
	const uint32_t rows[] = { 1, 20, 0, 1, 20, 6, 1, 20 };
	const bool expected[] = { false, true, false, false, false, false, false, true };
	for (size_t code = 0; code < 8; code++)
		assert_int_equal(data_is_atom(&column, rows, code, &rule), expected[code]);
	const uint32_t sides[] = { 6, 20, 1 }, turned[] = { 1, 20, 6 }, apart[] = { 6, 0, 20 };
	assert_false(data_is_atom(&three, sides, 1, &rule));
	assert_false(data_is_atom(&three, turned, 1, &rule));
	assert_false(data_is_atom(&three, apart, 2, &rule));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_beside_one_as_frequent_is_no_point_mass),
		cmocka_unit_test(values_are_coded_in_order_and_come_back),
		cmocka_unit_test(extreme_numbers_keep_their_order),
		cmocka_unit_test(codes_with_and_without_labels),
		cmocka_unit_test(describes_atoms_by_the_threshold),
		cmocka_unit_test(finds_columns_by_name_number_and_list),
		cmocka_unit_test(refuses_bad_columns),
		cmocka_unit_test(a_million_labels),
		cmocka_unit_test(a_hundred_thousand_columns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
