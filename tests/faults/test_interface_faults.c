/* Allocation failures in the calls around the methods: options, many questions, graphs and knowledge built by calls. */
#include "faults/faults.h"
#include "unit/unit.h"

static mixmi_status never_asked(mixmi_answer *out, void *context, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options)
{
	(void)out;
	(void)context;
	(void)table;
	(void)question;
	(void)options;
	return MIXMI_ERROR_USAGE;
}

/* Options are created, set and copied; an option that could not be set keeps its value. */
static mixmi_status set_options(void *context)
{
	(void)context;
	char unset;
	mixmi_options *options = (void *)&unset, *copy = (void *)&unset;
	mixmi_status status = mixmi_options_new(&options);
	FAULTS_CHECK((options == NULL) == (status != MIXMI_OK));
	if (status != MIXMI_OK)
		return status;
	status = mixmi_options_set(options, "discrete", "a,b");
	FAULTS_CHECK(strcmp(mixmi_options_get(options, "discrete"), status == MIXMI_OK ? "a,b" : "") == 0);
	if (status == MIXMI_OK)
		status = mixmi_options_set(options, "preset", "paper");
	if (status == MIXMI_OK)
		status = mixmi_options_set_test(options, never_asked, NULL, "never");
	if (status == MIXMI_OK) {
		status = mixmi_options_copy(&copy, options);
		FAULTS_CHECK((copy == NULL) == (status != MIXMI_OK));
		mixmi_options_free(copy);
	}
	mixmi_options_free(options);
	return status;
}

/* Many questions, one of which fails for another reason and needs a message. */
static mixmi_status ask_many(const mixmi_table *table, int64_t threads)
{
	char unset;
	mixmi_answers *answers = (void *)&unset;
	static const size_t columns[] = { 0, 1, 0, 0 }, ends[] = { 1, 2, 2, 3, 4, 4 };
	const mixmi_questions questions = { 2, columns, ends };
	mixmi_options options;
	base_options_settle(&options, NULL);
	options.threads = threads;
	options.test = "suzuki";
	mixmi_status status = mixmi_test_many(&answers, table, &questions, &options);
	FAULTS_CHECK((answers == NULL) == (status != MIXMI_OK));
	FAULTS_CHECK(status != MIXMI_OK || mixmi_answers_message(answers, 1) != NULL);
	mixmi_answers_free(answers);
	if (status != MIXMI_OK)
		return status;
	status = mixmi_pairs(&answers, table, &(mixmi_pair_set){ .z = &columns[1], .z_count = 1 }, &options);
	FAULTS_CHECK((answers == NULL) == (status != MIXMI_OK));
	mixmi_answers_free(answers);
	return status;
}

static mixmi_status ask_alone(void *context)
{
	return ask_many(context, 1);
}

static mixmi_status ask_with_threads(void *context)
{
	return ask_many(context, 2);
}

/* A complete explanation, and the profiles of many answers. */
static mixmi_status explain(void *context)
{
	const mixmi_table *table = context;
	char unset, *words = &unset;
	static const size_t columns[] = { 0, 1, 2 };
	const mixmi_question question = { &columns[0], 1, &columns[1], 1, &columns[2], 1 };
	mixmi_explanation *explanation = (void *)&unset;
	mixmi_options options;
	base_options_settle(&options, NULL);
	options.threads = 1;
	options.preset = MIXMI_PRESET_PAPER; /* the quicker estimate */
	mixmi_status status = mixmi_explain(&explanation, table, &question, true, &options);
	FAULTS_CHECK((explanation == NULL) == (status != MIXMI_OK));
	if (status != MIXMI_OK)
		return status;
	status = mixmi_explanation_words(&words, explanation, 0);
	FAULTS_CHECK((words == NULL) == (status != MIXMI_OK));
	mixmi_free(words);
	if (status == MIXMI_OK) {
		status = mixmi_profile_words(&words, mixmi_explanation_profile(explanation), table, &question);
		FAULTS_CHECK((words == NULL) == (status != MIXMI_OK));
		mixmi_free(words);
	}
	if (status == MIXMI_OK) {
		status = mixmi_size_words(&words, mixmi_explanation_profile(explanation), table, &question);
		FAULTS_CHECK((words == NULL) == (status != MIXMI_OK));
		mixmi_free(words);
	}
	mixmi_explanation_free(explanation);
	return status;
}

