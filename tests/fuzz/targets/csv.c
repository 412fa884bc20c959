/* Delimited text with the options of reading: six bytes choose the options, the rest is the file. Reading ends in a table
 * whose every cell can be read, or in an error and no table; and three threads give the same as one. */
#include <math.h>
#include <string.h>

#include "fuzz/target.h"

static bool same_cell(const mixmi_table *a, const mixmi_table *b, size_t column, size_t row)
{
	double x = mixmi_table_value(a, column, row), y = mixmi_table_value(b, column, row);
	if (memcmp(&x, &y, sizeof x) != 0 && !(isnan(x) && isnan(y)))
		return false;
	const char *p = isnan(x) ? NULL : mixmi_table_label(a, column, (size_t)fmin(fabs(x), 1e9));
	const char *q = isnan(y) ? NULL : mixmi_table_label(b, column, (size_t)fmin(fabs(y), 1e9));
	return (p == NULL) == (q == NULL) && (p == NULL || strcmp(p, q) == 0);
}

static void compare(const mixmi_table *a, const mixmi_table *b)
{
	FUZZ_CHECK(mixmi_table_rows(a) == mixmi_table_rows(b) && mixmi_table_columns(a) == mixmi_table_columns(b));
	for (size_t column = 0; column < mixmi_table_columns(a); column++) {
		mixmi_column x, y;
		FUZZ_CHECK(mixmi_table_column(&x, sizeof x, a, column, NULL) == MIXMI_OK);
		FUZZ_CHECK(mixmi_table_column(&y, sizeof y, b, column, NULL) == MIXMI_OK);
		FUZZ_CHECK(strcmp(x.name, y.name) == 0 && x.name[0] != '\0' && x.type == y.type);
		for (size_t row = 0; row < mixmi_table_rows(a); row++)
			FUZZ_CHECK(same_cell(a, b, column, row));
	}
}

static mixmi_options *choose(fuzz_input *input, const char *threads)
{
	static const char *const delimiters[] = { "auto", "comma", "tab", "semicolon", "pipe", "space" };
	static const char *const quotes[] = { "auto", "none", "double", "single" };
	static const char *const missing[] = { "NA,NaN,?", "", "-,x", "0", "\"a,b\",c" };
	const char *settings[] = { "delimiter",
		                       delimiters[fuzz_below(input, 6)],
		                       "quote",
		                       quotes[fuzz_below(input, 4)],
		                       "decimal",
		                       fuzz_below(input, 2) ? "comma" : "point",
		                       "header",
		                       fuzz_below(input, 2) ? "no" : "yes",
		                       "missing",
		                       missing[fuzz_below(input, 5)],
		                       fuzz_below(input, 2) ? "discrete" : "threads",
		                       "1",
		                       "threads",
		                       threads,
		                       NULL };
	return fuzz_options(settings);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	fuzz_input first = { bytes, count }, second = first;
	mixmi_options *one = choose(&first, "1"), *three = choose(&second, "3");
	const char *path = fuzz_file(first.bytes, first.count);
	mixmi_table *table, *again;
	mixmi_status status = mixmi_table_read(&table, path, one);
	FUZZ_CHECK(mixmi_table_read(&again, path, three) == status);
	if (status == MIXMI_OK)
		compare(table, again);
	else {
		FUZZ_CHECK(table == NULL && again == NULL);
		fuzz_check_failure(status);
	}
	mixmi_table_free(table);
	mixmi_table_free(again);
	mixmi_options_free(one);
	mixmi_options_free(three);
	return 0;
}
