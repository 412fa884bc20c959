/* Numbers joint cells by marking those that occur; uses mixmi_number_cells() if the table of marks would be large. */
#include "peers/miic/miic_cells.h"

#include <string.h>

bool miic_numbering_init(miic_numbering *numbering, size_t items)
{
	numbering->size = 4 * items + 1024;
	numbering->numbers = mixmi_allocate(numbering->size, sizeof *numbering->numbers);
	return numbering->numbers != NULL;
}

void miic_numbering_clear(miic_numbering *numbering)
{
	mixmi_free(numbering->numbers);
	numbering->numbers = NULL;
}

void miic_cells_one(miic_cells *cells, size_t items)
{
	cells->count = 1;
	memset(cells->ids, 0, items * sizeof *cells->ids);
}

/* Keys are from * size + bin, and smaller than `radix`. */
static void join_by_marks(miic_cells *cells, const miic_cells *from, const miic_column *column, const miic_bins *bins,
                          size_t items, uint32_t *numbers)
{
	size_t radix = from->count * bins->count;
	uint32_t size = (uint32_t)bins->count, next = 0;
	memset(numbers, 0, radix * sizeof *numbers);
	for (size_t i = 0; i < items; i++) {
		uint32_t code = column->codes[i];
		uint32_t key = from->ids[i] * size + (bins->of != NULL ? bins->of[code] : code);
		cells->ids[i] = key;
		numbers[key] = 1;
	}
	for (size_t key = 0; key < radix; key++) {
		uint32_t occurs = numbers[key];
		numbers[key] = next;
		next += occurs;
	}
	cells->count = next;
	if (next < radix)
		for (size_t i = 0; i < items; i++)
			cells->ids[i] = numbers[cells->ids[i]];
}

bool miic_cells_join(miic_cells *cells, const miic_cells *from, const miic_column *column, const miic_bins *bins,
                     size_t items, const miic_numbering *numbering)
{
	if (bins->count <= numbering->size / from->count) {
		join_by_marks(cells, from, column, bins, items, numbering->numbers);
		return true;
	}
	const mixmi_coordinate coordinates[] = { { from->ids, 1, NULL, from->count },
		                                     { column->codes, 1, bins->of, bins->count } };
	return mixmi_number_cells(cells->ids, &cells->count, coordinates, 2, items) == MIXMI_OK;
}
