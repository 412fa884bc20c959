/* What a column shows by itself decides first, since it costs next to nothing; hashes of all that columns have to do with each other
 * are computed only where it does not distinguish them. */
#include "question/column_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "question/data_order.h"
#include "question/question.h"

typedef struct sorted_column {
	const data_column *content;
	double spread; /* sum of squares of the counts of labels; 0 for numbers */
	uint64_t hash;
	size_t column, place;
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
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* Hashes of the columns of X. */
static bool hash_columns(sorted_column *list, const mixmi_table *table, const question_sample *rows,
                         const mixmi_question *sets)
{
	size_t asked = sets->x_count + sets->y_count, count = asked + sets->z_count;
	const question_entries entries = { rows->used, rows->times, rows->entries, rows->count };
	size_t *columns = base_array(count, sizeof *columns);
	uint64_t *hashes = base_array(count, sizeof *hashes);
	bool done = columns != NULL && hashes != NULL;
	if (done) {
		question_join_all(columns, sets);
		done = question_hash_columns(hashes, &entries, table, columns, count, asked);
	}
	for (size_t i = 0; done && i < sets->x_count; i++)
		list[i].hash = hashes[i];
	free(hashes);
	free(columns);
	return done;
}

static bool margins_agree(const sorted_column *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (compare_margins(&list[i], &list[k]) == 0)
				return true;
	return false;
}

bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets)
{
	size_t count = sets->x_count;
	sorted_column *list = base_array(count, sizeof *list);
	if (list == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		const data_column *content = &table->columns[sets->x[i]];
		double spread = count > 1 && content->type == MIXMI_DISCRETE ? spread_of_counts(content) : 0;
		list[i] = (sorted_column){ content, spread, 0, sets->x[i], i };
	}
	bool done = !margins_agree(list, count) || hash_columns(list, table, rows, sets);
	if (done)
		qsort(list, count, sizeof *list, compare_columns);
	for (size_t i = 0; done && i < count; i++)
		sorted[i] = list[i].column;
	free(list);
	return done;
}
