/* Adjusts p-values for multiple testing. Benjamini and Hochberg (1995): the r-th smallest of m becomes the minimum of p
 * m / r over its own and higher ranks. O(m log m). */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "mixmi.h"

typedef struct ranked_p {
	double p;
	size_t place;
} ranked_p;

static int compare_p(const void *a, const void *b)
{
	const ranked_p *x = a, *y = b;
	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count)
{
	ranked_p *ranked = base_array(count, sizeof *ranked);
	if (ranked == NULL)
		return base_error_memory();
	size_t known = 0;
	for (size_t i = 0; i < count; i++) {
		if (!isnan(p[i]))
			ranked[known++] = (ranked_p){ p[i], i };
		adjusted[i] = (double)NAN; /* only now, because `adjusted` may be the array p */
	}
	qsort(ranked, known, sizeof *ranked, compare_p);
	double least = 1;
	for (size_t rank = known; rank > 0; rank--) {
		least = fmin(least, ranked[rank - 1].p * (double)known / (double)rank);
		adjusted[ranked[rank - 1].place] = least;
	}
	free(ranked);
	return MIXMI_OK;
}
