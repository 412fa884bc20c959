/* Every allocation of the library's main paths fails in turn: no crash, no leak, MIXMI_ERROR_MEMORY, outputs NULL. */
#include "faults/fixture.h"

#include "data/judge.h"

/* --------------------------------------------------------------------------------------------- scenarios */

static mixmi_status build_table(void *context)
{
	(void)context;
	char unset; /* anything but NULL, which the library must put there */
	mixmi_table *table = (void *)&unset;
	mixmi_status status = small_table(&table);
	FAULTS_CHECK((table == NULL) == (status != MIXMI_OK));
	mixmi_table_free(table);
	return status;
}

/* A column that could not be added must leave the table as it was. */
static mixmi_status extend_table(void *context)
{
	(void)context;
	mixmi_table *table;
	mixmi_status status = mixmi_table_new(&table, 3);
	if (status != MIXMI_OK)
		return status;
	const double values[] = { 1, 2, 2 };
	for (size_t i = 0; i < 20 && status == MIXMI_OK; i++) {
		char name[8];
		snprintf(name, sizeof name, "c%zu", i);
		status = mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL);
		FAULTS_CHECK(mixmi_table_columns(table) == i + (status == MIXMI_OK));
	}
	mixmi_table_free(table);
	return status;
}

/* A column of measurements replaces categories, and is then replaced again: unless that succeeds, the categories stay valid. */
static mixmi_status replace_a_column(void *context)
{
	(void)context;
	mixmi_table *table;
	const int64_t codes[] = { 7, 7, 3, 3, 9, 9, 7, 3, 9, 7 };
	const double values[] = { 1.5, 1.5, 2, 2, 1, 1, 1.5, 2, 1, 1.5 };
	mixmi_status status = mixmi_table_new(&table, 10);
	if (status != MIXMI_OK)
		return status;
	status = mixmi_table_add_codes(table, "subject", codes, NULL, 0, NULL);
	if (status == MIXMI_OK)
		status = mixmi_table_add_values(table, "height", MIXMI_NUMERIC, values, NULL);
	if (mixmi_table_columns(table) == 1)
		FAULTS_CHECK(data_column_suits(&table->columns[0]));
	if (status == MIXMI_OK)
		status = mixmi_table_add_values(table, "again", MIXMI_NUMERIC, values, NULL);
	FAULTS_CHECK(status != MIXMI_OK ||
	             (!data_column_suits(&table->columns[0]) && !data_column_suits(&table->columns[2])));
	mixmi_table_free(table);
	return status;
}

static mixmi_status select_columns(void *context)
{
	fixture *f = context;
	size_t unset = 0, *columns = &unset, count = 0;
	mixmi_status status = mixmi_table_select(&columns, &count, f->table, "z, \"x\", 2");
	FAULTS_CHECK((columns == NULL) == (status != MIXMI_OK));
	FAULTS_CHECK(status != MIXMI_OK || count == 3);
	mixmi_free(status == MIXMI_OK ? columns : NULL);
	return status;
}

static mixmi_status describe_columns(void *context)
{
	fixture *f = context;
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < COLUMNS && status == MIXMI_OK; i++) {
		mixmi_column column;
		status = mixmi_table_column(&column, sizeof column, f->table, i, &f->options);
	}
	return status;
}

static mixmi_status fit(void *context)
{
	fixture *f = context;
	mixmi_histogram *histogram = f->histogram;
	mixmi_status status = mixmi_histogram_fit(&histogram, f->table, all_columns, COLUMNS, &f->options);
	FAULTS_CHECK((histogram == NULL) == (status != MIXMI_OK));
	mixmi_histogram_free(status == MIXMI_OK ? histogram : NULL);
	return status;
}

