/* The code of labels given labels: the marginal likelihood of a table of counts with a Dirichlet prior whose mean is a product over
 * the columns (BDe with the empty network as prior network; Heckerman, Geiger and Chickering 1995). A column's factors are in
 * proportion to the square roots of its levels' shares. With the shares themselves, a cell of two rare levels would have almost no
 * weight, so that a few rows in it would be coded at the price of many. With equal factors, rare levels that are independent would
 * have edges. The prior weight is one of STRENGTHS, all equally probable, so the code of a set of columns is a
 * mixture. A small weight suits columns that almost determine each other, a large one suits weak dependence.
 *
 * The length of a column given others is that of the set with it less that of the set without it. Families share sets, so the
 * lengths of sets are kept. Cost of a set: one step for each row whose level of the last column is not the most frequent one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/wide.h"
#include "graph/search/code.h"

/* Numbers for all strengths at once: one operation with AVX2, two without. The last one is not used. */
typedef double quad __attribute__((vector_size(32)));
typedef uint64_t bits __attribute__((vector_size(32)));

enum { STRENGTHS = 3 };
/* In rows. Chosen on the networks that experiments/repository.txt lists for that: METHOD.md, section 13. */
static const quad STRENGTH = { GRAPH_CODE_WEIGHTS, 1 };

/* ---------------------------------------------------------------------------------------------- lengths of tables */

/* Sums of ln gamma(a + count) - ln gamma(a), for each strength: a sum of logarithms, and a product that stands for its logarithm. */
typedef struct rising {
	quad sum, product; /* product: at least 1, less than 2, ... */
	bits twos;         /* ... times a power of 2 */
} rising;

static const rising NOTHING = { .product = { 1, 1, 1, 1 } };

/* ln of numbers of 1 or more: x = 2^k z with z from 11/16 to 11/8, and the series of ln z in (z - 1) / (z + 1) until 1e-16. */
BASE_BOTH void take_log(quad *x)
{
	const bits first = (bits){ 0 } + UINT64_C(0x3fe6000000000000), number = (bits){ 0 } + UINT64_C(0x4330000000000000);
	bits k = ((bits)*x - first) >> 52;
	quad z = (quad)((bits)*x - (k << 52)), r = (z - 1) / (z + 1), q = r * r, sum = { 0 };
	for (int term = 21; term > 1; term -= 2)
		sum = (sum + 1.0 / term) * q;
	*x = ((quad)(k | number) - 0x1p52) * BASE_LN2 + (2 * r + 2 * r * sum);
}

/* ln gamma(x) by Stirling's series, without a constant; for x of 8 and more. */
BASE_BOTH void take_stirling(quad *x)
{
	quad log = *x, q = 1 / *x, p = q * q;
	take_log(&log);
	*x = (*x - 0.5) * log - *x + (1 / 12.0 - p * (1 / 360.0 - p / 1260)) * q;
}

/* Adds a cell with this share of the prior weight: a product if its rows are few, else Stirling's series from a + 8 on. */
BASE_BOTH void add_cell(rising *r, double share, uint32_t rows)
{
	enum { FEW = 16, FIRST = 8 };
	const bits fraction = (bits){ 0 } + UINT64_C(0xfffffffffffff), one = (bits){ 0 } + UINT64_C(0x3ff0000000000000);
	if (rows == 0)
		return;
	quad x = STRENGTH * share, y = x + rows, product = x;
	for (uint32_t i = 1, steps = rows <= FEW ? rows : FIRST; i < steps; i++) {
		x += 1;
		product *= x;
	}
	bits all = (bits)(r->product * product);
	r->product = (quad)((all & fraction) | one);
	r->twos += (all >> 52) - 1023;
	if (rows <= FEW)
		return;
	x += 1;
	take_stirling(&x);
	take_stirling(&y);
	r->sum += y - x;
}

static double log_of(const rising *r, size_t strength)
{
	return r->sum[strength] + log(r->product[strength]) + (double)(int64_t)r->twos[strength] * BASE_LN2;
}

/* The length of a table: -ln of the mean, over strengths, of the probability of its counts. `whole`: all rows as one cell. */
static double mix(const rising *r, const rising *whole)
{
	double lengths[STRENGTHS], least = INFINITY, sum = 0;
	for (size_t s = 0; s < STRENGTHS; s++) {
		lengths[s] = log_of(whole, s) - log_of(r, s);
		least = fmin(least, lengths[s]);
	}
	for (size_t s = 0; s < STRENGTHS; s++)
		sum += exp(least - lengths[s]);
	return rint((least - log(sum / STRENGTHS)) / GRAPH_CODE_UNIT) * GRAPH_CODE_UNIT;
}

/* ------------------------------------------------------------------------------------------------ lengths of sets */

enum { KEPT = 1 << 21 }; /* lengths of sets, 32 MB; a later one takes the place of an earlier one */

