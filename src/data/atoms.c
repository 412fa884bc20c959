/* Which values are point masses. Neighbouring values are inspected only for frequent values, so the cost is little more
 * than O(distinct). */
#include "data/atoms.h"

#include <math.h>

enum { RATIO = 4, FEW_VALUES = 12 };

/* People round to some numbers more than to others: ages to tens, weights to 50. */
enum { NEAR_STEPS = 10 };

/* Whether a value has RATIO times the rows of the next value that occurs on one side, and in rounded numbers of every
 * value within NEAR_STEPS steps. */
static bool is_above(const data_column *column, const uint32_t *rows, size_t code, bool up)
{
	bool neighbour = true;
	for (size_t k = code; up ? k + 1 < column->distinct : k > 0;) {
		k = up ? k + 1 : k - 1;
		bool near = column->values != NULL && !isnan(column->step) && !data_column_is_limit(column, k) &&
		            fabs(column->values[k] - column->values[code]) / column->step <= NEAR_STEPS + 0.5;
		if ((near || (neighbour && rows[k] > 0)) && rows[code] < (uint64_t)RATIO * rows[k])
			return false;
		neighbour = neighbour && rows[k] == 0;
		if (!near && !neighbour)
			return true;
	}
	return true;
}

bool data_is_atom(const data_column *column, const uint32_t *rows, size_t code, const data_atom_rule *rule)
{
	return rows[code] >= rule->least && (rule->frequent || data_column_is_limit(column, code) ||
	                                     (is_above(column, rows, code, false) && is_above(column, rows, code, true)));
}

size_t data_mark_atoms(uint32_t *marks, const data_column *column, const uint32_t *counts, const data_atom_rule *rule)
{
	const uint32_t *rows = column->origin != NULL ? column->origin : counts;
	bool discrete = column->type == MIXMI_DISCRETE;
	size_t continuous = 0, atoms = 0;
	uint64_t left = 0;
	for (size_t code = 0; code < column->distinct; code++) {
		bool atom = discrete || data_column_is_limit(column, code) || data_is_atom(column, rows, code, rule);
		bool ordered = !atom && counts[code] > 0;
		marks[code] = counts[code] == 0 ? DATA_MARK_UNUSED : atom ? DATA_MARK_ATOM : DATA_MARK_ORDERED;
		atoms += atom && counts[code] > 0;
		continuous += ordered;
		left += ordered ? counts[code] : 0;
	}
	bool few = rule->few && continuous <= FEW_VALUES && left >= continuous * rule->least;
	if (continuous != 1 && !few)
		return atoms;
	for (size_t code = 0; code < column->distinct; code++)
		if (marks[code] == DATA_MARK_ORDERED)
			marks[code] = DATA_MARK_ATOM;
	return atoms + continuous;
}
