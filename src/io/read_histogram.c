/* Reads a histogram from JSON. The text is untrusted, so everything that the library relies on is checked here:
 * ascending cuts and atoms, bins within range, no bin without an interval or atom, no repeated cell, consistent
 * counts. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "data/table.h"
#include "io/model_format.h"
#include "paper/histogram/model.h"

static mixmi_status malformed(const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "not a histogram of mixmi: %s", what);
}

static bool get_size(size_t *out, const json_t *object, const char *key, size_t most)
{
	const json_t *value = json_object_get(object, key);
	json_int_t number = json_integer_value(value);
	if (!json_is_integer(value) || number < 0 || (uint64_t)number > most)
		return false;
	*out = (size_t)number;
	return true;
}

static bool get_finite(double *out, const json_t *value)
{
	*out = json_number_value(value);
	return json_is_number(value) && isfinite(*out);
}

/* --------------------------------------------------------------------------------------------------- atoms */

static mixmi_status read_numbers(hist_column *column, const json_t *atoms)
{
	column->atom_values = base_array(column->atoms, sizeof *column->atom_values);
	if (column->atom_values == NULL)
		return base_error_memory();
	for (size_t a = 0; a < column->atoms; a++) {
		if (!get_finite(&column->atom_values[a], json_array_get(atoms, a)))
			return malformed("an atom is not a number");
		if (a > 0 && column->atom_values[a] <= column->atom_values[a - 1])
			return malformed("atoms are not in ascending order");
	}
	return MIXMI_OK;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The bytes of a hexadecimal label; NULL if it is invalid or memory runs out (*status has the reason). */
static char *label_from_hex(mixmi_status *status, const char *hex)
{
	size_t length = hex != NULL ? strlen(hex) : 1;
	*status = length % 2 == 0 ? MIXMI_OK : malformed("a label is neither a text nor hexadecimal");
	char *label = *status == MIXMI_OK ? base_array(length / 2 + 1, 1) : NULL;
	if (*status == MIXMI_OK && label == NULL)
		*status = base_error_memory();
	for (size_t i = 0; *status == MIXMI_OK && i < length / 2; i++) {
		int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
		if (high < 0 || low < 0 || high + low == 0)
			*status = malformed("a label is neither a text nor hexadecimal");
		label[i] = (char)(16 * high + low);
	}
	if (*status != MIXMI_OK) {
		free(label);
		return NULL;
	}
	label[length / 2] = '\0';
	return label;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Copies the labels to the column if all are distinct. */
static mixmi_status take_labels(hist_column *column, char **labels)
{
	column->atom_labels = base_strings_copy((const char *const *)labels, column->atoms);
	if (column->atom_labels == NULL)
		return base_error_memory();
	qsort(labels, column->atoms, sizeof *labels, compare_texts);
	for (size_t a = 1; a < column->atoms; a++)
		if (strcmp(labels[a - 1], labels[a]) == 0)
			return malformed("a label occurs twice in a column");
	return MIXMI_OK;
}

static mixmi_status read_labels(hist_column *column, const json_t *atoms)
{
	char **labels = base_array_zero(column->atoms, sizeof *labels);
	mixmi_status status = labels != NULL ? MIXMI_OK : base_error_memory();
	for (size_t a = 0; status == MIXMI_OK && a < column->atoms; a++) {
		const json_t *atom = json_array_get(atoms, a);
		if (json_is_string(atom)) {
			labels[a] = base_string_copy(json_string_value(atom));
			status = labels[a] != NULL ? MIXMI_OK : base_error_memory();
		} else {
			labels[a] = label_from_hex(&status, json_string_value(json_object_get(atom, IO_KEY_HEX)));
		}
	}
	if (status == MIXMI_OK)
		status = take_labels(column, labels);
	for (size_t a = 0; labels != NULL && a < column->atoms; a++)
		free(labels[a]);
	free(labels);
	return status;
}

static mixmi_status read_atoms(hist_column *column, const json_t *object)
{
	const json_t *atoms = json_object_get(object, IO_KEY_ATOMS);
	const json_t *labelled = json_object_get(object, IO_KEY_LABELLED);
	if (!json_is_array(atoms) || !json_is_boolean(labelled))
		return malformed("a column has no atoms");
	column->atoms = json_array_size(atoms);
	return json_is_true(labelled) ? read_labels(column, atoms) : read_numbers(column, atoms);
}

/* ------------------------------------------------------------------------------------------------- columns */

static mixmi_status read_cuts(hist_column *column, const json_t *object)
{
	const json_t *cuts = json_object_get(object, IO_KEY_CUT_INDICES);
	if (!json_is_array(cuts))
		return malformed("a column has no cuts");
	column->intervals = json_array_size(cuts) + 1;
	column->cuts = base_array(column->intervals + 1, sizeof *column->cuts);
	if (column->cuts == NULL)
		return base_error_memory();
	column->cuts[0] = 0;
	for (size_t i = 1; i < column->intervals; i++) {
		const json_t *cut = json_array_get(cuts, i - 1);
		json_int_t index = json_integer_value(cut);
		if (!json_is_integer(cut) || index <= column->cuts[i - 1] || (uint64_t)index >= column->scale.k_init)
			return malformed("cuts are not in ascending order within the range");
		column->cuts[i] = (uint32_t)index;
	}
	column->cuts[column->intervals] = (uint32_t)column->scale.k_init;
	return MIXMI_OK;
}

static mixmi_status read_edges(hist_column *column, const json_t *edges)
{
	size_t count = json_array_size(edges);
	if (count < 2 || count > UINT32_MAX)
		return malformed("a column has edges without intervals");
	column->edges = base_array(count, sizeof *column->edges);
	if (column->edges == NULL)
		return base_error_memory();
	column->intervals = count - 1;
	for (size_t i = 0; i < count; i++)
		if (!get_finite(&column->edges[i], json_array_get(edges, i)) ||
		    (i > 0 && column->edges[i] <= column->edges[i - 1]))
			return malformed("edges are not numbers in ascending order");
	return MIXMI_OK;
}

/* A column whose intervals are not made of candidate bins of equal width. The number of candidates is known
 * nevertheless, or 0. */
static mixmi_status read_free_intervals(hist_column *column, const json_t *object)
{
	mixmi_status status = read_edges(column, json_object_get(object, IO_KEY_EDGES));
	if (status != MIXMI_OK)
		return status;
	if (column->type == MIXMI_DISCRETE)
		return malformed("a discrete column has intervals");
	if (!get_size(&column->scale.k_init, object, IO_KEY_K_INIT, UINT32_MAX - 1) ||
	    !get_size(&column->k_max, object, IO_KEY_K_MAX, UINT32_MAX - 1) ||
	    (column->scale.k_init > 0 && column->scale.k_init < column->intervals))
		return malformed("a column has no number of candidate bins");
	return MIXMI_OK;
}

static mixmi_status read_intervals(hist_column *column, const json_t *object)
{
	const json_t *range = json_object_get(object, IO_KEY_RANGE);
	if (json_object_get(object, IO_KEY_EDGES) != NULL)
		return read_free_intervals(column, object);
	if (json_is_null(range))
		return MIXMI_OK;
	double lower, upper;
	size_t k_init;
	if (!get_finite(&lower, json_array_get(range, 0)) || !get_finite(&upper, json_array_get(range, 1)) ||
	    lower >= upper || column->type == MIXMI_DISCRETE)
		return malformed("the range of a column is invalid");
	if (!get_size(&k_init, object, IO_KEY_K_INIT, UINT32_MAX - 1) || k_init < 1 ||
	    !get_size(&column->k_max, object, IO_KEY_K_MAX, k_init))
		return malformed("a column has no number of candidate bins");
	hist_scale_init(&column->scale, lower, upper, k_init);
	return read_cuts(column, object);
}

/* Checks that every bin after the intervals has an atom. Bins of atoms are below intervals + atoms. */
static mixmi_status check_groups(const hist_column *column)
{
	size_t groups = 0, met = 0;
	uint8_t *seen = base_array_zero(column->atoms, 1);
	if (seen == NULL)
		return base_error_memory();
	for (size_t a = 0; a < column->atoms; a++) {
		if (column->atom_bins[a] < column->intervals)
			continue;
		size_t group = column->atom_bins[a] - column->intervals;
		groups = group + 1 > groups ? group + 1 : groups;
		met += seen[group] == 0;
		seen[group] = 1;
	}
	free(seen);
	return met == groups ? MIXMI_OK : malformed("a bin of a column has neither an interval nor an atom");
}

static mixmi_status read_atom_bins(hist_column *column, const json_t *object)
{
	const json_t *bins = json_object_get(object, IO_KEY_ATOM_BINS);
	if (bins == NULL)
		return MIXMI_OK;
	if (!json_is_array(bins) || json_array_size(bins) != column->atoms)
		return malformed("a column does not have a bin for every atom");
	column->atom_bins = base_array(column->atoms, sizeof *column->atom_bins);
	if (column->atom_bins == NULL)
		return base_error_memory();
	for (size_t a = 0; a < column->atoms; a++) {
		const json_t *bin = json_array_get(bins, a);
		json_int_t number = json_integer_value(bin);
		if (!json_is_integer(bin) || number < 0 || (uint64_t)number >= column->intervals + column->atoms)
			return malformed("the bin of an atom is out of range");
		column->atom_bins[a] = (uint32_t)number;
	}
	return check_groups(column);
}

static mixmi_status read_column(hist_column *column, const json_t *object)
{
	const char *name = json_string_value(json_object_get(object, IO_KEY_NAME));
	const char *type = json_string_value(json_object_get(object, IO_KEY_TYPE));
	if (name == NULL || type == NULL || (strcmp(type, IO_DISCRETE) != 0 && strcmp(type, IO_NUMERIC) != 0))
		return malformed("a column has no name or type");
	column->type = strcmp(type, IO_DISCRETE) == 0 ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	const char *unit = json_string_value(json_object_get(object, IO_KEY_UNIT));
	column->unit = unit == NULL ? MIXMI_PLAIN : strcmp(unit, "days") == 0 ? MIXMI_DAYS : MIXMI_SECONDS;
	column->name = base_string_copy(name);
	if (column->name == NULL)
		return base_error_memory();
	mixmi_status status = read_atoms(column, object);
	if (status == MIXMI_OK)
		status = read_intervals(column, object);
	if (status == MIXMI_OK)
		status = read_atom_bins(column, object);
	if (status == MIXMI_OK && !hist_column_finish(column))
		status = base_error_memory();
	if (status == MIXMI_OK && hist_column_bins(column) == 0)
		status = malformed("a column has no bins");
	return status;
}

/* --------------------------------------------------------------------------------------------------- cells */

static mixmi_status read_cell(uint32_t *bins, uint64_t *count, const mixmi_histogram *histogram, const json_t *cell)
{
	size_t columns = histogram->column_count;
	if (json_array_size(cell) != columns + 1)
		return malformed("a cell does not have a bin for every column and a count");
	for (size_t j = 0; j <= columns; j++) {
		const json_t *value = json_array_get(cell, j);
		json_int_t number = json_integer_value(value);
		bool fits = j < columns ? number >= 0 && (uint64_t)number < hist_column_bins(&histogram->columns[j])
		                        : number >= 1 && (uint64_t)number <= DATA_MAX_ROWS;
		if (!json_is_integer(value) || !fits)
			return malformed("a bin or count of a cell is out of range");
		if (j < columns)
			bins[j] = (uint32_t)number;
		else
			*count = (uint64_t)number;
	}
	return MIXMI_OK;
}

static mixmi_status read_cells(mixmi_histogram *histogram, const json_t *array)
{
	size_t cells = json_array_size(array), columns = histogram->column_count;
	uint64_t rows = 0;
	uint32_t *bins = base_array(cells, columns * sizeof *bins);
	uint64_t *counts = base_array(cells, sizeof *counts);
	mixmi_status status = bins != NULL && counts != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < cells; i++) {
		status = read_cell(bins + i * columns, &counts[i], histogram, json_array_get(array, i));
		rows += status == MIXMI_OK ? counts[i] : 0;
		if (status == MIXMI_OK && rows > DATA_MAX_ROWS)
			status = malformed("it has too many rows");
	}
	if (status == MIXMI_OK && rows < 2)
		status = malformed("it has fewer than 2 rows");
	if (status == MIXMI_OK)
		status = hist_model_set_cells(histogram, bins, counts, cells);
	if (status == MIXMI_OK && histogram->grid_cells > HIST_MAX_GRID_CELLS)
		status = malformed("its grid has too many cells");
	free(bins);
	free(counts);
	return status;
}

/* ------------------------------------------------------------------------------------------------ together */

static mixmi_status read_kind(mixmi_histogram *histogram, const json_t *root)
{
	const json_t *kind = json_object_get(root, IO_KEY_KIND);
	const char *name = json_string_value(kind);
	if (kind == NULL || (name != NULL && strcmp(name, IO_DENSITY) == 0))
		return MIXMI_OK;
	if (name == NULL || strcmp(name, IO_DEPENDENCE) != 0)
		return malformed("its kind is not known to this version");
	const json_t *parts = json_object_get(root, IO_KEY_SCORE_PARTS);
	histogram->kind = HIST_DEPENDENCE;
	if (!get_finite(&histogram->score_data, json_object_get(parts, IO_KEY_SCORE_DATA)) ||
	    !get_finite(&histogram->score_complexity, json_object_get(parts, IO_KEY_SCORE_COMPLEXITY)) ||
	    !get_finite(&histogram->score_cuts, json_object_get(parts, IO_KEY_SCORE_CUTS)))
		return malformed("it has no score");
	return MIXMI_OK;
}

static mixmi_status read_rest(mixmi_histogram *histogram, const json_t *root)
{
	size_t rows;
	const char *preset = json_string_value(json_object_get(root, IO_KEY_PRESET));
	const json_t *converged = json_object_get(root, IO_KEY_CONVERGED);
	if (!get_size(&rows, root, IO_KEY_ROWS, DATA_MAX_ROWS) || rows != histogram->rows)
		return malformed("its cells do not add up to its rows");
	if (!get_size(&histogram->rows_dropped, root, IO_KEY_ROWS_DROPPED, SIZE_MAX) ||
	    !get_size(&histogram->rounds, root, IO_KEY_ROUNDS, SIZE_MAX) || !json_is_boolean(converged))
		return malformed("it does not say how it was fitted");
	histogram->converged = json_is_true(converged);
	histogram->preset = preset != NULL ? base_preset_number(preset) : -1;
	return histogram->preset >= 0 ? read_kind(histogram, root) : malformed("its preset is not known to this version");
}

static mixmi_status read_columns(mixmi_histogram *histogram, const json_t *columns)
{
	for (size_t j = 0; j < histogram->column_count; j++) {
		mixmi_status status = read_column(&histogram->columns[j], json_array_get(columns, j));
		for (size_t i = 0; status == MIXMI_OK && i < j; i++)
			if (strcmp(histogram->columns[i].name, histogram->columns[j].name) == 0)
				status = malformed("two columns have the same name");
		if (status != MIXMI_OK)
			return status;
	}
	return MIXMI_OK;
}

static mixmi_status read_root(mixmi_histogram **out, const json_t *root)
{
	const char *format = json_string_value(json_object_get(root, IO_KEY_FORMAT));
	const json_t *columns = json_object_get(root, IO_KEY_COLUMNS);
	const json_t *cells = json_object_get(root, IO_KEY_CELLS);
	size_t version;
	if (format == NULL || strcmp(format, IO_FORMAT) != 0)
		return malformed("\"" IO_KEY_FORMAT "\" is not \"" IO_FORMAT "\"");
	if (!get_size(&version, root, IO_KEY_VERSION, IO_FORMAT_GENERAL) || version < IO_FORMAT_PLAIN)
		return malformed("its version is not known to this version of the library");
	if (json_array_size(columns) == 0 || !json_is_array(cells))
		return malformed("it has no columns or no cells");
	mixmi_histogram *histogram = hist_model_new(json_array_size(columns));
	if (histogram == NULL)
		return base_error_memory();
	mixmi_status status = read_columns(histogram, columns);
	if (status == MIXMI_OK)
		status = read_cells(histogram, cells);
	if (status == MIXMI_OK)
		status = read_rest(histogram, root);
	if (status == MIXMI_OK)
		*out = histogram;
	else
		mixmi_histogram_free(histogram);
	return status;
}

mixmi_status mixmi_histogram_from_json(mixmi_histogram **out, const char *text, size_t length)
{
	*out = NULL;
	json_error_t error = { 0 }; /* stays empty if jansson has no memory even for its message */
	json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
	if (root == NULL) {
		if (error.text[0] == '\0' || json_error_code(&error) == json_error_out_of_memory)
			return base_error_memory();
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_DATA, "line %d, column %d: not valid JSON: %s", error.line, error.column,
		                  base_text_show(shown, error.text, strlen(error.text)));
	}
	mixmi_status status = read_root(out, root);
	json_decref(root);
	return status;
}
