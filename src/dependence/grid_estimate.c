/* The value of a grid: whether it shows any dependence, the bound that entropies set, and what finer cuts would add, from three
 * resolutions and one beyond. O(tuples) a resolution. */
#include "dependence/grid_estimate.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/special.h"
#include "base/sum.h"
#include "dependence/refine.h"

/* ------------------------------------------------------------------------------------- is there anything? */

static void count_bins(double bins[3], const dependence_grid *grid, const dependence_ranks *ranks)
{
	bins[0] = bins[1] = bins[2] = 1;
	for (size_t j = 0; j < grid->column_count; j++)
		bins[ranks->columns[j].role] *= (double)dependence_division_bins(&grid->divisions[j]);
}

/* Degrees of freedom of X against Y within the cells of Z, by the rows and columns that hold anything there. */
static double open_freedom(const dependence_counts *c)
{
	const dependence_margin *m = c->margins;
	double freedom = 0;
	size_t *xs = base_array_zero(m[DEPENDENCE_AT_Z].cells, sizeof *xs),
		   *ys = base_array_zero(m[DEPENDENCE_AT_Z].cells, sizeof *ys);
	bool *seen_x = base_array_zero(m[DEPENDENCE_AT_XZ].cells, sizeof *seen_x),
		 *seen_y = base_array_zero(m[DEPENDENCE_AT_YZ].cells, sizeof *seen_y);
	bool done = xs != NULL && ys != NULL && seen_x != NULL && seen_y != NULL;
	for (size_t i = 0; done && i < c->cells.count; i++) {
		uint32_t z = m[DEPENDENCE_AT_Z].ids[i];
		xs[z] += !seen_x[m[DEPENDENCE_AT_XZ].ids[i]];
		ys[z] += !seen_y[m[DEPENDENCE_AT_YZ].ids[i]];
		seen_x[m[DEPENDENCE_AT_XZ].ids[i]] = seen_y[m[DEPENDENCE_AT_YZ].ids[i]] = true;
	}
	for (size_t z = 0; done && z < m[DEPENDENCE_AT_Z].cells; z++)
		freedom += (double)(xs[z] - 1) * (double)(ys[z] - 1);
	free(xs);
	free(ys);
	free(seen_x);
	free(seen_y);
	return done ? freedom : -1;
}

/* Bits that X and Y together must save against X and Y apart, given Z, before they count as dependent: the least of quotient
 * NML, NML factorised by the rows of each cell of Z, and half a log2 n for each degree of freedom where most bins do not
 * occur together with most of Z; and a few bits for saying that there is any dependence. Below 0: out of memory. */
static double price_of_dependence(const double bins[3], const dependence_counts *c, const dependence_costs *costs)
{
	const double claim = 4;
	double x = bins[DEPENDENCE_X], y = bins[DEPENDENCE_Y], given = bins[DEPENDENCE_Z];
	const cells_complexity *r = &costs->complexity;
	double quotient = cells_complexity_bits(r, x * y * given) + cells_complexity_bits(r, given) -
	                  cells_complexity_bits(r, x * given) - cells_complexity_bits(r, y * given);
	double factorised = 0;
	for (size_t i = 0; i < c->margins[DEPENDENCE_AT_Z].cells; i++) {
		uint64_t rows = c->margins[DEPENDENCE_AT_Z].rows[i];
		factorised += mixmi_parametric_complexity(rows, x * y) - mixmi_parametric_complexity(rows, x) -
		              mixmi_parametric_complexity(rows, y);
	}
	double freedom = open_freedom(c);
	if (freedom < 0)
		return -1;
	return claim + fmin(fmin(quotient, factorised), freedom / 2 * log2((double)costs->complexity.n));
}

static bool decide(dependence_estimate *out, const dependence_maps *maps, const dependence_grid *grid,
                   const dependence_costs *costs)
{
	double bins[3];
	count_bins(bins, grid, maps->ranks);
	out->supported = false;
	if (bins[DEPENDENCE_X] == 1 || bins[DEPENDENCE_Y] == 1)
		return true;
	dependence_estimate coarse;
	dependence_counts c;
	bool done = dependence_counts_init(&c, maps);
	if (done) {
		dependence_measure_counts(&coarse, &c);
		double price = price_of_dependence(bins, &c, costs);
		done = price >= 0;
		out->margin = (double)maps->ranks->rows * coarse.plug_in / BASE_LN2 - price;
		out->supported = out->margin > 0;
	}
	dependence_counts_clear(&c);
	return done;
}

/* The least that a dependence costs: two equally full bins in X and in Y. As a deviation of 2 n I from 0. */
static double least_visible(const dependence_costs *costs)
{
	const double two_by_two[3] = { 2, 2, 1 };
	double bits = fmax(dependence_penalty(costs, two_by_two), 0) + 2 * 2;
	return sqrt(2 * (isfinite(bits) ? bits : 0) * BASE_LN2);
}

