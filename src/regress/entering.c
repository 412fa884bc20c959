/* The score test by which blocks enter the regression. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/special.h"
#include "regress/constants.h"
#include "regress/parts.h"
#include "regress/solve.h"

/* Score statistic Q of a block: sum of squared products of its functions with the residuals over the error variance,
 * averaged over responses. `next`: stride between responses; `by`: stride between functions. */
static double score_of(const double *sums, size_t count, size_t next, size_t by, const regress_fit *f)
{
	double q = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t r = 0; r < f->responses; r++) {
			double sum = sums[i * by + r * next];
			q += sum * sum / f->error[r] / (double)f->responses;
		}
	return q;
}

static bool score_levels(double *q, const regress_fit *f, const regress_component *c, const float *residuals)
{
	const regress_regressors *g = f->given;
	double *sums = base_array_zero(g->levels, f->responses * sizeof *sums);
	for (size_t r = 0; sums != NULL && r < f->responses; r++)
		for (size_t i = 0; i < f->rows; i++)
			sums[g->level[i] * f->responses + r] +=
				(double)g->slope[c->slope * f->rows + i] * (double)residuals[r * f->rows + i];
	*q = sums != NULL ? score_of(sums, c->count, 1, f->responses, f) : 0;
	free(sums);
	return sums != NULL;
}

/* A block that was already tested on the same residuals is not tested again. */
static bool is_tested(const regress_component *c, const regress_fit *f)
{
	return !c->active && c->scored != f->solution;
}

static bool is_scored(const regress_component *c, const regress_fit *f)
{
	return is_tested(c, f) && !c->by_level && !c->leaves;
}

static double score_leaves(const regress_fit *f, const float *const *residuals)
{
	double q = 0, sums[1 << REGRESS_DEPTH];
	for (size_t r = 0; r < f->responses; r++) {
		regress_leaves_multiply(sums, 1, f, residuals[r]);
		for (size_t k = 0; k < f->leaf_count; k++)
			q += sums[k] * sums[k] / f->error[r] / (double)f->responses;
	}
	return q;
}

/* scores[component]: Q of the blocks that are tested. */
static bool score_functions(double *scores, const regress_fit *f, const float *const *residuals)
{
	size_t count = 0;
	for (size_t k = 0; k < f->component_count; k++)
		count += is_scored(&f->components[k], f) ? f->components[k].count : 0;
	double *sums = base_array(count, f->responses * sizeof *sums);
	const float **values = base_array(count, sizeof *values);
	bool done = sums != NULL && values != NULL;
	for (size_t k = 0, place = 0; done && k < f->component_count; k++)
		for (size_t i = 0; is_scored(&f->components[k], f) && i < f->components[k].count; i++)
			values[place++] = f->components[k].values + i * f->rows;
	done = done && base_products_single(sums, residuals, f->responses, values, count, f->rows, false);
	for (size_t k = 0, place = 0; done && k < f->component_count; k++)
		if (f->components[k].leaves && is_tested(&f->components[k], f))
			scores[k] = score_leaves(f, residuals);
		else if (is_scored(&f->components[k], f)) {
			scores[k] = score_of(sums + place, f->components[k].count, count, 1, f);
			place += f->components[k].count;
		}
	free(sums);
	free(values);
	return done;
}

/* Residuals of all responses in single precision, and where each starts. */
static bool find_residuals(float **residuals, const float ***starts, const regress_fit *f)
{
	double *room = base_array(f->rows, sizeof *room);
	*residuals = base_array(f->rows, f->responses * sizeof **residuals);
	*starts = base_array(f->responses, sizeof **starts);
	bool done = room != NULL && *residuals != NULL && *starts != NULL;
	for (size_t r = 0; done && r < f->responses; r++) {
		float *to = *residuals + r * f->rows;
		regress_fit_residuals(room, f, r, false);
		for (size_t i = 0; i < f->rows; i++)
			to[i] = (float)room[i];
		(*starts)[r] = to;
	}
	free(room);
	return done;
}

/* True if Q is significant. Its null distribution is approximated by a multiple of chi-squared with the same mean
 * and variance. */
