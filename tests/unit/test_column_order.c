/* src/paper/question/column_order.h: however a set is listed, the order of its columns gives the same table, up to the order of rows
 * and the direction of numbers. Few rows and values make columns alike in every simpler respect. */
#include "paper/question/column_order.h"
#include "tables.h"

enum { ASKED = 4, COLUMNS = 5, MOST_ROWS = 8, ORDERS = 24 };

/* The listing with this number, from 0 to ORDERS - 1. */
static void list_columns(size_t listed[static ASKED], size_t number)
{
	for (size_t j = 0; j < ASKED; j++) {
		size_t place = number % (j + 1);
		memmove(listed + place + 1, listed + place, (j - place) * sizeof *listed);
		listed[place] = j;
		number /= j + 1;
	}
}

typedef struct content {
	size_t rows;
	double values[COLUMNS][MOST_ROWS];
} content;

/* In half of them a column is constant, so that few tell the others apart. */
static content random_content(uint64_t *seed, size_t rows)
{
	content c = { .rows = rows };
	size_t values = 2 + test_below(seed, 8), constant = ASKED - 1 + test_below(seed, 2);
	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t i = 0; i < rows; i++)
			c.values[j][i] = j == constant && j < ASKED ? 0 : (double)test_below(seed, values);
	return c;
}

/* The content as a table, with the columns of `turned` reversed. */
static mixmi_table *table_of(const content *c, size_t turned)
{
	mixmi_table *table = NULL;
	assert_int_equal(mixmi_table_new(&table, c->rows), MIXMI_OK);
	for (size_t j = 0; j < COLUMNS; j++) {
		double column[MOST_ROWS];
		const char name[] = { (char)('a' + j), '\0' };
		for (size_t i = 0; i < c->rows; i++)
			column[i] = turned >> j & 1 ? -c->values[j][i] : c->values[j][i];
		assert_int_equal(mixmi_table_add_values(table, name, MIXMI_NUMERIC, column, NULL), MIXMI_OK);
	}
	return table;
}

static int compare_rows(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

/* The rows of the columns in this order, sorted, with the columns of `turned` reversed. */
static void list_rows(uint32_t *out, const mixmi_table *table, const size_t *columns, unsigned turned)
{
	for (size_t i = 0; i < table->rows; i++) {
		out[i] = 0;
		for (size_t j = 0; j < COLUMNS; j++) {
			const data_column *c = &table->columns[columns[j]];
			uint32_t code = c->codes[i];
			out[i] = out[i] << 4 | (turned >> j & 1 ? (uint32_t)c->distinct - 1 - code : code);
		}
	}
	qsort(out, table->rows, sizeof *out, compare_rows);
}

/* The smallest of these over all directions. */
static void canonical_rows(uint32_t *out, const mixmi_table *table, const size_t *columns)
{
	list_rows(out, table, columns, 0);
	for (unsigned turned = 1; turned < 1U << COLUMNS; turned++) {
		uint32_t rows[MOST_ROWS];
		list_rows(rows, table, columns, turned);
		size_t i = 0;
		while (i < table->rows && rows[i] == out[i])
			i++;
		if (i < table->rows && rows[i] < out[i])
			memcpy(out, rows, table->rows * sizeof *out);
	}
}

static mixmi_question sets_of(const size_t *listed, const size_t *other, question_role role)
{
	if (role == QUESTION_X)
		return (mixmi_question){ listed, ASKED, other, 1, NULL, 0 };
	return (mixmi_question){ other, 1, NULL, 0, listed, ASKED };
}

/* The table that results from a listing. */
static void sorted_rows(uint32_t *out, const mixmi_table *table, const size_t *listed, question_role role)
{
	static const size_t other = ASKED;
	size_t columns[COLUMNS] = { [ASKED] = other };
	const question_complete complete = { .count = table->rows };
	const question_sample sample = question_sample_unmerged(&complete);
	mixmi_question sets = sets_of(listed, &other, role);
	question_placed placed[COLUMNS];
	size_t first = role == QUESTION_Z ? 1 : 0, next = 0;
	assert_true(question_order_columns(placed, NULL, &sample, table, &sets));
	for (size_t k = 0; k < COLUMNS; k++)
		if (placed[k].column >= first && placed[k].column < first + ASKED)
			columns[next++] = listed[placed[k].column - first];
	canonical_rows(out, table, columns);
}

/* Every `step`-th listing of a content gives the same table. */
static void assert_one_table(const content *c, size_t step, uint64_t *seed, question_role role)
{
	uint32_t first[MOST_ROWS], rows[MOST_ROWS];
	for (size_t k = 0; k < ORDERS; k += step) {
		size_t listed[ASKED];
		list_columns(listed, k);
		mixmi_table *table = table_of(c, k == 0 ? 0 : test_below(seed, 1U << COLUMNS));
		sorted_rows(k == 0 ? first : rows, table, listed, role);
		if (k > 0 && memcmp(first, rows, c->rows * sizeof *rows) != 0)
			fail_msg("%zu rows: listing %zu gives another table", c->rows, k);
		mixmi_table_free(table);
	}
}

/* Random tables, and one of which two columns differ only in how they run along a third that has no direction of its own. */
static void assert_one_table_each(question_role role)
{
	static const content hard = {
		8,
		{ { 1, 1, 0, 1, 0, 0, 1, 0 },
		  { 0, 0, 1, 1, 0, 0, 1, 1 },
		  { 0, 1, 1, 1, 1, 0, 0, 0 },
		  { 1, 1, 1, 0, 0, 0, 0, 1 },
		  { 0, 1, 1, 0, 0, 1, 1, 0 } },
	};
	uint64_t seed = 7;
	for (size_t turn = 0; turn < test_cases(5000); turn++) {
		content c = random_content(&seed, 2 + turn % (MOST_ROWS - 1));
		assert_one_table(&c, 5, &seed, role);
	}
	for (size_t turn = 0; turn < 10; turn++)
		assert_one_table(&hard, 1, &seed, role);
}

static void any_listing_of_x_gives_one_table(void **state)
{
	(void)state;
	assert_one_table_each(QUESTION_X);
}

static void any_listing_of_z_gives_one_table(void **state)
{
	(void)state;
	assert_one_table_each(QUESTION_Z);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_listing_of_x_gives_one_table),
		cmocka_unit_test(any_listing_of_z_gives_one_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
