/* Equal-frequency bins, and bins from the cuts found by the search. */
#include "peers/miic/bins.h"

#include <string.h>

bool miic_bins_init(miic_bins *bins, const miic_column *column)
{
	bins->count = column->continuous ? 1 : column->levels;
	bins->of = NULL;
	if (column->continuous)
		bins->of = mixmi_allocate_zero(column->levels, sizeof *bins->of);
	return bins->of != NULL || !column->continuous;
}

void miic_bins_clear(miic_bins *bins)
{
	mixmi_free(bins->of);
	bins->of = NULL;
}

void miic_bins_copy(miic_bins *to, const miic_bins *from, const miic_column *column)
{
	to->count = from->count;
	if (column->continuous)
		memcpy(to->of, from->of, column->levels * sizeof *to->of);
}

void miic_bins_exchange(miic_bins *a, miic_bins *b)
{
	miic_bins other = *a;
	*a = *b;
	*b = other;
}

void miic_bins_equal(miic_bins *bins, const miic_column *column, size_t wanted)
{
	if (!column->continuous)
		return;
	size_t rows = column->starts[column->levels], bin = 0;
	if (wanted > column->levels)
		wanted = column->levels;
	size_t width = rows / wanted;
	for (size_t level = 0; level < column->levels; level++) {
		if (bin + 1 < wanted && column->starts[level] >= (bin + 1) * width)
			bin++;
		bins->of[level] = (uint32_t)bin;
	}
	bins->count = bin + 1;
}

void miic_bins_cut(miic_bins *bins, const miic_column *column, const uint32_t *ends, size_t count)
{
	size_t level = 0;
	for (size_t bin = 0; bin < count; bin++)
		for (size_t end = ends[bin] * column->coarse; level < end && level < column->levels; level++)
			bins->of[level] = (uint32_t)bin;
	bins->count = count;
}
