/* Single questions for the tests: the colliders and non-colliders of the supplement, and false rejections of
 * independent columns. A draw gives the p-value (NaN if the test has none) and whether dependence was found. */
#include <string.h>

#include "cases.h"
#include "cell.h"
#include "colliders.h"
#include "method.h"
#include "summary.h"

enum { P = 0, FOUND = 1, VALUES = 2 };

static mixmi_status ask(double *values, const mixmi_table *table, const cell *c, uint64_t seed, uint64_t number)
{
	static const size_t columns[3] = { 0, 1, 2 };
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, mixmi_table_columns(table) - 2 };
	mixmi_options *options;
	mixmi_answer answer;
	mixmi_status status = method_test(&options, c->method, seed, number);
	if (status == MIXMI_OK)
		status = mixmi_test(&answer, sizeof answer, NULL, table, &question, options);
	if (status == MIXMI_OK) {
		values[P] = answer.p;
		values[FOUND] = answer.verdict == MIXMI_DETECTED;
	}
	mixmi_options_free(options);
	return status;
}

static mixmi_status run_structure(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	mixmi_table *table;
	mixmi_status status = collider_table(&table, collider_find(c->subject), c->rows, seed, cell_number(c, number));
	if (status != MIXMI_OK)
		return status;
	status = ask(values, table, c, seed, number);
	mixmi_table_free(table);
	return status;
}

static void write_structure(FILE *file, const cell *c, const double *values)
{
	const collider *s = collider_find(c->subject);
	summary accuracy = summary_of(values + FOUND, c->draws, VALUES);
	if (!s->dependent)
		accuracy.mean = 1 - accuracy.mean;
	fprintf(file, "%s,%s,%s,%d,%s,%zu,%s,%zu", s->name, s->dependent ? "collider" : "non-collider",
	        s->continuous ? "continuous" : "mixed", s->number, s->tanh ? "tanh" : "text", c->rows, c->method, c->draws);
	summary_write_pair(file, accuracy);
	fputc('\n', file);
}

static mixmi_status run_null(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	mixmi_table *table;
	mixmi_status status = case_table(&table, case_find(c->subject), c->rows, seed, cell_number(c, number));
	if (status != MIXMI_OK)
		return status;
	status = ask(values, table, c, seed, number);
	mixmi_table_free(table);
	return status;
}

static void write_null(FILE *file, const cell *c, const double *values)
{
	fprintf(file, "%s,%zu,%s,%zu", c->subject, c->rows, c->method, c->draws);
	summary_write_pair(file, summary_of(values + FOUND, c->draws, VALUES));
	summary_write_pair(file, summary_at_most(values + P, c->draws, VALUES, 0.01));
	summary_write_pair(file, summary_at_most(values + P, c->draws, VALUES, 0.05));
	fputc('\n', file);
}

const kind kind_structures = { .name = "structures",
	                           .what = "colliders and non-colliders",
	                           .header = "structure,type,group,number,variant,n,test,draws,accuracy,accuracy_se",
	                           .values = VALUES,
	                           .run = run_structure,
	                           .write = write_structure };

const kind kind_levels = {
	.name = "levels",
	.what = "false rejections of every test",
	.header = "null,n,test,draws,rejected,rejected_se,rejected_01,rejected_01_se,rejected_05,rejected_05_se",
	.values = VALUES,
	.run = run_null,
	.write = write_null
};
