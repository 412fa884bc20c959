/* The CPDAG of a DAG by brute force: all acyclic orientations of its skeleton with the same v-structures, and what they
 * have in common. */
#ifndef TESTS_BRUTE_H
#define TESTS_BRUTE_H

#include "dags.h"

enum { MOST_EDGES = 11 };

/* Whether a -> c <- b with a and b apart. */
static inline bool has_v_structure(const marks *m, size_t a, size_t c, size_t b)
{
	return m->at[a][c] == 2 && m->at[b][c] == 2 && m->at[a][b] == 0;
}

static inline bool same_v_structures(const marks *x, const marks *y, size_t nodes)
{
	for (size_t a = 0; a < nodes; a++)
		for (size_t b = a + 1; b < nodes; b++)
			for (size_t c = 0; c < nodes; c++)
				if (c != a && c != b && has_v_structure(x, a, c, b) != has_v_structure(y, a, c, b))
					return false;
	return true;
}

static inline marks dag_marks(const dag *d)
{
	marks m = { 0 };
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = 0; b < d->nodes; b++)
			m.at[a][b] = dag_edge(d, a, b) ? 2 : dag_edge(d, b, a) ? 3 : 0;
	return m;
}

/* allowed[a][b]: the arrow a -> b may be. False if the DAG has too many edges for this. */
static inline bool brute_force(marks *out, const dag *d, bool allowed[MOST][MOST])
{
	size_t from[MOST_EDGES], to[MOST_EDGES], edges = 0;
	marks truth = dag_marks(d), m = truth;
	bool forward[MOST_EDGES] = { false }, backward[MOST_EDGES] = { false };
	for (size_t a = 0; a < d->nodes; a++)
		for (size_t b = a + 1; b < d->nodes; b++)
			if (truth.at[a][b] != 0) {
				if (edges == MOST_EDGES)
					return false;
				from[edges] = a;
				to[edges++] = b;
			}
	for (uint32_t way = 0; way < 1u << edges; way++) {
		bool fits = true;
		for (size_t i = 0; i < edges; i++) {
			bool ahead = (way >> i & 1) != 0;
			m.at[from[i]][to[i]] = ahead ? 2 : 3;
			m.at[to[i]][from[i]] = ahead ? 3 : 2;
			fits = fits && (ahead ? allowed[from[i]][to[i]] : allowed[to[i]][from[i]]);
		}
		if (!fits || !same_v_structures(&m, &truth, d->nodes) || !is_acyclic(&m, d->nodes))
			continue;
		for (size_t i = 0; i < edges; i++) {
			forward[i] = forward[i] || (way >> i & 1);
			backward[i] = backward[i] || !(way >> i & 1);
		}
	}
	*out = truth;
	for (size_t i = 0; i < edges; i++) {
		bool both = forward[i] && backward[i];
		out->at[from[i]][to[i]] = both ? 1 : forward[i] ? 2 : 3;
		out->at[to[i]][from[i]] = both ? 1 : forward[i] ? 3 : 2;
	}
	return true;
}

#endif
