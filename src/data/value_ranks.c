/* Ranks without random access to memory. Keys are dealt into buckets that are in order among each other; equal keys meet
 * in one. Each bucket, small enough for the cache, is sorted and gives its values local codes, left in the order they
 * were dealt in. Going through the rows again in the order of dealing, each row picks up its code from where its bucket is
 * read on. A sample decides where buckets end, so speed only: the result is the same for any sample. Memory is what counts
 * for a large table, so each array takes the place of one that is done with: beyond the result, only the values' own. */
#include "data/value_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

enum { BUCKETS = 1024, CELLS = 8192, DRAWS = 8192, USUAL_BUCKET = 4096 };

typedef struct ranking {
	/* value -> cell of equal width -> bucket: a run of cells that holds its share of the sample. Widths are of values, or of
	 * keys, which grow with the exponent: the former suit bells, the latter long tails. */
	bool by_value;
	double low, scale; /* by value: those below `low` are in cell 0 */
	uint64_t lowest;   /* by key: the same */
	unsigned shift;
	uint16_t bucket_of_cell[CELLS];
	size_t buckets;
	size_t start[BUCKETS + 2]; /* first place of each bucket; the last bucket, number `buckets`, is of missing rows */
	size_t next[BUCKETS + 2];
	size_t distinct[BUCKETS + 1]; /* distinct values in each */
	uint32_t *bucket_of;          /* [rows], where the codes will be */
	uint64_t *keys;               /* [rows] as dealt; then the distinct ones of each bucket from its start on */
	uint32_t *local;              /* [rows] as dealt: code within the bucket; where the values were */
	uint32_t *counts;             /* [rows] of the distinct ones, placed like them; where the values were */
	base_keyed *items;            /* the bucket being sorted, and as many again */
	size_t item_capacity;
} ranking;

static size_t cell_of(const ranking *r, double value)
{
	if (r->by_value) {
		double cell = (value - r->low) * r->scale + 1; /* rounded, but never down for a larger value */
		return !(cell >= 1) ? 0 : cell < CELLS ? (size_t)cell : CELLS - 1;
	}
	uint64_t key = base_sort_key(value);
	uint64_t cell = key < r->lowest ? 0 : ((key - r->lowest) >> r->shift) + 1;
	return cell < CELLS ? (size_t)cell : CELLS - 1;
}

/* Sorted keys of rows drawn evenly, an eighth of them at most; returns their number. */
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

/* Joins cells to buckets of about equal weight, at most `wanted`. Returns how uneven they are: the sum of squared weights. */
static double join_cells(ranking *r, const base_keyed *drawn, size_t count, size_t wanted)
{
	/* rounded up, so that there can't be more than wanted */
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

/* Lays cells over all but the outermost of the sample, by value or by key, as makes the more even buckets. */
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

/* Deals the rows into buckets. */
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

/* A key that more than half of the bucket has, if there is one; any other if not (Boyer and Moore's vote). */
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

/* Puts the bucket's keys other than `common`, with their places in it, into `items`; false if there is no memory. */
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

/* A new distinct key of the bucket that starts at `start`; returns its code. */
static uint32_t add_distinct(ranking *r, size_t bucket, uint64_t key, size_t count)
{
	size_t code = r->distinct[bucket]++, place = r->start[bucket] + code;
	r->keys[place] = key;
	r->counts[place] = (uint32_t)count;
	return (uint32_t)code;
}

/* Finds the distinct keys of a bucket and the code of each of its places among them. An atom of a mixture may fill most of
 * a bucket; it is not sorted, as that would take memory for all of its rows at once. */
static bool rank_bucket(ranking *r, size_t bucket)
{
	const uint32_t unset = UINT32_MAX;
	size_t start = r->start[bucket], count = r->start[bucket + 1] - start, others;
	uint32_t *local = r->local + start, code = unset, common_code = unset;
	r->distinct[bucket] = 0;
	if (count == 0)
		return true;
	/* which key is left out of the sorting matters only where there are many */
	uint64_t common = count > 4 * USUAL_BUCKET ? majority(r->keys + start, count) : r->keys[start];
	if (!load(r, &others, r->keys + start, count, common))
		return false;
	if (others > 0) /* else there may be no items */
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

/* Joins the buckets' distinct values and gives every row its code. */
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
			/* a bucket's values move down or stay: none is overwritten before it was read */
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
