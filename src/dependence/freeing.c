/* Residuals of penalised regressions (smooth.h) as new columns, and what the regression told by entropies from spacings. */
#include "dependence/freeing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sum.h"
#include "dependence/smooth.h"
#include "dependence/spacing.h"

/* ----------------------------------------------------------------------------------------------- residuals */

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* A place for each atom in a gap between two residuals, so that it stands out from its neighbours as it did before. *placed: there
 * are gaps enough. False: out of memory. */
static bool place_atoms(double *places, bool *placed, const dependence_numbers *response, const double *residuals,
                        size_t rows)
{
	size_t count = 0, found = 0, atoms = response->atom_count;
	double *sorted = atoms > 0 ? base_array(rows, sizeof *sorted) : NULL;
	*placed = atoms == 0;
	if (atoms == 0)
		return true;
	if (sorted == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		if (response->used[i])
			sorted[count++] = residuals[i];
	qsort(sorted, count, sizeof *sorted, compare_doubles);
	for (size_t i = 1; i < count && found < atoms; i++) {
		double middle = sorted[i - 1] / 2 + sorted[i] / 2;
		if (i >= (found + 1) * count / (atoms + 1) && middle > sorted[i - 1] && middle < sorted[i])
			places[found++] = middle;
	}
	*placed = found == atoms;
	free(sorted);
	return true;
}

static bool all_finite(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isfinite(values[i]))
			return false;
	return true;
}

/* Residuals in the ordered part, atoms as atoms. Uses the residuals up. *built: false where atoms could not be told apart, or a scale
 * is beyond all numbers. */
static bool build_column(data_column *out, bool *built, const data_column *column, const dependence_numbers *response,
                         double *residuals, size_t rows)
{
	double *places = base_array(response->atom_count, sizeof *places);
	bool done = places != NULL && place_atoms(places, built, response, residuals, rows);
	for (size_t i = 0; done && *built && i < rows; i++)
		if (!response->used[i])
			residuals[i] = places[response->atoms[i]];
	*built = done && *built && all_finite(residuals, rows);
	if (*built)
		done = data_column_from_values(out, column->name, column->type, "", residuals, rows) == MIXMI_OK;
	free(places);
	return done;
}

/* A response on its way: its values by code and by row, which the stages of a regression change. */
typedef struct response {
	const data_column *column;
	const dependence_numbers *numbers;
	const bool *used;
	size_t rows;
	double *by_code;    /* [distinct] */
	bool *ordered_code; /* [distinct] in the ordered part */
	double *values;     /* [rows] */
	double *fitted;     /* [rows] */
	double *scale;      /* [rows] */
	dependence_smooth smooth;
} response;

static bool response_init(response *r, const data_column *column, const dependence_numbers *numbers, size_t rows)
{
	*r = (response){ column, numbers, numbers->used, rows, .by_code = NULL };
	r->by_code = base_array_copy(numbers->by_code, column->distinct, sizeof *r->by_code);
	r->values = base_array_copy(numbers->scores, rows, sizeof *r->values);
	r->ordered_code = base_array_zero(column->distinct, sizeof *r->ordered_code);
	for (size_t i = 0; r->ordered_code != NULL && i < rows; i++)
		r->ordered_code[column->codes[i]] = numbers->used[i];
	r->fitted = base_array_zero(rows, sizeof *r->fitted);
	r->scale = base_array(rows, sizeof *r->scale);
	r->smooth.residuals = base_array(rows, sizeof *r->smooth.residuals);
	for (size_t i = 0; r->scale != NULL && i < rows; i++)
		r->scale[i] = 1;
	return r->by_code != NULL && r->ordered_code != NULL && r->values != NULL && r->fitted != NULL &&
	       r->scale != NULL && r->smooth.residuals != NULL;
}

static void response_clear(response *r)
{
	free(r->by_code);
	free(r->ordered_code);
	free(r->values);
	free(r->fitted);
	free(r->scale);
	free(r->smooth.residuals);
}

/* Each value is known to within the ranks next to it. Where the residuals are not much wider than that, they are spread evenly
 * over what each may be: PARTS values instead of one. Else rows whose ranks in both columns agree would look like an atom. */
enum { PARTS = 4 };

