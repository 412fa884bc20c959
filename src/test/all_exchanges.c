/* With six rows a deviate is far from normal, and the approximate p-value of two independent columns is at most .01
 * in 3% of samples. Without Z, all n! orders of the rows of Y are equally likely under independence, and with so few
 * rows all of them can be tried, each from the one before by a single exchange (Heap 1963). Sums are exact, so that
 * equal pairings have equal p-values. */
#include "test/all_exchanges.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "test/tails.h"

/* State of the enumeration. */
typedef struct exchanges {
	const test_residuals *x;
	test_residuals y; /* its values are exchanged in place */
	const test_given *given;
	double observed;
	double as_small, all;
} exchanges;

static bool count_pairing(exchanges *e)
{
	test_pairing pairing;
	test_shown shown;
	const test_weighted nothing = { 0 };
	const test_omnibus none = { 0 }; /* with so few rows, every label has an indicator */
	if (!test_pairing_init(&pairing, e->x, &e->y, e->given))
		return false;
	e->as_small += test_p_value(&shown, &pairing, &nothing, &none) <= e->observed;
	e->all++;
	test_pairing_clear(&pairing);
	return true;
}

static void exchange(test_residuals *f, size_t a, size_t b)
{
	for (size_t k = 0; k < f->count; k++) {
		double *values = f->values + k * f->rows, value = values[a];
		values[a] = values[b];
		values[b] = value;
	}
}

bool test_exchange_all(double *p, const test_residuals *x, const test_residuals *y, const test_given *given)
{
	size_t done[TEST_MOST_EXCHANGED] = { 0 }, i = 1;
	exchanges e = { x, *y, given, *p, 0, 0 };
	e.y.values = base_array_copy(y->values, y->count * y->rows, sizeof *y->values);
	bool good = e.y.values != NULL && count_pairing(&e);
	while (good && i < y->rows) {
		if (done[i] == i) {
			done[i++] = 0;
			continue;
		}
		exchange(&e.y, i % 2 == 0 ? 0 : done[i], i);
		good = count_pairing(&e);
		done[i]++;
		i = 1;
	}
	if (good)
		*p = e.as_small / e.all;
	free(e.y.values);
	return good;
}
