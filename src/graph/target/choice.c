/* The result of a search around a target, and the common start and end of such searches. */
#include "graph/target/choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "data/survival.h"
#include "data/table.h"
#include "graph/search/kept_answers.h"
#include "graph/search/rounds.h"

/* ------------------------------------------------------------------------------------------------ searching */

/* The columns including the target, once; NULL if memory runs out. */
static size_t *with_target(size_t *count, const mixmi_table *table, size_t target, const size_t *columns,
                           size_t column_count)
{
	size_t all = columns != NULL ? column_count : table->column_count;
	size_t *list = base_array(all + 1, sizeof *list);
	*count = 0;
	bool there = false;
	for (size_t i = 0; list != NULL && i < all; i++) {
		list[(*count)++] = columns != NULL ? columns[i] : i;
		there = there || list[i] == target;
	}
	if (list != NULL && !there)
		list[(*count)++] = target;
	return list;
}

mixmi_status graph_aim_begin(graph_aim *aim, const mixmi_table *table, size_t target, const size_t *columns,
                             size_t column_count, const mixmi_options *options)
{
	memset(aim, 0, sizeof *aim);
	base_watch_settle(&aim->progress, &aim->options, options);
	base_options_settle_search(&aim->options);
	size_t count, *list = with_target(&count, table, target, columns, column_count);
	if (list == NULL)
		return base_error_memory();
	mixmi_status status =
		count > 1 ? graph_members_init(&aim->members, table, list, count)
				  : base_error(MIXMI_ERROR_DATA, "a blanket or a selection needs a column besides the target");
	if (status == MIXMI_OK)
		status = data_refuse_censored(table, list, count, "a blanket or a selection cannot condition on them");
	free(list);
	if (status != MIXMI_OK)
		return status;
	for (size_t i = 0; i < aim->members.count; i++)
		aim->target = aim->members.columns[i] == target ? i : aim->target;
	aim->rules.nodes = aim->members.count;
	aim->watch.options = &aim->options;
	aim->search.table = table;
	aim->search.columns = aim->members.columns;
	aim->search.rules = &aim->rules;
	aim->search.options = &aim->options;
	aim->search.watch = &aim->watch;
	if (graph_rounds_wanted(&aim->options))
		return base_error(MIXMI_ERROR_USAGE, "options shard and gather apply to graphs only");
	return graph_memory_open(&aim->search, aim->members.count, true);
}

mixmi_status graph_aim_ask(graph_answer *out, graph_aim *aim, size_t a, size_t b, const size_t *given, size_t count,
                           graph_worker *worker)
{
	return graph_search_ask(out, &aim->search, a < b ? a : b, a < b ? b : a, given, count, worker);
}

int graph_clearer(const graph_answer *x, const graph_answer *y)
{
	if (!isnan(x->p) && !isnan(y->p) && x->p != y->p)
		return x->p < y->p ? -1 : 1;
	double e = isnan(x->estimate) ? -INFINITY : x->estimate, f = isnan(y->estimate) ? -INFINITY : y->estimate;
	return (e < f) - (e > f);
}

/* ---------------------------------------------------------------------------------------------------- result */

bool graph_choice_add(mixmi_choice *choice, const graph_choice_item *item)
{
	graph_choice_item copy = *item;
	copy.given = NULL;
	if (item->given_count > 0) {
		copy.given = base_array_copy(item->given, item->given_count, sizeof *copy.given);
		if (copy.given == NULL)
			return false;
	}
	if (!base_grow((void **)&choice->items, &choice->capacity, choice->count + 1, sizeof *choice->items)) {
		free(copy.given);
		return false;
	}
	choice->items[choice->count++] = copy;
	return true;
}

