/* Asking the test. An answer is looked up first, then asked for, then kept in the search's memory and in the checkpoint. */
#include "graph/search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "answers/ask.h"
#include "answers/registry.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/search/lags.h"

/* With many columns PC-stable separates most pairs without a conditioning set. That answer is in the evidence of the pair and is not
 * stored twice. */
static bool stays_with_pair(const graph_search *search, const graph_question *q, const graph_answer *answer)
{
	return search->graph != NULL && search->options->search == MIXMI_SEARCH_PC_STABLE && q->given_count == 0 &&
	       answer->verdict == GRAPH_INDEPENDENT && graph_search_separates(search, answer) &&
	       !search->graph->evidence[graph_pair(search->graph, q->a, q->b)].by_knowledge;
}

/* True if this question separated its pair without a conditioning set. */
static bool recall_from_pair(graph_answer *out, const graph_search *search, const graph_question *q)
{
	if (search->graph == NULL || search->options->search != MIXMI_SEARCH_PC_STABLE || q->given_count > 0 ||
	    graph_adjacent(search->graph, q->a, q->b))
		return false;
	const graph_evidence *e = &search->graph->evidence[graph_pair(search->graph, q->a, q->b)];
	*out = (graph_answer){ GRAPH_INDEPENDENT, e->estimate, e->corrected, e->p, e->lower, e->upper, e->rows };
	return e->known && !e->by_knowledge && e->given_count == 0;
}

/* *known: another thread has remembered it in the meantime. */
static bool remember(bool *known, graph_search *search, const graph_question *question, const graph_answer *answer)
{
	*known = false;
	return search->own == NULL || stays_with_pair(search, question, answer) ||
	       graph_answers_add_new(known, search->own, question, answer, false);
}

/* Looks the question up in the loaded answers. *fresh: it is used for the first time and counts as a test. */
static bool recall_from(graph_answer *out, bool *fresh, graph_search *search, graph_answers *answers,
                        const graph_question *question)
{
	bool known;
	if (answers == NULL || !graph_answers_find(out, fresh, answers, question))
		return false;
	if (!*fresh)
		return true;
	search->tests++;
	search->watch->tests++;
	/* where processes share the search, the others must not count it again */
	return search->options->executor == NULL || remember(&known, search, question, out);
}

/* True if the question has been answered before. */
static bool recall(graph_answer *out, graph_search *search, const graph_question *question)
{
	bool fresh = false;
	if (search->own != NULL && graph_answers_find(out, &fresh, search->own, question))
		return true;
	if (recall_from_pair(out, search, question))
		return true;
	bool found = recall_from(out, &fresh, search, search->loaded, question);
	search->tests_reused += fresh;
	return found;
}

/* An undecided pair keeps its edge. */
static graph_verdict verdict_of(const mixmi_answer *answer)
{
	if (answer->verdict == MIXMI_NOT_DETECTED)
		return GRAPH_INDEPENDENT;
	return answer->verdict == MIXMI_DETECTED ? GRAPH_DEPENDENT : GRAPH_UNJUDGED;
}

/* Runs the test. Too little data is an answer too; a cancelled test is not. */
static mixmi_status consult(graph_answer *out, graph_search *search, const graph_question *q, graph_worker *worker)
{
	size_t *z = base_array(q->given_count, sizeof *z);
	if (z == NULL)
		return base_error_memory();
	for (size_t i = 0; i < q->given_count; i++)
		z[i] = search->columns[q->given[i]];
	mixmi_options options = base_work_options(worker->base, search->options);
	mixmi_question question = { &search->columns[q->a], 1, &search->columns[q->b], 1, z, q->given_count };
	mixmi_answer answer;
	mixmi_status status = answers_ask_test(&answer, NULL, search->table, &question, &options, &search->context);
	free(z);
	*out = (graph_answer){ GRAPH_UNASKED, NAN, NAN, NAN, NAN, NAN, 0 };
	if (status == MIXMI_OK)
		*out = (graph_answer){ verdict_of(&answer), answer.estimate, answer.corrected,   answer.p,
			                   answer.lower,        answer.upper,    (size_t)answer.rows };
	else if (status == MIXMI_ERROR_DATA)
		out->verdict = GRAPH_UNJUDGED;
	else if (status == MIXMI_ERROR_CANCELLED)
		graph_work_stopped(worker);
	else
		return status;
	return MIXMI_OK;
}

