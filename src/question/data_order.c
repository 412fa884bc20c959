/*
 * Colour refinement (Weisfeiler and Leman 1968) on the table of a question. Values start with what a margin shows: how many
 * rows hold them and, for numbers, how far their mid-rank lies from the middle, which is the same from either end. A row's
 * hash is then the sum of its values' hashes, a value's that of its rows, a column's that of its values; this goes on until all
 * columns differ, and columns that agree after three rounds are the same to any method but for their values. Sums make no difference between orders, so the hashes depend neither
 * on the order of rows or columns nor on names, labels or directions. Directions and orders of labels are then chosen one
 * column after the other, each seen together with those before it: a pair of columns that rise together must not be
 * mistaken for one of which one falls. O(rows columns) a round.
 */
#include "question/data_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"

enum { ROUNDS = 3 };

typedef struct refined {
	const data_column *source;
	uint64_t hash;
	uint64_t *values; /* [source->distinct] hash of each code */
	uint64_t *sums;   /* [source->distinct] over the rows that hold it */
	uint32_t *counts; /* [source->distinct] rows that hold it */
} refined;

typedef struct refinement {
	const question_complete *rows;
	size_t count;
	refined *columns; /* [count] */
	uint64_t *hashes; /* [rows->count] */
} refinement;

static uint32_t code_at(const refined *column, const refinement *r, size_t row)
{
	return column->source->codes[question_complete_at(r->rows, row)];
}

/* --------------------------------------------------------------------------------------------------------- setting up */

/* Hashes of what the margin of a column shows, and of what it is: labels, discrete numbers or numbers; asked about, or
 * given. */
static void start_column(refined *column, const refinement *r, bool given)
{
	const data_column *source = column->source;
	bool ordered = source->labels == NULL;
	for (size_t i = 0; i < r->rows->count; i++)
		column->counts[code_at(column, r, i)]++;
	uint64_t below = 0, all = r->rows->count;
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

static bool refinement_init(refinement *r, const question_ready *q)
{
	*r = (refinement){ .rows = &q->complete, .count = q->count };
	r->columns = base_array_zero(q->count, sizeof *r->columns);
	r->hashes = base_array(q->complete.count, sizeof *r->hashes);
	bool done = r->columns != NULL && r->hashes != NULL;
	for (size_t j = 0; done && j < q->count; j++) {
		done = refined_init(&r->columns[j], &q->table->columns[q->columns[j]]);
		if (done)
			start_column(&r->columns[j], r, q->roles[j] == QUESTION_Z);
	}
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
		column->sums[code_at(column, r, i)] += base_hash_mix(r->hashes[i]);
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

/* Values see the hash of their column too, so that columns are told apart in the sums of rows. */
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

static void refine(refinement *r)
{
	for (size_t round = 0; round < ROUNDS && (round == 0 || !all_differ(r)); round++) {
		hash_rows(r);
		for (size_t j = 0; j < r->count; j++)
			refine_column(&r->columns[j], r);
	}
	hash_rows(r);
}

/* ---------------------------------------------------------------------------------------------------- order of columns */

typedef struct hashed_column {
	refined refined;
	uint64_t mates;  /* hash of its set: columns that agree are told apart by what they stand with ... */
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

static bool sort_columns(question_ready *q, refinement *r)
{
	uint64_t sums[3] = { 0, 0, 0 };
	hashed_column *sorted = base_array(q->count, sizeof *sorted);
	if (sorted == NULL)
		return false;
	for (size_t j = 0; j < q->count; j++)
		sums[q->roles[j]] += base_hash_mix(r->columns[j].hash);
	for (size_t j = 0; j < q->count; j++)
		sorted[j] =
			(hashed_column){ r->columns[j], sums[q->roles[j]], hash_values(&r->columns[j], r), q->columns[j], j };
	qsort(sorted, q->count, sizeof *sorted, compare_hashes);
	for (size_t j = 0; j < q->count; j++) {
		q->columns[j] = sorted[j].column;
		r->columns[j] = sorted[j].refined;
	}
	free(sorted);
	return true;
}

/* ---------------------------------------------------------------------------------------------------- canonical codes */

typedef struct label {
	uint64_t hash;
	uint32_t code;
} label;

static int compare_labels(const void *a, const void *b)
{
	const label *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->code > y->code) - (x->code < y->code);
}

/* Numbers: their ranks from that end which gives the lesser sum. */
static void recode_numbers(uint32_t *recoded, const refined *column, size_t distinct)
{
	uint64_t forward = 0, backward = 0;
	uint32_t rank = 0, last = (uint32_t)distinct - 1;
	for (size_t code = 0; code < column->source->distinct; code++) {
		if (column->counts[code] == 0)
			continue;
		forward += base_hash_mix(base_hash_number(column->sums[code], rank));
		backward += base_hash_mix(base_hash_number(column->sums[code], last - rank));
		recoded[code] = rank++;
	}
	for (size_t code = 0; backward < forward && code < column->source->distinct; code++)
		if (column->counts[code] > 0)
			recoded[code] = last - recoded[code];
}

/* Labels: by the rows that hold them. */
static bool recode_labels(uint32_t *recoded, const refined *column, size_t distinct)
{
	label *labels = base_array(distinct, sizeof *labels);
	if (labels == NULL)
		return false;
	size_t next = 0;
	for (size_t code = 0; code < column->source->distinct; code++)
		if (column->counts[code] > 0)
			labels[next++] = (label){ column->sums[code], (uint32_t)code };
	qsort(labels, distinct, sizeof *labels, compare_labels);
	for (size_t i = 0; i < distinct; i++)
		recoded[labels[i].code] = (uint32_t)i;
	free(labels);
	return true;
}

/* Chooses a column's codes by the rows as they are known so far, and lets the rows know them. */
static bool recode_column(question_ready *q, refinement *r, size_t j)
{
	refined *column = &r->columns[j];
	const data_column *source = column->source;
	uint32_t *recoded = q->recoded[j] = base_array(source->distinct, sizeof *recoded);
	if (recoded == NULL)
		return false;
	for (size_t code = 0; code < source->distinct; code++) {
		recoded[code] = UINT32_MAX;
		q->distinct[j] += column->counts[code] > 0;
	}
	sum_rows(column, r);
	if (source->labels == NULL)
		recode_numbers(recoded, column, q->distinct[j]);
	else if (!recode_labels(recoded, column, q->distinct[j]))
		return false;
	for (size_t i = 0; i < r->rows->count; i++)
		r->hashes[i] = base_hash_number(base_hash_number(r->hashes[i], column->hash), recoded[code_at(column, r, i)]);
	return true;
}

mixmi_status question_order_by_data(question_ready *q, uint64_t *hashes)
{
	mixmi_status status = question_complete_init(&q->complete, q->table, q->columns, q->count);
	if (status != MIXMI_OK)
		return status;
	refinement r;
	q->recoded = base_array_zero(q->count, sizeof *q->recoded);
	q->distinct = base_array_zero(q->count, sizeof *q->distinct);
	bool done = refinement_init(&r, q) && q->recoded != NULL && q->distinct != NULL;
	if (done)
		refine(&r);
	done = done && sort_columns(q, &r);
	for (size_t j = 0; done && j < q->count; j++) {
		hashes[j] = r.columns[j].hash;
		done = recode_column(q, &r, j);
	}
	refinement_clear(&r);
	return done ? MIXMI_OK : base_error_memory();
}