/* -------------------------------------------------------------------------------------------- bounds */

static bool is_discrete(const dependence_ranks *ranks, dependence_role role)
{
	for (size_t j = 0; j < ranks->column_count; j++)
		if (ranks->columns[j].role == role && ranks->columns[j].source->type != MIXMI_DISCRETE)
			return false;
	return true;
}

/* True if values of a column of this side are told apart by more than the steps that its entropy could be taken from. */
static bool hardly_repeats(const dependence_ranks *ranks, dependence_role role)
{
	for (size_t j = 0; j < ranks->column_count; j++)
		if (ranks->columns[j].role == role && ranks->columns[j].places > 0 &&
		    5 * ranks->columns[j].source->distinct > ranks->rows)
			return true;
	return false;
}

/* Logarithm of the number of values that a side has, no more than which it can tell. */
static double most_told(const dependence_maps *maps, int side)
{
	double most = 0;
	for (size_t j = 0; j < maps->ranks->column_count; j++)
		if ((side & 1 << maps->ranks->columns[j].role) != 0)
			most += log((double)maps->ranks->columns[j].source->distinct);
	return most;
}

/* H(side|Z) by the maps, and how far it may be off. Where counting takes next to nothing from it, it is that of the sample: what is a
 * function of something else then has the entropy that anyone counts. */
static bool conditional_entropy(double *entropy, double *error, const dependence_maps *maps, int side)
{
	dependence_cells cells;
	dependence_margin joint = { 0 }, z = { 0 };
	bool done = dependence_cells_init(&cells, maps) && dependence_margin_init(&joint, &cells, side | DEPENDENCE_IN_Z) &&
	            dependence_margin_init(&z, &cells, DEPENDENCE_IN_Z);
	const double little = 0.01; /* nats */
	double all = (double)maps->ranks->rows;
	base_sum sum = { 0, 0 };
	for (size_t i = 0; done && i < joint.cells; i++)
		base_sum_add(&sum, -(double)joint.rows[i] * log((double)joint.rows[i]));
	for (size_t i = 0; done && i < z.cells; i++)
		base_sum_add(&sum, (double)z.rows[i] * log((double)z.rows[i]));
	if (done) {
		dependence_loss lost = dependence_lost_by_counting(joint.rows, joint.cells, all);
		lost.all -= dependence_lost_by_counting(z.rows, z.cells, all).all;
		*entropy = fmax(0, base_sum_value(&sum) / all);
		*error = lost.all > little ? hypot(lost.error, 0.4 * lost.all) : lost.all;
		if (lost.all > little)
			*entropy = fmax(*entropy, fmin(*entropy + lost.all, most_told(maps, side)));
	}
	dependence_margin_clear(&joint);
	dependence_margin_clear(&z);
	dependence_cells_clear(&cells);
	return done;
}

/* Every value its own bin, of numbers every step. */
static void tell_apart(dependence_maps *maps, dependence_role role, bool numbers)
{
	for (size_t j = 0; j < maps->ranks->column_count; j++) {
		const dependence_column *column = &maps->ranks->columns[j];
		bool repeats = 5 * column->source->distinct <= maps->ranks->rows;
		if (column->role != role || (column->source->type != MIXMI_DISCRETE && !numbers && !repeats))
			continue;
		size_t symbols = dependence_steps(column) + column->atoms;
		for (size_t s = 0; s < symbols; s++)
			maps->bins[j][s] = (uint32_t)s;
		maps->counts[j] = symbols;
	}
}

/* Numbers have a bound too: a yes or no that is written 0 or 1 cannot tell more than ln 2. It is taken given the bins of Z,
 * since of numbers that hardly repeat little would be left given every value of a discrete Z. Where X and Y hardly repeat
 * the bound is so high that it changes nothing. Changes the maps. */
static bool find_bound(dependence_estimate *out, dependence_maps *maps)
{
	static const dependence_role sides[] = { DEPENDENCE_X, DEPENDENCE_Y };
	out->bound = log((double)maps->ranks->rows);
	for (int discrete = 0; discrete < 2; discrete++) {
		if (discrete)
			tell_apart(maps, DEPENDENCE_Z, false);
		for (size_t i = 0; i < 2; i++) {
			double entropy, error;
			if (is_discrete(maps->ranks, sides[i]) != discrete || hardly_repeats(maps->ranks, sides[i]))
				continue;
			tell_apart(maps, sides[i], true);
			if (!conditional_entropy(&entropy, &error, maps, 1 << sides[i]))
				return false;
			if (entropy < out->bound) {
				out->bound = entropy;
				out->bound_error = error;
			}
		}
	}
	return true;
}

static void use(dependence_maps *maps, const dependence_division *divisions)
{
	for (size_t j = 0; j < maps->ranks->column_count; j++)
		dependence_maps_set(maps, j, &divisions[j]);
}

