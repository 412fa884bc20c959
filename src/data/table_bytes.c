/* Serialised tables: the length of the head, the head (texts and small numbers, column by column), then codes, counts
 * and values of every column, with each array aligned to 8 bytes. Only for processes of one program on machines of the
 * same kind. */
#include "data/table_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static size_t round_up(size_t size)
{
	return (size + 7) / 8 * 8;
}

/* Bytes of the three arrays of a column, each rounded up. */
static size_t array_size(const data_column *c, size_t rows, int which)
{
	const size_t sizes[3] = { rows * sizeof *c->codes, c->distinct * sizeof *c->counts,
		                      c->labels == NULL ? c->distinct * sizeof *c->values : 0 };
	return round_up(sizes[which]);
}

/* ----------------------------------------------------------------------------------------------------- packing */

static void put_texts(base_parcel *head, char **texts, size_t count)
{
	base_parcel_put_number(head, texts != NULL ? count + 1 : 0);
	for (size_t i = 0; texts != NULL && i < count; i++)
		base_parcel_put_text(head, texts[i]);
}

static void put_column(base_parcel *head, const data_column *c)
{
	base_parcel_put(head, c, sizeof *c); /* its pointers are meaningless elsewhere and are replaced */
	base_parcel_put_text(head, c->name);
	base_parcel_put_text(head, c->why);
	base_parcel_put_text(head, c->label);
	base_parcel_put_text(head, c->remark);
	put_texts(head, c->labels, c->distinct);
	put_texts(head, c->limits, c->below + c->above);
	if (c->censored != NULL)
		base_parcel_put(head, c->censored, c->distinct * sizeof *c->censored);
	if (c->origin != NULL)
		base_parcel_put(head, c->origin, c->distinct * sizeof *c->origin);
}

enum { ASIDE = 4 }; /* columns of the table that are not data: clusters, those that cross them, time and series */

static data_column **aside_at(mixmi_table *table, size_t index)
{
	data_column **const aside[ASIDE] = { &table->clusters, &table->crossed, &table->time, &table->units };
	return aside[index];
}

/* The columns of a table followed by those set aside; NULL: there is none. */
static const data_column *column_at(const mixmi_table *table, size_t index)
{
	const data_column *const aside[ASIDE] = { table->clusters, table->crossed, table->time, table->units };
	return index < table->column_count ? &table->columns[index] : aside[index - table->column_count];
}

bool data_packing_init(data_packing *packing, const mixmi_table *table)
{
	*packing = (data_packing){ 0 };
	base_parcel_put_number(&packing->head, table->rows);
	base_parcel_put_number(&packing->head, table->column_count);
	base_parcel_put_number(&packing->head, table->lags);
	for (size_t j = 0; j < ASIDE; j++)
		base_parcel_put_number(&packing->head, column_at(table, table->column_count + j) != NULL);
	for (size_t j = 0; j < table->column_count + ASIDE; j++)
		if (column_at(table, j) != NULL)
			put_column(&packing->head, column_at(table, j));
	put_texts(&packing->head, table->notes, table->note_count);
	base_parcel_put(&packing->head, table->on_columns, table->note_count * sizeof *table->on_columns);
	packing->size = sizeof(uint64_t) + round_up(packing->head.used);
	for (size_t j = 0; j < table->column_count + ASIDE; j++)
		for (int which = 0; which < 3 && column_at(table, j) != NULL; which++)
			packing->size += array_size(column_at(table, j), table->rows, which);
	return !packing->head.failed;
}

void data_packing_write(const data_packing *packing, const mixmi_table *table, unsigned char *bytes)
{
	uint64_t length = packing->head.used;
	memcpy(bytes, &length, sizeof length);
	memcpy(bytes + sizeof length, packing->head.bytes, packing->head.used);
	unsigned char *at = bytes + sizeof length + round_up(packing->head.used);
	for (size_t j = 0; j < table->column_count + ASIDE; j++) {
		const data_column *c = column_at(table, j);
		if (c == NULL)
			continue;
		const void *const arrays[3] = { c->codes, c->counts, c->values };
		const size_t sizes[3] = { table->rows * sizeof *c->codes, c->distinct * sizeof *c->counts,
			                      c->labels == NULL ? c->distinct * sizeof *c->values : 0 };
		for (int which = 0; which < 3; which++) {
			if (sizes[which] > 0)
				memcpy(at, arrays[which], sizes[which]);
			memset(at + sizes[which], 0, round_up(sizes[which]) - sizes[which]);
			at += round_up(sizes[which]);
		}
	}
}

void data_packing_clear(data_packing *packing)
{
	base_parcel_clear(&packing->head);
}

/* --------------------------------------------------------------------------------------------------- unpacking */

