/* Prepares a column: distinct values in ascending order, their counts, and a code per row. A column with few distinct
 * numbers is coded with a small hash table in one pass; any other is ranked (value_ranks.c). */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "data/value_ranks.h"

enum { FEW = 512, SLOTS = 2048 }; /* maximum number of distinct values in the hash table, and its size */

typedef struct few_values {
	size_t count;
	double values[FEW];
	uint16_t slots[SLOTS]; /* 1 + index into values; 0: free */
} few_values;

/* Index of `value` in the table, added if it is new; FEW if the table is full. */
static size_t few_index(few_values *few, double value)
{
	uint64_t hash = base_sort_key(value) * UINT64_C(0x9E3779B97F4A7C15);
	for (size_t slot = (size_t)(hash >> 53);; slot = (slot + 1) % SLOTS) {
		size_t index = few->slots[slot];
		if (index != 0 && few->values[index - 1] == value)
			return index - 1;
		if (index != 0)
			continue;
		if (few->count == FEW)
			return FEW;
		few->values[few->count++] = value;
		few->slots[slot] = (uint16_t)few->count;
		return few->count - 1;
	}
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Allocates `distinct` values and their counts. */
static bool allocate_distinct(data_column *column, size_t distinct)
{
	column->distinct = distinct;
	column->values = base_array(distinct, sizeof *column->values);
	column->counts = base_array_zero(distinct, sizeof *column->counts);
	return column->values != NULL && column->counts != NULL;
}

/* Converts codes in order of appearance to codes in ascending order of value. */
static bool finish_few(data_column *column, const few_values *few, size_t rows)
{
	if (!allocate_distinct(column, few->count))
		return false;
	memcpy(column->values, few->values, few->count * sizeof *few->values);
	qsort(column->values, few->count, sizeof *column->values, compare_doubles);
	uint32_t order[FEW];
	for (size_t i = 0; i < few->count; i++) {
		const double *place =
			bsearch(&few->values[i], column->values, few->count, sizeof *column->values, compare_doubles);
		order[i] = (uint32_t)(place - column->values);
	}
	for (size_t row = 0; row < rows; row++) {
		if (column->codes[row] == DATA_MISSING) {
			column->missing++;
			continue;
		}
		column->codes[row] = order[column->codes[row]];
		column->counts[column->codes[row]]++;
	}
	return true;
}

typedef enum coding { CODED, TOO_MANY, NO_MEMORY } coding;

static coding code_few(data_column *column, const double *values, size_t rows)
{
	few_values *few = base_array_zero(1, sizeof *few);
	if (few == NULL)
		return NO_MEMORY;
	coding result = CODED;
	for (size_t row = 0; row < rows && result == CODED; row++) {
		size_t index = isnan(values[row]) ? DATA_MISSING : few_index(few, values[row]);
		if (index == FEW)
			result = TOO_MANY;
		column->codes[row] = (uint32_t)index;
	}
	if (result == CODED && !finish_few(column, few, rows))
		result = NO_MEMORY;
	free(few);
	return result;
}

static bool code_values(data_column *column, double *values, size_t rows)
{
	column->codes = base_array(rows, sizeof *column->codes);
	if (column->codes == NULL)
		return false;
	coding result = code_few(column, values, rows);
	return result == CODED || (result == TOO_MANY && data_rank(column, values, rows));
}

mixmi_status data_column_from_values(data_column *out, const char *name, mixmi_type type, const char *why,
                                     double *values, size_t rows)
{
	memset(out, 0, sizeof *out);
	for (size_t row = 0; row < rows; row++)
		values[row] += 0.0; /* -0 becomes 0 */
	out->type = type;
	out->step = NAN;
	out->name = base_string_copy(name);
	out->why = base_string_copy(why);
	if (out->name == NULL || out->why == NULL || !code_values(out, values, rows)) {
		data_column_clear(out);
		return base_error_memory();
	}
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ labels */

static int compare_labels(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A label during sorting: its text and its code so far. */
typedef struct entry {
	const char *label;
	uint32_t code;
} entry;

/* Sorts the labels that occur; returns their number. */
static size_t order_labels(entry *entries, const char *const *labels, size_t label_count, const uint32_t *occurs,
                           bool sort)
{
	size_t count = 0;
	for (size_t i = 0; i < label_count; i++)
		if (occurs[i] > 0)
			entries[count++] = (entry){ labels[i], (uint32_t)i };
	if (sort)
		qsort(entries, count, sizeof *entries, compare_labels);
	return count;
}

/* `count` was allocated for all labels; the labels that occur move to their final positions. */
static bool finish_labels(data_column *column, entry *entries, size_t count, uint32_t *occurs, const char **texts)
{
	column->distinct = count;
	column->counts = base_array(count, sizeof *column->counts);
	if (column->counts == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		texts[i] = entries[i].label;
		column->counts[i] = occurs[entries[i].code];
		occurs[entries[i].code] = (uint32_t)i;
	}
	column->labels = base_strings_copy(texts, count);
	return column->labels != NULL;
}

static bool code_labels(data_column *column, const uint32_t *codes, size_t rows, const char *const *labels,
                        size_t label_count, bool sort)
{
	uint32_t *occurs = base_array_zero(label_count, sizeof *occurs); /* first counts, then new codes */
	entry *entries = base_array(label_count, sizeof *entries);
	const char **texts = base_array(label_count, sizeof *texts);
	column->codes = base_array(rows, sizeof *column->codes);
	bool done = occurs != NULL && entries != NULL && texts != NULL && column->codes != NULL;
	if (done) {
		for (size_t row = 0; row < rows; row++)
			if (codes[row] != DATA_MISSING)
				occurs[codes[row]]++;
		size_t count = order_labels(entries, labels, label_count, occurs, sort);
		done = finish_labels(column, entries, count, occurs, texts);
	}
	for (size_t row = 0; done && row < rows; row++) {
		column->missing += codes[row] == DATA_MISSING;
		column->codes[row] = codes[row] == DATA_MISSING ? DATA_MISSING : occurs[codes[row]];
	}
	free(occurs);
	free(entries);
	free(texts);
	return done;
}

mixmi_status data_column_from_labels(data_column *out, const char *name, const char *why, const uint32_t *codes,
                                     size_t rows, const char *const *labels, size_t label_count, bool sort)
{
	memset(out, 0, sizeof *out);
	out->type = MIXMI_DISCRETE;
	out->step = NAN;
	out->name = base_string_copy(name);
	out->why = base_string_copy(why);
	if (out->name == NULL || out->why == NULL || !code_labels(out, codes, rows, labels, label_count, sort)) {
		data_column_clear(out);
		return base_error_memory();
	}
	return MIXMI_OK;
}

bool data_remark_add(char **remark, const char *format, va_list arguments)
{
	char sentence[512];
	vsnprintf(sentence, sizeof sentence, format, arguments);
	char *joined = base_join(*remark, "; ", sentence);
	if (joined == NULL)
		return false;
	free(*remark);
	*remark = joined;
	return true;
}

bool data_column_remark(data_column *column, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	bool done = data_remark_add(&column->remark, format, arguments);
	va_end(arguments);
	return done;
}

void data_column_clear(data_column *column)
{
	free(column->name);
	free(column->why);
	free(column->labels);
	free(column->origin);
	free(column->censored);
	if (!column->borrowed) {
		free(column->values);
		free(column->counts);
		free(column->codes);
	}
	free(column->limits);
	free(column->label);
	free(column->remark);
	memset(column, 0, sizeof *column);
}
