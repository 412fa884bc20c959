/* Moves between classes of directed acyclic graphs. A move is made on the CPDAG; what comes out is extended to a graph of the
 * new class by removing one sink after the other (Dor and Tarsi 1992), whose v-structures and what follows from them (Meek 1995)
 * are the new CPDAG. Invariant: between calls `points` is the CPDAG of a directed acyclic graph. Cost: a copy of `points`, and
 * the edges times the neighbours squared. */
#include "graph/equivalence.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool graph_class_init(graph_class *c, size_t nodes)
{
	*c = (graph_class){ .nodes = nodes, .lists = { .nodes = nodes } };
	c->points = base_array_zero(nodes * nodes, sizeof *c->points);
	c->before = base_array(nodes * nodes, sizeof *c->before);
	c->removed = base_array(nodes, sizeof *c->removed);
	c->waiting = base_array(nodes, sizeof *c->waiting);
	c->listed = base_array(nodes, sizeof *c->listed);
	c->lists.degrees = base_array_zero(nodes, sizeof *c->lists.degrees);
	c->lists.neighbours = base_array(nodes * nodes, sizeof *c->lists.neighbours);
	return c->points != NULL && c->before != NULL && c->removed != NULL && c->waiting != NULL && c->listed != NULL &&
	       c->lists.degrees != NULL && c->lists.neighbours != NULL;
}

void graph_class_clear(graph_class *c)
{
	free(c->points);
	free(c->before);
	free(c->removed);
	free(c->waiting);
	free(c->listed);
	graph_lists_clear(&c->lists);
	*c = (graph_class){ 0 };
}

static uint8_t *points(const graph_class *c, size_t a, size_t b)
{
	return &c->points[a * c->nodes + b];
}

bool graph_class_joined(const graph_class *c, size_t a, size_t b)
{
	return *points(c, a, b) || *points(c, b, a);
}

bool graph_class_directed(const graph_class *c, size_t from, size_t to)
{
	return *points(c, from, to) && !*points(c, to, from);
}

bool graph_class_undirected(const graph_class *c, size_t a, size_t b)
{
	return *points(c, a, b) && *points(c, b, a);
}

static void direct(graph_class *c, size_t from, size_t to)
{
	*points(c, from, to) = 1;
	*points(c, to, from) = 0;
}

static const uint32_t *neighbours(const graph_class *c, size_t node, size_t *count)
{
	*count = c->lists.degrees[node];
	return c->lists.neighbours + node * c->nodes;
}

/* -------------------------------------------------------------------------------- a directed graph of the class */

/* May x be the last node of what is left: nothing follows it, and what it is joined to by undirected edges is next to all
 * its other neighbours? */
static bool is_last(const graph_class *c, size_t x)
{
	size_t count;
	const uint32_t *list = neighbours(c, x, &count);
	for (size_t i = 0; i < count; i++) {
		size_t y = list[i];
		if (c->removed[y] != 0 || graph_class_directed(c, y, x))
			continue;
		if (graph_class_directed(c, x, y))
			return false;
		for (size_t j = 0; j < count; j++)
			if (j != i && c->removed[list[j]] == 0 && !graph_class_joined(c, y, list[j]))
				return false;
	}
	return true;
}

/* Nodes to be looked at, first in, first out. */
typedef struct line {
	size_t first, count;
} line;

static void put_in_line(graph_class *c, line *l, size_t node)
{
	if (c->listed[node] || c->removed[node] != 0)
		return;
	c->waiting[(l->first + l->count++) % c->nodes] = (uint32_t)node;
	c->listed[node] = true;
}

static void put_last(graph_class *c, line *l, size_t x, uint32_t number)
{
	size_t count;
	const uint32_t *list = neighbours(c, x, &count);
	c->removed[x] = number;
	for (size_t i = 0; i < count; i++)
		put_in_line(c, l, list[i]);
}

/* How many arrows and missing edges are in the way of x as the last node of what is left. */
static size_t broken_by(const graph_class *c, size_t x)
{
	size_t count, broken = 0;
	const uint32_t *list = neighbours(c, x, &count);
	for (size_t i = 0; i < count; i++) {
		size_t y = list[i];
		if (c->removed[y] != 0 || graph_class_directed(c, y, x))
			continue;
		broken += graph_class_directed(c, x, y);
		for (size_t j = 0; j < count; j++)
			broken += j != i && c->removed[list[j]] == 0 && !graph_class_joined(c, y, list[j]);
	}
	return broken;
}