/* -------------------------------------------------------------------------------------------- resolutions */

static double corrected(const dependence_estimate *e)
{
	return e->plug_in - e->bias;
}

/* What counting adds to a step between resolutions: its spread, 2 df / (2n)^2 with df = 2n bias, and the error of its correction, a share
 * of it that falls as cells fill: 2 bias is about the number of cells over that of rows. */
static double noise_of_step(const dependence_estimate *fine, const dependence_estimate *coarse, double rows)
{
	const double most_wrong = 0.55, wrong_of_bias = 2.2;
	double counted = fmax(0, fine->bias - coarse->bias);
	double wrong = fmin(most_wrong, wrong_of_bias * fmax(0, fine->bias));
	return counted / rows + pow(wrong * counted, 2);
}

/*
 * What cutting still hides at the finest of three resolutions, each twice as fine as the one before. If the error falls by a factor
 * q with each doubling, the steps between resolutions do so too, and what is left is the last step / (q - 1). q is estimated from
 * the steps: 4 for a smooth density, 2 along a sharp boundary. A step no larger than its own noise is drawn towards 0, and below
 * 250 rows all of it.
 */
static double left_by_cutting(const dependence_estimate at[3], double rows)
{
	double last = corrected(&at[0]) - corrected(&at[1]), before = corrected(&at[1]) - corrected(&at[2]);
	if (!(last > 0))
		return 0;
	double noise = noise_of_step(&at[0], &at[1], rows);
	double factor = fmin(fmax(before / last, 2), 4);
	return last / (factor - 1) * last * last / (last * last + noise);
}

/* What twice the resolution shows in addition, with a standard deviation of what counting adds to it: too uncertain to be added, and not
 * to be ruled out. */
static double may_be_beyond(const dependence_estimate *beyond, const dependence_estimate *finest, double rows)
{
	return fmax(0, corrected(beyond) - corrected(finest)) + sqrt(noise_of_step(beyond, finest, rows));
}

static void divisions_free(dependence_division *divisions, const dependence_ranks *ranks)
{
	for (size_t j = 0; divisions != NULL && j < ranks->column_count; j++)
		dependence_division_clear(&divisions[j]);
	free(divisions);
}

/* Room for a division of every column. NULL: out of memory. */
static dependence_division *divisions_new(const dependence_ranks *ranks)
{
	dependence_division *divisions = base_array_zero(ranks->column_count, sizeof *divisions);
	bool done = divisions != NULL;
	for (size_t j = 0; done && j < ranks->column_count; j++)
		done = dependence_division_init(&divisions[j], &ranks->columns[j]);
	if (done)
		return divisions;
	divisions_free(divisions, ranks);
	return NULL;
}

static bool measure_at(dependence_estimate *out, dependence_division *finer, dependence_maps *maps,
                       const dependence_grid *grid, uint32_t resolution)
{
	if (!dependence_refine(finer, grid, maps->ranks, resolution > 0 ? resolution : 1))
		return false;
	use(maps, finer);
	return dependence_measure(out, maps);
}

/* Estimates at the resolution that balances the errors, at half and at a quarter of it. */
static bool measure_resolutions(dependence_estimate *out, dependence_maps *maps, const dependence_grid *grid)
{
	const dependence_ranks *ranks = maps->ranks;
	dependence_estimate at[3], beyond;
	dependence_division *finer = divisions_new(ranks);
	bool done = finer != NULL;
	double rows = (double)ranks->rows;
	uint32_t resolution = done ? dependence_resolution(finer, grid, ranks) : 0;
	done = done && resolution > 0;
	for (size_t k = 0; done && k < 3; k++)
		done = measure_at(&at[k], finer, maps, grid, resolution >> k);
	done = done && measure_at(&beyond, finer, maps, grid, 2 * resolution);
	if (done) {
		*out = at[0];
		out->resolution = resolution;
		out->by_grid = corrected(&at[0]);
		out->cutting = left_by_cutting(at, rows) * fmin(1, rows / 250);
		out->doubt += fmax(0.7 * fmax(out->cutting, fabs(corrected(&at[0]) - corrected(&at[1]))),
		                   may_be_beyond(&beyond, &at[0], rows));
	}
	divisions_free(finer, ranks);
	return done;
}

bool dependence_estimate_grid(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks,
                              const dependence_costs *costs)
{
	dependence_maps maps;
	bool done = dependence_maps_init(&maps, ranks, true) && measure_resolutions(out, &maps, grid);
	if (done) {
		use(&maps, grid->divisions);
		out->visible = least_visible(costs);
		out->rows = ranks->rows;
		done = decide(out, &maps, grid, costs) && find_bound(out, &maps);
	}
	dependence_maps_clear(&maps);
	return done;
}

