/* Classifies a curve. The best fits of each kind are compared in chi-squared units: a richer kind is reported only if it fits clearly better and the
 * difference is not small compared with the whole. Error rates of these thresholds are measured in tests/unit/test_shapes.c. */
#include "explain/curve.h"

#include <math.h>

#include "base/special.h"

static const double trend_level = 0.001; /* of the means being all the same */
static const double clear_deviate = 2.8; /* of the rank correlation, where the means alone are not clear */
static const double turn_gain = 16;      /* chi-squared that a turning point must save */
static const double turn_share = 0.2;    /* of the longest arm that each arm must have */
static const double flat_level = 0.01;   /* of what a point mass leaves being flat */
static const double whole_share = 0.97;  /* of all differences: as good as all */
static const double step_gain = 3;       /* by which a step must beat every smooth rise */
static const double step_least = 25;     /* chi-squared that a step explains at least */
static const double step_share = 0.8;    /* of all differences that it explains at least */

/* Weighted sum of squares about the mean of groups first .. last but `skipped`; *mean: what it is, unless NULL. */
static double flat_misfit(double *mean, const explain_curve *curve, size_t first, size_t last, size_t skipped)
{
	double weight = 0, sum = 0, misfit = 0;
	for (size_t i = first; i <= last; i++)
		if (i != skipped) {
			weight += curve->groups[i].weight;
			sum += curve->groups[i].weight * curve->groups[i].mean;
		}
	for (size_t i = first; i <= last; i++) {
		double off = curve->groups[i].mean - sum / weight;
		misfit += i != skipped ? curve->groups[i].weight * off * off : 0;
	}
	if (mean != NULL)
		*mean = sum / weight;
	return misfit;
}

static double misfit_of_all(const explain_curve *curve)
{
	return flat_misfit(NULL, curve, 0, curve->count - 1, SIZE_MAX);
}

/* Weighted least squares of the means on h, without group `skipped`. */
typedef struct line {
	double slope;  /* over its standard error */
	double misfit; /* what is left */
} line;

static line fit_line(const explain_curve *curve, const double *h, size_t skipped)
{
	double w = 0, wh = 0, whh = 0, wm = 0, wmm = 0, whm = 0;
	for (size_t i = 0; i < curve->count; i++) {
		const explain_group *g = &curve->groups[i];
		if (i == skipped)
			continue;
		w += g->weight;
		wh += g->weight * h[i];
		whh += g->weight * h[i] * h[i];
		wm += g->weight * g->mean;
		wmm += g->weight * g->mean * g->mean;
		whm += g->weight * h[i] * g->mean;
	}
	double hh = whh - wh * wh / w, hm = whm - wh * wm / w, mm = wmm - wm * wm / w;
	return hh > 0 ? (line){ hm / sqrt(hh), mm - hm * hm / hh } : (line){ 0, mm };
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
		double rest;
		if (!curve->groups[i].atom)
			continue;
		double left = flat_misfit(&rest, curve, 0, curve->count - 1, i), slope = fit_line(curve, middles, i).slope;
		bool even = base_chi2_tail(left, (double)curve->count - 2) > flat_level &&
		            base_chi2_tail(slope * slope, 1) > flat_level;
		if ((even || left < (1 - whole_share) * all) && all - left > 11) {
			*out = (explain_shape){ MIXMI_SHAPE_POINT_MASS, false, i, curve->groups[i].mean - rest };
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
			best = fmin(best, fit_line(curve, h, SIZE_MAX).misfit);
		}
	return best;
}

/* Misfit of a step somewhere within group `at`, which may lie between the two levels. */
static double misfit_of_step(double *jump, const explain_curve *curve, size_t at)
{
	double below, above,
		misfit = flat_misfit(&below, curve, 0, at - 1, SIZE_MAX) +
	             flat_misfit(&above, curve, at + 1, curve->count - 1, SIZE_MAX);
	double here = curve->groups[at].mean, off = fmax(0, fmax(fmin(below, above) - here, here - fmax(below, above)));
	*jump = above - below;
	return misfit + curve->groups[at].weight * off * off;
}

static bool is_threshold(explain_shape *out, const explain_curve *curve)
{
	double all = misfit_of_all(curve), best = INFINITY, jump;
	if (curve->count < 8)
		return false;
	for (size_t at = 1; at + 1 < curve->count; at++) {
		double misfit = misfit_of_step(&jump, curve, at);
		if (misfit < best) {
			best = misfit;
			*out = (explain_shape){ MIXMI_SHAPE_THRESHOLD, false, at, jump };
		}
	}
	return all - best > step_least && all - best > step_share * (all - (double)curve->count) &&
	       best + step_gain < misfit_of_smooth(curve);
}

/* ------------------------------------------------------------------------------------------------ turning points */

/* The shortest arm of a fit over its longest. */
static double shortest_arm(const explain_fit *fit)
{
	double least = INFINITY, most = 0;
	for (size_t i = 0; i <= fit->turns; i++) {
		double arm = fabs(fit->ends[i + 1] - fit->ends[i]);
		least = fmin(least, arm);
		most = fmax(most, arm);
	}
	return most > 0 ? least / most : 0;
}

/* The better of the two fits with so many turning points. */
static void fit_best(explain_fit *best, const explain_curve *curve, size_t turns)
{
	explain_fit falling;
	explain_fit_turns(best, curve, turns, true);
	explain_fit_turns(&falling, curve, turns, false);
	if (falling.misfit < best->misfit)
		*best = falling;
}

static bool has_turn(const explain_fit *fewer, const explain_fit *more)
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
	explain_fit none, one, two;
	size_t last = curve->count - 1;
	bool trend = last > 0 && base_chi2_tail(misfit_of_all(curve), (double)last) < trend_level;
	if (!trend) {
		found.flat = !(fabs(deviate) > clear_deviate);
		if (!found.flat)
			found.shape = monotone(deviate > 0);
		return found;
	}
	if (is_point_mass(&found, curve, few_values))
		return found;
	fit_best(&none, curve, 0);
	fit_best(&one, curve, 1);
	fit_best(&two, curve, 2);
	found = (explain_shape){ MIXMI_SHAPE_OTHER, false, 0, (double)NAN };
	if (has_turn(&one, &two) && has_turn(&none, &two))
		return found;
	if (has_turn(&none, &one)) {
		found.shape = one.rises ? MIXMI_SHAPE_PEAK : MIXMI_SHAPE_VALLEY;
		found.place = one.extreme[1];
	} else if (few_values || !is_threshold(&found, curve)) {
		found = (explain_shape){ monotone(none.rises), false, 0, (double)NAN };
	}
	return found;
}