/* A graph and background knowledge built by calls. */
static mixmi_status make_graph(void *context)
{
	const mixmi_table *table = context;
	static const char *const names[] = { "x", "y", "z" };
	static const size_t columns[] = { 0, 1 };
	char unset;
	mixmi_graph *graph = (void *)&unset;
	mixmi_knowledge *knowledge = NULL;
	mixmi_status status = mixmi_graph_new(&graph, names, 3);
	FAULTS_CHECK((graph == NULL) == (status != MIXMI_OK));
	if (status == MIXMI_OK)
		status = mixmi_graph_join(graph, 0, 1, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW);
	mixmi_graph_free(graph);
	if (status == MIXMI_OK)
		status = mixmi_graph_parse(&graph, "x -> y", 6);
	if (status == MIXMI_OK)
		mixmi_graph_free(graph);
	if (status == MIXMI_OK)
		status = mixmi_knowledge_new(&knowledge, table);
	if (status == MIXMI_OK)
		status = mixmi_knowledge_require(knowledge, 0, 1, true);
	if (status == MIXMI_OK)
		status = mixmi_knowledge_tier(knowledge, 1, columns, 2, false);
	if (status == MIXMI_OK)
		status = mixmi_knowledge_sink(knowledge, 2);
	mixmi_knowledge_free(knowledge);
	return status;
}

/* Numbers stored as texts, and categories that look like numbers, with weighted rows. */
static mixmi_status read_arrays(void *context)
{
	enum { ROWS = 12 };
	static const char *const names[] = { "text", "category", "n" };
	static const char *const labels[ROWS] = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "1,100", "n.a." };
	int32_t codes[ROWS], weights[ROWS];
	char unset;
	mixmi_table *table = (void *)&unset;
	mixmi_array arrays[3] = { { .values = codes, .format = MIXMI_INT32, .type = MIXMI_AUTO },
		                      { .values = codes, .format = MIXMI_INT32, .type = MIXMI_DISCRETE },
		                      { .values = weights, .format = MIXMI_INT32, .type = MIXMI_AUTO } };
	for (int i = 0; i < ROWS; i++) {
		codes[i] = i;
		weights[i] = 2;
	}
	for (int i = 0; i < 2; i++) {
		arrays[i].labels = labels;
		arrays[i].label_count = ROWS;
	}
	mixmi_status status = mixmi_table_from_arrays(&table, ROWS, names, arrays, sizeof *arrays, 3, context);
	FAULTS_CHECK((table == NULL) == (status != MIXMI_OK));
	FAULTS_CHECK(status != MIXMI_OK || mixmi_table_rows(table) == 2 * ROWS);
	mixmi_table_free(table);
	return status;
}

/* Each column is noise plus `carry` times the column before it. */
static mixmi_table *three_columns(double carry)
{
	enum { ROWS = 60 };
	mixmi_table *table;
	double values[ROWS] = { 0 };
	uint64_t seed = 3;
	assert_ok(mixmi_table_new(&table, ROWS));
	for (size_t j = 0; j < 3; j++) {
		const char name[] = { (char)('x' + j), '\0' };
		for (size_t i = 0; i < ROWS; i++)
			values[i] = test_normal(&seed) + carry * values[i];
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	}
	return table;
}

static void options_answers_and_graphs_by_calls(void **state)
{
	(void)state;
	mixmi_table *table = three_columns(0), *dependent = three_columns(2);
	mixmi_options *weighed;
	assert_ok(mixmi_options_new(&weighed));
	assert_ok(mixmi_options_set(weighed, "weights", "n"));
	assert_true(faults_run("arrays", read_arrays, weighed) > 0);
	mixmi_options_free(weighed);
	assert_true(faults_run("options", set_options, NULL) > 0);
	assert_true(faults_run("many questions", ask_alone, table) > 0);
	assert_true(faults_run("many questions with 2 threads", ask_with_threads, table) > 0);
	assert_true(faults_run("graph and knowledge by calls", make_graph, table) > 0);
	assert_true(faults_run("explanation", explain, dependent) > 0);
	mixmi_table_free(dependent);
	mixmi_table_free(table);
}

int main(void)
{
	faults_include_jansson();
	const struct CMUnitTest tests[] = { cmocka_unit_test(options_answers_and_graphs_by_calls) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
