/* Blanket and selection: with d-separation as the test the result is the Markov blanket of the DAG, with sets that do separate;
 * selection takes the most informative column first and stops when nothing is added; results do not depend on the order of
 * columns or on threads, and an interrupted search resumes. */
#include <unistd.h>

#include "dags.h"

static uint32_t true_blanket(const dag *d, size_t target, uint32_t *neighbours)
{
	uint32_t spouses = 0;
	*neighbours = d->parents[target];
	for (size_t i = 0; i < d->nodes; i++)
		if (dag_edge(d, target, i)) {
			*neighbours |= 1u << i;
			spouses |= d->parents[i];
		}
	return (*neighbours | spouses) & ~(1u << target);
}

static mixmi_choice *find(oracle *o, size_t target, int64_t threads, uint64_t *shuffle, const char *checkpoint)
{
	mixmi_table *table = dag_table(o, shuffle);
	o->clear = true; /* the level goes with the columns */
	mixmi_options options = oracle_options(o, MIXMI_V_STANDARD, threads);
	options.max_cond = MOST;
	options.checkpoint = checkpoint;
	mixmi_choice *choice;
	size_t column = 0;
	while (o->node_of[column] != target)
		column++;
	o->calls = 0;
	assert_ok(mixmi_blanket(&choice, table, column, NULL, 0, &options));
	mixmi_table_free(table);
	return choice;
}

static void check_blanket(const mixmi_choice *choice, const oracle *o, size_t target)
{
	uint32_t neighbours, blanket = true_blanket(o->dag, target, &neighbours);
	mixmi_choice_info info;
	mixmi_choice_describe(&info, sizeof info, choice);
	assert_int_equal(info.members + info.discarded, o->dag->nodes - 1);
	assert_true(info.complete && o->node_of[info.target] == target);
	for (size_t i = 0; i < info.members + info.discarded; i++) {
		mixmi_chosen row;
		assert_ok(mixmi_choice_at(&row, sizeof row, choice, i));
		size_t node = o->node_of[row.column];
		uint32_t set = 0;
		for (size_t j = 0; j < row.given_count; j++)
			set |= 1u << o->node_of[row.given[j]];
		assert_int_equal(row.role == MIXMI_NEIGHBOUR, neighbours >> node & 1);
		assert_int_equal(row.role != MIXMI_DISCARDED, blanket >> node & 1);
		assert_int_equal(row.role != MIXMI_DISCARDED, i < info.members);
		assert_int_equal(dag_separated(o->dag, target, node, set), row.role == MIXMI_DISCARDED);
	}
	mixmi_chosen none;
	assert_fails(mixmi_choice_at(&none, sizeof none, choice, o->dag->nodes - 1), MIXMI_ERROR_USAGE, "the choice has");
}

static void an_oracle_gives_the_markov_blanket(void **state)
{
	(void)state;
	for (size_t number = 0; number < 300; number++) {
		uint64_t seed = 4000 + number;
		dag d = random_dag(4 + number % 6, 0.15 + 0.3 * test_uniform(&seed), &seed);
		oracle o;
		oracle_init(&o, &d, 0);
		mixmi_choice *choice = find(&o, number % d.nodes, 1, NULL, NULL);
		check_blanket(choice, &o, number % d.nodes);
		assert_each_once(&o);
		mixmi_choice_free(choice);
		oracle_clear(&o);
	}
}

/* The complete result of a selection, with column names. */
static char *dump_choice(const mixmi_choice *choice, const oracle *o)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	mixmi_choice_info info;
	mixmi_choice_describe(&info, sizeof info, choice);
	fprintf(out, "%zu %zu %llu %d\n", info.members, info.discarded, (unsigned long long)info.tests, info.complete);
	for (size_t i = 0; i < info.members + info.discarded; i++) {
		mixmi_chosen row;
		assert_ok(mixmi_choice_at(&row, sizeof row, choice, i));
		fprintf(out, "%s %d %a %a %zu %zu\n", o->dag->names[o->node_of[row.column]], row.role, row.estimate, row.p,
		        row.rows, row.given_count);
	}
	fclose(out);
	return text;
}

