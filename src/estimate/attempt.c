/* Ranks, search, polish and estimate of one form of a question's columns. */
#include "estimate/attempt.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "estimate/polish.h"

/* Takes out intervals that no row lies in, as a start may have them where values repeat. */
static void drop_empty(estimate_division *d, const estimate_column *column)
{
	size_t kept = 0, step = 0;
	for (size_t i = 0; i < d->intervals; i++) {
		bool empty = true;
		for (; step < d->ends[i]; step++)
			empty = empty && column->lowest[step] == UINT32_MAX;
		if (!empty)
			d->ends[kept++] = d->ends[i];
	}
	d->ends[kept - 1] = ESTIMATE_ALL_STEPS; /* the ordered part has rows */
	d->intervals = kept;
}

static bool is_divided(const estimate_grid *grid, const estimate_ranks *ranks, estimate_role role)
{
	for (size_t j = 0; j < grid->column_count; j++)
		if (ranks->columns[j].role == role && estimate_division_bins(&grid->divisions[j]) > 1)
			return true;
	return false;
}

/* Cuts wherever either division cuts, and keeps atoms together that both keep together. False: out of memory. */
static bool intersect(estimate_division *d, const estimate_division *other, const estimate_column *column)
{
	size_t i = 0, k = 0, count = 0;
	uint32_t *ends = base_array(d->intervals + other->intervals, sizeof *ends);
	uint32_t *scratch = base_array(column->atoms + 1, sizeof *scratch);
	uint32_t *pairs = base_array_zero(d->groups * other->groups, sizeof *pairs);
	bool done = ends != NULL && scratch != NULL && pairs != NULL;
	while (done && i < d->intervals && k < other->intervals) {
		uint32_t end = d->ends[i] < other->ends[k] ? d->ends[i] : other->ends[k];
		i += d->ends[i] == end;
		k += other->ends[k] == end;
		ends[count++] = end;
	}
	if (done) {
		size_t groups = 0;
		for (size_t a = 0; a < column->atoms; a++) {
			uint32_t *pair = &pairs[d->group[a] * other->groups + other->group[a]];
			if (*pair == 0)
				*pair = (uint32_t)++groups;
			d->group[a] = *pair - 1;
		}
		d->groups = groups;
		d->intervals = count;
		memcpy(d->ends, ends, count * sizeof *ends);
		d->whole = d->whole && other->whole;
		estimate_division_number(d, column, scratch);
	}
	free(ends);
	free(scratch);
	free(pairs);
	return done;
}

/* Cuts in addition where one side and Z by themselves are cut. */
static mixmi_status look_at_side(estimate_grid *grid, const estimate_ranks *ranks, const estimate_costs *costs,
                                 estimate_role role, const mixmi_options *options)
{
	estimate_grid side;
	mixmi_status status = estimate_search(&side, ranks, costs, 1 << role | ESTIMATE_IN_Z, false, options);
	if (status != MIXMI_OK)
		return status;
	bool done = true;
	for (size_t j = 0; done && j < ranks->column_count; j++) {
		estimate_division *d = &side.divisions[j];
		if (estimate_division_bins(d) == 1)
			continue;
		done = intersect(&grid->divisions[j], d, &ranks->columns[j]);
		if (done && grid->divisions[j].intervals > 1)
			drop_empty(&grid->divisions[j], &ranks->columns[j]);
	}
	estimate_grid_clear(&side);
	return done ? MIXMI_OK : base_error_memory();
}

static bool copy_grid(estimate_grid *to, const estimate_grid *from, const estimate_ranks *ranks)
{
	*to = *from;
	to->divisions = base_array_zero(from->column_count, sizeof *to->divisions);
	bool done = to->divisions != NULL;
	if (!done)
		to->column_count = 0;
	for (size_t j = 0; done && j < from->column_count; j++) {
		done = estimate_division_init(&to->divisions[j], &ranks->columns[j]);
		if (done)
			estimate_division_copy(&to->divisions[j], &from->divisions[j], &ranks->columns[j]);
	}
	return done;
}

/* The shortest code may leave Z in one bin where X tells all that Z tells of Y; what is left of their dependence given Z
 * would then be counted in full. So unless X, Y and Z are all divided, they get the bins at least that Z shows with X alone
 * and with Y alone. */
static mixmi_status estimate_given_z(estimate_result *estimate, const estimate_grid *grid, const estimate_ranks *ranks,
                                     const estimate_costs *costs, const mixmi_options *options)
{
	bool has_z = false;
	for (size_t j = 0; j < ranks->column_count; j++)
		has_z = has_z || ranks->columns[j].role == ESTIMATE_Z;
	bool divided = is_divided(grid, ranks, ESTIMATE_X) && is_divided(grid, ranks, ESTIMATE_Y) &&
	               is_divided(grid, ranks, ESTIMATE_Z);
	if (!has_z || divided)
		return estimate_from_grid(estimate, grid, ranks, costs) ? MIXMI_OK : base_error_memory();
	estimate_grid finer;
	mixmi_status status = copy_grid(&finer, grid, ranks) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = look_at_side(&finer, ranks, costs, ESTIMATE_X, options);
	if (status == MIXMI_OK)
		status = look_at_side(&finer, ranks, costs, ESTIMATE_Y, options);
	if (status == MIXMI_OK && !estimate_from_grid(estimate, &finer, ranks, costs))
		status = base_error_memory();
	estimate_grid_clear(&finer);
	return status;
}

/* Where few rows meet many columns no cut at the finest places is ever worth its bits: half of them are a quarter of the work. Of
 * residuals, of which little is left, the more so. */
static size_t units_for(size_t rows, size_t columns, bool residual)
{
	const size_t enough = 500; /* rows for two columns; twice as many for each further one */
	size_t needed = enough << (columns < 16 ? columns - 2 : 14) << (residual ? 2 : 0);
	return rows < needed ? ESTIMATE_PLACES / 2 : ESTIMATE_PLACES;
}

mixmi_status estimate_attempt_search(estimate_attempt *a, const mixmi_table *table, const size_t *columns,
                                     const estimate_role *roles, size_t column_count, bool residual,
                                     const mixmi_options *options)
{
	memset(a, 0, sizeof *a);
	mixmi_status status = estimate_ranks_init(&a->ranks, table, columns, roles, column_count, NULL, options);
	if (status != MIXMI_OK)
		return status;
	bool done = estimate_costs_init(&a->costs, a->ranks.rows, options);
	a->costs.units = units_for(a->ranks.rows, column_count, residual);
	if (done)
		status =
			estimate_search(&a->grid, &a->ranks, &a->costs, ESTIMATE_IN_ALL, !residual || column_count == 2, options);
	else
		status = base_error_memory();
	if (status == MIXMI_OK && !estimate_polish(&a->grid, &a->ranks, &a->costs.xlogx))
		status = base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < a->ranks.column_count; j++)
		if (a->grid.divisions[j].intervals > 1)
			drop_empty(&a->grid.divisions[j], &a->ranks.columns[j]);
	return status;
}

mixmi_status estimate_attempt_estimate(estimate_attempt *a, bool residual, const mixmi_options *options)
{
	if (!residual)
		return estimate_given_z(&a->estimate, &a->grid, &a->ranks, &a->costs, options);
	return estimate_from_grid(&a->estimate, &a->grid, &a->ranks, &a->costs) ? MIXMI_OK : base_error_memory();
}

void estimate_attempt_clear(estimate_attempt *a)
{
	estimate_grid_clear(&a->grid);
	estimate_costs_clear(&a->costs);
	estimate_ranks_clear(&a->ranks);
	memset(a, 0, sizeof *a);
}
