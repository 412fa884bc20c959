/* The value of a grid: whether it shows any dependence, the bound that entropies set, and what finer cuts would add, from three
 * resolutions and one beyond. O(tuples) a resolution. */
#include "estimate/grid_estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/special.h"
#include "base/sum.h"
#include "estimate/constants.h"
#include "estimate/refine.h"

/* ------------------------------------------------------------------------------------- is there anything? */

static void count_bins(double bins[3], const estimate_grid *grid, const estimate_ranks *ranks)
{
	bins[0] = bins[1] = bins[2] = 1;
	for (size_t j = 0; j < grid->column_count; j++)
		bins[ranks->columns[j].role] *= (double)estimate_division_bins(&grid->divisions[j]);
}

/* Degrees of freedom of X against Y within the cells of Z, by the rows and columns that hold anything there. */
static double open_freedom(const estimate_counts *c)
{
	const estimate_margin *m = c->margins;
	double freedom = 0;
	size_t *xs = base_array_zero(m[ESTIMATE_AT_Z].cells, sizeof *xs),
		   *ys = base_array_zero(m[ESTIMATE_AT_Z].cells, sizeof *ys);
	bool *seen_x = base_array_zero(m[ESTIMATE_AT_XZ].cells, sizeof *seen_x),
		 *seen_y = base_array_zero(m[ESTIMATE_AT_YZ].cells, sizeof *seen_y);
	bool done = xs != NULL && ys != NULL && seen_x != NULL && seen_y != NULL;
	for (size_t i = 0; done && i < c->cells.count; i++) {
		uint32_t z = m[ESTIMATE_AT_Z].ids[i];
		xs[z] += !seen_x[m[ESTIMATE_AT_XZ].ids[i]];
		ys[z] += !seen_y[m[ESTIMATE_AT_YZ].ids[i]];
		seen_x[m[ESTIMATE_AT_XZ].ids[i]] = seen_y[m[ESTIMATE_AT_YZ].ids[i]] = true;
	}
	for (size_t z = 0; done && z < m[ESTIMATE_AT_Z].cells; z++)
		freedom += (double)(xs[z] - 1) * (double)(ys[z] - 1);
	free(xs);
	free(ys);
	free(seen_x);
	free(seen_y);
	return done ? freedom : -1;
}

/* Bits that X and Y together must save against X and Y separately, given Z, before they count as dependent: the least of quotient
 * NML, NML factorised by the rows of each cell of Z, and half a log2 n for each degree of freedom where most bins do not
 * occur together with most of Z; and a few bits for saying that there is any dependence. Below 0: out of memory. */
static double price_of_dependence(const double bins[3], const estimate_counts *c, const estimate_costs *costs)
{
	const double claim = 4;
	double x = bins[ESTIMATE_X], y = bins[ESTIMATE_Y], given = bins[ESTIMATE_Z];
	const cells_complexity *r = &costs->complexity;
	double quotient = cells_complexity_bits(r, x * y * given) + cells_complexity_bits(r, given) -
	                  cells_complexity_bits(r, x * given) - cells_complexity_bits(r, y * given);
	double factorised = 0;
	for (size_t i = 0; i < c->margins[ESTIMATE_AT_Z].cells; i++) {
		uint64_t rows = c->margins[ESTIMATE_AT_Z].rows[i];
		factorised += mixmi_parametric_complexity(rows, x * y) - mixmi_parametric_complexity(rows, x) -
		              mixmi_parametric_complexity(rows, y);
	}
	double freedom = open_freedom(c);
	if (freedom < 0)
		return -1;
	return claim + fmin(fmin(quotient, factorised), freedom / 2 * log2((double)costs->complexity.n));
}

static bool decide(estimate_result *out, const estimate_maps *maps, const estimate_grid *grid,
                   const estimate_costs *costs)
{
	double bins[3];
	count_bins(bins, grid, maps->ranks);
	out->supported = false;
	if (bins[ESTIMATE_X] == 1 || bins[ESTIMATE_Y] == 1)
		return true;
	estimate_result coarse;
	estimate_counts c;
	bool done = estimate_counts_init(&c, maps);
	if (done) {
		estimate_measure_counts(&coarse, &c);
		double price = price_of_dependence(bins, &c, costs);
		done = price >= 0;
		out->margin = (double)maps->ranks->rows * coarse.plug_in / BASE_LN2 - price;
		out->supported = out->margin > 0;
	}
	estimate_counts_clear(&c);
	return done;
}

