/* Reciprocal averaging (Hill 1973): scores of atoms are means of their cells' scores and the other way round, with the
 * trivial solution taken out in every step. */
#include "estimate/likeness.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { STEPS = 12 };

typedef struct scored {
	double score;
	uint32_t atom;
} scored;

static int compare_scores(const void *a, const void *b)
{
	const scored *x = a, *y = b;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return (x->atom > y->atom) - (x->atom < y->atom);
}

/* Means of the cells' scores, centred and scaled by the atoms' weights. False where they are all the same. */
static bool score_atoms(scored *atoms, const double *weights, size_t count, const size_t *first,
                        const estimate_entry *entries, const double *cell_scores)
{
	double total = 0, mean = 0, spread = 0;
	for (size_t a = 0; a < count; a++) {
		double sum = 0;
		for (size_t i = first[a]; i < first[a + 1]; i++)
			sum += entries[i].count * cell_scores[entries[i].cell];
		atoms[a].score = weights[a] > 0 ? sum / weights[a] : 0;
		total += weights[a];
		mean += sum;
	}
	mean /= total;
	for (size_t a = 0; a < count; a++) {
		atoms[a].score -= mean;
		spread += weights[a] * atoms[a].score * atoms[a].score;
	}
	if (!(spread > 1e-20 * total))
		return false;
	for (size_t a = 0; a < count; a++)
		atoms[a].score /= sqrt(spread / total);
	return true;
}

static void score_cells(double *cell_scores, const double *weights, size_t cells, const scored *atoms, size_t count,
                        const size_t *first, const estimate_entry *entries)
{
	for (size_t c = 0; c < cells; c++)
		cell_scores[c] = 0;
	for (size_t a = 0; a < count; a++)
		for (size_t i = first[a]; i < first[a + 1]; i++)
			cell_scores[entries[i].cell] += entries[i].count * atoms[a].score;
	for (size_t c = 0; c < cells; c++)
		cell_scores[c] = weights[c] > 0 ? cell_scores[c] / weights[c] : 0;
}

bool estimate_order_atoms(uint32_t *order, size_t atoms, const size_t *first, const estimate_entry *entries,
                          size_t cells)
{
	scored *scores = base_array(atoms, sizeof *scores);
	double *atom_weights = base_array_zero(atoms, sizeof *atom_weights);
	double *cell_weights = base_array_zero(cells, sizeof *cell_weights);
	double *cell_scores = base_array(cells, sizeof *cell_scores);
	bool done = scores != NULL && atom_weights != NULL && cell_weights != NULL && cell_scores != NULL;
	if (done) {
		for (size_t a = 0; a < atoms; a++) {
			scores[a] = (scored){ 0, (uint32_t)a };
			for (size_t i = first[a]; i < first[a + 1]; i++) {
				atom_weights[a] += entries[i].count;
				cell_weights[entries[i].cell] += entries[i].count;
			}
		}
		for (size_t c = 0; c < cells; c++)
			cell_scores[c] = (double)c; /* cells are numbered in their own order, which is a fair first guess */
		for (size_t step = 0; step < STEPS; step++) {
			if (!score_atoms(scores, atom_weights, atoms, first, entries, cell_scores))
				break;
			score_cells(cell_scores, cell_weights, cells, scores, atoms, first, entries);
		}
		qsort(scores, atoms, sizeof *scores, compare_scores);
		for (size_t a = 0; a < atoms; a++)
			order[a] = scores[a].atom;
	}
	free(scores);
	free(atom_weights);
	free(cell_weights);
	free(cell_scores);
	return done;
}
