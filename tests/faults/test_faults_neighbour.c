/* Every allocation of the nearest-neighbour estimators fails in turn: no crash, no leak, MIXMI_ERROR_MEMORY. */
#include "faults/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "unit/unit.h"

enum { ROWS = 120, COLUMNS = 5 };

typedef struct fixture {
	mixmi_table *table;
	mixmi_options options;
	size_t z_count;
} fixture;

/* Columns with missing values and ties. */
static void setup(fixture *f, size_t z_count)
{
	f->z_count = z_count;
	init_options(&f->options);
	f->options.threads = 2;
	assert_int_equal(mixmi_table_new(&f->table, ROWS), MIXMI_OK);
	for (int j = 0; j < COLUMNS; j++) {
		char name[] = { (char)('a' + j), '\0' };
		double values[ROWS];
		uint8_t missing[ROWS];
		for (int i = 0; i < ROWS; i++) {
			values[i] = i * (17 + j) % 101 * (j == 2 ? 0.1 : 0.7);
			missing[i] = i % 40 == j;
		}
		assert_int_equal(mixmi_table_add_values(f->table, name, MIXMI_NUMERIC, values, missing), MIXMI_OK);
	}
}

static mixmi_status estimate(void *context)
{
	fixture *f = context;
	const size_t columns[COLUMNS] = { 0, 1, 2, 3, 4 };
	mixmi_question question = { &columns[0], 1, &columns[1], 1, &columns[2], f->z_count };
	mixmi_answer value = base_no_answer(MIXMI_OK, "", 0);
	return estimate_by(&value, "ms", f->table, &question, &f->options);
}

/* With one Z column the margins are planes, with three they are trees. */
static void estimating(void **state)
{
	(void)state;
	for (size_t z_count = 0; z_count <= 3; z_count++) {
		fixture f;
		setup(&f, z_count);
		assert_true(faults_run("nearest neighbours", estimate, &f) > 0);
		mixmi_table_free(f.table);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(estimating) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
