/* Residuals of regressions (regress/regress.h) as new columns, and by how much the regression lowered the entropy, from spacings. */
#include "estimate/residual.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/sum.h"
#include "data/atoms.h"
#include "estimate/constants.h"
#include "estimate/ranked.h"
#include "estimate/spacing.h"
#include "question/rank_scores.h"
#include "regress/regress.h"
#include "test/remember.h"

/* The column that is regressed: normal scores of the ranks of its ordered part; rows at point masses are left out. */
typedef struct response {
	const data_column *column;
	size_t all;       /* rows of the table */
	size_t rows;      /* rows in the ordered part */
	size_t distinct;  /* values in the ordered part */
	uint32_t *marks;  /* [column->distinct] atom of each value, or DATA_MARK_ORDERED */
	size_t atoms;     /* point masses */
	double *by_code;  /* [column->distinct] normal scores */
	uint32_t *used;   /* [rows] the table's row, in any order */
	bool *is_used;    /* [all] */
	double *residual; /* [rows] */
	double *fitted;   /* [rows] */
	double *leverage; /* [rows] */
	double *scale;    /* [rows] */
	double left;      /* share of the variance that is left, cross-validated */
} response;

static void response_clear(response *r)
{
	free(r->marks);
	free(r->by_code);
	free(r->used);
	free(r->is_used);
	free(r->residual);
	free(r->fitted);
	free(r->leverage);
	free(r->scale);
}

static void score_codes(response *r)
{
	size_t below = 0;
	for (size_t code = 0; code < r->column->distinct; code++) {
		r->by_code[code] = 0;
		if (r->marks[code] != DATA_MARK_ORDERED)
			continue;
		r->by_code[code] = question_normal_score(question_place(below, r->column->counts[code], r->rows));
		below += r->column->counts[code];
	}
}

static bool response_init(response *r, const data_column *column, size_t rows, int64_t threshold)
{
	*r = (response){ .column = column, .all = rows };
	r->marks = base_array(column->distinct, sizeof *r->marks);
	r->by_code = base_array(column->distinct, sizeof *r->by_code);
	r->used = base_array(rows, sizeof *r->used);
	r->is_used = base_array(rows, sizeof *r->is_used);
	r->residual = base_array(rows, sizeof *r->residual);
	r->fitted = base_array(rows, sizeof *r->fitted);
	r->leverage = base_array(rows, sizeof *r->leverage);
	r->scale = base_array(rows, sizeof *r->scale);
	if (r->marks == NULL || r->by_code == NULL || r->used == NULL || r->is_used == NULL || r->residual == NULL ||
	    r->fitted == NULL || r->leverage == NULL || r->scale == NULL)
		return false;
	estimate_find_atoms(r->marks, &r->atoms, &r->distinct, column, threshold);
	for (size_t i = 0; i < rows; i++) {
		r->is_used[i] = r->marks[column->codes[i]] == DATA_MARK_ORDERED;
		if (r->is_used[i])
			r->used[r->rows++] = (uint32_t)i;
	}
	score_codes(r);
	return true;
}

/* A residual makes sense where values hardly repeat and rows suffice for a regression. */
static bool is_continuous(const response *r)
{
	return r->rows >= ESTIMATE_LEAST_ROWS && 2 * r->distinct >= r->rows;
}

/* ---------------------------------------------------------------------------------------------- predictors */

void estimate_predictors_clear(estimate_predictors *p)
{
	for (size_t k = 0; p->columns != NULL && k < p->count; k++)
		question_column_clear(&p->columns[k]);
	free(p->columns);
	free(p->keys);
	regress_regressors_clear(&p->given);
	memset(p, 0, sizeof *p);
}

