/* Prepares the columns of a question for search and counting, and counts with the structure that suits their number. */
#include "peers/neighbour/space.h"

#include <string.h>

static bool axis_init(neighbour_axis *axis, const neighbour_rows *rows, size_t column)
{
	size_t distinct = rows->columns[column]->distinct;
	const uint32_t *codes = rows->columns[column]->codes;
	*axis = (neighbour_axis){ .distinct = distinct, .limit = rows->limits[column] };
	axis->values = mixmi_allocate(distinct, sizeof *axis->values);
	axis->before = mixmi_allocate_zero(distinct + 1, sizeof *axis->before);
	if (axis->values == NULL || axis->before == NULL)
		return false;
	for (size_t code = 0; code < distinct; code++)
		axis->values[code] = neighbour_rows_coordinate(rows, column, (uint32_t)code);
	for (size_t i = 0; i < rows->rows; i++)
		axis->before[codes[i] + 1]++;
	for (size_t code = 0; code < distinct; code++)
		axis->before[code + 1] += axis->before[code];
	return true;
}

static bool axes_init(neighbour_space *space)
{
	space->axes = mixmi_allocate_zero(space->rows.column_count, sizeof *space->axes);
	bool done = space->axes != NULL;
	for (size_t j = 0; done && j < space->rows.column_count; j++)
		done = axis_init(&space->axes[j], &space->rows, j);
	return done;
}

static bool part_init(neighbour_space *space, neighbour_part part, size_t first, size_t dimensions)
{
	const neighbour_rows *rows = &space->rows;
	neighbour_margin *margin = &space->parts[part];
	margin->first = first;
	margin->dimensions = dimensions;
	if (part != NEIGHBOUR_XYZ && dimensions < 2)
		return true;
	if (part != NEIGHBOUR_XYZ && dimensions == 2) {
		const uint32_t *codes = rows->columns[first]->codes, *second = rows->columns[first + 1]->codes;
		return neighbour_plane_init(&margin->plane, &space->axes[first], codes, second, space->axes[first + 1].distinct,
		                            rows->rows);
	}
	neighbour_cloud cloud;
	return neighbour_cloud_init(&cloud, rows, first, dimensions) == MIXMI_OK &&
	       neighbour_tree_init(&margin->tree, &cloud);
}

mixmi_status neighbour_space_init(neighbour_space *space, const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options)
{
	memset(space, 0, sizeof *space);
	mixmi_status status = neighbour_rows_init(&space->rows, table, question, options);
	if (status != MIXMI_OK || neighbour_space_is_flat(space))
		return status;
	size_t x = space->rows.x_count, y = space->rows.y_count, z = space->rows.z_count;
	if (axes_init(space) && part_init(space, NEIGHBOUR_XYZ, 0, x + z + y) && part_init(space, NEIGHBOUR_XZ, 0, x + z) &&
	    part_init(space, NEIGHBOUR_YZ, x, z + y) && part_init(space, NEIGHBOUR_Z, x, z))
		return MIXMI_OK;
	return mixmi_error_memory();
}

void neighbour_space_clear(neighbour_space *space)
{
	for (size_t i = 0; i < NEIGHBOUR_PARTS; i++) {
		neighbour_plane_clear(&space->parts[i].plane);
		neighbour_tree_clear(&space->parts[i].tree);
	}
	for (size_t j = 0; space->axes != NULL && j < space->rows.column_count; j++)
		neighbour_axis_clear(&space->axes[j]);
	mixmi_free(space->axes);
	neighbour_rows_clear(&space->rows);
	memset(space, 0, sizeof *space);
}

bool neighbour_space_is_flat(const neighbour_space *space)
{
	return space->rows.x_count == 0 || space->rows.y_count == 0;
}

void neighbour_query_move(neighbour_query *query, const neighbour_space *space, size_t leaf, size_t index)
{
	neighbour_tree_point(query->point, &space->parts[NEIGHBOUR_XYZ].tree, leaf, index);
	for (size_t j = 0; j < space->rows.column_count; j++)
		query->radii[j] = (double)NAN;
}

/* Z is part of all margins, so its ranges are looked up once per point. */
static neighbour_range range_of(const neighbour_space *space, neighbour_query *query, size_t column, double radius)
{
	if (!(query->radii[column] >= radius && query->radii[column] <= radius)) {
		query->radii[column] = radius;
		query->ranges[column] = neighbour_axis_range(&space->axes[column], query->point[column], radius);
	}
	return query->ranges[column];
}

uint32_t neighbour_space_within(const neighbour_space *space, neighbour_part part, neighbour_query *query,
                                double radius)
{
	const neighbour_margin *margin = &space->parts[part];
	size_t first = margin->first;
	if (margin->dimensions == 0)
		return (uint32_t)space->rows.rows;
	if (part == NEIGHBOUR_XYZ || margin->dimensions > 2)
		return neighbour_tree_count(&margin->tree, query->point + first, radius);
	neighbour_range range = range_of(space, query, first, radius);
	if (margin->dimensions == 1)
		return space->axes[first].before[range.end] - space->axes[first].before[range.begin];
	return neighbour_plane_count(&margin->plane, range, range_of(space, query, first + 1, radius));
}
