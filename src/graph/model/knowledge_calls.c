/* Background knowledge through function calls. Every call is a statement with its own number, used instead of a line
 * number. Invariant: additions have passed graph_knowledge_check(); a call that fails it is undone. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/model/knowledge.h"

mixmi_status mixmi_knowledge_new(mixmi_knowledge **out, const mixmi_table *table)
{
	return mixmi_knowledge_parse(out, "", "background knowledge", table);
}

/* The number of the next statement. */
static size_t next_line(const mixmi_knowledge *k)
{
	size_t last = k->statement_count > 0 ? k->statements[k->statement_count - 1].line : 0;
	for (size_t i = 0; i < k->columns; i++) {
		last = k->tiers[i].line > last ? k->tiers[i].line : last;
		last = k->tiers[i].closed > last ? k->tiers[i].closed : last;
	}
	return last + 1;
}

static mixmi_status check_column(const mixmi_knowledge *k, size_t column)
{
	if (column < k->columns)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", column, k->columns);
}

static mixmi_status append(mixmi_knowledge *k, graph_statement statement)
{
	if (!base_grow((void **)&k->statements, &k->statement_capacity, k->statement_count + 1, sizeof *k->statements))
		return base_error_memory();
	k->statements[k->statement_count++] = statement;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ edges */

static mixmi_status add_edge(mixmi_knowledge *k, graph_statement_kind kind, size_t from, size_t to)
{
	mixmi_status status = check_column(k, from);
	if (status == MIXMI_OK)
		status = check_column(k, to);
	if (status == MIXMI_OK && from == to)
		status = base_error(MIXMI_ERROR_USAGE, "an edge needs two different columns");
	size_t before = k->statement_count;
	if (status == MIXMI_OK)
		status = append(k, (graph_statement){ kind, from, to, next_line(k) });
	if (status == MIXMI_OK)
		status = graph_knowledge_check(k);
	if (status != MIXMI_OK)
		k->statement_count = before;
	return status;
}

mixmi_status mixmi_knowledge_require(mixmi_knowledge *knowledge, size_t from, size_t to, bool directed)
{
	return add_edge(knowledge, directed ? GRAPH_REQUIRE_ARROW : GRAPH_REQUIRE_EDGE, from, to);
}

mixmi_status mixmi_knowledge_forbid(mixmi_knowledge *knowledge, size_t from, size_t to, bool directed)
{
	return add_edge(knowledge, directed ? GRAPH_FORBID_ARROW : GRAPH_FORBID_EDGE, from, to);
}

/* Forbids every arrow into a column, or out of it. */
static mixmi_status forbid_all(mixmi_knowledge *k, size_t column, bool into)
{
	mixmi_status status = check_column(k, column);
	size_t before = k->statement_count, line = next_line(k);
	for (size_t other = 0; status == MIXMI_OK && other < k->columns; other++)
		if (other != column)
			status =
				append(k, (graph_statement){ GRAPH_FORBID_ARROW, into ? other : column, into ? column : other, line });
	if (status == MIXMI_OK)
		status = graph_knowledge_check(k);
	if (status != MIXMI_OK)
		k->statement_count = before;
	return status;
}

mixmi_status mixmi_knowledge_root(mixmi_knowledge *knowledge, size_t column)
{
	return forbid_all(knowledge, column, true);
}

mixmi_status mixmi_knowledge_sink(mixmi_knowledge *knowledge, size_t column)
{
	return forbid_all(knowledge, column, false);
}

/* ------------------------------------------------------------------------------------------------ tiers */

static mixmi_status put_in_tier(mixmi_knowledge *k, uint64_t tier, size_t column, size_t line)
{
	mixmi_status status = check_column(k, column);
	if (status != MIXMI_OK)
		return status;
	graph_tier *place = &k->tiers[column];
	if (place->line == 0)
		*place = (graph_tier){ .number = tier, .line = line };
	if (place->number == tier)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "column %zu cannot be in tier %llu: it is in tier %llu", column,
	                  (unsigned long long)tier, (unsigned long long)place->number);
}

/* The line that closes a tier applies to all its columns, also later ones. */
static void spread_closed(mixmi_knowledge *k, uint64_t tier, size_t closed)
{
	for (size_t i = 0; i < k->columns; i++)
		if (k->tiers[i].line != 0 && k->tiers[i].number == tier && k->tiers[i].closed != 0)
			closed = k->tiers[i].closed;
	for (size_t i = 0; i < k->columns; i++)
		if (k->tiers[i].line != 0 && k->tiers[i].number == tier)
			k->tiers[i].closed = closed;
}

mixmi_status mixmi_knowledge_tier(mixmi_knowledge *knowledge, uint64_t tier, const size_t *columns, size_t column_count,
                                  bool closed)
{
	mixmi_knowledge *k = knowledge;
	size_t line = next_line(k);
	graph_tier *before = base_array_copy(k->tiers, k->columns, sizeof *before);
	mixmi_status status = before == NULL ? base_error_memory() : MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < column_count; i++)
		status = put_in_tier(k, tier, columns[i], line);
	if (status == MIXMI_OK) {
		spread_closed(k, tier, closed ? line : 0);
		status = graph_knowledge_check(k);
	}
	if (status != MIXMI_OK && before != NULL)
		memcpy(k->tiers, before, k->columns * sizeof *before);
	free(before);
	return status;
}
