/* What an adjustment set or "no effect" owes to arrows that are only possible. All paths between x and y that matter run among their
 * possible causes, so arrows elsewhere change nothing. O(nodes^2). */
#include "effect/rests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

typedef struct walk {
	const mixmi_graph *graph;
	bool *found;   /* [nodes] */
	size_t *queue; /* [nodes] */
	bool relaxed;  /* possible arrows may be followed in either direction */
} walk;

static bool stands_in_the_way(const walk *w, size_t from, size_t to)
{
	bool head = w->graph->mark[to * w->graph->nodes + from] == GRAPH_ARROW;
	return head && !(w->relaxed && *graph_arrow_kind(w->graph, to, from) == MIXMI_ARROW_POSSIBLE);
}

/* Adds the nodes from which those found can be reached or, forwards, that they reach, without an arrow against the direction. */
static void spread(walk *w, bool forwards)
{
	size_t n = w->graph->nodes, waiting = 0;
	for (size_t v = 0; v < n; v++)
		if (w->found[v])
			w->queue[waiting++] = v;
	while (waiting > 0) {
		size_t v = w->queue[--waiting];
		for (size_t u = 0; u < n; u++)
			if (u != v && !w->found[u] && graph_adjacent(w->graph, u, v) &&
			    !(forwards ? stands_in_the_way(w, v, u) : stands_in_the_way(w, u, v))) {
				w->found[u] = true;
				w->queue[waiting++] = u;
			}
	}
}

static bool reaches(walk *w, size_t x, size_t y, bool relaxed)
{
	memset(w->found, 0, w->graph->nodes * sizeof *w->found);
	w->found[x] = true;
	w->relaxed = relaxed;
	spread(w, true);
	w->relaxed = false;
	return w->found[y];
}

static void name_arrows(char out[EFFECT_RESTS_ROOM], size_t *count, const walk *w)
{
	enum { NAMED = 3 };
	const mixmi_graph *g = w->graph;
	size_t used = 0;
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++) {
			char from[BASE_TEXT_SHOWN], to[BASE_TEXT_SHOWN];
			if (a == b || !w->found[a] || !w->found[b] || !graph_adjacent(g, a, b) ||
			    *graph_arrow_kind(g, a, b) != MIXMI_ARROW_POSSIBLE || ++*count > NAMED)
				continue;
			base_text_show(from, g->names[a], strlen(g->names[a]));
			base_text_show(to, g->names[b], strlen(g->names[b]));
			int length =
				snprintf(out + used, EFFECT_RESTS_ROOM - used, "%s%.48s -?> %.48s", *count > 1 ? ", " : "", from, to);
			used += length > 0 ? (size_t)length : 0;
		}
	if (*count > NAMED)
		snprintf(out + used, EFFECT_RESTS_ROOM - used, " and %zu more", *count - NAMED);
}

mixmi_status effect_rests_on(char out[EFFECT_RESTS_ROOM], size_t *count, const mixmi_graph *graph, size_t x, size_t y)
{
	walk w = { .graph = graph };
	w.found = base_array_zero(graph->nodes, sizeof *w.found);
	w.queue = base_array(graph->nodes, sizeof *w.queue);
	bool done = w.found != NULL && w.queue != NULL;
	out[0] = '\0';
	*count = 0;
	if (done && (reaches(&w, x, y, false) || reaches(&w, x, y, true))) {
		memset(w.found, 0, graph->nodes * sizeof *w.found);
		w.found[x] = w.found[y] = true;
		spread(&w, false);
		name_arrows(out, count, &w);
	}
	free(w.found);
	free(w.queue);
	return done ? MIXMI_OK : base_error_memory();
}
