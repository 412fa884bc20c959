/* The code of labels given labels: the marginal likelihood of a table of counts with a Dirichlet prior whose mean is the product of
 * the columns' shares (BDe with the empty network as prior network; Heckerman, Geiger and Chickering 1995). A table with too few
 * rows then has about the same length as if its columns were independent. The prior weight is one of STRENGTHS, all equally
 * probable, so the code of a set of columns is a mixture. A small weight suits columns that almost determine each other, a large one
 * suits weak dependence. Cost: O(rows) per family.
 *
 * Columns with many levels have levels merged first if that shortens the code of the columns that depend on them most. */
#include "graph/search/code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/special.h"
#include "cells/complexity.h"

enum {
	FEW_LEVELS =
		5, /* columns with no more values than this are labels, whatever their type, and are left as they are */
	MOST_LEVELS = 64 /* ... and no column has more afterwards: the rarest become one */
};
enum { NO_LEVEL = UINT8_MAX }; /* of a missing value */
enum {
	LANES = 4
}; /* counters of one entry, used in turn: a processor waits if it adds to the same one in every step */
enum { STRENGTHS = 3 };
/* In rows. Chosen on the networks that experiments/repository.txt lists for that: METHOD.md, section 13. */
static const double STRENGTH[STRENGTHS] = { 3, 10, 30 };

/* ------------------------------------------------------------------------------------------------ counting cells */

bool graph_code_counts_init(code_counts *c, const graph_code *code)
{
	size_t levels = code->most_levels > 0 ? code->most_levels : 1, rows = code->rows + 1;
	*c = (code_counts){ 0 };
	c->cells = base_array(rows, sizeof *c->cells);
	c->numbers = base_array(rows * levels, sizeof *c->numbers);
	c->weights = base_array(rows, sizeof *c->weights);
	c->others = base_array(rows, sizeof *c->others);
	c->rows = base_array(rows, sizeof *c->rows);
	c->starts = base_array(rows + 1, sizeof *c->starts);
	c->child = base_array(rows, sizeof *c->child);
	c->places = base_array(rows, sizeof *c->places);
	c->counts = base_array_zero(LANES * levels * levels, sizeof *c->counts);
	return c->cells != NULL && c->numbers != NULL && c->weights != NULL && c->others != NULL && c->rows != NULL &&
	       c->starts != NULL && c->child != NULL && c->places != NULL && c->counts != NULL;
}

void graph_code_counts_clear(code_counts *c)
{
	free(c->cells);
	free(c->numbers);
	free(c->weights);
	free(c->others);
	free(c->rows);
	free(c->starts);
	free(c->child);
	free(c->places);
	free(c->counts);
}

/* Divides the cells by the levels of a further column. Cells without rows are left out. */
static void divide(code_counts *c, const graph_code *code, const code_column *column)
{
	size_t levels = column->level_count, count = 0;
	memset(c->numbers, 0, c->cell_count * levels * sizeof *c->numbers);
	for (size_t i = 0; i < code->rows; i++) {
		size_t cell = c->cells[i], level = column->levels[i], place = cell * levels + level;
		if (cell == DATA_MISSING || level == DATA_MISSING) {
			c->cells[i] = DATA_MISSING;
			continue;
		}
		if (c->numbers[place] == 0) {
			c->others[count] = c->weights[cell] * column->shares[level];
			c->numbers[place] = (uint32_t)++count;
		}
		c->cells[i] = c->numbers[place] - 1;
	}
	double *swap = c->weights;
	c->weights = c->others;
	c->others = swap;
	c->cell_count = count;
}

