/* A search divides one column after another, up to three times each, as long as the grid gets shorter. It sees rows
 * only by their units, so rows with the same units are merged first where that is worth it. */
#include "answer/bin_search.h"

#include <string.h>

#include "answer/label_order.h"
#include "answer/runs.h"
#include "base/memory.h"

enum {
	START = 8, /* first bins per column, where n rows fill START^columns cells: finer starts end in the same grids */
	ROUNDS = 3 /* more rarely shorten a grid */
};

static const double forbidden = 1e100; /* bits of a single bin where there must be several: more than any grid has */

typedef struct search {
	base_arena *arena;
	answer_bits *bits;
	const answer_units *units;
	size_t columns, most;
	bool divided;
	/* rows with the same units are one here */
	size_t rows;
	const uint32_t **unit;  /* [columns][rows] */
	const uint32_t *weight; /* [rows] how many rows; NULL: one each */
	size_t **start;         /* [columns][units + 1] where the rows of a unit start when they are sorted by it */
	answer_division *now;   /* [columns] */
	double sum[3];          /* of c log2 c over the cells of each side */
	double length;
	size_t *changed, *tried; /* [columns] when the division was last changed, and last looked for */
} search;

/* ------------------------------------------------------------------------------------------------- merging of rows */

static size_t cells_of_units(const search *s)
{
	size_t cells = 1;
	for (size_t j = 0; j < s->columns; j++) {
		if (s->units[j].count > s->rows / cells)
			return SIZE_MAX;
		cells *= s->units[j].count;
	}
	return cells;
}

/* Rows in order of their units, with weights. */
static void merge_rows(search *s, size_t cells)
{
	size_t columns = s->columns, merged = 0;
	uint32_t *count = base_arena_take_zero(s->arena, cells, sizeof *count);
	for (size_t i = 0; i < s->rows; i++) {
		size_t cell = 0;
		for (size_t j = 0; j < columns; j++)
			cell = cell * s->units[j].count + s->unit[j][i];
		merged += count[cell]++ == 0;
	}
	uint32_t *weight = base_arena_take(s->arena, merged, sizeof *weight);
	uint32_t **unit = base_arena_take(s->arena, columns, sizeof *unit);
	for (size_t j = 0; j < columns; j++)
		s->unit[j] = unit[j] = base_arena_take(s->arena, merged, sizeof *unit[j]);
	s->rows = 0;
	for (size_t cell = 0; cell < cells; cell++) {
		size_t rest = cell;
		for (size_t j = columns; count[cell] > 0 && j > 0; j--) {
			unit[j - 1][s->rows] = (uint32_t)(rest % s->units[j - 1].count);
			rest /= s->units[j - 1].count;
		}
		if (count[cell] > 0)
			weight[s->rows++] = count[cell];
	}
	s->weight = weight;
}

static void count_starts(search *s)
{
	for (size_t j = 0; j < s->columns; j++) {
		size_t *start = s->start[j] = base_arena_take_zero(s->arena, s->units[j].count + 1, sizeof *start);
		for (size_t i = 0; i < s->rows; i++)
			start[s->unit[j][i] + 1]++;
		for (size_t u = 0; u < s->units[j].count; u++)
			start[u + 1] += start[u];
	}
}

static void prepare(search *s)
{
	s->unit = base_arena_take(s->arena, s->columns, sizeof *s->unit);
	for (size_t j = 0; j < s->columns; j++)
		s->unit[j] = s->units[j].unit;
	s->rows = s->units[0].entries;
	s->weight = s->units[0].weight;
	size_t cells = cells_of_units(s);
	if (s->weight == NULL && cells <= s->rows / 2)
		merge_rows(s, cells);
	s->start = base_arena_take(s->arena, s->columns, sizeof *s->start);
	count_starts(s);
	s->changed = base_arena_take(s->arena, s->columns, sizeof *s->changed);
	s->tried = base_arena_take(s->arena, s->columns, sizeof *s->tried);
}

/* ------------------------------------------------------------------------------------- cells of the other columns */

/* Numbers of the cells of all columns but one; the last column's bins are next to each other. */
typedef struct others {
	size_t cells;
	size_t *step; /* [columns] 0 for the column itself */
	size_t same_cells;
	uint32_t *same; /* [cells] the cell of the other columns of the same side */
} others;