/* Converts nodes to columns. */
static void finish(mixmi_choice *choice, const graph_aim *aim)
{
	const size_t *columns = aim->members.columns;
	choice->target = columns[aim->target];
	for (size_t i = 0; i < choice->count; i++) {
		graph_choice_item *item = &choice->items[i];
		item->node = columns[item->node];
		item->over = item->over != SIZE_MAX ? columns[item->over] : SIZE_MAX;
		for (size_t j = 0; j < item->given_count; j++)
			item->given[j] = columns[item->given[j]];
		choice->members += item->role != MIXMI_DISCARDED;
	}
	choice->tests = aim->search.tests;
	choice->tests_reused = aim->search.tests_reused;
	choice->complete = !aim->watch.cancelled;
	choice->alpha = aim->options.alpha;
	choice->min_rows = (size_t)aim->options.min_rows;
	snprintf(choice->test, sizeof choice->test, "%s", graph_test_name(&aim->options));
}

mixmi_status graph_aim_end(graph_aim *aim, mixmi_choice **out, mixmi_choice *choice, mixmi_status status)
{
	status = graph_memory_close(&aim->search, status);
	if (status == MIXMI_OK && choice != NULL) {
		finish(choice, aim);
		*out = choice;
	} else {
		mixmi_choice_free(choice);
	}
	graph_members_clear(&aim->members);
	return status;
}

void mixmi_choice_free(mixmi_choice *choice)
{
	if (choice == NULL)
		return;
	for (size_t i = 0; i < choice->count; i++)
		free(choice->items[i].given);
	free(choice->items);
	free(choice);
}

void mixmi_choice_describe(mixmi_choice_info *out, size_t size, const mixmi_choice *choice)
{
	const mixmi_choice_info info = { .target = choice->target,
		                             .members = choice->members,
		                             .discarded = choice->count - choice->members,
		                             .tests = choice->tests,
		                             .tests_reused = choice->tests_reused,
		                             .test = choice->test,
		                             .alpha = choice->alpha,
		                             .complete = choice->complete,
		                             .undecided = choice->undecided };
	base_give(out, size, &info, sizeof info);
}

static mixmi_verdict verdict_of(const graph_answer *answer)
{
	return answer->verdict == GRAPH_INDEPENDENT ? MIXMI_NOT_DETECTED
	       : answer->verdict == GRAPH_DEPENDENT ? MIXMI_DETECTED
	       : answer->verdict == GRAPH_UNJUDGED  ? MIXMI_UNDECIDED
	                                            : MIXMI_NO_VERDICT;
}

mixmi_status mixmi_choice_at(mixmi_chosen *out, size_t size, const mixmi_choice *choice, size_t index)
{
	mixmi_chosen found = {
		.estimate = NAN, .corrected = NAN, .p = NAN, .total = NAN, .level = NAN, .over = SIZE_MAX, .check = NAN
	};
	mixmi_status status = MIXMI_OK;
	if (index < choice->count) {
		const graph_choice_item *item = &choice->items[index];
		const graph_answer unasked = { GRAPH_UNASKED, NAN, NAN, NAN, NAN, NAN, 0 };
		bool asked = item->answer.verdict != GRAPH_UNASKED;
		const graph_answer *answer = asked ? &item->answer : &unasked;
		found = (mixmi_chosen){ .column = item->node,
			                    .role = (int32_t)item->role,
			                    .few_rows = asked && answer->rows < choice->min_rows,
			                    .estimate = answer->estimate,
			                    .corrected = answer->corrected,
			                    .p = answer->p,
			                    .total = item->total,
			                    .given = item->given,
			                    .given_count = item->given_count,
			                    .rows = answer->rows,
			                    .verdict = (int32_t)verdict_of(answer),
			                    .open = item->open,
			                    .level = asked ? item->level : (double)NAN,
			                    .over = item->over,
			                    .by_rate = item->by_rate,
			                    .check = item->check };
	} else {
		status = base_error(MIXMI_ERROR_USAGE, "no column %zu: the choice has %zu", index, choice->count);
	}
	base_give(out, size, &found, sizeof found);
	return status;
}
