/*
 * The canonical form. Columns stand in the order of their content (question/data_order.h). Every row has a weight that no renaming, reordering
 * or reversal can change: a hash of what all columns hold there, of numbers by how far their rank is from the middle, of labels by how many rows
 * have them. From the weights follow
 *   the direction of numbers: that in which sum over rows of (rank - middle) weight is positive (the sum changes sign
 *   exactly, being one of integers);
 *   the order of labels: by number of rows, then by the sum of their rows' weights.
 * Where these tie, as in data that a reversal leaves unchanged, either choice gives the same answer but for rounding.
 */
#include "estimate/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "cells/cell_numbers.h"
#include "question/complete_rows.h"

enum { SHARES = 1 << 15, WEIGHT_BITS = 10 }; /* products of both, summed over 2^32 rows, fit 64 bits */

/* One column on its way. */
typedef struct input {
	const data_column *source;
	estimate_role role;
	const uint32_t *counts; /* [distinct] rows used */
	uint32_t *owned;
	int32_t *shares; /* [distinct] of numbers: rank less the middle, in units of n / (2 SHARES); of labels their rows */
	uint32_t *turn;  /* [distinct] canonical code of each code */
	bool negated;
	const data_column *copy_of; /* another column of Z that it repeats, or NULL */
} input;

/* Numbers, and labels whose order means something: only the direction is open. */
static bool is_in_order(const data_column *column)
{
	return column->labels == NULL || column->ordered;
}

/* True if column b holds the same as column a under other labels or in the other direction. `met` has room for a number for each
 * value of a. */
static bool is_copy(uint32_t *met, const input *a, const input *b, const question_complete *rows)
{
	const data_column *x = a->source, *y = b->source;
	if (a->role != b->role || x->type != y->type || (x->labels == NULL) != (y->labels == NULL) ||
	    x->ordered != y->ordered || x->distinct != y->distinct)
		return false;
	bool ordered = is_in_order(x), same = true, back = true, matched = true;
	for (size_t code = 0; code < x->distinct; code++)
		met[code] = UINT32_MAX;
	for (size_t i = 0; i < rows->count && (ordered ? same || back : matched); i++) {
		size_t row = question_complete_at(rows, i);
		uint32_t p = x->codes[row], q = y->codes[row];
		same = same && p == q;
		back = back && p == x->distinct - 1 - q;
		matched = matched && (met[p] == UINT32_MAX ? a->counts[p] == b->counts[q] : met[p] == q);
		met[p] = q;
	}
	return ordered ? same || back : matched;
}

/* Finds the columns of Z that repeat another. */
static bool find_copies(input *inputs, size_t count, const question_complete *rows)
{
	bool done = true;
	for (size_t j = 0; done && j < count; j++) {
		if (inputs[j].role != ESTIMATE_Z)
			continue;
		uint32_t *met = base_array(inputs[j].source->distinct, sizeof *met);
		done = met != NULL;
		for (size_t i = 0; done && i < j && inputs[j].copy_of == NULL; i++)
			if (inputs[i].copy_of == NULL && is_copy(met, &inputs[i], &inputs[j], rows))
				inputs[j].copy_of = inputs[i].source;
		free(met);
	}
	return done;
}

/* Twice the middle rank less n lies between -n and n. Division of integers rounds towards 0 in either direction. */
static bool input_init(input *e, const data_column *source, estimate_role role, const question_complete *rows)
{
	*e = (input){ .source = source, .role = role };
	e->counts = question_complete_count(&e->owned, rows, source);
	e->shares = base_array(source->distinct, sizeof *e->shares);
	e->turn = base_array(source->distinct, sizeof *e->turn);
	if (e->counts == NULL || e->shares == NULL || e->turn == NULL)
		return false;
	int64_t below = 0, all = (int64_t)rows->count;
	for (size_t code = 0; code < source->distinct; code++) {
		int64_t here = e->counts[code];
		e->shares[code] = (int32_t)(is_in_order(source) ? (2 * below + here - all) * SHARES / all : here);
		below += here;
	}
	return true;
}

static void weigh_rows(uint64_t *weights, const input *inputs, size_t count, const question_complete *rows)
{
	for (size_t j = 0; j < count; j++) {
		const input *e = &inputs[j];
		uint64_t kind =
			base_hash_number((uint64_t)(e->role == ESTIMATE_Z) << 1 | is_in_order(e->source), BASE_HASH_START);
		for (size_t i = 0; e->copy_of == NULL && i < rows->count; i++) {
			int64_t share = e->shares[e->source->codes[question_complete_at(rows, i)]];
			weights[i] += base_hash_mix(kind + (uint64_t)(share < 0 ? -share : share));
		}
	}
	for (size_t i = 0; i < rows->count; i++)
		weights[i] = base_hash_mix(weights[i]);
}

