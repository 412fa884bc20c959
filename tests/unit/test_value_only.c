/* Where only the value of a dependence is wanted, the value, the verdict and what would have been found are those of the answer in full. */
#include <math.h>

#include "base/options.h"
#include "options.h"
#include "unit.h"

enum { ROWS = 250 };

/* Two columns that depend on a third by `of_z`, and on each other by `pull`; every third table has labels. */
static mixmi_table *draw(uint64_t *seed, double of_z, double pull, bool labels)
{
	double x[ROWS], y[ROWS], z[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		z[i] = test_normal(seed);
		x[i] = of_z * z[i] + test_normal(seed);
		y[i] = of_z * z[i] + pull * (labels ? x[i] : x[i] * x[i]) + test_normal(seed);
		if (labels)
			x[i] = floor(x[i]);
	}
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "x", labels ? MIXMI_DISCRETE : MIXMI_NUMERIC, x, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
	assert_ok(mixmi_table_add_values(table, "z", MIXMI_NUMERIC, z, NULL));
	return table;
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void a_value_alone_is_that_of_the_whole_answer(void **state)
{
	(void)state;
	uint64_t seed = 5;
	size_t none = 0, some = 0;
	for (size_t number = 0; number < test_cases(90); number++) {
		mixmi_table *table = draw(&seed, number % 2 == 0 ? 0 : 0.8, 0.12 * (double)(number % 5), number % 3 == 0);
		const size_t columns[3] = { 0, 1, 2 };
		const mixmi_question q = { &columns[0], 1, &columns[1], 1, &columns[2], number / 2 % 2 };
		mixmi_options options;
		mixmi_answer whole, value;
		init_options(&options);
		assert_ok(mixmi_test(&whole, sizeof whole, NULL, table, &q, &options));
		options.value_only = true;
		assert_ok(mixmi_test(&value, sizeof value, NULL, table, &q, &options));
		assert_true(same(whole.estimate, value.estimate) && same(whole.corrected, value.corrected));
		assert_true(same(whole.p, value.p) && same(whole.detectable, value.detectable) &&
		            whole.verdict == value.verdict);
		none += whole.estimate == 0;
		some += whole.estimate > 0;
		mixmi_table_free(table);
	}
	assert_true(test_enough(none, 21) && test_enough(some, 21));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_alone_is_that_of_the_whole_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
