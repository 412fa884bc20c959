/* Mechanisms of the accuracy suite, each as a function that draws one row: x, y, then the columns of Z. The true values
 * are constants here and derived in tests/unit/test_suite_truths.c, so that neither can go wrong alone. */
#include "suite.h"

#include <math.h>
#include <string.h>

#include "suite_tables.h"

static const double pi = 3.14159265358979323846264338328;

enum { LABELS = MECHANISM_LABELS, GROUPS = 5 };

static void gaussian_pair(double *row, draw *d, double rho)
{
	row[0] = draw_normal(d);
	row[1] = rho * row[0] + sqrt(1 - rho * rho) * draw_normal(d);
}

static double sign(double value)
{
	return value < 0 ? -1 : 1;
}

/* ------------------------------------------------------------------------ weak spots of the paper's method */

static void checkerboard(double *row, draw *d)
{
	double i = (double)draw_below(d, 4), j = 2 * (double)draw_below(d, 2) + fmod(i, 2);
	row[0] = i + draw_uniform(d);
	row[1] = j + draw_uniform(d);
}

/* The outlier is the first row: the one that is asked for before anything was drawn. */
static void outlier(double *row, draw *d)
{
	int first = d->counter == 0;
	gaussian_pair(row, d, 0.6);
	if (first)
		row[0] = 1e6;
}

static void lognormal(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	row[0] = exp(2 * row[0]);
	row[1] = exp(2 * row[1]);
}

static void independent(double *row, draw *d)
{
	gaussian_pair(row, d, 0);
}

static void strong(double *row, draw *d)
{
	gaussian_pair(row, d, 0.9);
}

/* ------------------------------------------------------------------------------ heavy tails and skewed columns */

static void student(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	double chi2 = 0;
	for (int i = 0; i < 3; i++) {
		double normal = draw_normal(d);
		chi2 += normal * normal;
	}
	row[0] /= sqrt(chi2 / 3);
	row[1] /= sqrt(chi2 / 3);
}

static void cauchy(double *row, draw *d)
{
	gaussian_pair(row, d, 0);
	double scale = fabs(draw_normal(d));
	row[0] /= scale;
	row[1] /= scale;
}

/* Two exponential times that share a gamma rate of shape 1/2. */
static void pareto(double *row, draw *d)
{
	double normal = draw_normal(d), rate = normal * normal / 2;
	row[0] = draw_exponential(d, rate);
	row[1] = draw_exponential(d, rate);
}

static void waiting(double *row, draw *d)
{
	row[0] = draw_exponential(d, 1);
	row[1] = row[0] + draw_exponential(d, 1);
}

static void funnel(double *row, draw *d)
{
	row[0] = 2 * draw_uniform(d) - 1;
	row[1] = exp(1.5 * row[0]) * draw_normal(d);
}

/* ----------------------------------------------------------------------- shapes that no straight line sees */

static void sine(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = sin(4 * pi * row[0]) + 0.3 * draw_normal(d);
}

static void circular(double *row, draw *d)
{
	row[0] = draw_uniform(d);
	row[1] = fmod(row[0] + 0.4 * draw_uniform(d), 1);
}

static void quadratic(double *row, draw *d)
{
	row[0] = 2 * draw_uniform(d) - 1;
	row[1] = row[0] * row[0] + 0.2 * draw_normal(d);
}

static void ring(double *row, draw *d)
{
	double radius = 0.8 + 0.4 * draw_uniform(d), angle = 2 * pi * draw_uniform(d);
	row[0] = radius * cos(angle);
	row[1] = radius * sin(angle);
}

/* ---------------------------------------------------------------------------------- discrete and mixed pairs */

static void classes(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 3);
	row[1] = 2 * row[0] + draw_normal(d);
}

static void spread(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 2);
	row[1] = (row[0] > 0 ? 4 : 1) * draw_normal(d);
}

static void counts(double *row, draw *d)
{
	double common = draw_poisson(d, 3);
	row[0] = common + draw_poisson(d, 1);
	row[1] = common + draw_poisson(d, 1);
}