static bool spread_densities(double *out, const response *r, const data_column *residuals, size_t reach)
{
	const data_column *column = r->column;
	size_t rows = r->rows;
	double *values = base_array(rows, PARTS * sizeof *values), *densities = base_array(rows, PARTS * sizeof *densities);
	bool *used = base_array(rows, PARTS * sizeof *used);
	data_column spread = { 0 };
	bool done = values != NULL && densities != NULL && used != NULL;
	for (size_t i = 0; done && i < rows; i++) {
		uint32_t code = column->codes[i], low = code > 0 ? code - 1 : code,
				 high = code + 1 < column->distinct ? code + 1 : code;
		double width = fabs(r->by_code[high] - r->by_code[low]) / (double)(high - low) / r->scale[i];
		for (size_t k = 0; k < PARTS; k++) {
			used[PARTS * i + k] = r->used[i];
			values[PARTS * i + k] = residuals->values[residuals->codes[i]] + width * (((double)k + 0.5) / PARTS - 0.5);
		}
	}
	done = done &&
	       data_column_from_values(&spread, column->name, MIXMI_NUMERIC, "", values, rows * PARTS) == MIXMI_OK &&
	       dependence_log_densities(densities, spread.codes, spread.values, spread.distinct, used, rows * PARTS,
	                                reach * PARTS, DEPENDENCE_SAMPLE);
	for (size_t i = 0; done && i < rows; i++) {
		out[i] = 0;
		for (size_t k = 0; k < PARTS; k++)
			out[i] += densities[PARTS * i + k] / PARTS;
	}
	data_column_clear(&spread);
	free(values);
	free(densities);
	free(used);
	return done;
}

/* What ranks take from strong dependence. A row's ranks in two columns differ by as many rows as lie on different sides of it in the two,
 * a number that chance makes vary about as much as it is large: with residuals of r ranks (standard deviation) their variance is
 * r^2 + 1.13 r, which hides about .56 / r nats. With few ranks the difference is no longer that of normal variables. */
static double hidden_by_ranks(const response *r)
{
	const double mean_density = 0.28209479177387814; /* of normal scores: a score of 1 is worth so many of all ranks */
	double ranks = mean_density * sqrt(r->smooth.error) * (double)r->numbers->ordered;
	return ranks > 5 ? 0.56 / ranks : 0;
}

/* How much denser the residuals lie than the column did, row by row. No row can tell more than which of all it is. */
static bool compare_densities(dependence_freed *out, const response *r)
{
	size_t rows = r->rows, reach = dependence_reach(r->numbers->ordered);
	double *before = base_array(rows, sizeof *before), most = log((double)rows);
	out->terms = base_array(rows, sizeof *out->terms);
	bool fine = sqrt(r->smooth.error) * (double)rows < 80;
	bool done = before != NULL && out->terms != NULL &&
	            dependence_log_densities(before, r->column->codes, r->by_code, r->column->distinct, r->used, rows,
	                                     reach, DEPENDENCE_QUANTILES);
	done = done && (fine ? spread_densities(out->terms, r, &out->column, reach)
	                     : dependence_log_densities(out->terms, out->column.codes, out->column.values,
	                                                out->column.distinct, r->used, rows, reach, DEPENDENCE_SAMPLE));
	base_sum sum = { 0, 0 };
	double hidden = hidden_by_ranks(r);
	for (size_t i = 0; done && i < rows; i++) {
		out->terms[i] = r->used[i] ? fmin(out->terms[i] - before[i] - log(r->scale[i]) + hidden, most) : 0;
		base_sum_add(&sum, out->terms[i]);
	}
	out->told = base_sum_value(&sum) / (double)rows;
	free(before);
	return done;
}

/* ------------------------------------------------------------------------------------------- regressions */

/* Nats that predicting saves in all rows. */
static double nats_saved(const dependence_smooth *smooth, size_t rows)
{
	return 0.5 * log(smooth->before / fmax(smooth->error, 1e-30)) * (double)rows;
}

