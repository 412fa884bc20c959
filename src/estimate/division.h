/* The bins of one column: intervals of its ordered part, then groups of its atoms; or everything in one bin. */
#ifndef ESTIMATE_DIVISION_H
#define ESTIMATE_DIVISION_H

#include "estimate/ranked.h"

typedef struct estimate_division {
	bool whole;       /* one bin holds the whole column */
	size_t intervals; /* bins of the ordered part; 0 where there is none */
	uint32_t *ends;   /* [ESTIMATE_ALL_STEPS] step at which each interval ends; the last is ESTIMATE_ALL_STEPS */
	size_t groups;    /* bins of atoms; 0 where there are none */
	uint32_t *group;  /* [atoms] group of each atom, numbered by the first atom in it */
	double cut_bits;  /* what it takes to say which intervals and groups these are */
} estimate_division;

/* A division into one bin. False: out of memory. */
bool estimate_division_init(estimate_division *division, const estimate_column *column);
void estimate_division_clear(estimate_division *division);

size_t estimate_division_bins(const estimate_division *division);

void estimate_division_copy(estimate_division *to, const estimate_division *from, const estimate_column *column);
bool estimate_division_equal(const estimate_division *a, const estimate_division *b, const estimate_column *column);

/* A number for a division, starting from that of something else. */
uint64_t estimate_division_hash(uint64_t hash, const estimate_division *division, const estimate_column *column);

/* Numbers the groups by their first atom. */
void estimate_division_number(estimate_division *division, const estimate_column *column, uint32_t *scratch);

/* Bin of every symbol [places + atoms]; all cuts must lie on places. And of every step [estimate_steps() + atoms]. */
void estimate_map_symbols(uint32_t *bins, const estimate_division *division, const estimate_column *column);
void estimate_map_steps(uint32_t *bins, const estimate_division *division, const estimate_column *column);

#endif
