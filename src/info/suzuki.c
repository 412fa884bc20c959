/*
 * A numeric value's cell at resolution a is the leading a bits of its mid-rank divided by n, so that grids are nested and a
 * tie never falls apart. Every search looks at all grids in the order of their resolutions, but counts only those that could
 * still win: a term is at most the logarithm of the smaller number of cells, and fine grids pay more than that.
 */
#include "info/suzuki.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sum.h"
#include "histogram/rank.h"
#include "info/question.h"
#include "info/rows.h"

enum { MOST_LEVELS = 31 };

/* A column at its finest resolution. Discrete columns have but one, at level 0. */
typedef struct leveled {
	size_t levels;                /* resolutions 0 .. levels */
	uint32_t *cells;              /* [rows]; at level a: shifted right by levels - a */
	size_t size;                  /* cells are below this */
	double bins[MOST_LEVELS + 1]; /* cells that occur at each level */
} leveled;

/* The value of a grid or of a difference of grids, with and without penalties. */
typedef struct value {
	double plain;
	double penalised;
} value;

typedef struct searcher {
	info_question question;
	info_rows rows;
	leveled *columns; /* [question.count] */
	uint32_t *room;   /* [question.count * rows] cells at the resolution that is tried */
	uint32_t *ids_a;  /* [rows] joint cells of one side, of the other, and of both */
	uint32_t *ids_b;
	uint32_t *ids;
	uint32_t *counts;             /* [3 * rows] rows in each */
	hist_coordinate *coordinates; /* [question.count] */
} searcher;

/* A set of columns that are cut at the same resolution. */
typedef struct group {
	const size_t *places;
	size_t count;
	size_t levels; /* the most that any of them has */
} group;

/* ------------------------------------------------------------------------------------------------- columns */

/* 2^levels cells of which each could still hold a row. */
static size_t levels_of(size_t rows)
{
	size_t levels = 0;
	while (levels < MOST_LEVELS && (size_t)1 << levels < rows)
		levels++;
	return levels;
}

/* Cells of the distinct values at the finest resolution, from how often each occurs. */
static void cut_values(uint32_t *cell_of, const uint32_t *counts, size_t distinct, size_t rows, size_t levels)
{
	uint64_t before = 0;
	for (size_t code = 0; code < distinct; code++) {
		uint64_t twice_middle = 2 * before + (counts[code] > 0 ? counts[code] - 1 : 0);
		before += counts[code];
		/* twice_middle < 2^33 and levels <= 31, so the product does not overflow */
		cell_of[code] = (uint32_t)((twice_middle << levels) / (2 * (uint64_t)rows));
	}
}

static void count_bins(leveled *column, const uint32_t *cell_of, const uint32_t *counts, size_t distinct)
{
	for (size_t level = 0; level <= column->levels; level++) {
		uint32_t last = UINT32_MAX;
		for (size_t code = 0; code < distinct; code++) {
			uint32_t cell = cell_of[code] >> (column->levels - level);
			column->bins[level] += counts[code] > 0 && cell != last;
			last = counts[code] > 0 ? cell : last;
		}
	}
}

static bool prepare_column(leveled *column, const data_column *source, const uint32_t *codes, size_t rows)
{
	uint32_t *counts = base_array_zero(source->distinct, sizeof *counts);
	uint32_t *cell_of = base_array(source->distinct, sizeof *cell_of);
	column->cells = base_array(rows, sizeof *column->cells);
	bool done = counts != NULL && cell_of != NULL && column->cells != NULL;
	if (done) {
		for (size_t i = 0; i < rows; i++)
			counts[codes[i]]++;
		column->levels = source->type == MIXMI_NUMERIC ? levels_of(rows) : 0;
		column->size = source->type == MIXMI_NUMERIC ? (size_t)1 << column->levels : source->distinct;
		if (source->type == MIXMI_NUMERIC)
			cut_values(cell_of, counts, source->distinct, rows, column->levels);
		for (uint32_t code = 0; source->type == MIXMI_DISCRETE && code < source->distinct; code++)
			cell_of[code] = code;
		count_bins(column, cell_of, counts, source->distinct);
		for (size_t i = 0; i < rows; i++)
			column->cells[i] = cell_of[codes[i]];
	}
	free(counts);
	free(cell_of);
	return done;
}

