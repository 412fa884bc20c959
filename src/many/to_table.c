/* The sample of a sketch as a table, which keeps the sketch for questions that its counts answer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "data/table.h"
#include "many/sketch.h"

static double number_of(uint64_t word)
{
	/* the inverse of many_key() */
	return word == MANY_MISSING ? (double)NAN : base_sort_value(word);
}

static mixmi_status add_numbers(mixmi_table *table, const mixmi_sketch *s, size_t j)
{
	static const int32_t units[] = { MIXMI_PLAIN, MIXMI_DAYS, MIXMI_SECONDS };
	const many_column *c = &s->columns[j];
	double *values = base_array(table->rows + 1, sizeof *values);
	if (values == NULL)
		return base_error_memory();
	for (size_t i = 0; i < table->rows; i++)
		values[i] = number_of(s->sample.words[i * s->count + j]);
	mixmi_array array = { .values = values,
		                  .format = MIXMI_FLOAT64,
		                  .type = c->type == MANY_CODES ? MIXMI_DISCRETE : MIXMI_NUMERIC,
		                  .unit = units[c->unit] };
	mixmi_status status = c->unit == MIXMI_PLAIN
	                          ? mixmi_table_add_values(table, c->name, (mixmi_type)array.type, values, NULL)
	                          : mixmi_table_add_array(table, c->name, &array, sizeof array);
	free(values);
	return status;
}

static mixmi_status add_texts(mixmi_table *table, const mixmi_sketch *s, size_t j)
{
	const many_column *c = &s->columns[j];
	int32_t *codes = base_array(table->rows + 1, sizeof *codes);
	uint8_t *missing = base_array_zero(table->rows + 1, 1);
	mixmi_status status = codes != NULL && missing != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < table->rows; i++) {
		uint64_t word = s->sample.words[i * s->count + j];
		missing[i] = word == MANY_MISSING;
		codes[i] = missing[i] ? 0 : (int32_t)word;
	}
	mixmi_array array = { .values = codes,
		                  .format = MIXMI_INT32,
		                  .type = MIXMI_DISCRETE,
		                  .missing = missing,
		                  .labels = (const char *const *)c->labels.texts,
		                  .label_count = c->labels.count,
		                  .ordered = c->type == MANY_ORDERED };
	if (status == MIXMI_OK)
		status = mixmi_table_add_array(table, c->name, &array, sizeof array);
	free(codes);
	free(missing);
	return status;
}

/* Rows of equal hash are a cluster. */
static mixmi_status set_clusters(mixmi_table *table, const mixmi_sketch *s)
{
	uint32_t *number = base_array_zero(table->rows + 1, sizeof *number);
	if (number == NULL)
		return base_error_memory();
	for (size_t i = 1; i < table->rows; i++)
		number[i] = number[i - 1] + (s->sample.hash[i] != s->sample.hash[i - 1]);
	mixmi_status status = mixmi_table_set_clusters(table, number);
	free(number);
	return status;
}

static void free_sketch(void *sketch)
{
	mixmi_sketch_free(sketch);
}

static mixmi_status fill(mixmi_table *table, const mixmi_sketch *s)
{
	mixmi_status status = MIXMI_OK;
	for (size_t j = 0; status == MIXMI_OK && j < s->count; j++) {
		bool texts = s->columns[j].type == MANY_TEXTS || s->columns[j].type == MANY_ORDERED;
		status = texts ? add_texts(table, s, j) : add_numbers(table, s, j);
	}
	if (status == MIXMI_OK && s->clusters)
		status = set_clusters(table, s);
	if (status == MIXMI_OK && s->rows > table->rows)
		status = data_table_remark(table, "the rows are a random sample: %zu of %llu (option sample or memory)%s",
		                           table->rows, (unsigned long long)s->rows,
		                           s->coarse > 0 ? "; questions about two columns without Z are answered over all rows"
		                                         : "");
	return status;
}

mixmi_status mixmi_sketch_to_table(mixmi_table **out, mixmi_sketch *s)
{
	*out = NULL;
	mixmi_status status = many_sketch_settle(s);
	if (status == MIXMI_OK)
		status = mixmi_table_new(out, s->sample.count);
	if (status == MIXMI_OK)
		status = fill(*out, s);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
		mixmi_sketch_free(s);
		return status;
	}
	many_rows_clear(&s->sample);
	(*out)->population = s->rows;
	(*out)->beyond = s;
	(*out)->free_beyond = free_sketch;
	return MIXMI_OK;
}

uint64_t mixmi_sketch_rows(const mixmi_sketch *sketch)
{
	return sketch->rows;
}
