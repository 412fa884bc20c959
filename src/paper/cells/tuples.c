/* Merges items with the same joint cell. */
#include "paper/cells/tuples.h"

#include <stdlib.h>

#include "base/memory.h"
#include "paper/cells/cell_numbers.h"

/* Replaces one symbol per item by one per tuple. */
static bool keep_one(cells_column *column, const uint32_t *ids, size_t items, size_t tuples)
{
	uint32_t *kept = base_array(tuples, sizeof *kept);
	if (kept == NULL)
		return false;
	for (size_t i = 0; i < items; i++)
		kept[ids[i]] = column->symbols[i];
	free(column->symbols);
	column->symbols = kept;
	return true;
}

static bool number(uint32_t *ids, size_t *count, const cells_column *columns, size_t column_count, size_t items)
{
	cells_coordinate *coordinates = base_array(column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < column_count; j++)
		coordinates[j] = (cells_coordinate){ columns[j].symbols, 1, NULL, columns[j].size };
	bool done = cells_rank(ids, count, coordinates, column_count, items);
	free(coordinates);
	return done;
}

bool cells_merge(cells_tuples *tuples, cells_column *columns, size_t column_count, size_t items,
                 const uint32_t *weights)
{
	*tuples = (cells_tuples){ 0, NULL };
	uint32_t *ids = base_array(items, sizeof *ids);
	bool done = ids != NULL && number(ids, &tuples->count, columns, column_count, items);
	if (done)
		tuples->rows = base_array_zero(tuples->count, sizeof *tuples->rows);
	done = done && tuples->rows != NULL;
	for (size_t i = 0; done && i < items; i++)
		tuples->rows[ids[i]] += weights != NULL ? weights[i] : 1;
	for (size_t j = 0; done && j < column_count; j++)
		done = keep_one(&columns[j], ids, items, tuples->count);
	free(ids);
	return done;
}
