/* Mechanisms without Z: strong dependence, many periods, copulas with tails, vectors, many labels, and realistic
 * measurements. Each draws one row: the columns of X, then those of Y. */
#include <math.h>

#include "suite_tables.h"

static const double pi = 3.14159265358979323846264338328;

static double sign(double value)
{
	return value < 0 ? -1 : 1;
}

static double correlated(draw *d, double x, double rho)
{
	return rho * x + sqrt(1 - rho * rho) * draw_normal(d);
}

/* ------------------------------------------------------------------------------------------- strong and periodic */

/* Gaussians with this information: the correlation is sqrt(1 - exp(-2 I)). */
static void informed_pair(double *row, draw *d, double information)
{
	row[0] = draw_normal(d);
	row[1] = sqrt(-expm1(-2 * information)) * row[0] + exp(-information) * draw_normal(d);
}

static void gauss_1(double *row, draw *d)
{
	informed_pair(row, d, 1);
}

static void gauss_2(double *row, draw *d)
{
	informed_pair(row, d, 2);
}

static void gauss_3(double *row, draw *d)
{
	informed_pair(row, d, 3);
}

static void gauss_4(double *row, draw *d)
{
	informed_pair(row, d, 4);
}

static void gauss_6(double *row, draw *d)
{
	informed_pair(row, d, 6);
}

static void periods(double *row, draw *d, double count)
{
	row[0] = draw_uniform(d);
	row[1] = sin(2 * pi * count * row[0]) + 0.2 * draw_normal(d);
}

static void sine_1(double *row, draw *d)
{
	periods(row, d, 1);
}

static void sine_4(double *row, draw *d)
{
	periods(row, d, 4);
}

static void sine_8(double *row, draw *d)
{
	periods(row, d, 8);
}

static void saw_8(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = fmod(8 * row[0] + 0.3 * draw_uniform(d), 1);
}

/* -------------------------------------------------------------------------------------------------------- copulas */

static void clayton(double *row, draw *d)
{
	const double theta = 3;
	double w = draw_uniform(d);
	row[0] = draw_uniform(d);
	row[1] = pow((pow(w, -theta / (1 + theta)) - 1) * pow(row[0], -theta) + 1, -1 / theta);
}

/* A common scale with the stable(1/2) distribution: theta = 2. */
static void gumbel(double *row, draw *d)
{
	double normal = draw_normal(d), scale = 2 * normal * normal;
	row[0] = exp(-sqrt(scale * draw_exponential(d, 1)));
	row[1] = exp(-sqrt(scale * draw_exponential(d, 1)));
}

static void frank(double *row, draw *d)
{
	const double theta = 6;
	double w = draw_uniform(d);
	row[0] = draw_uniform(d);
	row[1] = -log1p(w * expm1(-theta) / (w + (1 - w) * exp(-theta * row[0]))) / theta;
}

/* P(V <= v | U = u) of Joe's copula, with theta = 3. */
static double joe_given(double u, double v)
{
	const double theta = 3;
	double a = pow(1 - u, theta), b = pow(1 - v, theta);
	return pow(a + b - a * b, 1 / theta - 1) * pow(1 - u, theta - 1) * (1 - b);
}

static void joe(double *row, draw *d)
{
	double w = draw_uniform(d), lower = 0, upper = 1;
	row[0] = draw_uniform(d);
	for (int i = 0; i < 52; i++) {
		double middle = (lower + upper) / 2;
		if (joe_given(row[0], middle) < w)
			lower = middle;
		else
			upper = middle;
	}
	row[1] = (lower + upper) / 2;
}

/* Divides `count` columns by a common root of chi2 / freedom. */
static void student_scale(double *row, draw *d, int count, int freedom)
{
	double chi2 = 0;
	for (int i = 0; i < freedom; i++) {
		double normal = draw_normal(d);
		chi2 += normal * normal;
	}
	for (int i = 0; i < count; i++)
		row[i] /= sqrt(chi2 / freedom);
}

static void student_1(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = correlated(d, row[0], 0.75);
	student_scale(row, d, 2, 1);
}

static void student_2(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = correlated(d, row[0], 0.5);
	student_scale(row, d, 2, 2);
}

/* --------------------------------------------------------------------------------------------------- measurements */

static void product_noise(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = row[0] * draw_uniform(d);
}

/* A two-by-two table of zeros; independent amounts. */
static void zeros_only(double *row, draw *d)
{
	double u = draw_uniform(d), a = draw_normal(d), b = draw_normal(d);
	row[0] = u < 0.5 ? 0 : exp(a);
	row[1] = u < 0.35 || u > 0.85 ? 0 : exp(b);
}

