/* Progress is reported from the thread that made the call, however many threads it uses and however deeply
 * the work is nested; and at most some tens of times per second. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "tables.h"

#include "base/progress.h"

/* What a callback received. A worker thread that breaks the rule writes here too, so it is guarded. */
typedef struct seen {
	pthread_mutex_t lock;
	pthread_t caller;
	size_t calls, strange;
} seen;

static bool look(void *context, const mixmi_progress *progress)
{
	seen *s = context;
	bool sensible = progress->stage != NULL && progress->unit != NULL && progress->done <= progress->total;
	pthread_mutex_lock(&s->lock);
	s->calls++;
	s->strange += !sensible || !pthread_equal(pthread_self(), s->caller);
	pthread_mutex_unlock(&s->lock);
	return true;
}

static mixmi_options watched(seen *s, const char *preset)
{
	mixmi_options options = options_of(preset);
	*s = (seen){ .caller = pthread_self() };
	pthread_mutex_init(&s->lock, NULL);
	options.threads = 4;
	options.progress = look;
	options.progress_context = s;
	return options;
}

static void check(seen *s, const char *what)
{
	if (s->strange > 0)
		print_error("%s: %zu of %zu calls from another thread\n", what, s->strange, s->calls);
	assert_int_equal(s->strange, 0);
	pthread_mutex_destroy(&s->lock);
}

static mixmi_table *table_of(size_t rows, size_t columns)
{
	double *values = mixed_values(rows, columns, 7);
	mixmi_table *table = numeric_table(values, rows, columns);
	free(values);
	return table;
}

static const size_t set[] = { 0, 1, 2, 3 };
static const mixmi_question given_one = { &set[0], 1, &set[3], 1, &set[2], 1 };

enum { QUESTIONS = 12 };

/* The same question many times. */
static void repeat(mixmi_question questions[QUESTIONS])
{
	for (size_t i = 0; i < QUESTIONS; i++)
		questions[i] = given_one;
}

static void reading_and_fitting_report_from_the_calling_thread(void **state)
{
	(void)state;
	char path[] = "/tmp/mixmi-progress-XXXXXX";
	FILE *file = fdopen(mkstemp(path), "w");
	assert_non_null(file);
	for (size_t i = 0; i < 400000; i++)
		fprintf(file, i == 0 ? "a,b,c\n" : "%zu,%zu,1.5\n", i * 7919 % 10007, i * 104729 % 1009);
	fclose(file);
	seen s;
	mixmi_options options = watched(&s, "paper");
	mixmi_table *read;
	assert_ok(mixmi_table_read(&read, path, &options));
	assert_true(s.calls > 0);
	check(&s, "read");
	mixmi_table_free(read);
	unlink(path);
	mixmi_table *table = table_of(6000, 4);
	for (size_t p = 0; p < PRESETS; p++) {
		options = watched(&s, preset_names[p]);
		mixmi_histogram *histogram;
		assert_ok(mixmi_histogram_fit(&histogram, table, set, 4, &options));
		mixmi_histogram_free(histogram);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, &set[0], 1, &set[3], 1, &set[2], 1, &options));
		assert_true(s.calls > 0);
		check(&s, preset_names[p]);
	}
	mixmi_table_free(table);
}

static void every_estimator_and_test_reports_from_the_calling_thread(void **state)
{
	(void)state;
	mixmi_table *table = table_of(300, 4);
	seen s;
	mixmi_answer answer;
	for (size_t i = 0; mixmi_estimator_at(i) != NULL; i++) {
		mixmi_options options = watched(&s, "paper");
		options.estimator = mixmi_estimator_at(i)->name;
		mixmi_question q = given_one;
		q.z_count = mixmi_estimator_at(i)->conditional ? 1 : 0;
		assert_ok(mixmi_estimate(&answer, sizeof answer, NULL, table, &q, &options));
		check(&s, mixmi_estimator_at(i)->name);
	}
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++) {
		mixmi_options options = watched(&s, "paper");
		options.test = mixmi_test_at(i)->name;
		options.alpha = 0.1;
		assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &given_one, &options));
		options.null = MIXMI_NULL_PERM;
		assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &given_one, &options));
		check(&s, mixmi_test_at(i)->name);
	}
	mixmi_table_free(table);
}

static void many_questions_report_from_the_calling_thread(void **state)
{
	(void)state;
	mixmi_table *table = table_of(200, 4);
	mixmi_question questions[QUESTIONS];
	mixmi_answers *answers;
	flat_questions flat;
	repeat(questions);
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++) {
		seen s;
		mixmi_options options = watched(&s, "paper");
		options.test = mixmi_test_at(i)->name;
		options.alpha = 0.1;
		options.null = MIXMI_NULL_PERM;
		assert_ok(mixmi_test_many(&answers, table, flatten(&flat, questions, QUESTIONS), &options));
		mixmi_answers_free(answers);
		assert_true(s.calls > 0);
		check(&s, mixmi_test_at(i)->name);
	}
	mixmi_table_free(table);
}

