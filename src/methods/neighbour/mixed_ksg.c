/*
 * mixed-ksg: Gao, Kannan, Oh and Viswanath (2017), "Estimating mutual information for discrete-continuous mixtures".
 *     < psi(k') + ln n - psi(n_x) - psi(n_y) >,  counts with the row itself.
 * Where the k-th distance is 0, k' and the counts are of the rows that coincide; else k' = k and the counts are of rows
 * nearer than the k-th. This is what the authors' program computes; their text has ln(n_x + 1), with the other rows as
 * near as the k-th, instead of psi(n_x): the same in the limit.
 * Assumes that each point is either an atom or has a smooth density around it: discrete, continuous and mixed columns.
 * Cost: about n log n for few columns; rows that coincide are one point.
 * Not for a Z (use ms or ravk); not for discrete columns compared as numbers with many values, where a k-th distance
 * that is small but not 0 has ties that are counted as if there were none.
 */
#include "methods/neighbour/neighbour.h"
#include "methods/neighbour/rule.h"

static void look_at_mixture(neighbour_terms *terms, neighbour_view *view)
{
	bool atom = view->radius <= 0;
	terms->joint = atom ? neighbour_closed(view, NEIGHBOUR_XYZ) : (uint32_t)view->k;
	terms->xz = atom ? neighbour_closed(view, NEIGHBOUR_XZ) : neighbour_open(view, NEIGHBOUR_XZ);
	terms->yz = atom ? neighbour_closed(view, NEIGHBOUR_YZ) : neighbour_open(view, NEIGHBOUR_YZ);
	terms->z = (uint32_t)view->space->rows.rows;
}

const neighbour_rule neighbour_rule_mixed_ksg = { .name = "mixed-ksg", .look = look_at_mixture, .log_z = true };

static mixmi_status run(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options)
{
	(void)histogram;
	return neighbour_estimate(out, NEIGHBOUR_MIXED_KSG, table, question, options);
}

const base_method neighbour_mixed_ksg = {
	.shown = { .name = "mixed-ksg",
	           .help = "nearest neighbours, Gao et al. 2017: mixtures, without Z",
	           .details = "Assumes atoms or a smooth density, point by point. Costs about n log n for few columns. Not "
	                      "with Z, and not for "
	                      "discrete columns of many values taken as numbers.",
	           .options = "neighbours,metric",
	           .conditional = 0 },
	.run = run,
};
