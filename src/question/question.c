/* Checking and ordering of questions. */
#include "question/question.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

mixmi_status question_check_sets(const mixmi_question *question)
{
	if (question->x_count > 0 && question->y_count > 0)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "%s has no column", question->x_count == 0 ? "X" : "Y");
}

size_t question_join(size_t *joint, const size_t *a, size_t a_count, const size_t *b, size_t b_count)
{
	if (a_count > 0)
		memcpy(joint, a, a_count * sizeof *joint);
	if (b_count > 0)
		memcpy(joint + a_count, b, b_count * sizeof *joint);
	return a_count + b_count;
}

size_t question_join_all(size_t *joint, const mixmi_question *question)
{
	size_t count = question_join(joint, question->x, question->x_count, question->y, question->y_count);
	return count + question_join(joint + count, question->z, question->z_count, NULL, 0);
}

typedef struct named_column {
	const char *name;
	size_t column;
} named_column;

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const named_column *)a)->name, ((const named_column *)b)->name);
}

/* Sorts columns by name; a column that stands twice is an error. */
static mixmi_status sort_by_name(size_t *columns, size_t count, const mixmi_table *table)
{
	named_column *named = base_array(count, sizeof *named);
	if (named == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++)
		named[i] = (named_column){ table->columns[columns[i]].name, columns[i] };
	qsort(named, count, sizeof *named, compare_names);
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < count; i++) {
		columns[i] = named[i].column;
		if (i > 0 && columns[i] == columns[i - 1]) {
			char shown[BASE_TEXT_SHOWN];
			status =
				base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice: X, Y and Z must have no column in common",
			               base_text_show(shown, named[i].name, strlen(named[i].name)));
		}
	}
	free(named);
	return status;
}

/* Places of a set in the sorted list; returns the end of what it wrote. */
static size_t *find_places(const size_t **set, size_t *room, const size_t *asked, size_t count, const size_t *columns)
{
	*set = room;
	for (size_t i = 0; i < count; i++)
		for (room[i] = 0; columns[room[i]] != asked[i];)
			room[i]++;
	return room + count;
}

static mixmi_status order_columns(question_ready *q, const mixmi_table *table, const mixmi_question *asked)
{
	question_join_all(q->columns, asked);
	for (size_t i = 0; i < q->count; i++)
		if (q->columns[i] >= table->column_count)
			return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", q->columns[i],
			                  table->column_count);
	mixmi_status status = sort_by_name(q->columns, q->count, table);
	if (status != MIXMI_OK)
		return status;
	q->places = *asked;
	size_t *next = find_places(&q->places.x, q->room, asked->x, asked->x_count, q->columns);
	next = find_places(&q->places.y, next, asked->y, asked->y_count, q->columns);
	find_places(&q->places.z, next, asked->z, asked->z_count, q->columns);
	return MIXMI_OK;
}

mixmi_status question_init(question_ready *question, const mixmi_table *table, const mixmi_question *asked)
{
	memset(question, 0, sizeof *question);
	mixmi_status status = question_check_sets(asked);
	if (status != MIXMI_OK)
		return status;
	question->count = asked->x_count + asked->y_count + asked->z_count;
	question->columns = base_array(question->count, sizeof *question->columns);
	question->room = base_array(question->count, sizeof *question->room);
	if (question->columns == NULL || question->room == NULL)
		status = base_error_memory();
	else
		status = order_columns(question, table, asked);
	if (status != MIXMI_OK)
		question_clear(question);
	return status;
}

void question_clear(question_ready *question)
{
	free(question->columns);
	free(question->room);
	memset(question, 0, sizeof *question);
}
