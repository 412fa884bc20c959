/* Random draws for the experiments: counter-based, so that a data set is a function of its seed, its name and its number,
 * in any order and on any machine. */
#ifndef EXPERIMENTS_DRAW_H
#define EXPERIMENTS_DRAW_H

#include <stdint.h>

typedef struct draw {
	uint64_t key[2];
	uint64_t counter;
	uint64_t block[2];
	unsigned left; /* words of the block that are not used yet */
} draw;

/* The stream of draw number `number` of the experiment `name` under `seed`. */
void draw_init(draw *d, uint64_t seed, const char *name, uint64_t number);

uint64_t draw_bits(draw *d);
double draw_uniform(draw *d);                 /* in (0, 1) */
uint64_t draw_below(draw *d, uint64_t count); /* 0 .. count-1 */
double draw_normal(draw *d);
double draw_exponential(draw *d, double rate);
double draw_poisson(draw *d, double mean);
double draw_binomial(draw *d, uint64_t size, double probability);

#endif
