/* The search cuts at a few places, so that its cost hardly depends on the rows. If it finds anything, its cuts are moved at finer places, which
 * also allow for narrower cells. */
#include "estimate/fitted_grid.h"

#include <string.h>

#include "base/error.h"
#include "base/options.h"
#include "estimate/grid_search.h"
#include "estimate/polish.h"

static bool is_divided(const estimate_grid *grid)
{
	for (size_t j = 0; j < grid->ranks->column_count; j++)
		if (grid->divisions[j].bins > 1)
			return true;
	return false;
}

/* The same grid at finer places. False: out of memory. */
static bool make_finer(estimate_fitted *f, const mixmi_table *table, const size_t *columns, const question_role *roles,
                       const estimate_costs *costs, const mixmi_options *options)
{
	estimate_ranks ranks = f->ranks;
	estimate_grid coarse = f->grid;
	coarse.ranks = &ranks;
	f->grid = (estimate_grid){ 0 };
	bool done = estimate_ranks_init(&f->ranks, table, columns, roles, ranks.column_count, ESTIMATE_STEPS,
	                                options->atom_threshold) &&
	            estimate_grid_init(&f->grid, &f->ranks);
	if (done)
		estimate_grid_transfer(&f->grid, &coarse);
	done = done && estimate_polish(&f->grid, ESTIMATE_STEPS / ranks.places, &costs->xlogx);
	estimate_grid_clear(&coarse);
	estimate_ranks_clear(&ranks);
	return done;
}

mixmi_status estimate_fitted_init(estimate_fitted *f, double *terms, const mixmi_table *table, const size_t *columns,
                                  const question_role *roles, size_t column_count, const estimate_costs *costs,
                                  const mixmi_options *options)
{
	memset(f, 0, sizeof *f);
	bool done =
		estimate_ranks_init(&f->ranks, table, columns, roles, column_count, ESTIMATE_PLACES, options->atom_threshold);
	mixmi_status status = done ? estimate_search(&f->grid, &f->ranks, costs, options) : base_error_memory();
	if (status == MIXMI_OK && is_divided(&f->grid) && !make_finer(f, table, columns, roles, costs, options))
		status = base_error_memory();
	if (status == MIXMI_OK && !estimate_of_grid(&f->value, terms, &f->grid))
		status = base_error_memory();
	return status;
}

void estimate_fitted_clear(estimate_fitted *f)
{
	estimate_grid_clear(&f->grid);
	estimate_ranks_clear(&f->ranks);
	memset(f, 0, sizeof *f);
}
