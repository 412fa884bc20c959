/* What a regression explains and leaves, row by row. */
#include <string.h>

#include "base/exact.h"
#include "regress/levels.h"
#include "regress/parts.h"

/* Coefficients are rounded, which removes the last bits in which an order of columns could show; sums of products are then exact. */
static void predict_strip(double *out, const regress_fit *f, size_t response, size_t start, size_t rows)
{
	const regress_regressors *g = f->given;
	size_t F = f->responses;
	memset(out, 0, rows * sizeof *out);
	for (size_t k = 0; k < f->active; k++) {
		const float *values = f->values[f->functions[k]];
		if (values != NULL)
			base_add_single(out, base_round_finely(f->coefficients[k * F + response]), values + start, rows);
		else {
			regress_leaves_add(out, f, response, k, start, rows);
			k += f->leaf_count - 1;
		}
	}
	for (size_t s = 0; s < g->slopes; s++)
		for (size_t i = 0; i < rows; i++)
			out[i] += (double)g->slope[s * f->rows + start + i] *
			          base_round_finely(f->level_coefficients[(g->level[start + i] * g->slopes + s) * F + response]);
}

enum { STRIP = 1024 }; /* rows of a strip stay in the nearest cache */

void regress_fit_predict(double *out, const regress_fit *f, size_t response)
{
	for (size_t start = 0; start < f->rows; start += STRIP)
		predict_strip(out + start, f, response, start, f->rows - start < STRIP ? f->rows - start : STRIP);
}

void regress_fit_residuals(double *out, const regress_fit *f, size_t response)
{
	const float *y = f->y + response * f->rows;
	regress_fit_predict(out, f, response);
	for (size_t i = 0; i < f->rows; i++)
		out[i] = base_fix((double)y[i] - out[i]);
}

void regress_fit_leverage(double *out, const regress_fit *f)
{
	const regress_regressors *g = f->given;
	const regress_by_level b = regress_levels_in_use(f);
	double freedom = f->freedom;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].by_level && f->components[k].active)
			freedom -= f->components[k].freedom;
	for (size_t i = 0; i < f->rows; i++) {
		out[i] = freedom / (double)f->rows;
		for (size_t s = 0; s < b.count; s++)
			for (size_t t = 0; t < b.count; t++)
				out[i] += f->level_inverse[g->level[i] * g->slopes * g->slopes + s * b.count + t] *
				          (double)g->slope[b.slopes[s] * f->rows + i] * (double)g->slope[b.slopes[t] * f->rows + i];
	}
}
