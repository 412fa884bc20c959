/* Thin wrappers of mixmi.h: a change of that header needs changes in this file only. */
#include "ask.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t columns[ASK_COLUMNS] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
	                                         12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 };

/* --------------------------------------------------------------------------------------------------------- tables */

/* A column of texts, as a file would have them. */
static mixmi_status add_labels(mixmi_table *table, const char *name, const double *values, size_t rows, size_t count)
{
	char texts[ASK_MANY_LABELS][16];
	const char *labels[ASK_MANY_LABELS];
	for (size_t i = 0; i < count; i++) {
		snprintf(texts[i], sizeof texts[i], "label %02zu", i);
		labels[i] = texts[i];
	}
	int64_t *codes = malloc(rows * sizeof *codes + 1);
	if (codes == NULL)
		return MIXMI_ERROR_MEMORY;
	for (size_t i = 0; i < rows; i++)
		codes[i] = (int64_t)values[i];
	mixmi_status status = mixmi_table_add_codes(table, name, codes, labels, count, NULL);
	free(codes);
	return status;
}

static mixmi_status add_column(mixmi_table *table, const char *name, char type, const double *values, size_t rows)
{
	if (type == 't' || type == 'T')
		return add_labels(table, name, values, rows, type == 't' ? ASK_LABELS : ASK_MANY_LABELS);
	return mixmi_table_add_values(table, name, type == 'd' ? MIXMI_DISCRETE : MIXMI_NUMERIC, values, NULL);
}

mixmi_status ask_table(mixmi_table **out, const char *names, const char *types, const double *values, size_t rows)
{
	mixmi_status status = mixmi_table_new(out, rows);
	for (size_t j = 0; status == MIXMI_OK && types[j] != '\0'; j++) {
		char name[32];
		size_t length = strcspn(names, ",");
		snprintf(name, sizeof name, "%.*s", (int)length, names);
		status = add_column(*out, name, types[j], values + j * rows, rows);
		names += length + (names[length] == ',');
	}
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}

ask_shape ask_shape_of(const char *names)
{
	ask_shape shape = { 0, 0, 0 };
	for (const char *name = names; name != NULL; name = strchr(name, ',')) {
		name += *name == ',';
		shape.x += *name == 'x';
		shape.y += *name == 'y';
		shape.z += *name == 'z';
	}
	return shape;
}

static mixmi_question question_of(ask_shape shape)
{
	return (mixmi_question){ columns, shape.x, columns + shape.x, shape.y, columns + shape.x + shape.y, shape.z };
}

/* -------------------------------------------------------------------------------------------------------- methods */

mixmi_status ask_set_options(mixmi_options *options, char *text, const char *separator)
{
	mixmi_status status = MIXMI_OK;
	char *rest = NULL;
	for (char *item = strtok_r(text, separator, &rest); status == MIXMI_OK && item != NULL;
	     item = strtok_r(NULL, separator, &rest)) {
		char *value = strchr(item, '=');
		if (value != NULL)
			*value++ = '\0';
		status = mixmi_options_set(options, item, value != NULL ? value : "yes");
	}
	return status;
}

static bool test_has_p(const char *name)
{
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++)
		if (strcmp(mixmi_test_at(i)->name, name) == 0)
			return mixmi_test_at(i)->has_p;
	return false;
}

mixmi_status ask_test_parse(ask_test *out, const char *text)
{
	char name[ASK_NAME];
	snprintf(out->name, sizeof out->name, "%s", text);
	snprintf(name, sizeof name, "%s", text);
	char *options = strchr(name, ':');
	if (options != NULL)
		*options++ = '\0';
	out->pearson = strcmp(name, "pearson") == 0;
	out->has_p = out->pearson || test_has_p(name);
	mixmi_status status = mixmi_options_new(&out->options);
	if (status == MIXMI_OK && !out->pearson)
		status = mixmi_options_set(out->options, "test", name);
	if (status == MIXMI_OK && options != NULL)
		status = ask_set_options(out->options, options, ":");
	if (status == MIXMI_OK)
		status = mixmi_options_set(out->options, "threads", "1");
	if (status != MIXMI_OK)
		ask_test_clear(out);
	return status;
}

void ask_test_clear(ask_test *test)
{
	mixmi_options_free(test->options);
	test->options = NULL;
}

bool ask_test_can(const ask_test *test, ask_shape shape, const char *types)
{
	return !test->pearson || (shape.z == 0 && types[0] == 'n' && types[1] == 'n');
}

/* ------------------------------------------------------------------------------------------------------ questions */

static double mean_of(const mixmi_table *table, size_t column)
{
	double sum = 0;
	for (size_t i = 0; i < mixmi_table_rows(table); i++)
		sum += mixmi_table_value(table, column, i);
	return sum / (double)mixmi_table_rows(table);
}

static double pearson_p(const mixmi_table *table)
{
	size_t rows = mixmi_table_rows(table);
	double mean_x = mean_of(table, 0), mean_y = mean_of(table, 1), xx = 0, yy = 0, xy = 0;
	for (size_t i = 0; i < rows; i++) {
		double x = mixmi_table_value(table, 0, i) - mean_x, y = mixmi_table_value(table, 1, i) - mean_y;
		xx += x * x;
		yy += y * y;
		xy += x * y;
	}
	double r = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0, df = (double)rows - 2;
	return r * r < 1 ? 2 * gsl_cdf_tdist_Q(fabs(r) * sqrt(df / (1 - r * r)), df) : 0;
}

mixmi_status ask_verdict_of(ask_verdict *out, const ask_test *test, const mixmi_table *table, ask_shape shape)
{
	if (test->pearson) {
		double p = pearson_p(table), alpha = NAN;
		(void)mixmi_options_number(&alpha, test->options, "alpha");
		*out = (ask_verdict){ p, p <= alpha, false };
		return MIXMI_OK;
	}
	const mixmi_question question = question_of(shape);
	mixmi_answer answer;
	mixmi_status status = mixmi_test(&answer, sizeof answer, NULL, table, &question, test->options);
	if (status == MIXMI_ERROR_DATA) {
		*out = (ask_verdict){ NAN, false, true };
		return MIXMI_OK;
	}
	*out = (ask_verdict){ answer.p, answer.verdict == MIXMI_DETECTED, answer.verdict == MIXMI_UNDECIDED };
	return status;
}

mixmi_status ask_estimate(ask_value *out, const mixmi_options *options, const mixmi_table *table, ask_shape shape)
{
	const mixmi_question q = question_of(shape);
	mixmi_answer answer;
	mixmi_status status = mixmi_estimate(&answer, sizeof answer, NULL, table, &q, options);
	*out = (ask_value){ answer.estimate, answer.lower, answer.upper };
	if (status == MIXMI_OK && answer.verdict == MIXMI_UNDECIDED) /* no estimate: an error as large as the truth */
		out->estimate = 0;
	return status;
}
