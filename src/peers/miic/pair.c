/* The search for I(X;Y). It starts with the same number of equal-frequency bins in both columns, the one that scores
 * best. In each round X is cut again given the bins of Y at the start of the round, and Y given those of X, until the
 * score recurs. If one column is discrete, one round is enough. */

#include "peers/miic/miic_search.h"

static bool choose_start(miic_search *search)
{
	size_t best = search->sample->start_bins, trials = miic_search_trials(search);
	double highest = -INFINITY;
	for (size_t wanted = 2; wanted < trials; wanted++) {
		miic_score score;
		miic_search_equal(search, MIIC_X, MIIC_Z, wanted);
		if (!miic_search_conditional(&score, search))
			return false;
		if (score.information - score.complexity > highest) {
			highest = score.information - score.complexity;
			best = wanted;
		}
	}
	miic_search_equal(search, MIIC_X, MIIC_Z, best);
	return true;
}

static bool run_round(miic_score *score, miic_search *search)
{
	for (size_t j = MIIC_X; j <= MIIC_Y; j++)
		if (search->sample->columns[j].continuous && !miic_search_cut(search, j, 1 - j, MIIC_NONE))
			return false;
	for (size_t j = MIIC_X; j <= MIIC_Y; j++)
		miic_bins_exchange(&search->bins[j], &search->next[j]);
	if (!miic_search_conditional(score, search))
		return false;
	score->complexity += miic_search_cut_bits(search, MIIC_X) + miic_search_cut_bits(search, MIIC_Y);
	return true;
}

bool miic_search_pair(miic_score *score, miic_search *search)
{
	miic_trace trace = { .rounds = 0 };
	bool both = search->sample->columns[MIIC_X].continuous && search->sample->columns[MIIC_Y].continuous;
	if (!choose_start(search))
		return false;
	for (size_t round = 0; round < MIIC_ROUNDS; round++) {
		if (!run_round(score, search))
			return false;
		if (miic_trace_add(&trace, *score) || !both)
			break;
	}
	*score = trace.result;
	return true;
}
