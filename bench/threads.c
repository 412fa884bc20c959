/* Many questions with one thread and with two: MI of a target with 1000 columns at n = 10,000, and a graph over 100 mixed
 * columns at n = 1000. Wall time is what threads are for, but on a machine that others use too it cannot show two processors:
 * a plain loop tells what two threads are worth there at present. The processor's time is compared as well: two threads need
 * no more of it than one if nothing is done twice or waited for. */
#include <omp.h>
#include <stdio.h>

#include "measure.h"
#include "tables.h"

static void compare_threads(const char *what, measure_work *work, void *one, void *two, double units, double bound)
{
	char text[80];
	for (measure_clock clock = MEASURE_WALL; clock <= MEASURE_CPU; clock++) {
		bool wall = clock == MEASURE_WALL;
		snprintf(text, sizeof text, "%s, %s", what, wall ? "wall" : "2 x processor's time");
		measure_compare(&(measure_figure){ .what = text,
		                                   .subject = { "2 threads", work, two, wall ? units : 2 * units },
		                                   .yardstick = { "1 thread", work, one, units },
		                                   .clock = clock,
		                                   .speed_up = true,
		                                   .rounds = 5,
		                                   .goal = bound > 0 ? MEASURE_AT_LEAST : MEASURE_NO_GOAL,
		                                   .bound = bound });
	}
}

/* -------------------------------------------------------------------------------------------- what there is */

/* Arithmetic that needs no memory, in pieces. The context is the number of threads. */
static void run_loop(void *context)
{
	enum { PIECES = 400, STEPS = 400000 };
	const int *threads = context;
#pragma omp parallel for schedule(dynamic) num_threads(*threads)
	for (int i = 0; i < PIECES; i++) {
		volatile double last = 0;
		double sum = i;
		for (int j = 0; j < STEPS; j++)
			sum = sum * 0.999 + j;
		last = sum;
		(void)last;
	}
}

static void measure_loop(void)
{
	int one = 1, two = 2;
	compare_threads("a plain loop", run_loop, &one, &two, 1, 0);
}

/* ----------------------------------------------------------------------------------------------------- pairs */

typedef struct pairs_job {
	const mixmi_table *table;
	const mixmi_options *options;
} pairs_job;

/* Every column against the first. */
static void run_pairs(void *context)
{
	const pairs_job *job = context;
	const size_t target = 0;
	mixmi_answers *answers;
	if (mixmi_pairs(&answers, job->table, &(mixmi_pair_set){ .targets = &target, .target_count = 1 }, job->options) !=
	    MIXMI_OK)
		measure_fail(mixmi_error_message());
	mixmi_answers_free(answers);
}

static void measure_pairs(void)
{
	size_t columns = measure_quick() ? 100 : 1000;
	mixmi_table *table = tables_target(10000, columns);
	pairs_job one = { table, tables_options() }, two = { table, tables_options_of("paper", "threads", "2") };
	char what[64];
	snprintf(what, sizeof what, "a pair of %zu, n = 10000", columns);
	compare_threads(what, run_pairs, &one, &two, (double)columns, 1.8);
	mixmi_table_free(table);
}

/* ----------------------------------------------------------------------------------------------------- graph */

typedef struct graph_job {
	const mixmi_table *table;
	const mixmi_options *options;
	uint64_t tests;
} graph_job;

static void run_graph(void *context)
{
	graph_job *job = context;
	mixmi_graph *graph;
	mixmi_graph_info info;
	if (mixmi_graph_learn(&graph, job->table, NULL, 0, NULL, job->options) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	mixmi_graph_describe(&info, sizeof info, graph);
	job->tests = info.tests;
	mixmi_graph_free(graph);
}

static void measure_graph(void)
{
	size_t columns = measure_quick() ? 30 : 100;
	mixmi_table *table = tables_network(1000, columns);
	graph_job one = { table, tables_options(), 0 }; /* the test of preset paper is chi2 */
	graph_job two = { table, tables_options_of("paper", "threads", "2"), 0 };
	run_graph(&one);
	run_graph(&two);
	double before = measure_memory();
	char what[64];
	snprintf(what, sizeof what, "a test of %llu, graph of %zu", (unsigned long long)one.tests, columns);
	compare_threads(what, run_graph, &one, &two, (double)one.tests, 1.8);
	measure_note("graph: memory after all of these to before", "after", measure_memory() / 1e6, "before", before / 1e6,
	             "MB", MEASURE_AT_MOST, 1.1);
	mixmi_table_free(table);
}

int main(void)
{
	if (measure_threads() < 2) {
		printf("threads: skipped, this machine has one processor\n");
		return 0;
	}
	measure_begin("threads", "two threads against one, times as fast");
	measure_loop();
	measure_graph(); /* first, for its memory to be its own */
	measure_pairs();
	return 0;
}
