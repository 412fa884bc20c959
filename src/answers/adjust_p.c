/* Adjusts p-values for multiple testing. Of m p-values the r-th smallest becomes, by Benjamini and Hochberg (1995), the
 * minimum of p m / r over its own and higher ranks; by Holm (1979), the maximum of p (m - r + 1) over its own and lower
 * ranks. O(m log m). */
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

/* Sorts the known p-values into *ranked and sets `adjusted` to NaN; only then, because it may be the array p. */
static mixmi_status rank_p(ranked_p **ranked, size_t *known, double *adjusted, const double *p, size_t count)
{
	*known = 0;
	*ranked = base_array(count, sizeof **ranked);
	if (*ranked == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++) {
		if (!isnan(p[i]))
			(*ranked)[(*known)++] = (ranked_p){ p[i], i };
		adjusted[i] = (double)NAN;
	}
	qsort(*ranked, *known, sizeof **ranked, compare_p);
	return MIXMI_OK;
}

mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count)
{
	ranked_p *ranked;
	size_t known;
	double least = 1;
	mixmi_status status = rank_p(&ranked, &known, adjusted, p, count);
	for (size_t rank = known; rank > 0; rank--) {
		least = fmin(least, ranked[rank - 1].p * (double)known / (double)rank);
		adjusted[ranked[rank - 1].place] = least;
	}
	free(ranked);
	return status;
}

mixmi_status mixmi_adjust_p_holm(double *adjusted, const double *p, size_t count)
{
	ranked_p *ranked;
	size_t known;
	double largest = 0;
	mixmi_status status = rank_p(&ranked, &known, adjusted, p, count);
	for (size_t i = 0; i < known; i++) {
		largest = fmin(fmax(largest, ranked[i].p * (double)(known - i)), 1);
		adjusted[ranked[i].place] = largest;
	}
	free(ranked);
	return status;
}
