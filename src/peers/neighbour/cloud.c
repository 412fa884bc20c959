/* Converts columns of a table to weighted points. Coinciding rows are one point, so that atoms and discrete columns
 * reduce the work. The estimators need only counts of rows, which the weights keep exact. */
#include "peers/neighbour/cloud.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "paper/cells/cell_numbers.h"

static size_t list_set(neighbour_rows *r, const question_ready *q, const size_t *places, size_t count)
{
	for (size_t i = 0; i < count; i++)
		r->columns[r->column_count++] = &q->table->columns[q->columns[places[i]]];
	return count;
}

/* Lists columns in the order X, Z, Y. */
static void list_columns(neighbour_rows *r, const question_ready *q)
{
	r->x_count = list_set(r, q, q->sets.x, q->sets.x_count);
	r->z_count = list_set(r, q, q->sets.z, q->sets.z_count);
	r->y_count = list_set(r, q, q->sets.y, q->sets.y_count);
}

/* Codes of the complete rows, column by column. */
static bool gather_codes(neighbour_rows *r, const question_complete *complete)
{
	r->codes = base_array(complete->count, r->column_count * sizeof *r->codes);
	for (size_t j = 0; r->codes != NULL && j < r->column_count; j++)
		for (size_t i = 0; i < r->rows; i++)
			r->codes[j * r->rows + i] = r->columns[j]->codes[question_complete_at(complete, i)];
	return r->codes != NULL;
}

static bool is_constant(const neighbour_rows *r, size_t column)
{
	const uint32_t *codes = r->codes + column * r->rows;
	for (size_t i = 1; i < r->rows; i++)
		if (codes[i] != codes[0])
			return false;
	return true;
}

/* Drops constant columns, which add 0 to every distance. */
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

/* True if all values can be halved exactly: denormal values would lose a bit, and different values could coincide. */
static bool can_be_halved(const data_column *column)
{
	for (size_t i = 0; column->values != NULL && i < column->distinct; i++) {
		double value = column->values[i], half = 0.5 * value;
		if (half + half < value || half + half > value)
			return false;
	}
	return true;
}

/* If a distance could exceed the largest double, all values are halved; if that is not possible, such a distance is
 * truncated to the largest double. */
static void set_limits(neighbour_rows *r, bool zero_one)
{
	bool overflow = false, halves = true;
	for (size_t j = 0; j < r->column_count; j++) {
		const data_column *column = r->columns[j];
		overflow =
			overflow || (column->values != NULL && isinf(column->values[column->distinct - 1] - column->values[0]));
		halves = halves && can_be_halved(column);
	}
	r->unit = overflow && halves ? 0.5 : 1;
	for (size_t j = 0; j < r->column_count; j++)
		r->limits[j] = zero_one && r->columns[j]->type == MIXMI_DISCRETE ? r->unit : DBL_MAX;
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

static mixmi_status check_neighbours(const neighbour_rows *r, int64_t neighbours)
{
	if ((uint64_t)neighbours < r->rows)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "%lld neighbours need more than %lld rows, but %zu can be used",
	                  (long long)neighbours, (long long)neighbours, r->rows);
}

/* Selects the complete rows. */
static mixmi_status take_rows(neighbour_rows *rows, const question_ready *question, const mixmi_options *options)
{
	question_complete complete;
	mixmi_status status = question_complete_init(&complete, question->table, question->columns, question->count);
	if (status != MIXMI_OK)
		return status;
	rows->rows = complete.count;
	rows->rows_dropped = complete.dropped;
	status = check_neighbours(rows, options->neighbours);
	if (status == MIXMI_OK) {
		list_columns(rows, question);
		status = gather_codes(rows, &complete) ? MIXMI_OK : base_error_memory();
	}
	if (status == MIXMI_OK && options->metric == MIXMI_METRIC_NUMBERS)
		status = check_metric(rows);
	question_complete_clear(&complete);
	return status;
}

mixmi_status neighbour_rows_init(neighbour_rows *rows, const question_ready *question, const mixmi_options *options)
{
	memset(rows, 0, sizeof *rows);
	rows->columns = base_array(question->count, sizeof *rows->columns);
	rows->limits = base_array(question->count, sizeof *rows->limits);
	mixmi_status status = base_error_memory();
	if (rows->columns != NULL && rows->limits != NULL)
		status = take_rows(rows, question, options);
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
	return (rows->limits[column] >= DBL_MAX ? rows->columns[column]->values[code] : (double)code) * rows->unit;
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
