/* Common parts of both searches: cells of the current bins, their scores, and better bins for one column. */
#include "peers/miic/miic_search.h"

#include <string.h>

bool miic_search_init(miic_search *search, const miic_sample *sample)
{
	memset(search, 0, sizeof *search);
	search->sample = sample;
	search->bins = mixmi_allocate_zero(sample->column_count, sizeof *search->bins);
	search->next = mixmi_allocate_zero(sample->column_count, sizeof *search->next);
	search->given.ids = mixmi_allocate(sample->items, sizeof *search->given.ids);
	search->joint.ids = mixmi_allocate(sample->items, sizeof *search->joint.ids);
	bool done = miic_cost_init(&search->cost, sample->rows) && miic_numbering_init(&search->numbering, sample->items) &&
	            search->bins != NULL && search->next != NULL && search->given.ids != NULL && search->joint.ids != NULL;
	for (size_t j = 0; done && j < sample->column_count; j++)
		done = miic_bins_init(&search->bins[j], &sample->columns[j]) &&
		       miic_bins_init(&search->next[j], &sample->columns[j]);
	return done;
}

void miic_search_clear(miic_search *search)
{
	for (size_t j = 0; j < search->sample->column_count; j++) {
		if (search->bins != NULL)
			miic_bins_clear(&search->bins[j]);
		if (search->next != NULL)
			miic_bins_clear(&search->next[j]);
	}
	mixmi_free(search->bins);
	mixmi_free(search->next);
	mixmi_free(search->given.ids);
	mixmi_free(search->joint.ids);
	miic_numbering_clear(&search->numbering);
	miic_cost_clear(&search->cost);
}

static bool join(miic_search *search, miic_cells *cells, const miic_cells *from, size_t j)
{
	const miic_sample *sample = search->sample;
	return miic_cells_join(cells, from, &sample->columns[j], &search->bins[j], sample->items, &search->numbering);
}

/* Cells of (Z without the column `but`, partner), and of these with a. */
static bool find_cells(miic_search *search, size_t a, size_t partner, size_t but)
{
	miic_cells *given = &search->given;
	miic_cells_one(given, search->sample->items);
	for (size_t j = MIIC_Z; j < search->sample->column_count; j++)
		if (j != but && !join(search, given, given, j))
			return false;
	if (partner != MIIC_NONE && !join(search, given, given, partner))
		return false;
	return join(search, &search->joint, given, a);
}

/* Sum of c log2 c over cells and, unless `complexity` is NULL, of log2 R(c, K). ids[i] is mapped by `map` unless that
 * is NULL. */
static bool sum_cells(double *sum, double *complexity_sum, miic_search *search, const uint32_t *ids,
                      const uint32_t *map, size_t cells, miic_complexity *complexity)
{
	const miic_sample *sample = search->sample;
	uint32_t *counts = mixmi_allocate_zero(cells, sizeof *counts);
	if (counts == NULL)
		return false;
	for (size_t i = 0; i < sample->items; i++)
		counts[map != NULL ? map[ids[i]] : ids[i]] += sample->counts[i];
	*sum = 0;
	for (size_t c = 0; c < cells; c++)
		*sum += miic_xlog2x(&search->cost, counts[c]);
	if (complexity != NULL) {
		*complexity_sum = 0;
		for (size_t c = 0; c < cells; c++)
			*complexity_sum += miic_complexity_bits(complexity, counts[c]);
	}
	mixmi_free(counts);
	return true;
}

bool miic_search_score(miic_score *score, miic_search *search, size_t a, size_t partner)
{
	const miic_bins *bins = &search->bins[a];
	miic_complexity *complexity = miic_cost_table(&search->cost, bins->count);
	double own, given, joint;
	if (!find_cells(search, a, partner, MIIC_NONE) ||
	    !sum_cells(&own, NULL, search, search->sample->columns[a].codes, bins->of, bins->count, NULL) ||
	    !sum_cells(&given, &score->complexity, search, search->given.ids, NULL, search->given.count, complexity) ||
	    !sum_cells(&joint, NULL, search, search->joint.ids, NULL, search->joint.count, NULL))
		return false;
	score->information = miic_xlog2x(&search->cost, search->sample->rows) + joint - given - own;
	if (bins->count == 1 || search->given.count == 1 || score->information * MIIC_LN2 < 1e-10)
		score->information = 0; /* the remainder is rounding error */
	return true;
}

bool miic_search_conditional(miic_score *score, miic_search *search)
{
	*score = (miic_score){ 0, 0 };
	for (size_t a = MIIC_X; a <= MIIC_Y; a++) {
		miic_score with, alone;
		if (!miic_search_score(&with, search, a, 1 - a) || !miic_search_score(&alone, search, a, MIIC_NONE))
			return false;
		score->information += 0.5 * (with.information - alone.information);
		score->complexity += 0.5 * (with.complexity - alone.complexity);
	}
	return true;
}

/* The code length of the cuts is divided evenly among them, by the previous number of bins. From a single bin there
 * would be nothing to divide, and the package does not leave that state either. */
static double penalty(const miic_column *column, size_t bins)
{
	if (bins > column->groups)
		bins = column->groups;
	return bins < 2 ? 0 : miic_cut_bits(column->groups, bins) / (double)(bins - 1);
}

bool miic_search_cut(miic_search *search, size_t column, size_t a, size_t partner)
{
	const miic_sample *sample = search->sample;
	const miic_column *target = &sample->columns[column];
	miic_bins *next = &search->next[column];
	if (search->bins[column].count == 1) {
		miic_bins_equal(next, target, 1);
		return true;
	}
	if (!find_cells(search, a, partner, column))
		return false;
	const miic_goal goal = { &search->given, &search->joint, miic_cost_table(&search->cost, search->bins[a].count),
		                     penalty(target, search->bins[column].count) };
	return miic_cut(next, sample, target, &goal, &search->cost);
}

double miic_search_cut_bits(const miic_search *search, size_t column)
{
	const miic_column *of = &search->sample->columns[column];
	size_t bins = search->bins[column].count, most = search->sample->most_bins;
	if (most > of->levels)
		most = of->levels;
	return of->continuous && bins > 1 && bins < most ? miic_cut_bits(most, bins) : 0;
}

void miic_search_equal(miic_search *search, size_t first, size_t last, size_t wanted)
{
	for (size_t j = first; j < last; j++)
		miic_bins_equal(&search->bins[j], &search->sample->columns[j], wanted);
}

size_t miic_search_trials(const miic_search *search)
{
	size_t trials = search->sample->start_bins < 20 ? search->sample->start_bins : 20;
	for (size_t j = 0; j < search->sample->column_count; j++) {
		const miic_column *column = &search->sample->columns[j];
		if (column->continuous && column->levels < trials)
			trials = column->levels;
	}
	return trials;
}

static double balance(miic_score score)
{
	return score.information - score.complexity;
}

bool miic_trace_add(miic_trace *trace, miic_score score)
{
	size_t round = trace->rounds++;
	trace->scores[round] = score;
	trace->result = score;
	for (size_t earlier = round; earlier-- > 0;) {
		if (fabs(balance(score) - balance(trace->scores[earlier])) * MIIC_LN2 >= 1e-5)
			continue;
		miic_score mean = { 0, 0 };
		for (size_t i = earlier; i < round; i++) {
			mean.information += trace->scores[i].information / (double)(round - earlier);
			mean.complexity += trace->scores[i].complexity / (double)(round - earlier);
		}
		trace->result = mean;
		return true;
	}
	return false;
}
