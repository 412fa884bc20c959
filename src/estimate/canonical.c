/*
 * The canonical form. Every row has a weight that no renaming, reordering or reversal can change: a hash of what all columns
 * hold there, of numbers by how far their rank is from the middle, of labels by how many rows have them. From the weights
 * follow
 *   the direction of numbers: that in which sum over rows of (rank - middle) weight is positive (the sum changes sign
 *   exactly, being one of integers);
 *   the order of labels: by number of rows, then by the sum of their rows' weights;
 *   the order of columns: X and Y before Z, then by a hash of their rows' weights and values.
 * Where these tie, as in data that a reversal leaves unchanged, either choice gives the same answer but for rounding.
 */
#include "estimate/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "cells/cell_numbers.h"
#include "question/complete_rows.h"

enum { SHARES = 1 << 15, WEIGHT_BITS = 10 };

/* Finaliser of a counter-based generator: every bit of the input reaches every bit of the output. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
	x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
	return x ^ (x >> 32);
}

/* One column on its way. */
typedef struct input {
	const data_column *source;
	estimate_role role;
	size_t asked;
	const uint32_t *counts; /* [distinct] rows used */
	uint32_t *owned;
	uint64_t *hashes; /* [distinct] of what a reversal or a renaming leaves as it is */
	int32_t *shares;  /* [distinct] of numbers: rank less the middle, in units of n / (2 SHARES) */
	uint32_t *turn;   /* [distinct] canonical code of each code */
	bool negated;
	uint64_t key;
	size_t copy_of; /* another column that was asked for; SIZE_MAX: none */
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
		for (size_t i = 0; done && i < j && inputs[j].copy_of == SIZE_MAX; i++)
			if (inputs[i].copy_of == SIZE_MAX && is_copy(met, &inputs[i], &inputs[j], rows))
				inputs[j].copy_of = inputs[i].asked;
		free(met);
	}
	return done;
}

/* Twice the middle rank less n lies between -n and n. Division of integers rounds towards 0 in either direction. */
static bool find_shares(input *e, size_t rows)
{
	size_t distinct = e->source->distinct;
	e->shares = base_array(distinct, sizeof *e->shares);
	int64_t below = 0, all = (int64_t)rows;
	for (size_t code = 0; e->shares != NULL && code < distinct; code++) {
		e->shares[code] = (int32_t)((2 * below + e->counts[code] - all) * SHARES / all);
		below += e->counts[code];
	}
	return e->shares != NULL;
}

static bool find_hashes(input *e, size_t rows)
{
	size_t distinct = e->source->distinct;
	uint64_t salt = e->role == ESTIMATE_Z ? UINT64_C(0x9e3779b97f4a7c15) : 0;
	e->turn = base_array(distinct, sizeof *e->turn);
	e->hashes = base_array(distinct, sizeof *e->hashes);
	if (e->turn == NULL || e->hashes == NULL || (is_in_order(e->source) && !find_shares(e, rows)))
		return false;
	for (size_t code = 0; code < distinct; code++) {
		uint64_t even = e->shares == NULL     ? UINT64_C(0x10000) + e->counts[code]
		                : e->shares[code] < 0 ? (uint64_t)-e->shares[code]
		                                      : (uint64_t)e->shares[code];
		e->hashes[code] = mix(even + 1 + salt);
	}
	return true;
}

