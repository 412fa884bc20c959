/* What the lags of nodes say about questions. Invariant: search->lagged is NULL during the first stage of PCMCI+. After it,
 * search->lagged does not change, and every conditioning set contains the candidates of its ends. */
#include "graph/search/lags.h"

#include <stdlib.h>

#include "base/memory.h"

size_t graph_series_reach(const graph_series *s)
{
	return 2 * s->lags + 1;
}

bool graph_series_open(const graph_search *search, size_t a, size_t b, size_t c)
{
	const size_t *lag = search->series->lag;
	return lag[c] == 0 && (lag[a] == 0 || lag[b] == 0);
}

bool graph_series_asks(const graph_search *search, size_t a, size_t b)
{
	size_t nodes = search->graph->nodes;
	return (search->series->lag[a] == 0 && search->series->lag[b] == 0) || search->lagged[a * nodes + b] ||
	       search->lagged[b * nodes + a];
}

/* Adds the candidates of a node to `wanted`, shifted by the lag of the node. Of an earlier end these are only its own past, unless as
 * published: the candidates of the later end separate the two already, and every further column costs power. */
static void add_candidates(bool *wanted, const graph_search *search, size_t node)
{
	const graph_series *s = search->series;
	size_t nodes = search->graph->nodes, now = s->now[node];
	for (size_t i = 0; i < nodes; i++) {
		if (!search->lagged[now * nodes + i] || (s->lag[node] > 0 && s->now[i] != now && !s->published))
			continue;
		size_t earlier = s->before[s->now[i] * graph_series_reach(s) + s->lag[i] + s->lag[node]];
		if (earlier != SIZE_MAX)
			wanted[earlier] = true;
	}
}

size_t *graph_series_given(size_t *count, const graph_search *search, size_t a, size_t b, const size_t *given,
                           size_t given_count)
{
	size_t nodes = search->graph->nodes, *out = base_array(nodes, sizeof *out);
	bool *wanted = base_array_zero(nodes, sizeof *wanted);
	*count = 0;
	if (out != NULL && wanted != NULL) {
		add_candidates(wanted, search, a);
		add_candidates(wanted, search, b);
		for (size_t i = 0; i < given_count; i++)
			wanted[given[i]] = true;
		for (size_t i = 0; i < nodes; i++)
			if (wanted[i] && i != a && i != b)
				out[(*count)++] = i;
		free(wanted);
		return out;
	}
	free(wanted);
	free(out);
	return NULL;
}
