/* The steps of a fit: the question in canonical form, its grid, and what regressions tell beyond it. */
#include "dependence/dependence_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "dependence/attempt.h"
#include "dependence/blend.h"
#include "dependence/canonical.h"
#include "dependence/irrelevant.h"
#include "dependence/picture.h"
#include "dependence/routes.h"
#include "dependence/thinning.h"

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

static bool has_z(const dependence_canonical *canonical)
{
	for (size_t j = 0; j < canonical->table.column_count; j++)
		if (canonical->roles[j] == DEPENDENCE_Z)
			return true;
	return false;
}

/* Rows that the route is chosen on: a few thousand and a share of the others, more with a Z, where the grid of all rows cannot make up
 * for what the part lacks. */
static size_t rows_for_route(const dependence_canonical *canonical)
{
	size_t rows = canonical->table.rows, wanted = (has_z(canonical) ? 8000 : 6000) + rows / 12;
	return wanted < rows ? wanted : rows;
}

/* A part has its point masses from all rows; it has the same ones where it has as many. A grid says nothing of others. */
static bool have_same_atoms(const dependence_attempt *plain, const dependence_attempt *part)
{
	for (size_t j = 0; j < plain->ranks.column_count; j++)
		if (plain->ranks.columns[j].atoms != part->ranks.columns[j].atoms ||
		    plain->ranks.columns[j].places != part->ranks.columns[j].places)
			return false;
	return true;
}

/* What the grid as it is tells more on all rows than on the part that the route was chosen on: added to the route's estimate, it takes
 * most of the part's chance out again. The grid is coarse enough for counting to add the same to both. Where a grid sees little of
 * what there is, or is of many columns, it is left aside. False: out of memory. */
static bool whole_against_part(double *out, double *share, const dependence_attempt *plain,
                               const dependence_attempt *part, double value)
{
	double on_all, on_part;
	uint32_t resolution = part->estimate.resolution / 2 > 2 ? part->estimate.resolution / 2 : 2;
	*out = 0;
	*share = 1;
	if (plain->ranks.column_count > 2 || !have_same_atoms(plain, part))
		return true;
	if (!dependence_estimate_at(&on_all, &part->grid, &plain->ranks, resolution) ||
	    !dependence_estimate_at(&on_part, &part->grid, &part->ranks, resolution))
		return false;
	if (on_part > 0.9 * value) {
		*out = on_all - on_part;
		*share = 0.25 + (double)part->ranks.rows / (double)plain->ranks.rows;
	}
	return true;
}

/* On many rows: the route of an evenly spaced part of them. *changed: it is not that of the columns as they are, whose estimate is then
 * not needed. */
static mixmi_status follow_part(dependence_estimate *out, bool *changed, const dependence_attempt *plain,
                                const dependence_canonical *canonical, size_t part_rows, const mixmi_options *options)
{
	mixmi_table thin;
	dependence_attempt part;
	double more, share, rows = (double)plain->ranks.rows;
	memset(&part, 0, sizeof part);
	bool done = dependence_thin_init(&thin, &canonical->table, part_rows);
	mixmi_status status = done ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = dependence_attempt_thin(&part, plain, &thin, canonical->columns, canonical->roles, options);
	if (status == MIXMI_OK)
		status = dependence_choose_route(out, changed, &part, &thin, canonical->roles, options);
	if (status == MIXMI_OK && *changed) {
		if (!whole_against_part(&more, &share, plain, &part, out->plug_in - out->bias + out->cutting))
			status = base_error_memory();
		out->plug_in += more;
		out->standard_error *= sqrt(share);
		if (out->bound >= log((double)thin.rows)) /* it is that of which row it is */
			out->bound = log(rows);
		out->rows = plain->ranks.rows;
	}
	dependence_attempt_clear(&part);
	dependence_thin_clear(&thin);
	return status;
}

/* Regressions have something to offer where two columns are ordered, or where one is and another has more labels than a grid can keep
 * apart. */