static others number_others(search *s, size_t column)
{
	others o = { 1, base_arena_take_zero(s->arena, s->columns, sizeof *o.step), 1, NULL };
	for (size_t j = s->columns; j > 0; j--)
		if (j - 1 != column) {
			o.step[j - 1] = o.cells;
			o.cells *= s->now[j - 1].k;
		}
	o.same = base_arena_take(s->arena, o.cells, sizeof *o.same);
	o.same[0] = 0;
	size_t filled = 1;
	for (size_t j = s->columns; j > 0; j--) {
		if (j - 1 == column)
			continue;
		size_t step = s->units[j - 1].side == s->units[column].side ? o.same_cells : 0;
		for (size_t v = 1; v < s->now[j - 1].k; v++)
			for (size_t i = 0; i < filled; i++)
				o.same[v * filled + i] = o.same[i] + (uint32_t)(v * step);
		filled *= s->now[j - 1].k;
		o.same_cells *= step > 0 ? s->now[j - 1].k : 1;
	}
	return o;
}

/* Writes the cell of every row where rows are sorted by the unit of a column. */
static void sort_cells(uint32_t *cell, uint32_t *weight, search *s, size_t column, const others *o)
{
	base_arena_mark mark = base_arena_here(s->arena);
	size_t units = s->units[column].count;
	size_t *next = base_arena_take(s->arena, units, sizeof *next);
	uint32_t *of = base_arena_take_zero(s->arena, s->rows, sizeof *of);
	base_copy(next, s->start[column], units * sizeof *next);
	for (size_t j = 0; j < s->columns; j++)
		if (o->step[j] > 0 && s->now[j].k > 1) {
			uint32_t *step = base_arena_take(s->arena, s->units[j].count, sizeof *step);
			for (size_t u = 0; u < s->units[j].count; u++)
				step[u] = s->now[j].bin[u] * (uint32_t)o->step[j];
			for (size_t i = 0; i < s->rows; i++)
				of[i] += step[s->unit[j][i]];
		}
	for (size_t i = 0; i < s->rows; i++) {
		size_t at = next[s->unit[column][i]]++;
		cell[at] = of[i];
		weight[at] = s->weight != NULL ? s->weight[i] : 1;
	}
	base_arena_back(s->arena, mark);
}

/* Merges equal cells of each unit, in the order in which they appear. In place: pairs[units] are no more than rows. */
static size_t merge_cells(size_t *start, uint32_t *cell, uint32_t *weight, base_arena *arena, size_t units,
                          size_t cells)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *count = base_arena_take_zero(arena, cells, sizeof *count);
	size_t pairs = 0, row = 0;
	for (size_t u = 0; u < units; u++) {
		size_t first = pairs, end = start[u + 1];
		start[u] = first;
		for (; row < end; row++) {
			if (count[cell[row]] == 0)
				cell[pairs++] = cell[row];
			count[cell[row]] += weight[row];
		}
		for (size_t i = first; i < pairs; i++) {
			weight[i] = count[cell[i]];
			count[cell[i]] = 0;
		}
	}
	start[units] = pairs;
	base_arena_back(arena, mark);
	return pairs;
}

static answer_spread spread_others(search *s, size_t column, const others *o)
{
	size_t units = s->units[column].count;
	uint32_t *cell = base_arena_take(s->arena, s->rows, sizeof *cell);
	uint32_t *weight = base_arena_take(s->arena, s->rows, sizeof *weight);
	size_t *start = base_arena_take(s->arena, units + 1, sizeof *start);
	base_copy(start, s->start[column], (units + 1) * sizeof *start);
	sort_cells(cell, weight, s, column, o);
	merge_cells(start, cell, weight, s->arena, units, o->cells);
	return (answer_spread){ units, o->cells, start, cell, weight };
}

