/* Bins of one column as an object. */
#include "estimate/division.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

bool estimate_division_init(estimate_division *division, const estimate_column *column)
{
	*division = (estimate_division){ .whole = true };
	division->ends = base_array(ESTIMATE_ALL_STEPS, sizeof *division->ends);
	division->group = base_array_zero(column->atoms, sizeof *division->group);
	if (division->ends == NULL || division->group == NULL)
		return false;
	division->intervals = column->places > 0;
	division->groups = column->atoms > 0;
	division->ends[0] = ESTIMATE_ALL_STEPS;
	return true;
}

void estimate_division_clear(estimate_division *division)
{
	free(division->ends);
	free(division->group);
	memset(division, 0, sizeof *division);
}

size_t estimate_division_bins(const estimate_division *division)
{
	return division->whole ? 1 : division->intervals + division->groups;
}

void estimate_division_copy(estimate_division *to, const estimate_division *from, const estimate_column *column)
{
	to->whole = from->whole;
	to->intervals = from->intervals;
	to->groups = from->groups;
	to->cut_bits = from->cut_bits;
	memcpy(to->ends, from->ends, from->intervals * sizeof *to->ends);
	memcpy(to->group, from->group, column->atoms * sizeof *to->group);
}

bool estimate_division_equal(const estimate_division *a, const estimate_division *b, const estimate_column *column)
{
	if (estimate_division_bins(a) == 1 && estimate_division_bins(b) == 1)
		return true;
	return a->whole == b->whole && a->intervals == b->intervals && a->groups == b->groups &&
	       memcmp(a->ends, b->ends, a->intervals * sizeof *a->ends) == 0 &&
	       memcmp(a->group, b->group, column->atoms * sizeof *a->group) == 0;
}

uint64_t estimate_division_hash(uint64_t hash, const estimate_division *division, const estimate_column *column)
{
	hash = base_hash_word(base_hash_word(hash, division->whole), division->intervals);
	for (size_t i = 0; i < division->intervals; i++)
		hash = base_hash_word(hash, division->ends[i]);
	for (size_t a = 0; a < column->atoms; a++)
		hash = base_hash_word(hash, division->group[a]);
	return hash;
}

void estimate_division_number(estimate_division *division, const estimate_column *column, uint32_t *scratch)
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

static void map_atoms(uint32_t *bins, const estimate_division *division, const estimate_column *column)
{
	for (size_t a = 0; a < column->atoms; a++)
		bins[a] = division->whole ? 0 : (uint32_t)division->intervals + division->group[a];
}

/* `unit` steps make a symbol of the ordered part. */
static void map_ordered(uint32_t *bins, const estimate_division *division, size_t symbols, size_t unit)
{
	uint32_t interval = 0;
	for (size_t s = 0; s < symbols; s++) {
		while (!division->whole && s * unit >= division->ends[interval])
			interval++;
		bins[s] = interval;
	}
}

void estimate_map_symbols(uint32_t *bins, const estimate_division *division, const estimate_column *column)
{
	map_ordered(bins, division, column->places, ESTIMATE_STEPS);
	map_atoms(bins + column->places, division, column);
}

void estimate_map_steps(uint32_t *bins, const estimate_division *division, const estimate_column *column)
{
	map_ordered(bins, division, estimate_steps(column), 1);
	map_atoms(bins + estimate_steps(column), division, column);
}
