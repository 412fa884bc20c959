/* Histograms with bins other than equal-width ones: arbitrary edges, grouped atoms, atoms in the bin of
 * an interval. Built by hand, so that every number is known. */
#include "paper/histogram/model.h"

#include "base/memory.h"
#include "tables.h"

static const double edges[] = { 0.1, 0.7, 3, 1e300 };
static const double numbers[] = { -2, 0, 1, 5 };
static const uint32_t number_bins[] = { 4, 3, 4, 1 }; /* the last lies in the middle interval */
static const char *const names[] = { "Biscoe", "Dream", "Torgersen" };
static const uint32_t name_bins[] = { 0, 1, 0 };

static void fill_numbers(hist_column *column)
{
	column->name = base_string_copy("size");
	column->type = MIXMI_NUMERIC;
	column->intervals = 3;
	column->scale.k_init = 10;
	column->k_max = 5;
	column->edges = base_array_copy(edges, 4, sizeof *edges);
	column->atoms = 4;
	column->atom_values = base_array_copy(numbers, 4, sizeof *numbers);
	column->atom_bins = base_array_copy(number_bins, 4, sizeof *number_bins);
	assert_true(hist_column_finish(column));
}

static void fill_names(hist_column *column)
{
	column->name = base_string_copy("island");
	column->type = MIXMI_DISCRETE;
	column->atoms = 3;
	column->atom_labels = base_strings_copy(names, 3);
	column->atom_bins = base_array_copy(name_bins, 3, sizeof *name_bins);
	assert_true(hist_column_finish(column));
}

/* Three intervals and two groups by two groups; 20 rows. */
static mixmi_histogram *general_histogram(void)
{
	const uint32_t bins[] = { 4, 1, 0, 0, 1, 0, 1, 1, 2, 0, 3, 1 };
	const uint64_t counts[] = { 5, 2, 3, 1, 4, 5 };
	mixmi_histogram *histogram = hist_model_new(2);
	assert_non_null(histogram);
	fill_numbers(&histogram->columns[0]);
	fill_names(&histogram->columns[1]);
	assert_ok(hist_model_set_cells(histogram, bins, counts, 6));
	histogram->preset = MIXMI_PRESET_DEFAULT;
	histogram->converged = true;
	return histogram;
}

static void bins_hold_intervals_and_groups(void **state)
{
	(void)state;
	static const struct {
		bool is_atom;
		double lower, upper, volume;
		size_t atoms;
		uint64_t count;
	} expected[] = {
		{ false, 0.1, 0.7, 0.7 - 0.1, 0, 2 },
		{ false, 0.7, 3, 3 - 0.7 + 1, 1, 4 },
		{ false, 3, 1e300, 1e300, 0, 4 },
		{ true, 0, 0, 1, 1, 5 },
		{ true, -2, 1, 2, 2, 5 },
	};
	mixmi_histogram *histogram = general_histogram();
	mixmi_histogram_column column;
	mixmi_bin bin;
	mixmi_atom atom;
	assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, 0));
	assert_true(column.bins == 5 && column.intervals == 3 && column.groups == 2 && column.atoms == 4);
	assert_true(column.k_init == 10 && column.k_max == 5 && !column.has_labels);
	for (size_t b = 0; b < 5; b++) {
		assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, b));
		assert_true(bin.is_atom == expected[b].is_atom && bin.atoms == expected[b].atoms);
		assert_true(bin.lower == expected[b].lower && bin.upper == expected[b].upper && bin.label == NULL);
		assert_close(bin.volume, expected[b].volume, 1e-15 * bin.volume);
		assert_int_equal(bin.count, expected[b].count);
	}
	assert_true(bin.members[0] == 0 && bin.members[1] == 2);
	for (size_t a = 0; a < 4; a++) {
		assert_ok(mixmi_histogram_get_atom(&atom, sizeof atom, histogram, 0, a));
		assert_true(atom.value == numbers[a] && atom.label == NULL && atom.bin == number_bins[a]);
	}
	assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 1, 0));
	assert_string_equal(bin.label, "Biscoe | Torgersen");
	assert_true(bin.is_atom && bin.atoms == 2 && bin.volume == 2 && isnan(bin.lower));
	assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 1, 1));
	assert_string_equal(bin.label, "Dream");
	assert_ok(mixmi_histogram_get_atom(&atom, sizeof atom, histogram, 1, 2));
	assert_string_equal(atom.label, "Torgersen");
	assert_true(isnan(atom.value) && atom.bin == 0);
	assert_fails(mixmi_histogram_get_atom(&atom, sizeof atom, histogram, 1, 3), MIXMI_ERROR_USAGE, "no atom 3");
	assert_fails(mixmi_histogram_get_atom(&atom, sizeof atom, histogram, 2, 0), MIXMI_ERROR_USAGE, "no column 2");
	mixmi_histogram_free(histogram);
}

