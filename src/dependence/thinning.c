/* Columns of a part of the rows: values and labels are borrowed, codes and counts are new. */
#include "dependence/thinning.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool thin_column(data_column *out, const data_column *column, size_t rows, size_t count)
{
	*out = *column;
	out->codes = base_array(count, sizeof *out->codes);
	out->counts = base_array_zero(column->distinct, sizeof *out->counts);
	if (out->origin == NULL)
		out->origin = column->counts;
	if (out->codes == NULL || out->counts == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		uint32_t code = column->codes[(2 * i + 1) * rows / (2 * count)];
		out->codes[i] = code;
		out->counts[code]++;
	}
	return true;
}

bool dependence_thin_init(mixmi_table *thin, const mixmi_table *table, size_t count)
{
	memset(thin, 0, sizeof *thin);
	thin->rows = count;
	thin->columns = base_array_zero(table->column_count, sizeof *thin->columns);
	bool done = thin->columns != NULL;
	for (size_t j = 0; done && j < table->column_count; j++) {
		thin->column_count++;
		done = thin_column(&thin->columns[j], &table->columns[j], table->rows, count);
	}
	return done;
}

void dependence_thin_clear(mixmi_table *thin)
{
	for (size_t j = 0; thin->columns != NULL && j < thin->column_count; j++) {
		free(thin->columns[j].codes);
		free(thin->columns[j].counts);
	}
	free(thin->columns);
	memset(thin, 0, sizeof *thin);
}
