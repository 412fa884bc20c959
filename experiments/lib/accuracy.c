/* Draws are shared by all methods and run side by side; their errors are kept one by one and summed in the order of their
 * numbers, so that threads cannot show. */
#include "accuracy.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static double seconds_now(void)
{
	return omp_get_wtime();
}

/* -------------------------------------------------------------------------------------------------------- methods */

static mixmi_status find_method(accuracy_method *out, const char *name)
{
	for (size_t i = 0; mixmi_estimator_at(i) != NULL; i++)
		if (strcmp(mixmi_estimator_at(i)->name, name) == 0) {
			out->conditional = mixmi_estimator_at(i)->conditional;
			return mixmi_options_set(out->options, "estimator", name);
		}
	out->conditional = true;
	mixmi_status status = mixmi_options_set(out->options, "preset", name);
	return status == MIXMI_OK ? mixmi_options_set(out->options, "estimator", "hist") : status;
}

mixmi_status accuracy_method_parse(accuracy_method *out, const char *text)
{
	char copy[ACCURACY_NAME], *rest = NULL;
	snprintf(copy, sizeof copy, "%s", text);
	snprintf(out->name, sizeof out->name, "%s", text);
	mixmi_status status = mixmi_options_new(&out->options);
	char *name = strtok_r(copy, ":", &rest);
	if (status == MIXMI_OK)
		status = find_method(out, name != NULL ? name : "");
	for (char *option; status == MIXMI_OK && (option = strtok_r(NULL, ":", &rest)) != NULL;) {
		char *value = strchr(option, '=');
		if (value != NULL)
			*value++ = '\0';
		status = mixmi_options_set(out->options, option, value != NULL ? value : "yes");
	}
	if (status == MIXMI_OK)
		status = mixmi_options_set(out->options, "threads", "1");
	if (status != MIXMI_OK)
		accuracy_method_clear(out);
	return status;
}

void accuracy_method_clear(accuracy_method *method)
{
	mixmi_options_free(method->options);
	method->options = NULL;
}

/* -------------------------------------------------------------------------------------------------------- running */

/* What every thread sees of one run. */
typedef struct run {
	const mechanism *m;
	size_t rows, draws, count;
	const accuracy_method *methods;
	uint64_t seed;
	double *estimates, *seconds; /* [method][draw] */
} run;

static bool can_ask(const accuracy_method *method, const mechanism *m)
{
	return method->conditional || strlen(m->discrete) == 2;
}

static mixmi_status run_draw(const run *r, size_t number)
{
	static const size_t columns[MECHANISM_COLUMNS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, strlen(r->m->discrete) - 2 };
	mixmi_table *table;
	mixmi_status status = mechanism_table(&table, r->m, r->rows, r->seed, number);
	if (status != MIXMI_OK)
		return status;
	for (size_t i = 0; status == MIXMI_OK && i < r->count; i++) {
		if (!can_ask(&r->methods[i], r->m))
			continue;
		mixmi_answer value;
		double start = seconds_now();
		status = mixmi_estimate(&value, sizeof value, NULL, table, &question, r->methods[i].options);
		r->estimates[i * r->draws + number] = value.estimate;
		r->seconds[i * r->draws + number] = seconds_now() - start;
		if (status != MIXMI_OK)
			fprintf(stderr, "%s, %zu rows, draw %zu, %s: %s\n", r->m->name, r->rows, number, r->methods[i].name,
			        mixmi_error_message());
	}
	mixmi_table_free(table);
	return status;
}

/* MSE of the first `draws` and its standard error. */
static void mean_square(double *mse, double *se, const double *estimates, size_t draws, double truth)
{
	double sum = 0, squares = 0, n = (double)draws;
	for (size_t i = 0; i < draws; i++) {
		double square = (estimates[i] - truth) * (estimates[i] - truth);
		sum += square / n;
		squares += square * square / n;
	}
	*mse = sum;
	*se = draws > 1 ? sqrt(fmax(0, squares - sum * sum) / (n - 1)) : 0;
}

static accuracy_row summarise(const run *r, size_t method)
{
	const double *estimates = r->estimates + method * r->draws, *seconds = r->seconds + method * r->draws;
	accuracy_row row = { .rows = r->rows, .truth = r->m->truth };
	snprintf(row.mechanism, sizeof row.mechanism, "%s", r->m->name);
	snprintf(row.method, sizeof row.method, "%s", r->methods[method].name);
	if (!can_ask(&r->methods[method], r->m))
		return row;
	row.draws = r->draws;
	for (size_t i = 0; i < r->draws; i++) {
		row.mean += estimates[i] / (double)r->draws;
		row.seconds += seconds[i] / (double)r->draws;
	}
	row.bias = row.mean - row.truth;
	mean_square(&row.mse, &row.se, estimates, r->draws, r->m->truth);
	size_t quick = r->draws < ACCURACY_QUICK ? r->draws : ACCURACY_QUICK;
	mean_square(&row.quick_mse, &row.quick_se, estimates, quick, r->m->truth);
	return row;
}

