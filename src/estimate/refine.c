/* Refinement: the resolution is found by bisection over a fixed list. */
#include "estimate/refine.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Bins that a column of all rows would be split into. */
static const uint32_t resolutions[] = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,  12,  14,  16,  18,
	                                    20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128, 192, 256, 384, 768 };

enum { RESOLUTIONS = sizeof resolutions / sizeof resolutions[0] };

/* Rows of every step, and of every atom after them. */
static uint64_t *rows_of_steps(const estimate_ranks *ranks, const estimate_column *column)
{
	uint64_t *rows = base_array_zero(estimate_steps(column) + column->atoms, sizeof *rows);
	for (size_t i = 0; rows != NULL && i < ranks->fine.count; i++)
		rows[column->steps[i]] += ranks->fine.rows[i];
	return rows;
}

/* How many pieces a bin of so many rows is split into. */
static uint64_t pieces_of(uint64_t rows, size_t all, uint32_t resolution)
{
	uint64_t pieces = (2 * rows * resolution + all) / (2 * all);
	return pieces > 1 ? pieces : 1;
}

static void split_intervals(estimate_division *finer, const estimate_division *d, const uint64_t *rows, size_t all,
                            uint32_t resolution)
{
	finer->intervals = 0;
	for (size_t i = 0, step = 0; i < d->intervals; i++) {
		uint64_t total = 0, seen = 0, cut = 0;
		for (size_t s = step; s < d->ends[i]; s++)
			total += rows[s];
		uint64_t pieces = pieces_of(total, all, resolution);
		for (; step + 1 < d->ends[i]; step++) {
			seen += rows[step];
			if (seen * pieces >= total * (cut + 1) && seen < total) {
				finer->ends[finer->intervals++] = (uint32_t)(step + 1);
				cut = seen * pieces / total;
			}
		}
		step = d->ends[i];
		finer->ends[finer->intervals++] = d->ends[i];
	}
}

/* A group of atoms on its way into pieces. */
typedef struct splitting {
	uint64_t total, seen; /* rows of the group, and of its atoms so far */
	uint64_t cut;         /* pieces that these are worth */
	uint32_t piece;       /* that the next atom goes to, if it is open */
	bool open;
} splitting;

/* Splits the groups of atoms into runs of atoms in their own order. Texts have none: their groups stay. One pass over the
 * atoms for all groups, since there may be as many of the one as of the other. False: out of memory. */
static bool split_groups(estimate_division *finer, const estimate_division *d, const estimate_column *column,
                         const uint64_t *rows, size_t all, uint32_t resolution)
{
	splitting *groups = base_array_zero(d->groups, sizeof *groups);
	if (groups == NULL)
		return false;
	for (size_t a = 0; a < column->atoms; a++)
		groups[d->group[a]].total += rows[a];
	finer->groups = 0;
	for (size_t a = 0; a < column->atoms; a++) {
		splitting *g = &groups[d->group[a]];
		uint64_t pieces = column->nominal ? 1 : pieces_of(g->total, all, resolution);
		if (!g->open)
			g->piece = (uint32_t)finer->groups++;
		finer->group[a] = g->piece;
		g->seen += rows[a];
		g->open = g->seen * pieces < g->total * (g->cut + 1);
		if (!g->open)
			g->cut = g->seen * pieces / g->total;
	}
	free(groups);
	return true;
}

static bool set_resolution(estimate_division *finer, estimate_maps *maps, const estimate_grid *grid,
                           const estimate_ranks *ranks, uint32_t resolution)
{
	for (size_t j = 0; j < ranks->column_count; j++) {
		const estimate_column *column = &ranks->columns[j];
		const estimate_division *d = &grid->divisions[j];
		estimate_division_copy(&finer[j], d, column);
		if (estimate_division_bins(d) > 1) {
			uint64_t *rows = rows_of_steps(ranks, column);
			if (rows == NULL)
				return false;
			split_intervals(&finer[j], d, rows, ranks->rows, resolution);
			bool done = split_groups(&finer[j], d, column, rows + estimate_steps(column), ranks->rows, resolution);
			free(rows);
			if (!done)
				return false;
		}
		estimate_maps_set(maps, j, &finer[j]);
	}
	return true;
}

static double most_cells(const estimate_grid *grid, size_t rows)
{
	double columns = 0;
	for (size_t j = 0; j < grid->column_count; j++)
		columns += estimate_division_bins(&grid->divisions[j]) > 1;
	columns = columns < 2 ? 2 : columns;
	return (columns > 2 ? 0.5 : 1) * pow((double)rows, columns / (columns + 1));
}

bool estimate_refine(estimate_division *finer, const estimate_grid *grid, const estimate_ranks *ranks,
                     uint32_t resolution)
{
	estimate_maps maps;
	bool done = estimate_maps_init(&maps, ranks, true) && set_resolution(finer, &maps, grid, ranks, resolution);
	estimate_maps_clear(&maps);
	return done;
}

uint32_t estimate_resolution(estimate_division *finer, const estimate_grid *grid, const estimate_ranks *ranks)
{
	estimate_maps maps;
	uint32_t *ids = base_array(ranks->fine.count, sizeof *ids);
	bool done = estimate_maps_init(&maps, ranks, true) && ids != NULL;
	double limit = most_cells(grid, ranks->rows);
	size_t low = 0, high = RESOLUTIONS; /* resolution `low` is fine enough, `high` too fine */
	while (done && high - low > 1) {
		size_t middle = (low + high) / 2, cells = 0;
		done = set_resolution(finer, &maps, grid, ranks, resolutions[middle]) &&
		       estimate_number_cells(ids, &cells, &maps, ESTIMATE_IN_ALL, SIZE_MAX);
		if ((double)cells <= limit)
			low = middle;
		else
			high = middle;
	}
	estimate_maps_clear(&maps);
	free(ids);
	return done ? resolutions[low] : 0;
}
