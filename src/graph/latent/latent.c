/* RFCI, then the class. After a search by score RFCI begins with the edges that remain after tests for separating sets. Tests that
 * contradict each other lead to marks that no ancestral graph has; so a MAG with as many of them as possible is made, and the graph becomes
 * its PAG. Invariant: where no test errs the MAG has all marks, and its PAG those that tests found or more. */
#include "graph/latent/latent.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/latent/mag.h"
#include "graph/latent/neighbours.h"
#include "graph/latent/pag.h"
#include "graph/latent/rfci.h"

static mixmi_status settle_class(graph_search *search, graph_pag *pag)
{
	mixmi_graph *graph = search->graph;
	bool changed, done = graph_make_member(graph, search->rules, &changed);
	uint8_t *member = base_array_copy(graph->mark, graph->nodes * graph->nodes, sizeof *member);
	mixmi_status status = done && member != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_pag_of_member(pag, search->rules, member);
	free(member);
	if (status == MIXMI_OK && changed &&
	    !graph_add_conflict(graph, "no ancestral graph has all marks that tests found: some were changed"))
		status = base_error_memory();
	return status;
}

/* Preset paper is as published. With a program's own test nodes are in the order of names, which must decide nothing. */
static bool is_class(const graph_search *search)
{
	return search->options->preset != MIXMI_PRESET_PAPER && search->options->own_test.function == NULL;
}

mixmi_status graph_latent(graph_search *search)
{
	graph_pag pag;
	search->graph->kind = GRAPH_PAG;
	mixmi_status status = graph_pag_init(&pag, search->graph) ? MIXMI_OK : base_error_memory();
	pag.selection = search->options->selection_bias != 0;
	if (status == MIXMI_OK && search->parents != NULL)
		status = graph_neighbour_sets(search);
	if (status == MIXMI_OK && !search->watch->cancelled)
		status = graph_rfci(search, &pag);
	if (status == MIXMI_OK && !search->watch->cancelled && is_class(search))
		status = settle_class(search, &pag);
	graph_pag_clear(&pag);
	return status;
}