/* - sum c log2(c / (n v)) from the reported bins. */
static void score_follows_from_volumes(void **state)
{
	(void)state;
	mixmi_histogram *histogram = general_histogram();
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	double data = 0;
	for (size_t i = 0; i < info.cells; i++) {
		mixmi_cell cell;
		mixmi_bin x, y;
		assert_ok(mixmi_histogram_get_cell(&cell, sizeof cell, histogram, i));
		assert_ok(mixmi_histogram_get_bin(&x, sizeof x, histogram, 0, cell.bins[0]));
		assert_ok(mixmi_histogram_get_bin(&y, sizeof y, histogram, 1, cell.bins[1]));
		data -= (double)cell.count * log2((double)cell.count / 20 / x.volume / y.volume);
		assert_true(cell.volume == x.volume * y.volume);
		assert_close(cell.log_volume, log(x.volume) + log(y.volume), 1e-12);
	}
	assert_close(info.score_data, data, 1e-9 * data);
	assert_true(info.grid_cells == 10 && info.score_complexity == mixmi_parametric_complexity(20, 10));
	assert_close(info.score_cuts, log2(9 * 8 / 2), 1e-12);
	assert_string_equal(info.kind, "density");
	mixmi_histogram_free(histogram);
}

/* A width beyond the largest double, with and without atoms in it, and one below the smallest normal. */
static void extreme_widths_keep_their_logarithms(void **state)
{
	(void)state;
	const double wide[] = { -1.7e308, 1.7e308 }, narrow[] = { 0, 3 * 0x1p-1074 };
	const double atom = 7;
	const uint32_t bin = 0;
	for (int i = 0; i < 4; i++) {
		mixmi_histogram *histogram = hist_model_new(1);
		hist_column *column = &histogram->columns[0];
		column->name = base_string_copy("x");
		column->type = MIXMI_NUMERIC;
		column->intervals = 1;
		column->edges = base_array_copy(i < 2 ? wide : narrow, 2, sizeof *wide);
		column->atoms = i % 2 == 1;
		column->atom_values = base_array_copy(&atom, 1, sizeof atom);
		column->atom_bins = base_array_copy(&bin, 1, sizeof bin);
		assert_true(hist_column_finish(column) && hist_column_bins(column) == 1);
		double expected = i < 2 ? log(1.7e308) + log(2) : i == 2 ? log(3) - 1074 * log(2) : 0;
		assert_close(column->log_volumes[0], expected, 1e-12);
		mixmi_histogram_free(histogram);
	}
}

static void rows_find_groups_and_free_intervals(void **state)
{
	(void)state;
	const double sizes[] = { -2, 1, 0, 5, 0.1, 0.7, 1e300, 2e300, 0.05, 2.5 };
	const int64_t codes[] = { 0, 1, 2, 3, 0, 1, 2, 3, 0, 1 };
	const char *const labels[] = { "Torgersen", "Dream", "Biscoe", "Elsewhere" };
	const uint32_t none = MIXMI_NO_BIN;
	const uint32_t expected[] = { 4, 0, 4, 1, 3, 0, 1, none, 0, 0, 1, 1, 2, 0, none, none, none, 0, 1, 1 };
	mixmi_histogram *histogram = general_histogram();
	mixmi_table *table;
	uint32_t *bins;
	assert_ok(mixmi_table_new(&table, 10));
	assert_ok(mixmi_table_add_values(table, "size", MIXMI_NUMERIC, sizes, NULL));
	assert_ok(mixmi_table_add_codes(table, "island", codes, labels, 4, NULL));
	assert_ok(mixmi_histogram_assign(&bins, histogram, table, NULL));
	assert_memory_equal(bins, expected, sizeof expected);
	mixmi_free(bins);
	mixmi_table_free(table);
	mixmi_histogram_free(histogram);
}

