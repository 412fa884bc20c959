/* Every allocation of the MIIC estimator fails in turn. */
#include "faults/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "unit/unit.h"

enum { ROWS = 90, COLUMNS = 5 };

typedef struct fixture {
	mixmi_table *table;
	mixmi_question question;
} fixture;

static mixmi_status estimate(void *context)
{
	fixture *f = context;
	mixmi_answer value;
	return estimate_by(&value, "miic", f->table, &f->question, NULL);
}

/* Numeric columns that depend on each other, with ties and missing values; the last one is discrete. */
static mixmi_table *small_table(void)
{
	mixmi_table *table;
	double values[ROWS];
	uint8_t missing[ROWS];
	assert_int_equal(mixmi_table_new(&table, ROWS), MIXMI_OK);
	for (size_t j = 0; j < COLUMNS; j++) {
		const char name[] = { (char)('a' + j), '\0' };
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = j + 1 == COLUMNS ? (double)(i % 3) : (double)((i * (7 + j) + i * i % 11) % (20 + 17 * j));
			missing[i] = j == 2 && i % 20 == 7;
		}
		mixmi_type type = j + 1 == COLUMNS ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		assert_int_equal(mixmi_table_add_values(table, name, type, values, missing), MIXMI_OK);
	}
	return table;
}

static void estimating(void **state)
{
	(void)state;
	static const size_t columns[COLUMNS] = { 0, 1, 2, 3, 4 };
	fixture f = { small_table(), { columns, 1, columns + 1, 1, NULL, 0 } };
	assert_true(faults_run("miic of two columns", estimate, &f) > 0);
	f.question.z = columns + 2;
	f.question.z_count = 3;
	assert_true(faults_run("miic given three", estimate, &f) > 0);
	const mixmi_question mixed = { columns + 4, 1, columns + 3, 1, columns, 1 };
	f.question = mixed;
	assert_true(faults_run("miic of a discrete column", estimate, &f) > 0);
	mixmi_table_free(f.table);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(estimating) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