static mixmi_status fit_paper(void *context)
{
	fixture *f = context;
	mixmi_options options = f->options;
	options.preset = MIXMI_PRESET_PAPER;
	mixmi_histogram *histogram = f->histogram;
	mixmi_status status = mixmi_histogram_fit(&histogram, f->table, all_columns, COLUMNS, &options);
	FAULTS_CHECK((histogram == NULL) == (status != MIXMI_OK));
	mixmi_histogram_free(status == MIXMI_OK ? histogram : NULL);
	return status;
}

static mixmi_status cmi_of_histogram(void *context)
{
	fixture *f = context;
	mixmi_answer cmi;
	return histogram_cmi(&cmi, f->histogram, &all_columns[0], 1, &all_columns[1], 1, &all_columns[2], 1, &f->options);
}

static mixmi_status cmi_of_table(void *context)
{
	fixture *f = context;
	mixmi_answer cmi;
	mixmi_histogram *histogram = f->histogram;
	mixmi_status status = estimate_cmi(&cmi, &histogram, f->table, &all_columns[1], 1, &all_columns[0], 1,
	                                   &all_columns[2], 1, &f->options);
	FAULTS_CHECK((histogram == NULL) == (status != MIXMI_OK));
	mixmi_histogram_free(status == MIXMI_OK ? histogram : NULL);
	if (status == MIXMI_OK)
		check_answer(f, 0, cmi.estimate);
	return status;
}

static mixmi_status cmi_by_paper(void *context)
{
	fixture *f = context;
	mixmi_options options = f->options;
	mixmi_answer cmi;
	options.preset = MIXMI_PRESET_PAPER;
	mixmi_status status =
		estimate_cmi(&cmi, NULL, f->table, &all_columns[1], 1, &all_columns[0], 1, &all_columns[2], 1, &options);
	FAULTS_CHECK(status == MIXMI_OK || isnan(cmi.plug_in));
	return status;
}

/* Two columns on one side; a question that failed leaves an empty answer. */
static mixmi_status cmi_of_a_set(void *context)
{
	fixture *f = context;
	mixmi_answer cmi;
	const size_t x[] = { 0, 2 };
	mixmi_status status = estimate_cmi(&cmi, NULL, f->table, x, 2, &all_columns[1], 1, NULL, 0, &f->options);
	FAULTS_CHECK((cmi.estimate > 0) == (status == MIXMI_OK) && (status == MIXMI_OK || isnan(cmi.plug_in)));
	return status;
}

static mixmi_status cmi_without_handing_over(void *context)
{
	fixture *f = context;
	mixmi_answer cmi;
	return estimate_cmi(&cmi, NULL, f->table, &all_columns[0], 1, &all_columns[2], 1, NULL, 0, &f->options);
}

static mixmi_status entropies(void *context)
{
	fixture *f = context;
	mixmi_status status = MIXMI_OK;
	for (size_t count = 1; count <= COLUMNS && status == MIXMI_OK; count++) {
		double entropy;
		status = mixmi_histogram_entropy(&entropy, f->histogram, all_columns, count, count % 2 == 0);
	}
	return status;
}

static mixmi_status write_json(void *context)
{
	fixture *f = context;
	char *text = f->json;
	mixmi_status status = mixmi_histogram_to_json(&text, f->histogram);
	FAULTS_CHECK((text == NULL) == (status != MIXMI_OK));
	FAULTS_CHECK(text == NULL || strcmp(text, f->json) == 0);
	mixmi_free(status == MIXMI_OK ? text : NULL);
	return status;
}

static bool same_bin(const mixmi_histogram *a, const mixmi_histogram *b, size_t column, size_t bin)
{
	mixmi_bin of_a, of_b;
	if (mixmi_histogram_get_bin(&of_a, sizeof of_a, a, column, bin) != MIXMI_OK ||
	    mixmi_histogram_get_bin(&of_b, sizeof of_b, b, column, bin) != MIXMI_OK)
		return false;
	if (of_a.label != NULL || of_b.label != NULL)
		return of_a.label != NULL && of_b.label != NULL && strcmp(of_a.label, of_b.label) == 0;
	return of_a.lower == of_b.lower && of_a.upper == of_b.upper && of_a.count == of_b.count;
}