/* Adds the column with these codes by value on the rows used, unless it is constant there or has too many labels. */
static bool add_codes(estimate_predictors *p, const response *r, const data_column *source, const uint32_t *numbers,
                      size_t distinct, bool unordered)
{
	question_column c = { .rows = r->rows, .entries = r->rows, .distinct = distinct, .unordered = unordered };
	c.codes = c.owned_codes = base_array(r->rows, sizeof *c.owned_codes);
	c.counts = c.owned_counts = base_array_zero(distinct, sizeof *c.owned_counts);
	if (c.codes == NULL || c.counts == NULL) {
		question_column_clear(&c);
		return false;
	}
	for (size_t i = 0; i < r->rows; i++) {
		uint32_t code = source->codes[r->used[i]];
		c.owned_codes[i] = numbers != NULL ? numbers[code] : code;
		c.owned_counts[c.owned_codes[i]]++;
	}
	for (size_t code = 0; code < distinct; code++)
		c.occurring += c.counts[code] > 0;
	if (c.occurring < 2 || (unordered && c.occurring == r->rows))
		question_column_clear(&c);
	else
		p->columns[p->count++] = c;
	return true;
}

/* A column, and where it has point masses beside numbers in order, which mass each row is at as a column of labels. */
static bool add_predictor(estimate_predictors *p, const response *r, const data_column *source, int64_t threshold)
{
	size_t atoms, ordered;
	uint32_t *marks = base_array(source->distinct, sizeof *marks);
	bool done = marks != NULL &&
	            add_codes(p, r, source, NULL, source->distinct, source->type == MIXMI_DISCRETE && !source->ordered);
	if (done) {
		estimate_find_atoms(marks, &atoms, &ordered, source, threshold);
		for (size_t code = 0; code < source->distinct; code++)
			marks[code] = marks[code] < atoms ? marks[code] : (uint32_t)atoms;
		if (atoms > 0 && ordered > 0)
			done = add_codes(p, r, source, marks, atoms + 1, true);
	}
	free(marks);
	return done;
}

static bool predictors_init(estimate_predictors *p, const response *r, const estimate_regression *g)
{
	if (p->columns != NULL)
		return true; /* of an earlier response */
	p->columns = base_array_zero(g->count, 2 * sizeof *p->columns);
	p->keys = base_array(r->rows, sizeof *p->keys);
	bool done = p->columns != NULL && p->keys != NULL;
	for (size_t k = 0; done && k < g->count; k++)
		done = add_predictor(p, r, &g->table->columns[g->predictors[k]], g->threshold);
	for (size_t i = 0; done && i < r->rows; i++)
		p->keys[i] = g->row_keys[r->used[i]];
	return done && (p->count == 0 || regress_regressors_init(&p->given, p->columns, p->count, p->keys, 1));
}

/* --------------------------------------------------------------------------------------------- functions of ranks */

/* Whether the only predictor is a column of numbers in order, of so few rows that all take part in choosing its functions. */
static bool has_ranks_alone(const response *r, const estimate_regression *g)
{
	const data_column *source = &g->table->columns[g->predictors[0]];
	size_t atoms, ordered;
	if (g->memory == NULL || g->count != 1 || r->rows > REGRESS_ALL_ROWS || source->type == MIXMI_DISCRETE)
		return false;
	uint32_t *marks = base_array(source->distinct, sizeof *marks);
	if (marks != NULL)
		estimate_find_atoms(marks, &atoms, &ordered, source, g->threshold);
	bool alone = marks != NULL && atoms == 0;
	free(marks);
	return alone;
}

static size_t place_of(const data_column *source, uint32_t row, bool down)
{
	return down ? source->distinct - 1 - source->codes[row] : source->codes[row];
}

/* start: [distinct + 1] rows below each value. */
static void count_below(size_t *start, const response *r, const data_column *source, bool down)
{
	memset(start, 0, (source->distinct + 1) * sizeof *start);
	for (size_t k = 0; k < r->rows; k++)
		start[place_of(source, r->used[k], down) + 1]++;
	for (size_t v = 0; v < source->distinct; v++)
		start[v + 1] += start[v];
}