static void turn_numbers(input *e, const uint64_t *weights, const question_complete *rows)
{
	int64_t sum = 0;
	for (size_t i = 0; i < rows->count; i++)
		sum += e->shares[e->source->codes[question_complete_at(rows, i)]] * (int64_t)(weights[i] >> (64 - WEIGHT_BITS));
	e->negated = sum < 0;
	for (size_t code = 0; code < e->source->distinct; code++)
		e->turn[code] = (uint32_t)(e->negated ? e->source->distinct - 1 - code : code);
}

/* A label with what its place depends on. */
typedef struct placed {
	uint64_t rows, weight;
	uint32_t code;
} placed;

static int compare_placed(const void *a, const void *b)
{
	const placed *x = a, *y = b;
	if (x->rows != y->rows)
		return x->rows < y->rows ? 1 : -1;
	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return x->code < y->code ? -1 : 1;
}

static bool turn_labels(input *e, const uint64_t *weights, const question_complete *rows)
{
	size_t distinct = e->source->distinct;
	placed *labels = base_array_zero(distinct, sizeof *labels);
	if (labels == NULL)
		return false;
	for (size_t code = 0; code < distinct; code++)
		labels[code] = (placed){ e->counts[code], 0, (uint32_t)code };
	for (size_t i = 0; i < rows->count; i++)
		labels[e->source->codes[question_complete_at(rows, i)]].weight += weights[i];
	qsort(labels, distinct, sizeof *labels, compare_placed);
	for (size_t k = 0; k < distinct; k++)
		e->turn[labels[k].code] = (uint32_t)k;
	free(labels);
	return true;
}

/* ------------------------------------------------------------------------------------------- the new table */

static bool copy_values(data_column *out, const input *e)
{
	size_t distinct = e->source->distinct;
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
	for (size_t code = 0; code < distinct; code++) {
		uint32_t to = e->turn[code];
		out->counts[to] = e->counts[code];
		if (out->origin != NULL)
			out->origin[to] = e->source->origin[code];
		if (out->labels != NULL)
			out->labels[to] = e->source->labels[code];
		else
			out->values[to] = e->negated ? -e->source->values[code] : e->source->values[code];
	}
	return true;
}

static bool copy_column(data_column *out, const input *e, const question_complete *rows)
{
	const data_column *from = e->source;
	*out = (data_column){ .type = from->type,
		                  .why = from->why,
		                  .position = from->position,
		                  .distinct = from->distinct,
		                  .unit = from->unit,
		                  .ordered = from->ordered,
		                  .step = from->step,
		                  .below = e->negated ? from->above : from->below,
		                  .above = e->negated ? from->below : from->above,
		                  .kind = from->kind };
	out->name = base_string_copy(e->source->name);
	out->codes = base_array(rows->count, sizeof *out->codes);
	if (out->name == NULL || out->codes == NULL || !copy_values(out, e))
		return false;
	for (size_t i = 0; i < rows->count; i++)
		out->codes[i] = e->turn[e->source->codes[question_complete_at(rows, i)]];
	return true;
}

/* Rows in the lexicographic order of their codes. `clusters`, [rows], go with them; NULL: there are none. */
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

/* A cluster with a hash of what its rows hold. */
typedef struct held {
	uint64_t weight;
	uint32_t code;
} held;

static int compare_held(const void *a, const void *b)
{
	const held *x = a, *y = b;
	return x->weight != y->weight ? (x->weight < y->weight ? -1 : 1) : (x->code > y->code) - (x->code < y->code);
}

/* Numbers the clusters by what their rows hold, so that neither their names nor the order of rows counts. */
static bool number_clusters(estimate_canonical *out, size_t distinct)
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
		out->cluster_count += list[k].weight != 0; /* those without rows come first */
		number[list[k].code] = (uint32_t)(out->cluster_count - (list[k].weight != 0));
	}
	for (size_t i = 0; done && i < table->rows; i++)
		out->clusters[i] = number[out->clusters[i]];
	free(list);
	free(number);
	return done;
}

static bool copy_clusters(estimate_canonical *out, const data_column *clusters, const question_complete *rows)
{
	if (clusters == NULL)
		return true;
	out->clusters = base_array(rows->count, sizeof *out->clusters);
	for (size_t i = 0; out->clusters != NULL && i < rows->count; i++)
		out->clusters[i] = clusters->codes[question_complete_at(rows, i)];
	return out->clusters != NULL;
}

/* Notes where the column that was asked for has come to. */
static bool note_asked(estimate_asked *asked, const input *e, size_t place)
{
	*asked = (estimate_asked){ e->source, place, e->negated, base_array(e->source->distinct, sizeof *asked->codes) };
	for (size_t code = 0; asked->codes != NULL && code < e->source->distinct; code++)
		asked->codes[e->turn[code]] = (uint32_t)code;
	return asked->codes != NULL;
}

