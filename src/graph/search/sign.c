/* Computes additional information about edges after the search: the sign and the shape of each dependence, the share of
 * its ends that an edge explains, and which separations are doubtful. One profile per edge: O(rows). */
#include "graph/search/sign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/one_answer.h"
#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "graph/search/code.h"

/* The profile of the second node along the first, given the conditioning set of the weakest test. */
static mixmi_status profile_of_edge(const graph_search *search, graph_evidence *e, size_t a, size_t b)
{
	mixmi_profile profile = base_no_profile(MIXMI_SHAPE_NONE);
	size_t *z = base_array(e->given_count, sizeof *z);
	if (z == NULL)
		return base_error_memory();
	for (size_t i = 0; i < e->given_count; i++)
		z[i] = search->columns[e->given[i]];
	const mixmi_question asked = { &search->columns[a], 1, &search->columns[b], 1, z, e->given_count };
	mixmi_status status = answers_profile(&profile, search->table, &asked);
	e->sign = profile.sign;
	e->sign_error = profile.sign_error;
	e->shape = profile.shape;
	e->along = profile.along_y ? b : a;
	e->where = profile.where;
	e->size_kind = profile.size_kind;
	e->size_of = profile.size_of_x ? a : b;
	const double size[] = { profile.size, profile.size_lower, profile.size_upper, profile.size_per };
	memcpy(e->size, size, sizeof size);
	free(z);
	return status == MIXMI_ERROR_DATA ? MIXMI_OK : status;
}

/* In nats, over the rows with a value. */
static double entropy(const data_column *column)
{
	double all = 0, sum = 0;
	for (size_t k = 0; k < column->distinct; k++)
		all += column->counts[k];
	for (size_t k = 0; k < column->distinct; k++)
		if (column->counts[k] > 0)
			sum -= column->counts[k] / all * log(column->counts[k] / all);
	return sum;
}

/* The share of a node that an edge explains; 0: unknown. */
static double share_of_edge(const graph_search *search, const graph_evidence *e, size_t node)
{
	const data_column *column = &search->table->columns[search->columns[node]];
	double information = fmax(e->estimate, 0), whole;
	if (isnan(e->estimate))
		return 0;
	if (!graph_code_is_label(column))
		return -expm1(-2 * information);
	whole = entropy(column);
	return whole > 0 ? fmin(information / whole, 1) : 0;
}

static bool is_doubtful(const graph_evidence *e)
{
	const double narrow = 0.05, much = 0.1;
	return (!isnan(e->p) && e->p <= narrow) || (!isnan(e->upper) && e->upper > much);
}

mixmi_status graph_finish_evidence(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			graph_evidence *e = &graph->evidence[graph_pair(graph, a, b)];
			bool joined = graph_adjacent(graph, a, b);
			if (!joined)
				e->doubtful = e->known && !e->by_knowledge && is_doubtful(e);
			else if (e->known && !e->unjudged) { /* if no test could decide, there is no shape */
				bool back = graph_points_back(graph, a, b);
				mixmi_status status = profile_of_edge(search, e, back ? b : a, back ? a : b);
				if (status != MIXMI_OK)
					return status;
				e->share[0] = share_of_edge(search, e, b);
				e->share[1] = share_of_edge(search, e, a);
			}
		}
	return MIXMI_OK;
}
