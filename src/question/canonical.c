/* Columns and their values are in the order of column_order.h, rows in the lexicographic order of their codes. Copies of columns of Z are omitted.
 */
#include "question/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "cells/cell_numbers.h"
#include "question/column_order.h"
#include "question/complete_rows.h"

/* A column of the question while the canonical table is built. */
typedef struct input {
	const data_column *source;
	question_role role;
	const uint32_t *counts; /* [distinct] complete rows */
	uint32_t *owned;
	size_t place;                /* in the table */
	question_value_order values; /* empty for a copy */
	const struct input *copy_of; /* the column of Z that this one is a copy of, or NULL */
	bool back;                   /* the copy runs in the other direction */
} input;

/* -------------------------------------------------------------------------------------------------------- copies */

/* True if b is a copy of a in these rows, perhaps under other labels or in the other direction. met[distinct values of a] is scratch space. */
static bool is_copy(bool *reversed, uint32_t *met, const input *a, const input *b, const question_complete *rows)
{
	const data_column *x = a->source, *y = b->source;
	if (a->role != b->role || x->type != y->type || (x->labels == NULL) != (y->labels == NULL) ||
	    x->ordered != y->ordered)
		return false;
	bool ordered = question_is_ordered(x), rising = true, falling = true, matched = true;
	for (size_t code = 0; code < x->distinct; code++)
		met[code] = UINT32_MAX;
	for (size_t i = 0; i < rows->count && matched; i++) {
		size_t row = question_complete_at(rows, i);
		uint32_t p = x->codes[row], q = y->codes[row];
		matched = met[p] == UINT32_MAX ? a->counts[p] == b->counts[q] : met[p] == q;
		met[p] = q;
	}
	for (size_t code = 0, last = SIZE_MAX; code < x->distinct && ordered && matched; code++) {
		if (met[code] == UINT32_MAX)
			continue;
		rising = rising && (last == SIZE_MAX || met[code] > last);
		falling = falling && (last == SIZE_MAX || met[code] < last);
		last = met[code];
	}
	bool copy = matched && (rising || falling);
	*reversed = copy && !rising;
	return copy;
}

/* Finds the columns of Z that are copies of an earlier one. */
static bool find_copies(input *inputs, size_t count, const question_complete *rows)
{
	size_t most = 0;
	for (size_t j = 0; j < count; j++)
		most = inputs[j].source->distinct > most ? inputs[j].source->distinct : most;
	uint32_t *met = base_array(most, sizeof *met);
	for (size_t j = 0; met != NULL && j < count; j++)
		for (size_t i = 0; inputs[j].role == QUESTION_Z && i < j && inputs[j].copy_of == NULL; i++)
			if (inputs[i].copy_of == NULL && is_copy(&inputs[j].back, met, &inputs[i], &inputs[j], rows))
				inputs[j].copy_of = &inputs[i];
	free(met);
	return met != NULL;
}

/* ------------------------------------------------------------------------------------------- the new table */

/* Only values that occur in the rows of the question: others must not show. */
static bool copy_values(data_column *out, const input *e)
{
	size_t distinct = out->distinct;
	out->counts = base_array(distinct, sizeof *out->counts);
	if (e->source->origin != NULL)
		out->origin = base_array(distinct, sizeof *out->origin);
	if (e->source->labels != NULL)
		out->labels = base_array(distinct, sizeof *out->labels);
	else
		out->values = base_array(distinct, sizeof *out->values);
	if (out->counts == NULL || (e->source->origin != NULL && out->origin == NULL) ||
	    (out->labels == NULL && out->values == NULL))
		return false;
	for (size_t code = 0; code < e->source->distinct; code++) {
		uint32_t to = e->values.codes[code];
		if (e->counts[code] == 0)
			continue;
		out->counts[to] = e->counts[code];
		if (out->origin != NULL)
			out->origin[to] = e->source->origin[code];
		if (out->labels != NULL)
			out->labels[to] = e->source->labels[code];
		else
			out->values[to] = e->values.negated ? -e->source->values[code] : e->source->values[code];
	}
	return true;
}

/* How many of the values from code `from` to before `to` occur. */
static size_t count_occurring(const input *e, size_t from, size_t to)
{
	size_t occurring = 0;
	for (size_t code = from; code < to; code++)
		occurring += e->counts[code] > 0;
	return occurring;
}

static bool copy_column(data_column *out, const input *e, const question_complete *rows)
{
	const data_column *from = e->source;
	size_t below = count_occurring(e, 0, from->below);
	size_t above = count_occurring(e, from->distinct - from->above, from->distinct);
	*out = (data_column){ .type = from->type,
		                  .why = from->why,
		                  .position = from->position,
		                  .distinct = count_occurring(e, 0, from->distinct),
		                  .unit = from->unit,
		                  .ordered = from->ordered,
		                  .step = from->step,
		                  .below = e->values.negated ? above : below,
		                  .above = e->values.negated ? below : above,
		                  .kind = from->kind };
	out->name = base_string_copy(e->source->name);
	out->codes = base_array(rows->count, sizeof *out->codes);
	if (out->name == NULL || out->codes == NULL || !copy_values(out, e))
		return false;
	for (size_t i = 0; i < rows->count; i++)
		out->codes[i] = e->values.codes[e->source->codes[question_complete_at(rows, i)]];
	return true;
}