/* The node of those left that breaks least, nothing where it may be the last. */
static size_t least_broken(const graph_class *c, const double *keys)
{
	size_t best = c->nodes, least = SIZE_MAX;
	for (size_t x = 0; x < c->nodes; x++) {
		size_t broken = c->removed[x] == 0 ? broken_by(c, x) : SIZE_MAX;
		if (broken < least || (best < c->nodes && broken == least && broken < SIZE_MAX && keys[x] < keys[best])) {
			best = x;
			least = broken;
		}
	}
	return best;
}

/* Numbers the nodes from the last to the first; false where there is no such order. */
static bool put_in_order(graph_class *c)
{
	size_t n = c->nodes;
	uint32_t gone = 0;
	line l = { 0, 0 };
	memset(c->removed, 0, n * sizeof *c->removed);
	memset(c->listed, 0, n * sizeof *c->listed);
	for (size_t i = 0; i < n; i++)
		put_in_line(c, &l, i);
	while (gone < n && l.count > 0) {
		size_t x = c->waiting[l.first];
		l.first = (l.first + 1) % n;
		l.count--;
		c->listed[x] = false;
		if (c->removed[x] == 0 && is_last(c, x))
			put_last(c, &l, x, ++gone);
	}
	return gone == n;
}

/* The same where there need not be such an order. Which of two nodes goes first then matters, and keys decide. O(nodes^2 neighbours^2). */
static void put_in_some_order(graph_class *c, const double *keys)
{
	memset(c->removed, 0, c->nodes * sizeof *c->removed);
	for (uint32_t gone = 1; gone <= c->nodes; gone++)
		c->removed[least_broken(c, keys)] = gone;
}

/* -------------------------------------------------------------------------------------------- the class of a graph */

/* Is node x, a parent of y in the ordered graph, not next to another parent of y? */
static bool is_unshielded(const graph_class *c, size_t x, size_t y)
{
	size_t count;
	const uint32_t *list = neighbours(c, y, &count);
	for (size_t i = 0; i < count; i++)
		if (list[i] != x && c->removed[list[i]] > c->removed[y] && !graph_class_joined(c, x, list[i]))
			return true;
	return false;
}

/* Arrows of v-structures; all other edges become undirected. */
static void set_v_structures(graph_class *c)
{
	for (size_t y = 0; y < c->nodes; y++) {
		size_t count;
		const uint32_t *list = neighbours(c, y, &count);
		for (size_t i = 0; i < count; i++) {
			size_t x = list[i];
			if (c->removed[x] < c->removed[y])
				continue;
			*points(c, x, y) = 1;
			*points(c, y, x) = is_unshielded(c, x, y) ? 0 : 1;
		}
	}
}

/* Two nodes that are not next to each other, both joined to x by undirected edges, both pointing to y? */
static bool two_lead(const graph_class *c, size_t x, size_t y, const uint32_t *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count; j++)
			if (graph_class_undirected(c, x, list[i]) && graph_class_undirected(c, x, list[j]) &&
			    graph_class_directed(c, list[i], y) && graph_class_directed(c, list[j], y) &&
			    !graph_class_joined(c, list[i], list[j]))
				return true;
	return false;
}

/* Does x -> y follow from other arrows? Meek's rules 1 to 3; the fourth is for background knowledge. */
static bool follows(const graph_class *c, size_t x, size_t y)
{
	size_t count;
	const uint32_t *list = neighbours(c, x, &count);
	for (size_t i = 0; i < count; i++) {
		size_t w = list[i];
		if (w == y)
			continue;
		if (graph_class_directed(c, w, x) && !graph_class_joined(c, w, y))
			return true;
		if (graph_class_directed(c, x, w) && graph_class_directed(c, w, y))
			return true;
	}
	return two_lead(c, x, y, list, count);
}

static void set_what_follows(graph_class *c)
{
	bool again = true;
	while (again) {
		again = false;
		for (size_t x = 0; x < c->nodes; x++) {
			size_t count;
			const uint32_t *list = neighbours(c, x, &count);
			for (size_t i = 0; i < count; i++)
				if (graph_class_undirected(c, x, list[i]) && follows(c, x, list[i])) {
					direct(c, x, list[i]);
					again = true;
				}
		}
	}
}

/* ------------------------------------------------------------------------------------------------------- a start */

