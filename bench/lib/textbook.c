/* The textbook version; see textbook.h. Plain on purpose: every number is computed where it is needed. */
#include "textbook.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { THRESHOLD = 5, ROUNDS = 5 };

typedef struct column {
	size_t candidates; /* candidate bins; 0: no continuous part */
	size_t most;       /* most intervals */
	size_t atoms;
	double width;  /* of a candidate bin */
	size_t *place; /* [rows] candidate bin, or candidates + number of the atom */
	bool *cut;     /* [candidates] a cut before this candidate bin */
} column;

typedef struct problem {
	size_t rows, columns;
	column *column;
} problem;

/* ------------------------------------------------------------------------------------------------ preparation */

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static size_t occurrences(const double *sorted, size_t rows, double value)
{
	size_t count = 0;
	for (size_t i = 0; i < rows; i++)
		count += sorted[i] == value;
	return count;
}

/* Distinct values below `value` that are atoms. */
static size_t atom_number(const double *atoms, size_t count, double value)
{
	size_t number = 0;
	while (number < count && atoms[number] != value)
		number++;
	return number;
}

static bool prepare(column *c, const double *values, bool discrete, size_t rows)
{
	double *sorted = malloc(rows * sizeof *sorted), *atoms = malloc(rows * sizeof *atoms);
	double low = INFINITY, high = -INFINITY;
	c->place = calloc(rows, sizeof *c->place);
	if (sorted == NULL || atoms == NULL || c->place == NULL)
		return false;
	memcpy(sorted, values, rows * sizeof *sorted);
	qsort(sorted, rows, sizeof *sorted, compare);
	for (size_t i = 0; i < rows; i++) {
		if (i > 0 && sorted[i] == sorted[i - 1])
			continue;
		if (discrete || occurrences(sorted, rows, sorted[i]) >= THRESHOLD) {
			atoms[c->atoms++] = sorted[i];
		} else {
			low = fmin(low, sorted[i]);
			high = fmax(high, sorted[i]);
		}
	}
	if (low == high)
		atoms[c->atoms++] = low;
	if (low < high) {
		c->candidates = (size_t)ceil(20 * log((double)rows));
		c->most = (size_t)ceil(5 * log((double)rows));
		c->width = (high - low) / (double)c->candidates;
	}
	c->cut = calloc(c->candidates + 1, sizeof *c->cut);
	for (size_t i = 0; i < rows; i++) {
		size_t atom = atom_number(atoms, c->atoms, values[i]);
		c->place[i] = c->candidates + atom;
		if (atom < c->atoms)
			continue;
		size_t bin = (size_t)((values[i] - low) / c->width);
		while (bin > 0 && values[i] < low + (double)bin * c->width)
			bin--;
		while (bin + 1 < c->candidates && values[i] >= low + (double)(bin + 1) * c->width)
			bin++;
		c->place[i] = bin < c->candidates ? bin : c->candidates - 1;
	}
	free(sorted);
	free(atoms);
	return c->cut != NULL;
}

/* -------------------------------------------------------------------------------------------------- the model */

static size_t intervals(const column *c)
{
	size_t count = c->candidates > 0;
	for (size_t i = 1; i < c->candidates; i++)
		count += c->cut[i];
	return count;
}

static size_t bins(const column *c)
{
	return intervals(c) + c->atoms;
}

/* Bin of a place: intervals in ascending order, then atoms. */
static size_t bin_of(const column *c, size_t place)
{
	if (place >= c->candidates)
		return intervals(c) + place - c->candidates;
	size_t bin = 0;
	for (size_t i = 1; i <= place; i++)
		bin += c->cut[i];
	return bin;
}

/* log2 R(n, K) by its recurrence. */
static double complexity_bits(size_t rows, double k)
{
	double n = (double)rows, term = 1, two = 1, before = 1, scale = 0;
	for (double i = 1; i <= n; i++) {
		term *= (n - i + 1) / n;
		two += term;
	}
	if (k <= 1)
		return 0;
	double here = two;
	for (double j = 1; j + 1 < k; j++) {
		double next = here + n / j * before;
		before = here;
		here = next;
		if (here > 1e200) {
			here *= 1e-200;
			before *= 1e-200;
			scale += 200 * log2(10);
		}
	}
	return log2(here) + scale;
}

static double log2_binomial(size_t n, size_t k)
{
	return (lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1)) / log(2);
}

/* Number of the joint cell of row i in the given columns. */
static size_t cell_of(const problem *p, size_t row, const bool *which)
{
	size_t cell = 0;
	for (size_t j = 0; j < p->columns; j++)
		if (which[j])
			cell = cell * bins(&p->column[j]) + bin_of(&p->column[j], p->column[j].place[row]);
	return cell;
}

static size_t cells_of(const problem *p, const bool *which)
{
	size_t cells = 1;
	for (size_t j = 0; j < p->columns; j++)
		cells *= which[j] ? bins(&p->column[j]) : 1;
	return cells;
}

/* Sum of c log2 c over the cells of some columns. */
static double sum_of_cells(const problem *p, const bool *which)
{
	double sum = 0, *counts = calloc(cells_of(p, which), sizeof *counts);
	for (size_t i = 0; counts != NULL && i < p->rows; i++)
		counts[cell_of(p, i, which)]++;
	for (size_t i = 0; counts != NULL && i < cells_of(p, which); i++)
		sum += counts[i] > 0 ? counts[i] * log2(counts[i]) : 0;
	free(counts);
	return sum;
}

/* Width of the interval that a place lies in, in candidate bins; 1 for an atom. */
static double width_at(const column *c, size_t place)
{
	if (place >= c->candidates)
		return 1;
	size_t start = place, end = place + 1;
	while (start > 0 && !c->cut[start])
		start--;
	while (end < c->candidates && !c->cut[end])
		end++;
	return (double)(end - start) * c->width;
}

