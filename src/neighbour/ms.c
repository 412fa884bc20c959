/*
 * ms: Mesner and Shalizi (2019), "Conditional mutual information estimation for mixed, discrete and continuous data".
 *     max(0, < psi(k') - psi(n_xz) - psi(n_yz) + psi(n_z) >),  all of them other rows as near as the k-th neighbour,
 * k' in all columns: k, or more where rows tie. Without Z, psi(n) stands for the last term. The authors' own k is 7.
 * Assumes that a point's surroundings are discrete or smooth at the scale of its k-th neighbour; takes discrete,
 * continuous and mixed columns, discrete ones by 0-1 distance.
 * Cost: about n log n for few columns; rows that coincide are one point.
 * Not for many columns: it goes to 0 as they are added (the authors prove this), which looks like independence; nor
 * where estimates are averaged, since negative ones are cut off at 0.
 */
#include "neighbour/rule.h"

static void look_with_ties(neighbour_terms *terms, neighbour_view *view)
{
	const neighbour_rows *rows = &view->space->rows;
	terms->joint = neighbour_closed(view, NEIGHBOUR_XYZ) - 1;
	terms->xz = neighbour_closed(view, NEIGHBOUR_XZ) - 1;
	terms->yz = neighbour_closed(view, NEIGHBOUR_YZ) - 1;
	terms->z = rows->z_count > 0 ? neighbour_closed(view, NEIGHBOUR_Z) - 1 : (uint32_t)rows->rows;
}

const neighbour_rule neighbour_rule_ms = { .name = "ms", .look = look_with_ties, .conditional = true, .clip = true };