/* Sorts the rows that have a value for the child by their cells. */
static void sort_rows(code_counts *c, const graph_code *code, const code_column *child)
{
	memset(c->starts, 0, (c->cell_count + 1) * sizeof *c->starts);
	for (size_t i = 0; i < code->rows; i++)
		if (c->cells[i] != DATA_MISSING && child->levels[i] != DATA_MISSING)
			c->starts[c->cells[i] + 1]++;
	for (size_t k = 0; k < c->cell_count; k++)
		c->starts[k + 1] += c->starts[k];
	for (size_t i = 0; i < code->rows; i++) {
		if (c->cells[i] == DATA_MISSING || child->levels[i] == DATA_MISSING)
			continue;
		uint32_t place = c->starts[c->cells[i]]++;
		c->rows[place] = (uint32_t)i;
		c->child[place] = child->small[i];
	}
	memmove(c->starts + 1, c->starts, c->cell_count * sizeof *c->starts);
	c->starts[0] = 0;
}

void graph_code_counts_begin(code_counts *c, const graph_code *code, const code_family *f)
{
	memset(c->cells, 0, code->rows * sizeof *c->cells);
	c->cell_count = 1;
	c->weights[0] = 1;
	for (size_t k = 0; k < f->count; k++)
		if (code->columns[f->parents[k]].levels != NULL)
			divide(c, code, &code->columns[f->parents[k]]);
	sort_rows(c, code, &code->columns[f->child]);
}

/* Sums of ln gamma(a + count) - ln gamma(a), for each strength. They are logarithms of products, which are taken only now and then. */
typedef struct rising {
	double sum[STRENGTHS], product[STRENGTHS];
} rising;

static const rising NOTHING = { { 0 }, { 1, 1, 1 } };

/* ln gamma(x) by Stirling's series, without a constant; for x of 8 and more. */
static double stirling(double x)
{
	double p = 1 / (x * x);
	return (x - 0.5) * log(x) - x + (1 / 12.0 - p * (1 / 360.0 - p / 1260)) / x;
}

/* Adds a cell with this share of the prior weight: a product if its rows are few, else Stirling's series from a + 8 on. */
static void add_cell(rising *r, double share, uint32_t rows)
{
	enum { FEW = 32, FIRST = 8 };
	static const double LARGE = 0x1p600, SMALL = 0x1p-600;
	double x[STRENGTHS], y[STRENGTHS];
	if (rows == 0)
		return;
	for (size_t s = 0; s < STRENGTHS; s++) {
		x[s] = STRENGTH[s] * share;
		y[s] = x[s] + rows;
	}
	for (uint32_t i = 0, steps = rows <= FEW ? rows : FIRST; i < steps; i++)
		for (size_t s = 0; s < STRENGTHS; s++) {
			r->product[s] *= x[s];
			x[s] += 1;
		}
	for (size_t s = 0; s < STRENGTHS; s++) {
		if (rows > FEW)
			r->sum[s] += stirling(y[s]) - stirling(x[s]);
		if (r->product[s] < LARGE && r->product[s] > SMALL)
			continue;
		r->sum[s] += log(r->product[s]);
		r->product[s] = 1;
	}
}

/* The length of a table: -ln of the mean, over strengths, of the probability of its counts. */
static double mix(const rising *r, const rising *whole)
{
	double lengths[STRENGTHS], least = INFINITY, sum = 0;
	for (size_t s = 0; s < STRENGTHS; s++) {
		lengths[s] = whole->sum[s] + log(whole->product[s]) - r->sum[s] - log(r->product[s]);
		least = fmin(least, lengths[s]);
	}
	for (size_t s = 0; s < STRENGTHS; s++)
		sum += exp(least - lengths[s]);
	return least - log(sum / STRENGTHS);
}

/* Sums over the cells of a table and over those of the parents, and the rows with each level of the child. */
typedef struct table_sums {
	rising both, parents;
	uint32_t own[MOST_LEVELS], all;
} table_sums;

/* Counts the levels of the child and of a further column (NULL: none) in one cell of the parents. Returns how many rows there are;
 * c->places has the entry of each. */
