/* A search for the graph of one table: what its steps share. Nodes are in an order of their content (in preset paper, in
 * series and for a program's own test: of their names), so that nothing depends on the order of columns. */
#ifndef GRAPH_SEARCH_H
#define GRAPH_SEARCH_H

#include "base/method.h"
#include "graph/model/answers.h"
#include "graph/model/graph.h"
#include "graph/model/graph_work.h"
#include "graph/model/rules.h"
#include "graph/search/checkpoint.h"

typedef struct graph_series graph_series; /* graph/search/lags.h */

typedef struct graph_search {
	const mixmi_table *table;
	const size_t *columns; /* [nodes] the table's column of each node */
	const graph_rules *rules;
	const mixmi_options *options;
	mixmi_graph *graph;           /* the result */
	graph_answers *loaded;        /* from a checkpoint; NULL: none */
	graph_answers *own;           /* of this search; NULL if no question can be asked twice */
	graph_checkpoint *checkpoint; /* NULL: none */
	char *header;                 /* of the checkpoint; NULL: none */
	struct graph_rounds *rounds;  /* of shards (graph/rounds.h); NULL: none */
	bool *parents; /* [nodes * nodes] of the search by score: parents[i * nodes + j]: j is one of i; NULL: none */
	struct graph_scored *scored; /* of the search by score, as long as its order is of use; NULL: none */
	struct graph_order *order;   /* its order; NULL: none */
	ask_context
		context; /* of the questions: a memory while the search runs, and whether they need no estimate so far */
	const graph_series *series; /* NULL: rows have no order */
	/* [nodes * nodes] of a series: lagged[i * nodes + j]: j may be a lagged parent of i; NULL: not known yet */
	bool *lagged;
	graph_watch *watch;
	graph_worker *inside; /* this search is a piece of other work; NULL: it is not, and may use threads */
	size_t among;         /* columns that a pair was chosen from, on which the level depends; 0: not chosen */
	size_t sample;        /* of graph_question */
	atomic_ullong tests, tests_reused;
} graph_search;

/* Asks for the independence of two nodes, a < b, given others in ascending order; each question is asked of the test only
 * once. GRAPH_UNASKED when the work has been cancelled. */
mixmi_status graph_search_ask(graph_answer *out, graph_search *search, size_t a, size_t b, const size_t *given,
                              size_t given_count, graph_worker *worker);

/* After a search by score, another set than the one by which an edge was found removes it only if p is above this many times
 * alpha, because many sets are tried and each test has less power. No level is higher. */
enum { GRAPH_CLEARLY = 5 };

/* In subsamples an edge needs this many times the evidence. */
enum { GRAPH_STRICTER = 10 };

/* Can a search with these options ask a question twice, so that answers must be kept? */
bool graph_search_asks_again(const mixmi_options *options);

/* Does the test judge faster than it measures? Then a search asks for verdicts first (search->context.verdict_only). */
bool graph_search_judges_first(const mixmi_options *options);

/* Adds the estimate to an answer that has a verdict only; search->context.verdict_only must be off. */
mixmi_status graph_search_measure(graph_answer *known, graph_search *search, const graph_question *question,
                                  graph_worker *worker);

/* Does this answer separate its pair? With --search pc-stable that is the verdict of the test. Otherwise removing an edge takes
 * as much evidence as keeping it: the level depends on the number of rows as a Bayes factor does (see
 * search.c), and a test with too little data never separates. */
bool graph_search_separates(const graph_search *search, const graph_answer *answer);

/* The level that its p-value is compared with for that; NaN where it has none. */
double graph_search_level(const graph_search *search, const graph_answer *answer);

/* Estimates how many tests the search will have made in the end, for the progress display, before it asks about so many
 * pairs given sets of `size`. How many tests later sizes need is not known in advance: random networks of 8 to 50 columns needed two
 * per pair in all, eight per pair that is dependent without a set and four per pair that is dependent given one column. Subsamples are
 * assumed to cost as much as the whole. */
void graph_search_expect(graph_search *search, size_t pairs, size_t size);

/* Reports a rough estimate of the seconds that the search will take, before it starts, if there is a progress callback. False: the callback
 * asks to stop. */
bool graph_search_foresee(const graph_search *search);

/* Does pieces of the search under the name of a stage: in parallel, or one by one if this search is itself a piece of other work. */
mixmi_status graph_search_work(graph_search *search, const char *stage, size_t count, graph_piece *piece,
                               void *context);

/* May node c stand in a conditioning set of a and b? Not one in a later tier than both. */
bool graph_search_may_stand(const graph_search *search, size_t c, size_t a, size_t b);

/* Neighbours of a node that may stand in conditioning sets for the pair (node, other): adjacent to the node, not the other
 * itself, and not in a later tier than both. Ascending; `out` has room for all nodes. Returns how many. */
size_t graph_search_candidates(size_t *out, const graph_search *search, size_t node, size_t other);

/* Takes edges that no test could decide out of the graph, and out of search->parents: they direct nothing. */
void graph_search_drop_undecided(graph_search *search);

/* Number of subsamples: option stability, or its synonym bootstrap; an even number, because they come in pairs. */
size_t graph_subsamples(const mixmi_options *options);

#endif
