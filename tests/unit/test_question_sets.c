/* A question depends on the content of its columns alone. */
#include "arenas.h"
#include "question/sets.h"

enum { ROWS = 200, COLUMNS = 5, LABELS = 6 };

/* Another way to write down the same question. */
typedef struct form {
	bool negated, renamed, reversed_rows, swapped, constant;
} form;

static double value_of(size_t column, size_t row)
{
	uint64_t seed = 1000 * column + 17 * row + 1;
	double z = (double)(row * row % 31), x = test_normal(&seed);
	return column == 2 ? z : column == 3 ? (double)((row * 7 + row / 9) % LABELS) : x + 0.1 * z;
}

static mixmi_table *table_of(const form *f)
{
	static const char *const usual[LABELS] = { "a", "b", "c", "d", "e", "f" };
	static const char *const others[LABELS] = { "u", "v", "w", "x", "y", "z" };
	mixmi_table *table;
	double numbers[ROWS];
	int64_t codes[ROWS];
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < COLUMNS; j++) {
		char name[] = { 'p', (char)('0' + j), '\0' };
		for (size_t i = 0; i < ROWS; i++) {
			double value = j < 4 ? value_of(j, f->reversed_rows ? ROWS - 1 - i : i) : 7;
			numbers[i] = f->negated && j != 3 ? -value : value;
			codes[i] = f->renamed ? LABELS - 1 - (int64_t)value : (int64_t)value;
		}
		if (j == 3)
			assert_ok(mixmi_table_add_codes(table, name, codes, f->renamed ? others : usual, LABELS, NULL));
		else
			assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, numbers, NULL));
	}
	return table;
}

static const question_sets *take(base_arena *arena, const form *f)
{
	mixmi_table *table = table_of(f);
	size_t x = f->swapped, y = !f->swapped, z[3] = { 2, 3, 4 };
	mixmi_question question = { &x, 1, &y, 1, z, f->constant ? 3 : 2 };
	const question_sets *sets = question_take(arena, table, &question);
	mixmi_table_free(table);
	return sets;
}

static void assert_same_set(const question_set *a, const question_set *b)
{
	assert_int_equal(a->count, b->count);
	for (size_t j = 0; j < a->count; j++) {
		assert_int_equal(a->columns[j]->levels, b->columns[j]->levels);
		assert_int_equal(a->columns[j]->labels, b->columns[j]->labels);
		assert_memory_equal(a->columns[j]->codes, b->columns[j]->codes, ROWS * sizeof *a->columns[j]->codes);
	}
}

static void check_forms(base_arena *arena)
{
	const form forms[] = { { .negated = true }, { .renamed = true },  { .reversed_rows = true },
		                   { .swapped = true }, { .constant = true }, { true, true, true, true, true } };
	const question_sets *usual = take(arena, &(form){ false });
	assert_int_equal(usual->rows, ROWS);
	assert_int_equal(usual->z.count, 2);
	for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
		const question_sets *other = take(arena, &forms[k]);
		assert_same_set(&usual->x, &other->x);
		assert_same_set(&usual->y, &other->y);
		assert_same_set(&usual->z, &other->z);
		assert_int_equal(usual->exchanged != other->exchanged, forms[k].swapped);
		assert_int_equal(other->x.sources[0].column, usual->x.sources[0].column);
	}
}

static void test_no_sign_name_side_or_order_of_rows_changes_a_question(void **state)
{
	(void)state;
	in_arena(check_forms);
}

/* Columns of numbers, NaN: missing, as X, Y and Z. */
static const question_sets *take_numbers(base_arena *arena, const double *values, size_t rows, size_t columns,
                                         const char *types)
{
	mixmi_table *table;
	size_t all[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	char name[] = "a";
	uint8_t missing[64];
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < columns; j++, name[0]++) {
		for (size_t i = 0; i < rows; i++)
			missing[i] = (uint8_t)(isnan(values[j * rows + i]) != 0);
		mixmi_type type = types[j] == 'l' ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		assert_ok(mixmi_table_add_values(table, name, type, values + j * rows, missing));
	}
	const question_sets *sets =
		question_take(arena, table, &(mixmi_question){ all, 1, all + 1, 1, all + 2, columns - 2 });
	mixmi_table_free(table);
	return sets;
}

static void check_missing(base_arena *arena)
{
	const double values[] = { 1, 2, NAN, 4, 5, 6, /**/ 2, 1, 4, NAN, 6, 5, /**/ 1, 0, 1, 0, 1, 0 };
	const question_sets *sets = take_numbers(arena, values, 6, 3, "nnn");
	assert_int_equal(sets->rows, 4);
	assert_int_equal(sets->rows_incomplete, 2);
	assert_int_equal(sets->x.columns[0]->levels, 4);
	for (size_t v = 0; v < 4; v++)
		assert_int_equal(sets->x.columns[0]->counts[v], 1);
}

