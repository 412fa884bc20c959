/* Computes ranks without random memory access. Keys are distributed to ordered buckets, so equal keys are in the same
 * bucket. Each bucket, small enough for the cache, is sorted and its values get local codes, stored in the order of
 * distribution. A second pass over the rows in the same order reads each row's code from its bucket. A sample
 * determines the bucket boundaries, which affect only speed: the result is the same for any sample. Memory matters for
 * large tables, so each array reuses the memory of one that is no longer needed: besides the result, only the memory of
 * the values is used. */
#include "data/value_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

enum { BUCKETS = 1024, CELLS = 8192, DRAWS = 8192, USUAL_BUCKET = 4096 };

typedef struct ranking {
	/* value -> cell of equal width -> bucket: a run of cells with its share of the sample. Widths are in values, or in
	 * keys, which grow with the exponent: the former suit bell-shaped distributions, the latter long tails. */
	bool by_value;
	double low, scale; /* by value: values below `low` are in cell 0 */
	uint64_t lowest;   /* by key: the same */
	unsigned shift;
	uint16_t bucket_of_cell[CELLS];
	size_t buckets;
	size_t start[BUCKETS + 2]; /* first position of each bucket; the last one, number `buckets`, has the missing rows */
	size_t next[BUCKETS + 2];
	size_t distinct[BUCKETS + 1]; /* distinct values in each bucket */
	uint32_t *bucket_of;          /* [rows], in the memory of the codes */
	uint64_t *keys;               /* [rows] as distributed; then the distinct keys of each bucket, from its start */
	uint32_t *local;              /* [rows] as distributed: code within the bucket; in the memory of the values */
	uint32_t *counts;             /* [rows] counts of the distinct keys, at the same positions; in the memory of the
	                               * values */
	base_keyed *items;            /* the bucket being sorted, and scratch memory of the same size */
	size_t item_capacity;
} ranking;

static size_t cell_of(const ranking *r, double value)
{
	if (r->by_value) {
		double cell = (value - r->low) * r->scale + 1; /* rounding is monotone: a larger value never gets a smaller
		                                                * cell */
		return !(cell >= 1) ? 0 : cell < CELLS ? (size_t)cell : CELLS - 1;
	}
	uint64_t key = base_sort_key(value);
	uint64_t cell = key < r->lowest ? 0 : ((key - r->lowest) >> r->shift) + 1;
	return cell < CELLS ? (size_t)cell : CELLS - 1;
}

/* Sorted keys of a systematic sample of at most an eighth of the rows; returns their number. */
static size_t draw(base_keyed *drawn, base_keyed *scratch, const double *values, size_t rows)
{
	size_t count = 0, draws = rows / 8 < DRAWS ? rows / 8 : DRAWS;
	for (size_t i = 0; i < draws; i++) {
		double value = values[rows / draws * i];
		if (!isnan(value))
			drawn[count++] = (base_keyed){ .key = base_sort_key(value) };
	}
	base_sort_keyed(drawn, scratch, count);
	return count;
}

/* Joins cells to at most `wanted` buckets of about equal weight. Returns the sum of squared weights, which measures how
 * uneven they are. */
static double join_cells(ranking *r, const base_keyed *drawn, size_t count, size_t wanted)
{
	/* rounded up, so that there are at most `wanted` */
	size_t share = count / wanted + 1, seen = 0, begun = 0;
	double uneven = 0;
	r->buckets = 1;
	for (size_t cell = 0; cell < CELLS; cell++) {
		if (seen - begun >= share) {
			uneven += (double)(seen - begun) * (double)(seen - begun);
			r->buckets++;
			begun = seen;
		}
		r->bucket_of_cell[cell] = (uint16_t)(r->buckets - 1);
		while (seen < count && cell_of(r, base_sort_value(drawn[seen].key)) == cell)
			seen++;
	}
	return uneven + (double)(seen - begun) * (double)(seen - begun);
}

/* Lays cells over the range of the sample without its extremes, by value or by key, whichever gives the more even
 * buckets. */
static void lay_cells(ranking *r, const base_keyed *drawn, size_t count, size_t wanted)
{
	size_t outer = count / 256;
	uint64_t first = drawn[outer].key, last = drawn[count - 1 - outer].key;
	r->lowest = first;
	while ((last - first) >> r->shift >= CELLS - 2)
		r->shift++;
	double by_key = join_cells(r, drawn, count, wanted);
	r->low = base_sort_value(first);
	r->scale = (CELLS - 2) / (base_sort_value(last) - r->low);
	r->by_value = r->scale > 0 && isfinite(r->scale);
	if (r->by_value && join_cells(r, drawn, count, wanted) > by_key) {
		r->by_value = false;
		join_cells(r, drawn, count, wanted);
	}
}

static bool lay_buckets(ranking *r, const double *values, size_t rows)
{
	r->buckets = 1;
	if (rows <= 2 * USUAL_BUCKET)
		return true;
	base_keyed *drawn = base_array(2 * DRAWS, sizeof *drawn);
	if (drawn == NULL)
		return false;
	size_t count = draw(drawn, drawn + DRAWS, values, rows);
	if (count > 0)
		lay_cells(r, drawn, count, rows / USUAL_BUCKET < BUCKETS ? rows / USUAL_BUCKET : BUCKETS);
	free(drawn);
	return true;
}

