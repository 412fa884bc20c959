/* Classifies a curve. The best fits of each kind are compared in chi-squared units: a richer kind is reported only if it fits clearly better and the
 * difference is not small compared with the whole. Error rates of these thresholds are measured in tests/unit/test_shapes.c. */
#include "explain/curve.h"

#include <math.h>
#include <string.h>

#include "base/special.h"

static const double trend_level = 0.001; /* of the means being all the same */
static const double clear_deviate = 2.8; /* of the correlation, where the means alone are not clear */
static const double turn_gain = 16;      /* chi-squared that a turning point must save */
static const double turn_share = 0.2;    /* of the longest arm that each arm must have */
static const double flat_level = 0.01;   /* of what a point mass leaves being flat */
static const double whole_share = 0.97;  /* of all differences: as good as all */
static const double step_gain = 3;       /* by which a step must beat every smooth rise */
static const double step_least = 25;     /* chi-squared that a step explains at least */
static const double step_share = 0.8;    /* of all differences that it explains at least */

/* A weighted least-squares fit of the means. */
typedef struct line {
	double mean;
	double slope;  /* over its standard error */
	double misfit; /* weighted sum of squares that is left */
} line;

/* Of groups first .. last but `skipped`, on h, or on a constant if that is NULL. */
static line fit_line(const explain_curve *curve, const double *h, size_t first, size_t last, size_t skipped)
{
	double w = 0, wh = 0, wm = 0, hh = 0, hm = 0, mm = 0;
	for (size_t i = first; i <= last; i++) {
		double weight = i != skipped ? curve->groups[i].weight : 0;
		w += weight;
		wm += weight * curve->groups[i].mean;
		wh += h != NULL ? weight * h[i] : 0;
	}
	for (size_t i = first; i <= last; i++) {
		double weight = i != skipped ? curve->groups[i].weight : 0;
		double m = curve->groups[i].mean - wm / w, x = h != NULL ? h[i] - wh / w : 0;
		mm += weight * m * m;
		hm += weight * x * m;
		hh += weight * x * x;
	}
	return hh > 0 ? (line){ wm / w, hm / sqrt(hh), mm - hm * hm / hh } : (line){ wm / w, 0, mm };
}

static double misfit_of_all(const explain_curve *curve)
{
	return fit_line(curve, NULL, 0, curve->count - 1, SIZE_MAX).misfit;
}

/* ------------------------------------------------------------------------------------------------ point masses */

/* True if all that matters is whether a row is at a point mass. */
static bool is_point_mass(explain_shape *out, const explain_curve *curve, bool few_values)
{
	double all = misfit_of_all(curve), middles[EXPLAIN_GROUPS];
	if (curve->count < (few_values ? 4 : 3))
		return false;
	for (size_t i = 0; i < curve->count; i++)
		middles[i] = curve->groups[i].middle;
	for (size_t i = 0; i < curve->count; i++) {
		if (!curve->groups[i].atom)
			continue;
		const line rest = fit_line(curve, NULL, 0, curve->count - 1, i);
		double slope = fit_line(curve, middles, 0, curve->count - 1, i).slope;
		bool even = base_chi2_tail(rest.misfit, (double)curve->count - 2) > flat_level &&
		            base_chi2_tail(slope * slope, 1) > flat_level;
		if ((even || rest.misfit < (1 - whole_share) * all) && all - rest.misfit > 11) {
			*out = (explain_shape){ MIXMI_SHAPE_POINT_MASS, false, i, curve->groups[i].mean - rest.mean };
			return true;
		}
	}
	return false;
}

/* ------------------------------------------------------------------------------------------------ thresholds */

/* A smooth rise: linear, a power from either end, a hinge with its bend at c, or a sigmoid about c that takes 3 or 5 tenths of
 * the rows for its middle four fifths. */
static double smooth_rise(double u, int kind, double c)
{
	switch (kind) {
	case 0:
		return u;
	case 1:
		return pow(u, 1 + 6 * c);
	case 2:
		return -pow(1 - u, 1 + 6 * c);
	case 3:
		return fmax(u, c);
	case 4:
		return fmin(u, c);
	default:
		return tanh((u - c) / (kind == 5 ? 0.14 : 0.23));
	}
}

