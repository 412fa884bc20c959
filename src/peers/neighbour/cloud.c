/* Converts columns of a table to weighted points. Coinciding rows are one point, so that atoms and discrete columns
 * reduce the work. The estimators need only counts of rows, which the weights keep exact. */
#include "peers/neighbour/cloud.h"

#include <float.h>
#include <string.h>

/* Lists the columns of a set but for constant ones, which add 0 to every distance; returns their number. */
static size_t list_set(neighbour_rows *r, const size_t *places, size_t count)
{
	size_t before = r->column_count;
	for (size_t i = 0; i < count; i++) {
		const mixmi_sample_column *column = &r->sample->columns[places[i]];
		for (size_t row = 1; row < r->rows; row++)
			if (column->codes[row] != column->codes[0]) {
				r->columns[r->column_count++] = column;
				break;
			}
	}
	return r->column_count - before;
}

/* True if all values can be halved exactly: denormal values would lose a bit, and different values could coincide. */
static bool can_be_halved(const mixmi_sample_column *column)
{
	for (size_t i = 0; column->numbers != NULL && i < column->distinct; i++) {
		double value = column->numbers[i], half = 0.5 * value;
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
		const mixmi_sample_column *column = r->columns[j];
		overflow =
			overflow || (column->numbers != NULL && isinf(column->numbers[column->distinct - 1] - column->numbers[0]));
		halves = halves && can_be_halved(column);
	}
	r->unit = overflow && halves ? 0.5 : 1;
	for (size_t j = 0; j < r->column_count; j++)
		r->limits[j] = zero_one && r->columns[j]->type == MIXMI_DISCRETE ? r->unit : DBL_MAX;
}

static mixmi_status check_metric(const mixmi_sample *sample, const mixmi_table *table)
{
	for (size_t j = 0; j < sample->count; j++)
		if (sample->columns[j].numbers == NULL)
			return mixmi_error(MIXMI_ERROR_DATA, "column '%s' holds texts, which have no distance as numbers",
			                   mixmi_table_name(table, sample->columns[j].column));
	return MIXMI_OK;
}

static mixmi_status check_neighbours(const neighbour_rows *r)
{
	if (r->neighbours < r->rows)
		return MIXMI_OK;
	return mixmi_error(MIXMI_ERROR_DATA, "%zu neighbours need more than %zu rows, but %zu can be used", r->neighbours,
	                   r->neighbours, r->rows);
}

/* Columns in the order X, Z, Y. */
static mixmi_status list_columns(neighbour_rows *r, bool zero_one)
{
	const mixmi_question *sets = &r->sample->sets;
	r->columns = mixmi_allocate(r->sample->count, sizeof *r->columns);
	r->limits = mixmi_allocate(r->sample->count, sizeof *r->limits);
	if (r->columns == NULL || r->limits == NULL)
		return mixmi_error_memory();
	r->x_count = list_set(r, sets->x, sets->x_count);
	r->z_count = list_set(r, sets->z, sets->z_count);
	r->y_count = list_set(r, sets->y, sets->y_count);
	set_limits(r, zero_one);
	return MIXMI_OK;
}

mixmi_status neighbour_rows_init(neighbour_rows *rows, const mixmi_table *table, const mixmi_question *question,
                                 const mixmi_options *options)
{
	double neighbours, metric;
	memset(rows, 0, sizeof *rows);
	mixmi_status status = mixmi_options_number(&neighbours, options, "neighbours");
	if (status == MIXMI_OK)
		status = mixmi_options_number(&metric, options, "metric"); /* 0: zero-one */
	if (status == MIXMI_OK)
		status = mixmi_sample_new(&rows->sample, table, question, options, MIXMI_ORDER_NAMES);
	if (status != MIXMI_OK)
		return status;
	rows->rows = rows->sample->rows;
	rows->neighbours = (size_t)neighbours;
	status = check_neighbours(rows);
	if (status == MIXMI_OK && metric > 0)
		status = check_metric(rows->sample, table);
	return status == MIXMI_OK ? list_columns(rows, !(metric > 0)) : status;
}

void neighbour_rows_clear(neighbour_rows *rows)
{
	mixmi_free(rows->columns);
	mixmi_free(rows->limits);
	mixmi_sample_free(rows->sample);
	memset(rows, 0, sizeof *rows);
}

double neighbour_rows_coordinate(const neighbour_rows *rows, size_t column, uint32_t code)
{
	return (rows->limits[column] >= DBL_MAX ? rows->columns[column]->numbers[code] : (double)code) * rows->unit;
}

static mixmi_status fill_cloud(neighbour_cloud *cloud, const neighbour_rows *rows, size_t first, const uint32_t *ids)
{
	cloud->points = cloud->count <= SIZE_MAX / cloud->dimensions
	                    ? mixmi_allocate(cloud->count * cloud->dimensions, sizeof *cloud->points)
	                    : NULL;
	cloud->weights = mixmi_allocate_zero(cloud->count, sizeof *cloud->weights);
	if (cloud->points == NULL || cloud->weights == NULL)
		return mixmi_error_memory();
	for (size_t i = 0; i < rows->rows; i++)
		if (cloud->weights[ids[i]]++ == 0)
			for (size_t j = 0; j < cloud->dimensions; j++)
				cloud->points[ids[i] * cloud->dimensions + j] =
					neighbour_rows_coordinate(rows, first + j, rows->columns[first + j]->codes[i]);
	return MIXMI_OK;
}

mixmi_status neighbour_cloud_init(neighbour_cloud *cloud, const neighbour_rows *rows, size_t first, size_t count)
{
	*cloud = (neighbour_cloud){ .dimensions = count, .limits = rows->limits + first };
	uint32_t *ids = mixmi_allocate(rows->rows, sizeof *ids);
	mixmi_coordinate *coordinates = mixmi_allocate(count, sizeof *coordinates);
	mixmi_status status = ids != NULL && coordinates != NULL ? MIXMI_OK : mixmi_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < count; j++) {
		const mixmi_sample_column *column = rows->columns[first + j];
		coordinates[j] = (mixmi_coordinate){ column->codes, 1, NULL, column->distinct };
	}
	if (status == MIXMI_OK)
		status = mixmi_number_cells(ids, &cloud->count, coordinates, count, rows->rows);
	if (status == MIXMI_OK)
		status = fill_cloud(cloud, rows, first, ids);
	mixmi_free(ids);
	mixmi_free(coordinates);
	if (status != MIXMI_OK)
		neighbour_cloud_clear(cloud);
	return status;
}

void neighbour_cloud_clear(neighbour_cloud *cloud)
{
	mixmi_free(cloud->points);
	mixmi_free(cloud->weights);
	*cloud = (neighbour_cloud){ 0 };
}
