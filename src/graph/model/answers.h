/* Answers by question, so that no test is repeated. Any number of threads may find and add at the same time. */
#ifndef GRAPH_ANSWERS_H
#define GRAPH_ANSWERS_H

#include "base/parcel.h"
#include "mixmi.h"

typedef enum graph_verdict {
	GRAPH_UNASKED = 0, /* cancelled before there was an answer */
	GRAPH_DEPENDENT,
	GRAPH_INDEPENDENT,
	GRAPH_UNJUDGED /* not enough data for the test: the edge is kept */
} graph_verdict;

/* Whether nodes a < b are independent given a set of nodes in ascending order. `sample` 0 is the data itself; the
 * others are its subsamples. */
typedef struct graph_question {
	size_t sample;
	size_t a, b;
	const size_t *given;
	size_t given_count;
} graph_question;

/* Unknown values are NaN. */
typedef struct graph_answer {
	graph_verdict verdict;
	double estimate, corrected, p;
	double lower, upper; /* as in mixmi_answer */
	size_t rows;
} graph_answer;

typedef struct graph_answers graph_answers;

/* NULL if memory runs out. */
graph_answers *graph_answers_new(void);
void graph_answers_free(graph_answers *answers);

/* Returns false if the question is unknown. *fresh: it came from the checkpoint and is found for the first time. */
bool graph_answers_find(graph_answer *out, bool *fresh, graph_answers *answers, const graph_question *question);

/* Adds an answer; `fresh` as above. A known question keeps its answer. Returns false if memory runs out. Needs about 50
 * bytes, and 4 more per node in the set. */
bool graph_answers_add(graph_answers *answers, const graph_question *question, const graph_answer *answer, bool fresh);

/* The same; *known: the question was known already, for example because two threads asked it at the same time. */
bool graph_answers_add_new(bool *known, graph_answers *answers, const graph_question *question,
                           const graph_answer *answer, bool fresh);

/* Marks all answers as fresh again. */
void graph_answers_refresh(graph_answers *answers);

/* Writes the answers about `wanted` pairs that were neither written nor read before to a parcel, and reads them in
 * another process (returns false if memory runs out). Must not run while other threads find or add. */
void graph_answers_put(base_parcel *parcel, graph_answers *answers, bool (*wanted)(void *context, size_t a, size_t b),
                       void *context);
bool graph_answers_take(base_parcel *parcel, graph_answers *answers);

/* Serialises one answer. */
void graph_answer_put(base_parcel *parcel, const graph_answer *answer);
bool graph_answer_take(base_parcel *parcel, graph_answer *answer);

#endif
