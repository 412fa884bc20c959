/* Ranks within cells, of values or of their residuals given Z. Ranks are multiples of a half, so sums of their products are exact up to about 200,000 rows,
 * and neither the order of rows and columns nor, but for the sign, the direction of a column changes the correlation. */
#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"
#include "explain/scores.h"

/* Parts that a numeric column of Z must have. k of them leave 1/k^2 of the variance of its ranks within cells, and what is left
 * there of a strong confounder can turn the sign. */
enum { FEWEST_PARTS = 6 };

/* A complete row: its cell, its codes and ranks in X and Y, and derivatives of the sums of products in this row's weight by which it moves other ranks. */
typedef struct place {
	uint64_t cell;
	uint32_t code[2];
	double rank[2];
	double moved[2]; /* the sums of squares */
	double moved_both;
} place;

/* Rows in the order of cells and, within them, of a column; the scratch of the sorts. */
typedef struct ordering {
	place *places;
	size_t count;
	base_keyed *items, *scratch; /* [count]; items[i].row is the place that comes i-th */
	int by;                      /* the column that they are sorted by, 0 or 1 */
} ordering;

static inline place *place_at(const ordering *o, size_t i)
{
	return &o->places[o->items[i].row];
}

static inline uint32_t code_at(const ordering *o, size_t i)
{
	return place_at(o, i)->code[o->by];
}

/* Sorting is stable: sorted by Y before, rows that agree in X stay in the order of Y. */
static void sort_by(ordering *o, int by)
{
	o->by = by;
	for (size_t i = 0; i < o->count; i++)
		o->items[i].key = place_at(o, i)->cell << 32 | place_at(o, i)->code[by];
	base_sort_keyed(o->items, o->scratch, o->count);
}

/* Numbers in place of hashes, below 2^32. */
static void number_cells(ordering *o)
{
	uint64_t number = 0;
	for (size_t i = 0; i < o->count; i++)
		o->items[i] = (base_keyed){ o->places[i].cell, (uint32_t)i };
	base_sort_keyed(o->items, o->scratch, o->count);
	for (size_t i = 0; i < o->count; i++) {
		number += i > 0 && o->items[i].key != o->items[i - 1].key;
		place_at(o, i)->cell = number;
	}
}

/* Average ranks of ties within a cell, centred. */
static void set_ranks(const ordering *o, size_t start, size_t end)
{
	for (size_t i = start, next; i < end; i = next) {
		for (next = i; next < end && code_at(o, next) == code_at(o, i);)
			next++;
		for (size_t j = i; j < next; j++)
			place_at(o, j)->rank[o->by] = (double)(i + next) / 2 - (double)(start + end) / 2;
	}
}

/* One more of a row moves the ranks of all above it by one and of its ties by a half: what that adds to the sums of products,
 * from sums over what is above, in one cell. The ranks of both columns are set. */
static void set_moves(const ordering *o, size_t start, size_t end)
{
	double others = 0, own = 0; /* sums of ranks above */
	for (size_t last = end, first; last > start; last = first) {
		double tied_others = 0, tied_own = 0;
		for (first = last; first > start && code_at(o, first - 1) == code_at(o, last - 1); first--) {
			tied_others += place_at(o, first - 1)->rank[!o->by];
			tied_own += place_at(o, first - 1)->rank[o->by];
		}
		for (size_t j = first; j < last; j++) {
			place_at(o, j)->moved_both += others + tied_others / 2;
			place_at(o, j)->moved[o->by] = 2 * own + tied_own;
		}
		others += tied_others;
		own += tied_own;
	}
}

/* Calls a step for each cell, in the order of one column. */
static void in_each_cell(ordering *o, int by, void step(const ordering *o, size_t start, size_t end))
{
	if (o->by != by)
		sort_by(o, by);
	for (size_t start = 0, end; start < o->count; start = end) {
		for (end = start; end < o->count && place_at(o, end)->cell == place_at(o, start)->cell;)
			end++;
		step(o, start, end);
	}
}

/* Influence of each row's weight on the correlation; their sum is 0 but for rounding and ties. They are summed in ascending order, so that neither the
 * order of columns of Z nor which column is X shows in the last bits. */
static double error_of(ordering *o, double sign, double xx, double yy)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < o->count; i++) {
		const place *p = &o->places[i];
		double influence =
			(p->rank[0] * p->rank[1] + p->moved_both) / sqrt(xx * yy) -
			sign / 2 * ((p->rank[0] * p->rank[0] + p->moved[0]) / xx + (p->rank[1] * p->rank[1] + p->moved[1]) / yy);
		o->items[i].key = base_sort_key(influence + 0.0);
	}
	base_sort_keyed(o->items, o->scratch, o->count);
	for (size_t i = 0; i < o->count; i++) {
		double influence = base_sort_value(o->items[i].key);
		sum += influence;
		squares += influence * influence;
	}
	return sqrt(fmax(0, squares - sum * sum / (double)o->count));
}

static void correlate(double *sign, double *error, ordering *o)
{
	double xy = 0, xx = 0, yy = 0;
	number_cells(o);
	o->by = -1;
	in_each_cell(o, 0, set_ranks);
	in_each_cell(o, 1, set_ranks);
	in_each_cell(o, 1, set_moves);
	in_each_cell(o, 0, set_moves);
	for (size_t i = 0; i < o->count; i++) {
		const double *rank = place_at(o, i)->rank;
		xy += rank[0] * rank[1];
		xx += rank[0] * rank[0];
		yy += rank[1] * rank[1];
	}
	if (!(xx > 0 && yy > 0))
		return;
	*sign = fmax(-1, fmin(1, xy / sqrt(xx * yy)));
	*error = error_of(o, *sign, xx, yy);
}

