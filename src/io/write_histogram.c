/* A fitted histogram as JSON. It contains the model (scales and cuts or edges, atoms, cells) and informative values
 * that are derived from it and recomputed on reading (read_histogram.c), so nothing is lost. Schema:
 * docs/reference/json.md. */
#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/model_format.h"
#include "paper/histogram/model.h"

static const size_t dump_flags = JSON_REAL_PRECISION(17);

/* Adds a member and takes ownership of `value`. A NULL value counts as a failure. */
static bool put(json_t *object, const char *key, json_t *value)
{
	return json_object_set_new(object, key, value) == 0;
}

static bool append(json_t *array, json_t *value)
{
	return json_array_append_new(array, value) == 0;
}

/* Labels are bytes; the rare one that is not valid UTF-8 is written as {"hex": "..."}. */
static json_t *label_to_json(const char *label)
{
	static const char digits[] = "0123456789abcdef";
	if (base_text_is_utf8(label, strlen(label)))
		return json_string(label);
	json_t *object = json_object();
	json_t *hex = json_string("");
	for (const char *c = label; hex != NULL && *c != '\0'; c++) {
		char pair[3] = { digits[(unsigned char)*c >> 4], digits[(unsigned char)*c & 15], '\0' };
		json_t *longer = json_sprintf("%s%s", json_string_value(hex), pair);
		json_decref(hex);
		hex = longer;
	}
	if (!put(object, IO_KEY_HEX, hex)) {
		json_decref(object);
		return NULL;
	}
	return object;
}

static json_t *atoms_to_json(const hist_column *column)
{
	json_t *atoms = json_array();
	bool done = atoms != NULL;
	for (size_t a = 0; done && a < column->atoms; a++)
		done = append(atoms, column->atom_labels != NULL ? label_to_json(column->atom_labels[a])
		                                                 : json_real(column->atom_values[a]));
	if (done)
		return atoms;
	json_decref(atoms);
	return NULL;
}

/* The interior cuts, as numbers of candidate bins or as values. */
static json_t *cuts_to_json(const hist_column *column, bool as_values)
{
	json_t *cuts = json_array();
	bool done = cuts != NULL;
	for (size_t i = 1; done && i < column->intervals; i++)
		done = append(cuts, as_values ? json_real(column->edges[i]) : json_integer(column->cuts[i]));
	if (done)
		return cuts;
	json_decref(cuts);
	return NULL;
}

static json_t *range_to_json(const hist_column *column)
{
	if (column->intervals == 0)
		return json_null();
	return json_pack("[f, f]", column->edges[0], column->edges[column->intervals]);
}

static bool has_free_edges(const hist_column *column)
{
	return column->intervals > 0 && column->cuts == NULL;
}

static json_t *edges_to_json(const hist_column *column)
{
	json_t *edges = json_array();
	bool done = edges != NULL;
	for (size_t i = 0; done && i <= column->intervals; i++)
		done = append(edges, json_real(column->edges[i]));
	if (done)
		return edges;
	json_decref(edges);
	return NULL;
}

static json_t *atom_bins_to_json(const hist_column *column)
{
	json_t *bins = json_array();
	bool done = bins != NULL;
	for (size_t a = 0; done && a < column->atoms; a++)
		done = append(bins, json_integer(column->atom_bins[a]));
	if (done)
		return bins;
	json_decref(bins);
	return NULL;
}

/* Cuts are numbers of candidate bins, or all edges as values. */
static bool put_cuts(json_t *object, const hist_column *column)
{
	if (has_free_edges(column))
		return put(object, IO_KEY_EDGES, edges_to_json(column));
	return put(object, IO_KEY_CUT_INDICES, cuts_to_json(column, false)) &&
	       put(object, IO_KEY_CUTS, cuts_to_json(column, true));
}

static json_t *column_to_json(const hist_column *column)
{
	json_t *object = json_object();
	const char *type = column->type == MIXMI_DISCRETE ? IO_DISCRETE : IO_NUMERIC;
	bool done = put(object, IO_KEY_NAME, json_string(column->name)) && put(object, IO_KEY_TYPE, json_string(type)) &&
	            put(object, IO_KEY_LABELLED, json_boolean(column->atom_labels != NULL)) &&
	            (column->unit == MIXMI_PLAIN ||
	             put(object, IO_KEY_UNIT, json_string(column->unit == MIXMI_DAYS ? "days" : "seconds"))) &&
	            put(object, IO_KEY_RANGE, range_to_json(column)) &&
	            put(object, IO_KEY_K_INIT, json_integer((json_int_t)column->scale.k_init)) &&
	            put(object, IO_KEY_K_MAX, json_integer((json_int_t)column->k_max)) && put_cuts(object, column) &&
	            put(object, IO_KEY_ATOMS, atoms_to_json(column)) &&
	            (column->atom_bins == NULL || put(object, IO_KEY_ATOM_BINS, atom_bins_to_json(column)));
	if (done)
		return object;
	json_decref(object);
	return NULL;
}