/* Distributes the rows to buckets. */
static void deal(ranking *r, const double *values, size_t rows)
{
	memset(r->start, 0, sizeof r->start);
	for (size_t row = 0; row < rows; row++) {
		size_t bucket = isnan(values[row]) ? r->buckets : r->bucket_of_cell[cell_of(r, values[row])];
		r->bucket_of[row] = (uint32_t)bucket;
		r->start[bucket + 1]++;
	}
	for (size_t b = 0; b <= r->buckets; b++)
		r->start[b + 1] += r->start[b];
	memcpy(r->next, r->start, sizeof r->next);
	for (size_t row = 0; row < rows; row++)
		r->keys[r->next[r->bucket_of[row]]++] = base_sort_key(values[row]);
}

/* A key shared by more than half of the bucket, if there is one; otherwise any key (Boyer and Moore's majority
 * vote). */
static uint64_t majority(const uint64_t *keys, size_t count)
{
	uint64_t leader = keys[0];
	size_t lead = 0;
	for (size_t i = 0; i < count; i++) {
		if (lead == 0)
			leader = keys[i];
		lead = keys[i] == leader ? lead + 1 : lead - 1;
	}
	return leader;
}

/* Copies the bucket's keys other than `common`, with their positions, to `items`; returns false if memory runs out. */
static bool load(ranking *r, size_t *loaded, const uint64_t *keys, size_t count, uint64_t common)
{
	size_t others = 0;
	for (size_t i = 0; i < count; i++)
		others += keys[i] != common;
	*loaded = 0;
	void *items = r->items;
	bool room = base_grow(&items, &r->item_capacity, 2 * others, sizeof *r->items);
	r->items = items;
	for (size_t i = 0; i < count && room; i++)
		if (keys[i] != common)
			r->items[(*loaded)++] = (base_keyed){ keys[i], (uint32_t)i };
	return room;
}

/* Adds a distinct key to the bucket that starts at `start`; returns its code. */
static uint32_t add_distinct(ranking *r, size_t bucket, uint64_t key, size_t count)
{
	size_t code = r->distinct[bucket]++, place = r->start[bucket] + code;
	r->keys[place] = key;
	r->counts[place] = (uint32_t)count;
	return (uint32_t)code;
}

/* Finds the distinct keys of a bucket and the code of each of its positions. An atom of a mixture may fill most of a
 * bucket; it is not sorted, because that would need memory for all its rows at once. */
static bool rank_bucket(ranking *r, size_t bucket)
{
	const uint32_t unset = UINT32_MAX;
	size_t start = r->start[bucket], count = r->start[bucket + 1] - start, others;
	uint32_t *local = r->local + start, code = unset, common_code = unset;
	r->distinct[bucket] = 0;
	if (count == 0)
		return true;
	/* the choice of the key left out of the sort matters only for large buckets */
	uint64_t common = count > 4 * USUAL_BUCKET ? majority(r->keys + start, count) : r->keys[start];
	if (!load(r, &others, r->keys + start, count, common))
		return false;
	if (others > 0) /* otherwise there may be no items */
		base_sort_keyed(r->items, r->items + others, others);
	memset(local, 0xff, count * sizeof *local);
	for (size_t i = 0; i < others; i++) {
		const base_keyed *item = &r->items[i];
		if (common_code == unset && item->key > common)
			common_code = add_distinct(r, bucket, common, count - others);
		if (i == 0 || item->key != item[-1].key)
			code = add_distinct(r, bucket, item->key, 0);
		r->counts[start + code]++;
		local[item->row] = code;
	}
	if (common_code == unset)
		common_code = add_distinct(r, bucket, common, count - others);
	for (size_t place = 0; place < count; place++)
		if (local[place] == unset)
			local[place] = common_code;
	return true;
}

/* Joins the distinct values of the buckets and sets the code of every row. */
static bool gather(data_column *column, ranking *r, size_t rows)
{
	size_t total = 0;
	uint32_t base[BUCKETS];
	for (size_t b = 0; b < r->buckets; b++) {
		base[b] = (uint32_t)total;
		total += r->distinct[b];
	}
	column->distinct = total;
	column->missing = rows - r->start[r->buckets];
	column->counts = base_array(total, sizeof *column->counts);
	if (column->counts == NULL)
		return false;
	for (size_t b = 0; b < r->buckets; b++)
		for (size_t i = 0; i < r->distinct[b]; i++) {
			/* a bucket's values move down or stay, so none is overwritten before it is read */
			double value = base_sort_value(r->keys[r->start[b] + i]);
			memcpy(&r->keys[base[b] + i], &value, sizeof value);
			column->counts[base[b] + i] = r->counts[r->start[b] + i];
		}
	column->values = base_shrink(r->keys, total, sizeof *column->values);
	r->keys = NULL;
	memcpy(r->next, r->start, sizeof r->next);
	for (size_t row = 0; row < rows; row++) {
		size_t b = r->bucket_of[row];
		column->codes[row] = b == r->buckets ? DATA_MISSING : base[b] + r->local[r->next[b]++];
	}
	return true;
}

bool data_rank(data_column *column, double *values, size_t rows)
{
	ranking *r = base_array_zero(1, sizeof *r);
	if (r == NULL)
		return false;
	if (column->codes == NULL)
		column->codes = base_array(rows, sizeof *column->codes);
	r->bucket_of = column->codes;
	r->keys = base_array(rows, sizeof *r->keys);
	bool done = column->codes != NULL && r->keys != NULL && lay_buckets(r, values, rows);
	if (done) {
		deal(r, values, rows);
		_Static_assert(2 * sizeof *r->local == sizeof *values, "two codes for each value");
		r->local = (uint32_t *)(void *)values;
		r->counts = r->local + rows;
	}
	for (size_t b = 0; done && b < r->buckets; b++)
		done = rank_bucket(r, b);
	done = done && gather(column, r, rows);
	free(r->keys);
	free(r->items);
	free(r);
	return done;
}
