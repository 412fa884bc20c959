/* Moral graphs and minimal separating sets in them. */
#include "effect/moral.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* --------------------------------------------------------------------------------------------------- the graph */

static bool is_cut(const effect_moral *m, const effect_link *l, size_t from, const bool *cut)
{
	if (cut == NULL)
		return false;
	return (from == m->a && cut[l->node] && l->here == GRAPH_TAIL && l->there == GRAPH_ARROW) ||
	       (l->node == m->a && cut[from] && l->there == GRAPH_TAIL && l->here == GRAPH_ARROW);
}

/* Marks the ancestors of a and b along edges that are not cut. */
static void find_inside(effect_moral *m, const effect_net *net, const bool *cut)
{
	size_t waiting = 0;
	memset(m->inside, 0, m->nodes * sizeof *m->inside);
	m->inside[m->a] = m->inside[m->b] = true;
	m->queue[waiting++] = m->a;
	m->queue[waiting++] = m->b;
	while (waiting > 0) {
		size_t v = m->queue[--waiting];
		for (size_t i = net->starts[v]; i < net->starts[v + 1]; i++) {
			const effect_link *l = &net->links[i];
			bool is_parent = l->here == GRAPH_ARROW && l->there == GRAPH_TAIL && !is_cut(m, l, v, cut);
			if (is_parent && !m->inside[l->node]) {
				m->inside[l->node] = true;
				m->queue[waiting++] = l->node;
			}
		}
	}
}

/* Joins u with every node reached by an edge or a collider path. */
static void join_from(effect_moral *m, const effect_net *net, size_t u, const bool *cut)
{
	size_t waiting = 0;
	memset(m->reached, 0, m->nodes * sizeof *m->reached); /* nodes entered by an arrow */
	for (size_t i = net->starts[u]; i < net->starts[u + 1]; i++) {
		const effect_link *l = &net->links[i];
		if (!m->inside[l->node] || is_cut(m, l, u, cut))
			continue;
		m->joined[u * m->nodes + l->node] = m->joined[l->node * m->nodes + u] = true;
		if (l->there == GRAPH_ARROW) {
			m->reached[l->node] = true;
			m->queue[waiting++] = l->node;
		}
	}
	while (waiting > 0) {
		size_t v = m->queue[--waiting];
		for (size_t i = net->starts[v]; i < net->starts[v + 1]; i++) {
			const effect_link *l = &net->links[i];
			if (l->here != GRAPH_ARROW || !m->inside[l->node] || is_cut(m, l, v, cut) || l->node == u)
				continue;
			m->joined[u * m->nodes + l->node] = m->joined[l->node * m->nodes + u] = true;
			if (l->there == GRAPH_ARROW && !m->reached[l->node]) {
				m->reached[l->node] = true;
				m->queue[waiting++] = l->node;
			}
		}
	}
}

/* Removes a node and joins its neighbours. */
static void take_out(effect_moral *m, size_t v)
{
	size_t n = m->nodes;
	for (size_t x = 0; x < n; x++)
		for (size_t y = 0; y < n && m->joined[v * n + x]; y++)
			if (x != y && m->joined[v * n + y])
				m->joined[x * n + y] = true;
	for (size_t x = 0; x < n; x++)
		m->joined[v * n + x] = m->joined[x * n + v] = false;
	m->inside[v] = false;
}

bool effect_moral_init(effect_moral *moral, const effect_net *net, size_t a, size_t b, const bool *allowed,
                       const bool *cut)
{
	size_t n = net->nodes;
	*moral = (effect_moral){ n,
		                     a,
		                     b,
		                     base_array(n, sizeof *moral->inside),
		                     base_array_zero(n, n * sizeof *moral->joined),
		                     base_array(n, sizeof *moral->reached),
		                     base_array(n, sizeof *moral->queue) };
	if (moral->inside == NULL || moral->joined == NULL || moral->reached == NULL || moral->queue == NULL)
		return false;
	find_inside(moral, net, cut);
	for (size_t v = 0; v < n; v++)
		if (moral->inside[v])
			join_from(moral, net, v, cut);
	for (size_t v = 0; v < n; v++)
		if (moral->inside[v] && v != a && v != b && allowed != NULL && !allowed[v])
			take_out(moral, v);
	return true;
}

