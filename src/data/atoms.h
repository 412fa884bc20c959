/*
 * Point masses (atoms): values of a numeric column with positive probability, besides its continuous part. All rules of
 * what is one stand here; there are several, since methods differ in what they need: for the paper's density
 * every value that repeats is one; methods that work on ranks are not disturbed by values
 * that merely repeat, as counts and rounded measurements do, and take only values more frequent than their neighbours; a test
 * can only use what enough rows share.
 */
#ifndef DATA_ATOMS_H
#define DATA_ATOMS_H

#include "data/table.h"

typedef struct data_atom_rule {
	uint64_t least; /* rows that a point mass holds at least */
	uint32_t
		ratio; /* and this many times as many as both its neighbours, the next values that occur; 0: whatever these are */
	bool heaps; /* of numbers that were rounded, all within ten steps are looked at: people round some values more than
	              * others (ages to tens, weights to 50), and such a heap is no point mass */
	bool few;   /* where a few values are left in order, `least` rows each on average, all are atoms: a density gains
	              * nothing from intervals then */
} data_atom_rule;

/* Frequent values: what preset paper, also in its describe, and the strata of the permutation tests call an atom. */
static inline data_atom_rule data_atoms_frequent(int64_t threshold)
{
	return (data_atom_rule){ .least = (uint64_t)threshold };
}

/* Frequent, and four times as frequent as both neighbours: what the default estimate calls a spike, and describe shows. */
static inline data_atom_rule data_atoms_above_neighbours(int64_t threshold)
{
	return (data_atom_rule){ .least = (uint64_t)threshold, .ratio = 4, .heaps = true };
}

/* The same for the default density. */
static inline data_atom_rule data_atoms_of_density(int64_t threshold)
{
	data_atom_rule rule = data_atoms_above_neighbours(threshold);
	rule.few = true;
	return rule;
}

/* A share of the rows, and four times both neighbours: what sticks out of a shape. */
static inline data_atom_rule data_atoms_of_shape(uint64_t rows)
{
	return data_atoms_above_neighbours(rows / 20 > 5 ? (int64_t)(rows / 20) : 5);
}

/* Whether value `code` is a point mass, from the rows that each of the values of its column, in ascending order, holds. */
bool data_is_atom(const uint32_t *rows, size_t distinct, size_t code, const data_atom_rule *rule);

/* The same for shapes, of a column of whose `rows` rows counts[code] hold each value: zero is what people ask about, so a
 * tenth of the rows makes it one whatever is around it, and detection limits are where they hold the share. */
bool data_is_atom_of_shape(const data_column *column, const uint32_t *counts, size_t code, size_t rows);

/* What a value is. Marks are numbers so that they can be replaced by symbols in place. */
#define DATA_MARK_UNUSED UINT32_MAX
#define DATA_MARK_ORDERED (UINT32_MAX - 1)
#define DATA_MARK_ATOM (UINT32_MAX - 2)

/*
 * Marks every value of a column, of which counts[code] rows are used, and returns the number of atoms. All values of a
 * discrete column and all detection limits are atoms. In a resample the rows of the original decide, so that drawing a value twice makes it no atom.
 * A single value that is left over has no width and is an atom too.
 */
size_t data_mark_atoms(uint32_t *marks, const data_column *column, const uint32_t *counts, const data_atom_rule *rule);

#endif
