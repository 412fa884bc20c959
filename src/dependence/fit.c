/* The steps of a fit: the question in canonical form, its grid, and what regressions tell beyond it. */
#include "dependence/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "dependence/attempt.h"
#include "dependence/canonical.h"
#include "dependence/picture.h"
#include "dependence/routes.h"

/* Options of densities that would go unheard here. */
static mixmi_status check_options(const mixmi_options *options)
{
	mixmi_options usual;
	mixmi_options_init(&usual);
	const char *unheard = options->k_init != usual.k_init                 ? "k-init"
	                      : options->k_init_factor != usual.k_init_factor ? "k-init-factor"
	                                                                      : NULL;
	if (unheard == NULL)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_USAGE,
		"option %s says nothing to preset robust, which cuts at %d fixed shares of the rows; preset paper "
		"has it",
		unheard, DEPENDENCE_PLACES);
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
	status = dependence_attempt_init(&plain, &canonical.table, canonical.columns, canonical.roles,
	                                 canonical.table.column_count, true, options);
	if (status == MIXMI_OK)
		status = dependence_choose_route(estimate, &plain, &canonical, options);
	if (status == MIXMI_OK && histogram != NULL)
		status = dependence_picture(histogram, &plain.grid, &plain.ranks, &plain.costs, &canonical, options);
	dependence_attempt_clear(&plain);
	dependence_canonical_clear(&canonical);
	return status;
}
