/* The order of the columns of one set. Margins decide if they can, since they cost next to nothing; otherwise the refinement of column_order.c does. */
#include "question/set_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "paper/question/column_order.h"

/* A column and its sort keys, in the order in which they decide. */
typedef struct sorted_column {
	const data_column *content;
	double spread;   /* sum of squares of the counts of labels; 0 for numbers */
	size_t ranks[2]; /* by refinement of Z alone; where that does not decide, of all sets */
	size_t column;
} sorted_column;

static double spread_of_counts(const data_column *c)
{
	double sum = 0;
	for (size_t i = 0; i < c->distinct; i++)
		sum += (double)c->counts[i] * (double)c->counts[i];
	return sum;
}

static int compare_columns(const void *x, const void *y)
{
	const sorted_column *a = x, *b = y;
	if (a->content->type != b->content->type)
		return a->content->type < b->content->type ? -1 : 1;
	if (a->content->distinct != b->content->distinct)
		return a->content->distinct < b->content->distinct ? -1 : 1;
	if (a->spread != b->spread)
		return a->spread < b->spread ? -1 : 1;
	if (a->ranks[0] != b->ranks[0])
		return a->ranks[0] < b->ranks[0] ? -1 : 1;
	return (a->ranks[1] > b->ranks[1]) - (a->ranks[1] < b->ranks[1]);
}

static bool some_agree(const sorted_column *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (compare_columns(&list[i], &list[k]) == 0)
				return true;
	return false;
}

/* Sets ranks[which] of the columns in the list, which are the columns of the sets from index `first` on, unless all of them differ already. With
 * `shared`, columns that look the same get the same rank. False: out of memory. */
static bool rank_columns(sorted_column *list, size_t list_count, size_t which, size_t first, bool shared,
                         const mixmi_table *table, const question_sample *rows, const mixmi_question *sets)
{
	if (!some_agree(list, list_count))
		return true;
	size_t count = question_count(sets), rank = 0;
	question_placed *placed = base_array(count, sizeof *placed);
	bool done = placed != NULL && question_order_columns(placed, NULL, rows, table, sets);
	for (size_t k = 0; done && k < count; k++) {
		rank = shared && k > 0 && placed[k].hash == placed[k - 1].hash ? rank : k;
		if (placed[k].column >= first && placed[k].column - first < list_count)
			list[placed[k].column - first].ranks[which] = rank;
	}
	free(placed);
	return done;
}

/* The columns of a set and their margins. NULL: out of memory. */
static sorted_column *list_columns(const mixmi_table *table, const size_t *columns, size_t count)
{
	sorted_column *list = base_array(count, sizeof *list);
	for (size_t i = 0; list != NULL && i < count; i++) {
		const data_column *content = &table->columns[columns[i]];
		double spread = count > 1 && content->type == MIXMI_DISCRETE ? spread_of_counts(content) : 0;
		list[i] = (sorted_column){ .content = content, .spread = spread, .column = columns[i] };
	}
	return list;
}

bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets, question_role role)
{
	bool given = role == QUESTION_Z;
	size_t count = given ? sets->z_count : sets->x_count, first = given ? sets->x_count + sets->y_count : 0;
	const mixmi_question alone = { .x = sets->z, .x_count = sets->z_count };
	sorted_column *list = list_columns(table, given ? sets->z : sets->x, count);
	bool done = list != NULL && (!given || rank_columns(list, count, 0, 0, true, table, rows, &alone)) &&
	            rank_columns(list, count, 1, first, false, table, rows, sets);
	if (done)
		qsort(list, count, sizeof *list, compare_columns);
	for (size_t i = 0; done && i < count; i++)
		sorted[i] = list[i].column;
	free(list);
	return done;
}