/* Whether the direction that the row keys decide is downwards. */
static bool runs_down(const response *r, const data_column *source, const size_t *start, const uint64_t *row_keys)
{
	int64_t sum = 0;
	for (size_t k = 0; k < r->rows; k++) {
		const size_t *below = &start[source->codes[r->used[k]]];
		sum += ((int64_t)(below[0] + below[1]) - (int64_t)r->rows) * regress_row_weight(row_keys[r->used[k]]);
	}
	return sum < 0;
}

/* Puts the rows into the order of the predictor's values; `sorted` becomes the predictor in that order. False: out of memory. */
static bool order_rows(response *r, question_column *sorted, const estimate_regression *g)
{
	const data_column *source = &g->table->columns[g->predictors[0]];
	size_t *start = base_array(source->distinct + 1, sizeof *start);
	uint32_t *moved = base_array_copy(r->used, r->rows, sizeof *moved);
	*sorted = (question_column){ .rows = r->rows, .entries = r->rows };
	sorted->codes = sorted->owned_codes = base_array(r->rows, sizeof *sorted->owned_codes);
	sorted->counts = sorted->owned_counts = base_array(source->distinct, sizeof *sorted->owned_counts);
	bool done = start != NULL && moved != NULL && sorted->codes != NULL && sorted->counts != NULL;
	if (done) {
		count_below(start, r, source, false);
		bool down = runs_down(r, source, start, g->row_keys);
		if (down)
			count_below(start, r, source, true);
		for (size_t v = 0; v < source->distinct; v++) {
			for (size_t i = start[v]; i < start[v + 1]; i++)
				sorted->owned_codes[i] = (uint32_t)sorted->distinct;
			if (start[v + 1] > start[v])
				sorted->owned_counts[sorted->distinct++] = (uint32_t)(start[v + 1] - start[v]);
		}
		for (size_t k = 0; k < r->rows; k++)
			r->used[start[place_of(source, moved[k], down)]++] = moved[k];
		sorted->occurring = sorted->distinct;
	}
	free(start);
	free(moved);
	return done;
}

/* In the order of the predictor its functions depend on nothing but how many rows its values have: all columns without ties share them.
 * NULL: out of memory. */
static test_kept *functions_of_ranks(response *r, const estimate_regression *g)
{
	question_column sorted;
	test_kept *kept = NULL;
	test_key key = { .rows = base_hash_number(BASE_HASH_START, r->rows), .column = TEST_KEY_RANKS };
	if (order_rows(r, &sorted, g)) {
		for (size_t v = 0; v < sorted.distinct; v++)
			key.rows = base_hash_number(key.rows, sorted.counts[v]);
		kept = test_memory_find(g->memory, &key);
		test_kept *fresh = kept == NULL ? test_kept_new(&key) : NULL;
		if (fresh != NULL && regress_regressors_init(&fresh->given.functions, &sorted, 1, NULL, 1))
			kept = test_memory_add(g->memory, fresh);
		else
			test_kept_free(fresh);
	}
	question_column_clear(&sorted);
	return kept;
}

/* --------------------------------------------------------------------------------------------- regressions */

static double share_left(double leverage)
{
	return 1 - fmin(leverage, estimate_most_leverage);
}

/* Whether a regression shortens the code of the response by more than its parameters cost, half a logarithm of the rows each. `left` is
 * cross-validated: as a fit it is shorter by a nat per parameter. The effects of many levels are not chosen: they count as one parameter. */
static bool is_worth_its_parameters(const regress_outcome *out, size_t rows, bool sparing)
{
	double n = (double)rows, saved = -0.5 * n * log(fmax(out->left, 1e-30));
	return saved > (sparing ? out->chosen * (0.5 * log(n) - 1) : 0) + estimate_claim * BASE_LN2;
}

/* Residuals over the root of 1 - leverage spread as the noise does. Where they tell how much the predictors say, those of each row
 * predicted from the others are taken, since the functions were chosen by the same rows. */
