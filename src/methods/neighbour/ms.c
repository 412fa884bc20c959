/*
 * ms: Mesner and Shalizi (2019), "Conditional mutual information estimation for mixed, discrete and continuous data".
 *     max(0, < psi(k') - psi(n_xz) - psi(n_yz) + psi(n_z) >),  all of them other rows as near as the k-th neighbour,
 * k' in all columns: k, or more where rows tie. Without Z, psi(n) stands for the last term. The authors' own k is 7.
 * Assumes that a point's neighbourhood is discrete or smooth at the scale of its k-th neighbour; takes discrete,
 * continuous and mixed columns, discrete ones by 0-1 distance.
 * Cost: about n log n for few columns; rows that coincide are one point.
 * Not for many columns: it goes to 0 as they are added (the authors prove this), which looks like independence; nor
 * where estimates are averaged, since negative ones are cut off at 0.
 */
#include "methods/neighbour/neighbour.h"
#include "methods/neighbour/rule.h"

static void look_with_ties(neighbour_terms *terms, neighbour_view *view)
{
	const neighbour_rows *rows = &view->space->rows;
	terms->joint = neighbour_closed(view, NEIGHBOUR_XYZ) - 1;
	terms->xz = neighbour_closed(view, NEIGHBOUR_XZ) - 1;
	terms->yz = neighbour_closed(view, NEIGHBOUR_YZ) - 1;
	terms->z = rows->z_count > 0 ? neighbour_closed(view, NEIGHBOUR_Z) - 1 : (uint32_t)rows->rows;
}

const neighbour_rule neighbour_rule_ms = { .name = "ms", .look = look_with_ties, .conditional = true, .clip = true };

static mixmi_status run(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options)
{
	(void)histogram;
	return neighbour_estimate(out, NEIGHBOUR_MS, table, question, options);
}

const base_method neighbour_ms = {
	.shown = { .name = "ms",
	           .help = "nearest neighbours, Mesner and Shalizi 2019: mixtures; never below 0",
	           .details = "Assumes any mixture; discrete values are equal or at distance 1. Costs about n log n for "
	                      "few columns, but n^2 "
	                      "with a discrete column whose values hardly repeat, such as names. Not for many columns, "
	                      "where it falls towards "
	                      "0, and not for averaging, as negative estimates are cut off at 0.",
	           .options = "neighbours,metric",
	           .conditional = 1 },
	.run = run,
};
