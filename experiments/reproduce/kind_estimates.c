/* Experiments I to VI and the weak spots: estimates against the true value. */
#include <string.h>

#include "cases.h"
#include "cell.h"
#include "mechanisms.h"
#include "method.h"
#include "summary.h"

static mixmi_status make_table(mixmi_table **out, size_t *z_count, const cell *c, uint64_t seed, uint64_t number)
{
	const mechanism *m = mechanism_find(c->subject);
	const data_case *d = case_find(c->subject);
	*z_count = strlen(m != NULL ? m->discrete : d->types) - 2;
	return m != NULL ? mechanism_table(out, m, c->rows, seed, cell_number(c, number))
	                 : case_table(out, d, c->rows, seed, cell_number(c, number));
}

static mixmi_status run(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	static const size_t columns[MECHANISM_COLUMNS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	mixmi_options *options;
	mixmi_table *table;
	mixmi_answer value;
	size_t z_count;
	mixmi_status status = method_estimator(&options, c->method, seed, number);
	if (status == MIXMI_OK)
		status = make_table(&table, &z_count, c, seed, number);
	if (status != MIXMI_OK) {
		mixmi_options_free(options);
		return status;
	}
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, z_count };
	status = mixmi_estimate(&value, sizeof value, NULL, table, &question, options);
	values[0] = value.estimate;
	mixmi_table_free(table);
	mixmi_options_free(options);
	return status;
}

static void write_row(FILE *file, const cell *c, const double *values)
{
	const mechanism *m = mechanism_find(c->subject);
	double truth = m != NULL ? m->truth : case_find(c->subject)->truth;
	fprintf(file, "%s,%zu,%s,%zu", c->subject, c->rows, c->method, c->draws);
	summary_write(file, truth);
	summary_write_pair(file, summary_of(values, c->draws, 1));
	summary_write_pair(file, summary_squares(values, c->draws, 1, truth));
	fputc('\n', file);
}

static const char header[] = "experiment,n,method,draws,truth,mean,mean_se,mse,mse_se";

const kind kind_estimates = {
	.name = "estimates", .what = "Experiments I to VI", .header = header, .values = 1, .run = run, .write = write_row
};

const kind kind_weak = { .name = "weak",
	                     .what = "what the paper's estimator is weak on",
	                     .header = header,
	                     .values = 1,
	                     .run = run,
	                     .write = write_row };