static bool regress_mean(response *r, double *freedom, const regress_regressors *given, bool sparing)
{
	regress_outcome out;
	double *scores = base_array(r->rows, sizeof *scores);
	if (scores == NULL)
		return false;
	for (size_t i = 0; i < r->rows; i++)
		scores[i] = base_fix(r->by_code[r->column->codes[r->used[i]]]);
	bool done = regress_predict(&out, r->fitted, r->leverage, scores, NULL, given);
	if (done && !is_worth_its_parameters(&out, r->rows, sparing)) {
		out = (regress_outcome){ .left = 1 };
		memset(r->fitted, 0, r->rows * sizeof *r->fitted);
		memset(r->leverage, 0, r->rows * sizeof *r->leverage);
	}
	double share = done && sparing ? share_left(out.chosen / (double)r->rows) : 1;
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

/* ------------------------------------------------------------------------------------------ evening the noise */

/* A row by its fitted value. */
typedef struct point {
	double at, log_size;
} point;

static int compare_points(const void *a, const void *b)
{
	const point *x = a, *y = b;
	int by_place = (x->at > y->at) - (x->at < y->at);
	return by_place != 0 ? by_place : (x->log_size > y->log_size) - (x->log_size < y->log_size);
}

/* Replaces the logarithms, points in ascending order, by means over windows of so many points, less the mean of all, and draws them towards
 * 0 by the share of their variance that chance makes: the logarithm of the size of a normal variable has variance pi^2 / 8. */
static bool smooth_logs(point *points, size_t count, size_t window)
{
	const double variance_of_log = 1.2337005501361697;
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
	double share = fmax(0, 1 - variance_of_log / (double)window / (square / (double)count + 1e-300));
	for (size_t i = 0; i < count; i++)
		points[i].log_size *= share;
	free(sums);
	return true;
}

/* The scale at `at`, that of the nearest point. */
static double scale_at(const point *points, size_t count, double at)
{
	size_t low = 0, high = count - 1;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (points[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	return exp(points[at - points[low].at < points[high].at - at ? low : high].log_size);
}

/* Stretches the response so that its residuals spread evenly along the fitted value: y becomes the integral of 1 / scale, standardised. */
static void stretch(response *r, const point *points)
{
	double previous = NAN, stretched = 0, mean = 0, square = 0, n = (double)r->rows;
	for (size_t code = 0; code < r->column->distinct; code++) {
		double at = r->by_code[code], rows = r->column->counts[code];
		if (r->marks[code] != DATA_MARK_ORDERED)
			continue;
		if (!isnan(previous))
			stretched += (at - previous) / scale_at(points, r->rows, (at + previous) / 2);
		previous = at;
		r->by_code[code] = stretched;
		mean += rows * stretched;
		square += rows * stretched * stretched;
	}
	mean /= n;
	double deviation = sqrt(fmax(square / n - mean * mean, 1e-300));
	for (size_t code = 0; code < r->column->distinct; code++)
		if (r->marks[code] == DATA_MARK_ORDERED)
			r->by_code[code] = (r->by_code[code] - mean) / deviation;
}

/* Where the size of the residuals follows the fitted value, as it does when ranks have bent a scale on which noise was even, the scale is
 * bent back (as in AVAS, Tibshirani 1988) and the regression repeated. */
static bool regress_evenly(response *r, double *freedom, const regress_regressors *given, bool sparing)
{
	if (!regress_mean(r, freedom, given, sparing))
		return false;
	if (r->left >= 1 || r->left < estimate_least_left)
		return true;
	point *points = base_array(r->rows, sizeof *points);
	if (points == NULL)
		return false;
	double tiny = estimate_tiny * sqrt(r->left);
	for (size_t i = 0; i < r->rows; i++)
		points[i] = (point){ r->fitted[i], log(fabs(r->residual[i]) + tiny) };
	qsort(points, r->rows, sizeof *points, compare_points);
	bool done = smooth_logs(points, r->rows, r->rows / ESTIMATE_WINDOWS + 1);
	bool bent = done && (points[0].log_size != 0 || points[r->rows - 1].log_size != 0);
	if (bent) {
		stretch(r, points);
		done = regress_mean(r, freedom, given, sparing);
	}
	free(points);
	return done;
}

/* Logarithms of the residuals' size, standardised; returns their standard deviation. */
static double log_sizes(double *logs, const response *r)
{
	base_sum squares = { 0, 0 };
	for (size_t i = 0; i < r->rows; i++)
		base_sum_add(&squares, r->residual[i] * r->residual[i]);
	double tiny = estimate_tiny * sqrt(base_sum_value(&squares) / (double)r->rows) + 1e-300;
	for (size_t i = 0; i < r->rows; i++)
		logs[i] = log(fabs(r->residual[i]) + tiny);
	return base_standardise(logs, r->rows);
}

/* Divides the residuals by their scale given the predictors and the fitted value: the regression of the logarithm of their size, each row
 * predicted from the others. */
static bool regress_scale(response *r, double *saved, double *freedom, const regress_regressors *given)
{
	regress_outcome out;
	double *logs = base_array(r->rows, 3 * sizeof *logs);
	if (logs == NULL)
		return false;
	double *fitted = logs + r->rows, *leverage = fitted + r->rows;
	double deviation = log_sizes(logs, r);
	bool done = regress_predict(&out, fitted, leverage, logs, r->fitted, given);
	bool counts = done && is_worth_its_parameters(&out, r->rows, true);
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

/* A place for each point mass in a gap between two residuals, so that it stands out from its neighbours as it did before. *placed: there
 * are gaps enough. False: out of memory. */
static bool place_atoms(double *places, bool *placed, const response *r)
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

/* Residuals in the ordered part, point masses as point masses. *built: false where masses would coincide, or a scale is beyond
 * all numbers. */
static bool build_column(data_column *out, bool *built, const response *r)
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

/* Each value is known to within the ranks next to it. Where the residuals are not much wider than that, they are spread evenly over what
 * each may be: several values instead of one. Else rows whose ranks in both columns agree would look like a point mass. */
enum { PARTS = 4 };

static bool spread_densities(double *out, const response *r, size_t reach)
{
	const data_column *column = r->column;
	double *values = base_array(r->rows, PARTS * sizeof *values),
		   *densities = base_array(r->rows, PARTS * sizeof *densities);
	data_column spread = { 0 };
	bool done = values != NULL && densities != NULL;
	for (size_t i = 0; done && i < r->rows; i++) {
		uint32_t code = column->codes[r->used[i]], low = code > 0 ? code - 1 : code,
				 high = code + 1 < column->distinct ? code + 1 : code;
		double width = fabs(r->by_code[high] - r->by_code[low]) / (double)(high - low) / r->scale[i];
		for (size_t k = 0; k < PARTS; k++)
			values[PARTS * i + k] = r->residual[i] + width * (((double)k + 0.5) / PARTS - 0.5);
	}
	done = done &&
	       data_column_from_values(&spread, column->name, MIXMI_NUMERIC, "", values, r->rows * PARTS) == MIXMI_OK &&
	       estimate_log_densities(densities, spread.codes, spread.values, spread.distinct, NULL, r->rows * PARTS,
	                              reach * PARTS, ESTIMATE_SAMPLE);
	for (size_t i = 0; done && i < r->rows; i++) {
		out[r->used[i]] = 0;
		for (size_t k = 0; k < PARTS; k++)
			out[r->used[i]] += densities[PARTS * i + k] / PARTS;
	}
	data_column_clear(&spread);
	free(values);
	free(densities);
	return done;
}

/* What ranks take from strong dependence. A row's ranks in two columns differ by as many rows as lie on different sides of it in the two,
 * a number that chance makes vary about as much as it is large: with residuals of r ranks (standard deviation) their variance is
 * r^2 + 1.13 r, which hides about .56 / r nats. With few ranks the difference is no longer that of normal variables. */
static double lost_by_ranks(const response *r)
{
	const double mean_density = 0.28209479177387814; /* of normal scores: a score of 1 is worth so many of all ranks */
	double ranks = mean_density * sqrt(r->left) * (double)r->rows;
	return ranks > 5 ? 0.56 / ranks : 0;
}

/* How much denser the residuals lie than the column did, row by row. No row can tell more than which of all it is. */
static bool compare_densities(estimate_residual *out, const response *r)
{
	size_t reach = estimate_reach(r->rows);
	double *before = base_array_zero(r->all, sizeof *before), most = log((double)r->all);
	out->terms = base_array_zero(r->all, sizeof *out->terms);
	bool fine = sqrt(r->left) * (double)r->rows < 80;
	bool done = before != NULL && out->terms != NULL &&
	            estimate_log_densities(before, r->column->codes, r->by_code, r->column->distinct, r->is_used, r->all,
	                                   reach, ESTIMATE_QUANTILES);
	done = done && (fine ? spread_densities(out->terms, r, reach)
	                     : estimate_log_densities(out->terms, out->column.codes, out->column.values,
	                                              out->column.distinct, r->is_used, r->all, reach, ESTIMATE_SAMPLE));
	base_sum sum = { 0, 0 };
	double lost = lost_by_ranks(r);
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

/* Leaves an evenly spaced part of the rows. */
static void thin(response *r)
{
	size_t stride = r->rows / ESTIMATE_PART, kept = 0;
	for (size_t i = stride / 2; i < r->rows; i += stride)
		r->used[kept++] = r->used[i];
	r->rows = kept;
}

static bool regress_on(response *r, double *freedom, double *saved, const regress_regressors *given, bool sparing)
{
	double by_scale = 0;
	bool done = regress_evenly(r, freedom, given, sparing) && regress_scale(r, &by_scale, freedom, given);
	if (done && *freedom > 0)
		*saved = fmax(0, -0.5 * log(fmax(r->left, 1e-30))) + by_scale;
	return done;
}

static bool regress_on_ranks(response *r, double *freedom, double *saved, const estimate_regression *g)
{
	test_kept *kept = functions_of_ranks(r, g);
	bool done = kept != NULL;
	if (done && kept->given.functions.block_count > 1) /* else the predictor is constant here */
		done = regress_on(r, freedom, saved, &kept->given.functions, g->sparing);
	test_memory_release(g->memory, kept);
	return done;
}

/* *freedom stays 0 where nothing counts. */
static bool regress(response *r, double *freedom, double *saved, const estimate_regression *g, bool part,
                    estimate_predictors *shared)
{
	*freedom = *saved = 0;
	if (!response_init(r, &g->table->columns[g->response], g->table->rows, g->threshold))
		return false;
	if (!is_continuous(r) || g->count == 0)
		return true;
	estimate_predictors own = { 0 }, *p = shared != NULL && r->rows == r->all ? shared : &own;
	if (part && r->rows >= 2 * ESTIMATE_PART)
		thin(r);
	if (has_ranks_alone(r, g))
		return regress_on_ranks(r, freedom, saved, g);
	bool done = predictors_init(p, r, g);
	if (done && p->count > 0)
		done = regress_on(r, freedom, saved, &p->given, g->sparing);
	estimate_predictors_clear(&own);
	return done;
}

bool estimate_residual_init(estimate_residual *out, const estimate_regression *regression, estimate_predictors *shared)
{
	response r;
	memset(out, 0, sizeof *out);
	bool done = regress(&r, &out->freedom, &out->saved, regression, false, shared);
	out->saved *= (double)r.rows / (double)r.all;
	if (done && out->freedom > 0)
		done = build_column(&out->column, &out->exists, &r) && (!out->exists || compare_densities(out, &r));
	response_clear(&r);
	return done;
}

bool estimate_residual_saved(double *saved, const estimate_regression *regression)
{
	response r;
	double freedom;
	bool done = regress(&r, &freedom, saved, regression, true, NULL);
	response_clear(&r);
	return done;
}

void estimate_residual_clear(estimate_residual *residual)
{
	data_column_clear(&residual->column);
	free(residual->terms);
	memset(residual, 0, sizeof *residual);
}
