/* Point masses (atoms): values of a numeric column that have positive probability besides its continuous part. All
 * rules for them are defined here. There are several, because methods have different needs. The paper's density treats
 * every repeated value as an atom. Methods based on ranks are not affected by values that merely repeat, such as counts
 * and rounded measurements, and use only values more frequent than their neighbours. A test can use only values shared
 * by enough rows. */
#ifndef DATA_ATOMS_H
#define DATA_ATOMS_H

#include "data/table.h"

typedef struct data_atom_rule {
	uint64_t least; /* minimum number of rows of a point mass */
	uint32_t
		ratio;  /* minimum ratio of its rows to those of both neighbours, the next values that occur; 0: no minimum */
	bool heaps; /* in rounded numbers, compare with all values within ten steps: people round to some values more than
	             * to others (ages to tens, weights to 50), and such a heap is not a point mass */
	bool few;   /* if only a few values remain, each with `least` rows on average, all are atoms, because a density
	             * gains nothing from intervals */
} data_atom_rule;

/* Frequent values: atoms in preset paper (also in its describe output) and strata of the permutation tests. */
static inline data_atom_rule data_atoms_frequent(int64_t threshold)
{
	return (data_atom_rule){ .least = (uint64_t)threshold };
}

/* Frequent, and four times as frequent as both neighbours: spikes in the default estimate and in describe. */
static inline data_atom_rule data_atoms_above_neighbours(int64_t threshold)
{
	return (data_atom_rule){ .least = (uint64_t)threshold, .ratio = 4, .heaps = true };
}

/* The same for the density of the default preset. */
static inline data_atom_rule data_atoms_of_density(int64_t threshold)
{
	data_atom_rule rule = data_atoms_above_neighbours(threshold);
	rule.few = true;
	return rule;
}

/* A given share of the rows and four times both neighbours: spikes in the shape of a distribution. */
static inline data_atom_rule data_atoms_of_shape(uint64_t rows)
{
	return data_atoms_above_neighbours(rows / 20 > 5 ? (int64_t)(rows / 20) : 5);
}

/* Whether value `code` is a point mass, given the number of rows of each value of its column in ascending order. */
bool data_is_atom(const uint32_t *rows, size_t distinct, size_t code, const data_atom_rule *rule);

/* The same for shapes, given the total `rows` and the counts per value. Zero is of special interest, so a tenth of the
 * rows suffices for it, and detection limits need only the share. */
bool data_is_atom_of_shape(const data_column *column, const uint32_t *counts, size_t code, size_t rows);

/* Mark of a value. Marks are numbers, so that they can be replaced by symbols in place. */
#define DATA_MARK_UNUSED UINT32_MAX
#define DATA_MARK_ORDERED (UINT32_MAX - 1)
#define DATA_MARK_ATOM (UINT32_MAX - 2)

/* Marks every value of a column, of which counts[code] rows are used, and returns the number of atoms. All values of a
 * discrete column and all detection limits are atoms. In a resample the counts of the original decide, so that a value
 * drawn twice does not become an atom. A single remaining value has no width and is an atom too. */
size_t data_mark_atoms(uint32_t *marks, const data_column *column, const uint32_t *counts, const data_atom_rule *rule);

#endif
