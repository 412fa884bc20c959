/*
 * Sums over the cells of a grid: the plug-in estimate, and its small-sample bias. O(tuples) for the cells, then O(cells).
 */
#include "estimate/plug_in.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/sum.h"

static const int margin_roles[] = { ESTIMATE_IN_X | ESTIMATE_IN_Z, ESTIMATE_IN_Y | ESTIMATE_IN_Z, ESTIMATE_IN_Z };

bool estimate_counts_init(estimate_counts *c, const estimate_maps *maps)
{
	memset(c, 0, sizeof *c);
	bool done = estimate_cells_init(&c->cells, maps);
	for (size_t i = 0; done && i < ESTIMATE_MARGINS; i++)
		done = estimate_margin_init(&c->margins[i], &c->cells, margin_roles[i]);
	return done;
}

void estimate_counts_clear(estimate_counts *c)
{
	estimate_cells_clear(&c->cells);
	for (size_t i = 0; i < ESTIMATE_MARGINS; i++)
		estimate_margin_clear(&c->margins[i]);
}

/*
 * The small-sample bias of a plug-in entropy, after Chao, Wang and Jost (2013): with f cells of one row and g of two among n,
 *
 *     H = psi(n) - <psi(c)> + (f/n) sum over k >= 0 of q^(k+1) / (n + k),   1 - q = 2 g / ((n-1) f + 2 g),
 *
 * the last term standing for cells that no row fell into, as far as those with one and two rows tell how many these are. The sum
 * is q e^t E1(t) with t = -n ln q but for terms in 1/n.
 */
static double unseen(double f, double g, double n)
{
	double other = g > 0 ? 2 * g / ((n - 1) * f + 2 * g) : 2 / ((n - 1) * (f - 1) + 2);
	return f > 0 && other < 1 ? f / n * (1 - other) * base_scaled_e1(-n * log1p(-other)) : 0;
}

/* Its standard error, of f and g as counts. */
static double error_of_unseen(double f, double g, double n)
{
	return f > 0 ? unseen(f, g, n) * sqrt(1 / f + 1 / (g + 1)) : 0;
}

static double log_less_psi(uint64_t c)
{
	static const double few[] = {
		0, 0.577215664901532861, 0.270362845461478170, 0.175827953569642643, 0.130176692687756753, 0.103320244001966539
	};
	double x = (double)c, part = 1 / (x * x); /* of the series of psi */
	return c < sizeof few / sizeof few[0] ? few[c]
	                                      : 1 / (2 * x) + part * (1.0 / 12 - part * (1.0 / 120 - part * (1.0 / 252)));
}

estimate_loss estimate_entropy_bias(const uint64_t *rows, size_t cells, double all)
{
	base_sum sum = { 0, 0 };
	double ones = 0, twos = 0;
	for (size_t i = 0; i < cells; i++) {
		base_sum_add(&sum, (double)rows[i] * log_less_psi(rows[i]));
		ones += rows[i] == 1;
		twos += rows[i] == 2;
	}
	double open = unseen(ones, twos, all);
	return (estimate_loss){ base_sum_value(&sum) / all + open, error_of_unseen(ones, twos, all), open };
}

static double lost_in_margin(const estimate_counts *c, size_t margin)
{
	const estimate_margin *m = &c->margins[margin];
	return estimate_entropy_bias(m->rows, m->cells, (double)c->cells.maps->ranks->rows).all;
}

/* The small-sample bias of the plug-in estimate. Margins have fewer cells, which vary with those of all columns. X and Y can be exchanged
 * without a change of bits. */
static estimate_loss small_sample_bias(const estimate_counts *c)
{
	estimate_loss bias = estimate_entropy_bias(c->cells.rows, c->cells.count, (double)c->cells.maps->ranks->rows);
	bias.all = bias.all + lost_in_margin(c, ESTIMATE_AT_Z) -
	           (lost_in_margin(c, ESTIMATE_AT_XZ) + lost_in_margin(c, ESTIMATE_AT_YZ));
	return bias;
}

/* Mean and mean square over rows of ln(c c_z / (c_xz c_yz)). */
static void sum_cells(double *mean, double *square, const estimate_counts *c)
{
	const estimate_margin *m = c->margins;
	base_sum first = { 0, 0 }, second = { 0, 0 };
	for (size_t i = 0; i < c->cells.count; i++) {
		uint64_t rows = c->cells.rows[i];
		double ratio = base_log_ratio(rows * m[ESTIMATE_AT_Z].rows[m[ESTIMATE_AT_Z].ids[i]],
		                              m[ESTIMATE_AT_XZ].rows[m[ESTIMATE_AT_XZ].ids[i]] *
		                                  m[ESTIMATE_AT_YZ].rows[m[ESTIMATE_AT_YZ].ids[i]]);
		base_sum_add(&first, (double)rows * ratio);
		base_sum_add(&second, (double)rows * ratio * ratio);
	}
	double rows = (double)c->cells.maps->ranks->rows;
	*mean = base_sum_value(&first) / rows;
	*square = base_sum_value(&second) / rows;
}

void estimate_measure_counts(estimate_result *out, const estimate_counts *c)
{
	double rows = (double)c->cells.maps->ranks->rows, mean, square;
	estimate_loss bias = small_sample_bias(c);
	memset(out, 0, sizeof *out);
	sum_cells(&mean, &square, c);
	out->plug_in = mean > 0 ? mean : 0; /* below 0 only by rounding */
	out->bias = bias.all;
	out->allowance = bias.open;
	out->standard_error = sqrt(fmax(0, square - mean * mean) / rows + bias.error * bias.error);
}

bool estimate_measure(estimate_result *out, const estimate_maps *maps)
{
	estimate_counts c;
	bool done = estimate_counts_init(&c, maps);
	if (done)
		estimate_measure_counts(out, &c);
	estimate_counts_clear(&c);
	return done;
}