static mixmi_status keep(graph_search *search, const graph_question *question, const graph_answer *answer)
{
	bool known;
	if (!remember(&known, search, question, answer))
		return base_error_memory();
	if (known) /* two threads asked it at the same time: it counts once, whatever the number of threads */
		return MIXMI_OK;
	search->tests++;
	search->watch->tests++;
	if (search->rounds != NULL && !graph_answers_add(search->loaded, question, answer, false))
		return base_error_memory();
	return search->checkpoint != NULL ? graph_checkpoint_add(search->checkpoint, question, answer) : MIXMI_OK;
}

static mixmi_status ask(graph_answer *out, graph_search *search, size_t a, size_t b, const size_t *given,
                        size_t given_count, graph_worker *worker)
{
	graph_question question = { search->sample, a, b, given, given_count };
	if (recall(out, search, &question))
		return MIXMI_OK;
	*out = (graph_answer){ .verdict = GRAPH_UNASKED };
	if (search->watch->probes)
		worker->open = true;
	if (worker->open || !graph_work_goes_on(worker))
		return MIXMI_OK;
	mixmi_status status = consult(out, search, &question, worker);
	if (status == MIXMI_OK && out->verdict != GRAPH_UNASKED)
		status = keep(search, &question, out);
	return status;
}

mixmi_status graph_search_ask(graph_answer *out, graph_search *search, size_t a, size_t b, const size_t *given,
                              size_t given_count, graph_worker *worker)
{
	if (search->lagged == NULL)
		return ask(out, search, a, b, given, given_count, worker);
	size_t count, *all = graph_series_given(&count, search, a, b, given, given_count);
	mixmi_status status = all != NULL ? ask(out, search, a, b, all, count, worker) : base_error_memory();
	free(all);
	return status;
}

bool graph_search_asks_again(const mixmi_options *options)
{
	return options->v_rule != MIXMI_V_STANDARD || options->search != MIXMI_SEARCH_PC_STABLE || options->latent;
}

/* For one degree of freedom the Bayes factor with a unit-information prior favours independence where chi-squared is below
 * ln n (Schwarz 1978; Wagenmakers 2007). The corresponding level falls from .017 at 300 rows to .0047 at 3000; option
 * alpha is the level at 1000 rows. */
static double level_for(double alpha, size_t rows, size_t nodes)
{
	const double at_1000 = erfc(sqrt(log(1000) / 2));
	double n = rows > 3 ? (double)rows : 3, ratio = erfc(sqrt((log(n) + log((double)nodes)) / 2)) / at_1000;
	return alpha * fmin(ratio, GRAPH_CLEARLY);
}

/* Is the level alpha for any number of rows, as published? */
static bool has_one_level(const graph_search *search)
{
	return search->series != NULL ? search->series->published : search->options->search == MIXMI_SEARCH_PC_STABLE;
}

/* Of a series the level rises faster where rows are few: it takes several tests to find an edge, so that fewer are false than the level
 * says, and more are missed (experiments/SERIES.md). */
static double level_for_series(double alpha, size_t rows, size_t nodes)
{
	return fmax(level_for(alpha, rows, nodes), alpha * fmin(1000 / (double)rows, GRAPH_CLEARLY));
}

double graph_search_level(const graph_search *search, const graph_answer *answer)
{
	double alpha = search->options->alpha;
	size_t nodes = search->among > 0 ? search->among : 1;
	if (isnan(answer->p))
		return (double)NAN;
	if (has_one_level(search) || search->sample > 0)
		return alpha;
	return search->series != NULL ? level_for_series(alpha, answer->rows, nodes)
	                              : level_for(alpha, answer->rows, nodes);
}

bool graph_search_separates(const graph_search *search, const graph_answer *answer)
{
	if (answer->verdict != GRAPH_INDEPENDENT && answer->verdict != GRAPH_DEPENDENT)
		return false;
	if (isnan(answer->p)) /* a score: nats per row after the penalty */
		return answer->verdict == GRAPH_INDEPENDENT ||
		       (search->sample > 0 && answer->corrected * (double)answer->rows < log(GRAPH_STRICTER));
	if (has_one_level(search))
		return answer->verdict == GRAPH_INDEPENDENT;
	if (search->parents != NULL)
		return answer->p > GRAPH_CLEARLY * search->options->alpha;
	return answer->p > graph_search_level(search, answer);
}