/* Writes, reads, compares all fields, and writes again: the same text. */
static void assert_round_trip(const mixmi_histogram *histogram)
{
	mixmi_histogram *again;
	char *text, *second;
	mixmi_histogram_info a, b;
	assert_ok(mixmi_histogram_to_json(&text, histogram));
	assert_ok(mixmi_histogram_from_json(&again, text, strlen(text)));
	assert_same_histogram(histogram, again, 1);
	for (size_t j = 0; j < 2; j++)
		for (size_t i = 0; i < histogram->columns[j].atoms; i++)
			assert_int_equal(hist_column_atom_bin(&histogram->columns[j], i),
			                 hist_column_atom_bin(&again->columns[j], i));
	mixmi_histogram_describe(&a, sizeof a, histogram);
	mixmi_histogram_describe(&b, sizeof b, again);
	assert_true(a.score_complexity == b.score_complexity && a.score_cuts == b.score_cuts);
	assert_string_equal(a.kind, b.kind);
	assert_string_equal(a.preset, b.preset);
	assert_ok(mixmi_histogram_to_json(&second, again));
	assert_string_equal(text, second);
	mixmi_free(text);
	mixmi_free(second);
	mixmi_histogram_free(again);
}

static void reads_back_general_columns(void **state)
{
	(void)state;
	mixmi_histogram *histogram = general_histogram();
	assert_round_trip(histogram);
	histogram->kind = HIST_DEPENDENCE;
	histogram->score_data = -0.1; /* not what the cells alone say */
	histogram->score_complexity = 1.0 / 3;
	histogram->score_cuts = 1e-300;
	assert_round_trip(histogram);
	mixmi_histogram_free(histogram);
}

static void refuses_columns_that_make_no_sense(void **state)
{
	(void)state;
	static const char good[] =
		"{\"format\": \"mixmi-histogram\", \"version\": 2, \"kind\": \"dependence\", \"score_parts\": {\"data\": -3.5, "
		"\"complexity\": 2, \"cuts\": 1}, \"preset\": \"robust\", \"rows\": 5, \"rows_dropped\": 0, \"rounds\": 1, "
		"\"converged\": true, \"columns\": [{\"name\": \"a\", \"type\": \"numeric\", \"labelled\": false, \"range\": "
		"[0.5, 2], \"k_init\": 10, \"k_max\": 5, \"edges\": [0.5, 0.75, 2], \"atoms\": [3.5, 4, 5], \"atom_bins\": "
		"[2, 3, 2]}], \"cells\": [[0, 2], [2, 1], [3, 2]]}";
	static const struct {
		const char *part, *instead, *message;
	} changes[] = {
		{ "[0.5, 0.75, 2]", "[0.5, 0.5, 2]", "ascending" },
		{ "[0.5, 0.75, 2]", "[0.5, 2, 0.75]", "ascending" },
		{ "[0.5, 0.75, 2]", "[0.5, null, 2]", "edges" },
		{ "[0.5, 0.75, 2]", "[0.5, 0.75, \"2\"]", "edges" },
		{ "[0.5, 0.75, 2]", "[0.5, 0.75, 1e999]", "JSON" },
		{ "[0.5, 0.75, 2]", "[0.5]", "intervals" },
		{ "[0.5, 0.75, 2]", "3", "intervals" },
		{ "\"k_init\": 10", "\"k_init\": 1", "candidate" },
		{ "\"k_init\": 10", "\"k_init\": -1", "candidate" },
		{ "\"numeric\"", "\"discrete\"", "discrete" },
		{ "[2, 3, 2]", "[2, 3]", "every atom" },
		{ "[2, 3, 2]", "3", "every atom" },
		{ "[2, 3, 2]", "[2, 3, 5]", "out of range" },
		{ "[2, 3, 2]", "[2, 3, -1]", "out of range" },
		{ "[2, 3, 2]", "[2, 3, 2.5]", "out of range" },
		{ "[2, 3, 2]", "[3, 3, 3]", "neither" },
		{ "[2, 3, 2]", "[2, 2, 2]", "out of range" }, /* the cell in bin 3 */
		{ "\"dependence\"", "\"other\"", "kind" },
		{ "\"dependence\"", "2", "kind" },
		{ "\"data\": -3.5", "\"data\": null", "score" },
		{ "\"complexity\": 2", "\"complicated\": 2", "score" },
	};
	mixmi_histogram *histogram;
	mixmi_histogram_info info;
	assert_ok(mixmi_histogram_from_json(&histogram, good, strlen(good)));
	mixmi_histogram_describe(&info, sizeof info, histogram);
	assert_true(info.score_data == -3.5 && info.score == -0.5);
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
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_hold_intervals_and_groups),       cmocka_unit_test(score_follows_from_volumes),
		cmocka_unit_test(extreme_widths_keep_their_logarithms), cmocka_unit_test(rows_find_groups_and_free_intervals),
		cmocka_unit_test(reads_back_general_columns),           cmocka_unit_test(refuses_columns_that_make_no_sense),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