static mixmi_status searcher_init(searcher *s, const mixmi_table *table, const mixmi_question *question)
{
	memset(s, 0, sizeof *s);
	mixmi_status status = info_question_init(&s->question, table, question);
	if (status == MIXMI_OK)
		status = info_rows_init(&s->rows, table, s->question.columns, s->question.count);
	if (status != MIXMI_OK)
		return status;
	size_t count = s->question.count, rows = s->rows.count;
	s->columns = base_array_zero(count, sizeof *s->columns);
	s->coordinates = base_array(count, sizeof *s->coordinates);
	s->room = base_array(rows, count * sizeof *s->room);
	s->ids_a = base_array(rows, sizeof *s->ids_a);
	s->ids_b = base_array(rows, sizeof *s->ids_b);
	s->ids = base_array(rows, sizeof *s->ids);
	s->counts = base_array(rows, 3 * sizeof *s->counts);
	bool done = s->columns != NULL && s->coordinates != NULL && s->room != NULL && s->ids_a != NULL &&
	            s->ids_b != NULL && s->ids != NULL && s->counts != NULL;
	for (size_t j = 0; done && j < count; j++)
		done = prepare_column(&s->columns[j], &table->columns[s->question.columns[j]], s->rows.codes + j * rows, rows);
	return done ? MIXMI_OK : base_error_memory();
}

static void searcher_clear(searcher *s)
{
	for (size_t j = 0; s->columns != NULL && j < s->question.count; j++)
		free(s->columns[j].cells);
	free(s->columns);
	free(s->coordinates);
	free(s->room);
	free(s->ids_a);
	free(s->ids_b);
	free(s->ids);
	free(s->counts);
	info_rows_clear(&s->rows);
	info_question_clear(&s->question);
}

/* --------------------------------------------------------------------------------------------------- grids */

static group make_group(const searcher *s, const size_t *places, size_t count)
{
	group g = { places, count, 0 };
	for (size_t k = 0; k < count; k++)
		g.levels = s->columns[places[k]].levels > g.levels ? s->columns[places[k]].levels : g.levels;
	return g;
}

static size_t level_in(const leveled *column, size_t level)
{
	return level < column->levels ? level : column->levels;
}

/* Cells of a group's grid. */
static double count_cells(const searcher *s, const group *g, size_t level)
{
	double cells = 1;
	for (size_t k = 0; k < g->count; k++)
		cells *= s->columns[g->places[k]].bins[level_in(&s->columns[g->places[k]], level)];
	return cells;
}

/* Adds a group at a resolution to the coordinates that will be ranked. */
static size_t add_coordinates(searcher *s, size_t next, const group *g, size_t level)
{
	size_t rows = s->rows.count;
	for (size_t k = 0; k < g->count; k++) {
		const leveled *column = &s->columns[g->places[k]];
		size_t shift = column->levels - level_in(column, level);
		uint32_t *cells = s->room + next * rows;
		for (size_t i = 0; i < rows; i++)
			cells[i] = column->cells[i] >> shift;
		s->coordinates[next++] = (hist_coordinate){ cells, 1, NULL, ((column->size - 1) >> shift) + 1 };
	}
	return next;
}

static void count_rows(uint32_t *counts, const uint32_t *ids, size_t rows)
{
	memset(counts, 0, rows * sizeof *counts);
	for (size_t i = 0; i < rows; i++)
		counts[ids[i]]++;
}

/* ln(a / b) of products of two counts; exactly 0 where they are equal. */
static double log_ratio(uint64_t a, uint64_t b)
{
	return a == b ? 0 : log((double)a / (double)b);
}