void effect_moral_clear(effect_moral *moral)
{
	free(moral->inside);
	free(moral->joined);
	free(moral->reached);
	free(moral->queue);
	*moral = (effect_moral){ 0 };
}

/* ------------------------------------------------------------------------------------------- separating sets */

/* The component of `start` after removing the nodes of `without`, in m->reached. */
static void find_component(effect_moral *m, size_t start, const bool *without)
{
	size_t waiting = 0;
	memset(m->reached, 0, m->nodes * sizeof *m->reached);
	m->reached[start] = true;
	m->queue[waiting++] = start;
	while (waiting > 0) {
		size_t v = m->queue[--waiting];
		for (size_t w = 0; w < m->nodes; w++)
			if (m->joined[v * m->nodes + w] && !without[w] && !m->reached[w]) {
				m->reached[w] = true;
				m->queue[waiting++] = w;
			}
	}
}

/* Neighbours of the nodes in `of`, outside `of`. */
static void find_boundary(bool *out, const effect_moral *m, const bool *of)
{
	for (size_t v = 0; v < m->nodes; v++) {
		out[v] = false;
		for (size_t w = 0; w < m->nodes && !of[v] && !out[v]; w++)
			out[v] = of[w] && m->joined[v * m->nodes + w];
	}
}

/* The minimal separating set within the boundary of a connected set around a: the part adjacent to b's component. */
static bool nearest_beyond(bool *set, effect_moral *m, const bool *around)
{
	find_boundary(set, m, around);
	if (set[m->b])
		return false;
	find_component(m, m->b, set);
	find_boundary(set, m, m->reached);
	return true;
}

bool effect_nearest_separator(bool *set, effect_moral *moral)
{
	memset(set, 0, moral->nodes * sizeof *set);
	if (moral->joined[moral->a * moral->nodes + moral->b])
		return false;
	for (size_t v = 0; v < moral->nodes; v++)
		set[v] = moral->joined[moral->a * moral->nodes + v];
	find_component(moral, moral->b, set);
	find_boundary(set, moral, moral->reached);
	return true;
}

/* State of the listing: sets whose component of a contains `around` and no node of `barred`. */
typedef struct listing {
	effect_moral *m;
	size_t left;
	bool stopped;
	bool (*use)(void *context, const bool *set);
	void *context;
} listing;

/* The caller owns around and barred. Returns false if memory runs out. */
static bool list_from(listing *l, const bool *around, const bool *barred)
{
	effect_moral *m = l->m;
	size_t n = m->nodes, pick = SIZE_MAX;
	bool *set = base_array(n, sizeof *set), *wide = base_array(n, sizeof *wide), *bars = base_array(n, sizeof *bars);
	bool done = set != NULL && wide != NULL && bars != NULL, open = false;
	if (done && !l->stopped && nearest_beyond(set, m, around)) {
		find_component(m, m->a, set);
		memcpy(wide, m->reached, n * sizeof *wide);
		open = true;
		for (size_t v = 0; v < n; v++)
			open = open && !(wide[v] && barred[v]);
		for (size_t v = 0; open && v < n; v++)
			if (set[v] && !barred[v] && !m->joined[v * n + m->b])
				pick = v < pick ? v : pick;
	}
	if (open && pick == SIZE_MAX) {
		l->stopped = !l->use(l->context, set) || --l->left == 0;
	} else if (open) {
		memcpy(bars, barred, n * sizeof *bars);
		wide[pick] = true;
		done = list_from(l, wide, barred);
		wide[pick] = false;
		bars[pick] = true;
		done = done && list_from(l, wide, bars);
	}
	free(set);
	free(wide);
	free(bars);
	return done;
}

bool effect_list_separators(effect_moral *moral, size_t most, bool (*use)(void *context, const bool *set),
                            void *context)
{
	listing l = { moral, most, most == 0, use, context };
	if (moral->joined[moral->a * moral->nodes + moral->b])
		return true;
	bool *around = base_array_zero(moral->nodes, sizeof *around),
		 *barred = base_array_zero(moral->nodes, sizeof *barred);
	bool done = around != NULL && barred != NULL;
	if (done) {
		around[moral->a] = true;
		done = list_from(&l, around, barred);
	}
	free(around);
	free(barred);
	return done;
}
