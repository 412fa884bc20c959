/* From a table's columns to weighted points. Rows that coincide are one point, so that atoms and discrete columns make
 * the work less, not more; all that the estimators need is counts of rows, which the weights keep exact. */
#include "neighbour/cloud.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "cells/cell_numbers.h"

/* Columns in the order X, Z, Y. */
static void list_columns(neighbour_rows *r, const mixmi_table *table, const mixmi_question *q)
{
	size_t next = 0;
	for (size_t i = 0; i < q->x_count; i++)
		r->columns[next++] = &table->columns[q->x[i]];
	for (size_t i = 0; i < q->z_count; i++)
		r->columns[next++] = &table->columns[q->z[i]];
	for (size_t i = 0; i < q->y_count; i++)
		r->columns[next++] = &table->columns[q->y[i]];
	r->x_count = q->x_count;
	r->z_count = q->z_count;
	r->y_count = q->y_count;
	r->column_count = next;
}

/* Codes of the rows without a missing value, column by column. */
static void gather_codes(neighbour_rows *r, size_t table_rows)
{
	r->rows = 0;
	for (size_t row = 0; row < table_rows; row++) {
		bool whole = true;
		for (size_t j = 0; j < r->column_count; j++) {
			uint32_t code = r->columns[j]->codes[row];
			r->codes[j * table_rows + r->rows] = code;
			whole = whole && code != DATA_MISSING;
		}
		r->rows += whole;
	}
	r->rows_dropped = table_rows - r->rows;
	for (size_t j = 1; r->rows > 0 && j < r->column_count; j++)
		memmove(r->codes + j * r->rows, r->codes + j * table_rows, r->rows * sizeof *r->codes);
}

static bool is_constant(const neighbour_rows *r, size_t column)
{
	const uint32_t *codes = r->codes + column * r->rows;
	for (size_t i = 1; i < r->rows; i++)
		if (codes[i] != codes[0])
			return false;
	return true;
}

/* A constant column adds 0 to every distance. */
static void drop_constants(neighbour_rows *r)
{
	size_t kept = 0, x_end = r->x_count, z_end = x_end + r->z_count;
	for (size_t j = 0; j < r->column_count; j++) {
		if (is_constant(r, j)) {
			*(j < x_end ? &r->x_count : j < z_end ? &r->z_count : &r->y_count) -= 1;
			continue;
		}
		if (kept < j)
			memcpy(r->codes + kept * r->rows, r->codes + j * r->rows, r->rows * sizeof *r->codes);
		r->columns[kept++] = r->columns[j];
	}
	r->column_count = kept;
}

static void set_limits(neighbour_rows *r, bool zero_one)
{
	r->unit = 1;
	for (size_t j = 0; j < r->column_count; j++) {
		const data_column *column = r->columns[j];
		if (column->values != NULL && isinf(column->values[column->distinct - 1] - column->values[0]))
			r->unit = 0.5;
	}
	for (size_t j = 0; j < r->column_count; j++)
		r->limits[j] = zero_one && r->columns[j]->type == MIXMI_DISCRETE ? r->unit : (double)INFINITY;
}

static mixmi_status check_metric(const neighbour_rows *r)
{
	for (size_t j = 0; j < r->column_count; j++)
		if (r->columns[j]->values == NULL) {
			char shown[BASE_TEXT_SHOWN];
			const char *name = r->columns[j]->name;
			return base_error(MIXMI_ERROR_DATA, "column '%s' holds texts, which have no distance as numbers",
			                  base_text_show(shown, name, strlen(name)));
		}
	return MIXMI_OK;
}

static mixmi_status check_rows(const neighbour_rows *r, int64_t neighbours)
{
	if (r->rows < 2)
		return base_error(MIXMI_ERROR_DATA,
		                  "only %zu of %zu rows have a value in every column asked for; at least 2 are needed", r->rows,
		                  r->rows + r->rows_dropped);
	if ((uint64_t)neighbours >= r->rows)
		return base_error(MIXMI_ERROR_DATA, "%lld neighbours need more than %lld rows, but %zu can be used",
		                  (long long)neighbours, (long long)neighbours, r->rows);
	return MIXMI_OK;
}

mixmi_status neighbour_rows_init(neighbour_rows *rows, const mixmi_table *table, const mixmi_question *question,
                                 const mixmi_options *options)
{
	memset(rows, 0, sizeof *rows);
	size_t count = question->x_count + question->y_count + question->z_count;
	rows->columns = base_array(count, sizeof *rows->columns);
	rows->limits = base_array(count, sizeof *rows->limits);
	rows->codes = table->rows <= SIZE_MAX / count ? base_array(count * table->rows, sizeof *rows->codes) : NULL;
	mixmi_status status = MIXMI_OK;
	if (rows->columns == NULL || rows->limits == NULL || rows->codes == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK) {
		list_columns(rows, table, question);
		gather_codes(rows, table->rows);
		status = check_rows(rows, options->neighbours);
	}
	if (status == MIXMI_OK && options->metric == MIXMI_METRIC_NUMBERS)
		status = check_metric(rows);
	if (status != MIXMI_OK) {
		neighbour_rows_clear(rows);
		return status;
	}
	drop_constants(rows);
	set_limits(rows, options->metric == MIXMI_METRIC_ZERO_ONE);
	return MIXMI_OK;
}

void neighbour_rows_clear(neighbour_rows *rows)
{
	free(rows->columns);
	free(rows->codes);
	free(rows->limits);
	memset(rows, 0, sizeof *rows);
}

double neighbour_rows_coordinate(const neighbour_rows *rows, size_t column, uint32_t code)
{
	return (isinf(rows->limits[column]) ? rows->columns[column]->values[code] : (double)code) * rows->unit;
}

static bool fill_cloud(neighbour_cloud *cloud, const neighbour_rows *rows, size_t first, const uint32_t *ids)
{
	cloud->points = cloud->count <= SIZE_MAX / cloud->dimensions
	                    ? base_array(cloud->count * cloud->dimensions, sizeof *cloud->points)
	                    : NULL;
	cloud->weights = base_array_zero(cloud->count, sizeof *cloud->weights);
	if (cloud->points == NULL || cloud->weights == NULL)
		return false;
	for (size_t i = 0; i < rows->rows; i++)
		if (cloud->weights[ids[i]]++ == 0)
			for (size_t j = 0; j < cloud->dimensions; j++)
				cloud->points[ids[i] * cloud->dimensions + j] =
					neighbour_rows_coordinate(rows, first + j, rows->codes[(first + j) * rows->rows + i]);
	return true;
}

bool neighbour_cloud_init(neighbour_cloud *cloud, const neighbour_rows *rows, size_t first, size_t count)
{
	*cloud = (neighbour_cloud){ .dimensions = count, .limits = rows->limits + first };
	uint32_t *ids = base_array(rows->rows, sizeof *ids);
	cells_coordinate *coordinates = base_array(count, sizeof *coordinates);
	bool done = ids != NULL && coordinates != NULL;
	for (size_t j = 0; done && j < count; j++)
		coordinates[j] =
			(cells_coordinate){ rows->codes + (first + j) * rows->rows, 1, NULL, rows->columns[first + j]->distinct };
	done =
		done && cells_rank(ids, &cloud->count, coordinates, count, rows->rows) && fill_cloud(cloud, rows, first, ids);
	free(ids);
	free(coordinates);
	if (!done)
		neighbour_cloud_clear(cloud);
	return done;
}

void neighbour_cloud_clear(neighbour_cloud *cloud)
{
	free(cloud->points);
	free(cloud->weights);
	*cloud = (neighbour_cloud){ 0 };
}