void graph_search_expect(graph_search *search, size_t pairs, size_t size)
{
	bool last = search->options->max_cond >= 0 && size >= (size_t)search->options->max_cond;
	size_t each = last ? 1 : size == 0 ? 3 : size == 1 ? 8 : 4;
	if (search->inside == NULL)
		search->watch->expected = (search->tests + each * pairs) * (1 + graph_subsamples(search->options));
}

mixmi_status graph_search_work(graph_search *search, const char *stage, size_t count, graph_piece *piece, void *context)
{
	if (search->inside != NULL)
		return graph_work_inside(search->inside, count, piece, context);
	graph_watch *watch = search->watch;
	snprintf(watch->stage, sizeof watch->stage, "%s", stage);
	watch->unit = "pairs";
	return graph_work_parallel(watch, count, piece, context);
}

bool graph_search_may_stand(const graph_search *search, size_t c, size_t a, size_t b)
{
	return c != a && c != b && !mixmi_table_is_survival(search->table, search->columns[c]) &&
	       (search->series == NULL || search->series->lag[c] == 0) &&
	       !(graph_rules_earlier(search->rules, a, c) && graph_rules_earlier(search->rules, b, c));
}

size_t graph_search_candidates(size_t *out, const graph_search *search, size_t node, size_t other)
{
	size_t count = 0;
	if (search->series != NULL && search->series->lag[node] > 0)
		return 0;
	for (size_t c = 0; c < search->graph->nodes; c++)
		if (graph_search_may_stand(search, c, node, other) && graph_adjacent(search->graph, node, c))
			out[count++] = c;
	return count;
}

/* Estimates are stored separately from verdicts: as answers about a sample of their own. */
#define MEASURED ((size_t)UINT32_MAX - 1)

static bool recall_measure(graph_answer *out, graph_search *search, const graph_question *key)
{
	bool fresh;
	return search->loaded != NULL && graph_answers_find(out, &fresh, search->loaded, key);
}

static mixmi_status keep_measure(graph_search *search, const graph_question *key, const graph_answer *answer)
{
	if (search->rounds != NULL && !graph_answers_add(search->loaded, key, answer, false))
		return base_error_memory();
	return search->checkpoint != NULL ? graph_checkpoint_add(search->checkpoint, key, answer) : MIXMI_OK;
}

mixmi_status graph_search_measure(graph_answer *known, graph_search *search, const graph_question *question,
                                  graph_worker *worker)
{
	graph_answer answer = { .verdict = GRAPH_UNASKED };
	graph_question key = *question;
	key.sample = MEASURED;
	mixmi_status status = MIXMI_OK;
	if (!recall_measure(&answer, search, &key)) {
		worker->open = worker->open || search->watch->probes;
		if (worker->open)
			return MIXMI_OK;
		status = consult(&answer, search, question, worker);
		if (status == MIXMI_OK && answer.verdict != GRAPH_UNASKED)
			status = keep_measure(search, &key, &answer);
	}
	if (status == MIXMI_OK && (answer.verdict == GRAPH_DEPENDENT || answer.verdict == GRAPH_INDEPENDENT)) {
		known->estimate = answer.estimate;
		known->corrected = answer.corrected;
		known->lower = answer.lower;
		known->upper = answer.upper;
	}
	return status;
}

bool graph_search_judges_first(const mixmi_options *options)
{
	const base_method *inside = base_method_inside(answers_test(options));
	return options->own_test.function == NULL && inside != NULL && inside->measures_separately;
}

void graph_search_drop_undecided(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	graph_drop_undecided(graph);
	for (size_t a = 0; search->parents != NULL && a < graph->nodes; a++)
		for (size_t b = 0; b < graph->nodes; b++)
			if (a != b && graph_is_undecided(graph, a, b))
				search->parents[a * graph->nodes + b] = false;
}

size_t graph_subsamples(const mixmi_options *options)
{
	size_t asked = (size_t)(options->stability > 0 ? options->stability : options->bootstrap);
	return asked + asked % 2;
}