static bool has_routes(const dependence_attempt *plain)
{
	enum { MANY_LABELS = 12 };
	size_t ordered = 0;
	bool many = false;
	for (size_t j = 0; j < plain->ranks.column_count; j++) {
		ordered += plain->ranks.columns[j].places > 0;
		many = many || (plain->ranks.columns[j].nominal && plain->ranks.columns[j].atoms > MANY_LABELS);
	}
	return ordered > 1 || (ordered == 1 && many);
}

/* The route of a part, and of a larger one where dependence is so strong that ranks of few rows cannot tell it apart from more. */
static mixmi_status follow_parts(dependence_estimate *out, bool *changed, const dependence_attempt *plain,
                                 const dependence_canonical *canonical, const mixmi_options *options)
{
	const double strong = 2.5; /* nats */
	size_t rows = rows_for_route(canonical), all = canonical->table.rows;
	mixmi_status status = follow_part(out, changed, plain, canonical, rows, options);
	if (status == MIXMI_OK && *changed && out->plug_in - out->bias > strong)
		status = follow_part(out, changed, plain, canonical, all / 8 < rows ? all : 8 * rows, options);
	return status;
}

/* True if a Z has numbers: a grid of the columns as they are mixes values of it, and sees what X and Y owe to them. */
static bool mixes_numbers_of_z(const dependence_attempt *plain)
{
	for (size_t j = 0; j < plain->ranks.column_count; j++)
		if (plain->ranks.columns[j].role == DEPENDENCE_Z && plain->ranks.columns[j].places > 0)
			return true;
	return false;
}

/* The estimate by the best route. What is left to a grid is better seen on all rows. */
static mixmi_status estimate_by_routes(dependence_estimate *out, dependence_attempt *plain,
                                       const dependence_canonical *canonical, bool routes, const mixmi_options *options)
{
	const double much = 0.1; /* of the whole */
	bool changed = false, many = canonical->table.rows > rows_for_route(canonical);
	mixmi_status status = MIXMI_OK;
	if (routes && many)
		status = follow_parts(out, &changed, plain, canonical, options);
	if (status != MIXMI_OK ||
	    (changed && (out->by_grid < much * (out->plug_in - out->bias) || mixes_numbers_of_z(plain))))
		return status;
	status = dependence_attempt_estimate(plain, false, options);
	if (!changed || dependence_sees_more(&plain->estimate, out))
		*out = plain->estimate;
	if (status == MIXMI_OK && routes && !many)
		status = dependence_choose_route(out, &changed, plain, &canonical->table, canonical->roles, options);
	return status;
}

/* The best route, and squares beside it where the question suits them. */
static mixmi_status estimate_best(dependence_estimate *out, dependence_attempt *plain,
                                  const dependence_canonical *canonical, const mixmi_options *options)
{
	dependence_quadtree squares;
	bool routes = has_routes(plain);
	if (!dependence_suits_squares(&plain->ranks))
		return estimate_by_routes(out, plain, canonical, routes, options);
	if (!dependence_quadtree_measure(&squares, &canonical->table))
		return base_error_memory();
	routes = routes && !dependence_squares_suffice(&squares, plain->ranks.rows);
	mixmi_status status = estimate_by_routes(out, plain, canonical, routes, options);
	if (status == MIXMI_OK)
		dependence_blend(out, &squares);
	return status;
}

/* True if the grid keeps labels of X or Y together. */
static bool merges_labels(const dependence_attempt *plain)
{
	for (size_t j = 0; j < plain->ranks.column_count; j++) {
		const dependence_column *column = &plain->ranks.columns[j];
		if (column->role != DEPENDENCE_Z && column->nominal &&
		    dependence_division_bins(&plain->grid.divisions[j]) < column->atoms)
			return true;
	}
	return false;
}

/* Labels that have rows enough count by themselves if that shows clearly more: the grid then keeps together what differs. Of labels with
 * few rows it is not sure which of the two is wrong. False: out of memory. */
