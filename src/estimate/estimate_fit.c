/* The steps of a fit: the question in canonical form, its grid, and what regressions tell beyond it. */
#include "estimate/estimate_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "estimate/attempt.h"
#include "estimate/canonical.h"
#include "estimate/chain.h"
#include "estimate/constants.h"
#include "estimate/picture.h"

/* Options of densities that would go unheard here. */
static mixmi_status check_options(const mixmi_options *options)
{
	mixmi_options usual;
	base_options_settle(&usual, NULL);
	const char *unheard = options->k_init != usual.k_init                 ? "k-init"
	                      : options->k_init_factor != usual.k_init_factor ? "k-init-factor"
	                                                                      : NULL;
	if (options->k_max == 1) /* every estimate would be 0, with an upper limit that the data contradict */
		return base_error(MIXMI_ERROR_USAGE, "option k-max 1 allows no cut of a numeric column; use 2 or more");
	if (unheard == NULL)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_USAGE,
		"option %s has no effect with preset robust, which cuts at %d fixed shares of the rows; it belongs to "
		"preset paper",
		unheard, ESTIMATE_PLACES);
}

static double value_of(const estimate_result *e)
{
	return e->supported ? e->plug_in - e->bias + e->discretisation : 0;
}

/* Where Z explains something of X or Y the estimate is that of the residuals, since a grid of the columns as they are mixes values of Z.
 * Else neither way shows more than there is, and the larger of the two counts. */
static mixmi_status estimate_best(estimate_result *out, estimate_attempt *plain, const estimate_canonical *canonical,
                                  const mixmi_options *options)
{
	mixmi_status status = estimate_attempt_estimate(plain, false, options);
	if (status != MIXMI_OK)
		return status;
	estimate_result by_regression = plain->estimate;
	bool exists = false, changed = false;
	status = estimate_by_regression(&by_regression, &exists, &changed, &canonical->table, canonical->roles, options);
	*out = plain->estimate;
	if (status == MIXMI_OK && exists && (changed || value_of(&by_regression) > value_of(out)))
		*out = by_regression;
	out->allowance += estimate_chosen * out->standard_error;
	return status;
}

mixmi_status estimate_fit(estimate_result *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                          const size_t *columns, const estimate_role *roles, size_t column_count,
                          const mixmi_options *options)
{
	estimate_canonical canonical;
	estimate_attempt plain;
	memset(estimate, 0, sizeof *estimate);
	mixmi_status status = check_options(options);
	if (status == MIXMI_OK)
		status = estimate_canonical_init(&canonical, table, columns, roles, column_count);
	if (status != MIXMI_OK)
		return status;
	status = estimate_attempt_search(&plain, &canonical.table, canonical.columns, canonical.roles,
	                                 canonical.table.column_count, false, options);
	if (status == MIXMI_OK)
		status = estimate_best(estimate, &plain, &canonical, options);
	if (status == MIXMI_OK && histogram != NULL)
		status = estimate_picture(histogram, &plain.grid, &plain.ranks, &plain.costs, &canonical, options);
	estimate_attempt_clear(&plain);
	estimate_canonical_clear(&canonical);
	return status;
}
