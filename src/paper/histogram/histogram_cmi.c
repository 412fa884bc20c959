/* I(X;Y|Z) of a histogram: sum over cells of (c/n) ln(c c_z / (c_xz c_yz)). In this form cells that are exactly
 * independent contribute exactly 0, and there is no large cancellation. The corrections are in docs/METHOD.md, section
 * 3. */
#include "paper/histogram/histogram_cmi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sized.h"
#include "base/special.h"
#include "base/sum.h"
#include "paper/histogram/histogram_margin.h"
#include "paper/question/question.h"

/* The four margins of the estimate. */
typedef struct margins {
	cells_margin xyz, xz, yz, z;
} margins;

static bool margins_init(margins *m, const mixmi_histogram *histogram, const mixmi_question *q, size_t *joint)
{
	memset(m, 0, sizeof *m);
	return hist_margin_init(&m->z, histogram, q->z, q->z_count) &&
	       hist_margin_init(&m->xz, histogram, joint, question_join(joint, q->x, q->x_count, q->z, q->z_count)) &&
	       hist_margin_init(&m->yz, histogram, joint, question_join(joint, q->y, q->y_count, q->z, q->z_count)) &&
	       hist_margin_init(&m->xyz, histogram, joint, question_join_all(joint, q));
}

static void margins_clear(margins *m)
{
	cells_margin_clear(&m->xyz);
	cells_margin_clear(&m->xz);
	cells_margin_clear(&m->yz);
	cells_margin_clear(&m->z);
}

/* Mean over rows of ln(c c_z / (c_xz c_yz)), which is the plug-in estimate in nats, and the mean of its square. `done`
 * marks the cells of the xyz margin already counted. */
static double plug_in(double *square, const mixmi_histogram *histogram, const margins *m, bool *done)
{
	base_sum sum = { 0, 0 }, squares = { 0, 0 };
	for (size_t i = 0; i < histogram->cells; i++) {
		uint32_t cell = m->xyz.ids[i];
		if (done[cell])
			continue;
		done[cell] = true;
		uint64_t c = m->xyz.counts[cell];
		double ratio =
			base_log_ratio(c * m->z.counts[m->z.ids[i]], m->xz.counts[m->xz.ids[i]] * m->yz.counts[m->yz.ids[i]]);
		base_sum_add(&sum, (double)c * ratio);
		base_sum_add(&squares, (double)c * ratio * ratio);
	}
	*square = base_sum_value(&squares) / (double)histogram->rows;
	double estimate = base_sum_value(&sum) / (double)histogram->rows;
	return estimate > 0 ? estimate : 0; /* below 0 only by rounding */
}

static double grid_cells(const mixmi_histogram *histogram, const size_t *columns, size_t column_count)
{
	double cells = 1;
	for (size_t j = 0; j < column_count; j++)
		cells *= (double)hist_column_bins(&histogram->columns[columns[j]]);
	return cells;
}

/* Stores a correction and the corrected estimate. */
static void put_correction(double *value, double *correction, double estimate, double term)
{
	*correction = term;
	*value = estimate + term > 0 ? estimate + term : 0;
}

/* Quotient NML. */
static double sc_correction(const mixmi_answer *r, uint64_t n)
{
	double bits =
		mixmi_parametric_complexity(n, r->bins_x * r->bins_z) + mixmi_parametric_complexity(n, r->bins_y * r->bins_z) -
		mixmi_parametric_complexity(n, r->bins_x * r->bins_y * r->bins_z) - mixmi_parametric_complexity(n, r->bins_z);
	return bits * BASE_LN2 / (double)n;
}

/* Complexities of X, Y and (X, Y) for one number of rows. */
typedef struct slice_bits {
	double x, y, xy;
	bool known;
} slice_bits;

static slice_bits bits_of_slice(const mixmi_answer *r, uint64_t rows)
{
	return (slice_bits){ mixmi_parametric_complexity(rows, r->bins_x), mixmi_parametric_complexity(rows, r->bins_y),
		                 mixmi_parametric_complexity(rows, r->bins_x * r->bins_y), true };
}

/* Factorised NML: one complexity for each occupied cell of Z, for its number of rows. With many columns in Z most cells
 * have the same few numbers, whose complexities are cached. */
static double fnml_correction(const mixmi_answer *r, const cells_margin *z, uint64_t n)
{
	enum { KEPT = 128 };
	slice_bits kept[KEPT] = { 0 };
	base_sum bits = { 0, 0 };
	for (size_t i = 0; i < z->cells; i++) {
		uint64_t rows = z->counts[i];
		slice_bits b = rows < KEPT && kept[rows].known ? kept[rows] : bits_of_slice(r, rows);
		if (rows < KEPT)
			kept[rows] = b;
		base_sum_add(&bits, b.x);
		base_sum_add(&bits, b.y);
		base_sum_add(&bits, -b.xy);
	}
	return base_sum_value(&bits) * BASE_LN2 / (double)n;
}

/* Applies the corrections of docs/METHOD.md, section 3. */
static void correct(mixmi_answer *r, double estimate, const cells_margin *z, uint64_t n, double alpha)
{
	double twice_n = 2 * (double)n;
	r->paper.chi2_df = (r->bins_x - 1) * (r->bins_y - 1) * r->bins_z;
	r->paper.chi2_p = base_chi2_tail(twice_n * estimate, r->paper.chi2_df);
	put_correction(&r->paper.chi2, &r->paper.chi2_correction, estimate,
	               -base_chi2_quantile(alpha, r->paper.chi2_df) / twice_n);
	put_correction(&r->paper.jic, &r->paper.jic_correction, estimate, -r->paper.chi2_df * log((double)n) / twice_n);
	put_correction(&r->paper.sc, &r->paper.sc_correction, estimate, sc_correction(r, n));
	put_correction(&r->paper.fnml, &r->paper.fnml_correction, estimate, fnml_correction(r, z, n));
}

