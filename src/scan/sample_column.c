/* Columns on a question's rows, and an order of columns by what is in them. */
#include "scan/sample_column.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How many rows have each code: the column's own counts where all rows are used. NULL: out of memory. */
static const uint32_t *count_codes(uint32_t **owned, const data_column *source, const scan_rows *rows)
{
	if (rows->used == NULL)
		return source->counts;
	*owned = base_array_zero(source->distinct, sizeof **owned);
	for (size_t i = 0; *owned != NULL && i < rows->entries; i++)
		(*owned)[source->codes[rows->used[i]]] += rows->times != NULL ? rows->times[i] : 1;
	return *owned;
}

bool scan_column_init(scan_column *column, const data_column *source, const scan_rows *rows)
{
	*column = (scan_column){ .rows = rows->count,
		                     .entries = rows->entries,
		                     .times = rows->times,
		                     .distinct = source->distinct,
		                     .unordered = source->type == MIXMI_DISCRETE,
		                     .codes = source->codes };
	if (rows->used != NULL) {
		column->codes = column->owned_codes = base_array(rows->entries, sizeof *column->owned_codes);
		for (size_t i = 0; column->codes != NULL && i < rows->entries; i++)
			column->owned_codes[i] = source->codes[rows->used[i]];
	}
	column->counts = count_codes(&column->owned_counts, source, rows);
	if (column->codes == NULL || column->counts == NULL) {
		scan_column_clear(column);
		return false;
	}
	for (size_t code = 0; code < column->distinct; code++)
		column->occurring += column->counts[code] > 0;
	return true;
}

void scan_column_clear(scan_column *column)
{
	free(column->owned_codes);
	free(column->owned_counts);
	memset(column, 0, sizeof *column);
}

/* ------------------------------------------------------------------------------------------ an order of columns */

/* Value `place` of the column read upwards, or of its negative. */
static double value_at(const data_column *c, bool negated, size_t place)
{
	return negated ? -c->values[c->distinct - 1 - place] : c->values[place];
}

static uint32_t count_at(const data_column *c, bool negated, size_t place)
{
	return c->counts[negated ? c->distinct - 1 - place : place];
}

static int compare_readings(const data_column *a, bool a_negated, const data_column *b, bool b_negated)
{
	for (size_t i = 0; i < a->distinct; i++) {
		double v = value_at(a, a_negated, i), w = value_at(b, b_negated, i);
		if (v != w)
			return v < w ? -1 : 1;
		uint32_t m = count_at(a, a_negated, i), n = count_at(b, b_negated, i);
		if (m != n)
			return m < n ? -1 : 1;
	}
	return 0;
}

/* Of a column and its negative the one that comes first stands for both. */
static bool is_read_negated(const data_column *c)
{
	return compare_readings(c, true, c, false) < 0;
}

/* Sums of squares of the counts tell most label columns apart. */
static double spread_of_counts(const data_column *c)
{
	double sum = 0;
	for (size_t i = 0; i < c->distinct; i++)
		sum += (double)c->counts[i] * (double)c->counts[i];
	return sum;
}

int scan_column_compare(const data_column *a, const data_column *b)
{
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	if (a->distinct != b->distinct)
		return a->distinct < b->distinct ? -1 : 1;
	if (a->type == MIXMI_NUMERIC && a->values != NULL && b->values != NULL)
		return compare_readings(a, is_read_negated(a), b, is_read_negated(b));
	double v = spread_of_counts(a), w = spread_of_counts(b);
	return v < w ? -1 : v > w ? 1 : 0;
}

void scan_sort_columns(size_t *sorted, const mixmi_table *table, const size_t *columns, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t k = i;
		for (; k > 0 && scan_column_compare(&table->columns[sorted[k - 1]], &table->columns[columns[i]]) > 0; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = columns[i];
	}
}