static void rounded(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	row[0] = floor(row[0] / 0.5 + 0.5) * 0.5;
	row[1] = floor(row[1] / 0.5 + 0.5) * 0.5;
}

/* Whether X and Y are 0 is a two-by-two table; where both are not, their logarithms have correlation 0.7. */
static void zero_inflated(double *row, draw *d)
{
	gaussian_pair(row, d, 0.7);
	double u = draw_uniform(d);
	row[0] = u < 0.4 ? 0 : exp(row[0]);
	row[1] = u < 0.3 || u > 0.9 ? 0 : exp(row[1]);
}

static void censored(double *row, draw *d)
{
	gaussian_pair(row, d, 0.7);
	row[0] = fmax(row[0], -0.5);
	row[1] = fmax(row[1], -0.5);
}

/* Labels whose order says nothing about the group they are of. */
static double scramble(double label)
{
	return fmod(7 * label + 13, LABELS);
}

static void labels(double *row, draw *d)
{
	double label = (double)draw_below(d, LABELS);
	row[0] = scramble(label);
	row[1] = draw_uniform(d) < 0.8 ? floor(label / (LABELS / GROUPS)) : (double)draw_below(d, GROUPS);
}

static void labels_mean(double *row, draw *d)
{
	double label = (double)draw_below(d, LABELS);
	row[0] = scramble(label);
	row[1] = 1.5 * floor(label / (LABELS / GROUPS)) + draw_normal(d);
}

static void labels_independent(double *row, draw *d)
{
	row[0] = (double)draw_below(d, LABELS);
	row[1] = (double)draw_below(d, LABELS);
}

/* -------------------------------------------------------------------------------------------------- given Z */

static void chain(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[2] = 0.8 * row[0] + 0.6 * draw_normal(d);
	row[1] = 0.8 * row[2] + 0.6 * draw_normal(d);
}

static void fork(double *row, draw *d)
{
	row[2] = draw_normal(d);
	row[0] = row[2] * row[2] + 0.5 * draw_normal(d);
	row[1] = sin(2 * row[2]) + 0.5 * draw_normal(d);
}

static void partial(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	row[2] = draw_normal(d);
	row[0] += row[2];
	row[1] -= row[2];
}

static void sign_xor(double *row, draw *d)
{
	gaussian_pair(row, d, 0);
	double flip = draw_uniform(d) < 0.1 ? -1 : 1;
	row[2] = flip * sign(row[0]) * sign(row[1]) * fabs(draw_normal(d));
}

static void modulo(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 3);
	row[1] = (double)draw_below(d, 3);
	row[2] = draw_uniform(d) < 0.7 ? fmod(row[0] + row[1], 3) : (double)draw_below(d, 3);
}

static void toggle(double *row, draw *d)
{
	row[2] = (double)draw_below(d, 2);
	gaussian_pair(row, d, row[2] > 0 ? 0.8 : -0.8);
}

/* Only the first of three columns is dependent; the others are a category and a waiting time. */
static void given_3(double *row, draw *d)
{
	partial(row, d);
	row[3] = (double)draw_below(d, 3);
	row[4] = draw_exponential(d, 1);
}

static void given_3_null(double *row, draw *d)
{
	chain(row, d);
	row[3] = (double)draw_below(d, 3);
	row[4] = draw_exponential(d, 1);
}

static void given_3_xor(double *row, draw *d)
{
	sign_xor(row, d);
	row[3] = (double)draw_below(d, 3);
	row[4] = draw_exponential(d, 1);
}

/* A category that affects both, and four irrelevant columns of other kinds. */
static void given_5(double *row, draw *d)
{
	gaussian_pair(row, d, 0.6);
	row[2] = (double)draw_below(d, 3);
	row[0] += 2 * row[2];
	row[1] += 2 * row[2];
	row[3] = draw_normal(d);
	row[4] = (double)draw_below(d, 2);
	row[5] = draw_exponential(d, 1);
	row[6] = draw_uniform(d) < 0.5 ? 0 : draw_normal(d);
}

static void given_5_null(double *row, draw *d)
{
	given_5(row, d);
	row[1] = 2 * row[2] + draw_normal(d);
}