/* True also for columns of numbers whose values are all atoms. */
static bool all_discrete(const mixmi_histogram *histogram, const size_t *columns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (histogram->columns[columns[i]].intervals > 0)
			return false;
	return true;
}

/* The smallest entropy given Z of the discrete sides. */
static double entropy_bound(const mixmi_histogram *histogram, const mixmi_question *q, const margins *m)
{
	double bound = INFINITY;
	if (all_discrete(histogram, q->x, q->x_count))
		bound = fmin(bound, cells_conditional_entropy(&m->xz, &m->z, histogram->rows));
	if (all_discrete(histogram, q->y, q->y_count))
		bound = fmin(bound, cells_conditional_entropy(&m->yz, &m->z, histogram->rows));
	return bound;
}

/* Linfoot's informational correlation (1957): |r| of a bivariate Gaussian with this mutual information. */
static double strength_of(double nats)
{
	return sqrt(-expm1(-2 * nats));
}

/* The estimate and its interval, by the infinitesimal jackknife with fixed cells. */
static void conclude(mixmi_answer *r, double standard_error, double bias, double bound, const mixmi_options *options)
{
	bool correcting = options->bias == MIXMI_BIAS_MILLER_MADOW;
	r->plug_in = r->fitted;
	r->bias = correcting ? bias : 0;
	r->standard_error = standard_error;
	r->estimate = fmax(0, r->plug_in - r->bias);
	if (correcting || options->preset == MIXMI_PRESET_DEFAULT)
		r->estimate = fmin(r->estimate, bound);
	r->lower = r->upper = NAN;
	if (options->confidence > 0) {
		r->confidence = options->confidence;
		double reach = sqrt(base_chi2_quantile(1 - options->confidence, 1)) * standard_error;
		r->lower = fmax(0, r->estimate - reach);
		r->upper = fmax(r->estimate, fmin(r->estimate + reach, bound));
	}
	r->strength = strength_of(r->estimate);
	r->strength_max = strength_of(bound);
}

void hist_put_shape(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *q)
{
	out->rows = histogram->rows;
	out->rows_dropped = histogram->rows_dropped;
	out->bins_x = grid_cells(histogram, q->x, q->x_count);
	out->bins_y = grid_cells(histogram, q->y, q->y_count);
	out->bins_z = grid_cells(histogram, q->z, q->z_count);
}

static mixmi_status evaluate(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *q,
                             size_t *joint, const mixmi_options *options)
{
	margins m;
	bool *done = NULL;
	mixmi_status status = MIXMI_OK;
	if (margins_init(&m, histogram, q, joint))
		done = base_array_zero(m.xyz.cells, sizeof *done);
	if (done == NULL) {
		status = base_error_memory();
	} else {
		double rows = (double)histogram->rows, square;
		out->fitted = plug_in(&square, histogram, &m, done);
		double error = sqrt(fmax(0, square - out->fitted * out->fitted) / rows);
		double bias = ((double)m.xyz.cells - (double)m.xz.cells - (double)m.yz.cells + (double)m.z.cells) / (2 * rows);
		hist_put_shape(out, histogram, q);
		correct(out, out->fitted, &m.z, histogram->rows, options->alpha);
		conclude(out, error, bias, entropy_bound(histogram, q, &m), options);
	}
	free(done);
	margins_clear(&m);
	return status;
}

/* Allocates, fills in and checks the columns of a question about a histogram. NULL: *status has the reason. */
static size_t *histogram_columns(mixmi_status *status, const mixmi_histogram *histogram, const mixmi_question *q)
{
	*status = question_check_sets(q);
	if (*status != MIXMI_OK)
		return NULL;
	size_t *joint = base_array(q->x_count + q->y_count + q->z_count, sizeof *joint);
	if (joint == NULL) {
		*status = base_error_memory();
		return NULL;
	}
	*status = hist_check_subset(histogram, joint, question_join_all(joint, q));
	if (*status == MIXMI_OK)
		return joint;
	free(joint);
	return NULL;
}

mixmi_status hist_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *q)
{
	mixmi_status status;
	size_t *joint = histogram_columns(&status, histogram, q);
	if (joint == NULL)
		return status;
	margins m;
	bool *done = NULL;
	if (margins_init(&m, histogram, q, joint))
		done = base_array_zero(m.xyz.cells, sizeof *done);
	double square;
	if (done != NULL)
		*estimate = plug_in(&square, histogram, &m, done);
	else
		status = base_error_memory();
	free(done);
	margins_clear(&m);
	free(joint);
	return status;
}

mixmi_status hist_answer(mixmi_answer *out, const mixmi_histogram *histogram, const mixmi_question *question,
                         const mixmi_options *options)
{
	mixmi_status status;
	size_t *joint = histogram_columns(&status, histogram, question);
	if (joint == NULL)
		return status;
	status = evaluate(out, histogram, question, joint, options);
	free(joint);
	return status;
}

mixmi_status mixmi_histogram_cmi(mixmi_answer *out, size_t size, const mixmi_histogram *histogram,
                                 const mixmi_question *question, const mixmi_options *options)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	mixmi_answer answer = base_no_answer(MIXMI_OK, "histogram", settled.alpha);
	mixmi_status status = hist_answer(&answer, histogram, question, &settled);
	if (status == MIXMI_OK)
		answer.comparable = answer.rows;
	else
		answer = base_no_answer(status, "histogram", settled.alpha);
	base_give(out, size, &answer, sizeof answer);
	return status;
}