static void order_threads_and_interruptions_do_not_matter(void **state)
{
	(void)state;
	char path[64];
	snprintf(path, sizeof path, "/tmp/mixmi-blanket-%ld", (long)getpid());
	for (size_t number = 0; number < 40; number++) {
		uint64_t seed = 7000 + number;
		dag d = random_dag(8, 0.3, &seed);
		oracle o;
		oracle_init(&o, &d, number % 2 == 0 ? 0 : 0.1);
		mixmi_choice *one = find(&o, 3, 1, NULL, NULL);
		char *first = dump_choice(one, &o);
		mixmi_choice *two = find(&o, 3, 3, &seed, NULL);
		char *second = dump_choice(two, &o);
		assert_string_equal(first, second);
		unlink(path);
		mixmi_choice_free(find(&o, 3, 1, NULL, path));
		mixmi_choice *again = find(&o, 3, 1, NULL, path);
		assert_int_equal(o.calls, 0); /* all from the checkpoint */
		char *third = dump_choice(again, &o);
		assert_string_equal(first, third);
		mixmi_choice_free(one);
		mixmi_choice_free(two);
		mixmi_choice_free(again);
		free(first);
		free(second);
		free(third);
		oracle_clear(&o);
	}
	unlink(path);
}

/* y is the sum of a and b; `copy` is a plus noise; the others are independent of y. */
static mixmi_table *sum_table(size_t noise)
{
	enum { ROWS = 400 };
	double a[ROWS], b[ROWS], copy[ROWS], y[ROWS], other[ROWS];
	uint64_t seed = 11;
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t i = 0; i < ROWS; i++) {
		a[i] = test_normal(&seed);
		b[i] = test_normal(&seed);
		copy[i] = a[i] + 0.7 * test_normal(&seed);
		y[i] = 1.5 * a[i] + b[i] + 0.5 * test_normal(&seed);
	}
	assert_ok(mixmi_table_add_values(table, "a", MIXMI_NUMERIC, a, NULL));
	assert_ok(mixmi_table_add_values(table, "b", MIXMI_NUMERIC, b, NULL));
	assert_ok(mixmi_table_add_values(table, "copy", MIXMI_NUMERIC, copy, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
	for (size_t k = 0; k < noise; k++) {
		char name[16];
		for (size_t i = 0; i < ROWS; i++)
			other[i] = test_normal(&seed);
		snprintf(name, sizeof name, "n%zu", k);
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, other, NULL));
	}
	return table;
}

static void selection_passes_over_what_repeats(void **state)
{
	(void)state;
	mixmi_table *table = sum_table(5);
	mixmi_choice *choice;
	mixmi_choice_info info;
	mixmi_chosen row;
	assert_ok(mixmi_select(&choice, table, 3, NULL, 0, 5, NULL));
	mixmi_choice_describe(&info, sizeof info, choice);
	assert_int_equal(info.members, 2);
	assert_ok(mixmi_choice_at(&row, sizeof row, choice, 0));
	assert_true(row.column == 0 && row.role == MIXMI_CHOSEN && row.given_count == 0);
	double first = row.estimate;
	assert_ok(mixmi_choice_at(&row, sizeof row, choice, 1));
	assert_true(row.column == 1 && row.given_count == 1 && row.given[0] == 0);
	assert_close(row.total, first + row.estimate, 1e-12);
	mixmi_choice_free(choice);
	mixmi_table_free(table);
}

static void noise_does_not_join_the_blanket(void **state)
{
	(void)state;
	mixmi_table *table = sum_table(300);
	mixmi_choice *choice;
	mixmi_choice_info info;
	assert_ok(mixmi_blanket(&choice, table, 3, NULL, 0, NULL));
	mixmi_choice_describe(&info, sizeof info, choice);
	assert_in_range(info.members, 2, 3);
	for (size_t i = 0; i < 2; i++) {
		mixmi_chosen row;
		assert_ok(mixmi_choice_at(&row, sizeof row, choice, i));
		assert_true(row.column < 2 && row.role == MIXMI_NEIGHBOUR);
	}
	mixmi_choice_free(choice);
	mixmi_table_free(table);
}