static size_t count_cell(code_counts *c, size_t cell, size_t levels, const code_column *further)
{
	const uint8_t *restrict child = c->child, *restrict other = further != NULL ? further->small : NULL;
	const uint32_t *restrict rows = c->rows;
	uint16_t *restrict places = c->places;
	uint32_t *restrict counts = c->counts;
	size_t count = 0, end = c->starts[cell + 1];
	for (size_t i = c->starts[cell]; i < end; i++) {
		size_t level = other != NULL ? other[rows[i]] : 0, place = level * levels + child[i];
		if (level == NO_LEVEL)
			continue;
		places[count] = (uint16_t)place;
		counts[LANES * place + count % LANES]++;
		count++;
	}
	return count;
}

/* The count of an entry, which becomes 0. */
static uint32_t take_count(uint32_t lanes[LANES])
{
	uint32_t count = 0;
	for (size_t i = 0; i < LANES; i++) {
		count += lanes[i];
		lanes[i] = 0;
	}
	return count;
}

/* Adds one cell of the parents and sets its counts back to 0. Of a table that is larger than the number of rows only entries with
 * rows are visited. */
static void add_counts(table_sums *t, code_counts *c, size_t cell, const code_column *child, const code_column *further)
{
	size_t levels = child->level_count, size = levels * (further != NULL ? further->level_count : 1);
	size_t rows = count_cell(c, cell, levels, further);
	uint32_t sums[MOST_LEVELS] = { 0 };
	bool few = rows < size;
	for (size_t i = 0, end = few ? rows : size; i < end; i++) {
		size_t place = few ? c->places[i] : i, other = place / levels, level = place - other * levels;
		uint32_t count = take_count(c->counts + LANES * place);
		double share = c->weights[cell] * (further != NULL ? further->shares[other] : 1);
		add_cell(&t->both, share * child->shares[level], count);
		t->own[level] += count;
		sums[other] += count;
	}
	for (size_t k = 0; k < size / levels; k++)
		add_cell(&t->parents, c->weights[cell] * (further != NULL ? further->shares[k] : 1), sums[k]);
	t->all += (uint32_t)rows;
}

/* The length of the child's levels given the cells, minus their length without cells for the same rows. Rows without a value for a
 * parent would otherwise count as saved. */
double graph_code_counts_length(code_counts *c, const graph_code *code, size_t node, size_t extra)
{
	const code_column *child = &code->columns[node], *further = extra != SIZE_MAX ? &code->columns[extra] : NULL;
	rising own = NOTHING, whole = NOTHING;
	table_sums t = { .both = NOTHING, .parents = NOTHING };
	for (size_t k = 0; k < c->cell_count; k++)
		add_counts(&t, c, k, child, further);
	for (size_t l = 0; l < child->level_count; l++)
		add_cell(&own, child->shares[l], t.own[l]);
	add_cell(&whole, 1, t.all);
	return mix(&t.both, &whole) - mix(&t.parents, &whole) - mix(&own, &whole);
}

/* ------------------------------------------------------------------------------------------- levels that are alike */

/* Tables of the levels of one column with those of others that depend on it. */
typedef struct tables {
	enum { TABLES = 3 } most;
	size_t columns[TABLES]; /* levels of the other column */
	double *counts[TABLES]; /* [levels * columns] */
	double gains[TABLES];   /* how clearly it depends: standardised G */
	size_t count, levels;
} tables;

static double entropy_term(double count)
{
	return count > 0 ? count * log(count) : 0;
}

/* The length of one row of a table, plus its parametric complexity. */
static double row_length(const double *counts, size_t columns)
{
	double sum = 0, length = 0;
	for (size_t k = 0; k < columns; k++) {
		sum += counts[k];
		length -= entropy_term(counts[k]);
	}
	if (sum < 1)
		return 0;
	return length + entropy_term(sum) + BASE_LN2 * cells_complexity_by_recurrence((uint64_t)sum, (double)columns);
}

