/* Fitted values, residuals and leverages, row by row. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/cholesky.h"
#include "regress/levels.h"
#include "regress/parts.h"

/* Coefficients are rounded, so that their last bits cannot depend on the order of columns; sums of products are then exact. */
static void predict_strip(double *out, const regress_fit *f, size_t response, bool levels, size_t start, size_t rows)
{
	const regress_regressors *g = f->given;
	enum { TERMS = 32 };
	const float *values[TERMS];
	double factors[TERMS];
	size_t F = f->responses, count = 0;
	memset(out, 0, rows * sizeof *out);
	for (size_t k = 0; k < f->active; k++) {
		const float *own = f->values[f->functions[k]];
		if (own != NULL) {
			values[count] = own + start;
			factors[count++] = base_round_finely(f->coefficients[k * F + response]);
		} else {
			regress_leaves_add(out, f, response, k, start, rows);
			k += f->leaf_count - 1;
		}
		if (count == TERMS || k + 1 == f->active) {
			base_add_single(out, factors, values, count, rows);
			count = 0;
		}
	}
	for (size_t s = 0; s < g->slopes && levels; s++)
		for (size_t i = 0; i < rows; i++)
			out[i] += (double)g->slope[s * f->rows + start + i] *
			          base_round_finely(f->level_coefficients[(g->level[start + i] * g->slopes + s) * F + response]);
}

enum { STRIP = 1024 }; /* rows of a strip stay in the nearest cache */

static void predict(double *out, const regress_fit *f, size_t response, bool levels)
{
	for (size_t start = 0; start < f->rows; start += STRIP)
		predict_strip(out + start, f, response, levels, start, f->rows - start < STRIP ? f->rows - start : STRIP);
}

void regress_fit_predict(double *out, const regress_fit *f, size_t response)
{
	predict(out, f, response, !f->given->keeps_levels);
}

void regress_fit_residuals(double *out, const regress_fit *f, size_t response, bool final)
{
	const float *y = f->y + response * f->rows;
	predict(out, f, response, !(final && f->given->keeps_levels));
	for (size_t i = 0; i < f->rows; i++)
		out[i] = base_fix((double)y[i] - out[i]);
}

/* ------------------------------------------------------------------------------------------------------- leverage */

/* The levels' part of a row's leverage, and weights[], the inverse of its level's equations times its slopes. */
static double weigh_level(double weights[REGRESS_MOST_SLOPES], const regress_fit *f, const regress_by_level *b,
                          size_t row)
{
	const regress_regressors *g = f->given;
	double leverage = 0;
	for (size_t s = 0; s < b->count; s++) {
		const double *inverse = f->level_inverse + g->level[row] * g->slopes * g->slopes + s * b->count;
		weights[s] = 0;
		for (size_t t = 0; t < b->count; t++)
			weights[s] += inverse[t] * (double)g->slope[b->slopes[t] * f->rows + row];
		leverage += weights[s] * (double)g->slope[b->slopes[s] * f->rows + row];
	}
	return leverage;
}

/* at[function][REGRESS_STRIP]: residuals of the functions given the levels in some rows. Adds the levels' leverage to out[]. */
static void read_rows(double *at, double *out, const regress_fit *f, const regress_by_level *b, size_t start,
                      size_t rows)
{
	const regress_regressors *g = f->given;
	size_t levels = g->levels * g->slopes;
	for (size_t k = 0, leaf = 0; k < f->active; k++) {
		const float *values = f->values[f->functions[k]];
		for (size_t i = 0; i < rows; i++)
			at[k * REGRESS_STRIP + i] = values != NULL               ? (double)values[start + i]
			                            : f->leaf[start + i] == leaf ? f->high[leaf]
			                                                         : f->low[leaf];
		leaf += values == NULL;
	}
	for (size_t i = 0; i < rows && b->count > 0; i++) {
		double weights[REGRESS_MOST_SLOPES];
		out[i] += weigh_level(weights, f, b, start + i);
		for (size_t k = 0; k < f->active; k++)
			for (size_t s = 0; s < b->count; s++)
				at[k * REGRESS_STRIP + i] -=
					weights[s] * f->cross[f->functions[k] * levels + g->level[start + i] * g->slopes + b->slopes[s]];
	}
}

bool regress_fit_leverage(double *out, const regress_fit *f, size_t times)
{
	const regress_by_level b = regress_levels_in_use(f);
	double *at = base_array_zero(f->active, REGRESS_STRIP * sizeof *at);
	for (size_t start = 0; at != NULL && start < f->rows; start += REGRESS_STRIP) {
		size_t rows = f->rows - start < REGRESS_STRIP ? f->rows - start : REGRESS_STRIP;
		double sums[REGRESS_STRIP] = { 0 };
		read_rows(at, sums, f, &b, start, rows);
		regress_forward_strip(sums, at, f->factor, f->active, 0);
		for (size_t i = 0; i < rows; i++)
			out[start + i] = base_round_finely(1 - pow(1 - fmin(sums[i], 1), (double)times));
	}
	free(at);
	return at != NULL;
}

void regress_fit_even_leverage(double *out, const regress_fit *f)
{
	const regress_regressors *g = f->given;
	const regress_by_level b = regress_levels_in_use(f);
	double freedom = f->freedom;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].by_level && f->components[k].active)
			freedom -= f->components[k].freedom;
	for (size_t i = 0; i < f->rows; i++) {
		out[i] = freedom / (double)f->rows;
		for (size_t s = 0; s < b.count && !g->keeps_levels; s++)
			for (size_t t = 0; t < b.count; t++)
				out[i] += f->level_inverse[g->level[i] * g->slopes * g->slopes + s * b.count + t] *
				          (double)g->slope[b.slopes[s] * f->rows + i] * (double)g->slope[b.slopes[t] * f->rows + i];
	}
}