static double misfit_of_smooth(const explain_curve *curve)
{
	double best = INFINITY, h[EXPLAIN_GROUPS];
	for (int kind = 0; kind < 7; kind++)
		for (double c = 0.1; c < 0.95; c += 0.1) {
			for (size_t i = 0; i < curve->count; i++)
				h[i] = smooth_rise(curve->groups[i].middle, kind, c);
			best = fmin(best, fit_line(curve, h, 0, curve->count - 1, SIZE_MAX).misfit);
		}
	return best;
}

/* Misfit of a step somewhere within group `at`, which may lie between the two levels. */
static double misfit_of_step(double *jump, const explain_curve *curve, size_t at)
{
	const line below = fit_line(curve, NULL, 0, at - 1, SIZE_MAX);
	const line above = fit_line(curve, NULL, at + 1, curve->count - 1, SIZE_MAX);
	double here = curve->groups[at].mean, low = fmin(below.mean, above.mean), high = fmax(below.mean, above.mean);
	double off = fmax(0, fmax(low - here, here - high));
	*jump = above.mean - below.mean;
	return below.misfit + above.misfit + curve->groups[at].weight * off * off;
}

static bool is_threshold(explain_shape *out, const explain_curve *curve)
{
	double all = misfit_of_all(curve), best = INFINITY, jump;
	explain_shape step = { .shape = MIXMI_SHAPE_THRESHOLD };
	if (curve->count < 8)
		return false;
	for (size_t at = 1; at + 1 < curve->count; at++) {
		double misfit = misfit_of_step(&jump, curve, at);
		if (misfit < best) {
			best = misfit;
			step.place = at;
			step.jump = jump;
		}
	}
	bool found = all - best > step_least && all - best > step_share * (all - (double)curve->count) &&
	             best + step_gain < misfit_of_smooth(curve);
	if (found)
		*out = step;
	return found;
}

/* ------------------------------------------------------------------------------------------------ turning points */

enum { TURNS = 2 };

/* A least-squares fit that alternately rises and falls. */
typedef struct fit {
	double misfit;                 /* weighted sum of squares: chi-squared where the curve is of this kind */
	bool rises;                    /* its first part goes up */
	size_t turns;                  /* of the parts that it was allowed */
	double fitted[EXPLAIN_GROUPS]; /* of each group */
	size_t extreme[TURNS + 2];     /* the groups where it begins, has its extremes, and ends */
} fit;

/* Pooled neighbours. */
typedef struct block {
	double weight, sum;
	size_t first;
} block;

/* Isotonic regression of groups first .. last by pooling adjacent violators (Ayer et al. 1955). Returns the number of blocks; misfit[i]: up to group i. */
static size_t pool(block *blocks, double *misfit, const explain_curve *curve, size_t first, size_t last, bool rises)
{
	size_t count = 0;
	double sign = rises ? 1 : -1, so_far = 0;
	for (size_t i = first; i <= last; misfit[i++] = so_far) {
		const explain_group *g = &curve->groups[i];
		blocks[count++] = (block){ g->weight, g->weight * g->mean, i };
		while (count > 1) {
			block *a = &blocks[count - 2];
			const block *b = &blocks[count - 1];
			double gap = a->sum / a->weight - b->sum / b->weight;
			if (sign * gap <= 0)
				break;
			so_far += a->weight * b->weight / (a->weight + b->weight) * gap * gap;
			a->weight += b->weight;
			a->sum += b->sum;
			count--;
		}
	}
	return count;
}

static void fit_part(double *fitted, const explain_curve *curve, size_t first, size_t last, bool rises)
{
	block blocks[EXPLAIN_GROUPS];
	double misfit[EXPLAIN_GROUPS];
	for (size_t b = pool(blocks, misfit, curve, first, last, rises), end = last + 1; b-- > 0; end = blocks[b].first)
		for (size_t i = blocks[b].first; i < end; i++)
			fitted[i] = blocks[b].sum / blocks[b].weight;
}

