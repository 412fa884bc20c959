/* If two columns carry the same information, nothing remains of one given the other, so no question about one given the
 * other can be decided, and either may have the edges of both. Invariant: a column that is not searched has one edge
 * "same", and others only from knowledge. */
#include "graph/model/same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "data/repetition.h"
#include "data/table.h"
#include "graph/model/knowledge.h"
#include "graph/model/row_order.h"

/* ------------------------------------------------------------------------------------------------------- classes */

static bool is_known(const mixmi_knowledge *k, const char *name)
{
	for (size_t c = 0; k != NULL && c < k->columns; c++) {
		if (strcmp(k->names[c], name) != 0)
			continue;
		bool known = k->roots[c] != 0 || k->sinks[c] != 0 || k->tiers[c].line != 0;
		for (size_t i = 0; i < k->statement_count; i++)
			known = known || k->statements[i].a == c || k->statements[i].b == c;
		return known;
	}
	return false;
}

/* Columns with a larger value are preferred. A measurement has more information than labels, and numbers that only
 * enumerate labels have less. */
static int worth(const data_column *column, const mixmi_knowledge *knowledge)
{
	int kind = data_is_nominal(column) ? 1 : data_is_numbering(column) ? 0 : 2;
	return kind + (is_known(knowledge, column->name) ? 3 : 0);
}

static bool is_total(const graph_same *s, size_t node)
{
	for (size_t i = 0; i < s->total_count; i++)
		if (s->totals[i].total == node)
			return true;
	return false;
}

/* Puts every node into the class of the first node that it equals. Names of persons are equivalent to any measurement
 * that differs between persons, but such measurements are not equivalent to each other: a measurement must equal the
 * first of the class. */
static bool find_classes(graph_same *s, const graph_members *all, const mixmi_table *table)
{
	for (size_t b = 0; b < all->count; b++) {
		const data_column *column = &table->columns[all->columns[b]];
		bool measure = !data_is_nominal(column) && !data_is_numbering(column);
		for (size_t a = 0; a < b && s->stands_for_it[b] == b; a++) {
			bool same = false;
			if (is_total(s, a) || is_total(s, b))
				continue;
			if ((s->stands_for_it[a] == a || !measure) &&
			    !data_same(&same, &table->columns[all->columns[a]], column, table->rows))
				return false;
			if (same)
				s->stands_for_it[b] = s->stands_for_it[a];
		}
	}
	return true;
}

/* Chooses the best column of each class as its representative. */
static void choose(graph_same *s, const graph_members *all, const mixmi_table *table, const mixmi_knowledge *knowledge)
{
	for (size_t first = 0; first < all->count; first++) {
		size_t best = first;
		if (s->stands_for_it[first] != first)
			continue;
		for (size_t b = first + 1; b < all->count; b++)
			if (s->stands_for_it[b] == first && worth(&table->columns[all->columns[b]], knowledge) >
			                                        worth(&table->columns[all->columns[best]], knowledge))
				best = b;
		for (size_t b = first; best != first && b < all->count; b++)
			if (s->stands_for_it[b] == first)
				s->stands_for_it[b] = best;
	}
}

/* Lists the representatives, by content if copies are `wanted` and else by name. Returns false if memory runs out. */
static bool list_searched(graph_same *s, const graph_members *all, const mixmi_table *table)
{
	graph_members *m = &s->searched;
	size_t *nodes = base_array(2 * all->count, sizeof *nodes);
	if (nodes == NULL)
		return false;
	size_t *order = nodes + all->count;
	for (size_t i = 0; i < all->count; i++) {
		s->node_of[i] = SIZE_MAX;
		if (s->stands_for_it[i] != i || is_total(s, i))
			continue;
		nodes[m->count] = i;
		order[m->count] = m->count;
		m->columns[m->count++] = all->columns[i];
	}
	bool done = !s->wanted || graph_column_order(order, table, m->columns, m->count);
	for (size_t i = 0; done && i < m->count; i++) {
		size_t node = nodes[order[i]];
		m->columns[i] = all->columns[node];
		m->names[i] = all->names[node];
		m->types[i] = all->types[node];
		s->node_of[node] = i;
	}
	free(nodes);
	return done;
}

