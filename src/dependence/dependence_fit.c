/* The steps of a fit: the question in canonical form, its grid, and what regressions tell beyond it. */
#include "dependence/dependence_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "dependence/attempt.h"
#include "dependence/canonical.h"
#include "dependence/chain.h"
#include "dependence/picture.h"

/* Options of densities that would go unheard here. */
static mixmi_status check_options(const mixmi_options *options)
{
	mixmi_options usual;
	base_options_settle(&usual, NULL);
	const char *unheard = options->k_init != usual.k_init                 ? "k-init"
	                      : options->k_init_factor != usual.k_init_factor ? "k-init-factor"
	                                                                      : NULL;
	if (unheard == NULL)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_USAGE,
		"option %s has no effect with preset robust, which cuts at %d fixed shares of the rows; it belongs to "
		"preset paper",
		unheard, DEPENDENCE_PLACES);
}

static double value_of(const dependence_estimate *e)
{
	return e->supported ? e->plug_in - e->bias + e->cutting : 0;
}

/* Where Z explains something of X or Y the estimate is that of the residuals, since a grid of the columns as they are mixes values of Z.
 * Else neither way shows more than there is, and the larger of the two counts. */
static mixmi_status estimate_value(dependence_estimate *out, dependence_attempt *plain,
                                   const dependence_canonical *canonical, const mixmi_options *options)
{
	mixmi_status status = dependence_attempt_estimate(plain, false, options);
	if (status != MIXMI_OK)
		return status;
	dependence_estimate by_regression = plain->estimate;
	bool exists = false, changed = false;
	status = dependence_by_regression(&by_regression, &exists, &changed, &canonical->table, canonical->roles, options);
	*out = plain->estimate;
	if (status == MIXMI_OK && exists && (changed || value_of(&by_regression) > value_of(out)))
		*out = by_regression;
	return status;
}

mixmi_status dependence_fit(dependence_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                            const size_t *columns, const dependence_role *roles, size_t column_count,
                            const mixmi_options *options)
{
	dependence_canonical canonical;
	dependence_attempt plain;
	memset(estimate, 0, sizeof *estimate);
	mixmi_status status = check_options(options);
	if (status == MIXMI_OK)
		status = dependence_canonical_init(&canonical, table, columns, roles, column_count);
	if (status != MIXMI_OK)
		return status;
	status = dependence_attempt_search(&plain, &canonical.table, canonical.columns, canonical.roles,
	                                   canonical.table.column_count, false, options);
	if (status == MIXMI_OK)
		status = estimate_value(estimate, &plain, &canonical, options);
	if (status == MIXMI_OK && histogram != NULL)
		status = dependence_picture(histogram, &plain.grid, &plain.ranks, &plain.costs, &canonical, options);
	dependence_attempt_clear(&plain);
	dependence_canonical_clear(&canonical);
	return status;
}
