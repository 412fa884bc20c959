/*
 * Two estimates of the same: one by a grid or regressions, one by squares. Neither sees more than there is, up to its noise, so one that
 * sees clearly more stands alone; else they are weighted by the inverse squares of what may be wrong with each. What squares miss
 * falls with the root of the rows along a sharp boundary and faster elsewhere, so half of the rows miss up to sqrt(2) times as much
 * as all, and what is missed is growth / (sqrt(2) - 1) = 2.4 growth at most.
 */
#include "dependence/blend.h"

#include <math.h>

static const double extrapolated = 2.2; /* of the growth */
static const double doubtful = 1.4;     /* of the growth, on either side of that */
static const size_t few = 4000;         /* rows below which squares only say what may be missed */
static const double unresolved = 0.15;  /* nats of growth past which squares are too coarse */

/* So strong a dependence that squares of so many rows cannot follow it. */
static double too_strong(size_t rows)
{
	return log((double)rows) - 6.5;
}

bool dependence_suits_squares(const dependence_ranks *ranks)
{
	const size_t least = 250;
	const dependence_column *c = ranks->columns;
	return ranks->column_count == 2 && ranks->rows >= least && c[0].role != DEPENDENCE_Z && c[1].role != DEPENDENCE_Z &&
	       c[0].places > 0 && c[1].places > 0;
}

bool dependence_squares_suffice(const dependence_quadtree *squares, size_t rows)
{
	const size_t many = 50000;
	const double little = 0.01; /* nats */
	return rows >= many && squares->value > 0 && squares->growth < little && squares->value < too_strong(rows);
}

/* How much the squares count, between 0 and 1. */
static double weight_of(const dependence_estimate *e, const dependence_quadtree *squares, double value, double error)
{
	double present = e->plug_in - e->bias + e->cutting, clear = fmax(e->standard_error, error);
	if (squares->growth > unresolved || fmax(present, squares->value) > too_strong(e->rows))
		return 0;
	/* of what a grid expects of finer cuts, half counts, and no more than squares expect */
	double seen = present - e->cutting + fmin(e->cutting / 2, extrapolated * squares->growth);
	if (seen > value + clear)
		return 0;
	if (squares->value + squares->growth > present + clear)
		return 1;
	double by_chance = fmax(0, pow(e->standard_error, 2) - pow(squares->standard_error, 2));
	double mine = pow(e->doubt / 3, 2) + by_chance;
	double other = pow(doubtful / 2 * squares->growth, 2) + pow(2 * squares->choice, 2);
	return mine > 0 ? mine / (mine + other) : 0;
}

void dependence_blend(dependence_estimate *e, const dependence_quadtree *squares)
{
	if (!e->supported || !(squares->value > 0))
		return;
	double present = e->plug_in - e->bias + e->cutting, value = squares->value + extrapolated * squares->growth;
	double error = hypot(squares->standard_error, 2 * squares->choice), open = doubtful * squares->growth;
	if (e->rows < few) {
		if (value > present + fmax(e->standard_error, error))
			e->doubt = fmax(e->doubt, value - present);
		return;
	}
	double weight = weight_of(e, squares, value, error);
	bool by_grid = e->by_grid > present / 2;
	double apart = weight < 1 && weight > 0 ? fabs(value - present) * 0.7 : 0;
	e->plug_in += weight * (value - present);
	e->standard_error += weight * (error - e->standard_error);
	e->doubt = fmax(e->doubt + weight * (open - e->doubt), apart);
	if (by_grid) /* what squares still gain with rows, a grid gains too */
		e->doubt = fmax(e->doubt, open);
}