static bool part_labels(dependence_estimate *e, const dependence_attempt *plain)
{
	const double enough = 0.1, clear = 0.5; /* bias over value; standard errors */
	dependence_estimate apart;
	if (!e->supported || !merges_labels(plain))
		return true;
	if (!dependence_estimate_apart(&apart, &plain->grid, &plain->ranks))
		return false;
	double value = apart.plug_in - apart.bias, present = e->plug_in - e->bias + e->cutting;
	if (value < present + clear * e->standard_error)
		return true;
	if (apart.bias > enough * value) {
		e->doubt = fmax(e->doubt, value - present);
		return true;
	}
	e->plug_in = apart.plug_in;
	e->bias = apart.bias;
	e->cutting = 0;
	e->standard_error = apart.standard_error;
	e->doubt = fmax(apart.doubt, (value - present) / 2);
	return true;
}

/* The estimate of the question without some columns of Z. */
static mixmi_status estimate_without(dependence_estimate *out, const bool *left_out,
                                     const dependence_canonical *canonical, const mixmi_options *options)
{
	size_t all = canonical->table.column_count, count = 0;
	size_t *columns = base_array(all, sizeof *columns);
	dependence_role *roles = base_array(all, sizeof *roles);
	mixmi_status status = columns != NULL && roles != NULL ? MIXMI_OK : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < all; j++)
		if (!left_out[j]) {
			columns[count] = j;
			roles[count++] = canonical->roles[j];
		}
	if (status == MIXMI_OK)
		status = dependence_fit(out, NULL, &canonical->table, columns, roles, count, NULL, options);
	free(columns);
	free(roles);
	return status;
}

/* The estimate in full: without the columns of Z that have nothing to do with X and Y, if there are any. */
static mixmi_status estimate_relevant(dependence_estimate *out, dependence_attempt *plain,
                                      const dependence_canonical *canonical, const mixmi_options *options)
{
	size_t count = 0;
	bool *irrelevant = base_array_zero(canonical->table.column_count, sizeof *irrelevant);
	mixmi_status status = irrelevant != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = dependence_find_irrelevant(irrelevant, &count, plain, canonical, options);
	if (status == MIXMI_OK && count > 0) {
		status = estimate_without(out, irrelevant, canonical, options);
		free(irrelevant);
		return status;
	}
	free(irrelevant);
	if (status == MIXMI_OK)
		status = estimate_best(out, plain, canonical, options);
	if (status == MIXMI_OK && !part_labels(out, plain))
		status = base_error_memory();
	if (out->plug_in - out->bias + out->cutting >= out->bound) /* which is then the estimate */
		out->standard_error = fmax(out->standard_error, out->bound_error);
	out->doubt += 0.4 * out->standard_error; /* cells and regressions were chosen by the same rows */
	return status;
}

/* The estimate in full and what a test says about it, or no more of both than the value takes. */
static mixmi_status estimate_and_hear(dependence_estimate *estimate, dependence_attempt *plain,
                                      const dependence_canonical *canonical, const dependence_witness *witness,
                                      const mixmi_options *options)
{
	bool refuted = false;
	mixmi_status status = MIXMI_OK;
	if (witness != NULL && options->value_only)
		status = dependence_refute(&refuted, plain, witness, canonical, options);
	if (refuted) {
		*estimate = plain->estimate;
		estimate->supported = false;
		return status;
	}
	if (status == MIXMI_OK)
		status = estimate_relevant(estimate, plain, canonical, options);
	if (status == MIXMI_OK && witness != NULL)
		status = dependence_hear(estimate, witness, canonical, plain, options);
	return status;
}

mixmi_status dependence_fit(dependence_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                            const size_t *columns, const dependence_role *roles, size_t column_count,
                            const dependence_witness *witness, const mixmi_options *options)
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
		status = estimate_and_hear(estimate, &plain, &canonical, witness, options);
	if (status == MIXMI_OK && histogram != NULL)
		status = dependence_picture(histogram, &plain.grid, &plain.ranks, &plain.costs, &canonical, options);
	dependence_attempt_clear(&plain);
	dependence_canonical_clear(&canonical);
	return status;
}
