/* The one rule for what a point mass (an atom) is. */
#ifndef DATA_ATOMS_H
#define DATA_ATOMS_H

#include "data/table.h"

/* The rules of the two presets. */
typedef enum data_atom_rule {
	DATA_ATOMS_FREQUENT, /* preset paper: a value that occurs at least `threshold` times */
	DATA_ATOMS_SPIKES, /* preset robust: and at least four times as often as any value near it. Values that merely repeat,
	                      * as counts and rounded measurements do, stay in order. Near are the next values on either side; of
	                      * numbers that were rounded to a step all within ten steps, for people round some values more than
	                      * others (ages to tens, weights to 50), and such a heap is no point mass. */
	DATA_ATOMS_DENSITY /* the same for a density: where no more than a few values are left in order, each `threshold`
	                      * times on average, all are atoms */
} data_atom_rule;

/* Marks the codes of a column that are atoms. counts[code] is how often it occurs among the rows in use (0: not at all). All
 * values of a discrete column and all detection limits are atoms; so is a single value that is left over, for it has no
 * width. Returns the number of atoms that occur. O(distinct), with rounded numbers times the values within ten steps. */
size_t data_atoms_mark(bool *atoms, const data_column *column, const uint32_t *counts, int64_t threshold,
                       data_atom_rule rule);

#endif
