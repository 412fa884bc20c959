/* Colour refinement (Weisfeiler and Leman 1968) on the table of a question. A value starts with a hash of its count and, for numbers, of the distance of
 * its mid-rank from the middle, which does not depend on the direction. The hash of a row is then the sum of the hashes of its values, that of a value
 * the sum over its rows, and that of a column the sum over its values. This is repeated until all columns differ, at most three times. Since sums do
 * not depend on the order of their terms, the hashes do not depend on the order of rows or columns, nor on names, labels, units or directions.
 * O(rows columns) per round. If columns agree because all rows look the same, as in a balanced design, the counts of pairs of values are added.
 * Columns that still agree are exchangeable, so that any order gives the same table, or only appear to be. They are distinguished by individualisation
 * and refinement, as in McKay's nauty: each of them in turn gets a mark and the refinement is repeated, now with directions of numbers. The direction
 * is the one in which the sum over rows of rank times hash is positive, or, if that is 0, the one with the smaller result. The column with the smallest
 * hash of the whole result comes first, and so on until no columns agree. Columns with equal results are exchangeable; their values decide.
 */
#include "paper/question/column_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"

enum { ROUNDS = 3 };

typedef struct refined {
	const data_column *source;
	const uint32_t *codes;  /* [entries] */
	const uint32_t *counts; /* [source->distinct] rows with each code */
	uint32_t *owned_codes, *owned_counts;
	question_role role;
	uint32_t mark; /* 1, 2, ... if it was individualised; 0: not */
	int chosen;    /* direction of numbers on trial; 0: none */
	int turn;      /* known direction; 0: none */
	uint64_t hash;
	uint64_t *values; /* [source->distinct] hash of each code */
	union {
		uint64_t *sums;  /* [source->distinct] of the hashes of its rows */
		int64_t *shares; /* [source->distinct] for the order of values */
	};
} refined;

typedef struct refinement {
	const question_sample *rows;
	size_t count;
	refined *columns; /* [count] */
	uint64_t *hashes; /* [rows->entries] */
	bool thorough;    /* do all rounds even if all columns differ earlier */
} refinement;

static uint32_t times_of(const refinement *r, size_t entry)
{
	return r->rows->times != NULL ? r->rows->times[entry] : 1;
}

/* --------------------------------------------------------------------------------------------------------- setting up */

/* Sets the hashes of a column and its values from its type, its role and its margin. */
static void start_column(refined *column, const refinement *r)
{
	const data_column *source = column->source;
	bool ordered = source->labels == NULL, given = column->role == QUESTION_Z;
	uint64_t below = 0, all = r->rows->count;
	column->hash =
		base_hash_number((uint64_t)given << 2 | (uint64_t)ordered << 1 | (source->type == MIXMI_NUMERIC), all);
	if (column->mark != 0)
		column->hash = base_hash_number(column->hash, column->mark);
	for (size_t code = 0; code < source->distinct; code++) {
		uint64_t twice_rank = 2 * below + column->counts[code];
		bool high = twice_rank > all;
		uint64_t off = high ? twice_rank - all : all - twice_rank;
		if (column->turn != 0 && off > 0 && high == (column->turn > 0))
			off = ~off;
		below += column->counts[code];
		column->values[code] =
			base_hash_number(base_hash_number(column->hash, column->counts[code]), ordered ? off : 0);
	}
}

static void start(refinement *r)
{
	for (size_t j = 0; j < r->count; j++)
		start_column(&r->columns[j], r);
}

static bool refinement_init(refinement *r, const question_sample *rows, const mixmi_table *table,
                            const mixmi_question *question)
{
	*r = (refinement){ .rows = rows, .count = question_count(question) };
	r->columns = base_array_zero(r->count, sizeof *r->columns);
	r->hashes = base_array(rows->entries, sizeof *r->hashes);
	bool done = r->columns != NULL && r->hashes != NULL;
	for (size_t j = 0; done && j < r->count; j++) {
		refined *column = &r->columns[j];
		column->source = &table->columns[question_column_at(question, j)];
		column->role = question_role_at(question, j);
		column->values = base_array(column->source->distinct, sizeof *column->values);
		column->sums = base_array(column->source->distinct, sizeof *column->sums);
		column->codes = question_sample_codes(&column->owned_codes, rows, column->source);
		column->counts = question_sample_count(&column->owned_counts, rows, column->source);
		done = column->values != NULL && column->sums != NULL && column->codes != NULL && column->counts != NULL;
	}
	return done;
}