bool graph_same_find(graph_same *s, const graph_members *all, const mixmi_table *table,
                     const mixmi_knowledge *knowledge, bool wanted)
{
	*s = (graph_same){ .stands_for_it = base_array(all->count, sizeof *s->stands_for_it),
		               .node_of = base_array(all->count, sizeof *s->node_of),
		               .place_of = base_array(all->count, sizeof *s->place_of),
		               .wanted = wanted };
	s->searched.columns = base_array(all->count, sizeof *s->searched.columns);
	s->searched.names = base_array(all->count, sizeof *s->searched.names);
	s->searched.types = base_array(all->count, sizeof *s->searched.types);
	if (s->stands_for_it == NULL || s->node_of == NULL || s->place_of == NULL || s->searched.columns == NULL ||
	    s->searched.names == NULL || s->searched.types == NULL ||
	    !graph_rules_init(&s->rules, knowledge, all->names, all->count))
		return false;
	for (size_t i = 0; i < all->count; i++)
		s->stands_for_it[i] = i;
	for (size_t i = 0; i < all->count; i++)
		s->place_of[all->node_of[i]] = i;
	if (wanted &&
	    (!graph_totals_find(&s->totals, &s->total_count, all, table, &s->rules) || !find_classes(s, all, table)))
		return false;
	choose(s, all, table, knowledge);
	return list_searched(s, all, table);
}

void graph_same_clear(graph_same *s)
{
	free(s->stands_for_it);
	free(s->node_of);
	free(s->place_of);
	free(s->totals);
	graph_rules_clear(&s->rules);
	graph_members_clear(&s->searched);
}

/* ------------------------------------------------------------------------------------------------------ restoring */

static void set_known(mixmi_graph *graph, size_t from, size_t to)
{
	graph_set_directed(graph, from, to);
	*graph_arrow_kind(graph, from, to) = MIXMI_ARROW_KNOWLEDGE;
}

/* Applies knowledge about a column that was not searched. */
static void obey_knowledge(mixmi_graph *graph, const graph_rules *rules, size_t a, size_t b, size_t x, size_t y)
{
	bool required = graph_rules_require(rules, x, y), forbidden = graph_rules_forbid_edge(rules, x, y);
	graph_evidence *e = &graph->evidence[graph_pair(graph, a, b)];
	if ((!required && !forbidden) || graph_adjacent(graph, a, b))
		return;
	e->by_knowledge = true;
	if (!required)
		return;
	graph_mark open = graph->kind == GRAPH_PAG ? GRAPH_CIRCLE : GRAPH_TAIL;
	if (graph_rules_forbid(rules, y, x))
		set_known(graph, a, b);
	else if (graph_rules_forbid(rules, x, y))
		set_known(graph, b, a);
	else
		graph_set_marks(graph, a, b, open, open);
}

static void join_copies(mixmi_graph *graph, const graph_same *s, const graph_members *all)
{
	for (size_t a = 0; a < all->count; a++)
		for (size_t b = 0; b < all->count; b++) {
			size_t x = all->node_of[a], y = all->node_of[b];
			if (a == b || s->node_of[x] != SIZE_MAX)
				continue;
			obey_knowledge(graph, &s->rules, a, b, x, y);
			if (s->stands_for_it[x] != y || graph_adjacent(graph, a, b))
				continue;
			graph_set_same(graph, a, b);
			if (graph->frequency_any != NULL)
				graph->frequency_any[graph_pair(graph, a, b)] = 1;
		}
}

