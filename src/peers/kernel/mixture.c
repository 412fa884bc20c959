/* A gamma distribution with mean m and shape 1/s has the moments m^k (1)(1+s)...(1+(k-1)s). The moments of a mixture of
 * such gammas, divided by these factors, are therefore the moments of the distribution of the means. For p means, their
 * Hankel matrix of order p + 1 is singular, which is an equation for s with one root between 0 and the root for p - 1
 * (Lindsay et al. 2000); below the root the matrix is positive definite. Means and weights are then the nodes and
 * weights of Gauss quadrature, computed from its Cholesky factor (Golub and Welsch 1969). */
#include "peers/kernel/mixture.h"

#include <string.h>

#include "mixmi/method.h"
#include "peers/kernel/small_systems.h"

enum { SIZE = KERNEL_PARTS + 1 };

/* A smaller pivot is due to rounding: the means cannot be distinguished. */
static const double least_pivot = 1e-13;

/* Moments 0 .. 2 parts of the sum divided by its mean, from power sums of the weights. */
static void find_moments(double moments[KERNEL_POWERS + 1], const double powers[KERNEL_POWERS])
{
	double cumulants[KERNEL_POWERS + 1], unit = 1, factor = 1;
	moments[0] = 1;
	for (int k = 1; k <= KERNEL_POWERS; k++) {
		unit *= powers[0];
		factor *= k > 1 ? 2 * (k - 1) : 1; /* 2^(k-1) (k-1)! */
		cumulants[k] = factor * (powers[k - 1] / unit);
		double binomial = 1;
		moments[k] = 0;
		for (int j = 1; j <= k; j++) {
			moments[k] += binomial * cumulants[j] * moments[k - j];
			binomial *= (double)(k - j) / j;
		}
	}
}

/* Cholesky factor of the Hankel matrix of order `size` at spread s; *last is its last pivot, squared. Returns false if
 * an earlier one is not above `least`. */
static bool factorise(double *last, double r[SIZE][SIZE], const double *moments, double s, size_t size, double least)
{
	double h[KERNEL_POWERS + 1], divisor = 1;
	for (size_t k = 0; k <= 2 * (size - 1); k++) {
		h[k] = moments[k] / divisor;
		divisor *= 1 + (double)k * s;
	}
	for (size_t i = 0; i < size; i++) {
		double pivot = h[2 * i];
		for (size_t k = 0; k < i; k++)
			pivot -= r[k][i] * r[k][i];
		if (i + 1 < size && !(pivot > least))
			return false;
		*last = pivot;
		r[i][i] = sqrt(pivot > 0 ? pivot : 0);
		for (size_t j = i + 1; j < size; j++) {
			double entry = h[i + j];
			for (size_t k = 0; k < i; k++)
				entry -= r[k][i] * r[k][j];
			r[i][j] = entry / r[i][i];
		}
	}
	return true;
}

/* The spread at which the matrix of order parts + 1 is singular. */
static double find_spread(const double *moments, size_t parts, double high)
{
	double r[SIZE][SIZE], low = 0, last;
	for (int i = 0; i < 200; i++) {
		double middle = 0.5 * (low + high);
		if (!(middle > low && middle < high))
			break;
		if (factorise(&last, r, moments, middle, parts + 1, 0) && last > 0)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Means and weights from the factor. Returns false if they are not a distribution of positive values. */
static bool find_parts(kernel_mixture *m, double r[SIZE][SIZE], size_t parts)
{
	double diagonal[KERNEL_PARTS], beside[KERNEL_PARTS], first[KERNEL_PARTS];
	for (size_t j = 0; j < parts; j++) {
		diagonal[j] = r[j][j + 1] / r[j][j] - (j > 0 ? r[j - 1][j] / r[j - 1][j - 1] : 0);
		beside[j] = j + 1 < parts ? r[j + 1][j + 1] / r[j][j] : 0;
	}
	if (!kernel_eigen(diagonal, beside, first, parts))
		return false;
	bool sound = true;
	for (size_t j = 0; j < parts; j++) {
		m->means[j] = diagonal[j];
		m->weights[j] = first[j] * first[j];
		sound = sound && m->means[j] > 0 && isfinite(m->means[j]) && isfinite(m->weights[j]);
	}
	return sound;
}

void kernel_mixture_init(kernel_mixture *mixture, const double powers[KERNEL_POWERS], size_t parts)
{
	memset(mixture, 0, sizeof *mixture);
	if (!(powers[0] > 0))
		return;
	double moments[KERNEL_POWERS + 1], r[SIZE][SIZE], last;
	find_moments(moments, powers);
	double spread = moments[2] - 1;
	*mixture = (kernel_mixture){ 1, powers[0], 1 / spread, { 1 }, { 1 } };
	for (size_t p = 2; p <= parts; p++) {
		kernel_mixture finer = { .parts = p, .unit = powers[0] };
		spread = find_spread(moments, p, spread);
		finer.shape = 1 / spread;
		if (!(spread > 0) || !factorise(&last, r, moments, spread, p + 1, least_pivot) || !find_parts(&finer, r, p))
			return;
		*mixture = finer;
	}
}

double kernel_mixture_tail(const kernel_mixture *mixture, double x)
{
	if (!(mixture->unit > 0) || !(x > 0))
		return x > 0 ? 0 : 1;
	double tail = 0;
	for (size_t j = 0; j < mixture->parts; j++)
		tail += mixture->weights[j] *
		        mixmi_chi2_tail(2 * mixture->shape * (x / mixture->unit) / mixture->means[j], 2 * mixture->shape);
	return tail < 1 ? tail : 1;
}
