/* I(X;Y|Z) of a histogram: sum over cells of (c/n) ln(c c_z / (c_xz c_yz)). In this form cells that are exactly
 * independent contribute exactly 0 and nothing large cancels. The corrections are those of SPEC.md, section 1. */
#include "info/cmi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/special.h"
#include "base/sum.h"
#include "info/margin.h"
#include "info/question.h"

static const double ln2 = 0.693147180559945309417232121458;

/* The four margins that the estimate is made of. */
typedef struct margins {
	info_margin xyz, xz, yz, z;
} margins;

static bool margins_init(margins *m, const mixmi_histogram *histogram, const mixmi_question *q, size_t *joint)
{
	memset(m, 0, sizeof *m);
	return info_margin_init(&m->z, histogram, q->z, q->z_count) &&
	       info_margin_init(&m->xz, histogram, joint, info_join(joint, q->x, q->x_count, q->z, q->z_count)) &&
	       info_margin_init(&m->yz, histogram, joint, info_join(joint, q->y, q->y_count, q->z, q->z_count)) &&
	       info_margin_init(&m->xyz, histogram, joint, info_join_all(joint, q));
}

static void margins_clear(margins *m)
{
	info_margin_clear(&m->xyz);
	info_margin_clear(&m->xz);
	info_margin_clear(&m->yz);
	info_margin_clear(&m->z);
}

/* The estimate in nats. `done` marks the cells of the xyz margin that have been counted. */
static double plug_in(const mixmi_histogram *histogram, const margins *m, bool *done)
{
	base_sum sum = { 0, 0 };
	for (size_t i = 0; i < histogram->cells; i++) {
		uint32_t cell = m->xyz.ids[i];
		if (done[cell])
			continue;
		done[cell] = true;
		uint64_t c = m->xyz.counts[cell];
		double ratio = base_log_ratio(c * m->z.counts[m->z.ids[i]], m->xz.counts[m->xz.ids[i]] * m->yz.counts[m->yz.ids[i]]);
		base_sum_add(&sum, (double)c * ratio);
	}
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

static mixmi_correction corrected(double estimate, double correction)
{
	double value = estimate + correction;
	return (mixmi_correction){ correction, value > 0 ? value : 0 };
}

/* Quotient NML. */
static double sc_correction(const mixmi_cmi *r, uint64_t n)
{
	double bits =
		mixmi_parametric_complexity(n, r->bins_x * r->bins_z) + mixmi_parametric_complexity(n, r->bins_y * r->bins_z) -
		mixmi_parametric_complexity(n, r->bins_x * r->bins_y * r->bins_z) - mixmi_parametric_complexity(n, r->bins_z);
	return bits * ln2 / (double)n;
}

/* Complexities of X, Y and both for one number of rows. */
typedef struct slice_bits {
	double x, y, xy;
	bool known;
} slice_bits;

static slice_bits bits_of_slice(const mixmi_cmi *r, uint64_t rows)
{
	return (slice_bits){ mixmi_parametric_complexity(rows, r->bins_x), mixmi_parametric_complexity(rows, r->bins_y),
		                 mixmi_parametric_complexity(rows, r->bins_x * r->bins_y), true };
}

/* Factorised NML: a complexity for each occupied cell of Z by its own number of rows. With many columns in Z most cells
 * have the same few numbers, whose complexities are kept. */
static double fnml_correction(const mixmi_cmi *r, const info_margin *z, uint64_t n)
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
	return base_sum_value(&bits) * ln2 / (double)n;
}

static void correct(mixmi_cmi *r, const info_margin *z, uint64_t n, double alpha)
{
	double twice_n = 2 * (double)n;
	r->df = (r->bins_x - 1) * (r->bins_y - 1) * r->bins_z;
	r->p = base_chi2_tail(twice_n * r->estimate, r->df);
	r->chi2 = corrected(r->estimate, -base_chi2_quantile(alpha, r->df) / twice_n);
	r->jic = corrected(r->estimate, -r->df * log((double)n) / twice_n);
	r->sc = corrected(r->estimate, sc_correction(r, n));
	r->fnml = corrected(r->estimate, fnml_correction(r, z, n));
}