/* --------------------------------------------------------------------------------------------------- the table */

static const suite_entry entries[] = {
	{ { "checkerboard", "4 x 4 checkerboard, uniform margins", "x,y", "nn", 0.69314718055994531, checkerboard },
	  SUITE_CLOSED },
	{ { "outlier", "as I, X of one row at 1e6", "x,y", "nn", 0.22314355131420976, outlier }, SUITE_CLOSED },
	{ { "lognormal", "as I, exp(2 x) and exp(2 y)", "x,y", "nn", 0.22314355131420976, lognormal }, SUITE_CLOSED },
	{ { "independent", "two independent Gaussians", "x,y", "nn", 0, independent }, SUITE_CLOSED },
	{ { "strong", "two Gaussians, correlation 0.9", "x,y", "nn", 0.83036560341082546, strong }, SUITE_CLOSED },
	{ { "student", "Student t pair, 3 degrees of freedom, correlation 0.6", "x,y", "nn", 0.265554961965, student },
	  SUITE_CLOSED },
	{ { "cauchy", "Cauchy pair without correlation", "x,y", "nn", 0.224171427529, cauchy }, SUITE_CLOSED },
	{ { "pareto", "two exponential times of a common gamma rate, shape 1/2", "x,y", "nn", 0.431945622001, pareto },
	  SUITE_CLOSED },
	{ { "waiting", "X exponential, Y = X + exponential", "x,y", "nn", 0.57721566490153286, waiting }, SUITE_CLOSED },
	{ { "funnel", "X uniform on [-1, 1], Y Gaussian with deviation exp(1.5 X)", "x,y", "nn", 0.356159895843, funnel },
	  SUITE_INTEGRAL },
	{ { "sine", "X uniform, Y = two periods of a sine, noise 0.3", "x,y", "nn", 0.861632097331, sine },
	  SUITE_INTEGRAL },
	{ { "circular", "X uniform, Y = X + up to 0.4, modulo 1", "x,y", "nn", 0.91629073187415507, circular },
	  SUITE_CLOSED },
	{ { "quadratic", "X uniform on [-1, 1], Y = X^2, noise 0.2", "x,y", "nn", 0.555032761026, quadratic },
	  SUITE_INTEGRAL },
	{ { "ring", "points between two circles", "x,y", "nn", 0.736995932178, ring }, SUITE_INTEGRAL },
	{ { "classes", "three classes, Y Gaussian around 0, 2, 4", "x,y", "dn", 0.619144485108, classes }, SUITE_INTEGRAL },
	{ { "spread", "two classes, Y Gaussian of deviation 1 or 4", "x,y", "dn", 0.253471355135, spread },
	  SUITE_INTEGRAL },
	{ { "counts", "two Poisson counts of mean 4 that share 3", "x,y", "nn", 0.411850546628, counts }, SUITE_SERIES },
	{ { "rounded", "as I, rounded to halves", "x,y", "nn", 0.211908333511, rounded }, SUITE_INTEGRAL },
	{ { "zero-inflated", "zeros with a pattern of their own, else log-normal", "x,y", "nn", 0.346077022158,
	    zero_inflated },
	  SUITE_CLOSED },
	{ { "censored", "Gaussians of correlation 0.7, at least -0.5", "x,y", "nn", 0.282108577534, censored },
	  SUITE_INTEGRAL },
	{ { "labels", "50 labels of 5 groups, Y the group in 84% of rows", "x,y", "td", 0.947960935254, labels },
	  SUITE_CLOSED },
	{ { "labels-mean", "50 labels of 5 groups, Y Gaussian around its group", "x,y", "tn", 0.813188814127, labels_mean },
	  SUITE_INTEGRAL },
	{ { "labels-apart", "two independent columns of 50 labels", "x,y", "tt", 0, labels_independent }, SUITE_CLOSED },
	{ { "chain", "Gaussian chain X -> Z -> Y", "x,y,z", "nnn", 0, chain }, SUITE_CLOSED },
	{ { "fork", "X from Z squared, Y from a sine of Z", "x,y,z", "nnn", 0, fork }, SUITE_CLOSED },
	{ { "partial", "Gaussians, partial correlation 0.6 given Z", "x,y,z", "nnn", 0.22314355131420976, partial },
	  SUITE_CLOSED },
	{ { "sign-xor", "sign of Z is that of XY in 90% of rows", "x,y,z", "nnn", 0.368064207168, sign_xor },
	  SUITE_CLOSED },
	{ { "modulo", "Z = X + Y modulo 3 in 80% of rows", "x,y,z", "ddd", 0.459580429018, modulo }, SUITE_CLOSED },
	{ { "switch", "correlation 0.8 or -0.8, as Z says", "x,y,z", "nnd", 0.51082562376599068, toggle }, SUITE_CLOSED },
	{ { "given-3", "as partial, with 2 irrelevant Z", "x,y,z1,z2,z3", "nnndn", 0.22314355131420976, given_3 },
	  SUITE_CLOSED },
	{ { "given-3-null", "as chain, with 2 irrelevant Z", "x,y,z1,z2,z3", "nnndn", 0, given_3_null }, SUITE_CLOSED },
	{ { "given-3-xor", "as sign-xor, with 2 irrelevant Z", "x,y,z1,z2,z3", "nnndn", 0.368064207168, given_3_xor },
	  SUITE_CLOSED },
	{ { "given-5", "partial correlation 0.6 given a class, 4 irrelevant Z", "x,y,z1,z2,z3,z4,z5", "nndndnn",
	    0.22314355131420976, given_5 },
	  SUITE_CLOSED },
	{ { "given-5-null", "only the class relates X and Y, 4 irrelevant Z", "x,y,z1,z2,z3,z4,z5", "nndndnn", 0,
	    given_5_null },
	  SUITE_CLOSED },
};