static void refinement_clear(refinement *r)
{
	for (size_t j = 0; r->columns != NULL && j < r->count; j++) {
		free(r->columns[j].values);
		free(r->columns[j].sums);
		free(r->columns[j].owned_codes);
		free(r->columns[j].owned_counts);
	}
	free(r->columns);
	free(r->hashes);
}

/* ----------------------------------------------------------------------------------------------------------- refining */

static void sum_rows(refined *column, const refinement *r)
{
	memset(column->sums, 0, column->source->distinct * sizeof *column->sums);
	for (size_t i = 0; i < r->rows->entries; i++)
		column->sums[column->codes[i]] += times_of(r, i) * base_hash_mix(r->hashes[i]);
}

static void hash_rows(refinement *r)
{
	memset(r->hashes, 0, r->rows->entries * sizeof *r->hashes);
	for (size_t j = 0; j < r->count; j++) {
		const refined *column = &r->columns[j];
		for (size_t i = 0; i < r->rows->entries; i++)
			r->hashes[i] += base_hash_mix(column->values[column->codes[i]]);
	}
}

/* The hash of a value includes that of its column, so that the sums of rows distinguish columns. */
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

static bool is_tied(const refinement *r, size_t j)
{
	for (size_t k = 0; k < r->count; k++)
		if (k != j && r->columns[j].hash == r->columns[k].hash)
			return true;
	return false;
}

/* True if all hashes differ, so that further rounds would not change the order. */
static bool all_differ(const refinement *r)
{
	for (size_t j = 0; j < r->count; j++)
		if (is_tied(r, j))
			return false;
	return true;
}

static void refine_until_all_differ(refinement *r)
{
	for (size_t round = 0; round < ROUNDS && (round == 0 || r->thorough || !all_differ(r)); round++) {
		hash_rows(r);
		for (size_t j = 0; j < r->count; j++)
			refine_column(&r->columns[j], r);
	}
}

/* Adds the counts of pairs of values of two columns to the hashes of the first. */
static void count_meetings(refined *column, const refined *other, const refinement *r, base_keyed *cells)
{
	for (size_t i = 0; i < r->rows->entries; i++)
		cells[i] = (base_keyed){ (uint64_t)column->codes[i] << 32 | other->codes[i], (uint32_t)i };
	base_sort_keyed(cells, cells + r->rows->entries, r->rows->entries);
	uint64_t met = 0;
	for (size_t i = 0; i < r->rows->entries; i++) {
		met += times_of(r, cells[i].row);
		if (i + 1 < r->rows->entries && cells[i + 1].key == cells[i].key)
			continue;
		column->values[cells[i].key >> 32] += base_hash_mix(base_hash_number(other->hash, met));
		met = 0;
	}
}

