/* Turns residuals of a regression (regress/regress.h) into a column, and computes from spacings by how much the regression lowered the entropy. */
#include "estimate/residual.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/functions.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/special.h"
#include "base/sum.h"
#include "data/atoms.h"
#include "estimate/constants.h"
#include "estimate/response.h"
#include "question/constants.h"
#include "regress/regress.h"

/* --------------------------------------------------------------------------------------------- regressions */

static double share_left(double leverage)
{
	return fmax(1 - leverage, question_least_share);
}

/* Nats by which the regression shortens the code of the response beyond the cost of its parameters, (ln n) / 2 each; it counts if this is above 0. `left`
 * is cross-validated; the fit itself would be one nat shorter per parameter. The effects of many levels are not selected, so they count as one parameter.
 * A part of the rows shows how many nats all of them would save. */
static double excess_of(const regress_outcome *out, const estimate_response *r)
{
	double n = (double)r->ordered, saved = -0.5 * n * log(fmax(out->left, DBL_MIN));
	return saved - out->chosen * (0.5 * log(n) - 1) - estimate_claim * BASE_LN2;
}

/* Residuals divided by sqrt(1 - leverage) have the variance of the noise. The parameters are allowed for once more, because the functions were selected
 * on the same rows. */
static bool regress_mean(estimate_response *r, double *freedom, const regress_regressors *given)
{
	regress_outcome out = { 0 };
	double *scores = base_array(r->rows, sizeof *scores);
	if (scores == NULL)
		return false;
	for (size_t i = 0; i < r->rows; i++)
		scores[i] = base_fix(r->by_code[r->column->codes[r->used[i]]]);
	bool done = regress_predict(&out, r->fitted, r->leverage, scores, given);
	r->excess = done ? excess_of(&out, r) : 0;
	if (done && !(r->excess > 0)) {
		out = (regress_outcome){ .left = 1 };
		memset(r->fitted, 0, r->rows * sizeof *r->fitted);
		memset(r->leverage, 0, r->rows * sizeof *r->leverage);
	}
	double share = done ? share_left(out.chosen / (double)r->rows) : 1;
	for (size_t i = 0; done && i < r->rows; i++) {
		double left = r->by_code[r->column->codes[r->used[i]]] - r->fitted[i];
		r->residual[i] = left / sqrt(share_left(r->leverage[i]) * share);
	}
	if (done) {
		r->left = out.left;
		*freedom = out.freedom;
	}
	free(scores);
	return done;
}

static bool omit_mean(estimate_response *r)
{
	for (size_t i = 0; i < r->rows; i++) {
		r->residual[i] = r->by_code[r->column->codes[r->used[i]]];
		r->fitted[i] = 0;
	}
	r->left = 1;
	return true;
}

/* ------------------------------------------------------------------------------------------ evening the noise */

/* A row: its fitted value and the log size of its residual. */
typedef struct point {
	double at, log_size;
} point;

/* The rows in ascending order of their fitted values. Rows that tie get the mean of their log sizes. False: out of memory. */
static bool sort_points(point *points, const estimate_response *r)
{
	base_keyed *keys = base_array(r->rows, 2 * sizeof *keys);
	double tiny = estimate_tiny * sqrt(r->left);
	for (size_t i = 0; keys != NULL && i < r->rows; i++)
		keys[i] = (base_keyed){ base_sort_key(r->fitted[i] + 0.0), (uint32_t)i };
	if (keys != NULL)
		base_sort_keyed(keys, keys + r->rows, r->rows);
	for (size_t i = 0, end; keys != NULL && i < r->rows; i = end) {
		double sum = 0;
		for (end = i; end < r->rows && keys[end].key == keys[i].key; end++)
			sum += log(fabs(r->residual[keys[end].row]) + tiny);
		for (size_t k = i; k < end; k++)
			points[k] = (point){ r->fitted[keys[i].row], sum / (double)(end - i) };
	}
	free(keys);
	return keys != NULL;
}

