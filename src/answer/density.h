/* I(X;Y|Z) from densities of the residuals of X and Y: the larger of what a grid shows, and of what a location-scale
 * regression of one on the other shows together with the grid of what it leaves. */
#ifndef ANSWER_DENSITY_H
#define ANSWER_DENSITY_H

#include "answer/bin_grid.h"
#include "answer/bits.h"
#include "residual/z_sets.h"

typedef struct answer_columns {
	const question_values *const *column;
	size_t count;
} answer_columns;

/* The columns of Z that a grid takes: absorbed labels of many levels would leave it no rows. */
answer_columns answer_few_levels(base_arena *arena, answer_columns z);

/* In nats, from 0 to ln n and to the logarithms of the numbers of values. Several columns on both sides: the chain rule
 * over those of the shorter side. The columns must outlive `shared`. known: a grid that need not be searched again, or
 * NULL. */
double answer_density(base_arena *arena, answer_bits *bits, residual_shared *shared, answer_columns x, answer_columns y,
                      answer_columns z, const answer_grid *known);

#endif
