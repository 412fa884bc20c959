/* Seconds of one estimate of I(x;y|z) on a file that has been read, for bench/file.py. Usage: file_estimate PATH */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "measure.h"
#include "mixmi.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **arguments)
{
	if (count < 2) {
		fprintf(stderr, "usage: file_estimate PATH\n");
		return 1;
	}
	mixmi_options *options;
	mixmi_table *table;
	const size_t columns[] = { 0, 1, 2 };
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, 1 };
	mixmi_answer answer;
	if (mixmi_options_new(&options) != MIXMI_OK || mixmi_options_set(options, "discrete", "z") != MIXMI_OK ||
	    mixmi_table_read(&table, arguments[1], options) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	double start = now();
	if (mixmi_estimate(&answer, sizeof answer, NULL, table, &question, options) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	printf("%.9f\n", now() - start);
	mixmi_table_free(table);
	mixmi_options_free(options);
	return 0;
}
