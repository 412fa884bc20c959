/* Histograms written and read back: the same to the last bit; everything else is refused with a reason. */
#include "tables.h"

/* Labels with quotes, control characters, non-ASCII text and bytes that are not UTF-8. */
static mixmi_table *awkward_table(void)
{
	const char *const labels[] = { "plain", "quote \" and \\", "line\nbreak", "d\xc3\xa9j\xc3\xa0", "latin\xe9", "" };
	int64_t codes[120];
	uint8_t missing[120];
	double *values = mixed_values(120, 2, 70);
	for (size_t i = 0; i < 120; i++) {
		codes[i] = (int64_t)(i % 6);
		missing[i] = i % 17 == 0;
	}
	values[3] = 5e-324;
	values[4] = 1e15 / 3;
	mixmi_table *table = numeric_table(values, 120, 2);
	assert_ok(mixmi_table_add_codes(table, "\"label\",\xe2\x82\xac", codes, labels, 6, missing));
	free(values);
	return table;
}

static void reads_back_what_was_written(void **state)
{
	(void)state;
	mixmi_table *table = awkward_table();
	mixmi_histogram *histogram = fit_all(table, NULL), *again;
	char *text, *second;
	assert_ok(mixmi_histogram_to_json(&text, histogram));
	assert_ok(mixmi_histogram_from_json(&again, text, strlen(text)));
	assert_same_histogram(histogram, again, 1);
	assert_ok(mixmi_histogram_to_json(&second, again));
	assert_string_equal(text, second);
	mixmi_histogram_info a, b;
	mixmi_histogram_describe(&a, sizeof a, histogram);
	mixmi_histogram_describe(&b, sizeof b, again);
	assert_int_equal(a.rows_dropped, b.rows_dropped);
	mixmi_answer p, q;
	const size_t x = 0, y = 1, z = 2;
	assert_ok(histogram_cmi(&p, histogram, &x, 1, &y, 1, &z, 1, NULL));
	assert_ok(histogram_cmi(&q, again, &x, 1, &y, 1, &z, 1, NULL));
	assert_memory_equal(&p, &q, sizeof p);
	uint32_t *bins, *bins_again;
	assert_ok(mixmi_histogram_assign(&bins, histogram, table, NULL));
	assert_ok(mixmi_histogram_assign(&bins_again, again, table, NULL));
	assert_memory_equal(bins, bins_again, 360 * sizeof *bins);
	mixmi_free(bins);
	mixmi_free(bins_again);
	mixmi_free(text);
	mixmi_free(second);
	mixmi_histogram_free(histogram);
	mixmi_histogram_free(again);
	mixmi_table_free(table);
}

