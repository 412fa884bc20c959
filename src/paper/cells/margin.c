/* Sums are compensated and taken in the order of the cells. */
#include "paper/cells/margin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sum.h"

bool cells_margin_init(cells_margin *margin, const cells_coordinate *coordinates, size_t coordinate_count, size_t items,
                       const uint64_t *rows)
{
	margin->counts = NULL;
	margin->ids = base_array(items, sizeof *margin->ids);
	if (margin->ids != NULL && cells_rank(margin->ids, &margin->cells, coordinates, coordinate_count, items))
		margin->counts = base_array_zero(margin->cells, sizeof *margin->counts);
	if (margin->counts == NULL) {
		cells_margin_clear(margin);
		return false;
	}
	for (size_t i = 0; i < items; i++)
		margin->counts[margin->ids[i]] += rows[i];
	return true;
}

void cells_margin_clear(cells_margin *margin)
{
	free(margin->ids);
	free(margin->counts);
	memset(margin, 0, sizeof *margin);
}

double cells_entropy(const cells_margin *margin, size_t rows)
{
	base_sum sum = { 0, 0 };
	for (size_t i = 0; i < margin->cells; i++) {
		double p = (double)margin->counts[i] / (double)rows;
		base_sum_add(&sum, -p * log(p));
	}
	return base_sum_value(&sum);
}

double cells_conditional_entropy(const cells_margin *joint, const cells_margin *given, size_t rows)
{
	base_sum sum = { 0, 0 };
	for (size_t i = 0; i < joint->cells; i++)
		base_sum_add(&sum, -(double)joint->counts[i] * log((double)joint->counts[i]));
	for (size_t i = 0; i < given->cells; i++)
		base_sum_add(&sum, (double)given->counts[i] * log((double)given->counts[i]));
	return fmax(0, base_sum_value(&sum) / (double)rows);
}