/* Where the fit begins, turns and ends. */
static void find_extremes(fit *f, size_t count)
{
	size_t best = 0;
	double sign = f->rises ? 1 : -1;
	f->extreme[0] = 0;
	for (size_t part = 0; part < f->turns; part++, sign = -sign) {
		for (size_t i = best; i < count && sign * (f->fitted[best] - f->fitted[i]) <= 0; i++)
			if (sign * (f->fitted[i] - f->fitted[best]) > 0)
				best = i;
		f->extreme[part + 1] = best;
	}
	f->extreme[f->turns + 1] = count - 1;
}

/* The best fit with at most `turns` turning points whose first part goes up, or down: dynamic programming over the ends of its parts. O(groups^2). */
static fit fit_turns(const explain_curve *curve, size_t turns, bool rises)
{
	block blocks[EXPLAIN_GROUPS];
	double parts[EXPLAIN_GROUPS], best[TURNS + 1][EXPLAIN_GROUPS];
	size_t from[TURNS + 1][EXPLAIN_GROUPS] = { { 0 } }, last = curve->count - 1;
	fit f = { .rises = rises, .turns = turns };
	pool(blocks, best[0], curve, 0, last, rises);
	for (size_t part = 1; part <= turns; part++) {
		memcpy(best[part], best[part - 1], sizeof parts); /* an empty part */
		for (size_t i = 0; i < curve->count; i++)
			from[part][i] = i + 1;
		for (size_t first = 1; first < curve->count; first++) {
			pool(blocks, parts, curve, first, last, rises == (part % 2 == 0));
			for (size_t i = first; i < curve->count; i++)
				if (best[part - 1][first - 1] + parts[i] < best[part][i]) {
					best[part][i] = best[part - 1][first - 1] + parts[i];
					from[part][i] = first;
				}
		}
	}
	f.misfit = best[turns][last];
	for (size_t part = turns + 1, end = last; part-- > 0;) {
		size_t first = part > 0 ? from[part][end] : 0;
		if (first <= end)
			fit_part(f.fitted, curve, first, end, rises == (part % 2 == 0));
		if (first > 0)
			end = first - 1;
	}
	find_extremes(&f, curve->count);
	return f;
}

/* The shortest arm of a fit over its longest. */
static double shortest_arm(const fit *f)
{
	double least = INFINITY, most = 0;
	for (size_t i = 0; i <= f->turns; i++) {
		double arm = fabs(f->fitted[f->extreme[i + 1]] - f->fitted[f->extreme[i]]);
		least = fmin(least, arm);
		most = fmax(most, arm);
	}
	return most > 0 ? least / most : 0;
}

/* The better of the two fits with so many turning points. */
static fit fit_best(const explain_curve *curve, size_t turns)
{
	const fit rising = fit_turns(curve, turns, true), falling = fit_turns(curve, turns, false);
	return falling.misfit < rising.misfit ? falling : rising;
}

static bool has_turn(const fit *fewer, const fit *more)
{
	return fewer->misfit - more->misfit > turn_gain && shortest_arm(more) > turn_share;
}

static mixmi_shape monotone(bool rises)
{
	return rises ? MIXMI_SHAPE_INCREASING : MIXMI_SHAPE_DECREASING;
}

explain_shape explain_judge_shape(const explain_curve *curve, double deviate, bool few_values)
{
	explain_shape found = { MIXMI_SHAPE_OTHER, false, 0, (double)NAN };
	bool trend = curve->count > 1 && base_chi2_tail(misfit_of_all(curve), (double)(curve->count - 1)) < trend_level;
	if (!trend) {
		found.flat = !(fabs(deviate) > clear_deviate);
		if (!found.flat)
			found.shape = monotone(deviate > 0);
		return found;
	}
	if (is_point_mass(&found, curve, few_values))
		return found;
	const fit none = fit_best(curve, 0), one = fit_best(curve, 1), two = fit_best(curve, 2);
	if (has_turn(&one, &two) && has_turn(&none, &two))
		return found;
	if (has_turn(&none, &one)) {
		found.shape = one.rises ? MIXMI_SHAPE_PEAK : MIXMI_SHAPE_VALLEY;
		found.place = one.extreme[1];
	} else if (few_values || !is_threshold(&found, curve)) {
		found.shape = monotone(none.rises);
	}
	return found;
}
