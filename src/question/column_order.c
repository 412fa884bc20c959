/* What a column shows by itself decides first, since it costs next to nothing; the order by all that columns have to do with each other
 * is computed only where it does not distinguish them. */
#include "question/column_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "question/data_order.h"
#include "question/question.h"

typedef struct sorted_column {
	const data_column *content;
	double spread; /* sum of squares of the counts of labels; 0 for numbers */
	size_t rank;   /* by what the columns have to do with each other ... */
	size_t joint;  /* ... and, where that is the same, with others */
	size_t column;
} sorted_column;

static double spread_of_counts(const data_column *c)
{
	double sum = 0;
	for (size_t i = 0; i < c->distinct; i++)
		sum += (double)c->counts[i] * (double)c->counts[i];
	return sum;
}

static int compare_margins(const sorted_column *a, const sorted_column *b)
{
	if (a->content->type != b->content->type)
		return a->content->type < b->content->type ? -1 : 1;
	if (a->content->distinct != b->content->distinct)
		return a->content->distinct < b->content->distinct ? -1 : 1;
	return (a->spread > b->spread) - (a->spread < b->spread);
}

static int compare_columns(const void *x, const void *y)
{
	const sorted_column *a = x, *b = y;
	int order = compare_margins(a, b);
	if (order != 0)
		return order;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return (a->joint > b->joint) - (a->joint < b->joint);
}

static void list_roles(question_role *roles, const mixmi_question *sets)
{
	size_t asked = sets->x_count + sets->y_count;
	for (size_t j = 0; j < asked + sets->z_count; j++)
		roles[j] = j < sets->x_count ? QUESTION_X : j < asked ? QUESTION_Y : QUESTION_Z;
}

/* Ranks of the columns of all sets, one set after the other; with `shared` those that look the same have one rank. False: out of
 * memory. */
static bool rank_columns(size_t *ranks, bool shared, const mixmi_table *table, const question_sample *rows,
                         const mixmi_question *sets)
{
	size_t count = sets->x_count + sets->y_count + sets->z_count, rank = 0;
	const question_entries entries = { rows->used, rows->times, rows->entries, rows->count };
	size_t *columns = base_array(count, sizeof *columns), *order = base_array(count, sizeof *order);
	uint64_t *hashes = base_array(count, sizeof *hashes);
	question_role *roles = base_array(count, sizeof *roles);
	bool done = columns != NULL && order != NULL && hashes != NULL && roles != NULL;
	if (done) {
		question_join_all(columns, sets);
		list_roles(roles, sets);
		done = question_order_columns(order, hashes, &entries, table, columns, roles, count);
	}
	for (size_t k = 0; done && k < count; k++) {
		rank = shared && k > 0 && hashes[k] == hashes[k - 1] ? rank : k;
		ranks[order[k]] = rank;
	}
	free(roles);
	free(hashes);
	free(order);
	free(columns);
	return done;
}

/* True if neither margins nor ranks, which are 0 at first, distinguish two of the columns. */
static bool some_agree(const sorted_column *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (compare_margins(&list[i], &list[k]) == 0 && list[i].rank == list[k].rank)
				return true;
	return false;
}

static void list_margins(sorted_column *list, const mixmi_table *table, const size_t *columns, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const data_column *content = &table->columns[columns[i]];
		double spread = count > 1 && content->type == MIXMI_DISCRETE ? spread_of_counts(content) : 0;
		list[i] = (sorted_column){ .content = content, .spread = spread, .column = columns[i] };
	}
}

static void sort_list(size_t *sorted, sorted_column *list, size_t count)
{
	qsort(list, count, sizeof *list, compare_columns);
	for (size_t i = 0; i < count; i++)
		sorted[i] = list[i].column;
}

bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets)
{
	size_t count = sets->x_count, all = count + sets->y_count + sets->z_count;
	sorted_column *list = base_array(count, sizeof *list);
	size_t *ranks = base_array(all, sizeof *ranks);
	bool done = list != NULL && ranks != NULL;
	if (done)
		list_margins(list, table, sets->x, count);
	if (done && some_agree(list, count)) {
		done = rank_columns(ranks, false, table, rows, sets);
		for (size_t i = 0; done && i < count; i++)
			list[i].rank = ranks[i];
	}
	if (done)
		sort_list(sorted, list, count);
	free(ranks);
	free(list);
	return done;
}

bool question_sort_given(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                         const mixmi_question *sets)
{
	size_t count = sets->z_count, asked = sets->x_count + sets->y_count;
	sorted_column *list = base_array(count, sizeof *list);
	size_t *ranks = base_array(asked + count, sizeof *ranks);
	bool done = list != NULL && ranks != NULL;
	if (done)
		list_margins(list, table, sets->z, count);
	if (done && some_agree(list, count)) {
		done = rank_columns(ranks, true, table, rows, &(mixmi_question){ .x = sets->z, .x_count = count });
		for (size_t i = 0; done && i < count; i++)
			list[i].rank = ranks[i];
	}
	if (done && some_agree(list, count)) {
		done = rank_columns(ranks, false, table, rows, sets);
		for (size_t i = 0; done && i < count; i++)
			list[i].joint = ranks[asked + i];
	}
	if (done)
		sort_list(sorted, list, count);
	free(ranks);
	free(list);
	return done;
}
