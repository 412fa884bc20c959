/* Each level has few equations (one per slope), which are inverted directly. The part that they explain is subtracted from the other equations
 * (Schur complement). O(levels functions^2). */
#include "regress/levels.h"

#include <string.h>

#include "regress/cholesky.h"

regress_by_level regress_levels_in_use(const regress_fit *f)
{
	regress_by_level b = { 0 };
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		if (!c->by_level || !c->active)
			continue;
		b.precision[b.count] = 1 / c->variance;
		b.slopes[b.count++] = c->slope;
	}
	return b;
}

void regress_invert_levels(regress_fit *f, const regress_by_level *b)
{
	const regress_regressors *g = f->given;
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double a[REGRESS_MOST_SLOPES * REGRESS_MOST_SLOPES];
		const double *within = g->within + l * g->slopes * g->slopes;
		for (size_t s = 0; s < b->count; s++)
			for (size_t t = 0; t < b->count; t++)
				a[s * b->count + t] = within[b->slopes[s] * g->slopes + b->slopes[t]] + (s == t ? b->precision[s] : 0);
		regress_cholesky(a, b->count);
		for (size_t s = 0; s < b->count; s++) {
			double *inverse = f->level_inverse + l * g->slopes * g->slopes + s * b->count;
			memset(inverse, 0, b->count * sizeof *inverse);
			inverse[s] = 1;
			regress_forward(inverse, a, b->count);
			regress_backward(inverse, a, b->count);
		}
	}
}

/* Of one level: cross[s][k], products of its effects with the functions in the model; weighed[s][k], its inverse times these. */
static void weigh_cross(double *weighed, double *cross, const regress_fit *f, const regress_by_level *b, size_t l)
{
	const regress_regressors *g = f->given;
	const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
	size_t a = f->active, levels = g->levels * g->slopes;
	for (size_t s = 0; s < b->count; s++)
		for (size_t k = 0; k < a; k++)
			cross[s * a + k] = f->cross[f->functions[k] * levels + l * g->slopes + b->slopes[s]];
	for (size_t s = 0; s < b->count; s++) {
		double *row = weighed + s * a;
		memset(row, 0, a * sizeof *row);
		for (size_t t = 0; t < b->count; t++)
			for (size_t k = 0; k < a; k++)
				row[k] += inverse[s * b->count + t] * cross[t * a + k];
	}
}

void regress_eliminate_levels(double *gram, double *sums, const double *level_sums, const regress_fit *f,
                              const regress_by_level *b, double *room)
{
	const regress_regressors *g = f->given;
	size_t a = f->active, F = f->responses;
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double *cross = room, *weighed = room + REGRESS_MOST_SLOPES * a;
		weigh_cross(weighed, cross, f, b, l);
		for (size_t s = 0; s < b->count; s++) {
			const double *x = cross + s * a, *w = weighed + s * a;
			const double *c = level_sums + (l * g->slopes + b->slopes[s]) * F;
			for (size_t i = 0; i < a; i++) {
				for (size_t j = 0; gram != NULL && j <= i; j++)
					gram[i * a + j] -= w[i] * x[j];
				for (size_t r = 0; r < F; r++)
					sums[i * F + r] -= w[i] * c[r];
			}
		}
	}
}

void regress_solve_levels(double *out, const double *level_sums, const double *coefficients, const regress_fit *f,
                          const regress_by_level *b)
{
	const regress_regressors *g = f->given;
	size_t a = f->active, F = f->responses, levels = g->levels * g->slopes;
	if (levels > 0)
		memset(out, 0, levels * F * sizeof *out);
	for (size_t l = 0; l < g->levels && b->count > 0; l++)
		for (size_t r = 0; r < F; r++) {
			const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
			double rest[REGRESS_MOST_SLOPES];
			for (size_t s = 0; s < b->count; s++) {
				size_t place = l * g->slopes + b->slopes[s];
				rest[s] = level_sums[place * F + r];
				for (size_t k = 0; k < a; k++)
					rest[s] -= f->cross[f->functions[k] * levels + place] * coefficients[k * F + r];
			}
			for (size_t s = 0; s < b->count; s++)
				for (size_t t = 0; t < b->count; t++)
					out[(l * g->slopes + b->slopes[s]) * F + r] += inverse[s * b->count + t] * rest[t];
		}
}

void regress_trace_levels(double traces[REGRESS_MOST_SLOPES], const regress_fit *f, const regress_by_level *b,
                          double *room)
{
	const regress_regressors *g = f->given;
	size_t a = f->active;
	memset(traces, 0, REGRESS_MOST_SLOPES * sizeof *traces);
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double *weighed = room + REGRESS_MOST_SLOPES * a;
		weigh_cross(weighed, room, f, b, l);
		for (size_t s = 0; s < b->count; s++) {
			double *w = weighed + s * a;
			regress_forward(w, f->factor, a);
			traces[s] += f->level_inverse[l * g->slopes * g->slopes + s * b->count + s] + regress_dot(w, w, a);
		}
	}
}