static double all_lengths(const tables *t, size_t level)
{
	double length = 0;
	for (size_t i = 0; i < t->count; i++)
		length += row_length(t->counts[i] + level * t->columns[i], t->columns[i]);
	return length;
}

/* How much shorter the code becomes if two levels are merged, given their own lengths. `room` holds a row of counts. */
static double saving(const tables *t, size_t a, size_t b, const double *own, double *room)
{
	double length = 0;
	for (size_t i = 0; i < t->count; i++) {
		size_t columns = t->columns[i];
		for (size_t k = 0; k < columns; k++)
			room[k] = t->counts[i][a * columns + k] + t->counts[i][b * columns + k];
		length += row_length(room, columns);
	}
	return own[a] + own[b] - length;
}

/* Merges the two levels that shorten the code most, as long as some do. groups[level] becomes the number of its group. */
static bool join_levels(uint32_t *groups, tables *t, size_t *left)
{
	size_t levels = t->levels;
	double *own = base_array(levels, sizeof *own), *savings = base_array(levels * levels, sizeof *savings);
	double room[MOST_LEVELS];
	bool done = own != NULL && savings != NULL;
	for (size_t a = 0; done && a < levels; a++) {
		groups[a] = (uint32_t)a;
		own[a] = all_lengths(t, a);
		for (size_t b = 0; b < a; b++)
			savings[a * levels + b] = saving(t, a, b, own, room);
	}
	for (*left = levels; done && *left > 2; --*left) {
		size_t x = 0, y = 0;
		double most = 0;
		for (size_t a = 0; a < levels; a++)
			for (size_t b = 0; groups[a] == a && b < a; b++)
				if (groups[b] == b && savings[a * levels + b] > most) {
					most = savings[a * levels + b];
					x = b;
					y = a;
				}
		if (x == y)
			break;
		for (size_t i = 0; i < t->count; i++)
			for (size_t k = 0; k < t->columns[i]; k++)
				t->counts[i][x * t->columns[i] + k] += t->counts[i][y * t->columns[i] + k];
		for (size_t a = 0; a < levels; a++)
			groups[a] = groups[a] == y ? (uint32_t)x : groups[a];
		own[x] = all_lengths(t, x);
		for (size_t b = 0; b < levels; b++)
			if (groups[b] == b && b != x)
				savings[(b > x ? b : x) * levels + (b > x ? x : b)] = saving(t, x, b, own, room);
	}
	free(own);
	free(savings);
	return done;
}

/* A table of two label columns. */
static void count_pairs(double *counts, const graph_code *code, const uint32_t *x, const uint32_t *y, size_t columns)
{
	for (size_t i = 0; i < code->rows; i++)
		if (x[i] != DATA_MISSING && y[i] != DATA_MISSING)
			counts[x[i] * columns + y[i]]++;
}

/* How clearly two columns depend: G less its mean, in its standard deviations. */
static double clearness(const double *counts, size_t rows, size_t columns)
{
	double g = 0, all = 0, used_rows = 0, used_columns = 0;
	for (size_t a = 0; a < rows; a++) {
		double sum = 0;
		for (size_t k = 0; k < columns; k++) {
			sum += counts[a * columns + k];
			g += entropy_term(counts[a * columns + k]);
		}
		g -= entropy_term(sum);
		all += sum;
		used_rows += sum > 0;
	}
	for (size_t k = 0; k < columns; k++) {
		double sum = 0;
		for (size_t a = 0; a < rows; a++)
			sum += counts[a * columns + k];
		g -= entropy_term(sum);
		used_columns += sum > 0;
	}
	double freedom = (used_rows - 1) * (used_columns - 1);
	return freedom > 0 ? (2 * (g + entropy_term(all)) - freedom) / sqrt(2 * freedom) : 0;
}