static void test_rows_with_a_missing_value_are_left_out(void **state)
{
	(void)state;
	in_arena(check_missing);
}

static void check_repeated(base_arena *arena)
{
	const double values[] = { 1,  5,  3,  4,  2,   /* x */
		                      2,  1,  4,  3,  5,   /* y */
		                      1,  2,  3,  4,  4,   /* z */
		                      -1, -2, -3, -4, -4,  /* z negated */
		                      7,  7,  7,  7,  7,   /* constant */
		                      0,  1,  2,  2,  0,   /* labels */
		                      5,  3,  9,  9,  5 }; /* the same under other names */
	const question_sets *sets = take_numbers(arena, values, 5, 7, "nnnnnll");
	assert_int_equal(sets->z.count, 2);
	for (size_t j = 0; j < 2; j++)
		assert_int_equal(sets->z.columns[j]->absorbed, false);
}

static void test_constant_and_repeated_columns_of_z_are_left_out(void **state)
{
	(void)state;
	in_arena(check_repeated);
}

static void check_alone(base_arena *arena)
{
	const double values[] = { 1, 5, 3, 4, 2, 6, /**/ 2, 1, 4, 3, 5, 9, /**/ 0, 0, 1, 2, 2, 2 };
	const question_sets *sets = take_numbers(arena, values, 6, 3, "nnl");
	assert_int_equal(sets->rows, 5);
	assert_int_equal(sets->rows_alone, 1);
	assert_int_equal(sets->z.columns[0]->levels, 2); /* two labels are two numbers: nothing is absorbed */
	assert_false(sets->z.columns[0]->labels);
	assert_false(sets->z.columns[0]->absorbed);
}

static void test_rows_alone_in_a_level_of_an_absorbed_label_are_left_out(void **state)
{
	(void)state;
	in_arena(check_alone);
}

static const question_sets *take_pairs(base_arena *arena, const mixmi_table *table, const question_sets *before)
{
	size_t columns[] = { 0, 1, 2 };
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, 1 };
	const bool grouped = true;
	return before != NULL ? question_take_grouped(arena, table, &question, before, &grouped)
	                      : question_take(arena, table, &question);
}

/* Pairs, and a row that is alone. */
static void check_grouped(base_arena *arena)
{
	enum { PAIR_ROWS = 41, PAIRS = 20 };
	mixmi_table *table;
	double values[3][PAIR_ROWS];
	assert_ok(mixmi_table_new(&table, PAIR_ROWS));
	for (size_t j = 0; j < 3; j++) {
		for (size_t i = 0; i < PAIR_ROWS; i++)
			values[j][i] = j < 2 ? sin((double)(i + 50 * j)) : (double)(i / 2);
		assert_ok(mixmi_table_add_values(table, (const char *[]){ "x", "y", "z" }[j], MIXMI_NUMERIC, values[j], NULL));
	}
	const question_sets *before = take_pairs(arena, table, NULL), *after = take_pairs(arena, table, before);
	assert_int_equal(before->rows, PAIR_ROWS);
	assert_false(before->regrouped || before->z.columns[0]->labels);
	assert_true(after->regrouped && after->z.columns[0]->labels && after->z.columns[0]->absorbed);
	assert_false(after->x.columns[0]->labels || after->y.columns[0]->labels);
	assert_int_equal(after->z.columns[0]->levels, PAIRS);
	assert_int_equal(after->rows, PAIR_ROWS - 1);
	assert_int_equal(after->rows_alone, 1);
	mixmi_table_free(table);
}

static void test_numbers_can_be_taken_as_labels(void **state)
{
	(void)state;
	in_arena(check_grouped);
}

static void check_nothing_left(base_arena *arena)
{
	const double values[] = { 1, 2, 3, 4, /**/ 4, 3, 1, 2, /**/ 1, 2, 3, 4 };
	assert_int_equal(take_numbers(arena, values, 4, 3, "nnl")->rows, 0);
}

static void test_identifiers_leave_no_row(void **state)
{
	(void)state;
	in_arena(check_nothing_left);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_sign_name_side_or_order_of_rows_changes_a_question),
		cmocka_unit_test(test_rows_with_a_missing_value_are_left_out),
		cmocka_unit_test(test_constant_and_repeated_columns_of_z_are_left_out),
		cmocka_unit_test(test_rows_alone_in_a_level_of_an_absorbed_label_are_left_out),
		cmocka_unit_test(test_numbers_can_be_taken_as_labels),
		cmocka_unit_test(test_identifiers_leave_no_row),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