/* -------------------------------------------------------------------------------------------------- what is ranked */

/* Bins a numeric column of Z so that cells keep about 20 rows. */
static size_t bins_for(size_t rows, size_t z_count)
{
	double bins = floor(pow((double)rows / 20, 1 / (double)(z_count > 0 ? z_count : 1)));
	return bins < 1 ? 1 : bins > 12 ? 12 : (size_t)bins;
}

/* Splits cells by a column of Z: by its labels, or by equally full bins of its numbers. *fine becomes false if it varies too much within these. */
static bool split_cells(place *places, bool *fine, const data_column *column, const question_complete *rows,
                        size_t bins)
{
	uint32_t *owned, *bin = base_array(column->distinct, sizeof *bin), last = UINT32_MAX;
	const uint32_t *counts = question_complete_count(&owned, rows, column);
	bool done = bin != NULL && counts != NULL;
	size_t values = 0, parts = 0;
	if (done)
		question_equal_bins(bin, counts, column->distinct, bins);
	for (size_t code = 0; done && code < column->distinct; code++) {
		if (column->type == MIXMI_DISCRETE)
			bin[code] = (uint32_t)code;
		if (counts[code] == 0)
			continue;
		values++;
		parts += bin[code] != last;
		last = bin[code];
	}
	for (size_t i = 0; done && i < rows->count; i++)
		places[i].cell = base_hash_number(places[i].cell, bin[column->codes[question_complete_at(rows, i)]] + 1);
	*fine = *fine && parts >= (values < FEWEST_PARTS ? values : FEWEST_PARTS);
	free(owned);
	free(bin);
	return done;
}

/* Normal scores of a side's positions, as parts of the largest that so many rows can have; 0 for positions without rows. */
static void score_normally(int32_t *scores, const explain_side *side)
{
	double twice = 2 * (double)side->rows, largest = question_normal_score(0.5 - 1 / fmax(twice, 4));
	for (size_t p = 0, below = 0; p < side->column->distinct; below += side->counts[p++]) {
		double score = question_normal_score((double)question_rank(below, side->counts[p], side->rows) / twice);
		scores[p] = side->counts[p] == 0 ? 0 : (int32_t)lround(fmax(-1, fmin(1, score / largest)) * EXPLAIN_ONE);
	}
}

/* Ranks what the regression leaves of a side: of its normal scores, because the rank of a sum is no sum of functions of ranks, and what a fit of ranks would
 * leave of both sides for that reason alone goes together. Codes are in the direction of the values, and above 0, as residuals are below 2^19 either way. */
static bool rank_residuals(place *places, int by, double *spent, const explain_given *given, const explain_side *side)
{
	int32_t *left = base_array(side->rows, sizeof *left);
	int32_t *scores = base_array(side->column->distinct, sizeof *scores);
	bool done = left != NULL && scores != NULL;
	if (done) {
		score_normally(scores, side);
		done = explain_residuals(left, spent, given, side, scores);
	}
	for (size_t i = 0; done && i < side->rows; i++)
		places[i].code[by] = (uint32_t)((1 << 20) + (side->turned ? -left[i] : left[i]));
	free(left);
	free(scores);
	return done;
}

/* X and Y in canonical order. *spent: parameters of the second fit, about those of either. */
static bool rank_both_residuals(place *places, double *spent, const explain_scores *scores)
{
	explain_given given;
	bool exchanged = scores->order.exchanged;
	bool done = explain_given_init(&given, scores, NULL) &&
	            rank_residuals(places, 0, spent, &given, exchanged ? &scores->y : &scores->x) &&
	            rank_residuals(places, 1, spent, &given, exchanged ? &scores->x : &scores->y);
	explain_given_clear(&given);
	return done;
}

/* Cells, and codes of what is ranked in them. */
static bool list_places(place *places, double *spent, const explain_scores *scores)
{
	const mixmi_question *question = scores->question;
	size_t bins = bins_for(scores->rows.count, question->z_count);
	bool fine = true, done = true;
	for (size_t j = 0; done && j < question->z_count; j++)
		done = split_cells(places, &fine, &scores->table->columns[question->z[j]], &scores->rows, bins);
	for (size_t i = 0; i < scores->rows.count; i++) {
		places[i].code[0] = (uint32_t)explain_code_at(&scores->x, scores->x.positions[i]);
		places[i].code[1] = (uint32_t)explain_code_at(&scores->y, scores->y.positions[i]);
	}
	return done && (fine || rank_both_residuals(places, spent, scores));
}

bool explain_sign(double *sign, double *error, const explain_scores *scores)
{
	double rows = (double)scores->rows.count, spent = 0;
	ordering o = { .places = base_array_zero(scores->rows.count, sizeof *o.places),
		           .count = scores->rows.count,
		           .items = base_array(scores->rows.count, sizeof *o.items),
		           .scratch = base_array(scores->rows.count, sizeof *o.scratch) };
	*sign = *error = NAN;
	bool done = o.places != NULL && o.items != NULL && o.scratch != NULL && list_places(o.places, &spent, scores);
	if (done)
		correlate(sign, error, &o);
	*error *= sqrt(rows / fmax(rows - spent, 1));
	free(o.places);
	free(o.items);
	free(o.scratch);
	return done;
}