static bool build_table(estimate_canonical *out, const input *inputs, size_t count, const data_column *clusters,
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
	for (size_t j = 0; done && j < count; j++) {
		const input *e = &inputs[j];
		bool repeats = e->copy_of != NULL; /* it comes after all that repeat nothing */
		size_t k = repeats ? estimate_asked_column(out, e->copy_of)->place : out->table.column_count++;
		done = note_asked(&out->asked[j], e, k);
		if (repeats)
			continue;
		out->columns[k] = k;
		out->roles[k] = e->role;
		done = done && copy_column(&out->table.columns[k], e, rows);
	}
	return done && copy_clusters(out, clusters, rows) && sort_rows(&out->table, out->clusters) &&
	       (clusters == NULL || number_clusters(out, clusters->distinct));
}

static bool turn_columns(input *inputs, size_t count, const question_complete *rows)
{
	uint64_t *weights = base_array_zero(rows->count, sizeof *weights);
	bool done = weights != NULL;
	if (done)
		weigh_rows(weights, inputs, count, rows);
	for (size_t j = 0; done && j < count; j++)
		if (is_in_order(inputs[j].source))
			turn_numbers(&inputs[j], weights, rows);
		else
			done = turn_labels(&inputs[j], weights, rows);
	free(weights);
	return done;
}

/* Puts the columns that repeat nothing into the order of their content, and the others after them. */
static mixmi_status order_columns(input *inputs, size_t count, const mixmi_table *table, const mixmi_question *question)
{
	question_ready q = { 0 };
	size_t *z = base_array(question->z_count, sizeof *z), kept = 0, asked = question->x_count + question->y_count;
	input *sorted = base_array(count, sizeof *sorted);
	if (z == NULL || sorted == NULL) {
		free(z);
		free(sorted);
		return base_error_memory();
	}
	for (size_t k = 0; k < question->z_count; k++)
		if (inputs[asked + k].copy_of == NULL)
			z[kept++] = question->z[k];
	const mixmi_question without = { question->x, question->x_count, question->y, question->y_count, z, kept };
	mixmi_status status = question_init_for_preset(&q, table, &without, MIXMI_PRESET_ROBUST);
	size_t next = 0;
	for (size_t k = 0; status == MIXMI_OK && k < q.count; k++)
		for (size_t j = 0; j < count; j++)
			if (inputs[j].source == &table->columns[q.columns[k]])
				sorted[next++] = inputs[j];
	for (size_t j = 0; status == MIXMI_OK && j < count; j++)
		if (inputs[j].copy_of != NULL)
			sorted[next++] = inputs[j];
	if (status == MIXMI_OK)
		memcpy(inputs, sorted, count * sizeof *inputs);
	question_clear(&q);
	free(z);
	free(sorted);
	return status;
}

static mixmi_status build(estimate_canonical *out, const mixmi_table *table, const mixmi_question *question,
                          const size_t *columns, size_t count, const question_complete *rows)
{
	input *inputs = base_array_zero(count, sizeof *inputs);
	bool done = inputs != NULL;
	for (size_t j = 0; done && j < count; j++) {
		size_t x = question->x_count, y = x + question->y_count;
		done = input_init(&inputs[j], &table->columns[columns[j]],
		                  j < x   ? ESTIMATE_X
		                  : j < y ? ESTIMATE_Y
		                          : ESTIMATE_Z,
		                  rows);
	}
	done = done && find_copies(inputs, count, rows);
	mixmi_status status = done ? order_columns(inputs, count, table, question) : base_error_memory();
	if (status == MIXMI_OK &&
	    !(turn_columns(inputs, count, rows) && build_table(out, inputs, count, table->clusters, rows)))
		status = base_error_memory();
	for (size_t j = 0; inputs != NULL && j < count; j++) {
		free(inputs[j].owned);
		free(inputs[j].shares);
		free(inputs[j].turn);
	}
	free(inputs);
	return status;
}

mixmi_status estimate_canonical_init(estimate_canonical *out, const mixmi_table *table, const mixmi_question *question)
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
		status = build(out, table, question, columns, count, &rows);
		question_complete_clear(&rows);
	}
	free(columns);
	return status;
}

const estimate_asked *estimate_asked_column(const estimate_canonical *canonical, const data_column *source)
{
	size_t j = 0;
	while (canonical->asked[j].source != source)
		j++;
	return &canonical->asked[j];
}

void estimate_canonical_clear(estimate_canonical *canonical)
{
	for (size_t j = 0; canonical->table.columns != NULL && j < canonical->table.column_count; j++) {
		data_column *c = &canonical->table.columns[j];
		free(c->name);
		free(c->values);
		free(c->labels); /* the texts, and why it has its type, are the source's */
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
