/* The supplement's structures have the properties that the paper states, row by row. */
#include "colliders.h"
#include "unit.h"

enum { ROWS = 2000, DRAWS = 20 };
static const uint64_t seed = 3;

static mixmi_table *table_of(const char *name, uint64_t number)
{
	mixmi_table *table;
	assert_non_null(collider_find(name));
	assert_ok(collider_table(&table, collider_find(name), ROWS, seed, number));
	return table;
}

static void there_are_seven_colliders_and_six_others(void **state)
{
	(void)state;
	size_t dependent = 0, all = 0;
	for (; collider_at(all) != NULL; all++) {
		dependent += collider_at(all)->dependent;
		assert_ptr_equal(collider_find(collider_at(all)->name), collider_at(all));
	}
	assert_int_equal(dependent, 7); /* six mechanisms, one of them with tan and with tanh */
	assert_int_equal(all - dependent, 6);
	assert_null(collider_find("no such structure"));
}

static void a_draw_depends_on_its_number_only(void **state)
{
	(void)state;
	for (size_t i = 0; collider_at(i) != NULL; i++) {
		mixmi_table *first = table_of(collider_at(i)->name, 1), *again = table_of(collider_at(i)->name, 1);
		mixmi_table *other = table_of(collider_at(i)->name, 2);
		size_t differ = 0;
		for (size_t row = 0; row < ROWS; row++)
			for (size_t j = 0; j < 3; j++) {
				assert_true(mixmi_table_value(first, j, row) == mixmi_table_value(again, j, row));
				differ += mixmi_table_value(first, j, row) != mixmi_table_value(other, j, row);
			}
		assert_true(differ > ROWS);
		mixmi_table_free(first);
		mixmi_table_free(again);
		mixmi_table_free(other);
	}
}

typedef bool row_holds(double x, double y, double z);

static bool sign_holds(double x, double y, double z)
{
	return z == (x * y > 0 ? 1 : -1);
}

static bool modulo_holds(double x, double y, double z)
{
	assert_true(y >= 1 && y == floor(y) && z == floor(z));
	return z == nearbyint(x - y * floor(x / y));
}

static bool sign_of_z_holds(double x, double y, double z)
{
	return (z > 0) == (x * y > 0);
}

static bool small_where_coins_agree(double x, double y, double z)
{
	assert_true((x == 0 || x == 1) && (y == 0 || y == 1));
	return x != y || fabs(z) < 0.55; /* 5.5 standard deviations */
}

static double share(const char *name, uint64_t number, row_holds *holds)
{
	mixmi_table *table = table_of(name, number);
	double sum = 0;
	for (size_t row = 0; row < ROWS; row++)
		sum +=
			holds(mixmi_table_value(table, 0, row), mixmi_table_value(table, 1, row), mixmi_table_value(table, 2, row));
	mixmi_table_free(table);
	return sum / ROWS;
}

/* A tenth is reassigned at random; half of it (or the share of that value) gets its old value again. */
static void colliders_follow_their_functions(void **state)
{
	(void)state;
	for (uint64_t number = 0; number < test_cases(DRAWS); number++) {
		assert_close(share("sign-binary", number, sign_holds), 0.95, 0.025);
		double modulo = share("modulo", number, modulo_holds);
		assert_true(modulo > 0.88 && modulo < 0.97);
		assert_close(share("sign-continuous", number, sign_of_z_holds), 1, 0);
		assert_close(share("xor-scale", number, small_where_coins_agree), 1, 0);
		assert_close(share("xor-shift", number, small_where_coins_agree), 1, 0);
	}
}

/* Largest |value| of a column over all draws: a tangent has poles within the range of the data, tanh has none, and
 * otherwise powers of at most three keep Gaussian values below 200. */
static double extreme(const char *name, size_t column)
{
	double most = 0;
	for (uint64_t number = 0; number < DRAWS; number++) {
		mixmi_table *table = table_of(name, number);
		for (size_t row = 0; row < ROWS; row++)
			most = fmax(most, fabs(mixmi_table_value(table, column, row)));
		mixmi_table_free(table);
	}
	return most;
}

static void tan_and_tanh_are_apart(void **state)
{
	(void)state;
	assert_true(extreme("polynomial-tan", 2) > 300 && extreme("polynomial-tanh", 2) < 300);
	assert_true(extreme("fork-tan", 0) > 300 && extreme("fork-tanh", 0) < 300);
	assert_true(extreme("chain-tan", 2) > 300 && extreme("chain-tanh", 2) < 300);
}

/* The column z of the question is the paper's X: where it is 0 the paper's third column has no variance. */
static void the_last_non_collider_asks_about_the_children(void **state)
{
	(void)state;
	mixmi_table *table = table_of("uniform-fork", 4);
	double mu = NAN;
	for (size_t row = 0; row < ROWS; row++) {
		double uniform = mixmi_table_value(table, 0, row), gaussian = mixmi_table_value(table, 1, row);
		double cause = mixmi_table_value(table, 2, row);
		assert_true(uniform >= cause && uniform <= cause + 2);
		if (cause == 0) {
			mu = isnan(mu) ? gaussian : mu;
			assert_true(gaussian == mu && fabs(mu) <= 4);
		}
	}
	assert_true(mu >= -4);
	mixmi_table_free(table);
}

/* The true answers, as found by MIIC at 1000 rows, the most sensitive of the cheap tests. */
static void the_true_answers_can_be_seen_in_the_data(void **state)
{
	(void)state;
	static const size_t columns[] = { 0, 1, 2 };
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, 1 };
	for (size_t i = 0; collider_at(i) != NULL; i++) {
		const collider *c = collider_at(i);
		int right = 0;
		for (uint64_t number = 0; number < 5; number++) {
			mixmi_table *table;
			mixmi_answer answer;
			mixmi_options options;
			init_options(&options);
			assert_ok(mixmi_options_set(&options, "test", "miic"));
			assert_ok(collider_table(&table, c, 1000, seed, number));
			assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &question, &options));
			right += (answer.verdict == MIXMI_DETECTED) == c->dependent;
			mixmi_table_free(table);
		}
		assert_true(right >= 4);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_seven_colliders_and_six_others),
		cmocka_unit_test(a_draw_depends_on_its_number_only),
		cmocka_unit_test(colliders_follow_their_functions),
		cmocka_unit_test(tan_and_tanh_are_apart),
		cmocka_unit_test(the_last_non_collider_asks_about_the_children),
		cmocka_unit_test(the_true_answers_can_be_seen_in_the_data),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
