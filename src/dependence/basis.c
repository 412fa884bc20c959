/* B-splines by the recursion of de Boor and Cox, once for each interval as polynomials of the distance from its start. The roughness is that of P-splines (Eilers and Marx 1996), with divided
 * differences at the knots' means (Greville), since knots lie at quantiles and not at equal distances. O(1) a row. */
#include "dependence/basis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"

/* Least and greatest score of the ordered part; false where they do not differ. */
static bool find_range(double range[2], const dependence_predictor *p, size_t rows)
{
	range[0] = INFINITY;
	range[1] = -INFINITY;
	for (size_t i = 0; p->scores != NULL && i < rows; i++)
		if (p->atoms == NULL || p->atoms[i] == UINT32_MAX) {
			range[0] = fmin(range[0], p->scores[i]);
			range[1] = fmax(range[1], p->scores[i]);
		}
	return range[0] < range[1];
}

enum { ORDER = DEPENDENCE_ORDER, PIECE = ORDER * ORDER };

/* to += (constant + slope t) * share * from, of polynomials in t. */
static void add_product(double to[ORDER], double constant, double slope, double share, const double from[ORDER])
{
	for (size_t p = 0; p < ORDER; p++)
		to[p] += share * (constant * from[p] + (p > 0 ? slope * from[p - 1] : 0));
}

/* The splines that are active between knots `at` and `at` + 1, as polynomials in t = x - knots[at]. */
static void find_piece(double piece[ORDER][ORDER], const double *knots, size_t at)
{
	double before[ORDER][ORDER];
	memset(piece, 0, sizeof before);
	piece[0][0] = 1;
	for (size_t degree = 1; degree < ORDER; degree++) {
		memcpy(before, piece, sizeof before);
		memset(piece, 0, sizeof before);
		for (size_t k = 0; k < degree; k++) {
			double left = knots[at + 1 - degree + k], right = knots[at + 1 + k], share = 1 / (right - left);
			add_product(piece[k], right - knots[at], -1, share, before[k]);
			add_product(piece[k + 1], knots[at] - left, 1, share, before[k]);
		}
	}
}

static bool find_pieces(dependence_basis *basis)
{
	size_t first = ORDER - 1, end = basis->splines;
	basis->pieces = base_array((end - first) * PIECE, sizeof *basis->pieces);
	basis->guide = base_array(DEPENDENCE_GUIDE, sizeof *basis->guide);
	if (basis->pieces == NULL || basis->guide == NULL)
		return false;
	for (size_t at = first; at < end; at++) {
		double piece[ORDER][ORDER];
		find_piece(piece, basis->knots, at);
		memcpy(basis->pieces + (at - first) * PIECE, piece, sizeof piece);
	}
	double range = basis->knots[end] - basis->knots[0];
	basis->per_part = DEPENDENCE_GUIDE / range;
	for (size_t part = 0, at = first; part < DEPENDENCE_GUIDE; part++) {
		while (at + 1 < end && basis->knots[at + 1] <= basis->knots[0] + range * (double)part / DEPENDENCE_GUIDE)
			at++;
		basis->guide[part] = (uint32_t)at;
	}
	return true;
}

/* Knots between the ends of the range: normal quantiles, or at equal distances. */
static void place_knots(dependence_basis *basis, const dependence_predictor *p, const double range[2], size_t intervals)
{
	double *knot = basis->knots + ORDER;
	size_t inner = 0;
	for (size_t k = 1; k < intervals; k++) {
		double share = (double)k / (double)intervals;
		double at = p->evenly ? range[0] + (range[1] - range[0]) * share : base_normal_quantile(share);
		if (at > range[0] && at < range[1])
			knot[inner++] = at;
	}
	for (size_t k = 0; k < ORDER; k++) {
		basis->knots[k] = range[0];
		knot[inner + k] = range[1];
	}
	basis->splines = inner + ORDER;
}

bool dependence_basis_init(dependence_basis *basis, const dependence_predictor *p, size_t rows, size_t intervals)
{
	double range[2];
	memset(basis, 0, sizeof *basis);
	basis->knots = base_array(intervals + 1 + 2 * (ORDER - 1), sizeof *basis->knots);
	bool done = basis->knots != NULL;
	if (done && find_range(range, p, rows)) {
		place_knots(basis, p, range, intervals);
		done = find_pieces(basis);
	}
	basis->functions = basis->splines + p->atom_count;
	return done;
}

void dependence_basis_clear(dependence_basis *basis)
{
	free(basis->knots);
	free(basis->pieces);
	free(basis->guide);
	memset(basis, 0, sizeof *basis);
}

/* The number of the knot at which the interval of x begins; points outside are in the first or last. */
static size_t find_interval(const dependence_basis *basis, double x)
{
	double part = (x - basis->knots[0]) * basis->per_part;
	size_t at = basis->guide[part > 0 ? (part < DEPENDENCE_GUIDE - 1 ? (size_t)part : DEPENDENCE_GUIDE - 1) : 0];
	while (at + 1 < basis->splines && basis->knots[at + 1] <= x)
		at++;
	while (at > ORDER - 1 && basis->knots[at] > x)
		at--;
	return at;
}

size_t dependence_basis_at(uint32_t *numbers, double *values, const dependence_basis *basis,
                           const dependence_predictor *p, size_t row)
{
	if (p->atoms != NULL && p->atoms[row] != UINT32_MAX) {
		numbers[0] = (uint32_t)basis->splines + p->atoms[row];
		values[0] = 1;
		return 1;
	}
	if (basis->splines == 0)
		return 0;
	size_t at = find_interval(basis, p->scores[row]), first = ORDER - 1;
	const double *piece = basis->pieces + (at - first) * PIECE;
	double t = p->scores[row] - basis->knots[at];
	for (size_t k = 0; k < ORDER; k++, piece += ORDER) {
		values[k] = piece[0] + t * (piece[1] + t * (piece[2] + t * piece[3]));
		numbers[k] = (uint32_t)(at - first + k);
	}
	return ORDER;
}

static double mean_knot(const dependence_basis *basis, size_t spline)
{
	const double *t = basis->knots + spline;
	return (t[1] + t[2] + t[3]) / 3;
}

void dependence_basis_roughness(double *matrix, size_t stride, size_t first, const dependence_basis *basis,
                                double weight)
{
	for (size_t k = 1; k + 1 < basis->splines; k++) {
		double before = mean_knot(basis, k) - mean_knot(basis, k - 1);
		double after = mean_knot(basis, k + 1) - mean_knot(basis, k), middle = (before + after) / 2;
		double d[3] = { middle / before, -middle / before - middle / after, middle / after };
		for (size_t i = 0; i < 3; i++)
			for (size_t j = 0; j < 3; j++)
				matrix[(first + k - 1 + i) * stride + first + k - 1 + j] += weight * d[i] * d[j];
	}
}
