/* Columns on a question's rows. */
#include "question/sample_column.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How many rows have each code: the column's own counts where all rows are used. NULL: out of memory. */
static const uint32_t *count_codes(uint32_t **owned, const data_column *source, const question_sample *rows)
{
	if (rows->used == NULL)
		return source->counts;
	*owned = base_array_zero(source->distinct, sizeof **owned);
	for (size_t i = 0; *owned != NULL && i < rows->entries; i++)
		(*owned)[source->codes[rows->used[i]]] += rows->times != NULL ? rows->times[i] : 1;
	return *owned;
}

bool question_column_init(question_column *column, const data_column *source, const question_sample *rows)
{
	*column = (question_column){ .rows = rows->count,
		                         .entries = rows->entries,
		                         .times = rows->times,
		                         .distinct = source->distinct,
		                         .unordered = source->type == MIXMI_DISCRETE,
		                         .codes = source->codes,
		                         .censored = source->censored };
	if (rows->used != NULL) {
		column->codes = column->owned_codes = base_array(rows->entries, sizeof *column->owned_codes);
		for (size_t i = 0; column->codes != NULL && i < rows->entries; i++)
			column->owned_codes[i] = source->codes[rows->used[i]];
	}
	column->counts = count_codes(&column->owned_counts, source, rows);
	if (column->codes == NULL || column->counts == NULL) {
		question_column_clear(column);
		return false;
	}
	for (size_t code = 0; code < column->distinct; code++)
		column->occurring += column->counts[code] > 0;
	return true;
}

void question_column_clear(question_column *column)
{
	free(column->owned_codes);
	free(column->owned_counts);
	memset(column, 0, sizeof *column);
}
