/* Every allocation fails in turn while graphs are compared and checked: no crash, no leak, MIXMI_ERROR_MEMORY, outputs NULL. */
#include "faults/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct fixture {
	mixmi_table *table;
	mixmi_graph *dag, *cpdag, *pag;
	mixmi_options *options;
} fixture;

static mixmi_graph *parse(const char *lines)
{
	mixmi_graph *graph;
	assert_int_equal(mixmi_graph_parse(&graph, lines, strlen(lines)), MIXMI_OK);
	return graph;
}

/* Dependent if the sum of the column numbers is even, so that some claims of the graph are rejected. */
static mixmi_status judge(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                          const mixmi_options *options)
{
	(void)context;
	(void)table;
	(void)options;
	bool dependent = (q->x[0] + q->y[0]) % 2 == 0;
	out->p = dependent ? 1e-6 : 0.5;
	out->verdict = dependent ? MIXMI_DETECTED : MIXMI_NOT_DETECTED;
	out->rows = 8;
	return MIXMI_OK;
}

static void make(fixture *f)
{
	static const double columns[4][8] = {
		{ 1, 2, 3, 4, 5, 6, 7, 8 }, { 2, 1, 4, 3, 6, 5, 8, 7 }, { 1, 3, 2, 8, 5, 7, 6, 4 }, { 8, 3, 1, 2, 5, 7, 4, 6 }
	};
	static const char *const names[] = { "a", "b", "c", "d" };
	assert_int_equal(mixmi_table_new(&f->table, 8), MIXMI_OK);
	for (size_t j = 0; j < 4; j++)
		assert_int_equal(mixmi_table_add_values(f->table, names[j], MIXMI_NUMERIC, columns[j], NULL), MIXMI_OK);
	f->dag = parse("a -> b\nb -> c\nd");
	f->cpdag = parse("a -- b\nb -- c\nd");
	f->pag = parse("a o-> b\nc o-> b\nb -> d");
	assert_int_equal(mixmi_options_new(&f->options), MIXMI_OK);
	assert_int_equal(mixmi_options_set_test(f->options, judge, NULL, "own"), MIXMI_OK);
	assert_int_equal(mixmi_options_set(f->options, "threads", "1"), MIXMI_OK);
}

static void clear(fixture *f)
{
	mixmi_graph_free(f->dag);
	mixmi_graph_free(f->cpdag);
	mixmi_graph_free(f->pag);
	mixmi_options_free(f->options);
	mixmi_table_free(f->table);
}

static mixmi_status measure(void *context)
{
	const fixture *f = context;
	size_t lower, upper;
	mixmi_status status = mixmi_graph_sid(&lower, &upper, f->cpdag, f->dag);
	FAULTS_CHECK((lower == SIZE_MAX) == (status != MIXMI_OK));
	return status;
}

static mixmi_status check_one(const fixture *f, const mixmi_graph *graph)
{
	mixmi_check *check = (mixmi_check *)f->table;
	mixmi_status status = mixmi_graph_check(&check, f->table, graph, false, 2, f->options);
	FAULTS_CHECK((check == NULL) == (status != MIXMI_OK));
	mixmi_check_free(status == MIXMI_OK ? check : NULL);
	return status;
}

static mixmi_status check_cpdag(void *context)
{
	const fixture *f = context;
	return check_one(f, f->cpdag);
}

static mixmi_status check_pag(void *context)
{
	const fixture *f = context;
	return check_one(f, f->pag);
}

static mixmi_status adjust_one(const mixmi_graph *graph, const size_t *unmeasured, size_t count)
{
	mixmi_adjustment *found = (mixmi_adjustment *)&count;
	mixmi_status status = mixmi_graph_adjust(&found, graph, 0, 2, unmeasured, count, 10, NULL);
	FAULTS_CHECK((found == NULL) == (status != MIXMI_OK));
	mixmi_adjustment_free(status == MIXMI_OK ? found : NULL);
	return status;
}

static mixmi_status adjust_pag(void *context)
{
	const fixture *f = context;
	return adjust_one(f->pag, NULL, 0);
}

static mixmi_status adjust_with(void *context)
{
	return adjust_one(context, NULL, 0);
}

/* No adjustment set exists: the search continues with the reason, instruments and front-door sets. */
static mixmi_status adjust_without(void *context)
{
	const size_t last = 3;
	return adjust_one(context, &last, 1);
}

/* 40 rows: a treatment, an outcome, and two columns to adjust for. */
typedef struct effects {
	mixmi_table *table;
	mixmi_graph *class;
} effects;

static mixmi_table *effects_table(void)
{
	static const char *const names[] = { "x", "t", "y", "z" };
	double values[40];
	mixmi_table *table;
	assert_int_equal(mixmi_table_new(&table, 40), MIXMI_OK);
	for (size_t j = 0; j < 4; j++) {
		for (size_t i = 0; i < 40; i++)
			values[i] = j == 1 ? (double)(i * 7 % 3 == 0) : (double)((i * (7 + 4 * j)) % 41);
		assert_int_equal(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, values, NULL), MIXMI_OK);
	}
	return table;
}

static mixmi_status effect_of(const effects *e, size_t x)
{
	const size_t z = 3;
	mixmi_effect *effect = (mixmi_effect *)e->table;
	mixmi_status status = mixmi_effect_adjusted(&effect, e->table, x, 2, &z, 1, NULL, NULL);
	FAULTS_CHECK((effect == NULL) == (status != MIXMI_OK));
	mixmi_effect_free(status == MIXMI_OK ? effect : NULL);
	return status;
}

static mixmi_status effect_curve(void *context)
{
	return effect_of(context, 0);
}

static mixmi_status effect_levels(void *context)
{
	return effect_of(context, 1);
}

static mixmi_status effect_class(void *context)
{
	const effects *e = context;
	mixmi_effect *effect = (mixmi_effect *)e->table;
	mixmi_status status = mixmi_graph_effect(&effect, e->table, e->class, 1, 2, 5, NULL, NULL);
	FAULTS_CHECK((effect == NULL) == (status != MIXMI_OK));
	mixmi_effect_free(status == MIXMI_OK ? effect : NULL);
	return status;
}

static void estimating(void **state)
{
	(void)state;
	effects e = { effects_table(), parse("t -- y\nz -> y") };
	assert_true(faults_run("effect of levels", effect_levels, &e) > 0);
	assert_true(faults_run("effect as a curve", effect_curve, &e) > 0);
	assert_true(faults_run("effects in a CPDAG", effect_class, &e) > 0);
	mixmi_graph_free(e.class);
	mixmi_table_free(e.table);
}

static void comparing_and_checking(void **state)
{
	(void)state;
	fixture f;
	make(&f);
	assert_true(faults_run("distance", measure, &f) > 0);
	assert_true(faults_run("check of a CPDAG", check_cpdag, &f) > 0);
	assert_true(faults_run("check of a PAG", check_pag, &f) > 0);
	assert_true(faults_run("adjustment in a PAG", adjust_pag, &f) > 0);
	mixmi_graph *dag = parse("x -> m\nm -> y\nu -> x\nu -> y\nz -> x");
	assert_true(faults_run("adjustment sets", adjust_with, dag) > 0);
	assert_true(faults_run("no adjustment set", adjust_without, dag) > 0);
	mixmi_graph_free(dag);
	clear(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(comparing_and_checking), cmocka_unit_test(estimating) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
