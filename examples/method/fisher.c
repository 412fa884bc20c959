/*
 * Moments are summed over the rows of the sample, then Z is swept out of the correlation matrix one column at a time.
 */
#include "fisher.h"

/* The correlation of two columns. */
static double correlation(const mixmi_sample *sample, size_t a, size_t b)
{
	const mixmi_sample_column *i = &sample->columns[a], *j = &sample->columns[b];
	double n = (double)sample->rows, si = 0, sj = 0, sii = 0, sjj = 0, sij = 0;
	for (size_t row = 0; row < sample->rows; row++) {
		double vi = i->numbers[i->codes[row]], vj = j->numbers[j->codes[row]];
		si += vi, sj += vj, sii += vi * vi, sjj += vj * vj, sij += vi * vj;
	}
	return (n * sij - si * sj) / sqrt((n * sii - si * si) * (n * sjj - sj * sj));
}

/* The place of X, Y, and each column of Z. */
static size_t place(const mixmi_question *sets, size_t i)
{
	return i == 0 ? sets->x[0] : i == 1 ? sets->y[0] : sets->z[i - 2];
}

/* The partial correlation of columns 0 and 1 given the others: r[i][j] -= r[i][z] r[z][j] / r[z][z] for each z. */
static double partial(double *r, size_t count)
{
	for (size_t z = count; z-- > 2;)
		for (size_t i = 0; i < z; i++)
			for (size_t j = 0; j < z; j++)
				r[i * count + j] -= r[i * count + z] * r[z * count + j] / r[z * count + z];
	return r[1] / sqrt(r[0] * r[count + 1]);
}

static mixmi_status check(const mixmi_table *table, const mixmi_sample *sample)
{
	if (sample->sets.x_count != 1 || sample->sets.y_count != 1)
		return mixmi_error(MIXMI_ERROR_USAGE, "test fisher takes one column for X and one for Y");
	for (size_t i = 0; i < sample->count; i++)
		if (sample->columns[i].type != MIXMI_NUMERIC)
			return mixmi_error(MIXMI_ERROR_DATA, "test fisher needs numbers, but column '%s' is discrete",
			                   mixmi_table_name(table, sample->columns[i].column));
	return MIXMI_OK;
}

static mixmi_status fill_in(mixmi_answer *out, const mixmi_sample *sample)
{
	size_t count = sample->count;
	double *all = mixmi_allocate(count * count, sizeof *all);
	if (all == NULL)
		return mixmi_error_memory();
	for (size_t i = 0; i < count * count; i++)
		all[i] = correlation(sample, place(&sample->sets, i / count), place(&sample->sets, i % count));
	double r = partial(all, count);
	mixmi_free(all);
	out->rows = sample->rows;
	out->rows_dropped = sample->rows_dropped;
	out->statistic = atanh(r) * sqrt((double)sample->rows - (double)sample->sets.z_count - 3);
	out->estimate = -log1p(-r * r) / 2;
	out->p = erfc(fabs(out->statistic) / sqrt(2));
	out->verdict = out->p > out->alpha ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	return MIXMI_OK;
}

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	mixmi_sample *sample;
	(void)context;
	mixmi_status status = mixmi_sample_new(&sample, table, question, options, MIXMI_ORDER_PRESET);
	if (status == MIXMI_OK)
		status = check(table, sample);
	if (status == MIXMI_OK)
		status = fill_in(out, sample);
	mixmi_sample_free(sample);
	return status;
}

const mixmi_own_method fisher_test = {
	.shown = { .name = "fisher",
	           .help = "partial correlation, Fisher's z",
	           .details =
	               "Assumes a Gaussian: linear dependence, one column each for X and Y, numbers only. Costs O(n) "
	               "per pair of columns. Not where dependence has another shape than a line.",
	           .options = "",
	           .conditional = 1,
	           .has_p = 1 },
	.answer = answer,
};