/* Keeps a table if it is among the clearest; takes over `counts` in any case. */
static void keep_table(tables *t, double *counts, size_t columns)
{
	const double least = 3; /* standard deviations: hardly by chance */
	double gain = clearness(counts, t->levels, columns);
	size_t place = t->count;
	while (place > 0 && t->gains[place - 1] < gain)
		place--;
	if (gain < least || place == TABLES) {
		free(counts);
		return;
	}
	if (t->count == TABLES)
		free(t->counts[--t->count]);
	for (size_t i = t->count; i > place; i--) {
		t->counts[i] = t->counts[i - 1];
		t->columns[i] = t->columns[i - 1];
		t->gains[i] = t->gains[i - 1];
	}
	t->counts[place] = counts;
	t->columns[place] = columns;
	t->gains[place] = gain;
	t->count++;
}

/* Labels of every column, numbers cut into FEW_LEVELS groups, while levels are joined. */
typedef struct coarse {
	uint32_t **levels; /* [nodes][rows] */
	size_t *counts;    /* [nodes] */
} coarse;

static bool join_column(graph_code *code, const coarse *all, size_t node)
{
	code_column *column = &code->columns[node];
	tables t = { .levels = column->level_count };
	bool done = true;
	for (size_t m = 0; done && m < code->nodes; m++) {
		if (m == node)
			continue;
		double *counts = base_array_zero(t.levels * all->counts[m], sizeof *counts);
		done = counts != NULL;
		if (!done)
			break;
		count_pairs(counts, code, column->levels, all->levels[m], all->counts[m]);
		keep_table(&t, counts, all->counts[m]);
	}
	uint32_t groups[MOST_LEVELS], numbers[MOST_LEVELS], next = 0;
	size_t left = t.levels;
	if (done && t.count > 0)
		done = join_levels(groups, &t, &left);
	if (done && t.count > 0 && left < t.levels) {
		for (size_t l = 0; l < t.levels; l++)
			numbers[l] = groups[l] == l ? next++ : 0;
		for (size_t i = 0; i < code->rows; i++)
			if (column->levels[i] != DATA_MISSING)
				column->levels[i] = numbers[groups[column->levels[i]]];
		column->level_count = all->counts[node] = next;
	}
	for (size_t i = 0; i < t.count; i++)
		free(t.counts[i]);
	return done;
}

/* Columns with more levels first, and all twice, because levels are merged by columns whose own levels are merged. */
static bool join_all(graph_code *code, const coarse *all)
{
	enum { ROUNDS = 2 };
	for (int round = 0; round < ROUNDS; round++)
		for (size_t levels = MOST_LEVELS; levels > FEW_LEVELS; levels--)
			for (size_t i = 0; i < code->nodes; i++)
				if (code->columns[i].levels != NULL && code->columns[i].level_count == levels &&
				    !join_column(code, all, i))
					return false;
	return true;
}

/* ------------------------------------------------------------------------------------------------------- labels */

static int compare_counts(const void *x, const void *y)
{
	uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
	return (a < b) - (a > b);
}

/* Numbers the levels of a column, the most frequent first. Levels beyond the last number share it. */
static bool number_levels(code_column *out, const data_column *column, size_t rows)
{
	uint64_t *order = base_array(column->distinct, sizeof *order);
	uint32_t *numbers = base_array(column->distinct, sizeof *numbers);
	out->levels = base_array(rows, sizeof *out->levels);
	bool done = order != NULL && numbers != NULL && out->levels != NULL;
	for (size_t k = 0; done && k < column->distinct; k++)
		order[k] = (uint64_t)column->counts[k] << 32 | (UINT32_MAX - k);
	if (done)
		qsort(order, column->distinct, sizeof *order, compare_counts);
	out->level_count = column->distinct < MOST_LEVELS ? column->distinct : MOST_LEVELS;
	for (size_t k = 0; done && k < column->distinct; k++)
		numbers[UINT32_MAX - (uint32_t)order[k]] = (uint32_t)(k < MOST_LEVELS ? k : MOST_LEVELS - 1);
	for (size_t i = 0; done && i < rows; i++)
		out->levels[i] = column->codes[i] == DATA_MISSING ? DATA_MISSING : numbers[column->codes[i]];
	free(order);
	free(numbers);
	return done;
}

