/* Reads a file as often as asked and prints the seconds of each reading. Usage: read_speed FILE [TIMES [THREADS]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "mixmi.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **arguments)
{
	if (count < 2)
		return 1;
	int times = count > 2 ? atoi(arguments[2]) : 1;
	mixmi_options *options;
	if (mixmi_options_new(&options) != MIXMI_OK)
		return 1;
	if (count > 3 && mixmi_options_set(options, "threads", arguments[3]) != MIXMI_OK) {
		fprintf(stderr, "%s\n", mixmi_error_message());
		return 1;
	}
	for (int i = 0; i < times; i++) {
		mixmi_table *table;
		double start = now();
		mixmi_status status = mixmi_table_read(&table, arguments[1], options);
		double seconds = now() - start;
		if (status != MIXMI_OK) {
			fprintf(stderr, "%s\n", mixmi_error_message());
			return (int)status;
		}
		printf("%.3f\n", seconds);
		mixmi_table_free(table);
	}
	mixmi_options_free(options);
	return 0;
}
