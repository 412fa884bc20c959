/* Interrupted and resumed searches: the same graph as without interruption, no test lost and none repeated. */
#include "dags.h"

#include <limits.h>
#include <stdatomic.h>
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
	atomic_llong left; /* questions until the search is cancelled */
} bench;

/* The oracle until it is interrupted: from then on every question is cancelled. Threads may decrement the count a little below 0. */
static mixmi_status ask_until_interrupted(mixmi_answer *out, void *context, const mixmi_table *table,
                                          const mixmi_question *q, const mixmi_options *options)
{
	bench *b = context;
	if (atomic_fetch_sub(&b->left, 1) <= 0)
		return MIXMI_ERROR_CANCELLED;
	return ask_oracle(out, &b->oracle, table, q, options);
}

static void setup(bench *b, size_t number, double noise)
{
	uint64_t seed;
	memset(b, 0, sizeof *b);
	b->dag = numbered_dag(number, &seed);
	oracle_init(&b->oracle, &b->dag, noise);
	b->table = dag_table(&b->oracle, &seed);
	b->options = oracle_options(&b->oracle, (int)(number % 4), 1);
	b->options.own_test.function = ask_until_interrupted;
	b->options.own_test.context = b;
	b->left = LLONG_MAX;
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

/* Cancels repeatedly at random times until the search finishes. */
static mixmi_graph *learn_in_pieces(bench *b, uint64_t *seed, size_t *interruptions)
{
	for (*interruptions = 0;; ++*interruptions) {
		b->left = 1 + (long long)test_below(seed, 20);
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
	for (size_t number = 0; number < test_cases(30); number++) {
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
		b.left = LLONG_MAX;
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
	assert_true(test_enough(all, 31));
}

static void subsamples_are_resumed_too(void **state)
{
	(void)state;
	for (size_t number = 0; number < test_cases(3); number++) {
		bench b;
		uint64_t seed = number;
		size_t interruptions;
		setup(&b, number, 0.1);
		b.options.stability = 5;
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

/* Truncated anywhere, as by a killed process: only the last line is lost. */
/* With latent variables the search continues after the skeleton. */
static void searches_for_latent_variables_are_resumed_too(void **state)
{
	(void)state;
	size_t interruptions, all = 0;
	for (size_t number = 0; number < test_cases(12); number++) {
		bench b;
		uint64_t seed = number;
		setup(&b, number, number % 2 == 0 ? 0 : 0.1);
		b.options.latent = 1;
		mixmi_graph *whole = learn(&b);
		size_t calls = b.oracle.calls;
		b.oracle.calls = 0;
		b.options.checkpoint = b.path;
		mixmi_graph *resumed = learn_in_pieces(&b, &seed, &interruptions);
		all += interruptions;
		assert_int_equal(b.oracle.calls, calls);
		assert_each_once(&b.oracle);
		assert_same_graph(whole, resumed);
		mixmi_graph_free(resumed);
		mixmi_graph_free(whole);
		teardown(&b);
	}
	assert_true(test_enough(all, 13));
}

static mixmi_choice *choose(bench *b, bool blanket)
{
	mixmi_choice *choice;
	assert_ok(blanket ? mixmi_blanket(&choice, b->table, 0, NULL, 0, &b->options)
	                  : mixmi_select(&choice, b->table, 0, NULL, 0, 4, &b->options));
	return choice;
}

static mixmi_choice *choose_in_pieces(bench *b, bool blanket, uint64_t *seed, size_t *interruptions)
{
	for (;; ++*interruptions) {
		b->left = 1 + (long long)test_below(seed, 6);
		mixmi_choice *choice = choose(b, blanket);
		mixmi_choice_info info;
		mixmi_choice_describe(&info, sizeof info, choice);
		if (info.complete)
			return choice;
		mixmi_choice_free(choice);
	}
}

static bool same_bits(double x, double y)
{
	return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

static void assert_same_choice(const mixmi_choice *x, const mixmi_choice *y)
{
	mixmi_choice_info a, b;
	mixmi_choice_describe(&a, sizeof a, x);
	mixmi_choice_describe(&b, sizeof b, y);
	assert_true(a.members == b.members && a.discarded == b.discarded && a.tests == b.tests);
	for (size_t i = 0; i < a.members + a.discarded; i++) {
		mixmi_chosen c, d;
		assert_ok(mixmi_choice_at(&c, sizeof c, x, i));
		assert_ok(mixmi_choice_at(&d, sizeof d, y, i));
		assert_true(c.column == d.column && c.role == d.role && c.given_count == d.given_count);
		assert_true(same_bits(c.p, d.p) && same_bits(c.estimate, d.estimate));
		for (size_t j = 0; j < c.given_count; j++)
			assert_int_equal(c.given[j], d.given[j]);
	}
}

static void searches_around_a_target_are_resumed_too(void **state)
{
	(void)state;
	size_t interruptions = 0;
	for (size_t number = 0; number < test_cases(16); number++) {
		bench b;
		uint64_t seed = number;
		bool blanket = number % 2 == 0;
		setup(&b, number, number % 4 < 2 ? 0 : 0.1);
		mixmi_choice *whole = choose(&b, blanket);
		size_t calls = b.oracle.calls;
		b.oracle.calls = 0;
		b.options.checkpoint = b.path;
		mixmi_choice *resumed = choose_in_pieces(&b, blanket, &seed, &interruptions);
		assert_int_equal(b.oracle.calls, calls);
		assert_same_choice(whole, resumed);
		mixmi_choice_free(resumed);
		mixmi_choice_free(whole);
		teardown(&b);
	}
	assert_true(test_enough(interruptions, 17));
}

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
	for (size_t round = 0; round < test_cases(60); round++) {
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

/* Runs with other settings must fail with this text in the message, and leave the file unchanged. */
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

/* With another value the checkpoint is refused, and the message names the option. */
static void set_and_refuse(bench *b, const char *option, const char *other, const char *usual)
{
	char part[96];
	snprintf(part, sizeof part, "what differs: %s.", option);
	assert_ok(mixmi_options_set(&b->options, option, other));
	assert_refused(b, part);
	assert_ok(mixmi_options_set(&b->options, option, usual));
}

static void a_checkpoint_of_another_search_is_refused(void **state)
{
	(void)state;
	bench b;
	setup(&b, 3, 0);
	b.options.checkpoint = b.path;
	mixmi_graph_free(learn(&b));
	set_and_refuse(&b, "alpha", "0.05", "0.01"); /* the default of a search is 0.01 */
	set_and_refuse(&b, "seed", "2", "1");
	set_and_refuse(&b, "k-init", "7", "0");
	char *name = b.options.own_test.name;
	b.options.own_test.name = "another oracle";
	assert_refused(&b, "what differs: own-test.");
	b.options.own_test.function = NULL;
	assert_refused(&b, "what differs: test.");
	b.options.own_test.function = ask_oracle;
	b.options.own_test.name = name;
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

/* A changed digit still gives a valid number, but not the line's checksum. */
static void assert_digits_are_checked(bench *b, char *text, size_t size)
{
	size_t tried = 0, step = 7 * (100 / test_share());
	char *start = (char *)memchr(text, '\n', size) + 1;
	for (char *c = start; c < text + size; c++) {
		char digit = *c;
		if (digit < '0' || digit > '9' || (size_t)(c - start) % step != 0)
			continue;
		*c = digit == '9' ? '8' : (char)(digit + 1);
		spew(b->path, text, size);
		assert_refused(b, "is damaged at line");
		*c = digit;
		tried++;
	}
	assert_true(test_enough(tried, 6));
}

/* Three columns of two kinds, for real tests. */
static mixmi_table *small_table(void)
{
	enum { ROWS = 60 };
	double x[ROWS], y[ROWS];
	int64_t codes[ROWS];
	uint64_t seed = 77;
	mixmi_table *table;
	for (size_t i = 0; i < ROWS; i++) {
		x[i] = test_normal(&seed);
		y[i] = x[i] + 0.7 * test_normal(&seed);
		codes[i] = (int64_t)(y[i] > 0) + (int64_t)test_below(&seed, 2);
	}
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, x, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, y, NULL));
	assert_ok(mixmi_table_add_codes(table, "w", codes, NULL, 0, NULL));
	return table;
}

/* A value other than the option's present one; false if there is none that matters here. */
static bool other_value(char out[64], const mixmi_option *option, const mixmi_options *options)
{
	const char *present = mixmi_options_get(options, option->name);
	if (option->kind == MIXMI_OPTION_INTEGER)
		snprintf(out, 64, "%s", strcmp(present, "3") == 0 ? "2" : "3");
	else if (option->kind == MIXMI_OPTION_REAL)
		snprintf(out, 64, "%s", option->maximum > 1 ? "7" : "0.3");
	else if (option->kind == MIXMI_OPTION_CHOICE || option->kind == MIXMI_OPTION_SWITCH) {
		size_t first = strcspn(option->choices, ",");
		if (option->choices[first] == '\0')
			return false;
		bool is_first = strlen(present) == first && strncmp(present, option->choices, first) == 0;
		const char *start = is_first ? option->choices + first + 1 : option->choices;
		snprintf(out, 64, "%.*s", (int)strcspn(start, ","), start);
	} else
		return false;
	return true;
}

/* With one option changed, either the checkpoint is refused or the graph is the same as without it. True: refused. */
static bool check_option(const mixmi_table *table, const mixmi_options *usual, const mixmi_option *option,
                         const char *path)
{
	char value[64];
	mixmi_options *options;
	assert_ok(mixmi_options_copy(&options, usual));
	bool refused = false;
	if (other_value(value, option, options)) {
		mixmi_graph *fresh, *resumed;
		assert_ok(mixmi_options_set(options, option->name, value));
		mixmi_status status = mixmi_graph_learn(&resumed, table, NULL, 0, NULL, options);
		refused = status == MIXMI_ERROR_DATA || status == MIXMI_ERROR_USAGE; /* a method may have no use for it */
		assert_true(refused || status == MIXMI_OK);
		assert_true(status != MIXMI_ERROR_DATA || strstr(mixmi_error_message(), path) != NULL);
		assert_ok(mixmi_options_set(options, "checkpoint", ""));
		status = mixmi_graph_learn(&fresh, table, NULL, 0, NULL, options);
		assert_true(status == MIXMI_OK || (refused && status == MIXMI_ERROR_USAGE));
		if (!refused)
			assert_same_graph(fresh, resumed);
		mixmi_graph_free(fresh);
		mixmi_graph_free(resumed);
	}
	mixmi_options_free(options);
	return refused;
}

static void every_option_is_refused_or_makes_no_difference(void **state)
{
	(void)state;
	static const char *const tests[] = { "residual", "chi2", "rcot", "sc" };
	char path[64];
	mixmi_table *table = small_table();
	const mixmi_option *option;
	for (size_t t = 0; t < test_cases(sizeof tests / sizeof tests[0]); t++) {
		size_t refused = 0;
		mixmi_options *options;
		mixmi_graph *graph;
		snprintf(path, sizeof path, "/tmp/mixmi-options-%ld", (long)getpid());
		unlink(path);
		assert_ok(mixmi_options_new(&options));
		assert_ok(mixmi_options_set(options, "test", tests[t]));
		assert_ok(mixmi_options_set(options, "threads", "1"));
		assert_ok(mixmi_options_set(options, "checkpoint", path));
		assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
		mixmi_graph_free(graph);
		for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
			refused += check_option(table, options, option, path);
		assert_true(refused >= 3); /* the test itself, alpha and seed at least */
		mixmi_options_free(options);
	}
	unlink(path);
	mixmi_table_free(table);
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
	assert_refused(&b, "what differs: format, version");
	unlink(b.path);
	mixmi_graph_free(learn(&b));
	size_t size;
	char *text = slurp(b.path, &size);
	char *third = memchr(memchr(text, '\n', size), ' ', size);
	*third = 'x';
	spew(b.path, text, size);
	assert_refused(&b, "is damaged at line 2");
	*third = ' ';
	assert_digits_are_checked(&b, text, size);
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
	bench *b = context;
	return b->oracle.calls < 20 ? ask_until_interrupted(out, b, table, q, options) : MIXMI_ERROR_LIMIT;
}

static void an_error_keeps_the_answers(void **state)
{
	(void)state;
	bench b;
	setup(&b, 5, 0);
	b.options.checkpoint = b.path;
	b.options.own_test.function = fail_late;
	mixmi_graph *graph;
	assert_int_equal(mixmi_graph_learn(&graph, b.table, NULL, 0, NULL, &b.options), MIXMI_ERROR_LIMIT);
	b.options.own_test.function = ask_until_interrupted;
	graph = learn(&b);
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_int_equal(info.tests_reused, 20);
	assert_each_once(&b.oracle);
	mixmi_graph_free(graph);
	teardown(&b);
}

/* A search that starts another one with the same checkpoint, as another thread of the process could. */
typedef struct intruder {
	bench *bench;
	mixmi_options inner;
	size_t refused, let_in;
} intruder;

static mixmi_status ask_and_intrude(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                    const mixmi_options *options)
{
	intruder *i = context;
	mixmi_graph *graph;
	mixmi_status status = mixmi_graph_learn(&graph, i->bench->table, NULL, 0, NULL, &i->inner);
	bool refused = status == MIXMI_ERROR_IO && strstr(mixmi_error_message(), "in use by another") != NULL;
	i->refused += refused;
	i->let_in += !refused;
	mixmi_graph_free(graph);
	return ask_oracle(out, &i->bench->oracle, table, q, options);
}

static void one_process_cannot_share_a_checkpoint_either(void **state)
{
	(void)state;
	bench b;
	setup(&b, 3, 0);
	b.options.checkpoint = b.path;
	intruder i = { .bench = &b, .inner = b.options };
	b.options.own_test.function = ask_and_intrude;
	b.options.own_test.context = &i;
	b.options.threads = 1;
	mixmi_graph_free(learn(&b));
	assert_true(i.refused > 0 && i.let_in == 0);
	b.options = i.inner;
	mixmi_graph_free(learn(&b)); /* and afterwards it is free */
	teardown(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interrupted_search_loses_and_repeats_nothing),
		cmocka_unit_test(subsamples_are_resumed_too),
		cmocka_unit_test(searches_for_latent_variables_are_resumed_too),
		cmocka_unit_test(searches_around_a_target_are_resumed_too),
		cmocka_unit_test(a_partial_last_line_is_left_out),
		cmocka_unit_test(a_checkpoint_of_another_search_is_refused),
		cmocka_unit_test(every_option_is_refused_or_makes_no_difference),
		cmocka_unit_test(what_is_no_checkpoint_is_refused),
		cmocka_unit_test(an_error_keeps_the_answers),
		cmocka_unit_test(one_process_cannot_share_a_checkpoint_either),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
