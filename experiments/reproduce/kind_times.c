/* Running times of estimators and tests in one thread, on Experiment I (no Z) and Experiment V (mixtures, one Z).
 * The subject names both, such as "estimator-V". Measurements: they differ from run to run. */
#include <string.h>
#include <time.h>

#include "cell.h"
#include "mechanisms.h"
#include "method.h"
#include "summary.h"

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* "I" or "V" in "estimator-I". */
static const char *experiment_of(const cell *c)
{
	return strchr(c->subject, '-') + 1;
}

static mixmi_status run(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	static const size_t columns[3] = { 0, 1, 2 };
	const mechanism *m = mechanism_find(experiment_of(c));
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, strlen(m->discrete) - 2 };
	bool test = c->subject[0] == 't';
	mixmi_options *options;
	mixmi_table *table;
	mixmi_status status = (test ? method_test : method_estimator)(&options, c->method, seed, number);
	if (status == MIXMI_OK)
		status = mechanism_table(&table, m, c->rows, seed, cell_number(c, number));
	if (status != MIXMI_OK) {
		mixmi_options_free(options);
		return status;
	}
	mixmi_answer answer;
	double start = now();
	status = test ? mixmi_test(&answer, sizeof answer, NULL, table, &question, options)
	              : mixmi_estimate(&answer, sizeof answer, NULL, table, &question, options);
	values[0] = now() - start;
	mixmi_table_free(table);
	mixmi_options_free(options);
	return status;
}

static void write_row(FILE *file, const cell *c, const double *values)
{
	double sorted[64];
	size_t count = c->draws < 64 ? c->draws : 64;
	memcpy(sorted, values, count * sizeof *sorted);
	double median = summary_median(sorted, count);
	fprintf(file, "%.*s,%s,%s,%zu,%zu", (int)strcspn(c->subject, "-"), c->subject, experiment_of(c), c->method, c->rows,
	        count);
	summary_write(file, median);
	summary_write(file, sorted[0]);
	summary_write(file, sorted[count - 1]);
	fputc('\n', file);
}

const kind kind_times = { .name = "times",
	                      .what = "running times; measured one at a time",
	                      .header = "what,experiment,method,n,repetitions,median_s,min_s,max_s",
	                      .values = 1,
	                      .timed = true,
	                      .run = run,
	                      .write = write_row };
