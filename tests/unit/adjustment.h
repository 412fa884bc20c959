/* The generalised adjustment criterion by its definition: all paths of a small graph, one after the other. Nothing in common with the
 * library but the marks. */
#ifndef TESTS_ADJUSTMENT_H
#define TESTS_ADJUSTMENT_H

#include "dags.h"

typedef struct mixed {
	size_t nodes;
	uint8_t mark[MOST][MOST]; /* mark[a][b]: at b of the edge between a and b; 0: none */
	bool hidden;              /* a MAG or PAG */
	bool open[MOST];          /* scratch: on the path */
	size_t path[MOST], length;
} mixed;

static inline mixed mixed_of(const mixmi_graph *graph, bool hidden)
{
	mixed m = { .nodes = graph->nodes, .hidden = hidden };
	for (size_t a = 0; a < m.nodes; a++)
		for (size_t b = 0; b < m.nodes; b++)
			m.mark[a][b] = a == b ? 0 : graph->mark[a * m.nodes + b];
	return m;
}

static inline bool mixed_directed(const mixed *m, size_t a, size_t b)
{
	return m->mark[a][b] == GRAPH_ARROW && m->mark[b][a] == GRAPH_TAIL;
}

static inline bool mixed_descends(const mixed *m, size_t from, size_t to, uint32_t seen)
{
	bool found = from == to;
	for (size_t v = 0; v < m->nodes && !found; v++)
		found = (seen >> v & 1) == 0 && mixed_directed(m, from, v) && mixed_descends(m, v, to, seen | 1u << v);
	return found;
}

/* No edge of the path has an arrow towards its beginning. */
static inline bool is_possibly_directed(const mixed *m)
{
	for (size_t i = 1; i < m->length; i++)
		if (m->mark[m->path[i]][m->path[i - 1]] == GRAPH_ARROW)
			return false;
	return true;
}

static inline bool is_all_directed(const mixed *m)
{
	for (size_t i = 1; i < m->length; i++)
		if (!mixed_directed(m, m->path[i - 1], m->path[i]))
			return false;
	return true;
}

/* Every node between is a collider, or certainly none: a tail on one side, or circles on both of an unshielded triple. */
static inline bool has_definite_status(const mixed *m)
{
	for (size_t i = 1; i + 1 < m->length; i++) {
		size_t a = m->path[i - 1], v = m->path[i], b = m->path[i + 1];
		uint8_t left = m->mark[a][v], right = m->mark[b][v];
		bool collider = left == GRAPH_ARROW && right == GRAPH_ARROW;
		bool tail = left == GRAPH_TAIL || right == GRAPH_TAIL;
		bool lines = !m->hidden && left == GRAPH_TAIL && right == GRAPH_TAIL && m->mark[v][a] == GRAPH_TAIL &&
		             m->mark[v][b] == GRAPH_TAIL;
		bool beside = !m->hidden && ((left == GRAPH_TAIL && m->mark[v][a] == GRAPH_TAIL) ||
		                             (right == GRAPH_TAIL && m->mark[v][b] == GRAPH_TAIL));
		bool apart = m->mark[a][b] == 0;
		if (m->hidden) {
			if (!collider && !tail && !(left == GRAPH_CIRCLE && right == GRAPH_CIRCLE && apart))
				return false;
		} else if (lines ? !apart : beside && !mixed_directed(m, v, a) && !mixed_directed(m, v, b)) {
			return false; /* a -- v -- b with a next to b, or a -- v <- b: v may be a collider or not */
		}
	}
	return true;
}

static inline bool is_blocked(const mixed *m, uint32_t set)
{
	for (size_t i = 1; i + 1 < m->length; i++) {
		size_t v = m->path[i];
		bool collider = m->mark[m->path[i - 1]][v] == GRAPH_ARROW && m->mark[m->path[i + 1]][v] == GRAPH_ARROW;
		bool open = !collider && (set >> v & 1) == 0;
		for (size_t z = 0; collider && z < m->nodes && !open; z++)
			open = (set >> z & 1) != 0 && mixed_descends(m, v, z, 1u << v);
		if (!open)
			return true;
	}
	return false;
}

/* Calls `use` with every path from its last node to y, until it says false. */
static inline bool each_path(mixed *m, size_t y, bool (*use)(mixed *m, void *context), void *context)
{
	size_t v = m->path[m->length - 1];
	if (v == y)
		return use(m, context);
	for (size_t w = 0; w < m->nodes; w++) {
		if (m->mark[v][w] == 0 || m->open[w])
			continue;
		m->open[w] = true;
		m->path[m->length++] = w;
		bool goes_on = each_path(m, y, use, context);
		m->length--;
		m->open[w] = false;
		if (!goes_on)
			return false;
	}
	return true;
}

/* x -> v is visible: some c that is not next to v has an edge into x, or a path into x of colliders that are parents of v. */
static inline bool leads_in(const mixed *m, size_t x, size_t v, size_t at, uint32_t seen)
{
	for (size_t w = 0; w < m->nodes; w++) {
		if (m->mark[w][at] != GRAPH_ARROW || w == v || (seen >> w & 1) != 0)
			continue;
		if (m->mark[w][v] == 0)
			return true;
		if (m->mark[at][w] == GRAPH_ARROW && mixed_directed(m, w, v) && leads_in(m, x, v, w, seen | 1u << w))
			return true;
	}
	return false;
}

typedef struct paths {
	uint32_t set, causal;
	bool amenable, open;
} paths;

static inline bool note_path(mixed *m, void *context)
{
	paths *p = context;
	size_t x = m->path[0], v = m->path[1];
	if (is_possibly_directed(m)) {
		for (size_t i = 1; i < m->length; i++)
			p->causal |= 1u << m->path[i];
		if (!mixed_directed(m, x, v) || (m->hidden && !leads_in(m, x, v, x, 1u << x)))
			p->amenable = false;
	}
	return true;
}

static inline bool note_open(mixed *m, void *context)
{
	paths *p = context;
	if (has_definite_status(m) && !is_all_directed(m) && !is_blocked(m, p->set))
		p->open = true;
	return !p->open;
}

static inline bool note_reach(mixed *m, void *context)
{
	bool *found = context;
	*found = is_possibly_directed(m);
	return !*found;
}

static inline void begin(mixed *m, size_t x)
{
	memset(m->open, 0, sizeof m->open);
	m->path[0] = x;
	m->open[x] = true;
	m->length = 1;
}

/* Amenable, and the forbidden nodes, whatever the set. */
static inline bool find_forbidden(uint32_t *forbidden, mixed *m, size_t x, size_t y)
{
	paths p = { .amenable = true };
	begin(m, x);
	each_path(m, y, note_path, &p);
	*forbidden = p.causal;
	for (size_t v = 0; v < m->nodes; v++)
		for (size_t w = 0; w < m->nodes && (p.causal >> v & 1) != 0; w++) {
			bool found = false;
			begin(m, v);
			if (v != w)
				each_path(m, w, note_reach, &found);
			if (found)
				*forbidden |= 1u << w;
		}
	*forbidden |= 1u << x | 1u << y;
	return p.amenable;
}

static inline bool is_open_path(mixed *m, size_t x, size_t y, uint32_t set)
{
	paths p = { .set = set };
	begin(m, x);
	each_path(m, y, note_open, &p);
	return p.open;
}

#endif