enum { ENTRIES = sizeof entries / sizeof entries[0] };

static const suite_entry *first_entry(size_t index)
{
	return index < ENTRIES ? &entries[index] : NULL;
}

/* The tables after the paper's mechanisms, in the order of the suite; the last is the hold-out set. */
typedef const suite_entry *table(size_t index);
static table *const tables[] = { first_entry, suite_shape_entry, suite_given_entry, suite_holdout_entry };
enum { TABLES = sizeof tables / sizeof tables[0] };

static size_t paper_length(void)
{
	size_t length = 0;
	while (mechanism_at(length) != NULL)
		length++;
	return length;
}

static size_t table_length(table *t)
{
	size_t length = 0;
	while (t(length) != NULL)
		length++;
	return length;
}

/* Entry `index` of `count` tables, one after the other. */
static const suite_entry *entry_at(size_t index, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = table_length(tables[i]);
		if (index < length)
			return tables[i](index);
		index -= length;
	}
	return NULL;
}

static const mechanism *any_at(size_t index, size_t count)
{
	size_t before = paper_length();
	if (index < before)
		return mechanism_at(index);
	const suite_entry *e = entry_at(index - before, count);
	return e != NULL ? &e->m : NULL;
}

const mechanism *suite_at(size_t index)
{
	return any_at(index, TABLES - 1);
}

const mechanism *suite_holdout_at(size_t index)
{
	const suite_entry *e = suite_holdout_entry(index);
	return e != NULL ? &e->m : NULL;
}

size_t suite_position(const char *name)
{
	size_t i = 0;
	for (; any_at(i, TABLES) != NULL; i++)
		if (strcmp(any_at(i, TABLES)->name, name) == 0)
			break;
	return i;
}

const mechanism *suite_find(const char *name)
{
	return any_at(suite_position(name), TABLES);
}

bool suite_is_first(const char *name)
{
	return suite_position(name) < paper_length() + ENTRIES;
}

const char *suite_truth_source(const char *name)
{
	size_t before = paper_length(), position = suite_position(name);
	if (position < before)
		return strcmp(name, "III") == 0 ? SUITE_INTEGRAL : SUITE_CLOSED;
	const suite_entry *e = entry_at(position - before, TABLES);
	return e != NULL ? e->source : NULL;
}
