/* Forward selection by conditional mutual information (Brown, Pocock, Zhao and Lujan 2012 derive it as greedy
 * maximisation of the conditional likelihood): each step adds the column with the largest information about the target
 * given those selected before. It ends when enough columns are selected, or when the test finds none of the others
 * dependent at the level for their number. Cost: one test per column and step; from the second step on, only for the 1000 columns with the largest
 * previous estimates. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/target/neighbourhood.h"

enum { POOL = 1000 };

typedef struct candidate {
	size_t node;
	graph_answer answer;
	bool found; /* dependent at the level for this number of candidates */
} candidate;

typedef struct selection {
	graph_aim *aim;
	candidate *pool;
	size_t count;
	size_t *chosen; /* ascending */
	size_t chosen_count;
} selection;

/* More information first; if there is none, the smaller p. */
static int compare_candidates(const void *x, const void *y)
{
	const candidate *c = x, *d = y;
	double e = isnan(c->answer.estimate) ? 0 : c->answer.estimate;
	double f = isnan(d->answer.estimate) ? 0 : d->answer.estimate;
	if (c->found != d->found)
		return c->found ? -1 : 1;
	if (e != f)
		return e > f ? -1 : 1;
	int order = graph_clearer(&c->answer, &d->answer);
	return order != 0 ? order : (c->node > d->node) - (c->node < d->node);
}

static mixmi_status ask(void *context, size_t index, graph_worker *worker)
{
	selection *s = context;
	candidate *c = &s->pool[index];
	return graph_aim_ask(&c->answer, s->aim, c->node, s->aim->target, s->chosen, s->chosen_count, worker);
}

static void insert(selection *s, size_t node)
{
	size_t place = s->chosen_count++;
	for (; place > 0 && s->chosen[place - 1] > node; place--)
		s->chosen[place] = s->chosen[place - 1];
	s->chosen[place] = node;
}

/* Which candidates are found dependent: by the rule for the columns of a Markov blanket (neighbourhood.h), so that the two agree. The
 * best of many columns of noise has a small p. */
static mixmi_status judge(selection *s)
{
	double *p = base_array(s->count, sizeof *p);
	bool *keep = base_array(s->count, sizeof *keep);
	mixmi_status status = p != NULL && keep != NULL ? MIXMI_OK : base_error_memory();
	s->aim->search.among = s->count;
	for (size_t i = 0; status == MIXMI_OK && i < s->count; i++) {
		const graph_answer *answer = &s->pool[i].answer;
		keep[i] = answer->verdict == GRAPH_DEPENDENT && !graph_search_separates(&s->aim->search, answer);
		p[i] = answer->p;
	}
	if (status == MIXMI_OK)
		status = graph_hold_discoveries(keep, p, s->count, s->aim);
	for (size_t i = 0; status == MIXMI_OK && i < s->count; i++)
		s->pool[i].found = keep[i];
	free(p);
	free(keep);
	return status;
}

/* One step; *more is false when there is nothing left to select. */
static mixmi_status step(selection *s, mixmi_choice *choice, double *total, bool *more)
{
	mixmi_status status = graph_search_work(&s->aim->search, "columns", s->count, ask, s);
	*more = false;
	if (status == MIXMI_OK && !s->aim->watch.cancelled)
		status = judge(s);
	if (status != MIXMI_OK || s->aim->watch.cancelled)
		return status;
	qsort(s->pool, s->count, sizeof *s->pool, compare_candidates);
	const candidate best = s->pool[0];
	choice->undecided = 0;
	for (size_t i = 0; i < s->count; i++)
		choice->undecided += s->pool[i].answer.verdict == GRAPH_UNJUDGED;
	if (!best.found)
		return MIXMI_OK;
	*total += isnan(best.answer.estimate) ? 0 : best.answer.estimate;
	const graph_choice_item item = { .node = best.node,
		                             .role = MIXMI_CHOSEN,
		                             .answer = best.answer,
		                             .total = *total,
		                             .given = s->chosen,
		                             .given_count = s->chosen_count,
		                             .level = graph_search_level(&s->aim->search, &best.answer),
		                             .over = SIZE_MAX,
		                             .check = NAN };
	if (!graph_choice_add(choice, &item))
		return base_error_memory();
	insert(s, best.node);
	s->count = s->count > POOL ? POOL : s->count - 1;
	for (size_t i = 0; i < s->count; i++)
		s->pool[i] = s->pool[i + 1];
	*more = s->count > 0;
	return MIXMI_OK;
}

static mixmi_status run(selection *s, mixmi_choice *choice, size_t k)
{
	size_t nodes = s->aim->members.count;
	double total = 0;
	bool more = true;
	s->pool = base_array(nodes, sizeof *s->pool);
	s->chosen = base_array(nodes, sizeof *s->chosen);
	if (s->pool == NULL || s->chosen == NULL)
		return base_error_memory();
	for (size_t i = 0; i < nodes; i++)
		if (i != s->aim->target)
			s->pool[s->count++] = (candidate){ .node = i };
	s->aim->watch.expected = s->count + (k > 0 ? k - 1 : 0) * (s->count < POOL ? s->count : POOL);
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && more && s->chosen_count < k)
		status = step(s, choice, &total, &more);
	return status;
}

mixmi_status mixmi_select(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                          size_t column_count, size_t k, const mixmi_options *options)
{
	graph_aim aim;
	*out = NULL;
	mixmi_choice *choice = base_array_zero(1, sizeof *choice);
	mixmi_status status = graph_aim_begin(&aim, table, target, columns, column_count, options);
	selection s = { .aim = &aim };
	if (status == MIXMI_OK && choice == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = run(&s, choice, k);
	free(s.pool);
	free(s.chosen);
	return graph_aim_end(&aim, out, choice, status);
}
