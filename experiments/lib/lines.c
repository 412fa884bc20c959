/* A line has up to 1023 bytes. Files are written under a temporary name and renamed. */
#include "lines.h"

#include <time.h>

bool lines_read(const char *path, const char *what, bool may_lack, line_taker *take, void *context)
{
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		if (!may_lack)
			perror(path);
		return may_lack;
	}
	char line[1024];
	size_t number = 0;
	bool good = true;
	while (good && fgets(line, sizeof line, file) != NULL)
		good = take(context, line, ++number);
	good = good && number > 0;
	if (!good)
		fprintf(stderr, "%s: line %zu is not one of a table of %s\n", path, number, what);
	fclose(file);
	return good;
}

bool lines_write(const char *path, line_printer *print, const void *context)
{
	char part[4096];
	snprintf(part, sizeof part, "%s.part", path);
	FILE *file = fopen(part, "w");
	if (file != NULL)
		print(file, context);
	bool good = file != NULL && ferror(file) == 0;
	good = file != NULL && fclose(file) == 0 && good && rename(part, path) == 0;
	if (!good)
		perror(path);
	return good;
}

mixmi_status lines_draws(size_t draws, int threads, draw_runner *one, const void *context)
{
	mixmi_status result = MIXMI_OK;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
	for (size_t i = 0; i < draws; i++) {
		mixmi_status status = one(context, i);
		if (status != MIXMI_OK) {
#pragma omp critical
			result = status;
		}
	}
	return result;
}

double lines_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
