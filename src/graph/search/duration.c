/* How long a search will take, for the progress display: a few questions are asked and timed before it starts. Nothing else depends on the
 * clock, and the answers are not used. */
#include <stdlib.h>

#include "answers/ask.h"
#include "base/options.h"
#include "base/platform.h"
#include "base/work.h"
#include "graph/search/search.h"

enum { QUESTIONS = 6, COLUMNS = 4 };

/* Mean seconds of a question about two columns given two others, taken from all over the table. */
static double time_question(const graph_search *search)
{
	size_t nodes = search->graph->nodes, asked = 0;
	mixmi_options options = *search->options;
	options.threads = 1;
	options.progress = NULL;
	options.executor = NULL;
	double start = base_clock();
	for (size_t i = 0; i < QUESTIONS; i++) {
		size_t columns[COLUMNS];
		for (size_t k = 0; k < COLUMNS; k++)
			columns[k] = search->columns[(i * nodes / QUESTIONS + k) % nodes];
		const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, 2 };
		const ask_context context = { .verdict_only = search->context.verdict_only };
		mixmi_answer answer;
		asked += answers_ask_test(&answer, NULL, search->table, &question, &options, &context) == MIXMI_OK;
	}
	return asked > 0 ? (base_clock() - start) / (double)asked : 0;
}

/* All work for a pair of columns, tests, codes and estimates, takes about as long as one such question: on five tables of 8 to 40 columns and
 * 500 or 2000 rows .4 to 1.8 times as long. */
bool graph_search_foresee(const graph_search *search)
{
	const mixmi_options *options = search->options;
	double nodes = (double)search->graph->nodes;
	if (options->progress == NULL || options->own_test.function != NULL || search->inside != NULL ||
	    search->loaded != NULL || search->graph->nodes < COLUMNS)
		return true;
	double seconds = time_question(search) * nodes * (nodes - 1) / 2 / base_threads(options) *
	                 (1 + (double)graph_subsamples(options));
	const mixmi_progress progress = { .stage = "timing", .unit = "", .seconds = seconds };
	return options->progress(options->progress_context, &progress);
}