static bool same_cell(const mixmi_histogram *a, const mixmi_histogram *b, size_t index)
{
	mixmi_cell of_a, of_b;
	return mixmi_histogram_get_cell(&of_a, sizeof of_a, a, index) == MIXMI_OK &&
	       mixmi_histogram_get_cell(&of_b, sizeof of_b, b, index) == MIXMI_OK && of_a.count == of_b.count &&
	       memcmp(of_a.bins, of_b.bins, COLUMNS * sizeof *of_a.bins) == 0;
}

/* These calls do not allocate: they must return the same bins and cells. */
static bool same_histogram(const mixmi_histogram *a, const mixmi_histogram *b)
{
	mixmi_histogram_info of_a, of_b;
	mixmi_histogram_describe(&of_a, sizeof of_a, a);
	mixmi_histogram_describe(&of_b, sizeof of_b, b);
	bool same = of_a.cells == of_b.cells && of_a.score == of_b.score;
	for (size_t i = 0; same && i < of_a.cells; i++)
		same = same_cell(a, b, i);
	for (size_t column = 0; column < COLUMNS; column++) {
		mixmi_histogram_column info;
		same = same && mixmi_histogram_get_column(&info, sizeof info, a, column) == MIXMI_OK;
		for (size_t bin = 0; same && bin < info.bins; bin++)
			same = same_bin(a, b, column, bin);
	}
	return same;
}

static const mixmi_question all_three = { &all_columns[0], 1, &all_columns[1], 1, &all_columns[2], 1 };

static mixmi_status kernel_tests(void *context)
{
	fixture *f = context;
	mixmi_answer answer;
	mixmi_options options = f->options;
	options.features = 10;
	options.one_hot = 1;
	mixmi_status status = test_by(&answer, "rcit", f->table, &all_three, &options);
	options.null = MIXMI_NULL_PERM;
	options.permutations = 3;
	return status == MIXMI_OK ? test_by(&answer, "rcot", f->table, &all_three, &options) : status;
}

/* By regression, with sets of columns, and without Z. */
static mixmi_status residual(void *context)
{
	fixture *f = context;
	const mixmi_question questions[] = { all_three,
		                                 { &all_columns[1], 1, &all_columns[2], 1, &all_columns[0], 1 },
		                                 { &all_columns[0], 2, &all_columns[2], 1, NULL, 0 } };
	mixmi_status status = MIXMI_OK;
	for (size_t k = 0; k < 3 && status == MIXMI_OK; k++) {
		mixmi_answer answer;
		status = mixmi_test(&answer, sizeof answer, NULL, f->table, &questions[k], NULL);
		if (status == MIXMI_OK)
			check_answer(f, k, answer.p);
	}
	return status;
}

/* More labels than indicators: with labels, with numbers, and within cells. */
static mixmi_status test_labels(void *context)
{
	(void)context;
	double values[COLUMNS][ROWS];
	mixmi_answer answer;
	const mixmi_question questions[] = { { &all_columns[0], 1, &all_columns[1], 1, NULL, 0 },
		                                 { &all_columns[2], 1, &all_columns[0], 1, NULL, 0 },
		                                 { &all_columns[0], 1, &all_columns[2], 1, &all_columns[1], 1 } };
	for (int i = 0; i < ROWS; i++) {
		values[0][i] = i % 20;
		values[1][i] = (i / 7) % 5;
		values[2][i] = (i * i) % 101;
	}
	mixmi_table *table;
	mixmi_status status = mixmi_table_new(&table, ROWS);
	for (size_t j = 0; status == MIXMI_OK && j < COLUMNS; j++)
		status = mixmi_table_add_values(table,
		                                j == 0   ? "a"
		                                : j == 1 ? "b"
		                                         : "c",
		                                j < 2 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values[j], NULL);
	for (size_t k = 0; status == MIXMI_OK && k < sizeof questions / sizeof *questions; k++) {
		status = mixmi_test(&answer, sizeof answer, NULL, table, &questions[k], NULL);
		FAULTS_CHECK(status != MIXMI_OK || answer.verdict != MIXMI_UNDECIDED);
	}
	mixmi_table_free(table);
	return status;
}