static void empty(graph_class *c)
{
	memset(c->points, 0, c->nodes * c->nodes * sizeof *c->points);
	memset(c->lists.degrees, 0, c->nodes * sizeof *c->lists.degrees);
}

static void copy_edges(graph_class *c, const mixmi_graph *graph)
{
	for (size_t a = 0; a < c->nodes; a++)
		for (size_t b = a + 1; b < c->nodes; b++) {
			if (!graph_adjacent(graph, a, b))
				continue;
			*points(c, a, b) = !graph_directed(graph, b, a);
			*points(c, b, a) = !graph_directed(graph, a, b);
			graph_lists_join(&c->lists, a, b);
		}
}

void graph_class_start(graph_class *c, const mixmi_graph *graph, const bool *left_out, const double *keys)
{
	empty(c);
	if (graph == NULL)
		return;
	copy_edges(c, graph);
	put_in_some_order(c, keys);
	for (size_t a = 0; a < c->nodes; a++)
		for (size_t b = a + 1; b < c->nodes; b++)
			if (left_out[graph_pair(graph, a, b)] && graph_class_joined(c, a, b)) {
				*points(c, a, b) = *points(c, b, a) = 0;
				graph_lists_cut(&c->lists, a, b);
			}
	set_v_structures(c);
	set_what_follows(c);
}

/* ------------------------------------------------------------------------------------------------------- moves */

/* Is there a way from y to x, along arrows and undirected edges, that meets none of the set? The set are the undirected
 * neighbours of y that are next to x, and the chosen. */
static bool leads_back(graph_class *c, const graph_move *m)
{
	size_t height = 0, count;
	for (size_t i = 0; i < c->nodes; i++)
		c->listed[i] = graph_class_undirected(c, i, m->y) && graph_class_joined(c, i, m->x);
	for (size_t i = 0; i < m->count; i++)
		c->listed[m->chosen[i]] = true;
	c->listed[m->y] = true;
	c->waiting[height++] = m->y;
	while (height > 0) {
		size_t node = c->waiting[--height];
		if (node == m->x)
			return true;
		const uint32_t *list = neighbours(c, node, &count);
		for (size_t i = 0; i < count; i++)
			if (!c->listed[list[i]] && *points(c, node, list[i])) {
				c->listed[list[i]] = true;
				c->waiting[height++] = list[i];
			}
	}
	return false;
}

/* Takes what a move has left as the new class, or goes back. */
static bool settle(graph_class *c, const graph_move *m, bool inserted)
{
	if (put_in_order(c)) {
		set_v_structures(c);
		set_what_follows(c);
		return true;
	}
	memcpy(c->points, c->before, c->nodes * c->nodes * sizeof *c->points);
	if (inserted)
		graph_lists_cut(&c->lists, m->x, m->y);
	else
		graph_lists_join(&c->lists, m->x, m->y);
	return false;
}

bool graph_class_insert(graph_class *c, const graph_move *move)
{
	if (leads_back(c, move))
		return false;
	memcpy(c->before, c->points, c->nodes * c->nodes * sizeof *c->points);
	direct(c, move->x, move->y);
	for (size_t i = 0; i < move->count; i++)
		direct(c, move->chosen[i], move->y);
	graph_lists_join(&c->lists, move->x, move->y);
	return settle(c, move, true);
}

bool graph_class_delete(graph_class *c, const graph_move *move)
{
	memcpy(c->before, c->points, c->nodes * c->nodes * sizeof *c->points);
	*points(c, move->x, move->y) = *points(c, move->y, move->x) = 0;
	for (size_t i = 0; i < move->count; i++) {
		direct(c, move->y, move->chosen[i]);
		if (graph_class_undirected(c, move->x, move->chosen[i]))
			direct(c, move->x, move->chosen[i]);
	}
	graph_lists_cut(&c->lists, move->x, move->y);
	return settle(c, move, false);
}

bool graph_class_touched(const graph_class *c, const graph_move *m, size_t node)
{
	size_t n = c->nodes;
	if (node == m->x || node == m->y)
		return true;
	for (size_t j = 0; j < c->lists.degrees[node]; j++) {
		size_t k = c->lists.neighbours[node * n + j];
		if (c->points[node * n + k] != c->before[node * n + k] || c->points[k * n + node] != c->before[k * n + node])
			return true;
	}
	return graph_class_undirected(c, node, m->x) && graph_class_undirected(c, node, m->y);
}