/* An arrow from a part to its total, unless knowledge says otherwise. */
static void join_part(mixmi_graph *graph, const graph_same *s, size_t part, size_t total)
{
	size_t a = s->place_of[part], b = s->place_of[total];
	if (graph_adjacent(graph, a, b) || graph_rules_forbid_edge(&s->rules, part, total))
		return;
	bool back = graph_rules_forbid(&s->rules, part, total);
	if (back && graph_rules_forbid(&s->rules, total, part))
		return;
	size_t from = back ? b : a, to = back ? a : b;
	graph_set_marks(graph, from, to, graph->kind == GRAPH_PAG ? GRAPH_CIRCLE : GRAPH_TAIL, GRAPH_ARROW);
	if (graph->kind == GRAPH_SKELETON)
		graph_set_undirected(graph, a, b);
	else
		*graph_arrow_kind(graph, from, to) = back ? MIXMI_ARROW_KNOWLEDGE : MIXMI_ARROW_POSSIBLE;
	graph->evidence[graph_pair(graph, a, b)].of_sum = true;
	if (graph->frequency_any != NULL)
		graph->frequency_any[graph_pair(graph, a, b)] = 1;
}

static bool join_totals(mixmi_graph *graph, const graph_same *s)
{
	graph->totals = s->total_count > 0 ? base_array_zero(s->total_count, sizeof *graph->totals) : NULL;
	if (s->total_count > 0 && graph->totals == NULL)
		return false;
	for (size_t i = 0; i < s->total_count; i++) {
		const graph_sum *t = &s->totals[i];
		graph_sum *out = &graph->totals[graph->total_count++];
		*out = (graph_sum){
			.total = s->place_of[t->total], .count = t->count, .constant = t->constant, .logarithms = t->logarithms
		};
		for (size_t k = 0; k < t->count; k++) {
			out->parts[k] = s->place_of[t->parts[k]];
			out->coefficients[k] = t->coefficients[k];
			join_part(graph, s, t->parts[k], t->total);
		}
	}
	return true;
}

/* The level is divided by the number of ordered pairs. Of equivalent columns only the searched one counts. */
static bool find_determined(mixmi_graph *graph, const graph_same *s, const graph_members *all, const mixmi_table *table,
                            double alpha)
{
	double level = log(alpha / ((double)all->count * (double)(all->count - 1))), chance;
	for (size_t b = 0; s->wanted && b < all->count; b++)
		for (size_t a = 0; a < all->count; a++) {
			if (a == b || s->node_of[a] == SIZE_MAX || s->node_of[b] == SIZE_MAX)
				continue;
			if (!data_determined(&chance, &table->columns[all->columns[a]], &table->columns[all->columns[b]],
			                     table->rows) ||
			    (chance < level && !graph_add_determined(graph, s->place_of[b], s->place_of[a])))
				return false;
		}
	return true;
}

/* Nodes of all columns in the caller's order, without edges, and order[]: their nodes in the search. NULL if memory
 * runs out. */
static mixmi_graph *make_nodes(size_t *order, const graph_same *s, const graph_members *all)
{
	const char **names = base_array(all->count, sizeof *names);
	mixmi_type *types = base_array(all->count, sizeof *types);
	mixmi_graph *out = NULL;
	if (names != NULL && types != NULL) {
		for (size_t i = 0; i < all->count; i++) {
			names[i] = all->names[all->node_of[i]];
			types[i] = all->types[all->node_of[i]];
			order[i] = s->node_of[all->node_of[i]];
		}
		out = graph_new(names, types, all->count);
	}
	free(names);
	free(types);
	return out;
}

mixmi_graph *graph_same_restore(mixmi_graph *graph, const graph_same *s, const graph_members *all,
                                const mixmi_table *table, double alpha)
{
	size_t *order = base_array(all->count, sizeof *order);
	mixmi_graph *like = order != NULL ? make_nodes(order, s, all) : NULL;
	mixmi_graph *out = NULL;
	if (like != NULL)
		out = graph_reorder(like, graph, order);
	else
		mixmi_graph_free(graph);
	free(order);
	if (out == NULL)
		return NULL;
	join_copies(out, s, all);
	if (join_totals(out, s) && find_determined(out, s, all, table, alpha))
		return out;
	mixmi_graph_free(out);
	return NULL;
}
