/* Interrupted and resumed searches: the same graph as without interruption, no test lost and none repeated. */
#include "dags.h"

#include <sys/stat.h>
#include <unistd.h>

static dag numbered_dag(size_t number, uint64_t *seed)
{
	*seed = 500 + number;
	return random_dag(6 + number % 6, 0.2 + 0.3 * test_uniform(seed), seed);
}

typedef struct bench {
	dag dag;
	oracle oracle;
	mixmi_table *table;
	mixmi_options options;
	char path[64];
	size_t left; /* callbacks until the search is cancelled; SIZE_MAX: never */
} bench;

static bool count_down(void *context, const mixmi_progress *progress)
{
	bench *b = context;
	(void)progress;
	if (b->left == 0)
		return false;
	b->left--;
	return true;
}

static void setup(bench *b, size_t number, double noise)
{
	uint64_t seed;
	memset(b, 0, sizeof *b);
	b->dag = numbered_dag(number, &seed);
	oracle_init(&b->oracle, &b->dag, noise);
	b->table = dag_table(&b->oracle, &seed);
	b->options = oracle_options(&b->oracle, (int)(number % 3), 1);
	b->options.progress = count_down;
	b->options.progress_context = b;
	b->left = SIZE_MAX;
	snprintf(b->path, sizeof b->path, "/tmp/mixmi-checkpoint-%ld-%zu", (long)getpid(), number);
	unlink(b->path);
}

static void teardown(bench *b)
{
	unlink(b->path);
	mixmi_table_free(b->table);
	oracle_clear(&b->oracle);
}

static mixmi_graph *learn(bench *b)
{
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, b->table, NULL, 0, NULL, &b->options));
	return graph;
}

static void assert_learn_fails(bench *b, mixmi_status status, const char *part)
{
	mixmi_graph *graph;
	assert_fails(mixmi_graph_learn(&graph, b->table, NULL, 0, NULL, &b->options), status, part);
	assert_null(graph);
}

static char *slurp(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	char *text = malloc(1 << 24);
	*size = fread(text, 1, 1 << 24, file);
	fclose(file);
	return text;
}

static void spew(const char *path, const char *text, size_t size)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/* Cancels again and again at random moments until the search gets to its end. */
static mixmi_graph *learn_in_pieces(bench *b, uint64_t *seed, size_t *interruptions)
{
	for (*interruptions = 0;; ++*interruptions) {
		b->left = 1 + test_below(seed, 60 + 40 * *interruptions); /* also called for what is there already */
		mixmi_graph *graph = learn(b);
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		if (info.complete)
			return graph;
		mixmi_graph_free(graph);
	}
}

static void an_interrupted_search_loses_and_repeats_nothing(void **state)
{
	(void)state;
	size_t interruptions, all = 0;
	for (size_t number = 0; number < 30; number++) {
		bench b;
		uint64_t seed = number;
		setup(&b, number, number % 2 == 0 ? 0 : 0.1);
		mixmi_graph *whole = learn(&b);
		size_t calls = b.oracle.calls;
		b.oracle.calls = 0;
		b.options.checkpoint = b.path;
		b.options.threads = 1 + (int64_t)(number % 3);
		mixmi_graph *resumed = learn_in_pieces(&b, &seed, &interruptions);
		all += interruptions;
		assert_int_equal(b.oracle.calls, calls);
		assert_each_once(&b.oracle);
		assert_same_graph(whole, resumed);
		mixmi_graph_free(resumed);
		b.left = SIZE_MAX;
		resumed = learn(&b); /* a finished one again: all is there */
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, resumed);
		assert_int_equal(b.oracle.calls, calls);
		assert_true(info.tests == calls && info.tests_reused == calls);
		assert_same_graph(whole, resumed);
		mixmi_graph_free(resumed);
		mixmi_graph_free(whole);
		teardown(&b);
	}
	assert_true(all > 30);
}

static void the_bootstrap_is_resumed_too(void **state)
{
	(void)state;
	for (size_t number = 0; number < 3; number++) {
		bench b;
		uint64_t seed = number;
		size_t interruptions;
		setup(&b, number, 0.1);
		b.options.bootstrap = 5;
		mixmi_graph *whole = learn(&b);
		size_t calls = b.oracle.calls;
		b.oracle.calls = 0;
		b.options.checkpoint = b.path;
		mixmi_graph *resumed = learn_in_pieces(&b, &seed, &interruptions);
		assert_true(interruptions > 0);
		assert_int_equal(b.oracle.calls, calls);
		assert_same_graph(whole, resumed);
		mixmi_graph_free(resumed);
		mixmi_graph_free(whole);
		teardown(&b);
	}
}

/* Cut anywhere, as by a killed process: what is lost is the last line. */
static void a_partial_last_line_is_left_out(void **state)
{
	(void)state;
	bench b;
	setup(&b, 7, 0.05);
	b.options.checkpoint = b.path;
	mixmi_graph *whole = learn(&b);
	size_t size, calls = b.oracle.calls;
	char *text = slurp(b.path, &size);
	uint64_t seed = 1;
	for (int round = 0; round < 60; round++) {
		size_t cut = round == 0 ? 0 : round == 1 ? 10 : test_below(&seed, size), lines = 0;
		for (size_t i = 0; i < cut; i++)
			lines += text[i] == '\n';
		spew(b.path, text, cut);
		b.oracle.calls = 0;
		mixmi_graph *resumed = learn(&b);
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, resumed);
		size_t answers = lines > 0 ? lines - 1 : 0; /* one line is the header */
		assert_int_equal(info.tests_reused, answers);
		assert_int_equal(b.oracle.calls, calls - answers);
		assert_same_graph(whole, resumed);
		mixmi_graph_free(resumed);
		size_t again;
		char *rewritten = slurp(b.path, &again);
		assert_int_equal(again, size);
		free(rewritten);
	}
	free(text);
	mixmi_graph_free(whole);
	teardown(&b);
}

