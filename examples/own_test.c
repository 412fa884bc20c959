/* A user-supplied test: the partial correlation with Fisher's z-transform. It is used for one question, and then for all tests of a
 * search for a graph. */
#include <math.h>
#include <mixmi.h>
#include <stdio.h>

/* The correlation of two columns over the rows without missing values in all `count` columns of a question. */
static double correlation(const mixmi_table *table, const size_t *columns, size_t count, size_t a, size_t b,
                          double *rows)
{
	double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
	for (size_t row = 0; row < mixmi_table_rows(table); row++) {
		double va = mixmi_table_value(table, a, row), vb = mixmi_table_value(table, b, row), all = 0;
		for (size_t i = 0; i < count; i++)
			all += mixmi_table_value(table, columns[i], row); /* NaN if a value is missing */
		if (isnan(all))
			continue;
		n++, sa += va, sb += vb, saa += va * va, sbb += vb * vb, sab += va * vb;
	}
	*rows = n;
	return (n * sab - sa * sb) / sqrt((n * saa - sa * sa) * (n * sbb - sb * sb));
}

/* The partial correlation given the columns from `z` on, by recursion. */
static double partial(const mixmi_table *table, const size_t *columns, size_t count, size_t a, size_t b, size_t z,
                      double *rows)
{
	if (z == count)
		return correlation(table, columns, count, a, b, rows);
	double ab = partial(table, columns, count, a, b, z + 1, rows);
	double az = partial(table, columns, count, a, columns[z], z + 1, rows);
	double bz = partial(table, columns, count, b, columns[z], z + 1, rows);
	return (ab - az * bz) / sqrt((1 - az * az) * (1 - bz * bz));
}

/* The test. All real numbers of `out` are NaN at first. */
static mixmi_status fisher(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	size_t columns[16] = { question->x[0], question->y[0] }, count = 2 + question->z_count;
	double alpha, rows;
	(void)context;
	if (question->x_count != 1 || question->y_count != 1 || count > 16)
		return MIXMI_ERROR_USAGE;
	for (size_t i = 0; i < question->z_count; i++)
		columns[2 + i] = question->z[i];
	mixmi_status status = mixmi_options_number(&alpha, options, "alpha");
	if (status != MIXMI_OK)
		return status;
	double r = partial(table, columns, count, columns[0], columns[1], 2, &rows);
	out->estimate = -log1p(-r * r) / 2;
	out->p = erfc(fabs(atanh(r)) * sqrt(rows - (double)question->z_count - 3) / sqrt(2));
	out->rows = (uint64_t)rows;
	out->verdict = out->p > alpha ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	return MIXMI_OK;
}

int main(void)
{
	mixmi_table *table = NULL;
	mixmi_options *options = NULL;
	mixmi_graph *graph = NULL;
	mixmi_answer answer;
	char *text = NULL;
	const size_t x = 2, y = 3, columns[] = { 2, 3, 4, 5 };
	const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	int failed = mixmi_table_read(&table, "data/penguins.csv", NULL) != MIXMI_OK ||
	             mixmi_options_new(&options) != MIXMI_OK ||
	             mixmi_options_set_test(options, fisher, NULL, "fisher") != MIXMI_OK ||
	             mixmi_test(&answer, sizeof answer, NULL, table, &question, options) != MIXMI_OK ||
	             mixmi_graph_learn(&graph, table, columns, 4, NULL, options) != MIXMI_OK ||
	             mixmi_graph_write(&text, graph, "text") != MIXMI_OK;
	if (failed)
		fprintf(stderr, "%s\n", mixmi_error_message());
	else
		printf("%s: %g nats, p = %g\n\n%s", answer.method, answer.estimate, answer.p, text);
	mixmi_free(text);
	mixmi_graph_free(graph);
	mixmi_options_free(options);
	mixmi_table_free(table);
	return failed;
}