static answer_spread spread_same(base_arena *arena, const answer_spread *other, const others *o)
{
	size_t units = other->units, pairs = other->start[units];
	uint32_t *cell = base_arena_take(arena, pairs, sizeof *cell);
	uint32_t *weight = base_arena_take(arena, pairs, sizeof *weight);
	size_t *start = base_arena_take(arena, units + 1, sizeof *start);
	for (size_t i = 0; i < pairs; i++)
		cell[i] = o->same[other->cell[i]];
	base_copy(weight, other->count, pairs * sizeof *weight);
	base_copy(start, other->start, (units + 1) * sizeof *start);
	merge_cells(start, cell, weight, arena, units, o->same_cells);
	return (answer_spread){ units, o->same_cells, start, cell, weight };
}

/* ----------------------------------------------------------------------------------------------------- the search */

static void count_sides(double sides[3], const search *s, size_t without)
{
	sides[0] = sides[1] = sides[2] = 1;
	for (size_t j = 0; j < s->columns; j++)
		if (j != without)
			sides[s->units[j].side] *= (double)s->now[j].k;
}

/* price[k - 1]: bits of k bins of a column, besides those of the data. */
static double *prices_of(const search *s, size_t column, size_t most)
{
	double sides[3], *price = base_arena_take(s->arena, most, sizeof *price);
	count_sides(sides, s, column);
	double *own = &sides[s->units[column].side], single = *own;
	for (size_t k = 1; k <= most; k++) {
		*own = single * (double)k;
		price[k - 1] = answer_units_bits(&s->units[column], k) + answer_penalty(s->bits, sides);
	}
	if (s->divided && s->units[column].side < 2 && most > 1)
		price[0] = forbidden;
	return price;
}

/* The part of the length that does not depend on the division of a column. */
static double fixed_length(const search *s, size_t column)
{
	double sum = -2 * answer_x_log_x(s->bits, (uint32_t)s->bits->rows);
	for (int side = 0; side < 3; side++)
		sum += side != s->units[column].side ? s->sum[side] : 0;
	for (size_t j = 0; j < s->columns; j++)
		sum += j != column ? answer_units_bits(&s->units[j], s->now[j].k) : 0;
	return sum;
}

static void take_bins(search *s, size_t column, const answer_runs *best)
{
	s->now[column].k = best->k;
	base_copy(s->now[column].bin, best->bin, s->units[column].count * sizeof *best->bin);
}

/* Divides a column best, the others being fixed, if that makes the grid shorter. */
static bool divide(search *s, size_t column)
{
	base_arena_mark mark = base_arena_here(s->arena);
	const answer_units *units = &s->units[column];
	size_t most = units->count < s->most ? units->count : s->most;
	others o = number_others(s, column);
	answer_spread other = spread_others(s, column, &o), same = spread_same(s->arena, &other, &o);
	const uint32_t *order = answer_order(s->arena, units->column, &other);
	answer_runs best = answer_runs_best(s->arena, s->bits, &same, &other, order, prices_of(s, column, most), most);
	double length = fixed_length(s, column) + best.length;
	bool better = answer_shorter(length, s->length);
	if (better) {
		s->length = length;
		s->sum[units->side] = answer_spread_sum(s->arena, s->bits, &same, best.bin, best.k);
		take_bins(s, column, &best);
	}
	base_arena_back(s->arena, mark);
	return better;
}

/* Equally full bins of X, of Y and, as long as rows fill the cells, of Z; labels keep a bin each. */
static void start_with(search *s, size_t bins)
{
	size_t cells = 1;
	for (int z = 0; z < 2; z++)
		for (size_t j = 0; j < s->columns; j++) {
			const answer_units *u = &s->units[j];
			if ((u->side == 2) != z)
				continue;
			size_t k = u->column->labels || u->count < bins ? u->count : bins;
			memset(s->now[j].bin, 0, u->count * sizeof *s->now[j].bin);
			s->now[j].k = 1;
			if (k > s->bits->rows / cells)
				continue;
			s->now[j].k = answer_units_equal(s->now[j].bin, u, k);
			cells *= s->now[j].k;
		}
}

