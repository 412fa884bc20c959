/*
 * Colour refinement (Weisfeiler and Leman 1968) on the table of a question. Values start with what a margin shows: how many
 * rows hold them and, for numbers, how far their mid-rank lies from the middle, which is the same from either end. A row's
 * hash is then the sum of its values' hashes, a value's that of its rows, a column's that of its values; this goes on until all
 * columns differ, at most three rounds. Sums make no
 * difference between orders, so the hashes depend neither on the order of rows or columns nor on names, labels, units or directions.
 * O(rows columns) per round. Where columns agree because all rows look the same, as in a balanced design, it goes on from how often
 * their values meet those of every other column.
 */
#include "question/data_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"

enum { ROUNDS = 3 };

typedef struct refined {
	const data_column *source;
	uint64_t hash;
	uint64_t *values; /* [source->distinct] hash of each code */
	uint64_t *sums;   /* [source->distinct] over the rows that hold it */
	uint32_t *counts; /* [source->distinct] rows that hold it */
} refined;

typedef struct refinement {
	const question_entries *rows;
	size_t count;
	refined *columns; /* [count] */
	uint64_t *hashes; /* [rows->count] */
} refinement;

static uint32_t code_at(const refined *column, const refinement *r, size_t entry)
{
	return column->source->codes[r->rows->used != NULL ? r->rows->used[entry] : entry];
}

static uint32_t times_of(const refinement *r, size_t entry)
{
	return r->rows->times != NULL ? r->rows->times[entry] : 1;
}

/* --------------------------------------------------------------------------------------------------------- setting up */

/* Hashes of what the margin of a column shows, and of what it is: labels, discrete numbers or numbers; asked about, or
 * given. */
static void start_column(refined *column, const refinement *r, bool given)
{
	const data_column *source = column->source;
	bool ordered = source->labels == NULL;
	for (size_t i = 0; i < r->rows->count; i++)
		column->counts[code_at(column, r, i)] += times_of(r, i);
	uint64_t below = 0, all = r->rows->rows;
	column->hash =
		base_hash_number((uint64_t)given << 2 | (uint64_t)ordered << 1 | (source->type == MIXMI_NUMERIC), all);
	for (size_t code = 0; code < source->distinct; code++) {
		uint64_t twice_rank = 2 * below + column->counts[code];
		uint64_t off = twice_rank > all ? twice_rank - all : all - twice_rank;
		below += column->counts[code];
		column->values[code] =
			base_hash_number(base_hash_number(column->hash, column->counts[code]), ordered ? off : 0);
	}
}

static bool refined_init(refined *column, const data_column *source)
{
	column->source = source;
	column->values = base_array(source->distinct, sizeof *column->values);
	column->sums = base_array(source->distinct, sizeof *column->sums);
	column->counts = base_array_zero(source->distinct, sizeof *column->counts);
	return column->values != NULL && column->sums != NULL && column->counts != NULL;
}

static bool refinement_init(refinement *r, const question_entries *rows, const mixmi_table *table,
                            const size_t *columns, size_t count)
{
	*r = (refinement){ .rows = rows, .count = count };
	r->columns = base_array_zero(count, sizeof *r->columns);
	r->hashes = base_array(rows->count, sizeof *r->hashes);
	bool done = r->columns != NULL && r->hashes != NULL;
	for (size_t j = 0; done && j < count; j++)
		done = refined_init(&r->columns[j], &table->columns[columns[j]]);
	return done;
}

static void refinement_clear(refinement *r)
{
	for (size_t j = 0; r->columns != NULL && j < r->count; j++) {
		free(r->columns[j].values);
		free(r->columns[j].sums);
		free(r->columns[j].counts);
	}
	free(r->columns);
	free(r->hashes);
}

/* ----------------------------------------------------------------------------------------------------------- refining */

static void sum_rows(refined *column, const refinement *r)
{
	memset(column->sums, 0, column->source->distinct * sizeof *column->sums);
	for (size_t i = 0; i < r->rows->count; i++)
		column->sums[code_at(column, r, i)] += times_of(r, i) * base_hash_mix(r->hashes[i]);
}

static void hash_rows(refinement *r)
{
	memset(r->hashes, 0, r->rows->count * sizeof *r->hashes);
	for (size_t j = 0; j < r->count; j++) {
		const refined *column = &r->columns[j];
		for (size_t i = 0; i < r->rows->count; i++)
			r->hashes[i] += base_hash_mix(column->values[code_at(column, r, i)]);
	}
}

/* Values see the hash of their column too, so that the sums of rows distinguish columns. */
static void refine_column(refined *column, const refinement *r)
{
	uint64_t sum = 0;
	sum_rows(column, r);
	for (size_t code = 0; code < column->source->distinct; code++)
		if (column->counts[code] > 0)
			sum += base_hash_mix(base_hash_number(column->values[code], column->sums[code]));
	column->hash = base_hash_number(column->hash, sum);
	for (size_t code = 0; code < column->source->distinct; code++)
		column->values[code] =
			base_hash_number(base_hash_number(column->values[code], column->sums[code]), column->hash);
}

/* No two columns look the same any more, so that further rounds would change no order. */
static bool all_differ(const refinement *r)
{
	for (size_t j = 0; j < r->count; j++)
		for (size_t k = 0; k < j; k++)
			if (r->columns[j].hash == r->columns[k].hash)
				return false;
	return true;
}

static void refine_until_all_differ(refinement *r)
{
	for (size_t round = 0; round < ROUNDS && (round == 0 || !all_differ(r)); round++) {
		hash_rows(r);
		for (size_t j = 0; j < r->count; j++)
			refine_column(&r->columns[j], r);
	}
}