/* Replaces the logarithms, points in ascending order, by means over windows minus the overall mean, and shrinks them towards 0 by the share of their
 * variance that is noise: the logarithm of |normal variable| has variance pi^2 / 8. */
static bool smooth_logs(point *points, size_t count, size_t window)
{
	const double variance_of_log = 1.2337005501361697; /* pi^2 / 8 */
	double *sums = base_array_zero(count + 1, sizeof *sums), square = 0;
	if (sums == NULL)
		return false;
	for (size_t i = 0; i < count; i++)
		sums[i + 1] = sums[i] + points[i].log_size;
	for (size_t i = 0; i < count; i++) {
		size_t low = i > window / 2 ? i - window / 2 : 0, high = low + window < count ? low + window : count;
		low = high - window;
		points[i].log_size = (sums[high] - sums[low]) / (double)window - sums[count] / (double)count;
		square += points[i].log_size * points[i].log_size;
	}
	double share = fmax(0, 1 - variance_of_log / (double)window / (square / (double)count + DBL_MIN));
	for (size_t i = 0; i < count; i++)
		points[i].log_size *= share;
	free(sums);
	return true;
}

/* The scale at `at`: that of the nearest point. *low: the last point not above it, from where it was at the call before, for a smaller `at`. */
static double scale_at(size_t *low, const point *points, size_t count, double at)
{
	while (*low + 2 < count && points[*low + 1].at <= at)
		++*low;
	const point *below = &points[*low], *above = below + 1;
	return exp((at - below->at < above->at - at ? below : above)->log_size);
}

/* Transforms the response so that the spread of its residuals no longer depends on the fitted value: y becomes the integral of 1 / scale, standardised
 * over the rows in use. Sums run over values, so that the order of rows does not matter. */
static void stretch(estimate_response *r, const point *points)
{
	size_t low = 0;
	double previous = NAN, stretched = 0, mean = 0, square = 0, n = (double)r->rows;
	for (size_t code = 0; code < r->column->distinct; code++) {
		double at = r->by_code[code];
		if (r->counts[code] == 0)
			continue;
		if (!isnan(previous))
			stretched += (at - previous) / scale_at(&low, points, r->rows, (at + previous) / 2);
		previous = at;
		r->by_code[code] = stretched;
		mean += r->counts[code] * stretched / n;
		square += r->counts[code] * stretched * stretched / n;
	}
	double deviation = sqrt(fmax(square - mean * mean, DBL_MIN));
	for (size_t code = 0; code < r->column->distinct; code++)
		if (r->counts[code] > 0)
			r->by_code[code] = (r->by_code[code] - mean) / deviation;
}

/* If the size of the residuals varies with the fitted value, for example because ranks transformed a scale with constant noise, the response is
 * transformed back (as in AVAS, Tibshirani 1988) and the regression repeated. */
static bool regress_evenly(estimate_response *r, double *freedom, const regress_regressors *given)
{
	if (!regress_mean(r, freedom, given))
		return false;
	if (r->left >= 1)
		return true;
	point *points = base_array(r->rows, sizeof *points);
	if (points == NULL)
		return false;
	bool done = sort_points(points, r) && smooth_logs(points, r->rows, r->rows / ESTIMATE_WINDOWS + 1);
	bool bent = done && (points[0].log_size != 0 || points[r->rows - 1].log_size != 0);
	if (bent)
		stretch(r, points);
	free(points);
	return done && (!bent || regress_mean(r, freedom, given));
}

/* Standardised logarithms of the size of the residuals; returns their standard deviation. */
static double log_sizes(double *logs, const estimate_response *r)
{
	base_sum squares = { 0, 0 };
	for (size_t i = 0; i < r->rows; i++)
		base_sum_add(&squares, r->residual[i] * r->residual[i]);
	double tiny = estimate_tiny * sqrt(base_sum_value(&squares) / (double)r->rows) + DBL_MIN;
	for (size_t i = 0; i < r->rows; i++)
		logs[i] = log(fabs(r->residual[i]) + tiny);
	return base_standardise(logs, r->rows);
}

