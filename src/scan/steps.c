/* Evidence for a jump between two bins of a column is the difference of the mean residuals in a few bins on either side, in both parts
 * of the rows that a bin of another column makes. Bins are cut at the places nearest to multiples of 1 / 25 of the rows: an odd
 * number, so that a column and its negative have the same cuts. Sums are exact (exact.h), hence in no order. */
#include "scan/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "scan/exact.h"

enum { CELLS = SCAN_STEP_BINS * SCAN_STEP_BINS, FARTHEST = 3 };

/* ---------------------------------------------------------------------------------------------------------- bins */

static size_t apart(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* Whether the boundary with `below` rows under it is nearer to a multiple of 1 / BINS of the rows than the one with `before` that comes
 * before it and the one with `after` after it; of two that are equally near it is the one nearer to the middle. In whole numbers, which
 * are the same from either end. */
static bool is_nearest(size_t multiple, size_t before, size_t below, size_t after, size_t rows)
{
	size_t target = multiple * rows, own = apart(SCAN_STEP_BINS * below, target), from_middle = apart(2 * below, rows);
	size_t left = apart(SCAN_STEP_BINS * before, target), right = apart(SCAN_STEP_BINS * after, target);
	bool beats_left = own < left || (own == left && from_middle < apart(2 * before, rows));
	bool beats_right = own < right || (own == right && from_middle < apart(2 * after, rows));
	return multiple > 0 && multiple < SCAN_STEP_BINS && beats_left && beats_right;
}

/* The multiple is the nearest one. Halfway between two it is the one nearer to the middle, and in the middle itself either. */
static bool is_cut(size_t before, size_t below, size_t after, size_t rows)
{
	size_t twice = 2 * SCAN_STEP_BINS * below + rows, multiple = twice / (2 * rows);
	bool halfway = twice % (2 * rows) == 0;
	if (halfway && 2 * below == rows)
		return is_nearest(multiple - 1, before, below, after, rows) || is_nearest(multiple, before, below, after, rows);
	return is_nearest(halfway && 2 * below > rows ? multiple - 1 : multiple, before, below, after, rows);
}

static void fill_bins(uint8_t *bins, uint8_t *count, const scan_column *c, uint8_t *of_code)
{
	size_t below = 0, before = 0;
	uint8_t bin = 0;
	for (size_t code = 0; code < c->distinct; code++) {
		size_t own = c->counts[code];
		if (own > 0 && below > 0 && is_cut(before, below, below + own, c->rows) && bin + 1 < SCAN_STEP_BINS)
			bin++;
		of_code[code] = bin;
		before = own > 0 ? below : before;
		below += own;
	}
	for (size_t i = 0; i < c->rows; i++)
		bins[i] = of_code[c->codes[i]];
	*count = (uint8_t)(bin + 1);
}

bool scan_steps_init(scan_steps *steps, const scan_column *columns, size_t column_count)
{
	*steps = (scan_steps){ .rows = columns[0].rows };
	size_t most = 1;
	for (size_t j = 0; j < column_count; j++)
		most = columns[j].distinct > most ? columns[j].distinct : most;
	uint8_t *of_code = base_array(most, sizeof *of_code);
	steps->bins = base_array(steps->rows, column_count);
	steps->codes = base_array(steps->rows, column_count * sizeof *steps->codes);
	steps->bin_counts = base_array(column_count, sizeof *steps->bin_counts);
	bool done = of_code != NULL && steps->bins != NULL && steps->codes != NULL && steps->bin_counts != NULL;
	for (size_t j = 0; done && j < column_count; j++) {
		const scan_column *c = &columns[j];
		if (c->occurring < 2 || (c->unordered && c->occurring > 2))
			continue;
		size_t start = steps->columns * steps->rows;
		fill_bins(steps->bins + start, &steps->bin_counts[steps->columns], c, of_code);
		memcpy(steps->codes + start, c->codes, c->rows * sizeof *c->codes);
		steps->columns++;
	}
	free(of_code);
	if (!done)
		scan_steps_clear(steps);
	return done;
}

void scan_steps_clear(scan_steps *steps)
{
	free(steps->bins);
	free(steps->codes);
	free(steps->bin_counts);
	free(steps->below);
	free(steps->cross);
	memset(steps, 0, sizeof *steps);
}

/* ------------------------------------------------------------------------------------------------ between two bins */

/* Sums of residuals, and rows, over all cells up to each of two columns' bins. */
typedef struct cells {
	double sums[CELLS], counts[CELLS];
	size_t across, down; /* bins of the column that jumps, and of the other */
} cells;

typedef struct candidate {
	double evidence;
	size_t a, b; /* the column that jumps; the other, or the same for none */
	size_t cut, other_cut;
	size_t reach; /* bins on either side that are compared */
} candidate;

static void accumulate(double *c, size_t across, size_t down)
{
	for (size_t p = 0; p < across; p++)
		for (size_t q = 1; q < down; q++)
			c[p * SCAN_STEP_BINS + q] += c[p * SCAN_STEP_BINS + q - 1];
	for (size_t p = 1; p < across; p++)
		for (size_t q = 0; q < down; q++)
			c[p * SCAN_STEP_BINS + q] += c[(p - 1) * SCAN_STEP_BINS + q];
}

static void fill_cells(cells *c, const double *residuals, const scan_steps *s, size_t a, size_t b)
{
	const uint8_t *rows = s->bins + a * s->rows, *across = s->bins + b * s->rows;
	memset(c, 0, sizeof *c);
	c->across = s->bin_counts[a];
	c->down = a == b ? 1 : s->bin_counts[b];
	for (size_t i = 0; i < s->rows; i++) {
		size_t at = rows[i] * SCAN_STEP_BINS + (a == b ? 0u : across[i]);
		c->sums[at] += residuals[i];
		c->counts[at]++;
	}
	accumulate(c->sums, c->across, c->down);
	accumulate(c->counts, c->across, c->down);
}

/* Sum over bins first .. end - 1 of the column that jumps, and bins up to q of the other. */
static double span(const double *c, size_t first, size_t end, size_t q)
{
	double upper = c[(end - 1) * SCAN_STEP_BINS + q];
	return first > 0 ? upper - c[(first - 1) * SCAN_STEP_BINS + q] : upper;
}

/* Squared difference of two means over its variance; 0 where either has too few rows. */
static double contrast(double left, double left_rows, double right, double right_rows)
{
	if (left_rows < 4 || right_rows < 4)
		return 0;
	double difference = left / left_rows - right / right_rows;
	return difference * difference / (1 / left_rows + 1 / right_rows);
}

/* How much the rows below and above a cut of the other column differ, wherever they are. */
static double division(const cells *c, size_t q)
{
	double all = span(c->sums, 0, c->across, c->down - 1), rows = span(c->counts, 0, c->across, c->down - 1);
	double below = span(c->sums, 0, c->across, q), rows_below = span(c->counts, 0, c->across, q);
	return contrast(below, rows_below, all - below, rows - rows_below);
}

/* Cuts of the other column that no row near the jump lies between have the same evidence. Taking the first would be taking the scale's
 * direction. */
static bool divides_better(const cells *c, const candidate *best, const candidate *tried)
{
	bool same = tried->evidence == best->evidence && tried->a == best->a && tried->b == best->b;
	return same && tried->cut == best->cut && tried->reach == best->reach &&
	       division(c, tried->other_cut) > division(c, best->other_cut);
}

static void try_cut(candidate *best, const cells *c, size_t a, size_t b, size_t cut, size_t reach)
{
	size_t first = cut > reach ? cut - reach : 0, end = cut + reach < c->across ? cut + reach : c->across;
	size_t last = c->down - 1;
	double left = span(c->sums, first, cut, last), left_rows = span(c->counts, first, cut, last);
	double right = span(c->sums, cut, end, last), right_rows = span(c->counts, cut, end, last);
	for (size_t q = 0; q < (c->down > 1 ? c->down - 1 : 1); q++) {
		double evidence;
		if (c->down == 1)
			evidence = contrast(left, left_rows, right, right_rows);
		else {
			double l = span(c->sums, first, cut, q), ln = span(c->counts, first, cut, q);
			double r = span(c->sums, cut, end, q), rn = span(c->counts, cut, end, q);
			evidence = contrast(l, ln, r, rn) + contrast(left - l, left_rows - ln, right - r, right_rows - rn) - 2;
		}
		const candidate tried = { evidence, a, b, cut, q, reach };
		if (evidence > best->evidence || divides_better(c, best, &tried))
			*best = tried;
	}
}

/* --------------------------------------------------------------------------------------------- at its exact place */

/* Sign by which a row's residual counts: rows on the other side of the second column's cut may jump the other way. */
static bool is_above(const scan_steps *s, const candidate *c, size_t row)
{
	return c->a != c->b && s->bins[c->b * s->rows + row] > c->other_cut;
}

static bool is_near(const scan_steps *s, const candidate *c, size_t row)
{
	size_t bin = s->bins[c->a * s->rows + row];
	return bin + c->reach + 1 >= c->cut && bin < c->cut + c->reach + 1;
}

/* Rows near a cut, on either side of the second column's cut: sums of their residuals, and how many they are. */
typedef struct near_rows {
	double sums[2], rows[2];
} near_rows;

static void add_row(near_rows *near, bool side, double residual)
{
	near->sums[side] += residual;
	near->rows[side]++;
}

/* What a division of the rows explains, on both sides by themselves, and together. */
static void measure(double gain[2], const near_rows *below, const near_rows *all)
{
	gain[0] = 0;
	for (int side = 0; side < 2; side++)
		gain[0] += contrast(below->sums[side], below->rows[side], all->sums[side] - below->sums[side],
		                    all->rows[side] - below->rows[side]);
	double sum = below->sums[0] + below->sums[1], rows = below->rows[0] + below->rows[1];
	gain[1] = contrast(sum, rows, all->sums[0] + all->sums[1] - sum, all->rows[0] + all->rows[1] - rows);
}

/* The code after which a division of the rows, which are sorted by their codes, explains most; where a side has too few rows to count,
 * some explain as much, and what they explain together decides. */
static uint32_t find_code(const base_keyed *rows, size_t count, const near_rows *all, const double *residuals,
                          const scan_steps *s, const candidate *c)
{
	near_rows below = { { 0 }, { 0 } };
	double most[2] = { -1, -1 };
	uint32_t code = 0;
	for (size_t k = 0; k + 1 < count; k++) {
		add_row(&below, is_above(s, c, rows[k].row), residuals[rows[k].row]);
		if (rows[k].key == rows[k + 1].key)
			continue;
		double gain[2];
		measure(gain, &below, all);
		if (gain[0] > most[0] || (gain[0] == most[0] && gain[1] > most[1])) {
			memcpy(most, gain, sizeof most);
			code = (uint32_t)rows[k].key;
		}
	}
	return code;
}

/* The code near the cut after which a division of the rows explains most. */
static bool refine(uint32_t *code, const double *residuals, const scan_steps *s, const candidate *c)
{
	base_keyed *rows = base_array(s->rows, 2 * sizeof *rows);
	if (rows == NULL)
		return false;
	near_rows all = { { 0 }, { 0 } };
	size_t count = 0;
	for (size_t i = 0; i < s->rows; i++)
		if (is_near(s, c, i)) {
			rows[count++] = (base_keyed){ s->codes[c->a * s->rows + i], (uint32_t)i };
			add_row(&all, is_above(s, c, i), residuals[i]);
		}
	base_sort_keyed(rows, rows + s->rows, count);
	*code = find_code(rows, count, &all, residuals, s, c);
	free(rows);
	return true;
}

/* Both places of a jump that is divided: the second column has one where the first is held at its cut. */
static bool refine_both(scan_jump *jump, const double *residuals, const scan_steps *s, const candidate *c)
{
	const candidate turned = { c->evidence, c->b, c->a, c->other_cut + 1, c->cut - 1, FARTHEST };
	return refine(&jump->code, residuals, s, c) && (c->a == c->b || refine(&jump->other_code, residuals, s, &turned));
}

/* The most evident change between a few bins on either side of a cut. */
static bool find_between_bins(candidate *best, const double *residuals, const scan_steps *steps)
{
	cells *c = base_array(1, sizeof *c);
	if (c == NULL)
		return false;
	for (size_t a = 0; a < steps->columns; a++)
		for (size_t b = 0; b < steps->columns; b++) {
			fill_cells(c, residuals, steps, a, b);
			for (size_t cut = 1; cut < c->across; cut++)
				for (size_t reach = 1; reach <= FARTHEST; reach++)
					try_cut(best, c, a, b, cut, reach);
		}
	free(c);
	return true;
}

/* Of a single column smooth fits are so fine that they leave little of a jump between bins. Of several they are not, and kinks of
 * interactions would be taken for jumps. */
static bool find_on_smooth(scan_place_found *place, const double *residuals, const scan_steps *s,
                           const scan_ridge *ridge, size_t penalty)
{
	*place = (scan_place_found){ 0 };
	return s->columns != 1 || scan_steps_place(place, residuals, s, ridge, penalty);
}

bool scan_steps_find(bool *found, scan_jump *jump, const double *residuals, const scan_steps *steps,
                     const scan_ridge *ridge, size_t penalty)
{
	candidate best = { 0 };
	scan_place_found place;
	*found = false;
	if (steps->columns == 0) /* Z has labels only: no place to look at, and no bins */
		return true;
	if (!find_between_bins(&best, residuals, steps) || !find_on_smooth(&place, residuals, steps, ridge, penalty))
		return false;
	double square = scan_dot(residuals, residuals, steps->rows) / (double)steps->rows;
	double places = (double)steps->columns * SCAN_STEP_BINS, choices = places * (1 + 6 * ((double)steps->columns - 1));
	if (place.evidence > best.evidence && place.evidence > square * (4 + 2 * log(4 * places))) {
		*jump = (scan_jump){ place.column, place.code, false, place.column, 0 };
		*found = true;
		return true;
	}
	*jump = (scan_jump){ best.a, 0, best.a != best.b, best.b, 0 };
	*found = best.evidence > square * (4 + 2 * log(choices));
	return !*found || refine_both(jump, residuals, steps, &best);
}

static void fill_indicator(double *values, size_t column, uint32_t code, const scan_steps *steps)
{
	const uint32_t *codes = steps->codes + column * steps->rows;
	for (size_t i = 0; i < steps->rows; i++)
		values[i] = codes[i] > code;
	scan_standardise(values, steps->rows);
}

size_t scan_steps_functions(double *values, const scan_jump *jump, const scan_steps *steps)
{
	size_t rows = steps->rows;
	fill_indicator(values, jump->column, jump->code, steps);
	if (!jump->divided)
		return 1;
	double *other = values + rows, *both = values + 2 * rows;
	fill_indicator(other, jump->other, jump->other_code, steps);
	for (size_t i = 0; i < rows; i++)
		both[i] = values[i] * other[i];
	scan_standardise(both, rows);
	return 3;
}
