/* ms: Mesner and Shalizi (2019), "Conditional mutual information estimation for mixed, discrete and continuous data".
 *     max(0, < psi(k') - psi(n_xz) - psi(n_yz) + psi(n_z) >),  other rows up to the k-th distance,
 * where k' is the count in all columns: k, or more if rows tie. Without Z, the last term is psi(n). The authors use k =
 * 7. It assumes that a point's neighbourhood is discrete or smooth at the scale of its k-th neighbour. Columns may be
 * discrete (with 0-1 distance), continuous or mixed.
 *
 * Cost: about n log n for few columns; coinciding rows are one point.
 *
 * Not suitable for many columns: it converges to 0 as columns are added (as the authors prove), which looks like
 * independence. Not suitable for averaging estimates either, because negative values are set to 0. */
#include "peers/neighbour/neighbour.h"
#include "peers/neighbour/rule.h"

static void look_with_ties(neighbour_terms *terms, neighbour_view *view)
{
	const neighbour_rows *rows = &view->space->rows;
	terms->joint = neighbour_closed(view, NEIGHBOUR_XYZ) - 1;
	terms->xz = neighbour_closed(view, NEIGHBOUR_XZ) - 1;
	terms->yz = neighbour_closed(view, NEIGHBOUR_YZ) - 1;
	terms->z = rows->z_count > 0 ? neighbour_closed(view, NEIGHBOUR_Z) - 1 : (uint32_t)rows->rows;
}

static const neighbour_rule rule = { .look = look_with_ties, .clip = true };

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	(void)context;
	return neighbour_estimate(out, &rule, table, question, options);
}

const mixmi_own_method neighbour_ms = {
	.shown = { .name = "ms",
	           .help = "nearest neighbours, Mesner and Shalizi 2019: mixtures; never below 0",
	           .details = "Assumes any mixture; discrete values are equal or at distance 1. Costs about n log n for "
	                      "few columns, but n^2 with a discrete column whose values hardly repeat, such as names. Not "
	                      "suitable for many columns, where it tends to 0, nor for averaging, because negative "
	                      "estimates are set to 0.",
	           .options = "neighbours,metric",
	           .conditional = 1 },
	.answer = answer,
};