/* The least that a dependence costs: two equally full bins in X and in Y. As a deviation of 2 n I from 0. */
static double least_visible(const estimate_costs *costs)
{
	const double two_by_two[3] = { 2, 2, 1 };
	double bits = fmax(estimate_penalty(costs, two_by_two), 0) + 2 * 2;
	return sqrt(2 * (isfinite(bits) ? bits : 0) * BASE_LN2);
}

/* -------------------------------------------------------------------------------------------- bounds */

static bool is_discrete(const estimate_ranks *ranks, estimate_role role)
{
	for (size_t j = 0; j < ranks->column_count; j++)
		if (ranks->columns[j].role == role && ranks->columns[j].source->type != MIXMI_DISCRETE)
			return false;
	return true;
}

/* True if a column of this side has more distinct values than the steps that its entropy could be taken from. */
static bool hardly_repeats(const estimate_ranks *ranks, estimate_role role)
{
	for (size_t j = 0; j < ranks->column_count; j++)
		if (ranks->columns[j].role == role && ranks->columns[j].places > 0 &&
		    5 * ranks->columns[j].source->distinct > ranks->rows)
			return true;
	return false;
}

/* Logarithm of the number of values of a side: the largest entropy that it can have. */
static double largest_entropy(const estimate_maps *maps, int side)
{
	double most = 0;
	for (size_t j = 0; j < maps->ranks->column_count; j++)
		if ((side & 1 << maps->ranks->columns[j].role) != 0)
			most += log((double)maps->ranks->columns[j].source->distinct);
	return most;
}

/* H(side|Z) by the maps, and how far it may be off. Where the small-sample bias is negligible, it is the plug-in value: what is a
 * function of something else then has the entropy that anyone counts. */
static bool conditional_entropy(double *entropy, double *error, const estimate_maps *maps, int side)
{
	estimate_cells cells;
	estimate_margin joint = { 0 }, z = { 0 };
	bool done = estimate_cells_init(&cells, maps) && estimate_margin_init(&joint, &cells, side | ESTIMATE_IN_Z) &&
	            estimate_margin_init(&z, &cells, ESTIMATE_IN_Z);
	const double little = 0.01; /* nats */
	double all = (double)maps->ranks->rows;
	base_sum sum = { 0, 0 };
	for (size_t i = 0; done && i < joint.cells; i++)
		base_sum_add(&sum, -(double)joint.rows[i] * log((double)joint.rows[i]));
	for (size_t i = 0; done && i < z.cells; i++)
		base_sum_add(&sum, (double)z.rows[i] * log((double)z.rows[i]));
	if (done) {
		estimate_loss lost = estimate_entropy_bias(joint.rows, joint.cells, all);
		lost.all -= estimate_entropy_bias(z.rows, z.cells, all).all;
		*entropy = fmax(0, base_sum_value(&sum) / all);
		*error = lost.all > little ? hypot(lost.error, 0.4 * lost.all) : lost.all;
		if (lost.all > little)
			*entropy = fmax(*entropy, fmin(*entropy + lost.all, largest_entropy(maps, side)));
	}
	estimate_margin_clear(&joint);
	estimate_margin_clear(&z);
	estimate_cells_clear(&cells);
	return done;
}

/* Every value its own bin, of numbers every step. */
static void use_every_value(estimate_maps *maps, estimate_role role, bool numbers)
{
	for (size_t j = 0; j < maps->ranks->column_count; j++) {
		const estimate_column *column = &maps->ranks->columns[j];
		bool repeats = 5 * column->source->distinct <= maps->ranks->rows;
		if (column->role != role || (column->source->type != MIXMI_DISCRETE && !numbers && !repeats))
			continue;
		size_t symbols = estimate_steps(column) + column->atoms;
		for (size_t s = 0; s < symbols; s++)
			maps->bins[j][s] = (uint32_t)s;
		maps->counts[j] = symbols;
	}
}

