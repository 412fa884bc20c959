/* Point masses (atoms): values of a numeric column that have positive probability besides its continuous part. A value is
 * one if it has at least `least` rows and four times those of both neighbours. Values that merely repeat, such as counts,
 * rounded measurements and the values to which people round, are none. Each use chooses `least`. The paper's density treats
 * every frequent value as an atom, and a density has atoms only if few values remain. */
#ifndef DATA_ATOMS_H
#define DATA_ATOMS_H

#include "data/table.h"

typedef struct data_atom_rule {
	uint64_t least; /* minimum number of rows of a point mass */
	bool frequent;  /* neighbours do not matter */
	/* if only a few values remain, each with `least` rows on average, all are atoms, because a density gains nothing from
	 * intervals */
	bool few;
} data_atom_rule;

/* Frequent values: atoms in preset paper (also in its describe output) and strata of the permutation tests. */
static inline data_atom_rule data_atoms_frequent(int64_t least)
{
	return (data_atom_rule){ .least = (uint64_t)least, .frequent = true };
}

/* Values above their neighbours: in the default estimate, in describe and in the shape of a dependence. */
static inline data_atom_rule data_atoms_above_neighbours(int64_t least)
{
	return (data_atom_rule){ .least = (uint64_t)least };
}

/* The same for the density of the default preset. */
static inline data_atom_rule data_atoms_of_density(int64_t least)
{
	return (data_atom_rule){ .least = (uint64_t)least, .few = true };
}

/* Whether value `code` is a point mass, given the number of rows of each value of its column in ascending order. A detection limit needs no more than
 * `least` rows. */
bool data_is_atom(const data_column *column, const uint32_t *rows, size_t code, const data_atom_rule *rule);

/* Mark of a value. Marks are numbers, so that they can be replaced by symbols in place. */
#define DATA_MARK_UNUSED UINT32_MAX
#define DATA_MARK_ORDERED (UINT32_MAX - 1)
#define DATA_MARK_ATOM (UINT32_MAX - 2)

/* Marks every value of a column, of which counts[code] rows are used, and returns the number of atoms. All values of a
 * discrete column and all detection limits are atoms. In a resample the counts of the original decide, so that a value
 * drawn twice does not become an atom. A single remaining value has no width and is an atom too. */
size_t data_mark_atoms(uint32_t *marks, const data_column *column, const uint32_t *counts, const data_atom_rule *rule);

#endif
