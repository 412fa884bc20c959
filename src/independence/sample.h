/* The data of a question made ready for permuting: X and Y without what Z predicts of them, and neighbourhoods of Z within
 * which Y may be exchanged. */
#ifndef INDEPENDENCE_SAMPLE_H
#define INDEPENDENCE_SAMPLE_H

#include "independence/tree.h"
#include "question/question.h"
#include "question/question_rows.h"

/* A column that the sample owns, with its codes where these are not the table's. */
typedef struct independence_owned {
	independence_column column;
	uint32_t *codes; /* NULL: borrowed */
} independence_owned;

/* X or Y. */
typedef struct independence_side {
	size_t count;
	const independence_column **columns; /* [count] as they are */
	independence_owned *cleaned;         /* [count] what Z leaves over of each; the column as it is where that is all */
	independence_owned *fitted;          /* [count] what Z predicts of each; no column where that is nothing */
	double *shares;                      /* [count] predicted share of the variance */
} independence_side;

typedef struct independence_sample {
	question_ready question;
	size_t *places; /* X, Y and Z as places in it, each by name */
	question_rows rows;
	size_t count;                 /* rows */
	independence_column *columns; /* [question.count] */
	independence_side x, y;       /* the side that is exchanged is y: the one without the first name */
	independence_given *given;    /* columns of Z, then predictions */
	size_t given_count, z_count;
	independence_tree tree;
	bool *fixed;  /* [leaves] rows of this leaf are not exchanged */
	uint64_t key; /* of the question: its names and roles */
} independence_sample;

/* O(n log n). On failure everything is cleared. */
mixmi_status independence_sample_init(independence_sample *sample, const mixmi_table *table,
                                      const mixmi_question *question, const mixmi_options *options);
void independence_sample_clear(independence_sample *sample);

#endif
