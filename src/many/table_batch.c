/* A table as a batch of rows of a sketch. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"
#include "many/identity.h"
#include "many/sketch.h"
#include "many/sketch_limits.h"

static many_type type_of(const data_column *c)
{
	if (c->labels != NULL)
		return c->ordered ? MANY_ORDERED : MANY_TEXTS;
	return c->type == MIXMI_DISCRETE ? MANY_CODES : MANY_NUMBERS;
}

static mixmi_status check(const mixmi_table *table)
{
	char shown[BASE_TEXT_SHOWN];
	if (table->time != NULL || table->lags > 0)
		return base_error(MIXMI_ERROR_USAGE, "a sample of rows is no time series: it has no lags");
	if (table->clusters != NULL)
		return base_error(MIXMI_ERROR_USAGE, "clusters of a sketch are named by option cluster, not by the table");
	for (size_t j = 0; j < table->column_count; j++) {
		const data_column *c = &table->columns[j];
		if (c->censored != NULL || c->below + c->above > 0)
			return base_error(MIXMI_ERROR_USAGE,
			                  "column '%s' has censored times or detection limits, which a sketch cannot hold",
			                  base_text_show(shown, c->name, strlen(c->name)));
	}
	return table->column_count > 0 ? MIXMI_OK : base_error(MIXMI_ERROR_DATA, "the table has no columns");
}

/* The hash of each distinct value of a column. */
static uint64_t *hashes_of(const data_column *c)
{
	uint64_t *hash = base_array(c->distinct + 1, sizeof *hash);
	for (size_t v = 0; hash != NULL && v < c->distinct; v++)
		hash[v] = many_identity_value(c->labels != NULL ? c->labels[v] : NULL, c->labels != NULL ? 0 : c->values[v]);
	return hash;
}

static mixmi_status add_key(uint64_t *identity, const mixmi_table *table, size_t column)
{
	char shown[BASE_TEXT_SHOWN];
	const data_column *c = &table->columns[column];
	uint64_t *hash = hashes_of(c);
	mixmi_status status = hash != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < table->rows; i++)
		if (c->codes[i] == DATA_MISSING)
			status = base_error(MIXMI_ERROR_DATA, "row %zu has no value of '%s', which identifies rows", i + 1,
			                    base_text_show(shown, c->name, strlen(c->name)));
		else
			identity[i] = many_identity_with(identity[i], hash[c->codes[i]]);
	free(hash);
	return status;
}

static mixmi_status identify(uint64_t *identity, const mixmi_table *table, const char *part, uint64_t first,
                             const char *key)
{
	size_t *columns, count;
	for (size_t i = 0; i < table->rows; i++)
		identity[i] = key != NULL ? MANY_IDENTITY : many_identity_of(part, first + i);
	if (key == NULL)
		return MIXMI_OK;
	mixmi_status status = mixmi_table_select(&columns, &count, table, key);
	for (size_t k = 0; status == MIXMI_OK && k < count; k++)
		status = add_key(identity, table, columns[k]);
	mixmi_free(columns);
	return status;
}

static mixmi_status new_sketch(mixmi_sketch **out, const mixmi_table *table, const mixmi_options *options)
{
	size_t count = table->column_count, sample;
	uint32_t coarse;
	const char **names = base_array(count, sizeof *names);
	many_type *types = base_array(count, sizeof *types);
	int32_t *units = base_array(count, sizeof *units);
	mixmi_status status = names != NULL && types != NULL && units != NULL ? MIXMI_OK : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < count; j++) {
		names[j] = table->columns[j].name;
		types[j] = type_of(&table->columns[j]);
		units[j] = (int32_t)table->columns[j].unit;
	}
	many_limits_of(&sample, &coarse, count, options);
	if (status == MIXMI_OK)
		status = many_sketch_new(out, names, types, units, count, sample, coarse);
	if (status == MIXMI_OK)
		(*out)->clusters = options->cluster != NULL;
	free(names);
	free(types);
	free(units);
	return status;
}

static mixmi_status add(mixmi_sketch *s, const mixmi_table *table, const uint64_t *identity,
                        const mixmi_options *options)
{
	many_batch_column *columns = base_array_zero(s->count, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	for (size_t j = 0; j < s->count; j++) {
		const data_column *c = &table->columns[j];
		columns[j] = (many_batch_column){ NULL, c->codes, c->distinct, c->values, (const char *const *)c->labels };
	}
	mixmi_status status = many_sketch_add(s, &(many_batch){ table->rows, columns, identity }, options);
	free(columns);
	return status == MIXMI_OK ? many_sketch_settle(s) : status;
}

mixmi_status mixmi_sketch_table(mixmi_sketch **out, const mixmi_table *table, const char *part, uint64_t first,
                                const char *key, const mixmi_options *options)
{
	mixmi_options settled;
	*out = NULL;
	base_options_settle(&settled, options);
	mixmi_status status = check(table);
	uint64_t *identity = base_array(table->rows + 1, sizeof *identity);
	if (status == MIXMI_OK && identity == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status =
			identify(identity, table, part != NULL ? part : "", first, settled.cluster != NULL ? settled.cluster : key);
	if (status == MIXMI_OK)
		status = new_sketch(out, table, &settled);
	if (status == MIXMI_OK)
		status = add(*out, table, identity, &settled);
	free(identity);
	if (status != MIXMI_OK) {
		mixmi_sketch_free(*out);
		*out = NULL;
	}
	return status;
}