/* A column whose values are all distinct cannot be compared with anything, and makes no column a spouse. */
static void undecided_is_neither_dependent_nor_independent(void **state)
{
	(void)state;
	enum { ROWS = 200 };
	mixmi_table *table;
	mixmi_choice *choice;
	mixmi_choice_info info;
	mixmi_chosen row;
	double x[ROWS], y[ROWS], noise[ROWS];
	int64_t own[ROWS];
	uint64_t seed = 11;
	const int verdicts[] = { MIXMI_DETECTED, MIXMI_NO_VERDICT, MIXMI_UNDECIDED, MIXMI_NOT_DETECTED };
	for (int i = 0; i < ROWS; i++) {
		noise[i] = test_normal(&seed);
		x[i] = i % 20;
		y[i] = x[i] * x[i];
		own[i] = i;
	}
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, x, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
	assert_ok(mixmi_table_add_codes(table, "own", own, NULL, 0, NULL));
	assert_ok(mixmi_table_add_values(table, "noise", MIXMI_NUMERIC, noise, NULL));
	const size_t columns[] = { 0, 2, 3 };
	assert_ok(mixmi_blanket(&choice, table, 1, columns, 3, NULL));
	for (size_t i = 0; mixmi_choice_at(&row, sizeof row, choice, i) == MIXMI_OK; i++) {
		assert_int_equal(row.verdict, verdicts[row.column]);
		assert_int_equal(row.role, row.column == 3 ? MIXMI_DISCARDED : MIXMI_NEIGHBOUR);
	}
	mixmi_choice_free(choice);
	assert_ok(mixmi_select(&choice, table, 1, columns, 2, 2, NULL));
	mixmi_choice_describe(&info, sizeof info, choice);
	assert_int_equal(info.members, 1);
	assert_int_equal(info.undecided, 1);
	mixmi_choice_free(choice);
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------------- progress */

/* What the callback received: the first estimate of the number of tests, and whether any was below the tests done. Which call
 * is the last depends on the clock. */
typedef struct reported {
	uint64_t first;
	bool fell_short;
} reported;

static bool record(void *context, const mixmi_progress *progress)
{
	reported *t = context;
	if (t->first == 0)
		t->first = progress->expected;
	t->fell_short = t->fell_short || progress->expected < progress->tests;
	return true;
}

static mixmi_options watched(reported *t)
{
	mixmi_options options;
	init_options(&options);
	options.threads = 1;
	*t = (reported){ 0 };
	mixmi_options_set_progress(&options, record, t);
	return options;
}

/* The estimate may be wrong but must be plausible: 11 columns have 55 pairs, so there are at least 55 tests. */
static void how_much_is_left_is_reported_from_the_beginning(void **state)
{
	(void)state;
	mixmi_table *table = sum_table(7);
	reported t;
	mixmi_options options = watched(&t);
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	assert_true(t.first >= 55 && t.first <= 55 * 10 && !t.fell_short);
	mixmi_graph_free(graph);
	options = watched(&t);
	options.stability = 3;
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, &options));
	assert_true(t.first >= 5 * 55 && !t.fell_short); /* the graph, and four subsamples */
	mixmi_graph_free(graph);
	mixmi_choice *choice;
	options = watched(&t);
	assert_ok(mixmi_blanket(&choice, table, 3, NULL, 0, &options));
	assert_true(t.first >= 10 && t.first <= 10 * 20 && !t.fell_short);
	mixmi_choice_free(choice);
	options = watched(&t);
	assert_ok(mixmi_select(&choice, table, 3, NULL, 0, 3, &options));
	assert_true(t.first >= 10 && t.first <= 30 && !t.fell_short);
	mixmi_choice_free(choice);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_oracle_gives_the_markov_blanket),
		cmocka_unit_test(order_threads_and_interruptions_do_not_matter),
		cmocka_unit_test(selection_passes_over_what_repeats),
		cmocka_unit_test(noise_does_not_join_the_blanket),
		cmocka_unit_test(undecided_is_neither_dependent_nor_independent),
		cmocka_unit_test(how_much_is_left_is_reported_from_the_beginning),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