/* Texts in one block, as columns store them; NULL if there were none. */
static bool take_texts(base_parcel *head, char ***out)
{
	size_t count;
	*out = NULL;
	if (!base_parcel_take_size(head, &count))
		return false;
	if (count-- == 0)
		return true;
	char **texts = base_array_zero(count, sizeof *texts);
	bool good = texts != NULL;
	for (size_t i = 0; good && i < count; i++)
		good = base_parcel_take_text(head, &texts[i]) && texts[i] != NULL;
	if (good)
		*out = base_strings_copy((const char *const *)texts, count);
	for (size_t i = 0; texts != NULL && i < count; i++)
		free(texts[i]);
	free(texts);
	return good && *out != NULL;
}

/* The column must be cleared in any case. */
static bool take_column(base_parcel *head, data_column *c, size_t rows, unsigned char **at)
{
	if (!base_parcel_take(head, c, sizeof *c)) {
		memset(c, 0, sizeof *c);
		return false;
	}
	bool has_labels = c->labels != NULL, is_censored = c->censored != NULL, has_origin = c->origin != NULL;
	c->censored = NULL;
	c->name = c->why = c->label = c->remark = NULL;
	c->labels = c->limits = NULL;
	c->origin = NULL;
	c->borrowed = true;
	c->codes = NULL;
	c->counts = NULL;
	c->values = NULL;
	bool good = base_parcel_take_text(head, &c->name) && base_parcel_take_text(head, &c->why) &&
	            base_parcel_take_text(head, &c->label) && base_parcel_take_text(head, &c->remark) &&
	            take_texts(head, &c->labels) && take_texts(head, &c->limits);
	if (good && is_censored) {
		c->censored = base_array(c->distinct, sizeof *c->censored);
		good = c->censored != NULL && base_parcel_take(head, c->censored, c->distinct * sizeof *c->censored);
	}
	if (good && has_origin) {
		c->origin = base_array(c->distinct, sizeof *c->origin);
		good = c->origin != NULL && base_parcel_take(head, c->origin, c->distinct * sizeof *c->origin);
	}
	size_t distinct = has_labels ? 0 : c->distinct;
	c->codes = (uint32_t *)(void *)*at;
	*at += round_up(rows * sizeof *c->codes);
	c->counts = (uint32_t *)(void *)*at;
	*at += round_up(c->distinct * sizeof *c->counts);
	c->values = has_labels ? NULL : (double *)(void *)*at;
	*at += round_up(distinct * sizeof *c->values);
	return good;
}

static bool take_aside(mixmi_table *table, base_parcel *head, const size_t there[ASIDE], unsigned char *at)
{
	bool good = true;
	for (size_t j = 0; good && j < ASIDE; j++) {
		if (there[j] == 0)
			continue;
		data_column **aside = aside_at(table, j);
		*aside = base_array_zero(1, sizeof **aside);
		good = *aside != NULL && take_column(head, *aside, table->rows, &at);
	}
	return good;
}

static bool take_columns(mixmi_table *table, base_parcel *head, size_t count, const size_t there[ASIDE],
                         unsigned char *at)
{
	table->columns = base_array_zero(count, sizeof *table->columns);
	table->column_capacity = count;
	if (table->columns == NULL)
		return false;
	for (size_t j = 0; j < count; j++) {
		uint32_t code;
		data_column *c = &table->columns[j];
		bool good = take_column(head, c, table->rows, &at);
		table->column_count++;
		if (!good || !data_labels_code(&code, &table->names, c->name, strlen(c->name)))
			return false;
	}
	return take_aside(table, head, there, at);
}

static bool take_notes(mixmi_table *table, base_parcel *head)
{
	size_t count;
	if (!base_parcel_take_size(head, &count))
		return false;
	count -= count > 0;
	table->notes = base_array_zero(count, sizeof *table->notes);
	table->on_columns = base_array_zero(count, sizeof *table->on_columns);
	table->note_capacity = count;
	bool good = table->notes != NULL && table->on_columns != NULL;
	for (; good && table->note_count < count; table->note_count++)
		good = base_parcel_take_text(head, &table->notes[table->note_count]);
	return good && base_parcel_take(head, table->on_columns, count * sizeof *table->on_columns);
}

mixmi_status data_table_from_bytes(mixmi_table **out, unsigned char *bytes)
{
	uint64_t length;
	size_t rows = 0, columns = 0, lags = 0, there[ASIDE] = { 0 };
	memcpy(&length, bytes, sizeof length);
	base_parcel head = { .bytes = bytes + sizeof length, .used = (size_t)length };
	bool good = base_parcel_take_size(&head, &rows) && base_parcel_take_size(&head, &columns) &&
	            base_parcel_take_size(&head, &lags);
	for (size_t j = 0; good && j < ASIDE; j++)
		good = base_parcel_take_size(&head, &there[j]);
	mixmi_status status = mixmi_table_new(out, rows);
	if (status != MIXMI_OK)
		return status;
	(*out)->lags = lags;
	good = good && take_columns(*out, &head, columns, there, bytes + sizeof length + round_up((size_t)length)) &&
	       take_notes(*out, &head);
	if (good)
		return MIXMI_OK;
	mixmi_table_free(*out);
	*out = NULL;
	return base_error_memory();
}
