/* The values of the authors' released code (tests/golden): equal if every column is discrete, close otherwise,
 * since their grid, K_max and threshold differ from the paper's text. */
#include <dirent.h>
#include <jansson.h>

#include "unit.h"

typedef struct tally {
	size_t discrete, others, near;
	double largest;
} tally;

/* The names of the columns declared discrete, as a list. */
static size_t discrete_list(char *list, size_t size, const json_t *value)
{
	size_t count = 0;
	list[0] = '\0';
	for (size_t j = 0; j < json_array_size(json_object_get(value, "columns")); j++) {
		const char *type = json_string_value(json_array_get(json_object_get(value, "types"), j));
		if (strcmp(type, "discrete") != 0)
			continue;
		size_t used = strlen(list);
		snprintf(list + used, size - used, "%s%s", count > 0 ? "," : "",
		         json_string_value(json_array_get(json_object_get(value, "columns"), j)));
		count++;
	}
	return count;
}

static double number(const json_t *value, const char *key)
{
	assert_true(json_is_number(json_object_get(value, key)));
	return json_number_value(json_object_get(value, key));
}

/* If every column is discrete the histogram is the table of counts, and everything must agree. */
static void compare_discrete(const mixmi_answer *cmi, const mixmi_histogram *histogram, const json_t *value)
{
	double n = number(value, "n");
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	assert_close(cmi->estimate * n, number(value, "LH"), 1e-9 * n);
	assert_close(cmi->paper.chi2_correction * n, number(value, "Chisq99"), 1e-9 * n);
	assert_close(cmi->paper.jic_correction * n, number(value, "JIC"), 1e-9 * n);
	/* from n = 1000 on their parametric complexity is approximate: 553.8002 bits for R(1000, 300); the exact value is 553.7993 */
	double slack = n < 1000 ? 1e-9 : 2e-3;
	assert_close(cmi->paper.sc_correction * n, number(value, "qNML_correct_nats"), slack);
	assert_close(cmi->paper.fnml_correction * n, number(value, "fNML_correct_nats"), slack);
	assert_close(info.score_complexity, number(value, "R_bits"), slack);
	assert_close(info.score_data, number(value, "L_bits"), 1e-6);
}

static void compare_file(tally *t, const char *folder, const char *name)
{
	char path[512], discrete[256];
	json_error_t error;
	snprintf(path, sizeof path, "%s/%s.json", folder, name);
	json_t *value = json_load_file(path, 0, &error);
	assert_non_null(value);
	size_t columns = json_array_size(json_object_get(value, "columns"));
	size_t declared = discrete_list(discrete, sizeof discrete, value);
	mixmi_options options = paper_options();
	options.discrete = declared > 0 ? discrete : NULL;
	snprintf(path, sizeof path, "%s/%s.csv", folder, name);
	mixmi_table *table;
	mixmi_histogram *histogram;
	mixmi_answer cmi;
	const size_t order[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	assert_ok(mixmi_table_read(&table, path, &options));
	assert_int_equal(mixmi_table_columns(table), columns);
	assert_ok(estimate_cmi(&cmi, &histogram, table, order, 1, order + 1, 1, order + 2, columns - 2, &options));
	double difference = cmi.estimate - number(value, "LH") / number(value, "n");
	print_message("%-24s authors %8.4f, here %8.4f, difference %8.4f%s\n", name,
	              number(value, "LH") / number(value, "n"), cmi.estimate, difference,
	              declared == columns ? " (all discrete)" : "");
	if (declared == columns) {
		t->discrete++;
		compare_discrete(&cmi, histogram, value);
	} else {
		t->others++;
		t->near += fabs(difference) <= 0.05;
		t->largest = fmax(t->largest, fabs(difference));
	}
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
	json_decref(value);
}

static void compare_folder(tally *t, const char *folder)
{
	DIR *directory = opendir(folder);
	assert_non_null(directory);
	for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
		char name[256];
		size_t length = strlen(entry->d_name);
		if (length < 5 || strcmp(entry->d_name + length - 4, ".csv") != 0)
			continue;
		snprintf(name, sizeof name, "%.*s", (int)(length - 4), entry->d_name);
		compare_file(t, folder, name);
	}
	closedir(directory);
}

static void equal_where_discrete_and_near_elsewhere(void **state)
{
	(void)state;
	tally t = { 0, 0, 0, 0 };
	compare_folder(&t, "tests/golden/authors");
	compare_folder(&t, "tests/golden/authors-mixture");
	print_message("%zu all discrete; of %zu others %zu within 0.05, largest difference %.3f\n", t.discrete, t.others,
	              t.near, t.largest);
	assert_int_equal(t.discrete, 3);
	assert_true(t.others >= 20 && 4 * t.near >= 3 * t.others);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_where_discrete_and_near_elsewhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