/* Numbers have a bound too: a yes or no that is written 0 or 1 carries at most ln 2. It is taken given the bins of Z,
 * since of numbers that hardly repeat little would be left given every value of a discrete Z. Where X and Y hardly repeat
 * the bound is so high that it changes nothing. Changes the maps. */
static bool find_bound(estimate_result *out, estimate_maps *maps)
{
	static const estimate_role sides[] = { ESTIMATE_X, ESTIMATE_Y };
	out->bound = log((double)maps->ranks->rows);
	for (int discrete = 0; discrete < 2; discrete++) {
		if (discrete)
			use_every_value(maps, ESTIMATE_Z, false);
		for (size_t i = 0; i < 2; i++) {
			double entropy, error;
			if (is_discrete(maps->ranks, sides[i]) != discrete || hardly_repeats(maps->ranks, sides[i]))
				continue;
			use_every_value(maps, sides[i], true);
			if (!conditional_entropy(&entropy, &error, maps, 1 << sides[i]))
				return false;
			bool tied = entropy == out->bound; /* as with few rows: neither side comes first */
			if (entropy < out->bound || (tied && error < out->bound_error)) {
				out->bound = entropy;
				out->bound_error = error;
			}
		}
	}
	return true;
}

static void use(estimate_maps *maps, const estimate_division *divisions)
{
	for (size_t j = 0; j < maps->ranks->column_count; j++)
		estimate_maps_set(maps, j, &divisions[j]);
}

/* -------------------------------------------------------------------------------------------- resolutions */

static double corrected(const estimate_result *e)
{
	return e->plug_in - e->bias;
}

static void divisions_free(estimate_division *divisions, const estimate_ranks *ranks)
{
	for (size_t j = 0; divisions != NULL && j < ranks->column_count; j++)
		estimate_division_clear(&divisions[j]);
	free(divisions);
}

/* Room for a division of every column. NULL: out of memory. */
static estimate_division *divisions_new(const estimate_ranks *ranks)
{
	estimate_division *divisions = base_array_zero(ranks->column_count, sizeof *divisions);
	bool done = divisions != NULL;
	for (size_t j = 0; done && j < ranks->column_count; j++)
		done = estimate_division_init(&divisions[j], &ranks->columns[j]);
	if (done)
		return divisions;
	divisions_free(divisions, ranks);
	return NULL;
}

static bool measure_at(estimate_result *out, estimate_division *finer, estimate_maps *maps, const estimate_grid *grid,
                       uint32_t resolution)
{
	if (!estimate_refine(finer, grid, maps->ranks, resolution > 0 ? resolution : 1))
		return false;
	use(maps, finer);
	return estimate_measure(out, maps);
}

/* The estimate at the resolution that balances the errors, and a share of its distance from that at half the resolution for what finer
 * cuts would add. */
static bool measure_resolution(estimate_result *out, estimate_maps *maps, const estimate_grid *grid)
{
	estimate_result coarse;
	estimate_division *finer = divisions_new(maps->ranks);
	uint32_t resolution = finer != NULL ? estimate_resolution(finer, grid, maps->ranks) : 0;
	bool done = resolution > 0 && measure_at(out, finer, maps, grid, resolution) &&
	            measure_at(&coarse, finer, maps, grid, resolution / 2);
	if (done) {
		out->resolution = resolution;
		out->by_grid = corrected(out);
		double step = corrected(out) - corrected(&coarse);
		out->discretisation = estimate_beyond * fmax(0, step);
		out->allowance += estimate_roughest * fabs(step);
	}
	divisions_free(finer, maps->ranks);
	return done;
}

bool estimate_from_grid(estimate_result *out, const estimate_grid *grid, const estimate_ranks *ranks,
                        const estimate_costs *costs)
{
	estimate_maps maps;
	bool done = estimate_maps_init(&maps, ranks, true) && measure_resolution(out, &maps, grid);
	if (done) {
		use(&maps, grid->divisions);
		out->visible = least_visible(costs);
		out->rows = ranks->rows;
		done = decide(out, &maps, grid, costs) && find_bound(out, &maps);
	}
	estimate_maps_clear(&maps);
	return done;
}
