/* Clusters: groups of rows that may depend on each other, such as repeated measurements. The table stores them as an
 * additional column; only its codes are used. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

static mixmi_status check_values(const data_column *column)
{
	char shown[BASE_TEXT_SHOWN];
	if (column->missing == 0)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "column '%s' has missing values and cannot name clusters",
	                  base_text_show(shown, column->name, strlen(column->name)));
}

/* Numbers the pairs of codes that occur, in order of appearance: codes[row] becomes the number of its pair with
 * `next`. */
static bool join(uint32_t *codes, const data_column *next, size_t rows)
{
	data_labels pairs = { 0 };
	bool done = true;
	for (size_t i = 0; done && i < rows; i++) {
		char text[2 * 8];
		for (size_t k = 0; k < 8; k++) { /* four bits per byte, so that no byte of a text is 0 */
			text[k] = (char)(1 + (codes[i] >> (4 * k) & 15));
			text[8 + k] = (char)(1 + (next->codes[i] >> (4 * k) & 15));
		}
		done = data_labels_code(&codes[i], &pairs, text, sizeof text);
	}
	data_labels_clear(&pairs);
	return done;
}

/* A column of the codes; its values are their numbers. */
static mixmi_status make_column(data_column *out, const uint32_t *codes, size_t rows)
{
	double *values = base_array(rows, sizeof *values);
	if (values == NULL)
		return base_error_memory();
	for (size_t i = 0; i < rows; i++)
		values[i] = codes[i];
	mixmi_status status = data_column_from_values(out, "clusters", MIXMI_DISCRETE, "clusters", values, rows);
	free(values);
	return status;
}

/* *place: of the table. */
static mixmi_status set_clusters(mixmi_table *table, data_column **place, const uint32_t *codes)
{
	data_column *clusters = base_array_zero(1, sizeof *clusters);
	mixmi_status status = clusters != NULL ? make_column(clusters, codes, table->rows) : base_error_memory();
	if (status != MIXMI_OK) {
		free(clusters);
		return status;
	}
	if (*place != NULL)
		data_column_clear(*place);
	free(*place);
	*place = clusters;
	return MIXMI_OK;
}

mixmi_status data_table_set_clusters(mixmi_table *table, data_column **place, data_column *const *columns, size_t count)
{
	mixmi_status status = MIXMI_OK;
	for (size_t j = 0; status == MIXMI_OK && j < count; j++)
		status = check_values(columns[j]);
	if (status != MIXMI_OK || count == 0)
		return status;
	uint32_t *codes = base_array_copy(columns[0]->codes, table->rows, sizeof *codes);
	bool done = codes != NULL;
	for (size_t j = 1; done && j < count; j++)
		done = join(codes, columns[j], table->rows);
	status = done ? set_clusters(table, place, codes) : base_error_memory();
	free(codes);
	if (status == MIXMI_OK && table->rows > 1 && (*place)->distinct == table->rows)
		status = data_table_remark(table, "every cluster has one row: option cluster makes no difference");
	return status;
}

mixmi_status mixmi_table_set_clusters(mixmi_table *table, const uint32_t *numbers)
{
	return set_clusters(table, &table->clusters, numbers);
}

size_t mixmi_table_clusters(const mixmi_table *table)
{
	return table->clusters != NULL ? table->clusters->distinct : 0;
}

mixmi_status mixmi_table_cluster_numbers(uint32_t *out, const mixmi_table *table)
{
	if (table->clusters == NULL)
		return base_error(MIXMI_ERROR_USAGE, "the table has no clusters");
	memcpy(out, table->clusters->codes, table->rows * sizeof *out);
	return MIXMI_OK;
}
