/* Answers by question, so that none is asked twice. Any number of threads may find and add at the same time. */
#ifndef GRAPH_ANSWERS_H
#define GRAPH_ANSWERS_H

#include "base/parcel.h"
#include "mixmi.h"

typedef enum graph_verdict {
	GRAPH_UNASKED = 0, /* the work was cancelled before an answer was there */
	GRAPH_DEPENDENT,
	GRAPH_INDEPENDENT,
	GRAPH_UNJUDGED /* the data is not enough for the test: the edge is kept */
} graph_verdict;

/* Are nodes a < b independent given a set of nodes in ascending order? `sample` 0 is the data itself, the others are its
 * subsamples. */
typedef struct graph_question {
	size_t sample;
	size_t a, b;
	const size_t *given;
	size_t given_count;
} graph_question;

/* What is not known is NaN. */
typedef struct graph_answer {
	graph_verdict verdict;
	double estimate, corrected, p;
	double detectable; /* as in mixmi_answer, nats */
	size_t rows;
} graph_answer;

typedef struct graph_answers graph_answers;

/* NULL: out of memory. */
graph_answers *graph_answers_new(void);
void graph_answers_free(graph_answers *answers);

/* False where the question is not there. *fresh: it came from the checkpoint and was not found before. */
bool graph_answers_find(graph_answer *out, bool *fresh, graph_answers *answers, const graph_question *question);

/* Adds an answer; `fresh` as above. A question that is there already keeps its answer. False: out of memory. About 50
 * bytes and 4 more for each node in the set. */
bool graph_answers_add(graph_answers *answers, const graph_question *question, const graph_answer *answer, bool fresh);

/* The same; *known: the question was there already, as where two threads have asked it at the same time. */
bool graph_answers_add_new(bool *known, graph_answers *answers, const graph_question *question,
                           const graph_answer *answer, bool fresh);

/* All answers count as fresh again. */
void graph_answers_refresh(graph_answers *answers);

/* Puts into a parcel the answers about pairs that are `wanted` and were neither put nor taken before; takes them out of one
 * in another process (false: out of memory). Not while other threads find or add. */
void graph_answers_put(base_parcel *parcel, graph_answers *answers, bool (*wanted)(void *context, size_t a, size_t b),
                       void *context);
bool graph_answers_take(base_parcel *parcel, graph_answers *answers);

/* One answer as it travels. */
void graph_answer_put(base_parcel *parcel, const graph_answer *answer);
bool graph_answer_take(base_parcel *parcel, graph_answer *answer);

#endif
