/* Mechanisms given Z: strong Z, interactions, labels within labels, vectors. Each draws one row: X, Y, then Z. */
#include <math.h>

#include "suite_tables.h"

static void gaussian_pair(double *row, draw *d, double rho)
{
	row[0] = draw_normal(d);
	row[1] = rho * row[0] + sqrt(1 - rho * rho) * draw_normal(d);
}

static void strong_z(double *row, draw *d, double rho)
{
	gaussian_pair(row, d, rho);
	row[2] = draw_normal(d);
	row[0] += 3 * row[2];
	row[1] += 3 * row[2];
}

static void strong_z_null(double *row, draw *d)
{
	strong_z(row, d, 0);
}

static void strong_z_3(double *row, draw *d)
{
	strong_z(row, d, 0.3);
}

static void strong_z_5(double *row, draw *d)
{
	strong_z(row, d, 0.5);
}

static void strong_z_8(double *row, draw *d)
{
	strong_z(row, d, 0.8);
}

static void strong_z_9(double *row, draw *d)
{
	strong_z(row, d, 0.9);
}

static void product_given(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[2] = draw_normal(d);
	row[1] = row[0] * row[2] + 0.3 * draw_normal(d);
}

/* The correlation follows z. */
static void tilt(double *row, draw *d)
{
	double z = draw_normal(d);
	gaussian_pair(row, d, 0.9 * tanh(z));
	row[2] = z;
}

static void z_2(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	row[2] = draw_normal(d);
	row[3] = draw_normal(d);
	row[0] += row[2] + row[3];
	row[1] += row[2] - row[3];
}

static void z_3(double *row, draw *d)
{
	gaussian_pair(row, d, 0.8);
	for (int j = 2; j < 5; j++) {
		row[j] = draw_normal(d);
		row[0] += row[j];
		row[1] += row[j];
	}
}

static void z_product(double *row, draw *d, double rho)
{
	gaussian_pair(row, d, rho);
	row[2] = draw_normal(d);
	row[3] = draw_normal(d);
	row[0] += 2 * row[2] * row[3];
	row[1] += 2 * row[2] * row[3];
}

static void z_2_product(double *row, draw *d)
{
	z_product(row, d, 0.6);
}

static void z_2_product_null(double *row, draw *d)
{
	z_product(row, d, 0);
}

/* Two labels within each of 50, and Y identifies which. */
static void nested(double *row, draw *d)
{
	row[2] = (double)draw_below(d, 50);
	row[1] = (double)draw_below(d, 2);
	row[0] = 2 * row[2] + row[1];
}

/* Five labels within each of 20, whose means differ. */
static void nested_mean(double *row, draw *d)
{
	double child = (double)draw_below(d, 5);
	row[2] = (double)draw_below(d, 20);
	row[0] = 5 * row[2] + child;
	row[1] = 1.5 * child + row[2] + draw_normal(d);
}

/* The zeros are dependent in one of two classes. */
static void zeros_given(double *row, draw *d)
{
	row[2] = (double)draw_below(d, 2);
	double u = draw_uniform(d), v = draw_uniform(d), a = draw_normal(d), b = draw_normal(d);
	row[0] = u < 0.5 ? 0 : exp(a);
	row[1] = (row[2] > 0 ? u < 0.4 || u > 0.9 : v < 0.5) ? 0 : exp(b);
}

static void scale_given(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	row[2] = draw_normal(d);
	row[0] *= exp(row[2]);
	row[1] *= exp(row[2]);
}

/* X and Z have two columns each, all of which affect Y. */
static void x_2_z_2(double *row, draw *d)
{
	row[3] = draw_normal(d);
	row[4] = draw_normal(d);
	row[0] = row[3] + draw_normal(d);
	row[1] = row[4] + draw_normal(d);
	row[2] = (row[0] - row[3]) + (row[1] - row[4]) + row[3] + row[4] + draw_normal(d);
}

static const suite_entry entries[] = {
	{ { "strong-z-null", "3 Z in both, noises independent", "x,y,z", "nnn", 0, strong_z_null }, SUITE_CLOSED },
	{ { "strong-z-3", "3 Z in both, noises correlated 0.3", "x,y,z", "nnn", 0.04715533973562, strong_z_3 },
	  SUITE_CLOSED },
	{ { "strong-z-5", "3 Z in both, noises correlated 0.5", "x,y,z", "nnn", 0.14384103622589, strong_z_5 },
	  SUITE_CLOSED },
	{ { "strong-z-8", "3 Z in both, noises correlated 0.8", "x,y,z", "nnn", 0.51082562376599068, strong_z_8 },
	  SUITE_CLOSED },
	{ { "strong-z-9", "3 Z in both, noises correlated 0.9", "x,y,z", "nnn", 0.83036560341082546, strong_z_9 },
	  SUITE_CLOSED },
	{ { "product-given", "Y = X Z, noise 0.3", "x,y,z", "nnn", 0.90481931946945, product_given }, SUITE_INTEGRAL },
	{ { "tilt", "correlation 0.9 tanh(Z)", "x,y,z", "nnn", 0.23653035127093, tilt }, SUITE_INTEGRAL },
	{ { "z-2", "partial correlation 0.6 given two Z", "x,y,z1,z2", "nnnn", 0.22314355131420976, z_2 }, SUITE_CLOSED },
	{ { "z-3", "partial correlation 0.8 given three Z", "x,y,z1,z2,z3", "nnnnn", 0.51082562376599068, z_3 },
	  SUITE_CLOSED },
	{ { "z-2-product", "2 z1 z2 in both, noises correlated 0.6", "x,y,z1,z2", "nnnn", 0.22314355131420976,
	    z_2_product },
	  SUITE_CLOSED },
	{ { "z-2-product-null", "2 z1 z2 in both, noises independent", "x,y,z1,z2", "nnnn", 0, z_2_product_null },
	  SUITE_CLOSED },
	{ { "nested", "two labels within each of 50, Y says which", "x,y,z", "Tdt", 0.69314718055994531, nested },
	  SUITE_CLOSED },
	{ { "nested-mean", "five labels within each of 20, Y Gaussian around a mean", "x,y,z", "Tnt", 0.813188814127,
	    nested_mean },
	  SUITE_INTEGRAL },
	{ { "zeros-given", "zeros related in one of two classes", "x,y,z", "nnd", 0.09637237851088, zeros_given },
	  SUITE_CLOSED },
	{ { "scale-given", "common scale exp(Z), noises correlated 0.6", "x,y,z", "nnn", 0.22314355131420976, scale_given },
	  SUITE_CLOSED },
	{ { "x-2-z-2", "X and Z of two columns each", "x1,x2,y,z1,z2", "nnnnn", 0.54930614433405, x_2_z_2 }, SUITE_CLOSED },
};

enum { ENTRIES = sizeof entries / sizeof entries[0] };

const suite_entry *suite_given_entry(size_t index)
{
	return index < ENTRIES ? &entries[index] : NULL;
}
