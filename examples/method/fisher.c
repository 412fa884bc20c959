/*
 * Moments are summed over the complete rows in their order, then Z is swept out of the correlation matrix one column at a time.
 */
#include "fisher.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "paper/question/rows.h"

/* The correlation of columns i and j over these rows. */
static double correlation(const mixmi_table *table, const question_complete *rows, size_t i, size_t j)
{
	double n = (double)rows->count, si = 0, sj = 0, sii = 0, sjj = 0, sij = 0;
	for (size_t k = 0; k < rows->count; k++) {
		double vi = mixmi_table_value(table, i, question_complete_at(rows, k));
		double vj = mixmi_table_value(table, j, question_complete_at(rows, k));
		si += vi, sj += vj, sii += vi * vi, sjj += vj * vj, sij += vi * vj;
	}
	return (n * sij - si * sj) / sqrt((n * sii - si * si) * (n * sjj - sj * sj));
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

static mixmi_status check(const mixmi_table *table, const mixmi_question *question, const size_t *columns, size_t count)
{
	if (question->x_count != 1 || question->y_count != 1)
		return base_error(MIXMI_ERROR_USAGE, "test fisher takes one column for X and one for Y");
	for (size_t i = 0; i < count; i++)
		if (mixmi_table_type(table, columns[i]) != MIXMI_NUMERIC)
			return base_error(MIXMI_ERROR_DATA, "test fisher needs numbers, but column '%s' is discrete",
			                  mixmi_table_name(table, columns[i]));
	return MIXMI_OK;
}

static void answer(mixmi_answer *out, double r, double rows, double given)
{
	out->statistic = atanh(r) * sqrt(rows - given - 3);
	out->estimate = -log1p(-r * r) / 2;
	out->corrected = out->estimate;
	out->p = erfc(fabs(out->statistic) / sqrt(2));
	out->verdict = base_verdict(out->p > out->alpha);
}

static mixmi_status run(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options)
{
	size_t count = question->x_count + question->y_count + question->z_count;
	size_t *columns = base_array(count, sizeof *columns);
	double *r = base_array(count * count, sizeof *r);
	question_complete rows = { 0 };
	(void)histogram, (void)options;
	mixmi_status status = columns == NULL || r == NULL ? base_error_memory() : MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		columns[i] = i == 0 ? question->x[0] : i == 1 ? question->y[0] : question->z[i - 2];
	if (status == MIXMI_OK)
		status = check(table, question, columns, count);
	if (status == MIXMI_OK)
		status = question_complete_init(&rows, table, columns, count);
	if (status == MIXMI_OK) {
		for (size_t i = 0; i < count * count; i++)
			r[i] = correlation(table, &rows, columns[i / count], columns[i % count]);
		out->rows = out->comparable = rows.count;
		out->rows_dropped = rows.dropped;
		answer(out, partial(r, count), (double)rows.count, (double)question->z_count);
	}
	question_complete_clear(&rows);
	free(columns);
	free(r);
	return status;
}

const base_method fisher_test = {
	.shown = { .name = "fisher",
	           .help = "partial correlation, Fisher's z",
	           .details =
	               "Assumes a Gaussian: linear dependence, one column each for X and Y, numbers only. Costs O(n) "
	               "per pair of columns. Not where dependence has another shape than a line.",
	           .options = "",
	           .conditional = 1,
	           .has_p = 1 },
	.run = run,
};
