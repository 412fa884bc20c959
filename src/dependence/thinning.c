/* Columns of a part of the rows, with the values that occur there; names and texts are borrowed. */
#include "dependence/thinning.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Copies what belongs to the values that are left. */
static bool keep_values(data_column *out, const data_column *column, const uint32_t *numbers)
{
	const uint32_t *origin = column->origin != NULL ? column->origin : column->counts;
	out->counts = base_array_zero(out->distinct, sizeof *out->counts);
	out->origin = base_array(out->distinct, sizeof *out->origin);
	out->values = column->values != NULL ? base_array(out->distinct, sizeof *out->values) : NULL;
	out->labels = column->labels != NULL ? base_array(out->distinct, sizeof *out->labels) : NULL;
	if (out->counts == NULL || out->origin == NULL || (out->values == NULL && out->labels == NULL))
		return false;
	for (size_t code = 0; code < column->distinct; code++) {
		if (numbers[code] == UINT32_MAX)
			continue;
		out->origin[numbers[code]] = origin[code];
		if (out->values != NULL)
			out->values[numbers[code]] = column->values[code];
		else
			out->labels[numbers[code]] = column->labels[code];
	}
	return true;
}

static bool thin_column(data_column *out, const data_column *column, size_t rows, size_t count)
{
	*out = (data_column){ .name = column->name,
		                  .type = column->type,
		                  .position = column->position,
		                  .unit = column->unit,
		                  .ordered = column->ordered,
		                  .step = column->step,
		                  .kind = column->kind };
	uint32_t *numbers = base_array(column->distinct, sizeof *numbers);
	out->codes = base_array(count, sizeof *out->codes);
	bool done = numbers != NULL && out->codes != NULL;
	for (size_t code = 0; done && code < column->distinct; code++)
		numbers[code] = UINT32_MAX;
	for (size_t i = 0; done && i < count; i++) {
		out->codes[i] = column->codes[(2 * i + 1) * rows / (2 * count)];
		numbers[out->codes[i]] = 0;
	}
	for (size_t code = 0; done && code < column->distinct; code++)
		if (numbers[code] == 0)
			numbers[code] = (uint32_t)out->distinct++;
	done = done && keep_values(out, column, numbers);
	for (size_t i = 0; done && i < count; i++) {
		out->codes[i] = numbers[out->codes[i]];
		out->counts[out->codes[i]]++;
	}
	free(numbers);
	return done;
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
		free(thin->columns[j].origin);
		free(thin->columns[j].values);
		free(thin->columns[j].labels); /* the texts are the table's */
	}
	free(thin->columns);
	memset(thin, 0, sizeof *thin);
}