/* Clustered rows: without Z, by regression, with sets of columns, within clusters; and resampled. */
static mixmi_status test_over_clusters(void *context)
{
	fixture *f = context;
	double values[COLUMNS][ROWS];
	uint32_t clusters[ROWS];
	mixmi_answer answer;
	const uint32_t rows[] = { 3, 4, 5, 50 };
	const mixmi_question questions[] = { { &all_columns[0], 1, &all_columns[1], 1, NULL, 0 },
		                                 { &all_columns[0], 1, &all_columns[1], 1, &all_columns[2], 1 },
		                                 { &all_columns[0], 2, &all_columns[2], 1, NULL, 0 } };
	for (int i = 0; i < ROWS; i++) {
		values[0][i] = (i * 37) % 101;
		values[1][i] = (i * i) % 103;
		values[2][i] = (i * 53) % 97;
		clusters[i] = (uint32_t)i / 4;
	}
	mixmi_table *table, *part = NULL;
	mixmi_status status = mixmi_table_new(&table, ROWS);
	for (size_t j = 0; status == MIXMI_OK && j < COLUMNS; j++)
		status = mixmi_table_add_values(table, j == 0 ? "a" : j == 1 ? "b" : "c", MIXMI_NUMERIC, values[j], NULL);
	if (status == MIXMI_OK)
		status = mixmi_table_set_clusters(table, clusters);
	mixmi_options options = f->options;
	for (size_t k = 0; status == MIXMI_OK && k < 6; k++) {
		options.within = k >= 3;
		status = mixmi_test(&answer, sizeof answer, NULL, table, &questions[k % 3], &options);
	}
	if (status == MIXMI_OK)
		status = data_table_resample(&part, table, all_columns, COLUMNS, rows, 4);
	mixmi_table_free(part);
	mixmi_table_free(table);
	return status;
}

/* Censored times: without Z, within cells, by regression; resampled, and as a graph. */
static mixmi_status test_of_censored_times(void *context)
{
	(void)context;
	double values[COLUMNS][ROWS];
	unsigned char observed[ROWS];
	const uint32_t rows[] = { 3, 4, 5, 50 };
	const mixmi_question questions[] = { { &all_columns[0], 1, &all_columns[1], 1, NULL, 0 },
		                                 { &all_columns[0], 1, &all_columns[1], 1, &all_columns[2], 1 } };
	mixmi_table *table, *part = NULL;
	mixmi_graph *graph = NULL;
	mixmi_status status = mixmi_table_new(&table, ROWS);
	for (int i = 0; i < ROWS; i++) {
		values[0][i] = (i * 37) % 101;
		values[1][i] = (i * i) % 103;
		values[2][i] = (i * 53) % 97;
		observed[i] = i % 3 != 0;
	}
	for (size_t j = 0; status == MIXMI_OK && j < COLUMNS; j++)
		status = mixmi_table_add_values(table, j == 0 ? "a" : j == 1 ? "b" : "c", MIXMI_NUMERIC, values[j], NULL);
	if (status == MIXMI_OK)
		status = mixmi_table_set_survival(table, 1, observed);
	for (size_t k = 0; status == MIXMI_OK && k < 2; k++) {
		mixmi_answer answer;
		status = mixmi_test(&answer, sizeof answer, NULL, table, &questions[k], NULL);
	}
	if (status == MIXMI_OK)
		status = data_table_resample(&part, table, all_columns, COLUMNS, rows, 4);
	if (status == MIXMI_OK)
		status = mixmi_graph_learn(&graph, table, NULL, 0, NULL, NULL);
	mixmi_graph_free(graph);
	mixmi_table_free(part);
	mixmi_table_free(table);
	return status;
}