/* Runs with other settings must fail with this in the message, and leave the file alone. */
static void assert_refused(bench *b, const char *part)
{
	size_t before, after;
	char *x = slurp(b->path, &before);
	assert_learn_fails(b, MIXMI_ERROR_DATA, part);
	char *y = slurp(b->path, &after);
	assert_int_equal(before, after);
	assert_memory_equal(x, y, before);
	free(x);
	free(y);
}

static void a_checkpoint_of_another_search_is_refused(void **state)
{
	(void)state;
	bench b;
	setup(&b, 3, 0);
	b.options.checkpoint = b.path;
	mixmi_graph_free(learn(&b));
	b.options.alpha = 0.05;
	assert_refused(&b, "what differs: alpha.");
	b.options.alpha = 0.01;
	b.options.seed = 2;
	b.options.k_init = 7;
	assert_refused(&b, "what differs: seed, k-init.");
	b.options.seed = 1;
	b.options.k_init = 0;
	b.options.custom_test = NULL;
	assert_refused(&b, "what differs: test.");
	b.options.custom_test = ask_oracle;
	mixmi_table *table = b.table;
	b.table = dag_table(&b.oracle, NULL); /* the order of columns does not matter */
	mixmi_graph_free(learn(&b));
	mixmi_table_free(b.table);
	assert_ok(mixmi_table_new(&b.table, 4));
	for (size_t i = 0; i < b.dag.nodes; i++) {
		const double values[] = { 1, 2, 3, i == 2 ? 5 : 4 };
		assert_ok(mixmi_table_add_values(b.table, b.dag.names[i], MIXMI_NUMERIC, values, NULL));
	}
	assert_refused(&b, "what differs: data.");
	mixmi_table_free(b.table);
	b.table = table;
	mixmi_knowledge *knowledge;
	mixmi_graph *graph;
	char text[64];
	snprintf(text, sizeof text, "forbid %s -> %s", b.dag.names[0], b.dag.names[1]);
	assert_ok(mixmi_knowledge_parse(&knowledge, text, "k", table));
	assert_fails(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, &b.options), MIXMI_ERROR_DATA,
	             "what differs: knowledge.");
	mixmi_knowledge_free(knowledge);
	teardown(&b);
}

static void what_is_no_checkpoint_is_refused(void **state)
{
	(void)state;
	static const char *const texts[] = { "a,b\n1,2\n", "no newline", "\n", "mixmi-checkpointed\n", "mixmi-checkpoinX" };
	bench b;
	setup(&b, 4, 0);
	b.options.checkpoint = b.path;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		spew(b.path, texts[i], strlen(texts[i]));
		assert_refused(&b, "is not a checkpoint of mixmi");
	}
	spew(b.path, "mixmi-checkpoint format=9 data=0\n", 33);
	assert_refused(&b, "what differs: format, data");
	unlink(b.path);
	mixmi_graph_free(learn(&b));
	size_t size;
	char *text = slurp(b.path, &size);
	char *third = memchr(memchr(text, '\n', size), ' ', size);
	*third = 'x';
	spew(b.path, text, size);
	assert_refused(&b, "is damaged at line 2");
	free(text);
	b.options.checkpoint = "/tmp";
	assert_learn_fails(&b, MIXMI_ERROR_IO, "checkpoint \"/tmp\"");
	b.options.checkpoint = "/tmp/no/such/directory/file";
	assert_learn_fails(&b, MIXMI_ERROR_IO, "cannot open checkpoint");
	b.options.checkpoint = "/dev/full";
	assert_learn_fails(&b, MIXMI_ERROR_IO, "not a regular file");
	teardown(&b);
}

/* An error in the middle of a search keeps the answers before it. */
static mixmi_status fail_late(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                              const mixmi_options *options)
{
	oracle *o = context;
	return o->calls < 20 ? ask_oracle(out, context, table, q, options) : MIXMI_ERROR_LIMIT;
}

static void an_error_keeps_the_answers(void **state)
{
	(void)state;
	bench b;
	setup(&b, 5, 0);
	b.options.checkpoint = b.path;
	b.options.custom_test = fail_late;
	mixmi_graph *graph;
	assert_int_equal(mixmi_graph_learn(&graph, b.table, NULL, 0, NULL, &b.options), MIXMI_ERROR_LIMIT);
	b.options.custom_test = ask_oracle;
	graph = learn(&b);
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.tests_reused, 20);
	assert_each_once(&b.oracle);
	mixmi_graph_free(graph);
	teardown(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interrupted_search_loses_and_repeats_nothing),
		cmocka_unit_test(the_bootstrap_is_resumed_too),
		cmocka_unit_test(a_partial_last_line_is_left_out),
		cmocka_unit_test(a_checkpoint_of_another_search_is_refused),
		cmocka_unit_test(what_is_no_checkpoint_is_refused),
		cmocka_unit_test(an_error_keeps_the_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