/* Sorts the rows lexicographically by their codes, and clusters[rows] with them unless it is NULL. */
static bool sort_rows(mixmi_table *table, uint32_t *clusters)
{
	uint32_t *order = base_array(table->rows, sizeof *order), *moved = base_array(table->rows, sizeof *moved);
	cells_coordinate *coordinates = base_array(table->column_count, sizeof *coordinates);
	bool done = order != NULL && moved != NULL && coordinates != NULL;
	for (size_t j = 0; done && j < table->column_count; j++)
		coordinates[j] = (cells_coordinate){ table->columns[j].codes, 1, NULL, table->columns[j].distinct };
	done = done && cells_order(order, coordinates, table->column_count, table->rows);
	for (size_t j = 0; done && j < table->column_count; j++) {
		uint32_t *codes = table->columns[j].codes;
		for (size_t i = 0; i < table->rows; i++)
			moved[i] = codes[order[i]];
		table->columns[j].codes = moved;
		moved = codes;
	}
	for (size_t i = 0; done && clusters != NULL && i < table->rows; i++)
		moved[i] = clusters[order[i]];
	if (done && clusters != NULL)
		memcpy(clusters, moved, table->rows * sizeof *moved);
	free(order);
	free(moved);
	free(coordinates);
	return done;
}

/* A cluster and a hash of the content of its rows. */
typedef struct held {
	uint64_t weight;
	uint32_t code;
} held;

static int compare_held(const void *a, const void *b)
{
	const held *x = a, *y = b;
	return x->weight != y->weight ? (x->weight < y->weight ? -1 : 1) : (x->code > y->code) - (x->code < y->code);
}

/* Numbers the clusters by content, so that neither their names nor the order of rows matters. */
static bool number_clusters(question_canonical *out, size_t distinct)
{
	const mixmi_table *table = &out->table;
	held *list = base_array_zero(distinct, sizeof *list);
	uint32_t *number = base_array(distinct, sizeof *number);
	bool done = list != NULL && number != NULL;
	for (size_t i = 0; done && i < table->rows; i++) {
		uint64_t hash = BASE_HASH_START;
		for (size_t j = 0; j < table->column_count; j++)
			hash = base_hash_number(table->columns[j].codes[i], hash);
		list[out->clusters[i]].weight += base_hash_mix(hash);
	}
	for (size_t k = 0; done && k < distinct; k++)
		list[k].code = (uint32_t)k;
	if (done)
		qsort(list, distinct, sizeof *list, compare_held);
	for (size_t k = 0; done && k < distinct; k++) {
		out->cluster_count += list[k].weight != 0; /* empty clusters come first */
		number[list[k].code] = (uint32_t)(out->cluster_count - (list[k].weight != 0));
	}
	for (size_t i = 0; done && i < table->rows; i++)
		out->clusters[i] = number[out->clusters[i]];
	free(list);
	free(number);
	return done;
}

static bool copy_clusters(question_canonical *out, const data_column *clusters, const question_complete *rows)
{
	if (clusters == NULL)
		return true;
	out->clusters = base_array(rows->count, sizeof *out->clusters);
	for (size_t i = 0; out->clusters != NULL && i < rows->count; i++)
		out->clusters[i] = clusters->codes[question_complete_at(rows, i)];
	return out->clusters != NULL;
}

/* Records the place and the codes of a column of the question. */
static bool note_asked(question_asked *asked, const input *e, const question_complete *rows)
{
	const input *from = e->copy_of != NULL ? e->copy_of : e;
	*asked = (question_asked){ e->source, from->place, from->values.negated != e->back,
		                       base_array_zero(e->source->distinct, sizeof *asked->codes) };
	for (size_t code = 0; asked->codes != NULL && e == from && code < e->source->distinct; code++)
		if (e->counts[code] > 0)
			asked->codes[e->values.codes[code]] = (uint32_t)code;
	for (size_t i = 0; asked->codes != NULL && e != from && i < rows->count; i++) {
		size_t row = question_complete_at(rows, i);
		asked->codes[from->values.codes[from->source->codes[row]]] = e->source->codes[row];
	}
	return asked->codes != NULL;
}

