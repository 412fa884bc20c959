/* Cubic B-splines of one numeric column, with knots at its quantiles; and indicators of its atoms. */
#ifndef DEPENDENCE_BASIS_H
#define DEPENDENCE_BASIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the splines: so many are not 0 at any one point. */
enum { DEPENDENCE_ORDER = 4, DEPENDENCE_GUIDE = 256 };

/* What a regression predicts from. Scores are normal scores of the ordered part; a row at an atom has none. */
typedef struct dependence_predictor {
	const double *scores;  /* [rows]; not used where the row is at an atom; NULL without an ordered part */
	const uint32_t *atoms; /* [rows] atom of each row, UINT32_MAX in the ordered part; NULL without atoms */
	size_t atom_count;
	bool evenly; /* these are not normal scores: knots at equal distances rather than at the normal quantiles */
} dependence_predictor;

typedef struct dependence_basis {
	size_t functions; /* splines, then one indicator an atom */
	size_t splines;
	double *knots; /* [splines + DEPENDENCE_ORDER], those at both ends DEPENDENCE_ORDER times */
	double
		*pieces; /* [intervals][DEPENDENCE_ORDER][DEPENDENCE_ORDER] each active spline's coefficients of powers there */
	uint32_t *guide; /* [DEPENDENCE_GUIDE] interval in which each of so many equal parts of the range begins */
	double per_part; /* parts of the guide in a unit of the range */
} dependence_basis;

/* Splines on at most `intervals` intervals that hold about equally many rows. False: out of memory; the basis can be cleared
 * all the same. */
bool dependence_basis_init(dependence_basis *basis, const dependence_predictor *predictor, size_t rows,
                           size_t intervals);
void dependence_basis_clear(dependence_basis *basis);

/* The functions that are not 0 in a row: their numbers and values; returns how many, DEPENDENCE_ORDER at most. */
size_t dependence_basis_at(uint32_t *numbers, double *values, const dependence_basis *basis,
                           const dependence_predictor *predictor, size_t row);

/* Adds `weight` times the roughness of the column's curve to a symmetric matrix of `stride` columns, at offset `first`:
 * squared second differences of the coefficients, taken so that straight lines have none. */
void dependence_basis_roughness(double *matrix, size_t stride, size_t first, const dependence_basis *basis,
                                double weight);

#endif