static mixmi_status evaluate(mixmi_cmi *out, const mixmi_histogram *histogram, const mixmi_question *q, size_t *joint,
                             double alpha)
{
	margins m;
	bool *done = NULL;
	mixmi_status status = MIXMI_OK;
	if (margins_init(&m, histogram, q, joint))
		done = base_array_zero(m.xyz.cells, sizeof *done);
	if (done == NULL) {
		status = base_error_memory();
	} else {
		out->estimate = plug_in(histogram, &m, done);
		out->bins_x = grid_cells(histogram, q->x, q->x_count);
		out->bins_y = grid_cells(histogram, q->y, q->y_count);
		out->bins_z = grid_cells(histogram, q->z, q->z_count);
		correct(out, &m.z, histogram->rows, alpha);
	}
	free(done);
	margins_clear(&m);
	return status;
}

/* Room for all columns of a question about a histogram, filled in and checked. NULL: *status says why. */
static size_t *histogram_columns(mixmi_status *status, const mixmi_histogram *histogram, const mixmi_question *q)
{
	*status = info_check_sets(q);
	if (*status != MIXMI_OK)
		return NULL;
	size_t *joint = base_array(q->x_count + q->y_count + q->z_count, sizeof *joint);
	if (joint == NULL) {
		*status = base_error_memory();
		return NULL;
	}
	*status = hist_check_subset(histogram, joint, info_join_all(joint, q));
	if (*status == MIXMI_OK)
		return joint;
	free(joint);
	return NULL;
}

mixmi_status info_plug_in(double *estimate, const mixmi_histogram *histogram, const mixmi_question *q)
{
	mixmi_status status;
	size_t *joint = histogram_columns(&status, histogram, q);
	if (joint == NULL)
		return status;
	margins m;
	bool *done = NULL;
	if (margins_init(&m, histogram, q, joint))
		done = base_array_zero(m.xyz.cells, sizeof *done);
	if (done != NULL)
		*estimate = plug_in(histogram, &m, done);
	else
		status = base_error_memory();
	free(done);
	margins_clear(&m);
	free(joint);
	return status;
}

mixmi_status mixmi_histogram_cmi(mixmi_cmi *out, const mixmi_histogram *histogram, const size_t *x, size_t x_count,
                                 const size_t *y, size_t y_count, const size_t *z, size_t z_count,
                                 const mixmi_options *options)
{
	memset(out, 0, sizeof *out);
	mixmi_question q = { x, x_count, y, y_count, z, z_count };
	mixmi_options settled;
	mixmi_status status = base_options_settle(&settled, options);
	if (status != MIXMI_OK)
		return status;
	size_t *joint = histogram_columns(&status, histogram, &q);
	if (joint == NULL)
		return status;
	status = evaluate(out, histogram, &q, joint, settled.alpha);
	free(joint);
	return status;
}

/* ------------------------------------------------------------------------------------- from a table at once */

mixmi_status mixmi_estimate_cmi(mixmi_cmi *out, mixmi_histogram **histogram, const mixmi_table *table, const size_t *x,
                                size_t x_count, const size_t *y, size_t y_count, const size_t *z, size_t z_count,
                                const mixmi_options *options)
{
	memset(out, 0, sizeof *out);
	if (histogram != NULL)
		*histogram = NULL;
	const mixmi_question asked = { x, x_count, y, y_count, z, z_count };
	info_question q;
	mixmi_status status = info_question_init(&q, table, &asked);
	if (status != MIXMI_OK)
		return status;
	mixmi_histogram *fitted;
	status = mixmi_histogram_fit(&fitted, table, q.columns, q.count, options);
	if (status == MIXMI_OK) {
		const mixmi_question *p = &q.places;
		status = mixmi_histogram_cmi(out, fitted, p->x, p->x_count, p->y, p->y_count, p->z, p->z_count, options);
		if (status == MIXMI_OK && histogram != NULL)
			*histogram = fitted;
		else
			mixmi_histogram_free(fitted);
	}
	info_question_clear(&q);
	return status;
}