static void clipped(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = correlated(d, row[0], 0.8);
	row[0] = fmax(-1, fmin(1, row[0]));
	row[1] = fmax(-1, fmin(1, row[1]));
}

static void coarse(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = floor(correlated(d, row[0], 0.9) + 0.5);
	row[0] = floor(row[0] + 0.5);
}

static void thin_band(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = row[0] + 0.2 * draw_uniform(d) - 0.1;
}

static void wide_band(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = row[0] + 1.5 * draw_uniform(d) - 0.75;
}

/* -------------------------------------------------------------------------------------------------------- vectors */

static void x_2(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
	row[2] = row[0] + row[1] + draw_normal(d);
}

static void x_3(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
	row[2] = draw_normal(d);
	row[3] = row[0] + row[1] + row[2] + sqrt(2) * draw_normal(d);
}

static void pairs_2(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
	row[2] = correlated(d, row[0], 0.7);
	row[3] = correlated(d, row[1], -0.4);
}

/* X turned by an angle that grows with its squared length: the information is that of the pairs. */
static void spiral(double *row, draw *d)
{
	pairs_2(row, d);
	double angle = row[0] * row[0] + row[1] * row[1], x = row[0];
	row[0] = cos(angle) * x - sin(angle) * row[1];
	row[1] = sin(angle) * x + cos(angle) * row[1];
}

static void xor_2(double *row, draw *d)
{
	double flip = draw_uniform(d) < 0.1 ? -1 : 1;
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
	row[2] = flip * sign(row[0]) * sign(row[1]);
}

static void student_vectors(double *row, draw *d)
{
	pairs_2(row, d);
	student_scale(row, d, 4, 3);
}

static void x_mixed(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 3);
	row[1] = draw_normal(d);
	row[2] = 2 * row[0] + row[1] + draw_normal(d);
}

/* --------------------------------------------------------------------------------------------------------- labels */

/* A label whose order is unrelated to its group of five, and the group. */
static double scrambled(draw *d, uint64_t labels, double *group)
{
	double label = (double)draw_below(d, labels);
	*group = floor(5 * label / (double)labels);
	return fmod(7 * label + 13, (double)labels);
}

static void labels_group(double *row, draw *d, uint64_t labels)
{
	double group;
	row[0] = scrambled(d, labels, &group);
	row[1] = draw_uniform(d) < 0.8 ? group : (double)draw_below(d, 5);
}

static void labels_200(double *row, draw *d)
{
	labels_group(row, d, 200);
}

static void labels_500(double *row, draw *d)
{
	labels_group(row, d, 500);
}

static void labels_500_mean(double *row, draw *d)
{
	double group;
	row[0] = scrambled(d, 500, &group);
	row[1] = 1.5 * group + draw_normal(d);
}

/* Y is any label of X's group of ten in 70% of the rows, otherwise any of a hundred. */
static void labels_100(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 100);
	row[1] = draw_uniform(d) < 0.7 ? fmod(row[0], 10) + 10 * (double)draw_below(d, 10) : (double)draw_below(d, 100);
}

static void labels_500_independent(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 500);
	row[1] = (double)draw_below(d, 500);
}

/* ----------------------------------------------------------------------------------------------------- the table */

