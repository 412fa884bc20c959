/* The list of foreseen questions. A guess starts from what is known about the pair given one node less: that node is taken to
 * explain what it shares with both ends (data processing inequality), and to change nothing else. Invariant: the list depends on
 * known answers only, so that all processes have the same one. A piece of the stage is a pair, whether it has questions or
 * not: a shard that begins anew, with some answers of its own, has the same pairs to ask about as before. Cost: a look at as many
 * answers as the set has nodes. */
#include "graph/ahead.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "graph/contributors.h"
#include "graph/rounds.h"
#include "graph/share.h"

bool graph_ahead_pays(const graph_search *search)
{
	const base_executor *executor = search->options->executor;
	return search->inside == NULL && (search->rounds != NULL || (executor != NULL && executor->processes > 1));
}

static size_t pairs_of(const graph_search *search)
{
	size_t nodes = search->graph->nodes;
	return nodes * (nodes - 1) / 2;
}

bool graph_ahead_init(graph_ahead *ahead, graph_search *search)
{
	size_t pairs = pairs_of(search);
	*ahead = (graph_ahead){ .search = search, .guesses = graph_answers_new() };
	ahead->first = base_array(pairs, sizeof *ahead->first);
	for (size_t i = 0; ahead->first != NULL && i < pairs; i++)
		ahead->first[i] = SIZE_MAX;
	return ahead->first != NULL && ahead->guesses != NULL;
}

void graph_ahead_clear(graph_ahead *ahead)
{
	free(ahead->questions);
	free(ahead->nodes);
	free(ahead->first);
	graph_answers_free(ahead->guesses);
	*ahead = (graph_ahead){ 0 };
}

/* ------------------------------------------------------------------------------------------------------- guesses */

static bool look_up(graph_answer *out, const graph_ahead *ahead, const graph_question *q)
{
	return graph_search_look(out, ahead->search, q) || graph_answers_peek(out, ahead->guesses, q);
}

/* Does node c share as much with both ends as they have in common? */
static bool explains(const graph_search *search, const graph_question *q, size_t c, double nats)
{
	const mixmi_graph *graph = search->graph;
	return fmin(search->marginal[graph_pair(graph, q->a, c)], search->marginal[graph_pair(graph, q->b, c)]) >= nats;
}

/* What is left of an answer when node c is given too. */
static void lessen(graph_answer *answer, const graph_search *search, const graph_question *q, size_t c)
{
	if (graph_search_separates(search, answer) || !explains(search, q, c, graph_nats(answer)))
		return;
	answer->verdict = GRAPH_INDEPENDENT;
	answer->estimate = answer->corrected = 0;
	if (!isnan(answer->p))
		answer->p = 1;
}

/* From what is known of the pair given nothing. */
static graph_answer guess_from_nothing(const graph_search *search, const graph_question *q)
{
	double nats = search->marginal[graph_pair(search->graph, q->a, q->b)];
	graph_answer answer = { GRAPH_DEPENDENT, NAN, NAN, exp(-nats), NAN, search->table->rows };
	for (size_t i = 0; i < q->given_count; i++)
		lessen(&answer, search, q, q->given[i]);
	return answer;
}

/* The weakest of what is left given one node less; `room` has room for such a set. */
static graph_answer guess(const graph_ahead *ahead, const graph_question *q, size_t *room)
{
	graph_answer least = { .verdict = GRAPH_UNASKED }, answer;
	graph_question smaller = { q->sample, q->a, q->b, room, q->given_count - 1 };
	for (size_t i = 0; i < q->given_count; i++) {
		for (size_t j = 0; j + 1 < q->given_count; j++)
			room[j] = q->given[j < i ? j : j + 1];
		if (!look_up(&answer, ahead, &smaller))
			continue;
		lessen(&answer, ahead->search, q, q->given[i]);
		if (least.verdict == GRAPH_UNASKED || graph_nats(&answer) < graph_nats(&least))
			least = answer;
	}
	return least.verdict != GRAPH_UNASKED ? least : guess_from_nothing(ahead->search, q);
}

/* ----------------------------------------------------------------------------------------------------- questions */

