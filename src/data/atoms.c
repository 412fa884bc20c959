/* Neighbouring values are inspected only for frequent values, so the cost is little more than O(distinct). */
#include "data/atoms.h"

#include <math.h>

enum { NEAR_STEPS = 10, FEW_VALUES = 12 };

/* Rows of the next value that occurs on one side; 0: there is none. */
static uint64_t rows_beside(const uint32_t *rows, size_t distinct, size_t code, bool up)
{
	for (size_t k = code; up ? k + 1 < distinct : k > 0;) {
		k = up ? k + 1 : k - 1;
		if (rows[k] > 0)
			return rows[k];
	}
	return 0;
}

bool data_is_atom(const uint32_t *rows, size_t distinct, size_t code, const data_atom_rule *rule)
{
	if (rows[code] < rule->least)
		return false;
	return rule->ratio == 0 || (rows[code] >= rule->ratio * rows_beside(rows, distinct, code, false) &&
	                            rows[code] >= rule->ratio * rows_beside(rows, distinct, code, true));
}

bool data_is_atom_of_shape(const data_column *column, const uint32_t *counts, size_t code, size_t rows)
{
	const data_atom_rule rule = data_atoms_of_shape(rows);
	if (counts[code] < rule.least)
		return false;
	bool zero = column->values != NULL && column->values[code] == 0 && counts[code] >= rows / 10;
	return zero || data_column_is_limit(column, code) || data_is_atom(counts, column->distinct, code, &rule);
}

/* True if another rounded number within ten steps on one side is nearly as frequent. */
static bool is_heap(const data_column *column, const uint32_t *rows, size_t code, const data_atom_rule *rule, bool up)
{
	for (size_t k = code; up ? k + 1 < column->distinct : k > 0;) {
		k = up ? k + 1 : k - 1;
		double steps = fabs(column->values[k] - column->values[code]) / column->step;
		if (data_column_is_limit(column, k) || steps > NEAR_STEPS + 0.5)
			return false;
		if (rows[code] < (uint64_t)rule->ratio * rows[k])
			return true;
	}
	return false;
}

static bool is_point_mass(const data_column *column, const uint32_t *rows, size_t code, const data_atom_rule *rule)
{
	if (column->type == MIXMI_DISCRETE || data_column_is_limit(column, code))
		return true;
	if (!data_is_atom(rows, column->distinct, code, rule))
		return false;
	bool rounded = rule->heaps && !isnan(column->step);
	return !rounded || (!is_heap(column, rows, code, rule, false) && !is_heap(column, rows, code, rule, true));
}

size_t data_mark_atoms(uint32_t *marks, const data_column *column, const uint32_t *counts, const data_atom_rule *rule)
{
	const uint32_t *rows = column->origin != NULL ? column->origin : counts;
	bool discrete = column->type == MIXMI_DISCRETE;
	size_t continuous = 0, atoms = 0;
	uint64_t left = 0;
	for (size_t code = 0; code < column->distinct; code++) {
		bool looked_at = discrete || rows[code] >= rule->least || data_column_is_limit(column, code); /* most values are
		                                                                                               * not checked
		                                                                                               * further */
		bool atom = looked_at && is_point_mass(column, rows, code, rule), ordered = !atom && counts[code] > 0;
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
