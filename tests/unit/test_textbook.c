/* The published method against a second, plain implementation (bench/lib/textbook.c): estimate and score of the paper's
 * experiments and of random mixed tables. */
#include "textbook.h"

#include "mechanisms.h"
#include "tables.h"

static void assert_same_as_textbook(const mixmi_table *table, const bool *discrete)
{
	static const size_t order[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	size_t rows = mixmi_table_rows(table), columns = mixmi_table_columns(table);
	double *values = malloc(rows * columns * sizeof *values);
	for (size_t j = 0; j < columns; j++)
		for (size_t i = 0; i < rows; i++)
			values[j * rows + i] = mixmi_table_value(table, j, i);
	textbook_result textbook;
	mixmi_histogram *histogram;
	mixmi_histogram_info info;
	mixmi_answer cmi;
	mixmi_options options = paper_options();
	assert_true(textbook_estimate(&textbook, values, discrete, rows, columns));
	assert_ok(estimate_cmi(&cmi, &histogram, table, order, 1, order + 1, 1, order + 2, columns - 2, &options));
	mixmi_histogram_describe(&info, sizeof info, histogram);
	assert_close(cmi.estimate, textbook.estimate, 1e-9);
	assert_close(info.score, textbook.score, 1e-6);
	mixmi_histogram_free(histogram);
	free(values);
}

static void the_papers_experiments_agree(void **state)
{
	(void)state;
	for (size_t m = 0; m < 7; m++)
		for (uint64_t number = 0; number < 3; number++) {
			const mechanism *experiment = mechanism_at(m);
			bool discrete[MECHANISM_COLUMNS];
			mixmi_table *table;
			for (size_t j = 0; experiment->discrete[j] != '\0'; j++)
				discrete[j] = experiment->discrete[j] == 'd';
			print_message("experiment %s, draw %llu\n", experiment->name, (unsigned long long)number);
			assert_ok(mechanism_table(&table, experiment, 150, 5, number));
			assert_same_as_textbook(table, discrete);
			mixmi_table_free(table);
		}
}

static void random_mixed_tables_agree(void **state)
{
	(void)state;
	static const bool numeric[4] = { false };
	for (uint64_t seed = 1; seed <= 30; seed++) {
		size_t rows = 20 + seed * 5, columns = 2 + seed % 2;
		double *values = mixed_values(rows, columns, seed);
		mixmi_table *table = numeric_table(values, rows, columns);
		print_message("seed %llu: %zu rows, %zu columns\n", (unsigned long long)seed, rows, columns);
		assert_same_as_textbook(table, numeric);
		mixmi_table_free(table);
		free(values);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_papers_experiments_agree),
		cmocka_unit_test(random_mixed_tables_agree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
