/* Background knowledge about five columns, one with an unusual name. Parsing ends in knowledge with which a graph can be
 * learnt, or in an error. The search uses an oracle that calls everything dependent, so that the knowledge decides. */
#include <string.h>

#include "fuzz/target.h"

static mixmi_table *make_table(void)
{
	static const char *const names[] = { "a", "b", "c", "d, \"e\"", "tier" };
	const double values[3] = { 1, 2, 3 };
	mixmi_table *table;
	FUZZ_CHECK(mixmi_table_new(&table, 3) == MIXMI_OK);
	for (size_t i = 0; i < 5; i++)
		FUZZ_CHECK(mixmi_table_add_values(table, names[i], MIXMI_NUMERIC, values, NULL) == MIXMI_OK);
	return table;
}

static mixmi_status dependent(mixmi_answer *out, void *context, const mixmi_table *table,
                              const mixmi_question *question, const mixmi_options *options)
{
	(void)context;
	(void)table;
	(void)options;
	out->rows = 3;
	out->verdict = question->z_count > 1 ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	return MIXMI_OK;
}

static void learn(const mixmi_table *table, const mixmi_knowledge *knowledge)
{
	mixmi_options *options = fuzz_options((const char *const[]){ "threads", "1", "max-cond", "2", NULL });
	FUZZ_CHECK(mixmi_options_set_test(options, dependent, NULL, "oracle") == MIXMI_OK);
	mixmi_graph *graph;
	mixmi_status status = mixmi_graph_learn(&graph, table, (const size_t[]){ 0, 1, 2, 3, 4 }, 5, knowledge, options);
	mixmi_options_free(options);
	if (status != MIXMI_OK)
		fuzz_check_failure(status);
	mixmi_graph_free(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static mixmi_table *table;
	static char text[1 << 16];
	if (count >= sizeof text || memchr(bytes, '\0', count) != NULL)
		return 0;
	if (table == NULL)
		table = make_table();
	memcpy(text, bytes, count);
	text[count] = '\0';
	mixmi_knowledge *knowledge;
	mixmi_status status = mixmi_knowledge_parse(&knowledge, text, "text", table);
	if (status == MIXMI_OK)
		learn(table, knowledge);
	else {
		FUZZ_CHECK(knowledge == NULL);
		fuzz_check_failure(status);
	}
	mixmi_knowledge_free(knowledge);
	return 0;
}
