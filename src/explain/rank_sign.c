/* Ranks within cells, of values or of their residuals given Z. Invariant: sums run over rows in the order of cells and codes, so they do not depend on the
 * order of rows in the table. Ranks are multiples of a half, so sums of their products are exact up to about 200,000 rows, and negating a column negates
 * the correlation to the last bit. */
#include "explain/scores.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"

/* Parts that a numeric column of Z must have. k of them leave 1/k^2 of the variance of its ranks within cells, and what is left
 * there of a strong confounder can turn the sign. */
enum { FEWEST_PARTS = 6 };

/* A complete row: its cell, its codes and ranks in X and Y, and its influence on the ranks of other rows. */
typedef struct place {
	uint64_t cell;
	uint32_t x, y;
	double rank_x, rank_y;
	double moved_xy, moved_xx, moved_yy; /* derivatives of the sums of products in this row's weight */
} place;

/* Bins a numeric column of Z so that cells keep about 20 rows. */
static size_t bins_for(size_t rows, size_t z_count)
{
	double bins = floor(pow((double)rows / 20, 1 / (double)(z_count > 0 ? z_count : 1)));
	return bins < 1 ? 1 : bins > 12 ? 12 : (size_t)bins;
}

/* bin[code] of a column of Z: its values, or equally full bins of its numbers. */
static uint32_t *cut(const data_column *column, size_t bins)
{
	uint32_t *bin = base_array(column->distinct, sizeof *bin);
	size_t before = 0, all = 0;
	for (size_t i = 0; i < column->distinct; i++)
		all += column->counts[i];
	for (size_t i = 0; bin != NULL && i < column->distinct; i++) {
		bin[i] =
			(uint32_t)(column->type == MIXMI_DISCRETE ? i : (2 * before + column->counts[i]) * bins / (2 * all + 1));
		before += column->counts[i];
	}
	return bin;
}

/* *fine: a column varies little within cells. False: out of memory. */
static bool check_cut(bool *fine, const data_column *column, size_t bins)
{
	uint32_t *bin = cut(column, bins);
	size_t parts = bin != NULL && column->distinct > 0;
	for (size_t i = 1; bin != NULL && i < column->distinct; i++)
		parts += bin[i] != bin[i - 1];
	*fine = parts >= (column->distinct < FEWEST_PARTS ? column->distinct : FEWEST_PARTS);
	free(bin);
	return bin != NULL;
}

/* Adds a column of Z to the hashes of the cells of all rows that have a value there. */
static bool split_cells(uint64_t *cells, const data_column *column, size_t rows, size_t bins)
{
	uint32_t *bin = cut(column, bins);
	for (size_t i = 0; bin != NULL && i < rows; i++)
		if (column->codes[i] != DATA_MISSING)
			cells[i] = base_hash_number(cells[i], bin[column->codes[i]] + 1);
	free(bin);
	return bin != NULL;
}

/* Rows in the order of cells and, within them, of a column; the scratch of the sorts. */
typedef struct ordering {
	place *places;
	size_t count;
	base_keyed *items, *scratch; /* [count]; items[i].row is the place that comes i-th */
	bool by_x;                   /* the column that they are sorted by is X, else Y */
} ordering;

static inline uint32_t code_at(const ordering *o, size_t i)
{
	const place *p = &o->places[o->items[i].row];
	return o->by_x ? p->x : p->y;
}

/* Rank in the column that the order is by (`own`), or in the other. */
static inline double *rank_at(const ordering *o, size_t i, bool own)
{
	place *p = &o->places[o->items[i].row];
	return own == o->by_x ? &p->rank_x : &p->rank_y;
}

/* Cells are numbered from 0. Sorting is stable: sorted by Y before, rows that agree in X stay in the order of Y. */
static void sort_by(ordering *o, bool by_x)
{
	o->by_x = by_x;
	for (size_t i = 0; i < o->count; i++) {
		const place *p = &o->places[o->items[i].row];
		o->items[i].key = p->cell << 32 | (by_x ? p->x : p->y);
	}
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
		o->places[o->items[i].row].cell = number;
	}
}

static size_t end_of_cell(const ordering *o, size_t start)
{
	size_t end = start;
	while (end < o->count && o->places[o->items[end].row].cell == o->places[o->items[start].row].cell)
		end++;
	return end;
}

/* Average ranks of ties within a cell, centred. */
static void set_ranks(const ordering *o)
{
	for (size_t start = 0, end; start < o->count; start = end) {
		end = end_of_cell(o, start);
		for (size_t i = start, next; i < end; i = next) {
			for (next = i; next < end && code_at(o, next) == code_at(o, i);)
				next++;
			for (size_t j = i; j < next; j++)
				*rank_at(o, j, true) = (double)(i + next) / 2 - (double)(start + end) / 2;
		}
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
			tied_others += *rank_at(o, first - 1, false);
			tied_own += *rank_at(o, first - 1, true);
		}
		for (size_t j = first; j < last; j++) {
			place *p = &o->places[o->items[j].row];
			p->moved_xy += others + tied_others / 2;
			*(o->by_x ? &p->moved_xx : &p->moved_yy) = 2 * own + tied_own;
		}
		others += tied_others;
		own += tied_own;
	}
}

static void set_all_moves(const ordering *o)
{
	for (size_t start = 0, end; start < o->count; start = end) {
		end = end_of_cell(o, start);
		set_moves(o, start, end);
	}
}

