/* Threads that cannot be created: the loop runs with fewer threads and gives the same answers. pthread_create is wrapped by
 * the linker; the first thread to fail is chosen here, and all later ones fail too. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/work.h"
#include "unit/unit.h"

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *argument);

static size_t calls, granted; /* threads that were asked for, and of them those of this run that are granted */

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *argument)
{
	return calls++ < granted ? __real_pthread_create(thread, how, start, argument) : EAGAIN;
}

enum { THREADS = 6, PIECES = 200, ROWS = 150 };

typedef struct marks {
	atomic_int done[PIECES];
	atomic_size_t highest; /* number of a thread */
} marks;

static mixmi_status mark(void *context, size_t index, base_worker *worker)
{
	marks *m = context;
	m->done[index]++;
	for (size_t seen = m->highest;
	     seen < worker->thread && !atomic_compare_exchange_weak(&m->highest, &seen, worker->thread);)
		;
	return MIXMI_OK;
}

static bool no_objection(void *context, const mixmi_progress *progress)
{
	(void)context, (void)progress;
	return true;
}

static void all_pieces_are_done_by_the_threads_that_there_are(void **state)
{
	(void)state;
	mixmi_options options;
	init_options(&options);
	options.threads = THREADS;
	for (int watched = 0; watched < 2; watched++)
		for (granted = 0; granted < THREADS; granted++) {
			marks m = { 0 };
			options.progress = watched ? no_objection : NULL;
			base_work work = { .options = &options, .count = PIECES, .stage = "marking" };
			calls = 0;
			assert_ok(base_work_run(&work, mark, &m));
			assert_int_equal(calls, granted + 1 < THREADS ? granted + 1 : THREADS - 1);
			assert_true(m.highest <= granted);
			for (size_t i = 0; i < PIECES; i++)
				assert_int_equal(m.done[i], 1);
		}
}

static mixmi_table *chain(void)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	double values[4][ROWS];
	for (size_t i = 0; i < ROWS; i++)
		for (size_t j = 0; j < 4; j++)
			values[j][i] = (double)(i * (7 * j + 3) % 31) + (j > 0 ? values[j - 1][i] : 0);
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 4; j++)
		assert_ok(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, values[j], NULL));
	return table;
}

/* A graph, all pairs and one estimate, as one string. */
static void describe(char *text, size_t size, const mixmi_table *table, int64_t threads)
{
	mixmi_options options;
	mixmi_graph *graph;
	mixmi_answers *pairs;
	char *csv;
	init_options(&options);
	options.threads = threads;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	assert_ok(mixmi_graph_write(&csv, graph, "csv"));
	size_t used = (size_t)snprintf(text, size, "%s", csv);
	assert_ok(mixmi_pairs(&pairs, table, &(mixmi_pair_set){ 0 }, &options));
	for (size_t i = 0; i < mixmi_answers_count(pairs); i++) {
		mixmi_answer answer;
		assert_ok(mixmi_answers_get(&answer, sizeof answer, pairs, i));
		used += (size_t)snprintf(text + used, size - used, "%a %a\n", answer.estimate, answer.p);
	}
	assert_true(used < size);
	mixmi_free(csv);
	mixmi_answers_free(pairs);
	mixmi_graph_free(graph);
}

static void answers_are_the_same_without_threads(void **state)
{
	(void)state;
	char alone[4096], short_of[4096];
	mixmi_table *table = chain();
	describe(alone, sizeof alone, table, 1);
	for (granted = 0; granted < 3; granted++) {
		calls = 0;
		describe(short_of, sizeof short_of, table, THREADS);
		assert_true(calls > granted);
		assert_string_equal(short_of, alone);
	}
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_pieces_are_done_by_the_threads_that_there_are),
		cmocka_unit_test(answers_are_the_same_without_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