static bool look_at_pairs(refinement *r)
{
	base_keyed *cells = base_array(r->rows->entries, 2 * sizeof *cells);
	bool done = cells != NULL;
	for (size_t j = 0; done && j < r->count; j++) {
		bool tied = is_tied(r, j);
		for (size_t k = 0; tied && k < r->count; k++)
			if (k != j)
				count_meetings(&r->columns[j], &r->columns[k], r, cells);
	}
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

/* ------------------------------------------------------------------------------------------------------ breaking ties */

/* Sets directions of numbers from the hashes of rows, which do not depend on directions: reversing a column changes the sign of the sum modulo 2^64. True
 * if a direction was set. */
static bool orient(refinement *r)
{
	bool any = false;
	hash_rows(r);
	for (size_t j = 0; j < r->count; j++) {
		refined *column = &r->columns[j];
		if (column->turn != 0 || column->source->labels != NULL)
			continue;
		uint64_t below = 0, sum = 0;
		sum_rows(column, r);
		for (size_t code = 0; code < column->source->distinct; code++) {
			sum += (2 * below + column->counts[code] - r->rows->count) * column->sums[code];
			below += column->counts[code];
		}
		column->turn = sum == 0 ? 0 : sum >> 63 ? -1 : 1;
		any = any || column->turn != 0;
	}
	return any;
}

/* Repeats the refinement with the current marks. False: out of memory. */
static bool settle(refinement *r)
{
	for (size_t j = 0; j < r->count; j++)
		r->columns[j].turn = r->columns[j].chosen;
	r->thorough = true;
	do {
		start(r);
		if (!refine(r))
			return false;
	} while (orient(r));
	return true;
}

/* Hash of all columns with the role of column j. */
static uint64_t hash_set(const refinement *r, size_t j)
{
	uint64_t sum = 0;
	for (size_t k = 0; k < r->count; k++)
		sum += r->columns[k].role == r->columns[j].role ? base_hash_mix(r->columns[k].hash) : 0;
	return sum;
}

static uint64_t key_of(const refinement *r, size_t j)
{
	return base_hash_number(r->columns[j].hash, hash_set(r, j));
}

static uint64_t key_of_all(const refinement *r)
{
	uint64_t sum = 0;
	for (size_t j = 0; j < r->count; j++)
		sum += base_hash_mix(key_of(r, j));
	return sum;
}

/* Hash of the values or labels of a column and their rows, for any order of rows and either direction. */
static uint64_t hash_values(refined *column, const refinement *r)
{
	const data_column *source = column->source;
	uint64_t sum = 0;
	sum_rows(column, r);
	for (size_t code = 0; code < source->distinct; code++) {
		double size = source->labels != NULL ? 0 : fabs(source->values[code]);
		uint64_t value;
		if (source->labels != NULL)
			value = base_hash_text(BASE_HASH_START, source->labels[code]);
		else
			memcpy(&value, &size, sizeof value);
		sum += column->counts[code] > 0 ? base_hash_mix(base_hash_number(column->sums[code], value)) : 0;
	}
	return sum;
}

/* A column, and the result of individualising it. */
typedef struct candidate {
	uint64_t outcome, values;
	size_t column;
	int turn; /* direction on trial; 0: none */
} candidate;

static bool is_before(const candidate *a, const candidate *b)
{
	return a->outcome != b->outcome ? a->outcome < b->outcome : a->values < b->values;
}

/* True if two columns of numbers agree in every row, in the same or the other direction. */
static bool is_copy(const refinement *r, size_t j, size_t k)
{
	const refined *a = &r->columns[j], *b = &r->columns[k];
	if (a->role != b->role || a->source->labels != NULL || a->source->distinct != b->source->distinct)
		return false;
	bool same = true, back = true;
	for (size_t i = 0; i < r->rows->entries && (same || back); i++) {
		uint32_t p = a->codes[i], q = b->codes[i];
		same = same && p == q;
		back = back && p == a->source->distinct - 1 - q;
	}
	return same || back;
}

/* Tries a direction of column j. */
static bool try_turn(candidate *best, refinement *r, size_t j, int turn)
{
	r->columns[j].chosen = turn;
	bool done = settle(r);
	const candidate next = { key_of_all(r), done ? hash_values(&r->columns[j], r) : 0, j, turn };
	r->columns[j].chosen = 0;
	if (best->turn == 0 || is_before(&next, best))
		*best = next;
	return done;
}

static bool is_open(const refined *column)
{
	return column->turn == 0 && column->source->labels == NULL && column->source->distinct > 1;
}

/* A column without a direction that has the smallest key; r->count: none. */
static size_t find_open(const refinement *r)
{
	size_t least = r->count;
	for (size_t j = 0; j < r->count; j++)
		if (is_open(&r->columns[j]) && (least == r->count || key_of(r, j) < key_of(r, least)))
			least = j;
	return least;
}

/* Sets the remaining directions, one at a time, to those with the smallest result. False: out of memory. */
static bool choose_turns(refinement *r, bool *tied)
{
	size_t open;
	bool done = settle(r);
	while (done && (open = find_open(r)) < r->count) {
		candidate best = { 0 };
		for (size_t j = 0; j < r->count; j++)
			tied[j] = is_open(&r->columns[j]) && key_of(r, j) == key_of(r, open);
		for (size_t j = 0; done && j < r->count; j++)
			done = !tied[j] || (try_turn(&best, r, j, 1) && try_turn(&best, r, j, -1));
		r->columns[best.column].chosen = best.turn;
		done = done && settle(r);
	}
	return done;
}

/* A column with the smallest key that several columns share; r->count: none. */
static size_t find_tie(const refinement *r)
{
	size_t least = r->count;
	for (size_t j = 0; j < r->count; j++)
		for (size_t k = 0; k < j; k++)
			if (key_of(r, j) == key_of(r, k) && (least == r->count || key_of(r, j) < key_of(r, least)))
				least = j;
	return least;
}

/* Tries to individualise column j next. */
static bool try_column(candidate *best, refinement *r, size_t j, uint32_t mark, bool *tied)
{
	r->columns[j].mark = mark;
	bool done = choose_turns(r, tied);
	const candidate next = { key_of_all(r), done ? hash_values(&r->columns[j], r) : 0, j, 0 };
	r->columns[j].mark = 0;
	for (size_t k = 0; k < r->count; k++)
		r->columns[k].chosen = 0;
	if (best->column == r->count || is_before(&next, best))
		*best = next;
	return done;
}

/* Individualises one of the columns that agree with column `tie`. Copies are skipped: their result would be the same. */
static bool single_out(refinement *r, size_t tie, uint32_t mark, bool *tied, bool *room)
{
	candidate best = { .column = r->count };
	bool done = true;
	for (size_t j = 0; j < r->count; j++)
		tied[j] = key_of(r, j) == key_of(r, tie);
	for (size_t j = 0; done && j < r->count; j++) {
		for (size_t k = 0; tied[j] && k < j; k++)
			tied[j] = !(tied[k] && is_copy(r, j, k));
		done = !tied[j] || try_column(&best, r, j, mark, room);
	}
	r->columns[best.column].mark = mark;
	return done && settle(r);
}

static bool break_ties(refinement *r)
{
	bool *tied = base_array(r->count, 2 * sizeof *tied), done = tied != NULL && settle(r);
	size_t tie;
	for (uint32_t mark = 1; done && mark <= r->count && (tie = find_tie(r)) < r->count; mark++)
		done = single_out(r, tie, mark, tied, tied + r->count);
	free(tied);
	return done;
}

/* --------------------------------------------------------------------------------------------------- order of values */

/* A label and its sort keys. */
typedef struct placed_label {
	uint64_t rows, weight;
	uint32_t code;
} placed_label;

static int compare_labels(const void *a, const void *b)
{
	const placed_label *x = a, *y = b;
	if (x->rows != y->rows)
		return x->rows < y->rows ? 1 : -1;
	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return x->code < y->code ? -1 : 1;
}

/* Sorts labels by number of rows, then by the sum of the weights of their rows. */
static bool order_labels(uint32_t *codes, const refined *column, const refinement *r)
{
	size_t distinct = column->source->distinct;
	placed_label *labels = base_array_zero(distinct, sizeof *labels);
	if (labels == NULL)
		return false;
	for (size_t code = 0; code < distinct; code++)
		labels[code] = (placed_label){ column->counts[code], 0, (uint32_t)code };
	for (size_t i = 0; i < r->rows->entries; i++)
		labels[column->codes[i]].weight += r->hashes[i];
	qsort(labels, distinct, sizeof *labels, compare_labels);
	for (size_t k = 0; k < distinct; k++)
		codes[labels[k].code] = labels[k].rows > 0 ? (uint32_t)k : QUESTION_ABSENT;
	free(labels);
	return true;
}

enum { SHARES = 1 << 15, WEIGHT_BITS = 10 }; /* products of both, summed over 2^32 rows, fit 64 bits */

/* The share of a number is twice the distance of its mid-rank from the middle, in units of n / SHARES; that of a label is its number of rows. Integer
 * division rounds towards 0, the same in both directions. */
static void set_shares(refined *column, int64_t rows)
{
	int64_t below = 0;
	for (size_t code = 0; code < column->source->distinct; code++) {
		int64_t here = column->counts[code];
		column->shares[code] = question_is_ordered(column->source) ? (2 * below + here - rows) * SHARES / rows : here;
		below += here;
	}
}

/* Adds a hash of |share| of a column's values to the weights of their rows. */
static void weigh_rows(uint64_t *weights, const refined *column, const refinement *r)
{
	uint64_t kind = (uint64_t)(column->role == QUESTION_Z) << 1 | question_is_ordered(column->source);
	kind = base_hash_number(kind, BASE_HASH_START);
	for (size_t code = 0; code < column->source->distinct; code++)
		column->values[code] = base_hash_mix(kind + (uint64_t)llabs(column->shares[code]));
	for (size_t i = 0; i < r->rows->entries; i++)
		weights[i] += column->values[column->codes[i]];
}

/* True if the sum over rows of share times weight is negative. */
static bool is_negated(const refined *column, const refinement *r)
{
	int64_t sum = 0;
	for (size_t i = 0; i < r->rows->entries; i++)
		sum += column->shares[column->codes[i]] * (int64_t)(r->hashes[i] >> (64 - WEIGHT_BITS));
	return sum < 0;
}

/* Numbers the values that occur in these rows, so that no others can show. */
static void number_codes(uint32_t *codes, const refined *column, bool negated)
{
	size_t distinct = column->source->distinct;
	uint32_t next = 0;
	for (size_t k = 0; k < distinct; k++) {
		size_t code = negated ? distinct - 1 - k : k;
		codes[code] = column->counts[code] > 0 ? next++ : QUESTION_ABSENT;
	}
}

/* Sets the order of the values of each column; r->hashes become the weights of rows. If weights do not decide, as in data that a reversal leaves unchanged, either
 * choice gives the same table. False: out of memory. */
static bool order_values(question_value_order *values, refinement *r)
{
	bool done = true;
	memset(r->hashes, 0, r->rows->entries * sizeof *r->hashes);
	for (size_t j = 0; j < r->count; j++) {
		set_shares(&r->columns[j], (int64_t)r->rows->count);
		weigh_rows(r->hashes, &r->columns[j], r);
	}
	for (size_t i = 0; i < r->rows->entries; i++)
		r->hashes[i] = base_hash_mix(r->hashes[i]);
	for (size_t j = 0; done && j < r->count; j++) {
		const refined *column = &r->columns[j];
		size_t distinct = column->source->distinct;
		uint32_t *codes = values[j].codes = base_array(distinct, sizeof *codes);
		done = codes != NULL;
		if (done && !question_is_ordered(column->source))
			done = order_labels(codes, column, r);
		else if (done) {
			values[j].negated = is_negated(column, r);
			number_codes(codes, column, values[j].negated);
		}
	}
	return done;
}

/* ---------------------------------------------------------------------------------------------------- order of columns */

static int compare_placed(const void *a, const void *b)
{
	const question_placed *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (x->set != y->set)
		return x->set < y->set ? -1 : 1;
	if (x->settled != y->settled)
		return x->settled < y->settled ? -1 : 1;
	return x->column < y->column ? -1 : 1;
}

bool question_order_columns(question_placed *placed, question_value_order *values, const question_sample *rows,
                            const mixmi_table *table, const mixmi_question *question)
{
	refinement r;
	bool done = refinement_init(&r, rows, table, question);
	if (done) {
		start(&r);
		done = refine(&r);
	}
	for (size_t j = 0; done && j < r.count; j++)
		placed[j] = (question_placed){ r.columns[j].hash, hash_set(&r, j), 0, j };
	if (done && !all_differ(&r))
		done = break_ties(&r);
	for (size_t j = 0; done && j < r.count; j++)
		placed[j].settled = r.columns[j].hash;
	if (done)
		qsort(placed, r.count, sizeof *placed, compare_placed);
	done = done && (values == NULL || order_values(values, &r));
	refinement_clear(&r);
	return done;
}
