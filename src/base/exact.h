/* Sums that no order of rows can change. Every number that is summed over rows is a multiple of 2^-16 and at most 16 in size, so
 * products of two are multiples of 2^-32 that a double adds without rounding for thousands of rows at a time; longer sums
 * are carried on in integers. The same rows in any order therefore give the same bits, whoever adds them. */
#ifndef BASE_EXACT_H
#define BASE_EXACT_H

#include <stdbool.h>
#include <stddef.h>

/* Largest size of a value that sums are exact for. */
#define BASE_LARGEST 16.0

/* The nearest multiple of 2^-16, for sizes below 2^34; halves go to the even one, so that signs do not matter. */
static inline double base_round(double value)
{
	const double shift = 0x1.8p36;
	return (value + shift) - shift;
}

/* The nearest multiple of 2^-10: for squares, whose products must stay exact too. */
static inline double base_round_coarsely(double value)
{
	const double shift = 0x1.8p42;
	return (value + shift) - shift;
}

/* The nearest multiple of 2^-20: for coefficients, whose last bits may show in which order something was solved. */
static inline double base_round_finely(double value)
{
	const double shift = 0x1.8p32;
	return (value + shift) - shift;
}

/* Cut off at BASE_LARGEST and rounded. */
static inline double base_fix(double value)
{
	return base_round(value > BASE_LARGEST ? BASE_LARGEST : value < -BASE_LARGEST ? -BASE_LARGEST : value);
}

/* base_fix() of each. */
void base_fix_all(double *values, size_t count);

/* Sum of values that were fixed, or rounded and no larger than 2^20. */
double base_total(const double *values, size_t rows);

/* Sum of products of values that were fixed. */
double base_dot(const double *a, const double *b, size_t rows);

/* Sums of t and of t^2 over rows, t = a b rounded, for values whose products are no larger than BASE_LARGEST. */
void base_product_sums(double *sum, double *squares, const double *a, const double *b, size_t rows);

/* Sums of v^2 and of v^3 over rows, each rounded coarsely, for values that were fixed. */
void base_power_sums(double *squares, double *cubes, const double *values, size_t rows);

/* out[i * b_count + j] = sum over rows of a[i][row] b[j][row], for arrays that have one column after the other. O(rows a_count
 * b_count). `symmetric`: a and b are the same, half of it is computed and mirrored. False: out of memory. */
bool base_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count, size_t rows,
                   bool symmetric);

/* Takes the mean off, brings the standard deviation to 1 and fixes the values. Returns the standard deviation before; values
 * that do not vary become 0. */
double base_standardise(double *values, size_t rows);

/* Single precision holds every value that was fixed, in half the room: functions that many sums read are kept in it, and sums stay the
 * same to the last bit. */

/* out[i * b_count + j] = sum over rows of a[i][row] b[j][row], columns being anywhere. `symmetric`: as of base_products(). False: out of
 * memory. */
bool base_products_single(double *out, const float *const *a, size_t a_count, const float *const *b, size_t b_count,
                          size_t rows, bool symmetric);

/* out[row] += factor * values[row]. */
void base_add_single(double *out, double factor, const float *values, size_t rows);

/* Values that were fixed: takes the mean off and, of base_standardise_single(), brings the standard deviation to 1, as
 * base_standardise() does. Returns the sum of their squares then. */
double base_centre_single(float *values, size_t rows);
double base_standardise_single(float *values, size_t rows);

#endif
