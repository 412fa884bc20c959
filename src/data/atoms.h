/*
 * Point masses (atoms): values of a numeric column that hold rows of their own, apart from its continuous part. One rule with
 * parameters, since methods differ in what they have to tell from what: the paper's density needs values that repeat at all
 * apart from those that do not; methods that work on ranks have nothing to fear from values that merely repeat, as counts
 * and rounded measurements do, and set apart only what sticks out of its surroundings.
 */
#ifndef DATA_ATOMS_H
#define DATA_ATOMS_H

#include "data/table.h"

enum { DATA_ATOMS_REACH = 4 };

typedef struct data_atom_rule {
	uint64_t least; /* rows that a point mass holds at least */
	uint32_t ratio; /* and this many times as many as is usual around it; 0: whatever is around it */
	uint32_t
		reach; /* values on either side that are looked at, at most DATA_ATOMS_REACH; those without rows are passed over */
	bool median; /* what is usual is the median of their rows, and nobody around: no point mass; else the largest */
	bool heaps;  /* of numbers that were rounded, all within ten steps are looked at: people round some values more than
	              * others (ages to tens, weights to 50), and such a heap is no point mass */
	bool few;    /* where a few values are left in order, `least` rows each on average, all are atoms: a density gains
	              * nothing from intervals then */
} data_atom_rule;

/* Frequent values: what preset paper and the strata of the permutation tests call an atom. */
static inline data_atom_rule data_atoms_frequent(int64_t threshold)
{
	return (data_atom_rule){ .least = (uint64_t)threshold };
}

/* Frequent, and four times as frequent as both neighbours: what the default estimate calls a spike, and describe shows. */
static inline data_atom_rule data_atoms_above_neighbours(int64_t threshold)
{
	return (data_atom_rule){ .least = (uint64_t)threshold, .ratio = 4, .reach = 1, .heaps = true };
}

/* The same for the default density. */
static inline data_atom_rule data_atoms_of_density(int64_t threshold)
{
	data_atom_rule rule = data_atoms_above_neighbours(threshold);
	rule.few = true;
	return rule;
}

/* Four times as frequent as the median of the eight values around, and five rows: what the scanning test calls a spike. */
static inline data_atom_rule data_atoms_above_median(void)
{
	return (data_atom_rule){ .least = 5, .ratio = 4, .reach = DATA_ATOMS_REACH, .median = true };
}

/* Whether value `code` is a point mass, from the rows that each of the values of its column, in ascending order, holds. */
bool data_is_atom(const uint32_t *rows, size_t distinct, size_t code, const data_atom_rule *rule);

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
