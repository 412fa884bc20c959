/* The columns of a search sorted by name. Invariant: no column occurs twice, and each has at least two values. */
#include "graph/model/members.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"

/* A column of the search and its position in the caller's list. */
typedef struct member {
	const char *name;
	size_t column, place;
} member;

static int compare_members(const void *a, const void *b)
{
	return strcmp(((const member *)a)->name, ((const member *)b)->name);
}

static mixmi_status check_columns(const mixmi_table *table, const size_t *columns, size_t count)
{
	if (count < 2)
		return base_error(MIXMI_ERROR_DATA, "a graph needs at least 2 columns, not %zu", count);
	if (count >= UINT32_MAX)
		return base_error(MIXMI_ERROR_LIMIT, "a graph has fewer than %lu columns", (unsigned long)UINT32_MAX);
	for (size_t i = 0; i < count; i++) {
		size_t column = columns != NULL ? columns[i] : i;
		if (column >= table->column_count)
			return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", column,
			                  table->column_count);
		const data_column *c = &table->columns[column];
		char shown[BASE_TEXT_SHOWN];
		if (table->rows - c->missing < 2)
			return base_error(MIXMI_ERROR_DATA, "column '%s' has %s: at least 2 are needed; leave it out",
			                  base_text_show(shown, c->name, strlen(c->name)),
			                  table->rows == c->missing ? "no values" : "only one value");
	}
	return MIXMI_OK;
}

static mixmi_status fill(graph_members *m, member *members, const mixmi_table *table, const size_t *columns)
{
	for (size_t i = 0; i < m->count; i++) {
		size_t column = columns != NULL ? columns[i] : i;
		members[i] = (member){ table->columns[column].name, column, i };
	}
	qsort(members, m->count, sizeof *members, compare_members);
	for (size_t i = 0; i < m->count; i++) {
		char shown[BASE_TEXT_SHOWN];
		if (i > 0 && members[i].column == members[i - 1].column)
			return base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice",
			                  base_text_show(shown, members[i].name, strlen(members[i].name)));
		m->columns[i] = members[i].column;
		m->names[i] = members[i].name;
		m->types[i] = table->columns[members[i].column].type;
		m->node_of[members[i].place] = i;
	}
	return MIXMI_OK;
}

void graph_members_clear(graph_members *m)
{
	free(m->columns);
	free(m->names);
	free(m->types);
	free(m->node_of);
}

mixmi_status graph_members_init(graph_members *m, const mixmi_table *table, const size_t *columns, size_t count)
{
	*m = (graph_members){ .count = count };
	mixmi_status status = check_columns(table, columns, count);
	if (status != MIXMI_OK)
		return status;
	m->columns = base_array(count, sizeof *m->columns);
	m->names = base_array(count, sizeof *m->names);
	m->types = base_array(count, sizeof *m->types);
	m->node_of = base_array(count, sizeof *m->node_of);
	member *members = base_array(count, sizeof *members);
	if (m->columns == NULL || m->names == NULL || m->types == NULL || m->node_of == NULL || members == NULL)
		status = base_error_memory();
	else
		status = fill(m, members, table, columns);
	free(members);
	return status;
}
