/* Equal rows merged into entries: the entries against a plain count, and every part of the test against the same part over single
 * rows, to the last bit. */
#include "tables.h"
#include "test/omnibus.h"
#include "test/weighing.h"

enum { ROWS = 3000, COLUMNS = 4, GIVEN = 2 };

static const size_t all_columns[COLUMNS] = { 0, 1, 2, 3 };

/* Labels, counts and ages that depend on each other; with `holes` every seventh value is missing. */
static mixmi_table *make_table(const size_t sizes[COLUMNS], const mixmi_type types[COLUMNS], bool holes, uint64_t seed)
{
	mixmi_table *table;
	static const char *const names[COLUMNS] = { "a", "b", "c", "d" };
	double *values = malloc(ROWS * COLUMNS * sizeof *values);
	for (size_t i = 0; i < ROWS; i++) {
		size_t common = test_below(&seed, 3);
		for (size_t j = 0; j < COLUMNS; j++) {
			size_t drawn = test_below(&seed, sizes[j]) * test_below(&seed, sizes[j]) / sizes[j];
			values[j * ROWS + i] = (double)((drawn + common * (j != 1)) % sizes[j]);
			if (holes && test_below(&seed, 7) == 0)
				values[j * ROWS + i] = (double)NAN;
		}
	}
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < COLUMNS; j++)
		assert_ok(mixmi_table_add_values(table, names[j], types[j], values + j * ROWS, NULL));
	free(values);
	return table;
}

/* The result of a question about columns 0 and 1 given the last `given` columns. */
typedef struct parts {
	test_given given;
	test_residuals x, y;
	test_pairing pairing;
	test_weighted weighted;
	test_omnibus omnibus;
} parts;

static void parts_init(parts *p, const mixmi_table *table, const question_sample *rows, size_t given)
{
	question_column x, y;
	assert_true(test_given_init(&p->given, table, rows, all_columns + 2, given));
	assert_true(question_column_init(&x, &table->columns[0], rows) &&
	            question_column_init(&y, &table->columns[1], rows));
	assert_true(test_residuals_init(&p->x, &x, &p->given) && test_residuals_init(&p->y, &y, &p->given));
	assert_true(test_pairing_init(&p->pairing, &p->x, &p->y, &p->given));
	assert_true(test_weighted_init(&p->weighted, &p->x, &p->y, &p->given, &p->pairing));
	const test_omnibus_side sides[] = { { &table->columns[0], &p->x }, { &table->columns[1], &p->y } };
	assert_true(test_omnibus_init(&p->omnibus, &sides[0], &sides[1], rows, &p->given));
	question_column_clear(&x);
	question_column_clear(&y);
}

static void parts_clear(parts *p)
{
	test_pairing_clear(&p->pairing);
	test_residuals_clear(&p->x);
	test_residuals_clear(&p->y);
	test_given_clear(&p->given);
}

static void assert_same_residuals(const test_residuals *a, const test_residuals *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->rank, b->rank);
	assert_true(a->left == b->left);
	assert_memory_equal(a->shared, b->shared, a->count * a->count * sizeof *a->shared);
	assert_memory_equal(a->fourth, b->fourth, sizeof a->fourth);
}

static void assert_same_parts(const parts *a, const parts *b)
{
	size_t cells = a->pairing.x_count * a->pairing.y_count;
	assert_int_equal(a->given.manner, b->given.manner);
	assert_int_equal(a->given.comparable, b->given.comparable);
	assert_same_residuals(&a->x, &b->x);
	assert_same_residuals(&a->y, &b->y);
	assert_true(a->pairing.first == b->pairing.first);
	assert_memory_equal(a->pairing.summands, b->pairing.summands, cells * sizeof(double));
	assert_memory_equal(a->pairing.variance, b->pairing.variance, sizeof a->pairing.variance);
	assert_true(a->pairing.in_effect == b->pairing.in_effect);
	assert_true(a->weighted.count == b->weighted.count);
	for (size_t k = 0; k < a->weighted.count; k++)
		assert_memory_equal(&a->weighted.sums[k], &b->weighted.sums[k], sizeof a->weighted.sums[k]);
	assert_int_equal(a->omnibus.count, b->omnibus.count);
	assert_memory_equal(a->omnibus.sums, b->omnibus.sums, a->omnibus.count * sizeof *a->omnibus.sums);
	assert_memory_equal(a->omnibus.moments, b->omnibus.moments, a->omnibus.count * sizeof *a->omnibus.moments);
}

