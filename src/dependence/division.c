/* Bins of one column as an object. */
#include "dependence/division.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

bool dependence_division_init(dependence_division *division, const dependence_column *column)
{
	*division = (dependence_division){ .whole = true };
	division->ends = base_array(DEPENDENCE_ALL_STEPS, sizeof *division->ends);
	division->group = base_array_zero(column->atoms, sizeof *division->group);
	if (division->ends == NULL || division->group == NULL)
		return false;
	division->intervals = column->places > 0;
	division->groups = column->atoms > 0;
	division->ends[0] = DEPENDENCE_ALL_STEPS;
	return true;
}

void dependence_division_clear(dependence_division *division)
{
	free(division->ends);
	free(division->group);
	memset(division, 0, sizeof *division);
}

size_t dependence_division_bins(const dependence_division *division)
{
	return division->whole ? 1 : division->intervals + division->groups;
}

void dependence_division_copy(dependence_division *to, const dependence_division *from, const dependence_column *column)
{
	to->whole = from->whole;
	to->intervals = from->intervals;
	to->groups = from->groups;
	to->cut_bits = from->cut_bits;
	memcpy(to->ends, from->ends, from->intervals * sizeof *to->ends);
	memcpy(to->group, from->group, column->atoms * sizeof *to->group);
}

bool dependence_division_equal(const dependence_division *a, const dependence_division *b,
                               const dependence_column *column)
{
	if (dependence_division_bins(a) == 1 && dependence_division_bins(b) == 1)
		return true;
	return a->whole == b->whole && a->intervals == b->intervals && a->groups == b->groups &&
	       memcmp(a->ends, b->ends, a->intervals * sizeof *a->ends) == 0 &&
	       memcmp(a->group, b->group, column->atoms * sizeof *a->group) == 0;
}

uint64_t dependence_division_hash(uint64_t hash, const dependence_division *division, const dependence_column *column)
{
	hash = base_hash_word(base_hash_word(hash, division->whole), division->intervals);
	for (size_t i = 0; i < division->intervals; i++)
		hash = base_hash_word(hash, division->ends[i]);
	for (size_t a = 0; a < column->atoms; a++)
		hash = base_hash_word(hash, division->group[a]);
	return hash;
}

void dependence_division_number(dependence_division *division, const dependence_column *column, uint32_t *scratch)
{
	uint32_t next = 0;
	for (size_t g = 0; g < division->groups; g++)
		scratch[g] = UINT32_MAX;
	for (size_t a = 0; a < column->atoms; a++) {
		uint32_t *number = &scratch[division->group[a]];
		if (*number == UINT32_MAX)
			*number = next++;
		division->group[a] = *number;
	}
}

static void map_atoms(uint32_t *bins, const dependence_division *division, const dependence_column *column)
{
	for (size_t a = 0; a < column->atoms; a++)
		bins[a] = division->whole ? 0 : (uint32_t)division->intervals + division->group[a];
}

/* `unit` steps make a symbol of the ordered part. */
static void map_ordered(uint32_t *bins, const dependence_division *division, size_t symbols, size_t unit)
{
	uint32_t interval = 0;
	for (size_t s = 0; s < symbols; s++) {
		while (!division->whole && s * unit >= division->ends[interval])
			interval++;
		bins[s] = interval;
	}
}

void dependence_map_symbols(uint32_t *bins, const dependence_division *division, const dependence_column *column)
{
	map_ordered(bins, division, column->places, DEPENDENCE_STEPS);
	map_atoms(bins + column->places, division, column);
}

void dependence_map_steps(uint32_t *bins, const dependence_division *division, const dependence_column *column)
{
	map_ordered(bins, division, dependence_steps(column), 1);
	map_atoms(bins + dependence_steps(column), division, column);
}