/* The first two terms of L(D, M). */
static double stochastic_complexity(const problem *p)
{
	bool all[16];
	double n = (double)p->rows, volumes = 0;
	memset(all, 1, sizeof all);
	for (size_t j = 0; j < p->columns; j++)
		for (size_t i = 0; i < p->rows; i++)
			volumes += p->column[j].place[i] < p->column[j].candidates
			               ? log2(width_at(&p->column[j], p->column[j].place[i]))
			               : 0;
	return n * log2(n) - sum_of_cells(p, all) + volumes + complexity_bits(p->rows, (double)cells_of(p, all));
}

/* ------------------------------------------------------------------------------------------------- refinement */

/* Cost of candidate bins from .. to-1 as one interval, from dense counts [candidate][cell]. */
static double segment_cost(const double *counts, size_t cells, size_t from, size_t to, double width)
{
	double total = 0, cost = 0;
	for (size_t cell = 0; cell < cells; cell++) {
		double c = 0;
		for (size_t i = from; i < to; i++)
			c += counts[i * cells + cell];
		cost -= c > 0 ? c * log2(c) : 0;
		total += c;
	}
	return cost + total * log2((double)(to - from) * width);
}

/* The best cuts of column j with the others held, into cut[]. */
static bool refine(bool *cut, const problem *p, size_t j)
{
	const column *c = &p->column[j];
	bool others[16];
	for (size_t i = 0; i < 16; i++)
		others[i] = i != j;
	size_t cells = cells_of(p, others), m = c->candidates;
	double *counts = calloc(m * cells, sizeof *counts), *best = calloc((c->most + 1) * (m + 1), sizeof *best);
	size_t *from = calloc((c->most + 1) * (m + 1), sizeof *from);
	bool done = counts != NULL && best != NULL && from != NULL;
	for (size_t i = 0; done && i < p->rows; i++)
		if (c->place[i] < m)
			counts[c->place[i] * cells + cell_of(p, i, others)]++;
	double least = INFINITY;
	size_t chosen = 1;
	for (size_t k = 1; done && k <= c->most && k <= m; k++) {
		for (size_t end = k; end <= m; end++) {
			best[k * (m + 1) + end] = INFINITY;
			for (size_t start = k - 1; start < end; start++) {
				if (k == 1 && start > 0)
					break;
				double before = k == 1 ? 0 : best[(k - 1) * (m + 1) + start];
				double cost = before + segment_cost(counts, cells, start, end, c->width);
				if (cost < best[k * (m + 1) + end]) {
					best[k * (m + 1) + end] = cost;
					from[k * (m + 1) + end] = start;
				}
			}
		}
		double score = best[k * (m + 1) + m] + complexity_bits(p->rows, (double)(cells * (k + c->atoms))) +
		               log2_binomial(m - 1, k - 1);
		if (score < least) {
			least = score;
			chosen = k;
		}
	}
	memset(cut, 0, m * sizeof *cut);
	for (size_t k = chosen, end = m; done && k > 1; k--) {
		end = from[k * (m + 1) + end];
		cut[end] = true;
	}
	free(counts);
	free(best);
	free(from);
	return done;
}

/* One round: the best single column's change is kept. False if there is none, or no memory (*failed). */
static bool improve(problem *p, bool *failed)
{
	double present = stochastic_complexity(p), least = present - 1e-9;
	size_t best = p->columns;
	bool *kept = NULL;
	for (size_t j = 0; j < p->columns && !*failed; j++) {
		column *c = &p->column[j];
		if (c->candidates == 0)
			continue;
		bool *cut = calloc(c->candidates, sizeof *cut), *old = c->cut;
		*failed = cut == NULL || !refine(cut, p, j);
		c->cut = cut;
		double score = *failed ? INFINITY : stochastic_complexity(p);
		c->cut = old;
		if (score < least) {
			free(kept);
			kept = cut;
			least = score - 1e-9;
			best = j;
		} else {
			free(cut);
		}
	}
	if (best == p->columns || *failed) {
		free(kept);
		return false;
	}
	free(p->column[best].cut);
	p->column[best].cut = kept;
	return true;
}

static double information(const problem *p)
{
	bool which[16];
	double n = (double)p->rows, sum = 0;
	for (int part = 0; part < 4; part++) { /* XYZ and Z, less XZ and YZ */
		memset(which, 1, sizeof which);
		which[0] = part != 1 && part != 3;
		which[1] = part != 1 && part != 2;
		sum += (part < 2 ? 1 : -1) * sum_of_cells(p, which);
	}
	return sum * log(2) / n;
}

bool textbook_estimate(textbook_result *out, const double *values, const bool *discrete, size_t rows, size_t columns)
{
	problem p = { rows, columns, calloc(columns, sizeof *p.column) };
	bool failed = p.column == NULL;
	*out = (textbook_result){ 0, 0, 0 };
	for (size_t j = 0; j < columns && !failed; j++)
		failed = !prepare(&p.column[j], values + j * rows, discrete[j], rows);
	bool better = !failed;
	while (better && out->rounds < ROUNDS) {
		better = improve(&p, &failed);
		out->rounds += better;
	}
	if (!failed) {
		out->estimate = information(&p);
		out->score = stochastic_complexity(&p);
		for (size_t j = 0; j < columns; j++)
			if (p.column[j].candidates > 0)
				out->score += log2_binomial(p.column[j].candidates - 1, intervals(&p.column[j]) - 1);
	}
	for (size_t j = 0; p.column != NULL && j < columns; j++) {
		free(p.column[j].place);
		free(p.column[j].cut);
	}
	free(p.column);
	return !failed;
}
