/* The sets that moves are judged by. Invariant: choices come by their size, and in the order of nodes. Cost: at most
 * binom(undirected neighbours, 3) choices, most of which are no cliques where neighbours are many. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/equivalence.h"

/* Puts a node into an ascending list. */
static void insert(size_t *list, size_t *count, size_t node)
{
	size_t place = (*count)++;
	for (; place > 0 && list[place - 1] > node; place--)
		list[place] = list[place - 1];
	list[place] = node;
}

/* Sorts the neighbours of y into those to choose from and those that are there in any case. */
static void list_neighbours(graph_choices *s)
{
	const graph_class *c = s->class;
	for (size_t i = 0; i < c->lists.degrees[s->y]; i++) {
		size_t node = c->lists.neighbours[s->y * c->nodes + i];
		if (node == s->x)
			continue;
		bool parent = graph_class_directed(c, node, s->y), undirected = graph_class_undirected(c, node, s->y);
		bool near = undirected && graph_class_joined(c, node, s->x);
		if (parent || near)
			insert(s->always, &s->always_count, node);
		if (undirected && near == s->deletes)
			insert(s->optional, &s->optional_count, node);
	}
}

bool graph_choices_init(graph_choices *s, const graph_class *c, size_t x, size_t y, bool deletes)
{
	*s = (graph_choices){ .class = c, .x = x, .y = y, .deletes = deletes };
	size_t most = c->lists.degrees[y];
	s->optional = base_array(most, sizeof *s->optional);
	s->always = base_array(most, sizeof *s->always);
	s->given = base_array(most, sizeof *s->given);
	if (s->optional == NULL || s->always == NULL || s->given == NULL)
		return false;
	list_neighbours(s);
	return true;
}

void graph_choices_clear(graph_choices *s)
{
	free(s->optional);
	free(s->always);
	free(s->given);
}

/* The next choice of as many nodes, or the first of one more. */
static bool choose_next(graph_choices *s)
{
	size_t i = s->count;
	if (!s->started) {
		s->started = true;
		return true;
	}
	while (i > 0 && s->places[i - 1] == s->optional_count - (s->count - i) - 1)
		i--;
	if (i > 0) {
		s->places[i - 1]++;
		for (; i < s->count; i++)
			s->places[i] = s->places[i - 1] + 1;
		return true;
	}
	/* where no choice of so many is a clique, none of more is */
	if (s->count == GRAPH_MOST_CHOSEN || s->count == s->optional_count || (!s->deletes && !s->any))
		return false;
	s->count++;
	s->any = false;
	for (i = 0; i < s->count; i++)
		s->places[i] = i;
	return true;
}

static bool is_chosen(const graph_choices *s, size_t node)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->optional[s->places[i]] == node)
			return true;
	return false;
}

static void put_given(graph_choices *s)
{
	size_t place = 0;
	s->given_count = 0;
	for (size_t i = 0; i < s->always_count; i++) {
		for (; !s->deletes && place < s->count && s->optional[s->places[place]] < s->always[i]; place++)
			s->given[s->given_count++] = s->optional[s->places[place]];
		if (!s->deletes || !is_chosen(s, s->always[i]))
			s->given[s->given_count++] = s->always[i];
	}
	for (; !s->deletes && place < s->count; place++)
		s->given[s->given_count++] = s->optional[s->places[place]];
}

/* Are the undirected neighbours of y in the set next to each other? */
static bool is_clique(const graph_choices *s)
{
	for (size_t i = 0; i < s->given_count; i++)
		for (size_t j = i + 1; j < s->given_count; j++)
			if (graph_class_undirected(s->class, s->given[i], s->y) &&
			    graph_class_undirected(s->class, s->given[j], s->y) &&
			    !graph_class_joined(s->class, s->given[i], s->given[j]))
				return false;
	return true;
}

bool graph_choices_next(graph_choices *s)
{
	while (choose_next(s)) {
		put_given(s);
		if (is_clique(s)) {
			s->any = true;
			return true;
		}
	}
	return false;
}

graph_move graph_choices_move(const graph_choices *s)
{
	graph_move m = { .x = (uint32_t)s->x, .y = (uint32_t)s->y, .count = (uint32_t)s->count };
	m.given = (uint32_t)s->given_count;
	for (size_t i = 0; i < s->count; i++)
		m.chosen[i] = (uint32_t)s->optional[s->places[i]];
	return m;
}
