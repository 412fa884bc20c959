/* Upper tails of weighted sums of independent chi-squared variables with one degree of freedom each, by moment matching
 * (Lindsay, Pilla and Basak 2000). The simplest case, one gamma, is the approximation of Satterthwaite and Welch. */
#ifndef KERNEL_MIXTURE_H
#define KERNEL_MIXTURE_H

#include <stddef.h>

enum { KERNEL_PARTS = 4, KERNEL_POWERS = 2 * KERNEL_PARTS };

/* A mixture of gamma distributions with a common shape, in units of the sum's mean. */
typedef struct kernel_mixture {
	size_t parts;
	double unit;                  /* mean of the sum; 0: it is always 0 */
	double shape;                 /* of every part */
	double means[KERNEL_PARTS];   /* of the parts, relative to `unit` */
	double weights[KERNEL_PARTS]; /* of the parts, adding up to 1 */
} kernel_mixture;

/* The mixture of at most `parts` gammas with the same first 2 parts moments as the weighted sum, where powers[k - 1] is
 * the sum of k-th powers of the weights. If weights are nearly equal, fewer gammas suffice and are used. */
void kernel_mixture_init(kernel_mixture *mixture, const double powers[KERNEL_POWERS], size_t parts);

/* P(sum > x). */
double kernel_mixture_tail(const kernel_mixture *mixture, double x);

#endif
