/* Point masses are told by counts alone: what counts is how often a value occurs, and for spikes how often its neighbours do.
 * In a resample the counts of the original decide, so that drawing a value twice makes no atom of it. */
#include "data/atoms.h"

#include <math.h>

enum {
	SPIKE = 4,      /* times as frequent as its neighbours */
	NEAR = 10,      /* steps */
	FEW_VALUES = 12 /* of which a density makes atoms */
};

/* True if `other` is near enough to be compared with; `passed` counts the values that occur between them. */
static bool is_near(const data_column *column, size_t code, size_t other, size_t passed)
{
	if (data_column_is_limit(column, other))
		return false;
	if (passed == 0)
		return true;
	return !isnan(column->step) && fabs(column->values[other] - column->values[code]) <= (NEAR + 0.5) * column->step;
}

/* The largest count among the near values on one side. */
static uint64_t largest_near(const data_column *column, const uint32_t *occurs, size_t code, bool upwards)
{
	uint64_t largest = 0;
	size_t passed = 0;
	for (size_t i = code; upwards ? i + 1 < column->distinct : i > 0;) {
		i = upwards ? i + 1 : i - 1;
		if (occurs[i] == 0)
			continue;
		if (!is_near(column, code, i, passed++))
			break;
		if (occurs[i] > largest)
			largest = occurs[i];
	}
	return largest;
}

static bool is_spike(const data_column *column, const uint32_t *occurs, size_t code)
{
	uint64_t count = occurs[code];
	return count >= SPIKE * largest_near(column, occurs, code, false) &&
	       count >= SPIKE * largest_near(column, occurs, code, true);
}

static bool is_atom(const data_column *column, const uint32_t *occurs, size_t code, int64_t threshold,
                    data_atom_rule rule)
{
	if (column->type == MIXMI_DISCRETE || data_column_is_limit(column, code))
		return true;
	if (occurs[code] < (uint64_t)threshold)
		return false;
	return rule == DATA_ATOMS_FREQUENT || is_spike(column, occurs, code);
}

size_t data_atoms_mark(bool *atoms, const data_column *column, const uint32_t *counts, int64_t threshold,
                       data_atom_rule rule)
{
	const uint32_t *occurs = column->origin != NULL ? column->origin : counts;
	size_t found = 0, left = 0;
	uint64_t left_rows = 0;
	for (size_t code = 0; code < column->distinct; code++) {
		atoms[code] = is_atom(column, occurs, code, threshold, rule);
		found += counts[code] > 0 && atoms[code];
		left += counts[code] > 0 && !atoms[code];
		left_rows += atoms[code] ? 0 : counts[code];
	}
	bool few = rule == DATA_ATOMS_DENSITY && left <= FEW_VALUES && left_rows >= left * (uint64_t)threshold;
	if (left > 1 && !few)
		return found;
	for (size_t code = 0; code < column->distinct; code++)
		atoms[code] = true;
	return found + left;
}
