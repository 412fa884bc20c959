/* FCI-stable or RFCI. After a score-based search, it starts with the edges that remain after tests for separating sets
 * (Ogarrio, Spirtes and Ramsey 2016). After PC-stable, the number of sets to test, counted on the skeleton, decides
 * between the two, so the choice is the same for any order of columns and any number of threads. */
#include "graph/latent/latent.h"

#include <stdio.h>

#include "base/error.h"
#include "base/options.h"
#include "graph/latent/pag.h"
#include "graph/latent/possible.h"
#include "graph/latent/rfci.h"

/* *crowded is true if there are too many sets; adds a note about it. */
static mixmi_status look_for_crowd(bool *crowded, graph_search *search, const graph_possible *possible)
{
	size_t pairs;
	*crowded = false;
	if (search->options->latent_search == MIXMI_LATENT_FCI)
		return MIXMI_OK;
	if (!graph_possible_crowded(&pairs, possible))
		return base_error_memory();
	*crowded = pairs > 0;
	if (pairs > 0 && !graph_add_conflict(search->graph,
	                                     "%zu of %zu pairs have more than %d possible d-separating sets: the search is "
	                                     "RFCI, which may keep more edges than FCI",
	                                     pairs, possible->count, GRAPH_POSSIBLE_SETS))
		return base_error_memory();
	return MIXMI_OK;
}

/* Removes edges by sets of possible d-separating nodes, unless these are too many; without `pag` by sets of
 * neighbours. */
static mixmi_status use_possible(bool *crowded, graph_search *search, const graph_pag *pag)
{
	graph_possible possible;
	mixmi_status status = graph_possible_init(&possible, search, pag) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK && pag != NULL)
		status = look_for_crowd(crowded, search, &possible);
	if (status == MIXMI_OK && !*crowded)
		status = graph_possible_use(&possible);
	graph_possible_clear(&possible);
	return status;
}

/* *crowded: only counted, nothing was changed. */
static mixmi_status run_fci(bool *crowded, graph_search *search, graph_pag *pag)
{
	size_t conflicts = search->graph->conflict_count;
	mixmi_status status = graph_pag_begin(pag, search, (graph_pag_start){ 0 });
	if (status != MIXMI_OK || search->watch->cancelled)
		return status;
	graph_drop_conflicts(search->graph, conflicts); /* marks will be set again, with the same conflicts or fewer */
	status = use_possible(crowded, search, pag);
	if (status == MIXMI_OK && !*crowded && !search->watch->cancelled)
		status = graph_pag_begin(pag, search, (graph_pag_start){ .report = true });
	if (status == MIXMI_OK && !*crowded && !search->watch->cancelled)
		status = graph_pag_close(pag);
	return status;
}

static mixmi_status run(graph_search *search, graph_pag *pag)
{
	int how = search->options->latent_search;
	bool scored = search->parents != NULL, relaxed = false;
	mixmi_status status = scored ? use_possible(&relaxed, search, NULL) : MIXMI_OK;
	relaxed = how == MIXMI_LATENT_RFCI || (how == MIXMI_LATENT_AUTO && scored);
	if (status == MIXMI_OK && !relaxed && !search->watch->cancelled)
		status = run_fci(&relaxed, search, pag);
	search->relaxed = relaxed;
	if (status != MIXMI_OK || !relaxed || search->watch->cancelled)
		return status;
	snprintf(search->graph->search, sizeof search->graph->search, "rfci");
	return graph_rfci(search, pag);
}

mixmi_status graph_latent(graph_search *search)
{
	graph_pag pag;
	search->graph->kind = GRAPH_PAG;
	mixmi_status status = graph_pag_init(&pag, search->graph) ? MIXMI_OK : base_error_memory();
	pag.selection = search->options->selection_bias != 0;
	if (status == MIXMI_OK)
		status = run(search, &pag);
	graph_pag_clear(&pag);
	return status;
}