static json_t *columns_to_json(const mixmi_histogram *histogram)
{
	json_t *columns = json_array();
	bool done = columns != NULL;
	for (size_t j = 0; done && j < histogram->column_count; j++)
		done = append(columns, column_to_json(&histogram->columns[j]));
	if (done)
		return columns;
	json_decref(columns);
	return NULL;
}

/* A cell is an array of its bins, then its count. */
static json_t *cell_to_json(const uint32_t *bins, size_t columns, uint64_t count)
{
	json_t *cell = json_array();
	bool done = cell != NULL;
	for (size_t j = 0; done && j < columns; j++)
		done = append(cell, json_integer(bins[j]));
	if (done && append(cell, json_integer((json_int_t)count)))
		return cell;
	json_decref(cell);
	return NULL;
}

static json_t *cells_to_json(const mixmi_histogram *histogram)
{
	size_t columns = histogram->column_count;
	json_t *cells = json_array();
	bool done = cells != NULL;
	for (size_t i = 0; done && i < histogram->cells; i++)
		done = append(cells, cell_to_json(histogram->bins + i * columns, columns, histogram->counts[i]));
	if (done)
		return cells;
	json_decref(cells);
	return NULL;
}

static int version_of(const mixmi_histogram *histogram)
{
	bool plain = histogram->kind == HIST_DENSITY;
	for (size_t j = 0; j < histogram->column_count; j++)
		plain = plain && !has_free_edges(&histogram->columns[j]) && histogram->columns[j].atom_bins == NULL;
	return plain ? IO_FORMAT_PLAIN : IO_FORMAT_GENERAL;
}

/* The score of a density follows from its cells; that of a dependence fit is stored. */
static bool put_kind(json_t *object, const mixmi_histogram_info *info, const mixmi_histogram *histogram)
{
	if (histogram->kind == HIST_DENSITY)
		return true;
	json_t *parts = json_object();
	bool done = put(parts, IO_KEY_SCORE_DATA, json_real(info->score_data)) &&
	            put(parts, IO_KEY_SCORE_COMPLEXITY, json_real(info->score_complexity)) &&
	            put(parts, IO_KEY_SCORE_CUTS, json_real(info->score_cuts));
	if (!done) {
		json_decref(parts);
		return false;
	}
	return put(object, IO_KEY_SCORE_PARTS, parts) && put(object, IO_KEY_KIND, json_string(IO_DEPENDENCE));
}

static bool put_all(json_t *object, const mixmi_histogram *histogram)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	return put(object, IO_KEY_FORMAT, json_string(IO_FORMAT)) &&
	       put(object, IO_KEY_VERSION, json_integer(version_of(histogram))) &&
	       put(object, IO_KEY_PRESET, json_string(info.preset)) &&
	       put(object, IO_KEY_ROWS, json_integer((json_int_t)info.rows)) &&
	       put(object, IO_KEY_ROWS_DROPPED, json_integer((json_int_t)info.rows_dropped)) &&
	       put(object, IO_KEY_ROUNDS, json_integer((json_int_t)info.rounds)) &&
	       put(object, IO_KEY_CONVERGED, json_boolean(info.converged)) &&
	       put(object, IO_KEY_SCORE, json_real(info.score)) && put_kind(object, &info, histogram) &&
	       put(object, IO_KEY_COLUMNS, columns_to_json(histogram)) &&
	       put(object, IO_KEY_CELLS, cells_to_json(histogram));
}

mixmi_status mixmi_histogram_to_json(char **text, const mixmi_histogram *histogram)
{
	*text = NULL;
	if (histogram->table_rows > 0)
		return base_error(MIXMI_ERROR_USAGE, "a grid of residuals is not saved: fit a histogram of the columns");
	json_t *object = json_object();
	if (object != NULL && put_all(object, histogram)) {
		/* jansson has its own allocator; return memory that mixmi_free() can release */
		size_t size = json_dumpb(object, NULL, 0, dump_flags);
		char *copy = size > 0 ? base_array(size + 1, 1) : NULL;
		if (copy != NULL && json_dumpb(object, copy, size, dump_flags) == size) {
			copy[size] = '\0';
			*text = copy;
		} else {
			mixmi_free(copy);
		}
	}
	json_decref(object);
	return *text != NULL ? MIXMI_OK : base_error_memory();
}
