/* Searches with latent variables when the answers of the test contradict each other, as those of finite samples do: the same
 * columns by other names, and so with their nodes in another order, get the same marks, and the contradictions are listed. */
#include "disputed.h"
#include "worlds.h"

/* Answers that depend on which columns are asked about and not on their names: d-separation that is wrong now and then, or, without
 * a DAG, nothing but chance. Column i is node i. */
typedef struct liar {
	world world;
	uint64_t seed;
	double independent; /* chance of independence, or of an error where there is a DAG */
	bool structured;
	bool knows; /* something is known beforehand, whether or not it is true */
} liar;

static mixmi_status ask_liar(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                             const mixmi_options *options)
{
	const liar *l = context;
	uint32_t set = 0, ends = 1u << q->x[0] | 1u << q->y[0];
	size_t low = q->x[0] < q->y[0] ? q->x[0] : q->y[0], high = q->x[0] + q->y[0] - low;
	(void)table;
	for (size_t i = 0; i < q->z_count; i++)
		set |= 1u << q->z[i];
	uint64_t state = l->seed * 65536 + ends * 256 + set;
	(void)test_uniform(&state);
	bool independent = test_uniform(&state) < l->independent;
	if (l->structured)
		independent = independent != apart(&l->world, low, high, set);
	double strength = test_uniform(&state);
	out->verdict = independent ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	out->p = independent ? options->alpha + (1 - options->alpha) * strength : options->alpha * strength;
	out->estimate = independent ? 0.01 * strength : 1 - out->p;
	out->corrected = independent ? 0 : out->estimate;
	out->rows = 1000;
	return MIXMI_OK;
}

/* Six or seven columns. */
static liar random_liar(size_t number)
{
	liar l = { .seed = 31000 + number, .structured = number % 2 != 0, .knows = number % 5 == 0 };
	uint64_t seed = l.seed;
	l.world.seen = 6 + number / 2 % 2;
	l.world.dag = random_dag(l.world.seen + 3, 0.4 + 0.3 * test_uniform(&seed), &seed);
	l.independent = (l.structured ? 0.1 : 0.08) * test_uniform(&seed);
	for (size_t i = 0; i < l.world.seen; i++)
		l.world.node_of[i] = i;
	return l;
}

/* A table of the columns, the i-th with a name that says order[i]. */
static mixmi_table *named_table(const liar *l, const size_t *order)
{
	static const double values[] = { 1, 2, 3, 4 };
	char name[8];
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 4));
	for (size_t i = 0; i < l->world.seen; i++) {
		snprintf(name, sizeof name, "v%u", (unsigned)(order[i] % 100));
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	}
	return table;
}

static mixmi_graph *learn(liar *l, const size_t *order, const char *const *more)
{
	char text[96];
	mixmi_table *table = named_table(l, order);
	mixmi_knowledge *knowledge = NULL;
	mixmi_options *options = world_options(&l->world, more);
	assert_ok(mixmi_options_set_test(options, ask_liar, l, "liar"));
	snprintf(text, sizeof text, "require v%zu -> v%zu\nforbid v%zu -> v%zu\n", order[0], order[1], order[2], order[3]);
	if (l->knows)
		assert_ok(mixmi_knowledge_parse(&knowledge, text, "known", table));
	return learn_and_free(table, knowledge, options);
}

/* Lines of conflicts that have these words in them. */
static size_t count_lines(const mixmi_graph *graph, const char *words)
{
	size_t lines = 0;
	for (size_t i = 0; mixmi_graph_conflict(graph, i) != NULL; i++)
		lines += strstr(mixmi_graph_conflict(graph, i), words) != NULL;
	return lines;
}

static void shuffle(size_t *order, size_t count, uint64_t *seed)
{
	for (size_t i = 0; i < count; i++) {
		size_t j = test_below(seed, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
}

static const char *const disputes[] = { "not set: some rules require it", "not set: it follows from other marks" };

/* The same graph by two other orders of names; returns in how many lines it has rules contradicting something. */
static size_t compare_names(liar *l, const char *const *more)
{
	size_t order[SEEN] = { 0, 1, 2, 3, 4, 5, 6, 7 }, lines[2];
	uint64_t seed = l->seed;
	mixmi_graph *first = learn(l, order, more);
	mixed expected = mixed_of(first, &l->world);
	for (int i = 0; i < 2; i++)
		lines[i] = count_lines(first, disputes[i]);
	for (int repeat = 0; repeat < 2; repeat++) {
		shuffle(order, l->world.seen, &seed);
		mixmi_graph *other = learn(l, order, more);
		assert_pag(other, &l->world, &expected);
		for (int i = 0; i < 2; i++)
			assert_int_equal(count_lines(other, disputes[i]), lines[i]);
		mixmi_graph_free(other);
	}
	mixmi_graph_free(first);
	return lines[0] + lines[1];
}

static void names_do_not_matter(void **state)
{
	(void)state;
	size_t disputed = 0;
	for (size_t number = 0; number < test_cases(120); number++) {
		liar l = random_liar(number);
		const char *const more[] = { "v-rule", "max-p", "selection-bias", number % 3 == 0 ? "yes" : "no", "threads",
			                         "1",      NULL };
		disputed += compare_names(&l, more) > 0;
	}
	assert_true(test_enough(disputed, 10));
}

/* b -> c by the one side and c -> b by the other: neither end of the edge gets a mark, and each is listed once. */
static void what_rules_dispute_is_listed_and_left_open(void **state)
{
	(void)state;
	world w = { .seen = DISPUTED_COLUMNS, .node_of = { 0, 1, 2, 3, 4, 5 } };
	const char *const more[] = { "threads", "1", NULL };
	mixmi_options *options = world_options(&w, more);
	mixmi_table *table = disputed_table();
	mixmi_graph *graph;
	assert_ok(mixmi_options_set_test(options, ask_disputed, NULL, "disputed"));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
	mixed found = mixed_of(graph, &w);
	assert_int_equal(found.mark[DISPUTED_B][DISPUTED_C], MIXMI_MARK_CIRCLE);
	assert_int_equal(found.mark[DISPUTED_C][DISPUTED_B], MIXMI_MARK_CIRCLE);
	assert_int_equal(found.mark[0][DISPUTED_B], MIXMI_MARK_ARROW);
	assert_string_equal(mixmi_graph_conflict(graph, 0),
	                    "b *-> c not set: some rules require it, others require b *-- c");
	assert_string_equal(mixmi_graph_conflict(graph, 1),
	                    "c *-> b not set: some rules require it, others require c *-- b");
	assert_null(mixmi_graph_conflict(graph, 2));
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	mixmi_options_free(options);
}

/* With answers that are right there is nothing to dispute, whether or not rows were selected. */
static void right_answers_leave_nothing_to_dispute(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(60); number++) {
		world w = random_liar(number).world;
		w.selected = number % 3 == 0 ? 1u << w.seen : 0;
		mixmi_graph *graph = world_learn(&w, (const char *const[]){ "threads", "1", NULL }, NULL);
		assert_int_equal(count_lines(graph, disputes[0]) + count_lines(graph, disputes[1]), 0);
		mixmi_graph_free(graph);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_do_not_matter),
		cmocka_unit_test(what_rules_dispute_is_listed_and_left_open),
		cmocka_unit_test(right_answers_leave_nothing_to_dispute),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
