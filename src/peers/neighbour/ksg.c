/* ksg: Kraskov, Stoegbauer and Grassberger (2004), "Estimating mutual information".
 *     1: psi(k) + psi(n) - < psi(n_x + 1) + psi(n_y + 1) >,  n_x, n_y: other rows closer than the k-th neighbour;
 *     2: psi(k) - 1/k + psi(n) - < psi(n_x) + psi(n_y) >,    other rows within the extent of the k nearest in X, in Y.
 * If rows tie for the k-th neighbour, which the paper excludes, the extent in variant 2 includes all of them, so that
 * the answer does not depend on the order of rows. Both assume continuous columns with a smooth joint density. Variant
 * 1 has the smaller variance, variant 2 the smaller bias if X or Y has many columns.
 *
 * Cost: about n log n for few columns.
 *
 * Not suitable with a Z (use fp or ms), nor for discrete or mixed columns (use mixed-ksg or ms). With nearly
 * deterministic dependence, the required n grows exponentially with the true value. */
#include "peers/neighbour/neighbour.h"
#include "peers/neighbour/rule.h"

/* The joint dimensions are those of X followed by those of Y, because there is no Z. */
static void look_in_box(neighbour_terms *terms, neighbour_view *view)
{
	const neighbour_space *space = view->space;
	double extent[2];
	neighbour_tree_extent(extent, &space->parts[NEIGHBOUR_XYZ].tree, view->query.point, view->radius,
	                      space->rows.x_count);
	*terms = (neighbour_terms){
		.joint = (uint32_t)view->k,
		.xz = neighbour_space_within(space, NEIGHBOUR_XZ, &view->query, extent[0]) - 1,
		.yz = neighbour_space_within(space, NEIGHBOUR_YZ, &view->query, extent[1]) - 1,
		.z = (uint32_t)space->rows.rows,
	};
}

static const neighbour_rule rule_1 = { .look = neighbour_look_inside };
static const neighbour_rule rule_2 = { .look = look_in_box, .less_1_over_k = true };

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	double variant;
	(void)context;
	mixmi_status status = mixmi_options_number(&variant, options, "ksg-variant"); /* 0: the first */
	if (status != MIXMI_OK)
		return status;
	return neighbour_estimate(out, variant > 0 ? &rule_2 : &rule_1, table, question, options);
}

const mixmi_own_method neighbour_ksg = {
	.shown = { .name = "ksg",
	           .help = "nearest neighbours, Kraskov et al. 2004: continuous columns without ties",
	           .details = "Assumes a smooth joint density. Costs about n log n for few columns. Accepts no Z, and is "
	                      "not suitable for columns with ties or discrete values: use mixed-ksg or ms there.",
	           .options = "neighbours,ksg-variant,metric",
	           .conditional = 0,
	           .continuous = 1 },
	.answer = answer,
};