/* A regression on curves, then one of what it leaves on surfaces, where that predicts better. */
static bool regress(response *r, const dependence_terms *terms)
{
	dependence_smooth *best = &r->smooth;
	dependence_smooth more = { .residuals = base_array(r->rows, sizeof *more.residuals),
		                       .predicted = base_array(r->rows, sizeof *more.predicted) };
	best->predicted = r->fitted;
	bool done = more.residuals != NULL && more.predicted != NULL &&
	            dependence_smooth_fit(best, r->values, r->used, terms->curves, terms->curve_count, r->rows);
	if (done && terms->surface_count > 0) {
		done = dependence_smooth_fit(&more, best->residuals, r->used, terms->surfaces, terms->surface_count, r->rows);
		if (done && nats_saved(&more, r->numbers->ordered) > terms->least) {
			double *spare = best->residuals;
			*best = (dependence_smooth){ more.residuals, r->fitted, best->freedom + more.freedom,
				                         more.error * best->error / more.before, best->before };
			more.residuals = spare;
			for (size_t i = 0; i < r->rows; i++)
				r->fitted[i] += more.predicted[i];
		}
	}
	free(more.residuals);
	free(more.predicted);
	return done;
}

/* Logarithms of the residuals' size, 0 on average. */
static void log_sizes(double *logs, const response *r)
{
	base_sum sum = { 0, 0 }, squares = { 0, 0 };
	const double *residuals = r->smooth.residuals;
	for (size_t i = 0; i < r->rows; i++)
		base_sum_add(&squares, residuals[i] * residuals[i]);
	double tiny = 1e-3 * sqrt(base_sum_value(&squares) / (double)r->numbers->ordered) + 1e-300;
	for (size_t i = 0; i < r->rows; i++) {
		logs[i] = r->used[i] ? log(fabs(residuals[i]) + tiny) : 0;
		base_sum_add(&sum, logs[i]);
	}
	double mean = base_sum_value(&sum) / (double)r->numbers->ordered;
	for (size_t i = 0; i < r->rows; i++)
		logs[i] -= mean;
}

/* Divides the residuals by how wide they are from place to place, a regression of the logarithms of their sizes on the terms and
 * on the prediction, where that predicts anything. */
static bool divide_by_scale(response *r, const dependence_terms *terms, double *saved)
{
	dependence_term curves[DEPENDENCE_MOST_TERMS];
	dependence_predictor prediction = { r->fitted, NULL, 0, true };
	memcpy(curves, terms->scales, terms->scale_count * sizeof *curves);
	/* where nothing is predicted, a row's prediction would follow the row's own value */
	size_t count = terms->scale_count;
	if (nats_saved(&r->smooth, r->numbers->ordered) > terms->least)
		curves[count++] = (dependence_term){ &prediction, NULL };
	double *logs = base_array(r->rows, sizeof *logs);
	dependence_smooth s = { .residuals = base_array(r->rows, sizeof *s.residuals) };
	bool done = logs != NULL && s.residuals != NULL;
	if (done) {
		log_sizes(logs, r);
		done = dependence_smooth_fit(&s, logs, r->used, curves, count, r->rows);
	}
	*saved = 0;
	if (done && nats_saved(&s, r->numbers->ordered) > terms->least) {
		*saved = nats_saved(&s, r->numbers->ordered);
		for (size_t i = 0; i < r->rows; i++)
			if (r->used[i]) {
				r->scale[i] = exp(logs[i] - s.residuals[i]);
				r->smooth.residuals[i] /= r->scale[i];
			}
	}
	free(logs);
	free(s.residuals);
	return done;
}

/* Rows in ascending order of their prediction, at most POINTS of them, evenly spaced: where the scale is known along it. */
enum { POINTS = 128 };

typedef struct point {
	double at, log_scale;
} point;

static int compare_points(const void *a, const void *b)
{
	double x = ((const point *)a)->at, y = ((const point *)b)->at;
	return (x > y) - (x < y);
}