static void weigh_rows(uint64_t *weights, const input *inputs, size_t count, const question_complete *rows)
{
	for (size_t j = 0; j < count; j++) {
		const input *e = &inputs[j];
		if (e->copy_of != SIZE_MAX)
			continue;
		for (size_t i = 0; i < rows->count; i++)
			weights[i] += e->hashes[e->source->codes[question_complete_at(rows, i)]];
	}
	for (size_t i = 0; i < rows->count; i++)
		weights[i] = mix(weights[i]);
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

static void find_key(input *e, const uint64_t *weights, const question_complete *rows)
{
	e->key = 0;
	for (size_t i = 0; i < rows->count; i++)
		e->key += mix(weights[i] ^ e->hashes[e->source->codes[question_complete_at(rows, i)]]);
}

static int compare_inputs(const void *a, const void *b)
{
	const input *x = a, *y = b;
	bool x_given = x->role == ESTIMATE_Z, y_given = y->role == ESTIMATE_Z;
	if (x_given != y_given)
		return x_given ? 1 : -1;
	if ((x->copy_of == SIZE_MAX) != (y->copy_of == SIZE_MAX))
		return x->copy_of == SIZE_MAX ? -1 : 1;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->asked < y->asked ? -1 : 1;
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

/* Rows in the lexicographic order of their codes. */
static bool sort_rows(mixmi_table *table)
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
	free(order);
	free(moved);
	free(coordinates);
	return done;
}

/* Notes where the column that was asked for has come to. */
static bool note_asked(estimate_asked *asked, const input *e, size_t place)
{
	*asked = (estimate_asked){ e->source, place, e->negated, base_array(e->source->distinct, sizeof *asked->codes) };
	for (size_t code = 0; asked->codes != NULL && code < e->source->distinct; code++)
		asked->codes[e->turn[code]] = (uint32_t)code;
	return asked->codes != NULL;
}

static bool allocate(estimate_canonical *out, size_t count)
{
	out->table.columns = base_array_zero(count, sizeof *out->table.columns);
	out->roles = base_array(count, sizeof *out->roles);
	out->columns = base_array(count, sizeof *out->columns);
	out->asked = base_array_zero(count, sizeof *out->asked);
	out->asked_count = out->asked != NULL ? count : 0;
	return out->table.columns != NULL && out->roles != NULL && out->columns != NULL && out->asked != NULL;
}

static bool build_table(estimate_canonical *out, const input *inputs, size_t count, const question_complete *rows)
{
	bool done = allocate(out, count);
	out->table.rows = rows->count;
	out->rows_dropped = rows->dropped;
	for (size_t j = 0; done && j < count; j++) {
		const input *e = &inputs[j];
		size_t k = out->table.column_count;
		if (e->copy_of != SIZE_MAX) { /* it comes after the one that it repeats */
			done = note_asked(&out->asked[e->asked], e, out->asked[e->copy_of].place);
			continue;
		}
		out->table.column_count++;
		out->columns[k] = k;
		out->roles[k] = e->role;
		done = note_asked(&out->asked[e->asked], e, k) && copy_column(&out->table.columns[k], e, rows);
	}
	return done && sort_rows(&out->table);
}

static bool set_up(input *inputs, const mixmi_table *table, const size_t *columns, const estimate_role *roles,
                   size_t count, const question_complete *rows)
{
	for (size_t j = 0; j < count; j++) {
		input *e = &inputs[j];
		*e = (input){ .source = &table->columns[columns[j]], .role = roles[j], .asked = j, .copy_of = SIZE_MAX };
		e->counts = question_complete_count(&e->owned, rows, e->source);
		if (e->counts == NULL || !find_hashes(e, rows->count))
			return false;
	}
	uint64_t *weights = base_array_zero(rows->count, sizeof *weights);
	bool done = weights != NULL && find_copies(inputs, count, rows);
	if (done)
		weigh_rows(weights, inputs, count, rows);
	for (size_t j = 0; done && j < count; j++) {
		if (inputs[j].shares != NULL)
			turn_numbers(&inputs[j], weights, rows);
		else
			done = turn_labels(&inputs[j], weights, rows);
		if (done)
			find_key(&inputs[j], weights, rows);
	}
	free(weights);
	return done;
}

mixmi_status estimate_canonical_init(estimate_canonical *out, const mixmi_table *table, const size_t *columns,
                                     const estimate_role *roles, size_t column_count)
{
	memset(out, 0, sizeof *out);
	question_complete rows;
	mixmi_status status = question_complete_init(&rows, table, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	input *inputs = base_array_zero(column_count, sizeof *inputs);
	bool done = inputs != NULL && set_up(inputs, table, columns, roles, column_count, &rows);
	if (done) {
		qsort(inputs, column_count, sizeof *inputs, compare_inputs);
		done = build_table(out, inputs, column_count, &rows);
	}
	for (size_t j = 0; inputs != NULL && j < column_count; j++) {
		free(inputs[j].owned);
		free(inputs[j].shares);
		free(inputs[j].hashes);
		free(inputs[j].turn);
	}
	free(inputs);
	question_complete_clear(&rows);
	if (done)
		return MIXMI_OK;
	estimate_canonical_clear(out);
	return base_error_memory();
}

void estimate_canonical_clear(estimate_canonical *canonical)
{
	for (size_t j = 0; canonical->table.columns != NULL && j < canonical->table.column_count; j++) {
		data_column *c = &canonical->table.columns[j];
		free(c->name);
		free(c->values);
		free(c->labels); /* the texts are the source's */
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
	memset(canonical, 0, sizeof *canonical);
}
