/* Invariant: a column is pending if another one has changed since its last proposal, which is then outdated. Only
 * pending columns make new proposals. */
#include "paper/cells/column_search.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"

typedef struct round {
	const cells_column_search *search;
	bool *pending;  /* [columns] */
	double *change; /* [columns] bits */
} round;

static mixmi_status propose(void *context, size_t index, base_worker *worker)
{
	const round *r = context;
	(void)worker;
	return r->pending[index] ? r->search->propose(r->search->context, index, &r->change[index]) : MIXMI_OK;
}

static mixmi_status propose_all(const round *r, size_t number, int threads)
{
	const cells_column_search *s = r->search;
	double step = (s->to - s->from) / (double)s->most_rounds, before = s->from + step * (double)number;
	base_work work = { .options = s->options,
		               .threads = threads,
		               .count = s->columns,
		               .stage = "fitting",
		               .from = before,
		               .to = before + step };
	return base_work_run(&work, propose, (void *)r);
}

/* Accepts the best proposal, if it is a gain. */
static bool accept_best(const round *r)
{
	const cells_column_search *s = r->search;
	size_t best = s->columns;
	double change = 0;
	for (size_t j = 0; j < s->columns; j++)
		if (r->pending[j] && r->change[j] < change - CELLS_LEAST_GAIN) {
			change = r->change[j];
			best = j;
		}
	if (best == s->columns)
		return false;
	s->accept(s->context, best);
	for (size_t j = 0; j < s->columns; j++)
		r->pending[j] = j != best && s->may_change(s->context, j);
	return true;
}

/* Useful number of threads: one per pending column. */
static int useful_threads(const round *r)
{
	int wanted = r->search->threads > 0 ? r->search->threads : base_threads(r->search->options), pending = 0;
	for (size_t j = 0; j < r->search->columns && pending < wanted; j++)
		pending += r->pending[j];
	return pending;
}

static mixmi_status run_rounds(cells_column_found *found, const round *r)
{
	const cells_column_search *s = r->search;
	int threads = useful_threads(r);
	while (threads > 0 && found->rounds < s->most_rounds) {
		mixmi_status status = propose_all(r, found->rounds, threads);
		if (status != MIXMI_OK)
			return status;
		found->rounds++;
		threads = accept_best(r) ? useful_threads(r) : 0;
		if (threads > 0 && s->is_over != NULL && s->is_over(s->context))
			return MIXMI_OK;
	}
	found->converged = threads == 0;
	return MIXMI_OK;
}

mixmi_status cells_column_search_run(cells_column_found *found, const cells_column_search *search)
{
	*found = (cells_column_found){ 0, false };
	round r = { search, base_array(search->columns, sizeof *r.pending),
		        base_array_zero(search->columns, sizeof *r.change) };
	mixmi_status status = MIXMI_OK;
	if (r.pending == NULL || r.change == NULL) {
		status = base_error_memory();
	} else {
		for (size_t j = 0; j < search->columns; j++)
			r.pending[j] = search->may_change(search->context, j);
		status = run_rounds(found, &r);
	}
	free(r.pending);
	free(r.change);
	return status;
}