/* Influence of each row's weight on the correlation; their sum is 0 but for rounding and ties. */
static double error_of(const ordering *o, double sign, double xx, double yy)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < o->count; i++) {
		const place *p = &o->places[o->items[i].row];
		double influence =
			(p->rank_x * p->rank_y + p->moved_xy) / sqrt(xx * yy) -
			sign / 2 * ((p->rank_x * p->rank_x + p->moved_xx) / xx + (p->rank_y * p->rank_y + p->moved_yy) / yy);
		sum += influence;
		squares += influence * influence;
	}
	return sqrt(fmax(0, squares - sum * sum / (double)o->count));
}

static void correlate(double *sign, double *error, ordering *o)
{
	double xy = 0, xx = 0, yy = 0;
	number_cells(o);
	sort_by(o, true);
	set_ranks(o);
	sort_by(o, false);
	set_ranks(o);
	set_all_moves(o);
	sort_by(o, true);
	set_all_moves(o);
	for (size_t i = 0; i < o->count; i++) {
		const place *p = &o->places[o->items[i].row];
		xy += p->rank_x * p->rank_y;
		xx += p->rank_x * p->rank_x;
		yy += p->rank_y * p->rank_y;
	}
	if (!(xx > 0 && yy > 0))
		return;
	*sign = fmax(-1, fmin(1, xy / sqrt(xx * yy)));
	*error = error_of(o, *sign, xx, yy);
}

/* -------------------------------------------------------------------------------------------------- what is ranked */

/* What is left of X and Y in each complete row; NULL: their codes are ranked. */
typedef struct leftovers {
	int32_t *x, *y;
	double spent; /* parameters of either fit */
} leftovers;

/* Where a leftover stands, in the direction of the values: above 0, as leftovers are below 2^19 either way. */
static uint32_t place_of(int32_t leftover, const explain_side *side)
{
	return (uint32_t)((1 << 20) + (side->turned ? -leftover : leftover));
}

static void list_places(ordering *o, const uint64_t *cells, const explain_scores *scores, const leftovers *left)
{
	const explain_side *x = &scores->x, *y = &scores->y;
	for (size_t i = 0; i < scores->rows.count; i++) {
		size_t row = question_complete_at(&scores->rows, i);
		o->places[i] = (place){ .cell = cells[row], .x = x->column->codes[row], .y = y->column->codes[row] };
		if (left->x != NULL) {
			o->places[i].x = place_of(left->x[i], x);
			o->places[i].y = place_of(left->y[i], y);
		}
	}
	o->count = scores->rows.count;
}

/* Of normal scores: the rank of a sum is no sum of functions of ranks, and what a fit of ranks would leave of both sides for that
 * reason alone goes together. */
static bool fit_side(int32_t *left, double *spent, const explain_scores *scores, const explain_side *ranked)
{
	explain_side side = *ranked;
	size_t distinct = side.column->distinct;
	side.scores = base_array(distinct, sizeof *side.scores);
	if (side.scores == NULL)
		return false;
	explain_normal_codes(side.scores, &side);
	for (size_t i = 0; side.turned && i < distinct; i++)
		side.scores[i] = -side.scores[i];
	bool done = explain_partial_residuals(left, spent, scores, &side, NULL);
	free(side.scores);
	return done;
}

static bool fit_sides(leftovers *left, const explain_scores *scores)
{
	left->x = base_array(scores->rows.count, sizeof *left->x);
	left->y = base_array(scores->rows.count, sizeof *left->y);
	return left->x != NULL && left->y != NULL && fit_side(left->x, &left->spent, scores, &scores->x) &&
	       fit_side(left->y, &left->spent, scores, &scores->y);
}

/* The correlation of what is ranked, within the cells of Z. */
static bool correlate_within(double *sign, double *error, const explain_scores *scores, const leftovers *left)
{
	const mixmi_question *question = scores->question;
	size_t rows = scores->table->rows, bins = bins_for(rows, question->z_count);
	uint64_t *cells = base_array_zero(rows, sizeof *cells);
	ordering o = { .places = base_array(scores->rows.count, sizeof *o.places),
		           .items = base_array(scores->rows.count, sizeof *o.items),
		           .scratch = base_array(scores->rows.count, sizeof *o.scratch) };
	bool done = cells != NULL && o.places != NULL && o.items != NULL && o.scratch != NULL;
	for (size_t i = 0; done && i < question->z_count; i++)
		done = split_cells(cells, &scores->table->columns[question->z[i]], rows, bins);
	if (done) {
		list_places(&o, cells, scores, left);
		correlate(sign, error, &o);
	}
	free(cells);
	free(o.places);
	free(o.items);
	free(o.scratch);
	return done;
}

/* X and Y are in canonical order, since the last bits of the error depend on it. */
static bool correlate_leftovers(double *sign, double *error, const explain_scores *scores)
{
	leftovers left = { 0 };
	explain_scores sides = *scores;
	double rows = (double)scores->rows.count;
	if (scores->order.exchanged) {
		sides.x = scores->y;
		sides.y = scores->x;
	}
	bool done = fit_sides(&left, &sides) && correlate_within(sign, error, &sides, &left);
	*error *= sqrt(rows / fmax(rows - left.spent, 1));
	free(left.x);
	free(left.y);
	return done;
}

bool explain_sign(double *sign, double *error, const explain_scores *scores)
{
	bool fine = true;
	const mixmi_question *question = scores->question;
	size_t bins = bins_for(scores->table->rows, question->z_count);
	*sign = *error = NAN;
	for (size_t i = 0; fine && i < question->z_count; i++)
		if (!check_cut(&fine, &scores->table->columns[question->z[i]], bins))
			return false;
	if (!fine)
		return correlate_leftovers(sign, error, scores);
	return correlate_within(sign, error, scores, &(leftovers){ 0 });
}