/* Adds to the hash of each value of a column how often it meets each value of another. */
static void count_meetings(refined *column, const refined *other, const refinement *r, base_keyed *cells,
                           base_keyed *scratch)
{
	for (size_t i = 0; i < r->rows->count; i++)
		cells[i] = (base_keyed){ (uint64_t)code_at(column, r, i) << 32 | code_at(other, r, i), (uint32_t)i };
	base_sort_keyed(cells, scratch, r->rows->count);
	uint64_t met = 0;
	for (size_t i = 0; i < r->rows->count; i++) {
		met += times_of(r, cells[i].row);
		if (i + 1 < r->rows->count && cells[i + 1].key == cells[i].key)
			continue;
		column->values[cells[i].key >> 32] += base_hash_mix(base_hash_number(other->hash, met));
		met = 0;
	}
}

static bool is_tied(const refinement *r, size_t j)
{
	for (size_t k = 0; k < r->count; k++)
		if (k != j && r->columns[j].hash == r->columns[k].hash)
			return true;
	return false;
}

static bool look_at_pairs(refinement *r)
{
	base_keyed *cells = base_array(r->rows->count, sizeof *cells);
	base_keyed *scratch = base_array(r->rows->count, sizeof *scratch);
	bool done = cells != NULL && scratch != NULL;
	for (size_t j = 0; done && j < r->count; j++) {
		bool tied = is_tied(r, j);
		for (size_t k = 0; tied && k < r->count; k++)
			if (k != j)
				count_meetings(&r->columns[j], &r->columns[k], r, cells, scratch);
	}
	free(scratch);
	free(cells);
	return done;
}

/* False: out of memory. */
static bool refine(refinement *r)
{
	refine_until_all_differ(r);
	if (all_differ(r))
		return true;
	if (!look_at_pairs(r))
		return false;
	refine_until_all_differ(r);
	return true;
}

/* ---------------------------------------------------------------------------------------------------- order of columns */

typedef struct hashed_column {
	refined refined;
	uint64_t mates;  /* hash of its set: distinguishes columns that agree by what they stand with ... */
	uint64_t values; /* ... and by their values, which increasing and decreasing maps of each other do not share */
	size_t column;
	size_t place;
} hashed_column;

static int compare_hashes(const void *a, const void *b)
{
	const hashed_column *x = a, *y = b;
	if (x->refined.hash != y->refined.hash)
		return x->refined.hash < y->refined.hash ? -1 : 1;
	if (x->mates != y->mates)
		return x->mates < y->mates ? -1 : 1;
	if (x->values != y->values)
		return x->values < y->values ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Hash of which rows hold which value or label, in any order of the rows. */
static uint64_t hash_values(refined *column, const refinement *r)
{
	const data_column *source = column->source;
	uint64_t sum = 0;
	sum_rows(column, r);
	for (size_t code = 0; code < source->distinct; code++) {
		uint64_t value;
		if (source->labels != NULL)
			value = base_hash_text(BASE_HASH_START, source->labels[code]);
		else
			memcpy(&value, &source->values[code], sizeof value);
		sum += column->counts[code] > 0 ? base_hash_mix(base_hash_number(column->sums[code], value)) : 0;
	}
	return sum;
}

/* Columns of the same hash are distinguished only where there are any. */
static bool sort_columns(question_ready *q, refinement *r)
{
	bool tied = !all_differ(r);
	uint64_t sums[3] = { 0, 0, 0 };
	hashed_column *sorted = base_array(q->count, sizeof *sorted);
	if (sorted == NULL)
		return false;
	if (tied)
		hash_rows(r);
	for (size_t j = 0; j < q->count; j++)
		sums[q->roles[j]] += base_hash_mix(r->columns[j].hash);
	for (size_t j = 0; j < q->count; j++)
		sorted[j] = (hashed_column){ r->columns[j], sums[q->roles[j]], tied ? hash_values(&r->columns[j], r) : 0,
			                         q->columns[j], j };
	qsort(sorted, q->count, sizeof *sorted, compare_hashes);
	for (size_t j = 0; j < q->count; j++) {
		q->columns[j] = sorted[j].column;
		r->columns[j] = sorted[j].refined;
	}
	free(sorted);
	return true;
}

mixmi_status question_order_by_data(question_ready *q, uint64_t *hashes, size_t *rows)
{
	question_complete complete;
	mixmi_status status = question_complete_init(&complete, q->table, q->columns, q->count);
	if (status != MIXMI_OK)
		return status;
	refinement r;
	const question_entries rows_of = { complete.used, NULL, complete.count, complete.count };
	bool done = refinement_init(&r, &rows_of, q->table, q->columns, q->count);
	for (size_t j = 0; done && j < q->count; j++)
		start_column(&r.columns[j], &r, q->roles[j] == QUESTION_Z);
	done = done && refine(&r) && sort_columns(q, &r);
	for (size_t j = 0; done && j < q->count; j++)
		hashes[j] = r.columns[j].hash;
	*rows = complete.count;
	refinement_clear(&r);
	question_complete_clear(&complete);
	return done ? MIXMI_OK : base_error_memory();
}

bool question_hash_columns(uint64_t *hashes, const question_entries *rows, const mixmi_table *table,
                           const size_t *columns, size_t count, size_t asked)
{
	refinement r;
	bool done = refinement_init(&r, rows, table, columns, count);
	for (size_t j = 0; done && j < count; j++)
		start_column(&r.columns[j], &r, j >= asked);
	done = done && refine(&r);
	for (size_t j = 0; done && j < count; j++)
		hashes[j] = r.columns[j].hash;
	refinement_clear(&r);
	return done;
}
