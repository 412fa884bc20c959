/* Reciprocal averaging (Hill 1973): scores of atoms are means of the scores of their cells, and vice versa. The trivial solution is removed in each step. */
#include "estimate/divide.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "estimate/constants.h"

typedef struct scored {
	double score, rows;
	uint32_t atom;
} scored;

static int compare_scores(const void *a, const void *b)
{
	const scored *x = a, *y = b;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return (x->atom > y->atom) - (x->atom < y->atom);
}

/* Weighted mean 0 and variance 1. False if all scores are equal. */
static bool standardise(scored *atoms, size_t count)
{
	double total = 0, mean = 0, spread = 0;
	for (size_t a = 0; a < count; a++) {
		total += atoms[a].rows;
		mean += atoms[a].rows * atoms[a].score;
	}
	for (size_t a = 0; a < count; a++) {
		atoms[a].score -= mean / total;
		spread += atoms[a].rows * atoms[a].score * atoms[a].score;
	}
	for (size_t a = 0; spread > 0 && a < count; a++)
		atoms[a].score /= sqrt(spread / total);
	return spread > estimate_rounding * total;
}

/* One step: atoms from cells, and cells from atoms. cells: [cells] scores, rows, room. */
static bool average(scored *atoms, size_t count, const size_t *first, const estimate_entry *entries, double (*cells)[3],
                    size_t cell_count)
{
	for (size_t a = 0; a < count; a++) {
		double sum = 0;
		for (size_t i = first[a]; i < first[a + 1]; i++)
			sum += entries[i].count * cells[entries[i].cell][0];
		atoms[a].score = atoms[a].rows > 0 ? sum / atoms[a].rows : 0;
	}
	if (!standardise(atoms, count))
		return false;
	for (size_t a = 0; a < count; a++)
		for (size_t i = first[a]; i < first[a + 1]; i++)
			cells[entries[i].cell][2] += entries[i].count * atoms[a].score;
	for (size_t c = 0; c < cell_count; c++) {
		cells[c][0] = cells[c][1] > 0 ? cells[c][2] / cells[c][1] : 0;
		cells[c][2] = 0;
	}
	return true;
}

bool estimate_order_atoms(uint32_t *order, size_t atoms, const size_t *first, const estimate_entry *entries,
                          size_t cells)
{
	scored *scores = base_array_zero(atoms, sizeof *scores);
	double(*of_cells)[3] = base_array_zero(cells, sizeof *of_cells);
	bool done = scores != NULL && of_cells != NULL;
	for (size_t a = 0; done && a < atoms; a++) {
		scores[a].atom = (uint32_t)a;
		for (size_t i = first[a]; i < first[a + 1]; i++) {
			scores[a].rows += entries[i].count;
			of_cells[entries[i].cell][1] += entries[i].count;
		}
	}
	for (size_t c = 0; done && c < cells; c++)
		of_cells[c][0] = (double)c; /* cells are numbered in lexicographic order, a reasonable start */
	for (size_t step = 0; done && step < ESTIMATE_AVERAGES; step++)
		if (!average(scores, atoms, first, entries, of_cells, cells))
			break;
	if (done)
		qsort(scores, atoms, sizeof *scores, compare_scores);
	for (size_t a = 0; done && a < atoms; a++)
		order[a] = scores[a].atom;
	free(scores);
	free(of_cells);
	return done;
}