static mixmi_status suzuki(void *context)
{
	fixture *f = context;
	mixmi_answer value;
	return estimate_by(&value, "suzuki", f->table, &all_three, &f->options);
}

/* jansson reports a token for which it has no memory as malformed, so a failure inside its parser looks the same as bad
 * JSON: either status is accepted here, but a wrong histogram is not. */
static mixmi_status read_json(void *context)
{
	fixture *f = context;
	mixmi_histogram *histogram = f->histogram;
	mixmi_status status = mixmi_histogram_from_json(&histogram, f->json, strlen(f->json));
	FAULTS_CHECK((histogram == NULL) == (status != MIXMI_OK));
	FAULTS_CHECK(histogram == NULL || same_histogram(histogram, f->histogram));
	mixmi_histogram_free(status == MIXMI_OK ? histogram : NULL);
	return status == MIXMI_ERROR_DATA ? MIXMI_ERROR_MEMORY : status;
}

/* Arbitrary edges, grouped atoms, and a score that differs from the fit's. */
static const char general_text[] =
	"{\"format\": \"mixmi-histogram\", \"version\": 2, \"kind\": \"dependence\", \"score_parts\": {\"data\": -3.5, "
	"\"complexity\": 2, \"cuts\": 1}, \"preset\": \"robust\", \"rows\": 5, \"rows_dropped\": 0, \"rounds\": 1, "
	"\"converged\": "
	"true, \"columns\": [{\"name\": \"a\", \"type\": \"numeric\", \"labelled\": false, \"range\": [0.5, 2], "
	"\"k_init\": 10, "
	"\"k_max\": 5, \"edges\": [0.5, 0.75, 2], \"atoms\": [3.5, 4, 5], \"atom_bins\": [2, 3, 2]}, {\"name\": \"b\", "
	"\"type\": "
	"\"discrete\", \"labelled\": true, \"range\": null, \"k_init\": 0, \"k_max\": 0, \"cut_indices\": [], \"atoms\": "
	"[\"u\", "
	"\"v\", \"w\"], \"atom_bins\": [0, 1, 0]}], \"cells\": [[0, 0, 2], [2, 1, 1], [3, 0, 2]]}";

static mixmi_status general_json(void *context)
{
	(void)context;
	mixmi_histogram *histogram;
	mixmi_status status = mixmi_histogram_from_json(&histogram, general_text, strlen(general_text));
	if (status != MIXMI_OK)
		return status == MIXMI_ERROR_DATA ? MIXMI_ERROR_MEMORY : status; /* as in read_json() */
	mixmi_bin bin;
	char *text;
	FAULTS_CHECK(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 1, 0) == MIXMI_OK &&
	             strcmp(bin.label, "u | w") == 0);
	status = mixmi_histogram_to_json(&text, histogram);
	FAULTS_CHECK((text == NULL) == (status != MIXMI_OK));
	mixmi_free(text);
	mixmi_histogram_free(histogram);
	return status;
}

static mixmi_status assign_rows(void *context)
{
	fixture *f = context;
	uint32_t unset = 0, *bins = &unset;
	mixmi_status status = mixmi_histogram_assign(&bins, f->histogram, f->table, NULL);
	FAULTS_CHECK((bins == NULL) == (status != MIXMI_OK));
	mixmi_free(status == MIXMI_OK ? bins : NULL);
	return status;
}

static mixmi_status read_file(void *context)
{
	fixture *f = context;
	mixmi_table *table = f->table;
	mixmi_status status = mixmi_table_read(&table, f->path, &f->options);
	FAULTS_CHECK((table == NULL) == (status != MIXMI_OK));
	if (status != MIXMI_OK)
		return status;
	FAULTS_CHECK(mixmi_table_columns(table) == 4 && mixmi_table_rows(table) == 60);
	mixmi_table_free(table);
	return status;
}

