/* Questions of the greedy search that are asked ahead, in rounds of shards: the graph and the count of one process, no question
 * twice, and few that nobody needs. */
#include "dags.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct bench {
	dag dag;
	oracle oracle;
	mixmi_table *table;
	mixmi_options options;
	char folder[64];
} bench;

static void remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	char name[512];
	for (struct dirent *entry = dir != NULL ? readdir(dir) : NULL; entry != NULL; entry = readdir(dir)) {
		snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
		if (entry->d_name[0] != '.')
			unlink(name);
	}
	if (dir != NULL)
		closedir(dir);
	rmdir(folder);
}

static void setup(bench *b, size_t number, double noise)
{
	uint64_t seed;
	b->dag = dag_by_number(number, &seed);
	oracle_init(&b->oracle, &b->dag, noise);
	b->oracle.search = MIXMI_SEARCH_GREEDY;
	b->oracle.varies = true;
	b->table = dag_table(&b->oracle, &seed);
	b->options = oracle_options(&b->oracle, MIXMI_V_MAX_P, 1);
	snprintf(b->folder, sizeof b->folder, "/tmp/mixmi-ahead-%ld", (long)getpid());
	remove_folder(b->folder);
}

static void teardown(bench *b)
{
	remove_folder(b->folder);
	mixmi_table_free(b->table);
	oracle_clear(&b->oracle);
}

static mixmi_graph *learn(bench *b, const mixmi_options *options)
{
	mixmi_graph *graph;
	assert_ok(mixmi_graph_learn(&graph, b->table, NULL, 0, NULL, options));
	return graph;
}

static void run_shards(bench *b, size_t shards)
{
	for (size_t k = 1; k <= shards; k++) {
		char shard[16];
		snprintf(shard, sizeof shard, "%zu/%zu", k, shards);
		mixmi_options options = b->options;
		options.checkpoint = b->folder;
		options.shard = shard;
		mixmi_graph_free(learn(b, &options));
	}
}

/* Rounds until the graph is there; *gathered: questions that the gathering process asked. */
static mixmi_graph *learn_in_rounds(bench *b, size_t shards, size_t *gathered)
{
	mixmi_options options = b->options;
	options.checkpoint = b->folder;
	options.gather = 1;
	for (*gathered = 0;;) {
		size_t before = b->oracle.calls;
		mixmi_graph *graph = learn(b, &options);
		*gathered += b->oracle.calls - before;
		if (graph->complete)
			return graph;
		assert_true(graph->open >= 1);
		mixmi_graph_free(graph);
		run_shards(b, shards);
	}
}

static void shards_give_the_graph_of_one_process(void **state)
{
	(void)state;
	size_t needed = 0, asked = 0, by_gathering = 0;
	for (size_t number = 0; number < test_cases(20); number++) {
		bench b;
		size_t gathered;
		setup(&b, number, number % 4 == 0 ? 0 : 0.03 * (double)(number % 7));
		mixmi_graph *one = learn(&b, &b.options);
		size_t calls = b.oracle.calls;
		b.oracle.calls = 0;
		mixmi_graph *shared = learn_in_rounds(&b, 1 + number % 3, &gathered);
		assert_each_once(&b.oracle);
		assert_same_graph(one, shared);
		assert_int_equal(one->tests, calls);
		assert_int_equal(shared->tests, calls);
		needed += calls;
		asked += b.oracle.calls;
		by_gathering += gathered;
		mixmi_graph_free(one);
		mixmi_graph_free(shared);
		teardown(&b);
	}
	/* an oracle that errs gives guesses little to go by, and few columns leave shards little to do */
	assert_true(asked >= needed && asked < 2 * needed && 4 * by_gathering < needed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shards_give_the_graph_of_one_process),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
