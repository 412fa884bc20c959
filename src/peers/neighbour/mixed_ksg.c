/* mixed-ksg: Gao, Kannan, Oh and Viswanath (2017), "Estimating mutual information for discrete-continuous mixtures".
 *     < psi(k') + ln n - psi(n_x) - psi(n_y) >,  counts include the row itself.
 * If the k-th distance is 0, k' and the counts are numbers of coinciding rows; otherwise k' = k and the counts are of
 * rows closer than the k-th neighbour. This is what the authors' program computes. Their text has ln(n_x + 1), counting
 * other rows up to the k-th distance, instead of psi(n_x); the limit is the same. It assumes that each point is either
 * an atom or has a smooth density around it: discrete, continuous and mixed columns.
 *
 * Cost: about n log n for few columns; coinciding rows are one point.
 *
 * Not suitable with a Z (use ms or ravk), nor for discrete columns with many values compared as numbers, where small
 * non-zero k-th distances have ties that are ignored. */
#include "peers/neighbour/neighbour.h"
#include "peers/neighbour/rule.h"

static void look_at_mixture(neighbour_terms *terms, neighbour_view *view)
{
	bool atom = view->radius <= 0;
	terms->joint = atom ? neighbour_closed(view, NEIGHBOUR_XYZ) : (uint32_t)view->k;
	terms->xz = atom ? neighbour_closed(view, NEIGHBOUR_XZ) : neighbour_open(view, NEIGHBOUR_XZ);
	terms->yz = atom ? neighbour_closed(view, NEIGHBOUR_YZ) : neighbour_open(view, NEIGHBOUR_YZ);
	terms->z = (uint32_t)view->space->rows.rows;
}

static const neighbour_rule rule = { .look = look_at_mixture, .log_z = true };

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	(void)context;
	return neighbour_estimate(out, &rule, table, question, options);
}

const mixmi_own_method neighbour_mixed_ksg = {
	.shown = { .name = "mixed-ksg",
	           .help = "nearest neighbours, Gao et al. 2017: mixtures, without Z",
	           .details =
	               "Assumes that each point is an atom or has a smooth density. Costs about n log n for few columns. "
	               "Accepts no Z, and is not suitable for discrete columns with many values treated as numbers.",
	           .options = "neighbours,metric",
	           .conditional = 0 },
	.answer = answer,
};
