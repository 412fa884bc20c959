/* All leaves of one depth are split in one pass, each at the column and bin that reduce the residual sum of squares most. */
#include "regress/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/constants.h"

typedef struct split {
	double gain;
	size_t cut;
	uint16_t last; /* last bin of the lower side */
} split;

typedef struct growth {
	const regress_regressors *given;
	const double *values;
	uint32_t *leaf;
	size_t leaves;
	uint32_t *counts; /* [leaves][bins] */
	double *sums;
	split *best; /* [leaves] */
	double least;
} growth;

/* The best place of one column to split a leaf, from its counts and sums per bin. */
static void try_column(split *best, const uint32_t *counts, const double *sums, size_t bins, size_t cut)
{
	double rows = 0, total = 0, below = 0, sum = 0;
	for (size_t b = 0; b < bins; b++) {
		rows += counts[b];
		total += sums[b];
	}
	for (size_t b = 0; b + 1 < bins; b++) {
		below += counts[b];
		sum += sums[b];
		double above = rows - below;
		if (below < QUESTION_LEAST_ROWS || above < QUESTION_LEAST_ROWS)
			continue;
		double gap = sum * rows - total * below, gain = gap * gap / (rows * below * above);
		if (gain > best->gain)
			*best = (split){ gain, cut, (uint16_t)b };
	}
}

static void find_splits(growth *t)
{
	const regress_regressors *g = t->given;
	for (size_t k = 0; k < t->leaves; k++)
		t->best[k] = (split){ t->least, SIZE_MAX, 0 };
	for (size_t c = 0; c < g->cuts; c++) {
		size_t bins = g->bin_counts[c];
		const uint16_t *bin = g->bins + c * g->rows;
		memset(t->counts, 0, t->leaves * bins * sizeof *t->counts);
		memset(t->sums, 0, t->leaves * bins * sizeof *t->sums);
		for (size_t i = 0; i < g->rows; i++) {
			size_t place = t->leaf[i] * bins + bin[i];
			t->counts[place]++;
			t->sums[place] += t->values[i];
		}
		for (size_t k = 0; k < t->leaves; k++)
			try_column(&t->best[k], t->counts + k * bins, t->sums + k * bins, bins, c);
	}
}

/* Splits the leaves whose gain is large enough. Returns whether any was split. */
static bool split_leaves(growth *t)
{
	const regress_regressors *g = t->given;
	uint32_t next[2 << REGRESS_DEPTH];
	size_t leaves = t->leaves;
	for (size_t k = 0; k < t->leaves; k++)
		next[k] = t->best[k].cut != SIZE_MAX ? (uint32_t)leaves++ : (uint32_t)k;
	for (size_t i = 0; i < g->rows; i++) {
		const split *s = &t->best[t->leaf[i]];
		if (s->cut != SIZE_MAX && g->bins[s->cut * g->rows + i] > s->last)
			t->leaf[i] = next[t->leaf[i]];
	}
	bool grown = leaves > t->leaves;
	t->leaves = leaves;
	return grown;
}

size_t regress_tree(uint32_t *leaf, const double *values, const regress_regressors *g)
{
	size_t most = (size_t)1 << REGRESS_DEPTH;
	double n = (double)g->rows, mean = base_total(values, g->rows) / n;
	double variance = base_dot(values, values, g->rows) / n - mean * mean;
	growth t = { g, values, leaf, 1, NULL, NULL, NULL, log(n * fmax((double)g->cuts, 1)) * variance };
	t.counts = base_array(most, REGRESS_BINS * sizeof *t.counts);
	t.sums = base_array(most, REGRESS_BINS * sizeof *t.sums);
	t.best = base_array(most, sizeof *t.best);
	memset(leaf, 0, g->rows * sizeof *leaf);
	if (t.counts == NULL || t.sums == NULL || t.best == NULL)
		t.leaves = 0;
	for (size_t depth = 0; t.leaves > 0 && depth < REGRESS_DEPTH; depth++) {
		find_splits(&t);
		if (!split_leaves(&t))
			break;
	}
	free(t.counts);
	free(t.sums);
	free(t.best);
	return t.leaves;
}