static bool omit_scale(estimate_response *r)
{
	for (size_t i = 0; i < r->rows; i++)
		r->scale[i] = 1;
	return true;
}

/* Divides the residuals by their scale: the log size regressed on the predictors, each row predicted from the others. */
static bool regress_scale(estimate_response *r, double *saved, double *freedom, const regress_regressors *given)
{
	regress_outcome out;
	double *logs = base_array(r->rows, 3 * sizeof *logs);
	if (logs == NULL)
		return false;
	double *fitted = logs + r->rows, *leverage = fitted + r->rows;
	double deviation = log_sizes(logs, r);
	bool done = regress_predict(&out, fitted, leverage, logs, given);
	bool counts = done && excess_of(&out, r) > 0;
	*saved = counts ? -0.5 * log(out.left) : 0;
	*freedom += counts ? out.freedom : 0;
	for (size_t i = 0; i < r->rows; i++) {
		double alone = counts ? logs[i] - (logs[i] - fitted[i]) / share_left(leverage[i]) : 0;
		r->scale[i] = exp(deviation * alone);
		r->residual[i] /= r->scale[i];
	}
	free(logs);
	return done;
}

/* ------------------------------------------------------------------------------------------------ as a column */

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Finds a value for each point mass in a gap between two residuals, so that it stays a point mass. *placed: there are enough gaps. False: out of memory. */
static bool place_atoms(double *places, bool *placed, const estimate_response *r)
{
	size_t found = 0;
	double *sorted = r->atoms > 0 ? base_array_copy(r->residual, r->rows, sizeof *sorted) : NULL;
	*placed = r->atoms == 0;
	if (r->atoms == 0)
		return true;
	if (sorted == NULL)
		return false;
	qsort(sorted, r->rows, sizeof *sorted, compare_doubles);
	for (size_t i = 1; i < r->rows && found < r->atoms; i++) {
		double middle = sorted[i - 1] / 2 + sorted[i] / 2;
		if (i >= (found + 1) * r->rows / (r->atoms + 1) && middle > sorted[i - 1] && middle < sorted[i])
			places[found++] = middle;
	}
	*placed = found == r->atoms;
	free(sorted);
	return true;
}

/* A column of the residuals and the point masses. *built: false if masses would coincide or a residual is not finite. */
static bool build_column(data_column *out, bool *built, const estimate_response *r)
{
	double *places = base_array(r->atoms + 1, sizeof *places), *values = base_array(r->all, sizeof *values);
	bool done = places != NULL && values != NULL && place_atoms(places, built, r);
	for (size_t i = 0; done && *built && i < r->all; i++)
		values[i] = r->is_used[i] ? 0 : places[r->marks[r->column->codes[i]]];
	for (size_t k = 0; done && *built && k < r->rows; k++) {
		values[r->used[k]] = r->residual[k];
		*built = isfinite(r->residual[k]);
	}
	if (done && *built)
		done = data_column_from_values(out, r->column->name, r->column->type, "", values, r->all) == MIXMI_OK;
	free(places);
	free(values);
	return done;
}

/* -------------------------------------------------------------------------------------------------- entropies */

/* Estimates of entropy from spacings (Vasicek 1976; Ebrahimi, Pflughoeft and Soofi 1994 for the ends). With m rows on both sides
 * of a row together, the expected logarithm of their share of all rows is psi(m) - psi(n + 1). */
size_t estimate_reach(size_t rows)
{
	double reach = pow((double)rows, estimate_reach_power) / 2; /* to either side */
	return reach < 2 ? 2 : (size_t)reach;
}

/* Distance between ranks low and high. Tied values are widened to the next values that differ. */
static double distance(const double *sorted, size_t count, size_t *low, size_t *high)
{
	double d = sorted[*high] - sorted[*low];
	while (!(d > 0) && (*low > 0 || *high + 1 < count)) {
		*low -= *low > 0;
		*high += *high + 1 < count;
		d = sorted[*high] - sorted[*low];
	}
	return d;
}