struct kept_length {
	uint64_t set; /* hash; 0: none */
	double length;
};

static uint64_t hash_of(size_t node)
{
	return base_hash_mix(node + 1);
}

/* The length of a set; NAN: it is not kept. */
static double kept(const code_counts *c, uint64_t set)
{
	const struct kept_length *k = &c->kept[set % KEPT];
	return set == 0 ? 0 : k->set == set ? k->length : NAN;
}

static void keep(code_counts *c, uint64_t set, double length)
{
	c->kept[set % KEPT] = (struct kept_length){ set, length };
}

/* ------------------------------------------------------------------------------------------------ counting cells */

static double length_alone(const code_column *column)
{
	rising sums = NOTHING, whole = NOTHING;
	for (size_t l = 0; l < column->level_count; l++)
		add_cell(&sums, column->shares[l], column->starts[l + 1] - column->starts[l]);
	add_cell(&whole, 1, column->starts[column->level_count]);
	return mix(&sums, &whole);
}

bool graph_code_counts_init(code_counts *c, const graph_code *code)
{
	size_t levels = code->most_levels, rows = code->rows;
	bool labels = false; /* also one without levels: all its values are missing in a subsample */
	for (size_t i = 0; i < code->nodes; i++)
		labels = labels || code->columns[i].levels != NULL;
	*c = (code_counts){ 0 };
	c->alone = base_array_zero(code->nodes, sizeof *c->alone);
	if (c->alone == NULL || !labels)
		return c->alone != NULL;
	c->kept = base_array_zero(KEPT, sizeof *c->kept);
	c->cells = base_array(rows, sizeof *c->cells);
	c->table = base_array(rows * (levels + 1), sizeof *c->table);
	c->weights = base_array(rows, sizeof *c->weights);
	c->others = base_array(rows, sizeof *c->others);
	c->keys = base_array(rows, sizeof *c->keys);
	c->first = base_array(rows, sizeof *c->first);
	c->totals = base_array(rows, sizeof *c->totals);
	for (size_t i = 0; i < code->nodes; i++)
		c->alone[i] = code->columns[i].levels != NULL ? length_alone(&code->columns[i]) : 0;
	return c->kept != NULL && c->cells != NULL && c->table != NULL && c->weights != NULL && c->others != NULL &&
	       c->keys != NULL && c->first != NULL && c->totals != NULL;
}

void graph_code_counts_clear(code_counts *c)
{
	free(c->alone);
	free(c->kept);
	free(c->cells);
	free(c->table);
	free(c->weights);
	free(c->others);
	free(c->keys);
	free(c->first);
	free(c->totals);
}

/* Numbers the cells that have rows, in their order. */
static void number(code_counts *c, size_t rows)
{
	size_t count = 0;
	uint32_t *restrict cells = c->cells, *restrict numbers = c->table;
	memset(numbers, 0, c->cell_count * sizeof *numbers);
	for (size_t i = 0; i < rows; i++)
		numbers[cells[i]] = (uint32_t)i + 1;
	for (size_t k = 0; k < c->cell_count; k++)
		if (numbers[k] > 0) {
			c->keys[count] = (uint32_t)k;
			c->first[count] = numbers[k] - 1;
			numbers[k] = (uint32_t)count++;
		}
	for (size_t i = 0; i < rows; i++)
		cells[i] = numbers[cells[i]];
	c->cell_count = count;
}

/* Divides the cells by the levels of a further column, of which a missing value is one. */
static void divide(code_counts *c, size_t rows, const code_column *column)
{
	const uint32_t width = (uint32_t)column->level_count + 1;
	const uint8_t *restrict levels = column->levels;
	uint32_t *restrict cells = c->cells;
	if (c->cell_count * width > rows)
		number(c, rows);
	for (size_t i = 0; i < rows; i++)
		cells[i] = cells[i] * width + (uint8_t)(levels[i] + 1);
	c->cell_count *= width;
}

/* The share of a row's level; 0: it is missing. */
static double share_of(const code_column *column, size_t row)
{
	return column->levels[row] != GRAPH_NO_LEVEL ? column->shares[column->levels[row]] : 0;
}

/* Finds the cells of the labels of the family: of the parents, divided by the child. */
static void find_cells(code_counts *c, const graph_code *code)
{
	const code_column *child = &code->columns[c->family.child];
	memset(c->cells, 0, code->rows * sizeof *c->cells);
	c->cell_count = 1;
	for (size_t k = 0; k < c->family.count; k++)
		if (code->columns[c->family.parents[k]].levels != NULL)
			divide(c, code->rows, &code->columns[c->family.parents[k]]);
	divide(c, code->rows, child);
	number(c, code->rows);
	for (size_t k = 0; k < c->cell_count; k++) {
		c->others[k] = 1;
		for (size_t j = 0; j < c->family.count; j++)
			if (code->columns[c->family.parents[j]].levels != NULL)
				c->others[k] *= share_of(&code->columns[c->family.parents[j]], c->first[k]);
		c->weights[k] = c->others[k] * share_of(child, c->first[k]);
		c->keys[k] /= (uint32_t)child->level_count + 1;
	}
	memset(c->totals, 0, c->cell_count * sizeof *c->totals);
	for (size_t i = 0; i < code->rows; i++)
		c->totals[c->cells[i]]++;
	c->found = true;
}