/* Puts a question on the list. */
static bool note(graph_ahead *ahead, const graph_question *q)
{
	if (!base_grow((void **)&ahead->questions, &ahead->capacity, ahead->count + 1, sizeof *ahead->questions) ||
	    !base_grow((void **)&ahead->nodes, &ahead->node_capacity, ahead->node_count + q->given_count,
	               sizeof *ahead->nodes))
		return false;
	size_t *first = &ahead->first[graph_pair(ahead->search->graph, q->a, q->b)];
	ahead->pairs += *first == SIZE_MAX;
	ahead->questions[ahead->count] = (ahead_question){ q->a, q->b, ahead->node_count, q->given_count, *first };
	*first = ahead->count++;
	for (size_t i = 0; i < q->given_count; i++)
		ahead->nodes[ahead->node_count++] = q->given[i];
	return true;
}

bool graph_ahead_answer(graph_answer *out, graph_ahead *ahead, size_t a, size_t b, const size_t *given,
                        size_t given_count)
{
	const graph_question q = { ahead->search->sample, a, b, given, given_count };
	ahead->guessed = false;
	if (graph_search_look(out, ahead->search, &q))
		return true;
	ahead->guessed = true;
	if (graph_answers_peek(out, ahead->guesses, &q))
		return true;
	size_t *room = base_array(given_count, sizeof *room);
	if (room == NULL)
		return false;
	*out = guess(ahead, &q, room);
	free(room);
	return note(ahead, &q) && graph_answers_add(ahead->guesses, &q, out, false);
}

/* --------------------------------------------------------------------------------------------------------- stage */

static graph_question question_at(const graph_ahead *ahead, size_t place)
{
	const ahead_question *q = &ahead->questions[place];
	return (graph_question){ ahead->search->sample, q->a, q->b, ahead->nodes + q->given, q->given_count };
}

static mixmi_status ask_pair(void *context, size_t pair, graph_worker *worker)
{
	const graph_ahead *ahead = context;
	mixmi_status status = MIXMI_OK;
	for (size_t i = ahead->first[pair]; i < SIZE_MAX && status == MIXMI_OK; i = ahead->questions[i].next) {
		const graph_question q = question_at(ahead, i);
		status = graph_search_ask_ahead(ahead->search, &q, worker);
	}
	return status;
}

/* A question that was not asked, as after cancelling, travels as such. */
static void put_pair(base_parcel *parcel, void *context, size_t pair)
{
	const graph_ahead *ahead = context;
	for (size_t i = ahead->first[pair]; i < SIZE_MAX; i = ahead->questions[i].next) {
		const graph_question q = question_at(ahead, i);
		graph_answer answer = { .verdict = GRAPH_UNASKED };
		graph_search_look(&answer, ahead->search, &q);
		graph_answer_put(parcel, &answer);
	}
}

static bool take_pair(base_parcel *parcel, void *context, size_t pair)
{
	const graph_ahead *ahead = context;
	for (size_t i = ahead->first[pair]; i < SIZE_MAX; i = ahead->questions[i].next) {
		const graph_question q = question_at(ahead, i);
		graph_answer answer;
		if (!graph_answer_take(parcel, &answer) ||
		    (answer.verdict != GRAPH_UNASKED && !graph_answers_add(ahead->search->ahead, &q, &answer, true)))
			return false;
	}
	return true;
}

mixmi_status graph_ahead_begin(graph_search *search, mixmi_status status)
{
	return search->rounds == NULL ? graph_search_share_all(search, status) : status;
}

mixmi_status graph_ahead_end(graph_search *search, mixmi_status status)
{
	return search->rounds == NULL ? base_work_agree(search->options->executor, status, NULL, NULL, NULL) : status;
}

mixmi_status graph_ahead_ask(graph_ahead *ahead, bool again)
{
	static const graph_outcome outcome = { NULL, put_pair, take_pair };
	graph_search *search = ahead->search;
	if (search->rounds != NULL && again)
		graph_rounds_repeat(search->rounds, ahead->pairs);
	return graph_search_share(search, "asking ahead", "pairs", pairs_of(search), ask_pair, &outcome, ahead);
}
