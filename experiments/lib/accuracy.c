/* Draws are shared by all methods and run in parallel; their errors are stored one by one and summed in the order of their
 * numbers, so that the number of threads has no influence. */
#include "accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

/* -------------------------------------------------------------------------------------------------------- methods */

static mixmi_status find_method(accuracy_method *out, const char *name)
{
	for (size_t i = 0; mixmi_estimator_at(i) != NULL; i++)
		if (strcmp(mixmi_estimator_at(i)->name, name) == 0) {
			out->conditional = mixmi_estimator_at(i)->conditional;
			out->histogram = strcmp(name, "residual") == 0 || strcmp(name, "histogram") == 0;
			return mixmi_options_set(out->options, "estimator", name);
		}
	out->conditional = true;
	out->histogram = true;
	return mixmi_options_set(out->options, "preset", name);
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
	if (status == MIXMI_OK && rest != NULL)
		status = ask_set_options(out->options, rest, ":");
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

/* State shared by all threads of a run. */
typedef struct run {
	const mechanism *m;
	size_t rows, draws, count;
	const accuracy_method *methods;
	uint64_t seed;
	ask_value *values; /* [method][draw] */
	double *seconds;
} run;

static bool can_ask(const accuracy_method *method, const mechanism *m)
{
	return method->conditional || ask_shape_of(m->columns).z == 0;
}

static mixmi_status run_draw(const void *context, size_t number)
{
	const run *r = context;
	mixmi_table *table;
	mixmi_status status = mechanism_table(&table, r->m, r->rows, r->seed, number);
	for (size_t i = 0; status == MIXMI_OK && i < r->count; i++) {
		if (!can_ask(&r->methods[i], r->m))
			continue;
		double start = lines_seconds();
		status =
			ask_estimate(&r->values[i * r->draws + number], r->methods[i].options, table, ask_shape_of(r->m->columns));
		r->seconds[i * r->draws + number] = lines_seconds() - start;
		if (status == MIXMI_ERROR_USAGE) /* such as a vector for a method that takes none */
			status = MIXMI_OK;
		if (status != MIXMI_OK)
			fprintf(stderr, "%s, %zu rows, draw %zu, %s: %s\n", r->m->name, r->rows, number, r->methods[i].name,
			        mixmi_error_message());
	}
	mixmi_table_free(table);
	return status;
}

/* MSE of the first `draws` and its standard error. */
static void mean_square(double *mse, double *se, const ask_value *values, size_t draws, double truth)
{
	double sum = 0, squares = 0, n = (double)draws;
	for (size_t i = 0; i < draws; i++) {
		double square = (values[i].estimate - truth) * (values[i].estimate - truth);
		sum += square / n;
		squares += square * square / n;
	}
	*mse = sum;
	*se = draws > 1 ? sqrt(fmax(0, squares - sum * sum) / (n - 1)) : 0;
}

/* Spread, zeros, and coverage of the intervals. */
static void summarise_spread(accuracy_row *row, const ask_value *values, size_t draws)
{
	double squares = 0, n = (double)draws;
	row->zeros = row->covered = row->width = 0;
	for (size_t i = 0; i < draws; i++) {
		const ask_value *v = &values[i];
		squares += (v->estimate - row->mean) * (v->estimate - row->mean);
		row->zeros += (v->estimate == 0) / n;
		row->covered += (v->lower <= row->truth && row->truth <= v->upper) / n;
		row->width += (v->upper - v->lower) / n;
	}
	row->sd = draws > 1 ? sqrt(squares / (n - 1)) : 0;
	if (isnan(row->width))
		row->covered = NAN;
}

static accuracy_row summarise(const run *r, size_t method)
{
	const ask_value *values = r->values + method * r->draws;
	const double *seconds = r->seconds + method * r->draws;
	accuracy_row row = { .rows = r->rows, .truth = r->m->truth };
	snprintf(row.mechanism, sizeof row.mechanism, "%s", r->m->name);
	snprintf(row.method, sizeof row.method, "%s", r->methods[method].name);
	if (!can_ask(&r->methods[method], r->m) || isnan(values[0].estimate))
		return row;
	row.draws = r->draws;
	for (size_t i = 0; i < r->draws; i++) {
		row.mean += values[i].estimate / (double)r->draws;
		row.seconds += seconds[i] / (double)r->draws;
	}
	row.bias = row.mean - row.truth;
	mean_square(&row.mse, &row.se, values, r->draws, r->m->truth);
	size_t quick = r->draws < ACCURACY_QUICK ? r->draws : ACCURACY_QUICK;
	mean_square(&row.quick_mse, &row.quick_se, values, quick, r->m->truth);
	summarise_spread(&row, values, r->draws);
	return row;
}

mixmi_status accuracy_run(accuracy_row *out, const mechanism *m, size_t rows, const accuracy_method *methods,
                          size_t count, size_t draws, uint64_t seed, int threads)
{
	run r = { m, rows, draws, count, methods, seed, NULL, NULL };
	mixmi_status result = MIXMI_OK;
	r.values = calloc(count * draws + 1, sizeof *r.values);
	r.seconds = calloc(count * draws + 1, sizeof *r.seconds);
	if (r.values == NULL || r.seconds == NULL)
		result = MIXMI_ERROR_MEMORY;
	if (result == MIXMI_OK) {
		result = lines_draws(draws, threads, run_draw, &r);
		for (size_t i = 0; i < count; i++)
			out[i] = summarise(&r, i);
	}
	free(r.values);
	free(r.seconds);
	return result;
}

double accuracy_ideal_width(const accuracy_row *row)
{
	return 2 * 1.959963984540054 * row->sd;
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

static const char old_heading[] = "mechanism,n,method,draws,truth,mean,bias,mse,se_mse,quick_mse,quick_se_mse\n";
static const char heading[] =
	"mechanism,n,method,draws,truth,mean,bias,mse,se_mse,quick_mse,quick_se_mse,sd,zeros,covered,width\n";

/* A line as write_line() writes it, now or in earlier versions; only the presence of the numbers is checked. */
static bool read_line(accuracy_row *row, const char *line, int columns)
{
	int end = 0;
	*row = (accuracy_row){ .sd = NAN, .zeros = NAN, .covered = NAN, .width = NAN };
	int fields = sscanf(line, "%63[^,],%zu,%63[^,],%zu,%lf,%lf,%lf,%lf,%lf,%lf,%lf%n", row->mechanism, &row->rows,
	                    row->method, &row->draws, &row->truth, &row->mean, &row->bias, &row->mse, &row->se,
	                    &row->quick_mse, &row->quick_se, &end);
	if (fields == 11 && columns == 15) {
		line += end;
		fields += sscanf(line, ",%lf,%lf,%lf,%lf%n", &row->sd, &row->zeros, &row->covered, &row->width, &end);
	}
	return fields == columns && strcmp(line + end, "\n") == 0;
}

static void write_line(FILE *file, const accuracy_row *r)
{
	fprintf(file, "%s,%zu,%s,%zu,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", r->mechanism, r->rows,
	        r->method, r->draws, r->truth, r->mean, r->bias, r->mse, r->se, r->quick_mse, r->quick_se, r->sd, r->zeros,
	        r->covered, r->width);
}

/* A table being read; the heading gives the number of columns. */
typedef struct reading {
	accuracy_table *table;
	int columns;
} reading;

static bool take_line(void *context, const char *line, size_t number)
{
	reading *r = context;
	accuracy_row row;
	if (number > 1)
		return read_line(&row, line, r->columns) && accuracy_put(r->table, &row);
	r->columns = strcmp(line, old_heading) == 0 ? 11 : 15;
	return r->columns == 11 || strcmp(line, heading) == 0;
}

bool accuracy_read(accuracy_table *out, const char *path, bool may_lack)
{
	reading r = { out, 0 };
	*out = (accuracy_table){ NULL, 0 };
	bool good = lines_read(path, "accuracy", may_lack, take_line, &r);
	if (!good)
		accuracy_free(out);
	return good;
}

/* Stable insertion sort: there are few lines and most are in order. */
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

static void print_lines(FILE *file, const void *context)
{
	const accuracy_table *table = context;
	fputs(heading, file);
	for (size_t i = 0; i < table->count; i++)
		if (table->rows[i].draws > 0)
			write_line(file, &table->rows[i]);
}

bool accuracy_write(accuracy_table *table, const char *path)
{
	sort_rows(table);
	return lines_write(path, print_lines, table);
}
