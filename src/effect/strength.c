/* The bias of a mean difference that leaves out a cause is at most S sqrt(R_y R_x / (1 - R_x)), where S^2 is the variance
 * of the difference times the rows, and R_y and R_x are the shares of the residual variance of outcome and treatment that the cause
 * explains (Cinelli and Hazlett 2020 for linear models; Chernozhukov, Cinelli, Newey, Sharma and Syrgkanis 2022 for any).
 * With both equal to R, bias f S needs R = (sqrt(f^4 + 4 f^2) - f^2) / 2. The E-value is RR + sqrt(RR (RR - 1)). */
#include "effect/strength.h"

#include <math.h>

/* The R with R / sqrt(1 - R) = f. */
static double share_for(double f)
{
	double square = f * f;
	return f > 0 ? (sqrt(square * square + 4 * square) - square) / 2 : 0;
}

/* Variance of the influence function of a difference, as if rows were independent. */
static double variance_of(const effect_means *m, size_t outcome, size_t g, size_t reference)
{
	const float *a = m->parts + (outcome * m->points + g) * m->rows;
	const float *b = m->parts + (outcome * m->points + reference) * m->rows;
	double sum = 0;
	for (size_t i = 0; i < m->rows; i++)
		sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
	return sum / (double)m->rows;
}

/* The end of an interval that is nearer to 0, as a distance; 0: it includes 0. */
static double nearer_end(double difference, double lower, double upper)
{
	return fmax(difference > 0 ? lower : -upper, 0);
}

static double e_value(double ratio)
{
	double above = ratio < 1 ? 1 / ratio : ratio;
	return above + sqrt(above * (above - 1));
}

/* Standard error of the logarithm of a ratio of risks. */
static double error_of_ratio(const effect_means *m, size_t outcome, size_t g, size_t reference, double inflation)
{
	const double *mean = m->mean + outcome * m->points;
	const float *a = m->parts + (outcome * m->points + g) * m->rows;
	const float *b = m->parts + (outcome * m->points + reference) * m->rows;
	double sum = 0, n = (double)m->rows;
	for (size_t i = 0; i < m->rows; i++) {
		double part = (double)a[i] / mean[g] - (double)b[i] / mean[reference];
		sum += part * part;
	}
	return sqrt(sum) / n * inflation;
}

/* limit: half of the interval of a difference in standard errors that it would have if rows were independent. */
static void judge_ratio(mixmi_effect_point *p, const effect_means *m, size_t outcome, size_t g, size_t reference,
                        double limit)
{
	const double *mean = m->mean + outcome * m->points;
	if (!(mean[g] > 0) || !(mean[reference] > 0))
		return;
	double ratio = mean[g] / mean[reference];
	double error = error_of_ratio(m, outcome, g, reference, limit), size = fabs(log(ratio)) - error;
	p->e_value = e_value(ratio);
	p->e_value_interval = size > 0 ? e_value(exp(size)) : 1;
}

static void name_strongest(mixmi_effect_point *p, const effect_standardised *found, size_t outcome, size_t g,
                           const mixmi_table *table)
{
	const effect_sample *s = found->means.sample;
	for (size_t j = 0; j < s->z_count; j++) {
		double x = found->partial_x[g * s->z_count + j], y = found->partial_y[outcome * s->z_count + j];
		double share = share_for(sqrt(y * x / (1 - x)));
		if (share > p->strongest || *p->strongest_name == '\0') {
			p->strongest = share;
			p->strongest_name = table->columns[s->z[j].source].name;
		}
	}
}

void effect_judge_strength(mixmi_effect_point *points, const effect_standardised *found, size_t outcome,
                           size_t reference, bool risks, const mixmi_table *table)
{
	const effect_means *m = &found->means;
	for (size_t g = 0; g < m->points; g++) {
		mixmi_effect_point *p = &points[g];
		p->robustness = p->robustness_interval = p->strongest = p->e_value = p->e_value_interval = NAN;
		p->strongest_name = "";
		if (g == reference || isnan(p->difference))
			continue;
		double size = sqrt(variance_of(m, outcome, g, reference)), simple = size / sqrt((double)m->rows);
		double end = nearer_end(p->difference, p->difference_lower, p->difference_upper);
		p->strongest = 0;
		p->robustness = size > 0 ? share_for(fabs(p->difference) / size) : NAN;
		p->robustness_interval = size > 0 ? share_for(end / size) : NAN;
		double half = (p->difference_upper - p->difference_lower) / 2;
		if (risks && simple > 0)
			judge_ratio(p, m, outcome, g, reference, half / simple);
		name_strongest(p, found, outcome, g, table);
	}
}