/* The length of the grid as it is. A cell of all columns is a bin of the first in a cell of the others. */
static void measure(search *s)
{
	base_arena_mark mark = base_arena_here(s->arena);
	others o = number_others(s, 0);
	answer_spread other = spread_others(s, 0, &o);
	double sides[3];
	count_sides(sides, s, SIZE_MAX);
	double all = answer_spread_sum(s->arena, s->bits, &other, s->now[0].bin, s->now[0].k);
	s->length = answer_penalty(s->bits, sides) - 2 * answer_x_log_x(s->bits, (uint32_t)s->bits->rows) - all;
	for (int side = 0; side < 3; side++) {
		uint32_t *count = base_arena_take_zero(s->arena, (size_t)sides[side], sizeof *count);
		for (size_t i = 0; i < s->rows; i++) {
			size_t cell = 0;
			for (size_t j = 0; j < s->columns; j++)
				if (s->units[j].side == side)
					cell = cell * s->now[j].k + s->now[j].bin[s->unit[j][i]];
			count[cell] += s->weight != NULL ? s->weight[i] : 1;
		}
		s->sum[side] = 0;
		for (size_t cell = 0; cell < (size_t)sides[side]; cell++)
			s->sum[side] += answer_x_log_x(s->bits, count[cell]);
		s->length += s->sum[side];
	}
	for (size_t j = 0; j < s->columns; j++)
		s->length += answer_units_bits(&s->units[j], s->now[j].k);
	base_arena_back(s->arena, mark);
}

/* True if another column has changed since this one was tried. */
static bool is_due(const search *s, size_t column)
{
	for (size_t j = 0; j < s->columns; j++)
		if (j != column && s->changed[j] >= s->tried[column])
			return true;
	return s->tried[column] == 0;
}

static void search_from(search *s, size_t bins)
{
	start_with(s, bins);
	measure(s);
	size_t step = 0;
	memset(s->changed, 0, s->columns * sizeof *s->changed);
	memset(s->tried, 0, s->columns * sizeof *s->tried);
	bool some = true;
	for (int round = 0; round < ROUNDS && some; round++) {
		some = false;
		for (size_t j = 0; j < s->columns; j++)
			if (is_due(s, j)) {
				s->tried[j] = ++step;
				if (divide(s, j)) {
					s->changed[j] = step;
					some = true;
				}
			}
	}
}

/* The largest number of first bins, up to START, whose cells are no more than the rows, and which places fill evenly; 2
 * at least. */
static size_t first_bins(size_t rows, size_t columns)
{
	for (size_t s = START; s > 2; s--)
		if (ANSWER_PLACES % s == 0 && pow((double)s, (double)columns) <= (double)rows)
			return s;
	return 2;
}

static answer_division *new_divisions(base_arena *arena, const answer_units *units, size_t columns)
{
	answer_division *d = base_arena_take(arena, columns, sizeof *d);
	for (size_t j = 0; j < columns; j++)
		d[j] = (answer_division){ 1, base_arena_take_zero(arena, units[j].count, sizeof *d[j].bin) };
	return d;
}

static double copy_divisions(answer_division *out, const search *s)
{
	for (size_t j = 0; j < s->columns; j++) {
		out[j].k = s->now[j].k;
		base_copy(out[j].bin, s->now[j].bin, s->units[j].count * sizeof *out[j].bin);
	}
	return s->length;
}

size_t answer_most_bins(size_t rows)
{
	return (size_t)fmax(2, ceil(5 * log((double)rows)));
}

double answer_search(answer_division *division, base_arena *arena, answer_bits *bits, const answer_units *units,
                     size_t columns, bool divided)
{
	search s = { .arena = arena, .bits = bits, .units = units, .columns = columns, .divided = divided };
	s.most = answer_most_bins(bits->rows);
	base_arena_mark mark = base_arena_here(arena);
	prepare(&s);
	s.now = new_divisions(arena, units, columns);
	search_from(&s, first_bins(bits->rows, columns));
	double length = copy_divisions(division, &s);
	search_from(&s, 2);
	if (s.length < length - question_margin * fmax(1, fabs(s.length)))
		length = copy_divisions(division, &s);
	bool found = divided || answer_shorter(length, 0);
	for (size_t j = 0; !found && j < columns; j++) {
		division[j].k = 1;
		memset(division[j].bin, 0, units[j].count * sizeof *division[j].bin);
	}
	base_arena_back(arena, mark);
	return found ? length : 0;
}
