/* Calls with arguments that no one would write, as tests/fuzz/targets/api.c found them: what was wrong stays right. */
#include "unit.h"

#include <math.h>
#include <pthread.h>

static mixmi_table *table_of(size_t rows, const double *const *columns, size_t count)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < count; j++)
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, columns[j], NULL));
	return table;
}

enum { ROWS = 48 };

static void an_effect_of_a_column_without_values_is_refused(void **state)
{
	(void)state;
	double nothing[ROWS], number[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		nothing[i] = NAN;
		number[i] = (double)(i * i % 17);
	}
	mixmi_table *table = table_of(ROWS, (const double *const[]){ nothing, number }, 2);
	mixmi_effect *effect;
	assert_fails(mixmi_effect_adjusted(&effect, table, 0, 1, NULL, 0, "3", NULL), MIXMI_ERROR_DATA,
	             "'a' has no values");
	assert_null(effect);
	assert_fails(mixmi_effect_adjusted(&effect, table, 1, 0, NULL, 0, "3", NULL), MIXMI_ERROR_DATA,
	             "'a' has no values");
	mixmi_table_free(table);
}

static void more_lags_than_the_limit_are_refused_before_memory_is_taken(void **state)
{
	(void)state;
	double number[ROWS];
	for (size_t i = 0; i < ROWS; i++)
		number[i] = (double)(i * i % 17);
	mixmi_table *table = table_of(ROWS, (const double *const[]){ number }, 1), *lagged;
	double times[ROWS];
	for (size_t i = 0; i < ROWS; i++)
		times[i] = (double)i;
	assert_ok(mixmi_table_set_time(table, times, NULL, 1));
	assert_fails(mixmi_table_lag(&lagged, table, SIZE_MAX), MIXMI_ERROR_LIMIT, "the limit of 1000");
	assert_fails(mixmi_table_lag(&lagged, table, 1001), MIXMI_ERROR_LIMIT, "the limit of 1000");
	assert_fails(mixmi_table_lag(&lagged, table, 1000), MIXMI_ERROR_DATA, "no row has another one 1000 steps earlier");
	assert_ok(mixmi_table_lag(&lagged, table, 3));
	assert_int_equal(mixmi_table_columns(lagged), 4);
	assert_true(isnan(mixmi_table_value(lagged, 3, 2)));
	assert_true(mixmi_table_value(lagged, 3, 3) == number[0]);
	mixmi_table_free(lagged);
	mixmi_table_free(table);
}

static void a_list_that_is_null_is_empty_whatever_its_count(void **state)
{
	(void)state;
	double a[ROWS], b[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		a[i] = (double)(i * i % 17);
		b[i] = (double)(i * 7 % 23);
	}
	mixmi_table *table = table_of(ROWS, (const double *const[]){ a, b }, 2);
	mixmi_answers *answers;
	assert_ok(mixmi_pairs(&answers, table, &(mixmi_pair_set){ .target_count = 3, .z_count = 2 }, NULL));
	assert_int_equal(mixmi_answers_count(answers), 1);
	mixmi_answers_free(answers);
	mixmi_table_free(table);
}

/* A caller's struct of another version ends between two fields; one that ends within a field has no such field. */
static void a_struct_that_ends_within_a_pointer_has_no_such_pointer(void **state)
{
	(void)state;
	double number[ROWS];
	for (size_t i = 0; i < ROWS; i++)
		number[i] = (double)i;
	uint8_t missing[ROWS] = { 1 };
	const mixmi_array array = { .values = number, .missing = missing };
	size_t place = offsetof(mixmi_array, missing);
	for (size_t extra = 0; extra <= sizeof array.missing; extra++) {
		char name[] = { 'a', (char)('0' + extra), '\0' };
		mixmi_table *table;
		assert_ok(mixmi_table_new(&table, ROWS));
		assert_ok(mixmi_table_add_array(table, name, &array, place + extra));
		assert_true(isnan(mixmi_table_value(table, 0, 0)) == (extra == sizeof array.missing));
		mixmi_table_free(table);
	}
}

/* ------------------------------------------------------------------------------------------------ small stacks */

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Calls with the deepest stacks: a search, and an explanation. */
static void *call_deeply(void *context)
{
	const mixmi_table *table = context;
	const size_t x = 0, y = 1, z = 2;
	const mixmi_question question = { &x, 1, &y, 1, &z, 1 };
	mixmi_graph *graph = NULL;
	mixmi_explanation *explanation = NULL;
	mixmi_status learnt = mixmi_graph_learn(&graph, table, NULL, 0, NULL, NULL);
	mixmi_status explained = mixmi_explain(&explanation, table, &question, true, NULL);
	mixmi_graph_free(graph);
	mixmi_explanation_free(explanation);
	return learnt == MIXMI_OK && explained == MIXMI_OK ? context : NULL;
}

/* As in threads of other languages' runtimes. Sanitized code has larger frames. */
static void a_thread_with_a_stack_of_64_kilobytes_may_call(void **state)
{
	(void)state;
	enum { SMALL_STACK = 64 << 10 };
	double a[ROWS], b[ROWS], c[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		a[i] = (double)(i * i % 17);
		b[i] = a[i] + (double)(i * 7 % 5);
		c[i] = (double)(i * 11 % 13);
	}
	mixmi_table *table = table_of(ROWS, (const double *const[]){ a, b, c }, 3);
	pthread_attr_t attributes;
	pthread_t thread;
	void *done;
	assert_int_equal(pthread_attr_init(&attributes), 0);
	if (!SANITIZED)
		assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK), 0);
	assert_int_equal(pthread_create(&thread, &attributes, call_deeply, table), 0);
	assert_int_equal(pthread_join(thread, &done), 0);
	assert_non_null(done);
	pthread_attr_destroy(&attributes);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_effect_of_a_column_without_values_is_refused),
		cmocka_unit_test(more_lags_than_the_limit_are_refused_before_memory_is_taken),
		cmocka_unit_test(a_list_that_is_null_is_empty_whatever_its_count),
		cmocka_unit_test(a_thread_with_a_stack_of_64_kilobytes_may_call),
		cmocka_unit_test(a_struct_that_ends_within_a_pointer_has_no_such_pointer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