static const suite_entry entries[] = {
	{ { "gauss-1", "two Gaussians, I = 1", "x,y", "nn", 1, gauss_1 }, SUITE_CLOSED },
	{ { "gauss-2", "two Gaussians, I = 2", "x,y", "nn", 2, gauss_2 }, SUITE_CLOSED },
	{ { "gauss-3", "two Gaussians, I = 3", "x,y", "nn", 3, gauss_3 }, SUITE_CLOSED },
	{ { "gauss-4", "two Gaussians, I = 4", "x,y", "nn", 4, gauss_4 }, SUITE_CLOSED },
	{ { "gauss-6", "two Gaussians, I = 6", "x,y", "nn", 6, gauss_6 }, SUITE_CLOSED },
	{ { "sine-1", "one period of a sine, noise 0.2", "x,y", "nn", 1.15423576303955, sine_1 }, SUITE_INTEGRAL },
	{ { "sine-4", "four periods of a sine, noise 0.2", "x,y", "nn", 1.15423576303955, sine_4 }, SUITE_INTEGRAL },
	{ { "sine-8", "eight periods of a sine, noise 0.2", "x,y", "nn", 1.15423576303955, sine_8 }, SUITE_INTEGRAL },
	{ { "saw-8", "eight teeth of a saw, a band of 0.3", "x,y", "nn", 1.20397280432594, saw_8 }, SUITE_CLOSED },
	{ { "clayton", "Clayton's copula, 3", "x,y", "nn", 0.63629436111989, clayton }, SUITE_CLOSED },
	{ { "gumbel", "Gumbel's copula, 2", "x,y", "nn", 0.37538934606313, gumbel }, SUITE_INTEGRAL },
	{ { "frank", "Frank's copula, 6", "x,y", "nn", 0.33676223216706, frank }, SUITE_INTEGRAL },
	{ { "joe", "Joe's copula, 3", "x,y", "nn", 0.47670769992112, joe }, SUITE_INTEGRAL },
	{ { "student-1", "Cauchy pair, correlation 0.75", "x,y", "nn", 0.63751071412204, student_1 }, SUITE_CLOSED },
	{ { "student-2", "Student t pair, 2 degrees of freedom, correlation 0.5", "x,y", "nn", 0.22652242813586,
	    student_2 },
	  SUITE_CLOSED },
	{ { "product-noise", "Y = X times a uniform", "x,y", "nn", 0.57721566490153286, product_noise }, SUITE_CLOSED },
	{ { "zeros-only", "zero-inflated, only the zeros are related", "x,y", "nn", 0.08228287850505, zeros_only },
	  SUITE_CLOSED },
	{ { "clipped", "Gaussians of correlation 0.8 within -1 and 1", "x,y", "nn", 0.43788357015855, clipped },
	  SUITE_INTEGRAL },
	{ { "coarse", "Gaussians of correlation 0.9, rounded to integers", "x,y", "nn", 0.58748967721912, coarse },
	  SUITE_INTEGRAL },
	{ { "thin-band", "Y = X + uniform on [-0.1, 0.1]", "x,y", "nn", 1.70943791243410, thin_band }, SUITE_CLOSED },
	{ { "wide-band", "Y = X + uniform on [-0.75, 0.75]", "x,y", "nn", 0.33333333333333333, wide_band }, SUITE_CLOSED },
	{ { "x-2", "X of two columns, Y their sum and noise", "x1,x2,y", "nnn", 0.54930614433405, x_2 }, SUITE_CLOSED },
	{ { "x-3", "X of three columns, Y their sum and noise", "x1,x2,x3,y", "nnnn", 0.45814536593708, x_3 },
	  SUITE_CLOSED },
	{ { "pairs-2", "X and Y of two columns, correlations 0.7 and -0.4", "x1,x2,y1,y2", "nnnn", 0.42384897020427,
	    pairs_2 },
	  SUITE_CLOSED },
	{ { "spiral", "as pairs-2, X turned into a spiral", "x1,x2,y1,y2", "nnnn", 0.42384897020427, spiral },
	  SUITE_CLOSED },
	{ { "xor-2", "Y is the sign of x1 x2 in 90% of rows", "x1,x2,y", "nnd", 0.368064207168, xor_2 }, SUITE_CLOSED },
	{ { "student-vectors", "as pairs-2, multivariate t with 3 degrees of freedom", "x1,x2,y1,y2", "nnnn",
	    0.53467459397026, student_vectors },
	  SUITE_CLOSED },
	{ { "x-mixed", "X a class and a number, Y a sum of both and noise", "x1,x2,y", "dnn", 0.76161483650392, x_mixed },
	  SUITE_INTEGRAL },
	{ { "labels-200", "200 labels of 5 groups, Y the group in 84% of rows", "x,y", "Td", 0.947960935254, labels_200 },
	  SUITE_CLOSED },
	{ { "labels-500", "500 labels of 5 groups, Y the group in 84% of rows", "x,y", "Td", 0.947960935254, labels_500 },
	  SUITE_CLOSED },
	{ { "labels-500-mean", "500 labels of 5 groups, Y Gaussian around its group", "x,y", "Tn", 0.813188814127,
	    labels_500_mean },
	  SUITE_INTEGRAL },
	{ { "labels-100", "100 labels each, the same group of ten in 73% of rows", "x,y", "TT", 1.12607561698467,
	    labels_100 },
	  SUITE_CLOSED },
	{ { "labels-500-apart", "two independent columns of 500 labels", "x,y", "TT", 0, labels_500_independent },
	  SUITE_CLOSED },
};

enum { ENTRIES = sizeof entries / sizeof entries[0] };

const suite_entry *suite_shape_entry(size_t index)
{
	return index < ENTRIES ? &entries[index] : NULL;
}
