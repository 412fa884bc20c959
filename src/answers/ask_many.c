/* Many questions at once, and the adjustment of their p-values. Questions are independent work: each is answered by one
 * thread, and the answer does not depend on which. */
#include <math.h>
#include <stdlib.h>

#include "answers/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"

/* What the pieces of one call share. */
typedef struct questionnaire {
	mixmi_answer *answers;
	const mixmi_table *table;
	const mixmi_question *questions;
	const mixmi_options *options;
} questionnaire;

/* Too little data for one question is no reason to leave the others. */
static mixmi_status answer_one(void *context, size_t index, base_worker *worker)
{
	const questionnaire *q = context;
	mixmi_options options = base_work_options(worker, q->options);
	mixmi_status status = mixmi_test(&q->answers[index], NULL, q->table, &q->questions[index], &options);
	if (status != MIXMI_ERROR_DATA)
		return status;
	q->answers[index] = answers_none(NULL, options.alpha);
	return MIXMI_OK;
}

mixmi_status mixmi_test_many(mixmi_answer *answers, const mixmi_table *table, const mixmi_question *questions,
                             size_t count, const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	mixmi_status status = base_watch_settle(&watch, &settled, options);
	if (status != MIXMI_OK)
		return status;
	for (size_t i = 0; i < count; i++) /* what is not asked, because the work was cancelled, has no answer */
		answers[i] = answers_none(NULL, settled.alpha);
	questionnaire q = { answers, table, questions, &settled };
	base_work work = { .options = &settled, .count = count, .stage = "testing" };
	return base_work_run(&work, answer_one, &q);
}

/* ----------------------------------------------------------------------------------------- false discoveries */

typedef struct ranked_p {
	double p;
	size_t place;
} ranked_p;

static int compare_p(const void *a, const void *b)
{
	const ranked_p *x = a, *y = b;
	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count)
{
	ranked_p *ranked = base_array(count, sizeof *ranked);
	if (ranked == NULL)
		return base_error_memory();
	size_t known = 0;
	for (size_t i = 0; i < count; i++) {
		adjusted[i] = NAN;
		if (!isnan(p[i]))
			ranked[known++] = (ranked_p){ p[i], i };
	}
	qsort(ranked, known, sizeof *ranked, compare_p);
	double least = 1;
	for (size_t rank = known; rank > 0; rank--) {
		least = fmin(least, ranked[rank - 1].p * (double)known / (double)rank);
		adjusted[ranked[rank - 1].place] = least;
	}
	free(ranked);
	return MIXMI_OK;
}