/* Text, numbers, a column that becomes text only in a late row, missing values, and quotes around a newline. */
static void write_csv(fixture *f)
{
	strcpy(f->path, "/tmp/mixmi-faults-XXXXXX");
	int descriptor = mkstemp(f->path);
	assert_true(descriptor >= 0);
	FILE *file = fdopen(descriptor, "w");
	assert_non_null(file);
	fputs("name,size,late,\"odd, \"\"name\"\"\"\n", file);
	for (int i = 0; i < 60; i++) {
		fprintf(file, "%s%d,", i % 2 ? "penguin " : "", i % 11);
		fprintf(file, i % 9 == 4 ? "NA," : "%g,", i * 1.5);
		fprintf(file, i == 50 ? "text," : "%d,", i);
		fprintf(file, i % 13 == 5 ? "\"two\nlines \"\"%d\"\"\"\n" : "label%d\n", i % 4);
	}
	assert_int_equal(fclose(file), 0);
}

/* ------------------------------------------------------------------------------------------------- tests */

static void building_a_table(void **state)
{
	(void)state;
	faults_run("table", build_table, NULL);
	faults_run("table of 20 columns", extend_table, NULL);
	faults_run("categories and a measure", replace_a_column, NULL);
}

static void questions_to_a_table(void **state)
{
	(void)state;
	run_with_fixture("select", select_columns, 1);
	fixture f;
	setup_fixture(&f, 1);
	faults_run("describe", describe_columns, &f); /* need not allocate at all */
	clear_fixture(&f);
}

static void fitting(void **state)
{
	(void)state;
	run_with_fixture("fit", fit, 1);
	run_with_fixture("fit with preset paper", fit_paper, 1);
}

static void fitting_with_threads(void **state)
{
	(void)state;
	run_with_fixture("fit with 2 threads", fit, 2);
}

static void estimating(void **state)
{
	(void)state;
	run_with_fixture("cmi of a table", cmi_of_table, 1);
	run_with_fixture("cmi of a table, preset paper", cmi_by_paper, 1);
	run_with_fixture("cmi of a set of columns", cmi_of_a_set, 1);
	run_with_fixture("cmi of a table, histogram not wanted", cmi_without_handing_over, 1);
	run_with_fixture("cmi of a histogram", cmi_of_histogram, 1);
	run_with_fixture("entropy", entropies, 1);
	run_with_fixture("suzuki", suzuki, 1);
	run_with_fixture("residual", residual, 1);
	run_with_fixture("residual with many labels", test_labels, 1);
	run_with_fixture("residual over clusters", test_over_clusters, 1);
	run_with_fixture("residual of censored times", test_of_censored_times, 1);
	run_with_fixture("kernel tests", kernel_tests, 1);
	run_with_fixture("kernel tests with 2 threads", kernel_tests, 2);
}

static void json_and_back(void **state)
{
	(void)state;
	run_with_fixture("to JSON", write_json, 1);
	run_with_fixture("from JSON", read_json, 1);
	run_with_fixture("general JSON and back", general_json, 1);
}

static void assigning(void **state)
{
	(void)state;
	run_with_fixture("assign", assign_rows, 1);
}

static void reading_a_file(void **state)
{
	(void)state;
	fixture f = { .options = options_with_threads(1) };
	write_csv(&f);
	assert_true(faults_run("read", read_file, &f) > 0);
	f.options.numeric = "2";
	f.options.discrete = "late, 1";
	assert_true(faults_run("read with types given", read_file, &f) > 0);
	f.options.threads = 2;
	assert_true(faults_run("read with 2 threads", read_file, &f) > 0);
	clear_fixture(&f);
}

int main(void)
{
	faults_include_jansson();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(building_a_table), cmocka_unit_test(questions_to_a_table),
		cmocka_unit_test(fitting),          cmocka_unit_test(fitting_with_threads),
		cmocka_unit_test(estimating),       cmocka_unit_test(json_and_back),
		cmocka_unit_test(assigning),        cmocka_unit_test(reading_a_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
