/* Ranks without random access to memory. Keys are dealt into buckets that are in order among each other; equal keys meet
 * in one. Each bucket, small enough for the cache, is sorted and gives its values local codes, left in the order they
 * were dealt in. Going through the rows again in the order of dealing, each row picks up its code from where its bucket is
 * read on. A sample decides where buckets end, so speed only: the result is the same for any sample. */
#include "data/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

enum { BUCKETS = 1024, CELLS = 8192, DRAWS = 8192, USUAL_BUCKET = 4096 };

typedef struct ranking {
	/* key -> cell of equal width -> bucket: a run of cells that holds its share of the sample */
	uint64_t lowest; /* keys below it are in cell 0 */
	unsigned shift;
	uint16_t bucket_of_cell[CELLS];
	size_t buckets;
	size_t start[BUCKETS + 2]; /* first place of each bucket; the last bucket, number `buckets`, is of missing rows */
	size_t next[BUCKETS + 2];
	size_t distinct[BUCKETS + 1]; /* distinct values in each */
	uint16_t *bucket_of;          /* [rows] */
	uint64_t *keys;               /* [rows] as dealt; then the distinct ones of each bucket from its start on */
	uint32_t *local;              /* [rows] as dealt: code within the bucket */
	uint32_t *counts;             /* [rows] of the distinct ones, placed like them */
	base_keyed *items;            /* the bucket being sorted, and as many again */
	size_t item_capacity;
} ranking;

static size_t cell_of(const ranking *r, uint64_t key)
{
	uint64_t cell = key < r->lowest ? 0 : ((key - r->lowest) >> r->shift) + 1;
	return cell < CELLS ? (size_t)cell : CELLS - 1;
}

/* Sorted keys of rows drawn evenly; returns their number. */
static size_t draw(base_keyed *drawn, base_keyed *scratch, const double *values, size_t rows)
{
	size_t count = 0;
	for (size_t i = 0; i < DRAWS; i++) {
		double value = values[rows / DRAWS * i];
		if (!isnan(value))
			drawn[count++] = (base_keyed){ .key = base_sort_key(value) };
	}
	base_sort_keyed(drawn, scratch, count);
	return count;
}

/* Lays the cells over all but the outermost of the sample and joins them to buckets of about equal weight. */
static bool lay_buckets(ranking *r, const double *values, size_t rows)
{
	r->buckets = 1;
	if (rows <= 2 * USUAL_BUCKET)
		return true;
	base_keyed *drawn = base_array(2 * DRAWS, sizeof *drawn);
	if (drawn == NULL)
		return false;
	size_t count = draw(drawn, drawn + DRAWS, values, rows);
	if (count > 0) {
		size_t outer = count / 256;
		r->lowest = drawn[outer].key;
		while ((drawn[count - 1 - outer].key - r->lowest) >> r->shift >= CELLS - 2)
			r->shift++;
	}
	/* rounded up, so that there can't be more than wanted */
	size_t wanted = rows / USUAL_BUCKET < BUCKETS ? rows / USUAL_BUCKET : BUCKETS;
	size_t share = count / wanted + 1, seen = 0, begun = 0;
	for (size_t cell = 0; cell < CELLS; cell++) {
		if (seen - begun >= share) {
			r->buckets++;
			begun = seen;
		}
		r->bucket_of_cell[cell] = (uint16_t)(r->buckets - 1);
		while (seen < count && cell_of(r, drawn[seen].key) == cell)
			seen++;
	}
	free(drawn);
	return true;
}

/* Deals the rows into buckets. */
static void deal(ranking *r, const double *values, size_t rows)
{
	memset(r->start, 0, sizeof r->start);
	for (size_t row = 0; row < rows; row++) {
		size_t bucket = isnan(values[row]) ? r->buckets : r->bucket_of_cell[cell_of(r, base_sort_key(values[row]))];
		r->bucket_of[row] = (uint16_t)bucket;
		r->start[bucket + 1]++;
	}
	for (size_t b = 0; b <= r->buckets; b++)
		r->start[b + 1] += r->start[b];
	memcpy(r->next, r->start, sizeof r->next);
	for (size_t row = 0; row < rows; row++)
		r->keys[r->next[r->bucket_of[row]]++] = base_sort_key(values[row]);
}

/* Puts the bucket's keys, with their places in it, into `items`; false if there is no memory for them. */
static bool load(ranking *r, const uint64_t *keys, size_t count)
{
	void *items = r->items;
	bool room = base_grow(&items, &r->item_capacity, 2 * count, sizeof *r->items);
	r->items = items;
	for (size_t i = 0; i < count && room; i++)
		r->items[i] = (base_keyed){ keys[i], (uint32_t)i };
	return room;
}

static bool all_equal(const uint64_t *keys, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (keys[i] != keys[0])
			return false;
	return true;
}

/* Finds the distinct keys of a bucket and the code of each of its places among them. */
static bool rank_bucket(ranking *r, size_t bucket)
{
	size_t start = r->start[bucket], count = r->start[bucket + 1] - start;
	uint64_t *keys = r->keys + start;
	uint32_t *local = r->local + start, *counts = r->counts + start;
	r->distinct[bucket] = count > 0;
	if (count > 0 && all_equal(keys, count)) {
		memset(local, 0, count * sizeof *local);
		counts[0] = (uint32_t)count;
		return true;
	}
	if (count == 0)
		return true;
	if (!load(r, keys, count))
		return false;
	base_sort_keyed(r->items, r->items + count, count);
	uint32_t code = 0;
	keys[0] = r->items[0].key;
	counts[0] = 0;
	for (size_t i = 0; i < count; i++) {
		if (r->items[i].key != keys[code]) {
			keys[++code] = r->items[i].key;
			counts[code] = 0;
		}
		counts[code]++;
		local[r->items[i].row] = code;
	}
	r->distinct[bucket] = (size_t)code + 1;
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
	column->values = base_array(total, sizeof *column->values);
	column->counts = base_array(total, sizeof *column->counts);
	if (column->values == NULL || column->counts == NULL)
		return false;
	for (size_t b = 0; b < r->buckets; b++)
		for (size_t i = 0; i < r->distinct[b]; i++) {
			column->values[base[b] + i] = base_sort_value(r->keys[r->start[b] + i]);
			column->counts[base[b] + i] = r->counts[r->start[b] + i];
		}
	memcpy(r->next, r->start, sizeof r->next);
	for (size_t row = 0; row < rows; row++) {
		size_t b = r->bucket_of[row];
		column->codes[row] = b == r->buckets ? DATA_MISSING : base[b] + r->local[r->next[b]++];
	}
	return true;
}

bool data_rank(data_column *column, const double *values, size_t rows)
{
	ranking *r = base_array_zero(1, sizeof *r);
	if (r == NULL)
		return false;
	if (column->codes == NULL)
		column->codes = base_array(rows, sizeof *column->codes);
	r->bucket_of = base_array(rows, sizeof *r->bucket_of);
	r->keys = base_array(rows, sizeof *r->keys);
	r->local = base_array(rows, sizeof *r->local);
	r->counts = base_array(rows, sizeof *r->counts);
	bool done = column->codes != NULL && r->bucket_of != NULL && r->keys != NULL && r->local != NULL &&
	            r->counts != NULL && lay_buckets(r, values, rows);
	if (done)
		deal(r, values, rows);
	for (size_t b = 0; done && b < r->buckets; b++)
		done = rank_bucket(r, b);
	done = done && gather(column, r, rows);
	free(r->bucket_of);
	free(r->keys);
	free(r->local);
	free(r->counts);
	free(r->items);
	free(r);
	return done;
}
