/* The bins of one column: intervals of its ordered part, then groups of its atoms; or everything in one bin. */
#ifndef DEPENDENCE_DIVISION_H
#define DEPENDENCE_DIVISION_H

#include "dependence/ranked.h"

typedef struct dependence_division {
	bool whole;       /* one bin holds the whole column */
	size_t intervals; /* bins of the ordered part; 0 where there is none */
	uint32_t *ends;   /* [DEPENDENCE_ALL_STEPS] step at which each interval ends; the last is DEPENDENCE_ALL_STEPS */
	size_t groups;    /* bins of atoms; 0 where there are none */
	uint32_t *group;  /* [atoms] group of each atom, numbered by the first atom in it */
	double cut_bits;  /* what it takes to say which intervals and groups these are */
} dependence_division;

/* A division into one bin. False: out of memory. */
bool dependence_division_init(dependence_division *division, const dependence_column *column);
void dependence_division_clear(dependence_division *division);

size_t dependence_division_bins(const dependence_division *division);

void dependence_division_copy(dependence_division *to, const dependence_division *from,
                              const dependence_column *column);
bool dependence_division_equal(const dependence_division *a, const dependence_division *b,
                               const dependence_column *column);

/* A number for a division, starting from that of something else. */
uint64_t dependence_division_hash(uint64_t hash, const dependence_division *division, const dependence_column *column);

/* Numbers the groups by their first atom. */
void dependence_division_number(dependence_division *division, const dependence_column *column, uint32_t *scratch);

/* Bin of every symbol [places + atoms]; all cuts must lie on places. And of every step [dependence_steps() + atoms]. */
void dependence_map_symbols(uint32_t *bins, const dependence_division *division, const dependence_column *column);
void dependence_map_steps(uint32_t *bins, const dependence_division *division, const dependence_column *column);

#endif