/* Groups of a number with equal numbers of rows. */
static bool cut(uint32_t *out, const data_column *column, size_t rows)
{
	uint32_t *groups = base_array(column->distinct, sizeof *groups);
	uint64_t below = 0, all = rows - column->missing;
	for (size_t k = 0; groups != NULL && k < column->distinct; k++) {
		uint64_t place = (2 * below + column->counts[k]) * FEW_LEVELS / (2 * all);
		groups[k] = (uint32_t)(place < FEW_LEVELS ? place : FEW_LEVELS - 1);
		below += column->counts[k];
	}
	for (size_t i = 0; groups != NULL && i < rows; i++)
		out[i] = column->codes[i] == DATA_MISSING ? DATA_MISSING : groups[column->codes[i]];
	free(groups);
	return groups != NULL;
}

bool graph_code_is_label(const data_column *column)
{
	return column->values == NULL || column->type == MIXMI_DISCRETE || column->distinct <= FEW_LEVELS;
}

static bool find_shares(code_column *c, size_t rows)
{
	c->shares = base_array_zero(c->level_count, sizeof *c->shares);
	c->small = base_array(rows, sizeof *c->small);
	if (c->shares == NULL || c->small == NULL)
		return false;
	double all = 0;
	for (size_t i = 0; i < rows; i++)
		c->small[i] = c->levels[i] != DATA_MISSING ? (uint8_t)c->levels[i] : NO_LEVEL;
	for (size_t i = 0; i < rows; i++)
		if (c->levels[i] != DATA_MISSING) {
			c->shares[c->levels[i]]++;
			all++;
		}
	for (size_t l = 0; l < c->level_count; l++)
		c->shares[l] = (c->shares[l] + 0.5) / (all + 0.5 * (double)c->level_count);
	return true;
}

static bool fill_coarse(coarse *all, graph_code *code, const mixmi_table *table, const size_t *columns)
{
	all->levels = base_array_zero(code->nodes, sizeof *all->levels);
	all->counts = base_array_zero(code->nodes, sizeof *all->counts);
	if (all->levels == NULL || all->counts == NULL)
		return false;
	for (size_t i = 0; i < code->nodes; i++) {
		const code_column *c = &code->columns[i];
		all->counts[i] = c->levels != NULL ? c->level_count : FEW_LEVELS;
		all->levels[i] = c->levels != NULL ? c->levels : base_array(code->rows, sizeof **all->levels);
		if (all->levels[i] == NULL ||
		    (c->levels == NULL && !cut(all->levels[i], &table->columns[columns[i]], code->rows)))
			return false;
	}
	return true;
}

static void clear_coarse(coarse *all, const graph_code *code)
{
	for (size_t i = 0; all->levels != NULL && i < code->nodes; i++)
		if (code->columns[i].levels == NULL)
			free(all->levels[i]);
	free(all->levels);
	free(all->counts);
}

bool graph_code_labels_init(graph_code *code, const mixmi_table *table, const size_t *columns)
{
	bool many = false;
	for (size_t i = 0; i < code->nodes; i++) {
		const data_column *column = &table->columns[columns[i]];
		if (graph_code_is_label(column) && !number_levels(&code->columns[i], column, code->rows))
			return false;
		many = many || code->columns[i].level_count > FEW_LEVELS;
	}
	coarse all = { 0 };
	bool done = !many || (fill_coarse(&all, code, table, columns) && join_all(code, &all));
	clear_coarse(&all, code);
	for (size_t i = 0; done && i < code->nodes; i++) {
		code_column *c = &code->columns[i];
		done = c->levels == NULL || find_shares(c, code->rows);
		code->most_levels = c->level_count > code->most_levels ? c->level_count : code->most_levels;
	}
	return done;
}