static double log_density(const double *sorted, size_t count, size_t at, size_t reach, const double *psi,
                          double log_rows)
{
	size_t low = at > reach ? at - reach : 0, high = count - 1 - at > reach ? at + reach : count - 1;
	double d = distance(sorted, count, &low, &high);
	size_t m = high - low;
	double share = m <= 2 * reach ? psi[m] : log((double)m);
	return d > 0 ? share - log_rows - log(d) : 0;
}

bool estimate_log_densities(double *out, const uint32_t *codes, const double *values, size_t distinct, const bool *used,
                            size_t rows, size_t reach, estimate_values kind)
{
	size_t *start = base_array_zero(distinct + 1, sizeof *start), count = 0;
	double *sorted = base_array(rows, sizeof *sorted);
	for (size_t i = 0; start != NULL && i < rows; i++)
		if (used == NULL || used[i]) {
			start[codes[i] + 1]++;
			count++;
		}
	double *psi = base_array(2 * reach + 1, sizeof *psi);
	bool done = start != NULL && sorted != NULL && psi != NULL;
	double log_rows = log((double)count + 0.5);
	if (done) {
		for (size_t m = 1; m <= 2 * reach; m++)
			psi[m] = kind == ESTIMATE_SAMPLE ? base_digamma((int)m) : log((double)m);
		for (size_t c = 0; c < distinct; c++)
			start[c + 1] += start[c];
		for (size_t c = 0; c < distinct; c++)
			for (size_t k = start[c]; k < start[c + 1]; k++)
				sorted[k] = values[c];
		for (size_t i = 0; i < rows; i++)
			out[i] =
				used != NULL && !used[i]
					? 0
					: log_density(sorted, count, (start[codes[i]] + start[codes[i] + 1] - 1) / 2, reach, psi, log_rows);
	}
	free(start);
	free(sorted);
	free(psi);
	return done;
}

/* Standard deviation of the residuals in ranks: n times the mean density of a normal variable, 1 / (2 sqrt(pi)), per unit of score. */
static double ranks_left(const estimate_response *r)
{
	return sqrt(r->left) * (double)r->rows / (2 * sqrt(acos(-1)));
}

/* Information that ranks lose under strong dependence. The ranks of a row in two columns differ by the number of rows that lie on different sides of it,
 * and the variance of that number is about its mean: residuals with a standard deviation of r ranks get the variance r^2 + 2 r / sqrt(pi), and the
 * entropy that belongs to it. If nothing is explained nothing is lost, so the correction is multiplied by the share explained. */
static double lost_by_ranks(const estimate_response *r)
{
	return 0.5 * log1p((1 - r->left) * 2 / sqrt(acos(-1)) / ranks_left(r));
}

/* The terms: log density of the residual minus that of the column. A term is at most ln n, since ranks identify a row but no more. */
static bool compare_densities(estimate_residual *out, const estimate_response *r)
{
	size_t reach = estimate_reach(r->rows);
	double *before = base_array_zero(r->all, sizeof *before);
	out->terms = base_array_zero(r->all, sizeof *out->terms);
	bool done = before != NULL && out->terms != NULL &&
	            estimate_log_densities(before, r->column->codes, r->by_code, r->column->distinct, r->is_used, r->all,
	                                   reach, ESTIMATE_QUANTILES);
	done = done && estimate_log_densities(out->terms, out->column.codes, out->column.values, out->column.distinct,
	                                      r->is_used, r->all, reach, ESTIMATE_SAMPLE);
	base_sum sum = { 0, 0 };
	double lost = lost_by_ranks(r), most = log((double)r->all);
	for (size_t k = 0; done && k < r->rows; k++) {
		size_t i = r->used[k];
		out->terms[i] = fmin(out->terms[i] - before[i] - log(r->scale[k]) + lost, most);
		base_sum_add(&sum, out->terms[i]);
	}
	out->information = base_sum_value(&sum) / (double)r->all;
	free(before);
	return done;
}

/* ---------------------------------------------------------------------------------------------------- the whole */

/* The regressions that may count, and after a regression those that do. */
typedef struct promise {
	bool mean, scale;
} promise;