static bool is_beyond_chance(double q, const regress_component *c, const regress_fit *f)
{
	double responses = (double)f->responses, level = f->enter_level;
	if (c->rivals > 0 && !(level > 0))
		level = regress_enter_level / (double)c->rivals;
	if (!(level > 0))
		return q > c->trace + regress_enter * sqrt(2 * c->squares / responses);
	double scale = c->squares / c->trace;
	return c->trace > 0 && base_chi2_tail(q * responses / scale, c->trace / scale * responses) < level;
}

/* excess[component]: (Q - mean) / sqrt(tr S^2) of the blocks up to a cost whose Q is significant, and 0 for others.
 * If a block explains nothing, Q has mean tr S and variance 2 tr S^2 / responses, where S is the residual product
 * matrix of the block's functions given the model. The squared lengths of the functions are used in place of S, as
 * if the functions were uncorrelated. */
static bool find_excess(double *excess, double *scores, regress_fit *f, unsigned most_cost, const float *residuals)
{
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		excess[k] = 0;
		if (!is_tested(c, f) || (c->block != SIZE_MAX && f->given->blocks[c->block].cost > most_cost))
			continue;
		c->scored = f->solution;
		if (c->by_level && !score_levels(&scores[k], f, c, residuals))
			return false;
		if (is_beyond_chance(scores[k], c, f))
			excess[k] = (scores[k] - c->trace) / sqrt(c->squares);
	}
	return true;
}

double regress_fit_chosen(const regress_fit *f)
{
	double chosen = f->freedom - 1;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].by_level && f->components[k].active)
			chosen -= fmax(0, f->components[k].freedom - 1);
	return chosen;
}

/* True if neither the model nor any block that could enter saves (ln n) / 2 nats per parameter. A block of m functions with score Q, in units of their
 * squared length, that enters alone has m (Q - m) / Q parameters and saves as much if Q > m (ln n - 1). */
static bool is_idle(const regress_fit *f, const double *excess, const double *scores)
{
	double n = (double)f->rows, price = log(n) - 1;
	double left = f->error[0] * n / fmax(1 - f->freedom / n, question_least_share);
	if (-n * log(left / f->squares[0]) > regress_fit_chosen(f) * (price - 1))
		return false;
	for (size_t k = 0; k < f->component_count; k++)
		if (excess[k] > 0 && scores[k] > f->components[k].trace * price)
			return false;
	return true;
}

/* Adds the blocks whose excess is at least the share `lead` of the largest, with the variance that Q implies.
 * Returns their number. */
static size_t add_leading(regress_fit *f, const double *excess, const double *scores)
{
	double largest = 0;
	size_t entered = 0;
	for (size_t k = 0; k < f->component_count; k++)
		largest = fmax(largest, excess[k]);
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		if (!(excess[k] > 0) || excess[k] < f->lead * largest)
			continue;
		c->variance = (scores[k] - c->trace) / c->squares;
		c->active = true;
		entered++;
	}
	return entered;
}

static bool enter(size_t *entered, regress_fit *f, unsigned most_cost)
{
	float *residuals;
	const float **starts;
	double *scores = base_array(f->component_count, 2 * sizeof *scores), *excess = NULL;
	bool done = find_residuals(&residuals, &starts, f) && scores != NULL && score_functions(scores, f, starts);
	if (done)
		excess = scores + f->component_count;
	done = done && find_excess(excess, scores, f, most_cost, residuals);
	f->idle = done && f->frugal && is_idle(f, excess, scores);
	*entered = done && !f->idle ? add_leading(f, excess, scores) : 0;
	f->frugal = false;
	free(scores);
	free(residuals);
	free(starts);
	return done;
}

bool regress_fit_settle(regress_fit *f)
{
	return regress_fit_admit(f) && regress_fit_update(f);
}

/* Adds blocks up to a cost, and updates the variances. */
static bool enter_round(size_t *entered, regress_fit *f, unsigned most_cost)
{
	return enter(entered, f, most_cost) && (*entered == 0 || regress_fit_settle(f));
}

bool regress_fit_enter(regress_fit *f, size_t rounds)
{
	size_t entered = 1;
	if (f->given->separable && !enter_round(&entered, f, REGRESS_SIMPLE))
		return false;
	entered = 1;
	for (size_t round = 0; round < rounds && entered > 0; round++)
		if (!enter_round(&entered, f, UINT_MAX))
			return false;
	return true;
}