mixmi_status accuracy_run(accuracy_row *out, const mechanism *m, size_t rows, const accuracy_method *methods,
                          size_t count, size_t draws, uint64_t seed, int threads)
{
	run r = { m, rows, draws, count, methods, seed, NULL, NULL };
	mixmi_status result = MIXMI_OK;
	r.estimates = calloc(count * draws + 1, sizeof *r.estimates);
	r.seconds = calloc(count * draws + 1, sizeof *r.seconds);
	if (r.estimates == NULL || r.seconds == NULL)
		result = MIXMI_ERROR_MEMORY;
	if (result == MIXMI_OK) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
		for (size_t i = 0; i < draws; i++) {
			mixmi_status status = run_draw(&r, i);
			if (status != MIXMI_OK) {
#pragma omp critical
				result = status;
			}
		}
		for (size_t i = 0; i < count; i++)
			out[i] = summarise(&r, i);
	}
	free(r.estimates);
	free(r.seconds);
	return result;
}

double accuracy_band(double mse, double se)
{
	return mse + fmax(3 * se, 1e-4);
}

/* --------------------------------------------------------------------------------------------------------- tables */

static accuracy_row *find(const accuracy_table *table, const char *name, size_t rows, const char *method)
{
	for (size_t i = 0; i < table->count; i++) {
		accuracy_row *row = &table->rows[i];
		if (row->rows == rows && strcmp(row->mechanism, name) == 0 && strcmp(row->method, method) == 0)
			return row;
	}
	return NULL;
}

const accuracy_row *accuracy_find(const accuracy_table *table, const char *name, size_t rows, const char *method)
{
	return find(table, name, rows, method);
}

bool accuracy_put(accuracy_table *table, const accuracy_row *row)
{
	accuracy_row *place = find(table, row->mechanism, row->rows, row->method);
	if (place == NULL) {
		accuracy_row *larger = realloc(table->rows, (table->count + 1) * sizeof *larger);
		if (larger == NULL)
			return false;
		table->rows = larger;
		place = &table->rows[table->count++];
	}
	*place = *row;
	return true;
}

void accuracy_free(accuracy_table *table)
{
	free(table->rows);
	*table = (accuracy_table){ NULL, 0 };
}

static const char heading[] = "mechanism,n,method,draws,truth,mean,bias,mse,se_mse,quick_mse,quick_se_mse\n";

/* A line as write_line() makes it; what is asked of the numbers is only that they are there. */
static bool read_line(accuracy_row *row, const char *line)
{
	int end = 0;
	*row = (accuracy_row){ 0 };
	int fields = sscanf(line, "%63[^,],%zu,%63[^,],%zu,%lf,%lf,%lf,%lf,%lf,%lf,%lf%n", row->mechanism, &row->rows,
	                    row->method, &row->draws, &row->truth, &row->mean, &row->bias, &row->mse, &row->se,
	                    &row->quick_mse, &row->quick_se, &end);
	return fields == 11 && strcmp(line + end, "\n") == 0;
}

static void write_line(FILE *file, const accuracy_row *r)
{
	fprintf(file, "%s,%zu,%s,%zu,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", r->mechanism, r->rows, r->method, r->draws,
	        r->truth, r->mean, r->bias, r->mse, r->se, r->quick_mse, r->quick_se);
}

bool accuracy_read(accuracy_table *out, const char *path, bool may_lack)
{
	*out = (accuracy_table){ NULL, 0 };
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		if (!may_lack)
			perror(path);
		return may_lack;
	}
	char line[512];
	size_t number = 1;
	bool good = fgets(line, sizeof line, file) != NULL && strcmp(line, heading) == 0;
	for (; good && fgets(line, sizeof line, file) != NULL; number++) {
		accuracy_row row;
		good = read_line(&row, line) && accuracy_put(out, &row);
	}
	if (!good) {
		fprintf(stderr, "%s: line %zu is not one of an accuracy table\n", path, number);
		accuracy_free(out);
	}
	fclose(file);
	return good;
}

/* Methods of the same mechanism and rows stay as they came: insertion, as there are few and mostly in order. */
static void sort_rows(accuracy_table *table)
{
	for (size_t i = 1; i < table->count; i++) {
		accuracy_row row = table->rows[i];
		size_t position = suite_position(row.mechanism), j = i;
		for (; j > 0; j--) {
			const accuracy_row *before = &table->rows[j - 1];
			size_t other = suite_position(before->mechanism);
			if (other < position || (other == position && before->rows <= row.rows))
				break;
			table->rows[j] = *before;
		}
		table->rows[j] = row;
	}
}

bool accuracy_write(accuracy_table *table, const char *path)
{
	FILE *file = fopen(path, "w");
	if (file == NULL) {
		perror(path);
		return false;
	}
	sort_rows(table);
	fputs(heading, file);
	for (size_t i = 0; i < table->count; i++)
		if (table->rows[i].draws > 0)
			write_line(file, &table->rows[i]);
	bool good = ferror(file) == 0;
	if (fclose(file) != 0 || !good) {
		perror(path);
		return false;
	}
	return true;
}