static bool build_table(question_canonical *out, const input *inputs, size_t count, const data_column *clusters,
                        const question_complete *rows)
{
	out->table.columns = base_array_zero(count, sizeof *out->table.columns);
	out->roles = base_array(count, sizeof *out->roles);
	out->columns = base_array(count, sizeof *out->columns);
	out->asked = base_array_zero(count, sizeof *out->asked);
	bool done = out->table.columns != NULL && out->roles != NULL && out->columns != NULL && out->asked != NULL;
	out->asked_count = done ? count : 0;
	out->table.rows = rows->count;
	out->rows_dropped = rows->dropped;
	for (size_t j = 0; done && j < count; j++)
		out->table.column_count += inputs[j].copy_of == NULL;
	for (size_t j = 0; done && j < count; j++) {
		const input *e = &inputs[j];
		done = note_asked(&out->asked[j], e, rows);
		if (e->copy_of != NULL)
			continue;
		out->columns[e->place] = e->place;
		out->roles[e->place] = e->role;
		done = done && copy_column(&out->table.columns[e->place], e, rows);
	}
	return done && copy_clusters(out, clusters, rows) && sort_rows(&out->table, out->clusters) &&
	       (clusters == NULL || number_clusters(out, clusters->distinct));
}

/* Finds the canonical order of the columns that are not copies, and of their values. */
static bool order_inputs(input *inputs, size_t count, const mixmi_table *table, const size_t *columns,
                         const question_complete *rows)
{
	const question_sample sample = question_sample_unmerged(rows);
	size_t kept = 0, *list = base_array(count, sizeof *list), *places = base_array(count, sizeof *places);
	size_t *order = base_array(count, sizeof *order);
	uint64_t *hashes = base_array(count, sizeof *hashes);
	question_role *roles = base_array(count, sizeof *roles);
	question_value_order *values = base_array_zero(count, sizeof *values);
	bool done = list != NULL && places != NULL && order != NULL && hashes != NULL && roles != NULL && values != NULL;
	for (size_t j = 0; done && j < count; j++)
		if (inputs[j].copy_of == NULL) {
			roles[kept] = inputs[j].role;
			places[kept] = j;
			list[kept++] = columns[j];
		}
	done = done && question_order_columns(order, hashes, values, &sample, table, list, roles, kept);
	for (size_t k = 0; done && k < kept; k++) {
		inputs[places[order[k]]].place = k;
		inputs[places[order[k]]].values = values[k];
	}
	for (size_t k = 0; values != NULL && !done && k < kept; k++)
		free(values[k].codes);
	free(list);
	free(places);
	free(order);
	free(hashes);
	free(roles);
	free(values);
	return done;
}

static bool build(question_canonical *out, const mixmi_table *table, const mixmi_question *question,
                  const size_t *columns, size_t count, const question_complete *rows)
{
	input *inputs = base_array_zero(count, sizeof *inputs);
	bool done = inputs != NULL;
	for (size_t j = 0; done && j < count; j++) {
		inputs[j].source = &table->columns[columns[j]];
		inputs[j].role = question_role_at(question, j);
		inputs[j].counts = question_complete_count(&inputs[j].owned, rows, inputs[j].source);
		done = inputs[j].counts != NULL;
	}
	done = done && find_copies(inputs, count, rows) && order_inputs(inputs, count, table, columns, rows) &&
	       build_table(out, inputs, count, table->clusters, rows);
	for (size_t j = 0; inputs != NULL && j < count; j++) {
		free(inputs[j].owned);
		free(inputs[j].values.codes);
	}
	free(inputs);
	return done;
}

mixmi_status question_canonical_init(question_canonical *out, const mixmi_table *table, const mixmi_question *question)
{
	question_complete rows;
	size_t count = question->x_count + question->y_count + question->z_count;
	size_t *columns = base_array(count, sizeof *columns);
	memset(out, 0, sizeof *out);
	if (columns == NULL)
		return base_error_memory();
	question_join_all(columns, question);
	mixmi_status status = question_complete_init(&rows, table, columns, count);
	if (status == MIXMI_OK) {
		status = build(out, table, question, columns, count, &rows) ? MIXMI_OK : base_error_memory();
		question_complete_clear(&rows);
	}
	free(columns);
	return status;
}

const question_asked *question_asked_column(const question_canonical *canonical, const data_column *source)
{
	size_t j = 0;
	while (canonical->asked[j].source != source)
		j++;
	return &canonical->asked[j];
}

void question_canonical_clear(question_canonical *canonical)
{
	for (size_t j = 0; canonical->table.columns != NULL && j < canonical->table.column_count; j++) {
		data_column *c = &canonical->table.columns[j];
		free(c->name);
		free(c->values);
		free(c->labels); /* the texts belong to the source */
		free(c->counts);
		free(c->origin);
		free(c->codes);
	}
	free(canonical->table.columns);
	free(canonical->roles);
	for (size_t j = 0; j < canonical->asked_count; j++)
		free(canonical->asked[j].codes);
	free(canonical->asked);
	free(canonical->columns);
	free(canonical->clusters);
	memset(canonical, 0, sizeof *canonical);
}