static void new_rows_get_bins_or_none(void **state)
{
	(void)state;
	double values[200];
	int64_t codes[100];
	const char *const labels[] = { "red", "blue" };
	uint64_t seed = 71;
	for (size_t i = 0; i < 100; i++) {
		values[i] = i < 20 ? 0 : 1 + test_uniform(&seed);
		codes[i] = (int64_t)(i % 2);
	}
	mixmi_table *table, *fresh;
	assert_ok(mixmi_table_new(&table, 100));
	assert_ok(mixmi_table_add_values(table, "size", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_add_codes(table, "colour", codes, labels, 2, NULL));
	mixmi_histogram *histogram = fit_all(table, NULL);
	mixmi_histogram_column column;
	mixmi_bin first;
	assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
	assert_ok(mixmi_histogram_get_bin(&first, sizeof first, histogram, 0, 0));
	const double sizes[] = { 0, first.lower, 0.5, 1e9, NAN, nextafter(first.lower, 0) };
	const int64_t colours[] = { 0, 1, 2, 0, 1, 2 };
	const char *const more[] = { "blue", "green", "red" };
	uint32_t *bins;
	assert_ok(mixmi_table_new(&fresh, 6));
	assert_ok(mixmi_table_add_codes(fresh, "colour", colours, more, 3, NULL));
	assert_ok(mixmi_table_add_values(fresh, "size", MIXMI_NUMERIC, sizes, NULL));
	assert_ok(mixmi_histogram_assign(&bins, histogram, fresh, NULL));
	const uint32_t none = MIXMI_NO_BIN, atom = (uint32_t)column.intervals;
	const uint32_t expected[] = { atom, 1, 0, none, none, 0, none, 1, none, none, none, 0 };
	assert_memory_equal(bins, expected, sizeof expected);
	mixmi_free(bins);
	const size_t swapped[] = { 0, 1 };
	assert_fails(mixmi_histogram_assign(&bins, histogram, fresh, swapped), MIXMI_ERROR_DATA,
	             "'size' was fitted on numbers");
	assert_null(bins);
	mixmi_table_free(table);
	mixmi_table_free(fresh);
	mixmi_histogram_free(histogram);
}

/* A histogram's text with one part replaced must be refused, and the message names the part. */
static void refuses_what_is_not_a_histogram(void **state)
{
	(void)state;
	static const char good[] =
		"{\"format\": \"mixmi-histogram\", \"version\": 1, \"preset\": \"paper\", \"rows\": 5, \"rows_dropped\": 0, "
		"\"rounds\": 1, \"converged\": true, \"columns\": [{\"name\": \"a\", \"type\": \"numeric\", \"labelled\": "
		"false, "
		"\"range\": [0.5, 2], \"k_init\": 10, \"k_max\": 5, \"cut_indices\": [3, 7], \"atoms\": [3.5, 4]}], "
		"\"cells\": [[0, 2], [2, 1], [4, 2]]}";
	static const struct {
		const char *part, *instead, *message;
	} changes[] = {
		{ "mixmi-histogram", "something", "format" },
		{ "\"version\": 1", "\"version\": 3", "version" },
		{ "\"version\": 1", "\"version\": 0", "version" },
		{ "paper", "rock", "preset" },
		{ "\"rows\": 5", "\"rows\": 6", "add up" },
		{ "\"rounds\": 1", "\"rounds\": -1", "fitted" },
		{ "\"numeric\"", "\"integer\"", "type" },
		{ "[0.5, 2]", "[2, 0.5]", "range" },
		{ "[0.5, 2]", "[0.5, \"x\"]", "range" },
		{ "\"numeric\"", "\"discrete\"", "range" },
		{ "\"k_init\": 10", "\"k_init\": 0", "candidate" },
		{ "\"k_init\": 10", "\"k_init\": 7", "cuts" },
		{ "[3, 7]", "[7, 3]", "cuts" },
		{ "[3, 7]", "[0, 7]", "cuts" },
		{ "[3.5, 4]", "[4, 3.5]", "ascending" },
		{ "[3.5, 4]", "[4, 4]", "ascending" },
		{ "[3.5, 4]", "[3.5, null]", "number" },
		{ "[4, 2]", "[5, 2]", "range" },
		{ "[4, 2]", "[4, 0]", "range" },
		{ "[4, 2]", "[4, -2]", "range" },
		{ "[4, 2]", "[4]", "count" },
		{ "[4, 2]", "[2, 2]", "twice" },
		{ "[[0, 2], [2, 1], [4, 2]]", "[[0, 1]]", "fewer than 2" },
		{ "[[0, 2], [2, 1], [4, 2]]", "3", "cells" },
		{ "\"labelled\": false", "\"labelled\": true", "hexadecimal" },
		{ "}]", "}", "not valid JSON" },
	};
	mixmi_histogram *histogram;
	assert_ok(mixmi_histogram_from_json(&histogram, good, strlen(good)));
	mixmi_histogram_free(histogram);
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		char text[1024];
		const char *place = strstr(good, changes[i].part);
		assert_non_null(place);
		snprintf(text, sizeof text, "%.*s%s%s", (int)(place - good), good, changes[i].instead,
		         place + strlen(changes[i].part));
		assert_fails(mixmi_histogram_from_json(&histogram, text, strlen(text)), MIXMI_ERROR_DATA, changes[i].message);
		assert_null(histogram);
	}
	static const char nul[] = /* a label with a NUL byte */
		"{\"format\": \"mixmi-histogram\", \"version\": 1, \"preset\": \"paper\", \"rows\": 3, \"rows_dropped\": 0, "
		"\"rounds\": 1, \"converged\": true, \"columns\": [{\"name\": \"a\", \"type\": \"discrete\", \"labelled\": "
		"true, "
		"\"k_init\": 0, \"k_max\": 0, \"cut_indices\": [], \"atoms\": [{\"hex\": \"ff00\"}, \"x\"]}], "
		"\"cells\": [[0, 2], [1, 1]]}";
	assert_fails(mixmi_histogram_from_json(&histogram, nul, strlen(nul)), MIXMI_ERROR_DATA, "hexadecimal");
	for (size_t length = 0; length < strlen(good); length++) { /* cut off anywhere */
		assert_int_equal(mixmi_histogram_from_json(&histogram, good, length), MIXMI_ERROR_DATA);
		assert_null(histogram);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_back_what_was_written),
		cmocka_unit_test(new_rows_get_bins_or_none),
		cmocka_unit_test(refuses_what_is_not_a_histogram),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
