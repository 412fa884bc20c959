/* Asking ahead: questions that a search with many small stages is going to ask, foreseen by going through it with guesses in place
 * of answers that are not there yet. They make a few large stages, which processes share. Guesses decide nothing: the search
 * itself takes answers only, and counts only what it takes. */
#ifndef GRAPH_AHEAD_H
#define GRAPH_AHEAD_H

#include "graph/search.h"

/* A question without an answer. */
typedef struct ahead_question {
	size_t a, b;
	size_t given, given_count; /* place of its set in `nodes` */
	size_t next;               /* of the same pair; SIZE_MAX: none */
} ahead_question;

typedef struct graph_ahead {
	graph_search *search;
	ahead_question *questions;
	size_t count, capacity;
	size_t *nodes; /* of all sets */
	size_t node_count, node_capacity;
	size_t *first;          /* [pairs] the first question about a pair; SIZE_MAX: none */
	size_t pairs;           /* with questions */
	graph_answers *guesses; /* for these questions */
	bool guessed;           /* the latest answer is a guess */
} graph_ahead;

/* Is the search shared between processes, so that asking ahead is worthwhile? */
bool graph_ahead_pays(const graph_search *search);

/* False: out of memory. To be cleared in any case. */
bool graph_ahead_init(graph_ahead *ahead, graph_search *search);
void graph_ahead_clear(graph_ahead *ahead);

/* The answer to a question, or a guess, with which the question is put on the list. False: out of memory. */
bool graph_ahead_answer(graph_answer *out, graph_ahead *ahead, size_t a, size_t b, const size_t *given,
                        size_t given_count);

/* Every process gets all answers, so all foresee the same. Before and after that the status of one that failed becomes
 * common, so that none waits for it in a stage. */
mixmi_status graph_ahead_begin(graph_search *search, mixmi_status status);
mixmi_status graph_ahead_end(graph_search *search, mixmi_status status);

/* A stage that asks what is on the list; `again`: it is the same stage as before, which goes on. */
mixmi_status graph_ahead_ask(graph_ahead *ahead, bool again);

#endif
