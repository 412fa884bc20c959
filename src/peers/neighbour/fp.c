/* fp: Frenzel and Pompe (2007), "Partial mutual information for coupling analysis of multivariate time series".
 *     psi(k) - < psi(n_xz + 1) + psi(n_yz + 1) - psi(n_z + 1) >,  n: other rows closer than the k-th neighbour.
 * Without Z, the last term is psi(n): the first estimator of Kraskov et al. It assumes continuous columns with a smooth
 * joint density, so that no two distances tie. If the k-th distance is 0, no row is closer and every count is 0; the
 * formula is used unchanged.
 *
 * Cost: about n log n for few columns; it grows with the number of columns, because more boxes of the tree intersect
 * each ball.
 *
 * Not suitable for discrete or mixed columns, where ties make it far too large (Experiment IV: 0.3 where the truth is
 * 0), nor for strong dependence at small n. */
#include "peers/neighbour/neighbour.h"
#include "peers/neighbour/rule.h"

void neighbour_look_inside(neighbour_terms *terms, neighbour_view *view)
{
	uint32_t counts[4] = { (uint32_t)view->k };
	for (int part = NEIGHBOUR_XZ; part <= NEIGHBOUR_Z; part++) {
		counts[part] = neighbour_open(view, (neighbour_part)part);
		if (counts[part] == 0)
			counts[part] = 1; /* no other rows, plus 1 */
	}
	*terms = (neighbour_terms){ counts[0], counts[NEIGHBOUR_XZ], counts[NEIGHBOUR_YZ], counts[NEIGHBOUR_Z] };
}

static const neighbour_rule rule = { .look = neighbour_look_inside };

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	(void)context;
	return neighbour_estimate(out, &rule, table, question, options);
}

const mixmi_own_method neighbour_fp = {
	.shown = { .name = "fp",
	           .help = "nearest neighbours, Frenzel and Pompe 2007: continuous columns without ties",
	           .details = "Assumes a smooth joint density; Z may have several columns. Costs about n log n for few "
	                      "columns. Not suitable for discrete or mixed columns, where it is too large.",
	           .options = "neighbours,metric",
	           .conditional = 1,
	           .continuous = 1 },
	.answer = answer,
};