/* The scale at `at` by straight lines between the points, constant beyond them. */
static double scale_at(const point *points, size_t count, double at)
{
	size_t low = 0, high = count - 1;
	if (at <= points[low].at || at >= points[high].at)
		return exp(points[at <= points[low].at ? low : high].log_scale);
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (points[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	double share = (at - points[low].at) / (points[high].at - points[low].at);
	return exp(points[low].log_scale + share * (points[high].log_scale - points[low].log_scale));
}

/* Stretches the response so that its residuals spread evenly along the prediction: y becomes the integral of 1 / scale. */
static void stretch(response *r, const point *points, size_t count)
{
	double previous = 0, stretched = 0;
	bool first = true;
	base_sum sum = { 0, 0 }, squares = { 0, 0 };
	for (size_t code = 0; code < r->column->distinct; code++) {
		double at = r->numbers->by_code[code];
		if (r->column->counts[code] == 0 || !r->ordered_code[code])
			continue;
		if (!first)
			stretched += (at - previous) / scale_at(points, count, (at + previous) / 2);
		first = false;
		previous = at;
		r->by_code[code] = stretched;
	}
	for (size_t i = 0; i < r->rows; i++)
		base_sum_add(&sum, r->used[i] ? r->by_code[r->column->codes[i]] : 0);
	double mean = base_sum_value(&sum) / (double)r->numbers->ordered;
	for (size_t code = 0; code < r->column->distinct; code++)
		r->by_code[code] -= r->ordered_code[code] ? mean : 0;
	for (size_t i = 0; i < r->rows; i++) {
		r->values[i] = r->used[i] ? r->by_code[r->column->codes[i]] : 0;
		base_sum_add(&squares, r->values[i] * r->values[i]);
	}
	double unit = sqrt(base_sum_value(&squares) / (double)r->numbers->ordered);
	for (size_t code = 0; code < r->column->distinct; code++)
		r->by_code[code] /= unit;
	for (size_t i = 0; i < r->rows; i++)
		r->values[i] /= unit;
}

/* Where the size of the residuals follows the prediction, as it does when ranks have bent a scale on which noise was even, the scale
 * is bent back (as in AVAS, Tibshirani 1988) and the regression repeated. */
static bool stabilise(response *r, const dependence_terms *terms)
{
	double *logs = base_array(r->rows, sizeof *logs);
	dependence_smooth s = { .residuals = base_array(r->rows, sizeof *s.residuals) };
	dependence_predictor prediction = { r->fitted, NULL, 0, true };
	dependence_term curve = { &prediction, NULL };
	point points[POINTS];
	bool done = logs != NULL && s.residuals != NULL, bent = false;
	/* where hardly anything is left, bending the scale costs more than it evens out */
	if (done && nats_saved(&r->smooth, r->numbers->ordered) > terms->least &&
	    r->smooth.error > 0.003 * r->smooth.before) {
		log_sizes(logs, r);
		done = dependence_smooth_fit(&s, logs, r->used, &curve, 1, r->rows);
		bent = done && nats_saved(&s, r->numbers->ordered) > terms->least;
	}
	if (bent) {
		size_t count = 0, seen = 0, stride = r->numbers->ordered / POINTS + 1;
		for (size_t i = 0; i < r->rows; i++)
			if (r->used[i] && seen++ % stride == 0)
				points[count++] = (point){ r->fitted[i], logs[i] - s.residuals[i] };
		qsort(points, count, sizeof *points, compare_points);
		stretch(r, points, count);
		done = regress(r, terms);
	}
	free(logs);
	free(s.residuals);
	return done;
}

bool dependence_free_column(dependence_freed *out, const data_column *column, const dependence_numbers *numbers,
                            const dependence_terms *terms, size_t rows)
{
	memset(out, 0, sizeof *out);
	if (!numbers->continuous || terms->curve_count == 0 || terms->scale_count >= DEPENDENCE_MOST_TERMS)
		return true;
	response r;
	double by_scale = 0;
	bool done = response_init(&r, column, numbers, rows) && regress(&r, terms);
	double saved = done ? nats_saved(&r.smooth, numbers->ordered) : 0;
	done = done && stabilise(&r, terms) && divide_by_scale(&r, terms, &by_scale);
	if (done) {
		saved = (saved > terms->least ? saved : 0) + by_scale;
		out->saved = fmin(saved, (double)numbers->ordered * log((double)rows)) / (double)rows;
		out->freedom = r.smooth.freedom;
		out->freed = out->saved > 0;
	}
	if (done && out->freed)
		done = build_column(&out->column, &out->freed, column, numbers, r.smooth.residuals, rows) &&
		       (!out->freed || compare_densities(out, &r));
	response_clear(&r);
	return done;
}

void dependence_freed_clear(dependence_freed *freed)
{
	data_column_clear(&freed->column);
	free(freed->terms);
	memset(freed, 0, sizeof *freed);
}