/* Counts the levels of a further column in each cell. The most frequent one gets what the others, and the rows without a value, which
 * are counted after the levels, leave. */
static void count_levels(code_counts *c, const code_column *further)
{
	size_t width = further->level_count + !graph_code_is_complete(further);
	uint32_t *restrict table = c->table;
	const uint32_t *restrict cells = c->cells;
	memset(table, 0, c->cell_count * width * sizeof *table);
	for (size_t l = 0; l < width; l++)
		for (size_t i = further->starts[l]; l != further->usual && i < further->starts[l + 1]; i++)
			table[cells[further->rows[i]] * width + l]++;
	for (size_t k = 0; k < c->cell_count; k++) {
		uint32_t left = c->totals[k];
		for (size_t l = 0; l < width; l++)
			left -= table[k * width + l];
		table[k * width + further->usual] = left;
	}
	c->counts = table;
	c->width = width;
}

/* The lengths of the child with the parents and the further column, of these without the child, and of the child alone in the same
 * rows. NAN: still to be found. */
typedef struct lengths {
	double both, parents, own;
} lengths;

/* Finds the lengths by the cells without missing values. A column of one level stands for no further column. */
BASE_BOTH void sum_cells_both(lengths *out, const code_counts *c, const code_column *child, const double *shares,
                              size_t levels)
{
	uint32_t own[GRAPH_MOST_LEVELS] = { 0 }, all = 0;
	rising both = NOTHING, parents = NOTHING, alone = NOTHING, whole = NOTHING;
	for (size_t k = 0, next; k < c->cell_count; k = next) {
		for (next = k + 1; next < c->cell_count && c->keys[next] == c->keys[k];)
			next++;
		for (size_t l = 0; l < levels; l++) {
			uint32_t sum = 0;
			for (size_t i = k; i < next; i++) {
				uint32_t count = c->counts[i * c->width + l];
				if (!(c->weights[i] > 0) || count == 0)
					continue;
				add_cell(&both, c->weights[i] * shares[l], count);
				own[child->levels[c->first[i]]] += count;
				sum += count;
			}
			if (isnan(out->parents))
				add_cell(&parents, c->others[k] * shares[l], sum);
			all += sum;
		}
	}
	for (size_t l = 0; isnan(out->own) && l < child->level_count; l++)
		add_cell(&alone, child->shares[l], own[l]);
	add_cell(&whole, 1, all);
	out->both = mix(&both, &whole);
	out->parents = isnan(out->parents) ? mix(&parents, &whole) : out->parents;
	out->own = isnan(out->own) ? mix(&alone, &whole) : out->own;
}

BASE_TWICE_VOID(sum_cells,
                (lengths * out, const code_counts *c, const code_column *child, const double *shares, size_t levels),
                (out, c, child, shares, levels))

void graph_code_counts_begin(code_counts *c, const graph_code *code, const code_family *f)
{
	c->family = *f;
	c->found = false;
	c->complete = graph_code_is_complete(&code->columns[f->child]);
	c->set = 0;
	for (size_t k = 0; k < f->count; k++) {
		const code_column *parent = &code->columns[f->parents[k]];
		if (parent->levels == NULL)
			continue;
		c->set += hash_of(f->parents[k]);
		c->complete = c->complete && graph_code_is_complete(parent);
	}
}

static void find_lengths(lengths *out, code_counts *c, const graph_code *code, const code_column *further)
{
	static const double one = 1;
	if (!c->found)
		find_cells(c, code);
	c->counts = c->totals;
	c->width = 1;
	if (further != NULL)
		count_levels(c, further);
	sum_cells(out, c, &code->columns[c->family.child], further != NULL ? further->shares : &one,
	          further != NULL ? further->level_count : 1);
}

double graph_code_counts_length(code_counts *c, const graph_code *code, size_t extra)
{
	const code_column *further = extra != SIZE_MAX ? &code->columns[extra] : NULL;
	uint64_t set = c->set + (further != NULL ? hash_of(extra) : 0), with_child = set + hash_of(c->family.child);
	bool complete = c->complete && (further == NULL || graph_code_is_complete(further));
	lengths found = { NAN, NAN, NAN };
	if (complete)
		found = (lengths){ kept(c, with_child), kept(c, set), c->alone[c->family.child] };
	if (isnan(found.both) || isnan(found.parents)) {
		find_lengths(&found, c, code, further);
		if (complete) {
			keep(c, set, found.parents);
			keep(c, with_child, found.both);
		}
	}
	return found.both - found.parents - found.own;
}