static bool regress_on(estimate_response *r, double *freedom, double *saved, promise *p,
                       const regress_regressors *given)
{
	double by_scale = 0;
	estimate_response_score(r, given->ranks);
	bool done = p->mean ? regress_evenly(r, freedom, given) : omit_mean(r);
	done = done && (p->scale ? regress_scale(r, &by_scale, freedom, given) : omit_scale(r));
	*p = (promise){ r->left<1, by_scale> 0 };
	if (done && *freedom > 0)
		*saved = (fmax(0, -0.5 * log(fmax(r->left, DBL_MIN))) + by_scale) * (double)r->ordered / (double)r->all;
	return done;
}

static bool regress_on_one(estimate_response *r, double *freedom, double *saved, promise *p,
                           const estimate_regression *g)
{
	test_kept *kept;
	bool done = estimate_functions_of_one(&kept, r, g);
	if (kept != NULL)
		done = regress_on(r, freedom, saved, p, &kept->given.functions);
	test_memory_release(g->memory, kept);
	return done;
}

/* On the rows in use. *freedom stays 0 if the regression does not shorten the code by more than it costs. */
static bool regress_rows(estimate_response *r, double *freedom, double *saved, promise *what,
                         const estimate_regression *g, estimate_predictors *shared)
{
	*freedom = *saved = 0;
	if (estimate_has_one_predictor(r, g))
		return regress_on_one(r, freedom, saved, what, g);
	estimate_predictors own = { 0 }, *p = shared != NULL && r->ordered == r->all ? shared : &own;
	bool done = estimate_predictors_init(p, r, g);
	if (done && p->count > 0)
		done = regress_on(r, freedom, saved, what, &p->given);
	estimate_predictors_clear(&own);
	return done;
}

/* With many rows, a part of them shows first what may count. */
static bool regress(estimate_response *r, double *freedom, double *saved, const estimate_regression *g,
                    estimate_predictors *shared)
{
	promise what = { true, true };
	bool done = true;
	if (r->rows > REGRESS_ALL_ROWS) {
		estimate_response_thin(r, REGRESS_ALL_ROWS / ESTIMATE_PART);
		done = regress_rows(r, freedom, saved, &what, g, shared != NULL ? &shared[1] : NULL);
		estimate_response_restore(r);
	}
	if (done && (what.mean || what.scale))
		done = regress_rows(r, freedom, saved, &what, g, shared);
	return done;
}

/* *able: the column can be a response. */
static bool prepare(estimate_response *r, bool *able, const estimate_regression *g)
{
	bool done = estimate_response_init(r, &g->table->columns[g->response], g->table->rows, g->threshold);
	*able = done && g->count > 0 && estimate_response_is_continuous(r);
	return done;
}

bool estimate_residual_init(estimate_residual *out, const estimate_regression *g, estimate_predictors *shared)
{
	estimate_response r;
	bool able;
	memset(out, 0, sizeof *out);
	bool done = prepare(&r, &able, g) && (!able || regress(&r, &out->freedom, &out->saved, g, shared));
	if (done && out->freedom > 0)
		done = build_column(&out->column, &out->exists, &r);
	if (done && out->exists && g->measured)
		done = compare_densities(out, &r);
	estimate_response_clear(&r);
	return done;
}

bool estimate_residual_saved(double *saved, const estimate_regression *g)
{
	estimate_response r;
	promise what = { true, true };
	bool able;
	double freedom;
	*saved = -INFINITY;
	bool done = prepare(&r, &able, g);
	if (able) {
		estimate_response_thin(&r, r.rows / ESTIMATE_PART);
		done = regress_rows(&r, &freedom, saved, &what, g, NULL);
		if (freedom == 0)
			*saved = r.excess / (double)r.all;
	}
	estimate_response_clear(&r);
	return done;
}

void estimate_residual_clear(estimate_residual *residual)
{
	data_column_clear(&residual->column);
	free(residual->terms);
	memset(residual, 0, sizeof *residual);
}