static void a_search_and_its_bootstrap_report_from_the_calling_thread(void **state)
{
	(void)state;
	mixmi_table *table = table_of(200, 6);
	for (int rule = 0; rule < 3; rule++) {
		seen s;
		mixmi_options options = watched(&s, "paper");
		options.bootstrap = 6;
		options.v_rule = rule;
		mixmi_graph *graph;
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
		assert_true(s.calls > 0);
		check(&s, "graph");
		mixmi_graph_free(graph);
	}
	mixmi_table_free(table);
}

/* A test that calls its callback very often. */
static mixmi_status talkative(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                              const mixmi_options *options)
{
	(void)context;
	(void)table;
	(void)q;
	for (int i = 0; i < 20000; i++)
		if (!base_progress(options, "talking", 1, 2))
			return MIXMI_ERROR_CANCELLED;
	out->verdict = MIXMI_NOT_DETECTED;
	return MIXMI_OK;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void the_callback_is_called_some_tens_of_times_a_second(void **state)
{
	(void)state;
	mixmi_table *table = table_of(50, 4);
	mixmi_question questions[QUESTIONS];
	mixmi_answers *answers;
	mixmi_answer answer;
	flat_questions flat;
	repeat(questions);
	seen s;
	mixmi_options options = watched(&s, "paper");
	options.own_test.function = talkative;
	options.own_test.name = "talkative";
	double start = now();
	assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &given_one, &options));
	assert_true(s.calls > 0 && (double)s.calls <= 51 + 25 * (now() - start));
	s.calls = 0;
	start = now();
	assert_ok(mixmi_test_many(&answers, table, flatten(&flat, questions, QUESTIONS), &options));
	mixmi_answers_free(answers);
	assert_true(s.calls > 0 && (double)s.calls <= 51 + 25 * (now() - start));
	check(&s, "talkative");
	mixmi_table_free(table);
}

static bool refuse(void *context, const mixmi_progress *progress)
{
	(void)progress;
	++*(size_t *)context;
	return false;
}

static void a_callback_that_has_said_no_is_not_asked_again(void **state)
{
	(void)state;
	mixmi_table *table = table_of(100, 4);
	mixmi_question questions[QUESTIONS];
	mixmi_answers *answers;
	mixmi_answer answer;
	flat_questions flat;
	repeat(questions);
	size_t calls = 0;
	mixmi_options options = paper_options();
	options.threads = 3;
	options.progress = refuse;
	options.progress_context = &calls;
	assert_fails(mixmi_test_many(&answers, table, flatten(&flat, questions, QUESTIONS), &options),
	             MIXMI_ERROR_CANCELLED, "cancelled");
	assert_int_equal(calls, 1);
	for (size_t i = 0; i < QUESTIONS; i++) { /* none was asked, which shows */
		assert_ok(mixmi_answers_get(&answer, sizeof answer, answers, i));
		assert_true(answer.status == MIXMI_ERROR_CANCELLED && isnan(answer.estimate) && isnan(answer.p));
		assert_true(answer.rows == 0 && answer.verdict == MIXMI_NO_VERDICT);
	}
	mixmi_answers_free(answers);
	mixmi_table_free(table);
}

/* What a search says about its duration. */
typedef struct foreseen {
	size_t reports, foreseen;
	double seconds;
} foreseen;

static bool note_seconds(void *context, const mixmi_progress *progress)
{
	foreseen *f = context;
	assert_true(progress->seconds == 0 || f->reports == 0);
	f->reports++;
	f->foreseen += progress->seconds > 0;
	f->seconds = fmax(f->seconds, progress->seconds);
	return true;
}

static bool stop_at_once(void *context, const mixmi_progress *progress)
{
	(void)context;
	return progress->seconds == 0;
}

static void a_search_says_first_how_long_it_will_take(void **state)
{
	(void)state;
	enum { N = 200, COLUMNS = 5 };
	double values[N];
	uint64_t seed = 3;
	mixmi_table *table;
	mixmi_options *options;
	mixmi_graph *graph;
	mixmi_graph_info info;
	foreseen f = { 0 };
	assert_ok(mixmi_table_new(&table, N));
	for (size_t j = 0; j < COLUMNS; j++) {
		for (size_t i = 0; i < N; i++)
			values[i] = test_normal(&seed);
		assert_ok(mixmi_table_add_values(table, (const char[]){ (char)('a' + j), '\0' }, MIXMI_NUMERIC, values, NULL));
	}
	assert_ok(mixmi_options_new(&options));
	mixmi_options_set_progress(options, note_seconds, &f);
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
	assert_int_equal(f.foreseen, 1);
	assert_true(f.seconds < 60);
	mixmi_graph_free(graph);
	mixmi_options_set_progress(options, stop_at_once, NULL);
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.complete, 0);
	assert_int_equal(info.tests, 0);
	mixmi_graph_free(graph);
	mixmi_options_free(options);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_search_says_first_how_long_it_will_take),
		cmocka_unit_test(reading_and_fitting_report_from_the_calling_thread),
		cmocka_unit_test(every_estimator_and_test_reports_from_the_calling_thread),
		cmocka_unit_test(many_questions_report_from_the_calling_thread),
		cmocka_unit_test(a_search_and_its_bootstrap_report_from_the_calling_thread),
		cmocka_unit_test(the_callback_is_called_some_tens_of_times_a_second),
		cmocka_unit_test(a_callback_that_has_said_no_is_not_asked_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
