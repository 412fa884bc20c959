/* What a user should know about a question: the remarks on its table that concern it, and its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

enum {
	ROWS_A_COLUMN = 10, /* of Z: a regression on fewer rows per column fits noise */
	LONGEST = 512,      /* bytes of a remark: remarks on columns are shorter by their own limit */
};

typedef struct list {
	const char **texts;
	size_t count;
} list;

/* Remarks on the columns, written to `room`, LONGEST bytes each. */
static void add_columns(list *l, char *room, const mixmi_table *table, const size_t *columns, size_t count)
{
	char shown[BASE_TEXT_SHOWN];
	for (size_t i = 0; i < count; i++) {
		const data_column *c = &table->columns[columns[i]];
		if (c->remark == NULL)
			continue;
		char *text = room + l->count * LONGEST;
		base_text_show(shown, c->name, strlen(c->name));
		snprintf(text, LONGEST, "column '%s': %s", shown, c->remark);
		l->texts[l->count++] = text;
	}
}

static void add_wide(list *l, char *room, const mixmi_table *table, size_t z_count)
{
	if (z_count < 2 || table->rows / z_count >= ROWS_A_COLUMN)
		return;
	char *text = room + l->count * LONGEST;
	snprintf(
		text, LONGEST,
		"Z has %zu columns for %zu rows, which is fewer than %d rows per column: such a Z leaves little to compare; "
		"condition on fewer columns",
		z_count, table->rows, ROWS_A_COLUMN);
	l->texts[l->count++] = text;
}

static mixmi_status check(const mixmi_table *table, const size_t *columns, size_t count)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = data_check_column(table, columns[i]);
	return status;
}

static mixmi_status collect(list *l, char *room, size_t *own, const mixmi_table *table, const mixmi_question *q)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < table->note_count; i++)
		if (q == NULL || !table->on_columns[i])
			l->texts[l->count++] = table->notes[i];
	if (q == NULL)
		return MIXMI_OK;
	const size_t *const sets[] = { q->x, q->y, q->z };
	const size_t counts[] = { q->x_count, q->y_count, q->z_count };
	for (size_t s = 0; status == MIXMI_OK && s < 3; s++) {
		status = check(table, sets[s], counts[s]);
		if (status == MIXMI_OK)
			add_columns(l, room, table, sets[s], counts[s]);
	}
	size_t others = l->count;
	if (status == MIXMI_OK)
		add_wide(l, room, table, q->z_count);
	*own = l->count - others;
	return status;
}

mixmi_status mixmi_question_remarks(char ***texts, size_t *count, size_t *own, const mixmi_table *table,
                                    const mixmi_question *question)
{
	size_t most = table->note_count + 1;
	if (question != NULL)
		most += question->x_count + question->y_count + question->z_count;
	list l = { base_array(most, sizeof(const char *)), 0 };
	char *room = base_array(most, LONGEST);
	*texts = NULL;
	*count = *own = 0;
	mixmi_status status =
		l.texts != NULL && room != NULL ? collect(&l, room, own, table, question) : base_error_memory();
	if (status == MIXMI_OK) {
		*texts = base_strings_copy(l.texts, l.count);
		*count = *texts != NULL ? l.count : 0;
		status = *texts != NULL ? MIXMI_OK : base_error_memory();
	}
	free(l.texts);
	free(room);
	return status;
}
