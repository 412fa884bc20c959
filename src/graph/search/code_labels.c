/* Labels for the code of counts (code_counts.c). Columns with many levels have levels merged first if that shortens the code of the
 * columns that depend on them most. */
#include "graph/search/code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/special.h"
#include "paper/cells/complexity.h"

enum {
	FEW_LEVELS = 5
}; /* columns with no more values than this are labels, whatever their type, and are left as they are */

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
	double room[GRAPH_MOST_LEVELS];
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
static void count_pairs(double *counts, const graph_code *code, const uint8_t *x, const uint8_t *y, size_t columns)
{
	for (size_t i = 0; i < code->rows; i++)
		if (x[i] != GRAPH_NO_LEVEL && y[i] != GRAPH_NO_LEVEL)
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
	uint8_t **levels; /* [nodes][rows] */
	size_t *counts;   /* [nodes] */
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
	uint32_t groups[GRAPH_MOST_LEVELS];
	uint8_t numbers[GRAPH_MOST_LEVELS], next = 0;
	size_t left = t.levels;
	if (done && t.count > 0)
		done = join_levels(groups, &t, &left);
	if (done && t.count > 0 && left < t.levels) {
		for (size_t l = 0; l < t.levels; l++)
			numbers[l] = groups[l] == l ? next++ : 0;
		for (size_t i = 0; i < code->rows; i++)
			if (column->levels[i] != GRAPH_NO_LEVEL)
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
		for (size_t levels = GRAPH_MOST_LEVELS; levels > FEW_LEVELS; levels--)
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
	uint8_t *numbers = base_array(column->distinct, sizeof *numbers);
	out->levels = base_array(rows, sizeof *out->levels);
	bool done = order != NULL && numbers != NULL && out->levels != NULL;
	for (size_t k = 0; done && k < column->distinct; k++)
		order[k] = (uint64_t)column->counts[k] << 32 | (UINT32_MAX - k);
	if (done)
		qsort(order, column->distinct, sizeof *order, compare_counts);
	out->level_count = column->distinct < GRAPH_MOST_LEVELS ? column->distinct : GRAPH_MOST_LEVELS;
	for (size_t k = 0; done && k < column->distinct; k++)
		numbers[UINT32_MAX - (uint32_t)order[k]] = (uint8_t)(k < GRAPH_MOST_LEVELS ? k : GRAPH_MOST_LEVELS - 1);
	for (size_t i = 0; done && i < rows; i++)
		out->levels[i] = column->codes[i] == DATA_MISSING ? GRAPH_NO_LEVEL : numbers[column->codes[i]];
	free(order);
	free(numbers);
	return done;
}

/* Groups of a number with equal numbers of rows. */
static bool cut(uint8_t *out, const data_column *column, size_t rows)
{
	uint8_t *groups = base_array(column->distinct, sizeof *groups);
	uint64_t below = 0, all = rows - column->missing;
	for (size_t k = 0; groups != NULL && k < column->distinct; k++) {
		uint64_t place = (2 * below + column->counts[k]) * FEW_LEVELS / (2 * all);
		groups[k] = (uint8_t)(place < FEW_LEVELS ? place : FEW_LEVELS - 1);
		below += column->counts[k];
	}
	for (size_t i = 0; groups != NULL && i < rows; i++)
		out[i] = column->codes[i] == DATA_MISSING ? GRAPH_NO_LEVEL : groups[column->codes[i]];
	free(groups);
	return groups != NULL;
}

bool graph_code_is_label(const data_column *column)
{
	return column->values == NULL || column->type == MIXMI_DISCRETE || column->distinct <= FEW_LEVELS;
}

/* Sorts the rows by level, those without a value last, and finds the levels' shares of the prior weight. */
static bool find_shares(code_column *c, size_t rows)
{
	size_t levels = c->level_count;
	c->shares = base_array(levels, sizeof *c->shares);
	c->rows = base_array(rows, sizeof *c->rows);
	c->starts = base_array_zero(levels + 3, sizeof *c->starts);
	if (c->shares == NULL || c->rows == NULL || c->starts == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		c->starts[2 + (c->levels[i] != GRAPH_NO_LEVEL ? c->levels[i] : levels)]++;
	for (size_t l = 0; l <= levels; l++)
		c->starts[l + 2] += c->starts[l + 1];
	for (size_t i = 0; i < rows; i++)
		c->rows[c->starts[1 + (c->levels[i] != GRAPH_NO_LEVEL ? c->levels[i] : levels)]++] = (uint32_t)i;
	double all = 0;
	for (size_t l = 0; l < levels; l++) {
		double count = c->starts[l + 1] - c->starts[l];
		all += c->shares[l] = sqrt(count + 0.5);
		c->usual = c->shares[l] > c->shares[c->usual] ? l : c->usual;
	}
	for (size_t l = 0; l < levels; l++)
		c->shares[l] /= all;
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