static void compare(const mixmi_table *table, size_t given)
{
	question_complete complete;
	question_sample merged;
	assert_ok(question_complete_init(&complete, table, all_columns, 2 + given));
	assert_true(question_sample_merge(&merged, &complete, table, all_columns, 2 + given));
	assert_true(merged.times != NULL && 4 * merged.entries <= complete.count);
	const question_sample apart = question_sample_unmerged(&complete);
	parts a, b;
	parts_init(&a, table, &apart, given);
	parts_init(&b, table, &merged, given);
	assert_same_parts(&a, &b);
	double *spread = question_sample_spread(b.x.values, b.x.count, &merged);
	assert_memory_equal(spread, a.x.values, a.x.count * complete.count * sizeof *spread);
	free(spread);
	parts_clear(&a);
	parts_clear(&b);
	question_sample_clear(&merged);
	question_complete_clear(&complete);
}

static void every_part_of_the_test_is_that_of_the_rows_one_by_one(void **state)
{
	(void)state;
	static const size_t sizes[][COLUMNS] = {
		{ 3, 4, 2, 5 }, { 25, 3, 2, 3 }, { 40, 15, 1, 1 }, { 15, 15, 2, 1 }, { 2, 2, 7, 2 }
	};
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
		for (unsigned kinds = 0; kinds < 1u << COLUMNS; kinds++) {
			mixmi_type types[COLUMNS];
			for (size_t j = 0; j < COLUMNS; j++)
				types[j] = kinds >> j & 1 ? MIXMI_NUMERIC : MIXMI_DISCRETE;
			mixmi_table *table = make_table(sizes[s], types, kinds % 3 == 1, s + 1);
			for (size_t given = 0; given <= GIVEN; given++)
				compare(table, given);
			mixmi_table_free(table);
		}
}

static bool same_row(const mixmi_table *table, size_t a, size_t b)
{
	bool same = true;
	for (size_t j = 0; j < COLUMNS; j++)
		same = same && table->columns[j].codes[a] == table->columns[j].codes[b];
	return same;
}

static void entries_are_the_different_rows_and_count_as_often_as_they_occur(void **state)
{
	(void)state;
	static const size_t sizes[COLUMNS] = { 3, 4, 2, 5 };
	static const mixmi_type types[COLUMNS] = { MIXMI_DISCRETE, MIXMI_NUMERIC, MIXMI_DISCRETE, MIXMI_NUMERIC };
	mixmi_table *table = make_table(sizes, types, true, 8);
	question_complete complete;
	question_sample merged;
	size_t rows = 0;
	assert_ok(question_complete_init(&complete, table, all_columns, COLUMNS));
	assert_true(question_sample_merge(&merged, &complete, table, all_columns, COLUMNS));
	for (size_t e = 0; e < merged.entries; e++) {
		size_t same = 0;
		for (size_t i = 0; i < complete.count; i++)
			same += same_row(table, merged.used[e], complete.used[i]);
		for (size_t other = 0; other < e; other++)
			assert_false(same_row(table, merged.used[e], merged.used[other]));
		assert_int_equal(merged.times[e], same);
		rows += same;
	}
	assert_int_equal(rows, complete.count);
	question_sample_clear(&merged);
	question_complete_clear(&complete);
	mixmi_table_free(table);
}

static void rows_that_are_hardly_ever_equal_stay_apart(void **state)
{
	(void)state;
	static const size_t sizes[COLUMNS] = { 10, 10, 10, 10 };
	static const mixmi_type types[COLUMNS] = { MIXMI_NUMERIC, MIXMI_NUMERIC, MIXMI_NUMERIC, MIXMI_NUMERIC };
	mixmi_table *table = make_table(sizes, types, false, 2);
	question_complete complete;
	question_sample rows;
	assert_ok(question_complete_init(&complete, table, all_columns, COLUMNS));
	assert_true(question_sample_merge(&rows, &complete, table, all_columns, COLUMNS));
	assert_true(rows.times == NULL && rows.used == NULL && rows.entries == ROWS && rows.count == ROWS);
	question_sample_clear(&rows);
	question_complete_clear(&complete);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_are_the_different_rows_and_count_as_often_as_they_occur),
		cmocka_unit_test(rows_that_are_hardly_ever_equal_stay_apart),
		cmocka_unit_test(every_part_of_the_test_is_that_of_the_rows_one_by_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