/* Plug-in mutual information of the sides numbered by ids_a and ids_b, in nats. */
static bool count_information(double *information, searcher *s, size_t size_a, size_t size_b)
{
	size_t rows = s->rows.count, joint;
	uint32_t *count_a = s->counts, *count_b = s->counts + rows, *count = s->counts + 2 * rows;
	const hist_coordinate sides[2] = { { s->ids_a, 1, NULL, size_a }, { s->ids_b, 1, NULL, size_b } };
	if (!hist_rank(s->ids, &joint, sides, 2, rows))
		return false;
	count_rows(count_a, s->ids_a, rows);
	count_rows(count_b, s->ids_b, rows);
	count_rows(count, s->ids, rows);
	base_sum sum = { 0, 0 };
	for (size_t i = 0; i < rows; i++) { /* rows come in an order of their values: so do the terms */
		uint64_t c = count[s->ids[i]];
		if (c > 0)
			base_sum_add(&sum, (double)c * log_ratio(c * rows, (uint64_t)count_a[s->ids_a[i]] * count_b[s->ids_b[i]]));
		count[s->ids[i]] = 0; /* once a cell */
	}
	double estimate = base_sum_value(&sum) / (double)rows;
	*information = estimate > 0 ? estimate : 0;
	return true;
}

static double penalty_of(const searcher *s, double cells_a, double cells_b)
{
	double rows = (double)s->rows.count;
	return (cells_a - 1) * (cells_b - 1) * log(rows) / (2 * rows);
}

/* Compares the grids of a side that is ranked, the first group at every resolution against it, with the best so far. */
static bool try_levels(value *best, searcher *s, const group *x, double cells_b, size_t size_b)
{
	for (size_t level = 0; level <= x->levels; level++) {
		double cells_a = count_cells(s, x, level), penalty = penalty_of(s, cells_a, cells_b), plain;
		if (log(fmin(cells_a, cells_b)) - penalty <= best->penalised)
			continue;
		size_t size_a;
		if (!hist_rank(s->ids_a, &size_a, s->coordinates, add_coordinates(s, 0, x, level), s->rows.count) ||
		    !count_information(&plain, s, size_a, size_b))
			return false;
		if (plain - penalty > best->penalised)
			*best = (value){ plain, plain - penalty };
	}
	return true;
}

/* True if some grid of X could beat the best against a side with this many cells. */
static bool may_win(const searcher *s, const group *x, double cells_b, const value *best)
{
	bool may = false;
	for (size_t level = 0; level <= x->levels; level++) {
		double cells_a = count_cells(s, x, level);
		may = may || log(fmin(cells_a, cells_b)) - penalty_of(s, cells_a, cells_b) > best->penalised;
	}
	return may;
}

/* The best grid of X against Y and Z together; without Y (count 0), against Z alone. */
static bool search(value *best, searcher *s, const group *x, const group *y, const group *z)
{
	*best = (value){ 0, -INFINITY };
	for (size_t c = 0; c <= z->levels; c++)
		for (size_t b = 0; b <= y->levels; b++) {
			double cells = count_cells(s, y, b) * count_cells(s, z, c);
			size_t size, count;
			if (!may_win(s, x, cells, best))
				continue;
			count = add_coordinates(s, add_coordinates(s, 0, y, b), z, c);
			if (!hist_rank(s->ids_b, &size, s->coordinates, count, s->rows.count) ||
			    !try_levels(best, s, x, cells, size))
				return false;
		}
	return true;
}

/* I(X;YZ) - I(X;Z). */
static bool search_difference(value *difference, searcher *s, const group *x, const group *y, const group *z)
{
	const group none = { NULL, 0, 0 };
	value with, without;
	if (!search(&with, s, x, y, z) || !search(&without, s, x, &none, z))
		return false;
	*difference = (value){ with.plain - without.plain, with.penalised - without.penalised };
	return true;
}

mixmi_status info_suzuki(mixmi_value *out, const mixmi_table *table, const mixmi_question *question,
                         const mixmi_options *options)
{
	(void)options; /* it has none */
	searcher s;
	value forth = { 0, 0 }, back = { 0, 0 };
	mixmi_status status = searcher_init(&s, table, question);
	if (status == MIXMI_OK) {
		const mixmi_question *q = &s.question.places;
		group x = make_group(&s, q->x, q->x_count), y = make_group(&s, q->y, q->y_count);
		group z = make_group(&s, q->z, q->z_count);
		if (!search_difference(&forth, &s, &x, &y, &z) || !search_difference(&back, &s, &y, &x, &z))
			status = base_error_memory();
	}
	out->estimate = fmax(0, 0.5 * (forth.plain + back.plain));
	out->corrected = fmax(0, 0.5 * (forth.penalised + back.penalised));
	out->rows = s.rows.count;
	out->rows_dropped = s.rows.dropped;
	searcher_clear(&s);
	return status;
}
